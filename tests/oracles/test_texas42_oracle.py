"""The Texas 42 oracle itself: known answers, worked examples, its two searches side by side."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from random import Random

import pytest

from tests.oracles import texas42_oracle as oracle
from tests.oracles.texas42_oracle import (
    ALL,
    CALLED,
    PASS,
    SIDES,
    Call,
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
PLAYED = oracle.read_played((DATA / "played_hands.txt").read_text(encoding="ascii"))


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


def test_text_of_dominoes_and_hands() -> None:
    assert read_domino("4-6") == read_domino("6-4") == (6, 4)
    assert oracle.show_hand(read_hand("6-4, 0-1 3-3")) == "1-0,3-3,6-4"
    for wrong in ("7-0", "64", "6-4-1", ""):
        with pytest.raises(ValueError, match="is not a domino"):
            read_domino(wrong)
    with pytest.raises(ValueError, match="twice"):
        read_hand("6-4 4-6")


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


def test_every_trick_has_one_winner() -> None:
    # What can win a trick, the domino led among it, is strictly ordered; the rest beats nothing.
    tricks = {3: 0, 4: 0}
    for declaration in oracle.TRICK_DECLARATIONS:
        for led in ALL:
            suit = oracle.lead_suit(led, declaration)
            strong = {
                d
                for d in ALL
                if oracle.is_trump(d, declaration) or oracle.follows(d, suit, declaration)
            }
            assert led in strong
            beaten = {d: {e for e in ALL if oracle.beats(d, e, suit, declaration)} for d in ALL}
            falls = sorted(len(beaten[d] & strong) for d in strong)
            assert falls == list(range(len(strong)))
            for d in strong:
                assert beaten[d] >= ALL - strong
                assert all(beaten[e] < beaten[d] for e in beaten[d])
            assert not any(beaten[d] for d in ALL - strong)
            if declaration in oracle.TEN:
                tricks[4] += comb(27, 3)
            tricks[3] += comb(27, 2) if declaration == "nello-own" else 0
    assert tricks == {4: 819_000, 3: 9_828}


@pytest.mark.parametrize("seats", [3, 4])
def test_tricks_of_nello_where_the_seed_ranks_two_doubles_alike(seats: int) -> None:
    # With rank 14 for every double, the doubles that follow a double tie with it.
    tied = sum(
        any(map(oracle.is_double, others))
        for led in ALL
        if oracle.is_double(led)
        for others in combinations(sorted(ALL - {led}), seats - 1)
    )
    assert tied == {3: 987, 4: 11_165}[seats]


def test_the_order_of_the_followers_does_not_change_the_winner() -> None:
    rng = Random(4)
    for declaration in oracle.TRICK_DECLARATIONS:
        for _trick in range(30):
            led, *others = rng.sample(sorted(ALL), 4)
            winners = {
                (led, *rest)[oracle.winning((led, *rest), declaration)]
                for rest in permutations(others)
            }
            assert len(winners) == 1


# ------------------------------------------------------------------------------------ the auction


def test_the_number_of_auctions_for_each_cap() -> None:
    found = [sum(1 for _auction in oracle.auctions(cap)) for cap in range(1, 8)]
    assert found == [2380, 3060, 3196, 3213, 3214, 3214, 3214]
    assert max(call.amount for calls in oracle.auctions() for call in calls[3:] if
               call.kind == "marks") == 5  # fmt: skip
    assert sum(1 for _auction in oracle.auctions(forced=True)) == 3213


def test_what_may_be_called_after_a_call() -> None:
    def marks(*history: Call) -> list[int]:
        return [call.amount for call in oracle.legal_calls(history) if call.kind == "marks"]

    def points(*history: Call) -> list[int]:
        return [call.amount for call in oracle.legal_calls(history) if call.kind == "points"]

    one, two = Call("marks", 1), Call("marks", 2)
    assert (marks(), points()) == ([1, 2], list(range(30, 42)))
    assert (marks(Call("points", 40)), points(Call("points", 40), PASS)) == ([1, 2], [41])
    assert (marks(one), points(one)) == ([2], [])
    assert marks(two, PASS) == [3]
    assert marks(two, Call("marks", 3), Call("marks", 4)) == [5]
    assert PASS not in oracle.legal_calls([PASS] * 3, forced=True)
    assert PASS in oracle.legal_calls([PASS] * 2, forced=True)
    assert PASS in oracle.legal_calls([PASS, one, PASS], forced=True)


def test_plunge_and_splash_are_called() -> None:
    def special(kind: str, history: list[Call], doubles: int, jump: bool = True) -> list[int]:
        calls = oracle.legal_calls(history, 7, doubles, plunge=True, splash=True, jump=jump)
        return [call.amount for call in calls if call.kind == kind]

    assert special("plunge", [], 4) == special("plunge", [Call("marks", 3)], 4) == [4]
    assert special("plunge", [], 3) == special("splash", [], 2) == []
    assert special("plunge", [Call("marks", 4)], 4) == [5]
    assert special("splash", [], 3) == [2, 3]
    assert special("splash", [], 3, jump=False) == [2]
    assert special("splash", [Call("marks", 2)], 3) == [3]
    assert special("splash", [Call("marks", 3)], 3) == []
    assert special("splash", [Call("splash", 2)], 3, jump=False) == [3]


def test_who_wins_the_auction() -> None:
    calls = [PASS, Call("points", 31), Call("marks", 1), PASS]
    assert oracle.winner_of(calls, shaker=3) == (2, Call("marks", 1))
    assert oracle.winner_of(calls, shaker=1) == (0, Call("marks", 1))
    assert oracle.winner_of([PASS] * 4, shaker=0) is None


# ----------------------------------------------------------------------------- contracts and scores


def test_contracts_that_cannot_be() -> None:
    for contract in (
        Contract("straight", 0, "3", points=29),
        Contract("straight", 0, "3", points=42),
        Contract("straight", 0, "3"),
        Contract("straight", 0, "3", points=30, marks=1),
        Contract("straight", 0, "nello-own", marks=1),
        Contract("nello", 0, "nello-own", points=30),
        Contract("nello", 0, "doubles", marks=1),
        Contract("plunge", 0, "3", marks=3),
        Contract("splash", 0, "3", marks=4),
        Contract("splash", 0, "3", marks=1),
        Contract("sevens", 0, "3", marks=1),
        Contract("crash", 0, "3", marks=4),
    ):
        with pytest.raises(ValueError, match=r"."):
            oracle.check_contract(contract)
    hands = hands_of("0-0,1-1,2-2,3-2", "4-4,3-3,6-5,6-4", "6-0,6-1,6-2,6-3", "5-0,5-1,5-2,5-3")
    oracle.check_contract(Contract("splash", 0, "3", marks=2), hands)
    with pytest.raises(ValueError, match="plunge needs 4 doubles"):
        oracle.check_contract(Contract("plunge", 0, "3", marks=4), hands)


@pytest.mark.parametrize(
    ("contract", "leader", "out"),
    [
        (Contract("straight", 1, "3", points=30), 1, None),
        (Contract("plunge", 1, "3", marks=4), 3, None),
        (Contract("splash", 1, "notrump", marks=3), 3, None),
        (Contract("nello", 1, "nello-low", marks=1), 1, 3),
        (Contract("sevens", 1, "sevens", marks=1), 1, None),
    ],
)
def test_who_leads_and_who_sits_out(contract: Contract, leader: int, out: int | None) -> None:
    hands = hands_of("6-5,6-4,6-3,6-2", "0-0,1-1,2-2,3-3", "6-0,5-0,4-0,3-0", "6-1,5-1,4-1,3-1")
    position = oracle.start(contract, hands)
    assert (position.leader, position.out) == (leader, out)
    assert len(oracle.order(position)) == (4 if out is None else 3)


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


def test_points_are_decided_at_the_first_trick_that_decides_them() -> None:
    for record in PLAYED:
        plays = [one for trick in record.tricks for one in trick]
        hands = oracle.hands_of_plays(plays)
        now = Standing(record.contract, oracle.start(record.contract, hands))
        took = [0, 0]
        own = oracle.side(record.contract.bidder)
        for _seat, domino in plays:
            now = oracle.go_on(now, domino)
            took[0], took[1] = oracle.points_of_sides(now.tricks)
            made, lost = took[own] >= record.contract.points, took[1 - own] >= 13
            assert not (made and lost)
            assert oracle.outcome(now) == ("made" if made else "set" if lost else None)
        assert sum(took) == 42
        line = [domino for _seat, domino in plays]
        assert oracle.play_out(record.contract, hands, line, stop=False) == now
        early = oracle.points_of_sides(now.tricks[:6])
        if early[own] >= record.contract.points or early[1 - own] >= 13:
            with pytest.raises(ValueError, match="after the hand was decided"):
                oracle.play_out(record.contract, hands, line)
        else:
            assert oracle.play_out(record.contract, hands, line) == now


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


def test_nello_is_set_by_the_bidders_first_trick() -> None:
    hands = hands_of("6-6,1-0", "6-5,4-4", "3-3,2-2", "6-4,0-0")
    contract = Contract("nello", 0, "nello-low", marks=1)
    line = dominoes("6-6 6-5 6-4 4-4 0-0 1-0")
    end = oracle.play_out(contract, hands, line)
    assert [(trick.winner, trick.points) for trick in end.tricks] == [(1, 11), (1, 1)]
    assert oracle.outcome(end) == "made"
    high = oracle.play_out(contract._replace(declaration="nello-high"), hands, line[:3])
    assert oracle.outcome(high) == "set"
    assert oracle.will_make(Standing(contract, oracle.start(contract, hands)))


# ------------------------------------------------------------------------------------ known answers


def test_the_recorded_hands_replay_as_written() -> None:
    assert len(PLAYED) == 13
    totals = [0, 0]
    for number, record in enumerate(PLAYED):
        assert oracle.faults(record) == []
        assert record.shaker == number % 4
        assert record.contract.bidder == (record.shaker + 1) % 4
        for one in (0, 1):
            totals[one] += oracle.score_marks(record.contract, record.result)[one]
        assert tuple(totals) == record.marks
        winner = oracle.match_winner(record.marks, record.declaring)
        assert winner == (0 if number == 12 else None)


def test_a_changed_record_has_a_fault() -> None:
    record = PLAYED[0]
    assert oracle.faults(record._replace(winners=(3, *record.winners[1:])))
    assert oracle.faults(record._replace(points=(12, *record.points[1:])))
    assert oracle.faults(record._replace(result="made"))
    assert oracle.faults(record._replace(took=16))
    assert oracle.faults(record._replace(gets=1))


# Deals that the search solves soon; `make test-all` solves all 549.
LIGHT = (98, 140, 378)


@pytest.mark.exhaustive
def test_the_values_of_solved_deals(exhaustive: bool) -> None:
    assert len(SOLVED) == 549
    assert all(one.position.leader == 0 for one in SOLVED)
    for number in range(len(SOLVED)) if exhaustive else LIGHT:
        position, value = SOLVED[number]
        assert oracle.solve(position) == value


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


def test_every_play_keeps_or_loses_value() -> None:
    for position in some(5, 3):
        if position.out is not None:
            continue
        each = oracle.points_of_moves(position)
        best = max if oracle.side(oracle.to_play(position)) == 0 else min
        assert set(each) == set(oracle.legal(position))
        assert best(each.values()) == oracle.points_value(position)
        turned = position._replace(
            hands=(*position.hands[1:], position.hands[0]), leader=(position.leader - 1) % 4
        )
        left = sum(map(oracle.count, position.table + tuple(d for h in position.hands for d in h)))
        tricks = len(position.hands[oracle.to_play(position)])
        assert oracle.points_value(turned) == tricks + left - oracle.points_value(position)


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


def test_a_plunge_is_made_with_every_trick() -> None:
    rng = Random(8)
    made: set[bool] = set()
    while len(made) < 2:
        hands = deal(rng)
        if sum(map(oracle.is_double, hands[0])) < 3:
            continue
        kind, marks = ("plunge", 4) if sum(map(oracle.is_double, hands[0])) > 3 else ("splash", 2)
        contract = Contract(kind, 0, rng.choice(oracle.STRAIGHT), marks=marks)
        start = oracle.start(contract, hands)
        assert start.leader == 2
        now = Standing(contract, start)
        # Play well for the declaring side and badly for the others, to reach open endings.
        while len(now.tricks) < 4:
            moves = oracle.legal(now.position)
            seat = oracle.to_play(now.position)
            best = max if seat in SIDES[0] else min
            now = oracle.go_on(now, best(moves, key=lambda d: (d[0] == d[1], sum(d))))
        points = oracle.points_of_sides(now.tricks)[0] + oracle.points_value(now.position)
        assert oracle.will_make(now) == (points == 42)
        made.add(oracle.will_make(now))


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


def test_the_table_of_a_deal() -> None:
    hands = SOLVED[LIGHT[0]].position.hands
    small = [frozenset(sorted(hand)[:4]) for hand in hands]
    four: Hands = (small[0], small[1], small[2], small[3])
    table = oracle.table(four)
    assert len(table) == 40
    for (declaration, leader), value in table.items():
        if declaration in ("2", "doubles", "notrump", "nello-own") and leader == 3:
            assert value == oracle.points_value(Position(declaration, four, leader))


# ------------------------------------------------------------------------------------ hidden worlds


def test_the_number_of_worlds_before_a_play() -> None:
    pack = sorted(ALL)
    found = [
        oracle.count_worlds(
            Knowledge(2, frozenset(pack[:size]), "3", 2, (), None, frozenset(pack[: 4 * size]))
        )
        for size in range(7, 0, -1)
    ]
    assert found == [399_072_960, 17_153_136, 756_756, 34_650, 1_680, 90, 6]


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


def test_a_void_rules_worlds_out() -> None:
    # Seat 1 shows no six, so 6-1 and 6-2 lie with seats 2 and 3: of six places two are seat 1's.
    hands = hands_of("6-6,5-5,0-0", "4-3,4-4,3-3", "6-5,6-1,2-2", "6-4,6-2,1-1")
    pack = frozenset().union(*hands)
    plays = tuple(dominoes("6-6 4-3 6-5 6-4"))
    known = Knowledge(0, hands[0], "notrump", 0, plays, None, pack)
    assert oracle.count_worlds(known) == len(list(oracle.worlds(known))) == 6 * 6
    # With fours trump the same plays: 6-4 is a trump, and seat 3 shows no six as well.
    # Then both of them lie with seat 2, and two of the four others with seat 1.
    known = known._replace(declaration="4")
    assert oracle.count_worlds(known) == len(list(oracle.worlds(known))) == 6
    # A play that breaks what was shown leaves no world.
    broken = known._replace(plays=(*plays, (1, 1), (5, 5), (6, 1), (2, 2)))
    assert oracle.count_worlds(broken) == len(list(oracle.worlds(broken))) == 0


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


def test_every_swap_of_two_plays_of_a_seat_is_judged_as_the_rules_say() -> None:
    rng = Random(10)
    found = 0
    for record in PLAYED:
        tricks = [list(trick) for trick in record.tricks]
        early, late = sorted(rng.sample(range(7), 2))
        seat = rng.randrange(4)
        one, other = (
            next(at for at in range(4) if tricks[n][at][0] == seat) for n in (early, late)
        )
        tricks[early][one], tricks[late][other] = tricks[late][other], tricks[early][one]
        reneges = oracle.reneges(record.contract.declaration, tricks)
        found += bool(reneges)
        for renege in reneges:
            led = tricks[renege.trick - 1][0][1]
            suit = oracle.lead_suit(led, record.contract.declaration)
            assert not oracle.follows(renege.played, suit, record.contract.declaration)
            assert renege.legal
            assert all(oracle.follows(d, suit, record.contract.declaration) for d in renege.legal)
    assert found


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
