"""The policies of gin rummy over flat records, compiled: the trained player's, and the quick one.

What the networks read of a record is what ``players.net`` shows them of a position; a test holds both
together. The quick policy is the playout policy of ``players.evaluation``; its habit is the pile height
from which it waits for gin. ``TRAINED`` in place of a habit is the trained policy.
"""

from __future__ import annotations

from typing import Any

from learn.network_rules import sum_decision, worth_of_option
from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.rummy.gin.arrays import (
    DISCARD,
    DRAW,
    FIRST,
    HANDS,
    HAS_BIG,
    KNOWN,
    LAID,
    MOST_DEADWOOD,
    MOVER,
    PHASE,
    PILE,
    TOP,
    free_cards,
)
from suitwise.rummy.gin.players.evaluation import cheapest, knocking_card, wants
from suitwise.rummy.gin.players.net import (
    FREE,
    IS_DEALER,
    KNOCK,
    KNOCK_LIMIT,
    LEAVE,
    OTHER_LAID,
    OWN_HAND,
    OWN_KNOWN,
    OWN_LAID,
    PILE_CARDS,
    STEP,
    TAKE,
    TAKEN,
    TO_DISCARD,
    TO_DRAW,
    TOP_CARD,
    UPCARD,
    UPCARD_LEFT,
    encode_turn,
)
from suitwise.rummy.gin.rules.deadwood import PACK, best_discard, bit_of, card_at, gin_deadwood
from suitwise.rummy.gin.rules.moves import (
    BIG,
    DISCARDS,
    KNOCKS,
    PASS_NUMBER,
    PILE_NUMBER,
    STOCK_NUMBER,
)

NOTHING = -1
TRAINED = -1
"""In place of a habit: the seat plays by its networks."""


# --- What a seat sees -----------------------------------------------------------------------------


@rule
def write_sight(record: Any, options: Any, sight: Any) -> None:
    """Write what the seat on turn sees."""
    seat, phase = int(record[MOVER]), int(record[PHASE])
    sight[OWN_HAND], sight[OWN_KNOWN] = record[HANDS + seat], record[KNOWN + seat]
    sight[FREE] = free_cards(record)
    sight[TAKEN] = record[KNOWN + 1 - seat]
    sight[OWN_LAID], sight[OTHER_LAID] = record[LAID + seat], record[LAID + 1 - seat]
    sight[PILE_CARDS], sight[TOP_CARD] = record[PILE], record[TOP]
    sight[IS_DEALER], sight[KNOCK_LIMIT] = seat, options[MOST_DEADWOOD]
    sight[STEP] = TO_DRAW if phase == DRAW else UPCARD if phase == FIRST else UPCARD_LEFT
    if phase == DISCARD:
        sight[STEP] = TO_DISCARD


@rule
def move_of(record: Any, option: int) -> int:
    """Return the number of the move that an option of a sight is."""
    if option == TAKE:
        return PILE_NUMBER
    if option == LEAVE:
        return STOCK_NUMBER if int(record[PHASE]) == DRAW else PASS_NUMBER
    if option == KNOCK:
        return KNOCKS + best_discard(int(record[HANDS + record[MOVER]]), free_cards(record))
    return DISCARDS + card_at(option)


# --- Policies -------------------------------------------------------------------------------------


@rule
def sure_move(record: Any) -> int:
    """Return big gin, or the knock that makes gin; ``NOTHING`` where neither is to be had."""
    if int(record[PHASE]) != DISCARD:
        return NOTHING
    if record[HAS_BIG]:
        return BIG
    hand = int(record[HANDS + record[MOVER]])
    card = best_discard(hand, free_cards(record))
    return KNOCKS + card if gin_deadwood(hand & ~(1 << bit_of(card))) == 0 else NOTHING


@rule
def quick_move(record: Any, options: Any, habit: int) -> int:
    """Return what the quick policy does with a habit."""
    seat = int(record[MOVER])
    hand, taken, pile = int(record[HANDS + seat]), int(record[KNOWN + 1 - seat]), int(record[PILE])
    unseen = PACK & ~(hand | pile | taken)
    if int(record[PHASE]) != DISCARD:
        if wants(hand, int(record[TOP]), unseen, taken):
            return PILE_NUMBER
        return STOCK_NUMBER if int(record[PHASE]) == DRAW else PASS_NUMBER
    if record[HAS_BIG]:
        return BIG
    free = free_cards(record)
    knock = knocking_card(hand, free, count_bits(pile), int(options[MOST_DEADWOOD]), habit)
    if knock:
        return KNOCKS + best_discard(hand, free)
    card, _ = cheapest(hand, free, unseen, taken)
    return DISCARDS + best_discard(hand, card)


@rule
def rate_options(
    on: Any, starts: Any, number: int, first: Any, bias: Any, second: Any, other: Any, last: Any,
    sums: Any, worths: Any,
) -> None:  # fmt: skip
    """Write what each option is worth to a network of two hidden layers."""
    sum_decision(sums, first, bias, on, item_at(starts, 0))
    for place in range(number):
        begin, end = item_at(starts, place), item_at(starts, place + 1)
        worths[place] = worth_of_option(
            sums, first, second, other, last, on[begin:end], end - begin
        )


@rule
def rate_turn(record: Any, options: Any, nets: Any, room: Any) -> int:
    """Write the options of a turn and what each is worth to the networks; return how many they are.

    Args:
        record: the deal.
        options: the variant's numbers.
        nets: the two networks, five arrays each, the discarding one's first.
        room: a sight, the inputs that are on, where options begin, the options, sums, and the worths.
    """
    sight, on, starts, places, sums, worths = room
    write_sight(record, options, sight)
    number = encode_turn(sight, on, starts, places)
    if int(record[PHASE]) == DISCARD:
        rate_options(on, starts, number, nets[0], nets[1], nets[2], nets[3], nets[4], sums, worths)
    else:
        rate_options(on, starts, number, nets[5], nets[6], nets[7], nets[8], nets[9], sums, worths)
    return number


@rule
def chosen_move(record: Any, options: Any, nets: Any, room: Any) -> int:
    """Return the number of the move that the trained policy makes.

    Args:
        record: the deal.
        options: the variant's numbers.
        nets: as for ``rate_turn``.
        room: as for ``rate_turn``.
    """
    sure = sure_move(record)
    if sure != NOTHING:
        return sure
    number, worths, best = rate_turn(record, options, nets, room), room[5], 0
    for place in range(1, number):
        if worths[place] > worths[best]:
            best = place
    return move_of(record, item_at(room[3], best))


@rule
def policy_move(record: Any, options: Any, habit: int, nets: Any, room: Any) -> int:
    """Return the number of the move of a seat that has a habit, or plays by networks.

    Args:
        record: the deal.
        options: the variant's numbers.
        habit: the habit of the quick policy, or ``TRAINED``.
        nets: the networks of the trained policy; not looked at with a habit.
        room: as for ``rate_turn``.
    """
    if habit == TRAINED:
        return chosen_move(record, options, nets, room)
    return quick_move(record, options, habit)
