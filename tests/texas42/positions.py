"""Random positions of the play, and the same for the oracle."""

from __future__ import annotations

from random import Random

from suitwise.foundation.seating import NOBODY, partner
from suitwise.texas42 import Position, dominoes_of, mask_of
from suitwise.texas42.rules.dominoes import HIGH, LOW, NELLO, NELLO_LOW, SEVENS, domino_of
from tests.oracles import texas42_oracle as oracle

OURS = {name: number for number, name in enumerate(oracle.DECLARATIONS)}
"""The oracle's declarations in our order."""
FOUR_SEATS = range(SEVENS + 1)
THREE_SEATS = range(NELLO, NELLO_LOW + 1)


def random_position(
    random: Random, tricks: int, declaration: int, three: bool = False, mid_trick: bool = True
) -> Position:
    """Deal hands of so many dominoes, and play a few to the first trick."""
    dominoes = random.sample(range(28), 4 * tricks)
    masks = [mask_of(dominoes[seat * tricks : (seat + 1) * tricks]) for seat in range(4)]
    leader = random.randrange(4)
    out = partner(leader) if three else NOBODY
    position = Position(declaration, (masks[0], masks[1], masks[2], masks[3]), leader, out=out)
    for _ in range(random.randrange(3 if three else 4) if mid_trick else 0):
        position = position.after(random.choice(dominoes_of(position.legal())))
    return position


def pair(domino: int) -> tuple[int, int]:
    """Return a domino as the oracle has it."""
    return HIGH[domino], LOW[domino]


def from_pair(domino: tuple[int, int]) -> int:
    """Return the oracle's domino as we number it."""
    return domino_of(*domino)


def theirs(position: Position) -> oracle.Position:
    """Return a position as the oracle has it."""
    hands = [frozenset(map(pair, dominoes_of(hand))) for hand in position.hands]
    return oracle.Position(
        oracle.DECLARATIONS[position.declaration],
        (hands[0], hands[1], hands[2], hands[3]),
        position.leader,
        tuple(map(pair, position.trick)),
        None if position.out == NOBODY else position.out,
    )
