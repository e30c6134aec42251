"""The Monte Carlo player of Tractor: reproducible, blind to hidden cards, true in its words."""

from __future__ import annotations

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import load
from suitwise.players.named import named
from suitwise.testing import Kuhn
from suitwise.tractor import Tractor, TractorState
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.levels import points_of
from suitwise.tractor.rules.profile import NAMED
from tests.tractor.players.test_rule_based import positions

DEAL = Tractor(match="deal")
FIFTEEN = (
    "22 - | S2S5S6S8STSJSJH3H6H7H8HJHQHAD2D4D5D5D6DTDQDKC8CKCA "
    "S2S4S4S7S7S8S9SAH4H5H7H9HJHKD3D7D8D9DTC3C6C6C9CQBJ "
    "S3S6S9STSKSKSAH2H6HTHQD2D9DJDJDAC2C7C8C9CTCKCABJRJ "
    "S3SQSQH2H4H5H8H9HTHAD3D4D6D7DQDKDAC2C3C4C5C5CTCJCQ | 3:H2 | - | S3S5D3D4D6D7D8DQ | 3 "
    "C4C4C5C5 D4C8CKCA C3C6C6C9 C7C8C9CA / 3 DA D6 DT D9 / 3 SQSQ SJSJ S4S4 SKSK / 2 CK C3 ST CQ "
    "/ 2 DA DK DT D3 / 2 SA H3 S6 S8 / 3 CTCJCJCQ S8H3H6DQ S9D7D8D9 S3S6S9CT / 3 C7 H7 H4 ST / 0 "
    "DK HK DJ HT / 1 S7S7SA H6HQDJ H4H5HK"
)
"""Seat 0 is last to a trick of the others: S5D5D5 gives it 15 points, S5H8HJ gives 5."""


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


def test_it_bids_as_the_rules_do_and_for_their_reason() -> None:
    player, rules, said = MonteCarlo(worlds=6), TractorPlayer(), set[str]()
    for state in (one for seed in (4, 5) for one in decisions(seed, "bid")):
        advice = player.advice(state)
        assert (advice.move, str(advice.why)) == rules.advice(state)
        assert player(state) == advice.move
        said.add(advice.why.code)
    assert {"tractor.why-strength", "tractor.why-reinforced"} <= said


@pytest.mark.parametrize("house", NAMED)
def test_it_plays_every_house_to_the_end(house: str) -> None:
    player = MonteCarlo(worlds=2)
    assert list(positions(Tractor(match="deal", profile=house), 1, player))[-1].phase == "end"


def test_it_does_not_give_15_points_away_where_5_will_do() -> None:
    given = MonteCarlo(worlds=400)(DEAL.parse(FIFTEEN)).pile
    assert points_of(given.once, given.twice) == 5


def test_with_more_time_it_looks_at_more_worlds() -> None:
    state = decisions(3, "play")[20]
    looked = [len(MonteCarlo(4, seconds).evaluated(state).race.counts) for seconds in (0.0, 2.0)]
    assert looked[0] <= 4 < looked[1]


def test_of_no_moves_none_is_compared() -> None:
    state, _ = load("tractor(match=deal)").start().rolled(seed=3, stream=0)
    assert isinstance(state, TractorState)
    with pytest.raises(SuitwiseError, match="there is no move to compare"):
        MonteCarlo(worlds=2).compared(state, ())


def test_numbers_out_of_range_and_other_games_are_refused() -> None:
    with pytest.raises(SuitwiseError, match="1 to 10,000 worlds are drawn, not 0"):
        named("mc(worlds=0)", load("tractor"))
    with pytest.raises(SuitwiseError, match="bids"):
        named("mc(bids=no)", load("tractor"))
    with pytest.raises(SuitwiseError, match="0 seconds or more, not -1"):
        MonteCarlo(seconds=-1)
    with pytest.raises(SuitwiseError, match="0 to 8 cards a hand are solved, not of 9"):
        named("mc(ending=9)", load("tractor"))
    with pytest.raises(TypeError, match="ending: a whole number"):
        MonteCarlo(ending=2.5)  # type: ignore[arg-type]
    with pytest.raises(SuitwiseError):
        MonteCarlo()(Kuhn().parse("KJ"))
