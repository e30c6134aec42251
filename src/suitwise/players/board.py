"""A game's analysis board: questions about a position that somebody sets up, and their answers.

A game names its board in its ``catalogue`` entry. The board lists the questions that it answers; each
has a form of fields and a function that answers it. The page in the browser draws any form and any
answer and knows no game. Fields hold texts in the game's own notation, as typed at the command line.

Some answers improve with time, such as chances over sampled worlds. Such an answer carries a number,
``more``; asking again with that number returns a better answer, until ``more`` is 0. A process may cache
its work between the two calls. If it loses the cache, the better answer only takes longer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from suitwise import catalogue
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import (
    Drawing,
    Phrase,
    Several,
    TypedName,
    phrase,
    quoted,
    reason_of,
)

__all__ = [
    "Answer",
    "Asked",
    "Board",
    "Field",
    "FieldKind",
    "Heat",
    "Question",
    "Row",
    "answered",
    "board_of",
]

MOST_TEXT = 4000
"""The maximum number of characters in a field."""
_COUNT = re.compile("[0-9]{1,9}")
_LABELS = "board.field"
"""The label group from which the page translates field names."""
T = TypeVar("T")

FieldKind = Literal["cards", "stacks", "choice", "count", "text"]
"""The content of a field: cards of the deck, stacks of cards separated by ``|``, one of its choices, a
whole number, or any text."""


Asked = tuple[str, Mapping[str, str]]
"""The name of a question, and the texts of its fields by field name."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form.

    Args:
        name: the field's name. The page looks up its label as ``ui.board.field.NAME``.
        kind: the kind of content.
        start: the initial text. The initial texts of a form together make a question that has an answer.
        choices: the texts to choose from.
        most: the largest number, or the maximum number of cards; 0 for no limit of its own.
        is_needed: whether it must not be empty.
        is_apart: whether its cards can't lie in another such field of the form at the same time.

    >>> Field("hand", "cards", "6-6 6-5", most=7).is_needed
    True
    """

    name: str
    kind: FieldKind
    start: str = ""
    choices: Sequence[str] = ()
    most: int = 0
    is_needed: bool = True
    is_apart: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A line of an answer's table: a play and what it is worth.

    Args:
        move: cards, or a move, in the game's notation.
        text: its value in a few words.
        value: the length of its bar, or None for no bar. It is the value of the play, or its distance
            from the worst row where values may be negative.
        is_best: whether no other row is better.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> print(Row("6-6", phrase("texas42.name.point", "1 point"), 1.0, is_best=True).text)
    1 point
    """

    move: str
    text: Phrase
    value: float | None = None
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class Heat:
    """A table of chances by two variables, such as trumps and bids.

    Args:
        rows: the heads of the lines, texts or phrases.
        columns: the heads of the columns.
        cells: the chances, from 0 to 1, line by line; None for an empty cell.

    >>> Heat(["sixes"], ["30", "31"], [[0.75, 0.5]]).cells[0][1]
    0.5
    """

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[float | None]]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    Args:
        verdict: the answer in a sentence.
        lines: further sentences, such as reasons.
        rows: plays with their values, the best first.
        heat: a table of chances, or None.
        groups: groups of cards, each with a caption, such as the melds of an arrangement.
        svg: a picture: an SVG, or a drawing to be made in the reader's language; None for no picture.
        more: the number to ask again with for a better answer; 0 if this answer is final.
        command: the same question as a command line; empty if there is none.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> Answer(phrase("any.over", "the game is over")).more
    0
    """

    verdict: Phrase
    lines: Sequence[Phrase] = ()
    rows: Sequence[Row] = ()
    heat: Heat | None = None
    groups: Sequence[tuple[str, Phrase]] = ()
    svg: str | Drawing | None = None
    more: int = 0
    command: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a board answers.

    Args:
        name: the question's name. The page looks up its label as ``ui.board.ask.NAME``.
        fields: the fields of its form.
        answer: the function that answers it. It takes the texts of the fields and the number of the last
            answer (``Answer.more``, 0 at first), and raises ``SuitwiseError`` for texts that it can't
            read.
        heavy: field texts that need more compiled code than the initial ones; a server answers them once
            to compile that code ahead of time.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> over = Question("how", (), lambda fields, more: Answer(phrase("any.over", "the game is over")))
    >>> print(over.answer({}, 0).verdict)
    the game is over
    """

    name: str
    fields: Sequence[Field]
    answer: Callable[[Mapping[str, str], int], Answer]
    heavy: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a game.

    Args:
        game: the game's name, as in the catalogue.
        kind: the kind of cards that the page draws, like a face's ``kind``.
        questions: the questions; the page opens with the first.
        deck: the cards that can be tapped into fields, in rows, each as it is typed. A field separates
            cards by blanks. Stacks may hold other cards as well, which have to be typed.
        copies: the number of copies of each card.
        of: turns a state and the seat that asks, who may see all hands, into a question with its fields;
            returns None if no question fits. Omitted if the board has no questions about states.
        of_move: turns a state and the text of the move made there into a question with its fields;
            returns None if the question of the state itself (``of``) fits. Omitted if that always fits.

    >>> Board("texas42", "texas42", deck=[["0-0"], ["1-0", "1-1"]]).copies
    1
    """

    game: str
    kind: str
    questions: Sequence[Question] = field(default_factory=tuple)
    deck: Sequence[Sequence[str]] = ()
    copies: int = 1
    of: Callable[[Any, int], Asked | None] | None = None
    of_move: Callable[[Any, str], Asked | None] | None = None


# --- Asking ---------------------------------------------------------------------------------------


def board_of(game: str) -> Board | None:
    """Return the board of a game, or None if it has none.

    >>> board_of("texas42").questions[0].name, board_of("bridge") is None
    ('solve', True)
    """
    entry = catalogue.find(game)
    if entry is None or not entry.board:
        return None
    board: Board = entry.loaded(entry.board)
    return board


def answered(board: Board, ask: str, fields: Mapping[str, str], more: int = 0) -> Answer:
    """Check the fields of a question against their kinds, and answer it.

    Args:
        board: the board.
        ask: the name of the question.
        fields: the texts of its fields by field name; a missing field is empty.
        more: the ``more`` of the last answer, 0 at first.

    Raises:
        SuitwiseError: the board has no such question, a text does not fit its field, or the game
            refuses the position.

    >>> board = board_of("texas42")
    >>> hands = {"hand0": "0-0 6-3", "hand1": "6-5 3-2", "hand2": "3-1 6-4", "hand3": "2-0 5-4"}
    >>> answer = answered(board, "solve", {"trumps": "1", "leader": "0", **hands})
    >>> [(row.move, str(row.text)) for row in answer.rows]
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
    known = {one.name for one in question.fields}
    unknown = next((name for name in fields if name not in known), None)
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
    """Return why a text does not fit the kind of a field, or None if it does.

    >>> print(why_no_text(Field("need", "count", most=42), "43"))
    need is a number from 0 to 42
    """
    name = TypedName(of.name, _LABELS)
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


