"""Positions in two integers: the same positions, played as the oracle plays."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import count_bits, machine, rule
from suitwise.foundation.seating import side
from suitwise.stepping.loop import moved, opened, under
from suitwise.texas42 import Knowledge, Position, dominoes_of
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
    suit_of,
    table_domino,
    tricks_of,
    turn_of,
    unpacked,
)
from suitwise.texas42.arrays.policy import (
    bit_of_hand,
    choose_play,
    lacking,
    may_hold,
    owners,
    play_randomly,
    policy_domino,
)
from suitwise.texas42.rules.dominoes import ALL
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


# --- Playouts: dominoes dealt and chosen evenly, hands played to their end ------------------------


@rule
def play_out_one(where: int, rest: int, rule_based: int, need: int, stream: int) -> int:
    """Play a hand out; return its second integer.

    A seat that plays by the policy knows what the others lack from the plays since the position given.

    Args:
        where: the first integer of a packed position.
        rest: the second.
        rule_based: the sides that play by the policy, two bits; the others play at random.
        need: the points that the declaring side must take; 0 in nello.
        stream: where the random numbers come from.
    """
    if rule_based == 0:
        return play_randomly(where, rest, stream)
    lacks = lacks_upper = 0
    legal = legal_of(where, rest)
    while legal:
        suit, seat = suit_of(where, rest), turn_of(where, rest)
        if rule_based >> side(seat) & 1:
            domino = policy_domino(where, rest, need, lacks, lacks_upper)
        else:
            stream = moved(stream)
            domino = bit_of_hand(legal, under(count_bits(legal), stream))
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
        where, rest = played(where, rest, domino)
        legal = legal_of(where, rest)
    return rest


def chi_square(counts: Counter[int], ways: int) -> float:
    expected = counts.total() / ways
    return sum((counts[way] - expected) ** 2 / expected for way in range(ways))


def test_every_deal_gives_seven_to_each_and_each_domino_to_all_alike() -> None:
    seats = [Counter[int]() for _ in range(28)]
    for number in range(2_000):
        lower, upper, _ = owners(opened(3, number))
        owned = [(lower >> domino & 1) + 2 * (upper >> domino & 1) for domino in range(28)]
        assert sorted(owned) == [seat for seat in range(4) for _ in range(7)]
        for domino, seat in enumerate(owned):
            seats[domino][seat] += 1
    assert all(chi_square(counts, 4) < 24 for counts in seats)  # 3 degrees, one in 40,000


def test_two_dominoes_lie_together_as_often_as_they_should() -> None:
    together = 0
    for number in range(4_000):
        lower, upper, _ = owners(opened(4, number))
        together += not ((lower ^ lower >> 27) & 1 or (upper ^ upper >> 27) & 1)
    chance = comb(26, 5) / comb(28, 7) * 4
    assert abs(together - 4_000 * chance) < 4 * (4_000 * chance * (1 - chance)) ** 0.5


@pytest.mark.exhaustive
def test_all_ways_to_play_a_hand_come_equally_often(exhaustive: bool) -> None:
    # Nobody can follow whoever leads: all play what they like.
    position = Position.parse("notrump 0 0-0,1-1 3-3,4-4 5-5,6-6 3-2,4-2")
    ways: Counter[int] = Counter()
    count = 160_000 if exhaustive else 8_000
    for number in range(count):
        (where, rest), stream, way = packed(position), opened(9, number), 0
        for _ in range(4):
            legal = legal_of(where, rest)
            size = legal.bit_count()
            stream = moved(stream)
            choice = under(size, stream)
            way = way * size + choice
            where, rest = played(where, rest, bit_of_hand(legal, choice))
        ways[way] += 1
    assert chi_square(ways, 16) < 44  # 15 degrees, one in 10,000


@pytest.mark.parametrize("rule_based", range(4))
def test_a_hand_ends_with_all_points_taken_and_nothing_held(rule_based: int) -> None:
    for number, position in enumerate(some_positions(5, 2)):
        where, rest = packed(position)
        end = play_out_one(where, rest, rule_based, 30, opened(1, number))
        assert points_of(end, 0) + points_of(end, 1) == position.points_left
        assert end & ALL == (position.hands[position.out] if position.out >= 0 else 0)


def test_a_hand_whose_plays_are_forced_ends_as_they_do() -> None:
    position = Position.parse("5 0 5-5 6-6 4-1 1-1")
    end, tricks = position.line("5-5 6-6 4-1 1-1")
    rest = play_randomly(*packed(position), opened(1, 1))
    assert points_of(rest, 0) == tricks[0].points == 16
    assert end.over
    assert unpacked(packed(position)[0], rest).over


@pytest.mark.parametrize(
    ("declaration", "three"), [(5, False), (8, False), (9, False), (13, False), (9, True)]
)
def test_by_the_policy_each_seat_plays_what_all_that_it_knows_tells(
    declaration: int, three: bool
) -> None:
    random = Random(declaration)
    for _ in range(20):
        start = random_position(random, 7, declaration, three, mid_trick=False)
        position, taken = start, [0, 0]
        plays: list[int] = []
        declaring = side(start.leader)
        where, rest = packed(start, declaring)
        while not position.over:
            seat = position.turn
            known = Knowledge(
                seat, start.hands[seat], declaration, start.leader, tuple(plays), start.out
            )
            lacking_points = [13 - taken[0], 13 - taken[1]]
            lacking_points[declaring] = 30 - taken[declaring]
            table = sum(domino << 5 * place for place, domino in enumerate(position.trick))
            domino = machine(choose_play)(
                seat, known.left, declaration, table, len(position.trick), start.out,
                lacking_points[side(seat)], lacking_points[1 - side(seat)],
                *(known.may_hold[(seat + ahead) % 4] for ahead in (1, 2, 3)),
            )  # fmt: skip
            done = position.trick_with(domino)
            if done is not None:
                taken[side(done.winner)] += done.points
            position, plays = position.after(domino), [*plays, domino]
        end = machine(play_out_one)(where, rest, 3, 30, opened(1, 1))
        assert [points_of(end, 0), points_of(end, 1)] == taken


def test_a_seat_may_hold_what_is_unseen_and_not_shown_to_lack() -> None:
    lacks, upper = 0b1 | 0b10 << 28, 0b100 | 0b1000 << 28
    found = [dominoes_of(may_hold(0b1111, lacks, upper, seat)) for seat in range(4)]
    assert [list(map(int, dominoes)) for dominoes in found] == [
        [1, 2, 3],
        [0, 2, 3],
        [0, 1, 3],
        [0, 1, 2],
    ]
