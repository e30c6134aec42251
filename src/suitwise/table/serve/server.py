"""The routes of the server, what every answer says to the browser, and who may ask at all."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.serve.admission import HOST, address_of, is_machine, name_of
from suitwise.table.serve.games import games
from suitwise.table.serve.hub import Hub, metrics
from suitwise.table.serve.limits import Descriptors, is_loopback, most_descriptors
from suitwise.table.serve.statics import AT_ROOT, Asset, Assets
from suitwise.table.serve.store import Unready
from suitwise.table.serve.store.schema import FULL
from suitwise.table.serve.web.asked import refused
from suitwise.table.serve.web.routes import api_routes
from suitwise.table.serve.websocket import Wire

_log = logging.getLogger(__name__)
_FOREVER, _ANEW = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class Options:
    """How the server stands in the world.

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


def app(hub: Hub, assets: Assets, options: Options = Options()) -> Starlette:
    """Return the server of some tables.

    Args:
        hub: the tables.
        assets: the page.
        options: how it stands in the world.
    """

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        await hub.start()
        # Games are imported while nobody waits for them; the home screen asks for them first.
        listed = asyncio.create_task(asyncio.to_thread(games))
        try:
            # connections are counted, and timed, before they ask for anything
            yield {
                "addresses": hub.addresses,
                "limits": hub.limits,
                "descriptors": Descriptors(most_descriptors(), time.monotonic),
            }
        finally:
            await listed
            await hub.close()

    made = Starlette(routes=_routes(hub, assets, options), lifespan=life)
    made.add_middleware(_Guard, options=options)
    return made


def _routes(hub: Hub, assets: Assets, options: Options) -> list[BaseRoute]:
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

    readiness = Readiness(hub.store.check, options.ready_s)

    async def healthy(request: Request) -> Response:
        fault = await readiness.fault()
        return PlainTextResponse("ok\n") if fault is None else refused(503, fault, request)

    async def alive(_: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def measured(request: Request) -> Response:
        is_passed_on = "x-forwarded-for" in request.headers or "forwarded" in request.headers
        if is_passed_on or not is_loopback(address_of(request)):
            return PlainTextResponse("only for this machine", 403)
        return PlainTextResponse(metrics(hub))

    async def wire(socket: WebSocket) -> None:
        with hub.addresses.socket(address_of(socket)) as may:
            if may:
                await Wire(socket, hub).serve()
            else:
                await socket.close(4429)

    return [
        Route("/", page),
        Route("/t/{code}", page),
        Route("/s/{version}/{path:path}", static),
        *(Route(f"/{name}", at_root) for name in AT_ROOT),
        *api_routes(hub),
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
    """Whether tables can be kept, looked at once in a while however often it is asked.

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
    """Tell whether a request is meant for this server, by the ``Host`` that it names.

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
    """Tell whether a page that asks is our own, or one of those that may; programs name no origin.

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
