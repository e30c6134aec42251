"""What can be asked of a game's board: a position is set up in a form, and the game answers.

A game names its board in its entry of the ``catalogue``: the questions that it can answer, each with the
fields of its form and the function that answers it. The page draws any form and any answer; it knows no
game. Fields are texts in the game's own notation, as at the command line.

An answer that can be made better with more time (chances over sampled worlds) says so by ``more``; who
asks again with that number gets a better one, until ``more`` is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from suitwise.foundation.text.phrases import Phrase

FieldKind = Literal["cards", "choice", "count", "text"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form.

    Args:
        name: its name, by which the page has its label (``ui.board.field.NAME``).
        kind: cards that are tapped or typed, one of the choices, a whole number, or any text.
        start: what stands in it at first, so that each question can be answered at once.
        choices: the texts to choose from.
        most: the largest number, or the most cards; 0 for no limit of its own.
        is_needed: whether it may not be empty.
    """

    name: str
    kind: FieldKind
    start: str = ""
    choices: Sequence[str] = ()
    most: int = 0
    is_needed: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A line of an answer's table: a play and what it is worth.

    Args:
        move: cards, or a move, in the game's notation.
        text: what it comes to, a few words.
        value: what it is worth, for the length of a bar; None for none.
        is_best: whether nothing here is better.
    """

    move: str
    text: Phrase
    value: float | None = None
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class Heat:
    """Chances by two things at once, say bids and trumps.

    Args:
        rows: what stands at the left of each line.
        columns: what stands above.
        cells: the chances, from 0 to 1, by line; None where there is nothing.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[float | None]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question comes to.

    Args:
        verdict: the answer in a sentence.
        lines: more sentences: reasons, one after another.
        rows: plays and what they are worth, the best first.
        heat: chances by two things, or None.
        groups: cards that lie together, each with what it is (the melds of an arrangement).
        svg: a picture, or None.
        more: the number to ask again with for a better answer; 0 where this is the whole of it.
    """

    verdict: Phrase
    lines: Sequence[Phrase] = ()
    rows: Sequence[Row] = ()
    heat: Heat | None = None
    groups: Sequence[tuple[str, Phrase]] = ()
    svg: str | None = None
    more: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a board answers.

    Args:
        name: its name, by which the page has its label (``ui.board.ask.NAME``).
        fields: its form.
        answer: answers it from the fields' texts and the number to go on with (0 at first).
            It raises ``SuitwiseError`` with a sentence for texts that are none.
    """

    name: str
    fields: Sequence[Field]
    answer: Callable[[Mapping[str, str], int], Answer]


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a game.

    Args:
        game: the game's name, as in the catalogue.
        kind: which cards its page draws, as a face's ``kind``.
        questions: what it can be asked, the first one first.
    """

    game: str
    kind: str
    questions: Sequence[Question] = field(default_factory=tuple)
