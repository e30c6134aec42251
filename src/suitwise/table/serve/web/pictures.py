"""A position of a record that somebody sends: as text, and as a picture."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from suitwise.foundation.text.phrases import phrase
from suitwise.table.rules.replaying import BadRecord
from suitwise.table.serve.door import address_of
from suitwise.table.serve.hub import Hub
from suitwise.table.serve.processes.queues import TooManyError
from suitwise.table.serve.web.asked import MOST_BODY, BadRequest, answering, body_of, lang_of
from suitwise.table.serve.web.records import MOST_RECORD


def picture_routes(hub: Hub) -> list[Route]:
    """Return the route of the requests for pictures."""

    async def picture(request: Request) -> Response:
        asked = await body_of(request, MOST_RECORD + MOST_BODY)
        text, ply = asked.get("record"), asked.get("ply")
        if not isinstance(text, str) or type(ply) is not int or ply < 0:
            why = phrase(
                "table.which-ply", "a picture is asked for by a record and a ply from 0 on"
            )
            raise BadRequest(400, why)
        try:
            found = await hub.replays.pictured(text, ply, lang_of(request), address_of(request))
        except BadRecord as error:
            raise BadRequest(400, error.why) from None
        except TooManyError:
            why = phrase(
                "table.too-many-replays", "too many records are being opened; wait a moment"
            )
            raise BadRequest(429, why) from None
        return JSONResponse(found._asdict())

    return [Route("/api/replay/picture", answering(picture), methods=["POST"])]
