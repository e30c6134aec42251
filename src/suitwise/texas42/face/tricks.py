"""Explanations and drawings of tricks of Texas 42; calls, points and dominoes in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from suitwise.foundation.seating import NOBODY, players, seat_at
from suitwise.foundation.text.phrases import Drawing, Phrase, Say, Seat, Side, phrase
from suitwise.game import OVER
from suitwise.picture.svg import Box
from suitwise.players.face import Face
from suitwise.texas42 import picture as pictures
from suitwise.texas42.endgame.game import EndgameState
from suitwise.texas42.picture import declaration_name, draw_domino, draw_trick, hand_picture
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.auction import CALL_TEXT, FIRST_MARK, MARKS, PASS, is_plunge, is_splash
from suitwise.texas42.rules.contracts import Play
from suitwise.texas42.rules.dominoes import SEVENS, Domino, beats, distance, format_dominoes, power
from suitwise.texas42.rules.position import Position
from suitwise.texas42.state import Texas42State

# --- Calls, points and tricks in words ------------------------------------------------------------


def call_named(call: int) -> Phrase:
    """Return the name of a call.

    >>> from suitwise.texas42.rules.auction import call_of
    >>> [str(call_named(call_of(text))) for text in ("31", "1m", "2m", "plunge4")]
    ['31', '1 mark', '2 marks', 'plunge for 4 marks']
    """
    marks = MARKS[call]
    if call == PASS:
        return phrase("texas42.name.pass", "pass")
    if call < FIRST_MARK:
        return phrase("texas42.name.bid", "{bid}", bid=CALL_TEXT[call])
    if is_plunge(call):
        return phrase("texas42.name.plunge", "plunge for {n} marks", n=marks)
    if is_splash(call):
        return phrase("texas42.name.splash", "splash for {n} marks", n=marks)
    if marks == 1:
        return phrase("texas42.name.mark", "1 mark")
    return phrase("texas42.name.marks", "{n} marks", n=marks)


def tricks_named(tricks: int) -> Phrase:
    """Return a number of tricks in words.

    >>> tricks_named(1), tricks_named(3)
    ('1 trick', '3 tricks')
    """
    if tricks == 1:
        return phrase("texas42.name.trick", "1 trick")
    return phrase("texas42.name.tricks", "{n} tricks", n=tricks)


# --- Dominoes in English and Chinese words --------------------------------------------------------
#
# For example six-four, double five, 双五. An end is named by a number or by its suit in 42
# (``rules.dominoes.SUIT_NAMES``).

_ENGLISH = (
    ("zero", "blank", "blanks"),
    ("one", "ones", "ace", "aces"),
    ("two", "twos", "deuce", "deuces"),
    ("three", "threes", "trey", "treys"),
    ("four", "fours"),
    ("five", "fives"),
    ("six", "sixes"),
)
_CHINESE = ("零空白", "一", "二两", "三", "四", "五", "六")
_ENDS = {
    **{word: pip for pip, words in enumerate(_ENGLISH) for word in words},
    **{sign: pip for pip, signs in enumerate(_CHINESE) for sign in signs},
    "空白": 0,
    "白板": 0,
    **{str(pip): pip for pip in range(7)},
}
_LONGEST_FIRST = sorted(_ENDS, key=len, reverse=True)
_LATIN = "|".join(word for word in _LONGEST_FIRST if word.isascii())
_SIGNS = "|".join(word for word in _LONGEST_FIRST if not word.isascii())
_END = f"(?:{_LATIN}|(?>{_SIGNS}))点?"
"""An end; Chinese words are matched atomically, since 空白 is one blank and not two."""
_GAP = r"(?:\s*[-:/|,.和]\s*|\s+and\s+|\s*)"
_ALONE = r"(?<![a-z0-9]){}(?![a-z0-9])"
_DOUBLE = re.compile(_ALONE.format(rf"(?:double[\s-]*|双)({_END})"), re.I)
_PAIR = re.compile(_ALONE.format(rf"({_END}){_GAP}({_END})"), re.I)
_SINGLE = re.compile(rf"({_END})", re.I)
_FILLING = re.compile(r"\bthe\s+", re.I)


def without_words(text: str) -> str:
    """Return a text with dominoes named in English or Chinese replaced by digits.

    Everything else is kept except *the*. Three ends in a row are no domino, nor is a single one.

    >>> without_words("play the six-four"), without_words("Double five"), without_words("双五")
    ('play 6-4', '5-5', '5-5')
    >>> without_words("ace deuce"), without_words("六点和四点"), without_words("double blank")
    ('1-2', '6-4', '0-0')
    >>> without_words("six five four"), without_words("sixty-four"), without_words("空白")
    ('six five four', 'sixty-four', '空白')
    """
    plain = _FILLING.sub("", text)
    if len(re.findall(_END, re.sub(_DOUBLE, "", plain), re.I)) > 2:
        return text
    return _PAIR.sub(_pair, _DOUBLE.sub(_pair, plain))


def end_named(text: str) -> int | None:
    """Return the end that a text names alone, or None; several dominoes may have it.

    >>> end_named("six"), end_named("五"), end_named("six four"), end_named("double")
    (6, 5, None, None)
    """
    found = _SINGLE.fullmatch(_FILLING.sub("", text).strip())
    return None if found is None else _pips(found[1])


def _pair(found: re.Match[str]) -> str:
    ends = found.groups() * 2
    return f"{_pips(ends[0])}-{_pips(ends[1])}"


def _pips(word: str) -> int:
    return _ENDS[word.lower().removesuffix("点")]


# --- Drawing dominoes -----------------------------------------------------------------------------


class DominoFace(Face):
    """A face that draws dominoes in place of cards."""

    def played(self, play: Mapping[str, Any]) -> list[str]:
        """Return the domino that was played."""
        return [play["domino"]]

    def drawn_card(self, card: str) -> Box:
        """Return the drawing of a domino by its text."""
        return draw_domino(Domino(card), upright=True)


# --- The winner of a trick explained and drawn ----------------------------------------------------


def why(state: Texas42State, number: int | None) -> tuple[list[Phrase], Drawing | None]:
    """Return the explanation of a trick's winner, and its drawing; empty if there is no such trick.

    >>> from suitwise.texas42 import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(seed=1, stream=0)
    >>> for word in ("pass", "31", "pass", "pass", "doubles"):
    ...     state = state.after(word)
    >>> state = state.after(state.moves()[0])
    >>> lines, drawing = why(state, None)
    >>> print(lines[0], str(drawing)[:4])
    seat 2 leads 0-0: trumps are led <svg
    """
    found = _found(state, number)
    if found is None:
        return [], None
    leader, dominoes = found
    assert state.contract is not None
    declaration, out = state.contract.declaration, state.contract.out
    lines = explained(leader, dominoes, declaration, out)
    return lines, picture(leader, dominoes, declaration, out, number or len(_tricks(state)))


def explained(
    leader: int, trick: Sequence[Domino], declaration: int, out: int = NOBODY
) -> list[Phrase]:
    """Return a line for each play of a trick, and last the winner.

    Args:
        leader: the seat that led.
        trick: the dominoes played, in order; at least one.
        declaration: the declaration.
        out: the seat that sits out, or ``NOBODY``.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes
    >>> print(explained(0, as_dominoes("6-3 6-6"), 5)[-1])
    seat 1 is winning it
    """
    seats = [seat_at(leader, place, out) for place in range(len(trick))]
    lines = list(_lines(seats, trick, declaration))
    winner = Seat(seats[dominoes.winning_place(trick, declaration)])
    points = pictures.points_named(dominoes.trick_points(trick))
    if len(trick) == players(out):
        lines.append(
            phrase("texas42.why.takes", "{seat} takes it: {points}", seat=winner, points=points)
        )
    else:
        lines.append(phrase("texas42.why.winning", "{seat} is winning it", seat=winner))
    return lines


def picture(
    leader: int, dominoes: Sequence[Domino], declaration: int, out: int = NOBODY, number: int = 1
) -> Drawing:
    """Return the drawing of a numbered trick; the other arguments are those of ``explained``."""
    return Drawing(_picture, (leader, tuple(dominoes), declaration, out, number))


def _picture(
    say: Say, leader: int, dominoes: Sequence[Domino], declaration: int, out: int, number: int
) -> str:
    title = say(phrase("texas42.draw.title", "Trick {n}", n=number))
    return draw_trick(leader, dominoes, declaration, out=out, title=title, say=say)


def _tricks(state: Texas42State) -> list[tuple[int, Sequence[Domino]]]:
    """Return the tricks with at least one domino, each with its leader; the open one is last."""
    play: Play | None = state.play
    if play is None:
        return []
    found: list[tuple[int, Sequence[Domino]]] = [
        (trick.leader, trick.dominoes) for trick in play.tricks
    ]
    table = [Domino(one) for one in play.position.trick]
    return [*found, (play.position.leader, table)] if table else found


def _found(state: Texas42State, number: int | None) -> tuple[int, Sequence[Domino]] | None:
    tricks = _tricks(state)
    place = len(tricks) if number is None else number
    return tricks[place - 1] if 1 <= place <= len(tricks) else None


def _lines(seats: list[int], trick: Sequence[Domino], declaration: int) -> Iterator[Phrase]:
    lead = trick[0]
    suit = dominoes.led_suit(lead, declaration)
    yield _led(seats[0], lead, suit, declaration)
    best = lead
    for seat, domino in zip(seats[1:], trick[1:], strict=True):
        if declaration == SEVENS:
            yield _nearness(seat, domino, best)
        else:
            yield _reply(seat, domino, best, suit, declaration)
        if beats(domino, best, suit, declaration):
            best = domino


def _led(seat: int, lead: Domino, suit: int, declaration: int) -> Phrase:
    who, domino = Seat(seat), str(lead)
    if declaration == SEVENS:
        off = distance(lead)
        return phrase(
            "texas42.why.led-seven",
            "{seat} leads {domino}, {off} from seven",
            seat=who,
            domino=domino,
            off=off,
        )
    name = dominoes.suit_name(suit, declaration)
    return phrase(
        "texas42.why.led",
        "{seat} leads {domino}: {suit} are led",
        seat=who,
        domino=domino,
        suit=name,
    )


def _nearness(seat: int, domino: Domino, best: Domino) -> Phrase:
    who, off = Seat(seat), distance(domino)
    if off < distance(best):
        return phrase(
            "texas42.why.nearer",
            "{domino} of {seat} is nearer, {off} from seven",
            domino=str(domino),
            seat=who,
            off=off,
        )
    return phrase(
        "texas42.why.not-nearer",
        "{domino} of {seat} is {off} from seven, not nearer than {best}",
        domino=str(domino),
        seat=who,
        off=off,
        best=str(best),
    )


def _reply(seat: int, domino: Domino, best: Domino, suit: int, declaration: int) -> Phrase:
    """Return the line on a reply: whether it follows, trumps or discards, and beats the best."""
    who, name = Seat(seat), dominoes.suit_name(suit, declaration)
    is_trump, follows = (
        power(declaration) >> domino & 1,
        dominoes.FOLLOWS[declaration * 8 + suit] >> domino & 1,
    )
    if not is_trump and not follows:
        return phrase(
            "texas42.why.off",
            "{domino} of {seat} is none of the {suit}, so it can't win",
            domino=str(domino),
            seat=who,
            suit=name,
        )
    if not beats(domino, best, suit, declaration):
        return phrase(
            "texas42.why.lower",
            "{domino} of {seat} is lower than {best}",
            domino=str(domino),
            seat=who,
            best=str(best),
        )
    if is_trump and not follows:
        return phrase(
            "texas42.why.trumps",
            "{domino} of {seat} is trump ({trump}) and beats {best}",
            domino=str(domino),
            seat=who,
            trump=declaration_name(declaration),
            best=str(best),
        )
    return phrase(
        "texas42.why.higher",
        "{domino} of {seat} is higher than {best}",
        domino=str(domino),
        seat=who,
        best=str(best),
    )


# --- The face of the endgame ----------------------------------------------------------------------


class EndgameFace(DominoFace):
    """Shows the endgame on the generic page of a game, with the table in words.

    >>> from suitwise.texas42.endgame.game import Endgame
    >>> state, _ = Endgame().start().rolled(3, 0)
    >>> [str(line) for line in EndgameFace(Endgame()).lines(state)]
    ['fives declared', 'T0 took 0', 'T1 took 0']
    """

    size: ClassVar[tuple[int, int]] = 80, 26

    def lines(self, state: EndgameState) -> Iterator[Phrase]:
        """Yield lines on the declaration, the points that the sides took and need, and the trick."""
        name = declaration_name(state.variant.declared)
        yield phrase("texas42.end-declared", "{name} declared", name=name)
        for side, points in enumerate(state.taken):
            yield phrase("texas42.end-took", "{side} took {n}", side=Side(side), n=points)
        if state.variant.goal:
            goal = state.variant.goal
            yield phrase("texas42.end-goal", "{side} need {n}", side=Side(0), n=goal)
        if state.position is not None and state.position.trick:
            trick = format_dominoes(state.position.trick, " ")
            yield phrase("texas42.end-trick", "on the table: {dominoes}", dominoes=trick)

    def pictured(
        self, state: EndgameState, seat: int, say: Say = str, width: int = 0
    ) -> Iterator[str]:
        """Yield the lines on the table, the trick and the seat's dominoes, drawn."""
        yield from map(say, self.lines(state))
        if state.plays:
            played = format_dominoes(state.plays, " ")
            yield say(phrase("texas42.end-played", "played {dominoes}", dominoes=played))
        if state.turn != OVER and state.position is not None:
            if state.position.trick:
                yield from pictures.position_picture(state.position, seat, say).split("\n")
            yield from hand_picture(dominoes.dominoes_of(state.position.hands[seat]), width).split(
                "\n"
            )

    def in_words(self, state: EndgameState, seat: int, say: Say = str) -> Iterator[str]:
        """Yield the lines on the table and the seat's dominoes in words."""
        yield from map(say, self.lines(state))
        yield from (say(row["name"]) for row in self.rows(state, seat))

    def tricks(self, state: EndgameState) -> Iterator[Phrase]:
        """Yield the complete tricks, a line each."""
        if state.position is not None:
            game = state.variant
            begun = Position(game.declared, state.dealt, game.leader)
            yield from pictures.trick_lines(begun.line([Domino(one) for one in state.plays])[1])

    def notation(self) -> Iterator[Phrase]:
        """Yield what of a hand is played."""
        yield phrase(
            "texas42.told.endgame",
            "Only the last tricks of a hand are played here, trumps being declared.",
        )

    def help(self) -> Iterator[Phrase]:
        """Yield how a domino is played."""
        yield phrase("texas42.help.domino", "6-4          play a domino")

    def rows(self, state: EndgameState, seat: int) -> list[dict[str, Any]]:
        """Return a seat's hand as a row."""
        if state.position is None:
            return []
        held = format_dominoes(dominoes.dominoes_of(state.position.hands[seat]), " ")
        name = phrase("texas42.end-hand", "your dominoes: {dominoes}", dominoes=held)
        return [{"key": "hand", "name": name, "cards": held.split()}]

    def laid(self, state: EndgameState, table: dict[str, Any]) -> dict[str, Any]:
        """Return the contents of the table, with the lines that describe it."""
        return {**table, "lines": list(self.lines(state))}
