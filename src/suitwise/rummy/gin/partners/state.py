"""A position of gin for partners: two deals of gin with alternate moves, and the score sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from suitwise.foundation.values import changing
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.rummy.gin.rules.house import GinVariant
from suitwise.rummy.gin.rules.moves import NEXT, GinMove
from suitwise.rummy.gin.sheet import Column, finals, of_partners, with_win
from suitwise.rummy.gin.state import NOBODY, GinState
from suitwise.seeds import Source

SEATS = 4


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of a deal.

    Args:
        side: the side that scores, -1 if the deal is void.
        points: its points.
        deal: the last position of the deal, by which its open hands are drawn. It is no part of the
            position, and None if that was read from text.
    """

    side: int
    points: int
    deal: GinState | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"over {self.side} {self.points}" if self.side >= 0 else "over"


Part: TypeAlias = GinState | Ended
"""A deal of a round."""


def place_of(seat: int, rounds: int) -> tuple[int, int]:
    """Return the deal in which a seat plays, and its seat there.

    Args:
        seat: the seat.
        rounds: the number of earlier rounds.

    >>> [place_of(seat, 0) for seat in range(4)], [place_of(seat, 1) for seat in range(4)]
    ([(0, 0), (0, 1), (1, 0), (1, 1)], [(0, 1), (1, 0), (1, 1), (0, 0)])
    """
    swapped = rounds % 2
    number = seat // 2 if seat % 2 == 0 or not swapped else 1 - seat // 2
    return number, seat % 2 ^ swapped


def seat_at(number: int, inner: int, rounds: int) -> int:
    """Return the seat that plays at a seat of a deal, the inverse of ``place_of``."""
    return next(seat for seat in range(SEATS) if place_of(seat, rounds) == (number, inner))


def results(deals: Iterable[Part]) -> list[tuple[int, int]]:
    """Return for each finished deal that is not void the side that has won it, and its points.

    >>> results([Ended(1, 25), Ended(-1, 0)])
    [(1, 25)]
    """
    return [
        (part.side, part.points) for part in deals if isinstance(part, Ended) and part.side >= 0
    ]


@dataclass(frozen=True, slots=True)
class PartnersState(State[GinMove]):
    """A position of gin for partners.

    Args:
        variant: the variant.
        deals: the two deals, or their results.
        at: the number of the deal with the next move.
        rounds: the number of earlier rounds.
        sheet: the columns of the score sheet.

    >>> from suitwise.rummy.gin.partners.game import Partners
    >>> state, _ = Partners(to=125).start().rolled(seed=1, stream=0)
    >>> state.turn, state.after("pass").turn
    (0, 2)
    """

    variant: GinVariant
    deals: tuple[Part, Part]
    at: int = 0
    rounds: int = 0
    sheet: tuple[Column, ...] = (Column(),)

    @property
    def game(self) -> Game[GinMove]:
        """The variant."""
        return self.variant  # type: ignore[return-value]

    @property
    def turn(self) -> int:
        """The seat on turn; CHANCE deals, draws from a stock, and begins the next round."""
        part = self.deals[self.at]
        if isinstance(part, Ended):
            return CHANCE if self.variant.to and not self.is_decided else OVER
        return part.turn if part.turn < 0 else seat_at(self.at, part.turn, self.rounds)

    @property
    def is_between(self) -> bool:
        """True if both deals of a round have ended."""
        return all(isinstance(part, Ended) for part in self.deals)

    @property
    def is_decided(self) -> bool:
        """True if a match is over: all columns are closed, or the last round has ended."""
        to = self.variant.to
        if not to:
            return False
        is_last = self.is_between and self.rounds + 1 >= self.variant.most_deals
        return is_last or all(column.is_closed(to) for column in self.sheet)

    def moves(self) -> Collection[GinMove]:
        """Return the legal moves of the seat on turn, or the possible chance moves."""
        part = self.deals[self.at]
        if isinstance(part, Ended):
            return (NEXT,) if self.turn == CHANCE else ()
        return part.moves()

    move_kinds = (GinMove,)

    def chance_move(self, source: Source) -> GinMove:
        """Draw a card of a stock without listing the others."""
        part = self.deals[self.at]
        return NEXT if isinstance(part, Ended) else part.chance_move(source)

    def parse_move(self, text: str) -> GinMove:
        """Parse a move, as in the deal with the next move."""
        part = self.deals[self.at]
        if isinstance(part, Ended):
            return GinMove.parse(text, self.variant.aces)
        return part.parse_move(text)

    def followed_by(self, move: GinMove) -> PartnersState:
        """Return the state after a legal move or a chance move."""
        part = self.deals[self.at]
        if isinstance(part, Ended):
            undealt: PartnersState = self.game.start()  # type: ignore[assignment]
            return _change(undealt, rounds=self.rounds + 1, sheet=self.sheet)
        moved = part.followed_by(move)
        part = self._ended(moved) if moved.is_dealt_out else moved
        deals = (part, self.deals[1]) if self.at == 0 else (self.deals[0], part)
        if all(isinstance(part, Ended) for part in deals):
            return self._scored(deals)
        other, draws = 1 - self.at, not isinstance(part, Ended) and part.turn == CHANCE
        stays = (
            draws and move.kind != "pass"
        )  # a seat that draws after two passes does so in its next move
        at = self.at if stays or isinstance(deals[other], Ended) else other
        return _change(self, deals=deals, at=at)

    def _ended(self, deal: GinState) -> Ended:
        winner, points = (NOBODY, 0) if deal.showdown is None else deal.showdown.score
        side = winner ^ self.rounds % 2 if winner >= 0 else NOBODY
        return Ended(side, points if winner >= 0 else 0, deal)

    def _scored(self, deals: tuple[Part, Part]) -> PartnersState:
        sides = of_partners(results(deals))
        sheet = self.sheet
        if any(sides):
            sheet = with_win(sheet, int(sides[1] > 0), max(sides), 1, self.variant.to)
        return _change(self, deals=deals, sheet=sheet)

    def returns(self) -> tuple[float, ...]:
        """Return the lead of each seat's side in points, with all bonuses once a match is decided."""
        final = self.is_decided
        each = [finals(self.variant, column) if final else column.points for column in self.sheet]
        lead = sum(mine - other for mine, other in each)
        return (float(lead), float(-lead)) * 2


_change = changing(PartnersState)
