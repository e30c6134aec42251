"""Questions and answers of programs about plays and throws."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.tractor import answer_json
from suitwise.tractor.rulings import answer
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.follows import some_follows, texts
from tests.tractor.table_tricks import options_of, slow_throw, some_profile, some_throw

FOLLOW: dict[str, Any] = {
    "trump": "H2",
    "lead": ["C9", "C9"],
    "hand": ["CA", "CA", "CK", "S3"],
    "play": ["CA", "CA"],
}
THROW: dict[str, Any] = {
    "trump": "H2",
    "hands": [["CQ", "CK", "S3"], ["C3", "C4"], ["CA", "CA"], ["C5"]],
    "lead": ["CQ", "CK"],
}


def asked(question: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """Answer a question with something changed."""
    return answer({**question, **changed})


# --- Answers --------------------------------------------------------------------------------------


def test_a_play_is_legal_or_not_and_the_legal_ones_are_counted() -> None:
    assert asked(FOLLOW) == {"legal": True, "n_legal": 1, "reason": "the play follows the lead"}
    found = asked(FOLLOW, play=["CA", "CK"])
    assert (found["legal"], found["n_legal"]) == (False, 1)
    assert found["reason"] == (
        "follow pairs: 1 pair is owed, the play gives no pair; CACA would meet it"
    )


def test_a_play_that_is_not_held_or_not_as_long_is_illegal() -> None:
    assert asked(FOLLOW, play=["CA", "CQ"])["reason"] == "the hand has no CQ"
    assert not asked(FOLLOW, play=["CA"])["legal"]
    assert not asked(FOLLOW, play=[])["legal"]


def test_a_throw_stands_or_a_part_of_it_is_forced() -> None:
    assert asked(THROW) == {"stands": False, "forced": ["CQ"]}
    assert asked(THROW, lead=["CQ"]) == {"stands": True, "forced": None}
    assert asked(THROW, lead="CQ", hands=["CQ", "", "", "CA"])["stands"]


def test_the_choices_of_a_leader_are_listed() -> None:
    hands = ["S2C2", "RJ", "", ""]
    assert asked(THROW, hands=hands, lead="S2C2") == {
        "stands": False,
        "forced": ["S2"],
        "choices": [["S2"], ["C2"]],
    }


def test_cards_are_a_list_or_one_text_in_any_form() -> None:
    same = [
        asked(FOLLOW, hand=hand, play=play)
        for hand, play in (
            (["CA", "CA", "C10"], ["CA", "C10"]),
            ("CA CA CT", "CTCA"),
            (["ac", "♣1", "10C"], ["1C", "TC"]),
            (["CACACT"], ["CA CT"]),
        )
    ]
    assert all(one == same[0] for one in same)


def test_a_question_may_name_its_house() -> None:
    play = {"play": ["CA", "CK"], "profile": "standard(duty=suit)"}
    assert asked(FOLLOW, **play) == {
        "legal": True,
        "n_legal": 2,
        "reason": "the play follows the lead",
    }
    assert asked(THROW, profile="judge") == {"stands": True, "forced": None}
    assert answer(THROW, "judge")["stands"]
    assert not answer({**THROW, "profile": "standard"}, "judge")["stands"]


def test_a_question_may_carry_names_of_its_own() -> None:
    assert asked(FOLLOW, id=7, Plays=["x"]) == asked(FOLLOW)
    assert asked(THROW, id=None) == asked(THROW)


def test_three_packs_are_ruled_too() -> None:
    found = asked(FOLLOW, lead="C9C9C8", hand="CACACAS3", play="CACACA", packs=3)
    assert (found["legal"], found["n_legal"]) == (True, 1)
    thrown = asked(THROW, lead="CKCKCQ", hands=["CKCKCKCQ", "CA", "", ""], packs=3)
    assert thrown["forced"] == ["CQ"]


def test_three_equal_cards_led_are_a_triple_with_three_packs_and_refused_with_two() -> None:
    triple = {"lead": "C9C9C9", "hand": "CACACACKS3", "play": "CACACK"}
    found = asked(FOLLOW, **triple, packs=3)
    assert (found["legal"], found["n_legal"]) == (False, 1)
    assert asked(FOLLOW, **triple | {"play": "CACACA"}, packs=3)["legal"]
    hands = ["C9C9C9", "CA", "", ""]
    assert asked(THROW, lead="C9C9C9", hands=hands, packs=3)["stands"]
    refusal = "^C9 appears 3 times, but 2 packs hold 2$"
    with pytest.raises(IllegalPosition, match=refusal):
        asked(FOLLOW, lead="C9C9C9", hand="CACACKS3", play="CACACK")
    with pytest.raises(IllegalPosition, match=refusal):
        asked(THROW, lead="C9C9C9", hands=hands)


def test_answers_about_plays_are_those_of_the_oracle() -> None:
    rng = Random(12)
    for follow in some_follows(120, most=9):
        lead, hand, trump, options = follow.asked
        play = tuple(rng.sample(hand, min(len(lead), len(hand))))
        question = {"trump": follow.trump, "lead": lead, "hand": hand, "play": play}
        found = answer_json(json.dumps(question), follow.profile)
        assert found["legal"] == oracle.rule(lead, hand, play, trump, options).legal
        assert found["n_legal"] == oracle.n_legal(lead, hand, trump, options)


def test_answers_about_throws_are_those_of_the_oracle() -> None:
    rng = Random(13)
    for _ in range(120):
        trump, hands, lead = some_throw(rng)
        profile = some_profile(rng)
        question = {
            "trump": trump,
            "hands": [texts(hand) for hand in hands],
            "lead": texts(lead),
            "profile": str(profile),
        }
        slow = slow_throw(trump, hands, lead, options_of(profile))
        found = answer_json(json.dumps(question))
        assert found["stands"] == slow.stands
        assert slow.stands or tuple(found["forced"]) in {tuple(sorted(c)) for c in slow.forced}


# --- What is no question --------------------------------------------------------------------------

FAULTS: list[tuple[str, str]] = [
    ("", "'' is no JSON object"),
    ("{", "'{' is no JSON object"),
    ("[" * 50_000, "'[[[[[[[[[[[[[[[[[[[[[...' is no JSON object"),
    ('{"a":' * 10_000 + "1" + "}" * 10_000, '\'{"a":{"a":{"a":{"a":{...\' is no JSON object'),
    ("9" * 5000, "'999999999999999999999...' is no JSON object"),
    ("NaN", "a question is a JSON object, not NaN: write trump, lead, hand and play; or trump, "),
    ("[]", "a question is a JSON object, not a list"),
    ('"H2"', "a question is a JSON object, not 'H2'"),
    ("null", "a question is a JSON object, not null"),
    ("{}", "the question has no trump: write trump, lead, hand and play; or trump, hands and lead"),
    ('{"trump": "H2"}', "the question has no lead"),
    ('{"hands": 0, "trump": 0}', "the question has no lead"),
]


@pytest.mark.parametrize(("text", "reason"), FAULTS, ids=[text[:20] for text, _ in FAULTS])
def test_what_is_no_question_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as fault:
        answer_json(text)
    assert str(fault.value).startswith(reason)
    assert len(str(fault.value)) < 200


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"trump": 2}, "trump is a text, not 2"),
        ({"trump": ["H2"]}, "trump is a text, not a list"),
        (
            {"trump": "X2"},
            "the main suit is one of S H D C, or O for none, not 'X': write it and then",
        ),
        ({"trump": "H" * 999}, "the current rank is one of 2 3 4 5 6 7 8 9 T J Q K A, not 'HHHH"),
        ({"trump": "ß2"}, "the main suit is one of S H D C, or O for none, not 'ß'"),
        ({"lead": [9]}, "lead is a list of cards, each a text as 'H2', not a list"),
        ({"lead": {}}, "lead is a list of cards, each a text as 'H2', not an object"),
        ({"lead": float("nan")}, "lead is a list of cards, each a text as 'H2', not NaN"),
        ({"hand": None}, "hand is a list of cards, each a text as 'H2', not null"),
        ({"hand": "X"}, "no card at 'X'"),
        ({"hand": "\ud800"}, "no card at '\\ud800'"),
        ({"hand": "JK"}, "JK is no card of Tractor"),
        ({"hand": "CA" * 4}, "CA appears 4 times, but 2 packs hold 2"),
        ({"hand": "C3" * 30_000}, "C3 appears 30000 times, but 4 packs hold 4"),
        ({"hand": "S3S4S5S6S7S8S9STSJSQSKSAS2" * 2}, "a hand has at most 25 cards, not 26"),
        ({"lead": "CA" * 5}, "CA appears 5 times, but 4 packs hold 4"),
        ({"lead": "C9S9"}, "S9C9 is of several partitions under trump H2"),
        ({"lead": []}, "a lead has at least one card"),
        ({"Profile": "judge"}, "'Profile' is no name of a question: write profile"),
        ({"PLAY": ["CA", "CK"]}, "'PLAY' is no name of a question: write play"),
        (
            {"hands": []},
            "hands and hand are of two questions: write trump, lead, hand and play; or",
        ),
        ({"profile": 1}, "profile is a text, not 1"),
        ({"profile": "whist"}, "'whist' is no profile"),
    ],
)
def test_a_faulty_question_about_a_play_is_refused(changed: dict[str, Any], reason: str) -> None:
    with pytest.raises(SuitwiseError) as fault:
        answer_json(json.dumps({**FOLLOW, **changed}))
    assert str(fault.value).startswith(reason)
    assert str(fault.value).isprintable()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"hands": [["CQ"]] * 3}, "hands is a list of four hands, not a list of 3"),
        ({"hands": "CQCK"}, "hands is a list of four hands, not 'CQCK'"),
        ({"hands": [0, 0, 0, 0]}, "each of the hands is a list of cards"),
        ({"hands": ["CQCK", "CA", "CACA", "CA"]}, "CA appears 4 times, but 2 packs hold 2"),
        (
            {"play": ["x"]},
            "hands and play are of two questions: write trump, lead, hand and play; or",
        ),
        ({"hand": ["x"]}, "hands and hand are of two questions"),
        ({"lead": "C3"}, "the leader does not hold C3"),
        ({"lead": "CQS3"}, "S3CQ is of several partitions under trump H2"),
        ({"lead": []}, "a lead has at least one card"),
    ],
)
def test_a_faulty_question_about_a_throw_is_refused(changed: dict[str, Any], reason: str) -> None:
    with pytest.raises(SuitwiseError) as fault:
        answer_json(json.dumps({**THROW, **changed}))
    assert str(fault.value).startswith(reason)
