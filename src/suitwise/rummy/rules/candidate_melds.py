"""Every meld that the cards of a hand allow, each once, and which of them hang together.

Rules page, Definitions. A *cell* is a suit and a place; a hand's card lies on one, an ace that may stand
below the 2 and above the king on two. Melds that share no cell, by way of others neither, can be chosen
without regard to each other: they belong to different *components*, which are smaller than the seed's
islands, for cells that lie in no meld join nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from suitwise.rummy.rules.hand import JOKERS, Hand
from suitwise.rummy.rules.melds import Meld, Run, Set, is_run_shape, is_set_shape
from suitwise.rummy.rules.rules import Rules, card_of

Cell: TypeAlias = tuple[int, int]
"""A place, 1 to 14, and a suit, 0 to 3."""


def wild_cards(hand: Hand) -> int:
    """Return how many cards of a hand may stand for others.

    >>> wild_cards(Hand.of("JK H7 H8", Rules(jokers=2, wild="7")))
    2
    """
    return sum(hand.counts[i] for i in range(JOKERS + 1) if hand.rules.is_wild(i))


def candidates(hand: Hand) -> Iterator[Meld]:
    """Yield every meld that the hand's cards allow, each once.

    Two melds differ if other cards stand for themselves in them or if wild cards stand on other
    places of a run. In a set wild cards have no place: there one suit is as good as another.

    >>> print(*candidates(Hand.of("3C 3D 3H 3S 4S 5S")), sep=", ")
    S3 S4 S5, S3 H3 D3, S3 H3 C3, S3 D3 C3, H3 D3 C3, S3 H3 D3 C3
    >>> print(*candidates(Hand.of("7H 8H JK", Rules(jokers=1))), sep=", ")
    [H6] H7 H8, H7 H8 [H9]
    """
    wilds = min(wild_cards(hand), hand.rules.most_wilds)
    for suit in range(4):
        yield from _runs(hand, suit, wilds)
    for rank in range(1, 14):
        yield from _sets(hand, rank, wilds)


def _runs(hand: Hand, suit: int, wilds: int) -> Iterator[Run]:
    rules = hand.rules
    lowest, highest = rules.places
    held = [p for p in range(lowest, highest + 1) if hand.counts[card_of(suit, p)]]
    for low in range(lowest, highest - rules.least_run + 2):
        for high in range(low + rules.least_run - 1, min(low + 12, highest) + 1):
            natural = [place for place in held if low <= place <= high]
            for wild in _wild_places(natural, low, high, wilds):
                mask = sum(1 << place - low for place in wild)
                if is_run_shape(high - low + 1, mask, *rules.run_limits):
                    yield Run(suit, low, high, wild)


def _wild_places(natural: list[int], low: int, high: int, wilds: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of at most ``wilds`` places for wild cards that covers what the hand lacks."""
    missing = [place for place in range(low, high + 1) if place not in natural]
    for more in range(min(wilds - len(missing), len(natural)) + 1):
        for instead in combinations(natural, more):
            yield tuple(sorted((*missing, *instead)))


def _sets(hand: Hand, rank: int, wilds: int) -> Iterator[Set]:
    rules = hand.rules
    held = [suit for suit in range(4) if hand.counts[card_of(suit, rank)]]
    for size in range(1, len(held) + 1):
        for suits in combinations(held, size):
            for wild in range(wilds + 1):
                if is_set_shape(size, wild, rules.least_set, rules.most_wilds):
                    yield Set(rank, suits, wild)


def cells_of(meld: Meld, rules: Rules) -> list[Cell]:
    """Return the cells of the cards that stand for themselves in a meld, the lowest first.

    >>> cells_of(Run(1, 12, 14), Rules(ace="both")), cells_of(Set(1, (0, 2, 3)), Rules(ace="both"))
    ([(12, 1), (13, 1), (14, 1)], [(1, 0), (1, 2), (1, 3)])
    """
    if isinstance(meld, Run):
        return [(place, meld.suit) for place in meld.ranks if place not in meld.wilds]
    return [(place_in_set(meld.rank, rules), suit) for suit in meld.suits]


def place_in_set(rank: int, rules: Rules) -> int:
    """Return the place of a card that lies in no run; that of an ace is its lowest.

    >>> place_in_set(1, Rules()), place_in_set(1, Rules(ace="high")), place_in_set(1, Rules(ace="both"))
    (1, 14, 1)
    """
    return 14 if rank == 1 and rules.ace == "high" else rank


def barred(meld: Meld, rules: Rules) -> list[int]:
    """Return for every wild card of a meld which cards of the wild rank it can't be: bits of suits.

    A card of the wild rank that lies on its own place stands for itself. In a set of the wild rank all
    of them do but a second copy, for a set's wild cards have no suit: three sevens are one set.

    >>> rules = Rules(wild="7", decks=2)
    >>> barred(Run(1, 5, 7, (6, 7)), rules), barred(Set(7, (0, 1), 1), rules)
    ([0, 2], [12])
    >>> barred(Set(8, (0, 1), 2), rules)
    [0, 0]
    """
    if isinstance(meld, Run):
        own = [(place - 1) % 13 + 1 == rules.wild_rank for place in meld.wilds]
        return [1 << meld.suit if is_own else 0 for is_own in own]
    others = sum(1 << suit for suit in range(4) if suit not in meld.suits)
    return [others if meld.rank == rules.wild_rank else 0] * meld.wilds


def is_laid(held: int, cards: Sequence[int], places: Mapping[int, int]) -> bool:
    """Tell whether wild cards can be laid on their places so that none of them is barred there.

    By Hall's theorem: as many wild cards must be left as there are places that bar the same suits,
    once the cards of these suits lie elsewhere.

    Args:
        held: how many wild cards there are.
        cards: how many of them, of every suit, are of the wild rank.
        places: how many places bar the same suits (``barred``).

    >>> is_laid(2, [0, 1, 0, 0], {0b0010: 1}), is_laid(1, [0, 1, 0, 0], {0b0010: 1})
    (True, False)
    """

    def needed(suits: int) -> int:
        barring = sum(count for bar, count in places.items() if bar & suits == suits)
        return barring + sum(cards[suit] for suit in range(4) if suits >> suit & 1)

    return all(needed(suits) <= held for suits in range(16))


def of_suits(wild: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Return the number of cards of each suit among copies of wild cards; jokers have none.

    >>> of_suits([5, 18, JOKERS], [2, 1, 1])
    [2, 1, 0, 0]
    """
    number = [0] * (JOKERS // 13 + 1)
    for card, count in zip(wild, counts, strict=True):
        number[card // 13] += count
    return number[:-1]


def components(melds: Iterable[Meld], rules: Rules) -> list[list[Cell]]:
    """Return the cells that melds take, those together that the choice of melds ties together.

    >>> hand = Hand.of("3C 3D 3H 4H 5H 9S TS JS KD")
    >>> [len(cells) for cells in components(candidates(hand), hand.rules)]
    [5, 3]
    """
    found: list[set[Cell]] = []
    for meld in melds:
        joined = set(cells_of(meld, rules))
        if rules.ace == "both":
            joined |= {(1, suit) for place, suit in joined if place == 14}
        touched = [cells for cells in found if not cells.isdisjoint(joined)]
        found = [cells for cells in found if cells not in touched] + [joined.union(*touched)]
    return sorted(sorted(cells) for cells in found)
