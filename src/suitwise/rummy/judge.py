"""Questions about games of rummy, a JSON object a line, by ``game`` and ``kind``.

Each game has a function for each kind of question, which takes and returns plain data. The kinds of
questions and the form of answers are those of ``suitwise rummy rule``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from suitwise.errors import NotationError

RAMI_HOUSES = "rami51", "rami71", "rami101", "romme"
"""The houses of rami, each of which questions name as a game."""


def answer_json(line: str) -> dict[str, Any]:
    """Return the answer to a question, ``{"answer": ...}``.

    Raises:
        NotationError: the line is not a valid question.
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
    if not isinstance(game, str) or game not in _JUDGES:
        raise NotationError(f"questions are about {', '.join(_JUDGES)}, not about {str(game)[:24]}")
    house = (game,) if game in RAMI_HOUSES else ()
    return {"answer": import_module(_JUDGES[game]).answer(*house, kind, given)}


_JUDGES = {
    "gin": "suitwise.rummy.gin.judge",
    "rummikub": "suitwise.rummy.rummikub.judge",
    **dict.fromkeys(RAMI_HOUSES, "suitwise.rummy.rami.judge"),
}
"""The module that answers questions about a game; only that of the game is imported."""


# --- The parts of a question ----------------------------------------------------------------------

Given: TypeAlias = dict[str, Any]
Answers: TypeAlias = Mapping[str, Callable[[Given, Any], dict[str, Any]]]
"""The answer to each kind of question, by what is given and the house."""


def answer_by(
    answers: Answers, kind: str, given: Given, house_of: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    """Return the answer to a question.

    Args:
        answers: the answers by kind.
        kind: the kind of question.
        given: the data of the question, with options if there are any.
        house_of: returns the house with given options.

    Raises:
        NotationError: there is no such kind, some data is missing, or the options are not an object.

    >>> answer_by({"sum": lambda given, house: {"sum": sum(given["of"])}}, "sum", {"of": [1, 2]}, dict)
    {'sum': 3}
    """
    if kind not in answers:
        raise NotationError(f"{kind!r} is no kind of question: write {', '.join(answers)}")
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise NotationError("options are an object of names and values")
    try:
        return answers[kind](given, house_of(options))
    except KeyError as error:
        raise NotationError(f"a question of the kind {kind} needs {error.args[0]!r}") from None


def text_in(given: Given, name: str) -> str:
    """Return an entry of the data that must be a text.

    Raises:
        NotationError: it is no text.
    """
    text: str = given[name]
    if not isinstance(text, str):
        raise NotationError(f"{name} is a text, not {str(text)[:24]}")
    return text


def truth_in(given: Given, name: str) -> bool:
    """Return an entry of the data that must be true or false.

    Raises:
        NotationError: it is neither.
    """
    value: bool = given[name]
    if not isinstance(value, bool):
        raise NotationError(f"{name} is true or false")
    return value
