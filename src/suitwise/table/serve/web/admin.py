"""The page of whoever runs a server, plain forms without a script, and the same for programs.

It is there if the server has a secret for it, which a browser asks for (HTTP Basic, any name) and a
program sends (Bearer), over TLS or on this machine alone. A form of another site can't use it:
requests that change something must come from our own page or from a program.
"""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from suitwise.errors import SuitwiseError
from suitwise.table.serve.admission import address_of, is_from_here
from suitwise.table.serve.registry import Registry
from suitwise.table.serve.room import Failed
from suitwise.table.serve.shown import Closed
from suitwise.table.serve.stewarding import Steward
from suitwise.table.serve.web.requests import MOST_BODY, read_body, with_refusals

_STYLE = (
    "body{font:1em sans-serif;max-width:70em;margin:1em}td,th{padding:.2em .6em;text-align:left}"
)
_POLICY = (
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    f"style-src 'sha256-{base64.b64encode(sha256(_STYLE.encode()).digest()).decode()}'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "cache-control": "no-store",
    "referrer-policy": "same-origin",  # without one browsers do not say that a form is our own
}


def admin_routes(
    registry: Registry, steward: Steward, secret: str, *, behind_tls: bool
) -> list[Route]:
    """Return the routes of the page.

    Args:
        registry: the tables.
        steward: what may be done with them.
        secret: its secret; without one there is no page.
        behind_tls: whether a proxy before the server speaks TLS.
    """

    def why_not(request: Request) -> Response | None:
        """Return the refusal of a request that does not have the secret."""
        address = address_of(request)
        if not secret:
            return PlainTextResponse("there is no such page", 404)
        if not (behind_tls or is_from_here(request)):
            return PlainTextResponse("only over TLS, or on this machine", 403)
        if not registry.addresses.may_try_secret(address):
            return PlainTextResponse("too many wrong secrets; wait a minute", 429)
        given = _secret_of(request.headers.get("authorization", ""))
        if hmac.compare_digest(sha256(given.encode()).digest(), sha256(secret.encode()).digest()):
            return None
        if given:
            registry.addresses.note_wrong_secret(address)
        return PlainTextResponse("the secret, please", 401, {"www-authenticate": "Basic"})

    async def page(request: Request) -> Response:
        refused = why_not(request)
        return refused or await _shown(steward, request)

    async def act(request: Request) -> Response:
        refused = why_not(request)
        if refused is not None:
            return refused
        if not _is_ours(request.headers):
            return PlainTextResponse("a page of another site may not do this", 403)
        data = bytes(await read_body(request, MOST_BODY))
        deed = DEEDS.get(request.path_params["deed"])
        try:
            if deed is None:
                raise SuitwiseError("there is no such deed")
            said, status = await deed(steward, _fields_of(request, data)), 200
        except (SuitwiseError, ValueError, KeyError, RecursionError) as error:  # of the form
            said, status = f"{type(error).__name__}: {error}", 400
            said = str(error) if isinstance(error, SuitwiseError) else f"not of the form: {said}"
        except (Closed, Failed) as error:
            said, status = str(error.why or "there is no such table"), 404
        return await _shown(steward, request, said, status)

    return [
        Route("/admin", with_refusals(page)),
        Route("/admin/", with_refusals(page)),  # as people type it; forms name their whole path
        Route("/admin/{deed}", with_refusals(act), methods=["POST"]),
    ]


def _is_ours(headers: Mapping[str, str]) -> bool:
    """Return whether a request comes from our own page or a program, and from no other site.

    Not even from one that may ask for tables: browsers add the secret to its forms, too. Where a proxy
    changes the Host header, they say themselves that the page is our own.

    >>> _is_ours({"host": "a:1", "origin": "http://a:1"}), _is_ours({"host": "a:1"})
    (True, True)
    >>> _is_ours({"host": "a:1", "origin": "https://b"})
    False
    >>> _is_ours({"host": "a:1", "origin": "https://b", "sec-fetch-site": "same-origin"})
    True
    """
    origin = headers.get("origin")
    is_said = headers.get("sec-fetch-site") == "same-origin"
    return origin is None or is_said or origin.partition("://")[2] == headers.get("host")


def _secret_of(authorization: str) -> str:
    """Return the secret in a header ``Authorization``; empty if there is none.

    >>> _secret_of("Bearer abc"), _secret_of("Basic bmFtZTphOmI="), _secret_of("Basic ?"), _secret_of("")
    ('abc', 'a:b', '', '')
    """
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return value
    if scheme.lower() != "basic":
        return ""
    try:
        return base64.b64decode(value).decode().partition(":")[2]
    except ValueError:
        return ""


