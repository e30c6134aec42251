"""How long a match may go on: at most a number of deals, then the side that is ahead has won.

A match to a score need not end: a deal may be void, be thrown in or lift nobody. The rule is this
package's own.
"""

from __future__ import annotations

MOST_DEALS = 100_000
"""The most that an option ``deals`` can be."""
VOID_DEALS = 100
"""The deals in which nobody scores that a match has room for, where its deals are not limited."""


def most_deals(limit: int, scored: int) -> int:
    """Return how many deals a match has at most.

    Args:
        limit: the option ``deals``, 0 where it is not given.
        scored: in how many deals something can be scored before the match is won.

    >>> most_deals(0, scored=13), most_deals(5, scored=13)
    (113, 5)
    """
    return limit or scored + VOID_DEALS


def deals_text(over: int) -> str:
    """Return how the text of a position ends that stands behind some deals of a match.

    >>> deals_text(0), deals_text(3)
    ('', ' deals 3')
    """
    return f" deals {over}" if over else ""


DEALS = r"(?: deals ([1-9][0-9]{0,5}))?"
"""How that is read."""


def ahead(one: int, other: int) -> int:
    """Return the side that is ahead, -1 where both are level.

    >>> ahead(5, 3), ahead(3, 5), ahead(4, 4)
    (0, 1, -1)
    """
    return -1 if one == other else int(other > one)
