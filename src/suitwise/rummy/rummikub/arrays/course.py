"""The course of a deal of Rummikub in a record: legal actions, their effects, and the score."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import lowest_bit, rule
from suitwise.rummy.rummikub.arrays.laying import arrange_apart, arrange_chosen, take_table
from suitwise.rummy.rummikub.arrays.masks import may_be_chosen
from suitwise.rummy.rummikub.arrays.meanings import (
    NOTHING,
    is_choice,
    lies_apart,
    may_be_meant,
    settle,
)
from suitwise.rummy.rummikub.arrays.record import (
    CHOSEN,
    DRAWING,
    JOKER_RULE,
    LAST,
    LEGAL,
    MEANT,
    MOVER,
    N_MEANT,
    OPENED,
    OUT,
    PASSES,
    PHASE,
    PLAY,
    POOL,
    RACKS,
    SAYING,
    SCORES,
    SEATS,
    STOPS,
    SWAP,
    TABLE,
    WINNER,
    WORDS,
    put,
    rack_of,
)
from suitwise.rummy.rummikub.arrays.tiles import (
    BOX,
    JOKERS,
    MULTISET,
    TWICE,
    minus,
    nth_kind,
    plus,
    points_of,
    size_of,
)
from suitwise.rummy.rummikub.moves import DONE_NUMBER, DRAW_NUMBER, MEANINGS, PASS_NUMBER, TILES
from suitwise.rummy.rummikub.rules.tiles import SIZE
from suitwise.rummy.rummikub.solve.least import NO_TILE
from suitwise.rummy.rummikub.variant import RACK
from suitwise.stepping.loop import STREAM, drawn
from suitwise.stepping.noted import clear, note

# --- Legal actions --------------------------------------------------------------------------------


@rule
def find_moves(record: Any, options: Any) -> None:
    """Note the legal actions of the seat on turn."""
    clear(record, LEGAL, WORDS)
    if record[PHASE] == SAYING:
        kinds = may_be_meant(record, options, first_meant(record))
        while kinds:
            note(record, LEGAL, MEANINGS + lowest_bit(kinds))
            kinds &= kinds - 1
    elif record[PHASE] == PLAY:
        if not record[CHOSEN]:
            note(record, LEGAL, DRAW_NUMBER if record[POOL] else PASS_NUMBER)
        kinds = may_be_chosen(record, options)
        if kinds >> NO_TILE:
            note(record, LEGAL, DONE_NUMBER)
        kinds &= (1 << SIZE) - 1
        while kinds:
            note(record, LEGAL, TILES + lowest_bit(kinds))
            kinds &= kinds - 1


@rule
def first_meant(record: Any) -> int:
    """Return the kind named for the first joker, or NOTHING."""
    return int(record[MEANT]) if record[N_MEANT] else NOTHING


# --- Effects of actions ---------------------------------------------------------------------------


@rule
def deal_tiles(record: Any, options: Any, stream: int) -> None:
    """Deal the racks from a full box; seat 0 begins."""
    put(record, POOL, (BOX, BOX))
    for _ in range(RACK):
        for seat in range(options[SEATS]):
            stream = draw_tile(record, RACKS + MULTISET * seat, stream)
    record[PHASE] = PLAY


@rule
def draw_tile(record: Any, rack: int, stream: int) -> int:
    """Draw a random tile of the pool for a rack; return the advanced random stream."""
    once, twice = int(record[POOL]), int(record[POOL + TWICE])
    number, stream = drawn(size_of(once, twice), stream)
    take_from_pool(record, rack, nth_kind(once, twice, number))
    return stream


@rule
def take_from_pool(record: Any, rack: int, kind: int) -> None:
    """Move a tile of the pool to a rack."""
    put(record, POOL, minus(int(record[POOL]), int(record[POOL + TWICE]), 1 << kind, 0))
    put(record, rack, plus(int(record[rack]), int(record[rack + TWICE]), 1 << kind, 0))


@rule
def advance(record: Any, options: Any, action: int) -> None:
    """Make a legal move, and the random draw that it may lead to."""
    if play_move(record, options, action):
        record[STREAM] = draw_tile(record, rack_of(record), int(record[STREAM]))
        _after_draw(record, options)


@rule
def _after_draw(record: Any, options: Any) -> None:
    """Continue after a draw; in some houses the last tile of the pool ends the deal."""
    record[PHASE] = PLAY
    _next_turn(record, options, bool(options[STOPS]) and not record[POOL])


@rule
def play_move(record: Any, options: Any, action: int) -> bool:
    """Make a legal move; return whether a draw follows."""
    if action == DRAW_NUMBER:
        record[PASSES], record[PHASE] = 0, DRAWING
        return True
    if action == PASS_NUMBER:
        record[PASSES] += 1
        _next_turn(record, options, False)
    elif action == DONE_NUMBER:
        _end_choice(record, options)
    elif action < MEANINGS:
        kind = action - TILES
        chosen = plus(int(record[CHOSEN]), int(record[CHOSEN + TWICE]), 1 << kind, 0)
        put(record, CHOSEN, chosen)
        record[LAST] = kind
    else:
        _say(record, options, action - MEANINGS)
    return False


@rule
def _end_choice(record: Any, options: Any) -> None:
    """Lay the tiles chosen; if there is a choice, first ask what jokers stand for."""
    jokers = (int(record[TABLE]) | int(record[CHOSEN])) & JOKERS
    if options[JOKER_RULE] == SWAP and jokers:
        if is_choice(record, options, NOTHING):
            record[PHASE] = SAYING
            return
        settle(record, options, NOTHING, NOTHING)
    elif lies_apart(record, options):
        arrange_apart(record, options)
    else:
        arrange_chosen(record, options)
    _lay(record, options)


@rule
def _say(record: Any, options: Any, kind: int) -> None:
    """Note what a joker stands for; if there is no further choice, lay the tiles chosen."""
    record[MEANT + record[N_MEANT]] = kind
    record[N_MEANT] += 1
    if record[N_MEANT] == 1:
        if is_choice(record, options, kind):
            return
        settle(record, options, kind, NOTHING)
    else:
        settle(record, options, int(record[MEANT]), kind)
    _lay(record, options)


@rule
def _lay(record: Any, options: Any) -> None:
    """Write the new table to the record, and end the turn."""
    take_table(record, options, lies_apart(record, options))
    rack, chosen = rack_of(record), (int(record[CHOSEN]), int(record[CHOSEN + TWICE]))
    table = plus(int(record[TABLE]), int(record[TABLE + TWICE]), chosen[0], chosen[1])
    put(record, TABLE, table)
    left = minus(int(record[rack]), int(record[rack + TWICE]), chosen[0], chosen[1])
    put(record, rack, left)
    put(record, CHOSEN, (0, 0))
    record[LAST] = record[N_MEANT] = record[MEANT] = record[MEANT + 1] = 0
    record[PHASE] = PLAY
    record[OPENED + record[MOVER]] = 1
    record[PASSES] = 0
    _next_turn(record, options, False)


# --- The end --------------------------------------------------------------------------------------


@rule
def _next_turn(record: Any, options: Any, is_stopped: bool) -> None:
    """Let the next seat play, or end the deal."""
    seats, mover = int(options[SEATS]), int(record[MOVER])
    is_out = not record[RACKS + MULTISET * mover]
    record[MOVER] = (mover + 1) % seats
    if is_out or is_stopped or record[PASSES] == seats:
        record[PHASE] = OUT
        _score(record, seats)


@rule
def _score(record: Any, seats: int) -> None:
    """Write the scores of a deal: the seat with the lowest rack wins the differences to all others."""
    first = int(record[MOVER])
    best, least, fewest = first, 0, 0
    for step in range(seats):
        seat = (first + step) % seats
        rack = RACKS + MULTISET * seat
        points = points_of(int(record[rack]), int(record[rack + TWICE]))
        count = size_of(int(record[rack]), int(record[rack + TWICE]))
        record[SCORES + seat] = points
        if step == 0 or points < least or (points == least and count < fewest):
            best, least, fewest = seat, points, count
    total = 0
    for seat in range(seats):
        total += int(record[SCORES + seat]) - least
        record[SCORES + seat] = least - record[SCORES + seat]
    record[SCORES + best] = total
    record[WINNER] = best
