"""Arrays of rounds at the table: dealt, stepped in lockstep, scored; on all cores or a GPU.

A round is a row of 36 integers of 64 bits (``packed``). A side plays by ``random``, evenly among all
legal plays that are no throws, or by ``rules``, as a club player does (``policy``, ``estimates``).
A side that plays by ``rules`` differs from the player at the table (``players.rule_based``): each seat
bids once, with its whole hand, not while it draws, and never throws. The house is the ``standard``
profile. The same numbers come out on every machine, however many threads there are and however the
rounds are cut into calls; on a GPU a round is a thread.

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
from suitwise.foundation.arrays import compiled, rows
from suitwise.foundation.arrays.compiled import device_copy, item_at, lowest_bit, on_device, rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import Rows, in_order
from suitwise.seeds import as_seed
from suitwise.stepping.loop import drawn, opened
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.estimates import HAND_WEIGHTS, weighed_bid, weighed_burial
from suitwise.tractor.arrays.packed import (
    any_play,
    choose,
    form_in,
    is_sound,
    one_bit,
    put,
    renamed,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import Move, four
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY, NO_SUIT, Pile, Trump, bits, together, without
from suitwise.tractor.rules.levels import KITTY, NOTHING, Bid, bid_height, biddable, gains, main_of
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.state import TractorState, after_bidding

# --- Deal, play and score one row of an array of rounds (``batch``) -------------------------------
#
# Source: rules page §6; docs/tractor.md, At the table. Each function is a rule over a row: a loop
# over the rows on the processor, a thread for each row on a GPU. Round n is dealt from stream 2 n of
# its seed, and buried and played from stream 2 n + 1.

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
            at = packed.HANDS + 2 * hand
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
            once, twice = (
                item_at(record, packed.HANDS + 2 * seat),
                item_at(record, packed.HANDS + 2 * seat + 1),
            )
            bid = weighed_bid(once, twice, cr, height, weights[seat & 1])
            if bid >= 0:
                standing, holder, height = bid >> 2, seat, bid_height(bid >> 2, bid & 3)
    return -1 if standing < 0 else main_of(standing)


@rule
def mains_held(record: Any, cr: int) -> int:
    """Return the main suits that somebody could bid, five bits; 0 where all rank cards are buried."""
    cards = mains = 0
    for hand in range(packed.HANDS, packed.HANDS + 8, 2):
        cards |= biddable(item_at(record, hand), item_at(record, hand + 1), cr)
    while cards:
        mains |= 1 << main_of(lowest_bit(cards))
        cards &= cards - 1
    return mains


@rule
def begin_round(record: Any, landlord: int, main: int, cr: int) -> None:
    """Make a landlord and name the trump: from here on cards go by their names of a round."""
    for column in range(packed.HANDS, packed.BURIED + 2):
        record[column] = renamed(item_at(record, column), main, cr)
    record[packed.MAIN], record[packed.RANK] = main, cr
    record[packed.LANDLORD], record[packed.LEADER] = landlord, landlord


@rule
def take_up(record: Any) -> tuple[int, int]:
    """Let the landlord take up the kitty; return its hand with it."""
    hand = packed.HANDS + 2 * item_at(record, packed.LANDLORD)
    record[hand], record[hand + 1] = together(
        item_at(record, hand),
        item_at(record, hand + 1),
        item_at(record, packed.BURIED),
        item_at(record, packed.BURIED + 1),
    )
    return item_at(record, hand), item_at(record, hand + 1)


@rule
def put_down(record: Any, buried: int, buried_twice: int) -> None:
    """Let the landlord bury cards of its hand."""
    hand = packed.HANDS + 2 * item_at(record, packed.LANDLORD)
    record[hand], record[hand + 1] = without(
        item_at(record, hand), item_at(record, hand + 1), buried, buried_twice
    )
    record[packed.BURIED], record[packed.BURIED + 1] = buried, buried_twice


@rule
def bury(record: Any, rule_based: int, weights: Any) -> None:
    """Let the landlord take up the kitty and bury eight cards, by his side's weights."""
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
    """Deal a round, name its main suit and bury, up to its first lead.

    Where no rule-based seat bids, all that somebody could bid is equally likely.

    Args:
        record: the record; all of it is written.
        seed: 64 bits, as ``seeds.as_seed`` returns it.
        number: the number of the round.
        cr: the current rank 0..12.
        landlord: the landlord.
        rule_based: the sides with a rule-based policy, two bits.
        weights: by side, what it bids and buries by (``estimates.HAND_WEIGHTS``).
    """
    for column in range(packed.COLUMNS):
        record[column] = 0
    stream = deal_cards(record, opened(seed, 2 * number))
    main = bid_main(record, cr, landlord, rule_based, weights)
    if main < 0:
        mains = mains_held(record, cr)
        choice, stream = one_bit(mains if mains else ANY_SUIT, stream)
        main = lowest_bit(choice)
    begin_round(record, landlord, main, cr)
    record[packed.STREAM] = opened(seed, 2 * number + 1)
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
        record[packed.MAIN] = BAD
        return
    for _ in range(plays):
        if item_at(record, packed.PLAYED) < packed.ALL_PLAYED:
            play_one(record, rule_based)


