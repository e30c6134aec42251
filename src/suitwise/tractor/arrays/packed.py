"""A round as a flat record of 36 integers, and rounds played at random from such records.

Source: rules page §6; docs/tractor.md, At the table.

The cards of a record are renamed: the main suit changes names with clubs, and the current rank becomes
the ace, those above it moving down by one. Nothing in the rules depends on the names of suits or ranks
but for the points of fives, tens and kings; and now Φ follows the numbers of the cards in every plain
suit and in the main suit, so that neighbours in a tractor are neighbouring bits, and there are two
forms of trump instead of 65: clubs and aces (``CLUBS``), and aces alone (``NO_SUIT``). Every rule on
card masks takes renamed cards under the form as its main suit and ``ACE`` as its current rank.

In a record's rounds nobody throws: of a lead of one block the higher honour takes the trick, of a throw
that depends on the house (``play``).

The play of one deal at a time, throws and all, is that of ``state``:
``tests/tractor/arrays/test_positions.py`` holds the two together.

All integers are below 2**63, so they are the same in Python, machine code and CUDA:

==========  ==================================================================================
column      meaning; a pile is two columns, the cards held and those held twice
==========  ==================================================================================
0..7        the hands of seats 0 to 3
8, 9        the kitty, once the landlord has buried it
10..17      the plays of the open trick by place, the lead first; of the last one while none is open
18, 19      the main suit 0..4 and the current rank 0..12, by their true names
20          the landlord
21, 22      who leads or led the trick, and how many plays lie on the table
23          the led partition, 0..4
24          how many cards were led
25..27      the lead's pairs, the pairs of its longest block, the pack code of its tractors
28, 29      the honour of the play that wins so far, and whose it is
30          the points on the table
31          the attackers' points; at the end with the kitty's
32          the cards of the largest block of the last trick's lead
33          how many cards have been played
34          the partitions that seats have shown to be out of, five bits a seat
35          the stream that the next random number comes from
==========  ==================================================================================
"""

from __future__ import annotations

from math import comb
from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.stepping.loop import drawn, is_open
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import answer_trick, lead_form
from suitwise.tractor.rules.deck import (
    pair_levels,
    rank_card_phi,
    shared_rank_cards,
    together,
    without,
)
from suitwise.tractor.rules.levels import FIVES, KITTY, TENS, TWICE, count_points, kitty_factor
from suitwise.tractor.rules.owed import LeadNumbers, serves, what_is_owed
from suitwise.tractor.rules.profile import BEST as BEST_SERVICE
from suitwise.tractor.rules.profile import EVERY_LEVEL

(HANDS, BURIED, TABLE, MAIN, RANK, LANDLORD, LEADER, PLACED, LED, SIZE, PAIRS, LENGTH, TRACTORS) = (
    *(0, 8, 10),
    *range(18, 28),
)
(BEST, WINNER, ON_TABLE, POINTS, LARGEST, PLAYED, LACKS, STREAM, COLUMNS) = range(28, 37)

CLUBS, ACE = 3, 12
ALL_PLAYED = 100
"""The cards that are played in a round."""

_FORMS = (CLUBS, deck.NO_SUIT)
PARTITIONS = 5
SUIT_MASK = tuple(
    0 if partition == form == CLUBS else deck.partition_mask(partition, form, ACE)
    for form in _FORMS
    for partition in range(PARTITIONS)
)
"""The card masks of the partitions, by ``5 * (form - CLUBS) + partition``; 0 where clubs are trumps."""
PARTITION = tuple(deck.partition_of(card, form, ACE) for form in _FORMS for card in range(N_CARDS))
"""The partition of a card, by ``54 * (form - CLUBS) + card``."""
PHI = tuple(deck.phi_of(card, form, ACE) for form in _FORMS for card in range(N_CARDS))
"""Φ of a card, likewise."""

_SUIT = 0x1FFF
_JOKERS = 3 << 52


# --- Other names ----------------------------------------------------------------------------------


@rule
def form_of(main: int) -> int:
    """Return the form of trump: ``CLUBS``, or ``NO_SUIT`` where there is no main suit."""
    return deck.NO_SUIT if main == deck.NO_SUIT else CLUBS


