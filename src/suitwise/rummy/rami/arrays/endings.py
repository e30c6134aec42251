"""Whether a turn can end: a depth-first search for a way to lay the cards owed, on the record itself.

If nothing is owed, a turn ends with a discard. Otherwise the search tries

* to add the card owed, or a joker, to a meld of the table;
* to lay a meld of three with it;
* to take a joker from the table;
* to extend a run of the table towards the card owed.

Melds of three are enough: a part of a longer meld contains the card and the joker, too, and leaves more
cards in the hand. Each step is made on the record and undone from a *frame*, a copy of the columns of
the turn before it.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.rami.arrays import record as layout
from suitwise.rummy.rami.arrays.cards import (
    BIT_OF,
    HIGH_ACE,
    JOKERS,
    LANE,
    ONCE,
    TWICE,
    add_kind,
    has_kind,
    size_of,
    take_out,
    with_high_aces,
    without_high_aces,
)
from suitwise.rummy.rami.arrays.melds import (
    CODE,
    N_SHORTEST,
    NATURAL,
    SHORTEST,
    TAKE_PLACES,
    WAYS,
    WILD,
    freed,
    grown,
    grown_rank,
    is_joker_way,
    is_set,
    kind_added,
    kind_freeing,
    run_code,
    set_code,
    suit_of,
    suits_with,
)
from suitwise.rummy.rules.hand import JOKER, N_SUITED

# --- Steps of a turn ------------------------------------------------------------------------------


@rule
def is_owing(record: Any) -> bool:
    """Return whether cards must be laid before the turn can end."""
    return bool(
        record[layout.OWED] >= 0
        or record[layout.OWED_JOKERS] > 0
        or record[layout.OWED_TO_MELDS] > 0
    )


@rule
def lay_cards(record: Any, hand: int, cards: int, jokers: int, is_new_meld: bool) -> None:
    """Move cards from the hand to the table; those owed are then no longer owed."""
    take_out(record, hand, cards, jokers)
    if record[layout.OWED] >= 0 and cards >> BIT_OF[record[layout.OWED]] & 1:
        record[layout.OWED] = -1
    if jokers:
        if is_new_meld:
            paid = min(jokers, int(record[layout.OWED_TO_MELDS]))
            record[layout.OWED_TO_MELDS] -= paid
            jokers -= paid
        record[layout.OWED_JOKERS] = max(0, record[layout.OWED_JOKERS] - jokers)


@rule
def lay_meld(record: Any, hand: int, meld: int) -> None:
    """Lay a new meld, given by its number."""
    record[layout.TABLE + record[layout.N_TABLE]] = CODE[meld]
    record[layout.N_TABLE] += 1
    lay_cards(record, hand, NATURAL[meld], WILD[meld], True)


@rule
def fits_hand(record: Any, hand: int, meld: int) -> bool:
    """Return whether a hand holds a meld, given by its number."""
    return NATURAL[meld] & ~int(record[hand]) == 0 and WILD[meld] <= record[hand + JOKERS]


@rule
def may_grow(record: Any, options: Any, hand: int, at: int, way: int) -> bool:
    """Return whether the hand has the card by which a meld of the table grows, and another one."""
    code = int(record[layout.TABLE + at])
    if grown(code, way, int(options[layout.MOST_WILDS])) == 0 or size_of(record, hand) <= 1:
        return False
    if is_joker_way(code, way):
        return bool(record[hand + JOKERS] > record[layout.OWED_TO_MELDS])
    return has_kind(record, hand, kind_added(code, way))


@rule
def grow(record: Any, options: Any, hand: int, at: int, way: int) -> None:
    """Add a card of the hand to a meld of the table."""
    code = int(record[layout.TABLE + at])
    record[layout.TABLE + at] = grown(code, way, int(options[layout.MOST_WILDS]))
    if is_joker_way(code, way):
        lay_cards(record, hand, 0, 1, False)
    else:
        lay_cards(record, hand, 1 << BIT_OF[kind_added(code, way)], 0, False)


@rule
def may_take(record: Any, hand: int, at: int, place: int) -> bool:
    """Return whether a card of the hand frees the joker at a place of a meld of the table."""
    kind = kind_freeing(int(record[layout.TABLE + at]), place)
    return kind >= 0 and has_kind(record, hand, kind)


@rule
def take(record: Any, options: Any, hand: int, at: int, place: int) -> None:
    """Replace a joker of the table by a card of the hand; the joker goes to the hand."""
    code = int(record[layout.TABLE + at])
    lay_cards(record, hand, 1 << BIT_OF[kind_freeing(code, place)], 0, False)
    record[layout.TABLE + at] = freed(code, place)
    add_kind(record, hand, JOKER)
    if record[layout.BARRED] == JOKER:
        record[layout.BARRED] = -1
    if options[layout.TAKEN] == layout.TO_TABLE:
        record[layout.OWED_JOKERS] += 1
    elif options[layout.TAKEN] == layout.TO_MELD:
        record[layout.OWED_TO_MELDS] += 1


# --- Frames ---------------------------------------------------------------------------------------

_AT, _CODE, _NEXT = range(8, 11)
"""The columns of a frame after those of the turn: a meld's place and code, the next step to try."""


