"""Modules that make players known: imported by their names before the players are looked for.

A module calls ``players.named.register_player``. Processes that play import it, too, when they are
handed its players.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from importlib import import_module

from suitwise.arena.entrants.seats import reason_of
from suitwise.errors import NotationError

_MODULE = re.compile(r"[A-Za-z_]\w{0,99}(\.[A-Za-z_]\w{0,99}){0,9}", re.ASCII)


def import_players(modules: Iterable[str]) -> None:
    """Import modules, each once, from this folder or wherever Python finds them.

    Args:
        modules: their names, as after ``import``.

    Raises:
        NotationError: there is no such module, or it fails; it is named.

    >>> import_players(["suitwise.testing"])
    >>> import_players(["my_players.py"])
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'my_players.py' is no module: write my_players
    """
    for module in modules:
        _import(require_module(module))


def require_module(name: str) -> str:
    """Return the name of a module, and refuse what is none.

    Raises:
        NotationError: it is none.

    >>> require_module("my.players")
    'my.players'
    """
    stem = name.removesuffix(".py").replace("/", ".")
    if not _MODULE.fullmatch(name) or stem != name:
        better = stem if _MODULE.fullmatch(stem) else "its name as after import"
        raise NotationError(f"{name[:60]!r} is no module: write {better}")
    return name


def _import(module: str) -> None:
    here = os.getcwd()
    if not {"", here} & set(sys.path):
        sys.path.append(here)
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise NotationError(f"the module {module} needs {error.name}: install it") from None
        raise NotationError(
            f"there is no module {module}, neither in {here} nor where Python looks"
        ) from None
    except Exception as error:
        reason = reason_of(error, placed=True)
        raise NotationError(f"the module {module} can't be imported: {reason}") from None
