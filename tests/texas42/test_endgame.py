"""The last tricks with hidden hands: a game of the contract, solved alike with objects and on arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise.errors import IllegalMove, IllegalPosition, NotationError, SuitwiseError
from suitwise.game import OVER, load, roll
from suitwise.players import Mccfr, RandomPlayer, expected_returns, gains
from suitwise.testing import CHECKS, Kuhn, Trial, name_of
from suitwise.texas42 import (
    Domino,
    Endgame,
    EndgameSolver,
    Knowledge,
    Position,
    as_dominoes,
    dominoes_of,
    every_world,
    format_dominoes,
    mask_of,
)
from suitwise.texas42.arrays.packed import held_by, legal_of, points_of, turn_of
from suitwise.texas42.endgame.game import EndgameState
from suitwise.texas42.endgame.solver import (
    FRAME,
    MOVES,
    REST,
    WHERE,
    SetTable,
    deal,
    is_over,
    key_of,
    lay,
    traverse_row,
)
from tests.contract import hold, leave_out_turns, leave_out_worlds
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


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.tricks} {game.declaration}")
def test_an_endgame_keeps_the_contract(
    game: Endgame, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    # By default the worlds of the longer endings are compared, in which more has been shown.
    if game.tricks == 1:
        leave_out_worlds(str(game), check, exhaustive)
    # Sevens and nello, of which each has rules of its own, are held to all checks, the others in turn.
    leave_out_turns(game, check, GAMES[:2], exhaustive)
    hold(check, Trial(game, games=2, seed=3), exhaustive)


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


def test_a_half_dealt_state_is_dealt_anew_as_chance_deals() -> None:
    """What seat 1 can't see lies in two hands twice as often as in one: that has fewer places left."""
    game = Endgame("2", 1, "6-6 5-5 4-4 3-3 2-2 1-1 0-0 1-0")
    ways: Counter[str] = Counter()
    waiting: list[tuple[Any, int]] = [(game.start(), 1)]
    while waiting:
        state, weight = waiting.pop()
        if sum(state.dealt).bit_count() < 4:
            waiting += [(state.after(m), weight * state.weight(m)) for m in state.moves()]
        elif state.view(1) == "0-0,1-1 4 -":
            ways[str(state)] += weight
    state = game.parse("2-2 0-0,1-1 1-0 -")
    found = Counter(str(state.resample(1, seed=3, stream=stream)) for stream in range(3000))
    assert set(found) == set(ways)
    assert len(set(ways.values())) == 2
    expected = {text: 3000 * ways[text] / ways.total() for text in ways}
    chi = sum((found[text] - count) ** 2 / count for text, count in expected.items())
    assert chi < 32  # 8 degrees, one in 10,000


def test_an_endgame_is_made_of_a_position() -> None:
    position = Position.parse("4 2 4-1,6-4 5-5,1-0 6-5,2-1 6-6,3-2")
    game = Endgame.of(position, goal=5, seat=2)
    assert (game.declaration, game.leader, game.goal) == ("4", 2, 5)
    assert str(game.start()) == "- - 2-1,6-5 -"
    assert Endgame.of(position).hand == ""
    with pytest.raises(IllegalPosition, match="between tricks"):
        Endgame.of(position.after("6-5"))
    for seat in (4, 7, -1):
        with pytest.raises(IllegalPosition, match="a seat is 0, 1, 2 or 3"):
            Endgame.of(position, seat=seat)


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


@pytest.mark.parametrize("option", ["leader", "seat", "goal"])
@pytest.mark.parametrize("value", [True, 1.0, None, "1"])
def test_an_option_that_is_no_whole_number_is_refused(option: str, value: Any) -> None:
    with pytest.raises(NotationError, match=f"the option {option} of texas42_endgame is a whole"):
        Endgame(**{option: value})


def test_a_renege_is_refused_with_the_rule() -> None:
    state = TWO_TRICKS.parse("3-0,5-5 0-0,6-0 2-0,6-5 3-2,6-4 6-0")
    with pytest.raises(IllegalMove, match="must play the suit led, sixes: 6-5"):
        state.after("2-0")


# --- Solved on arrays -----------------------------------------------------------------------------


class Plain(EndgameSolver):
    """The solver that runs its rules as plain Python."""

    def _traverse(self, given: Any, missed: Any) -> None:
        for row in range(len(missed)):
            traverse_row(row, given, missed)


def tables(solver: EndgameSolver) -> list[bytes]:
    return [array.tobytes() for array in solver._table.with_room(0)]


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


def test_with_a_goal_arrays_and_objects_learn_to_reach_it() -> None:
    """Who plays for points instead could gain 0.02 here."""
    game = replace(TWO_TRICKS, goal=12)
    fast, slow = EndgameSolver(game, 1), Mccfr(game, 1)
    fast.run(60)
    slow.run(150)
    assert max(gains(game.start(), fast.strategy)) < 0.005
    value = expected_returns(game.start(), fast.strategy)[0]
    assert value == pytest.approx(-0.375, abs=0.01)
    assert expected_returns(game.start(), slow.strategy)[0] == pytest.approx(value, abs=0.1)


