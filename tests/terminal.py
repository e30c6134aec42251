"""A command at a terminal of its own, for what must be seen as a person sees it."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time

from tests.fresh import ROOT


class Terminal:
    """``suitwise`` with these arguments, and these variables in its environment."""

    def __init__(self, *arguments: str, **variables: str) -> None:
        self._master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        environment |= variables
        self._run = subprocess.Popen(
            [sys.executable, "-m", "suitwise", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)

    def until(self, text: str) -> str:
        """Return what is shown up to a text, or to the end of the command.

        Raises:
            AssertionError: a minute goes by, and neither is there.
        """
        shown = ""
        end = time.monotonic() + 60
        while text not in shown:
            assert time.monotonic() < end, f"{text!r} is not shown, but {shown!r}"
            if select.select([self._master], [], [], 1)[0]:
                try:
                    shown += os.read(self._master, 4096).decode()
                except OSError:
                    break
        return shown

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self._master, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C; not within the instant between a prompt and waiting for an answer to it."""
        time.sleep(0.2)
        self._run.send_signal(signal.SIGINT)

    def ends(self) -> int:
        """Wait for the end; return the exit status."""
        status = self._run.wait(timeout=600)
        os.close(self._master)
        return status
