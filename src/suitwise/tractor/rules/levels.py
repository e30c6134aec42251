"""Bidding, points, the kitty, and the effect of a deal's result on ranks and landlord.

Source: rules page §6; docs/tractor.md, Points and levels.

The landlord's side are the declarers (``declarers``), the other side the attackers; the judge's rules
call these the defenders. Only the attackers' points count. Under 80 points the landlord holds and its
side gains ranks: three for 0 points, two under 40, one under 80, and one more for every full 40 below
zero (penalties can make the total negative). From 80 points the attackers take the deal over, and gain
one rank for every full 40 above 80. A rank that must be defended (``defend`` of the profile) can't be
skipped, and only the landlord's side can leave it, by holding. A side that passes A wins the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from suitwise.cards import BLACK_JOKER, RANKS, RED_JOKER, Card, format_cards
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, listed, phrase
from suitwise.foundation.values import ahead
from suitwise.tractor.rules.deck import NO_SUIT, ONE_OF_EACH_SUIT, Pile, bits, pile_of, rank_cards

if TYPE_CHECKING:
    from suitwise.tractor.rules.profile import Profile

# --- The bidding ----------------------------------------------------------------------------------
#
# Source: rules page §6; docs/tractor.md, The bidding. While the cards are drawn, a seat may bid by
# showing one or two copies of a card of the current rank: its suit becomes the main suit. Two jokers of
# a colour bid for no main suit. A bid overturns another if it shows more cards; with equally many, black
# jokers overturn a suit, and red jokers overturn black ones. A pair never overturns a pair of another
# suit. The profile may change this: ``reinforce``, ``overturn``, ``jokers``.

PACKS = 2
"""The number of packs, and so the most copies of a card that can be shown."""
NOTHING = 0
"""The height before the first bid; every bid is higher."""
NOBODY = -1
"""The landlord's seat before the first auction has named one."""

_JOKERS = 1 << BLACK_JOKER | 1 << RED_JOKER


class Bid(NamedTuple):
    """A bid: a seat shows some copies of a card.

    Args:
        seat: the seat 0..3.
        card: a card of the current rank, or a joker.
        copies: the number of copies shown.

    >>> bid = Bid(1, Card("H2"), 2)
    >>> str(bid), bid.main, Bid(3, Card("RJ"), 2).main == NO_SUIT
    ('H2H2', 1, True)
    """

    seat: int
    card: Card
    copies: int

    @property
    def main(self) -> int:
        """The main suit it asks for: 0..3, or 4 for none."""
        return main_of(self.card)

    @property
    def pile(self) -> Pile:
        """The cards shown."""
        return _shown(self.card, self.copies)

    @property
    def height(self) -> int:
        """The bid's height (``bid_height``)."""
        return bid_height(self.card, self.copies)

    def __str__(self) -> str:
        return format_cards((self.card,) * self.copies)


@lru_cache(maxsize=1 << 8)
def _shown(card: Card, copies: int) -> Pile:
    return pile_of((card,) * copies)


@rule
def bid_height(card: int, copies: int) -> int:
    """Return a bid's height: ordered by number of cards, then suit < black joker < red joker.

    >>> [bid_height(*bid) for bid in ((0, 1), (13, 1), (13, 2), (BLACK_JOKER, 2), (RED_JOKER, 2))]
    [4, 4, 8, 9, 10]
    """
    return 4 * copies + (card - BLACK_JOKER + 1 if card >= BLACK_JOKER else 0)


@rule
def biddable(once: int, twice: int, cr: int) -> int:
    """Return the cards that a hand may bid before any other bid: rank cards, and pairs of jokers.

    Args:
        once: card mask of the hand.
        twice: mask of its pairs.
        cr: current rank 0..12.

    >>> pair = 1 << RED_JOKER
    >>> biddable(0b11 | pair, pair, 0) == 1 | pair, biddable(0b11 | pair, 0, 0)  # S2 S3, twos are trump
    (True, 1)
    """
    return once & rank_cards(cr) | twice & _JOKERS


@rule
def may_bid(card: int, copies: int, cr: int, height: int) -> bool:
    """Tell whether showing copies of a card is a bid above a height.

    Args:
        card: the card.
        copies: the number of copies shown.
        cr: current rank 0..12.
        height: ``bid_height`` of the standing bid; ``NOTHING`` before the first.

    >>> [may_bid(card, 1, 0, NOTHING) for card in (13, 14, BLACK_JOKER)], may_bid(13, 1, 0, 4)
    ([True, False, False], False)
    """
    shown = 1 << card
    return (
        biddable(shown, shown if copies > 1 else 0, cr) != 0 and bid_height(card, copies) > height
    )


