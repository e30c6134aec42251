"""The play of a round of Tractor as a flat record: dealt, played, scored in place (``stepping.loop``).

Source: rules page §6. A round is that of ``packed``; cards are dealt, the main suit is bid and the kitty
buried as in ``batch_rows``, rule-based on both sides. Beside it stand the facts that seats have seen and
a round does not keep.

==========  ==================================================================================
column      meaning; the loop's own come before
==========  ==================================================================================
0..35       the round (``packed``), whose stream stands in the loop's column between two plays
36..43      the cards that seats 0 to 3 have played, two masks each, by true names
44          how many tricks are over
==========  ==================================================================================
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.game import OVER
from suitwise.stepping.loop import HEAD
from suitwise.stepping.loop import STREAM as LOOP_STREAM
from suitwise.stepping.streams import drawn, opened
from suitwise.tractor.arrays.batch_rows import deal_round, play_one
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    COLUMNS,
    HANDS,
    LANDLORD,
    MAIN,
    PLACED,
    PLAYED,
    POINTS,
    RANK,
    SIZE,
    STREAM,
    TABLE,
    led_mask,
    named_back,
    renamed,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.playouts import any_reply, may_hold_tractor
from suitwise.tractor.arrays.policy import CHEAPEST, HIGHEST, choose_play, reply
from suitwise.tractor.arrays.policy_weights import HAND_WEIGHTS, WEIGHTS
from suitwise.tractor.arrays.stepped.actions import (
    ACTIONS,
    PAIR,
    REPLY,
    THROW,
    TRACTOR,
    TRACTORS_THERE_ARE,
    swapped_suit,
    tractor_of,
)
from suitwise.tractor.arrays.stepped.throws import (
    is_higher_throughout,
    parts_compared,
    put_by_rule,
    sure_throw,
)
from suitwise.tractor.rules.levels import ranks_after
from suitwise.tractor.rules.order import TRUMPS
from suitwise.tractor.rules.piles import together

ROUND, ROUND_END = HEAD, HEAD + COLUMNS
SHOWN = ROUND_END
TRICKS = SHOWN + 8
ALL_COLUMNS = TRICKS + 1

GIVEN_LANDLORD, LEVELS, DEFEND = 1, 2, 4
"""The numbers of a variant after its seats: the landlord, -1 where each deal draws one; the levels of
the sides, both -1 where each deal draws one for both; the ranks that must be defended, a bit each."""

RULES = 1
"""The policy after the random one: that of ``policy``."""
BOTH = 3
"""Both sides, two bits."""
_RANKS = 13
_DRAWS = 1 << 62
"""From this stream on landlords and ranks are drawn: no deal has its cards from there."""


# --- The rules of stepping ------------------------------------------------------------------------


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal the round of a number, up to the first lead; both sides bid and bury by the policy."""
    landlord, stream = item_at(options, GIVEN_LANDLORD), opened(seed, _DRAWS + number)
    if landlord < 0:
        landlord, stream = drawn(4, stream)
    cr = item_at(options, LEVELS + (landlord & 1))
    if cr < 0:
        cr, stream = drawn(_RANKS, stream)
    deal_round(
        record[ROUND:ROUND_END], seed, number, cr, landlord, BOTH, (HAND_WEIGHTS, HAND_WEIGHTS)
    )
    for column in range(SHOWN, ALL_COLUMNS):
        record[column] = 0


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat to play, -2 when the round is over."""
    game = record[ROUND:ROUND_END]
    return OVER if item_at(game, PLAYED) == ALL_PLAYED else turn_of(game)


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Tell whether the seat on turn may do what a number means."""
    game = record[ROUND:ROUND_END]
    if not 0 <= action < ACTIONS:
        return False
    if item_at(game, PLACED) == 0:
        return may_lead(game, action)
    if item_at(game, SIZE) > 1:
        return REPLY <= action < THROW and (action < REPLY + CHEAPEST or may_win(game))
    return action < PAIR and renamed_card(game, action) & replies(game) != 0


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Play what a legal action means."""
    game = record[ROUND:ROUND_END]
    seat, placed = turn_of(game), item_at(game, PLACED)
    once, twice = cards_of(game, action)
    put_by_rule(game, once, twice)
    note(record, seat, placed)


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn play at random, evenly among its legal plays, or by the policy."""
    game = record[ROUND:ROUND_END]
    seat, placed = turn_of(game), item_at(game, PLACED)
    game[STREAM] = record[LOOP_STREAM]
    if placed > 0 and parts_compared(game) > 1:
        reply_to_throw(game, policy)
    else:
        play_one(game, BOTH if policy == RULES else 0)
    record[LOOP_STREAM] = game[STREAM]
    note(record, seat, placed)


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return how many levels a seat's side has risen more than the other."""
    game = record[ROUND:ROUND_END]
    if item_at(game, PLAYED) < ALL_PLAYED:
        return 0.0
    one, other = item_at(options, LEVELS), item_at(options, LEVELS + 1)
    if one < 0:
        one = other = item_at(game, RANK)
    landlord, points = item_at(game, LANDLORD), item_at(game, POINTS)
    after, other_after = ranks_after(one, other, landlord, points, item_at(options, DEFEND))
    ahead = after - one - (other_after - other)
    return float(-ahead if seat & 1 else ahead)


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal action."""
    game = record[ROUND:ROUND_END]
    if item_at(game, PLACED) == 0:
        allow_leads(game, allowed)
    elif item_at(game, SIZE) == 1:
        allow_cards(game, replies(game), 0, allowed)
    else:
        last = HIGHEST if may_win(game) else CHEAPEST - 1
        for way in range(last + 1):
            allowed[REPLY + way] = 1


# --- Leading --------------------------------------------------------------------------------------


@rule
def may_lead(game: Any, action: int) -> bool:
    """Tell whether the seat on turn holds what an action leads."""
    if action >= THROW:
        once, _ = cards_of(game, action)
        return once != 0
    if action >= REPLY:
        return False
    hand = HANDS + 2 * turn_of(game)
    held = item_at(game, hand) if action < PAIR else item_at(game, hand + 1)
    once, _ = cards_of(game, action)
    return once != 0 and once & ~held == 0


@rule
def allow_leads(game: Any, allowed: Any) -> None:
    """Write a 1 for each single, pair and tractor of the hand, and each throw that is certain."""
    hand = HANDS + 2 * turn_of(game)
    twice = item_at(game, hand + 1)
    allow_cards(game, item_at(game, hand), 0, allowed)
    allow_cards(game, twice, PAIR, allowed)
    if may_hold_tractor(twice):
        main, cr = item_at(game, MAIN), item_at(game, RANK)
        for number in range(TRACTORS_THERE_ARE):
            cards = tractor_of(number, main, cr)
            if cards != 0 and cards & ~twice == 0:
                allowed[TRACTOR + number] = 1
    for action in range(THROW, ACTIONS):
        once, _ = cards_of(game, action)
        allowed[action] = int(once != 0)


@rule
def allow_cards(game: Any, cards: int, first: int, allowed: Any) -> None:
    """Write a 1 for each of some renamed cards, from an action on by their true names."""
    left = named_back(cards, item_at(game, MAIN), item_at(game, RANK))
    while left:
        allowed[first + lowest_bit(left)] = 1
        left &= left - 1


# --- Following ------------------------------------------------------------------------------------


@rule
def replies(game: Any) -> int:
    """Return the cards that the seat on turn may play to a card, renamed."""
    once = item_at(game, HANDS + 2 * turn_of(game))
    own = once & led_mask(game)
    return own if own else once


@rule
def may_win(game: Any) -> bool:
    """Tell whether the seat on turn has a reply to several cards that wins so far."""
    once, twice = reply(game, HIGHEST, 0, WEIGHTS)  # unseen cards do not matter to what is highest
    return once != 0 and is_higher_throughout(game, once, twice)


@rule
def reply_to_throw(game: Any, policy: int) -> None:
    """Let another seat reply where several parts of a throw must be beaten."""
    if policy == RULES:
        unseen, unseen_twice = unseen_by(game, turn_of(game))
        once, twice = choose_play(game, unseen, unseen_twice)
    else:
        once, twice = any_reply(game)
    put_by_rule(game, once, twice)


# --- What they are made of ------------------------------------------------------------------------


@rule
def renamed_card(game: Any, card: int) -> int:
    """Return the mask of a card by its name in a round."""
    return renamed(1 << card, item_at(game, MAIN), item_at(game, RANK))


@rule
def cards_of(game: Any, action: int) -> tuple[int, int]:
    """Return the cards that an action plays, renamed, and those played twice; none where it can't."""
    if action >= THROW:
        partition, main = action - THROW, item_at(game, MAIN)
        return sure_throw(game, partition if partition == TRUMPS else swapped_suit(partition, main))
    if action >= REPLY:
        unseen, _ = unseen_by(game, turn_of(game))
        once, twice = reply(game, action - REPLY, unseen, WEIGHTS)
        if action == REPLY + CHEAPEST and not is_higher_throughout(game, once, twice):
            return reply(game, HIGHEST, unseen, WEIGHTS)
        return once, twice
    if action < PAIR:
        return renamed_card(game, action), 0
    if action < TRACTOR:
        cards = renamed_card(game, action - N_CARDS)
    else:
        cards = tractor_of(action - TRACTOR, item_at(game, MAIN), item_at(game, RANK))
    return cards, cards


@rule
def note(record: Any, seat: int, placed: int) -> None:
    """Note what a seat has just played, in its place on the table."""
    game = record[ROUND:ROUND_END]
    main, cr, table = item_at(game, MAIN), item_at(game, RANK), TABLE + 2 * placed
    once, twice = named_back(item_at(game, table), main, cr), item_at(game, table + 1)
    if twice:  # seldom
        twice = named_back(twice, main, cr)
    shown = SHOWN + 2 * seat
    record[shown], record[shown + 1] = together(
        item_at(record, shown), item_at(record, shown + 1), once, twice
    )
    record[TRICKS] += int(placed == 3)
