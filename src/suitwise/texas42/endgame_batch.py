"""Endgames with hidden hands solved at compiled speed: ``players.mccfr`` for one game, on arrays.

``EndgameSolver`` learns the same average strategies as the generic solver, which it agrees with in what
they are worth, hundreds of times faster; on a GPU, thousands of traversals at once. What convergence
means for partners is said in ``endgame``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from suitwise.compiled import device_copy, grid, machine, over_rows, require_cuda
from suitwise.errors import SuitwiseError
from suitwise.game import State
from suitwise.seeds import as_seed
from suitwise.texas42.dominoes import N_DOMINOES
from suitwise.texas42.endgame import Endgame
from suitwise.texas42.endgame_state import EndgameState
from suitwise.texas42.endgame_traversal import (
    FRAME,
    FRAMES,
    MARKS,
    MOST_MISSED,
    MOVES,
    PLACE_BITS,
    add_keys,
    key_of,
    known_number,
    move_keys,
    traverse_row,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_SETS = 1 << 24
"""More information sets than these are not kept."""
MOST_WIDTH = 1 << 18
_ROOM = 1 << 10


class EndgameSolver:
    """Learns a strategy for all four seats of an endgame; run it as long as you like.

    On one processor the same runs give the same tables, in one go or in several. On a GPU regrets are
    added in any order while others read them: no two runs are quite alike, which the method bears.

    Args:
        game: the endgame.
        seed: 64-bit seed.
        width: traversals a round, a multiple of four; between rounds the table grows.
        device: ``cpu``, or ``cuda`` for a GPU (extra ``cuda``): there the width should be large.

    Raises:
        SuitwiseError: a number is out of range, or there is no such device.

    >>> solver = EndgameSolver(Endgame(declaration="notrump", hand="4-4 5-5"), seed=1)
    >>> solver.run(4)
    >>> solver.traversals, solver.information_sets > 0
    (4096, True)
    """

    def __init__(self, game: Endgame, seed: int, *, width: int = 1024, device: str = "cpu") -> None:
        import numpy as np

        if not (4 <= width <= MOST_WIDTH and width % 4 == 0):
            raise SuitwiseError(f"a round has 4 to {MOST_WIDTH:,} traversals, a multiple of four")
        if device not in ("cpu", "cuda"):
            raise SuitwiseError(f"the device is 'cpu' or 'cuda', not {device!r}")
        if device == "cuda":
            require_cuda()
        self.game, self.device, self.width = game, device, width
        self.traversals = 0
        """How many times a seat has looked at its moves."""
        self.information_sets = 0
        """How many information sets are known."""
        self._seed = as_seed(seed)
        self._game = np.array([game.declared, game.leader, game.goal, game.points], np.int64)
        self._cards = _cards(game)
        self._keys = np.zeros(_ROOM, np.int64)
        self._numbers = np.zeros(_ROOM, np.int64)
        self._regrets = np.zeros(_ROOM * MOVES)
        self._totals = np.zeros(_ROOM * MOVES)
        self._room = _room(width, len(game.to_deal))
        if device == "cuda":  # what a traversal works with stays on the GPU
            self._room = tuple(map(device_copy, self._room))
        self._missed = np.zeros((width, MOST_MISSED), np.int64)

    def run(self, rounds: int) -> None:
        """Learn on for so many rounds.

        Raises:
            SuitwiseError: there are more information sets than are kept; what is learned stays.
        """
        for _ in range(rounds):
            self._make_room(self.information_sets + self._missed.size)
            table = self._keys, self._numbers, self._regrets, self._totals
            given = self._seed, self.traversals, self._game, self._cards, table, self._room
            self._traverse(given)
            self.traversals += self.width
            self.information_sets = int(
                machine(add_keys)(
                    self._missed.reshape(-1), self._keys, self._numbers, self.information_sets
                )
            )

    def _traverse(self, given: Any) -> None:
        if self.device == "cuda":
            grid(traverse_row)(given, self._missed)
        else:
            over_rows(traverse_row)(given, self._missed, 0, self.width)

    def _make_room(self, sets: int) -> None:
        """Let the table have at least twice as many slots as information sets."""
        import numpy as np

        if self.information_sets > MOST_SETS:
            raise SuitwiseError(f"more than {MOST_SETS:,} information sets are not kept")
        if 2 * sets <= len(self._keys):
            return
        slots = 1 << (2 * sets - 1).bit_length()
        keys, numbers = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
        machine(move_keys)(self._keys, self._numbers, keys, numbers)
        self._keys, self._numbers = keys, numbers
        self._regrets = _grown(self._regrets, slots * MOVES // 2)
        self._totals = _grown(self._totals, slots * MOVES // 2)

    # --- What is learned --------------------------------------------------------------------------

    def strategy(self, state: State[Any]) -> Mapping[str, float]:
        """Return the average strategy in a state; all moves alike where it has never been.

        For ``players.best_response`` and ``players.mccfr.StrategyPlayer``.

        Raises:
            SuitwiseError: the state is not of this endgame.
        """
        if not isinstance(state, EndgameState) or state.variant != self.game:
            raise SuitwiseError(f"the strategy is for {self.game}")
        moves = tuple(state.moves())
        number = self._number(state) if len(moves) > 1 else -1
        totals = self._totals[number * MOVES :][: len(moves)].tolist() if number >= 0 else ()
        whole = sum(totals)
        if whole > 0:
            return {move: part / whole for move, part in zip(moves, totals, strict=True)}
        return dict.fromkeys(moves, 1 / max(1, len(moves)))

    def _number(self, state: EndgameState) -> int:
        places, past = self._cards[2], 1
        for domino in state.plays:
            past = past << PLACE_BITS | int(places[domino])
        key = key_of(past, state.dealt[state.turn], places.tolist())
        return known_number((self._keys, self._numbers, None, None), key)


def _cards(game: Endgame) -> tuple[NDArray[np.int64], ...]:
    """Return the dominoes that chance deals, the fixed hands, and each domino's place."""
    import numpy as np

    places = np.zeros(N_DOMINOES, np.int64)
    places[list(game.pack)] = range(len(game.pack))
    return np.array(game.to_deal, np.int64), np.array(game.held, np.int64), places


def _room(width: int, dealing: int) -> tuple[Any, ...]:
    """Return what each traversal of a round works with: frames, marks, hands, the deal's order."""
    import numpy as np

    return (
        np.zeros((width, FRAMES, FRAME), np.int64),
        np.zeros((width, FRAMES, MARKS)),
        np.zeros((width, 4), np.int64),
        np.zeros((width, dealing), np.int64),
    )


def _grown(values: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    import numpy as np

    grown = np.zeros(max(size, len(values)))
    grown[: len(values)] = values
    return grown
