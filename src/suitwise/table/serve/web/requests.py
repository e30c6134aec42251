"""Reading and refusing HTTP requests; the requests about boards and deals of the day."""

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
from suitwise.table.serve.admission import GUESSED, address_of, may_guess, note_guess
from suitwise.table.serve.metrics import Figures
from suitwise.table.serve.processes.boards import SEAT, BoardQuestion, described_boards
from suitwise.table.serve.processes.workers import FailedError, LateError, TooManyError
from suitwise.table.serve.registry import Registry
from suitwise.table.serve.room import RESTART, SLOW, Failed, Room
from suitwise.table.serve.shown import FAULT, NO_TABLE, Closed, localised, seat_of, to_json
from suitwise.table.serve.store import NotKept

# --- Reading and refusing requests ----------------------------------------------------------------

MOST_BODY = 16 * 1024
"""The most bytes of a request, unless its handler allows more."""
Handler = Callable[[Request], Awaitable[Response]]


class BadRequest(Exception):
    """Raised to refuse a request.

    Args:
        status: the HTTP status.
        why: the reason.
    """

    def __init__(self, status: int, why: Phrase) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def lang_of(request: HTTPConnection) -> str:
    """Return the language for the answer to a request."""
    return "zh" if request.headers.get("accept-language", "").startswith("zh") else "en"


async def room_of(registry: Registry, request: Request) -> Room:
    """Return the table named in a request.

    Raises:
        Closed: there is no such table.
        BadRequest: the client has named too many wrong tables.
    """
    if not may_guess(registry.addresses, request):
        raise BadRequest(429, GUESSED)
    try:
        return await registry.room(request.path_params["code"])
    except Closed as closed:
        note_guess(registry.addresses, request, closed)
        raise


def with_refusals(handler: Handler) -> Handler:
    """Wrap a handler so that its errors become refusals in the client's language."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except BadRequest as error:
            return refusal(error.status, error.why, request)
        except Closed as closed:
            status = {NO_TABLE: 404, FAULT: 503, RESTART: 503}.get(closed.code, 403)
            return refusal(status, closed.why, request)
        except LateError:
            return refusal(503, SLOW, request)
        except Failed as failed:
            return refusal(503, failed.why, request)
        except NotKept:
            why = phrase(
                "table.not-kept", "the server can't keep this, so nothing has changed; try again"
            )
            return refusal(503, why, request)

    return handle


def refusal(status: int, why: Phrase | None, request: HTTPConnection) -> Response:
    """Return the response that refuses a request."""
    code = "table.refused" if why is None else why.code
    figures: Figures = request.scope.get("state", {}).get("figures") or Figures()
    figures.note_refusal(code)
    text = to_json({"t": "error", "code": code, "text": localised(why, lang_of(request))})
    # a lone surrogate from the request is written as its JSON escape, since UTF-8 can't encode it
    return Response(text.encode(errors="backslashreplace"), status, media_type="application/json")


async def read_json(request: Request, most: int = MOST_BODY) -> dict[str, Any]:
    """Return the JSON object in a request's body.

    Args:
        request: the request.
        most: the most bytes allowed.

    Raises:
        BadRequest: it is too long, late or not a JSON object.
    """
    try:
        plain = json.loads(await read_body(request, most))
    except (ValueError, RecursionError):
        plain = None
    if not isinstance(plain, dict):
        raise BadRequest(400, phrase("table.no-json", "a message is a JSON object"))
    return plain


async def read_body(request: Request, most: int) -> bytearray:
    """Return a request's body.

    Raises:
        BadRequest: it is too long or late.
    """
    try:
        async with asyncio.timeout(request.state.limits.body_s):
            return await _read(request, most)
    except ClientDisconnect:  # nobody will read the refusal
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
"""The most fields of a board question."""
MOST_MORE = 1_000_000_000
"""The greatest number of a previous answer."""


def board_routes(registry: Registry) -> list[Route]:
    """Return the routes of the analysis board."""

    async def list_boards(_: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(described_boards))

    async def ask_board(request: Request) -> Response:
        question = _board_question(await read_json(request), request)
        boards = await asyncio.to_thread(described_boards)
        if question.game not in [one["game"] for one in boards]:
            game = quoted(question.game)
            raise BadRequest(404, phrase("table.no-board", "{game} has no board", game=game))
        try:
            answer = await registry.boards.answer(question, address_of(request))
        except TooManyError:
            why = phrase("table.too-many-boards", "too many are asking; wait a moment")
            raise BadRequest(429, why) from None
        if isinstance(answer, Phrase):
            raise BadRequest(400, answer)
        headers = {"cache-control": "no-store"}
        return Response(answer, media_type="application/json", headers=headers)

    return [
        Route("/api/board", with_refusals(list_boards)),
        Route("/api/board/{game}", with_refusals(ask_board), methods=["POST"]),
    ]


def _board_question(plain: dict[str, Any], request: Request) -> BoardQuestion:
    """Return the board question in a request.

    Raises:
        BadRequest: it is malformed.
    """
    ask, fields, more = plain.get("ask"), plain.get("fields"), plain.get("more", 0)
    is_well_formed = (
        isinstance(ask, str)
        and isinstance(fields, dict)
        and len(fields) <= MOST_FIELDS
        and all(isinstance(text, str) for text in fields.values())
        and type(more) is int
        and 0 <= more <= MOST_MORE
    )
    if not is_well_formed:
        why = phrase(
            "table.no-question",
            "ask is a question's name, fields are texts by their names, more is a number",
        )
        raise BadRequest(400, why)
    assert isinstance(ask, str)
    assert isinstance(fields, dict)
    return BoardQuestion(request.path_params["game"], ask, fields, more, lang_of(request))


# --- Deals of the day -----------------------------------------------------------------------------

_BOTS = frozenset({"cover", "bot"})
"""Values of a move's ``by`` that mean a bot decided in the person's place."""


def today() -> date:
    """Return today's date in UTC."""
    return datetime.now(UTC).date()


