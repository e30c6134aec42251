"""Rummikub under the contract, by the clauses of its rules, and its matches before the referee."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from suitwise.errors import IllegalMove, NotationError
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, OVER
from suitwise.rummy.rummikub.game import Rummikub
from suitwise.rummy.rummikub.moves import NUMBERED, RummikubMove, numbered_move
from suitwise.rummy.rummikub.players.rule_based import GreedyRummikubPlayer, RummikubPlayer
from suitwise.rummy.rummikub.rules.tiles import Tiles
from suitwise.rummy.rummikub.state import RummikubState
from suitwise.seeds import SeededSource
from suitwise.testing import CHECKS, Trial, name_of
from tests.contract import hold
from tests.oracles.rummy_games_rummikub import referee

VARIANTS = (
    Rummikub(),
    Rummikub(seats=3, joker="free", pool="stop"),
    Rummikub(staged=True),
)
LONG = ("end", "inference", "scores")
"""Checks of hundreds of positions with racks of fifty tiles."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_rummikub_keeps_the_contract(
    game: Rummikub, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    others = CHECKS.index(check) % 3 != VARIANTS.index(game)
    if not exhaustive and (others or name_of(check) in LONG):
        pytest.skip("the variants take turns, and long checks are held under --exhaustive")
    hold(check, Trial(game, games=1, seed=5), exhaustive)


# --- Whole matches before the referee -------------------------------------------------------------

TABLES = (
    Rummikub(),
    Rummikub(seats=3, joker="free", deals=2),
    Rummikub(seats=4, joker="locked", match="wins"),
    Rummikub(seats=4, same=False, opening=50, pool="stop"),
    Rummikub(group_joker="both", penalty=10),
    Rummikub(staged=True, deals=2),
)


def match(game: Rummikub, seed: int, late: float = 0.03) -> list[tuple[RummikubState, Any]]:
    """Return the states of a match, each with its move: seats greedy, mostly, and sometimes late."""
    rng, source, state = Random(seed), SeededSource(seed, 0), game.start()
    players = GreedyRummikubPlayer(), RummikubPlayer()
    steps: list[tuple[RummikubState, Any]] = []
    while state.turn != OVER:
        if state.turn == CHANCE:
            move = state.chance_move(source)
        else:
            move = rng.choice(players)(state)
            if rng.random() < 0.2 and not state.chosen:
                move = state.without_tiles
            if rng.random() < late:
                move = RummikubMove("late")
        steps.append((state, move))
        state = state.after(move)
    return [*steps, (state, None)]


def record_of(game: Rummikub, steps: list[tuple[RummikubState, Any]]) -> str:
    """Return a match in the form that the referee reads, its tables as the moves tell them."""
    names = ("joker", "group_joker", "opening", "penalty", "pool", "match", "deals")
    options = [f"{name}={getattr(game, name)}" for name in names]
    options.append(f"same={'yes' if game.same else 'no'}")
    lines = [f"rummikub seats={game.seats} {' '.join(options)}"]
    for (state, move), (after, _) in pairwise(steps):
        if state.phase == "deal" and after.phase == "play":
            lines.append("deal " + " / ".join(str(Tiles(rack)) for rack in after.racks))
        elif state.phase == "draw":
            lines[-1] += str(move)
        elif move.kind in ("draw", "late"):
            lines.append(f"{move}:" if after.phase == "draw" else "pass")
        elif move.kind == "pass":
            lines.append("pass")
        elif state.phase in ("play", "as") and after.table != state.table:
            told = str(move) if move.kind == "table" else f"table:{after.table}"
            lines.append(told)
    return "\n".join(lines) + "\n"


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", TABLES, ids=str)
def test_matches_stand_before_the_referee(game: Rummikub, exhaustive: bool) -> None:
    for seed in range(84 if exhaustive else 1):
        steps = match(game, seed)
        end = steps[-1][0]
        found = referee(record_of(game, steps))
        assert found.totals == end.totals
        won = [seat for seat, got in enumerate(end.returns()) if got == max(end.returns())]
        assert list(found.winners or ()) == won
        for state, move in steps[:: 1 if exhaustive else 9]:
            assert game.parse(str(state)) == state
            if move is not None and move.kind == "late":
                assert move not in state.moves()


# --- By the clauses of the rules ------------------------------------------------------------------

PLAY = "play 0 | r3r4r5/k7r7[7] | r6 b7 o1 / {} | yes no | 0 0 / 0 0"
FOURTEEN = "k1 k2 k3 k9 k10 r9 r11 b1 b2 b9 o3 o4 o9 o12"


def at(text: str = PLAY, game: Rummikub | None = None) -> RummikubState:
    return (game or Rummikub()).parse(text.format(FOURTEEN))


