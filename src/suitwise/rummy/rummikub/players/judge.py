"""The judge of recorded deals of Rummikub: the cost of turns, and the reasons for better ones.

A reason is a fact that follows from the view of the seat on turn alone: its rack, the table, and the
number of tiles of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.review import PlayoutJudge, Verdict
from suitwise.players.turns import stream_of
from suitwise.rummy.face import turn_named
from suitwise.rummy.rummikub.moves import RummikubMove
from suitwise.rummy.rummikub.players.monte_carlo import candidates, points_after, worlds_of
from suitwise.rummy.rummikub.rules.tiles import JOKER, Table
from suitwise.rummy.rummikub.solve.turns import Turn
from suitwise.rummy.rummikub.state import RummikubState

_ENDINGS = ("draw", "pass", "late", "done")
"""The moves that end a turn, other than a new table."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """A choice of tiles, by any turn that plays them.

    Args:
        name: the tiles as text, or the move that plays none.
        turn: a turn that plays them; None if they are none.
    """

    name: str
    turn: Turn | None = field(compare=False)

    def __str__(self) -> str:
        return self.name


class _ChoiceJudge(PlayoutJudge):
    """Judges choices of tiles, in positions in which none is chosen yet."""

    def candidates(self, state: RummikubState) -> Iterator[_Choice]:
        """Yield the choices that the Monte Carlo player compares."""
        return (_choice(state, turn) for turn in candidates(state))

    def words(self, state: RummikubState, move: _Choice) -> tuple[Phrase, Phrase]:
        """Return a choice in words, as done and as possible."""
        return in_words(state, move.turn)

    def reasons(self, state: RummikubState, move: _Choice, best: _Choice) -> Iterator[Phrase]:
        """Return the reasons why the best choice is better."""
        return reasons(state, move.turn, best.turn)

    def points(
        self, state: RummikubState, moves: Sequence[_Choice], purpose: bytes
    ) -> NDArray[np.float64]:
        """Return the points of choices for their seat in sampled worlds, array (worlds, choices)."""
        worlds = worlds_of(state, self.seed, stream_of(state, purpose), self.worlds)
        found = [[points_after(state, move.turn, world) for move in moves] for world in worlds]
        return np.array(found, np.float64)


@dataclass(frozen=True, slots=True)
class RummikubJudge:
    """Judges turns of Rummikub by the views of their seats.

    The candidates are the turn that was made and those that the Monte Carlo player compares, with the
    same playouts. A staged turn is judged as a whole, at its last move.

    Args:
        worlds: the number of worlds in which turns are evaluated, and the number of further worlds in
            which the best is compared with the turn that was made.
        seed: 64-bit seed of the worlds.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> text = "play 0 | r3r4r5 | k1 r6 r7 / {} | yes no | 0 0 / 0 0"
    >>> state = Rummikub().parse(text.format("k1 k2 k3 k5 k6 k8 k9 b1 b2 b5 b6 b9 o1 o2"))
    >>> verdict = RummikubJudge(worlds=4).verdict(state, state.parse_move("table:r3r4r5r6"))
    >>> verdict.did, verdict.worlds, verdict.tried
    ('lays r6', 4, 2)
    """

    worlds: int
    seed: int = 0

    def place(self, state: RummikubState, made: Sequence[str]) -> Phrase:
        """Return the place of a position in its deal: the number of the turn."""
        ended = sum(text in _ENDINGS or text.startswith("table:") for text in made)
        return turn_named(ended + 1)

    def verdict(self, state: RummikubState, move: RummikubMove) -> Verdict | None:
        """Return the verdict on a move; None for a move in the middle of a staged turn."""
        if move.kind in ("tile", "as"):
            return None
        whole = replace(state, phase="play", chosen=(), meant=())
        choice = _choice(whole, _turn_of(state, move))
        return _ChoiceJudge(self.worlds, self.seed).verdict(whole, choice)


def _choice(state: RummikubState, turn: Turn | None) -> _Choice:
    return _Choice(str(state.without_tiles if turn is None else turn.played), turn)


def _turn_of(state: RummikubState, move: RummikubMove) -> Turn | None:
    """Return the turn that a move makes or ends; None if it plays no tile."""
    if move.kind == "done":
        return state.chosen_turn
    return Turn(state.table, Table.parse(move.table)) if move.kind == "table" else None


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


# --- Reasons --------------------------------------------------------------------------------------

_NEARLY_OUT = 3
"""The most tiles of a rack that is called small."""


def reasons(state: RummikubState, made: Turn | None, best: Turn | None) -> Iterator[Phrase]:
    """Yield the reasons why another turn is better, the most important one first; None plays no tile.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> text = "play 0 | r3r4r5 | k1 r6 r7 / {} | yes no | 0 0 / 0 0"
    >>> state = Rummikub().parse(text.format("k1 k2 k3 k5 k6 k8 k9 b1 b2 b5 b6 b9 o1 o2"))
    >>> turns = [Turn(state.table, Table.parse(text)) for text in ("r3r4r5r6", "r3r4r5r6r7")]
    >>> print(*reasons(state, *turns))
    7 points more could leave the rack
    """
    if best is not None and made is None and not state.opened[state.seat]:
        yield phrase("rummikub.reason.open", "the tiles were enough to open")
    jokers = [0 if turn is None else turn.played.counts[JOKER] for turn in (made, best)]
    if jokers[0] > jokers[1]:
        yield phrase("rummikub.reason.joker", "it spends a joker")
    more = _points(best) - _points(made)
    if more > 0:
        yield phrase("rummikub.reason.points", "{n} points more could leave the rack", n=more)
        fewest = min(sum(rack) for seat, rack in enumerate(state.racks) if seat != state.seat)
        if fewest <= _NEARLY_OUT:
            yield phrase("rummikub.reason.near", "tiles on the smallest other rack: {n}", n=fewest)
    elif more < 0 and jokers[0] <= jokers[1]:
        yield phrase("rummikub.reason.keeps", "{n} points fewer would lie on the table", n=-more)


def _points(turn: Turn | None) -> int:
    return 0 if turn is None else turn.points
