"""Moves by people: acknowledged by id, once; stale ones and illegal ones refused (P1, P3)."""

from __future__ import annotations

import pytest

from suitwise.table.rules import commands
from suitwise.table.rules.commands import Say
from suitwise.table.rules.house import House
from suitwise.table.rules.messages import Ack, EventRow, No, Ruling, Seated, TableRow, WhyText
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.running.transaction import FIXED
from tests.table.rules.tables import SECRET, Desk, asks, code


def at_turn(variant: str = "texas42(match=hand)") -> Desk:
    desk = Desk(variant, 1)
    desk.go(asks(0))
    return desk


def legal(desk: Desk) -> str:
    return str(next(iter(desk.table.state.moves())))


def test_a_resent_move_gets_its_first_answer_and_changes_nothing() -> None:
    desk = at_turn()
    move = commands.Move("k1", desk.table.v, legal(desk))
    first = desk.do(0, move)
    after = desk.table
    assert isinstance(first, Ack)
    assert first.v == after.v
    assert desk.do(0, move) == first
    assert desk.table is after
    assert desk.do(0, commands.Move("k1", after.v, "6-6")) == first


@pytest.mark.parametrize(
    ("variant", "plays", "own", "public"),
    [
        ("gin", 30, "you draw ", "draws from the stock"),
        ("tractor(match=deal)", 203, "you buried ", "buries 8 cards"),
    ],
)
def test_who_draws_or_buries_is_told_so_once_with_the_cards(
    variant: str, plays: int, own: str, public: str
) -> None:
    desk = Desk(variant, 1)
    desk.go(lambda table: len(table.plays) > plays)
    seats = range(len(desk.table.chairs))
    times = {seat: desk.texts(None).count(f"seat {seat} {public}") for seat in seats}
    assert any(times.values())
    for seat in seats:
        assert f"seat {seat} {public}" not in desk.texts(seat)
        assert sum(text.startswith(own) for text in desk.texts(seat)) == times[seat]
        told = {other: desk.texts(seat).count(f"seat {other} {public}") for other in seats}
        assert told == {**times, seat: 0}


def test_a_resent_refusal_is_the_same_refusal() -> None:
    desk = at_turn()
    first = desk.do(0, commands.Move("k1", desk.table.v, "nello"))
    rows = len(desk.kept.rows)
    assert isinstance(first, No)
    assert desk.do(0, commands.Move("k1", desk.table.v, legal(desk))) == first
    assert len(desk.kept.rows) == rows


def test_the_last_256_answers_of_a_seat_are_kept() -> None:
    desk = at_turn()
    for number in range(300):
        desk.do(0, commands.Move(f"n{number}", 0, "30"))
    assert len(desk.table.answers[0]) == 256
    assert desk.table.answers[0][0][0].endswith(":n44")


def test_another_seats_ids_are_others() -> None:
    desk = Desk(people=2)
    desk.ready()
    desk.go(asks(0))
    first = desk.do(0, commands.Move("same", desk.table.v, legal(desk)))
    second = desk.do(1, commands.Move("same", desk.table.v, "pass"))
    assert isinstance(first, Ack)
    assert second != first


def test_a_move_chosen_in_a_position_that_is_gone_is_stale() -> None:
    desk = at_turn()
    old = desk.table.v
    assert isinstance(desk.move(0, legal(desk)), Ack)
    desk.go(asks(0))
    assert code(desk.do(0, commands.Move("k", old, legal(desk)))) == "table.stale"
    assert code(desk.do(0, commands.Move("l", desk.table.v + 1, legal(desk)))) == "table.stale"


def test_a_line_of_talk_makes_no_move_stale() -> None:
    desk = at_turn()
    seen = desk.table.v
    desk.do(None, commands.Say("hello"))
    assert desk.table.v == seen + 1
    assert isinstance(desk.do(0, commands.Move("k", seen, legal(desk))), Ack)


