"""A knock on the board is scored as the game scores it, and laid off as ``rummy`` lays off."""

from __future__ import annotations

import pytest

from suitwise import rummy
from suitwise.errors import SuitwiseError
from suitwise.game import CHANCE
from suitwise.players.board import answered
from suitwise.players.named import named
from suitwise.rummy.gin.board import BOARD, of_state
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.rules.rules import GIN
from suitwise.rummy.solve.laying import as_melds
from tests.commands import asked


def test_what_is_laid_off_leaves_the_least() -> None:
    told = asked("layoff", 0, "gin")
    his, table = "H6 H7 H9 S5 D5 C5 SQ DQ DA DK", "H3 H4 H5 | S9 D9 C9 | S2 S3 S4"
    melds = as_melds(table, GIN)
    best = rummy.best_layoff(rummy.Hand.of(his, GIN), melds)
    assert f"seat 1 keeps {best.points}" in told.verdict
    assert told.lines[0] == "seat 1 laid off H6 H7 H9"


def test_knocks_of_played_deals_are_scored_as_they_were() -> None:
    scored = 0
    for seed in range(2):
        state = Gin(to=0).start()
        player, index = named("rules", state.game).seated(seed, 0), 0
        while state.turn >= 0 or state.turn == CHANCE:
            if state.turn == CHANCE:
                state, index = state.rolled(seed, 0, index)
            state = state.after(player(state)) if state.turn >= 0 else state
        showdown = state.showdown
        opened = of_state(state, 0)
        if showdown is None or opened is None or opened[0] != "layoff":
            continue
        scored += 1
        told = answered(BOARD, *opened)
        assert str(told.verdict).rstrip().endswith(str(showdown.score[1]))
    assert scored


def test_gin_lets_nobody_lay_off() -> None:
    told = asked(
        "layoff",
        0,
        "gin",
        knocker="H3 H4 H5 S9 D9 C9 S2 S3 S4 S5",
        other="H6 D2 D4 D6 D8 DT DQ CA C4 C6",
    )
    assert told.verdict.startswith("seat 0 has gin")
    assert not any("laid off" in line for line in told.lines)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"knocker": "H3"}, "knocker: 10 cards are needed, not 1"),
        ({"other": "H3 H7 H9 S5 D5 C5 SQ DQ DA DK"}, "H3 appears 2 times"),
        ({"knock": "9"}, "the knocker keeps 10 points of deadwood; 9 or less to knock"),
        ({"undercut": "0"}, "undercut: a whole number from 1 to 1000"),
    ],
)
def test_knocks_that_cannot_be_are_refused(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("layoff", 0, "gin", **fields)
    assert str(refused.value).startswith(why)
