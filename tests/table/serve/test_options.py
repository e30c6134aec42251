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
from suitwise.tractor.rules.profile import (
    NAMED,
    OPTIONS,
    TWO_PACK_HOUSES,
    words_of_two_packs,
)
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


NAMES = [
    entry.name for entry in catalogue.entries() if entry.episode or entry.face or entry.package
]


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


def has_meaning(rule: dict[str, Any], values: dict[str, str]) -> bool:
    """Tell whether the page shows a rule in a house."""
    return not rule["where"] or any(
        all(values[name] in these for name, these in one.items()) for one in rule["where"]
    )


def composed(game: dict[str, Any], preset: dict[str, Any], rule: str, value: str) -> str:
    """Return the text of a variant as the page composes it: a preset with one rule set otherwise."""
    form = game["house"]
    values = {**preset["values"], rule: value}
    shown = {one["name"] for one in form["rules"] if has_meaning(one, values)}
    options = []
    for option, base in preset["bases"].items():
        named = {*preset["own"][option], *_changed(preset, values, option)}
        own = [name for name in sorted(named) if f"{option}.{name}" in shown]
        switches = ",".join(f"{name}={values[f'{option}.{name}']}" for name in own)
        options.append(f"{option}={base}" + (f"({switches})" if switches else ""))
    options += [
        f"{name}={values[name]}"
        for name in values
        if "." not in name and name in shown and values[name] != form["defaults"][name]
    ]
    return f"{game['name']}({','.join(options)})" if options else str(game["name"])


def _changed(preset: dict[str, Any], values: dict[str, str], option: str) -> Iterator[str]:
    """Yield the switches within an option that are not those of the preset."""
    for name, value in values.items():
        if name.startswith(f"{option}.") and value != preset["values"][name]:
            yield name.removeprefix(f"{option}.")


def is_settled(preset: dict[str, Any], rule: str) -> bool:
    """Whether a preset leaves a rule one value: an odd number finds friends, some houses know four."""
    if preset["name"] in TWO_PACK_HOUSES:
        return rule in ("players", "packs", "teams")
    return rule == "teams" and int(preset["values"]["players"]) % 2 == 1


@pytest.mark.parametrize("name", ["gin", "indian13", "rummikub", "stacks", "texas42", "tractor"])
def test_each_house_rule_of_each_preset_is_one_of_the_games(name: str) -> None:
    """Each choice in each preset makes a variant, or is refused for another rule that it needs."""
    (game,) = [one for one in games() if one["name"] == name]
    form = game["house"]
    assert {rule["name"].partition(".")[0] for rule in form["rules"]} == {
        option["name"] for option in game["options"]
    } - {"staged"}  # that is for programs
    for preset in form["presets"]:
        first = form["rules"][0]["name"]
        text = composed(game, preset, first, preset["values"][first])
        assert str(load(text)) == preset["variant"]
        shown = [rule for rule in form["rules"] if has_meaning(rule, preset["values"])]
        assert len({rule["name"] for rule in shown}) == len(shown)
        for rule in shown:
            tried = [value for value in rule["choices"] if rule["kind"] != "levels"]
            taken = [
                value for value in tried if _loads(composed(game, preset, rule["name"], value))
            ]
            assert preset["values"][rule["name"]] in taken or rule["kind"] == "levels", rule
            if rule["kind"] != "levels" and not is_settled(preset, rule["name"]):
                assert len(taken) > 1, rule


def test_rules_of_other_tables_are_shown_there_and_leave_no_trace_at_the_table_of_four() -> None:
    (game,) = [one for one in games() if one["name"] == "tractor"]
    form = game["house"]
    presets = {preset["name"]: preset for preset in form["presets"]}

    def shown(values: dict[str, str]) -> set[str]:
        return {rule["name"] for rule in form["rules"] if has_meaning(rule, values)}

    four, six = presets["standard"]["values"], presets["six"]["values"]
    assert {"claims", "profile.against"} == shown(four) - shown(six)
    assert {"profile.bombs", "profile.steal", "profile.fit"} <= shown(six) - shown(four)
    with_friends = shown(presets["friends"]["values"])
    assert {"friends", "profile.calls", "profile.joins"} <= with_friends - shown(six)
    assert "levels" not in with_friends
    assert composed(game, presets["pagat"], "profile.bombs", "free") == (
        "tractor(profile=standard(bombs=free,kitty_cards=6,remove=jokers),players=7,packs=2,"
        "teams=friends)"
    )
    (rule,) = [
        rule
        for rule in form["rules"]
        if rule["name"] == "profile.jokers" and has_meaning(rule, six)
    ]
    assert rule["choices"] == ["yes", "no", "packs", "packs1"]


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
