"""What is logged: lines that programs read, requests without what is secret, faults with their table."""

from __future__ import annotations

import json
import logging
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from suitwise.table.serve import logs
from tests.cli.tables.test_table_cli import Serving
from tests.table.serve.servers import Served, bearer, get, serving, token_of


@pytest.fixture
def requests(caplog: pytest.LogCaptureFixture) -> Iterator[list[dict[str, Any]]]:
    """The requests that are logged from now on."""
    noted: list[dict[str, Any]] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            noted.append(json.loads(logs.JsonLines().format(record)))

    handler = Kept()
    logs.ACCESS.addHandler(handler)
    with caplog.at_level(logging.INFO, logs.ACCESS.name):
        yield noted
    logs.ACCESS.removeHandler(handler)


def test_each_request_is_a_line_with_who_asked_and_what_came_of_it(
    tmp_path: Path, requests: list[dict[str, Any]]
) -> None:
    with serving(tmp_path / "tables.db") as served:
        made = served.made()
        get(f"{served.url}/api/tables/{made['table']}?secret=1", headers=bearer(made))
        get(f"{served.url}/healthz", headers={"host": "evil.example"})
        served.line(made["host"]).close()
        with pytest.raises(InvalidStatus):
            served.raw(Origin="http://evil.example")
    found = {(one["method"], one["path"], one["status"]) for one in requests}
    code = made["table"]
    assert found == {
        ("POST", "/api/tables", 201),
        ("GET", f"/api/tables/{code}", 200),
        ("GET", "/healthz", 421),
        ("WS", "/ws", 101),
        ("WS", "/ws", 403),
    }
    for one in requests:
        assert set(one) == {"time", "level", "address", "method", "path", "status", "ms"}
        assert one["ms"] >= 0
        assert one["address"] in ("127.0.0.1", "a proxy")
    said = json.dumps(requests)
    assert token_of(made) not in said
    assert "secret" not in said
    assert "Ann" not in said


def test_a_long_path_is_cut_and_its_signs_make_no_line(
    served: Served, requests: list[dict[str, Any]], caplog: pytest.LogCaptureFixture
) -> None:
    get(f"{served.url}/{'x' * 300}")
    get(f"{served.url}/a%0Ab")
    assert sorted(len(one["path"]) for one in requests) == [4, 200]
    assert all("\n" not in record.getMessage() for record in caplog.records)


def test_nothing_is_noted_of_requests_unless_asked(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    get(f"{served.url}/livez")
    assert not caplog.records


def test_a_fault_tells_its_trace_in_the_same_line() -> None:
    try:
        raise ValueError("no")
    except ValueError:
        fields = {"msg": "the board of %s", "args": ("gin",), "exc_info": sys.exc_info()}
    line = json.loads(logs.JsonLines().format(logging.makeLogRecord(fields)))
    assert line["text"] == "the board of gin"
    assert line["trace"].endswith("ValueError: no")
    assert "table" not in line


def test_the_command_logs_as_it_is_told(tmp_path: Path) -> None:
    server = Serving(tmp_path / "tables.db", "--log", "json", "--log-requests")
    get(f"{server.url}/livez")
    (tmp_path / "tables.db").rename(tmp_path / "aside.db")
    assert get(f"{server.url}/healthz").status_code == 503
    _, aside = server.ends(signal.SIGINT)
    first, *lines = aside.splitlines()
    assert first.startswith("tables are kept in")
    live, fault, ready = map(json.loads, lines)
    assert (live["level"], live["path"], live["status"]) == ("info", "/livez", 200)
    assert (fault["level"], fault["text"][:9]) == ("error", "not ready")
    assert (ready["path"], ready["status"]) == ("/healthz", 503)
