"""A duel in its folder: measured as elsewhere, gone on with, never played twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import load
from suitwise.players import mirrored
from suitwise.research.duels import Budget, Duel, Meeting, Met
from suitwise.rummy.gin.players.rule_based import GinPlayer, GreedyGinPlayer
from suitwise.rummy.gin.state import GinState

RULES_GREEDY = Duel("gin", "rules", "greedy")


def met(folder: Path, deals: int, seconds: float = 60.0, duel: Duel = RULES_GREEDY) -> Met:
    return Meeting(duel, Budget(deals, seconds, seed=5), folder).played()


def file_of(folder: Path, name: str = "results.jsonl") -> Path:
    (there,) = folder.glob(f"*/{name}")
    return there


def deals_of(one: Met) -> int:
    assert one.paired is not None
    return one.paired.deals


def test_the_margin_is_that_of_the_same_deals_played_one_by_one(tmp_path: Path) -> None:
    found = met(tmp_path, 4)
    direct = mirrored(load("gin"), GinPlayer(), GreedyGinPlayer(), 4, seed=5)
    assert found.paired is not None
    assert found.paired.mean == pytest.approx(direct.mean)
    assert found.unit == "points"


def test_the_first_player_s_figures_are_the_first_s_whichever_way_the_two_are_kept(
    tmp_path: Path,
) -> None:
    one = met(tmp_path, 4)
    other = met(tmp_path, 4, duel=Duel("gin", "greedy", "rules"))
    assert one.paired is not None
    assert one.paired.turned() == other.paired
    assert one.players == other.players[::-1]
    assert [len(times) for times in one.times] == [len(times) for times in other.times[::-1]]
    assert len(one.times[0]) != len(one.times[1]), (
        "the two are told apart by how often they decided"
    )


def test_what_is_done_is_not_played_again(tmp_path: Path) -> None:
    first = met(tmp_path, 3)
    before = {path: path.read_bytes() for path in tmp_path.glob("*/*")}
    again = met(tmp_path, 3)
    assert (again.paired, again.players) == (first.paired, first.players)
    assert [len(times) for times in again.times] == [len(times) for times in first.times]
    assert {path: path.read_bytes() for path in tmp_path.glob("*/*")} == before


def test_more_deals_are_added_to_those_there_are_and_fewer_leave_them(tmp_path: Path) -> None:
    met(tmp_path, 2)
    before = file_of(tmp_path).read_bytes()
    assert deals_of(met(tmp_path, 4)) == 4
    assert file_of(tmp_path).read_bytes().startswith(before)
    assert deals_of(met(tmp_path, 2)) == 4


def test_a_run_that_was_killed_goes_on_to_the_same_games(tmp_path: Path) -> None:
    met(tmp_path / "whole", 4)
    met(tmp_path / "cut", 4)
    there = file_of(tmp_path / "cut")
    whole = there.read_bytes()
    there.write_bytes(whole[: len(whole) // 2])
    assert deals_of(met(tmp_path / "cut", 4)) == 4
    assert there.read_bytes() == whole == file_of(tmp_path / "whole").read_bytes()


def test_a_budget_ends_a_duel_after_the_deal_and_a_greater_one_goes_on(tmp_path: Path) -> None:
    short = met(tmp_path, 3, seconds=1e-6)
    assert deals_of(short) == 1
    assert deals_of(met(tmp_path, 3, seconds=1e-6)) == 1, "over all runs, not of each"
    longer = met(tmp_path, 3)
    assert deals_of(longer) == 3
    assert len(longer.times[0]) > len(short.times[0])


def test_figures_of_players_that_have_changed_are_refused_or_taken_afresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = met(tmp_path, 2)
    monkeypatch.setattr(GreedyGinPlayer, "__call__", _last)
    with pytest.raises(SuitwiseError, match=r"now play otherwise than they do in .*/gin-greedy-"):
        met(tmp_path, 2)
    after = Meeting(RULES_GREEDY, Budget(2, 60.0, seed=5, afresh=True), tmp_path).played()
    assert after.paired != before.paired
    assert met(tmp_path, 2).paired == after.paired


def _last(player: Any, state: GinState) -> Any:
    """Make the last of the moves there are."""
    return list(state.moves())[-1]


def test_the_share_that_is_done_grows_to_the_whole(tmp_path: Path) -> None:
    shares: list[float] = []
    Meeting(RULES_GREEDY, Budget(3, 60.0), tmp_path).played(shares.append)
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)


def test_spoilt_times_are_refused_with_their_file(tmp_path: Path) -> None:
    met(tmp_path, 2)
    file_of(tmp_path, "times.json").write_text('{"seconds": 1, "times": [{"a": 1}, {}]}')
    with pytest.raises(NotationError, match=r"times\.json: these are no times"):
        met(tmp_path, 2)
