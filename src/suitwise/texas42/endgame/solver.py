"""Endgames with hidden hands solved at compiled speed: ``players.mccfr`` for one game, on arrays.

``EndgameSolver`` learns the same average strategies as the generic solver, which it agrees with in what
they are worth, hundreds of times faster; on a GPU, thousands of traversals at once. What convergence
means for partners is said in ``game``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from suitwise.arguments import of_kind, whole_input
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import device_copy, grid, over_rows, require_cuda
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.rows import is_gpu
from suitwise.game import State
from suitwise.seeds import as_seed
from suitwise.texas42.endgame import traversal
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.information_sets import SetTable
from suitwise.texas42.endgame.state import EndgameState
from suitwise.texas42.rules.dominoes import N_DOMINOES, mask_of

MOST_WIDTH = 1 << 18
NARROWEST = 64
"""How many traversals the first round has, or fewer where fewer are asked for."""


class EndgameSolver:
    """Learns a strategy for all four seats of an endgame; run it as long as you like.

    On one processor the same runs give the same tables, in one go or in several. On a GPU regrets are
    added in any order while others read them: no two runs are quite alike, which the method bears.

    Args:
        game: the endgame.
        seed: 64-bit seed.
        width: traversals a round, a multiple of four; between rounds the table grows. See ``run``.
        device: ``cpu``, or ``cuda`` for a GPU (extra ``cuda``): there the width should be large.

    Raises:
        SuitwiseError: a number is out of range, or there is no such device.

    >>> solver = EndgameSolver(Endgame(declaration="notrump", hand="4-4 5-5"), seed=1)
    >>> solver.run(4)
    >>> solver.traversals, solver.information_sets > 0
    (4096, True)
    """

    def __init__(self, game: Endgame, seed: int, *, width: int = 1024, device: str = "cpu") -> None:
        of_kind(game, Endgame, "game")
        width = whole_input(width, MOST_WIDTH, "the traversals of a round are", least=4)
        if width % 4:
            raise SuitwiseError(f"the traversals of a round are a multiple of four, not {width}")
        there = is_gpu(device)
        if there:
            require_cuda()
        self.game, self.device, self.width = game, device, width
        self.traversals = 0
        """How many times a seat has looked at its moves."""
        self._seed = as_seed(seed)
        self._table = SetTable(on_gpu=there)
        pack = mask_of(game.pack)
        numbers = np.array([game.declared, game.leader, game.goal, game.points, pack], np.int64)
        self._cards = _cards(game)
        self._given: tuple[Any, ...] = numbers, self._cards
        self._room = _room(width, len(game.to_deal))
        self._missed: Any = np.zeros((width, traversal.MOST_MISSED), np.int64)
        if there:  # what a traversal works with stays on the GPU
            self._given = device_copy(numbers), tuple(map(device_copy, self._cards))
            self._room = tuple(map(device_copy, self._room))
            self._missed = device_copy(self._missed)

    @property
    def information_sets(self) -> int:
        """How many information sets are known."""
        return self._table.known

    def run(self, rounds: int) -> None:
        """Learn on for ``rounds`` rounds.

        A traversal learns nothing of an information set that it is the first to see, nor do those
        beside it. So no round is wider than all before it: the first is made of narrow ones.

        Raises:
            SuitwiseError: there are more information sets than are kept; what is learned stays.
        """
        for _ in range(rounds):
            left = self.width
            while left:
                width = min(left, max(self.traversals, NARROWEST))
                self._round(width)
                left -= width

    def _round(self, width: int) -> None:
        missed = self._missed[:width]
        table = self._table.with_room(missed.size)
        self._traverse((self._seed, self.traversals, *self._given, table, self._room), missed)
        self.traversals += width
        here = missed.copy_to_host() if is_gpu(self.device) else missed
        self._table.add(here.reshape(-1))

    def _traverse(self, given: Any, missed: Any) -> None:
        if is_gpu(self.device):
            grid(traversal.traverse_row)(given, missed)
        else:
            over_rows(traversal.traverse_row)(given, missed, 0, len(missed))

    # --- What is learned --------------------------------------------------------------------------

    def strategy(self, state: State[Any]) -> Mapping[str, float]:
        """Return the average strategy in a state; all moves alike where it has never been.

        For ``players.responses`` and ``players.mccfr.StrategyPlayer``.

        Raises:
            SuitwiseError: the state is not of this endgame.
        """
        if not isinstance(state, EndgameState) or state.variant != self.game:
            raise SuitwiseError(f"the strategy is for {self.game}")
        moves = tuple(state.moves())
        number = self._number(state) if len(moves) > 1 else -1
        totals = self._table.totals(number)[: len(moves)].tolist() if number >= 0 else ()
        whole = sum(totals)
        if whole > 0:
            return {move: part / whole for move, part in zip(moves, totals, strict=True)}
        return dict.fromkeys(moves, 1 / max(1, len(moves)))

    def _number(self, state: EndgameState) -> int:
        places, past = self._cards[2], 1
        for domino in state.plays:
            past = past << traversal.PLACE_BITS | int(places[domino])
        return self._table.number(traversal.key_of(past, state.dealt[state.turn], places.tolist()))


def _cards(game: Endgame) -> tuple[NDArray[np.int64], ...]:
    """Return the dominoes that chance deals, the fixed hands, and each domino's place."""
    places = np.zeros(N_DOMINOES, np.int64)
    places[list(game.pack)] = range(len(game.pack))
    return np.array(game.to_deal, np.int64), np.array(game.held, np.int64), places


def _room(width: int, dealing: int) -> tuple[Any, ...]:
    """Return what each traversal of a round works with: frames, marks, the deal's order."""
    return (
        np.zeros((width, traversal.FRAMES, traversal.FRAME), np.int64),
        np.zeros((width, traversal.FRAMES, traversal.MARKS)),
        np.zeros((width, dealing), np.int64),
    )
