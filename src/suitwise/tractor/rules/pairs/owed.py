"""Follow duty: the cards, pairs and tractors of the led suit that a follower owes.

Source: rules page §6, Follow duty; docs/tractor.md, Following.
Terms: ``deck`` defines partitions and Φ; ``blocks`` defines runs, pack codes and the packing table.

A play follows a lead of n cards of partition P under two conditions:

* (F1) It has as many cards of P as possible, up to n.
* (F2) If the hand has more than n cards of P, the play serves the lead's tractors and pairs as well as
  the whole hand could. A *service* is a set of disjoint pairs and tractors, each placed inside one of
  the lead's tractors or pairs. Services are compared lexicographically by their block lengths in pairs
  (a pair is 1), sorted longest first.

The best service needs no search. Its tractors are found greedily: the next one is the longest that,
together with those chosen before, fits both into the lead's tractors and into the hand's runs of pairs.
A list of tractors is tested by up to three lookups in the packing table (``blocks.FITS``): one in the
lead's tractors, and one in each of two views of the hand's runs:

* *Joined*: each Φ counts once.
* *Parted*: two pairs of rank cards on the shared Φ let both the run below and the run above use it.

Any pair of the hand can serve any pair of the lead, also one inside a tractor. So the number of pairs
owed, those in tractors included, is simply min(pairs led, pairs held).

So two numbers describe the best service: the pack code of its tractors, and its number of pairs.
A play meets F2 exactly if those tractors fit into its own runs and it has at least that many pairs.

Names in this module: ``pair_cards`` is a card mask of the cards held twice, ``levels`` the level mask of
the same pairs (bit Φ), and ``tractors`` a pack code. In a lead and a demand, ``pairs`` is a number.
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
"""The fault of a play: none, or too few cards of the led partition, too few tractors, too few pairs."""


class Lead(NamedTuple):
    """A lead, reduced to the numbers on which the follow duty depends.

    Args:
        led: the led partition 0..4.
        size: the number of cards led.
        pairs: the number of pairs in the lead, those in tractors included.
        tractors: the pack code of its tractors.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors; -1 for all.
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


