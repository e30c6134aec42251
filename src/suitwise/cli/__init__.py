"""The command line: one file a command group or a few commands, loaded only when used.

``suitwise --help`` imports click and nothing else of weight, and that only once a Ctrl-C is heard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from suitwise.cli.common import listen

if TYPE_CHECKING:
    from suitwise.cli.root import commands as commands


def main() -> None:
    """Run the command line."""
    listen()
    from suitwise.cli.root import run

    run()


def __getattr__(name: str) -> Any:
    """Find ``commands``, the group of all commands, when it is first asked for."""
    if name == "commands":
        from suitwise.cli.root import commands

        return commands
    raise AttributeError(f"module 'suitwise.cli' has no attribute {name!r}")
