"""Games stepped in arrays: who is on turn, when games end and begin, the same on all cores."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.errors import SuitwiseError
from suitwise.stepping import loop
from suitwise.stepping.steps import Autoreset, Steps, credited
from tests.fresh import fresh_python
from tests.race import COUNT, GOAL, NUMBERS, TURN, fast_race, race
from tests.stepped import digest_in_simulator, digest_of

RACE = race()


def greedy(steps: Steps) -> NDArray[np.int64]:
    """Return the greatest legal action of each game."""
    return np.asarray(2 - steps.masks[:, ::-1].argmax(axis=1))


def play(steps: Steps, count: int) -> list[tuple[Any, ...]]:
    """Step so often; return what came of each step."""
    seen = []
    for _ in range(count):
        steps.step(greedy(steps))
        arrays = (steps.observations, steps.masks, steps.rewards, steps.ended, steps.returns)
        seen.append(tuple(array.tobytes() for array in arrays))
    return seen


@pytest.mark.parametrize(
    ("seat", "others", "learners"),
    [(1, "random", (1,)), (1, "self", (0, 1)), ("any", "random", (0,)), ([1, 0], "random", (0, 1))],
)
def test_the_learners_seats_are_told(seat: Any, others: str, learners: tuple[int, ...]) -> None:
    assert Steps(RACE, 2, seat=seat, others=others).learners == learners


def test_a_learner_is_shown_its_own_turns_only() -> None:
    steps = Steps(RACE, 40, seed=3, seat=1)
    for _ in range(30):
        under_way = steps.records[:, loop.ENDED] == loop.UNDER_WAY
        assert (steps.records[under_way, TURN] == 1).all()
        steps.step(greedy(steps))


@pytest.mark.parametrize("seat", [1, "any"])
def test_a_critic_sees_what_every_seat_does_the_learner_first(seat: Any) -> None:
    steps = Steps(RACE, 12, seed=3, seat=seat)
    for _ in range(6):
        everything = steps.observe_all()
        assert everything.shape == (12, 2, steps.observations.shape[1])
        assert np.array_equal(everything[:, 0], steps.observations)
        for record, seen in zip(steps.records, everything, strict=True):
            other = np.zeros_like(seen[1])
            RACE.rules.observe(record, np.array(RACE.options), 1 - record[loop.SEAT], other)
            assert np.array_equal(seen[1], other)
        steps.step(greedy(steps))


def test_the_learner_gets_what_the_game_is_worth_when_it_ends() -> None:
    steps = Steps(RACE, 200, seed=3, seat="any")
    ends = 0
    for _ in range(20):
        before = steps.records[:, loop.ENDED].copy()
        steps.step(greedy(steps))
        ended = (steps.ended == loop.OVER) & (before == loop.UNDER_WAY)
        won = np.where(steps.records[:, TURN] == steps.seats, -1, 1)
        assert (steps.rewards[ended] == won[ended]).all()
        assert (steps.rewards[~ended] == 0).all()
        assert (steps.returns[ended, steps.seats[ended]] == steps.rewards[ended]).all()
        assert (steps.returns[ended].sum(axis=1) == 0).all()
        ends += int(ended.sum())
    assert ends > 200


def test_seats_are_taken_in_turn_by_the_numbers_of_the_games() -> None:
    steps = Steps(RACE, 5, seed=3, seat="any", autoreset="same")
    for _ in range(30):
        assert (steps.seats == steps.numbers % 2).all()
        steps.step(greedy(steps))
    assert (steps.numbers > 5).all()


def test_a_game_begins_anew_in_the_step_after_its_end() -> None:
    steps = Steps(RACE, 50, seed=3)
    for _ in range(30):
        over = steps.records[:, loop.ENDED] != loop.UNDER_WAY
        numbers = steps.numbers.copy()
        steps.step(np.where(over, 99, greedy(steps)))  # the action counts for nothing there
        assert (steps.numbers[over] == numbers[over] + 50).all()
        assert (steps.records[over, loop.ENDED] == loop.UNDER_WAY).all()
        assert (steps.rewards[over] == 0).all()
        assert (steps.ended[over] == loop.UNDER_WAY).all()
        assert (steps.numbers[~over] == numbers[~over]).all()


def test_a_game_begins_anew_in_the_same_step_and_leaves_its_last_observation() -> None:
    same, later = (
        Steps(RACE, 50, seed=3, others="self", autoreset=way) for way in ("same", "next")
    )
    ends = 0
    for _ in range(8):
        numbers = same.numbers.copy()
        assert (same.masks == later.masks).all()
        actions = greedy(same)
        same.step(actions)
        later.step(actions)
        over = same.ended == loop.OVER
        assert (over == (later.ended == loop.OVER)).all()
        assert (same.rewards == later.rewards).all()
        assert (same.last[over] == later.observations[over]).all()
        assert (later.masks[over].sum(axis=1) == later.masks[over, 0]).all()
        assert later.masks[over, 0].all()
        assert (same.numbers == numbers + 50 * over).all()
        assert (same.records[:, loop.ENDED] == loop.UNDER_WAY).all()
        ends += int(over.sum())
        if over.any():
            later.reset(mask=over)
            later.records[over, loop.NUMBER] = same.numbers[over]
            assert (same.observations == later.observations).all()
    assert ends


def test_without_a_new_beginning_a_game_stays_over() -> None:
    steps = Steps(RACE, 20, seed=3, autoreset="none")
    play(steps, 20)
    assert (steps.ended == loop.OVER).all()
    seen, numbers = steps.observations.copy(), steps.numbers.copy()
    steps.step(greedy(steps))
    assert (steps.ended == loop.OVER).all()
    assert (steps.rewards == 0).all()
    assert (steps.observations == seen).all()
    half = np.arange(20) % 2 == 0
    steps.reset(mask=half)
    assert (steps.numbers == numbers + 20 * half).all()
    assert (steps.observations[~half] == seen[~half]).all()
    assert (steps.masks[half].any(axis=1)).all()


def test_an_illegal_action_ends_the_game_with_the_least_there_is() -> None:
    steps = Steps(RACE, 60, seed=3, others="self")
    barred = steps.masks[:, 2] == 0
    assert 10 < barred.sum() < 50
    me = steps.seats.copy()
    steps.step(np.full(60, 2))
    assert (steps.ended == np.where(barred, loop.ILLEGAL, loop.UNDER_WAY)).all()
    assert (steps.rewards == np.where(barred, -1, 0)).all()
    assert (steps.returns[barred, me[barred]] == -1).all()
    assert (steps.returns[barred, 1 - me[barred]] == 0).all()


@pytest.mark.parametrize("action", [-1, 3, 2**62, -(2**62)])
def test_a_number_that_is_no_action_is_illegal(action: int) -> None:
    steps = Steps(RACE, 3, seed=3)
    steps.step(np.full(3, action))
    assert (steps.ended == loop.ILLEGAL).all()


def test_a_game_is_cut_off_after_so_many_moves_of_the_learner() -> None:
    steps = Steps(RACE, 50, seed=3, longest=2)
    steps.step(np.zeros(50, np.int64))
    assert (steps.ended == loop.UNDER_WAY).all()
    steps.step(np.zeros(50, np.int64))
    assert (steps.ended == loop.CUT_OFF).sum() > 40
    assert (steps.rewards[steps.ended == loop.CUT_OFF] == 0).all()


def test_the_arrays_before_a_step_stand_beside_those_after_it() -> None:
    steps = Steps(RACE, 9, seed=3)
    before, allowed = steps.observations, steps.masks
    kept, kept_allowed = before.copy(), allowed.copy()
    steps.step(greedy(steps))
    assert (before == kept).all()
    assert (allowed == kept_allowed).all()
    assert (steps.observations != before).any()


def test_threads_change_nothing() -> None:
    one, two = (Steps(RACE, 2000, seed=3, threads=threads) for threads in (1, 3))
    assert play(one, 12) == play(two, 12)


def test_a_seed_begins_the_same_games_and_another_seed_others() -> None:
    steps = Steps(RACE, 30, seed=3)
    first = play(steps, 9)
    steps.reset(3)
    assert play(steps, 9) == first
    steps.reset(4)
    assert play(steps, 9) != first
    steps.reset()
    assert (steps.numbers >= 30).all()


def test_a_row_plays_the_same_games_however_many_stand_beside_it() -> None:
    few, many = Steps(RACE, 4, seed=3), Steps(RACE, 8, seed=3)
    dealt = {int(n): list(r[NUMBERS:]) for n, r in zip(many.numbers, many.records, strict=True)}
    few.reset()
    assert all(
        dealt[int(n)] == list(r[NUMBERS:]) for n, r in zip(few.numbers, few.records, strict=True)
    )


def test_in_self_play_every_seat_learns() -> None:
    steps = Steps(RACE, 10, seed=3, others="self")
    seats = []
    for _ in range(3):
        seats.append(steps.seats.copy())
        steps.step(np.zeros(10, np.int64))
    assert all((one + other == 1).all() for one, other in pairwise(seats))


def test_partners_are_one_learner_and_each_other_seat_has_its_own_policy() -> None:
    """Four race: the one after the partners' first takes what it can, the one after that at random."""
    steps = Steps(race(seats=4), 200, seed=3, seat=(0, 2), others=["rules", "random"])
    seen = set()
    for _ in range(20):
        before, counts = steps.records.copy(), steps.records[:, COUNT].copy()
        over = before[:, loop.ENDED] != loop.UNDER_WAY
        assert (before[~over, TURN] == before[~over, loop.SEAT]).all()
        steps.step(np.zeros(200, np.int64))
        moved = (before[:, loop.SEAT] == 0) & ~over & (steps.ended == loop.UNDER_WAY)
        odd = before[moved, NUMBERS + 1] & 1
        assert (steps.records[moved, COUNT] == counts[moved] + 3 + odd).all()
        seen |= set(steps.seats.tolist())
    assert seen == {0, 2}


