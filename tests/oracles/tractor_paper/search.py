"""The permutation search that the paper means, put right: a reference for tests and explanation.

No ruling comes from here: the judge packs exactly (``suitwise.tractor.rules.blocks``). The tests prove
that the two agree wherever each Φ holds at most one pair, and count what the search misses where
rank cards share a Φ.

It serves a lead's blocks in one order after another from the *pools* of the reply's template:
its tractors, its pairs, its singles, counted in cards. As rules take them, pools are one integer,
five bits each: singles, pairs, and up to six tractors, longest first.

It differs from the printed Algorithm 3 (``tests.oracles.tractor_paper.printed``) in three places: it
starts from the ascending order, so that "next permutation" reaches every order; a pair needs two
cards of the pair pool, not one; and a block that can't be served prunes every order that begins the
same way, as §4.2.3 says and the printed loop doesn't.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import rule
from tests.oracles.tractor_paper.orders import count_orders, next_branch
from tests.oracles.tractor_paper.template import MOST_CARDS, Template

# --- The rules ------------------------------------------------------------------------------------

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


# --- The search -----------------------------------------------------------------------------------


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

    >>> print(Branch((2, 4, 6), succeeded=False, orders=1), Branch((2, 6, 4), True, 1), sep="; ")
    2 4 no 6; 2 6 4 served
    >>> Branch((2, 4, 6), succeeded=False, orders=1).pruned_at
    2
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
        yield Branch(tuple(order[: place + 1]), place == n, count_orders(order[place + 1 :]))
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

    >>> found = permutation_search(Template.of([6, 4, 2]), Template.of([8, 4]))
    >>> found.matched, found.order, found.branches
    (True, (2, 6, 4), 2)
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
    >>> from tests.oracles.tractor_paper.template import template
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
