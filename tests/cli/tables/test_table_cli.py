"""``suitwise table``: serve, join, verify, export, forget, as commands."""

from __future__ import annotations

import json
import select
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import segno
from click.testing import CliRunner

from suitwise.cli import commands
from suitwise.cli.tables.commands import _bound, _ready
from suitwise.game import load
from tests.commands import refusal_of, run_command, run_program
from tests.fresh import ROOT, fresh_python
from tests.table.rules.days import played
from tests.table.serve.servers import get, post

GAME = "stacks(stacks=3,height=2)"


class Serving:
    """``suitwise table serve`` as a process."""

    def __init__(self, file: Path, *words: str) -> None:
        command = ("table", "serve", "--port", "0", "--file", str(file), *words)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "suitwise", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], 60)[0]
        self.ready = self.process.stdout.readline()
        self.url = self.ready.removeprefix("ready: ").strip().rstrip("/")

    def ends(self, number: int) -> tuple[int, str]:
        """End it by a signal: its status, and what it has said aside."""
        self.process.send_signal(number)
        _, aside = self.process.communicate(timeout=600)
        return self.process.returncode, aside


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables") / "data" / "tables.db"


@pytest.fixture(scope="module")
def code(file: Path) -> str:
    """A table at which a game has been played, by way of all commands that are needed for it."""
    server = Serving(file)
    asked = {"variant": GAME, "seats": ["open"]}
    made = post(f"{server.url}/api/tables", json=asked).json()
    status, told, error = run_command(
        "table", "join", server.url + made["join"], "--player", "random", "--name", "Robin"
    )
    assert (status, error) == (0, "")
    assert "you sit down" in told
    refusal = refusal_of("table", "serve", "--port", "0", "--file", file, by=run_program)
    assert refusal.count("end it") == 1
    assert "serves these tables" in refusal_of("table", "forget", made["table"], "--file", file)
    assert server.ready.startswith("ready: http://127.0.0.1:")
    status, aside = server.ends(signal.SIGINT)
    assert status == 0
    assert aside == f"tables are kept in {file}; Ctrl-C ends the server\n"
    code: str = made["table"]
    return code


def test_an_exported_record_is_verified_and_a_changed_one_is_not(
    file: Path, code: str, tmp_path: Path
) -> None:
    status, exported, _ = run_command("table", "export", code.lower(), "--file", file)
    assert status == 0
    assert run_command("table", "verify", text=exported) == (0, "verified\n", "")
    status, first, _ = run_command("table", "export", code, "--deal", "1", "--file", file)
    assert json.loads(first)["deals"] == json.loads(exported)["deals"][:1]
    assert run_command("table", "verify", text=first) == (0, "verified\n", "")
    told = refusal_of("table", "export", code, "--deal", "99", "--file", file)
    assert "there is no deal 99" in told
    changed = json.loads(exported)
    key = changed["deals"][0]["key"]
    changed["deals"][0]["key"] = ("0" if key[0] != "0" else "1") + key[1:]
    (tmp_path / "changed.json").write_text(json.dumps(changed))
    status, told, _ = run_command("table", "verify", tmp_path / "changed.json")
    assert (status, told[:8]) == (1, "not so: ")
    changed["deals"] = []
    status, told, _ = run_command("table", "verify", text=json.dumps(changed))
    dealt = 6  # two of each of three suits
    assert (status, told[:6]) == (1, f"0 of {dealt}")
    changed["record"] |= {"moves": [], "returns": [0]}
    status, told, _ = run_command("table", "verify", text=json.dumps(changed))
    assert (status, told) == (1, "nothing to verify: the record has no move of chance\n")
    status, _, error = run_command("table", "verify", text="[]")
    assert (status, error) == (2, "error: <stdin>: not the record of a table\n")


def test_a_deal_of_a_day_is_verified_as_such() -> None:
    exported = json.dumps(played(str(load("stacks")), "2026-11-23").exported())
    status, told, _ = run_command("table", "verify", text=exported)
    day = "the deal of the day of 2026-11-23, whose key everybody can compute"
    assert (status, told) == (0, f"verified: {day}\n")
    other = exported.replace('"day": "2026-11-23"', '"day": "2026-11-22"')
    status, told, _ = run_command("table", "verify", text=other)
    assert status == 1
    assert told.startswith("not so: the key of deal 1")


