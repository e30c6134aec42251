"""What the table shows of Stack Management: the stacks, whether they can be won, and why."""

from __future__ import annotations

import pytest

from suitwise.players.face import Face
from suitwise.stacks import Layout, Stacks, StacksState
from suitwise.stacks.face import StacksFace
from suitwise.table.rules.words import say
from tests.oracles import stacks_oracle as oracle


def position(text: str) -> tuple[Face, StacksState]:
    state = Stacks.around(Layout.parse(text))
    return StacksFace(state.game), state


def test_the_head_tells_whether_the_position_can_be_won_as_plain_search_finds_it() -> None:
    game = Stacks(stacks=3, height=3, suits=3)
    face, heads = StacksFace(game), set()
    for stream in range(40):
        state, _ = game.start().rolled(11, stream)
        dealt = state
        while state.turn == 0:
            head = str(face.parts(state, 0)["head"]["text"])
            winnable = oracle.winnable(state.layout.stacks)
            assert ("can be won" in head) == winnable, str(state)
            has_gone = "no longer" in head
            assert has_gone == (not winnable and state != dealt), str(state)
            assert ("this can't be won" in head) == (not winnable and state == dealt), str(state)
            heads.add(winnable)
            state = state.after(next(iter(state.moves())))
        over = face.parts(state, 0)["over"]
        assert str(over["text"]).startswith("won" if state.returns() == (1.0,) else "stuck")
    assert heads == {True, False}


def test_aces_and_kings_are_the_two_highest_of_each_suit() -> None:
    face, state = position("2b 1a | 5c 3b | 1c 4c")
    table = face.parts(state, None)["table"]
    assert set(table["aces"]) == {"1a", "3b", "5c"}
    assert set(table["kings"]) == {"2b", "4c"}


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("2b 1a | 5c 3b | 1c 4c", "can be won along the path a → b", "a has no card but its ace"),
        ("7b 7a | 6b 7c", "can't be won", "3 suits in 2 stacks"),
        ("1a 2a | -", "won", None),
        ("1a 2a | 3a", "can be won: fewer suits than stacks", None),
    ],
)
def test_why_tells_the_verdict_and_what_makes_it(text: str, first: str, then: str | None) -> None:
    face, state = position(text)
    lines, _ = face.why_trick(state, None, 0)
    if text != "1a 2a | -":
        assert str(lines[0]) == first
    assert (lines[1:] == []) if then is None else str(lines[1]).startswith(then)


def test_the_picture_of_the_graph_is_drawn_in_the_language_of_who_asks() -> None:
    face, state = position("2b 1a | 5c 3b | 1c 4c")
    _, picture = face.why_trick(state, None, 0)
    assert picture is not None
    assert "次大" in picture.said(lambda words: str(say(words, "zh")))
    assert "king" in str(picture)


def test_stacks_too_many_for_a_picture_are_told_in_words_alone() -> None:
    state, _ = Stacks(stacks=61, height=2, suits=4).start().rolled(1, 0)
    lines, picture = StacksFace(state.game).why_trick(state, None, None)
    assert lines
    assert picture is None


def test_the_only_move_there_is_is_told_by_its_name_too() -> None:
    face, state = position("7b 7a | 3b 6b")
    (move,) = state.moves()
    assert [str(told.phrase) for told in face.told(state, move, state.after(move))] == [
        "seat 0: remove 3b"
    ]
