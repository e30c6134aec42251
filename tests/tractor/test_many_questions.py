"""Questions with a kind: the file of cases, random ones against the oracle, and what is no question."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import RANKS
from suitwise.errors import SuitwiseError
from suitwise.tractor import answer_json
from suitwise.tractor.rules.tables import Table
from suitwise.tractor.rules.wide import plays
from suitwise.tractor.rulings import KINDS, answer
from tests.oracles import tractor_many_referee as oracle

CASES = Path(__file__).parents[1] / "data/tractor/many_cases.jsonl"
COMMENTS = ("answer", "origin", "note", "engine", "engine_rule", "why")
CARDS = [suit + rank for suit in "SHDC" for rank in RANKS] + ["BJ", "RJ"]


@cache
def cases() -> tuple[dict[str, Any], ...]:
    """Return the cases of the file."""
    return tuple(map(json.loads, CASES.read_text().splitlines()))


def question_of(case: dict[str, Any]) -> dict[str, Any]:
    """Return a case without its answer and comments."""
    return {name: value for name, value in case.items() if name not in COMMENTS}


def same(found: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Tell whether two answers are the same; of ``all`` and ``may_bid`` the order does not matter."""
    loose = ("all", "may_bid")
    return all(
        sorted(found[name]) == sorted(wanted[name])
        if name in loose
        else found[name] == wanted[name]
        for name in found.keys() & wanted.keys()
    )


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_cases_of_the_file_are_answered_as_they_say(kind: str) -> None:
    of_kind = [case for case in cases() if case["kind"] == kind]
    assert of_kind
    for case in of_kind:
        found, wanted = answer(question_of(case))["answer"], case["answer"]
        assert found.keys() == wanted.keys(), case
        assert same(found, wanted), (case, found)


# --- Random questions -----------------------------------------------------------------------------


def _switches(rng: Random, **choices: tuple[Any, ...]) -> dict[str, Any]:
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.5}


def _score(rng: Random) -> dict[str, Any]:
    switches = _switches(
        rng, step=(15, 20, 25), adjust=(-5, 0, 10), turnover=(1, 2, 3), dead=(0, 1, 2),
        truncate=("yes", "no"), bonus=("yes", "no"),
    )  # fmt: skip
    points = rng.choice((rng.randrange(-20, 100) * 5, 0, 5, 40, 80, 120, 180, 240))
    return {
        "packs": rng.randrange(1, 5), "points": points,
        "smaller_team": rng.random() < 0.5, "switches": switches,
    }  # fmt: skip


def _bids(rng: Random) -> dict[str, Any]:
    packs, level = rng.randrange(1, 5), rng.choice(RANKS)
    kinds = [suit + level for suit in "SHDC"] + ["BJ", "RJ"]
    switches = _switches(
        rng, overturn=("jokers", "suits", "suits1", "more"), reinforce=("own", "any", "equal"),
        jokers=("yes", "packs", "packs1", "no"),
    )  # fmt: skip
    question: dict[str, Any] = {"packs": packs, "level": level, "switches": switches, "made": []}
    table = Table(packs, 4)
    for _ in range(rng.randrange(4)):
        question |= _bidder(rng, kinds, packs)
        may = oracle.answer({"kind": "bids", **question})["may_bid"]
        if may:
            question["made"] = [*question["made"], [question["seat"], rng.choice(sorted(may))]]
    assert table.hand > 0
    return question | _bidder(rng, kinds, packs)


def _bidder(rng: Random, kinds: list[str], packs: int) -> dict[str, Any]:
    hand = [card for card in kinds for _ in range(rng.randrange(packs + 1))]
    return {"seat": rng.randrange(4), "hand": " ".join(hand)}


def _deal(rng: Random) -> dict[str, Any]:
    packs, players = rng.randrange(1, 5), rng.randrange(4, 9)
    question: dict[str, Any] = {"packs": packs, "players": players}
    if rng.random() < 0.7:
        switches: dict[str, Any] = {"kitty_cards": rng.randrange(1, 20)}
        if rng.random() < 0.5:
            switches["remove"] = rng.choice(("low", "jokers"))
        question |= {"landlord_level": rng.choice(RANKS), "switches": switches}
    return question


def _call(rng: Random) -> dict[str, Any]:
    switches = _switches(rng, calls=("plain", "any", "below_top", "no_points"))
    call = [rng.choice(CARDS), rng.randrange(6)]
    trump = rng.choice("SHDCO") + rng.choice("23KA")
    return {"packs": rng.randrange(1, 5), "trump": trump, "call": call, "switches": switches}


