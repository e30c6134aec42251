"""Very many hands at once: the least that each is left with, and the melds that leave it.

A batch is an array of hands, a row a hand: cards as ``suitwise.cards`` numbers them, 255 where a shorter
hand has none; or counts, as ``Hand.counts`` are. Rule sets of one or two decks with the ace below the 2
and no wild rank are worked out by tables (``deadwood_lookup``), all others, and the rare hand with too
many choices of sets, by the scan over the ranks (``search``); both give the same answers.
"""

from __future__ import annotations

from typing import Any

from suitwise.arguments import of_kind
from suitwise.cards import ANY_JOKER
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import device_empty, grid, machine, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.rows import cores, pieces
from suitwise.rummy.rules.hand import JOKERS, MOST_CARDS, SIZE, Hand
from suitwise.rummy.rules.rules import SEED, Rules
from suitwise.rummy.solve.arrangement import Aim, arrange, least
from suitwise.rummy.solve.deadwood_lookup import (
    ABOVE,
    LEAF,
    LEAVES,
    NO_CARD,
    NO_HAND,
    PATTERNS_MASK,
    best_melds,
    best_of_rows,
    codes_of_meld,
    has_tables,
    least_deadwood,
    pack,
    pack_counts,
    set_ranks,
    tables_for,
    tables_of,
    wilds_of,
)

PIECE = 50_000
"""The number of hands that a thread is given at a time."""
CUDA_PIECE = 1 << 16
"""The number of hands that a GPU is given at a time,"""
CUDA_LEAVES = 64
"""and of leaves that there is room for with each."""
MOST_MELDS = 20
"""A hand has no more melds: three cards each."""
_UNIT = 64
"""Weight of a point where the number of cards decides between equals; a hand has fewer cards."""


@rule
def deadwood_of_hands(
    hands: Any, counted: bool, start: int, stop: int, tables: Any, leaves: Any, answer: Any
) -> None:
    """Work out the hands ``start`` to ``stop - 1`` of an array.

    Args:
        hands: array of cards, or of counts.
        counted: whether it is one of counts.
        start: the first hand.
        stop: one past the last.
        tables: see ``Tables.given``.
        leaves: array of LEAF numbers a leaf, overwritten.
        answer: array, filled from 0 on with what each is left with, TOO_MANY or NO_HAND.
    """
    codes, _, rows, most, _, _, fault = tables
    for i in range(start, stop):
        hand = pack(hands[i], counted, codes)
        low, high, one, two = hand
        wild = wilds_of(low)
        if set_ranks(one, wild) or two & fault or wild > most:
            answer[i - start] = least_deadwood(hand, tables, leaves)
        else:  # Without a call that is not inlined four of five hands take a fifth less time.
            melded = best_of_rows(rows, most, low & PATTERNS_MASK, high & PATTERNS_MASK, wild)
            answer[i - start] = (high >> ABOVE) - melded


@rule
def deadwood_row(i: int, given: Any, answer: Any) -> None:
    """Work out one hand of an array, with leaves of its own.

    Args:
        i: the hand.
        given: the hands, whether they are counts, the tables, and leaves for every hand.
        answer: array, of which ``answer[i]`` is filled as ``deadwood_of_hands`` does.
    """
    hands, counted, tables, leaves = given
    hand = pack(hands[i], counted, tables[0])
    answer[i] = least_deadwood(hand, tables, leaves[i])


@rule
def melds_of_hands(
    hands: Any, counted: bool, start: int, stop: int, tables: Any, work: Any, melds: Any, found: Any
) -> None:
    """Write down the melds of the hands ``start`` to ``stop - 1`` of an array.

    Args:
        hands: see ``deadwood_of_hands``.
        counted: see there.
        start: see there.
        stop: see there.
        tables: see there.
        work: see ``best_melds``.
        melds: array (hands, MOST_MELDS), its rows from 0 on filled.
        found: array, filled with how many melds each hand has, TOO_MANY or NO_HAND.
    """
    codes = tables[0]
    for i in range(start, stop):
        hand = pack(hands[i], counted, codes)
        found[i - start] = best_melds(hand, tables, work, melds[i - start])


# --- Arrays of hands ------------------------------------------------------------------------------


