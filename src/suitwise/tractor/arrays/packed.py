"""A round of Tractor as a flat record of 36 integers, its rules, and random play on it.

Source: rules page §6; docs/tractor.md, At the table.

A record stores its cards *renamed*: the main suit swaps places with clubs, and the current rank becomes
the ace, so that the ranks above it move down by one. The rules depend on the names of suits and ranks
only for the points of fives, tens and kings. With these names Φ rises with the card number within every
plain suit and within the main suit, so neighbours in a tractor are neighbouring bits. Only two *forms*
of trump are left instead of 65: ``CLUBS`` (clubs and aces) and ``NO_SUIT`` (aces alone). Every rule on
card masks accepts renamed cards if it is given the form as main suit and ``ACE`` as current rank.

A pile takes two columns: a mask of the cards in it (``once``), and a mask of those in it twice
(``twice``). All integers are below 2**63, so Python, machine code and CUDA agree on them.

==========  =============  =======================================================================
column      name           meaning
==========  =============  =======================================================================
0..7        ``HANDS``      the hands of seats 0 to 3, a pile each
8, 9        ``BURIED``     the kitty that the landlord has buried
10..17      ``TABLE``      the plays of the current trick in order, the lead first; between tricks
                           those of the last trick
18          ``MAIN``       the main suit 0..4, by its true name
19          ``RANK``       the current rank 0..12, by its true name
20          ``LANDLORD``   the landlord's seat
21          ``LEADER``     the seat that leads or led the trick
22          ``PLACED``     the number of plays on the table
23          ``LED``        the led partition 0..4
24          ``SIZE``       the number of cards led
25          ``PAIRS``      the pairs in the lead
26          ``LENGTH``     the pairs of the longest block in the lead, 0 if it has only singles
27          ``TRACTORS``   the pack code of the tractors in the lead
28          ``BEST``       the honour of the winning play so far
29          ``WINNER``     the seat that made it
30          ``ON_TABLE``   the points on the table
31          ``POINTS``     the attackers' points; after the last trick with the kitty's
32          ``LARGEST``    the number of cards in the largest block of the last trick's lead
33          ``PLAYED``     the number of cards played
34          ``LACKS``      the partitions that seats have shown to be out of, five bits a seat
35          ``STREAM``     the state of the random number generator
==========  =============  =======================================================================

``put`` plays a trick on the assumption that the higher honour wins. That holds if one block is led;
``play`` decides tricks in which a throw was led. ``tests/tractor/arrays/test_positions.py`` checks the
records against the game's own states.
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
from suitwise.tractor.rules.pairs.owed import LeadNumbers, serves, what_is_owed
from suitwise.tractor.rules.profile import BEST as BEST_SERVICE
from suitwise.tractor.rules.profile import EVERY_LEVEL

HANDS, BURIED, TABLE = 0, 8, 10
MAIN, RANK, LANDLORD, LEADER, PLACED, LED, SIZE, PAIRS, LENGTH, TRACTORS = range(18, 28)
BEST, WINNER, ON_TABLE, POINTS, LARGEST, PLAYED, LACKS, STREAM, COLUMNS = range(28, 37)

CLUBS, ACE = 3, 12
ALL_PLAYED = 100
"""The number of cards played in a round."""

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
"""Φ of a card, in the same order."""

_SUIT = 0x1FFF
_JOKERS = 3 << 52


# --- Renamed cards --------------------------------------------------------------------------------


@rule
def form_of(main: int) -> int:
    """Return the form of trump: ``CLUBS``, or ``NO_SUIT`` where there is no main suit."""
    return deck.NO_SUIT if main == deck.NO_SUIT else CLUBS


@rule
def suit_mask(partition: int, form: int) -> int:
    """Return the card mask of a partition."""
    return SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]


@rule
def card_partition(card: int, form: int) -> int:
    """Return the partition of a card."""
    return PARTITION[N_CARDS * (form - CLUBS) + card]


@rule
def card_phi(card: int, form: int) -> int:
    """Return Φ of a card."""
    return PHI[N_CARDS * (form - CLUBS) + card]


@rule
def swapped(cards: int, main: int) -> int:
    """Return cards with the main suit and clubs exchanged."""
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
    """Undo ``renamed``: return the true cards of a renamed mask.

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
    """Rename a set of partitions, one bit each: the main suit becomes trumps and clubs take its name.

    >>> bin(renamed_partitions(0b11001, 1))
    '0b10011'
    """
    if main >= CLUBS:
        return partitions
    return partitions & ~(1 << CLUBS | 1 << main) | (partitions >> CLUBS & 1) << main