@rule
def outcome_row(row: int, rounds: Any, outcomes: Any) -> None:
    """Write the outcome of a round, as far as it has come; ``BAD`` for a row that is no round."""
    record = rounds[row]
    if not is_sound(record):
        for column in range(OUTCOME):
            outcomes[row, column] = BAD
        return
    points, side = item_at(record, packed.POINTS), item_at(record, packed.LANDLORD) & 1
    declarers, attackers = gains(points)
    outcomes[row, 0], outcomes[row, 1] = points, side
    outcomes[row, 2 + side], outcomes[row, 3 - side] = declarers, attackers
    outcomes[row, 4] = item_at(record, packed.PLAYED)


# --- Arrays of rounds -----------------------------------------------------------------------------

Policies = tuple[str, str]
"""How seats 0 and 2 play, and how seats 1 and 3 do: ``random`` or ``rules``."""

Given: TypeAlias = "tuple[int, int, NDArray[np.int64], NDArray[np.int64], int]"
"""What ``deal_row`` takes: seed, first number, current ranks, landlords, rule-based sides."""

RANDOM: Policies = ("random", "random")
MOST_ROWS = 1 << 28
"""The most rounds dealt in a call."""
PIECE = 2_000
"""Rounds that a thread takes at a time: few enough to stay in the processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """The outcomes of rounds.

    Args:
        points: int32 (n,), the attackers' points, with the kitty's at the end.
        sides: int32 (n,), the landlord's side: 0 for seats 0 and 2, 1 for seats 1 and 3.
        gains: int32 (n, 2), the ranks that sides 0 and 1 gain.
        cards: int32 (n,), how many cards have been played; 100 at the end.

    >>> outcomes = play_rounds(2, seed=7)
    >>> outcomes.points.shape, outcomes.gains.shape
    ((2,), (2, 2))
    """

    points: NDArray[np.int32]
    sides: NDArray[np.int32]
    gains: NDArray[np.int32]
    cards: NDArray[np.int32]


# --- Rounds ---------------------------------------------------------------------------------------


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
    """Deal rounds, name their main suits, exchange their kitties; each is before its first lead.

    Args:
        count: how many rounds, at most 268,435,456.
        seed: 64-bit seed.
        policies: how sides 0 and 1 bid and bury; where nobody bids by ``rules``, all that somebody could
            bid is equally likely.
        ranks: the current rank, 0 for 2 up to 12 for A; several are taken in turn by the numbers of the
            rounds.
        landlords: the landlord's seat; several likewise.
        first: the number of the first round, below 2**30.
        threads: how many threads on the CPU; 0 for all cores.
        device: ``cpu``, or ``cuda`` for an array on the GPU (extra ``cuda``).

    Returns:
        int64 (count, 36).

    Raises:
        SuitwiseError: a policy is unknown, a number is out of range, or there is no CUDA device.

    >>> deal_rounds(5, seed=7).shape
    (5, 36)
    """
    given = _given(seed, first, ranks, landlords, policies)
    count = whole_input(count, MOST_ROWS, "the rounds that are dealt in a call are")
    if rows.is_gpu(device):
        return _dealt_there(count, given)
    rounds = np.empty((count, packed.COLUMNS), np.int64)
    rows.spread(deal_row, given, rounds, threads)
    return rounds


def _dealt_there(count: int, given: Given) -> Rows:
    """Return rounds dealt on the GPU."""
    rounds = compiled.device_empty((count, packed.COLUMNS), np.int64)
    seed, first, ranks, landlords, rule_based = given
    compiled.grid(deal_row)(
        (seed, first, device_copy(ranks), device_copy(landlords), rule_based), rounds
    )
    return rounds


def _given(
    seed: int,
    first: int,
    ranks: int | Iterable[int],
    landlords: int | Iterable[int],
    policies: Policies,
) -> Given:
    """Return what ``deal_row`` takes, checked."""
    return (
        as_seed(seed),
        rows.as_first(first),
        rows.cycle(ranks, len(RANKS) - 1, "a current rank is"),
        rows.cycle(landlords, 3, "a seat is"),
        rows.rule_based_sides(policies),
    )


def step(rounds: Rows, plays: int = 1, *, policies: Policies = RANDOM, threads: int = 0) -> Rows:
    """Make ``plays`` plays in each round that is not over.

    Args:
        rounds: int64 (n, 36), as ``deal_rounds`` returns it.
        plays: how many.
        policies: how sides 0 and 1 play.
        threads: how many threads on the CPU; 0 for all cores.

    Returns:
        int64 (n, 36), where the rounds lie; what was given stays as it is. On a GPU the main suit of a
        row that is no round is -1.

    Raises:
        IllegalPosition: the array is not one of rounds, or a row is no round.
        SuitwiseError: a policy is unknown, or a number is out of range.

    >>> rounds = step(deal_rounds(3, seed=7), 4)
    >>> bool((outcomes(rounds).cards % 4 == 0).all())
    True
    """
    before = _checked(rounds)
    after = device_copy(before.copy_to_host()) if on_device(before) else before.copy()
    given = (
        whole_input(plays, packed.ALL_PLAYED, "the plays are"),
        rows.rule_based_sides(policies),
    )
    rows.spread(step_row, given, after, threads)
    if not on_device(after):
        _refuse_bad(after[:, packed.MAIN])
    return after


def outcomes(rounds: Rows, *, threads: int = 0) -> Outcomes:
    """Return the outcomes of rounds, as far as they are played.

    Args:
        rounds: int64 (n, 36), as ``deal_rounds`` returns it.
        threads: how many threads on the CPU; 0 for all cores.

    Raises:
        IllegalPosition: the array is not one of rounds, or a row is no round.

    >>> outcomes(deal_rounds(3, seed=7)).cards.tolist()
    [0, 0, 0]
    """
    given = _checked(rounds)
    found = rows.beside(given, (len(given), OUTCOME), np.int32)
    rows.spread(outcome_row, given, found, threads)
    here = found.copy_to_host() if on_device(given) else found
    _refuse_bad(here[:, -1])
    return _outcomes(here)


def _refuse_bad(column: NDArray[np.integer]) -> None:
    """Refuse the first row that has been found to be no round."""
    for row in (column == BAD).nonzero()[0][:1]:
        raise IllegalPosition(f"row {row} is no packed round")


def _outcomes(found: NDArray[np.int32]) -> Outcomes:
    return Outcomes(found[:, 0], found[:, 1], found[:, 2:4], found[:, 4])


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
        count: how many rounds, at most 268,435,456.
        seed: 64-bit seed.
        policies: how sides 0 and 1 bid, bury and play: ``random`` or ``rules``.
        ranks: see ``deal_rounds``; likewise all that follow.
        landlords: see there.
        first: see there.
        threads: see there.
        device: see there.

    Raises:
        SuitwiseError: a policy is unknown, a number is out of range, or there is no CUDA device.

    >>> play_rounds(4, seed=7).points.tolist()
    [175, 70, 115, 115]
    """
    count = whole_input(count, MOST_ROWS, "the rounds that are dealt in a call are")
    given = _given(seed, first, ranks, landlords, policies)
    plays = packed.ALL_PLAYED, given[-1]
    if rows.is_gpu(device):
        rounds = _dealt_there(count, given)
        compiled.grid(step_row)(plays, rounds)
        return outcomes(rounds)

    def play(piece: range) -> NDArray[np.int32]:
        rounds = np.empty((len(piece), packed.COLUMNS), np.int64)
        found = np.empty((len(piece), OUTCOME), np.int32)
        compiled.over_rows(deal_row)(
            (given[0], given[1] + piece.start, *given[2:]), rounds, 0, len(piece)
        )
        compiled.over_rows(step_row)(plays, rounds, 0, len(piece))
        compiled.over_rows(outcome_row)(rounds, found, 0, len(piece))
        return found

    parts = list(in_order(play, rows.pieces(count, PIECE), rows.cores(threads)))
    return _outcomes(np.concatenate([np.empty((0, OUTCOME), np.int32), *parts]))


