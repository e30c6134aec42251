"""The islands of a hand: what its melds may tie together, seen on the grid of suits and ranks.

The seed's definition (rules page, Definitions): two cells belong to the same island if they are
neighbours in a row or lie anywhere in the same column. Melds never leave an island, so every one can be
worked alone, as a hand of its own. As the seed has them, islands also join cells that lie in no meld;
with these dropped first there are fewer and smaller ones.

This holds where no card is wild. Printed jokers lie on no island; a card of the wild rank lies on its
own cell.
"""

from __future__ import annotations

from typing import Any

from suitwise.compiled import rule
from suitwise.rummy.hand import JOKERS, SIZE, Hand
from suitwise.rummy.melds import highest_place, lowest_place
from suitwise.rummy.rules import card_of

NO_ISLAND = -1


@rule
def stretch_end(counts: Any, suit: int, place: int, highest: int) -> int:
    """Return one past the last of the places held in a row from one on.

    Args:
        counts: how many copies of each card.
        suit: the suit.
        place: the first place, 1 to 14.
        highest: the highest place that the ace's position allows.
    """
    while place <= highest and counts[card_of(suit, place)]:
        place += 1
    return place


@rule
def suits_held(counts: Any, rank: int) -> int:
    """Return in how many suits a rank is held."""
    suits = 0
    for suit in range(4):
        suits += 1 if counts[card_of(suit, rank)] else 0
    return suits


@rule
def keep_melding(
    counts: Any, least_run: int, least_set: int, lowest: int, highest: int, kept: Any
) -> None:
    """Copy the counts of the cards that lie in a meld without wild cards, and no others.

    Args:
        counts: how many copies of each card, 52 numbers or more.
        least_run: the fewest cards of a run.
        least_set: the fewest cards of a set.
        lowest: the lowest place of a run, 1 or 2.
        highest: the highest, 13 or 14.
        kept: array of as many numbers, all 0, filled.
    """
    for suit in range(4):
        place = lowest
        while place <= highest:
            end = stretch_end(counts, suit, place, highest)
            for k in range(place, end if end - place >= least_run else place):
                kept[card_of(suit, k)] = counts[card_of(suit, k)]
            place = end + 1
    for rank in range(1, 14):
        if suits_held(counts, rank) >= least_set:
            for suit in range(4):
                kept[card_of(suit, rank)] = counts[card_of(suit, rank)]


@rule
def join_labels(labels: Any, one: int, other: int) -> None:
    """Give the islands of two cards the lesser of their numbers, if both are held."""
    a, b = labels[one], labels[other]
    if a != b and a != NO_ISLAND and b != NO_ISLAND:
        for card in range(JOKERS):
            if labels[card] == max(a, b):
                labels[card] = min(a, b)


@rule
def label_islands(counts: Any, lowest: int, highest: int, labels: Any) -> int:
    """Number the islands, in the order of their cards suit by suit with the ace first.

    Args:
        counts: how many copies of each card, 52 numbers or more.
        lowest: the lowest place of a run, 1 or 2.
        highest: the highest, 13 or 14.
        labels: array of 52 numbers, filled: the island of each card, NO_ISLAND where none is held.

    Returns:
        How many islands there are.

    >>> labels = [0] * 52
    >>> label_islands(Hand.of("3C 4C 4S 9D").counts, 1, 13, labels), labels[2], labels[41]
    (2, 0, 0)
    """
    for suit in range(4):
        for rank in range(1, 14):
            card = card_of(suit, rank)
            labels[card] = 13 * suit + rank if counts[card] else NO_ISLAND
    for suit in range(4):
        for place in range(lowest, highest):
            join_labels(labels, card_of(suit, place), card_of(suit, place + 1))
    for rank in range(1, 14):
        for suit in range(3):
            for other in range(suit + 1, 4):
                join_labels(labels, card_of(suit, rank), card_of(other, rank))
    return number_densely(labels)


@rule
def number_densely(labels: Any) -> int:
    """Number labels from 1 to 52 anew, from 0 on without gaps; return how many there are."""
    islands = 0
    for label in range(1, JOKERS + 1):
        found = 0
        for card in range(JOKERS):
            if labels[card] == label:
                labels[card] = islands
                found = 1
        islands += found
    return islands


def melding(hand: Hand) -> Hand:
    """Return the cards of a hand that lie in a meld without wild cards.

    >>> print(melding(Hand.of("3H 4H 5H 7H 5S")))
    H3 H4 H5
    """
    rules = hand.rules
    kept = [0] * SIZE
    lowest, highest = lowest_place(rules.ace != "high"), highest_place(rules.ace != "low")
    keep_melding(hand.counts, rules.least_run, rules.least_set, lowest, highest, kept)
    return Hand(tuple(kept), rules)


def islands(hand: Hand, *, pruned: bool = False) -> tuple[Hand, ...]:
    """Return the islands of a hand, each a hand of its own.

    Args:
        hand: the hand; its printed jokers are left out.
        pruned: whether cells that lie in no meld are dropped first.

    >>> hand = Hand.of("3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H")
    >>> for island in islands(hand):
    ...     print(island)
    H2 H3 H4 H4 H5 H5 H6 D3 D3 D4 C3 C3
    D9
    DJ DQ CJ
    >>> [len(island) for island in islands(hand, pruned=True)]
    [11]
    """
    hand = melding(hand) if pruned else hand
    rules = hand.rules
    labels = [NO_ISLAND] * JOKERS
    lowest, highest = lowest_place(rules.ace != "high"), highest_place(rules.ace != "low")
    count = label_islands(hand.counts, lowest, highest, labels)
    return tuple(
        Hand((*(n if labels[i] == k else 0 for i, n in enumerate(hand.counts[:JOKERS])), 0), rules)
        for k in range(count)
    )
