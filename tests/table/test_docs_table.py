"""The page on the table: the messages that it shows are messages, its pictures are small and there."""

from __future__ import annotations

import json
import re

import pytest

from suitwise.table.rules.commands import read
from tests.fresh import ROOT

PAGE = (ROOT / "docs" / "table.md").read_text("utf-8")
MANY = (ROOT / "docs" / "tractor-many.md").read_text("utf-8")
SENT = re.findall(r"^→ (.*)$", PAGE, re.M)
RECEIVED = re.findall(r"^← (.*)$", PAGE, re.M)


def test_what_a_client_is_shown_to_send_is_read_by_the_server() -> None:
    kinds = [type(read(line)).__name__ for line in SENT]
    assert {"Hello", "Ask", "Move"} <= set(kinds)


def test_what_a_client_is_shown_to_receive_is_whole() -> None:
    assert {"welcome", "part", "ruling", "ack"} <= {json.loads(line)["t"] for line in RECEIVED}


def test_no_secret_of_a_seat_is_shown() -> None:
    assert {json.loads(line).get("token", "SECRET") for line in SENT} == {"SECRET"}


@pytest.mark.parametrize("name", re.findall(r"\(_static/(\S+?\.webp)\)", PAGE + MANY))
def test_a_picture_of_the_page_is_there_and_small(name: str) -> None:
    assert 1000 < (ROOT / "docs" / "_static" / name).stat().st_size < 100_000
