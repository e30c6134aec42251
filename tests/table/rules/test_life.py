"""The life of a table: made, ready, playing, paused, between deals, over (TABLE §4; P10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from suitwise.table.rules.commands import Cover, Free, Leave, Ready, Sit
from suitwise.table.rules.house import Chair, House, Pace, digest
from suitwise.table.rules.messages import Ack, No, Seated
from suitwise.table.rules.running.audience import Audience
from tests.table.rules.tables import BOT, SECRET, Desk, asks, code, controls, human

GAMES = (
    *("indian13", "stacks", "texas42(match=hand)", "tractor(match=deal)", "whist(points=0)"),
    "gin",
)
SLOW = Pace(ready=60_000)


@pytest.mark.usefixtures("whist")
@pytest.mark.parametrize("variant", GAMES)
def test_a_table_of_people_and_bots_plays_a_game_to_its_end(variant: str) -> None:
    for people in (1, 2):
        desk = Desk(variant, people)
        desk.play_out()
        record = desk.table.record()
        *_, last = record.states()
        assert last == desk.table.state
        assert last.returns() == record.returns


def test_a_table_of_one_person_and_bots_begins_at_once() -> None:
    assert Desk(people=1).table.stage == "playing"


def test_with_more_people_all_have_to_be_ready() -> None:
    desk = Desk(people=2)
    assert desk.table.stage == "ready"
    desk.do(0, Ready("a"))
    assert desk.table.stage == "ready"
    desk.do(1, Ready("b"))
    assert desk.table.stage == "playing"


def test_an_open_seat_is_taken_by_whoever_sits_down_first() -> None:
    desk = Desk(chairs=(human(0), Chair(), BOT, BOT))
    assert desk.table.stage == "made"
    reply = desk.do(None, Sit(None, "  Eve \u00a0 Ames", SECRET))
    assert isinstance(reply, Seated)
    assert reply.seat == 1
    chair = desk.table.chairs[1]
    assert chair == Chair("human", "Eve Ames", token=digest(SECRET), away_since=desk.now)
    assert desk.table.stage == "ready"
    before = desk.table
    for seat, known in ((None, None), (1, None), (None, 1)):  # the answer was lost: the same seat
        assert desk.do(known, Sit(seat, "Eve", SECRET)) == Seated("", before.v, 1)
    assert desk.table.chairs == before.chairs
    assert code(desk.do(None, Sit(1, "Mallory", SECRET[::-1]))) == "table.no-open-seat"


def test_a_seat_is_not_taken_with_a_secret_that_could_be_guessed() -> None:
    desk = Desk(chairs=(human(0), Chair(), BOT, BOT))
    for secret in ("", "Eve", SECRET[:21], "?" * 32):
        assert code(desk.do(None, Sit(1, "Eve", secret))) == "table.weak-token"


@pytest.mark.parametrize(
    "name", ["\u200b", "\u2800 \u3164", "A\u202enn", "\u200f", "\u0301", "\ufeffAnn"]
)
def test_nobody_has_a_name_that_is_not_seen_or_turns_what_stands_beside_it(name: str) -> None:
    desk = Desk(chairs=(human(0), Chair(), BOT, BOT))
    assert code(desk.do(None, Sit(1, name, SECRET))) == "table.unseen-name"
    assert code(desk.do(0, Sit(0, name))) == "table.unseen-name"
    assert desk.table.chairs[0].name == "Ann"


@pytest.mark.parametrize(
    "name", ["", "安", "\u200f\u05e9\u05dc", "Ann\u200dB", "\N{FAMILY}", "Ann-Marie O'Neil", "7"]
)
def test_names_of_every_script_are_names(name: str) -> None:
    desk = Desk(chairs=(human(0), Chair(), BOT, BOT))
    assert isinstance(desk.do(None, Sit(1, name, SECRET)), Seated)
    assert desk.table.chairs[1].name == name


def test_whoever_sits_takes_another_name_but_no_other_seat() -> None:
    desk = Desk(people=2)
    assert isinstance(desk.do(0, Sit(0, "Anna")), Ack)
    assert desk.table.chairs[0].name == "Anna"
    assert code(desk.do(0, Sit(1, "Anna"))) == "table.sits-already"


def test_who_leaves_before_the_game_leaves_an_open_seat() -> None:
    desk = Desk(people=2)
    desk.do(1, Leave())
    assert (desk.table.stage, desk.table.open_seats) == ("made", (1,))


def test_who_leaves_in_a_deal_is_played_for_and_the_seat_opens_when_it_is_over() -> None:
    desk = Desk("texas42(marks=7)", people=2)
    desk.ready()
    desk.do(1, Leave())
    assert controls(desk)[1] == "cover"
    for _ in range(2):  # of what is in the file, too
        desk.go(asks(0))
        assert desk.table.open_seats == ()
        assert desk.table.parts(Audience())["can"]["sit"] == []
        assert code(desk.do(None, Sit(1, "Eve", SECRET))) == "table.no-open-seat"
        assert code(desk.do(0, Free(1))) == "table.opens-later"
        assert isinstance(desk.do(0, Cover(1, "rules", desk.id())), Ack)
        desk.once()
        desk.table = desk.restored()
        desk.present(0)
    desk.go(lambda table: table.stage == "between")
    assert desk.table.open_seats == (1,)
    assert desk.restored().open_seats == (1,)
    assert code(desk.do(None, Sit(0, "Eve", SECRET))) == "table.no-open-seat"
    assert isinstance(desk.do(None, Sit(1, "Eve", SECRET)), Seated)
    assert controls(desk)[1] == "human"


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("is_freed", [False, True])
def test_who_has_left_in_a_deal_comes_back_until_it_is_over(restarts: bool, is_freed: bool) -> None:
    desk = Desk("texas42(marks=7)", people=3)
    desk.ready()
    if is_freed:
        desk.present(1, False)
        assert isinstance(desk.do(0, Free(1)), Ack)
    else:
        desk.do(1, Leave())
    if restarts:
        desk.table = desk.restored()
        desk.present(0)
    assert desk.table.chairs[1].left
    assert desk.table.humans == (0, 2)
    desk.present(1)
    assert controls(desk)[1] == "human"
    assert desk.table.chairs[1].is_here
    assert not desk.table.chairs[1].left
    assert not desk.restored().chairs[1].left


def test_who_has_left_sits_down_again_by_the_same_secret_and_at_no_other_seat() -> None:
    chairs = (human(0), Chair(), Chair(), BOT)
    desk = Desk("texas42(marks=7)", chairs=chairs)
    for seat, secret in ((1, SECRET), (2, SECRET[::-1])):
        assert isinstance(desk.do(None, Sit(seat, "Eve", secret)), Seated)
        desk.present(seat)
    desk.ready()
    desk.do(2, Leave())
    desk.go(lambda table: table.stage == "between")  # one seat is open
    desk.ready()
    desk.do(1, Leave())
    assert code(desk.do(None, Sit(2, "Eve", "another-" + SECRET))) == "table.no-open-seat"
    assert isinstance(desk.do(None, Sit(2, "Eve", SECRET)), Seated)
    assert controls(desk)[1] == "human"
    desk.present(1, True)
    assert desk.table.open_seats == (2,)


def test_the_seat_of_a_bot_that_is_freed_in_a_deal_shows_its_hand_to_nobody() -> None:
    desk = Desk("texas42(marks=7)", people=1)
    assert isinstance(desk.do(0, Free(1, "a")), Ack)
    assert code(desk.do(None, Sit(1, "Eve", SECRET))) == "table.no-open-seat"
    assert code(desk.do(0, Free(1, "b"))) == "table.opens-later"
    assert desk.restored().open_seats == ()
    assert isinstance(desk.do(0, Cover(1, "rules", "c")), Ack)
    assert controls(desk)[1] == "bot"
    assert isinstance(desk.do(0, Free(1, "d")), Ack)
    desk.go(lambda table: table.stage == "between")
    assert desk.table.open_seats == desk.restored().open_seats == (1,)
    assert isinstance(desk.do(None, Sit(1, "Eve", SECRET)), Seated)


def test_a_seat_is_freed_and_covered_when_its_time_to_come_back_is_over() -> None:
    desk = Desk("texas42(marks=7)", 3, pace=replace(Pace.none(), grace=30_000))
    desk.ready()
    assert frees_at(desk, 1) is None
    desk.present(1, False)
    assert frees_at(desk, 1) == desk.now + 30_000
    desk.now += 29_999
    for command in (Free(1, "a"), Cover(1, "rules", "b")):
        assert code(desk.do(0, command)) == "table.in-grace"
    told = desk.do(0, Free(1, "d"))
    assert isinstance(told, No)
    assert "has 30 seconds to come back" in str(told.reason)
    desk.now += 1
    assert isinstance(desk.do(0, Free(1, "c")), Ack)
    assert desk.table.chairs[1].left
    assert frees_at(desk, 1) is None


def test_before_the_game_a_seat_is_freed_at_once() -> None:
    desk = Desk("texas42(marks=7)", 3, pace=replace(Pace.none(), grace=30_000))
    desk.present(1, False)
    assert frees_at(desk, 1) == 0
    assert isinstance(desk.do(0, Free(1)), Ack)
    assert frees_at(desk, 1) is None


def frees_at(desk: Desk, seat: int) -> int | None:
    """Return from when the page of the host says that a seat may be freed."""
    people = desk.table.parts(Audience(0, "seat"))["people"]
    at: int | None = people[seat]["frees_at"]
    return at


def test_at_a_table_without_watchers_others_come_in_to_sit_down_and_for_nothing_else() -> None:
    desk = Desk("texas42(marks=7)", chairs=(human(0), Chair(), BOT, BOT), house=House(watch="no"))
    assert desk.table.may_look_on
    desk.do(None, Sit(1, "Eve", SECRET))
    desk.present(1)
    assert not desk.table.may_look_on
    desk.ready()
    desk.do(1, Leave())
    assert not desk.table.may_look_on
    desk.go(lambda table: table.stage == "between")
    assert desk.table.may_look_on
    desk.ready()
    assert desk.table.open_seats == (1,)
    assert not desk.table.may_look_on
    desk.play_out()
    assert not desk.table.may_look_on


def test_the_host_frees_and_covers_the_seats_of_those_who_are_away() -> None:
    desk = Desk("texas42(marks=7)", people=3)
    desk.ready()
    assert code(desk.do(1, Free(2))) == "table.host-only"
    assert code(desk.do(0, Free(1))) == "table.is-here"
    desk.present(2, False)
    assert isinstance(desk.do(0, Cover(2, "rules")), Ack)
    assert controls(desk)[2] == "cover"
    assert isinstance(desk.do(0, Free(2)), Ack)
    assert desk.table.chairs[2].left
    desk.go(lambda table: table.stage == "between")
    assert desk.table.open_seats == (2,)
    assert code(desk.do(0, Cover(2, "nobody"))) == "table.no-player"
    assert isinstance(desk.do(0, Cover(2)), Ack)
    assert controls(desk)[2] == "bot"
    assert not desk.table.open_seats


def test_who_is_covered_for_need_not_be_ready() -> None:
    desk = Desk(people=2)
    desk.present(1, False)
    desk.do(0, Ready("a"))
    assert desk.table.stage == "ready"
    assert isinstance(desk.do(0, Cover(1)), Ack)
    assert desk.table.stage == "playing"


def test_the_next_deal_begins_when_all_who_are_here_are_ready() -> None:
    desk = Desk("texas42", 2, pace=SLOW)
    desk.ready()
    desk.go(lambda table: table.stage == "between")
    assert desk.table.deal == 1
    desk.do(0, Ready("r0"))
    assert desk.table.stage == "between"
    desk.present(1, False)
    assert desk.table.stage == "playing"


def test_the_next_deal_waits_while_nobody_is_ready() -> None:
    for people in (1, 2):
        desk = Desk("texas42", people, pace=replace(Pace.none(), ready=60_000))
        if people > 1:
            desk.ready()
        desk.go(lambda table: table.stage == "between")
        desk.wait(3_600_000)
        assert desk.table.stage == "between"
        assert desk.table.parts(Audience(0, "seat"))["life"]["until"] is None
        desk.ready()
        assert desk.table.stage == "playing"


def test_who_is_ready_waits_so_long_for_the_others_and_no_longer() -> None:
    desk = Desk("texas42", 2, pace=replace(Pace.none(), ready=60_000))
    desk.ready()
    desk.go(lambda table: table.stage == "between")
    desk.wait(5_000)
    desk.do(1, Ready("r1"))
    until = desk.table.parts(Audience(0, "seat"))["life"]["until"]
    assert until == desk.now + 60_000
    desk.wait(59_999)
    assert desk.table.stage == "between"
    desk.wait(1)
    assert desk.table.stage == "playing"


def test_a_game_goes_on_over_many_deals_to_the_end_of_its_match() -> None:
    desk = Desk("texas42(marks=2)", 1)
    desk.play_out()
    record = desk.table.record()
    assert len(desk.table.past) >= 2
    assert list(record.states())[-1].returns() == record.returns


# --- P10 ------------------------------------------------------------------------------------------


def test_nothing_is_played_while_nobody_is_here() -> None:
    desk = Desk(people=2, here=False)
    desk.do(0, Ready("a"))
    desk.do(1, Ready("b"))
    assert desk.table.stage == "paused"
    assert (desk.table.due, desk.table.thought) == (None, None)
    desk.wait(10**9)
    desk.present(1)
    assert desk.table.stage == "playing"


def test_all_clocks_stop_while_nobody_is_here() -> None:
    desk = Desk(people=1, pace=replace(Pace.none(), clock=20_000))
    desk.go(asks(0))
    desk.wait(5_000)
    desk.present(0, False)
    assert desk.table.stage == "paused"
    desk.wait(3_600_000)
    desk.present(0)
    assert desk.table.due == desk.now + 15_000


def test_a_bot_covers_for_who_is_away_on_turn_and_hands_back() -> None:
    desk = Desk(people=2, pace=replace(Pace.none(), grace=30_000))
    desk.ready()
    desk.go(asks(1))
    desk.present(1, False)
    person = desk.table.parts(Audience(0, "seat"))["people"][1]
    assert person["covers_at"] == desk.now + 30_000
    desk.wait(29_999)
    assert controls(desk)[1] == "human"
    desk.wait(1)
    assert controls(desk)[1] == "cover"
    thought = desk.table.thought
    assert thought is not None
    desk.present(1)
    assert controls(desk)[1] == "human"
    before = desk.table
    desk.answer(thought)
    assert desk.table is before  # the computed move is dropped
    assert before.turn == 1


def test_who_is_not_on_turn_may_be_away_for_long() -> None:
    desk = Desk(people=2, pace=replace(Pace.none(), grace=30_000))
    desk.ready()
    desk.go(asks(0))
    desk.present(1, False)
    desk.wait(10**7)
    assert controls(desk)[1] == "human"


def test_a_second_socket_of_a_seat_takes_nothing_from_the_first() -> None:
    desk = Desk(people=1)
    desk.present(0)
    desk.present(0, False)
    assert desk.table.stage == "playing"
    desk.present(0, False)
    assert desk.table.stage == "paused"
    desk.present(0, False)
    assert desk.table.chairs[0].sockets == 0
