"""``suitwise bench``: what is refused before anything is measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from suitwise.cli.bench.group import bench

_COMMANDS = (
    "tractor",
    "tractor-follow",
    "tractor-table",
    "tractor-players",
    "stacks",
    "rummy",
    "texas42",
    "texas42-players",
    "table-page",
)


@pytest.mark.parametrize("command", _COMMANDS)
def test_a_page_that_can_t_be_written_is_refused_at_once(command: str, tmp_path: Path) -> None:
    page = tmp_path / "missing" / "page.md"
    # The names of the option for help are remembered: those that the whole command has.
    names = ["-h", "--help"]
    arguments = [command, "--markdown", str(page)]
    done = CliRunner().invoke(bench, arguments, help_option_names=names)
    assert isinstance(done.exception, FileNotFoundError)
    assert done.output == ""
