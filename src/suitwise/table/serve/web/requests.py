"""Requests read and answered, and those about deals of the day and positions on a board."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from typing import Any

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from suitwise.foundation.text.phrases import Phrase, phrase, quoted
from suitwise.game import OVER, Record, load
from suitwise.table.rules import chance
from suitwise.table.rules.running.state import ENDED
from suitwise.table.rules.table import Table
from suitwise.table.serve.processes.boards import SEAT, Asking, listed
from suitwise.table.serve.processes.lanes import FailedError, LateError, TooManyError
from suitwise.table.serve.registry import GUESSED, Registry, address_of, may_guess, note_guess
from suitwise.table.serve.room import SLOW, Failed, Room
from suitwise.table.serve.shown import FAULT, NO_TABLE, Closed, packed, said, seat_of
from suitwise.table.serve.store import NotKept

# --- Reading and refusing requests ----------------------------------------------------------------

MOST_BODY = 16 * 1024
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


def lang_of(request: HTTPConnection) -> str:
    """Return the language of the answer to a request."""
    return "zh" if request.headers.get("accept-language", "").startswith("zh") else "en"


async def room_of(registry: Registry, request: Request) -> Room:
    """Return the table that a request names.

    Raises:
        Closed: there is none.
        BadRequest: whoever asks has named too many that are none.
    """
    if not may_guess(registry, request):
        raise BadRequest(429, GUESSED)
    try:
        return await registry.room(request.path_params["code"])
    except Closed as closed:
        note_guess(registry, request, closed)
        raise


def answering(answer: Answer) -> Answer:
    """Return an answer that is a refusal in the asker's language where the request can't be met."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except BadRequest as error:
            return refused(error.status, error.why, request)
        except Closed as closed:
            status = {NO_TABLE: 404, FAULT: 503}.get(closed.code, 403)
            return refused(status, closed.why, request)
        except LateError:
            return refused(503, SLOW, request)
        except Failed as failed:
            return refused(503, failed.why, request)
        except NotKept:
            why = phrase(
                "table.not-kept", "the server can't keep this, so nothing has changed; try again"
            )
            return refused(503, why, request)

    return answered


def refused(status: int, why: Phrase | None, request: HTTPConnection) -> Response:
    """Return the answer to a request that is refused."""
    code = "table.refused" if why is None else why.code
    told = packed({"t": "error", "code": code, "text": said(why, lang_of(request))})
    # half a character that was sent is no UTF-8; its escape is what JSON writes for it
    sent = told.encode(errors="backslashreplace")
    return Response(sent, status, media_type="application/json")


async def body_of(request: Request, most: int = MOST_BODY) -> dict[str, Any]:
    """Return the object that a request brings.

    Args:
        request: the request.
        most: the most bytes that it may have.

    Raises:
        BadRequest: it brings none, or one that is too long.
    """
    try:
        plain = json.loads(await sent_by(request, most))
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
        async with asyncio.timeout(request.state.limits.body_s):
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


# --- Analysis boards ------------------------------------------------------------------------------

MOST_FIELDS = 24
"""The most fields of a question."""
MOST_MORE = 1_000_000_000


def board_routes(registry: Registry) -> list[Route]:
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
            found = await registry.boards.answered(asking, address_of(request))
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


# --- Deals of the day -----------------------------------------------------------------------------

_BOTS = frozenset({"cover", "bot"})
"""Values of ``by`` of moves that the person of the seat did not decide."""


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
    fault = chance.why_no_deal(asked["daily"], asked.get("variant"), today())
    if fault is not None:
        raise BadRequest(400, fault)
    variant = chance.variant_of(asked["variant"])
    assert variant is not None
    game = load(variant)
    bots = [chance.level_at(game)] * (game.facts.seats - 1)
    return {"variant": str(game), "seats": ["human", *bots], "name": asked.get("name", "")}


def day_routes(registry: Registry) -> list[Route]:
    """Return the routes of the requests about deals of the day."""

    async def listed(_: Request) -> Response:
        day = today()
        before = chance.day_before(day)
        plain = {"today": day.isoformat(), "before": before and before.isoformat()}
        return JSONResponse({**plain, "games": list(await asyncio.to_thread(chance.games))})

    async def compared(request: Request) -> Response:
        room = await room_of(registry, request)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        seat_of(room.table, token if scheme == "Bearer" else "")
        try:
            plain = await _compared(registry, room.table, address_of(request))
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


async def _compared(registry: Registry, table: Table, address: str) -> dict[str, Any]:
    """Return what a deal of the day came to, beside what others would have made of it.

    Raises:
        BadRequest: it is none, or it has not been played to its end.
    """
    day = table.house.daily
    if chance.as_day(day) is None:
        raise BadRequest(404, phrase("table.no-daily-table", "no deal of the day is played here"))
    if table.stage != ENDED or table.state.turn != OVER:
        why = phrase("table.day-not-over", "a deal is compared when it has been played to its end")
        raise BadRequest(409, why)
    record = Record.from_json(table.exported_over()["record"])
    judged = await registry.dailies.judged(record, address)
    strongest = await registry.dailies.strongest(day, table.variant)
    own = judged.own
    return {
        "day": day,
        "game": table.game.name,
        "number": chance.daily_of(day, table.variant).number,
        "level": chance.level_at(table.game) if len(table.chairs) > 1 else None,
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
