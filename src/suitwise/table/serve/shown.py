"""What the sockets of a table are shown, and who may see it; each part is packed once for all."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeAlias

from suitwise.foundation.text.phrases import Drawing, Phrase, Seat, phrase
from suitwise.players.review import has_review
from suitwise.table.rules.chance import commitment
from suitwise.table.rules.commands import Ask
from suitwise.table.rules.house import digest, seat_with
from suitwise.table.rules.messages import Line, addressed, say, to_you
from suitwise.table.rules.running.audience import Audience, Common
from suitwise.table.rules.running.state import Thought
from suitwise.table.rules.table import Table
from suitwise.table.serve.limits import Bucket, Limits

# --- Screens: what an audience has been shown -----------------------------------------------------
#
# A part that is new, or has other fields than before, is sent whole; of any other the fields that have
# changed, or of a list the items, by their places.
# What is the same for several seats is said and packed once.

Parts: TypeAlias = dict[str, Any]
Pack: TypeAlias = Callable[[str, Any], str]
"""Says a value and packs it as JSON; the name is that of its part and field."""
Known: TypeAlias = dict[tuple[str, int, int], tuple[Any, Any, bool, str]]
"""Packed changes of parts that several audiences share, by the parts themselves before and after, which
are kept so that no other part can be taken for them; with whether the whole part is sent."""

_NOTHING = object()


class Screen:
    """The parts last shown to the sockets of an audience in a language.

    >>> screen = Screen()
    >>> from json import dumps
    >>> pack = lambda name, value: dumps(value)
    >>> screen.show({"head": {"turn": 0, "points": 5}, "clock": 7}, (), pack)
    >>> screen.show({"head": {"turn": 1, "points": 5}, "clock": 7}, (), pack)
    >>> screen.number, screen.since(1, pack)
    (2, '"parts":{},"fields":{"head":{"turn":1}}')
    >>> screen.since(0, pack)
    '"parts":{"head":{"turn": 1, "points": 5},"clock":7}'
    >>> screen.since(2, pack)
    ''
    """

    def __init__(self) -> None:
        self.number = 0
        self._parts: Parts = {}
        self._names: tuple[str, ...] = ()
        self._last = ""

    def show(
        self, parts: Parts, names: tuple[str, ...], pack: Pack, known: Known | None = None
    ) -> None:
        """Show other parts; where nothing is other, nothing happens.

        Args:
            parts: all that the audience is shown.
            names: the players' names, which stand in the sentences.
            pack: packs what has changed.
            known: what has been packed already for other audiences in this language.
        """
        if names == self._names:
            last = packed_changes(self._parts, parts, pack, {} if known is None else known)
            if not last:
                return
            self._last = last
            self.number += 1
        else:  # any sentence may be another: nobody has seen the one before this
            self.number += 2
        self._parts, self._names = parts, names

    def since(self, number: int, pack: Pack) -> str:
        """Return as JSON what has changed since a number; empty where nothing has."""
        if number == self.number:
            return ""
        if number == self.number - 1 and number:
            return self._last
        return _body({name: pack(name, part) for name, part in self._parts.items()}, {})


def packed_changes(before: Parts, after: Parts, pack: Pack, known: Known) -> str:
    """Return as JSON what has changed from parts to others of the same names; empty for nothing."""
    whole: dict[str, str] = {}
    some: dict[str, str] = {}
    for name, part in after.items():
        old = before.get(name, _NOTHING)
        if old is part:
            continue
        key = name, id(old), id(part)
        change = known.get(key)
        if change is None:  # two that are known to differ are not compared again
            if old == part:
                continue
            is_whole = not is_like(old, part)
            text = pack(name, part) if is_whole else _fields(name, old, part, pack)
            change = known[key] = old, part, is_whole, text
        (whole if change[2] else some)[name] = change[3]
    return _body(whole, some) if whole or some else ""


def _fields(name: str, old: Any, new: Any, pack: Pack) -> str:
    """Return as JSON the fields of a part, or the items of a list, that are others than before."""
    return _object(
        {
            str(field): pack(f"{name}.{field}", new[field])
            for field in (new if isinstance(new, dict) else range(len(new)))
            if old[field] is not new[field] and old[field] != new[field]
        }
    )


def is_like(old: Any, new: Any) -> bool:
    """Return whether a part has the fields, or as many items, as before.

    >>> is_like({"a": 1}, {"a": 2}), is_like([1, 2], [1]), is_like(None, {"a": 1})
    (True, False, False)
    """
    if isinstance(new, dict):
        return isinstance(old, dict) and old.keys() == new.keys()
    return isinstance(new, list) and isinstance(old, list) and len(old) == len(new)


def _body(whole: dict[str, str], some: dict[str, str]) -> str:
    fields = f',"fields":{_object(some)}' if some else ""
    return f'"parts":{_object(whole)}{fields}'


def _object(packed: dict[str, str]) -> str:
    return "{" + ",".join([f'"{name}":{text}' for name, text in packed.items()]) + "}"


# --- Rendering ------------------------------------------------------------------------------------

Screens: TypeAlias = defaultdict[tuple[Audience, str], Screen]


@dataclass(frozen=True)
class Ahead:
    """The shared parts of a table, computed in a thread before they are shown.

    Args:
        table: the table.
        common: what all are shown.
        seen: the parts that audiences are shown.
        due: when it has something to do by itself.
        thought: the decision that is wanted from a player.
    """

    table: Table
    common: Common
    seen: Mapping[Audience, Mapping[str, Any]]
    due: int | None
    thought: Thought | None

    @staticmethod
    def of(table: Table, audiences: Iterable[Audience], before: Common | None) -> Ahead:
        """Work out what audiences are shown of a table; all were shown ``before`` the time before."""
        common = table.common(before)
        seen = {one: table.parts(one, common) for one in audiences}
        return Ahead(table, common, seen, table.due, table.thought)


class Rendering:
    """A table at one version.

    Args:
        table: the table.
        now: the time that its clocks are told at.
        screens: what its sockets have before their eyes, by audience and language.
        over: parts that stand in place of the table's own.
        before: what all were shown before, where that is known.
        ahead: what was worked out of the table already.
    """

    def __init__(
        self,
        table: Table,
        now: int,
        screens: Screens,
        over: dict[str, Any] | None = None,
        before: Common | None = None,
        ahead: Ahead | None = None,
    ) -> None:
        self.table, self.now, self.v = table, now, table.v
        self._names = names_of(table)
        self.common = table.common(before) if ahead is None else ahead.common
        self._known = {} if ahead is None else ahead.seen
        self._screens, self._over = screens, over or {}
        self._shown: dict[tuple[Audience, str], Screen] = {}
        self._seen: dict[Audience, dict[str, Any]] = {}
        self._lines: dict[tuple[Audience, str, int], list[tuple[int, str]]] = {}
        self._changed: dict[str, Known] = {}
        self._told: dict[tuple[str, int], tuple[Line, str, str]] = {}
        self._packed: dict[tuple[str, str], list[tuple[Any, str]]] = {}

    def parts(self, audience: Audience) -> dict[str, Any]:
        """Return the parts that an audience is shown, with phrases inside."""
        if audience not in self._seen:
            known = self._known.get(audience)
            parts = self.table.parts(audience, self.common) if known is None else known
            shown = {**parts, **self._over}
            if audience.seat is not None:
                _address(shown, audience.seat)
            self._seen[audience] = shown
        return self._seen[audience]

    def changes(self, audience: Audience, lang: str, since: int) -> tuple[int, str]:
        """Return the number of an audience's screen, and as JSON what has changed since one."""
        pack = partial(self._pack, lang)
        screen = self._shown.get((audience, lang))
        if screen is None:
            screen = self._shown[audience, lang] = self._screens[audience, lang]
            known = self._changed.setdefault(lang, {})
            screen.show(self.parts(audience), self._names, pack, known)
        return screen.number, screen.since(since, pack)

    def lines(self, audience: Audience, lang: str, since: int) -> list[tuple[int, str]]:
        """Return the lines told to an audience after one of them, each with its number."""
        key = (audience, lang, since)
        if key not in self._lines:
            lines = self.table.lines(audience, since)
            self._lines[key] = [(line.n, self._line(line, lang, audience.seat)) for line in lines]
        return self._lines[key]

    def _line(self, line: Line, lang: str, you: int | None) -> str:
        """Return a line as JSON; its text alone is another for the seat that it names."""
        key = lang, id(line.text)
        if key not in self._told:
            rest = line.plain()
            del rest["n"], rest["text"]
            text = packed(say(line.text, lang, self._names))
            self._told[key] = line, packed(said(rest, lang, self._names))[1:], text
        _, others, text = self._told[key]
        if you is not None and to_you(line.text, you):
            text = packed(say(line.text, lang, self._names, you))
        return f'{{"n":{line.n},"text":{text},{others}'

    def _pack(self, lang: str, name: str, value: Any) -> str:
        """Return a value as JSON, packed once for all audiences that see the same."""
        if type(value) in _PLAIN:
            return packed(value)
        known = self._packed.setdefault((name, lang), [])
        for same, text in known:
            if same is value or same == value:
                return text
        text = packed(said(value, lang, self._names))
        known.append((value, text))
        return text


