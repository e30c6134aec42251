"""The random and the rule-based player on the record of a deal, in the ``standard`` house.

Source: rules page §6. Both make the same moves here as their counterparts on the game's own states:
``players.named.RandomPlayer``, and ``tractor.players.rule_based`` with ``tractor.players.replies``.
The record, ``record``, is that of ``play``; its cards are renamed (``packed``) after the burial.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.seeds import below
from suitwise.tractor.arrays import packed, play
from suitwise.tractor.arrays.estimates import (
    NO_BID,
    WEIGHTS,
    chance_to_win,
    choose_bid,
    promising_bid,
    worth,
)
from suitwise.tractor.arrays.packed import (
    card_partition,
    card_phi,
    form_in,
    hand_in,
    honour_of_reply,
    lead_numbers,
    led_mask,
    named_back,
    pile_at,
    points_in,
    renamed,
    size_of,
    suit_mask,
    swapped_suit,
    turn_of,
    unseen_by,
    ways,
)
from suitwise.tractor.arrays.play import not_below, record_gone, sure_parts, takes
from suitwise.tractor.arrays.policy import CHEAPEST, DUCK, FEED, HIGHEST, choose_lead, price, reply
from suitwise.tractor.rules.blocks import only_block
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
from suitwise.tractor.rules.pairs.cutting import lowest_part
from suitwise.tractor.rules.pairs.owed import cheapest_follow, serves, what_is_owed
from suitwise.tractor.rules.profile import EVERY_LEVEL

# --- The random player ----------------------------------------------------------------------------
#
# It draws the place of its move in the lists of ``rules.legal_plays`` and ``rules.levels``, in which
# cards have their true names; so it chooses as the random player on states. A lead may be a throw that
# fails.

_MOST_MOVES = 1 << 31
"""The random player draws among no more moves."""


@rule
def draw_place(count: int, row: int, seat: int, rng: Any) -> int:
    """Draw the place of a move in a list of ``count`` moves.

    Args:
        count: the number of moves.
        row: the row of the deal.
        seat: the seat.
        rng: the random numbers of the players: the seed; for each deal and seat the stream; for each
            deal and seat the next index in it, which is advanced.
    """
    seed, streams, indices = rng
    place, index = below(
        min(count, _MOST_MOVES), seed, item_at(streams[row], seat), item_at(indices[row], seat)
    )
    indices[row, seat] = index
    return place


@rule
def random_bid(record: Any, row: int, seat: int, cr: int, rng: Any) -> int:
    """Return a random bid, ``4 * card + copies``, or ``NO_BID``."""
    once, twice = hand_in(record, seat)
    card, copies = item_at(record, play.BID), item_at(record, play.COPIES)
    mine = copies > 0 and item_at(record, play.BIDDER) == seat
    height = bid_height(card, copies) if copies > 0 and not mine else NOTHING
    standing = card if mine else -1
    _, number = bid_at(once, twice, cr, standing, copies + 1, height, 0)
    place = draw_place(number + 1, row, seat, rng)  # the pass comes first
    bid, _ = bid_at(once, twice, cr, standing, copies + 1, height, place - 1)
    return bid


@rule
def random_burial(record: Any, row: int, seat: int, rng: Any) -> tuple[int, int]:
    """Return eight random cards of the hand, and those of them buried twice."""
    once, twice = true_hand(record, seat)
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    place = draw_place(number_of_choices(once, twice, KITTY), row, seat, rng)
    buried, buried_twice = choice_at(once, twice, KITTY, place)
    return renamed(buried, main, cr), renamed(buried_twice, main, cr)


@rule
def random_lead(record: Any, row: int, rng: Any) -> tuple[int, int]:
    """Return random cards of one partition, and those of them led twice."""
    seat, main, cr = turn_of(record), item_at(record, packed.MAIN), item_at(record, packed.RANK)
    once, twice = true_hand(record, seat)
    _, _, number = lead_at(once, twice, main, cr, -1)
    led, led_twice, _ = lead_at(once, twice, main, cr, draw_place(number, row, seat, rng))
    return renamed(led, main, cr), renamed(led_twice, main, cr)


@rule
def random_reply(record: Any, row: int, rng: Any) -> tuple[int, int]:
    """Return a random legal reply, and its cards played twice."""
    seat, suit, size = turn_of(record), led_mask(record), item_at(record, packed.SIZE)
    once, twice = hand_in(record, seat)
    held = size_of(once & suit, twice & suit)
    fixed, free, count, pairs, tractors = what_is_owed(
        suit, held, twice & suit, lead_numbers(record)
    )
    if size > 1 and held > size:
        return random_service(record, row, once & suit, twice & suit, pairs, tractors, rng)
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    loose, loose_twice = named_back(once & free, main, cr), named_back(twice & free, main, cr)
    place = draw_place(number_of_choices(loose, loose_twice, count), row, seat, rng)
    more, more_twice = choice_at(loose, loose_twice, count, place)
    return once & fixed | renamed(more, main, cr), twice & fixed | renamed(more_twice, main, cr)


@rule
def true_hand(record: Any, seat: int) -> tuple[int, int]:
    """Return a hand by the true names of its cards."""
    once, twice = hand_in(record, seat)
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    return named_back(once, main, cr), named_back(twice, main, cr)


# --- The list of bids -----------------------------------------------------------------------------


@rule
def bid_at(
    once: int, twice: int, cr: int, standing: int, least: int, height: int, place: int
) -> tuple[int, int]:
    """Return the bid at a place in the list of a hand's bids, lowest first, and their number.

    Args:
        once: card mask of the hand.
        twice: mask of its pairs.
        cr: current rank 0..12.
        standing: if the seat's own bid stands, its card, the only one that it may show more copies of;
            else -1.
        least: the least number of copies to show then.
        height: ``bid_height`` of another seat's standing bid, else 0.
        place: the place.

    Returns:
        ``4 * card + copies``, ``NO_BID`` if there is no such place; and the number of bids.

    >>> bid_at(0b1 | 1 << 26, 0b1, 0, -1, 1, 0, 2)
    (2, 3)
    """
    bid, number = NO_BID, 0
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
                    bid = 4 * card + copies
                number += 1
    return bid, number


# --- The list of choices of cards -----------------------------------------------------------------


@rule
def number_of_choices(once: int, twice: int, size: int) -> int:
    """Return the number of choices of ``size`` cards; copies of a card count as the same.

    >>> number_of_choices(0b11, 0b10, 2)
    2
    """
    kinds, doubles, total = count_bits(once), count_bits(twice), 0
    for pairs in range(min(doubles, size // 2) + 1):
        total += ways(kinds, doubles, size, pairs)
    return total


@rule
def choice_at(once: int, twice: int, size: int, place: int) -> tuple[int, int]:
    """Return the choice of ``size`` cards at a place: the cards, and those taken twice.

    >>> choice_at(0b11, 0b01, 2, 0), choice_at(0b11, 0b01, 2, 1)
    ((1, 1), (3, 0))
    """
    taken = taken_twice = 0
    while size:
        card = once & -once
        copies = 2 if twice & card else 1
        once, twice = once ^ card, twice & ~card
        copies = min(copies, size)
        choices = number_of_choices(once, twice, size - copies)
        while place >= choices:
            place -= choices
            copies -= 1
            choices = number_of_choices(once, twice, size - copies)
        size -= copies
        taken |= card if copies > 0 else 0
        taken_twice |= card if copies > 1 else 0
    return taken, taken_twice


# --- The list of leads ----------------------------------------------------------------------------


@rule
def lead_at(once: int, twice: int, main: int, cr: int, place: int) -> tuple[int, int, int]:
    """Return the lead at a place: its cards, those led twice; and the number of leads of the hand.

    Any nonempty choice of cards of one partition is a lead. Its place within the partition, plus 1, is
    a mixed-radix number with a digit for each card, the number of copies led.

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
def random_service(
    record: Any, row: int, once: int, twice: int, owed: int, tractors: int, rng: Any
) -> tuple[int, int]:
    """Return a random legal reply from a hand with more cards of the led partition than were led.

    The list of replies is ordered by the set of pairs played, then by the single cards. Two passes over
    the sets of pairs count the replies of each: the first to draw a place, the second to find it.

    Args:
        record: the deal.
        row: its row.
        once: card mask of the hand's cards of that partition.
        twice: mask of their pairs.
        owed: the number of pairs owed.
        tractors: pack code of the tractors owed.
        rng: see ``draw_place``.
    """
    led, form, size = item_at(record, packed.LED), form_in(record), item_at(record, packed.SIZE)
    kinds, pairs, order = count_bits(once), count_bits(twice), record[play.BENCH :]
    sort_pairs(record, twice, order)
    total, place, chosen = 0, -1, -1
    for is_second_pass in range(2):
        total = 0
        for code in range((1 << pairs) - 1, -1, -1):
            number = count_bits(code)
            singles = size - 2 * number
            if chosen < 0 and number >= owed and singles >= 0:
                played = pairs_of_code(order, pairs, code)
                if serves(played, led, form, packed.ACE, EVERY_LEVEL, tractors):
                    replies = ways(kinds - number, 0, singles, 0)
                    if is_second_pass and place < total + replies:
                        chosen, place = played, place - total
                    total += replies
        if not is_second_pass:
            place = draw_place(total, row, turn_of(record), rng)
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    singles = size - 2 * count_bits(chosen)
    more, _ = choice_at(named_back(once & ~chosen, main, cr), 0, singles, place)
    return chosen | renamed(more, main, cr), chosen


