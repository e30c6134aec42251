"""The routes of the HTTP API; requests that make tables and list the games."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import cache, partial
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from suitwise import catalogue
from suitwise.catalogue import STRONGEST
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import TypedName, phrase, reason_of
from suitwise.game import Game, load
from suitwise.game.houses import described, house_of, plain_value
from suitwise.players.face import face_of
from suitwise.players.named import levels_of, names_for
from suitwise.table.rules.commands import FORMS, MOST_NAME, why_no_name
from suitwise.table.rules.house import (
    BadHouse,
    Chair,
    House,
    bot_name,
    digest,
    locked,
    why_no_phrase,
    why_no_player,
)
from suitwise.table.rules.replaying import why_too_big
from suitwise.table.serve.admission import address_of
from suitwise.table.serve.processes.workers import RULES_S, start_thread, third_party_game
from suitwise.table.serve.registry import Registry, facts_of
from suitwise.table.serve.room import clock
from suitwise.table.serve.shown import LOCKED, NEEDS_PHRASE, Closed, localised, seat_of
from suitwise.table.serve.stewarding import BANNED_NAME
from suitwise.table.serve.web import requests
from suitwise.table.serve.web.records import picture_routes, record_routes

# --- Making a table -------------------------------------------------------------------------------


class _TableRequest(NamedTuple):
    """A checked request for a table; ``tokens`` are the secrets of its seats, None for no person."""

    variant: str
    house: House
    chairs: Sequence[Chair]
    tokens: Sequence[str | None]
    host: int | None


async def make_table(
    registry: Registry, body: dict[str, Any], slot: str = "", base: str = ""
) -> dict[str, Any]:
    """Make a table from the JSON of a request; return its links.

    Args:
        registry: the tables.
        body: the JSON.
        slot: the first character of the table's code; by default any.
        base: the path below which the server stands.

    Raises:
        BadRequest: there can be no such table.
        NotKept: the file did not accept it.
        LateError: a third-party game takes too long.
    """
    if body.get("daily") is not None:
        body = {**requests.daily_request(body), "daily": body["daily"]}
    variant = body.get("variant")
    game = third_party_game(variant) if isinstance(variant, str) else ""
    third_party_rules = registry.services.third_party_rules
    parse = partial(_parse_request, body)
    wanted = await third_party_rules.run(game, parse) if game else parse()
    said = _parse_phrase(body.get("phrase"))
    lock = "" if said is None else await asyncio.to_thread(locked, said)
    room = await registry.make(
        wanted.variant, replace(wanted.house, lock=lock), wanted.chairs, slot
    )
    code = room.table.code
    links = [None if token is None else f"{base}/t/{code}#{token}" for token in wanted.tokens]
    return {
        "table": code,
        "host": None if wanted.host is None else links[wanted.host],
        "seats": links,
        "join": f"{base}/t/{code}",
    }


def _parse_request(body: dict[str, Any]) -> _TableRequest:
    """Check the JSON of a request for a table.

    Raises:
        BadRequest: there can be no such table.
    """
    day = body.get("daily")
    game, house = _parse_game(body.get("variant")), _parse_house(body.get("house", {}))
    if house.daily:
        raise requests.BadRequest(
            400,
            phrase("table.daily-house", "a deal of the day is asked for by daily, not by house"),
        )
    house = house if day is None else House(daily=day)
    kinds = _parse_seats(game, body.get("seats"))
    tokens = [secrets.token_urlsafe(24) if kind == "human" else None for kind in kinds]
    name = _parse_name(body.get("name", ""))
    host = next(iter([at for at, kind in enumerate(kinds) if kind == "human"]), None)
    chairs = [
        _chair(kind, at, token, name if at == host else "")
        for at, (kind, token) in enumerate(zip(kinds, tokens, strict=True))
    ]
    return _TableRequest(str(game), house, chairs, tokens, host)


def _chair(kind: str, seat: int, token: str | None, name: str) -> Chair:
    if token is not None:
        return Chair("human", name, token=digest(token), away_since=clock())
    if kind == "open":
        return Chair()
    return Chair("bot", str(bot_name(seat)), kind)


def _parse_game(variant: object) -> Game[Any]:
    if not isinstance(variant, str) or len(variant) > 500:
        raise requests.BadRequest(
            400, phrase("table.no-variant", "variant is the text of a game's variant")
        )
    try:
        game = load(variant)
    except SuitwiseError as error:
        raise requests.BadRequest(400, reason_of(error)) from None
    too_big = why_too_big(game)
    if too_big is not None:
        raise requests.BadRequest(400, too_big)
    return game


def _parse_house(plain: object) -> House:
    if not isinstance(plain, dict):
        raise requests.BadRequest(
            400, phrase("table.no-house", "house is an object of the table's rules")
        )
    try:
        return House.of(plain)
    except BadHouse as error:
        raise requests.BadRequest(400, error.reason) from None


def _parse_phrase(said: object) -> str | None:
    """Return the pass phrase that a table is asked for with; None for none."""
    if said is None:
        return None
    fault = why_no_phrase(said if isinstance(said, str) and FORMS["phrase"](said) else "")
    if fault is not None:
        raise requests.BadRequest(400, fault)
    return str(said)


def _parse_name(name: Any) -> str:
    if not FORMS["name"](name):
        raise requests.BadRequest(
            400, phrase("table.bad-name", "a name has at most {n} signs", n=MOST_NAME)
        )
    fault = why_no_name(name)
    if fault is not None:
        raise requests.BadRequest(400, fault)
    return " ".join(name.split())


def _parse_seats(game: Game[Any], requested: object) -> Sequence[str]:
    """Return the kind of each seat: ``human``, ``open``, or a bot's text."""
    seats = game.facts.seats
    kinds = ["human", *[STRONGEST] * (seats - 1)] if requested is None else requested
    if not isinstance(kinds, list) or len(kinds) != seats:
        raise requests.BadRequest(
            400,
            phrase(
                "table.n-seats", "{game} has {n} seats", game=TypedName(game.name, "game"), n=seats
            ),
        )
    for kind in kinds:
        if kind not in ("human", "open"):
            _check_player(game, kind)
    return kinds


