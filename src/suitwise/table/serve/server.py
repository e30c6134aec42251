"""The HTTP and WebSocket server of tables: its routes, request checks, configuration and start.

``server`` makes a uvicorn server from a ``Setup``; ``app`` makes the ASGI application inside it.
"""

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
from suitwise.table.serve import admission, logs
from suitwise.table.serve.limits import Descriptors, Limits, most_descriptors, raise_descriptors
from suitwise.table.serve.processes.bots import HINT_S, LATE_S, THINK_S, BotWorkers
from suitwise.table.serve.processes.elsewhere import Elsewhere
from suitwise.table.serve.registry import DRAINING, Registry, Retention, metrics
from suitwise.table.serve.shards.slots import OwnSlots
from suitwise.table.serve.statics import AT_ROOT, Asset, Assets
from suitwise.table.serve.stewarding import BANNED, Steward
from suitwise.table.serve.store import Store, Unready
from suitwise.table.serve.store.health import FULL
from suitwise.table.serve.store.schema import LEASE_S
from suitwise.table.serve.web.admin import admin_routes
from suitwise.table.serve.web.requests import refusal
from suitwise.table.serve.web.routes import api_routes, games
from suitwise.table.serve.websocket import Connection

_log = logging.getLogger(__name__)
_FOREVER, _REVALIDATE = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class Options:
    """The ways in which the server is reached from outside.

    Args:
        origins: other origins whose pages may send requests, such as ``https://cards.example``.
        behind_tls: whether a proxy in front of it speaks TLS.
        names: host names that it answers to, such as ``cards.example``, besides this machine's own and
            the address that it listens on.
        ready_s: the seconds for which the answer of the readiness check is cached.
        base: the path below which it stands, such as ``/cards``; a proxy may leave it out or pass it on.
        admin_secret: the secret of the page of whoever runs it; without one there is none.
    """

    origins: tuple[str, ...] = ()
    behind_tls: bool = False
    names: tuple[str, ...] = ()
    ready_s: float = 5
    base: str = ""
    admin_secret: str = field(default="", repr=False)


def app(registry: Registry, assets: Assets, options: Options = Options()) -> Starlette:
    """Return the ASGI application for a registry of tables.

    Args:
        registry: the tables.
        assets: the files of the page.
        options: how the server is reached from outside.
    """
    steward = Steward(registry)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        await registry.start()
        await steward.start()
        # Import the games before the home screen asks for their list.
        listing = asyncio.create_task(asyncio.to_thread(games))
        try:
            # the state that connections need before their first request
            yield {
                "addresses": registry.addresses,
                "steward": steward,
                "base": options.base,
                "limits": registry.limits,
                "figures": registry.services.figures,
                "descriptors": Descriptors(most_descriptors(), time.monotonic),
            }
        finally:
            await listing
            await registry.close()

    application = Starlette(routes=_routes(registry, assets, options, steward), lifespan=life)
    application.add_middleware(_Guard, options=options)
    return application


