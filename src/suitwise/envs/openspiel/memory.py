"""What a seat remembers of its own turns, for OpenSpiel's algorithms, which want perfect recall.

A view (``State.view``) holds what matters to the rules; a rummy player's need not tell in which order
cards were drawn. Where it tells all the same, a ``Trail`` keeps the turns for the tensors; where it
forgets, a ``Name`` keeps 64 bits that tell different pasts apart.

A turn is looked at when it is first asked for. Until then a memory holds the whole position; ``settled``
lets go of it, so that nothing is left but what the seat knows. Memories never change otherwise.
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

    def settled(self) -> Trail:
        """Return the memory without any position."""
        return Trail(tuple(turn.settled() for turn in self.turns))
