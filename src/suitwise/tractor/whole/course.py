"""The burial and the play of a whole deal in arrays: each seat by its policy, all that is done noted.

Source: rules page §6. From the burial on cards go by their names of a round (``packed``).
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.tractor.arrays.packed import (
    BURIED,
    HANDS,
    LANDLORD,
    LEADER,
    MAIN,
    PLACED,
    RANK,
    form_of,
    named_back,
    renamed,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy_bidding import choose_burial
from suitwise.tractor.rules.auction import main_of
from suitwise.tractor.rules.piles import together, without
from suitwise.tractor.whole.at_random import any_burial, any_lead, any_reply, place_of
from suitwise.tractor.whole.columns import (
    BID,
    GONE,
    RANDOM,
    SHOWN,
    THROWS,
    UNDRAWN,
    note,
)
from suitwise.tractor.whole.known import (
    may_hold,
    note_gone,
    note_lacks,
    note_lead,
    note_reply,
    note_tried,
)
from suitwise.tractor.whole.leading import lead_here
from suitwise.tractor.whole.replying import reply_here
from suitwise.tractor.whole.throwing import STANDS, forced_cards, forced_part
from suitwise.tractor.whole.tricks import put_in_trick


@rule
def bury(record: Any, row: int, landlord: int, policy: int, own: Any, moves: Any) -> None:
    """Let the landlord take up the kitty and bury; from here on cards go by their names of a round."""
    main, hand, cr = main_of(item_at(record, BID)), HANDS + 2 * landlord, item_at(record, RANK)
    record[MAIN] = main
    record[LANDLORD] = record[LEADER] = landlord
    # It may have buried what it has shown.
    record[SHOWN + 2 * landlord] = record[SHOWN + 2 * landlord + 1] = 0
    record[hand], record[hand + 1] = together(
        item_at(record, hand),
        item_at(record, hand + 1),
        item_at(record, UNDRAWN),
        item_at(record, UNDRAWN + 1),
    )
    for column in range(HANDS, BURIED):
        record[column] = renamed(item_at(record, column), main, cr)
    for column in range(SHOWN, GONE):
        record[column] = renamed(item_at(record, column), main, cr)
    once, twice = item_at(record, hand), item_at(record, hand + 1)
    if policy == RANDOM:
        buried, buried_twice = any_burial(record, row, landlord, own)
    else:
        buried, buried_twice = choose_burial(once, twice, form_of(main), cr)
    record[hand], record[hand + 1] = without(once, twice, buried, buried_twice)
    record[BURIED], record[BURIED + 1] = buried, buried_twice
    note_play(record, moves, buried, buried_twice)


@rule
def play_here(record: Any, row: int, policy: int, own: Any, moves: Any) -> None:
    """Let the seat on turn play."""
    if item_at(record, PLACED) == 0:
        lead(record, row, policy, own, moves)
        return
    seat = turn_of(record)
    once, twice = any_reply(record, row, own) if policy == RANDOM else reply_of(record)
    note_reply(record, seat, once, twice)
    note_play(record, moves, once, twice)
    put_in_trick(record, once, twice)


@rule
def lead(record: Any, row: int, policy: int, own: Any, moves: Any) -> None:
    """Let the seat on turn lead; of a throw that fails a part stays on the table."""
    seat = turn_of(record)
    if policy == RANDOM:
        once, twice = any_lead(record, row, own)
    else:
        once, twice = lead_of(record, policy == THROWS)
    note_play(record, moves, once, twice)
    length, top = forced_part(record, once, twice)
    note_lead(record, seat, once, twice, length)
    if length != STANDS:
        note_tried(record, seat, once, twice)
        once, level = forced_cards(record, once, twice, length, top)
        if level:
            once |= link_of(record, row, level, policy, own)
        twice = once if length else 0
        if level & level - 1:
            note_play(record, moves, once, twice)
    note_gone(record, seat, once, twice)
    put_in_trick(record, once, twice)


@rule
def link_of(record: Any, row: int, level: int, policy: int, own: Any) -> int:
    """Return which of some rank cards that are level the leader takes: the first, or any."""
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    true, place = named_back(level, main, cr), 0
    if policy == RANDOM and true & true - 1:
        place = place_of(count_bits(true), row, turn_of(record), own)
    for _ in range(place):
        true &= true - 1
    return renamed(true & -true, main, cr)


@rule
def note_play(record: Any, moves: Any, once: int, twice: int) -> None:
    """Note a play, by its true names."""
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    note(record, moves, named_back(once, main, cr), named_back(twice, main, cr))


@rule
def lead_of(record: Any, throws: bool) -> tuple[int, int]:
    """Return the lead of the rule-based player."""
    unseen, unseen_twice = unseen_by(record, turn_of(record))
    hands = hands_of(record, unseen, unseen_twice)
    note_lacks(record, turn_of(record), hands)
    return lead_here(record, unseen, unseen_twice, hands, throws)


@rule
def reply_of(record: Any) -> tuple[int, int]:
    """Return the reply of the rule-based player."""
    unseen, unseen_twice = unseen_by(record, turn_of(record))
    note_lacks(record, turn_of(record), hands_of(record, unseen, unseen_twice))
    return reply_here(record, unseen, unseen_twice)


@rule
def hands_of(record: Any, unseen: int, unseen_twice: int) -> tuple[int, int, int]:
    """Return what each other seat may hold for the one on turn, in the order of play."""
    seat = turn_of(record)
    return (
        may_hold(record, seat, seat + 1 & 3, unseen, unseen_twice) & unseen,
        may_hold(record, seat, seat + 2 & 3, unseen, unseen_twice) & unseen,
        may_hold(record, seat, seat + 3 & 3, unseen, unseen_twice) & unseen,
    )
