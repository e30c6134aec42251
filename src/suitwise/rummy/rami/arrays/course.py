"""The course of a deal of rami in a record: legal actions, their effects, and the score."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import lowest_bit, rule
from suitwise.rummy.rami.arrays import record as layout
from suitwise.rummy.rami.arrays.cards import (
    JOKERS,
    KIND_AT,
    MULTISET,
    ONCE,
    PACK,
    TWICE,
    add_kind,
    copy_cards,
    cost_of,
    has_kind,
    nth_kind,
    size_of,
    take_kind,
    take_out,
)
from suitwise.rummy.rami.arrays.endings import (
    can_end,
    go_back,
    grow,
    is_owing,
    keep,
    lay_by_jokers,
    lay_meld,
    may_grow,
    may_take,
    take,
)
from suitwise.rummy.rami.arrays.melds import (
    LENGTH,
    NATURAL,
    TAKE_PLACES,
    WAYS,
    WILD,
    action_of_take,
    action_of_way,
    is_joker_way,
    kind_added,
    kind_freeing,
)
from suitwise.rummy.rami.arrays.openings import can_open_and_end, find_first_melds, list_of_hand
from suitwise.rummy.rami.arrays.record import add_bits, hand_of
from suitwise.rummy.rami.rules.numbers import ADDS, DISCARDS, DONE, MELDS, TAKES
from suitwise.rummy.rami.rules.numbers import PILE as PILE_ACTION
from suitwise.rummy.rami.rules.numbers import STOCK as STOCK_ACTION
from suitwise.rummy.rules.hand import JOKER
from suitwise.stepping.loop import HEAD, STREAM, drawn
from suitwise.stepping.noted import clear, is_any_noted, note

# --- Legal actions --------------------------------------------------------------------------------


@rule
def find_moves(record: Any, options: Any) -> None:
    """Note the legal actions of the seat on turn."""
    clear(record, layout.LEGAL, layout.WORDS)
    if record[layout.PHASE] == layout.DRAW:
        note(record, layout.LEGAL, STOCK_ACTION)
        if may_take_pile(record, options):
            note(record, layout.LEGAL, PILE_ACTION)
    elif record[layout.PHASE] == layout.PLAY:
        hand = hand_of(record)
        if record[layout.OPENED + record[layout.MOVER]] == 0:
            find_first_melds(record, options, hand)
        else:
            _find_growths(record, options, hand)
            _find_takes(record, options, hand)
            _find_melds(record, options, hand)
            if is_owing(record) and not is_any_noted(record, layout.LEGAL, layout.WORDS):
                note(record, layout.LEGAL, DONE)
        if record[layout.N_CHOSEN] == 0 and not is_owing(record):
            _find_discards(record, hand)


@rule
def may_take_pile(record: Any, options: Any) -> bool:
    """Return whether the seat on turn may draw the top of the pile."""
    hand, top = hand_of(record), int(record[layout.TOP])
    if top < 0 or record[layout.PLAYED] // options[layout.SEATS] + 1 < options[layout.PILE_FROM]:
        return False
    if options[layout.IS_LAST_STOCK] and size_of(record, hand) == 1:
        return False
    if not options[layout.IS_USED]:
        return True
    _owe(record, top)
    add_kind(record, hand, top)
    if record[layout.OPENED + record[layout.MOVER]]:
        ends = can_end(record, options, hand, 0)
    else:
        ends = can_open_and_end(record, options, hand)
    take_kind(record, hand, top)
    record[layout.OWED], record[layout.OWED_JOKERS] = -1, 0
    return ends


@rule
def _owe(record: Any, kind: int) -> None:
    """Note that a card must be laid in this turn."""
    if kind == JOKER:
        record[layout.OWED_JOKERS] = 1
    else:
        record[layout.OWED] = kind


@rule
def _find_discards(record: Any, hand: int) -> None:
    left = int(record[hand])
    while left:
        kind = KIND_AT[lowest_bit(left)]
        left &= left - 1
        if kind != record[layout.BARRED]:
            note(record, layout.LEGAL, DISCARDS + kind)
    if record[hand + JOKERS] and record[layout.BARRED] != JOKER:
        note(record, layout.LEGAL, DISCARDS + JOKER)


@rule
def grows_well(record: Any, options: Any, hand: int, at: int, way: int) -> bool:
    """Return whether a meld of the table may grow in a given way so that the turn can still end."""
    if not may_grow(record, options, hand, at, way):
        return False
    if not is_owing(record) and size_of(record, hand) > 2:
        return True
    keep(record, hand, 0, at)
    grow(record, options, hand, at, way)
    ends = can_end(record, options, hand, 1)
    go_back(record, hand, 0)
    return ends


@rule
def takes_well(record: Any, options: Any, hand: int, at: int, place: int) -> bool:
    """Return whether a joker may be taken so that the turn can still end."""
    if not may_take(record, hand, at, place):
        return False
    keep(record, hand, 0, at)
    take(record, options, hand, at, place)
    ends = can_end(record, options, hand, 1)
    go_back(record, hand, 0)
    return ends


@rule
def lays_well(record: Any, options: Any, hand: int, meld: int) -> bool:
    """Return whether a new meld of the hand may be laid so that the turn can still end."""
    left = size_of(record, hand) - LENGTH[meld]
    if left < 1:
        return False
    if not is_owing(record) and left > 1:
        return True
    keep(record, hand, 0, int(record[layout.N_TABLE]))
    lay_meld(record, hand, meld)
    ends = can_end(record, options, hand, 1)
    go_back(record, hand, 0)
    return ends


@rule
def _find_growths(record: Any, options: Any, hand: int) -> None:
    for at in range(record[layout.N_TABLE]):
        code = int(record[layout.TABLE + at])
        for way in range(WAYS):
            if grows_well(record, options, hand, at, way):
                note(record, layout.LEGAL, action_of_way(code, way))


@rule
def _find_takes(record: Any, options: Any, hand: int) -> None:
    for at in range(record[layout.N_TABLE]):
        code = int(record[layout.TABLE + at])
        for place in range(TAKE_PLACES):
            if takes_well(record, options, hand, at, place):
                note(record, layout.LEGAL, action_of_take(code, kind_freeing(code, place)))


@rule
def _find_melds(record: Any, options: Any, hand: int) -> None:
    count = list_of_hand(record, options, hand)
    for place in range(count):
        meld = int(record[layout.LISTED + place])
        if lays_well(record, options, hand, meld):
            note(record, layout.LEGAL, MELDS + meld)


# --- What an action changes -----------------------------------------------------------------------


@rule
def play_move(record: Any, options: Any, action: int) -> bool:
    """Make a legal action; return whether a draw from the stock follows."""
    if action == STOCK_ACTION:
        if size_of(record, layout.STOCK) == 0:
            _turn_pile(record, options)
        record[layout.PHASE] = layout.DRAWING
        return True
    hand = hand_of(record)
    known = hand + layout.KNOWN - layout.HANDS
    if action == PILE_ACTION:
        _take_top(record, options, hand)
    elif action == DONE and record[layout.OPENED + record[layout.MOVER]]:
        jokers = int(record[hand + JOKERS])
        cards = lay_by_jokers(record, options, hand)
        take_out(record, known, cards, jokers - int(record[hand + JOKERS]))
    elif action == DONE:
        _open(record, options, hand)
    elif action < MELDS:
        _discard(record, options, action - DISCARDS)
    elif action < ADDS:
        meld = action - MELDS
        if record[layout.OPENED + record[layout.MOVER]]:
            take_out(record, known, NATURAL[meld], WILD[meld])
            lay_meld(record, hand, meld)
        else:
            _choose(record, known, meld)
    elif action < TAKES:
        _add(record, options, hand, action)
    else:
        _take_joker(record, options, hand, action)
    return False


@rule
def give(record: Any, kind: int) -> None:
    """Give a given card of the stock to the seat on turn, as its draw."""
    take_kind(record, layout.STOCK, kind)
    add_kind(record, hand_of(record), kind)
    _begin_play(record)


@rule
def _begin_play(record: Any) -> None:
    """Begin the play of the turn. The card below the top no longer matters: a discard will cover it."""
    record[layout.PHASE] = layout.PLAY
    record[layout.BELOW] = record[layout.TOP_SEAT] = -1


@rule
def _turn_pile(record: Any, options: Any) -> None:
    """Turn the pile, except for its top, into the stock. Of two seats each then knows both hands."""
    take_kind(record, layout.PILE, int(record[layout.TOP]))
    copy_cards(record, layout.STOCK, layout.PILE)
    copy_cards(record, layout.TURNED, layout.PILE)
    for column in range(MULTISET):
        record[layout.PILE + column] = 0
    for column in range(MULTISET * int(options[layout.SEATS])):
        record[layout.LAID + column] = 0
        if options[layout.SEATS] == 2:
            record[layout.KNOWN + column] = record[layout.HANDS + column]
    add_kind(record, layout.PILE, int(record[layout.TOP]))
    if record[layout.TOP_SEAT] >= 0:
        add_kind(
            record, layout.LAID + MULTISET * int(record[layout.TOP_SEAT]), int(record[layout.TOP])
        )
    record[layout.BELOW] = -1


@rule
def _take_top(record: Any, options: Any, hand: int) -> None:
    kind = int(record[layout.TOP])
    take_kind(record, layout.PILE, kind)
    if record[layout.TOP_SEAT] >= 0:
        take_kind(record, layout.LAID + MULTISET * int(record[layout.TOP_SEAT]), kind)
    record[layout.TOP] = record[layout.BELOW]
    if options[layout.IS_USED]:
        _owe(record, kind)
    else:
        record[layout.BARRED] = -1 if has_kind(record, hand, kind) else kind
    add_kind(record, hand, kind)
    add_kind(record, hand + layout.KNOWN - layout.HANDS, kind)
    _begin_play(record)


@rule
def _choose(record: Any, known: int, meld: int) -> None:
    """Choose a first meld; its cards are then publicly known to be in the hand."""
    record[layout.CHOICES + record[layout.N_CHOSEN]] = meld
    record[layout.N_CHOSEN] += 1
    add_bits(record, layout.CHOSEN, NATURAL[meld])
    record[layout.CHOSEN + JOKERS] += WILD[meld]
    record[known + ONCE] |= record[layout.CHOSEN + ONCE]
    record[known + TWICE] |= record[layout.CHOSEN + TWICE]
    record[known + JOKERS] = max(record[known + JOKERS], record[layout.CHOSEN + JOKERS])


@rule
def _open(record: Any, options: Any, hand: int) -> None:
    """Lay the first melds chosen."""
    record[layout.SEC_NOW] = layout.LATER if record[layout.N_TABLE] else layout.FIRST
    points = 0
    for choice in range(record[layout.N_CHOSEN]):
        meld = int(record[layout.CHOICES + choice])
        points += options[layout.WORTHS + meld]
        take_out(record, hand + layout.KNOWN - layout.HANDS, NATURAL[meld], WILD[meld])
        lay_meld(record, hand, meld)
        record[layout.CHOICES + choice] = 0
    record[layout.HIGHEST] = max(int(record[layout.HIGHEST]), points)
    record[layout.OPENED + record[layout.MOVER]] = 1
    record[layout.N_CHOSEN] = 0
    for column in range(MULTISET):
        record[layout.CHOSEN + column] = 0


@rule
def _add(record: Any, options: Any, hand: int, action: int) -> None:
    """Add a card to the first meld that it fits."""
    for at in range(record[layout.N_TABLE]):
        code = int(record[layout.TABLE + at])
        for way in range(WAYS):
            if grows_well(record, options, hand, at, way) and action_of_way(code, way) == action:
                kind = JOKER if is_joker_way(code, way) else kind_added(code, way)
                take_kind(record, hand + layout.KNOWN - layout.HANDS, kind)
                grow(record, options, hand, at, way)
                return


@rule
def _take_joker(record: Any, options: Any, hand: int, action: int) -> None:
    """Take the joker of the first meld that a card fits."""
    for at in range(record[layout.N_TABLE]):
        code = int(record[layout.TABLE + at])
        for place in range(TAKE_PLACES):
            kind = kind_freeing(code, place)
            if kind < 0 or action_of_take(code, kind) != action:
                continue
            if takes_well(record, options, hand, at, place):
                take_kind(record, hand + layout.KNOWN - layout.HANDS, kind)
                add_kind(record, hand + layout.KNOWN - layout.HANDS, JOKER)
                take(record, options, hand, at, place)
                return


@rule
def draws_of(record: Any, options: Any) -> int:
    """Return the number of draws of the deal."""
    return max(
        0,
        int(record[layout.PLAYED])
        + int(record[layout.PHASE] == layout.PLAY)
        - int(options[layout.HAS_EXTRA]),
    )


@rule
def _discard(record: Any, options: Any, kind: int) -> None:
    """Discard a card, which ends the turn; if it was the last one, the deal ends."""
    seat, hand = int(record[layout.MOVER]), hand_of(record)
    take_kind(record, hand, kind)
    take_kind(record, hand + layout.KNOWN - layout.HANDS, kind)
    add_kind(record, layout.PILE, kind)
    add_kind(record, layout.LAID + MULTISET * seat, kind)
    record[layout.BELOW], record[layout.TOP], record[layout.TOP_SEAT] = (
        record[layout.TOP],
        kind,
        seat,
    )
    record[layout.BARRED] = -1
    record[layout.PLAYED] += 1
    record[layout.PHASE] = layout.DRAW
    if size_of(record, hand) == 0:
        record[layout.PHASE] = layout.OUT
        _score(record, options)
        return
    spent = size_of(record, layout.STOCK) == 0 and (
        options[layout.IS_VOID] != 0 or size_of(record, layout.PILE) < 2
    )
    if spent or draws_of(record, options) >= options[layout.MOST_DRAWS]:
        record[layout.PHASE] = layout.VOID
        return
    record[layout.SEC_NOW] = layout.NO_SEC
    record[layout.MOVER] = (seat + 1) % options[layout.SEATS]


@rule
def _score(record: Any, options: Any) -> None:
    """Score the deal after the mover has gone out."""
    factor = 2 if record[layout.SEC_NOW] != layout.NO_SEC and options[layout.IS_DOUBLE] else 1
    for seat in range(options[layout.SEATS]):
        points = cost_of(record, layout.HANDS + MULTISET * seat, options, layout.COSTS)
        if options[layout.UNOPENED] and record[layout.OPENED + seat] == 0:
            points = int(options[layout.UNOPENED])
        record[layout.SCORES + seat] = factor * points
    won = int(options[layout.WIN])
    if record[layout.SEC_NOW] == layout.LATER:
        won = int(options[layout.SEC])
    elif record[layout.SEC_NOW] == layout.FIRST:
        won = int(options[layout.SEC_FIRST])
    record[layout.SCORES + record[layout.MOVER]] = -won


# --- Dealing --------------------------------------------------------------------------------------


@rule
def draw_kind(record: Any, stream: int) -> tuple[int, int]:
    """Draw a card of the stock uniformly; return its kind and the advanced stream."""
    number, stream = drawn(size_of(record, layout.STOCK), stream)
    return nth_kind(record, layout.STOCK, number), stream


@rule
def deal_cards(record: Any, options: Any, stream: int) -> int:
    """Deal the hands from two packs, then turn up a card or deal another one; return the stream.

    >>> from suitwise.rummy.rami.arrays.record import options_of
    >>> from suitwise.rummy.rami.rules.house import RamiVariant
    >>> from suitwise.stepping.loop import opened
    >>> record = [0] * layout.COLUMNS
    >>> _ = deal_cards(record, options_of(RamiVariant("rami51")), opened(7, 0))
    >>> size_of(record, layout.HANDS), size_of(record, layout.STOCK), size_of(record, layout.PILE)
    (13, 81, 1)
    """
    for column in range(HEAD, layout.COLUMNS):
        record[column] = 0
    record[layout.STOCK + ONCE] = record[layout.STOCK + TWICE] = PACK
    record[layout.STOCK + JOKERS] = options[layout.JOKERS_IN_PACKS]
    record[layout.TOP] = record[layout.BELOW] = record[layout.TOP_SEAT] = record[
        layout.BARRED
    ] = record[layout.OWED] = -1
    for _ in range(options[layout.CARDS]):
        for seat in range(options[layout.SEATS]):
            kind, stream = draw_kind(record, stream)
            take_kind(record, layout.STOCK, kind)
            add_kind(record, layout.HANDS + MULTISET * seat, kind)
    kind, stream = draw_kind(record, stream)
    if options[layout.HAS_EXTRA]:
        give(record, kind)
    else:
        take_kind(record, layout.STOCK, kind)
        add_kind(record, layout.PILE, kind)
        record[layout.TOP], record[layout.PHASE] = kind, layout.DRAW
    return stream


@rule
def advance(record: Any, options: Any, action: int) -> None:
    """Make a legal action, and the random draw that it may lead to, from the record's stream."""
    if play_move(record, options, action):
        kind, stream = draw_kind(record, int(record[STREAM]))
        record[STREAM] = stream
        give(record, kind)
