"""The face of Texas 42 at a table: the task and display of a seat, rulings on choices, hints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from suitwise.errors import NotationError
from suitwise.foundation.seating import NOBODY
from suitwise.foundation.text.phrases import Drawing, Phrase, Say, Seat, all_of, one_of, phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.face import columns
from suitwise.players.face_values import Best, Claimed, Forfeited, Outcome, Ruling, Told, Verdict
from suitwise.sight import Own
from suitwise.texas42.face import story, tricks
from suitwise.texas42.face.tricks import DominoFace, call_named, end_named, without_words
from suitwise.texas42.moves import CLAIM, Move
from suitwise.texas42.picture import declaration_name, hand_picture, position_picture, trick_lines
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, PASS
from suitwise.texas42.rules.contracts import Contract
from suitwise.texas42.rules.dominoes import CALLED_SUIT, FOLLOWS, HIGH, SEVENS, Domino, dominoes_of
from suitwise.texas42.state import Texas42State
from suitwise.texas42.view import own

# --- The task of a seat ---------------------------------------------------------------------------


def task(state: Texas42State) -> Phrase:
    """Return the task of the seat on turn, in a sentence."""
    if state.phase == "call":
        return _to_call(state)
    if state.phase == "declare":
        return _to_declare(state)
    return _to_play(state)


def _to_call(state: Texas42State) -> Phrase:
    if state.standing != PASS:
        bid, seat = call_named(state.standing), Seat(state.bidder)
        return phrase(
            "texas42.ask.outbid", "{seat} bid {bid}: bid more, or pass", seat=seat, bid=bid
        )
    if any(move.call == PASS for move in state.moves()):
        return phrase("texas42.ask.bid", "nobody has bid yet: bid, or pass")
    return phrase("texas42.ask.forced", "the others have all passed: you must bid")


def _to_declare(state: Texas42State) -> Phrase:
    bid = call_named(state.standing)
    if state.turn != state.bidder:
        seat = Seat(state.bidder)
        return phrase(
            "texas42.ask.declare-for",
            "your partner {seat} bid {bid}: you declare trumps",
            seat=seat,
            bid=bid,
        )
    return phrase("texas42.ask.declare", "you won the bidding with {bid}: declare trumps", bid=bid)


def _to_play(state: Texas42State) -> Phrase:
    assert state.play is not None
    position = state.play.position
    legal = dominoes_of(position.legal())
    held = one_of(str(Domino(one)) for one in legal)
    if position.declaration == SEVENS:
        return phrase("texas42.ask.nearest", "play what is nearest to seven: {held}", held=held)
    if not position.trick:
        return phrase("texas42.ask.lead", "you lead: play any domino")
    suit, declaration = position.suit, position.declaration
    name = dominoes.suit_name(suit, declaration)
    if FOLLOWS[declaration * 8 + suit] >> legal[0] & 1:
        return phrase("texas42.ask.follow", "follow {suit}: play {held}", suit=name, held=held)
    # With twos as trumps the 4-2 looks like a four, which it is not.
    others = [str(domino) for domino in map(Domino, legal) if suit in (domino.high, domino.low)]
    if others:
        return phrase(
            "texas42.ask.free-besides",
            "you have no {suit} besides {called} ({held}): play any domino",
            suit=name,
            called=dominoes.suit_name(CALLED_SUIT, declaration),
            held=all_of(others),
        )
    return phrase("texas42.ask.free", "you have no {suit}: play any domino", suit=name)


# --- Calls and declarations in groups -------------------------------------------------------------


def groups(state: Texas42State) -> list[dict[str, Any]]:
    """Return the legal calls or declarations in groups; during the play, only the claim.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42().start().rolled(3, 0)
    >>> [(group["key"], len(group["moves"])) for group in groups(state)]
    [('pass', 1), ('points', 12), ('marks', 2)]
    """
    if state.phase == "call":
        grouped = [(_kind_of_call(move.call), str(move)) for move in state.moves()]
    elif state.phase == "declare":
        grouped = [(_kind_of_declaration(move.declaration), str(move)) for move in state.moves()]
    else:
        grouped = [("claim", str(move)) for move in state.moves() if move == CLAIM]
    moves: dict[str, list[str]] = {}
    for kind, text in grouped:
        moves.setdefault(kind, []).append(text)
    return [{"key": key, "name": _GROUPS[key], "moves": found} for key, found in moves.items()]


_GROUPS = {
    "pass": phrase("texas42.group.pass", "pass"),
    "points": phrase("texas42.group.points", "points"),
    "marks": phrase("texas42.group.marks", "marks"),
    "doubles": phrase("texas42.group.doubles", "plunge and splash"),
    "suits": phrase("texas42.group.suits", "trumps"),
    "special": phrase("texas42.group.special", "special contracts"),
    "claim": phrase("texas42.group.claim", "lay down your hand"),
}


def _kind_of_call(call: int) -> str:
    if call == PASS:
        return "pass"
    if call < FIRST_MARK:
        return "points"
    return "marks" if call < FIRST_PLUNGE else "doubles"


def _kind_of_declaration(declaration: int) -> str:
    return "suits" if declaration <= dominoes.NOTRUMP else "special"


# --- The hand in order ----------------------------------------------------------------------------


def sorted_hand(hand: int, contract: Contract | None) -> tuple[Domino, ...]:
    """Return a hand in order: trumps first, then the suits from the sixes down, doubles first.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes, format_dominoes, mask_of
    >>> hand = mask_of(as_dominoes("5-5 5-1 6-5 6-6 6-2 2-2"))
    >>> format_dominoes(sorted_hand(hand, Contract(0, 1, 5)), " ")
    '5-5 6-5 5-1 6-6 6-2 2-2'
    """
    return _sorted(hand, dominoes.NOTRUMP if contract is None else contract.declaration)


@lru_cache(maxsize=4096)  # hands of all tables; only one of four changes at a time
def _sorted(hand: int, declaration: int) -> tuple[Domino, ...]:
    def place(domino: Domino) -> tuple[int, ...]:
        if declaration == SEVENS:
            return (dominoes.distance(domino), -domino)
        if FOLLOWS[declaration * 8 + CALLED_SUIT] >> domino & 1:
            return (0, -dominoes.rank_in(domino, CALLED_SUIT, declaration))
        return (1, -HIGH[domino], HIGH[domino] != dominoes.LOW[domino], -dominoes.LOW[domino])

    return tuple(sorted((dominoes.DOMINOES[one] for one in dominoes_of(hand)), key=place))


def seat_note(state: Texas42State, seat: int) -> Phrase | None:
    """Return a short note on a seat: its call, its contract, or that it sits out."""
    contract = state.contract
    if contract is None:
        calls = dict(_calls(state))
        return call_named(calls[seat]) if seat in calls else None
    if contract.out == seat != NOBODY:
        return phrase("texas42.note.out", "sits out")
    if seat == contract.bidder:
        return phrase("texas42.note.bid", "bid {bid}", bid=call_named(contract.call))
    return None


def _calls(state: Texas42State) -> list[tuple[int, int]]:
    return [((state.shaker + 1 + made) % 4, call) for made, call in enumerate(state.calls)]


# --- The face -------------------------------------------------------------------------------------

_DOMINO = re.compile(r"([0-6])[\s:/|,.-]*([0-6])")
_SPOKEN = re.compile(r"\b(?:i |we )?(?:bid|play|lead|declare|call)\b|[\s-]|\btrumps?\b")
_PLAYING = re.compile(r"^(?:play|lead|领出|出|打)\s*")
_MARKS = re.compile(r"([1-7])(?:marks?|记)")


@dataclass(frozen=True)
class Texas42Face(DominoFace):
    """Shows Texas 42 at a table.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42().start().rolled(3, 0)
    >>> face = Texas42Face(Texas42())
    >>> print(face.parts(state, state.turn)["ask"]["text"])
    nobody has bid yet: bid, or pass
    >>> print(*face.ruling(state, state.turn, "30").meets)
    30 pass 31
    """

    kind: ClassVar[str] = "texas42"
    claims: ClassVar[bool] = True
    has_view: ClassVar[bool] = False
    size: ClassVar[tuple[int, int]] = 80, 26

    # --- Display ----------------------------------------------------------------------------------

    def headline(self, state: Texas42State) -> Phrase:
        """Return the contract, or the state of the auction."""
        contract = state.contract
        if contract is not None:
            bid, named = call_named(contract.call), declaration_name(contract.declaration)
            who = Seat(contract.bidder)
            return phrase(
                "texas42.head.contract", "{seat} bid {bid}, {named}", seat=who, bid=bid, named=named
            )
        if state.standing != PASS:
            bid, who = call_named(state.standing), Seat(state.bidder)
            return phrase("texas42.head.standing", "{seat} bid {bid}", seat=who, bid=bid)
        if state.shaker == NOBODY:
            return phrase("texas42.head.shake", "the first shaker is drawn")
        return phrase("texas42.head.shaker", "{seat} shakes", seat=Seat(state.shaker))

    def own(self, state: Texas42State, seat: int) -> Own:
        """Return a seat's own dominoes."""
        return own(state, seat)

    def rows(self, state: Texas42State, seat: int) -> list[dict[str, Any]]:
        """Return the hand as one row, trumps first, then the suits from the sixes down."""
        held = sorted_hand(state.hands[seat], state.contract)
        name = phrase("texas42.name.hand", "your dominoes")
        return [{"key": "all", "name": name, "cards": list(map(str, held))}]

    def task(self, state: Texas42State) -> Phrase:
        """Return the task of the seat on turn, and the reason for it."""
        return task(state)

    def choices(self, state: Texas42State) -> dict[str, Any]:
        """Return the calls or declarations in groups."""
        return {"groups": groups(state)}

    def noted(self, state: Texas42State, seat: int) -> Phrase | None:
        """Return the note on a seat: its call, its contract, or that it sits out."""
        return seat_note(state, seat)

    def over(self, state: Texas42State) -> dict[str, Any] | None:
        """Return the part on the end of the hand, or None."""
        return story.over(state)

    def verdict(self, state: Texas42State, seat: int | None) -> Verdict:
        """Return whether a seat's side has won the hand or the match, and the score."""
        return story.verdict(state.variant, state.hand_score, state.scores, state.winner, seat)

    # --- At the terminal --------------------------------------------------------------------------

    def pictured(
        self, state: Texas42State, seat: int, say: Say = str, width: int = 0
    ) -> Iterator[str]:
        """Yield the calls or the trick on the table, and the seat's dominoes, drawn."""
        if state.play is None:
            yield from columns(say, self.notes(state))
        else:
            yield say(story.taken(*state.play.points))
            if state.play.position.trick:
                yield from position_picture(state.play.position, seat, say).split("\n")
        yield from hand_picture(dominoes_of(state.hands[seat]), width).split("\n")

    def in_words(self, state: Texas42State, seat: int, say: Say = str) -> Iterator[str]:
        """Yield the calls, the points taken, the trick and the seat's dominoes in rows of words."""
        if state.play is not None:
            yield say(story.taken(*state.play.points))
        yield from super().pictured(state, seat, say)

    def score(self, state: Texas42State) -> Phrase:
        """Return the score of the sides, and how far the match goes."""
        if not state.variant.target:
            return story.score(state)
        return phrase(
            "texas42.score",
            "{score}; the match goes to {target}",
            score=story.score(state),
            target=state.variant.target,
        )

    def tricks(self, state: Texas42State) -> Iterator[Phrase]:
        """Yield the complete tricks of the hand, a line each."""
        if state.play is not None:
            yield from trick_lines(state.play.tricks, state.play.position.out)

    def notation(self) -> Iterator[Phrase]:
        """Yield how dominoes, calls and declarations are written."""
        yield phrase(
            "texas42.told.notation",
            "Dominoes are written with the higher end first, as 6-4; 5-5 is a double. A bid of marks, "
            "as 1m, is to take all tricks. A declaration is a suit by its number, doubles (the seven "
            "doubles are trumps, none of them belongs to another suit) or notrump. If all pass, the "
            "hand is thrown in, and the next seat shakes.",
        )

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move of the variant."""
        yield from _helped(self.game)

    # --- Outcomes ---------------------------------------------------------------------------------

    def came_to(self, states: Sequence[Texas42State], seat: int) -> Outcome:
        """Return the outcome for a seat's side: the contract made or set, points and tricks."""
        return story.came_to(states[-1], seat)

    def best(self, states: Sequence[Texas42State], seat: int) -> Best | None:
        """Return the double-dummy value of the contract."""
        return story.best(states, seat)

    # --- Rulings ----------------------------------------------------------------------------------

    def takes_long(self, state: Texas42State, move: Move) -> bool:
        """Return True for a claim, whose ruling searches every legal play of the others."""
        return move == CLAIM

    def parse(self, state: Texas42State, text: str) -> Move:
        """Parse a move as people type it: ``6:4``, ``six-four``, ``bid 31``, ``1 mark``, ``no trump``.

        Raises:
            NotationError: the text is not a move of Texas 42, or could mean several dominoes.
        """
        typed = text.strip().lower()
        plain = without_words(typed) if state.phase == "play" else typed
        domino = _DOMINO.fullmatch(_PLAYING.sub("", plain))
        if domino is not None and (state.phase == "play" or "-" in typed):
            return Move(f"{domino[1]}-{domino[2]}")
        meant = _meant(state, _PLAYING.sub("", typed)) if state.phase == "play" else ()
        if meant:
            raise NotationError(_which(repr(text[:24]), meant))
        word = _MARKS.sub(r"\1m", _SPOKEN.sub("", typed))
        for spoken in (typed, word):
            try:
                return Move(_WORDS.get(spoken, spoken))
            except NotationError:
                continue
        raise NotationError(_unread(state.phase, repr(text[:24])))

    def ruled(self, state: Texas42State, chosen: str, move: Any, reason: Phrase | None) -> Ruling:
        """Return the ruling on a choice; for a domino, also the legal plays."""
        ruling = super().ruled(state, chosen, move, reason)
        if state.phase == "declare" and not ruling.legal:
            return ruling._replace(
                meets=_suits_of(chosen)
            )  # the names of all moves, to choose from
        if state.phase != "play":
            return ruling
        if ruling.legal and move == CLAIM:
            return ruling._replace(note=story.warned(state), twice=True)
        legal = tuple(map(str, dominoes_of(state.play.position.legal()))) if state.play else ()
        held = state.hands[state.turn].bit_count()
        return ruling._replace(open=legal, owed=legal if len(legal) < held else ())

    # --- The story --------------------------------------------------------------------------------

    def told(self, before: Texas42State, move: Move, after: Texas42State) -> Iterator[Told]:
        """Yield the lines of a move, all of them public."""
        for line, seat in story.told(before, move, after):
            yield Told(line, seat=None if seat == NOBODY else seat)

    def why_trick(
        self, state: Texas42State, number: int | None, seat: int | None
    ) -> tuple[list[Phrase], Drawing | None]:
        """Return the explanation of a trick's winner, and a drawing of the trick."""
        return tricks.why(state, number)

    def claim(self, state: Texas42State, seat: int, what: dict[str, Any]) -> Claimed:
        """Rule on a claim exactly, against every legal play of the others."""
        return story.claimed(state, seat, what)

    def forfeited(self, state: Texas42State, seat: int) -> Forfeited:
        """Return the outcome of a hand that a seat's false claim has lost."""
        return story.forfeited(state, seat)

    def verdict_of_forfeit(
        self, state: Texas42State, score: Sequence[int], seat: int | None
    ) -> Verdict:
        """Return the verdict of a hand that a false claim has lost, by the score of each side."""
        return story.verdict_of_forfeit(state, (score[0], score[1]), seat)

    def may_claim(self, state: Texas42State, seat: int) -> bool:
        """Return whether a seat may claim: in the play, not sitting out, where a claim is not a move."""
        play = state.play
        if state.variant.claims:
            return False
        return state.phase == "play" and play is not None and seat != play.position.out

    def claimed_move(self, state: Texas42State, seat: int) -> Move:
        """Return the next play of a hand after a true claim of a seat."""
        return story.claimed_move(state, seat)

    # --- The pace ---------------------------------------------------------------------------------

    def is_between(self, state: Texas42State) -> bool:
        """Return whether the hand is over and the match goes on."""
        return state.phase in ("thrown", "end") and state.turn != OVER

    def is_undealt(self, state: Texas42State) -> bool:
        """Return whether no domino has been dealt yet, also after a hand lost by a false claim."""
        is_empty = state.phase == "deal" and not any(state.dealt)
        return is_empty or super().is_undealt(state)

    def is_new_knowledge(self, before: Texas42State, move: Move, after: Texas42State) -> bool:
        """Return whether the move was a chance move; all others are public."""
        return before.turn == CHANCE

    def is_trick_whole(self, before: Texas42State, after: Texas42State) -> bool:
        """Return whether the play completed a trick."""
        if before.play is None or after.play is None:
            return False
        return len(after.play.tricks) > len(before.play.tricks)


