"""One round of a batch, play by play, for people and tests to follow.

>>> game = replay(3, seed=7)
>>> print(game.trump, game.landlord, game.points)
D5 3 115
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from suitwise.cards import RANKS, SUITS
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.seeds import as_seed
from suitwise.stepping.streams import opened
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.batch import RANDOM, Policies, deal_rounds, step
from suitwise.tractor.arrays.batch_rows import deal_cards
from suitwise.tractor.rules.order import Trump
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.seats import four


@dataclass(frozen=True, slots=True)
class Replay:
    """One round of a batch, play by play.

    Args:
        trump: the trump configuration.
        landlord: the landlord's seat.
        drawn: the cards that seats 0 to 3 have drawn, before the kitty is taken up.
        hands: their hands after the burial.
        kitty: the cards that the landlord has buried.
        plays: the plays in order, each with its seat.
        points: the attackers' points at the end, with the kitty's.

    >>> game = replay(3, seed=7)
    >>> game.landlord, game.plays[0][0], [hand.size for hand in game.hands], game.kitty.size
    (3, 3, [25, 25, 25, 25], 8)
    >>> sum(pile.size for _, pile in game.plays)
    100
    """

    trump: Trump
    landlord: int
    drawn: tuple[Pile, Pile, Pile, Pile]
    hands: tuple[Pile, ...]
    kitty: Pile
    plays: tuple[tuple[int, Pile], ...]
    points: int


def replay(
    number: int,
    seed: int,
    policies: Policies = RANDOM,
    *,
    ranks: int | Iterable[int] = range(13),
    landlords: int | Iterable[int] = range(4),
) -> Replay:
    """Return one round of ``play_rounds``, play by play, its cards by their true names.

    Args:
        number: the number of the round, below 2**30.
        seed: see ``play_rounds``; likewise all that follow.
        policies: see there.
        ranks: see there.
        landlords: see there.

    Raises:
        SuitwiseError: a policy is unknown, or a number is out of range.

    >>> game = replay(1, seed=7)
    >>> game.points, str(game.trump)
    (70, 'O3')
    """
    rounds = dealt = deal_rounds(
        1, seed, policies=policies, ranks=ranks, landlords=landlords, first=number, threads=1
    )
    plays = []
    while rounds[0, packed.PLAYED] < packed.ALL_PLAYED:
        seat, column = packed.turn_of(rounds[0]), packed.TABLE + 2 * int(rounds[0, packed.PLACED])
        rounds = step(rounds, policies=policies, threads=1)
        plays.append((seat, _pile(rounds[0], column)))
    return Replay(
        trump=Trump((SUITS + "O")[dealt[0, packed.MAIN]], RANKS[dealt[0, packed.RANK]]),
        landlord=int(dealt[0, packed.LANDLORD]),
        drawn=_drawn(number, seed),
        hands=tuple(_pile(dealt[0], packed.HANDS + 2 * seat) for seat in range(4)),
        kitty=_pile(dealt[0], packed.BURIED),
        plays=tuple(plays),
        points=int(rounds[0, packed.POINTS]),
    )


def _drawn(number: int, seed: int) -> tuple[Pile, Pile, Pile, Pile]:
    """Return the cards that the seats draw in a round."""
    record = [0] * packed.COLUMNS
    deal_cards(record, opened(as_seed(seed), 2 * number))
    return four(Pile(*record[at : at + 2]) for at in range(packed.HANDS, packed.HANDS + 8, 2))


def _pile(record: NDArray[np.int64], column: int) -> Pile:
    """Return a pile of a record, by the true names of its cards."""
    main, cr = int(record[packed.MAIN]), int(record[packed.RANK])
    once, twice = int(record[column]), int(record[column + 1])
    return Pile(packed.named_back(once, main, cr), packed.named_back(twice, main, cr))
