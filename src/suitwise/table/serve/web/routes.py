"""The requests that are not a socket's, by what they are about."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from suitwise.foundation.text.phrases import phrase
from suitwise.table.serve.door import address_of
from suitwise.table.serve.games import games
from suitwise.table.serve.hub import Hub, facts_of
from suitwise.table.serve.web.asked import BadRequest, answering, body_of, room_of
from suitwise.table.serve.web.boards import board_routes
from suitwise.table.serve.web.days import day_routes
from suitwise.table.serve.web.making import made
from suitwise.table.serve.web.pictures import picture_routes
from suitwise.table.serve.web.records import record_routes


def api_routes(hub: Hub) -> list[Route]:
    """Return the routes of all requests that are not a socket's."""
    return [
        *_table_routes(hub),
        *record_routes(hub),
        *picture_routes(hub),
        *board_routes(hub),
        *day_routes(hub),
    ]


def _table_routes(hub: Hub) -> list[Route]:
    """Return those that make a table, ask what is known of one, and which games there are."""

    async def make(request: Request) -> Response:
        if not hub.addresses.may_make(address_of(request)):
            raise BadRequest(429, phrase("table.too-many-made", "too many tables were made; wait"))
        return JSONResponse(await made(hub, await body_of(request)), 201)

    async def facts(request: Request) -> Response:
        return JSONResponse(facts_of(await room_of(hub, request)))

    async def listed(_: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(games))

    return [
        Route("/api/tables", answering(make), methods=["POST"]),
        Route("/api/tables/{code}", answering(facts)),
        Route("/api/games", answering(listed)),
    ]
