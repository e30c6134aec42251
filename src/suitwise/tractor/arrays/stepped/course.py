"""The course of a deal in its record: the draw, the bids, the burial and the play, as objects take it.

Source: rules page §6. Each drawer is asked after its card, after the last all seats in turn. Until the
burial cards go by their true names, from then on by those of a round (``packed``). Seats are the
rule-based player, who throws or not, or play at random. Every move is noted: two masks of its cards by
their true names, none for a pass.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import BLACK_JOKER, N_CARDS, RED_JOKER
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.seeds import below
from suitwise.tractor.arrays.batch_rows import begin_round, put_down, take_up
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    BURIED,
    HANDS,
    MAIN,
    PLACED,
    PLAYED,
    RANK,
    form_of,
    named_back,
    turn_of,
)
from suitwise.tractor.arrays.policy_bidding import HAND, NO_BID, choose_burial
from suitwise.tractor.arrays.stepped.at_random import (
    any_bid,
    any_burial,
    any_lead,
    any_reply,
    place_of,
)
from suitwise.tractor.arrays.stepped.record import (
    BID,
    BIDDER,
    COPIES,
    FIRST,
    GIVEN_LANDLORD,
    INDEX,
    LEVELS,
    NOTED,
    ROUND,
    SHOWN,
    UNDRAWN,
    first_by_name,
    forced_cards,
    levels_ahead,
    part_forced,
    put_in_trick,
)
from suitwise.tractor.arrays.stepped.rule_based import (
    bid_by_rules,
    lead_by_rules,
    note_lead,
    note_played,
    note_reply,
    note_tried,
    reply_by_rules,
)
from suitwise.tractor.rules.auction import MOST_BIDS, PACKS, main_of
from suitwise.tractor.rules.levels import KITTY
from suitwise.tractor.rules.owed import EVERY_LEVEL
from suitwise.tractor.rules.piles import together, without
from suitwise.tractor.rules.throws import BEATEN, STANDS

POLICIES = ("random", "rules", "rules(throws=no)")
RANDOM, THROWS = 0, 1
"""The player at random, and the rule-based one who throws."""

MOST_MOVES = 3 * ALL_PLAYED + 4 * (MOST_BIDS + 1) + 1 + HAND + KITTY
"""The most moves of a deal: each card drawn, answered and played; all asked again; the kitty turned up;
the burial; parts of throws chosen."""

_DRAWS = 4 * HAND
_DECK = (1 << N_CARDS) - 1


@rule
def play_row(row: int, given: Any, records: Any) -> None:
    """Play a deal from the first card drawn to its end.

    Args:
        row: the row.
        given: the variant's numbers; the seed that deals; the number of each deal; for each deal and
            seat the policy; what players draw from (``at_random.place_of``); the moves and the returns,
            which are filled.
        records: the records, zeros.
    """
    options, _, _, policies, own, moves, returns = given
    record, noted = records[row][ROUND:], moves[row]
    landlord = item_at(options, GIVEN_LANDLORD)
    first = landlord if landlord >= 0 else item_at(options, FIRST)
    cr = item_at(options, LEVELS + (first & 1))
    record[RANK] = cr
    record[UNDRAWN] = record[UNDRAWN + 1] = _DECK
    draw_and_bid(record, row, given, first, cr, noted)
    if record[COPIES] == 0:
        landlord, main = first, turn_up(record, row, given, cr, noted)
    else:
        landlord = landlord if landlord >= 0 else item_at(record, BIDDER)
        main = main_of(item_at(record, BID))
    bury(record, row, landlord, main, item_at(policies[row], landlord), own, noted)
    while item_at(record, PLAYED) < ALL_PLAYED:
        play_here(record, row, item_at(policies[row], turn_of(record)), own, noted)
    for seat in range(4):
        returns[row, seat] = levels_ahead(record, options, seat)


@rule
def note(record: Any, moves: Any, once: int, twice: int) -> None:
    """Note a move by the true names of its cards."""
    at = 2 * record[NOTED]
    moves[at], moves[at + 1] = once, twice
    record[NOTED] += 1


@rule
def note_play(record: Any, moves: Any, once: int, twice: int) -> None:
    """Note a play, whose cards are renamed."""
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    note(record, moves, named_back(once, main, cr), named_back(twice, main, cr))


# --- The draw and the bids ------------------------------------------------------------------------


@rule
def draw_and_bid(record: Any, row: int, given: Any, first: int, cr: int, moves: Any) -> None:
    """Draw all cards but the kitty, and bid.

    Args:
        record: the deal, all of whose cards are undrawn.
        row: its row.
        given: see ``play_row``.
        first: the seat that draws first.
        cr: current rank 0..12.
        moves: the moves, which are noted.
    """
    seed, stream = given[1], item_at(given[2], row)
    for drawn in range(_DRAWS):
        seat = first + drawn & 3
        draw(record, seat, seed, stream, moves)
        if drawn < _DRAWS - 1 and not is_closed(record):
            ask(record, row, given, seat, cr, moves)
    seat, silence = first + _DRAWS - 1 & 3, 0
    while silence < 4 and not is_closed(record):
        silence = 0 if ask(record, row, given, seat, cr, moves) else silence + 1
        seat = seat + 1 & 3


@rule
def draw(record: Any, seat: int, seed: int, stream: int, moves: Any) -> None:
    """Let a seat draw a card."""
    once, twice = item_at(record, UNDRAWN), item_at(record, UNDRAWN + 1)
    card = 1 << any_card(record, once, twice, seed, stream)
    record[UNDRAWN], record[UNDRAWN + 1] = without(once, twice, card, 0)
    hand = HANDS + 2 * seat
    record[hand], record[hand + 1] = together(
        item_at(record, hand), item_at(record, hand + 1), card, 0
    )
    note(record, moves, card, 0)


@rule
def any_card(record: Any, once: int, twice: int, seed: int, stream: int) -> int:
    """Return the card of a pile that chance draws next from its stream."""
    size = count_bits(once) + count_bits(twice)
    place, record[INDEX] = below(size, seed, stream, item_at(record, INDEX))
    return card_at_place(once, twice, place)


@rule
def card_at_place(once: int, twice: int, place: int) -> int:
    """Return the card at a place of a pile (``piles.Pile.at``).

    >>> [card_at_place(0b101, 0b001, place) for place in range(3)]
    [0, 0, 2]
    """
    card = lowest_bit(once)
    copies = 1 + (twice >> card & 1)
    while place >= copies:
        place -= copies
        once &= once - 1
        card = lowest_bit(once)
        copies = 1 + (twice >> card & 1)
    return card


@rule
def is_closed(record: Any) -> bool:
    """Tell whether nothing overturns the bid that stands."""
    return bool(record[COPIES] == PACKS and record[BID] == RED_JOKER)


@rule
def ask(record: Any, row: int, given: Any, seat: int, cr: int, moves: Any) -> bool:
    """Ask a seat for a bid; tell whether it makes one."""
    options, _, _, policies, own, _, _ = given
    if policies[row, seat] == RANDOM:
        bid = any_bid(record, row, seat, cr, own)
    else:
        bid = bid_by_rules(record, seat, cr, item_at(options, GIVEN_LANDLORD) < 0)
    if bid == NO_BID:
        note(record, moves, 0, 0)
        return False
    card, copies, shown = bid >> 2, bid & 3, SHOWN + 2 * seat
    record[BIDDER], record[BID], record[COPIES] = seat, card, copies
    twice = 1 << card if copies > 1 else 0
    record[shown] |= 1 << card
    record[shown + 1] |= twice
    note(record, moves, 1 << card, twice)
    return True


@rule
def turn_up(record: Any, row: int, given: Any, cr: int, moves: Any) -> int:
    """Turn up the kitty, in which nobody has bid; return the main suit that it names (``rules.kitty``).

    Args:
        record: the deal, whose undrawn cards are the kitty.
        row: its row.
        given: see ``play_row``.
        cr: current rank 0..12.
        moves: the moves, which are noted.
    """
    once, twice = item_at(record, UNDRAWN), item_at(record, UNDRAWN + 1)
    best, highest = 0, -1
    for _ in range(KITTY):
        card = any_card(record, once, twice, given[1], item_at(given[2], row))
        once, twice = without(once, twice, 1 << card, 0)
        note(record, moves, 1 << card, 0)
        if card < BLACK_JOKER and card % 13 == cr:
            return main_of(card)
        rank = card if card >= BLACK_JOKER else card % 13
        if rank > highest:
            best, highest = card, rank
    return main_of(best)


# --- The burial -----------------------------------------------------------------------------------


@rule
def bury(
    record: Any, row: int, landlord: int, main: int, policy: int, own: Any, moves: Any
) -> None:
    """Let the landlord take up the kitty and bury; from here on cards go by their names of a round."""
    record[BURIED], record[BURIED + 1] = item_at(record, UNDRAWN), item_at(record, UNDRAWN + 1)
    begin_round(record, landlord, main, item_at(record, RANK))
    # It may have buried what it has shown.
    record[SHOWN + 2 * landlord] = record[SHOWN + 2 * landlord + 1] = 0
    once, twice = take_up(record)
    if policy == RANDOM:
        buried, buried_twice = any_burial(record, row, landlord, own)
    else:
        buried, buried_twice = choose_burial(once, twice, form_of(main), item_at(record, RANK))
    put_down(record, buried, buried_twice)
    note_play(record, moves, buried, buried_twice)


# --- The play -------------------------------------------------------------------------------------


@rule
def play_here(record: Any, row: int, policy: int, own: Any, moves: Any) -> None:
    """Let the seat on turn play."""
    if item_at(record, PLACED) == 0:
        lead(record, row, policy, own, moves)
        return
    seat = turn_of(record)
    once, twice = any_reply(record, row, own) if policy == RANDOM else reply_by_rules(record)
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
        once, twice = lead_by_rules(record, policy == THROWS)
    note_play(record, moves, once, twice)
    length, top = part_forced(record, once, twice, BEATEN, EVERY_LEVEL)
    note_lead(record, seat, once, twice, length)
    if length != STANDS:
        note_tried(record, seat, once, twice)
        once, level = forced_cards(record, once, twice, length, top)
        if level:
            once |= link_of(record, row, level, policy, own)
        twice = once if length else 0
        if level & level - 1:
            note_play(record, moves, once, twice)
    note_played(record, seat, once, twice)
    put_in_trick(record, once, twice)


@rule
def link_of(record: Any, row: int, level: int, policy: int, own: Any) -> int:
    """Return which of some rank cards that are level the leader takes: the first, or any."""
    if policy != RANDOM or level & level - 1 == 0:
        return first_by_name(record, level)
    for _ in range(place_of(count_bits(level), row, turn_of(record), own)):
        level ^= first_by_name(record, level)
    return first_by_name(record, level)
