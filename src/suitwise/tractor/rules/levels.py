"""After a deal: who has held, the ranks that are gained, the next landlord, the end of the match.

Source: rules page §6; docs/tractor.md, Points and levels.

The landlord's side are the declarers, the others the attackers, whose points alone count. Under 80 the
landlord holds: 0 points are worth three ranks to it, under 40 two, under 80 one; and below 0, where
penalties lead, one more for every full 40. From 80 on the attackers take the deal over, and gain a rank
for every full 40 above. A rank that must be defended (``defend`` of the profile) is not jumped over,
and is left only by the landlord's side when it holds. Whoever passes A wins the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from suitwise.cards import RANKS
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.phrase_lists import listed
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.scoring import (
    PAST_ACE,
    TAKEN_OVER,
    level_gains,
    next_dealer,
    points_text,
)

# --- Rules ----------------------------------------------------------------------------------------


@rule
def gains(points: int) -> tuple[int, int]:
    """Return the ranks that the landlord's side and the attackers gain for the attackers' points.

    From 0 on they are the judge's (``scoring.level_gains``).

    >>> [gains(points) for points in (-80, -40, -35, 0, 5, 40, 80, 120)]
    [(5, 0), (4, 0), (3, 0), (3, 0), (2, 0), (1, 0), (0, 0), (0, 1)]
    """
    if points < 0:
        return 3 + (-points) // 40, 0
    return level_gains(points)


@rule
def advanced(rank: int, gain: int, defended: bool, defend: int) -> int:
    """Return a side's rank after a gain; ``PAST_ACE`` where it has won the match.

    Args:
        rank: its rank 0..12.
        gain: how many ranks it goes up.
        defended: whether it is the landlord's side, and so has defended its rank.
        defend: the ranks that must be defended, a bit each.

    >>> ace = 1 << 12
    >>> advanced(10, 3, True, ace), advanced(12, 1, False, ace), advanced(12, 1, True, ace)
    (12, 12, 13)
    """
    for step in range(gain):
        if rank == PAST_ACE or (defend >> rank & 1 and not (defended and step == 0)):
            return rank
        rank += 1
    return rank


@rule
def ranks_after(rank1: int, rank2: int, landlord: int, points: int, defend: int) -> tuple[int, int]:
    """Return the ranks of the sides of seats 0, 2 and of 1, 3 after a deal.

    Args:
        rank1: the rank 0..12 of seats 0 and 2.
        rank2: the rank of seats 1 and 3.
        landlord: the landlord's seat 0..3.
        points: the attackers' points.
        defend: the ranks that must be defended, a bit each.

    >>> ranks_after(5, 6, 0, 35, 0), ranks_after(5, 6, 0, 120, 0), ranks_after(12, 6, 0, 0, 0)
    ((7, 6), (5, 7), (13, 6))
    """
    declarers, attackers = gains(points)
    if landlord & 1:
        return advanced(rank1, attackers, False, defend), advanced(rank2, declarers, True, defend)
    return advanced(rank1, declarers, True, defend), advanced(rank2, attackers, False, defend)


# --- The object people touch ----------------------------------------------------------------------


def rank_bits(ranks: str) -> int:
    """Return ranks as bits: ``JA`` is bit 9 and bit 12.

    Raises:
        NotationError: something is no rank.

    >>> bin(rank_bits("2A"))
    '0b1000000000001'
    """
    bits = 0
    for rank in ranks:
        if rank not in RANKS:
            raise NotationError(f"{rank!r} is no rank: write one of {' '.join(RANKS)}")
        bits |= 1 << RANKS.index(rank)
    return bits


class _Number(Seat):
    """A seat named by its number alone: ``next landlord 2``."""

    def __str__(self) -> str:
        return str(int(self))


class _Seats(Seat):
    """The first of two seats: ``seats 0 and 2``."""

    def __str__(self) -> str:
        return f"seats {int(self)}"


class Outcome(NamedTuple):
    """What a deal's points have led to.

    Args:
        points: the attackers' points, kitty and penalties included.
        landlord: the landlord's seat.
        before: the ranks 0..12 of the sides of seats 0, 2 and of 1, 3 before the deal.
        ranks: their ranks after it, ``PAST_ACE`` for the side that has won the match.
        next_landlord: the landlord's seat of the next deal.

    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> print(outcome_of((0, 0), 1, 35, STANDARD))
    35 points, the landlord holds +2, levels 2 4, next landlord 3
    >>> print(outcome_of((3, 12), 0, 165, STANDARD))
    165 points, the attackers take over +2, stopped at A, levels 5 A, next landlord 1
    """

    points: int
    landlord: int
    before: tuple[int, int]
    ranks: tuple[int, int]
    next_landlord: int

    @property
    def held(self) -> bool:
        """Whether the landlord's side has held."""
        return self.points < TAKEN_OVER

    @property
    def side(self) -> int:
        """The side that has prevailed: 0 for seats 0 and 2, 1 for seats 1 and 3."""
        return self.landlord & 1 if self.held else 1 - (self.landlord & 1)

    @property
    def gain(self) -> int:
        """The ranks that side gains, before any stop on the way."""
        return sum(gains(self.points))

    @property
    def winner(self) -> int | None:
        """The side that has won the match, None if it goes on."""
        return self.ranks.index(PAST_ACE) if PAST_ACE in self.ranks else None

    @property
    def clauses(self) -> tuple[Phrase, ...]:
        """What is to be said of it, part by part."""
        return (
            points_text(self.points),
            self._prevailed(),
            *self._stop(),
            *self._what_next(),
        )

    def _prevailed(self) -> Phrase:
        if self.held:
            return phrase("tractor.landlord-holds", "the landlord holds +{n}", n=self.gain)
        return phrase("tractor.attackers-take-over", "the attackers take over +{n}", n=self.gain)

    def _stop(self) -> Iterator[Phrase]:
        rank, now = self.before[self.side], self.ranks[self.side]
        if now < min(rank + self.gain, PAST_ACE):
            yield phrase("tractor.stopped", "stopped at {rank}", rank=RANKS[now])

    def _what_next(self) -> Iterator[Phrase]:
        if self.winner is not None:
            yield phrase(
                "tractor.match-won",
                "{one} and {other} win the match",
                one=_Seats(self.winner),
                other=_Number(self.winner + 2),
            )
            return
        one, other = (RANKS[rank] for rank in self.ranks)
        yield phrase("tractor.levels", "levels {one} {other}", one=one, other=other)
        landlord = _Number(self.next_landlord)
        yield phrase("tractor.next-landlord", "next landlord {seat}", seat=landlord)

    @property
    def phrase(self) -> Phrase:
        """All of it in one line."""
        return phrase("tractor.outcome", "{clauses}", clauses=listed(self.clauses))

    def __str__(self) -> str:
        return str(self.phrase)


def outcome_of(ranks: tuple[int, int], landlord: int, points: int, profile: Profile) -> Outcome:
    """Return what the attackers' points lead to.

    Args:
        ranks: the ranks 0..12 of the sides of seats 0, 2 and of 1, 3.
        landlord: the landlord's seat.
        points: the attackers' points, kitty and penalties included.
        profile: the house.

    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> print(outcome_of((0, 3), landlord=0, points=125, profile=STANDARD))
    125 points, the attackers take over +1, levels 2 6, next landlord 1
    """
    after = ranks_after(*ranks, landlord, points, rank_bits(profile.defend))
    return Outcome(points, landlord, ranks, after, next_dealer(landlord, points))
