"""The rule-based player (``players.rule_based``) in the record of a deal, in the ``standard`` house.

It bids as ``players.bids``, leads what the policy leads or the surest throw that it is part of, and
replies as ``players.replies``.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.seeds import below
from suitwise.tractor.arrays.estimates import (
    NO_BID,
    WEIGHTS,
    becomes_ours,
    choose_bid,
    promising_bid,
    worth,
)
from suitwise.tractor.arrays.packed import (
    ACE,
    BEST,
    CLUBS,
    HANDS,
    LACKS,
    LED,
    LENGTH,
    MAIN,
    PAIRS,
    PARTITION,
    PARTITIONS,
    PHI,
    RANK,
    SIZE,
    SUIT_MASK,
    WINNER,
    asked_in,
    form_in,
    honour_of_reply,
    led_mask,
    named_back,
    points_in,
    renamed,
    swapped_suit,
    turn_of,
    unseen_by,
    ways,
)
from suitwise.tractor.arrays.play import (
    ABSENT,
    BENCH,
    BID,
    BIDDER,
    COPIES,
    GONE,
    LONE,
    SHOWN,
    not_below,
    note_gone,
    sure_parts,
    takes,
)
from suitwise.tractor.arrays.policy import CHEAPEST, DUCK, FEED, HIGHEST, choose_lead, price, reply
from suitwise.tractor.rules.blocks import only_block
from suitwise.tractor.rules.cutting import lowest_part
from suitwise.tractor.rules.deck import (
    NO_SUIT,
    TRUMPS,
    partition_mask,
    rank_card_phi,
    shared_rank_cards,
    together,
    without,
)
from suitwise.tractor.rules.levels import KITTY, NOTHING, PACKS, bid_height, biddable, may_bid
from suitwise.tractor.rules.owed import cheapest_follow, serves, what_is_owed
from suitwise.tractor.rules.profile import EVERY_LEVEL

# --- The random player ----------------------------------------------------------------------------
#
# Source: rules page §6. It draws the place of a move in the order of the lists of ``legal_plays``
# and ``levels``, so that objects and records choose alike. Cards in these lists go by their
# true names. A lead may be a throw that fails; where rank cards are level the leader also draws which
# is led.

_MOST = 1 << 31
_ABOVE = 1 << 10

# --- The moves of a seat --------------------------------------------------------------------------


@rule
def place_of(count: int, row: int, seat: int, own: Any) -> int:
    """Draw the place of a move among so many (``players.random.RandomPlayer``).

    Args:
        count: how many there are.
        row: the deal.
        seat: the seat.
        own: the seed of what players draw; for each deal and seat the stream, and how much is used.
    """
    seed, streams, used = own
    place, index = below(
        min(count, _MOST), seed, item_at(streams[row], seat), item_at(used[row], seat)
    )
    used[row, seat] = index
    return place


@rule
def any_bid(record: Any, row: int, seat: int, cr: int, own: Any) -> int:
    """Return a bid, ``4 * card + copies``; -1 to pass."""
    once, twice = item_at(record, HANDS + 2 * seat), item_at(record, HANDS + 2 * seat + 1)
    card, copies = item_at(record, BID), item_at(record, COPIES)
    mine = copies > 0 and item_at(record, BIDDER) == seat
    height = bid_height(card, copies) if copies > 0 and not mine else NOTHING
    standing = card if mine else -1
    _, number = bid_at(once, twice, cr, standing, copies + 1, height, 0)
    place = place_of(number + 1, row, seat, own)  # the pass comes first
    bid, _ = bid_at(once, twice, cr, standing, copies + 1, height, place - 1)
    return bid


@rule
def any_burial(record: Any, row: int, seat: int, own: Any) -> tuple[int, int]:
    """Return eight cards of a hand, renamed, and those of them buried twice."""
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    once = named_back(item_at(record, HANDS + 2 * seat), main, cr)
    twice = named_back(item_at(record, HANDS + 2 * seat + 1), main, cr)
    place = place_of(number_of_choices(once, twice, KITTY), row, seat, own)
    buried, buried_twice = choice_at(once, twice, KITTY, place)
    return renamed(buried, main, cr), renamed(buried_twice, main, cr)


@rule
def any_lead(record: Any, row: int, own: Any) -> tuple[int, int]:
    """Return cards of one partition, renamed, and those of them led twice."""
    seat, main, cr = turn_of(record), item_at(record, MAIN), item_at(record, RANK)
    once = named_back(item_at(record, HANDS + 2 * seat), main, cr)
    twice = named_back(item_at(record, HANDS + 2 * seat + 1), main, cr)
    _, _, number = lead_at(once, twice, main, cr, -1)
    led, led_twice, _ = lead_at(once, twice, main, cr, place_of(number, row, seat, own))
    return renamed(led, main, cr), renamed(led_twice, main, cr)


@rule
def any_reply(record: Any, row: int, own: Any) -> tuple[int, int]:
    """Return a legal reply, renamed, and its cards played twice."""
    seat, suit, size = turn_of(record), led_mask(record), item_at(record, SIZE)
    once, twice = item_at(record, HANDS + 2 * seat), item_at(record, HANDS + 2 * seat + 1)
    held = count_bits(once & suit) + count_bits(twice & suit)
    asked = what_is_owed(suit, held, twice & suit, asked_in(record))
    if size > 1 and held > size:
        return any_service(record, row, once & suit, twice & suit, asked[3], asked[4], own)
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    free, free_twice = (
        named_back(once & asked[1], main, cr),
        named_back(twice & asked[1], main, cr),
    )
    place = place_of(number_of_choices(free, free_twice, asked[2]), row, seat, own)
    more, more_twice = choice_at(free, free_twice, asked[2], place)
    fixed, fixed_twice = once & asked[0], twice & asked[0]
    return fixed | renamed(more, main, cr), fixed_twice | renamed(more_twice, main, cr)


# --- The list of bids -----------------------------------------------------------------------------


@rule
def bid_at(
    once: int, twice: int, cr: int, standing: int, least: int, height: int, place: int
) -> tuple[int, int]:
    """Return the bid at a place among those of a hand, lowest first, and how many there are.

    Args:
        once: card mask of the hand.
        twice: mask of its pairs.
        cr: current rank 0..12.
        standing: the card of the seat's own bid that stands, which alone it may bid more of; else -1.
        least: how many copies it shows then at least.
        height: ``bid_height`` of another seat's bid that stands, else 0.
        place: the place.

    Returns:
        ``4 * card + copies``, -1 where there are not so many; and the number.

    >>> bid_at(0b1 | 1 << 26, 0b1, 0, -1, 1, 0, 2)
    (2, 3)
    """
    found, number = -1, 0
    for copies in range(1, PACKS + 1):
        cards = biddable(once, twice, cr) & (twice if copies > 1 else once)
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            good = may_bid(card, copies, cr, height)
            if standing >= 0:
                good = good and card == standing and copies >= least
            if good:
                if number == place:
                    found = 4 * card + copies
                number += 1
    return found, number


# --- The list of choices of cards -----------------------------------------------------------------


@rule
def number_of_choices(once: int, twice: int, size: int) -> int:
    """Return in how many ways ``size`` cards can be chosen, equal cards not told apart.

    >>> number_of_choices(0b11, 0b10, 2)
    2
    """
    kinds, doubles, total = count_bits(once), count_bits(twice), 0
    for pairs in range(min(doubles, size // 2) + 1):
        total += ways(kinds, doubles, size, pairs)
    return total


@rule
def choice_at(once: int, twice: int, size: int, place: int) -> tuple[int, int]:
    """Return the choice of ``size`` cards at a place, and those of them taken twice.

    >>> choice_at(0b11, 0b01, 2, 0), choice_at(0b11, 0b01, 2, 1)
    ((1, 1), (3, 0))
    """
    taken = taken_twice = 0
    while size:
        card = once & -once
        copies = 2 if twice & card else 1
        once, twice = once ^ card, twice & ~card
        copies = min(copies, size)
        found = number_of_choices(once, twice, size - copies)
        while place >= found:
            place -= found
            copies -= 1
            found = number_of_choices(once, twice, size - copies)
        size -= copies
        taken |= card if copies > 0 else 0
        taken_twice |= card if copies > 1 else 0
    return taken, taken_twice


# --- The list of leads ----------------------------------------------------------------------------


@rule
def lead_at(once: int, twice: int, main: int, cr: int, place: int) -> tuple[int, int, int]:
    """Return the lead at a place: cards, those led twice, and how many leads a hand has.

    >>> lead_at(0b11, 0b10, 3, 12, 3)
    (3, 0, 5)
    """
    led = led_twice = number = 0
    for partition in range(TRUMPS + 1):
        mask = partition_mask(partition, main, cr)
        if partition == main and main != NO_SUIT:  # its cards are trumps
            mask = 0
        cards, pairs = once & mask, twice & mask
        leads = (3 ** count_bits(pairs) << count_bits(cards) - count_bits(pairs)) - 1
        if number <= place < number + leads:
            digits = place - number + 1
            while digits:
                card = 1 << highest_bit(cards)
                cards ^= card
                base = 3 if pairs & card else 2
                copies = digits % base
                digits //= base
                led |= card if copies > 0 else 0
                led_twice |= card if copies > 1 else 0
        number += leads
    return led, led_twice, number


# --- Replies with the pairs owed ------------------------------------------------------------------


@rule
def any_service(
    record: Any, row: int, once: int, twice: int, owed: int, tractors: int, own: Any
) -> tuple[int, int]:
    """Return a reply by some cards of the partition led, with the pairs and tractors owed.

    Args:
        record: the deal.
        row: its row.
        once: card mask of the hand's cards of that partition, renamed, more than were led.
        twice: mask of their pairs.
        owed: the pairs owed.
        tractors: pack code of the tractors owed.
        own: see ``place_of``.
    """
    led, form, size = item_at(record, LED), form_in(record), item_at(record, SIZE)
    kinds, pairs, order = count_bits(once), count_bits(twice), record[BENCH:]
    sort_pairs(record, twice, order)
    total, place, chosen = 0, -1, -1
    for turn in range(2):
        total = 0
        for code in range((1 << pairs) - 1, -1, -1):
            given = count_bits(code)
            single = size - 2 * given
            if chosen < 0 and given >= owed and single >= 0:
                pattern = pattern_of(order, pairs, code)
                if serves(pattern, led, form, ACE, EVERY_LEVEL, tractors):
                    found = ways(kinds - given, 0, single, 0)
                    if turn == 1 and place < total + found:
                        chosen, place = pattern, place - total
                    total += found
        if turn == 0:
            place = place_of(total, row, turn_of(record), own)
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    single = size - 2 * count_bits(chosen)
    more, _ = choice_at(named_back(once & ~chosen, main, cr), 0, single, place)
    return chosen | renamed(more, main, cr), chosen


@rule
def sort_pairs(record: Any, twice: int, order: Any) -> None:
    """Write down the pairs of a partition in the order in which it is decided which are played.

    Up to the Φ that rank cards share, where there is a pair on it, then down to it, then those on it.
    """
    form, main, cr = form_in(record), item_at(record, MAIN), item_at(record, RANK)
    level = rank_card_phi(form)
    shared = shared_rank_cards(twice, form, ACE) if item_at(record, LED) == TRUMPS else 0
    left, at = twice & ~shared, 0
    while left:
        best, least, cards = 0, 1 << 20, left
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            phi = PHI[N_CARDS * (form - CLUBS) + card]
            rank = _ABOVE - phi if shared and phi > level else phi
            if rank < least:
                best, least = card, rank
        order[at] = best
        left &= ~(1 << best)
        at += 1
    true = named_back(shared, main, cr)
    while true:
        order[at] = lowest_bit(renamed(true & -true, main, cr))
        true &= true - 1
        at += 1


@rule
def pattern_of(order: Any, pairs: int, code: int) -> int:
    """Return the pairs of a pattern: the first in order has the highest bit of its code."""
    found = 0
    for place in range(pairs):
        if code >> pairs - 1 - place & 1:
            found |= 1 << item_at(order, place)
    return found


# --- What the seats know of one another's cards ---------------------------------------------------
#
# Source: rules page §6. All that is known of a hand follows from what everybody has seen, so it is
# noted as the cards are played: which partitions a seat is out of, where it gave fewer pairs than
# were led, which parts of throws it did not beat, and the cards that it showed for bids and still
# holds.

# --- What plays show ------------------------------------------------------------------------------


@rule
def note_reply(record: Any, seat: int, once: int, twice: int) -> None:
    """Note what a seat shows by what it does not give to the lead on the table."""
    suit = led_mask(record)
    if count_bits(once & suit) + count_bits(twice & suit) < item_at(record, SIZE):
        record[ABSENT + seat] |= suit
    elif count_bits(twice) < item_at(record, PAIRS):
        record[LONE + seat] |= suit & ~twice
    note_played(record, seat, once, twice)


@rule
def note_lead(record: Any, seat: int, once: int, twice: int, forced: int) -> None:
    """Note what the others show by not beating the parts of a throw, if a lead is one.

    Args:
        record: the deal.
        seat: the leader.
        once: card mask of the lead as it was tried.
        twice: its pairs.
        forced: the length in pairs of the part that somebody beats; more than any where none is beaten.
    """
    form = form_in(record)
    led = PARTITION[N_CARDS * (form - CLUBS) + lowest_bit(once)]
    if only_block(once, twice, 0, led, form, ACE, EVERY_LEVEL) < 0:
        suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + led]
        single = lowest_part(once, twice, led, (form, ACE, EVERY_LEVEL), 0)
        pair = lowest_part(once, twice, led, (form, ACE, EVERY_LEVEL), 1)
        none = not_below(suit, single + 1, form) if single and forced > 0 else 0
        lone = not_below(suit, pair + 1, form) if pair and forced > 1 else 0
        for ahead in range(1, 4):
            other = seat + ahead & 3
            record[ABSENT + other] |= none
            record[LONE + other] |= lone


@rule
def note_played(record: Any, seat: int, once: int, twice: int) -> None:
    """Note cards that a seat plays: where it is known to have no pairs, no other copies are left."""
    record[ABSENT + seat] |= item_at(record, LONE + seat) & once
    note_gone(record, seat, once, twice)


@rule
def note_tried(record: Any, seat: int, once: int, twice: int) -> None:
    """Note that a seat has shown cards of which it takes back some: a throw that failed."""
    gone, shown = GONE + 2 * seat, SHOWN + 2 * seat
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    tried, tried_twice = named_back(once, main, cr), named_back(twice, main, cr)
    had, had_twice = together(item_at(record, gone), item_at(record, gone + 1), tried, tried_twice)
    record[shown] |= had
    record[shown + 1] |= had_twice


# --- What a seat may hold -------------------------------------------------------------------------


@rule
def shown_held(record: Any, seat: int) -> tuple[int, int]:
    """Return the cards that a seat has shown and still holds, renamed."""
    shown, shown_twice = item_at(record, SHOWN + 2 * seat), item_at(record, SHOWN + 2 * seat + 1)
    gone, gone_twice = item_at(record, GONE + 2 * seat), item_at(record, GONE + 2 * seat + 1)
    once, twice = shown & ~gone | shown_twice & ~gone_twice, shown_twice & ~gone
    if once == 0:  # nearly always
        return 0, 0
    main, cr = item_at(record, MAIN), item_at(record, RANK)
    return renamed(once, main, cr), renamed(twice, main, cr)


@rule
def may_hold(record: Any, seat: int, other: int, unseen: int, unseen_twice: int) -> int:
    """Return the cards that another seat may hold, as far as a seat knows.

    Args:
        record: the deal.
        seat: who knows.
        other: the other seat.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
    """
    sure = sure_twice = 0
    for ahead in range(1, 4):
        sure, sure_twice = together(sure, sure_twice, *shown_held(record, seat + ahead & 3))
    held, held_twice = shown_held(record, other)
    hand, hand_twice = item_at(record, HANDS + 2 * other), item_at(record, HANDS + 2 * other + 1)
    size = count_bits(hand) + count_bits(hand_twice)
    if size == count_bits(held) + count_bits(held_twice):
        return held
    absent = item_at(record, ABSENT + other) | item_at(record, LONE + other) & held
    return held | (unseen & ~sure | unseen_twice & ~sure_twice) & ~absent


@rule
def know(record: Any) -> tuple[int, int, tuple[int, int, int]]:
    """Return what the seat on turn knows, and set the partitions others are out of as it knows them.

    Returns:
        Card mask of the cards that it does not see, mask of those of which it sees no copy, and what
        each other seat may hold, in the order of play.
    """
    seat = turn_of(record)
    unseen, unseen_twice = unseen_by(record, seat)
    hands = (
        may_hold(record, seat, seat + 1 & 3, unseen, unseen_twice) & unseen,
        may_hold(record, seat, seat + 2 & 3, unseen, unseen_twice) & unseen,
        may_hold(record, seat, seat + 3 & 3, unseen, unseen_twice) & unseen,
    )
    first, lacks = PARTITIONS * (form_in(record) - CLUBS), 0
    for ahead in range(1, 4):
        for partition in range(PARTITIONS):
            if hands[ahead - 1] & SUIT_MASK[first + partition] == 0:
                lacks |= 1 << PARTITIONS * (seat + ahead & 3) + partition
    record[LACKS] = lacks
    return unseen, unseen_twice, hands


# --- The rule-based player ------------------------------------------------------------------------

POINTS_FIRST = 1 << 20
"""More than any card is worth to keep."""


# --- Bids and leads -------------------------------------------------------------------------------


@rule
def bid_by_rules(record: Any, seat: int, cr: int, is_open: bool) -> int:
    """Return the bid of a seat, ``4 * card + copies``; ``NO_BID`` to pass (``bids.bid_in``).

    Args:
        record: the deal.
        seat: the seat.
        cr: current rank 0..12.
        is_open: whether the bidding makes the landlord.
    """
    once, twice = item_at(record, HANDS + 2 * seat), item_at(record, HANDS + 2 * seat + 1)
    bidder, card, copies = item_at(record, BIDDER), item_at(record, BID), item_at(record, COPIES)
    if copies > 0 and (bidder ^ seat) & 1 == 0:
        more = bidder == seat and copies < PACKS and twice >> card & 1 == 1
        return 4 * card + copies + 1 if more else NO_BID
    height = bid_height(card, copies) if copies else NOTHING
    strong = choose_bid(once, twice, cr, height)
    return strong if strong != NO_BID else promising_bid(once, twice, cr, height, is_open)


@rule
def lead_by_rules(record: Any, throws: bool) -> tuple[int, int]:
    """Return the lead of the seat on turn: cards, and those led twice; a throw only where it throws."""
    unseen, unseen_twice, hands = know(record)
    once, twice = choose_lead(record, unseen, unseen_twice, WEIGHTS)
    if not throws:
        return once, twice
    led = PARTITION[N_CARDS * (form_in(record) - CLUBS) + lowest_bit(once)]
    sure, sure_twice = sure_parts(record, led, unseen, unseen_twice, hands, EVERY_LEVEL)
    is_part = once & ~sure == 0 and twice & ~sure_twice == 0
    return (sure, sure_twice) if is_part else (once, twice)


# --- Replies --------------------------------------------------------------------------------------


@rule
def reply_by_rules(record: Any) -> tuple[int, int]:
    """Return the reply of the seat on turn: cards, and those played twice."""
    unseen, unseen_twice, _ = know(record)
    once, twice = reply(record, DUCK, unseen, WEIGHTS)
    most = worth_here(record, once, twice, unseen, unseen_twice)
    has_points = points_in(once, twice, item_at(record, RANK)) > 0
    highest, highest_twice = reply(record, HIGHEST, unseen, WEIGHTS)
    wins = highest != 0 and takes(record, highest, highest_twice)
    for way in range(1, 5):
        other = other_twice = 0
        if way == 1:
            other, other_twice = reply(record, FEED, unseen, WEIGHTS)
        elif way == 2 and has_points:
            other, other_twice = leanest(record, unseen)
        elif way == 3 and wins:
            other, other_twice = cheapest_winner(record, highest, highest_twice, unseen)
        elif way == 4 and wins:
            other, other_twice = highest, highest_twice
        if other:
            found = worth_here(record, other, other_twice, unseen, unseen_twice)
            if found > most:
                once, twice, most = other, other_twice, found
    return once, twice


@rule
def worth_here(record: Any, once: int, twice: int, unseen: int, unseen_twice: int) -> int:
    """Return what a reply is worth to the policy, in 64ths of a point."""
    wins, best = takes(record, once, twice), item_at(record, BEST)
    honour = max(best, honour_of_reply(record, once, twice)) if wins else best
    ours = wins or (item_at(record, WINNER) ^ turn_of(record)) & 1 == 0
    led, length = item_at(record, LED), item_at(record, LENGTH)
    chance = becomes_ours(record, led, length, honour, ours, unseen, unseen_twice, WEIGHTS)
    return worth(record, once, twice, chance, item_at(record, SIZE), unseen, WEIGHTS)


# --- Replies that win -----------------------------------------------------------------------------


@rule
def cheapest_winner(record: Any, once: int, twice: int, unseen: int) -> tuple[int, int]:
    """Return the lowest reply found that wins; the highest is given."""
    cheapest, cheapest_twice = reply(record, CHEAPEST, unseen, WEIGHTS)
    if takes(record, cheapest, cheapest_twice):
        return cheapest, cheapest_twice
    left, left_twice = once, twice
    while left:
        card = left & -left
        left ^= card
        if left_twice & card:
            once, twice = lowered(record, once, twice, card, card)
        once, twice = lowered(record, once, twice, card, 0)
    return once, twice


@rule
def lowered(record: Any, once: int, twice: int, card: int, pair: int) -> tuple[int, int]:
    """Return a reply that wins with a pair or a card of it made as low as will do.

    Args:
        record: the deal.
        once: card mask of the reply.
        twice: its pairs.
        card: the card.
        pair: the same for both copies, 0 for one.
    """
    if card & ~once or pair & ~twice:  # it was one of a pair that is gone
        return once, twice
    hand = HANDS + 2 * turn_of(record)
    rest, rest_twice = without(once, twice, card, pair)
    left, left_twice = without(item_at(record, hand), item_at(record, hand + 1), rest, rest_twice)
    if pair:
        left = left_twice
    while left:
        lower = left & -left
        left ^= lower
        other, other_twice = together(rest, rest_twice, lower, lower if pair else 0)
        if takes(record, other, other_twice):
            return other, other_twice
    return once, twice


# --- The reply with fewest points -----------------------------------------------------------------


@rule
def leanest(record: Any, unseen: int) -> tuple[int, int]:
    """Return the legal play with fewest points, of these the one least worth keeping."""
    hand, main, cr = HANDS + 2 * turn_of(record), item_at(record, MAIN), item_at(record, RANK)
    once, twice = item_at(record, hand), item_at(record, hand + 1)
    prices, left = record[BENCH : BENCH + N_CARDS], once
    while left:
        card = left & -left
        left ^= card
        kept = price(lowest_bit(card), twice, DUCK, form_in(record), cr, unseen, WEIGHTS)
        at = lowest_bit(named_back(card, main, cr))
        prices[at] = POINTS_FIRST * points_in(card, 0, cr) + kept
    # Of plays that cost the same it takes the first by the true names of the cards.
    led, size, pairs, tractors, _, _, chain, duty = asked_in(record)
    lead = swapped_suit(led, main), size, pairs, tractors, main, cr, chain, duty
    suit = named_back(led_mask(record), main, cr)
    once, twice = named_back(once, main, cr), named_back(twice, main, cr)
    least, least_twice = cheapest_follow(once, twice, suit, lead, prices)
    return renamed(least, main, cr), renamed(least_twice, main, cr)
