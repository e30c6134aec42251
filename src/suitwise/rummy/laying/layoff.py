"""Laying off: the cards of a hand that go on melds on the table, and the best way to do it.

Rules page, Required. A run grows at its ends, a set by a suit that it lacks, both by wild cards where
the rule set has them; a card may go on another that was laid off before it, the 7 and then the 8. Laying
off is optional, so the best of it is a choice: cards of one's own melds may be better laid off, and the
other way round. It is found by trying every hand that can be kept, each arranged once (``arrange``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from suitwise.arguments import each_of, of_kind
from suitwise.cards import BLACK_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.rummy.arrangement import Arrangement, arrange
from suitwise.rummy.combos.combo import CARD_BITS, GUARD, packed, unpacked
from suitwise.rummy.laying.check import first_without_wilds
from suitwise.rummy.rules.hand import JOKERS, Hand
from suitwise.rummy.rules.melds import Meld, Run, Set
from suitwise.rummy.rules.rules import Rules, card_of

MOST_GROWTHS = 5_000
"""Rather than look at more ways to lay cards off on one meld than this the search gives up."""
MOST_HANDS = 20_000
"""And at more hands that can be kept."""
MOST_TRIES = 3_000_000
"""And at more ways to add a meld's to those before."""
MANY = 50
"""More hands than this are arranged by compiled rules, fewer by plain Python."""
MOST_MELDS = 40
"""The most melds of a table."""

Table: TypeAlias = Sequence[Meld]
Ends: TypeAlias = tuple[int, int, bool, bool, int]


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

    >>> from suitwise.rummy.rules.melds import parse_meld
    >>> from suitwise.rummy.rules.rules import GIN
    >>> laid = best_layoff(Hand.of("H7 H8 S8 D8 C2", GIN), [parse_meld("H4 H5 H6", GIN)])
    >>> [str(step) for step in laid.steps], str(laid.kept), laid.points
    (['H7: H4 H5 H6 H7'], 'S8 H8 D8 + C2 = 2', 2)
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

    >>> from suitwise.rummy.rules.rules import RAMI51, SEED
    >>> print(*grown(Run(1, 3, 5), Card("H6"), SEED), sep=" | ")
    H3 H4 H5 H6
    >>> print(*grown(Run(1, 3, 5), Card("JK"), RAMI51), sep=" | ")
    [H2] H3 H4 H5 | H3 H4 H5 [H6]
    """
    others = _longer(meld, card, rules) if isinstance(meld, Run) else _larger(meld, card, rules)
    yield from (other for other in others if other.fault(rules) is None)


def _longer(run: Run, card: int, rules: Rules) -> Iterator[Meld]:
    for rank in (run.low - 1, run.high + 1):
        longer = replace(run, low=min(run.low, rank), high=max(run.high, rank))
        if card == card_of(run.suit, rank):
            yield longer
        elif rules.is_wild(card):
            yield replace(longer, wilds=tuple(sorted((*run.wilds, rank))))


def _larger(meld: Set, card: int, rules: Rules) -> Iterator[Meld]:
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

    >>> from suitwise.rummy.rules.rules import GIN
    >>> ways = layoffs(Hand.of("H7 H8 C9 CK", GIN), [Run(1, 4, 6), Set(9, (0, 1, 2))])
    >>> {str(card): [str(step.card) for step in way] for card, way in ways.items()}
    {'H7': ['H7'], 'H8': ['H7', 'H8'], 'C9': ['C9']}
    """
    of_kind(hand, Hand, "hand")
    _check(hand, table)
    ways: dict[Card, tuple[Step, ...]] = {}
    for at, meld in enumerate(table):
        for steps in _growths(hand, at, meld):
            card = steps[-1].card
            if len(steps) < len(ways.get(card, steps + steps)):
                ways[card] = steps
    return ways


