"""Arrays of tricks: one flat array in, winners and honours out, on all cores or a GPU.

A trick is a row of 102 small integers (int8):

=========  ==========================================================================
column     meaning
=========  ==========================================================================
0          main suit: 0..3 for S H D C, 4 for none
1          current rank: 0 for 2 up to 12 for A
2..26      the leader's cards, ``13 * suit + rank``, 52 black joker, 53 red joker
27..51     the second player's cards; 52..76 the third's, 77..101 the fourth's
=========  ==========================================================================

Cards come in any order; -1 fills the rest of a play. A copy of a card is the same number again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from suitwise.arguments import of_kind, several, shown, whole
from suitwise.cards import RANKS, SUITS, Card, CardsLike
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import grid, require_cuda, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.rows import spread
from suitwise.tractor.judge.trick import judge_trick
from suitwise.tractor.rules.matching import answer_trick, open_trick
from suitwise.tractor.rules.order import (
    TRUMPS,
    Trump,
    TrumpLike,
    as_tractor_cards,
    as_trump,
    partition_mask,
)
from suitwise.tractor.rules.piles import third_copies, together

HAND = 25
COLUMNS = 2 + 4 * HAND
NO_CARD = -1
_BAD_ROW = -1


# --- Rules ----------------------------------------------------------------------------------------


@rule
def row_play(tricks: Any, row: int, turn: int) -> tuple[int, int, int, bool]:
    """Return a play's masks once and twice, its number of cards, and whether it can be a play."""
    once, twice, size = 0, 0, 0
    for place in range(2 + HAND * turn, 2 + HAND * (turn + 1)):
        card = int(tricks[row, place])
        if card == NO_CARD:
            continue
        if card < 0 or card >= 54 or (twice >> card) & 1:
            return once, twice, size, False
        bit = 1 << card
        twice |= once & bit
        once |= bit
        size += 1
    return once, twice, size, True


@rule
def judge_row(row: int, tricks: Any, rulings: Any) -> None:
    """Judge one row: write the winner's place and the four honours.

    A row that is no trick gets the winner -1; which fault it is, ``judge_trick`` says.
    """
    main, cr = int(tricks[row, 0]), int(tricks[row, 1])
    rulings[row, 0] = _BAD_ROW
    if main < 0 or main > 4 or cr < 0 or cr > 12:
        return
    seen, seen2, size, good = row_play(tricks, row, 0)
    if size == 0 or not good:
        return
    trump = main, cr, partition_mask(TRUMPS, main, cr)
    lead, best = open_trick(seen, seen2, trump)
    if best == 0:
        return
    winner = 0
    rulings[row, 1] = best
    for turn in range(1, 4):
        once, twice, own_size, good = row_play(tricks, row, turn)
        if own_size != size or not good or third_copies(seen, seen2, once, twice):
            return
        seen, seen2 = together(seen, seen2, once, twice)
        honour = answer_trick(lead, once, twice, trump)
        rulings[row, 1 + turn] = honour
        if honour > best:
            best, winner = honour, turn
    rulings[row, 0] = winner


# --- The functions people call --------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class TrickRulings:
    """Rulings on an array of tricks.

    Args:
        winners: int8 (n,), the winner's place 0..3 in the order of play.
        honours: int8 (n, 4), each play's honour, 0 for a reply that can't win.

    >>> rulings = judge_tricks(encode_tricks([("S5", ["H2", "H5", "C5", "S5"])]))
    >>> rulings.winners.shape, rulings.honours.shape
    ((1,), (1, 4))
    """

    winners: NDArray[np.int8]
    honours: NDArray[np.int8]


