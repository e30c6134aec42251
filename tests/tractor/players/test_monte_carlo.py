"""The Monte Carlo player of Tractor: reproducible, blind to hidden cards, true in its words."""

from __future__ import annotations

import re

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import load
from suitwise.players.named import named
from suitwise.testing import Kuhn
from suitwise.tractor.game import Tractor
from suitwise.tractor.players.monte_carlo import Judged, MonteCarlo
from suitwise.tractor.players.search.values import LEVEL
from suitwise.tractor.rules.profile import NAMED
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.state import TractorState
from tests.tractor.players.test_rule_based import positions

DEAL = Tractor(match="deal")


def decisions(seed: int, phase: str) -> list[TractorState]:
    found = positions(DEAL, seed)
    return [one for one in found if one.phase == phase and one.turn >= 0 and len(one.moves()) > 1]


@pytest.mark.parametrize("phase", ["bid", "bury", "play"])
def test_it_moves_by_what_its_seat_sees_and_the_same_again(phase: str) -> None:
    player = MonteCarlo(worlds=6, seed=3)
    for number, state in enumerate(decisions(5, phase)[::9]):
        move = player(state)
        assert move in state.moves()
        assert player(state.resample(state.turn, 9, number)) == move == player(state)


@pytest.mark.parametrize("house", NAMED)
def test_it_plays_every_house_to_the_end(house: str) -> None:
    player = MonteCarlo(worlds=2)
    assert list(positions(Tractor(match="deal", profile=house), 1, player))[-1].phase == "end"


def test_it_does_not_give_15_points_away_where_5_will_do() -> None:
    states = (one for one in decisions(2, "play") if one.turn == 0 and len(one.tricks) == 10)
    given = MonteCarlo(worlds=400)(next(states)).pile
    assert points_of(given.once, given.twice) == 5


def test_with_more_time_it_looks_at_more_worlds() -> None:
    state = decisions(3, "play")[20]
    looked = [len(MonteCarlo(4, seconds).judged(state).race.counts) for seconds in (0.0, 0.2)]
    assert looked[0] <= 4 < looked[1]


SENTENCE = re.compile(
    r"([-+][0-9.]+) levels over (\d+) deals"
    r"(?:(?:, ([0-9.]+) more than (\S+)|; (\S+) is as good), give or take ([0-9.]+))?"
)


def holds(why: str, judged: Judged) -> bool:
    """Tell whether a sentence says what the figures say."""
    found, race = SENTENCE.fullmatch(why), judged.race
    assert found is not None, why
    other = found[4] or found[5]
    if other is None:
        return len(judged.moves) == 1 and near(found[1], race.mean(race.best))
    place = [str(move) for move in judged.moves].index(other)
    lead, error = race.lead(place)
    assert (found[3] is not None) == (lead > 1.96 * error)
    return near(found[6], 1.96 * error) and (found[3] is None or near(found[3], lead))


def near(said: str, worth: float) -> bool:
    return abs(float(said) * LEVEL - worth) <= LEVEL / 100


def test_what_it_says_is_what_its_figures_say() -> None:
    player = MonteCarlo(worlds=10)
    said = set[str]()
    for phase in ("bid", "bury", "play"):
        for state in decisions(6, phase)[::4]:
            advice, judged = player.advice(state), player.judged(state)
            assert advice.move == judged.best
            assert holds(str(advice.why), judged)
            said.add(advice.why.code)
    assert "tractor.mc-close" in said  # in so few deals few leads are sure


def test_numbers_out_of_range_and_other_games_are_refused() -> None:
    with pytest.raises(SuitwiseError, match="1 to 10,000 worlds are drawn, not 0"):
        named("mc(worlds=0)", load("tractor"))
    with pytest.raises(SuitwiseError, match="0 seconds or more, not -1"):
        MonteCarlo(seconds=-1)
    with pytest.raises(SuitwiseError, match="0 to 8 cards a hand are solved, not of 9"):
        named("mc(ending=9)", load("tractor"))
    with pytest.raises(SuitwiseError):
        MonteCarlo()(Kuhn().parse("KJ"))
