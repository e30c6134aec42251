"""A position of the game opens on the board as a question that the board answers."""

from __future__ import annotations

from itertools import pairwise

from suitwise.game import CHANCE, load
from suitwise.players.board import answered
from suitwise.players.named import named
from suitwise.tractor import TractorState, pile_of
from suitwise.tractor.board import BOARD
from suitwise.tractor.board.board import of_lead, of_state
from suitwise.tractor.board.ending import FIELDS, position


def states(variant: str) -> list[TractorState]:
    """Return the positions of a deal by the rules of thumb."""
    state = load(variant).start()
    players = [named("rules", state.game).seated(seat, 0) for seat in range(4)]
    index, found = 0, []
    while state.turn >= 0 or state.turn == CHANCE:
        if state.turn == CHANCE:
            state, index = state.rolled(5, 0, index)
        assert isinstance(state, TractorState)
        found.append(state)
        state = state.after(players[state.turn](state))
    return [*found, state]  # type: ignore[list-item]


def test_every_kind_of_position_of_a_deal_is_a_question_that_is_answered() -> None:
    seen = {}
    for state in states("tractor(match=deal,profile=duan(penalty=10))"):
        asked = of_state(state, 1)
        if asked is not None:
            seen[asked[0]] = asked
            if asked[0] in ("duty", "trick"):
                told = answered(BOARD, *asked)
                assert told.verdict
    assert set(seen) == {"bid", "bury", "duty", "trick", "ending"}
    assert all(answered(BOARD, *asked).verdict for asked in seen.values())
    assert {form["switches"] for _, form in seen.values()} == {"penalty=10"}


def test_an_ending_is_set_up_as_it_lies_on_the_table() -> None:
    endings = 0
    for state in states("tractor(match=deal,profile=rbtying)"):
        asked = of_state(state, 0)
        if asked is not None and asked[0] == "ending":
            there = position({**dict.fromkeys(FIELDS, ""), **asked[1]})
            assert (there.held, there.turn, there.taken) == (state.held, state.turn, state.taken)
            assert there.tricks[-1] == state.tricks[-1]
            assert (there.trump, there.buried) == (state.trump, state.buried)
            assert there.current_landlord == state.current_landlord
            assert str(there.profile) == "rbtying"
            endings += 1
    assert endings >= 8


def test_a_lead_is_set_up_as_a_throw_with_all_hands_seen_and_every_decision_has_a_question() -> (
    None
):
    there = states("tractor(match=deal)")
    leads = 0
    for state, after in pairwise(there):
        if state.phase != "play" or len(state.moves()) == 1:
            continue
        led = str(state.held[state.turn].minus(after.held[state.turn]))
        asked = of_lead(state, led)
        if asked is None:
            assert of_state(state, state.turn) is not None
            continue
        leads += 1
        name, form = asked
        assert name == "throw"
        assert pile_of(f"{form['throw']} {form['own']}", 2) == state.held[state.turn]
        assert pile_of(form["next"], 2) == state.held[(state.turn + 1) % 4]
        assert answered(BOARD, *asked).verdict
    assert leads >= 10


def test_what_is_owed_is_what_the_seat_on_turn_owes() -> None:
    for state in states("tractor(match=deal)"):
        asked = of_state(state, 0)
        if asked is not None and asked[0] == "duty":
            told = answered(BOARD, *asked)
            n = len(state.moves())
            assert any(line.startswith(f"{n} ") for line in told.lines)
