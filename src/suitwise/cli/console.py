"""How wide a terminal is, and rich's consoles of that width.

``COLUMNS`` may say anything: it is ignored where it is no width, and nothing is drawn narrower than can
be read. Left to itself rich prints nothing at all where ``COLUMNS`` is 0, and fails where it is ``²``.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

_LEAST, _MOST = 20, 1000
_USUAL = 79
_HEIGHT = 24


def width(stream: TextIO | None, usual: int = _USUAL) -> int:
    """Return how many characters wide the output is, from 20 to 1000.

    Args:
        stream: where it goes.
        usual: the width where the output is no terminal.
    """
    return min(max(_LEAST, _told() or _measured(stream) or usual), _MOST)


def console(*, stderr: bool = False, usual: int = _USUAL) -> Console:
    """Return a console of the width of standard output, or of standard error."""
    from rich.console import Console

    columns = width(sys.stderr if stderr else sys.stdout, usual)
    return Console(stderr=stderr, width=columns, height=_HEIGHT)


def _told() -> int:
    """Return the width that the environment names, 0 if it names none."""
    text = os.environ.get("COLUMNS", "")
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else 0


def _measured(stream: TextIO | None) -> int:
    """Return the width of a terminal, 0 of any other stream."""
    with suppress(OSError, ValueError):
        if stream is not None:
            return os.get_terminal_size(stream.fileno()).columns
    return 0
