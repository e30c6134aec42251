"""A combo: the melds of a hand and the cards left over; every combo of a hand, one after another.

Rules page: a *combo* is a multiset of disjoint melds, its *dump* the rest; 1-6 and 1-3 + 4-6 are two
combos, a set of four and three cards of it too, and the combo without melds is one.

Where cards are wild, two combos are different if their melds are, or the cards left over. Melds are
different if other cards stand for themselves or if wild cards stand on other places of a run: 7H 8H
with a joker as 6H or as 9H are two melds. In a set a wild card has no suit. Which of the hand's wild
cards lies on which place makes no difference, but which of them are left over does. A card of the wild
rank on its own place stands for itself, so in a set of its own rank it is wild only as another copy: S7
H7 D7 is one set where 7 is wild. Copies of a card are one and the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import TypeAlias

from suitwise.arguments import of_kind
from suitwise.rummy.arrangement import Arrangement, run_before_set
from suitwise.rummy.rules.candidate_melds import (
    barred,
    candidates,
    is_laid,
    of_suits,
    wild_cards,
)
from suitwise.rummy.rules.hand import SIZE, Hand
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.rules import Rules

Combo: TypeAlias = Arrangement
"""A combo is a hand laid out in melds: ``melds``, ``left``, ``points``, ``cards``, and its text."""


def combo_of(hand: Hand, melds: tuple[Meld, ...], left: list[int]) -> Combo:
    """Return the combo of these melds that leaves these counts.

    >>> hand = Hand.of("3H 4H 5H")
    >>> print(combo_of(hand, (Run(1, 3, 5),), [0] * SIZE))
    H3 H4 H5 + - = 0
    """
    rules = hand.rules
    runs = [meld for meld in melds if isinstance(meld, Run)]
    pure = sum(run.is_pure for run in runs)
    counts = len(runs) >= rules.counting_runs and pure >= rules.counting_pure_runs
    dump = Hand(tuple(left), rules).cards
    return Arrangement(hand, tuple(sorted(melds, key=run_before_set)), dump, counts)


# --- All combos -----------------------------------------------------------------------------------


def combos(hand: Hand) -> Iterator[Combo]:
    """Yield every combo, the one without melds first; nothing is worked out ahead.

    >>> for combo in combos(Hand.of("3H 4H 5H 6H")):
    ...     print(combo)
    - + H3 H4 H5 H6 = 18
    H3 H4 H5 + H6 = 6
    H3 H4 H5 H6 + - = 0
    H4 H5 H6 + H3 = 3
    """
    of_kind(hand, Hand, "hand")
    melds = [(meld, _need(meld), len(meld) - len(meld.cards)) for meld in candidates(hand)]
    for chosen, left in _disjoint(melds, 0, packed(hand), wild_cards(hand), hand.rules):
        for rest in _without_wilds(chosen, left, hand.rules):
            yield combo_of(hand, chosen, rest)


_Needing: TypeAlias = tuple[Meld, int, int]

# The copies of all cards in one number, five bits a card.
CARD_BITS = 5
COPIES = 0b1111
GUARD = sum(COPIES + 1 << CARD_BITS * card for card in range(SIZE))
"""The highest of a card's bits: ``(left | GUARD) - need`` has all of them if there is enough."""


def _need(meld: Meld) -> int:
    return sum(1 << CARD_BITS * card for card in meld.cards)


def packed(hand: Hand) -> int:
    """Return the cards of a hand as one number."""
    return sum(copies << CARD_BITS * card for card, copies in enumerate(hand.counts))


def unpacked(left: int) -> list[int]:
    """Return the counts in such a number.

    >>> hand = Hand.of("H3 H3 S4")
    >>> unpacked(packed(hand)) == list(hand.counts)
    True
    """
    return [left >> CARD_BITS * card & COPIES for card in range(SIZE)]


def _disjoint(
    melds: list[_Needing], first: int, left: int, spare: int, rules: Rules
) -> Iterator[tuple[tuple[Meld, ...], int]]:
    """Yield every multiset of melds that the cards allow, and the cards left before wild ones are taken.

    Args:
        melds: the melds, the cards and the number of wild cards that each needs.
        first: the first of them to choose from.
        left: the cards that are left, as one number.
        spare: how many wild cards of them no meld needs.
        rules: the rule set.
    """
    yield (), left
    for which in range(first, len(melds)):
        meld, need, wilds = melds[which]
        if wilds <= spare and ((left | GUARD) - need) & GUARD == GUARD:
            less = wilds + sum(map(rules.is_wild, meld.cards))
            if less <= spare:
                for more, rest in _disjoint(melds, which, left - need, spare - less, rules):
                    yield (meld, *more), rest


def _without_wilds(melds: tuple[Meld, ...], left: int, rules: Rules) -> Iterator[list[int]]:
    """Yield the counts that are left once the melds have their wild cards, in every way."""
    counts = unpacked(left)
    places = Counter(bar for meld in melds for bar in barred(meld, rules))
    wilds = places.total()
    wild = [card for card in range(SIZE) if counts[card] and rules.is_wild(card)] if wilds else []
    for taken in product(*(range(min(counts[card], wilds) + 1) for card in wild)):
        if sum(taken) == wilds and is_laid(wilds, of_suits(wild, taken), places):
            rest = counts.copy()
            for card, number in zip(wild, taken, strict=True):
                rest[card] -= number
            yield rest
