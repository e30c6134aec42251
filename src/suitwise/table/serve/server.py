"""The server of tables: its routes, what holds for every answer, and how it is set up and run."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from suitwise.arena.seats import import_players
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.rules.house import Pace
from suitwise.table.rules.messages import LANGUAGES, page_words
from suitwise.table.serve.gate import Gate, Porch
from suitwise.table.serve.limits import (
    Descriptors,
    Limits,
    is_loopback,
    most_descriptors,
    raise_descriptors,
)
from suitwise.table.serve.processes.lanes import HINT_S, LATE_S, THINK_S, Thinkers
from suitwise.table.serve.registry import HOST, Registry, address_of, is_machine, metrics, name_of
from suitwise.table.serve.statics import AT_ROOT, Asset, Assets
from suitwise.table.serve.store import Store, Unready
from suitwise.table.serve.store.schema import FULL, LEASE_S
from suitwise.table.serve.web.requests import refused
from suitwise.table.serve.web.routes import api_routes, games
from suitwise.table.serve.websocket import Wire

_log = logging.getLogger(__name__)
_FOREVER, _ANEW = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class Options:
    """The server's names, origins and proxy.

    Args:
        origins: other origins whose pages may speak to it, as ``https://cards.example``.
        behind_tls: whether a proxy before it speaks TLS.
        names: the names by which it is asked for, as ``cards.example``, beside those of this machine
            and the address that it is asked at.
        ready_s: for how many seconds it says again whether it was ready.
    """

    origins: tuple[str, ...] = ()
    behind_tls: bool = False
    names: tuple[str, ...] = ()
    ready_s: float = 5


def app(registry: Registry, assets: Assets, options: Options = Options()) -> Starlette:
    """Return the server of some tables.

    Args:
        registry: the tables.
        assets: the page.
        options: how it stands in the world.
    """

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        await registry.start()
        # Games are imported while nobody waits for them; the home screen asks for them first.
        listed = asyncio.create_task(asyncio.to_thread(games))
        try:
            # connections are counted, and timed, before they ask for anything
            yield {
                "addresses": registry.addresses,
                "limits": registry.limits,
                "descriptors": Descriptors(most_descriptors(), time.monotonic),
            }
        finally:
            await listed
            await registry.close()

    made = Starlette(routes=_routes(registry, assets, options), lifespan=life)
    made.add_middleware(_Guard, options=options)
    return made


def _routes(registry: Registry, assets: Assets, options: Options) -> list[BaseRoute]:
    async def page(request: Request) -> Response:
        return sent(assets.page, request, _ANEW)

    async def static(request: Request) -> Response:
        is_ours = request.path_params["version"] == assets.version
        found = assets.files.get(request.path_params["path"]) if is_ours else None
        return PlainTextResponse("no such file", 404) if found is None else sent(found, request)

    async def at_root(request: Request) -> Response:
        found = assets.files.get(request.url.path[1:])
        if found is None:
            return PlainTextResponse("no such file", 404)
        return sent(found, request, _ANEW)

    readiness = Readiness(registry.store.check, options.ready_s)

    async def healthy(request: Request) -> Response:
        fault = await readiness.fault()
        return PlainTextResponse("ok\n") if fault is None else refused(503, fault, request)

    async def alive(_: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def measured(request: Request) -> Response:
        is_passed_on = "x-forwarded-for" in request.headers or "forwarded" in request.headers
        if is_passed_on or not is_loopback(address_of(request)):
            return PlainTextResponse("only for this machine", 403)
        return PlainTextResponse(metrics(registry))

    async def wire(socket: WebSocket) -> None:
        with registry.addresses.socket(address_of(socket)) as may:
            if may:
                await Wire(socket, registry).serve()
            else:
                await socket.close(4429)

    return [
        Route("/", page),
        Route("/t/{code}", page),
        Route("/s/{version}/{path:path}", static),
        *(Route(f"/{name}", at_root) for name in AT_ROOT),
        *api_routes(registry),
        Route("/healthz", healthy),
        Route("/livez", alive),
        Route("/metrics", measured),
        WebSocketRoute("/ws", wire),
    ]


def sent(asset: Asset, request: Request, cached: str = _FOREVER) -> Response:
    """Return a file as an answer, packed where the browser takes that."""
    headers = {"cache-control": cached, "vary": "accept-encoding"}
    if asset.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            asset.packed, media_type=asset.kind, headers={**headers, "content-encoding": "gzip"}
        )
    return Response(asset.plain, media_type=asset.kind, headers=headers)


class Readiness:
    """A cached check of whether tables can be kept.

    Args:
        check: looks, and raises ``Unready``.
        kept_s: for how many seconds its answer stands.
        late_s: after how many seconds without one the file is taken for one that takes nothing.
    """

    def __init__(
        self, check: Callable[[], Awaitable[None]], kept_s: float, late_s: float = 5
    ) -> None:
        self._check, self._kept_s, self._late_s = check, kept_s, late_s
        self._answer: asyncio.Task[Phrase | None] | None = None
        self._until = 0.0

    async def fault(self) -> Phrase | None:
        """Return why tables can't be kept, None where they can."""
        if self._answer is None or (self._answer.done() and time.monotonic() >= self._until):
            self._answer = asyncio.create_task(self._looked())
        return await asyncio.shield(self._answer)

    async def _looked(self) -> Phrase | None:
        try:
            await asyncio.wait_for(self._check(), self._late_s)
        except Unready as error:
            _log.error("not ready: %s", error)
            return error.why
        except TimeoutError:
            _log.error("not ready: the file has not answered for %g s", self._late_s)
            return FULL
        finally:
            self._until = time.monotonic() + self._kept_s
        return None


