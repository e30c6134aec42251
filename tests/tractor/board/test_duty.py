"""What the board says of a lead and a hand is what the rules and the command say."""

from __future__ import annotations

import pytest

from suitwise.errors import SuitwiseError
from suitwise.tractor import duty_of
from tests.tractor.board.asked import asked, printed

HAND = "H6H6H7H7H9H9HJC5"


def test_a_tractor_is_owed_and_the_one_play_is_named() -> None:
    told = asked("duty", lead="H3H3H4H4", hand=HAND)
    assert told.verdict == "follow hearts with 4 cards: a tractor of 2 pairs is owed"
    assert [row.move for row in told.rows] == ["H6H6H7H7"]
    assert "in no legal play: H9H9HJC5" in told.lines


@pytest.mark.parametrize(
    ("house", "hand", "lead"),
    [
        ("standard", HAND, "H3H3H4H4"),
        ("duan", HAND, "H3H3H4H4"),
        ("jerryyyu", "H6H8H9HTHTS3", "H3H3"),
        ("rbtying", "HAD3D4D5D6D7D8C3C4C5C6S3S3S4S4", "H3H3H4H5"),
    ],
)
def test_the_legal_plays_are_those_that_the_command_lists(house: str, hand: str, lead: str) -> None:
    told = asked("duty", lead=lead, hand=hand, house=house)
    listed = printed(told).splitlines()
    assert set(listed) >= {row.move for row in told.rows}
    number = "1 play is legal" if len(listed) == 1 else f"{len(listed)} plays are legal"
    assert number in told.lines
    assert len(listed) > 12 or [row.move for row in told.rows] == listed


@pytest.mark.parametrize("play", ["H6H6H7H7", "H6H6H9H9", "H9", "S2S2S2", "H6H7H9HJ"])
def test_a_play_is_ruled_on_as_the_command_does(play: str) -> None:
    if play == "S2S2S2":
        with pytest.raises(SuitwiseError, match="play: S2 appears 3 times, but 2 packs hold 2"):
            asked("duty", lead="H3H3H4H4", hand=HAND, play=play)
        return
    told = asked("duty", lead="H3H3H4H4", hand=HAND, play=play)
    fault = duty_of("S2", "H3H3H4H4", HAND).why_not(play)
    assert told.verdict == (fault or f"{play} follows the lead")
    assert printed(told) == ("legal\n" if fault is None else f"illegal: {fault}\n")


def test_a_switch_of_the_house_counts() -> None:
    strict = asked("duty", lead="H3H3H4H4", hand="H6H6H8H8HTHT")
    loose = asked("duty", lead="H3H3H4H4", hand="H6H6H8H8HTHT", switches="duty=suit")
    assert strict.lines[0] == "3 plays are legal"
    assert loose.lines[0] == "6 plays are legal"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"lead": "HA" * 2000}, "lead: HA appears 2000 times, but 2 packs hold 2"),
        ({"lead": "H3S4"}, "lead: S4H3 is of several partitions under trump S2"),
        ({"hand": "JK"}, "hand: JK is no card of Tractor"),
        ({"hand": "6-4 5-5"}, "hand: no card at '6-4 5-5'"),
        ({"hand": "S9S8"}, "hand: 4 cards were led, and the hand that follows has 2"),
        ({"lead": ""}, "lead is still empty"),
        ({"main": "X"}, "'X' is no choice of main"),
        (
            {"switches": "over=all"},
            "switches: over is largest, honour, every, length or top, not 'all'",
        ),
        ({"hand": "H" * 16_000}, "hand has at most 4000 signs"),
    ],
)
def test_texts_that_are_none_are_refused_in_a_sentence(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("duty", **fields)
    assert str(refused.value).startswith(why)
    assert len(str(refused.value)) < 200
    assert "\n" not in str(refused.value)
