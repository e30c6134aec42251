"""A deal of Tractor as a flat record: its columns, who takes a trick, and what becomes of a throw.

Source: rules page §6, Throws; docs/tractor.md, Leading and Who wins. The house is ``standard``.

A record is a round (``packed``) and, beside it, what a round does not keep. A deal that is drawn and bid
here (``course``) has all the columns, and goes by the true names of its cards until the burial; one that
begins at the first lead (``play``) has no more than those of the play.

==========  ==================================================================================
column      meaning
==========  ==================================================================================
0..35       the round (``packed``)
36..43      the cards that seats 0 to 3 have played, two masks each, by true names
44          how many tricks are over
45..52      the cards that seats 0 to 3 have shown for bids, two masks each, by true names; the
            landlord's are forgotten when it buries
53..56      the cards of which each seat is known to hold none but what it has shown
57..60      the cards of which each seat is known to hold at most one
61, 62      the cards that nobody has drawn, two masks
63          where in its stream chance goes on
64..66      whose bid stands, its card and how many are shown; 0 copies where nobody has bid
67          how many moves are noted
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
    LANDLORD,
    LEADER,
    LED,
    LENGTH,
    MAIN,
    PAIRS,
    PARTITION,
    PARTITIONS,
    PHI,
    PLACED,
    POINTS,
    RANK,
    SIZE,
    SUIT_MASK,
    TABLE,
    WINNER,
    cards_on,
    form_in,
    honour_of_reply,
    led_mask,
    named_back,
    put,
    renamed,
    turn_of,
)
from suitwise.tractor.rules.blocks import highest_block, run_length, windows
from suitwise.tractor.rules.cutting import ABOVE_ALL, ALL, LARGEST, ROOM
from suitwise.tractor.rules.deck import (
    TRUMPS,
    pair_levels,
    rank_card_phi,
    shared_rank_cards,
    together,
)
from suitwise.tractor.rules.levels import ranks_after
from suitwise.tractor.rules.profile import EVERY_LEVEL
from suitwise.tractor.rules.throws import forced_part
from suitwise.tractor.rules.winning import takes_throw

GONE, TRICKS = COLUMNS, COLUMNS + 8
SHOWN, ABSENT, LONE, UNDRAWN = TRICKS + 1, TRICKS + 9, TRICKS + 13, TRICKS + 17
INDEX, BIDDER, BID, COPIES, NOTED, BENCH = range(UNDRAWN + 2, UNDRAWN + 8)

ROUND, ROUND_END = HEAD, HEAD + COLUMNS
"""Where the deal stands behind the loop's own columns, and where its round ends."""
PLAY_COLUMNS, ALL_COLUMNS = ROUND + TRICKS + 1, ROUND + BENCH + ROOM
"""The columns of a record with the loop's own: of one that begins at the first lead, and of any."""

GIVEN_LANDLORD, LEVELS, DEFEND, FIRST = 1, 2, 4, 5
"""The numbers of a variant after its seats: the landlord, -1 where it is drawn or bid; the levels of
the sides; the ranks that must be defended, a bit each; who draws first where no landlord is given."""


# --- Cards that are played ------------------------------------------------------------------------


@rule
def note_gone(record: Any, seat: int, once: int, twice: int) -> None:
    """Note cards that a seat plays."""
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
def largest_parts(record: Any) -> int:
    """Return how many parts of the lead on the table are the largest: all of them must be beaten."""
    pairs, length = item_at(record, PAIRS), item_at(record, LENGTH)
    if pairs == 0:
        return item_at(record, SIZE)
    if length == 1:
        return pairs
    levels, _ = pair_levels(item_at(record, TABLE + 1), item_at(record, LED), form_in(record), ACE)
    return count_bits(windows(levels, length))


