"""Melds laid down from a hand: whether the hand has the cards, and each of them is a meld.

Rules page, Required. A card of the wild rank on its own place stands for itself, as in every combo of a
hand: where 7 is wild, H6 H7 H8 can't be laid down as H6 [H7] H8 without another wild card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from suitwise.arguments import each_of
from suitwise.cards import Card
from suitwise.errors import IllegalPosition
from suitwise.rummy.rules.candidate_melds import barred, is_laid, of_suits
from suitwise.rummy.rules.hand import SIZE, Hand
from suitwise.rummy.rules.melds import Meld, Run, Set, parse_meld
from suitwise.rummy.rules.rules import Rules

MeldsLike: TypeAlias = str | Iterable[Meld]
"""Melds, or their text with bars between them: ``H3 H4 H5 | S7 S8 [S9]``."""


def as_melds(melds: MeldsLike, rules: Rules) -> tuple[Meld, ...]:
    """Return melds given as objects or as text.

    Raises:
        NotationError: the text is no text of melds.
        IllegalPosition: some cards are no meld under these rules, with the reason.

    >>> from suitwise.rummy.rules.rules import SEED
    >>> print(*as_melds("H3 H4 H5 | S9 D9 C9", SEED), sep=" and ")
    H3 H4 H5 and S9 D9 C9
    """
    if not isinstance(melds, str):
        return tuple(each_of(melds, (Run, Set), "a meld"))
    return tuple(parse_meld(text, rules) for text in melds.split("|")) if melds.strip() else ()


def laying_fault(hand: Hand, melds: Iterable[Meld]) -> str | None:
    """Return why these melds can't be laid down from a hand, or None if they can.

    >>> from suitwise.rummy.rules.rules import RAMI71
    >>> hand = Hand.of("H3 H4 H5 S7 S8 JK", RAMI71)
    >>> laying_fault(hand, as_melds("S7 S8 [S9] | H3 H4 H5", RAMI71))
    >>> laying_fault(hand, as_melds("S7 S8 [S9] | H3 H4 [H5]", RAMI71))
    'H3 H4 [H5]: the hand has no further wild card'
    >>> laying_fault(Hand.of("H6 H7 H8", Rules(wild="7")), as_melds("H6 [H7] H8", Rules(wild="7")))
    'H6 [H7] H8: on its own place a card is not wild'
    """
    counts = list(hand.counts)
    melds = tuple(melds)
    for meld in melds:
        fault = meld.fault(hand.rules)
        if fault is not None:
            return fault
        for card in meld.cards:
            counts[card] -= 1
            if counts[card] < 0:
                return f"{meld}: {_not_held(hand, card)}"
    unlaid = first_without_wilds(melds, counts, hand.rules)
    if unlaid is None:
        return None
    on_own = "on its own place a card is not wild"
    return f"{unlaid[0]}: {on_own if unlaid[1] else 'the hand has no further wild card'}"


def first_without_wilds(
    melds: Sequence[Meld], counts: Sequence[int], rules: Rules
) -> tuple[Meld, bool] | None:
    """Return the first meld for which there are no wild cards, None where there are for all.

    Args:
        melds: melds under the rule set.
        counts: what there is besides the cards that stand for themselves, 53 numbers.
        rules: the rule set.

    Returns:
        The meld, and whether there are wild cards enough if they could lie on their own places.

    >>> counts = Hand.of("H7", Rules(wild="7")).counts
    >>> print(*first_without_wilds(as_melds("H6 [H7] H8", Rules(wild="7")), counts, Rules(wild="7")))
    H6 [H7] H8 True
    """
    wild = [card for card in range(SIZE) if rules.is_wild(card)]
    held = [counts[card] for card in wild]
    places: Counter[int] = Counter()
    for meld in melds:
        places.update(barred(meld, rules))
        if not is_laid(sum(held), of_suits(wild, held), places):
            return meld, sum(held) >= places.total()
    return None


def _not_held(hand: Hand, card: Card) -> str:
    held = hand.counts[card]
    copies = "once" if held == 1 else f"{held} times"
    return f"the hand holds {card} only {copies}" if held else f"the hand holds no {card}"


def faulty(hand: Hand, melds: MeldsLike) -> tuple[tuple[Meld, ...], str | None]:
    """Return melds, and why they can't be laid down from a hand; no melds where the text has a fault.

    Raises:
        NotationError: the text is no text of melds.

    >>> faulty(Hand.of("H3 H4 H6"), "H3 H4 H6")
    ((), 'H3 H4 H6 is neither a run nor a set')
    """
    try:
        found = as_melds(melds, hand.rules)
    except IllegalPosition as error:
        return (), str(error)
    return found, laying_fault(hand, found)
