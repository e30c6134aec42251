"""The yardstick of Tractor: it plays the true deal, has no name, and shares have their interval."""

from __future__ import annotations

import json
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean

import pytest

from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import load
from suitwise.players.named import named, names_for
from suitwise.research.yardstick import SEEING, Seeing, edges, hands_of, measured
from suitwise.tractor import Tractor, TractorState, solve
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.deck import sum_of
from tests.commands import refusal_of, run_command
from tests.tractor.players.test_rule_based import positions


@cache
def endings(deals: int) -> list[TractorState]:
    """Return positions of deals in which each hand has four cards, and the seat on turn a choice."""
    found = []
    for seed in range(deals):
        for state in positions(Tractor(match="deal"), seed):
            if state.phase == "play" and {len(hand) for hand in state.held} == {4}:
                found += [state] if len(state.moves_but_claim()) > 1 else []
                break
    return found


def test_at_an_ending_it_does_what_the_solver_finds_best_with_all_hands_seen() -> None:
    player, tried = Seeing(), 0
    for state in endings(24):
        solution = solve(state)
        assert player(state) in solution.best
        tried += len(solution.best) < len(solution.moves)
    assert tried >= 8, "in some of them something is worse"


def test_it_looks_at_hands_that_an_honest_player_can_t_tell_apart() -> None:
    seeing, honest = Seeing(), MonteCarlo(worlds=4)
    told_apart = 0
    for number, state in enumerate(endings(24)):
        other = state.resample(state.turn, 9, number)
        assert honest(other) == honest(state)
        told_apart += seeing(other) != seeing(state)
    assert told_apart > 0


@pytest.mark.parametrize("phase", ["bury", "play"])
def test_its_world_is_the_true_deal(phase: str) -> None:
    state = next(
        one for one in positions(Tractor(match="deal"), 5) if one.phase == phase and one.turn >= 0
    )
    (world,) = hands_of(state).tolist()
    for ahead in range(4):
        hand = state.held[(state.turn + ahead) % 4]
        assert world[ahead] == [hand.once, hand.twice]
    whole = sum_of([*state.held, *([state.buried] if state.buried else [])])
    assert whole.size == sum(once.bit_count() + twice.bit_count() for once, twice in world)


def test_it_bids_as_the_rules_do() -> None:
    bids = [
        one for one in positions(Tractor(match="deal"), 4) if one.phase == "bid" and one.turn >= 0
    ]
    assert bids
    assert all(Seeing()(state) == TractorPlayer()(state) for state in bids)


def test_nobody_meets_it_by_name() -> None:
    game = load("tractor")
    for name in ("seeing", "Seeing", SEEING):
        assert name not in names_for(game)
        with pytest.raises(NotationError, match="no player of tractor"):
            named(name, game)


def test_the_interval_of_a_share_is_that_of_the_jackknife() -> None:
    rng, n = Random(1), 400
    most = [rng.gauss(1.0, 1.0) for _ in range(n)]
    own = [0.4 * one + rng.gauss(0.0, 0.5) for one in most]
    whole, edge = edges({SEEING: most, "net": own})
    ratios = [(sum(own) - one) / (sum(most) - other) for one, other in zip(own, most, strict=True)]
    spread = sqrt((n - 1) / n * sum((ratio - fmean(ratios)) ** 2 for ratio in ratios))
    assert edge.share == pytest.approx(fmean(own) / fmean(most))
    assert edge.share_reach == pytest.approx(1.966 * spread, rel=0.02)
    assert (whole.share, whole.share_reach) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("margins", "reason"), [([1.0], "two deals or more, not 1"), ([1.0, -1.0], "gains nothing")]
)
def test_a_share_of_nothing_is_refused(margins: list[float], reason: str) -> None:
    with pytest.raises(SuitwiseError, match=reason):
        edges({SEEING: margins, "net": margins})


def test_all_meet_the_same_opponent_on_the_same_deals() -> None:
    reached: list[int] = []
    found = measured(
        ["rules", "net"], deals=4, seed=2, progress=lambda done, _: reached.append(done)
    )
    assert reached == list(range(4))
    seeing, rules, net = found
    assert (rules.player, rules.mean, rules.reach) == ("rules", 0.0, 0.0)
    assert seeing.mean > net.mean


def test_the_command_prints_a_table_or_the_figures() -> None:
    words = "research", "yardstick", "--players", "rules", "--deals", "2", "--seed", "2"
    status, told, _ = run_command(*words)
    assert status == 0
    assert (
        told.splitlines()[0]
        == "| 2 mirrored deals against `rules` | levels a deal | share of the edge |"
    )
    assert told.splitlines()[-1] == "| rules | +0.00 ± 0.00 | 0 ± 0 % |"
    status, told, _ = run_command(*words, "--json")
    assert [one["player"] for one in json.loads(told)] == [SEEING, "rules"]


def test_a_player_that_tractor_has_not_is_refused_in_one_line() -> None:
    assert refusal_of("research", "yardstick", "--players", "greedy").startswith(
        "error: 'greedy' is no player of tractor"
    )
