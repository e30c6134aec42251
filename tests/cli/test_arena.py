"""``suitwise arena`` at the command line: runs that go on where they stopped, what came of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from suitwise.arena.config import read_config
from suitwise.arena.run import run
from suitwise.game import Record
from tests.commands import refusal_of, run_command
from tests.fresh import ROOT
from tests.terminal import Terminal

SMALL = """
name = "small"
seed = 4
[[match]]
game = "stacks"
players = ["random", "solver"]
deals = 12
[[match]]
game = "gin"
players = ["random", "greedy"]
deals = 2
"""
LONG = """
[[match]]
game = "gin"
players = ["random", "greedy"]
deals = 200
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a whole small run."""
    folder = tmp_path_factory.mktemp("small") / "results"
    run(read_config(SMALL.encode()), folder)
    return folder


def config_in(folder: Path, text: str = SMALL) -> Path:
    file = folder / "small.toml"
    file.write_text(text)
    return file


# --- run --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_writes_its_results_and_prints_who_stands_where(
    workers: str, tmp_path: Path, results: Path
) -> None:
    file, out = config_in(tmp_path), tmp_path / "out"
    status, told, error = run_command("arena", "run", file, "--out", out, "--workers", workers)
    assert (status, error) == (0, "")
    assert told.startswith("small: 14 deals, 28 games, seed 4; ")
    assert "random – greedy" in told
    assert (out / "results.jsonl").read_bytes() == (results / "results.jsonl").read_bytes()


def test_a_run_that_is_done_is_shown_again(tmp_path: Path, results: Path) -> None:
    before = (results / "results.jsonl").stat()
    first, again = (
        run_command("arena", "run", config_in(tmp_path), "--out", results) for _ in range(2)
    )
    assert first == again
    assert first[0] == 0
    assert (results / "results.jsonl").stat().st_mtime == before.st_mtime


def test_the_results_lie_beside_where_one_is_by_the_name_of_the_config(tmp_path: Path) -> None:
    config_in(tmp_path, SMALL.replace("deals = 12", "deals = 1"))
    command = [sys.executable, "-m", "suitwise", "arena", "run", "small.toml", "--workers", "1"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"small.toml", "small-results"}


def test_a_config_is_read_from_standard_input(tmp_path: Path) -> None:
    words = ("arena", "run", "-", "--out", tmp_path, "--workers", "1")
    assert run_command(*words, text=SMALL)[0] == 0


# --- Interrupted ------------------------------------------------------------------------------------


def begun(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start a run in a session of its own, and wait until it has results and has counted the first."""
    command = [sys.executable, "-m", "suitwise", "arena", "run", *words]
    program = subprocess.Popen(
        command,
        cwd=ROOT,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    end, results = time.monotonic() + 120, folder / "results.jsonl"
    sizes = {0}
    while len(sizes) < 3 and time.monotonic() < end and program.poll() is None:
        time.sleep(0.01)
        if results.exists():
            sizes.add(results.stat().st_size)
    return program


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_run_in_one_line_that_says_how_to_go_on(workers: str, tmp_path: Path) -> None:
    file, out = config_in(tmp_path, LONG), tmp_path / "out"
    words = (str(file), "--out", str(out), "--workers", workers)
    program = begun(out, *words)
    os.killpg(program.pid, signal.SIGINT)  # as a terminal does: to the workers, too
    told, error = program.communicate(timeout=600)
    assert (program.returncode, told) == (130, "")
    assert error.startswith("error: interrupted: ")
    assert error.endswith(f" of 400 games are in {out}; the same command goes on\n")
    assert error.count("\n") == 1
    kept = int(error.split()[2])
    assert 0 < kept < 400
    assert (out / "results.jsonl").read_bytes().count(b"\n") >= kept
    assert run_command("arena", "run", *words)[0] == 0
    run(read_config(LONG.encode()), tmp_path / "whole")
    assert (out / "results.jsonl").read_bytes() == (tmp_path / "whole/results.jsonl").read_bytes()


def test_no_process_outlives_a_run_that_is_interrupted(tmp_path: Path) -> None:
    file, out = config_in(tmp_path, LONG), tmp_path / "out"
    program = begun(out, str(file), "--out", str(out), "--workers", "2")
    program.send_signal(signal.SIGINT)
    program.communicate(timeout=600)
    end = time.monotonic() + 30
    while group_lives(program.pid) and time.monotonic() < end:
        time.sleep(0.02)
    assert not group_lives(program.pid)


def group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


LEARNING = """
[[match]]
game = "texas42_endgame"
players = ["random", "mccfr(iterations=10000000)"]
deals = 1
"""


def test_a_bar_is_shown_while_the_first_result_is_long_in_coming(tmp_path: Path) -> None:
    file, out = config_in(tmp_path, LEARNING), tmp_path / "out"
    terminal = Terminal("arena", "run", str(file), "--out", str(out), "--workers", "1")
    assert "playing" in terminal.until("playing")
    assert (out / "results.jsonl").read_bytes() == b""
    terminal.interrupt()
    assert "interrupted: 0 of 2 games are in" in terminal.until("goes on")
    assert terminal.ends() == 130


# --- show, replay, export, players ------------------------------------------------------------------


def test_standings_are_printed_as_a_table_markdown_and_json(results: Path) -> None:
    table, markdown, plain = (
        run_command("arena", "show", results, *form) for form in ([], ["--markdown"], ["--json"])
    )
    assert table[0] == markdown[0] == plain[0] == 0
    assert "random – solver" in table[1]
    assert "| random – solver |" in markdown[1]
    standings = json.loads(plain[1])
    assert [match["pairs"][0]["deals"] for match in standings["matches"]] == [12, 2]


@pytest.mark.parametrize(
    ("variables", "width"),
    [({}, 120), ({"COLUMNS": "60"}, 60), ({"COLUMNS": "0"}, 120), ({"COLUMNS": "²"}, 120)],
)
def test_a_table_is_as_wide_as_it_is_said_or_wide_enough(
    variables: dict[str, str], width: int, results: Path
) -> None:
    command = [sys.executable, "-m", "suitwise", "arena", "show", str(results)]
    kept = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    shown = subprocess.run(command, capture_output=True, text=True, env=kept | variables, cwd=ROOT)
    assert width - 20 < max(map(len, shown.stdout.splitlines())) <= width


def test_the_ratings_are_drawn(results: Path, tmp_path: Path) -> None:
    plot = tmp_path / "ratings.svg"
    assert run_command("arena", "show", results, "--plot", plot)[0] == 0
    assert plot.read_text().lstrip().startswith("<?xml")


def test_a_game_is_played_again_by_its_number(results: Path) -> None:
    status, told, _ = run_command("arena", "replay", results, "25")
    assert status == 0
    *_, last = Record.parse(told).states()
    status, states, _ = run_command("arena", "replay", results, "25", "--states")
    assert states.splitlines()[-1] == str(last)


def test_games_are_written_to_parquet(results: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    assert run_command("arena", "export", results, out) == (0, "28 games\n", "")
    assert parquet.read_metadata(out).num_rows == 28


@pytest.mark.parametrize("name", ["plan.json", "results.jsonl", "../results/results.jsonl"])
def test_a_run_is_not_exported_over_itself(name: str, results: Path) -> None:
    before = (results / name).read_bytes()
    assert "is a file of the run itself" in refusal_of("arena", "export", results, results / name)
    assert (results / name).read_bytes() == before


def test_players_are_listed_with_their_options() -> None:
    assert run_command("arena", "players", "gin")[1].split() == [
        "greedy",
        "mc(worlds=200,seconds=0)",
        "net",
        "random",
        "rules(danger=8,look=2)",
    ]
    every = run_command("arena", "players")[1].splitlines()
    assert "texas42          beginner mc net random rules" in every


def test_a_data_set_is_made_in_shards(tmp_path: Path) -> None:
    words = ("arena", "data", "selfplay(game=stacks)", "--count", "25", "--shard-size", "10")
    status, told, error = run_command(*words, "--out", tmp_path / "one", "--workers", "1")
    assert (status, error) == (0, "")
    assert [line.split()[1] for line in told.splitlines()] == ["10", "10", "5"]
    assert run_command(*words, "--out", tmp_path / "two", "--workers", "2")[1] == told


# --- Help and refusals ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("run", "nowhere.toml"), "nowhere.toml: No such file or directory"),
        (("run", "tests"), "tests: Is a directory"),
        (("run", "examples/layouts.txt"), "examples/layouts.txt:2: this is no TOML: "),
        (("run",), "Missing argument 'CONFIG.toml'. (see suitwise arena run --help)"),
        (("run", "x.toml", "--workers", "-1"), "Invalid value for '--workers'"),
        (
            ("run", "examples/arena.toml", "--out", "/nowhere/x", "--workers", "100000"),
            "the workers are 1 to 1,024, not 100000",
        ),
        (("run", "examples/arena.toml", "--out", ""), "a folder needs a name"),
        (("data", "selfplay(game=gin)", "--count", "5", "--out", ""), "a folder needs a name"),
        (("show", "tests"), "tests holds no results: there is no plan.json in it"),
        (("show", "tests", "--json", "--markdown"), "--json and --markdown are two ways"),
        (("replay", "tests", "0"), "tests holds no results: there is no plan.json in it"),
        (("replay", "tests", "-1"), "No such option"),
        (("export", "tests", "x.parquet"), "there is no plan.json in it"),
        (("check", "tests"), "tests holds no results: there is no plan.json in it"),
        (("players", "bridge"), "'bridge' is no game: write one of gin"),
        (("data", "hands", "--count", "5", "--out", "x"), "'hands' is no data set: write one of"),
        (("play",), "No such command 'play'."),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(words: tuple[str, ...], reason: str) -> None:
    assert reason in refusal_of("arena", *words)


def test_faults_of_a_config_and_of_a_folder_are_told_in_one_line(
    tmp_path: Path, results: Path
) -> None:
    wrong = config_in(tmp_path, SMALL.replace('"solver"', '"winner"'))
    assert f"{wrong}: match 1: 'winner' is no player of stacks" in refusal_of("arena", "run", wrong)
    other = config_in(tmp_path, SMALL.replace("seed = 4", "seed = 5"))
    refused = refusal_of("arena", "run", other, "--out", results)
    assert f"{results} holds results of another plan: seed is 4 there and 5 here" in refused
    (tmp_path / "file").touch()
    assert "file" in refusal_of("arena", "run", other, "--out", tmp_path / "file")


def test_a_game_that_is_not_there_is_told(results: Path) -> None:
    for number in ("28", f"{10**20}"):
        assert f"there is no game {number} in" in refusal_of("arena", "replay", results, number)


def test_a_game_that_breaks_a_rule_is_told_before_anything_is_printed(
    results: Path, tmp_path: Path
) -> None:
    lines = (results / "results.jsonl").read_text().splitlines()
    last = json.loads(lines[-1])
    lines[-1] = json.dumps(last | {"moves": last["moves"][:-1]})
    (tmp_path / "plan.json").write_bytes((results / "plan.json").read_bytes())
    (tmp_path / "results.jsonl").write_text("\n".join(lines) + "\n")
    for form in ([], ["--states"]):
        assert "returns" in refusal_of("arena", "replay", tmp_path, "27", *form)


def test_the_help_of_the_arena_loads_nothing_of_weight() -> None:
    code = """
import sys
from suitwise.cli.arena import arena
print(sorted({"numpy", "numba", "ray", "rich.console", "suitwise.game"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "[]\n"
