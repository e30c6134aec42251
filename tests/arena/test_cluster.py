"""Runs on Ray: the bytes of a local run, also when a process of Ray's is killed half-way.

Ray runs in a program of its own, so that what it warns of and leaves behind is none of ours.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from suitwise.arena import workers as cluster
from suitwise.arena.data import make_data
from suitwise.arena.run import run
from suitwise.arena.store import read_config
from suitwise.errors import SuitwiseError
from tests.arena.programs import CONFIG
from tests.arena.test_run import results_of
from tests.fresh import ROOT

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="runs on Ray need Ray")

ADDRESS = """
from suitwise.arena.workers import in_order_on_cluster
from tests.arena.programs import address_of

if __name__ == "__main__":
    print(*in_order_on_cluster(address_of, [0], 1))
"""
ON_RAY = """
import json, logging, os, signal, subprocess, sys, time
from pathlib import Path
from types import SimpleNamespace

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_raylet_start_wait_time_s"] = "600"  # on a busy machine
os.environ["RAY_worker_niceness"] = "0"  # of its own Ray lets the other tests go before
import ray
from suitwise.arena.config import Config, Match
from suitwise.arena.data.shards import make_data
from suitwise.arena.fingerprints import fingerprints
from suitwise.arena.run import run
from suitwise.errors import SuitwiseError
from suitwise.arena import run as run_module
from suitwise.arena.workers import in_order_on_cluster
from tests.arena.programs import BEYOND, CONFIG, dawdle

place, address, in_full = Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "in full"
pids, deadly = place / "pids", place / "deadly"
pids.mkdir()
deadly.touch()
told, killed = {}, []


def kill(done, total):
    if done >= total / 4 and not killed and len(os.listdir(pids)) == 2:
        killed.extend(os.listdir(pids)[:1])
        os.kill(int(killed[0]), signal.SIGKILL)


def fault_of(player, deals):
    try:
        match = Match("kuhn", ("random", player), deals, on_fault="stop")
        run(Config("x", 1, (match,)), place / player[:5], cluster=True)
    except SuitwiseError as error:
        return str(error)


def elsewhere(**given):
    command = [sys.executable, "-c", address]
    return subprocess.Popen(command, env={**os.environ, **given}, stdout=subprocess.PIPE, text=True)


def address_of(program):
    return program.communicate()[0].split()[-1]


os.environ.pop("RAY_ADDRESS", None)
ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
run(CONFIG, place / "same", 2, cluster=True)
noted = Config("x", 1, (Match("kuhn", (f"noted(folder={pids})", "random"), 300),))
assert fingerprints(noted.matches[0].named)
for pid in pids.iterdir():
    pid.unlink()  # of the process that watched the player, which is gone
