"""Records of tables and of anybody: read by whoever may, played again, or reviewed."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
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
from suitwise.table.serve.web.judged import Reader, lines_of

MOST_RECORD = 1024 * 1024
"""The most bytes of a record that somebody opens."""
_AT_ONCE_S = 1.0
"""So long a review may take to begin before its reader is told that it waits."""
_DEAL = re.compile("[1-9][0-9]{0,5}")


def record_routes(hub: Hub) -> list[Route]:
    """Return the routes of the requests about records."""

    async def record(request: Request) -> Response:
        *_, plain = await _opened(hub, request)
        return JSONResponse(plain)

    async def replay(request: Request) -> Response:
        table, _, plain = await _opened(hub, request)
        return await _replayed(hub, request, _over(plain), names_of(table))

    async def replay_file(request: Request) -> Response:
        data = await sent_by(request, MOST_RECORD)
        return await _replayed(hub, request, data.decode("utf-8", "replace"))

    async def review(request: Request) -> Response:
        table, seat, plain = await _opened(hub, request)
        reader = Reader(lang_of(request), names_of(table), seat)
        return await _reviewed(hub, request, _over(plain), reader)

    async def review_file(request: Request) -> Response:
        data = await sent_by(request, MOST_RECORD)
        return await _reviewed(
            hub, request, data.decode("utf-8", "replace"), Reader(lang_of(request))
        )

    return [
        Route("/api/tables/{code}/record", answering(record)),
        Route("/api/tables/{code}/replay", answering(replay)),
        Route("/api/replay", answering(replay_file), methods=["POST"]),
        Route("/api/tables/{code}/review", answering(review)),
        Route("/api/review", answering(review_file), methods=["POST"]),
    ]


async def _opened(hub: Hub, request: Request) -> tuple[Table, int | None, dict[str, Any]]:
    """Return a table, the seat of whoever asks, and what may be read of its record there."""
    room = await room_of(hub, request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    seat = seat_of(room.table, token if scheme == "Bearer" else "")
    return room.table, seat, _record(room.table, request.query_params.get("deal"))


def _over(plain: dict[str, Any]) -> str:
    """Return the text of the deals of a record that are over."""
    if not plain["deals"]:
        raise BadRequest(404, phrase("table.nothing-over", "no deal is over yet: ask again then"))
    return json.dumps(plain)


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


async def _reviewed(hub: Hub, request: Request, text: str, reader: Reader) -> Response:
    """Return the review of a record, line by line as it is worked out."""
    try:
        job = hub.reviews.asked(text, address_of(request))
    except TooManyError:
        why = phrase("table.too-many-reviews", "too many reviews are under way; wait a moment")
        raise BadRequest(429, why) from None
    await job.begun(_AT_ONCE_S)
    if job.fault is not None:
        raise BadRequest(400, job.fault)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(
        lines_of(job, reader), media_type="application/x-ndjson", headers=headers
    )


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
