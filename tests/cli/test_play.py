"""``suitwise play GAME``: any game of the catalogue, those of other packages included."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from suitwise.cli.common import console, width
from suitwise.game import OVER, Record, load
from suitwise.players.face import face_of
from suitwise.players.host import Host
from suitwise.players.named import named
from suitwise.players.session import Session
from suitwise.rummy.gin.players.rule_based import GinPlayer
from suitwise.rummy.indian.players.rule_based import IndianPlayer
from suitwise.stacks import Layout
from suitwise.stacks import Session as StacksSession
from suitwise.texas42.players.monte_carlo import MonteCarlo
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.tractor.players.rule_based import TractorPlayer
from tests.commands import refusal_of, run_command, run_program
from tests.fresh import ROOT
from tests.matches import Watched
from tests.terminal import Terminal
from tests.test_catalogue import ODDS


@pytest.fixture
def odds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a package with a game on the path of the processes that a test starts."""
    folder = tmp_path / "odds-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: odds\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[suitwise.games]\nodds = odds_game:ENTRY\n")
    (tmp_path / "odds_game.py").write_text(ODDS)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")


@pytest.mark.usefixtures("odds")
def test_a_game_of_another_package_is_played_by_the_face_of_any_game(tmp_path: Path) -> None:
    record = tmp_path / "game.rec"
    first = run_program("play", "odds", "--seed", "1", "--record", record, text="moves\nhelp\n")
    assert (first[0], first[2]) == (0, "")
    assert first[1].startswith("odds(declaration=5,")
    assert ", seed 1, you are seat 0; help for the commands\n\n" in first[1]
    moves = re.findall(r"to move: (.*)\n", first[1])[-1]
    assert f"{moves}\nMOVE         a move as" in first[1]
    again = run_program("play", "--record", record, text=f"hint\n{moves.split()[0]}\n")
    assert (again[0], again[2]) == (0, "")
    assert ": the player rules would play it, but gives no reasons\nseat 0 plays " in again[1]
    assert "# play --seat 0 --seed 1" in record.read_text()


def test_a_game_of_the_package_is_played_with_its_strongest_player(tmp_path: Path) -> None:
    record = tmp_path / "game.rec"
    arguments = ("--seed", "3", "--against", "greedy", "--record", record)
    told = run_command("play", "gin", *arguments, text="hint\npass\n")[1]
    assert "pass: HK does not help your hand (on average 0.1 points better than taking HK)" in told
    assert "# play --seat 0 --seed 3 --against greedy" in record.read_text()
    assert "seed 3, you are seat 0" in run_command("play", "--record", record)[1]
    assert "leave out [GAME]" in refusal_of("play", "gin", "--record", record)


def test_the_level_chosen_while_playing_is_kept_with_the_game(tmp_path: Path) -> None:
    record = tmp_path / "game.rec"
    arguments = ("gin", "--seed", "3", "--against", "greedy", "--record", record)
    told = run_command("play", *arguments, text="level\nlevel medium\nlevel god\n")[1]
    assert "\nyou play against medium from here on\n'god' is no player of gin: " in told
    assert "# play --seat 0 --seed 3 --against medium" in record.read_text()
    assert "you play against" not in run_command("play", "--record", record, text="level\n")[1]


def test_the_last_trick_and_all_of_them_are_told_again() -> None:
    lines = "help\ntricks\nlast\npass\n1-0\ntricks\nlast\nundo\ntricks\nlast\n"
    arguments = ("texas42(match=hand)", "--seed", "3", "--against", "easy")
    told = run_command("play", *arguments, text=lines)[1]
    assert "the tricks of this hand" in told
    assert told.count("no trick has been taken\n") == 2
    first = "1. seat 2 1-1, seat 3 4-1, seat 0 1-0, seat 1 3-1: seat 2 took 6 points\n"
    assert told.count(first) == 1
    assert f"{first}seat 2 leads 1-1: trumps are led\n4-1 of seat 3 is lower" in told
    assert told.endswith("no trick has been taken\nnothing has been done yet\n")


