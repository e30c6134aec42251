"""The chance to win a match from a score, every later hand being even."""

from __future__ import annotations

from suitwise.texas42.rules.contracts import match_chance


def test_the_chances_of_the_sides_are_one() -> None:
    for own in range(1, 8):
        for others in range(1, 8):
            assert match_chance(own, others) + match_chance(others, own) == 1
            assert (
                match_chance(own, others)
                == (match_chance(own - 1, others) + match_chance(own, others - 1)) / 2
            )
