"""Everything that rami shows and says: melds on the table, tasks, typed moves, and scores.

The module first says how a deal ends, then what ``RamiFace`` shows and says in the order of a game: the
position, the task, moves, and the story.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

from suitwise.cards import ANY_JOKER, Card, without_words
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import CardText, Drawing, Phrase, Seat, Several, phrase
from suitwise.game import CHANCE
from suitwise.players.face import MOST_MEETING, cards_in
from suitwise.players.face_values import Ruling, Told, Verdict, ended, verdict_by
from suitwise.rummy.face import Row, RummyFace, any_card_of, left_row, meld_rows
from suitwise.rummy.rami.rules.house import hand_points
from suitwise.rummy.rami.rules.moves import RamiMove, meld_of, text_of
from suitwise.rummy.rami.rules.turn import cards_laid, wilds_of, worth_of
from suitwise.rummy.rami.solve import arranged_of, left_points, most_points
from suitwise.rummy.rami.state import ENDS, RamiState
from suitwise.rummy.rami.typed import move_typed
from suitwise.rummy.rules.cards import Cards, cards_text, minus
from suitwise.rummy.rules.melds import Meld
from suitwise.rummy.rules.rules import Rules

_ROOM = 56
"""The most characters of typed moves that the terminal lists."""
_TO_TABLE = ("open", "lay", "add", "take", "done")
"""The kinds of moves that lay cards on the table."""
_WORDS = {"结束": "end", "完": "end"}
"""Further words for typed moves."""

# --- The end of a deal ----------------------------------------------------------------------------


def over(state: RamiState) -> dict[str, Any] | None:
    """Return what the table shows at the end of a deal, with the remaining hands; None before."""
    if state.phase not in ENDS:
        return None
    following = None
    if state.turn == CHANCE:
        first = (state.first + 1) % state.variant.seats
        following = phrase("rami.over.next", "{seat} begins the next deal", seat=Seat(first))
    end = ended(result(state), lines(state), following=following, is_match=following is None)
    held = [seat for seat, hand in enumerate(state.hands) if hand and state.phase == "out"]
    rules = state.variant.rules
    return end | {
        "hands": [{"seat": seat, "rows": _rows(state.hands[seat], rules)} for seat in held]
    }


def result(state: RamiState) -> Phrase:
    """Return one sentence about how a deal has ended."""
    if state.phase == "void":
        return phrase("rami.over.void", "the deal is void: nobody scores")
    seat = Seat(state.seat)
    if state.sec == "no":
        return phrase("rami.over.out", "{seat} is out", seat=seat)
    if state.sec == "later":
        return phrase("rami.over.sec", "{seat} is out by rami sec, all in one turn", seat=seat)
    return phrase(
        "rami.over.sec-first",
        "{seat} is out by rami sec, all in one turn and the first on the table",
        seat=seat,
    )


def lines(state: RamiState) -> list[Phrase]:
    """Return the score of each seat with the reason, then the totals and the winner of a match."""
    scores = state.scores() if state.phase == "out" else ()
    told = [_score(state, seat, score) for seat, score in enumerate(scores)]
    if state.variant.most_deals > 1:
        told.append(phrase("rami.over.totals", "in all: {scores}", scores=Several(_totals(state))))
    if state.is_decided and state.variant.most_deals > 1:
        least = min(state.totals)
        winners = [Seat(seat) for seat, total in enumerate(state.totals) if total == least]
        told.append(
            phrase(
                "rami.over.won",
                "{seats}: the match is won with {n} points",
                seats=Several(winners),
                n=least,
            )
        )
    return told


def _totals(state: RamiState) -> list[Phrase]:
    """Return each seat with its total score."""
    return [
        phrase("rami.total", "{seat} {points}", seat=Seat(seat), points=total)
        for seat, total in enumerate(state.totals)
    ]


def _score(state: RamiState, seat: int, score: int) -> Phrase:
    """Return the score of a seat in a deal that has ended, with the reason."""
    if seat == state.seat:
        return phrase("rami.over.winner", "{seat} scores {points}", seat=Seat(seat), points=score)
    if state.variant.unopened and not state.opened[seat]:
        return phrase(
            "rami.over.unopened",
            "{seat} has not opened and scores {points}",
            seat=Seat(seat),
            points=score,
        )
    return phrase(
        "rami.over.held",
        "{seat} holds {n} points and scores {points}",
        seat=Seat(seat),
        n=hand_points(state.hands[seat], state.variant),
        points=score,
    )


def _rows(hand: Cards, rules: Rules) -> list[Row]:
    """Return a hand in rows: its best melds, then the cards that are in none of them."""
    melds, left = arranged_of(hand, rules)
    points = sum(map(rules.cost, left))
    name = phrase("rami.row.left", "in no meld: {n} points", n=points)
    return [
        *meld_rows(melds, hand, left, pure=True),
        left_row(name, left, points, rules.cost),
    ]


# --- The face -------------------------------------------------------------------------------------


class RamiFace(RummyFace):
    """Shows rami at a table.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state, _ = Rami(deals=1).start().rolled(3, 0)
    >>> face = RamiFace(Rami(deals=1))
    >>> print(face.headline(state))
    first melds count 51 or more, with a run without a joker
    >>> print(face.task(state))
    draw from the stock: the pile is closed in the first turns of each player
    """

    shows: ClassVar[str] = "end"
    unread: ClassVar[str] = "rami.no-move"
    longest_line: ClassVar[int] = 300

    def unread_as(self, text: str) -> Phrase:
        """Return a message that a text is not a move, with examples of typed moves."""
        return phrase(
            "rami.unread",
            "no move is called {text}: type draw, take, open HT HJ HQ / S9 D9 C9, lay C2 C3 C4, "
            "add HK 1, take HQ 1, or a card as H7 to discard it",
            text=text,
        )

    # --- The position -----------------------------------------------------------------------------

    def headline(self, state: RamiState) -> Phrase:
        """Return the requirement for first melds in words; once a deal is over, who wins it."""
        if state.phase in ("deal", "turn_up"):
            return phrase("table.dealing", "cards are dealt")
        if state.phase in ENDS:
            return phrase("rami.head.over", "the fewest points win")
        needed = state.as_turn.needed
        if state.variant.pure == "yes":
            return phrase(
                "rami.head.pure",
                "first melds count {n} or more, with a run without a joker",
                n=needed,
            )
        return phrase("rami.head.any", "first melds count {n} or more", n=needed)

    def rows(self, state: RamiState, seat: int) -> list[dict[str, Any]]:
        """Return a seat's hand in rows: its best melds, then the cards that are in none of them."""
        return _rows(state.hands[seat], state.variant.rules)

    def laid(self, state: RamiState, table: dict[str, Any]) -> dict[str, Any]:
        """Return the part ``table`` of a view with its melds added as rows."""
        return {**table, "rows": meld_rows(state.table, _all_cards(state.table), pure=True)}

    def lying(self, table: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
        """Yield the cards on the table: each meld with its number, then the pile and the stock."""
        melds = _melds_of(table["melds"])
        for number, row in enumerate(meld_rows(melds, _all_cards(melds), pure=True), 1):
            name = phrase("rami.row.meld", "{n}: {kind}", n=number, kind=row["name"])
            yield name, cards_in(row)
        yield from super().lying(table)

    def noted(self, state: RamiState, seat: int) -> Phrase | None:
        """Return a note about a seat: whether it is open, and the cards that it is known to hold."""
        n, known = len(state.hands[seat]), state.known_to(None, seat)
        note = phrase("rami.note.open", "{n} cards", n=n)
        if not state.opened[seat]:
            note = phrase("rami.note.closed", "not open yet")
        if not known or state.phase == "out":
            return note
        cards = CardText(cards_text(known))
        return phrase("rami.note.holds", "{note}; holds {cards}", note=note, cards=cards)

    # --- The task ---------------------------------------------------------------------------------

    def task(self, state: RamiState) -> Phrase:
        """Return the task of the seat on turn, in words."""
        if state.phase == "draw":
            return _to_draw(state)
        if state.owed_jokers:
            return phrase("rami.ask.joker", "lay a joker in a new meld in this turn")
        if state.owed:
            owed = CardText(cards_text(state.owed))
            return phrase("rami.ask.owed", "lay {cards} in this turn", cards=owed)
        if state.opened[state.seat]:
            if any(move.kind in _TO_TABLE for move in state.moves()):
                return phrase("rami.ask.table", "lay what you can, or discard a card")
            return self._to_discard(state)
        best = best_opening_of(state)
        if best is None:
            return _short(state)
        return phrase(
            "rami.ask.open",
            "you can open with {points} points, or discard a card",
            points=_opening_points(state, best),
        )

    def _to_discard(self, state: RamiState) -> Phrase:
        discards = self.discards(state)
        if not discards:
            return phrase("rami.ask.end", "end the turn")
        if out := [card for card in discards if self.may_show(state, card)]:
            card = any_card_of(out)
            return phrase("rami.ask.out", "discard {card}: then you are out", card=card)
        kept, best = self.least(state)
        return phrase(
            "rami.ask.discard",
            "discard a card: {card} leaves the fewest points, {kept}",
            card=any_card_of(best),
            kept=kept,
        )

    def takes_long(self, state: RamiState, move: RamiMove) -> bool:
        """Return whether finding the moves after this one may take long: after all but ``next``."""
        return move.kind != "next"

    def typed(self, state: RamiState) -> Iterator[Phrase]:
        """Yield a line with the moves that can be typed: the draws, or the moves to the table.

        The best move comes first, and as many moves are named as fit into a line.
        """
        moves = [m for m in state.moves() if state.phase == "draw" or m.kind in _TO_TABLE]
        best = best_laying_of(state) if state.phase == "play" else None
        first = [] if best is None else [state.step_to(best)]
        named = list(map(str, dict.fromkeys([*first, *moves])))
        if not named:
            return
        shown = [text for at, text in enumerate(named) if len(" ".join(named[: at + 1])) <= _ROOM]
        shown = shown or named[:1]
        if len(shown) == len(named):
            yield phrase("terminal.moves", "to move: {moves}", moves=" ".join(shown))
        else:
            yield phrase(
                "terminal.more-moves",
                "to move: {moves} and {more} more",
                moves=" ".join(shown),
                more=len(named) - len(shown),
            )

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move."""
        yield self.help_on_draws()
        yield phrase("rami.help.open", "open HT HJ HQ / S9 D9 C9   first melds, all in one move")
        yield phrase("rami.help.lay", "lay C2 C3 JK    a further meld, the joker where it stands")
        yield phrase("rami.help.add", "add HK 1        a card to meld 1 of the table")
        yield phrase("rami.help.take", "take HQ 1       a card for the joker of meld 1")
        yield phrase("rami.help.card", "H7, JK          discard a card")

    # --- Moves ------------------------------------------------------------------------------------

    def parse(self, state: RamiState, text: str) -> RamiMove:
        """Parse a move as people type it: ``open HT HJ HQ / S9 D9 C9``, ``lay C2 C3 JK``, ``add HK 1``.

        Raises:
            NotationError: the text is not a move of the game, or does not say enough.
        """
        try:
            return RamiMove.parse(text.strip())
        except NotationError:
            typed = " ".join(without_words(text).lower().split())
        found = move_typed(state, _WORDS.get(typed, typed))
        if found is not None:
            return found
        move: RamiMove = super().parse(state, _WORDS.get(typed, text))
        return move

    def discards(self, state: RamiState) -> tuple[int, ...]:
        """Return the cards that the seat on turn may discard."""
        return tuple(move.card for move in state.moves() if move.kind == "card")

    def kept(self, state: RamiState, card: int) -> int:
        """Return the points that the hand on turn keeps after a discard, without its best melds."""
        return left_points(minus(state.hands[state.seat], card), state.variant.rules)

    def may_show(self, state: RamiState, card: int) -> bool:
        """Return whether a discard ends the deal, as the last card of the hand."""
        return len(state.hands[state.seat]) == 1

    def choices(self, state: RamiState) -> dict[str, Any]:
        """Return for each discard the points that it leaves, and the best move to the table."""
        if state.phase != "play":
            return {"discards": {}, "lay": ""}
        best = best_laying_of(state)
        return {
            "discards": {
                str(Card(card)): {"left": self.kept(state, card), "shows": False}
                for card in self.discards(state)
            },
            "lay": "" if best is None else str(state.step_to(best)),
        }

    def of_card(self, state: RamiState, card: int) -> Phrase:
        """Return the effect of a discard in words: the points left, or that the seat is out."""
        if self.may_show(state, card):
            return phrase("rami.note.out", "without {card} you are out", card=CardText(Card(card)))
        return phrase(
            "rami.note.discard",
            "without {card} the cards in no meld count {kept}",
            card=CardText(Card(card)),
            kept=self.kept(state, card),
        )

    def ruled(
        self, state: RamiState, chosen: str, move: RamiMove | None, reason: Phrase | None
    ) -> Ruling:
        """Return the ruling on a chosen move, with the effect of a legal discard.

        For an illegal move it contains legal ones with some of the same cards.
        """
        ruling = super().ruled(state, chosen, move, reason)
        if state.phase != "play" or move is None:
            return ruling
        if not ruling.legal:
            return ruling._replace(meets=_similar_moves(state, move))
        if move.kind == "card":
            note = self.of_card(state, move.card)
            if any(one.cards == (move.card,) for one in state.moves() if one.kind in _TO_TABLE):
                note = phrase("rami.note.fits", "{note}; it fits a meld of the table", note=note)
            return ruling._replace(note=note)
        if move.kind == "open":
            return ruling._replace(note=_opens(state, move))
        return ruling

    def named(self, state: RamiState, move: RamiMove) -> Phrase | None:
        """Return a move in words, the same as in the story."""
        return self.done(state, move)

    # --- The story --------------------------------------------------------------------------------

    def told(self, before: RamiState, move: RamiMove, after: RamiState) -> Iterator[Told]:
        """Yield the story of a move; only the seat that draws a card is told which one it is."""
        if move.kind == "stock" and not before.stock:
            yield Told(phrase("rami.told.turned", "the pile is turned over: it is the stock"))
        yield from super().told(before, move, after)

    def done(self, state: RamiState, move: RamiMove) -> Phrase:
        """Return a move of the seat on turn in words that everybody may read."""
        seat, step = Seat(state.turn), move
        move = state.made_by(move)
        if move.kind == "open" and step.kind == "lay":
            return phrase(
                "rami.told.choose",
                "{seat} chooses {meld} to open",
                seat=seat,
                meld=_as_cards(step.melds),
            )
        if move.kind == "open":
            melds = _as_cards(move.melds)
            return phrase("rami.told.open", "{seat} opens with {melds}", seat=seat, melds=melds)
        if move.kind == "lay":
            meld = _as_cards(move.melds)
            return phrase("rami.told.lay", "{seat} lays {meld}", seat=seat, meld=meld)
        if move.kind == "end":
            return phrase("rami.told.end", "{seat} ends the turn", seat=seat)
        if not move.at:
            return super().done(state, move)
        meld = _as_cards([text_of(state.table[move.at - 1])])
        if move.kind == "take":
            return phrase(
                "rami.told.take",
                "{seat} lays {cards} for a joker of {meld}",
                seat=seat,
                cards=CardText(cards_text(move.cards)),
                meld=meld,
                n=move.at,
            )
        return phrase(
            "rami.told.add",
            "{seat} adds {card} to {meld}",
            seat=seat,
            card=CardText(f"JK{move.melds[0]}" if move.melds else Card(move.card)),
            meld=meld,
            n=move.at,
        )

    def ended(self, state: RamiState) -> Iterator[Told]:
        """Yield the lines of the end of a deal."""
        if state.phase in ENDS:
            yield Told(result(state))
            yield from map(Told, lines(state))

    def over(self, state: RamiState) -> dict[str, Any] | None:
        """Return what the table shows at the end of a deal; None before."""
        return over(state)

    def scored(self, state: RamiState) -> list[Phrase]:
        """Return the total score of each seat; the lowest wins."""
        return _totals(state)

    def verdict(self, state: RamiState, seat: int | None) -> Verdict:
        """Return whether a seat has won a deal or the match: the fewest points win."""
        if state.turn == CHANCE:
            return verdict_by(state.scores(), seat, is_low=True)
        return verdict_by(state.totals, seat, is_low=True)

    def is_between(self, state: RamiState) -> bool:
        """Return whether a deal is over and the match goes on."""
        return state.phase in ENDS and state.turn == CHANCE

    def why_trick(
        self, state: RamiState, number: int | None, seat: int | None
    ) -> tuple[list[Phrase], Drawing | None]:
        """Return the rules that matter now: the seat's best melds, first melds, and a turn."""
        rule = phrase(
            "rami.why.turn",
            "after its first melds a seat lays further ones, adds cards to any meld of the table and "
            "puts a card in the place of a joker; who has no card left ends the deal",
        )
        if state.phase in ("deal", "turn_up"):
            return [rule], None
        head = self.headline(state)
        if seat is None:
            return [head, rule], None
        melds, left = arranged_of(state.hands[seat], state.variant.rules)
        if not melds:
            return [phrase("rami.why.no-meld", "your cards make no meld yet"), head, rule], None
        own = phrase(
            "rami.why.hand",
            "your best melds: {melds}; in no meld: {left}",
            melds=_as_cards(map(text_of, melds)),
            left=CardText(cards_text(left)),
        )
        return [own, head, rule], None


def _as_cards(texts: Iterable[str]) -> CardText:
    """Return melds as cards, each joker with the card that it stands for: ``C2 JK[C3] C4``."""
    melds = _melds_of(texts)
    rows = meld_rows(melds, _all_cards(melds))
    return CardText(" / ".join(map(cards_in, rows)) or "-")


def _all_cards(melds: Iterable[Meld]) -> Cards:
    """Return all cards of melds as a hand, jokers included."""
    natural = [int(card) for meld in melds for card in meld.cards]
    return (*natural, *[ANY_JOKER] * sum(map(wilds_of, melds)))


def best_opening_of(state: RamiState) -> RamiMove | None:
    """Return the listed opening with the most points; None if the seat can't open."""
    found = [move for move in state.whole_moves if move.kind == "open"]
    return max(found, key=lambda move: _opening_points(state, move), default=None)


def _opening_points(state: RamiState, move: RamiMove) -> int:
    return worth_of(_melds_of(move.melds), state.variant.rules)


def _opens(state: RamiState, move: RamiMove) -> Phrase:
    """Return that some first melds do, with their points."""
    return phrase(
        "rami.note.opens",
        "{points} of {needed} points: enough to open",
        points=_opening_points(state, move),
        needed=state.as_turn.needed,
    )


def best_laying_of(state: RamiState) -> RamiMove | None:
    """Return the best opening, or the further meld with the most points; None if none can be laid."""
    if not state.opened[state.seat]:
        return best_opening_of(state)
    rules = state.variant.rules
    melds = [move for move in state.whole_moves if move.kind == "lay"]
    return max(melds, key=lambda move: sum(map(rules.cost, cards_laid(move))), default=None)


def _to_draw(state: RamiState) -> Phrase:
    """Return the task before a draw: the stock and the pile, or why the pile is closed."""
    if any(move.kind == "pile" for move in state.moves()):
        top = CardText(Card(state.pile[-1][0]))
        if state.variant.pile == "use":
            return phrase(
                "rami.ask.use", "draw from the stock, or take {card} and lay it", card=top
            )
        return phrase("rami.ask.draw", "draw from the stock, or take {card}", card=top)
    why = state.why_not("pile")
    assert why is not None
    return phrase("rami.ask.stock", "draw from the stock: {why}", why=why)


def _short(state: RamiState) -> Phrase:
    """Return the task of a seat that can't open: to discard, with what it lacks."""
    house = state.variant
    keeps, hand = int(house.out == "discard"), state.hands[state.seat]
    is_pure = house.pure == "yes"
    points = most_points(hand, house.rules, is_pure, keeps)
    if points < 0:
        return phrase("rami.ask.no-run", "discard a card: to open you lack a run without a joker")
    return phrase(
        "rami.ask.short",
        "discard a card: your melds count {points} of the {needed} points to open",
        needed=state.as_turn.needed,
        points=points,
    )


def _similar_moves(state: RamiState, illegal: RamiMove) -> tuple[str, ...]:
    """Return legal moves that have a card in common with an illegal one."""
    wanted = _cards_of(illegal)
    found = (str(move) for move in state.moves() if _cards_of(move) & wanted)
    return tuple(islice(found, MOST_MEETING))


def _cards_of(move: RamiMove) -> set[int]:
    """Return all cards that a move names."""
    return {*move.cards, *(int(card) for meld in _melds_of(move.melds) for card in meld.cards)}


def _melds_of(texts: Iterable[str]) -> list[Meld]:
    """Return the melds that texts describe; texts that are no melds are left out."""
    return [meld for text in texts if (meld := meld_of(text)) is not None]


__all__ = ["RamiFace"]
