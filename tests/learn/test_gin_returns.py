"""What gin rummy's trained player learnt from: its own inputs, and deals played to their end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from learn import gin_returns
from learn.gin_policy import (
    NOTHING,
    TRAINED,
    chosen_move,
    move_of,
    quick_move,
    sure_move,
    write_sight,
)
from learn.gin_returns import (
    KEPT,
    LIKELY,
    NONE,
    UNTRAINED,
    begin,
    deal_row,
    explore_row,
    habit_drawn,
    return_of,
    room,
    seen_row,
    write_tried,
)
from suitwise.foundation.arrays.networks import Network
from suitwise.rummy.gin import arrays
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players import net as player
from suitwise.rummy.gin.players.evaluation import KNOCK_AT_ONCE, KNOCK_EARLY, WAIT_FOR_GIN
from suitwise.rummy.gin.players.net import INPUTS, KNOCK, MOST_OPTIONS, VIEW_COLUMNS, encode_turn
from suitwise.rummy.gin.rules.deadwood import cards_of
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.state import GinState

OPTIONS = np.array(arrays.options_of(Gin()), np.int64)
RANDOM = np.random.default_rng(1)
Record = NDArray[np.int64]


def dealt(number: int) -> tuple[Record, GinState]:
    """Return a deal before its first turn, as a record and as a position."""
    record = np.zeros(arrays.COLUMNS, np.int64)
    begin(record, OPTIONS, 5, number)
    hands = [list(cards_of(int(record[arrays.HANDS + seat]))) for seat in (0, 1)]
    state = Gin().start()
    for pair in zip(*hands, strict=True):
        for card in pair:
            state = state.after(GinMove("card", card))
    return record, state.after(GinMove("card", next(cards_of(int(record[arrays.TOP])))))


def turns(deals: int) -> Iterator[tuple[Record, GinState]]:
    """Yield the turns of deals in which now and then something is done at random."""
    for number in range(deals):
        record, state = dealt(number)
        while record[arrays.PHASE] < arrays.KNOCKED:
            yield record, state
            habit = KNOCK_EARLY if RANDOM.integers(3) else WAIT_FOR_GIN
            move = GinMove.numbered(quick_move(record, OPTIONS, habit))
            stock = record[arrays.HANDS : arrays.HANDS + 2].copy()
            arrays.act(record, OPTIONS, move.number)
            state = state.after(move)
            if state.turn < 0 and not state.is_dealt_out:
                (card,) = cards_of(int((record[arrays.HANDS : arrays.HANDS + 2] & ~stock).sum()))
                state = state.after(GinMove("card", card))


def small_network() -> Network:
    shapes = (INPUTS, 5), (5,), (5, 3), (3,), (3,)
    return Network(*(RANDOM.integers(-9, 10, shape).astype(np.float64) for shape in shapes))


def test_a_record_shows_the_networks_what_the_player_shows_them() -> None:
    for record, state in turns(4):
        sight = np.zeros(VIEW_COLUMNS, np.int64)
        write_sight(record, OPTIONS, sight)
        assert sight.tolist() == player.view_of(state).tolist()


def test_the_policy_that_was_trained_decides_as_the_player_does() -> None:
    nets = {"discarding": small_network(), "drawing": small_network()}
    kinds = set()
    for record, state in turns(2):
        given = (*nets["discarding"], *nets["drawing"])
        chosen = GinMove.numbered(chosen_move(record, OPTIONS, given, room()))
        asked, sure = player.question_in(state), player.sure_move(state)
        assert (sure_move(record) == NOTHING) == (sure is None)
        best = asked.options[nets[asked.network].best(asked.turn, asked.seen)]
        assert chosen == (sure or best)
        kinds.add(chosen.kind)
    assert {"card", "stock"} <= kinds


def test_habits_are_drawn_by_their_shares() -> None:
    drawn: list[int] = []
    stream = 12345678901
    for _ in range(400):
        habit, stream = habit_drawn(stream)
        drawn.append(habit)
    counts = [drawn.count(habit) for habit in (KNOCK_AT_ONCE, KNOCK_EARLY, WAIT_FOR_GIN)]
    assert sum(counts) == 400
    assert all(abs(count - share) < 45 for count, share in zip(counts, (200, 120, 80), strict=True))


def tried(number: int, orders: int, learns: bool, nets: Any) -> list[Any]:
    """Return the sights of a deal's turns and the returns of their options."""
    sights = np.zeros((1, KEPT, VIEW_COLUMNS), np.int64)
    returns = np.full((1, KEPT, MOST_OPTIONS), NONE, np.int64)
    records = [np.zeros(arrays.COLUMNS, np.int64) for _ in range(2)]
    given = (OPTIONS, 3, number, orders, learns, nets)
    explore_row(0, given, (sights, returns, *records, room(), room()))
    return [sights, returns]


