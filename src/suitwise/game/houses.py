"""A game's house rules as a page offers them: rules with their choices in groups, and presets of them.

A game names its ``HouseForm`` in its ``catalogue`` entry. A *rule* is an option of the game, or a switch
within an option whose value has some of its own, as ``profile.penalty`` in
``tractor(profile=standard(penalty=10))``. A *preset* is a variant under a name. What all are called
stands in the words of the page, by their names; the page itself knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from suitwise import catalogue
from suitwise.game import Game, load

GROUPS = ("cards", "bidding", "play", "scoring", "match")
"""The groups of rules, in the order shown."""
RuleKind: TypeAlias = Literal["flag", "choice", "seat", "players", "levels"]
"""How a rule is set: a switch, one of its choices, a seat or nobody, the number of players, or a rank
for each side."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule.

    Args:
        name: the option's name; for a switch within an option both names with a dot between.
        group: one of ``GROUPS``.
        choices: the values offered; none for a flag.
        kind: how it is set.
    """

    name: str
    group: str
    choices: tuple[str, ...] = ("yes", "no")
    kind: RuleKind = "choice"


@dataclass(frozen=True, slots=True)
class Preset:
    """A variant under a name.

    Args:
        name: its name; the words of the page have it by this.
        variant: the text of the variant.
    """

    name: str
    variant: str


@dataclass(frozen=True, slots=True)
class HouseForm:
    """The house rules of a game.

    Args:
        rules: the rules.
        presets: the presets; the first is what most tables play.
        switches: returns the name that an option's value begins with and the values of the switches
            within, by option, for a game with such options.
    """

    rules: tuple[Rule, ...]
    presets: tuple[Preset, ...]
    switches: Callable[[Any], Mapping[str, tuple[str, Mapping[str, Any]]]] = lambda _: {}


def flags(group: str, *names: str) -> tuple[Rule, ...]:
    """Return rules that are switched on and off."""
    return tuple(Rule(name, group, kind="flag") for name in names)


def numbers(values: Iterable[int]) -> tuple[str, ...]:
    """Return numbers as choices.

    >>> numbers(range(3))
    ('0', '1', '2')
    """
    return tuple(map(str, values))


def house_of(name: str) -> HouseForm | None:
    """Return the house rules of a game; None if it names none.

    >>> house_of("gin").presets[0]
    Preset(name='modern', variant='gin(to=100)')
    """
    entry = catalogue.find(name)
    if entry is None or not entry.house:
        return None
    form: HouseForm = entry.loaded(entry.house)
    return form


def described(form: HouseForm, game: Game[Any]) -> dict[str, Any]:
    """Return house rules as plain data.

    Each preset has the values of all rules. ``bases`` are the names that values with switches begin
    with, to which a variant's text adds what differs from the preset.

    >>> form = described(house_of("texas42"), load("texas42"))
    >>> form["rules"][0]
    {'name': 'forced', 'group': 'bidding', 'kind': 'flag', 'choices': ['yes', 'no']}
    >>> form["presets"][0]["values"]["marks"], form["defaults"]["marks"]
    ('7', '7')
    """
    rules = sorted(form.rules, key=lambda rule: GROUPS.index(rule.group))
    return {
        "rules": [
            {
                "name": rule.name,
                "group": rule.group,
                "kind": rule.kind,
                "choices": list(rule.choices),
            }
            for rule in rules
        ],
        "presets": [_plain_preset(form, preset) for preset in form.presets],
        "defaults": _values(form, game)["values"],
        "bases": _values(form, game)["bases"],
    }


def _plain_preset(form: HouseForm, preset: Preset) -> dict[str, Any]:
    game = load(preset.variant)
    return {"name": preset.name, "variant": str(game), **_values(form, game)}


def _values(form: HouseForm, game: Game[Any]) -> dict[str, Any]:
    """Return the values of all rules in a variant, and the names that switches are added to."""
    switches = form.switches(game)
    values: dict[str, str] = {}
    for rule in form.rules:
        option, _, switch = rule.name.partition(".")
        value = switches[option][1][switch] if switch else getattr(game, option)
        values[rule.name] = plain_value(value)
    return {"values": values, "bases": {option: base for option, (base, _) in switches.items()}}


def plain_value(value: object) -> str:
    """Return a value as the text of a variant writes it.

    >>> plain_value(True), plain_value(7)
    ('yes', '7')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
