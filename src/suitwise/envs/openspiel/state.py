"""A position of any game as an OpenSpiel state.

An outcome of chance is numbered by its index in ``State.moves``, and its probability is its weight over
the sum of weights. Players' actions are those of ``envs.sight``. Returns are zero before the end, even
if a game keeps a score, as OpenSpiel's terminal reward model requires.
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
# OpenSpiel's information states have perfect recall, but a view (``State.view``) holds only what matters
# to the rules: that of a rummy player does not tell in which order cards were drawn. So a state keeps a
# memory for each seat, of one of three kinds:
#
# - ``Trail``: the seat's earlier turns, for games whose views tell them all. They only feed the tensors.
# - ``Name``: a 64-bit hash of the seat's earlier turns, for games whose views forget.
# - ``Diary``: a ``Name`` and the rows of what the seat was told about every move, for tensors, too.
#
# Memories are immutable and lazy. A memory holds the whole position of a turn until somebody asks for
# the hash, the observation or the rows. ``settled`` computes them and drops the positions, so that only
# what the seat knows is left.


class Name:
    """A hash of what a seat saw and did at its turns, which tells different pasts apart.

    Two pasts collide with a probability of about 1 in 10**19.

    Args:
        text: the hash as text; empty before the first turn.

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
        """The hash as text."""
        pending, memory = [], self
        while memory._turn is not None:
            pending.append(memory)
            memory = memory._turn[0]
        for memory in reversed(
            pending
        ):  # a loop, since recursion would be as deep as the game is long
            memory._hash()
        return self._text

    def _hash(self) -> None:
        """Compute the hash; that of the memory before must be known."""
        assert self._turn is not None
        before, state, action = self._turn
        text = f"{before._text}\n{state.view(state.turn)}\n{action}"
        self._text, self._turn = blake2b(text.encode(), digest_size=8).hexdigest(), None

    def after(self, state: State[Any], action: int) -> Name:
        """Return the memory after a turn: its position, with the seat on turn, and its action."""
        memory = Name()
        memory._turn = self, state, action
        return memory

    def told(self, state: State[Any], move: Any, after: State[Any], seat: int) -> Name:
        """Return the memory after any move: this one, since it covers only the seat's own turns."""
        return self

    def settled(self) -> Name:
        """Return the memory without positions."""
        return Name(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return Name, (self.text,)


class Turn:
    """A turn of a seat: its flat observation and its action."""

    def __init__(self, state: State[Any], action: int) -> None:
        self._state: State[Any] | None = state
        self.action = action

    @cached_property
    def seen(self) -> NDArray[np.float32]:
        """The seat's observation."""
        assert self._state is not None
        return self._state.observe(self._state.turn).ravel()

    def settled(self) -> Turn:
        """Compute the observation, drop the position, and return this turn."""
        if self._state is not None:
            _ = self.seen
            self._state = None
        return self

    def __getstate__(self) -> dict[str, Any]:
        return self.settled().__dict__


class Trail:
    """The turns of a seat so far. Its view tells them all, so ``text`` adds nothing to it.

    Args:
        turns: the turns.

    >>> from suitwise.testing import Kuhn
    >>> trail = Trail().after(Kuhn().parse("KJ"), 1)
    >>> trail.text, trail.turns[0].action, trail.turns[0].seen[:3].tolist()
    ('', 1, [0.0, 0.0, 1.0])
    """

    text = ""

    def __init__(self, turns: tuple[Turn, ...] = ()) -> None:
        self.turns = turns

    def after(self, state: State[Any], action: int) -> Trail:
        """Return the memory after a turn: its position, with the seat on turn, and its action."""
        return Trail((*self.turns, Turn(state, action)))

    def told(self, state: State[Any], move: Any, after: State[Any], seat: int) -> Trail:
        """Return the memory after any move: this one, since it covers only the seat's own turns."""
        return self

    def settled(self) -> Trail:
        """Return the memory without positions."""
        return Trail(tuple(turn.settled() for turn in self.turns))


class Told:
    """The rows of everything that a seat was told about moves so far.

    Args:
        rows: float32 (rows, width).
    """

    def __init__(self, rows: NDArray[np.float32] | None = None) -> None:
        self._rows = np.zeros((0, 0), np.float32) if rows is None else rows
        self._move: tuple[Told, State[Any], Any, State[Any], int] | None = None

    def after(self, state: State[Any], move: Any, after: State[Any], seat: int) -> Told:
        """Return the rows with those of one more move, which are computed when asked for."""
        told = Told()
        told._move = self, state, move, after, seat
        return told

    @property
    def rows(self) -> NDArray[np.float32]:
        """The rows."""
        pending, told = [], self
        while told._move is not None:
            pending.append(told._move)
            told = told._move[0]
        parts = [told._rows] if told._rows.size else []
        for _, state, move, after, seat in reversed(pending):
            parts.append(state.game.told_of(state, move, after, seat))
        if pending:
            self._rows, self._move = np.concatenate(parts), None
        return self._rows


class Diary:
    """The hash of a seat's turns, and the rows of everything that it was told about moves.

    Args:
        name: the hash.
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
        """The hash as text."""
        return self._name.text

    @property
    def rows(self) -> NDArray[np.float32]:
        """The rows, float32 (rows, width); empty before the first move."""
        return self._log.rows

    def after(self, state: State[Any], action: int) -> Diary:
        """Return the memory after a turn: its position, with the seat on turn, and its action."""
        return Diary(self._name.after(state, action), self._log)

    def told(self, state: State[Any], move: Any, after: State[Any], seat: int) -> Diary:
        """Return the memory after any move, of which the seat is told."""
        return Diary(self._name, self._log.after(state, move, after, seat))

    def settled(self) -> Diary:
        """Return the memory without positions."""
        return Diary(self._name.settled(), Told(self.rows))

    def __reduce__(self) -> tuple[Any, ...]:
        return _diary, (self.text, self.rows)


def _diary(text: str, rows: NDArray[np.float32]) -> Diary:
    return Diary(Name(text), Told(rows))


# --- Nodes ----------------------------------------------------------------------------------------
#
# OpenSpiel changes its states in place and copies them often. Here a state only refers to a ``Node``,
# which is immutable, so a copy shares it.

Past: TypeAlias = tuple[Name | Trail | Diary, ...]
"""The memory of each seat."""


class Node:
    """A position with the memories of the seats; immutable.

    Args:
        actions: the game's moves as actions.
        state: the position.
        past: the memory of each seat.

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

    # --- Actions ----------------------------------------------------------------------------------

    @cached_property
    def outcomes(self) -> tuple[Any, ...]:
        """The outcomes of a turn of chance; the action of an outcome is its index."""
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
            IllegalMove: the action is not legal.
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
            IllegalMove: the action is not legal.
        """
        turn, move, past = self.turn, self.move(action), self.past
        state = self.state.after(move)
        if turn != CHANCE:
            memory = past[turn].after(self.state, action)
            past = (*past[:turn], memory, *past[turn + 1 :])
        told = [memory.told(self.state, move, state, seat) for seat, memory in enumerate(past)]
        return Node(self.actions, state, tuple(told))

    # --- Views and worlds -------------------------------------------------------------------------

    def view(self, seat: int) -> str:
        """Return the view of a seat as text; views are cached."""
        if seat not in self._views:
            self._views[seat] = self.state.view(seat)
        return self._views[seat]

    def resampled(self, seat: int, seed: int) -> Node:
        """Return a random world that a seat can't tell from this one.

        The seat keeps its memory. Those of the others are empty, since their turns in such a world are
        unknown.
        """
        past = tuple(
            memory.settled() if other == seat else type(memory)()
            for other, memory in enumerate(self.past)
        )
        return Node(self.actions, self.state.resample(seat, seed, 0), past)

    # --- Copies -----------------------------------------------------------------------------------

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        most = self.actions.most if isinstance(self.actions, Listed) else None
        return _read, (str(self.state.game), most, str(self.state), self.past)


def _read(game: str, most: int | None, state: str, past: Past) -> Node:
    """Return the node of a pickle."""
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
    """A position as an OpenSpiel state; made by ``OpenSpielGame.new_initial_state`` and ``at``.

    Args:
        game: the game.
        node: the position with the memories of the seats.

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
        """The state of the contract (``suitwise.game``)."""
        return self.node.state

    def current_player(self) -> int:
        """Return the seat on turn, or OpenSpiel's number for chance or the end."""
        return int(_PLAYERS.get(self.node.turn, self.node.turn))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.node.turn == OVER

    def returns(self) -> list[float]:
        """Return each player's return if the game is over, else zeros."""
        if self.is_terminal():
            return list(self.position.returns())
        return [0.0] * len(self.node.past)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of chance with their probabilities.

        Raises:
            SuitwiseError: there are more outcomes than the game declares.
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
        """Play a move or an outcome of chance."""
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the text of a move, or of an outcome of chance."""
        return str(self.node.move(action))

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> OpenSpielState:
        """Return a random world that a player can't tell from this one, drawn by ``State.resample``.

        Its history is empty, since the true one would reveal what the player can't know. The player's
        information state string is the same as here.

        Args:
            player: the player.
            probability_sampler: returns random numbers from 0 to below 1; two of them make the seed.

        Raises:
            SuitwiseError: there is no such player, or the game finds no such world (see
                ``State.resample``).
        """
        whole_input(player, "a player is", most=self.get_game().num_players() - 1)
        high, low = (int(probability_sampler() * _WORD) for _ in range(2))
        node = self.node.resampled(player, (high << 32) | low)
        return OpenSpielState(self.get_game(), node)

    def __str__(self) -> str:
        return str(self.position)
