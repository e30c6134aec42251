"""The judge of recorded deals of gin rummy: what each draw, discard and knock cost, in points.

Every legal move is weighed in deals that the other's play makes likely, played on by the quick policy
for both seats (``weighing``): the best of them is then held against the move that was made in as many
deals drawn afresh. Points are those of the deal; the score of a match counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.review.decisions import Verdict, verdict_of
from suitwise.rummy.deeds import deed, turn_named
from suitwise.rummy.gin.moves import GinMove
from suitwise.rummy.gin.players.weighed import Option, options_of, stream_of, weighed
from suitwise.rummy.gin.state import GinState


@dataclass(frozen=True)
class GinJudge:
    """Judges moves of gin rummy by what their seats saw.

    Args:
        worlds: in how many deals moves are tried, and in how many others the best is held against the
            move that was made.
        seed: 64-bit seed of the deals.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> verdict = GinJudge(worlds=20).verdict(state, state.parse_move("pass"))
    >>> verdict.did, verdict.worlds, verdict.tried
    ('leaves HK', 20, 2)
    """

    worlds: int
    seed: int = 0

    def place(self, state: GinState, made: Sequence[str]) -> Phrase:
        """Return where in a deal a position is: a turn begins with a draw.

        To take the upcard is one, and where both leave it a card of the stock is drawn unasked.
        """
        if state.phase in ("first", "second"):
            return phrase("gin.place.upcard", "upcard")
        drawn = made.count("stock") + made.count("pile") + made.count("pass") // 2
        return turn_named(drawn + (state.phase == "draw"))

    def verdict(self, state: GinState, move: GinMove) -> Verdict:
        """Return what is found of a move."""
        moves = tuple(dict.fromkeys((move, *state.moves())))
        best, made = self._tried(state, moves)
        stream = stream_of(state, b"compared")
        found = weighed(state, (made, best), self.worlds, self.seed, stream)
        top = state.pile[-1][0] if state.pile else -1
        return verdict_of(
            str(best.move),
            (deed(move, top)[0], deed(best.move, top)[1]),
            len(moves),
            found[:, 0],
            found[:, 0] if best.move == move else found[:, 1],
        )

    def _tried(self, state: GinState, moves: tuple[GinMove, ...]) -> tuple[Option, Option]:
        """Return the best option, and the better one of the first move, the best unless it is beaten."""
        options = options_of(moves)
        found = weighed(state, options, self.worlds, self.seed, stream_of(state))
        total = dict(zip(options, found.sum(axis=0).tolist(), strict=True))
        own = [option for option in options if option.move == moves[0]]
        return max(options, key=total.__getitem__), max(own, key=total.__getitem__)