def test_a_move_chosen_before_a_line_was_lost_is_no_stale_one_when_it_is_back() -> None:
    desk = at_turn()
    seen = desk.table.v
    desk.present(0, False)
    assert desk.table.stage == "paused"
    desk.wait(300_000)
    desk.present(0)
    assert isinstance(desk.do(0, commands.Move("k", seen, legal(desk))), Ack)


def test_a_refusal_is_the_engines_with_moves_that_would_do() -> None:
    desk = at_turn()
    reply = desk.do(0, commands.Move("k", desk.table.v, "6-6"))
    assert isinstance(reply, No)
    assert str(reply.reason) == desk.table.state.why_not("6-6")
    assert reply.meets
    assert all(desk.table.state.why_not(move) is None for move in reply.meets)
    assert reply.plain()["text"] == reply.reason


def test_moves_are_read_as_people_type_them() -> None:
    desk = at_turn()
    assert isinstance(desk.move(0, " Pass "), Ack)


def test_nobody_moves_out_of_turn_or_without_a_seat() -> None:
    desk = Desk(people=2)
    desk.ready()
    desk.go(asks(0))
    assert code(desk.do(1, commands.Move("k", desk.table.v, "pass"))) == "any.not-your-turn"
    assert code(desk.do(None, commands.Move("k", desk.table.v, "pass"))) == "table.no-seat"


def test_what_is_no_move_is_refused_in_words() -> None:
    desk = at_turn()
    reply = desk.do(0, commands.Move("k", desk.table.v, "\u2654 what?"))
    assert isinstance(reply, No)
    assert desk.table.turn == 0


def test_cards_are_ruled_on_before_they_are_played() -> None:
    desk = at_turn()
    reply = desk.do(0, commands.Ask(7, "6-6"))
    assert isinstance(reply, Ruling)
    assert (reply.q, reply.v, reply.ruled.legal) == (7, desk.table.v, False)
    assert reply.plain()["t"] == "ruling"
    assert isinstance(desk.do(0, commands.Why()), WhyText)


def test_hints_are_given_to_the_seat_on_turn_and_noted() -> None:
    desk = at_turn()
    assert isinstance(desk.do(0, commands.Hint("h1")), Ack)
    assert desk.kept.of(EventRow)[-1].kind == "hint"
    assert desk.table.exported()["hints"] == [{"seat": 0, "ply": desk.table.ply}]
    assert desk.restored().hints == desk.table.hints
    none = Desk(people=1, house=House(hints="none"))
    none.go(asks(0))
    assert code(none.do(0, commands.Hint("h"))) == "table.no-hints"
    practice = Desk(people=1, house=House(hints="practice", practice=True))
    practice.go(asks(0))
    assert practice.table.parts(Audience(0, "seat"))["can"]["hint"]


def test_no_bid_is_intended_where_no_cards_are_drawn() -> None:
    assert code(at_turn().do(0, commands.Intend("30"))) == "table.nothing-to-intend"