LeadNumbers: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""The fields of a ``Lead`` in their order, as a plain tuple for kernels."""

Masks: TypeAlias = tuple[int, int]
"""Card masks ``once`` and ``twice``: the cards present at least once, and twice."""

EVERY_CARD = (1 << N_CARDS) - 1


@rule
def run_codes(
    pair_cards: int, partition: int, main: int, cr: int, chain: int
) -> tuple[int, int, int]:
    """Return the level mask of some pairs, and the pack codes of its runs in the joined and parted view.

    Args:
        pair_cards: card mask of the pairs, all of the partition, at most 12.
        partition: the partition 0..4.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors (-1: all); pairs on other Φ are left out.
    """
    shared = rank_card_phi(main)
    levels, spare = pair_levels(pair_cards, partition, main, cr)
    levels &= chain
    joined = pack_code(levels)
    # The views differ only if there are two pairs on the shared Φ and that Φ joins tractors.
    if spare == 0 or ((levels >> shared) & 1) == 0:
        return levels, joined, joined
    return levels, joined, pack_code(parted_view(levels, shared))


@rule
def led_form(pair_cards: int, partition: int, main: int, cr: int, chain: int) -> tuple[int, int]:
    """Return a lead's number of pairs, those in tractors included, and the pack code of its tractors.

    The arguments are those of ``run_codes``.

    >>> led_form(0b1110, 0, 3, 12, -1) == (3, WEIGHT[3])  # S3S3S4S4S5S5, clubs and aces are trump
    True
    """
    levels, _ = pair_levels(pair_cards, partition, main, cr)
    return count_bits(pair_cards), pack_code(levels & chain)


@rule
def owed_tractors(pair_cards: int, lead: LeadNumbers) -> int:
    """Return the pack code of the tractors in the best service that some pairs allow.

    Args:
        pair_cards: card mask of the hand's pairs of the led partition, at most 12.
        lead: the lead.

    >>> hand = 0b1111 << 8  # pairs of four neighbouring spades; hearts and twos are trump
    >>> owed_tractors(hand, (0, 6, 3, WEIGHT[3], 1, 0, -1, BEST)) == WEIGHT[3]
    True
    """
    partition, _, lead_pairs, lead_tractors, main, cr, chain, _ = lead
    if lead_tractors == 0:
        return 0
    levels, joined, parted = run_codes(pair_cards, partition, main, cr, chain)
    pairs_left = min(lead_pairs, count_bits(pair_cards))  # pairs that may still go into tractors
    length = longest_run(levels)
    tractors = 0
    while length > 1:
        longer = (tractors + WEIGHT[length]) & 127
        # The length is tested before FITS: a pack code is unique only up to 12 pairs.
        if (
            length <= pairs_left
            and FITS[128 * longer + lead_tractors]
            and (FITS[128 * longer + joined] or FITS[128 * longer + parted])
        ):
            tractors = longer
            pairs_left -= length
        else:
            length -= 1
    return tractors


@rule
def serves(pair_cards: int, partition: int, main: int, cr: int, chain: int, tractors: int) -> bool:
    """Tell whether the tractors of a pack code can be cut from some pairs.

    Args:
        pair_cards: card mask of the pairs; it and the next four arguments are those of ``run_codes``.
        partition: the partition 0..4.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
        tractors: the pack code.

    >>> pairs = 0b11011 << 4  # S6 S7, gap, S9 ST; hearts and twos are trump
    >>> serves(pairs, 0, 1, 0, -1, WEIGHT[2]), serves(pairs, 0, 1, 0, -1, WEIGHT[3])
    (True, False)
    """
    if tractors == 0:
        return True
    _, joined, parted = run_codes(pair_cards, partition, main, cr, chain)
    return FITS[128 * tractors + joined] != 0 or FITS[128 * tractors + parted] != 0


@rule
def asks_service(n_held: int, n: int, duty: int) -> bool:
    """Tell whether F2 applies: the hand has more cards of the led partition than were led.

    Args:
        n_held: number of cards of the led partition in the hand.
        n: number of cards led.
        duty: ``BEST``, ``PAIRS``, ``SUIT`` or ``NONE``.

    >>> asks_service(3, 2, BEST), asks_service(2, 2, BEST), asks_service(3, 2, SUIT)
    (True, False, False)
    """
    return n_held > n and duty < SUIT  # so the duty is BEST or PAIRS


@rule
def what_is_owed(
    suit: int, n_held: int, pair_cards: int, lead: LeadNumbers
) -> tuple[int, int, int, int, int]:
    """Return what a hand must play: the fields of ``Owed``, as a plain tuple.

    Args:
        suit: card mask of the led partition.
        n_held: number of cards of that partition in the hand.
        pair_cards: card mask of its pairs, at most 12 bits.
        lead: the lead.

    >>> spades = 0x1FFE  # hearts and twos are trump
    >>> spade_lead = (0, 2, 1, 0, 1, 0, -1, BEST)  # a pair of spades is led
    >>> Owed(*what_is_owed(spades, 3, 0b1000, spade_lead))  # a pair and another spade: plays the pair
    Owed(fixed=0, free=8190, n_chosen=2, pairs=1, tractors=0)
    >>> owed = Owed(*what_is_owed(spades, 1, 0, spade_lead))  # one spade: plays it, and any other card
    >>> owed.fixed == spades, owed.n_chosen
    (True, 1)
    """
    _, n, lead_pairs, _, _, _, _, duty = lead
    if duty == NONE:
        return 0, EVERY_CARD, n, 0, 0
    if n_held <= n:
        return suit, EVERY_CARD ^ suit, n - n_held, 0, 0
    if not asks_service(n_held, n, duty):
        return 0, suit, n, 0, 0
    tractors = owed_tractors(pair_cards, lead) if duty == BEST else 0
    return 0, suit, n, min(lead_pairs, count_bits(pair_cards)), tractors


@rule
def follow_fault(play: Masks, hand: Masks, lead: LeadNumbers) -> int:
    """Return the fault of a play, ``FOLLOWS`` if it has none.

    Args:
        play: card masks of the play: as many cards as were led, all from the hand.
        hand: card masks of the hand before the play, at most 25 cards.
        lead: the lead.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> play, hand = pile_of("H5H7"), pile_of("H5H5H7")
    >>> lead = (1, 2, 1, 0, 0, 0, -1, BEST)  # a pair of hearts; spades and twos are trump
    >>> follow_fault(play.masks[:2], hand.masks[:2], lead) == NOT_PAIRS
    True
    """
    once, twice = play
    hand_once, hand_twice = hand
    led, _, _, _, main, cr, _, _ = lead
    suit = partition_mask(led, main, cr)
    held_pairs, played_pairs = hand_twice & suit, twice & suit
    n_held = count_bits(hand_once & suit) + count_bits(held_pairs)
    n_played = count_bits(once & suit) + count_bits(played_pairs)
    _, _, _, owed_pairs, tractors = what_is_owed(suit, n_held, held_pairs, lead)
    return fault_by_owed(n_played, played_pairs, n_held, owed_pairs, tractors, lead)


@rule
def fault_by_owed(
    n_played: int, played_pairs: int, n_held: int, owed_pairs: int, tractors: int, lead: LeadNumbers
) -> int:
    """Return the fault of a play, given what the hand owes.

    Args:
        n_played: number of cards of the led partition in the play.
        played_pairs: card mask of the pairs among them.
        n_held: number of cards of the led partition in the hand.
        owed_pairs: number of pairs owed (``what_is_owed``).
        tractors: pack code of the tractors owed (``what_is_owed``).
        lead: the lead.
    """
    led, n, _, _, main, cr, chain, duty = lead
    if duty == NONE:
        return FOLLOWS
    if n_played < min(n, n_held):
        return NOT_SUIT
    if not serves(played_pairs, led, main, cr, chain, tractors):
        return NOT_TRACTORS
    return NOT_PAIRS if count_bits(played_pairs) < owed_pairs else FOLLOWS


# --- From cards to leads and demands --------------------------------------------------------------


def led_partition(lead: Pile, trump: Trump) -> int:
    """Return the partition 0..4 of a lead.

    Raises:
        IllegalPosition: it has no cards, cards of several partitions, or three copies of a card.

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
                "{card} is led three times, and two packs hold two: say how many packs are in play",
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


