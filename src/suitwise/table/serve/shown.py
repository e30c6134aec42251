"""The views of a table that its sockets receive, serialised and sent as changes.

``Rendering`` turns one version of a table into JSON: the parts of the view for each audience and
language, each serialised once however many sockets share it. ``Screen`` remembers what an audience was
shown last and yields only the changes. ``Peer`` is one socket with its audience, language and
``Outbox``.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from suitwise.foundation.text.phrases import Drawing, Phrase, Seat, phrase
from suitwise.players.review import has_review
from suitwise.table.rules.chance import commitment
from suitwise.table.rules.commands import Ask
from suitwise.table.rules.house import digest, seat_with
from suitwise.table.rules.messages import Line, in_second_person, say, second_person_key
from suitwise.table.rules.running.audience import Audience, Common
from suitwise.table.rules.running.state import Thought
from suitwise.table.rules.table import Table
from suitwise.table.serve.limits import Bucket, Limits

# --- Screens --------------------------------------------------------------------------------------
#
# A part that is new, or whose set of fields has changed, is sent whole. Of any other part only the
# changed fields are sent, or the changed items of a list by index. Equal parts of several seats are
# localised and serialised once.

Parts: TypeAlias = dict[str, Any]
Pack: TypeAlias = Callable[[str, Any], str]
"""Localises a value and serialises it as JSON, given the name of its part and field."""


class PartChange(NamedTuple):
    """A serialised change of a part: all of it if ``is_whole``, otherwise its changed fields.

    It holds the two versions of the part so that their ids, which are its key, stay valid.
    """

    before: Any
    after: Any
    is_whole: bool
    text: str


SharedChanges: TypeAlias = dict[tuple[str, int, int], PartChange]
"""Changes by the part's name and the ids of its two versions."""

_NOTHING = object()


class Screen:
    """The parts last shown to an audience in one language.

    ``number`` counts the versions of the screen; a socket names the last number it has received.

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
        self._last_changes = ""

    def show(
        self, parts: Parts, names: tuple[str, ...], pack: Pack, known: SharedChanges | None = None
    ) -> None:
        """Show new parts; nothing happens if they are equal to the old ones.

        Args:
            parts: everything that the audience is shown.
            names: the players' names, which occur in sentences.
            pack: localises and serialises what has changed.
            known: changes serialised already for other audiences in this language.
        """
        if names == self._names:
            changes = packed_changes(self._parts, parts, pack, {} if known is None else known)
            if not changes:
                return
            self._last_changes = changes
            self.number += 1
        else:  # any sentence may have changed; skipping a number makes every socket get all parts
            self.number += 2
        self._parts, self._names = parts, names

    def since(self, number: int, pack: Pack) -> str:
        """Return as JSON the changes since a version; empty if there are none."""
        if number == self.number:
            return ""
        if number == self.number - 1 and number:
            return self._last_changes
        return _body({name: pack(name, part) for name, part in self._parts.items()}, {})


def packed_changes(before: Parts, after: Parts, pack: Pack, known: SharedChanges) -> str:
    """Return as JSON the changes between two versions of the same parts; empty if there are none."""
    whole: dict[str, str] = {}
    some: dict[str, str] = {}
    for name, part in after.items():
        old = before.get(name, _NOTHING)
        if old is part:
            continue
        key = name, id(old), id(part)
        change = known.get(key)
        if change is None:  # if known, the two are different, and need no comparison
            if old == part:
                continue
            is_whole = not has_same_shape(old, part)
            text = pack(name, part) if is_whole else _fields(name, old, part, pack)
            change = known[key] = PartChange(old, part, is_whole, text)
        (whole if change.is_whole else some)[name] = change.text
    return _body(whole, some) if whole or some else ""


def _fields(name: str, old: Any, new: Any, pack: Pack) -> str:
    """Return as JSON the changed fields of a part, or the changed items of a list by index."""
    return _object(
        {
            str(field): pack(f"{name}.{field}", new[field])
            for field in (new if isinstance(new, dict) else range(len(new)))
            if old[field] is not new[field] and old[field] != new[field]
        }
    )


def has_same_shape(old: Any, new: Any) -> bool:
    """Return whether a part has the same field names, or the same number of items, as before.

    >>> has_same_shape({"a": 1}, {"a": 2}), has_same_shape([1, 2], [1]), has_same_shape(None, {"a": 1})
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
"""The screens of a table, by audience and language."""


