"""The numbers of rami's actions, one step each (the rules page, Agents).

0 stock, 1 pile, 2 end, 3 done; 4 to 56 discards; 57 to 903 melds of three to five cards with one joker
at most; 904 to 1076 cards added: a card to a run, a card to a set, a joker to a place of a run, a joker
to a set; 1077 to 1180 cards that take the place of a joker in a run or in a set.

An opening is staged: its melds in ascending order, then ``done``. A number names no meld of the table;
it is the first one that the card fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from suitwise.rummy.rami.rules.moves import text_of
from suitwise.rummy.rules.hand import N_SUITED, SIZE
from suitwise.rummy.rules.melds import SUITS_OF_SET, Run, Set
from suitwise.rummy.rules.rules import RANKS_IN_ORDER

STOCK, PILE, END, DONE, DISCARDS = range(5)
MELDS = DISCARDS + SIZE
LONGEST = 5
"""The most cards of a meld that has a number."""
PLACES = 14


@cache
def numbered_melds() -> tuple[str, ...]:
    """Return the melds that have numbers: runs, runs with a joker, sets, sets with a joker.

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
    """Return the place of each meld that has a number among them."""
    return {text: number for number, text in enumerate(numbered_melds())}


ADDS = MELDS + 847
TO_SET = ADDS + N_SUITED
JOKER_TO_RUN = TO_SET + N_SUITED
JOKER_TO_SET = JOKER_TO_RUN + 4 * PLACES
TAKES = JOKER_TO_SET + len(RANKS_IN_ORDER)
TAKES_OF_SET = TAKES + N_SUITED
ACTIONS = TAKES_OF_SET + N_SUITED
"""The number of actions."""
