"""A seat that is told in words: all it sees and nothing else, every answer read or refused in words."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suitwise.agents import Talk, rules_text
from suitwise.agents.rules import voice
from suitwise.agents.talk import move_in, moves_of, told_to
from suitwise.catalogue import entries
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Game, Record, State, draw, load
from suitwise.players.named import named

SHORT = (
    "gin",
    "indian13(seats=3)",
    "stacks",
    "texas42(match=hand)",
    "texas42_endgame",
    "tractor(match=deal)",
    "tractor(players=5,packs=1,teams=friends,match=deal)",
)
GAMES = (*SHORT, "rami(house=romme,deals=1)", "rummikub")
NAMES = [game.name for game in entries()]


def decisions(game: Game[Any], seed: int, most: int = 12) -> list[State[Any]]:
    """Return states of a random game in which a seat decides."""
    state, index = game.start(), 0
    choose = named("greedy" if game.name == "rummikub" else "random", game).seated(seed, 0)
    found: list[State[Any]] = []
    while state.turn != OVER and len(found) < most:
        if state.turn == CHANCE:
            move, index = draw(state, seed, 0, index)
        else:
            found.append(state)
            move = choose(state)
        state = state.after(move)
    return found


def played(talk: Talk, prose: str = "{}") -> list[dict[str, Any]]:
    """Return all messages of a game in which the first move listed is always answered."""
    messages = [talk.opening(), talk.decision()]
    while messages[-1]["type"] == "decision":
        move = json.dumps({"move": messages[-1]["moves"][0]["move"]})
        messages.append(talk.answered(prose.replace("{}", move)))
    return messages


@pytest.mark.parametrize("name", SHORT)
def test_a_game_is_played_to_its_end_by_moves_as_they_are_listed(name: str) -> None:
    talk = Talk(name, others="random", seed=2)
    first, *told, last = played(talk, "I think I play\n```json\n{}\n```\nas it is safe.")
    assert first["type"] == "game"
    assert {one["type"] for one in told} == {"decision"}
    assert [one["number"] for one in told] == list(range(len(told)))
    assert last["type"] == "over"
    record = Record.parse(last["record"])
    *_, end = record.states()
    assert list(end.returns()) == last["returns"]
    for message in (first, *told, last):
        assert json.loads(json.dumps(message)) == message


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(
    name: str, lang: str
) -> None:
    game = load(name)
    for state in decisions(game, 3):
        seat = state.turn
        other = state.resample(seat, 3, 1)
        assert told_to(state, seat) == told_to(other, seat)
        assert moves_of(state) == moves_of(other)
        assert state.seen(seat) == other.seen(seat)


def test_dominoes_are_told_in_words_and_not_drawn() -> None:
    text = Talk("texas42(match=hand)", others="rules", seed=3).decision()["text"]
    assert "your dominoes │ 6-5 6-4 5-0 4-0 3-0 1-0 0-0" in text
    assert "●" not in text


def test_the_sets_of_a_rummikub_table_are_told() -> None:
    state = load("rummikub").start()
    choose, index = named("greedy", state.game).seated(1, 0), 0
    while state.turn == CHANCE or not state.seen(0)["table"]["sets"]:
        if state.turn == CHANCE:
            move, index = draw(state, 1, 0, index)
        else:
            move = choose(state)
        state = state.after(move)
    text = told_to(state, state.turn)
    assert all(one in text for one in state.seen(0)["table"]["sets"])


def test_several_moves_of_a_line_are_played_up_to_the_first_that_is_refused() -> None:
    talk = Talk("stacks", others="random", seed=3)
    refused = talk.answered("r9 r2")
    assert (refused["type"], refused["number"]) == ("refused", 0)
    refused = talk.answered("r2 r9")
    assert (refused["type"], refused["number"]) == ("refused", 1)
    assert talk.decision()["number"] == 1
    assert Talk("stacks", others="random", seed=3).answered("r2 r3")["type"] == "over"


@pytest.mark.parametrize("answer", ["pass.", "**pass**", "`pass`", '"pass"', "PASS\n"])
def test_marks_around_a_move_are_no_part_of_it(answer: str) -> None:
    assert move_in(answer).lower() == "pass"


def test_an_answer_that_is_no_legal_move_is_refused_with_its_code_and_changes_nothing() -> None:
    talk = Talk("texas42(match=hand)", others="rules", seed=3)
    before = talk.decision()
    for answer, code in (
        ("29", "texas42.say.no-call"),
        ('{"move": "30"}', "texas42.must-exceed"),
        ("", "agent.no-move"),
        ('{"say": "hello"}', "agent.no-move"),
        ("x" * 9999, "agent.no-move"),
    ):
        refused = talk.answered(answer)
        assert (refused["type"], refused["code"]) == ("refused", code), answer
        assert refused["why"]
        assert refused["legal"]
        assert talk.decision() == before
    assert talk.answered("PASS")["number"] == 1


@pytest.mark.parametrize(
    "answer", ["I discard {}", "I play the {}.", "my move: {}", "**{}**, to be safe", "({})!"]
)
def test_a_sentence_that_names_one_legal_move_is_that_move(answer: str) -> None:
    talk = Talk("gin", others="random", seed=3)
    talk.answered("pile")
    message = talk.answered(answer.format("SQ"))
    assert message["number"] == 2
    assert "seat 0 discards SQ" in message["story"]
    assert Talk("texas42(match=hand)", others="rules", seed=3).answered("I bid 32!")["number"] == 1


@pytest.mark.parametrize(
    ("answer", "legal"),
    [
        ("SQ or HA", ["SQ", "HA"]),
        ("I knock with SQ", ["SQ"]),
        ("I knock: SQ, then", ["SQ"]),
    ],
)
def test_a_sentence_that_names_more_than_one_move_is_refused_with_those(
    answer: str, legal: list[str]
) -> None:
    talk = Talk("gin", others="random", seed=3)
    talk.answered("pile")
    refused = talk.answered(answer)
    assert (refused["code"], refused["legal"]) == ("agent.several-moves", legal)
    assert refused["why"].startswith("the answer names SQ, ")
    assert talk.decision()["number"] == 1


@pytest.mark.parametrize("answer", ["I discard DA", "I like SQS7x", "squat"])
def test_a_sentence_that_names_no_legal_move_is_refused_and_nothing_is_guessed(answer: str) -> None:
    talk = Talk("gin", others="random", seed=3)
    talk.answered("pile")
    refused = talk.answered(answer)
    assert (refused["type"], refused["code"]) == ("refused", "gin.unread")


def test_a_pair_that_is_named_is_not_read_as_one_of_its_cards() -> None:
    talk = Talk("tractor(match=deal)", others="rules", seed=3)
    while (cards := talk.decision()["moves"])[0]["move"] == "pass":
        talk.answered("pass")
    card = cards[0]["move"][:2]
    assert talk.answered(f"I play {card} {card} now")["type"] == "refused"


def test_in_chinese_rules_and_what_happens_are_told_in_chinese() -> None:
    talk = Talk("texas42(match=hand)", others="rules", seed=3, lang="zh")
    assert "四人两队" in talk.opening()["rules"]
    told = talk.decision()
    assert "座位2" in told["story"]
    assert "叫" in told["text"]
    assert re.search("[一-龥]", talk.answered("29")["why"])


@pytest.mark.parametrize("name", GAMES)
def test_in_chinese_cards_are_told_as_moves_name_them(name: str) -> None:
    game = load(name)
    for state in decisions(game, seed=3):
        told = "\n".join(told_to(state, state.turn, voice(game, "zh")))
        assert not re.search("[♠♥♦♣●]", told), told


def test_once_the_game_is_over_every_answer_is_answered_so() -> None:
    talk = Talk("stacks", others="random", seed=3)
    last = played(talk)[-1]
    assert talk.is_over
    assert talk.answered("r1") == last


def test_seats_players_and_games_that_are_not_there_are_refused() -> None:
    for words in ({"seat": 4}, {"others": "nobody"}):
        with pytest.raises(NotationError):
            Talk("texas42", **words)
    with pytest.raises(NotationError):
        Talk("bridge")


@settings(max_examples=200)
@given(st.text(max_size=60) | st.from_regex(r'\{"move": .{0,20}\}'))
def test_whatever_is_written_is_a_move_or_refused(answer: str) -> None:
    talk = Talk("gin", others="random", seed=3)
    legal = {one["move"] for one in talk.decision()["moves"]}
    message = talk.answered(answer)
    if message["type"] == "refused":
        assert talk.decision()["number"] == 0
        assert move_in(answer) not in legal
    else:
        assert message["number"] == 1


# --- Rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", NAMES)
def test_every_game_tells_its_rules(name: str, lang: str) -> None:
    text = rules_text(name, lang)
    assert str(load(name)) in text
    assert len(text.splitlines()) > 2
    assert "ui." not in text
    if lang == "zh":
        assert re.search("[一-龥]", text)


def test_a_language_that_is_not_there_is_refused() -> None:
    for told in (lambda: rules_text("gin", "tlh"), lambda: Talk("gin", lang="tlh")):
        with pytest.raises(SuitwiseError, match="the language is en or zh, not 'tlh'"):
            told()


def test_the_rules_name_what_the_house_plays() -> None:
    assert "Deadwood to knock with: 5" in rules_text("gin(knock=5)")
    assert "Nello" in rules_text("texas42(nello=own)")
    assert "First landlord: -1" not in rules_text("tractor")
