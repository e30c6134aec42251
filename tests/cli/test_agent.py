"""``suitwise agent``: lines of JSON, a scripted player, and what ends the game."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.commands import refusal_of, run_command
from tests.fresh import ROOT

HAND = ("agent", "texas42(match=hand)", "--seed", "3", "--against", "rules")


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_program_plays_a_hand_by_what_it_is_told(lang: str) -> None:
    words = [sys.executable, "-m", "suitwise", "--lang", lang, *HAND]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        kinds = []
        for line in process.stdout:
            message = json.loads(line)
            kinds.append(message["type"])
            if message["type"] == "decision":
                process.stdin.write(json.dumps({"move": message["moves"][-1]["move"]}) + "\n")
                process.stdin.flush()
    assert process.returncode == 0
    assert kinds[0] == "game"
    assert kinds[-1] == "over"


def test_where_the_input_ends_the_game_is_left() -> None:
    status, told, error = run_command(*HAND, text='{"move": "pass"}\n')
    assert (status, error) == (0, "")
    assert [line["type"] for line in lines_of(told)] == ["game", "decision", "decision"]


def test_the_same_seed_and_answers_tell_the_same() -> None:
    assert run_command(*HAND, text="pass\n") == run_command(*HAND, text="pass\n")


def test_too_many_refused_answers_end_it_in_one_line() -> None:
    status, told, error = run_command(*HAND, "--refusals", "1", text="hm\nhm\nhm\n")
    assert (status, error) == (2, "error: 2 answers in a row were no legal move\n")
    assert [line["type"] for line in lines_of(told)] == [
        "game",
        "decision",
        "refused",
        "refused",
        "stopped",
    ]


def test_any_bytes_are_refused_and_the_question_stands() -> None:
    status, told, error = run_command(*HAND, text=b"\xff\xfe\n[[[[\n{}\npass\n")
    assert (status, error) == (0, "")
    kinds = [line["type"] for line in lines_of(told)]
    assert kinds == ["game", "decision", "refused", "refused", "refused", "decision"]


def test_a_game_or_a_player_that_is_not_there_is_refused_in_one_line() -> None:
    assert "bridge" in refusal_of("agent", "bridge")
    assert "nobody" in refusal_of("agent", "gin", "--against", "nobody")
    assert "seats 0 to 1" in refusal_of("agent", "gin", "--seat", "2", "--against", "random")