@rule
def swapped_suit(suit: int, main: int) -> int:
    """Exchange clubs and the main suit: turn a partition's true name into its renamed one, or back.

    >>> [swapped_suit(suit, 1) for suit in range(4)], [swapped_suit(suit, 4) for suit in range(4)]
    ([0, 3, 2, 1], [0, 1, 2, 3])
    """
    if main >= CLUBS or (suit != main and suit != CLUBS):
        return suit
    return CLUBS if suit == main else main


FIVES_OF = tuple(renamed(FIVES, deck.NO_SUIT, cr) for cr in range(13))
"""The fives of all suits, renamed, by current rank."""
TENS_OF = tuple(renamed(TENS, deck.NO_SUIT, cr) for cr in range(13))
"""The tens and kings of all suits, renamed, by current rank."""


@rule
def points_in(once: int, twice: int, cr: int) -> int:
    """Return the points of renamed cards.

    >>> points_in(renamed(1 << 3 | 1 << 11, 0, 5), 0, 5)  # S5 SK, sevens are trump
    15
    """
    return count_points(once, twice, FIVES_OF[cr], TENS_OF[cr])


# --- Reading a record and playing on it -----------------------------------------------------------


@rule
def turn_of(record: Any) -> int:
    """Return the seat to play."""
    return item_at(record, LEADER) + item_at(record, PLACED) & 3


@rule
def form_in(record: Any) -> int:
    """Return the form of trump of a record."""
    return form_of(item_at(record, MAIN))


@rule
def pile_at(record: Any, column: int) -> tuple[int, int]:
    """Return the pile that begins at a column: its cards, and those in it twice."""
    return item_at(record, column), item_at(record, column + 1)


@rule
def hand_in(record: Any, seat: int) -> tuple[int, int]:
    """Return the hand of a seat: its cards, and its pairs."""
    return pile_at(record, HANDS + 2 * seat)


@rule
def set_pile(record: Any, column: int, once: int, twice: int) -> None:
    """Write a pile into the columns that begin at a column."""
    record[column], record[column + 1] = once, twice


@rule
def size_of(once: int, twice: int) -> int:
    """Return the number of cards in a pile."""
    return count_bits(once) + count_bits(twice)


@rule
def led_mask(record: Any) -> int:
    """Return the card mask of the partition led."""
    return suit_mask(item_at(record, LED), form_in(record))


@rule
def lead_numbers(record: Any) -> LeadNumbers:
    """Return the lead on the table as numbers that the follow duty is computed from."""
    led, size = item_at(record, LED), item_at(record, SIZE)
    pairs, tractors = item_at(record, PAIRS), item_at(record, TRACTORS)
    return led, size, pairs, tractors, form_in(record), ACE, EVERY_LEVEL, BEST_SERVICE


@rule
def unseen_by(record: Any, seat: int) -> tuple[int, int]:
    """Return the cards that a seat can't see, and those of which it sees neither copy.

    These are the other three hands and the kitty; the landlord, who has buried it, knows the kitty.
    """
    once = twice = 0
    for ahead in range(1, 4):
        once, twice = together(once, twice, *hand_in(record, seat + ahead & 3))
    if seat != item_at(record, LANDLORD):
        once, twice = together(once, twice, *pile_at(record, BURIED))
    return once, twice


