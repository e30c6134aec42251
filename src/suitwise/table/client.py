"""A client of the table's protocol, and a bot that plays a seat with it (``suitwise table join``).

It is the reference for other clients; docs/table.md, The protocol by example, explains the messages. The
client says hello, merges the changes that it is sent into ``parts``, gives each command an id and
repeats it, byte for byte, until it is answered; it sends pings and reconnects.

The messages are JSON objects with short keys. These occur here:

=======  =====================  ==================================================================
key      in                     meaning
=======  =====================  ==================================================================
t        every message          its kind
id       commands and answers   the command's id, chosen by the client
v        ``part``, ``hint``     the version of the table, which rises with every change
at       ``move``               the version for which the move was chosen
s        ``welcome``, ``part``  the number of the last ``part`` sent to this connection
         and ``pong``
told     ``part``               the lines that tell the seat what has happened; ``n`` numbers them
k        ``answer``             the number of the proposal that is answered
=======  =====================  ==================================================================
"""

from __future__ import annotations

import json
import random
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from suitwise.arena.seats import import_players, reason_of
from suitwise.errors import NotationError, SuitwiseError

RESEND_S, PING_S, SILENT_S = 2.5, 10.0, 25.0
"""In seconds: the time after which a command is repeated, the time between pings, and the silence after
which the client reconnects."""
POLL_S = 0.5
"""The seconds to wait for a message before looking whether something has to be sent."""
FIRST_WAIT_S, LONGEST_WAIT_S = 0.3, 10.0
"""The seconds between attempts to connect: at first, and at most."""
FINAL = {
    4402: "this table is private: say its pass phrase, and the right one",
    4403: "this link is for no seat of the table",
    4404: "there is no such table",
    4406: "the host of the table has sent this onlooker away",
}
"""The close codes after which reconnecting is useless."""
_UNSENT = float("-inf")
"""The time of sending of a command that has not been sent on the present connection."""


class _Lost(Exception):
    """A message of the server has been lost."""


