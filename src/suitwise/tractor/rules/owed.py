"""Follow duty: the cards, pairs and tractors of the led suit that a follower owes.

Source: rules page §6, Follow duty; docs/tractor.md, Following.

A play follows a lead of n cards of partition P under two conditions:

* (F1) It has as many cards of P as possible, up to n.
* (F2) If the hand has more than n cards of P, the play serves the lead's tractors and pairs as well as
  the whole hand could. A *service* is a set of disjoint pairs and tractors, each placed inside one of
  the lead's tractors or pairs. Services are compared by the lengths of their blocks, longest first.

The best service needs no search. Its list of lengths is built greedily: the next tractor is the longest
that fits, together with those chosen before, both into the lead's tractors and into the hand's runs of
pairs. Each such test is one entry of the packing table (``blocks.FITS``). If the rank cards have two
pairs on their shared Φ, these may serve a run below it and a run above it at once; that is the parted
view of the hand's runs. As many pairs as possible are owed in total, and lone pairs fit anywhere.

So the best service is described by two numbers: the pack code of its tractors, and its number of pairs.
A play meets F2 exactly if those tractors fit into its own runs and it has at least that many pairs.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from suitwise.cards import N_CARDS
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.foundation.text.phrases import CardText, phrase
from suitwise.tractor.rules.blocks import FITS, WEIGHT, longest_run, pack_code, parted_view
from suitwise.tractor.rules.deck import (
    Pile,
    Trump,
    only_partition,
    pair_levels,
    partition_mask,
    rank_card_phi,
    together,
    without,
)
from suitwise.tractor.rules.profile import BEST, NONE, SUIT, Profile

FOLLOWS, NOT_SUIT, NOT_TRACTORS, NOT_PAIRS = range(4)
"""The part of the duty that a play breaks: none, the cards of the suit, the tractors, the pairs."""

LeadNumbers: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""A lead as kernels take it, in this order (``Lead`` is the same with names):

=====  ======================================================================================
index  meaning
=====  ======================================================================================
0      the led partition 0..4
1      number of cards led
2      number of pairs in the lead, those in tractors included (``led_form``)
3      pack code of its tractors (``led_form``)
4      main suit 0..4
5      current rank 0..12
6      level mask of the Φ that join tractors
7      the duty under the house rules: ``BEST``, ``PAIRS``, ``SUIT`` or ``NONE``
=====  ======================================================================================
"""

Masks: TypeAlias = tuple[int, int, int]
"""Card masks of the cards present, present at least twice, and three times (``deck.Pile``)."""

EVERY_CARD = (1 << N_CARDS) - 1


@rule
def run_codes(twice: int, partition: int, main: int, cr: int, chain: int) -> tuple[int, int, int]:
    """Return the pair mask of some pairs, and the pack codes of its runs in the joined and parted view.

    Args:
        twice: card mask of the pairs, all of the partition, at most 12.
        partition: the partition 0..4.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors; other Φ are left out.
    """
    shared = rank_card_phi(main)
    pairs, spare = pair_levels(twice, partition, main, cr)
    pairs &= chain
    joined = pack_code(pairs)
    if spare == 0 or pairs >> shared & 1 == 0:
        return pairs, joined, joined
    return pairs, joined, pack_code(parted_view(pairs, shared))


@rule
def led_form(twice: int, partition: int, main: int, cr: int, chain: int) -> tuple[int, int]:
    """Return a lead's number of pairs, those in tractors included, and the pack code of its tractors.

    >>> led_form(0b1110, 0, 3, 12, -1) == (3, WEIGHT[3])  # S3S3S4S4S5S5, clubs are trump
    True
    """
    pairs, _ = pair_levels(twice, partition, main, cr)
    return count_bits(twice), pack_code(pairs & chain)


