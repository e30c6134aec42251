"""Records looked at again: each move as the table showed it, with all hands; no other text is taken."""

from __future__ import annotations

import json
from typing import Any

import pytest

from suitwise.game import Record, load, play
from suitwise.players.face import face_of
from suitwise.players.named import named
from suitwise.table.rules.commands import Propose
from suitwise.table.rules.house import House
from suitwise.table.rules.messages import Ack, say
from suitwise.table.rules.replaying import MOST_PLIES, BadRecord, Replay, board_asked
from tests.table.rules.tables import Desk, is_over

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
    assert fault(json.dumps(exported)) == "table.other-forfeit"
    exported["forfeits"][0]["score"][0] -= 1
    exported["forfeits"][0]["seat"] = 77
    assert fault(json.dumps(exported)) == "table.other-forfeit"


# --- What is refused ------------------------------------------------------------------------------


def fault(text: str) -> str:
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
    assert fault(json.dumps({**record, "moves": ["\ud800", *moves]})) == "table.no-record"


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
    assert fault(f"{before}returns {wrong}\n") == "table.other-returns"


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
    assert fault(text) == code


def test_a_record_that_is_too_long_is_refused_before_it_is_played() -> None:
    record = Record("gin", "-", ("S2",) * (MOST_PLIES + 1), (0.0, 0.0))
    assert fault(str(record)) == "table.long-record"