def _routes(
    registry: Registry, assets: Assets, options: Options, steward: Steward
) -> list[BaseRoute]:
    async def page(request: Request) -> Response:
        return file_response(assets.page, request, _REVALIDATE)

    async def static(request: Request) -> Response:
        is_current = request.path_params["version"] == assets.version
        asset = assets.files.get(request.path_params["path"]) if is_current else None
        if asset is None:
            return PlainTextResponse("no such file", 404)
        return file_response(asset, request)

    async def at_root(request: Request) -> Response:
        asset = assets.files.get(request.url.path[1:])
        if asset is None:
            return PlainTextResponse("no such file", 404)
        return file_response(asset, request, _REVALIDATE)

    readiness = Readiness(registry.store.check, options.ready_s)

    async def healthy(request: Request) -> Response:
        fault = DRAINING if registry.is_draining else None
        fault = _NO_SLOTS if registry.has_no_slots else fault or await readiness.fault()
        if fault is not None:
            return refusal(503, fault, request)
        is_full = registry.services.bot_workers.is_full
        return PlainTextResponse(
            "ok, but quick bots decide for strong ones\n" if is_full else "ok\n"
        )

    async def alive(_: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def prometheus(request: Request) -> Response:
        if not admission.is_from_here(request):
            return PlainTextResponse("only for this machine", 403)
        return PlainTextResponse(metrics(registry))

    async def websocket(socket: WebSocket) -> None:
        with registry.addresses.socket(admission.address_of(socket)) as is_allowed:
            if is_allowed:
                await Connection(socket, registry).serve()
            else:
                await socket.close(4429)

    return [
        Route("/", page),
        Route("/t/{code}", page),
        Route("/s/{version}/{path:path}", static),
        *(Route(f"/{name}", at_root) for name in AT_ROOT),
        *api_routes(registry),
        *admin_routes(registry, steward, options.admin_secret, behind_tls=options.behind_tls),
        Route("/healthz", healthy),
        Route("/livez", alive),
        Route("/metrics", prometheus),
        WebSocketRoute("/ws", websocket),
        WebSocketRoute("/ws/{code}", websocket),
    ]


def file_response(asset: Asset, request: Request, caching: str = _FOREVER) -> Response:
    """Return a file of the page, gzipped if the browser accepts that."""
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if asset.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            asset.packed, media_type=asset.kind, headers={**headers, "content-encoding": "gzip"}
        )
    return Response(asset.plain, media_type=asset.kind, headers=headers)


_NO_SLOTS = phrase("table.no-slots", "this server has no slots: others keep all tables")


class Readiness:
    """A cached check of whether tables can be saved.

    Args:
        check: the check, which raises ``Unready``.
        kept_s: the seconds for which its answer is cached.
        late_s: the time limit of the check; after it the file counts as unwritable.
    """

    def __init__(
        self, check: Callable[[], Awaitable[None]], kept_s: float, late_s: float = 5
    ) -> None:
        self._check, self._kept_s, self._late_s = check, kept_s, late_s
        self._answer: asyncio.Task[Phrase | None] | None = None
        self._until = 0.0

    async def fault(self) -> Phrase | None:
        """Return the reason why tables can't be saved; None if they can."""
        if self._answer is None or (self._answer.done() and time.monotonic() >= self._until):
            self._answer = asyncio.create_task(self._run_check())
        return await asyncio.shield(self._answer)

    async def _run_check(self) -> Phrase | None:
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


# --- Checks and headers of every request ----------------------------------------------------------


class _Guard:
    """Middleware that refuses foreign hosts and origins, and sets the security headers.

    It also limits the requests that an address may have under way, and logs each.

    Args:
        app: the application behind it.
        options: how the server is reached from outside.
    """

    def __init__(self, app: ASGIApp, options: Options) -> None:
        self._app, self._options = app, options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        status, begun, path = 0, time.perf_counter(), scope["path"]
        base = self._options.base
        if base and f"{path}/".startswith(f"{base}/"):
            scope = {**scope, "path": path.removeprefix(base) or "/"}

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close":
                status = status or 403  # closed before it was accepted
            else:
                status = message.get("status", status)
            await send(message)

        try:
            await self._answer(scope, receive, send_noted)
        finally:
            method = scope.get("method", "WS")
            address = admission.address_of(HTTPConnection(scope))
            logs.note_request(address, method, path, status, begun)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
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
        if scope["state"]["steward"].bans_address((scope.get("client") or ("",))[0]):
            await _refuse(scope, receive, send, 403, BANNED)
            return
        added = page_headers(headers.get("host", ""), self._options)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                told.update({name: value for name, value in added.items() if name not in told})
            await send(message)

        if scope["type"] == "websocket":  # its route counts it
            await self._app(scope, receive, send_with_headers)
            return
        with scope["state"]["addresses"].request(
            admission.address_of(HTTPConnection(scope))
        ) as is_allowed:
            if is_allowed:
                await self._app(scope, receive, send_with_headers)
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
    answer = refusal(status, why, HTTPConnection(scope))
    answer.headers["connection"] = "close"  # the rest of the request is not read
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(answer)
    else:
        await answer(scope, receive, send)


