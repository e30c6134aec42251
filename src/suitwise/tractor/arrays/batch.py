"""Batches of rounds: deal, step in lockstep and score arrays of rounds, on all cores or on a GPU.

A round is a *record*, a row of 36 64-bit integers (table at the head of ``packed``), played under the
``standard`` profile. Each side has one of two policies: ``random`` chooses uniformly among all legal
plays except throws; ``rules`` plays like a club player (``policy``, ``estimates``). Unlike
``players.rule_based``, a seat that plays by ``rules`` bids only once, with its whole hand, and never
throws. Results are the same on every machine, for any number of threads and any split into calls. On a
GPU each round is a thread.

>>> outcomes = play_rounds(1000, seed=7)
>>> int(outcomes.cards.sum()), bool((outcomes.points % 5 == 0).all())
(100000, True)
>>> rule_based = play_rounds(1000, seed=7, policies=("rules", "random"), landlords=0)
>>> bool(rule_based.points.mean() < 40 < outcomes.points.mean())
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from suitwise.arguments import whole_input
from suitwise.cards import N_CARDS, RANKS, SUITS, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays import rows
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, over_rows, rule
from suitwise.foundation.arrays.cuda import device_copy, device_empty, grid
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import Rows, in_order, on_device
from suitwise.seeds import as_seed
from suitwise.stepping.loop import drawn, opened
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.estimates import HAND, HAND_WEIGHTS, weighed_bid, weighed_burial
from suitwise.tractor.arrays.packed import (
    choose,
    form_in,
    hand_in,
    is_sound,
    one_bit,
    pile_at,
    put,
    random_play,
    renamed,
    set_pile,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import Hands, Move
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY, NO_SUIT, Pile, Trump, bits, together, without
from suitwise.tractor.rules.levels import KITTY, NOTHING, Bid, bid_height, biddable, gains, main_of
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.state import TractorState, after_bidding

# --- Deal and play one record ---------------------------------------------------------------------
#
# Source: rules page §6; docs/tractor.md, At the table. Round n is dealt from random stream 2 n of its
# seed, and buried and played from stream 2 n + 1.

_ANY_SUIT = (1 << NO_SUIT) - 1
"""Mask of all four suits as main suits."""


@rule
def deal_cards(record: Any, stream: int) -> int:
    """Deal 25 cards to each hand and eight to the kitty; return the advanced random stream.

    Each card goes to a random free place, so all deals are equally likely. Before the deal ``record``
    must hold no cards.
    """
    # The free places are numbered: first those of seat 0, up to ``end0``, then those of seat 1, up to
    # ``end1``, and so on; last those of the kitty, which counts as hand 4.
    end0, end1, end2, end3 = HAND, 2 * HAND, 3 * HAND, 4 * HAND
    places = end3 + KITTY
    for card in range(N_CARDS):
        bit = 1 << card
        for _ in range(2):
            place, stream = drawn(places, stream)
            hand = int(place >= end0) + int(place >= end1) + int(place >= end2) + int(place >= end3)
            # The place is not free any more: those behind it move down by one.
            places -= 1
            end0 -= int(hand < 1)
            end1 -= int(hand < 2)
            end2 -= int(hand < 3)
            end3 -= int(hand < 4)
            column = packed.HANDS + 2 * hand  # the kitty's columns follow those of the hands
            record[column + 1] |= item_at(record, column) & bit
            record[column] |= bit
    return stream


@rule
def bid_main(record: Any, cr: int, landlord: int, rule_based: int, weights: Any) -> int:
    """Let the rule-based seats bid, each once; return the main suit, or -1 if nobody bids.

    Args:
        record: the record; its cards are not renamed yet (``packed``).
        cr: the current rank.
        landlord: the landlord, who is asked first.
        rule_based: the rule-based sides, one bit each; the others do not bid.
        weights: the weights (``estimates.HAND_WEIGHTS``) of both sides.
    """
    standing_card, bidder, height = -1, -1, NOTHING
    for ahead in range(4):
        seat = (landlord + ahead) & 3
        is_partner_standing = bidder >= 0 and (bidder ^ seat) & 1 == 0
        # Nobody overturns a partner's bid.
        if rule_based >> (seat & 1) & 1 and not is_partner_standing:
            once, twice = hand_in(record, seat)
            bid = weighed_bid(once, twice, cr, height, weights[seat & 1])
            if bid >= 0:
                card, copies = bid >> 2, bid & 3  # a bid is 4 * card + copies
                standing_card, bidder, height = card, seat, bid_height(card, copies)
    return -1 if standing_card < 0 else main_of(standing_card)


@rule
def mains_held(record: Any, cr: int) -> int:
    """Return a mask of the main suits that some seat could bid; 0 if nobody could bid."""
    cards = mains = 0
    for seat in range(4):
        once, twice = hand_in(record, seat)
        cards |= biddable(once, twice, cr)
    while cards:
        mains |= 1 << main_of(lowest_bit(cards))
        cards &= cards - 1
    return mains


@rule
def begin_round(record: Any, landlord: int, main: int, cr: int) -> None:
    """Set the landlord and the trump, and rename all cards accordingly (``packed``)."""
    for column in range(packed.HANDS, packed.BURIED + 2):
        record[column] = renamed(item_at(record, column), main, cr)
    record[packed.MAIN], record[packed.RANK] = main, cr
    record[packed.LANDLORD], record[packed.LEADER] = landlord, landlord


@rule
def take_up(record: Any) -> tuple[int, int]:
    """Add the kitty to the landlord's hand; return that hand."""
    landlord = item_at(record, packed.LANDLORD)
    once, twice = together(*hand_in(record, landlord), *pile_at(record, packed.BURIED))
    set_pile(record, packed.HANDS + 2 * landlord, once, twice)
    return once, twice


