"""Asking a board: its fields are read first, so that what they say is of their kind."""

from __future__ import annotations

import re
from collections.abc import Mapping

from suitwise import catalogue
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase, Several, TypedName, phrase, quoted
from suitwise.players.board.questions import Answer, Board, Field

MOST_TEXT = 4000
"""The most characters of a field."""
_COUNT = re.compile("[0-9]{1,9}")


def board_of(game: str) -> Board | None:
    """Return the board of a game, None where it has none.

    >>> board_of("texas42").questions[0].name, board_of("bridge") is None
    ('solve', True)
    """
    entry = catalogue.find(game)
    if entry is None or not entry.board:
        return None
    board: Board = entry.loaded(entry.board)
    return board


def answered(board: Board, ask: str, fields: Mapping[str, str], more: int = 0) -> Answer:
    """Ask a board.

    Args:
        board: the board.
        ask: the name of the question.
        fields: the texts of its fields by their names; one that is not given is empty.
        more: the number of the last answer to go on with, 0 at first.

    Raises:
        SuitwiseError: there is no such question, a field's text is none, or the game refuses them.

    >>> board = board_of("texas42")
    >>> hands = {"hand0": "0-0 6-3", "hand1": "6-5 3-2", "hand2": "3-1 6-4", "hand3": "2-0 5-4"}
    >>> found = answered(board, "solve", {"trumps": "1", "leader": "0", **hands})
    >>> [(row.move, str(row.text)) for row in found.rows]
    [('0-0', '17 points'), ('6-3', '6 points')]
    >>> answered(board, "solve", {"trumps": "7"})
    Traceback (most recent call last):
    suitwise.errors.NotationError: '7' is no choice of trumps: choose 0, 1, 2, 3, 4, 5, 6, ...
    """
    question = next((one for one in board.questions if one.name == ask), None)
    if question is None:
        names = Several(one.name for one in board.questions)
        raise NotationError(
            phrase(
                "board.no-question",
                "{ask} is no question of this board: ask {names}",
                ask=quoted(ask),
                names=names,
            )
        )
    unknown = next(
        (name for name in fields if name not in {one.name for one in question.fields}), None
    )
    if unknown is not None:
        raise NotationError(
            phrase("board.no-field", "{name} is no field of this question", name=quoted(unknown))
        )
    texts = {one.name: " ".join(fields.get(one.name, "").split()) for one in question.fields}
    for one in question.fields:
        why = why_no_text(one, texts[one.name])
        if why is not None:
            raise NotationError(why)
    return question.answer(texts, more)


def why_no_text(of: Field, text: str) -> Phrase | None:
    """Return why a text can't stand in a field, None where it can for all that is known here.

    >>> print(why_no_text(Field("need", "count", most=42), "43"))
    need is a number from 0 to 42
    """
    name = TypedName(of.name, "board.field")
    if len(text) > MOST_TEXT:
        return phrase("board.too-long", "{name} has at most {n} signs", name=name, n=MOST_TEXT)
    if not text:
        return phrase("board.empty", "{name} is still empty", name=name) if of.is_needed else None
    if of.kind == "choice" and text not in of.choices:
        return phrase(
            "board.no-choice",
            "{text} is no choice of {name}: choose {choices}",
            text=quoted(text),
            name=name,
            choices=Several(filter(None, of.choices)),
        )
    if of.kind == "count" and not (_COUNT.fullmatch(text) and int(text) <= (of.most or int(text))):
        most = of.most or 999_999_999
        return phrase("board.no-count", "{name} is a number from 0 to {most}", name=name, most=most)
    return None
