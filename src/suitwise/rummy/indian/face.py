"""How Indian rummy is shown and explained at a table in a browser: hands, moves, the end of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from suitwise.foundation.text.phrases import CardText, Drawing, Phrase, Seat, phrase, phrased
from suitwise.players.face_values import Ruling, Told, ended
from suitwise.rummy.face import Row, RummyFace, any_card_of, left_row, meld_rows
from suitwise.rummy.indian.rules import IndianMove
from suitwise.rummy.indian.state import ENDS, IndianState, best_of, melds_of
from suitwise.rummy.rules.cards import Cards, card_named, cards_text, minus
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import Rules
from suitwise.rummy.solve.laying import declaration_fault

# --- The end of a deal ----------------------------------------------------------------------------


def over(state: IndianState) -> dict[str, Any] | None:
    """Return what the table shows at the end of a deal, with the ``hands`` in rows; None before."""
    if state.phase not in ENDS:
        return None
    end = ended(result(state), lines(state), is_match=True)
    shown = [seat for seat in range(state.variant.seats) if state.is_shown(seat)]
    order = sorted(shown, key=lambda seat: seat != state.seat)
    return end | {"hands": [{"seat": seat, "rows": _hand_rows(state, seat)} for seat in order]}


def result(state: IndianState) -> Phrase:
    """Return the outcome of a deal in one sentence."""
    if state.phase == "void":
        return phrase("indian13.over.void", "the deal is void: the draws have run out")
    won = f"{state.returns()[state.seat]:g}"
    if state.phase == "show":
        return phrase(
            "indian13.over.show",
            "{seat} declares and wins {points} points",
            seat=Seat(state.seat),
            points=won,
        )
    return phrase(
        "indian13.over.last",
        "{seat} is the last one in and wins {points} points",
        seat=Seat(state.seat),
        points=won,
    )


def lines(state: IndianState) -> list[Phrase]:
    """Return what each of the other seats loses and why, a sentence each."""
    showdown = state.showdown
    if showdown is None:
        return []
    others = (seat for seat in range(state.variant.seats) if seat != showdown.winner)
    return [_loss(state, seat, showdown.loss(seat)) for seat in others]


def _loss(state: IndianState, seat: int, lost: int) -> Phrase:
    standing = state.standings[seat]
    if standing in ("drop", "middle"):
        return phrase(
            "indian13.over.dropped", "{seat} dropped and loses {lost}", seat=Seat(seat), lost=lost
        )
    if standing == "false":
        return phrase(
            "indian13.over.false",
            "{seat} declared falsely and loses {lost}",
            seat=Seat(seat),
            lost=lost,
        )
    return phrase("indian13.over.loses", "{seat} loses {lost} points", seat=Seat(seat), lost=lost)


def _hand_rows(state: IndianState, seat: int) -> list[Row]:
    """Return a shown hand in rows, the winner's with the melds of the declaration."""
    cards, rules = state.hands[seat], state.rules
    melds = melds_of(cards, rules) if state.phase == "show" and seat == state.seat else None
    if melds is None:
        return arranged(cards, rules)
    return [*meld_rows(melds, cards, pure=True), left_row(_counted(0), (), 0, rules.cost)]


def arranged(cards: Cards, rules: Rules) -> list[Row]:
    """Return a hand in rows: its best melds, and the cards that are in none.

    If the required runs are missing, every card counts, also those in melds.
    """
    best = best_of(cards, rules)
    if best.counts:
        name, needs = _counted(best.points), None
    else:
        needs = phrase("indian13.row.needs", "all count: needs two runs, one pure")
        name = phrase("indian13.row.all-count", "counts {n}; {needs}", n=best.points, needs=needs)
    rest = left_row(name, best.left, best.points, rules.cost, needs)
    return [*meld_rows(best.melds, cards, best.left, pure=True), rest]


def _counted(points: int) -> Phrase:
    return phrase("indian13.row.left", "in no meld: {n} points", n=points)


# --- The face -------------------------------------------------------------------------------------

_MOST_NAMED = 3
"""The most cards in no meld that are named if a declaration would be false."""


