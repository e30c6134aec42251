"""The frozen suite never changes, and an entry is what its games make, checked from their records."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from suitwise import catalogue
from suitwise.arena.report import unit_of
from suitwise.arena.results import RESULTS
from suitwise.arena.run import run
from suitwise.arena.statistics import paired, sample_of
from suitwise.arena.store import read_config, read_results
from suitwise.cli import commands
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import load
from suitwise.players.named import named
from suitwise.research.suite import (
    BENCH_1,
    Entry,
    Meeting,
    Suite,
    board,
    check_entry,
    entry_of,
    play,
    pooled,
    read_board,
)
from suitwise.research.training import course_of
from tests.examples.hearts.games import DEAL
from tests.fresh import ROOT

assert DEAL  # importing it makes hearts known

SMALL = Suite("small", (1, 2), (Meeting("gin", "gin", ("greedy", "rules"), 3, "points"),))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the games of ``random``."""
    folder = tmp_path_factory.mktemp("played")
    play(SMALL, "random", folder)
    return folder


@pytest.fixture
def copied(played: Path, tmp_path: Path) -> Path:
    return shutil.copytree(played, tmp_path / "copied")


# --- The suite ------------------------------------------------------------------------------------


def test_the_first_suite_is_what_it_ever_was() -> None:
    assert BENCH_1.fingerprint == "beace7901240ea11", "a suite never changes: make another one"


@pytest.mark.parametrize("meeting", BENCH_1.meetings, ids=lambda one: one.name)
def test_a_task_spells_out_its_variant_and_its_opponents(meeting: Meeting) -> None:
    game = load(meeting.game)
    assert str(game) == meeting.game
    assert [str(named(other, game)) for other in meeting.opponents] == [*meeting.opponents]
    assert unit_of(game).partition(",")[0] == meeting.unit


def test_nobody_meets_himself() -> None:
    met = [match.players for match in SMALL.config("rules", SMALL.meetings, 1).matches]
    assert met == [("rules(danger=8,look=2)", "greedy")]
    alone = Suite("alone", (1,), (Meeting("gin", "gin", ("greedy",), 3, "points"),))
    with pytest.raises(NotationError, match="all the opponents"):
        alone.config("greedy", alone.meetings, 1)


