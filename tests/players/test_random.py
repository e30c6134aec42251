"""The random player: legal, uniform, and the same again from its seed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise import players
from suitwise.errors import SuitwiseError
from suitwise.game import Game, State, load, play
from suitwise.players import Margin, RandomPlayer, mirrored
from suitwise.players.mccfr import pick, shares, uniform
from suitwise.testing import Kuhn, Leduc
from suitwise.texas42 import Endgame
from suitwise.texas42.players.rule_based import Texas42Player


def test_the_same_seed_plays_the_same_games() -> None:
    game = load("stacks")
    first, again = (
        [play(game.start(), player, 1, deal) for deal in range(5)]
        for player in (RandomPlayer(3), RandomPlayer(3))
    )
    assert first == again


def test_every_legal_move_is_as_likely() -> None:
    state, player = Kuhn().parse("KJ"), RandomPlayer(1)
    counts = Counter(player(state) for _ in range(2000))
    assert abs(counts["p"] - 1000) < 5 * 500**0.5


def test_a_game_that_is_over_has_no_move_to_choose() -> None:
    over = Kuhn().parse("KQ:bp")
    with pytest.raises(SuitwiseError, match="there is no move to choose: KQ:bp"):
        RandomPlayer(1)(over)


# --- Mirrored deals: luck cancels, and the interval says how sure the margin is -------------------


def bets_with_a_king(state: State[Any]) -> str:
    return "b" if state.view(state.turn).startswith("K") else "p"


def always_passes(state: State[Any]) -> str:
    return "p"


def always_bets(state: State[Any]) -> str:
    return "b"


def test_a_player_has_no_margin_over_itself() -> None:
    margin = mirrored(Kuhn(), always_passes, always_passes, 50)
    assert (margin.mean, margin.error) == (0, 0)


def test_the_margin_is_as_much_the_other_way_round() -> None:
    game = Kuhn()
    back = mirrored(game, always_bets, bets_with_a_king, 200, seed=1)
    forth = mirrored(game, bets_with_a_king, always_bets, 200, seed=1)
    assert (forth.mean, forth.error) == (-back.mean, back.error)
    assert str(forth) == f"{forth.mean:+.2f} ± {forth.error:.2f} a game on 200 mirrored deals"


def the_first(state: State[Any]) -> Any:
    return next(iter(state.moves()))


def test_partners_have_the_margin_that_the_seats_of_their_side_get() -> None:
    hand, rules = load("texas42(match=hand)"), Texas42Player()

    def got(side: int, deal: int) -> float:
        def choose(state: State[Any]) -> Any:
            return rules(state) if state.turn % 2 == side else the_first(state)

        return play(hand.start(), choose, 3, deal).returns[side]

    found = [(got(0, deal) + got(1, deal)) / 2 for deal in range(8)]
    margin = mirrored(hand, rules, the_first, 8, seed=3)
    assert (margin, len(set(found)) > 1) == (Margin.of(found), True)


@pytest.mark.parametrize(("game", "deals"), [(load("stacks"), 10), (Kuhn(), 1)])
def test_what_can_t_be_mirrored_is_refused(game: Game[Any], deals: int) -> None:
    with pytest.raises(SuitwiseError, match="two or more of a game of two sides"):
        mirrored(game, always_passes, always_passes, deals)


# --- What strategies are worth and what the best answers gain -------------------------------------


BETS = {
    # The first seat bets a jack a quarter of the time, a king three times as often, and never a queen.
    "J/2:": 1 / 4,
    "Q/2:": 0.0,
    "K/2:": 3 / 4,
    "J/2:pb": 0.0,
    "Q/2:pb": 1 / 4 + 1 / 3,
    "K/2:pb": 1.0,
    "J/2:p": 1 / 3,
    "Q/2:p": 0.0,
    "K/2:p": 1.0,
    "J/2:b": 0.0,
    "Q/2:b": 1 / 3,
    "K/2:b": 1.0,
}
"""One of Kuhn's equilibria: how often a bet is made or met."""