@rule
def owed_tractors(twice: int, lead: LeadNumbers) -> int:
    """Return the pack code of the tractors in the best service that some pairs allow.

    Args:
        twice: card mask of the hand's pairs of the led partition, at most 12.
        lead: the lead.

    >>> hand = 0b1111 << 8  # pairs of four neighbouring spades; hearts are trump
    >>> owed_tractors(hand, (0, 6, 3, WEIGHT[3], 1, 0, -1, BEST)) == WEIGHT[3]
    True
    """
    partition, _, lead_pairs, lead_tractors, main, cr, chain, _ = lead
    if lead_tractors == 0:
        return 0
    pairs, joined, parted = run_codes(twice, partition, main, cr, chain)
    room = min(lead_pairs, count_bits(twice))
    length = longest_run(pairs)
    owed = 0
    while length > 1:
        more = (owed + WEIGHT[length]) & 127
        # Pack codes are unique only up to 12 pairs, so the room is checked before the code is used.
        if (
            length <= room
            and FITS[128 * more + lead_tractors]
            and (FITS[128 * more + joined] or FITS[128 * more + parted])
        ):
            owed = more
            room -= length
        else:
            length -= 1
    return owed


@rule
def serves(twice: int, partition: int, main: int, cr: int, chain: int, owed: int) -> bool:
    """Tell whether tractors of a pack code can be cut from some pairs.

    >>> pairs = 0b11011 << 4  # two and two spades in a row, hearts are trump
    >>> serves(pairs, 0, 1, 0, -1, WEIGHT[2]), serves(pairs, 0, 1, 0, -1, WEIGHT[3])
    (True, False)
    """
    if owed == 0:
        return True
    _, joined, parted = run_codes(twice, partition, main, cr, chain)
    return FITS[128 * owed + joined] != 0 or FITS[128 * owed + parted] != 0


@rule
def asks_service(held: int, n: int, duty: int) -> bool:
    """Tell whether F2 applies: the hand has more cards of the led partition than were led.

    Args:
        held: number of cards of the led partition in the hand.
        n: number of cards led.
        duty: ``BEST``, ``PAIRS``, ``SUIT`` or ``NONE``.

    >>> asks_service(3, 2, BEST), asks_service(2, 2, BEST), asks_service(3, 2, SUIT)
    (True, False, False)
    """
    return held > n and duty < SUIT


@rule
def what_is_owed(
    suit: int, held: int, pairs: int, lead: LeadNumbers
) -> tuple[int, int, int, int, int]:
    """Return what a hand must play, as five numbers.

    Args:
        suit: card mask of the led partition.
        held: number of cards of that partition in the hand.
        pairs: card mask of those present at least twice, at most 12.
        lead: the lead.

    Returns:
        ``fixed``, a card mask: all the hand's cards in it are played; ``free``, a card mask: the rest
        of the play is chosen from these; ``count``, the number of cards to choose; ``pairs``, the
        least number of pairs among them; ``tractors``, the pack code of the tractors among them.

    >>> spade_lead = (0, 2, 1, 0, 1, 0, -1, BEST)  # two of them, a pair; hearts are trump
    >>> what_is_owed(0x1FFE, 3, 0b1000, spade_lead) == (0, 0x1FFE, 2, 1, 0)
    True
    >>> what_is_owed(0x1FFE, 1, 0, spade_lead)[0] == 0x1FFE  # the only one, and one of the others
    True
    """
    n, lead_pairs, duty = lead[1], lead[2], lead[7]
    if duty == NONE:
        return 0, EVERY_CARD, n, 0, 0
    if held <= n:
        return suit, EVERY_CARD ^ suit, n - held, 0, 0
    if not asks_service(held, n, duty):
        return 0, suit, n, 0, 0
    tractors = owed_tractors(pairs, lead) if duty == BEST else 0
    return 0, suit, n, min(lead_pairs, count_bits(pairs)), tractors


