"""Records: a whole game as text, which replays."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import TextWrapper, indent
from typing import Any

from suitwise.errors import IllegalMove, NotationError
from suitwise.foundation.text.options import number_text, read_number
from suitwise.game.description import M
from suitwise.game.loading import load
from suitwise.game.state import State


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: the variant, where it started, every move, and the returns.

    Args:
        game: the variant's text.
        start: the first state's text.
        moves: the moves' texts, chance's included, in order.
        returns: what each seat got, or has got so far if the game was broken off.

    >>> from suitwise.testing import Kuhn
    >>> from suitwise.game import play
    >>> record = play(Kuhn().start(), lambda state: state.moves()[0], seed=1)
    >>> print(record, end="")
    game  kuhn
    start -
    moves K Q p p
    returns 1 -1
    >>> Record.parse(str(record)) == record, [str(state) for state in record.states()]
    (True, ['-', 'K', 'KQ', 'KQ:p', 'KQ:pp'])
    """

    game: str
    start: str
    moves: tuple[str, ...]
    returns: tuple[float, ...]

    def __str__(self) -> str:
        returns = " ".join(number_text(value) for value in self.returns)
        moves = indent("\n".join(_WRAPPER.wrap(" ".join(self.moves))), " " * 6)
        return f"game  {self.game}\nstart {self.start}\nmoves{moves[5:]}\nreturns {returns}\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record's text.

        Raises:
            NotationError: a line is missing or out of place; with its line.
        """
        parts = _sections(text)
        words = parts["returns"].split()
        returns = tuple(value for word in words if (value := read_number(word)) is not None)
        if len(returns) < len(words):
            raise NotationError("the returns are a number for each seat")
        return cls(parts["game"], parts["start"], tuple(parts["moves"].split()), returns)

    @classmethod
    def from_json(cls, plain: object) -> Record:
        """Read what ``as_json`` gave, after its way through JSON.

        Raises:
            NotationError: it is no record.
        """
        if not (isinstance(plain, dict) and set(plain) == set(_SECTIONS)):
            raise NotationError("a record is an object with game, start, moves and returns")
        game, start, moves, returns = (plain[name] for name in _SECTIONS)
        if not (isinstance(game, str) and isinstance(start, str)):
            raise NotationError("a record's game and start are texts")
        if not (isinstance(moves, list) and all(isinstance(move, str) for move in moves)):
            raise NotationError("a record's moves are a list of texts")
        if not (isinstance(returns, list) and all(_is_number(value) for value in returns)):
            raise NotationError("a record's returns are a list of numbers")
        return cls(game, start, tuple(moves), tuple(map(float, returns)))

    def states(self) -> Iterator[State[Any]]:
        """Replay the record: yield the start and the state after every move.

        Raises:
            NotationError: the variant, the start or a move can't be read.
            IllegalMove: a move is not legal, or the returns are not those of the last state.
        """
        state = load(self.game).parse(self.start)
        yield state
        for number, text in enumerate(self.moves, 1):
            try:
                state = state.after(state.parse_move(text))
            except (IllegalMove, NotationError) as error:
                raise type(error)(f"move {number}{_named(text, str(error))}: {error}") from None
            yield state
        if state.returns() != self.returns:
            raise IllegalMove(
                f"the record's returns are {self.returns}, the game's {state.returns()}"
            )

    def as_json(self) -> dict[str, object]:
        """Return the record as plain data, for a line of JSON."""
        values = self.game, self.start, list(self.moves), list(self.returns)
        return dict(zip(_SECTIONS, values, strict=True))


def _named(text: str, reason: str) -> str:
    """Name a refused move, unless its refusal begins with it."""
    shown = repr(text[:40])[1:-1]
    return "" if reason.startswith((f"{shown}: ", f"'{shown[:20]}")) else f", {shown}"


_SECTIONS = ("game", "start", "moves", "returns")
_WRAPPER = TextWrapper(94, break_long_words=False, break_on_hyphens=False)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and abs(value) <= sys.float_info.max


def _sections(text: str) -> dict[str, str]:
    """Split a record's text into its four sections; indented lines go on."""
    parts: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        word = line.split(maxsplit=1)[0]
        if line[0].isspace() and parts:
            parts[_SECTIONS[len(parts) - 1]].append(line.strip())
        elif len(parts) < 4 and word == _SECTIONS[len(parts)]:
            parts[word] = [line.strip()[len(word) :].strip()]
        else:
            expected = _SECTIONS[len(parts)] if len(parts) < 4 else "the end"
            raise NotationError(f"{word[:24]!r} stands where {expected!r} belongs", line=number)
    if len(parts) < 4:
        raise NotationError(f"the record ends before {_SECTIONS[len(parts)]!r}")
    return {name: " ".join(lines) for name, lines in parts.items()}


def record_of(start: State[M], moves: list[M], end: State[M]) -> Record:
    """Return the record of a game from its first state, its moves and its last state.

    >>> from suitwise.testing import Kuhn
    >>> start = Kuhn().parse("KJ")
    >>> print(record_of(start, ["p", "p"], start.after("p").after("p")), end="")
    game  kuhn
    start KJ
    moves p p
    returns 1 -1
    """
    return Record(str(start.game), str(start), tuple(map(str, moves)), end.returns())
