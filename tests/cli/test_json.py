"""What every command prints with ``--json``: objects whose floats don't end in the dust of sums."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from shlex import split
from typing import Any

import click
import pytest

from suitwise.arena.config import read_config
from suitwise.arena.run import run
from suitwise.cli.root import commands
from suitwise.game import load, play
from suitwise.players.named import named
from tests.commands import run_command

DECIMALS = 9
ARENA = """
[[match]]
game = "stacks"
players = ["random", "solver"]
deals = 3
[[match]]
game = "gin"
players = ["random", "greedy"]
deals = 3
"""
HAND = "RJ BJ S2 H2 SA SA SK SK SQ SJ ST S9 S8 S6 S5 HA HK H9 H7 H5 DA DQ D8 D4 D3"
MELDS = "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"
COMMANDS = {
    "arena show": "{folder}/results",
    "research bench-1 tasks": "",
    "research strength": "--games gin,stacks --players rules,random,solver --deals 3 --out {folder}/s",
    "research exploitability": "--tasks two-104 --algorithms cfr+ --most 100 --out {folder}/e",
    "research yardstick": "--players rules --deals 3 --seed 2",
    "rummy advise": "--ahead --rules indian13 'H3 H4 H5 S7 S8 JK D9 C9 H9 CJ CQ CK D4'",
    "rummy arrange": "--rules indian13 'H3 H4 H5 S7 S8 JK D9 C9'",
    "rummy combos": f"'{MELDS}'",
    "rummy deadwood": "{folder}/hands.txt",
    "rummy islands": f"'{MELDS}'",
    "rummy review": "--worlds 7 {folder}/gin.txt",
    "stacks generate": "--stacks 4 --height 3 --count 6",
    "stacks judge": "examples/two_deals.in",
    "stacks referee": "examples/two_deals.in examples/two_deals.moves",
    "stacks review": "examples/stacks_game.txt",
    "stacks solve": "examples/two_deals.in",
    "stacks survey": "--stacks 2..3 --height 1..3 --deals 7",
    "stacks weigh": "examples/layouts.txt",
    "texas42 bid": "'5-5 5-4 6-6 6-1 4-4 3-0 1-0' --worlds 7 --blind",
    "texas42 review": "--worlds 7 examples/texas42_hand.txt",
    "texas42 solve": "--moves examples/texas42_deals.txt",
    "tractor bid": "--worlds 7 'S2 SA SK SK SQ S9 S8 H5 D3'",
    "tractor bury": f"--trump S2 --worlds 7 --kitty 'C9 C8 C6 C4 C3 CT CK CA' '{HAND}'",
    "tractor judge": "--explain examples/three_rounds.in",
    "tractor replay": "examples/tractor_match.txt",
    "tractor review": "--worlds 4 --seat 1 {folder}/tractor.txt",
    "tractor solve": "--moves examples/tractor_endings.txt",
    "tractor trick": "--trump S2 --hands HQHK H3H4 HAHA H5H6 --plays HQHK H3H4 HAHA H5H6",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what some of the commands read."""
    folder = tmp_path_factory.mktemp("json")
    run(read_config(ARENA.encode()), folder / "results")
    (folder / "hands.txt").write_text("H3 H4 H5 S9\nSK DK CK HK SQ\n")
    for name, game in (("gin", "gin"), ("tractor", "tractor(match=deal)")):
        players = named("rules", load(game)).seated(1, 0)
        (folder / f"{name}.txt").write_text(str(play(load(game).start(), players, seed=3)))
    return folder


def commands_in(command: click.Command, *words: str) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands that have the option, with the words that they are called by."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from commands_in(found, *words, name)
    elif any("--json" in one.opts for one in command.params):
        yield " ".join(words), command


def floats_in(value: Any) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, (dict, list)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from floats_in(one)


def test_every_command_that_prints_json_is_tried_here() -> None:
    every = dict(commands_in(commands))
    old = {name for name in every if name.startswith("bench ")}
    assert {name.replace("bench", "research") for name in old} <= COMMANDS.keys()
    assert every.keys() - old == COMMANDS.keys()


@pytest.mark.parametrize("name", COMMANDS)
def test_no_float_ends_in_the_dust_of_sums(name: str, folder: Path) -> None:
    words = [word.format(folder=folder) for word in split(COMMANDS[name])]
    status, told, error = run_command(*name.split(), "--json", *words)
    assert status == 0, error
    lines = told.splitlines()
    assert lines
    for one in map(json.loads, lines):
        for number in floats_in(one):
            assert number == round(number, DECIMALS), number
