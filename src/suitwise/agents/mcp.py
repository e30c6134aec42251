"""A seat as tools of the Model Context Protocol, for programs that give a language model tools.

The protocol is that of the package ``mcp`` (extra ``agents``); the tools pass on the messages of
``Talk``.
"""

from __future__ import annotations

import json
from functools import partial
from importlib import import_module
from typing import Any

from suitwise import __version__
from suitwise.agents.talk import Message, Talk
from suitwise.errors import missing


def mcp_server(talk: Talk) -> Any:
    """Return a server with the tools ``rules``, ``look`` and ``play``; ``run()`` serves standard input.

    Args:
        talk: the seat.

    Raises:
        SuitwiseError: the package ``mcp`` is not installed.

    >>> mcp_server(Talk("gin", others="rules", seed=3)).name
    'suitwise'
    """
    rules_told = str(talk.opening()["rules"])
    server = _kind()("suitwise", version=__version__, instructions=rules_told)
    # A result is text alone: with structure, too, a client would hand its model the same twice.
    tool = partial(server.tool, structured_output=False)

    @tool()  # type: ignore[untyped-decorator]
    def rules() -> str:
        """Tell the rules of the game, and which seat is yours."""
        return _text(talk.opening())

    @tool()  # type: ignore[untyped-decorator]
    def look() -> str:
        """Tell what your seat sees, what has happened since your last move, and your legal moves."""
        return _text(talk.decision())

    @tool()  # type: ignore[untyped-decorator]
    def play(move: str) -> str:
        """Play a move, written as it is listed or as the rules say; told is what follows, or why not."""
        return _text(talk.answered(json.dumps({"move": move})))

    return server


def _text(message: Message) -> str:
    return json.dumps(message, ensure_ascii=False)


def _kind() -> Any:
    """Return the package's class of servers, which is loaded only here."""
    try:
        return import_module("mcp.server").MCPServer
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] != "mcp":
            raise
        raise missing(error, "agents") from None
