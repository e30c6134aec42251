"""The folder of results: what is torn is cut off, what is another's is refused, all else is kept."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from suitwise import testing
from suitwise.arena import store as planned
from suitwise.arena import store as store_module
from suitwise.arena.config import Config, Match, Stop
from suitwise.arena.run import run
from suitwise.arena.store import Store, read_config, read_plan, read_results
from suitwise.errors import NotationError, SuitwiseError
from tests.fresh import ROOT

assert testing.Kuhn.name == "kuhn"
PLAYERS = ("random", "mccfr(iterations=9)", "mccfr(iterations=3)")
CONFIG = Config("x", 7, (Match("kuhn", PLAYERS, 4, Stop(9.0, 2, 1)), Match("kuhn", PLAYERS[:2], 5)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which a whole run was played."""
    run(CONFIG, tmp_path)
    return tmp_path


def test_a_run_is_read_back_as_it_was_played(folder: Path) -> None:
    lines = (folder / "results.jsonl").read_bytes().splitlines(keepends=True)
    assert [one.line for one in read_results(folder)] == lines
    assert read_config(folder) == CONFIG
    assert read_plan(folder).suitwise in read_plan(folder).machine


def test_a_deal_that_is_torn_is_left_out_by_readers(folder: Path) -> None:
    whole = list(read_results(folder))
    file = folder / "results.jsonl"
    file.write_bytes(file.read_bytes()[:-1])
    assert list(read_results(folder)) == whole[:-2]


def test_wherever_a_file_is_torn_it_comes_out_the_same(folder: Path, exhaustive: bool) -> None:
    file = folder / "results.jsonl"
    whole = file.read_bytes()
    for end in range(0, len(whole) + 1, 1 if exhaustive else 97):
        file.write_bytes(whole[:end])
        run(CONFIG, folder)
        assert file.read_bytes() == whole, f"torn after {end} bytes"


def test_zeros_that_a_crash_of_the_machine_left_are_cut_off(folder: Path) -> None:
    file = folder / "results.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:500] + bytes(300))
    run(CONFIG, folder)
    assert file.read_bytes() == whole


def test_what_was_kept_is_not_played_again(folder: Path) -> None:
    with Store(folder, CONFIG) as store:
        assert store.course.pairing is None
        assert store.course.done == store.course.total == len(list(read_results(folder)))


FULL = """
import resource, signal, sys
from pathlib import Path
from suitwise.arena.run import run
from tests.arena.test_store import CONFIG

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
run(CONFIG, Path(sys.argv[1]), int(sys.argv[3]))
"""


def error_on_a_full_disk(folder: Path, room: int, workers: int = 1) -> str:
    """Run on a disk with so many bytes for a file, and return the last line of what is said."""
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(folder), str(room), str(workers)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    return done.stderr.splitlines()[-1]


