"""Data sets of cards and dominoes with exact answers: random deals solved, random hands arranged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from suitwise.arena.data.manifest import Row
from suitwise.arena.export import columns_of
from suitwise.errors import NotationError
from suitwise.foundation.arrays.late_numpy import np
from suitwise.seeds import below

T = TypeVar("T")

_BATCH = 500
"""How many deals or hands are worked out at once."""


def _drawn(items: Sequence[T], count: int, seed: int, stream: int) -> list[T]:
    """Return some of the items in a random order: the first of a shuffle (Fisher and Yates)."""
    left, index = list(items), 0
    for place in range(count):
        ahead, index = below(len(left) - place, seed, stream, index)
        left[place], left[place + ahead] = left[place + ahead], left[place]
    return left[:count]


def _batches(numbers: range) -> Iterator[range]:
    for place in range(0, len(numbers), _BATCH):
        yield numbers[place : place + _BATCH]


# --- Texas 42 -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Texas42Solved:
    """Random deals of Texas 42 with what each is worth after every lead, all hands seen.

    The declaration is one of the seed's ten (pips, doubles, no-trump, nello with four seats) and the
    leader one of the four, all as often. ``values`` are the points that seats 0 and 2 take after each
    of ``leads``, and ``value`` is what the deal is worth.

    Args:
        dominoes: how many each seat holds, 1 to 7.

    Raises:
        NotationError: there are more or fewer.

    >>> row, = Texas42Solved(dominoes=1).rows(seed=1, numbers=range(5, 6))
    >>> for key, value in row.items():
    ...     print(key, value)
    number 5
    declaration 5
    leader 1
    hands ['6-5', '6-0', '5-1', '3-1']
    value 1
    leads ['6-0']
    values [1]
    """

    dominoes: int = 7

    name: ClassVar[str] = "texas42-solved"

    def __post_init__(self) -> None:
        """Refuse hands that nobody has."""
        if not 1 <= self.dominoes <= 7:
            raise NotationError("a hand has 1 to 7 dominoes")

    def columns(self) -> dict[str, str]:
        """Return the type of each key."""
        return columns_of(
            "number int, declaration str, leader int, hands list of str, value int, "
            "leads list of str, values list of int"
        )

    def rows(self, seed: int, numbers: range) -> Iterator[Row]:
        """Yield solved deals."""
        from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, dominoes_of, format_dominoes
        from suitwise.texas42.solve.deal_file import lead_values, worth_of_leads

        for batch in _batches(numbers):
            deals = [self._deal(seed, number) for number in batch]
            found = lead_values(deals, threads=1)
            for number, deal, leads in zip(batch, deals, found, strict=True):
                hands = [format_dominoes(dominoes_of(hand)) for hand in deal.hands]
                told = number, DECLARATION_TEXT[deal.declaration], deal.leader, hands
                worth = worth_of_leads(deal, leads), [*map(str, leads)], [*leads.values()]
                yield dict(zip(self.columns(), (*told, *worth), strict=True))

    def _deal(self, seed: int, number: int) -> Any:
        from suitwise.texas42.rules.dominoes import N_DOMINOES, NELLO, mask_of
        from suitwise.texas42.rules.position import Position

        size = self.dominoes
        drawn = _drawn(range(N_DOMINOES), 4 * size, seed, 2 * number)
        declaration, index = below(NELLO + 1, seed, 2 * number + 1, 0)
        leader, _ = below(4, seed, 2 * number + 1, index)
        one, two, three, four = (mask_of(drawn[at : at + size]) for at in range(0, 4 * size, size))
        return Position(declaration, (one, two, three, four), leader)


# --- Rummy ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RummyHands:
    """Random hands of rummy with their optima.

    ``points`` is the least that a hand can be left with, by ``melds`` with ``left`` over; ``cards`` is
    the fewest cards it can be left with, which may need other melds. Under rules by which melds count
    only beside certain runs, a hand without them has the melds that it holds, and counts in full.

    Args:
        rules: the rule set, ``indian13(wild=7)``.
        cards: how many cards a hand has.

    Raises:
        NotationError: there is no such rule set, or it has no such hands.

    >>> row, = RummyHands(cards=9).rows(seed=1, numbers=range(56, 57))
    >>> for key, value in row.items():
    ...     print(key, value)
    number 56
    hand H5 HT D3 D6 D7 D8 DT CT CK
    points 18
    cards 3
    melds ['D6 D7 D8', 'HT DT CT']
    left ['H5', 'D3', 'CK']
    """

    rules: str = "seed"
    cards: int = 13

    name: ClassVar[str] = "rummy-hands"

    def __post_init__(self) -> None:
        """Write the rule set as it writes itself, and refuse hands that it has not."""
        from suitwise.rummy.rules.hand import MOST_CARDS
        from suitwise.rummy.rules.rules import Rules

        rules = Rules.parse(self.rules)
        object.__setattr__(self, "rules", str(rules))
        most = min(MOST_CARDS, 52 * rules.decks + rules.jokers)
        if not 1 <= self.cards <= most:
            raise NotationError(f"a hand has 1 to {most} cards under {rules}")

    def columns(self) -> dict[str, str]:
        """Return the type of each key."""
        return columns_of(
            "number int, hand str, points int, cards int, melds list of str, left list of str"
        )

    def rows(self, seed: int, numbers: range) -> Iterator[Row]:
        """Yield arranged hands."""
        from suitwise.cards import ANY_JOKER
        from suitwise.rummy.rules.hand import Hand
        from suitwise.rummy.rules.rules import Rules
        from suitwise.rummy.solve.arrangement import arrange
        from suitwise.rummy.solve.batch import batch_deadwood

        rules = Rules.parse(self.rules)
        pack = [*range(52)] * rules.decks + [ANY_JOKER] * rules.jokers
        for batch in _batches(numbers):
            hands = [Hand.of(_drawn(pack, self.cards, seed, n), rules) for n in batch]
            counts = np.array([hand.counts for hand in hands], np.uint8)
            fewest = batch_deadwood(counts, rules, "cards", threads=1).tolist()
            for number, hand, cards in zip(batch, hands, fewest, strict=True):
                best = arrange(hand, compiled=True)
                texts = [*map(str, best.melds)], [*map(str, best.left)]
                told = (number, str(hand), best.points, cards, *texts)
                yield dict(zip(self.columns(), told, strict=True))
