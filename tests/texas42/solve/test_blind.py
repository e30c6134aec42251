"""Declarers who do not see, against defenders who do."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.seating import NOBODY, SEATS, side
from suitwise.texas42 import Domino, Knowledge, Position, dominoes_of, mask_of, sample_worlds
from suitwise.texas42.arrays.packed import packed, played
from suitwise.texas42.arrays.policy import choose_play, policy_domino
from suitwise.texas42.hidden import absent_after
from suitwise.texas42.rules.dominoes import HAND_POINTS, N_DOMINOES, NOTRUMP
from suitwise.texas42.solve.bidding import (
    TOO_FEW,
    blind_points,
    least_points,
)


def held_to(start: Position, plays: tuple[int, ...], taken: tuple[int, int], aim: int) -> int:
    """Return what the declarers are held to, every reply of the defenders tried in plain words."""
    position, tricks = start.line(plays)
    ours, theirs = (
        taken[one] + sum(trick.points for trick in tricks if side(trick.winner) == one)
        for one in (0, 1)
    )
    if position.over:
        return ours
    seat, hand = position.turn, position.hands[position.turn]
    if side(seat) == 1:
        replies = dominoes_of(position.legal())
        return min(held_to(start, (*plays, domino), taken, aim) for domino in replies)
    pack = mask_of(domino for hand in start.hands for domino in dominoes_of(hand))
    known = Knowledge(seat, start.hands[seat], start.declaration, start.leader, plays, pack=pack)
    table = sum(domino << 5 * place for place, domino in enumerate(position.trick))
    others = [known.may_hold[(seat + step) % 4] for step in (1, 2, 3)]
    domino = choose_play(
        seat, hand, start.declaration, table, len(position.trick), NOBODY,
        aim - ours, HAND_POINTS + 1 - aim - theirs, *others,
    )  # fmt: skip
    return held_to(start, (*plays, domino), taken, aim)


def some_end(rng: random.Random, size: int) -> tuple[Position, tuple[int, int]]:
    """Return hands of so many dominoes, and the points that the sides may have taken before."""
    pack = rng.sample(range(N_DOMINOES), 4 * size)
    hands = [mask_of(pack[size * seat : size * seat + size]) for seat in SEATS]
    start = Position(
        rng.randrange(NOTRUMP + 1), (hands[0], hands[1], hands[2], hands[3]), rng.choice(SEATS)
    )
    before = HAND_POINTS - start.points_left
    return start, ((ours := rng.randint(max(0, before - 12), before)), before - ours)


@pytest.mark.exhaustive
def test_the_defenders_find_what_trying_everything_finds(exhaustive: bool) -> None:
    """30 random ends of two and three tricks, half by plain Python; in full 1,000."""
    rng = random.Random(1)
    told_apart = 0
    for number in range(1000 if exhaustive else 30):
        start, taken = some_end(rng, rng.choice((2, 3)))
        aim = rng.choice((30, 36, 42))
        where, rest = packed(start, declaring=0)
        found = np.zeros((64, 4), np.int64)  # so few entries that many are written over
        rest |= taken[0] << 48 | taken[1] << 54
        expected = max(TOO_FEW, held_to(start, (), taken, aim))
        search = machine(least_points) if number % 2 else least_points
        assert search(where, rest, 0, 0, aim, HAND_POINTS, found) == expected
        told_apart += TOO_FEW < expected < HAND_POINTS
    assert told_apart > 5


def test_no_defence_holds_the_declarers_to_less() -> None:
    """40 deals, in each 20 random defences against the same declarers."""
    rng = random.Random(2)
    hands = sample_worlds(Knowledge(0, mask_of(range(20, 27))), 40, seed=2)
    declarations = np.array([rng.randrange(NOTRUMP + 1) for _ in hands])
    least = blind_points(declarations, hands, threads=2)
    for deal, declaration, bound in zip(hands.tolist(), declarations.tolist(), least, strict=True):
        start = Position(declaration, tuple(deal), 0)
        for _ in range(20):
            assert bound <= max(TOO_FEW, random_defence(rng, start))


def random_defence(rng: random.Random, start: Position) -> int:
    """Return what the declarers take against random replies."""
    where, rest = packed(start)
    known = [0, 0]
    position, ours = start, 0
    while not position.over:
        seat = position.turn
        if side(seat):
            domino = rng.choice(dominoes_of(position.legal()))
        else:
            domino = Domino(machine(policy_domino)(where, rest, 30, known[0], known[1]))
        absent = absent_after(domino, position.suit, position.declaration)
        known[seat >> 1] |= absent << N_DOMINOES * (seat & 1)
        where, rest = played(where, rest, domino)
        done = position.trick_with(domino)
        ours += done.points if done and side(done.winner) == 0 else 0
        position = position.after(domino)
    return ours


def test_threads_do_not_change_the_points() -> None:
    hands = sample_worlds(Knowledge(0, mask_of(range(21, 28))), 30, seed=3)
    declarations = np.full(30, 6)
    one, two = (blind_points(declarations, hands, threads=threads) for threads in (1, 2))
    assert (one == two).all()
    assert blind_points(declarations[:0], hands[:0]).shape == (0,)


def test_no_more_threads_are_started_than_there_are_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def spy(task: Any, pieces: Any, threads: int) -> Any:
        started.append(threads)
        return in_order(task, pieces, threads)

    module = import_module("suitwise.texas42.solve.bidding")  # texas42.solve is the function
    monkeypatch.setattr(module, "in_order", spy)
    hands = sample_worlds(Knowledge(0, mask_of(range(21, 28))), 9, seed=3)
    many = blind_points(np.full(9, 6), hands, threads=1024)
    assert (many == blind_points(np.full(9, 6), hands, threads=1)).all()
    assert started == [3, 1]


DEAL = [0x7F << 21, 0x7F, 0x7F << 7, 0x7F << 14]


@pytest.mark.parametrize(
    ("declarations", "hands", "reason"),
    [
        ([9], [DEAL], "row 0 is no straight deal"),
        ([6, -1], [DEAL, DEAL], "row 1 is no straight deal"),
        ([6], [[1, 2, 4, 8]], "row 0 is no straight deal"),
        ([6], [[*DEAL[:3], DEAL[2]]], "row 0 is no straight deal"),
        ([6], [[*DEAL[:3], DEAL[3] << 28]], "row 0 is no straight deal"),
        ([6], [[*DEAL[:3], -DEAL[3]]], "row 0 is no straight deal"),
        ([6, 6], [DEAL], "as many declarations as deals of four hands"),
        ([6], [DEAL[:3]], "as many declarations as deals of four hands"),
        (6, DEAL, "as many declarations as deals of four hands"),
        ([6.0], [DEAL], "declarations and hands are integers"),
    ],
)
def test_what_is_no_straight_deal_is_refused(declarations: Any, hands: Any, reason: str) -> None:
    with pytest.raises(IllegalPosition, match=reason):
        blind_points(np.array(declarations), np.array(hands))


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"threads": -1}, "threads are a number from 0 to 1024"),
        ({"threads": 10**9}, "threads are a number from 0 to 1024"),
        ({"threads": 1.5}, "threads are a whole number"),
        ({"aim": 29}, "a number from 30 to 42"),
        ({"aim": 43}, "a number from 30 to 42"),
    ],
)
def test_numbers_out_of_range_are_refused(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(SuitwiseError, match=reason):
        blind_points(np.array([6]), np.array([DEAL]), **wrong)
