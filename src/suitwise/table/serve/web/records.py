"""HTTP requests about records: read, replay, review, and pictures of positions.

A record belongs to a table, and whoever has a seat there may read it; or it is sent by anybody.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.players.review import Decision, costliest, totals
from suitwise.players.review_text import said_of, total_said
from suitwise.table.rules.replaying import BadRecord
from suitwise.table.rules.table import Table
from suitwise.table.serve.admission import address_of
from suitwise.table.serve.processes.reviews import ReviewFacts, ReviewJob
from suitwise.table.serve.processes.workers import TooManyError
from suitwise.table.serve.registry import Registry
from suitwise.table.serve.shown import localised, names_of, opened, opened_deal, seat_of, to_json
from suitwise.table.serve.web import requests

# --- Reviews as lines of JSON ---------------------------------------------------------------------
#
# A review is a stream of messages, one a line:
#   waits    another review runs first (optional)
#   begins   the facts about the review
#   judged   some decisions, in the order of the record (repeated)
#   ends     the cost for each seat and the costliest decisions; or ``error`` with a reason


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a review.

    Args:
        lang: the language.
        names: the players' names by seat, if known.
        seat: the reader's own seat; None without one.
    """

    lang: str
    names: tuple[str, ...] = ()
    seat: int | None = None


async def review_lines(job: ReviewJob, reader: Reader) -> AsyncIterator[str]:
    """Yield a review line by line, as it is computed."""

    def line(kind: str, values: dict[str, Any]) -> str:
        return (
            to_json(localised({"t": kind, **values}, reader.lang, reader.names, reader.seat)) + "\n"
        )

    if job.about is None and not job.is_done:
        yield line("waits", {})
        await job.wait_for_start()
    if job.about is not None:
        yield line("begins", _begins(job.about, reader))
        async for judged in job.updates():
            plain = [
                {**_plain_decision(one, job.about), "board": job.boards.get(one.ply)}
                for one in judged
            ]
            yield line("judged", {"found": plain})
    if job.fault is not None:
        yield line("error", {"text": job.fault})
    elif job.about is not None:
        yield line("ends", _summary(job, job.about))


def _begins(about: ReviewFacts, reader: Reader) -> dict[str, Any]:
    names = [_name(seat) for seat in range(about.seats)]
    return {
        "kind": about.kind,
        "plies": about.plies,
        "seat": reader.seat,
        "names": names,
        "notes": [*_notes(about)],
    }


def _name(seat: int) -> Phrase:
    return phrase("review.seat", "{seat}", seat=Seat(seat))


def _notes(about: ReviewFacts) -> Iterator[Phrase]:
    """Yield notes on how to read the figures."""
    if about.measure.is_outcome:
        yield phrase(
            "review.note-exact",
            "Each position is decided exactly: a move keeps the win, or loses it.",
        )
        return
    yield _worlds_note(about)
    if about.is_opinion:
        yield phrase(
            "review.note-opinion",
            "Costs are estimates: the deals are played out as one player plays, and another may find "
            "otherwise.",
        )


def _worlds_note(about: ReviewFacts) -> Phrase:
    if about.most:
        return phrase(
            "review.note-paced",
            "Each decision is judged by what its seat could know: in deals that it could not tell from "
            "the true one, {least} to {most} of them as time allows, where the best move found is held "
            "against the one that was made. Intervals are of 95 %.",
            least=about.worlds,
            most=about.most,
        )
    return phrase(
        "review.note-worlds",
        "Each decision is judged by what its seat could know: in {n} deals that it could not tell from "
        "the true one, where the best move found is held against the one that was made. Intervals are "
        "of 95 %.",
        n=about.worlds,
    )


def _plain_decision(decision: Decision, about: ReviewFacts) -> dict[str, Any]:
    words = said_of(decision, about.measure)
    return {
        "ply": decision.ply,
        "seat": decision.seat,
        "costly": decision.is_mistake,
        "place": words.place,
        "did": words.did,
        "better": words.better,
        "why": words.why,
        "plain": words.plain,
        "cost": words.cost,
        "short": words.short,
        "more": [line for line in (words.sure, words.won, words.hindsight) if line is not None],
    }


def _summary(job: ReviewJob, about: ReviewFacts) -> dict[str, Any]:
    """Return the result of a review: by seat, and for all seats together."""
    decisions = job.decisions
    seats = [
        {
            "seat": total.seat,
            "total": total_said(total, about.measure),
            "costliest": _costliest([one for one in decisions if one.seat == total.seat]),
        }
        for total in totals(decisions)
    ]
    why = None if job.is_complete else _why_incomplete(decisions, about)
    return {"why": why, "seats": seats, "costliest": _costliest(decisions)}


def _costliest(decisions: Sequence[Decision]) -> list[int]:
    return [one.ply for one in costliest(decisions)]


def _why_incomplete(decisions: Sequence[Decision], about: ReviewFacts) -> Phrase:
    return phrase(
        "review.broken-off",
        "The time was over at move {n} of {of}: what came after is not judged.",
        n=decisions[-1].ply if decisions else 0,
        of=about.plies,
    )


