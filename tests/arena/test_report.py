"""Standings: what the results say, no more and no less, in a table, Markdown and JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from statistics import fmean

import pytest
from rich.console import Console

from suitwise.arena.config import Config, Match, Stop
from suitwise.arena.report import Standings, heading, markdown, rich_table, standings, unit_of
from suitwise.arena.statistics import ratings
from suitwise.arena.store import read_results
from suitwise.errors import NotationError
from suitwise.game import load
from tests.arena import sitters
from tests.arena.runs import GAMES, SMALL, played

assert sitters.Deadly.__name__  # importing them makes the players known


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def found(folder: Path) -> Standings:
    return standings(folder)


def cut(folder: Path, lines: int, into: Path) -> Path:
    """Copy a folder with so many of its results."""
    (into / "plan.json").write_bytes((folder / "plan.json").read_bytes())
    kept = (folder / "results.jsonl").read_bytes().splitlines(keepends=True)[:lines]
    (into / "results.jsonl").write_bytes(b"".join(kept))
    return into


# --- What is told ---------------------------------------------------------------------------------


def test_every_two_players_of_every_match_are_told_of(found: Standings) -> None:
    told = [[(pair.first, pair.second) for pair in match.pairs] for match in found.matches]
    first, second, third = SMALL.matches[0].players
    assert told[0] == [(first, second), (first, third), (second, third)]
    assert [len(pairs) for pairs in told] == [3, 1, 1, 1]
    assert (found.games, found.deals) == (GAMES, 3 * 30 + 20 + 3 + 2)


def test_the_mean_is_what_the_first_player_got_a_game(folder: Path, found: Standings) -> None:
    got = [
        fmean(r for seat, r in zip(one.seats, one.returns, strict=True) if seat == 0)
        for one in read_results(folder)
        if one.match == 2
    ]
    duel = found.matches[2].pairs[0].paired
    assert duel is not None
    assert duel.mean == pytest.approx(fmean(got))
    assert (duel.deals, len(got)) == (3, 6)


def test_at_a_game_for_one_the_mean_is_the_difference_of_what_they_got(
    folder: Path, found: Standings
) -> None:
    won = [0.0, 0.0]
    for one in read_results(folder):
        if one.match == 1:
            won[one.seats[0]] += one.returns[0]
    duel = found.matches[1].pairs[0].paired
    assert duel is not None
    assert duel.mean == pytest.approx((won[0] - won[1]) / 20)


def test_ratings_are_made_of_the_deals_won_with_draws_as_halves(found: Standings) -> None:
    match = found.matches[0]
    players = SMALL.matches[0].players
    won = [[0.0] * 3 for _ in range(3)]
    for pair in match.pairs:
        i, j, duel = players.index(pair.first), players.index(pair.second), pair.paired
        assert duel is not None
        won[i][j], won[j][i] = duel.wins + duel.draws / 2, duel.losses + duel.draws / 2
    assert set(match.ratings) == set(ratings(players, won))
    assert list(match.ratings) == sorted(match.ratings, key=lambda one: -one.rating)


def test_a_match_that_stops_when_it_is_sure_says_so(tmp_path: Path) -> None:
    stop = Stop(width=3.0, least=6, every=2)
    config = Config("x", 1, (Match("kuhn", ("random", "mccfr(iterations=500)"), 90, stop),))
    now = standings(played(tmp_path, config))
    assert now.deals < 90
    assert now.matches[0].as_json()["stop"] == {"width": 3.0, "least": 6, "every": 2}
    told = "until the interval is 3 wide, looked at after 6 deals and every 2, 90 at most"
    assert told in markdown(now)


def test_seed_versions_and_machine_are_told(found: Standings) -> None:
    assert "seed 11; suitwise " in heading(found)
    assert found.machine in heading(found)
    assert re.search(r"Python 3.*numpy", found.machine)


@pytest.mark.parametrize(
    ("game", "unit"),
    [
        ("texas42(match=hand)", "marks"),
        ("texas42(match=points)", "1 for a win, -1 for a loss"),
        ("tractor(match=deal)", "levels, signed: "),
        ("tractor", "1 for a win, -1 for a loss"),
        ("stacks", "1 for a win, 0 for a loss"),
        ("gin", "points"),
        ("indian13", "points"),
        ("texas42_endgame(goal=5)", "1 for a win, -1 for a loss"),
        ("texas42_endgame", "points"),
        ("kuhn", "what the game gives"),
    ],
)
def test_every_game_tells_what_its_returns_are_counted_in(game: str, unit: str) -> None:
    assert unit_of(load(game)).startswith(unit)


# --- Runs that are not at their end ---------------------------------------------------------------


def test_only_whole_deals_count_wherever_a_run_was_cut(
    folder: Path, tmp_path: Path, found: Standings
) -> None:
    for lines in (0, 1, 2, 7, 60, 180, 181, 225, 226, 231, GAMES):
        now = standings(cut(folder, lines, tmp_path))
        deals = [
            0 if pair.paired is None else pair.paired.deals for m in now.matches for pair in m.pairs
        ]
        of_two, of_six = min(lines, GAMES - 12), lines - (GAMES - 12)
        assert now.deals == sum(deals) == of_two // 2 + max(0, of_six // 6)
        assert now.games <= lines
        json.dumps(now.as_json(), allow_nan=False)
        assert markdown(now)
    assert now == found


def test_who_has_not_met_anyone_has_no_rating_yet(folder: Path, tmp_path: Path) -> None:
    now = standings(cut(folder, 60, tmp_path))
    first, second, _ = SMALL.matches[0].players
    assert {one.player for one in now.matches[0].ratings} == {first, second}
    assert now.matches[1].ratings == ()
    assert now.matches[1].pairs[0].as_json() == {"first": "random", "second": "solver", "deals": 0}


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="holds no results"):
        standings(tmp_path)


def test_results_of_players_who_are_not_to_meet_are_refused(folder: Path, tmp_path: Path) -> None:
    cut(folder, 2, tmp_path)
    file = tmp_path / "results.jsonl"
    file.write_text(file.read_text().replace('"pairing":[0,1]', '"pairing":[1,0]'))
    with pytest.raises(NotationError, match=r"results\.jsonl:1: this is not the game planned"):
        standings(tmp_path)


# --- For people and programs ----------------------------------------------------------------------


def test_the_json_has_every_number_of_the_standings(found: Standings) -> None:
    plain = json.loads(json.dumps(found.as_json(), allow_nan=False))
    pair, duel = plain["matches"][0]["pairs"][2], found.matches[0].pairs[2].paired
    assert duel is not None
    assert (pair["mean"], pair["low"], pair["high"]) == (duel.mean, duel.low, duel.high)
    assert (pair["better"], pair["worse"], pair["p_value"]) == (
        duel.better,
        duel.worse,
        duel.p_value,
    )
    assert [one["player"] for one in plain["matches"][0]["ratings"]] == [
        one.player for one in found.matches[0].ratings
    ]
    assert (plain["seed"], plain["name"], plain["games"]) == (11, "small", GAMES)


def test_markdown_and_the_table_show_the_same_cells(found: Standings) -> None:
    page = markdown(found)
    console = Console(width=200, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    with console.file:
        console.print(rich_table(found))
    shown = console.export_text()
    cells = [
        re.sub(r"\\(.)", r"\1", cell.strip())
        for line in page.splitlines()
        if line.startswith("| ")
        for cell in line.strip("|").split(" | ")
    ]
    assert len(cells) > 50
    for cell in cells:
        assert cell in shown


def test_names_of_players_cannot_break_the_markdown(tmp_path: Path) -> None:
    name = f"deadly(file={tmp_path}/a|b*_c)"
    config = Config("x", 1, (Match("kuhn", ("random", name), 2),))
    tables = markdown(standings(played(tmp_path / "run", config))).split("\n\n")[3:]
    assert len(tables) == 2
    for table in tables:
        rows = table.strip().splitlines()
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1, "as many cells"
        assert any(r"a\|b\*\_c" in row for row in rows)