run(noted, place / "killed", 2, cluster=True, progress=kill)
told["killed"] = len(killed)
forfeits = Config("x", 1, (Match("kuhn", ("random", "failing(least=900)"), 60),))
run(forfeits, place / "forfeits", 2, cluster=True)
data = "selfplay(game=kuhn,players=random failing(least=900))"
lines = []
logging.getLogger("suitwise.arena").addHandler(SimpleNamespace(level=0, handle=lines.append))
make_data(data, place / "data", 600, shard_size=100, workers=2, arrays=True, cluster=True)
told["data"], told["reasons"] = data, [one.getMessage() for one in lines]
told["failing"] = fault_of("failing", 9)
another = elsewhere() if in_full else None  # it starts a Ray of its own, while the next lines wait
told["deadly"] = fault_of(f"deadly(file={deadly})", 1)  # each deal would end three processes
run_module.CHUNK_S = 1e-9
told["beyond"] = run(BEYOND, place / "beyond", 2, cluster=True).games
since = time.monotonic()
started = in_order_on_cluster(dawdle, [0, 600, 600, 600], 2)
next(started)
started.close()
told["free"] = list(in_order_on_cluster(dawdle, [0.0] * 4, 2))
told["waited"] = time.monotonic() - since
told["still there"] = ray.is_initialized()
told["here"] = ray.get_runtime_context().gcs_address
told["elsewhere"] = address_of(another) if another else ""
told["named"] = address_of(elsewhere(RAY_ADDRESS=told["here"]))
(place / "told.json").write_text(json.dumps(told))
"""


@pytest.fixture(scope="module")
def on_ray(
    tmp_path_factory: pytest.TempPathFactory, exhaustive: bool
) -> tuple[Path, dict[str, Any]]:
    """A folder of runs on a Ray of two processes, and what was said about them; in full on two Rays."""
    place = tmp_path_factory.mktemp("ray")
    done = subprocess.run(
        [sys.executable, "-c", ON_RAY, str(place), ADDRESS, "in full" if exhaustive else "sample"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr
    return place, json.loads((place / "told.json").read_text())


def test_ray_writes_the_bytes_of_a_local_run(on_ray: tuple[Path, Any], tmp_path: Path) -> None:
    run(CONFIG, tmp_path)
    assert results_of(on_ray[0] / "same") == results_of(tmp_path)


def test_a_process_killed_half_way_changes_nothing(
    on_ray: tuple[Path, Any], tmp_path: Path
) -> None:
    place, told = on_ray
    run(read_config(place / "killed"), tmp_path)
    assert results_of(place / "killed") == results_of(tmp_path)
    assert told["killed"] == 1


def test_games_forfeited_on_ray_are_the_same(on_ray: tuple[Path, Any], tmp_path: Path) -> None:
    place, _ = on_ray
    run(read_config(place / "forfeits"), tmp_path)
    assert results_of(place / "forfeits") == results_of(tmp_path)


def test_self_play_on_ray_is_the_same_and_says_once_why_a_player_failed(
    on_ray: tuple[Path, Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place, told = on_ray
    make_data(told["data"], tmp_path, 600, shard_size=100, arrays=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {path.name: path.read_bytes() for path in (place / "data").iterdir()} == made
    (line,) = told["reasons"]
    assert line == caplog.messages[0]
    assert line.startswith("failing(least=900) in seat 1 failed at game 450 of kuhn: KeyError")


def test_a_player_that_fails_on_ray_is_named_in_one_line(on_ray: tuple[Path, Any]) -> None:
    assert on_ray[1]["failing"].startswith(
        "failing(least=0) in seat 1 failed at kuhn, deal 0, seating 0: "
    )


def test_a_player_that_kills_its_processes_on_ray_is_named(on_ray: tuple[Path, Any]) -> None:
    told = on_ray[1]["deadly"]
    assert told.startswith("WorkerCrashedError on random against deadly(")
    assert "\n" not in told


def test_a_ray_that_ran_before_runs_on(on_ray: tuple[Path, Any]) -> None:
    assert on_ray[1]["still there"] is True


def test_a_crash_in_a_deal_that_is_not_needed_is_none_on_ray_either(
    on_ray: tuple[Path, Any],
) -> None:
    assert on_ray[1]["beyond"] == 4 + 18


def test_pieces_that_nobody_waits_for_any_more_are_not_worked_at(on_ray: tuple[Path, Any]) -> None:
    assert on_ray[1]["free"] == [0.0] * 4
    assert on_ray[1]["waited"] < 600, "those before take ten minutes"


@pytest.mark.exhaustive
def test_a_ray_of_another_program_is_joined_only_if_it_is_named(
    on_ray: tuple[Path, Any], exhaustive: bool
) -> None:
    """It is joined by its name; in full it is seen that without one another Ray is started."""
    told = on_ray[1]
    assert told["named"] == told["here"]
    assert bool(told["elsewhere"]) == exhaustive
    assert told["elsewhere"] != told["here"]


@pytest.mark.parametrize(
    ("named", "asked"), [("", {"address": "local", "num_cpus": 2}), ("auto", {"address": "auto"})]
)
def test_ray_is_asked_for_one_of_its_own_unless_one_is_named(
    named: str, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    ray = SimpleNamespace(
        is_initialized=lambda: False,
        init=lambda **given: told.append(given),
        shutdown=lambda: told.append("shut down"),
    )
    monkeypatch.setenv("RAY_ADDRESS", named)
    with cluster._running(ray, 2):
        assert asked.items() <= told[0].items()
        assert set(told[0]) - set(asked) <= {"include_dashboard", "logging_level", "log_to_driver"}
    assert told[1:] == ["shut down"]


def test_a_machine_with_another_version_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "__version__", "9.9")
    fault = "a machine of the cluster has suitwise 9.9, not 0.1"
    assert cluster._answer(abs, -1, "0.1") == (None, fault)
    assert cluster._answer(abs, -1, "9.9") == (1, None)


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SuitwiseError, match=r"a cluster needs Ray: .* install '\.\[cluster\]'"):
        list(cluster.in_order_on_cluster(abs, [1], 2))
