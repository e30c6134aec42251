"""Texas 42 under the contract: options, whole hands and matches, what seats see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from random import Random
from typing import Any

import pytest

from suitwise.errors import NotationError
from suitwise.game import OVER, State, load, play
from suitwise.players import RandomPlayer
from suitwise.testing import CHECKS, Trial, name_of
from suitwise.texas42 import N42PA, Move, Texas42
from suitwise.texas42.moves import MOVES
from suitwise.texas42.state import Texas42State
from tests.contract import hold, leave_out_turns, leave_out_worlds
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import (
    as_call,
    as_domino,
    as_oracle_call,
    as_oracle_domino,
    as_oracle_hands,
)

EVERYTHING = "nello=any,plunge=yes,splash=yes,sevens=yes"
VARIANTS = {
    "texas42(match=hand)": 2,
    f"texas42(match=hand,{EVERYTHING},shaker=-1,cap=7)": 3,
    "texas42(match=hand,forced=yes,play_out=yes,nello=low,jump=no,splash=yes)": 1,
    f"texas42(match=points,points=43,{EVERYTHING})": 1,
    f"texas42(match=marks,marks=3,{EVERYTHING},claims=yes)": 2,
}
"""The variants that are held against the contract, and how many games."""
WORLDS = (0, 1, 4)
"""Places of those whose worlds are compared by default: straight, all contracts, with claims."""
OTHERS = [*VARIANTS][:-1]
"""Those that by default take turns at the other checks; the last has every contract and claims."""


def slow_moves(state: State[Any]) -> Collection[Any]:
    """Return the legal moves by the oracle."""
    assert isinstance(state, Texas42State)
    if state.phase == "call":
        variant = state.variant
        hand = as_oracle_hands(state.dealt)[state.turn]
        calls = oracle.legal_calls(
            [as_oracle_call(call) for call in state.calls],
            variant.cap,
            sum(map(oracle.is_double, hand)),
            plunge=variant.plunge,
            splash=variant.splash,
            forced=variant.forced,
            jump=variant.jump,
        )
        return [Move(str(MOVES[42 + as_call(call)])) for call in calls]
    if state.play is None or state.phase != "play":
        return state.moves()
    position = state.play.position
    slow = oracle.Position(
        oracle.read_declaration(declared(state)),
        as_oracle_hands(position.hands),
        position.leader,
        tuple(map(as_oracle_domino, position.trick)),
        None if position.out < 0 else position.out,
    )
    dominoes = [Move(as_domino(domino)) for domino in oracle.legal(slow)]
    return [*dominoes, Move("claim")] if state.variant.claims else dominoes


def declared(state: Texas42State) -> str:
    return str(state).split(" | ")[3]


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_texas_42_keeps_the_contract(
    variant: str, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    if variant not in [[*VARIANTS][place] for place in WORLDS]:
        leave_out_worlds(variant, check, exhaustive)
    leave_out_turns(variant, check, OTHERS, exhaustive)
    hold(check, Trial(load(variant), VARIANTS[variant], 0, slow_moves), exhaustive)


def test_straight_42_of_the_n42pa_is_the_default() -> None:
    assert load("texas42") == N42PA == Texas42()
    assert str(N42PA) == (
        "texas42(match=marks,marks=7,points=250,cap=5,forced=no,play_out=no,nello=no,plunge=no,"
        "splash=no,jump=yes,sevens=no,shaker=0)"
    )


@pytest.mark.parametrize("text", ["", "7-0", "6-", "--6", "29", "43", "7", "shake4", "Pass", "6–4"])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Move(text)


def test_a_move_is_read_in_any_form_and_knows_its_kind() -> None:
    assert Move("4-6") == Move("6-4") == 25
    assert (Move("42"), Move("84")) == (Move("1m"), Move("2m"))
    assert [Move(text).domino for text in ("6-4", "5", "30")] == [25, -1, -1]
    assert [Move(text).declaration for text in ("6-4", "5", "30")] == [-1, 5, -1]
    assert [Move(text).call for text in ("6-4", "5", "30", "shake1")] == [-1, -1, 1, -1]


# --- Matches --------------------------------------------------------------------------------------


def states_of(variant: str, seed: int) -> list[Texas42State]:
    record = play(load(variant).start(), RandomPlayer(seed), seed=seed)
    return [state for state in record.states() if isinstance(state, Texas42State)]


def test_a_match_ends_when_a_side_has_its_marks_and_the_shake_moves_left() -> None:
    states = states_of("texas42", 3)
    ends = [state for state in states if state.phase in ("end", "thrown")]
    assert [state.shaker for state in ends] == [number % 4 for number in range(len(ends))]
    assert all(max(state.scores) < 7 for state in ends[:-1])
    end = ends[-1]
    assert end.turn == OVER
    assert end.scores[end.winner] >= 7
    assert end.returns() == ((1, -1, 1, -1) if end.winner == 0 else (-1, 1, -1, 1))


def test_a_hand_of_points_is_played_out_where_points_are_scored() -> None:
    ends = [
        state
        for seed in range(3)
        for state in states_of("texas42(match=points,points=500,cap=1)", seed)
        if state.phase == "end" and state.play is not None and state.play.contract.for_points
    ]
    assert len(ends) > 5
    for state in ends:
        assert state.play is not None
        assert sum(state.play.points) == 42
        assert sum(state.hand_score) >= 42


def test_a_hand_ends_early_unless_it_is_played_out() -> None:
    tricks: Counter[bool] = Counter()
    for played_out in (False, True):
        for seed in range(10):
            text = f"texas42(match=hand,forced=yes,play_out={'yes' if played_out else 'no'})"
            end = states_of(text, seed)[-1]
            assert end.play is not None
            tricks[played_out] += len(end.play.tricks)
    assert tricks[True] == 70 > tricks[False]


def test_a_hand_that_all_have_passed_is_thrown_in() -> None:
    state, _ = Texas42().start().rolled(1, 0)
    for _ in range(4):
        state = state.after(Move("pass"))
    assert (state.phase, [str(move) for move in state.moves()]) == ("thrown", ["next"])
    assert state.after(Move("next")).shaker == 1
    single, _ = Texas42(match="hand").start().rolled(1, 0)
    for _ in range(4):
        single = single.after(Move("pass"))
    assert (single.turn, single.returns()) == (OVER, (0, 0, 0, 0))


@pytest.mark.parametrize("jump", [False, True])
@pytest.mark.parametrize("splash", [False, True])
@pytest.mark.parametrize("plunge", [False, True])
@pytest.mark.parametrize("cap", range(1, 8))
def test_a_hand_is_worth_at_most_what_its_auction_can_come_to(
    cap: int, plunge: bool, splash: bool, jump: bool
) -> None:
    game = Texas42(match="hand", cap=cap, plunge=plunge, splash=splash, jump=jump)
    most = game.facts.highest_return
    assert game.facts.lowest_return == -most
    # The most with any doubles is reached by the doubles of the first caller.
    for doubles in ((7, 7, 7, 7), (7, 0, 0, 0)):
        assert _most_marks(game, doubles, ()) == most


def _most_marks(game: Texas42, doubles: tuple[int, ...], calls: tuple[oracle.Call, ...]) -> int:
    """Return the most marks that the oracle's auctions come to; points are left out."""
    if len(calls) == 4:
        return oracle.marks_of(oracle.standing(calls))
    legal = oracle.legal_calls(
        calls,
        game.cap,
        doubles[len(calls)],
        plunge=game.plunge,
        splash=game.splash,
        forced=False,
        jump=game.jump,
    )
    marks = [call for call in legal if call.kind != "points"]
    return max(_most_marks(game, doubles, (*calls, call)) for call in marks)


