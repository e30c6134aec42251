"""The bidding: the cards that may be shown for trump, which bid overturns which, and the landlord.

Source: rules page §6; docs/tractor.md, The bidding. While the cards are drawn a seat may show cards of
the current rank, all of one suit, to make that suit the main suit; or two jokers of a colour, for no
main suit. A bid overturns another if it shows more cards; of equal numbers the black jokers overturn
cards of a suit, and the red ones the black; a pair of another suit never overturns a pair. A house
may change this by its profile: ``reinforce``, ``overturn``, ``jokers``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from suitwise.cards import BLACK_JOKER, RED_JOKER, Card, format_cards
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.tractor.rules.deck import NO_SUIT, Pile, bits, pile_of, rank_cards
from suitwise.tractor.rules.profile import Profile

PACKS = 2
"""The packs that are played with, and so the most copies of a card that are shown."""
NOTHING = 0
"""The height of no bid: every bid is above it."""
NOBODY = -1
"""The landlord's seat before the first auction has named one."""

_JOKERS = 1 << BLACK_JOKER | 1 << RED_JOKER


class Bid(NamedTuple):
    """A seat shows some copies of a card.

    Args:
        seat: the seat 0..3.
        card: a card of the current rank, or a joker.
        copies: how many of it are shown.

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
        """What bids are compared by."""
        return bid_height(self.card, self.copies)

    def __str__(self) -> str:
        return format_cards((self.card,) * self.copies)


@lru_cache(maxsize=1 << 8)
def _shown(card: Card, copies: int) -> Pile:
    return pile_of((card,) * copies)


@rule
def bid_height(card: int, copies: int) -> int:
    """Return what bids are compared by: the number of cards, then suit, black joker, red joker.

    >>> [bid_height(*bid) for bid in ((0, 1), (13, 1), (13, 2), (BLACK_JOKER, 2), (RED_JOKER, 2))]
    [4, 4, 8, 9, 10]
    """
    return 4 * copies + (card - BLACK_JOKER + 1 if card >= BLACK_JOKER else 0)


@rule
def biddable(once: int, twice: int, cr: int) -> int:
    """Return the cards of a hand that it may bid where nothing stands: rank cards, jokers held twice.

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
    """Tell whether copies of a card are a bid above a height.

    Args:
        card: the card.
        copies: how many of it are shown.
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
    """Return the main suit 0..3 that a card names; 4, none, for a joker.

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
    """Return why these cards are no bid whoever shows them, in one sentence; None if they are one.

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
    """Return the bid that stands after these: the last, as each overturns the one before."""
    return bids[-1] if bids else None


def is_closed(bids: Sequence[Bid], profile: Profile) -> bool:
    """Tell whether nothing overturns the standing bid, whatever the seats hold of two packs.

    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> is_closed([Bid(0, Card("BJ"), 2)], STANDARD), is_closed([Bid(0, Card("RJ"), 2)], STANDARD)
    (False, True)
    """
    if not bids or bids[-1].copies < PACKS:
        return False
    return bids[-1].card == RED_JOKER or not _jokers_overturn(profile)


def landlord_after(bids: Sequence[Bid], given: int, first: int) -> int:
    """Return the landlord's seat after the auction.

    Args:
        bids: the bids made.
        given: the landlord's seat by the last deal's result, ``NOBODY`` in a match's first deal.
        first: the seat that drew first, landlord of a first deal in which nobody has bid.

    >>> landlord_after([Bid(2, Card("H2"), 1)], NOBODY, 1), landlord_after([], NOBODY, 1)
    (2, 1)
    """
    if given != NOBODY:
        return given
    return bids[-1].seat if bids else first


MOST_BIDS = 4
"""A single, a pair, the black jokers, the red ones: each bid is higher than the one before."""


def good_bids(
    seat: int, hand: Pile, cr: int, bids: Sequence[Bid], profile: Profile
) -> tuple[Bid, ...]:
    """Return all bids that a seat may make, lowest first; it may always pass instead.

    Args:
        seat: the seat that is asked.
        hand: the cards it has drawn.
        cr: the current rank 0..12.
        bids: the bids before.
        profile: the house.

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
    found = (
        Bid(seat, Card(card), copies)
        for card in bits(shown)
        for copies in range(1, hand.copies(card) + 1)
    )
    good = (bid for bid in found if is_good(bid, cr, bids, profile))
    return tuple(sorted(good, key=lambda bid: (bid.height, bid.card)))


def is_good(bid: Bid, cr: int, bids: Sequence[Bid], profile: Profile) -> bool:
    """Tell whether nothing forbids a bid of cards that are held; ``refusals`` says what does."""
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
    """Return the height that a bid must be above to overturn one."""
    if profile.overturn == "jokers":
        return standing.height
    return bid_height(RED_JOKER, standing.copies)  # no bid of as many cards is above it


def _jokers_overturn(profile: Profile) -> bool:
    """Tell whether jokers overturn as many cards of a suit, and red jokers black ones."""
    return profile.overturn == "jokers" and profile.jokers == "yes"
