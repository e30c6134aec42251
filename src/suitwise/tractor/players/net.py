"""The trained player of Tractor: its candidate plays, the inputs of its network, and its moves.

It uses only what its seat sees: its hand, the bids, the plays and what they prove, and as landlord its
burial. It bids and buries like the rule-based player (``rule_based``). It also plays like it, unless the
network prefers another candidate by a margin. It was not trained on throws: it leads them, and replies
to them, like the rule-based player.

The rule-based player takes its plays from the *policy* (``arrays.policy``), which knows no throws and
chooses the play with the highest *worth*, an estimate in 64ths of a point. At the table that player adds
throws, and sometimes replies of its own.

The compiled functions (``@rule``) below share some arguments and terms:

==================  ================================================================================
``record``          a round (``arrays.packed``); of the hands, only that of the seat on turn is read
``once, twice``     a pile, most often a play: the mask of its cards, and of those in it twice
``hand, pairs``     the hand of the seat on turn as such a pile
``unseen``          the mask of the cards that this seat does not see
``unseen_twice``    the mask of the cards of which it sees neither copy
``form``            the form of trump: ``CLUBS`` if there is a main suit, else ``NO_SUIT``
``partition``       a plain suit, or the trumps
honour              the strength of a play in its trick, by its highest block; 0 if it can't win
==================  ================================================================================

All cards are *renamed*: the main suit is called clubs, and the current rank is called the ace
(``arrays.packed``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from suitwise.cards import RED_JOKER
from suitwise.foundation.arrays import networks
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, item_at, lowest_bit, rule
from suitwise.foundation.arrays.networks import turn_on, within
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.tractor.arrays import batch, estimates, packed, policy
from suitwise.tractor.arrays.estimates import better_blocks, chance_to_win, cost_of, neighbours
from suitwise.tractor.arrays.packed import (
    card_partition,
    card_phi,
    form_in,
    hand_in,
    honour_of_reply,
    led_mask,
    number_of_tractors,
    pile_at,
    points_in,
    size_of,
    suit_mask,
    tractor_numbered,
    turn_of,
)
from suitwise.tractor.arrays.policy import choose_reply, held_in, lead_worth, reply, reply_worth
from suitwise.tractor.moves import Move
from suitwise.tractor.players.replies import SeatView
from suitwise.tractor.players.rule_based import TractorPlayer, lead_at_table, of_four, why
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import NO_SUIT, TRUMPS, Pile, level_mask
from suitwise.tractor.state import TractorState

# --- Candidates -----------------------------------------------------------------------------------
#
# The policy's play comes first. A leader's other candidates are all singles, pairs and tractors. If one
# card was led, a follower's are all legal replies, else the policy's four replies. Only the ``MOST``
# candidates of the highest worth are kept.
#
# Candidates are three arrays, sorted by worth: ``onces`` and ``twices``, which together are the plays,
# and ``worths``, their worth under the policy.

MOST = 12
"""The largest number of candidates."""


@rule
def options_of(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Fill the arrays of candidates, each of length ``MOST``; return the number of candidates."""
    if item_at(record, packed.PLACED) == 0:
        return _leads(record, unseen, unseen_twice, onces, twices, worths)
    if item_at(record, packed.SIZE) == 1:
        return _replies_to_single(record, unseen, unseen_twice, onces, twices, worths)
    return _replies_to_several(record, unseen, unseen_twice, onces, twices, worths)


