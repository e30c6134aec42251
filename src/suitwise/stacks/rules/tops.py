"""Which top cards may be removed, of several of a suit the smallest, and why others may not.

``rules.removals``, ``stepped`` and the referee find the same in forms of their own, for speed or as a
proof; each says which test holds it. This one is held to the rules by
``tests/stacks/test_state.py::test_perft_counts_what_the_slow_definition_counts``. The words of a refusal
are the referee's.
"""

from __future__ import annotations

from collections.abc import Iterable

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.stacks.rules.layout import Stack, card_text
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.rules.referee import is_empty, no_stack, not_empty, stays


def smallest_of_several(stacks: tuple[Stack, ...], places: Iterable[int]) -> dict[int, int]:
    """Return what may be removed: of every suit that several tops share, the stack of the smallest.

    Args:
        stacks: the stacks.
        places: which of them to look at.
    """
    smallest: dict[int, int] = {}
    shared: set[int] = set()
    for i in places:
        if stacks[i]:
            value, suit = stacks[i][0]
            other = smallest.setdefault(suit, i)
            if other != i:
                shared.add(suit)
                if value < stacks[other][0][0]:
                    smallest[suit] = i
    return {suit: smallest[suit] for suit in shared}


def why_not(stacks: tuple[Stack, ...], move: Move) -> Phrase | None:
    """Return the rule that forbids a removal or a shift, None if it is legal.

    A shift of a card that lies alone changes nothing and is no move of the game.

    >>> why_not((((7, 1),), ((3, 1),)), Move(0))
    '3a is the smallest top of its suit, not 7a'
    """
    for number in (move.stack, move.to):
        if number is not None and not 0 <= number < len(stacks):
            return no_stack(number, len(stacks))
    if not stacks[move.stack]:
        return is_empty(move.stack)
    top = stacks[move.stack][0]
    if move.to is None:
        same_suit = (i for i, stack in enumerate(stacks) if stack and stack[0][1] == top[1])
        smallest = smallest_of_several(stacks, same_suit).get(top[1])
        return stays(top, None if smallest is None else stacks[smallest][0])
    if move.to == move.stack or stacks[move.to]:
        return not_empty(move.to)
    if len(stacks[move.stack]) == 1:
        card = card_text(top)
        return phrase(
            "stacks.lies-alone", "{card} lies alone: shifting it changes nothing", card=card
        )
    return None
