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
from suitwise.tractor.rules.profile import NAMED, OPTIONS, words_of_two_packs
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


def composed(game: dict[str, Any], preset: dict[str, Any], rule: str, value: str) -> str:
    """Return the text of a variant as the page composes it: a preset with one rule set otherwise."""
    form = game["house"]
    values = {**preset["values"], rule: value}
    nested = {
        option: (base, [name for name in values if name.startswith(f"{option}.")])
        for option, base in preset["bases"].items()
    }
    options = [f"{option}={base}" for option, (base, _) in nested.items()]
    for place, (option, (_, names)) in enumerate(nested.items()):
        own = [name for name in names if values[name] != preset["values"][name]]
        switches = ",".join(f"{name.removeprefix(f'{option}.')}={values[name]}" for name in own)
        options[place] += f"({switches})" if switches else ""
    options += [
        f"{name}={values[name]}"
        for name in values
        if "." not in name and values[name] != form["defaults"][name]
    ]
    return f"{game['name']}({','.join(options)})" if options else str(game["name"])


@pytest.mark.parametrize("name", ["gin", "indian13", "stacks", "texas42", "tractor"])
def test_each_house_rule_of_each_preset_is_one_of_the_games(name: str) -> None:
    """Each choice in each preset makes a variant, or is refused for another rule that it needs."""
    (game,) = [one for one in games() if one["name"] == name]
    form = game["house"]
    of_tables = {"packs", "players", "teams", "friends"}  # are not in the form yet
    assert {rule["name"].partition(".")[0] for rule in form["rules"]} == {
        option["name"] for option in game["options"] if option["name"] not in of_tables
    }
    for preset in form["presets"]:
        first = form["rules"][0]["name"]
        text = composed(game, preset, first, preset["values"][first])
        assert str(load(text)) == preset["variant"]
        for rule in form["rules"]:
            tried = [value for value in rule["choices"] if rule["kind"] != "levels"]
            taken = [
                value for value in tried if _loads(composed(game, preset, rule["name"], value))
            ]
            assert preset["values"][rule["name"]] in taken or rule["kind"] == "levels", rule
            assert len(taken) > 1 or rule["kind"] == "levels", rule


def _loads(variant: str) -> bool:
    try:
        load(variant)
    except SuitwiseError:
        return False
    return True


SWITCHES = [(name, word) for name in OPTIONS for word in words_of_two_packs(name)]


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