@rule
def put_down(record: Any, buried: int, buried_twice: int) -> None:
    """Bury cards of the landlord's hand."""
    landlord = item_at(record, packed.LANDLORD)
    left, left_twice = without(*hand_in(record, landlord), buried, buried_twice)
    set_pile(record, packed.HANDS + 2 * landlord, left, left_twice)
    set_pile(record, packed.BURIED, buried, buried_twice)


@rule
def bury(record: Any, rule_based: int, weights: Any) -> None:
    """Let the landlord take up the kitty and bury eight cards, by its side's weights or at random."""
    once, twice = take_up(record)
    side = item_at(record, packed.LANDLORD) & 1
    if rule_based >> side & 1:
        once, twice = weighed_burial(
            once, twice, form_in(record), item_at(record, packed.RANK), weights[side]
        )
    else:
        once, twice, record[packed.STREAM] = choose(
            once, twice, KITTY, 0, item_at(record, packed.STREAM)
        )
    put_down(record, once, twice)


@rule
def deal_round(
    record: Any, seed: int, number: int, cr: int, landlord: int, rule_based: int, weights: Any
) -> None:
    """Deal a round, choose its main suit and bury, up to the first lead.

    If no rule-based seat bids, the main suit is chosen at random from those that some seat could bid.

    Args:
        record: the record; all columns are overwritten.
        seed: 64-bit seed (``seeds.as_seed``).
        number: the number of the round.
        cr: the current rank 0..12.
        landlord: the landlord.
        rule_based: the rule-based sides, one bit each.
        weights: the weights (``estimates.HAND_WEIGHTS``) of both sides.
    """
    for column in range(packed.COLUMNS):
        record[column] = 0
    stream = deal_cards(record, opened(seed, 2 * number))
    main = bid_main(record, cr, landlord, rule_based, weights)
    if main < 0:
        mains = mains_held(record, cr)
        chosen, stream = one_bit(mains if mains else _ANY_SUIT, stream)
        main = lowest_bit(chosen)
    begin_round(record, landlord, main, cr)
    record[packed.STREAM] = opened(seed, 2 * number + 1)
    bury(record, rule_based, weights)


@rule
def play_by(record: Any, rule_based: int) -> tuple[int, int]:
    """Return the masks ``once`` and ``twice`` of the play that the seat on turn makes.

    Args:
        record: the record.
        rule_based: the rule-based sides, one bit each; the others play at random.
    """
    seat = turn_of(record)
    if rule_based >> (seat & 1) & 1:
        unseen, unseen_twice = unseen_by(record, seat)
        return choose_play(record, unseen, unseen_twice)
    return random_play(record)


# --- Kernels for one row of an array --------------------------------------------------------------