_DESCENDING = 1 << 10
"""More than any Φ: ``_DESCENDING - phi`` sorts downwards, behind all that are sorted upwards."""


@rule
def sort_pairs(record: Any, twice: int, order: Any) -> None:
    """Write the pairs of the led partition in the order of ``legal_plays``.

    If there are pairs on the Φ that rank cards share, these come last, by true names; before them the
    pairs below that Φ, going up, and those above it, going down. Otherwise all go up.
    """
    form, main, cr = form_in(record), item_at(record, packed.MAIN), item_at(record, packed.RANK)
    level = rank_card_phi(form)
    shared = (
        shared_rank_cards(twice, form, packed.ACE) if item_at(record, packed.LED) == TRUMPS else 0
    )
    left, at = twice & ~shared, 0
    while left:
        best, least, cards = 0, 1 << 20, left
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            phi = card_phi(card, form)
            key = _DESCENDING - phi if shared and phi > level else phi
            if key < least:
                best, least = card, key
        order[at] = best
        left &= ~(1 << best)
        at += 1
    true = named_back(shared, main, cr)
    while true:
        order[at] = lowest_bit(renamed(true & -true, main, cr))
        true &= true - 1
        at += 1


@rule
def pairs_of_code(order: Any, pairs: int, code: int) -> int:
    """Return the set of pairs that a code means; its highest bit stands for the first pair in order."""
    cards = 0
    for place in range(pairs):
        if code >> pairs - 1 - place & 1:
            cards |= 1 << item_at(order, place)
    return cards


