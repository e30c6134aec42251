"""Ctrl-C ends every command in one line with status 130, whatever is going on."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from suitwise.cli.interrupt import raised
from tests.fresh import ROOT, fresh_python

LISTENING = """
import ctypes, os, signal, sys, threading, time
from contextlib import suppress
from suitwise.cli.interrupt import listen, raised, tidied_by

def press():
    os.kill(os.getpid(), signal.SIGINT)

listen()
"""


def ended(code: str) -> tuple[int, str, str]:
    """Run code that listens for Ctrl-C: exit status, standard output, standard error."""
    done = subprocess.run(
        [sys.executable, "-c", LISTENING + code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "code",
    [
        "press(); time.sleep(60)",
        # An exception would be printed and forgotten here, as in what loads machine code.
        "ctypes.CFUNCTYPE(None)(press)(); print('went on')",
        # An exception would wait for the thread here.
        "threading.Thread(target=time.sleep, args=(50,)).start(); press(); time.sleep(60)",
    ],
    ids=["waiting", "in a callback", "beside a thread"],
)
def test_an_interrupt_ends_whatever_goes_on(code: str) -> None:
    assert ended(code) == (130, "", "error: interrupted\n")


def test_what_has_been_answered_is_written_before_the_end() -> None:
    assert ended("print('answer'); press()") == (130, "answer\n", "error: interrupted\n")


def test_a_second_interrupt_ends_at_once() -> None:
    code = """
def tidy():
    press()
    print('went on')
with tidied_by(tidy):
    press()
"""
    assert ended(code) == (130, "", "")


def test_what_must_be_put_right_is_and_what_is_over_is_not() -> None:
    code = """
with tidied_by(lambda: print('first')), tidied_by(lambda: 1 / 0):
    with tidied_by(lambda: print('over')):
        pass
    press()
"""
    assert ended(code) == (130, "first\n", "error: interrupted\n")


def test_where_an_interrupt_is_a_way_to_leave_it_is_raised() -> None:
    code = """
try:
    with raised():
        press()
except KeyboardInterrupt:
    print('left')
press()
"""
    assert ended(code) == (130, "left\n", "error: interrupted\n")


def test_a_program_started_with_interrupts_ignored_goes_on() -> None:
    ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    assert fresh_python(ignoring + LISTENING + "press(); print('went on')") == "went on\n"


def test_a_command_listens_before_anything_of_weight_is_loaded() -> None:
    code = "import sys, suitwise.cli; print('click' in sys.modules)"
    assert fresh_python(code) == "False\n"


def test_listening_is_for_commands_only() -> None:
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with raised():
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_terminal_gets_its_cursor_back_from_a_bar() -> None:
    code = """
from suitwise.cli import common
common.PROGRESS_AFTER_S = 0.0
with common.Progress('searching') as progress:
    progress.reached(0, 1)
    press()
"""
    here, there = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-c", LISTENING + code],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=there,
        env={**os.environ, "TERM": "xterm"},
        timeout=600,
    )
    os.close(there)
    shown = b""
    with suppress(OSError):  # its end, once nobody writes any more
        while more := os.read(here, 65536):  # a busy machine hands it on in pieces
            shown += more
    os.close(here)
    assert done.returncode == 130
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")
    assert shown.endswith(b"error: interrupted\r\n")
