"""Reviewed hands as the decisions of a game, which reviews of other games are made of, too."""

from __future__ import annotations

from collections.abc import Iterable

from suitwise.players.review.decisions import Decision
from suitwise.texas42.record.review_totals import HandReview


def decisions_of(reviews: Iterable[HandReview]) -> list[Decision]:
    """Return the plays that have chances as the decisions of a game, in marks (``players.review``).

    Args:
        reviews: the hands, in the order of the record.

    >>> from suitwise.texas42.record.match import MatchRecord
    >>> from suitwise.texas42.record.review import review
    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S3, bidder S0, bid 30, declaration 5
    ...   deal S0: 5-5 5-4 6-5 5-3 6-6 4-4 1-0
    ...   deal S1: 5-2 5-1 6-4 4-3 3-3 2-2 0-0
    ...   deal S2: 5-0 6-3 6-2 6-1 6-0 4-2 4-1
    ...   deal S3: 1-1 2-1 2-0 3-0 3-1 3-2 4-0
    ...   trick 1: S0:1-0 S1:6-4 S2:6-1 S3:1-1
    ... ''')
    >>> first, *_ = decisions_of(review(match, worlds=20))
    >>> first.place, first.seat, first.move, first.verdict.worlds
    ('trick 1', 0, '1-0', 20)
    """
    plays = [(found.hand.number, play) for found in reviews for play in found.plays]
    return [
        Decision(ply, number, f"trick {play.trick}", play.seat, str(play.domino), verdict)
        for ply, (number, play) in enumerate(plays, 1)
        if (verdict := play.verdict) is not None
    ]
