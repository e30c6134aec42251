"""A position of Texas 42: the deal, refusals, what a seat sees, worlds it cannot rule out."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.errors import IllegalMove
from suitwise.game import CHANCE, OVER
from suitwise.texas42.auction import DOUBLES_MASK
from suitwise.texas42.dominoes import as_dominoes, mask_of
from suitwise.texas42.game import Texas42
from suitwise.texas42.hidden import knowledge_of
from suitwise.texas42.moves import Move
from suitwise.texas42.observation import SIZE
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
        ("", "6-4", "6-4: seat 1 is to call: pass, points as 30, marks as 1m"),
        ("", "3m", "3m: as the first bid the next mark call is 1m or 2m"),
        ("pass", "splash2", "splash2: a splash needs 3 doubles, and the seat holds 0"),
        ("30", "30", "30: a bid must exceed 30"),
        ("30 pass pass pass", "pass", "pass: seat 1 is to declare: 0 to 6, doubles, notrump"),
        ("30 pass pass pass", "nello", "nello: nello is for marks, and 30 was bid"),
        ("plunge4 pass pass pass", "sevens", "sevens: a plunge or splash is played with trumps,"),
        ("30 pass pass pass 5", "6-5", "6-5: seat 1 does not hold it, but 1-1,3-0"),
        ("30 pass pass pass 5 5-5", "6-1", "6-1: seat 2 must play a trump: 5-0,5-1"),
        ("30 pass pass pass 5 5-5", "next", "next: seat 2 is to play a domino"),
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
    assert state.observe(0).shape == (SIZE,)


def test_who_plunged_holds_four_doubles_in_every_world() -> None:
    state = at("plunge4 pass pass pass")
    worlds = [state.resample(2, 7, stream) for stream in range(200)]
    held = [(world.dealt[1] & DOUBLES_MASK).bit_count() for world in worlds]
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
