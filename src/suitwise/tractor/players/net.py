"""The trained player of Tractor: its candidates, the inputs of its network, and its moves.

It uses only what its seat sees: its hand, the bids, the plays and what they prove, and as landlord its
burial. It bids and buries like the rule-based player, and also plays like it unless the network prefers
another play by a margin. It was not trained on throws: it leads them, and replies to them, like the
rule-based player.

In the rules below ``record`` is a round (``arrays.packed``), of which only the hand of the seat on turn
is read. ``unseen`` is the card mask of the cards that this seat does not see, ``unseen_twice`` of those
of which it sees neither copy.
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
from suitwise.tractor.players.rule_based import TractorPlayer, lead_at_table, why
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import NO_SUIT, TRUMPS, Pile, level_mask
from suitwise.tractor.state import TractorState

# --- Candidates -----------------------------------------------------------------------------------
#
# The rule-based policy's play comes first. Other candidates are: to a leader all singles, pairs and
# tractors; to a follower of a single card all legal replies; to other followers the policy's four
# replies. The best ``MOST`` under the policy are kept.
#
# Candidates are three arrays, sorted by worth: ``onces`` (cards, renamed), ``twices`` (those played
# twice), ``worths`` (under the policy, in 64ths of a point).

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
        return _cards(record, unseen, unseen_twice, onces, twices, worths)
    return _replies(record, unseen, unseen_twice, onces, twices, worths)


@rule
def _leads(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find leads of one block, in the order of ``choose_lead``, so that the best one is the policy's."""
    (singles, pairs), form = hand_in(record, turn_of(record)), form_in(record)
    doubles, count = pairs, 0
    while singles:
        card = singles & -singles
        singles ^= card
        worth = lead_worth(record, card, 0, unseen, unseen_twice, estimates.WEIGHTS)
        count = _insert(onces, twices, worths, count, 0, card, 0, worth)
    while pairs:
        card = pairs & -pairs
        pairs ^= card
        worth = lead_worth(record, card, card, unseen, unseen_twice, estimates.WEIGHTS)
        count = _insert(onces, twices, worths, count, 0, card, card, worth)
    for number in range(number_of_tractors(doubles, form)):
        cards = tractor_numbered(doubles, form, number)
        worth = lead_worth(record, cards, cards, unseen, unseen_twice, estimates.WEIGHTS)
        count = _insert(onces, twices, worths, count, 0, cards, cards, worth)
    return count


