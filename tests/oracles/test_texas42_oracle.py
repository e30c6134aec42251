"""The Texas 42 oracle itself: known answers, worked examples, its two searches side by side."""

from __future__ import annotations

from collections.abc import Collection
from math import comb
from pathlib import Path
from random import Random

import pytest

from tests.oracles import texas42_oracle as oracle
from tests.oracles.texas42_oracle import (
    ALL,
    CALLED,
    SIDES,
    Contract,
    Domino,
    Hands,
    Knowledge,
    Position,
    Renege,
    Standing,
    play,
    read_domino,
    read_hand,
)

DATA = Path(__file__).parents[1] / "data" / "texas42"
SOLVED = oracle.read_solved((DATA / "solved_deals.txt").read_text(encoding="ascii"))


def deal(rng: Random, size: int = 7) -> Hands:
    """Deal ``4 * size`` of the dominoes at random."""
    pack = rng.sample(sorted(ALL), 4 * size)
    hands = [frozenset(pack[at : at + size]) for at in range(0, 4 * size, size)]
    return hands[0], hands[1], hands[2], hands[3]


def dominoes(text: str) -> list[Domino]:
    return [read_domino(word) for word in text.split()]


def hands_of(*texts: str) -> Hands:
    one, two, three, four = (read_hand(text) for text in texts)
    return one, two, three, four


def later(rng: Random, now: Standing, plays: int) -> Standing:
    """Go on by so many random legal plays, whether the hand is decided or not."""
    for _play in range(plays):
        now = oracle.go_on(now, rng.choice(oracle.legal(now.position)))
    return now


def ending(rng: Random, declaration: str, tricks: int, out: int | None = None) -> Position:
    """Return a position of random play with so many tricks left, one of them perhaps begun."""
    position = Position(declaration, deal(rng), 0 if out != 0 else 1, (), out)
    seats = 4 if out is None else 3
    for _play in range((7 - tricks) * seats + rng.randrange(seats)):
        position = play(position, rng.choice(oracle.legal(position)))[0]
    return position


def some(seed: int, size: int) -> list[Position]:
    """Return random endings of every declaration, four seats and three."""
    rng = Random(seed)
    return [
        ending(rng, declaration, size, out)
        for declaration in oracle.DECLARATIONS
        for out in ((None, rng.randrange(4)) if declaration in oracle.NELLO else (None,))
    ]


# ----------------------------------------------------------------------------------- the dominoes


def test_there_are_28_dominoes_and_42_points() -> None:
    assert len(ALL) == 28
    assert comb(28, 7) == 1_184_040
    assert {oracle.show_domino(d): oracle.count(d) for d in ALL if oracle.count(d)} == {
        "5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5,
    }  # fmt: skip
    assert 7 + sum(map(oracle.count, ALL)) == 42


# ------------------------------------------------------------------------------- suits and tricks


@pytest.mark.parametrize(
    ("declaration", "domino", "suit"),
    [
        ("notrump", "5-3", 5),
        ("notrump", "4-4", 4),
        ("0", "5-3", 5),
        ("3", "5-3", CALLED),
        ("3", "3-3", CALLED),
        ("3", "6-0", 6),
        ("doubles", "4-4", CALLED),
        ("doubles", "6-4", 6),
        ("nello-own", "4-4", CALLED),
        ("nello-inverted", "0-0", CALLED),
        ("nello-high", "4-4", 4),
        ("nello-low", "4-4", 4),
    ],
)
def test_what_a_lead_calls_for(declaration: str, domino: str, suit: int) -> None:
    assert oracle.lead_suit(read_domino(domino), declaration) == suit