def batch_deadwood(
    hands: NDArray[np.uint8],
    rules: Rules = SEED,
    aim: Aim = "points",
    *,
    threads: int = 0,
    device: str = "cpu",
) -> NDArray[np.int32]:
    """Return the least points, or the fewest cards, that each hand can be left with.

    Args:
        hands: array (hands, cards) of up to 60 cards each, 255 for none; or (hands, 53) of counts,
            (hands, 52) where no joker is held.
        rules: the rule set.
        aim: points or cards.
        threads: how many threads on the CPU; 0 for all cores.
        device: ``cpu``, or ``cuda`` for a GPU (extra ``cuda``).

    Returns:
        Array (hands,).

    Raises:
        IllegalPosition: the array has another shape, or a row is no hand under the rule set.
        SuitwiseError: there is no CUDA device.

    >>> import numpy as np
    >>> from suitwise.cards import parse_cards
    >>> hands = np.array([parse_cards("H3 H4 H5 S9"), parse_cards("H3 D3 S3 C3")], np.uint8)
    >>> batch_deadwood(hands), batch_deadwood(hands, aim="cards")
    (array([9, 0], dtype=int32), array([1, 0], dtype=int32))
    """
    of_kind(rules, Rules, "rules")
    if device not in ("cpu", "cuda"):
        raise IllegalPosition(f"the device is 'cpu' or 'cuda', not {device!r}")
    given, counted = _checked(hands)
    answer = np.empty(len(given), np.int32)
    tables = tables_for(rules, aim)
    if tables is None:
        answer[:] = NO_HAND
    elif device == "cuda":
        _on_cuda(given, counted, tables.given, answer)
    else:
        _on_cores(given, counted, tables.given, answer, cores(threads))
    for row in np.flatnonzero(answer < 0):
        answer[row] = least(_hand(given, int(row), counted, rules), aim, compiled=True)
    if rules.cap and aim == "points":
        np.minimum(answer, rules.cap, out=answer)
    return answer


def _on_cores(
    hands: Any, counted: bool, tables: tuple[Any, ...], answer: Any, threads: int
) -> None:
    def work_out(piece: range) -> None:
        leaves = np.empty(LEAF * LEAVES, np.int64)
        part = answer[piece.start : piece.stop]
        machine(deadwood_of_hands)(hands, counted, piece.start, piece.stop, tables, leaves, part)

    for _ in in_order(work_out, pieces(len(hands), PIECE), threads):
        pass


def _on_cuda(hands: Any, counted: bool, tables: tuple[Any, ...], answer: Any) -> None:
    """Work hands out on a GPU; one with more leaves than there is room for is left undone."""
    leaves = device_empty((min(len(hands), CUDA_PIECE), LEAF * CUDA_LEAVES), np.int64)
    for start in range(0, len(hands), CUDA_PIECE):
        rows = slice(start, start + CUDA_PIECE)
        part = np.empty(len(hands[rows]), np.int32)
        grid(deadwood_row)((hands[rows], counted, tables, leaves), part)
        answer[rows] = part


def batch_arrangements(
    hands: NDArray[np.uint8], rules: Rules = SEED, *, threads: int = 0
) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """Return the melds of the best arrangement of each hand: least points, then fewest cards.

    Args:
        hands: see ``batch_deadwood``.
        rules: a rule set of one or two decks, the ace below the 2, no wild rank, no runs needed, and
            at most three jokers.
        threads: how many threads; 0 for all cores.

    Returns:
        Array (hands, 20) of melds as numbers (``meld_of``), and how many of each row count; runs of
        six cards or more come as two.

    Raises:
        IllegalPosition: see ``batch_deadwood``; or the rule set is another one.

    >>> import numpy as np
    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.solve.deadwood_lookup import meld_of
    >>> melds, found = batch_arrangements(np.array([parse_cards("H3 H4 H5 S9")], np.uint8))
    >>> [str(meld_of(code)) for code in melds[0, : found[0]]]
    ['H3 H4 H5']
    """
    of_kind(rules, Rules, "rules")
    given, counted = _checked(hands)
    if not has_tables(rules, rules.jokers):
        raise IllegalPosition(f"arrangements in batches are not made under {rules}: use arrange")
    tables = tables_of(rules, rules.jokers, unit=_UNIT, more=1)
    melds = np.empty((len(given), MOST_MELDS), np.int32)
    found = np.empty(len(given), np.int8)

    def work_out(piece: range) -> None:
        start, stop = piece.start, piece.stop
        work = tuple(np.empty(size, np.int64) for size in (LEAF * LEAVES, 4, 4))
        parts = melds[start:stop], found[start:stop]
        machine(melds_of_hands)(given, counted, start, stop, tables.given, work, *parts)

    for _ in in_order(work_out, pieces(len(given), PIECE), cores(threads)):
        pass
    for row in np.flatnonzero(found < 0):
        best = arrange(_hand(given, int(row), counted, rules), compiled=True)
        codes = [code for meld in best.melds for code in codes_of_meld(meld)]
        melds[row, : len(codes)], found[row] = codes, len(codes)
    return melds, found


