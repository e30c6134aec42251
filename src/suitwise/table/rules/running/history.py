"""Compact histories of a table: the positions of a deal, the lines of its story, its answers.

- A *line* is a sentence about what happened at the table, shown to the seats and spectators. A client
  that connects late gets the latest lines.
- An *answer* is the reply to a command of a seat. Its key is the id that the client gave the command. A
  client that gets no reply sends the command again, with the same id, and gets the stored answer.

The latest items are needed for every change and are stored as they are. There may be hundreds of older
ones at each of hundreds of tables, so these take less memory: positions are recomputed from the first
one, and lines and answers are compressed in blocks, which are rarely unpacked.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from suitwise.game import State
from suitwise.table.rules.messages import MOST_ANSWERS

MOST_LINES = 500
"""The number of latest lines that a table remembers."""
_POSITIONS = 8
"""The number of latest positions stored as they are: enough for most take-backs."""
_LINES, _ANSWERS = 64, 32
"""The number of lines, and of answers, in a packed block. Fewer than twice as many stay unpacked."""


def after_legal(state: Any, move: Any) -> Any:
    """Return the state after a move that is known to be legal."""
    # A game defines either ``followed_by``, which skips the legality check, or only ``after``.
    has_only_after = type(state).followed_by is State.followed_by
    return state.after(move) if has_only_after else state.followed_by(move)


def _packed(items: Sequence[Any]) -> bytes:
    return zlib.compress(pickle.dumps(items, pickle.HIGHEST_PROTOCOL), 1)


def _unpacked(data: bytes) -> Sequence[Any]:
    """Return the items of a block. Only this process packs blocks, so unpickling them is safe."""
    items: Sequence[Any] = pickle.loads(zlib.decompress(data))
    return items


class _IteratedSequence(Sequence[Any]):
    """A sequence that is read by iterating over it; it equals a tuple of the same items."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, _IteratedSequence)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


# --- Positions ------------------------------------------------------------------------------------


class DealHistory(_IteratedSequence):
    """The positions of a deal; only the latest ones are stored.

    Args:
        first: the first position.
        moves: all moves since the first position, known to be legal.
        latest: the latest positions, at least one.

    >>> from suitwise.testing import Kuhn
    >>> start = Kuhn().parse("KJ")
    >>> history = DealHistory.of((start,), ())
    >>> for text in ("p", "b", "p"):
    ...     history = history.after(start.parse_move(text), history[-1].after(text))
    >>> len(history), str(history[0]), str(history[1]), str(history[-1])
    (4, 'KJ', 'KJ:p', 'KJ:pbp')
    """

    __slots__ = ("_first", "_latest", "_moves")

    def __init__(self, first: Any, moves: tuple[Any, ...], latest: tuple[Any, ...]) -> None:
        self._first, self._moves, self._latest = first, moves, latest

    @staticmethod
    def of(states: Sequence[Any], moves: Iterable[Any]) -> DealHistory:
        """Return the history of positions and the moves between them; a history is returned as it is."""
        if isinstance(states, DealHistory):
            return states
        return DealHistory(states[0], tuple(moves), tuple(states[-_POSITIONS:]))

    def after(self, move: Any, state: Any) -> DealHistory:
        """Return the history with one more move, and the position after it."""
        latest = (*self._latest, state)[-_POSITIONS:]
        return DealHistory(self._first, (*self._moves, move), latest)

    def __len__(self) -> int:
        return len(self._moves) + 1

    def __iter__(self) -> Iterator[Any]:
        state = self._first
        yield state
        for move in self._moves:
            state = after_legal(state, move)
            yield state

    def __getitem__(self, index: Any) -> Any:
        if index == -1:  # the current position, needed dozens of times for every change
            return self._latest[-1]
        n_older = len(self) - len(self._latest)
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1 or start < n_older:
                return super().__getitem__(index)
            # An empty slice may have its end before its start, and even among the older positions.
            return self._latest[start - n_older : max(start, stop) - n_older]
        place = range(len(self))[index]  # counts from the first position, and refuses a wrong index
        if place >= n_older:
            return self._latest[place - n_older]
        return self._first if place == 0 else next(islice(self, place, None))


