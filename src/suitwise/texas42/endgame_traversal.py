"""One traversal of an endgame by external sampling, as rules over plain arrays: a row a traversal.

What ``players.mccfr`` does for any game is done here for the last tricks of Texas 42 without objects and
without recursion, so that the same text runs in Python, as machine code, and on a GPU: there is a frame
for each decision of the seat that looks at its moves, three at most, and a frame is left when all its
moves are tried. Suits, winners and count are those of ``algebra``, ``tricks`` and ``dominoes``.

An *information set* is a number of at most 61 bits and never a hash of something longer: the plays so
far after a leading 1, four bits each as places in the dominoes left, then the hand as dealt in sixteen
bits. Whoever has one domino that may be played decides nothing, so of sixteen plays the first eleven
suffice.

While traversals run the table of information sets keeps its shape: a traversal reports those that it
misses and plays there all moves alike; they are known from the next round on. So nothing is lost or
mixed up where thousands of traversals run at once, and the regrets are added up by ``add_at``.
"""

from __future__ import annotations

from typing import Any

from suitwise.compiled import add_at, count_bits, lowest_bit, rule
from suitwise.seeds import shuffle, word
from suitwise.texas42.algebra import beats, legal_plays
from suitwise.texas42.dominoes import COUNT
from suitwise.texas42.endgame_state import decided, outcome
from suitwise.texas42.tricks import NOBODY, TRICK_POINT, led_suit, left_of, players, side

MOVES = 4
"""A seat has at most so many dominoes to choose from."""
MOST_MISSED = 20
"""A traversal meets one decision, then four, then twelve, and three more on the walk."""
PLACE_BITS = 4
HAND_BITS = 16
STREAMS = 4
"""A traversal has streams of its own: the deal and the choices, and those of the walk."""

# A frame: the four hands, then these.
TURN, PLACE, SUIT, BEST, WINNER, POINTS, ONE, TWO, PAST, LEFT, TRIED, NUMBER = range(4, 16)
FRAME = 16
FRAMES = 4
"""Three decisions and what comes after."""
MARKS = 2 * MOVES
"""Beside a frame: what each move brought, and the parts that the strategy gave it."""

# The numbers of a game.
DECLARATION, LEADER, GOAL, TOTAL = range(4)


# --- The play -------------------------------------------------------------------------------------