class Client:
    """A seat at a table, or a spectator.

    Args:
        link: the table's link, ``http://HOST/t/CODE#TOKEN``; without a token it is a spectator, who may
            take a seat.
        lang: the language of its messages.
        phrase: the pass phrase of a private table, which is asked of whoever has no seat there.

    Attributes:
        code: the table's code.
        token: the secret of its seat, None for a spectator.
        phrase: the pass phrase that it says; None for none.
        secret: the token that it proposes when it sits down; once seated this is ``token``.
        parts: the present view of the table, by the names of its parts.
        seat: its seat; None for a spectator and before it is connected.
        version: the version of the table that ``parts`` shows.
        last_line: the number of the last line that it has been told.
        unanswered: the commands that are not yet answered, by id: their text and when it was last sent.
    """

    def __init__(self, link: str, lang: str = "en", phrase: str | None = None) -> None:
        url = urlsplit(link)
        base, _, self.code = url.path.rpartition("/t/")
        scheme = "wss" if url.scheme == "https" else "ws"
        self._address = f"{scheme}://{url.netloc}{base}/ws/{self.code}"
        self.token = url.fragment or None
        self.lang, self.phrase = lang, phrase
        self.secret = secrets.token_urlsafe(24)
        self.parts: dict[str, Any] = {}
        self.seat: int | None = None
        self.version = self.last_line = self._last_part = 0
        self.unanswered: dict[str, tuple[str, float]] = {}

    def command(self, t: str, **values: Any) -> str:
        """Begin to send a command, which ``messages`` repeats until it is answered; return its id.

        Args:
            t: the kind of command.
            values: its other fields.
        """
        req = f"{random.getrandbits(64):x}"
        self.unanswered[req] = json.dumps({"t": t, "id": req, **values}), _UNSENT
        return req

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield the server's messages, already merged into ``parts``; reconnect when necessary.

        Raises:
            SuitwiseError: the server refuses the client for good.
        """
        wait = FIRST_WAIT_S
        while True:
            try:
                protocols = [Subprotocol("suitwise.1")]
                with connect(self._address, subprotocols=protocols, compression=None) as connection:
                    for message in self._messages_of(connection):
                        wait = FIRST_WAIT_S
                        yield message
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FINAL:
                    raise SuitwiseError(FINAL[closed.rcvd.code]) from None
            except (OSError, WebSocketException, _Lost):
                pass  # the server can't be reached, or the view of the table is incomplete
            time.sleep(wait * random.uniform(0.7, 1.3))
            wait = min(LONGEST_WAIT_S, 2 * wait)

    def _messages_of(self, connection: ClientConnection) -> Iterator[dict[str, Any]]:
        """Yield the messages of one connection until it is silent for too long.

        Meanwhile, send the commands and the pings that are due.
        """
        hello = {
            "table": self.code,
            "token": self.token,
            "since": self.last_line,
            "lang": self.lang,
            **({} if self.phrase is None else {"phrase": self.phrase}),
        }
        connection.send(json.dumps({"t": "hello", **hello}))
        last_message = last_ping = time.monotonic()
        is_greeted = False
        while (now := time.monotonic()) < last_message + SILENT_S:
            if is_greeted:
                self._send_commands(connection, now)
            if now > last_ping + PING_S:
                connection.send('{"t":"ping"}')
                last_ping = now
            with suppress(TimeoutError):
                message = json.loads(connection.recv(timeout=min(POLL_S, RESEND_S)))
                last_message = time.monotonic()
                if not is_greeted:
                    self._lost_unless(message["t"] in ("welcome", "bye"))
                    is_greeted = True
                    for req, (text, _) in self.unanswered.items():
                        self.unanswered[req] = text, _UNSENT
                self._merge(message)
                yield message

    def _send_commands(self, connection: ClientConnection, now: float) -> None:
        """Send the commands that are new, or have gone unanswered for so long that they may be lost."""
        for req, (text, sent) in self.unanswered.items():
            if now > sent + RESEND_S:
                connection.send(text)
                self.unanswered[req] = text, now

    def _merge(self, message: dict[str, Any]) -> None:
        """Merge a message into the client's state, and forget the command that it answers."""
        self.unanswered.pop(message.get("id", ""), None)
        if message["t"] == "welcome":
            self.seat, self._last_part = message["seat"], message["s"]
        elif message["t"] == "seated":
            self.seat, self.token = message["seat"], self.secret
        elif message["t"] == "pong":
            # A pong names the last part sent; a higher number than the last received means a lost part.
            self._lost_unless(message["s"] <= self._last_part)
        elif message["t"] == "part":
            # Parts are numbered without gaps. One that comes twice changes nothing.
            self._lost_unless(message["s"] <= self._last_part + 1)
            if message["s"] > self._last_part:
                self._last_part, self.version = message["s"], message["v"]
                self.parts |= changed_parts(self.parts, message)
            new_lines = [line for line in message["told"] if line["n"] > self.last_line]
            message["told"] = new_lines
            self.last_line = max([self.last_line, *(line["n"] for line in new_lines)])

    def _lost_unless(self, is_consistent: bool) -> None:
        """Raise ``_Lost`` if a message must have been lost.

        The client then reconnects, and the server sends the whole view again.
        """
        if not is_consistent:
            raise _Lost


