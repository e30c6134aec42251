"""A record in a link: nothing is sent before it is asked for; texts and a picture to give to others."""

from __future__ import annotations

import base64
import json
import re
import zlib
from hashlib import sha256
from typing import TYPE_CHECKING

from suitwise.game import Record, load, play
from suitwise.players.named import named
from suitwise.table.client import Client, at_random
from suitwise.table.client import play as play_at
from tests.browser.checks import is_clean
from tests.browser.harness import Visits
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page, Request

MIB = 1 << 20


def record(variant: str) -> str:
    game = load(variant)
    return str(play(game.start(), named("random", game).seated(1, 0), seed=3))


def packed(data: bytes) -> str:
    """Return bytes as a link carries them, by Python's own packing."""
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(press.compress(data) + press.flush()).decode().rstrip("=")


REFUSED = [
    (packed(b"game gin\n")[:-4], "damaged"),
    (packed(b" " * (MIB + 1)), "more than a record may have"),
    ("!!!", "damaged"),
    ("A" * 70_000, "more than a record may have"),
    (packed(b"\xff\xfe"), "damaged"),
]
"""What links may carry that is no record, cut, a bomb, garbled, too long, no text: refused by turns in
two sentences, so that none is taken for the one before."""


def asked_of(page: Page) -> list[str]:
    """Return where the page sends something, from now on."""
    sent: list[str] = []

    def hear(request: Request) -> None:
        if request.method != "GET":
            sent.append(request.url)

    page.on("request", hear)
    return sent


def test_a_link_made_by_keys_is_opened_elsewhere_and_sends_nothing_until_asked(
    server: Served, visits: Visits
) -> None:
    text = record("texas42(match=hand,play_out=yes)")
    page = visits.open(phone=False)
    page.goto(f"{server.url}/#s={packed(text.encode())}&ply=40")
    sent = asked_of(page)
    page.get_by_text(f"This link carries a record of Texas 42, {len(text):,} bytes.").wait_for()
    is_clean(page, "shared-desktop")
    assert sent == []
    keys = Person(page, "keys")
    keys.press(page.get_by_role("button", name="Open it"))
    page.wait_for_selector("main.replay[data-ply='40']")
    assert len(sent) == 1
    page.keyboard.press("ArrowRight")
    keys.press(page.get_by_role("button", name="Share"))
    page.wait_for_selector("#share-link")
    page.wait_for_selector(".sharing img")
    is_clean(page, "sharing-desktop")
    link = page.locator("#share-link").input_value()
    assert page.locator("#share-record").input_value() == text
    assert page.locator("#share-position").input_value().startswith("shaker ")
    copied = re.compile("Copied|Chosen")
    keys.press(page.get_by_role("button", name="Copy: Link to this move"))
    page.locator(".copying button", has_text=copied).wait_for()
    page.locator("dialog .told", has_text=copied).wait_for(state="attached")
    with page.expect_download() as saved:
        keys.press(page.get_by_role("button", name="Save the picture"))
    assert saved.value.path().read_text("utf-8").startswith("<svg")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    other = visits.open(locale="zh-CN", viewport={"width": 320, "height": 640})
    other.goto(server.url)
    other.locator("input[name=code]").fill(link)
    other.locator(".join button").tap()
    asked = asked_of(other)
    other.get_by_text("还没有向服务器发送").wait_for()
    is_clean(other, "shared-phone-zh")
    assert asked == []
    other.get_by_role("button", name="打开").tap()
    other.wait_for_selector("main.replay[data-ply='41']")
    other.get_by_role("button", name="分享").tap()
    other.wait_for_selector(".sharing img")
    is_clean(other, "sharing-phone-zh")


def test_what_is_cut_garbled_or_a_bomb_is_refused_in_one_sentence(
    server: Served, desktop: Page
) -> None:
    for sent, said in REFUSED:
        desktop.goto(f"{server.url}/#s={sent}")
        desktop.get_by_role("status").get_by_text(re.compile(said)).wait_for()
        assert desktop.get_by_role("button", name="Open it").count() == 0


def test_a_record_too_long_for_a_link_is_offered_as_a_file(
    server: Served, desktop: Page, tmp_path: Path
) -> None:
    remark = "".join(sha256(bytes([n])).hexdigest() for n in range(250))
    path = tmp_path / "record.txt"
    path.write_text(f"# {remark}\n{record('gin')}")
    desktop.goto(f"{server.url}/#r=file")
    desktop.locator("input[type=file]").set_input_files(path)
    desktop.get_by_role("button", name="Share").click()
    desktop.get_by_text("longer than 8,000 signs").wait_for()
    assert desktop.locator("#share-link").count() == 0
    with desktop.expect_download() as saved:
        desktop.get_by_role("button", name="Save the record").click()
    assert saved.value.path().read_text("utf-8") == path.read_text("utf-8")


def test_the_record_of_a_table_is_shared_without_secret_or_names(
    server: Served, phone: Page
) -> None:
    made = server.made("texas42(match=hand)")
    play_at(Client(made.host), choose=at_random)
    phone.goto(made.host)
    phone.wait_for_selector("div.over")
    phone.goto(f"{server.url}/#r={made.code}&ply=30")
    phone.wait_for_selector("main.replay")
    phone.get_by_role("button", name="Share").tap()
    link = phone.locator("#share-link").input_value()
    assert link.endswith("&ply=30")
    sent = re.sub(r".*#s=([\w-]+)&.*", r"\1", link)
    text = zlib.decompress(base64.urlsafe_b64decode(sent + "=" * (-len(sent) % 4)), -15).decode()
    assert Record.from_json(json.loads(text)["record"]) == server.record(made)
    assert "Ann" not in text
    assert made.host.partition("#")[2] not in text
    assert phone.locator("#share-svg").input_value().startswith("<svg")
