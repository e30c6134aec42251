"""Load variants from text, write and replay records, draw outcomes of chance, and play games out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from textwrap import TextWrapper, indent
from typing import Any

from suitwise import catalogue
from suitwise.errors import IllegalMove, NotationError
from suitwise.foundation.text.lines import number_text, read_number, read_options, split_call
from suitwise.foundation.text.phrases import phrase
from suitwise.game.state import CHANCE, OVER, Game, M, State
from suitwise.seeds import SeededSource, Source

# --- Variants by their text -----------------------------------------------------------------------


def register(game: type[Game[Any]], **parts: Any) -> type[Game[Any]]:
    """Register a game so that ``load`` finds it by its name; can be used as a decorator.

    Args:
        game: the class of its variants.
        parts: its other parts, the fields of ``catalogue.Entry``.

    >>> from suitwise.testing import Kuhn
    >>> register(Kuhn) is Kuhn, str(load("kuhn"))
    (True, 'kuhn')
    """
    known = catalogue.find(game.name) or catalogue.Entry(game.name, game)
    catalogue.register(replace(known, game=game, **parts))
    return game


def games() -> tuple[str, ...]:
    """Return the names that ``load`` knows.

    >>> set(games()) >= {"gin", "stacks", "texas42", "tractor"}
    True
    """
    return catalogue.names()


def load(text: str) -> Game[Any]:
    """Return the variant with a given text; omitted options keep their defaults.

    Raises:
        NotationError: there is no such game or option, or the value of an option has the wrong type.

    >>> str(load("stacks(height=2)"))
    'stacks(stacks=4,height=2,suits=4,singles=1)'
    """
    name, options = split_call(text)
    entry = catalogue.find(name)
    if entry is None:
        raise NotationError(
            phrase(
                "options.no-game",
                "{text} is no game: write one of {names}, options in parentheses",
                text=repr(text[:40]),
                names=", ".join(games()),
            )
        )
    kind: type[Game[Any]] = entry.loaded(entry.game)
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise NotationError(
            f"what the package {entry.package} gives as {name} is no suitwise.game.Game"
        )
    return read_options(kind, kind.name, options)


# --- Records --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: the variant, the start, every move, and the returns.

    Args:
        game: the variant's text.
        start: the first state's text.
        moves: the texts of all moves in order, including those of chance.
        returns: the return of each seat, final or so far.

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
            NotationError: a line is missing or out of place.
        """
        parts = _sections(text)
        words = parts["returns"].split()
        returns = tuple(value for word in words if (value := read_number(word)) is not None)
        if len(returns) < len(words):
            raise NotationError("the returns are a number for each seat")
        return cls(parts["game"], parts["start"], tuple(parts["moves"].split()), returns)

    @classmethod
    def from_json(cls, plain: object) -> Record:
        """Read the plain data of ``as_json``.

        Raises:
            NotationError: the data is not a record.
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
            IllegalMove: a move is illegal, or the returns differ from those of the last state.
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
    """Return the text of an illegal move for a message; empty if the reason already begins with it."""
    shown = repr(text[:40])[1:-1]
    return "" if reason.startswith((f"{shown}: ", f"'{shown[:20]}")) else f", {shown}"


_SECTIONS = ("game", "start", "moves", "returns")
_WRAPPER = TextWrapper(94, break_long_words=False, break_on_hyphens=False)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and abs(value) <= sys.float_info.max


def _sections(text: str) -> dict[str, str]:
    """Split a record's text into its four sections; indented lines continue a section."""
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


# --- Chance ---------------------------------------------------------------------------------------


def draw(state: State[M], seed: int, stream: int, index: int) -> tuple[M, int]:
    """Draw an outcome at a turn of chance; the result is the same on every machine.

    Args:
        state: a state whose turn is ``CHANCE``.
        seed: 64-bit seed.
        stream: the stream, for example the number of the game.
        index: the position in the stream.

    Returns:
        The outcome and the position after the draw.

    Raises:
        IllegalPosition: the weights sum to more than 2**31, the limit of an exact draw.

    >>> from suitwise.game import load
    >>> start = load("stacks(stacks=2,height=1,suits=2)").start()
    >>> outcome, index = draw(start, seed=1, stream=0, index=0)
    >>> str(outcome), outcome in start.moves(), index
    ('1b', True, 1)
    """
    source = SeededSource(seed, stream, index)
    return state.chance_move(source), source.index


def drawn(state: State[M], source: Source) -> M:
    """Draw an outcome at a turn of chance from any source of random numbers, such as dice.

    With a ``SeededSource``, the outcome is that of ``draw``.

    Args:
        state: a state whose turn is ``CHANCE``.
        source: the source; ``source.below(n)`` returns a uniform number in 0..n-1.

    Raises:
        IllegalPosition: the weights sum to more than 2**31, the limit of an exact draw.

    >>> from suitwise.game import load
    >>> start = load("stacks(stacks=2,height=1,suits=2)").start()
    >>> drawn(start, SeededSource(seed=1, stream=0)) == draw(start, seed=1, stream=0, index=0)[0]
    True
    """
    return state.chance_move(source)


def roll(state: State[M], seed: int, stream: int, index: int = 0) -> tuple[State[M], int]:
    """Draw outcomes of chance until a seat is on turn or the game is over.

    Returns:
        The state and the position in the stream after the last draw.

    >>> from suitwise.game import load
    >>> state, index = roll(load("stacks(stacks=3,height=2)").start(), seed=1, stream=0)
    >>> state.turn, str(state)
    (0, '2b 1d | 2a 1c | 1a 1b')
    """
    return state.rolled(seed, stream, index)


# --- Playing to the end ---------------------------------------------------------------------------

Chooser = Callable[[State[Any]], Any]
"""A function that chooses a move for the seat on turn; all players are such functions."""


def play(start: State[M], choose: Chooser, seed: int, stream: int = 0) -> Record:
    """Play a game to its end, with outcomes of chance from a seeded stream.

    Args:
        start: the first state.
        choose: chooses the moves of all seats.
        seed: 64-bit seed for chance.
        stream: the number of the game.

    >>> from suitwise.game import load
    >>> from suitwise.players import RandomPlayer
    >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
    >>> record.returns, len(record.moves), record.moves[-3:]
    ((-4.0, 4.0, -4.0, 4.0), 49, ('6-2', '5-4', '2-0'))
    """
    state, moves, index = start, [], 0
    while state.turn != OVER:
        if state.turn == CHANCE:
            move, index = draw(state, seed, stream, index)
        else:
            move = choose(state)
        moves.append(move)
        state = state.after(move)
    return record_of(start, moves, state)