# --- Reading fields, for games --------------------------------------------------------------------


def read(fields: Mapping[str, str], name: str, reader: Callable[[str], T]) -> T:
    """Parse the text of a field by a parser of the game; a refusal then names the field.

    Args:
        fields: the texts of the form by field name; a missing field is empty.
        name: the name of the field.
        reader: the parser, which raises ``SuitwiseError`` for a text that it can't read.

    Raises:
        NotationError: the parser refused the text.

    >>> read({"n": "7"}, "n", int)
    7
    >>> from suitwise.cards import parse_cards
    >>> read({"hand": "S2 X"}, "hand", parse_cards)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    suitwise.errors.NotationError: hand: no card at 'X': write a suit (S H D C) and a rank ...
    """
    try:
        return reader(fields.get(name, ""))
    except SuitwiseError as error:
        raise NotationError(_about(name, reason_of(error))) from None


def number(fields: Mapping[str, str], name: str, least: int, most: int) -> int:
    """Parse the whole number in a field; an empty field stands for the smallest one.

    Raises:
        NotationError: the text is no whole number, or one out of bounds.

    >>> number({"points": "35"}, "points", 0, 300), number({}, "points", 0, 300)
    (35, 0)
    >>> number({"points": "x"}, "points", 0, 300)
    Traceback (most recent call last):
    suitwise.errors.NotationError: points: a whole number from 0 to 300
    """
    text = fields.get(name, "").strip() or str(least)
    if not re.fullmatch("-?[0-9]{1,9}", text) or not least <= int(text) <= most:
        why = phrase(
            "board.number", "a whole number from {least} to {most}", least=least, most=most
        )
        raise NotationError(_about(name, why))
    return int(text)


def is_empty(fields: Mapping[str, str], name: str) -> bool:
    """Tell whether a field is empty or missing.

    >>> is_empty({"hand": " "}, "hand"), is_empty({"hand": "S2"}, "hand")
    (True, False)
    """
    return not fields.get(name, "").strip()


def _about(name: str, why: Phrase) -> Phrase:
    return phrase("board.about", "{field}: {why}", field=TypedName(name, _LABELS), why=why)
