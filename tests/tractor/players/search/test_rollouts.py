"""Rollouts: the policy's own play leads where the policy does, throws are held against the world."""

from __future__ import annotations

import numpy as np
import pytest

from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor.arrays import packed as columns
from suitwise.tractor.arrays.packed import COLUMNS, POINTS, put, unseen_by
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.arrays.positions import packed, state_of
from suitwise.tractor.arrays.table_replay import replay
from suitwise.tractor.game import Tractor
from suitwise.tractor.players.search.judging import house_of, named, rows_of
from suitwise.tractor.players.search.rollouts import play_out, roll_out, try_play
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.state import TractorState

RULES = ("rules", "rules")
THROW = "33 0 | {} | 4/4 | - | - | -"


def rolled(state: TractorState, plays: list[Pile], compiled: bool = True) -> list[int]:
    """Return the points at the end with each play, in the true world."""
    worlds, points = np.array([packed(state)], np.int64), np.zeros((1, len(plays)), np.int64)
    active, record = np.arange(len(plays)), np.zeros(COLUMNS, np.int64)
    face = machine(roll_out) if compiled else roll_out
    face(
        worlds,
        0,
        1,
        rows_of(state, plays)[0],
        active,
        rows_of(state, plays)[1],
        house_of(state),
        record,
        points,
    )
    return [int(found) for found in points[0]]


def test_the_policys_own_play_leads_to_the_end_that_its_deal_has() -> None:
    for number in range(6):
        game = replay(number, 7, RULES)
        for plays in (0, 13, 50):
            state = state_of(game, plays)
            assert rolled(state, [game.plays[plays][1]]) == [game.points]


def test_plain_python_rolls_out_as_machine_code_does() -> None:
    state = state_of(replay(3, 7, RULES), 60)
    plays = [move.pile for move in list(state.moves())[:3]]
    assert rolled(state, plays) == rolled(state, plays, compiled=False)


def test_plays_are_rolled_out_to_the_end_whoever_makes_them() -> None:
    record = np.array(packed(state_of(replay(3, 7, RULES), 40)), np.int64)
    slowly = record.copy()
    play_out(record)
    while slowly[columns.PLAYED] < columns.ALL_PLAYED:
        put(slowly, *choose_play(slowly, *unseen_by(slowly, columns.turn_of(slowly))))
    assert (record == slowly).all()


@pytest.mark.parametrize("forced", ["beaten", "lowest", "never"])
def test_a_throw_fails_in_a_world_where_it_fails_at_the_table(forced: str) -> None:
    held = 0
    for number in range(12):
        house = Tractor(match="deal", profile=f"standard(forced={forced},penalty=10)")
        game = replay(number, 7, RULES)
        state = state_of(game, 0)
        for partition in (hand for hand in parts(state) if hand.size > 1):
            other = house_like(state, house)
            after = other.after(other.parse_move(str(partition)))
            if after.phase != "play":
                continue
            record = np.array(packed(state), np.int64)
            rows, blocks = rows_of(other, [partition])
            try_play(record, rows[0], blocks, house_of(other))
            led = after.tricks[-1].plays[0]
            assert tuple(record[columns.TABLE : columns.TABLE + 2]) == named(state, led)
            assert record[POINTS] == after.taken
            held += led != partition
    assert held or forced == "never"


def parts(state: TractorState) -> list[Pile]:
    from suitwise.tractor.rules.following.leads import parts_by_suit

    return parts_by_suit(state.held[state.turn], state.trump)


def house_like(state: TractorState, house: Tractor) -> TractorState:
    """Return a position in another house, before the first lead."""
    from dataclasses import replace

    variant = replace(house, levels=state.variant.levels, landlord=state.landlord)
    return replace(state, variant=variant, taken=0)
