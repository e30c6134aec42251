"""Players of one's own in the arena: imported by name, and known again by version, code and weights."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from suitwise.arena.fingerprints import _opened_before, fingerprint
from suitwise.arena.seats import import_players
from suitwise.arena.store import read_plan
from suitwise.game import load
from suitwise.players import named
from suitwise.players.named import Named
from tests.commands import run_command

PLAYERS = '''
from dataclasses import dataclass
from pathlib import Path
from suitwise.players.named import register_player

__version__ = "1.0"

@dataclass(frozen=True)
class Weighed:
    """Plays the legal move that a file of weights tells."""
    weights: str = "net.txt"

    def files(self):
        return [self.weights]

    def __call__(self, state):
        moves = list(state.moves())
        return moves[int(Path(self.weights).read_text()) % len(moves)]

register_player("weighed", Weighed, "stacks")
'''
CONFIG = """
name = "mine"
seed = 2
[[match]]
game = "{game}"
players = ["random", "weighed"]
deals = {deals}
"""
IMPORTS = '[players]\nimport = ["my_players"]\n'


@pytest.fixture
def place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Path]:
    """A folder with a module of players, its weights and a config."""
    name = f"my_players_{abs(hash(request.node.name))}"
    (tmp_path / f"{name}.py").write_text(PLAYERS)
    (tmp_path / "net.txt").write_text("0")
    write_config(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(named, "_PLAYERS", {**named._PLAYERS})
    yield tmp_path
    sys.modules.pop(name, None)


def module_in(place: Path) -> str:
    return next(place.glob("my_players_*.py")).stem


def write_config(
    place: Path, deals: int = 5, imports: str = "", game: str = "stacks(stacks=2,height=2)"
) -> None:
    (place / "mine.toml").write_text(CONFIG.format(deals=deals, game=game) + imports)


def ran(place: Path, *words: str) -> tuple[int, str, str]:
    given = ("mine.toml", "--out", "out", "--workers", "1", "--import", module_in(place))
    return run_command("arena", "run", *given, *words, cwd=place)


def in_a_process(place: Path, *words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "suitwise", "arena", *words],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=600,
    )
    return done.returncode, done.stdout, done.stderr


def test_players_of_a_module_play_in_every_process_whoever_names_the_module(place: Path) -> None:
    module = module_in(place)
    write_config(place, imports=IMPORTS.replace("my_players", module))
    status, told, error = in_a_process(place, "run", "mine.toml", "--out", "two", "--workers", "2")
    assert (status, error) == (0, "")
    assert "weighed" in told
    write_config(place)
    assert ran(place)[0] == 0
    assert (place / "two/results.jsonl").read_bytes() == (place / "out/results.jsonl").read_bytes()
    assert (place / "two/plan.json").read_text() == (place / "out/plan.json").read_text()


def test_players_of_a_module_play_on_ray_and_only_results_go_to_standard_output(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_worker_niceness", "0")  # of its own Ray lets the other tests go before
    words = ("run", "mine.toml", "--out", "ray", "--workers", "2", "--cluster")
    status, told, _ = in_a_process(place, *words, "--import", module_in(place))
    assert status == 0
    assert told.startswith("mine: 5 deals, 10 games, seed 2; ")
    assert ran(place)[0] == 0
    assert (place / "ray/results.jsonl").read_bytes() == (place / "out/results.jsonl").read_bytes()


def test_results_are_shown_where_nobody_has_the_module(place: Path) -> None:
    assert ran(place)[0] == 0
    (place / f"{module_in(place)}.py").unlink()
    status, told, _ = in_a_process(place, "show", "out")
    assert status == 0
    assert "weighed(weights=net.txt)" in told


def test_the_plan_tells_version_code_and_weights(place: Path) -> None:
    assert ran(place)[0] == 0
    (told,) = read_plan(place / "out").fingerprints.values()
    assert sorted(told) == [f"code of {module_in(place)}", "file net.txt", "version"]
    assert told["version"] == "1.0"


@pytest.mark.parametrize("change", ["weights", "code", "version"])
def test_going_on_with_another_player_is_refused_in_a_line_that_names_what_changed(
    change: str, place: Path
) -> None:
    assert ran(place)[0] == 0
    module = module_in(place)
    source = place / f"{module}.py"
    if change == "weights":
        (place / "net.txt").write_text("1")
    elif change == "code":
        source.write_text(PLAYERS + "# another\n")
    else:
        sys.modules[module].__version__ = "1.1"  # type: ignore[attr-defined]
    before = (place / "out/results.jsonl").read_bytes()
    write_config(place, deals=6)  # a longer plan is let through, but not with another player
    status, told, error = ran(place)
    assert (status, told) == (2, "")
    what = {"weights": "file net.txt", "code": f"code of {module}", "version": "version"}[change]
    named_so = f"results of another plan: weighed(weights=net.txt) at stacks, {what} is "
    assert error.startswith(f"error: out holds {named_so}")
    assert error.count("\n") == 1
    assert (place / "out/results.jsonl").read_bytes() == before


def test_the_same_player_is_gone_on_with(place: Path) -> None:
    assert ran(place)[0] == 0
    write_config(place, deals=6)
    assert ran(place)[0] == 0
    assert (place / "out/results.jsonl").read_bytes().count(b"\n") == 12


def test_a_plan_begun_before_there_were_fingerprints_is_read(place: Path) -> None:
    assert ran(place)[0] == 0
    plan = json.loads((place / "out/plan.json").read_text())
    del plan["fingerprints"]
    (place / "out/plan.json").write_text(json.dumps(plan))
    assert read_plan(place / "out").fingerprints == {}
    assert "version is missing there and 1.0 here" in ran(place)[2]


def test_players_and_data_sets_take_modules_too(place: Path) -> None:
    module = module_in(place)
    status, told, _ = run_command("arena", "players", "stacks", "--import", module, cwd=place)
    assert status == 0
    assert "weighed(weights=net.txt)" in told.splitlines()
    kind = "selfplay(game=stacks,players=weighed)"
    words = ("arena", "data", kind, "--count", "3", "--out", "data", "--workers", "1")
    assert run_command(*words, "--import", module, cwd=place)[0] == 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere_at_all", "there is no module nowhere_at_all, neither in "),
        ("nowhere.py", "'nowhere.py' is no module: write nowhere"),
        ("a b", "'a b' is no module: write its name as after import"),
        (
            "my_broken",
            "the module my_broken can't be imported: ZeroDivisionError: division by zero",
        ),
        ("my_needy", "the module my_needy needs no_such_package: install it"),
    ],
)
def test_a_module_that_cannot_be_imported_is_told_in_one_line(
    name: str, reason: str, place: Path
) -> None:
    (place / "my_broken.py").write_text("1 / 0\n")
    (place / "my_needy.py").write_text("import no_such_package\n")
    words = ("arena", "run", "mine.toml", "--out", "out", "--import", name)
    status, told, error = run_command(*words, cwd=place)
    assert (status, told, error.count("\n")) == (2, "", 1)
    assert reason in error


# --- What a player opens --------------------------------------------------------------------------

OPENING = '''
import ctypes
import os
import sqlite3
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import {name}_part
from suitwise.players.named import register_player

HERE = Path(__file__).parent
AT_IMPORT = (HERE / "at_import.bin").read_bytes()

def low_level(name):
    opened = os.open(HERE / name, os.O_RDONLY)
    os.close(opened)

@dataclass(frozen=True)
class Opening:
    """Opens a file at each of its stages, in each of Python's ways."""
    weights: str = "deep/named.onnx"

    def seated(self, game, seed, stream):
        low_level("seated.bin")
        asked = []

        def choose(state):
            if not asked:
                (HERE / "late.bin").read_bytes()
                sqlite3.connect(HERE / "table.db").close()
                with suppress(OSError):
                    ctypes.CDLL(str(HERE / "library.so"))
                subprocess.run([sys.executable, "-c", "pass", "engine.txt"], cwd=HERE)
                with open(HERE / "log.txt", "a+") as log:
                    print("asked", file=log)
                (HERE / "log.txt").read_text()
                print("this is no answer", flush=True)
            asked.append(state)
            if state.phase == "play":
                (HERE / "deep" / "of_the_play.bin").read_bytes()
            return next(iter(state.moves()))

        return choose

