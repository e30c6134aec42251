"""Each command imports only what it uses: there is a budget of modules for each.

Importing takes most of the time of a small command, and it grows unnoticed: one import at the top of a
module can load a whole game. Modules are counted, since seconds depend on the machine. The budgets are
what was loaded when they were set, and about a tenth more; raise one only for a module that its command
needs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fresh import fresh_python

BUDGETS = {
    "--version": (24, 10),
    "--help": (37, 11),
    "tractor --help": (49, 22),
    "tractor judge examples/three_rounds.in": (58, 37),
    "tractor follow --trump S2 --lead H3H3 --hand H6H6H8H9": (59, 40),
    "tractor trick --trump S2 --hands HQ H3 HA H5 --plays HQ H3 HA H5": (66, 46),
    "tractor rule examples/tractor_questions.jsonl": (73, 47),
    "tractor replay examples/tractor_match.txt": (94, 73),
    "texas42 solve examples/texas42_deals.txt": (115, 46),
    "texas42 solve --table examples/texas42_deals.txt": (117, 55),
    "texas42 bid --worlds 2 6-6,6-4,6-1,5-5,5-0,3-3,2-2": (115, 53),
    "rummy arrange 3C3C3D4D2H3H": (66, 43),
    "rummy combos 3C3C3D4D2H3H": (59, 39),
    "rummy play --seed 7": (113, 72),
    "stacks judge examples/two_deals.in": (66, 43),
    "stacks solve examples/two_deals.in": (66, 43),
    "stacks picture 2b|1a": (63, 41),
    "table --help": (54, 19),
}
"""For each command the most modules that it may load, and how many of them may be this package's.

Modules of click, which every command needs, and of NumPy are not counted.
"""
SLOW = {
    "asyncio",
    "concurrent.futures",
    "email",
    "fractions",
    "importlib.metadata",
    "logging",
    "multiprocessing",
    "numba",
    "numpy",
    "rich",
    "statistics",
}
"""Modules that take long to import, and that an answer in text does without."""
SEARCHING = {
    command for command in BUDGETS if command.startswith(("texas42 bid", "texas42 solve --t"))
}
"""Commands that search too much for plain Python: they are asked with the machine code that is kept."""

_CODE = """
import click, os, sys
before = set(sys.modules)
sys.stdin = open(os.devnull)
sys.argv[1:] = {words}
from suitwise.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
code = sys.modules.get("suitwise.foundation.machine.machine_code")
print()
print(len(code._methods) if code else 0, *sys.modules.keys() - before)
"""


def loaded_by(command: str, **environment: Path) -> tuple[set[str], int]:
    """Return the modules beyond click's that a command loads, and how much machine code it opens."""
    printed = fresh_python(_CODE.format(words=command.split()), **environment)
    opened, *modules = printed.splitlines()[-1].split()
    return set(modules), int(opened)


@pytest.mark.parametrize("command", BUDGETS)
def test_a_command_loads_few_modules_and_no_slow_one(command: str, tmp_path: Path) -> None:
    if command in SEARCHING:
        loaded, opened = loaded_by(command)
        if "numba" in loaded:  # it has been compiled now, and is kept
            loaded, opened = loaded_by(command)
        assert opened, "it does not search, or not in machine code"
    else:
        loaded, opened = loaded_by(command, SUITWISE_CACHE_DIR=tmp_path)
        assert not opened
    assert not loaded & SLOW
    own = {name for name in loaded if name.partition(".")[0] == "suitwise"}
    others = {name for name in loaded - own if name.partition(".")[0] != "numpy"}
    most, most_own = BUDGETS[command]
    assert len(own) <= most_own, sorted(own)
    assert len(own) + len(others) <= most, sorted(others)


_GARBAGE = """
import atexit, gc, sys
atexit.register(lambda: print(gc.get_stats()[2]["collections"], gc.get_freeze_count()))
sys.argv[1:] = ["tractor", "judge", "examples/three_rounds.in"]
from suitwise.cli import main
main()
"""


def test_a_short_command_never_looks_through_everything_for_garbage() -> None:
    collections, frozen = fresh_python(_GARBAGE).split()[-2:]
    assert collections == "0"
    assert int(frozen) > 1000, "what is left is looked through at the end"