def _checked(hands: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], bool]:
    """Return an array of hands as the rules take it, and whether it holds counts."""
    array = np.asarray(hands)
    counted = array.ndim == 2 and array.shape[1] in (JOKERS, SIZE)
    if array.dtype != np.uint8 or array.ndim != 2 or not (counted or array.shape[1] <= MOST_CARDS):
        raise IllegalPosition(
            f"hands are a uint8 array of up to {MOST_CARDS} cards or of {JOKERS} or {SIZE} counts "
            f"a row, not {array.dtype} {array.shape}"
        )
    return np.ascontiguousarray(array), counted


def _hand(hands: NDArray[np.uint8], row: int, counted: bool, rules: Rules) -> Hand:
    """Return a row as a hand.

    Raises:
        IllegalPosition: the rule set has no such hand; the message has the row.
    """
    numbers = [int(number) for number in hands[row]]
    try:
        if counted:
            return Hand((*numbers, *[0] * (SIZE - len(numbers))), rules)
        cards = [card for card in numbers if card != NO_CARD]
        if any(card > ANY_JOKER for card in cards):
            raise IllegalPosition(f"{max(cards)} is no card")
        return Hand.of(cards, rules)
    except IllegalPosition as error:
        raise IllegalPosition(f"hand {row}: {error}") from None


# --- ``Evaluator``: the deadwood of one hand after another by tables, in microseconds each --------


@rule
def deadwood_of_counts(counts: Any, tables: Any, leaves: Any) -> int:
    """Return what a hand given by its counts is left with, TOO_MANY or NO_HAND."""
    return least_deadwood(pack_counts(counts, tables[0]), tables, leaves)


class Evaluator:
    """Says what one hand after the other is left with, for one thread.

    Making one takes the time that its tables need, up to half a second; after that a hand takes a few
    microseconds, where ``deadwood`` in plain Python takes a thousand times as long.

    Args:
        rules: a rule set of one or two decks, the ace below the 2, no wild rank, no runs needed.
        aim: whether points are to be least, or cards.

    Raises:
        IllegalPosition: the rule set is another one.

    >>> evaluator = Evaluator()
    >>> evaluator.least(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))
    16
    """

    def __init__(self, rules: Rules = SEED, aim: Aim = "points") -> None:
        of_kind(rules, Rules, "rules")
        tables = tables_for(rules, aim)
        if tables is None:
            raise IllegalPosition(f"hands under {rules} are not worked out by tables: use arrange")
        self.rules = rules
        self.aim = aim
        self._cap = rules.cap if aim == "points" else 0
        self._tables = tables.given
        self._leaves = np.empty(LEAF * LEAVES, np.int64)
        self._rule = machine(deadwood_of_counts)
        self._rule(np.zeros(53, np.uint8), self._tables, self._leaves)
        self._from = np.frombuffer
        self._kind = np.dtype(np.uint8)

    def least(self, hand: Hand) -> int:
        """Return the least points, or the fewest cards, that a hand can be left with.

        Raises:
            IllegalPosition: it is held under another rule set.
        """
        if hand.rules is not self.rules and hand.rules != self.rules:
            raise IllegalPosition(f"the hand is held under {hand.rules}, not under {self.rules}")
        counts = self._from(bytes(hand.counts), self._kind)
        found: int = self._rule(counts, self._tables, self._leaves)
        if found < 0:
            return least(hand, self.aim, compiled=True)
        return min(found, self._cap) if self._cap else found
