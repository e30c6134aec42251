"""The best arrangement of a hand: its melds, the cards left over, and their cost."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from suitwise.arguments import of_kind
from suitwise.cards import Card, format_cards
from suitwise.rummy.rules.hand import JOKERS, SIZE, Hand
from suitwise.rummy.rules.melds import Meld, Run, Set, melds_text
from suitwise.rummy.rules.rules import Rules
from suitwise.rummy.scan.search import SECOND, search
from suitwise.rummy.scan.states import PLACES

Aim: TypeAlias = Literal["points", "cards"]
"""Whether the points that are left over are to be least, or the cards."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out in melds.

    Args:
        hand: the hand.
        melds: its melds.
        left: the cards that are left over.
        counts: whether the melds count; False where the rule set needs runs that are not there, so
            that every card costs its points, whatever it is part of.

    >>> from suitwise.rummy.rules.hand import Hand
    >>> best = arrange(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))
    >>> print(best)
    H2 H3 H4 H5 | H4 H5 H6 + D3 D3 D4 C3 C3 = 16
    >>> best.points, best.cards
    (16, 5)
    """

    hand: Hand
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    counts: bool = True

    @property
    def points(self) -> int:
        """What the hand costs."""
        rules = self.hand.rules
        points = sum(map(rules.cost, self.left)) if self.counts else self.hand.points
        return min(points, rules.cap) if rules.cap else points

    @property
    def cards(self) -> int:
        """How many cards are left over."""
        return len(self.left) if self.counts else len(self.hand)

    def as_json(self) -> dict[str, object]:
        """Return it as plain values, ready for JSON; ``counts`` only where it is false.

        >>> from suitwise.rummy.rules.hand import Hand
        >>> arrange(Hand.of("3H 4H 5H KS")).as_json()
        {'melds': ['H3 H4 H5'], 'left': ['SK'], 'points': 10, 'cards': 1}
        >>> from suitwise.rummy.rules.rules import INDIAN13
        >>> arrange(Hand.of("3H 4H 5H KS", INDIAN13)).as_json()["counts"]
        False
        """
        melds, left = [str(meld) for meld in self.melds], [str(card) for card in self.left]
        told = {"melds": melds, "left": left, "points": self.points, "cards": self.cards}
        return told if self.counts else told | {"counts": False}

    def __str__(self) -> str:
        left = format_cards(self.left, " ")
        why = "" if self.counts else ", for every card counts"
        return f"{melds_text(self.melds) or '-'} + {left or '-'} = {self.points}{why}"


def arrange(hand: Hand, aim: Aim = "points", *, compiled: bool | None = None) -> Arrangement:
    """Return an arrangement that leaves least over.

    Between arrangements that are equal in points the one with fewer cards left is taken, and the
    other way round.

    Args:
        hand: the hand.
        aim: whether the points that are left over are to be least, or the cards.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> print(arrange(Hand.of("H3 H4 H5 S7 S8 JK D9 C9", INDIAN13)))
    S7 S8 [S9] | H3 H4 H5 + D9 C9 = 18
    """
    of_kind(hand, Hand, "hand")
    rules = hand.rules
    weights = deadwood_weights(rules, aim)
    found = search(
        hand, weights, runs=rules.counting_runs, pure=rules.counting_pure_runs, compiled=compiled
    )
    counts = found is not None
    found = found or search(hand, weights, compiled=compiled)
    assert found is not None
    melds = tuple(sorted(joined(found.melds, rules), key=run_before_set))
    return Arrangement(hand, melds, tuple(left_over(hand, melds)), counts)


def deadwood_weights(rules: Rules, aim: Aim) -> list[int]:
    """Return the weights that leave least over: by one aim first, then by the other.

    >>> from suitwise.rummy.rules.rules import SEED
    >>> weights = deadwood_weights(SEED, "points")
    >>> weights[9] // SECOND, weights[13] // SECOND
    (9, 10)
    """
    wild = _deadwood_weight(rules.joker_points, aim)
    natural = [wild, *(_deadwood_weight(points, aim) for points in rules.points)]
    natural[rules.wild_rank] = wild
    return [*natural, natural[1], *[wild] * PLACES] * 2


def _deadwood_weight(points: int, aim: Aim) -> int:
    return SECOND * points + 1 if aim == "points" else SECOND + points


def joined(melds: Iterable[Meld], rules: Rules) -> Iterator[Meld]:
    """Join runs that meet end to end, where it does not matter how many there are."""
    runs = sorted(meld for meld in melds if isinstance(meld, Run))
    yield from (meld for meld in melds if isinstance(meld, Set))
    while runs:
        run = runs.pop(0)
        for other in runs:
            longer = Run(run.suit, run.low, other.high, run.wilds + other.wilds)
            meets = (other.suit, other.low) == (run.suit, run.high + 1)
            if meets and rules.runs == 0 and longer.fault(rules) is None:
                runs.remove(other)
                runs.insert(0, longer)
                break
        else:
            yield run


def left_over(
    hand: Hand, melds: tuple[Meld, ...], named: Collection[int] | None = None
) -> Iterator[Card]:
    """Yield the cards that no meld takes; printed jokers are the first to be wild.

    Args:
        hand: the hand.
        melds: melds that it holds.
        named: the cards that they are known to take; those that stand for themselves unless told.
    """
    counts = list(hand.counts)
    if named is None:
        named = [card for meld in melds for card in meld.cards]
    for card in named:
        counts[min(card, JOKERS)] -= 1
    for _ in range(sum(map(len, melds)) - len(named)):
        wild = next(i for i in range(SIZE - 1, -1, -1) if counts[i] and hand.rules.is_wild(i))
        counts[wild] -= 1
    yield from Hand(tuple(counts), hand.rules).cards


def run_before_set(meld: Meld) -> tuple[bool, Meld]:
    """Return the key by which melds are sorted, runs first."""
    return isinstance(meld, Set), meld


def deadwood(hand: Hand, *, compiled: bool | None = None) -> tuple[int, int]:
    """Return the least points that a hand can be left with, and the fewest cards.

    They may come from different arrangements.

    >>> deadwood(Hand.of("3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"))
    (55, 9)
    """
    of_kind(hand, Hand, "hand")
    return least(hand, "points", compiled=compiled), least(hand, "cards", compiled=compiled)


def least(hand: Hand, aim: Aim, *, compiled: bool | None = None) -> int:
    """Return the least points, or the fewest cards, that a hand can be left with."""
    best = arrange(hand, aim, compiled=compiled)
    return best.points if aim == "points" else best.cards