@pytest.mark.parametrize(
    ("declaration", "led", "hand", "allowed"),
    [
        ("notrump", "5-3", "5-5,4-3,6-5,3-3", "5-5,6-5"),
        ("5", "5-3", "5-5,4-3,6-5,3-3", "5-5,6-5"),
        ("3", "5-3", "5-5,4-3,6-5,3-3", "3-3,4-3"),
        ("3", "5-4", "5-3,4-3,6-4", "4-3,5-3,6-4"),
        ("3", "5-4", "5-3,4-3,6-5", "6-5"),
        ("doubles", "6-4", "6-6,6-0,1-1", "6-0"),
        ("doubles", "2-2", "6-2,6-0,1-1", "1-1"),
        ("nello-own", "6-4", "6-6,6-0,1-1", "6-0"),
        ("nello-own", "2-2", "6-2,6-0,1-1", "1-1"),
        ("nello-high", "2-2", "6-2,6-0,1-1", "6-2"),
        ("nello-low", "6-4", "6-6,6-0,1-1", "6-0,6-6"),
        ("sevens", "6-4", "6-6,6-0,6-2,4-2,1-1", "4-2,6-0,6-2"),
        ("sevens", "6-4", "6-6,4-3,6-2,4-2,1-1", "4-3"),
    ],
)
def test_what_may_be_played_to_a_lead(declaration: str, led: str, hand: str, allowed: str) -> None:
    found = oracle.playable(read_hand(hand), read_domino(led), declaration)
    assert oracle.show_hand(found) == allowed


@pytest.mark.parametrize(
    ("declaration", "trick", "winner"),
    [
        ("notrump", "5-3 6-5 5-5 6-6", 2),
        ("3", "5-4 6-5 3-0 5-5", 2),
        ("3", "6-3 3-3 5-3 6-6", 1),
        ("3", "6-0 4-4 5-5 1-1", 0),
        ("doubles", "6-4 6-5 0-0 6-2", 2),
        ("doubles", "0-0 1-1 6-5 5-5", 3),
        ("nello-own", "6-3 6-6 6-0 5-5", 0),
        ("nello-own", "3-3 6-6 6-3 5-5", 1),
        ("nello-inverted", "3-3 6-6 6-3 0-0", 3),
        ("nello-high", "6-3 6-6 6-5 5-5", 1),
        ("nello-low", "6-3 6-6 6-0 5-5", 0),
        ("nello-low", "6-6 6-0 5-5", 1),
        ("nello-low", "0-0 1-0 2-0", 2),
        ("nello-own", "6-0 6-1 5-5", 1),
        ("sevens", "6-4 4-2 6-2 6-5", 1),
        ("sevens", "6-4 5-2 6-2 4-3", 1),
    ],
)
def test_who_wins_a_trick(declaration: str, trick: str, winner: int) -> None:
    assert oracle.winning(dominoes(trick), declaration) == winner


# ----------------------------------------------------------------------------- contracts and scores


def test_scores() -> None:
    points = Contract("straight", 1, "3", points=31)
    assert oracle.score_marks(points, "made") == (0, 1)
    assert oracle.score_marks(points, "set") == oracle.score_renege(points, 3) == (1, 0)
    assert oracle.score_points(points, "made", (9, 33)) == (9, 33)
    assert oracle.score_points(points, "set", (12, 30)) == (43, 0)
    plunge = Contract("plunge", 0, "3", marks=4)
    assert oracle.score_marks(plunge, "made") == oracle.score_renege(plunge, 1) == (4, 0)
    assert oracle.score_points(plunge, "made", (42, 0)) == (168, 0)
    assert oracle.score_points(plunge, "set", (41, 1)) == (0, 168)
    assert oracle.score_points(Contract("straight", 0, "3", marks=1), "set", (0, 1)) == (0, 42)
    assert oracle.match_winner((7, 6), 1) == 0
    assert oracle.match_winner((6, 6), 1) is None
    assert oracle.match_winner((251, 262), 0, target=250) == 0


def test_mark_contracts_are_set_by_one_trick() -> None:
    hands = hands_of("6-6,5-5", "6-5,4-4", "3-3,2-2", "1-1,0-0")
    line = dominoes("6-6 6-5 3-3 1-1 5-5 4-4 2-2 0-0")
    contract = Contract("straight", 0, "notrump", marks=2)
    half = oracle.play_out(contract, hands, line[:4])
    assert oracle.outcome(half) is None
    assert oracle.outcome(oracle.play_out(contract, hands, line)) == "made"
    with pytest.raises(ValueError, match="4-4 may not be played"):
        oracle.play_out(contract, hands, dominoes("6-6 4-4"))
    sixes = contract._replace(declaration="6")
    beaten = oracle.play_out(sixes, hands, dominoes("5-5 6-5 3-3 1-1"))
    assert oracle.outcome(beaten) == "set"


