"""Deals of gin and of Indian rummy in the browser: by touch, by keys, in both languages."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from suitwise.game import CHANCE, load
from suitwise.rummy.gin.partners.state import Ended
from suitwise.rummy.gin.players.rule_based import GreedyGinPlayer
from suitwise.seeds import SeededSource
from tests.browser.checks import foreign, is_clean, replays, stops
from tests.browser.drafts import Felt
from tests.browser.harness import STILL, Visits, boxes, dragged, shifts, shot
from tests.browser.people import Person, split
from tests.browser.served import Made, Served

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

GAMES = ("gin", "indian13")
OF_HAND = re.compile(
    r'<(li>|li |(ul|p|span|div)[^>]* class="'
    r'(group|line|left-lines|bracket|row-word|leaves|to-do|counts)|button[^>]*class="card)'
    r'|"[^"]*" in <span class="row-word'
    r'|<section class="ask-region" aria-label="[^"]*"><p class="ask "></p>'
)
"""What may move: the hand, arranged anew as a card comes; the line for tasks while it is empty."""
AGAINST = ("human", "rules")
UPRIGHT, WIDE = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


def made(server: Served, game: str, name: str = "Ann") -> Made:
    return server.made(game, AGAINST, name=name)


class Sensible(Person):
    """Somebody who draws, throws what leaves least, and lays the hand down as soon as may be."""

    def wanted(self) -> str:
        discards = self.wire.parts["ask"].get("discards") or {}
        if not discards:
            return "stock" if "stock" in self.wire.moves else "pass"
        card = min(discards, key=lambda one: (not discards[one]["shows"], discards[one]["left"]))
        word = "knock" if "knock" in self.wire.parts["head"] else "declare"
        return f"{word}:{card}" if discards[card]["shows"] else card


@pytest.fixture
def deals(paced: Callable[..., Served], exhaustive: bool) -> Served:
    """The server of the deals that are played to their end: short ones, or in full those of chance."""
    return paced() if exhaustive else paced("short 532")


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_by_touch_on_a_phone_is_clean_at_each_stop_and_nothing_jumps(
    deals: Served, visits: Visits, game: str
) -> None:
    table = made(deals, game)
    person = Sensible(visits.open(), "touch").sit(table.host)
    assert "discard" in stops(person, f"{game}-phone")
    assert replays(deals, table).game.startswith(game)
    moved = [what for one in shifts(person.page) for what in one["moved"]]
    assert [what for what in moved if not OF_HAND.match(what)] == []


@pytest.mark.parametrize("way", ["keys", "text"])
def test_deals_by_the_keyboard_alone_and_by_text_alone_up_to_a_knock_and_a_declaration(
    short: Served, visits: Visits, way: str
) -> None:
    for game in GAMES:
        table = made(short, game)
        person = Sensible(visits.open(phone=False), way).sit(table.host)
        if way == "keys":
            assert "discard" in stops(person, f"{game}-desktop")
        else:
            person.play_deal()
        record = replays(short, table)
        assert record.moves[-1].startswith(("knock:", "declare:"))
        assert record.returns[0] > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_in_chinese_has_no_word_of_english(deals: Served, visits: Visits, game: str) -> None:
    person = Sensible(visits.open(locale="zh-CN")).sit(made(deals, game, "安").host)
    assert "discard" in stops(person, f"{game}-zh")
    assert foreign(person.page, person) == []


def test_a_card_that_is_tapped_says_what_it_leaves_and_a_knock_too_many_what_would_do(
    server: Served, visits: Visits
) -> None:
    person = Sensible(visits.open()).sit(made(server, "gin").host)
    person.until_phase("discard")
    discards = person.wire.parts["ask"]["discards"]
    worst = max(discards, key=lambda one: discards[one]["left"])
    left = discards[worst]["left"]
    person.press(person.card(worst))
    person.page.locator(".ask").get_by_text(f"your deadwood is {left}").wait_for()
    shot(person.page, "gin-phone-chosen")
    person.press(person.page.locator(f'.deeds [data-move="knock:{worst}"]'))
    person.page.locator(".ask.refused").get_by_text("only 10 or less may knock").wait_for()
    is_clean(person.page, "gin-phone-refused")
    lines = {round(top) for _, top, _, _ in boxes(person.page.locator(".news .chip"))}
    assert len(lines) == 1, "cards that would do lie in one line, under the piles' names"
    person.press(person.page.locator(".news .chip").first)
    first = person.page.locator(".deeds .play")
    first.wait_for()
    found = str(first.get_attribute("data-move")).removeprefix("knock:")
    assert discards[found]["left"] == min(one["left"] for one in discards.values())
    person.press(first)
    person.taken()


def test_two_equal_cards_are_two_buttons_and_a_false_declaration_is_asked_about_first(
    paced: Callable[..., Served], visits: Visits
) -> None:
    person = Sensible(visits.open()).sit(made(paced("equal 2"), "indian13").host)
    person.until_phase("discard")
    cards = person.cards()
    assert sorted(cards) == sorted(person.wire.parts["hand"]["held"])
    twice = next(card for card in cards if cards.count(card) == 2)
    person.say(f"declare {twice}")
    warned = person.page.locator(".ask").get_by_text("it costs 80 points")
    warned.wait_for()
    assert person.wire.phase == "discard"
    person.press(person.card(f"{twice}#2"))
    pressed = person.page.locator("#hand [aria-pressed=true]")
    person.until(lambda: pressed.count() == 1)
    assert pressed.get_attribute("data-key") == f"{twice}#2"
    declare = person.page.locator(f'.deeds [data-move="declare:{twice}"]')
    warned.wait_for(state="detached")
    person.press(declare)
    warned.wait_for()
    is_clean(person.page, "indian13-phone-warned")
    person.press(declare)
    person.taken()
    person.page.locator(".over").get_by_text("declared falsely").wait_for()
    is_clean(person.page, "indian13-phone-false")


def test_piles_and_deeds_stay_where_they_are_from_turn_to_turn(
    server: Served, visits: Visits
) -> None:
    person = Sensible(visits.open()).sit(made(server, "gin").host)
    places = []
    while person.wait_for_turn() and person.made < 4:
        found = person.page.locator(".deeds button, .piles .pile-place, .ask-region")
        places.append(boxes(found))
        person.act()
    assert places[1:] == places[:-1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_phone_scrolls_nothing_sideways_with_four_at_the_table(
    server: Served, visits: Visits, scheme: str
) -> None:
    page = visits.open(viewport={"width": 320, "height": 568}, color_scheme=scheme)
    person = Sensible(page).sit(server.made("indian13(seats=4)").host)
    person.wait_for_turn()
    is_clean(page, f"indian13-320-{scheme}")
    person.until_phase("discard")
    is_clean(page, f"indian13-320-{scheme}-discard")


def test_a_newcomer_is_told_how_it_is_played_and_an_old_reason_says_that_it_is_old(
    server: Served, visits: Visits
) -> None:
    person = Sensible(visits.open(), "touch").sit(made(server, "gin").host)
    page = person.page
    person.wait_for_turn()
    person.press(page.get_by_role("button", name="How it is played"))
    page.locator("dialog").get_by_text("outside your melds are deadwood").wait_for()
    is_clean(page, "gin-phone-rules")
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    page.locator(".why h2").wait_for()
    assert page.get_by_text("Said before the latest move").count() == 0
    page.keyboard.press("Escape")
    person.act()
    person.wait_for_turn()
    page.get_by_text("Said before the latest move").wait_for(state="attached")


HURRY = """async () => {
  for (const key of ["w", "Escape", "w"]) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await Promise.resolve(); // drawn, and the browser has not gone back yet
  }
}"""


def test_what_is_opened_and_closed_in_a_hurry_does_not_leave_the_table(
    server: Served, visits: Visits
) -> None:
    person = Sensible(visits.open(), "touch").sit(made(server, "gin").host)
    page = person.page
    person.wait_for_turn()
    page.evaluate(HURRY)
    page.locator(".why h2").wait_for()
    page.wait_for_timeout(300)  # the way back that was asked for has come
    page.keyboard.press("Escape")
    page.locator(".panel:not(.open)").wait_for(state="attached")
    page.wait_for_timeout(300)
    assert page.locator("main.table").count() == 1
    person.act()


# --- The hand of rummy in an order of one's own ---------------------------------------------------


LATE_TIMERS = """
const timer = window.setTimeout;
window.setTimeout = (what, delay, ...rest) => timer(what, delay || 1_500, ...rest);
"""
"""What is put off to the next turn of a busy page comes late: keys that are pressed overtake it."""


def keys(page: Page) -> list[str]:
    """Return the keys of the cards as they lie."""
    read = "(all) => all.map((card) => card.dataset.key)"
    found: list[str] = page.locator("#hand [data-key]").evaluate_all(read)
    return found


def strip(page: Page, key: str) -> tuple[float, float]:
    """Return a point of a card that no other card covers."""
    box = page.locator(f'#hand [data-key="{key}"]').bounding_box()
    assert box
    return box["x"] + 8, box["y"] + 15


def slide(page: Page, key: str, onto: str) -> None:
    """Drag a card by a finger to the left edge of another."""
    dragged(page, strip(page, key), strip(page, onto), lambda: is_clean(page, f"rummy-drag-{key}"))


def test_a_finger_lays_the_hand_in_an_order_that_a_reload_and_a_new_card_keep(
    server: Served, visits: Visits
) -> None:
    person = Sensible(visits.open()).sit(made(server, "gin").host)
    assert person.wait_for_turn()
    page, before = person.page, keys(person.page)
    slide(page, before[-1], before[2])
    wanted = [*before[:2], before[-1], *before[2:-1]]
    person.until(lambda: keys(page) == wanted)
    assert not person.wire.moves_sent
    assert not page.locator("#hand [aria-pressed=true]").count()  # a drag chooses nothing
    is_clean(page, "gin-phone-order")
    page.reload()
    page.locator(".order").wait_for()
    assert keys(page) == wanted
    person.until_phase("discard")
    held = keys(page)
    assert held[:-1] == [key for key in wanted if key in held]
    assert len(held) == len(wanted) + 1
    person.press(person.card(held[3]))
    person.press(page.get_by_label("Move the chosen card to the left"))
    person.until(lambda: keys(page) == [*held[:2], held[3], held[2], *held[4:]])
    person.press(page.get_by_role("button", name="Best melds"))
    page.locator(".order").wait_for(state="detached")
    assert sorted(keys(page)) == sorted(held)
    assert page.locator("#hand .melds").count()


def test_shift_and_arrows_and_a_mouse_move_cards_and_the_focus_stays(
    server: Served, visits: Visits
) -> None:
    person = Sensible(visits.open(phone=False, locale="zh-CN"), "keys")
    person.page.add_init_script(LATE_TIMERS)
    person.sit(made(server, "indian13").host)
    assert person.wait_for_turn()
    page, before = person.page, keys(person.page)
    person.go_to(person.card(before[5]))
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    wanted = [*before[:5], *before[6:9], before[5], *before[9:]]
    person.until(lambda: keys(page) == wanted)
    focused = page.evaluate("document.activeElement.dataset.key")
    assert focused == before[5]
    person.until(lambda: "第 9 位" in page.inner_text("#polite"))
    person.until(person.shows_all)
    (x, y), (to_x, to_y) = strip(page, wanted[0]), strip(page, wanted[-1])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to_x + 60, to_y, steps=4)
    page.mouse.up()
    person.until(lambda: keys(page) == [*wanted[1:], wanted[0]])
    assert not page.locator("#hand [aria-pressed=true]").count()
    page.keyboard.press("Space")  # the card that was dragged has the focus, and can be chosen
    person.until(lambda: page.locator("#hand [aria-pressed=true]").count() == 1)
    is_clean(page, "indian13-desktop-order")
    person.menu("自己排列手牌")
    page.locator(".order").wait_for(state="detached")
    assert sorted(keys(page)) == sorted(before)


class Patient(Sensible):
    """Somebody who never knocks, and lays off what is offered."""

    def wanted(self) -> str:
        if self.wire.phase == "show":
            return self.wire.moves[0]
        discards = self.wire.parts["ask"].get("discards") or {}
        return min(discards) if discards else super().wanted()


def test_a_defender_that_is_asked_lays_off_with_one_tap(server: Served, visits: Visits) -> None:
    table = server.made("gin(knock=98,layoff=ask)", AGAINST)
    person = Patient(visits.open(), "touch").sit(table.host)
    assert "show" in stops(person, "gin-asked")
    assert any(move.startswith("show:") for move in replays(server, table).moves)


def test_a_defender_lays_cards_off_one_by_one_and_sees_them_on_the_knockers_melds(
    paced: Callable[..., Served], visits: Visits
) -> None:
    table = paced("lay off 4").made("gin(knock=98,layoff=ask)", AGAINST)
    person = Patient(visits.open(viewport=UPRIGHT)).sit(table.host)
    person.until_phase("show")
    page, ask = person.page, person.wire.parts["ask"]
    off = split(ask["off"])
    rows = person.wire.parts["table"]["laid"]
    lain = [card for row in rows for card in row["cards"]]
    on_felt = page.locator(".felt-melds .card")
    person.until(partial(has, on_felt, len(lain)))
    wrong = next(card for card in person.cards() if card not in off)
    person.press(person.card(wrong))
    page.locator(".ask.refused").wait_for()
    person.press(person.card(wrong))
    for number, card in enumerate(off, 1):
        person.press(person.card(card))
        person.until(partial(has, on_felt, len(lain) + number))
    is_clean(page, "gin-lays-off")
    person.press(page.locator(f'.deeds [data-move="{ask["off"]}"]'))
    person.taken()
    page.locator(".over h2").wait_for()
    laid = person.wire.parts["over"]["hands"][1]["rows"]
    assert [row["cards"] for row in laid if row["kind"] == "off"] == [sorted(off, key=laid_order)]


def laid_order(card: str) -> tuple[int, int]:
    return "SHDC".index(card[0]), "A23456789TJQK".index(card[1])


@pytest.mark.parametrize(("locale", "size"), [("zh-CN", UPRIGHT), ("en-US", WIDE)])
def test_four_cards_are_laid_off_in_any_order_and_taken_back(
    server: Served, visits: Visits, locale: str, size: Any
) -> None:
    variant = "gin(layoff=ask)"
    hands = "S5 H6 H7 H9 HK D2 D3 D4 C5 C8 | S2 S3 S4 SQ H3 H4 H5 S9 D9 C9 CA"
    place = f"discard 1 dealer 1 | {hands} | H2 | - / - | 0-0 0-0"
    state = load(variant).parse(place).after("knock:SQ")
    at = felt_of(server.made(variant, AGAINST), visits, state, locale=locale, viewport=size)
    on_felt = at.page.locator(".felt-melds .card")
    for number, card in enumerate(("S5", "H9", "H6", "H7"), 1):
        at.page.locator(f'#hand [data-key="{card}"]').click(position={"x": 8, "y": 12})
        at.until(partial(has, on_felt, 9 + number))
    assert at.page.locator("#hand .counts b").inner_text() == "23"
    is_clean(at.page, f"gin-four-laid-off-{locale}")
    at.page.locator('#hand [data-key="H6"]').click(position={"x": 8, "y": 12})
    at.page.locator(".ask.refused").wait_for()  # without the six the seven fits nowhere
    at.page.locator('#hand [data-key="H7"]').click(position={"x": 8, "y": 12})
    at.until(lambda: on_felt.count() == 11)
    at.page.locator(".deeds .play").click()
    at.until(lambda: any(one["t"] == "move" for one in at.sent))
    assert at.sent[-1]["move"] == "show:D2D3D4:S5@1,H9@3"


def has(found: Locator, count: int) -> bool:
    return found.count() == count


def felt_of(made: Made, visits: Visits, state: Any, **how: Any) -> Felt:
    """Return a page at a table that is shown another position."""
    person = Person(visits.open()).sit(made.host)
    person.until(lambda: person.wire.parts.get("head"))
    at = Felt(visits.open(phone=False, **how), person.wire.welcome, person.wire.parts, state)
    at.open(made.host)
    return at


def test_hollywood_keeps_a_sheet_of_three_columns_during_and_after(
    paced: Callable[..., Served], visits: Visits
) -> None:
    """A device in Chinese has the seat, too, and shows the same sheets."""
    served = paced("short 532", ready=60_000)
    table = served.made("gin(to=150,columns=3,deals=2)", AGAINST)
    person = Sensible(visits.open(viewport=UPRIGHT))
    person.sit(table.host)
    person.play_deal()
    page, zh = person.page, visits.open(table.host, locale="zh-CN", viewport=UPRIGHT)
    columns = person.wire.parts["head"]["sheet"]
    won = [column["points"] for column in columns]
    assert won[0] != [0, 0] == won[1]
    head = page.locator(".head .score b").all_inner_texts()
    assert head == [" · ".join(str(points[seat]) for points in won) for seat in (0, 1)]
    is_clean(page, "gin-hollywood-between")
    person.press(page.locator(".head-score"))
    page.locator("dialog .sheet").wait_for()
    assert cells(page, "dialog", 0) == [points[seat] for points in won for seat in (0, 1)]
    is_clean(page, "gin-hollywood-sheet")
    zh.locator(".head-score").tap()
    zh.locator("dialog .sheet").wait_for()
    is_clean(zh, "gin-hollywood-sheet-zh")
    zh.keyboard.press("Escape")
    page.keyboard.press("Escape")
    person.press(page.locator(".over > .play"))
    is_clean(page, "gin-hollywood-scored")
    person.be_ready()
    person.play_deal()
    final = [points for pair in person.wire.parts["over"]["finals"] for points in pair]
    page.locator(".over .sheet").wait_for()
    assert cells(page, ".over", 2) == final
    assert sum(final[::2]) - sum(final[1::2]) == replays(served, table).returns[0]
    is_clean(page, "gin-hollywood-over")
    zh.locator(".over .sheet").wait_for()
    assert cells(zh, ".over", 2) == final
    is_clean(zh, "gin-hollywood-over-zh")


def cells(page: Page, within: str, line: int) -> list[int]:
    """Return the numbers in a line of the score sheet."""
    found = page.locator(f"{within} .sheet tbody tr").nth(line).locator("td")
    return [int(text.replace("\u2212", "-")) for text in found.all_inner_texts()]


@pytest.mark.parametrize(("locale", "phone"), [("zh-CN", True), ("en-US", False)])
def test_a_round_of_gin_with_partners_is_played_and_nobody_sees_the_other_deal(
    short: Served, visits: Visits, locale: str, phone: bool
) -> None:
    seats = ("human", "greedy", "greedy", "greedy")
    table = short.made("gin_partners(to=20,deals=1)", seats)
    way = "touch" if phone else "keys"
    person = Sensible(visits.open(phone=phone, locale=locale), way).sit(table.host)
    page, name = person.page, f"gin-partners-{locale}-{'phone' if phone else 'desktop'}"
    assert "discard" in stops(person, name)
    if locale == "zh-CN":
        assert foreign(page, person) == []
    record = replays(short, table)
    final = [points for pair in person.wire.parts["over"]["finals"] for points in pair]
    assert cells(page, ".over", 2) == final
    assert final[0] - final[1] == record.returns[0]
    open_hands = page.locator(".over .laid-down dd")
    held = [hand.locator(".card").count() for hand in open_hands.all()]
    assert len(held) == 4
    assert min(held) >= 10
    told = {line["seat"] for line in person.wire.told if line["code"].startswith("rummy.told.")}
    assert told - {None} == {0, 1}  # the deal of seats 2 and 3 is theirs
    if phone:
        page.evaluate(STILL)
        region, deed = boxes(page.locator(".board-region, .over button.play"))
        assert deed[1] + deed[3] <= region[1] + region[3], "to go on is in view below four hands"
        person.press(page.locator(".over button.play"))
        person.press(page.locator('.over a[href*="#r="]:not([href*="review"])').first)
        page.locator(".table.replay .late-hands").wait_for()
        is_clean(page, f"{name}-replay")
        page.go_back()
        person.press(page.locator(".over button.play"))
        person.press(page.locator('.over a[href*="review"]').first)
        page.locator("#costliest").wait_for(timeout=100_000)
        is_clean(page, f"{name}-review")


def test_who_waits_for_the_other_deal_reads_what_the_own_one_came_to(
    server: Served, visits: Visits
) -> None:
    variant = "gin_partners(to=125)"
    state, source = load(variant).start(), SeededSource(seed=2, stream=0)
    while not (isinstance(state.deals[0], Ended) and state.turn >= 0):  # type: ignore[attr-defined]
        move = state.chance_move(source) if state.turn == CHANCE else GreedyGinPlayer()(state)
        state = state.followed_by(move)
    made = server.made(variant, ("human", "rules", "rules", "rules"))
    at = felt_of(made, visits, state, viewport=UPRIGHT)
    assert at.page.locator(".piles").inner_text() == "Dee wins 21 against you"
    assert at.page.locator(".rummy-seats .note").all_inner_texts()[2] == "deal over: +21"
    assert at.page.locator("#hand .card").count() == 0
    is_clean(at.page, "gin-partners-waits")