@rule
def put(record: Any, once: int, twice: int) -> None:
    """Make a legal play for the seat on turn; the fourth play ends the trick.

    A throw may be led, but the winner is then not decided right (see the module's head).

    Args:
        record: the record; it is changed.
        once: card mask of the play, renamed.
        twice: its cards played twice.
    """
    seat, placed = turn_of(record), item_at(record, PLACED)
    set_pile(record, HANDS + 2 * seat, *without(*hand_in(record, seat), once, twice))
    set_pile(record, TABLE + 2 * placed, once, twice)
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
    """Record what replies must match and beat."""
    form = form_in(record)
    card = lowest_bit(once)
    led = card_partition(card, form)
    record[LED], record[WINNER], record[ON_TABLE] = led, item_at(record, LEADER), 0
    if once & (once - 1) | twice == 0:
        record[SIZE], record[PAIRS], record[LENGTH], record[TRACTORS] = 1, 0, 0, 0
        record[BEST] = card_phi(card, form)
        return
    pairs, length, tractors, honour = lead_form(once, twice, led, form, ACE)
    record[SIZE] = size_of(once, twice)
    record[PAIRS], record[LENGTH], record[TRACTORS], record[BEST] = pairs, length, tractors, honour


@rule
def _answer(record: Any, once: int, twice: int, seat: int) -> None:
    """Record a reply that wins so far, and the void that it shows if it does not follow suit."""
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
    trumps = suit_mask(deck.TRUMPS, form)
    if item_at(record, SIZE) == 1:
        # Φ of every trump is above that of every plain card.
        return card_phi(lowest_bit(once), form) if once & (suit | trumps) else 0
    pairs, length = item_at(record, PAIRS), item_at(record, LENGTH)
    lead = led, suit, pairs, length, item_at(record, TRACTORS)
    return answer_trick(lead, once, twice, (form, ACE, trumps))


@rule
def _take(record: Any) -> None:
    """End a trick: its winner scores the points and leads next; the last trick also scores the kitty."""
    winner, length = item_at(record, WINNER), item_at(record, LENGTH)
    largest = 2 * length if length else 1
    record[LEADER], record[PLACED], record[LARGEST] = winner, 0, largest
    if (winner ^ item_at(record, LANDLORD)) & 1:
        record[POINTS] += item_at(record, ON_TABLE)
        if item_at(record, PLAYED) == ALL_PLAYED:
            buried = points_in(*pile_at(record, BURIED), item_at(record, RANK))
            record[POINTS] += kitty_factor(largest, largest, TWICE, 0) * buried


# --- Validate a record from an untrusted array ----------------------------------------------------

_MOST_POINTS = 1 << 20
_ALL = (1 << N_CARDS) - 1


@rule
def is_sound(record: Any) -> bool:
    """Tell whether 36 integers are a valid round: numbers in range, no card thrice, hands equal.

    >>> is_sound([0] * 36)
    False
    """
    if not numbers_are_sound(record):
        return False
    once = twice = 0
    placed = item_at(record, PLACED)
    for column in range(HANDS, TABLE + 2 * placed, 2):
        more, more_twice = pile_at(record, column)
        if (more | more_twice) & ~_ALL or more_twice & ~more:
            return False
        if (once & more_twice) | (twice & more):
            return False
        once, twice = together(once, twice, more, more_twice)
    if _size_at(record, BURIED) != KITTY:
        return False
    size = item_at(record, SIZE) if placed else 0
    if placed and not lead_is_sound(record):
        return False
    before = _size_at(record, HANDS + 2 * item_at(record, LEADER)) + size  # the trick
    for ahead in range(4):
        hand = HANDS + 2 * (item_at(record, LEADER) + ahead & 3)
        if _size_at(record, hand) != (before - size if ahead < placed else before):
            return False
        if ahead < placed and _size_at(record, TABLE + 2 * ahead) != size:
            return False
    return size <= before and item_at(record, PLAYED) == ALL_PLAYED - 4 * before + placed * size


