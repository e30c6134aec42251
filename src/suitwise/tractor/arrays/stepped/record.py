"""A deal of Tractor as a flat record: its columns, who takes a trick, and what becomes of a throw.

Source: rules page §6, Throws; docs/tractor.md, Leading and Who wins. The house is ``standard``.

A record is a round (``packed``) and, beside it, what a round does not keep: what all have seen of the
seats' cards, and how the deal came about. A deal is either drawn and bid in the record (``course``), by
the true names of its cards until the burial, or begins at the first lead (``play``).

==========  ==================================================================================
column      meaning
==========  ==================================================================================
0..35       the round (``packed``)
36..43      the cards that seats 0 to 3 have shown for bids, two masks each, by true names; the
            landlord's are forgotten when it buries
44..51      the cards that seats 0 to 3 have played, likewise
52..55      the cards of which each seat is known to hold none but what it has shown
56..59      the cards of which each seat is known to hold at most one
60, 61      the cards that nobody has drawn, two masks
62          where in its stream chance goes on
63..65      whose bid stands, its card and how many are shown; 0 copies where nobody has bid
66          how many moves are noted
67          how many tricks are over
68 on       the bench on which plays are held against throws (``cutting.bench``)
==========  ==================================================================================
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.stepping.loop import HEAD
from suitwise.tractor.arrays.packed import (
    ACE,
    BEST,
    CLUBS,
    COLUMNS,
    HANDS,
    LEADER,
    LED,
    LENGTH,
    MAIN,
    PARTITION,
    PARTITIONS,
    PHI,
    PLACED,
    RANK,
    SIZE,
    SUIT_MASK,
    TABLE,
    WINNER,
    form_in,
    honour_of_reply,
    led_mask,
    named_back,
    put,
    renamed,
    turn_of,
)
from suitwise.tractor.arrays.playouts import cards_on
from suitwise.tractor.rules.blocks import highest_block, only_block, pair_levels, run_length
from suitwise.tractor.rules.cutting.bench import ROOM, lay_shape, lowest_part
from suitwise.tractor.rules.cutting.finding import ABOVE_ALL, ALL, LARGEST, takes_over
from suitwise.tractor.rules.order import TRUMPS, rank_card_phi, shared_rank_cards
from suitwise.tractor.rules.owed import EVERY_LEVEL
from suitwise.tractor.rules.piles import together

SHOWN, GONE = COLUMNS, COLUMNS + 8
ABSENT, LONE = GONE + 8, GONE + 12
UNDRAWN = LONE + 4
INDEX, BIDDER, BID, COPIES, NOTED, TRICKS, BENCH = range(UNDRAWN + 2, UNDRAWN + 9)

ROUND, ROUND_END = HEAD, HEAD + COLUMNS
"""Where the deal stands behind the loop's own columns, and where its round ends."""
ALL_COLUMNS = ROUND + BENCH + ROOM
"""The columns of a record with the loop's own."""

STANDS = 99
"""In place of the length of the part that a throw leads: nobody beats any."""


# --- Cards that are played ------------------------------------------------------------------------


@rule
def note_gone(record: Any, seat: int, once: int, twice: int) -> None:
    """Note cards that a seat plays; if it has no pairs among them, it holds no second copies."""
    record[ABSENT + seat] |= item_at(record, LONE + seat) & once
    main, cr, gone = item_at(record, MAIN), item_at(record, RANK), GONE + 2 * seat
    once = named_back(once, main, cr)
    if twice:  # seldom
        twice = named_back(twice, main, cr)
    record[gone], record[gone + 1] = together(
        item_at(record, gone), item_at(record, gone + 1), once, twice
    )


@rule
def not_below(cards: int, level: int, form: int) -> int:
    """Return the cards whose Φ is at least ``level``."""
    found = 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if PHI[N_CARDS * (form - CLUBS) + card] >= level:
            found |= 1 << card
    return found


@rule
def first_by_name(record: Any, cards: int) -> int:
    """Return the card that comes first by its true name, renamed."""
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    true = named_back(cards, main, cr)
    return renamed(true & -true, main, cr)


# --- Who takes a trick ----------------------------------------------------------------------------


@rule
def is_throw_led(record: Any) -> bool:
    """Tell whether the lead on the table has several blocks."""
    size = item_at(record, SIZE)
    return size > 1 and size != 2 * item_at(record, LENGTH)


