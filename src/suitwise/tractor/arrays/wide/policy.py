"""The playout policy for wide tables: a simple rule-based player without search.

* Lead a block that no unseen cards beat, preferring many cards to few and plain suits to trump. If there
  is none, lead the longest block that is cheap to lose, or else a low card.
* If the player can't win the trick, or need not, it plays the cheapest cards that fulfil its duty.
  Points are expensive, and so are high cards and cards whose other copies stay in the hand.
* Win the trick if the points on the table are worth the cards; in last position, with the lowest block
  that wins.
* If a partner's play stands, give it points, unless seats that may beat it are still to play. With fixed
  sides, partners are the seats of the same parity. With friends, the landlord and a holder of a called
  card count as partners those who have shown that they are on the landlord's side; the others count as
  partners all who have not.

The player uses only its hand, the cards played and the table. It leads no throws and plays no bombs.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import ACE, FIVES_OF, PARTITIONS, TENS_OF, card_phi, suit_mask
from suitwise.tractor.arrays.wide import layout
from suitwise.tractor.arrays.wide.blocks import (
    highest_top,
    longest_tractor,
    number_of_places,
    place_numbered,
    top_of,
    wide_cards,
)
from suitwise.tractor.arrays.wide.layout import (
    Masks,
    block_of,
    copies_of,
    form_in,
    hand_of,
    is_member,
    leads_one_block,
    led_mask,
    less,
    more,
    of_mask,
    pile_at,
    place_in,
    points_of,
    size_of,
    with_copies,
)
from suitwise.tractor.arrays.wide.replies import asks_service, free_cards, lay_lead, owed_at_once
from suitwise.tractor.rules.deck import TRUMPS
from suitwise.tractor.rules.profile import NONE
from suitwise.tractor.rules.wide import hosting, services
from suitwise.tractor.rules.wide.hosting import board_of, hosts
from suitwise.tractor.rules.wide.services import best_service

DUCK, FEED = 0, 1
"""How cards are priced: if the other side takes the trick, points are lost; if a partner does, won."""

# Prices and worths are in fifths of a point.
_HEIGHT, _TRUMP, _COPY = 3, 12, 14
"""The price of one step of Φ, of a trump, and of a card whose other copies stay in the hand."""
_SURE, _SURE_TRUMP, _EACH, _LONG = 120, 40, 25, 18
"""The worth of a lead that nobody can beat, of such a lead in trump, and of each of its cards; and the
worth of each card after the first in a lead that can be beaten."""
_WORTH_RUFF = 10
"""The least points on the table for which the player ruffs while others are still to play."""


# --- Prices ---------------------------------------------------------------------------------------


@rule
def points_on(card: int, cr: int) -> int:
    """Return the points of a renamed card."""
    return 5 * (FIVES_OF[cr] >> card & 1) + 10 * (TENS_OF[cr] >> card & 1)


@rule
def price(card: int, copies: int, way: int, form: int, cr: int) -> int:
    """Return the price of playing a card; ``copies`` is the number of copies in the hand."""
    phi = card_phi(card, form)
    cost = _HEIGHT * phi + (_TRUMP if phi > ACE else 0) + (_COPY if copies > 1 else 0)
    points = points_on(card, cr)
    return cost - 8 * points if way == FEED else cost + 5 * points


@rule
def cheapest_card(pile: Masks, hand: Masks, way: int, form: int, cr: int) -> int:
    """Return the cheapest card of a non-empty pile, priced as a card of a hand."""
    cards, chosen, least = pile[0], 0, 1 << 30
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        cost = price(card, copies_of(hand, card), way, form, cr)
        if cost < least:
            chosen, least = card, cost
    return chosen


@rule
def cheapest_cards(pile: Masks, number: int, way: int, form: int, cr: int) -> Masks:
    """Return the cheapest ``number`` cards of a pile, chosen one after the other."""
    chosen, left = (0, 0, 0, 0), pile
    for _ in range(number):
        card = 1 << cheapest_card(left, left, way, form, cr)
        chosen, left = more(chosen, (card, 0, 0, 0)), less(left, (card, 0, 0, 0))
    return chosen


@rule
def block_price(block: int, width: int, hand: Masks, way: int, form: int, cr: int) -> int:
    """Return the price of a block, the sum of its cards; playing all copies of a card costs no extra."""
    cost = 0
    while block:
        card = lowest_bit(block)
        block &= block - 1
        apart = 2 if copies_of(hand, card) > width else 1
        cost += width * price(card, apart, way, form, cr)
    return cost


# --- Leading --------------------------------------------------------------------------------------


@rule
def lead_by_rules(record: Any, hand: Masks) -> tuple[int, int]:
    """Return the cards and the width of the block that a hand leads."""
    form, cr = form_in(record), record[layout.RANK]
    unseen = less(pile_at(record, layout.UNPLAYED), hand)
    chosen, chosen_width, most = 0, 0, -1 << 30
    for partition in range(PARTITIONS):
        suit = suit_mask(partition, form)
        own, others = of_mask(hand, suit), of_mask(unseen, suit)
        place = place_in(record, partition)
        for width in range(1, 5):
            cards = with_copies(own, width)
            if cards == 0:
                break
            length = led_length(record, cards, width, place)
            while length > 0:
                block, low = ends_of(cards, length, place, own, width, form, cr)
                worth = lead_worth(record, block, width, length, place, others)
                if worth > most:
                    chosen, chosen_width, most = block, width, worth
                cost = block_price(low, width, own, DUCK, form, cr)
                worth = _LONG * (width * length - 1) - cost // (width * length)
                if worth > most:
                    chosen, chosen_width, most = low, width, worth
                length = 1 if length > 1 else 0
    return chosen, chosen_width


@rule
def led_length(record: Any, cards: int, width: int, place: tuple[int, int, int, int]) -> int:
    """Return the length of the longest block of a width that may be led."""
    if width < record[layout.LEAST_WIDTH]:
        return 1
    length = longest_tractor(cards, place)
    return length if length >= record[layout.LEAST_LENGTH] else 1


@rule
def ends_of(
    cards: int,
    length: int,
    place: tuple[int, int, int, int],
    own: Masks,
    width: int,
    form: int,
    cr: int,
) -> tuple[int, int]:
    """Return the highest and the cheapest block of a given width and length."""
    if length == 1:
        best, dearest = 0, -1
        left = cards
        while left:
            card = lowest_bit(left)
            left &= left - 1
            if card_phi(card, form) > dearest:
                best, dearest = 1 << card, card_phi(card, form)
        return best, 1 << cheapest_card((cards, 0, 0, 0), own, DUCK, form, cr)
    highest, low, least = 0, 0, 1 << 30
    for number in range(number_of_places(cards, length, place)):
        block = place_numbered(cards, length, place, number)
        if highest == 0 or top_of(block, place) > top_of(highest, place):
            highest = block
        cost = block_price(block, width, own, DUCK, form, cr)
        if cost < least:
            low, least = block, cost
    return highest, low


@rule
def lead_worth(
    record: Any,
    block: int,
    width: int,
    length: int,
    place: tuple[int, int, int, int],
    others: Masks,
) -> int:
    """Return the worth of leading a block that no unseen cards beat; for any other, very little."""
    if highest_top(others, width, length, place) > top_of(block, place):
        return -1 << 30
    size = width * length
    if place[0] == TRUMPS:
        return _SURE_TRUMP + _EACH * (size - 1)
    follow = size_of(others) >= size * (record[layout.SEATS] - 1)
    points = points_of(block_of(block, width), record[layout.RANK])
    return _EACH * (size - 1) + (_SURE + 5 * points if follow else _SURE // 3 - 5 * points)


# --- Following ------------------------------------------------------------------------------------


@rule
def is_partner(record: Any, seat: int, other: int) -> bool:
    """Tell whether a seat considers another one its partner.

    The landlord's side consists of those who have shown it; a holder of a called card knows that he
    belongs to it. The others consider all who have not shown it their partners.
    """
    own = is_member(record, seat) or holds_call(record, seat)
    return own == is_member(record, other)


@rule
def holds_call(record: Any, seat: int) -> bool:
    """Tell whether a seat holds the card of a call that is still open."""
    hand, found = hand_of(record, seat), False
    for call in range(record[layout.CALLS]):
        if item_at(record, layout.FILLED + call) < 0:
            found |= copies_of(hand, item_at(record, layout.CALLED + call)) > 0
    return found


@rule
def reply_by_rules(record: Any, desk: Any, hand: Masks) -> Masks:
    """Return the reply of a hand to the lead on the table."""
    seat, winner = record[layout.TURN], record[layout.WINNER]
    last = record[layout.PLACED] == record[layout.SEATS] - 1
    form, cr = form_in(record), record[layout.RANK]
    friendly = is_partner(record, seat, winner)
    if not friendly and leads_one_block(record) and record[layout.BOMB] < 0:
        block = winning_block(record, hand, last)
        if block:
            return block_of(block, record[layout.WIDTHS])
    way = FEED if friendly and (last or stands_high(record, hand)) else DUCK
    if record[layout.SIZE] == 1:
        own = hand[0] & led_mask(record)
        cards = own if own and record[layout.DUTY] != NONE else hand[0]
        return (1 << cheapest_card((cards, 0, 0, 0), hand, way, form, cr), 0, 0, 0)
    return cheapest_reply(record, desk, hand, way)


@rule
def stands_high(record: Any, hand: Masks) -> bool:
    """Tell whether no unseen cards of its own partition beat the play that stands, one block."""
    if not leads_one_block(record):
        return True
    partition = record[layout.STANDS]
    place = place_in(record, partition)
    unseen = less(pile_at(record, layout.UNPLAYED), hand)
    others = of_mask(unseen, suit_mask(partition, form_in(record)))
    width, length = record[layout.WIDTHS], record[layout.LENGTHS]
    return highest_top(others, width, length, place) <= item_at(record, layout.BEST)


@rule
def winning_block(record: Any, hand: Masks, last: bool) -> int:
    """Return the cards of the block with which a hand should win; 0 if it can't or should not.

    Args:
        record: the table, on which one block is led and somebody else's play stands.
        hand: the hand.
        last: whether all other seats have played.
    """
    led, stands, form = record[layout.LED], record[layout.STANDS], form_in(record)
    width, length = record[layout.WIDTHS], record[layout.LENGTHS]
    points, cr = record[layout.ON_TABLE], record[layout.RANK]
    own = of_mask(hand, led_mask(record))
    floor = record[layout.BEST]
    partition = led
    if own[0] == 0:
        if points == 0 or (points < _WORTH_RUFF and not last):
            return 0
        partition, floor = TRUMPS, floor if stands == TRUMPS else -1
        own = of_mask(hand, suit_mask(TRUMPS, form))
    elif stands != led or size_of(own) < width * length:
        return 0
    cards, place = wide_cards(own, width, record[layout.PROTECT]), place_in(record, partition)
    low = last or partition != led  # else others may go higher, so the highest is played
    chosen, best = 0, 1 << 30
    for number in range(number_of_places(cards, length, place)):
        block = place_numbered(cards, length, place, number)
        top = top_of(block, place)
        if top > floor:
            rank = top if low else -top
            cost = 64 * rank + block_price(block, width, hand, FEED, form, cr) // 8
            if cost < best:
                chosen, best = block, cost
    if chosen == 0:
        return 0
    own_points = points_of(block_of(chosen, width), cr)
    worth = points + own_points if last else points
    plain = partition != TRUMPS
    return chosen if worth or (plain and top_of(chosen, place) >= ACE) else 0


@rule
def cheapest_reply(record: Any, desk: Any, hand: Masks, way: int) -> Masks:
    """Return the cheapest legal reply of several cards."""
    form, cr, size = form_in(record), record[layout.RANK], record[layout.SIZE]
    fixed, free = free_cards(record, hand)
    laid = (0, 0, 0, 0)
    if fixed[0] == 0 and free[0] & ~led_mask(record) == 0 and asks_service(record, size_of(free)):
        laid = cheapest_service(record, desk, free, way)
        free = less(free, laid)
    chosen = more(fixed, laid)
    return more(chosen, cheapest_cards(free, size - size_of(chosen), way, form, cr))


@rule
def cheapest_service(record: Any, desk: Any, own: Masks, way: int) -> Masks:
    """Return cheap cards that fulfil the duty of a hand.

    The blocks are taken one by one, each where it is cheapest among the places that leave the others.

    Args:
        record: the table.
        desk: the desk.
        own: the hand's cards of the led suit, more than were led.
        way: what they are for, ``DUCK`` or ``FEED``.
    """
    at_once = owed_at_once(record, own)
    if at_once == 0:
        return 0, 0, 0, 0
    if at_once == -1:
        width, length = record[layout.WIDTHS], record[layout.LENGTHS]
        return block_of(cheapest_block(record, desk, own, width, length, way, -1), width)
    bench = desk[layout.SERVICE : layout.SERVICE + services.ROOM]
    lay_lead(record, bench)
    board = board_of(own, record[layout.LED], form_in(record), ACE)
    owed = best_service(bench, board, services.OWED)
    laid = (0, 0, 0, 0)
    for kind in range(item_at(bench, hosting.TYPES)):
        one = 1 << item_at(bench, hosting.SHIFT + kind)
        width, length = item_at(bench, hosting.WIDTH + kind), item_at(bench, hosting.LENGTH + kind)
        while owed & one * item_at(bench, hosting.FIELD + kind):
            owed -= one
            block = block_of(cheapest_block(record, desk, own, width, length, way, owed), width)
            laid, own = more(laid, block), less(own, block)
    return laid


@rule
def cheapest_block(
    record: Any, desk: Any, own: Masks, width: int, length: int, way: int, others: int
) -> int:
    """Return the cheapest block w×l of some cards, after which the other blocks owed are still possible.

    Args:
        record: the table.
        desk: the desk, with the types of blocks on the bench of services.
        own: the cards, all of the led suit.
        width: the block's width.
        length: its length.
        way: what it is for, ``DUCK`` or ``FEED``.
        others: the list of the other blocks; -1 to ask for none.
    """
    bench = desk[layout.SERVICE : layout.SERVICE + services.ROOM]
    led, form, cr = record[layout.LED], form_in(record), record[layout.RANK]
    place, chosen, least = place_in(record, led), 0, 1 << 30
    cards = wide_cards(own, width, record[layout.PROTECT])
    for number in range(number_of_places(cards, length, place)):
        block = place_numbered(cards, length, place, number)
        cost = block_price(block, width, own, way, form, cr)
        if cost < least:
            rest = less(own, block_of(block, width))
            if others <= 0 or hosts(bench, 0, board_of(rest, led, form, ACE), others):
                chosen, least = block, cost
    return chosen


@rule
def play_by_rules(record: Any, desk: Any) -> tuple[Masks, int]:
    """Return the play of the seat on turn; and the width of its block if it leads, else 0."""
    hand = hand_of(record, record[layout.TURN])
    if record[layout.PLACED] == 0:
        block, width = lead_by_rules(record, hand)
        return block_of(block, width), width
    return reply_by_rules(record, desk, hand), 0
