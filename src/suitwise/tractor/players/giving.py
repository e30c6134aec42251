"""The cheapest legal play of a follower, each card having a price.

There may be millions of plays, so they are not listed. Where only cards are owed, the cheapest are
given; where pairs are owed, every set of as many pairs that serves (``owed.serves``) is tried with the
cheapest cards beside it: at most 12 pairs are held beside a lead, so at most 924 sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TypeAlias

from suitwise.tractor.rules.following.duty import Duty
from suitwise.tractor.rules.owed import NONE, serves
from suitwise.tractor.rules.piles import EMPTY, Pile, bits, pile_of

Price: TypeAlias = Callable[[int], int]
"""The cost of giving a card."""


def cheapest_play(duty: Duty, price: Price) -> Pile:
    """Return the legal play whose cards cost least together.

    Args:
        duty: what a lead asks of a hand of two packs.
        price: what each card costs.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> duty = duty_of("S2", "H3H3H4", "H5H5H6H7H8HTHT")
    >>> str(cheapest_play(duty, price=lambda card: card)), str(cheapest_play(duty, lambda card: -card))
    ('H5H5H6', 'H8HTHT')
    """
    return min(_candidates(duty, price), key=lambda play: sum(map(price, play.cards)))


def _candidates(duty: Duty, price: Price) -> Iterator[Pile]:
    """Yield legal plays, the cheapest among them."""
    if duty.profile.duty_code == NONE:
        yield _filled(EMPTY, duty.hand, duty.size, price)
    elif duty.held.size <= duty.size:
        yield _filled(duty.held, duty.hand.minus(duty.held), duty.size, price)
    else:
        for pairs in _pairs_that_serve(duty):
            yield _filled(pairs, duty.held.minus(pairs), duty.size, price)


def _pairs_that_serve(duty: Duty) -> Iterator[Pile]:
    """Yield every set of as many pairs as are owed that has the tractors owed."""
    main, cr = duty.trump.main_index, duty.trump.rank_index
    for cards in combinations(bits(duty.held.twice), duty.owed_pairs):
        twice = sum(1 << card for card in cards)
        if serves(twice, duty.led, main, cr, duty.chain, duty.owed_tractors):
            yield Pile(twice, twice)


def _filled(fixed: Pile, free: Pile, size: int, price: Price) -> Pile:
    """Return some cards with the cheapest of others, ``size`` in all."""
    return fixed.plus(pile_of(sorted(free.cards, key=price)[: size - fixed.size]))