def encode_tricks(tricks: Iterable[tuple[TrumpLike, Sequence[CardsLike]]]) -> NDArray[np.int8]:
    """Encode tricks, each a trump configuration and four plays, as rows (module table).

    Raises:
        NotationError: something is no card or no trump configuration.
        IllegalPosition: not four plays, or a play of more than 25 cards.

    >>> encode_tricks([("S5", ["H2", "H5", "C5", "S5"])])[0, [0, 1, 2, 3, 27]].tolist()
    [0, 3, 13, -1, 16]
    """
    rows = []
    for trick in several(tricks, "tricks"):
        if len(of_kind(trick, Sequence, "a trick")) != 2:
            raise IllegalPosition(
                f"a trick is a trump configuration and four plays, not {shown(trick)}"
            )
        trump, plays = as_trump(trick[0]), [*several(trick[1], "plays")]
        if len(plays) != 4:
            raise IllegalPosition(f"a trick has four plays, not {len(plays)}")
        row = [trump.main_index, trump.rank_index]
        for play in plays:
            cards = as_tractor_cards(play)
            if len(cards) > HAND:
                raise IllegalPosition(f"a play has 1 to 25 cards, not {len(cards)}")
            row += [*cards, *[NO_CARD] * (HAND - len(cards))]
        rows.append(row)
    return np.array(rows, dtype=np.int8).reshape(len(rows), COLUMNS)


def decode_trick(row: Sequence[int]) -> tuple[Trump, tuple[tuple[Card, ...], ...]]:
    """Decode one row into a trump configuration and four plays.

    Raises:
        IllegalPosition: columns 0 and 1 are no trump configuration.
        NotationError: a number is no card.

    >>> row = encode_tricks([("S5", ["H2", "H5", "C5", "S5"])])[0]
    >>> print(decode_trick(row)[0], *decode_trick(row)[1][1])
    S5 H5
    """
    numbers = [whole(number, "a number of a row") for number in several(row, "row")]
    if len(numbers) != COLUMNS:
        raise IllegalPosition(f"a trick is a row of {COLUMNS} integers, not {len(numbers)}")
    main, rank, *cards = numbers
    if not (0 <= main <= 4 and 0 <= rank <= 12):
        raise IllegalPosition("columns 0 and 1 are a main suit 0..4 and a rank 0..12")
    plays = (cards[HAND * turn : HAND * (turn + 1)] for turn in range(4))
    held = tuple(tuple(Card(card) for card in play if card != NO_CARD) for play in plays)
    return Trump((SUITS + "O")[main], RANKS[rank]), held


def judge_tricks(
    tricks: NDArray[np.int8], *, threads: int = 0, device: str = "cpu"
) -> TrickRulings:
    """Judge an array of tricks.

    Args:
        tricks: int8 (n, 102), the module's table.
        threads: threads that judge on the CPU; 0 for all cores.
        device: ``cpu``, or ``cuda`` for a GPU (extra ``cuda``).

    Raises:
        IllegalPosition: the array has another shape, or a row is no trick; the message names the
            first such row and its fault.

    >>> rows = encode_tricks([
    ...     ("S5", ["H2", "H5", "C5", "S5"]),
    ...     ("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"]),
    ... ])
    >>> rulings = judge_tricks(rows)
    >>> rulings.winners.tolist(), rulings.honours.tolist()
    ([3, 1], [[1, 25, 25, 26], [12, 19, 15, 0]])
    """
    if not isinstance(tricks, np.ndarray):
        raise IllegalPosition(f"tricks are a NumPy array, not a {type(tricks).__name__}")
    if tricks.ndim != 2 or tricks.shape[1] != COLUMNS or tricks.dtype != np.int8:
        raise IllegalPosition(
            f"tricks are an int8 array (n, {COLUMNS}), not {tricks.dtype} {tricks.shape}"
        )
    tricks = np.ascontiguousarray(tricks)
    rulings = np.zeros((len(tricks), 5), np.int8)
    if device == "cuda":
        require_cuda()
        grid(judge_row)(tricks, rulings)
    elif device == "cpu":
        spread(judge_row, tricks, rulings, threads)
    else:
        raise IllegalPosition(f"the device is 'cpu' or 'cuda', not {device!r}")
    _refuse_bad_rows(tricks, rulings)
    return TrickRulings(rulings[:, 0], rulings[:, 1:])


def _refuse_bad_rows(tricks: Any, rulings: Any) -> None:
    bad = (rulings[:, 0] == _BAD_ROW).nonzero()[0]
    if not len(bad):
        return
    row = int(bad[0])
    try:
        judge_trick(*decode_trick(tricks[row]))
    except ValueError as error:
        raise IllegalPosition(f"row {row}: {error}") from None
    raise AssertionError(f"row {row} was refused without a fault")
