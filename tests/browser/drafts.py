"""A table in any position, mostly of Rummikub, each touch ruled on by the face of the game itself."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from suitwise.game import State, load
from suitwise.players.face import face_of
from suitwise.rummy.rummikub.rules.tiles import JOKER, Group, Run, Set, Table, Tiles, tile_text
from suitwise.table.rules.messages import Ruling
from suitwise.table.serve.shown import localised
from tests.browser.faked import Faked
from tests.browser.harness import dragged, shot

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

NAMES = ("Ann", "Bob", "Cai", "Dee")


def placed(
    table: str, rack: str, *, opened: bool = True, variant: str = "rummikub(seats=4)"
) -> Any:
    """Return a position in which seat 0 plays; the others hold nine tiles each of what is left."""
    laid, own = Table.parse(table), Tiles.parse(rack)
    left = [k for k in range(JOKER) for _ in range(2 - laid.counts[k] - own.counts[k])]
    each = min(9, len(left) // 3)
    racks = [" ".join(map(tile_text, sorted(left[at::3][:each]))) for at in range(3)]
    said = " ".join(("yes" if opened else "no", *["yes"] * 3))
    return load(variant).parse(
        f"play 0 | {laid} | {own} / {' / '.join(racks)} | {said} | 0 0 0 0 / 0 0 0 0"
    )


def crowded() -> str:
    """Return a table of a hundred tiles, runs and groups, with both jokers."""
    ends = ((1, 3), (4, 8), (9, 13)), ((1, 13),), ((1, 6), (7, 9), (10, 13)), ((1, 4), (5, 13))
    sets: list[Set] = [
        Run(colour, low, high, (12,) if colour in (1, 3) and low <= 12 <= high else ())
        for colour, runs in enumerate(ends)
        for low, high in runs
    ]
    sets += [Group(number, (0, 1, 2, 3)) for number in range(1, 13)]
    return str(Table(tuple(sets)))


def middle(found: Locator) -> tuple[float, float]:
    """Return the middle of what is found."""
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


LABELS = """(all) => all.map((heap) =>
  [...heap.querySelectorAll('.heap-tiles > *')].map((one) => one.ariaLabel).join(', '))"""


class Felt(Faked):
    """A page at a table in a position, whose questions are answered as a server does."""

    def __init__(
        self, page: Page, welcome: dict[str, Any], parts: dict[str, Any], state: State[Any]
    ) -> None:
        self.state, self.lang = state, "en"
        self.face = face_of(state.game)
        self.rulings: list[dict[str, Any]] = []
        super().__init__(page, welcome, parts | self._shown())

    def _shown(self) -> dict[str, Any]:
        parts: dict[str, Any] = localised(self.face.parts(self.state, 0), self.lang, NAMES, 0)
        return parts

    def _heard(self, message: dict[str, Any]) -> None:
        if message["t"] == "hello" and message["lang"] != self.lang:
            self.lang = message["lang"]
            self.parts |= self._shown()
        super()._heard(message)
        if message["t"] == "ask":
            ruled = self.face.ruling(self.state, 0, message["cards"])
            told = localised(Ruling(message["q"], self.v, ruled).plain(), self.lang, NAMES, 0)
            self.rulings.append(json.loads(json.dumps(told)))
            self.say(told)

    # --- What a finger does -----------------------------------------------------------------------

    def rack(self, tile: str) -> Locator:
        return self.page.locator(f'#hand [data-key="{tile}"]')

    def heap(self, at: int) -> Locator:
        return self.page.locator("#heaps > .heap").nth(at)

    def tile(self, at: int, place: int) -> Locator:
        return self.heap(at).locator(".heap-tiles > .kub-tile").nth(place)

    def tap(self, found: Locator) -> None:
        found.tap()
        self.page.wait_for_timeout(30)

    def ruled(self, deed: Locator, **how: Any) -> dict[str, Any]:
        """Tap something that is asked about, and return the answer once it is shown."""
        before = len(self.rulings)
        deed.tap(**how)
        self.until(lambda: len(self.rulings) > before)
        self.page.wait_for_timeout(60)
        return self.rulings[-1]

    def drag(self, found: Locator, onto: Locator, *, asks: bool = True, shown: str = "") -> None:
        """Drag a tile by a finger onto the middle of something; with a name keep a picture."""
        self.page.wait_for_timeout(300)  # nothing glides any longer
        before = len(self.rulings)
        dragged(
            self.page,
            middle(found),
            middle(onto),
            partial(shot, self.page, shown) if shown else lambda: None,
        )
        if asks:
            self.until(lambda: len(self.rulings) > before)
            laid = [len(heap["tiles"]) for heap in self.rulings[-1]["draft"]["heaps"]]
            self.until(lambda: [label.count(",") + 1 for label in self.heaps()] == laid)
        self.page.wait_for_timeout(60)

    def do(self, name: str) -> Locator:
        return self.page.locator(f'.kub-deeds [data-do="{name}"]')

    def heaps(self) -> list[str]:
        """Return the heaps as they are shown: the names of their tiles."""
        shown: list[str] = self.page.locator("#heaps > .heap").evaluate_all(LABELS)
        return shown