@rule
def keep(record: Any, hand: int, frame: int, at: int) -> None:
    """Save the turn in a frame, with the one meld of the table that the next step changes."""
    to = layout.FRAMES + layout.FRAME * frame
    record[to], record[to + 1], record[to + 2] = (
        record[hand + ONCE],
        record[hand + TWICE],
        record[hand + JOKERS],
    )
    record[to + 3], record[to + 4], record[to + 5] = (
        record[layout.OWED],
        record[layout.OWED_JOKERS],
        record[layout.OWED_TO_MELDS],
    )
    record[to + 6], record[to + 7] = record[layout.N_TABLE], record[layout.BARRED]
    record[to + _AT], record[to + _CODE] = at, record[layout.TABLE + at]


@rule
def go_back(record: Any, hand: int, frame: int) -> None:
    """Restore the turn from a frame."""
    of = layout.FRAMES + layout.FRAME * frame
    record[hand + ONCE], record[hand + TWICE], record[hand + JOKERS] = (
        record[of],
        record[of + 1],
        record[of + 2],
    )
    record[layout.OWED], record[layout.OWED_JOKERS], record[layout.OWED_TO_MELDS] = (
        record[of + 3],
        record[of + 4],
        record[of + 5],
    )
    record[layout.N_TABLE], record[layout.BARRED] = record[of + 6], record[of + 7]
    record[layout.TABLE + record[of + _AT]] = record[of + _CODE]


# --- The search -----------------------------------------------------------------------------------

ENDS, OPEN, STUCK = 1, 0, -1
"""A turn can end now; it may be able to after further steps; it can't."""


@rule
def standing(record: Any, options: Any, hand: int) -> int:
    """Return ``ENDS``, ``OPEN`` or ``STUCK`` for the current turn of a seat that has opened."""
    size = size_of(record, hand)
    if is_owing(record):
        return OPEN if size > max(1, 3 * int(record[layout.OWED_TO_MELDS])) else STUCK
    if size > 1:
        return ENDS
    if size == 0:
        return STUCK
    if record[layout.BARRED] < 0 or not has_kind(record, hand, int(record[layout.BARRED])):
        return ENDS
    # The last card was taken from the pile: for a joker it can still go to the table.
    if options[layout.TAKEN] == layout.TO_HAND:
        for at in range(record[layout.N_TABLE]):
            for place in range(TAKE_PLACES):
                if kind_freeing(int(record[layout.TABLE + at]), place) == record[layout.BARRED]:
                    return ENDS
    return STUCK


