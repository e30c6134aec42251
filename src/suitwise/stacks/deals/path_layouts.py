"""Layouts made around a path: won along it and in no other way, or lost by an exchange of two cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from suitwise.arguments import of_kind, whole
from suitwise.errors import IllegalPosition
from suitwise.seeds import as_seed, below
from suitwise.stacks.rules.decision import is_winnable
from suitwise.stacks.rules.deck import Size, as_number, cut_deck
from suitwise.stacks.rules.layout import Card, Layout
from suitwise.stacks.rules.table import COMPILED_FROM, face, zeros


@dataclass(slots=True)
class _Draws:
    """Numbers of a stream, one after the other."""

    draw: Callable[[int, int, int, int], tuple[int, int]]
    seed: int
    stream: int
    index: int

    def below(self, n: int) -> int:
        ticket, self.index = self.draw(n, self.seed, self.stream, self.index)
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
    """Make a layout whose graph of aces has one path from a source to a target, of a given length.

    One suit has a single card, at the bottom of its stack; over it lies the king of the next suit of
    the path, and so on; over the last ace lies another suit's ace. All other cards are dealt at random,
    but no other suit has a single card, no other king lies in a stack of the path, and no other ace
    in one before the last. So no other path begins, turns off or goes on, and nothing but this one wins.

    Args:
        stacks: how many stacks, and suits: at least two more than the path is long.
        height: how many cards each has, at least 2.
        path: how many edges the path has.
        seed: 64-bit seed.
        number: the number of the layout, below 2**63.
        winnable: False to exchange two cards of that layout, which breaks the path.

    Raises:
        IllegalPosition: such a layout can't be.

    >>> print(make(4, 3, path=2, seed=1))
    1c 2a 2d | 6c 5c 1b | 3c 2c 1a | 1d 4c 7c
    >>> print(make(4, 3, path=2, seed=1, winnable=False))
    1c 2a 2d | 6c 5c 1b | 1d 2c 1a | 3c 4c 7c
    """
    stacks, height, path = whole(stacks, "stacks"), whole(height, "height"), whole(path, "path")
    if height < 2 or not 0 <= path <= stacks - 2:
        needs = f"{path + 2} stacks or more of height 2 or more"
        raise IllegalPosition(f"a path of length {path} needs {needs}")
    of_kind(winnable, bool, "winnable")
    size = Size(stacks, height)
    return build(size, path, seed, number, winnable, size.cards >= COMPILED_FROM)


def build(size: Size, path: int, seed: int, number: int, winnable: bool, compiled: bool) -> Layout:
    """Make a layout as ``make`` does, of a size and a path that fit, compiled or in plain Python."""
    stacks, height = size.stacks, size.height
    seed, number = as_seed(seed), as_number(number)
    spare = zeros(stacks * (height - 1), compiled)
    index = face(cut_deck, compiled)(spare, stacks - 1, True, seed, number)
    draws = _Draws(face(below, compiled), seed, number, index)
    sizes = [1] * stacks
    for suit in map(int, spare):
        sizes[suit + 1] += 1
    piles = _piles(sizes, height, path, draws)
    names, order = list(range(1, stacks + 1)), list(range(stacks))
    draws.shuffle(names)
    draws.shuffle(order)
    if not winnable:
        _break_path(piles, sizes, path, draws)
    layout = Layout.of(((value, names[suit]) for value, suit in reversed(piles[i])) for i in order)
    assert is_winnable(layout) == winnable
    return layout


def _piles(sizes: list[int], height: int, path: int, draws: _Draws) -> list[list[Card]]:
    """Lay a path of the first suits and all other cards; the piles' bottoms come first."""
    stacks = len(sizes)
    bottoms: list[list[Card]] = [[(sizes[i], i)] if i <= path else [] for i in range(stacks)]
    over: list[list[Card]] = [[(sizes[i + 1] - (i < path), i + 1)] for i in range(path + 1)]
    over += [[] for _ in range(stacks - path - 1)]
    aces = [(sizes[i], i) for i in range(path + 2, stacks)]
    kings = [(sizes[i] - 1, i) for i in range(path + 1, stacks)]
    off = [i for i in range(path + 1, stacks) for _ in range(height)]
    draws.shuffle(off)
    _lay(kings, off, over)
    places = off[len(kings) :] + [path] * (height - 2)
    draws.shuffle(places)
    _lay(aces, places, over)
    laid = {card for pile in bottoms + over for card in pile}
    rest = [(value, i) for i, size in enumerate(sizes) for value in range(1, size)]
    others = [card for card in rest if card not in laid]
    draws.shuffle(others)
    for below_it, pile in zip(bottoms, over, strict=True):
        pile += [others.pop() for _ in range(height - len(below_it) - len(pile))]
        draws.shuffle(pile)
    return [below_it + pile for below_it, pile in zip(bottoms, over, strict=True)]


def _lay(cards: list[Card], places: list[int], piles: list[list[Card]]) -> None:
    """Lay cards onto the piles that the first places name."""
    for card, i in zip(cards, places, strict=False):
        piles[i].append(card)


def _break_path(piles: list[list[Card]], sizes: list[int], path: int, draws: _Draws) -> None:
    """Exchange two cards so that nothing wins.

    Either a king of the path goes to a stack off it, and a card that is neither ace nor king comes in
    its place: the path ends there, and the target's two aces leave another stack without one. Or the
    source's ace is lifted off its bottom, where no other ace takes its place: then there is no source.
    """
    step = draws.below(path + 1)
    on_path = step < path
    i, a = (step, piles[step].index((sizes[step + 1] - 1, step + 1))) if on_path else (0, 0)
    first, lowest = (path + 1, 0) if on_path else (0, 1)
    others = [
        (j, b)
        for j, pile in enumerate(piles[first:], first)
        for b, (value, suit) in enumerate(pile)
        if b >= lowest and value < sizes[suit] - on_path
    ]
    j, b = others[draws.below(len(others))]
    piles[i][a], piles[j][b] = piles[j][b], piles[i][a]
