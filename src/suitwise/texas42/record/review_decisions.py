"""Reviewed hands as the decisions of a game, which reviews of other games are made of, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from suitwise.arguments import whole
from suitwise.foundation.text.phrases import phrase
from suitwise.game import Record
from suitwise.players.review.decisions import Decision, Hindsight
from suitwise.players.review.reviews import Review
from suitwise.players.review.said import MARKS, POINTS, TRICKS
from suitwise.players.review.words import Measure
from suitwise.texas42.record.as_game import match_of
from suitwise.texas42.record.review import WORLDS, review
from suitwise.texas42.record.review_totals import HandReview, PlayReview
from suitwise.texas42.state import Texas42State


def decisions_of(reviews: Iterable[HandReview]) -> list[Decision]:
    """Return the plays that have chances as the decisions of a game, in marks (``players.review``).

    Args:
        reviews: the hands, in the order of the record. Plays are counted from 1 through all of them.

    >>> from suitwise.texas42.record.match import MatchRecord
    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S3, bidder S0, bid 30, declaration 5
    ...   deal S0: 5-5 5-4 6-5 5-3 6-6 4-4 1-0
    ...   deal S1: 5-2 5-1 6-4 4-3 3-3 2-2 0-0
    ...   deal S2: 5-0 6-3 6-2 6-1 6-0 4-2 4-1
    ...   deal S3: 1-1 2-1 2-0 3-0 3-1 3-2 4-0
    ...   trick 1: S0:1-0 S1:6-4 S2:6-1 S3:1-1
    ... ''')
    >>> first, *_ = decisions_of(review(match, worlds=20))
    >>> first.place, first.seat, first.move, first.verdict.worlds, first.hindsight.cost
    ('trick 1', 0, '1-0', 20, 10)
    """
    return [*_decided(reviews, None)]


def decisions(
    record: Record, worlds: int = WORLDS, seed: int = 0, *, seat: int | None = None
) -> Iterator[Decision]:
    """Yield the plays of a recorded game on which something hung, each with what it cost in marks.

    They are numbered by the moves of the record. A seat is judged by what it could know; beside it
    stands what the play cost with all hands seen.

    Args:
        record: the moves of a game.
        worlds: in how many deals a play is judged (``review``).
        seed: 64-bit seed of the deals.
        seat: the seat whose plays are judged; None for all four.

    Raises:
        SuitwiseError: a number is out of range, the record is not of Texas 42, or it does not replay.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
    >>> first = next(decisions(record, worlds=10))
    >>> first.move == record.moves[first.ply - 1], first.place
    (True, 'trick 1')
    """
    if seat is not None:
        whole(seat, "seat", 0, 3)
    plies = [
        ply
        for ply, state in enumerate(record.states(), 1)
        if isinstance(state, Texas42State) and state.phase == "play"
    ]
    found = _decided(review(match_of(record), worlds, seed), plies)
    return (one for one in found if seat in (None, one.seat))


def _decided(reviews: Iterable[HandReview], plies: Sequence[int] | None) -> Iterator[Decision]:
    """Yield the plays that have chances, numbered by the plies at which plays were made."""
    count = 0
    for found in reviews:
        for play in found.plays:
            ply = count + 1 if plies is None else plies[count]
            count += 1
            if (verdict := play.verdict) is not None:
                place = phrase("texas42.place.trick", "trick {n}", n=play.trick)
                yield Decision(
                    ply,
                    found.hand.number,
                    place,
                    play.seat,
                    str(play.domino),
                    verdict,
                    hindsight=_hindsight(found, play),
                )


def _hindsight(found: HandReview, play: PlayReview) -> Hindsight:
    unit = TRICKS if found.unit == "tricks" else POINTS
    return Hindsight(play.cost, unit, tuple(map(str, play.best)), play.is_turning_point)


REVIEW = Review(decisions, Measure(MARKS, 2), WORLDS, is_opinion=False)
"""How Texas 42 is reviewed."""
