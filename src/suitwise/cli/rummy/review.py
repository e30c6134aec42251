"""``suitwise rummy review``: a recorded game of gin or Indian rummy, and what each decision cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from suitwise.cli.review.command import review_command

if TYPE_CHECKING:
    from suitwise.players.review.reviews import Review


def _reviewing() -> Review:
    from suitwise.rummy.review import GIN

    return GIN  # the game is the record's, and both are reviewed alike


review = review_command(
    """Tell what each draw, discard, knock, drop and declaration of a recorded game cost.

    FILE, or standard input, holds what "play --record" kept, or a record of the arena or of a table;
    the game, gin or Indian rummy, is that of the record. Each decision is judged by what its seat saw:
    never by the hidden cards. The best move is looked for in deals that the seat can't tell from the
    true one, at gin the likelier by the other's play more often, each played out; it is then held
    against the move that was made in as many other deals. Costs are in points of the deal; the score of
    a match counts for nothing. Decisions with one legal move are left out. Ctrl-C gives what is done.

    \b
    Example:
      suitwise rummy review match.txt --seat 0 --plot match.svg
    """,
    _reviewing,
    "In how many deals a decision is judged.  [default: 500 at gin, 40 at Indian rummy]",
    least=2,
)
