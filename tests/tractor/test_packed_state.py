"""Rounds of a batch as positions of the game: the same plays, the same score, the same records."""

from __future__ import annotations

import pytest

from suitwise.errors import IllegalPosition
from suitwise.tractor.game import Tractor
from suitwise.tractor.packed import LARGEST, ON_TABLE, PLACED, SIZE, STREAM, TABLE, WINNER
from suitwise.tractor.packed_state import packed, state_of
from suitwise.tractor.sound import is_sound
from suitwise.tractor.table_batch import Policies, deal_rounds, play_rounds, step
from suitwise.tractor.table_replay import replay

ALL: list[Policies] = [("random", "random"), ("rules", "random"), ("rules", "rules")]

# What is left of a trick that is over, and where random numbers come from, is not of the position.
_REST = {LARGEST, STREAM, WINNER, ON_TABLE, *range(SIZE - 1, SIZE + 6)}


@pytest.mark.exhaustive
@pytest.mark.parametrize("policies", ALL, ids="-".join)
def test_a_round_of_a_batch_is_played_by_the_game(policies: Policies, exhaustive: bool) -> None:
    count = 200 if exhaustive else 4
    found = play_rounds(count, 13, policies)
    for number in range(count):
        state = state_of(replay(number, 13, policies))
        assert state.phase == "end"
        assert state.points == found.points[number]
        outcome = state.outcome
        assert outcome is not None
        assert outcome.gain == found.gains[number].sum()


def test_the_record_of_a_position_is_that_of_the_batch() -> None:
    game, rounds = replay(5, 13, ALL[1]), deal_rounds(1, 13, policies=ALL[1], first=5)
    for plays in range(len(game.plays)):
        record, wanted = packed(state_of(game, plays)), rounds[0].tolist()
        assert is_sound(record)
        open_trick = wanted[PLACED]
        for column, number in enumerate(wanted):
            if TABLE <= column < TABLE + 8 and column >= TABLE + 2 * open_trick:
                continue
            if column in (STREAM, LARGEST) or (column in _REST and not open_trick):
                continue
            assert record[column] == number, column
        rounds = step(rounds, policies=ALL[1])


def test_only_what_is_played_is_packed() -> None:
    with pytest.raises(IllegalPosition, match="not in the phase draw"):
        packed(Tractor().start())
    with pytest.raises(IllegalPosition, match="not in the phase end"):
        packed(state_of(replay(0, 1)))
