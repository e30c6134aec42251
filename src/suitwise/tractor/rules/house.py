"""The form for Tractor's house rules: its options, with the switches of its profile among them.

Source of the presets: ``rules.profile``, one for each named profile that people play by; rules page
"Tractor with many packs" §6, §7 and §9 for those with more players.

The classic table has four players, two packs and fixed sides. Some switches have a meaning only there,
some only at other tables, and some only if the landlord calls friends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from suitwise.cards import RANKS
from suitwise.game.houses import HouseForm, Preset, Rule, Switches, Where, flags, numbers
from suitwise.tractor.rules.deck import MOST_COPIES
from suitwise.tractor.rules.profile import DUTIES, NAMED, OPTIONS, Profile, words_of_two_packs
from suitwise.tractor.rules.tables import LEAST_SEATS, MOST_SEATS

_PLAYERS = range(LEAST_SEATS, MOST_SEATS + 1)
_CLASSIC: Where = ({"players": ("4",), "packs": ("0", "2"), "teams": ("fixed",)},)
"""The classic table."""
_OTHERS: Where = (
    {"players": numbers(_PLAYERS[1:])},
    {"packs": ("1", "3", "4")},
    {"teams": ("friends",)},
)
"""All other tables."""
_FIXED: Where = ({"teams": ("fixed",)},)
_FRIENDS: Where = ({"teams": ("friends",)},)


def _switch(name: str, group: str, choices: tuple[str, ...] = (), where: Where = ()) -> Rule:
    """Return the rule for a switch of the profile, by default with all choices that it has."""
    return Rule(f"profile.{name}", group, choices or OPTIONS[name], where=where)


def _by_table(name: str, group: str) -> Iterable[Rule]:
    """Return the two rules of a switch that has different choices at the classic table and elsewhere."""
    yield _switch(name, group, words_of_two_packs(name), _CLASSIC)
    yield _switch(name, group, where=_OTHERS)


def _seats(name: str, least: int) -> Iterable[Rule]:
    """Return the rules of an option that is a seat, one for each number of players.

    Args:
        name: the option.
        least: the first choice: seat 0, or -1 for nobody.
    """
    for n in _PLAYERS:
        choices = numbers(range(least, n))
        yield Rule(name, "bidding", choices, "seat", ({"players": (str(n),)},))


def _friends() -> Iterable[Rule]:
    """Return the rules for the number of friends, one for each number of players; 0 is the usual one."""
    for n in _PLAYERS:
        where = ({"players": (str(n),), "teams": ("friends",)},)
        yield Rule("friends", "cards", numbers(range(n - 1)), where=where)


def _switches(game: Any) -> Mapping[str, Switches]:
    """Return the profile as ``Switches``: its name is the base."""
    profile = Profile.parse(game.profile)
    base, values = profile.name, asdict(profile)
    usual = asdict(NAMED[base])
    own = {name: value for name, value in values.items() if value != usual[name]}
    if not game.is_classic:
        own.pop("against", None)  # other tables have only one value of it, so texts don't name it
    return {"profile": Switches(base, values, own)}


HOUSE = HouseForm(
    rules=(
        Rule("players", "cards", numbers(_PLAYERS), "players"),
        Rule("packs", "cards", numbers(range(MOST_COPIES + 1))),
        Rule("teams", "cards", ("fixed", "friends")),
        *_friends(),
        _switch("chain", "cards"),
        _switch("tractor_width", "cards", numbers((2, 3, 4)), _OTHERS),
        _switch("tractor_length", "cards", numbers((2, 3, 4)), _OTHERS),
        _switch("kitty_cards", "cards", numbers((0, *range(5, 13))), _OTHERS),
        _switch("remove", "cards", where=_OTHERS),
        *flags("bidding", "profile.jokers", where=_CLASSIC),
        _switch("jokers", "bidding", where=_OTHERS),
        *_by_table("overturn", "bidding"),
        *_by_table("reinforce", "bidding"),
        *_by_table("nobody", "bidding"),
        _switch("landlord", "bidding", where=_OTHERS),
        *_seats("landlord", -1),
        *_seats("first", 0),
        *flags("bidding", "profile.steal", where=_OTHERS),
        _switch("calls", "play", where=_FRIENDS),
        _switch("joins", "play", where=_FRIENDS),
        _switch("duty", "play", tuple(DUTIES), _CLASSIC),
        _switch("duty", "play", ("best", "suit"), _OTHERS),
        _switch("cutting", "play", where=_OTHERS),
        _switch("fit", "play", where=_OTHERS),
        _switch("tractors_for", "play", where=_OTHERS),
        _switch("protect", "play", where=_OTHERS),
        _switch("bombs", "play", where=_OTHERS),
        _switch("penalty", "play", numbers((0, 10, 20))),
        _switch("forced", "play"),
        _switch("over", "play"),
        _switch("against", "play", where=_CLASSIC),
        *flags("play", "claims", where=_CLASSIC),
        Rule("levels", "scoring", tuple(RANKS), "levels", _FIXED),
        _switch("defend", "scoring", ("", "A", "JA", "5TKA", "2J")),
        _switch("kitty", "scoring"),
        _switch("kitty_factor", "scoring", numbers(range(1, 5))),
        _switch("step", "scoring", numbers((10, 15, 20, 25)), _OTHERS),
        _switch("adjust", "scoring", numbers((-20, -10, 0, 10, 20)), _OTHERS),
        _switch("turnover", "scoring", numbers((1, 2, 3)), _OTHERS),
        _switch("dead", "scoring", numbers((0, 1, 2)), _OTHERS),
        *flags("scoring", "profile.truncate", where=_OTHERS),
        *flags("scoring", "profile.bonus", where=_FRIENDS),
        Rule("match", "match", ("match", "deal")),
        Rule("deals", "match", numbers((0, 4, 8, 12, 20))),
    ),
    presets=(
        *(Preset(name, f"tractor(profile={name})") for name in NAMED if name != "judge"),
        Preset("six", "tractor(players=6)"),
        Preset("friends", "tractor(players=5,teams=friends)"),
        Preset(
            "pagat",
            "tractor(players=7,packs=2,teams=friends,profile=standard(kitty_cards=6,remove=jokers))",
        ),
        Preset("rbtying-six", "tractor(players=6,profile=rbtying)"),
    ),
    switches=_switches,
)
"""The form for the house rules of Tractor. The profile ``judge``, by which no play is illegal, is not a
preset: nobody plays by it."""
