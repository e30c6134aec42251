"""Private tables: who has no seat says the pass phrase; what is kept of it is a salted slow digest."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from suitwise.errors import SuitwiseError
from suitwise.table.client import Client, play
from suitwise.table.rules.house import House, locked, opens
from suitwise.table.serve.limits import Limits
from tests.table.serve.servers import (
    HAND,
    SECRET,
    Line,
    Served,
    bearer,
    code_of,
    get,
    post,
    serving,
)

PHRASE = "correct horse 一二三"
LOCKED, TOO_MANY = 4402, 4429
TWO = ("human", "open", "rules", "rules")


NO_HEAD: Mapping[str, str] = MappingProxyType({})


def private(served: Served, phrase: str = PHRASE, **more: Any) -> dict[str, Any]:
    asked = {"variant": HAND, "seats": TWO, "name": "Ann", "phrase": phrase, **more}
    answer = post(f"{served.url}/api/tables", json=asked)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def greeted(
    served: Served, made: dict[str, Any], head: Mapping[str, str] = NO_HEAD, **hello: Any
) -> Any:
    """Open a line and say hello; return it."""
    line = served.raw(**head)
    line.send(json.dumps({"t": "hello", "table": made["table"], **hello}))
    return line


def refused(line: ClientConnection) -> tuple[str, int]:
    """Return the code that a line is told and the one that it is closed with."""
    return json.loads(line.recv(timeout=60))["code"], code_of(line)


def test_who_looks_on_says_the_phrase(served: Served) -> None:
    made = private(served)
    assert refused(greeted(served, made)) == ("table.needs-phrase", LOCKED)
    assert refused(greeted(served, made, phrase="correct horse")) == ("table.wrong-phrase", LOCKED)
    line = Line(greeted(served, made, phrase=f" {PHRASE.replace(' ', '  ')} "))
    assert line.until("welcome")["seat"] is None
    line.until("part")
    line.send("sit", id="s", seat=1, name="Bob", token=SECRET)
    assert line.until("seated")["seat"] == 1
    again = Line(greeted(served, made, token=SECRET))  # whose seat it is needs no phrase
    assert again.until("welcome")["seat"] == 1


def test_the_link_of_a_seat_is_enough_till_the_seat_is_left(served: Served) -> None:
    made = private(served, seats=["human", "human", "rules", "rules"])
    guest = served.line(made["seats"][1])
    assert guest.welcome["private"] is True
    guest.send("leave", id="l")
    assert guest.until("ack", "no")["t"] == "ack"  # first, or the page would ask for the phrase
    assert code_of(guest.socket) == LOCKED


def test_who_has_said_it_looks_on_after_leaving_a_seat(served: Served) -> None:
    made = private(served)
    line = Line(greeted(served, made, phrase=PHRASE))
    line.until("part")
    line.send("sit", id="s", seat=1, name="Bob", token=SECRET)
    line.until("seated")
    line.send("leave", id="l")
    while line.next().get("seat", 0) is not None:
        pass
    line.send("ping")
    assert line.until("pong")


def test_nothing_is_told_of_a_private_table_without_its_phrase(served: Served) -> None:
    made = private(served)
    where = f"{served.url}/api/tables/{made['table']}"
    answer = get(where)
    assert (answer.status_code, answer.json()["code"]) == (403, "table.needs-phrase")
    facts = get(where, headers=bearer(made))
    assert (facts.status_code, facts.json()["private"]) == (200, True)
    assert get(f"{where}/record").status_code == 403
    other = served.made()
    assert get(f"{served.url}/api/tables/{other['table']}").json()["private"] is False


def test_a_phrase_stands_nowhere_and_its_digest_in_the_file_alone(
    served: Served, tmp_path: Path
) -> None:
    path = tmp_path / "private.db"
    with serving(path) as other:
        made = private(other)
        line = other.line(made["host"])
        told = json.dumps([made, line.welcome, line.parts, line.told])
        told += get(f"{other.url}/api/tables/{made['table']}/record", headers=bearer(made)).text
        with closing(sqlite3.connect(path)) as file:
            (house,) = file.execute("SELECT house FROM tables").fetchone()
        lock = json.loads(house)["lock"]
        assert opens(lock, PHRASE)
        assert lock not in told
        assert '"lock"' not in told
        assert "correct horse" not in path.read_bytes().decode("latin-1") + told
    with serving(path) as later:  # it is asked for after a restart, too
        assert refused(greeted(later, made)) == ("table.needs-phrase", LOCKED)
        assert Line(greeted(later, made, phrase=PHRASE)).until("welcome")


def test_tables_without_a_phrase_are_kept_as_an_older_suitwise_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "open.db"
    with serving(path) as other:
        other.made()
        with closing(sqlite3.connect(path)) as file:
            (house,) = file.execute("SELECT house FROM tables").fetchone()
    assert "lock" not in json.loads(house)


def test_wrong_phrases_are_limited_by_address_and_shut_out_nobody_with_a_seat(
    tmp_path: Path,
) -> None:
    limits = Limits(address_guesses=3)
    here, elsewhere = ({"X-Forwarded-For": f"203.0.113.{at}"} for at in (1, 2))
    with serving(tmp_path / "t.db", limits=limits, trusted_proxy="127.0.0.1") as served:
        made = private(served)
        for _ in range(3):
            assert refused(greeted(served, made, here, phrase="wrong")) == (
                "table.wrong-phrase",
                LOCKED,
            )
        for said in ("wrong", PHRASE):
            assert refused(greeted(served, made, here, phrase=said)) == (
                "table.guessed-phrase",
                TOO_MANY,
            )
        token = made["host"].partition("#")[2]
        assert Line(greeted(served, made, here, token=token)).until("welcome")["seat"] == 0
        assert Line(greeted(served, made, elsewhere, phrase=PHRASE)).until("welcome")
        assert refused(greeted(served, made, here)) == ("table.needs-phrase", LOCKED)


def test_many_tries_at_once_are_counted_one_by_one(tmp_path: Path) -> None:
    limits = Limits(address_guesses=3)
    head = {"X-Forwarded-For": "203.0.113.1"}
    with serving(tmp_path / "t.db", limits=limits, trusted_proxy="127.0.0.1") as served:
        made = private(served)
        lines = [greeted(served, made, head, phrase=f"wrong {at}") for at in range(8)]
        codes = [refused(line)[0] for line in lines]
    assert sorted(codes) == ["table.guessed-phrase"] * 5 + ["table.wrong-phrase"] * 3


@pytest.mark.parametrize("phrase", ["abc", "x" * 65, 7, "tab\there", " a b "])
def test_what_can_be_no_phrase_is_refused(served: Served, phrase: object) -> None:
    asked = {"variant": HAND, "seats": TWO, "phrase": phrase}
    answer = post(f"{served.url}/api/tables", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (400, "table.bad-phrase")


def test_a_digest_is_no_rule_to_ask_for(served: Served) -> None:
    asked = {"variant": HAND, "seats": TWO, "house": {"lock": locked("of my own")}}
    answer = post(f"{served.url}/api/tables", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (400, "table.no-rule")


def test_a_program_says_the_phrase_too(served: Served) -> None:
    made = private(served, seats=["open", "rules", "rules", "rules"])
    link = served.url + made["join"]
    with pytest.raises(SuitwiseError, match="pass phrase"):
        list(Client(link).messages())
    client = Client(link, phrase=PHRASE)
    play(client)
    assert client.parts["over"]["match"] is True


def test_digests_are_salted_and_slow_and_their_repr_is_silent() -> None:
    one, other = locked(PHRASE), locked(PHRASE)
    assert one != other
    assert opens(one, PHRASE)
    assert not opens(one, PHRASE.upper())
    assert one not in repr(House(lock=one))
    assert "lock" not in House(lock=one).as_json()
    assert House.of(House(lock=one).kept_json(), is_kept=True) == House(lock=one)
