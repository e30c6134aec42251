"""A slow, literal oracle for rummy hands of one deck or more, with jokers or without.

Written from the pages of the rules alone, sharing no code with the package and using none of its
theory.  A hand is searched by its lowest card: it lies in one of the melds that hold it, or it is
left over; nothing else is cut off.  The last section finds the same things a second time in a
wholly different way, by the subsets of the list of all melds.  Run ``python rummy_oracle.py`` with
a hand a line on standard input for its six numbers.

A card is ``(rank, suit)``, ranks 1 (ace) to 13 (king), suits ``C D H S``; any printed joker is
``JOKER``.  A hand is any iterable of cards, not checked against the number of decks; what comes
back (a dump, a rest) is a sorted tuple, the jokers last.  A meld is ``Run(suit, low, high)``,
``high`` 14 for the ace above the king, or ``Set(rank, suits)``.  A combo is a sorted tuple of
melds.  Copies of a card are the same card.

How the open places of the rules are read here
----------------------------------------------
Melds and combos
 1. The empty combo counts.  1-6 and 1-3 + 4-6 are two combos; so are a set of four and any set of
    three out of it.  A combo is a multiset: the same meld may stand in it twice.
 2. No rank lies twice in one run, so a run has at most 13 cards even with the ace at both ends.
    With ``ace="high"`` A-2-3 is no run; with ``"both"`` K-A-2 is still none.
 3. Maximal combos are counted as combos: two which use the same cards are two.  ``maximal_dumps``
    counts each set of left-over cards once.  An optimum need not be unique, nor a combo with the
    fewest cards left one with the fewest points.

Wild cards
 4. Wild cards are the printed jokers and, with ``wild_rank``, the cards of that rank.  A card of
    the wild rank on its own place (rank and suit) is natural there: it makes no run impure and is
    not counted by ``max_wild``.  On any other place it is wild, on the place of another suit of
    its own rank too.  Which place of a set of its own rank it lies on nobody can see: there it is
    on its own, and only a second copy of it is wild.
 5. A wild card may stand for any card, even one of which all copies are held.  A place is a rank
    and a suit: a set has at most four, of distinct suits, jokers included.
 6. ``max_wild=None`` sets no limit, but a meld needs ``min_natural`` natural cards, 1 unless said
    otherwise (the pages are silent: a meld of nothing but jokers would stand for nothing).  With
    0, three jokers are a meld.
 7. ``adjacent_wild=False`` forbids two wild cards on neighbouring places of a run.  In a set
    nothing is adjacent.
 8. ``Laid`` says which card lies on which place, and ``arrangements``, ``tally`` and ``summary``
    count multisets of it.  Points, dumps and verdicts don't depend on that.  As the rules page
    counts, ``different_combos``: two melds differ by the cards that stand for themselves and by
    what the others stand for, in a run a place (7H 8H JK with the joker as 6H or as 9H are two),
    in a set no suit.  Two combos differ by their melds or by what is left over; which wild card
    lies where is no difference.  Three cards of the wild rank are one set.

Points
 9. Deadwood: the table ``points``; a printed joker ``joker_points``; a card of the wild rank
    ``wild_points``, or its own points if that is ``None``.  No points may be negative.
10. Meld points (opening): every place counts as the card stood for: the same table, the ace by
    ``ace_points`` = (before the two, above the king, in a set), if given.

Declaring and counting (Indian 13)
11. A run is pure if no card in it is wild; pure runs count among the runs.  Six cards may be
    arranged as 3 + 3 to make two runs.
12. ``by="count"``: the least over all combos of the points left over if the combo has ``min_runs``
    runs and ``min_pure`` pure ones, of the points of all cards held if it has not; then at most
    ``cap``.  Without both runs everything counts, the pure run too.
13. A hand can be declared if some combo with the required runs leaves no card over, a joker
    worth 0 points neither.  ``can_declare`` judges the cards given, so 13; with 14 in hand see
    ``declaring_discards``.

Opening
14. ``opening`` is the greatest sum of meld points of a combo which has ``opening_pure`` pure runs
    (rami: one), 0 if there is none.  The points of all its melds count.  Whether a card must be
    kept back for the discard is not asked.
15. ``can_open``: some meld is laid and the sum reaches the minimum.

Discards and draws
16. ``discards``: for each card held, the least value of the rest.  ``draws``: for each card of
    which a copy is not held, the least value once it is drawn and the best card is discarded, be
    it the card just drawn; with ``discard=False`` the value of the larger hand.  ``improving``
    says by how much less that is than the value of the hand as it stands.

Islands and control points
17. ``islands`` are the components of all cells, as the seed has them (hand A has three); with
    ``pruned=True`` cells which lie in no possible meld are dropped first, and only then are cells
    joined.  Printed jokers are left out; a card of a wild rank is put on its own cell.
    Independence of islands holds where no wild card is held.
18. A control point is a card with more meld placements than copies.  Its placements are the bits of
    the seed: a first run, a second run, a first set, a second set.  The reading which makes 3H the
    only one of the seed's island, as the seed says, is ``"literal"``: a card has its k-th run bit
    if it lies in a stretch of at least 3 neighbouring cells of k or more copies each, its k-th set
    bit if it and two or more others of its column have k or more copies.  (Counting the different
    melds of a card would make 2H, 4H, 5H, 6H control points.)  ``"window"``, ``"copies"`` and
    ``"full"`` are the other readings of the background page.  An ace that may be low and high
    has bits for both its places.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from typing import Literal, NamedTuple, TypeAlias

Card: TypeAlias = tuple[int, str]
Hand: TypeAlias = tuple[Card, ...]
Left: TypeAlias = Literal["points", "cards"]
Value: TypeAlias = Left | Literal["count"]

SUITS = "CDHS"
JOKER: Card = (99, "*")
ALL_CARDS: Hand = tuple((rank, suit) for rank in range(1, 14) for suit in SUITS)

FACES_10 = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class Run(NamedTuple):
    """Consecutive places of one suit, 1 (ace) to 13 (king), 14 being the ace above the king."""

    suit: str
    low: int
    high: int


class Set(NamedTuple):
    """Cards of one rank, the suits in alphabetical order."""

    rank: int
    suits: str


Meld: TypeAlias = Run | Set
Combo: TypeAlias = tuple[Meld, ...]


class Laid(NamedTuple):
    """A meld and the card which lies on each of its places, a natural or a wild one."""

    meld: Meld
    cards: Hand


@dataclass(frozen=True)
class Rules:
    """The rules of a rummy; see the readings in the docstring of the module."""

    decks: int = 2
    jokers: int = 0
    wild_rank: int | None = None
    max_wild: int | None = None
    min_natural: int = 1
    adjacent_wild: bool = True
    ace: Literal["low", "high", "both"] = "low"
    min_run: int = 3
    max_run: int = 13
    min_set: int = 3
    points: tuple[int, ...] = FACES_10
    joker_points: int = 0
    wild_points: int | None = None
    ace_points: tuple[int, int, int] | None = None
    min_runs: int = 0
    min_pure: int = 0
    cap: int | None = None
    opening: int = 0
    opening_pure: int = 0


# What the pages give is theirs; jokers in hand, the ace left over and the joker limits of the
# rami are common usage, for the pages leave them open.
SEED = Rules()
GIN = Rules(decks=1)
INDIAN13 = Rules(
    jokers=2, ace="both", points=(10, *FACES_10[1:]), wild_points=0, min_runs=2, min_pure=1, cap=80
)
RAMI51 = Rules(
    jokers=4,
    max_wild=1,
    ace="both",
    points=(11, *FACES_10[1:]),
    joker_points=20,
    ace_points=(1, 11, 11),
    opening=51,
    opening_pure=1,
)
RAMI71 = Rules(
    jokers=4,
    max_wild=1,
    ace="both",
    points=(10, *FACES_10[1:]),
    joker_points=20,
    ace_points=(1, 10, 10),
    opening=71,
)
RUMMIKUB = Rules(jokers=2, points=tuple(range(1, 14)), joker_points=30, opening=30)


# --------------------------------------------------------------------------------- cards and text

TOKEN = re.compile(r"\s*(?:([RB]J|JK)|(1[0-3]|[1-9ATJQK])([CDHS])|([CDHS])(1[0-3]|[1-9ATJQK]))")
LETTERS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}


def read_hand(text: str) -> Hand:
    """Read cards as ``3C 11D QH``, ``HQ`` or ``JK``; raise ``ValueError`` at anything else."""
    text = text.strip().upper()
    cards: list[Card] = []
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"{text[at:]!r} where a card was expected")
        joker, rank1, suit1, suit2, rank2 = match.groups()
        rank, suit = rank1 or rank2, suit1 or suit2
        cards.append(JOKER if joker else (LETTERS.get(rank) or int(rank), suit))
        at = match.end()
    return tuple(sorted(cards))


def show(cards: Iterable[Card]) -> str:
    """Write cards as ``read_hand`` reads them."""
    return " ".join("JK" if card == JOKER else f"{card[0]}{card[1]}" for card in cards)


def minus(cards: Iterable[Card], used: Iterable[Card]) -> Hand:
    """Return the cards without those used; raise ``ValueError`` if one used is not there."""
    rest = Counter(cards)
    rest.subtract(used)
    if any(count < 0 for count in rest.values()):
        raise ValueError("a card was used which is not held")
    return tuple(sorted(rest.elements()))


def is_wild(card: Card, rules: Rules) -> bool:
    """Tell whether the card may stand for others."""
    return card == JOKER or card[0] == rules.wild_rank


def deadwood_points(card: Card, rules: Rules) -> int:
    """Return the points of a card that is left over."""
    if card == JOKER:
        return rules.joker_points
    if card[0] == rules.wild_rank and rules.wild_points is not None:
        return rules.wild_points
    return rules.points[card[0] - 1]


def total_points(cards: Iterable[Card], rules: Rules) -> int:
    """Return the points of cards that are left over."""
    return sum(deadwood_points(card, rules) for card in cards)


# ------------------------------------------------------------------------------------------ melds


def meld_cards(meld: Meld) -> Hand:
    """Return the cards that a meld stands for, place by place."""
    if isinstance(meld, Run):
        return tuple(
            (1 if place == 14 else place, meld.suit) for place in range(meld.low, meld.high + 1)
        )
    return tuple((meld.rank, suit) for suit in meld.suits)


def meld_points(meld: Meld, rules: Rules) -> int:
    """Return what a meld counts for when it is laid."""
    total = sum(rules.points[rank - 1] for rank, _suit in meld_cards(meld))
    if rules.ace_points is not None:
        low, high, in_set = rules.ace_points
        if isinstance(meld, Run):
            total += (low - rules.points[0]) * (meld.low == 1)
            total += (high - rules.points[0]) * (meld.high == 14)
        elif meld.rank == 1:
            total += (in_set - rules.points[0]) * len(meld.suits)
    return total


def meld_key(meld: Meld) -> tuple[bool, Hand, int]:
    """Sort runs before sets, each by their cards."""
    return isinstance(meld, Set), meld_cards(meld), meld.high if isinstance(meld, Run) else 0


def first_and_last_place(rules: Rules) -> tuple[int, int]:
    """Return the lowest and the highest place of any run."""
    return (2 if rules.ace == "high" else 1), (13 if rules.ace == "low" else 14)


def shapes(rules: Rules = SEED) -> list[Meld]:
    """List every meld there is under the rules."""
    first, last = first_and_last_place(rules)
    melds: list[Meld] = []
    for suit in SUITS:
        for low in range(first, last + 1):
            for high in range(low + rules.min_run - 1, last + 1):
                if high - low + 1 <= min(rules.max_run, 13):
                    melds.append(Run(suit, low, high))
    for rank in range(1, 14):
        for size in range(rules.min_set, 5):
            melds += [Set(rank, "".join(suits)) for suits in combinations(SUITS, size)]
    return melds


def melds(hand: Iterable[Card], rules: Rules = SEED) -> list[Meld]:
    """List every meld of natural cards of the hand, each once."""
    held = set(hand)
    return sorted(
        (meld for meld in shapes(rules) if held.issuperset(meld_cards(meld))), key=meld_key
    )


def wild_places(laid: Laid) -> list[int]:
    """Return the places of a meld, from 0, on which a card stands for another."""
    return [
        at
        for at, (place, card) in enumerate(zip(meld_cards(laid.meld), laid.cards, strict=True))
        if place != card
    ]


def is_pure(laid: Laid) -> bool:
    """Tell whether the meld is a run without a wild card."""
    return isinstance(laid.meld, Run) and not wild_places(laid)


def within_limits(laid: Laid, rules: Rules) -> bool:
    """Tell whether the wild cards of a meld are few enough and stand where they may."""
    wild = wild_places(laid)
    if rules.max_wild is not None and len(wild) > rules.max_wild:
        return False
    if len(laid.cards) - len(wild) < rules.min_natural:
        return False
    neighbours = any(at + 1 in wild for at in wild)
    return rules.adjacent_wild or isinstance(laid.meld, Set) or not neighbours


def _fillings(places: Hand, held: Mapping[Card, int], wild: Hand) -> Iterator[Hand]:
    """Put on each place the card itself or a wild one, in all ways the cards held allow."""
    if not places:
        yield ()
        return
    for card in (places[0], *(other for other in wild if other != places[0])):
        if held.get(card, 0):
            rest = {**held, card: held[card] - 1}
            for cards in _fillings(places[1:], rest, wild):
                yield (card, *cards)


def placements(hand: Iterable[Card], rules: Rules = SEED) -> list[Laid]:
    """List every way to lay cards of the hand as one meld, each once."""
    held = Counter(hand)
    wild = tuple(sorted(card for card in held if is_wild(card, rules)))
    wilds = sum(held[card] for card in wild)
    found: list[Laid] = []
    for meld in shapes(rules):
        places = meld_cards(meld)
        if sum(not held[place] for place in places) <= wilds:
            for cards in _fillings(places, held, wild):
                laid = Laid(meld, cards)
                if within_limits(laid, rules):
                    found.append(laid)
    return sorted(found, key=lambda laid: (meld_key(laid.meld), laid.cards))


def ways_to_lay(cards: Iterable[Card], rules: Rules = SEED) -> list[Laid]:
    """List every way to lay all of these cards as one meld."""
    hand = tuple(cards)
    return [laid for laid in placements(hand, rules) if len(laid.cards) == len(hand)]


class Shown(NamedTuple):
    """What tells a meld from others, see reading 8.

    A run's suit, its lowest and highest place, and the places on which cards are wild; of a set
    its rank, the suits of the cards that stand for themselves, and how many others there are.
    """

    kind: type[Meld]
    what: tuple[object, ...]


def shown(laid: Laid) -> Shown:
    """Return what tells a meld from others."""
    if isinstance(laid.meld, Run):
        wild = tuple(laid.meld.low + at for at in wild_places(laid))
        return Shown(Run, (*laid.meld, wild))
    suits = sorted({suit for rank, suit in laid.cards if rank == laid.meld.rank})
    return Shown(Set, (laid.meld.rank, "".join(suits), len(laid.cards) - len(suits)))


# ------------------------------------------------------------------------------------- the search

State: TypeAlias = tuple[int, ...]


class _Search:
    """The search through a hand and all hands within it, by the lowest card.

    A state is the number of copies left of each kind of card, the kinds in order.  Each way to lay
    a meld is listed at its lowest card: no combo is then met twice, for the melds which have a card
    as their lowest are chosen together, as a multiset.
    """

    def __init__(self, hand: Iterable[Card], rules: Rules) -> None:
        self.rules = rules
        self.hand = tuple(sorted(hand))
        self.kinds = tuple(sorted(set(self.hand)))
        self.all_laid = placements(self.hand, rules)
        self.starting: list[list[tuple[Laid, tuple[tuple[int, int], ...]]]] = [
            [] for _kind in self.kinds
        ]
        for laid in self.all_laid:
            need = self._need(laid.cards)
            self.starting[need[0][0]].append((laid, need))
        self._tallies: dict[State, dict[State, int]] = {}
        self._used: dict[State, frozenset[State]] = {}
        self._gains: dict[str, dict[State, dict[tuple[int, int], int]]] = {}
        self._uses: dict[str, list[list[tuple[tuple[tuple[int, int], ...], int, int, int]]]] = {}

    def _need(self, cards: Hand) -> tuple[tuple[int, int], ...]:
        return tuple(sorted((self.kinds.index(card), n) for card, n in Counter(cards).items()))

    def state(self, cards: Iterable[Card]) -> State:
        held = Counter(cards)
        return tuple(held[kind] for kind in self.kinds)

    def cards(self, state: State) -> Hand:
        return tuple(kind for kind, n in zip(self.kinds, state, strict=True) for _copy in range(n))

    def _chosen(
        self, at: int, first: int, state: State
    ) -> Iterator[tuple[tuple[Laid, ...], State]]:
        """Yield every multiset of melds whose lowest card is kind ``at``, and the state after."""
        yield (), state
        for which in range(first, len(self.starting[at])):
            laid, need = self.starting[at][which]
            if all(state[kind] >= n for kind, n in need):
                for more, after in self._chosen(at, which, _taken(state, need)):
                    yield (laid, *more), after

    def _branches(self, state: State) -> Iterator[tuple[tuple[Laid, ...], int, int, State]]:
        """Yield, for the lowest card: its melds, its kind, the copies left over, the state after."""
        at = next(kind for kind, n in enumerate(state) if n)
        for chosen, after in self._chosen(at, 0, state):
            yield chosen, at, after[at], (*after[:at], 0, *after[at + 1 :])

    def tally(self, state: State) -> dict[State, int]:
        """Count the combos by what they leave over."""
        if not any(state):
            return {state: 1}
        if state not in self._tallies:
            counts: Counter[State] = Counter()
            for _chosen, at, left, after in self._branches(state):
                for dump, n in self.tally(after).items():
                    counts[(*dump[:at], left, *dump[at + 1 :])] += n
            self._tallies[state] = dict(counts)
        return self._tallies[state]

    def arrangements(self, state: State, may_leave: bool) -> Iterator[tuple[Laid, ...]]:
        """Yield every combo; with ``may_leave`` false only those that use every card."""
        if not any(state):
            yield ()
            return
        for chosen, _at, left, after in self._branches(state):
            if may_leave or not left:
                for more in self.arrangements(after, may_leave):
                    yield (*chosen, *more)

    def uses(self, what: str) -> list[list[tuple[tuple[tuple[int, int], ...], int, int, int]]]:
        """List the melds by their lowest card: cards used, is it a run, a pure one, and its gain.

        Ways to lay the same cards which agree in the rest are one, with the greatest gain.
        """
        if what not in self._uses:
            found: list[dict[tuple[tuple[tuple[int, int], ...], int, int], int]] = [
                {} for _kind in self.kinds
            ]
            for starting, best in zip(self.starting, found, strict=True):
                for laid, need in starting:
                    if what == "meld points":
                        gain = meld_points(laid.meld, self.rules)
                    elif what == "points":
                        gain = total_points(laid.cards, self.rules)
                    else:
                        gain = len(laid.cards)
                    use = need, int(isinstance(laid.meld, Run)), int(is_pure(laid))
                    best[use] = max(best.get(use, 0), gain)
            self._uses[what] = [[(*use, gain) for use, gain in best.items()] for best in found]
        return self._uses[what]

    def gains(self, state: State, what: str) -> dict[tuple[int, int], int]:
        """Return the greatest gain of any combo, by its numbers of runs and of pure runs."""
        memo = self._gains.setdefault(what, {})
        if not any(state):
            return {(0, 0): 0}
        if state not in memo:
            at = next(kind for kind, n in enumerate(state) if n)
            best = dict(self.gains(_taken(state, ((at, 1),)), what))
            for need, run, pure, gain in self.uses(what)[at]:
                if all(state[kind] >= n for kind, n in need):
                    for (runs, pures), more in self.gains(_taken(state, need), what).items():
                        key = runs + run, pures + pure
                        best[key] = max(best.get(key, 0), gain + more)
            memo[state] = best
        return memo[state]

    def dumps(self, state: State) -> frozenset[State]:
        """Return everything that some combo leaves over."""
        if not any(state):
            return frozenset([state])
        if state not in self._used:
            at = next(kind for kind, n in enumerate(state) if n)
            found: set[State] = set()
            for dump in self.dumps(_taken(state, ((at, 1),))):
                found.add((*dump[:at], dump[at] + 1, *dump[at + 1 :]))
            for need in {need for need, _run, _pure, _gain in self.uses("cards")[at]}:
                if all(state[kind] >= n for kind, n in need):
                    found |= self.dumps(_taken(state, need))
            self._used[state] = frozenset(found)
        return self._used[state]

    def least(self, state: State, by: Value) -> int:
        """Return the least points or cards left over, or the least count of reading 12."""
        if by == "cards":
            return sum(state) - max(self.gains(state, "cards").values())
        rules = self.rules
        total = total_points(self.cards(state), rules)
        gains = self.gains(state, "points")
        if by == "points":
            return total - max(gains.values())
        counted = min(
            total - gain if runs >= rules.min_runs and pures >= rules.min_pure else total
            for (runs, pures), gain in gains.items()
        )
        return counted if rules.cap is None else min(counted, rules.cap)


def _taken(state: State, need: Iterable[tuple[int, int]]) -> State:
    after = list(state)
    for kind, n in need:
        after[kind] -= n
    return tuple(after)


# ------------------------------------------------------------------------------------- all combos


def _plain(arrangement: Iterable[Laid]) -> Combo:
    return tuple(sorted((laid.meld for laid in arrangement), key=meld_key))


def _natural(hand: Iterable[Card], rules: Rules) -> Hand:
    cards = tuple(sorted(hand))
    if any(is_wild(card, rules) for card in cards):
        raise ValueError("combos of plain melds are listed only where no wild card is held")
    return cards


def dump(hand: Iterable[Card], combo: Combo) -> Hand:
    """Return what a combo of natural cards leaves over."""
    return minus(hand, (card for meld in combo for card in meld_cards(meld)))


def arrangements(hand: Iterable[Card], rules: Rules = SEED) -> Iterator[tuple[Laid, ...]]:
    """Yield every combo with the card on each place, wild cards allowed; see reading 8."""
    search = _Search(hand, rules)
    return search.arrangements(search.state(search.hand), may_leave=True)


def different_combos(
    hand: Iterable[Card], rules: Rules = SEED
) -> set[tuple[tuple[Shown, ...], Hand]]:
    """Return all combos, wild cards allowed: what tells their melds from others, and the dump."""
    cards = tuple(hand)
    return {
        (
            tuple(sorted(map(shown, one), key=repr)),
            minus(cards, (card for laid in one for card in laid.cards)),
        )
        for one in arrangements(cards, rules)
    }


def combos(hand: Iterable[Card], rules: Rules = SEED) -> list[Combo]:
    """List all combos of a hand without wild cards, the empty one included."""
    return [_plain(one) for one in arrangements(_natural(hand, rules), rules)]


def combos_leaving(hand: Iterable[Card], left: Iterable[Card], rules: Rules = SEED) -> list[Combo]:
    """List all combos of a hand without wild cards which leave over just these cards."""
    search = _Search(minus(_natural(hand, rules), left), rules)
    return [_plain(one) for one in search.arrangements(search.state(search.hand), may_leave=False)]


def tally(hand: Iterable[Card], rules: Rules = SEED) -> dict[Hand, int]:
    """Count the combos by what they leave over."""
    search = _Search(hand, rules)
    counts = search.tally(search.state(search.hand))
    return {search.cards(state): n for state, n in counts.items()}


def dumps(hand: Iterable[Card], rules: Rules = SEED) -> set[Hand]:
    """Return everything that some combo leaves over; the same as the keys of ``tally``."""
    search = _Search(hand, rules)
    return {search.cards(state) for state in search.dumps(search.state(search.hand))}


def number_of_combos(hand: Iterable[Card], rules: Rules = SEED) -> int:
    """Count all combos, the empty one included."""
    return sum(tally(hand, rules).values())


def _smallest(left: Iterable[Hand]) -> set[Hand]:
    """Return those which strictly contain none of the others."""
    smallest: list[tuple[Hand, Counter[Card]]] = []
    for cards in sorted(left, key=len):
        counted = Counter(cards)
        if not any(other <= counted for _cards, other in smallest):
            smallest.append((cards, counted))
    return {cards for cards, _counted in smallest}


def maximal_dumps(hand: Iterable[Card], rules: Rules = SEED) -> set[Hand]:
    """Return what the maximal combos leave over."""
    return _smallest(dumps(hand, rules))


def maximal(hand: Iterable[Card], rules: Rules = SEED) -> list[Combo]:
    """List all maximal combos of a hand without wild cards."""
    cards = _natural(hand, rules)
    return [
        combo
        for left in sorted(maximal_dumps(cards, rules))
        for combo in combos_leaving(cards, left, rules)
    ]


# ---------------------------------------------------------------------------- the best and advice


def least(hand: Iterable[Card], rules: Rules = SEED, by: Value = "points") -> int:
    """Return the least points left over, the fewest cards left over, or the count of reading 12."""
    search = _Search(hand, rules)
    return search.least(search.state(search.hand), by)


def summary(hand: Iterable[Card], rules: Rules = SEED) -> dict[str, int]:
    """Return the six numbers of the cases with known answers, under their names."""
    counts = tally(hand, rules)
    points = min(total_points(left, rules) for left in counts)
    smallest = _smallest(counts)
    return {
        "points": points,
        "cards_left": min(len(left) for left in counts),
        "optimal_combos": sum(
            n for left, n in counts.items() if total_points(left, rules) == points
        ),
        "combos": sum(counts.values()),
        "maximal_combos": sum(counts[left] for left in smallest),
        "maximal_dumps": len(smallest),
    }


def _discards(search: _Search, cards: Hand, by: Value) -> dict[Card, int]:
    return {
        card: search.least(search.state(minus(cards, [card])), by) for card in sorted(set(cards))
    }


def discards(hand: Iterable[Card], rules: Rules = SEED, by: Value = "points") -> dict[Card, int]:
    """Return the least value of the rest after each discard."""
    search = _Search(hand, rules)
    return _discards(search, search.hand, by)


def draws(
    hand: Iterable[Card], rules: Rules = SEED, by: Value = "points", discard: bool = True
) -> dict[Card, int]:
    """Return the least value after drawing each card of which a copy is not held."""
    held = Counter(hand)
    values: dict[Card, int] = {}
    for card in (*ALL_CARDS, JOKER):
        if held[card] < (rules.jokers if card == JOKER else rules.decks):
            search = _Search((*held.elements(), card), rules)
            if discard:
                values[card] = min(_discards(search, search.hand, by).values())
            else:
                values[card] = search.least(search.state(search.hand), by)
    return values


def improving(
    hand: Iterable[Card], rules: Rules = SEED, by: Value = "points", discard: bool = True
) -> dict[Card, int]:
    """Return the draws which make the hand better, and by how much."""
    cards = tuple(hand)
    now = least(cards, rules, by)
    after = draws(cards, rules, by, discard)
    return {card: now - value for card, value in after.items() if value < now}


# --------------------------------------------------------------------------- declaring and opening


def count(hand: Iterable[Card], rules: Rules) -> int:
    """Return what a hand counts against its player under the required runs and the cap."""
    return least(hand, rules, "count")


def can_declare(hand: Iterable[Card], rules: Rules) -> bool:
    """Tell whether some combo with the required runs leaves no card over."""
    search = _Search(hand, rules)
    gains = search.gains(search.state(search.hand), "cards")
    return any(
        gain == len(search.hand) and runs >= rules.min_runs and pures >= rules.min_pure
        for (runs, pures), gain in gains.items()
    )


def declaring_discards(hand: Iterable[Card], rules: Rules) -> list[Card]:
    """List the cards after whose discard the rest can be declared."""
    cards = tuple(sorted(hand))
    return [card for card in sorted(set(cards)) if can_declare(minus(cards, [card]), rules)]


def opening(hand: Iterable[Card], rules: Rules) -> int:
    """Return the greatest meld points of a combo with the pure runs an opening needs, or 0."""
    search = _Search(hand, rules)
    gains = search.gains(search.state(search.hand), "meld points")
    return max(
        (gain for (_runs, pures), gain in gains.items() if pures >= rules.opening_pure), default=0
    )


def can_open(hand: Iterable[Card], rules: Rules, minimum: int | None = None) -> bool:
    """Tell whether melds of at least the minimum can be laid (``rules.opening`` if not given)."""
    return opening(hand, rules) >= max(1, rules.opening if minimum is None else minimum)


# ------------------------------------------------------------------------------ islands of the grid


def islands(hand: Iterable[Card], rules: Rules = SEED, pruned: bool = False) -> list[Hand]:
    """Return the cards of each island, copies included."""
    held = Counter(card for card in hand if card != JOKER)
    cells = set(held)
    if pruned:
        cells = {card for meld in melds(held, rules) for card in meld_cards(meld)}
    first, last = first_and_last_place(rules)

    def joined(one: Card, other: Card) -> bool:
        if one[0] == other[0]:
            return True
        return one[1] == other[1] and any(
            {one, other} == set(meld_cards(Run(one[1], low, low + 1))) for low in range(first, last)
        )

    found: list[Hand] = []
    while cells:
        island: set[Card] = set()
        reached = {min(cells)}
        while reached:
            island |= reached
            cells -= reached
            reached = {cell for cell in cells if any(joined(cell, other) for other in reached)}
        found.append(tuple(sorted((Counter({cell: held[cell] for cell in island})).elements())))
    return sorted(found)


# -------------------------------------------------------- the seed's control points and algorithm

Reading: TypeAlias = Literal["literal", "window", "copies", "full"]


class Bit(NamedTuple):
    """One placement of a card: its first or second run or set; for a run, at which place."""

    kind: str
    number: int
    place: int


def _stretches(row: Mapping[int, int], least_length: int) -> list[list[int]]:
    """Return the stretches of neighbouring places which are not empty, the short ones left out."""
    stretches: list[list[int]] = [[]]
    for place in range(1, 16):
        if row.get(place, 0):
            stretches[-1].append(place)
        else:
            stretches.append([])
    return [stretch for stretch in stretches if len(stretch) >= least_length]


def placement_bits(
    hand: Iterable[Card], rules: Rules = SEED, reading: Reading = "literal"
) -> dict[Card, list[Bit]]:
    """Return the placements of every card of the hand, after the reading (see reading 18)."""
    held = Counter(_natural(hand, rules))
    most = max(held.values(), default=0)
    first, last = first_and_last_place(rules)
    bits: dict[Card, list[Bit]] = {card: [] for card in sorted(held)}
    for suit in SUITS:
        row = {place: held[(1 if place == 14 else place, suit)] for place in range(first, last + 1)}
        lines = _stretches(row, rules.min_run)
        chosen = {(1, place) for line in lines for place in line}
        for number in range(2, max(most, 2) + 1):
            if reading == "literal":
                deep = {place: copies for place, copies in row.items() if copies >= number}
                second = [place for line in _stretches(deep, rules.min_run) for place in line]
            elif reading == "window":
                windows = [
                    range(place, place + rules.min_run)
                    for line in lines
                    for place in line[: len(line) - rules.min_run + 1]
                ]
                second = [
                    place
                    for window in windows
                    if sum(row[place] >= number for place in window) >= 2
                    for place in window
                ]
            elif reading == "copies":
                second = [
                    place
                    for line in lines
                    if any(row[other] >= number for other in line)
                    for place in line
                ]
            else:
                second = [place for line in lines for place in line]
            chosen |= {(number, place) for place in second}
        for number, place in sorted(chosen):
            bits[(1 if place == 14 else place, suit)].append(Bit("run", number, place))
    for rank in range(1, 14):
        column = {suit: held[(rank, suit)] for suit in SUITS if held[(rank, suit)]}
        if len(column) < rules.min_set:
            continue
        for number in range(1, max(most, 2) + 1):
            deep_suits = {suit for suit, copies in column.items() if copies >= number}
            if number == 1 or reading == "full":
                takes = set(column)
            elif reading == "copies":
                enough = deep_suits and sum(column.values()) >= number * rules.min_set
                takes = set(column) if enough else set()
            else:
                takes = deep_suits if len(deep_suits) >= rules.min_set else set()
            for suit in sorted(takes):
                bits[(rank, suit)].append(Bit("set", number, rank))
    return bits


def control_points(
    hand: Iterable[Card], rules: Rules = SEED, reading: Reading = "literal"
) -> list[Card]:
    """List the cards with more meld placements than copies."""
    held = Counter(hand)
    bits = placement_bits(held.elements(), rules, reading)
    return [card for card, placed in bits.items() if len(placed) > held[card]]


# ------------------------------------------------------------- the same a second time, by subsets


class Piece(NamedTuple):
    """Cards of the hand which are a meld, and one way to read them."""

    cards: Hand
    kind: str
    pure: bool
    points: int


def _plain_runs(cards: Hand, rules: Rules) -> Iterator[tuple[int, ...]]:
    """Yield the places of the cards, in their order, for each way in which they are a run."""
    if len({suit for _rank, suit in cards}) == 1 and rules.min_run <= len(cards) <= rules.max_run:
        aces = {"low": (1,), "high": (14,), "both": (1, 14)}[rules.ace]
        for places in product(*(aces if rank == 1 else (rank,) for rank, _suit in cards)):
            in_order = sorted(places)
            if in_order == list(range(in_order[0], in_order[0] + len(cards))) and (
                len({rank for rank, _suit in cards}) == len(cards)
            ):
                yield places


def readings(cards: Iterable[Card], rules: Rules) -> set[Piece]:
    """Return how all of these cards together can be one meld: put in every card for the wild."""
    hand = tuple(sorted(cards))
    found: set[Piece] = set()
    ace_low, ace_high, ace_set = rules.ace_points or (rules.points[0],) * 3
    some: list[tuple[Card, ...]] = []
    for card in hand:
        if card == JOKER:
            some.append(ALL_CARDS)
        elif card[0] == rules.wild_rank:
            some.append((card, *(other for other in ALL_CARDS if other != card)))
        else:
            some.append((card,))
    for stood in product(*some):
        if len({rank for rank, _suit in stood}) > 1 and len({suit for _rank, suit in stood}) > 1:
            continue
        wild = [card != place for card, place in zip(hand, stood, strict=True)]
        if rules.max_wild is not None and sum(wild) > rules.max_wild:
            continue
        if len(hand) - sum(wild) < rules.min_natural:
            continue
        for places in _plain_runs(stood, rules):
            wild_at = [place for place, is_so in zip(places, wild, strict=True) if is_so]
            if rules.adjacent_wild or all(place + 1 not in wild_at for place in wild_at):
                points = sum(
                    {1: ace_low, 14: ace_high}.get(place, rules.points[(place - 1) % 13])
                    for place in places
                )
                found.add(Piece(hand, "run", not any(wild), points))
        if (
            len({rank for rank, _suit in stood}) == 1
            and len({suit for _rank, suit in stood}) == len(stood)
            and len(stood) >= rules.min_set
        ):
            rank = stood[0][0]
            points = len(stood) * (ace_set if rank == 1 else rules.points[rank - 1])
            found.add(Piece(hand, "set", False, points))
    return found


def pieces(hand: Iterable[Card], rules: Rules = SEED) -> list[Piece]:
    """Look at every part of the hand and list those which are a meld, in every reading."""
    cards = tuple(sorted(hand))
    parts = {part for size in range(1, len(cards) + 1) for part in combinations(cards, size)}
    return sorted(piece for part in parts for piece in readings(part, rules))


def combos_by_subsets(hand: Iterable[Card], rules: Rules = SEED) -> list[tuple[Piece, ...]]:
    """Try every multiset of the list of all melds and keep those whose cards are in the hand."""
    held = Counter(hand)
    all_pieces = pieces(held.elements(), rules)
    most = held.total() // min(rules.min_run, rules.min_set)
    return [
        chosen
        for size in range(most + 1)
        for chosen in combinations_with_replacement(all_pieces, size)
        if Counter(card for piece in chosen for card in piece.cards) <= held
    ]


if __name__ == "__main__":
    for line in sys.stdin:
        print(*(f"{name} {n}" for name, n in summary(read_hand(line)).items()), sep=", ")


# --- Gin rummy: turns without the stock -----------------------------------------------------------


def idle_turn(moves: Iterable[str], idle: int) -> int | None:
    """Return the place of the discard that makes a deal of gin void for want of a card of the stock.

    Args:
        moves: the moves of the seats and of chance from the first decision on, as texts.
        idle: so many turns in a row that took the top of the pile are too many.

    >>> idle_turn("pile H2 pile H3 stock D4 H4 pile H5 pile H6".split(), 2)
    3
    >>> idle_turn("pile H2 stock D4 H4 pile H5".split(), 2)
    """
    in_a_row = 0
    for place, move in enumerate(moves):
        if move == "stock":
            in_a_row = 0
        elif move == "pile":
            in_a_row += 1
        elif in_a_row == idle and not move.startswith(("knock", "big", "pass")):
            return place
    return None
