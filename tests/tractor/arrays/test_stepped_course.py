"""Whole deals of Tractor in arrays are those of states and players, whatever is bid and thrown."""

from __future__ import annotations

from typing import Any

import pytest

from suitwise.foundation.arrays.compiled import rule
from suitwise.game import Chooser, Record, load, play
from suitwise.players import RandomPlayer
from suitwise.tractor import Move, Tractor
from suitwise.tractor.arrays import course
from suitwise.tractor.arrays import course as stepped
from suitwise.tractor.arrays.course import POLICIES, deals_of
from suitwise.tractor.moves import PASS
from suitwise.tractor.players.rule_based import TractorPlayer

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
def no_bid(record: Any, row: int, setup: Any, seat: int, cr: int, log: Any) -> bool:
    """Let a seat pass."""
    course.log_move(record, log, 0, 0)
    return False


@pytest.mark.exhaustive
def test_the_kitty_names_the_trump_of_a_deal_in_which_nobody_bids(
    monkeypatch: pytest.MonkeyPatch, exhaustive: bool
) -> None:
    """Of kitties with a rank card and without: 4, 40 in full."""
    monkeypatch.setattr(course, "ask_for_bid", no_bid)
    monkeypatch.setattr(stepped, "quickest_rows", lambda rule, _: plainly(rule))
    player, turned = TractorPlayer(), set[int]()

    def passing(state: Any) -> Move:
        return PASS if state.phase == "bid" else player(state)

    game = Tractor(match="deal", first=3)
    for number in range(40 if exhaustive else 4):
        record = play(game.start(), passing, seed=8, stream=number)
        assert in_arrays(game, number, ("rules",) * 4) == record
        after_bids = record.moves[203:]
        turned.add(next(at for at, move in enumerate(after_bids) if len(move) > 2))
    assert 8 in turned
    assert min(turned) < 8


def plainly(rule: Any) -> Any:
    """Return the loop of a rule over rows in plain Python."""

    def loop(given: Any, records: Any, first: int, last: int) -> None:
        for row in range(first, last):
            rule(row, given, records)

    return loop
