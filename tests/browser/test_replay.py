"""A record looked at again: a finished deal of a table, a file, by touch, by mouse and by keys (U6)."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from suitwise.game import CHANCE, Record, drawn, load, play, record_of
from suitwise.players.named import named
from suitwise.table.client import Client, at_random
from suitwise.table.client import play as play_at
from suitwise.table.rules.chance import Source
from tests.browser.checks import is_clean
from tests.browser.harness import Visits, boxes
from tests.browser.people import Person
from tests.browser.served import Made, Served

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page, Request

LONG = 1500
"""So many moves are gone through by the slider while the time is taken."""


FREE_THROWS = "tractor(match=deal,landlord=0,profile=standard(forced=never))"
SIX_THROWS = "tractor(match=deal,landlord=0,packs=3,players=6,profile=standard(forced=never))"
TO_FIRST_LEAD = {FREE_THROWS: 204, SIX_THROWS: 318}
"""The moves up to the first lead, as players by rule bid and bury."""


@pytest.fixture(scope="module")
def finished(running: Served) -> Made:
    """A hand of Texas 42 that is over."""
    running.set("", {})
    made = running.made("texas42(match=hand)")
    play_at(Client(made.host), choose=at_random)
    return made


def file_of(folder: Path, variant: str) -> Path:
    game = load(variant)
    path = folder / "record.txt"
    path.write_text(str(play(game.start(), named("random", game).seated(1, 0), seed=3)))
    return path


def begun(variant: str, n_moves: int) -> Record:
    """Return the record of a game that was broken off after so many moves."""
    start = load(variant).start()
    player, source = named("rules", start.game).seated(1, 0), Source(bytes(32))
    state: Any = start
    moves: list[Any] = []
    while len(moves) < n_moves:
        move = drawn(state, source) if state.turn == CHANCE else player(state)
        moves.append(move)
        state = state.after(move)
    return record_of(start, moves, state)


def long_lead(variant: str) -> Record:
    """Return the record of a deal that was broken off after a long lead."""
    record = begun(variant, TO_FIRST_LEAD[variant])
    *_, state = record.states()
    lead = max(map(str, islice(state.moves(), 2000)), key=len)
    return replace(record, moves=(*record.moves, lead))


def opened(page: Page, server: Served, path: Path) -> Page:
    """Open a file by the link of the page behind More."""
    page.goto(f"{server.url}/#more")
    page.locator("a[href='/#r=file']").click()
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_selector("main.replay")
    return page


def ply(page: Page) -> int:
    return int(page.locator("main.replay").get_attribute("data-ply") or -1)


def step(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def test_the_end_of_a_hand_leads_to_its_replay_by_touch(
    server: Served, finished: Made, phone: Page
) -> None:
    phone.goto(finished.host)
    page = phone
    page.get_by_role("link", name="Replay").tap()
    page.wait_for_selector("main.replay")
    page.get_by_role("button", name="Back", exact=True).tap()
    page.get_by_role("link", name="Replay").tap()
    page.wait_for_selector("main.replay")
    token = finished.host.partition("#")[2]
    assert token not in page.url
    first = ply(page)
    step(page, "One decision on").tap()
    assert ply(page) == first + 1
    assert page.locator(".late-hands dt").count() == 4
    on_the_left = page.locator(".places .left").inner_text()
    names = page.locator(".late-hands dt").all_inner_texts()
    assert names[1] in on_the_left, "it plays next, clockwise"
    sides = page.locator(".scores .side")
    assert all(" + " in side for side in sides.all_inner_texts())
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({**size, "width": 320})
    whole = "(all) => all.every((one) => one.scrollWidth <= one.clientWidth)"
    assert sides.evaluate_all(whole), "both players of a side are read"
    page.set_viewport_size(size)
    is_clean(page, "replay-texas42-phone")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ((_, top, _, high),) = boxes(page.locator(".late-hands"))
    ((_, bar, _, _),) = boxes(page.locator(".bar-region"))
    assert top + high <= bar - 16, "what fades at the slider's edge is no hand at the page's end"
    page.get_by_label("Hands", exact=True).and_(page.locator("select")).select_option("2")
    assert page.locator(".late-hands dt").count() == 1
    box = page.locator("input[type=range]").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    page.wait_for_selector("div.over")
    page.get_by_role("button", name="Last trick").tap()
    assert page.locator(".wins .domino").count() == 1
    page.wait_for_url(re.compile(rf"#r={finished.code}&deal=1&ply=\d+$"))


def test_a_link_leads_to_its_move_on_the_device_that_sat_there_alone(
    server: Served, finished: Made, visits: Visits
) -> None:
    page = visits.open(finished.host)
    page.wait_for_selector("main.table")
    page.goto(f"{server.url}/#r={finished.code}&ply=30")
    page.wait_for_selector("main.replay")
    assert ply(page) == 30
    other = visits.open(f"{server.url}/#r={finished.code}&ply=30")
    other.get_by_text("Only those who sat").wait_for()


def test_a_file_is_gone_through_by_keys_and_mouse_and_is_there_after_a_reload(
    server: Served, desktop: Page, tmp_path: Path
) -> None:
    page = opened(desktop, server, file_of(tmp_path, "tractor(match=deal)"))
    page.keyboard.press("Home")
    assert ply(page) == 0
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    whole = ply(page)
    assert (
        page.locator(".tractor-table .fan").count() >= 4
    )  # the trick that has just ended lies there
    assert "Seat 2" in page.locator(".places .right").inner_text(), "it plays next, anticlockwise"
    page.keyboard.press("ArrowRight")
    assert ply(page) == whole + 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    assert ply(page) < whole
    is_clean(page, "replay-tractor-desktop")
    box = page.locator("input[type=range]").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()
    there = ply(page)
    assert there > whole
    page.wait_for_url(re.compile(rf"#r=f-[0-9a-f]{{12}}&ply={there}$"))
    page.reload()
    page.wait_for_selector("main.replay")
    assert ply(page) == there
    page.keyboard.press("End")
    page.wait_for_selector("div.over")


def test_a_record_plays_by_itself_until_it_is_paused(
    server: Served, phone: Page, tmp_path: Path
) -> None:
    page = opened(phone, server, file_of(tmp_path, "gin"))
    assert page.locator(".late-hands .strip").count() == 20, "both hands of ten lie open"
    page.locator(".piles button").first.tap(
        force=True
    )  # of a record nothing can be drawn: nothing happens
    page.get_by_label("Speed").select_option("4")
    before = ply(page)
    step(page, "Play").tap()
    while ply(page) <= before + 1:
        page.wait_for_timeout(50)
    step(page, "Pause").tap()
    there = ply(page)
    page.wait_for_timeout(500)
    assert ply(page) == there
    is_clean(page, "replay-gin-phone")


def test_a_replay_in_chinese_and_in_the_dark_fits_a_narrow_phone(
    server: Served, visits: Visits, tmp_path: Path
) -> None:
    narrow = {"width": 320, "height": 640}
    page = visits.open(locale="zh-CN", color_scheme="dark", viewport=narrow)
    opened(page, server, file_of(tmp_path, "tractor(match=deal)"))
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    is_clean(page, "replay-tractor-zh-320")
    words = re.sub(r"[♠♥♦♣]|Suitwise|\b[AKQJ]\b|RJ|BJ", "", page.inner_text("main"))
    assert re.findall(r"[A-Za-z]{2,}", words) == []


@pytest.mark.parametrize(
    ("variant", "phase", "cards", "folded"),
    [(FREE_THROWS, "play", 11, 7), (SIX_THROWS, "cut", 12, 9)],
    ids=["played", "still to be cut"],
)
def test_a_play_that_does_not_fit_is_shown_whole_in_a_replay_too(
    server: Served,
    phone: Page,
    tmp_path: Path,
    variant: str,
    phase: str,
    cards: int,
    folded: int,
) -> None:
    path = tmp_path / "long.txt"
    record = long_lead(variant)
    *_, state = record.states()
    assert state.phase == phase  # type: ignore[attr-defined]
    path.write_text(str(record))
    page = opened(phone, server, path)
    page.keyboard.press("End")
    more, sheet = page.locator(".more-cards"), page.locator(".last-sheet.whole")
    assert more.inner_text() == f"+{folded}"
    more.tap()
    sheet.wait_for()
    assert sheet.locator(".card").count() == cards
    sheet.locator(".chip").tap()
    sheet.wait_for(state="detached")
    more.tap()
    sheet.wait_for()
    page.keyboard.press("Home")
    sheet.wait_for(state="detached")


def test_on_a_phone_the_slider_stays_in_sight_and_is_not_filled_by_the_drawing(
    server: Served, phone: Page, tmp_path: Path
) -> None:
    """Three quarters of a deal's moves are cards drawn, and the hands were 70 px high beside it."""
    page = opened(phone, server, file_of(tmp_path, "tractor(match=deal)"))
    size = page.viewport_size
    assert size is not None
    slider = page.locator("input[type=range]")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    page.evaluate("scrollTo(0, 0)")
    ((_, top, _, high),) = boxes(slider)
    assert top + high <= size["height"], "the page is longer than the screen, the slider is on it"
    value, last = (int(slider.evaluate(f"one => one.{name}")) for name in ("value", "max"))
    assert value < last / 3, "three tricks of 25 and the bids before them"
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ((_, bar, _, _),) = boxes(page.locator(".bar-region"))
    hands = boxes(page.locator(".late-hands dd"))
    seen = sum(min(top + high, bar) - max(top, 0) for _, top, _, high in hands)
    assert seen >= 300, "all four hands lie above the slider"
    cards = boxes(page.locator(".late-hands dd").first.locator(".strip"))
    assert min(wide for _, _, wide, _ in cards) >= 20, "so many pixels are seen of a card"


