"""Talk: what may be written, how often, and who hears it (P12, P13)."""

from __future__ import annotations

from suitwise.table.rules.commands import FIXED_PHRASES, Say, SayFixed
from suitwise.table.rules.house import House
from suitwise.table.rules.messages import Ack, TableRow
from suitwise.table.rules.running.transaction import FIXED
from tests.table.rules.tables import Desk, code


def test_what_a_seat_says_is_told_to_all_with_who_says_it() -> None:
    desk = Desk(people=2)
    assert isinstance(desk.do(1, Say("<img onerror=1> hello")), Ack)
    for seat in (0, 1, None):
        assert desk.texts(seat)[-1] == "seat 1: <img onerror=1> hello"
    line = desk.table.story[-1]
    assert (line.text.code, line.text.params["text"]) == ("table.chat", "<img onerror=1> hello")


def test_the_file_has_how_many_lines_were_told() -> None:
    desk = Desk(people=2)
    for number in range(3):
        (row,) = desk.kept.of(TableRow)
        assert row.n == desk.table.n == len(desk.table.story) == number
        desk.do(0, Say("hello"))


def test_five_lines_in_ten_seconds_and_no_more() -> None:
    desk = Desk(people=2)
    for _ in range(5):
        assert isinstance(desk.do(0, Say("a")), Ack)
    assert code(desk.do(0, Say("a"))) == "table.too-much-talk"
    assert isinstance(desk.do(1, Say("b")), Ack)
    desk.wait(9_999)
    assert code(desk.do(0, Say("a"))) == "table.too-much-talk"
    desk.wait(1)
    assert isinstance(desk.do(0, Say("a")), Ack)


def test_fixed_phrases_have_a_limit_of_their_own() -> None:
    desk = Desk(people=2)
    for text in "abcde":
        assert isinstance(desk.do(0, Say(text)), Ack)
    for number in range(5):
        assert isinstance(desk.do(0, SayFixed(number)), Ack)
    assert code(desk.do(0, SayFixed(0))) == "table.too-many-phrases"
    desk.wait(10_000)
    assert isinstance(desk.do(0, SayFixed(0)), Ack)


def test_where_nothing_is_written_the_fixed_phrases_can_be_said() -> None:
    desk = Desk(people=1, house=House(chat=False))
    assert code(desk.do(0, Say("hello"))) == "table.no-chat"
    for number in range(FIXED_PHRASES):
        assert isinstance(desk.do(0, SayFixed(number)), Ack)
        assert desk.texts(0)[-1] == f"seat 0: {FIXED[number]}"
        desk.wait(10_000)


def test_there_are_as_many_fixed_phrases_as_can_be_asked_for() -> None:
    assert len(FIXED) == FIXED_PHRASES


def test_who_looks_on_is_not_heard_by_seats_while_a_deal_is_played() -> None:
    desk = Desk("texas42(marks=2)", 1)
    desk.do(None, Say("lead the sixes"))
    assert desk.texts(None)[-1].endswith("lead the sixes")
    assert not any("sixes" in text for text in desk.texts(0))
    desk.go(lambda table: table.stage == "between")
    desk.do(None, Say("well done"))
    assert desk.texts(0)[-1] == "somebody who looks on: well done"


def test_what_was_said_is_there_after_a_restart() -> None:
    desk = Desk("texas42", 1)
    desk.do(0, Say("hello"))
    desk.do(0, SayFixed(1))
    texts = [str(entry.text) for entry in desk.restored().story]
    assert texts[-2:] == ["seat 0: hello", "seat 0: good luck"]
