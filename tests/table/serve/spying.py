"""What is heard at a table, held against what may be known there: every byte, at every version."""

from __future__ import annotations

import json
import random
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from operator import eq
from typing import Any

from suitwise.table import Table
from suitwise.table.serve.room import Room
from tests.table.serve.servers import Line, Served

Told = dict[str, Any]
DOMINO = re.compile(r"(?<![\d-])([0-6])[-:]([0-6])(?![\d-])")
CARDS = re.compile(r"(?<![A-Za-z0-9])(?:[SHDC][2-9TJQKA]|BJ|RJ|JK)+(?![A-Za-z0-9])")
PIP = re.compile(r"([♠♥♦♣])\ufe0e? ?(10|[2-9TJQKA])")
SUITS = dict(zip("♠♥♦♣", "SHDC", strict=True))
SAID = ("table.chat", "table.intent-dropped", "table.intent-made")
"""Lines with what people have written themselves, who may name whatever they like."""

UNREAD = (
    "texas42.say.unread",
    "texas42.say.no-domino",
    "tractor.say.unread",
    "tractor.say.no-cards",
)
"""Refusals with examples of how cards are written."""


def cards_of(value: Any, is_dominoes: bool) -> set[str]:
    """Return the cards that are named anywhere in some data."""
    return {card for text in _texts(value) for card in _named(text, is_dominoes)}


