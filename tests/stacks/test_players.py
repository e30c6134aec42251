"""A game at the terminal: moves, hints, what is lost and since when, and that nothing ends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from suitwise import stacks
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import Record, load, play
from suitwise.players.board import answered
from suitwise.players.face import Face
from suitwise.stacks import Layout, Session, is_winnable, winning_line
from suitwise.stacks import players as players_module
from suitwise.stacks import state as state_module
from suitwise.stacks.board import BOARD, MOST_SHOWN
from suitwise.stacks.face import StacksFace
from suitwise.table.rules.messages import say
from tests.oracles import stacks_oracle
from tests.oracles import stacks_oracle as oracle
from tests.stacks.positions import some_position

RULES_PAGE = "8b 9a | 9c 9b | 1c 2c"  # after r2 r2, m1>2 wins and m0>2 loses


def session(text: str = RULES_PAGE) -> stacks.Session:
    return stacks.Session(stacks.Layout.parse(text))


def record(game: stacks.Session) -> Record:
    return Record.parse(game.answer("record"))


def position_of(game: stacks.Session) -> stacks.Layout:
    """Return the position in which the record of a game ends."""
    return stacks.Layout.parse(str(list(record(game).states())[-1]))


def test_a_game_is_played_to_the_win_by_its_hints() -> None:
    for number in range(12):
        game = stacks.Session(stacks.make(5, 4, number % 4, seed=3, number=number))
        for _ in range(200):
            told = game.answer("hint")
            if told.startswith("the game is over"):
                break
            shown = game.answer(told.split(":")[0])
            assert "illegal" not in shown
            assert "lost" not in shown
        assert "won in" in game.answer("show")
        assert record(game).returns == (1,)
        assert position_of(game).is_won


def test_a_hint_says_what_it_does_and_how_far_the_win_is() -> None:
    game = session()
    assert game.answer("hint") == "r2: remove 1c, smaller than 9c; 4 moves win"
    game.answer("r2 r2")
    assert game.answer("hint") == "m1>2: move 9c to the empty stack 2; 2 moves win"


def test_a_hint_after_the_win_says_that_the_game_is_over() -> None:
    game = session("3a 1a | 2a 4a")
    assert game.answer("hint") == "r1: remove 2a, smaller than 3a; 2 moves win"
    game.answer("r1 r0")
    assert game.answer("hint") == "the game is over"
    assert game.answer("score").endswith("won in 2 moves")


def test_the_move_that_loses_is_named_at_once_though_moves_remain() -> None:
    game = session("8b 9a | 9c 9b | 1c 2c")
    game.answer("r2 r2")
    shown = game.answer("m0>2")
    assert shown.endswith(
        "stuck: no stack is empty, and the tops are all of other suits\n"
        "lost since move 3, m0>2 (why; undo 1 takes it back)"
    )
    longer = session("8b 9a 1d | 9c 9b | 1c 2c | 1e 2e 9e 1f | - ")
    assert "lost from the start" in longer.begin()


def test_search_agrees_with_every_verdict_that_a_session_tells() -> None:
    random, lost_midway = Random(1), 0
    for number in range(60):
        layout = stacks.make(4, 3, number % 3, seed=2, number=number, winnable=number % 4 > 0)
        game = stacks.Session(layout)
        won_before = oracle.winnable(layout.stacks)
        assert ("lost from the start" in game.begin()) == (not won_before)
        for _ in range(20):
            moves = game.answer("moves")
            if moves.startswith("there is no"):
                break
            shown = game.answer(random.choice(moves.split()))
            winnable = oracle.winnable(position_of(game).stacks)
            assert ("lost" in shown) == (not winnable)
            if won_before and not winnable:
                lost_midway += 1
                assert "undo" in shown
            won_before = winnable
    assert lost_midway > 3


def test_why_gives_the_reason_of_a_refusal_and_of_a_loss() -> None:
    game = session()
    assert game.answer("why").startswith("nothing was refused")
    assert game.answer("r1") == "illegal: 1c is the smallest top of its suit, not 9c"
    assert game.answer("why") == "r1 is not legal: 1c is the smallest top of its suit, not 9c"
    game.answer("r2 r2 m0>2")
    told = game.answer("why")
    assert told.startswith("lost since move 3, m0>2: stuck after the forced removals")
    assert game.answer("hint") == "the game is over"
    game.answer("undo")
    assert game.answer("why").startswith("nothing was refused")


def test_undo_takes_back_moves_and_what_they_lost() -> None:
    game = session()
    start = game.begin()
    assert game.answer("undo") == "there is nothing to take back"
    game.answer("r2 r2 m0>2")
    assert game.answer("undo 4") == "undo takes back 1 to 3 decisions"
    assert game.answer("undo 0") == "undo takes back 1 to 3 decisions"
    assert "lost" not in game.answer("undo")
    assert game.answer("undo 2") == start
    assert record(game).moves == ()


def test_moves_of_a_line_are_played_up_to_the_first_that_is_illegal() -> None:
    game = session()
    shown = game.answer("r2 r0 r2")
    assert shown.endswith("illegal: no other top is of the suit of 8b, so it stays")
    assert record(game).moves == ("r2",)


@pytest.mark.parametrize(
    "line",
    [
        *["r", "m0", "m0>", "r9", "r999999999999", "m0>0", "xyzzy", "undo x", "undo 1 2"],
        *["\x1b[2J", "é", "r²", "undo ²", "|", "r0 " * 3, "hint now"],
    ],
)
def test_bad_input_is_answered_in_one_printable_line_and_play_goes_on(line: str) -> None:
    game = session()
    told = game.answer(line)
    assert told
    assert "\n" not in told
    assert told.isprintable()
    assert not game.is_closed
    assert record(game).moves == ()


def test_blank_lines_and_comments_are_passed_over() -> None:
    assert session().answer("") == session().answer("  ") == session().answer("# a note") == ""


def test_moves_lists_what_is_legal_and_counts_the_rest() -> None:
    assert session().answer("moves") == "r2"
    wide = Layout.of([[(1, i), (2, i)] for i in range(1, 41)] + [[]] * 5)
    assert Session(wide).answer("moves").endswith(" and 120 more")
    assert session("8b 9a | 9c 9b").answer("moves") == "there is no legal move"


def test_a_won_game_takes_no_more_moves_but_can_be_taken_back() -> None:
    game = session("1a 2b | 3a")
    assert "won in 1 move" in game.answer("r0")
    assert game.answer("r0") == "illegal: the game is over"
    assert "won in" not in game.answer("undo")
    assert "won before the first move" in session("1a | -").begin()


def test_help_names_every_command_and_quit_leaves() -> None:
    game = session()
    for command in ("hint", "undo", "why", "moves", "show", "record", "quit", "r3", "m2>0"):
        assert command in game.answer("help")
    assert game.answer("quit") == ""
    assert game.is_closed


def test_a_layout_without_stacks_is_no_game() -> None:
    with pytest.raises(NotationError):
        stacks.Session(stacks.Layout(()))


def test_many_low_stacks_beside_a_high_one_can_be_played() -> None:
    tall = [[(value, suit) for value in range(20)] for suit in (1, 2)]
    game = stacks.Session(stacks.Layout.of([*tall, *([(1, suit)] for suit in range(3, 60_002))]))
    assert game.answer("moves") == "there is no legal move"


def test_a_long_game_is_taken_back_move_by_move() -> None:
    game = stacks.Session(stacks.make(6, 5, 3, seed=1))
    shown = [game.begin()]
    while not (told := game.answer("hint")).startswith("the game is over"):
        shown.append(game.answer(told.split(":")[0]))
    while len(shown) > 1:
        shown.pop()
        assert game.answer("undo") == shown[-1]


# --- Long games -----------------------------------------------------------------------------------


class Counted:
    """A function whose calls are counted."""

    def __init__(self, function: Callable[[stacks.Layout], Any]) -> None:
        self._function = function
        self.calls = 0

    def __call__(self, layout: stacks.Layout) -> Any:
        self.calls += 1
        return self._function(layout)


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counted = Counted(is_winnable)
    monkeypatch.setattr(state_module, "is_winnable", counted)
    return counted


def test_a_line_of_moves_is_decided_once(decided: Counted) -> None:
    layout = stacks.make(20, 10, 5, seed=1)
    line = stacks.winning_line(layout)
    assert line is not None
    game = Session(layout)
    assert "won in" in game.answer(" ".join(map(str, line)))
    assert decided.calls <= 1


def test_the_move_that_lost_is_found_in_a_line_by_few_decisions(decided: Counted) -> None:
    random, losses = Random(3), 0
    for number in range(40):
        layout = stacks.make(5, 4, number % 4, seed=6, number=number)
        state, moves, lost_after = stacks.Stacks.around(layout), [], 0
        while legal := list(state.moves()):
            moves.append(random.choice(legal))
            state = state.after(moves[-1])
            if lost_after == 0 and not oracle.winnable(state.layout.stacks):
                lost_after = len(moves)
        game = stacks.Session(layout)
        decided.calls = 0
        shown = game.answer(" ".join(map(str, moves)))
        assert ("lost since" in shown) == (lost_after > 0)
        assert decided.calls <= 2 + len(moves).bit_length()
        if lost_after:
            losses += 1
            assert f"lost since move {lost_after}, {moves[lost_after - 1]} (" in shown
            game.answer(f"undo {len(moves) - lost_after + 1}")
            assert "lost" not in game.answer("show")
    assert losses > 10


def test_a_line_hinted_at_is_kept_while_the_player_follows_it(
    decided: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved = Counted(winning_line)
    monkeypatch.setattr(players_module, "winning_line", solved)
    game = session()
    assert game.answer("hint").endswith("4 moves win")
    game.answer("r2")
    assert game.answer("hint").endswith("3 moves win")
    assert solved.calls == 1
    game.answer("undo")
    assert game.answer("hint").endswith("4 moves win")
    game.answer("r2 r2 m0>2")  # leaves the line
    assert game.answer("hint") == "the game is over"


# --- Words and commands ---------------------------------------------------------------------------


def test_a_word_that_is_no_move_is_not_called_illegal() -> None:
    for word in ("r²", "m0", "r9999999999", "é"):
        assert session().answer(word).endswith("; type help for the commands")
    assert "'hint' is no move" in session().answer("r2 hint")
    assert session().answer("R2") == session().answer("r2")


# --- Records --------------------------------------------------------------------------------------


def test_a_record_is_gone_on_with() -> None:
    game = session()
    game.answer("r2 r2 m0>2")
    again = stacks.Session.of_record(record(game))
    assert again.begin() == game.answer("show")
    assert "lost since move 3" in again.begin()
    assert record(again) == record(game)
    assert again.answer("undo 3") == session().begin()


def test_a_record_of_a_whole_random_game_begins_after_its_deal() -> None:
    variant = stacks.Stacks(3, 2, suits=3)
    whole = play(variant.start(), lambda state: next(iter(state.moves())), seed=4)
    game = stacks.Session.of_record(whole)
    assert record(game).game == str(variant)
    assert record(game).moves == whole.moves[variant.cards :]
    assert record(game).returns == whole.returns


def test_a_record_that_does_not_replay_is_refused() -> None:
    kept = record(session())
    with pytest.raises(IllegalMove, match="returns"):
        stacks.Session.of_record(replace(kept, returns=(1.0,)))
    with pytest.raises(NotationError, match="not of stacks"):
        stacks.Session.of_record(replace(kept, game="gin"))
    dealing = Record("stacks(stacks=2,height=1,suits=2)", "dealing - | -", (), (0.0,))
    with pytest.raises(NotationError, match="before the deal is done"):
        stacks.Session.of_record(dealing)


# --- What the table shows of Stack Management -----------------------------------------------------


def position(text: str) -> tuple[Face, stacks.StacksState]:
    state = stacks.Stacks.around(stacks.Layout.parse(text))
    return StacksFace(state.game), state


def test_the_head_tells_whether_the_position_can_be_won_as_plain_search_finds_it() -> None:
    game = stacks.Stacks(stacks=3, height=3, suits=3)
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


def test_aces_are_the_highest_of_each_suit() -> None:
    face, state = position("2b 1a | 5c 3b | 1c 4c")
    table = face.parts(state, None)["table"]
    assert set(table["aces"]) == {"1a", "3b", "5c"}


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("2b 1a | 5c 3b | 1c 4c", "this can be won, but the order matters", "1a is the only card"),
        ("7b 7a | 6b 7c", "this can't be won", "3 suits in 2 stacks"),
        (
            "2b 3a | 1a 3b",
            "this can't be won",
            "once all that can go is removed, no stack is empty",
        ),
        ("2b 2a 4a | 3a 1a | 1c 1b | 3c 1d 3d 2d 2c 3b", "this can't be won", "in whatever order"),
        ("1a 2a | -", "won", None),
        ("1a 2a | 3a", "this can be won: there are more stacks than suits", None),
        ("1a | 2a 1b | 2b 3b", "this can be won: there are more stacks than suits", None),
        ("1a 2b | 2a", "this can be won: just remove every card that can go", None),
    ],
)
def test_why_tells_the_verdict_and_what_makes_it(text: str, first: str, then: str | None) -> None:
    face, state = position(text)
    lines, _ = face.why_trick(state, None, 0)
    if text != "1a 2a | -":
        assert str(lines[0]).startswith(first)
    assert (lines[1:] == []) if then is None else str(lines[1]).startswith(then)


def test_the_picture_of_the_graph_is_drawn_in_the_language_of_who_asks() -> None:
    face, state = position("2b 1a | 5c 3b | 1c 4c")
    _, picture = face.why_trick(state, None, 0)
    assert picture is not None
    assert "次大" in picture.said(lambda words: str(say(words, "zh")))
    assert "king" in str(picture)


def test_stacks_too_many_for_a_picture_are_told_in_words_alone() -> None:
    state, _ = stacks.Stacks(stacks=61, height=2, suits=4).start().rolled(1, 0)
    lines, picture = StacksFace(state.game).why_trick(state, None, None)
    assert lines
    assert picture is None


def test_the_only_move_there_is_is_told_by_its_name_too() -> None:
    face, state = position("7b 7a | 3b 6b")
    (move,) = state.moves()
    assert [str(told.phrase) for told in face.told(state, move, state.after(move))] == [
        "seat 0: remove 3b"
    ]


# --- The board of Stack Management says whether stacks can be won, and its moves win --------------


def test_what_it_says_of_small_stacks_is_what_a_search_of_all_moves_says() -> None:
    rng = Random(7)
    layouts = [
        one for one in (some_position(rng, stacks=3, cards=7) for _ in range(60)) if one.cards
    ]
    verdicts = []
    for layout in layouts:
        found = answered(BOARD, "decide", {"stacks": str(layout)})
        can = stacks_oracle.winnable(layout.stacks)
        verdicts.append(can)
        assert (found.verdict != "can't be won") == can, str(layout)
        if not can:
            assert not found.rows
            assert found.lines
            continue
        state = stacks.Stacks.around(layout)
        for row in found.rows:
            (move,) = stacks.parse_moves(row.move)
            assert isinstance(move, stacks.Move)
            state = state.after(move)
        assert state.layout.is_won
    assert {True, False} == set(verdicts)


def test_of_a_long_line_the_first_moves_are_shown() -> None:
    found = answered(BOARD, "decide", {"stacks": str(stacks.deal(12, 12, 11, seed=3))})
    assert len(found.rows) == MOST_SHOWN
    assert f"of which these are the first {MOST_SHOWN}" in found.lines[-1]


def test_a_state_is_the_stacks_that_lie_there_and_none_while_they_are_dealt() -> None:
    assert BOARD.of is not None
    start = load("stacks").start()
    assert BOARD.of(start, 0) is None
    state: Any = start.rolled(seed=1, stream=0)[0]
    asked = BOARD.of(state, 0)
    assert asked is not None
    assert stacks.Layout.parse(asked[1]["stacks"]) == state.layout


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7q1", "'7q1' is no card: write a value and a suit, as 7a or 7.27"),
        ("7a | 7a", "the card 7a is in stacks 0 and 1; no two cards are alike"),
        ("7a 7.1", "the card 7a is twice in stack 0; no two cards are alike"),
        ("- | -", "there is no card: write some, as 7a"),
        ("", "stacks is still empty"),
        ("٣a", "is no card"),
        ("1a " * 2000, "stacks has at most 4000 signs"),
    ],
)
def test_what_is_no_layout_is_refused_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        answered(BOARD, "decide", {"stacks": text})
    assert why in str(refused.value)
