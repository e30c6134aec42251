"""The requests that are not a socket's: make a table, what is known of one, its record, the games."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from suitwise.catalogue import STRONGEST
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, TypedName, phrase, reason_of
from suitwise.game import Game, load
from suitwise.table.rules.forms import FORMS, MOST_NAME, why_no_name
from suitwise.table.rules.house import BadHouse, House
from suitwise.table.rules.replaying import MOST_MOVES, BadRecord
from suitwise.table.rules.seats import Chair, bot_name, digest, why_no_player
from suitwise.table.rules.table import Table
from suitwise.table.serve.door import GUESSED, address_of, may_guess, note_guess
from suitwise.table.serve.games import games
from suitwise.table.serve.hub import Hub, facts_of
from suitwise.table.serve.processes.replays import TooManyError
from suitwise.table.serve.room import Room, clock
from suitwise.table.serve.shown.audiences import Closed, seat_of
from suitwise.table.serve.shown.records import opened, opened_deal
from suitwise.table.serve.shown.rendering import names_of, said
from suitwise.table.serve.store import NotKept

MOST_BODY = 16 * 1024
MOST_RECORD = 1024 * 1024
"""The most bytes of a record that somebody opens."""
BODY_S = 10.0
"""How long a request's body may take to come."""
_DEAL = re.compile("[1-9][0-9]{0,5}")
Answer = Callable[[Request], Awaitable[Response]]


class BadRequest(Exception):
    """A request that is refused.

    Args:
        status: the HTTP status.
        why: the reason.
    """

    def __init__(self, status: int, why: Phrase) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def api_routes(hub: Hub) -> list[Route]:
    """Return the routes of the requests about tables."""

    async def make(request: Request) -> Response:
        if not hub.addresses.may_make(address_of(request)):
            raise BadRequest(429, phrase("table.too-many-made", "too many tables were made; wait"))
        return JSONResponse(await made(hub, await body_of(request)), 201)

    async def facts(request: Request) -> Response:
        return JSONResponse(facts_of(await room_of(hub, request)))

    async def record(request: Request) -> Response:
        _, plain = await _opened(hub, request)
        return JSONResponse(plain)

    async def replay(request: Request) -> Response:
        table, plain = await _opened(hub, request)
        if not plain["deals"]:
            raise BadRequest(
                404, phrase("table.nothing-over", "no deal is over yet: ask again then")
            )
        return await _replayed(hub, request, json.dumps(plain), names_of(table))

    async def replay_file(request: Request) -> Response:
        data = await sent_by(request, MOST_RECORD)
        return await _replayed(hub, request, data.decode("utf-8", "replace"))

    async def listed(_: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(games))

    return [
        Route("/api/tables", answering(make), methods=["POST"]),
        Route("/api/tables/{code}", answering(facts)),
        Route("/api/tables/{code}/record", answering(record)),
        Route("/api/tables/{code}/replay", answering(replay)),
        Route("/api/replay", answering(replay_file), methods=["POST"]),
        Route("/api/games", answering(listed)),
    ]


