"""The judge of recorded deals of Rummikub, and its turns in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.review import Verdict, verdict_of
from suitwise.players.turns import stream_of
from suitwise.rummy.face import turn_named
from suitwise.rummy.rummikub.moves import RummikubMove
from suitwise.rummy.rummikub.players.monte_carlo import candidates, points_after, world_of
from suitwise.rummy.rummikub.rules.tiles import Table, Tiles
from suitwise.rummy.rummikub.solve.turns import Turn
from suitwise.rummy.rummikub.state import RummikubState

_ENDINGS = ("draw", "pass", "late", "done")
"""The moves that end a turn, beside a new table."""


@dataclass(frozen=True, slots=True)
class RummikubJudge:
    """Judges turns of Rummikub by what their seats saw.

    The candidates are the turn that was made and those that the Monte Carlo player compares. The best
    one is then compared with the turn that was made in a fresh sample of the same size. Of a staged turn
    the last move is judged, for all of it.

    Args:
        worlds: the number of worlds in which turns are evaluated, and the number of further worlds in
            which the best is compared with the turn that was made.
        seed: 64-bit seed of the worlds.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> text = "play 0 | r3r4r5 | k1 r6 r7 / {} | yes no | 0 0 / 0 0"
    >>> state = Rummikub().parse(text.format("k1 k2 k3 k5 k6 k8 k9 b1 b2 b5 b6 b9 o1 o2"))
    >>> verdict = RummikubJudge(worlds=4).verdict(state, RummikubMove("draw"))
    >>> verdict.did, verdict.worlds, verdict.tried
    ('draws a tile', 4, 3)
    """

    worlds: int
    seed: int = 0

    def place(self, state: RummikubState, made: Sequence[str]) -> Phrase:
        """Return the place of a position in its deal: the number of the turn."""
        ended = sum(text in _ENDINGS or text.startswith("table:") for text in made)
        return turn_named(ended + 1)

    def verdict(self, state: RummikubState, move: RummikubMove) -> Verdict | None:
        """Return the verdict on a move; None for one that goes on with a staged turn."""
        if move.kind in ("tile", "as"):
            return None
        whole, made = replace(state, chosen=(), meant=()), _turn_of(state, move)
        turns = {_played(turn): turn for turn in (made, *candidates(whole))}
        options = tuple(turns.values())
        first = self._points(whole, options, b"")
        best = options[int(first.sum(axis=0).argmax())]
        compared = options[:1] if best is options[0] else (options[0], best)
        points = self._points(whole, compared, b"compared")
        words = in_words(state, made)[0], in_words(state, best)[1]
        text = str(_played(best)) or str(state.without_tiles)
        return verdict_of(text, words, len(options), points[:, 0], points[:, -1])

    def _points(
        self, state: RummikubState, turns: Sequence[Turn | None], purpose: bytes
    ) -> NDArray[np.float64]:
        """Return the points of turns for their seat in sampled worlds, array (worlds, turns)."""
        first = stream_of(state, purpose)
        worlds = [world_of(state, self.seed, first + number) for number in range(self.worlds)]
        found = [[points_after(state, turn, world) for turn in turns] for world in worlds]
        return np.array(found, np.float64)


def _turn_of(state: RummikubState, move: RummikubMove) -> Turn | None:
    """Return the turn that a move makes or ends, None if it plays no tile."""
    if move.kind == "done":
        return state.chosen_turn
    return Turn(state.table, Table.parse(move.table)) if move.kind == "table" else None


def _played(turn: Turn | None) -> Tiles:
    return Tiles() if turn is None else turn.played


def in_words(state: RummikubState, turn: Turn | None) -> tuple[Phrase, Phrase]:
    """Return a turn in words, as done (``lays k1 r6``) and as possible (``laying k1 r6``).

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> in_words(Rummikub().start(), None)
    ('draws a tile', 'drawing a tile')
    """
    if turn is not None:
        tiles = str(turn.played)
        return (
            phrase("rummikub.turn.lays", "lays {tiles}", tiles=tiles),
            phrase("rummikub.turn.laying", "laying {tiles}", tiles=tiles),
        )
    if any(state.pool):
        return (
            phrase("rummikub.turn.draws", "draws a tile"),
            phrase("rummikub.turn.drawing", "drawing a tile"),
        )
    return phrase("rummikub.turn.passes", "passes"), phrase("rummikub.turn.passing", "passing")