def test_a_file_that_is_no_record_is_refused_with_its_line_and_another_can_be_opened(
    server: Served, visits: Visits, phone: Page, tmp_path: Path
) -> None:
    path = file_of(tmp_path, "texas42(match=hand)")
    good = path.read_text()
    path.write_text(good.replace("6-1", "6-9", 1))
    phone.goto(f"{server.url}/#r=file")
    phone.locator("input[type=file]").set_input_files(path)
    phone.get_by_text("line 3, move 1, 6-9").wait_for()
    is_clean(phone, "replay-refused")
    visits.faults.clear()  # the browser's own word on an answer that is no success
    path.write_text(good)
    phone.locator("input[type=file]").set_input_files(path)
    phone.wait_for_selector("main.replay")


def test_a_move_of_a_long_record_is_found_at_once(
    server: Served, desktop: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The time is printed, not held: it is the machine's as well."""
    record = begun("tractor", LONG)
    path = tmp_path / "long.txt"
    path.write_text(str(record))
    page = opened(desktop, server, path)
    seek = """() => {
      const slider = document.querySelector("input[type=range]"), times = [], found = new Map();
      for (let at = 0; at < 40; at += 1) {
        const to = (at * 617) % (+slider.max + 1), began = performance.now();
        slider.value = to;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        document.body.getBoundingClientRect();
        found.set(to, +document.querySelector("main.replay").dataset.ply);
        times.push(performance.now() - began);
      }
      const plies = [...found].sort(([one], [other]) => one - other).map(([, ply]) => ply);
      if (plies.some((ply, i) => i && ply <= plies[i - 1])) throw new Error("astray");
      return times.sort((one, other) => one - other);
    }"""
    times = page.evaluate(seek)
    with capsys.disabled():
        middle, worst = times[len(times) // 2], times[-1]
        print(f"\nseek in {len(record.moves)} moves: {middle:.0f} ms, at worst {worst:.0f} ms")
    assert len(times) == 40


# --- A record in a link: nothing is sent before it is asked for -----------------------------------


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
    other.goto(f"{server.url}/#more")
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