# --- What plays prove about the hands -------------------------------------------------------------
#
# Source: rules page §6. All that is known of a hand follows from public events, so it is recorded as
# the cards are played: voids, partitions in which a seat played fewer pairs than were led, parts of
# throws that nobody beat, and cards shown in bids and failed throws and still held.
# ``hidden.knowledge`` draws the same conclusions from states.


@rule
def infer_from_reply(record: Any, seat: int, once: int, twice: int) -> None:
    """Record what a reply proves by failing to match the lead: a void, or no more pairs."""
    suit = led_mask(record)
    if size_of(once & suit, twice & suit) < item_at(record, packed.SIZE):
        record[play.ABSENT + seat] |= suit
    elif count_bits(twice) < item_at(record, packed.PAIRS):
        record[play.LONE + seat] |= suit & ~twice
    record_play(record, seat, once, twice)


@rule
def infer_from_lead(record: Any, seat: int, once: int, twice: int, forced: int) -> None:
    """Record what the other seats prove by not beating parts of a lead, if it is a throw.

    Args:
        record: the deal.
        seat: the leader.
        once: card mask of the lead before a part of it was forced.
        twice: its pairs.
        forced: the length in pairs of the forced part; ``STANDS``, which is longer than any, if none
            is.
    """
    form = form_in(record)
    led = card_partition(lowest_bit(once), form)
    if only_block(once, twice, led, form, packed.ACE, EVERY_LEVEL) < 0:
        suit = suit_mask(led, form)
        single = lowest_part(once, twice, led, (form, packed.ACE, EVERY_LEVEL), 0)
        pair = lowest_part(once, twice, led, (form, packed.ACE, EVERY_LEVEL), 1)
        # If no single was beaten, nobody holds a higher card; if no pair was, nobody a higher pair.
        no_cards = not_below(suit, single + 1, form) if single and forced > 0 else 0
        no_pairs = not_below(suit, pair + 1, form) if pair and forced > 1 else 0
        for ahead in range(1, 4):
            other = seat + ahead & 3
            record[play.ABSENT + other] |= no_cards
            record[play.LONE + other] |= no_pairs


@rule
def record_play(record: Any, seat: int, once: int, twice: int) -> None:
    """Record the cards that a seat plays; of those that it held at most once, it has none left."""
    record[play.ABSENT + seat] |= item_at(record, play.LONE + seat) & once
    record_gone(record, seat, once, twice)


