"""What came of a run: who stands where, as values, as text and as a picture.

Only whole deals count, and a report may be made of a run that is under way or was cut short: it says of
how many deals each line is.
"""

from __future__ import annotations

from suitwise.arena.report.summary import MatchStandings, Pair, Standings, standings
from suitwise.arena.report.text import markdown

__all__ = ["MatchStandings", "Pair", "Standings", "markdown", "standings"]