@rule
def swapped(cards: int, main: int) -> int:
    """Return cards with the main suit and clubs in each other's place."""
    if main >= CLUBS:
        return cards
    differ = (cards >> 13 * main ^ cards >> 13 * CLUBS) & _SUIT
    return cards ^ differ << 13 * main ^ differ << 13 * CLUBS


@rule
def renamed(cards: int, main: int, cr: int) -> int:
    """Return a card mask with the main suit as clubs and the current rank as the ace.

    Args:
        cards: card mask.
        main: main suit 0..4.
        cr: current rank 0..12.

    >>> from suitwise.cards import format_cards
    >>> from suitwise.tractor.rules.deck import bits, pile_of
    >>> format_cards(bits(renamed(pile_of("S5S6H4H5H6RJ").once, 0, 3)))  # S5 is trump
    'H4H5HAC5CARJ'
    """
    below = cards & deck.ONE_OF_EACH_SUIT * ((1 << cr) - 1)
    above = cards & deck.ONE_OF_EACH_SUIT * (_SUIT ^ ((2 << cr) - 1))
    own = cards & deck.ONE_OF_EACH_SUIT << cr
    return swapped(below | above >> 1 | own << (ACE - cr) | cards & _JOKERS, main)


@rule
def named_back(cards: int, main: int, cr: int) -> int:
    """Return a renamed card mask by the true names of its cards.

    >>> named_back(renamed(0b1011 << 40, 2, 5), 2, 5) == 0b1011 << 40
    True
    """
    cards = swapped(cards, main)
    below = cards & deck.ONE_OF_EACH_SUIT * ((1 << cr) - 1)
    above = cards & deck.ONE_OF_EACH_SUIT * ((_SUIT >> 1) ^ ((1 << cr) - 1))
    own = cards & deck.ONE_OF_EACH_SUIT << ACE
    return below | above << 1 | own >> (ACE - cr) | cards & _JOKERS


@rule
def renamed_partitions(partitions: int, main: int) -> int:
    """Return a set of partitions, a bit each, by their other names: clubs have that of the main suit.

    >>> bin(renamed_partitions(0b11001, 1))
    '0b10011'
    """
    if main >= CLUBS:
        return partitions
    return partitions & ~(1 << CLUBS | 1 << main) | (partitions >> CLUBS & 1) << main


@rule
def swapped_suit(suit: int, main: int) -> int:
    """Return the other name of a partition in a record, or its true one: clubs and the main suit change.

    >>> [swapped_suit(suit, 1) for suit in range(4)], [swapped_suit(suit, 4) for suit in range(4)]
    ([0, 3, 2, 1], [0, 1, 2, 3])
    """
    if main >= CLUBS or (suit != main and suit != CLUBS):
        return suit
    return CLUBS if suit == main else main


FIVES_OF = tuple(renamed(FIVES, deck.NO_SUIT, cr) for cr in range(13))
"""The fives, renamed, by current rank; they are in every suit."""
TENS_OF = tuple(renamed(TENS, deck.NO_SUIT, cr) for cr in range(13))
"""The tens and kings, likewise."""


@rule
def points_in(once: int, twice: int, cr: int) -> int:
    """Return the points of some cards, renamed.

    >>> points_in(renamed(1 << 3 | 1 << 11, 0, 5), 0, 5)  # S5 SK, sevens are trump
    15
    """
    return count_points(once, twice, FIVES_OF[cr], TENS_OF[cr])


# --- A record -------------------------------------------------------------------------------------


@rule
def turn_of(record: Any) -> int:
    """Return the seat to play."""
    return item_at(record, LEADER) + item_at(record, PLACED) & 3


@rule
def form_in(record: Any) -> int:
    """Return the form of trump of a record."""
    return form_of(item_at(record, MAIN))


@rule
def led_mask(record: Any) -> int:
    """Return the card mask of the partition led."""
    return SUIT_MASK[PARTITIONS * (form_in(record) - CLUBS) + item_at(record, LED)]


@rule
def asked_in(record: Any) -> LeadNumbers:
    """Return what the lead on the table asks of a hand."""
    led, size = item_at(record, LED), item_at(record, SIZE)
    pairs, tractors = item_at(record, PAIRS), item_at(record, TRACTORS)
    return led, size, pairs, tractors, form_in(record), ACE, EVERY_LEVEL, BEST_SERVICE


