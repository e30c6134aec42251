"""Records that leave a table: of a match, of one deal, and where a false claim has cost a hand (P9)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from suitwise.foundation.text.phrases import Seat
from suitwise.game import Record, load, play
from suitwise.players.face import face_of
from suitwise.players.named import named
from suitwise.table.rules.chance import verify
from suitwise.table.rules.commands import Propose
from suitwise.table.rules.house import Chair, House
from suitwise.table.rules.messages import Ack, say
from suitwise.table.rules.replaying import MOST_PLIES, BadRecord, Replay, board_asked
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
    heads = [table.parts(Audience(seat))["over"]["headline"] for seat in (0, 1, None)]
    assert [(one["won"], str(one["text"])) for one in heads] == [
        (False, "lost: 1 mark to them, 0 to 1"),
        (True, "you win: 1 mark, 1 to 0"),
        (None, "seat 1 and seat 3 win: 1 mark, 1 to 0"),
    ]
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


def test_that_a_quick_bot_decides_for_a_strong_one_is_told_once_a_deal() -> None:
    strong = Chair("bot", "Bo", "mc")
    desk = Desk("texas42(marks=2)", chairs=(human(0), strong, strong, BOT))
    for deal in (1, 2):
        while desk.table.stage not in ("between", "over"):
            thought = desk.table.thought
            if thought is None or thought.seat not in (1, 2):
                desk.once()
                continue
            move = str(next(iter(desk.table.state.moves())))
            desk.take(desk.table.decided(thought, move, desk.now, desk.keys, "rules"))
        told = [text for text in desk.texts(0) if "a quick bot decides for" in text]
        assert len(told) == 2 * deal
        if deal == 1:
            desk.ready()


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


# --- Records looked at again: each move as the table showed it, with all hands --------------------


VARIANTS = ("texas42(match=hand)", "tractor(match=deal)", "gin", "indian13", "stacks")


def record_of(variant: str) -> Record:
    game = load(variant)
    return play(game.start(), named("random", game).seated(1, 0), seed=3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_after_each_move_lies_what_everybody_saw_and_what_each_seat_held(variant: str) -> None:
    record = record_of(variant)
    plies = list(Replay.read(str(record)).plies())
    face = face_of(load(variant))
    assert len(plies) == len(record.moves) + 1
    for state, ply in list(zip(record.states(), plies, strict=True))[:: len(plies) // 12]:
        common = face.common(state)
        assert {name: ply.parts[name] for name in common} == common
        for seat in range(len(common["seats"])):
            held = face.parts(state, seat)["hand"]["held"]
            cards = ply.parts[f"own{seat}"]["cards"]
            if face.kind == "plain":
                cards = " ".join(cards).split()
            assert sorted(cards) == sorted(map(str, held))


@pytest.mark.parametrize("game", ["stacks", "gin"])
def test_a_board_that_is_not_asked_about_moves_is_asked_about_the_state_before(game: str) -> None:
    state, _ = load(game).start().rolled(1, 0)
    asked = board_asked(game, state)
    assert asked is not None
    assert board_asked(game, state, str(next(iter(state.moves())))) == asked


def test_tricks_and_the_end_of_a_deal_are_marked() -> None:
    plies = list(Replay.read(str(record_of("tractor(match=deal)"))).plies())
    taken = plies[-1].parts["table"]["tricks"]
    assert [ply.mark for ply in plies if ply.mark] == ["trick"] * (taken - 1) + ["deal"]


def test_a_move_is_told_as_at_the_table_and_is_its_seats() -> None:
    record = record_of("texas42(match=hand)")
    plies = list(Replay.read(json.dumps(record.as_json())).plies())
    states = list(record.states())
    for before, move, after, ply in zip(states, record.moves, states[1:], plies[1:], strict=False):
        assert ply.seat == (before.turn if before.turn >= 0 else None)
        assert list(ply.told) == list(
            face_of(before.game).told(before, before.parse_move(move), after)
        )


def test_a_match_goes_on_after_a_hand_that_a_false_claim_has_cost() -> None:
    desk = Desk("texas42(marks=2)", 1, house=House(claims="penalty"))
    desk.go(lambda table: table.state.phase == "play" and table.turn == 0)
    assert isinstance(desk.do(0, Propose("c1", "claim", {})), Ack)
    desk.play_out()
    assert is_over(desk.table)
    exported: dict[str, Any] = json.loads(json.dumps(desk.table.exported()))
    plies = list(Replay.read(json.dumps(exported)).plies())
    lost = [ply for ply in plies if ply.parts["over"] and ply.mark == "deal"]
    assert lost[0].seat == 0
    at, replay = plies.index(lost[0]), Replay.read(json.dumps(exported))
    assert str(replay.state_at(at)) == str(replay.state_at(at - 1)), "the hand that was forfeited"
    assert replay.state_at(at).phase == "play"
    assert replay.state_at(at + 1).phase == "deal"
    assert plies[-1].parts["head"]["turn"] in ("over", lost[-1].parts["head"]["turn"])
    exported["forfeits"][0]["score"][0] += 1
    assert fault_in(json.dumps(exported)) == "table.other-forfeit"
    exported["forfeits"][0]["score"][0] -= 1
    exported["forfeits"][0]["seat"] = 77
    assert fault_in(json.dumps(exported)) == "table.other-forfeit"


# --- What is refused ------------------------------------------------------------------------------


def fault_in(text: str) -> str:
    """Return the code of what is wrong with a record."""
    with pytest.raises(BadRecord) as error:
        list(Replay.read(text).plies())
    return error.value.why.code


def said(text: str, lang: str = "en") -> str:
    with pytest.raises(BadRecord) as error:
        list(Replay.read(text).plies())
    return str(say(error.value.why, lang))


def test_a_move_that_is_none_is_named_with_its_line_in_each_language() -> None:
    record = str(record_of("texas42(match=hand)"))
    lines = record.splitlines()
    broken = "\n".join([*lines[:2], lines[2].replace(" 6-1", " 6-9", 1), *lines[3:]])
    assert "6-9" in broken
    assert said(broken).startswith("line 3, move 1, 6-9: ")
    assert said(broken, "zh").startswith("第3行，第1步 6-9：")


def test_half_a_character_is_no_record() -> None:
    record = record_of("texas42(match=hand)").as_json()
    moves = record["moves"]
    assert isinstance(moves, list)
    assert fault_in(json.dumps({**record, "moves": ["\ud800", *moves]})) == "table.no-record"


def test_a_record_of_two_games_is_refused_before_any_of_it_is_played() -> None:
    first, second = (record_of(variant).as_json() for variant in ("stacks", "texas42(match=hand)"))
    forfeit = {"deal": 0, "seat": 0, "score": [0], "record": second}
    with pytest.raises(BadRecord) as error:
        Replay.read(json.dumps({"record": first, "forfeits": [forfeit]}))
    assert error.value.why.code == "table.two-games"


def test_returns_that_are_not_the_games_are_refused() -> None:
    text = str(record_of("texas42(match=hand)"))
    before, _, returns = text.rpartition("returns ")
    wrong = " ".join("9" for _ in returns.split())
    assert fault_in(f"{before}returns {wrong}\n") == "table.other-returns"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "any.refused"),
        ("\x00\ufffd", "any.refused"),
        ("[" * 5000, "table.no-record"),
        ('{"record"', "table.bad-json"),
        ('{"record": 7}', "any.refused"),
        ('{"record": {}, "forfeits": 3}', "any.refused"),
        ("[1]", "any.refused"),
        ('{"game": "bridge", "start": "-", "moves": [], "returns": []}', "options.no-game"),
        ('{"game": "gin", "start": "no", "moves": [], "returns": []}', "any.refused"),
        ("game gin\nstart -\nreturns 0 0", "any.refused"),
    ],
)
def test_what_is_no_record_is_refused(text: str, code: str) -> None:
    assert fault_in(text) == code


def test_a_record_that_is_too_long_is_refused_before_it_is_played() -> None:
    record = Record("gin", "-", ("S2",) * (MOST_PLIES + 1), (0.0, 0.0))
    assert fault_in(str(record)) == "table.long-record"
