"""What a follower must play: as many cards of the suit, then of pairs and tractors, as were led.

Source: rules page §6, Follow duty; docs/tractor.md, Following.

A play follows a lead of n cards of partition P if (F1) it holds as many cards of P as it can, up to n,
and (F2), where the hand has more than n of them, its best service of the lead's tractors and pairs is
the hand's own. A service is a family of disjoint pairs and tractors put into the lead's; services are
compared by the lengths of their blocks, longest first.

Nothing is searched for. The greatest list of lengths is found length by length: the next tractor is the
longest that still fits, beside those before it, into the lead's tractors on one side and into the
hand's runs of pairs on the other; each question of fit is one entry of the table of packings
(``blocks.FITS``). Two pairs of rank cards on their shared Φ serve a run below it and one above it at
once, which is the second view of the hand's runs. As many pairs as possible are owed in all, and
lone pairs fit wherever there is room. So best(H) is two numbers, the pack code of its tractors and the
number of its pairs; and a play serves as well as its hand exactly if those tractors fit into its own
runs and it has as many pairs.
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
"""Whether a play follows; if not, the part of the duty that it breaks."""

LeadNumbers: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""What a lead asks of every hand: the led partition 0..4, how many cards were led, the pairs in the lead
and the pack code of its tractors (``led_form``), main suit, current rank, the level mask of the Φ that
join tractors, and how much of the duty the house asks for (``BEST``, ``PAIRS``, ``SUIT``, ``NONE``)."""

Masks: TypeAlias = tuple[int, int, int]
"""The cards there, those there at least twice, those there three times (``deck.Pile``)."""

EVERY_CARD = (1 << N_CARDS) - 1


@rule
def run_codes(twice: int, partition: int, main: int, cr: int, chain: int) -> tuple[int, int, int]:
    """Return the Φ of some pairs, and the pack codes of their runs, joined and parted at the shared Φ.

    Args:
        twice: card mask of the pairs, all of the partition, at most 12.
        partition: the partition 0..4.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors; others are left out.
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
    """Return the number of pairs of a lead, those in tractors included, and its tractors' pack code.

    >>> led_form(0b1110, 0, 3, 12, -1) == (3, WEIGHT[3])  # S3S3S4S4S5S5, clubs are trump
    True
    """
    pairs, _ = pair_levels(twice, partition, main, cr)
    return count_bits(twice), pack_code(pairs & chain)


@rule
def owed_tractors(twice: int, lead: LeadNumbers) -> int:
    """Return the pack code of the tractors in the best service by some pairs.

    Args:
        twice: card mask of the hand's pairs of the led partition, at most 12.
        lead: what the lead asks for.

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
        # Within 12 pairs every multiset of tractors has a code of its own; beyond them none has.
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
    """Tell whether pairs and tractors are owed (F2): of no more cards than were led all are played.

    Args:
        held: how many cards of the led partition the hand has.
        n: how many cards were led.
        duty: ``BEST``, ``PAIRS``, ``SUIT`` or ``NONE``.

    >>> asks_service(3, 2, BEST), asks_service(2, 2, BEST), asks_service(3, 2, SUIT)
    (True, False, False)
    """
    return held > n and duty < SUIT


@rule
def what_is_owed(
    suit: int, held: int, pairs: int, lead: LeadNumbers
) -> tuple[int, int, int, int, int]:
    """Return which cards of a hand are all played, of which how many are chosen, and what these serve.

    Args:
        suit: card mask of the led partition.
        held: how many cards of it the hand has.
        pairs: those it has at least twice, at most 12.
        lead: what the lead asks for.

    Returns:
        mask of the cards that are all played, mask of those that the others are chosen from, how many
        these are, the pairs that they have at least and the pack code of the tractors among them.

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
    """Return the part of the duty that a play breaks; ``FOLLOWS`` where it breaks none.

    Args:
        play: card masks of the play, which has as many cards as were led, all held.
        hand: card masks of the hand before the play, at most 25 cards.
        lead: what the lead asks for.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> play, hand = pile_of("H5H7"), pile_of("H5H5H7")  # H3H3 is led, spades and twos are trump
    >>> lead = (1, 2, 1, 0, 0, 0, -1, BEST)
    >>> follow_fault(play.masks, hand.masks, lead) == NOT_PAIRS
    True
    """
    once, twice, thrice = play
    hand_once, hand_twice, hand_thrice = hand
    suit = partition_mask(lead[0], lead[4], lead[5])
    pairs, given_pairs = hand_twice & suit, twice & suit
    held = count_bits(hand_once & suit) + count_bits(pairs) + count_bits(hand_thrice & suit)
    given = count_bits(once & suit) + count_bits(given_pairs) + count_bits(thrice & suit)
    _, _, _, owed_pairs, tractors = what_is_owed(suit, held, pairs, lead)
    return broken_part(given, given_pairs, held, owed_pairs, tractors, lead)


@rule
def broken_part(
    given: int, pairs: int, held: int, owed_pairs: int, tractors: int, lead: LeadNumbers
) -> int:
    """Return the part of the duty that cards of the led partition break, as ``follow_fault`` does.

    Args:
        given: how many cards of the partition are played.
        pairs: card mask of their pairs.
        held: how many the hand has.
        owed_pairs: the pairs owed, as ``what_is_owed`` gives them; so the tractors.
        tractors: pack code of the tractors owed.
        lead: what the lead asks for.
    """
    led, n, _, _, main, cr, chain, duty = lead
    if duty == NONE:
        return FOLLOWS
    if given < min(n, held):
        return NOT_SUIT
    if not serves(pairs, led, main, cr, chain, tractors):
        return NOT_TRACTORS
    return NOT_PAIRS if count_bits(pairs) < owed_pairs else FOLLOWS


# --- A lead and the hand that follows, as objects ---


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
    """What a lead asks of every hand: the numbers that the rules of ``owed`` take.

    Args:
        led: the led partition 0..4.
        size: how many cards were led.
        pairs: the pairs asked for, those in tractors included.
        tractors: the pack code of the tractors asked for.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
        code: how much of the duty the house asks for (``profile.BEST`` and the others).
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
    """Return what cards of one partition ask for that are led.

    Raises:
        IllegalPosition: there are no cards, or cards of several partitions.
    """
    main, cr, code = trump.main_index, trump.rank_index, profile.duty_code
    chain = profile.chain_mask(main) if code == BEST else 0
    led = led_partition(pile, trump)
    pairs, tractors = led_form(pile.twice, led, main, cr, chain) if pile.twice else (0, 0)
    return Lead(led, pile.size, pairs, tractors, main, cr, chain, code)


