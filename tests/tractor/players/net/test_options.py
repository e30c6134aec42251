"""The plays that Tractor's trained player looks at: the policy's first, and all of them legal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from suitwise.tractor import Move, TractorState
from suitwise.tractor.arrays.batch import packed_round, replay, state_of
from suitwise.tractor.arrays.packed import HANDS, turn_of, unseen_by
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.players.net import MOST, options_of
from suitwise.tractor.players.replies import SeatView

Play = tuple[int, int]


def looked_at(record: list[int]) -> tuple[list[Play], list[int]]:
    """Return the plays that are looked at in a record, and what they are worth."""
    onces, twices, worths = [0] * MOST, [0] * MOST, [0] * MOST
    count = options_of(record, *unseen_by(record, turn_of(record)), onces, twices, worths)
    return list(zip(onces, twices, strict=True))[:count], worths[:count]


def positions() -> Iterator[TractorState]:
    game = replay(2, seed=7)
    for plays in range(0, 90, 4):
        state = state_of(game, plays=plays)
        if state.phase == "play":
            yield state


def test_the_first_is_the_policy_s_the_others_come_by_worth_and_all_are_legal() -> None:
    for state in positions():
        record = packed_round(state)
        plays, worths = looked_at(record)
        assert worths[1:] == sorted(worths[1:], reverse=True)
        assert plays[0] == choose_play(record, *unseen_by(record, turn_of(record)))
        assert len(plays) == len(set(plays))
        view = SeatView(state)
        assert all(state.why_not(Move(view.pile(*play))) is None for play in plays)


@pytest.mark.parametrize("number", [0, 1])
def test_no_more_are_kept_than_are_looked_at(number: int) -> None:
    state = state_of(replay(number, seed=7), plays=0)
    plays, _ = looked_at(packed_round(state))
    assert len(plays) == MOST


def test_of_the_hands_none_is_read_but_that_of_the_seat() -> None:
    for state in positions():
        record = packed_round(state)
        seat, unseen = turn_of(record), unseen_by(record, turn_of(record))
        found = looked_at(record)[0]
        for other in range(4):
            if other != seat:
                record[HANDS + 2 * other] = record[HANDS + 2 * other + 1] = 0
        onces, twices, worths = [0] * MOST, [0] * MOST, [0] * MOST
        count = options_of(record, *unseen, onces, twices, worths)
        assert list(zip(onces, twices, strict=True))[:count] == found