def _helped(game: Any) -> Iterator[Phrase]:
    yield phrase("texas42.help.call", "pass, 31, 1m   call: points from 30 to 41, or marks")
    if game.plunge:
        yield phrase(
            "texas42.help.plunge",
            "plunge4        call: 4 doubles, 4 marks or more; your partner declares and leads",
        )
    if game.splash:
        yield phrase(
            "texas42.help.splash",
            "splash2        call: 3 doubles, 2 or 3 marks; your partner declares and leads",
        )
    yield phrase(
        "texas42.help.declare",
        "5, doubles     declare a pip, doubles or notrump, where you won the auction",
    )
    for declaration, line in _HELP.items():
        if game.specials >> declaration & 1:
            yield line
    yield phrase("texas42.help.play", "6-4            play a domino; or in words, six-four")
    if game.claims:
        yield phrase(
            "texas42.help.claim",
            "claim          lay down your hand: all that is left is yours, or it costs the hand",
        )


_HELP = {
    dominoes.NELLO: phrase(
        "texas42.help.nello",
        "nello          declare after marks: lose all tricks; doubles a suit",
    ),
    dominoes.NELLO_INVERTED: phrase(
        "texas42.help.nello-inverted",
        "nello-inverted declare after marks: lose all tricks; doubles a suit, 0-0 high",
    ),
    dominoes.NELLO_HIGH: phrase(
        "texas42.help.nello-high",
        "nello-high     declare after marks: lose all tricks; doubles high in suit",
    ),
    dominoes.NELLO_LOW: phrase(
        "texas42.help.nello-low",
        "nello-low      declare after marks: lose all tricks; doubles low in suit",
    ),
    SEVENS: phrase(
        "texas42.help.sevens",
        "sevens         declare after marks: the nearest to seven must be played and wins",
    ),
}