def test_a_plan_that_finds_the_disk_full_is_named(tmp_path: Path) -> None:
    told = error_on_a_full_disk(tmp_path / "other", 99)
    assert told == f"OSError: [Errno 27] File too large: '{tmp_path / 'other' / 'plan.json'}'"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_disk_that_is_full_is_told_and_nothing_is_lost(
    workers: int, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    file = other / "results.jsonl"
    told = error_on_a_full_disk(other, 1234, workers)
    assert told == f"OSError: [Errno 27] File too large: '{file}'"
    assert file.stat().st_size == 1234
    run(CONFIG, other)
    assert file.read_bytes() == (folder / "results.jsonl").read_bytes()


def test_results_are_forced_to_the_disk_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced: list[str] = []
    really = os.fsync

    def fsync(file: int) -> None:
        forced.append(Path(f"/proc/self/fd/{file}").resolve().name)
        really(file)

    monkeypatch.setattr(os, "fsync", fsync)
    for seconds, name in ((0.0, "often"), (9999.0, "once")):
        forced.clear()
        monkeypatch.setattr(store_module, "SYNC_S", seconds)
        deals = len(list(read_results(make(tmp_path / name)))) // 2
        assert forced.count("results.jsonl") == (deals + 1 if name == "often" else 1)
        assert forced.count(name) >= 1, "the folder, which has new files"


def make(folder: Path) -> Path:
    run(CONFIG, folder)
    return folder


def test_a_file_system_that_cannot_lock_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(OSError, match=f"No locks available: '{tmp_path}"):
        Store(tmp_path, CONFIG)


# --- What is another's ------------------------------------------------------------------------------


def changed(**changes: object) -> Config:
    return Config.from_json(CONFIG.as_json() | changes)


MATCHES = CONFIG.as_json()["match"]


def others() -> Iterator[tuple[Config, str]]:
    yield changed(seed=8), "seed is 7 there and 8 here"
    yield changed(name="y"), "name is x there and y here"
    more = [MATCHES[0] | {"deals": 40}, MATCHES[1]]
    yield changed(match=more), "match 1, deals is 4 there and 40 here"
    wide = [MATCHES[0] | {"stop": MATCHES[0]["stop"] | {"width": 8.5}}, MATCHES[1]]
    yield changed(match=wide), "match 1, stop, width is 9.0 there and 8.5 here"
    without = [{key: MATCHES[0][key] for key in ("game", "players", "deals")}, MATCHES[1]]
    yield changed(match=without), "match 1, stop, width is 9.0 there and missing here"
    player = [MATCHES[0], MATCHES[1] | {"players": ["random", "mccfr"]}]
    yield (
        changed(match=player),
        r"match 2, players 2 is mccfr\(iterations=9,seed=0\) there and "
        r"mccfr\(iterations=2000,seed=0\) here",
    )
    yield changed(match=MATCHES[:1]), "match 2, game is kuhn there and missing here"
    yield changed(match=[*MATCHES, MATCHES[0]]), "match 3, game is missing there and kuhn here"


@pytest.mark.parametrize(("config", "reason"), tuple(others()))
def test_another_config_is_refused_with_what_differs(
    folder: Path, config: Config, reason: str
) -> None:
    before = (folder / "results.jsonl").read_bytes()
    with pytest.raises(SuitwiseError, match=reason):
        run(config, folder)
    assert (folder / "results.jsonl").read_bytes() == before


def test_two_players_may_be_asked_for_more_deals_and_keep_those_they_have(tmp_path: Path) -> None:
    def asked(deals: int) -> Config:
        return Config("x", 7, (Match("kuhn", ("random", "mccfr(iterations=9)"), deals),))

    run(asked(5), tmp_path)
    before = lines_of(tmp_path)
    run(asked(8), tmp_path)
    assert lines_of(tmp_path)[:10] == before
    run(asked(8), tmp_path / "at once")
    assert lines_of(tmp_path) == lines_of(tmp_path / "at once")
    with pytest.raises(SuitwiseError, match="match 1, deals is 8 there and 5 here"):
        run(asked(5), tmp_path)


def test_another_version_of_the_package_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planned, "__version__", "99.0")
    with pytest.raises(SuitwiseError, match=r"suitwise is .* there and 99\.0 here"):
        Store(folder, CONFIG)


def lines_of(folder: Path) -> list[bytes]:
    return (folder / "results.jsonl").read_bytes().splitlines(keepends=True)


def test_a_line_that_is_left_out_is_noticed(folder: Path) -> None:
    lines = lines_of(folder)
    (folder / "results.jsonl").write_bytes(b"".join(lines[:3] + lines[4:]))
    with pytest.raises(NotationError, match=r"results\.jsonl:4: this is not the game planned here"):
        Store(folder, CONFIG)


def test_a_line_that_stands_twice_is_noticed(folder: Path) -> None:
    lines = lines_of(folder)
    (folder / "results.jsonl").write_bytes(b"".join(lines[:3] + lines[2:]))
    with pytest.raises(
        NotationError, match=r"deal 1, seating 1, .* but match 0, .* deal 1, seating 0"
    ):
        Store(folder, CONFIG)


