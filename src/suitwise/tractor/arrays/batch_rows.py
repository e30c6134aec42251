"""Deal, play and score one row of an array of rounds (``batch``).

Source: rules page §6; docs/tractor.md, At the table. Each function is a rule over a row: a loop over the
rows on the processor, a thread for each row on a GPU. Round n is dealt from stream 2 n of its seed, and
buried and played from stream 2 n + 1.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.stepping.streams import drawn, opened
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    BURIED,
    COLUMNS,
    HANDS,
    LANDLORD,
    LEADER,
    MAIN,
    PLAYED,
    POINTS,
    RANK,
    STREAM,
    form_in,
    is_sound,
    put,
    renamed,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.playouts import any_play, choose, one_bit
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.arrays.policy_bidding import weighed_bid, weighed_burial
from suitwise.tractor.arrays.policy_chances import HAND_WEIGHTS
from suitwise.tractor.rules.auction import NOTHING, bid_height, biddable, main_of
from suitwise.tractor.rules.levels import KITTY, gains
from suitwise.tractor.rules.order import NO_SUIT
from suitwise.tractor.rules.piles import together, without

OUTCOME = 5
"""The numbers of an outcome: the attackers' points, the landlord's side, the ranks that sides 0 and 1
gain, the cards played."""

BAD = -1
"""The main suit, and each number of the outcome, of a row that is no round."""

ANY_SUIT = (1 << NO_SUIT) - 1

_HAND = 25


@rule
def deal_cards(record: Any, stream: int) -> int:
    """Deal 25 cards to each hand and eight to the kitty; return the stream.

    Each of the equally likely deals comes from one choice for every card: a hand, in proportion to
    the places that it has left. ``record`` holds no card before.
    """
    # How many places are left to seat 0, to seats 0 and 1, to 0 to 2, to all seats.
    one, two, three, four = _HAND, 2 * _HAND, 3 * _HAND, 4 * _HAND
    places = four + KITTY
    for card in range(N_CARDS):
        bit = 1 << card
        for _ in range(2):
            place, stream = drawn(places, stream)
            places -= 1
            hand = int(place >= one) + int(place >= two) + int(place >= three) + int(place >= four)
            one -= int(hand < 1)
            two -= int(hand < 2)
            three -= int(hand < 3)
            four -= int(hand < 4)
            at = HANDS + 2 * hand
            record[at + 1] |= item_at(record, at) & bit
            record[at] |= bit
    return stream


@rule
def bid_main(record: Any, cr: int, landlord: int, rule_based: int, weights: Any) -> int:
    """Return the main suit that the rule-based seats bid, each once from the landlord on; -1 for none.

    Args:
        record: the record, its cards by their true names.
        cr: the current rank.
        landlord: the landlord, who is asked first.
        rule_based: the sides with a rule-based policy, two bits; the others do not bid.
        weights: by side, what it bids by.
    """
    standing, holder, height = -1, -1, NOTHING
    for ahead in range(4):
        seat = landlord + ahead & 3
        if rule_based >> (seat & 1) & 1 and (holder < 0 or (holder ^ seat) & 1):
            once, twice = item_at(record, HANDS + 2 * seat), item_at(record, HANDS + 2 * seat + 1)
            bid = weighed_bid(once, twice, cr, height, weights[seat & 1])
            if bid >= 0:
                standing, holder, height = bid >> 2, seat, bid_height(bid >> 2, bid & 3)
    return -1 if standing < 0 else main_of(standing)


@rule
def mains_held(record: Any, cr: int) -> int:
    """Return the main suits that somebody could bid, five bits; 0 where all rank cards are buried."""
    cards = mains = 0
    for hand in range(HANDS, HANDS + 8, 2):
        cards |= biddable(item_at(record, hand), item_at(record, hand + 1), cr)
    while cards:
        mains |= 1 << main_of(lowest_bit(cards))
        cards &= cards - 1
    return mains


@rule
def begin_round(record: Any, landlord: int, main: int, cr: int) -> None:
    """Make a landlord and name the trump: from here on cards go by their names of a round."""
    for column in range(HANDS, BURIED + 2):
        record[column] = renamed(item_at(record, column), main, cr)
    record[MAIN], record[RANK] = main, cr
    record[LANDLORD], record[LEADER] = landlord, landlord


@rule
def take_up(record: Any) -> tuple[int, int]:
    """Let the landlord take up the kitty; return its hand with it."""
    hand = HANDS + 2 * item_at(record, LANDLORD)
    record[hand], record[hand + 1] = together(
        item_at(record, hand),
        item_at(record, hand + 1),
        item_at(record, BURIED),
        item_at(record, BURIED + 1),
    )
    return item_at(record, hand), item_at(record, hand + 1)


@rule
def put_down(record: Any, buried: int, buried_twice: int) -> None:
    """Let the landlord bury cards of its hand."""
    hand = HANDS + 2 * item_at(record, LANDLORD)
    record[hand], record[hand + 1] = without(
        item_at(record, hand), item_at(record, hand + 1), buried, buried_twice
    )
    record[BURIED], record[BURIED + 1] = buried, buried_twice


@rule
def bury(record: Any, rule_based: int, weights: Any) -> None:
    """Let the landlord take up the kitty and bury eight cards, by his side's weights."""
    once, twice = take_up(record)
    side = item_at(record, LANDLORD) & 1
    if rule_based >> side & 1:
        once, twice = weighed_burial(
            once, twice, form_in(record), item_at(record, RANK), weights[side]
        )
    else:
        once, twice, record[STREAM] = choose(once, twice, KITTY, 0, item_at(record, STREAM))
    put_down(record, once, twice)