def test_a_learner_in_turn_may_have_its_partner_beside_it() -> None:
    steps = Steps(race(seats=4), 8, seed=3, seat="any", others=["rules", "self", "random"])
    for _ in range(30):
        assert ((steps.seats - steps.numbers) % 2 == 0).all()
        steps.step(greedy(steps))


def test_one_seat_in_a_list_is_that_seat() -> None:
    one = Steps(RACE, 20, seed=3, seat=1, others="rules")
    listed = Steps(RACE, 20, seed=3, seat=(1,), others=["rules"])
    assert play(listed, 10) == play(one, 10)


def test_an_expert_names_the_action_that_the_policy_makes() -> None:
    steps = Steps(RACE, 200, seed=3, others="self", autoreset="none")
    for _ in range(8):
        under_way = steps.records[:, loop.ENDED] == loop.UNDER_WAY
        advised, before = steps.expert("rules"), steps.records.copy()
        assert (advised[under_way] == greedy(steps)[under_way]).all()
        assert (advised[~under_way] == 0).all()
        assert (steps.records == before).all()
        steps.step(advised)
    assert not under_way.any()


@pytest.mark.parametrize("policy", ["random", "self", "clever"])
def test_who_is_no_expert_is_refused(policy: str) -> None:
    with pytest.raises(SuitwiseError, match=f"an expert is rules, not '{policy}'"):
        Steps(RACE, 2).expert(policy)


