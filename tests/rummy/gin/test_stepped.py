"""Gin rummy stepped in arrays: the game itself, move by move, and nothing that a seat may not see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.errors import SuitwiseError
from suitwise.fields import width
from suitwise.foundation.arrays.compiled import machine
from suitwise.game import Chooser
from suitwise.rummy.gin.arrays import (
    COLUMNS,
    GREEDY,
    HANDS,
    KNOCK_CARDS,
    MOVER,
    RULES,
    SCORE,
    TOP,
    act,
    allow,
    batch_of,
    begin_deal,
    deal,
    give,
    is_legal,
    observe,
    options_of,
    outcome,
    play_other,
    policy_move,
    stock_of,
    turn,
)
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.rule_based import GinPlayer, GreedyGinPlayer
from suitwise.rummy.gin.rules.deadwood import PACK, bits_of, card_at, cards_of
from suitwise.rummy.gin.rules.house import PLAIN_ACES
from suitwise.rummy.gin.rules.moves import BIG, STOCK_NUMBER, GinMove
from suitwise.rummy.gin.state import GinState
from suitwise.stepping.loop import ILLEGAL, NOBODY, OVER, RANDOM, STREAM, opened
from suitwise.stepping.steps import Steps
from tests.stepped import PlainSteps, digest_in_simulator, digest_of

QUICK = Gin(knock=60, big=31)
"""A variant in which random play soon knocks."""
SHOWY = Gin(knock=90, gin=20, undercut=10, big=1)
IDLE = Gin(idle=2)
"""A variant in which most deals are void."""
CLUB = Gin(
    knock=60,
    big=31,
    spades=2,
    cards=7,
    ace="corner",
    ace_points=15,
    gin_layoff=True,
    tie="knocker",
)
OKLAHOMA = Gin(oklahoma=True, ace_upcard="1", ace="both")
VARIANTS = (Gin(), QUICK, SHOWY, IDLE, CLUB)
ENDS = {
    Gin(): {"knock", "gin", "wall"},
    QUICK: {"knock"},
    SHOWY: {"knock"},
    IDLE: {"wall"},
    Gin(knock=0, big=31): {"gin", "big", "wall"},
    CLUB: {"knock"},
    OKLAHOMA: {"knock", "gin"},
}
"""How deals are seen to end that the greedy player plays, now and then at random."""


def dealt(record: NDArray[np.int64], variant: Gin) -> GinState:
    """Return the position of a record that has just been dealt, card by card."""
    state = variant.start()
    one, other = (cards_of(int(record[HANDS + seat])) for seat in (0, 1))
    for pair in zip(one, other, strict=True):
        for card in pair:
            state = state.after(GinMove("card", card))
    (upcard,) = cards_of(int(record[TOP]))
    return state.after(GinMove("card", upcard))


def followed(state: GinState, action: int, record: NDArray[np.int64]) -> GinState:
    """Return the position after an action, and after the card of the stock that the record shows."""
    after = state.after(GinMove.numbered(action))
    if after.phase != "stock":
        return after
    (gained,) = cards_of(int(record[HANDS + after.seat]) & ~after.hands[after.seat])
    return after.after(GinMove("card", gained))


def course(
    variant: Gin, number: int, astray: float
) -> Iterator[tuple[NDArray[np.int64], GinState]]:
    """Yield a record and its position from the deal to the end.

    Both seats play as the greedy player does, but for so many moves at random.
    """
    options, rng = np.array(options_of(variant)), np.random.default_rng(number)
    record = columns({STREAM: opened(6, 2 * number + 1)})
    machine(deal)(record, options, 6, number)
    state = dealt(record, variant)
    yield record, state
    while state.turn >= 0:
        action = int(machine(policy_move)(record, options, GREEDY))
        if rng.random() < astray:
            action = int(rng.choice(numbers_of(state)))
        machine(act)(record, options, action)
        state = followed(state, action, record)
        yield record, state


def numbers_of(state: GinState) -> list[int]:
    return sorted(move.number for move in state.moves())


def chosen(masks: NDArray[np.int8], rng: np.random.Generator, keen: bool) -> NDArray[np.int64]:
    """Return a legal action of each row at random; keen ones end the deal where they can."""
    tickets = rng.random(masks.shape) * masks
    if keen:
        tickets[:, 55:] *= 100
    actions: NDArray[np.int64] = tickets.argmax(axis=1)
    return actions


def columns(values: dict[int, int]) -> NDArray[np.int64]:
    """Return a record of which some columns are given."""
    record = np.zeros(COLUMNS, np.int64)
    for column, value in values.items():
        record[column] = value
    return record


def some_records(variant: Gin, moves: int) -> NDArray[np.int64]:
    """Return records of deals under way."""
    steps = Steps(batch_of(variant), 20, seed=5, others="self")
    rng = np.random.default_rng(1)
    for _ in range(moves):
        steps.step(chosen(steps.masks, rng, keen=False))
    return steps.records


# --- The game -------------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("keen", [False, True], ids=["patient", "keen"])
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_row_is_a_deal_that_the_game_replays(
    variant: Gin, keen: bool, exhaustive: bool
) -> None:
    """Play by default 12 rows, where machine code has to be compiled for the aces 2 in plain Python."""
    count, turns = (60, 600) if exhaustive else (12, 150)
    kind = Steps
    if variant.aces != PLAIN_ACES and not exhaustive:
        kind, count = PlainSteps, 2
    steps = kind(batch_of(variant), count, seed=8, others="self", autoreset="same")
    states = [dealt(record, variant) for record in steps.records]
    rng = np.random.default_rng(2)
    ends: Counter[str] = Counter()
    for _ in range(turns):
        for row, state in enumerate(states):
            assert steps.seats[row] == state.turn
            assert np.flatnonzero(steps.masks[row]).tolist() == numbers_of(state)
            assert np.array_equal(steps.observations[row], state.observe(state.turn))
        actions = chosen(steps.masks, rng, keen)
        seats = steps.seats.copy()
        steps.step(actions)
        for row, record in enumerate(steps.records):
            states[row] = state = followed(states[row], int(actions[row]), record)
            assert (steps.ended[row] == OVER) == (state.turn < 0)
            if state.turn < 0:
                ends[state.phase] += 1
                assert steps.rewards[row] == state.returns()[seats[row]]
                assert steps.returns[row].tolist() == list(state.returns())
                assert np.array_equal(steps.last[row], state.observe(int(seats[row])))
                states[row] = dealt(record, variant)
    assert ends["wall" if variant in (Gin(), IDLE) else "knock"]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("variant", "ends"), ENDS.items(), ids=[*map(str, range(len(ENDS)))])
def test_both_seats_see_at_every_turn_what_the_game_lets_them_see(
    variant: Gin, ends: set[str], exhaustive: bool
) -> None:
    """20 deals, which end in all ways that are named; in full 400."""
    options = np.array(options_of(variant))
    met = set()
    for number in range(400) if exhaustive else (*range(4), *range(80, 96)):
        for record, state in course(variant, number, astray=0.15):
            for seat in (0, 1):
                seen = np.zeros(width(variant.observation_fields()), np.float32)
                machine(observe)(record, options, seat, seen)
                assert np.array_equal(seen, state.observe(seat))
                over = state.turn < 0
                assert machine(outcome)(record, options, seat) == state.returns()[seat] * over
            assert machine(turn)(record, options) == state.turn
        met.add(state.phase)
    assert met >= ends


# --- What may be done -------------------------------------------------------------------------------


def test_no_number_is_legal_but_those_of_the_mask() -> None:
    numbers = [*range(-3, BIG + 4), 2**40, -(2**40), 2**63 - 1, -(2**63)]
    asked: Counter[Gin] = Counter()
    for variant in VARIANTS:
        options = np.array(options_of(variant))
        kind = (
            Steps if variant.aces == PLAIN_ACES else PlainSteps
        )  # others would be compiled for this
        steps = kind(batch_of(variant), len(numbers), seed=5, others="self", autoreset="none")
        for record in [*some_records(variant, 40), *some_records(variant, 1)]:
            allowed = np.zeros(BIG + 1, np.int8)
            allow(record, options, allowed)
            legal = np.flatnonzero(allowed).tolist()
            assert [number for number in numbers if is_legal(record, options, number)] == legal
            if not legal:
                assert turn(record, options) == NOBODY
                continue
            steps.records[:] = record
            steps.step(np.array(numbers))
            taken = zip(numbers, steps.ended, strict=True)
            assert [number for number, ended in taken if ended != ILLEGAL] == legal
            asked[variant] += 1
    assert min(asked[variant] for variant in VARIANTS) > 20


def test_nothing_is_legal_when_the_deal_is_over() -> None:
    options = np.array(options_of(SHOWY))
    for record in some_records(SHOWY, 2):
        while turn(record, options) != NOBODY:
            play_other(record, options, GREEDY)
        assert not any(is_legal(record, options, number) for number in range(BIG + 1))
        allowed = np.zeros(BIG + 1, np.int8)
        allow(record, options, allowed)
        assert not allowed.any()


# --- What a seat may not see ------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("variant", ENDS, ids=str)
def test_a_seat_sees_the_same_whatever_the_other_hides(variant: Gin, exhaustive: bool) -> None:
    options, rng = np.array(options_of(variant)), np.random.default_rng(3)
    changed = 0
    for number in range(40 if exhaustive else 20):
        for record, state in course(variant, number, astray=0.5):
            for seat in (0, 1):
                hidden = [*cards_of(state.hidden(seat))]
                unseen = rng.permutation([*hidden, *cards_of(state.stock)])[: len(hidden)]
                world = record.copy()
                world[HANDS + 1 - seat] &= ~bits_of(hidden)
                world[HANDS + 1 - seat] |= bits_of(map(int, unseen))
                changed += not np.array_equal(world, record)
                seen = np.zeros((2, width(variant.observation_fields())), np.float32)
                for each, row in zip(seen, (record, world), strict=True):
                    machine(observe)(row, options, seat, each)
                assert np.array_equal(*seen)
    assert changed > 100


# --- The other seat ---------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("policy", "player"),
    [(GREEDY, GreedyGinPlayer()), (RULES, GinPlayer())],
    ids=["greedy", "rules"],
)
def test_a_seat_that_moves_by_a_policy_is_the_player_of_its_name(
    policy: int, player: Chooser, exhaustive: bool
) -> None:
    moves: Counter[str] = Counter()
    for variant in ENDS:
        for number in range(400 if exhaustive else 20):
            for record, state in course(variant, number, astray=0.2):
                if state.turn >= 0:
                    move = player(state)
                    moves[move.kind] += 1
                    assert policy_makes(policy, move.number, record, variant)
    assert set(moves) == {"stock", "pile", "pass", "card", "knock", "big"}


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("S3 S4 S5 S6 H2 D2 C2 D7 D8 D9 DT", "knock:DT"),
        ("S7 S8 S9 ST H2 D2 C2 D3 D4 D5 D6", "knock:ST"),
        ("S3 S4 S5 S6 H7 D7 C7 H2 D4 CJ SQ", "SQ"),
        ("S3 S4 S5 S6 H7 D7 C7 D4 CJ CQ HK", "HK"),
    ],
)
def test_of_cards_that_leave_as_little_the_greedy_policy_discards_the_dearest(
    hand: str, move: str
) -> None:
    """It goes by the greedy player there, too; and of cards as dear it takes the first."""
    mine = bits_of(GinMove.parse(card).card for card in hand.split())
    other = bits_of([card for card in range(52) if not bits_of([card]) & mine][:10])
    last = mine & -mine
    record = columns({})
    begin_deal(record, mine & ~last, other, 1 << 60)
    give(record, np.array(options_of(Gin())), last)
    state = GinState(Gin(), "discard", 0, 1, (mine, other), ((card_at(60), -1),))
    assert (
        policy_move(record, options_of(Gin()), GREEDY)
        == GreedyGinPlayer()(state).number
        == GinMove.parse(move).number
    )


def policy_makes(policy: int, move: int, record: NDArray[np.int64], variant: Gin) -> bool:
    """Tell whether a policy makes the move of a number, and nothing more comes of it."""
    options = np.array(options_of(variant))
    one, other = record.copy(), record.copy()
    machine(play_other)(one, options, policy)
    machine(act)(other, options, move)
    return np.array_equal(one, other)


def test_a_seat_that_moves_at_random_makes_each_legal_move_as_often() -> None:
    options = np.array(options_of(SHOWY))
    record = next(
        record
        for moves in range(2, 30)
        for record in some_records(SHOWY, moves)
        if count(record[KNOCK_CARDS]) > 5 and turn(record, options) >= 0
    )
    allowed = np.zeros(BIG + 1, np.int8)
    allow(record, options, allowed)
    tops: Counter[tuple[int, ...]] = Counter()
    games = 6000
    for stream in range(games):
        after = record.copy()
        after[STREAM] = opened(9, stream)
        machine(play_other)(after, options, RANDOM)
        tops[int(after[TOP]), int(after[SCORE])] += 1
    assert sum(tops.values()) == games
    assert len(tops) == allowed.sum()
    assert even(list(tops.values()), games)


def count(bits: Any) -> int:
    return int(bits).bit_count()


def even(counts: list[int], games: int) -> bool:
    """Tell whether counts are those of equally likely outcomes, by a chi-squared of few in a million."""
    mean = games / len(counts)
    chi = sum((n - mean) ** 2 / mean for n in counts)
    freedom = len(counts) - 1
    return chi < freedom + 5 * sqrt(2 * freedom)


# --- Chance ---------------------------------------------------------------------------------------


def test_every_card_is_dealt_to_each_hand_and_turned_up_equally_often() -> None:
    steps = Steps(batch_of(Gin()), 20_000, seed=12)
    places = [steps.records[:, column] for column in (HANDS, HANDS + 1, TOP)]
    for cards, each in zip(places, (10, 10, 1), strict=True):
        dealt_so = [int((cards >> bit & 1).sum()) for bit in range(64) if PACK >> bit & 1]
        assert sum(dealt_so) == 20_000 * each
        assert even(dealt_so, sum(dealt_so))
    together = (steps.records[:, HANDS] & steps.records[:, HANDS + 1]) | (
        (steps.records[:, HANDS] | steps.records[:, HANDS + 1]) & steps.records[:, TOP]
    )
    assert not together.any()


def test_every_card_of_the_stock_is_drawn_equally_often() -> None:
    options = np.array(options_of(Gin()))
    record = next(
        record for record in some_records(Gin(), 30) if is_legal(record, options, STOCK_NUMBER)
    )
    hand = int(record[HANDS + record[MOVER]])
    stock = int(stock_of(record))
    drawn: Counter[int] = Counter()
    for stream in range(8000):
        after = record.copy()
        after[STREAM] = opened(10, stream)
        machine(act)(after, options, STOCK_NUMBER)
        drawn[int(after[HANDS + record[MOVER]]) & ~hand] += 1
    assert sorted(drawn) == [1 << bit for bit in range(64) if stock >> bit & 1]
    assert even(list(drawn.values()), 8000)


# --- Faces, and what is refused ---------------------------------------------------------------------


@pytest.mark.parametrize("others", ["random", "greedy", "self"])
def test_plain_python_and_a_gpu_step_alike(others: str) -> None:
    sizes: dict[str, Any] = {"count": 6, "turns": 40, "others": others}
    compiled = digest_of(batch_of(SHOWY), "machine", **sizes)
    assert digest_of(batch_of(SHOWY), "python", **sizes) == compiled
    where = (
        "from suitwise.rummy.gin.game import Gin; "
        "from suitwise.rummy.gin.arrays import batch_of; "
        "batch_of(Gin(knock=90, gin=20, undercut=10, big=1))"
    )
    assert digest_in_simulator(where, **sizes) == compiled


@pytest.mark.parametrize("variant", [Gin(to=100), Gin(declare=True), Gin(layoff="ask")])
def test_matches_and_named_melds_and_lay_offs_are_refused(variant: Gin) -> None:
    with pytest.raises(
        SuitwiseError,
        match=r"single deals are played, without declared melds: to=0|the best lay-offs are made",
    ):
        batch_of(variant)