def _checked(rounds: Rows) -> Rows:
    """Return an array as the rules take it, or refuse its form."""
    given = rows.as_array(rounds)
    if given.ndim != 2 or given.shape[1] != packed.COLUMNS or given.dtype != np.int64:
        raise IllegalPosition(
            f"rounds are an int64 array (n, {packed.COLUMNS}), not {given.dtype} {given.shape}"
        )
    return given if on_device(given) else np.ascontiguousarray(given)


# --- One round of a batch, play by play, for people and tests to follow ---------------------------
#
# >>> game = replay(3, seed=7)
# >>> print(game.trump, game.landlord, game.points)
# D5 3 115


@dataclass(frozen=True, slots=True)
class Replay:
    """One round of a batch, play by play.

    Args:
        trump: the trump configuration.
        landlord: the landlord's seat.
        drawn: the cards that seats 0 to 3 have drawn, before the kitty is taken up.
        hands: their hands after the burial.
        kitty: the cards that the landlord has buried.
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
    drawn: tuple[Pile, Pile, Pile, Pile]
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
    """Return one round of ``play_rounds``, play by play, its cards by their true names.

    Args:
        number: the number of the round, below 2**30.
        seed: see ``play_rounds``; likewise all that follow.
        policies: see there.
        ranks: see there.
        landlords: see there.

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
        seat, column = packed.turn_of(rounds[0]), packed.TABLE + 2 * int(rounds[0, packed.PLACED])
        rounds = step(rounds, policies=policies, threads=1)
        plays.append((seat, _pile(rounds[0], column)))
    return Replay(
        trump=Trump((SUITS + "O")[dealt[0, packed.MAIN]], RANKS[dealt[0, packed.RANK]]),
        landlord=int(dealt[0, packed.LANDLORD]),
        drawn=_drawn(number, seed),
        hands=tuple(_pile(dealt[0], packed.HANDS + 2 * seat) for seat in range(4)),
        kitty=_pile(dealt[0], packed.BURIED),
        plays=tuple(plays),
        points=int(rounds[0, packed.POINTS]),
    )


