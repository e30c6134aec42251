"""What OpenSpiel's algorithms are shown: strings and tensors of what one seat knows.

The *observation* is what the seat sees: ``p0`` and ``State.view`` as text; as a tensor the piece
``player``, a place for each seat, and then the game's ``observation_fields`` by their names.

The *information state* is what the seat knows with perfect recall. Where a view tells all that the seat
saw and did at each of its earlier turns (``Entry.turns``), its text is the observation's; its tensor has
two more pieces, ``past_seen`` and ``past_actions``: a row for each of the seat's turns so far, what it
saw there and a 1 at the action that it took. Where a view forgets, the text ends on ``#`` and 64 bits
that name what the seat saw and did at its turns (``memory.Name``); the tensor has the piece ``told``, a
row for all that the seat was told of moves so far, its own, others' and chance's (``State.told``), zeros
behind them, where the game was made with the parameter ``rows``; else there is no tensor.

With nothing hidden (``AllObserver``) both are of the position itself: its text, and
``State.observe_all`` in pieces by the names of ``fields_of_all``, whoever looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from suitwise.envs.openspiel.memory import Diary, Trail
from suitwise.errors import SuitwiseError
from suitwise.fields import width
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.game import Game

if TYPE_CHECKING:
    from suitwise.envs.openspiel.memory import Turn
    from suitwise.envs.openspiel.state import OpenSpielState


class Observed(Protocol):
    """What an observer asks of its game, an ``OpenSpielGame``."""

    variant: Game[Any]
    turns: int | None
    rows: int

    def num_players(self) -> int:
        """Return how many players there are."""
        ...

    def num_distinct_actions(self) -> int:
        """Return how many actions there are."""
        ...


class OpenSpielObserver:
    """What a player observes, or knows, of a state; OpenSpiel's ``PyObserver``.

    Args:
        game: the game.
        recalls: whether with perfect recall.

    Attributes:
        tensor: float32, all pieces one after the other; None where there is no tensor.
        dict: the pieces by name, parts of the tensor.

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> observer = OpenSpielObserver(game, recalls=False)
    >>> observer.set_from(game.at(game.variant.parse("0-0,1-1 4-2,4-4 5-5,6-2 6-5,6-6")), 0)
    >>> observer.tensor.shape, list(observer.dict)[:3]
    ((277,), ['player', 'dealt', 'played_own'])
    """

    def __init__(self, game: Observed, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not recalls or game.turns is not None or game.rows:
            self.tensor, self.dict = _in_pieces(dict(self._shapes(game)))

    def _shapes(self, game: Observed) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the pieces with their shapes."""
        fields = game.variant.observation_fields()
        yield "player", (game.num_players(),)
        for field in fields:
            yield field.name, (field.size,)
        if self._recalls and game.turns is not None:
            yield "past_seen", (game.turns, width(fields))
            yield "past_actions", (game.turns, game.num_distinct_actions())
        elif self._recalls:
            yield "told", (game.rows, width(game.variant.told_fields()))

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what a player observes, or knows, into the tensor, where there is one."""
        if self.tensor is None:
            return
        seen, players = state.position.observe(player).ravel(), len(self.dict["player"])
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self.tensor[players : players + len(seen)] = seen
        memory = state.node.past[player]
        if self._recalls and isinstance(memory, Trail):
            self._set_past(memory.turns)
        elif self._recalls and isinstance(memory, Diary):
            self._set_told(memory.rows)

    def _set_past(self, turns: Sequence[Turn]) -> None:
        seen, actions = self.dict["past_seen"], self.dict["past_actions"]
        if len(turns) > len(seen):
            raise SuitwiseError(
                f"a seat has had {len(turns)} turns, where {len(seen)} are the most"
            )
        for row, turn in enumerate(turns):
            seen[row] = turn.seen
            actions[row, turn.action] = 1

    def _set_told(self, rows: NDArray[np.float32]) -> None:
        told = self.dict["told"]
        if len(rows) > len(told):
            raise SuitwiseError(
                f"a seat was told {len(rows)} rows, where the tensor holds {len(told)}: make the game "
                "with a greater parameter rows"
            )
        if len(rows):
            told[: len(rows)] = rows

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return what a player observes, or knows, as text."""
        node = state.node
        past = node.past[player].text if self._recalls else ""
        return f"p{player} {node.view(player)}" + (f" #{past}" if past else "")


class AllObserver:
    """A state with nothing hidden, for critics and theory; OpenSpiel's ``PyObserver``.

    Args:
        game: the game.

    Attributes:
        tensor: float32, all pieces one after the other.
        dict: the pieces by name, parts of the tensor.

    >>> from suitwise.envs.openspiel import openspiel_game
    >>> from suitwise.game import load
    >>> game = openspiel_game(load("texas42_endgame(goal=9)"))
    >>> observer = AllObserver(game)
    >>> observer.set_from(game.at(game.variant.parse("0-0,1-1 4-2,4-4 5-5,6-2 6-5,6-6")), 0)
    >>> observer.tensor.shape, [int(observer.dict[f"dealt_{seat}"].sum()) for seat in range(4)]
    ((357,), [2, 2, 2, 2])
    """

    def __init__(self, game: Observed) -> None:
        fields = game.variant.fields_of_all()
        self.tensor, self.dict = _in_pieces({field.name: (field.size,) for field in fields})

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the state into the tensor, the same whoever looks."""
        self.tensor[:] = state.position.observe_all().ravel()

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the state as text, the same whoever looks."""
        return str(state)


def _in_pieces(
    shapes: dict[str, tuple[int, ...]],
) -> tuple[NDArray[np.float32], dict[str, NDArray[np.float32]]]:
    """Return a tensor of zeros and its pieces by name."""
    sizes = [int(np.prod(shape)) for shape in shapes.values()]
    tensor = np.zeros(sum(sizes), np.float32)
    pieces = np.split(tensor, np.cumsum(sizes)[:-1])
    return tensor, {
        name: piece.reshape(shape)
        for (name, shape), piece in zip(shapes.items(), pieces, strict=True)
    }