@rule
def can_end(record: Any, options: Any, hand: int, first: int) -> bool:
    """Return whether the turn of a seat that has opened can end; the record is unchanged afterwards.

    Args:
        record: the record.
        options: the numbers of the house.
        hand: the first column of its hand.
        first: the first free frame.
    """
    found = standing(record, options, hand)
    if found != OPEN:
        return found == ENDS
    frame = first
    record[layout.FRAMES + layout.FRAME * frame + _NEXT] = 0
    while frame >= first:
        step = _next_step(
            record, options, hand, int(record[layout.FRAMES + layout.FRAME * frame + _NEXT])
        )
        if step < 0:
            frame -= 1
            if frame >= first:
                go_back(record, hand, frame)
            continue
        keep(record, hand, frame, _meld_of(record, step))
        record[layout.FRAMES + layout.FRAME * frame + _NEXT] = step + 1
        _make(record, options, hand, step)
        found = standing(record, options, hand)
        if found == ENDS:
            while frame >= first:
                go_back(record, hand, frame)
                frame -= 1
            return True
        if found == STUCK:
            go_back(record, hand, frame)
            continue
        frame += 1
        assert frame < layout.MOST_FRAMES
        record[layout.FRAMES + layout.FRAME * frame + _NEXT] = 0
    return False


# Steps have numbers: for each meld of the table its ways to grow and the places of its jokers, then the
# melds of three, then a run of each card with two jokers.

_STEPS = WAYS + TAKE_PLACES
"""The number of steps at a meld of the table: ways to grow, then places of jokers."""