@rule
def unseen_by(record: Any, seat: int) -> tuple[int, int]:
    """Return the cards that a seat does not see, and those of which it sees no copy.

    They are those of the other hands; and of the kitty, but for the landlord, who has buried it.
    """
    once = twice = 0
    for ahead in range(1, 4):
        other = HANDS + 2 * (seat + ahead & 3)
        once, twice = together(once, twice, item_at(record, other), item_at(record, other + 1))
    if seat != item_at(record, LANDLORD):
        once, twice = together(once, twice, item_at(record, BURIED), item_at(record, BURIED + 1))
    return once, twice


@rule
def put(record: Any, once: int, twice: int) -> None:
    """Let the seat on turn make a legal play, no throw; the fourth one ends the trick.

    A throw is put on the table as any lead, but the higher honour is then taken to beat it.

    Args:
        record: the record; it is changed.
        once: card mask of the play, renamed.
        twice: its cards played twice.
    """
    seat, placed = turn_of(record), item_at(record, PLACED)
    hand, table = HANDS + 2 * seat, TABLE + 2 * placed
    left, left_twice = without(item_at(record, hand), item_at(record, hand + 1), once, twice)
    record[hand], record[hand + 1] = left, left_twice
    record[table], record[table + 1] = once, twice
    if placed == 0:
        _open_trick(record, once, twice)
    else:
        _answer(record, once, twice, seat)
    record[ON_TABLE] += points_in(once, twice, item_at(record, RANK))
    record[PLAYED] += item_at(record, SIZE)
    record[PLACED] = placed + 1
    if placed == 3:
        _take(record)


@rule
def _open_trick(record: Any, once: int, twice: int) -> None:
    """Note what a lead asks of the replies."""
    form = form_in(record)
    card = lowest_bit(once)
    led = PARTITION[N_CARDS * (form - CLUBS) + card]
    record[LED], record[WINNER], record[ON_TABLE] = led, item_at(record, LEADER), 0
    if once & (once - 1) | twice == 0:
        record[SIZE], record[PAIRS], record[LENGTH], record[TRACTORS] = 1, 0, 0, 0
        record[BEST] = PHI[N_CARDS * (form - CLUBS) + card]
        return
    pairs, length, tractors, honour = lead_form(once, twice, led, form, ACE)
    record[SIZE] = count_bits(once) + count_bits(twice)
    record[PAIRS], record[LENGTH], record[TRACTORS], record[BEST] = pairs, length, tractors, honour


@rule
def _answer(record: Any, once: int, twice: int, seat: int) -> None:
    """Note whether a reply is the best so far, and whether it shows its seat out of the led suit."""
    honour = honour_of_reply(record, once, twice)
    if honour > item_at(record, BEST):
        record[BEST], record[WINNER] = honour, seat
    if once & ~led_mask(record):
        record[LACKS] |= 1 << PARTITIONS * seat + item_at(record, LED)


@rule
def honour_of_reply(record: Any, once: int, twice: int) -> int:
    """Return the honour of a reply to the lead on the table (``blocks.answer_trick``)."""
    form, led = form_in(record), item_at(record, LED)
    suit = led_mask(record)
    trumps = SUIT_MASK[PARTITIONS * (form - CLUBS) + deck.TRUMPS]
    if item_at(record, SIZE) == 1:
        # Φ of every trump is above that of every plain card.
        return PHI[N_CARDS * (form - CLUBS) + lowest_bit(once)] if once & (suit | trumps) else 0
    pairs, length = item_at(record, PAIRS), item_at(record, LENGTH)
    lead = led, suit, pairs, length, item_at(record, TRACTORS)
    return answer_trick(lead, once, twice, (form, ACE, trumps))


@rule
def _take(record: Any) -> None:
    """End a trick: its winner takes the points and leads next; the last one decides on the kitty."""
    winner, length = item_at(record, WINNER), item_at(record, LENGTH)
    largest = 2 * length if length else 1
    record[LEADER], record[PLACED], record[LARGEST] = winner, 0, largest
    if (winner ^ item_at(record, LANDLORD)) & 1:
        record[POINTS] += item_at(record, ON_TABLE)
        if item_at(record, PLAYED) == ALL_PLAYED:
            cr = item_at(record, RANK)
            buried = points_in(item_at(record, BURIED), item_at(record, BURIED + 1), cr)
            record[POINTS] += kitty_factor(largest, largest, TWICE, 0) * buried


