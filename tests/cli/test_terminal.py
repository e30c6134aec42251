"""Play as a person sees it at a terminal: seats by name, signs of suits, boxes, folded lines."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import replace

import pytest
from rich.console import Console

from suitwise.cli.play import language
from suitwise.cli.terminal import Paper, TerminalSession, voice_of
from suitwise.foundation.text.phrases import CardText, Phrase, Seat
from suitwise.game import OVER, load
from suitwise.players.host import Host, seated
from suitwise.players.named import levels_of, named
from suitwise.testing import Kuhn
from tests.fresh import ROOT
from tests.terminal import Terminal

GAMES = ("texas42(marks=1)", "tractor(match=deal)", "gin(to=40)", "indian13", "stacks(stacks=3)")
TABLES = (
    "tractor(match=deal,players=5,teams=friends,landlord=0)",
    "tractor(match=deal,players=6)",
    "tractor(match=deal,players=8,teams=friends,profile=standard(bombs=free,steal=yes))",
)


def host_of(text: str, seat: int = 0, seed: int = 3, lang: str = "en") -> Host:
    """Return the quickest players of a game, and what is said to a seat in a language."""
    game = load(text)
    player = seated("easy" if len(levels_of(game)) > 1 else "random", game, seed)
    return Host(player, adviser=player, say=voice_of(game, seat, lang))


def begun(text: str, seat: int = 0, seed: int = 3, lang: str = "en") -> TerminalSession:
    """Return a game with the quickest players."""
    return TerminalSession(load(text), host_of(text, seat, seed, lang), seat=seat, seed=seed)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")


def played(session: TerminalSession, most: int = 400) -> list[str]:
    """Play by hints to the end of the game; return all that was told, an answer each."""
    told = [session.begin()]
    for _ in range(most):
        if re.search("Enter: the next hand|按回车键打下一局", told[-1]):
            told.append(session.answer(""))
            continue
        hint = session.answer("hint")
        found = re.match(r"(\S+?)(?:: |：)", hint)
        if found is None:
            return told
        told += [hint, session.answer(found[1])]
    raise AssertionError("the game has no end")


# --- A game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", GAMES)
def test_a_game_is_played_to_its_end_and_no_line_is_wider_than_the_terminal(text: str) -> None:
    session = begun(text)
    told = played(session)
    assert list(session.record.states())[-1].turn == OVER
    assert max(len(line) for answer in told for line in answer.split("\n")) <= 60
    assert re.search(r"╭─+ (You (win|lose)|Lost|Nobody)\b[^─]* ─+╮", told[-1])
    assert not re.search(r"\bseat \d|\bseats \d", "\n".join(told))


@pytest.mark.parametrize("text", TABLES)
def test_a_table_of_five_to_eight_is_played_to_its_end_at_eighty_columns(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    session = begun(text)
    seats = session.game.facts.seats
    told = played(session)
    assert list(session.record.states())[-1].turn == OVER
    lines = [line for answer in told for line in answer.split("\n")]
    assert max(map(len, lines)) <= 80
    assert re.search(r"╭─+ (You win|Lost)\b[^─]* ─+╮", told[-1])
    rows = [line for line in lines if re.match(r"seat \d +│ ", line)]
    assert max({int(line[5]) for line in rows}) == seats - 1
    assert not [line for line in rows if line.rstrip().endswith("│")]
    assert "seat 0" not in "\n".join(told)


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
    assert "marks: you and Partner " in session.answer("score")
    assert re.search(r"╭─+ (You win: |Lost: )\d marks?[ \w]*, \d to \d ─+╮", session.answer("show"))
    assert "shakes" in session.answer("")
    assert len(session.record.moves) > len(before.moves)


def test_the_plain_session_goes_on_without_a_rest() -> None:
    from suitwise.players.session import Session

    game = load("texas42(marks=2)")
    host = Host(seated("easy", game, 3))
    session = Session(game, host, seed=3)
    told = session.begin()
    for _ in range(60):
        told += session.answer(session.answer("moves").split()[0])
        if " shakes\n" in told:
            break
    assert " shakes\n" in told
    assert "╭" not in told


def test_a_game_without_a_face_ends_in_a_box_of_its_own_words() -> None:
    session = TerminalSession(Kuhn(), Host(seated("random", Kuhn(), 1)), seed=1)
    told = session.begin()
    while "╭" not in told:
        told = session.answer(session.answer("moves").split()[0])
    assert re.search(r"╭─+ (You win|You lose): [+-]\d ─+╮\n│  the game is over +│", told)
    assert session.answer("score").lower().startswith(("you win", "you lose"))


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


def test_each_seat_is_the_middle_of_its_own_table() -> None:
    for game, others in (
        ("texas42", ["Left", "Partner", "Right"]),
        ("tractor", ["Right", "Partner", "Left"]),
    ):
        for seat in range(4):
            say = voice_of(load(game), seat, "en")
            names = [say(Seat((seat + step) % 4)) for step in range(4)]
            assert names == ["you", *others], "42 is played clockwise, Tractor anticlockwise"
    around = [voice_of(load("indian13(seats=3)"), 1, "en")(Seat(seat)) for seat in range(3)]
    assert around == ["Right", "you", "Left"]
    assert voice_of(load("indian13(seats=6)"), 1, "en")(Seat(4)) == "seat 4"
    assert voice_of(load("indian13(seats=6)"), 1, "zh")(Seat(4)) == "座位4"


def test_whoever_sits_there_is_addressed() -> None:
    session = begun("texas42(match=hand)")
    session.begin()
    assert session.answer("pass").startswith("You pass\nPartner declares aces\n")
    assert session.answer("31") == "illegal: 31: you are to play a domino"


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("takes", "you take"),
        ("passes", "you pass"),
        ("buries", "you bury"),
        ("ties", "you tie"),
        ("is", "you are"),
        ("took", "you took"),
    ],
)
def test_a_phrase_of_another_package_addresses_the_player_too(verb: str, said: str) -> None:
    template = f"{{seat}} {verb} it, not {{other}}"
    line = Phrase("", "whist.does", template, {"seat": Seat(0), "other": Seat(1)})
    assert voice_of(load("texas42"), 0, "en")(line) == f"{said} it, not Left"
    assert voice_of(load("texas42"), 3, "en")(line) == f"Left {verb} it, not Partner"


# --- Languages ------------------------------------------------------------------------------------

WORDS = re.compile(r"[A-Za-z]{2,}")
NOTATION = re.compile(
    r"\b(?:pass|pile|stock|drop|big|(?:knock|declare):\S+|doubles|notrump|quit|undo|score|record|why"
    r"|forced=\w+|show|level|help|easy|medium|strong|[rm]\d+(?:>\d+)?|\d+m|[SHDC][2-9TJQKA](?:[SHDC][2-9TJQKA]|[RB]J)*|(?:[RB]J)+|JK)\b",
    re.ASCII,
)
"""Cards, moves and commands as they are typed."""
ADVISERS = {"stacks": "strong", "texas42_endgame": "random"}
"""Who gives the hints where there is no player by rules of thumb."""


def spoken(text: str) -> str:
    """Return what is said in a text, without what is typed so in every language."""
    return NOTATION.sub("", re.sub(r"(?m)^可走：.*(\n[^\u4e00-\u9fff]+$)*", "", text))


@pytest.mark.parametrize("text", [*GAMES, *TABLES, "texas42_endgame"])
def test_in_chinese_a_game_is_told_in_chinese_from_its_start_to_its_end(text: str) -> None:
    game = load(text)
    adviser = named(ADVISERS.get(game.name, "rules"), game).seated(3, 0)
    host = replace(host_of(text, lang="zh"), adviser=adviser)
    session = TerminalSession(game, host, seed=3)
    told = played(session)
    for line in ("moves", "last", "score", "show", "undo", "tricks", "zzz", "why", "redo", "redo"):
        told.append(session.answer(line).replace("zzz", ""))
    for line in ("level", "undo x", "show me"):
        told.append(session.answer(line))
    assert list(session.record.states())[-1].turn == OVER
    assert re.search("╭─+ (你|不分胜负|都不得分)[^─]* ─+╮", "\n".join(told))
    for answer in told:
        assert WORDS.findall(spoken(answer)) == [], answer
        assert re.search("[\u4e00-\u9fff：]", answer) or not spoken(answer).strip(), answer


@pytest.mark.parametrize("text", [*GAMES, *TABLES, "texas42_endgame"])
def test_in_chinese_help_explains_every_command(text: str) -> None:
    here, there = begun(text), begun(text, lang="zh")
    assert len(there.answer("help").split("\n")) <= len(here.answer("help").split("\n"))
    for line in there.answer("help").split("\n"):
        assert re.search("[\u4e00-\u9fff]", line)


@pytest.mark.parametrize(
    ("asked", "variables", "lang"),
    [
        (None, {"LANG": "zh_CN.UTF-8"}, "zh"),
        (None, {"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        (None, {"LANG": "en_GB.UTF-8", "LC_ALL": "zh_TW"}, "zh"),
        ("en", {"LANG": "zh_CN.UTF-8"}, "en"),
        ("zh", {}, "zh"),
        (None, {}, "en"),
    ],
)
def test_the_language_is_the_one_asked_for_or_that_of_the_environment(
    asked: str | None, variables: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANG", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "utf-8"))
    assert language(asked) == lang


def test_a_terminal_speaks_chinese_where_it_is_asked_to() -> None:
    words = ("--lang", "zh", "play", "gin", "--seed", "3", "--against", "easy", "--hints", "medium")
    terminal = Terminal(*words, COLUMNS="80", NO_COLOR="1")
    assert "弃牌堆" in terminal.until("> ")
    terminal.type("why H2\n")
    assert "H2不能走：轮到你，" in terminal.until("> ")
    terminal.type("\x04")
    assert "已离开" in terminal.until("已离开")
    assert terminal.ends() == 0


# --- Cards and lines ------------------------------------------------------------------------------


def test_signs_stand_for_suits_where_the_terminal_can_show_them() -> None:
    say = voice_of(load("tractor"), 0, "en")
    assert say(CardText("HT RJRJ C2")) == "♥10 two big jokers ♣2"
    without = Paper(Console(file=io.TextIOWrapper(io.BytesIO(), "ascii"), width=60))
    assert without.line("♥10 ♣2") == "H10 C2"


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
    assert paper.line("you take the kitty: ♠2 ♠3 ♠4") == "You take the kitty: ♠2\n♠3 ♠4"
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
    assert "│ ♥K ♠Q" in shown


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


def test_friends_are_called_at_a_terminal_of_eighty_columns() -> None:
    players = ("--seed", "3", "--against", "easy", "--hints", "medium")
    terminal = Terminal("play", TABLES[0], *players, COLUMNS="80", TERM="dumb")
    shown = terminal.until("> ")
    while "call a card and its copy, as HA#2" not in shown:
        terminal.type("hint\n")
        hint = terminal.until("> ")
        terminal.type(re.findall(r"(?m)^(\S+?): ", hint)[0] + "\n")
        shown = terminal.until("> ")
    terminal.type("the ace\n")
    assert "is no call: write a card and its copy, as HA#2" in terminal.until("> ")
    terminal.type("HA#2\n")
    called = terminal.until("> ")
    assert "You call the second ♥A: who plays it joins you" in called
    assert "the second ♥A: not yet" in called
    assert max(map(len, called.splitlines())) <= 80
    terminal.type("score\n")
    assert "points taken: you 0, seat 1 0" in terminal.until("> ")
    terminal.type("\x04")
    terminal.until("left")
    assert terminal.ends() == 0