@rule
def _leads(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find all leads of one block.

    They are tried in the order of ``policy.choose_lead``, and ``_insert`` keeps the earlier of equals
    ahead. So the first candidate is the policy's lead.
    """
    (hand, pairs), form = hand_in(record, turn_of(record)), form_in(record)
    singles_left, pairs_left, count = hand, pairs, 0
    while singles_left:
        card = singles_left & -singles_left
        singles_left ^= card
        worth = lead_worth(record, card, 0, unseen, unseen_twice, estimates.WEIGHTS)
        count = _insert(onces, twices, worths, count, 0, card, 0, worth)
    while pairs_left:
        card = pairs_left & -pairs_left
        pairs_left ^= card
        worth = lead_worth(record, card, card, unseen, unseen_twice, estimates.WEIGHTS)
        count = _insert(onces, twices, worths, count, 0, card, card, worth)
    for number in range(number_of_tractors(pairs, form)):
        cards = tractor_numbered(pairs, form, number)
        worth = lead_worth(record, cards, cards, unseen, unseen_twice, estimates.WEIGHTS)
        count = _insert(onces, twices, worths, count, 0, cards, cards, worth)
    return count


@rule
def _replies_to_single(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the replies to a single card; the policy's stays first even if others are worth more."""
    hand, _ = hand_in(record, turn_of(record))
    in_suit = hand & led_mask(record)
    left = in_suit if in_suit else hand
    policy_card, _ = choose_reply(record, unseen, unseen_twice, estimates.WEIGHTS)
    worth = _worth(record, policy_card, 0, unseen, unseen_twice)
    count = _insert(onces, twices, worths, 0, 0, policy_card, 0, worth)
    left ^= policy_card
    while left:
        card = left & -left
        left ^= card
        worth = _worth(record, card, 0, unseen, unseen_twice)
        count = _insert(onces, twices, worths, count, 1, card, 0, worth)
    return count


@rule
def _replies_to_several(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the policy's replies to several cards, in its order, so that its own choice comes first."""
    # With as many cards in the led partition as were led, there is one legal reply.
    has_choice = held_in(record, item_at(record, packed.LED)) != item_at(record, packed.SIZE)
    last_way = policy.HIGHEST if has_choice else policy.DUCK
    count = 0
    for way in range(last_way + 1):
        once, twice = reply(record, way, unseen, estimates.WEIGHTS)
        if once:
            worth = _worth(record, once, twice, unseen, unseen_twice)
            count = _insert(onces, twices, worths, count, 0, once, twice, worth)
    return count


@rule
def _partner_is_winning(record: Any) -> bool:
    """Return whether the partner of the seat on turn has made the winning play so far."""
    return (item_at(record, packed.WINNER) ^ turn_of(record)) & 1 == 0  # partners differ by 2


@rule
def _worth(record: Any, once: int, twice: int, unseen: int, unseen_twice: int) -> int:
    """Return the worth of a reply under the policy."""
    best = item_at(record, packed.BEST)
    honour = max(best, honour_of_reply(record, once, twice))
    ours = honour > best or _partner_is_winning(record)
    return reply_worth(record, once, twice, honour, ours, unseen, unseen_twice, estimates.WEIGHTS)


@rule
def _insert(
    onces: Any,
    twices: Any,
    worths: Any,
    count: int,
    from_place: int,
    once: int,
    twice: int,
    worth: int,
) -> int:
    """Insert a play into the candidates by its worth, behind its equals; return the new number of them.

    A play that is already among the candidates is ignored. If there are ``MOST`` candidates, the last
    one makes room, or the play is dropped if it is worth no more.

    Args:
        onces: the cards of the candidates.
        twices: those played twice.
        worths: the worth of the candidates.
        count: the number of candidates.
        from_place: the first place that the play may take.
        once: the play's cards.
        twice: those played twice.
        worth: the play's worth.
    """
    for place in range(count):
        if item_at(onces, place) == once and item_at(twices, place) == twice:
            return count
    place = count
    if count == MOST:
        place -= 1
        if item_at(worths, place) >= worth:
            return count
    while place > from_place and item_at(worths, place - 1) < worth:
        onces[place], twices[place] = item_at(onces, place - 1), item_at(twices, place - 1)
        worths[place] = item_at(worths, place - 1)
        place -= 1
    onces[place], twices[place], worths[place] = once, twice, worth
    return min(count + 1, MOST)


# --- The inputs of the network --------------------------------------------------------------------
#
# The network values one play at a time. Its inputs are on or off. They are given as the numbers of the
# inputs that are on: first those of the decision, which all its plays share, then those of the play. An
# input that two cards turn on is listed twice and counts twice.
#
# In the functions ``on`` is the list being filled and ``count`` its length so far; they return the new
# length. Inputs come in groups. Each constant below is the first input of its group, its docstring says
# what the group encodes, and the distance to the next constant is the group's size. Most groups encode a
# number n: input n of the group is on, or the last input if n is larger.

TRUMP_RANKS, PLAIN_RANKS = 16, 12
"""The number of ranks among the trumps, and in a plain suit."""
ALL_RANKS = TRUMP_RANKS + PLAIN_RANKS
"""The number of ranks in both, for inputs that first count the trumps' from the highest down."""
FIVES = 25
"""The number of steps of five points; the last one stands for all above."""
_TENS = 21
"""The number of steps of ten points."""

TRUMP_CARDS = 0
"""The ranks of the trumps, four times: of those held, held twice, unseen, unseen twice."""
LED_CARDS = TRUMP_CARDS + 4 * TRUMP_RANKS
"""The same for the led suit, if it is plain."""
HAND_SIZE = LED_CARDS + 4 * PLAIN_RANKS
"""The number of cards in the hand."""
OWN_TRUMPS = HAND_SIZE + 26
"""The number of trumps in the hand."""
UNSEEN_TRUMPS = OWN_TRUMPS + 21
"""Half the number of unseen trumps."""
LANDLORD_SEAT = UNSEEN_TRUMPS + 19
"""The landlord's seat, counted from this one."""
PLAYS_ON_TABLE = LANDLORD_SEAT + 4
"""Twice the number of plays on the table, plus 1 if the partner's is winning."""
TAKEN = PLAYS_ON_TABLE + 8
"""The attackers' points, in fives."""
BEYOND_FORTY = TAKEN + FIVES
"""The attackers' points beyond the last multiple of 40, in fives."""
TABLE_POINTS = BEYOND_FORTY + 8
"""The points on the table, in fives."""
LEAD_SIZE = TABLE_POINTS + FIVES
"""The number of cards led, 1 to 5 or more."""
LEAD_LENGTH = LEAD_SIZE + 5
"""The number of pairs in the longest block led, 0 to 3 or more."""
HELD_OF_LED = LEAD_LENGTH + 4
"""The number of cards held in the led partition."""
LED_TRUMPS = HELD_OF_LED + 11
"""One input: trumps were led."""
OTHERS_VOIDS = LED_TRUMPS + 1
"""Seven inputs for each other seat: it is void in trumps; it is void in the led partition; and the
number of plain suits in which it is void, 0 to 4."""
UNSEEN_POINTS = OTHERS_VOIDS + 3 * 7
"""The unseen points, in tens."""
OWN_POINTS = UNSEEN_POINTS + _TENS
"""The points in the hand, in fives."""
KITTY = OWN_POINTS + FIVES
"""The points in the kitty, in fives, for the landlord alone."""
NO_MAIN = KITTY + FIVES
"""One input: there is no main suit."""
CURRENT_RANK = NO_MAIN + 1
"""The current rank, by its true name."""
OWN_VOIDS = CURRENT_RANK + 13
"""The number of plain suits in which the hand is void."""
PAIRS = OWN_VOIDS + 5
"""The number of pairs in the hand."""
TRACTORS = PAIRS + 9
"""The number of tractors in the hand, 0 to 3 or more."""
DECISION = TRACTORS + 4
"""The number of inputs of a decision."""


@rule
def rank_from_top(card: int, form: int) -> int:
    """Return the rank of a card in its partition, 0 for the highest.

    >>> from suitwise.tractor.arrays.packed import CLUBS
    >>> [rank_from_top(card, CLUBS) for card in (53, 52, 51, 39, 11, 0)]  # jokers, clubs, plain spades
    [0, 1, 2, 15, 0, 11]
    """
    if card_partition(card, form) == TRUMPS:
        return card_phi(RED_JOKER, form) - card_phi(card, form)
    return PLAIN_RANKS - card_phi(card, form)


@rule
def number_of(once: int, twice: int, suit: int) -> int:
    """Return how many cards of a pile are in a partition, given as its card mask."""
    return size_of(once & suit, twice & suit)


@rule
def is_void(record: Any, ahead: int, partition: int, unseen: int) -> bool:
    """Return whether the seat ``ahead`` places on is known to be void in a partition."""
    lacks = item_at(record, packed.LACKS) >> packed.PARTITIONS * (turn_of(record) + ahead & 3)
    return lacks >> partition & 1 == 1 or unseen & suit_mask(partition, form_in(record)) == 0


@rule
def turn_on_ranks(on: Any, count: int, group: int, cards: int, form: int) -> int:
    """Turn on the inputs of a group for the ranks of some cards."""
    while cards:
        count = turn_on(on, count, group + rank_from_top(lowest_bit(cards), form))
        cards &= cards - 1
    return count


@rule
def see_cards(
    on: Any, count: int, group: int, record: Any, partition: int, unseen: int, unseen_twice: int
) -> int:
    """Turn on the inputs of a partition's cards: held, held twice, unseen, unseen twice."""
    form, (hand, pairs) = form_in(record), hand_in(record, turn_of(record))
    suit = suit_mask(partition, form)
    ranks = TRUMP_RANKS if partition == TRUMPS else PLAIN_RANKS
    count = turn_on_ranks(on, count, group, hand & suit, form)
    count = turn_on_ranks(on, count, group + ranks, pairs & suit, form)
    count = turn_on_ranks(on, count, group + 2 * ranks, unseen & suit, form)
    return turn_on_ranks(on, count, group + 3 * ranks, unseen_twice & suit, form)


@rule
def see_decision(on: Any, record: Any, unseen: int, unseen_twice: int) -> int:
    """Turn on the inputs of a decision; return their number."""
    seat, form, cr = turn_of(record), form_in(record), item_at(record, packed.RANK)
    hand, pairs = hand_in(record, seat)
    trumps, landlord = suit_mask(TRUMPS, form), item_at(record, packed.LANDLORD)
    taken = item_at(record, packed.POINTS) // 5
    count = see_cards(on, 0, TRUMP_CARDS, record, TRUMPS, unseen, unseen_twice)
    count = turn_on(on, count, HAND_SIZE + within(size_of(hand, pairs), 0, 25))
    count = turn_on(on, count, OWN_TRUMPS + within(number_of(hand, pairs, trumps), 0, 20))
    unseen_trumps = number_of(unseen, unseen_twice, trumps) // 2
    count = turn_on(on, count, UNSEEN_TRUMPS + within(unseen_trumps, 0, 18))
    count = turn_on(on, count, LANDLORD_SEAT + (landlord - seat & 3))
    count = turn_on(on, count, TAKEN + within(taken, 0, FIVES - 1))
    count = turn_on(on, count, BEYOND_FORTY + taken % 8)
    points = points_in(unseen, unseen_twice, cr) // 10
    count = turn_on(on, count, UNSEEN_POINTS + within(points, 0, _TENS - 1))
    points = points_in(hand, pairs, cr) // 5
    count = turn_on(on, count, OWN_POINTS + within(points, 0, FIVES - 1))
    if landlord == seat:
        points = points_in(*pile_at(record, packed.BURIED), cr) // 5
        count = turn_on(on, count, KITTY + within(points, 0, FIVES - 1))
    if form == NO_SUIT:
        count = turn_on(on, count, NO_MAIN)
    count = turn_on(on, count, CURRENT_RANK + cr)
    count = turn_on(on, count, PAIRS + within(count_bits(pairs), 0, 8))
    count = turn_on(on, count, TRACTORS + within(number_of_tractors(pairs, form), 0, 3))
    count = _see_table(on, count, record, unseen, unseen_twice)
    return _see_voids(on, count, record, hand, unseen)


@rule
def _see_table(on: Any, count: int, record: Any, unseen: int, unseen_twice: int) -> int:
    """Turn on the inputs of the open trick."""
    placed, led = item_at(record, packed.PLACED), item_at(record, packed.LED)
    if placed == 0:
        return turn_on(on, count, PLAYS_ON_TABLE)
    on_table = item_at(record, packed.ON_TABLE) // 5
    count = turn_on(on, count, PLAYS_ON_TABLE + 2 * placed + int(_partner_is_winning(record)))
    count = turn_on(on, count, TABLE_POINTS + within(on_table, 0, FIVES - 1))
    count = turn_on(on, count, LEAD_SIZE + within(item_at(record, packed.SIZE), 1, 5) - 1)
    count = turn_on(on, count, LEAD_LENGTH + within(item_at(record, packed.LENGTH), 0, 3))
    count = turn_on(on, count, HELD_OF_LED + within(held_in(record, led), 0, 10))
    for ahead in range(1, 4):
        if is_void(record, ahead, led, unseen):
            count = turn_on(on, count, OTHERS_VOIDS + 7 * (ahead - 1) + 1)
    if led == TRUMPS:
        return turn_on(on, count, LED_TRUMPS)
    return see_cards(on, count, LED_CARDS, record, led, unseen, unseen_twice)


@rule
def _see_voids(on: Any, count: int, record: Any, hand: int, unseen: int) -> int:
    """Turn on the inputs of all voids but those in the led partition."""
    form, own_voids = form_in(record), 0
    for suit in range(TRUMPS):
        cards = suit_mask(suit, form)
        own_voids += int(cards != 0 and cards & hand == 0)
    count = turn_on(on, count, OWN_VOIDS + own_voids)
    for ahead in range(1, 4):
        group, voids = OTHERS_VOIDS + 7 * (ahead - 1), 0
        for suit in range(TRUMPS):
            voids += int(suit_mask(suit, form) != 0 and is_void(record, ahead, suit, unseen))
        if is_void(record, ahead, TRUMPS, unseen):
            count = turn_on(on, count, group)
        count = turn_on(on, count, group + 2 + voids)
    return count


# --- The inputs of a play -------------------------------------------------------------------------

LEAD, LEAD_TRUMPS, FOLLOW, DISCARD, RUFF = range(5)
"""The kinds of plays."""
CHANCES = 9
"""The number of steps of a chance: 0 to 8 eighths."""
BEHIND_STEP = 32
"""The size of a step of ``BEHIND``: half a point, in 64ths."""
BEHINDS, AHEADS = 36, 4
"""The number of such steps for plays worth less than the policy's, and for plays worth more."""

IS_POLICYS = DECISION
"""One input: it is the policy's own play."""
KIND = IS_POLICYS + 1
"""One input for each kind of play, size (1, 2, 3 or more cards), and whether it wins so far."""
TOP = KIND + 5 * 3 * 2
"""The rank of its highest card."""
LOW = TOP + ALL_RANKS
"""The rank of its lowest card."""
WITH_POINTS = LOW + ALL_RANKS
"""Its points, in fives."""
CHANCE = WITH_POINTS + 7
"""The chance that our side wins the trick, in eighths: a group for each number of points in the trick,
rounded up to tens, 0 to 30 or more."""
COST = CHANCE + 4 * CHANCES
"""The worth of keeping its cards, in steps of two points; input 0 stands for a worth below 0."""
BEHIND = COST + 26
"""The worth of the policy's play less that of this one: ``AHEADS`` steps below 0, then ``BEHINDS``."""
CARDS_LEFT = BEHIND + AHEADS + BEHINDS
"""The number of cards that the hand keeps in the play's partition: for a plain suit, and for trumps."""
UNSEEN_CARDS = CARDS_LEFT + 22
"""Half the number of unseen cards of its partition."""
BETTER_BLOCKS = UNSEEN_CARDS + 19
"""The number of unseen blocks that beat it in its partition: for a lead, and for a reply."""
RUFFERS = BETTER_BLOCKS + 18
"""Two inputs for each other seat, if it is void in the partition: it may ruff; it is void in trumps."""
BROKEN = RUFFERS + 6
"""The number of pairs that it breaks, 0 to 2 or more; and one input: it breaks a tractor."""
CROSSES = BROKEN + 4
"""The points of the trick take the attackers over a multiple of 40: one input if this seat is on the
landlord's side, and one if it is an attacker."""
SUIT_CARDS = CROSSES + 2
"""The ranks of the cards of its plain suit, unless that was led: of those held, held twice, unseen,
unseen twice."""
INPUTS = SUIT_CARDS + 4 * PLAIN_RANKS
"""The number of inputs of the network."""


@rule
def see_play(
    on: Any,
    record: Any,
    unseen: int,
    unseen_twice: int,
    once: int,
    twice: int,
    behind: int,
    is_policys: bool,
) -> int:
    """Turn on the inputs of a play; return their number.

    Args:
        on: the list to be filled.
        record: the record.
        unseen: the unseen cards.
        unseen_twice: those of which neither copy is seen.
        once: the cards of the play.
        twice: those played twice.
        behind: the worth of the policy's play less that of this one, in 64ths of a point.
        is_policys: whether it is the policy's play.
    """
    form, placed, cr = form_in(record), item_at(record, packed.PLACED), item_at(record, packed.RANK)
    _, pairs = hand_in(record, turn_of(record))
    # Only a discard has cards of several partitions. It counts as a play of one, that of its
    # lowest-numbered card.
    partition = card_partition(lowest_bit(once), form)
    size = size_of(once, twice)
    kind, led, length, honour, ours = _facts_of_play(record, once, twice, partition)
    wins = placed == 0 or honour > item_at(record, packed.BEST)
    best = honour if wins else item_at(record, packed.BEST)
    chance = chance_to_win(record, led, length, best, ours, unseen, unseen_twice, estimates.WEIGHTS)
    points = points_in(once, twice, cr)
    trick_points = points + (item_at(record, packed.ON_TABLE) if placed else 0)
    cost = cost_of(once, twice, pairs, form, unseen, placed == 0, estimates.WEIGHTS)
    count = turn_on(on, 0, IS_POLICYS) if is_policys else 0
    count = turn_on(on, count, KIND + 6 * kind + 2 * (within(size, 1, 3) - 1) + int(wins))
    count = _see_ends(on, count, once, form)
    count = turn_on(on, count, WITH_POINTS + within(points // 5, 0, 6))
    tens = within((trick_points + 5) // 10, 0, 3)
    eighths = chance * (CHANCES - 1) // estimates.SURE
    count = turn_on(on, count, CHANCE + CHANCES * tens + eighths)
    two_points = cost // 8  # the cost is in quarters of a point
    count = turn_on(on, count, COST + within(two_points + 1, 0, 25))
    steps = within(behind // BEHIND_STEP, -AHEADS, BEHINDS - 1)
    count = turn_on(on, count, BEHIND + AHEADS + steps)
    count = _see_partition(on, count, record, unseen, unseen_twice, once, twice, partition)
    count = _see_broken(on, count, once, twice, pairs)
    count = _see_crossing(on, count, record, trick_points)
    if partition != TRUMPS and (placed == 0 or partition != item_at(record, packed.LED)):
        count = see_cards(on, count, SUIT_CARDS, record, partition, unseen, unseen_twice)
    return count


@rule
def _facts_of_play(
    record: Any, once: int, twice: int, partition: int
) -> tuple[int, int, int, int, bool]:
    """Return what a play is and what follows from it for the trick.

    Returns:
        The kind of the play; the led partition, which a lead sets itself; the number of pairs in the
        longest block led; the play's honour; and whether our side is winning after it.
    """
    form = form_in(record)
    if item_at(record, packed.PLACED) == 0:
        # A lead is one block here, so its pairs are its length.
        honour = highest_bit(level_mask(once, partition, form, packed.ACE))
        kind = LEAD_TRUMPS if partition == TRUMPS else LEAD
        return kind, partition, count_bits(twice), honour, True
    honour = honour_of_reply(record, once, twice)
    wins = honour > item_at(record, packed.BEST)
    ours = wins or _partner_is_winning(record)
    kind = FOLLOW
    if once & ~led_mask(record):
        kind = RUFF if wins else DISCARD
    return kind, item_at(record, packed.LED), item_at(record, packed.LENGTH), honour, ours


@rule
def _see_ends(on: Any, count: int, once: int, form: int) -> int:
    """Turn on the inputs of the highest and the lowest card of a play."""
    # Ranks count from the highest of the trumps (0) down to the lowest of a plain suit. The search
    # starts with values beyond both ends.
    highest, lowest, left = ALL_RANKS, -1, once
    while left:
        card = lowest_bit(left)
        left &= left - 1
        is_plain = card_partition(card, form) != TRUMPS
        rank = rank_from_top(card, form) + TRUMP_RANKS * int(is_plain)
        highest, lowest = min(highest, rank), max(lowest, rank)
    count = turn_on(on, count, TOP + highest)
    return turn_on(on, count, LOW + lowest)


@rule
def _see_partition(
    on: Any,
    count: int,
    record: Any,
    unseen: int,
    unseen_twice: int,
    once: int,
    twice: int,
    partition: int,
) -> int:
    """Turn on the inputs of a play's partition: the cards left, better blocks, and who can ruff."""
    form, (hand, pairs) = form_in(record), hand_in(record, turn_of(record))
    suit, top_card = suit_mask(partition, form), highest_bit(once)
    cards_left = number_of(hand, pairs, suit) - number_of(once, twice, suit)
    cards_left = within(cards_left, 0, 10) + 11 * int(partition == TRUMPS)
    count = turn_on(on, count, CARDS_LEFT + cards_left)
    unseen_cards = number_of(unseen, unseen_twice, suit) // 2
    count = turn_on(on, count, UNSEEN_CARDS + within(unseen_cards, 0, 18))
    if card_partition(top_card, form) == partition:  # else it is a discard of several partitions
        length = count_bits(twice) if once == twice else 0
        honour = card_phi(top_card, form)
        better = better_blocks(length, honour, partition, form, unseen, unseen_twice)
        is_reply = int(item_at(record, packed.PLACED) > 0)
        count = turn_on(on, count, BETTER_BLOCKS + within(better, 0, 8) + 9 * is_reply)
    for ahead in range(1, 4):
        if is_void(record, ahead, partition, unseen):
            has_no_trumps = int(is_void(record, ahead, TRUMPS, unseen))
            count = turn_on(on, count, RUFFERS + 2 * (ahead - 1) + has_no_trumps)
    return count


@rule
def _see_broken(on: Any, count: int, once: int, twice: int, pairs: int) -> int:
    """Turn on the inputs of the pairs and tractors that a play breaks."""
    n_broken = count_bits(once & pairs & ~twice)
    count = turn_on(on, count, BROKEN + within(n_broken, 0, 2))
    # A tractor is broken if more pairs of neighbours leave the hand than are played together.
    if neighbours(pairs) - neighbours(pairs & ~once) > neighbours(twice):
        count = turn_on(on, count, BROKEN + 3)
    return count


@rule
def _see_crossing(on: Any, count: int, record: Any, trick_points: int) -> int:
    """Turn on the input of a multiple of 40 that the attackers would pass with this trick."""
    taken = item_at(record, packed.POINTS)
    if taken // 40 != (taken + trick_points) // 40:
        is_attacker = (turn_of(record) ^ item_at(record, packed.LANDLORD)) & 1
        count = turn_on(on, count, CROSSES + is_attacker)
    return count


# --- The network ----------------------------------------------------------------------------------

FILE = "weights.npz"
"""The file of the weights, next to this module; ``learn/tractor_net.py`` makes it."""
UNITS_PER_LEVEL = 1 << 30
"""One level of the match in the network's output. An output is a sum of products of three weights,
each in 1024ths."""
MARGIN = 0.01
"""The network's play replaces the rule-based one if it is worth over this many levels more."""


@cache
def play_network() -> networks.Network:
    """Load the network, once a process.

    >>> play_network().second.shape
    (128, 48)
    """
    return networks.network_in(__package__, FILE, "play")


# --- The player -----------------------------------------------------------------------------------

_RULE_BASED = TractorPlayer()


class Question(NamedTuple):
    """The input of the network for a decision.

    Args:
        decision: the inputs of the decision that are on.
        plays: the candidates, the policy's first.
        seen: for each candidate, the inputs of the play that are on.
    """

    decision: list[int]
    plays: list[Pile]
    seen: list[list[int]]


@dataclass(frozen=True, slots=True)
class Trained:
    """Plays like the rule-based player, but for another play if the network prefers it by ``MARGIN``.

    The network was trained by self-play. The choice is deterministic.

    >>> from suitwise.game import load, play
    >>> record = play(load("tractor(match=deal)").start(), Trained(), seed=1)
    >>> record.returns
    (2.0, -2.0, 2.0, -2.0)
    """

    def __call__(self, state: State[Any]) -> Move:
        """Return a move for the seat on turn.

        Raises:
            SuitwiseError: the state is of another game, or no seat is on turn.
        """
        position = of_four(on_turn(state, TractorState, "Tractor"), "net")
        return _chosen(position, _RULE_BASED(position))[0]

    def advice(self, state: TractorState) -> Advice:
        """Return a move with its reason: the rule-based player's, or how much more the move is worth."""
        usual = _RULE_BASED(of_four(state, "net"))
        move, gain = _chosen(state, usual)
        return Advice(move, why(state, move) if move == usual else _why_better(usual, gain))


def question_in(state: TractorState) -> Question | None:
    """Return the input of the network in a position, or None if the rule-based player decides.

    It decides outside the play of the cards, on replies to a throw, if the policy's play is not allowed
    in this house, and if no other candidate is left.

    Args:
        state: a position in which a seat is on turn.

    >>> from suitwise.tractor.arrays.batch import state_of
    >>> from suitwise.tractor.arrays.batch import replay
    >>> asked = question_in(state_of(replay(3, seed=7), plays=5))
    >>> [str(play) for play in asked.plays], len(asked.decision)
    (['D5', 'BJ', 'D4', 'D6', 'DQ'], 52)
    """
    if state.phase != "play" or batch.is_throw_led(state):
        return None
    view = SeatView(state)
    record, unseen = view.record, view.unseen_masks
    onces, twices, worths = [0] * MOST, [0] * MOST, [0] * MOST
    count = options_of(record, *unseen, onces, twices, worths)
    plays, seen = [], []
    for place in range(count):
        once, twice = onces[place], twices[place]
        play = view.pile(once, twice)
        if _is_open_to_network(view, play):
            behind = worths[0] - worths[place]
            plays.append(play)
            seen.append(
                networks.inputs_on(see_play, record, *unseen, once, twice, behind, place == 0)
            )
        elif place == 0:
            return None
    if len(plays) < 2:
        return None
    return Question(networks.inputs_on(see_decision, record, *unseen), plays, seen)


def _chosen(state: TractorState, usual: Move) -> tuple[Move, float]:
    """Return the trained player's move, and by how many levels it is worth more than the usual one.

    The usual move is the rule-based player's. It is made without asking the network if it is a throw, or
    a reply other than the policy's.
    """
    question = question_in(state)
    if question is None or usual.pile != question.plays[0]:
        return usual, 0.0
    worth = play_network().worth(question.decision, question.seen)
    best = int(worth.argmax())
    gain = float(worth[best] - worth[0]) / UNITS_PER_LEVEL
    if gain <= MARGIN:
        return usual, 0.0
    play = question.plays[best]
    if state.duty is None:  # a lead may be part of a throw that is certain to stand
        play = lead_at_table(SeatView(state), play)
    return Move(play), gain


def _is_open_to_network(view: SeatView, play: Pile) -> bool:
    """Return whether a candidate is legal in this house, and if a lead, one block.

    Candidates follow the standard house; in another house other cards may form tractors.
    """
    duty = view.state.duty
    if duty is not None:
        return play in duty.plays
    return len(parts_of(play, view.state.trump, view.chain)) == 1


def _why_better(usual: Move, gain: float) -> Phrase:
    return phrase(
        "tractor.net-leads",
        "{lead} levels more than {other}, by what the network has learnt",
        lead=f"{gain:.2f}",
        other=CardText(usual),
    )