class Demand(NamedTuple):
    """What a lead asks of a hand, worked out once for all that is asked about plays.

    Args:
        hand: the follower's whole hand.
        held: its cards of the led partition.
        lead: what the lead asks for.
        suit: the card mask of the led partition.
        owed: the cards that are all played, and what is owed among the others (``what_is_owed``).
    """

    hand: Pile
    held: Pile
    lead: Lead
    suit: int
    owed: tuple[int, int, int, int, int]

    @classmethod
    def of(cls, hand: Pile, lead: Lead) -> Demand:
        """Return what a lead asks of a hand."""
        suit = partition_mask(lead.led, lead.main, lead.cr)
        held = hand.of(suit)
        return cls(hand, held, lead, suit, what_is_owed(suit, held.size, held.twice, lead))

    def fault(self, own: Pile) -> int:
        """Return the part of the duty that a play breaks, by its cards of the led partition."""
        _, _, _, pairs, tractors = self.owed
        return broken_part(own.size, own.twice, self.held.size, pairs, tractors, self.lead)


# --- The cheapest play that follows ---------------------------------------------------------------


@rule
def cheapest_follow(
    once: int, twice: int, suit: int, lead: LeadNumbers, prices: Any
) -> tuple[int, int]:
    """Return the legal play whose cards cost least together, and its cards played twice.

    There may be millions of plays, so they are not listed. Where only cards are owed, the cheapest are
    given; where pairs are owed, every set of as many pairs that serves is tried with the cheapest cards
    beside it: at most 12 pairs are held beside a lead, so at most 924 sets.

    Args:
        once: card mask of the hand, of two packs.
        twice: mask of its pairs.
        suit: card mask of the led partition.
        lead: what the lead asks for.
        prices: the price of each card of the hand, by its number.

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
    best, best_twice, least = 0, 0, 1 << 60
    for code in range((1 << pairs) - 1, -1, -1):
        if count_bits(code) == owed:
            given = bits_coded(doubles, pairs, code)
            if serves(given, led, main, cr, chain, tractors):
                left, left_twice = (once & suit) ^ given, doubles ^ given
                more, more_twice = cheapest_cards(left, left_twice, count - 2 * owed, prices)
                found = price_of(given | more, given | more_twice, prices)
                if found < least:
                    best, best_twice, least = given | more, given | more_twice, found
    return best, best_twice


@rule
def bits_coded(mask: int, size: int, code: int) -> int:
    """Return some bits of a mask of ``size`` bits: the lowest has the highest bit of a code.

    >>> bin(bits_coded(0b10110, 3, 0b101))
    '0b10010'
    """
    found = 0
    for place in range(size - 1, -1, -1):
        if code >> place & 1:
            found |= mask & -mask
        mask &= mask - 1
    return found


@rule
def cheapest_cards(once: int, twice: int, count: int, prices: Any) -> tuple[int, int]:
    """Return the cheapest of some cards, and those of them taken twice; of equals the lowest."""
    taken = taken_twice = 0
    for _ in range(count):
        best, least, left = 0, 1 << 60, once
        while left:
            card = left & -left
            left ^= card
            found = item_at(prices, lowest_bit(card))
            if found < least:
                best, least = card, found
        once, twice = without(once, twice, best, 0)
        taken, taken_twice = together(taken, taken_twice, best, 0)
    return taken, taken_twice


@rule
def price_of(once: int, twice: int, prices: Any) -> int:
    """Return the price of all cards of a play."""
    total = 0
    while once:
        card = lowest_bit(once)
        once &= once - 1
        total += item_at(prices, card) * (1 + (twice >> card & 1))
    return total
