"""A game's house rules as a page offers them: rules with their choices in groups, and presets of them.

A game names its ``HouseForm`` in its ``catalogue`` entry. A *rule* is an option of the game, or a switch
within an option whose value has some of its own, as ``profile.penalty`` in
``tractor(profile=standard(penalty=10))``. A *preset* is a variant under a name. What all are called
stands in the words of the page, by their names; the page itself knows no rule.
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
"""How a rule is set: a switch, one of its choices, a seat or nobody, the number of players, or a rank
for each side."""

Where: TypeAlias = tuple[Mapping[str, tuple[str, ...]], ...]
"""The houses in which a rule has a meaning: in each mapping the values that other rules must have, by
name; one mapping has to fit. Empty for all houses."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule.

    A name may stand for several rules that offer different choices; their houses are then apart.

    Args:
        name: the option's name; for a switch within an option both names with a dot between.
        group: one of ``GROUPS``.
        choices: the values offered; none for a flag.
        kind: how it is set.
        where: the houses in which it has a meaning; it is shown in these alone.
    """

    name: str
    group: str
    choices: tuple[str, ...] = ("yes", "no")
    kind: RuleKind = "choice"
    where: Where = ()

    def has_meaning(self, values: Mapping[str, str]) -> bool:
        """Tell whether the rule has a meaning in a house.

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
    """A variant under a name.

    Args:
        name: its name; the words of the page have it by this.
        variant: the text of the variant.
    """

    name: str
    variant: str


class Switches(NamedTuple):
    """The switches within an option.

    Args:
        base: the name that the option's value begins with.
        values: the values of all switches, by name.
        own: of these, the values in which the option differs from its base.
    """

    base: str
    values: Mapping[str, Any]
    own: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HouseForm:
    """The house rules of a game.

    Args:
        rules: the rules.
        presets: the presets; the first is what most tables play.
        switches: returns the switches within options, by option, for a game with such options.
        base: the option that gives all others their defaults, if there is one; the text of a variant
            then names them all.
    """

    rules: tuple[Rule, ...]
    presets: tuple[Preset, ...]
    switches: Callable[[Any], Mapping[str, Switches]] = lambda _: {}
    base: str = ""


def flags(group: str, *names: str, where: Where = ()) -> tuple[Rule, ...]:
    """Return rules that are switched on and off."""
    return tuple(Rule(name, group, kind="flag", where=where) for name in names)


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
    with, to which a variant's text adds the preset's ``own`` switches and what differs from the preset.

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
    """Return the values of all rules in a variant, the names that switches are added to, and these."""
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