@dataclass(frozen=True)
class Precomputed:
    """The views of a table, computed off the event loop before they are shown.

    Args:
        table: the table.
        common: the parts that all audiences share.
        seen: the parts of each audience.
        due: the time at which the table has to act by itself.
        thought: the decision wanted from a bot.
    """

    table: Table
    common: Common
    seen: Mapping[Audience, Mapping[str, Any]]
    due: int | None
    thought: Thought | None

    @staticmethod
    def of(table: Table, audiences: Iterable[Audience], before: Common | None) -> Precomputed:
        """Compute the views of a table; ``before`` are the shared parts of its previous version."""
        common = table.common(before)
        seen = {one: table.parts(one, common) for one in audiences}
        return Precomputed(table, common, seen, table.due, table.thought)


class Rendering:
    """The views of one version of a table, each computed and serialised when first asked for.

    Args:
        table: the table.
        now: the time that is sent with the views.
        screens: what the table's sockets have been shown.
        over: parts that replace the table's own.
        before: the shared parts of the previous version, if known.
        precomputed: views that have been computed already.
    """

    def __init__(
        self,
        table: Table,
        now: int,
        screens: Screens,
        over: dict[str, Any] | None = None,
        before: Common | None = None,
        precomputed: Precomputed | None = None,
    ) -> None:
        self.table, self.now, self.v = table, now, table.v
        self._names = names_of(table)
        self.common = table.common(before) if precomputed is None else precomputed.common
        self._precomputed = {} if precomputed is None else precomputed.seen
        self._screens, self._over = screens, over or {}
        # Caches. ``_line_texts`` holds, by language and id of the phrase: the line, the JSON of its
        # other fields, and its text. ``_packed`` holds serialised values by name and language.
        self._updated: dict[tuple[Audience, str], Screen] = {}
        self._parts: dict[Audience, dict[str, Any]] = {}
        self._lines: dict[tuple[Audience, str, int], list[tuple[int, str]]] = {}
        self._changes: dict[str, SharedChanges] = {}
        self._line_texts: dict[tuple[str, int], tuple[Line, str, str]] = {}
        self._packed: dict[tuple[str, str], list[tuple[Any, str]]] = {}

    def parts(self, audience: Audience) -> dict[str, Any]:
        """Return the parts that an audience is shown, with phrases not yet localised."""
        if audience not in self._parts:
            parts = self._precomputed.get(audience)
            if parts is None:
                parts = self.table.parts(audience, self.common)
            parts = {**parts, **self._over}
            if audience.seat is not None:
                _use_second_person(parts, audience.seat)
            self._parts[audience] = parts
        return self._parts[audience]

    def changes(self, audience: Audience, lang: str, since: int) -> tuple[int, str]:
        """Return the version of an audience's screen, and as JSON the changes since another version."""
        pack = partial(self._pack, lang)
        screen = self._updated.get((audience, lang))
        if screen is None:
            screen = self._updated[audience, lang] = self._screens[audience, lang]
            known = self._changes.setdefault(lang, {})
            screen.show(self.parts(audience), self._names, pack, known)
        return screen.number, screen.since(since, pack)

    def lines(self, audience: Audience, lang: str, since: int) -> list[tuple[int, str]]:
        """Return the lines told to an audience after the line ``since``, each with its number."""
        key = (audience, lang, since)
        if key not in self._lines:
            lines = self.table.lines(audience, since)
            self._lines[key] = [(line.n, self._line(line, lang, audience.seat)) for line in lines]
        return self._lines[key]

    def _line(self, line: Line, lang: str, you: int | None) -> str:
        """Return a line as JSON.

        Only its text can differ between audiences: it may say "you" to a seat.
        """
        key = lang, id(line.text)
        if key not in self._line_texts:
            rest = line.plain()
            del rest["n"], rest["text"]
            text = to_json(say(line.text, lang, self._names))
            self._line_texts[key] = line, to_json(localised(rest, lang, self._names))[1:], text
        _, rest_json, text = self._line_texts[key]
        if you is not None and second_person_key(line.text, you):
            text = to_json(say(line.text, lang, self._names, you))
        return f'{{"n":{line.n},"text":{text},{rest_json}'

    def _pack(self, lang: str, name: str, value: Any) -> str:
        """Return a value as localised JSON, serialised once for all audiences that see the same."""
        if type(value) in _PLAIN:
            return to_json(value)
        cached = self._packed.setdefault((name, lang), [])
        for other, text in cached:
            if other is value or other == value:
                return text
        text = to_json(localised(value, lang, self._names))
        cached.append((value, text))
        return text


