"""Who runs a server sees its tables and steers it; nobody else can, and what was done is logged."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from suitwise.table.rules.chance import verify
from suitwise.table.rules.running import transaction
from suitwise.table.rules.running.state import ENDED
from suitwise.table.serve import stewarding
from suitwise.table.serve.server import Options
from suitwise.table.serve.shards.slots import SlotMap, write_map
from suitwise.table.serve.stewarding import Steward
from suitwise.table.serve.store import store
from tests.commands import refusal_of, run_command
from tests.table.serve.servers import BOTS, HAND, Line, Served, bearer, code_of, get, post, serving

SECRET = "a secret of some length"
FAR, OTHER = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def steered(path: Path) -> Iterator[Served]:
    with serving(path, options=_options()) as running:
        yield running


def _options(**more: Any) -> Options:
    return Options(admin_secret=SECRET, ready_s=0, **more)


def asked(served: Served, deed: str = "", status: int = 200, **form: object) -> dict[str, Any]:
    """Ask for the state, or do something, as a program does."""
    headers = {"authorization": f"Bearer {SECRET}", "accept": "application/json"}
    url = f"{served.url}/admin"
    answer = (
        post(f"{url}/{deed}", json=form, headers=headers) if deed else get(url, headers=headers)
    )
    assert answer.status_code == status, answer.text
    state: dict[str, Any] = answer.json()
    return state


def heard(line: Line, text: str) -> bool:
    """Wait until a line is told something."""
    while not any(text in one["text"] for one in line.told):
        line.next()
    return True


# --- Who may --------------------------------------------------------------------------------------


def test_without_a_secret_there_is_no_such_page(served: Served) -> None:
    empty = f"Basic {base64.b64encode(b'any:').decode()}"
    for headers in ({}, {"authorization": "Bearer x"}, {"authorization": empty}):
        assert get(f"{served.url}/admin", headers=headers).status_code == 404
        assert post(f"{served.url}/admin/drain", headers=headers).status_code == 404
    assert not served.registry.is_draining


@pytest.mark.parametrize("given", ["", "Bearer", f"Bearer {SECRET}.", f"Basic {SECRET}", "Basic ?"])
def test_who_does_not_have_the_secret_is_refused(steered: Served, given: str) -> None:
    headers = {"authorization": given} if given else {}
    answer = post(f"{steered.url}/admin/drain", data={"on": "yes"}, headers=headers)
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Basic")
    assert not steered.registry.is_draining


def test_the_secret_is_taken_over_tls_or_on_this_machine_alone(path: Path) -> None:
    headers = {"authorization": f"Bearer {SECRET}"}
    for behind_tls, status in ((False, 403), (True, 200)):
        with serving(path, options=_options(behind_tls=behind_tls)) as running:
            assert get(f"{running.url}/admin", headers=headers | FAR).status_code == status
            assert get(f"{running.url}/admin", headers=headers).status_code == 200


def test_the_secret_can_not_be_guessed(path: Path) -> None:
    proxy = {"trusted_proxy": "127.0.0.1", "options": _options(behind_tls=True)}
    with serving(path, **proxy) as running:
        tries = [
            get(f"{running.url}/admin", headers={"authorization": f"Bearer {n}"} | FAR).status_code
            for n in range(21)
        ]
        assert tries == [401] * 20 + [429]
        right = {"authorization": f"Bearer {SECRET}"}
        assert get(f"{running.url}/admin", headers=right | FAR).status_code == 429
        assert get(f"{running.url}/admin", headers=right | OTHER).status_code == 200


def test_wrong_secrets_and_wrong_codes_of_an_address_are_counted_apart(path: Path) -> None:
    """People behind one address: who guesses the one must not shut out who does the other."""
    proxy = {"trusted_proxy": "127.0.0.1", "options": _options(behind_tls=True)}
    right, wrong = {"authorization": f"Bearer {SECRET}"}, {"authorization": "Bearer x"}
    with serving(path, **proxy) as running:

        def status(what: str, headers: dict[str, str]) -> int:
            return get(f"{running.url}{what}", headers=headers).status_code

        no_table = "/api/tables/NOPE2"
        assert [status(no_table, FAR) for _ in range(21)] == [404] * 20 + [429]
        assert status("/admin", right | FAR) == 200
        assert [status("/admin", wrong | OTHER) for _ in range(21)] == [401] * 20 + [429]
        assert status(no_table, OTHER) == 404


def test_a_page_of_another_site_changes_nothing(steered: Served) -> None:
    headers = {"authorization": f"Bearer {SECRET}", "origin": "http://evil.example"}
    refused = post(f"{steered.url}/admin/drain", data={"on": "yes"}, headers=headers)
    assert refused.status_code == 403
    assert not steered.registry.is_draining


def test_a_site_that_may_ask_for_tables_does_not_steer_the_server(path: Path) -> None:
    options = _options(origins=("https://friends.example",))
    with serving(path, options=options) as running:
        headers = {"authorization": f"Bearer {SECRET}", "origin": "https://friends.example"}
        refused = post(f"{running.url}/admin/drain", data={"on": "yes"}, headers=headers)
        assert refused.status_code == 403
        assert not running.registry.is_draining
        headers["sec-fetch-site"] = "same-origin"  # as where a proxy changes the name
        assert post(f"{running.url}/admin/drain", data={"on": "yes"}, headers=headers).is_success


@pytest.mark.parametrize("base", ["", "/cards"])
def test_the_page_is_there_with_a_slash_at_its_end_too(path: Path, base: str) -> None:
    headers = {"authorization": f"Bearer {SECRET}"}
    with serving(path, options=_options(base=base)) as running:
        for before in {"", base}:  # a proxy passes the path on or leaves it out
            for address in ("/admin", "/admin/"):
                page = get(f"{running.url}{before}{address}", headers=headers)
                assert page.status_code == 200
                assert f'action="{base}/admin/drain"' in page.text


def test_the_secret_is_in_no_text_of_the_settings() -> None:
    assert SECRET not in repr(_options())


# --- What can be done -----------------------------------------------------------------------------


def test_the_page_lists_tables_and_shows_what_was_typed_as_text(steered: Served) -> None:
    seats = ["human", *BOTS[1:]]
    made = post(
        f"{steered.url}/api/tables", json={"variant": HAND, "seats": seats, "name": "<b>Ann"}
    ).json()
    (table,) = asked(steered)["tables"]
    assert (table["table"], table["game"], table["names"][0]) == (
        made["table"],
        "texas42",
        "<b>Ann",
    )
    page = get(f"{steered.url}/admin", headers={"authorization": f"Bearer {SECRET}"})
    assert "&lt;b&gt;Ann" in page.text
    assert "<b>Ann" not in page.text
    assert "script-src" not in page.headers["content-security-policy"]
    assert "form-action 'self'" in page.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("deed", "form"),
    [
        ("nothing", {}),
        ("announce", {"text": " "}),
        ("announce", {"text": "x" * 501}),
        ("announce", {}),
        ("drain", {"on": True}),
        ("close", {"table": "NOPE2"}),
        ("forget", {"table": "NOPE2", "seat": "all"}),
        ("forget", {"table": "NOPE2", "sear": "0"}),
        ("forget", {"table": "NOPE2", "seat": "x"}),
        ("ban", {"kind": "address", "what": "everybody", "hours": 1}),
        ("ban", {"kind": "address", "what": "0.0.0.0/0", "hours": 1}),
        ("ban", {"kind": "name", "what": " ", "hours": 1}),
        ("ban", {"kind": "name", "what": "Ann", "hours": "nan"}),
        ("ban", {"kind": "shoe", "what": "Ann", "hours": 1}),
    ],
)
def test_what_is_not_of_the_form_is_refused_in_a_sentence(
    steered: Served, deed: str, form: dict[str, object]
) -> None:
    is_about_none = deed == "close" or form.get("seat") == "all"
    said = asked(steered, deed, 404 if is_about_none else 400, **form)
    assert said["said"]
    assert said["bans"] == []


def test_an_announcement_reaches_every_table_and_who_comes_later(path: Path) -> None:
    text = "from whoever runs the server: back in five minutes"
    with serving(path, options=_options()) as running:
        made = [running.made() for _ in range(2)]
        lines = [running.line(one["host"]) for one in made]
        said = asked(running, "announce", text="back in five\u00a0minutes")["said"]
        assert said == "told at 2 tables"
        assert all(heard(line, text) for line in lines)
    with serving(path) as again:
        assert heard(again.line(made[0]["join"]), text)


def test_a_server_that_is_drained_makes_no_tables_and_plays_on(steered: Served) -> None:
    line = steered.line(steered.made()["host"])
    asked(steered, "drain", on="yes")
    refused = post(f"{steered.url}/api/tables", json={"variant": HAND, "seats": list(BOTS)})
    assert (refused.status_code, refused.json()["code"]) == (503, "table.draining")
    assert get(f"{steered.url}/healthz").status_code == 503
    assert line.play("a", line.until_asked()[0])["t"] == "ack"
    asked(steered, "drain", on="no")
    assert get(f"{steered.url}/healthz").text == "ok\n"
    steered.made()


def test_a_game_is_ended_and_its_record_stays(path: Path) -> None:
    text = "whoever runs the server has ended the game"
    with serving(path, options=_options()) as running:
        made = running.made()
        line = running.line(made["host"])
        line.until_asked()
        asked(running, "close", table=made["table"].lower())
        assert heard(line, text)
        assert line.parts["life"]["stage"] == ENDED
        url = f"{running.url}/api/tables/{made['table']}/record"
        record = get(url, headers=bearer(made)).json()
        assert len(record["deals"]) == 1
        assert verify(record) is None
        asked(running, "close", 400, table=made["table"])
    with serving(path) as again:
        line = again.line(made["host"])
        assert line.parts["life"]["stage"] == ENDED
        assert line.parts["life"]["reason"] == text


def test_a_table_is_forgotten_while_people_sit_there(steered: Served, path: Path) -> None:
    made, other = steered.made(), steered.made()
    line, one_more = steered.line(made["host"]), steered.line(other["host"])
    asked(steered, "forget", table=made["table"], seat="all")
    assert code_of(line.socket) == 1012
    assert get(f"{steered.url}/api/tables/{made['table']}").status_code == 404
    assert one_more.play("a", one_more.until_asked()[0])["t"] == "ack"
    with closing(sqlite3.connect(path)) as file:
        for name in ("tables WHERE id", "seats WHERE tab", "moves WHERE tab", "events WHERE tab"):
            count = file.execute(f"SELECT count(*) FROM {name} = ?", (made["table"],))
            assert count.fetchone() == (0,)


def test_a_table_that_does_not_replay_is_forgotten_too(steered: Served, path: Path) -> None:
    code = steered.made()["table"]
    steered.registry.drop_idle(1 << 62)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE deals SET start = 'what?'")
    assert asked(steered, "close", 404, table=code)["said"]
    assert "forgotten" in asked(steered, "forget", table=code, seat="all")["said"]
    assert asked(steered)["kept"] == 0


def test_a_table_on_its_way_to_another_server_is_not_forgotten_here(
    steered: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = steered.made()["table"]
    monkeypatch.setattr(steered.registry, "serves", lambda _: False)
    assert (
        "moves to another server" in asked(steered, "forget", 404, table=code, seat="all")["said"]
    )
    assert asked(steered)["kept"] == 1


def test_a_person_is_forgotten_and_the_game_goes_on(steered: Served, path: Path) -> None:
    made = steered.made()
    line = steered.line(made["host"])
    line.send("say", id="s", text="my number is 5550100")
    line.until("ack")
    before = line.until_asked()
    asked(steered, "forget", 400, table=made["table"], seat=4)
    asked(steered, "forget", table=made["table"], seat=0)
    assert code_of(line.socket) == 1012
    line = steered.line(made["host"])
    assert line.until_asked() == before
    assert not any("5550100" in one["text"] for one in line.told)
    assert line.play("a", before[0])["t"] == "ack"
    with closing(sqlite3.connect(path)) as file:
        kept = "\n".join(file.iterdump())
    assert "5550100" not in kept
    assert "Ann" not in kept


def test_what_was_said_is_reported_once_and_forgotten_with_who_said_it(steered: Served) -> None:
    made = steered.made(seats=("human", "human", *BOTS[2:]))
    rude, other = steered.line(made["host"]), steered.line(made["seats"][1])
    other.send("report", id="a")
    assert other.until("ack", "no")["code"] == "table.nothing-said"
    rude.send("say", id="b", text="<i>you fool")
    heard(other, "you fool")
    other.send("report", id="c")
    assert other.until("ack", "no")["t"] == "ack"
    heard(other, "can read what was said lately")
    other.send("report", id="d")
    assert other.until("ack", "no")["code"] == "table.reported-already"
    rude.catch_up()
    assert not any("can read" in one["text"] for one in rude.told)
    (report,) = asked(steered)["reports"]
    assert (report["table"], report["by"]) == (made["table"], 1)
    assert report["lines"] == [[0, "<i>you fool"]]
    page = get(f"{steered.url}/admin", headers={"authorization": f"Bearer {SECRET}"})
    assert "0: &lt;i&gt;you fool" in page.text
    asked(steered, "forget", table=made["table"], seat=1)
    assert asked(steered)["reports"] == [report]
    asked(steered, "forget", table=made["table"], seat=0)
    assert asked(steered)["reports"] == []


@pytest.mark.parametrize("bound", ["MOST_SEAT_REPORTS", "MOST_TABLE_REPORTS", "MOST_REPORTS"])
def test_reports_are_limited_and_of_all_tables_the_oldest_go(
    steered: Served, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    """At a limit of one: of the seat itself, of the table by its other seat, or of all the newest."""
    monkeypatch.setattr(store, bound, 1)
    monkeypatch.setattr(transaction, "WINDOW", 0)  # or it were "a moment ago"
    made = [steered.made(seats=("human", "human", *BOTS[2:])) for _ in range(2)]
    lines = [steered.line(link) for one in made for link in one["seats"][:2]]
    for n in (0, 2):
        lines[n].send("say", id="a", text="you fool")
        assert lines[n].until("ack", "no")["t"] == "ack"
        heard(lines[n + 1], "you fool")

    def answer(n: int, req: str) -> dict[str, Any]:
        lines[n].send("report", id=req)
        return lines[n].until("ack", "no")

    assert answer(1, "b")["t"] == "ack"
    kept = asked(steered)["reports"]
    time.sleep(0.01)
    refused = [answer(n, "c").get("code") == "table.many-reports" for n in (1, 0, 3)]
    of_table = ["MOST_SEAT_REPORTS", "MOST_TABLE_REPORTS"]
    n_refused = of_table.index(bound) + 1 if bound in of_table else 0
    assert refused == [n < n_refused for n in range(3)]
    assert answer(1, "b")["t"] == "ack"  # sent again: as it was answered
    found = asked(steered)["reports"]
    if n_refused:
        assert kept[0] in found
        assert len(found) == 4 - n_refused
    else:
        assert [(one["table"], one["by"]) for one in found] == [(made[1]["table"], 1)]


# --- Bans -----------------------------------------------------------------------------------------


def test_an_address_is_banned_for_a_time_and_its_sockets_are_closed(path: Path) -> None:
    proxy = {"trusted_proxy": "127.0.0.1", "options": _options(behind_tls=True)}
    with serving(path, **proxy) as running:
        made = running.made()
        hello = {"t": "hello", "table": made["table"], "lang": "en"}
        far, near = running.raw(**FAR), running.raw(**OTHER)
        for line in (far, near):
            line.send(json.dumps(hello))
            assert json.loads(line.recv())["t"] == "welcome"
        asked(running, "ban", kind="address", what="203.0.113.7/32", hours=1)
        assert code_of(far) == 4403
        near.send('{"t":"ping"}')
        assert any(json.loads(near.recv())["t"] == "pong" for _ in range(9))
    with serving(path, **proxy) as running:  # the ban is kept
        refused = get(running.url, headers=FAR | {"accept-language": "zh"})
        assert (refused.status_code, refused.json()["code"]) == (403, "table.banned")
        with pytest.raises(InvalidStatus):
            running.raw(**FAR)
        assert get(running.url, headers=OTHER).status_code == 200
        asked(running, "ban", kind="address", what="203.0.113.7", hours=0)
        assert get(running.url, headers=FAR).status_code == 200


def test_a_network_is_banned_and_this_machine_never(path: Path) -> None:
    with serving(path, trusted_proxy="127.0.0.1", options=_options()) as running:
        asked(running, "ban", kind="address", what="2001:db8::7/48", hours=1)
        asked(running, "ban", kind="address", what="127.0.0.0/8", hours=1)
        for address, status in (("2001:db8::1", 403), ("2001:db9::1", 200), ("127.0.0.1", 200)):
            answer = get(running.url, headers={"X-Forwarded-For": address})
            assert answer.status_code == status, address


def test_an_address_is_banned_as_limits_count_it(path: Path) -> None:
    with serving(path, trusted_proxy="127.0.0.1", options=_options()) as running:
        asked(running, "ban", kind="address", what="2001:db8::7", hours=1)
        asked(running, "ban", kind="address", what="::ffff:203.0.113.7", hours=1)
        for address, status in (("2001:db8::99", 403), ("203.0.113.7", 403), ("203.0.113.8", 200)):
            answer = get(running.url, headers={"X-Forwarded-For": address})
            assert answer.status_code == status, address


def test_who_is_banned_before_saying_hello_does_not_get_in(path: Path) -> None:
    proxy = {"trusted_proxy": "127.0.0.1", "options": _options(behind_tls=True)}
    with serving(path, **proxy) as running:
        hello = {"t": "hello", "table": running.made()["table"], "lang": "en"}
        far = running.raw(**FAR)
        asked(running, "ban", kind="address", what="203.0.113.7", hours=1)
        far.send(json.dumps(hello))
        assert json.loads(far.recv())["code"] == "table.banned"
        assert code_of(far) == 4403


def test_each_ban_is_parsed_once_however_many_requests_are_held_against_it(steered: Served) -> None:
    steward = Steward(steered.registry)
    steward.bans().update(
        {("address", f"10.0.{n // 256}.{n % 256}/32"): 1 << 50 for n in range(1000)}
    )
    before = stewarding._parsed.cache_info().misses
    assert not any(steward.bans_address("203.0.113.7") for _ in range(50))
    assert stewarding._parsed.cache_info().misses - before <= 1000


def test_nothing_is_kept_of_a_ban_that_is_over(steered: Served, path: Path) -> None:
    def kept() -> list[str]:
        with closing(sqlite3.connect(path)) as file:
            return [what for (what,) in file.execute("SELECT what FROM bans")]

    asked(steered, "ban", kind="name", what="Ann", hours=1)
    assert kept() == ["ann"]
    asked(steered, "ban", kind="name", what="Ann", hours=0)
    assert kept() == []
    asyncio.run(steered.registry.store.ban("name", "ben", int(time.time() * 1000) + 200))
    assert kept() == ["ben"]
    time.sleep(0.3)
    asyncio.run(steered.registry.store.expire(1 << 40, 1 << 40))
    assert kept() == []


def test_a_banned_name_is_not_told_of_who_looks_on(steered: Served) -> None:
    asked(steered, "ban", kind="name", what="Rude Boy", hours=1)
    made = steered.made()
    host, looker = steered.line(made["host"]), Line(steered.raw())
    looker.send("hello", table=made["table"], name="rude boy")
    assert host.until("onlookers")["list"] == [{"n": 1, "name": ""}]
    asked(steered, "ban", kind="name", what="Rude Boy", hours=0)


def test_a_name_is_banned_however_it_is_written(steered: Served) -> None:
    made = steered.made(seats=("human", "open", "open", "open"))
    asked(steered, "ban", kind="name", what="Rude  Boy", hours=1)
    body = {"variant": HAND, "seats": list(BOTS), "name": " rude BOY"}
    refused = post(f"{steered.url}/api/tables", json=body)
    assert (refused.status_code, refused.json()["code"]) == (403, "table.banned-name")
    line = steered.line(made["join"])
    sit = {"seat": None, "token": "x" * 32}
    for name in ("RUDE boy", "ru\u00adde boy", "\uff32ude boy"):
        line.send("sit", id=name[:3], name=name, **sit)
        assert line.until("no", "seated")["code"] == "table.banned-name"
    line.send("sit", id="b", name="Polite", **sit)
    assert line.until("no", "seated")["t"] == "seated"


def test_a_ban_ends_by_itself(steered: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    asked(steered, "ban", kind="name", what="Ann", hours=1)
    assert [one["what"] for one in asked(steered)["bans"]] == ["ann"]
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 3601)
    assert asked(steered)["bans"] == []
    steered.made()


# --- The log, and the command ---------------------------------------------------------------------


def test_what_was_done_is_logged_without_names_and_texts(
    steered: Served, caplog: pytest.LogCaptureFixture
) -> None:
    code = steered.made()["table"]
    with caplog.at_level(logging.INFO, "suitwise.admin"):
        asked(steered, "announce", text="secret words")
        asked(steered, "ban", kind="name", what="Rude Boy", hours=2)
        asked(steered, "close", table=code)
    assert [record.getMessage() for record in caplog.records] == [
        "admin: told at 1 tables",
        "admin: a name is banned for 2 hours",
        f"admin: the game at {code} is ended",
    ]


def test_the_command_steers_a_server(steered: Served, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(f"{SECRET}\n")
    admin = ("table", "admin", "--at", steered.url, "--admin-secret", secret)
    code = steered.made()["table"]
    for words, said in (
        (("announce", "hello"), "told at 1 tables"),
        (("drain",), "no more tables are made"),
        (("drain", "--off"), "tables are made again"),
        (("ban", "name", "Rude Boy"), "a name is banned for 24 hours"),
        (("forget", code, "--seat", "0"), f"at {code} the person of seat 0 is forgotten"),
        (("close", code), f"the game at {code} is ended"),
        (("forget", code), f"table {code} is forgotten"),
    ):
        assert run_command(*admin, *words) == (0, f"{steered.url}: {said}\n", "")
    state = json.loads(run_command(*admin, "tables")[1])
    assert (state["server"], state["kept"], state["tables"]) == (steered.url, 0, [])
    assert "there is no table NOPE2" in refusal_of(*admin, "close", "NOPE2")
    secret.write_text("another secret of some length")
    assert "the secret, please" in refusal_of(*admin, "tables")
    for short in ("short", ""):
        secret.write_text(short)
        assert "at least 16 signs" in refusal_of(*admin, "tables")
    for odd in ("one of two lines\nsecond line", "a secret of some l\u00e4ngth"):
        secret.write_text(odd, "utf-8")
        assert "one line of plain letters" in (told := refusal_of(*admin, "tables"))
        assert "secret of" not in told
        assert "second line" not in told
    assert "give the secret" in refusal_of("table", "admin", "--at", steered.url, "tables")


def test_the_command_finds_the_shard_of_a_table(path: Path, tmp_path: Path) -> None:
    slots, secret = tmp_path / "slots.toml", tmp_path / "secret"
    secret.write_text(SECRET)
    options = _options()
    with serving(path, options=options) as a, serving(tmp_path / "b.db", options=options) as b:
        write_map(slots, SlotMap.even({"a": f"127.0.0.1:{a.port}", "b": f"127.0.0.1:{b.port}"}))
        admin = ("table", "admin", "--slots", slots, "--admin-secret", secret)
        drained = run_command(*admin, "drain")[1].splitlines()
        assert [line.rpartition(": ")[0] for line in drained] == [a.url, b.url]
        assert a.registry.is_draining
        assert b.registry.is_draining
        assert b.url in refusal_of(*admin, "close", "Z2222")
        assert "there is no table O2222" in refusal_of(*admin, "close", "O2222")


@pytest.mark.parametrize(
    "said", [b"SSH-2.0-x\r\n", b"HTTP/1.0 200 OK\r\n\r\n[]", b"HTTP/1.0 200 OK\r\n\r\n{}", b""]
)
def test_what_is_no_server_of_tables_is_said_in_a_line(tmp_path: Path, said: bytes) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            taken, _ = listening.accept()
            with taken:
                taken.recv(1 << 16)
                taken.sendall(said)

        thread = Thread(target=answer, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        told = refusal_of("table", "admin", "--at", url, "--admin-secret", secret, "drain")
        thread.join(10)
    assert told.startswith(f"error: {url}/admin/drain")


def test_a_server_that_is_down_keeps_nothing_from_the_others(
    steered: Served, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    with socket.create_server(("127.0.0.1", 0)) as free:
        down = f"http://127.0.0.1:{free.getsockname()[1]}"
    admin = ("table", "admin", "--at", down, "--at", steered.url, "--at", down)
    code, out, err = run_command(*admin, "--admin-secret", secret, "drain")
    assert (code, out) == (2, f"{steered.url}: no more tables are made\n")
    assert err.count(f"error: {down}/admin/drain") == 2
    assert steered.registry.is_draining


def test_a_secret_is_sent_in_clear_to_this_machine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUITWISE_ADMIN_SECRET", SECRET)
    refused = refusal_of("table", "admin", "--at", "http://cards.example.org", "tables")
    assert "use https" in refused
