"""Best turns and all turns against brute force; what must hold of any; machine code and plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from suitwise.rummy.rummikub.rules.tiles import (
    COLOURS,
    JOKER,
    Group,
    Run,
    Set,
    Table,
    Tiles,
    counts_of,
    kind_of,
    parts_of,
    points_of,
    tile_text,
)
from suitwise.rummy.rummikub.rules.turn import House, faults
from suitwise.rummy.rummikub.solve.turns import (
    Aim,
    best_opening,
    best_turn,
    can,
    is_opening,
    least_openings,
    moves,
    plays,
)
from tests.oracles import rummikub_cover as oracle
from tests.rummy.rummikub.positions import position

HOUSES = [
    House(joker="free"),
    House(joker="swap"),
    House(joker="swap", group_joker="both"),
    House(joker="locked"),
    House(joker="locked", group_joker="both"),
]
AIMS: tuple[Aim, ...] = ("tiles", "points")


def as_text(tiles: Tiles) -> tuple[oracle.Tile, ...]:
    return tuple(sorted(oracle.tiles_of(str(tiles))))


@pytest.mark.parametrize("joker", ["free", "swap", "both"])
def test_turns_are_those_of_brute_force(joker: str) -> None:
    rng = Random(joker)
    house = House(joker="free" if joker == "free" else "swap")
    house = House(group_joker="both") if joker == "both" else house
    played = 0
    for _ in range(60):
        low = rng.randint(1, 9)
        table, rack = position(rng, rng.choice((0, 4, 7, 9)), 5, 0.5, low, low + 4)
        right = oracle.turns(
            oracle.sets_of(str(table)), oracle.tiles_of(str(rack)), house.joker, joker == "both"
        )
        found = [as_text(turn.played) for turn in plays(table, rack, house)]
        assert len(found) == len(set(found))
        assert set(found) == right, (str(table), str(rack))
        assert {as_text(turn.played) for turn in moves(table, rack, house)} == right
        most = max(((len(tiles), oracle.worth(tiles)) for tiles in right), default=(0, 0))
        turn = best_turn(table, rack, "tiles", house)
        assert ((turn.tiles, turn.points) if turn else (0, 0)) == most
        most = max(((oracle.worth(tiles), len(tiles)) for tiles in right), default=(0, 0))
        turn = best_turn(table, rack, "points", house)
        assert ((turn.points, turn.tiles) if turn else (0, 0)) == most
        played += bool(right)
    assert played > 20


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_every_turn_found_is_legal_by_the_rules_of_a_turn(house: House) -> None:
    rng, found = Random(2), 0
    for _ in range(40):
        table, rack = position(rng, rng.choice((10, 30, 60)), 10, 0.3)
        for aim in AIMS:
            turn = best_turn(table, rack, aim, house)
            if turn is not None:
                assert faults(table, rack, True, parts_of(str(turn.table)), house) == ()
                assert can(table, turn.played, house) is not None
                found += 1
    assert found > 30


@pytest.mark.parametrize("same", ["yes", "no"])
def test_a_first_turn_plays_sets_worth_enough(same: str) -> None:
    house, rng, found, short = House(same=same), Random(3), 0, 0
    for _ in range(60):
        table, rack = position(rng, 20, 14, 0.2, 5, 13)
        turn = best_turn(table, rack, "tiles", house, opened=False)
        if turn is None:
            short += 1
            assert not is_opening(rack, house) or (table.counts[JOKER] and same == "yes")
            continue
        found += 1
        assert faults(table, rack, False, parts_of(str(turn.table)), house) == ()
        assert is_opening(turn.played, house)
        open_turn = best_turn(table, rack, "tiles", house)
        assert open_turn is not None
        assert open_turn.tiles >= turn.tiles
    assert found > 10
    assert short > 3


@pytest.mark.parametrize("same", ["yes", "no"])
def test_the_best_first_turn_is_the_best_of_all(same: str) -> None:
    house, rng, found = House(same=same, opening=20), Random(4), 0
    for _ in range(40):
        table, rack = position(rng, 7, 6, 0.3, 6, 10)
        every = list(moves(table, rack, house, opened=False))
        most = max(((turn.tiles, turn.points) for turn in every), default=(0, 0))
        turn = best_turn(table, rack, "tiles", house, opened=False)
        assert ((turn.tiles, turn.points) if turn else (0, 0)) == most
        if same == "yes":
            opening = {
                turn.played for turn in moves(table, rack, house) if is_opening(turn.played, house)
            }
            assert {turn.played for turn in every} == opening
        found += bool(every)
    assert found > 10


# --- What must hold of any position ---------------------------------------------------------------


def recoloured(one: Set, colours: list[int]) -> Set:
    if isinstance(one, Run):
        return Run(colours[one.colour], one.low, one.high, one.jokers)
    return Group(one.number, tuple(sorted(colours[c] for c in one.colours)), one.jokers)


def numbers_of(table: Table, rack: Tiles, house: House) -> list[tuple[int, int]]:
    found = [best_turn(table, rack, aim, house) for aim in AIMS]
    return [(turn.tiles, turn.points) if turn else (0, 0) for turn in found]


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_colours_may_be_renamed(house: House) -> None:
    rng = Random(5)
    for _ in range(15):
        table, rack = position(rng, 40, 10, 0.3)
        colours = rng.sample(range(4), 4)
        renamed = Table(tuple(recoloured(one, colours) for one in table.sets))
        counts = [0] * 53
        for kind, count in enumerate(rack.counts):
            new = kind if kind == JOKER else kind_of(colours[kind // 13], kind % 13 + 1)
            counts[new] = count
        assert numbers_of(renamed, Tiles(tuple(counts)), house) == numbers_of(table, rack, house)


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_a_further_tile_never_lowers_the_best(house: House) -> None:
    rng = Random(6)
    for _ in range(8):
        table, rack = position(rng, 40, 12, 0.3)
        kinds = rng.sample(rack.kinds, len(rack))
        every = [
            numbers_of(table, Tiles(counts_of(kinds[:n])), house) for n in range(4, len(kinds) + 1)
        ]
        for before, after in pairwise(every):
            assert before[0] <= after[0]
            assert before[1][::-1] <= after[1][::-1]


def test_every_tile_has_a_place_before_and_after() -> None:
    rng = Random(7)
    table, rack = position(rng, 60, 14, 0.2)
    turn = best_turn(table, rack)
    assert turn is not None
    places = turn.places
    for old, sets in ((True, turn.old.sets), (False, turn.table.sets)):
        for at, one in enumerate(sets):
            kinds = [kind for kind, before, after in places if (before if old else after) == at]
            assert sorted(kinds) == sorted(one.kinds)
    assert sorted(k for k, before, _ in places if before is None) == [*turn.played.kinds]


# --- Openings -------------------------------------------------------------------------------------


def test_the_best_opening_is_that_of_brute_force() -> None:
    rng, opens = Random(8), 0
    for _ in range(60):
        _, rack = position(rng, 0, 7, 0.0, 7, 11)
        most = 0
        for tiles in oracle.turns([], oracle.tiles_of(str(rack)), "free"):
            for sets in oracle.tables(Counter(tiles)):
                worth = sum(
                    sum(one[2]) if one[0] == "run" else one[1] * (len(one[2]) + one[3])
                    for one in sets
                )
                most = max(most, worth)
        assert best_opening(rack).points == most, str(rack)
        assert bool(least_openings(rack.counts, 30)) == (most >= 30)
        opens += most >= 30
    assert opens > 5


# --- Machine code and plain Python ----------------------------------------------------------------


def test_machine_code_finds_the_tables_of_plain_python() -> None:
    rng = Random(9)
    for house in HOUSES:
        for _ in range(3):
            table, rack = position(rng, 20, 6, 0.3)
            for aim in AIMS:
                plain = best_turn(table, rack, aim, house, compiled=False)
                assert best_turn(table, rack, aim, house) == plain


def test_a_whole_box_lies_on_the_table() -> None:
    table = Table(tuple(Run(c, 1, 13) for c in range(len(COLOURS)) for _ in range(2)))
    turn = best_turn(table, Tiles.parse("j j"))
    assert turn is not None
    assert (turn.tiles, turn.points) == (2, 2 * points_of(JOKER))
    assert tile_text(JOKER) == "j"
