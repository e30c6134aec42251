"""The command line; each group of commands is imported only when it is used.

``suitwise --help`` imports nothing large but click, and only after the Ctrl-C handler is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from suitwise.cli.interrupt import listen

if TYPE_CHECKING:
    from suitwise.cli.root import commands as commands


def main() -> None:
    """Run the command line."""
    listen()
    from suitwise.cli.root import run

    run()


def __getattr__(name: str) -> Any:
    """Import ``commands``, the group of all commands, on first use."""
    if name == "commands":
        from suitwise.cli.root import commands

        return commands
    raise AttributeError(f"module 'suitwise.cli' has no attribute {name!r}")