@rule
def main_of(card: int) -> int:
    """Return the main suit that a bid with a card names: 0..3, or 4 (none) for a joker.

    >>> main_of(Card("D2")), main_of(Card("BJ"))
    (2, 4)
    """
    return NO_SUIT if card >= BLACK_JOKER else card // 13


def bid_of(seat: int, cards: Sequence[int]) -> Bid:
    """Return the bid that shows these cards.

    Raises:
        NotationError: there are none, or they are not all the same card.

    >>> bid_of(0, (13, 13))
    Bid(seat=0, card=Card('H2'), copies=2)
    """
    if fault := why_no_bid(cards):
        raise NotationError(fault)
    return Bid(seat, Card(cards[0]), len(cards))


def why_no_bid(cards: Sequence[int]) -> Phrase | None:
    """Return why some cards are not a bid for anybody, one sentence; None if they are one.

    >>> why_no_bid((0, 13))
    'a bid shows copies of one card, not S2H2'
    """
    if not cards:
        return phrase("tractor.bid-nothing", "a bid shows copies of one card, not none")
    if len(set(cards)) > 1:
        shown = format_cards(cards)
        return phrase(
            "tractor.bid-several",
            "a bid shows copies of one card, not {cards}",
            cards=CardText(shown),
        )
    return None


def standing_bid(bids: Sequence[Bid]) -> Bid | None:
    """Return the bid that stands: the last, as each overturns the one before."""
    return bids[-1] if bids else None


def is_closed(bids: Sequence[Bid], profile: Profile) -> bool:
    """Tell whether no possible bid overturns the standing bid.

    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> is_closed([Bid(0, Card("BJ"), 2)], STANDARD), is_closed([Bid(0, Card("RJ"), 2)], STANDARD)
    (False, True)
    """
    if not bids or bids[-1].copies < PACKS:
        return False
    return bids[-1].card == RED_JOKER or not _jokers_overturn(profile)


def landlord_after(bids: Sequence[Bid], given: int, first: int, of: str = "winner") -> int:
    """Return the landlord's seat after the auction.

    Args:
        bids: the bids made.
        given: the landlord's seat by the last deal's result, ``NOBODY`` in a match's first deal.
        first: the seat that drew first; in a first deal it becomes landlord if nobody bids.
        of: whether the ``winner`` of the bidding becomes landlord, or who bid ``first``.

    >>> landlord_after([Bid(2, Card("H2"), 1)], NOBODY, 1), landlord_after([], NOBODY, 1)
    (2, 1)
    """
    if given != NOBODY:
        return given
    return bids[0 if of == "first" else -1].seat if bids else first


MOST_BIDS = 4
"""The most bids in an auction: a single, a pair, the black jokers, the red jokers."""


def good_bids(
    seat: int, hand: Pile, cr: int, bids: Sequence[Bid], profile: Profile
) -> tuple[Bid, ...]:
    """Return all legal bids of a seat, lowest first; a pass is always legal as well.

    Args:
        seat: the seat to bid.
        hand: the cards it has drawn.
        cr: the current rank 0..12.
        bids: the bids so far.
        profile: the house rules.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> hand = pile_of("C2 C2 S2 BJ BJ RJ HA")
    >>> print(*good_bids(0, hand, 0, [], STANDARD))
    S2 C2 C2C2 BJBJ
    >>> print(*good_bids(0, hand, 0, [Bid(0, Card("C2"), 1)], STANDARD))
    C2C2
    """
    shown = biddable(hand.once, hand.twice, cr)
    if not shown:
        return ()
    candidates = (
        Bid(seat, Card(card), copies)
        for card in bits(shown)
        for copies in range(1, hand.copies(card) + 1)
    )
    legal = (bid for bid in candidates if is_good(bid, cr, bids, profile))
    return tuple(sorted(legal, key=lambda bid: (bid.height, bid.card)))