def is_ours(host: str, names: Collection[str]) -> bool:
    """Return whether a request is meant for this server, judging by its Host header.

    A page of another site can point its own name at this machine and then send requests as if it were
    our page (DNS rebinding), but the requests carry its name.

    Args:
        host: the Host header, with or without a port.
        names: the server's names and addresses besides ``localhost`` and loopback addresses.

    >>> is_ours("LOCALHOST:8042", ()), is_ours("[::1]:8042", ()), is_ours("127.0.0.1", ())
    (True, True, True)
    >>> is_ours("cards.example:443", ["cards.example"]), is_ours("evil.example", ["cards.example"])
    (True, False)
    """
    name = admission.name_of(host)
    return admission.is_own_name(name) or name in map(admission.name_of, names)


def is_own(headers: Mapping[str, str], others: tuple[str, ...]) -> bool:
    """Return whether a request comes from our own page, an allowed origin, or a program (no Origin).

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
    """Return the security headers of every answer: only our own files run, and nobody may frame us."""
    scheme = "wss" if options.behind_tls else "ws"
    socket_origin = f" {scheme}://{host}" if admission.HOST.fullmatch(host) else ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self'{socket_origin}; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }


# --- Configuration and start ----------------------------------------------------------------------

_ACCEPT_AT_ONCE, _BACKLOG = 4, 2048
"""The connections that the event loop accepts in one go, and those that may wait in the system's queue.