def changed_parts(before: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """Return the new value of each part that a message changes.

    Args:
        before: the parts before the message.
        message: a ``part`` message. Its ``parts`` are whole; its ``fields`` are, for other parts, only
            the changed fields, or the changed items of a list by index.

    >>> before = {"head": {"turn": 0, "points": 5}, "seats": [7, 7]}
    >>> fields = {"head": {"turn": 1}, "seats": {"1": 6}}
    >>> changed_parts(before, {"parts": {"clock": None}, "fields": fields})
    {'clock': None, 'head': {'turn': 1, 'points': 5}, 'seats': [7, 6]}
    """
    changed = dict(message["parts"])
    for name, fields in message.get("fields", {}).items():
        old = before[name]
        if isinstance(old, dict):
            changed[name] = {**old, **fields}
        else:
            changed[name] = [fields.get(str(index), item) for index, item in enumerate(old)]
    return changed


# --- A bot at a seat ------------------------------------------------------------------------------

Choose = Callable[[dict[str, Any]], str]
"""Returns the text of a move, given the view of the seat to move."""
STALE = "table.stale"
"""The refusal code of a command that came too late, because the table has moved on."""
TABLE_HINT, RANDOM_MOVE, STOP = "substitute:rules", "substitute:random", "stop"
ON_FAULT = (TABLE_HINT, RANDOM_MOVE, STOP)
"""What a bot may do instead of a move when it fails to give a legal one; the first is the default."""
_NOTHING = ("", "")
"""The kind and the id of no command."""


def play(
    client: Client,
    name: str = "Robin",
    choose: Choose | None = None,
    on_line: Callable[[str], object] = lambda line: None,
    on_fault: str = ON_FAULT[0],
) -> None:
    """Play a seat until the end of the game; without a token, take an open seat.

    Args:
        client: the seat.
        name: the name to sit down with.
        choose: returns a move, given the view of the seat; None plays the table's hints.
        on_line: called with each line that the seat is told.
        on_fault: one of ``ON_FAULT``, for when ``choose`` raises an error or returns no legal move:
            play the table's hint, play a random move (also if there are no hints), or stop.

    Raises:
        SuitwiseError: no seat is open, the table gives no hints, or the bot stopped after a failure.
    """
    kind, command_id = _NOTHING  # of the last command
    has_substituted = False  # whether the move of this decision is a substitute; it gets only one

    def act() -> tuple[str, str]:
        try:
            return _act(client, name, choose)
        except SuitwiseError as error:
            return substitute(str(error))

    def substitute(why: str) -> tuple[str, str]:
        nonlocal has_substituted
        if choose is None or on_fault == STOP or has_substituted:
            raise SuitwiseError(why)
        on_line(f"{why}; {on_fault}")
        has_substituted = True
        is_random = on_fault == RANDOM_MOVE or not client.parts["can"]["hint"]
        return _act(client, name, at_random if is_random else None)

    for message in client.messages():
        for line in message.get("told", ()):
            on_line(line["text"])
        is_answer = message.get("id") == command_id
        is_refusal = message["t"] == "no"
        if is_refusal and client.seat is None:  # no seat could be taken
            raise SuitwiseError(message["text"])
        if is_refusal and message["code"] != STALE:
            if is_answer and kind == "move":
                kind, command_id = substitute(f"a move was refused: {message['text']}")
        elif message["t"] == "hint" and is_answer:
            kind, command_id = _send(client, "move", at=message["v"], move=message["move"])
        elif command_id not in client.unanswered and client.parts:
            # The table has changed, or a command came too late: see what is due now.
            if client.parts["life"]["stage"] == "over":
                return
            has_substituted = False
            kind, command_id = act()


def _act(client: Client, name: str, choose: Choose | None) -> tuple[str, str]:
    """Send the command that is due now, if any; return its kind and id, both empty for none.

    These parts of the view decide it:

    * ``life``: the stage of the table, and whether people have to say that they are ready;
    * ``proposal``: something that all people must agree to, such as taking back a move; a bot agrees;
    * ``people``: who sits where;
    * ``ask``: the moves that are open to this seat, if it is on turn;
    * ``bar``: Tractor's buttons for bids, shown during the bidding; a bot does not bid;
    * ``can``: what else the seat may do, such as ask for a hint.
    """
    parts, seat = client.parts, client.seat
    stage, proposal = parts["life"]["stage"], parts["proposal"]
    if seat is None:
        return _send(client, "sit", name=name, token=client.secret)
    if proposal:
        is_asked = seat not in proposal["yes"]
        return _send(client, "answer", k=proposal["k"], yes=True) if is_asked else _NOTHING
    if parts["life"]["needs_ready"]:
        return _NOTHING if parts["people"][seat]["ready"] else _send(client, "ready")
    if stage != "playing" or not parts["ask"] or parts["bar"]:
        return _NOTHING
    if choose is not None:
        return _send(client, "move", at=client.version, move=_chosen(choose, parts))
    if not parts["can"]["hint"]:
        raise SuitwiseError("this table gives no hints: name another player")
    return _send(client, "hint")


def _send(client: Client, t: str, **values: Any) -> tuple[str, str]:
    """Send a command; return its kind and id."""
    return t, client.command(t, **values)


def _chosen(choose: Choose, parts: dict[str, Any]) -> str:
    try:
        return str(choose(parts))
    except Exception as error:
        raise SuitwiseError(f"no move was chosen: {reason_of(error, placed=True)}") from error


def choose_of(module: str) -> Choose:
    """Return the function ``choose`` of a user's module.

    Args:
        module: its name as for ``import``, found in the current folder or on Python's path.

    Raises:
        NotationError: there is no such module, it fails, or it has no such function.

    >>> choose_of("suitwise.testing")
    Traceback (most recent call last):
    suitwise.errors.NotationError: the module suitwise.testing has no function choose(parts)
    """
    import_players([module])
    choose: Choose | None = getattr(sys.modules[module], "choose", None)
    if not callable(choose):
        raise NotationError(f"the module {module} has no function choose(parts)")
    return choose


def at_random(parts: dict[str, Any]) -> str:
    """Return a random one of the legal moves that the view lists."""
    return str(random.choice(parts["ask"]["moves"]))
