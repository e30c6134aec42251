"""``suitwise tractor review``: a recorded game, and what each bid, burial and play cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from suitwise.cli.review.command import review_command

if TYPE_CHECKING:
    from suitwise.game import Record
    from suitwise.players.review.reviews import Review


def of_deals(text: str) -> Record:
    """Read a record of deals (docs/tractor.md)."""
    from suitwise.tractor.record.match import MatchRecord
    from suitwise.tractor.record.reader import read_match
    from suitwise.tractor.record.replay import as_record

    return as_record(MatchRecord(*read_match(text)))


def _reviewing() -> Review:
    from suitwise.tractor.advice.review import REVIEW

    return REVIEW


review = review_command(
    """Tell what each bid, burial and play of a recorded game cost, the costliest first.

    FILE, or standard input, holds what "play --record" kept, a record of the arena or of a table, or
    deals as docs/tractor.md has them. Each decision is judged by what its seat saw: never by the hidden
    cards. The best move is looked for in deals that the seat can't tell from the true one, the likelier
    by the others' play more often, each played out; it is then held against the move that was made in as
    many other deals. Costs are in levels that a side rises more. Decisions with one legal play are left
    out. Ctrl-C gives what is done.

    \b
    Example:
      suitwise tractor review match.txt --seat 2 --plot match.svg
    """,
    _reviewing,
    "In how many deals a decision is judged.  [default: 100]",
    of_text=of_deals,
)
