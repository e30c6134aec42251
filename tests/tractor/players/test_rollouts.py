"""Rollouts: the policy's own play leads where the policy does, throws are held against the world."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor import Move, Pile, Profile, TractorState, Trump, pile_of, solve, throw_of
from suitwise.tractor.arrays import packed as columns
from suitwise.tractor.arrays.batch import packed_round, replay, state_of
from suitwise.tractor.arrays.packed import COLUMNS, POINTS, named_back, put, renamed, unseen_by
from suitwise.tractor.arrays.play import first_by_name, forced_cards, part_forced
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.players.plays import MOST_SEARCHED, house_of, play_out, roll_out, rows_of
from suitwise.tractor.rules.throws import (
    FORCED,
    STANDS,
)
from suitwise.tractor.solve.solver import desk_of_thread
from tests.tractor.table_tricks import some_throw_of_high_singles

RULES = ("rules", "rules")
THROW = "33 0 | {} | 4/4 | - | - | -"


def rolled(
    state: TractorState,
    plays: list[Pile],
    compiled: bool = True,
    ending: int = 0,
    effort: int = MOST_SEARCHED,
) -> list[int]:
    """Return the points at the end with each play, in the true world."""
    worlds, points = np.array([packed_round(state)], np.int64), np.zeros((1, len(plays)), np.int64)
    active, record = np.arange(len(plays)), np.zeros(COLUMNS, np.int64)
    face = machine(roll_out) if compiled else roll_out
    face(
        worlds,
        0,
        1,
        rows_of(state, plays),
        active,
        ending,
        house_of(state),
        desk_of_thread(effort),
        record,
        points,
    )
    return [int(found) for found in points[0]]


@pytest.mark.parametrize("forced", FORCED)
def test_a_throw_leads_in_a_world_what_the_house_forces_of_it(forced: str) -> None:
    """Of 200 throws with large parts that are low."""
    rng, house, failed = Random(3), Profile(forced=forced), 0
    for _ in range(200):
        text, hands, lead = some_throw_of_high_singles(rng)
        trump, piles = Trump.parse(text), list(map(pile_of, hands))
        names = trump.main_index, trump.rank_index
        record = [0] * COLUMNS
        record[columns.MAIN], record[columns.RANK] = names
        for seat, pile in enumerate(piles):
            record[columns.HANDS + 2 * seat] = renamed(pile.once, *names)
            record[columns.HANDS + 2 * seat + 1] = renamed(pile.twice, *names)
        once, twice = (renamed(mask, *names) for mask in pile_of(lead).masks[:2])
        chain = house.chain_mask(trump.main_index)
        length, top = part_forced(record, once, twice, FORCED.index(forced), chain)
        found = throw_of(trump, piles, lead, house)
        assert (length == STANDS) == found.stands
        if length != STANDS:
            cards, level = forced_cards(record, once, twice, length, top)
            if level:
                cards |= first_by_name(record, level)
            part = Pile(cards, cards if length else 0)
            true = (named_back(mask, *names) for mask in part.masks[:2])
            assert Pile(*true) in found.forced
            failed += 1
    assert forced == "never" or failed > 50


def test_the_policys_own_play_leads_to_the_end_that_its_deal_has() -> None:
    for number in range(6):
        game = replay(number, 7, RULES)
        for plays in (0, 13, 50):
            state = state_of(game, plays)
            assert rolled(state, [game.plays[plays][1]]) == [game.points]


def test_plain_python_rolls_out_as_machine_code_does() -> None:
    state = state_of(replay(3, 7, RULES), 60)
    plays = [move.pile for move in list(state.moves())[:3]]
    for ending in (0, 4):
        assert rolled(state, plays, ending=ending) == rolled(state, plays, False, ending)


def test_plays_are_rolled_out_to_the_end_whoever_makes_them() -> None:
    record = np.array(packed_round(state_of(replay(3, 7, RULES), 40)), np.int64)
    slowly = record.copy()
    points = play_out(record, house_of(state_of(replay(3, 7, RULES), 40)))
    while slowly[columns.PLAYED] < columns.ALL_PLAYED:
        put(slowly, *choose_play(slowly, *unseen_by(slowly, columns.turn_of(slowly))))
    assert (record == slowly).all()
    assert points == record[POINTS]


def ending_of(number: int, cards: int, place: int) -> TractorState:
    """Return the first position of a deal with so many cards a hand, a trick begun so far."""
    game = replay(number, 7, RULES)
    for plays in range(40, len(game.plays)):
        state = state_of(game, plays)
        held = state.held[state.turn].size
        if held <= cards and len(state.tricks[-1].plays) == place:
            return state
    raise AssertionError("there is none")


@pytest.mark.parametrize("place", range(4))
def test_an_ending_is_worth_what_best_play_of_all_brings(place: int) -> None:
    for number in range(3):
        state = ending_of(number, 4, place)
        worth = solve(state).moves
        moves = [move for move in worth if place or state.throw(move.pile).stands]
        found = rolled(state, [move.pile for move in moves], ending=4)
        assert found == [worth[move] for move in moves]


def test_an_ending_is_solved_once_so_few_cards_are_left_and_no_sooner() -> None:
    differ = 0
    for number in range(4, 12):
        state = ending_of(number, 4, 3)
        play = next(iter(state.moves())).pile
        after = state.followed_by(Move(play))
        assert rolled(state, [play], ending=4) == [solve(after).value]
        differ += rolled(state, [play], ending=1) != rolled(state, [play], ending=4)
    assert differ


def test_the_policy_plays_on_an_ending_that_takes_too_many_positions() -> None:
    state = ending_of(3, 8, 0)
    play = next(iter(state.moves())).pile
    assert rolled(state, [play], ending=8, effort=1) == rolled(state, [play])
