"""The maximal combos of very many hands of two decks without wild cards.

Such a hand is two words of 52 bits, 13 a suit with the ace first: ``one`` has the cards held, ``two``
those held twice. A meld is a word. Taking it from a hand is a handful of bit operations, and one dump
contains another if both of its words do.

Few cards of a hand lie in any meld, and its melds fall into components of few melds each, so the least
work is to write down the melds, to try every multiset of those of a component, and to keep the dumps
that contain no other. What a whole hand has is one choice of every component.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from suitwise.arguments import whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, machine, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.rows import cores, pieces
from suitwise.rummy.rules.hand import JOKERS, MOST_CARDS, SIZE, Hand
from suitwise.rummy.rules.melds import Meld, ranks_of_three
from suitwise.rummy.rules.rules import SEED
from suitwise.rummy.solve.combos import maximal
from suitwise.rummy.solve.deadwood_lookup import (
    RANKS,
    SET,
    SUIT_AT,
    code_of_meld,
    meld_of,
    run_code,
)

CARDS = 52
ROW = (1 << RANKS) - 1
COLUMN = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS
"""The four aces: one bit a suit."""
RUN_STARTS = COLUMN * (ROW >> 2)
"""Cards that two higher ones of their suit follow."""
BIT_OF_CARD = tuple(card // RANKS * RANKS + (card + 1) % RANKS for card in range(CARDS))
"""The bit of a card as ``suitwise.cards`` numbers it."""
SETS = 5
SUITS_OF_SETS = (0b0111, 0b1011, 0b1101, 0b1110, 0b1111)
ACES_OF_SETS = tuple(
    sum((suits >> suit & 1) << suit * RANKS for suit in range(4)) for suits in SUITS_OF_SETS
)
"""The words of the sets of aces."""

MELDS = 4 * (RANKS - 2) * (RANKS - 1) // 2 + SETS * RANKS
"""The number of all melds."""
DEPTH = 14
"""A combo has fewer melds than this, and a hand fewer components."""
MOST_KEPT = 4096
"""The most combos of all components that are kept,"""
MOST_TRIES = 1 << 20
"""and the most melds that are tried in a component."""

TOO_MANY = -1
NO_HAND = -2
"""A third copy, or too many cards."""


@rule
def words_of(counts: Any) -> tuple[int, int]:
    """Return the two words of a hand; the second is NO_HAND if the counts are no hand.

    Args:
        counts: how many copies of each card, 52 numbers.

    >>> words_of([0, 2, 1] + [0] * 49) == (0b1100, 0b0100)
    True
    """
    one = two = three = cards = 0
    for card in range(CARDS):
        copies = int(item_at(counts, card))
        bit = 1 << BIT_OF_CARD[card]
        one |= bit if copies > 0 else 0
        two |= bit if copies > 1 else 0
        three |= bit if copies > 2 else 0
        cards += copies
    return one, NO_HAND if three or cards > MOST_CARDS else two


@rule
def find_runs(one: int, masks: Any, codes: Any) -> int:
    """Write down the runs of a hand; return how many there are.

    Args:
        one: the cards held.
        masks: array, filled with the runs' words.
        codes: array, filled with their numbers (``best_melds.meld_of``).
    """
    found = 0
    starts = one & one >> 1 & one >> 2 & RUN_STARTS
    while starts:
        low = lowest_bit(starts)
        starts &= starts - 1
        suit, rank = low // RANKS, low % RANKS
        mask = 0b11 << low
        length = 2
        while rank + length < RANKS and one >> low + length & 1:
            mask |= 1 << low + length
            length += 1
            if length > 2:
                masks[found] = mask
                codes[found] = run_code(rank + 1, length, 0) | suit << SUIT_AT
                found += 1
    return found


@rule
def find_sets(one: int, masks: Any, codes: Any, found: int) -> int:
    """Write down the sets of a hand after the runs; return how many melds there are now."""
    a, b = one & ROW, one >> RANKS & ROW
    c, d = one >> 2 * RANKS & ROW, one >> 3 * RANKS & ROW
    ranks = ranks_of_three(a, b, c, d)
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        for k in range(SETS):
            mask = item_at(ACES_OF_SETS, k) << rank
            if mask & ~one == 0:
                masks[found] = mask
                codes[found] = SET | SUITS_OF_SETS[k] | (rank + 1) << 8
                found += 1
    return found


@rule
def join_component(masks: Any, codes: Any, first: int, count: int) -> int:
    """Bring together the melds that a meld hangs together with; return one past the last.

    Args:
        masks: the melds' words.
        codes: their numbers.
        first: the first of them; those before are of other components.
        count: how many melds there are.
    """
    cells = masks[first]
    end = first + 1
    k = end
    while k < count:
        if masks[k] & cells:
            cells |= masks[k]
            masks[k], masks[end] = masks[end], masks[k]
            codes[k], codes[end] = codes[end], codes[k]
            end += 1
            k = end
        else:
            k += 1
    return end


@rule
def keep(leaves: Any, first: int, last: int, one: int, two: int) -> int:
    """Make room for a combo among those of a component that are kept.

    Args:
        leaves: arrays by leaf: two words of its dump, its number of melds, and DEPTH melds a leaf.
        first: the component's first leaf.
        last: one past its last.
        one: the words of the dump.
        two: see there.

    Returns:
        One past the last leaf that stays, where this one belongs; TOO_MANY if it contains another.
    """
    ones, twos, sizes, melds = leaves
    to = first
    for leaf in range(first, last):
        less = ones[leaf] & ~one | twos[leaf] & ~two
        more = one & ~ones[leaf] | two & ~twos[leaf]
        if less == 0 and more != 0:
            return TOO_MANY
        if more != 0 or less == 0:
            if to < leaf:
                ones[to], twos[to], sizes[to] = ones[leaf], twos[leaf], sizes[leaf]
                for k in range(sizes[leaf]):
                    melds[to * DEPTH + k] = melds[leaf * DEPTH + k]
            to += 1
    return to


@rule
def next_fitting(masks: Any, at: int, end: int, one: int) -> int:
    """Return the first meld from one on whose cards are all there, or ``end``."""
    while at < end and masks[at] & ~one:
        at += 1
    return at


@rule
def search_component(
    masks: Any,
    codes: Any,
    first: int,
    end: int,
    one: int,
    two: int,
    stack: Any,
    leaves: Any,
    leaf: int,
) -> int:
    """Keep the combos of a component that no other combo of it makes less than maximal.

    Args:
        masks: the melds' words.
        codes: their numbers.
        first: the component's first meld.
        end: one past its last.
        one: the words of the hand.
        two: see there.
        stack: three arrays of DEPTH numbers, overwritten: two words of the cards left, and the meld
            that is tried.
        leaves: see ``keep``.
        leaf: where the component's leaves begin.

    Returns:
        One past its last leaf, or TOO_MANY.
    """
    ones, twos, tried = stack
    ones[0], twos[0] = one, two
    begin, at, is_leaf = leaf, first, True
    depth = tries = 0
    while depth >= 0:
        at = next_fitting(masks, at, end, ones[depth])
        if at < end:
            tries += 1
            if tries > MOST_TRIES:
                return TOO_MANY
            tried[depth] = at
            taken = masks[at]
            ones[depth + 1] = ones[depth] & ~taken | twos[depth] & taken
            twos[depth + 1] = twos[depth] & ~taken
            depth += 1
            is_leaf = True
            continue
        if is_leaf and next_fitting(masks, first, end, ones[depth]) == end:
            to = keep(leaves, begin, leaf, ones[depth], twos[depth])
            if to >= 0:
                if to == MOST_KEPT:
                    return TOO_MANY
                leaves[0][to], leaves[1][to], leaves[2][to] = ones[depth], twos[depth], depth
                for k in range(depth):
                    leaves[3][to * DEPTH + k] = codes[tried[k]]
                leaf = to + 1
        is_leaf = False
        depth -= 1
        if depth >= 0:
            at = tried[depth] + 1
    return leaf


@rule
def search_hand(counts: Any, given: Any, stack: Any, leaves: Any, parts: Any) -> int:
    """Keep the maximal combos of every component of a hand.

    Args:
        counts: see ``words_of``.
        given: two arrays of MELDS numbers, overwritten: the melds' words and their numbers.
        stack: see ``search_component``.
        leaves: see ``keep``; MOST_KEPT of them.
        parts: array of DEPTH numbers: component k has the leaves from parts[k] to parts[k + 1] - 1.

    Returns:
        The number of components, TOO_MANY or NO_HAND.
    """
    masks, codes = given
    one, two = words_of(counts)
    if two == NO_HAND:
        return NO_HAND
    count = find_sets(one, masks, codes, find_runs(one, masks, codes))
    found = first = parts[0] = 0
    while first < count:
        end = join_component(masks, codes, first, count)
        leaf = search_component(masks, codes, first, end, one, two, stack, leaves, parts[found])
        if leaf == TOO_MANY:
            return TOO_MANY
        found += 1
        parts[found] = leaf
        first = end
    return found


# --- The maximal combos of an array of hands, written down one after another ----------------------
#
# What a whole hand has is one choice of every component (``bits``).

FULL = 1
"""The arrays are full."""


@rule
def number_of_choices(parts: Any, found: int, most: int) -> int:
    """Return the number of choices of one leaf a component, at most ``most + 1``."""
    choices = 1
    for k in range(found):
        choices = min(choices * (parts[k + 1] - parts[k]), most + 1)
    return choices


@rule
def write_choices(
    leaves: Any,
    parts: Any,
    found: int,
    choices: int,
    ends: Any,
    combos: int,
    melds: Any,
    written: int,
) -> int:
    """Write down all choices of one leaf of every component, or as many as there is room for.

    Args:
        leaves: see ``search_hand``.
        parts: see there.
        found: how many components there are.
        choices: how many choices.
        ends: array by combo, filled with where its melds end.
        combos: the number of the first combo.
        melds: array, filled with the melds' numbers.
        written: how many of them are there already.

    Returns:
        How many melds are there then, or TOO_MANY for the room.
    """
    if combos + choices > len(ends):
        return TOO_MANY
    for choice in range(choices):
        rest = choice
        for k in range(found):
            size = parts[k + 1] - parts[k]
            leaf = parts[k] + rest % size
            rest //= size
            if written + leaves[2][leaf] > len(melds):
                return TOO_MANY
            for n in range(leaves[2][leaf]):
                melds[written + n] = leaves[3][leaf * DEPTH + n]
            written += leaves[2][leaf]
        ends[combos + choice] = written
    return written


@rule
def maximal_of_hands(
    hands: Any, start: int, stop: int, work: Any, ends: Any, combo_ends: Any, melds: Any, done: Any
) -> None:
    """Write down the maximal combos of hands, one after another, while there is room.

    Args:
        hands: array (hands, 52) of counts.
        start: the first hand.
        stop: one past the last.
        work: ``given``, ``stack``, ``leaves`` and ``parts`` of ``search_hand``.
        ends: array by hand from ``start``, filled with where its combos end.
        combo_ends: array by combo, filled with where its melds end.
        melds: array, filled with the melds' numbers.
        done: four numbers, filled: hands, combos and melds that are done, and why it ended: 0 at the
            end, FULL, TOO_MANY or NO_HAND.
    """
    given, stack, leaves, parts = work
    combos = written = done[3] = 0
    row = start
    while row < stop and done[3] == 0:
        found = search_hand(hands[row], given, stack, leaves, parts)
        if found < 0:
            done[3] = found
        else:
            choices = number_of_choices(parts, found, len(combo_ends))
            more = write_choices(leaves, parts, found, choices, combo_ends, combos, melds, written)
            if more == TOO_MANY:
                done[3] = FULL
            else:
                combos, written = combos + choices, more
                ends[row - start] = combos
                row += 1
    done[0], done[1], done[2] = row - start, combos, written


# --- The maximal combos of very many hands of two decks without wild cards ------------------------

PIECE = 20_000
"""The number of hands that a thread is given at a time."""
MOST_COMBOS = 1 << 17
"""A hand with more maximal combos than this is refused."""


@dataclass(frozen=True, slots=True)
class MaximalCombos:
    """The maximal combos of an array of hands, one after another.

    Args:
        first: array (hands + 1,): hand i has the combos from first[i] to first[i + 1] - 1.
        begins: array (combos + 1,): combo j has the melds from begins[j] to begins[j + 1] - 1.
        melds: array of melds as numbers (``best_melds.meld_of``), int32.

    >>> import numpy as np
    >>> hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    >>> found = batch_maximal(np.array([hand.counts], np.uint8))
    >>> found.numbers.tolist()
    [2]
    >>> for melds in found.of(0):
    ...     print(*melds, sep=" | ")
    H2 H3 H4 H5 | H4 H5 H6
    H4 H5 H6 | H3 D3 C3
    """

    first: NDArray[np.int64]
    begins: NDArray[np.int64]
    melds: NDArray[np.int32]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """How many maximal combos each hand has."""
        return self.first[1:] - self.first[:-1]

    def of(self, hand: int) -> list[tuple[Meld, ...]]:
        """Return the maximal combos of a hand, the melds of each.

        Raises:
            SuitwiseError: there is no such hand.
        """
        hand = whole(hand, "a hand", 0, len(self.first) - 2)
        return [
            tuple(meld_of(int(code)) for code in self.melds[self.begins[j] : self.begins[j + 1]])
            for j in range(self.first[hand], self.first[hand + 1])
        ]


def batch_maximal(hands: NDArray[np.uint8], *, threads: int = 0) -> MaximalCombos:
    """Return the maximal combos of every hand.

    A hand with more combos than the rule looks at is worked out by ``maximal`` instead, which can take
    seconds: 4.6 for the 40 cards of the ranks ace to 5 twice.

    Args:
        hands: array (hands, 53) of counts under the rule set ``seed``, so that no joker is held, or
            (hands, 52) without them.
        threads: how many threads; 0 for all cores.

    Raises:
        IllegalPosition: the array has another shape, a row is no hand, or it has more than 131,072
            maximal combos.

    >>> import numpy as np
    >>> hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    >>> found = batch_maximal(np.array([hand.counts[:52]], np.uint8), threads=1)
    >>> found.numbers
    array([2])
    >>> for melds in found.of(0):
    ...     print(*melds, sep=" | ")
    H2 H3 H4 H5 | H4 H5 H6
    H4 H5 H6 | H3 D3 C3
    """
    given = _checked(hands)

    def work_out(piece: range) -> list[_Rows]:
        return list(_rows(given, piece))

    found = in_order(work_out, pieces(len(given), PIECE), cores(threads))
    no_rows = np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.int32)
    ends, combo_ends, melds = zip(no_rows, *chain.from_iterable(found), strict=True)
    return MaximalCombos(_joined(ends), _joined(combo_ends), np.concatenate(melds))


def _checked(hands: Any) -> Any:
    """Return hands as counts of the cards without the jokers, of which none may be held."""
    given = np.asarray(hands)
    if given.dtype != np.uint8 or given.ndim != 2 or given.shape[1] not in (CARDS, SIZE):
        raise IllegalPosition(
            f"hands are a uint8 array of {CARDS} or {SIZE} counts a row, "
            f"not {given.dtype} {given.shape}"
        )
    for row in np.flatnonzero(given[:, JOKERS:].any(axis=1))[:1]:
        raise IllegalPosition(f"hand {row}: the rule set seed has no jokers")
    return np.ascontiguousarray(given[:, :CARDS])


_Rows = tuple[Any, Any, Any]
"""Where combos end by hand, where melds end by combo, and melds: arrays that begin at nothing."""


def _rows(hands: Any, piece: range, rule: Callable[..., None] | None = None) -> Iterator[_Rows]:
    """Yield the combos of a piece of the hands, as many at a time as there is room for."""
    search = rule or machine(maximal_of_hands)
    work = _work()
    done = np.zeros(4, np.int64)
    row, room = piece.start, 4 * len(piece) + MOST_KEPT
    while row < piece.stop:
        ends, combo_ends = np.empty(piece.stop - row, np.int64), np.empty(room, np.int64)
        melds = np.empty(2 * room, np.int32)
        search(hands, row, piece.stop, work, ends, combo_ends, melds, done)
        count, combos, written, why = map(int, done)
        yield ends[:count].copy(), combo_ends[:combos].copy(), melds[:written].copy()
        row += count
        if why == FULL and count == 0:
            room *= 2
        elif why < 0:
            yield _one_row(hands[row], row)
            row += 1


def _work() -> tuple[Any, ...]:
    """Return arrays for a search (``maximal_of_hands``)."""

    def arrays(*sizes: int) -> tuple[Any, ...]:
        return tuple(np.zeros(size, np.int64) for size in sizes)

    leaves = arrays(MOST_KEPT, MOST_KEPT, MOST_KEPT, MOST_KEPT * DEPTH)
    return arrays(MELDS, MELDS), arrays(DEPTH, DEPTH, DEPTH), leaves, *arrays(DEPTH)


def _one_row(counts: Any, row: int) -> _Rows:
    """Work out a hand that the rule leaves alone.

    Raises:
        IllegalPosition: it is no hand, or has too many maximal combos.
    """
    try:
        hand = Hand((*map(int, counts), 0), SEED)
        combos = [combo.melds for combo in islice(maximal(hand), MOST_COMBOS + 1)]
        if len(combos) > MOST_COMBOS:
            raise IllegalPosition(f"more than {MOST_COMBOS:,} maximal combos: list them lazily")
    except IllegalPosition as error:
        raise IllegalPosition(f"hand {row}: {error}") from None
    codes = [code_of_meld(meld) for melds in combos for meld in melds]
    ends = np.cumsum([len(melds) for melds in combos], dtype=np.int64)
    return np.array([len(combos)], np.int64), ends, np.array(codes, np.int32)


def _joined(parts: Sequence[Any]) -> NDArray[np.int64]:
    """Join arrays of ends that each begin at nothing, with a nothing in front."""
    sizes = np.array([part[-1] if len(part) else 0 for part in parts], np.int64)
    shifts = np.cumsum(sizes) - sizes
    shifted = [part + shift for part, shift in zip(parts, shifts, strict=True)]
    return np.concatenate([np.zeros(1, np.int64), *shifted])