_PLAIN = frozenset({str, int, float, bool, type(None)})
"""The kinds of what is said as it stands; most values are of them."""


def _address(shown: dict[str, Any], you: int) -> None:
    """Put in place of the sentences about a seat those that are said to it."""
    head, over = shown["head"], shown["over"]
    text = addressed(head["text"], you)
    if text is not head["text"]:
        shown["head"] = {**head, "text": text}
    if over is not None:
        lines = [addressed(line, you) for line in over["lines"]]
        following = over["next"] and addressed(over["next"], you)
        text = addressed(over["text"], you)
        shown["over"] = {**over, "text": text, "lines": lines, "next": following}


def names_of(table: Table) -> tuple[str, ...]:
    """Return the players' names by seat."""
    return tuple(chair.name for chair in table.chairs)


def said(value: Any, lang: str, names: tuple[str, ...] = (), you: int | None = None) -> Any:
    """Return a value for JSON with the phrases and drawings in it said in a language.

    Args:
        value: dicts, lists and what is in them.
        lang: the language.
        names: the players' names by seat.
        you: the seat of whoever is told it; None for those without one.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, (Phrase, Drawing)):
        return say(value, lang, names, you)
    if isinstance(value, Seat):
        return int(value)
    if isinstance(value, dict):
        return {
            name: one if type(one) in _PLAIN else said(one, lang, names, you)
            for name, one in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [one if type(one) in _PLAIN else said(one, lang, names, you) for one in value]
    return value


def packed(message: Any) -> str:
    """Return a message as JSON without spaces.

    >>> packed({"t": "pong", "now": 5})
    '{"t":"pong","now":5}'
    """
    return _ENCODE(message)


def _encode() -> Callable[[Any], str]:
    """Return what packs a value.

    ``JSONEncoder`` makes the encoder that is written in C anew for each value, which takes longer than
    to pack most of them; so it is made once here, where Python has it.
    """
    python = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return python.encode
    text = json.encoder.encode_basestring
    pieces = make(None, python.default, text, None, ":", ",", False, False, True)
    return lambda value: "".join(pieces(value, 0))


_ENCODE = _encode()


# --- Outbox ---------------------------------------------------------------------------------------

TOO_SLOW = 4408
"""The code that ends a socket whose messages are too many to wait."""


class Connection(Protocol):
    """The connection of a socket, as far as messages are sent over it."""

    def has_room(self) -> bool:
        """Return whether what is sent now goes out, instead of waiting for the reader."""
        ...

    def tell(self, messages: Sequence[str]) -> None:
        """Send messages in one piece."""
        ...

    def end(self) -> None:
        """Wake whoever hears the line, because it is to be ended."""
        ...


class Outbox:
    """Messages in order, sent together once the event loop comes to it; too many end the socket.

    What is put in one go, say a change of the table and the answer to whoever made it, costs one
    call of the operating system, and no task of its own stands by for it.

    Args:
        limits: how many may wait, and how many bytes.
        line: what they are sent over; without one they wait.

    >>> box = Outbox(Limits(outbox=1))
    >>> box.put("a"), box.put("b"), box.code == TOO_SLOW
    (True, False, True)
    """

    def __init__(self, limits: Limits, line: Connection | None = None) -> None:
        self._limits, self._line = limits, line
        self._waiting: list[str] = []
        self._bytes = 0
        self._is_called = False
        self.code: int | None = None

    def put(self, message: str) -> bool:
        """Let a message wait; tell whether there was room."""
        if self.code is not None:
            return False
        self._bytes += size_of(message)
        if len(self._waiting) >= self._limits.outbox or self._bytes > self._limits.outbox_bytes:
            self._empty()
            self.close(TOO_SLOW)
            return False
        self._waiting.append(message)
        if self._line is not None and not self._is_called:
            self._is_called = True
            asyncio.get_running_loop().call_soon(self.send)
        return True

    def close(self, code: int) -> None:
        """Ask for the end of the socket, after all that waits; the first to ask says the code."""
        if self.code is None:
            self.code = code
            if self._line is not None:
                self._line.end()

    def send(self) -> None:
        """Send what waits, if the reader is not behind; else it goes out when the line has room."""
        self._is_called = False
        if self._waiting and self._line is not None and self._line.has_room():
            self._line.tell(self._waiting)
            self._empty()

    def _empty(self) -> None:
        self._waiting, self._bytes = [], 0


def size_of(message: str) -> int:
    """Return the bytes of a message.

    >>> size_of("拖"), size_of("t")
    (3, 1)
    """
    return len(message) if message.isascii() else len(message.encode())


Said: TypeAlias = Callable[[Any, str, int | None], Any]
"""Says a value in a language to a seat, or to somebody without one."""


class Peer:
    """A socket after its hello.

    Args:
        audience: what it may be shown.
        token: the digest of the token of its seat; empty where it has none.
        lang: the language in which it is told things.
        since: the last line of the story that it has.
        limits: how much it may ask and how much may wait for it.
        line: what it is sent messages over; without one they wait.
    """

    def __init__(
        self,
        audience: Audience,
        token: bytes,
        lang: str,
        since: int,
        limits: Limits,
        line: Connection | None = None,
    ) -> None:
        self.audience, self.lang, self.since = audience, lang, since
        self.token = token
        self.question: Ask | None = None
        self.is_advised = False
        self.s = 0
        self.outbox = Outbox(limits, line)
        self.messages = Bucket(limits.rate, limits.burst)
        self.asks = Bucket(limits.asks, 1)
        self._shown = 0

    @property
    def seat(self) -> int | None:
        """The seat behind it, None for a spectator."""
        return self.audience.seat

    def takes_message(self) -> bool:
        """Count a message; tell whether it may be."""
        return self.messages.take(time.monotonic())

    def moved(self, audience: Audience, lang: str) -> None:
        """Show it something else from now on: it is sent all parts again."""
        if (audience, lang) != (self.audience, self.lang):
            self.audience, self.lang = audience, lang
            self._shown = 0

    def welcome(self, message: dict[str, Any], said: Said) -> None:
        """Send the first message, or that of another seat; all that is shown comes after it.

        The one of another seat is counted like what is shown: where it is lost, that is noticed.
        """
        self.send({**message, "s": self.s}, said)

    def send(self, message: dict[str, Any], said: Said) -> None:
        """Send a message, its phrases said in the socket's language and to its seat."""
        self.outbox.put(packed(said(message, self.lang, self.seat)))

    def show(self, shown: Rendering) -> None:
        """Send what has changed since it was last shown the table."""
        self._shown, changed = shown.changes(self.audience, self.lang, self._shown)
        told = self._lines(shown)
        if changed or told:
            self.s += 1
            head = f'{{"t":"part","s":{self.s},"v":{shown.v},"now":{shown.now}'
            parts = changed or '"parts":{}'
            self.outbox.put(f'{head},{parts},"told":[{",".join(told)}]}}')

    def _lines(self, shown: Rendering) -> list[str]:
        """Return the lines that it has not been told."""
        lines = shown.lines(self.audience, self.lang, self.since)
        if lines:
            self.since = lines[-1][0]
        return [text for _, text in lines]


