"""Who looks on has a number and a name, which the host alone is told, and can be sent away alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from suitwise.table.serve.websocket import SENT_AWAY
from tests.table.serve.servers import SECRET, Line, Served, code_of, get, token_of

TWO = ("human", "human", "open", "rules")


def looking(served: Served, made: dict[str, Any], **hello: Any) -> Line:
    line = Line(served.raw())
    line.send("hello", table=made["table"], **hello)
    line.until("part")
    return line


def listed(line: Line) -> list[tuple[int, str]]:
    """Return whom the next list of onlookers names."""
    return [(one["n"], one["name"]) for one in line.until("onlookers")["list"]]


def silent(line: Line) -> bool:
    """Return whether a line is told of no onlookers up to the answer to a ping."""
    line.send("ping")
    return bool(line.until("pong", "onlookers")["t"] == "pong")


def test_the_host_alone_is_told_who_looks_on(served: Served) -> None:
    made = served.made(seats=TWO)
    host, friend = served.line(made["host"]), served.line(made["seats"][1])
    looker = looking(served, made, name="  Rob  in ")
    assert listed(host) == [(1, "Rob in")]
    other = looking(served, made)
    assert listed(host) == [(1, "Rob in"), (2, "")]
    again = served.line(made["host"])  # another device of the host
    assert listed(again) == [(1, "Rob in"), (2, "")]
    assert silent(friend)
    assert silent(looker)
    looker.close()
    assert listed(host) == [(2, "")]
    other.send("sit", id="s", seat=2, name="Cai", token=SECRET)
    other.until("seated")
    assert listed(host) == []
    assert silent(friend)


def test_one_is_sent_away_and_the_others_stay(served: Served) -> None:
    made = served.made(seats=TWO)
    host = served.line(made["host"])
    one = looking(served, made, name="Rude", lang="zh")
    assert listed(host) == [(1, "Rude")]
    other = looking(served, made)
    assert listed(host) == [(1, "Rude"), (2, "")]
    host.send("dismiss", id="d", onlooker=1)
    assert host.until("ack", "no")["t"] == "ack"
    assert one.until("bye") == {"t": "bye", "code": "table.sent-away", "text": "桌主请你离开了"}
    assert code_of(one.socket) == SENT_AWAY
    assert silent(other)
    assert listed(host) == [(2, "")]
    host.send("dismiss", id="d", onlooker=1)  # its answer may have been lost
    assert host.until("ack", "no")["t"] == "ack"
    back = looking(served, made, name="Rude")  # who comes again is another one
    assert listed(host) == [(2, ""), (3, "Rude")]
    back.close()


def test_only_the_host_sends_away_and_only_who_looks_on(served: Served) -> None:
    made = served.made(seats=TWO)
    host, friend = served.line(made["host"]), served.line(made["seats"][1])
    looker = looking(served, made)
    assert listed(host) == [(1, "")]
    for line in (friend, looker):
        line.send("dismiss", id="d", onlooker=1)
        assert line.until("ack", "no")["code"] == "table.host-only"
    for number in (0, 2, 10**9):
        host.send("dismiss", id=f"d{number}", onlooker=number)
        assert host.until("ack", "no")["code"] == "table.no-onlooker"
    host.send("dismiss", id="e", onlooker=-1)
    assert host.until("error")["code"] == "table.bad-part"
    host.send("dismiss", onlooker=2)  # a refusal is told without an id, too
    assert host.until("no")["id"] == ""
    looker.send("sit", id="s", seat=2, name="Cai", token=SECRET)
    looker.until("seated")
    host.send("dismiss", id="f", onlooker=1)  # a seat is no onlooker's
    host.until("ack")
    assert silent(looker)


def test_without_an_id_nothing_is_acknowledged(served: Served) -> None:
    made = served.made(seats=TWO)
    host, looker = served.line(made["host"]), looking(served, made)
    assert listed(host) == [(1, "")]
    host.send("dismiss", onlooker=1)
    assert host.until("ack", "no", "onlookers")["t"] == "onlookers"
    assert code_of(looker.socket) == SENT_AWAY


def test_who_becomes_the_host_is_told_and_who_was_it_no_more(served: Served) -> None:
    made = served.made(seats=TWO)
    host, friend = served.line(made["host"]), served.line(made["seats"][1])
    looker = looking(served, made, name="Robin")
    assert listed(host) == [(1, "Robin")]
    host.send("leave", id="l")
    assert listed(friend) == [(1, "Robin"), (2, "")]  # who has left looks on
    friend.send("dismiss", id="d", onlooker=1)
    friend.until("ack")
    assert code_of(looker.socket) == SENT_AWAY


@pytest.mark.parametrize("name", ["\u200bRobin", "\u2800"])
def test_a_name_that_can_not_be_seen_is_left_out(served: Served, name: str) -> None:
    made = served.made(seats=TWO)
    host = served.line(made["host"])
    looking(served, made, name=name)
    assert listed(host) == [(1, "")]


def test_an_onlookers_name_is_in_no_file_and_told_to_no_one_else(served: Served) -> None:
    made = served.made(seats=TWO)
    host, friend = served.line(made["host"]), served.line(made["seats"][1])
    looking(served, made, name="Zebedee")
    assert listed(host) == [(1, "Zebedee")]
    assert silent(friend)
    assert "Zebedee" not in json.dumps([friend.welcome, friend.parts, friend.told, host.parts])
    head = {"authorization": f"Bearer {token_of(made)}"}
    asked = f"{served.url}/api/tables/{made['table']}"
    assert "Zebedee" not in get(asked, headers=head).text
    room = served.registry.rooms[made["table"]]
    assert "Zebedee" not in repr(room.table)
