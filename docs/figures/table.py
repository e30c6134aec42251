"""Take the pictures of docs/table.md and docs/tractor-many.md, and the messages, at a real table.

Run from the repository's folder as ``PYTHONPATH=. python docs/figures/table.py``, with what the browser
tests need. The cards are the same each time, for the deals' keys are.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from PIL import Image

from suitwise.game import load
from suitwise.markdown import write_section
from tests.browser.harness import Visits, lacking, started
from tests.browser.people import Person
from tests.browser.served import Made, Served
from tests.browser.test_many import Friend
from tests.browser.test_rummy import Sensible

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket

PAGE = Path(__file__).parents[1] / "table.md"
STATIC = PAGE.parent / "_static"
WIDTH = 1000
"""No picture is wider, in pixels."""
SHOWN = {"hello", "welcome", "part", "ask", "ruling", "move", "ack"}
UPRIGHT = {"width": 360, "height": 740}
"""A phone of today."""
PARTS = {"head", "ask", "table"}
"""The parts that are shown of a message with parts."""


def main() -> None:
    """Write the pictures and the messages, or say what is lacking."""
    if reason := lacking():
        print(reason)
        return
    with TemporaryDirectory() as folder, started() as browser:
        for keys, draw in DRAWN:
            for key in keys:
                command = ["-m", "tests.browser.quick", "--key", key, "--pace", '{"trick": 1200}']
                own = Path(folder) / f"{draw.__name__} {key}"
                own.mkdir()
                server = Served(own, command)
                try:
                    draw(server, Visits(browser))
                    break
                except NotDealt:
                    continue
                finally:
                    server.stop()
            else:
                raise SystemExit(f"{draw.__name__}: no deal of these keys has what is to be shown")


class NotDealt(Exception):
    """A deal has ended without what was to be shown."""


# --- Pictures -------------------------------------------------------------------------------------


def draw_texas42(server: Served, visits: Visits) -> None:
    """Draw a hand of Texas 42 on a phone, and write down what its line said."""
    page = visits.open()
    said = overheard(page)
    person = Person(page).sit(server.made("texas42(match=hand)").host)
    person.until_phase("play")
    while person.wait_for_turn() and not must_follow(person):
        person.act()
    page.wait_for_timeout(1500)
    asked = [one for one in said if one[1].get("parts", {}).get("ask")][-1:]
    at = len(said)
    wrong = next(card for card in person.cards() if card not in person.wire.moves)
    person.press(person.card(wrong))
    page.wait_for_timeout(600)
    keep(page, "table-texas42-phone", width=480)
    person.press(person.card(wrong))
    person.act()
    write_section(PAGE, "protocol", transcript([*said[:2], *asked, *said[at:]]))
    visits.close()


def draw_tractor(server: Served, visits: Visits) -> None:
    """Draw a trick of Tractor on a desktop, with the ruling on a choice that would not do."""
    choose_wrong(visits, visits.open(phone=False, has_touch=True), server)
    keep(visits.pages[-1], "table-tractor-desktop", width=WIDTH)
    visits.close()


def draw_tractor_on_phones(server: Served, visits: Visits) -> None:
    """Draw the same on phones, in English and in Chinese."""
    for name, locale in (("table-tractor-phone", "en-US"), ("table-tractor-zh-phone", "zh-CN")):
        choose_wrong(visits, visits.open(locale=locale), server)
        keep(visits.pages[-1], name, width=480)
    visits.close()


def choose_wrong(visits: Visits, page: Page, server: Served) -> None:
    """Play Tractor until a pair is owed, and choose two cards that would not do."""
    person = Person(page).sit(server.made("tractor(match=deal,landlord=0)").host)
    person.until_phase("play")
    wrong: list[str] = []
    while person.wait_for_turn() and not (wrong := two_of_the_suit(person)):
        person.act()
    if not wrong:
        visits.close()
        raise NotDealt
    page.wait_for_timeout(1500)
    for card in wrong:
        person.press(person.card(card))
    page.wait_for_timeout(600)


def draw_large_tables(server: Served, visits: Visits) -> None:
    """Draw tricks of Tractor with five, six and eight players: on phones side by side, on a desktop."""
    phones = [
        led_to(visits.open(viewport=UPRIGHT, locale=locale), server, options)
        for options, locale in (
            ("players=5,teams=friends,landlord=0", "zh-CN"),
            ("players=6", "en-US"),
            ("players=8,teams=friends", "en-US"),
        )
    ]
    keep_row(phones, "tractor-many-phones", width=960)
    page = visits.open(phone=False, has_touch=True, viewport={"width": 1280, "height": 860})
    keep(led_to(page, server, "players=8,teams=friends"), "tractor-many-desktop", width=WIDTH)
    visits.close()


def led_to(page: Page, server: Served, options: str) -> Page:
    """Play Tractor until most others have played to a lead of two cards or more."""
    variant = f"tractor(match=deal,{options})"
    seats = load(variant).facts.seats
    person = Friend(page).sit(server.made(variant, ("human", *("rules",) * (seats - 1))).host)
    person.until_phase("play")
    while person.wait_for_turn():
        table = person.wire.parts["table"]
        plays = table["trick"]["plays"] if table["trick"] else []
        if table["tricks"] > 2 and len(plays) >= seats - 2 and len(plays[0]["cards"]) > 1:
            page.wait_for_timeout(1500)
            return page
        person.act()
    raise NotDealt


def draw_others(server: Served, visits: Visits) -> None:
    """Draw gin, Indian rummy and Stack Management on phones beside one another, and a replay."""
    gin = at_a_choice(visits, server.made("gin", ("human", "rules")))
    indian = at_a_choice(visits, server.made("indian13(seats=3)", ("human", "rules", "rules")))
    page = visits.open()
    person = Person(page).sit(server.made("stacks(stacks=5,height=3,suits=4)", ("human",)).host)
    person.wait_for_turn()
    person.press(page.locator(".stack-row button").nth(int(person.wire.moves[0][1:].split(">")[0])))
    page.wait_for_timeout(600)
    keep_row([gin.page, indian.page, page], "table-games-phone", width=960)
    visits.close()


def at_a_choice(visits: Visits, made: Made) -> Person:
    """Return somebody at rummy who has drawn a second time and chosen a card to discard."""
    person = Sensible(visits.open()).sit(made.host)
    person.until_phase("discard")
    person.act()
    person.until_phase("discard")
    person.press(person.card(person.wanted().rpartition(":")[2]))
    person.page.wait_for_timeout(600)
    return person


def draw_replay(server: Served, visits: Visits) -> None:
    """Draw the replay of a hand of Texas 42 on a desktop, all hands shown."""
    page = visits.open(phone=False)
    Person(page, "text").sit(server.made("texas42(match=hand)").host).play_deal()
    page.get_by_role("link", name="Replay").click()
    page.set_viewport_size({"width": WIDTH, "height": 700})
    page.wait_for_selector("main.replay")
    page.keyboard.press("End")
    for _ in range(9):
        page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(600)
    keep(page, "table-replay-desktop", width=WIDTH)
    visits.close()


def must_follow(person: Person) -> bool:
    """Tell whether not every domino of the hand may be played."""
    return len(person.wire.moves) < len(person.cards())


def two_of_the_suit(person: Person) -> list[str]:
    """Return two cards of a suit of which a pair is led and another pair is owed."""
    trick = person.wire.parts["table"]["trick"]
    led = trick["plays"][0]["cards"] if trick and trick["plays"] else []
    if len(led) != 2 or led[0] != led[1]:
        return []
    cards = person.cards()
    suit = [one for one in cards if one[0] == led[0][0] and cards.count(one) == 1]
    is_owed = any(move[:2] == move[2:] for move in person.wire.moves)
    return suit[:2] if is_owed and len(suit) > 1 else []


def keep(page: Page, name: str, width: int) -> None:
    """Keep a picture, small."""
    image = Image.open(io.BytesIO(page.screenshot()))
    image.thumbnail((width, 2 * width), Image.Resampling.LANCZOS)
    image.save(STATIC / f"{name}.webp", quality=82, method=6)


def keep_row(pages: list[Page], name: str, width: int) -> None:
    """Keep the pictures of pages side by side, small."""
    shots = [Image.open(io.BytesIO(page.screenshot())) for page in pages]
    gap = shots[0].width // 20
    wide = sum(shot.width for shot in shots) + gap * (len(shots) - 1)
    row = Image.new("RGB", (wide, shots[0].height), "white")
    for at, shot in enumerate(shots):
        row.paste(shot, (at * (shots[0].width + gap), 0))
    row.thumbnail((width, width), Image.Resampling.LANCZOS)
    row.save(STATIC / f"{name}.webp", quality=82, method=6)


# --- Messages -------------------------------------------------------------------------------------


def overheard(page: Page) -> list[tuple[str, dict[str, Any]]]:
    """Return a list into which all messages go, with their directions."""
    said: list[tuple[str, dict[str, Any]]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: said.append(("→", json.loads(frame))))
        socket.on("framereceived", lambda frame: said.append(("←", json.loads(frame))))

    page.on("websocket", listen)
    return said


def transcript(said: list[tuple[str, dict[str, Any]]]) -> str:
    """Return the first message of each kind, in the order in which they were said."""
    seen: set[str] = set()
    lines = []
    for arrow, message in said:
        kind = message["t"]
        if kind in SHOWN and kind not in seen:
            seen.add(kind)
            lines.append(f"{arrow} {json.dumps(shortened(message), ensure_ascii=False)}")
    return "\n".join(["```text", *lines, "```"])


def shortened(message: dict[str, Any]) -> dict[str, Any]:
    """Leave out the secret and most of what is long."""
    if message.get("token"):
        message = {**message, "token": "SECRET"}
    if "parts" in message:
        message = {**message, "told": message.get("told", [])[-1:]}
        for kind in {"parts", "fields"} & set(message):
            message[kind] = {name: cut(message[kind][name]) for name in PARTS & set(message[kind])}
    return message


def cut(value: Any) -> Any:
    """Return data with no list longer than four."""
    if isinstance(value, dict):
        return {name: cut(one) for name, one in value.items()}
    if isinstance(value, list):
        return [cut(one) for one in value[:4]]
    return value


DRAWN = (
    (("throw",), draw_texas42),
    (("throw", *(f"pair {n}" for n in range(1, 20))), draw_tractor),
    (("throw", *(f"pair {n}" for n in range(1, 20))), draw_tractor_on_phones),
    (tuple(f"large {n}" for n in range(1, 20)), draw_large_tables),
    (("throw",), draw_replay),
    (("short 532",), draw_others),
)
"""What is drawn, each with the keys of the deals that are tried for it."""


if __name__ == "__main__":
    main()
