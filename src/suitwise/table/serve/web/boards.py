"""Boards: which games have one, and their answers about positions that anybody sets up."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.foundation.text.quoting import quoted
from suitwise.table.serve.door import address_of
from suitwise.table.serve.hub import Hub
from suitwise.table.serve.processes.boards import Asking, listed
from suitwise.table.serve.processes.queues import TooManyError
from suitwise.table.serve.web.asked import BadRequest, answering, body_of, lang_of

MOST_FIELDS = 24
"""The most fields of a question."""
MOST_MORE = 1_000_000_000


def board_routes(hub: Hub) -> list[Route]:
    """Return the routes of the requests about boards."""

    async def boards(_: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(listed))

    async def answer(request: Request) -> Response:
        asking = _asking(await body_of(request), request)
        known = await asyncio.to_thread(listed)
        if asking.game not in [one["game"] for one in known]:
            game = quoted(asking.game)
            raise BadRequest(404, phrase("table.no-board", "{game} has no board", game=game))
        try:
            found = await hub.boards.answered(asking, address_of(request))
        except TooManyError:
            why = phrase("table.too-many-boards", "too many are asking; wait a moment")
            raise BadRequest(429, why) from None
        if isinstance(found, Phrase):
            raise BadRequest(400, found)
        headers = {"cache-control": "no-store"}
        return Response(found, media_type="application/json", headers=headers)

    return [
        Route("/api/board", answering(boards)),
        Route("/api/board/{game}", answering(answer), methods=["POST"]),
    ]


def _asking(plain: dict[str, Any], request: Request) -> Asking:
    """Return what a request asks.

    Raises:
        BadRequest: it is not of the form.
    """
    ask, fields, more = plain.get("ask"), plain.get("fields"), plain.get("more", 0)
    is_form = (
        isinstance(ask, str)
        and isinstance(fields, dict)
        and len(fields) <= MOST_FIELDS
        and all(isinstance(text, str) for text in fields.values())
        and type(more) is int
        and 0 <= more <= MOST_MORE
    )
    if not is_form:
        why = phrase(
            "table.no-question",
            "ask is a question's name, fields are texts by their names, more is a number",
        )
        raise BadRequest(400, why)
    assert isinstance(ask, str)
    assert isinstance(fields, dict)
    return Asking(request.path_params["game"], ask, fields, more, lang_of(request))