def test_a_match_is_won_or_lost_once() -> None:
    assert (Texas42().facts.lowest_return, Texas42().facts.highest_return) == (-1, 1)


def test_the_longest_match_is_as_long_as_declared() -> None:
    assert Texas42(match="hand").facts.longest_game == 61
    assert Texas42(match="hand", shaker=-1).facts.longest_game == 62
    assert Texas42(marks=1, forced=True).facts.longest_game == 61
    assert Texas42(marks=2, forced=True).facts.longest_game == 3 * 62 - 1
    assert Texas42(deals=2).facts.longest_game == 2 * 62 - 1
    assert Texas42().facts.longest_game == (13 + 100) * 62 - 1


def passing(state: State[Any]) -> Any:
    """Pass where one may."""
    return next(iter(state.moves()))


def test_a_match_in_which_all_pass_for_ever_is_drawn() -> None:
    record = play(Texas42(deals=5).start(), passing, seed=1)
    *_, end = record.states()
    assert (record.moves.count("next"), record.returns) == (4, (0.0, 0.0, 0.0, 0.0))
    assert end.why_not("pass") == "the game is over"
    record = play(Texas42().start(), passing, seed=1)
    assert record.moves.count("next") == Texas42().most_deals - 1


@pytest.mark.parametrize(
    "variant", ["texas42(deals=2)", "texas42(match=points,deals=3,claims=yes)"]
)
def test_after_the_last_hand_the_side_that_is_ahead_has_won(variant: str) -> None:
    won = set()
    for seed in range(30):
        record = play(load(variant).start(), RandomPlayer(seed), seed)
        *_, end = record.states()
        assert isinstance(end, Texas42State)
        assert (record.moves.count("next") < end.variant.most_deals) == (end.turn == OVER)
        if end.deals + 1 == end.variant.most_deals and max(end.scores) < end.variant.target:
            side = oracle.winner_after_last(end.scores)
            assert record.returns[0] == (0 if side is None else 1 - 2 * side)
            won.add(side)
    assert won >= {0, 1}


def test_hands_that_false_claims_leave_at_a_point_are_within_the_longest_match() -> None:
    """With 31 points to win two hands are not enough: a false claim is worth what was left."""
    game, longest = load("texas42(match=points,forced=yes,claims=yes,points=31)"), 0
    for seed in range(40):
        rng = Random(seed)

        def claiming(state: State[Any], rng: Random = rng) -> Any:
            assert isinstance(state, Texas42State)
            if state.phase == "call":
                return next(iter(state.moves()))
            side, play = state.turn & 1, state.play
            if play is not None and side != play.contract.side and play.points[side] >= 12:
                return "claim"
            return rng.choice(state.moves_but_claim())

        record = play(game.start(), claiming, seed)
        longest = max(longest, len(record.moves))
        assert len(record.moves) <= (game.facts.longest_game or 0)
    assert longest > 123


def test_all_that_is_seen_tells_how_many_hands_of_a_match_are_over() -> None:
    text = "shaker 0 | - - - - | - | - | - | 2-1"
    first, later = Texas42().parse(text), Texas42().parse(f"{text} deals 4")
    for seat in range(4):
        assert first.view(seat) != later.view(seat)
        assert first.seen(seat) != later.seen(seat)
        assert (first.observe(seat) != later.observe(seat)).sum() == 1
    assert (first.observe_all() != later.observe_all()).sum() == 1
    with pytest.raises(NotationError, match="at most 113 hands"):
        Texas42().parse(f"{text} deals 113")
