"""The paper's own algorithms, as printed and put right: a reference for tests and explanation.

No ruling comes from here: the judge packs exactly (``suitwise.tractor.matching``). This module
keeps the paper's Algorithms 1 to 4 under the name ``printed_...``, line by line, with the errors
that docs/tractor.md lists, and beside them the permutation search that the paper means. The
tests show each error on a small input, prove that the search put right and the exact packing agree
wherever each Φ holds at most one pair, and count what the search misses where rank cards share a Φ.

What the search compares are *templates*: the sizes, in cards, of the blocks that a play is cut
into. It serves a lead's blocks in one order after another from the *pools* of the reply's template:
its tractors, its pairs, its singles, counted in cards. As rules take them, pools are one integer,
five bits each: singles, pairs, and up to six tractors, longest first.

The search put right differs from Algorithm 3 in three places: it starts from the ascending order,
so that "next permutation" reaches every order; a pair needs two cards of the pair pool, not one;
and a block that can't be served prunes every order that begins the same way, as §4.2.3 says and the
printed loop doesn't.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import comb, factorial, prod
from typing import Any

from suitwise.cards import RANKS, CardsLike
from suitwise.compiled import rule
from suitwise.errors import IllegalPosition
from suitwise.tractor.blocks import MOST_PAIRS, as_play, decompose
from suitwise.tractor.order import TrumpLike, as_tractor_card, as_trump, phi

MOST_CARDS = 25
"""The most cards of a play: a whole hand."""


# --- Templates ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Template:
    """The sizes of a play's blocks: the paper's structural template.

    Args:
        tractors: their sizes in cards, longest first.
        pairs: how many pairs stand alone.
        singles: how many cards stand alone.

    Raises:
        IllegalPosition: a tractor is not of 4, 6, 8, … cards, or they don't stand longest first.

    >>> lead = Template((6, 4), pairs=1, singles=2)
    >>> lead.sizes, lead.blocks, lead.cards
    ((6, 4, 2, 1, 1), 5, 14)
    >>> print(lead)
    {6,4,2,1,1}
    """

    tractors: tuple[int, ...]
    pairs: int
    singles: int

    def __post_init__(self) -> None:
        tractors = self.tractors
        if any(size < 4 or size % 2 for size in tractors):
            raise IllegalPosition(f"tractors have 4, 6, 8, … cards, not {tractors}")
        if any(later > size for size, later in pairwise(tractors)):
            raise IllegalPosition(f"tractors are listed longest first, not {tractors}")

    @classmethod
    def of(cls, sizes: Iterable[int]) -> Template:
        """Return the template of blocks of these sizes.

        >>> Template.of([1, 4, 2, 6])
        Template(tractors=(6, 4), pairs=1, singles=1)
        """
        count = Counter(sizes)
        pairs, singles = count.pop(2, 0), count.pop(1, 0)
        return cls(tuple(sorted(count.elements(), reverse=True)), pairs, singles)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of every block, longest first."""
        return self.tractors + (2,) * self.pairs + (1,) * self.singles

    @property
    def blocks(self) -> int:
        """How many blocks there are: the paper's n."""
        return len(self.tractors) + self.pairs + self.singles

    @property
    def cards(self) -> int:
        """How many cards there are: the paper's M."""
        return sum(self.tractors) + 2 * self.pairs + self.singles

    def __str__(self) -> str:
        return "{" + ",".join(map(str, self.sizes)) + "}"


def template(cards: CardsLike, trump: TrumpLike) -> Template:
    """Return the template of cards of one partition, cut by the set definition of paper §2.3.

    Raises:
        NotationError: something is no card or no trump configuration.
        IllegalPosition: the cards are of several partitions, or a card appears three times.

    >>> print(template("HQHQHKHKHA", "S2"))
    {4,1}
    """
    return Template.of(block.size for block in decompose(cards, trump))


def distinct_orders(lead: Template) -> int:
    """Return how many orders of the block sizes differ: n! over the factorials of repetitions.

    >>> distinct_orders(Template.of([6, 4, 4]))
    3
    """
    return _orders_of(lead.sizes)


def _orders_of(sizes: Iterable[int]) -> int:
    count = Counter(sizes)
    return factorial(count.total()) // prod(map(factorial, count.values()))


# --- As printed: Algorithm 1 ----------------------------------------------------------------------