# --- Validate a record from an untrusted array ----------------------------------------------------
#
# Source: the columns of ``packed``.

_MOST_POINTS = 1 << 20
_ALL = (1 << N_CARDS) - 1


@rule
def is_sound(record: Any) -> bool:
    """Tell whether 36 integers are a round: every number in its range, every card there twice at most.

    >>> is_sound([0] * 36)
    False
    """
    if not numbers_are_sound(record):
        return False
    once = twice = 0
    placed = item_at(record, PLACED)
    for column in range(HANDS, TABLE + 2 * placed, 2):
        more, more_twice = item_at(record, column), item_at(record, column + 1)
        if (more | more_twice) & ~_ALL or more_twice & ~more:
            return False
        if (once & more_twice) | (twice & more):
            return False
        once, twice = together(once, twice, more, more_twice)
    if _cards(record, BURIED) != KITTY:
        return False
    size = item_at(record, SIZE) if placed else 0
    if placed and not lead_is_sound(record):
        return False
    each = _cards(record, HANDS + 2 * item_at(record, LEADER)) + size
    for ahead in range(4):
        hand = HANDS + 2 * (item_at(record, LEADER) + ahead & 3)
        if _cards(record, hand) != (each - size if ahead < placed else each):
            return False
        if ahead < placed and _cards(record, TABLE + 2 * ahead) != size:
            return False
    return size <= each and item_at(record, PLAYED) == ALL_PLAYED - 4 * each + placed * size


@rule
def _cards(record: Any, column: int) -> int:
    return count_bits(item_at(record, column)) + count_bits(item_at(record, column + 1))


@rule
def numbers_are_sound(record: Any) -> bool:
    """Tell whether the columns that are no cards are in their ranges."""
    if not (0 <= item_at(record, MAIN) <= 4 and 0 <= item_at(record, RANK) <= 12):
        return False
    seats = item_at(record, LANDLORD) | item_at(record, LEADER) | item_at(record, WINNER)
    if seats & ~3 or item_at(record, PLACED) & ~3:
        return False
    if item_at(record, LACKS) & -1 << 4 * PARTITIONS or not is_open(item_at(record, STREAM)):
        return False
    points = item_at(record, POINTS)
    if not -_MOST_POINTS < points < _MOST_POINTS or not 0 <= item_at(record, LARGEST) <= 24:
        return False
    return 0 <= item_at(record, ON_TABLE) <= 200


@rule
def lead_is_sound(record: Any) -> bool:
    """Tell whether what a record says of the lead on the table is so, and that is no throw."""
    once, twice = item_at(record, TABLE), item_at(record, TABLE + 1)
    if once == 0:
        return False
    form = form_of(item_at(record, MAIN))
    led = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    if led != item_at(record, LED) or once & ~SUIT_MASK[PARTITIONS * (form - CLUBS) + led]:
        return False
    pairs, length, tractors, honour = lead_form(once, twice, led, form, ACE)
    if pairs != item_at(record, PAIRS) or length != item_at(record, LENGTH):
        return False
    size = count_bits(once) + count_bits(twice)
    if size != item_at(record, SIZE) or size != max(2 * length, 1):
        return False
    return tractors == item_at(record, TRACTORS) and honour <= item_at(record, BEST) <= 28


# --- Rounds dealt and played at random, from records ----------------------------------------------
#
# Source: rules page §6; docs/tractor.md, At the table.
#
# A random player is even over what it may do, told apart by cards and not by copies: as leader over
# every single, pair and tractor that it holds (no throws), as follower over every legal play, as
# landlord over every choice of eight cards.
#
# The cost of a play. Nearly all leads are of one card; a play to one takes a cut of the hand by the
# mask of the led partition, a count of its bits, one number of the stream, the bit at that number,
# its Φ from a table, and the removal of that bit. Only replies to pairs and tractors count choices: a
# choice of n cards with j pairs out of b takes one of C(b, j) sets of pairs and one of C(kinds - j, n
# - 2 j) sets of other cards, so j is drawn by a sum of products from Pascal's triangle, and then the
# sets, card by card. Where tractors are owed, choices that have the pairs owed are drawn until one
# has the tractors too, which leaves all legal plays equally likely; at least one choice in 924, six
# pairs out of twelve, has them.

