"""A seat's new secret, and onlookers that are sent away: over real sockets."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.table.serve.servers import BOTS, Served, bearer, code_of, get, serving, token_of

NEW = "a-new-secret-of-32-characters-xx"


def test_a_new_secret_takes_the_seat_from_the_old_link_and_from_other_devices(
    served: Served,
) -> None:
    made = served.made()
    own, other = served.line(made["host"]), served.line(made["host"])
    own.send("renew", id="a", token=NEW)
    assert own.until("seated", "no")["seat"] == 0
    while other.welcome["seat"] is not None:
        other.next()
    other.parts.clear()
    other.until("part")
    assert other.parts["hand"]["held"] == []
    refused = served.raw()
    refused.send(f'{{"t":"hello","table":"{made["table"]}","token":"{token_of(made)}"}}')
    assert code_of(refused) == 4403
    assert (
        get(f"{served.url}/api/tables/{made['table']}/record", headers=bearer(made)).status_code
        == 403
    )
    own.send("renew", id="b", token=NEW)  # the answer was lost
    assert own.until("seated", "no")["t"] == "seated"
    assert own.play("c", own.until_asked()[0])["t"] == "ack"
    again = served.line(f"{made['join']}#{NEW}")
    assert again.welcome["seat"] == 0


def test_a_seat_whose_other_devices_are_gone_is_away_when_its_own_is(served: Served) -> None:
    made = served.made(seats=("human", "human", "rules", "rules"))
    own, other = served.line(made["host"]), served.line(made["host"])
    friend = served.line(made["seats"][1])
    own.send("renew", id="a", token=NEW)
    own.until("seated")
    other.close()
    own.close()
    while friend.parts["people"][0]["here"]:
        friend.next()


def test_a_new_secret_outlives_a_restart_and_is_kept_as_a_digest(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with serving(path) as running:
        made = running.made()
        line = running.line(made["host"])
        line.send("renew", id="a", token=NEW)
        line.until("seated")
    with closing(sqlite3.connect(path)) as file:
        assert NEW not in "\n".join(file.iterdump())
    with serving(path) as again:
        assert again.line(f"{made['join']}#{NEW}").welcome["seat"] == 0


@pytest.mark.parametrize("token", ["short", "x" * 65, "of 32 characters with spaces in it"])
def test_a_secret_that_can_be_guessed_or_is_taken_is_refused(served: Served, token: str) -> None:
    made = served.made(seats=("human", "human", "rules", "rules"))
    line = served.line(made["host"])
    line.send("renew", id="a", token=token)
    assert line.until("no", "error", "seated")["t"] in ("no", "error")
    line.send("renew", id="b", token=made["seats"][1].partition("#")[2])
    assert line.until("no", "seated")["code"] == "table.secret-taken"
    looker = served.line(made["join"])
    looker.send("renew", id="c", token=NEW)
    assert looker.until("no", "seated")["code"] == "table.no-seat"


def test_the_host_lets_nobody_look_on_and_who_does_is_sent_away(served: Served) -> None:
    made = served.made(seats=("human", "human", *BOTS[2:]))
    host, friend, looker = (
        served.line(link) for link in (made["host"], made["seats"][1], made["join"])
    )
    friend.send("watch", id="a", watch="no")
    assert friend.until("ack", "no")["code"] == "table.host-only"
    for line in (host, friend):
        line.send("ready", id="r")
        line.until("ack")
    host.send("watch", id="b", watch="delayed")
    assert host.until("ack", "no", "error")["t"] == "error"
    host.send("watch", id="c", watch="no")
    assert host.until("ack", "no")["t"] == "ack"
    assert code_of(looker.socket) == 4403
    refused = served.raw()
    refused.send(f'{{"t":"hello","table":"{made["table"]}"}}')
    assert code_of(refused) == 4403
    served.registry.drop_idle(1 << 62)
    host.send("watch", id="d", watch="public")
    host.until("ack")
    assert served.line(made["join"]).welcome["seat"] is None
