"""The table: people and bots play in a browser, at tables that survive a crash of the server.

``Table`` is a table as an immutable value, without a server. ``server`` makes the web server from a
``Setup``; it needs the extra ``table``.

>>> from suitwise.table import Table
>>> from suitwise.table.rules.house import House
>>> from suitwise.table.rules.house import Pace
>>> from suitwise.table.rules.house import Chair
>>> bots = [Chair("bot", "Bo", "rules"), Chair("bot", "Cleo", "rules")]
>>> Table.made("7KQ2M", "gin", House(), Pace.none(), bots, bytes(32), now=0).table.variant[:8]
'gin(knoc'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from suitwise.errors import missing

if TYPE_CHECKING:
    from suitwise.table.rules.table import Table as Table
    from suitwise.table.serve.server import Setup as Setup
    from suitwise.table.serve.server import server as server

__all__ = ["Setup", "Table", "server"]

_PLACES = {"Setup": "serve.server", "Table": "rules.table", "server": "serve.server"}
"""The module that defines each name."""


def __getattr__(name: str) -> Any:
    """Import a public name on first use.

    Raises:
        SuitwiseError: a package of the extra ``table`` is missing.
    """
    if name not in _PLACES:
        raise AttributeError(f"module 'suitwise.table' has no attribute {name!r}")
    try:
        return getattr(import_module(f"suitwise.table.{_PLACES[name]}"), name)
    except ModuleNotFoundError as error:
        raise missing(error, "table") from error
