"""Cards of packed rounds as the oracle and people write them, for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from random import Random

from suitwise.cards import RANKS, SUITS
from suitwise.tractor import Pile, Trump, pile_of
from suitwise.tractor.arrays.packed import CLUBS, named_back, renamed
from tests.oracles import tractor_table_oracle as oracle

FORMS = {CLUBS: oracle.Trump("C", "A"), 4: oracle.Trump("O", "A")}
"""The two forms of trump as the oracle writes them: a renamed card is a card under one of these."""


def texts(pile: Pile) -> oracle.Cards:
    """Return a pile as the oracle takes it, sorted by text."""
    return tuple(sorted(map(str, pile.cards)))


def of_masks(once: int, twice: int) -> oracle.Cards:
    """Return renamed masks as the oracle takes them."""
    return texts(Pile(once, twice))


def masks(cards: str | Iterable[str]) -> tuple[int, int]:
    """Return the masks of cards."""
    pile = pile_of(cards if isinstance(cards, str) else "".join(cards), packs=2)
    return pile.once, pile.twice


def random_cards(random: Random, count: int, among: int = (1 << 54) - 1) -> tuple[int, int]:
    """Return so many random cards of two packs, of those among a mask, rich in pairs."""
    cards = [card for card in range(54) if among >> card & 1]
    kept = random.sample(cards, min(len(cards), max(1, round(count * random.uniform(0.5, 1)))))
    both = kept + kept
    chosen = random.sample(both, min(count, len(both)))
    once = sum(1 << card for card in set(chosen))
    return once, sum(1 << card for card, copies in Counter(chosen).items() if copies == 2)


def chi_square(counts: Counter[oracle.Cards], ways: int) -> float:
    """Return by how much counts differ from even ones, in standard deviations over the mean."""
    expected = counts.total() / ways
    found = sum((n - expected) ** 2 / expected for n in counts.values())
    found += (ways - len(counts)) * expected
    freedom = max(ways - 1, 1)
    return (found - freedom) / sqrt(2 * freedom)


def under(trump: Trump, cards: str) -> tuple[int, int]:
    """Return cards by their true names as renamed masks."""
    once, twice = masks(cards)
    main, cr = trump.main_index, trump.rank_index
    return renamed(once, main, cr), renamed(twice, main, cr)


def true_names(trump: Trump, once: int, twice: int) -> str:
    """Return renamed masks by the true names of the cards."""
    main, cr = trump.main_index, trump.rank_index
    return str(Pile(named_back(once, main, cr), named_back(twice, main, cr)))


ALL_TRUMPS = [Trump(main, rank) for main in SUITS + "O" for rank in RANKS]
