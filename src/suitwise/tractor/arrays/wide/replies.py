"""Leads and replies at a wide table: legality, the blocks owed, and uniform random plays.

Source: rules page "Tractor with many packs" §1, §3 and §5 (bombs); docs/tractor-many.md, Following.

A random lead is uniform over all blocks of the hand, and a random reply over all legal plays, where
copies of a card are not distinguished. Nearly all replies answer a single, a pair or a triple, and can
be drawn directly. The others are drawn by rejection sampling:

* The *anchors* are the blocks owed other than pairs. A *combination* is a way to place them in the hand,
  together with a choice of the other cards that has the pairs owed.
* All combinations are counted (``choices`` counts the choices of the other cards), and one is drawn
  uniformly.
* A play whose anchors can be placed in m ways belongs to m combinations. So it is accepted with
  probability 1/m; otherwise another combination is drawn.

Under ``protect=longer`` a card of which the play has c copies serves only in one block of c copies. A
play may then serve better than the hand as a whole. So there are several minimal lists of blocks that
satisfy the duty, and the combinations of all of them count: the list owed, and each list that begins
like it and then has a greater block. A bomb that is not a legal play otherwise is one more combination.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.stepping.loop import drawn
from suitwise.tractor.arrays.packed import ACE, PARTITIONS, may_hold_tractor, one_bit, suit_mask
from suitwise.tractor.arrays.wide import choices, layout
from suitwise.tractor.arrays.wide.blocks import longest_tractor, number_of_places, place_numbered
from suitwise.tractor.arrays.wide.choices import choose, drawn_below, pairs_in, ways
from suitwise.tractor.arrays.wide.layout import (
    Masks,
    block_of,
    form_in,
    hand_of,
    leads_one_block,
    led_mask,
    less,
    more,
    of_mask,
    pile_at,
    place_in,
    set_pile,
    size_of,
    with_copies,
)
from suitwise.tractor.rules.profile import NONE, PAIRS, SUIT
from suitwise.tractor.rules.wide import services
from suitwise.tractor.rules.wide.hosting import STEPS, add_type, board_of
from suitwise.tractor.rules.wide.services import (
    best_service,
    follows_as_owed,
    has_room,
    lay_service,
)

_MOST_BLOCKS = 27
_BASE = STEPS + 1
"""A block w×l is encoded as the number 17 w + l, so that a greater block has a greater number."""

# The desk is a work array of integers. These are offsets into it, behind those of ``choices``.
BLOCKS = choices.END
"""The number of anchors; then the anchors."""
OWED_PAIRS = BLOCKS + 1 + _MOST_BLOCKS
"""The number of pairs owed in addition to the anchors."""
EXACT = OWED_PAIRS + 1
"""1 under ``protect=longer``."""
WANTED = EXACT + 1
"""The number of cards to play."""
LAID = WANTED + 1
"""For each number of anchors placed: the cards placed and the cards left, a pile each; then the cards of
the last anchor, once each."""
_LAID_WIDE = 9
TOTAL = LAID + _LAID_WIDE * (_MOST_BLOCKS + 1)
"""The number of combinations counted so far."""
DRAWS, STREAM = TOTAL + 1, TOTAL + 2
"""1 if one of the combinations is to be drawn; and the state of the random number generator."""
DRAWN = TOTAL + 3
"""The combination drawn: its anchors and the cards left, a pile each; then the number of pairs owed."""
SERVED = DRAWN + 9
"""The number of blocks owed; then these blocks one by one, the greatest first."""
ROOM = SERVED + 1 + _MOST_BLOCKS
"""The number of integers on a desk."""


# --- Leading --------------------------------------------------------------------------------------


@rule
def tractors_of(record: Any, hand: Masks, number: int) -> tuple[int, int, int]:
    """Return the tractor of a hand with a given number, or count the tractors.

    Args:
        record: the table.
        hand: the hand.
        number: the number of a tractor, from 0; -1 to count them.

    Returns:
        The tractor's cards, once each, and its width, or 0 and 0 if there is none; and the number of
        tractors before it in its partition, width and length, or of all tractors.
    """
    before, least = 0, record[layout.LEAST_LENGTH]
    for width in range(record[layout.LEAST_WIDTH], 5):
        wide = with_copies(hand, width)
        if not may_hold_tractor(wide):
            break
        for partition in range(PARTITIONS):
            cards = wide & suit_mask(partition, form_in(record))
            if not may_hold_tractor(cards):
                continue
            place = place_in(record, partition)
            for length in range(least, longest_tractor(cards, place) + 1):
                here = number_of_places(cards, length, place)
                if before <= number < before + here:
                    return place_numbered(cards, length, place, number - before), width, before
                before += here
    return 0, 0, before


@rule
def random_lead(record: Any, hand: Masks, stream: int) -> tuple[int, int, int]:
    """Choose a random block of a non-empty hand; return its cards, its width and the stream."""
    tractors = 0
    if may_hold_tractor(hand[1]):
        _, _, tractors = tractors_of(record, hand, -1)
    number, stream = drawn(size_of(hand) + tractors, stream)
    for width in range(1, 5):
        cards = with_copies(hand, width)
        here = count_bits(cards)
        if number < here:
            return 1 << bit_numbered(cards, number), width, stream
        number -= here
    block, width, _ = tractors_of(record, hand, number)
    return block, width, stream


# --- The follow duty and legal plays --------------------------------------------------------------


@rule
def lay_lead(record: Any, bench: Any) -> None:
    """Write the lead onto the bench, the work array of ``services``."""
    bench[services.PARTITION], bench[services.MAIN] = record[layout.LED], form_in(record)
    bench[services.CR], bench[services.CHAINED] = ACE, record[layout.CHAIN]
    for at in range(services.PARTS - services.BY_CARDS):  # the house's switches, in the same order
        bench[services.BY_CARDS + at] = item_at(record, layout.BY_CARDS + at)
    parts, in_pairs = 0, record[layout.DUTY] == PAIRS
    for group in range(record[layout.GROUPS]):
        width, length = (
            record[layout.WIDTHS + group],
            record[layout.LENGTHS + group],
        )
        number = record[layout.NUMBERS + group] if width > 1 else 0
        if in_pairs:
            width, length, number = 2, 1, number * length
        for _ in range(number):
            bench[services.PART_WIDTH + parts], bench[services.PART_LENGTH + parts] = width, length
            parts += 1
    bench[services.PARTS] = parts


@rule
def asks_service(record: Any, held: int) -> bool:
    """Tell whether a hand with ``held`` cards of the led suit may owe more than following suit."""
    return held > item_at(record, layout.SIZE) and item_at(record, layout.DUTY) < SUIT


@rule
def may_bomb(record: Any, hand: Masks) -> int:
    """Return the cards of which four copies may be played as a bomb to the lead on the table."""
    bombs = record[layout.BOMBS]
    if bombs == layout.NO_BOMBS or record[layout.SIZE] != 4:
        return 0
    return hand[3] if bombs == layout.ANY_BOMBS else hand[3] & led_mask(record)


@rule
def is_legal(record: Any, desk: Any, play: Masks) -> bool:
    """Tell whether a play of the seat on turn is legal; a lead only has to be in the hand."""
    hand, size = hand_of(record, record[layout.TURN]), record[layout.SIZE]
    if not is_within(play, hand):
        return False
    if record[layout.PLACED] == 0:
        return True
    if size_of(play) != size:
        return False
    bombed = play[3] != 0 and play[3] == play[0] & may_bomb(record, hand)
    if record[layout.DUTY] == NONE or bombed:
        return True
    suit = led_mask(record)
    held, own = of_mask(hand, suit), of_mask(play, suit)
    if size_of(own) < min(size, size_of(held)):
        return False
    if not asks_service(record, size_of(held)):
        return True
    bench = desk[layout.SERVICE : layout.SERVICE + services.ROOM]
    lay_lead(record, bench)
    return follows_as_owed(bench, held, own)


@rule
def owed_at_once(record: Any, own: Masks) -> int:
    """Return the duty of a hand towards a lead of one block in the cases that need no search.

    Args:
        record: the table.
        own: the hand's cards of the led suit, more than were led.

    Returns:
        The number of pairs, if nothing else is owed; -1 if a block like the one led is owed; -2 if the
        duty must be computed by ``find_owed``.
    """
    if own[1] == 0:
        return 0
    if not leads_one_block(record) or record[layout.PROTECT]:
        return -2
    width, length = record[layout.WIDTHS], item_at(record, layout.LENGTHS)
    if width == 1:
        return 0
    if record[layout.DUTY] == PAIRS:
        return min(pairs_in(own, 0), length)
    wide = with_copies(own, width)
    if length == 1:
        if wide:
            return -1
        return 1 if width == 3 else -2
    place = place_in(record, record[layout.LED])
    row = longest_tractor(wide, place)
    if row >= length:
        return -1
    if width == 2 and row == 1 and record[layout.BY_CARDS] == 0:
        return min(pairs_in(own, 0), length)
    return -2


# --- Replying at random ---------------------------------------------------------------------------


@rule
def random_reply(record: Any, desk: Any, hand: Masks, stream: int) -> tuple[Masks, int]:
    """Choose a random legal reply to the lead on the table; return it and the stream."""
    size, duty = record[layout.SIZE], record[layout.DUTY]
    own = of_mask(hand, led_mask(record))
    if size == 1:
        cards = own[0] if own[0] and duty != NONE else hand[0]
        card, stream = one_bit(cards, stream)
        return (card, 0, 0, 0), stream
    bombs = may_bomb(record, hand)
    if bombs:
        return drawn_combination(record, desk, hand, bombs, stream)
    held = size_of(own)
    if duty == NONE:
        return choose(desk, hand, size, 0, 0, stream)
    if held <= size:
        rest, stream = choose(desk, less(hand, own), size - held, 0, 0, stream)
        return more(own, rest), stream
    if duty == SUIT:
        return choose(desk, own, size, 0, 0, stream)
    pairs = owed_at_once(record, own)
    if pairs >= 0:
        return choose(desk, own, size, pairs, 0, stream)
    width, length = record[layout.WIDTHS], record[layout.LENGTHS]
    if pairs == -1:  # any block of the lead's width and length
        wide, place = with_copies(own, width), place_in(record, record[layout.LED])
        number, stream = drawn(number_of_places(wide, length, place), stream)
        return block_of(place_numbered(wide, length, place, number), width), stream
    return drawn_combination(record, desk, hand, 0, stream)


@rule
def drawn_combination(
    record: Any, desk: Any, hand: Masks, bombs: int, stream: int
) -> tuple[Masks, int]:
    """Choose a random legal reply by rejection sampling (see the module's head).

    Args:
        record: the table.
        desk: the desk.
        hand: the hand.
        bombs: the cards of which four copies are a legal bomb.
        stream: the state of the random number generator.

    Returns:
        The reply, and the new state of the random number generator.
    """
    fixed, free = free_cards(record, hand)
    find_owed(record, desk, free)
    desk[EXACT] = record[layout.PROTECT]
    desk[WANTED] = record[layout.SIZE] - size_of(fixed)
    while True:
        desk[STREAM] = stream
        count_combinations(record, desk, free, 1)
        total = item_at(desk, TOTAL)
        at, stream = drawn_below(total + count_bits(bombs), item_at(desk, STREAM))
        if at >= total:
            play = block_of(1 << bit_numbered(bombs, at - total), 4)
        else:
            laid, left = pile_at(desk, DRAWN), pile_at(desk, DRAWN + 4)
            number, pairs = desk[WANTED] - size_of(laid), item_at(desk, DRAWN + 8)
            rest, stream = choose(desk, left, number, pairs, desk[EXACT], stream)
            play = more(more(fixed, laid), rest)
        multiplicity = int(play[3] != 0 and play[3] == play[0] & bombs)
        if is_within(fixed, play) and less(play, fixed)[0] & ~free[0] == 0:
            count_combinations(record, desk, less(play, fixed), 0)
            multiplicity += item_at(desk, TOTAL)
        at, stream = drawn(multiplicity, stream)
        if at == 0:  # accepted
            return play, stream


@rule
def free_cards(record: Any, hand: Masks) -> tuple[Masks, Masks]:
    """Return the cards that a hand must play to the lead, and those that it may choose the rest from."""
    own = of_mask(hand, led_mask(record))
    if record[layout.DUTY] == NONE:
        return (0, 0, 0, 0), hand
    if size_of(own) <= record[layout.SIZE]:
        return own, less(hand, own)
    return (0, 0, 0, 0), own


@rule
def is_within(pile: Masks, other: Masks) -> bool:
    """Tell whether another pile contains all cards of a pile.

    >>> is_within((0b11, 0b01, 0, 0), (0b11, 0b10, 0, 0))
    False
    """
    lacks = pile[0] & ~other[0] | pile[1] & ~other[1] | pile[2] & ~other[2] | pile[3] & ~other[3]
    return lacks == 0


@rule
def find_owed(record: Any, desk: Any, own: Masks) -> None:
    """Write the blocks that a hand owes to ``SERVED``, one by one.

    Args:
        record: the table.
        desk: the desk.
        own: the cards that the hand may choose from (``free_cards``).
    """
    desk[SERVED] = 0
    led = record[layout.LED]
    if own[0] & ~led_mask(record) or not asks_service(record, size_of(own)):
        return
    bench = desk[layout.SERVICE : layout.SERVICE + services.ROOM]
    lay_lead(record, bench)
    best_service(bench, board_of(own, led, form_in(record), ACE), services.OWED)
    served = 0
    for at in range(services.TYPES_OWED):
        for _ in range(item_at(bench, services.OWED + at)):
            desk[SERVED + 1 + served] = _BASE * (4 - at // STEPS) + STEPS - at % STEPS
            served += 1
    desk[SERVED] = served


@rule
def count_combinations(record: Any, desk: Any, pile: Masks, draws: int) -> None:
    """Count all combinations of a pile in ``TOTAL``, and draw one of them into ``DRAWN`` if asked for.

    Args:
        record: the table.
        desk: the desk, with the blocks owed.
        pile: the cards to choose ``WANTED`` cards from.
        draws: 1 to draw a combination.
    """
    desk[TOTAL], desk[DRAWS] = 0, draws
    set_pile(desk, LAID, (0, 0, 0, 0))
    set_pile(desk, LAID + 4, pile)
    served = desk[SERVED]
    lay_blocks(desk, served, 0)
    lay_anchors(record, desk, 0)
    if desk[EXACT] == 0 or served == 0:
        return
    for at in range(served + 1):
        above = desk[SERVED + 1 + at] if at < served else _BASE
        below = desk[SERVED + at] if at else 5 * _BASE - 1
        for block in range(above + 1, below + 1):
            if block % _BASE and can_ask(record, desk, at, block):
                lay_blocks(desk, at, block)
                lay_anchors(record, desk, 0)


@rule
def can_ask(record: Any, desk: Any, count: int, block: int) -> bool:
    """Tell whether the lead has room for the first ``count`` blocks owed and another one.

    Args:
        record: the table.
        desk: the desk.
        count: the number of blocks owed.
        block: the other block, not greater than these.
    """
    width, length = block // _BASE, block % _BASE
    if length > 1 and (width < record[layout.LEAST_WIDTH] or length < record[layout.LEAST_LENGTH]):
        return False
    bench = desk[layout.SERVICE : layout.SERVICE + services.ROOM]
    lay_service(bench)
    blocks, at = 0, 0
    while at <= count:
        asked, number = desk[SERVED + 1 + at] if at < count else block, 1
        while at + number <= count:  # equal blocks are one type
            after = desk[SERVED + 1 + at + number] if at + number < count else block
            if after != asked:
                break
            number += 1
        blocks |= number << add_type(bench, asked // _BASE, asked % _BASE, 0, number)
        at += number
    return has_room(bench, 0, blocks)


@rule
def lay_blocks(desk: Any, count: int, block: int) -> None:
    """Set the anchors and the number of pairs: the first blocks owed, and ``block`` if it is not 0."""
    anchors, pairs = 0, 0
    for at in range(count + int(block > 0)):
        asked = desk[SERVED + 1 + at] if at < count else block
        if asked == 2 * _BASE + 1:
            pairs += 1
        else:
            desk[BLOCKS + 1 + anchors] = asked
            anchors += 1
    desk[BLOCKS], desk[OWED_PAIRS] = anchors, pairs


@rule
def lay_anchors(record: Any, desk: Any, depth: int) -> None:
    """Count the combinations that begin with the anchors placed so far, by recursion.

    If one is to be drawn, each leaf replaces the drawn one with probability n / TOTAL, where n is its
    number of combinations and TOTAL includes them (reservoir sampling).

    Args:
        record: the table.
        desk: the desk.
        depth: the number of anchors placed.
    """
    here = LAID + _LAID_WIDE * depth
    laid, left = pile_at(desk, here), pile_at(desk, here + 4)
    if depth == desk[BLOCKS]:
        number = ways_to_fill(desk, left, desk[WANTED] - size_of(laid))
        desk[TOTAL] += number
        if number and desk[DRAWS]:
            at, desk[STREAM] = drawn_below(item_at(desk, TOTAL), item_at(desk, STREAM))
            if at < number:
                set_pile(desk, DRAWN, laid)
                set_pile(desk, DRAWN + 4, left)
                desk[DRAWN + 8] = desk[OWED_PAIRS]
        return
    asked = desk[BLOCKS + 1 + depth]
    width, length = asked // _BASE, asked % _BASE
    again = depth > 0 and asked == desk[BLOCKS + depth]
    last = (
        item_at(desk, here + 8) if again else 0
    )  # equal anchors are placed in ascending order only
    cards, place = with_copies(left, width), place_in(record, record[layout.LED])
    for number in range(number_of_places(cards, length, place)):
        block = place_numbered(cards, length, place, number)
        if block >= last:
            copies = block_of(block, width)
            after = of_mask(left, ~block) if desk[EXACT] else less(left, copies)
            set_pile(desk, here + _LAID_WIDE, more(laid, copies))
            set_pile(desk, here + _LAID_WIDE + 4, after)
            desk[here + _LAID_WIDE + 8] = block
            lay_anchors(record, desk, depth + 1)


@rule
def ways_to_fill(desk: Any, left: Masks, number: int) -> int:
    """Return the number of ways to choose ``number`` of the cards left with the pairs owed."""
    pairs, exact, held = desk[OWED_PAIRS], desk[EXACT], size_of(left)
    if number > held or 2 * pairs > number:
        return 0
    if number == held:
        return int(pairs_in(left, exact) >= pairs)
    return ways(desk, left, number, pairs, exact) if number else 1
