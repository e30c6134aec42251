"""A tree as a file of the extensive form: what Gambit and OpenSpiel read without this package.

The format is Gambit's ("The extensive game (.efg) file format", R. D. McKelvey, A. M. McLennan,
T. L. Turocy). Turns of chance that follow each other are one, and nothing forced is left in it. The
label of an information set is its name here (``InformationSet.key``), so what another program learns on
the file can be measured by ``GameTree.read``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from suitwise.foundation.arrays.late_numpy import np
from suitwise.players.trees.tree import GameTree


def efg_text(tree: GameTree, title: str) -> str:
    """Return the text of the file.

    Args:
        tree: the game.
        title: what it is called in the file.

    >>> from suitwise.testing import Kuhn
    >>> head, deals, *lines = efg_text(GameTree.of(Kuhn()), "Kuhn poker").splitlines()
    >>> print(head, deals[:35], *lines[:2], sep="\\n")
    EFG 2 R "Kuhn poker" { "seat 0" "seat 1" }
    c "" 1 "" { "1" 0.16666666666666666
    p "" 1 1 "p0 J/2:" { "p" "b" } 0
    p "" 2 1 "p1 Q/2:p" { "p" "b" } 0
    """
    return "\n".join([_head(tree, title), *_Writer(tree).lines(0)]) + "\n"


def _head(tree: GameTree, title: str) -> str:
    seats = " ".join(f'"seat {seat}"' for seat in range(tree.seats))
    return f'EFG 2 R "{title}" {{ {seats} }}'


class _Writer:
    """Writes a tree from the root on, each node before what comes after it."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.order = np.argsort(tree.parent[1:], kind="stable") + 1
        self.bounds = np.searchsorted(tree.parent[self.order], np.arange(len(tree.parent) + 1))
        self.ends = self.chances = 0
        counts = [count(1) for _ in range(tree.seats)]
        self.numbers = [next(counts[one.seat]) for one in tree.sets]  # of each seat from 1 on

    def lines(self, node: int) -> Iterator[str]:
        tree = self.tree
        children = self.order[self.bounds[node] : self.bounds[node + 1]].tolist()
        number = int(tree.set_of[node])
        if number < 0:
            yield from self._after(children) if children else [self._end(node)]
            return
        one, first = tree.sets[number], int(tree.firsts[number])
        moves = " ".join(f'"{move}"' for move in one.moves)
        yield f'p "" {one.seat + 1} {self.numbers[number]} "{one.key}" {{ {moves} }} 0'
        for slot in range(first, first + len(one.moves)):
            yield from self._after([child for child in children if tree.slot[child] == slot])

    def _after(self, children: list[int]) -> Iterator[str]:
        """Write what follows a move, after a turn of chance where there is one."""
        if len(children) > 1:
            self.chances += 1
            odds = (
                f'"{at}" {float(self.tree.chance[node])!r}' for at, node in enumerate(children, 1)
            )
            yield f'c "" {self.chances} "" {{ {" ".join(odds)} }} 0'
        for child in children:
            yield from self.lines(child)

    def _end(self, node: int) -> str:
        self.ends += 1
        payoffs = " ".join(map(repr, self.tree.payoffs[node].tolist()))
        return f't "" {self.ends} "" {{ {payoffs} }}'
