"""The house rules of Tractor as a page offers them: the switches of its profile among the options.

Source of the presets: ``rules.profile``, one for each named profile that people play by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from suitwise.cards import RANKS
from suitwise.game.houses import HouseForm, Preset, Rule, flags, numbers
from suitwise.tractor.rules.profile import NAMED, Profile, words_of_two_packs

_SEATS = numbers(range(-1, 4))


def _switch(name: str, group: str, choices: tuple[str, ...] = ()) -> Rule:
    return Rule(f"profile.{name}", group, choices or words_of_two_packs(name))


def _switches(game: Any) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
    """Return the profile's name and the values of its switches."""
    profile = Profile.parse(game.profile)
    return {"profile": (str(profile).partition("(")[0], asdict(profile))}


HOUSE = HouseForm(
    rules=(
        _switch("chain", "cards"),
        *flags("bidding", "profile.jokers"),
        _switch("overturn", "bidding"),
        _switch("reinforce", "bidding"),
        _switch("nobody", "bidding"),
        Rule("landlord", "bidding", _SEATS, "seat"),
        Rule("first", "bidding", _SEATS[1:], "seat"),
        _switch("duty", "play"),
        _switch("penalty", "play", numbers((0, 10, 20))),
        _switch("forced", "play"),
        _switch("over", "play"),
        _switch("against", "play"),
        *flags("play", "claims"),
        Rule("levels", "scoring", tuple(RANKS), "levels"),
        _switch("defend", "scoring", ("", "A", "JA", "5TKA", "2J")),
        _switch("kitty", "scoring"),
        _switch("kitty_factor", "scoring", numbers(range(1, 5))),
        Rule("match", "match", ("match", "deal")),
        Rule("deals", "match", numbers((0, 4, 8, 12, 20))),
    ),
    presets=tuple(Preset(name, f"tractor(profile={name})") for name in NAMED if name != "judge"),
    switches=_switches,
)
"""The house rules of Tractor. The ``judge`` is no preset: by its rules no play is illegal."""
