"""Points, the kitty, and what follows a deal: who has held, ranks gained, the next landlord, the end.

Source: rules page §6; docs/tractor.md, Points and levels.

The landlord's side are the declarers, the others the attackers, whose points alone count. Under 80 the
landlord holds: 0 points are worth three ranks to it, under 40 two, under 80 one; and below 0, where
penalties lead, one more for every full 40. From 80 on the attackers take the deal over, and gain a rank
for every full 40 above. A rank that must be defended (``defend`` of the profile) is not jumped over,
and is left only by the landlord's side when it holds. Whoever passes A wins the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from suitwise.cards import BLACK_JOKER, RANKS
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.text.phrases import Phrase, Seat, listed, phrase
from suitwise.tractor.rules.auction import main_of
from suitwise.tractor.rules.order import NO_SUIT, ONE_OF_EACH_SUIT
from suitwise.tractor.rules.profile import Profile

# --- The points of cards, the count of a judged round, and the steps from points to levels --------
#
# 5 counts 5 points, 10 and K count 10; 200 points in all. Only the defenders' points are counted. If
# the defenders win the last trick they also take the points nobody played, times two to the number of
# cards in the longest block of that trick's lead.

FIVES = ONE_OF_EACH_SUIT << 3
TENS = ONE_OF_EACH_SUIT << 8 | ONE_OF_EACH_SUIT << 11
ALL_POINTS = 200
TAKEN_OVER = 80
"""The points from which on the defenders take the deal over."""
PAST_ACE = 13
"""The rank number past A (12): a team that reaches it has won the match."""


@rule
def points_of(once: int, twice: int) -> int:
    """Return the points of a play given as its two card masks.

    >>> points_of(1 << 3 | 1 << 8, 1 << 8)  # S5 ST ST
    25
    """
    return count_points(once, twice, FIVES, TENS)


@rule
def count_points(once: int, twice: int, fives: int, tens: int) -> int:
    """Return the points of cards, whatever names they go by.

    Args:
        once: card mask.
        twice: those of them that are there twice.
        fives: the cards that count 5.
        tens: the cards that count 10.

    >>> count_points(0b11, 0b10, 0b01, 0b10)
    25
    """
    few = count_bits(once & fives) + count_bits(twice & fives)
    return 5 * few + 10 * (count_bits(once & tens) + count_bits(twice & tens))


def points_text(points: int) -> Phrase:
    """Return a number of points in words.

    >>> points_text(25)
    '25 points'
    """
    return phrase("tractor.points", "{n} points", n=points)


@rule
def defenders_total(taken: int, played: int, won_last: bool, block_cards: int) -> int:
    """Return the defenders' points at the end of a round.

    Args:
        taken: points of the tricks the defenders won.
        played: points of all cards played; the other ``200 - played`` are hidden.
        won_last: whether the defenders won the last trick.
        block_cards: cards in the longest block of the last trick's lead.

    >>> defenders_total(60, 180, True, 4)
    380
    """
    if won_last:
        return taken + ((ALL_POINTS - played) << block_cards)
    return taken


@rule
def level_gains(points: int) -> tuple[int, int]:
    """Return the levels that the declarers and the defenders gain for the defenders' points.

    >>> [level_gains(points) for points in (0, 35, 75, 80, 115, 120, 200)]
    [(3, 0), (2, 0), (1, 0), (0, 0), (0, 0), (0, 1), (0, 3)]
    """
    if points == 0:
        return 3, 0
    if points < 40:
        return 2, 0
    if points < TAKEN_OVER:
        return 1, 0
    return 0, (points - TAKEN_OVER) // 40


@rule
def next_dealer(dealer: int, points: int) -> int:
    """Return the seat 0..3 that deals next: the dealer's partner if the declarers held.

    >>> next_dealer(0, 75), next_dealer(0, 80)
    (2, 1)
    """
    return (dealer + (2 if points < TAKEN_OVER else 1)) & 3


# --------------------------------------------------------------------------------------------------
# The kitty: eight cards nobody draws. It names the main suit where nobody bids, and pays at the
# end
#
# Source: rules page §6; docs/tractor.md, The bidding and The kitty.
#
# Where nobody has bid, its cards are turned up one by one until one names the main suit; which one does
# is the profile's ``nobody``:
#
# * ``kitty``: the first of the current rank; if all are turned up and none is, the highest of them (a
#   joker: no main suit; of equal ones the first).
# * ``first``: the first of all; a joker means no main suit.
# * ``suited``: the first that is no joker.
# * ``none``: nothing is turned up, there is no main suit.
#
# At the end of a deal the attackers add the points of the eight cards buried, times a factor, if they
# win the last trick. The factor is the profile's ``kitty``: ``twice`` the cards of the largest block
# of the last lead, twice those of the whole ``lead``, 2 to the ``power`` of the largest block's, or
# ``fixed``.

KITTY = 8
"""The cards of the kitty."""

TWICE, POWER, FIXED, LEAD = range(4)
KITTY_CODE = {"twice": TWICE, "lead": LEAD, "power": POWER, "fixed": FIXED}
"""The number of each way to multiply the kitty, for ``kitty_factor``."""


@rule
def kitty_factor(largest: int, led: int, code: int, fixed: int) -> int:
    """Return how often the points of the kitty count.

    Args:
        largest: cards of the largest block of the last trick's lead.
        led: cards of the whole lead.
        code: ``TWICE``, ``LEAD``, ``POWER`` or ``FIXED``.
        fixed: the factor where it is fixed.

    >>> [kitty_factor(4, 5, code, 3) for code in (TWICE, LEAD, POWER, FIXED)]
    [8, 10, 16, 3]
    """
    if code == FIXED:
        return fixed
    if code == POWER:
        return 1 << largest
    return 2 * (led if code == LEAD else largest)


def kitty_bonus(points: int, largest: int, led: int, attackers_won: bool, profile: Profile) -> int:
    """Return what the attackers add for the kitty after the last trick.

    Args:
        points: the points of its cards.
        largest: cards of the largest block of the last trick's lead.
        led: cards of the whole lead.
        attackers_won: whether the attackers have won the last trick.
        profile: the house.

    >>> from suitwise.tractor.rules.profile import JERRYYYU, STANDARD
    >>> [kitty_bonus(15, 4, 5, True, house) for house in (STANDARD, JERRYYYU)]
    [120, 150]
    >>> kitty_bonus(15, 4, 5, False, STANDARD)
    0
    """
    if not attackers_won:
        return 0
    return points * kitty_factor(largest, led, KITTY_CODE[profile.kitty], profile.kitty_factor)


def named_by_kitty(turned: Sequence[int], cr: int, profile: Profile) -> int | None:
    """Return the main suit 0..4 that the cards turned up name; None while another is to be turned.

    Args:
        turned: the cards turned up so far, in that order.
        cr: the current rank 0..12.
        profile: the house.

    >>> from suitwise.cards import Card
    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> named_by_kitty([Card("HA"), Card("RJ")], 0, STANDARD) is None
    True
    >>> named_by_kitty([Card("HA"), Card("RJ"), Card("D2")], 0, STANDARD)
    2
    """
    if profile.nobody == "none":
        return NO_SUIT
    for card in turned:
        if _names(card, cr, profile.nobody):
            return main_of(card)
    if len(turned) < KITTY:
        return None
    return main_of(max(turned, key=_rank))


def _names(card: int, cr: int, nobody: str) -> bool:
    """Tell whether a card turned up names the main suit at once."""
    if nobody == "kitty":
        return card < BLACK_JOKER and card % 13 == cr
    return nobody == "first" or card < BLACK_JOKER


def _rank(card: int) -> int:
    """Return what cards of a kitty without rank cards are compared by: jokers, then A to 2."""
    return card if card >= BLACK_JOKER else card % 13


# --------------------------------------------------------------------------------------------------
# After a deal: who has held, the ranks that are gained, the next landlord, the end of the match

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
