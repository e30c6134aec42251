"""The Monte Carlo player of Texas 42: it chooses as the oracle does over all worlds, unseeing."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from benchmarks.texas42.players import Duel, duel
from suitwise import texas42
from suitwise.errors import SuitwiseError
from suitwise.texas42.players.monte_carlo import Pimc, best_of
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.auction import call_of
from suitwise.texas42.rules.dominoes import NELLO, NELLO_HIGH, NELLO_LOW, SEVENS
from suitwise.texas42.rules.position import Hands
from suitwise.texas42.solve.move_values import Plays
from suitwise.texas42.state import Texas42State
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import (
    as_domino,
    as_oracle_contract,
    as_oracle_domino,
    as_oracle_hands,
    deal_with,
    dealt,
)

HOUSE = texas42.Texas42(
    match="hand", nello="any", plunge=True, splash=True, sevens=True, forced=True, play_out=True
)
FOUR_SEATS = (
    ("30", 5), ("36", 7), ("40", 8), ("1m", 0), ("2m", SEVENS), ("splash2", 7), ("plunge4", 3)
)  # fmt: skip
NELLO_CALLS = (("1m", NELLO), ("2m", NELLO_HIGH), ("1m", NELLO_LOW))
EVERY = (*FOUR_SEATS, *NELLO_CALLS)


def hand_of(call: str, declaration: int, seed: int, tricks: int = 0) -> Texas42State:
    """Return a hand that seat 0 bid, random plays having been made, the last trick perhaps begun."""
    rng = Random(seed)
    contract = texas42.Contract(0, call_of(call), declaration)
    hands = dealt(rng, 0, {"plunge4": 4, "splash2": 3}.get(call, 0))
    state = Texas42State(HOUSE, 3, hands, (contract.call, 0, 0, 0), contract.start(hands))
    for _ in range(tricks * (3 if contract.out >= 0 else 4) + rng.randrange(3)):
        state = state.after(rng.choice(tuple(state.moves())))
    return state


def standing(state: Texas42State, hands: Hands) -> oracle.Standing:
    """Return a hand as the oracle has it, if these were the hands as dealt."""
    assert state.play is not None
    played = map(as_oracle_domino, state.play.dominoes)
    contract = as_oracle_contract(state.play.contract)
    return oracle.play_out(contract, as_oracle_hands(hands), played, stop=False)


def prevails(now: oracle.Standing, seat: int) -> dict[oracle.Domino, int]:
    """Return where the side of a seat prevails, by its plays, if all play for the contract."""
    declaring = oracle.side(seat) == oracle.side(now.contract.bidder)
    return {play: made == declaring for play, made in oracle.makes_of_moves(now).items()}


def gains(now: oracle.Standing, seat: int) -> dict[oracle.Domino, int]:
    """Return what a seat wants, by its plays: points for side 0, or the tricks of nello's bidder."""
    if now.contract.kind == "nello":
        sign = -1 if seat == now.contract.bidder else 1
        return {play: sign * value for play, value in oracle.nello_of_moves(now.position).items()}
    sign = 1 - 2 * oracle.side(seat)
    return {play: sign * value for play, value in oracle.points_of_moves(now.position).items()}


def as_dealt(state: Texas42State, world: list[int]) -> Hands:
    """Return the hands as they were dealt if these are still held."""
    played = texas42.knowledge_of(state, state.turn).played
    one, two, three, four = (mine | gone for mine, gone in zip(world, played, strict=True))
    return one, two, three, four


# --- What is asked --------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize(("call", "declaration"), EVERY)
def test_in_each_world_a_play_is_worth_what_the_oracle_says(
    call: str, declaration: int, exhaustive: bool
) -> None:
    for seed in range(60 if exhaustive else 3):
        state = hand_of(call, declaration, seed, tricks=4)
        assert state.play is not None
        plays = [int(move) for move in state.moves()]
        sampled = texas42.sample_worlds(texas42.knowledge_of(state, state.turn), 4, seed)
        asked = Plays(state.play, plays)
        rows = zip(
            sampled.tolist(),
            asked.made(sampled).tolist(),
            asked.points(sampled).tolist(),
            strict=True,
        )
        for world, made, points in rows:
            now = standing(state, as_dealt(state, world))
            names = [as_oracle_domino(play) for play in plays]
            assert dict(zip(names, made, strict=True)) == prevails(now, state.turn)
            found = gains(now, state.turn)
            taken = found[names[0]] - points[0]  # the points differ by a constant of the world
            assert {name: found[name] - taken for name in names} == dict(
                zip(names, points, strict=True)
            )


