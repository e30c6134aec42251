"""Matches as text that people read and type, and the way back.

A match is a line ``game`` with the variant, a line ``score T0 3 - 2 T1`` where it does not begin with
0-0 (left out, the first result tells), and its hands (``hand``). Blank lines and what follows a ``#``
are skipped; how far a line is indented says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.arguments import of_kind
from suitwise.texas42.game import N42PA, Texas42
from suitwise.texas42.record.hand import HandRecord
from suitwise.texas42.record.reader import read_match
from suitwise.texas42.record.result import score_text


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The hands of a match, or some that followed each other.

    Args:
        game: the variant.
        hands: the hands.
        before: the score of the sides before them, None where the record does not say.

    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S0, bidder S1, bid 30, declaration 3
    ...   trick 1: S1:6-0 S2:6-6 S3:6-4 S0:6-1 -> S2 +11
    ... ''')
    >>> match.hands[0].bidder, len(match.hands[0].plays)
    (1, 4)
    """

    game: Texas42
    hands: tuple[HandRecord, ...]
    before: tuple[int, int] | None = None

    def __str__(self) -> str:
        score = f"score {score_text(self.before)}\n" if self.before else ""
        return f"game {self.game}\n{score}" + "".join(map(str, self.hands))

    @classmethod
    def parse(cls, text: str, game: Texas42 = N42PA) -> MatchRecord:
        """Read a match.

        Args:
            text: its text.
            game: the variant where the text has no line ``game``.

        Raises:
            NotationError: a line can't be read; with the line.
        """
        return cls(*read_match(of_kind(text, str, "text"), game))
