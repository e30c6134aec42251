"""Bids and burials on the board are those of the command in as many deals, and get better."""

from __future__ import annotations

import re
from itertools import count

import pytest

from suitwise.errors import SuitwiseError
from suitwise.tractor.board.board import BID_WORLDS, BURY_WORLDS
from tests.tractor.board.asked import asked, printed


@pytest.mark.parametrize("fields", [{}, {"stands": "H2", "by": "before", "level": "2"}])
def test_bids_are_weighed_as_the_command_does(fields: dict[str, str]) -> None:
    told = asked("bid", hand="S2 S2 SA SK SK SQ S9 S8 H5 D3", **fields)
    out = printed(told)
    assert str(told.verdict) in out.splitlines()
    for row in told.rows:
        line = next(line for line in out.splitlines() if line.startswith(f"{row.move} "))
        assert str(row.text).removesuffix(" levels") in line


def test_a_landlord_that_stands_is_told_to_the_command() -> None:
    told = asked("bid", hand="S2 SA SK H5", lord="partner", level="2")
    assert "--landlord 2" in told.command
    assert str(told.verdict) in printed(told).splitlines()


def test_burials_are_weighed_as_the_command_does() -> None:
    told = asked("bury")
    out = printed(told)
    assert str(told.verdict) in out.splitlines()
    assert [line.split()[0] for line in out.splitlines()[1 : 1 + len(told.rows)]] == [
        row.move for row in told.rows
    ]


@pytest.mark.parametrize("ask", ["bid", "bury"])
def test_the_bar_of_what_is_worth_more_is_longer(ask: str) -> None:
    rows = asked(ask).rows
    worths = [float(re.match(r"[+-][\d.]+", row.text)[0]) for row in rows]  # type: ignore[index]
    bars = [row.value for row in rows]
    assert bars == pytest.approx([worth - min(worths) for worth in worths], abs=0.011)


@pytest.mark.parametrize(("ask", "fewest"), [("bid", BID_WORLDS[0]), ("bury", BURY_WORLDS[0])])
def test_where_deals_take_long_there_are_no_more_than_time_allows(
    ask: str, fewest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count()  # the fewest deals take all the time there is
    monkeypatch.setattr("suitwise.tractor.board.board.perf_counter", lambda: next(clock))
    for more in (0, 10**9):
        told = asked(ask, more)
        assert told.command.partition("--worlds ")[2].startswith(str(fewest))
        assert not told.more


def test_who_asks_on_gets_more_deals_until_there_are_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("suitwise.tractor.board.board.TIME_S", 1e9)
    more = 0
    worlds: list[int] = []
    while more or not worlds:
        told = asked("bid", more, hand="S2 SA")
        more = told.more
        worlds.append(int(told.command.partition("--worlds ")[2]))
    assert tuple(worlds) == BID_WORLDS
    assert asked("bid", 10**9, hand="S2 SA").more == 0


@pytest.mark.parametrize(
    ("ask", "fields", "why"),
    [
        ("bid", {"hand": "S2" * 3}, "hand: S2 appears 3 times, but 2 packs hold 2"),
        ("bid", {"stands": "H3"}, "H3"),
        ("bid", {"stands": "H2 D2"}, ""),
        ("bid", {"by": "nobody"}, "'nobody' is no choice of by"),
        ("bury", {"hand": "SA"}, "a landlord buries of 33 cards, not of 1"),
        ("bury", {"kitty": "C7 C7 D5 D5 D6 D6 D7 D7"}, "a landlord buries of 33 cards, not of 41"),
        ("bury", {"main": "D", "level": "A", "hand": "X"}, "hand: no card at 'X'"),
    ],
)
def test_what_nobody_can_have_is_refused(ask: str, fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked(ask, **fields)
    assert str(refused.value).startswith(why)
    assert "\n" not in str(refused.value)