def printed_phi(card: int | str, trump: TrumpLike) -> int:
    """Return Φ by Algorithm 1, lines 1–12, as printed.

    Wrong without a main suit: lines 4–7 then lie behind a condition that fails, and line 10 sends
    jokers (rank J in the printed notation ``RJ``, ``BJ``) and rank cards through the plain formula,
    where they collide with plain cards. ``suitwise.tractor.order.phi`` is right.

    >>> printed_phi("H5", "S5"), printed_phi("RJ", "S5")
    (25, 28)
    >>> printed_phi("H5", "O5"), printed_phi("H6", "O5"), printed_phi("RJ", "O5")
    (4, 4, 9)
    """
    trump, card = as_trump(trump), as_tractor_card(card)
    precedence = RANKS.index(card.rank or "J") + 1
    current = trump.rank_index + 1
    if trump.main != "O":
        if card.is_joker:
            return 28 if str(card) == "RJ" else 27
        if card.rank == trump.rank:
            return 26 if card.suit == trump.main else 25
        if card.suit == trump.main:
            return precedence + 12 - (precedence > current)
    return precedence - (precedence > current)


# --- As printed: Algorithm 2 ----------------------------------------------------------------------


def printed_structure(cards: CardsLike, trump: TrumpLike) -> Template:
    """Cut a play by Algorithm 2, lines 1–20, as printed: windows of the sorted card array.

    The array is sorted by Φ alone, as §5.1 says; cards of one Φ stay as written. Two errors follow:

    * line 2 goes from n down in steps of two, so with an odd number of cards every window is odd,
      none is a sequence of pairs, and no tractor is ever found;
    * several rank cards on the shared Φ part the window of a tractor that passes through it, and
      the two cards of a pair if others of that Φ are written between them.

    ``template`` is right. Φ itself is taken in its correct form.

    >>> print(printed_structure("HQHQHKHK", "S2"), printed_structure("HQHQHKHKHA", "S2"))
    {4} {2,2,1}
    """
    trump = as_trump(trump)
    array = sorted(as_play(cards), key=lambda card: phi(card, trump))
    levels = [phi(card, trump) for card in array]
    n = len(array)
    used = [False] * n
    sizes: list[int] = []
    for length in range(n, 3, -2):  # lines 2–12
        for i in range(n - length + 1):
            window = slice(i, i + length)
            if any(used[window]) or not _is_sequence_of_pairs(array[window], levels[window]):
                continue
            sizes.append(length)
            used[window] = [True] * length
    for i in range(n - 1):  # lines 13–18
        if not used[i] and not used[i + 1] and array[i] == array[i + 1]:
            sizes.append(2)
            used[i] = used[i + 1] = True
    return Template.of(sizes + [1] * used.count(False))  # line 19