def test_the_last_tricks_of_42_are_told_as_those_of_a_hand_and_gin_has_none() -> None:
    lines = "\n".join(f"{high}-{low}" for high in range(7) for low in range(high + 1)) + "\n"
    arguments = ("texas42_endgame", "--seed", "2", "--against", "random", "--hints", "random")
    told = run_command("play", *arguments, text=lines * 2 + "tricks\nlast\n")[1]
    taken = re.findall(r"^\d\. seat \d \d-\d.* took \d+ points?$", told, re.M)
    assert len(taken) > 1
    assert told.endswith(f"{taken[-1]}\n{taken[-1]}\n")
    gin = ("gin", "--seed", "3", "--against", "greedy")
    told = run_command("play", *gin, text="help\ntricks\npass\nlast\n")[1]
    assert "the tricks of this hand" not in told
    assert "no tricks are told of gin\n" in told
    assert told.endswith("\nseat 0 leaves HK\nseat 1 leaves HK\nyou draw S8\n")


def test_stack_management_is_dealt_by_its_seed() -> None:
    told = run_command("play", "stacks(stacks=5)", "--seed", "4", text="r9\nrecord\n")[1]
    assert "illegal: there is no stack 9" in told
    record = Record.parse(told[told.index("game  ") :])
    assert len(record.moves) == 20
    assert told == run_command("play", "stacks(stacks=5)", "--seed", "4", text="r9\nrecord\n")[1]