OUTCOME_POINTS, OUTCOME_SIDE, OUTCOME_GAINS, OUTCOME_CARDS, OUTCOME_COLUMNS = 0, 1, 2, 4, 5
"""The columns of an outcome, and their number:

=======  ==================  =============================================
column   name                meaning
=======  ==================  =============================================
0        ``OUTCOME_POINTS``  the attackers' points
1        ``OUTCOME_SIDE``    the landlord's side
2, 3     ``OUTCOME_GAINS``   the ranks that sides 0 and 1 gain
4        ``OUTCOME_CARDS``   the number of cards played
=======  ==================  =============================================
"""

BAD = -1
"""Marks a row that is no valid round, as its main suit and in each column of its outcome."""

DealOptions: TypeAlias = "tuple[int, int, NDArray[np.int64], NDArray[np.int64], int]"
"""The options of a deal:

* the seed;
* the number of the round in row 0;
* the current ranks, and the landlords: round n takes entry n of each, modulo its length;
* the rule-based sides, one bit each.
"""


@rule
def deal_row(row: int, options: Any, rounds: Any) -> None:
    """Deal the round of a row.

    Args:
        row: the row.
        options: the options (``DealOptions``).
        rounds: the array whose row is written.
    """
    seed, first, ranks, landlords, rule_based = options
    number = first + row
    cr, landlord = int(ranks[number % len(ranks)]), int(landlords[number % len(landlords)])
    deal_round(rounds[row], seed, number, cr, landlord, rule_based, (HAND_WEIGHTS, HAND_WEIGHTS))


@rule
def step_row(row: int, options: Any, rounds: Any) -> None:
    """Make plays in a round until it is over.

    Args:
        row: the row.
        options: the most plays to make, and the rule-based sides, one bit each.
        rounds: the array of rounds.
    """
    plays, rule_based = options
    record = rounds[row]
    if not is_sound(record):
        record[packed.MAIN] = BAD
        return
    for _ in range(plays):
        if item_at(record, packed.PLAYED) < packed.ALL_PLAYED:
            once, twice = play_by(record, rule_based)
            put(record, once, twice)


@rule
def outcome_row(row: int, rounds: Any, outcomes: Any) -> None:
    """Write the outcome so far of a round; ``BAD`` for a row that is no valid round."""
    record = rounds[row]
    if not is_sound(record):
        for column in range(OUTCOME_COLUMNS):
            outcomes[row, column] = BAD
        return
    points, side = item_at(record, packed.POINTS), item_at(record, packed.LANDLORD) & 1
    declarers_gain, attackers_gain = gains(points)
    outcomes[row, OUTCOME_POINTS] = points
    outcomes[row, OUTCOME_SIDE] = side
    outcomes[row, OUTCOME_GAINS + side] = declarers_gain
    outcomes[row, OUTCOME_GAINS + 1 - side] = attackers_gain
    outcomes[row, OUTCOME_CARDS] = item_at(record, packed.PLAYED)


# --- Batches of rounds ----------------------------------------------------------------------------

Policies = tuple[str, str]
"""The policies of sides 0 (seats 0 and 2) and 1 (seats 1 and 3): ``random`` or ``rules``."""

