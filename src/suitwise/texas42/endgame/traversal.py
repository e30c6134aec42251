"""One traversal of an endgame by external sampling, as rules over plain arrays: a row a traversal.

What ``players.mccfr`` does for any game is done here for the last tricks of Texas 42 without objects and
without recursion, so that the same text runs in Python, as machine code, and on a GPU: there is a frame
for each decision of the seat that looks at its moves, three at most, and a frame is left when all its
moves are tried. Positions are those of ``packed``.

An *information set* is a number of at most 61 bits and never a hash of something longer: the plays so
far after a leading 1, four bits each as places in the dominoes left, then the hand as dealt in sixteen
bits. Whoever has one domino that may be played decides nothing, so of sixteen plays the first eleven
suffice.

While traversals run the table (``information_sets``) keeps its shape, and the regrets are added up by
``add_at``: so thousands may run at once. A traversal that comes to a set which is not in the table plays
all moves alike there and reports it; what it learns of that set is lost. From the next round on the set
is known.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import add_at, count_bits, lowest_bit, rule
from suitwise.foundation.seating import NOBODY, side
from suitwise.seeds import shuffle, word
from suitwise.texas42.arrays.packed import dealt, held_by, legal_of, played, points_of, turn_of
from suitwise.texas42.arrays.policy import bit_numbered
from suitwise.texas42.endgame.information_sets import MOVES, known_number
from suitwise.texas42.endgame.state import decided, outcome
from suitwise.texas42.rules.dominoes import ALL

MOST_MISSED = 20
"""A traversal meets one decision, then four, then twelve, and three more on the walk."""
PLACE_BITS = 4
HAND_BITS = 16
STREAMS = 4
"""A traversal has streams of its own: the deal and the choices, and those of the walk."""

# A frame: the two integers of a position, the plays so far, the moves that are left to try, how many
# are tried, the number of the information set.
WHERE, REST, PAST, LEFT, TRIED, NUMBER = range(6)
FRAME = 6
FRAMES = 4
"""Three decisions and what comes after."""
MARKS = 2 * MOVES
"""Beside a frame: what each move brought, and the parts that the strategy gave it."""

# The numbers of a game.
DECLARATION, LEADER, GOAL, TOTAL, PACK = range(5)


# --- The play -------------------------------------------------------------------------------------


@rule
def deal(now: Any, game: Any, cards: Any, order: Any, seed: int, stream: int) -> None:
    """Deal at random; put the first lead into a frame.

    Args:
        now: the frame.
        game: see above.
        cards: the dominoes that chance deals, the hands that are fixed, and the place of each domino.
        order: room for the dominoes that chance deals.
        seed: 64-bit seed.
        stream: the stream.
    """
    dealing, held, _ = cards
    for at in range(len(dealing)):
        order[at] = dealing[at]
    shuffle(order, seed, stream)
    free = 0
    for seat in range(4):
        free += held[seat] == 0
    at = lower = upper = 0
    for seat in range(4):
        hand = int(held[seat])
        if hand == 0:
            for _ in range(len(dealing) // free):
                hand |= 1 << int(order[at])
                at += 1
        lower |= hand if seat & 1 else 0
        upper |= hand if seat & 2 else 0
    leader = int(game[LEADER])
    where, rest = dealt(lower, upper, int(game[DECLARATION]), leader, side(leader), NOBODY)
    # Nobody sits out and nothing is on the table: ``rest`` is what is held.
    now[WHERE], now[REST], now[PAST] = where, rest & int(game[PACK]), 1


@rule
def lay(now: Any, domino: int, places: Any) -> None:
    """Play a domino for the seat on turn."""
    where, rest = int(now[WHERE]), int(now[REST])
    seat = turn_of(where, rest)
    now[WHERE], now[REST] = played(where, rest, domino)
    if held_by(where, rest, seat) & ~(1 << domino):  # nobody decides anything in the last trick
        now[PAST] = now[PAST] << PLACE_BITS | places[domino]


@rule
def is_over(now: Any, game: Any) -> bool:
    """Tell whether all is played, or the goal decided."""
    rest = int(now[REST])
    one, two = points_of(rest, 0), points_of(rest, 1)
    return rest & ALL == 0 or decided(one, two, int(game[GOAL]), int(game[TOTAL]))


# --- Information sets -----------------------------------------------------------------------------


@rule
def key_of(past: int, hand: int, places: Any) -> int:
    """Return the information set of a past and a hand as dealt."""
    key = past << HAND_BITS
    while hand:
        key |= 1 << places[lowest_bit(hand)]
        hand &= hand - 1
    return key


@rule
def key_now(now: Any, game: Any, places: Any) -> int:
    """Return the information set of the seat on turn: who was dealt a domino is never forgotten."""
    where = int(now[WHERE])
    hand = held_by(where, int(game[PACK]), turn_of(where, int(now[REST])))
    return key_of(int(now[PAST]), hand, places)


@rule
def put_parts(marks: Any, table: Any, number: int, count: int) -> None:
    """Write the present strategy of an information set: in proportion to the positive regrets."""
    _, _, regrets, _ = table
    total = 0.0
    for move in range(count):
        regret = 0.0
        if number >= 0:
            regret = max(regrets[number * MOVES + move], 0.0)
        marks[MOVES + move] = regret
        total += regret
    for move in range(count):
        marks[MOVES + move] = marks[MOVES + move] / total if total > 0.0 else 1.0 / count


@rule
def picked(marks: Any, count: int, ticket: int) -> int:
    """Return the move that a 32-bit number falls on."""
    left = ticket / 4294967296.0
    last = 0
    for move in range(count):
        part = marks[MOVES + move]
        if left < part:
            return move
        left -= part
        if part > 0.0:
            last = move
    return last  # parts that sum to a little less than one


@rule
def note_missed(missed: Any, number: int, key: int) -> None:
    """Report an information set that the table does not have."""
    if number >= 0:
        return
    for at in range(len(missed)):
        if missed[at] == 0 or missed[at] == key:
            missed[at] = key
            return


# --- The traversal --------------------------------------------------------------------------------


@rule
def go_on(now: Any, seat: int, marks: Any, given: Any, stream: int, index: int) -> int:
    """Play as sampled until a seat has to decide, or to the end; return the place in the stream."""
    seed, _, game, cards, table, _ = given
    _, _, places = cards
    while not is_over(now, game):
        legal = legal_of(int(now[WHERE]), int(now[REST]))
        count = count_bits(legal)
        move = 0
        if count > 1:
            if turn_of(int(now[WHERE]), int(now[REST])) == seat:
                break
            put_parts(marks, table, known_number(table, key_now(now, game, places)), count)
            move = picked(marks, count, word(seed, stream, index))
            index += 1
        lay(now, bit_numbered(legal, move), places)
    return index


@rule
def open_frame(now: Any, marks: Any, given: Any, missed: Any) -> None:
    """Begin to try the moves of a decision."""
    _, _, game, cards, table, _ = given
    _, _, places = cards
    key = key_now(now, game, places)
    now[LEFT] = legal_of(int(now[WHERE]), int(now[REST]))
    now[TRIED] = 0
    now[NUMBER] = known_number(table, key)
    note_missed(missed, now[NUMBER], key)
    put_parts(marks, table, now[NUMBER], count_bits(now[LEFT]))


@rule
def try_next(now: Any, ahead: Any, given: Any) -> None:
    """Put the position after the next move of a decision into the frame ahead."""
    _, _, _, cards, _, _ = given
    _, _, places = cards
    for at in range(LEFT):
        ahead[at] = now[at]
    lay(ahead, lowest_bit(now[LEFT]), places)


@rule
def settled(now: Any, marks: Any, table: Any) -> float:
    """Add the regrets of a decision whose moves are all tried; return what the strategy brings."""
    _, _, regrets, _ = table
    mean = 0.0
    for move in range(now[TRIED]):
        mean += marks[MOVES + move] * marks[move]
    if now[NUMBER] >= 0:
        for move in range(now[TRIED]):
            add_at(regrets, now[NUMBER] * MOVES + move, marks[move] - mean)
    return mean


@rule
def look(frames: Any, marks: Any, seat: int, given: Any, stream: int, missed: Any) -> None:
    """Try all moves of one seat from a deal on, the others' sampled, and add its regrets."""
    _, _, game, _, table, _ = given
    index = depth = 0
    while True:
        now = frames[depth]
        # The marks of the last frame are free: no decision is opened there.
        index = go_on(now, seat, marks[FRAMES - 1], given, stream, index)
        if not is_over(now, game):
            open_frame(now, marks[depth], given, missed)
            try_next(now, frames[depth + 1], given)
            depth += 1
            continue
        rest = int(now[REST])
        value = 1.0 * outcome(points_of(rest, 0), points_of(rest, 1), game[GOAL])
        if side(seat):
            value = -value
        while depth > 0:
            now = frames[depth - 1]
            marks[depth - 1, now[TRIED]] = value
            now[TRIED] += 1
            now[LEFT] &= now[LEFT] - 1
            if now[LEFT]:
                try_next(now, frames[depth], given)
                break
            value = settled(now, marks[depth - 1], table)
            depth -= 1
        if depth == 0:
            return