@rule
def takes(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply takes the trick on the table so far: all its largest parts are higher."""
    compared = largest_parts(record)
    if compared == 1 or item_at(record, LENGTH) <= 1:
        if honour_of_reply(record, once, twice) <= item_at(record, BEST):
            return False
        return compared == 1 or is_higher_throughout(record, compared, once, twice)
    return beats_tractors(record, once, twice)


@rule
def beats_tractors(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply beats a throw whose longest tractors are several: none with a number is so.

    Where seats may throw what they like, ``cuts_higher`` is fitted into this place. It calls itself,
    which kernels of a GPU had better not.
    """
    return False


@rule
def cuts_higher(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply can be cut so that it beats the play that stands, whatever was thrown."""
    form, lead = form_in(record), (item_at(record, TABLE), item_at(record, TABLE + 1))
    masks = led_mask(record), SUIT_MASK[PARTITIONS * (form - CLUBS) + TRUMPS]
    return takes_throw(
        record[BENCH : BENCH + ROOM],
        lead,
        standing_play(record),
        (once, twice),
        masks,
        item_at(record, LED),
        (form, ACE, EVERY_LEVEL),
        LARGEST,
        ALL,
    )


@rule
def is_higher_throughout(record: Any, compared: int, once: int, twice: int) -> bool:
    """Tell whether all largest parts of a reply are higher, where they are single cards or pairs.

    Args:
        record: the deal.
        compared: how many parts are the largest.
        once: card mask of the reply, whose highest part is higher than the standing play's.
        twice: its pairs.
    """
    stood, stood_twice = standing_play(record)
    if item_at(record, PAIRS):
        stood, stood_twice, once, twice = stood_twice, 0, twice, 0
    form, cards = form_in(record), stood
    while cards:
        level = PHI[N_CARDS * (form - CLUBS) + lowest_bit(cards)]
        cards &= cards - 1
        wanted = min(compared, copies_from(stood, stood_twice, level, form))
        if copies_from(once, twice, level + 1, form) < wanted:
            return False
    return True


@rule
def copies_from(once: int, twice: int, level: int, form: int) -> int:
    """Return how many of some cards, both copies counted, have a Φ of at least ``level``."""
    return count_bits(not_below(once, level, form)) + count_bits(not_below(twice, level, form))


@rule
def standing_play(record: Any) -> tuple[int, int]:
    """Return the play that wins the trick on the table so far, and its pairs."""
    stands = TABLE + 2 * (item_at(record, WINNER) - item_at(record, LEADER) & 3)
    return item_at(record, stands), item_at(record, stands + 1)


@rule
def put_in_trick(record: Any, once: int, twice: int) -> None:
    """Let the seat on turn make a legal play, to a throw as well (``packed.put``)."""
    placed = item_at(record, PLACED)
    answers_throw = placed > 0 and largest_parts(record) > 1
    if answers_throw:
        record[BEST] = -1 if takes(record, once, twice) else ABOVE_ALL
    put(record, once, twice)
    if answers_throw:  # the honour of what wins so far
        stood, stood_twice = standing_play(record)
        record[BEST] = honour_of_reply(record, stood, stood_twice)
    record[TRICKS] += int(placed == 3)


# --- What a failed throw leads --------------------------------------------------------------------


@rule
def part_forced(record: Any, once: int, twice: int, forced: int, chain: int) -> tuple[int, int]:
    """Return the part that the seat on turn leads of a throw (``rules.throws.forced_part``).

    Args:
        record: the deal; a round alone will do.
        once: card mask of the lead.
        twice: its pairs.
        forced: which part the house forces.
        chain: the level mask of the Φ that join tractors.
    """
    form = form_in(record)
    led = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
    trump = form, ACE, chain
    return forced_part(record, HANDS, turn_of(record), once, twice, (led, suit), trump, forced)


@rule
def forced_cards(record: Any, once: int, twice: int, length: int, top: int) -> tuple[int, int]:
    """Return the cards of the part that is forced, and the rank cards of which it takes one.

    Args:
        record: as for ``part_forced``.
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
    record: Any, led: int, unseen: int, unseen_twice: int, hands: tuple[int, int, int], chain: int
) -> tuple[int, int]:
    """Return the parts of a partition of the seat on turn that nobody can beat.

    Args:
        record: the deal; a round alone will do.
        led: the partition.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
        hands: what each other seat may hold, 0 for one that beats nothing.
        chain: the level mask of the Φ that join tractors.

    Returns:
        Their cards and pairs: none, one part, or a throw.
    """
    form, hand = form_in(record), HANDS + 2 * turn_of(record)
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
    once, twice = item_at(record, hand) & suit, item_at(record, hand + 1) & suit
    beside, chosen, loose = (unseen & suit, unseen_twice & suit), 0, twice
    trump = form, ACE, chain
    levels, _ = pair_levels(twice, led, form, ACE)
    left = levels & chain
    while left:
        low = lowest_bit(left)
        length = run_length(left, low)
        run = ((1 << length) - 1) << low
        left &= ~run
        if length > 1:
            cards = cards_on(run, led, form)
            if led == TRUMPS and run >> rank_card_phi(form) & 1:
                cards |= first_by_name(record, shared_rank_cards(twice, form, ACE))
            loose &= ~cards
            if low + length - 1 >= highest_of(beside, hands, led, trump, length):
                chosen |= cards
    if loose:
        chosen |= not_below(loose, highest_of(beside, hands, led, trump, 1), form)
    singles = not_below(once & ~twice, highest_of(beside, hands, led, trump, 0), form)
    return chosen | singles, chosen


@rule
def highest_of(
    unseen: tuple[int, int],
    hands: tuple[int, int, int],
    led: int,
    trump: tuple[int, int, int],
    length: int,
) -> int:
    """Return the highest Φ of all blocks of a length that one of the other seats may hold."""
    main, cr, chain = trump
    highest = 0
    for ahead in range(3):
        once, twice = unseen[0] & hands[ahead], unseen[1] & hands[ahead]
        if once:
            top = highest_block(once, twice, led, main, cr, length, chain)
            highest = max(highest, top)
    return highest


# --- What a deal brings ---------------------------------------------------------------------------


@rule
def levels_ahead(record: Any, options: Any, seat: int) -> float:
    """Return how many levels a seat's side rises more than the other by a deal that is over."""
    one, other = item_at(options, LEVELS), item_at(options, LEVELS + 1)
    if one < 0:  # each deal draws the level of both
        one = other = item_at(record, RANK)
    landlord, points = item_at(record, LANDLORD), item_at(record, POINTS)
    after, other_after = ranks_after(one, other, landlord, points, item_at(options, DEFEND))
    ahead = after - one - (other_after - other)
    return float(-ahead if seat & 1 else ahead)
