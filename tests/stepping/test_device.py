"""Games whose arrays stay on a GPU, in numba-cuda's simulator: the games that the processor steps."""

from __future__ import annotations

import pytest

from suitwise.errors import SuitwiseError
from suitwise.stepping.device import DeviceSteps
from tests.fresh import in_cuda_simulator
from tests.race import race

RACE = "from tests.race import race; batch = race()"
STACKS = """
from suitwise.stacks import Stacks
from suitwise.stacks.arrays import batch_of; batch = batch_of(Stacks())"""
GIN = """
from suitwise.rummy.gin.arrays import batch_of
from suitwise.rummy.gin.game import Gin; batch = batch_of(Gin())"""
BEGUN = """
import numpy as np
from suitwise.errors import SuitwiseError
from suitwise.stepping.device import DeviceSteps
from suitwise.stepping.loop import NEVER
from suitwise.stepping.steps import Steps
{game}
NAMES = "observations", "masks", "rewards", "ended", "returns", "last", "records", "seats"

def alike(here, there):
    return [
        name
        for name in NAMES
        if not np.array_equal(getattr(here, name), getattr(there, name).copy_to_host())
        and len(getattr(here, name))
    ]

def refusal(task):
    try:
        task()
    except SuitwiseError as refused:
        return str(refused)
"""


def simulated(game: str, code: str) -> list[str]:
    """Return the lines that code prints in the simulator, the game's batch at hand."""
    return in_cuda_simulator(BEGUN.format(game=game) + code).splitlines()


@pytest.mark.parametrize(
    ("autoreset", "seat"), [("next", 1), ("same", "any"), ("none", (0, 1))], ids=str
)
def test_a_gpu_steps_the_games_that_the_processor_does(autoreset: str, seat: object) -> None:
    code = f"""
options = dict(seat={seat!r}, autoreset={autoreset!r})
here, there = (kind(batch, 5, 7, **options) for kind in (Steps, DeviceSteps))
print(alike(here, there), here.learners == there.learners)
ended = False
for turn in range(9):
    actions = here.sample()
    drawn = there.sample()
    assert (actions == drawn.copy_to_host()).all()
    here.step(actions)
    there.step(drawn)
    assert not alike(here, there), alike(here, there)
    ended |= bool(here.ended.any())
print(np.array_equal(here.observe_all(), there.observe_all().copy_to_host()), ended)
"""
    assert simulated(RACE, code) == ["[] True", "True True"]


@pytest.mark.parametrize("game", [STACKS, GIN], ids=["stacks", "gin"])
def test_a_game_of_the_package_is_the_same_there(game: str) -> None:
    code = """
here, there = (kind(batch, 2, 3, autoreset="same") for kind in (Steps, DeviceSteps))
for turn in range(6):
    here.step(here.sample())
    there.step(there.sample())
print(alike(here, there))
"""
    assert simulated(game, code) == ["[]"]


def test_games_begin_anew_where_a_mask_says_and_all_by_a_seed() -> None:
    code = """
here, there = (kind(batch, 4, 3, autoreset="none") for kind in (Steps, DeviceSteps))
for mask in ([True, False, False, True], [False, True, True, True]):
    for steps in (here, there):
        steps.step(np.zeros(4, np.int64))
        steps.reset(mask=np.array(mask))
    print(here.numbers.tolist(), there.records[:, 0].copy_to_host().tolist(), alike(here, there))
for steps in (here, there):
    steps.reset(11)
print(alike(here, there), (here.sample() == there.sample().copy_to_host()).all())
"""
    assert simulated(RACE, code) == [
        "[4, 1, 2, 7] [4, 1, 2, 7] []",
        "[4, 5, 6, 11] [4, 5, 6, 11] []",
        "[] True",
    ]


@pytest.mark.parametrize(("game", "turns"), [(RACE, 5), (STACKS, 2)], ids=["race", "stacks"])
def test_a_list_has_a_seed_for_each_row_as_on_the_processor(game: str, turns: int) -> None:
    """A race ends within these turns and the next begins; the deals of Stack Management differ."""
    code = f"""
here, there = (kind(batch, 3, 3, autoreset="same") for kind in (Steps, DeviceSteps))
for seeds in ([4, 2, 4], None, [None, 2**64 - 1, None], 5, [None, 6, None], None):
    for steps in (here, there):
        steps.reset(seeds)
    for turn in range({turns}):
        here.step(here.sample())
        there.step(there.sample())
    print(alike(here, there), here.run.tolist() == there._run.copy_to_host().tolist())
print(refusal(lambda: there.reset([1, 2])))
print(refusal(lambda: there.reset([1, 2, 3], mask=np.ones(3, bool))))
"""
    assert simulated(game, code) == [
        *["[] True"] * 6,
        "a list of seeds has one for each of the 3 games, not 2",
        "by a seed all games begin: give a seed or a mask",
    ]


def test_an_illegal_action_ends_its_game_there_too() -> None:
    code = """
here, there = (kind(batch, 3, 3) for kind in (Steps, DeviceSteps))
for steps in (here, there):
    steps.step(np.array([0, 9, -1]))
print(here.ended.tolist(), alike(here, there))
"""
    assert simulated(RACE, code) == ["[0, 3, 3] []"]


def test_what_is_no_action_a_game_is_refused_with_what_would_be() -> None:
    code = """
steps = DeviceSteps(batch, 3)
print(refusal(lambda: steps.step(np.zeros(2, np.int64))))
print(refusal(lambda: steps.step(steps.rewards)))
print(refusal(lambda: steps.reset(7, mask=np.ones(3, bool))))
print(refusal(lambda: steps.reset(mask=np.ones(3))))
"""
    assert simulated(RACE, code) == [
        "actions are integers (3,), not int64 (2,)",
        "actions are integers (3,), not float64 (3,)",
        "by a seed all games begin: give a seed or a mask",
        "a mask is bool or integers (3,), not float64 (3,)",
    ]


def test_a_row_that_never_comes_to_the_learner_is_refused() -> None:
    code = """
steps = DeviceSteps(batch, 2)
steps._begin = lambda given, records: steps.ended.copy_to_device(np.array([0, NEVER], np.int8))
print(refusal(lambda: steps.reset(7)))
"""
    (refused,) = simulated(RACE, code)
    assert refused.endswith("games in turn ended before the learner's turn")


def test_without_a_gpu_the_way_to_one_is_named() -> None:
    with pytest.raises(SuitwiseError, match="there is no CUDA device here"):
        DeviceSteps(race(), 2)


def test_a_gpu_is_timed_at_the_games_that_it_plays_as_the_processor_does() -> None:
    code = """
from benchmarks import research_gpu
from suitwise.envs import registered, vector
research_gpu.ON_GPU, research_gpu.COMPARED, research_gpu.STEPS, research_gpu.BEFORE = 1, 2, 2, 2
registered.BATCHED = {"suitwise/Stacks-v0": "stacks"}
print(research_gpu.on_gpu(2, 1))
"""
    lines = simulated(STACKS, code)
    assert lines[0] == "On numba-cuda's simulator:"
    assert lines[2] == "| steps a second, 2 games on the GPU | opponents | in all |"
    assert lines[4].startswith("| suitwise/Stacks-v0 | self | ")