def test_more_lines_than_are_planned_are_refused(folder: Path) -> None:
    lines = lines_of(folder)
    (folder / "results.jsonl").write_bytes(b"".join([*lines, lines[-1]]))
    with pytest.raises(NotationError, match="there are more games than are planned"):
        Store(folder, CONFIG)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "leduc"}, "this is not the game planned here, .* at leduc"),
        ({"seats": [1, 0]}, "this is not the game planned here"),
        ({"deal": "0"}, "results.jsonl:1: the deal of a result is in whole numbers"),
    ],
)
def test_a_line_that_is_not_the_plans_is_refused(
    folder: Path, change: dict[str, object], reason: str
) -> None:
    first, *others = lines_of(folder)
    line = json.dumps(json.loads(first) | change).encode() + b"\n"
    (folder / "results.jsonl").write_bytes(b"".join([line, *others]))
    with pytest.raises(NotationError, match=reason):
        Store(folder, CONFIG)


@pytest.mark.parametrize(
    "line", [b"\n", b"[]\n", b"\xff\xfe\n", b"{" * 9999 + b"\n", b"9" * 9999 + b"\n"]
)
def test_a_line_that_is_no_result_is_refused_with_its_number(folder: Path, line: bytes) -> None:
    (folder / "results.jsonl").write_bytes(b"".join([lines_of(folder)[0], line]))
    with pytest.raises(NotationError, match=r"results\.jsonl:2: ") as refused:
        Store(folder, CONFIG)
    assert "\n" not in str(refused.value)
    with pytest.raises(NotationError, match=r"results\.jsonl:2: "):
        list(read_results(folder))


# --- Folders that are no runs -----------------------------------------------------------------------


def test_results_without_a_plan_are_refused(folder: Path) -> None:
    (folder / "plan.json").unlink()
    with pytest.raises(SuitwiseError, match=r"holds results, but there is no plan\.json beside it"):
        Store(folder, CONFIG)


def test_a_run_killed_before_it_wrote_its_plan_begins_anew(folder: Path) -> None:
    whole = (folder / "results.jsonl").read_bytes()
    (folder / "plan.json").rename(folder / "plan.json.part")
    (folder / "results.jsonl").write_bytes(b"")
    run(CONFIG, folder)
    assert (folder / "results.jsonl").read_bytes() == whole


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"config": 1, "suitwise": "", "machine": ""}', "[" * 99999]
)
def test_a_plan_that_is_none_is_refused(folder: Path, text: str) -> None:
    (folder / "plan.json").write_text(text)
    with pytest.raises(NotationError, match=r"plan\.json: "):
        Store(folder, CONFIG)


def test_a_plan_that_is_far_too_long_is_refused_unread(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planned, "MOST_PLAN", 100)
    with pytest.raises(NotationError, match=r"plan\.json: this has more than 100 bytes"):
        read_plan(folder)


@pytest.mark.parametrize("machine", [3, "two\nlines", "\x1b[31m", "\ud800"])
def test_a_plan_whose_machine_cannot_be_printed_is_refused(folder: Path, machine: object) -> None:
    plain = json.loads((folder / "plan.json").read_text()) | {"machine": machine}
    (folder / "plan.json").write_text(json.dumps(plain))
    with pytest.raises(NotationError, match=r"plan\.json: this is no plan"):
        read_plan(folder)


def test_a_folder_without_results_is_said_to_hold_none(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"holds no results: there is no plan\.json in it"):
        read_config(tmp_path)


def test_two_runs_do_not_write_to_one_folder(folder: Path) -> None:
    with Store(folder, CONFIG), pytest.raises(SuitwiseError, match="another run is at work in"):
        Store(folder, CONFIG)
    with Store(folder, CONFIG):
        pass


def test_a_folder_that_is_a_file_is_refused_by_the_system(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        Store(tmp_path / "file", CONFIG)


def test_the_results_of_a_refused_folder_stay_open_to_others(folder: Path) -> None:
    before = set(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else set()
    with pytest.raises(SuitwiseError):
        Store(folder, changed(seed=8))
    if before:
        assert set(os.listdir("/proc/self/fd")) == before