async def _opened(hub: Hub, request: Request) -> tuple[Table, dict[str, Any]]:
    """Return a table and what whoever sits there may read of its record."""
    room = await room_of(hub, request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    seat_of(room.table, token if scheme == "Bearer" else "")
    return room.table, _record(room.table, request.query_params.get("deal"))


async def _replayed(hub: Hub, request: Request, text: str, names: tuple[str, ...] = ()) -> Response:
    """Return a record as the page shows it."""
    try:
        data = await hub.replays.packed(text, _lang(request), names, address_of(request))
    except BadRecord as error:
        raise BadRequest(400, error.why) from None
    except TooManyError:
        why = phrase("table.too-many-replays", "too many records are being opened; wait a moment")
        raise BadRequest(429, why) from None
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        data = await asyncio.to_thread(gzip.decompress, data)
    return Response(data, media_type="application/json", headers=headers)


def _lang(request: Request) -> str:
    return "zh" if request.headers.get("accept-language", "").startswith("zh") else "en"


def _record(table: Table, deal: str | None) -> dict[str, Any]:
    """Return what is open of a table's record, or of that of one deal."""
    if deal is None:
        return opened(table)
    if not _DEAL.fullmatch(deal):
        raise BadRequest(400, phrase("table.which-deal", "deal is a number from 1"))
    found = opened_deal(table, int(deal))
    if isinstance(found, Phrase):
        raise BadRequest(404, found)
    return found


async def room_of(hub: Hub, request: Request) -> Room:
    """Return the table that a request names.

    Raises:
        Closed: there is none.
        BadRequest: whoever asks has named too many that are none.
    """
    if not may_guess(hub, request):
        raise BadRequest(429, GUESSED)
    try:
        return await hub.room(request.path_params["code"])
    except Closed as closed:
        note_guess(hub, request, closed)
        raise


def answering(answer: Answer) -> Answer:
    """Return an answer that is a refusal in the asker's language where the request can't be met."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except BadRequest as error:
            return refused(error.status, error.why, request)
        except Closed as closed:
            status = 404 if closed.code == 4404 else 403
            return refused(status, closed.why, request)
        except NotKept:
            why = phrase(
                "table.not-kept", "the server can't keep this, so nothing has changed; try again"
            )
            return refused(503, why, request)

    return answered


def refused(status: int, why: Phrase | None, request: Request) -> JSONResponse:
    """Return the answer to a request that is refused."""
    code = "table.refused" if why is None else why.code
    return JSONResponse({"t": "error", "code": code, "text": said(why, _lang(request))}, status)


async def body_of(request: Request) -> dict[str, Any]:
    """Return the object that a request brings.

    Raises:
        BadRequest: it brings none, or one that is too long.
    """
    try:
        plain = json.loads(await sent_by(request, MOST_BODY))
    except (ValueError, RecursionError):
        plain = None
    if not isinstance(plain, dict):
        raise BadRequest(400, phrase("table.no-json", "a message is a JSON object"))
    return plain


async def sent_by(request: Request, most: int) -> bytearray:
    """Return the bytes that a request brings.

    Raises:
        BadRequest: they are too many, or do not come in time.
    """
    try:
        async with asyncio.timeout(BODY_S):
            return await _read(request, most)
    except ClientDisconnect:  # nobody will read this
        raise BadRequest(400, phrase("table.no-json", "a message is a JSON object")) from None
    except TimeoutError:
        raise BadRequest(408, phrase("table.too-late", "this took too long to come")) from None


async def _read(request: Request, most: int) -> bytearray:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise BadRequest(
                413, phrase("table.too-long", "a message has at most {n} bytes", n=most)
            )
    return data


# --- Making a table -------------------------------------------------------------------------------


async def made(hub: Hub, asked: dict[str, Any]) -> dict[str, Any]:
    """Make a table as it is asked for; return its links.

    Raises:
        BadRequest: there can be no such table.
        NotKept: the file did not take it.
    """
    game, house = _game(asked.get("variant")), _house(asked.get("house", {}))
    kinds = _kinds(game, asked.get("seats"))
    tokens = [secrets.token_urlsafe(24) if kind == "human" else None for kind in kinds]
    name = _name(asked.get("name", ""))
    host = next(iter([at for at, kind in enumerate(kinds) if kind == "human"]), None)
    chairs = [
        _chair(kind, at, token, name if at == host else "")
        for at, (kind, token) in enumerate(zip(kinds, tokens, strict=True))
    ]
    room = await hub.make(str(game), house, chairs)
    code = room.table.code
    links = [None if token is None else f"/t/{code}#{token}" for token in tokens]
    return {
        "table": code,
        "host": None if host is None else links[host],
        "seats": links,
        "join": f"/t/{code}",
    }


def _chair(kind: str, seat: int, token: str | None, name: str) -> Chair:
    if token is not None:
        return Chair("human", name, token=digest(token), away_since=clock())
    if kind == "open":
        return Chair()
    return Chair("bot", bot_name(seat), kind)


def _game(variant: object) -> Game[Any]:
    if not isinstance(variant, str) or len(variant) > 500:
        raise BadRequest(400, phrase("table.no-variant", "variant is the text of a game's variant"))
    try:
        game = load(variant)
    except SuitwiseError as error:
        raise BadRequest(400, reason_of(error)) from None
    if (game.facts.longest_game or 0) > MOST_MOVES:
        raise BadRequest(
            400, phrase("table.too-big", "a game at a table has at most {n} moves", n=MOST_MOVES)
        )
    return game


def _house(plain: object) -> House:
    if not isinstance(plain, dict):
        raise BadRequest(400, phrase("table.no-house", "house is an object of the table's rules"))
    try:
        return House.of(plain)
    except BadHouse as error:
        raise BadRequest(400, error.reason) from None


def _name(name: Any) -> str:
    if not FORMS["name"](name):
        raise BadRequest(400, phrase("table.bad-name", "a name has at most {n} signs", n=MOST_NAME))
    fault = why_no_name(name)
    if fault is not None:
        raise BadRequest(400, fault)
    return " ".join(name.split())


def _kinds(game: Game[Any], asked: object) -> Sequence[str]:
    """Return who is asked to sit where: ``human``, ``open``, or a player's text."""
    seats = game.facts.seats
    kinds = ["human", *[STRONGEST] * (seats - 1)] if asked is None else asked
    if not isinstance(kinds, list) or len(kinds) != seats:
        raise BadRequest(
            400,
            phrase(
                "table.n-seats", "{game} has {n} seats", game=TypedName(game.name, "game"), n=seats
            ),
        )
    for kind in kinds:
        if kind not in ("human", "open"):
            _refuse_no_player(game, kind)
    return kinds


def _refuse_no_player(game: Game[Any], kind: object) -> None:
    if not isinstance(kind, str) or len(kind) > 64:
        raise BadRequest(
            400, phrase("table.no-kind", "a seat is human, open, or the name of a player")
        )
    fault = why_no_player(game, kind)
    if fault is not None:
        raise BadRequest(400, fault)
