"""Reviews of deals at other tables of Tractor: what is judged, by which figures, in which words."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from suitwise import tractor
from suitwise.errors import SuitwiseError
from suitwise.game import Record, load, play
from suitwise.players.review import Decision
from suitwise.tractor import TractorState
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.plays import LEVEL
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.review import TractorJudge, doing, place

FRIENDS = "tractor(players=5,teams=friends,match=deal)"
SIX = "tractor(players=6,packs=3,match=deal)"
TABLES = (FRIENDS, SIX)
WORLDS = 6


@cache
def record_of(table: str) -> Record:
    return play(load(table).start(), TractorPlayer(), seed=3)


@cache
def landlord_of(table: str) -> int:
    *_, over = record_of(table).states()
    assert isinstance(over, TractorState)
    return over.current_landlord


@cache
def reviewed(table: str) -> list[tuple[TractorState, Decision]]:
    """Return what the landlord decided, with the positions."""
    record = record_of(table)
    states = list(record.states())
    seat = landlord_of(table)
    found = islice(tractor.review(record, WORLDS, seed=5, seat=seat), 8)
    pairs = [(states[one.ply - 1], one) for one in found]
    return [(state, one) for state, one in pairs if isinstance(state, TractorState)]


@pytest.mark.parametrize(("table", "phases"), [(FRIENDS, 3), (SIX, 2)])
def test_burials_calls_and_plays_are_judged_and_no_bids(table: str, phases: int) -> None:
    judged = [state.phase for state, _ in reviewed(table)]
    assert list(dict.fromkeys(judged)) == [*["bury", "call"][: phases - 1], "play"]
    assert "bid" not in judged


@pytest.mark.parametrize("table", TABLES)
def test_figures_are_those_of_the_races(table: str) -> None:
    player = MonteCarlo(worlds=WORLDS, seed=5)
    for state, one in reviewed(table):
        verdict, move = one.verdict, state.parse_move(one.move)
        assert verdict is not None
        tried = player.evaluated(state)
        race = player.compared(state, (move, tried.move)).race
        made, best = race.found.T
        assert (verdict.best, verdict.worlds) == (str(tried.move), WORLDS)
        assert verdict.worth == pytest.approx(made.mean() / LEVEL)
        assert verdict.cost == pytest.approx((best - made).mean() / LEVEL)


def test_who_wins_is_not_said_before_all_friends_are_known() -> None:
    for state, one in reviewed(FRIENDS):
        assert one.verdict is not None
        assert (one.verdict.chance is None) == (None in state.sides.filled)
    chances = [one.verdict.chance for _, one in reviewed(SIX) if one.verdict]
    assert all(chance is not None and 0 <= chance <= 1 for chance in chances)


def test_a_burial_of_all_high_trumps_is_a_mistake() -> None:
    state = next(state for state, _ in reviewed(SIX) if state.phase == "bury")
    hand = sorted(state.held[state.turn].cards, key=lambda card: tractor.phi(card, state.trump))
    move = state.parse_move("".join(map(str, hand[-state.umpire.kitty :])))
    verdict = TractorJudge(40, 0).verdict(state, move)
    assert verdict is not None
    assert verdict.is_mistake


def test_a_call_is_said_in_words() -> None:
    state, one = next((state, one) for state, one in reviewed(FRIENDS) if state.phase == "call")
    assert one.verdict is not None
    assert (one.place, one.verdict.did) == ("call", f"calls {one.move}")
    move = state.parse_move(one.move)
    assert doing(state, move) == f"calling {one.move}"
    assert place(state) == "call"


@pytest.mark.parametrize(("table", "seat", "last"), [(FRIENDS, 5, 4), (SIX, 6, 5)])
def test_a_seat_that_the_table_has_not_is_refused(table: str, seat: int, last: int) -> None:
    with pytest.raises(SuitwiseError, match=f"seat: a whole number from 0 to {last}"):
        next(tractor.review(record_of(table), WORLDS, seat=seat))
