"""How long a table waits: bots, whole tricks, forced moves, clocks (P7, P11)."""

from __future__ import annotations

from dataclasses import replace

from suitwise.table.rules.commands import Answer, Auto, Leave, Propose
from suitwise.table.rules.house import House, Pace
from suitwise.table.rules.messages import Ack
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.running.state import Thought
from tests.table.rules.tables import Desk, asks, code, is_over

PACE = replace(Pace.none(), bot=700, trick=1200)


def asked(desk: Desk) -> Thought:
    thought = desk.table.thought
    assert thought is not None
    return thought


def test_the_pace_is_that_of_the_house() -> None:
    pace = Pace.of(House(speed="slow", grace_s=60, clock_s=20))
    assert (pace.draw, pace.grace, pace.clock, pace.bot) == (400, 60_000, 20_000, 700)


def test_a_bot_takes_700_ms_however_soon_it_answers() -> None:
    desk = Desk(pace=PACE)
    began, thought = desk.now, asked(desk)
    assert (thought.v, thought.not_before) == (desk.table.pv, began + 700)
    before = desk.table
    desk.answer(thought)
    assert desk.table.state is before.state
    assert desk.table.v == before.v  # nobody sees that it has answered
    assert desk.table.thought is None
    assert desk.table.due == began + 700
    desk.wait(700)
    assert desk.table.state is not before.state


def test_a_bot_that_thinks_longer_is_waited_for() -> None:
    desk = Desk(pace=PACE)
    desk.wait(3_000)
    before = desk.table
    desk.answer(asked(desk))
    assert desk.table.state is not before.state


def test_a_whole_trick_lies_there_for_bots_and_people_may_play_at_once() -> None:
    whole = {"bot": 0, "human": 0}
    for key in range(5):
        desk = Desk(pace=PACE, key=key)
        while not is_over(desk.table):
            table = desk.table
            desk.once()
            is_play = len(desk.table.plays) > len(table.plays) and table.state.turn >= 0
            if not is_play or not table.face.is_trick_whole(table.state, desk.table.state):
                continue
            if desk.table.thought is not None:
                assert desk.table.thought.not_before == desk.now + 1200
                whole["bot"] += 1
            elif desk.table.turn == 0:
                move = str(next(iter(desk.table.state.moves())))
                assert isinstance(desk.move(0, move), Ack)
                whole["human"] += 1
    assert all(whole.values())


def test_an_answer_for_another_position_or_controller_is_dropped() -> None:
    desk = Desk(pace=PACE)
    thought = asked(desk)
    for other in (thought._replace(v=thought.v - 1), thought._replace(player="pimc")):
        before = desk.table
        desk.answer(other)
        assert desk.table is before


def test_a_bot_that_errs_stops_no_table() -> None:
    for text in ("6-6", "nonsense"):
        desk = Desk()
        desk.take(desk.table.decided(asked(desk), text, desk.now, desk.keys))
        assert desk.table.plays[-1].by == "bot any"
        assert "the bot of seat 1 has erred: any move is made" in desk.texts(0)
        assert desk.restored().state == desk.table.state


def test_a_forced_move_is_played_for_who_wants_it_with_the_usual_delay() -> None:
    desk = Desk(pace=PACE)
    desk.go(lambda table: table.turn == 0 and len(table.state.moves()) == 1)
    assert desk.table.due is None
    assert isinstance(desk.do(0, Auto(True)), Ack)
    earliest = desk.table.earliest
    assert desk.table.due == earliest
    desk.wait(earliest - desk.now)
    assert desk.table.plays[-1].by == "auto"


def test_no_choice_is_made_for_anybody() -> None:
    desk = Desk(pace=PACE)
    desk.do(0, Auto(True))
    desk.go(lambda table: table.turn == 0 and len(table.state.moves()) > 1)
    assert desk.table.due is None