def best_layoff(hand: Hand, table: Table) -> LaidOff:
    """Return the lay-offs after which a hand costs least; among equals the fewest cards.

    Args:
        hand: the hand.
        table: the melds on the table.

    Raises:
        IllegalPosition: see ``layoffs``.

    >>> from suitwise.rummy.rules.rules import GIN
    >>> print(best_layoff(Hand.of("H7 H8 S8 D8 C2", GIN), [Run(1, 4, 6)]))
    H7: H4 H5 H6 H7; S8 H8 D8 + C2 = 2
    """
    of_kind(hand, Hand, "hand")
    _check(hand, table)
    ways = _ways(hand, table)
    compiled = True if len(ways) > MANY else None
    best = LaidOff((), arrange(hand, compiled=compiled))
    # What is laid off lessens the cost by no more than its own: with it the rest is an arrangement.
    laid = {kept: sum(hand.rules.cost(step.card) for step in way) for kept, way in ways.items()}
    bounds = ((max(best.points - laid[kept], 0), len(ways[kept]), kept) for kept in ways)
    for bound, steps, kept in sorted(bounds):
        if (bound, steps) >= (best.points, len(best.steps)):
            break
        rest = Hand(tuple(unpacked(kept)), hand.rules)
        found = LaidOff(ways[kept], arrange(rest, compiled=compiled))
        best = min(best, found, key=lambda laid: (laid.points, len(laid.steps)))
    return best


def _ways(hand: Hand, table: Table) -> dict[int, tuple[Step, ...]]:
    """Return every hand that can be kept, as one number (``combo.packed``), with steps that keep it.

    The hand that is kept does not depend on where the other cards lie: so each meld is taken by itself,
    and of the ways to keep a hand one is followed.
    """
    ways: dict[int, tuple[Step, ...]] = {packed(hand): ()}
    tried = 0
    for at, meld in enumerate(table):
        needs: dict[int, tuple[Step, ...]] = {}
        for steps in _growths(hand, at, meld):
            needs.setdefault(sum(1 << CARD_BITS * min(step.card, JOKERS) for step in steps), steps)
        for left, before in list(ways.items()):
            tried += len(needs)
            if tried > MOST_TRIES or len(ways) > MOST_HANDS:
                raise IllegalPosition("there are too many ways to lay off these cards")
            for need, steps in needs.items():
                if (left | GUARD) - need & GUARD == GUARD:
                    ways.setdefault(left - need, (*before, *steps))
    return ways


def _growths(hand: Hand, at: int, meld: Meld) -> Iterator[tuple[Step, ...]]:
    """Yield the ways to lay cards of a hand off on one meld, the shortest first.

    Ways that leave the same hand and a meld that can grow by the same cards count as one.
    """
    waiting: list[tuple[Hand, Meld, tuple[Step, ...]]] = [(hand, meld, ())]
    known: set[tuple[Hand, Meld | Ends]] = set()
    for kept, now, steps in waiting:
        if steps:
            yield steps
        for step in _steps(kept, at, now):
            after = kept.minus(step.card)
            if (after, _ends(step.meld)) not in known:
                known.add((after, _ends(step.meld)))
                waiting.append((after, step.meld, (*steps, step)))
        if len(waiting) > MOST_GROWTHS:
            raise IllegalPosition("there are too many ways to lay off these cards")


def _steps(hand: Hand, at: int, meld: Meld) -> Iterator[Step]:
    for card in dict.fromkeys(hand.cards):
        yield from (Step(card, at, other) for other in grown(meld, card, hand.rules))


def _ends(meld: Meld) -> Meld | Ends:
    """Return what a meld's growth depends on: of a run its ends, and how many wild cards it has."""
    if isinstance(meld, Set):
        return meld
    return meld.low, meld.high, meld.low in meld.wilds, meld.high in meld.wilds, len(meld.wilds)


def _check(hand: Hand, table: Table) -> None:
    """Refuse a table that the rule set does not have."""
    if len(of_kind(table, Collection, "table")) > MOST_MELDS:
        raise IllegalPosition(f"a table has at most {MOST_MELDS} melds, not {len(table)}")
    for meld in each_of(table, (Run, Set), "a meld"):
        if fault := meld.fault(hand.rules):
            raise IllegalPosition(fault)
    laid = Counter(card for meld in table for card in meld.cards)
    for card in laid:
        times = laid[card] + hand.counts[card]
        if times > hand.rules.decks:
            lies = f"{card} lies {times} times in hand and on the table"
            raise IllegalPosition(f"{lies}, more than the packs hold")
    most = [*[hand.rules.decks] * JOKERS, hand.rules.jokers]
    elsewhere = [most[card] - held - laid[Card(card)] for card, held in enumerate(hand.counts)]
    unlaid = first_without_wilds(table, elsewhere, hand.rules)
    if unlaid is not None:
        spent = "there are no more wild cards than in hand and before it"
        raise IllegalPosition(f"{unlaid[0]}: {spent}")
