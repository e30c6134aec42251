"""Positions in two integers: the same positions, played as the oracle plays."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.seating import side
from suitwise.texas42 import Position, dominoes_of
from suitwise.texas42.arrays.packed import (
    declaration_of,
    declaring_of,
    held_by,
    is_sound,
    leader_of,
    legal_of,
    out_of,
    packed,
    placed_of,
    played,
    points_of,
    table_domino,
    tricks_of,
    turn_of,
    unpacked,
)
from tests.oracles import texas42_oracle as oracle
from tests.texas42.positions import (
    FOUR_SEATS,
    THREE_SEATS,
    from_pair,
    pair,
    random_position,
    theirs,
)

KINDS = [(declaration, False) for declaration in FOUR_SEATS]
KINDS += [(declaration, True) for declaration in THREE_SEATS]


def some_positions(seed: int, each: int) -> list[Position]:
    random = Random(seed)
    return [
        random_position(random, random.randint(1, 7), declaration, three)
        for declaration, three in KINDS
        for _ in range(each)
    ]


def test_a_position_comes_back_as_it_was() -> None:
    for position in some_positions(1, 10):
        where, rest = packed(position)
        assert 0 <= where < 1 << 63
        assert 0 <= rest < 1 << 63
        assert is_sound(where, rest)
        assert unpacked(where, rest) == position


@pytest.mark.exhaustive
def test_hands_are_played_as_the_oracle_plays_them(exhaustive: bool) -> None:
    random = Random(2)
    for position in some_positions(3, 100 if exhaustive else 4):
        where, rest = packed(position, declaring=1)
        other, took, tricks = theirs(position), [0, 0], 0
        while legal := legal_of(where, rest):
            assert list(map(pair, dominoes_of(legal))) == oracle.legal(other)
            assert turn_of(where, rest) == oracle.to_play(other)
            domino = random.choice(oracle.legal(other))
            other, trick = oracle.play(other, domino)
            where, rest = played(where, rest, from_pair(domino))
            if trick:
                took[side(trick.winner)] += trick.points
                tricks += side(trick.winner) == 0
            assert theirs(unpacked(where, rest)) == other
            assert [points_of(rest, 0), points_of(rest, 1)] == took
            assert tricks_of(rest) == tricks
        assert oracle.finished(other)
        assert declaring_of(where) == 1


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1))
def test_any_two_integers_are_a_position_or_refused(where: int, rest: int) -> None:
    sound = is_sound(where, rest)
    assert machine(is_sound)(where, rest) == sound
    if sound:
        unpacked(where, rest)
    else:
        with pytest.raises(IllegalPosition, match="is no packed position of the play"):
            unpacked(where, rest)


def test_integers_of_more_bits_are_no_position() -> None:
    where, rest = packed(Position.parse("5 1 5-5 6-6 4-1 1-1"))
    for bit in (63, 64, 200):
        assert not is_sound(where | 1 << bit, rest)
        assert not is_sound(where, rest | 1 << bit)
    assert not is_sound(where - (1 << 63), rest)
    assert not is_sound(where, rest - (1 << 63))


def test_a_seat_sits_out_in_nello_alone_and_nobody_reneges_on_the_table() -> None:
    where, rest = packed(Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2"))
    assert is_sound(where, rest)
    assert not is_sound(where & ~(15 << 56) | 5 << 56, rest)
    where, rest = packed(Position.parse("5 0 6-6 6-5,1-1 4-4,3-3 2-2,0-0 trick=5-5"))
    where, rest = played(where, rest, 26)
    for low, high in ((2, 26), (26, 2)):  # 1-1 in the place of 6-5, which follows
        rest = rest & ~(1 << low) | 1 << high
        rest = rest & ~(31 << 33) | low << 33
        assert is_sound(where, rest) == (low == 26)


@pytest.mark.parametrize("declaring", [-1, 2, 5])
def test_a_side_that_there_is_not_is_refused(declaring: int) -> None:
    with pytest.raises(IllegalPosition, match="the declaring side is 0 or 1"):
        packed(Position.parse("5 1 5-5 6-6 4-1 1-1"), declaring)


@given(st.integers(0, 62), st.integers(0, 62), st.integers(0, 1000))
def test_a_position_with_a_bit_or_two_wrong_is_refused_or_another_one(
    one: int, two: int, seed: int
) -> None:
    random = Random(seed)
    where, rest = packed(random_position(random, random.randint(1, 7), random.randrange(14)))
    where, rest = where ^ 1 << one, rest ^ 1 << two
    if is_sound(where, rest):
        unpacked(where, rest)
        while legal := legal_of(where, rest):
            where, rest = played(where, rest, dominoes_of(legal)[0])
            assert is_sound(where, rest)
        assert points_of(rest, 0) + points_of(rest, 1) <= 42


def parts_of(where: int, rest: int) -> tuple[Any, ...]:
    """Return what a position is made of, whatever two integers say of it."""
    trick = tuple(table_domino(rest, place) for place in range(placed_of(rest)))
    hands = tuple(held_by(where, rest, seat) for seat in range(4))
    return declaration_of(where), hands, leader_of(where), trick, out_of(rest)


@given(
    st.lists(st.integers(0, 62), max_size=3),
    st.lists(st.integers(0, 62), max_size=3),
    st.integers(0, 2000),
)
def test_a_packed_position_is_sound_where_its_parts_are_a_position(
    ones: list[int], others: list[int], seed: int
) -> None:
    random = Random(seed)
    where, rest = packed(random_position(random, random.randint(1, 7), random.randrange(14)))
    for one in ones:
        where ^= 1 << one
    for other in others:
        rest ^= 1 << other
    assume(not any((points_of(rest, 0), points_of(rest, 1), tricks_of(rest))))
    assume(not any(table_domino(rest, place) for place in range(placed_of(rest), 3)))
    try:
        position = Position(*parts_of(where, rest))
    except IllegalPosition:
        assert not is_sound(where, rest)
    else:
        assert is_sound(where, rest)
        assert unpacked(where, rest) == position
