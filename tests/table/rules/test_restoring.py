"""A table made again from its rows (F1, F2, F3, F8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from suitwise.table import Table
from suitwise.table.rules.commands import Leave, Move, Ready, Sit
from suitwise.table.rules.house import Chair, Pace
from suitwise.table.rules.messages import (
    Ack,
    DealRow,
    MoveRow,
    No,
    SeatRow,
    answer_json,
    read_answer,
)
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.running.records import Broken
from tests.table.rules.tables import BOT, SECRET, Desk, asks, human

pytestmark = pytest.mark.usefixtures("whist")

GAMES = (
    "texas42(marks=2)",
    "tractor(match=deal)",
    "whist(points=0)",
    "gin",
    "indian13",
    "stacks",
    "rummikub",
)


@pytest.mark.parametrize("variant", GAMES)
def test_a_table_is_the_same_from_its_rows_wherever_it_stood(variant: str) -> None:
    desk = Desk(variant, 1)
    for step in range(10_000):
        if step % 7 == 0 or desk.table.stage != "playing":
            check(desk)
        if desk.table.stage == "over":
            break
        desk.once()
    assert desk.restored().exported() == desk.table.exported()


def check(desk: Desk) -> None:
    table, again = desk.table, desk.restored()
    assert again.chairs == tuple(
        replace(
            chair, sockets=0, away_since=desk.now if chair.token else None, ready=False, auto=False
        )
        for chair in table.chairs
    )
    assert again.deal == table.deal
    assert again.key == table.key
    assert again.v > table.v
    assert again.n > table.n
    assert again.claimed == table.claimed
    moves = table.record().moves
    again = again.present(0, True, desk.now, desk.keys).table if table.stage != "over" else again
    assert again.record().moves == moves[: len(again.record().moves)]
    unkept = table.plays[len(again.plays) :]
    assert {one.by for one in unkept} <= {"chance", "unasked"}
    if not table.is_rhythmic and table.stage == "playing":
        assert again.state == table.state


def test_a_table_plays_on_as_it_would_have() -> None:
    desk, other = Desk("tractor(match=deal)", 1), Desk("tractor(match=deal)", 1)
    desk.play_out()
    other.go(lambda table: len(table.plays) > 150)
    other.table = other.restored()
    other.present(0)
    other.play_out()
    assert other.table.record() == desk.table.record()


def test_a_game_that_chance_ends_is_over_after_a_restart() -> None:
    desk = Desk("stacks(stacks=3,height=2)", 1)
    assert desk.table.stage == "over"
    assert {one.by for one in desk.table.plays} == {"chance"}
    assert desk.restored().record() == desk.table.record()


def test_a_draw_that_was_not_kept_is_drawn_again_from_the_same_key() -> None:
    desk = Desk("tractor(match=deal)", 1, pace=replace(Pace.none(), draw=120))
    desk.wait(120 * 30)
    assert desk.table.state.cards_drawn == 30
    assert not desk.kept.of(MoveRow)
    before = desk.table
    desk.table = desk.restored()
    desk.present(0)
    desk.wait(120 * 30)
    assert desk.table.state == before.state


def test_answers_are_kept_with_what_they_answer_and_refusals_are_not_written() -> None:
    desk = Desk(people=1)
    desk.go(asks(0))
    move = Move("k1", desk.table.v, str(next(iter(desk.table.state.moves()))))
    first = desk.do(0, move)
    again = desk.restored()
    assert isinstance(first, Ack)
    step = again.do(0, move, desk.now, desk.keys)
    assert step.reply == first
    assert step.table is again


def test_answers_with_phrases_come_back_from_json() -> None:
    desk = Desk(people=1)
    desk.go(asks(0))
    for text in ("6-6", "what"):
        reply = desk.move(0, text)
        assert isinstance(reply, No)
        again = read_answer(answer_json(reply))
        assert isinstance(again, No)
        assert again == reply
        assert again.reason.code == reply.reason.code
        assert dict(again.reason.params) == dict(reply.reason.params)


def test_a_client_that_knew_lines_before_is_told_that_there_is_a_gap() -> None:
    desk = Desk("texas42", 1)
    desk.go(asks(0))
    seen = desk.table.lines(Audience(0, "seat"), 0)
    lines = desk.restored().lines(Audience(0, "seat"), seen[-1].n)
    assert lines[0].text.code == "table.gap"
    assert [line.text for line in lines[1:]] == [
        line.text for line in seen if "begins" not in line.text
    ]


def test_a_seat_that_was_taken_or_left_is_so_after_a_restart() -> None:
    desk = Desk(chairs=(human(0), Chair(), BOT, BOT))
    desk.do(None, Sit(1, "Eve", SECRET))
    desk.do(0, Ready("a"))
    desk.do(1, Ready("b"))
    desk.do(1, Leave())
    again = desk.restored()
    assert again.chairs[1].control == "cover"
    assert again.chairs[1].left
    desk.go(lambda table: table.stage == "over")
    again = desk.restored()
    assert not again.chairs[1].is_taken


def test_a_row_that_does_not_replay_breaks_the_table_and_is_never_mended() -> None:
    desk = Desk("texas42(match=hand)", 1)
    desk.play_out()
    moves = desk.kept.of(MoveRow)
    cases = (
        ("table.broken-move", [replace(moves[0], move="6-6"), *moves[1:]]),
        ("table.broken-move", [replace(moves[0], seat=moves[1].seat), *moves[1:]]),
        ("table.broken-move", [replace(moves[0], ply=moves[0].ply - 1), *moves[1:]]),
        ("table.broken-gap", [*moves[:3], *moves[4:]]),
    )
    for reason, rows in cases:
        with pytest.raises(Broken) as error:
            restored(desk, rows)
        assert error.value.reason.code == reason
    assert restored(desk, moves).record() == desk.table.record()


def restored(desk: Desk, moves: list[MoveRow]) -> Table:
    rest = Desk.__new__(Desk)
    rest.__dict__.update(desk.__dict__)
    kept_rows = type(desk.kept)()
    kept_rows.rows = {key: row for key, row in desk.kept.rows.items() if key[0] != "MoveRow"}
    kept_rows.add(tuple(moves))
    return kept_rows.restored(desk.now, desk.pace)


def test_rows_that_are_missing_or_unreadable_break_it_too() -> None:
    for kind in (SeatRow, DealRow):
        desk = Desk(people=1)
        rows = desk.kept.rows
        desk.kept.rows = {key: row for key, row in rows.items() if not isinstance(row, kind)}
        with pytest.raises(Broken):
            desk.restored()
