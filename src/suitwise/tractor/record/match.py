"""Matches as text: a line ``game`` with the variant, which holds the profile, and the deals (``deal``).

A text may hold several matches, one after the other (``record_text.match_texts``).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from suitwise.arguments import of_kind
from suitwise.tractor.game import Tractor
from suitwise.tractor.record.deal import DealRecord
from suitwise.tractor.record.reader import read_match


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The deals of a match, or some that followed each other.

    Args:
        game: the variant.
        deals: the deals.
        line: the line it begins on.

    >>> match = MatchRecord.parse('''
    ... game tractor(match=deal)
    ... deal 1: levels 2 2, first 0
    ...   draw 0: S3 H2 [H2] DK
    ... ''')
    >>> match.deals[0].bids[0].after, len(match.deals[0].draws[0])
    (2, 3)
    """

    game: Tractor
    deals: tuple[DealRecord, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"game {self.game}\n" + "".join(map(str, self.deals))

    @classmethod
    def parse(cls, text: str) -> MatchRecord:
        """Read one match.

        Raises:
            NotationError: a line is not what it should be, with the line; or there is not one match.
        """
        return cls(*read_match(of_kind(text, str, "text")))
