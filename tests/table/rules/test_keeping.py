"""What a table remembers in little room: the positions of a deal, the story, answers to commands."""

from __future__ import annotations

from suitwise.game import load
from suitwise.table.rules.commands import Move, Propose
from suitwise.table.rules.house import House
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.running.history import DealHistory
from tests.table.rules.tables import Desk, asks


def test_every_position_of_a_deal_is_found_again() -> None:
    state = load("tractor(match=deal)").start()
    states, moves, course = [state], [], DealHistory.of((state,), ())
    for number in range(120):
        move = next(iter(state.moves()))
        state = state.after(move)
        states.append(state)
        moves.append(move)
        course = course.after(move, state)
        assert course[-1] is state, number
    assert list(course) == states
    assert [course[at] for at in range(-121, 0)] == states
    assert course[100:] == tuple(states[100:])
    assert course[-3:-1] == tuple(states[-3:-1])
    assert course == DealHistory.of(states, moves)


def test_takebacks_go_back_to_positions_that_are_at_hand_no_more() -> None:
    desk = Desk("texas42(match=hand)", 1, house=House(practice=True))
    decided = []
    for _ in range(4):
        desk.go(asks(0))
        decided.append((desk.table.state, len(desk.table.plays)))
        desk.move(0, str(next(iter(desk.table.state.moves()))))
    desk.go(asks(0))
    for number, (state, place) in reversed(list(enumerate(decided))):
        desk.do(0, Propose(f"p{number}", "takeback", {}))
        assert (desk.table.state, len(desk.table.plays)) == (state, place)


def test_a_late_comer_is_told_as_many_lines_as_ever_in_their_order() -> None:
    desk = Desk("texas42(marks=50)", 1)
    while desk.table.counts[0] < 700:
        desk.go(lambda table: table.stage == "between" or table.turn == 0)
        if desk.table.turn == 0:
            desk.move(0, str(next(iter(desk.table.state.moves()))))
        else:
            desk.ready()
    lines = desk.table.lines(Audience(0, "seat"), 0)
    last = desk.table.counts[0]
    assert [line.n for line in lines[1:]] == list(range(last - 499, last + 1))
    assert lines[0].text.code == "table.gap"


def test_an_answer_that_is_packed_away_is_given_again_as_it_was() -> None:
    desk = Desk("texas42(match=hand)", 1)
    desk.go(asks(0))
    first = desk.do(0, Move("first", desk.table.v, "nello"))
    for number in range(200):
        desk.do(0, Move(f"n{number}", 0, "30"))
    assert desk.do(0, Move("first", desk.table.v, "nello")) == first
