"""Options and arguments that commands of several groups have."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from suitwise.foundation.text.counting import tidied

SEED = click.IntRange(0, 2**64 - 1)

IMPORTS_HELP = "Import a module of this folder or Python's path first: it makes players known."
imports_option = click.option(
    "--import",
    "imports",
    metavar="MODULE",
    multiple=True,
    help=IMPORTS_HELP,
)
file_argument = click.argument("file", default="-", metavar="[FILE]")
svg_option = click.option("--svg", metavar="OUT", help="Draw it to this file, too.")


def json_option(unit: str = "") -> Callable[[Any], Any]:
    """Return the option ``--json``.

    Args:
        unit: what each printed object is about; empty where there is one object in all.
    """
    text = f"Print one JSON object a {unit}." if unit else "Print JSON."
    return click.option("--json", "as_json", is_flag=True, help=text)


def json_text(value: object) -> str:
    """Return what a command prints of a value with ``--json``: no float ends in the dust of sums.

    >>> json_text({"worth": 0.1 + 0.2, "deals": 3})
    '{"worth": 0.3, "deals": 3}'
    """
    return json.dumps(tidied(value))


def seed_option(text: str = "64-bit seed.", default: int | None = 0) -> Callable[[Any], Any]:
    """Return the option ``--seed``."""
    return click.option("--seed", type=SEED, default=default, show_default=True, help=text)


def threads_option(work: str = "work", most: int | None = None) -> Callable[[Any], Any]:
    """Return the option ``--threads``.

    Args:
        work: what the threads do.
        most: the largest number allowed; None for any.
    """
    text = f"Threads that {work}; 0 for all cores."
    return click.option("--threads", type=click.IntRange(0, most), default=0, help=text)


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