# ------------------------------------------------------------------------------------ known answers


# Deals that the search solves soon; `make test-all` solves all 549.
LIGHT = (98, 140, 378)


def test_a_solved_deal_and_its_ending_after_best_play() -> None:
    # Best play by all four up to the last four tricks keeps the value, and the plain search,
    # which knows no bounds, agrees about the ending and all of its leads.
    for number in LIGHT:
        position, value = SOLVED[number]
        search = oracle.Search(position.declaration)
        took = 0
        for domino in oracle.best_line(position, 12, search):
            position, trick = play(position, domino)
            took += 0 if trick is None else oracle.gain_of_side_0(trick)
        assert took + oracle.points_value(position) == value
        assert oracle.points_of_moves(position) == oracle.solve_moves(position, search)


# ------------------------------------------------------------------------------------- the searches


@pytest.mark.exhaustive
def test_the_search_with_bounds_finds_what_the_plain_one_finds(exhaustive: bool) -> None:
    positions = some(1, 2) + some(2, 3) + some(3, 3)
    if exhaustive:
        positions += [p for seed in range(4, 8) for p in some(seed, 4)] + some(20, 5)
    for position in positions:
        if position.out is None:
            assert oracle.solve(position) == oracle.points_value(position)
            assert oracle.solve_moves(position) == oracle.points_of_moves(position)
        else:
            assert oracle.solve(position) == oracle.nello_value(position)
            assert oracle.solve_moves(position) == oracle.nello_of_moves(position)


def test_make_and_set_follow_the_points() -> None:
    rng = Random(6)
    seen = set()
    for declaration in oracle.STRAIGHT:
        for bidder in range(4):
            hands = deal(rng)
            now = Standing(
                Contract("straight", bidder, declaration, points=30),
                Position(declaration, hands, bidder),
            )
            now = later(rng, now, 16 + rng.randrange(4))
            value = oracle.points_value(now.position)
            total = value + oracle.points_of_sides(now.tricks)[0]
            own = total if oracle.side(bidder) == 0 else 42 - total
            for points in (*range(30, 42), 0):
                contract = Contract("straight", bidder, declaration, points, int(not points))
                made = oracle.will_make(now._replace(contract=contract))
                assert made == (own >= (points or 42))
                seen.add((points, made))
    assert {made for _points, made in seen} == {False, True}


def test_nello_is_made_if_the_bidder_takes_nothing() -> None:
    rng = Random(7)
    seen = []
    for declaration in oracle.NELLO:
        for bidder in range(4):
            contract = Contract("nello", bidder, declaration, marks=1)
            now = later(rng, Standing(contract, oracle.start(contract, deal(rng))), 12)
            taken = sum(trick.winner == bidder for trick in now.tricks)
            made = oracle.will_make(now)
            assert made == (taken + oracle.nello_value(now.position) == 0)
            assert (
                made == any(oracle.makes_of_moves(now).values())
                or oracle.to_play(now.position) != bidder
            )
            seen.append(made)
    assert set(seen) == {False, True}


def test_sevens_plays_itself() -> None:
    rng = Random(9)
    spread = 0
    for _deal in range(6):
        hands = deal(rng)
        contract = Contract("sevens", 0, "sevens", marks=1)
        start = oracle.start(contract, hands)
        ways: set[tuple[Position, tuple[int, ...]]] = {(start, ())}
        while not all(oracle.finished(position) for position, _winners in ways):
            after = set()
            for position, winners in ways:
                for domino in oracle.legal(position):
                    there, trick = play(position, domino)
                    after.add((there, winners if trick is None else (*winners, trick.winner)))
            ways = after
        assert len({winners for _position, winners in ways}) == 1
        winners = min(ways, key=lambda way: way[1])[1]
        now = Standing(contract, start)
        assert oracle.will_make(now) == (set(winners) <= {0, 2})
        gain = oracle.gain_of_side_0
        spread += oracle.value(start, gain, (), {}) < oracle.value(start, gain, range(4), {})
    assert spread  # the choice among equally near dominoes moves points, never winners