def lead_of(pile: Pile, trump: Trump, profile: Profile) -> Lead:
    """Return the ``Lead`` for the cards of a lead.

    Raises:
        IllegalPosition: it has no cards, cards of several partitions, or three copies of a card.
    """
    main, cr, code = trump.main_index, trump.rank_index, profile.duty_code
    # Tractors are owed only under BEST. Under other duties no Φ joins, so the lead counts none.
    chain = profile.chain_mask(main) if code == BEST else 0
    led = led_partition(pile, trump)
    pairs, tractors = led_form(pile.twice, led, main, cr, chain) if pile.twice else (0, 0)
    return Lead(led, pile.size, pairs, tractors, main, cr, chain, code)


class Owed(NamedTuple):
    """What a hand must play.

    Args:
        fixed: a card mask: all the hand's cards in it are played.
        free: a card mask: the rest of the play is chosen from these.
        n_chosen: the number of cards to choose.
        pairs: the least number of pairs among the chosen cards, those in tractors included.
        tractors: the pack code of the tractors that the chosen cards must contain.
    """

    fixed: int
    free: int
    n_chosen: int
    pairs: int
    tractors: int


class Demand(NamedTuple):
    """A lead together with a follower's hand, and what that hand owes.

    Args:
        hand: the follower's whole hand.
        held: its cards of the led partition.
        lead: the lead.
        suit: the card mask of the led partition.
        owed: what the hand must play.
    """

    hand: Pile
    held: Pile
    lead: Lead
    suit: int
    owed: Owed

    @classmethod
    def of(cls, hand: Pile, lead: Lead) -> Demand:
        """Work out what a hand owes to a lead."""
        suit = partition_mask(lead.led, lead.main, lead.cr)
        held = hand.of(suit)
        return cls(hand, held, lead, suit, Owed(*what_is_owed(suit, held.size, held.twice, lead)))

    def fault(self, played: Pile) -> int:
        """Return the fault of a play, given its cards of the led partition."""
        owed = self.owed
        return fault_by_owed(
            played.size, played.twice, self.held.size, owed.pairs, owed.tractors, self.lead
        )