@pytest.mark.parametrize(
    "game",
    [*GAMES, Endgame("5", 0, TWELVE, goal=5), Endgame("sevens", 3, SIXTEEN, goal=20)],
    ids=str,
)
def test_a_traversal_plays_and_ends_as_the_game_does(game: Endgame) -> None:
    solver, rng = EndgameSolver(game, 1, width=4), Random(1)
    numbers, (_, _, places) = solver._given
    now, order = np.zeros(FRAME, np.int64), np.zeros(len(game.to_deal), np.int64)
    for stream in range(30):
        deal(now, numbers, solver._cards, order, 7, stream)
        hands = [held_by(int(now[WHERE]), int(now[REST]), seat) for seat in range(4)]
        state = game.parse(" ".join(format_dominoes(dominoes_of(hand)) for hand in hands))
        while state.turn != OVER:
            assert not is_over(now, numbers)
            where, rest = int(now[WHERE]), int(now[REST])
            assert turn_of(where, rest) == state.turn
            legal = dominoes_of(legal_of(where, rest))
            assert [*map(str, legal)] == list(state.moves())
            domino = rng.choice(legal)
            lay(now, domino, places)
            state = state.after(str(domino))
        assert is_over(now, numbers)
        rest = int(now[REST])
        assert (points_of(rest, 0), points_of(rest, 1)) == state.taken


def test_no_round_is_wider_than_all_before_it() -> None:
    widths = []

    class Noted(EndgameSolver):
        def _traverse(self, given: Any, missed: Any) -> None:
            widths.append(len(missed))
            super()._traverse(given, missed)

    solver = Noted(TWO_TRICKS, 1, width=300)
    solver.run(2)
    assert widths == [64, 64, 128, 44, 300]
    assert solver.traversals == 600


def test_a_wide_solver_learns_from_its_first_round() -> None:
    solver = EndgameSolver(TWO_TRICKS, 1, width=1 << 14)
    solver.run(1)
    assert max(gains(TWO_TRICKS.start(), solver.strategy)) < 0.3  # 6.8 where all moves are alike


def test_the_same_rules_run_under_cuda() -> None:
    in_cuda_simulator(
        "from suitwise.texas42.endgame.game import Endgame\n"
        "from suitwise.texas42.endgame.solver import EndgameSolver\n"
        f"game = Endgame('notrump', 1, {EIGHT!r}, seat=2, hand='2-0 6-5')\n"
        "solvers = [EndgameSolver(game, 1, width=16, device=d) for d in ('cpu', 'cuda')]\n"
        "[solver.run(2) for solver in solvers]\n"
        "first, second = solvers\n"
        "assert first.information_sets == second.information_sets > 20\n"
        "for number in range(first.information_sets):\n"
        "    for learned in ('regrets', 'totals'):\n"
        "        one, two = (getattr(solver._table, learned)(number) for solver in solvers)\n"
        "        assert abs(one - two).max() < 1e-9\n"
    )


def test_what_a_solver_is_asked_is_checked() -> None:
    for width in (0, 6, 1 << 40, 8.0, None):
        with pytest.raises(SuitwiseError, match="the traversals of a round are a"):
            EndgameSolver(TWO_TRICKS, 1, width=width)  # type: ignore[arg-type]
    with pytest.raises(SuitwiseError, match="the device is"):
        EndgameSolver(TWO_TRICKS, 1, device="tpu")
    with pytest.raises(SuitwiseError, match="the strategy is for"):
        EndgameSolver(TWO_TRICKS, 1).strategy(Kuhn().parse("KJ"))


def test_more_information_sets_than_are_kept_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("suitwise.texas42.endgame.solver.MOST_SETS", 20)
    solver = EndgameSolver(TWO_TRICKS, 1)
    with pytest.raises(SuitwiseError, match="more than 20 information sets are not kept"):
        solver.run(1)
    assert 0 < solver.traversals < 1024


def test_dominoes_of_an_endgame_are_read_with_a_colon_wherever_one_is() -> None:
    state = dealt(TWO_TRICKS, 3)
    while state.turn != OVER:
        assert TWO_TRICKS.parse(str(state).replace("-", ":")) == state
        move = str(next(iter(state.moves())))
        assert state.parse_move(move.replace("-", ":")) == state.parse_move(move)
        assert state.after(move.replace("-", ":")) == state.after(move)
        state = state.after(move)
    other = Endgame("notrump", 1, EIGHT.replace("-", ":"), seat=2, hand="2:0 6:5")
    assert other == TWO_TRICKS
    written = "texas42_endgame(declaration=notrump,dominoes=4-4 5-5 6-0 6-6,hand=6-0)"
    assert load(written.replace("-", ":")) == load(written)


# --- The table of an endgame's information sets ---------------------------------------------------


def test_keys_keep_their_numbers_and_what_is_learned_while_the_table_grows() -> None:
    rng = np.random.default_rng(1)
    table = SetTable(on_gpu=False)
    met: dict[int, int] = {}
    for _ in range(40):
        found = rng.integers(1, 1 << 61, 100) * rng.integers(0, 2, 100)
        found[50:60] = found[:10]  # some are missed twice
        keys, *_ = table.with_room(len(found))
        assert len(keys) >= 2 * (table.known + len(found))
        table.add(found)
        _, _, regrets, totals = table.with_room(0)
        for key in found[found != 0].tolist():
            if key not in met:
                met[key] = len(met)
                regrets[met[key] * MOVES + 3] = key
                totals[met[key] * MOVES] = -key
    assert table.known == len(met) > 1500
    for key, number in met.items():
        assert table.number(key) == number
        assert table.regrets(number).tolist() == [0, 0, 0, float(key)]
        assert table.totals(number).tolist() == [-float(key), 0, 0, 0]
    assert table.number(max(met) + 1) == -1


def test_more_sets_than_are_kept_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("suitwise.texas42.endgame.solver.MOST_SETS", 2)
    table = SetTable(on_gpu=False)
    table.with_room(3)
    table.add(np.array([7, 8, 9]))
    with pytest.raises(SuitwiseError, match="more than 2 information sets are not kept"):
        table.with_room(0)
