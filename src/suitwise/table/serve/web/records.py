"""Records of tables and of anybody: read by whoever may, or played again."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.rules.replaying import BadRecord
from suitwise.table.rules.table import Table
from suitwise.table.serve.door import address_of
from suitwise.table.serve.hub import Hub
from suitwise.table.serve.processes.queues import TooManyError
from suitwise.table.serve.shown.audiences import seat_of
from suitwise.table.serve.shown.records import opened, opened_deal
from suitwise.table.serve.shown.rendering import names_of
from suitwise.table.serve.web.asked import BadRequest, answering, lang_of, room_of, sent_by

MOST_RECORD = 1024 * 1024
"""The most bytes of a record that somebody opens."""
_DEAL = re.compile("[1-9][0-9]{0,5}")


def record_routes(hub: Hub) -> list[Route]:
    """Return the routes of the requests about records."""

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

    return [
        Route("/api/tables/{code}/record", answering(record)),
        Route("/api/tables/{code}/replay", answering(replay)),
        Route("/api/replay", answering(replay_file), methods=["POST"]),
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
        data = await hub.replays.packed(text, lang_of(request), names, address_of(request))
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
