"""A position of gin rummy, whose rules ``gin.game`` states: what may be done and what follows."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from suitwise.game import CHANCE, OVER, Game, State
from suitwise.rummy.gin.moves import GinMove
from suitwise.rummy.gin.rules.melds import (
    HAND,
    PACK,
    bit_of,
    bits_of,
    cards_of,
    is_melded,
    points_of,
)
from suitwise.rummy.gin.rules.showdown import Showdown, knocking_cards, may_knock
from suitwise.rummy.gin.rules.spreads import best_spread, spreads
from suitwise.rummy.gin.variant import GinVariant

Phase: TypeAlias = Literal[
    "deal", "first", "second", "draw", "stock", "discard", "knock", "gin", "big", "wall"
]
"""What the seat named with it does, is given, or has done at the end of a deal."""

PHASES: tuple[Phase, ...] = (
    "deal", "first", "second", "draw", "stock", "discard", "knock", "gin", "big", "wall",
)  # fmt: skip
SHOWN = ("knock", "gin", "big")
"""The ends of a deal at which both hands are shown."""
NOBODY = -1
"""Who laid down the upcard."""
WALL = 2
"""The deal is void when so many cards are left in the stock."""
PILE_AT_WALL = 52 - 2 * HAND - WALL


@dataclass(frozen=True, slots=True)
class GinState(State[GinMove]):
    """A position of gin rummy; hands are words of bits (``rules.melds``).

    Args:
        variant: the variant.
        phase: what the seat does, is given, or has done at the end of the deal.
        seat: the seat.
        dealer: the seat that dealt.
        hands: the cards of both seats.
        pile: the discards from the bottom up, each with the seat that laid it, -1 for the upcard.
        known: of each seat, the cards that it took from the pile and still holds.
        taken: the card just taken from the pile, else -1.
        spread: after a knock, the cards of the knocker's sets and those of the runs.
        totals: each seat's points so far, without the bonuses for the match.
        boxes: the deals that each has won.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(seed=1, stream=0)
    >>> state.turn, [str(move) for move in state.moves()]
    (0, ['pile', 'pass'])
    >>> print(state.view(state.turn))
    first 0 dealer 1 | S7 SJ SK H9 D4 D5 D8 DJ DK C8 | ?10 | S9 | - / - | 0-0 0-0
    """

    variant: GinVariant
    phase: Phase
    seat: int
    dealer: int
    hands: tuple[int, int] = (0, 0)
    pile: tuple[tuple[int, int], ...] = ()
    known: tuple[int, int] = (0, 0)
    taken: int = -1
    spread: tuple[int, int] = (0, 0)
    totals: tuple[int, int] = (0, 0)
    boxes: tuple[int, int] = (0, 0)

    @property
    def game(self) -> Game[GinMove]:
        """The variant."""
        return cast("Game[GinMove]", self.variant)

    @property
    def turn(self) -> int:
        """Chance deals, draws from the stock, and goes on to the next deal of a match."""
        if self.phase in ("deal", "stock"):
            return CHANCE
        if not self.is_dealt_out:
            return self.seat
        return CHANCE if self.variant.to and not self.is_decided else OVER

    @property
    def is_dealt_out(self) -> bool:
        """Whether the deal has ended."""
        return self.phase in SHOWN or self.phase == "wall"

    @property
    def is_decided(self) -> bool:
        """Whether a seat has the points that a match goes to."""
        return 0 < self.variant.to <= max(self.totals)

    @property
    def stock(self) -> int:
        """The cards that are neither in a hand nor on the pile."""
        return PACK & ~(self.hands[0] | self.hands[1] | self.pile_bits())

    def pile_bits(self, who: int | None = None) -> int:
        """Return the cards of the pile, or those that one seat laid there."""
        return bits_of(card for card, by in self.pile if who in (None, by))

    @property
    def showdown(self) -> Showdown | None:
        """The outcome of a knock, None where there was none."""
        if self.phase not in SHOWN:
            return None
        bonus = self.variant.big if self.phase == "big" else self.variant.gin
        return Showdown(self.seat, self.hands, self.spread, bonus, self.variant.undercut)

    def moves(self) -> Collection[GinMove]:
        """Return the legal moves, or the outcomes of chance."""
        return tuple(self._moves())

    def _moves(self) -> Iterator[GinMove]:
        if self.phase in ("deal", "stock"):
            yield from (GinMove("card", card) for card in cards_of(self.stock))
        elif self.phase in ("first", "second"):
            yield from (GinMove("pile"), GinMove("pass"))
        elif self.phase == "draw":
            yield from (GinMove("stock"), GinMove("pile"))
        elif self.phase == "discard":
            yield from self._discards()
        elif self.turn == CHANCE:
            yield GinMove("next")

    def _discards(self) -> Iterator[GinMove]:
        hand = self.hands[self.seat]
        free = hand & ~bits_of([self.taken] if self.taken >= 0 else [])
        yield from (GinMove("card", card) for card in cards_of(free))
        for card in cards_of(knocking_cards(hand, free, self.variant.knock)):
            yield from self._knocks(card)
        if self.variant.big and is_melded(hand):
            yield GinMove("big")

    def _knocks(self, card: int) -> Iterator[GinMove]:
        if not self.variant.declare:
            yield GinMove("knock", card)
            return
        hand = self.hands[self.seat] & ~(1 << bit_of(card))
        for sets, runs in spreads(hand):
            if may_knock(points_of(hand & ~(sets | runs)), self.variant.knock):
                yield GinMove("knock", card, (sets, runs))

    move_kinds = (GinMove,)

    def followed_by(self, move: GinMove) -> GinState:
        """Return the state after a legal move or an outcome of chance."""
        if move.kind == "card":
            return self._after_card(move.card)
        if move.kind == "knock":
            return self._after_knock(move)
        if move.kind == "big":
            return self._scored("big", best_spread(self.hands[self.seat]))
        if move.kind == "stock":
            return replace(self, phase="stock")
        if move.kind == "pile":
            return self._after_pile()
        return self._after_pass() if move.kind == "pass" else self._next_deal()

    def _after_card(self, card: int) -> GinState:
        if self.phase == "discard":
            return self._discarded(card)
        if self.phase == "stock":
            return replace(self._given(card), phase="discard")
        if self.hands[self.dealer].bit_count() == HAND:
            return replace(self, phase="first", pile=((card, NOBODY),))
        return replace(self._given(card), seat=1 - self.seat)

    def _given(self, card: int) -> GinState:
        """Return the state with a card more in the seat's hand."""
        bit = 1 << bit_of(card)
        hand = self.hands[self.seat] | bit
        return replace(self, hands=_with(self.hands, self.seat, hand))

    def _without(self, card: int) -> GinState:
        """Return the state with a card of the seat's hand on the pile."""
        rest = ~(1 << bit_of(card))
        return replace(
            self,
            hands=_with(self.hands, self.seat, self.hands[self.seat] & rest),
            known=_with(self.known, self.seat, self.known[self.seat] & rest),
            pile=(*self.pile, (card, self.seat)),
            taken=-1,
        )

    def _discarded(self, card: int) -> GinState:
        after = self._without(card)
        if len(after.pile) == PILE_AT_WALL:
            return replace(after, phase="wall")
        return replace(after, phase="draw", seat=1 - self.seat)

    def _after_pile(self) -> GinState:
        card = self.pile[-1][0]
        known = self.known[self.seat] | 1 << bit_of(card)
        return replace(
            self._given(card),
            phase="discard",
            pile=self.pile[:-1],
            known=_with(self.known, self.seat, known),
            taken=card,
        )

    def _after_pass(self) -> GinState:
        return replace(
            self, phase="second" if self.phase == "first" else "stock", seat=1 - self.seat
        )

    def _after_knock(self, move: GinMove) -> GinState:
        after = self._without(move.card)
        hand = after.hands[self.seat]
        spread = best_spread(hand) if move.spread is None else move.spread
        return after._scored("knock" if hand & ~(spread[0] | spread[1]) else "gin", spread)

    def _scored(self, phase: Phase, spread: tuple[int, int]) -> GinState:
        shown = replace(self, phase=phase, spread=spread, taken=-1)
        assert shown.showdown is not None
        seat, points = shown.showdown.score
        return replace(
            shown,
            totals=_with(self.totals, seat, self.totals[seat] + points),
            boxes=_with(self.boxes, seat, self.boxes[seat] + 1),
        )

    def _next_deal(self) -> GinState:
        dealer = self.dealer
        if self.showdown is not None:
            dealer = 1 - self.showdown.score[0]
        return GinState(
            self.variant, "deal", 1 - dealer, dealer, totals=self.totals, boxes=self.boxes
        )

    def returns(self) -> tuple[float, ...]:
        """Return how many points each seat is ahead; with all bonuses once a match is decided."""
        mine, other = (self._final(seat) for seat in (0, 1))
        return (float(mine - other), float(other - mine))

    def _final(self, seat: int) -> int:
        total, other = self.totals[seat], self.totals[1 - seat]
        if not self.is_decided:
            return total
        game = self.variant.game * (2 if other == 0 else 1) if total > other else 0
        return total + game + self.variant.box * self.boxes[seat]

    def parse_move(self, text: str) -> GinMove:
        """Read a move; a knock that names no melds where they are declared has the best ones."""
        move = GinMove.parse(text)
        if move.kind == "knock" and move.spread is None and self.variant.declare:
            hand = self.hands[self.seat] & ~(1 << bit_of(move.card))
            return replace(move, spread=best_spread(hand))
        return move

    def hidden(self, seat: int) -> int:
        """Return the cards of the other hand that a seat does not know."""
        other = 1 - seat
        return 0 if self.phase in SHOWN else self.hands[other] & ~self.known[other]


def _with(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    """Return a pair with another value for a seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