_MOST = 33
"""The cards that the landlord holds before the burial."""
_ROW = _MOST + 1
CHOICES = tuple(comb(n, k) for n in range(_ROW) for k in range(_ROW))
"""Pascal's triangle: C(n, k) by ``34 n + k``."""

_RUNGS = 0x7FF * deck.ONE_OF_EACH_SUIT
"""The cards of a suit that have a neighbour above them by one bit, whatever the form."""
_TOPS = deck.ONE_OF_EACH_SUIT << ACE | 1 << 13 * CLUBS + ACE - 1 | 3 << 52
"""The cards that may be neighbours in another way: aces, jokers, the king of clubs."""


# --- Choosing evenly ------------------------------------------------------------------------------


@rule
def one_bit(bits: int, stream: int) -> tuple[int, int]:
    """Return one of the set bits, each equally likely, and the stream."""
    number, stream = drawn(count_bits(bits), stream)
    return 1 << bit_numbered(bits, number), stream


@rule
def some_bits(bits: int, count: int, stream: int) -> tuple[int, int]:
    """Return ``count`` of the set bits, every choice equally likely, and the stream."""
    chosen = 0
    for _ in range(count):
        bit, stream = one_bit(bits, stream)
        chosen |= bit
        bits ^= bit
    return chosen, stream


@rule
def choose(once: int, twice: int, count: int, least: int, stream: int) -> tuple[int, int, int]:
    """Return ``count`` cards of a pile, and the stream; every choice with the pairs is equally likely.

    Args:
        once: card mask of the pile.
        twice: mask of the cards that are there twice.
        count: how many cards; the pile has as many.
        least: how many pairs at least; the pile has them, and they are no more cards than ``count``.
        stream: where the random numbers come from.
    """
    kinds, doubles = count_bits(once), count_bits(twice)
    most = min(doubles, count >> 1)
    total = 0
    for pairs in range(least, most + 1):
        total += ways(kinds, doubles, count, pairs)
    number, stream = drawn(total, stream)
    pairs, here = least - 1, 0
    while number >= here:
        number -= here
        pairs += 1
        here = ways(kinds, doubles, count, pairs)
    chosen, stream = some_bits(twice, pairs, stream)
    others, stream = some_bits(once ^ chosen, count - 2 * pairs, stream)
    return chosen | others, chosen, stream


@rule
def ways(kinds: int, doubles: int, count: int, pairs: int) -> int:
    """Return how many choices of ``count`` cards have exactly ``pairs`` pairs."""
    return CHOICES[_ROW * doubles + pairs] * CHOICES[_ROW * (kinds - pairs) + count - 2 * pairs]


# --- Leading --------------------------------------------------------------------------------------


@rule
def may_hold_tractor(twice: int) -> bool:
    """Tell, quickly, whether some pairs may hold a tractor; where False, they hold none."""
    return twice & twice >> 1 & _RUNGS != 0 or count_bits(twice & _TOPS) > 1


@rule
def number_of_tractors(twice: int, form: int) -> int:
    """Return how many different tractors can be led from some pairs, short ones within long ones."""
    number = 0
    if may_hold_tractor(twice):
        for partition in range(PARTITIONS):
            number += _tractors_in(twice, partition, form)
    return number


@rule
def _tractors_in(twice: int, partition: int, form: int) -> int:
    """Return how many tractors some pairs hold in a partition."""
    own = twice & SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]
    levels, spare = pair_levels(own, partition, form, ACE)
    shared = rank_card_phi(form)
    number, length, starts = 0, 2, levels & levels >> 1
    while starts:
        number += count_bits(starts) + spare * count_bits(starts & _through(shared, length))
        starts &= levels >> length
        length += 1
    return number


@rule
def _through(shared: int, length: int) -> int:
    """Return the lowest Φ of the tractors of ``length`` pairs that the shared Φ is part of."""
    return ((1 << length) - 1) << (shared - length + 1)