def _friends(rng: Random) -> dict[str, Any]:
    packs, players = rng.randrange(1, 5), rng.randrange(4, 9)
    few = ["HA", "HK", "CQ"]
    calls = rng.sample(
        [[card, n] for card in few for n in range(1, packs + 1)],
        rng.choice((1, 2, min(3, players - 2))),
    )
    pool = [card for card in few for _ in range(packs)]
    rng.shuffle(pool)
    plays = [[rng.randrange(players), card] for card in pool]
    if packs > 1:  # a pair at once: its copies count one after the other
        pool.remove("HA")
        pool.remove("HA")
        plays = [[rng.randrange(players), card] for card in [*pool, "HA HA"]]
        rng.shuffle(plays)
    return {
        "packs": packs, "players": players, "landlord": rng.randrange(players), "calls": calls,
        "plays": plays, "switches": _switches(rng, joins=("many", "once", "others")),
    }  # fmt: skip


def _next(rng: Random) -> dict[str, Any]:
    players = rng.randrange(4, 9)
    team = sorted(rng.sample(range(players), rng.randrange(1, players)))
    held = rng.random() < 0.5
    return {"players": players, "landlord": rng.choice(team), "team": team, "held": held}


def _levels(rng: Random) -> dict[str, Any]:
    question = _next(rng)
    rises = (rng.randrange(5), 0) if question["held"] else (0, rng.randrange(5))
    levels = "".join(rng.choice("2345TJQKAA") for _ in range(question["players"]))
    return {
        **question, "levels": levels, "landlord_up": rises[0], "attackers_up": rises[1],
        "switches": _switches(rng, defend=("A", "5TKA", "")),
    }  # fmt: skip


MAKERS: dict[str, Callable[[Random], dict[str, Any]]] = {
    "score": _score,
    "bids": _bids,
    "deal": _deal,
    "call": _call,
    "friends": _friends,
    "next_landlord": _next,
    "levels": _levels,
}


@pytest.mark.parametrize("kind", list(MAKERS))
def test_random_questions_are_answered_as_the_oracle_does(kind: str) -> None:
    rng = Random(11)
    for _ in range(400):
        question = {"kind": kind, **MAKERS[kind](rng)}
        found, wanted = answer(question)["answer"], oracle.answer(question)
        assert same(found, wanted), (question, found, wanted)


# --- Names do not matter --------------------------------------------------------------------------


@given(st.integers(0, 655), st.permutations("SHDC"), st.randoms(use_true_random=False))
def test_renaming_the_suits_and_mixing_the_cards_changes_no_ruling(
    number: int, names: list[str], rng: Random
) -> None:
    case = cases()[number]
    if case["kind"] not in ("follow", "winner", "score", "kitty", "levels", "next_landlord"):
        return
    to = dict(zip("SHDC", names, strict=True)) | {"B": "B", "R": "R"}

    def renamed(text: str) -> str:
        if "+" in text:
            return "+".join(map(renamed, text.split("+")))
        cards = [to[card[0]] + card[1] for card in text.split()]
        rng.shuffle(cards)
        return " ".join(cards)

    question = question_of(case)
    for name in ("lead", "hand", "play"):
        if name in question:
            question[name] = renamed(question[name])
    if "plays" in question:
        question["plays"] = list(map(renamed, question["plays"]))
    if "trump" in question and question["trump"][0] != "O":
        question["trump"] = to[question["trump"][0]] + question["trump"][1]
    if "+" not in question.get("lead", "+") and question["trump"][0] == "O":
        return  # which of two rank cards joins the larger block goes by their suits
    assert same(answer(question)["answer"], case["answer"]), question


