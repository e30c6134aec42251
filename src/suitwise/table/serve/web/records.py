"""Records of tables and of anybody: read by whoever may, played again, or reviewed."""

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
from suitwise.table.serve.processes.lanes import TooManyError
from suitwise.table.serve.processes.reviews import About, Job
from suitwise.table.serve.registry import Registry, address_of
from suitwise.table.serve.shown import names_of, opened, opened_deal, packed, said, seat_of
from suitwise.table.serve.web import requests

# --- Reviews as lines of JSON ---------------------------------------------------------------------
#
# ``waits`` where another review is under way first; ``begins`` with what it is about; ``judged`` with
# decisions, in the order of the record; ``ends`` with what each seat lost and the costliest
# decisions, or ``error``.


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a review.

    Args:
        lang: the language.
        names: the players' names by seat, where they are known.
        seat: the seat of whoever reads; None for nobody's.
    """

    lang: str
    names: tuple[str, ...] = ()
    seat: int | None = None


async def lines_of(job: Job, reader: Reader) -> AsyncIterator[str]:
    """Yield a review line by line, as it is worked out."""

    def line(kind: str, values: dict[str, Any]) -> str:
        return packed(said({"t": kind, **values}, reader.lang, reader.names)) + "\n"

    if job.about is None and not job.is_done:
        yield line("waits", {})
        await job.begun()
    if job.about is not None:
        yield line("begins", _begins(job.about, reader))
        async for found in job.news():
            told = [{**_decided(one, job.about), "board": job.boards.get(one.ply)} for one in found]
            yield line("judged", {"found": told})
    if job.fault is not None:
        yield line("error", {"text": job.fault})
    elif job.about is not None:
        yield line("ends", _ended(job, job.about))


def _begins(about: About, reader: Reader) -> dict[str, Any]:
    names = [_name(seat) for seat in range(about.seats)]
    return {"plies": about.plies, "seat": reader.seat, "names": names, "notes": [*_notes(about)]}


def _name(seat: int) -> Phrase:
    return phrase("review.seat", "{seat}", seat=Seat(seat))


def _notes(about: About) -> Iterator[Phrase]:
    """Yield how the figures are to be read."""
    if about.measure.is_outcome:
        yield phrase(
            "review.note-exact",
            "Each position is decided exactly: a move keeps the win, or loses it.",
        )
        return
    yield _of_worlds(about)
    if about.is_opinion:
        yield phrase(
            "review.note-opinion",
            "Costs are estimates: the deals are played out as one player plays, and another may find "
            "otherwise.",
        )


def _of_worlds(about: About) -> Phrase:
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


def _decided(one: Decision, about: About) -> dict[str, Any]:
    told = said_of(one, about.measure)
    return {
        "ply": one.ply,
        "seat": one.seat,
        "costly": one.is_mistake,
        "place": told.place,
        "did": told.did,
        "better": told.better,
        "cost": told.cost,
        "short": told.short,
        "more": [line for line in (told.sure, told.won, told.hindsight) if line is not None],
    }


def _ended(job: Job, about: About) -> dict[str, Any]:
    """Return what a review comes to: by seat, and for all seats together."""
    decisions = job.decisions
    seats = [
        {
            "seat": total.seat,
            "total": total_said(total, about.measure),
            "costliest": _costliest([one for one in decisions if one.seat == total.seat]),
        }
        for total in totals(decisions)
    ]
    why = None if job.is_whole else _broken_off(decisions, about)
    return {"why": why, "seats": seats, "costliest": _costliest(decisions)}


def _costliest(decisions: Sequence[Decision]) -> list[int]:
    return [one.ply for one in costliest(decisions)]


def _broken_off(decisions: Sequence[Decision], about: About) -> Phrase:
    return phrase(
        "review.broken-off",
        "The time was over at move {n} of {of}: what came after is not judged.",
        n=decisions[-1].ply if decisions else 0,
        of=about.plies,
    )


# --- Records: read, replayed, reviewed ------------------------------------------------------------

MOST_RECORD = 1024 * 1024
"""The most bytes of a record that somebody opens."""
_AT_ONCE_S = 1.0
"""So long a review may take to begin before its reader is told that it waits."""
_DEAL = re.compile("[1-9][0-9]{0,5}")


def record_routes(registry: Registry) -> list[Route]:
    """Return the routes of the requests about records."""

    async def record(request: Request) -> Response:
        *_, plain = await _opened(registry, request)
        return JSONResponse(plain)

    async def replay(request: Request) -> Response:
        table, _, plain = await _opened(registry, request)
        return await _replayed(registry, request, _over(plain), names_of(table))

    async def replay_file(request: Request) -> Response:
        data = await requests.sent_by(request, MOST_RECORD)
        return await _replayed(registry, request, data.decode("utf-8", "replace"))

    async def review(request: Request) -> Response:
        table, seat, plain = await _opened(registry, request)
        reader = Reader(requests.lang_of(request), names_of(table), seat)
        return await _reviewed(registry, request, _over(plain), reader)

    async def review_file(request: Request) -> Response:
        data = await requests.sent_by(request, MOST_RECORD)
        return await _reviewed(
            registry, request, data.decode("utf-8", "replace"), Reader(requests.lang_of(request))
        )

    return [
        Route("/api/tables/{code}/record", requests.answering(record)),
        Route("/api/tables/{code}/replay", requests.answering(replay)),
        Route("/api/replay", requests.answering(replay_file), methods=["POST"]),
        Route("/api/tables/{code}/review", requests.answering(review)),
        Route("/api/review", requests.answering(review_file), methods=["POST"]),
    ]


async def _opened(registry: Registry, request: Request) -> tuple[Table, int | None, dict[str, Any]]:
    """Return a table, the seat of whoever asks, and what may be read of its record there."""
    room = await requests.room_of(registry, request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    seat = seat_of(room.table, token if scheme == "Bearer" else "")
    deal = request.query_params.get("deal")
    return room.table, seat, await room.asked(partial(_record, room.table, deal))


def _over(plain: dict[str, Any]) -> str:
    """Return the text of the deals of a record that are over."""
    if not plain["deals"]:
        raise requests.BadRequest(
            404, phrase("table.nothing-over", "no deal is over yet: ask again then")
        )
    return json.dumps(plain)


@contextmanager
def _refusing() -> Iterator[None]:
    """Answer why a record can't be opened, or not now."""
    try:
        yield
    except BadRecord as error:
        raise requests.BadRequest(400, error.why) from None
    except TooManyError:
        why = phrase("table.too-many-replays", "too many records are being opened; wait a moment")
        raise requests.BadRequest(429, why) from None