def kuhns(state: State[Any]) -> Mapping[str, float]:
    bet = BETS[state.view(state.turn)]
    return {"p": 1 - bet, "b": bet}


def test_nobody_gains_against_kuhns_equilibrium_and_its_value_is_his() -> None:
    start = Kuhn().start()
    assert players.expected_returns(start, kuhns) == pytest.approx((-1 / 18, 1 / 18))
    assert players.gains(start, kuhns) == pytest.approx((0, 0), abs=1e-12)


@pytest.mark.parametrize("seat", [0, 1])
def test_no_plan_of_a_seat_is_better_than_its_best_answer(seat: int) -> None:
    """All 64 plans are tried against the strategy that plays all moves alike."""
    start = Kuhn().start()
    answer = players.best_response(start, uniform, seat)
    views = [view for view in BETS if view[4:] in (("", "pb"), ("p", "b"))[seat]]

    def planned(plan: Mapping[str, str]) -> float:
        def strategy(state: State[Any]) -> Mapping[str, float]:
            return {plan[state.view(seat)]: 1.0} if state.turn == seat else uniform(state)

        return players.expected_returns(start, strategy)[seat]

    plans = [dict(zip(views, moves, strict=True)) for moves in product("pb", repeat=6)]
    assert max(map(planned, plans)) == pytest.approx(answer.value)
    assert players.expected_returns(start, answer.against(uniform))[seat] == pytest.approx(
        answer.value
    )


def test_playing_all_moves_alike_loses_what_others_found() -> None:
    """OpenSpiel gives 11/12 for Kuhn and 4.747222 for Leduc poker."""
    assert players.nash_conv(Kuhn().start(), uniform) == pytest.approx(11 / 12)
    assert players.nash_conv(Leduc().start(), uniform) == pytest.approx(4.747222, abs=1e-6)
    assert players.exploitability(Leduc().start(), uniform) == pytest.approx(4.747222 / 2, abs=1e-6)


def test_one_seat_of_four_answers_the_other_three() -> None:
    start = Endgame("notrump", 1, "0-0 2-0 3-0 3-2 5-5 6-0 6-4 6-5", seat=2, hand="2-0 6-5").start()
    values = players.expected_returns(start, uniform)
    assert values[0] == values[2] == -values[1] == -values[3]
    for seat in range(4):
        answer = players.best_response(start, uniform, seat)
        assert answer.value > values[seat] + 1
        found = players.expected_returns(start, answer.against(uniform))[seat]
        assert found == pytest.approx(answer.value)


def test_exploitability_is_of_two_seats() -> None:
    with pytest.raises(SuitwiseError, match="two seats"):
        players.exploitability(Endgame().start(), uniform)


# --- Counterfactual regrets by sampling -----------------------------------------------------------


LEDUC_VALUE = -0.085606424078


def test_kuhn_poker_is_solved() -> None:
    start, solver, left = Kuhn().start(), players.Mccfr(Kuhn(), seed=1), []
    for iterations in (100, 400, 1500):
        solver.run(iterations)
        left.append(players.exploitability(start, solver.strategy))
    assert left == sorted(left, reverse=True)
    assert left[-1] < 0.03
    assert players.expected_returns(start, solver.strategy)[0] == pytest.approx(-1 / 18, abs=0.01)


def test_what_can_be_won_from_the_strategy_for_leduc_poker_falls(exhaustive: bool) -> None:
    """On the sample from 2.6 to 1.2; in full to 0.05, the value within 0.02."""
    start, solver, left = Leduc().start(), players.Mccfr(Leduc(), seed=1), []
    for iterations in (100, 600, *([7_300, 52_000] if exhaustive else [])):
        solver.run(iterations)
        left.append(players.exploitability(start, solver.strategy))
    assert left == sorted(left, reverse=True)
    assert left[-1] < (0.06 if exhaustive else 1.5)
    if exhaustive:
        value = players.expected_returns(start, solver.strategy)[0]
        assert value == pytest.approx(LEDUC_VALUE, abs=0.02)


