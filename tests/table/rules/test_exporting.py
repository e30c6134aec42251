"""Records that leave a table: of a match, of one deal, and where a false claim has cost a hand (P9)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from suitwise.foundation.text.phrases import Seat
from suitwise.game import Record
from suitwise.table.rules.chance import verify
from suitwise.table.rules.commands import Propose
from suitwise.table.rules.house import Chair, House
from suitwise.table.rules.messages import Ack, say
from suitwise.table.rules.running.audience import Audience
from tests.table.rules.tables import BOT, Desk, human, is_over

PENALTY = House(claims="penalty")


def fault(exported: dict[str, Any]) -> str:
    """Return the code of what is wrong with a record on its way through JSON, empty for nothing."""
    found = verify(json.loads(json.dumps(exported)))
    return "" if found is None else found.code


# --- One deal of a match --------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["texas42(marks=2)", "tractor(match=deal)", "gin"])
def test_the_deals_of_a_match_one_by_one_are_the_match(variant: str) -> None:
    desk = Desk(variant, 1)
    desk.play_out()
    table = desk.table
    deals = [table.exported_deal(one.deal) for one in table.past]
    assert table.exported_deal(len(deals)) is None
    moves: list[str] = []
    for number, plain in enumerate(deals):
        assert plain is not None
        assert fault(plain) == ""
        assert [one["deal"] for one in plain["deals"]] == [number]
        moves += plain["record"]["moves"]
    assert moves == list(table.record().moves)
    assert [desk.restored().exported_deal(one.deal) for one in table.past] == deals


def test_a_deal_under_way_is_open_to_nobody() -> None:
    desk = Desk("texas42(marks=2)", 1)
    desk.go(lambda table: table.deal == 1 and table.turn == 0)
    assert desk.table.exported_deal(1) is None
    plain = desk.table.exported_deal(0)
    assert desk.table.key.hex() not in json.dumps(plain)


# --- A hand that a false claim has cost -----------------------------------------------------------


def forfeited(variant: str, key: int = 1) -> Desk:
    """Return a table at which seat 0 has just claimed what is not so."""
    desk = Desk(variant, 1, key=key, house=PENALTY)
    claim(desk)
    return desk


def claim(desk: Desk) -> None:
    desk.go(lambda table: table.turn == 0 and table.state.phase == "play")
    assert not desk.table.face.claim(desk.table.state, 0, {}).stands
    assert isinstance(desk.do(0, Propose(desk.id(), "claim", {})), Ack)


def test_a_false_claim_costs_the_hand_and_the_next_one_is_dealt() -> None:
    desk = forfeited("texas42")
    table = desk.table
    assert (table.stage, table.deal, table.state.totals) == ("between", 1, (0, 1))
    texts = desk.texts(None)
    assert "seat 0 has made a false claim, so seat 0 and seat 2 lose the hand" in texts
    assert any("it fails if, from" in text for text in texts)
    over = table.parts(Audience())["over"]
    said = say(over["text"], "en", ["Ann", "Bo", "Cleo", "Dan"])
    assert said == "Ann has made a false claim, so Ann and Cleo lose the hand"
    assert over["lines"][0].params["second"] == 1
    assert not over["match"]
    desk.go(lambda table: table.stage == "playing" and table.turn == 0)
    assert desk.table.parts(Audience())["over"] is None


def test_a_match_with_a_forfeited_hand_is_played_on_kept_and_verified() -> None:
    desk = forfeited("texas42(marks=3)")
    assert desk.restored().exported() == desk.table.exported()
    assert desk.restored().forfeited == desk.table.forfeited
    claim(desk)
    assert desk.table.state.totals == (0, 2)
    assert fault(desk.table.exported_over()) == ""
    desk.play_out()
    exported = desk.table.exported()
    assert [lost["score"] for lost in exported["forfeits"]] == [[0, 1], [0, 1]]
    assert fault(exported) == ""
    assert desk.restored().exported() == exported
    first, *others = [exported["record"], *(lost["record"] for lost in exported["forfeits"])]
    for plain in (first, *others):
        list(Record.from_json(plain).states())
    assert others[0]["start"].endswith("0-1 deals 1") or "0 1" in others[0]["start"]
    for one in desk.table.past:
        plain = desk.table.exported_deal(one.deal)
        assert plain is not None
        assert fault(plain) == ""
        assert ("forfeits" in plain) == (one.deal < 2)


def test_what_is_taken_back_just_before_a_hand_is_forfeited_stays_in_that_hand() -> None:
    desk = Desk("texas42", 1, key=1, house=replace(PENALTY, practice=True))
    desk.go(lambda table: table.turn == 0 and table.state.phase == "play")
    desk.move(0, str(next(iter(desk.table.state.moves()))))
    assert isinstance(desk.do(0, Propose(desk.id(), "takeback", {})), Ack)
    claim(desk)
    assert desk.table.deal == 1
    assert desk.restored().exported() == desk.table.exported()


@pytest.mark.parametrize("variant", ["texas42(marks=1)", "texas42(match=hand)"])
def test_a_false_claim_can_end_the_match(variant: str) -> None:
    desk = forfeited(variant)
    table = desk.table
    assert is_over(table)
    shown = table.parts(Audience(1, "seat"))
    assert (shown["head"]["scores"], shown["head"]["turn"], shown["ask"]) == ([0, 1], "over", None)
    over = table.parts(Audience(0, "seat"))["over"]
    assert over["match"]
    assert (over["text"].code, over["text"].params["seat"]) == ("texas42.over.forfeit", Seat(0))
    assert fault(table.exported()) == ""
    again = desk.restored()
    assert again.exported() == table.exported()
    assert again.parts(Audience(0, "seat"))["over"]["text"] == over["text"]
    assert again.why == table.why


def test_a_forfeit_that_was_not_lost_or_costs_something_else_is_refused() -> None:
    desk = forfeited("texas42(marks=2)")
    desk.play_out()
    exported = desk.table.exported()
    for changes in ({"score": [0, 2]}, {"score": [1, 0]}, {"seat": 1}):
        lost = [{**exported["forfeits"][0], **changes}]
        assert fault({**exported, "forfeits": lost}) == "table.other-forfeit"
    other = json.loads(json.dumps(exported))
    other["forfeits"][0]["record"]["start"] = other["record"]["start"]
    assert fault(other)
    assert fault({**exported, "forfeits": [{}]}) == "table.unreadable"


# --- Who decided in place of others ---------------------------------------------------------------


def test_the_record_says_who_stood_in_for_a_bot_or_a_person() -> None:
    chairs = (human(0), human(1), Chair("bot", "Bo", "mc"), BOT)
    desk = Desk("texas42(marks=2)", chairs=chairs, house=House(practice=True))
    desk.ready()
    other, wrong = None, None
    desk.present(1, False)
    while desk.table.stage != "between":
        thought = desk.table.thought
        if thought is None or thought.seat != 2:
            desk.once()
            continue
        move, place = str(next(iter(desk.table.state.moves()))), len(desk.table.plays)
        if other is None:  # it was too slow
            other = place
            desk.take(desk.table.decided(thought, move, desk.now, desk.keys, "rules"))
        elif wrong is None:  # it has answered what is no move
            wrong = place
            desk.take(desk.table.decided(thought, "H9", desk.now, desk.keys, "mc"))
        else:
            desk.take(desk.table.decided(thought, move, desk.now, desk.keys, "mc"))
    again = desk.restored()
    for table in (desk.table, again):
        for plain in (table.exported(), table.exported_over(), table.exported_deal(0)):
            assert plain is not None
            said = plain["stood_in"]
            assert {"ply": other, "seat": 2, "by": "bot", "player": "rules"} in said
            assert {"ply": wrong, "seat": 2, "by": "bot", "player": "any"} in said
            assert [one for one in said if one["seat"] in (0, 3)] == []
            covered = [one for one in said if one["seat"] == 1]
            assert covered
            assert all((one["by"], one["player"]) == ("cover", "strong") for one in covered)
            assert len(said) == len(covered) + 2
            states = list(Record.from_json(plain["record"]).states())
            assert all(states[one["ply"]].turn == one["seat"] for one in said)


def test_of_a_later_deal_the_moves_that_were_stood_in_for_count_from_the_record_s_first() -> None:
    desk = Desk("texas42(marks=7)", people=2)
    desk.ready()
    desk.present(1, False)
    desk.go(lambda table: len(table.past) == 2)
    plain = desk.table.exported_over()
    second = desk.table.exported_deal(1)
    assert second is not None
    begins = plain["deals"][1]["begins"]
    later = [one for one in plain["stood_in"] if one["ply"] >= begins]
    assert later
    assert [{**one, "ply": one["ply"] + begins} for one in second["stood_in"]] == later
