"""The commands of clients: one dataclass per message type, and their strict parsing.

A message is a JSON object with its type in ``t``; one that changes something also has an ``id`` chosen
by the client. Malformed messages are refused before anything is looked up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeAlias, get_args
from unicodedata import category

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.rules.house import CHOICES, MOST_PHRASE
from suitwise.table.rules.messages import LANGUAGES

# --- The form of each field -----------------------------------------------------------------------

MOST_DEPTH = 4
MOST_CHAT = 300
MOST_NAME = 24
MOST_MOVE = 600
"""The greatest nesting depth of a message, and the most characters of a chat line, name and move."""
PROPOSALS = ("takeback", "claim", "pause", "end", "swap")
FIXED_PHRASES = 10

OR_NULL = {
    ("hello", "token"),
    ("hello", "phrase"),
    ("why", "trick"),
    ("sit", "seat"),
    ("intend", "move"),
}
"""The fields that may be null."""


def nesting_depth(plain: Any) -> int:
    """Return how deeply lists and objects are nested; counting stops just above ``MOST_DEPTH``.

    >>> nesting_depth({"p": [1, {}]}), nesting_depth(7)
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


_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters and lone surrogates."""
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""The same, with line separators and direction overrides, which affect the text around them."""


def _text(
    most: int, least: int = 0, forbidden: re.Pattern[str] = _UNPRINTABLE
) -> Callable[[Any], bool]:
    """Return a check for a text without certain characters."""

    def is_valid(value: Any) -> bool:
        return (
            isinstance(value, str)
            and least <= len(value) <= most
            and forbidden.search(value) is None
        )

    return is_valid


_INVISIBLE = re.compile("[\u200b\u2028-\u202e\u2060-\u206f\ufeff]")
"""Zero-width characters and direction overrides, which can disguise or hide a name."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters without a visible glyph."""


def why_no_name(name: str) -> Phrase | None:
    """Return why a name is refused; None if it is visible, or empty.

    >>> why_no_name("Ann"), why_no_name("")
    (None, None)
    >>> print(why_no_name("A\\u200bnn"))
    a name is made of signs that can be seen: leave out signs of no width and turns of direction
    """
    is_seen = any(category(sign)[0] not in "CMZ" and sign not in _BLANK for sign in name)
    if _INVISIBLE.search(name) is None and (is_seen or not name.strip()):
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
    """Return whether a proposal's parameter is ``with``, the seat to swap with; no other is allowed."""
    name, seat = item
    return name == "with" and type(seat) is int and 0 <= seat <= 63


FORMS: dict[str, Callable[[Any], bool]] = {
    "id": _text(32, 1),
    "table": _text(16, 1),
    "token": _text(64, 1),
    "phrase": _text(MOST_PHRASE, 1),
    "since": _number(1 << 53),
    "lang": lambda value: value in LANGUAGES,
    "at": _number(1 << 53),
    "move": _text(MOST_MOVE),
    "q": _number(1 << 53),
    "cards": _text(MOST_MOVE),
    "trick": _number(1000),
    "what": lambda value: value in PROPOSALS,
    "p": lambda value: isinstance(value, dict) and all(map(_is_with, value.items())),
    "k": _number(1 << 53),
    "yes": _flag,
    "on": _flag,
    "seat": _number(63),
    "name": _text(MOST_NAME, forbidden=_CONTROL),
    "player": _text(64),
    "text": _text(MOST_CHAT, 1),
    "n": _number(FIXED_PHRASES - 1),
    "speed": lambda value: value in CHOICES["speed"],
    "bots": lambda value: value in CHOICES["bots"],
    "watch": lambda value: value in ("no", "public"),
    "onlooker": _number(1 << 53),
}
"""The check of each field."""


# --- The commands ---------------------------------------------------------------------------------

MOST_BYTES = 16 * 1024
"""The most bytes of a message."""


class BadMessage(SuitwiseError):
    """Raised for a malformed message; ``code`` tells the client why."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason, self.code = reason, reason.code


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of a socket: its table, its token if it has a seat, and the last line it has.

    ``phrase`` is the pass phrase of a private table, which is asked of whoever has no seat there. By
    ``name`` the host knows who looks on.
    """

    table: str
    token: str | None = None
    since: int = 0
    lang: str = "en"
    phrase: str | None = field(default=None, repr=False)
    name: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """Play a move, which was chosen when the table's version was ``at``."""

    id: str
    at: int
    move: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for a ruling on cards without playing them."""

    q: int
    cards: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask for a hint."""

    id: str