@pytest.mark.parametrize(
    ("player", "tasks", "reason"),
    [
        ("solver", "", "'solver' is no player of gin"),
        ("rules", "chess", "'chess' is no task of small: gin are"),
        ("rules(look=x)", "", "look"),
    ],
)
def test_what_nobody_can_play_is_refused(
    player: str, tasks: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(NotationError, match=reason):
        play(SMALL, player, tmp_path, tasks=tasks)


# --- A game that is not there ---------------------------------------------------------------------

(HEARTS,) = (one for one in BENCH_1.meetings if one.package)
OTHERS = [one.name for one in BENCH_1.meetings if not one.package]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no other package be there."""
    own = {entry.name: entry for entry in catalogue.known() if entry.name != "hearts"}
    monkeypatch.setattr(catalogue, "_known", own)
    monkeypatch.setattr(catalogue, "_points", lambda group: {})


@pytest.mark.usefixtures("alone")
def test_without_the_package_of_a_game_the_suite_is_the_same_and_its_other_tasks_are_there() -> (
    None
):
    again = Suite(BENCH_1.name, BENCH_1.seeds, BENCH_1.meetings)
    assert again.fingerprint == BENCH_1.fingerprint
    assert [one.name for one in again.chosen("random")] == OTHERS
    with pytest.raises(
        NotationError,
        match=r"^hearts is a game of another package: .* \./examples/hearts in a clone",
    ):
        again.chosen("random", "gin,hearts")
    with pytest.raises(NotationError, match=r"^hearts is a game of another package"):
        course_of(again, "hearts")
    assert course_of(again, "gin").opponents == "greedy"


def test_with_it_hearts_is_a_task_as_the_others_are() -> None:
    assert [one.name for one in BENCH_1.chosen("random")] == [*OTHERS, "hearts"]
    assert [one.players for one in BENCH_1.config("rules", [HEARTS], 1).matches] == [
        ("rules", "random")
    ]


@pytest.mark.usefixtures("alone")
def test_a_package_that_can_not_be_imported_leaves_the_other_tasks_and_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    points = {catalogue.GAMES: {"hearts": (("hearts.gone:ENTRY", "broken"),)}}
    monkeypatch.setattr(catalogue, "_points", lambda group: points.get(group, {}))
    assert [one.name for one in BENCH_1.chosen("random")] == OTHERS
    with pytest.raises(NotationError, match=r"the package broken has no hearts\.gone:ENTRY"):
        BENCH_1.chosen("random", "hearts")


def test_games_of_another_package_are_entered_and_shown_where_it_is_not_there(
    played: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Those of a game beside it are found and the leaderboard is the same."""
    suite = Suite("two", (1,), (replace(HEARTS, deals=2), *SMALL.meetings))
    of_both = play(suite, "random", tmp_path / "both")
    of_gin = play(suite, "random", tmp_path / "gin", tasks="gin")
    shown = board(suite, [of_both])
    assert "| hearts, points | `rules` | Suitwise |" in shown.replace("`random` | ", "")
    monkeypatch.setattr(catalogue, "_known", {"gin": catalogue.find("gin")})
    monkeypatch.setattr(catalogue, "_points", lambda group: {})
    assert entry_of(suite, tmp_path / "gin") == of_gin
    assert board(suite, [of_both]) == shown
    with pytest.raises(NotationError, match="is no game"):
        entry_of(suite, tmp_path / "both")


# --- Entries --------------------------------------------------------------------------------------


def test_the_score_is_the_mean_margin_on_the_deals_of_all_seeds(played: Path) -> None:
    games = [game for seed in (1, 2) for game in read_results(played / f"seed-{seed}")]
    for place, other in enumerate(SMALL.meetings[0].opponents):
        own = [game for game in games if game.match == place]
        assert len(own) == 2 * 3 * 2, "two seeds, three deals, two seatings"
        means = [(-1) ** game.seats[0] * (game.returns[0] - game.returns[1]) / 2 for game in own]
        deals, mean, _ = entry_of(SMALL, played).scores["gin"][other]
        assert deals == 6
        assert mean == pytest.approx(sum(means) / len(means))


def test_the_interval_of_seeds_that_are_alike_is_that_of_all_their_deals(played: Path) -> None:
    games = [game for game in read_results(played / "seed-1") if game.match == 0]
    samples = [sample_of([one for one in games if one.deal == deal]) for deal in range(3)]
    one = paired(samples)
    both = pooled([one, one])
    assert both.deals == 6
    assert both.mean == pytest.approx(one.mean)
    assert both.error == pytest.approx(one.error / 2**0.5), "twice the deals, drawn apart"


def test_an_entry_says_which_games_made_it(played: Path) -> None:
    entry = entry_of(SMALL, played)
    assert (entry.suite, entry.fingerprint, entry.player) == ("small", SMALL.fingerprint, "random")
    assert {*entry.results} == {"1", "2"}
    assert check_entry(SMALL, played) == (entry, 2 * 2 * 3 * 2)


def test_an_opponent_of_two_games_is_met_at_each_by_a_player_with_its_own_options(
    tmp_path: Path,
) -> None:
    meetings = tuple(
        Meeting(name, game, ("greedy",), 1, "points")
        for name, game in (("gin", "gin"), ("kub", "rummikub"))
    )
    entry = play(Suite("two", (1,), meetings), "rules", tmp_path)
    assert {task: [*row] for task, row in entry.scores.items()} == {
        "gin": ["greedy"],
        "kub": ["greedy"],
    }


def test_games_that_were_broken_off_are_gone_on_with(played: Path, tmp_path: Path) -> None:
    config = SMALL.config("random", SMALL.meetings, 1)
    run(config, tmp_path / "seed-1", goes_on=lambda chunk: False)
    entry = play(SMALL, "random", tmp_path)
    assert entry == entry_of(SMALL, played)


def test_games_that_are_not_all_played_make_no_entry(copied: Path) -> None:
    path = copied / "seed-2" / RESULTS
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2]))
    with pytest.raises(SuitwiseError, match="not yet all games of gin against rules"):
        entry_of(SMALL, copied)


def test_a_game_with_another_result_is_found(copied: Path) -> None:
    path = copied / "seed-1" / RESULTS
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines[3]["returns"] = [100.0, -100.0]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(SuitwiseError):
        check_entry(SMALL, copied)