def daily_request(body: dict[str, Any]) -> dict[str, Any]:
    """Return the full request for a table from one that names a deal of the day.

    Raises:
        BadRequest: there is no such deal, or the request has other options.
    """
    extra = body.keys() - {"daily", "variant", "name"}
    if extra:
        why = phrase(
            "table.daily-only",
            "a deal of the day is the same for everybody: leave {what} out",
            what=", ".join(map(quoted, sorted(extra)))[:80],
        )
        raise BadRequest(400, why)
    fault = chance.why_no_deal(body["daily"], body.get("variant"), today())
    if fault is not None:
        raise BadRequest(400, fault)
    variant = chance.variant_of(body["variant"])
    assert variant is not None
    game = load(variant)
    bots = [chance.level_at(game)] * (game.facts.seats - 1)
    return {"variant": str(game), "seats": ["human", *bots], "name": body.get("name", "")}


def day_routes(registry: Registry) -> list[Route]:
    """Return the routes for deals of the day."""

    async def list_days(_: Request) -> Response:
        day = today()
        before = chance.day_before(day)
        plain = {"today": day.isoformat(), "before": before and before.isoformat()}
        return JSONResponse({**plain, "games": list(await asyncio.to_thread(chance.games))})

    async def compare(request: Request) -> Response:
        room = await room_of(registry, request)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        seat_of(room.table, token if scheme == "Bearer" else "")
        try:
            plain = await _comparison(registry, room.table, address_of(request))
        except TooManyError:
            why = phrase("table.too-many-days", "too many deals are being compared; wait a moment")
            raise BadRequest(429, why) from None
        except LateError:
            why = phrase("table.late-day", "the comparison takes too long here; try again later")
            raise BadRequest(503, why) from None
        except FailedError:
            why = phrase("table.broken-day", "the game has a fault: it can't compare this deal")
            raise BadRequest(503, why) from None
        return JSONResponse(localised(plain, lang_of(request)))

    return [
        Route("/api/daily", with_refusals(list_days)),
        Route("/api/tables/{code}/daily", with_refusals(compare)),
    ]


async def _comparison(registry: Registry, table: Table, address: str) -> dict[str, Any]:
    """Return the outcome of a deal of the day, compared with the strongest bot and the best line.

    Raises:
        BadRequest: the table does not play one, or has not finished it.
    """
    day = table.house.daily
    if chance.parse_day(day) is None:
        raise BadRequest(404, phrase("table.no-daily-table", "no deal of the day is played here"))
    if table.stage != ENDED or table.state.turn != OVER:
        why = phrase("table.day-not-over", "a deal is compared when it has been played to its end")
        raise BadRequest(409, why)
    record = Record.from_json(table.exported_over()["record"])
    evaluation = await registry.dailies.evaluate(record, address)
    strongest = await registry.dailies.strongest(day, table.variant)
    own = evaluation.own
    return {
        "day": day,
        "game": table.game.name,
        "number": chance.daily_of(day, table.variant).number,
        "level": chance.level_at(table.game) if len(table.chairs) > 1 else None,
        "own": own.said,
        "strongest": strongest.said,
        "best": None if evaluation.best is None else evaluation.best._asdict(),
        "than": (own.worth > strongest.worth) - (own.worth < strongest.worth),
        "hints": sum(seat == SEAT for seat, _ in table.hints),
        "back": table.ply - len(table.plays),
        "covered": sum(
            one.seat == SEAT and one.by.partition(" ")[0] in _BOTS for one in table.plays
        ),
    }
