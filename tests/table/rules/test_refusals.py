"""Refusals at a table, whatever is typed, are phrases: each can be said in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from suitwise import catalogue
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, reason_of
from suitwise.game import load, play
from suitwise.players.board import Board, Field, answered, board_of
from suitwise.players.face import face_of
from suitwise.players.named import named
from suitwise.table.rules.messages import say

BOARDS = [found for entry in catalogue.entries() if (found := board_of(entry.name)) is not None]
FORMS = [(board, question) for board in BOARDS for question in board.questions]
WRONG = ("%", "x", "-1", "x" * 300, "x" * 5000, "٣", "S2 %", "RJ RJ RJ")
CARDS = ("6-6 6-6", "6-6", "S2 S2 S2", "S2S3|H4", "JK JK JK JK JK", "HAHK HQ H2 D2")
TEXTS = ("7a | 7a", "- | -", "over=z", "penalty=x", "nosuch=1", "H3H3H3", "pass", "S2S3|H4")
GAMES = {
    "texas42(match=hand)": "rules",
    "tractor(match=deal)": "rules",
    "gin": "rules",
    "gin(declare=yes)": "random",
    "indian13": "rules",
    "stacks": "strong",
}
SAID = (
    "%", "x", "x" * 300, "٣", "６-６", "BJ", "JK", "S2", "S2 S2 S2", "H3 %", "6-6", "0-0 1", "99m",
    "pass", "nello", "knock", "knock S2", "knock:S2", "knock:S2:", "knock:S2:H3H4", "knock:S2:BJBJ,x",
    "big", "declare H3", "drop", "stock", "pile", "next", "r99", "m0>99", "m>", "r0",
)  # fmt: skip


def unsaid(value: Any) -> Iterator[str]:
    """Yield the plain English in a phrase: what was refused by a text that is no phrase."""
    if isinstance(value, Phrase):
        text = value.params.get("text")
        if value.code == "any.refused" and not isinstance(text, Phrase):
            yield str(text)
        for part in value.params.values():
            yield from unsaid(part)
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from unsaid(part)


def wrong(field: Field) -> Iterable[str]:
    """Return texts of which most can't stand in a field."""
    if field.kind == "cards":
        return (*WRONG, *CARDS)
    return (*WRONG, *TEXTS) if field.kind in ("text", "stacks") else WRONG


def refusal(board: Board, ask: str, form: Mapping[str, str]) -> Phrase | None:
    """Return why a board gives no answer, None where it does."""
    try:
        answered(board, ask, form)
    except SuitwiseError as error:
        return reason_of(error)
    return None


@pytest.mark.parametrize(
    ("board", "question"), FORMS, ids=lambda one: one.game if hasattr(one, "game") else one.name
)
def test_each_form_refuses_in_phrases_whatever_stands_in_a_field(board: Any, question: Any) -> None:
    begun = {field.name: field.start for field in question.fields}
    refused = [
        (field.name, text, why)
        for field in question.fields
        for text in wrong(field)
        if (why := refusal(board, question.name, {**begun, field.name: text})) is not None
    ]
    assert [(name, text) for name, text, why in refused if list(unsaid(why))] == []
    assert len(refused) >= 4 * len(question.fields)


@pytest.mark.parametrize("variant", GAMES)
def test_each_say_line_refuses_in_phrases_whatever_is_typed(variant: str) -> None:
    game = load(variant)
    face = face_of(game)
    record = play(game.start(), named(GAMES[variant], game).seated(1, 0), seed=2)
    seen: set[str] = set()
    for state in record.states():
        phase = str(getattr(state, "phase", ""))
        if state.turn < 0 or phase in seen:
            continue
        seen.add(phase)
        for text in SAID:
            found = face.ruling(state, state.turn, text)
            assert list(unsaid((found.reason, *found.owed))) == [], (phase, text)
            assert found.reason is not None or found.legal
    assert seen


def test_what_is_said_of_a_move_that_is_none_holds_no_english_sentence_in_chinese() -> None:
    for variant in ("gin", "indian13", "stacks", "texas42", "tractor"):
        game = load(variant)
        state = game.start().rolled(3, 0)[0]
        with pytest.raises(SuitwiseError) as refused:
            state.parse_move("%")
        assert say(reason_of(refused.value), "zh").startswith("读不懂'%'："), variant
