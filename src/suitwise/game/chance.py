"""Chance drawn from seeded streams, or from any source of numbers."""

from __future__ import annotations

from suitwise.game.description import M
from suitwise.game.state import State
from suitwise.seeds import SeededSource, Source


def draw(state: State[M], seed: int, stream: int, index: int) -> tuple[M, int]:
    """Draw an outcome at a turn of chance.

    Args:
        state: a state whose turn is ``CHANCE``.
        seed: 64-bit seed.
        stream: the stream, say the number of the game.
        index: where in the stream to draw.

    Returns:
        The outcome and the index after the draw; the same on every machine.

    Raises:
        IllegalPosition: the weights sum to more than 2**31, beyond which no draw is exact.

    >>> from suitwise.game import load
    >>> start = load("stacks(stacks=2,height=1,suits=2)").start()
    >>> outcome, index = draw(start, seed=1, stream=0, index=0)
    >>> str(outcome), outcome in start.moves(), index
    ('1b', True, 1)
    """
    source = SeededSource(seed, stream, index)
    return state.chance_move(source), source.index


def drawn(state: State[M], source: Source) -> M:
    """Draw an outcome at a turn of chance by the numbers of any source, dice or a key.

    A source whose numbers are those of a seeded stream draws what ``draw`` does there.

    Args:
        state: a state whose turn is ``CHANCE``.
        source: gives uniform numbers, ``source.below(n)`` one of 0..n-1.

    Raises:
        IllegalPosition: the weights sum to more than 2**31, as the contract forbids.

    >>> from suitwise.game import load
    >>> start = load("stacks(stacks=2,height=1,suits=2)").start()
    >>> drawn(start, SeededSource(seed=1, stream=0)) == draw(start, seed=1, stream=0, index=0)[0]
    True
    """
    return state.chance_move(source)


def roll(state: State[M], seed: int, stream: int, index: int = 0) -> tuple[State[M], int]:
    """Play all of chance's moves until a seat is to move or the game is over.

    Returns:
        The state and the index after the last draw.

    >>> from suitwise.game import load
    >>> state, index = roll(load("stacks(stacks=3,height=2)").start(), seed=1, stream=0)
    >>> state.turn, str(state)
    (0, '2b 1d | 2a 1c | 1a 1b')
    """
    return state.rolled(seed, stream, index)
