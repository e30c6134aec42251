"""The judge of recorded deals of Indian rummy: what each draw, drop, discard and declaration cost.

Moves are tried in deals that the seat can't tell from the true one, every such deal as likely as any
other, and played on by the player ``expected`` in all seats. Of a draw all choices are tried; of a
discard those that cost least by that player's judgement, and the declaration where there is one. The
best of them is then held against the move that was made in as many deals drawn afresh.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.review.decisions import Verdict, verdict_of
from suitwise.rummy.deeds import deed, turn_named
from suitwise.rummy.indian.moves import CARD_MOVES, IndianMove
from suitwise.rummy.indian.players.dropping import DroppingIndianPlayer
from suitwise.rummy.indian.players.rule_based import declaration_of
from suitwise.rummy.indian.state import IndianState
from suitwise.seeds import SeededSource, world_seed

DISCARDS = 4
"""How many discards are tried."""
_PLAYED_ON = 1 << 58
"""The streams of what is drawn after a move lie above those that worlds are drawn from."""


@dataclass(frozen=True)
class IndianJudge:
    """Judges moves of Indian rummy by what their seats saw.

    Args:
        worlds: in how many deals moves are tried, and in how many others the best is held against the
            move that was made.
        seed: 64-bit seed of the deals.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> verdict = IndianJudge(worlds=2).verdict(state, state.parse_move("stock"))
    >>> verdict.did, verdict.worlds, verdict.tried
    ('draws from the stock', 2, 3)
    """

    worlds: int
    seed: int = 0
    _player: DroppingIndianPlayer = field(
        default_factory=DroppingIndianPlayer, init=False, repr=False
    )

    def place(self, state: IndianState, made: Sequence[str]) -> Phrase:
        """Return where in a deal a position is."""
        return turn_named(state.drawn + (state.phase == "draw"))

    def verdict(self, state: IndianState, move: IndianMove) -> Verdict:
        """Return what is found of a move."""
        moves = tuple(dict.fromkeys((move, *self._candidates(state))))
        tried = self._played(state, moves, b"")
        best = moves[int(tried.sum(axis=0).argmax())]
        found = self._played(state, tuple(dict.fromkeys((move, best))), b"compared")
        top = state.pile[-1][0] if state.pile else -1
        words = deed(move, top)[0], deed(best, top)[1]
        return verdict_of(str(best), words, len(moves), found[:, 0], found[:, -1])

    def _candidates(self, state: IndianState) -> Iterator[IndianMove]:
        """Yield the moves that are tried beside the one that was made."""
        if state.phase == "draw":
            yield from state.moves()
            return
        declared = declaration_of(state, compiled=self._player.compiled)
        if declared is not None:
            yield declared
        costs = self._player.discard_costs(state)
        for card in sorted(costs, key=costs.__getitem__)[:DISCARDS]:
            yield CARD_MOVES[card]

    def _played(
        self, state: IndianState, moves: Sequence[IndianMove], purpose: bytes
    ) -> NDArray[np.float64]:
        """Return what moves bring their seat in worlds, (worlds, moves)."""
        first = _stream_of(state, purpose)
        found = np.empty((self.worlds, len(moves)))
        for number in range(self.worlds):
            world = state.resample(state.seat, self.seed, first + number)
            for at, move in enumerate(moves):
                found[number, at] = self._end_of(world, move, first + number)[state.seat]
        return found

    def _end_of(self, world: IndianState, move: IndianMove, stream: int) -> tuple[float, ...]:
        """Return what each seat gets if a deal is played on from a move."""
        source = SeededSource(world_seed(self.seed), stream | _PLAYED_ON)
        state = world.followed_by(move)
        while state.turn != OVER:
            chance = state.turn == CHANCE
            state = state.followed_by(state.chance_move(source) if chance else self._player(state))
        return state.returns()


def _stream_of(state: IndianState, purpose: bytes) -> int:
    """Return the first stream of a decision: a hash of its seat's view and of what it is for."""
    view = state.view(state.turn).encode()
    found = hashlib.blake2b(view, digest_size=5, person=purpose).digest()
    return int.from_bytes(found, "little") << 16