register_player("opening", Opening, "texas42")
'''


def opening_in(place: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Named, list[str]]:
    """Return a player that opens files in a folder, and how its fingerprint calls them."""
    name = f"opening_{abs(hash(str(place)))}"
    (place / "deep").mkdir(parents=True, exist_ok=True)
    (place / f"{name}.py").write_text(OPENING.format(name=name))
    late = ["seated.bin", "late.bin", "table.db", "library.so", "engine.txt"]
    opened = ["at_import.bin", *late, "deep/of_the_play.bin", f"{name}_part.py"]
    for file in (*opened, "deep/named.onnx"):
        (place / file).write_bytes(b"")
    monkeypatch.chdir(place)
    monkeypatch.syspath_prepend(place)
    import_players([name])
    told = [f"code of {name}", *(f"file {file}" for file in (*opened, "deep/named.onnx"))]
    return named.named("opening", load("texas42(match=hand)")), told


def test_a_fingerprint_covers_what_a_player_opens_whenever_and_however_it_does(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, expected = opening_in(place / "mine", monkeypatch)
    seen = [fingerprint(player)]
    assert sorted(seen[0]) == sorted(expected)
    assert fingerprint(player) == seen[0]
    _opened_before.clear()
    assert fingerprint(player) == seen[0], "in a fresh process, with a longer log"
    for file in sorted((place / "mine").rglob("*.*")):
        if file.is_file() and "__pycache__" not in file.parts and file.name != "log.txt":
            file.write_bytes(file.read_bytes() + b"\n# another")
            seen.append(fingerprint(player))
            ((changed, _),) = seen[-1].items() - seen[-2].items()
            assert changed.endswith((file.name, f" {file.stem}"))
    assert len(seen) == 1 + len(expected)


def test_two_nets_that_are_loaded_at_the_first_move_are_two_players(place: Path) -> None:
    late = PLAYERS.replace("    def files(self):\n        return [self.weights]\n", "")
    (place / f"{module_in(place)}.py").write_text(late.replace('"net.txt"', '"net"'))
    (place / "net").write_text("0")
    write_config(place, game="stacks")
    assert ran(place)[0] == 0
    (told,) = read_plan(place / "out").fingerprints.values()
    assert sorted(told) == [f"code of {module_in(place)}", "file net", "version"]
    write_config(place, deals=6, game="stacks")
    assert ran(place)[0] == 0, "the same net"
    (place / "net").write_text("1")
    write_config(place, deals=7, game="stacks")
    assert "weighed(weights=net) at stacks, file net is " in ran(place)[2]


FAULTY = """
import os
import time
from dataclasses import dataclass
from pathlib import Path
from suitwise.players.named import register_player

@dataclass(frozen=True)
class Faulty:
    how: str = "raises"

    def seated(self, game, seed, stream):
        Path("net.txt").read_text()
        if self.how == "raises":
            raise KeyError("no idea")
        if self.how == "hangs":
            time.sleep(600)
        os._exit(9)

register_player("faulty", Faulty, "stacks")
"""


@pytest.mark.parametrize("how", ["raises", "dies", "hangs"])
def test_what_a_player_opened_before_it_failed_is_covered(
    how: str, place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    name = f"faulty_{abs(hash(str(place)))}"
    (place / f"{name}.py").write_text(FAULTY)
    monkeypatch.chdir(place)
    monkeypatch.syspath_prepend(place)
    import_players([name])
    if how == "hangs":
        monkeypatch.setattr(subprocess, "run", run_until_it_hangs)
    told = fingerprint(named.named(f"faulty(how={how})", load("stacks")))
    assert told.keys() == {f"code of {name}", "file net.txt"}
    late = ["faulty(how=hangs) takes more than 120 s for its first moves"] if how == "hangs" else []
    assert [line.partition(": ")[0] for line in caplog.messages] == late


def run_until_it_hangs(command: list[str], *, stdout: Any, timeout: float, **given: Any) -> None:
    """Run a command as if its time were over when it has told of the net."""
    given.pop("check")
    with subprocess.Popen(command, stdout=stdout, **given) as process:
        while b"net.txt" not in os.pread(stdout.fileno(), 10_000, 0):
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    raise subprocess.TimeoutExpired(command, timeout)


def test_a_player_that_no_other_process_can_load_is_told_in_one_line(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    player, _ = opening_in(place / "mine", monkeypatch)
    (place / "mine/at_import.bin").unlink()
    told = fingerprint(player)
    assert told["files that it opens"] == "not known"
    assert "file deep/named.onnx" in told, "it names that"
    (line,) = caplog.messages
    assert "a fresh process can't load it (FileNotFoundError: " in line
    assert line.startswith(f"{player}: ")


def test_an_installed_player_s_own_files_are_covered(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = place / "site-packages" / f"mine_{abs(hash(str(place)))}"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    net = PLAYERS.replace("self.weights).read", "__file__).with_name('net.bin').read")
    (package / "net.py").write_text(net.replace("return [self.weights]", "return []"))
    (package / "net.bin").write_text("0")
    monkeypatch.syspath_prepend(package.parent)
    import_players([f"{package.name}.net"])
    told = fingerprint(named.named("weighed", load("stacks")))
    own = f"{package.name}/net.bin", f"{package.name}/__init__.py"
    assert told.keys() == {
        "version",
        f"code of {package.name}.net",
        *(f"file {one}" for one in own),
    }


def test_a_player_of_a_script_is_watched_too(place: Path) -> None:
    script = place / "bench.py"
    script.write_text(
        PLAYERS.replace("return [self.weights]", "return []") + "if __name__ == '__main__':\n"
        "    from suitwise.arena.fingerprints import fingerprint\n"
        "    from suitwise.game import load\n"
        "    from suitwise.players.named import named\n"
        "    print(sorted(fingerprint(named('weighed', load('stacks')))))\n"
    )
    done = subprocess.run(
        [sys.executable, "bench.py"], cwd=place, capture_output=True, text=True, timeout=600
    )
    assert (done.stdout, done.stderr) == ("['code of __main__', 'file net.txt', 'version']\n", "")


def test_players_of_the_package_cost_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*given: object, **named: object) -> None:
        raise AssertionError("a process is started")

    monkeypatch.setattr(subprocess, "run", started)
    assert fingerprint(named.named("rules", load("gin"))) == {}


# --- At the terminal ---------------------------------------------------------------------------

NET = '''
from dataclasses import dataclass
from suitwise import tractor
from suitwise.players.named import register_player

@dataclass(frozen=True)
class Net:
    """The legal action with the highest number."""

    def seated(self, game, seed, stream):
        return tractor.PolicyPlayer(lambda observation, mask: mask.nonzero()[0][-1])

register_player("ones", Net, "tractor")
'''


def test_a_net_of_ones_own_sits_at_the_terminal(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {name: dict(kinds) for name, kinds in named._PLAYERS.items()}
    monkeypatch.setattr(named, "_PLAYERS", known)
    (place / "my_net.py").write_text(NET)
    words = ("play", "tractor(match=deal,landlord=1)", "--seed", "1", "--hints", "rules")
    assert (
        "'ones' is no player of tractor" in run_command(*words, "--against", "ones", cwd=place)[2]
    )
    net = ("--against", "ones", "--import", "my_net")
    status, told, _ = run_command(*words, *net, cwd=place, text="quit\n")
    assert status == 0
    assert "seat 1   │ H9H9 HTHT, led" in told, "a tractor has a higher number than any card"
    sys.modules.pop("my_net")
