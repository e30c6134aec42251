"""Deals of the day and boards: which there are, their tables, and answers about positions set up."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from suitwise.foundation.text.phrases import Phrase, phrase, quoted
from suitwise.game import OVER, Record, load
from suitwise.table.rules.chance import (
    as_day,
    daily_of,
    day_before,
    games,
    level_at,
    variant_of,
    why_no_deal,
)
from suitwise.table.rules.running.state import ENDED
from suitwise.table.rules.table import Table
from suitwise.table.serve.admission import address_of
from suitwise.table.serve.hub import Hub
from suitwise.table.serve.processes.boards import SEAT, Asking, listed
from suitwise.table.serve.processes.lanes import FailedError, LateError, TooManyError
from suitwise.table.serve.shown.audiences import seat_of
from suitwise.table.serve.shown.rendering import said
from suitwise.table.serve.web.asked import BadRequest, answering, body_of, lang_of, room_of

# --- Boards: which games have one, and their answers about positions that anybody sets up ---------

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


# --------------------------------------------------------------------------------------------------
# Deals of the day: which there are, tables of them, and what one came to beside the strongest
# play

_BOTS = frozenset({"cover", "bot"})
"""Who decided a move, where it was not the person of the seat."""


def today() -> date:
    """Return the day, by UTC."""
    return datetime.now(UTC).date()


def asked_for_day(asked: dict[str, Any]) -> dict[str, Any]:
    """Return what table is to be made where one of a deal of the day is asked for.

    Raises:
        BadRequest: there is no such deal, or something else is asked for beside it.
    """
    more = asked.keys() - {"daily", "variant", "name"}
    if more:
        why = phrase(
            "table.daily-only",
            "a deal of the day is the same for everybody: leave {what} out",
            what=", ".join(map(quoted, sorted(more)))[:80],
        )
        raise BadRequest(400, why)
    fault = why_no_deal(asked["daily"], asked.get("variant"), today())
    if fault is not None:
        raise BadRequest(400, fault)
    variant = variant_of(asked["variant"])
    assert variant is not None
    game = load(variant)
    bots = [level_at(game)] * (game.facts.seats - 1)
    return {"variant": str(game), "seats": ["human", *bots], "name": asked.get("name", "")}


def day_routes(hub: Hub) -> list[Route]:
    """Return the routes of the requests about deals of the day."""

    async def listed(_: Request) -> Response:
        day = today()
        before = day_before(day)
        plain = {"today": day.isoformat(), "before": before and before.isoformat()}
        return JSONResponse({**plain, "games": list(await asyncio.to_thread(games))})

    async def compared(request: Request) -> Response:
        room = await room_of(hub, request)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        seat_of(room.table, token if scheme == "Bearer" else "")
        try:
            plain = await _compared(hub, room.table, address_of(request))
        except TooManyError:
            why = phrase("table.too-many-days", "too many deals are being compared; wait a moment")
            raise BadRequest(429, why) from None
        except LateError:
            why = phrase("table.late-day", "the comparison takes too long here; try again later")
            raise BadRequest(503, why) from None
        except FailedError:
            why = phrase("table.broken-day", "the game has a fault: it can't compare this deal")
            raise BadRequest(503, why) from None
        return JSONResponse(said(plain, lang_of(request)))

    return [
        Route("/api/daily", answering(listed)),
        Route("/api/tables/{code}/daily", answering(compared)),
    ]


async def _compared(hub: Hub, table: Table, address: str) -> dict[str, Any]:
    """Return what a deal of the day came to, beside what others would have made of it.

    Raises:
        BadRequest: it is none, or it has not been played to its end.
    """
    day = table.house.daily
    if as_day(day) is None:
        raise BadRequest(404, phrase("table.no-daily-table", "no deal of the day is played here"))
    if table.stage != ENDED or table.state.turn != OVER:
        why = phrase("table.day-not-over", "a deal is compared when it has been played to its end")
        raise BadRequest(409, why)
    record = Record.from_json(table.exported_over()["record"])
    judged = await hub.dailies.judged(record, address)
    strongest = await hub.dailies.strongest(day, table.variant)
    own = judged.own
    return {
        "day": day,
        "game": table.game.name,
        "number": daily_of(day, table.variant).number,
        "level": level_at(table.game) if len(table.chairs) > 1 else None,
        "own": own.said,
        "strongest": strongest.said,
        "best": None if judged.best is None else judged.best._asdict(),
        "than": (own.worth > strongest.worth) - (own.worth < strongest.worth),
        "hints": sum(seat == SEAT for seat, _ in table.hints),
        "back": table.ply - len(table.plays),
        "covered": sum(
            one.seat == SEAT and one.by.partition(" ")[0] in _BOTS for one in table.plays
        ),
    }
