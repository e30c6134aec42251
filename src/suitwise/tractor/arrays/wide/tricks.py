"""The tricks of a wide table: leads, replies, the winner, friends who join, points and the result.

Source: rules page "Tractor with many packs" §5, §7 and §8; docs/tractor-many.md, Throws and winners.

Plays put on the table must be legal: this is not checked here. The parts of a lead are named first
(``name_block``, or ``playouts.lead`` for throws). A throw that fails must not be led.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import card_partition, card_phi, suit_mask
from suitwise.tractor.arrays.wide import layout
from suitwise.tractor.arrays.wide.blocks import top_if_block
from suitwise.tractor.arrays.wide.layout import (
    Masks,
    copies_of,
    form_in,
    is_member,
    landlords_side,
    leads_one_block,
    less,
    pile_at,
    place_in,
    points_of,
    set_pile,
    size_of,
)
from suitwise.tractor.rules.deck import TRUMPS
from suitwise.tractor.rules.levels import gains_by_steps, kitty_factor
from suitwise.tractor.rules.wide import contest
from suitwise.tractor.rules.wide.contest import takes_over

_ABOVE_EVERY_PHI = 32


# --- Plays ----------------------------------------------------------------------------------------


@rule
def name_block(record: Any, width: int, length: int) -> None:
    """Note that one block w×l is led next."""
    record[layout.GROUPS], record[layout.WIDTHS], record[layout.LENGTHS] = 1, width, length
    record[layout.NUMBERS] = 1


@rule
def put(record: Any, desk: Any, play: Masks) -> None:
    """Put a play of the seat on turn on the table; the last of a trick ends it.

    Args:
        record: the table; it is changed.
        desk: the desk.
        play: the cards. If they are led, their parts are named.
    """
    seat = record[layout.TURN]
    hand = layout.HANDS + 4 * seat
    set_pile(record, hand, less(pile_at(record, hand), play))
    set_pile(record, layout.UNPLAYED, less(pile_at(record, layout.UNPLAYED), play))
    if record[layout.PLACED] == 0:
        open_trick(record, play)
    elif stands_now(record, desk, play):
        record[layout.WINNER] = seat
        set_pile(record, layout.STANDING, play)
    record[layout.ON_TABLE] += points_of(play, record[layout.RANK])
    if record[layout.CALLS]:
        count_called(record, seat, play)
    record[layout.PLACED] += 1
    record[layout.LEFT] -= record[layout.SIZE]
    seats = record[layout.SEATS]
    if record[layout.PLACED] == seats:
        end_trick(record)
    else:
        record[layout.TURN] = seat + 1 if seat + 1 < seats else 0


@rule
def open_trick(record: Any, play: Masks) -> None:
    """Note the properties of a lead: its partition, size and largest part, and that it stands."""
    form, seat = form_in(record), record[layout.TURN]
    led = card_partition(lowest_bit(play[0]), form)
    size, width, length = size_of(play), record[layout.WIDTHS], record[layout.LENGTHS]
    record[layout.LED], record[layout.STANDS], record[layout.SIZE] = led, led, size
    record[layout.LEADER], record[layout.WINNER] = seat, seat
    record[layout.LARGEST] = width * length
    record[layout.BOMB] = bomb_rank(record, play)
    if leads_one_block(record):
        place = place_in(record, record[layout.LED])
        record[layout.BEST] = top_if_block(play, width, length, place)
    set_pile(record, layout.STANDING, play)


@rule
def bomb_rank(record: Any, play: Masks) -> int:
    """Return the rank of a bomb among bombs; -1 if a play is not a bomb."""
    bombs = record[layout.BOMBS] != layout.NO_BOMBS
    if not bombs or play[3] == 0 or play[3] != play[0] or count_bits(play[0]) > 1:
        return -1
    card, form = lowest_bit(play[0]), form_in(record)
    trump = card_partition(card, form) == TRUMPS
    return card_phi(card, form) + (_ABOVE_EVERY_PHI if trump else 0)


@rule
def stands_now(record: Any, desk: Any, play: Masks) -> bool:
    """Tell whether a reply beats the play that stands; if so, note its partition and its top."""
    rank = bomb_rank(record, play)
    if rank >= 0 or record[layout.BOMB] >= 0:
        higher = rank > item_at(record, layout.BOMB)
        record[layout.BOMB] = max(rank, record[layout.BOMB])
        return higher
    form, led = form_in(record), record[layout.LED]
    partition = led
    if play[0] & ~suit_mask(led, form):
        if play[0] & ~suit_mask(TRUMPS, form):
            return False
        partition = TRUMPS
    same = partition == record[layout.STANDS]
    if not same and partition != TRUMPS:
        return False
    if not leads_one_block(record):
        higher = takes_throw(record, desk, play, partition)
    else:
        width, length = record[layout.WIDTHS], record[layout.LENGTHS]
        top = top_if_block(play, width, length, place_in(record, partition))
        higher = top > (record[layout.BEST] if same else -1)
        if higher:
            record[layout.BEST] = top
    if higher:
        record[layout.STANDS] = partition
    return higher


@rule
def takes_throw(record: Any, desk: Any, play: Masks, partition: int) -> bool:
    """Tell whether a reply of one partition to a throw beats the play that stands."""
    bench = desk[layout.CONTEST : layout.CONTEST + contest.ROOM]
    for at in range(contest.TOPS - contest.GROUPS):  # the groups of the lead, in the same order
        bench[contest.GROUPS + at] = item_at(record, layout.GROUPS + at)
    over, stands = record[layout.OVER], record[layout.STANDS]
    takes_over(bench, pile_at(record, layout.STANDING), place_in(record, stands), over, 0)
    return takes_over(bench, play, place_in(record, partition), over, int(partition == stands))


# --- Friends, points and the result ---------------------------------------------------------------


@rule
def count_called(record: Any, seat: int, play: Masks) -> None:
    """Count the called cards of a play, and let its seat fill the calls that they meet."""
    joins, calls = record[layout.JOINS], record[layout.CALLS]
    if joins == layout.OTHERS and seat == record[layout.LANDLORD]:
        return
    first = 0
    while first < calls:
        card, end = record[layout.CALLED + first], first
        while end < calls and record[layout.CALLED + end] == card:
            end += 1
        for _ in range(copies_of(play, card)):
            for call in range(first, end):
                record[layout.SEEN + call] += 1
            if joins != layout.ONCE or not is_member(record, seat):
                fill_call(record, seat, first, end)
        first = end


@rule
def fill_call(record: Any, seat: int, first: int, end: int) -> None:
    """Let a seat that has just played a called card fill the call that this copy meets.

    Args:
        record: the table.
        seat: the seat.
        first: the first call of this card.
        end: the call after the last one.
    """
    late = record[layout.JOINS] == layout.ONCE
    for call in range(first, end):
        seen, copy = record[layout.SEEN + call], record[layout.COPY + call]
        if record[layout.FILLED + call] < 0 and (seen == copy or (late and seen > copy)):
            record[layout.FILLED + call] = seat
            return


@rule
def end_trick(record: Any) -> None:
    """Give the points on the table to the winner, who leads next."""
    winner = record[layout.WINNER]
    record[layout.POINTS + winner] += record[layout.ON_TABLE]
    record[layout.LEADER], record[layout.TURN] = winner, winner
    record[layout.ON_TABLE], record[layout.PLACED] = 0, 0


@rule
def attackers_points(record: Any) -> int:
    """Return the points of all seats not on the landlord's side so far; at the end with the kitty's."""
    points = 0
    for seat in range(record[layout.SEATS]):
        fine = record[layout.FINES + seat]
        points += fine if is_member(record, seat) else record[layout.POINTS + seat] - fine
    if record[layout.LEFT] == 0 and not is_member(record, record[layout.WINNER]):
        largest, led = record[layout.LARGEST], record[layout.SIZE]
        code, factor = record[layout.KITTY], record[layout.FACTOR]
        points += record[layout.BURIED] * kitty_factor(largest, led, code, factor)
    return points


@rule
def note_outcome(record: Any) -> None:
    """Write the result so far: points, sides, whether the landlord's side holds, and the levels won."""
    points, side = attackers_points(record), landlords_side(record)
    step, turnover = item_at(record, layout.STEP), item_at(record, layout.TURNOVER)
    truncates = record[layout.TRUNCATES] == 1
    own, others = gains_by_steps(points, step, turnover, item_at(record, layout.DEAD), truncates)
    holds = int(points < turnover * step)
    smaller = record[layout.FRIENDS] == 1 and count_bits(side) < record[layout.CALLS] + 1
    if holds and smaller:
        own += item_at(record, layout.BONUS)
    record[layout.ATTACKERS], record[layout.SIDE], record[layout.HOLDS] = points, side, holds
    record[layout.OWN_RISE], record[layout.OTHER_RISE] = own, others
