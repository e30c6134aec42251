"""Small changes of the rules at random: does a test of their room fall?

    python -m tests.mutants --sample 60 --seed 1
    python -m tests.mutants src/suitwise/tractor/rules/throws.py --line 297

A change is one of Cosmic Ray's: another operator, a number one off, a condition turned round, a loop
that is left out. Its own commands start Python anew for each and know no sample; here a process that has
loaded what tests need forks one that reads the changed file, on a copy of the tree. Tests run as they
always do, rules as plain Python and compiled: a changed rule is compiled anew, into a cache that goes.

First come the tests of the module and its doctests, then those of its room (tests mirror the package),
with ``--game`` those of its game. An error while they load is a fall, and so is a test that computes
longer than any does by itself: an endless loop. A place in a file gives at most one change. What is
known to live stands in ``tests/data/mutants.md`` with its reason; a change that lives and is not listed
there is a failure.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import hypothesis
import numba  # noqa: F401  # loaded once, for every process that is forked
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parent.parent
PACKAGE = Path("src/suitwise")
KEPT = ROOT / "tests/data/mutants.md"
ROOMS = {"rules", "solve", "hidden"}
TOPS = ("rummy", "stacks", "texas42", "tractor", "table/rules")
LEAST = 0.95
"""The share of changes that matter which has to fall."""
LIVES, UNTESTED = "LIVES", "They matter"
"""What is said of a change that lives unlisted, and the heading of those that no test notices yet."""
SECONDS, MEMORY = 120, 8 << 30
"""The computing time that a test may take, with what it compiles, and the bytes."""
WAITS = 1200
"""The seconds after which tests wait for something that does not come, on the busiest machine."""

# What is left out changes no rule: `is` for `==`, `~1` for -1, decorators; or needs a list of names.
_LEFT_OUT = re.compile("_Is$|_IsNot$|_Is_|_IsNot_|_USub_|Decorator|Variable|NoOp")
_IDENTITY = ("core/ReplaceComparisonOperator_Is_IsNot", "core/ReplaceComparisonOperator_IsNot_Is")
OPERATORS = [name for name in operator_names() if name in _IDENTITY or not _LEFT_OUT.search(name)]


class Place(NamedTuple):
    """A place of a file where something can be changed.

    ``changes`` are the operators, each with which of its own; ``name`` tells the place from all others,
    in whatever file its function stands.
    """

    path: Path
    line: int
    function: str
    name: str
    changes: Sequence[tuple[str, int]]


class Mutant(NamedTuple):
    """A file with one small change, told by its game, its function and the line before and after."""

    path: Path
    line: int
    function: str
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"`{self.function}` `{self.before}` → `{self.after}`"


def modules(named: Sequence[Path] = ()) -> Iterator[Path]:
    """Yield the modules of rules, or those of them that are named or lie in what is named."""
    for top in TOPS:
        for path in sorted((ROOT / PACKAGE / top).rglob("*.py")):
            path = path.relative_to(ROOT)
            is_named = not named or any(path.is_relative_to(one) for one in named)
            if is_named and path.name != "__init__.py" and ROOMS & set(path.parts):
                yield path


def places(path: Path) -> list[Place]:
    """Return the places of a file, without those where a change cannot matter."""
    text = (ROOT / path).read_text()
    lines = text.splitlines()
    nodes = list(ast_nodes(get_ast(text)))
    found: dict[tuple[tuple[int, int], tuple[int, int]], list[tuple[str, int]]] = {}
    functions: dict[int, str] = {}
    for operator_name in OPERATORS:
        operator, count = get_operator(operator_name)(), 0
        for node in nodes:
            for where in operator.mutation_positions(node):
                if not cannot_matter(node):
                    found.setdefault(where, []).append((operator_name, count))
                    functions[where[0][0]] = _function(path, node)
                count += 1
    by_text: Counter[str] = Counter()
    all_places = []
    for where, changes in sorted(found.items()):
        line = where[0][0]
        said = f"{functions[line]} {' '.join(lines[line - 1].split())}"
        by_text[said] += 1
        all_places.append(Place(path, line, functions[line], f"{said} {by_text[said]}", changes))
    return all_places


def _function(path: Path, node: Any) -> str:
    """Return the game of a place and the function or class in which it stands, if any."""
    names = []
    while (node := node.parent) is not None:
        if node.type in ("funcdef", "classdef"):
            names.append(node.name.value)
    game = "table" if path.is_relative_to(PACKAGE / "table") else path.relative_to(PACKAGE).parts[0]
    return f"{game}: {'.'.join(reversed(names))}".removesuffix(": ")


def cannot_matter(node: Any) -> bool:
    """Tell whether a place says nothing of the rules.

    Such are: types, which nothing asks as the program runs; what a decorator is told, which is how much
    is remembered; that two lists are of one length (``strict=True``), which they are; and how long plain
    Python takes and how much is done at a time.
    """
    while node.parent is not None:
        node, child = node.parent, node
        before = node.children[max(node.children.index(child) - 1, 0)].get_code().strip()
        if (node.type, before) in (("annassign", ":"), ("tfpdef", ":"), ("funcdef", "->")):
            return True
        if node.type == "decorator" or (
            node.type == "argument" and _IS_CHECK.match(node.get_code())
        ):
            return True
        if node.type == "expr_stmt" and _SPEED.match(node.children[0].get_code().strip()):
            return True
        if node.type in ("atom_expr", "power") and node.children[0].get_code().strip() in _QUICKEST:
            return True
    return False


_IS_CHECK = re.compile(r"\s*strict=True$")
_QUICKEST = {"quickest", "quickest_rows"}
_SPEED = re.compile(r"_?[A-Z_]+_S$|_(PIECE|AT_A_TIME|DEALS|MULTIPLIER|NUMBA_TAKES)$|COMPILED_FROM$")
"""Constants that say how much is done at a time, or the seconds of something as plain Python."""


def sampled(paths: Iterable[Path], size: int, seed: int) -> list[Mutant]:
    """Draw changes, each by a number of its own: a smaller sample is the beginning of a larger one.

    So other places stay in it as one is rewritten, and a function as it moves to another file.
    """

    def number(place: Place) -> bytes:
        return sha256(f"{seed} {place.name}".encode()).digest()

    drawn = sorted(chain.from_iterable(map(places, paths)), key=number)[:size]
    return [mutant(place, place.changes[number(place)[0] % len(place.changes)]) for place in drawn]


def mutant(place: Place, change: tuple[str, int]) -> Mutant:
    """Change a file in one place."""
    text = (ROOT / place.path).read_text()
    operator, occurrence = change
    changed = mutate_code(text, get_operator(operator)(), occurrence)
    pairs = enumerate(zip(text.splitlines(), changed.splitlines(), strict=False), 1)
    line, before, after = next((n, a, b) for n, (a, b) in pairs if a != b)
    said = (" ".join(before.split()), " ".join(after.split()))
    return Mutant(place.path, line, place.function, *said, changed)


def room_of(path: Path) -> str:
    """Return the tests of the room of a module: they mirror the package."""
    room = "tests" / path.parent.relative_to(PACKAGE)
    while not (ROOT / room).is_dir():
        room = room.parent
    return str(room)


def tests_of(path: Path, *, game: bool) -> Iterator[list[str]]:
    """Yield the tests that a change of a module has to pass, those that are nearest first."""
    room = Path(room_of(path))
    own = room / f"test_{path.name}"
    nearest = [str(own)] * (ROOT / own).exists() + [str(path)] * (
        ">>>" in (ROOT / path).read_text()
    )
    if nearest:
        yield nearest
    yield [str(room)]
    if game:
        yield [str(Path(*room.parts[:2]))]


class Copy:
    """A copy of the tree in which files are changed and tests run.

    Args:
        folder: where it lies; of its own.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._green: set[str] = set()
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, folder / name)
        for path in ROOT.iterdir():
            if path.name not in ("src", "tests", ".git", ".hypothesis", ".pytest_cache"):
                (folder / path.name).symlink_to(path)

    def falls(self, changed: Mutant, *, game: bool) -> str:
        """Return to which tests a change falls; nothing if it lives."""
        self._needs_green(room_of(changed.path))
        path = self._folder / changed.path
        path.write_text(changed.text)
        os.utime(path, (1, 1))  # so byte code of another text is never taken for this one's
        try:
            for tests in tests_of(changed.path, game=game):
                if status := self._run(tests):
                    return f"{tests[0]}{' (endless)' if os.WIFSIGNALED(status) else ''}"
        finally:
            shutil.copy2(ROOT / changed.path, path)
        return ""

    def _needs_green(self, room: str) -> None:
        """Run the tests of a room without a change, once: they have to pass."""
        if room not in self._green and self._run([room]):
            said = (self._folder / "tested.txt").read_text()[-2000:]
            raise SystemExit(f"without a change, too, tests fail: {room}\n{said}")
        self._green.add(room)

    def _run(self, tests: Sequence[str]) -> int:
        """Run tests in a process of their own; return how it ended."""
        child = os.fork()
        if not child:
            try:
                os._exit(self._tested(tests))
            finally:  # whatever happens, one process alone goes on
                traceback.print_exc()
                os._exit(1)
        began = time.monotonic()
        while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
            if time.monotonic() > began + WAITS:
                os.killpg(child, signal.SIGKILL)
            time.sleep(0.02)
        with suppress(ProcessLookupError):  # what it may have started
            os.killpg(child, signal.SIGKILL)
        return ended[1]

    def _tested(self, tests: Sequence[str]) -> int:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.chdir(self._folder)
        with open("tested.txt", "w") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        sys.path[:0] = [str(self._folder / "src"), str(self._folder)]
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin"]
        options += ["--hypothesis-seed=0"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # hypothesis is there by now
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        return int(pytest.main([*options, *tests], plugins=[AtOnce()]))


class AtOnce:
    """What fails has failed: no smaller example is looked for, no test computes without end."""

    def pytest_collection(self) -> None:
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile("at once", phases=phases)
        hypothesis.settings.load_profile("at once")

    def pytest_runtest_setup(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)


def cache_in(folder: Path) -> str:
    """Return a copy of the cache of machine code; what is compiled of changed rules goes with it."""
    ask = "from suitwise.foundation.machine import code_cache; print(code_cache.folder().path)"
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    return str(shutil.copytree(told.stdout.strip(), folder / "cache"))


def listed() -> dict[str, str]:
    """Return the changes that are known to live, each with the heading under which it stands.

    A function alone stands for all its changes.
    """
    known, heading = {}, ""
    for line in KEPT.read_text().splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("- `"):
            known[line[2:].partition("`: ")[0] + "`"] = heading
    return known


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, help="files or folders; else all rules")
    parser.add_argument("--sample", type=int, default=100, help="how many changes")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--after", type=int, default=0, help="without so many that come first")
    parser.add_argument("--game", action="store_true", help="then the tests of the whole game, too")
    parser.add_argument("--line", type=int, help="all changes of a line of the one file named")
    options = parser.parse_args()
    os.nice(10)
    if options.line:
        of_line = [place for place in places(options.paths[0]) if place.line == options.line]
        drawn = [mutant(place, change) for place in of_line for change in place.changes]
    else:
        drawn = sampled(modules(options.paths), options.sample, options.seed)[options.after :]
    known = listed()
    verdicts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        copy = Copy(Path(name))
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = f"{name}/hypothesis"
        os.environ["SUITWISE_CACHE_DIR"] = cache_in(Path(name))
        for one in drawn:
            fell = copy.falls(one, game=options.game)
            heading = known.get(str(one)) or known.get(f"`{one.function}`", "")
            verdicts["fell" if fell else heading or LIVES] += 1
            verdict = (
                f"fell to {fell}" if fell else f"lives, as listed: {heading}" if heading else LIVES
            )
            print(f"{one.path}:{one.line} {one}: {verdict}", flush=True)
    print(f"{len(drawn)} changes: " + ", ".join(f"{n} {said}" for said, n in verdicts.items()))
    matter = verdicts["fell"] + verdicts[UNTESTED] + verdicts[LIVES]
    print(f"of {matter} that matter {verdicts['fell']} fell")
    sys.exit(verdicts[LIVES] > 0 or verdicts["fell"] < LEAST * matter)


if __name__ == "__main__":
    main()