def _drawn(number: int, seed: int) -> tuple[Pile, Pile, Pile, Pile]:
    """Return the cards that the seats draw in a round."""
    record = [0] * packed.COLUMNS
    deal_cards(record, opened(as_seed(seed), 2 * number))
    return four(Pile(*record[at : at + 2]) for at in range(packed.HANDS, packed.HANDS + 8, 2))


def _pile(record: NDArray[np.int64], column: int) -> Pile:
    """Return a pile of a record, by the true names of its cards."""
    main, cr = int(record[packed.MAIN]), int(record[packed.RANK])
    once, twice = int(record[column]), int(record[column + 1])
    return Pile(packed.named_back(once, main, cr), packed.named_back(twice, main, cr))


# --- Records of rounds and positions of the game, one from the other ------------------------------
#
# A record (``packed``) keeps no more of the past than the play needs, so a position is made
# from a whole replay of a round, a record from a position at any time of the play.


def packed_round(state: TractorState) -> list[int]:
    """Return the record of a deal that is being played, for rounds in which nobody throws.

    Its stream stands at 1: set ``STREAM`` to go on by other random numbers.

    Args:
        state: the position.

    Raises:
        IllegalPosition: nothing is buried yet, or all is played; the house is not the standard one, or
            a throw lies on the table. A record does not know who wins these.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> packed_round(state)[packed.PLAYED], len(state.tricks[-1].plays)
    (5, 1)
    """
    _refuse_unplayed(state)
    if state.profile != STANDARD:
        raise IllegalPosition(f"a round of the house standard is packed, not of {state.profile}")
    if is_throw_led(state):
        raise IllegalPosition(f"{state.tricks[-1].plays[0]} is a throw, which is not packed")
    assert state.buried is not None
    record = _filled(state, state.held, state.buried)
    record[packed.STREAM] = 1
    return record