@rule
def _size_at(record: Any, column: int) -> int:
    return size_of(*pile_at(record, column))


@rule
def numbers_are_sound(record: Any) -> bool:
    """Tell whether the columns other than piles and the lead are in range."""
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
    """Tell whether the columns of the lead describe the cards on the table, and these are no throw."""
    once, twice = pile_at(record, TABLE)
    if once == 0:
        return False
    form = form_of(item_at(record, MAIN))
    led = card_partition(lowest_bit(once), form)
    if led != item_at(record, LED) or once & ~suit_mask(led, form):
        return False
    pairs, length, tractors, honour = lead_form(once, twice, led, form, ACE)
    if pairs != item_at(record, PAIRS) or length != item_at(record, LENGTH):
        return False
    size = size_of(once, twice)
    if size != item_at(record, SIZE) or size != max(2 * length, 1):
        return False
    return tractors == item_at(record, TRACTORS) and honour <= item_at(record, BEST) <= 28


# --- The random player ----------------------------------------------------------------------------
#
# It chooses uniformly, and two copies of a card count as the same: as leader among all singles, pairs
# and tractors of its hand (it leads no throws), as follower among all legal plays, as landlord among
# all sets of eight cards.
#
# Nearly all leads are single cards, and a reply to one costs a mask, a bit count, one random number and
# a table look-up. A reply to pairs or tractors must count the choices. A choice of n cards that
# contains j of b pairs consists of one of C(b, j) sets of pairs and one of C(kinds - j, n - 2 j) sets
# of singles, so j is drawn by sums of products from Pascal's triangle, then each set card by card.
# Where tractors are owed, choices with the right number of pairs are drawn until one has the tractors
# (rejection sampling), which keeps all legal plays equally likely. At worst one choice in 924, six
# pairs out of twelve, has them.

_MOST = 33
"""The number of cards that the landlord holds before the burial."""
_ROW = _MOST + 1
CHOICES = tuple(comb(n, k) for n in range(_ROW) for k in range(_ROW))
"""Pascal's triangle: C(n, k) by ``34 n + k``."""

_RUNGS = 0x7FF * deck.ONE_OF_EACH_SUIT
"""The cards of a suit that have a neighbour above them by one bit, whatever the form."""
_TOPS = deck.ONE_OF_EACH_SUIT << ACE | 1 << 13 * CLUBS + ACE - 1 | 3 << 52
"""The cards whose neighbours are not simply the next bits: aces, jokers, the king of clubs."""


# --- Uniform choices ------------------------------------------------------------------------------


@rule
def one_bit(bits: int, stream: int) -> tuple[int, int]:
    """Return a random set bit, and the stream."""
    number, stream = drawn(count_bits(bits), stream)
    return 1 << bit_numbered(bits, number), stream


@rule
def some_bits(bits: int, count: int, stream: int) -> tuple[int, int]:
    """Return ``count`` random set bits, and the stream."""
    chosen = 0
    for _ in range(count):
        bit, stream = one_bit(bits, stream)
        chosen |= bit
        bits ^= bit
    return chosen, stream


