"""The inputs of the networks of Indian rummy's trained player ``net``.

Inputs are on or off, and only the indexes of the active ones are listed. First come those of the *deal
so far*, which all options of a decision share, then those of the hand, and after a discard those of the
discard. They do not change if the suits are permuted.

``Sight`` gives the inputs of a hand in a position, and says which discards are weighed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.foundation.arrays.networks import turn_on, within
from suitwise.rummy.indian.players.rule_based import unseen_by
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.rules.cards import Cards, minus
from suitwise.rummy.rules.hand import JOKER, N_SUITED, SIZE
from suitwise.rummy.rules.rules import Rules, card_of
from suitwise.rummy.solve.arrangement import deadwood_weights
from suitwise.rummy.solve.scan import NEVER, PLACES, SLOTS, leave_least
from suitwise.rummy.solve.search import MOST_WORK, array_of, shapes_for, with_room

# --- What the melds of a hand leave over ----------------------------------------------------------
#
# A hand is arranged at three stages (``rule_based.STAGES``): with both runs that a declaration needs,
# with the pure run alone, and without its wild cards and with no run needed.

STAGES = 3


class Table(NamedTuple):
    """What the rules of a deal say of cards and melds, as arrays.

    Args:
        weights: the weights of cards in melds, see ``scan``.
        costs: the points that each card counts.
        shapes: the shapes of runs and of sets without wild cards, with those of the hand, and with
            one more.
        places: the lowest place of a run and the highest.
        wild_rank: the wild rank.
    """

    weights: Any
    costs: Any
    shapes: tuple[Any, Any, Any]
    places: tuple[int, int]
    wild_rank: int


@rule
def arranged(
    counts: Any,
    wilds: int,
    stage: int,
    shapes: Any,
    table: Any,
    placed: Any,
    states: Any,
    left: Any,
) -> int:
    """Write the fewest cards that a hand leaves over at a stage; return how many, or a code of ``scan``.

    Args:
        counts: the number of copies of each card; without wild cards at the last stage.
        wilds: how many of them are wild.
        stage: the stage, 0 to 2.
        shapes: the shapes of melds with so many wild cards.
        table: see ``Table``.
        placed: workspace, see ``leave_least``.
        states: workspace, see ``scan``.
        left: filled with the number of copies of each card that are left over.
    """
    slots = states[SLOTS]
    for i in range(len(slots)):
        slots[i] = -1
    needed = (2 - stage, 1 if stage < 2 else 0, 0)
    wild = (wilds, table[4])
    best = leave_least(counts, wild, table[0], shapes, table[3], needed, placed, states, left)
    if best < 0:
        return best
    cards = 0
    for card in range(SIZE):
        cards += left[card]
    return int(cards)


@rule
def wild_cards_in(counts: Any, wild_rank: int) -> int:
    """Return the number of wild cards in a hand."""
    wilds = counts[JOKER]
    for suit in range(4):
        wilds += counts[card_of(suit, wild_rank)]
    return int(wilds)


@rule
def copy_natural(counts: Any, wild_rank: int, natural: Any) -> None:
    """Write a hand without its wild cards."""
    for card in range(SIZE):
        natural[card] = counts[card]
    natural[JOKER] = 0
    for suit in range(4):
        natural[card_of(suit, wild_rank)] = 0


# --- Cards that complete melds --------------------------------------------------------------------
#
# A row has a bit for each place of a suit, the ace at both ends; a hand has four rows.

ROW = (1 << 14) - 1
ACES = 1 | 1 << 13


@rule
def write_rows(counts: Any, rows: Any) -> None:
    """Write the places of the cards of a hand, a row a suit."""
    for suit in range(4):
        row = 0
        for rank in range(1, 15):
            if counts[card_of(suit, rank)] > 0:
                row |= 1 << rank - 1
        rows[suit] = row


@rule
def completing(row: int) -> int:
    """Return the places that make a run of three with two of a row.

    >>> [bin(completing(row)) for row in (0b1100, 0b101, 0b11 << 12)]
    ['0b10010', '0b10', '0b100000000000']
    """
    around = (row << 1 & row << 2) | (row >> 1 & row >> 2) | (row << 1 & row >> 1)
    around &= ROW
    return around | ACES if around & ACES else around


@rule
def holders(rows: Any, suit: int, place: int) -> int:
    """Return how many other suits have a place."""
    held = 0
    for other in range(4):
        held += int(other != suit and rows[other] >> place & 1 != 0)
    return held


@rule
def draws_completing(rows: Any, unseen: Any) -> tuple[int, int]:
    """Return the numbers of unseen cards that complete a run and that complete a set."""
    runs = sets = 0
    for suit in range(4):
        around = completing(rows[suit])
        for place in range(13):
            copies = unseen[card_of(suit, place + 1)]
            if copies > 0:
                runs += copies * (around >> place & 1)
                sets += copies * int(holders(rows, suit, place) >= 2)
    return int(runs), int(sets)


@rule
def near(rows: Any, suit: int, place: int) -> int:
    """Return how many cards of a hand could lie in a meld of three with a card, itself left out."""
    row = rows[suit]
    found = 0
    for low in range(-2, 3):
        for at in range(place, 14, 13):  # the ace stands at both ends
            if low != 0 and 0 <= at + low <= 13:
                found += row >> at + low & 1
    return found + holders(rows, suit, place % 13)


# --- Inputs of a hand of thirteen -----------------------------------------------------------------
#
# Numbers are one-hot up to a maximum.
#
# ==========  ======================================================================================
# name        inputs from there on
# ==========  ======================================================================================
# LEFT        for each stage the natural cards left over: max 13; or that it lacks the runs (1)
# POINTS      for each stage the points of these in steps of 5: max 20
# RUN_OUTS    for each stage the unseen cards that make a run with two of these: max 15
# SET_OUTS    for each stage the unseen cards that make a set with two of these: max 15
# ALIVE       for each stage how many of these are near another: max 10
# PURE_OUTS   the unseen cards that make a pure run with two cards of the hand: max 24
# FITTING     those that make a set with two cards of the hand: max 24
# WILD_COUNT  the wild cards: max 6
# COUNTED     the points that the hand counts in steps of 5: max 16
# WINNING     the unseen cards with which the hand can be declared: max 24; or that it is far off (1)
# LOOSE       the ranks of the natural cards left over at the first stage there is (13), and those of
#             two or more of them (13)
# ==========  ======================================================================================

MOST_LEFT = 13
MOST_POINTS = 20
MOST_OUTS = 15
MOST_ALIVE = 10
MOST_FITTING = 24
MOST_WILD = 6
MOST_COUNTED = 16
MOST_WINNING = 24
RANKS = 13

LEFT = 0
POINTS = LEFT + STAGES * (MOST_LEFT + 2)
RUN_OUTS = POINTS + STAGES * (MOST_POINTS + 1)
SET_OUTS = RUN_OUTS + STAGES * (MOST_OUTS + 1)
ALIVE = SET_OUTS + STAGES * (MOST_OUTS + 1)
PURE_OUTS = ALIVE + STAGES * (MOST_ALIVE + 1)
FITTING = PURE_OUTS + MOST_FITTING + 1
WILD_COUNT = FITTING + MOST_FITTING + 1
COUNTED = WILD_COUNT + MOST_WILD + 1
WINNING = COUNTED + MOST_COUNTED + 1
LOOSE = WINNING + MOST_WINNING + 2
HAND_INPUTS = LOOSE + 2 * RANKS

NEARLY = 1
"""The most cards that a hand with both runs leaves over for ``WINNING``. If it leaves more, a draw must
complete two of these, which ``RUN_OUTS`` and ``SET_OUTS`` count."""


@rule
def encode_stage(
    active: Any, count: int, first: int, stage: int, left: Any, unseen: Any, costs: Any, rows: Any
) -> int:
    """Turn on the inputs of what a hand leaves over at a stage; return the number of active inputs."""
    cards = points = alive = 0
    write_rows(left, rows)
    for card in range(N_SUITED):
        copies = left[card]
        if copies > 0 and costs[card] > 0:
            cards += copies
            points += copies * costs[card]
            alive += copies * int(near(rows, card // 13, (card + 1) % 13) > 0)
    runs, sets = draws_completing(rows, unseen)
    count = turn_on(
        active, count, first + LEFT + stage * (MOST_LEFT + 2) + within(cards, 0, MOST_LEFT)
    )
    points = within((points + 4) // 5, 0, MOST_POINTS)
    count = turn_on(active, count, first + POINTS + stage * (MOST_POINTS + 1) + points)
    at = first + stage * (MOST_OUTS + 1)
    count = turn_on(active, count, at + RUN_OUTS + within(runs, 0, MOST_OUTS))
    count = turn_on(active, count, at + SET_OUTS + within(sets, 0, MOST_OUTS))
    alive = within(alive, 0, MOST_ALIVE)
    return turn_on(active, count, first + ALIVE + stage * (MOST_ALIVE + 1) + alive)


@rule
def encode_loose(active: Any, count: int, first: int, left: Any, costs: Any) -> int:
    """Turn on the inputs of the ranks of the cards left over; return the number of active inputs."""
    for rank in range(1, RANKS + 1):
        copies = 0
        for suit in range(4):
            card = card_of(suit, rank)
            copies += left[card] * int(costs[card] > 0)
        if copies > 0:
            count = turn_on(active, count, first + rank - 1)
            if copies > 1:
                count = turn_on(active, count, first + RANKS + rank - 1)
    return count


@rule
def winning_draws(counts: Any, wilds: int, unseen: Any, table: Any, work: Any, states: Any) -> int:
    """Return the number of unseen cards with which a hand can be declared, or a code of ``scan``.

    Only wild cards are tried, cards that complete a meld of three with two of the hand, and if it has
    wild cards those near a card that it leaves over.

    Args:
        counts: the number of copies of each card in the hand.
        wilds: the number of its wild cards.
        unseen: the number of copies of each card that the seat has not seen.
        table: see ``Table``.
        work: see ``encode_hand``; the last rows are of what the hand leaves over.
        states: workspace, see ``scan``.
    """
    placed, _, left, rows, left_rows = work
    wild_rank = table[4]
    winning = 0
    write_rows(counts, rows)
    jokers = unseen[JOKER]
    for suit in range(4):
        jokers += unseen[card_of(suit, wild_rank)]
    for card in range(SIZE):
        copies = unseen[card]
        is_wild = card == JOKER or (card + 1) % 13 + 1 == wild_rank
        if is_wild:  # all wild cards are as good, so that one is tried for all of them
            copies = jokers
            jokers = 0
        if copies == 0:
            continue
        if not is_wild:
            suit, place = card // 13, (card + 1) % 13
            completes = completing(rows[suit]) >> place & 1 or holders(rows, suit, place) >= 2
            if not completes and (wilds == 0 or near(left_rows, suit, place) == 0):
                continue
        counts[card] += 1
        shapes = table[2][2] if is_wild else table[2][1]
        cards = arranged(counts, wilds + int(is_wild), 0, shapes, table, placed, states, left)
        counts[card] -= 1
        if cards < 0 and cards != NEVER:
            return cards
        winning += copies * int(0 <= cards <= 1)
    return int(winning)


@rule
def encode_hand(
    active: Any,
    count: int,
    first: int,
    counts: Any,
    unseen: Any,
    table: Any,
    work: Any,
    states: Any,
) -> int:
    """Turn on the inputs of a hand; return the number of active inputs, or a code of ``scan``.

    Args:
        active: array, filled with the indexes of the active inputs.
        count: the number of active inputs so far.
        first: the index of the first input of the hand.
        counts: the number of copies of each card in the hand.
        unseen: the number of copies of each card that the seat has not seen.
        table: see ``Table``.
        work: workspace: places, a hand, what it leaves over, and twice four rows.
        states: workspace, see ``scan``.
    """
    placed, natural, left, rows, left_rows = work
    costs, shapes, wild_rank = table[1], table[2], table[4]
    wilds = wild_cards_in(counts, wild_rank)
    copy_natural(counts, wild_rank, natural)
    least, counted, is_loose = SIZE, 0, False
    for card in range(SIZE):
        counted += counts[card] * costs[card]
    for stage in range(STAGES):
        is_last = stage == STAGES - 1
        if is_last:
            cards = arranged(natural, 0, stage, shapes[0], table, placed, states, left)
        else:
            cards = arranged(counts, wilds, stage, shapes[1], table, placed, states, left)
        if cards == NEVER:
            count = turn_on(active, count, first + LEFT + stage * (MOST_LEFT + 2) + MOST_LEFT + 1)
            continue
        if cards < 0:
            return cards
        if stage == 0:
            least, counted = cards, 0
            write_rows(left, left_rows)
            for card in range(SIZE):
                counted += left[card] * costs[card]
        count = encode_stage(active, count, first, stage, left, unseen, costs, rows)
        if not is_loose:
            count = encode_loose(active, count, first + LOOSE, left, costs)
            is_loose = True
    write_rows(counts, rows)
    runs, sets = draws_completing(rows, unseen)
    count = turn_on(active, count, first + PURE_OUTS + within(runs, 0, MOST_FITTING))
    count = turn_on(active, count, first + FITTING + within(sets, 0, MOST_FITTING))
    count = turn_on(active, count, first + WILD_COUNT + within(wilds, 0, MOST_WILD))
    count = turn_on(active, count, first + COUNTED + within((counted + 4) // 5, 0, MOST_COUNTED))
    winning = MOST_WINNING + 1
    if least <= NEARLY:
        winning = winning_draws(counts, wilds, unseen, table, work, states)
        if winning < 0:
            return winning
        winning = within(winning, 0, MOST_WINNING)
    return turn_on(active, count, first + WINNING + winning)


# --- Inputs of the deal so far and of a discard ---------------------------------------------------
#
# ==========  ======================================================================================
# name        inputs from there on
# ==========  ======================================================================================
# TURNS       half the number of draws: max 30
# TAKEN       two numbers, max 5 each: the cards that the other seat is known to hold, and the seat
# IS_NEW      the other seat has not drawn yet (1); the seat has not (1)
# HAND        the inputs of the hand
# DISCARDED   the rank of the discard (13), or that it is wild (1)
# FED         how many cards that the other seat is known to hold it could meld with: max 3
# WANTED      how many pairs of unseen cards it makes a meld with, in steps of 2: max 15
# LAID_NEAR   the cards near it that the other seat laid: max 3
# ==========  ======================================================================================

MOST_TURNS = 30
MOST_TAKEN = 5
MOST_FED = 3
MOST_WANTED = 15

TURNS = 0
TAKEN = TURNS + MOST_TURNS + 1
IS_NEW = TAKEN + 2 * (MOST_TAKEN + 1)
HAND = IS_NEW + 2
DISCARDED = HAND + HAND_INPUTS
FED = DISCARDED + RANKS + 1
WANTED = FED + MOST_FED + 1
LAID_NEAR = WANTED + MOST_WANTED + 1
INPUTS = LAID_NEAR + MOST_FED + 1
NUMBERS = (
    (TURNS, MOST_TURNS + 1),
    *((TAKEN + seat * (MOST_TAKEN + 1), MOST_TAKEN + 1) for seat in range(2)),
    *(
        (HAND + first + stage * size, most + 1)
        for stage in range(STAGES)
        for first, size, most in (
            (LEFT, MOST_LEFT + 2, MOST_LEFT),
            (POINTS, MOST_POINTS + 1, MOST_POINTS),
            (RUN_OUTS, MOST_OUTS + 1, MOST_OUTS),
            (SET_OUTS, MOST_OUTS + 1, MOST_OUTS),
            (ALIVE, MOST_ALIVE + 1, MOST_ALIVE),
        )
    ),
    (HAND + PURE_OUTS, MOST_FITTING + 1),
    (HAND + FITTING, MOST_FITTING + 1),
    (HAND + WILD_COUNT, MOST_WILD + 1),
    (HAND + COUNTED, MOST_COUNTED + 1),
    (HAND + WINNING, MOST_WINNING + 1),
    (FED, MOST_FED + 1),
    (WANTED, MOST_WANTED + 1),
    (LAID_NEAR, MOST_FED + 1),
)
"""The inputs of each number: the first of them and how many there are."""
MOST_ON = 96
"""An upper bound of the active inputs of a hand and its discard."""


@rule
def pairs_melding(unseen: Any, suit: int, place: int) -> int:
    """Return how many pairs of unseen cards make a run or a set with a card."""
    pairs = 0
    for at in range(place, 14, 13):
        for low in range(max(at - 2, 0), min(at, 11) + 1):
            product = 1
            for k in range(3):
                if low + k != at:
                    product *= unseen[card_of(suit, low + k + 1)]
            pairs += product
    for one in range(4):
        for other in range(one):
            if one != suit and other != suit:
                pairs += unseen[card_of(one, place + 1)] * unseen[card_of(other, place + 1)]
    return int(pairs)


@rule
def encode_discard(
    active: Any, count: int, card: int, unseen: Any, known: Any, laid: Any, table: Any, rows: Any
) -> int:
    """Turn on the inputs of a discard; return the number of active inputs.

    Args:
        active: the active inputs.
        count: their number so far.
        card: the discard.
        unseen: the number of copies of each card that the seat has not seen.
        known: those that the other seat is known to hold.
        laid: those that the other seat laid and that lie in the pile.
        table: see ``Table``.
        rows: workspace, four rows.
    """
    if card == JOKER or (card + 1) % 13 + 1 == table[4]:
        return turn_on(active, count, DISCARDED + RANKS)
    suit, place = card // 13, (card + 1) % 13
    count = turn_on(active, count, DISCARDED + place)
    write_rows(known, rows)
    count = turn_on(active, count, FED + within(near(rows, suit, place), 0, MOST_FED))
    pairs = pairs_melding(unseen, suit, place) // 2
    count = turn_on(active, count, WANTED + within(pairs, 0, MOST_WANTED))
    write_rows(laid, rows)
    return turn_on(active, count, LAID_NEAR + within(near(rows, suit, place), 0, MOST_FED))


@rule
def encode_deal(active: Any, count: int, deal: tuple[int, int, int, int, int]) -> int:
    """Turn on the inputs of the deal so far; return the number of active inputs.

    Args:
        active: the active inputs.
        count: their number so far.
        deal: the number of draws; how many cards the other seat is known to hold, and how many the
            seat; 1 if the other seat has not drawn yet, and 1 if the seat has not.
    """
    turns, theirs, mine, is_other_new, is_new = deal
    count = turn_on(active, count, TURNS + within(turns // 2, 0, MOST_TURNS))
    count = turn_on(active, count, TAKEN + within(theirs, 0, MOST_TAKEN))
    count = turn_on(active, count, TAKEN + MOST_TAKEN + 1 + within(mine, 0, MOST_TAKEN))
    if is_other_new:
        count = turn_on(active, count, IS_NEW)
    return turn_on(active, count, IS_NEW + 1) if is_new else count


@rule
def encode(
    active: Any,
    deal: tuple[int, int, int, int, int],
    counts: Any,
    discard: int,
    seen: tuple[Any, Any, Any],
    table: Any,
    work: Any,
    states: Any,
) -> int:
    """Turn on all inputs of a hand of thirteen; return their number, or a code of ``scan``.

    Args:
        active: array, filled with the indexes of the active inputs.
        deal: see ``encode_deal``.
        counts: the number of copies of each card in the hand.
        discard: the card that was discarded, -1 before a draw.
        seen: the numbers of copies of the cards that the seat has not seen, of those that the other
            seat is known to hold, and of those that it laid.
        table: see ``Table``.
        work: see ``encode_hand``.
        states: workspace, see ``scan``.
    """
    unseen, known, laid = seen
    count = encode_deal(active, 0, deal)
    count = encode_hand(active, count, HAND, counts, unseen, table, work, states)
    if count < 0 or discard < 0:
        return count
    return encode_discard(active, count, discard, unseen, known, laid, table, work[3])


@rule
def mark_loose(counts: Any, marks: Any, table: Any, work: Any, states: Any) -> int:
    """Mark the cards that fourteen cards leave over at some stage; return 0 or a code of ``scan``."""
    placed, natural, left, _, _ = work
    shapes, wild_rank = table[2], table[4]
    wilds = wild_cards_in(counts, wild_rank)
    copy_natural(counts, wild_rank, natural)
    for stage in range(STAGES):
        if stage == STAGES - 1:
            cards = arranged(natural, 0, stage, shapes[0], table, placed, states, left)
        else:
            cards = arranged(counts, wilds, stage, shapes[1], table, placed, states, left)
        if cards < 0 and cards != NEVER:
            return cards
        if cards > 0:
            for card in range(SIZE):
                marks[card] += left[card]
    return 0


# --- What a seat sees -----------------------------------------------------------------------------

ROOM = 1 << 10
"""The number of states for which an arrangement of a hand first makes room."""


def _counts(cards: Iterable[int]) -> list[int]:
    counts = [0] * SIZE
    for card in cards:
        counts[min(card, JOKER)] += 1
    return counts


@cache
def table_of(rules: Rules, wilds: int, compiled: bool) -> Table:
    """Return the table of a rule set for hands with so many wild cards."""
    costs = [0 if rules.is_wild(card) else rules.cost(card) for card in range(N_SUITED)]
    none, some, more = (shapes_for(rules, n, compiled)[1] for n in (0, wilds, wilds + 1))
    return Table(
        array_of(deadwood_weights(rules, "cards"), compiled),
        array_of([*costs, 0], compiled),
        (none, some, more),
        rules.places,
        rules.wild_rank,
    )


class Sight:
    """What the seat on turn sees, and the inputs of its options.

    Args:
        state: a position in which a seat is on turn.
        compiled: True for machine code, False for plain Python.
    """

    def __init__(self, state: IndianState, compiled: bool = True) -> None:
        self.state, self.rules, self.compiled = state, state.rules, compiled
        self.seat, self.other = state.seat, state.next_in_play
        unseen = unseen_by(state, self.seat).elements()
        laid = (card for card, by in state.pile if by == self.other)
        self.seen = tuple(
            array_of(_counts(cards), compiled) for cards in (unseen, state.known[self.other], laid)
        )
        self.work = tuple(array_of([0] * size, compiled) for size in (4 * PLACES, SIZE, SIZE, 4, 4))

    def drawing(self) -> list[int]:
        """Return the inputs of a draw from the stock."""
        state = self.state
        known = len(state.known[self.seat])
        return self._encoded(state.hands[self.seat], state.drawn, known, -1)

    def kept(self, hand: Cards, known: Cards, discard: int) -> list[int]:
        """Return the inputs of a hand of fourteen without a discard.

        Args:
            hand: the fourteen cards.
            known: those that the other seat knows.
            discard: the discard.
        """
        drawn = self.state.drawn + (self.state.phase == "draw")
        left = len(known) - (discard in known)
        return self._encoded(minus(hand, discard), drawn, left, discard)

    def _encoded(self, hand: Cards, drawn: int, known: int, discard: int) -> list[int]:
        state, card = self.state, min(discard, JOKER)
        new = [int(state.standings[seat] == "new") for seat in (self.other, self.seat)]
        deal = drawn, len(state.known[self.other]), known, new[0], new[1] * (discard < 0)
        counts, active = (
            array_of(cards, self.compiled) for cards in (_counts(hand), [0] * MOST_ON)
        )
        table, kernel = self._table(hand), machine(encode) if self.compiled else encode

        def encode_in(states: Any) -> int:
            return kernel(active, deal, counts, card, self.seen, table, self.work, states)

        count, _ = with_room(encode_in, [MOST_WORK], self.compiled, ROOM)
        return [int(active[at]) for at in range(count)]

    def _table(self, hand: Cards) -> Table:
        return table_of(self.rules, sum(map(self.rules.is_wild, hand)), self.compiled)

    def may_help(self, top: int) -> bool:
        """Return whether the top of the pile is wild, or may lie in a meld with a card of the hand."""
        if self.rules.is_wild(top):
            return True
        rows = [0] * 4
        write_rows(_counts(self.state.hands[self.seat]), rows)
        return near(rows, top // 13, (top + 1) % 13) > 0

    def loose(self, hand: Cards, barred: int) -> list[int]:
        """Return the discards that are weighed: the cards of a hand that no melds hold at some stage.

        Args:
            hand: fourteen cards.
            barred: the card that was just taken and may not be discarded, else -1.
        """
        counts, marks = (array_of(cards, self.compiled) for cards in (_counts(hand), [0] * SIZE))
        table, kernel = self._table(hand), machine(mark_loose) if self.compiled else mark_loose

        def mark_in(states: Any) -> int:
            return kernel(counts, marks, table, self.work, states)

        with_room(mark_in, [MOST_WORK], self.compiled, ROOM)
        allowed = dict.fromkeys(minus(hand, barred))
        loose = [
            card for card in allowed if marks[min(card, JOKER)] and not self.rules.is_wild(card)
        ]
        return loose or list(allowed)