def packed_for(state: TractorState, seat: int) -> list[int]:
    """Return the record of a deal as a seat sees it: no other hand, the kitty if it has buried it.

    True in every house, with a throw on the table too, are the cards, the points, which partitions seats
    are out of, and who wins the trick so far. Honours, and what the lead asks for, are those of houses
    where all trumps join tractors; and that a higher honour than ``BEST`` will win is true only where no
    throw is led (``is_throw_led``): who takes it over says ``winner_at_table``.

    Args:
        state: the position.
        seat: the seat.

    Raises:
        IllegalPosition: nothing is buried yet, or all is played.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> state = state_of(replay(3, seed=7), plays=5)
    >>> [packed_for(state, 2)[packed.HANDS + 2 * seat] != 0 for seat in range(4)]
    [False, False, True, False]
    """
    _refuse_unplayed(state)
    hands = [hand if owner == seat else EMPTY for owner, hand in enumerate(state.held)]
    buried = state.buried if seat == state.current_landlord else None
    record = _filled(state, hands, buried or EMPTY)
    table = state.tricks[-1]
    if table.plays:
        place = state.ruling(table).winner
        record[packed.WINNER] = (table.leader + place) % 4
        record[packed.BEST] = packed.honour_of_reply(record, *named(state, table.plays[place]))
    return record


def is_throw_led(state: TractorState) -> bool:
    """Tell whether a throw lies on the table: a lead of more than one block of the house.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> is_throw_led(state_of(replay(3, seed=7), plays=5))
    False
    """
    plays = state.tricks[-1].plays
    chain = state.profile.chain_mask(state.trump.main_index)
    return bool(plays) and len(parts_of(plays[0], state.trump, chain)) > 1


def _refuse_unplayed(state: TractorState) -> None:
    if state.phase != "play":
        raise IllegalPosition(
            f"a round is packed while it is played, not in the phase {state.phase}"
        )


def _filled(state: TractorState, held: Sequence[Pile], buried: Pile) -> list[int]:
    """Return a record with these hands and this kitty, each empty where it is not to be seen."""
    record = [0] * packed.COLUMNS
    record[packed.MAIN], record[packed.RANK] = state.trump.main_index, state.trump.rank_index
    table = state.tricks[-1]
    record[packed.LANDLORD], record[packed.LEADER] = state.current_landlord, table.leader
    record[packed.POINTS] = state.taken
    record[packed.PLAYED] = sum(4 * trick.plays[0].size for trick in state.tricks[:-1])
    hands = list(held)
    for ahead, play in enumerate(table.plays):  # ``put`` takes them from the hands
        seat = (table.leader + ahead) % 4
        hands[seat] = hands[seat].plus(play)
    for place, pile in enumerate((*hands, buried)):
        column = packed.HANDS + 2 * place
        record[column], record[column + 1] = named(state, pile)
    for play in table.plays:
        put(record, *named(state, play))
    # ``put`` takes it that a seat follows if it can, which not every house asks.
    lacks = (packed.renamed_partitions(lacking, record[packed.MAIN]) for lacking in state.voids)
    record[packed.LACKS] = sum(lack << packed.PARTITIONS * at for at, lack in enumerate(lacks))
    return record


def named(state: TractorState, pile: Pile) -> tuple[int, int]:
    """Return a pile by the names of a record."""
    main, cr = state.trump.main_index, state.trump.rank_index
    return renamed(pile.once, main, cr), renamed(pile.twice, main, cr)


def state_of(game: Replay, plays: int = 100) -> TractorState:
    """Return the position of a round after ``plays`` plays.

    The main suit is bid by the first seat that can; the round was dealt with the landlord given.

    Args:
        game: the round.
        plays: how many plays have been made; all of them where there are fewer.

    Raises:
        IllegalPosition: nobody could have bid the main suit.

    >>> from suitwise.tractor.arrays.batch import replay
    >>> game = replay(3, seed=7)
    >>> state = state_of(game)
    >>> state.phase, state.points == game.points
    ('end', True)
    """
    rank = RANKS[game.trump.rank_index]
    variant = Tractor(match="deal", levels=rank * 2, landlord=game.landlord)
    dealt = replace(
        variant.start(), drawn=game.drawn, held=game.drawn, bids=(_bid(game),), asked=4, silence=4
    )
    state = after_bidding(dealt).after(Move(game.kitty))
    for _, pile in game.plays[:plays]:
        state = state.after(Move(pile))
    return state


def _bid(game: Replay) -> Bid:
    """Return a bid of the main suit."""
    main, cr = game.trump.main_index, game.trump.rank_index
    for seat, hand in enumerate(game.drawn):
        for card in bits(biddable(hand.once, hand.twice, cr)):
            if main_of(card) == main:
                return Bid(seat, Card(card), 2 if main == NO_SUIT else 1)
    raise IllegalPosition(f"nobody could have bid {game.trump}")