# --- Audiences ------------------------------------------------------------------------------------

BAD_TOKEN, NO_TABLE, CROWDED, FAULT = 4403, 4404, 4429, 1011


class Closed(Exception):
    """A socket is to be closed.

    Args:
        code: the code it is closed with.
        why: what it is told; None for nothing.
        lang: the language.
    """

    def __init__(self, code: int, why: Phrase | None = None, lang: str = "en") -> None:
        super().__init__(code)
        self.code, self.why, self.lang = code, why, lang


def seat_of(table: Table, token: str | None) -> int | None:
    """Return the seat that a token is for; None without a token.

    Raises:
        Closed: it is for none.
    """
    if token is None:
        return None
    seat = seat_with(table.chairs, digest(token))
    if seat is None:
        why = phrase("table.bad-token", "this link is for no seat of this table any more")
        raise Closed(BAD_TOKEN, why)
    return seat


def audience_of(table: Table, seat: int | None) -> Audience:
    """Return what a seat is shown, or somebody without one.

    Raises:
        Closed: nobody looks on at this table, or no seat is to be taken now.
    """
    if seat is not None:
        return Audience(seat, "seat")
    if not table.may_look_on:
        raise Closed(BAD_TOKEN, phrase("table.no-watching", "nobody may look on at this table"))
    return _without_seat(table)


