"""Who meets whom: every two players of a game once, and those that can think for a given time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from suitwise.arena.statistics import Paired, Sample, Times, paired
from suitwise.catalogue import entries
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import load
from suitwise.players import mirrored
from suitwise.players.named import named, names_for
from suitwise.research.strength import (
    THINKING_S,
    Budget,
    Duel,
    Meeting,
    Met,
    Strength,
    duels,
    markdown,
)
from suitwise.rummy.gin.players.rule_based import GinPlayer, GreedyGinPlayer
from suitwise.rummy.gin.state import GinState


def test_every_player_of_every_game_meets_every_other_once() -> None:
    met = Counter((one.game, frozenset((one.first, one.second))) for one in duels(growth=False))
    assert set(met.values()) == {1}
    for entry in entries():
        if not entry.package:
            count = len(names_for(load(entry.name)))
            game = entry.episode or entry.name
            assert sum(one == game for one, _ in met) == count * (count - 1) // 2


def test_a_game_without_options_is_played_deal_by_deal_and_one_with_options_as_it_says() -> None:
    games = [one.game for one in duels("tractor, texas42(match=marks)", "rules,random")]
    assert games == ["tractor(match=deal)", "texas42(match=marks)"]


def test_a_player_written_in_two_ways_meets_the_others_once() -> None:
    found = duels("gin", "rules, rules(look=2), greedy")
    assert [(one.first, one.second) for one in found] == [("rules", "greedy")]


def test_a_player_meets_the_others_at_the_games_that_have_it_alone() -> None:
    found = duels("gin,stacks", "random,rules,solver", growth=False)
    assert [str(one) for one in found] == ["gin: random – rules", "stacks: random – solver"]


def test_players_that_think_for_a_time_meet_the_rules_with_each_time() -> None:
    found = [one for one in duels("tractor", "mc(worlds=20, seconds=3),rules") if one.seconds]
    assert tuple(one.seconds for one in found) == THINKING_S
    assert [one.first for one in found] == [
        "mc(worlds=20,seconds=0.01)",
        "mc(worlds=20,seconds=0.1)",
        "mc(worlds=20,seconds=1)",
    ]
    for one in found:
        assert one.second == "rules"
        assert named(one.first, load(one.game)).options.seconds == one.seconds


@pytest.mark.parametrize(
    ("games", "players", "reason"),
    [
        ("mahjong", "", "mahjong"),
        ("gin", "rules,solver", "'solver' is no player of gin"),
        ("gin", "rules(look=x)", "look"),
        ("gin", "rules", "two players or more"),
    ],
)
def test_what_nobody_can_play_is_refused(games: str, players: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        duels(games, players)


# --- A duel in its folder: measured as elsewhere, gone on with, never played twice ----------------


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


# --- The tables of strength -----------------------------------------------------------------------


def met_by(first: str, second: str, margins: Sequence[float], seconds: float | None = None) -> Met:
    duel = Duel("gin", first, second, seconds)
    told: Paired | None = paired([Sample(one, 0.0) for one in margins]) if margins else None
    times = Times([0.001] * 90 + [0.5] * 10), Times([1e-5])
    return Met(
        duel,
        (f"{first}(all)", f"{second}(all)"),
        "points",
        told,
        times,
        4.0 * len(margins) if margins else 0.0,
        "a machine",
    )


TABLE = Strength(
    Budget(deals=1000, seconds=60.0),
    (
        met_by("random", "rules", [-9.0, -10.0, -11.0]),
        met_by("random", "greedy", [-8.0, -7.0, -8.0]),
        met_by("rules", "greedy", [3.0, -1.0, 2.0]),
    ),
    (met_by("mc(seconds=0.1)", "rules", [1.0, 1.5], seconds=0.1),),
)


def rows(text: str, *words: str) -> list[str]:
    return [line for line in text.splitlines() if all(word in line for word in words)]


def test_the_stronger_stands_first_and_the_strongest_on_top() -> None:
    lines = rows(markdown(Strength(Budget(deals=3), TABLE.duels, ())), "|")
    assert lines[0] == "| `gin`, points | `greedy` | `random` | median ms | 95 % |"
    assert [line.split(" | ")[0] for line in lines[2:]] == [
        "| `rules(all)`",
        "| `greedy(all)`",
        "| `random(all)`",
    ]


def test_a_margin_is_bold_where_its_interval_excludes_zero() -> None:
    (line,) = rows(markdown(Strength(Budget(deals=3), TABLE.duels, ())), "`rules(all)`")
    assert line == "| `rules(all)` | +1.3 ± 5.2 | **+10.0 ± 2.5** | 0.993 | 498 |"


def test_fewer_deals_than_were_asked_for_stand_beside_a_margin() -> None:
    (line,) = rows(markdown(TABLE), "`greedy(all)`")
    assert line == "| `greedy(all)` |  | **+7.7 ± 1.4** (3) | 0.0101 | 0.0101 |"


def test_growth_has_a_row_a_player_and_a_column_a_time() -> None:
    longer = met_by("mc(worlds=5,seconds=1)", "rules", [1.0, 1.5], seconds=1.0)
    text = markdown(Strength(Budget(deals=3), (), (*TABLE.growth, longer)))
    assert text.splitlines()[-4:] == [
        "| game, player, margin in | 0.1 s | 1 s |",
        "|---|---|---|",
        "| `gin`, `mc`, points | +1.2 ± 3.2 (2) in 0.993, 498 |  |",
        "| `gin`, `mc(worlds=5)`, points |  | +1.2 ± 3.2 (2) in 0.993, 498 |",
    ]


def test_the_machine_is_told_once_and_why_there_are_fewer_deals_only_where_there_are() -> None:
    text = markdown(TABLE)
    assert text.startswith("a machine\n\n")
    assert text.count("a machine") == 1
    assert "that have fewer than 1,000: as many as fitted into their time, 8 to 12 s." in text
    enough = markdown(Strength(Budget(deals=3), TABLE.duels, ()))
    assert "fewer" not in enough


def test_a_duel_without_a_deal_has_no_margin() -> None:
    text = markdown(Strength(Budget(), (met_by("rules", "greedy", []),), ()))
    assert rows(text, "`rules(all)`")[0].startswith("| `rules(all)` | – |")


def test_programs_get_every_figure_with_the_players_written_out() -> None:
    plain = TABLE.as_json()
    pairs, growth = plain["pairs"], plain["growth"]
    assert isinstance(pairs, list)
    assert isinstance(growth, list)
    assert [pair["mean"] for pair in pairs] == [-10.0, -23 / 3, 4 / 3]
    assert pairs[0]["second"] == "rules(all)"
    assert pairs[0]["first_decisions"]["count"] == 100
    assert growth[0]["seconds"] == 0.1