@rule
def _meld_of(record: Any, step: int) -> int:
    """Return the place of the meld of the table that a step changes, or of a new meld."""
    return min(step // _STEPS, int(record[layout.N_TABLE]))


@rule
def _next_step(record: Any, options: Any, hand: int, first: int) -> int:
    """Return the next step from number ``first`` on that may help the turn to end, or -1."""
    n_table = int(record[layout.N_TABLE])
    for step in range(first, _STEPS * n_table):
        at, what = step // _STEPS, step % _STEPS
        if what >= WAYS:
            if may_take(record, hand, at, what - WAYS):
                return step
        elif may_grow(record, options, hand, at, what) and _is_useful(record, at, what):
            return step
    melds = _STEPS * n_table
    if size_of(record, hand) < 4:
        return -1
    for step in range(max(first, melds), melds + N_SHORTEST):
        meld = SHORTEST[step - melds]
        if fits_hand(record, hand, meld) and WILD[meld] <= options[layout.MOST_WILDS]:
            owed = (
                record[layout.OWED] >= 0 and NATURAL[meld] >> BIT_OF[record[layout.OWED]] & 1 == 1
            )
            if owed or (WILD[meld] and _owes_jokers(record)):
                return step
    pairs = melds + N_SHORTEST
    if options[layout.MOST_WILDS] > 1 and record[hand + JOKERS] > 1 and _owes_jokers(record):
        for step in range(max(first, pairs), pairs + N_SUITED):
            if has_kind(record, hand, step - pairs):
                return step
    return -1


@rule
def _owes_jokers(record: Any) -> bool:
    return bool(record[layout.OWED_JOKERS] > 0 or record[layout.OWED_TO_MELDS] > 0)


@rule
def _is_useful(record: Any, at: int, way: int) -> bool:
    """Return whether an added card is owed, or extends a run towards the card owed."""
    code, owed = int(record[layout.TABLE + at]), int(record[layout.OWED])
    if is_joker_way(code, way):
        if record[layout.OWED_JOKERS] > 0:
            return True
    elif kind_added(code, way) == owed:
        return True
    if owed < 0 or is_set(code) or suit_of(code) != owed // 13:
        return False
    rank = BIT_OF[owed] % LANE
    if way & 1 == 0:
        return rank < grown_rank(code, way)
    return rank > grown_rank(code, way) or (rank == 1 and grown_rank(code, way) < HIGH_ACE)


@rule
def _make(record: Any, options: Any, hand: int, step: int) -> None:
    """Make a step."""
    melds = _STEPS * int(record[layout.N_TABLE])
    if step < melds:
        at, what = step // _STEPS, step % _STEPS
        if what >= WAYS:
            take(record, options, hand, at, what - WAYS)
        else:
            grow(record, options, hand, at, what)
        return
    if step < melds + N_SHORTEST:
        lay_meld(record, hand, SHORTEST[step - melds])
        return
    kind = step - melds - N_SHORTEST
    rank = min(BIT_OF[kind] % LANE, 12)
    wilds = (7 << rank) & ~(1 << BIT_OF[kind] % LANE)
    record[layout.TABLE + record[layout.N_TABLE]] = run_code(kind // 13, rank, rank + 2, wilds)
    record[layout.N_TABLE] += 1
    lay_cards(record, hand, 1 << BIT_OF[kind], 2, True)


# --- Melds with several jokers --------------------------------------------------------------------
#
# They have no numbers. If jokers that are owed can be laid only in such a meld, the action ``done`` lays
# the first one after which the turn can end: runs by suit, lowest and highest rank, first those with few
# jokers and of these those whose jokers are low; then sets by rank, number of cards and suits.

_SUITS = 1, 2, 4, 8, 3, 5, 9, 6, 10, 12
"""One suit or two as bits, the natural cards of a set with several jokers."""


@rule
def lay_by_jokers(record: Any, options: Any, hand: int) -> int:
    """Lay the first meld with several jokers after which the turn can end; return its cards, or 0.

    The number of jokers laid is the difference in the hand.
    """
    most = min(int(record[hand + JOKERS]), int(options[layout.MOST_WILDS]))
    word = with_high_aces(int(record[hand]))
    for suit in range(4):
        lane = word >> LANE * suit
        for low in range(1, HIGH_ACE - 1):
            for length in range(3, min(5, HIGH_ACE + 1 - low) + 1):
                held = lane >> low & (1 << length) - 1
                for wilds in range(2, min(most, length - 1) + 1):
                    for order in range((1 << length) - 1, 0, -1):
                        jokers = _lowest_first(order, length)
                        natural = (1 << length) - 1 & ~jokers
                        if count_bits(jokers) != wilds or natural & ~held:
                            continue
                        cards = without_high_aces(natural << low) << LANE * suit
                        code = run_code(suit, low, low + length - 1, jokers << low)
                        if _lays_well(record, options, hand, code, cards, wilds):
                            return cards
    for rank in range(1, HIGH_ACE):
        for place in range(10):
            suits = _SUITS[place]
            if suits & ~suits_with(word, rank):
                continue
            for wilds in range(2, min(most, 4 - count_bits(suits)) + 1):
                cards = 0
                for suit in range(4):
                    cards |= (suits >> suit & 1) << LANE * suit + rank
                code = set_code(rank, suits, wilds)
                if count_bits(suits) + wilds >= 3 and _lays_well(
                    record, options, hand, code, cards, wilds
                ):
                    return cards
    return 0


@rule
def _lowest_first(order: int, length: int) -> int:
    """Return bits in reverse order, so that masks with lower bits become greater numbers."""
    bits = 0
    for place in range(length):
        bits |= (order >> place & 1) << length - 1 - place
    return bits


@rule
def _lays_well(record: Any, options: Any, hand: int, code: int, cards: int, jokers: int) -> bool:
    """Lay a meld if that leaves a card and the turn can still end; return whether it was laid."""
    if size_of(record, hand) <= count_bits(cards) + jokers:
        return False
    keep(record, hand, 0, int(record[layout.N_TABLE]))
    record[layout.TABLE + record[layout.N_TABLE]] = code
    record[layout.N_TABLE] += 1
    lay_cards(record, hand, cards, jokers, True)
    if can_end(record, options, hand, 1):
        return True
    go_back(record, hand, 0)
    return False