def _named(text: str, is_dominoes: bool) -> Iterator[str]:
    text = text.partition(": write ")[0]  # after that come examples of how cards are written
    if is_dominoes:
        for high, low in DOMINO.findall(text):
            yield "-".join(sorted((high, low), reverse=True))
        return
    for run in CARDS.findall(text):
        yield from (run[at : at + 2] for at in range(0, len(run), 2))
    for suit, rank in PIP.findall(text):
        yield SUITS[suit] + ("T" if rank == "10" else rank)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        if value.get("code") not in (*SAID, *UNREAD):
            for one in value.values():
                yield from _texts(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _texts(one)


class Log:
    """The tables of a room, one a version: what was true when."""

    def __init__(self) -> None:
        self.tables: dict[str, list[Table]] = {}

    def note(self, room: Room) -> None:
        of_room = self.tables.setdefault(room.table.code, [])
        if not of_room or of_room[-1].v != room.table.v:
            of_room.append(room.table)

    def at(self, code: str, v: int) -> Table:
        """Return the table as it stood at a version."""
        return next(one for one in reversed(self.tables[code]) if one.v <= v)


class Known:
    """What a seat, or for None the public, has seen of a deal by each version.

    Args:
        tables: the table, one a version.
        seat: who looks.
    """

    def __init__(self, tables: Iterable[Table], seat: int | None) -> None:
        self.seat = seat
        self._vs: list[int] = []
        self._known: list[tuple[Table, frozenset[str]]] = []
        seen: frozenset[str] = frozenset()
        before: Sequence[Any] = ()
        for table in tables:
            self.is_dominoes = table.game.name.startswith("texas42")
            if self._known and self._known[-1][0].deal != table.deal:
                seen = frozenset()
                before = table.states[:1]  # its first position shows the end of the deal before
            if table.stage in ("playing", "paused"):
                # Between two versions that are noted moves may be taken back, and others made instead.
                same = sum(takewhile(bool, map(eq, before, table.states)))
                new = table.states[min(same, len(table.states) - 1) :]
                seen, before = seen.union(*map(self._seen, new)), table.states
            self._vs.append(table.v)
            self._known.append((table, seen))

    def at(self, v: int) -> tuple[Table, frozenset[str]]:
        """Return the table at a version and the cards of its deal seen by then."""
        return self._known[max(0, bisect_right(self._vs, v) - 1)]

    def _seen(self, state: Any) -> set[str]:
        seen = state.public() if self.seat is None else state.seen(self.seat)
        return cards_of(shown(seen), self.is_dominoes)


class Spy(Line):
    """A line that keeps every message, and what has been sent that names cards."""

    def __init__(self, served: Served, link: str) -> None:
        super().__init__(served.raw())
        path, _, token = link.partition("#")
        self.code, self.token = path.rpartition("/")[2], token
        self.heard: list[Told] = []
        self.sent: list[str] = []
        self.number = 0
        self.send("hello", table=self.code, token=token or None)
        self.until("part")

    def next(self) -> Told:
        message = super().next()
        self.heard.append(message)
        return message

    def send(self, t: str, **values: Any) -> None:
        self.sent.append(json.dumps(values))
        super().send(t, **values)

    def command(self, t: str, **values: Any) -> None:
        """Send something with an id of its own."""
        self.number += 1
        self.send(t, id=f"x{self.number}", **values)

    def settle(self) -> None:
        """Read all that has been sent so far."""
        self.send("ping")
        self.until("pong")


# --- A client that tries everything ---------------------------------------------------------------


def mischief(spy: Spy, rng: random.Random, deck: list[str]) -> None:
    """Send one message of any kind but ``pace``, which would slow the table; most are out of place."""
    held = [str(card) for card in spy.parts["hand"].get("held") or ()]
    some = rng.sample(held, min(len(held), rng.choice((1, 1, 2, 4))))
    cards = (" " if "-" in deck[0] else "").join(
        rng.choice((some, [rng.choice(deck)], [*some, rng.choice(deck)]))
    )
    kinds: dict[str, dict[str, Any]] = {
        "ask": {"q": spy.number, "cards": cards},
        "move": {"at": spy.v, "move": cards},
        "why": {"trick": rng.choice((None, 0, 1, 5, 99))},
        "propose": {"what": rng.choice(("takeback", "claim", "swap")), "p": {}},
        "answer": {"k": rng.randrange(3), "yes": True},
        "intend": {"move": rng.choice((None, cards))},
        "say": {"text": f"is it {cards}?"},
        "phrase": {"n": rng.randrange(10)},
        "lang": {"lang": rng.choice(("en", "zh"))},
        "auto": {"on": False},
        "free": {"seat": rng.randrange(4)},
        "cover": {"seat": rng.randrange(4), "player": "random"},
        "sit": {"seat": rng.choice((None, 0, 1, 2)), "name": "Ann", "token": "x" * 32},
        "hint": {},
    }
    kind = rng.choice(list(kinds))
    if kind in ("ask", "why", "lang"):
        spy.send(kind, **kinds[kind])
    else:
        spy.command(kind, **kinds[kind])


def choice(parts: Told, rng: random.Random, buried: int = 8) -> str:
    """Return one of the moves that are listed, or where too many are legal cards for the kitty."""
    moves = parts["ask"].get("moves")
    return str(rng.choice(moves)) if moves else "".join(rng.sample(parts["hand"]["held"], buried))


# --- What was heard -------------------------------------------------------------------------------


def with_versions(heard: Iterable[Told]) -> Iterator[tuple[int, Told]]:
    """Yield messages with the version of the table that each speaks of.

    One without a version speaks of the latest shown; a hint names the version at which it was asked for,
    which may have passed meanwhile.
    """
    latest = 0
    for message in heard:
        latest = max(latest, message.get("v", 0))
        yield message.get("v", latest), message


def leaks(spy: Spy, known: Known) -> list[tuple[set[str], int, int, Told]]:
    """Return the messages that name a card that the seat had not seen.

    Each comes with those cards, the version, and how many states of the deal there were at it.
    """
    found = []
    own = cards_of(spy.sent, known.is_dominoes)
    for v, message in with_versions(spy.heard):
        table, seen = known.at(v)
        if table.stage not in ("playing", "paused"):
            continue
        allowed = seen | (own if message["t"] in ("ruling", "no") else set())
        parts = shown({**message.get("parts", {}), **message.get("fields", {})})
        named = cards_of({**message, "parts": parts, "fields": {}}, known.is_dominoes) - allowed
        if named:
            found.append((named, v, len(table.states), message))
    return found


def shown(parts: Told) -> Told:
    """Return parts without what may look like a card and is none.

    The score at the end of a position's text looks like a domino, and the five buttons for bids are
    named alike whatever anybody holds; what would be bid by them is the seat's own.
    """
    parts = dict(parts)
    if parts.get("view"):
        parts["view"] = parts["view"].rpartition("|")[0]
    if parts.get("bar"):
        parts["bar"] = [option["bid"] for option in parts["bar"].get("options", [])]
    return parts