# --- Requests for records, replays and reviews ----------------------------------------------------

MOST_RECORD = 1024 * 1024
"""The most bytes of a record sent to us."""
_AT_ONCE_S = 1.0
"""The time for a review to start, or to be refused, before the streamed answer begins."""
_DEAL = re.compile("[1-9][0-9]{0,5}")


def record_routes(registry: Registry) -> list[Route]:
    """Return the routes of the requests about records."""

    async def record(request: Request) -> Response:
        *_, plain = await _readable_record(registry, request)
        return JSONResponse(plain)

    async def replay(request: Request) -> Response:
        table, _, plain = await _readable_record(registry, request)
        return await _replay_response(registry, request, _record_text(plain), names_of(table))

    async def replay_file(request: Request) -> Response:
        data = await requests.read_body(request, MOST_RECORD)
        return await _replay_response(registry, request, data.decode("utf-8", "replace"))

    async def review(request: Request) -> Response:
        table, seat, plain = await _readable_record(registry, request)
        reader = Reader(requests.lang_of(request), names_of(table), seat)
        return await _review_response(registry, request, _record_text(plain), reader)

    async def review_file(request: Request) -> Response:
        data = await requests.read_body(request, MOST_RECORD)
        return await _review_response(
            registry, request, data.decode("utf-8", "replace"), Reader(requests.lang_of(request))
        )

    return [
        Route("/api/tables/{code}/record", requests.with_refusals(record)),
        Route("/api/tables/{code}/replay", requests.with_refusals(replay)),
        Route("/api/replay", requests.with_refusals(replay_file), methods=["POST"]),
        Route("/api/tables/{code}/review", requests.with_refusals(review)),
        Route("/api/review", requests.with_refusals(review_file), methods=["POST"]),
    ]


async def _readable_record(
    registry: Registry, request: Request
) -> tuple[Table, int | None, dict[str, Any]]:
    """Return a table, the client's seat, and the part of the table's record that it may read."""
    room = await requests.room_of(registry, request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    seat = seat_of(room.table, token if scheme == "Bearer" else "")
    deal = request.query_params.get("deal")
    return room.table, seat, await room.ask_game(partial(_record, room.table, deal))


def _record_text(plain: dict[str, Any]) -> str:
    """Return the text of a record's finished deals."""
    if not plain["deals"]:
        raise requests.BadRequest(
            404, phrase("table.nothing-over", "no deal is over yet: ask again then")
        )
    return json.dumps(plain)


@contextmanager
def _refuse_bad_records() -> Iterator[None]:
    """Turn errors of a replay into refusals."""
    try:
        yield
    except BadRecord as error:
        raise requests.BadRequest(400, error.why) from None
    except TooManyError:
        why = phrase("table.too-many-replays", "too many records are being opened; wait a moment")
        raise requests.BadRequest(429, why) from None


async def _replay_response(
    registry: Registry, request: Request, text: str, names: tuple[str, ...] = ()
) -> Response:
    """Return a record's replay."""
    with _refuse_bad_records():
        data = await registry.replays.packed(
            text, requests.lang_of(request), names, address_of(request)
        )
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        data = await asyncio.to_thread(gzip.decompress, data)
    return Response(data, media_type="application/json", headers=headers)


async def _review_response(
    registry: Registry, request: Request, text: str, reader: Reader
) -> Response:
    """Return a record's review, which is streamed line by line."""
    try:
        job = registry.reviews.review(text, address_of(request))
    except TooManyError:
        why = phrase("table.too-many-reviews", "too many reviews are under way; wait a moment")
        raise requests.BadRequest(429, why) from None
    await job.wait_for_start(_AT_ONCE_S)
    if job.fault is not None:
        raise requests.BadRequest(400, job.fault)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(
        review_lines(job, reader), media_type="application/x-ndjson", headers=headers
    )


def _record(table: Table, deal: str | None) -> dict[str, Any]:
    """Return the public part of a table's record, or of the record of one deal."""
    if deal is None:
        return opened(table)
    if not _DEAL.fullmatch(deal):
        raise requests.BadRequest(400, phrase("table.which-deal", "deal is a number from 1"))
    found = opened_deal(table, int(deal))
    if isinstance(found, Phrase):
        raise requests.BadRequest(404, found)
    return found


# --- Pictures of positions ------------------------------------------------------------------------


def picture_routes(registry: Registry) -> list[Route]:
    """Return the route for pictures of positions."""

    async def picture(request: Request) -> Response:
        body = await requests.read_json(request, MOST_RECORD + requests.MOST_BODY)
        text, ply = body.get("record"), body.get("ply")
        if not isinstance(text, str) or type(ply) is not int or ply < 0:
            why = phrase(
                "table.which-ply", "a picture is asked for by a record and a ply from 0 on"
            )
            raise requests.BadRequest(400, why)
        lang, address = requests.lang_of(request), address_of(request)
        with _refuse_bad_records():
            found = await registry.replays.pictured(text, ply, lang, address)
        return JSONResponse(found._asdict())

    return [Route("/api/replay/picture", requests.with_refusals(picture), methods=["POST"])]