@rule
def walk(now: Any, marks: Any, seat: int, given: Any, stream: int, missed: Any) -> None:
    """Play once for the average of a seat: it by its strategy, the others all moves alike."""
    seed, _, game, cards, table, _ = given
    _, _, places = cards
    _, _, _, totals = table
    index = 0
    while not is_over(now, game):
        legal = legal_of(int(now[WHERE]), int(now[REST]))
        count = count_bits(legal)
        move = 0
        if count > 1:
            number = -1  # the others play all moves alike
            if turn_of(int(now[WHERE]), int(now[REST])) == seat:
                key = key_now(now, game, places)
                number = known_number(table, key)
                note_missed(missed, number, key)
            put_parts(marks, table, number, count)
            move = picked(marks, count, word(seed, stream, index))
            index += 1
            if number >= 0:
                for at in range(count):
                    add_at(totals, number * MOVES + at, marks[MOVES + at])
        lay(now, bit_numbered(legal, move), places)


@rule
def traverse_row(i: int, given: Any, answer: Any) -> None:
    """Look at the moves of one seat in a deal, then walk through another for its average.

    Args:
        i: the row; the seats take turns.
        given: seed; number of row 0; the game's numbers; the dominoes that chance deals, the hands that
            are fixed, the place of each domino; keys, numbers, regrets and totals of the table; room for
            each row: frames, marks and the order of the deal.
        answer: a row: the information sets that the table does not have, then zeros.
    """
    seed, first, game, cards, _, room = given
    frames, marks, order = room
    missed = answer[i]
    for at in range(len(missed)):
        missed[at] = 0
    number = first + i
    seat = number & 3
    stream = STREAMS * number
    for course in range(2):
        deal(frames[i, 0], game, cards, order[i], seed, stream)
        if course == 0:
            look(frames[i], marks[i], seat, given, stream + 1, missed)
        else:
            walk(frames[i, 0], marks[i, 0], seat, given, stream + 1, missed)
        stream += 2
