"""Hidden deals: one at random among all that a seat can't tell from the true one, each as likely.

Source: rules page §6. Each deal of the 108 cards is as likely as any other, and nothing that others
chose to bid, bury or play counts. So a world, in which the two copies of a card are alike, comes as
often as there are deals of labelled copies that are it: twice for each card whose copies lie in
different places. (What the landlord buries is a choice: its hand and what it has buried are one place.)

The free cards are dealt card by card into the places where each may lie (``knowledge``). How many deals
there are of the cards from one on depends on nothing but the room that is left, so a table counts them
all, and the table makes a uniform number into a uniform deal. The counts are rounded up to 54 bits; what
rounding adds are numbers that are no deal, and are drawn again: no deal is more likely for it. Such
deals agree with all that is known of single cards. Each is then checked against every play as the rules
of the game take it (``trial``), and dealt anew from the beginning where a play does not fit: nothing is
approximate. Where that would take long, as somebody must hold a certain long tractor, deals are counted
and dealt in which a seat holds given cards, an *event* (``failed_throws``).
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, lowest_bit, rule
from suitwise.seeds import below, below_many
from suitwise.tractor.rules.levels import KITTY
from suitwise.tractor.rules.piles import together, without

ASIDE = 3
"""The places are the hands of the three seats after the one that looks, and aside."""
PLACES = 4
MOST_OPTIONS = 10
"""The ways to put two copies into four places."""

(FREE, POOL, APART, ABSENT, LONE, KEPT) = (0, 2, 4, 5, 8, 11)
"""Where the masks stand that ``list_options`` takes."""
_COUNT_BITS = 54


# --- The ways to deal the copies of a card --------------------------------------------------------


@rule
def ways_of(a: int, b: int, c: int, aside: int, known: int, joined: int) -> int:
    """Return in how many ways labelled copies of a card can lie so, up to a factor of all its ways.

    Args:
        a: the free copies that the first seat gets; so the next two and those aside.
        b: for the second seat.
        c: for the third seat.
        aside: for nobody's hand.
        known: the seat 0..2 that has had the other copy; -1 where it makes no difference; 3 where
            both copies are free.
        joined: the seat 0..2 whose hand the cards aside come from; -1 if they come from none.
    """
    if known < 0:
        return 1
    if joined >= 0:
        a += aside if joined == 0 else 0
        b += aside if joined == 1 else 0
        c += aside if joined == 2 else 0
        aside = 0
    if known == ASIDE:
        return 1 if max(max(a, b), max(c, aside)) == 2 else 2
    same = a if known == 0 else b if known == 1 else c
    return 1 if same else 2


@rule
def known_place(masks: Any, bit: int) -> int:
    """Return where the other copy of a card is, as ``ways_of`` takes it."""
    if masks[APART] & bit:
        return -1
    if masks[FREE + 1] & bit:
        return ASIDE
    for seat in range(3):
        if masks[KEPT + seat] & bit:
            return seat
    return -1


@rule
def most_held(masks: Any, seat: int, bit: int) -> int:
    """Return how many free copies of a card a seat can hold."""
    if masks[ABSENT + seat] & bit:
        return 0
    return 1 if masks[LONE + seat] & bit else 2


@rule
def list_options(masks: Any, joined: int, cards: Any, options: Any) -> int:
    """List for each free card the ways to put its copies into the places; return how many cards.

    Args:
        masks: the cards that are free, and twice; that the landlord holds or has buried, and twice;
            turned up; three masks each that the seats hold none of, at most one of, and have had.
        joined: see ``ways_of``.
        cards: array (54, 3), filled: the card, its free copies, the number of options.
        options: array (54, 10, 5), filled: the copies for each place, and in how many ways.
    """
    found = 0
    for card in range(N_CARDS):
        bit = 1 << card
        copies = count_bits(masks[FREE] & bit) + count_bits(masks[FREE + 1] & bit)
        if copies == 0:
            continue
        pool = count_bits(masks[POOL] & bit) + count_bits(masks[POOL + 1] & bit)
        known = known_place(masks, bit)
        listed = 0
        for a in range(min(copies, most_held(masks, 0, bit)) + 1):
            for b in range(min(copies - a, most_held(masks, 1, bit)) + 1):
                for c in range(min(copies - a - b, most_held(masks, 2, bit)) + 1):
                    aside = copies - a - b - c
                    of_landlord = aside + (a if joined == 0 else b if joined == 1 else c)
                    if joined >= 0 and of_landlord < pool:
                        continue
                    options[found, listed, 0] = a
                    options[found, listed, 1] = b
                    options[found, listed, 2] = c
                    options[found, listed, 3] = aside
                    options[found, listed, 4] = ways_of(a, b, c, aside, known, joined)
                    listed += 1
        cards[found, 0] = card
        cards[found, 1] = copies
        cards[found, 2] = listed
        found += 1
    return found


# --- The table of counts --------------------------------------------------------------------------


@rule
def least_of(event: Any, card: int) -> int:
    """Return how many free copies of a card the seat of an event must hold.

    Args:
        event: the seat 0..2, the cards of which it holds a free copy, and two; what follows is not read.
        card: the card.
    """
    return int((event[1] >> card & 1) + (event[2] >> card & 1))


@rule
def count_card(
    table: Any, at: int, left: int, event: Any, shift: int, after: Any, counts: Any
) -> int:
    """Count the deals of the cards from one on in which an event comes true; return the highest count.

    Args:
        table: see ``count_deals``.
        at: the card's place.
        left: the free copies from this card on.
        event: see ``least_of``.
        shift: the bits by which the counts are shortened, rounded up.
        after: the counts of the next card, by the room left in the first three places of the order.
        counts: the same of this card; filled.
    """
    cards, options, rooms, order = table[0], table[1], table[2], table[3]
    first, second, third, last = order[0], order[1], order[2], order[3]
    dealt = rooms[0] + rooms[1] + rooms[2] + rooms[3] - left
    seat, least = event[0], least_of(event, cards[at, 0])
    most = 0
    for x in range(max(0, rooms[first] - dealt), min(rooms[first], left) + 1):
        for y in range(max(0, rooms[second] - dealt), min(rooms[second], left - x) + 1):
            for z in range(max(0, rooms[third] - dealt), min(rooms[third], left - x - y) + 1):
                rest = left - x - y - z
                if rest > rooms[last]:
                    continue
                found = 0
                for way in range(cards[at, 2]):
                    a = x - options[at, way, first]
                    b = y - options[at, way, second]
                    c = z - options[at, way, third]
                    fits = a >= 0 and b >= 0 and c >= 0 and rest >= options[at, way, last]
                    if fits and options[at, way, seat] >= least:
                        found += options[at, way, 4] * after[a, b, c]
                most = max(most, found)
                counts[x, y, z] = (found + (1 << shift) - 1) >> shift
    return int(most)


@rule
def shorten(counts: Any, shift: int) -> None:
    """Shorten the counts of a card by some bits, rounded up."""
    for x in range(counts.shape[0]):
        for y in range(counts.shape[1]):
            for z in range(counts.shape[2]):
                counts[x, y, z] = (counts[x, y, z] + (1 << shift) - 1) >> shift


@rule
def count_deals(table: Any, event: Any) -> int:
    """Fill the table of the numbers of deals of the cards from one on; return that for all.

    Args:
        table: cards and options, see ``list_options``, cut to the free cards; rooms: how many free cards
            the four places take, together all; order: the places in the order of the table's axes, the
            last place has what is left; counts: array (cards + 1, rooms + 1 of the first three in that
            order), all 0, filled; shifts: array (cards,), filled: the bits that the counts of a card
            are shortened by.
        event: what must come true, see ``least_of``; zeros for nothing.
    """
    cards, _, rooms, order, counts, shifts = table
    counts[len(cards), 0, 0, 0] = 1
    left = 0
    for at in range(len(cards) - 1, -1, -1):
        left += cards[at, 1]
        most = count_card(table, at, left, event, 0, counts[at + 1], counts[at])
        if most >> _COUNT_BITS:
            shifts[at] = highest_bit(most) + 1 - _COUNT_BITS
            shorten(counts[at], shifts[at])
    return int(counts[0, rooms[order[0]], rooms[order[1]], rooms[order[2]]])


@rule
def count_event(table: Any, event: Any, front: Any) -> int:
    """Count the deals in which an event comes true, in the units of the table's count of all.

    Args:
        table: see ``count_deals``, filled.
        event: see ``least_of``; of cards of the front alone.
        front: array like the counts of the table's first cards, and of the one after them as there; the
            others are filled. Shortened by the same bits, they are counts for ``deal_cards``.
    """
    cards, _, rooms, order, _, shifts = table
    left = rooms[0] + rooms[1] + rooms[2] + rooms[3]
    for at in range(len(front) - 1):
        left -= cards[at, 1]
    for at in range(len(front) - 2, -1, -1):
        left += cards[at, 1]
        count_card(table, at, left, event, shifts[at], front[at + 1], front[at])
    return int(front[0, rooms[order[0]], rooms[order[1]], rooms[order[2]]])


# --- A deal at random -----------------------------------------------------------------------------


@rule
def deal_cards(
    table: Any, event: Any, front: Any, hands: Any, seed: int, stream: int, index: int
) -> tuple[bool, int]:
    """Put the free cards into the places; return whether the number was a deal, and the next index.

    Args:
        table: see ``count_deals``.
        event: what comes true, see ``least_of``; zeros for nothing.
        front: the counts of the first cards for this event, see ``count_event``; none where the table's
            counts are those.
        hands: array (5, 2): the piles known in the hand of the seat that looks, of the three others, and
            aside; changed.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
    """
    cards, options, rooms, order, counts, shifts = table
    first, second, third, last = order[0], order[1], order[2], order[3]
    x, y, z, rest = rooms[first], rooms[second], rooms[third], rooms[last]
    for at in range(len(cards)):
        least = least_of(event, cards[at, 0])
        here = front[at] if at < len(front) else counts[at]
        after = front[at + 1] if at + 1 < len(front) else counts[at + 1]
        number, index = below_many(here[x, y, z] << shifts[at], seed, stream, index)
        chosen = -1
        for way in range(cards[at, 2]):
            a = x - options[at, way, first]
            b = y - options[at, way, second]
            c = z - options[at, way, third]
            fits = a >= 0 and b >= 0 and c >= 0 and rest >= options[at, way, last]
            if fits and options[at, way, event[0]] >= least:
                ways = options[at, way, 4] * after[a, b, c]
                if number < ways:
                    chosen = way
                    x, y, z = a, b, c
                    break
                number -= ways
        if chosen < 0:
            return False, index
        rest -= options[at, chosen, last]
        for place in range(PLACES):
            bit = 1 << cards[at, 0]
            for _ in range(options[at, chosen, place]):
                hands[place + 1, 1] |= hands[place + 1, 0] & bit
                hands[place + 1, 0] |= bit
    return True, index


@rule
def choose_kitty(pool: Any, chosen: Any, seed: int, stream: int, index: int) -> int:
    """Choose the rest of the kitty from the landlord's cards; return the next index.

    Args:
        pool: the landlord's hand and burial, without what was turned up, twice; changed.
        chosen: the pile that was turned up; the kitty afterwards.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
    """
    missing = KITTY - count_bits(chosen[0]) - count_bits(chosen[1])
    left = count_bits(pool[0]) + count_bits(pool[1])
    for _ in range(missing):
        place, index = below(left, seed, stream, index)
        plane = 0 if place < count_bits(pool[0]) else 1
        if plane:
            place -= count_bits(pool[0])
        cards = pool[plane]
        for _ in range(place):
            cards &= cards - 1
        bit = 1 << lowest_bit(cards)
        pool[0], pool[1] = without(pool[0], pool[1], bit, 0)
        chosen[0], chosen[1] = together(chosen[0], chosen[1], bit, 0)
        left -= 1
    return index
