"""A live hand: its best arrangement, kept while cards come and go one by one.

Rules page, Definitions. Drop the cells that lie in no possible meld; the *islands* of the others, the
components of cells joined along a row at neighbouring ranks or anywhere in a column, are independent:
the best of the hand is the best of each. So when a card comes or goes, only the islands are worked
again that were not there before.

Two things join everything there is: a wild card, which may go to any island, and runs that are needed
before anything counts. A hand that holds a wild card, or whose rule set needs runs, is one island.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

from suitwise.rummy.arrangement import Aim, Arrangement, arrange, left_over, run_before_set
from suitwise.rummy.hand import JOKERS, Hand
from suitwise.rummy.rules import Ace, Rules, rank_of


class LiveHand:
    """A hand that changes card by card.

    Args:
        hand: the hand at the beginning.
        aim: what is to be left over least of: ``points`` or ``cards``.
        compiled: whether compiled rules work it out, or plain Python.

    Raises:
        IllegalPosition: the hand has too many wild cards or possibilities, as with ``arrange``; a
            change that is refused changes nothing.

    >>> from suitwise.cards import Card
    >>> live = LiveHand(Hand.of("H3 H4 H5 S9 D9 CK"))
    >>> print(live.best)
    H3 H4 H5 + S9 D9 CK = 28
    >>> live.add(Card("C9"))
    >>> print(live.best, "after work on", live.worked, "cards")
    H3 H4 H5 | S9 D9 C9 + CK = 10 after work on 3 cards
    >>> live.remove(Card("H4"))
    >>> live.points, live.cards, live.worked
    (18, 3, 0)
    """

    def __init__(self, hand: Hand, aim: Aim = "points", *, compiled: bool = False) -> None:
        self._aim = aim
        self._compiled = compiled
        self._islands: dict[int, Arrangement] = {}
        self._change_to(hand, ALL)

    def add(self, card: int) -> None:
        """Take a card up.

        Raises:
            IllegalPosition: the rule set has no further copy.
        """
        self._change_to(self._hand.plus(card), _bits(card, self._hand.rules))

    def remove(self, card: int) -> None:
        """Put a card away.

        Raises:
            IllegalPosition: the hand does not hold it.
        """
        self._change_to(self._hand.minus(card), _bits(card, self._hand.rules))

    def _change_to(self, hand: Hand, changed: int) -> None:
        """Work what is new: islands that have other cells than before, or the one that changed."""
        known, worked = self._islands, 0
        islands: dict[int, Arrangement] = {}
        for cells in islands_of(hand):
            if cells in known and not cells & changed:
                islands[cells] = known[cells]
            else:
                part = _part(hand, cells)
                islands[cells] = arrange(part, self._aim, compiled=self._compiled)
                worked += len(part)
        self._islands, self._hand, self._worked = islands, hand, worked
        self._best: Arrangement | None = None

    @property
    def hand(self) -> Hand:
        """The hand as it is now."""
        return self._hand

    @property
    def best(self) -> Arrangement:
        """An arrangement that leaves least over."""
        if self._best is None:
            parts = self._islands.values()
            melds = sorted(chain.from_iterable(part.melds for part in parts), key=run_before_set)
            left = tuple(left_over(self._hand, tuple(melds)))
            counts = all(part.counts for part in parts)
            self._best = Arrangement(self._hand, tuple(melds), left, counts)
        return self._best

    @property
    def points(self) -> int:
        """The points that it leaves over."""
        return self.best.points

    @property
    def cards(self) -> int:
        """The cards that it leaves over."""
        return self.best.cards

    @property
    def islands(self) -> tuple[Hand, ...]:
        """The islands that are worked on their own, each as a hand."""
        return tuple(part.hand for part in self._islands.values())

    @property
    def worked(self) -> int:
        """How many cards the islands have that the last change made it work again."""
        return self._worked


# --- Islands --------------------------------------------------------------------------------------

# A cell is a bit: sixteen a suit, one for each place of a run; an ace that stands at both ends has two.
LANE = 16
ROW = (1 << LANE) - 1
ALL = (1 << 4 * LANE) - 1
EVERY_SUIT = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
ACES = 1 << 1 | 1 << 14
BETWEEN_ACES = 13


def islands_of(hand: Hand) -> Iterator[int]:
    """Yield the cells of each part of a hand that can be arranged on its own.

    >>> hand = Hand.of("3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H")
    >>> for cells in islands_of(hand):
    ...     print(_part(hand, cells))
    H2 H3 H4 H4 H5 H5 H6 D3 D3 C3 C3
    """
    rules = hand.rules
    if rules.runs or (rules.has_wilds and any(map(rules.is_wild, _held(hand)))):
        yield ALL
        return
    waiting = meldable(_cells(hand), rules)
    while waiting:
        island, before = waiting & -waiting, 0
        while island != before:
            before = island
            island |= _joined(island, rules) & waiting
        yield island
        waiting ^= island


def meldable(cells: int, rules: Rules) -> int:
    """Return those of the cells that lie in a meld without a wild card."""
    starts = cells
    for k in range(1, rules.least_run):
        starts &= cells >> k
    in_runs = 0
    for k in range(rules.least_run):
        in_runs |= starts << k
    s, h, d, c = (cells >> suit * LANE & ROW for suit in range(4))
    columns = s & h & d & c
    if rules.least_set == 3:
        columns = s & h & (d | c) | d & c & (s | h)
    found = in_runs | cells & columns * EVERY_SUIT
    aces = found & ACES * EVERY_SUIT
    return found | cells & (aces << BETWEEN_ACES | aces >> BETWEEN_ACES) & ACES * EVERY_SUIT


def _joined(cells: int, rules: Rules) -> int:
    """Return all cells that lie beside these in a row, or in a column with them."""
    columns = (cells | cells >> LANE | cells >> 2 * LANE | cells >> 3 * LANE) & ROW
    if rules.ace == "both" and columns & ACES:
        columns |= ACES
    return columns * EVERY_SUIT | cells << 1 | cells >> 1


def _cells(hand: Hand) -> int:
    return sum(_bits(card, hand.rules) for card in _held(hand))


def _held(hand: Hand) -> Iterator[int]:
    return (card for card, copies in enumerate(hand.counts) if copies)


def _bits(card: int, rules: Rules) -> int:
    return _bits_of(min(card, JOKERS), rules.ace)


@cache
def _bits_of(card: int, ace: Ace) -> int:
    """Return the cells of a card; a joker has none of its own and lies in all of them."""
    if card >= JOKERS:
        return ALL
    rank = rank_of(card)
    places = {"low": (1,), "high": (14,), "both": (1, 14)}[ace] if rank == 1 else (rank,)
    return sum(1 << card // 13 * LANE + place for place in places)


def _part(hand: Hand, cells: int) -> Hand:
    """Return the part of a hand that lies in these cells; the whole hand for all cells."""
    if cells == ALL:
        return hand
    lies_in = (cells & _bits(card, hand.rules) for card in range(JOKERS))
    counts = (copies if lies else 0 for copies, lies in zip(hand.counts, lies_in, strict=False))
    return Hand((*counts, 0), hand.rules)
