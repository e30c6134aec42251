"""Melds laid down from a hand: whether the hand has the cards, and each of them is a meld.

Rules page, Required. A card of the wild rank on its own place stands for itself, as in every combo of a
hand: where 7 is wild, H6 H7 H8 can't be laid down as H6 [H7] H8 without another wild card. Where a wild
card is written as what it is, ``S4 S5 C7``, that card is laid, and the melds are read in the way that
is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from suitwise.arguments import each_of
from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.rummy.arrangement import left_over
from suitwise.rummy.rules.candidate_melds import barred, is_laid, of_suits
from suitwise.rummy.rules.hand import JOKERS, SIZE, Hand
from suitwise.rummy.rules.melds import Group, Meld, Run, Set, parse_meld, read_group
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


def as_groups(melds: MeldsLike, rules: Rules) -> tuple[Group, ...]:
    """Return melds given as objects or as text in all ways in which each can be read (``as_melds``).

    >>> from suitwise.rummy.rules.rules import RAMI71
    >>> [len(group.readings) for group in as_groups("H3 H4 H5 | S7 S8 JK", RAMI71)]
    [1, 2]
    """
    if not isinstance(melds, str):
        return tuple(Group((meld,), meld.cards) for meld in each_of(melds, (Run, Set), "a meld"))
    return tuple(read_group(text, rules) for text in melds.split("|")) if melds.strip() else ()


def cards_laid(groups: Iterable[Group], rules: Rules) -> Iterator[Card]:
    """Yield the cards of melds; which wild card lies in brackets is known of jokers alone."""
    for group in groups:
        yield from map(Card, group.cards)
        if not rules.wild:
            yield from [Card(ANY_JOKER)] * (len(group.readings[0]) - len(group.cards))


def laying_fault(hand: Hand, melds: Iterable[Meld], named: Sequence[int] = ()) -> str | None:
    """Return why these melds can't be laid down from a hand, or None if they can.

    Args:
        hand: the hand.
        melds: the melds.
        named: the cards that are named where they are more than those that stand for themselves.

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
    for place, copies in Counter(min(card, JOKERS) for card in named).items():
        if copies > hand.counts[place]:
            return _not_held(hand, place if place < JOKERS else ANY_JOKER)
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


def _not_held(hand: Hand, card: int) -> str:
    held = hand.counts[min(card, JOKERS)]
    copies = "once" if held == 1 else f"{held} times"
    named = Card(card)
    return f"the hand holds {named} only {copies}" if held else f"the hand holds no {named}"


def fault_laid(
    hand: Hand, melds: MeldsLike, fault_of: Callable[[tuple[Meld, ...], Sequence[Card]], str | None]
) -> str | None:
    """Return why melds can't be laid down from a hand, None if they can in some way to read them.

    Args:
        hand: the hand.
        melds: the melds.
        fault_of: what else is wrong with melds that the hand has, and the cards that are in none.

    Raises:
        NotationError: the text is no text of melds.

    >>> fault_laid(Hand.of("H3 H4 H6"), "H3 H4 H6", lambda melds, left: None)
    'H3 H4 H6 is neither a run nor a set'
    """
    try:
        groups = as_groups(melds, hand.rules)
    except IllegalPosition as error:
        return str(error)
    named = [card for group in groups for card in group.cards]
    faults = (
        laying_fault(hand, way, named) or fault_of(way, [*left_over(hand, way, named)])
        for way in _ways(groups, hand.rules)
    )
    first = next(faults)
    return None if first is None or None in faults else first


def _ways(groups: Sequence[Group], rules: Rules) -> Iterator[tuple[Meld, ...]]:
    """Yield melds as groups can be read: the plainest first, then those that ask for most.

    A reading changes no card that is laid, so what it is good for is to be a run, a pure one, or to
    count more in an opening: each group is read for that alone, and one of them as a pure run.
    """

    def points(meld: Meld) -> int:
        return meld.opening_points(rules)

    def plain(meld: Meld) -> tuple[int, int]:
        return len(meld) - len(meld.cards), -points(meld)

    yield tuple(min(group.readings, key=plain) for group in groups)
    if all(len(group.readings) == 1 for group in groups):
        return
    runs = [min(group.readings, key=_run_first) for group in groups]
    yield tuple(runs)
    dear = [max(group.readings, key=points) for group in groups]
    yield tuple(dear)
    yield from ((*dear[:at], run, *dear[at + 1 :]) for at, run in enumerate(runs))


def _run_first(meld: Meld) -> tuple[bool, bool]:
    return not isinstance(meld, Run), not meld.is_pure