async def _replayed(
    registry: Registry, request: Request, text: str, names: tuple[str, ...] = ()
) -> Response:
    """Return a record as the page shows it."""
    with _refusing():
        data = await registry.replays.packed(
            text, requests.lang_of(request), names, address_of(request)
        )
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        data = await asyncio.to_thread(gzip.decompress, data)
    return Response(data, media_type="application/json", headers=headers)


async def _reviewed(registry: Registry, request: Request, text: str, reader: Reader) -> Response:
    """Return the review of a record, line by line as it is worked out."""
    try:
        job = registry.reviews.asked(text, address_of(request))
    except TooManyError:
        why = phrase("table.too-many-reviews", "too many reviews are under way; wait a moment")
        raise requests.BadRequest(429, why) from None
    await job.begun(_AT_ONCE_S)
    if job.fault is not None:
        raise requests.BadRequest(400, job.fault)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(
        lines_of(job, reader), media_type="application/x-ndjson", headers=headers
    )


def _record(table: Table, deal: str | None) -> dict[str, Any]:
    """Return what is open of a table's record, or of that of one deal."""
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
    """Return the route of the requests for pictures."""

    async def picture(request: Request) -> Response:
        asked = await requests.body_of(request, MOST_RECORD + requests.MOST_BODY)
        text, ply = asked.get("record"), asked.get("ply")
        if not isinstance(text, str) or type(ply) is not int or ply < 0:
            why = phrase(
                "table.which-ply", "a picture is asked for by a record and a ply from 0 on"
            )
            raise requests.BadRequest(400, why)
        lang, address = requests.lang_of(request), address_of(request)
        with _refusing():
            found = await registry.replays.pictured(text, ply, lang, address)
        return JSONResponse(found._asdict())

    return [Route("/api/replay/picture", requests.answering(picture), methods=["POST"])]