@rule
def _cards(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the replies to a single card; the policy's stays first even if others are worth more."""
    held, _ = hand_in(record, turn_of(record))
    own = held & led_mask(record)
    left = own if own else held
    first, _ = choose_reply(record, unseen, unseen_twice, estimates.WEIGHTS)
    worth = _worth(record, first, 0, unseen, unseen_twice)
    count = _insert(onces, twices, worths, 0, 0, first, 0, worth)
    left ^= first
    while left:
        card = left & -left
        left ^= card
        worth = _worth(record, card, 0, unseen, unseen_twice)
        count = _insert(onces, twices, worths, count, 1, card, 0, worth)
    return count


@rule
def _replies(
    record: Any, unseen: int, unseen_twice: int, onces: Any, twices: Any, worths: Any
) -> int:
    """Find the policy's replies to several cards, in its order, so that the best one is its own."""
    last = (
        policy.DUCK
        if held_in(record, item_at(record, packed.LED)) == item_at(record, packed.SIZE)
        else policy.HIGHEST
    )
    count = 0
    for way in range(last + 1):
        once, twice = reply(record, way, unseen, estimates.WEIGHTS)
        if once:
            worth = _worth(record, once, twice, unseen, unseen_twice)
            count = _insert(onces, twices, worths, count, 0, once, twice, worth)
    return count


@rule
def _worth(record: Any, once: int, twice: int, unseen: int, unseen_twice: int) -> int:
    """Return the worth of a reply under the policy."""
    best = item_at(record, packed.BEST)
    honour = max(best, honour_of_reply(record, once, twice))
    ours = honour > best or (item_at(record, packed.WINNER) ^ turn_of(record)) & 1 == 0
    return reply_worth(record, once, twice, honour, ours, unseen, unseen_twice, estimates.WEIGHTS)


@rule
def _insert(
    onces: Any, twices: Any, worths: Any, count: int, first: int, once: int, twice: int, worth: int
) -> int:
    """Insert a play by its worth, behind its equals, at place ``first`` or later; return the new number.

    A play that is already among the candidates is ignored.
    """
    for place in range(count):
        if item_at(onces, place) == once and item_at(twices, place) == twice:
            return count
    place = count
    if count == MOST:
        place -= 1
        if item_at(worths, place) >= worth:
            return count
    while place > first and item_at(worths, place - 1) < worth:
        onces[place], twices[place] = item_at(onces, place - 1), item_at(twices, place - 1)
        worths[place] = item_at(worths, place - 1)
        place -= 1
    onces[place], twices[place], worths[place] = once, twice, worth
    return min(count + 1, MOST)


# --- The inputs of the network --------------------------------------------------------------------
#
# The network rates one play at a time. Its inputs are binary; they are given as the list of the numbers
# of those that are on: first those of the decision, which all its plays share, then those of the play.
# An input that two cards turn on is listed twice and counts twice. ``on`` is the list being filled,
# ``count`` its length so far. Inputs come in groups; each constant is the first input of its group.

TRUMP_LEVELS, PLAIN_LEVELS = 16, 12
LEVELS = TRUMP_LEVELS + PLAIN_LEVELS
"""The ranks of a card, counted from the highest: those of trumps, then those of a plain suit."""
FIVES = 25
"""The number of steps of five points; the last one stands for all above."""
_TENS = 21
"""The number of steps of ten points."""

TRUMP_CARDS = 0
"""Trumps held, held twice, unseen, unseen twice, by rank."""
LED_CARDS = TRUMP_CARDS + 4 * TRUMP_LEVELS
"""The same for the led suit, if it is plain."""
CARDS = LED_CARDS + 4 * PLAIN_LEVELS
"""The number of cards in the hand."""
OWN_TRUMPS = CARDS + 26
"""The number of trumps in the hand."""
OUT_TRUMPS = OWN_TRUMPS + 21
"""Half the number of unseen trumps."""
ROLE = OUT_TRUMPS + 19
"""The landlord's seat, counted from this one."""
PLACE = ROLE + 4
"""The number of plays on the table, twice, plus 1 if the partner's is winning."""
TAKEN = PLACE + 8
"""The attackers' points, in fives."""
STEP = TAKEN + FIVES
"""The attackers' points beyond the last multiple of 40, in fives."""
TABLE = STEP + 8
"""The points on the table, in fives."""
LEAD_SIZE = TABLE + FIVES
"""The number of cards led, 1 to 5 or more."""
LEAD_LENGTH = LEAD_SIZE + 5
"""The pairs of the longest block led, 0 to 3 or more."""
HELD = LEAD_LENGTH + 4
"""The number of cards held in the led partition."""
LED_TRUMPS = HELD + 11
"""Whether trumps were led."""
OTHERS = LED_TRUMPS + 1
"""For each other seat seven inputs: void in trumps, void in the led partition, and the number of plain
suits in which it is void."""
UNSEEN_POINTS = OTHERS + 3 * 7
"""The unseen points, in tens."""
OWN_POINTS = UNSEEN_POINTS + _TENS
"""The points in the hand, in fives."""
KITTY = OWN_POINTS + FIVES
"""The points in the kitty, in fives, for the landlord alone."""
NO_MAIN = KITTY + FIVES
"""Whether there is no main suit."""
RANKS = NO_MAIN + 1
"""The current rank."""
VOIDS = RANKS + 13
"""The number of plain suits that the hand is void in."""
PAIRS = VOIDS + 5
"""The number of pairs in the hand."""
TRACTORS = PAIRS + 9
"""The number of tractors in the hand, 0 to 3 or more."""
DECISION = TRACTORS + 4
"""The number of inputs of a decision."""


@rule
def level_of(card: int, form: int) -> int:
    """Return the rank of a renamed card among the trumps or in its suit, 0 for the highest.

    >>> from suitwise.tractor.arrays.packed import CLUBS
    >>> [level_of(card, CLUBS) for card in (53, 52, 51, 39, 11, 0)]  # jokers, clubs, plain spades
    [0, 1, 2, 15, 0, 11]
    """
    if card_partition(card, form) == TRUMPS:
        return card_phi(RED_JOKER, form) - card_phi(card, form)
    return PLAIN_LEVELS - card_phi(card, form)


@rule
def number_of(once: int, twice: int, suit: int) -> int:
    """Return the number of cards of a suit in a pile."""
    return size_of(once & suit, twice & suit)


@rule
def is_out(record: Any, ahead: int, partition: int, unseen: int) -> bool:
    """Return whether the seat ``ahead`` places on is known to be void in a partition."""
    lacks = item_at(record, packed.LACKS) >> packed.PARTITIONS * (turn_of(record) + ahead & 3)
    return lacks >> partition & 1 == 1 or unseen & suit_mask(partition, form_in(record)) == 0


@rule
def turn_on_levels(on: Any, count: int, first: int, cards: int, form: int) -> int:
    """Turn on the inputs for the ranks of some cards."""
    while cards:
        count = turn_on(on, count, first + level_of(lowest_bit(cards), form))
        cards &= cards - 1
    return count


@rule
def see_cards(
    on: Any, count: int, first: int, record: Any, partition: int, unseen: int, unseen_twice: int
) -> int:
    """Turn on the inputs of a partition's cards: held, held twice, unseen, unseen twice."""
    form, (once, twice) = form_in(record), hand_in(record, turn_of(record))
    suit = suit_mask(partition, form)
    levels = TRUMP_LEVELS if partition == TRUMPS else PLAIN_LEVELS
    count = turn_on_levels(on, count, first, once & suit, form)
    count = turn_on_levels(on, count, first + levels, twice & suit, form)
    count = turn_on_levels(on, count, first + 2 * levels, unseen & suit, form)
    return turn_on_levels(on, count, first + 3 * levels, unseen_twice & suit, form)


@rule
def see_decision(on: Any, record: Any, unseen: int, unseen_twice: int) -> int:
    """Turn on the inputs of a decision; return their number."""
    seat, form, cr = turn_of(record), form_in(record), item_at(record, packed.RANK)
    once, twice = hand_in(record, seat)
    trumps, landlord = suit_mask(TRUMPS, form), item_at(record, packed.LANDLORD)
    taken = item_at(record, packed.POINTS) // 5
    count = see_cards(on, 0, TRUMP_CARDS, record, TRUMPS, unseen, unseen_twice)
    count = turn_on(on, count, CARDS + within(size_of(once, twice), 0, 25))
    count = turn_on(on, count, OWN_TRUMPS + within(number_of(once, twice, trumps), 0, 20))
    out = number_of(unseen, unseen_twice, trumps) // 2
    count = turn_on(on, count, OUT_TRUMPS + within(out, 0, 18))
    count = turn_on(on, count, ROLE + (landlord - seat & 3))
    count = turn_on(on, count, TAKEN + within(taken, 0, FIVES - 1))
    count = turn_on(on, count, STEP + taken % 8)
    points = points_in(unseen, unseen_twice, cr) // 10
    count = turn_on(on, count, UNSEEN_POINTS + within(points, 0, _TENS - 1))
    points = points_in(once, twice, cr) // 5
    count = turn_on(on, count, OWN_POINTS + within(points, 0, FIVES - 1))
    if landlord == seat:
        points = points_in(*pile_at(record, packed.BURIED), cr) // 5
        count = turn_on(on, count, KITTY + within(points, 0, FIVES - 1))
    if form == NO_SUIT:
        count = turn_on(on, count, NO_MAIN)
    count = turn_on(on, count, RANKS + cr)
    count = turn_on(on, count, PAIRS + within(count_bits(twice), 0, 8))
    count = turn_on(on, count, TRACTORS + within(number_of_tractors(twice, form), 0, 3))
    count = _see_table(on, count, record, unseen, unseen_twice)
    return _see_voids(on, count, record, once, unseen)


@rule
def _see_table(on: Any, count: int, record: Any, unseen: int, unseen_twice: int) -> int:
    """Turn on the inputs of the open trick."""
    placed, led = item_at(record, packed.PLACED), item_at(record, packed.LED)
    if placed == 0:
        return turn_on(on, count, PLACE)
    ours = (item_at(record, packed.WINNER) ^ turn_of(record)) & 1 == 0
    count = turn_on(on, count, PLACE + 2 * placed + int(ours))
    count = turn_on(on, count, TABLE + within(item_at(record, packed.ON_TABLE) // 5, 0, FIVES - 1))
    count = turn_on(on, count, LEAD_SIZE + within(item_at(record, packed.SIZE), 1, 5) - 1)
    count = turn_on(on, count, LEAD_LENGTH + within(item_at(record, packed.LENGTH), 0, 3))
    count = turn_on(on, count, HELD + within(held_in(record, led), 0, 10))
    for ahead in range(1, 4):
        if is_out(record, ahead, led, unseen):
            count = turn_on(on, count, OTHERS + 7 * (ahead - 1) + 1)
    if led == TRUMPS:
        return turn_on(on, count, LED_TRUMPS)
    return see_cards(on, count, LED_CARDS, record, led, unseen, unseen_twice)


@rule
def _see_voids(on: Any, count: int, record: Any, held: int, unseen: int) -> int:
    """Turn on the inputs of all voids."""
    form, own_voids = form_in(record), 0
    for suit in range(TRUMPS):
        cards = suit_mask(suit, form)
        own_voids += int(cards != 0 and cards & held == 0)
    count = turn_on(on, count, VOIDS + own_voids)
    for ahead in range(1, 4):
        voids = 0
        for suit in range(TRUMPS):
            voids += int(suit_mask(suit, form) != 0 and is_out(record, ahead, suit, unseen))
        if is_out(record, ahead, TRUMPS, unseen):
            count = turn_on(on, count, OTHERS + 7 * (ahead - 1))
        count = turn_on(on, count, OTHERS + 7 * (ahead - 1) + 2 + voids)
    return count


# --- The inputs of a play -------------------------------------------------------------------------

LEAD, LEAD_TRUMPS, FOLLOW, DISCARD, RUFF = range(5)
"""The kinds of plays."""
CHANCES = 9
"""The number of steps of chances, in eighths."""
BEHIND_STEP = 32
"""A step, half a point, of the worth by which a play is behind the policy's."""
BEHINDS, AHEADS = 36, 4
"""The number of such steps for plays behind the policy's, and for plays ahead of it."""

FIRST = DECISION
"""Whether it is the policy's own play."""
KIND = FIRST + 1
"""The kind of the play, its size 1 to 3 or more, and whether it wins so far."""
TOP = KIND + 5 * 3 * 2
"""The rank of its highest card."""
LOW = TOP + LEVELS
"""The rank of its lowest card."""
WITH_POINTS = LOW + LEVELS
"""Its points, in fives."""
CHANCE = WITH_POINTS + 7
"""The chance that our side wins the trick, in eighths, for each number of points in it, in tens."""
COST = CHANCE + 4 * CHANCES
"""The worth of keeping its cards, in steps of two points."""
BEHIND = COST + 26
"""The worth by which it is behind the policy's play."""
KEPT = BEHIND + AHEADS + BEHINDS
"""The number of cards that remain in its partition: a plain suit, or trumps."""
OUT = KEPT + 22
"""Half the number of unseen cards of its partition."""
OVER = OUT + 19
"""The number of unseen blocks that beat it in its partition: as a lead, and as a reply."""
RUFFERS = OVER + 18
"""For each other seat: void in the partition and able to ruff, or void in trumps as well."""
BROKEN = RUFFERS + 6
"""The number of pairs that it breaks, and whether it breaks a tractor."""
CROSSES = BROKEN + 4
"""Whether the points of the trick take the attackers over a multiple of 40: for a seat of the
landlord's side, and for an attacker."""
SUIT = CROSSES + 2
"""Cards held, held twice, unseen, unseen twice of its plain suit, unless that was led."""
INPUTS = SUIT + 4 * PLAIN_LEVELS
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
    first: bool,
) -> int:
    """Turn on the inputs of a play; return their number.

    Args:
        on: the list to be filled.
        record: the record.
        unseen: the unseen cards.
        unseen_twice: those of which neither copy is seen.
        once: card mask of the play.
        twice: its cards played twice.
        behind: the worth of the policy's play less that of this one, in 64ths of a point.
        first: whether it is the policy's play.
    """
    form, placed, cr = form_in(record), item_at(record, packed.PLACED), item_at(record, packed.RANK)
    held, doubles = hand_in(record, turn_of(record))
    partition = card_partition(lowest_bit(once), form)
    size = size_of(once, twice)
    kind, led, length, honour, ours = _kind_of(record, once, twice, partition)
    wins = placed == 0 or honour > item_at(record, packed.BEST)
    best = honour if wins else item_at(record, packed.BEST)
    chance = chance_to_win(record, led, length, best, ours, unseen, unseen_twice, estimates.WEIGHTS)
    points = points_in(once, twice, cr)
    trick = points + (item_at(record, packed.ON_TABLE) if placed else 0)
    cost = cost_of(once, twice, doubles, form, unseen, placed == 0, estimates.WEIGHTS)
    count = turn_on(on, 0, FIRST) if first else 0
    count = turn_on(on, count, KIND + 6 * kind + 2 * within(size, 1, 3) - 2 + int(wins))
    count = _see_ends(on, count, once, form)
    count = turn_on(on, count, WITH_POINTS + within(points // 5, 0, 6))
    tens = within((trick + 5) // 10, 0, 3)
    count = turn_on(on, count, CHANCE + CHANCES * tens + chance * (CHANCES - 1) // estimates.SURE)
    count = turn_on(on, count, COST + within(cost // 8 + 1, 0, 25))
    steps = within(behind // BEHIND_STEP, -AHEADS, BEHINDS - 1)
    count = turn_on(on, count, BEHIND + AHEADS + steps)
    return _see_suit(
        on, count, record, unseen, unseen_twice, partition, once, twice, held, doubles, trick
    )


@rule
def _kind_of(record: Any, once: int, twice: int, partition: int) -> tuple[int, int, int, int, bool]:
    """Return a play's kind, the led partition, the longest block's pairs, the honour, whether we win."""
    form = form_in(record)
    if item_at(record, packed.PLACED) == 0:
        honour = highest_bit(level_mask(once, partition, form, packed.ACE))
        kind = LEAD_TRUMPS if partition == TRUMPS else LEAD
        return kind, partition, count_bits(twice), honour, True
    honour = honour_of_reply(record, once, twice)
    wins = honour > item_at(record, packed.BEST)
    ours = wins or (item_at(record, packed.WINNER) ^ turn_of(record)) & 1 == 0
    kind = FOLLOW
    if once & ~led_mask(record):
        kind = RUFF if wins else DISCARD
    return kind, item_at(record, packed.LED), item_at(record, packed.LENGTH), honour, ours


@rule
def _see_ends(on: Any, count: int, once: int, form: int) -> int:
    """Turn on the inputs of the highest and the lowest card of a play."""
    top, low, left = 2 * LEVELS, -1, once
    while left:
        card = lowest_bit(left)
        left &= left - 1
        plain = card_partition(card, form) != TRUMPS
        place = level_of(card, form) + TRUMP_LEVELS * int(plain)
        top, low = min(top, place), max(low, place)
    count = turn_on(on, count, TOP + top)
    return turn_on(on, count, LOW + low)


@rule
def _see_suit(
    on: Any,
    count: int,
    record: Any,
    unseen: int,
    unseen_twice: int,
    partition: int,
    once: int,
    twice: int,
    held: int,
    doubles: int,
    trick: int,
) -> int:
    """Turn on the inputs of a play's partition, of what it breaks, and of the steps that it crosses."""
    form, placed = form_in(record), item_at(record, packed.PLACED)
    suit, card = suit_mask(partition, form), highest_bit(once)
    kept = number_of(held, doubles, suit) - number_of(once, twice, suit)
    count = turn_on(on, count, KEPT + within(kept, 0, 10) + 11 * int(partition == TRUMPS))
    out = number_of(unseen, unseen_twice, suit) // 2
    count = turn_on(on, count, OUT + within(out, 0, 18))
    length = count_bits(twice) if once == twice else 0
    honour = card_phi(card, form)
    if card_partition(card, form) == partition:
        over = better_blocks(length, honour, partition, form, unseen, unseen_twice)
        count = turn_on(on, count, OVER + within(over, 0, 8) + 9 * int(placed > 0))
    for ahead in range(1, 4):
        if is_out(record, ahead, partition, unseen):
            trumpless = is_out(record, ahead, TRUMPS, unseen)
            count = turn_on(on, count, RUFFERS + 2 * (ahead - 1) + int(trumpless))
    broken = count_bits(once & doubles & ~twice)
    count = turn_on(on, count, BROKEN + within(broken, 0, 2))
    if neighbours(doubles) - neighbours(doubles & ~once) > neighbours(twice):
        count = turn_on(on, count, BROKEN + 3)
    taken = item_at(record, packed.POINTS)
    if taken // 40 != (taken + trick) // 40:
        attacks = (turn_of(record) ^ item_at(record, packed.LANDLORD)) & 1
        count = turn_on(on, count, CROSSES + attacks)
    if partition != TRUMPS and (placed == 0 or partition != item_at(record, packed.LED)):
        count = see_cards(on, count, SUIT, record, partition, unseen, unseen_twice)
    return count


# --- The network ----------------------------------------------------------------------------------

WEIGHTS = "weights.npz"
"""The file of the weights, next to this module; ``learn/tractor_net.py`` makes it."""
LEVEL = 1 << 30
"""A level in units of the network: its outputs are products of three weights, in 1024ths each."""
MARGIN = 0.01
"""A play is preferred to the rule-based player's if it leads by more levels."""


@cache
def play_network() -> networks.Network:
    """Return the network.

    >>> play_network().second.shape
    (128, 48)
    """
    return networks.network_in(__package__, WEIGHTS, "play")


# --- The player -----------------------------------------------------------------------------------

_RULES = TractorPlayer()


class Question(NamedTuple):
    """The input of the network for a decision.

    Args:
        decision: the active inputs of the decision.
        plays: the candidates, the policy's first.
        seen: the active inputs of each candidate.
    """

    decision: list[int]
    plays: list[Pile]
    seen: list[list[int]]


@dataclass(frozen=True, slots=True)
class Trained:
    """Plays the option that a network trained by self-play scores highest, deterministically.

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
        here = on_turn(state, TractorState, "Tractor")
        return _chosen(here, _RULES(here))[0]

    def advice(self, state: TractorState) -> Advice:
        """Return a move with its reason: that of the rule-based player, or the lead over its move."""
        usual = _RULES(state)
        move, lead = _chosen(state, usual)
        return Advice(move, why(state, move) if move == usual else _why_better(usual, lead))


def question_in(state: TractorState) -> Question | None:
    """Return the input of the network in a position, or None if the rule-based player decides.

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
        if _is_allowed(view, play):
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
    """Return the move, and its lead in levels over the rule-based player's move ``usual``.

    That move is made without question if it is a throw, or another reply than the policy's.
    """
    asked = question_in(state)
    if asked is None or usual.pile != asked.plays[0]:
        return usual, 0.0
    worth = play_network().worth(asked.decision, asked.seen)
    best = int(worth.argmax())
    lead = float(worth[best] - worth[0]) / LEVEL
    if lead <= MARGIN:
        return usual, 0.0
    play = asked.plays[best]
    return Move(play if state.duty is not None else lead_at_table(SeatView(state), play)), lead


def _is_allowed(view: SeatView, play: Pile) -> bool:
    """Return whether a play is legal and no throw in this house, whose tractors may differ."""
    duty = view.state.duty
    if duty is not None:
        return play in duty.plays
    return len(parts_of(play, view.state.trump, view.chain)) == 1


def _why_better(usual: Move, lead: float) -> Phrase:
    return phrase(
        "tractor.net-leads",
        "{lead} levels more than {other}, by what the network has learnt",
        lead=f"{lead:.2f}",
        other=CardText(usual),
    )
