"""Commands of clients: a dataclass for each message, read strictly.

A message is one JSON object in UTF-8 with its kind ``t``; what changes something has an ``id`` of the
client's making. Whatever is not of the form is refused, before anything is looked up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, TypeAlias, get_args
from unicodedata import category

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.rules.messages import LANGUAGES

# --- The form of each field of a message ----------------------------------------------------------

MOST_DEPTH = 4
MOST_CHAT = 300
MOST_NAME = 24
MOST_MOVE = 600
WHATS = ("takeback", "claim", "pause", "end", "swap")
FIXED_PHRASES = 10

OR_NULL = {("hello", "token"), ("why", "trick"), ("sit", "seat"), ("intend", "move")}
"""Fields that may be null."""


def depth(plain: Any) -> int:
    """Return how deep lists and objects are nested.

    >>> depth({"p": [1, {}]}), depth(7)
    (3, 0)
    """
    level, layers = [plain], 0
    while level := [one for one in level if isinstance(one, (dict, list))]:
        layers += 1
        if layers > MOST_DEPTH:
            return layers
        level = [
            below for one in level for below in (one.values() if isinstance(one, dict) else one)
        ]
    return layers


_BROKEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control signs and halves of signs, which are no text."""
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control signs, ends of lines, turns of direction that would reach beyond a text, halves of signs."""


def _text(most: int, least: int = 0, unshown: re.Pattern[str] = _UNSHOWN) -> Callable[[Any], bool]:
    """Return the form of a text that can be shown."""

    def is_so(value: Any) -> bool:
        return (
            isinstance(value, str) and least <= len(value) <= most and unshown.search(value) is None
        )

    return is_so


_TURNING = re.compile("[\u200b\u2028-\u202e\u2060-\u206f\ufeff]")
"""Signs of no width, and turns of direction: by them a name looks like another, or like none."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that are drawn as nothing."""


def why_no_name(name: str) -> Phrase | None:
    """Return why somebody can't be called so, None for no name, and for one that can be seen.

    >>> why_no_name("Ann"), why_no_name("")
    (None, None)
    >>> print(why_no_name("A\\u200bnn"))
    a name is made of signs that can be seen: leave out signs of no width and turns of direction
    """
    is_seen = any(category(sign)[0] not in "CMZ" and sign not in _BLANK for sign in name)
    if _TURNING.search(name) is None and (is_seen or not name.strip()):
        return None
    return phrase(
        "table.unseen-name",
        "a name is made of signs that can be seen: "
        "leave out signs of no width and turns of direction",
    )


