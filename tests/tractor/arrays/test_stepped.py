"""Rounds of Tractor stepped in arrays: on every machine, with every landlord and rank."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import _reached, _rules_used
from suitwise.stepping.loop import ILLEGAL, rules_of
from suitwise.stepping.steps import Steps
from suitwise.tractor import Tractor
from suitwise.tractor.arrays.course import batch_of
from suitwise.tractor.arrays.packed import LANDLORD, RANK
from suitwise.tractor.arrays.play import ACTIONS, PLAY_COLUMNS, ROUND, THROW, deal
from tests.stepped import digest_in_simulator, digest_of
from tests.tractor.stepped_rounds import EVERY_RANK, dealt_record


@pytest.mark.parametrize("others", ["random", "rules", "self"])
def test_plain_python_and_a_gpu_step_alike(others: str) -> None:
    """Two rows: with others a whole round and the beginning of the next; throws wherever they can be."""
    sizes: dict[str, Any] = {"count": 2, "turns": 27, "others": others, "seat": "any"}
    sizes["rare"] = THROW
    compiled = digest_of(EVERY_RANK, "machine", **sizes)
    assert digest_of(EVERY_RANK, "python", **sizes) == compiled
    batch = "from tests.tractor.stepped_rounds import EVERY_RANK; EVERY_RANK"
    assert digest_in_simulator(batch, **sizes) == compiled


def test_no_rule_that_a_gpu_runs_calls_itself() -> None:
    for fit in rules_of(EVERY_RANK.rules):
        reached = _reached(fit, set())
        assert len(reached) > 50
        assert not [rule.__name__ for rule in reached if rule in _rules_used(rule).values()]


# --- Variants -------------------------------------------------------------------------------------


def test_a_deal_has_the_landlord_and_the_rank_of_the_variant() -> None:
    for lord in range(4):
        options = batch_of(Tractor(match="deal", levels="5Q", landlord=lord)).options
        record = np.zeros(PLAY_COLUMNS, np.int64)
        deal(record, options, 1, lord)
        assert record[ROUND + LANDLORD] == lord
        assert record[ROUND + RANK] == (10 if lord & 1 else 3)


def test_landlords_and_ranks_are_drawn_evenly_where_none_is_given() -> None:
    rounds = Steps(EVERY_RANK, 5200, 4, others="self").records[:, ROUND:]
    together = Counter(zip(rounds[:, LANDLORD].tolist(), rounds[:, RANK].tolist(), strict=True))
    assert len(together) == 52
    assert sum((n - 100) ** 2 / 100 for n in together.values()) < 51 + 4 * (2 * 51) ** 0.5
    first = {int(dealt_record(0, seed)[ROUND + LANDLORD]) for seed in range(20)}
    assert first == {0, 1, 2, 3}


def test_an_illegal_action_costs_the_most_there_is_to_lose() -> None:
    assert EVERY_RANK.lowest == -13
    assert batch_of(Tractor(match="deal", levels="QQ")).lowest == -3
    steps = Steps(EVERY_RANK, 2, 1, others="random")
    steps.step(np.array([ACTIONS, -1]))
    assert steps.rewards.tolist() == [-13, -13]
    assert steps.ended.tolist() == [ILLEGAL, ILLEGAL]


@pytest.mark.parametrize("text", ["match", "duan", "standard(penalty=10)"])
def test_a_match_or_another_house_is_refused_with_what_would_be_right(text: str) -> None:
    variant = Tractor() if text == "match" else Tractor(text, match="deal")
    with pytest.raises(SuitwiseError, match=r"only tractor\(match=deal\) of the standard house"):
        batch_of(variant)
