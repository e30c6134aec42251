"""Hints at Texas 42: every sentence is read back, its figures solved again, its move the best of them.

The figures are held against another solver (``solver_batch`` for whole hands, where the hints ask
``general``) over the same sampled deals, and late in a hand against the oracle over all deals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from suitwise import texas42
from suitwise.foundation.seating import partner
from suitwise.game import CHANCE, OVER
from suitwise.players import RandomPlayer
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.players.host import Texas42Host
from suitwise.texas42.players.monte_carlo import Judged, Pimc, stream_of
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.auction import CALL_TEXT, FIRST_MARK, FIRST_PLUNGE, PASS
from suitwise.texas42.rules.contracts import bid_of, stake_of
from suitwise.texas42.state import Texas42State
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import as_domino, as_oracle_contract, as_oracle_domino, as_oracle_hands
from tests.texas42.players.test_monte_carlo import FOUR_SEATS, hand_of, prevails, standing

WORLDS = 10
HOST = Texas42Host(player=Texas42Player(), adviser=Pimc(WORLDS, considered=9))
PLAIN = texas42.Texas42(match="hand")
HOUSE = texas42.Texas42(
    match="hand", forced=True, nello="any", plunge=True, splash=True, sevens=True
)
STRAIGHT = range(9)

DEALS = r"(?:\d+ sampled deals|the (?:(\d+) possible deals|only possible deal))"
SHARE = (
    rf"in (\d+) % of {DEALS}((?:, [\w-]+ \d+ %)*)(?:; ([\w-]+) is as good, give or take (\d+) %)?"
)
NAMED = r"[\w-]+(?: or [\w-]+)*"
CALLED = (
    r"(?:your partner's bid of (\w+) stands; )?"
    rf"(\w+)(?: with ({NAMED})|, your partner to declare,) is made in (\d+) % of \d+ sampled deals"
    rf"(, no call in more than 80 %)?(?:; bid as high as (\w+)(?: \(42\))? with ({NAMED}), made in "
    r"(\d+) of (\d+) deals, the highest bid that 80 % of them make; the cheapest bid that wins the "
    r"auction is as good, for 30 to 42 stake one mark)?"
)


def positions(game: texas42.Texas42, seeds: range) -> Iterator[Texas42State]:
    """Yield the positions of hands in which a seat has a choice, half of them played at random."""
    for seed in seeds:
        players = Texas42Player(), RandomPlayer(seed)
        state, index = game.start().rolled(seed, 0)
        while state.turn != OVER:
            if state.turn == CHANCE:
                state, index = state.rolled(seed, 0, index)
                continue
            if len(state.moves()) > 1:
                yield state
            state = state.after(players[seed % 2 if state.phase == "play" else 0](state))


def judged(state: Texas42State) -> Judged:
    """Return the figures that a hint goes by."""
    return Pimc(WORLDS, considered=9).judged(state)


def straight_points(state: Texas42State) -> dict[int, list[int]]:
    """Return what the side of the seat on turn takes in each sampled deal, by what it declares."""
    seat = state.turn
    deals = texas42.sample_worlds(texas42.knowledge_of(state, seat), WORLDS, 0, stream_of(state))
    declared, leader = np.repeat(np.array(STRAIGHT), WORLDS), np.full(9 * WORLDS, seat)
    taken = texas42.values(declared, np.tile(deals, (9, 1)), leader, 1).reshape(9, WORLDS)
    return dict(enumerate((taken if seat % 2 == 0 else 42 - taken).tolist()))


def share(points: list[int], bid: int) -> float:
    return sum(taken >= bid for taken in points) / len(points)


# --- Calls ----------------------------------------------------------------------------------------


def hold_call(state: Texas42State, hint: str) -> None:
    """Assert that what a hint says of a call is so, and that no call is worth more by the figures."""
    move, _, why = hint.partition(": ")
    found = re.fullmatch(CALLED, why)
    assert found is not None, hint
    partners, named, declared, percent, none_better, high, best, made, deals = found.groups()
    calls = {CALL_TEXT[one.call]: one.call for one in state.moves()}
    points, chances = straight_points(state), chances_of(state)
    assert (partners is not None) == (state.bidder == partner(state.turn))
    assert partners is None or (move, partners) == ("pass", CALL_TEXT[state.standing])
    assert named == (move if move != "pass" else CALL_TEXT[min(set(calls.values()) - {PASS})])
    assert int(percent) == round(100 * max(chances[calls[named]].values()))
    if declared:
        hold_best(declared, chances[calls[named]], int(percent))
        straight = [str(declaration_name(one)) for one in STRAIGHT]
        for at in [straight.index(one) for one in declared.split(" or ") if one in straight]:
            assert int(percent) == round(100 * share(points[at], bid_of(calls[named])))
    if partners is None:
        worth = {
            call: stake_of(call) * (max(chances[call].values()) - 0.8) if call != PASS else 0.0
            for call in calls.values()
        }
        assert worth[calls[move]] == pytest.approx(max(worth.values()))
    often = [
        call
        for call in calls.values()
        if PASS < call <= FIRST_MARK and max(chances[call].values()) >= 0.8
    ]
    assert (none_better is not None) == (move == "pass" and partners is None)
    assert (high is not None) == (PASS < calls[move] <= FIRST_MARK and bool(often))
    if high is not None:
        assert (calls[high], int(deals)) == (max(often), WORLDS)
        hold_best(best, chances[calls[high]], round(100 * int(made) / WORLDS))


def hold_best(named: str, chances: dict[str, float], percent: int) -> None:
    """Assert that all declarations are named, and no other, that make a call most often."""
    most = max(chances.values())
    assert named.split(" or ") == [name for name, chance in chances.items() if chance == most]
    assert percent == round(100 * most)


def chances_of(state: Texas42State) -> dict[int, dict[str, float]]:
    """Return how often each call is made by what is declared.

    Straight declarations are solved again; of the others, for marks, the figures are the player's.
    """
    points, told = straight_points(state), judged(state)
    others = dict(zip(told.options, (told.found > 0).mean(axis=0).tolist(), strict=True))
    return {
        move.call: {
            **{
                declaration_name(one): share(points[one], bid_of(move.call))
                for one in STRAIGHT
                if PASS < move.call < FIRST_PLUNGE
            },
            **{
                declaration_name(declared) if declared >= 0 else "": chance
                for (call, declared), chance in others.items()
                if call == move.call and declared not in STRAIGHT
            },
        }
        for move in state.moves()
    }


# --- Declarations and plays -----------------------------------------------------------------------


def hold_shares(state: Texas42State, hint: str) -> None:
    """Assert that a declaration or a play is the best of all by the figures that a hint names."""
    move, _, why = hint.partition(": ")
    told = judged(state)
    shares = dict(zip(named_options(state, told), told.found.mean(axis=0).tolist(), strict=True))
    if state.phase == "declare":
        found = re.fullmatch(rf"with ([\w-]+) it is made {SHARE}", why)
        assert found is not None, hint
        first = found[1]
        assert first == declaration_name(texas42.Move(move).declaration)
        points = straight_points(state)
        for at in STRAIGHT if state.standing <= FIRST_PLUNGE else ():
            assert shares[declaration_name(at)] == share(points[at], bid_of(state.standing))
    else:
        found = re.fullmatch(rf"the contract is (made|set) {SHARE}", why)
        assert found is not None, hint
        assert state.play is not None
        declaring = (state.turn - state.play.contract.side) % 2 == 0
        first = move
        assert (found[1] == "made") == declaring
    figures = {first: int(found[2])}
    figures |= {name: int(figure) for name, figure in re.findall(r", ([\w-]+) (\d+) %", found[4])}
    assert figures == {name: round(100 * shares[name]) for name in figures}
    assert shares[first] == max(shares.values())
    assert sorted(map(shares.__getitem__, figures)) == sorted(shares.values())[-len(figures) :]
    assert len(figures) == min(3, len(shares))
    exact = texas42.count_worlds(texas42.knowledge_of(state, state.turn)) <= WORLDS
    assert exact == ("possible" in why)
    assert not exact or (found[3] or "1") == str(len(told.found))


def named_options(state: Texas42State, told: Judged) -> list[str]:
    if state.phase == "declare":
        return [declaration_name(one) for one in told.options]
    return [str(texas42.Domino(one)) for one in told.options]


@pytest.mark.parametrize("game", [PLAIN, HOUSE], ids=["plain", "house"])
def test_a_hint_recommends_the_best_by_its_own_figures(
    game: texas42.Texas42, exhaustive: bool
) -> None:
    held: Counter[str] = Counter()
    for state in positions(game, range(40 if exhaustive else 1)):
        hint = HOST.hint(state)
        (hold_call if state.phase == "call" else hold_shares)(state, hint)
        held[state.phase] += 1
    assert set(held) == {"call", "declare", "play"}


def test_where_there_is_no_choice_a_hint_says_so() -> None:
    state = next(positions(PLAIN, range(1)))
    while len(state.moves()) > 1:
        state = state.after(Texas42Player()(state))
    assert HOST.hint(state) == f"{next(iter(state.moves()))}: it is the only legal move"


@pytest.mark.parametrize(("call", "declaration"), FOUR_SEATS)
def test_late_in_a_hand_the_figures_are_those_of_the_oracle_over_all_deals(
    call: str, declaration: int, exhaustive: bool
) -> None:
    host = Texas42Host(adviser=Pimc(10_000))
    for seed in range(20 if exhaustive else 1):
        state = hand_of(call, declaration, seed, tricks=5)
        if len(state.moves()) == 1:
            continue
        shares, deals = shares_by_oracle(state, {"plunge4": 4, "splash2": 3}.get(call, 0))
        move, _, why = host.hint(state).partition(": ")
        found = re.fullmatch(rf"the contract is (?:made|set) {SHARE}", why)
        assert found is not None
        assert int(found[2] or 1) == deals
        figures = {move: int(found[1])}
        figures |= {one: int(part) for one, part in re.findall(r", (\d-\d) (\d+) %", found[3])}
        assert shares[move] == max(shares.values())
        assert figures == {one: round(100 * shares[one] / deals) for one in figures}


def shares_by_oracle(state: Texas42State, doubles: int) -> tuple[dict[str, int], int]:
    """Return in how many deals the seat's side prevails by play, and how many deals there are."""
    assert state.play is not None
    seat, contract = state.turn, state.play.contract
    known = oracle.Knowledge(
        seat,
        as_oracle_hands(state.dealt)[seat],
        as_oracle_contract(contract).declaration,
        contract.leader,
        tuple(map(as_oracle_domino, state.play.dominoes)),
    )
    made: Counter[oracle.Domino] = Counter()
    deals = 0
    for hands in oracle.worlds(known):
        if seat and sum(map(oracle.is_double, hands[0])) < doubles:
            continue
        one, two, three, four = (texas42.mask_of(map(as_domino, hand)) for hand in hands)
        made.update(prevails(standing(state, (one, two, three, four)), seat))
        deals += 1
    names = {as_oracle_domino(int(one)): str(one) for one in state.moves()}
    return {name: made[one] for one, name in names.items()}, deals