@rule
def follow_fault(play: Masks, hand: Masks, lead: LeadNumbers) -> int:
    """Return the part of the duty that a play breaks; ``FOLLOWS`` if it breaks none.

    Args:
        play: card masks of the play: as many cards as were led, all from the hand.
        hand: card masks of the hand before the play, at most 25 cards.
        lead: the lead.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> play, hand = pile_of("H5H7"), pile_of("H5H5H7")  # H3H3 is led, spades and twos are trump
    >>> lead = (1, 2, 1, 0, 0, 0, -1, BEST)
    >>> follow_fault(play.masks, hand.masks, lead) == NOT_PAIRS
    True
    """
    once, twice, thrice = play
    hand_once, hand_twice, hand_thrice = hand
    suit = partition_mask(lead[0], lead[4], lead[5])
    pairs, played_pairs = hand_twice & suit, twice & suit
    held = count_bits(hand_once & suit) + count_bits(pairs) + count_bits(hand_thrice & suit)
    played = count_bits(once & suit) + count_bits(played_pairs) + count_bits(thrice & suit)
    _, _, _, owed_pairs, tractors = what_is_owed(suit, held, pairs, lead)
    return broken_part(played, played_pairs, held, owed_pairs, tractors, lead)


@rule
def broken_part(
    played: int, pairs: int, held: int, owed_pairs: int, tractors: int, lead: LeadNumbers
) -> int:
    """Return the part of the duty that a play breaks, given what the hand owes.

    Args:
        played: number of cards of the led partition in the play.
        pairs: card mask of the pairs among them.
        held: number of cards of the led partition in the hand.
        owed_pairs: number of pairs owed (``what_is_owed``).
        tractors: pack code of the tractors owed (``what_is_owed``).
        lead: the lead.
    """
    led, n, _, _, main, cr, chain, duty = lead
    if duty == NONE:
        return FOLLOWS
    if played < min(n, held):
        return NOT_SUIT
    if not serves(pairs, led, main, cr, chain, tractors):
        return NOT_TRACTORS
    return NOT_PAIRS if count_bits(pairs) < owed_pairs else FOLLOWS


# --- Lead and demand as objects -------------------------------------------------------------------


def led_partition(lead: Pile, trump: Trump) -> int:
    """Return the partition 0..4 of a lead.

    Raises:
        IllegalPosition: it has no cards, cards of several partitions, or three that are equal.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> led_partition(pile_of("S2S3"), Trump("S", "2"))
    4
    """
    if not lead.once:
        raise IllegalPosition(phrase("tractor.lead-empty", "a lead has at least one card"))
    if lead.thrice:
        raise IllegalPosition(
            phrase(
                "tractor.lead-triple",
                "{card} is led three times: no ruling takes three equal cards as a block yet, "
                "so lead at most two",
                card=CardText(Pile(lead.thrice).cards[0]),
            )
        )
    led = only_partition(lead, trump)
    if led is None:
        raise IllegalPosition(
            phrase(
                "tractor.lead-mixed",
                "{cards} is of several partitions under trump {trump}: what is led is of one",
                cards=CardText(lead),
                trump=str(trump),
            )
        )
    return led


class Lead(NamedTuple):
    """A lead as the kernels of this module take it: ``LeadNumbers`` with names.

    Args:
        led: the led partition 0..4.
        size: the number of cards led.
        pairs: the number of pairs in the lead, those in tractors included.
        tractors: the pack code of its tractors.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
        code: the duty under the house rules: ``BEST``, ``PAIRS``, ``SUIT`` or ``NONE`` of ``profile``.
    """

    led: int
    size: int
    pairs: int
    tractors: int
    main: int
    cr: int
    chain: int
    code: int


def lead_of(pile: Pile, trump: Trump, profile: Profile) -> Lead:
    """Return the ``Lead`` of some cards that are led.

    Raises:
        IllegalPosition: there are no cards, cards of several partitions, or three that are equal.
    """
    main, cr, code = trump.main_index, trump.rank_index, profile.duty_code
    chain = profile.chain_mask(main) if code == BEST else 0
    led = led_partition(pile, trump)
    pairs, tractors = led_form(pile.twice, led, main, cr, chain) if pile.twice else (0, 0)
    return Lead(led, pile.size, pairs, tractors, main, cr, chain, code)


