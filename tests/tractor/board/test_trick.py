"""Who wins a trick on the board, and why, is what the rules, the table and the command say."""

from __future__ import annotations

import pytest

from suitwise.errors import SuitwiseError
from suitwise.tractor import winner_at_table
from tests.commands import run_command
from tests.tractor.board.asked import asked

TRICKS = [
    ("S", "2", ["HQHQ", "HKHT", "S3S3", "H5HA"]),
    ("H", "2", ["SASKSK", "H9H4H4", "H5HJHJ", "D3D4D5"]),
    ("O", "T", ["STST", "BJBJ", "HTHT", "D3D4"]),
    ("C", "A", ["D7D7D8D8", "C7C7C8C8", "D9D9DTDT", "S3S4S5S6"]),
]


@pytest.mark.parametrize(("main", "level", "plays"), TRICKS)
@pytest.mark.parametrize("leader", [1, 3])
@pytest.mark.parametrize("house", ["standard", "rbtying"])
def test_the_winner_is_the_rules(
    main: str, level: str, plays: list[str], leader: int, house: str
) -> None:
    seats = {f"seat{(leader - 1 + at) % 4 + 1}": play for at, play in enumerate(plays)}
    told = asked("trick", main=main, level=level, leader=str(leader), house=house, **seats)
    ruling = winner_at_table(main + level, plays, house)
    winner = (leader - 1 + ruling.winner) % 4
    assert told.verdict.startswith(f"seat {winner} takes it: ")
    assert [line.partition(": ")[2] for line in told.lines] == [*ruling.why]
    assert [row.is_best for row in told.rows] == [at == ruling.winner for at in range(4)]


def test_the_command_gives_the_same_reasons() -> None:
    plays = TRICKS[0][2]
    told = asked("trick")
    words = ("--hands", *plays, "--plays", *plays)
    status, printed, error = run_command("tractor", "trick", "--trump", "S2", *words)
    assert (status, error) == (0, "")
    winner, *why = printed.splitlines()
    assert told.verdict == f"seat {int(winner) - 1} takes it: 25 points"
    assert [line.partition(": ")[2] for line in why] == [
        line.partition(": ")[2] for line in told.lines
    ]


def test_an_open_trick_has_somebody_who_wins_so_far_and_no_drawing() -> None:
    told = asked("trick", seat3="", seat4="")
    assert told.verdict == "seat 0 is winning it"
    assert len(told.rows) == 2
    assert told.svg is None


def test_a_whole_trick_is_drawn() -> None:
    assert str(asked("trick").svg).startswith("<svg")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"seat2": ""}, "seat 1 plays before seat 2: set its cards, too"),
        ({"seat2": "HK"}, "seat2: 1 cards, and the lead has 2"),
        ({"leader": "2", "seat2": ""}, "seat2: a lead has at least one card"),
        ({"seat1": "HQS4"}, "seat1: S4HQ is of several partitions under trump S2"),
        ({"seat1": "HQHQ", "seat2": "HQHK"}, "HQ appears 3 times, but 2 packs hold 2"),
        ({"seat4": "S2 " * 1300}, "seat4: S2 appears 1300 times, but 2 packs hold 2"),
    ],
)
def test_plays_that_are_no_trick_are_refused(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("trick", **fields)
    assert str(refused.value).startswith(why)
