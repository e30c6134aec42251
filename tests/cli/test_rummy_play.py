"""``suitwise rummy play`` as a process: from a script, at a terminal, kept in a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from suitwise.game import OVER, Record
from tests.commands import refusal_of, run_command
from tests.terminal import Terminal


def run(*arguments: str | Path, text: str | bytes = b"") -> tuple[int, str, str]:
    """Run the command: exit status, standard output, standard error."""
    return run_command("rummy", "play", *arguments, text=text)


def refusal(*arguments: str | Path) -> str:
    """Run a command that is refused in one line."""
    return refusal_of("rummy", "play", *arguments)


def test_a_deal_of_gin_is_played_from_a_script_and_kept(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    text = "hint\npass\n"
    for _ in range(30):  # a script that draws, and discards the dearest card that it may
        text += "stock\n" + "".join(f"{suit}{rank}\n" for rank in "KQJT9876" for suit in "shdc")
    arguments = ("--game", "gin(to=0)", "--seed", "3", "--record", record)
    others = ("--against", "rules", "--hints", "rules")
    status, told, error = run(*arguments, *others, text=text)
    assert (status, error) == (0, "")
    assert "pass: with HK the hand keeps 61 points, with a card of the stock 55.1" in told
    assert "seat 1 draws from the stock\nseat 1 discards " in told
    assert "you lose: -" in told
    state = list(Record.parse(record.read_text("utf-8")).states())[-1]
    assert state.turn == OVER
    assert f"you lose: {state.returns()[0]:g}" in told


def test_gin_alone_is_a_match_to_100() -> None:
    told = run("--seed", "1", text="score\nquit\nhint\n")[1]
    assert "to=100" in told.splitlines()[0]
    assert "deals won 0 and 0; to 100" in told
    assert "average" not in told


def test_indian_rummy_is_played_too() -> None:
    status, told, error = run("--seed", "3", "--game", "indian13", text="drop\nrecord\n")
    assert (status, error) == (0, "")
    assert "seat 0 dropped, loses 20" in told
    assert "you lose: -20; seat 0: -20, seat 1: +20" in told
    assert list(Record.parse(told[told.index("game  ") :]).states())[-1].returns() == (-20, 20)


def test_a_file_that_is_no_record_is_refused_and_stays(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    for text in ("\0" * 100, "game gin\n"):
        record.write_text(text)
        assert f"{record}:" in refusal("--record", record)
        assert record.read_text() == text
    record.write_text("game stacks\nstart 1a\nmoves\nreturns 0\n")
    assert "stacks is not played here" in refusal("--record", record)
    assert "Is a directory" in refusal("--record", tmp_path)
    assert "No such file or directory" in refusal("--record", tmp_path / "no" / "a.rec")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seat", "2"),
        ("--game", "whist"),
        ("--game", "gin(knock=9999)"),
        ("--game", "indian13(seats=1)"),
        ("--game", "\x1b[2J" * 1000),
        ("--seed", "-1"),
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: tuple[str, ...]) -> None:
    refusal(*arguments)


# --- At a terminal --------------------------------------------------------------------------------


def test_at_a_terminal_it_asks_and_ends_with_the_input() -> None:
    terminal = Terminal("rummy", "play", "--seed", "3")
    terminal.until("> ")
    terminal.type("why stock\n")
    shown = re.sub(r"\x1b\[[0-9;]*m", "", terminal.until("pass\r\n> "))
    assert "stock is not legal: you are to take the upcard" in shown
    terminal.type("\x04")
    assert terminal.ends() == 0


def test_an_interrupt_leaves_without_a_word_of_blame(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    terminal = Terminal("rummy", "play", "--seed", "3", "--record", str(record))
    terminal.until("> ")
    terminal.type("pile\n")
    terminal.until("> ")
    terminal.interrupt()
    assert "error" not in terminal.until("never")
    assert terminal.ends() == 0
    assert "pile" in Record.parse(record.read_text()).moves