_WORDS = {
    "double": "doubles",
    "no": "notrump",
    "nt": "notrump",
    "followme": "notrump",
    "p": "pass",
    "不叫": "pass",
    "过": "pass",
    "无主": "notrump",
    "对子": "doubles",
    **{str(name): str(pip) for pip, name in enumerate(dominoes.SUIT_NAMES)},
}
"""Other common words for declarations and calls."""


def _meant(state: Texas42State, text: str) -> tuple[str, ...]:
    """Return the dominoes of the hand on turn that a text may mean, by an end or as a double."""
    held = dominoes_of(state.hands[state.turn])
    end = end_named(text)
    if end is not None:
        return tuple(str(one) for one in held if end in (one.high, one.low))
    is_double = text in ("double", "a double", "the double", "双")
    return tuple(str(one) for one in held if is_double and one.is_double)


def _which(text: str, meant: Sequence[str]) -> Phrase:
    which = one_of(meant)
    return phrase(
        "texas42.say.which", "{text} is no whole domino: write {which}", text=text, which=which
    )


def _unread(phase: str, text: str) -> Phrase:
    """Return the message that a text is not a move, with the notation for the phase."""
    if phase == "call":
        return phrase(
            "texas42.say.no-call",
            "{text} is no call: write pass, 30 to 41, or marks as 1m",
            text=text,
        )
    if phase == "declare":
        return phrase(
            "texas42.say.no-trump",
            "{text} is nothing to declare: write a suit as fives or 5, doubles or notrump",
            text=text,
        )
    if phase == "play":
        return phrase("texas42.say.no-domino", "{text} is no domino: write it as 6-4", text=text)
    return phrase(
        "texas42.say.unread",
        "{text} is no move: write a domino as 6-4, a call as pass, 30 or 1m, or what is "
        "declared, as 5, doubles or notrump",
        text=text,
    )


def _suits_of(chosen: str) -> tuple[str, ...]:
    """Return the suits of a domino that is chosen as a declaration."""
    domino = _DOMINO.fullmatch(chosen.strip())
    return () if domino is None else tuple(dict.fromkeys(domino.groups()))
