"""A seat as tools: a client of the protocol's own package plays a hand."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import anyio
import pytest

from suitwise import __version__
from suitwise.agents import Talk, mcp_server
from suitwise.errors import SuitwiseError
from tests.fresh import ROOT

WORDS = [
    "-m",
    "suitwise",
    "agent",
    "texas42(match=hand)",
    "--seed",
    "3",
    "--against",
    "rules",
    "--mcp",
]


async def told(session: Any, tool: str, **arguments: str) -> dict[str, Any]:
    answer = await session.call_tool(tool, arguments)
    assert len(answer.content) == 1
    assert answer.structured_content is None, "a model would be told the same twice"
    found: dict[str, Any] = json.loads(answer.content[0].text)
    return found


async def a_hand() -> list[dict[str, Any]]:
    """Play a hand with the command as a server; return what was told."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    server = StdioServerParameters(
        command=sys.executable, args=WORDS, cwd=str(ROOT), env=dict(os.environ)
    )
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        server_info = (await session.initialize()).server_info
        assert (server_info.name, server_info.version) == ("suitwise", __version__)
        tools = (await session.list_tools()).tools
        assert {tool.name for tool in tools} == {"rules", "look", "play"}
        assert not any(tool.output_schema for tool in tools)
        messages = [await told(session, "rules"), await told(session, "look")]
        messages.append(await told(session, "play", move="29"))
        while messages[-1]["type"] != "over":
            look = await told(session, "look")
            messages.append(await told(session, "play", move=look["moves"][0]["move"]))
        return messages


def test_a_hand_is_played_through_the_protocol() -> None:
    rules, look, refused, *later, last = anyio.run(a_hand)
    assert rules["type"] == "game"
    assert look["type"] == "decision"
    assert refused["code"] == "texas42.say.no-call"
    assert {one["type"] for one in later} == {"decision"}
    assert len(last["returns"]) == 4


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "mcp"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    with pytest.raises(SuitwiseError, match=r"needs mcp.*agents"):
        mcp_server(Talk("gin", others="random"))