def test_games_of_other_deals_or_another_seed_are_none_of_the_suite(copied: Path) -> None:
    longer = replace(SMALL, meetings=(replace(SMALL.meetings[0], deals=4),))
    with pytest.raises(SuitwiseError, match="small has no games of gin"):
        entry_of(longer, copied)
    shutil.rmtree(copied / "seed-2")
    config = read_config(copied / "seed-1")
    run(replace(config, seed=9), copied / "seed-2")
    with pytest.raises(SuitwiseError, match="other games than the suite has for that seed"):
        entry_of(SMALL, copied)


# --- The leaderboard ------------------------------------------------------------------------------

names = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=20)
scores = st.tuples(
    st.integers(1, 10**6),
    st.floats(-1e6, 1e6, allow_nan=False),
    st.floats(0, 1e6, allow_nan=False),
)


@given(
    st.builds(
        Entry,
        names,
        names,
        names,
        names,
        st.dictionaries(names, names, max_size=3),
        st.dictionaries(names, st.dictionaries(names, scores, max_size=3), max_size=3),
    )
)
def test_an_entry_is_read_from_its_line(entry: Entry) -> None:
    assert Entry.read(entry.line()) == entry


@given(st.binary(max_size=300))
def test_any_bytes_are_a_leaderboard_or_refused_by_their_line(data: bytes) -> None:
    with suppress(NotationError):
        assert len(read_board(data)) == len(data.decode("utf-8", "replace").splitlines())


def test_the_best_of_a_task_stands_first_and_an_entry_of_another_suite_is_refused(
    played: Path,
) -> None:
    weak = entry_of(SMALL, played)
    strong = replace(weak, player="strong", scores={"gin": {"greedy": (6, 2.0, 1.0)}})
    lines = board(SMALL, [weak, strong]).splitlines()
    assert lines[-2].startswith("| `strong` | **+2.0")
    assert lines[-1].startswith("| `random` |")
    with pytest.raises(NotationError, match=r"is of small \w+, not of suitwise-bench-1"):
        board(BENCH_1, [weak])


def test_an_entry_with_a_task_but_no_opponent_has_no_row_on_the_board(played: Path) -> None:
    entry = entry_of(SMALL, played)
    bare = Entry.read(replace(entry, player="bare", scores={"gin": {}}).line())
    assert board(SMALL, [bare, entry]) == board(SMALL, [entry])
    assert "|" not in board(SMALL, [bare])


def test_the_board_in_the_docs_is_that_of_the_entries() -> None:
    entries = read_board((ROOT / "benchmarks" / "bench-1.jsonl").read_bytes())
    page = (ROOT / "docs" / "research-benchmarks.md").read_text("utf-8")
    assert board(BENCH_1, entries) in page


# --- The commands ---------------------------------------------------------------------------------


def test_a_player_is_played_checked_and_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("suitwise.research.suite.BENCH_1", SMALL)
    monkeypatch.chdir(tmp_path)

    def said(*words: str, fails: bool = False) -> str:
        done = CliRunner().invoke(commands, ["research", "bench-1", *words])
        assert done.exit_code == int(fails), done.output
        return done.output

    told = said("tasks")
    assert "examples/hearts" not in told
    assert "gin: 3 deals a seed against greedy, rules" in told
    assert json.loads(said("tasks", "--json"))["fingerprint"] == SMALL.fingerprint
    line = said("run", "random", "--out", "mine", "--workers", "1")
    (tmp_path / "board.jsonl").write_text(line)
    assert said("check", "mine", "--board", "board.jsonl") == f"24 games played again\n{line}"
    assert "| `random` |" in said("board", "board.jsonl")
    (tmp_path / "empty.jsonl").touch()
    assert "does not stand in empty.jsonl" in said(
        "check", "mine", "--board", "empty.jsonl", fails=True
    )
    (tmp_path / "bad.jsonl").write_text(line + "{}\n")
    assert "bad.jsonl:2: this is no entry of a leaderboard" in said(
        "board", "bad.jsonl", fails=True
    )


def test_the_tasks_are_printed_with_the_way_to_a_game_of_another_package() -> None:
    told = CliRunner().invoke(commands, ["research", "bench-1", "tasks"]).output.splitlines()
    place = told.index(f"  {HEARTS.game}")
    assert told[place + 1] == f"  {HEARTS.way_here}"
    assert HEARTS.way_here.endswith("or --import hearts where that lies")
    assert (ROOT / HEARTS.package / "pyproject.toml").is_file()