class IndianFace(RummyFace):
    """Shows Indian rummy at a table.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> face = IndianFace(Indian())
    >>> for row in face.rows(state, 0):
    ...     print(row["name"], *row["cards"])
    run C3 DT C5
    pure run C6 C7 C8
    in no meld: 46 points S8 SQ H2 H5 D2 D9 CJ
    """

    shows: ClassVar[str] = "declare"
    unread: ClassVar[str] = "indian13.no-move"

    def unread_as(self, text: str) -> Phrase:
        """Return the message that a text is not a move, and how to type moves."""
        return phrase(
            "indian13.unread",
            "no move is called {text}: type draw, take, drop, a card as H7, or declare H7",
            text=text,
        )

    def headline(self, state: IndianState) -> Phrase:
        """Return the card turned up and the wild rank, in words."""
        if state.wild < 0:
            return phrase("table.dealing", "cards are dealt")
        if not state.rules.wild:
            return phrase(
                "indian13.head.jokers",
                "{card} is turned up: jokers are wild",
                card=card_named(state.wild),
            )
        return phrase(
            "indian13.head.wild",
            "{card} is turned up: every {rank} is wild",
            card=card_named(state.wild),
            rank=state.rules.wild.replace("T", "10"),
        )

    def rows(self, state: IndianState, seat: int) -> list[dict[str, Any]]:
        """Return a seat's hand in rows, its best melds first and then the cards in none."""
        return arranged(state.hands[seat], state.rules)

    def task(self, state: IndianState) -> Phrase:
        """Return the task of the seat on turn, in words."""
        if state.phase == "discard":
            return self._to_discard(state)
        lost = self._price(state)
        if state.is_top_free:
            return phrase(
                "indian13.ask.draw",
                "draw from the stock, take {card}, or drop and lose {lost}",
                card=card_named(state.pile[-1][0]),
                lost=lost,
            )
        return phrase(
            "indian13.ask.stock", "draw from the stock, or drop and lose {lost}", lost=lost
        )

    def _to_discard(self, state: IndianState) -> Phrase:
        discards = self.discards(state)
        declaring = [card for card in discards if self.may_show(state, card)]
        if declaring:
            return phrase(
                "indian13.ask.declare", "you can declare with {card}", card=any_card_of(declaring)
            )
        kept, best = self.least(state)
        if set(best) == set(discards):
            return phrase(
                "indian13.ask.discard-any",
                "discard any card: whichever it is, your hand counts {kept}",
                kept=kept,
            )
        return phrase(
            "indian13.ask.discard",
            "discard a card: {card} leaves the fewest points, {kept}",
            card=any_card_of(best),
            kept=kept,
        )

    def noted(self, state: IndianState, seat: int) -> Phrase | None:
        """Return that a seat is out, or the cards that everybody knows it to hold."""
        standing = state.standings[seat]
        if standing in ("drop", "middle"):
            return phrase("indian13.note.dropped", "has dropped")
        if standing == "false":
            return phrase("indian13.note.false", "declared falsely")
        known = state.known_to(None, seat)
        if not known or state.is_shown(seat):
            return None
        return phrase("rummy.holds", "holds {cards}", cards=CardText(cards_text(known)))

    def takes_long(self, state: IndianState, move: IndianMove) -> bool:
        """Return whether a move draws a card, since every discard has to be evaluated after it."""
        return move.kind in ("stock", "pile")

    def notation(self) -> Iterator[Phrase]:
        """Yield how cards are written, and what they count."""
        yield from super().notation()
        yield phrase(
            "indian13.told.notation",
            "The ace is high or low in a run. Left over, A, K, Q and J count 10, wild cards 0, the "
            "others their number. A set has cards of different suits.",
        )

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move."""
        yield self.help_on_draws()
        yield phrase("indian13.help.drop", "drop         leave the deal, before drawing")
        yield phrase("indian13.help.card", "H7, JK       discard a card")
        yield phrase(
            "indian13.help.declare",
            "declare:H7   discard it face down and lay down the other thirteen",
        )

    def over(self, state: IndianState) -> dict[str, Any] | None:
        """Return what the table shows at the end of a deal, None before."""
        return over(state)

    def why_trick(
        self, state: IndianState, number: int | None, seat: int | None
    ) -> tuple[list[Phrase], Drawing | None]:
        """Return the arrangement of a seat's hand, and the requirements of a declaration."""
        rule = phrase(
            "indian13.why.declare",
            "all thirteen cards are declared in melds, at least two of them runs, one of them "
            "without a wild card that stands for another",
        )
        return [rule] if seat is None else [_arrangement(state, seat), rule], None

    # --- Discards ---------------------------------------------------------------------------------

    def discards(self, state: IndianState) -> tuple[int, ...]:
        """Return the cards that the seat on turn may discard."""
        return state.discards()

    def kept(self, state: IndianState, card: int) -> int:
        """Return what the hand on turn counts without a card."""
        return best_of(minus(state.hands[state.seat], card), state.rules).points

    def may_show(self, state: IndianState, card: int) -> bool:
        """Return whether the hand on turn can be declared without a card."""
        # The deadwood is cached and settles most hands: one that can be declared has none.
        rest = minus(state.hands[state.seat], card)
        return not self.kept(state, card) and melds_of(rest, state.rules) is not None

    def of_card(self, state: IndianState, card: int) -> Phrase:
        """Return what the hand counts after a discard, or that it can be declared, in words."""
        if self.may_show(state, card):
            return phrase(
                "indian13.note.declare", "without {card} you can declare", card=card_named(card)
            )
        return phrase(
            "indian13.note.discard",
            "without {card} your hand counts {kept}",
            card=card_named(card),
            kept=self.kept(state, card),
        )

    def ruled(self, state: IndianState, chosen: str, move: Any, reason: Phrase | None) -> Ruling:
        """Return the ruling on a choice; a drop and a false declaration ask for confirmation."""
        ruling = super().ruled(state, chosen, move, reason)
        if not ruling.legal:
            return ruling
        if move.kind == "drop":
            lost = self._price(state)
            note = phrase(
                "indian13.note.drop",
                "if you drop, you lose {lost} points: once more to drop",
                lost=lost,
            )
            return ruling._replace(note=note, twice=True)
        if move.kind != "declare" or self.may_show(state, move.card):
            return ruling
        note = phrase(
            "indian13.note.would-be-false",
            "without {card} this is a false declaration: {why}; it costs {cap} points: once more "
            "to declare",
            card=card_named(move.card),
            why=_fault(minus(state.hands[state.seat], move.card), state.rules),
            cap=state.rules.cap,
        )
        return ruling._replace(note=note, twice=True)

    def _price(self, state: IndianState) -> int:
        """Return the points that the seat on turn loses by a drop."""
        is_new = state.standings[state.seat] == "new"
        return state.variant.drop if is_new else state.variant.middle

    # --- The log ----------------------------------------------------------------------------------

    def ended(self, state: IndianState) -> Iterator[Told]:
        """Yield the lines of the end of a deal."""
        if state.phase in ENDS:
            yield Told(result(state))
            yield from map(Told, lines(state))


def _fault(cards: Cards, rules: Rules) -> Phrase:
    """Return the reason why cards can't be declared; many unmelded cards are counted, not listed."""
    hand, best = Hand.of(cards, rules), best_of(cards, rules)
    if len(best.left) > _MOST_NAMED:
        return phrase("indian13.note.in-no-meld", "{n} cards are in no meld", n=len(best.left))
    return phrased(declaration_fault(hand, best.melds) or "")


def _arrangement(state: IndianState, seat: int) -> Phrase:
    best = best_of(state.hands[seat], state.rules)
    if not best.melds:
        return phrase("indian13.why.none", "no melds yet; the hand counts {n}", n=best.points)
    return phrase(
        "indian13.why.hand",
        "your best melds: {melds}; in no meld: {left}; the hand counts {n}",
        melds=CardText(melds_text(best.melds)),
        left=CardText(cards_text(best.left)),
        n=best.points,
    )


__all__ = ["IndianFace"]