def test_a_move_that_is_no_single_action_is_told() -> None:
    steps = Steps(fast_race(policies=("random", "rules")), 50, seed=3)
    with pytest.raises(SuitwiseError, match="what rules does is no single action here"):
        steps.expert("rules")


def test_others_by_the_rules_take_what_they_can() -> None:
    steps = Steps(RACE, 64, seed=3, seat=1, others="rules")
    odd = steps.records[:, NUMBERS] & 1
    begun = steps.numbers % 2 == 0  # seat 0 begins games of even number
    assert (steps.records[begun, COUNT] == 2 + odd[begun]).all()
    assert (steps.records[~begun, COUNT] == 0).all()


@pytest.mark.parametrize("others", ["random", "rules", "self"])
def test_plain_python_and_a_gpu_step_alike(others: str) -> None:
    sizes: dict[str, Any] = {"count": 6, "turns": 8, "others": others}
    compiled = digest_of(RACE, "machine", **sizes)
    assert digest_of(RACE, "python", **sizes) == compiled
    assert digest_in_simulator("from tests.race import race; race()", **sizes) == compiled


def test_a_game_that_is_over_before_the_learner_moves_is_passed_over() -> None:
    steps = Steps(race(goal=3), 30, seed=3, seat=1, others="rules")
    assert (steps.records[:, loop.ENDED] == loop.UNDER_WAY).all()
    assert (steps.numbers >= 30).any()
    assert (steps.records[:, loop.SEAT] == 1).all()


