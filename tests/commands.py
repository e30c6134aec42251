"""Commands of ``suitwise``: in this process, or in one of their own; and boards, which name commands.

A process of its own starts for a second or more, so most tests run a command in this one, as a program
that uses the package would. What needs a process is run in one: its exit, its streams, its Ctrl-C.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

import pytest

from suitwise.cli.root import run
from suitwise.players.board import Answer, answered, board_of
from tests.fresh import ROOT

Run = Callable[..., tuple[int, str, str]]


def run_command(
    *words: str | Path | int, text: str | bytes = b"", cwd: Path = ROOT
) -> tuple[int, str, str]:
    """Run a command in this process: exit status, standard output, standard error."""
    argv = ["suitwise", *map(str, words)]
    given, told, error = (_stream(data) for data in (_bytes(text), b"", b""))
    streams = patch.multiple(sys, argv=argv, stdin=given, stdout=told, stderr=error)
    with streams, chdir(cwd):
        status = _status()
    return status, _said(told), _said(error)


def _status() -> int:
    with pytest.raises(SystemExit) as ended:
        run()
    status = ended.value.code
    assert isinstance(status, int)
    return status


def _stream(data: bytes) -> TextIOWrapper:
    return TextIOWrapper(BytesIO(data), "utf-8", newline=None)


def _said(stream: TextIOWrapper) -> str:
    stream.flush()
    written = stream.detach()
    assert isinstance(written, BytesIO)
    return written.getvalue().decode()


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def run_program(*words: str | Path | int, text: str | bytes = b"") -> tuple[int, str, str]:
    """Run a command in a process of its own: exit status, standard output, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "suitwise", *map(str, words)],
        input=_bytes(text),
        capture_output=True,
        cwd=ROOT,
        timeout=600,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def refusal_of(*words: str | Path | int, by: Run = run_command) -> str:
    """Return what a command prints that is refused in one line."""
    status, told, error = by(*words)
    assert (status, told) == (2, "")
    assert error.startswith("error: ")
    assert error.count("\n") == 1
    return error


def answer_of(*words: str | Path | int, text: str | bytes = b"") -> str:
    """Return what a command prints that answers and has nothing else to say."""
    status, told, error = run_command(*words, text=text)
    assert (status, error) == (0, "")
    return told


def asked(ask: str, more: int = 0, game: str = "tractor", /, **fields: str) -> Answer:
    """Return what the board says to a form: what it begins with, but for some fields."""
    board = board_of(game)
    assert board is not None
    question = next(one for one in board.questions if one.name == ask)
    form = {field.name: field.start for field in question.fields} | fields
    return answered(board, ask, form, more)


def printed(answer: Answer) -> str:
    """Return what the command prints that an answer names."""
    first, *words = shlex.split(answer.command)
    assert first == "suitwise"
    return answer_of(*words)
