"""The games that tables can be made of, and the options of each, for the home screen."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache, partial
from typing import Any

from suitwise import catalogue
from suitwise.errors import SuitwiseError
from suitwise.game import Game, load
from suitwise.players.face import face_of
from suitwise.players.named import levels_of, names_for
from suitwise.table.serve.processes.lanes import RULES_S, begun, others_game

_KINDS = {"bool": "flag", "int": "number", "float": "number", "str": "text"}
_ITEM = re.compile(r"^ {4,8}(\w+): (.*(?:\n {9,}.*)*)", re.M)
_log = logging.getLogger(__name__)
_QUOTED = re.compile(r"``([^`]+)``")


@cache
def games() -> list[dict[str, Any]]:
    """Return the games with a seat for each player, those with a page of their own first."""
    return sorted(_known(), key=lambda one: one["kind"] == "plain")


def _known() -> Iterator[dict[str, Any]]:
    """Yield the games that can be described; one with a fault is logged and left out."""
    for entry in catalogue.entries():
        if entry.episode or entry.package:
            try:
                described = _described_in_time(entry.name)
                json.dumps(described)
            except Exception:
                _log.exception("no tables are made of %s", entry.name)
            else:
                yield described


def _described_in_time(name: str) -> dict[str, Any]:
    """Return what is said of a game; one that others have written may hang.

    Raises:
        TimeoutError: it takes too long.
    """
    if not others_game(name):
        return _described(name)
    return begun(partial(_described, name)).result(RULES_S)


def _described(name: str) -> dict[str, Any]:
    game = load(name)
    face = face_of(game)
    return {
        "name": name,
        "kind": face.kind,
        "claims": face.claims,
        "title": (type(game).__doc__ or name).partition("\n")[0].rstrip("."),
        "seats": game.facts.seats,
        "options": options_of(game),
        "levels": [*levels_of(game)],
        "players": list(names_for(game)),
    }


def options_of(game: Game[Any]) -> list[dict[str, Any]]:
    """Return the options of a game: what each is called, what it may be, and a line on it.

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
    """Return the words that the description of an option names, if the game takes each of them."""
    words = list(dict.fromkeys(_QUOTED.findall(text)))
    default = str(getattr(game, option))
    is_whole = default in words and all(_is_taken(game, option, word) for word in words)
    return words if is_whole and len(words) > 1 else []


def _is_taken(game: Game[Any], option: str, word: str) -> bool:
    try:
        load(f"{game.name}({option}={word})")
    except SuitwiseError:
        return False
    return True
