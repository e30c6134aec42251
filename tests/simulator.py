"""One process in which CUDA kernels run in numba-cuda's simulator: a line of JSON in, a line out.

Starting Python with the simulator takes seconds, so the tests of a worker share one; each text that it
is sent runs in a scope of its own.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import os
import subprocess
import sys
import traceback
from functools import cache
from pathlib import Path
from queue import Queue
from threading import Thread

ROOT = Path(__file__).parents[1]
LONGEST_S = 240


class Simulator:
    """The process, from our side."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "tests.simulator"],
            cwd=ROOT,
            env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answers: Queue[str] = Queue()
        Thread(target=self._listen, daemon=True).start()
        atexit.register(self._end)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put('{"fault": "the simulator has ended"}')

    def run(self, code: str) -> str:
        """Run code and return what it printed."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._answers.get(timeout=LONGEST_S))
        assert "fault" not in answer, answer["fault"]
        return str(answer["printed"])

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()


@cache
def simulator() -> Simulator:
    """Return the simulator of this process, started when it is first asked for."""
    return Simulator()


def _answer(code: str) -> dict[str, str]:
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "<simulated>", "exec"), {"__name__": "__simulated__"})
    except BaseException:
        return {"fault": traceback.format_exc()}
    return {"printed": printed.getvalue()}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(_answer(json.loads(line))), flush=True)
