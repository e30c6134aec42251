"""Best turns and all turns against brute force; what must hold of any; machine code and plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest

from suitwise.rummy.rummikub.rules.tiles import (
    COLOURS,
    JOKER,
    KINDS,
    Group,
    Run,
    Set,
    Table,
    Tiles,
    counts_of,
    kind_of,
    number_of,
    parts_of,
    points_of,
    tile_text,
)
from suitwise.rummy.rummikub.rules.turn import House, faults, kept_jokers
from suitwise.rummy.rummikub.solve.classes import meanings_of, readings, tables_of
from suitwise.rummy.rummikub.solve.least import NO_TILE, lowered, needed_after
from suitwise.rummy.rummikub.solve.openings import (
    best_opening,
    is_opening,
    least_beyond,
    least_openings,
    openings_of,
    packed,
    unpacked,
    ways_to_open,
)
from suitwise.rummy.rummikub.solve.stages import Ending, stage
from suitwise.rummy.rummikub.solve.tables import Aim
from suitwise.rummy.rummikub.solve.turns import best_turn, can, moves, plays
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


@pytest.mark.exhaustive
@pytest.mark.parametrize("joker", ["free", "swap", "both"])
def test_turns_are_those_of_brute_force(joker: str, exhaustive: bool) -> None:
    """12 positions, in full 600."""
    rng = Random(joker)
    house = House(joker="free" if joker == "free" else "swap")
    house = House(group_joker="both") if joker == "both" else house
    played, positions = 0, 600 if exhaustive else 12
    for _ in range(positions):
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
    assert played > positions / 3


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


def test_ways_to_open_of_some_tiles_are_found_among_those_of_the_whole_rack() -> None:
    rng, found = Random(9), 0
    for _ in range(40):
        _, rack = position(rng, 0, 12, 0.3, 7, 11)
        some = tuple(
            rng.randint(0, count) if rng.random() < 0.4 else count for count in rack.counts
        )
        for house, alone in (
            (House(opening=20), {*least_openings(some, 20)}),
            (House(same="no", opening=20), {*openings_of(some, 20)}),
        ):
            ways = [unpacked(one) for one in ways_to_open(rack.counts, packed(some), house)]
            assert {*ways} == alone
            assert len(ways) == len(alone)
            found += len(ways)
        chosen = tuple(min(count, rng.randint(0, 1)) for count in some)
        beyond = [kind for kind, (n, m) in enumerate(zip(some, chosen, strict=True)) if n > m]
        assert least_beyond(packed(some), packed(chosen)) == min(beyond, default=None)
        assert least_beyond(packed(chosen), packed(some)) is None
    assert found > 100


# --- Staged turns ---------------------------------------------------------------------------------

MANY = (*HOUSES, House(same="no", opening=20), House(opening=20))


def begins(played: set[tuple[int, ...]], chosen: tuple[int, ...]) -> tuple[set[int], bool]:
    """Return the tiles that follow chosen ones in some turns, and whether a turn ends there."""
    size = len(chosen)
    following = {kinds[size] for kinds in played if kinds[:size] == chosen and len(kinds) > size}
    return following, chosen in played


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", MANY, ids=str)
def test_tiles_that_may_be_chosen_next_are_those_of_the_turns_that_can_be_played(
    house: House, exhaustive: bool
) -> None:
    rng, asked = Random(11), 0
    for _ in range(200 if exhaustive else 25):
        table, rack = position(rng, rng.choice((6, 12, 40)), 7, 0.4, *rng.choice(((1, 13), (6, 9))))
        opened = house.opening != 20
        choices = {
            kinds
            for size in range(len(rack) + 1)
            for kinds in combinations(rack.kinds, size)
        }  # fmt: skip
        played = {
            kinds
            for kinds in choices
            if kinds and can(table, Tiles(counts_of(kinds)), house, opened=opened) is not None
        }
        reached = {kinds[:size] for kinds in played for size in range(len(kinds) + 1)} | {()}
        for chosen in reached:
            least = chosen[-1] if chosen else 0
            left = [n - m for n, m in zip(rack.counts, counts_of(chosen), strict=True)]
            rest = Tiles(tuple(n if kind >= least else 0 for kind, n in enumerate(left)))
            found = stage(table, Tiles(counts_of(chosen)), rest, house, opened=opened)
            assert (set(found.kinds), found.is_whole) == begins(played, chosen)
            args = table, Tiles(counts_of(chosen)), rest, house
            assert stage(*args, opened=opened, rack=rack) == found, "as part of the whole rack"
            asked += 1
    assert asked > 100


@pytest.mark.parametrize("same", ["yes", "no"])
def test_jokers_stand_for_what_they_can_stand_for_on_some_table_of_the_tiles(same: str) -> None:
    """The readings are those of the tables listed one by one, as far as jokers keep what they must."""
    rng, asked, settled = Random(14), 0, 0
    opened, house = same == "yes", House(same=same, opening=12)
    for _ in range(16 if opened else 70):
        table, rack = position(rng, rng.choice((6, 20, 30)), 8, 0.5 if opened else 0.2, 4, 11)
        if table.counts[JOKER] + rack.counts[JOKER] < 2:
            rack = Tiles((*rack.counts[:JOKER], rack.counts[JOKER] + 1))
        turn = best_turn(table, rack, "tiles", house, opened=opened)
        if turn is None or not turn.table.counts[JOKER]:
            continue
        played = turn.played.counts
        laid, kept = (turn.table.counts, kept_jokers(table, turn.table.counts)) if opened else (
            played, {()}
        )  # fmt: skip
        right = {
            tuple(sorted(way))
            for bound in kept
            for meanings in tables_of(laid, bound)
            for way in readings(meanings)
            if Counter(bound) <= Counter(way)
        }
        if not opened:
            least = 12 - sum(number_of(kind) * n for kind, n in enumerate(played[:KINDS]))
            right = {way for way in right if sum(map(number_of, way)) >= least}
        ending = Ending.of(table, turn.played, house, opened=opened)
        assert all_readings(ending, ()) == right
        for way in right:
            new = ending.table(way)
            assert faults(table, rack, opened, parts_of(str(new)), house) == ()
            assert way in [tuple(sorted(each)) for each in readings(meanings_of(new))] or not opened
        asked += ending.is_open(())
        settled += not ending.is_open(())
        if len(right) == 1:
            assert not ending.is_open(())
    assert asked > 6
    assert settled > (1 if opened else 0)


def all_readings(ending: Ending, meant: tuple[int, ...]) -> set[tuple[int, ...]]:
    if len(meant) == ending.counts[JOKER]:
        return {meant}
    ways = (all_readings(ending, (*meant, kind)) for kind in ending.following(meant))
    return {way for found in ways for way in found}


def test_a_tile_takes_the_place_of_all_later_ones() -> None:
    rng = Random(12)
    for _ in range(300):
        least = sum(1 << bit for bit in rng.sample(range(NO_TILE + 1), 5))
        kind, number = rng.randrange(KINDS + 1), rng.randint(1, 13)
        bits = {bit for bit in range(NO_TILE + 1) if least >> bit & 1}
        assert lowered(least, kind) == sum(1 << bit for bit in {min(bit, kind) for bit in bits})
        wanted = {bit for bit in bits if bit != JOKER}
        later = {bit for bit in wanted if bit < KINDS and bit % 13 + 1 > number}
        needed = wanted | {bit for bit in range(NO_TILE + 1) if any(bit > k for k in later)}
        found = needed_after(sum(1 << bit for bit in wanted), number)
        assert found == sum(1 << bit for bit in needed)


def test_machine_code_and_plain_python_choose_the_same_tiles() -> None:
    rng = Random(13)
    for house in MANY:
        table, rack = position(rng, 20, 7, 0.3)
        found = [
            stage(table, Tiles(), rack, house, compiled=compiled) for compiled in (True, False)
        ]
        assert found[0] == found[1]


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