def test_versions_grow_by_one_and_lines_have_no_gaps() -> None:
    desk = at_turn()
    for _ in range(30):
        before = desk.table
        if desk.table.stage == "over":
            break
        desk.once()
        assert desk.table.v - before.v <= 1 or desk.table.stage == "over"
    for audience in (Audience(0, "seat"), Audience()):
        numbers = [line.n for line in desk.table.lines(audience, 0)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_lines_after_a_number_or_a_gap_and_all_that_are_kept() -> None:
    desk = at_turn()
    lines = desk.table.lines(Audience(0, "seat"), 0)
    assert desk.table.lines(Audience(0, "seat"), 2) == lines[2:]
    gap, *rest = desk.table.lines(Audience(0, "seat"), 999)
    assert gap.text.code == "table.gap"
    assert rest == lines


def test_who_takes_a_seat_is_not_given_the_answers_of_who_had_it() -> None:
    desk = Desk("texas42", 2)
    desk.ready()
    desk.go(asks(1))
    assert isinstance(desk.do(1, commands.Move("k1", desk.table.v, legal(desk))), Ack)
    desk.do(1, commands.Leave("away"))
    desk.go(lambda table: table.stage == "between")
    reply = desk.do(None, commands.Sit(1, "Eve", SECRET))
    assert isinstance(reply, Seated)
    desk.present(1)
    desk.ready()
    desk.go(asks(1))
    plays = len(desk.table.plays)
    assert isinstance(desk.do(1, commands.Move("k1", desk.table.v, legal(desk))), Ack)
    assert len(desk.table.plays) > plays


# --- Talk: what may be written, how often, and who hears it (P12, P13) ----------------------------


def test_what_a_seat_says_is_told_to_all_with_who_says_it() -> None:
    desk = Desk(people=2)
    assert isinstance(desk.do(1, commands.Say("<img onerror=1> hello")), Ack)
    for seat in (0, 1, None):
        assert desk.texts(seat)[-1] == "seat 1: <img onerror=1> hello"
    line = desk.table.story[-1]
    assert (line.text.code, line.text.params["text"]) == ("table.chat", "<img onerror=1> hello")


def test_five_lines_in_ten_seconds_and_no_more() -> None:
    desk = Desk(people=2)
    for _ in range(5):
        assert isinstance(desk.do(0, commands.Say("a")), Ack)
    assert code(desk.do(0, commands.Say("a"))) == "table.too-much-talk"
    assert isinstance(desk.do(1, commands.Say("b")), Ack)
    desk.wait(9_999)
    assert code(desk.do(0, commands.Say("a"))) == "table.too-much-talk"
    desk.wait(1)
    assert isinstance(desk.do(0, commands.Say("a")), Ack)


def test_fixed_phrases_have_a_limit_of_their_own() -> None:
    desk = Desk(people=2)
    for text in "abcde":
        assert isinstance(desk.do(0, commands.Say(text)), Ack)
    for number in range(5):
        assert isinstance(desk.do(0, commands.SayFixed(number)), Ack)
    assert code(desk.do(0, commands.SayFixed(0))) == "table.too-many-phrases"
    desk.wait(10_000)
    assert isinstance(desk.do(0, commands.SayFixed(0)), Ack)


def test_where_nothing_is_written_the_fixed_phrases_can_be_said() -> None:
    desk = Desk(people=1, house=House(chat=False))
    assert code(desk.do(0, commands.Say("hello"))) == "table.no-chat"
    for number in range(commands.FIXED_PHRASES):
        assert isinstance(desk.do(0, commands.SayFixed(number)), Ack)
        assert desk.texts(0)[-1] == f"seat 0: {FIXED[number]}"
        desk.wait(10_000)


def test_there_are_as_many_fixed_phrases_as_can_be_asked_for() -> None:
    assert len(FIXED) == commands.FIXED_PHRASES


def test_who_looks_on_is_not_heard_by_seats_while_a_deal_is_played() -> None:
    desk = Desk("texas42(marks=2)", 1)
    desk.do(None, commands.Say("lead the sixes"))
    assert desk.texts(None)[-1].endswith("lead the sixes")
    assert not any("sixes" in text for text in desk.texts(0))
    desk.go(lambda table: table.stage == "between")
    desk.do(None, commands.Say("well done"))
    assert desk.texts(0)[-1] == "somebody who looks on: well done"


def test_what_was_said_is_there_after_a_restart() -> None:
    desk = Desk("texas42", 1)
    desk.do(0, commands.Say("hello"))
    desk.do(0, commands.SayFixed(1))
    texts = [str(entry.text) for entry in desk.restored().story]
    assert texts[-2:] == ["seat 0: hello", "seat 0: good luck"]


def test_the_file_has_how_many_lines_were_told() -> None:
    desk = Desk(people=2)
    for number in range(3):
        (row,) = desk.kept.of(TableRow)
        assert row.n == desk.table.n == len(desk.table.story) == number
        desk.do(0, Say("hello"))
