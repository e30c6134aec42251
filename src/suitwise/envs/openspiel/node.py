"""Where an OpenSpiel game stands: a position, and what each seat remembers of its own turns.

OpenSpiel changes its states in place and copies them often. What a state here holds is a ``Node``, which
never changes, so that a copy is the same node.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from suitwise.envs.actions import Listed, Numbered, actions_of
from suitwise.envs.openspiel.memory import Diary, Name, Trail
from suitwise.errors import IllegalMove
from suitwise.game import CHANCE, State, load

Past: TypeAlias = tuple[Name | Trail | Diary, ...]
"""What each seat remembers."""


class Node:
    """A position, with what each seat remembers of its own turns; never changed.

    Args:
        actions: the game's moves as numbers.
        state: the position.
        past: what each seat remembers.

    >>> from suitwise.testing import Kuhn
    >>> node = Node(actions_of(Kuhn()), Kuhn().start(), (Trail(), Trail()))
    >>> node = node.after(2).after(0)
    >>> str(node.state), node.turn, node.legal
    ('KJ', 0, [0, 1])
    """

    def __init__(self, actions: Numbered | Listed, state: State[Any], past: Past) -> None:
        self.actions = actions
        self.state = state
        self.past = past
        self._views: dict[int, str] = {}

    @cached_property
    def turn(self) -> int:
        """The seat on turn, ``CHANCE``, or ``OVER``."""
        return self.state.turn

    # --- What may happen --------------------------------------------------------------------------

    @cached_property
    def outcomes(self) -> tuple[Any, ...]:
        """The outcomes at a turn of chance; the action of one is its place here."""
        return tuple(self.state.moves()) if self.turn == CHANCE else ()

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """How likely each outcome is."""
        weights = [self.state.weight(outcome) for outcome in self.outcomes]
        total = sum(weights)
        return tuple(weight / total for weight in weights)

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions of the seat on turn, ascending."""
        return [int(action) for action in self.actions.legal(self.state)]

    def move(self, action: int) -> Any:
        """Return the move, or the outcome of chance, of an action.

        Raises:
            IllegalMove: it is not legal here.
        """
        if self.turn != CHANCE:
            return self.actions.move(self.state, action)
        if not 0 <= action < len(self.outcomes):
            raise IllegalMove(
                f"chance has the outcomes 0 to {len(self.outcomes) - 1} here, not {action}"
            )
        return self.outcomes[action]

    def after(self, action: int) -> Node:
        """Return the node after an action.

        Raises:
            IllegalMove: it is not legal here.
        """
        turn, move, past = self.turn, self.move(action), self.past
        state = self.state.after(move)
        if turn != CHANCE:
            memory = past[turn].after(self.state, action)
            past = (*past[:turn], memory, *past[turn + 1 :])
        told = [memory.told(self.state, move, state, seat) for seat, memory in enumerate(past)]
        return Node(self.actions, state, tuple(told))

    # --- What a seat knows ------------------------------------------------------------------------

    def view(self, seat: int) -> str:
        """Return what a seat sees, as text."""
        if seat not in self._views:
            self._views[seat] = self.state.view(seat)
        return self._views[seat]

    def resampled(self, seat: int, seed: int) -> Node:
        """Return a world that a seat can't tell from this one.

        The seat remembers its turns there; what the others saw at theirs is not made up.
        """
        past = tuple(
            memory.settled() if at == seat else type(memory)()
            for at, memory in enumerate(self.past)
        )
        return Node(self.actions, self.state.resample(seat, seed, 0), past)

    # --- Copies -----------------------------------------------------------------------------------

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        most = self.actions.most if isinstance(self.actions, Listed) else None
        return _read, (str(self.state.game), most, str(self.state), self.past)


def _read(game: str, most: int | None, state: str, past: Past) -> Node:
    """Return the node of a position's text."""
    actions = _actions(game, most)
    return Node(actions, actions.game.parse(state), past)


@lru_cache(maxsize=64)
def _actions(game: str, most: int | None) -> Numbered | Listed:
    variant = load(game)
    return actions_of(variant) if most is None else actions_of(variant, most)
