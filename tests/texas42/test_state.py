"""A position of Texas 42: the deal, refusals, what a seat sees, worlds it cannot rule out."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.errors import IllegalMove
from suitwise.game import CHANCE, OVER, draw, load
from suitwise.texas42 import Move, Position, Texas42, as_dominoes, knowledge_of, mask_of
from suitwise.texas42.rules.contracts import Play
from suitwise.texas42.rules.dominoes import EVERY_DOUBLE
from suitwise.texas42.state import Texas42State

HOUSE = Texas42(match="hand", nello="any", plunge=True, splash=True, sevens=True)
DEAL = (
    "0-0,1-0,2-0,2-1,2-2,3-3,5-4 1-1,3-0,4-4,5-5,6-0,6-4,6-6 "
    "3-1,3-2,4-0,4-1,5-0,5-1,6-1 4-2,4-3,5-2,5-3,6-2,6-3,6-5"
)
CALL = f"shaker 0 | {DEAL} | - | - | - | 0-0"


def at(words: str, variant: Texas42 = HOUSE) -> Texas42State:
    """Return the position after some calls, a declaration, and plays."""
    state = variant.parse(CALL)
    for word in words.split():
        state = state.after(state.parse_move(word))
    return state


def anew(state: Texas42State) -> Texas42State:
    """Return a state made by its fields, each of them checked."""
    play = state.play
    if play is not None:
        position = Position(*(getattr(play.position, part.name) for part in fields(Position)))
        play = Play(play.contract, position, play.tricks)
    return replace(state, play=play)


@pytest.mark.parametrize("text", ["nello=any,plunge=yes", "match=points,shaker=-1", "play_out=yes"])
def test_what_a_state_keeps_is_what_follows_from_the_rest(text: str) -> None:
    rng, index = Random(text), 0
    state: Any = load(f"texas42({text},marks=4,points=90)").start()
    while state.turn != OVER:
        again = anew(state)
        assert again == state
        assert (again.phase, again.turn, again.moves()) == (state.phase, state.turn, state.moves())
        if again.play is not None and state.play is not None:
            assert again.play.points == state.play.points
            assert again.play.tricks_taken == state.play.tricks_taken
        if state.turn == CHANCE:
            move, index = draw(state, 7, 0, index)
        else:
            move = rng.choice(state.moves())
        state = state.after(move)
    assert anew(state).returns() == state.returns() != (0, 0, 0, 0)


# --- The deal -------------------------------------------------------------------------------------


def test_the_shakers_left_draws_first_and_the_shaker_last() -> None:
    state = Texas42(shaker=2).start()
    for number in range(28):
        assert (state.turn, len(state.moves())) == (CHANCE, 28 - number)
        assert state.drawer == (3 + number // 7) % 4
        state = state.after(Move(number))
    assert state.dealt[3] == (1 << 7) - 1
    assert (state.phase, state.turn) == ("call", 3)


def test_the_first_shaker_can_be_drawn() -> None:
    state = Texas42(shaker=-1).start()
    assert [str(move) for move in state.moves()] == ["shake0", "shake1", "shake2", "shake3"]
    assert str(state) == "shaker ? | - - - - | - | - | - | 0-0"
    assert state.after(Move("shake3")).shaker == 3


# --- Moves ----------------------------------------------------------------------------------------


def test_the_bidder_declares_and_leads_and_after_a_plunge_his_partner_does() -> None:
    assert at("30 pass pass pass").turn == 1
    assert at("30 pass pass pass 5").turn == 1
    assert at("plunge4 pass pass pass").turn == 3
    assert at("plunge4 pass pass pass 2").turn == 3


def test_nobody_waits_for_the_partner_of_nellos_bidder() -> None:
    state = at("1m pass pass pass nello 6-0 6-1 0-0")
    assert state.play is not None
    assert (state.play.tricks[0].winner, state.turn) == (2, 2)
    seats = set()
    while state.phase == "play":
        seats.add(state.turn)
        state = state.after(next(iter(state.moves())))
    assert seats == {0, 1, 2}


@pytest.mark.parametrize(
    ("words", "move", "reason"),
    [
        ("", "3m", "3m: as the first bid the next mark call is 1m or 2m"),
        (
            "30 pass pass pass",
            "pass",
            "pass: seat 1 is to declare: blanks to sixes (0 to 6), doubles, notrump",
        ),
        (
            "1m pass pass pass",
            "30",
            "30: seat 1 is to declare: blanks to sixes (0 to 6), doubles, notrump, nello, "
            "nello-inverted, nello-high, nello-low, sevens",
        ),
        (
            "plunge4 pass pass pass",
            "30",
            "30: seat 3 is to declare: blanks to sixes (0 to 6), doubles, notrump",
        ),
        ("30 pass pass pass", "nello", "nello: nello is for marks, and 30 was bid"),
        ("plunge4 pass pass pass", "sevens", "sevens: a plunge or splash is played with trumps,"),
        ("30 pass pass pass 5", "6-5", "6-5: seat 1 does not hold it, but 1-1, 3-0"),
        ("30 pass pass pass 5 5-5", "6-1", "6-1: seat 2 must play a trump: 5-0 or 5-1"),
        ("pass pass pass pass", "next", "the game is over"),
    ],
)
def test_a_refused_move_names_the_rule(words: str, move: str, reason: str) -> None:
    state = at(words)
    why = state.why_not(Move(move))
    assert why is not None
    assert why.startswith(reason)
    with pytest.raises(IllegalMove):
        state.after(Move(move))


@pytest.mark.parametrize(
    ("options", "move", "reason"),
    [
        ({}, "nello", "nello: nello is not played here"),
        ({}, "sevens", "sevens: sevens is not played here"),
        ({"nello": "high"}, "nello-low", "nello-low: nello is played with doubles high"),
    ],
)
def test_what_a_house_does_not_play_is_refused(
    options: dict[str, str], move: str, reason: str
) -> None:
    state = at("1m pass pass pass", Texas42(match="hand", **options))  # type: ignore[arg-type]
    assert state.why_not(Move(move)) == reason


def test_chance_is_refused_what_it_cannot_do() -> None:
    start = Texas42(shaker=-1).start()
    assert start.why_not(Move("6-6")) == ("6-6: the first shaker is to be drawn, shake0 to shake3")
    deal = Texas42().start().after(Move("6-6"))
    assert deal.why_not(Move("6-6")) == "6-6: it has been drawn"
    assert deal.why_not(Move("30")) == "30: a domino is to be drawn"
    thrown = at("pass pass pass pass", Texas42())
    assert thrown.why_not(Move("6-6")) == "6-6: the hand is over, next deals again"


def test_the_stake_of_a_hand_goes_to_the_side_that_prevails() -> None:
    state = at("plunge4 pass pass pass 3")
    rng = Random(1)
    while state.phase == "play":
        state = state.after(rng.choice(tuple(state.moves())))
    assert state.turn == OVER
    assert abs(state.returns()[0]) == 4
    assert state.returns()[0] == state.returns()[2] == -state.returns()[1] == -state.returns()[3]


# --- What a seat sees -----------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_what_was_played() -> None:
    state = at("30 pass pass pass 5 5-5 5-0")
    hands = DEAL.split()
    assert (
        state.view(0) == f"shaker 0 | {hands[0]} ?7 ?7 ?7 | 30 pass pass pass | 5 | 5-5,5-0 | 0-0"
    )


# The array's parts begin here: planes of 28, then places.
OWN, HELD, PLAYED, TABLE, PHASE = 0, 28, 56, 168, 280
TURN, SHAKER, LEADER, OUT, CALLS = 287, 291, 295, 299, 303
DECLARED, BIDDER, POINTS, TRICKS, SCORED = 407, 421, 425, 427, 429


def places(first: int, dominoes: str) -> set[int]:
    return {first + int(domino) for domino in as_dominoes(dominoes)}


def ones(seen: NDArray[np.float32]) -> set[int]:
    """Return where an array has ones, up to its numbers at the end."""
    assert {*map(float, seen[:POINTS])} <= {0.0, 1.0}
    return {int(place) for place in np.flatnonzero(seen[:POINTS])}


def test_a_seat_observes_an_auction_under_way() -> None:
    hand = DEAL.split()[2]
    seen = at("pass 30").observe(2)
    assert ones(seen) == {
        *places(OWN, hand),
        *places(HELD, hand),
        PHASE + 2,
        TURN + 1,
        SHAKER + 2,
        CALLS + 1,
        CALLS + 3 * 26 + 0,
        BIDDER + 0,
    }
    assert not seen[POINTS:].any()


def test_nobody_is_on_turn_where_chance_is_and_marks_of_a_single_hand_are_shares_of_seven() -> None:
    assert ones(Texas42(shaker=-1).start().observe(1)) == {PHASE}
    thrown = at("pass pass pass pass", Texas42())
    assert {PHASE + 5, SHAKER + 1} < ones(thrown.observe(3))
    assert not {*range(TURN, SHAKER)} & ones(thrown.observe(3))
    end = at("2m 3m pass 4m 6 0-0 3-0 4-0 6-2")
    assert (end.phase, end.scores) == ("end", (0, 4))
    assert end.observe(1)[SCORED:] == pytest.approx([4 / 7, 0])


def test_worlds_do_not_lean_towards_the_deal_that_the_same_seed_and_stream_have_made() -> None:
    # Of 21 dominoes unseen and 3 hands, or of 14 drawn of 28, 7 are where they were, in the mean.
    games = 600
    for seat in range(4):
        kept = 0
        for stream in range(games):
            state, _ = Texas42().start().rolled(7, stream)
            kept += same_place(state, state.resample(seat, 7, stream), seat)
        assert abs(kept / games - 7) < 0.4, seat
    kept = 0
    for stream in range(games):
        state, index = Texas42().start(), 0
        for _ in range(14):
            move, index = draw(state, 7, stream, index)
            state = state.after(move)
        kept += same_place(state, state.resample(3, 7, stream), 3)
    assert abs(kept / games - 7 * 7 * 2 / 28) < 0.4


def same_place(state: Texas42State, world: Texas42State, seat: int) -> int:
    """Return how many dominoes lie in the hand of the same other seat."""
    return sum(
        (state.dealt[other] & world.dealt[other]).bit_count() for other in range(4) if other != seat
    )


def test_who_plunged_holds_four_doubles_in_every_world() -> None:
    state = at("plunge4 pass pass pass")
    worlds = [state.resample(2, 7, stream) for stream in range(200)]
    held = [(world.dealt[1] & EVERY_DOUBLE).bit_count() for world in worlds]
    assert min(held) == 4 < max(held)
    assert all(world.view(2) == state.view(2) for world in worlds)


def test_a_void_is_kept_in_every_world() -> None:
    state = at("30 pass pass pass 6 6-6 6-1 6-2 0-0 1-1")
    known = knowledge_of(state, 3)
    sixes = mask_of(as_dominoes("6-0 6-4 6-3 6-5"))
    for stream in range(50):
        world = state.resample(3, 1, stream)
        assert not world.hands[0] & sixes
        assert world.dealt[3] == state.dealt[3]
        assert known.position(world.hands) == world.play.position  # type: ignore[union-attr]