def everybody(table: Table) -> list[Audience]:
    """Return all who may come to a table as it stands: those with a seat's token, and those without."""
    seats = [Audience(at, "seat") for at, chair in enumerate(table.chairs) if chair.token]
    return [*seats, _without_seat(table)]


def _without_seat(table: Table) -> Audience:
    return Audience(None, "delayed" if table.house.watch == "delayed" else "public")


def welcome(table: Table, seat: int | None, since: int, now: int) -> dict[str, Any]:
    """Return the first message to a socket: where it is, and what does not change."""
    return {
        "t": "welcome",
        "table": table.code,
        "seat": seat,
        "v": table.v,
        "n": since,
        "now": now,
        "kind": table.face.kind,
        "variant": table.variant,
        "anticlockwise": table.game.facts.anticlockwise,
        "review": has_review(table.game.name),
        "house": table.house.as_json(),
        "commit": commitment(table.key),
        "host": seat is not None and seat == table.host,
        "names": [chair.name for chair in table.chairs],
    }


# --- Records of deals that are over ---------------------------------------------------------------


def opened(table: Table) -> dict[str, Any]:
    """Return the record of the deals that are over; of the one under way nothing."""
    return table.exported_over()


def opened_deal(table: Table, deal: int) -> dict[str, Any] | Phrase:
    """Return the record of one deal, or why it can't be had.

    Args:
        table: the table.
        deal: its number, from 1, as the page counts deals.
    """
    found = table.exported_deal(deal - 1)
    if found is not None:
        return found
    if deal - 1 == table.deal:
        return phrase("table.deal-not-over", "deal {n} is not over: ask again then", n=deal)
    return phrase(
        "table.no-deal", "there is no deal {n}: {over} are over", n=deal, over=len(table.past)
    )