# --- What holds for every answer ------------------------------------------------------------------


class _Guard:
    """Refuses what another site's page asks, and who asks too much; tells browsers what our page may do.

    Args:
        app: what answers.
        options: how the server stands in the world.
    """

    def __init__(self, app: ASGIApp, options: Options) -> None:
        self._app, self._options = app, options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        here = (scope.get("server") or ("",))[0]
        if not is_ours(headers.get("host", ""), (here, *self._options.names)):
            await _refuse(scope, receive, send, 421, _FOREIGN)
            return
        if not is_own(headers, self._options.origins) and (
            scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        ):
            await _refuse(scope, receive, send, 403, _ORIGIN)
            return
        said = page_headers(headers.get("host", ""), self._options)

        async def saying(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(said)
            await send(message)

        if scope["type"] == "websocket":  # counted where it is opened
            await self._app(scope, receive, saying)
            return
        with scope["state"]["addresses"].request(address_of(HTTPConnection(scope))) as may:
            if may:
                await self._app(scope, receive, saying)
            else:
                await _refuse(scope, receive, send, 429, _TOO_MANY)


_TOO_MANY = phrase(
    "table.too-many-requests", "too many of your requests are under way; wait a moment"
)
_ORIGIN = phrase("table.origin", "a page of another site may not ask this")
_FOREIGN = phrase(
    "table.foreign-host",
    "the server does not answer to this name; whoever runs it can add it by {option}",
    option="--name",
)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: Phrase) -> None:
    answer = refused(status, why, HTTPConnection(scope))
    answer.headers["connection"] = "close"  # whatever more of the request may come
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(answer)
    else:
        await answer(scope, receive, send)


def is_ours(host: str, names: Collection[str]) -> bool:
    """Return whether a request is meant for this server, by the ``Host`` that it names.

    A page of another site can give its own name this machine's address and then ask as if it were our
    page (DNS rebinding); but it asks by its name.

    Args:
        host: what the request names, with a port or without.
        names: the server's names and addresses, beside those by which a machine calls itself.

    >>> is_ours("LOCALHOST:8042", ()), is_ours("[::1]:8042", ()), is_ours("127.0.0.1", ())
    (True, True, True)
    >>> is_ours("cards.example:443", ["cards.example"]), is_ours("evil.example", ["cards.example"])
    (True, False)
    """
    name = name_of(host)
    return is_machine(name) or name in map(name_of, names)


