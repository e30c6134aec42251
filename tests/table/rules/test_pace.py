"""How long a table waits: bots, whole tricks, forced moves, clocks (P7, P11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from suitwise.game import CHANCE
from suitwise.table import Table
from suitwise.table.rules.commands import Answer, Auto, Intend, Leave, Move, Propose
from suitwise.table.rules.commands import Pace as SetPace
from suitwise.table.rules.house import Chair, House, Pace
from suitwise.table.rules.messages import Ack
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.running.state import Thought
from tests.table.rules.tables import Desk, asks, code, human, is_over

PACE = replace(Pace.none(), bot=700, trick=1200)


def asked(desk: Desk) -> Thought:
    thought = desk.table.thought
    assert thought is not None
    return thought


def test_the_pace_is_that_of_the_house() -> None:
    pace = Pace.of(House(speed="slow", grace_s=60, clock_s=20))
    assert (pace.draw, pace.grace, pace.clock, pace.bot) == (400, 60_000, 20_000, 700)
    fast = Pace.of(House(speed="skip", bots="fast"))
    assert (fast.draw, fast.bot, fast.trick) == (1, 250, 600)


def test_a_draw_that_is_skipped_waits_for_each_bot_and_lets_all_bid_after_it() -> None:
    house = House(speed="skip")
    desk = Desk("tractor(match=deal)", house=house, pace=Pace.of(house))
    ticks = 0
    while not desk.table.face.is_last_bids(desk.table.state):
        assert (desk.table.due is None) == (desk.table.thought is not None)
        if desk.table.thought is not None:
            desk.answer(asked(desk))
        else:
            desk.wait(1)
            ticks += 1
        assert ticks < 400
    assert desk.table.due == desk.now + 6_000


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
    for other in (thought._replace(v=thought.v - 1), thought._replace(player="net")):
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


def test_at_rummikub_the_host_ends_a_turn_whose_time_is_over_and_tiles_are_drawn() -> None:
    desk = Desk("rummikub(penalty=3)", pace=replace(Pace.none(), clock=10_000))
    desk.go(asks(0))
    held = sum(desk.table.state.racks[0])
    assert code(desk.move(0, "late")) == "rummikub.not-late"
    desk.wait(10_000)
    assert desk.table.thought is None or desk.table.thought.seat == 1
    late = next(one for one in desk.table.plays[::-1] if one.by != "chance")
    assert (str(late.move), late.seat, late.by) == ("late", 0, "late")
    assert sum(desk.table.state.racks[0]) == held + 3
    assert "the time of seat 0 is over" in desk.texts(None)
    assert desk.restored().state == desk.table.state
    desk.play_out()
    told = desk.table.exported()
    assert {"ply": 28, "seat": 0, "by": "late", "player": None} in told["stood_in"]
    assert len(list(desk.table.record().states())) == len(desk.table.record().moves) + 1


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


# --- The draw of Tractor --------------------------------------------------------------------------


DEAL = "tractor(match=deal)"
DRAWING = replace(Pace.none(), draw=120, last_bids=6000)


def drawn_until(desk: Desk, cards: int) -> None:
    """Draw, with bots that answer nothing, until so many cards are drawn."""
    for _ in range(1000):
        if desk.table.state.cards_drawn >= cards:
            return
        assert desk.table.due is not None
        desk.wait(max(0, desk.table.due - desk.now))
    raise AssertionError("the draw never comes so far")


def beats(key: int, people: int, *, answers: bool) -> list[tuple[int, int, int]]:
    """Return the times of the draw at which something changes for all to see, and what."""
    desk = Desk(DEAL, people, pace=DRAWING, key=key)
    if people > 1:
        desk.ready()
    found = []
    while desk.table.state.cards_drawn < 100:
        table = desk.table
        if answers and table.thought is not None:
            desk.answer(table.thought)
            assert desk.table.v == table.v  # nobody sees that a bot has answered
            continue
        assert table.due is not None
        desk.wait(table.due - desk.now)
        found.append((desk.now, desk.table.state.cards_drawn, desk.table.state.turn))
    return found


def test_a_card_is_drawn_each_120_ms_whatever_anybody_holds_or_answers() -> None:
    seen = [
        beats(key, people, answers=yes)
        for key in range(3)
        for people in (1, 4)
        for yes in (True, False)
    ]
    times = {tuple((at, cards) for at, cards, _ in one) for one in seen}
    assert len(times) == 1
    gaps = {after[0] - before[0] for before, after in zip(seen[0], seen[0][1:], strict=False)}
    assert gaps == {120}


def test_all_that_is_seen_of_a_beat_is_that_the_next_seat_has_drawn() -> None:
    for at, (_, cards, turn) in enumerate(beats(5, 1, answers=True)):
        assert cards == at + 1
        assert turn == at % 4  # whoever has drawn is asked, with or without a bid in hand


def test_a_late_beat_does_not_shift_those_after_it() -> None:
    desk = Desk(DEAL, 1, pace=DRAWING)
    drawn_until(desk, 4)
    due = desk.table.due
    assert due is not None
    desk.now = due + 50
    desk.take(desk.table.tick(desk.now, desk.keys))
    assert desk.table.due == due + 120


def test_a_bot_that_is_asked_bids_at_its_beat() -> None:
    for key in range(20):
        desk = Desk(DEAL, 1, pace=DRAWING, key=key)
        while desk.table.state.cards_drawn < 100 and not desk.table.state.bids:
            thought = desk.table.thought
            if thought is not None:
                assert len(desk.table.state.moves()) > 1
                assert desk.table.chairs[thought.seat].control == "bot"
                desk.answer(thought)
            assert desk.table.due is not None
            desk.wait(desk.table.due - desk.now)
        if desk.table.state.bids:
            played = [one for one in desk.table.plays if one.by == "bot"]
            assert [str(one.move) for one in played] == [str(desk.table.state.bids[0])]
            return
    raise AssertionError("no bot bids in twenty deals")


def can_bid(table: Table, seat: int) -> str | None:
    """Return a bid that a seat could make if it were asked now."""
    options: list[dict[str, Any]] = table.parts(Audience(seat, "seat"))["bar"]["options"]
    return next((one["bid"] for one in options if one["can"]), None)


def until_a_bid(key: int) -> tuple[Desk, str] | None:
    desk = Desk(DEAL, 1, pace=DRAWING, key=key)
    for cards in range(1, 100):
        drawn_until(desk, cards)
        bid = can_bid(desk.table, 0)
        if bid is not None and desk.table.state.turn != 0:
            return desk, bid
    return None


def test_an_intended_bid_is_made_when_the_seat_is_asked_and_the_seat_is_told() -> None:
    desk, bid = next(found for key in range(30) if (found := until_a_bid(key)) is not None)
    drawn = desk.table.state.cards_drawn
    assert isinstance(desk.do(0, Intend(bid)), Ack)
    assert desk.table.parts(Audience(0, "seat"))["bar"]["intent"] == bid
    assert desk.table.parts(Audience(1, "seat"))["bar"]["intent"] is None
    drawn_until(desk, drawn + 4)
    desk.wait(120)
    assert desk.table.state.bids[-1].seat == 0
    assert desk.table.intents[0] is None
    assert any(text.startswith("your bid") for text in desk.texts(0))
    assert not any(text.startswith("your bid") for text in desk.texts(1))


def test_an_intended_bid_that_is_not_legal_at_the_turn_is_dropped() -> None:
    desk = Desk(DEAL, 1, pace=DRAWING)
    desk.do(0, Intend("RJRJ"))
    drawn_until(desk, 1)
    desk.wait(120)
    assert desk.table.intents[0] is None
    assert not desk.table.state.bids
    assert "your bid RJRJ is not legal now" in desk.texts(0)
    assert code(desk.do(0, Intend("what?"))) == "tractor.say.unread"


def test_after_the_last_card_all_have_six_seconds_and_the_order_is_the_engines() -> None:
    desk = Desk(DEAL, 4, pace=DRAWING, key=2)
    desk.ready()
    drawn_until(desk, 100)
    began = desk.now
    assert desk.table.due == began + 6000
    assert desk.table.parts(Audience())["life"]["until"] == began + 6000
    assert desk.texts(None)[-1] == "all cards are drawn: whoever wants to bid, bids now"
    turn = desk.table.state.turn
    desk.wait(5999)
    assert desk.table.state.turn == turn
    seen = []
    for _ in range(20):
        if not desk.table.is_rhythmic or desk.table.state.turn == CHANCE:
            break
        assert desk.table.due is not None
        seen.append((desk.table.due - began, desk.table.state.turn))
        desk.wait(desk.table.due - desk.now)
    assert seen == [(6000 + 120 * at, (turn + at) % 4) for at in range(4)]


def test_a_bid_after_the_last_card_gives_all_six_seconds_more() -> None:
    for key in range(40):
        desk = Desk(DEAL, 4, pace=DRAWING, key=key)
        desk.ready()
        drawn_until(desk, 100)
        bids = {seat: can_bid(desk.table, seat) for seat in range(4)}
        turn = desk.table.state.turn
        bid = bids[(turn + 1) % 4]
        if bid is None:
            continue
        desk.do((turn + 1) % 4, Intend(bid))
        desk.wait(6000)
        assert not desk.table.state.bids
        desk.wait(120)
        assert [str(one) for one in desk.table.state.bids] == [bid]
        assert desk.table.due == desk.now + 6000
        return
    raise AssertionError("no such deal")


def test_a_bid_by_a_move_after_the_last_card_gives_all_their_time_again() -> None:
    for key in range(40):
        desk = Desk(DEAL, 4, pace=DRAWING, key=key)
        desk.ready()
        drawn_until(desk, 100)
        turn = desk.table.state.turn
        bid = can_bid(desk.table, turn)
        if bid is not None:
            desk.wait(4000)
            assert isinstance(desk.move(turn, bid), Ack)
            assert desk.table.due == desk.now + 6000
            return
    raise AssertionError("no such deal")


def test_who_is_asked_may_also_bid_by_a_move() -> None:
    for key in range(30):
        desk = Desk(DEAL, 1, pace=DRAWING, key=key)
        for cards in range(1, 101):
            drawn_until(desk, cards)
            bid = can_bid(desk.table, 0)
            if desk.table.state.turn == 0 and bid is not None:
                due = desk.table.due
                assert isinstance(desk.do(0, Move("b", desk.table.v, bid)), Ack)
                assert desk.table.state.bids[-1].seat == 0
                assert desk.table.due == due
                return
    raise AssertionError("no such deal")


def test_a_draw_that_was_stopped_goes_on_at_the_same_rhythm() -> None:
    desk = Desk(DEAL, 1, pace=DRAWING)
    drawn_until(desk, 10)
    desk.wait(50)
    desk.present(0, False)
    desk.wait(10_000)
    assert desk.table.state.cards_drawn == 10
    desk.present(0)
    assert desk.table.due == desk.now + 70


# --- The pace of one's own table ------------------------------------------------------------------


def test_who_plays_against_bots_alone_sets_their_pace_at_once_and_it_is_kept() -> None:
    desk = Desk("gin", pace=Pace.of(House()))
    assert isinstance(desk.do(0, SetPace("skip", "fast", desk.id())), Ack)
    assert (desk.table.house.speed, desk.table.house.bots) == ("skip", "fast")
    assert desk.table.pace == Pace.of(House(speed="skip", bots="fast"))
    assert desk.restored().house == desk.table.house
    desk.go(lambda table: table.turn == 1)
    assert asked(desk).not_before == desk.now + 250


def test_a_pace_that_is_so_already_changes_nothing() -> None:
    desk = Desk("gin", pace=Pace.of(House()))
    before = desk.table.v
    assert isinstance(desk.do(0, SetPace("normal", "normal", desk.id())), Ack)
    assert desk.table.v == before


def test_times_that_a_table_was_given_for_people_stay_when_its_pace_is_set() -> None:
    desk = Desk("gin", pace=replace(PACE, grace=5, clock=7, bank=9))
    desk.do(0, SetPace("normal", "slow", desk.id()))
    pace = desk.table.pace
    assert (pace.bot, pace.trick, pace.grace, pace.clock, pace.bank) == (1400, 2600, 5, 7, 9)


@pytest.mark.parametrize("other", [human(1), Chair()])
def test_nobody_sets_the_pace_where_others_play_or_may_come(other: Chair) -> None:
    desk = Desk("gin", chairs=(human(0), other))
    before = desk.table
    assert code(desk.do(0, SetPace("fast", "fast", desk.id()))) == "table.pace-of-others"
    assert (desk.table.house, desk.table.pace) == (before.house, before.pace)