_PLAIN = frozenset({str, int, float, bool, type(None)})
"""The types of values that need no localisation; most values have one of them."""


def _use_second_person(parts: dict[str, Any], you: int) -> None:
    """Replace sentences about a seat by sentences in_second_person to it."""
    head, over = parts["head"], parts["over"]
    text = in_second_person(head["text"], you)
    if text is not head["text"]:
        parts["head"] = {**head, "text": text}
    if over is not None:
        lines = [in_second_person(line, you) for line in over["lines"]]
        following = over["next"] and in_second_person(over["next"], you)
        text = in_second_person(over["text"], you)
        parts["over"] = {**over, "text": text, "lines": lines, "next": following}


def names_of(table: Table) -> tuple[str, ...]:
    """Return the players' names by seat; those of bots are phrases."""
    return tuple(chair.shown_name for chair in table.chairs)


def localised(value: Any, lang: str, names: tuple[str, ...] = (), you: int | None = None) -> Any:
    """Return a value ready for JSON, with all phrases and drawings in it rendered in a language.

    Args:
        value: a scalar, phrase or drawing, or dicts and lists of them.
        lang: the language.
        names: the players' names by seat.
        you: the seat that reads it; None for somebody without a seat.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, (Phrase, Drawing)):
        return say(value, lang, names, you)
    if isinstance(value, Seat):
        return int(value)
    if isinstance(value, dict):
        return {
            name: one if type(one) in _PLAIN else localised(one, lang, names, you)
            for name, one in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [one if type(one) in _PLAIN else localised(one, lang, names, you) for one in value]
    return value


def to_json(message: Any) -> str:
    """Return a message as compact JSON.

    >>> to_json({"t": "pong", "now": 5})
    '{"t":"pong","now":5}'
    """
    return _ENCODE(message)


def _encode() -> Callable[[Any], str]:
    """Return a function that serialises a value.

    ``JSONEncoder.encode`` makes a new C encoder for each call, which takes longer than serialising most
    of our values; so one is made here, if this Python has it.
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
"""The close code for a socket that has too many unsent messages."""


class Sender(Protocol):
    """The part of a connection that an outbox needs."""

    def has_room(self) -> bool:
        """Return whether a message would go out now instead of waiting for a slow reader."""
        ...

    def send_texts(self, messages: Sequence[str]) -> None:
        """Send messages in one write."""
        ...

    def end(self) -> None:
        """Make the connection's handler end it."""
        ...


