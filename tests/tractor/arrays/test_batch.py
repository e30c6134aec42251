"""Arrays of rounds: legal play by play, the same however they are played, and better by the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from suitwise.cards import RANKS, SUITS
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.stepping.loop import opened
from suitwise.tractor import Pile
from suitwise.tractor.arrays.batch import (
    OUTCOME_COLUMNS,
    Outcomes,
    Policies,
    Replay,
    deal_cards,
    deal_rounds,
    deal_row,
    mains_held,
    outcome_row,
    outcomes,
    play_rounds,
    replay,
    step,
    step_row,
)
from suitwise.tractor.arrays.packed import COLUMNS, HANDS, MAIN, PLACED, PLAYED
from suitwise.tractor.rules.levels import gains
from tests.fresh import in_cuda_simulator
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.rounds import texts

RULED: Policies = ("rules", "rules")
MIXED: Policies = ("rules", "random")
ALL: list[Policies] = [("random", "random"), MIXED, MIXED[::-1], RULED]


def same(one: Outcomes, other: Outcomes) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("points", "sides", "gains", "cards")
    )


# --- By the oracle --------------------------------------------------------------------------------


def check_by_oracle(game: Replay) -> int:
    """Play a round over again by the oracle; return how many plays were of more than one card."""
    trump = oracle.Trump(game.trump.main, game.trump.rank)
    held = [texts(hand) for hand in game.hands]
    assert sorted(card for cards in [*held, texts(game.kitty)] for card in cards) == sorted(
        oracle.pack() * 2
    )
    leader, points, many = game.landlord, 0, 0
    for at in range(0, len(game.plays), 4):
        plays = [texts(pile) for _, pile in game.plays[at : at + 4]]
        seats = [seat for seat, _ in game.plays[at : at + 4]]
        assert seats == [(leader + place) % 4 for place in range(4)]
        assert len(oracle.lead_parts(plays[0], trump)) == 1
        for seat, play in zip(seats, plays, strict=True):
            if play is not plays[0]:
                assert oracle.rule(plays[0], held[seat], play, trump).legal
            held[seat] = oracle.without(held[seat], play)
            many += len(play) > 1
        leader = seats[oracle.winner(plays, trump) - 1]
        if (leader ^ game.landlord) & 1:
            points += sum(map(oracle.points, plays))
    assert not any(held)
    largest = oracle.largest_size(plays[0], trump)
    attackers_won = bool((leader ^ game.landlord) & 1)
    points += oracle.kitty(oracle.points(texts(game.kitty)), largest, attackers_won)
    assert points == game.points
    return many


@pytest.mark.exhaustive
@pytest.mark.parametrize("policies", ALL, ids="-".join)
def test_every_play_is_legal_and_every_round_is_scored_by_the_oracle(
    policies: Policies, exhaustive: bool
) -> None:
    count = 400 if exhaustive else 10
    found = play_rounds(count, 11, policies)
    many = 0
    for number in range(count):
        game = replay(number, 11, policies)
        many += check_by_oracle(game)
        assert game.points == found.points[number]
        assert (game.landlord & 1) == found.sides[number]
    assert many > 2 * count


def test_who_deals_with_what_is_taken_in_turn() -> None:
    rounds = deal_rounds(52, 5)
    assert [(game.landlord, game.trump.rank) for game in (replay(n, 5) for n in range(3))] == [
        (0, "2"),
        (1, "3"),
        (2, "4"),
    ]
    assert set(deal_rounds(300, 5, ranks=0, landlords=2)[:, MAIN]) == set(range(5))
    assert len({tuple(row) for row in rounds.tolist()}) == 52


def test_somebody_could_have_bid_the_main_suit() -> None:
    for number in range(40):
        game = replay(number, 6, landlords=3)
        drawn = [*(texts(hand) for hand in game.hands[:3]), texts(game.hands[3].plus(game.kitty))]
        if game.trump.main == "O":
            assert any(hand.count(joker) == 2 for hand in drawn for joker in oracle.JOKERS)
        else:
            assert any(game.trump.main + game.trump.rank in hand for hand in drawn)


def test_the_main_suits_that_somebody_could_bid_are_those_of_the_oracles_bids() -> None:
    found = set()
    for number, level in enumerate(RANKS * 3):
        record = [0] * COLUMNS
        deal_cards(record, opened(8, number))
        hands = [texts(Pile(*record[at : at + 2])) for at in range(HANDS, HANDS + 8, 2)]
        cards = {bid.card for hand in hands for bid in oracle.bids(0, level, hand, [])}
        mains = {4 if card in oracle.JOKERS else SUITS.index(card[0]) for card in cards}
        assert mains_held(record, RANKS.index(level)) == sum(1 << main for main in mains)
        found.add(frozenset(mains))
    assert len(found) > 1


# --- The same numbers -----------------------------------------------------------------------------


@pytest.mark.parametrize("policies", ALL, ids="-".join)
def test_rounds_are_the_same_in_python_and_however_they_are_cut(policies: Policies) -> None:
    whole = play_rounds(4_100, 3, policies, threads=2)
    tail = play_rounds(60, 3, policies, first=4_040, threads=1)
    assert np.array_equal(whole.points[4_040:], tail.points)
    assert np.array_equal(whole.gains[4_040:], tail.gains)
    ruled = sum((policy == "rules") << side for side, policy in enumerate(policies))
    plain = np.zeros((2, COLUMNS), np.int64)
    found = np.zeros((2, OUTCOME_COLUMNS), np.int64)
    for row in range(2):
        deal_row(row, (3, 0, range(13), range(4), ruled), plain)
        step_row(row, (100, ruled), plain)
        outcome_row(row, plain, found)
    assert np.array_equal(plain, step(deal_rounds(2, 3, policies=policies), 100, policies=policies))
    assert found[:, 0].tolist() == whole.points[:2].tolist()


def test_deals_bids_and_burials_are_the_same_in_python() -> None:
    plain = np.zeros((30, COLUMNS), np.int64)
    for row in range(30):
        deal_row(row, (4, 7, [0, 6, 12], [2, 1], 2), plain)
    here = deal_rounds(30, 4, policies=MIXED[::-1], ranks=[0, 6, 12], landlords=[2, 1], first=7)
    assert np.array_equal(plain, here)


def test_stepping_makes_one_play_in_each_round() -> None:
    rounds = deal_rounds(50, 8)
    kept = rounds.copy()
    for _ in range(100):
        before = rounds
        rounds = step(rounds)
        moved = before[:, PLAYED] < 100
        assert ((rounds[:, PLAYED] > before[:, PLAYED]) == moved).all()
        assert (rounds[moved, PLACED] == (before[moved, PLACED] + 1) % 4).all()
        assert np.array_equal(rounds[~moved], before[~moved])
    assert same(outcomes(rounds), play_rounds(50, 8))
    assert not rounds[:, HANDS : HANDS + 8].any()
    assert np.array_equal(kept, deal_rounds(50, 8))


def test_the_same_cards_are_dealt_whoever_plays_them() -> None:
    one, other = deal_rounds(200, 9), deal_rounds(200, 9, policies=RULED, ranks=5)
    assert (one[:, PLAYED] == 0).all()
    assert not np.array_equal(one, other)
    for number in range(5):
        games = [replay(number, 9), replay(number, 9, RULED, ranks=5)]
        cards = [
            [
                hand.plus(game.kitty) if seat == game.landlord else hand
                for seat, hand in enumerate(game.hands)
            ]
            for game in games
        ]
        assert cards[0] == cards[1]


def test_ranks_gained_are_those_of_the_points() -> None:
    found = play_rounds(500, 4)
    for points, side, gained in zip(
        found.points.tolist(), found.sides.tolist(), found.gains.tolist(), strict=True
    ):
        declarers, attackers = gains(points)
        assert gained == ([attackers, declarers] if side else [declarers, attackers])
    assert (found.cards == 100).all()


def test_the_rules_beat_chance_with_and_without_the_deal() -> None:
    lords = [play_rounds(1_500, 21, policies, landlords=0).points for policies in ALL]
    random, ruled_landlord, ruled_attackers, ruled = (points.mean() for points in lords)
    assert ruled_landlord < 45 < 90 < random < 125 < 150 < ruled_attackers
    assert 60 < ruled < 100


def test_a_gpu_does_as_the_cpu_does() -> None:
    in_cuda_simulator(
        "import numpy as np\n"
        "from suitwise.foundation.arrays.cuda import device_copy\n"
        "from suitwise.errors import IllegalPosition\n"
        "from suitwise.tractor.arrays.batch import *\n"
        "for policies in (('random', 'random'), ('rules', 'random')):\n"
        "    count = 1 if 'rules' in policies else 4\n"
        "    here = deal_rounds(count, 7, policies=policies)\n"
        "    there = deal_rounds(count, 7, policies=policies, device='cuda')\n"
        "    assert np.array_equal(there.copy_to_host(), here)\n"
        "    some = step(there, 9, policies=policies)\n"
        "    assert np.array_equal(there.copy_to_host(), here)\n"
        "    assert np.array_equal(some.copy_to_host(), step(here, 9, policies=policies))\n"
        "    seats = (seat for seat in range(4))\n"
        "    one = play_rounds(count, 7, policies, landlords=seats, device='cuda')\n"
        "    assert np.array_equal(one.points, play_rounds(count, 7, policies).points)\n"
        "    assert outcomes(some).cards.tolist() == outcomes(some.copy_to_host()).cards.tolist()\n"
        "bad = device_copy(here * 0 - 1)\n"
        "assert (step(bad).copy_to_host()[:, 18] == -1).all()\n"
        "try:\n"
        "    outcomes(bad)\n"
        "except IllegalPosition as error:\n"
        "    assert 'row 0 is no packed round' in str(error)\n"
        "else:\n"
        "    raise AssertionError\n"
    )


# --- Refusals -------------------------------------------------------------------------------------


def test_rows_that_are_no_rounds_are_refused() -> None:
    rounds = deal_rounds(3, 1)
    rng = np.random.default_rng(1)
    bad = np.concatenate([rounds, rng.integers(-(2**63), 2**63, (50, COLUMNS))])
    calls: list[Any] = [step, outcomes]
    for call in calls:
        with pytest.raises(IllegalPosition, match="row 3 is no packed round"):
            call(bad)
    for _ in range(100):
        one = step(rounds[:1], int(rng.integers(0, 90)))
        one[0, rng.integers(0, COLUMNS)] ^= 1 << int(rng.integers(0, 63))
        try:
            step(one, 100)
        except IllegalPosition as error:
            assert "row 0" in str(error)  # noqa: PT017


untyped_deal: Any = deal_rounds
untyped_step: Any = step
untyped_play: Any = play_rounds


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: deal_rounds(-1, 1), "dealt in a call are a number from 0 to 2684"),
        (lambda: untyped_deal(2.5, 1), "dealt in a call are a whole number, not 2.5"),
        (lambda: deal_rounds(1, 1 << 64), "a seed has 64 bits"),
        (lambda: deal_rounds(1, 1, ranks=13), "a current rank is a number from 0 to 12"),
        (lambda: deal_rounds(1, 1, ranks=[]), "there is one at least"),
        (lambda: deal_rounds(1, 1, landlords=4), "a seat is a number from 0 to 3"),
        (lambda: deal_rounds(1, 1, first=1 << 30), "the number of the first row is a number"),
        (lambda: deal_rounds(1, 1, device="tpu"), "the device is 'cpu' or 'cuda'"),
        (lambda: deal_rounds(1, 1, threads=2000), "threads are a number from 0 to 1024"),
        (lambda: play_rounds(1, 1, ("random", "best")), "one of random, rules"),
        (lambda: untyped_play(None, 1), "a whole number, not None"),
        (lambda: play_rounds(1, 1, device="tpu"), "the device is 'cpu' or 'cuda'"),
        (lambda: untyped_step([[1, 2]]), "rounds are an int64 array"),
        (lambda: untyped_step([[1], [1, 2]]), "rows of the same length"),
        (lambda: untyped_step(np.zeros((1, COLUMNS))), "not float64"),
        (lambda: step(deal_rounds(1, 1), 101), "the plays are a number from 0 to 100"),
        (lambda: replay(1 << 30, 1), "the number of the first row is a number"),
    ],
)
def test_what_is_out_of_range_is_refused(call: Any, reason: str) -> None:
    with pytest.raises(SuitwiseError, match=reason):
        call()


def test_no_rounds_at_all_are_an_answer() -> None:
    assert play_rounds(0, 1).points.shape == (0,)
    assert step(deal_rounds(0, 1)).shape == (0, COLUMNS)