@rule
def show_throw(record: Any, seat: int, once: int, twice: int) -> None:
    """Add the cards of a failed throw, of which the leader takes some back, to those it has shown."""
    main, cr, shown = (
        item_at(record, packed.MAIN),
        item_at(record, packed.RANK),
        play.SHOWN + 2 * seat,
    )
    thrown, thrown_twice = named_back(once, main, cr), named_back(twice, main, cr)
    had, had_twice = together(*pile_at(record, play.GONE + 2 * seat), thrown, thrown_twice)
    record[shown] |= had
    record[shown + 1] |= had_twice


@rule
def known_held(record: Any, seat: int) -> tuple[int, int]:
    """Return the cards that a seat has shown and still holds, renamed."""
    shown, shown_twice = pile_at(record, play.SHOWN + 2 * seat)
    gone, gone_twice = pile_at(record, play.GONE + 2 * seat)
    once, twice = shown & ~gone | shown_twice & ~gone_twice, shown_twice & ~gone
    if once == 0:  # nearly always
        return 0, 0
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    return renamed(once, main, cr), renamed(twice, main, cr)


@rule
def may_hold(record: Any, seat: int, other: int, unseen: int, unseen_twice: int) -> int:
    """Return the cards that another seat may hold, as far as a seat knows.

    Args:
        record: the deal.
        seat: the seat that knows.
        other: the other seat.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees neither copy.
    """
    located = located_twice = 0  # unseen cards whose holder is known
    for ahead in range(1, 4):
        located, located_twice = together(
            located, located_twice, *known_held(record, seat + ahead & 3)
        )
    held, held_twice = known_held(record, other)
    if size_of(*hand_in(record, other)) == size_of(held, held_twice):
        return held
    absent = item_at(record, play.ABSENT + other) | item_at(record, play.LONE + other) & held
    return held | (unseen & ~located | unseen_twice & ~located_twice) & ~absent


@rule
def look(record: Any) -> tuple[int, int, tuple[int, int, int]]:
    """Return what the seat on turn knows of the hidden cards, and write ``LACKS`` as it knows it.

    Returns:
        Card mask of the cards that it does not see, mask of those of which it sees neither copy, and
        masks of the cards that each other seat may hold, in order of play.
    """
    seat = turn_of(record)
    unseen, unseen_twice = unseen_by(record, seat)
    hands = (
        may_hold(record, seat, seat + 1 & 3, unseen, unseen_twice) & unseen,
        may_hold(record, seat, seat + 2 & 3, unseen, unseen_twice) & unseen,
        may_hold(record, seat, seat + 3 & 3, unseen, unseen_twice) & unseen,
    )
    form, lacks = form_in(record), 0
    for ahead in range(1, 4):
        for partition in range(packed.PARTITIONS):
            if hands[ahead - 1] & suit_mask(partition, form) == 0:
                lacks |= 1 << packed.PARTITIONS * (seat + ahead & 3) + partition
    record[packed.LACKS] = lacks
    return unseen, unseen_twice, hands


# --- The rule-based player ------------------------------------------------------------------------

POINTS_FIRST = 1 << 20
"""A price for each point, above the worth of keeping any card: points decide first."""


@rule
def bid_by_rules(record: Any, seat: int, cr: int, is_open: bool) -> int:
    """Return the bid of a seat, ``4 * card + copies``, or ``NO_BID`` (``rule_based.bid_in``).

    Args:
        record: the deal.
        seat: the seat.
        cr: current rank 0..12.
        is_open: whether the bidding decides who is landlord.
    """
    once, twice = hand_in(record, seat)
    bidder, card = item_at(record, play.BIDDER), item_at(record, play.BID)
    copies = item_at(record, play.COPIES)
    if copies > 0 and (bidder ^ seat) & 1 == 0:
        more = bidder == seat and copies < PACKS and twice >> card & 1 == 1
        return 4 * card + copies + 1 if more else NO_BID
    height = bid_height(card, copies) if copies else NOTHING
    strong = choose_bid(once, twice, cr, height)
    return strong if strong != NO_BID else promising_bid(once, twice, cr, height, is_open)