@rule
def choose(once: int, twice: int, count: int, least: int, stream: int) -> tuple[int, int, int]:
    """Choose ``count`` random cards of a pile with at least ``least`` pairs.

    Args:
        once: card mask of the pile.
        twice: mask of its pairs.
        count: the number of cards, at most those of the pile.
        least: the least number of pairs; the pile has them, and they fit into ``count`` cards.
        stream: the state of the random number generator.

    Returns:
        The cards, those chosen twice, and the stream.
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
    """Return the number of choices of ``count`` cards that contain exactly ``pairs`` pairs."""
    return CHOICES[_ROW * doubles + pairs] * CHOICES[_ROW * (kinds - pairs) + count - 2 * pairs]


# --- Leading --------------------------------------------------------------------------------------


@rule
def may_hold_tractor(twice: int) -> bool:
    """Return False if pairs certainly contain no tractor: a quick test."""
    return twice & twice >> 1 & _RUNGS != 0 or count_bits(twice & _TOPS) > 1


@rule
def number_of_tractors(twice: int, form: int) -> int:
    """Return the number of tractors among pairs, those within longer ones included."""
    number = 0
    if may_hold_tractor(twice):
        for partition in range(PARTITIONS):
            number += _tractors_in(twice, partition, form)
    return number


@rule
def _tractors_in(twice: int, partition: int, form: int) -> int:
    """Return the number of tractors among the pairs of one partition.

    The rank cards of the plain suits share one Φ. ``spare`` is the number of further pairs on it, each
    of which makes another tractor of every one that runs through it.
    """
    own = twice & suit_mask(partition, form)
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
    """Return a mask of the lowest Φ of the tractors of ``length`` pairs through the shared Φ."""
    return ((1 << length) - 1) << (shared - length + 1)


@rule
def tractor_numbered(twice: int, form: int, number: int) -> int:
    """Return the cards of tractor ``number`` of a hand, below ``number_of_tractors``."""
    partition, here = -1, 0
    while number >= here:
        number -= here
        partition += 1
        here = _tractors_in(twice, partition, form)
    own = twice & suit_mask(partition, form)
    levels, spare = pair_levels(own, partition, form, ACE)
    shared = rank_card_phi(form)
    used, link = _levels_numbered(levels, spare, shared, number)
    cards = cards_on(used, partition, form)
    if partition == deck.TRUMPS and used >> shared & 1:
        cards |= 1 << bit_numbered(shared_rank_cards(own, form, ACE), link)
    return cards


@rule
def _levels_numbered(levels: int, spare: int, shared: int, number: int) -> tuple[int, int]:
    """Return the Φ of tractor ``number`` of a partition as a mask, and its pair on the shared Φ.

    Tractors are numbered by length, and within a length those with the first pair on the shared Φ come
    first.
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
    """Return the cards of a partition on a mask of Φ, except the rank cards that share one."""
    if partition != deck.TRUMPS:
        return levels >> 1 << 13 * partition
    if form != CLUBS:
        return levels >> 15 << 52
    main = levels >> 13 & (1 << ACE) - 1
    return main << 13 * CLUBS | (levels >> 26) << 51


@rule
def lead_randomly(once: int, twice: int, form: int, stream: int) -> tuple[int, int, int]:
    """Choose a random single, pair or tractor of a hand, which is not empty.

    Returns:
        Its cards, those led twice, and the stream.
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
    """Choose a random legal reply.

    Args:
        once: card mask of the hand, which has at least as many cards as were led.
        twice: mask of its pairs.
        suit: card mask of the led partition.
        lead: the lead (``lead_numbers``).
        stream: the state of the random number generator.

    Returns:
        Its cards, those played twice, and the stream.
    """
    led, size, _, _, form, _, _, _ = lead
    own, doubles = once & suit, twice & suit
    if size == 1:
        cards, stream = one_bit(own if own else once, stream)
        return cards, 0, stream
    fixed, free, count, least, tractors = what_is_owed(suit, size_of(own, doubles), doubles, lead)
    while True:  # until the pairs contain the tractors owed
        cards, pairs, stream = choose(once & free, twice & free, count, least, stream)
        if serves(pairs, led, form, ACE, EVERY_LEVEL, tractors):
            return once & fixed | cards, twice & fixed | pairs, stream


@rule
def random_play(record: Any) -> tuple[int, int]:
    """Return a random play for the seat on turn: its cards, and those played twice."""
    (once, twice), stream = hand_in(record, turn_of(record)), item_at(record, STREAM)
    if item_at(record, PLACED) == 0:
        once, twice, record[STREAM] = lead_randomly(once, twice, form_in(record), stream)
    else:
        once, twice, record[STREAM] = follow_randomly(
            once, twice, led_mask(record), lead_numbers(record), stream
        )
    return once, twice