def is_own(headers: Mapping[str, str], others: tuple[str, ...]) -> bool:
    """Return whether a page that asks is our own, or one of those that may; programs name no origin.

    >>> is_own({"host": "a:1", "origin": "http://a:1"}, ()), is_own({"host": "a:1"}, ())
    (True, True)
    >>> is_own({"host": "a:1", "origin": "http://b:1"}, ())
    False
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    scheme, _, host = origin.partition("://")
    return origin in others or (scheme in ("http", "https") and host == headers.get("host"))


def page_headers(host: str, options: Options) -> dict[str, str]:
    """Return what is said to browsers with every answer: only our own files run, nobody frames us."""
    line = "wss" if options.behind_tls else "ws"
    at = f" {line}://{host}" if HOST.fullmatch(host) else ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self'{at}; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }


# --- The server as a program ----------------------------------------------------------------------

_ACCEPTED, _WAITING = 4, 2048
"""How many connections are accepted before any is looked at, by the event loop that accepts several at
once: few, so that they do not take the descriptors that are kept; and how many may wait for that."""
_NEW_OBJECTS = 20_000
"""The garbage collector's first threshold; Python's own is 700."""


@dataclass(frozen=True)
class Setup:
    """The configuration of a server.

    Args:
        path: the file of tables.
        host: the address to listen at.
        port: the port; 0 for any that is free.
        durability: ``power`` or ``process``, as ``Store`` has it.
        lease_s: how long the file stays with a server that says nothing, as ``Store`` has it.
        options: how it stands in the world.
        trusted_proxy: the address of a proxy that says who asks, empty for none.
        limits: how much anybody may ask for.
        pace: how long all tables wait, in place of what their houses say.
        keys: gives the keys of deals, in place of what nobody can guess.
        late_s: how many seconds a player may think.
        hint_s: how many seconds a hint may take.
        think_s: how many of these the strongest player thinks about it.
        compiles: whether the strongest players are compiled ahead, where they have never been.
        imports: the modules that make further players known, here and where players think.
        loop: the event loop: ``auto`` is uvloop where it is installed, else ``asyncio``.

    >>> Setup(Path("tables.db"), port=0).host
    '127.0.0.1'
    """

    path: Path
    host: str = "127.0.0.1"
    port: int = 8042
    durability: str = "power"
    lease_s: float = LEASE_S
    options: Options = field(default_factory=Options)
    trusted_proxy: str = ""
    limits: Limits = field(default_factory=Limits)
    pace: Pace | None = None
    keys: Callable[[], bytes] | None = None
    late_s: float = LATE_S
    hint_s: float = HINT_S
    think_s: float = THINK_S
    compiles: bool = False
    imports: tuple[str, ...] = ()
    loop: Literal["auto", "asyncio", "uvloop"] = "auto"


class _Server(uvicorn.Server):
    """uvicorn, which says when it listens, and ends when the file is lost to another process.

    Then ``run`` and ``serve`` raise ``Taken``.
    """

    def __init__(
        self, config: uvicorn.Config, registry: Registry, ready: Callable[[int], None]
    ) -> None:
        super().__init__(config)
        self.registry, self._ready = registry, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say at which port."""
        await super().startup(sockets=sockets)
        if self.started:
            for one in self.servers:
                _let_wait(one.sockets)
            self._ready(self.servers[0].sockets[0].getsockname()[1])
            self._watch = asyncio.create_task(self._end_when_lost())
            self._rest = asyncio.create_task(_settle())

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the end."""
        await super().serve(sockets)
        if self.registry.is_lost.is_set():
            raise self.registry.store.why_lost()

    async def _end_when_lost(self) -> None:
        await self.registry.is_lost.wait()
        self.should_exit = True


def _let_wait(listening: Sequence[socket.socket]) -> None:
    """Have the system hold more connections than are accepted at once."""
    for one in listening:
        with socket.fromfd(one.fileno(), one.family, one.type) as same:
            same.listen(_WAITING)


async def _settle() -> None:
    """Have what stays for ever looked at no more by the garbage collector, and the rest less often.

    A change of a table leaves hundreds of objects that live until the next one, and none in a circle.
    """
    await asyncio.to_thread(games)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 20)


def server(setup: Setup, ready: Callable[[int], None] = lambda port: None) -> uvicorn.Server:
    """Return a server that ``run`` starts, or ``serve`` in an event loop.

    Args:
        setup: how it is set up.
        ready: called with the port as soon as it listens.

    Raises:
        SuitwiseError: the file belongs to another process, or is none of tables; a module of players
            can't be imported.
        OSError: the file can't be opened.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     ready = lambda port: setattr(served, "should_exit", True)
    ...     served = server(Setup(Path(folder, "tables.db"), port=0), ready)
    ...     served.run()  # until it is told to end, here at once
    """
    raise_descriptors()
    import_players(setup.imports)
    words = {lang: page_words(lang) for lang in LANGUAGES}
    assets = Assets.read(words)
    store = Store(setup.path, setup.durability, setup.lease_s)
    limits = replace(setup.limits, proxies=setup.trusted_proxy)
    thinkers = Thinkers(
        setup.late_s,
        setup.hint_s,
        setup.think_s,
        compiles=setup.compiles,
        imports=setup.imports,
    )
    registry = Registry(store, thinkers, limits, setup.pace, setup.keys)
    options = replace(setup.options, names=(*setup.options.names, setup.host))
    config = uvicorn.Config(
        app(registry, assets, options),
        host=setup.host,
        port=setup.port,
        loop=setup.loop,
        http=Porch,
        ws=Gate,
        backlog=_ACCEPTED,
        ws_max_size=setup.limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # clients ping, and who is silent is closed
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(setup.trusted_proxy),
        forwarded_allow_ips=setup.trusted_proxy or None,
        timeout_graceful_shutdown=5,
    )
    return _Server(config, registry, ready)
