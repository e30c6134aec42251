"""The players of the endgame of Texas 42, and its display at the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from suitwise.game import OVER, Game
from suitwise.players.host import Host, standing
from suitwise.players.mccfr import Learned
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.solver import EndgameSolver
from suitwise.texas42.endgame.state import EndgameState
from suitwise.texas42.picture import (
    declaration_name,
    hand_picture,
    position_picture,
    trick_lines,
)
from suitwise.texas42.rules.dominoes import Domino, dominoes_of, format_dominoes
from suitwise.texas42.rules.position import Position

if TYPE_CHECKING:
    from suitwise.players.mccfr import Strategy

_ROUND = 256
"""The number of iterations in a round of the compiled solver."""


@dataclass(frozen=True, slots=True)
class LearnedEndgame(Learned):
    """A strategy learned in whole rounds of iterations."""

    def learn(self, game: Game[Any]) -> Strategy:
        """Return the strategy after enough whole rounds for the iterations."""
        assert isinstance(game, Endgame)
        solver = EndgameSolver(game, self.seed, width=4 * _ROUND)
        solver.run(-(-self.iterations // _ROUND))
        return solver.strategy


# --- The terminal ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class EndgameHost(Host):
    """The terminal host of the endgame.

    >>> from suitwise.texas42.endgame.game import Endgame
    >>> state, _ = Endgame().start().rolled(3, 0)
    >>> print(EndgameHost().pictured(state, 0).splitlines()[0])
    fives declared
    """

    help: ClassVar[str] = "6-4          play a domino"
    size: ClassVar[tuple[int, int]] = 72, 26

    def tricks(self, state: EndgameState) -> Iterator[str]:
        """Yield the complete tricks, a line each."""
        if state.position is not None:
            game = state.variant
            begun = Position(game.declared, state.dealt, game.leader)
            yield from trick_lines(begun.line([Domino(one) for one in state.plays])[1])

    def table(self, state: EndgameState, seat: int) -> Iterator[str]:
        """Yield the declaration, the plays, the trick on the table, the seat's hand and its task."""
        game, position = state.variant, state.position
        first, second = state.taken
        goal = f", seats 0 and 2 need {game.goal}" if game.goal else ""
        yield f"{declaration_name(game.declared)} declared{goal}"
        yield f"seats 0 and 2 took {first}, seats 1 and 3 {second}"
        if state.plays:
            yield f"played {format_dominoes(state.plays, ' ')}"
        if state.turn != OVER and position is not None:
            if position.trick:
                yield position_picture(position, seat, self.look.name)
            yield hand_picture(dominoes_of(position.hands[seat]), self.look.width)
        yield from standing(state, seat)
