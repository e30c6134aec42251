"""``suitwise tractor bid`` and ``bury`` from the command line."""

from __future__ import annotations

import json

import pytest

from suitwise import tractor
from suitwise.foundation.text.phrases import tidied
from tests.commands import refusal_of, run_command

HAND = "RJ BJ S2 H2 SA SA SK SK SQ SJ ST S9 S8 S6 S5 HA HK H9 H7 H5 DA DQ D8 D4 D3"
KITTY = "C9 C8 C6 C4 C3 CT CK CA"
BID = ("tractor", "bid", "S2 SA SK SK SQ S9 S8 H5 D3", "--worlds", "20")
BURY = ("tractor", "bury", "--trump", "S2", "--kitty", KITTY, "--worlds", "6", HAND)


def said(*words: str) -> str:
    status, told, error = run_command(*words)
    assert (status, error) == (0, "")
    return told


def test_bid_prints_a_line_a_bid_and_the_advice() -> None:
    table = tractor.bidding_table(BID[2], worlds=20)
    lines = said(*BID).splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["pass", "S2"]
    lead, margin = table.lead(1, 0)
    assert lines[2].endswith(f"{table.mean(1):+.2f}  {lead:+.2f} ± {margin:.2f}")
    assert lines[4] == table.advice
    assert max(map(len, lines)) <= 100


def test_bid_as_json_has_the_figures_of_the_table() -> None:
    table = tractor.bidding_table(BID[2], worlds=20, bids=["1:D2"], landlord=3, seed=4)
    told = json.loads(said(*BID, "--json", "--bids", "1:D2", "--landlord", "3", "--seed", "4"))
    assert [one["move"] for one in told["bids"]] == [str(move) for move in table.moves]
    assert [one["worth"] for one in told["bids"]] == [
        tidied(table.mean(at)) for at in range(len(table.moves))
    ]
    assert told["bids"][0]["landlord"] == table.share_mine(0) == 0
    assert told["advice"] == table.advice


def test_bury_prints_a_line_a_burial_and_why() -> None:
    table = tractor.burial_table(HAND, "S2", kitty=KITTY, worlds=6)
    lines = said(*BURY).splitlines()
    assert [line.split()[0] for line in lines[1 : 1 + len(table.moves)]] == list(
        map(str, table.moves)
    )
    assert table.advice in lines
    told = json.loads(said(*BURY, "--json"))
    assert [one["points"] for one in told["burials"]] == [
        table.points(at) for at in range(len(table.moves))
    ]
    assert told["burials"][0]["margin"] == 0


@pytest.mark.parametrize("hand", ["", "S2S2S2", "红桃", "S2 XX", "\x1b[2J", "S2" * 500])
def test_a_hand_that_is_none_is_refused_in_a_line(hand: str) -> None:
    refusal_of("tractor", "bid", hand)
    refusal_of("tractor", "bury", "--trump", "S2", hand)


def test_options_that_cannot_be_are_refused_in_a_line() -> None:
    assert "'S2' is no bid" in refusal_of(*BID, "--bids", "S2")
    assert "a rank is one of" in refusal_of(*BID, "--rank", "11")
    assert "Missing option '--trump'" in refusal_of("tractor", "bury", HAND)
    assert "nobody can have named" in refusal_of(
        "tractor", "bury", "--trump", "O2", f"{HAND} {KITTY}"
    )