class Exact(players.Mccfr):
    """Kuhn poker with the exact sums of its averages beside those that are sampled."""

    def __init__(self, seed: int) -> None:
        super().__init__(Kuhn(), seed)
        self.sums: defaultdict[tuple[str, int], float] = defaultdict(float)

    def _walk(self, seat: int) -> None:
        """Add each present strategy, weighed by how likely the seat itself comes to decide."""
        for view, earlier in VIEWS[seat].items():
            weight = self._present(seat, earlier)[0] if earlier else 1.0  # it passed there
            for move, part in enumerate(self._present(seat, view)):
                self.sums[view, move] += weight * part
        super()._walk(seat)

    def _present(self, seat: int, view: str) -> list[float]:
        known = self.tables.get((seat, view))
        return known.now() if known else [0.5, 0.5]


VIEWS = (
    {f"{card}/2:{bets}": f"{card}/2:" if bets else "" for card in "JQK" for bets in ("", "pb")},
    {f"{card}/2:{bets}": "" for card in "JQK" for bets in ("p", "b")},
)
"""What each seat decides on, and what it had decided on before."""


def test_the_average_weighs_each_strategy_by_how_likely_the_seat_comes_to_use_it() -> None:
    """In all of 1,200 short runs: at first strategies differ most from one iteration to the next."""
    sums, sampled = Counter[Any](), Counter[Any]()
    for seed in range(1200):
        solver = Exact(seed)
        solver.run(5)
        sums.update(solver.sums)
        for (_, view), known in solver.tables.items():
            sampled.update({(view, move): total for move, total in enumerate(known.totals)})
    for view in {**VIEWS[0], **VIEWS[1]}:
        exact, found = (shares([of[view, 0], of[view, 1]])[0] for of in (sums, sampled))
        assert found == pytest.approx(exact, abs=0.05), view


def test_a_run_can_be_gone_on_with() -> None:
    whole, parts = players.Mccfr(Kuhn(), seed=3), players.Mccfr(Kuhn().start(), seed=3)
    whole.run(60)
    for iterations in (10, 0, 50):
        parts.run(iterations)
    assert whole.tables == parts.tables
    assert whole.iterations == parts.iterations == 60


def test_other_seeds_learn_otherwise() -> None:
    one, other = players.Mccfr(Kuhn(), seed=1), players.Mccfr(Kuhn(), seed=2**64 - 1)
    one.run(50)
    other.run(50)
    assert one.tables != other.tables


def test_where_a_solver_has_never_been_it_plays_all_moves_alike() -> None:
    assert players.Mccfr(Kuhn(), seed=1).strategy(Kuhn().parse("KJ:p")) == {"p": 0.5, "b": 0.5}


def test_a_player_plays_the_strategy() -> None:
    solver = players.Mccfr(Kuhn(), seed=1)
    solver.run(500)
    state = Kuhn().parse("KJ:pb")
    player = players.StrategyPlayer(solver.strategy, seed=5)
    called = sum(player(state) == "b" for _ in range(200))
    assert called == pytest.approx(200 * solver.strategy(state)["b"], abs=20)
    assert play(Kuhn().start(), player, seed=1).returns[0] != 0
    with pytest.raises(SuitwiseError, match="no move to choose"):
        player(Kuhn().parse("KJ:bb"))
    with pytest.raises(SuitwiseError, match="no move to choose"):
        player(Kuhn().start())


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=6), st.integers(0, 2**32 - 1))
def test_what_is_picked_has_a_part(weights: list[float], ticket: int) -> None:
    parts = shares(weights)
    assert sum(parts) == pytest.approx(1)
    assert parts[pick(parts, ticket)] > 0
