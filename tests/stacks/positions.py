"""Positions for the tests of Stack Management, and the package's answers on them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from suitwise.stacks import Layout, Move
from suitwise.stacks.rules.table import decide, lay_out, machine_if, zeros
from suitwise.stacks.solve.winning_line import moves_of, solve
from tests.oracles import stacks_layouts, stacks_oracle

SHIFTS_DIFFER = Layout.parse("8b 9a | 9c 9b | 1c 2c")
"""The counterexample of the rules page: after 1c and 2c, shifting 9c wins and shifting 8b loses."""


def some_position(rng: Random, *, stacks: int = 5, cards: int = 11) -> Layout:
    """Return a deal, a position under way, or one with buried aces; mostly S = N."""
    n = rng.randint(1, stacks)
    count = rng.randint(0, cards)
    suits = min(count, max(1, n + rng.choice((0, 0, 0, 0, 1, -1))))
    kind = rng.randrange(4)
    if kind == 0 or suits == 0:
        return Layout.of(stacks_layouts.random_layout(rng, n, suits, count))
    if kind == 1 or n < 2:
        return Layout.of(stacks_layouts.random_position(rng, n, suits, count))
    length = rng.randint(0, n - 2)
    extra = rng.randint(0, max(0, cards - n - length))
    layout = stacks_layouts.chain_layout(rng, n, length, extra)
    if kind == 2:
        return Layout.of(layout)
    for _ in range(rng.randrange(6)):
        moves = stacks_oracle.legal_moves(layout)
        if not moves:
            break
        layout = stacks_oracle.apply(layout, rng.choice(moves))
    return Layout.of(layout)


def some_positions(seed: int, count: int, *, stacks: int = 5, cards: int = 11) -> Iterator[Layout]:
    """Yield positions by seed."""
    rng = Random(seed)
    for _ in range(count):
        yield some_position(rng, stacks=stacks, cards=cards)


def small_layouts(most_cards: int) -> Iterator[Layout]:
    """Yield every layout of up to three stacks and so many cards, up to names."""
    for cards in range(most_cards + 1):
        for layout in stacks_layouts.all_layouts(3, cards):
            yield Layout.of(layout)


def verdict_of(layout: Layout, compiled: bool) -> tuple[int, int, int]:
    """Decide a position by plain or by compiled rules."""
    _, table = lay_out(layout, compiled)
    return machine_if(decide, compiled)(table, len(layout), 1)


def line_of(layout: Layout, compiled: bool) -> list[Move] | None:
    """Solve a position by plain or by compiled rules."""
    cards, table = lay_out(layout, compiled)
    sizes = cards.kinds, len(layout), 4 * layout.cards
    waiting, empty, moves = (zeros(size, compiled) for size in sizes)
    verdict, _, _, made = machine_if(solve, compiled)(table, len(layout), 1, waiting, empty, moves)
    return moves_of(moves, made) if verdict > 0 else None


def played(layout: Layout, moves: list[Move]) -> stacks_oracle.Layout:
    """Play moves by the oracle."""
    position: stacks_oracle.Layout = layout.stacks
    for move in moves:
        position = stacks_oracle.apply(position, str(move))
    return position