@rule
def takes(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply takes the trick on the table so far."""
    if not is_throw_led(record):
        return honour_of_reply(record, once, twice) > item_at(record, BEST)
    form, led, suit = form_in(record), item_at(record, LED), led_mask(record)
    if once & ~suit and once & ~SUIT_MASK[PARTITIONS * (form - CLUBS) + TRUMPS]:
        return False
    stands = TABLE + 2 * (item_at(record, WINNER) - item_at(record, LEADER) & 3)
    stood, stood_twice = item_at(record, stands), item_at(record, stands + 1)
    lead, lead_twice = item_at(record, TABLE), item_at(record, TABLE + 1)
    bench, trump = record[BENCH : BENCH + ROOM], (form, ACE, EVERY_LEVEL)
    lay_shape(bench, lead_twice, count_bits(lead & ~lead_twice), led, trump)
    standing = stood_twice, stood & ~stood_twice, TRUMPS if stood & ~suit else led
    play = twice, once & ~twice, TRUMPS if once & ~suit else led
    return takes_over(bench, standing, play, LARGEST, ALL, trump)


@rule
def put_in_trick(record: Any, once: int, twice: int) -> None:
    """Let the seat on turn make a legal play, to a throw as well (``packed.put``)."""
    placed = item_at(record, PLACED)
    answers_throw = placed > 0 and is_throw_led(record)
    if answers_throw:
        record[BEST] = -1 if takes(record, once, twice) else ABOVE_ALL
    put(record, once, twice)
    if answers_throw:  # what the next reply is compared with: the honour of what wins so far
        stands = TABLE + 2 * (item_at(record, WINNER) - item_at(record, LEADER) & 3)
        record[BEST] = honour_of_reply(record, item_at(record, stands), item_at(record, stands + 1))
    record[TRICKS] += int(placed == 3)


# --- What a failed throw leads --------------------------------------------------------------------


@rule
def forced_part(record: Any, once: int, twice: int) -> tuple[int, int]:
    """Return the part that is led of a throw that fails: its length in pairs, and its top Φ.

    It is the smallest that somebody beats, of as many cards the lowest.

    Args:
        record: the deal, in which the seat on turn leads.
        once: card mask of the lead.
        twice: its pairs.

    Returns:
        The length, 0 for a single and ``STANDS`` where the lead stands; and the Φ.
    """
    form = form_in(record)
    led = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    if only_block(once, twice, 0, led, form, ACE, EVERY_LEVEL) < 0:
        for length in range(count_bits(twice) + 1):
            top = lowest_part(once, twice, led, (form, ACE, EVERY_LEVEL), length)
            if top and highest_held(record, led, length) > top:
                return length, top
    return STANDS, 0


@rule
def highest_held(record: Any, led: int, length: int) -> int:
    """Return the highest top Φ of the blocks of a length that the other seats hold."""
    form, highest = form_in(record), 0
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
    for ahead in range(1, 4):
        hand = HANDS + 2 * (turn_of(record) + ahead & 3)
        once, twice = item_at(record, hand) & suit, item_at(record, hand + 1) & suit
        top = highest_block(once, twice, led, form, ACE, length, EVERY_LEVEL)
        highest = max(highest, top)
    return highest


@rule
def forced_cards(record: Any, once: int, twice: int, length: int, top: int) -> tuple[int, int]:
    """Return the cards of the part that is forced, and the rank cards of which it takes one.

    Args:
        record: the deal.
        once: card mask of the throw.
        twice: its pairs.
        length: the part's length in pairs.
        top: its top Φ.

    Returns:
        Its cards but for a rank card that others are level with; these, of which there may be none.
    """
    form = form_in(record)
    led = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    count = max(length, 1)
    levels = ((1 << count) - 1) << top - count + 1
    if led != TRUMPS or levels >> rank_card_phi(form) & 1 == 0:
        return cards_on(levels, led, form), 0
    copies = twice if length else once & ~twice
    return cards_on(levels, led, form), shared_rank_cards(copies, form, ACE)


# --- Throws that are certain to stand -------------------------------------------------------------


@rule
def sure_parts(
    record: Any, led: int, unseen: int, unseen_twice: int, hands: tuple[int, int, int]
) -> tuple[int, int]:
    """Return the parts of a partition of the seat on turn that nobody can beat (``players.throws``).

    Args:
        record: the deal.
        led: the partition.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
        hands: what each other seat may hold, 0 for one that beats nothing.

    Returns:
        Their cards and pairs: none, one part, or a throw.
    """
    form, hand = form_in(record), HANDS + 2 * turn_of(record)
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
    once, twice = item_at(record, hand) & suit, item_at(record, hand + 1) & suit
    unseen, unseen_twice, chosen, loose = unseen & suit, unseen_twice & suit, 0, twice
    left, _ = pair_levels(twice, led, form, ACE)
    while left:
        low = lowest_bit(left)
        length = run_length(left, low)
        levels = ((1 << length) - 1) << low
        left &= ~levels
        if length > 1:
            cards = cards_on(levels, led, form)
            if led == TRUMPS and levels >> rank_card_phi(form) & 1:
                cards |= first_by_name(record, shared_rank_cards(twice, form, ACE))
            loose &= ~cards
            if low + length - 1 >= highest_of(unseen, unseen_twice, hands, led, form, length):
                chosen |= cards
    doubles = highest_of(unseen, unseen_twice, hands, led, form, 1)
    singles = highest_of(unseen, unseen_twice, hands, led, form, 0)
    chosen |= not_below(loose, doubles, form)
    return chosen | not_below(once & ~twice, singles, form), chosen


@rule
def highest_of(
    unseen: int, unseen_twice: int, hands: tuple[int, int, int], led: int, form: int, length: int
) -> int:
    """Return the highest Φ of all blocks of a length that one of the other seats may hold."""
    highest = 0
    for ahead in range(3):
        may = hands[ahead]
        if unseen & may:
            top = highest_block(
                unseen & may, unseen_twice & may, led, form, ACE, length, EVERY_LEVEL
            )
            highest = max(highest, top)
    return highest
