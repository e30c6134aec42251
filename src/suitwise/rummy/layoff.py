"""Laying off: the cards of a hand that go on melds on the table, and the best way to do it.

Rules page, Required. A run grows at its ends, a set by a suit that it lacks, both by wild cards where
the rule set has them; a card may go on another that was laid off before it, the 7 and then the 8. Laying
off is optional, so the best of it is a choice: cards of one's own melds may be better laid off, and the
other way round. It is found by trying every state that the table can come to, each hand that is left
arranged once (``arrange``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from suitwise.cards import BLACK_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.rummy.arrangement import Arrangement, arrange
from suitwise.rummy.hand import Hand
from suitwise.rummy.melds import Meld, Run, Set
from suitwise.rummy.rules import Rules, card_of

MOST_TABLES = 5_000
"""Rather than look at more states of the table than this the search gives up."""
MANY = 50
"""So many hands are arranged by compiled rules, fewer by plain Python."""
MOST_MELDS = 40
"""A table has at most so many melds."""

Table: TypeAlias = Sequence[Meld]


@dataclass(frozen=True, slots=True)
class Step:
    """One card laid off.

    Args:
        card: the card.
        at: which meld of the table it goes on, counted from 0.
        meld: what that meld is then.

    >>> print(Step(Card("H6"), 0, Run(1, 3, 6)))
    H6: H3 H4 H5 H6
    """

    card: Card
    at: int
    meld: Meld

    def __str__(self) -> str:
        return f"{self.card}: {self.meld}"


@dataclass(frozen=True, slots=True)
class LaidOff:
    """Cards laid off, and the best arrangement of what is kept.

    Args:
        steps: the cards in the order in which they can be laid off.
        kept: the hand that is left, arranged.
    """

    steps: tuple[Step, ...]
    kept: Arrangement

    @property
    def points(self) -> int:
        """What the hand that is left costs."""
        return self.kept.points

    def __str__(self) -> str:
        return "; ".join([*map(str, self.steps), str(self.kept)])


def grown(meld: Meld, card: int, rules: Rules) -> Iterator[Meld]:
    """Yield what a meld can become with one card more.

    >>> from suitwise.rummy.rules import RAMI51, SEED
    >>> print(*grown(Run(1, 3, 5), Card("H6"), SEED), sep=" | ")
    H3 H4 H5 H6
    >>> print(*grown(Run(1, 3, 5), Card("JK"), RAMI51), sep=" | ")
    [H2] H3 H4 H5 | H3 H4 H5 [H6]
    """
    others: Iterator[Meld] = (
        _longer_runs(meld, card, rules)
        if isinstance(meld, Run)
        else _larger_sets(meld, card, rules)
    )
    yield from (other for other in others if other.fault(rules) is None)


def _longer_runs(run: Run, card: int, rules: Rules) -> Iterator[Run]:
    for rank in (run.low - 1, run.high + 1):
        low, high = min(run.low, rank), max(run.high, rank)
        if card == card_of(run.suit, rank):
            yield replace(run, low=low, high=high)
        elif rules.is_wild(card):
            yield replace(run, low=low, high=high, wilds=tuple(sorted((*run.wilds, rank))))


def _larger_sets(meld: Set, card: int, rules: Rules) -> Iterator[Set]:
    suit = card // 13
    if card < BLACK_JOKER and card == card_of(suit, meld.rank) and suit not in meld.suits:
        yield replace(meld, suits=tuple(sorted((*meld.suits, suit))))
    elif rules.is_wild(card):
        yield replace(meld, wilds=meld.wilds + 1)


def layoffs(hand: Hand, table: Table) -> dict[Card, tuple[Step, ...]]:
    """Return the cards of a hand that can be laid off, each with the shortest way to do it.

    A way has more than one step where other cards have to be laid off first.

    Args:
        hand: the hand.
        table: the melds on the table.

    Raises:
        IllegalPosition: the table has no such melds under the hand's rule set, or there are too many
            ways.

    >>> from suitwise.rummy.rules import GIN
    >>> ways = layoffs(Hand.of("H7 H8 C9 CK", GIN), [Run(1, 4, 6), Set(9, (0, 1, 2))])
    >>> {str(card): [str(step.card) for step in way] for card, way in ways.items()}
    {'H7': ['H7'], 'H8': ['H7', 'H8'], 'C9': ['C9']}
    """
    _check(hand, table)
    ways: dict[Card, tuple[Step, ...]] = {}
    for at, meld in enumerate(table):
        for _, steps in _tables(hand, [meld]):
            card = steps[-1].card if steps else None
            if card is not None and len(steps) < len(ways.get(card, steps + steps)):
                ways[card] = tuple(replace(step, at=at) for step in steps)
    return ways


def best_layoff(hand: Hand, table: Table) -> LaidOff:
    """Return the lay-offs after which a hand costs least; among equals the fewest cards.

    Args:
        hand: the hand.
        table: the melds on the table.

    Raises:
        IllegalPosition: see ``layoffs``.

    >>> from suitwise.rummy.rules import GIN
    >>> print(best_layoff(Hand.of("H7 H8 S8 D8 C2", GIN), [Run(1, 4, 6)]))
    H7: H4 H5 H6 H7; S8 H8 D8 + C2 = 2
    """
    _check(hand, table)
    ways: dict[Hand, tuple[Step, ...]] = {}
    for kept, steps in _tables(hand, table):
        ways.setdefault(kept, steps)
    compiled = len(ways) > MANY
    found = (LaidOff(steps, arrange(kept, compiled=compiled)) for kept, steps in ways.items())
    return min(found, key=lambda laid: laid.points)


def _tables(hand: Hand, table: Table) -> Iterator[tuple[Hand, tuple[Step, ...]]]:
    """Yield the hands that can be left with steps that leave them, fewest steps first.

    A state is what is left and what the melds have become, whatever the order of the steps.
    """
    first = hand, tuple(table)
    waiting: dict[tuple[Hand, tuple[Meld, ...]], tuple[Step, ...]] = {first: ()}
    seen = 0
    while waiting:
        following: dict[tuple[Hand, tuple[Meld, ...]], tuple[Step, ...]] = {}
        for (kept, melds), steps in waiting.items():
            yield kept, steps
            seen += 1
            for step in _steps(kept, melds):
                after = kept.minus(step.card), (*melds[: step.at], step.meld, *melds[step.at + 1 :])
                following.setdefault(after, (*steps, step))
            if seen + len(following) > MOST_TABLES:
                raise IllegalPosition("there are too many ways to lay off these cards")
        waiting = following


def _steps(hand: Hand, melds: Table) -> Iterator[Step]:
    for card in dict.fromkeys(hand.cards):
        for at, meld in enumerate(melds):
            yield from (Step(card, at, other) for other in grown(meld, card, hand.rules))


def _check(hand: Hand, table: Table) -> None:
    """Refuse a table that the rule set does not have."""
    if len(table) > MOST_MELDS:
        raise IllegalPosition(f"a table has at most {MOST_MELDS} melds, not {len(table)}")
    for meld in table:
        fault = meld.fault(hand.rules)
        if fault is not None:
            raise IllegalPosition(fault)
    held = Counter(card for card in hand.cards if not card.is_joker)
    laid = Counter(card for meld in table for card in meld.cards)
    for card, copies in laid.items():
        if copies + held[card] > hand.rules.decks:
            raise IllegalPosition(
                f"{card} lies {copies + held[card]} times in hand and on the table, "
                f"more than the packs hold"
            )
