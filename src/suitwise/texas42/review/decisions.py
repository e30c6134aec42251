"""Reviewed hands as the decisions of a game, which reviews of other games are made of, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from suitwise.arguments import whole
from suitwise.foundation.seating import NOBODY
from suitwise.foundation.text.phrases import phrase
from suitwise.game import Record
from suitwise.players.review.decisions import Decision, Hindsight
from suitwise.players.review.reviews import Review
from suitwise.players.review.said import MARKS, POINTS, TRICKS
from suitwise.players.review.words import Measure
from suitwise.texas42.record.as_game import match_of
from suitwise.texas42.review.hands import WORLDS, review
from suitwise.texas42.review.totals import HandReview, PlayReview
from suitwise.texas42.state import Texas42State

_AUCTION = phrase("texas42.place.auction", "auction")
_DECLARATION = phrase("texas42.place.declaration", "declaration")


def decisions_of(reviews: Iterable[HandReview]) -> list[Decision]:
    """Return calls, declarations and plays as the decisions of a game, in marks (``players.review``).

    Plays on which nothing hung are left out.

    Args:
        reviews: the hands, in the order of the record. Calls, declarations and plays are counted from 1
            through all of them.

    >>> from suitwise.texas42.record.match import MatchRecord
    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S3, bidder S0, bid 30, declaration 5
    ...   deal S0: 5-5 5-4 6-5 5-3 6-6 4-4 1-0
    ...   deal S1: 5-2 5-1 6-4 4-3 3-3 2-2 0-0
    ...   deal S2: 5-0 6-3 6-2 6-1 6-0 4-2 4-1
    ...   deal S3: 1-1 2-1 2-0 3-0 3-1 3-2 4-0
    ...   trick 1: S0:1-0 S1:6-4 S2:6-1 S3:1-1
    ... ''')
    >>> declared, first, *_ = decisions_of(review(match, worlds=20))
    >>> declared.place, declared.move, declared.verdict.worlds
    ('declaration', '5', 80)
    >>> first.place, first.seat, first.move, first.verdict.worlds, first.hindsight.cost
    ('trick 1', 0, '1-0', 20, 10)
    """
    return [*_decided(reviews, None)]


def decisions(
    record: Record, worlds: int = WORLDS, seed: int = 0, *, seat: int | None = None
) -> Iterator[Decision]:
    """Yield the decisions of a recorded game on which something hung, each with what it cost in marks.

    They are calls, declarations and plays, numbered by the moves of the record. A seat is judged by what
    it could know; beside it stands what a play cost with all hands seen.

    Args:
        record: the moves of a game.
        worlds: in how many deals a play is judged, a call in four times as many (``hands``).
        seed: 64-bit seed of the deals.
        seat: the seat whose decisions are judged; None for all four.

    Raises:
        SuitwiseError: a number is out of range, the record is not of Texas 42, or it does not replay.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
    >>> first = next(decisions(record, worlds=10))
    >>> first.move == record.moves[first.ply - 1], first.place
    (True, 'auction')
    """
    if seat is not None:
        whole(seat, "seat", 0, 3)
    plies = [
        ply
        for ply, state in enumerate(record.states(), 1)
        if isinstance(state, Texas42State) and state.phase in ("call", "declare", "play")
    ]
    found = _decided(review(match_of(record), worlds, seed), plies)
    return (one for one in found if seat in (None, one.seat))


def _decided(reviews: Iterable[HandReview], plies: Sequence[int] | None) -> Iterator[Decision]:
    """Yield what has been judged, numbered by the plies at which seats decided."""
    before = 0
    for found in reviews:
        hand = found.hand
        first = before + len(hand.calls) + (hand.bidder != NOBODY)
        for call in found.calls:
            ply = _ply(before + call.at, plies)
            place = _DECLARATION if call.move.declaration >= 0 else _AUCTION
            yield Decision(ply, hand.number, place, call.seat, str(call.move), call.verdict)
        for at, play in enumerate(found.plays, first):
            if (verdict := play.verdict) is not None:
                yield Decision(
                    _ply(at, plies),
                    hand.number,
                    phrase("texas42.place.trick", "trick {n}", n=play.trick),
                    play.seat,
                    str(play.domino),
                    verdict,
                    hindsight=_hindsight(found, play),
                )
        before = first + len(hand.plays) + (plies is not None and hand.claim is not None)


def _ply(at: int, plies: Sequence[int] | None) -> int:
    return at + 1 if plies is None else plies[at]


def _hindsight(found: HandReview, play: PlayReview) -> Hindsight:
    unit = TRICKS if found.unit == "tricks" else POINTS
    return Hindsight(play.cost, unit, tuple(map(str, play.best)), play.is_turning_point)


MEASURE = Measure(MARKS, 2)
"""How costs are counted."""
REVIEW = Review(decisions, MEASURE, WORLDS)
"""How Texas 42 is reviewed."""
