"""Whatever is written into a form of the boards with cards, it is answered or refused in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suitwise.cards import RANKS, SUITS
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import reason_of
from suitwise.players.board import (
    MOST_TEXT,
    Board,
    Question,
    answered,
    board_of,
    is_empty,
    number,
    read,
)
from suitwise.table.rules.messages import say
from suitwise.tractor.rules.deck import hand_of
from tests.bounded import bounded

BOARDS = [board for board in map(board_of, ("tractor", "gin", "indian13")) if board]
QUESTIONS = [(board, question) for board in BOARDS for question in board.questions]
CARD = st.one_of(
    st.builds(lambda suit, rank: suit + rank, st.sampled_from(SUITS), st.sampled_from(RANKS)),
    st.sampled_from(["RJ", "BJ", "JK", "pass", "S2", "H2", "6-4", "9", "10S", "♥10", "|", "x"]),
)
TEXT = st.one_of(
    st.lists(CARD, max_size=12).map(" ".join), st.sampled_from(["", "0", "-1", "٣", "O", "S", "A"])
)


def answer_to(board: Board, question: Question, form: dict[str, str]) -> str:
    """Return what is said to a form: the verdict, or why there is none."""
    try:
        return str(answered(board, question.name, form).verdict)
    except SuitwiseError as refused:
        return str(refused)


@pytest.mark.parametrize(
    ("board", "question"), QUESTIONS, ids=[f"{b.game}-{q.name}" for b, q in QUESTIONS]
)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_form_is_answered_or_refused_in_a_sentence(
    board: Board, question: Question, data: st.DataObject
) -> None:
    names = data.draw(st.sets(st.sampled_from([field.name for field in question.fields])))
    form = {field.name: field.start for field in question.fields}
    form |= {name: data.draw(TEXT, label=name) for name in sorted(names)}
    said = answer_to(board, question, form)
    assert "\n" not in said
    assert 0 < len(said) < 400


@pytest.mark.parametrize("text", ["HA", "JK", "S2S3", "H", "٣", "🂡 ", "H2\t", "|", "-"])
def test_a_field_as_long_as_can_be_is_done_with_in_time(text: str) -> None:
    longest = (text * MOST_TEXT)[:MOST_TEXT]
    for board, question in QUESTIONS:
        for field in question.fields:
            form = {one.name: one.start for one in question.fields} | {field.name: longest}
            with bounded(), pytest.raises(SuitwiseError):
                answered(board, question.name, form)


# --- A refusal of what stands in a form names the field by its label ------------------------------


def test_the_field_is_named_as_the_form_names_it() -> None:
    with pytest.raises(SuitwiseError) as refused:
        read({"lead": "HAHAHA"}, "lead", lambda text: hand_of(text, 2))
    why = reason_of(refused.value)
    assert say(why, "en") == "“Cards led”: ♥A appears 3 times, but 2 packs hold 2"
    assert say(why, "zh").startswith("“领出的牌”：")


@pytest.mark.parametrize("text", ["-1", "301", "1.5", "٣", "1e2", "9" * 40, "0x1"])
def test_what_is_no_number_in_bounds_is_refused(text: str) -> None:
    with pytest.raises(SuitwiseError, match=r"^points: a whole number from 0 to 300$"):
        number({"points": text}, "points", 0, 300)


def test_an_empty_field_is_the_least_number_and_holds_nothing() -> None:
    assert number({"points": " "}, "points", 5, 300) == 5
    assert is_empty({}, "points")