def _fields_of(request: Request, data: bytes) -> Mapping[str, str]:
    """Return the fields of a form, sent by a browser or as JSON.

    Raises:
        ValueError: it is neither.
    """
    if request.headers.get("content-type", "").startswith("application/json"):
        plain = json.loads(data)
        if not isinstance(plain, dict):
            raise ValueError("no object")
        return {str(name): str(value) for name, value in plain.items()}
    return dict(parse_qsl(data.decode(), max_num_fields=9))


async def _ban(steward: Steward, form: Mapping[str, str]) -> str:
    kind = form["kind"]
    if kind not in ("address", "name"):
        raise ValueError("kind is address or name")
    return await steward.ban(
        "name" if kind == "name" else "address", form["what"], float(form["hours"])
    )


async def _drain(steward: Steward, form: Mapping[str, str]) -> str:
    if form["on"] not in ("yes", "no"):
        raise ValueError("on is yes or no")
    return steward.drain(form["on"] == "yes")


async def _forget(steward: Steward, form: Mapping[str, str]) -> str:
    seat = form["seat"]  # without it nothing is forgotten: the whole table is "all"
    return await steward.forget(form["table"], None if seat == "all" else int(seat))


DEEDS: Mapping[str, Callable[[Steward, Mapping[str, str]], Awaitable[str]]] = {
    "announce": lambda steward, form: steward.announce(form["text"]),
    "drain": _drain,
    "close": lambda steward, form: steward.close(form["table"]),
    "forget": _forget,
    "ban": _ban,
}
"""What can be done, by the name in the address; each returns what was done."""


# --- The page -------------------------------------------------------------------------------------


async def _shown(steward: Steward, request: Request, said: str = "", status: int = 200) -> Response:
    """Return the page, or for programs its data."""
    state = {"said": said, **await steward.state()}
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(state, status, _HEADERS)
    return HTMLResponse(_page(state, request.state.base), status, _HEADERS)


def _page(state: Mapping[str, Any], base: str) -> str:
    """Return the page in HTML; whatever people have typed is escaped."""
    tables = (
        [
            one["table"], one["game"], one["stage"], one["deal"], one["here"], one["watching"],
            ", ".join(f"{seat} {name}" for seat, name in enumerate(one["names"]) if name),
        ]
        for one in state["tables"]
    )  # fmt: skip
    bans = ([one["kind"], one["what"], _time(one["until"])] for one in state["bans"])
    reports = (
        [
            one["table"], _time(one["at"]), one["by"],
            " / ".join(f"{'onlooker' if seat is None else seat}: {text}" for seat, text in one["lines"]),
        ]
        for one in state["reports"]
    )  # fmt: skip
    at = f"{base}/admin"
    makes, on = ("no more are made", "no") if state["draining"] else ("more are made", "yes")
    switch = f'<input type="hidden" name="on" value="{on}">'
    kinds = '<select name="kind" aria-label="Kind"><option>address<option>name</select>'
    return "".join(
        (
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Suitwise: admin</title>',
            f"<style>{_STYLE}</style><h1>Tables</h1>",
            f'<p role="status"><b>{escape(state["said"])}</b></p>',
            f"<p>{len(state['tables'])} tables in memory, {state['kept']} in the file; {makes}.</p>",
            _listed(("Table", "Game", "Stage", "Deal", "Here", "Watching", "Seats"), tables),
            _form(f"{at}/announce", "Tell all tables", _field("text", "Announcement")),
            _form(
                f"{at}/drain", "Make no more tables" if on == "yes" else "Make tables again", switch
            ),
            _form(f"{at}/close", "End the game", _field("table", "Table")),
            _form(
                f"{at}/forget",
                "Forget",
                _field("table", "Table"),
                _field("seat", "Seat, or all"),
            ),
            _form(
                f"{at}/ban",
                "Ban",
                kinds,
                _field("what", "What"),
                _field("hours", "Hours (0: no more)"),
            ),
            _listed(("Banned", "What", "Until"), bans),
            _listed(("Reported at", "When", "By seat", "What was said, by seat"), reports),
        )
    )


def _time(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def _form(where: str, button: str, *fields: str) -> str:
    inside = " ".join((*fields, f"<button>{button}</button>"))
    return f'<form method="post" action="{where}"><p>{inside}</form>'


def _field(name: str, label: str) -> str:
    return f'<label>{label} <input name="{name}"></label>'


def _listed(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table in HTML."""
    head = "".join(f'<th scope="col">{escape(text)}' for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(one))}' for one in row)}" for row in rows)
    return f"<table><tr>{head}{body}</table>"