def _is_sequence_of_pairs(window: list[Any], levels: list[int]) -> bool:
    """Tell whether neighbours are pairs, each one Φ above the last; an odd window never is."""
    if len(window) % 2 or window[::2] != window[1::2]:
        return False
    return levels[::2] == list(range(levels[0], levels[0] + len(window) // 2))


# --- As printed: Algorithms 3 and 4 ---------------------------------------------------------------


def printed_consume(tractors: list[int], need: int, exact_first: bool = False) -> bool:
    """Take cards from the first tractor long enough: Algorithm 4, lines 1–7, as printed.

    Args:
        tractors: cards left in each tractor, changed in place.
        need: cards to take.
        exact_first: take a tractor of exactly that many cards if there is one. The text of §4.2
            (step 2) and its Figure 1 say so, Algorithm 4 does not; the answers differ.

    >>> tractors = [8, 6]
    >>> printed_consume(tractors, 6), tractors
    (True, [2, 6])
    """
    if exact_first and need in tractors:
        tractors[tractors.index(need)] = 0
        return True
    for j, length in enumerate(tractors):
        if length >= need:
            tractors[j] -= need
            return True
    return False


def printed_order_serves(order: Iterable[int], follow: Template, exact_first: bool = False) -> bool:
    """Tell whether one order of the lead's blocks is served: Algorithm 3, lines 4–28, as printed.

    The pair pool is counted in cards, since line 14 takes two for a pair. Line 13 asks only whether
    it is above zero: after line 23 took one card for a single, a pair is served from the one card
    left and the pool is overdrawn to −1. Between plays of equally many cards that never turns the
    answer (singles are taken from pairs only if the reply has fewer singles than the lead, hence
    at least as many pairs; and tractors are served from tractors alone); between others it does:

    >>> one_pair = Template((), pairs=1, singles=0)
    >>> printed_order_serves([1, 2], one_pair)
    True
    """
    tractors, pairs, singles = list(follow.tractors), 2 * follow.pairs, follow.singles
    for need in order:
        if need >= 4:
            if not printed_consume(tractors, need, exact_first):
                return False
        elif need == 2:
            if pairs > 0:
                pairs -= 2
            elif not printed_consume(tractors, 2, exact_first):
                return False
        elif singles > 0:
            singles -= 1
        elif pairs > 0:
            pairs -= 1
        elif not printed_consume(tractors, 1, exact_first):
            return False
    return True


def printed_same_structure(lead: Template, follow: Template, exact_first: bool = False) -> bool:
    """Match two templates by Algorithm 3, lines 1–32, as printed.

    Line 2 sorts in descending order and line 31 stops where no next permutation exists. The
    descending order is the last permutation, so it is the only one tried, and matches are missed:
    38 packings of tractors, or 3 if the exact match came first as in §4.2 (``exact_first``).
    ``permutation_search`` is right.

    >>> lead, follow = Template.of([6, 4, 4]), Template.of([8, 6])
    >>> printed_same_structure(lead, follow), permutation_search(lead, follow).order
    (False, (4, 4, 6))
    """
    order = sorted(lead.sizes, reverse=True)
    while True:
        if printed_order_serves(order, follow, exact_first):
            return True
        if next_order(order, len(order)) < 0:
            return False


# --- Put right: rules -----------------------------------------------------------------------------

_PAIR_POOL = 5
_TRACTOR_POOLS = 10


@rule
def consume(pools: int, need: int) -> int:
    """Return the pools after serving one block, or -1: Algorithm 3 lines 7–28, and Algorithm 4.

    Singles come from singles, then pairs, then tractors; pairs from pairs, then tractors; tractors
    from the first tractor long enough. A pair needs two cards of the pair pool (line 13 asks for
    one); a single card left there serves singles only.

    >>> pools = pools_of(Template((8, 6), pairs=1, singles=1))
    >>> consume(consume(pools, 6), 8)
    -1
    """
    if need == 1 and pools & 31:
        return pools - 1
    if need <= 2 and (pools >> _PAIR_POOL) & 31 >= need:
        return pools - (need << _PAIR_POOL)
    at = _TRACTOR_POOLS
    while pools >> at:
        if (pools >> at) & 31 >= need:
            return pools - (need << at)
        at += 5
    return -1


@rule
def _reverse(order: Any, start: int, stop: int) -> None:
    """Reverse order[start:stop] in place."""
    stop -= 1
    while start < stop:
        kept = order[start]
        order[start] = order[stop]
        order[stop] = kept
        start += 1
        stop -= 1


@rule
def next_order(order: Any, n: int) -> int:
    """Change order[:n] to the next permutation of its sizes; return the first place changed, or -1.

    Equal sizes are not told apart, so no order comes twice (Knuth, 7.2.1.2, Algorithm L).

    >>> order = [4, 6, 4]
    >>> next_order(order, 3), order, next_order(order, 3)
    (0, [6, 4, 4], -1)
    """
    i = n - 2
    while i >= 0 and order[i] >= order[i + 1]:
        i -= 1
    if i < 0:
        return -1
    j = n - 1
    while order[j] <= order[i]:
        j -= 1
    kept = order[i]
    order[i] = order[j]
    order[j] = kept
    _reverse(order, i + 1, n)
    return i


@rule
def next_branch(order: Any, n: int, place: int) -> int:
    """Change to the first order that doesn't begin as order[: place + 1] does.

    The sizes after ``place`` must ascend, as they do in the first order with that beginning.

    Returns:
        The first place changed, or -1 if there is no further order.

    >>> order = [1, 1, 2, 4]
    >>> next_branch(order, 4, 1), order
    (1, [1, 2, 1, 4])
    """
    _reverse(order, place + 1, n)
    return next_order(order, n)


@rule
def serve(order: Any, pools: Any, n: int, place: int) -> int:
    """Serve the blocks order[place:n] in turn, leaving in pools[k] what lies there before block k.

    Returns:
        The place of the first block that can't be served, or n.

    >>> serve([6, 4, 4], [pools_of(Template.of([8, 6])), 0, 0, 0], 3, 0)
    2
    """
    while place < n:
        left = consume(pools[place], order[place])
        if left < 0:
            return place
        place += 1
        pools[place] = left
    return n


@rule
def count_branches(order: Any, pools: Any, n: int) -> int:
    """Return how many branches the search follows; negative if none of them succeeds.

    Args:
        order: the lead's sizes, ascending; changed in place.
        pools: room for n + 1 pools, the first one set.
        n: how many blocks the lead has.

    >>> count_branches([4, 4, 6], [pools_of(Template.of([6, 6, 2])), 0, 0, 0], 3)
    -3
    """
    branches = 0
    start = 0
    while start >= 0:
        branches += 1
        place = serve(order, pools, n, start)
        if place == n:
            return branches
        start = next_branch(order, n, place)
    return -branches


@rule
def count_branches_of_all(lead: Any, follows: Any, order: Any, pools: Any, branches: Any) -> None:
    """Search one lead against many replies; fill ``branches`` as ``count_branches`` answers.

    Args:
        lead: its sizes, ascending.
        follows: the pools of each reply.
        order: room for the lead's sizes.
        pools: room for one more than the lead's blocks.
        branches: room for one answer a reply.

    >>> follows = [pools_of(Template.of(sizes)) for sizes in ([8, 6], [6, 6, 2])]
    >>> branches = [0, 0]
    >>> count_branches_of_all([4, 4, 6], follows, [0] * 3, [0] * 4, branches)
    >>> branches
    [1, -3]
    """
    n = len(lead)
    for i in range(len(follows)):
        for k in range(n):
            order[k] = lead[k]
        pools[0] = follows[i]
        branches[i] = count_branches(order, pools, n)


# --- Put right: the search ------------------------------------------------------------------------


def pools_of(follow: Template) -> int:
    """Return a reply's template as the rules above take it: five bits a pool.

    Raises:
        IllegalPosition: more than 25 cards.

    >>> pools_of(Template((6, 4), pairs=1, singles=3)) == 3 | 2 << 5 | 6 << 10 | 4 << 15
    True
    """
    if follow.cards > MOST_CARDS:
        raise IllegalPosition(f"a play has at most {MOST_CARDS} cards, not {follow.cards}")
    pools = follow.singles | 2 * follow.pairs << _PAIR_POOL
    for i, size in enumerate(follow.tractors):
        pools |= size << (_TRACTOR_POOLS + 5 * i)
    return pools


@dataclass(frozen=True, slots=True)
class Branch:
    """One branch of the search tree, followed from the root.

    Args:
        blocks: the sizes served in this order; if the branch was pruned, the last of them is the
            one that could not be served.
        succeeded: whether all blocks were served.
        orders: how many orders of the lead begin like this: a pruned branch settles all of them.
    """

    blocks: tuple[int, ...]
    succeeded: bool
    orders: int

    @property
    def pruned_at(self) -> int | None:
        """The place of the block that could not be served, counted from 0; None on success."""
        return None if self.succeeded else len(self.blocks) - 1

    def __str__(self) -> str:
        if self.succeeded:
            return " ".join(map(str, self.blocks)) + " served"
        return " ".join(map(str, (*self.blocks[:-1], f"no {self.blocks[-1]}")))


def search_tree(lead: Template, follow: Template) -> Iterator[Branch]:
    """Yield the branches of the search in the order followed; lazily, the last may be a success.

    Raises:
        IllegalPosition: the templates have different numbers of cards, or over 25.

    >>> for branch in search_tree(Template.of([6, 4, 2]), Template.of([8, 4])):
    ...     print(branch)
    2 4 no 6
    2 6 4 served
    >>> [branch.orders for branch in search_tree(Template.of([4, 1, 1]), Template.of([2, 2, 2]))]
    [1, 1, 1]
    """
    if lead.cards != follow.cards:
        raise IllegalPosition(
            f"a reply has as many cards as the lead: {lead} has {lead.cards}, "
            f"{follow} has {follow.cards}"
        )
    order = sorted(lead.sizes)
    n = len(order)
    pools = [pools_of(follow)] + [0] * n
    start = 0
    while start >= 0:
        place = serve(order, pools, n, start)
        yield Branch(tuple(order[: place + 1]), place == n, _orders_of(order[place + 1 :]))
        if place == n:
            return
        start = next_branch(order, n, place)


@dataclass(frozen=True, slots=True)
class Search:
    """What the permutation search found.

    Args:
        order: the first order of the lead's blocks that can be served, or None.
        branches: how many branches were followed, pruned ones included.
        orders: how many orders these settled: what a loop over all permutations would have tried.
    """

    order: tuple[int, ...] | None
    branches: int
    orders: int

    @property
    def matched(self) -> bool:
        """Whether the reply serves the lead."""
        return self.order is not None


def permutation_search(lead: Template, follow: Template) -> Search:
    """Match two templates by the paper's search put right: every distinct order, ascending.

    Exact where each Φ of the reply holds at most one pair. Where rank cards share a Φ a template
    no longer tells what its cards can do, and matches are missed: the smallest is
    {4,4} against ``SASAC2C2D2D2S2S2``, main suit S, CR 2. Without a main suit none is missed: no
    Φ lies below the shared one, so no two tractors can both use it.

    Raises:
        IllegalPosition: the templates have different numbers of cards, or over 25.

    >>> permutation_search(Template.of([6, 4, 4]), Template.of([8, 6]))
    Search(order=(4, 4, 6), branches=1, orders=1)
    >>> permutation_search(Template.of([4, 4]), template("SASAC2C2D2D2S2S2", "S2")).matched
    False
    """
    branches = orders = 0
    for branch in search_tree(lead, follow):
        branches += 1
        orders += branch.orders
        if branch.succeeded:
            return Search(branch.blocks, branches, orders)
    return Search(None, branches, orders)


# --- Every template there is ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes of equal cards of a partition, two of each: how they lie on Φ.

    Args:
        levels: how many Φ there are.
        shared: which of them, counted from 0, several classes share.
        sharing: how many classes lie there; 1 if none is shared.

    >>> [classes.total for classes in (PLAIN, TRUMP, TRUMP_WITHOUT_SUIT)]
    [12, 18, 6]
    """

    levels: int
    shared: int
    sharing: int

    @property
    def total(self) -> int:
        """How many classes there are, which is the most blocks a play can have."""
        return self.levels + self.sharing - 1


PLAIN = Classes(levels=12, shared=0, sharing=1)
"""A plain suit: twelve ranks beside CR."""
TRUMP = Classes(levels=16, shared=12, sharing=3)
"""Trump with a main suit: twelve ranks, three rank cards on Φ 25, the fourth, two jokers."""
TRUMP_WITHOUT_SUIT = Classes(levels=3, shared=0, sharing=4)
"""Trump without a main suit: four rank cards on Φ 14, two jokers."""


def all_templates(classes: Classes, most_shared_pairs: int = 4) -> dict[Template, int]:
    """Return every template of 1 to 25 cards of a partition, and how many plays have it.

    Args:
        classes: the partition.
        most_shared_pairs: count only plays with at most so many pairs on the shared Φ.

    >>> plain = all_templates(PLAIN)
    >>> len(plain), sum(plain.values()) == 3**12 - 1, plain[Template.of([24])]
    (555, True, 1)
    """
    found: Counter[Template] = Counter()
    for (runs, has_shared), masks in _pair_structures(classes).items():
        most_extra = min(classes.sharing, most_shared_pairs) - 1 if has_shared else 0
        for extra in range(most_extra + 1):
            pairs = sum(runs) + extra
            if pairs > MOST_PAIRS:
                break
            choices = masks * (comb(classes.sharing, 1 + extra) if has_shared else 1)
            free = classes.total - pairs
            for singles in range(min(free, MOST_CARDS - 2 * pairs) + 1):
                if pairs or singles:
                    sizes = [2 * run for run in runs] + [2] * extra + [1] * singles
                    found[Template.of(sizes)] += choices * comb(free, singles)
    return dict(found)


def _pair_structures(classes: Classes) -> Counter[tuple[tuple[int, ...], bool]]:
    """Count the pair masks by their runs and by whether they hold the shared Φ."""
    found: Counter[tuple[tuple[int, ...], bool]] = Counter()
    for mask in range(1 << classes.levels):
        runs = sorted(map(len, f"{mask:b}".replace("0", " ").split()))
        found[tuple(runs), bool(mask >> classes.shared & 1)] += 1
    return found