def test_fourteen_tiles_are_dealt_by_turns_and_the_first_seat_moves_on_with_the_deals() -> None:
    game = Rummikub(seats=3, deals=2)
    state, _ = game.start().rolled(1, 0)
    assert [sum(rack) for rack in state.racks] == [14, 14, 14]
    assert (state.turn, sum(state.pool)) == (0, 64)
    second = game.parse("deal 1 | - | - / - / - | no no no | 5 -5 0 / 1 0 0 deals 1")
    assert second.rolled(1, 0)[0].turn == 1


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        ("table:r3r4r5r6/k7r7", "not-a-set", "k7r7 is no set"),
        ("table:r3r4r5r6", "table-tile-gone", "k7 r7 j: what lay on the table"),
        ("table:r3r4r5r6/k7r7o7[7]", "not-yours", "o7: not on the rack"),
        ("table:r3r4r5/k7r7[7]", "nothing-played", "no tile of the rack"),
        ("table:r3r4r5r6[r7]/k7r7b7", None, ""),
        ("table:[r2]r3r4r5r6/k7r7b7", None, ""),
        ("table:k7r7[7]/r3r4r5r6", None, ""),
        ("table:r3r4r5r6r7/k7[k8][k9]", "not-yours", "j: not on the rack"),
        ("pass", "pool-lasts", "nobody passes while"),
        ("done", "to-play", "draw"),
        ("k7", "to-play", "draw"),
        ("late", None, ""),
        ("draw", None, ""),
        ("fold", "no-move", "'fold' is no move"),
    ],
)
def test_a_refused_move_has_its_code_and_says_why(move: str, code: str | None, words: str) -> None:
    refused = at().why_not(move)
    if code is None:
        assert refused is None
        return
    assert refused is not None
    assert words in refused
    task = refused.params.get("task")
    assert (task.code if isinstance(task, Phrase) else refused.code) == f"rummikub.{code}"
    if code != "no-move":
        with pytest.raises(IllegalMove):
            at().after(move)


def test_first_turns_jokers_and_locked_sets_are_refused_with_their_codes() -> None:
    rack = "k4 k5 k6 k11 r6 b7 o1 o2 o5 o6 o7 o8 o13 o13"
    closed = PLAY.replace("yes no", "no yes").replace("r6 b7 o1", rack)
    short = at(closed).why_not("table:r3r4r5r6/k7r7[7]")
    assert short is not None
    assert short.code == "rummikub.opening-short"
    assert short.params == {"least": 30, "points": 0}
    apart = at(closed, Rummikub(same=False)).why_not("table:r3r4r5r6/k7r7b7/o5o6o7[o8]")
    assert apart is not None
    assert apart.code == "rummikub.table-touched"
    held = at(PLAY.replace("r6 b7 o1", "k8 k9 r6"))
    split = held.why_not("table:r3r4r5r6r7/k7k8k9[k10]")
    assert split is not None
    assert split.code == "rummikub.joker-moved"
    locked = at(PLAY.replace("r6 b7 o1", "k8 k9 r6"), Rummikub(joker="locked"))
    broken = locked.why_not("table:r3r4r5r6r7/k7k8k9[k10]")
    assert broken is not None
    assert broken.code == "rummikub.joker-locked"


def test_any_order_of_sets_and_tiles_is_read_and_recorded_in_canonical_form() -> None:
    move = at().parse_move("table:r7k7[7]/r6r5r4r3")
    assert str(move) == "table:r3r4r5r6/k7r7[7]"
    assert move in at().moves()


def test_of_turns_that_leave_jokers_the_same_one_is_listed() -> None:
    state = at(PLAY.replace("r6 b7 o1", "r6 b7 o1"))
    played = [str(move) for move in state.moves()]
    assert len(played) == len(set(played))
    assert played[0] == "draw"
    assert all(state.why_not(move) is None for move in played)


def test_who_is_out_wins_what_the_others_keep() -> None:
    state = at(PLAY.replace("r6 b7 o1", "r6")).after("table:r3r4r5r6/k7r7[7]")
    assert (state.phase, state.turn) == ("end", OVER)
    assert state.returns() == (85.0, -85.0)
    assert state.racks[1] == Tiles.parse(FOURTEEN).counts
    assert FOURTEEN in state.view(0)


def test_late_draws_the_penalty_and_is_no_move_of_the_seat() -> None:
    state = at()
    late = state.after("late")
    assert (late.phase, late.left, late.turn) == ("draw", 3, CHANCE)
    drawn = late.after("k1").after("k4").after("j")
    assert drawn.turn == 1
    assert sum(drawn.racks[0]) == 6
    assert "late" not in [str(move) for move in state.moves()]


