"""No two cards of a case are alike: find one that appears twice, and deal a case without such a card.

Most premade stacks hold only cards that lie in no other; for those it is enough that a case names each
once. The cards of the others are looked at one by one.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.stacks.rules.table import NOTHING, deal


@rule
def find_shared(begin: Any, premade: int, card: Any, copies: Any, shared: Any) -> None:
    """Find the premade stacks that have a card which lies in another one, too, or twice in it.

    Args:
        begin: premade stack p has the places ``begin[p] <= c < begin[p + 1]``.
        premade: how many premade stacks there are.
        card: the number of the card at each place.
        copies: array (different cards,) of zeros, filled with how often each appears.
        shared: array (premade,) of zeros, filled with 1 for each such stack.

    >>> shared = [0, 0, 0]
    >>> find_shared([0, 2, 4, 5], 3, [0, 1, 2, 1, 3], [0] * 4, shared)
    >>> shared
    [1, 1, 0]
    """
    for place in range(begin[premade]):
        copies[card[place]] += 1
    for p in range(premade):
        for place in range(begin[p], begin[p + 1]):
            if copies[card[place]] > 1:
                shared[p] = 1


@rule
def find_twice(card: Any, seen: Any, shelf: Any, case: int) -> tuple[int, int]:
    """Look for a card that appears twice in a case.

    Args:
        card: the number of the card at each place.
        seen: array (different cards,), overwritten; no case of this number has been searched with it.
        shelf: see ``deal_case``.
        case: the case, counted from 0.

    Returns:
        The stack that brings a card a second time and the card's place there; twice NOTHING if none
        does.
    """
    begin, shared, dealt, chosen, first = shelf
    mark = case + 1
    for i in range(first[case + 1] - first[case]):
        premade = chosen[first[case] + i]
        if dealt[premade] == mark:
            return i, begin[premade]
        dealt[premade] = mark
        if shared[premade]:
            for place in range(begin[premade], begin[premade + 1]):
                if seen[card[place]] == mark:
                    return i, place
                seen[card[place]] = mark
    return NOTHING, NOTHING


@rule
def deal_case(table: Any, shelf: Any, case: int) -> tuple[int, int, int]:
    """Deal a case, with its number + 1 as its mark, unless a card appears twice in it.

    Args:
        table: the table.
        shelf: five arrays: where the cards of each premade stack begin; which of them share a card
            (``find_shared``); one of the same length, overwritten; the indexes of all cases; where those
            of each case begin and those of the last end.
        case: the case, counted from 0.

    Returns:
        How many stacks it has, and what ``find_twice`` returns.
    """
    begin, _, _, chosen, first = shelf
    count = first[case + 1] - first[case]
    stack, place = find_twice(table[0], table[5], shelf, case)
    if stack == NOTHING:
        deal(table, begin, chosen, first[case], count)
    return count, stack, place
