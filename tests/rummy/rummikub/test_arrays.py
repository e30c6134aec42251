"""Rummikub in arrays against the objects: every mask, every step, every observation, every score."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.errors import SuitwiseError
from suitwise.rummy.rummikub.arrays.record import (
    COLUMNS,
    LEGAL,
    POOL,
    RACKS,
    write_state,
)
from suitwise.rummy.rummikub.arrays.stepped import batch_of
from suitwise.rummy.rummikub.arrays.tiles import MULTISET, TWICE
from suitwise.rummy.rummikub.game import Rummikub
from suitwise.rummy.rummikub.moves import DRAW_NUMBER, NUMBERED, TILE_MOVES, numbered_move
from suitwise.rummy.rummikub.rules.tiles import SIZE, Tiles, counts_of
from suitwise.rummy.rummikub.state import RummikubState
from suitwise.stepping.device import DeviceSteps
from suitwise.stepping.loop import HEAD, OVER, STREAM, opened
from suitwise.stepping.noted import is_noted, note
from suitwise.stepping.steps import Steps
from tests.rummy.rows import Row
from tests.rummy.rummikub.positions import position
from tests.stepped import digest_of

Record = NDArray[np.int64]

HOUSES: dict[str, dict[str, Any]] = {
    "usual, two seats": {},
    "usual, three seats": {"seats": 3},
    "usual, four seats": {"seats": 4, "pool": "stop"},
    "both tiles free a joker": {"group_joker": "both", "match": "wins"},
    "free jokers": {"joker": "free", "seats": 3},
    "locked jokers": {"joker": "locked"},
    "locked jokers, both tiles": {"joker": "locked", "group_joker": "both", "seats": 4},
    "first sets apart": {"same": False},
    "first sets apart, free jokers, three seats": {"same": False, "joker": "free", "seats": 3},
    "first sets apart, locked jokers": {"same": False, "joker": "locked", "opening": 20},
    "any opening": {"opening": 0, "seats": 2},
    "any opening, apart": {"opening": 0, "same": False},
    "high opening": {"opening": 60, "seats": 2},
}
"""The houses that are compared, with names."""


def house(name: str) -> Rummikub:
    return Rummikub(**HOUSES[name], staged=True)


def record_of(state: RummikubState) -> Record:
    record = np.zeros(COLUMNS, np.int64)
    write_state(record, state)
    return record


def legal_in(record: Record) -> list[int]:
    """Return the actions that a record notes as legal."""
    return [number for number in range(NUMBERED) if is_noted(record, LEGAL, number)]


def numbers_of(state: RummikubState) -> list[int]:
    return sorted(move.number for move in state.moves())


def told(record: Record) -> list[int]:
    """Return what a record tells of its position, the legal moves left out."""
    return [int(one) for one in record[HEAD:LEGAL]]


def chooser(rng: Random) -> Any:
    """Return a chooser that is more or less eager to lay tiles."""
    eager = rng.choice((0.2, 0.6, 0.99))

    def choose(moves: list[int]) -> int:
        laying = [one for one in moves if numbered_move(one).kind not in ("draw", "pass")]
        return rng.choice(laying if laying and rng.random() < eager else moves)

    return choose


def row_of(variant: Rummikub, **options: bool) -> Row:
    return Row(batch_of(variant), LEGAL, **options)


def compared(
    row: Row, state: RummikubState, seed: int, kinds: Counter[str], most: int = 10_000
) -> None:
    """Play a deal on by the objects, and hold every step and every mask of the record against it."""
    choose = chooser(Random(seed))
    legal = numbers_of(state)
    while state.turn >= 0 and most > 0:
        most -= 1
        number = choose(legal)
        kinds[numbered_move(number).kind] += 1
        record = row.after(record_of(state), legal, number)
        state = followed(state, number, record)
        legal = numbers_of(state) if state.turn >= 0 else []
        assert told(record) == told(record_of(state)), str(state)
        assert legal_in(record) == legal, str(state)
    kinds[state.phase] += 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", HOUSES)
def test_every_mask_and_every_step_is_that_of_the_objects(name: str, exhaustive: bool) -> None:
    kinds: Counter[str] = Counter()
    variant = house(name)
    row = row_of(variant)
    for seed in range(40 if exhaustive else 2):
        compared(row, dealt(row.dealt(seed), variant), seed, kinds)
    assert {"draw", "tile", "done", "end"} <= set(kinds)


# --- Tables with jokers -----------------------------------------------------------------------------


def about_to_draw(variant: Rummikub, rng: Random, opened: bool) -> RummikubState:
    """Return a position before a draw after which seat 0 has many jokers on the table or on its rack."""
    tiles, rack = rng.choice((6, 12, 20, 30, 45)), rng.choice((3, 8, 14, 18))
    table, held = position(rng, tiles, rack, rng.choice((0.1, 0.5, 0.9)))
    left = [2 - on - mine for on, mine in zip(table.counts, held.counts, strict=True)]
    if left[-1] and rng.random() < 0.5:
        more = [*held.counts]
        more[-1] += 1
        left[-1] -= 1
        held = Tiles(tuple(more))
    others = [kind for kind, n in enumerate(left) for _ in range(n)]
    rng.shuffle(others)
    racks = [held.counts]
    for _ in range(variant.seats - 1):
        racks.append(counts_of(others[:14]))
        del others[:14]
    return RummikubState(
        variant,
        "play",
        variant.seats - 1,
        tuple(racks),
        (opened, *(True,) * (variant.seats - 1)),
        table,
        totals=(0,) * variant.seats,
        wins=(0,) * variant.seats,
    )


def drawn(row: Row, state: RummikubState) -> RummikubState:
    """Return the position after a draw, whose legal moves are those of the record."""
    record = row.after(record_of(state), [DRAW_NUMBER], DRAW_NUMBER)
    state = followed(state, DRAW_NUMBER, record)
    assert legal_in(record) == numbers_of(state), str(state)
    return state


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", HOUSES)
def test_turns_with_jokers_are_those_of_the_objects(name: str, exhaustive: bool) -> None:
    variant = house(name)
    row = row_of(variant)
    kinds: Counter[str] = Counter()
    for seed in range(300 if exhaustive else 12):
        rng = Random(seed)
        compared(row, drawn(row, about_to_draw(variant, rng, rng.random() < 0.7)), seed, kinds, 12)
    assert {"tile", "done"} <= set(kinds)
    if exhaustive and variant.joker == "swap":
        assert kinds["as"] > 20


@pytest.mark.parametrize("name", ["usual, two seats", "first sets apart, locked jokers"])
def test_plain_python_steps_as_machine_code_does(name: str) -> None:
    variant = house(name)
    row = row_of(variant, plain=True)
    kinds: Counter[str] = Counter()
    for seed in range(2):
        state = about_to_draw(variant, Random(seed), bool(seed))
        compared(row, drawn(row, state), 3, kinds, most=2)
    assert sum(kinds.values()) > 3


# --- Many rows ------------------------------------------------------------------------------------


def counts_at(record: Record, at: int) -> tuple[int, ...]:
    """Return how many tiles of each kind a multiset of a record has."""
    once, twice = int(record[at]), int(record[at + TWICE])
    return tuple((once >> kind & 1) + (twice >> kind & 1) for kind in range(SIZE))


def dealt(record: Record, variant: Rummikub) -> RummikubState:
    """Return the position of a record at the beginning of a deal."""
    start = variant.start()
    racks = tuple(counts_at(record, RACKS + MULTISET * seat) for seat in range(variant.seats))
    state = RummikubState(
        variant, "play", 0, racks, start.opened, totals=start.totals, wins=start.wins
    )
    assert [*map(sum, racks)] == [14] * variant.seats
    assert told(record) == told(record_of(state))
    return state


def followed(state: RummikubState, number: int, after: Record) -> RummikubState:
    """Return the state after an action, the tile that it draws read from the record."""
    seat, before = state.turn, state.pool
    state = state.followed_by(numbered_move(number))
    if state.phase != "draw":
        return state
    (kind,) = (k for k, now in enumerate(counts_at(after, POOL)) if now < before[k])
    assert counts_at(after, RACKS + MULTISET * seat)[kind] == state.racks[seat][kind] + 1
    return state.followed_by(TILE_MOVES[kind])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", HOUSES)
def test_rows_show_what_the_seat_on_turn_sees_and_score_as_the_game_does(
    name: str, exhaustive: bool
) -> None:
    variant = house(name)
    count, turns = (6, 300) if exhaustive else (2, 60)
    steps = Steps(batch_of(variant), count, seed=8, others="self", autoreset="same")
    states = [dealt(record, variant) for record in steps.records]
    choosers = [chooser(Random(row)) for row in range(count)]
    ended = 0
    for _ in range(turns):
        for row, state in enumerate(states):
            assert steps.seats[row] == state.turn
            assert told(steps.records[row]) == told(record_of(state)), str(state)
            assert np.flatnonzero(steps.masks[row]).tolist() == numbers_of(state), str(state)
            assert np.array_equal(steps.observations[row], state.observe(state.turn)), str(state)
        actions = np.array(
            [choosers[row](np.flatnonzero(steps.masks[row]).tolist()) for row in range(count)]
        )
        seats, pools = steps.seats.copy(), steps.records[:, POOL : POOL + MULTISET].copy()
        steps.step(actions)
        for row, record in enumerate(steps.records):
            if steps.ended[row] == OVER:
                ended += 1
                state = last_of(states[row], int(actions[row]))
                assert state.turn < 0
                assert steps.returns[row].tolist() == list(state.returns())
                assert np.array_equal(steps.last[row], state.observe(int(seats[row])))
                states[row] = dealt(record, variant)
            else:
                assert pools[row, 0] | ~record[POOL] == -1  # no tile goes back to the pool
                states[row] = followed(states[row], int(actions[row]), record)
    assert ended or not exhaustive


def last_of(state: RummikubState, number: int) -> RummikubState:
    """Return the end of a deal: with ``pool=stop`` by the last tile of the pool."""
    state = state.followed_by(numbered_move(number))
    if state.phase == "draw":
        (kind,) = Tiles(state.pool).kinds
        state = state.followed_by(TILE_MOVES[kind])
    return state


def test_a_row_plays_its_own_seed_as_a_vector_of_one_does() -> None:
    batch = batch_of(house("free jokers"))
    rows = Steps(batch, 3, others="random", autoreset="same")
    rows.reset([5, 9, 5])
    alone = Steps(batch, 1, others="random", autoreset="same")
    alone.reset([9])
    for _ in range(20):
        actions = rows.masks.argmax(axis=1)
        assert np.array_equal(rows.observations[1], alone.observations[0])
        assert np.array_equal(rows.observations[0], rows.observations[2])
        rows.step(actions)
        alone.step(actions[1:2])
    assert not np.array_equal(rows.observations[0], rows.observations[1])


def test_threads_have_rooms_of_their_own_and_step_as_one_does() -> None:
    batch = batch_of(house("usual, two seats"))
    one, many = (
        digest_of(batch, "machine", count=600, turns=6, rare=3, threads=threads)
        for threads in (1, 2)
    )
    assert one == many


def test_rows_in_plain_python_step_as_machine_code_does() -> None:
    batch = batch_of(house("usual, two seats"))
    sizes: dict[str, Any] = {"count": 2, "turns": 12, "rare": 3, "others": "self"}
    assert digest_of(batch, "python", **sizes) == digest_of(batch, "machine", **sizes)


def test_tiles_are_dealt_from_a_whole_box() -> None:
    record = row_of(house("usual, four seats")).dealt(5)
    found = [
        *map(sum, zip(*(counts_at(record, at) for at in range(RACKS, POOL + 2, 2)), strict=True))
    ]
    assert found == [2] * SIZE


def test_a_seat_that_moves_at_random_draws_each_tile_and_makes_each_move_as_often() -> None:
    """Seat 1 draws a tile; then seat 0 draws one, or lays r2, r6 or both."""
    others = "k1 k2 k3 k5 k6 k8 k9 b1 b2 b5 b6 b9 o1 o2"
    batch = batch_of(house("usual, two seats"))
    state = batch.game.parse(f"play 1 | r3r4r5 | r2 r6 k1 o9 / {others} | yes yes | 0 0 / 0 0")
    assert isinstance(state, RummikubState)
    rows = Steps(batch, 1500, seat=1, others="random", autoreset="none")
    rows.records[:] = record_of(state)
    note(rows.records[0], LEGAL, DRAW_NUMBER)
    rows.records[:, LEGAL:] = rows.records[0, LEGAL:]
    rows.records[:, STREAM] = [opened(7, number) for number in range(1500)]
    rows.step(np.full(1500, DRAW_NUMBER))
    laid: Counter[tuple[int, ...]] = Counter()
    drawn: Counter[int] = Counter()
    for record in rows.records:
        rack = counts_at(record, RACKS)
        more = [now - before for now, before in zip(rack, state.racks[0], strict=True)]
        drawn.update(kind for kind, one in enumerate(more) if one == 1)
        laid[tuple(kind for kind, one in enumerate(more) if one == -1)] += 1
    r2, r6 = Tiles.parse("r2 r6").kinds
    expected = {(): 500, (r6,): 500, (r2,): 250, (r2, r6): 250}  # after r2, done is as likely as r6
    assert laid.keys() == expected.keys()
    assert all(abs(laid[tiles] - count) < 70 for tiles, count in expected.items())
    assert set(drawn) == {kind for kind, n in enumerate(state.pool) if n}


@pytest.mark.parametrize("options", [{"deals": 2, "staged": True}, {}], ids=str)
def test_what_arrays_do_not_know_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(SuitwiseError, match="single deals"):
        batch_of(Rummikub(**options))


def test_a_scan_without_room_is_told() -> None:
    steps = Steps(batch_of(house("usual, two seats")), 2, seed=1)
    steps._options[0][len(steps.batch.options)] = 1
    with pytest.raises(SuitwiseError, match="room"):
        steps.step(steps.sample())


def test_games_that_need_room_are_not_stepped_on_a_gpu() -> None:
    with pytest.raises(SuitwiseError, match="room"):
        DeviceSteps(batch_of(house("usual, two seats")), 2)
