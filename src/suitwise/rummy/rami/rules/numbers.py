"""The action numbers of rami in staged games (the rules page, Agents).

* 0 to 3: stock, pile, end, done
* 4 to 56: discards
* 57 to 903: melds of three to five cards with at most one joker
* 904 to 1076: additions: a card to a run, a card to a set, a joker to a place of a run, a joker to a set
* 1077 to 1180: cards that replace a joker in a run or in a set

An opening takes several actions: its melds in ascending order, then done. Actions don't name melds of
the table; they use the first one that the card fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from suitwise.cards import ANY_JOKER
from suitwise.errors import NotationError
from suitwise.rummy.rami.rules import moves
from suitwise.rummy.rami.rules.moves import ANY_RUN, ANY_SET, CARD_MOVES, RamiMove, text_of
from suitwise.rummy.rules.hand import N_SUITED, SIZE
from suitwise.rummy.rules.melds import SUITS_OF_SET, Run, Set
from suitwise.rummy.rules.rules import RANK_TEXT, RANKS_IN_ORDER

STOCK, PILE, END, DONE, DISCARDS = range(5)
MELDS = DISCARDS + SIZE
LONGEST = 5
"""The most cards of a meld with a number."""
PLACES = 14


@cache
def numbered_melds() -> tuple[str, ...]:
    """Return the melds with numbers, in order: runs, runs with a joker, sets, sets with a joker.

    >>> melds = numbered_melds()
    >>> len(melds), melds[0], melds[132], melds[652], melds[-1]
    (847, 'SAS2S3', '[SA]S2S3', 'SAHADA', 'HKDKCK[K]')
    """
    return tuple(map(text_of, _melds()))


def _melds() -> Iterator[Run | Set]:
    runs = [
        Run(suit, low, low + length - 1)
        for suit in range(4)
        for length in range(3, LONGEST + 1)
        for low in range(1, PLACES - length + 2)
    ]
    yield from runs
    yield from (Run(run.suit, run.low, run.high, (rank,)) for run in runs for rank in run.ranks)
    for wilds in (0, 1):
        for rank in RANKS_IN_ORDER:
            for length in (3, SUITS_OF_SET):
                for suits in combinations(range(4), length - wilds):
                    yield Set(rank, suits, wilds)


@cache
def number_of_meld() -> dict[str, int]:
    """Return the index in ``numbered_melds`` of each meld, by its text."""
    return {text: number for number, text in enumerate(numbered_melds())}


ADDS = MELDS + 847
TO_SET = ADDS + N_SUITED
JOKER_TO_RUN = TO_SET + N_SUITED
JOKER_TO_SET = JOKER_TO_RUN + 4 * PLACES
TAKES = JOKER_TO_SET + len(RANKS_IN_ORDER)
TAKES_OF_SET = TAKES + N_SUITED
ACTIONS = TAKES_OF_SET + N_SUITED
"""The number of actions."""


def place_in_run(suit: int, rank: int) -> str:
    """Return the place of a joker in a run, as staged turns write it: ``[H1]`` is below the H2.

    >>> place_in_run(1, 1), place_in_run(1, 14), place_in_run(3, 10)
    ('[H1]', '[HA]', '[CT]')
    """
    return f"[{'SHDC'[suit]}{'1' if rank == 1 else RANK_TEXT[(rank - 1) % 13]}]"


def _moves() -> Iterator[RamiMove]:
    """Yield the moves of staged turns in the order of their numbers."""
    yield from (moves.STOCK, moves.PILE, moves.END, moves.DONE)
    yield from CARD_MOVES.values()
    yield from (RamiMove("lay", (meld,)) for meld in numbered_melds())
    yield from (RamiMove("add", (), (card,), ANY_RUN) for card in range(N_SUITED))
    yield from (RamiMove("add", (), (card,), ANY_SET) for card in range(N_SUITED))
    for suit in range(4):
        for rank in range(1, PLACES + 1):
            yield RamiMove("add", (place_in_run(suit, rank),), (ANY_JOKER,), ANY_RUN)
    for rank in RANKS_IN_ORDER:
        yield RamiMove("add", (f"[{RANK_TEXT[rank - 1]}]",), (ANY_JOKER,), ANY_SET)
    for where in (ANY_RUN, ANY_SET):
        yield from (RamiMove("take", (), (card,), where) for card in range(N_SUITED))


@cache
def _numbered() -> tuple[RamiMove, ...]:
    return tuple(_moves())


@cache
def _numbers() -> dict[RamiMove, int]:
    return {move: number for number, move in enumerate(_numbered())}


def numbered_move(number: int) -> RamiMove:
    """Return the move of a staged turn that has a number.

    Raises:
        NotationError: no move has this number.

    >>> print(*map(numbered_move, (0, 3, 56, 57, 904, 1008, 1180)))
    stock done JK lay:SAS2S3 add:S2@run add:[S1]@run take:CA@set
    """
    if not 0 <= number < ACTIONS:
        raise NotationError(f"the moves have the numbers 0 to {ACTIONS - 1}, not {number}")
    return _numbered()[number]


def number_of(move: RamiMove) -> int:
    """Return the number of a move of a staged turn.

    Raises:
        NotationError: it has none.

    >>> number_of(RamiMove.parse("take:CA@set")), number_of(RamiMove.parse("HA"))
    (1180, 29)
    """
    number = _numbers().get(move)
    if number is None:
        raise NotationError(f"{str(move)[:40]!r} has no number")
    return number