@pytest.mark.exhaustive
@pytest.mark.parametrize(("call", "declaration"), FOUR_SEATS)
@pytest.mark.parametrize("objective", ["make", "points"])
def test_late_in_a_hand_the_best_play_over_all_worlds_of_the_oracle_is_chosen(
    call: str, declaration: int, objective: str, exhaustive: bool
) -> None:
    player = Pimc(10_000, "make" if objective == "make" else "points")
    for seed in range(40 if exhaustive else 2):
        state = hand_of(call, declaration, seed, tricks=5)
        assert state.play is not None
        seat, contract = state.turn, state.play.contract
        known = oracle.Knowledge(
            seat,
            as_oracle_hands(state.dealt)[seat],
            as_oracle_contract(contract).declaration,
            contract.leader,
            tuple(map(as_oracle_domino, state.play.dominoes)),
        )
        first: Counter[oracle.Domino] = Counter()
        then: Counter[oracle.Domino] = Counter()
        for hands in oracle.worlds(known):
            masks = [texas42.mask_of(map(as_domino, hand)) for hand in hands]
            doubles = sum(map(oracle.is_double, hands[0]))
            if seat and doubles < {"plunge4": 4, "splash2": 3}.get(call, 0):
                continue
            now = standing(state, (masks[0], masks[1], masks[2], masks[3]))
            first.update(prevails(now, seat))
            then.update(gains(now, seat))
        if objective == "points":
            first, then = then, first
        chosen = as_oracle_domino(player(state))
        assert (first[chosen], then[chosen]) == max((first[one], then[one]) for one in first)


# --- How it plays -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "declaration"), EVERY)
def test_a_choice_is_legal_the_same_for_any_threads_and_for_what_is_hidden(
    call: str, declaration: int
) -> None:
    state = hand_of(call, declaration, seed=5, tricks=1)
    player, threaded = Pimc(20, seed=3), Pimc(20, seed=3, threads=2)
    while state.turn >= 0:
        move = player(state)
        assert move in state.moves()
        assert move == threaded(state)
        assert move == player(state.resample(state.turn, 1, len(state.moves())))
        state = state.after(move)


def test_what_prevails_in_every_world_is_played() -> None:
    found = 0
    for seed in range(150):
        state = hand_of("30", seed % 9, seed, tricks=5)
        assert state.play is not None
        plays = [int(move) for move in state.moves()]
        every = np.array(list(texas42.every_world(texas42.knowledge_of(state, state.turn))))
        sure = (Plays(state.play, plays).made(every) == 1).all(axis=0).tolist()
        if any(sure) and not all(sure):
            found += 1
            assert sure[plays.index(int(Pimc(500)(state)))]
    assert found >= 3


def test_the_boss_trumps_are_called_and_declared() -> None:
    hand = texas42.mask_of(texas42.parse_dominoes("5-5 6-5 5-4 5-3 5-2 6-6 4-4"))
    state = Texas42State(texas42.Texas42(match="hand"), 3, deal_with(hand))
    player = Pimc(30)
    call = player(state)
    assert str(call) == "2m"
    for text in (str(call), "pass", "pass", "pass"):
        state = state.after(state.parse_move(text))
    assert str(player(state)) == "5"


def test_nothing_is_called_over_the_partner() -> None:
    hand = texas42.mask_of(texas42.parse_dominoes("5-5 6-5 5-4 5-3 5-2 6-6 4-4"))
    state = Texas42State(texas42.Texas42(match="hand"), 1, deal_with(hand), (call_of("30"), 0))
    assert (state.turn, str(Pimc(5)(state))) == (0, "pass")


def test_a_forced_play_is_made_at_once() -> None:
    state = hand_of("30", 5, seed=1, tricks=6)
    assert [Pimc()(state)] == list(state.moves())


def test_time_to_think_is_taken_while_the_choice_is_open() -> None:
    early, late = hand_of("30", 5, 2), hand_of("30", 5, 2, tricks=5)
    for state in (early, late):
        assert Pimc(5, seconds=0.05)(state) in state.moves()
    assert Pimc(200, seconds=0)(late) == Pimc(200)(late)


# --- Choosing -----------------------------------------------------------------------------------------


def test_of_options_worth_the_same_all_are_the_best() -> None:
    assert best_of("abc", np.array([[1, 2, 0], [2, 1, 0]])) == ("a", "b")


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"worlds": 0}, "1 to 100,000 worlds are sampled, not 0"),
        ({"objective": "win"}, "the objective is 'make' or 'points', not 'win'"),
        ({"seconds": float("nan")}, "the time for a move is 0 seconds or more, not nan"),
        ({"threads": -1}, "the threads are 0 or more, not -1"),
    ],
)
def test_a_player_that_cannot_be_is_refused(wrong: dict[str, object], reason: str) -> None:
    with pytest.raises(SuitwiseError, match=reason):
        Pimc(**wrong)  # type: ignore[arg-type]


# --- Duels ------------------------------------------------------------------------------------------


def test_a_player_draws_with_itself() -> None:
    found = duel(Pimc(3), Pimc(3), range(3), seed=4)
    assert (found.margin.mean, found.margin.error) == (0, 0)
    assert found.contracts(0) == found.contracts(1)


@pytest.mark.exhaustive
def test_it_beats_the_rule_based_player(exhaustive: bool) -> None:
    found: Duel = duel(Pimc(20), Texas42Player(), range(1000 if exhaustive else 2))
    assert found.margin.low > 0 or not exhaustive
