"""Each option of each game can be chosen for a table, and whoever comes there is told so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from suitwise import catalogue
from suitwise.errors import SuitwiseError
from suitwise.game import load
from suitwise.table.serve.web.routes import games
from suitwise.tractor import Profile
from suitwise.tractor.rules.profile import NAMED, OPTIONS
from tests.table.serve.servers import Served


def values(name: str, option: dict[str, Any]) -> Iterator[Any]:
    """Yield what an option may be chosen to be, other than it is by itself."""
    default = option["default"]
    offered: list[Any] = option["choices"]
    if option["kind"] == "flag":
        offered = [not default]
    elif option["kind"] == "number":
        offered = [default + 1, default - 1, default * 2]
    taken = (one for one in offered if one != default and is_taken(name, option["name"], one))
    yield from islice(taken, 1) if option["kind"] == "number" else taken


def is_taken(name: str, option: str, value: Any) -> bool:
    try:
        load(chosen(name, option, value))
    except SuitwiseError:
        return False
    return True


def chosen(name: str, option: str, value: Any) -> str:
    word = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
    return f"{name}({option}={word})"


NAMES = [entry.name for entry in catalogue.entries() if entry.episode or entry.package]


@pytest.mark.parametrize("name", NAMES)
def test_each_option_is_chosen_and_told(served: Served, name: str) -> None:
    (game,) = [one for one in games() if one["name"] == name]
    for option in game["options"]:
        offered = list(values(name, option))
        assert offered or option["kind"] in ("text", "number"), option
        for value in offered:
            variant = chosen(name, option["name"], value)
            seats = ("human",) * load(variant).facts.seats
            made = served.made(variant, seats)
            line = served.line(made["host"])
            told = load(line.welcome["variant"])
            assert getattr(told, option["name"]) == getattr(load(variant), option["name"]) == value
            line.close()


SWITCHES = [(name, word) for name, words in OPTIONS.items() for word in words]


@pytest.mark.exhaustive
def test_each_house_and_each_switch_of_tractor_is_chosen_and_told(
    served: Served, exhaustive: bool
) -> None:
    """The houses, and one value of each switch; in full each."""
    others = {name: word for name, word in SWITCHES if word != getattr(Profile(), name)}
    switches = SWITCHES if exhaustive else [*others.items()]
    houses = [*NAMED, *(f"standard({name}={word})" for name, word in switches)]
    for house in [
        *houses,
        "standard(penalty=10)",
        "standard(kitty_factor=3)",
        "standard(defend=KA)",
    ]:
        made = served.made(f"tractor(match=deal,profile={house})", ("human",) * 4)
        line = served.line(made["host"])
        told: Any = load(line.welcome["variant"])
        assert Profile.parse(told.profile) == Profile.parse(house)
        line.close()
