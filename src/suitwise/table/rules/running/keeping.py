"""What a table remembers of what is past, in little room: positions, lines, answers.

The last of each are at hand as they are, since they are asked for with every change. Of older ones
there may be hundreds at each of hundreds of tables: positions are played again from the first one, lines
and answers are packed together, and unpacked where somebody comes late or asks once more.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple, overload

from suitwise.game import State
from suitwise.table.rules.rows import MOST_ANSWERS

MOST_LINES = 500
"""How many lines of a story are remembered."""
_POSITIONS = 8
"""How many positions are at hand: those that a seat's last decision may be taken back in."""
_LINES, _ANSWERS = 64, 32
"""How many lines, and answers, are packed together; as many, and twice as many, are at hand."""


def after_legal(state: Any, move: Any) -> Any:
    """Return the state after a move that is known to be legal."""
    says_after = type(state).followed_by is State.followed_by
    return state.after(move) if says_after else state.followed_by(move)


def _packed(items: Sequence[Any]) -> bytes:
    return zlib.compress(pickle.dumps(items, pickle.HIGHEST_PROTOCOL), 1)


def _unpacked(data: bytes) -> Sequence[Any]:
    """Return what was packed here, in this process: nothing from a file or a line comes this way."""
    items: Sequence[Any] = pickle.loads(zlib.decompress(data))
    return items


class _Remembered(Sequence[Any]):
    """A sequence that is told by going through it."""

    __slots__ = ()

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, at: Any) -> Any:
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, _Remembered)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


# --- Positions ------------------------------------------------------------------------------------


class Course(_Remembered):
    """The positions of a deal, the last ones as they are.

    Args:
        first: the position at the beginning.
        moves: the moves since, known to be legal.
        last: the last positions, at least one.

    >>> from suitwise.testing import Kuhn
    >>> start = Kuhn().parse("KJ")
    >>> course = Course.of((start,), ())
    >>> for text in ("p", "b", "p"):
    ...     course = course.after(start.parse_move(text), course[-1].after(text))
    >>> len(course), str(course[0]), str(course[1]), str(course[-1])
    (4, 'KJ', 'KJ:p', 'KJ:pbp')
    """

    __slots__ = ("_first", "_last", "_moves")

    def __init__(self, first: Any, moves: tuple[Any, ...], last: tuple[Any, ...]) -> None:
        self._first, self._moves, self._last = first, moves, last

    @staticmethod
    def of(states: Sequence[Any], moves: Iterable[Any]) -> Course:
        """Return positions as a course, by the moves between them."""
        if isinstance(states, Course):
            return states
        return Course(states[0], tuple(moves), tuple(states[-_POSITIONS:]))

    def after(self, move: Any, state: Any) -> Course:
        """Return the course with one position more."""
        return Course(self._first, (*self._moves, move), (*self._last[1 - _POSITIONS :], state))

    def __len__(self) -> int:
        return len(self._moves) + 1

    def __iter__(self) -> Iterator[Any]:
        state = self._first
        yield state
        for move in self._moves:
            state = after_legal(state, move)
            yield state

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Any, ...]: ...
    def __getitem__(self, at: Any) -> Any:
        if at == -1:  # the position as it is, asked for dozens of times with every change
            return self._last[-1]
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if step != 1 or start < len(self) - len(self._last):
                return super().__getitem__(at)
            missing = len(self) - len(self._last)
            return self._last[start - missing : max(start, stop) - missing]
        place = range(len(self))[at]
        if place >= len(self) - len(self._last):
            return self._last[place - len(self)]
        return self._first if place == 0 else next(islice(self, place, None))


# --- Lines ----------------------------------------------------------------------------------------


class Story(_Remembered):
    """The last lines of a table, the older ones packed.

    >>> story = Story()
    >>> for n in range(1000):
    ...     story = story.told(n)
    >>> len(story), story[0], story[-1], next(iter(reversed(story)))
    (500, 500, 999, 999)
    """

    __slots__ = ("_last", "_older")

    def __init__(self, older: tuple[bytes, ...] = (), last: tuple[Any, ...] = ()) -> None:
        self._older, self._last = older, last

    def told(self, line: Any) -> Story:
        """Return the story with one line more, and without those that are too old."""
        older, last = self._older, (*self._last, line)
        if len(last) == 2 * _LINES:
            older, last = (*older, _packed(last[:_LINES])), last[_LINES:]
            if _LINES * (len(older) - 1) + len(last) >= MOST_LINES:
                older = older[1:]
        return Story(older, last)

    def __len__(self) -> int:
        return min(MOST_LINES, _LINES * len(self._older) + len(self._last))

    def __iter__(self) -> Iterator[Any]:
        return iter(list(reversed(self))[::-1])

    def __reversed__(self) -> Iterator[Any]:
        older = (reversed(_unpacked(one)) for one in reversed(self._older))
        return islice(chain(reversed(self._last), chain.from_iterable(older)), MOST_LINES)


# --- Answers --------------------------------------------------------------------------------------


class _Pack(NamedTuple):
    """Answers with their keys, between ends of lines."""

    keys: str
    answers: bytes


class Answers(_Remembered):
    """The last answers of a seat with their keys, the older ones packed.

    >>> answers = Answers()
    >>> for n in range(1000):
    ...     answers = answers.kept(f"k{n}", n)
    >>> len(answers), answers[0], answers.get("k990"), answers.get("k800"), answers.get("k8")
    (256, ('k744', 744), 990, 800, None)
    """

    __slots__ = ("_last", "_older")

    def __init__(
        self, older: tuple[_Pack, ...] = (), last: tuple[tuple[str, Any], ...] = ()
    ) -> None:
        self._older, self._last = older, last

    @staticmethod
    def of(answers: Sequence[tuple[str, Any]]) -> Answers:
        """Return pairs of keys and answers as the answers of a seat."""
        if isinstance(answers, Answers):
            return answers
        made = Answers()
        for key, answer in answers:
            made = made.kept(key, answer)
        return made

    def kept(self, key: str, answer: Any) -> Answers:
        """Return the answers with one more, and without those that are too old."""
        older, last = self._older, (*self._last, (key, answer))
        if len(last) == 2 * _ANSWERS:
            gone, last = last[:_ANSWERS], last[_ANSWERS:]
            keys = "\n".join(["", *(known for known, _ in gone), ""])
            older = (*older, _Pack(keys, _packed(gone)))
            if _ANSWERS * (len(older) - 1) + len(last) >= MOST_ANSWERS:
                older = older[1:]
        return Answers(older, last)

    def get(self, key: str) -> Any:
        """Return the answer of a key, None where it is not known."""
        for known, answer in self._last:
            if known == key:
                return answer
        line = f"\n{key}\n"
        for pack in self._older:
            if line in pack.keys:
                return dict(_unpacked(pack.answers))[key]
        return None

    def __len__(self) -> int:
        return min(MOST_ANSWERS, _ANSWERS * len(self._older) + len(self._last))

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        older = chain.from_iterable(_unpacked(pack.answers) for pack in self._older)
        return iter([*older, *self._last][-MOST_ANSWERS:])
