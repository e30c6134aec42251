"""The positions that the follow check is timed on are what they are said to be."""

from __future__ import annotations

import pytest

from benchmarks.tractor.follow import LEADS, TRUMP, hand_of_pairs, pile_on, report, trumps
from suitwise.tractor import Duty, phi


def test_the_ladder_of_trumps_is_in_the_order_of_phi() -> None:
    levels = [phi(card, TRUMP) for card in trumps()]
    assert levels == sorted(levels)
    assert len(set(trumps())) == 18


@pytest.mark.parametrize("pairs", range(1, 13))
def test_leads_and_hands_have_so_many_pairs(pairs: int) -> None:
    hand = hand_of_pairs(pairs)
    assert hand.twice.bit_count() == pairs
    assert 2 * pairs < hand.size <= 25
    for _, steps in LEADS:
        lead = pile_on(steps(pairs))
        assert (lead.size, lead.twice.bit_count()) == (2 * pairs, pairs)
        assert Duty(TRUMP, lead, hand).n_legal > 0


def test_the_report_has_a_row_for_each_number_of_pairs() -> None:
    said: list[str] = []
    told = report(1, said.append, turns=1)
    rows = [line for line in told.splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[0] for row in rows[1:]] == [f"| {pairs}" for pairs in range(1, 13)]
    assert said[-1] == "12 pairs"