def test_where_no_game_comes_to_the_learners_turn_there_is_an_end_to_the_search() -> None:
    with pytest.raises(
        SuitwiseError, match="100,000 games in turn ended before the learner's turn"
    ):
        Steps(race(goal=0), 1)


def test_what_was_seen_before_a_reset_stands_beside_what_is_seen_after_it() -> None:
    steps = Steps(RACE, 20, seed=3, autoreset="none")
    play(steps, 20)
    seen, allowed = steps.observations, steps.masks
    kept = seen.copy()
    half = np.arange(20) % 2 == 0
    steps.reset(mask=half)
    assert (seen == kept).all()
    assert (allowed == 0).all()
    assert (steps.observations[~half] == kept[~half]).all()
    assert (steps.observations[half] != kept[half]).any()


def test_a_mask_that_was_written_to_leads_to_no_action_that_is_none() -> None:
    steps = Steps(RACE, 4, seed=3)
    steps.masks[:] = 0
    steps.masks[3, 1] = 100
    assert {tuple(steps.sample()) for _ in range(50)} == {(0, 0, 0, 1)}


def test_a_seed_begins_the_samples_anew() -> None:
    steps = Steps(RACE, 64, seed=3)
    first = [steps.sample().tolist() for _ in range(5)]
    steps.reset(3)
    assert [steps.sample().tolist() for _ in range(5)] == first
    steps.reset(4)
    assert [steps.sample().tolist() for _ in range(5)] != first


@pytest.mark.parametrize("again", [copy.deepcopy, lambda steps: pickle.loads(pickle.dumps(steps))])
def test_a_copy_goes_on_as_the_original_does(again: Any) -> None:
    steps = Steps(RACE, 600, seed=3, threads=2)
    play(steps, 5)
    other = again(steps)
    assert play(other, 5) == play(steps, 5)


def test_few_rows_are_stepped_without_other_threads() -> None:
    steps = Steps(RACE, 300, seed=3, threads=2)
    assert steps._pool is None
    steps.close()
    play(steps, 1)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"others": "clever"}, "the others move by one of random, rules, self, not 'clever'"),
        ({"autoreset": "soon"}, "autoreset is one of next, same, none"),
        ({"others": ["random"] * 2}, "of the other seats there are 1, and 2 are named"),
        ({"seat": 2}, "a seat is a number from 0 to 1, not 2"),
        ({"seat": True}, "a seat is a whole number, not True"),
        ({"count": 0}, "the games side by side are a number from 1"),
        ({"longest": -1}, "the learner's moves are a number from 0"),
        ({"threads": 5000}, "threads are a number from 0 to 1024"),
    ],
)
def test_what_can_not_be_is_refused(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(SuitwiseError) as told:
        Steps(RACE, **({"count": 2} | options))
    assert fault in str(told.value)


@pytest.mark.parametrize("actions", [np.zeros(3, np.int64), np.zeros(2), [0], [True, False]])
def test_actions_are_one_integer_for_each_game(actions: Any) -> None:
    with pytest.raises(SuitwiseError, match=r"actions are integers \(2,\)"):
        Steps(RACE, 2).step(actions)


def test_actions_of_no_shape_are_refused() -> None:
    with pytest.raises(SuitwiseError, match="rows of the same length"):
        Steps(RACE, 2).step([[0], [0, 1]])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "actions",
    [
        np.array([2**64 - 1, 2**63], np.uint64),
        np.array([1, 0], ">i8"),
        np.zeros(4, np.int64)[::2],
        np.broadcast_to(np.int8(1), (2,)),
    ],
)
def test_integers_of_every_kind_are_actions(actions: Any) -> None:
    steps = Steps(RACE, 2, seed=3)
    steps.step(actions)
    expected = np.where(actions.astype(object) < 2, loop.UNDER_WAY, loop.ILLEGAL)
    assert (steps.ended == expected).all()


