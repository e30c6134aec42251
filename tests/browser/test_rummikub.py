"""Rummikub in the browser: whole matches, turns laid out by touches, a table of a hundred tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from suitwise.game import load
from suitwise.rummy.rummikub.rules.tiles import JOKER, Table, Tiles, counts_of, tile_text
from suitwise.rummy.rummikub.solve.openings import best_opening
from suitwise.rummy.rummikub.solve.turns import Turn, best_turn
from tests.browser.checks import foreign, is_clean, replays
from tests.browser.drafts import Felt, crowded, middle, placed
from tests.browser.harness import Visits, boxes, shot, sideways
from tests.browser.people import Person, keys_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.served import Made, Served

UPRIGHT, ACROSS = {"width": 390, "height": 844}, {"width": 844, "height": 390}
PHONE = {"width": 360, "height": 740}
FOUR = ("human", "greedy", "greedy", "greedy")


class Layer(Person):
    """Somebody who lays as many tiles as may be: new sets by hand, the rest as Arrange lays it."""

    by_hand = arranged = 0

    def turn(self) -> Turn | None:
        """Return the best turn, by what the page was told; at first sets of the rack alone."""
        parts = self.wire.parts
        house = load(self.wire.welcome["variant"]).house  # type: ignore[attr-defined]
        table = Table.parse("/".join(parts["table"]["sets"]))
        rack = Tiles.parse(" ".join(parts["hand"]["held"]))
        opened = parts["seats"][self.wire.seat]["opened"]
        opening = best_opening(rack)
        if not opened and opening.points >= house.opening:
            return Turn(table, Table((*table.sets, *opening.sets)))
        return best_turn(table, rack, house=house, opened=opened)

    def act(self) -> None:
        self.until(self.shows_all)
        turn = self.turn()
        if turn is None:
            self.press(self.do("draw" if "draw" in self.wire.moves else "pass"))
        elif self.way == "text":
            self.say(f"lay {turn.table}")
        else:
            self.lay(turn)
        self.taken()

    def lay(self, turn: Turn) -> None:
        new = [one for one in turn.table.sets if one not in turn.old.sets]
        own = counts_of(kind for one in new for kind in one.kinds)
        is_beside = own == turn.played.counts and not own[JOKER]
        if is_beside and self.way == "touch":
            for one in new:
                self.lift(list(map(tile_text, one.kinds)))
                self.ruled(self.page.locator(".heap-new button"))
            self.by_hand += 1
        else:
            self.lift(str(turn.played).split())
            self.ruled(self.do("arrange"))
            self.arranged += 1
        self.press(self.do("lay"))

    def lift(self, tiles: list[str]) -> None:
        for key in keys_of(tiles):
            self.press(self.page.locator(f'#hand [data-key="{key}"]'))

    def ruled(self, deed: Any) -> None:
        """Do something that is asked about, and wait for the answer."""
        before = len(self.wire.rulings)
        self.press(deed)
        self.until(lambda: len(self.wire.rulings) > before)

    def do(self, name: str) -> Any:
        return self.page.locator(f'.kub-deeds [data-do="{name}"]')


def test_a_whole_match_of_four_by_touch_on_a_phone(
    paced: Callable[..., Served], visits: Visits
) -> None:
    server = paced("match", ready=60_000)
    made = server.made("rummikub(seats=4,deals=2)", FOUR)
    person = Layer(visits.open(viewport=UPRIGHT), "touch")
    person.sit(made.host)
    is_clean(person.page, "rummikub-start")
    person.play_deal()
    person.page.locator(".over h2").wait_for()
    # Who goes out lays tiles that nobody has seen yet.
    person.press(person.page.locator(".over summary", has_text="Table"))
    laid = person.page.locator(".over details .kub-late")
    assert laid.count() == len(person.wire.parts["table"]["sets"]) > 0
    is_clean(person.page, "rummikub-between")
    person.be_ready()
    while not (person.by_hand and person.arranged) and person.wait_for_turn():
        person.act()
    person.leave_to_program(made.host)  # the rest shows nothing new but the end of the match
    person.page.locator(".over h2").wait_for()
    is_clean(person.page, "rummikub-over")
    record = replays(server, made)
    assert record.game.startswith("rummikub(seats=4")
    assert sum(move == "next" for move in record.moves) == 1
    assert person.by_hand
    assert person.arranged


def test_the_time_of_a_turn_is_seen_and_when_it_is_over_the_host_draws(
    paced: Callable[..., Served], visits: Visits
) -> None:
    made = paced("clock", clock=3_000).made("rummikub(seats=4)", FOUR)
    person = Person(visits.open(viewport=UPRIGHT)).sit(made.host)
    person.wait_for_turn()
    person.page.locator(".kub-seats .turn .clock").wait_for()
    shot(person.page, "rummikub-clock")
    held = len(person.wire.parts["hand"]["held"])
    person.until(lambda: any(line["code"] == "rummikub.did.late" for line in person.wire.told))
    person.until(lambda: len(person.wire.parts["hand"]["held"]) == held + 3)
    assert "your time is over" in [line["text"] for line in person.wire.told]


@pytest.mark.exhaustive
def test_a_deal_by_the_keyboard_alone_and_by_text_alone(
    server: Served, visits: Visits, exhaustive: bool
) -> None:
    """The first tiles are laid by keys, then three moves are typed; in full all to the end."""
    made = server.made("rummikub", FOUR[:2])
    person = Layer(visits.open(phone=False), "keys")
    person.sit(made.host)
    typed = 0
    while typed < (100 if exhaustive else 3) and person.wait_for_turn():
        person.act()
        typed += person.way == "text"
        person.way = "text" if person.arranged else "keys"
    assert typed
    person.leave_to_program(made.host)
    person.page.locator(".over h2").wait_for()
    is_clean(person.page, "rummikub-text-over")
    replays(server, made)


def test_a_deal_in_chinese_has_no_word_of_english(server: Served, visits: Visits) -> None:
    made = server.made("rummikub(seats=4)", FOUR, name="安")
    person = Layer(visits.open(viewport=UPRIGHT, locale="zh-CN"))
    person.sit(made.host)
    person.wait_for_turn()
    person.lift(person.wire.parts["hand"]["held"][:1])
    person.ruled(person.page.locator(".heap-new button"))
    person.page.locator(".why-not").wait_for()
    is_clean(person.page, "rummikub-zh-draft")
    assert foreign(person.page, person) == []
    person.press(person.do("reset"))
    person.act()
    person.leave_to_program(made.host)
    person.page.locator(".over h2").wait_for()
    is_clean(person.page, "rummikub-zh-over")
    assert foreign(person.page, person) == []


def test_nobody_else_sees_a_draft_or_a_rack(server: Served, visits: Visits) -> None:
    made = server.made("rummikub", FOUR[:2])
    person = Layer(visits.open())
    person.sit(made.host)
    watcher = Person(visits.open()).sit(made.join)
    person.wait_for_turn()
    watcher.until(lambda: watcher.wire.parts and watcher.shows_all())
    before = watcher.page.locator("main").inner_html()
    person.lift(person.wire.parts["hand"]["held"][:3])
    person.ruled(person.page.locator(".heap-new button"))
    person.page.locator("#heaps .heap").wait_for()
    assert watcher.page.locator("main").inner_html() == before
    assert watcher.page.locator(".kub-tile").count() == 0
    assert not watcher.wire.rulings
    assert [one["held"] for one in watcher.wire.parts["seats"]] == [None, None]


# --- The turn that is laid out --------------------------------------------------------------------

Opened: TypeAlias = "Callable[..., Felt]"


@pytest.fixture
def felt(server: Served, visits: Visits) -> Opened:
    """Opens pages at a table of four in a position of Rummikub."""
    made: Made = server.made("rummikub(seats=4)", FOUR)
    person = Person(visits.open()).sit(made.host)
    person.until(lambda: person.wire.parts.get("ask"))

    def opened(table: str, rack: str, how: dict[str, Any] | None = None, **place: Any) -> Felt:
        page = visits.open(**{"viewport": UPRIGHT, **(how or {})})
        state = placed(table, rack, **place)
        at = Felt(page, person.wire.welcome, person.wire.parts, state)
        at.open(made.host)
        return at

    return opened


def test_tiles_are_lifted_and_laid_to_a_set_to_the_felt_and_back(felt: Opened) -> None:
    at = felt("r3r4r5/k9r9b9", "r6 o9 k1 k2 k3")
    at.tap(at.rack("r6"))
    assert at.ruled(at.tile(0, 0))["move"] == "table:r3r4r5r6/k9r9b9"
    assert at.heaps()[0] == "red 3, red 4, red 5, red 6"
    assert at.page.locator(".ask").inner_text().startswith("◆6: 6 points")
    for tile in ("k1", "k2"):
        at.tap(at.rack(tile))
    assert at.ruled(at.page.locator("#heaps"), position={"x": 5, "y": 5})["code"]
    assert at.heap(2).locator(".why-not").inner_text() == "three tiles at least"
    is_clean(at.page, "rummikub-amiss")
    at.tap(at.rack("k3"))
    ruled = at.ruled(at.heap(2).locator(".why-not"))
    assert ruled["legal"], ruled
    at.tap(at.tile(2, 0))
    at.tap(at.tile(2, 1))
    assert not at.ruled(at.page.locator(".kub-back"))["legal"]  # back to the rack
    assert at.rack("k1").count() == 1
    assert at.heaps()[2] == "black 3"
    at.ruled(at.do("undo"))
    assert at.heaps()[2] == "black 1, black 2, black 3"
    at.do("reset").tap()
    at.page.locator('[data-do="draw"].play').wait_for()
    assert at.heaps() == ["red 3, red 4, red 5", "black 9, red 9, blue 9"]
    assert at.rack("r6").count() == 1


def told(at: Felt, *lines: tuple[str, int, str]) -> None:
    """Tell a page lines of the story: their code, the seat, its tiles."""
    at.v += 1
    numbered = [
        {"n": n, "text": "", "code": code, "seat": None}
        | {"p": {"seat": seat, "tiles": tiles, "tile": tiles}}
        for n, (code, seat, tiles) in enumerate(lines, 10 * at.v)
    ]
    at.say({"t": "part", "s": at.v, "v": at.v, "parts": {}, "told": numbered})
    at.page.locator(f'main.table[data-v="{at.v}"]').wait_for()


def test_what_others_have_laid_since_ones_turn_has_a_blue_edge(felt: Opened) -> None:
    at = felt("r3r4r5r6/k9r9b9/b11[b12]b13", "o9 k1 k2 k3")
    fresh = at.page.locator("#heaps .fresh")

    lays, draws = "rummikub.did.lay", "rummikub.did.draw"
    told(
        at,
        (lays, 1, "r3 r4 r5"),
        (draws, 0, ""),
        (lays, 1, "r6"),
        (draws, 2, ""),
        (lays, 3, "b11 j"),
    )
    assert fresh.evaluate_all("(all) => all.map((one) => one.ariaLabel)") == [
        "red 6",
        "blue 11",
        "joker as blue 12",
    ]
    is_clean(at.page, "rummikub-laid-since")
    told(at, (draws, 0, ""))
    assert fresh.count() == 0
    told(at, (lays, 1, "k9"))
    assert fresh.count() == 1
    told(at, ("rummikub.over.out", 1, ""))
    assert fresh.count() == 0


def test_the_tile_that_is_drawn_is_marked_until_something_is_laid(felt: Opened) -> None:
    at = felt("r3r4r5/k9r9b9", "r6 r6 k1 k2 o1", {"viewport": PHONE})
    fresh = at.page.locator("#hand .fresh")
    told(at, ("rummikub.told.drawn", 0, "r6"))
    assert fresh.evaluate_all("(all) => all.map((one) => one.dataset.key)") == ["r6#2"]
    assert fresh.get_attribute("aria-label") == "red 6, just drawn"
    shot(at.page, "rummikub-drawn")
    at.tap(at.page.locator(".kub-order"))
    assert fresh.get_attribute("data-key") == "r6#2"
    told(at, ("rummikub.did.lay", 1, "k9 r9 b9"), ("rummikub.told.drawn", 0, "j"))
    assert fresh.count() == 0  # not among what is held
    told(at, *[("rummikub.told.drawn", 0, tile) for tile in ("k1", "o1")])
    assert fresh.count() == 2  # the tiles of who was late
    at.tap(at.rack("r6"))
    at.ruled(at.tile(0, 0))
    assert fresh.count() == 0


def test_of_equal_tiles_the_one_that_was_laid_is_marked_where_it_lies(felt: Opened) -> None:
    at = felt("r2r3r4/k5r5b5", "r5 r8 k1")
    told(at, ("rummikub.did.lay", 1, "r5"))
    marked = """(all) => all.map((one) =>
      [[...one.closest("ul").children].indexOf(one.closest("li")), one.ariaLabel])"""
    assert at.page.locator("#heaps .fresh").evaluate_all(marked) == [[1, "red 5"]]
    at.tap(at.rack("r5"))
    at.ruled(at.tile(0, 0))
    assert at.page.locator("#heaps .new").evaluate_all(marked) == [[0, "red 5"]]
    assert at.page.locator("#heaps .fresh").evaluate_all(marked) == [[1, "red 5"]]


def test_the_order_in_force_is_marked_and_back_has_a_place_of_its_own(felt: Opened) -> None:
    at = felt("r3r4r5r6", "r7 k7 b7 k2", {"viewport": PHONE})
    order, back = at.page.locator(".kub-order"), at.page.locator(".kub-back")
    keys = "(all) => all.map((one) => one.dataset.key).join(' ')"
    beside = boxes(at.page.locator(".kub-order, .kub-back"))
    assert order.locator(".now").inner_text() == "789"
    assert at.page.locator("#hand .kub-tile").evaluate_all(keys) == "k2 k7 r7 b7"
    at.tap(order)
    assert order.locator(".now").inner_text() == "777"
    assert order.get_attribute("aria-label") == "Sorted by number: sort by colour"
    assert at.page.locator("#hand .kub-tile").evaluate_all(keys) == "k2 k7 r7 b7"
    assert back.get_attribute("aria-disabled") == "true"
    at.tap(at.tile(0, 3))
    assert back.get_attribute("aria-disabled") == "false"
    assert boxes(at.page.locator(".kub-order, .kub-back")) == beside
    at.ruled(back)
    back.tap(force=True)  # a second tap does nothing
    assert order.locator(".now").inner_text() == "777"
    assert len(at.rulings) == 1
    assert all(high >= 36 for *_, high in beside)


def test_a_tile_of_the_table_that_lies_nowhere_waits_to_be_laid(felt: Opened) -> None:
    at = felt("r3r4r5r6/k9r9b9", "r7 r8 k6 b6")
    at.tap(at.tile(0, 3))
    at.ruled(at.page.locator(".kub-back"))
    waits = at.page.locator(".kub-tray .kub-tile")
    assert waits.all_inner_texts() == ["6"]
    assert at.rulings[-1]["code"] == "rummikub.table-tile-gone"
    is_clean(at.page, "rummikub-to-lay")
    at.tap(at.rack("k6"))
    at.tap(at.rack("b6"))
    at.tap(waits)
    assert at.ruled(at.page.locator(".heap-new button"))["move"] == "table:r3r4r5/k6r6b6/k9r9b9"


def test_a_run_is_cut_where_a_tile_that_is_laid_there_makes_two_sets(felt: Opened) -> None:
    at = felt("r3r4r5r6r7r8", "r5 r6 k1")
    at.tap(at.rack("r5"))
    assert at.ruled(at.tile(0, 4))["move"] == "table:r3r4r5/r5r6r7r8"
    at.tap(at.rack("r6"))
    assert at.ruled(at.tile(1, 1))["code"] == "rummikub.draft.no-fit"
    assert at.heaps()[1] == "red 5, red 6, red 7, red 8"
    assert at.page.locator('#heaps .kub-tile[aria-pressed="true"]').count() == 1


def test_a_run_is_cut_by_keys_too(felt: Opened) -> None:
    at = felt("r3r4r5r6r7r8", "r5 k1", {"viewport": {"width": 1280, "height": 800}})
    at.page.locator('#hand [data-key="r5"]').click()
    at.tile(0, 2).focus()
    before = len(at.rulings)
    at.page.keyboard.press("Space")
    at.until(lambda: len(at.rulings) > before)
    assert at.rulings[-1]["move"] == "table:r3r4r5/r5r6r7r8"
    at.page.wait_for_timeout(60)
    assert at.heaps() == ["red 3, red 4, red 5", "red 5, red 6, red 7, red 8"]
    is_clean(at.page, "rummikub-cut-by-key")


def test_tiles_of_several_sets_are_lifted_one_after_the_other(felt: Opened) -> None:
    at = felt("k6k7k8k9/r3r4r5r6/o1o2o3", "b6 o4 k1", {"viewport": PHONE})
    lifted = at.page.locator('.kub-tile[aria-pressed="true"]')
    at.tap(at.tile(1, 3))
    said = at.ruled(at.tile(0, 0))["text"]
    assert said == "no set there with ◆6: that tile is lifted, too"
    assert at.page.locator(".ask").inner_text().lower() == said
    assert lifted.count() == 2
    at.tap(at.rack("b6"))
    assert lifted.count() == 3
    shot(at.page, "rummikub-lifted-of-two")
    made = at.ruled(at.page.locator(".heap-new button"))
    assert made["move"] == "table:k7k8k9/r3r4r5/o1o2o3/k6r6b6"
    assert lifted.count() == 0
    at.do("undo").tap()
    at.page.locator('[data-do="draw"].play').wait_for()
    assert at.heaps()[1] == "red 3, red 4, red 5, red 6"
    at.tap(at.rack("o4"))
    at.tap(at.tile(1, 3))
    at.tap(at.tile(1, 3))  # another tap lays it down again
    assert lifted.count() == 1
    assert at.ruled(at.tile(2, 0))["move"].endswith("o1o2o3o4")
    at.do("undo").tap()
    at.page.locator('[data-do="draw"].play').wait_for()


def test_a_tile_is_dragged_to_a_set_to_the_felt_and_back_by_a_finger(felt: Opened) -> None:
    at = felt("r3r4r5r6/k9r9b9", "r7 o9 k1", {"viewport": PHONE})
    lifted = at.page.locator('.kub-tile[aria-pressed="true"]')
    at.drag(at.rack("r7"), at.tile(0, 1), shown="rummikub-dragged")
    assert at.rulings[-1]["move"] == "table:r3r4r5r6r7/k9r9b9"
    assert at.heaps()[0] == "red 3, red 4, red 5, red 6, red 7"
    at.drag(at.tile(1, 0), at.page.locator(".heap-new"))
    assert at.heaps()[1:] == ["red 9, blue 9", "black 9"]
    at.drag(at.rack("o9"), at.tile(1, 0))
    at.drag(at.tile(2, 0), at.heap(1))
    assert at.rulings[-1]["legal"]
    at.drag(at.tile(0, 4), at.page.locator("#hand"))
    assert at.rack("r7").count() == 1
    at.tap(at.rack("r7"))
    at.tap(at.rack("k1"))
    at.drag(at.rack("k1"), at.tile(0, 0))  # all that is lifted goes, fitting or not
    assert at.heaps()[0] == "black 1, red 3, red 4, red 5, red 6, red 7"
    asked = len(at.rulings)
    at.drag(at.tile(0, 0), at.tile(0, 3), asks=False)  # to where it lies
    at.drag(at.tile(0, 0), at.page.locator(".kub-pool"), asks=False)  # to no place for tiles
    assert (len(at.rulings), lifted.count()) == (asked, 0)
    assert at.page.locator("body > .kub-tile, [data-goal]").count() == 0


def test_a_tile_is_dragged_by_a_mouse_and_lies_then_as_if_it_had_been_tapped(
    felt: Opened,
) -> None:
    how = {"phone": False, "viewport": {"width": 1280, "height": 800}}
    at = felt("r3r4r5r6/k9r9b9", "r7 o9 k1", how)
    for found, onto in ((at.rack("o9"), at.tile(1, 1)), (at.tile(0, 0), at.page.locator("#hand"))):
        at.page.wait_for_timeout(300)
        at.page.mouse.move(*middle(found))
        at.page.mouse.down()
        at.page.mouse.move(*middle(onto), steps=4)
        before = len(at.rulings)
        at.page.mouse.up()
        at.until(lambda: len(at.rulings) > before)  # noqa: B023 - called at once
        at.page.wait_for_timeout(60)
    assert at.heaps() == ["red 4, red 5, red 6", "black 9, red 9, blue 9, orange 9"]
    assert at.page.locator(".kub-tray .kub-tile").all_inner_texts() == ["3"]
    assert at.page.locator('.kub-tile[aria-pressed="true"]').count() == 0


def test_a_felt_that_does_not_hold_all_is_moved_by_a_finger_and_a_lifted_tile_dragged(
    felt: Opened,
) -> None:
    at = felt(crowded(), "r12 k13", {"viewport": ACROSS})
    top = "() => document.querySelector('.kub-felt').scrollTop"
    at.tap(at.tile(8, 0))
    at.drag(at.tile(8, 0), at.page.locator("#hand"))
    assert at.page.evaluate(top) == 0
    at.drag(at.tile(8, 0), at.tile(0, 0), asks=False)
    at.until(lambda: at.page.evaluate(top) > 0)
    assert len(at.rulings) == 1


def test_a_draft_outlives_a_reload_of_the_page_with_what_can_be_undone(felt: Opened) -> None:
    at = felt("r3r4r5/k9r9b9", "r6 o9 k1 k2 k3")
    at.tap(at.rack("r6"))
    at.ruled(at.tile(0, 0))
    at.tap(at.rack("k1"))
    at.ruled(at.page.locator(".heap-new button"))
    laid = at.heaps()
    assert laid == ["red 3, red 4, red 5, red 6", "black 9, red 9, blue 9", "black 1"]
    asked = len(at.rulings)
    at.page.reload()
    at.until(lambda: len(at.rulings) > asked)
    at.page.locator(".why-not").wait_for()
    assert at.heaps() == laid
    assert at.rack("r6").count() == at.rack("k1").count() == 0
    shot(at.page, "rummikub-reloaded")
    at.ruled(at.do("undo"))
    assert at.heaps() == laid[:2]
    at.do("undo").tap()
    at.page.locator('[data-do="draw"].play').wait_for()
    assert at.heaps() == ["red 3, red 4, red 5", "black 9, red 9, blue 9"]
    assert at.page.locator(".ask").inner_text().startswith("Tap tiles, then a set")
    asked = len(at.rulings)
    at.page.reload()
    at.page.locator('[data-do="draw"].play').wait_for()
    at.page.wait_for_timeout(200)
    assert len(at.rulings) == asked, "nothing is laid out, and nothing is asked about"


def test_a_locked_set_that_is_taken_apart_is_named_at_once(felt: Opened) -> None:
    at = felt("r3r4[r5]/k7r7b7o7", "r5 k9", variant="rummikub(seats=4,joker=locked)")
    at.tap(at.tile(0, 2))
    at.ruled(at.page.locator(".kub-back"))
    note = "◆3 ◆4 [◆5] only grows until ◆5 of the rack takes the joker's place"
    assert note in at.rulings[-1]["note"]
    is_clean(at.page, "rummikub-locked")
    at.tap(at.rack("r5"))
    at.ruled(at.tile(0, 0))
    assert "only grows" not in at.rulings[-1]["note"]


def test_a_joker_asks_for_its_end_and_says_what_it_still_has_to_stand_for(felt: Opened) -> None:
    at = felt("k9r9[9]/r3r4r5", "r6 k7 k8 j")
    at.tap(at.rack("j"))
    ruled = at.ruled(at.tile(0, 0))
    assert ruled["draft"]["heaps"][0]["ways"] == ["r3r4r5[r6]", "[r2]r3r4r5"]
    is_clean(at.page, "rummikub-joker")
    ways = at.heap(0).locator(".ways button")
    assert at.ruled(ways.nth(1))["legal"]
    assert at.heaps()[0] == "joker as red 2, red 3, red 4, red 5"
    at.tap(at.tile(1, 2))
    at.tap(at.page.locator(".kub-back"))
    at.until(lambda: len(at.rulings) == 3)
    assert "a joker still has to stand for ▲9, ■9" in at.rulings[-1]["note"]


def test_arrange_lays_what_is_lifted_or_says_that_it_can_not(felt: Opened) -> None:
    at = felt("r3r4r5r6/k9r9b9", "k6 b6 o1 o3")
    assert at.ruled(at.do("arrange"))["text"].startswith("lift the tiles")
    at.tap(at.rack("o1"))
    assert at.ruled(at.do("arrange"))["code"] == "rummikub.draft.none-of-one"
    assert at.heaps() == ["red 3, red 4, red 5, red 6", "black 9, red 9, blue 9"]
    for tile in ("k6", "b6"):
        at.tap(at.rack(tile))
    assert at.ruled(at.do("arrange"))["move"] == "table:r3r4r5/k6r6b6/k9r9b9"
    assert "black 6, red 6, blue 6" in at.heaps()
    at.do("lay").tap()
    at.until(lambda: any(one["t"] == "move" for one in at.sent))
    assert at.sent[-1]["move"] == "table:r3r4r5/k6r6b6/k9r9b9"


def test_a_hint_that_names_the_gold_button_alone_offers_nothing_else(felt: Opened) -> None:
    at = felt("r3r4r5", "k1 r1 k5 r13 b9")
    text = "nothing is laid for now, so a tile is drawn"
    at.say({"t": "hint", "v": 1, "move": "draw", "text": text, "by": "rules"})
    at.page.locator(".ask.hinted").wait_for()
    assert at.page.locator(".meets .chip").count() == 0


def test_a_hint_is_shown_as_a_draft_before_it_is_laid(felt: Opened) -> None:
    at = felt("r3r4r5", "r6 k1 k2")
    still = at.page.locator(".board-region, .kub-rack, .bar-region")
    before = boxes(still)
    text = "one tile leaves the rack, and black 1 and black 2 wait for the third of their run; " * 2
    at.say({"t": "hint", "v": 1, "move": "table:r3r4r5r6", "text": text, "by": "rules"})
    at.page.locator(".ask-region .chip").wait_for()
    assert len(before) == 3
    shot(at.page, "rummikub-hint")
    assert boxes(still) == before, "a hint lies over the felt"
    assert at.ruled(at.page.locator(".ask-region .chip"))["legal"] is True
    at.until(lambda: "draft" in at.rulings[-1])
    at.page.wait_for_timeout(100)
    assert at.heaps() == ["red 3, red 4, red 5, red 6"]
    at.do("lay").tap()
    at.until(lambda: any(one["t"] == "move" for one in at.sent))


def test_points_towards_the_opening_are_shown_all_the_while(felt: Opened) -> None:
    at = felt("r3r4r5", "k9 r9 b9 k1 r1 b1 k2 r2 b2 k4 r6 b6 o6 o8", opened=False)
    for tile in ("k9", "r9", "b9"):
        at.tap(at.rack(tile))
    at.ruled(at.page.locator(".heap-new button"))
    said = at.page.locator(".ask")
    assert said.inner_text() == "27 of 30 points, 3 more to open"
    at.do("lay").tap()
    at.page.locator(".ask.refused").get_by_text("count 30 or more").wait_for()
    is_clean(at.page, "rummikub-short")


# --- A hundred tiles ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size"),
    [("upright", UPRIGHT), ("across", ACROSS), ("desktop", {"width": 1440, "height": 900})],
)
def test_a_table_of_a_hundred_tiles_is_read_and_tapped(
    felt: Opened, name: str, size: dict[str, int]
) -> None:
    at = felt(crowded(), "r12 k13", {"viewport": size})
    tiles = at.page.locator("#heaps .kub-tile")
    assert tiles.count() == 100
    is_clean(at.page, f"rummikub-hundred-{name}")
    felt_box = at.page.locator(".kub-felt").bounding_box()
    assert felt_box is not None
    for left, top, width, height in boxes(tiles):
        assert width >= 24
        assert height >= 32
        assert felt_box["x"] <= left <= felt_box["x"] + felt_box["width"] - width
        if name != "across":  # there the felt is moved by a finger
            assert felt_box["y"] <= top <= felt_box["y"] + felt_box["height"] - height
    at.tap(at.rack("r12"))
    joker = at.page.locator("#heaps .kub-tile.joker").first
    joker.scroll_into_view_if_needed()
    at.ruled(joker)
    assert at.rulings[-1]["draft"]["played"] == ["r12"]
    shot(at.page, f"rummikub-hundred-{name}-draft")


def test_a_tile_that_glides_from_afar_makes_the_others_no_smaller(felt: Opened) -> None:
    at = felt("r3r4r5/k9r9b9", "r6 k1", {"viewport": PHONE})
    width = boxes(at.page.locator("#heaps .kub-tile"))[0][2]
    at.tile(1, 0).evaluate(
        "(tile) => tile.animate({ transform: Array(2).fill('translateY(999px)') }, 60_000)"
    )
    at.tap(at.rack("r6"))
    at.ruled(at.tile(0, 0))
    assert boxes(at.page.locator("#heaps .kub-tile"))[0][2] == width


def test_the_tiles_are_made_larger_by_two_fingers_and_by_the_menu(felt: Opened) -> None:
    at = felt(crowded(), "r12 k13")
    width = boxes(at.page.locator("#heaps .kub-tile"))[0][2]
    at.page.evaluate(PINCH)
    at.page.wait_for_timeout(100)
    pinched = boxes(at.page.locator("#heaps .kub-tile"))[0][2]
    assert pinched > 1.5 * width
    assert sideways(at.page) == 0
    at.tap(at.page.locator(".head [aria-haspopup=dialog]"))
    at.tap(at.page.get_by_role("button", name="Smaller tiles"))
    assert boxes(at.page.locator("#heaps .kub-tile"))[0][2] < pinched


PINCH = """() => {
  const felt = document.querySelector(".kub-felt");
  const send = (kind, ...places) => felt.dispatchEvent(new TouchEvent(kind, { bubbles: true,
    touches: places.map((x, identifier) =>
      new Touch({ identifier, target: felt, clientX: x, clientY: 300 })) }));
  send("touchstart", 150); send("touchstart", 150, 200);
  send("touchmove", 150, 250);
  send("touchend", 150); send("touchend");
}"""
