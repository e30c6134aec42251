"""Questions about games of rummy, a JSON object a line, by ``game`` and ``kind``."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

from suitwise.errors import NotationError

RAMI_HOUSES = "rami51", "rami71", "rami101", "romme"
"""The houses of rami, each of which questions name as a game."""


def answer_json(line: str) -> dict[str, Any]:
    """Return the answer to a question, ``{"answer": ...}``.

    Raises:
        NotationError: the line is no question that can be answered.
        IllegalPosition: the question has tiles that no box has.

    >>> answer_json('{"game": "rummikub", "kind": "opening", "given": {"rack": "k9 r9 b9"}}')
    {'answer': {'points': 27, 'opens': False}}
    """
    try:
        question = json.loads(line)
    except (ValueError, RecursionError):
        raise NotationError("the line is no JSON object") from None
    if not isinstance(question, dict):
        raise NotationError("the line is no JSON object")
    game, kind, given = (question.get(name) for name in ("game", "kind", "given"))
    if not isinstance(kind, str) or not isinstance(given, dict):
        raise NotationError("a question has a game, a kind and what is given")
    if game in RAMI_HOUSES:
        from suitwise.rummy.rami.judge import answer as of_rami

        return {"answer": of_rami(str(game), kind, given)}
    if game not in _JUDGES:
        known = ", ".join((*_JUDGES, *RAMI_HOUSES))
        raise NotationError(f"questions are about {known}, not about {str(game)[:24]}")
    answer: Callable[[str, dict[str, Any]], dict[str, Any]] = import_module(_JUDGES[game]).answer
    return {"answer": answer(kind, given)}


_JUDGES = {
    "gin": "suitwise.rummy.gin.judge",
    "rummikub": "suitwise.rummy.rummikub.judge",
}
"""The module that answers questions about a game; only that of the game is imported."""