def test_a_copy_of_the_file_can_be_served_from(file: Path, code: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    status, _, _ = run_command("table", "export", "--backup", copy, "--file", file)
    assert status == 0
    assert run_command("table", "forget", code, "--file", copy)[0] == 0
    assert "there is no table" in refusal_of("table", "export", code, "--file", copy)
    assert "there is no table" in refusal_of("table", "forget", code, "--file", copy)
    assert run_command("table", "export", code, "--file", file)[0] == 0


def test_a_copy_does_not_replace_the_file_itself(file: Path, code: str, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(file)
    for out in (file, link):
        for more in ((), ("--as-version", "5")):
            told = refusal_of("table", "export", "--backup", out, "--file", file, *more)
            assert "this is the file itself" in told
    assert run_command("table", "export", code, "--file", file)[0] == 0


def test_a_signal_to_end_ends_it_in_good_order(file: Path, code: str) -> None:
    server = Serving(file)
    assert server.ends(signal.SIGTERM)[0] in (0, -signal.SIGTERM)
    Serving(file).ends(signal.SIGINT)  # and the file is free


def test_a_server_whose_file_another_has_taken_ends_with_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    server = Serving(path)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE owner SET name = 'another'")
    asked = {"variant": GAME, "seats": ["open"]}
    assert post(f"{server.url}/api/tables", json=asked).status_code == 503
    _, aside = server.process.communicate(timeout=600)
    last = f"error: {path}: another process has taken this file; nothing more is kept here"
    assert (server.process.returncode, aside.splitlines()[1:]) == (2, [last])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["export"], "name a table by its CODE"),
        (["export", "--backup", "x", "--deal", "1"], "name a table by its CODE"),
        (["export", "7KQ2M", "--backup", "x"], "name a table by its CODE"),
        (["export", "7KQ2M", "--file", "/nowhere/tables.db"], "there is no such file"),
        (["join", "7KQ2M"], "a link to a table looks like"),
        (["verify", "pyproject.toml"], "not the record of a table"),
        (["serve", "--file", "pyproject.toml"], "not a file of tables"),
        (["serve", "--name", "https://cards.example"], "a name has no scheme, port or path"),
        (["serve", "--name", "cards.example:443"], "a name has no scheme, port or path"),
        (["serve", "--name", ""], "a name has no scheme, port or path"),
    ],
)
def test_what_can_not_be_done_is_said_in_one_line(words: list[str], reason: str) -> None:
    assert reason in refusal_of("table", *words, by=run_program)


def test_a_port_that_is_taken_is_said_so(tmp_path: Path) -> None:
    server = Serving(tmp_path / "one.db")
    port = server.url.rpartition(":")[2]
    status, _, error = run_program("table", "serve", "--port", port, "--file", tmp_path / "two.db")
    server.ends(signal.SIGINT)
    assert status == 2
    assert error == (
        f"error: 127.0.0.1 port {port}: Address already in use; name another by --host or --port\n"
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_nobody_listens_before_the_server_can_answer(host: str) -> None:
    with _bound(host, 0) as bound:
        where = bound.getsockname()[:2]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(where)
        bound.listen()
        socket.create_connection(where).close()


def test_the_local_network_gets_a_code_to_scan(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _ready("192.0.2.7", 8042, tmp_path, has_code=True)
    told = capsys.readouterr().out
    assert told.startswith("ready: http://192.0.2.7:8042/\n")
    _, height = segno.make("http://192.0.2.7:8042/").symbol_size(border=0)
    assert len(told.splitlines()) > height / 2  # two rows of the code in a line


def test_others_can_listen_in_without_tls_and_that_is_said(tmp_path: Path) -> None:
    server = Serving(tmp_path / "one.db", "--host", "0.0.0.0")
    assert server.ends(signal.SIGINT)[1].startswith("warning: others can listen in")


def test_a_name_is_answered_to_and_behind_a_proxy_it_is_said_that_one_is_needed(
    tmp_path: Path,
) -> None:
    server = Serving(tmp_path / "one.db", "--name", "cards.example", "--name", "cards.test")
    for host, status in (("cards.example", 200), ("cards.test", 200), ("evil.example", 421)):
        asked = get(f"{server.url}/", headers={"host": host})
        assert asked.status_code == status
    server.ends(signal.SIGINT)
    server = Serving(tmp_path / "one.db", "--behind-tls", "--trusted-proxy", "127.0.0.1")
    assert "name what people ask for by --name" in server.ends(signal.SIGINT)[1]


def test_the_secret_of_a_seat_is_taken_from_where_nobody_else_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link, links = "http://127.0.0.1:8042/t/7KQ2M#SECRET", []
    monkeypatch.setattr("suitwise.table.client.play", lambda client, *_, **__: links.append(client))
    for words, given, variables, is_told in (
        ([link], None, {}, True),
        (["-"], f"{link}\n", {}, False),
        ([], None, {"SUITWISE_LINK": link}, False),
        ([link.partition("#")[0]], None, {}, False),
    ):
        done = CliRunner().invoke(
            commands, ["table", "join", *words], input=given, env=variables, catch_exceptions=False
        )
        assert done.exit_code == 0
        assert ("list of processes" in done.stderr) == is_told
        assert "SECRET" not in done.output
    assert [one.token for one in links] == ["SECRET", "SECRET", "SECRET", None]
    assert CliRunner().invoke(commands, ["table", "join", "-"], input="7KQ2M").exit_code == 1


def test_the_pass_phrase_comes_from_a_file_or_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said: list[str | None] = []
    monkeypatch.setattr(
        "suitwise.table.client.play", lambda client, *_, **__: said.append(client.phrase)
    )
    file = tmp_path / "phrase"
    file.write_text("open sesame\n")
    link, known = "http://127.0.0.1:8042/t/7KQ2M", {"SUITWISE_PHRASE": "open barley"}
    for words, variables in (([], {}), ([], known), (["--phrase", str(file)], known)):
        done = CliRunner().invoke(commands, ["table", "join", link, *words], env=variables)
        assert (done.exit_code, done.output) == (0, "")
    assert said == [None, "open barley", "open sesame"]


def test_without_its_packages_the_command_says_how_to_have_them() -> None:
    code = """
import sys
sys.modules["starlette"] = sys.modules["websockets"] = None
from suitwise.cli import commands
from click.testing import CliRunner
for words in (["table", "serve", "--port", "0"], ["table", "join", "http://a/t/B"]):
    done = CliRunner().invoke(commands, words)
    print(done.exit_code, done.output.strip())
"""
    for line in fresh_python(code).splitlines():
        assert "[table]" in line