# --- What is no question --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ({"kind": "deal", "packs": 5, "players": 4}, "packs is a number from 1 to 4, not 5"),
        ({"kind": "deal", "packs": 2, "players": 9}, "players is a number from 4 to 8, not 9"),
        ({"kind": "deal", "packs": 2}, "the question has no players: deal needs packs, players"),
        ({"kind": "dael"}, "kind is one of cutting, follow"),
        (
            {"kind": "cutting", "packs": 2, "trump": "S2", "cards": "H3 H3 H3"},
            "H3 appears 3 times, but 2 packs hold 2",
        ),
        (
            {"kind": "kitty", "trump": "S2", "lead": "H3 H3+H4 H4", "buried_points": 5},
            "H3H3 and H4H4 together make up one block, H3H3H4H4: lead it",
        ),
        (
            {"kind": "kitty", "trump": "S2", "lead": "H3 H5+H4", "buried_points": 5},
            "H3H5 is no block: it can be no part",
        ),
        (
            {"kind": "call", "packs": 2, "trump": "S2", "call": "HA"},
            "a call is a card and a number, as ['HA', 1], not 'HA'",
        ),
        (
            {"kind": "deal", "packs": 3, "players": 6, "profile": "jerryyyu"},
            "jerryyyu is a house for four with two packs",
        ),
        (
            {"kind": "deal", "packs": 1, "players": 8, "switches": {"kitty_cards": 50}},
            "a kitty of 50 of 54 cards leaves none for each of 8 seats",
        ),
        (
            {"kind": "deal", "packs": 3, "players": 6, "switches": {"tractor_width": 5}},
            "tractor_width is a number from 2 to 4, not 5",
        ),
        (
            {"kind": "deal", "packs": 3, "players": 6, "switches": {"width": 5}},
            "there is no switch 'width': adjust, against",
        ),
        (
            {"kind": "score", "points": 5, "smaller_team": False},
            "the question has no packs: score needs",
        ),
        (
            {"kind": "kitty", "trump": "S2", "lead": "", "buried_points": 5},
            "a lead has at least one card",
        ),
        (
            {"kind": "kitty", "trump": "S2", "lead": "H3H3C4", "buried_points": 5},
            "H3H3C4 is of several partitions under trump S2",
        ),
        (
            {"kind": "kitty", "trump": "S2", "lead": "H3H3+C4", "buried_points": 5},
            "H3H3C4 is of several partitions under trump S2",
        ),
        (
            {"kind": "kitty", "trump": "S2", "lead": "H3H3H3+H3H3", "buried_points": 5},
            "H3 appears 5 times, but 4 packs hold 4",
        ),
        (
            {"kind": "deal", "packs": 3, "players": 6, "switches": {"duty": "pairs"}},
            "duty=pairs is a house for four with two packs",
        ),
        (
            {"kind": "deal", "packs": 3, "players": 6, "switches": {"against": "taken"}},
            "against=taken is ruled for four with two packs",
        ),
        (
            {"kind": "levels", "players": 4, "levels": "2222", "landlord": 0, "team": [0, 0, 2],
             "landlord_up": 1, "attackers_up": 0, "held": True},
            "the team is different seats, the landlord 0 among them",
        ),
        (
            {"kind": "next_landlord", "players": 4, "landlord": 0, "team": [0, 1, 2, 3], "held": False},
            "all seats are on the landlord's side",
        ),
        (
            {"kind": "friends", "packs": 1, "players": 6, "landlord": 0,
             "calls": [["HA", 2]], "plays": []},
            "there is no copy 2 of HA in 1 packs",
        ),
        (
            {"kind": "friends", "packs": 2, "players": 5, "landlord": 0,
             "calls": [["HA", 2], ["HA", 2]], "plays": []},
            "the calls of a landlord differ",
        ),
        (
            {"kind": "friends", "packs": 2, "players": 4, "landlord": 0, "calls": [], "plays": []},
            "a landlord of 4 seats calls 1 to 2 cards",
        ),
        (
            {"kind": "throw", "packs": 3, "players": 4, "trump": "S2", "lead": "",
             "hands": ["", "", "", ""]},
            "a lead has at least one card",
        ),
        (
            {"kind": "bids", "packs": 3, "level": "2", "seat": 7, "hand": "S2", "made": []},
            "a seat is a number from 0 to 3, not 7",
        ),
    ],
)  # fmt: skip
def test_an_impossible_question_is_refused_in_a_sentence(
    question: dict[str, Any], reason: str
) -> None:
    with pytest.raises(SuitwiseError) as refused:
        answer(question)
    assert str(refused.value).startswith(reason)


def test_a_house_given_beside_the_questions_is_theirs_unless_they_name_one() -> None:
    question = {"kind": "follow", "packs": 3, "trump": "S2", "lead": "H3H3H3", "play": "H6H6H9"}
    question |= {"hand": "H6H6H6H9HT"}
    text = json.dumps(question)
    assert not answer_json(text)["answer"]["legal"]
    assert answer_json(text, "standard(duty=suit)")["answer"]["legal"]


def test_a_hand_whose_legal_plays_are_too_many_to_count_is_ruled_on_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = {"kind": "follow", "packs": 3, "trump": "S2", "lead": "H3H3", "play": "H6H6"}
    question |= {"hand": "H6H6H7H7H8H8H9H9HT"}
    assert answer(question)["answer"] == {"legal": True, "owed": "2x1", "n_legal": 4}
    monkeypatch.setattr(plays, "EFFORT", 3)
    assert answer(question)["answer"] == {"legal": True, "owed": "2x1", "n_legal": None}


def test_a_play_out_of_turn_or_duty_is_refused_in_a_deal_of_friends() -> None:
    case = next(case for case in cases() if case["kind"] == "friends_deal")
    question = question_of(case)
    swapped = [question["plays"][1], question["plays"][0], *question["plays"][2:]]
    with pytest.raises(SuitwiseError, match=r"^seat \d is to play, not seat \d$"):
        answer({**question, "plays": swapped})
    with pytest.raises(SuitwiseError, match="cards are left in the hands"):
        answer({**question, "plays": question["plays"][: question["players"]]})
    with pytest.raises(SuitwiseError, match="the last trick has"):
        answer({**question, "plays": question["plays"][:-1]})


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from(CARDS),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2)
    ),
    max_leaves=5,
)


@given(st.integers(0, 655), st.data())
def test_whatever_stands_in_a_question_it_is_answered_or_refused(
    number: int, data: st.DataObject
) -> None:
    question = question_of(cases()[number])
    name = data.draw(st.sampled_from([*question, "switches", "profile", "packs", "players"]))
    question[name] = data.draw(values)
    try:
        answer_json(json.dumps(question))
    except SuitwiseError as refused:
        assert "\n" not in str(refused)  # noqa: PT017 - other faults must come through
