"""The deal of a day: one a game a day, dealt to everybody by a key that everybody can compute.

At other tables a secret key deals (``chance``). Here it is the SHA-256 of the words ``suitwise daily``,
the day, the game and a number, so the same cards lie on every server, whoever plays them, on whatever
day; and whoever wants to can know them all beforehand, so there is no ranking. The number is the first
from 1 on whose deal is one for everybody (``Face.suits_everybody``): of most games that is 1.

The bots draw by the same key and the position alone: the same moves of a person meet the same answers.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count
from typing import Any, NamedTuple

from suitwise import catalogue
from suitwise.catalogue import STRONGEST
from suitwise.foundation.text.phrases import Phrase, Several, TypedName, phrase
from suitwise.game import CHANCE, Game, drawn, load
from suitwise.players.named import levels_of
from suitwise.table.rules.chance import Source
from suitwise.table.rules.days.calendar import FIRST, as_day
from suitwise.table.rules.faces import face_of

LEVEL = "medium"
"""Who plays against everybody, where a game has such a level: it answers at once and draws no worlds, so
no time bounds it, and its choices are the same on every machine."""

_MOST_TRIED, _LONGEST_TRIED = 100, 200
"""Of so many deals one that can be won is sought, in games of so many moves."""


class Daily(NamedTuple):
    """A deal of a day.

    Args:
        day: the day, as 2026-11-23.
        number: which deal of this day it is.
        key: what deals.
    """

    day: str
    number: int
    key: bytes


def key_of(day: str, game: str, number: int) -> bytes:
    """Return the public key of a deal.

    >>> key_of("2026-11-23", "gin", 1).hex()[:16]
    'd41a65a36ac0a12b'
    """
    return sha256(f"suitwise daily {day} {game} {number}".encode()).digest()


@lru_cache(maxsize=256)
def daily_of(day: str, variant: str) -> Daily:
    """Return the deal of a day of a game.

    >>> [daily_of("2026-11-23", variant).number for variant in ("gin", "stacks")]
    [1, 4]
    """
    game = load(variant)
    face = face_of(game)
    for number in count(1):
        key = key_of(day, game.name, number)
        if face.suits_everybody(_dealt(game, key)):
            return Daily(day, number, key)
    raise AssertionError("numbers do not end")


def first_key(variant: str, keys: Callable[[], bytes]) -> bytes:
    """Return a key for the first deal of a table: of a puzzle for one that can be won, if one is found.

    Args:
        variant: the game's text.
        keys: gives fresh keys.

    >>> numbered = map(lambda n: n.to_bytes(32, "big"), count(1))
    >>> key = first_key("stacks", numbered.__next__)
    >>> face_of(load("stacks")).suits_everybody(_dealt(load("stacks"), key))
    True
    """
    first, game = keys(), load(variant)
    if game.facts.seats > 1 or (game.facts.longest_game or 0) > _LONGEST_TRIED:
        return first
    face = face_of(game)
    tried = chain([first], (keys() for _ in range(_MOST_TRIED - 1)))
    return next((key for key in tried if face.suits_everybody(_dealt(game, key))), first)


def _dealt(game: Game[Any], key: bytes) -> Any:
    state, source = game.start(), Source(key)
    while state.turn == CHANCE:
        state = state.after(drawn(state, source))
    return state


def seed_of(key: bytes, position: str) -> int:
    """Return the 64-bit seed of what a bot draws in a position, of which others know nothing.

    >>> seed_of(bytes(32), "a position") < 1 << 64
    True
    """
    return int.from_bytes(sha256(key + position.encode()).digest()[:8], "big")


def variant_of(name: str) -> str | None:
    """Return the variant that the deals of the day of a game are of, None where it has none."""
    entry = catalogue.find(name)
    return (entry and entry.daily) or None


def games() -> tuple[str, ...]:
    """Return the names of the games that have a deal of the day.

    >>> games()
    ('gin', 'indian13', 'stacks', 'texas42', 'tractor')
    """
    return tuple(entry.name for entry in catalogue.known() if entry.daily)


def level_at(game: Game[Any]) -> str:
    """Return the level of the bots at a game."""
    known = levels_of(game)
    return LEVEL if LEVEL in known else STRONGEST


def why_no_deal(day: object, name: object, today: date) -> Phrase | None:
    """Return why there is no deal of a day of a game, None if there is.

    >>> print(why_no_deal("2026-11-24", "gin", date(2026, 11, 23)))
    the deals of 2026-11-24 are not dealt yet: today is 2026-11-23, by UTC
    """
    if not isinstance(name, str) or variant_of(name[:64]) is None:
        listed = [TypedName(one, "game") for one in games()]
        return phrase(
            "table.no-daily", "these games have a deal of the day: {names}", names=Several(listed)
        )
    asked = as_day(day)
    if asked is None:
        return phrase(
            "table.no-day",
            "a day is written as {today}; the first with deals is {first}",
            today=today.isoformat(),
            first=FIRST.isoformat(),
        )
    if asked > today:
        return phrase(
            "table.future-day",
            "the deals of {day} are not dealt yet: today is {today}, by UTC",
            day=asked.isoformat(),
            today=today.isoformat(),
        )
    return None