def _check_player(game: Game[Any], kind: object) -> None:
    if not isinstance(kind, str) or len(kind) > 64:
        raise requests.BadRequest(
            400, phrase("table.no-kind", "a seat is human, open, or the name of a player")
        )
    fault = why_no_player(game, kind)
    if fault is not None:
        raise requests.BadRequest(400, fault)


# --- Routes ---------------------------------------------------------------------------------------


def api_routes(registry: Registry) -> list[Route]:
    """Return all routes of the API."""
    return [
        *_table_routes(registry),
        *record_routes(registry),
        *picture_routes(registry),
        *requests.board_routes(registry),
        *requests.day_routes(registry),
        Route("/api/code", requests.with_refusals(_code), methods=["POST"]),
    ]


def _table_routes(registry: Registry) -> list[Route]:
    """Return the routes that make a table, return its facts, and list the games."""

    async def make(request: Request) -> Response:
        if not registry.addresses.may_make(address_of(request)):
            raise requests.BadRequest(
                429, phrase("table.too-many-made", "too many tables were made; wait")
            )
        slot = request.path_params.get("slot", "").upper()
        body = await requests.read_json(request)
        if request.state.steward.bans_name(str(body.get("name", ""))):
            raise requests.BadRequest(403, BANNED_NAME)
        return JSONResponse(await make_table(registry, body, slot, request.state.base), 201)

    async def facts(request: Request) -> Response:
        room = await requests.room_of(registry, request)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        seat = seat_of(room.table, token) if scheme == "Bearer" else None
        if seat is None and room.table.house.lock:
            raise Closed(LOCKED, NEEDS_PHRASE)
        told = await asyncio.to_thread(facts_of, room, seat)  # it asks the rules
        return JSONResponse(localised(told, requests.lang_of(request)))

    async def listed(request: Request) -> Response:
        described = await asyncio.to_thread(games)
        return JSONResponse(localised(described, requests.lang_of(request)))

    return [
        Route("/api/tables", requests.with_refusals(make), methods=["POST"]),
        Route("/api/tables/{slot}", requests.with_refusals(make), methods=["POST"]),
        Route("/api/tables/{code}", requests.with_refusals(facts)),
        Route("/api/games", requests.with_refusals(listed)),
    ]


# --- Links as pictures ----------------------------------------------------------------------------

MOST_LINK = 300
"""The most bytes of a link that is drawn as a code, for some hundredths of a second."""


async def _code(request: Request) -> Response:
    """Return a link as a QR code. It may hold a seat's secret: a body is in no log and no cache."""
    link = (await requests.read_json(request)).get("link")
    if not isinstance(link, str) or not 0 < len(link.encode(errors="replace")) <= MOST_LINK:
        why = phrase("table.no-link", "link is a text of at most {n} bytes", n=MOST_LINK)
        raise requests.BadRequest(400, why)
    drawn = await asyncio.to_thread(qr_code, link)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})


