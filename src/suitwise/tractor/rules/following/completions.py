"""Selections of a hand that follows: can they still become a legal play, and with which cards?

Source: rules page §6, Follow duty; docs/tractor.md, Following.

Cards chosen become a legal play if the cards that must be beside them fit into the places that are left.
Where pairs and tractors are owed, these are the missing copies of some pairs that serve. A pair of which
both copies are chosen misses none, another one or two; so of all sets of pairs that the owed tractors
can be cut from, each filled up to the number of pairs with those that miss least, the one that misses
least of all decides. There are few such sets, a few hundred at most, and none of the plays is listed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from suitwise.tractor.rules.following.legal_plays import Demand, Lead
from suitwise.tractor.rules.following.plays import LENGTHS
from suitwise.tractor.rules.order import phi_of
from suitwise.tractor.rules.piles import EMPTY, Pile, bits


def can_follow(demand: Demand, chosen: Pile) -> bool:
    """Tell whether some legal play has all the cards chosen.

    Args:
        demand: what a lead asks of a hand.
        chosen: some cards.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> from suitwise.tractor.rules.piles import pile_of
    >>> demand = duty_of("S2", "H3H3H4", "H6H6H7H8").demand
    >>> [can_follow(demand, pile_of(cards)) for cards in ("", "H6H7", "H7H8")]
    [True, True, False]
    """
    fixed, free, count, _, _ = demand.owed
    if not chosen.within(demand.hand) or chosen.once & ~(fixed | free):
        return False
    picked = chosen.of(free)
    return picked.size + _lack_of(demand, picked).least <= count


def open_cards(demand: Demand, chosen: Pile) -> Pile:
    """Return the cards that can be added one at a time to cards chosen, without closing every way.

    Of equal cards there are so many as can all be added; nothing where the cards chosen already are in
    no legal play.

    Args:
        demand: what a lead asks of a hand.
        chosen: some cards.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> from suitwise.tractor.rules.piles import pile_of
    >>> demand = duty_of("S2", "H3H3H4", "H6H6H7H8").demand
    >>> [str(open_cards(demand, pile_of(cards))) for cards in ("", "H6", "H7", "H6H6H8")]
    ['H6H6H7H8', 'H6H7H8', 'H6H6', '']
    """
    if not can_follow(demand, chosen):
        return EMPTY
    fixed, free, count, _, _ = demand.owed
    picked, left = chosen.of(free), demand.hand.minus(chosen)
    lack = _lack_of(demand, picked)
    spare = count - picked.size - lack.least
    more = (
        there & (fixed | free & _addable(copies, copies - spare, picked, lack))
        for copies, there in enumerate(left.masks, 1)
    )
    return Pile(*more)


class _Lack(NamedTuple):
    """The copies that the cards chosen lack of some pairs that serve.

    Args:
        least: how many, for the pairs that lack least.
        best: the kinds in some set of pairs that lacks no more.
        next: those in some set that lacks one more.
    """

    least: int
    best: int
    next: int


def _addable(copies: int, beyond: int, picked: Pile, lack: _Lack) -> int:
    """Return the kinds of which so many copies can be added.

    Args:
        copies: how many copies.
        beyond: how many of them are more than there is room for beside the cards that are lacking; so
            many must be among these.
        picked: the cards chosen.
        lack: what they lack.
    """
    if beyond <= 0:
        return -1
    if beyond == 1:
        both = (
            lack.next & ~picked.once if copies > 1 else 0
        )  # they save two where one more is lacking
        return lack.best & ~picked.twice | both
    return lack.best & ~picked.once if beyond == 2 else 0


def _lack_of(demand: Demand, picked: Pile) -> _Lack:
    """Return what cards lack of the pairs and tractors that a hand owes."""
    _, _, _, pairs, tractors = demand.owed
    if not pairs:
        return _Lack(0, 0, 0)
    found = [
        _filled_up(served, demand.held.twice & ~served, pairs - served.bit_count(), picked)
        for served in _servings(demand.held.twice, tractors, demand.lead)
    ]
    least = min(lack.least for lack in found)
    best = following = 0
    for lack in found:
        if lack.least == least:
            best, following = best | lack.best, following | lack.next
        elif lack.least == least + 1:
            following |= lack.best
    return _Lack(least, best, following)


def _filled_up(served: int, others: int, more: int, picked: Pile) -> _Lack:
    """Return what cards lack of the pairs of some tractors, and of so many others.

    Args:
        served: the pairs of the tractors.
        others: the other pairs held.
        more: how many of these are owed beside the tractors.
        picked: the cards chosen.
    """
    whole, half = others & picked.twice, others & picked.once & ~picked.twice
    none = others & ~picked.once
    halves = more - whole.bit_count()
    nones = halves - half.bit_count()
    lack = 2 * served.bit_count() - (served & picked.once).bit_count()
    lack -= (served & picked.twice).bit_count()
    if halves <= 0:
        return _Lack(lack, served, 0)
    if nones <= 0:
        return _Lack(lack + halves, served | half, none)
    return _Lack(lack + half.bit_count() + 2 * nones, served | half | none, 0)


@lru_cache(maxsize=1 << 8)
def _servings(twice: int, tractors: int, lead: Lead) -> tuple[int, ...]:
    """Return every set of pairs that is tractors of a pack code, cut from some pairs."""
    sets = {0}
    for length in LENGTHS[tractors]:
        windows = _windows(twice, length, lead)
        sets = {pairs | window for pairs in sets for window in windows if not pairs & window}
    return tuple(sets)


def _windows(twice: int, length: int, lead: Lead) -> list[int]:
    """Return every tractor of a length among some pairs, as a set of them."""
    at: dict[int, list[int]] = {}
    for card in bits(twice):
        at.setdefault(phi_of(card, lead.main, lead.cr), []).append(1 << card)
    joined = {level: kinds for level, kinds in at.items() if lead.chain >> level & 1}
    return [
        sum(kinds)
        for low in joined
        for kinds in product(*(joined.get(low + step, ()) for step in range(length)))
    ]
