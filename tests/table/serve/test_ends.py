"""Files that are none, or damaged: one sentence, at the start, while it serves, and at the commands."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from suitwise.errors import SuitwiseError
from suitwise.table.serve.store import Store
from tests.commands import refusal_of, run_program
from tests.table.serve.servers import get, serving


def good(path: Path) -> bytes:
    Store(path).close()
    return path.read_bytes()


def torn(path: Path) -> None:
    path.write_bytes(good(path)[:5000])


def scribbled(path: Path) -> None:
    """Spoil all pages but the first, which says what the file is."""
    whole = good(path)
    path.write_bytes(whole[:4096] + b"\x5a" * (len(whole) - 4096))


def of_noise(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 40)


def newer(path: Path) -> None:
    good(path)
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 99")


BAD: dict[str, Callable[[Path], object]] = {
    "torn": torn,
    "scribbled": scribbled,
    "noise": of_noise,
    "newer": newer,
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a link to nowhere": lambda path: path.symlink_to("/nowhere/at/all"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_file_that_can_not_be_served_from_is_said_so_in_one_line(
    tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "t.db"
    BAD[kind](path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises((SuitwiseError, OSError)) as error:
        Store(path)
    assert "\n" not in str(error.value)
    assert (path.read_bytes() if path.is_file() else b"") == before


@pytest.mark.parametrize("command", ["serve", "export"])
def test_commands_say_so_too(tmp_path: Path, command: str) -> None:
    path = tmp_path / "t.db"
    scribbled(path)
    words = [] if command == "serve" else ["7KQ2M"]
    assert "malformed" in refusal_of("table", command, *words, "--file", path, by=run_program)


def test_a_table_that_can_not_be_read_now_is_tried_again_later(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as served:
        made = served.made("gin", ("human", "rules"))
        del served.registry.rooms[made["table"]]
        with closing(sqlite3.connect(tmp_path / "t.db")) as file:
            file.execute("ALTER TABLE moves RENAME TO gone")
            raw = served.raw()
            token = made["host"].partition("#")[2]
            raw.send(json.dumps({"t": "hello", "table": made["table"], "token": token}))
            assert '"code":"table.not-read"' in str(raw.recv(timeout=30))
            with pytest.raises(ConnectionClosed) as closed:
                raw.recv(timeout=30)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1011
            answer = get(f"{served.url}/api/tables/{made['table']}")
            assert answer.status_code == 503
            file.execute("ALTER TABLE gone RENAME TO moves")
        line = served.line(made["host"])
        assert line.until_asked()
        line.close()
