"""A seat that is told in words: all it sees and nothing else, every answer read or refused in words."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.agents import Talk, rules_text
from suitwise.agents.rules import voice
from suitwise.agents.talk import decision_of, judged, move_in, moves_of, refused_of, told_to
from suitwise.catalogue import entries
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Game, Record, State, draw, load
from suitwise.players.named import named
from suitwise.rummy.rummikub.rules.tiles import Table
from suitwise.rummy.rummikub.solve.turns import Turn
from tests.bounded import bounded

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


LARGE = {
    "racks of 52 tiles": "play 1 | - | k4 k5 k6 k6 k7 k7 k8 k9 k10 k11 r1 r1 r2 r3 r4 r6 r7 r8 r9 r11 "
    "r12 r12 b1 b1 b5 b6 b6 b7 b8 b8 b9 b10 b11 b13 b13 o1 o2 o3 o4 o4 o5 o5 o6 o7 o8 o8 o9 o10 o10 o11 "
    "o13 j / k1 k1 k2 k2 k3 k3 k4 k5 k8 k9 k10 k11 k12 k12 k13 k13 r2 r3 r4 r5 r5 r6 r7 r8 r9 r10 r10 "
    "r11 r13 r13 b2 b3 b3 b4 b4 b5 b7 b10 b12 b12 o1 o2 o3 o6 o7 o9 o11 o12 o12 o13 j "
    "| no no | 0 0 / 0 0",
    "a joker among 23 sets": "play 1 | k7k8k9k10k11/k10k11k12/r4r5r6/r8r9r10/r8r9r10[r11]r12r13/"
    "b9b10b11/o2o3o4/o8o9o10/o9o10o11/k1b1o1/k1r1b1/r2b2o2/k3b3o3/k3r3b3/k4b4o4/r5b5o5/k6b6o6/k6r6b6/"
    "k7r7b7/r7b7o7/k8b8o8/k12r12o12/k13r13b13o13 | k4 b2 b9 / k5 k13 r2 b8 o5 j | yes yes | 0 0 / 0 0",
    "two jokers and twenty sets": "play 1 | k1k2k3/k3k4k5k6/k8k9k10k11k12/r1r2r3/r3r4r5r6r7/r9r10r11/"
    "b1b2b3b4/b3b4b5b6b7/o1o2o3o4/o8o9o10o11o12/r1b1o1/k5b5o5/k6r6o6/k7r7b7/r8b8o8/k9b9o9/k10r10b10/"
    "k11r11b11o11/k12o12[12]/k13r13b13 | r9 r13 b2 b12 b12 o5 o10 j / k4 b9 b11 b13 o7 "
    "| yes yes | 0 0 / 0 0",
}
"""Positions of Rummikub at which all that can be done took seconds to be found."""


@pytest.mark.parametrize("name", LARGE)
def test_a_large_table_is_told_and_answers_are_read_without_a_long_search(name: str) -> None:
    game = load("rummikub")
    decision_of(game.start().rolled(3, 0)[0], 0, 0)  # what it loads once
    state = game.parse(LARGE[name])
    with bounded():  # some tenths of a second; it was up to twenty
        told = decision_of(state, state.turn, 0)
        move, why = judged(state, f"I lay {told['moves'][-1]['move']}, partner.")
        _, no = judged(state, "k1k2k3")
        assert no is not None
        refused = refused_of(state, 0, "k1k2k3", no)
    assert why is None
    assert state.why_not(move) is None
    assert len(told["moves"]) == 12
    assert told["more"]
    assert refused["legal"]
    for text in (*(one["move"] for one in told["moves"]), *refused["legal"]):
        assert state.why_not(state.parse_move(text)) is None


def test_what_else_a_joker_can_mean_is_not_listed_and_that_is_told_and_it_may_be_answered() -> None:
    state = load("rummikub").parse("play 0 | r3r4r5 | k9 b9 r9 j / k1 | yes yes | 0 0 / 0 0")
    told = moves_of(state)
    listed = {one["move"] for one in told["moves"]}
    every = {str(move) for move in state.moves()}
    assert len(listed) < 12
    assert told["more"]
    others = every - listed
    assert {"table:[r2]r3r4r5", "table:r3r4r5[r6]"} <= every
    assert others
    for move in sorted(others | listed):
        assert judged(state, move)[1] is None
    before = Table.parse("r3r4r5")
    played = {
        str(Turn(before, Table.parse(one.table)).played) for one in state.moves() if one.table
    }
    assert len(listed) == len(played) + 1, "one for each choice of tiles, and one without"


def test_where_no_joker_lies_the_list_of_a_rummikub_table_is_whole() -> None:
    state = load("rummikub").parse("play 0 | r3r4r5 | r6 r7 / k1 | yes yes | 0 0 / 0 0")
    told = moves_of(state)
    assert [one["move"] for one in told["moves"]] == [str(move) for move in state.moves()]
    assert not told["more"]


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


def test_what_is_no_game_has_no_rules() -> None:
    wrong: Any = None
    with pytest.raises(TypeError, match="game: a Game is expected, not None"):
        rules_text(wrong)


def test_the_rules_name_what_the_house_plays() -> None:
    assert "Deadwood to knock with: 5" in rules_text("gin(knock=5)")
    assert "Nello" in rules_text("texas42(nello=own)")
    assert "First landlord: -1" not in rules_text("tractor")
