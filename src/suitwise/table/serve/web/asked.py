"""How a request is read, and how it is refused: in one sentence, in the asker's language."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.serve.admission import GUESSED, may_guess, note_guess
from suitwise.table.serve.hub import Hub
from suitwise.table.serve.processes.lanes import LateError
from suitwise.table.serve.room import SLOW, Failed, Room
from suitwise.table.serve.shown.audiences import FAULT, NO_TABLE, Closed
from suitwise.table.serve.shown.rendering import packed, said
from suitwise.table.serve.store import NotKept

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
