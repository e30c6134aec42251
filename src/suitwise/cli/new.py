"""The command ``suitwise new``: a trick-taking game of one's own to start from, as a package."""

from __future__ import annotations

import keyword
import os
import re
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import click

from suitwise import catalogue
from suitwise.cli.common import plain_errors
from suitwise.cli.setup import source_folder

_MOST_LETTERS = 40
_TEMPLATE = "mygame"
"""The game among the examples whose name is replaced; its classes begin with ``MyGame``."""


@click.command()
@click.argument("name")
def new(name: str) -> None:
    """Write a small trick-taking game into the new folder NAME, as a package to start from.

    It can be played and checked at once, and brings its rules, a player, tests and a README.

    \b
    Example:
      suitwise new mygame
    """
    fault = _fault_of(name)
    if fault:
        raise click.ClickException(fault)
    with plain_errors():
        template = source_folder() / _TEMPLATE
    _write(template, name)
    click.echo(f"the game {name} is in the folder {name}; go on with")
    click.echo(f"  cd {name}")
    click.echo(f"  suitwise check {name} --import {name}")
    click.echo("  python -m pip install .")


def _fault_of(name: str) -> str | None:
    """Return what is wrong with a name, and what would be right, or None."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        return f"{name!r} can't be imported: take a word of a-z, 0-9 and _ that is none of Python's"
    if len(name) > _MOST_LETTERS:
        return f"a name has at most {_MOST_LETTERS} letters, this one has {len(name)}"
    if os.path.lexists(name):
        return f"{name} is there already: take another name, or another folder to call this from"
    if catalogue.find(name):
        return f"{name} is a game already: take another name"
    if name in sys.stdlib_module_names or name == "tests" or find_spec(name):
        return f"{name} is a module already: take another name"
    return None


def _write(template: Path, name: str) -> None:
    """Write the template under a name; the folder gets its name when all of it is written."""
    part = Path(tempfile.mkdtemp(prefix=f".{name}.", dir="."))
    try:
        part.chmod(0o777 & ~_umask())
        for path in sorted(template.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                to = part / _renamed(str(path.relative_to(template)), name)
                to.parent.mkdir(parents=True, exist_ok=True)
                to.write_text(_renamed(path.read_text("utf-8"), name), "utf-8")
        part.rename(name)
    finally:
        shutil.rmtree(part, ignore_errors=True)  # gone already if it got its name


def _umask() -> int:
    """Return the mask of new files; the system tells it only while it is set."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _renamed(text: str, name: str) -> str:
    """Put a name in the place of the template's.

    >>> _renamed("from mygame.game import MyGameState", "two_suits")
    'from two_suits.game import TwoSuitsGameState'
    """
    # With a word of its own behind it a name such as "any" is none that the modules import.
    kind = "".join(word.capitalize() for word in name.split("_")) + "Game"
    return text.replace("MyGame", kind).replace(_TEMPLATE, name)
