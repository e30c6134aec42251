"""The history of a game at the terminal, with undo and redo of the seat's decisions."""

from __future__ import annotations

from typing import Any

from suitwise.game import State

_KEPT = 64
"""The number of decisions whose states are stored; earlier states are replayed, to save memory."""


class History:
    """The moves of a game so far, those of chance and of other seats included.

    Args:
        start: the initial state.

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
        """The position in the random stream of chance."""
        # For each decision of the seat: its state if stored, and the moves and the index before it.
        self._decisions: list[tuple[State[Any] | None, int, int]] = []
        # For each undo: the state and the index before it, and the moves and the decisions taken back.
        self._undone: list[tuple[Any, ...]] = []

    @property
    def decisions(self) -> int:
        """The number of decisions so far."""
        return len(self._decisions)

    @property
    def last_asked(self) -> State[Any] | None:
        """The state of the last decision; None before the first."""
        return self._state_at(-1) if self._decisions else None

    def add(self, move: Any, after: State[Any], *, decided: bool) -> None:
        """Add a move; undone moves are then lost.

        Args:
            move: the move.
            after: the state after it.
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
        state, moves, _ = self._decisions[place]
        return self.after(moves) if state is None else state

    def after(self, count: int) -> State[Any]:
        """Return the state after the first ``count`` moves, by replaying them."""
        state = self.start
        for move in self.moves[:count]:
            state = state.after(move)
        return state

    def redo(self) -> bool:
        """Take back the last undo; return False if there is none."""
        if not self._undone:
            return False
        self.state, moves, self.index, decisions = self._undone.pop()
        self.moves += moves
        self._decisions += decisions
        return True