@dataclass(frozen=True, slots=True)
class Why:
    """Ask why a trick was won; None means the last trick."""

    trick: int | None = None


@dataclass(frozen=True, slots=True)
class Propose:
    """Make a proposal or a claim."""

    id: str
    what: str
    p: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer proposal ``k``."""

    id: str
    k: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """Say that one is ready to go on."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an open seat, the first for None; or, from one's own seat, change one's name.

    ``token`` is a secret chosen by the client, which identifies the seat's owner from then on. If the
    reply was lost, the command can be repeated with the same token.
    """

    seat: int | None = None
    name: str = ""
    token: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Renew:
    """Take a new secret for one's own seat, chosen by the client; the old one is worth nothing then.

    If the reply was lost, the client is either refused with the old secret, or can repeat the command.
    """

    token: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """As the host, say whether others may look on; with ``no`` whoever does is sent away."""

    watch: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Dismiss:
    """As the host, send away the onlooker with a number."""

    onlooker: int
    id: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the seat for good."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class Free:
    """As the host, free another seat."""

    seat: int
    id: str = ""


@dataclass(frozen=True, slots=True)
class Cover:
    """As the host, put a bot on a seat that is open or whose person is away."""

    seat: int
    player: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Auto:
    """Turn automatic forced moves on or off."""

    on: bool
    id: str = ""


@dataclass(frozen=True, slots=True)
class Intend:
    """Set the bid to make as soon as it is legal; None for none."""

    move: str | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class Pace:
    """Set the speed of the draw and of the bots, as the only person at a table."""

    speed: str
    bots: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """Write a chat line."""

    text: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class SayFixed:
    """Say one of the fixed phrases."""

    n: int
    id: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """Show what was said lately to whoever runs the server."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class Lang:
    """Change the language of this socket."""

    lang: str


@dataclass(frozen=True, slots=True)
class Ping:
    """Show that the client is still there."""


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
    | Renew
    | Watch
    | Dismiss
    | Leave
    | Free
    | Cover
    | Auto
    | Intend
    | Pace
    | Say
    | SayFixed
    | Report
    | Lang
    | Ping
)

KINDS: dict[str, type[Any]] = {
    "phrase" if kind is SayFixed else kind.__name__.lower(): kind for kind in get_args(Command)
}
"""The command types by their ``t``."""


# --- Parsing --------------------------------------------------------------------------------------


def read(text: str | bytes) -> Command:
    """Parse a message.

    Raises:
        BadMessage: it is malformed.

    >>> read('{"t":"move","id":"k3","at":118,"move":"H5H5"}')
    Move(id='k3', at=118, move='H5H5')
    >>> read('{"t":"move","id":"k3"}')
    Traceback (most recent call last):
    suitwise.table.rules.commands.BadMessage: the message move needs 'at'
    """
    plain = _parse_object(text)
    name = plain.pop("t", None)
    if not (isinstance(name, str) and name in KINDS):
        raise BadMessage(phrase("table.no-message", "there is no such message"))
    kind = KINDS[name]
    is_required = {field.name: field.default is MISSING for field in fields(kind)}
    for key, value in plain.items():
        if key not in is_required or not _is_valid(name, key, value):
            raise _bad_part(name, key)
    for key in is_required:
        if is_required[key] and key not in plain:
            raise BadMessage(
                phrase("table.needs", "the message {name} needs {key}", name=name, key=repr(key))
            )
    command: Command = kind(**plain)
    return command


def _is_valid(name: str, key: str, value: Any) -> bool:
    return (name, key) in OR_NULL if value is None else FORMS[key](value)


def _bad_part(name: str, key: str) -> BadMessage:
    shown = repr(key[:24])
    return BadMessage(
        phrase("table.bad-part", "the message {name} can't have such {key}", name=name, key=shown)
    )


def _parse_object(text: str | bytes) -> dict[str, Any]:
    """Return the JSON object of a message that is neither too long nor too deep."""
    if len(text) > MOST_BYTES:
        raise BadMessage(phrase("table.too-long", "a message has at most {n} bytes", n=MOST_BYTES))
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage(phrase("table.no-json", "a message is a JSON object")) from None
    if not isinstance(plain, dict) or nesting_depth(plain) > MOST_DEPTH:
        raise BadMessage(phrase("table.no-json", "a message is a JSON object"))
    return plain