# --- Lines ----------------------------------------------------------------------------------------


class LineHistory(_IteratedSequence):
    """The latest lines of a table, the older ones packed.

    >>> story = LineHistory()
    >>> for n in range(1000):
    ...     story = story.with_line(n)
    >>> len(story), story[0], story[-1], next(iter(reversed(story)))
    (500, 500, 999, 999)
    """

    __slots__ = ("_latest", "_older")

    def __init__(self, older: tuple[bytes, ...] = (), latest: tuple[Any, ...] = ()) -> None:
        self._older, self._latest = older, latest

    def with_line(self, line: Any) -> LineHistory:
        """Return the history with one more line, without blocks that are too old."""
        older, latest = self._older, (*self._latest, line)
        if len(latest) == 2 * _LINES:
            older, latest = (*older, _packed(latest[:_LINES])), latest[_LINES:]
            # Drop the oldest block if there are enough lines without it.
            if _LINES * (len(older) - 1) + len(latest) >= MOST_LINES:
                older = older[1:]
        return LineHistory(older, latest)

    # The oldest block may have more lines than are remembered: the methods below leave these out.

    def __len__(self) -> int:
        return min(MOST_LINES, _LINES * len(self._older) + len(self._latest))

    def __iter__(self) -> Iterator[Any]:
        return iter(list(reversed(self))[::-1])

    def __reversed__(self) -> Iterator[Any]:
        # The newest lines come first, so a reader of a few lines unpacks few blocks.
        older = (reversed(_unpacked(block)) for block in reversed(self._older))
        return islice(chain(reversed(self._latest), chain.from_iterable(older)), MOST_LINES)


# --- Answers --------------------------------------------------------------------------------------


class _Block(NamedTuple):
    """Packed answers, and their keys in a text that can be searched without unpacking the answers.

    A newline stands before, between and after the keys.
    """

    keys: str
    answers: bytes


class Answers(_IteratedSequence):
    """The latest answers to the commands of a seat, the older ones packed; the items are (key, answer).

    >>> answers = Answers()
    >>> for n in range(1000):
    ...     answers = answers.with_answer(f"k{n}", n)
    >>> len(answers), answers[0], answers.get("k990"), answers.get("k800"), answers.get("k8")
    (256, ('k744', 744), 990, 800, None)
    """

    __slots__ = ("_latest", "_older")

    def __init__(
        self, older: tuple[_Block, ...] = (), latest: tuple[tuple[str, Any], ...] = ()
    ) -> None:
        self._older, self._latest = older, latest

    @staticmethod
    def of(answers: Sequence[tuple[str, Any]]) -> Answers:
        """Return pairs of keys and answers as ``Answers``; ``Answers`` are returned as they are."""
        if isinstance(answers, Answers):
            return answers
        history = Answers()
        for key, answer in answers:
            history = history.with_answer(key, answer)
        return history

    def with_answer(self, key: str, answer: Any) -> Answers:
        """Return the answers with one more, without blocks that are too old."""
        older, latest = self._older, (*self._latest, (key, answer))
        if len(latest) == 2 * _ANSWERS:
            block, latest = latest[:_ANSWERS], latest[_ANSWERS:]
            keys = "\n".join(["", *(key for key, _ in block), ""])
            older = (*older, _Block(keys, _packed(block)))
            # Drop the oldest block if there are enough answers without it.
            if _ANSWERS * (len(older) - 1) + len(latest) >= MOST_ANSWERS:
                older = older[1:]
        return Answers(older, latest)

    def get(self, key: str) -> Any:
        """Return the answer with this key; None if none is stored."""
        for latest_key, answer in self._latest:
            if latest_key == key:
                return answer
        whole_key = f"\n{key}\n"  # so that a part of a longer key is not found
        for block in self._older:
            if whole_key in block.keys:
                return dict(_unpacked(block.answers))[key]
        return None

    def __len__(self) -> int:
        return min(MOST_ANSWERS, _ANSWERS * len(self._older) + len(self._latest))

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        older = chain.from_iterable(_unpacked(block.answers) for block in self._older)
        return iter([*older, *self._latest][-MOST_ANSWERS:])