# --- The cheapest play that follows ---------------------------------------------------------------


@rule
def cheapest_follow(
    once: int, twice: int, suit: int, lead: LeadNumbers, prices: Any
) -> tuple[int, int]:
    """Return the card masks ``once`` and ``twice`` of the legal play with the lowest total price.

    There may be millions of plays, so they are not listed. If no pairs are owed, take the cheapest
    cards. Otherwise try every set of pairs that meets the duty and complete it with the cheapest
    cards. A hand has at most 12 pairs, so there are at most 924 sets (6 of 12).

    Args:
        once: card mask of the hand, cards of two packs.
        twice: card mask of its pairs.
        suit: card mask of the led partition.
        lead: the lead.
        prices: the price of each card, by card number.

    >>> spades = 0x1FFE  # hearts and twos are trump
    >>> spade_lead = (0, 2, 1, 0, 1, 0, -1, BEST)  # a pair of spades is led
    >>> hand, pairs = 0b11110, 0b11000  # S3S4S5S5S6S6
    >>> cheapest_follow(hand, pairs, spades, spade_lead, range(54)) == (0b1000, 0b1000)  # S5S5
    True
    """
    led, _, _, _, main, cr, chain, _ = lead
    pair_cards = twice & suit
    n_pairs = count_bits(pair_cards)
    n_held = count_bits(once & suit) + n_pairs
    fixed, free, n_chosen, owed_pairs, tractors = what_is_owed(suit, n_held, pair_cards, lead)
    if owed_pairs == 0:
        more, more_twice = cheapest_cards(once & free, twice & free, n_chosen, prices)
        return once & fixed | more, twice & fixed | more_twice
    best, best_twice, lowest_price = 0, 0, 1 << 60
    for code in range((1 << n_pairs) - 1, -1, -1):
        if count_bits(code) == owed_pairs:
            chosen = subset_of(pair_cards, n_pairs, code)
            if serves(chosen, led, main, cr, chain, tractors):
                left, left_twice = (once & suit) ^ chosen, pair_cards ^ chosen
                more, more_twice = cheapest_cards(
                    left, left_twice, n_chosen - 2 * owed_pairs, prices
                )
                price = price_of(chosen | more, chosen | more_twice, prices)
                if price < lowest_price:
                    best, best_twice, lowest_price = chosen | more, chosen | more_twice, price
    return best, best_twice


@rule
def subset_of(mask: int, size: int, code: int) -> int:
    """Return the subset of a mask that a code selects.

    The code's highest bit stands for the mask's lowest bit. Descending codes thus try low cards first,
    so if several plays have the same price, the one with the lowest pairs wins.

    Args:
        mask: the mask.
        size: the number of its bits that are set.
        code: a number of ``size`` bits.

    >>> bin(subset_of(0b10110, 3, 0b101))
    '0b10010'
    """
    subset = 0
    for code_bit in range(size - 1, -1, -1):
        if (code >> code_bit) & 1:
            subset |= mask & -mask
        mask &= mask - 1
    return subset


@rule
def cheapest_cards(once: int, twice: int, count: int, prices: Any) -> tuple[int, int]:
    """Return the masks ``once`` and ``twice`` of the ``count`` cheapest cards.

    Among equal prices the lowest card is taken.
    """
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
