"""The draw of Tractor: a fixed rhythm that tells nothing, bids that are intended (P6, D10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from suitwise.game import CHANCE
from suitwise.table import Table
from suitwise.table.rules.commands import Intend, Move
from suitwise.table.rules.house import Pace
from suitwise.table.rules.messages import Ack
from suitwise.table.rules.running.audience import Audience
from tests.table.rules.tables import Desk, code

DEAL = "tractor(match=deal)"
PACE = replace(Pace.none(), draw=120, last_bids=6000)


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
    desk = Desk(DEAL, people, pace=PACE, key=key)
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
    desk = Desk(DEAL, 1, pace=PACE)
    drawn_until(desk, 4)
    due = desk.table.due
    assert due is not None
    desk.now = due + 50
    desk.take(desk.table.tick(desk.now, desk.keys))
    assert desk.table.due == due + 120


def test_a_bot_that_is_asked_bids_at_its_beat() -> None:
    for key in range(20):
        desk = Desk(DEAL, 1, pace=PACE, key=key)
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
    desk = Desk(DEAL, 1, pace=PACE, key=key)
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
    desk = Desk(DEAL, 1, pace=PACE)
    desk.do(0, Intend("RJRJ"))
    drawn_until(desk, 1)
    desk.wait(120)
    assert desk.table.intents[0] is None
    assert not desk.table.state.bids
    assert "your bid RJRJ is not legal now" in desk.texts(0)
    assert code(desk.do(0, Intend("what?"))) == "tractor.say.unread"


def test_after_the_last_card_all_have_six_seconds_and_the_order_is_the_engines() -> None:
    desk = Desk(DEAL, 4, pace=PACE, key=2)
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
        desk = Desk(DEAL, 4, pace=PACE, key=key)
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
        desk = Desk(DEAL, 4, pace=PACE, key=key)
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
        desk = Desk(DEAL, 1, pace=PACE, key=key)
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
    desk = Desk(DEAL, 1, pace=PACE)
    drawn_until(desk, 10)
    desk.wait(50)
    desk.present(0, False)
    desk.wait(10_000)
    assert desk.table.state.cards_drawn == 10
    desk.present(0)
    assert desk.table.due == desk.now + 70