@rule
def deal(now: Any, dealt: Any, game: Any, cards: Any, order: Any, seed: int, stream: int) -> None:
    """Deal at random; put the first lead into a frame.

    Args:
        now: the frame.
        dealt: four numbers, written: the hands as dealt.
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
    at = 0
    for seat in range(4):
        hand = held[seat]
        if hand == 0:
            for _ in range(len(dealing) // free):
                hand |= 1 << order[at]
                at += 1
        dealt[seat] = hand
        now[seat] = hand
    now[TURN] = game[LEADER]
    now[PLACE] = now[POINTS] = now[ONE] = now[TWO] = 0
    now[SUIT] = -1
    now[PAST] = 1


@rule
def lay(now: Any, domino: int, place: int, declaration: int) -> None:
    """Play a domino for the seat on turn; whoever wins a whole trick leads."""
    seat = now[TURN]
    now[seat] &= ~(1 << domino)
    if now[PLACE] == 0:
        now[SUIT] = led_suit(domino, declaration)
    if now[PLACE] == 0 or beats(domino, now[BEST], now[SUIT], declaration):
        now[BEST] = domino
        now[WINNER] = seat
    now[POINTS] += COUNT[domino]
    if now[seat]:  # nobody decides anything in the last trick
        now[PAST] = now[PAST] << PLACE_BITS | place
    now[PLACE] += 1
    now[TURN] = left_of(seat, NOBODY)
    if now[PLACE] == players(NOBODY):
        now[ONE + side(now[WINNER])] += TRICK_POINT + now[POINTS]
        now[TURN] = now[WINNER]
        now[PLACE] = now[POINTS] = 0
        now[SUIT] = -1


@rule
def is_over(now: Any, game: Any) -> bool:
    """Tell whether all is played, or the goal decided."""
    return bool(
        now[PLACE] == 0
        and (now[now[TURN]] == 0 or decided(now[ONE], now[TWO], game[GOAL], game[TOTAL]))
    )


@rule
def nth(bits: int, number: int) -> int:
    """Return the place of the set bit of a number, counted from the lowest.

    >>> [nth(0b10110, number) for number in range(3)]
    [1, 2, 4]
    """
    for _ in range(number):
        bits &= bits - 1
    return lowest_bit(bits)


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
def slot_of(keys: Any, key: int) -> int:
    """Return where a table has a key, or the empty slot where it would be: 0 stands for none.

    >>> slot_of([0, 0, 0, 0], 77) in range(4)
    True
    """
    mask = len(keys) - 1
    low, high = key & 0xFFFFFFFF, key >> 32
    at = ((low * 0x2545F491 + high * 0x1B873593) >> 15) & mask
    while keys[at] != 0 and keys[at] != key:
        at = (at + 1) & mask
    return int(at)


@rule
def known_number(table: Any, key: int) -> int:
    """Return the number of an information set; -1 if the table does not have it."""
    keys, numbers, _, _ = table
    slot = slot_of(keys, key)
    return int(numbers[slot]) if keys[slot] == key else -1


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
def go_on(now: Any, seat: int, dealt: Any, marks: Any, given: Any, stream: int, index: int) -> int:
    """Play as sampled until a seat has to decide, or to the end; return the place in the stream."""
    seed, _, game, cards, table, _ = given
    _, _, places = cards
    while not is_over(now, game):
        turn = now[TURN]
        legal = legal_plays(now[turn], now[SUIT], game[DECLARATION])
        count = count_bits(legal)
        if count > 1 and turn == seat:
            break
        move = 0
        if count > 1:
            number = known_number(table, key_of(now[PAST], dealt[turn], places))
            put_parts(marks, table, number, count)
            move = picked(marks, count, word(seed, stream, index))
            index += 1
        domino = nth(legal, move)
        lay(now, domino, places[domino], game[DECLARATION])
    return index


@rule
def open_frame(now: Any, marks: Any, dealt: Any, given: Any, missed: Any) -> None:
    """Begin to try the moves of a decision."""
    _, _, game, cards, table, _ = given
    _, _, places = cards
    legal = legal_plays(now[now[TURN]], now[SUIT], game[DECLARATION])
    key = key_of(now[PAST], dealt[now[TURN]], places)
    now[LEFT] = legal
    now[TRIED] = 0
    now[NUMBER] = known_number(table, key)
    note_missed(missed, now[NUMBER], key)
    put_parts(marks, table, now[NUMBER], count_bits(legal))


@rule
def try_next(now: Any, ahead: Any, given: Any) -> None:
    """Put the position after the next move of a decision into the frame ahead."""
    _, _, game, cards, _, _ = given
    _, _, places = cards
    for at in range(LEFT):
        ahead[at] = now[at]
    domino = lowest_bit(now[LEFT])
    lay(ahead, domino, places[domino], game[DECLARATION])


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
def look(
    frames: Any, marks: Any, dealt: Any, seat: int, given: Any, stream: int, missed: Any
) -> None:
    """Try all moves of one seat from a deal on, the others' sampled, and add its regrets."""
    _, _, game, _, table, _ = given
    index = depth = 0
    while True:
        now = frames[depth]
        # The marks of the last frame are free: no decision is opened there.
        index = go_on(now, seat, dealt, marks[FRAMES - 1], given, stream, index)
        if not is_over(now, game):
            open_frame(now, marks[depth], dealt, given, missed)
            try_next(now, frames[depth + 1], given)
            depth += 1
            continue
        value = 1.0 * outcome(now[ONE], now[TWO], game[GOAL])
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
def walk(now: Any, marks: Any, dealt: Any, seat: int, given: Any, stream: int, missed: Any) -> None:
    """Play once for the average of a seat: it by its strategy, the others all moves alike."""
    seed, _, game, cards, table, _ = given
    _, _, places = cards
    _, _, _, totals = table
    index, weight = 0, 1
    while not is_over(now, game):
        turn = now[TURN]
        legal = legal_plays(now[turn], now[SUIT], game[DECLARATION])
        count = count_bits(legal)
        move = 0
        if count > 1:
            number = -1  # the others play all moves alike
            if turn == seat:
                key = key_of(now[PAST], dealt[turn], places)
                number = known_number(table, key)
                note_missed(missed, number, key)
            put_parts(marks, table, number, count)
            move = picked(marks, count, word(seed, stream, index))
            index += 1
            if number >= 0:
                for at in range(count):
                    add_at(totals, number * MOVES + at, weight * marks[MOVES + at])
            if turn != seat:
                weight *= count
        domino = nth(legal, move)
        lay(now, domino, places[domino], game[DECLARATION])


@rule
def traverse_row(i: int, given: Any, answer: Any) -> None:
    """Look at the moves of one seat in a deal, then walk through another for its average.

    Args:
        i: the row; the seats take turns.
        given: seed; number of row 0; the game's numbers; the dominoes that chance deals, the hands that
            are fixed, the place of each domino; keys, numbers, regrets and totals of the table; room for
            each row: frames, marks, hands and the order of the deal.
        answer: a row: the information sets that the table does not have, then zeros.
    """
    seed, first, game, cards, _, room = given
    frames, marks, dealt, order = room
    missed = answer[i]
    for at in range(len(missed)):
        missed[at] = 0
    number = first + i
    seat = number & 3
    stream = STREAMS * number
    for course in range(2):
        deal(frames[i, 0], dealt[i], game, cards, order[i], seed, stream)
        if course == 0:
            look(frames[i], marks[i], dealt[i], seat, given, stream + 1, missed)
        else:
            walk(frames[i, 0], marks[i, 0], dealt[i], seat, given, stream + 1, missed)
        stream += 2


# --- The table grows between rounds ---------------------------------------------------------------


@rule
def add_keys(found: Any, keys: Any, numbers: Any, count: int) -> int:
    """Give each new key of an array the next number; return how many are known then."""
    for at in range(len(found)):
        key = found[at]
        if key == 0:
            continue
        slot = slot_of(keys, key)
        if keys[slot] == 0:
            keys[slot] = key
            numbers[slot] = count
            count += 1
    return count


@rule
def move_keys(keys: Any, numbers: Any, new_keys: Any, new_numbers: Any) -> None:
    """Enter all keys of a table into a larger one."""
    for at in range(len(keys)):
        if keys[at]:
            slot = slot_of(new_keys, keys[at])
            new_keys[slot] = keys[at]
            new_numbers[slot] = numbers[at]