@rule
def deal_round(
    record: Any, seed: int, number: int, cr: int, landlord: int, rule_based: int, weights: Any
) -> None:
    """Deal a round, name its main suit and bury, up to its first lead.

    Where no rule-based seat bids, all that somebody could bid is equally likely.

    Args:
        record: the record; all of it is written.
        seed: 64 bits, as ``seeds.as_seed`` returns it.
        number: the number of the round.
        cr: the current rank 0..12.
        landlord: the landlord.
        rule_based: the sides with a rule-based policy, two bits.
        weights: by side, what it bids and buries by (``policy_weights.HAND_WEIGHTS``).
    """
    for column in range(COLUMNS):
        record[column] = 0
    stream = deal_cards(record, opened(seed, 2 * number))
    main = bid_main(record, cr, landlord, rule_based, weights)
    if main < 0:
        mains = mains_held(record, cr)
        choice, stream = one_bit(mains if mains else ANY_SUIT, stream)
        main = lowest_bit(choice)
    begin_round(record, landlord, main, cr)
    record[STREAM] = opened(seed, 2 * number + 1)
    bury(record, rule_based, weights)


@rule
def play_by(record: Any, rule_based: int) -> tuple[int, int]:
    """Return what the seat on turn plays, by the policy or at random, and its pairs."""
    seat = turn_of(record)
    if rule_based >> (seat & 1) & 1:
        unseen, unseen_twice = unseen_by(record, seat)
        return choose_play(record, unseen, unseen_twice)
    return any_play(record)


@rule
def play_one(record: Any, rule_based: int) -> None:
    """Let the seat on turn play, by the policy or at random."""
    once, twice = play_by(record, rule_based)
    put(record, once, twice)


# --- Rows -----------------------------------------------------------------------------------------


@rule
def deal_row(row: int, given: Any, rounds: Any) -> None:
    """Deal a round.

    Args:
        row: the row.
        given: the seed, the number of row 0, current ranks and landlords that are taken in turn, and
            the sides with a rule-based policy.
        rounds: the array that is filled.
    """
    seed, first, ranks, landlords, rule_based = given
    number = first + row
    cr, landlord = int(ranks[number % len(ranks)]), int(landlords[number % len(landlords)])
    deal_round(rounds[row], seed, number, cr, landlord, rule_based, (HAND_WEIGHTS, HAND_WEIGHTS))


@rule
def step_row(row: int, given: Any, rounds: Any) -> None:
    """Make plays in a round that is not over; ``given`` is their number and the rule-based sides."""
    plays, rule_based = given
    record = rounds[row]
    if not is_sound(record):
        record[MAIN] = BAD
        return
    for _ in range(plays):
        if item_at(record, PLAYED) < ALL_PLAYED:
            play_one(record, rule_based)


@rule
def outcome_row(row: int, rounds: Any, outcomes: Any) -> None:
    """Write the outcome of a round, as far as it has come; ``BAD`` for a row that is no round."""
    record = rounds[row]
    if not is_sound(record):
        for column in range(OUTCOME):
            outcomes[row, column] = BAD
        return
    points, side = item_at(record, POINTS), item_at(record, LANDLORD) & 1
    declarers, attackers = gains(points)
    outcomes[row, 0], outcomes[row, 1] = points, side
    outcomes[row, 2 + side], outcomes[row, 3 - side] = declarers, attackers
    outcomes[row, 4] = item_at(record, PLAYED)