def qr_code(link: str) -> bytes:
    """Return a QR code of medium redundancy as SVG, with the margin that scanners need.

    >>> qr_code("http://192.0.2.7/t/GAME")[:40]
    b'<svg xmlns="http://www.w3.org/2000/svg" '
    """
    import segno  # at its first use: it takes a tenth of a second

    svg = io.BytesIO()
    code = segno.make(link.encode(errors="replace"), error="m", micro=False)
    code.save(svg, kind="svg", xmldecl=False, dark="#1d4436", light="#fff", omitsize=True)
    return svg.getvalue()


# --- Games and their options ----------------------------------------------------------------------

MOST_SEATS = 8
"""The most seats whose bots are named with a game."""
_KINDS = {"bool": "flag", "int": "number", "float": "number", "str": "text"}
"""The kind of an option's form field, by the annotation of the game's field."""
_ITEM = re.compile(r"^ {4,8}(\w+): (.*(?:\n {9,}.*)*)", re.M)
"""An item of the Args section in a game's docstring."""
_QUOTED = re.compile(r"``([^`]+)``")
_log = logging.getLogger(__name__)


@cache
def games() -> list[dict[str, Any]]:
    """Return the description of each game; games that are shown as plain text come last."""
    return sorted(_describe_all(), key=lambda one: one["kind"] == "plain")


def _describe_all() -> Iterator[dict[str, Any]]:
    """Yield the descriptions of the games; a game with a bug is logged and left out."""
    for entry in catalogue.entries():
        if entry.episode or entry.face or entry.package:
            try:
                described = _describe_in_time(entry.name)
                json.dumps(described)
            except Exception:
                _log.exception("no tables are made of %s", entry.name)
            else:
                yield described


def _describe_in_time(name: str) -> dict[str, Any]:
    """Return the description of a game, with a time limit for a third-party game.

    Raises:
        TimeoutError: it takes too long.
    """
    if not third_party_game(name):
        return _describe(name)
    return start_thread(partial(_describe, name)).result(RULES_S)


def _describe(name: str) -> dict[str, Any]:
    game = load(name)
    face, form = face_of(game), house_of(name)
    return {
        "name": name,
        "kind": face.kind,
        "claims": face.claims,
        "title": (type(game).__doc__ or name).partition("\n")[0].rstrip("."),
        "seats": game.facts.seats,
        "sides": [*game.facts.side_of],
        "options": options_of(game),
        "house": _plain_house(game) if form is None else described(form, game),
        "names": [bot_name(seat) for seat in range(MOST_SEATS)],
        "levels": [*levels_of(game)],
        "players": list(names_for(game)),
    }


def _plain_house(game: Game[Any]) -> dict[str, Any]:
    """Return the options of a game without house rules of its own as if they were ones."""
    options = options_of(game)
    values = {one["name"]: plain_value(one["default"]) for one in options}
    rules = [
        {
            "name": one["name"],
            "group": "play",
            "kind": one["kind"],
            "choices": one["choices"],
            "text": one["text"],
        }
        for one in options
    ]
    usual = {"name": "usual", "variant": str(game), "values": values, "bases": {}}
    return {"rules": rules, "presets": [usual], "defaults": values, "bases": {}}


def options_of(game: Game[Any]) -> list[dict[str, Any]]:
    """Return the options of a game, each with its name, kind, choices, default and description.

    >>> match = options_of(load("texas42"))[0]
    >>> match["name"], match["kind"], match["choices"], match["default"]
    ('match', 'choice', ['marks', 'points', 'hand'], 'marks')
    """
    texts = {name: " ".join(text.split()) for name, text in _ITEM.findall(type(game).__doc__ or "")}
    return [_option(game, field, texts.get(field.name, "")) for field in fields(game)]


def _option(game: Game[Any], field: Any, text: str) -> dict[str, Any]:
    kind = _KINDS.get(field.type if isinstance(field.type, str) else field.type.__name__, "text")
    choices = _choices(game, field.name, text) if kind == "text" else []
    return {
        "name": field.name,
        "kind": "choice" if choices else kind,
        "choices": choices,
        "default": field.default,
        "text": text.replace("``", ""),
    }


def _choices(game: Game[Any], option: str, text: str) -> list[str]:
    """Return the values that an option's description names, if the game accepts all of them."""
    words = list(dict.fromkeys(_QUOTED.findall(text)))
    default = str(getattr(game, option))
    are_choices = default in words and all(_accepts(game, option, word) for word in words)
    return words if are_choices and len(words) > 1 else []


def _accepts(game: Game[Any], option: str, word: str) -> bool:
    try:
        load(f"{game.name}({option}={word})")
    except SuitwiseError:
        return False
    return True