class Outbox:
    """The queue of messages to a socket; the socket is closed if the queue grows too long.

    Messages put in one turn of the event loop, such as a change of the table and the answer to the
    command that caused it, go out together: one system call, and no task per socket.

    Args:
        limits: the most messages and bytes that may wait.
        line: the connection; without one the messages stay queued.

    >>> box = Outbox(Limits(outbox=1))
    >>> box.put("a"), box.put("b"), box.code == TOO_SLOW
    (True, False, True)
    """

    def __init__(self, limits: Limits, line: Sender | None = None) -> None:
        self._limits, self._line = limits, line
        self._waiting: list[str] = []
        self._bytes = 0
        self._is_scheduled = False
        self.code: int | None = None

    def put(self, message: str) -> bool:
        """Queue a message; return whether there was room for it."""
        if self.code is not None:
            return False
        self._bytes += utf8_size(message)
        if len(self._waiting) >= self._limits.outbox or self._bytes > self._limits.outbox_bytes:
            self._empty()
            self.close(TOO_SLOW)
            return False
        self._waiting.append(message)
        if self._line is not None and not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self.send)
        return True

    def close(self, code: int) -> None:
        """Ask for the socket to be closed after the queued messages; the first close code counts."""
        if self.code is None:
            self.code = code
            if self._line is not None:
                self._line.end()

    def send(self) -> None:
        """Send the queued messages if the reader keeps up; if not, they go out when it has caught up."""
        self._is_scheduled = False
        if self._waiting and self._line is not None and self._line.has_room():
            self._line.send_texts(self._waiting)
            self._empty()

    def _empty(self) -> None:
        self._waiting, self._bytes = [], 0


def utf8_size(message: str) -> int:
    """Return the number of bytes of a message in UTF-8.

    >>> utf8_size("拖"), utf8_size("t")
    (3, 1)
    """
    return len(message) if message.isascii() else len(message.encode())


Localise: TypeAlias = Callable[[Any, str, int | None], Any]
"""Renders the phrases in a value, given the language and the reader's seat."""


class Peer:
    """A socket at a table, after its hello.

    Args:
        audience: what it may be shown.
        token: the digest of its seat's token; empty for a spectator.
        lang: the language of its messages.
        since: the number of the last line that it has received.
        limits: the limits on its commands and its outbox.
        line: its connection; without one messages stay queued.
        knows_phrase: whether the table's pass phrase was said here.
    """

    def __init__(
        self,
        audience: Audience,
        token: bytes,
        lang: str,
        since: int,
        limits: Limits,
        line: Sender | None = None,
        *,
        knows_phrase: bool = False,
    ) -> None:
        self.knows_phrase = knows_phrase
        self.number, self.name = 0, ""
        """The number and the stated name by which the host knows an onlooker."""
        self._onlookers: list[dict[str, Any]] = []
        self.audience, self.lang, self.since = audience, lang, since
        self.token = token
        self.question: Ask | None = None
        self.is_ruled = self.is_advised = False
        self.s = 0  # the number of messages in its sequence; the client checks for gaps
        self.outbox = Outbox(limits, line)
        self.messages = Bucket(limits.rate, limits.burst)
        self.asks = Bucket(limits.asks, 1)
        self._shown = 0

    @property
    def seat(self) -> int | None:
        """The seat of the socket; None for a spectator."""
        return self.audience.seat

    def count_message(self) -> bool:
        """Count a message; return whether it is within the limit."""
        return self.messages.take(time.monotonic())

    def switch_view(self, audience: Audience, lang: str) -> None:
        """Change the audience or language; all parts are then sent again."""
        if (audience, lang) != (self.audience, self.lang):
            self.audience, self.lang = audience, lang
            self._shown = 0

    def welcome(self, message: dict[str, Any], localise: Localise) -> None:
        """Send the welcome message, which everything shown follows.

        It carries the sequence number ``s``, so that the client notices if a later welcome, to another
        seat, is lost.
        """
        self._onlookers = []
        self.send({**message, "s": self.s}, localise)

    def tell_onlookers(self, onlookers: list[dict[str, Any]], localise: Localise) -> None:
        """Send the list of onlookers, unless it is the one sent last since the welcome."""
        if onlookers != self._onlookers:
            self._onlookers = onlookers
            self.send({"t": "onlookers", "list": onlookers}, localise)

    def send(self, message: dict[str, Any], localise: Localise) -> None:
        """Send a message with its phrases in the socket's language, in_second_person to its seat."""
        self.outbox.put(to_json(localise(message, self.lang, self.seat)))

    def show(self, shown: Rendering) -> None:
        """Send the changes since the last call."""
        self._shown, changed = shown.changes(self.audience, self.lang, self._shown)
        told = self._lines(shown)
        if changed or told:
            self.s += 1
            head = f'{{"t":"part","s":{self.s},"v":{shown.v},"now":{shown.now}'
            parts = changed or '"parts":{}'
            self.outbox.put(f'{head},{parts},"told":[{",".join(told)}]}}')

    def _lines(self, shown: Rendering) -> list[str]:
        """Return the lines that it has not received."""
        lines = shown.lines(self.audience, self.lang, self.since)
        if lines:
            self.since = lines[-1][0]
        return [text for _, text in lines]