@rule
def tractor_numbered(twice: int, form: int, number: int) -> int:
    """Return the cards of the tractor of a number, below ``number_of_tractors``."""
    partition, here = -1, 0
    while number >= here:
        number -= here
        partition += 1
        here = _tractors_in(twice, partition, form)
    own = twice & SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]
    levels, spare = pair_levels(own, partition, form, ACE)
    shared = rank_card_phi(form)
    used, link = _levels_numbered(levels, spare, shared, number)
    cards = cards_on(used, partition, form)
    if partition == deck.TRUMPS and used >> shared & 1:
        cards |= 1 << bit_numbered(shared_rank_cards(own, form, ACE), link)
    return cards


@rule
def _levels_numbered(levels: int, spare: int, shared: int, number: int) -> tuple[int, int]:
    """Return the Φ of the tractor of a number, and which pair it takes on the shared Φ.

    Short tractors come first; of one length those with the first pair on the shared Φ.
    """
    length, starts = 2, levels & levels >> 1
    apart = count_bits(starts)
    joined = count_bits(starts & _through(shared, length))
    while number >= apart + spare * joined:
        number -= apart + spare * joined
        starts &= levels >> length
        length += 1
        apart = count_bits(starts)
        joined = count_bits(starts & _through(shared, length))
    link = 0
    if number >= apart:
        link = 1 + (number - apart) // joined
        number = (number - apart) % joined
        starts &= _through(shared, length)
    return ((1 << length) - 1) << bit_numbered(starts, number), link


@rule
def cards_on(levels: int, partition: int, form: int) -> int:
    """Return the cards on some Φ of a partition, but for those that share one."""
    if partition != deck.TRUMPS:
        return levels >> 1 << 13 * partition
    if form != CLUBS:
        return levels >> 15 << 52
    main = levels >> 13 & (1 << ACE) - 1
    return main << 13 * CLUBS | (levels >> 26) << 51


@rule
def lead_randomly(once: int, twice: int, form: int, stream: int) -> tuple[int, int, int]:
    """Return a single, a pair or a tractor of a hand, all equally likely, and the stream.

    Args:
        once: card mask of the hand, renamed; not empty.
        twice: mask of its pairs.
        form: the form of trump.
        stream: where the random numbers come from.
    """
    singles, pairs = count_bits(once), count_bits(twice)
    number, stream = drawn(singles + pairs + number_of_tractors(twice, form), stream)
    if number < singles:
        return 1 << bit_numbered(once, number), 0, stream
    number -= singles
    if number < pairs:
        cards = 1 << bit_numbered(twice, number)
    else:
        cards = tractor_numbered(twice, form, number - pairs)
    return cards, cards, stream


# --- Following ------------------------------------------------------------------------------------


@rule
def follow_randomly(
    once: int, twice: int, suit: int, lead: LeadNumbers, stream: int
) -> tuple[int, int, int]:
    """Return a legal play to a lead, all equally likely, and the stream.

    Args:
        once: card mask of the hand, renamed; it has as many cards as were led.
        twice: mask of its pairs.
        suit: card mask of the led partition.
        lead: what the lead asks for.
        stream: where the random numbers come from.
    """
    led, size, _, _, form, _, _, _ = lead
    own, doubles = once & suit, twice & suit
    if size == 1:
        cards, stream = one_bit(own if own else once, stream)
        return cards, 0, stream
    held = count_bits(own) + count_bits(doubles)
    fixed, free, count, least, tractors = what_is_owed(suit, held, doubles, lead)
    while True:
        cards, pairs, stream = choose(once & free, twice & free, count, least, stream)
        if serves(pairs, led, form, ACE, EVERY_LEVEL, tractors):
            return once & fixed | cards, twice & fixed | pairs, stream


@rule
def any_play(record: Any) -> tuple[int, int]:
    """Return what the seat on turn plays at random, and its pairs: any lead, or any legal reply."""
    hand = HANDS + 2 * turn_of(record)
    once, twice, stream = item_at(record, hand), item_at(record, hand + 1), item_at(record, STREAM)
    if item_at(record, PLACED) == 0:
        once, twice, record[STREAM] = lead_randomly(once, twice, form_in(record), stream)
    else:
        once, twice, record[STREAM] = follow_randomly(
            once, twice, led_mask(record), asked_in(record), stream
        )
    return once, twice