def is_good(bid: Bid, cr: int, bids: Sequence[Bid], profile: Profile) -> bool:
    """Tell whether a bid of cards in the hand is legal; ``text.why_not_bid`` gives the reason."""
    barred = bid.card >= BLACK_JOKER and profile.jokers == "no"
    if barred or not may_bid(bid.card, bid.copies, cr, NOTHING):
        return False
    standing = standing_bid(bids)
    if standing is None:
        return True
    if bid.seat == standing.seat and profile.reinforce == "own":
        return bid.card == standing.card and bid.copies > standing.copies
    return may_bid(bid.card, bid.copies, cr, height_to_pass(standing, profile))


def height_to_pass(standing: Bid, profile: Profile) -> int:
    """Return the height that another bid must exceed to overturn a bid."""
    if profile.overturn == "jokers":
        return standing.height
    return bid_height(RED_JOKER, standing.copies)  # above every bid of equally many cards


def _jokers_overturn(profile: Profile) -> bool:
    """Tell whether jokers overturn equally many cards of a suit, and red jokers black ones."""
    return profile.overturn == "jokers" and profile.jokers == "yes"


# --- Points ---------------------------------------------------------------------------------------
#
# A 5 counts 5 points, a 10 and a K count 10; 200 points in all. The functions below follow the judge,
# who calls the attackers the defenders: if they win the last trick, they also get the points of the
# cards nobody played, times two to the number of cards in the longest block of that trick's lead.

FIVES = ONE_OF_EACH_SUIT << 3
TENS = ONE_OF_EACH_SUIT << 8 | ONE_OF_EACH_SUIT << 11
ALL_POINTS = 200
TAKEN_OVER = 80
"""The least points with which the attackers take the deal over."""
_LEAST_POINTS, _STEP = 5, 40
PAST_ACE = 13
"""The rank after A (12): a side that reaches it has won the match."""


@rule
def points_of(once: int, twice: int) -> int:
    """Return the points of a play, given as its two card masks.

    >>> points_of(1 << 3 | 1 << 8, 1 << 8)  # S5 ST ST
    25
    """
    return count_points(once, twice, FIVES, TENS)


@rule
def count_points(once: int, twice: int, fives: int, tens: int) -> int:
    """Return the points of some cards, in any numbering of the cards.

    Args:
        once: mask of the cards.
        twice: mask of those present twice.
        fives: mask of the cards that count 5.
        tens: mask of the cards that count 10.

    >>> count_points(0b11, 0b10, 0b01, 0b10)
    25
    """
    n_fives = count_bits(once & fives) + count_bits(twice & fives)
    return 5 * n_fives + 10 * (count_bits(once & tens) + count_bits(twice & tens))


def points_text(points: int) -> Phrase:
    """Write a number of points in words.

    >>> points_text(25)
    '25 points'
    """
    return phrase("tractor.points", "{n} points", n=points)


@rule
def defenders_total(taken: int, played: int, won_last: bool, block_cards: int) -> int:
    """Return the defenders' points at the end of a round.

    Args:
        taken: points of the tricks the defenders won.
        played: points of all cards played; the other ``200 - played`` are in the kitty.
        won_last: whether the defenders won the last trick.
        block_cards: number of cards in the longest block of the last trick's lead.

    >>> defenders_total(60, 180, True, 4)
    380
    """
    if won_last:
        return taken + ((ALL_POINTS - played) << block_cards)
    return taken


@rule
def next_dealer(dealer: int, points: int) -> int:
    """Return the seat 0..3 that deals next: the dealer's partner if the declarers held.

    >>> next_dealer(0, 75), next_dealer(0, 80)
    (2, 1)
    """
    return (dealer + (2 if points < TAKEN_OVER else 1)) & 3


# --- The kitty ------------------------------------------------------------------------------------
#
# Source: rules page §6; docs/tractor.md, The bidding and The kitty.
#
# If nobody has bid, the cards of the kitty are turned up one by one until one names the main suit. The
# profile's ``nobody`` says which one does:
#
# * ``kitty``: the first card of the current rank; if there is none, the highest card of the kitty (for a
#   joker no main suit; among equals the first).
# * ``first``: the first card; for a joker no main suit.
# * ``suited``: the first card that is no joker.
# * ``none``: nothing is turned up, there is no main suit.
#
# If the attackers win the last trick, they add the points of the eight buried cards times a factor. The
# profile's ``kitty`` says which: ``twice`` the number of cards in the largest block of the last lead,
# twice the number of cards in the whole ``lead``, ``power`` (2 to the number of cards in the largest
# block), or ``fixed``.