class Demand(NamedTuple):
    """A lead together with a follower's hand, and what that hand owes.

    Args:
        hand: the follower's whole hand.
        held: its cards of the led partition.
        lead: the lead.
        suit: the card mask of the led partition.
        owed: what must be played: ``fixed, free, count, pairs, tractors`` of ``what_is_owed``.
    """

    hand: Pile
    held: Pile
    lead: Lead
    suit: int
    owed: tuple[int, int, int, int, int]

    @classmethod
    def of(cls, hand: Pile, lead: Lead) -> Demand:
        """Work out what a hand owes to a lead."""
        suit = partition_mask(lead.led, lead.main, lead.cr)
        held = hand.of(suit)
        return cls(hand, held, lead, suit, what_is_owed(suit, held.size, held.twice, lead))

    def fault(self, own: Pile) -> int:
        """Return the part of the duty that a play breaks, given its cards of the led partition."""
        _, _, _, pairs, tractors = self.owed
        return broken_part(own.size, own.twice, self.held.size, pairs, tractors, self.lead)


# --- The cheapest play that follows ---------------------------------------------------------------


@rule
def cheapest_follow(
    once: int, twice: int, suit: int, lead: LeadNumbers, prices: Any
) -> tuple[int, int]:
    """Return the card masks of the legal play with the lowest total price.

    There may be millions of plays, so they are not listed. If no pairs are owed, take the cheapest
    cards. Otherwise try every set of pairs that meets the duty and complete it with the cheapest
    cards; a hand has at most 12 pairs, so there are at most 924 sets.

    Args:
        once: card mask of the hand, cards of two packs.
        twice: card mask of its pairs.
        suit: card mask of the led partition.
        lead: the lead.
        prices: the price of each card, by card number.

    >>> hand, spade_lead = 0b11110, (0, 2, 1, 0, 1, 0, -1, BEST)  # a pair; hearts are trump
    >>> cheapest_follow(hand, 0b11000, 0x1FFE, spade_lead, range(54)) == (0b1000, 0b1000)
    True
    """
    led, _, _, _, main, cr, chain, _ = lead
    doubles = twice & suit
    pairs, held = count_bits(doubles), count_bits(once & suit) + count_bits(doubles)
    fixed, free, count, owed, tractors = what_is_owed(suit, held, doubles, lead)
    if owed == 0:
        more, more_twice = cheapest_cards(once & free, twice & free, count, prices)
        return once & fixed | more, twice & fixed | more_twice
    best, best_twice, lowest_price = 0, 0, 1 << 60
    for code in range((1 << pairs) - 1, -1, -1):
        if count_bits(code) == owed:
            chosen = bits_coded(doubles, pairs, code)
            if serves(chosen, led, main, cr, chain, tractors):
                left, left_twice = (once & suit) ^ chosen, doubles ^ chosen
                more, more_twice = cheapest_cards(left, left_twice, count - 2 * owed, prices)
                price = price_of(chosen | more, chosen | more_twice, prices)
                if price < lowest_price:
                    best, best_twice, lowest_price = chosen | more, chosen | more_twice, price
    return best, best_twice


@rule
def bits_coded(mask: int, size: int, code: int) -> int:
    """Return the subset of a mask with ``size`` bits that a code selects; its highest bit is the lowest.

    >>> bin(bits_coded(0b10110, 3, 0b101))
    '0b10010'
    """
    subset = 0
    for place in range(size - 1, -1, -1):
        if code >> place & 1:
            subset |= mask & -mask
        mask &= mask - 1
    return subset


@rule
def cheapest_cards(once: int, twice: int, count: int, prices: Any) -> tuple[int, int]:
    """Return card masks of the cheapest cards; among equal prices the lowest card is taken."""
    taken = taken_twice = 0
    for _ in range(count):
        best, lowest_price, left = 0, 1 << 60, once
        while left:
            card = left & -left
            left ^= card
            price = item_at(prices, lowest_bit(card))
            if price < lowest_price:
                best, lowest_price = card, price
        once, twice = without(once, twice, best, 0)
        taken, taken_twice = together(taken, taken_twice, best, 0)
    return taken, taken_twice


@rule
def price_of(once: int, twice: int, prices: Any) -> int:
    """Return the total price of a play."""
    total = 0
    while once:
        card = lowest_bit(once)
        once &= once - 1
        total += item_at(prices, card) * (1 + (twice >> card & 1))
    return total
