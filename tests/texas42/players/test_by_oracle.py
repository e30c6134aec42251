"""The Monte Carlo player of Texas 42 over all worlds that there are: it chooses as the oracle does."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from suitwise.texas42 import (
    Contract,
    Texas42,
    every_world,
    knowledge_of,
    mask_of,
    parse_dominoes,
    sample_worlds,
)
from suitwise.texas42.players.monte_carlo import MonteCarlo
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

HOUSE = Texas42(
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
    contract = Contract(0, call_of(call), declaration)
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
    played = knowledge_of(state, state.turn).played
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
        sampled = sample_worlds(knowledge_of(state, state.turn), 4, seed)
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
def test_late_in_a_hand_the_best_play_over_all_worlds_of_the_oracle_is_chosen(
    call: str, declaration: int, exhaustive: bool
) -> None:
    player = MonteCarlo(10_000, beliefs=None)
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
        for hands in oracle.worlds(known):
            masks = [mask_of(map(as_domino, hand)) for hand in hands]
            doubles = sum(map(oracle.is_double, hands[0]))
            if seat and doubles < {"plunge4": 4, "splash2": 3}.get(call, 0):
                continue
            now = standing(state, (masks[0], masks[1], masks[2], masks[3]))
            first.update(prevails(now, seat))
        assert first[as_oracle_domino(player(state))] == max(first.values())


# --- How it plays -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "declaration"), EVERY)
def test_a_choice_is_legal_the_same_for_any_threads_and_for_what_is_hidden(
    call: str, declaration: int
) -> None:
    state = hand_of(call, declaration, seed=5, tricks=1)
    player, threaded = MonteCarlo(20, seed=3), MonteCarlo(20, seed=3, threads=2)
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
        every = np.array(list(every_world(knowledge_of(state, state.turn))))
        sure = (Plays(state.play, plays).made(every) == 1).all(axis=0).tolist()
        if any(sure) and not all(sure):
            found += 1
            assert sure[plays.index(int(MonteCarlo(500)(state)))]
    assert found >= 3


def test_the_boss_trumps_are_called_and_declared() -> None:
    hand = mask_of(parse_dominoes("5-5 6-5 5-4 5-3 5-2 6-6 4-4"))
    state = Texas42State(Texas42(match="hand"), 3, deal_with(hand))
    player = MonteCarlo(30)
    call = player(state)
    assert str(call) == "2m"
    for text in (str(call), "pass", "pass", "pass"):
        state = state.after(state.parse_move(text))
    assert str(player(state)) == "5"