KITTY = 8
"""The number of cards in the kitty."""

TWICE, POWER, FIXED, LEAD = range(4)
KITTY_CODE = {"twice": TWICE, "lead": LEAD, "power": POWER, "fixed": FIXED}
"""The number of each option of ``profile.kitty``, for ``kitty_factor``."""


@rule
def kitty_factor(largest: int, led: int, code: int, fixed: int) -> int:
    """Return the factor of the kitty's points.

    Args:
        largest: number of cards in the largest block of the last trick's lead.
        led: number of cards in the whole lead.
        code: ``TWICE``, ``LEAD``, ``POWER`` or ``FIXED``.
        fixed: the factor if it is fixed.

    >>> [kitty_factor(4, 5, code, 3) for code in (TWICE, LEAD, POWER, FIXED)]
    [8, 10, 16, 3]
    """
    if code == FIXED:
        return fixed
    if code == POWER:
        return 1 << largest
    return 2 * (led if code == LEAD else largest)


def kitty_bonus(points: int, largest: int, led: int, attackers_won: bool, profile: Profile) -> int:
    """Return the points that the attackers add for the kitty after the last trick.

    Args:
        points: the points of the buried cards.
        largest: number of cards in the largest block of the last trick's lead.
        led: number of cards in the whole lead.
        attackers_won: whether the attackers have won the last trick.
        profile: the house rules.

    >>> from suitwise.tractor.rules.profile import JERRYYYU, STANDARD
    >>> [kitty_bonus(15, 4, 5, True, house) for house in (STANDARD, JERRYYYU)]
    [120, 150]
    >>> kitty_bonus(15, 4, 5, False, STANDARD)
    0
    """
    if not attackers_won:
        return 0
    return points * kitty_factor(largest, led, KITTY_CODE[profile.kitty], profile.kitty_factor)


def named_by_kitty(
    turned: Sequence[int], cr: int, profile: Profile, kitty: int = KITTY
) -> int | None:
    """Return the main suit 0..4 that the cards turned up name; None if one more must be turned up.

    Args:
        turned: the cards turned up so far, in order.
        cr: the current rank 0..12.
        profile: the house rules.
        kitty: the number of cards in the kitty.

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
        if _names_trump(card, cr, profile.nobody):
            return main_of(card)
    if len(turned) < kitty:
        return None
    return main_of(max(turned, key=_kitty_order))


def _names_trump(card: int, cr: int, nobody: str) -> bool:
    """Tell whether a card turned up names the main suit at once."""
    if nobody in ("kitty", "redeal"):
        return card < BLACK_JOKER and card % 13 == cr
    return nobody == "first" or card < BLACK_JOKER


def _kitty_order(card: int) -> int:
    """Return the sort key of the cards of a kitty without rank cards: jokers, then A to 2."""
    return card if card >= BLACK_JOKER else card % 13


# --- Ranks after a deal ---------------------------------------------------------------------------


@rule
def gains_by_steps(
    points: int, step: int, turnover: int, dead: int, truncates: bool
) -> tuple[int, int]:
    """Return the ranks that the landlord's side and the attackers gain for the attackers' points.

    Source: rules page "Tractor with many packs" §8.

    Args:
        points: the attackers' points; penalties can make them negative.
        step: the points of one step.
        turnover: the number of steps at which the attackers take over.
        dead: the number of steps from there in which nobody gains.
        truncates: whether one gain more needs fewer than 5 points, not fewer than one step.

    >>> [gains_by_steps(points, 60, 2, 1, True) for points in (0, 55, 60, 120, 180, 240)]
    [(3, 0), (2, 0), (1, 0), (0, 0), (0, 1), (0, 2)]
    """
    if points >= turnover * step:
        beyond = points - (turnover + dead) * step
        return 0, 0 if dead > 0 and beyond < 0 else beyond // step + 1
    if not truncates or points >= step:
        return turnover - points // step, 0
    if points >= _LEAST_POINTS:
        return turnover, 0
    return turnover + 1 + (_LEAST_POINTS - 1 - points) // step, 0


@rule
def gains(points: int) -> tuple[int, int]:
    """Return what ``gains_by_steps`` returns in the game for four with two packs.

    >>> [gains(points) for points in (-80, -40, -35, 0, 5, 40, 80, 120)]
    [(5, 0), (4, 0), (3, 0), (3, 0), (2, 0), (1, 0), (0, 0), (0, 1)]
    """
    return gains_by_steps(points, _STEP, 2, 1, True)


@rule
def advanced(rank: int, gain: int, defended: bool, defend: int) -> int:
    """Return a side's rank after a gain; ``PAST_ACE`` if it has won the match.

    Args:
        rank: its rank 0..12.
        gain: the number of ranks it gains.
        defended: whether it is the landlord's side, which has defended its rank by holding.
        defend: bit mask of the ranks that must be defended.

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
        defend: bit mask of the ranks that must be defended.

    >>> ranks_after(5, 6, 0, 35, 0), ranks_after(5, 6, 0, 120, 0), ranks_after(12, 6, 0, 0, 0)
    ((7, 6), (5, 7), (13, 6))
    """
    declarers, attackers = gains(points)
    if landlord & 1:
        return advanced(rank1, attackers, False, defend), advanced(rank2, declarers, True, defend)
    return advanced(rank1, declarers, True, defend), advanced(rank2, attackers, False, defend)


# --- The result of a deal -------------------------------------------------------------------------


def rank_bits(ranks: str) -> int:
    """Return the bit mask of some ranks: ``JA`` is bit 9 and bit 12.

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
    """A seat that prints as its number: ``next landlord 2``."""

    def __str__(self) -> str:
        return str(int(self))


