"""The last tricks with hidden hands: a game of the contract, solved alike with objects and on arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from suitwise.errors import IllegalMove, IllegalPosition, NotationError, SuitwiseError
from suitwise.game import OVER, load, roll
from suitwise.players.best_response import expected_returns, gains
from suitwise.players.mccfr import Mccfr
from suitwise.players.random import RandomPlayer
from suitwise.testing import CHECKS, Kuhn, Trial, fault_of, name_of
from suitwise.texas42.dominoes import Domino, as_dominoes, dominoes_of, mask_of
from suitwise.texas42.endgame import Endgame
from suitwise.texas42.endgame_batch import EndgameSolver
from suitwise.texas42.endgame_state import EndgameState
from suitwise.texas42.endgame_traversal import key_of, traverse_row
from suitwise.texas42.knowledge import Knowledge
from suitwise.texas42.position import Position
from suitwise.texas42.worlds import every_world
from tests.fresh import in_cuda_simulator
from tests.oracles import texas42_oracle as oracle

EIGHT = "0-0 2-0 3-0 3-2 5-5 6-0 6-4 6-5"
TWELVE = "0-0 1-1 2-1 3-3 4-1 4-2 4-4 5-5 6-2 6-3 6-5 6-6"
SIXTEEN = f"{TWELVE} 2-2 3-2 5-0 6-4"
GAMES = (
    Endgame("2", 1, "6-6 5-5 4-4 3-3", seat=3, hand="6-6"),
    Endgame("notrump", 1, EIGHT, goal=13, seat=2, hand="2-0 6-5"),
    Endgame("sevens", 2, TWELVE),
    Endgame("nello", 3, SIXTEEN, seat=1, hand="0-0 1-1 2-2 4-2"),
)
TWO_TRICKS = Endgame("notrump", 1, EIGHT, seat=2, hand="2-0 6-5")


def dealt(game: Endgame, seed: int) -> EndgameState:
    state, _ = roll(game.start(), seed, 0)
    assert isinstance(state, EndgameState)
    return state


def played_out(state: EndgameState, seed: int) -> EndgameState:
    player = RandomPlayer(seed)
    while state.turn != OVER:
        state = state.after(player(state))
    return state


# --- The game -------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.tricks} {game.declaration}")
def test_an_endgame_keeps_the_contract(game: Endgame, check: Callable[[Trial], None]) -> None:
    assert fault_of(check, Trial(game, games=2, seed=3)) is None


def test_an_endgame_is_loaded_by_its_name() -> None:
    for game in GAMES:
        assert load(str(game)) == game


@pytest.mark.parametrize("declaration", range(14))
def test_every_play_and_return_is_the_oracles(declaration: int) -> None:
    name = ("0", "1", "2", "3", "4", "5", "6", "doubles", "notrump", *oracle.NELLO, "sevens")[
        declaration
    ]
    ours = Position(declaration, (1, 2, 4, 8), 0)
    for seed in range(8):
        game = Endgame(str(ours).split()[0], seed % 4, SIXTEEN)
        state, player, took = dealt(game, seed), RandomPlayer(seed), [0, 0]
        one, two, three, four = map(oracle.read_hand, str(state).split())
        slow = oracle.Position(name, (one, two, three, four), seed % 4)
        while state.turn != OVER:
            assert state.turn == oracle.to_play(slow)
            assert set(state.moves()) == set(map(oracle.show_domino, oracle.legal(slow)))
            move = player(state)
            state = state.after(move)
            slow, trick = oracle.play(slow, oracle.read_domino(move))
            if trick is not None:
                took[oracle.side(trick.winner)] += oracle.trick_points(trick.dominoes)
        assert state.returns() == 2 * (took[0] - took[1], took[1] - took[0])


def test_with_a_goal_a_side_wins_or_loses_one_and_the_play_ends_when_that_is_decided() -> None:
    shorter = 0
    for seed in range(30):
        all_points = played_out(dealt(TWO_TRICKS, seed), seed)
        goal = Endgame("notrump", 1, EIGHT, goal=12, seat=2, hand="2-0 6-5")
        state = dealt(goal, seed)
        for domino in all_points.plays:
            state = state.after(str(Domino(domino))) if state.turn != OVER else state
        won = all_points.taken[0] >= 12
        assert state.turn == OVER
        assert state.returns()[:2] == ((1, -1) if won else (-1, 1))
        shorter += len(state.plays) < len(all_points.plays)
    assert shorter


def test_a_fixed_hand_is_its_seats_in_every_deal() -> None:
    for seed in range(10):
        assert dominoes_of(dealt(TWO_TRICKS, seed).dealt[2]) == as_dominoes("2-0 6-5")


def test_every_deal_is_as_likely() -> None:
    """The last deal of one trick comes about with the chances 1/4, 1/3, 1/2, 1."""
    game = Endgame("2", 1, "6-6 5-5 4-4 3-3")
    found = Counter(str(dealt(game, seed)) for seed in range(2400))
    assert len(found) == 24
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < 50  # 23 degrees of freedom


def test_worlds_are_those_of_the_sampler_that_counts() -> None:
    game, seen = Endgame("notrump", 1, TWELVE), 0
    for seed in range(4):
        state = dealt(game, seed)
        for _ in range(8):
            state = state.after(next(iter(state.moves())))
        seat = state.turn
        pack = mask_of(game.pack)
        known = Knowledge(seat, state.dealt[seat], game.declared, 1, state.plays, pack=pack)
        expected = set(every_world(known))
        samples = [state.resample(seat, seed, stream) for stream in range(40 * len(expected))]
        found = Counter(sample.position.hands for sample in samples if sample.position)
        assert set(found) == expected
        chi = sum((count - 40) ** 2 / 40 for count in found.values())
        assert chi < len(expected) + 5 * (2 * len(expected)) ** 0.5
        seen += len(expected)
    assert seen > 8


def test_an_endgame_is_made_of_a_position() -> None:
    position = Position.parse("4 2 4-1,6-4 5-5,1-0 6-5,2-1 6-6,3-2")
    game = Endgame.of(position, goal=5, seat=2)
    assert (game.declaration, game.leader, game.goal) == ("4", 2, 5)
    assert str(game.start()) == "- - 2-1,6-5 -"
    assert Endgame.of(position).hand == ""
    with pytest.raises(IllegalPosition, match="between tricks"):
        Endgame.of(position.after("6-5"))


@pytest.mark.parametrize(
    "options",
    [
        "dominoes=6-6",
        "dominoes=",
        "dominoes=6-6 6-6 5-5 4-4",
        "dominoes=7-7",
        f"dominoes={' '.join(['6-6'] * 1000)}",
        "declaration=blanks",
        "leader=4",
        "seat=-1",
        "goal=43",
        "goal=-1",
        "hand=6-6",
        "hand=6-4 6-3",
    ],
)
def test_a_variant_that_is_no_endgame_is_refused(options: str) -> None:
    with pytest.raises(NotationError):
        load(f"texas42_endgame({options})")


def test_a_renege_is_refused_with_the_rule() -> None:
    state = TWO_TRICKS.parse("3-0,5-5 0-0,6-0 2-0,6-5 3-2,6-4 6-0")
    with pytest.raises(IllegalMove, match="must play the suit led, sixes: 6-5"):
        state.after("2-0")


# --- Solved on arrays -----------------------------------------------------------------------------


class Plain(EndgameSolver):
    """The solver that runs its rules as plain Python."""

    def _traverse(self, given: Any) -> None:
        for row in range(self.width):
            traverse_row(row, given, self._missed)


def tables(solver: EndgameSolver) -> list[bytes]:
    names = ("_keys", "_numbers", "_regrets", "_totals")
    return [getattr(solver, name).tobytes() for name in names]


@pytest.mark.parametrize(
    ("game", "rounds"), [(TWO_TRICKS, 40), (GAMES[1], 10), (GAMES[2], 4), (GAMES[3], 4)]
)
def test_the_tables_are_those_of_plain_python_bit_for_bit(game: Endgame, rounds: int) -> None:
    compiled, plain = EndgameSolver(game, 2**64 - 5, width=16), Plain(game, 2**64 - 5, width=16)
    compiled.run(rounds)
    plain.run(rounds)
    assert tables(compiled) == tables(plain)
    assert compiled.information_sets == plain.information_sets >= 50


def test_a_run_on_arrays_can_be_gone_on_with() -> None:
    whole, parts = EndgameSolver(TWO_TRICKS, 3), EndgameSolver(TWO_TRICKS, 3)
    whole.run(5)
    parts.run(2)
    parts.run(3)
    assert tables(whole) == tables(parts)


def test_an_information_set_is_what_a_seat_sees() -> None:
    """Keys and views tell the same states apart, of the same seat and with a choice."""
    game = Endgame("notrump", 1, TWELVE)
    solver = EndgameSolver(game, 1)
    keys: dict[str, int] = {}
    for seed in range(300):
        state, player = dealt(game, seed % 60), RandomPlayer(seed)
        while state.turn != OVER:
            if len(state.moves()) > 1:
                past = 1
                places = solver._cards[2].tolist()
                for domino in state.plays:
                    past = past << 4 | places[domino]
                key = key_of(past, state.dealt[state.turn], places)
                assert keys.setdefault(state.view(state.turn), key) == key < 1 << 61
            state = state.after(player(state))
    assert len(set(keys.values())) == len(keys) > 500


def test_on_arrays_the_generic_solvers_value_is_reached() -> None:
    """And what each of the four seats could gain alone falls to almost nothing."""
    start = TWO_TRICKS.start()
    fast, slow = EndgameSolver(TWO_TRICKS, 1), Mccfr(TWO_TRICKS, 1)
    fast.run(4)
    early = sum(gains(start, fast.strategy))
    fast.run(296)
    slow.run(150)
    left = gains(start, fast.strategy)
    assert max(left) < 0.01
    assert sum(left) < early / 10
    value = expected_returns(start, fast.strategy)[0]
    assert value == pytest.approx(-8.71, abs=0.02)
    assert expected_returns(start, slow.strategy)[0] == pytest.approx(value, abs=0.3)


def test_the_same_rules_run_under_cuda() -> None:
    in_cuda_simulator(
        "from suitwise.texas42.endgame import Endgame\n"
        "from suitwise.texas42.endgame_batch import EndgameSolver\n"
        f"game = Endgame('notrump', 1, {EIGHT!r}, seat=2, hand='2-0 6-5')\n"
        "solvers = [EndgameSolver(game, 1, width=16, device=d) for d in ('cpu', 'cuda')]\n"
        "[solver.run(2) for solver in solvers]\n"
        "first, second = solvers\n"
        "assert first.information_sets == second.information_sets\n"
        "assert abs(first._totals - second._totals).max() < 1e-9\n"
    )


def test_what_a_solver_is_asked_is_checked() -> None:
    for width in (0, 6, 1 << 40):
        with pytest.raises(SuitwiseError, match="a multiple of four"):
            EndgameSolver(TWO_TRICKS, 1, width=width)
    with pytest.raises(SuitwiseError, match="the device is"):
        EndgameSolver(TWO_TRICKS, 1, device="tpu")
    with pytest.raises(SuitwiseError, match="the strategy is for"):
        EndgameSolver(TWO_TRICKS, 1).strategy(Kuhn().parse("KJ"))


def test_more_information_sets_than_are_kept_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("suitwise.texas42.endgame_batch.MOST_SETS", 20)
    solver = EndgameSolver(TWO_TRICKS, 1)
    solver.run(1)
    with pytest.raises(SuitwiseError, match="are not kept"):
        solver.run(1)
