"""``suitwise tractor replay`` from the command line."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from click.testing import CliRunner

from suitwise.cli.games.tractor_advice import replay
from suitwise.game import Record, load, play
from suitwise.players import RandomPlayer
from suitwise.tractor import match_of
from tests.commands import refusal_of, run_command


@cache
def record(seed: int = 2) -> Record:
    return play(
        load("tractor(match=deal,levels=9A,landlord=1)").start(), RandomPlayer(3), seed=seed
    )


def text(seed: int = 2) -> str:
    return str(match_of(record(seed)))


def run(*arguments: str, text: str) -> tuple[int, str, str]:
    """Run the command in this process: status, standard output, the one line of an error."""
    # The names of the option for help are remembered: those that the whole command has.
    names = ["-h", "--help"]
    done = CliRunner().invoke(replay, list(arguments), input=text, help_option_names=names)
    assert done.exit_code == 0 or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr.removeprefix("Error: ")


def test_each_deal_is_told_and_that_every_line_is_right() -> None:
    status, shown, error = run_command("tractor", "replay", text=f"{text(2)}\n# another\n{text(3)}")
    assert (status, error) == (0, "")
    lines = shown.splitlines()
    assert lines[0] == "match 1: tractor(profile=standard,match=deal,levels=9A,landlord=1,first=0)"
    result = match_of(record(2)).deals[0].result
    assert lines[1].startswith("  deal 1: trump ")
    assert lines[1].endswith(f"A, landlord 1; {result}")
    assert lines[2] == "  1 deal, every line is right"
    assert lines[3].startswith("match 2: ")
    assert len(lines) == 6


def test_what_precedes_a_wrong_line_is_told_and_then_the_line(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    wrong = text(3).replace("+0", "+5", 1)
    path.write_text(text(2) + wrong, encoding="utf-8")
    status, shown, error = run_command("tractor", "replay", path)
    assert status == 2
    assert shown.splitlines()[2:] == ["  1 deal, every line is right", shown.splitlines()[3]]
    at = 1 + next(n for n, line in enumerate(wrong.splitlines()) if line not in text(3))
    number = text(2).count("\n") + at
    assert error.startswith(f"error: {path}:{number}: seat ")
    assert error.endswith(" wins the trick and 0 points\n")


def test_matches_as_data() -> None:
    status, shown, _ = run("--json", text=text(2) + text(3))
    assert status == 0
    first, second = map(json.loads, shown.splitlines())
    assert (first["match"], second["match"]) == (1, 2)
    assert first["over"] is True
    [deal] = first["deals"]
    assert deal["levels"] == ["9", "A"]
    assert deal["landlord"] == 1
    assert f"{deal['points']} points" in match_of(record(2)).deals[0].result
    assert deal["held"] == (deal["points"] < 80)
    assert (deal["next_landlord"] is None) == (first["winner"] is not None)


def test_what_it_prints_as_json_and_what_a_table_exports_is_read_again() -> None:
    plain = run("--json", text=text(2) + text(3))[1]
    assert run("--json", text=plain)[1] == plain
    assert run("--text", text=plain)[1] == text(2) + text(3)
    exported = json.dumps({"record": record(2).as_json()}, indent=2)
    assert run("--text", text=exported)[1] == text(2)
    assert run("--text", text="\n" + json.dumps(record(2).as_json()))[1] == text(2)
    for wrong in ("{", '{"deals": 3}', plain + "{]", '{"text": "game gin"}', '{"text": 7}'):
        status, _, error = run(text=wrong)
        assert status
        assert error.startswith("<stdin>:")


def test_a_record_that_breaks_off_says_what_comes_next() -> None:
    lines = text(2).splitlines()
    begun = "\n".join(line for line in lines if "trick" not in line and "result" not in line)
    assert "; broken off, seat 1 is to play\n" in run(text=begun)[1]
    drawing = "\n".join(lines[:2])
    assert "  deal 1: broken off, seat 1 draws card 1 next\n" in run(text=drawing)[1]
    [match] = map(json.loads, run("--json", text=drawing)[1].splitlines())
    assert match["over"] is False
    assert match["deals"][0]["trump"] is None
    assert match["deals"][0]["points"] is None


def test_a_record_of_all_moves_is_replayed_and_written_as_people_read_it() -> None:
    assert run(text=str(record()))[1] == run(text=text())[1]
    both = run("--text", text=f"{record(2)}\n{text(3)}")[1]
    assert both == text(2) + text(3)
    assert run("--text", text=both)[1] == both


def test_a_move_that_is_not_legal_is_refused_with_its_line() -> None:
    lines = str(record()).splitlines()
    at = len(lines) - 2
    lines[at] = lines[at].rpartition(" ")[0] + " pass"
    status, _, error = run(text="# kept\n" + "\n".join(lines))
    assert status == 1
    assert error.startswith(f"<stdin>:{at + 2}: move {len(record().moves)}: pass: seat ")


def test_a_record_of_the_middle_of_a_deal_is_refused_with_the_line_of_its_start() -> None:
    text = "game tractor\n\nstart 22 - | S3 - - - | 0/0 | - | - | -\nmoves\nreturns 0 0 0 0\n"
    error = run(text=text)[2]
    assert error.startswith("<stdin>:3: the record of a deal begins before its first card is drawn")
    stacks = str(play(load("stacks(stacks=2,height=2)").start(), RandomPlayer(1), seed=1))
    assert run(text=stacks)[2].startswith("<stdin>:1: ")


def test_an_empty_input_is_refused() -> None:
    assert refusal_of("tractor", "replay", "-") == "error: <stdin>: there is no match in it\n"
    assert "no match" in run(text="# nothing\n\n")[2]


def test_a_byte_order_mark_is_refused() -> None:
    error = run(text="\ufeffgame tractor\ndeal 1\n")[2]
    assert error.startswith("<stdin>:1: the input begins with a byte order mark")


def test_data_and_text_are_not_asked_for_at_once() -> None:
    assert "--json and --text exclude each other" in run("--json", "--text", text="game tractor")[2]


def test_any_bytes_are_refused_in_a_line() -> None:
    for data in (b"\x00\xff\n", b"game tractor\ndeal 1\ndraw 0: \xe2\x99", b"game \xff", b"moves"):
        status, shown, error = run_command("tractor", "replay", text=data)
        assert (status, shown) == (2, ""), data
        assert error.startswith("error: <stdin>:")
        assert error.count("\n") == 1