def _number(most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and 0 <= value <= most


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_with(item: tuple[Any, Any]) -> bool:
    """Return whether this says with whom to change seats, the one thing that a proposal names."""
    name, seat = item
    return name == "with" and type(seat) is int and 0 <= seat <= 63


FORMS: dict[str, Callable[[Any], bool]] = {
    "id": _text(32, 1),
    "table": _text(16, 1),
    "token": _text(64, 1),
    "since": _number(1 << 53),
    "lang": lambda value: value in LANGUAGES,
    "at": _number(1 << 53),
    "move": _text(MOST_MOVE),
    "q": _number(1 << 53),
    "cards": _text(MOST_MOVE),
    "trick": _number(1000),
    "what": lambda value: value in WHATS,
    "p": lambda value: isinstance(value, dict) and all(map(_is_with, value.items())),
    "k": _number(1 << 53),
    "yes": _flag,
    "on": _flag,
    "seat": _number(63),
    "name": _text(MOST_NAME, unshown=_BROKEN),
    "player": _text(64),
    "text": _text(MOST_CHAT, 1),
    "n": _number(FIXED_PHRASES - 1),
}
"""The form of each part of a message."""


# --- What a client may send: a dataclass a message, read strictly ---------------------------------

MOST_BYTES = 16 * 1024


class BadMessage(SuitwiseError):
    """A message that is not of the form; ``code`` is what the client is told."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason, self.code = reason, reason.code


# --- The commands ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of a socket."""

    table: str
    token: str | None = None
    since: int = 0
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Move:
    """A move, chosen where the table's version was ``at``."""

    id: str
    at: int
    move: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for the ruling on cards without playing them."""

    q: int
    cards: str


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint is wanted."""

    id: str


@dataclass(frozen=True, slots=True)
class Why:
    """Why a trick is whose it is; None for the last one."""

    trick: int | None = None


@dataclass(frozen=True, slots=True)
class Propose:
    """A proposal to all others."""

    id: str
    what: str
    p: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to proposal ``k``."""

    id: str
    k: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for what comes next."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an open seat, the first for None; or, from one's own seat, take another name.

    Whoever takes a seat sends the secret with it by which the seat is theirs from then on: said again,
    because its answer was lost, it is the same seat.
    """

    seat: int | None = None
    name: str = ""
    token: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table for good."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class Free:
    """Take a seat from somebody, so that somebody else may sit."""

    seat: int
    id: str = ""


@dataclass(frozen=True, slots=True)
class Cover:
    """Have a bot play for a seat that is open or whose person is away."""

    seat: int
    player: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Auto:
    """Have forced moves played, or no more."""

    on: bool
    id: str = ""


@dataclass(frozen=True, slots=True)
class Intend:
    """The bid to make as soon as it is legal; None for none."""

    move: str | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """A line of talk."""

    text: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class SayFixed:
    """One of the fixed phrases."""

    n: int
    id: str = ""


@dataclass(frozen=True, slots=True)
class Lang:
    """The language of this socket from now on."""

    lang: str


@dataclass(frozen=True, slots=True)
class Ping:
    """Still here."""


Command: TypeAlias = (
    Hello
    | Move
    | Ask
    | Hint
    | Why
    | Propose
    | Answer
    | Ready
    | Sit
    | Leave
    | Free
    | Cover
    | Auto
    | Intend
    | Say
    | SayFixed
    | Lang
    | Ping
)

KINDS: dict[str, type[Any]] = {
    "phrase" if kind is SayFixed else kind.__name__.lower(): kind for kind in get_args(Command)
}
"""The commands by their ``t``."""


# --- Reading --------------------------------------------------------------------------------------


def read(text: str | bytes) -> Command:
    """Read a message.

    Raises:
        BadMessage: it is not of the form.

    >>> read('{"t":"move","id":"k3","at":118,"move":"H5H5"}')
    Move(id='k3', at=118, move='H5H5')
    >>> read('{"t":"move","id":"k3"}')
    Traceback (most recent call last):
    suitwise.table.rules.commands.BadMessage: the message move needs 'at'
    """
    plain = _parsed(text)
    name = plain.pop("t", None)
    if not (isinstance(name, str) and name in KINDS):
        raise BadMessage(phrase("table.no-message", "there is no such message"))
    kind = KINDS[name]
    known = {field.name: field.default is MISSING for field in fields(kind)}
    for key, value in plain.items():
        if key not in known or not _is_form(name, key, value):
            raise _bad_part(name, key)
    for key, is_needed in known.items():
        if is_needed and key not in plain:
            raise BadMessage(
                phrase("table.needs", "the message {name} needs {key}", name=name, key=repr(key))
            )
    command: Command = kind(**plain)
    return command


def _is_form(name: str, key: str, value: Any) -> bool:
    return (name, key) in OR_NULL if value is None else FORMS[key](value)


def _bad_part(name: str, key: str) -> BadMessage:
    shown = repr(key[:24])
    return BadMessage(
        phrase("table.bad-part", "the message {name} can't have such {key}", name=name, key=shown)
    )


def _parsed(text: str | bytes) -> dict[str, Any]:
    """Return the object of a message that is neither too long nor too deep."""
    if len(text) > MOST_BYTES:
        raise BadMessage(phrase("table.too-long", "a message has at most {n} bytes", n=MOST_BYTES))
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage(phrase("table.no-json", "a message is a JSON object")) from None
    if not isinstance(plain, dict) or depth(plain) > MOST_DEPTH:
        raise BadMessage(phrase("table.no-json", "a message is a JSON object"))
    return plain
