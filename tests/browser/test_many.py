"""Tractor with five to eight players and up to four packs: seats, long hands, calls, cuttings."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.checks import is_clean
from tests.browser.faked import Faked
from tests.browser.harness import STILL, Visits, boxes
from tests.browser.many import table_of, trick_of
from tests.browser.people import STRIP, Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

SIZES = ((360, 740), (740, 360), (768, 1024), (1440, 900))
PLAYS = [
    ["S9", "S9", "S9", "ST", "ST", "ST"],
    ["SQ", "SQ", "SQ", "SK", "SK", "SK"],
    ["S4", "S4", "S4", "S7", "S8", "SJ"],
    ["S6", "S6", "D6", "D7", "D9", "DJ"],
    ["C3", "C3", "C4", "C5", "C5", "C9"],
    ["H4", "H4", "H4", "H5", "H5", "H5"],
    ["S3", "S5", "SA", "CK", "CK", "CQ"],
]
FOLLOW = {"moves": None, "n_moves": 99, "text": "follow", "size": 6}
CALLS = [
    {"card": "SA", "number": 2, "counted": 0, "filled": None},
    {"card": "DA", "number": 3, "counted": 3, "filled": 4},
]
BOMBS = [["S9", "S9", "SJ", "SJ"], 4 * ["C9"], ["S3", "S4", "S5", "S8"], 4 * ["HT"]]
KITTY = ["S3", "S5", "CT", "CK", "D4", "D6", "D7", "D9"]
CORNER = 12
"""A square corner may lie so far over the square around a round face without touching it."""
UNTOUCHED = """(all, [x, y]) => all.filter((card) => {
  const { left, top } = card.getBoundingClientRect();
  const strip = card.parentElement.getBoundingClientRect();
  const lies = (x, y) => card.contains(document.elementFromPoint(left + x, top + y));
  return strip.width < 24 || !lies(x, y) || !lies(3, 3) || !lies(21, 3) || !lies(x, 24);
}).map((card) => card.dataset.key)"""
"""The cards of which less than 24 pixels by 24 are seen."""


@pytest.fixture
def faked(server: Served, visits: Visits) -> Callable[..., Faked]:
    """Open pages at a table whose parts a test writes."""
    made = server.made("tractor(match=deal)")
    person = Person(visits.open()).sit(made.host)
    person.until(lambda: "hand" in person.wire.parts)

    def opened(page: Page) -> Faked:
        return Faked(page, person.wire.welcome, person.wire.parts).open(made.host)

    return opened


ALL_SHOWN = """(number) => {
  const more = [...document.querySelectorAll(".more-cards")].map((one) => +one.innerText.slice(1));
  const drawn = document.querySelectorAll(".slot .card").length;
  return more.reduce((sum, one) => sum + one, drawn) === number;
}"""
"""Whether as many cards lie in the trick, or are counted there, as there are."""


def settled(page: Page) -> None:
    """Wait until the page has what only these tables need."""
    page.wait_for_function(
        "() => [...document.styleSheets].some(({ href }) => href?.endsWith('/many.css'))"
    )


def resized(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(STILL)


def overlapping(all_boxes: list[list[float]], slack: float) -> list[tuple[int, int]]:
    """Return which boxes lie over one another by more than some pixels in both directions."""

    def over(one: list[float], other: list[float]) -> bool:
        return all(
            min(one[at] + one[at + 2], other[at] + other[at + 2]) - max(one[at], other[at]) > slack
            for at in (0, 1)
        )

    found = combinations(range(len(all_boxes)), 2)
    return [(one, other) for one, other in found if over(all_boxes[one], all_boxes[other])]


@pytest.mark.parametrize(("packs", "seats"), [(2, 5), (3, 6), (3, 7), (4, 8)])
def test_seats_plays_and_kitty_lie_apart_on_every_screen(
    faked: Callable[..., Faked], visits: Visits, packs: int, seats: int
) -> None:
    page = visits.open()
    table = faked(page)
    friends: dict[str, Any] = {"friends": True, "calls": [*CALLS, CALLS[0]][: seats // 2 - 1]}
    laid = trick_of(seats, 1, PLAYS[: seats - 1])
    table.show(
        **table_of(table, packs, seats, kitty_points=100, **friends if seats != 6 else {})
        | {"table": laid | {"last": laid["trick"], "buried": KITTY}, "ask": FOLLOW}
    )
    settled(page)
    for width, height in SIZES:
        resized(page, width, height)
        page.wait_for_function(ALL_SHOWN, arg=6 * (seats - 1))
        badges = boxes(page.locator(".place > .badge"))
        assert len(badges) == seats
        assert overlapping(badges, 1) == []
        region = boxes(page.locator(".board-region"))[0]
        for left, top, wide, high in badges:
            assert region[0] <= left
            assert left + wide <= region[0] + region[2] + 1
            assert region[1] <= top
            assert top + high <= region[1] + region[3] + 1
        plays = boxes(page.locator(".slot .fan"))
        assert len(plays) == seats - 1
        assert overlapping(plays, 1) == [], (width, plays)
        faces = boxes(page.locator(".place .face"))
        for chip in boxes(page.locator(".own-kitty, .corner-button.last")):
            assert overlapping([chip, *plays], 1) == []
            assert overlapping([chip, *faces], CORNER) == [], (width, chip, faces)


@pytest.mark.parametrize(("packs", "seats"), [(3, 4), (4, 4), (4, 6)])
def test_every_card_of_the_longest_hands_can_be_tapped(
    faked: Callable[..., Faked], visits: Visits, packs: int, seats: int
) -> None:
    page = visits.open()
    table = faked(page)
    table.show(**table_of(table, packs, seats))
    settled(page)
    for width, height in SIZES:
        resized(page, width, height)
        cards = page.locator("#hand [data-key]")
        assert cards.count() == len(table.parts["hand"]["held"])
        assert cards.evaluate_all(UNTOUCHED, [*STRIP]) == [], (width, height)
    third = page.locator('#hand [data-key$="#3"]').first
    third.tap(position={"x": STRIP[0], "y": STRIP[1]})
    assert third.get_attribute("aria-pressed") == "true"
    assert "3 of " in str(third.get_attribute("aria-label"))


def test_calls_sides_and_points_are_told_as_they_become_known(
    faked: Callable[..., Faked], visits: Visits
) -> None:
    page = visits.open(viewport={"width": 360, "height": 740})
    table = faked(page)
    at: dict[str, Any] = {"friends": True, "to_call": 2, "won": [0, 45, 10, 0, 25, 0, 100, 5]}
    table.show(**table_of(table, 4, 8, **at, calls=CALLS, side=[1, 4]))
    page.locator(".friend-calls").wait_for()
    called = page.locator(".friend-calls li")
    assert called.locator(".sr").all_inner_texts() == [
        "the second ace of spades: not yet played",
        "the third ace of diamonds: Finn",
    ]
    once = [CALLS[0] | {"counted": 1}, CALLS[1]]
    table.show(**table_of(table, 4, 8, **at, calls=once, side=[1, 4]))
    assert called.locator(".by").all_inner_texts() == ["1 played so far", "Finn"]

    def mark(seat: int) -> str:
        return str(page.locator(f"[data-place=seat-{seat}] .mark").get_attribute("aria-label"))

    assert [mark(seat) for seat in (0, 1, 4, 6)] == [
        "side not known yet",
        "landlord",
        "on the landlord's side",
        "side not known yet",
    ]
    won = page.locator(".won [aria-hidden]").all_inner_texts()
    assert sorted(won, key=int) == ["5", "10", "25", "45", "100"]
    is_clean(page, "tractor-friends")
    filled = [CALLS[0] | {"filled": 6}, CALLS[1]]
    table.show(**table_of(table, 4, 8, **at, calls=filled, side=[1, 4, 6]))
    assert [mark(seat) for seat in (0, 2, 6)] == ["attacks", "attacks", "on the landlord's side"]
    classes = [str(one.get_attribute("class")) for one in page.locator(".place > .badge").all()]
    assert sum("ours" in one for one in classes) == 5
    assert sum("theirs" in one for one in classes) == 3


@pytest.mark.parametrize(("locale", "word"), [("en-US", "bomb"), ("zh-CN", "炸弹")])
def test_a_bomb_has_a_word_on_the_felt(
    faked: Callable[..., Faked], visits: Visits, locale: str, word: str
) -> None:
    page = visits.open(viewport={"width": 360, "height": 740}, locale=locale)
    table = faked(page)
    laid = trick_of(8, 1, BOMBS)
    for play in laid["trick"]["plays"]:
        play["bomb"] = len({*play["cards"]}) == 1
    table.show(**table_of(table, 4, 8, turn=5) | {"table": laid})
    page.locator(".bomb").first.wait_for()
    words = page.locator(".bomb")
    assert words.all_inner_texts() == [word, word]
    settled(page)
    page.evaluate(STILL)  # the cards that were laid glide to their places
    on_top = "([x, y]) => document.elementFromPoint(x, y).className"
    for seat in (2, 4):
        bomb = page.locator(".place").nth(seat).locator(".bomb")
        ((left, top, wide, high),) = boxes(bomb)
        assert page.evaluate(on_top, [left + wide / 2, top + high / 2]) == "bomb"
    is_clean(page, f"tractor-bomb-{locale}")


def test_a_card_is_called_by_its_suit_its_rank_and_the_number_of_its_copy(
    faked: Callable[..., Faked], visits: Visits
) -> None:
    page = visits.open(viewport={"width": 360, "height": 740})
    table = faked(page)
    ask: dict[str, Any] = {"moves": None, "n_moves": 150, "text": "call a card", "packs": 4}
    called = table_of(table, 4, 8, friends=True, phase="call", landlord=0, side=[0])
    table.show(**called | {"ask": ask})
    sheet = page.locator(".choose-sheet")
    sheet.wait_for()
    assert sheet.locator(".copies button").count() == 4
    page.get_by_text("friends to call: 3", exact=True).wait_for()
    is_clean(page, "tractor-call")
    for name in ("diamonds", "king", "second"):
        sheet.get_by_role("button", name=name, exact=True).tap()
    play = page.get_by_role("button", name="Call the second king of diamonds", exact=True)
    play.wait_for()
    asked = [one for one in table.sent if one["t"] == "ask"][-1]
    assert asked["cards"] == "DK#2"
    table.say({"t": "ruling", "q": asked["q"], "legal": True, "move": "DK#2", "meets": []})
    play.tap()
    table.until(lambda: table.sent[-1]["t"] == "move")
    assert table.sent[-1]["move"] == "DK#2"


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-US", ["a triple and a pair", "a tractor and a single"]),
        ("zh-CN", ["三张加对子", "拖拉机加单张"]),
    ],
)
def test_a_lead_is_cut_by_choosing_parts_that_are_drawn_and_named(
    faked: Callable[..., Faked], visits: Visits, locale: str, words: list[str]
) -> None:
    page = visits.open(viewport={"width": 1440, "height": 900}, locale=locale)
    table = faked(page)
    moves = ["C3C3C3+C4C4", "C3C3C4C4+C3"]
    ask = {"moves": moves, "n_moves": 2, "text": "cut"}
    laid = trick_of(6, 0, [], uncut=["C3", "C3", "C3", "C4", "C4"])
    table.show(**table_of(table, 3, 6, phase="cut", landlord=0) | {"table": laid, "ask": ask})
    page.locator(".choose-sheet").wait_for()
    offers = page.locator(".choose-sheet .offer")
    assert offers.locator(".word").all_inner_texts() == words
    sizes = [one.locator(".fan").count() for one in offers.all()]
    assert sizes == [2, 2]
    offers.nth(1).tap()
    table.until(lambda: table.sent[-1]["t"] == "move")
    assert table.sent[-1]["move"] == moves[1]
    parts = [["C3", "C3", "C4", "C4"], ["C3"]]
    led = trick_of(6, 0, [[*parts[0], *parts[1]]], parts=parts)
    other = faked(visits.open(viewport={"width": 1440, "height": 900}))
    other.show(**table_of(other, 3, 6, turn=1) | {"table": led})
    other.page.locator(".slot .parted").wait_for()
    fans = other.page.locator(".slot .parted .fan")
    assert [one.locator(".card").count() for one in fans.all()] == [4, 1]


# --- A whole deal of Finding Friends --------------------------------------------------------------


class Friend(Person):
    """Somebody at a table of friends, who also buries as many cards as asked for, calls and cuts."""

    def wanted(self) -> str:
        phase, ask = self.wire.phase, self.wire.parts["ask"]
        if phase == "bury":
            return "".join(self.cards()[-ask["size"] :])
        if phase == "call":
            trump = self.wire.parts["head"]["trump"]
            suit = next(suit for suit in "HSDC" if suit != trump[0])
            return f"{suit}{'K' if trump[1] == 'A' else 'A'}#1"
        return super().wanted()

    def choose(self, move: str) -> None:
        if self.wire.phase != "call":
            super().choose(move)
            return
        sheet = self.page.locator(".choose-sheet")
        suit, rank, copy = move[0], move[1], int(move[3:])
        places = {"suits": "SHDC".index(suit), "ranks": "AKQJT98765432".index(rank)}
        for row, place in (*places.items(), ("copies", copy - 1)):
            self.press(sheet.locator(f".{row} button").nth(place))


def test_a_deal_of_finding_friends_is_begun_by_touch_on_a_phone_in_chinese_and_ended(
    server: Served, visits: Visits
) -> None:
    seats = ("human", *("rules",) * 4)
    made = server.made("tractor(match=deal,players=5,teams=friends,landlord=0)", seats)
    page = visits.open(viewport={"width": 360, "height": 740}, locale="zh-CN")
    person = Friend(page, "touch").sit(made.host)
    person.until_phase("call")
    is_clean(page, "tractor-friends-zh-call")
    person.act()
    person.wait_for_turn()
    assert page.locator(".friend-calls").inner_text()
    is_clean(page, "tractor-friends-zh-play")
    person.act()
    person.leave_to_program(made.host)
    is_clean(page, "tractor-friends-zh-over")
    assert "庄家一方" in (page.locator("body").text_content() or "")
    assert page.locator("a[href*='replay'], a[href*='r=']").count()
    assert page.locator("a[href*='review=1']").count() == 1, "tables of all sizes are reviewed"
