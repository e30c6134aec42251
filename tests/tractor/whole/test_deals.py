"""Whole deals of Tractor in arrays are those of states and players, whatever is bid and thrown."""

from __future__ import annotations

from typing import Any

import pytest

from suitwise.foundation.arrays.compiled import rule
from suitwise.game import Chooser, Record, load, play
from suitwise.players.random import RandomPlayer
from suitwise.tractor.arrays.packed import LANDLORD
from suitwise.tractor.game import Tractor
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.whole import deals
from suitwise.tractor.whole.deals import POLICIES, deals_of

SEATINGS = (("random",) * 4, ("rules", "random"), ("random", "rules(throws=no)", "rules", "random"))


def by_objects(game: Tractor, number: int, seats: tuple[str, ...]) -> Record:
    """Play a deal by states and players."""
    kinds: dict[str, Chooser] = {"rules": TractorPlayer(), "rules(throws=no)": TractorPlayer(False)}
    players = [kinds.get(name) or RandomPlayer(3, seat) for seat, name in enumerate(seats)]
    return play(game.start(), lambda state: players[state.turn](state), seed=8, stream=number)


def in_arrays(game: Tractor, number: int, seats: tuple[str, ...]) -> Record:
    """Play it as a row."""
    policies = [POLICIES.index(name) for name in seats]
    (record,) = deals_of(game, 8, [number], 3, [range(4)], [policies])
    return record


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", ["", ",levels=7A,landlord=1", ",levels=JJ,first=2"])
@pytest.mark.parametrize("seats", SEATINGS, ids=[" ".join(seats) for seats in SEATINGS])
def test_a_deal_is_the_same_to_the_last_move(
    house: str, seats: tuple[str, ...], exhaustive: bool
) -> None:
    game = load(f"tractor(match=deal{house})")
    assert isinstance(game, Tractor)
    for number in range(300 if exhaustive else 1):
        seated = seats * (4 // len(seats))
        assert in_arrays(game, number, seated) == by_objects(game, number, seated)


@rule
def nobody_bids(row: int, given: Any, records: Any) -> None:
    """Leave a deal unplayed."""
    records[row, LANDLORD] = -1


def test_a_deal_in_which_nobody_bids_is_played_by_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seats = Tractor(match="deal"), ("random", "rules", "random", "rules")
    monkeypatch.setattr(deals, "play_row", nobody_bids)
    assert in_arrays(game, 5, seats) == by_objects(game, 5, seats)
