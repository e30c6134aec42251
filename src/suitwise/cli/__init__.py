"""The command line; each group of commands is imported only when it is used.

``suitwise --help`` imports nothing large but click, and only after the Ctrl-C handler is installed.
"""

from __future__ import annotations

import atexit
import gc
from typing import TYPE_CHECKING, Any

from suitwise.cli.interrupt import listen

if TYPE_CHECKING:
    from suitwise.cli.root import commands as commands


def main() -> None:
    """Run the command line."""
    listen()
    _collect_seldom()
    from suitwise.cli.root import run

    run()


def _collect_seldom() -> None:
    """Look for garbage seldom, and not at the end: that took 17 ms of each command.

    Commands leave few cycles behind, and what there is when a process ends goes with it.
    """
    gc.set_threshold(200_000, 20, 50)
    atexit.register(gc.freeze)


def __getattr__(name: str) -> Any:
    """Import ``commands``, the group of all commands, on first use."""
    if name == "commands":
        from suitwise.cli.root import commands

        return commands
    raise AttributeError(f"module 'suitwise.cli' has no attribute {name!r}")
