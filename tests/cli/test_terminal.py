"""Play as a person sees it at a terminal: seats by name, signs of suits, boxes, folded lines."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

from suitwise.cli.terminal import Paper, Seats, TerminalSession, look_of, seats_of, signed
from suitwise.game import OVER, Record, load
from suitwise.players.host import Host, host_kind, seated
from suitwise.testing import Kuhn
from tests.fresh import ROOT

AROUND = Seats(0, ("you", "Left", "Partner", "Right"))
GAMES = ("texas42(marks=1)", "tractor(match=deal)", "gin(to=40)", "indian13", "stacks(stacks=3)")


def begun(text: str, seat: int = 0, seed: int = 3) -> TerminalSession:
    """Return a game with the quickest players."""
    game = load(text)
    player = seated("random" if text.startswith("stacks") else "easy", game, seed)
    host = host_kind(game)(player=player, game=game, adviser=player, look=look_of(game, seat))
    return TerminalSession(game, host, seat=seat, seed=seed, unasked=host.unasked)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


def played(session: TerminalSession, most: int = 400) -> list[str]:
    """Play by hints to the end of the game; return all that was told, an answer each."""
    told = [session.begin()]
    for _ in range(most):
        if "Enter: the next hand" in told[-1]:
            told.append(session.answer(""))
            continue
        hint = session.answer("hint")
        found = re.match(r"(\S+): ", hint)
        if found is None:
            return told
        told.append(session.answer(found[1]))
    raise AssertionError("the game has no end")


# --- A game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", GAMES)
def test_a_game_is_played_to_its_end_and_no_line_is_wider_than_the_terminal(text: str) -> None:
    session = begun(text)
    told = played(session)
    assert list(session.record.states())[-1].turn == OVER
    assert max(len(line) for answer in told for line in answer.split("\n")) <= 60
    assert re.search(r"╭─+ (You win|You lose|Nobody wins) ─+╮", told[-1])
    assert not re.search(r"\bseat \d|\bseats \d", "\n".join(told))


def test_after_a_hand_the_next_waits_for_an_empty_line_and_nothing_else() -> None:
    session = begun("texas42(marks=2)")
    told = [session.begin()]
    while "Enter: the next hand" not in told[-1]:
        told.append(session.answer(session.answer("hint").partition(": ")[0]))
    assert re.search(r"│ +marks: you and Partner \d, Left and Right \d +│", told[-1])
    before = session.record
    for line in ("pass", "hint", "31", "# a remark"):
        session.answer(line)
    assert session.answer("30") == "the hand is over; Enter goes on with the next"
    assert session.record == before
    assert session.answer("tricks").startswith("1. ")
    assert " takes it: " in session.answer("last").splitlines()[-1]
    assert "marks: you and Partner have " in session.answer("score")
    assert "The hand is over" in session.answer("show")
    assert "shakes" in session.answer("")
    assert len(session.record.moves) > len(before.moves)


def test_the_plain_session_goes_on_without_a_rest() -> None:
    from suitwise.players.session import Session

    game = load("texas42(marks=2)")
    host = host_kind(game)(player=seated("easy", game, 3), game=game)
    session = Session(game, host, seed=3)
    told = session.begin()
    for _ in range(60):
        told += session.answer(session.answer("moves").split()[0])
        if " shakes\n" in told:
            break
    assert " shakes\n" in told
    assert "│ " not in re.sub(r"[┌│└].*", "", told)


def test_a_game_without_a_face_ends_in_a_box_of_its_own_words() -> None:
    session = TerminalSession(Kuhn(), Host(seated("random", Kuhn(), 1)), seed=1)
    told = session.begin()
    while "╭" not in told:
        told = session.answer(session.answer("moves").split()[0])
    assert re.search(r"│ +(you win|you lose): [+-]\d; You: .\d, Opponent: .\d +│", told, re.I)
    assert session.answer("score").lower().startswith(("you win", "you lose"))


def test_a_record_goes_on_with_the_same_cards_and_seat() -> None:
    first = begun("tractor(match=deal)", seat=2)
    told = first.begin()
    for _ in range(4):
        told = first.answer(first.answer("hint").partition(": ")[0])
    again = begun("tractor(match=deal)", seat=2)
    host = again._host
    kept = Record.parse(str(first.record))
    session = TerminalSession.of_record(kept, host, seat=2, seed=3, unasked=host.unasked)
    shown = session.begin()
    assert told.endswith(shown)
    assert "trump    │" in shown


@pytest.mark.parametrize(
    ("text", "seed", "page", "lines"),
    [
        ("texas42", 3, "texas42.md", ("pass", "1-0")),
        ("tractor", 5, "tractor-playing.md", ("D3", "红桃K", "last")),
    ],
)
def test_the_screens_of_the_docs_are_what_is_shown(
    text: str, seed: int, page: str, lines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    session = begun(text, seed=seed)
    session.begin()
    told = "\n".join(f"> {line}\n{session.answer(line)}" for line in lines)
    shown = re.findall(r"```text\n(> .*?)\n```", (ROOT / "docs" / page).read_text("utf-8"), re.S)
    assert len(shown) == 1
    assert told.endswith(shown[0])


# --- Seats ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seat 0 passes", "You pass"),
        ("seat 2 passes", "Partner passes"),
        ("illegal: seat 0 is to call", "illegal: you are to call"),
        (
            "seats 1 and 3 attack, seats 0 and 2 have 5",
            "Left and Right attack, you and Partner have 5",
        ),
        ("seats 2 and 0 are set", "You and Partner are set"),
        ("6-4 of seat 0 is lower than 6-5", "Your 6-4 is lower than 6-5"),
        ("it is the lead of seat 0 that wins", "it is the lead of you that wins"),
        ("seat 0's throw fails; seat 3's H2 stands", "Your throw fails; Right's H2 stands"),
        ("seat 0 took 5, seat 0 buries 8", "You took 5, you bury 8"),
    ],
)
def test_what_is_said_of_a_seat_is_said_of_its_name(text: str, said: str) -> None:
    assert AROUND.said(text) == said


def test_each_seat_is_the_middle_of_its_own_table() -> None:
    for game, others in (
        ("texas42", ["Left", "Partner", "Right"]),
        ("tractor", ["Right", "Partner", "Left"]),
    ):
        for seat in range(4):
            seats = seats_of(load(game), seat)
            names = [seats.name((seat + step) % 4) for step in range(4)]
            assert names == ["you", *others], "42 is played clockwise, Tractor anticlockwise"
    assert seats_of(load("indian13(seats=3)"), 1).names == ("Right", "you", "Left")
    assert seats_of(load("indian13(seats=6)"), 1).name(4) == "seat 4"


# --- Cards and lines ------------------------------------------------------------------------------


def test_signs_stand_for_suits_and_columns_stay_where_they_are() -> None:
    row = "left  ST HT CJ" + " " * 4 + "30"
    assert signed(row) == "left  ♠10 ♥10 ♣J  30"
    assert len(signed(row)) == len(row)
    assert signed("hearts   │ HT RJRJ JK, C") == "hearts   │ ♥10 RJRJ JK, C"
    assert signed("r3 of DATA") == "r3 of DATA"


def test_red_suits_are_red_where_there_are_colours_and_nothing_is_where_there_are_none() -> None:
    red = Paper(Console(force_terminal=True, color_system="standard", width=60))
    assert "\x1b[1;31m♥K\x1b[0m" in red.line("♥K ♠2")
    without = Paper(Console(force_terminal=True, no_color=True, width=60))
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", without.line("♥K ♠2"))
    dumb = Paper(Console(force_terminal=True, width=60, _environ={"TERM": "dumb"}))
    assert dumb.line("♥K ♠2", "bold") == "♥K ♠2"


def test_dominoes_that_may_be_played_stand_out() -> None:
    session = begun("texas42(match=hand)")
    session._paper = Paper(Console(force_terminal=True, color_system="standard", width=80))
    session.begin()
    shown = session.answer("pass")
    names = next(line for line in shown.split("\n") if re.match(r"\x1b\[2m *\d-\d", line))
    assert re.findall(r"\x1b\[1;32m(\d-\d)", names) == session.answer("moves").split() == ["1-0"]


def test_a_hand_is_folded_below_itself() -> None:
    paper = Paper(Console(width=24, color_system=None))
    row = "spades   │ " + " ".join(["♠A♠A"] * 5)
    assert paper.line(row).split("\n") == [
        "spades   │ ♠A♠A ♠A♠A",
        "         │ ♠A♠A ♠A♠A",
        "         │ ♠A♠A",
    ]
    assert (
        paper.line("show   what you see, once again") == "show   what you see,\n       once again"
    )
    assert paper.line("you take the kitty: ♠2 ♠3 ♠4") == "you take the kitty: ♠2\n♠3 ♠4"
    assert paper.line("─────────┼" + "─" * 40) == "─────────┼" + "─" * 14


# --- What is typed --------------------------------------------------------------------------------


def test_a_hint_names_the_move_as_it_is_typed_and_the_cards_with_their_signs() -> None:
    session = begun("gin")
    session.begin()
    session.answer("pass")
    hint = session.answer("hint")
    move = hint.partition(": ")[0]
    assert move in session.answer("moves").split()
    assert "♥" in session.answer("show")


@pytest.mark.parametrize("word", ["黑桃Q", "♠Q", "throw sq", "s q"])
def test_cards_are_typed_as_people_say_them(word: str) -> None:
    session = begun("gin")
    session.begin()
    session.answer("不拿")
    shown = session.answer(word)
    assert "pile  ♥K ♠Q" in shown


def test_a_level_is_chosen_and_told_and_an_unknown_one_refused() -> None:
    session = begun("gin")
    session.begin()
    assert session.answer("level").startswith("level easy, level medium or level strong")
    assert session.answer("level medium") == "You play against medium from here on"
    assert session.level == "medium"
    assert "is no player of gin" in session.answer("level godlike")
    assert session.level == "medium"
    assert session.answer("level").startswith("You play against medium; ")
    assert begun("stacks(stacks=3)").answer("level easy") == "nobody plays against you"