def test_no_clock_runs_for_a_bot_nor_for_who_covers_a_seat() -> None:
    desk = Desk(pace=replace(PACE, clock=10_000), people=2)
    timed = {"human": 0, "bot": 0, "cover": 0}
    while not is_over(desk.table):
        if desk.table.turn is not None and not desk.table.is_rhythmic:
            control = desk.table.chairs[desk.table.turn].control
            timed[control] += 1
            clock = desk.table.parts(Audience(0, "seat"))["clock"]
            assert (clock is not None) == (control == "human" and not desk.table.is_late)
        if len(desk.table.plays) >= 12 and desk.table.chairs[1].control == "human":
            assert isinstance(desk.do(1, Leave(desk.id())), Ack)
        desk.once()
    assert all(timed.values())


def test_when_the_clock_runs_out_a_bot_makes_this_one_decision() -> None:
    desk = Desk(pace=replace(Pace.none(), clock=10_000))
    desk.go(asks(0))
    clock = desk.table.parts(Audience(0, "seat"))["clock"]
    assert clock == {"seat": 0, "left_ms": 10_000, "until": desk.now + 10_000}
    desk.wait(9_999)
    assert desk.table.thought is None
    desk.wait(1)
    assert code(desk.move(0, "pass")) == "table.time-is-up"
    assert asked(desk).seat == 0
    desk.answer(asked(desk))
    assert desk.table.plays[-1].by == "cover strong"
    assert desk.table.chairs[0].control == "human"
    desk.go(asks(0))
    assert desk.table.thought is None


BANK = replace(Pace.none(), clock=10_000, bank=60_000)


def decide(desk: Desk) -> None:
    """Have seat 0 make a move at once."""
    assert isinstance(desk.move(0, str(next(iter(desk.table.state.moves())))), Ack)


def test_what_a_decision_takes_beyond_its_own_time_is_taken_from_the_bank() -> None:
    desk = Desk(pace=BANK)
    desk.go(asks(0))
    clock = desk.table.parts(Audience())["clock"]
    now = desk.now
    assert (clock["until"], clock["left_ms"]) == (now + 70_000, 70_000)
    assert clock["own_until"] == now + 10_000
    desk.wait(9_000)
    decide(desk)
    assert desk.table.banks == (60_000,) * 4
    desk.go(asks(0))
    desk.wait(25_000)
    decide(desk)
    assert desk.table.banks == (45_000, 60_000, 60_000, 60_000)
    assert desk.restored().banks == desk.table.banks
    desk.go(asks(0))
    assert desk.table.parts(Audience())["clock"]["left_ms"] == 55_000


def test_when_the_bank_is_empty_too_a_bot_decides_and_the_next_decision_has_its_own_time() -> None:
    desk = Desk(pace=BANK)
    desk.go(asks(0))
    desk.wait(69_999)
    assert desk.table.thought is None
    desk.wait(1)
    assert code(desk.move(0, "pass")) == "table.time-is-up"
    assert (desk.table.banks[0], desk.restored().banks[0]) == (0, 0)
    desk.answer(asked(desk))
    desk.go(asks(0))
    assert desk.table.parts(Audience())["clock"]["left_ms"] == 10_000


def test_no_time_is_taken_from_a_bank_while_the_table_is_paused_or_a_proposal_is_open() -> None:
    desk = Desk(people=2, pace=BANK)
    desk.ready()
    desk.go(asks(0))
    desk.do(0, Propose("p", "pause", {}))
    desk.wait(50_000)
    desk.do(1, Answer("a", 0, True))
    desk.wait(50_000)
    desk.ready()
    desk.wait(12_000)
    decide(desk)
    assert desk.table.banks[0] == 58_000


def test_the_bank_is_part_of_the_house() -> None:
    assert Pace.of(House(bank_s=90)).bank == 90_000


def test_without_a_clock_nobody_is_hurried() -> None:
    desk = Desk()
    desk.go(asks(0))
    assert desk.table.due is None
    assert desk.table.parts(Audience(0, "seat"))["clock"] is None


def test_where_nothing_is_due_a_tick_changes_nothing() -> None:
    desk = Desk()
    desk.go(asks(0))
    assert desk.table.tick(desk.now + 10**9, desk.keys).table is desk.table