def test_players_have_options_and_are_kept_with_them(tmp_path: Path) -> None:
    record = tmp_path / "game.rec"
    against = "mccfr(iterations=20, seed=3)"
    arguments = ("--against", against, "--seed", "2", "--record", record)
    told = run_command("play", "texas42_endgame", *arguments, text="hint\n")[1]
    assert ": the player mccfr would play it, but gives no reasons\n" in told
    assert "--against mccfr(iterations=20,seed=3)" in record.read_text()
    lines = "\n".join(f"{high}-{low}" for high in range(7) for low in range(high + 1)) + "\n"
    run_command("play", "--record", record, text=lines * 2)
    assert list(Record.parse(record.read_text()).states())[-1].turn == OVER


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "name a game: "),
        (("chess",), "'chess' is no game: write one of "),
        (
            ("gin", "--against", "pimc"),
            "'pimc' is no player of gin: write one of easy, medium, strong, greedy, mc, net, random",
        ),
        (("stacks", "--seat", "1"), "stacks has seats 0 to 0, not 1"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    assert f"error: {reason}" in refusal_of("play", *arguments)


# --- What the plays at the terminal have in common ------------------------------------------------


STACKS = "8b 9a | 9c 9b | 1c 2c"
FORTY_TWO = Host(player=Texas42Player(), adviser=MonteCarlo(5))
HOSTED: dict[str, Any] = {
    "gin(to=40)": Host(GinPlayer()),
    "gin(declare=yes)": Host(GinPlayer()),
    "indian13(seats=3)": Host(IndianPlayer()),
    "texas42(match=hand)": FORTY_TWO,
    "tractor(match=deal)": Host(TractorPlayer()),
}
PLAYERS = {"indian13": "greedy"}
COMMANDS = {
    "stacks": ("stacks", "play", STACKS),
    "rummy": ("rummy", "play", "--seed", "3", "--against", "rules"),
    "texas42": ("texas42", "play", "--seed", "5", "--against", "rules"),
    "tractor": ("tractor", "play", "--seed", "7", "--deal", "--against", "rules"),
}


def hosted(variant: str, seat: int = 1, seed: int = 6) -> tuple[Session, Watched]:
    """Return a session that has begun, and its host, which says the state it has come to."""
    host = Watched(HOSTED[variant])
    session = Session(load(variant), cast(Any, host), seat=seat, seed=seed)
    session.begin()
    return session, host


def play_on(session: Session, host: Watched, most: int = 999) -> list[str]:
    """Type the moves of a player that leaves no game; return them."""
    choose = named(PLAYERS.get(session.game.name, "rules"), session.game).seated(1, 0)
    moves: list[str] = []
    while host.state.turn != OVER and len(moves) < most:
        moves.append(str(choose(host.state)))
        assert "illegal" not in session.answer(moves[-1])
    return moves


def begun(variant: str) -> Session | StacksSession:
    """Return a session of a game, or of Stack Management."""
    return StacksSession(Layout.parse(STACKS)) if variant == "stacks" else hosted(variant)[0]


# --- Leaving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [*HOSTED, "stacks"])
@pytest.mark.parametrize("word", ["q", "Q", "quit", "exit", "EXIT"])
def test_every_word_for_leaving_leaves(variant: str, word: str) -> None:
    session = begun(variant)
    assert session.answer(word) == ""
    assert session.is_closed


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("leave", ["q\n", "\x04", "an interrupt"])
def test_at_a_terminal_of_no_width_what_is_typed_is_echoed_and_who_wants_to_leaves(
    command: str, leave: str
) -> None:
    terminal = Terminal(*COMMANDS[command], COLUMNS="0")
    terminal.until("> ")
    terminal.type("红桃\n")
    assert "'红桃'" in terminal.until("\r\n> ")
    if leave == "an interrupt":
        terminal.interrupt()
    else:
        terminal.type(leave)
    assert "error" not in terminal.until("never")
    assert terminal.ends() == 0


# --- What is typed --------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [*HOSTED, "stacks"])
@pytest.mark.parametrize(
    ("typed", "echoed"),
    [
        ("红桃", "'红桃'"),
        ("Ünïcode", "'Ünïcode'"),
        ("\x1b[2J", r"'\x1b[2J'"),
        ("a\u202eb", r"\u202e"),
    ],
)
def test_letters_of_any_script_are_echoed_and_what_a_terminal_obeys_is_escaped(
    variant: str, typed: str, echoed: str
) -> None:
    told = begun(variant).answer(typed)
    assert echoed in told
    assert told.isprintable()


def test_what_a_terminal_cannot_show_is_escaped_there() -> None:
    arguments = COMMANDS["tractor"]
    done = subprocess.run(
        [sys.executable, "-m", "suitwise", *arguments],
        input="红桃\nq\n".encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"'\u7ea2\u6843'" in done.stdout


# --- Help -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", [variant for variant in HOSTED if "declare" not in variant])
def test_help_writes_moves_as_they_are_printed(variant: str) -> None:
    start = load(variant).start()
    lines = list(face_of(load(variant)).help())
    shown = [word for line in lines for word in re.split(r"  +", line)[0].split(", ")]
    moves = [word.rstrip("…") for word in shown]
    assert [str(start.parse_move(move)) for move in moves] == moves


@pytest.mark.parametrize("variant", ["gin(to=40)", "gin(declare=yes)"])
def test_the_knocks_that_are_asked_for_can_be_typed_so(variant: str) -> None:
    session, host = hosted(variant, seed=4)
    while not (asked := re.findall(r"knock:\S+", session.answer("show"))):
        assert play_on(session, host, 1)
    assert {host.state.parse_move(move) for move in asked} <= set(host.state.moves())
    assert "illegal" not in session.answer(asked[0])


# --- Back and forth -------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", HOSTED)
def test_redo_takes_back_one_undo_after_the_other(variant: str) -> None:
    session, host = hosted(variant)
    assert len(play_on(session, host, 5)) == 5
    records, shown = [session.record], [session.answer("show")]
    for undo in ("undo", "undo 2", "undo"):
        session.answer(undo)
        records.append(session.record)
        shown.append(session.answer("show"))
    assert len(set(records)) == 4
    for record, picture in zip(records[-2::-1], shown[-2::-1], strict=True):
        assert session.answer("redo") == picture
        assert session.record == record
    assert session.answer("redo") == "there is no undo to take back"
    assert session.answer("undo 5") == session.answer("show")
    assert session.answer("redo") == shown[0]


@pytest.mark.parametrize("variant", HOSTED)
def test_what_was_undone_is_gone_after_another_move_and_stays_through_a_refused_one(
    variant: str,
) -> None:
    session, host = hosted(variant)
    moves = play_on(session, host, 3)
    before = session.record
    session.answer("undo")
    assert "'nonsense'" in session.answer("nonsense")
    session.answer("redo")
    assert session.record == before
    session.answer("undo")
    session.answer(moves[-1])
    assert session.answer("redo") == "there is no undo to take back"


def test_a_game_goes_on_after_redo_as_it_would_have_gone() -> None:
    for variant in HOSTED:
        session, host = hosted(variant)
        play_on(session, host)
        record = session.record
        again, there = hosted(variant)
        play_on(again, there, 4)
        again.answer("undo 3")
        again.answer("redo")
        play_on(again, there)
        assert again.record == record


def test_redo_at_stacks_plays_the_moves_again() -> None:
    session = StacksSession(Layout.parse(STACKS))
    shown = session.answer("r2 r2 m0>2")
    assert "lost since move 3" in shown
    session.answer("undo")
    session.answer("undo 2")
    session.answer("redo")
    assert session.answer("redo") == shown
    assert session.answer("redo") == "there is no undo to take back"
    session.answer("undo 3")
    session.answer("r2")
    assert session.answer("redo") == "there is no undo to take back"


# --- The end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", HOSTED)
def test_the_score_after_the_end_is_how_the_game_has_ended(variant: str) -> None:
    session, host = hosted(variant)
    early = session.answer("score")
    assert not re.match(r"you |nobody", early)
    play_on(session, host)
    score = session.answer("score")
    ahead = session.record.returns[1]
    verdict = "you win" if ahead > 0 else "you lose|lost" if ahead < 0 else "nobody"
    assert re.match(verdict, score)
    assert session.answer("show").endswith(score)


def test_the_score_of_stacks_counts_what_is_left_and_says_how_it_ended() -> None:
    session = StacksSession(Layout.parse(STACKS))
    assert session.answer("score") == "3 stacks hold more than one card"
    session.answer("r2 r2")
    assert session.answer("score") == "2 stacks hold more than one card"
    session.answer("m0>2")
    assert session.answer("score").startswith("you lose\nstuck: ")
    session.answer("undo")
    session.answer("m1>2 r0")
    assert session.answer("score").startswith("you win\nwon: ")
    assert session.answer("score").endswith("\nwon in 4 moves")


# --- Going on -------------------------------------------------------------------------------------

KEPT = {
    "gin(to=40)": "rummy",
    "indian13(seats=3)": "rummy",
    "texas42(match=hand)": "texas42",
    "tractor(match=deal)": "tractor",
}


@pytest.mark.parametrize("variant", KEPT)
def test_a_game_that_is_kept_goes_on_with_the_same_cards_and_the_same_seat(
    variant: str, tmp_path: Path
) -> None:
    group, options = KEPT[variant], ("--against", "medium", "--hints", "medium")
    moves = play_on(*hosted(variant, seat=1, seed=8))
    half, kept = len(moves) // 2, tmp_path / "kept.rec"
    whole = tmp_path / "whole.rec"
    new = ("--game", variant, "--seat", "1", "--seed", "8", *options)

    def run(*arguments: str | Path, lines: list[str]) -> str:
        status, told, error = run_command(group, "play", *arguments, text="\n".join(lines))
        assert (status, error) == (0, "")
        return told

    run(*new, "--record", whole, lines=moves)
    run(*new, "--record", kept, lines=moves[:half])
    assert "you are seat 1" in run("--record", kept, *options, lines=moves[half:])
    assert kept.read_text() == whole.read_text()
    assert list(Record.parse(kept.read_text()).states())[-1].turn == OVER


def test_what_is_said_anew_counts_more_than_what_the_file_says(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    arguments = ("rummy", "play", "--record", record)
    run_command(*arguments, "--seat", "1", "--seed", "8")
    assert "seed 8, you are seat 1" in run_command(*arguments)[1]
    assert "seed 9, you are seat 0" in run_command(*arguments, "--seat", "0", "--seed", "9")[1]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("--seat 9 --seed 8", "9 is not in the range"),
        ("--seat 1 --seed 99999999999999999999", "is not in the range"),
        ("--seat x --seed 8", "'x' is not a valid integer"),
        ("--against nobody", "'nobody' is no player of texas42: write one of easy"),
        ("--record x", "--record is no option of a game that is kept"),
    ],
)
def test_a_file_that_says_what_cannot_be_is_refused_in_a_line(
    line: str, reason: str, tmp_path: Path
) -> None:
    record = tmp_path / "deal.rec"
    session, _ = hosted("texas42(match=hand)")
    record.write_text(f"{session.record}# play {line}\n")
    status, told, error = run_command("texas42", "play", "--record", record)
    assert (status, told) == (2, "")
    assert error.startswith(f"error: {record}: ")
    assert reason in error
    assert error.count("\n") == 1


def test_a_record_of_no_such_line_goes_on_as_before(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    session, _ = hosted("gin(to=40)", seat=0)
    record.write_text(str(session.record))
    assert (
        "seed 4, you are seat 0"
        in run_command("rummy", "play", "--record", record, "--seed", "4")[1]
    )


# --- Width ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "wide"),
    [
        *(("0", 90), ("abc", 90), ("-5", 90), ("", 90), ("²", 90), ("1e9", 90), ("9" * 10, 90)),
        *(("1", 20), ("20", 20), ("50", 50), ("999999999", 1000)),
    ],
)
def test_what_is_no_width_is_not_heeded(
    columns: str, wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:  # the reports of the tests heed it, whatever it says
        patched.setenv("COLUMNS", columns)
        measured = width(None, 90), console(usual=90).width
    assert measured == (wide, wide)
