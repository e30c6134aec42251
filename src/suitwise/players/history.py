"""What has been played at a terminal, with the decisions of its seat, to go back and forth in."""

from __future__ import annotations

from typing import Any

from suitwise.game import State

_KEPT = 64
"""How many states are kept to go back to; earlier ones are replayed, for all would fill the memory."""


class History:
    """The moves of a game up to its state, chance's and the other seats' included.

    Args:
        start: the state it begins in.

    >>> from suitwise.testing import Kuhn
    >>> history = History(Kuhn().start())
    >>> for move in ("K", "Q", "b"):
    ...     history.add(move, history.state.after(move), decided=move == "b")
    >>> history.undo(1)
    >>> str(history.state), history.redo(), str(history.state), history.redo()
    ('KQ', True, 'KQ:b', False)
    """

    def __init__(self, start: State[Any]) -> None:
        self.start = self.state = start
        self.moves: list[Any] = []
        self.index = 0
        """Where chance goes on in its stream."""
        self._decisions: list[tuple[State[Any] | None, int, int]] = []
        self._undone: list[tuple[Any, ...]] = []

    @property
    def decisions(self) -> int:
        """How many decisions there were."""
        return len(self._decisions)

    @property
    def last_asked(self) -> State[Any] | None:
        """The state of the last decision; None before the first."""
        return self._state_at(-1) if self._decisions else None

    def add(self, move: Any, after: State[Any], *, decided: bool) -> None:
        """Go on by a move; moves undone before are gone.

        Args:
            move: the move.
            after: the state that follows.
            decided: whether it was a decision of the seat.
        """
        if decided:
            self._decisions.append((self.state, len(self.moves), self.index))
            for place in range(len(self._decisions) - _KEPT)[-1:]:
                self._decisions[place] = (None, *self._decisions[place][1:])
        self.state = after
        self.moves.append(move)
        self._undone.clear()

    def undo(self, count: int) -> None:
        """Go back to before the last ``count`` decisions."""
        state = self._state_at(-count)
        _, moves, index = self._decisions[-count]
        self._undone.append((self.state, self.moves[moves:], self.index, self._decisions[-count:]))
        del self._decisions[-count:], self.moves[moves:]
        self.state, self.index = state, index

    def _state_at(self, place: int) -> State[Any]:
        """Return the state of a decision."""
        kept, moves, _ = self._decisions[place]
        return self.after(moves) if kept is None else kept

    def after(self, count: int) -> State[Any]:
        """Return the state after the first ``count`` moves, which are played again."""
        state = self.start
        for move in self.moves[:count]:
            state = state.after(move)
        return state

    def redo(self) -> bool:
        """Go forth to before the last undo; tell whether there is one."""
        if not self._undone:
            return False
        self.state, moves, self.index, decisions = self._undone.pop()
        self.moves += moves
        self._decisions += decisions
        return True
