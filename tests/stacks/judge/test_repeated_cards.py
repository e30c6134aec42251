"""No two cards of a case are alike: the first card that appears twice is found, and only then."""

from __future__ import annotations

from itertools import accumulate, pairwise
from random import Random

import pytest

from suitwise.stacks.judge.cases import find_shared, find_twice
from suitwise.stacks.rules.table import NOTHING, face, numbers, zeros


@pytest.mark.parametrize("compiled", [False, True])
def test_the_first_card_that_appears_twice_is_found(compiled: bool) -> None:
    rng = Random(61)
    begin = [0]
    for _ in range(40):
        begin.append(begin[-1] + rng.randint(1, 3))
    # Stacks of cards that lie nowhere else, and stacks of few cards that often do.
    own = list(range(6, 6 + begin[-1]))
    card = [own[place] if place % 5 > 1 else rng.randrange(6) for place in range(begin[-1])]
    given, starts = numbers(card, compiled), numbers(begin, compiled)
    shared = zeros(40, compiled)
    copies = zeros(max(own) + 1, compiled)
    face(find_shared, compiled)(starts, 40, given, copies, shared)
    stacks = [card[first:last] for first, last in pairwise(begin)]
    assert [*shared] == [any(card.count(number) > 1 for number in stack) for stack in stacks]
    seen, dealt = zeros(max(own) + 1, compiled), zeros(40, compiled)
    outcomes = set()
    cases = [[rng.randrange(40) for _ in range(rng.randint(1, 6))] for _ in range(400)]
    first = list(accumulate(map(len, cases), initial=0))
    indexes = numbers([premade for chosen in cases for premade in chosen], compiled)
    shelf = (starts, shared, dealt, indexes, numbers(first, compiled))
    for case, chosen in enumerate(cases):
        expected = (NOTHING, NOTHING)
        met: set[int] = set()
        for i, premade in enumerate(chosen):
            for place in range(begin[premade], begin[premade + 1]):
                if card[place] in met and expected == (NOTHING, NOTHING):
                    expected = (i, place)
                met.add(card[place])
        found = face(find_twice, compiled)(given, seen, shelf, case)
        assert found == expected
        outcomes.add(found[0])
    assert outcomes >= {NOTHING, 0, 1, 2}
