"""What Tractor says is phrases: said in English they are the same, in Chinese they have no English."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import suitwise
from suitwise.cards import full_deck
from suitwise.foundation.text.phrases import Phrase, Seat
from suitwise.game import CHANCE
from suitwise.tractor import Move, NoMatch, Tractor, TractorState, match, pile_of, winner_at_table
from suitwise.tractor.moves import NEXT, PASS
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.deck import EMPTY
from suitwise.tractor.rules.levels import outcome_of
from suitwise.tractor.rules.profile import STANDARD
from tests.tractor.follows import some_follow
from tests.tractor.positions import some_lead_and_reply, some_trick
from tests.tractor.table_deals import some_deal

PACKAGE = Path(suitwise.__file__).parent
CHINESE: dict[str, str] = {
    code: text
    for path in sorted((PACKAGE / "table" / "words" / "zh").glob("*.json"))
    for code, text in json.loads(path.read_text("utf-8")).items()
}
LISTS = {"any.and": "{most}和{last}", "any.or": "{most}或{last}", "any.list": "{most}、{last}"}
COMMON = {"any.over": "牌局已经结束", "any.not-now": "轮到{seat}，{task}"}
NOT_ENGLISH = re.compile(r"[2-9TJQKASHDCBR]+|pass|\d+")
"""Cards, ranks and what is typed stand in every language."""


# --- Saying a phrase ------------------------------------------------------------------------------


def said(value: Any, templates: Mapping[str, str]) -> str:
    """Say a phrase from templates, from its own where there is none."""
    if isinstance(value, Phrase):
        values = {name: said(one, templates) for name, one in value.params.items()}
        return templates.get(value.code, value.template).format_map(values)
    return f"{int(value)}号位" if templates and isinstance(value, Seat) else str(value)


def check(told: str | None) -> None:
    """Hold a sentence to be a phrase that can be said again in English and in Chinese."""
    if told is None:
        return
    assert isinstance(told, Phrase), told
    assert said(told, {}) in (told, str(told).partition(": ")[2]), told
    chinese = said(told, {**CHINESE, **LISTS, **COMMON})
    left = NOT_ENGLISH.sub("", chinese)
    assert not re.search("[A-Za-z{}]", left), (told, chinese)


# --- Positions and moves --------------------------------------------------------------------------


def some_moves(rng: Random, state: TractorState) -> Iterator[Move]:
    """Yield moves of all kinds, legal ones and others, some of as many cards as are asked for."""
    yield from (PASS, NEXT, Move(EMPTY))
    hand = [*state.held[max(state.turn, 0)].cards] or [*full_deck()]
    sizes = [1, 2, 3, 8]
    if state.tricks and state.tricks[-1].plays:
        sizes += [state.tricks[-1].plays[0].size] * 3
    for size in sizes:
        yield Move(pile_of(rng.sample(hand, min(size, len(hand)))))
        yield Move(pile_of(rng.sample(full_deck(2), size)))
    for text in ("BJ", "RJRJ", "BJBJ", "H2H2", "S5", str(rng.choice(hand)) * 2, "C2C2C2"):
        yield Move(pile_of(text))
    yield from islice(iter(state.moves()), 2)


@cache
def chances() -> tuple[TractorState, ...]:
    """Return states in which chance draws, turns up the kitty as nobody bids, and deals again."""
    found: dict[str, TractorState] = {}
    state, player = Tractor().start(), TractorPlayer(throws=False)
    while len(found) < 3:
        if state.turn == CHANCE:
            found.setdefault(state.phase, state)
            move = next(iter(state.moves()))
        else:
            move = PASS if state.phase == "bid" else player(state)
        state = state.after(move)
    return tuple(found.values())


# --- What is said ---------------------------------------------------------------------------------


@given(st.integers(0, 39), st.integers(0, 2**32))
def test_every_refusal_is_a_phrase(deal: int, seed: int) -> None:
    rng = Random(seed)
    for state in rng.sample(some_deal(deal), 8):
        for move in some_moves(rng, state):
            check(state.why_not(move))


def test_what_chance_may_not_do_is_a_phrase() -> None:
    assert {state.phase for state in chances()} == {"draw", "turn", "end"}
    for state in chances():
        for move in some_moves(Random(1), state):
            check(state.why_not(move))


def test_every_fault_of_a_follower_is_a_phrase() -> None:
    rng = Random(7)
    for _ in range(300):
        follow = some_follow(rng)
        duty, held = follow.duty, [*follow.duty.held.cards]
        for cards in (follow.hand, held, full_deck()):
            for _ in range(3):
                check(duty.why_not(rng.sample(cards, min(duty.size, len(cards)))))


def test_who_wins_a_trick_is_told_in_phrases() -> None:
    rng = Random(8)
    for house in ("standard", "standard(over=every)", "standard(over=top)", "judge"):
        for _ in range(100):
            trump, plays = some_trick(rng)
            for line in winner_at_table(trump, plays, house).why:
                check(line)


def test_why_a_reply_does_not_match_is_a_phrase() -> None:
    rng = Random(9)
    for _ in range(300):
        trump, lead, reply = some_lead_and_reply(rng)
        if isinstance(found := match(lead, reply, trump), NoMatch):
            check(found.reason)


@pytest.mark.parametrize("deal", range(0, 30, 3))
def test_what_becomes_of_a_throw_is_a_phrase(deal: int) -> None:
    rng = Random(deal)
    for state in some_deal(deal):
        if state.phase == "play" and not state.tricks[-1].plays:
            moves = state.moves()
            throw = state.throw(moves[rng.randrange(len(moves))].pile)  # type: ignore[index]
            check(throw.phrase)
            assert str(throw) == str(throw.phrase)


@pytest.mark.parametrize("points", [-45, 0, 35, 75, 80, 165, 200])
@pytest.mark.parametrize("levels", [(0, 0), (3, 12), (12, 3)])
def test_what_a_deal_means_is_a_phrase(points: int, levels: tuple[int, int]) -> None:
    for landlord in range(4):
        outcome = outcome_of(levels, landlord, points, STANDARD)
        check(outcome.phrase)
        assert str(outcome) == str(outcome.phrase) == ", ".join(outcome.clauses)


@pytest.mark.parametrize("deal", range(6))
def test_the_reason_of_a_hint_is_a_phrase(deal: int) -> None:
    rng, player = Random(deal), TractorPlayer()
    for state in rng.sample(some_deal(deal), 25):
        if state.turn >= 0:
            check(player.advice(state).why)


def test_an_outcome_names_its_seats_at_a_table() -> None:
    won = outcome_of((12, 3), 0, 35, STANDARD)
    assert str(won) == "35 points, the landlord holds +2, seats 0 and 2 win the match"
    assert said(won.clauses[-1], CHINESE) == "0号位和2号位赢了整场"
    held = outcome_of((0, 0), 1, 35, STANDARD)
    assert (str(held.clauses[-1]), said(held.clauses[-1], CHINESE)) == (
        "next landlord 3",
        "下一局3号位坐庄",
    )
    assert pickle.loads(pickle.dumps(held.phrase)).params == held.phrase.params


# --- The Chinese file -----------------------------------------------------------------------------


def templates() -> dict[str, set[str]]:
    """Return the templates of each code of Tractor, read from the calls."""
    found: dict[str, set[str]] = {}
    for path in (PACKAGE / "tractor").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "phrase":
                code, template = map(ast.literal_eval, call.args[:2])
                found.setdefault(code, set()).add(template)
    return found
