"""Compact histories of a table: the positions of a deal, the lines told, the answers to commands.

The latest items are needed for every change and are stored as they are. There may be hundreds of older
ones at each of hundreds of tables, so these take less memory: positions are recomputed from the first
one, and lines and answers are compressed in blocks, which are unpacked for the rare client that comes
late or asks again.
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
"""The number of lines remembered."""
_POSITIONS = 8
"""The number of latest positions stored as they are: enough for most take-backs."""
_LINES, _ANSWERS = 64, 32
"""The number of lines, and of answers, in a packed block; up to twice as many stay unpacked."""


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


class _PackedSequence(Sequence[Any]):
    """A sequence that is accessed by iterating over it."""

    __slots__ = ()

    def __getitem__(self, at: Any) -> Any:
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, _PackedSequence)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


# --- Positions ------------------------------------------------------------------------------------


class DealHistory(_PackedSequence):
    """The positions of a deal; only the latest ones are stored.

    Args:
        first: the first position.
        moves: all moves since, known to be legal.
        last: the latest positions, at least one.

    >>> from suitwise.testing import Kuhn
    >>> start = Kuhn().parse("KJ")
    >>> course = DealHistory.of((start,), ())
    >>> for text in ("p", "b", "p"):
    ...     course = course.after(start.parse_move(text), course[-1].after(text))
    >>> len(course), str(course[0]), str(course[1]), str(course[-1])
    (4, 'KJ', 'KJ:p', 'KJ:pbp')
    """

    __slots__ = ("_first", "_last", "_moves")

    def __init__(self, first: Any, moves: tuple[Any, ...], last: tuple[Any, ...]) -> None:
        self._first, self._moves, self._last = first, moves, last

    @staticmethod
    def of(states: Sequence[Any], moves: Iterable[Any]) -> DealHistory:
        """Return positions and the moves between them as a history."""
        if isinstance(states, DealHistory):
            return states
        return DealHistory(states[0], tuple(moves), tuple(states[-_POSITIONS:]))

    def after(self, move: Any, state: Any) -> DealHistory:
        """Return the history with one more position."""
        return DealHistory(
            self._first, (*self._moves, move), (*self._last[1 - _POSITIONS :], state)
        )

    def __len__(self) -> int:
        return len(self._moves) + 1

    def __iter__(self) -> Iterator[Any]:
        state = self._first
        yield state
        for move in self._moves:
            state = after_legal(state, move)
            yield state

    def __getitem__(self, at: Any) -> Any:
        if at == -1:  # the current position, needed dozens of times for every change
            return self._last[-1]
        n_recomputed = len(self) - len(self._last)
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if step != 1 or start < n_recomputed:
                return super().__getitem__(at)
            return self._last[start - n_recomputed : max(start, stop) - n_recomputed]
        place = range(len(self))[at]
        if place >= n_recomputed:
            return self._last[place - n_recomputed]
        return self._first if place == 0 else next(islice(self, place, None))


# --- Lines ----------------------------------------------------------------------------------------


class LineHistory(_PackedSequence):
    """The latest lines of a table, the older ones packed.

    >>> story = LineHistory()
    >>> for n in range(1000):
    ...     story = story.with_line(n)
    >>> len(story), story[0], story[-1], next(iter(reversed(story)))
    (500, 500, 999, 999)
    """

    __slots__ = ("_last", "_older")

    def __init__(self, older: tuple[bytes, ...] = (), last: tuple[Any, ...] = ()) -> None:
        self._older, self._last = older, last

    def with_line(self, line: Any) -> LineHistory:
        """Return the history with one more line, without lines that are too old."""
        older, last = self._older, (*self._last, line)
        if len(last) == 2 * _LINES:
            older, last = (*older, _packed(last[:_LINES])), last[_LINES:]
            if _LINES * (len(older) - 1) + len(last) >= MOST_LINES:
                older = older[1:]
        return LineHistory(older, last)

    def __len__(self) -> int:
        return min(MOST_LINES, _LINES * len(self._older) + len(self._last))

    def __iter__(self) -> Iterator[Any]:
        return iter(list(reversed(self))[::-1])

    def __reversed__(self) -> Iterator[Any]:
        older = (reversed(_unpacked(one)) for one in reversed(self._older))
        return islice(chain(reversed(self._last), chain.from_iterable(older)), MOST_LINES)


# --- Answers --------------------------------------------------------------------------------------


class _Block(NamedTuple):
    """Packed answers, and their keys as text with a newline before, between and after them."""

    keys: str
    answers: bytes


class Answers(_PackedSequence):
    """The latest answers of a seat by key, the older ones packed.

    >>> answers = Answers()
    >>> for n in range(1000):
    ...     answers = answers.with_answer(f"k{n}", n)
    >>> len(answers), answers[0], answers.get("k990"), answers.get("k800"), answers.get("k8")
    (256, ('k744', 744), 990, 800, None)
    """

    __slots__ = ("_last", "_older")

    def __init__(
        self, older: tuple[_Block, ...] = (), last: tuple[tuple[str, Any], ...] = ()
    ) -> None:
        self._older, self._last = older, last

    @staticmethod
    def of(answers: Sequence[tuple[str, Any]]) -> Answers:
        """Return pairs of keys and answers as ``Answers``."""
        if isinstance(answers, Answers):
            return answers
        made = Answers()
        for key, answer in answers:
            made = made.with_answer(key, answer)
        return made

    def with_answer(self, key: str, answer: Any) -> Answers:
        """Return the answers with one more, without answers that are too old."""
        older, last = self._older, (*self._last, (key, answer))
        if len(last) == 2 * _ANSWERS:
            block, last = last[:_ANSWERS], last[_ANSWERS:]
            keys = "\n".join(["", *(key for key, _ in block), ""])
            older = (*older, _Block(keys, _packed(block)))
            if _ANSWERS * (len(older) - 1) + len(last) >= MOST_ANSWERS:
                older = older[1:]
        return Answers(older, last)

    def get(self, key: str) -> Any:
        """Return the answer with this key; None if it is not known."""
        for last_key, answer in self._last:
            if last_key == key:
                return answer
        line = f"\n{key}\n"
        for block in self._older:
            if line in block.keys:
                return dict(_unpacked(block.answers))[key]
        return None

    def __len__(self) -> int:
        return min(MOST_ANSWERS, _ANSWERS * len(self._older) + len(self._last))

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        older = chain.from_iterable(_unpacked(block.answers) for block in self._older)
        return iter([*older, *self._last][-MOST_ANSWERS:])
