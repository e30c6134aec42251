"""The page of whoever runs a server, in a real browser: forms do what they say."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from suitwise.table.serve.server import Options
from tests.table.serve.servers import get, serving

SECRET = "a secret of some length"


def test_forms_are_taken_from_our_own_page_and_people_are_told(
    chromium: Browser, tmp_path: Path
) -> None:
    options = Options(admin_secret=SECRET)
    with serving(tmp_path / "tables.db", options=options) as served:
        code = served.made()["table"]
        context = chromium.new_context(http_credentials={"username": "me", "password": SECRET})
        page, faults = context.new_page(), []
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(f"{served.url}/admin")
        assert code in page.inner_text("table >> nth=0")
        page.get_by_label("Announcement").fill("back soon")
        page.get_by_role("button", name="Tell all tables").click()
        assert page.inner_text("[role=status]") == "told at 1 tables"
        page.get_by_role("button", name="Make no more tables").click()
        assert page.get_by_role("button", name="Make tables again").is_visible()
        page.get_by_label("Table").first.fill(code)
        page.get_by_role("button", name="End the game").click()
        assert page.inner_text("[role=status]") == f"the game at {code} is ended"
        assert faults == []
        context.close()


def test_talk_is_reported_by_a_button_below_it(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", options=Options(admin_secret=SECRET)) as served:
        made = served.made()
        context = chromium.new_context()
        page = context.new_page()
        page.goto(served.url + made["host"])
        page.get_by_role("tab", name="Chat").click()
        assert page.get_by_role("button", name="Report what was said").count() == 0
        page.get_by_placeholder("Say something").fill("you fool")
        page.get_by_role("button", name="Send").click()
        page.get_by_role("button", name="Report what was said").click()
        page.get_by_role("tab", name="Log").click()
        page.get_by_text("can read what was said lately").first.wait_for()
        context.close()
        headers = {"authorization": f"Bearer {SECRET}", "accept": "application/json"}
        (report,) = get(f"{served.url}/admin", headers=headers).json()["reports"]
    assert (report["by"], report["lines"]) == (0, [[0, "you fool"]])
