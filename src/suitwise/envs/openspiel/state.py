"""A position of any game as an OpenSpiel state.

Chance's outcomes are numbered by their places among ``State.moves``, in the game's own order, and the
probabilities are their weights over the sum; players' actions are those of ``envs.actions``. Returns are
zero before the end, as OpenSpiel's terminal reward model has it, even where a game keeps a score.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, TypeAlias

import pyspiel

from suitwise.arguments import whole_input
from suitwise.envs.sight import Listed, Numbered, actions_of
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import CHANCE, OVER, State, load

# --- Memories -------------------------------------------------------------------------------------
#
# A view (``State.view``) holds what matters to the rules; a rummy player's need not tell in which order
# cards were drawn. Where it tells all the same, a ``Trail`` keeps the turns for the tensors; where it
# forgets, a ``Name`` keeps 64 bits that tell different pasts apart.
#
# A turn is looked at when it is first asked for. Until then a memory holds the whole position;
# ``settled`` lets go of it, so that nothing is left but what the seat knows. Memories never change
# otherwise. A ``Diary`` adds to the name what the seat was told of every move, its own and others'
# (``State.told``).


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
        """The seat's observation."""
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
        """The moves the seat was told of, float32 (rows, width); empty without a move."""
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


# --- Nodes ----------------------------------------------------------------------------------------
#
# OpenSpiel changes its states in place and copies them often. What a state here holds is a ``Node``,
# which never changes, so that a copy is the same node.

Past: TypeAlias = tuple[Name | Trail | Diary, ...]
"""The memory of each seat."""


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
        """The probability of each outcome."""
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


# --- The state ------------------------------------------------------------------------------------

_PLAYERS = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
_WORD = 1 << 32


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position as OpenSpiel wants it; made by ``OpenSpielGame.new_initial_state`` and ``at``.

    Args:
        game: the game.
        node: where it stands.

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> state = game.at(game.variant.parse("0-0,1-1 4-2,4-4 5-5,6-2 6-5,6-6"))
    >>> state.current_player(), [state.action_to_string(action) for action in state.legal_actions()]
    (0, ['0-0', '1-1'])
    >>> state.information_state_string()
    'p0 0-0,1-1 8 -'
    """

    def __init__(self, game: pyspiel.Game, node: Node) -> None:
        super().__init__(game)
        self.node = node

    @property
    def position(self) -> State[Any]:
        """The state of the contract, ``suitwise.game``."""
        return self.node.state

    def current_player(self) -> int:
        """Return the seat on turn, or OpenSpiel's number for chance or the end."""
        return int(_PLAYERS.get(self.node.turn, self.node.turn))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.node.turn == OVER

    def returns(self) -> list[float]:
        """Return what each player has got once the game is over, zeros before."""
        if self.is_terminal():
            return list(self.position.returns())
        return [0.0] * len(self.node.past)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of chance with their probabilities.

        Raises:
            SuitwiseError: there are more than the game declares.
        """
        chances = self.node.chances
        most = self.get_game().max_chance_outcomes()
        if len(chances) > most:
            raise SuitwiseError(f"chance has {len(chances)} outcomes, where {most} are declared")
        return list(enumerate(chances))

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions of the player on turn, ascending."""
        return self.node.legal

    def _apply_action(self, action: int) -> None:
        """Play a move, or let chance have an outcome."""
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the text of a move, or of an outcome of chance."""
        return str(self.node.move(action))

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> OpenSpielState:
        """Return a world that a player can't tell from this one, drawn by ``State.resample``.

        Its history begins there: how it could have come about is not made up, and the true history
        would tell what the player can't know. Its information state string is that of this state.

        Args:
            player: the player.
            probability_sampler: gives numbers from 0 to below 1; two of them make the seed.

        Raises:
            SuitwiseError: there is no such player, or the game finds no such world (``State.resample``
                says when).
        """
        whole_input(player, self.get_game().num_players() - 1, "a player is")
        high, low = (int(probability_sampler() * _WORD) for _ in range(2))
        node = self.node.resampled(player, (high << 32) | low)
        return OpenSpielState(self.get_game(), node)

    def __str__(self) -> str:
        return str(self.position)