# ------------------------------------------------------------------------------------ hidden worlds


@pytest.mark.parametrize("declaration", oracle.DECLARATIONS)
def test_the_worlds_are_counted_as_they_are_listed(declaration: str) -> None:
    rng = Random(declaration)
    fewer = 0
    for _deal in range(8):
        hands = deal(rng, 3)
        out = rng.randrange(4) if declaration in oracle.NELLO else None
        seat, leader = rng.randrange(4), rng.choice([s for s in range(4) if s != out])
        position = Position(declaration, hands, leader, (), out)
        plays: list[Domino] = []
        for _play in range(rng.randrange(4, 8)):
            plays.append(rng.choice(oracle.legal(position)))
            position = play(position, plays[-1])[0]
        pack = frozenset().union(*hands)
        known = Knowledge(seat, hands[seat], declaration, leader, tuple(plays), out, pack)
        listed = list(oracle.worlds(known))
        assert len(set(listed)) == len(listed) == oracle.count_worlds(known)
        assert hands in listed
        assert all(world[seat] == hands[seat] for world in listed)
        _sure, unseen, places = oracle.hidden(known)
        fewer += sum(1 for _share in oracle.divisions(unseen, places)) > len(listed)
    assert fewer


# -------------------------------------------------------------------------------- reneges and claims


def test_a_renege_is_found_in_a_record() -> None:
    six, three = read_domino("6-6"), read_domino("6-3")
    first = [(0, six), (1, read_domino("5-4")), (2, read_domino("6-1")), (3, read_domino("6-2"))]
    second = [(0, read_domino("5-5")), (1, three), (2, read_domino("5-0")), (3, read_domino("1-1"))]
    assert oracle.reneges("notrump", [first, second]) == [Renege(1, 1, (5, 4), (three,))]
    # With fives trump 5-4 is a trump, kept back no longer, and no six, but 6-3 is one; with threes
    # trump 6-3 is no six.
    assert oracle.reneges("5", [first, second]) == [Renege(1, 1, (5, 4), (three,))]
    assert oracle.reneges("3", [first, second]) == []
    assert oracle.reneges("notrump", [first]) == []
    hands = oracle.hands_of_plays(first + second)
    assert oracle.reneges("notrump", [first], hands) == [Renege(1, 1, (5, 4), (three,))]


def test_claims() -> None:
    def stands(declaration: str, hands: Hands, choosers: Collection[int] | None = None) -> bool:
        return oracle.claim_stands(Position(declaration, hands, 0), 0, choosers=choosers)

    # Two doubles without trumps about: whatever anyone does.
    sure = hands_of("6-6,5-5", "6-5,5-4", "3-3,2-2", "1-1,0-0")
    assert stands("notrump", sure)
    assert stands("notrump", sure, choosers=())
    # The trump must be drawn first: the claimant sees to that.
    draw = hands_of("6-6,5-5", "6-1,4-3", "3-3,2-2", "1-1,5-4")
    assert stands("6", draw)
    assert not stands("6", draw, choosers=())
    # The partner must keep 1-1, which he need not.
    keep = hands_of("6-6,1-0", "6-2,2-1", "1-1,5-4", "6-3,5-5")
    assert not stands("notrump", keep)
    assert stands("notrump", keep, choosers=SIDES[0])
    assert oracle.claim_stands(Position("notrump", keep, 0), 0, tricks=1)


def test_claims_that_a_contract_is_made_or_set() -> None:
    hands = hands_of("6-6,1-0", "6-2,2-1", "1-1,5-4", "6-3,5-5")
    contract = Contract("straight", 0, "notrump", marks=1)
    now = Standing(contract, oracle.start(contract, hands))
    assert oracle.will_make(now)
    assert not oracle.forces(now, "made", {0})
    assert not oracle.forces(now, "set", SIDES[1])
    contract = contract._replace(declaration="5")
    now = Standing(contract, oracle.start(contract, hands))
    assert oracle.forces(now, "set", SIDES[1])
    assert oracle.forces(now, "set", ())