def test_a_mask_of_other_rows_is_refused() -> None:
    with pytest.raises(SuitwiseError, match=r"a mask is bool \(2,\)"):
        Steps(RACE, 2).reset(mask=np.ones(3, bool))


def test_the_goal_is_reached() -> None:
    steps = Steps(RACE, 10, seed=3, autoreset="none")
    play(steps, 12)
    assert (steps.records[:, COUNT] >= GOAL).all()


def test_two_games_compiled_apart_are_loaded_side_by_side() -> None:
    """Machine code is found by names: two games' loops must not have the same, wherever compiled."""
    one = "from tests.race import race, fast_race; from tests.stepped import digest_of"
    told = 'print(digest_of({}(), "machine", count=6, turns=4, others="self"))'
    slow, fast = (fresh_python(f"{one}\n{told.format(game)}") for game in ("race", "fast_race"))
    both = fresh_python(f"{one}\n{told.format('race')}\n{told.format('fast_race')}")
    assert slow != fast
    assert both == slow + fast


# --- What each decision earned where one learner has several seats --------------------------------


@pytest.mark.parametrize("autoreset", ["same", "next"])
@pytest.mark.parametrize("seat", [0, (0, 2)])
def test_every_seat_of_the_learner_gets_its_own_return_at_its_last_decision(
    autoreset: Autoreset, seat: Any
) -> None:
    """Against a count in plain Python, game by game."""
    others = "self" if seat == 0 else "random"
    steps = Steps(race(seats=4), 30, seed=3, seat=seat, others=others, autoreset=autoreset)
    seats, ended, returns, decides = [], [], [], []
    expected: dict[tuple[int, int], float] = {}
    decided: dict[tuple[int, int], int] = {}
    for turn in range(40):
        seats.append(steps.seats.copy())
        decides.append(steps.ended == loop.UNDER_WAY)
        steps.step(steps.sample())
        ended.append((steps.ended != loop.UNDER_WAY) & decides[-1])
        returns.append(steps.returns.copy())
        for row in np.flatnonzero(decides[-1]):
            decided[int(row), int(seats[-1][row])] = turn
        for row in np.flatnonzero(ended[-1]):
            for one in range(4):
                if (int(row), one) in decided:
                    at = decided.pop((int(row), one)), int(row)
                    expected[at] = float(returns[-1][row, one])
    told = credited(*map(np.array, (seats, ended, returns, decides)))
    assert {tuple(map(int, at)) for at in np.argwhere(told.last)} == set(expected)
    assert all(told.rewards[at] == got for at, got in expected.items())
    assert len(expected) > 200
    assert (told.rewards[~told.last] == 0).all()


def test_arrays_of_other_steps_are_refused() -> None:
    with pytest.raises(SuitwiseError, match=r"returns \(steps, n, seats\), not \(2, 3\), \(2, 3\)"):
        credited(np.zeros((2, 3), int), np.zeros((2, 3), bool), np.zeros((1, 3, 2)))
