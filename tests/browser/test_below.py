"""The page below a path of its site: what is loaded, made, shared and gone back to stays below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from suitwise.table.client import Client, at_random, play
from suitwise.table.serve.server import Options
from suitwise.table.serve.statics import Assets
from tests.table.serve.servers import get, serving

BASE = "/play/cards"


def test_everything_stays_below_the_path(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", options=Options(base=BASE)) as served:
        context = chromium.new_context()
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda line: asked.append(line.url))
        page.goto(f"{served.url}{BASE}/")
        page.get_by_role("button", name=re.compile("^Texas 42")).first.click()
        page.wait_for_selector("#hand [data-card]")
        assert re.fullmatch(rf"{BASE}/t/\w{{5}}", page.evaluate("location.pathname"))
        page.reload()
        page.wait_for_selector("#hand [data-card]")
        page.goto(f"{served.url}{BASE}")
        page.locator(f"a[href^='{BASE}/t/']").first.click()
        page.wait_for_selector("#hand [data-card]")
        for hash_ in ("#learn", "#more", "#b=texas42", "#make=gin&friends=1"):
            page.goto(f"{served.url}{BASE}/{hash_}")
            page.wait_for_selector("h1")
            for link in page.locator("a[href]").all():
                address = link.get_attribute("href") or ""
                assert address.startswith((f"{BASE}/", "#", "http")), address
        page.get_by_role("button", name="Open the table").click()
        invitation = page.locator("#link").input_value()
        assert re.fullmatch(rf"{served.url}{BASE}/t/\w{{5}}", invitation)
        context.close()
    assert {
        url for url in asked if f"{served.port}{BASE}" not in url and "data:" not in url
    } == set()


@pytest.mark.parametrize("prefix", [BASE, ""])
def test_a_proxy_may_pass_the_path_on_or_leave_it_out(tmp_path: Path, prefix: str) -> None:
    with serving(tmp_path / "tables.db", options=Options(base=BASE)) as served:
        made = served.made()
        assert made["host"].startswith(f"{BASE}/t/")
        assert get(f"{served.url}{prefix}/api/tables/{made['table']}").status_code == 200
        assert f'href="{BASE}/manifest.webmanifest"' in get(f"{served.url}{prefix}/").text
        assert get(f"{served.url}{prefix}/manifest.webmanifest").json()["start_url"] == f"{BASE}/"
        assert get(f"{served.url}{BASE}x/livez").status_code == 404
        play(Client(served.url + made["host"]), choose=at_random)


def test_the_files_name_the_path_and_no_placeholder_is_left() -> None:
    assets = Assets.read({}, base=BASE)
    for name in ("index.html", "manifest.webmanifest"):
        text = assets.files[name].plain.decode()
        assert "{base}" not in text
        assert "{version}" not in text
        assert (
            re.findall(r'(?:href|src|content|start_url|scope)"?[=:] ?"/(?!play/cards/)', text) == []
        )
