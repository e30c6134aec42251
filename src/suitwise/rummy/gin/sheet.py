"""The score sheet of gin rummy: columns of points and boxes, wins entered, final scores, partners.

A *column* of a score sheet holds the points and the boxes of both sides. A match has one, Hollywood
three: there a win is entered in each open column that the side is in, and in the first open one that it
is not yet in. A column is closed when a side has reached the points of the match. (docs/rummy.md, Gin as
clubs play it.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from suitwise.rummy.gin.rules.house import GinVariant

Pair = tuple[int, int]
"""A number of each side."""


class Column(NamedTuple):
    """A column of the score sheet: the points and the boxes of each side."""

    points: Pair = (0, 0)
    boxes: Pair = (0, 0)

    def is_closed(self, to: int) -> bool:
        """Return whether a side has reached the points of the match."""
        return max(self.points) >= to

    def entered(self, side: int, points: int, boxes: int) -> Column:
        """Return the column with a win of a side."""
        return Column(_more(self.points, side, points), _more(self.boxes, side, boxes))


def _more(pair: Pair, side: int, value: int) -> Pair:
    return (pair[0] + value, pair[1]) if side == 0 else (pair[0], pair[1] + value)


def with_win(
    sheet: Iterable[Column], side: int, points: int, boxes: int, to: int
) -> tuple[Column, ...]:
    """Return a sheet after a side has won a deal.

    Args:
        sheet: the columns.
        side: the side that has won.
        points: the points that it scores.
        boxes: its boxes, at least one.
        to: the points of the match; 0 if there is none, and all is entered.

    >>> sheet = with_win((Column(),) * 3, 0, 20, 1, to=100)
    >>> sheet = with_win(sheet, 0, 10, 1, to=100)
    >>> [column.points for column in sheet]
    [(30, 0), (10, 0), (0, 0)]
    """
    columns, is_new = [], True
    for column in sheet:
        is_open = not (to and column.is_closed(to))
        is_in = column.boxes[side] > 0
        if is_open and (is_in or is_new):
            is_new = is_new and is_in
            columns.append(column.entered(side, points, boxes))
        else:
            columns.append(column)
    return tuple(columns)


def finals(variant: GinVariant, column: Column) -> Pair:
    """Return the final scores of both sides in a column of a match that is over.

    The side with more points wins the column, even if it has not reached the points of the match.

    >>> variant = GinVariant(to=100)
    >>> finals(variant, Column((124, 40), (3, 1))), finals(variant, Column((105, 0), (2, 0)))
    ((284, 60), (345, 0))
    """
    first, second = column.points
    boxes = (variant.box * column.boxes[0], variant.box * column.boxes[1])
    if first == second:
        return first + boxes[0], second + boxes[1]
    winner = int(first < second)
    shutout = variant.shutout if column.points[1 - winner] == 0 else "no"
    points = column.points[winner] * (2 if shutout == "points" else 1)
    game = variant.game * (2 if shutout == "game" else 1)
    final = (points + game + boxes[winner]) * (2 if shutout == "all" else 1)
    other = column.points[1 - winner] + boxes[1 - winner]
    return (final, other) if winner == 0 else (other, final)


def of_partners(deals: Iterable[tuple[int, int]]) -> Pair:
    """Return what each side scores for the two deals of a round.

    Args:
        deals: for each deal the side that has won it, and its points.

    >>> of_partners([(0, 30), (0, 12)]), of_partners([(0, 5), (1, 40)])
    ((42, 0), (0, 35))
    """
    lead = sum(points if side == 0 else -points for side, points in deals)
    return max(lead, 0), max(-lead, 0)
