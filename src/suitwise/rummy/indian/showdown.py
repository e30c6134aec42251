"""The end of a deal of Indian rummy: who pays what; ``laying.declare`` says what declares.

The count is that of ``declare``: what is left over of the best arrangement, or every card where two
runs, one of them pure, are not there, and at most the cap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from suitwise.rummy.indian.rules.cards import Cards
from suitwise.rummy.indian.rules.standings import IN_PLAY, Standing, penalty
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import Meld, melds_text
from suitwise.rummy.rules.rules import Rules
from suitwise.rummy.solve.arrangement import Arrangement, arrange
from suitwise.rummy.solve.laying import declaration


@lru_cache(maxsize=1024)
def melds_of(cards: Cards, rules: Rules) -> tuple[Meld, ...] | None:
    """Return melds with which thirteen cards are declared, or None."""
    return declaration(Hand.of(cards, rules))


@lru_cache(maxsize=1024)
def best_of(cards: Cards, rules: Rules) -> Arrangement:
    """Return the arrangement by which a hand is counted."""
    return arrange(Hand.of(cards, rules))


@dataclass(frozen=True, slots=True)
class Showdown:
    """The end of a deal that a seat has won.

    Args:
        winner: the seat that declared, or that is left when all others are out.
        hands: the cards of every seat.
        standings: the standing of every seat.
        rules: the rule set with its wild rank.
        drop: the points that a seat loses by dropping before it drew.
        middle: the points that it loses later.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> mine = parse_cards("H3H4H5 S7S8JK D9C9H9 CJCQCKCA")
    >>> his = parse_cards("D2D3D4D5 H6H7JK CTCTS9 SA S4 D8")
    >>> print(Showdown(0, (mine, his), ("in", "in"), INDIAN13, 20, 40))  # doctest: +NORMALIZE_WHITESPACE
    seat 0 declares S7 S8 [S9] | H3 H4 H5 | CJ CQ CK CA | H9 D9 C9;
    seat 1 keeps SA S4 S9 D8 CT CT, loses 51; seat 0 wins 51
    """

    winner: int
    hands: tuple[Cards, ...]
    standings: tuple[Standing, ...]
    rules: Rules
    drop: int
    middle: int

    @property
    def returns(self) -> tuple[float, ...]:
        """The points that each seat wins: the winner those that all others lose."""
        lost = [self.loss(seat) for seat in range(len(self.hands))]
        return tuple(
            float(sum(lost) if seat == self.winner else -points) for seat, points in enumerate(lost)
        )

    def loss(self, seat: int) -> int:
        """Return what a seat loses."""
        if seat == self.winner:
            return 0
        standing = self.standings[seat]
        if standing in IN_PLAY:
            return best_of(self.hands[seat], self.rules).points
        return penalty(standing, self.drop, self.middle, self.rules.cap)

    def __str__(self) -> str:
        return "; ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        declares = any(self.standings[seat] in IN_PLAY for seat in self._losers())
        melds = melds_of(self.hands[self.winner], self.rules) if declares else None
        what = f"declares {melds_text(melds)}" if melds else "is left"
        yield f"seat {self.winner} {what}"
        yield from (f"seat {seat} {self._fate(seat)}" for seat in self._losers())
        yield f"seat {self.winner} wins {self.returns[self.winner]:g}"

    def _losers(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat != self.winner]

    def _fate(self, seat: int) -> str:
        standing = self.standings[seat]
        what = {"drop": "dropped", "middle": "dropped", "false": "declared falsely"}.get(standing)
        if what is None:
            best = best_of(self.hands[seat], self.rules)
            left = " ".join(map(str, best.left)) or "nothing"
            what = f"keeps {left}" if best.counts else "has not the runs that count"
        return f"{what}, loses {self.loss(seat)}"
