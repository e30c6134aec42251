"""Playouts: dominoes dealt and chosen evenly, hands played to their end."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import pytest

from suitwise.foundation.arrays.compiled import count_bits, machine, rule
from suitwise.foundation.seating import side
from suitwise.stepping.streams import moved, opened, under
from suitwise.texas42 import Knowledge, Position, dominoes_of
from suitwise.texas42.arrays.packed import (
    declaration_of,
    legal_of,
    packed,
    played,
    points_of,
    suit_of,
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
from tests.texas42.arrays.test_packed import some_positions
from tests.texas42.positions import random_position


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


def test_the_bit_of_a_number_is_found() -> None:
    random = Random(1)
    for _ in range(300):
        places = sorted(random.sample(range(28), random.randint(1, 7)))
        bits = sum(1 << place for place in places)
        assert [bit_of_hand(bits, number) for number in range(len(places))] == places
        assert machine(bit_of_hand)(bits, len(places) - 1) == places[-1]


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
