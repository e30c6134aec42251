"""People at the page: one looks at what the server has said, and acts by touch, by keys or by text.

What to do is decided by the messages that the page has received, which tell the legal moves; every deed
goes through the page, as a finger or a keyboard would do it. A message is known here a moment before the
page shows it, longer on a busy machine: so nobody acts before the page shows the last version of the
table, nor plays before it shows what was chosen.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from suitwise.table.client import Client, at_random, changed_parts, play
from tests.browser.harness import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocket

STRIP = 8, 12
"""Where a card is tapped: in the strip that the next card leaves visible."""
BURIED = 8
SHOWN = """(v) => new Promise((done) => requestAnimationFrame(() => done(
  document.querySelector("main.table")?.dataset.v === String(v)
  && !document.querySelector("[aria-busy=true]"))))"""

STEPS = """(e) => {
  if (e === document.activeElement) return 0;
  const list = e.closest("[data-roving]");
  const items = [...(list?.querySelectorAll("[data-rove]") ?? [])];
  const at = items.indexOf(document.activeElement);
  return at < 0 ? null : items.indexOf(e) - at;
}"""
"""How many arrows to the right lead there within a list, nothing where the focus is outside of it."""


class Wire:
    """What the server has said to a page, as the page itself has it."""

    def __init__(self, page: Page) -> None:
        self.parts: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        self.v = 0
        """The version of the parts, 0 where there are none yet."""
        self.told: list[dict[str, Any]] = []
        self.moves_sent: list[str] = []
        """The ids of the moves that the page has sent, a move sent again only once."""
        self.answers: list[dict[str, Any]] = []
        """Each ``ack`` and ``no`` to a move."""
        self.rulings: list[dict[str, Any]] = []
        self.others: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self._line: WebSocket | None = None
        page.on("websocket", self._opened)
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._sent(json.loads(frame)))
        self._line = socket  # of one that hangs the page takes nothing more once it has another
        socket.on("framereceived", lambda frame: self._heard(socket, json.loads(frame)))

    def _heard(self, socket: WebSocket, message: dict[str, Any]) -> None:
        if socket is self._line:
            self._read(message)

    def _sent(self, message: dict[str, Any]) -> None:
        if message["t"] == "move" and message["id"] not in self.moves_sent:
            self.moves_sent.append(message["id"])

    def _read(self, message: dict[str, Any]) -> None:
        kind = message["t"]
        if kind == "welcome":
            self.welcome, self.v = message, 0
        elif kind == "part":
            self.v = message["v"]
            self.parts |= changed_parts(self.parts, message)
            self.told += message.get("told", [])
        elif kind in ("ack", "no") and message["id"] in self.moves_sent:
            if message["id"] not in {one["id"] for one in self.answers}:  # else one sent again
                self.answers.append(message)
        elif kind == "ruling":
            self.rulings.append(message)
        else:
            self.others.append(message)

    @property
    def seat(self) -> int | None:
        seat: int | None = self.welcome.get("seat")
        return seat

    @property
    def stage(self) -> str:
        return str(self.parts.get("life", {}).get("stage", ""))

    @property
    def phase(self) -> str:
        return str(self.parts.get("head", {}).get("phase", ""))

    @property
    def is_deal_over(self) -> bool:
        return self.stage in ("between", "over")

    @property
    def has_turn(self) -> bool:
        """Whether the table waits for this seat, the draw of Tractor aside, which goes on by itself."""
        turn = self.parts.get("head", {}).get("turn")
        return self.stage == "playing" and turn == self.seat and not self.parts.get("bar")

    @property
    def moves(self) -> list[str]:
        """The legal moves that are named, none where there are too many."""
        return list((self.parts["ask"] or {}).get("moves") or [])


class Person:
    """Somebody at a page who takes any legal move; ``way`` is touch, keys or text."""

    def __init__(self, page: Page, way: str = "touch", seed: int = 1) -> None:
        self.page, self.way = page, way
        self.wire = Wire(page)
        self.chance = random.Random(seed)
        self.has_bid = False
        self.made = 0
        """How many moves it has made."""

    # --- Waiting ----------------------------------------------------------------------------------

    def until(self, what: Any) -> None:
        """Look at the page until something is so."""
        end = time.monotonic() + PATIENCE_S
        while not what():
            assert self.wire.faults == []
            assert time.monotonic() < end, f"waited in vain: {self.seen()}"
            self.page.wait_for_timeout(15)

    def seen(self) -> dict[str, Any]:
        """Return what tells why somebody waits: the table, and what the page shows of it."""
        shown = self.page.locator("main, .actions .play, #hand [aria-pressed=true]")
        wire = self.wire
        return {
            "table": [wire.v, *map(wire.parts.get, ("life", "head", "ask"))],
            "last": [wire.answers[-1:], wire.rulings[-1:], wire.others[-1:], wire.told[-1:]],
            "page": shown.evaluate_all("(all) => all.map((one) => one.cloneNode().outerHTML)"),
            "asked": self.page.locator(".ask").all_inner_texts(),
        }

    def sit(self, link: str) -> Person:
        """Open a seat's link and wait for the table."""
        self.page.goto(link)
        self.until(lambda: self.wire.parts)
        return self

    def wait_for_turn(self) -> bool:
        """Wait until it is this seat's turn, saying that one is ready; false when the deal is over."""
        self.until(
            lambda: self.wire.has_turn or self.wire.is_deal_over or self.wire.stage == "ready"
        )
        if self.wire.stage == "ready":
            self.be_ready()
            return self.wait_for_turn()
        self.until(self.shows_all)
        return self.wire.has_turn

    def start(self) -> None:
        """Say that one is ready if the table waits for that."""
        if self.wire.stage == "ready" and not self.wire.parts["people"][self.wire.seat]["ready"]:
            self.press(self.page.locator(".ready .play"))

    def menu(self, deed: str) -> None:
        """Do something by the menu."""
        self.press(self.page.locator(".head [aria-haspopup=dialog]"))
        self.press(self.page.get_by_role("button", name=deed))

    def be_ready(self) -> None:
        """Say that one is ready for what comes next, and wait until it comes."""
        before = self.wire.stage
        self.press(self.page.locator(".ready .play"))
        self.until(lambda: self.wire.stage != before)

    # --- Choosing and playing ---------------------------------------------------------------------

    def play_deal(self) -> None:
        """Play until the deal is over."""
        while self.wait_for_turn():
            self.act()

    def play_first(self, number: int, link: str) -> None:
        """Play until so many moves are made; a program makes the others, which show nothing new."""
        while self.made < number and self.wait_for_turn():
            self.act()
        self.hand_over(link)

    def hand_over(self, link: str) -> None:
        """Have a program end the game at this seat, as another device of it, and see it shown."""
        play(Client(link), choose=at_random)
        self.until(lambda: self.wire.is_deal_over and self.shows_all())
        self.page.locator(".over").first.wait_for()  # the last trick lies there first

    def leave_to_program(self, link: str) -> None:
        """Have a program end the game while the page is away and draws none of it; see its end."""
        self.page.goto("about:blank")
        play(Client(link), choose=at_random)
        self.wire.parts = {}
        self.sit(link)
        self.until(lambda: self.wire.is_deal_over and self.shows_all())
        self.page.locator(".over").first.wait_for()

    def act(self) -> None:
        """Make a legal move at this seat's turn, and see it taken."""
        self.until(self.shows_all)
        self.make(self.wanted())
        self.taken()

    def taken(self) -> None:
        """Wait until the table has taken all moves made so far."""
        self.made += 1
        self.until(lambda: len(self.wire.answers) >= self.made)
        assert self.wire.answers[-1]["t"] == "ack", self.wire.answers[-1]
        self.until(self.shows_all)

    def shows_all(self) -> bool:
        """Tell whether the page shows what it was sent, and waits for no answer."""
        shown: bool = self.page.evaluate(SHOWN, self.wire.v)
        return shown

    def until_phase(self, phase: str) -> None:
        """Play until a phase of the game in which it is this seat's turn."""
        while self.wait_for_turn() and self.wire.phase != phase:
            self.act()
        assert self.wire.phase == phase

    def wanted(self) -> str:
        """Return the move to be made."""
        moves = self.wire.moves
        if self.wire.phase == "bury":
            return "".join(self.cards()[-BURIED:])
        if "pass" in moves:
            return next((move for move in moves if move != "pass"), "pass")
        return self.chance.choice(moves)

    def make(self, move: str) -> None:
        """Make a move in this person's way."""
        if self.way == "text":
            self.say(move)
        elif self.wire.welcome["kind"] == "rummy":
            self.do(move)
        elif self.wire.phase == "forced":
            self.press(self.page.locator(".offer").first)
        else:
            self.choose(move)
            self.play()

    def do(self, move: str) -> None:
        """Make a move of rummy by its button, its card chosen first where it names one."""
        card = move.rpartition(":")[2]
        if self.card(card).count():
            self.press(self.card(card))
        deed = self.page.locator(f'.deeds [data-move="{move}"]')
        self.until(lambda: deed.count())
        self.press(deed)

    def choose(self, move: str) -> None:
        """Choose the cards of a move, or pick it from a list, and see that it is so."""
        picked = self.page.locator(f'.picks [data-move="{move}"]')
        wanted = [picked] if picked.count() else [*map(self.card, keys_of(split(move)))]
        for one in wanted:
            self.press(one)
        self.until(lambda: all(map(is_pressed, wanted)))

    def card(self, key: str) -> Locator:
        return self.page.locator(f'#hand [data-key="{key}"], #hand [data-card="{key}"]')

    def cards(self) -> list[str]:
        """Return the cards of the hand as they lie there."""
        keys = "(all) => all.map((one) => one.dataset.key ?? one.dataset.card)"
        shown: list[str] = self.page.locator("#hand [data-rove]").evaluate_all(keys)
        return [key.partition("#")[0] for key in shown]

    def play(self) -> None:
        self.until(lambda: self.page.locator(".actions .play[aria-disabled=false]").count())
        if self.way == "keys":
            self.page.keyboard.press("Enter")
        else:
            self.press(self.page.locator(".actions .play"))

    def press(self, found: Locator) -> None:
        """Tap, or go there with Tab and the arrows and press Space, or click on what has no text."""
        if self.way == "keys":
            self.go_to(found)
            self.page.keyboard.press("Space")
        elif self.way == "text":
            found.click()
        else:
            found.tap(position={"x": STRIP[0], "y": STRIP[1]})

    def go_to(self, found: Locator) -> None:
        """Bring the focus to something by the keyboard alone."""
        steps = found.evaluate(STEPS)
        for _ in range(60):
            if steps is not None:
                break
            self.page.keyboard.press("Tab")
            steps = found.evaluate(STEPS)
        for _ in range(abs(steps or 0)):
            self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        assert found.evaluate(STEPS) == 0, "the keyboard does not come to this"

    def say(self, text: str) -> None:
        """Type a move into the line for it."""
        if not self.page.locator("#say").is_visible():
            self.page.keyboard.press("/")
        self.page.locator("#say").fill(text)
        self.page.keyboard.press("Enter")


def is_pressed(found: Locator) -> bool:
    pressed: bool = found.evaluate_all("(all) => all.some((one) => one.ariaPressed === 'true')")
    return pressed


def split(move: str) -> list[str]:
    """Return the cards of a move's text, ``["6-4"]`` or ``["HA", "HA"]``."""
    if "-" in move:
        return [move]
    return [move[at : at + 2] for at in range(0, len(move), 2)]


def keys_of(cards: list[str]) -> list[str]:
    """Return the names that the hand gives cards, the second of two equal ones its own."""
    seen: Counter[str] = Counter()
    keys = []
    for card in cards:
        seen[card] += 1
        keys.append(card if seen[card] == 1 else f"{card}#{seen[card]}")
    return keys