def test_the_options_of_turns_are_tried_and_the_same_seed_tries_the_same() -> None:
    (sights, returns), again = (tried(7, 2, False, (UNTRAINED, UNTRAINED)) for _ in range(2))
    assert (sights == again[0]).all()
    assert (returns == again[1]).all()
    kept = [at for at in range(KEPT) if returns[0, at, 0] > NONE]
    assert kept
    for at in kept:
        number = encode_turn(sights[0, at], *room()[1:4])
        assert (returns[0, at] > NONE).sum() == number


@pytest.fixture
def short_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks that have learnt nothing exchange cards for ever: such deals are cut off early."""
    monkeypatch.setattr(gin_returns, "LONGEST", 16)


@pytest.mark.usefixtures("short_deals")
def test_a_learner_tries_its_likeliest_options_and_one_more_at_its_own_turns_alone() -> None:
    nets = tuple((*small_network(), *small_network()) for _ in range(2))
    dealers = set()
    for number in (8, 9):
        sights, returns = tried(number, 1, True, nets)
        kept = [at for at in range(KEPT) if (returns[0, at] > NONE).any()]
        assert kept
        for at in kept:
            options = encode_turn(sights[0, at], *room()[1:4])
            assert min(options, LIKELY) <= (returns[0, at] > NONE).sum() <= LIKELY + 1
        dealers.add(tuple({int(sights[0, at, player.IS_DEALER]) for at in kept}))
    assert dealers == {(0,), (1,)}


def test_the_options_that_a_learner_tries_are_those_that_its_networks_find_best() -> None:
    nets = (*small_network(), *small_network())
    record, _ = next(pair for pair in turns(1) if pair[0][arrays.PHASE] == arrays.DISCARD)
    returns, there = np.full(MOST_OPTIONS, NONE), room()
    number = write_tried(record, OPTIONS, nets, there, True, 0, returns)
    worths = there[5][:number].tolist()
    likely = {
        place for place in range(number) if sum(one > worths[place] for one in worths) < LIKELY
    }
    assert {place for place in range(number) if returns[place] > NONE} == {0, *likely}
    assert len(likely) < number - 1


@pytest.mark.usefixtures("short_deals")
def test_an_option_that_was_not_tried_is_not_learnt_from() -> None:
    sights, returns = (
        one[0] for one in tried(8, 1, True, 2 * ((*small_network(), *small_network()),))
    )
    at = next(at for at in range(KEPT) if LIKELY < (returns[at] > NONE).sum() < MOST_OPTIONS)
    count = int((returns[at] > NONE).sum())
    shapes = (1, player.TURN_INPUTS), (count, INPUTS - player.TURN_INPUTS), (count,), (count,)
    seen = [np.zeros(shape) for shape in shapes]
    seen_row(0, (sights[at : at + 1], returns[at : at + 1], [0]), (*seen, *room()[1:4]))
    assert seen[2].tolist() == [one for one in returns[at] if one > NONE]
    assert seen[1].any(axis=1).all()


def test_a_player_gains_nothing_over_itself_and_the_mirror_turns_the_sign() -> None:
    """Networks that have learnt nothing exchange cards for ever, and lose to those of the package."""
    trained = player.networks()
    nets = [
        (*trained["discarding"], *trained["drawing"]),
        (*small_network(), *small_network()),
    ]

    def gain(one: Any, other: Any) -> int:
        points = np.zeros(1, np.int64)
        place = points, np.zeros(arrays.COLUMNS, np.int64), room()
        deal_row(0, (OPTIONS, 3, 2, (one, other), TRAINED), place)
        return int(points[0])

    assert gain(nets[0], nets[0]) == 0
    assert gain(*nets) == -gain(*reversed(nets)) > 0


def test_a_knock_is_worth_what_it_scores() -> None:
    knocked = 0
    for record, state in turns(6):
        knocks = [move for move in state.moves() if move.kind == "knock"]
        if knocks:
            trial = record.copy()
            seat = int(trial[arrays.MOVER])
            arrays.act(trial, OPTIONS, move_of(trial, KNOCK))
            best = max(state.after(move).returns()[seat] for move in knocks)
            given = OPTIONS, seat, KNOCK_EARLY, KNOCK_EARLY, (UNTRAINED, UNTRAINED), room()
            assert return_of(trial, *given) == best
            assert abs(int(trial[arrays.SCORE])) == abs(best)
            knocked += 1
    assert knocked
