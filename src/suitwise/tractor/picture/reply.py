"""The reply of a trick for which the paper's search is drawn, and the steps of the search.

Both follow ``suitwise.tractor.paper.search``; no more of the tree is searched than is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from suitwise.cards import Card
from suitwise.tractor.judge.trick import TrickRuling
from suitwise.tractor.paper.orders import distinct_orders
from suitwise.tractor.paper.search import Branch, consume, pools_of, search_tree
from suitwise.tractor.paper.template import Template
from suitwise.tractor.rules.blocks import Block, decompose, one_partition
from suitwise.tractor.rules.matching import Match
from suitwise.tractor.rules.order import PARTITION_NAMES

TREE_NODES = 40
"""A search tree is drawn branch by branch while it has no more nodes; one branch always."""


# --- The reply looked at --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """A lead, the reply looked at, and the part of the paper's search that is drawn.

    Args:
        ruling: the trick.
        place: the reply's place in the order of play; 0 for the lead against itself.
        name: who played it.
        reply: its own blocks.
        branches: the first branches of the search.
    """

    ruling: TrickRuling
    place: int
    name: str
    reply: tuple[Block, ...]
    branches: tuple[Branch, ...]

    @property
    def lead(self) -> Template:
        """The sizes of the lead's blocks."""
        return Template.of(block.size for block in self.ruling.lead)

    @property
    def left(self) -> int:
        """How many orders of the lead the branches drawn don't settle."""
        return distinct_orders(self.lead) - sum(branch.orders for branch in self.branches)

    @property
    def found(self) -> Branch | None:
        """The branch that serves every block, if it is among those drawn."""
        return self.branches[-1] if self.branches[-1].succeeded else None

    @property
    def match(self) -> Match | None:
        """How the reply serves the lead by the ruling, whatever the search finds."""
        reading = self.ruling.readings[self.place - 1]
        return reading if self.place and isinstance(reading, Match) else None

    @property
    def first(self) -> tuple[Turn, ...]:
        """The turns of the first order tried."""
        return tuple(turns(self.reply, self.branches[0].blocks))


def case_of(ruling: TrickRuling, names: Sequence[str]) -> Case:
    """Return the case of a trick that is drawn.

    Args:
        ruling: the trick.
        names: the players' names in the order of play.

    >>> from suitwise.tractor import judge_trick
    >>> throw = judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"])
    >>> case_of(throw, ["Alice", "Bob", "Charles", "David"]).name
    'Bob'
    """
    place = _interesting(ruling)
    reply = decompose(ruling.plays[place], ruling.trump)
    lead = Template.of(block.size for block in ruling.lead)
    tree = search_tree(lead, Template.of(block.size for block in reply))
    return Case(ruling, place, names[place], reply, tuple(_first_branches(tree)))


def _interesting(ruling: TrickRuling) -> int:
    """Choose a reply: the winner if it holds pairs, else the first that may win, else the lead."""
    winner = ruling.plays[ruling.winner]
    if ruling.winner and len(set(winner)) < len(winner):
        return ruling.winner
    for place, play in enumerate(ruling.plays[1:], 1):
        own = one_partition(play, ruling.trump)
        if own is not None and PARTITION_NAMES[own] in (ruling.led, "trump"):
            return place
    return 0


def _first_branches(tree: Iterator[Branch]) -> Iterator[Branch]:
    """Yield branches until the tree they make has enough nodes; what follows is never searched."""
    nodes: set[tuple[int, ...]] = set()
    for branch in tree:
        new = nodes.union(prefixes(branch))
        if nodes and len(new) > TREE_NODES:
            return
        nodes = new
        yield branch


def prefixes(branch: Branch) -> list[tuple[int, ...]]:
    """Return the nodes of a branch, each named by the sizes on the way to it."""
    return [branch.blocks[: depth + 1] for depth in range(len(branch.blocks))]


# --- A branch on the cards ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """A block of the lead at its turn in some order.

    Args:
        place: its place in that order.
        need: its size.
        pool: what of the reply's cards is left, in pieces.
        taken: the cards that serve it, none if nothing can.
        rest: the rest of the piece they were cut from.
    """

    place: int
    need: int
    pool: tuple[tuple[Card, ...], ...]
    taken: tuple[Card, ...] = ()
    rest: tuple[Card, ...] = ()


def turns(reply: Sequence[Block], order: Sequence[int]) -> Iterator[Turn]:
    """Follow a branch on the cards: the search decides on sizes, this says which cards."""
    pools = pools_of(Template.of(block.size for block in reply))
    pieces = _pieces(reply)
    for place, need in enumerate(order):
        pool = tuple(_lying(pieces))
        left = consume(pools, need)
        if left < 0:
            yield Turn(place, need, pool)
            return
        source = next(i for i in range(len(pieces)) if (pools ^ left) >> 5 * i & 31)
        piece = pieces[source]
        # Singles come off the low end, so that the rest still begins with whole pairs.
        cut = len(piece) - 1 if need == 1 else 0
        taken = tuple(piece[cut : cut + need])
        del piece[cut : cut + need]
        rest = piece if source > 1 else piece[len(piece) // 2 * 2 :]
        yield Turn(place, need, pool, taken, tuple(rest))
        pools = left


def _pieces(reply: Sequence[Block]) -> list[list[Card]]:
    """Return the cards of each pool in the order of ``pools_of``: singles, pairs, each tractor."""
    singles = [card for block in reply if block.size == 1 for card in block.cards]
    pairs = [card for block in reply if block.size == 2 for card in block.cards]
    return [singles, pairs, *(list(block.cards) for block in reply if block.size > 2)]


def _lying(pieces: Sequence[Sequence[Card]]) -> Iterator[tuple[Card, ...]]:
    """Yield what lies in the pools: tractors, then pair by pair, then single cards."""
    yield from (tuple(piece) for piece in pieces[2:] if piece)
    yield from (tuple(pieces[1][i : i + 2]) for i in range(0, len(pieces[1]), 2))
    yield from ((card,) for card in pieces[0])
