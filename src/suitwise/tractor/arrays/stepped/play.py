"""The play of a deal for ``stepping.loop``: the record of a deal, begun at the first lead.

Source: rules page §6. Cards are dealt, the main suit is bid and the kitty buried as in ``batch_rows``,
rule-based on both sides: a quick beginning, for learners of the play. No throw fails here, so of what
seats know the record keeps only who is out of what, and what has been played.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.game import OVER
from suitwise.stepping.loop import STREAM as LOOP_STREAM
from suitwise.stepping.streams import drawn, opened
from suitwise.tractor.arrays.batch_rows import deal_round, play_by
from suitwise.tractor.arrays.packed import (
    ACE,
    ALL_PLAYED,
    CLUBS,
    HANDS,
    LACKS,
    MAIN,
    PARTITIONS,
    PLACED,
    PLAYED,
    RANK,
    SIZE,
    STREAM,
    SUIT_MASK,
    form_in,
    led_mask,
    named_back,
    renamed,
    swapped_suit,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.playouts import may_hold_tractor
from suitwise.tractor.arrays.policy import CHEAPEST, HIGHEST, reply
from suitwise.tractor.arrays.policy_chances import HAND_WEIGHTS, WEIGHTS
from suitwise.tractor.arrays.stepped.actions import (
    ACTIONS,
    PAIR,
    REPLY,
    THROW,
    TRACTOR,
    TRACTORS_THERE_ARE,
    tractor_of,
)
from suitwise.tractor.arrays.stepped.record import (
    GIVEN_LANDLORD,
    LEVELS,
    ROUND,
    levels_ahead,
    note_gone,
    put_in_trick,
    sure_parts,
    takes,
)
from suitwise.tractor.rules.blocks import longest_run, only_block, pair_levels, windows
from suitwise.tractor.rules.owed import EVERY_LEVEL

RULES = 1
"""The policy after the random one: that of ``policy``."""
BOTH = 3
"""Both sides, two bits."""
_RANKS = 13
_DRAWS = 1 << 62
"""From this stream on landlords and ranks are drawn: no deal has its cards from there."""
_OTHERS = 3


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
    deal_round(record[ROUND:], seed, number, cr, landlord, BOTH, (HAND_WEIGHTS, HAND_WEIGHTS))


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat to play, -2 when the round is over."""
    game = record[ROUND:]
    return OVER if item_at(game, PLAYED) == ALL_PLAYED else turn_of(game)


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Tell whether the seat on turn may do what a number means."""
    game = record[ROUND:]
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
    game = record[ROUND:]
    once, twice = cards_of(game, action)
    note_gone(game, turn_of(game), once, twice)
    put_in_trick(game, once, twice)


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn play at random, evenly among its legal plays, or by the policy."""
    game = record[ROUND:]
    game[STREAM] = record[LOOP_STREAM]
    once, twice = play_by(game, BOTH if policy == RULES else 0)
    record[LOOP_STREAM] = game[STREAM]
    note_gone(game, turn_of(game), once, twice)
    put_in_trick(game, once, twice)


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return how many levels a seat's side has risen more than the other."""
    game = record[ROUND:]
    return levels_ahead(game, options, seat) if item_at(game, PLAYED) == ALL_PLAYED else 0.0


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal action."""
    game = record[ROUND:]
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
def sure_throw(game: Any, partition: int) -> tuple[int, int]:
    """Return the throw of a partition that the seat on turn can lead, and its pairs; none without one.

    It is all blocks of the seat's cards there that nobody can beat, by what it has seen: its own hand,
    the plays, and as landlord the cards buried; who has shown to be out of the partition beats nothing
    in it. So it stands whatever the others hold. A throw whose longest tractor is one of two as long has
    no number.

    Args:
        game: the round, in which the seat leads.
        partition: the partition, renamed as in a record.
    """
    seat, form = turn_of(game), form_in(game)
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]
    once = item_at(game, HANDS + 2 * seat) & suit
    if once & once - 1 == 0:  # of one kind of card there is one block
        return 0, 0
    unseen, unseen_twice = unseen_by(game, seat)
    others = 0 if out_of_it(game, seat, partition) == _OTHERS else suit
    once, twice = sure_parts(game, partition, unseen, unseen_twice, (others, 0, 0), EVERY_LEVEL)
    if once & once - 1 == 0 or only_block(once, twice, 0, partition, form, ACE, EVERY_LEVEL) >= 0:
        return 0, 0
    pairs, _ = pair_levels(twice, partition, form, ACE)
    longest = longest_run(pairs)
    tied = windows(pairs, longest)
    return (0, 0) if longest > 1 and tied & tied - 1 else (once, twice)


@rule
def out_of_it(game: Any, seat: int, partition: int) -> int:
    """Return how many other seats have shown to be out of a partition."""
    found = 0
    for ahead in range(1, 4):
        lacks = item_at(game, LACKS) >> PARTITIONS * (seat + ahead & 3)
        found += lacks >> partition & 1
    return found


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
    return once != 0 and takes(game, once, twice)


# --- What they are made of ------------------------------------------------------------------------


@rule
def renamed_card(game: Any, card: int) -> int:
    """Return the mask of a card by its name in a round."""
    return renamed(1 << card, item_at(game, MAIN), item_at(game, RANK))


@rule
def cards_of(game: Any, action: int) -> tuple[int, int]:
    """Return the cards that an action plays, renamed, and those played twice; none where it can't."""
    if action >= THROW:
        return sure_throw(game, swapped_suit(action - THROW, item_at(game, MAIN)))
    if action >= REPLY:
        unseen, _ = unseen_by(game, turn_of(game))
        once, twice = reply(game, action - REPLY, unseen, WEIGHTS)
        if action == REPLY + CHEAPEST and not takes(game, once, twice):
            return reply(game, HIGHEST, unseen, WEIGHTS)
        return once, twice
    if action < PAIR:
        return renamed_card(game, action), 0
    if action < TRACTOR:
        cards = renamed_card(game, action - N_CARDS)
    else:
        cards = tractor_of(action - TRACTOR, item_at(game, MAIN), item_at(game, RANK))
    return cards, cards