class _Seats(Seat):
    """The first of two seats, which prints as ``seats 0``: ``seats 0 and 2``."""

    def __str__(self) -> str:
        return f"seats {int(self)}"


class Outcome(NamedTuple):
    """The result of a deal: points, ranks before and after, the next landlord.

    Args:
        points: the attackers' points, kitty and penalties included.
        landlord: the landlord's seat.
        before: the ranks 0..12 of the sides of seats 0, 2 and of 1, 3 before the deal.
        ranks: their ranks after it, ``PAST_ACE`` for a side that has won the match.
        next_landlord: the landlord's seat in the next deal.

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
        """The ranks that ``side`` gains, if no rank to be defended stops it."""
        return sum(gains(self.points))

    @property
    def winner(self) -> int | None:
        """The side that has won the match, None if the match goes on."""
        return self.ranks.index(PAST_ACE) if PAST_ACE in self.ranks else None

    @property
    def need(self) -> int:
        """The points at which the attackers take the deal over."""
        return TAKEN_OVER

    @property
    def prevailed(self) -> tuple[int, ...]:
        """The seats of the side that has prevailed."""
        return _seats_of(self.side)

    def rank_of(self, seat: int) -> int:
        """Return the rank of a seat after the deal."""
        return self.ranks[seat & 1]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; empty if it goes on."""
        return () if self.winner is None else _seats_of(self.winner)

    @property
    def highest(self) -> tuple[int, ...]:
        """The seats with the higher rank after the deal; empty if both sides have the same."""
        leading = ahead(*self.ranks)
        return () if leading == NOBODY else _seats_of(leading)

    def worth(self, seat: int) -> int:
        """Return the ranks that a seat's side has gained, less those of the other side."""
        (own, other), (before, other_before) = self.ranks, self.before
        gained = own - before - (other - other_before)
        return -gained if seat & 1 else gained

    @property
    def clauses(self) -> tuple[Phrase, ...]:
        """The result in words, as separate clauses."""
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
        """The result in words, one line."""
        return phrase("tractor.outcome", "{clauses}", clauses=listed(self.clauses))

    def __str__(self) -> str:
        return str(self.phrase)


def _seats_of(side: int) -> tuple[int, int]:
    return side, side + 2


def outcome_of(ranks: tuple[int, int], landlord: int, points: int, profile: Profile) -> Outcome:
    """Return the result of a deal, given the attackers' points.

    Args:
        ranks: the ranks 0..12 of the sides of seats 0, 2 and of 1, 3.
        landlord: the landlord's seat.
        points: the attackers' points, kitty and penalties included.
        profile: the house rules.

    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> print(outcome_of((0, 3), landlord=0, points=125, profile=STANDARD))
    125 points, the attackers take over +1, levels 2 6, next landlord 1
    """
    after = ranks_after(*ranks, landlord, points, rank_bits(profile.defend))
    return Outcome(points, landlord, ranks, after, next_dealer(landlord, points))
