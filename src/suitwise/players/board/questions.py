"""What can be asked of a game's board: a position is set up in a form, and the game answers.

A game names its board in its entry of the ``catalogue``: the questions that it can answer, each with the
fields of its form and the function that answers it. The page draws any form and any answer; it knows no
game. Fields are texts in the game's own notation, as at the command line.

An answer that can be made better with more time (chances over sampled worlds) says so by ``more``; who
asks again with that number gets a better one, until ``more`` is 0. A process may keep what was found so
far, and may lose it: then the better answer takes longer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from suitwise.foundation.text.phrases import Drawing, Phrase

FieldKind = Literal["cards", "stacks", "choice", "count", "text"]
"""What a field holds: cards of the deck, stacks of them parted by ``|``, one of its choices, a whole
number, or any text."""


Asked = tuple[str, Mapping[str, str]]
"""A question by its name, and the texts of its fields by theirs."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form.

    Args:
        name: its name, by which the page has its label (``ui.board.field.NAME``).
        kind: cards or stacks that are tapped or typed, one of the choices, a whole number, or any text.
        start: what stands in it at first, so that each question can be answered at once.
        choices: the texts to choose from.
        most: the largest number, or the most cards; 0 for no limit of its own.
        is_needed: whether it may not be empty.
        is_apart: whether cards that lie in it lie in no other such field of the form.

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
        text: what it comes to, a few words.
        value: what it is worth, for the length of a bar; None for none. Where worth may be below 0: how
            much more than the least of the rows.
        is_best: whether nothing here is better.

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
    """Chances by two things at once, say bids and trumps.

    Args:
        rows: what stands at the left of each line, texts or phrases.
        columns: what stands above.
        cells: the chances, from 0 to 1, by line; None where there is nothing.

    >>> Heat(["sixes"], ["30", "31"], [[0.75, 0.5]]).cells[0][1]
    0.5
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
        svg: a picture, an SVG or a drawing that is made in the asker's language; or None.
        more: the number to ask again with for a better answer; 0 where this is the whole of it.
        command: the same question at the command line, empty where there is none.

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
        name: its name, by which the page has its label (``ui.board.ask.NAME``).
        fields: its form.
        answer: answers it from the fields' texts and the number to go on with (0 at first).
            It raises ``SuitwiseError`` with a sentence for texts that are none.
        heavy: texts of fields that need more machine code than those that the form begins with.

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
        kind: which cards its page draws, as a face's ``kind``.
        questions: what it can be asked, the first one first.
        deck: the cards to tap into fields, row by row, each as it is typed; in a field they stand with
            blanks between. Cards of stacks may be others, too: those are typed.
        copies: how many of each there are.
        of: returns a state, as a seat sees it that may see all, as a question and its fields; None
            where the board has no question for it. Not given where it has one for no state.
        of_move: returns a decision, a state and the text of the move that was made there, as a question
            and its fields; None where it is the state's own. Not given where it is for every move.

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
