"""The judge of moves at gin for partners: each is judged in its own deal, as at gin for two.

A round counts the points of both deals for or against a side, and a move changes those of its own deal
alone. So a point there is a point of the round, and the other deal need not be played out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from suitwise.foundation.text.phrases import Phrase
from suitwise.game import Record
from suitwise.players.review import Verdict
from suitwise.rummy.gin.partners.state import PartnersState
from suitwise.rummy.gin.players.judge import GinJudge
from suitwise.rummy.gin.players.rule_based import deal_on_turn
from suitwise.rummy.gin.rules.moves import GinMove


@dataclass(frozen=True, slots=True)
class PartnersJudge:
    """Judges moves of gin for partners by what their seats saw of their own deal.

    Args:
        deal_judge: the judge of either deal.
        moved: for each round, by the number of earlier ones, the deals in which its moves were made.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.partners.game import Partners
    >>> from suitwise.rummy.gin.players.rule_based import GinPlayer
    >>> record = play(Partners().start(), GinPlayer(), seed=3)
    >>> state, _ = Partners().start().rolled(3, 0)
    >>> judge = PartnersJudge.of(record, worlds=20)
    >>> print(judge.place(state, []), judge.verdict(state, state.parse_move("pass")).did, sep=": ")
    upcard: leaves HK
    """

    deal_judge: GinJudge
    moved: Mapping[int, Sequence[int]]

    @classmethod
    def of(cls, record: Record, worlds: int, seed: int = 0) -> PartnersJudge:
        """Return the judge of a record.

        Args:
            record: the record of a game of gin for partners.
            worlds: the number of worlds, as of ``GinJudge``.
            seed: 64-bit seed of the worlds.

        Raises:
            SuitwiseError: the record does not replay.
        """
        moved = defaultdict[int, list[int]](list)
        for state in record.states():
            assert isinstance(state, PartnersState)
            moved[state.rounds].append(state.at)
        return cls(GinJudge(worlds, seed), moved)

    def place(self, state: PartnersState, made: Sequence[str]) -> Phrase:
        """Return the place of a position in its deal; only the moves made in this deal count."""
        deals = self.moved[state.rounds]
        own = [move for move, at in zip(made, deals, strict=False) if at == state.at]
        return self.deal_judge.place(deal_on_turn(state), own)

    def verdict(self, state: PartnersState, move: GinMove) -> Verdict:
        """Return the verdict on a move."""
        return self.deal_judge.verdict(deal_on_turn(state), move)