uvicorn's ``backlog`` sets both. The first must be small, so that a burst can't use up the reserved
descriptors before any connection is looked at; so the second is raised after the start."""
_GC_THRESHOLD = 20_000
"""The garbage collector's first threshold; Python's own is 700."""


@dataclass(frozen=True)
class Setup:
    """The configuration of a server.

    Args:
        path: the file of tables.
        host: the address to listen on.
        port: the port; 0 for any free one.
        durability: ``power`` or ``process``, as in ``Store``.
        lease_s: the lease on the file in seconds, as in ``Store``.
        slots: the file of the map of slots; None if this server keeps all tables.
        shard: the name of this server in that map.
        options: how the server is reached from outside.
        trusted_proxy: the address of a proxy that forwards client addresses; empty for none.
        limits: the limits on clients.
        pace: waiting times for every table, in place of those of its house rules.
        keys: returns the keys of deals; by default they are random.
        late_s: the time limit of a bot in seconds.
        hint_s: the time limit of a hint in seconds.
        think_s: the strongest bot's thinking time for a hint in seconds.
        bots: the processes in which strong bots think; None for one less than cores, 4 at most.
        bots_at: other machines where bots think, as ``wss://bots.example``.
        bots_secret: the secret of those machines.
        compiles: whether to compile all games in the background if they never have been.
        imports: modules that register further players, imported here and in the bots' processes.
        loop: the event loop; ``auto`` is uvloop if it is installed, otherwise ``asyncio``.
        retention: how long tables are kept.

    >>> Setup(Path("tables.db"), port=0).host
    '127.0.0.1'
    """

    path: Path
    host: str = "127.0.0.1"
    port: int = 8042
    durability: str = "power"
    lease_s: float = LEASE_S
    slots: Path | None = None
    shard: str = ""
    options: Options = field(default_factory=Options)
    trusted_proxy: str = ""
    limits: Limits = field(default_factory=Limits)
    pace: Pace | None = None
    keys: Callable[[], bytes] | None = None
    late_s: float = LATE_S
    hint_s: float = HINT_S
    think_s: float = THINK_S
    bots: int | None = None
    bots_at: tuple[str, ...] = ()
    bots_secret: str = field(default="", repr=False)
    compiles: bool = False
    imports: tuple[str, ...] = ()
    loop: Literal["auto", "asyncio", "uvloop"] = "auto"
    retention: Retention = field(default_factory=Retention)


class _Server(uvicorn.Server):
    """A uvicorn server that reports its port, and ends when another process takes the file.

    In that case ``run`` and ``serve`` raise ``Taken``.
    """

    def __init__(
        self, config: uvicorn.Config, registry: Registry, ready: Callable[[int], None]
    ) -> None:
        super().__init__(config)
        self.registry, self._ready = registry, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening and report the port."""
        await super().startup(sockets=sockets)
        if self.started:
            for one in self.servers:
                _raise_backlog(one.sockets)
            self._ready(self.servers[0].sockets[0].getsockname()[1])
            self._watch = asyncio.create_task(self._end_when_lost())
            self._tuning = asyncio.create_task(_tune_gc())

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the end."""
        await super().serve(sockets)
        if self.registry.file_taken.is_set():
            raise self.registry.store.why_lost()

    async def _end_when_lost(self) -> None:
        await self.registry.file_taken.wait()
        self.should_exit = True


def _raise_backlog(listening: Sequence[socket.socket]) -> None:
    """Let the system queue more connections than are accepted in one go."""
    for one in listening:
        with socket.fromfd(one.fileno(), one.family, one.type) as same:
            same.listen(_BACKLOG)


async def _tune_gc() -> None:
    """Exempt the imported modules from garbage collection, and collect less often.

    A change of a table leaves hundreds of objects that live until the next change, but no cycles.
    """
    await asyncio.to_thread(games)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD, 20, 20)


def server(setup: Setup, ready: Callable[[int], None] = lambda port: None) -> uvicorn.Server:
    """Return a server; start it with ``run``, or with ``serve`` in an event loop.

    Args:
        setup: its configuration.
        ready: called with the port once the server listens.

    Raises:
        SuitwiseError: another process owns the file, it is not a file of tables, the map of slots does
            not name this shard, or a module of players can't be imported.
        OSError: the file can't be opened.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     ready = lambda port: setattr(served, "should_exit", True)
    ...     served = server(Setup(Path(folder, "tables.db"), port=0), ready)
    ...     served.run()  # ends at once because of should_exit
    """
    raise_descriptors()
    import_players(setup.imports)
    words = {lang: page_words(lang) for lang in LANGUAGES}
    assets = Assets.read(words, base=setup.options.base)
    store = Store(setup.path, setup.durability, setup.lease_s)
    try:
        slots = setup.slots and OwnSlots(setup.slots, setup.shard, setup.path)
    except BaseException:
        store.close()
        raise
    limits = replace(setup.limits, proxies=setup.trusted_proxy)
    bot_workers = BotWorkers(
        setup.late_s,
        setup.hint_s,
        setup.think_s,
        most=setup.bots,
        compiles=setup.compiles,
        imports=setup.imports,
        elsewhere=[Elsewhere(url, setup.bots_secret) for url in setup.bots_at],
    )
    registry = Registry(
        store, bot_workers, limits, setup.pace, setup.keys, slots or None, setup.retention
    )
    options = replace(setup.options, names=(*setup.options.names, setup.host))
    config = uvicorn.Config(
        app(registry, assets, options),
        host=setup.host,
        port=setup.port,
        loop=setup.loop,
        http=admission.LimitedHttp,
        ws=admission.LimitedWebSocket,
        backlog=_ACCEPT_AT_ONCE,
        ws_max_size=setup.limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # clients send pings; silent ones are closed
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(setup.trusted_proxy),
        forwarded_allow_ips=setup.trusted_proxy or None,
        timeout_graceful_shutdown=5,
    )
    return _Server(config, registry, ready)
