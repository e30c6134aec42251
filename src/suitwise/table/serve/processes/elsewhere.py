"""Bots on another machine: the connection to it, and the process that answers there.

A server of tables opens a WebSocket and asks for decisions, in frames of JSON. It sends a position that
the seat can't tell from the real one, so the other machine learns nothing that the seat does not see.
Both sides share a secret that is never sent: each proves that it has it by a digest of the secret and
two random texts, one from each side. Both run the same version of Suitwise, so a bot makes the same
decision there as here.

=======  ======  =================================================================================
frame    from    content
=======  ======  =================================================================================
hello    there   ``suitwise``, the version, and ``nonce``, a random text
hello    here    the same, and ``proof``, the digest of both nonces with the secret
welcome  there   ``proof``, another digest of them; ``places``, the most bots that think at once
think    here    ``id`` and the fields of ``Question``
move     there   ``id``, ``move``, and the ``player`` that decided
no       there   ``id``, and as ``text`` the reason why there is no move
bye      there   as ``text`` the reason why it closes the connection
=======  ======  =================================================================================
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import random
import re
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any, NamedTuple, Protocol, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed, WebSocketException

import suitwise

_log = logging.getLogger(__name__)

MOST_QUESTION, MOST_ANSWER = 256 << 10, 16 << 10
"""The most bytes of a frame to the other machine, and of one from it."""
HELLO_S, PING_S = 10.0, 5.0
"""The time limit for the greeting, and the silence after which either side pings and then gives up."""
GRACE_S = 1.0
"""The extra time for the transfer of an answer; after that the machine counts as gone."""
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 30.0
"""The time between attempts to reach the other machine: at first, and at most."""
MOST_LINES = 64
"""The most connections that a machine has open at once."""
MOST_SECONDS = 60.0
"""The longest time limit of a decision."""
_NAME = re.compile(r"[a-z0-9_]{1,40}")
_FAREWELL = 4400
"""The close code of a line after a ``bye``."""


class Choice(NamedTuple):
    """A bot's decision.

    Args:
        move: the move's text.
        player: the bot that chose it; not the one asked if that was too slow.
    """

    move: str
    player: str


class Unanswered(Exception):
    """Raised if the other machine gives no decision: it is gone, or has too much to do."""


class _Refused(Exception):
    """Raised if a frame from the other side must end the connection."""


@dataclass(frozen=True, slots=True)
class Question:
    """A request for a decision.

    Args:
        variant: the game variant as text.
        state: a position as text that the seat can't tell from the real one.
        seat: the seat to move.
        player: the name of the bot, without options, or a level of strength.
        seed: the 64-bit seed of its random numbers.
        stream: the stream of its random numbers.
        seconds: the time limit.
    """

    variant: str
    state: str
    seat: int
    player: str
    seed: int
    stream: int
    seconds: float

    def frame(self, number: int) -> str:
        """Return the frame for this request."""
        return json.dumps({"t": "think", "id": number, **asdict(self)})


def read_question(text: str | bytes) -> tuple[int, Question]:
    """Return a question and its number.

    Raises:
        ValueError: it is none.

    >>> asked = Question("gin", "…", 0, "strong", 5, 0, 3.0)
    >>> read_question(asked.frame(7)) == (7, asked)
    True
    """
    plain = _read(text)
    kinds = {"variant": str, "state": str, "player": str, "seat": int, "seed": int, "stream": int}
    values = {name: plain.get(name) for name in kinds}
    number, seconds, player = plain.get("id"), plain.get("seconds"), values["player"]
    if plain["t"] != "think" or any(type(values[name]) is not kind for name, kind in kinds.items()):
        raise ValueError("no question")
    whole = (number, values["seat"], values["seed"], values["stream"])
    if not all(isinstance(one, int) and 0 <= one < 1 << 64 for one in whole):
        raise ValueError("no question")
    is_timed = isinstance(seconds, int | float) and 0 < seconds <= MOST_SECONDS
    if not is_timed or not _NAME.fullmatch(str(player)):
        raise ValueError("no question")
    return cast(int, number), Question(**cast(dict[str, Any], values), seconds=cast(float, seconds))


def _read(text: str | bytes) -> dict[str, Any]:
    """Return a frame.

    Raises:
        ValueError: it is none.
    """
    try:
        plain = json.loads(text) if isinstance(text, str) else None
    except RecursionError:
        plain = None
    if not isinstance(plain, dict) or not isinstance(plain.get("t"), str):
        raise ValueError("no frame")
    return plain


# --- Greetings ------------------------------------------------------------------------------------


class _Line(Protocol):
    """The WebSocket of one side."""

    async def send(self, message: str) -> None: ...

    async def recv(self) -> str | bytes: ...


def _proof(secret: str, side: str, there: str, here: str) -> str:
    """Return the digest by which a side proves that it has the secret."""
    return hmac.digest(secret.encode(), f"{side} {there} {here}".encode(), "sha256").hex()


def _has_proof(plain: dict[str, Any], expected: str) -> bool:
    return hmac.compare_digest(str(plain.get("proof")).encode(), expected.encode())


def _nonce_in(plain: dict[str, Any]) -> str:
    """Return the nonce of a greeting of the same version.

    Raises:
        _Refused: it is of another version, or no greeting.
    """
    version, nonce = plain.get("suitwise"), plain.get("nonce")
    if plain["t"] == "bye":
        raise _Refused(_plain_text(plain.get("text")))
    if plain["t"] != "hello" or not isinstance(nonce, str) or not isinstance(version, str):
        raise _Refused("this is no greeting")
    if version != suitwise.__version__:
        raise _Refused(
            f"one runs Suitwise {_plain_text(version)}, the other {suitwise.__version__}: the same "
            "belongs on both machines"
        )
    return nonce


def _plain_text(text: object) -> str:
    """Return a text from the other side in a form that is safe for a log."""
    return "".join(one if one.isprintable() else " " for one in str(text)[:200])


async def _greet_here(line: _Line, secret: str) -> int:
    """Greet the other machine; return the number of bots that can think there at once.

    Raises:
        _Refused: it has another version or another secret.
    """
    there, here = _nonce_in(_read(await line.recv())), secrets.token_hex(16)
    said = {"t": "hello", "suitwise": suitwise.__version__, "nonce": here}
    await line.send(json.dumps({**said, "proof": _proof(secret, "here", there, here)}))
    plain = _read(await line.recv())
    if plain["t"] == "bye":
        raise _Refused(_plain_text(plain.get("text")))
    places = plain.get("places")
    if not _has_proof(plain, _proof(secret, "there", there, here)):
        raise _Refused("the machine there does not have the secret")
    if type(places) is not int or not 0 < places <= 1 << 10:
        raise _Refused("this is no greeting")
    return places


async def _greet_there(line: _Line, secret: str, places: int) -> None:
    """Greet a server.

    Raises:
        _Refused: it has another version or another secret.
    """
    there = secrets.token_hex(16)
    said = {"t": "hello", "suitwise": suitwise.__version__, "nonce": there}
    await line.send(json.dumps(said))
    plain = _read(await line.recv())
    here = _nonce_in(plain)
    if not _has_proof(plain, _proof(secret, "here", there, here)):
        raise _Refused("the secret is another one")
    proof = _proof(secret, "there", there, here)
    await line.send(json.dumps({"t": "welcome", "proof": proof, "places": places}))


# --- Here: a server asks --------------------------------------------------------------------------


class Elsewhere:
    """The bots of another machine, with a connection that is reopened whenever it ends.

    Args:
        url: the address, ``ws://HOST:PORT`` or ``wss://HOST``.
        secret: the secret of both machines.

    Attributes:
        places: the number of bots that can think there at once; 0 while there is no connection.
        under_way: the number of open requests.
    """

    def __init__(self, url: str, secret: str) -> None:
        self.url, self._secret = url, secret
        self.places = self.under_way = 0
        self._line: ClientConnection | None = None
        self._asked: dict[int, asyncio.Future[Choice]] = {}
        self._numbers = count()
        self._told = ""

    async def keep_open(self) -> None:
        """Keep the connection open, reopening it as needed, until this is cancelled."""
        wait_s = FIRST_WAIT_S
        while True:
            why = "it has closed the line"
            try:
                async with connect(
                    self.url,
                    compression=None,
                    max_size=MOST_ANSWER,
                    open_timeout=HELLO_S,
                    ping_interval=PING_S,
                    ping_timeout=PING_S,
                    close_timeout=1,
                ) as line:
                    async with asyncio.timeout(HELLO_S):
                        self.places = await _greet_here(line, self._secret)
                    wait_s, self._line = FIRST_WAIT_S, line
                    self._tell(logging.INFO, f"{self.places} bots can think there at once")
                    async for text in line:
                        self._take(_read(text))
            except ConnectionClosed as closed:
                why = (closed.rcvd and closed.rcvd.reason) or "the line has ended"
            except (OSError, WebSocketException, ValueError, _Refused) as error:
                why = str(error) or type(error).__name__
            finally:
                self._end(why)
            self._tell(logging.WARNING, f"{why}; bots think here")
            await asyncio.sleep(wait_s * random.uniform(0.7, 1.3))
            wait_s = min(LONGEST_WAIT_S, 2 * wait_s)

    def _tell(self, level: int, what: str) -> None:
        """Log changes of the state of the connection, but not each attempt."""
        if what != self._told:
            self._told = what
            _log.log(level, "bots at %s: %s", self.url, what)

    def _end(self, why: str) -> None:
        """Fail all open requests."""
        self.places, self._line = 0, None
        for future in self._asked.values():
            if not future.done():
                future.set_exception(Unanswered(why))

    def _take(self, plain: dict[str, Any]) -> None:
        """Take an answer.

        Raises:
            _Refused: it is none.
        """
        if plain["t"] == "bye":
            raise _Refused(_plain_text(plain.get("text")))
        number = plain.get("id")
        future = self._asked.get(number) if type(number) is int else None
        if plain["t"] == "no":
            answer: Choice | Unanswered = Unanswered(_plain_text(plain.get("text")))
        elif plain["t"] == "move" and all(
            isinstance(plain.get(one), str) for one in Choice._fields
        ):
            answer = Choice(plain["move"], plain["player"])
        else:
            raise _Refused("it has sent what is no answer")
        if future is None or future.done():  # nobody waits for it any more
            return
        if isinstance(answer, Choice):
            future.set_result(answer)
        else:
            future.set_exception(answer)

    async def ask(self, question: Question) -> Choice:
        """Return a decision.

        Raises:
            Unanswered: there is none.
        """
        line, number = self._line, next(self._numbers)
        text = question.frame(number)
        if line is None or len(text) > MOST_QUESTION:  # JSON is plain ASCII
            raise Unanswered("the line has ended" if line is None else "this position is too large")
        self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(question.seconds + GRACE_S):
                await line.send(text)
                return await self._asked[number]
        except TimeoutError:
            line.transport.abort()  # for whatever reason, it does not answer
            raise Unanswered("it has not answered in time") from None
        except ConnectionClosed:
            raise Unanswered("the line has ended") from None
        finally:
            del self._asked[number]


# --- There: bots answer ---------------------------------------------------------------------------

Decide = Callable[[Question], Awaitable[Choice]]
"""Returns a decision, or raises ``Unanswered`` with the reason why there is none."""


class BotHost:
    """Answers the questions of servers that have the secret.

    Args:
        secret: the secret of both machines.
        places: the number of bots that can think here at once.
        most: the most open questions.
        decide: returns a decision.
    """

    def __init__(self, secret: str, places: int, most: int, decide: Decide) -> None:
        self._secret, self._places, self._most, self._decide = secret, places, most, decide
        self._lines = self._under_way = 0

    async def listen(self, host: str, port: int) -> Server:
        """Listen for servers; pages in browsers are refused."""
        quiet = logging.getLogger(f"{__name__}.lines")
        quiet.setLevel(logging.CRITICAL)  # otherwise every port scan would log a traceback
        return await serve(
            self._attend,
            host,
            port,
            origins=[None],
            compression=None,
            max_size=MOST_QUESTION,
            open_timeout=HELLO_S,
            ping_interval=PING_S,
            ping_timeout=PING_S,
            close_timeout=1,
            logger=quiet,
        )

    async def _attend(self, line: ServerConnection) -> None:
        """Serve a line until it ends."""
        self._lines += 1
        tasks: set[asyncio.Task[None]] = set()
        try:
            if self._lines > MOST_LINES:
                raise _Refused("too many lines are open")
            async with asyncio.timeout(HELLO_S):
                await _greet_there(line, self._secret, self._places)
            async for text in line:
                task = asyncio.create_task(self._answer(line, *read_question(text)))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        except ConnectionClosed as closed:
            if closed.sent is not None and closed.sent.code == _TOO_BIG:
                _log.warning("a frame of more than %d bytes has ended its line", MOST_QUESTION)
        except (_Refused, ValueError, TimeoutError) as error:
            why = str(error) or "it has not greeted in time"
            _log.warning("a line is refused: %s", why)
            with suppress(ConnectionClosed):
                await line.send(json.dumps({"t": "bye", "text": why}))
                await line.close(_FAREWELL)
        finally:
            self._lines -= 1
            for task in tasks:
                task.cancel()

    async def _answer(self, line: ServerConnection, number: int, question: Question) -> None:
        if self._under_way >= self._most:
            said = {"t": "no", "id": number, "text": "too many questions wait"}
        else:
            self._under_way += 1
            try:
                said = {"t": "move", "id": number, **(await self._decide(question))._asdict()}
            except Exception as error:
                if not isinstance(error, Unanswered):
                    _log.error("%s: %s", question.player, type(error).__name__)
                text = str(error) if isinstance(error, Unanswered) else type(error).__name__
                said = {"t": "no", "id": number, "text": text}
            finally:
                self._under_way -= 1
        with suppress(ConnectionClosed):
            await line.send(json.dumps(said))


_TOO_BIG = 1009
"""The close code of a frame that is too long."""
