"""The plays that are tried: legal, the policy's among them, and those that a player would think of."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.clock import Clock
from suitwise.tractor import Pile, Tractor, pile_of
from suitwise.tractor.arrays.packed import BURIED, COLUMNS, HANDS
from suitwise.tractor.hidden.redealing import many_worlds
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.replies import Sight
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.players.search import auctions, burials, judging
from suitwise.tractor.players.search.auctions import draw_rest, turned_card, whole_hand_bid
from suitwise.tractor.players.search.candidates import FEW, MOST, candidates_of
from suitwise.tractor.players.search.judging import Thinking, lots_in_all
from suitwise.tractor.players.search.racing import FIRST, Batch, Ints, Race, lead_of, race
from suitwise.tractor.players.search.values import LEVEL, values_for, worth_of
from suitwise.tractor.rules.auction import NOTHING, main_of
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.levels import KITTY, named_by_kitty
from suitwise.tractor.rules.profile import NAMED, STANDARD
from suitwise.tractor.seats import DECK, HAND
from tests.foundation.times import Times
from tests.tractor.players.test_rule_based import positions


def test_candidates_are_legal_and_different_and_few_in_every_house() -> None:
    replied = thrown = 0
    for name in NAMED:
        for state in positions(Tractor(match="deal", profile=name), 3):
            if state.phase != "play":
                continue
            found = candidates_of(Sight(state))
            moves = {move.pile for move in state.moves()} if len(state.moves()) < 5000 else None
            assert found
            assert len(set(found)) == len(found) < 3 * MOST
            assert all((play in state.duty.plays if state.duty else True) for play in found)
            assert moves is None or set(found) <= moves
            if state.duty is not None and len(state.moves()) <= min(FEW, MOST):
                assert len(found) == len(state.moves())
                replied += 1
            chain = state.profile.chain_mask(state.trump.main_index)
            thrown += sum(len(parts_of(play, state.trump, chain)) > 1 for play in found[:1])
    assert replied > 100


def test_a_leader_tries_every_single_pair_and_tractor_of_a_short_hand_and_its_throws() -> None:
    state = next(
        state
        for state in positions(Tractor(match="deal"), 2, TractorPlayer(throws=False))
        if state.phase == "play" and state.duty is None and state.held[state.turn].size == 6
    )
    found = candidates_of(Sight(state))
    hand = state.held[state.turn]
    assert {card for play in found if play.size == 1 for card in play} == set(hand)


# --- Bids that are tried --------------------------------------------------------------------------


def test_in_a_world_all_cards_are_drawn_and_each_seat_keeps_what_it_has() -> None:
    state = [one for one in positions(Tractor(match="deal"), 4) if one.phase == "bid"][37]
    hands = many_worlds(state, state.turn, 5, 1, 2)
    index = 0
    for before in hands:
        world = np.zeros(COLUMNS, np.int64)
        index = machine(draw_rest)(before.copy(), world, state.turn, 1, 2, index)
        piles = [Pile(*map(int, world[at : at + 2])) for at in range(HANDS, BURIED + 2, 2)]
        assert [pile.size for pile in piles] == [HAND] * 4 + [KITTY]
        assert piles[0].plus(piles[1]).plus(piles[2]).plus(piles[3]).plus(piles[4]) == DECK
        for place in range(4):
            drawn = Pile(*map(int, before[place]))
            assert drawn.within(piles[(state.turn + place) % 4])


def test_who_has_long_trumps_bids_and_who_has_no_card_to_show_does_not() -> None:
    long = pile_of("S2S3S3S4S5S6S7S8S9H3H4H5H6H7D3D4D5D6D7C3C4C5C6C7C8")
    assert whole_hand_bid(*long.masks[:2], 0, NOTHING, 7) >> 2 == 0
    assert whole_hand_bid(*long.minus(pile_of("S2")).masks[:2], 0, NOTHING, 7) == -1


def test_the_kitty_names_what_its_cards_turned_up_do() -> None:
    for text in ("S3H4D5C6S7H8D9C2", "S3H4D5C6S7H8D9CA", "S3H4D5C6S7H8D9BJ"):
        kitty = pile_of(text)
        named = named_by_kitty([*kitty.cards], 0, STANDARD)
        assert main_of(turned_card(kitty.once, 0)) == named


def test_two_red_jokers_are_bid_where_the_opponents_suit_is_short_in_the_hand() -> None:
    states = positions(Tractor(match="deal", levels="55"), 3)
    state = next(one for one in states if "RJRJ" in map(str, one.moves()))
    assert state.held[state.turn].size == 18
    assert str(state.standing) == "D5"
    assert str(MonteCarlo(worlds=30).judged(state).best) == "RJRJ"


# --- Burials that are searched --------------------------------------------------------------------


def test_the_burial_is_legal_and_no_worse_than_the_one_it_began_with() -> None:
    for seed in range(3):
        state = next(one for one in positions(Tractor(match="deal"), seed) if one.phase == "bury")
        found = MonteCarlo(worlds=12, seed=1).judged(state)
        assert found.best in state.moves()
        assert found.best.pile.size == KITTY
        assert found.race.mean(found.race.best) >= found.race.mean(0)


# --- How long a decision is thought about ---------------------------------------------------------


DRAWS = {"bid": (auctions, "_worlds"), "bury": (burials, "_worlds"), "play": (judging, "draw")}


@pytest.mark.parametrize("seconds", [0.01, 0.1])
@pytest.mark.parametrize("phase", ["bid", "bury", "play"])
def test_a_player_given_a_time_keeps_to_it(
    monkeypatch: pytest.MonkeyPatch, phase: str, seconds: float
) -> None:
    times = Times(monkeypatch)
    module, name = DRAWS[phase]
    monkeypatch.setattr(module, name, times.costing(getattr(module, name), 0.001))
    asked = (one for one in positions(Tractor(match="deal"), 5) if one.phase == phase)
    for state in [one for one in asked if one.turn >= 0 and len(one.moves()) > 1][::20]:
        since = times.now
        MonteCarlo(seconds=seconds).judged(state)
        assert 0 < times.now - since <= 1.3 * seconds


def test_bids_and_burials_take_no_more_worlds_than_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Times(monkeypatch)
    for given in (Clock(), Clock(1.0)):
        assert sum(lots_in_all(Thinking(100, given, None, 0, 1))) == 100


# --- The race of candidates -----------------------------------------------------------------------


def batch_of(worth: Sequence[Sequence[int]]) -> Batch:
    table = np.array(worth, np.int64)

    def roll(first: int, last: int, active: Ints) -> Ints:
        found = np.zeros((last - first, table.shape[1]), np.int64)
        found[:, active] = table[first:last][:, active]
        return found

    return np.ones(len(table), np.int64), roll


def raced(worth: Sequence[Sequence[int]]) -> Race:
    return race([batch_of(worth)], len(worth[0]), lambda: False)


def test_the_better_play_is_chosen_and_the_worse_one_tried_in_few_worlds() -> None:
    found = raced([[0, 300 + world % 7, -500] for world in range(60)])
    assert found.best == 1
    assert found.second == 0
    assert found.used.tolist() == [FIRST, FIRST, FIRST]


def test_where_it_is_close_all_worlds_are_looked_at_and_the_policy_has_its_way() -> None:
    found = raced([[0, 10 if world % 2 else -10] for world in range(60)])
    assert found.best == 0
    assert found.used.tolist() == [60, 60]


def test_a_single_play_has_figures_too() -> None:
    found = raced([[7]] * 20)
    assert (found.best, found.second, found.mean(0)) == (0, 0, 7)


def test_the_time_ends_a_race_between_two_batches() -> None:
    batches = (batch_of([[0, 10 if world % 2 else -10] for world in range(20)]) for _ in range(99))
    asked = []

    def is_over() -> bool:
        asked.append(0)
        return len(asked) > 4

    assert 20 < len(race(batches, 2, is_over).counts) < 99 * 20


def test_a_world_that_counts_twice_counts_as_two_for_the_mean() -> None:
    mean, error = lead_of(np.array([0, 3]), np.array([1, 2]))
    assert mean == 2
    assert error > 0
    _, alone = lead_of(np.array([5]), np.array([3]))
    assert alone > error


# --- What points are worth ------------------------------------------------------------------------


def worth(
    points: int, seat: int = 0, landlord: int = 0, levels: str = "22", match: str = "deal"
) -> int:
    state = Tractor(match=match, levels=levels, landlord=landlord).start()
    return int(worth_of(values_for(state, seat), np.array([points]))[0])


def test_fewer_points_are_never_worse_for_the_landlord_and_what_one_side_wins_the_other_loses() -> (
    None
):
    state = Tractor(match="deal", landlord=0).start()
    ours, theirs = values_for(state, 2), values_for(state, 3)
    assert (np.diff(ours) <= 0).all()
    assert (ours == -theirs).all()


def test_the_step_at_80_points_is_more_than_the_points_to_it() -> None:
    assert worth(75) - worth(80) > 3 * (worth(70) - worth(75))


def test_attackers_at_an_ace_they_must_defend_gain_nothing_but_points() -> None:
    assert worth(115, levels="2A") - worth(125, levels="2A") == worth(125) - worth(135)


def test_to_be_landlord_next_is_worth_something_in_a_match_alone() -> None:
    assert worth(75, match="match") - worth(80, match="match") > worth(75) - worth(80) + LEVEL // 2