RANDOM: Policies = ("random", "random")
MOST_ROWS = 1 << 28
"""The most rounds dealt in a call."""
PIECE = 2_000
"""The number of rounds that a thread takes at a time: few enough to stay in the processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """The outcomes of rounds.

    Args:
        points: int32 (n,), the attackers' points, with the kitty's at the end.
        sides: int32 (n,), the landlord's side: 0 for seats 0 and 2, 1 for seats 1 and 3.
        gains: int32 (n, 2), the ranks that sides 0 and 1 gain.
        cards: int32 (n,), the number of cards played; 100 at the end.

    >>> outcomes = play_rounds(2, seed=7)
    >>> outcomes.points.shape, outcomes.gains.shape
    ((2,), (2, 2))
    """

    points: NDArray[np.int32]
    sides: NDArray[np.int32]
    gains: NDArray[np.int32]
    cards: NDArray[np.int32]


def deal_rounds(
    count: int,
    seed: int,
    *,
    policies: Policies = RANDOM,
    ranks: int | Iterable[int] = range(13),
    landlords: int | Iterable[int] = range(4),
    first: int = 0,
    threads: int = 0,
    device: str = "cpu",
) -> Rows:
    """Deal rounds, choose their main suits and bury, up to the first lead of each.

    Args:
        count: the number of rounds, at most 268,435,456.
        seed: 64-bit seed.
        policies: how sides 0 and 1 bid and bury. If nobody bids by ``rules``, the main suit is chosen at
            random from those that some seat could bid.
        ranks: the current rank, 0 for 2 up to 12 for A. Of several, round n takes entry n modulo their
            number.
        landlords: the landlord's seat; several are taken in turn in the same way.
        first: the number of the first round, below 2**30.
        threads: the number of threads on the CPU; 0 for all cores.
        device: ``cpu``, or ``cuda`` for an array on the GPU (extra ``cuda``).

    Returns:
        int64 (count, 36).

    Raises:
        SuitwiseError: a policy is unknown, a number is out of range, or there is no CUDA device.

    >>> deal_rounds(5, seed=7).shape
    (5, 36)
    """
    options = _deal_options(seed, first, ranks, landlords, policies)
    count = whole_input(count, "the rounds that are dealt in a call are", most=MOST_ROWS)
    if rows.is_gpu(device):
        return _dealt_on_gpu(count, options)
    rounds = np.empty((count, packed.COLUMNS), np.int64)
    rows.spread(deal_row, options, rounds, threads)
    return rounds


def _dealt_on_gpu(count: int, options: DealOptions) -> Rows:
    rounds = device_empty((count, packed.COLUMNS), np.int64)
    seed, first, ranks, landlords, rule_based = options
    grid(deal_row)((seed, first, device_copy(ranks), device_copy(landlords), rule_based), rounds)
    return rounds


def _deal_options(
    seed: int,
    first: int,
    ranks: int | Iterable[int],
    landlords: int | Iterable[int],
    policies: Policies,
) -> DealOptions:
    """Validate the options of a deal."""
    return (
        as_seed(seed),
        rows.as_first(first),
        rows.checked_values(ranks, len(RANKS) - 1, "a current rank is"),
        rows.checked_values(landlords, 3, "a seat is"),
        rows.rule_based_sides(policies),
    )


def step(rounds: Rows, plays: int = 1, *, policies: Policies = RANDOM, threads: int = 0) -> Rows:
    """Make ``plays`` plays in each round that is not over.

    Args:
        rounds: int64 (n, 36), as ``deal_rounds`` returns it; it is not changed.
        plays: the number of plays.
        policies: how sides 0 and 1 play.
        threads: the number of threads on the CPU; 0 for all cores.

    Returns:
        A new array int64 (n, 36), on the same device. On a GPU the main suit of a row that is no valid
        round is -1.

    Raises:
        IllegalPosition: the array is not one of rounds, or a row is no valid round.
        SuitwiseError: a policy is unknown, or a number is out of range.

    >>> rounds = step(deal_rounds(3, seed=7), 4)
    >>> bool((outcomes(rounds).cards % 4 == 0).all())
    True
    """
    before = _checked(rounds)
    after = device_copy(before.copy_to_host()) if on_device(before) else before.copy()
    count = whole_input(plays, "the plays are", most=packed.ALL_PLAYED)
    rows.spread(step_row, (count, rows.rule_based_sides(policies)), after, threads)
    if not on_device(after):
        _refuse_bad(after[:, packed.MAIN])
    return after


def outcomes(rounds: Rows, *, threads: int = 0) -> Outcomes:
    """Return the outcomes so far of rounds.

    Args:
        rounds: int64 (n, 36), as ``deal_rounds`` returns it.
        threads: the number of threads on the CPU; 0 for all cores.

    Raises:
        IllegalPosition: the array is not one of rounds, or a row is no valid round.

    >>> outcomes(deal_rounds(3, seed=7)).cards.tolist()
    [0, 0, 0]
    """
    checked = _checked(rounds)
    columns = rows.empty_on_same_device(checked, (len(checked), OUTCOME_COLUMNS), np.int32)
    rows.spread(outcome_row, checked, columns, threads)
    if on_device(checked):
        columns = columns.copy_to_host()
    _refuse_bad(columns[:, -1])
    return _outcomes(columns)


def _refuse_bad(column: NDArray[np.integer]) -> None:
    """Raise IllegalPosition for the first row that is marked ``BAD``."""
    bad_rows = np.flatnonzero(column == BAD)
    if bad_rows.size:
        raise IllegalPosition(f"row {bad_rows[0]} is no packed round")


def _outcomes(columns: NDArray[np.int32]) -> Outcomes:
    return Outcomes(
        points=columns[:, OUTCOME_POINTS],
        sides=columns[:, OUTCOME_SIDE],
        gains=columns[:, OUTCOME_GAINS : OUTCOME_GAINS + 2],
        cards=columns[:, OUTCOME_CARDS],
    )


def play_rounds(
    count: int,
    seed: int,
    policies: Policies = RANDOM,
    *,
    ranks: int | Iterable[int] = range(13),
    landlords: int | Iterable[int] = range(4),
    first: int = 0,
    threads: int = 0,
    device: str = "cpu",
) -> Outcomes:
    """Deal rounds and play them to their end.

    The cards dealt depend on the seed and the number of a round alone, so two calls that differ in
    ``policies`` play the same deals.

    Args:
        count: the number of rounds, at most 268,435,456.
        seed: 64-bit seed.
        policies: how sides 0 and 1 bid, bury and play: ``random`` or ``rules``.
        ranks: as for ``deal_rounds``.
        landlords: as for ``deal_rounds``.
        first: as for ``deal_rounds``.
        threads: as for ``deal_rounds``.
        device: as for ``deal_rounds``.

    Raises:
        SuitwiseError: a policy is unknown, a number is out of range, or there is no CUDA device.

    >>> play_rounds(4, seed=7).points.tolist()
    [175, 70, 115, 115]
    """
    count = whole_input(count, "the rounds that are dealt in a call are", most=MOST_ROWS)
    options = _deal_options(seed, first, ranks, landlords, policies)
    seed, first, all_ranks, all_landlords, rule_based = options
    step_options = packed.ALL_PLAYED, rule_based
    if rows.is_gpu(device):
        rounds = _dealt_on_gpu(count, options)
        grid(step_row)(step_options, rounds)
        return outcomes(rounds)

    def play(piece: range) -> NDArray[np.int32]:
        rounds = np.empty((len(piece), packed.COLUMNS), np.int64)
        columns = np.empty((len(piece), OUTCOME_COLUMNS), np.int32)
        deal_options = seed, first + piece.start, all_ranks, all_landlords, rule_based
        over_rows(deal_row)(deal_options, rounds, 0, len(piece))
        over_rows(step_row)(step_options, rounds, 0, len(piece))
        over_rows(outcome_row)(rounds, columns, 0, len(piece))
        return columns

    played = in_order(play, rows.row_ranges(count, PIECE), rows.cores(threads))
    # An empty array first: there may be no rounds at all.
    return _outcomes(np.concatenate([np.empty((0, OUTCOME_COLUMNS), np.int32), *played]))


def _checked(rounds: Rows) -> Rows:
    """Return a contiguous array of rounds, or raise IllegalPosition for its shape or type."""
    array = rows.as_array(rounds)
    if array.ndim != 2 or array.shape[1] != packed.COLUMNS or array.dtype != np.int64:
        raise IllegalPosition(
            f"rounds are an int64 array (n, {packed.COLUMNS}), not {array.dtype} {array.shape}"
        )
    return array if on_device(array) else np.ascontiguousarray(array)


# --- One round of a batch, play by play -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replay:
    """One round of a batch, play by play.

    Args:
        trump: the trump configuration.
        landlord: the landlord's seat.
        drawn: the cards dealt to seats 0 to 3, without the kitty.
        hands: their hands after the burial.
        kitty: the cards that the landlord buried.
        plays: the plays in order, each with its seat.
        points: the attackers' points at the end, with the kitty's.

    >>> game = replay(3, seed=7)
    >>> game.landlord, game.plays[0][0], [hand.size for hand in game.hands], game.kitty.size
    (3, 3, [25, 25, 25, 25], 8)
    >>> sum(pile.size for _, pile in game.plays)
    100
    """

    trump: Trump
    landlord: int
    drawn: Hands
    hands: tuple[Pile, ...]
    kitty: Pile
    plays: tuple[tuple[int, Pile], ...]
    points: int


def replay(
    number: int,
    seed: int,
    policies: Policies = RANDOM,
    *,
    ranks: int | Iterable[int] = range(13),
    landlords: int | Iterable[int] = range(4),
) -> Replay:
    """Return one round of ``play_rounds`` play by play, for people and tests to follow.

    Args:
        number: the number of the round, below 2**30.
        seed: as for ``play_rounds``.
        policies: as for ``play_rounds``.
        ranks: as for ``play_rounds``.
        landlords: as for ``play_rounds``.

    Raises:
        SuitwiseError: a policy is unknown, or a number is out of range.

    >>> game = replay(1, seed=7)
    >>> game.points, str(game.trump)
    (70, 'O3')
    """
    rounds = dealt = deal_rounds(
        1, seed, policies=policies, ranks=ranks, landlords=landlords, first=number, threads=1
    )
    plays = []
    while rounds[0, packed.PLAYED] < packed.ALL_PLAYED:
        # A record keeps only the plays of one trick: read each right after it is made.
        before, rounds = rounds[0], step(rounds, policies=policies, threads=1)
        plays.append((packed.turn_of(before), played_between(before, rounds[0])))
    points = int(rounds[0, packed.POINTS])
    return replace(replay_of(dealt[0], number, seed), plays=tuple(plays), points=points)


def replay_of(dealt: NDArray[np.int64], number: int, seed: int) -> Replay:
    """Return a round up to its first lead.

    Args:
        dealt: the record of the round, dealt and buried.
        number: the number of the round.
        seed: the seed of the cards.
    """
    return Replay(
        trump=Trump((SUITS + "O")[dealt[packed.MAIN]], RANKS[dealt[packed.RANK]]),
        landlord=int(dealt[packed.LANDLORD]),
        drawn=_dealt_hands(number, seed),
        hands=tuple(_pile(dealt, packed.HANDS + 2 * seat) for seat in range(4)),
        kitty=_pile(dealt, packed.BURIED),
        plays=(),
        points=0,
    )


def played_between(before: NDArray[np.int64], after: NDArray[np.int64]) -> Pile:
    """Return the cards of the play that led from a record to the next.

    A record keeps only the plays of one trick, and those of a full one until the next lead.
    """
    return _pile(after, packed.TABLE + 2 * int(before[packed.PLACED]))


def _dealt_hands(number: int, seed: int) -> Hands:
    """Return the cards that are dealt to seats 0 to 3 in a round, without the kitty."""
    record = [0] * packed.COLUMNS
    deal_cards(record, opened(as_seed(seed), 2 * number))
    return tuple(Pile(*pile_at(record, packed.HANDS + 2 * seat)) for seat in range(4))


def _pile(record: NDArray[np.int64], column: int) -> Pile:
    """Return the pile at a column of a record, with the true names of its cards."""
    main, cr, once, twice = map(int, record[[packed.MAIN, packed.RANK, column, column + 1]])
    return Pile(packed.named_back(once, main, cr), packed.named_back(twice, main, cr))


# --- From positions to records, and from replays to positions -------------------------------------
#
# A record does not remember past plays, so no position can be rebuilt from it. A replay has all plays.


def packed_round(state: TractorState) -> list[int]:
    """Return a position of the play as a record, with all hands.

    Its ``STREAM`` is 1; set it to continue with other random numbers.

    Args:
        state: the position.

    Raises:
        IllegalPosition: the position is not one of the play, its profile is not the standard one, or a
            throw is on the table, whose winner a record can't tell.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> packed_round(state)[packed.PLAYED], len(state.tricks[-1].plays)
    (5, 1)
    """
    _check_in_play(state)
    if not state.variant.is_classic or state.profile != STANDARD:
        raise IllegalPosition(f"a round of the house standard is packed, not of {state.profile}")
    if is_throw_led(state):
        raise IllegalPosition(f"{state.tricks[-1].plays[0]} is a throw, which is not packed")
    assert state.buried is not None
    record = _record_of(state, state.held, state.buried)
    record[packed.STREAM] = 1
    return record


def packed_for(state: TractorState, seat: int) -> list[int]:
    """Return a position of the play as a seat sees it: its own hand, and the kitty if it is landlord.

    Under every profile the cards, the points, the voids and the winner so far are right, even with a
    throw on the table. Honours and the columns of the lead follow the standard profile, under which all
    trumps join tractors. If a throw was led (``is_throw_led``), a reply with a higher honour than
    ``packed.BEST`` does not always win; ``tractor.rules.winning.winner_at_table`` decides.

    Args:
        state: the position.
        seat: the seat.

    Raises:
        IllegalPosition: the position is not one of the play.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> [packed_for(state, 2)[packed.HANDS + 2 * seat] != 0 for seat in range(4)]
    [False, False, True, False]
    """
    _check_in_play(state)
    hands = [hand if owner == seat else EMPTY for owner, hand in enumerate(state.held)]
    buried = state.buried if seat == state.current_landlord else None
    record = _record_of(state, hands, buried or EMPTY)
    table = state.tricks[-1]
    if table.plays:
        place = state.ruling(table).winner
        # ``put`` went by honours; the profile may have ruled otherwise.
        record[packed.WINNER] = (table.leader + place) % 4
        record[packed.BEST] = packed.honour_of_reply(
            record, *renamed_pile(state, table.plays[place])
        )
    return record


def is_throw_led(state: TractorState) -> bool:
    """Tell whether the lead on the table is a throw: more than one block, under the profile's rules.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> is_throw_led(state_of(replay(3, seed=7), plays=5))
    False
    """
    plays = state.tricks[-1].plays
    chain = state.profile.chain_mask(state.trump.main_index)
    return bool(plays) and len(parts_of(plays[0], state.trump, chain)) > 1


def _check_in_play(state: TractorState) -> None:
    if state.phase != "play":
        raise IllegalPosition(
            f"a round is packed while it is played, not in the phase {state.phase}"
        )


def _record_of(state: TractorState, held: Sequence[Pile], buried: Pile) -> list[int]:
    """Return the record of a position.

    Args:
        state: the position.
        held: the four hands without the cards on the table; empty for those that stay hidden.
        buried: the kitty; empty if it stays hidden.
    """
    record = [0] * packed.COLUMNS
    record[packed.MAIN], record[packed.RANK] = state.trump.main_index, state.trump.rank_index
    table = state.tricks[-1]
    record[packed.LANDLORD], record[packed.LEADER] = state.current_landlord, table.leader
    record[packed.POINTS] = state.taken
    record[packed.PLAYED] = sum(4 * trick.plays[0].size for trick in state.tricks[:-1])
    # Give the plays on the table back to the hands, for ``put`` takes them from there.
    hands = list(held)
    for ahead, play in enumerate(table.plays):
        seat = (table.leader + ahead) % 4
        hands[seat] = hands[seat].plus(play)
    for place, pile in enumerate((*hands, buried)):
        column = packed.HANDS + 2 * place
        record[column], record[column + 1] = renamed_pile(state, pile)
    for play in table.plays:
        put(record, *renamed_pile(state, play))
    # ``put`` has inferred voids, but under some profiles a seat need not follow suit.
    voids = (
        packed.renamed_partitions(partitions, record[packed.MAIN]) for partitions in state.voids
    )
    record[packed.LACKS] = sum(mask << packed.PARTITIONS * seat for seat, mask in enumerate(voids))
    return record


def renamed_pile(state: TractorState, pile: Pile) -> tuple[int, int]:
    """Return the masks ``once`` and ``twice`` of a pile, with its cards renamed (``packed``)."""
    main, cr = state.trump.main_index, state.trump.rank_index
    return renamed(pile.once, main, cr), renamed(pile.twice, main, cr)


def state_of(game: Replay, plays: int = 100, variant: Tractor | None = None) -> TractorState:
    """Return the position of a replayed round after a number of plays.

    A replay has no bids. The first seat that could have bid the main suit is assumed to have bid it.

    Args:
        game: the round.
        plays: the number of plays, at most all of the round.
        variant: the variant; one in which both sides have the level of the round if omitted.

    Raises:
        IllegalPosition: nobody could have bid the main suit.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> game = replay(3, seed=7)
    >>> state = state_of(game)
    >>> state.phase, state.points == game.points
    ('end', True)
    """
    if variant is None:
        both_levels = 2 * RANKS[game.trump.rank_index]  # one character for each side
        variant = Tractor(match="deal", levels=both_levels)
    # The bidding is over: since the last card, all four seats have been asked, and have passed.
    dealt = replace(
        replace(variant, landlord=game.landlord).start(),
        drawn=game.drawn,
        held=game.drawn,
        bids=(_possible_bid(game),),
        asked=4,
        silence=4,
    )
    state = after_bidding(dealt).after(Move(game.kitty))
    for _, pile in game.plays[:plays]:
        state = state.after(Move(pile))
    return state


def _possible_bid(game: Replay) -> Bid:
    """Return a bid that names the main suit of a round, by the first seat that could make it."""
    main, cr = game.trump.main_index, game.trump.rank_index
    for seat, hand in enumerate(game.drawn):
        for card in bits(biddable(hand.once, hand.twice, cr)):
            if main_of(card) == main:
                return Bid(seat, Card(card), 2 if main == NO_SUIT else 1)
    raise IllegalPosition(f"nobody could have bid {game.trump}")
