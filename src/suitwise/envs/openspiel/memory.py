"""What a seat remembers of its own turns, for OpenSpiel's algorithms, which want perfect recall.

A view (``State.view``) holds what matters to the rules; a rummy player's need not tell in which order
cards were drawn. Where it tells all the same, a ``Trail`` keeps the turns for the tensors; where it
forgets, a ``Name`` keeps 64 bits that tell different pasts apart.

A turn is looked at when it is first asked for. Until then a memory holds the whole position; ``settled``
lets go of it, so that nothing is left but what the seat knows. Memories never change otherwise. A
``Diary`` adds to the name what the seat was told of every move, its own and others' (``State.told``).
"""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b
from typing import Any

from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.game import State


class Name:
    """A name for what a seat saw and did at its turns: other turns, another name.

    Two pasts would share one in about 10**19.

    Args:
        text: the name; empty where there was no turn.

    >>> from suitwise.testing import Kuhn
    >>> state = Kuhn().parse("KJ")
    >>> Name().after(state, 0).text == Name().after(state, 0).text != Name().after(state, 1).text
    True
    """

    def __init__(self, text: str = "") -> None:
        self._text = text
        self._turn: tuple[Name, State[Any], int] | None = None

    @property
    def text(self) -> str:
        """The name."""
        unnamed, at = [], self
        while at._turn is not None:
            unnamed.append(at)
            at = at._turn[0]
        for memory in reversed(unnamed):
            memory._look()
        return self._text

    def _look(self) -> None:
        """Find the name, that of the turn before being known."""
        assert self._turn is not None
        before, state, action = self._turn
        told = f"{before._text}\n{state.view(state.turn)}\n{action}"
        self._text, self._turn = blake2b(told.encode(), digest_size=8).hexdigest(), None

    def after(self, state: State[Any], action: int) -> Name:
        """Return the memory after a turn: the position with the seat on turn, and what it did."""
        memory = Name()
        memory._turn = self, state, action
        return memory

    def told(self, state: State[Any], move: Any, after: State[Any], seat: int) -> Name:
        """Return the memory after any move: this one, for a seat's own turns are all it keeps."""
        return self

    def settled(self) -> Name:
        """Return the memory without any position."""
        return Name(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return Name, (self.text,)


class Turn:
    """A turn of a seat: what it saw, as an array laid flat, and the action that it took."""

    def __init__(self, state: State[Any], action: int) -> None:
        self._state: State[Any] | None = state
        self.action = action

    @cached_property
    def seen(self) -> NDArray[np.float32]:
        """What the seat saw."""
        assert self._state is not None
        return self._state.observe(self._state.turn).ravel()

    def settled(self) -> Turn:
        """Return this turn without the position."""
        if self._state is not None:
            _ = self.seen
            self._state = None
        return self

    def __getstate__(self) -> dict[str, Any]:
        return self.settled().__dict__


class Trail:
    """The turns of a seat whose view tells them all, so that nothing need be added to it.

    Args:
        turns: the turns so far.

    >>> from suitwise.testing import Kuhn
    >>> trail = Trail().after(Kuhn().parse("KJ"), 1)
    >>> trail.text, trail.turns[0].action, trail.turns[0].seen[:3].tolist()
    ('', 1, [0.0, 0.0, 1.0])
    """

    text = ""

    def __init__(self, turns: tuple[Turn, ...] = ()) -> None:
        self.turns = turns

    def after(self, state: State[Any], action: int) -> Trail:
        """Return the memory after a turn: the position with the seat on turn, and what it did."""
        return Trail((*self.turns, Turn(state, action)))

    def told(self, state: State[Any], move: Any, after: State[Any], seat: int) -> Trail:
        """Return the memory after any move: this one, for a seat's own turns are all it keeps."""
        return self

    def settled(self) -> Trail:
        """Return the memory without any position."""
        return Trail(tuple(turn.settled() for turn in self.turns))


class Told:
    """The rows of all that a seat was told, one move after the other.

    Args:
        rows: what it was told so far, float32 (rows, width).
    """

    def __init__(self, rows: NDArray[np.float32] | None = None) -> None:
        self._rows = np.zeros((0, 0), np.float32) if rows is None else rows
        self._move: tuple[Told, State[Any], Any, State[Any], int] | None = None

    def after(self, state: State[Any], move: Any, after: State[Any], seat: int) -> Told:
        """Return the rows with those of one more move, which are made when they are asked for."""
        told = Told()
        told._move = self, state, move, after, seat
        return told

    @property
    def rows(self) -> NDArray[np.float32]:
        """The rows."""
        unmade, at = [], self
        while at._move is not None:
            unmade.append(at._move)
            at = at._move[0]
        made = [at._rows] if at._rows.size else []
        for _, state, move, after, seat in reversed(unmade):
            made.append(state.game.told_of(state, move, after, seat))
        if unmade:
            self._rows, self._move = np.concatenate(made), None
        return self._rows


class Diary:
    """The name of what a seat saw and did at its turns, and the rows of all that it was told.

    Args:
        name: the name.
        log: the rows.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(seed=3, stream=0)
    >>> move = state.parse_move("pass")
    >>> diary = Diary().after(state, 2).told(state, move, state.after(move), 0)
    >>> len(diary.text), diary.rows.shape
    (16, (1, 66))
    """

    def __init__(self, name: Name | None = None, log: Told | None = None) -> None:
        self._name, self._log = name or Name(), log or Told()

    @property
    def text(self) -> str:
        """The name."""
        return self._name.text

    @property
    def rows(self) -> NDArray[np.float32]:
        """What the seat was told, float32 (rows, width); without a move no rows of no width."""
        return self._log.rows

    def after(self, state: State[Any], action: int) -> Diary:
        """Return the memory after a turn: the position with the seat on turn, and what it did."""
        return Diary(self._name.after(state, action), self._log)

    def told(self, state: State[Any], move: Any, after: State[Any], seat: int) -> Diary:
        """Return the memory after any move that was made in a position."""
        return Diary(self._name, self._log.after(state, move, after, seat))

    def settled(self) -> Diary:
        """Return the memory without any position."""
        return Diary(self._name.settled(), Told(self.rows))

    def __reduce__(self) -> tuple[Any, ...]:
        return _diary, (self.text, self.rows)


def _diary(text: str, rows: NDArray[np.float32]) -> Diary:
    return Diary(Name(text), Told(rows))
