"""``suitwise tractor play``: from a script, at a terminal, with whatever is typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click import ClickException

from suitwise.cli.games.tractor import variant_of
from suitwise.cli.play import Hints, session_of
from suitwise.cli.records import Chair, held_text
from suitwise.game import OVER, Record
from suitwise.players.session import Session
from suitwise.tractor import Tractor
from suitwise.tractor.players.host import TractorHost
from tests.commands import refusal_of, run_command
from tests.fresh import fresh_python
from tests.terminal import Terminal

HOST = TractorHost()
CHAIR = Chair(0, 5, "rules")
HINTS = Hints("rules", 0.0)


def run(*arguments: str | Path, text: str | bytes = b"") -> tuple[int, str, str]:
    """Run the command: exit status, standard output, standard error."""
    return run_command("tractor", "play", *arguments, text=text)


def refusal(*arguments: str | Path) -> str:
    """Run a command that is refused in one line."""
    return refusal_of("tractor", "play", *arguments)


# --- As a process ---------------------------------------------------------------------------------


def test_a_deal_is_begun_from_a_script_kept_and_gone_on_with(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    arguments = ("--seed", "7", "--record", record)
    status, told, error = run(*arguments, "--deal", text="pass\npass\nhint\n")
    assert (status, error) == (0, "")
    assert "seed 7, you are seat 0" in told
    assert "trump    │ " in told
    kept = Record.parse(record.read_text("utf-8"))
    assert kept.game.startswith("tractor(profile=standard,match=deal")
    assert list(kept.states())[-1].turn == 0
    again = run(*arguments, text="show\n")[1]
    shown = again.rpartition("\n\n")[2]
    assert shown in told
    assert again.count(shown) == 2
    assert "leave out --profile" in refusal("--record", record, "--profile", "standard")


def hinted_moves(seed: int, seat: int) -> list[str]:
    """Return what the hints play in a deal."""
    session = Session(Tractor(match="deal"), HOST, seat=seat, seed=seed, unasked=HOST.unasked)
    session.begin()
    moves = []
    while (hint := session.answer("hint")) != "the game is over":
        moves.append(hint.partition(": ")[0])
        session.answer(moves[-1])
    return moves


def test_a_deal_is_played_to_its_end_with_cards_in_any_form(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    forms = (
        str.lower,
        lambda cards: " ".join(re.findall(r"\S\S", cards)),
        lambda cards: "".join(reversed(re.findall(r"\S\S", cards))),
        lambda cards: re.sub(r"([SHDC])T", r"\g<1>10", cards),
    )
    moves = hinted_moves(7, seat=1)
    lines = [forms[at % 4](move) if move != "pass" else move for at, move in enumerate(moves)]
    arguments = ("--seed", "7", "--seat", "1", "--deal", "--record", record)
    others = ("--against", "rules")
    status, told, error = run(*arguments, *others, text="\n".join(lines))
    assert (status, error) == (0, "")
    assert "illegal" not in told
    assert re.search(r"^(you win|you lose|nobody wins): \d+ points, ", told, re.M)
    assert list(Record.parse(record.read_text("utf-8")).states())[-1].turn == OVER


def test_the_same_seed_makes_the_same_game_of_the_house() -> None:
    arguments = (
        "--seed",
        "9",
        "--deal",
        "--profile",
        "standard(penalty=10)",
        "--against",
        "random",
    )
    told = run(*arguments, text="pass\nmoves\n")
    assert told == run(*arguments, text="pass\nmoves\n")
    assert told[1].startswith("tractor(profile=standard(penalty=10),match=deal,")


def test_the_rule_based_players_need_no_compiler() -> None:
    code = """
import sys
from suitwise.players.session import Session
from suitwise.tractor.players.host import TractorHost
from suitwise.tractor.game import Tractor
host = TractorHost()
session = Session(Tractor(match="deal"), host, seed=1, unasked=host.unasked)
session.begin()
for _ in range(3):
    session.answer(session.answer("hint").split(": ")[0])
print("numba" in sys.modules)
"""
    assert fresh_python(code) == "False\n"


@pytest.mark.parametrize(
    ("game", "profile"),
    [("gin", None), ("tractor(levels=2)", None), ("tractor", "\x1b[2J" * 1000)],
)
def test_a_game_that_cannot_be_is_refused(game: str, profile: str | None) -> None:
    with pytest.raises(ClickException) as refused:
        session_of(variant_of, game, {"profile": profile, "deal": True}, CHAIR, HINTS)
    assert len(refused.value.message) < 300
    assert refused.value.message.isprintable()


def test_a_player_that_there_is_not_is_refused() -> None:
    refusal("--against", "nobody")


def test_a_record_that_cannot_be_gone_on_with_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    session = Session(Tractor(match="deal"), HOST, seed=5, unasked=HOST.unasked)
    session.begin()
    session.answer("pass")
    kept = str(session.record)
    for spoilt in (
        kept.replace("pass", "S9S9", 1),
        kept.replace("tractor(", "gin("),
        kept.partition("returns")[0],
        "\0" * 100,
    ):
        record.write_text(spoilt, "utf-8")
        held = str(record), held_text(str(record)) or ""
        with pytest.raises(ClickException) as refused:
            session_of(variant_of, "", {}, CHAIR, HINTS, held)
        told = refused.value.message
        assert re.match(rf"{re.escape(str(record))}:[0-9]+: .*\Z", told), told
        assert record.read_text("utf-8") == spoilt
    assert refusal("--record", record) == f"error: {told}\n"


def test_whatever_is_typed_is_answered() -> None:
    lines = [
        *(b"\xff\xfe\x00", b"hint\x00", b"why", b"why \xf0\x9f\x82\xa1", b"undo -1", b"undo x"),
        *(b"H2" * 500, b"H2 2H", b"RJRJRJ", b"next", b"play", b"\x1b[2J", "♠A ♠A ♠A".encode()),
        *(b"why next", b"why RJ RJ RJ", b"moves all", b"JK", b"S1 S1", b"# a comment", b"", b" "),
    ]
    status, told, error = run("--seed", "7", "--deal", text=b"\n".join(lines))
    assert (status, error) == (0, "")
    assert "\x1b" not in told
    assert "\0" not in told


# --- At a terminal --------------------------------------------------------------------------------


def test_at_a_terminal_it_asks_and_ends_with_the_input() -> None:
    terminal = Terminal("tractor", "play", "--seed", "7", "--deal", TERM="dumb")
    assert "\x1b" not in terminal.until("> ")
    terminal.type("why H3\n")
    assert "\n♥3 is not legal: you have drawn no ♥3" in terminal.until("\r\n> ")
    terminal.type("\x04")
    assert "left" in terminal.until("left")
    assert terminal.ends() == 0


def test_an_interrupt_leaves_and_says_so() -> None:
    terminal = Terminal("tractor", "play", "--seed", "7", "--deal")
    terminal.until("> ")
    terminal.interrupt()
    assert "left\r\n" in terminal.until("left\r\n")
    assert terminal.ends() == 0


def test_where_ascii_alone_is_known_the_lines_are_alike() -> None:
    terminal = Terminal("tractor", "play", "--seed", "7", "--deal", PYTHONIOENCODING="ascii")
    assert "trump    | S2" in terminal.until("> ")
    terminal.type("\x04")
    assert terminal.ends() == 0