def test_racks_of_others_are_dealt_anew_and_all_else_stays() -> None:
    state = at()
    worlds = {str(state.resample(0, 3, stream)) for stream in range(5)}
    assert len(worlds) == 5
    assert {state.game.parse(world).view(0) for world in worlds} == {state.view(0)}


def told(state: RummikubState, move: str, seat: int) -> list[tuple[int, str, str]]:
    """Return what a seat is told about a move: who, seen from it, the event, and its tiles."""
    fields = state.game.told_fields()
    seats, kinds = fields[0].size, fields[1].meaning.split(", ")
    rows = state.told(move, seat).astype(int).tolist()
    return [
        (
            row.index(1) if 1 in row[:seats] else -1,
            kinds[row[seats:].index(1)],
            str(Tiles(tuple(row[seats + len(kinds) :]))),
        )
        for row in rows
    ]


def test_a_seat_is_told_its_own_draws_and_of_a_new_table_what_has_changed() -> None:
    laid = "table:[r2]r3r4r5r6/k7r7b7"
    state = at(PLAY.replace("r6 b7 o1", "r6 b7 o1 o2"))
    assert told(state, laid, 1) == [
        (1, "played", "r6 b7"),
        (1, "apart", "r3 r4 r5"),
        (1, "apart", "k7 r7 j"),
        (1, "made", "r3 r4 r5 r6 j"),
        (1, "joker", "r2"),
        (1, "made", "k7 r7 b7"),
    ]
    assert told(state, "draw", 0) == []
    drawing = state.after("draw")
    assert told(drawing, "k4", 0) == [(0, "draw", "k4")]
    assert told(drawing, "k4", 1) == [(1, "draw", "")]
    assert told(state, "late", 1) == [(1, "late", "")]
    out = at(PLAY.replace("r6 b7 o1", "r6"))
    assert told(out, "table:r3r4r5r6/k7r7[7]", 0)[-1] == (1, "shown", FOURTEEN)


def test_tiles_chosen_stay_on_their_rack_and_some_turn_plays_them_in_every_world() -> None:
    game = Rummikub(staged=True)
    state = at(PLAY.replace("r6 b7 o1", "r6 r7 o1 j"), game).after("r6").after("r7")
    chosen = at(PLAY.replace("r3r4r5", "r9r10r11").replace("r6 b7 o1", "k1 r1 b1"), game)
    chosen = chosen.after("k1")
    for seen in (state, chosen):
        for stream in range(10):
            world = seen.resample(1, 3, stream)
            assert world.view(1) == seen.view(1)
            assert world.moves()
            assert world.game.parse(str(world)) == world


# --- Staged turns ---------------------------------------------------------------------------------


def test_moves_of_staged_turns_have_the_numbers_of_the_rules_page() -> None:
    texts = [str(numbered_move(number)) for number in range(NUMBERED)]
    assert NUMBERED == 108
    assert texts[:4] == ["draw", "pass", "done", "k1"]
    assert (texts[54], texts[55], texts[56], texts[107]) == ("o13", "j", "as:k1", "as:o13")
    assert all(numbered_move(number).number == number for number in range(NUMBERED))
    for number in (-1, 108):
        with pytest.raises(NotationError):
            numbered_move(number)


def test_a_staged_turn_can_always_be_done_and_plays_what_was_chosen() -> None:
    game, rng = Rummikub(staged=True), Random(7)
    state, index = game.start().rolled(4, 0)
    plain = Rummikub()
    for _ in range(120):
        if state.turn == OVER:
            break
        if state.turn == CHANCE:
            state, index = state.rolled(4, 0, index)
            continue
        moves = tuple(state.moves())
        assert moves, str(state)
        if state.phase == "play" and not state.chosen:
            same = plain.parse(str(state))
            firsts = {
                next(k for k, n in enumerate(turn.played.counts) if n) for turn in same.turns()
            }
            assert {move.tile for move in moves if move.kind == "tile"} == firsts
        before, state = state, state.after(rng.choice(moves[-2:]))
        if state.table != before.table:
            played = map(int.__sub__, state.table.counts, before.table.counts)
            assert Tiles(tuple(played)).kinds == before.chosen


def test_what_a_joker_stands_for_is_asked_where_there_is_a_choice() -> None:
    game = Rummikub(staged=True)
    state = at(PLAY.replace("k7r7[7]", "k7r7b7").replace("r6 b7 o1", "r6 o1 j"), game)
    asked = state.after("j").after("done")
    assert asked.phase == "as"
    assert [str(move) for move in asked.moves()] == ["as:r2", "as:r6", "as:o7"]
    assert str(asked.after("as:r2").table) == "[r2]r3r4r5/k7r7b7"
    late = asked.after("late")
    assert (late.chosen, late.table) == ((), state.table)
