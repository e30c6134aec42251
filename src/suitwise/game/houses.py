"""A game's house rules as a form that a web page shows: grouped rules with their choices, and presets.

A game names its ``HouseForm`` in its ``catalogue`` entry. A *rule* is an option of the game. Some
options have values with switches of their own; such a switch is a rule, too, for example
``profile.penalty`` in ``tractor(profile=standard(penalty=10))``. A *preset* is a named variant.

The form holds only names, not the labels that people read. The page has the labels in its translations,
by these names, and contains no rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from suitwise import catalogue
from suitwise.game import Game, load

GROUPS = ("cards", "bidding", "play", "scoring", "match")
"""The groups of rules, in the order shown."""
RuleKind: TypeAlias = Literal["flag", "choice", "seat", "players", "levels"]
"""The control that sets a rule: a check box, a choice, a seat or nobody, the number of players, or a
rank for each side."""

Where: TypeAlias = tuple[Mapping[str, tuple[str, ...]], ...]
"""The condition under which a rule has a meaning. Each mapping gives the values that other rules must
have, by name; one of the mappings must match. An empty tuple means always."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule.

    Several rules may have the same name but different choices, if no house matches the conditions of two
    of them.

    Args:
        name: the option's name; for a switch, the option's name, a dot, and the name of the switch.
        group: one of ``GROUPS``.
        choices: the values offered.
        kind: the control that sets it.
        where: the condition under which it has a meaning and is shown.
    """

    name: str
    group: str
    choices: tuple[str, ...] = ("yes", "no")
    kind: RuleKind = "choice"
    where: Where = ()

    def has_meaning(self, values: Mapping[str, str]) -> bool:
        """Tell whether the rule has a meaning in a house, and so is shown.

        Args:
            values: the values of all rules of the house, by name.

        >>> friends = Rule("friends", "cards", where=({"teams": ("friends",)},))
        >>> friends.has_meaning({"teams": "fixed"}), friends.has_meaning({"teams": "friends"})
        (False, True)
        """
        return not self.where or any(
            all(values[name] in these for name, these in one.items()) for one in self.where
        )


@dataclass(frozen=True, slots=True)
class Preset:
    """A named variant.

    Args:
        name: the name, by which the page finds its label.
        variant: the text of the variant.
    """

    name: str
    variant: str


class Switches(NamedTuple):
    """An option's value that consists of a named base and switches, such as ``standard(penalty=10)``.

    Args:
        base: the name of the base, which determines the defaults of the switches.
        values: the values of all switches, by name.
        own: only the values that differ from those of the base.
    """

    base: str
    values: Mapping[str, Any]
    own: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HouseForm:
    """The house rules of a game.

    Args:
        rules: the rules.
        presets: the presets, the most common one first.
        switches: a function that returns the switches of a variant's options, by option.
        base: the option that determines the defaults of all others; empty if there is none. With such
            an option, a variant's text written by the page names all options.
    """

    rules: tuple[Rule, ...]
    presets: tuple[Preset, ...]
    switches: Callable[[Any], Mapping[str, Switches]] = lambda _: {}
    base: str = ""


def flags(group: str, *names: str, where: Where = ()) -> tuple[Rule, ...]:
    """Return rules that are either on or off."""
    return tuple(Rule(name, group, kind="flag", where=where) for name in names)


def numbers(values: Iterable[int]) -> tuple[str, ...]:
    """Return numbers as choices.

    >>> numbers(range(3))
    ('0', '1', '2')
    """
    return tuple(map(str, values))


def house_of(name: str) -> HouseForm | None:
    """Return the form for the house rules of a game; None if it has none.

    >>> house_of("gin").presets[0]
    Preset(name='modern', variant='gin(to=100)')
    """
    entry = catalogue.find(name)
    if entry is None or not entry.house:
        return None
    form: HouseForm = entry.loaded(entry.house)
    return form


def described(form: HouseForm, game: Game[Any]) -> dict[str, Any]:
    """Return a form as plain data for the page.

    Each preset comes with the values of all rules. ``bases`` and ``own`` let the page write the text of
    a variant: for each option with switches, the base, then the preset's own switches and those that
    the user has changed.

    >>> form = described(house_of("texas42"), load("texas42"))
    >>> form["rules"][0]
    {'name': 'forced', 'group': 'bidding', 'kind': 'flag', 'choices': ['yes', 'no'], 'where': []}
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
                "where": [{name: [*these] for name, these in one.items()} for one in rule.where],
            }
            for rule in rules
        ],
        "presets": [_plain_preset(form, preset) for preset in form.presets],
        **_defaults(form, game),
    }


def _defaults(form: HouseForm, game: Game[Any]) -> dict[str, Any]:
    values = _values(form, game)
    return {"defaults": {} if form.base else values["values"], "bases": values["bases"]}


def _plain_preset(form: HouseForm, preset: Preset) -> dict[str, Any]:
    game = load(preset.variant)
    return {"name": preset.name, "variant": str(game), **_values(form, game)}


def values_of(form: HouseForm, game: Game[Any]) -> dict[str, str]:
    """Return the values of all rules in a variant, as its text writes them.

    >>> values_of(house_of("gin"), load("gin(knock=5)"))["knock"]
    '5'
    """
    switches = form.switches(game)
    values: dict[str, str] = {}
    for rule in form.rules:
        option, _, switch = rule.name.partition(".")
        value = switches[option].values[switch] if switch else getattr(game, option)
        values[rule.name] = plain_value(value)
    return values


def _values(form: HouseForm, game: Game[Any]) -> dict[str, Any]:
    """Return the values of all rules in a variant, with the bases and own switches of its options."""
    switches = form.switches(game)
    return {
        "values": values_of(form, game),
        "bases": {option: one.base for option, one in switches.items()},
        "own": {
            option: {name: plain_value(value) for name, value in one.own.items()}
            for option, one in switches.items()
        },
    }


def plain_value(value: object) -> str:
    """Return a value as the text of a variant writes it.

    >>> plain_value(True), plain_value(7)
    ('yes', '7')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
