"""Exact answers: the published deals, an independent minimax, claims, lines, batches."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise import texas42
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import over_rows
from suitwise.foundation.seating import partner, side
from suitwise.texas42 import (
    Contract,
    Domino,
    Position,
    dominoes_of,
    knowledge_of,
    loses_all,
    mask_of,
    parse_dominoes,
    reaches,
    sample_worlds,
)
from suitwise.texas42.rules.auction import call_of
from suitwise.texas42.rules.contracts import Play, bid_of, is_nello
from suitwise.texas42.rules.dominoes import ALL, DECLARATION_TEXT, NELLO, NELLO_HIGH, SEVENS
from suitwise.texas42.solve import search_general as general
from suitwise.texas42.solve import solver
from suitwise.texas42.solve.deal_file import point_tables
from suitwise.texas42.solve.move_values import Declarations, Plays
from suitwise.texas42.solve.search import WORK, ground
from suitwise.texas42.state import Texas42State
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import deal_with, dealt
from tests.texas42.positions import FOUR_SEATS, THREE_SEATS, from_pair, random_position, theirs

SOLVED = Path(__file__).parents[2] / "data" / "texas42" / "solved_deals.txt"
SEED = 42


def published() -> list[tuple[texas42.Position, int]]:
    lines = [line.split() for line in SOLVED.read_text().splitlines()]
    deals = [words for words in lines if words and not words[0].startswith("#")]
    return [(texas42.Position.parse(" ".join(words[:6])), int(words[6])) for words in deals]


def test_all_published_deals_have_their_published_value() -> None:
    deals = published()
    found = texas42.values(
        [position.declaration for position, _ in deals],
        np.array([position.hands for position, _ in deals]),
        [position.leader for position, _ in deals],
    )
    assert found.tolist() == [value for _, value in deals]
    assert len(deals) == 549


def endgames(exhaustive: bool, three: bool) -> list[texas42.Position]:
    """Positions of one to four tricks, each declaration in turn, half of them within a trick.

    The sample has 20 of each declaration, of up to three tricks; in full they are 5,000 in all.
    """
    random = Random(SEED)
    declarations = THREE_SEATS if three else FOUR_SEATS
    total = (1_000 if three else 4_000) if exhaustive else 20 * len(declarations)
    longest = 4 if exhaustive else 3
    return [
        random_position(
            random,
            1 + random.randrange(longest),
            declarations[number % len(declarations)],
            three,
            mid_trick=random.random() < 0.5,
        )
        for number in range(total)
    ]


def test_endgames_of_four_seats_are_worth_what_plain_minimax_says(exhaustive: bool) -> None:
    for position in endgames(exhaustive, three=False):
        expected = oracle.points_of_moves(theirs(position))
        assert texas42.solve_moves(position) == {from_pair(d): v for d, v in expected.items()}, (
            position
        )
        assert texas42.solve(position) == oracle.points_value(theirs(position)), position


def test_endgames_of_nello_are_worth_the_tricks_that_plain_minimax_says(exhaustive: bool) -> None:
    for position in endgames(exhaustive, three=True):
        expected = {from_pair(d): v for d, v in oracle.nello_of_moves(theirs(position)).items()}
        assert texas42.solve_moves(position) == expected, position
        assert texas42.loses_all(position) == (oracle.nello_value(theirs(position)) == 0), position
        assert texas42.losing_moves(position) == {d: v == 0 for d, v in expected.items()}, position


def test_a_need_is_reached_if_and_only_if_the_value_is_as_much() -> None:
    for position in endgames(exhaustive=False, three=False)[::2]:
        mine, all_points = texas42.solve(position), position.points_left
        of_moves = texas42.solve_moves(position)
        for need in (0, 1, mine, mine + 1, all_points, all_points + 1):
            assert texas42.reaches(position, 0, need) == (mine >= need)
            assert texas42.reaches(position, 1, need) == (all_points - mine >= need)
            assert texas42.reaching_moves(position, 0, need) == {
                d: v >= need for d, v in of_moves.items()
            }


@pytest.mark.parametrize("three", [False, True])
def test_a_line_played_out_reaches_the_value(three: bool) -> None:
    for position in endgames(exhaustive=False, three=three)[::3]:
        line = texas42.best_line(position)
        assert position.line(line)[0].over
        assert texas42.line_worth(position, line) == texas42.solve(position)


def test_whole_deals_played_out_reach_their_published_values() -> None:
    for position, value in published()[::60]:
        assert texas42.line_worth(position, texas42.best_line(position)) == value


@pytest.mark.parametrize("three", [False, True])
def test_a_claim_stands_against_every_legal_play_as_the_oracle_says(three: bool) -> None:
    random = Random(SEED)
    stood = 0
    for position in endgames(exhaustive=False, three=three):
        if position.trick:
            continue
        seats = [seat for seat in range(4) if seat != position.out]
        claimant = random.choice(seats)
        tricks = random.randrange(position.tricks_left + 1)
        expected = oracle.claim_stands(theirs(position), claimant, tricks)
        assert texas42.claim_stands(position, claimant, tricks) == expected, (
            position,
            claimant,
            tricks,
        )
        stood += expected
    assert stood > 10


def test_a_claim_of_all_tricks_is_one_of_all_points() -> None:
    for position in endgames(exhaustive=False, three=False):
        for claimant in range(4):
            by_points = texas42.claim_stands(position, claimant, points=position.points_left)
            assert texas42.claim_stands(position, claimant) == by_points


def test_who_claims_to_lose_all_must_hold_against_all_and_so_must_who_denies_it() -> None:
    for position in endgames(exhaustive=False, three=True)[::2]:
        bidder = partner(position.out)
        opponents = [seat for seat in range(4) if side(seat) != side(bidder)]
        together = texas42.loses_all(position)
        assert texas42.loss_claim_stands(position, bidder) == together
        for opponent in opponents:
            # One who can force a trick on him without trusting his partner can do it with him.
            assert not (together and texas42.loss_claim_stands(position, opponent))


def test_a_seat_that_sits_out_claims_nothing() -> None:
    position = texas42.Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2")
    for claim_stands in (texas42.claim_stands, texas42.loss_claim_stands):
        with pytest.raises(IllegalPosition, match="seat 2 sits out and claims nothing"):
            claim_stands(position, 2)


def test_the_table_holds_every_declaration_and_leader() -> None:
    position, _ = published()[0]
    found = texas42.table(position.hands)
    assert found.shape == (10, 4)
    for declaration in range(10):
        for leader in range(4):
            one = texas42.Position(declaration, position.hands, leader)
            assert found[declaration, leader] == texas42.solve(one)


def test_batches_give_the_same_on_any_number_of_threads() -> None:
    random = Random(SEED)
    positions = [
        random_position(random, 4, random.randrange(SEVENS + 1), mid_trick=False)
        for _ in range(200)
    ]
    columns = (
        [position.declaration for position in positions],
        np.array([position.hands for position in positions]),
        [position.leader for position in positions],
    )
    alone = texas42.values(*columns, threads=1)
    assert (texas42.values(*columns, threads=3) == alone).all()
    assert alone.tolist() == [texas42.solve(position) for position in positions]


def test_plain_python_searches_what_machine_code_searches() -> None:
    random = Random(SEED)
    for number in range(40):
        three = number % 4 == 3
        declaration = random.choice(THREE_SEATS if three else FOUR_SEATS)
        position = random_position(random, 3, declaration, three)
        given = (solver.question_rows([position], solver.aim_of(position)), *ground())
        plain = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(WORK, np.int64)
        compiled = tuple(part.copy() for part in plain)
        general.answer(0, given, plain)
        over_rows(general.answer)(given, compiled, 0, 1)
        for one, other in zip(plain, compiled, strict=True):
            assert (one == other).all()


def test_what_the_search_remembers_and_tries_first_spares_it_positions() -> None:
    """No value shows it: it visits as few as it did, or fewer."""
    random, visited = Random(SEED), 0
    for number in range(60):
        three = number % 4 == 3
        declaration = random.choice(THREE_SEATS if three else FOUR_SEATS)
        position = random_position(random, 5, declaration, three)
        found, work = np.zeros(1, np.int64), np.zeros(WORK, np.int64)
        nodes = np.zeros(1, np.int64)
        general.answer(
            0,
            (solver.question_rows([position], solver.aim_of(position)), *ground()),
            (found, nodes, work),
        )
        visited += int(nodes[0])
    assert visited <= 13_088


def test_tables_of_many_deals_are_what_each_position_is_worth() -> None:
    """Seven deals of one to four dominoes a seat, one of them twice in a row."""
    random = Random(SEED)
    deals = [random_position(random, size, 0, mid_trick=False) for size in (1, 4, 2, 3, 3, 2)]
    deals.insert(2, deals[1])
    worth = [
        [
            tuple(texas42.solve(Position(called, deal.hands, leader)) for leader in range(4))
            for called in range(10)
        ]
        for deal in deals
    ]
    assert point_tables(deals, threads=2) == worth
    assert point_tables([]) == []
    with pytest.raises(IllegalPosition, match="a table is of four hands before a trick"):
        point_tables([Position.parse("nello 0 6-5 5-4 4-3 6-3 out=2")])


def test_many_deals_on_one_table_do_not_mix_up() -> None:
    """The table tells 65,535 deals apart and is wiped then; small deals reach that quickly."""
    random = Random(SEED)
    position = random_position(random, 2, 5, mid_trick=False)
    other = random_position(random, 2, 8, mid_trick=False)
    pair = [solver.question_rows([one], solver.aim_of(one)) for one in (position, other)]
    found, _ = solver.answer_rows((pair[0] + pair[1]) * 70_000)
    assert set(found[0::2]) == {texas42.solve(position)}
    assert set(found[1::2]) == {texas42.solve(other)}


def test_what_is_no_deal_is_refused_with_its_row() -> None:
    position, _ = published()[0]
    hands = np.array([position.hands] * 2)
    with pytest.raises(IllegalPosition, match="row 1 is no deal"):
        texas42.values([5, 99], hands, [0, 0])
    with pytest.raises(IllegalPosition, match="row 0 is no deal"):
        texas42.values([5, 5], hands, [4, 0])
    hands[1, 0] = hands[1, 1]
    with pytest.raises(IllegalPosition, match="row 1 is no deal"):
        texas42.values([5, 5], hands, [0, 0])
    with pytest.raises(IllegalPosition, match="2 deals"):
        texas42.values([5], hands, [0, 0])
    with pytest.raises(IllegalPosition, match="n rows and 4 seats"):
        texas42.values([5], hands[:, :3], [0])
    ragged: Any = [[1], [1, 2]]
    with pytest.raises(SuitwiseError, match="rows of the same length"):
        texas42.values([5, 5], ragged, [0, 0])


def test_nello_as_a_contract_and_points_are_not_mixed_up() -> None:
    four, _ = published()[0]
    three = texas42.Position(NELLO, four.hands, 0, out=2)
    with pytest.raises(IllegalPosition, match="nello is asked by loses_all"):
        texas42.reaches(three, 0, 30)
    with pytest.raises(IllegalPosition, match="a seat that sits out"):
        texas42.loses_all(four)


def test_the_sevens_of_a_deal_are_worth_all_points_together() -> None:
    random = Random(SEED)
    for _ in range(10):
        position = random_position(random, 7, SEVENS, mid_trick=False)
        assert 0 <= texas42.solve(position) <= 42
        assert position.points_left == 42


def test_the_texts_of_declarations_are_the_oracle_s() -> None:
    assert [text.replace("nello-own", "nello") for text in oracle.DECLARATIONS] == list(
        DECLARATION_TEXT
    )
    assert len(texas42.dominoes_of(ALL)) == 28


# --- Claims of Texas 42 as plays go on ------------------------------------------------------------


@cache
def least_and_most(position: Position, mine: int, by_points: bool) -> tuple[int, int]:
    """Return the least and the most that a side takes from here on, over every line of play."""
    if position.over:
        return 0, 0
    found = []
    for domino in dominoes_of(position.legal()):
        after, done = position.with_play(Domino(domino))
        more = 0
        if done is not None and side(done.winner) == mine:
            more = done.points if by_points else 1
        low, high = least_and_most(after, mine, by_points)
        found.append((low + more, high + more))
    return min(low for low, _ in found), max(high for _, high in found)


def check_refutation(position: Position, claim: solver.LaidDown, amount_left: str) -> None:
    """Play a refutation out: the claim is open before its last play, and lost after it."""
    line, taken = solver.refutation(position, claim), 0
    for number, domino in enumerate(line):
        assert domino in dominoes_of(position.legal())
        if amount_left == "nello":
            assert not (claim.unit == "loss" and taken)
        else:
            assert claim.need - taken <= getattr(position, amount_left), (number, line)
        position, taken = claim.after(position, domino, taken)
    if amount_left == "nello":
        assert taken if claim.unit == "loss" else position.over and not taken
    else:
        assert claim.need - taken > getattr(position, amount_left)


@pytest.mark.parametrize("unit", ["tricks", "points"])
def test_a_false_claim_fails_on_a_line_that_ends_as_soon_as_too_little_is_left(unit: str) -> None:
    rng, refuted = Random(11), 0
    declarations = [one for one in FOUR_SEATS if not is_nello(one)]
    for number in range(60):
        declaration = declarations[number % len(declarations)]
        position = random_position(rng, 2, declaration, False, mid_trick=number % 2 == 0)
        seat = rng.randrange(4)
        all_left = position.points_left if unit == "points" else position.tricks_left
        for amount in {0, 1, all_left // 2, all_left}:
            claim = solver.claim_of(position, seat, unit, amount)
            low, _ = least_and_most(position, side(seat), unit == "points")
            if low >= amount:
                assert claim.holds(position)
            if not claim.holds(position):
                assert low < amount
                check_refutation(position, claim, f"{unit}_left")
                refuted += 1
            assert claim.holds(position, amount)
            assert not solver.claim_of(position, seat, unit, all_left + 1).holds(position)
    assert refuted > 30


def test_a_claim_that_stands_is_refuted_by_no_line() -> None:
    position = texas42.Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    nello = texas42.Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2")
    for at, claim in (
        (position, solver.claim_of(position, 0, "points", 21)),
        (position, solver.claim_of(position, 2, "tricks", 0)),
        (nello, solver.claim_of(nello, 1)),
    ):
        with pytest.raises(IllegalPosition, match="the claim stands"):
            solver.refutation(at, claim)


def test_nello_s_claims_are_of_the_contract() -> None:
    rng, refuted = Random(12), 0
    for number in range(60):
        declaration = THREE_SEATS[number % len(THREE_SEATS)]
        position = random_position(rng, 2, declaration, True, mid_trick=number % 2 == 0)
        bidder = partner(position.out)
        for seat in {0, 1, 2, 3} - {position.out}:
            claim = solver.claim_of(position, seat, "points", 40)
            assert (claim.unit, claim.side) == ("loss" if seat == bidder else "trick", side(bidder))
            low, high = least_and_most(position, side(bidder), False)
            if high == 0 or low > 0:
                assert claim.holds(position) == ((high == 0) == (seat == bidder))
            assert claim.holds(position, 1) == (seat != bidder)
            if not claim.holds(position):
                check_refutation(position, claim, "nello")
                refuted += 1
    assert refuted > 30


# --- What moves of Texas 42 are worth in each of many worlds --------------------------------------


HOUSE = texas42.Texas42(match="hand", nello="any", plunge=True, sevens=True)


@pytest.mark.parametrize(
    ("call", "declaration"),
    [("30", 5), ("36", 7), ("40", 8), ("1m", SEVENS), ("2m", 3), ("1m", NELLO), ("2m", NELLO_HIGH)],
)
def test_a_play_is_worth_what_the_solver_says_of_its_world(call: str, declaration: int) -> None:
    for seed in range(4):
        play = under_way(texas42.Contract(seed, call_of(call), declaration), Random(seed))
        contract, position = play.contract, play.position
        plays = texas42.dominoes_of(position.legal())
        is_ours, is_nello = position.turn & 1 == contract.side, contract.out >= 0
        if is_nello:
            lost = texas42.losing_moves(position)
            made = {one: lost[one] and not play.tricks_taken[contract.side] for one in plays}
        else:
            need = bid_of(contract.call) - play.points[contract.side]
            made = texas42.reaching_moves(position, contract.side, need)
        asked, world = Plays(play, plays), np.array([position.hands])
        assert asked.made(world).tolist() == [[made[one] == is_ours for one in plays]]
        worth = texas42.solve_moves(position)  # of side 0, or nello's tricks
        sign = 1 - 2 * (position.turn & 1)
        if is_nello:
            sign = -1 if is_ours else 1
        points = asked.points(world)[0]
        assert (points - points[0]).tolist() == [
            sign * (worth[one] - worth[plays[0]]) for one in plays
        ]


def under_way(contract: texas42.Contract, rng: Random) -> Play:
    """Return a hand of which about three tricks are left, the last trick perhaps begun."""
    play = contract.start(dealt(rng))
    for _ in range((3 if contract.out >= 0 else 4) * 4 + rng.randrange(3)):
        play = play.after(rng.choice(texas42.dominoes_of(play.position.legal())))
    return play


def test_declarations_are_worth_what_the_solver_says_of_each_world() -> None:
    hand = mask_of(parse_dominoes("5-5 6-6 4-4 1-1 6-5 5-4 1-0"))
    state = Texas42State(HOUSE, 3, deal_with(hand))
    sampled = sample_worlds(knowledge_of(state, 0), 3, 7)
    fives, nello = (Contract(0, call_of("2m"), declared) for declared in (5, NELLO))
    for at, world in enumerate(sampled.tolist()):
        hands = world[0], world[1], world[2], world[3]
        made = reaches(fives.start(hands).position, 0, 42)
        lost = loses_all(nello.start(hands).position)
        assert Declarations([fives, nello]).made(sampled[at : at + 1]).tolist() == [[made, lost]]
