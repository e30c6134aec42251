"""The options of several benchmarks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click


def number(name: str, least: int, usual: int, text: str = "") -> Callable[[Any], Any]:
    """Return an option that is a number from ``least`` on, ``usual`` unless given."""
    kind = click.IntRange(least)
    return click.option(name, type=kind, default=usual, show_default=True, help=text or None)


def _page(context: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """Refuse a page that can't be written before minutes of measuring."""
    if path is not None:
        with Path(path).open("a"):
            pass
    return path


markdown_option = click.option(
    "--markdown", metavar="FILE", callback=_page, help="Write the section of this page, too."
)