# --- Audiences ------------------------------------------------------------------------------------

LOCKED, BAD_TOKEN, NO_TABLE, CROWDED, FAULT = 4402, 4403, 4404, 4429, 1011
"""Close codes of WebSockets."""
NEEDS_PHRASE = phrase("table.needs-phrase", "say the pass phrase of this table to come in")
"""The refusal of a client without a seat at a private table that has not said its pass phrase."""


class Closed(Exception):
    """Raised to close a socket.

    Args:
        code: the close code.
        why: the reason to send first; None for none.
        lang: the language of the reason.
    """

    def __init__(self, code: int, why: Phrase | None = None, lang: str = "en") -> None:
        super().__init__(code)
        self.code, self.why, self.lang = code, why, lang


def seat_of(table: Table, token: str | None) -> int | None:
    """Return the seat that a token belongs to; None without a token.

    Raises:
        Closed: it belongs to no seat.
    """
    if token is None:
        return None
    seat = seat_with(table.chairs, digest(token))
    if seat is None:
        why = phrase(
            "table.bad-token",
            "this link is for no seat of this table any more: ask the host for a new one",
        )
        raise Closed(BAD_TOKEN, why)
    return seat


def audience_of(table: Table, seat: int | None, *, knows_phrase: bool = False) -> Audience:
    """Return the audience of a seat, or of a spectator for None.

    Args:
        table: the table.
        seat: the seat.
        knows_phrase: whether the table's pass phrase was said.

    Raises:
        Closed: this table does not admit spectators, or not without its pass phrase.
    """
    if seat is not None:
        return Audience(seat, "seat")
    if table.house.lock and not knows_phrase:
        raise Closed(LOCKED, NEEDS_PHRASE)
    if not table.may_look_on:
        why = phrase(
            "table.no-watching",
            "nobody may look on at this table: ask its host for the link of a seat",
        )
        raise Closed(BAD_TOKEN, why)
    return _without_seat(table)


def all_audiences(table: Table) -> list[Audience]:
    """Return every audience that a table may have now: each taken seat, and those without a seat."""
    seats = [Audience(at, "seat") for at, chair in enumerate(table.chairs) if chair.token]
    return [*seats, _without_seat(table)]


def _without_seat(table: Table) -> Audience:
    return Audience(None, "delayed" if table.house.watch == "delayed" else "public")


def welcome(table: Table, seat: int | None, since: int, now: int) -> dict[str, Any]:
    """Return the first message to a socket: where it is, and the facts that do not change."""
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
        "private": bool(table.house.lock),
        "commit": commitment(table.key),
        "host": seat is not None and seat == table.host,
        "names": list(names_of(table)),
    }


# --- Public records -------------------------------------------------------------------------------


def opened(table: Table) -> dict[str, Any]:
    """Return the record of the finished deals, without the deal under way."""
    return table.exported_over()


def opened_deal(table: Table, deal: int) -> dict[str, Any] | Phrase:
    """Return the record of one finished deal, or a phrase saying why there is none.

    Args:
        table: the table.
        deal: its number, counted from 1 as on the page.
    """
    found = table.exported_deal(deal - 1)
    if found is not None:
        return found
    if deal - 1 == table.deal:
        return phrase("table.deal-not-over", "deal {n} is not over: ask again then", n=deal)
    return phrase(
        "table.no-deal", "there is no deal {n}: {over} are over", n=deal, over=len(table.past)
    )
