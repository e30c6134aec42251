"""``suitwise stacks review``: a recorded game, and which move turned a won deal into a lost one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from suitwise.cli.review.command import review_command

if TYPE_CHECKING:
    from suitwise.players.review.reviews import Review


def _reviewing() -> Review:
    from suitwise.stacks.review import REVIEW

    return REVIEW


review = review_command(
    """Tell which move of a recorded game turned a won deal into a lost one.

    FILE, or standard input, holds what "record" of play printed, or a record of the arena or of a
    table. Each position is decided exactly, so a move costs the deal or nothing; what would have kept
    the win is named. Moves in a position that is lost already are not judged, and those that were the
    only one are left out.

    \b
    Example:
      suitwise stacks review game.txt
    """,
    _reviewing,
    worlds=None,
)