@rule
def lead_by_rules(record: Any, throws: bool) -> tuple[int, int]:
    """Return the policy's lead, or if the seat throws, the sure throw that contains it."""
    unseen, unseen_twice, hands = look(record)
    once, twice = choose_lead(record, unseen, unseen_twice, WEIGHTS)
    if not throws:
        return once, twice
    led = card_partition(lowest_bit(once), form_in(record))
    sure, sure_twice = sure_parts(record, led, unseen, unseen_twice, hands, EVERY_LEVEL)
    is_part = once & ~sure == 0 and twice & ~sure_twice == 0
    return (sure, sure_twice) if is_part else (once, twice)


@rule
def reply_by_rules(record: Any) -> tuple[int, int]:
    """Return the reply of the seat on turn: cards, and those played twice.

    It compares the policy's ``DUCK``, its ``FEED``, the play with the fewest points if the first has
    points, and the lowest and highest winning replies; the first best one is played.
    """
    unseen, unseen_twice, _ = look(record)
    once, twice = reply(record, DUCK, unseen, WEIGHTS)
    most = reply_value(record, once, twice, unseen, unseen_twice)
    has_points = points_in(once, twice, item_at(record, packed.RANK)) > 0
    highest, highest_twice = reply(record, HIGHEST, unseen, WEIGHTS)
    wins = highest != 0 and takes(record, highest, highest_twice)
    for way in range(1, 5):
        other = other_twice = 0
        if way == 1:
            other, other_twice = reply(record, FEED, unseen, WEIGHTS)
        elif way == 2 and has_points:
            other, other_twice = fewest_points(record, unseen)
        elif way == 3 and wins:
            other, other_twice = cheapest_winner(record, highest, highest_twice, unseen)
        elif way == 4 and wins:
            other, other_twice = highest, highest_twice
        if other:
            value = reply_value(record, other, other_twice, unseen, unseen_twice)
            if value > most:
                once, twice, most = other, other_twice, value
    return once, twice


@rule
def reply_value(record: Any, once: int, twice: int, unseen: int, unseen_twice: int) -> int:
    """Return the worth of a reply under the policy, in 64ths of a point."""
    wins, best = takes(record, once, twice), item_at(record, packed.BEST)
    honour = max(best, honour_of_reply(record, once, twice)) if wins else best
    ours = wins or (item_at(record, packed.WINNER) ^ turn_of(record)) & 1 == 0
    led, length = item_at(record, packed.LED), item_at(record, packed.LENGTH)
    chance = chance_to_win(record, led, length, honour, ours, unseen, unseen_twice, WEIGHTS)
    return worth(record, once, twice, chance, item_at(record, packed.SIZE), unseen, WEIGHTS)


@rule
def cheapest_winner(record: Any, once: int, twice: int, unseen: int) -> tuple[int, int]:
    """Return the lowest winning reply found, starting from the highest one."""
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
    """Replace a card or a pair of a winning reply by the lowest one with which it still wins.

    Args:
        record: the deal.
        once: card mask of the reply.
        twice: its pairs.
        card: the card.
        pair: the same card to replace both copies, else 0.
    """
    if card & ~once or pair & ~twice:  # an earlier replacement removed it
        return once, twice
    rest, rest_twice = without(once, twice, card, pair)
    left, left_twice = without(*hand_in(record, turn_of(record)), rest, rest_twice)
    if pair:
        left = left_twice
    while left:
        lower = left & -left
        left ^= lower
        other, other_twice = together(rest, rest_twice, lower, lower if pair else 0)
        if takes(record, other, other_twice):
            return other, other_twice
    return once, twice


@rule
def fewest_points(record: Any, unseen: int) -> tuple[int, int]:
    """Return the legal play with the fewest points; among equals the one least worth keeping."""
    once, twice = hand_in(record, turn_of(record))
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    prices, left = record[play.BENCH : play.BENCH + N_CARDS], once
    while left:
        card = left & -left
        left ^= card
        kept = price(lowest_bit(card), twice, DUCK, form_in(record), cr, unseen, WEIGHTS)
        at = lowest_bit(named_back(card, main, cr))
        prices[at] = POINTS_FIRST * points_in(card, 0, cr) + kept
    # Among plays of equal price the first by true names is chosen, as on states.
    led, size, pairs, tractors, _, _, chain, duty = lead_numbers(record)
    lead = swapped_suit(led, main), size, pairs, tractors, main, cr, chain, duty
    suit = named_back(led_mask(record), main, cr)
    once, twice = named_back(once, main, cr), named_back(twice, main, cr)
    least, least_twice = cheapest_follow(once, twice, suit, lead, prices)
    return renamed(least, main, cr), renamed(least_twice, main, cr)
