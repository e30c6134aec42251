"""Layouts made around a path: won along it and in no other way, or lost by an exchange of cards."""

from __future__ import annotations

from typing import Any

from suitwise.errors import IllegalPosition
from suitwise.seeds import as_seed, below
from suitwise.stacks.decision import is_winnable
from suitwise.stacks.deck import Size, cut_deck
from suitwise.stacks.layout import Card, Layout
from suitwise.stacks.table import COMPILED_FROM, face, zeros


class _Draws:
    """Numbers of a stream, one after the other."""

    def __init__(self, seed: int, stream: int, index: int, compiled: bool) -> None:
        self._rule = face(below, compiled)
        self._seed = seed
        self._stream = stream
        self._index = index

    def below(self, n: int) -> int:
        ticket, self._index = self._rule(n, self._seed, self._stream, self._index)
        return ticket

    def shuffle(self, items: list[Any]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def make(
    stacks: int,
    height: int,
    path: int = 0,
    *,
    seed: int = 0,
    number: int = 0,
    winnable: bool = True,
) -> Layout:
    """Make a layout that can be won along a path of a given length, and in no other way.

    One suit has a single card, at the bottom of its stack; over it lies the king of the next suit of
    the path, and so on; over the last ace lies another suit's ace. All other cards are dealt at random,
    but no other suit has a single card, and no other ace lies in a stack of the path before the last.

    Args:
        stacks: how many stacks, and suits: at least two more than the path is long.
        height: how many cards each has, at least 2.
        path: how many edges the path has.
        seed: 64-bit seed.
        number: the number of the layout.
        winnable: False to exchange cards until the layout is lost, mostly by just one exchange.

    Raises:
        IllegalPosition: such a layout can't be.

    >>> layout = make(4, 3, path=2, seed=1)
    >>> print(layout)
    4c 2a 2d | 6c 5c 1b | 3c 2c 1c | 1d 1a 7c
    """
    if height < 2 or not 0 <= path <= stacks - 2:
        raise IllegalPosition(
            f"a path of length {path} needs {path + 2} stacks or more of height 2 or more"
        )
    Size(stacks, height)
    seed = as_seed(seed)
    compiled = stacks * height >= COMPILED_FROM
    spare = zeros(stacks * (height - 1), compiled)
    index = face(cut_deck, compiled)(spare, stacks - 1, True, seed, number)
    draws = _Draws(seed, number, index, compiled)
    sizes = [1] * stacks
    for suit in map(int, spare):
        sizes[suit + 1] += 1
    piles = _piles(sizes, height, path, draws)
    names = list(range(1, stacks + 1))
    draws.shuffle(names)
    draws.shuffle(piles)
    named = [[(value, names[suit]) for value, suit in reversed(pile)] for pile in piles]
    return Layout.of(named) if winnable else _spoiled(named, draws)


def _piles(sizes: list[int], height: int, path: int, draws: _Draws) -> list[list[Card]]:
    """Lay a path of the first suits and all other cards; the piles' bottoms come first."""
    stacks = len(sizes)
    bottoms: list[list[Card]] = [[(sizes[i], i)] if i <= path else [] for i in range(stacks)]
    over: list[list[Card]] = [[(sizes[i + 1] - (i < path), i + 1)] for i in range(path + 1)]
    over += [[] for _ in range(stacks - path - 1)]
    fixed = {card for pile in bottoms + over for card in pile}
    room = [height - len(bottoms[i]) - len(over[i]) for i in range(stacks)]
    aces = [(sizes[i], i) for i in range(path + 2, stacks)]
    places = [i for i in range(path, stacks) for _ in range(room[i])]
    draws.shuffle(places)
    for card, i in zip(aces, places, strict=False):
        over[i].append(card)
        room[i] -= 1
    deck = [(value, i) for i, size in enumerate(sizes) for value in range(1, size)]
    others = [card for card in deck if card not in fixed]
    draws.shuffle(others)
    for i, pile in enumerate(over):
        pile += [others.pop() for _ in range(room[i])]
        draws.shuffle(pile)
    return [below + pile for below, pile in zip(bottoms, over, strict=True)]


def _spoiled(piles: list[list[Card]], draws: _Draws) -> Layout:
    """Exchange two cards, and again, until the layout is lost."""
    layout = Layout.of(piles)
    while is_winnable(layout):
        (i, a), (j, b) = [(draws.below(len(piles)), draws.below(len(piles[0]))) for _ in range(2)]
        piles[i][a], piles[j][b] = piles[j][b], piles[i][a]
        layout = Layout.of(piles)
    return layout
