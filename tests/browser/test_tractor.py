"""Deals of Tractor in the browser: bids while cards come, the burial of 8 of 33, throws, whole deals."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.browser.checks import is_clean, replays
from tests.browser.harness import STILL, Visits, boxes, shifts, shot, violations
from tests.browser.people import Person, keys_of, split
from tests.browser.served import Served

DEAL = "tractor(match=deal,landlord=0)"
Started = Callable[..., Served]
DRAW = {"draw": 40, "last_bids": 3000}
"""The draw takes seven seconds, so that somebody can bid on a slow machine, too."""


def test_bidding_while_cards_come_is_no_moving_target(paced: Started, visits: Visits) -> None:
    made = paced("throw", **DRAW).made(DEAL)
    person = Person(visits.open()).sit(made.host)
    bar, places = person.page.locator(".bid"), []
    person.until(lambda: bar.count() == 5)
    while options := (person.wire.parts["bar"] or {}).get("options"):
        places.append(boxes(bar))
        can = [option["can"] and not option["made"] for option in options]
        if any(can) and not person.has_bid:
            person.has_bid = True
            bar.nth(can.index(True)).tap()
        person.page.wait_for_timeout(100)
    assert person.has_bid
    assert len(places) > 5
    shown = [one for one in places if any(map(any, one))]
    assert [one for one in shown if one != shown[0]] == []


@pytest.mark.parametrize(
    ("locale", "said"), [("en-US", r"Last\xa0bids: (\d+)\xa0s"), ("zh-CN", r"最后亮主：(\d+)秒")]
)
def test_the_time_for_the_last_bids_counts_down(
    paced: Started, visits: Visits, locale: str, said: str
) -> None:
    made = paced("throw", draw=5, last_bids=9000).made(DEAL)
    person = Person(visits.open(locale=locale)).sit(made.host)
    timer = person.page.get_by_role("timer")
    timer.wait_for()
    shot(person.page, f"tractor-last-bids-{locale}")
    bar = person.page.locator(".time-bar path")
    lasts = bar.evaluate("(e) => e.getAnimations()[0].effect.getTiming().duration")
    assert 6000 < lasts < 9500
    seen: list[int] = []
    ends: set[int] = set()
    while texts := timer.all_inner_texts():
        found = [re.fullmatch(said, text) for text in texts]
        assert all(found), texts
        seen += [int(one[1]) for one in found if one]
        ends.add(person.wire.parts["life"]["until"])
        person.page.wait_for_timeout(400)
    longer = [later for earlier, later in pairwise(seen) if later > earlier]
    assert len(longer) <= len(ends) - 1, "only another bid gives more time"
    assert max(seen) <= 10, "a message that is late makes the page's clock late"
    assert seen[-1] <= 2, "it is told to the end: the last second may pass between two looks"


PLAYED = {"draw": 5, "bot": 20, "trick": 100, "last_bids": 100}


def test_a_deal_by_touch_on_a_phone_is_clean_at_each_stop_and_nothing_moves(
    paced: Started, visits: Visits
) -> None:
    server = paced("still", **PLAYED)
    made = server.made(DEAL)
    person = Person(visits.open()).sit(made.host)
    seen: set[str] = set()
    while person.wait_for_turn():
        if person.wire.phase not in seen:
            seen.add(person.wire.phase)
            is_clean(person.page, f"tractor-phone-{person.wire.phase}")
        if person.wire.phase == "bury":
            assert len(person.cards()) == 33
            person.page.evaluate("window.shifts = []")
        person.act()
    assert person.wire.is_deal_over
    moved = shifts(person.page)
    assert sum(one["value"] for one in moved) < 0.01, moved  # a row of the hand may close up
    is_clean(person.page, "tractor-phone-over")
    assert {"bury", "play"} <= seen
    replays(server, made)


@pytest.mark.exhaustive
def test_a_deal_by_the_keyboard_alone(server: Served, visits: Visits, exhaustive: bool) -> None:
    """The burial and the first two tricks; in full the whole deal."""
    made = server.made(DEAL)
    person = Person(visits.open(phone=False), "keys").sit(made.host)
    person.until_phase("bury")
    most = 100 if exhaustive else person.made + 3
    while person.made < most and person.wait_for_turn():
        person.act()
    person.leave_to_program(made.host)
    replays(server, made)


def test_a_throw_that_falls_is_told_and_a_part_of_it_is_led(paced: Started, visits: Visits) -> None:
    dear = "tractor(match=deal,landlord=0,profile=standard(penalty=10))"
    person = Person(visits.open()).sit(paced("throw").made(dear).host)
    while person.wait_for_turn() and not has_fallen(person):
        person.make(lowest_throw(person.wire.moves) if is_lead(person) else person.wanted())
        person.taken()
    assert has_fallen(person)
    person.page.locator(".fallen").get_by_text("10 points", exact=True).wait_for()
    assert "Your throw fell" in person.page.locator(".fallen").inner_text()
    thrown = person.page.locator(".place.bottom .fan .card")
    assert thrown.count() == len(person.wire.parts["table"]["trick"]["tried"])
    is_clean(person.page, "tractor-phone-throw")
    part = person.wire.moves[0]
    person.make(part)
    person.page.locator(".place.bottom .card.lit").first.wait_for()
    assert thrown.and_(person.page.locator(".lit")).count() == len(split(part))


def is_lead(person: Person) -> bool:
    trick = person.wire.parts["table"]["trick"]
    return person.wire.phase == "play" and not (trick and trick["plays"])


def lowest_throw(moves: list[str]) -> str:
    """Return a throw of two single cards, or what there is."""
    throws = [move for move in moves if len(set(split(move))) == len(split(move)) == 2]
    return (throws or moves)[-1]


def has_fallen(person: Person) -> bool:
    return bool((person.wire.parts["table"]["trick"] or {}).get("tried"))


def test_a_play_that_is_not_legal_is_refused_with_one_that_would_do(
    server: Served, visits: Visits
) -> None:
    person = Person(visits.open()).sit(server.made(DEAL).host)
    person.until_phase("bury")
    for card in person.cards()[:3]:
        person.press(person.card(card))
    person.play()
    person.page.locator(".ask.refused").wait_for()
    refusals = [one["text"] for one in person.wire.rulings if not one["legal"]]
    assert person.page.locator(".ask").inner_text() == refusals[-1]
    assert person.wire.answers == []


# --- The hand of Tractor in the browser: 33 cards to touch, slides, offers ------------------------


NARROWEST = 24
TABLE_LEAST = 235

STRIPS = """
() => [...document.querySelectorAll('.hand [data-key]')].map((card) => {
  const box = card.getBoundingClientRect();
  const at = (x, y) => document.elementFromPoint(x, y)?.closest('[data-key]') === card;
  const across = Array.from({ length: Math.floor(box.width) }, (_, x) => box.left + x + 0.5);
  const seen = across.filter((x) => at(x, box.top + 22)).length;
  return { key: card.dataset.key, seen, hit: at(box.left + 8, box.top + 12) };
})
"""
"""How wide each card of the hand is seen, and whether a tap on its strip comes to it."""


def chosen(person: Person) -> list[str]:
    """Return the keys of the cards that are chosen."""
    found = person.page.locator('.hand [aria-pressed="true"]')
    keys: list[str] = found.evaluate_all("(all) => all.map((one) => one.dataset.key)")
    return keys


def in_rows(person: Person) -> list[list[str]]:
    """Return the cards of the hand row by row."""
    return [row["cards"] for row in person.wire.parts["hand"]["rows"]]


# --- Whole deals ----------------------------------------------------------------------------------


def test_a_deal_by_text_in_chinese_and_in_the_dark(server: Served, visits: Visits) -> None:
    made = server.made(DEAL)
    page = visits.open(locale="zh-CN", color_scheme="dark")
    person = Person(page, "text").sit(made.host)
    person.until_phase("bury")
    assert page.locator("html").get_attribute("lang") == "zh-Hans"
    is_clean(page, "tractor-phone-zh-bury")
    person.act()
    person.wait_for_turn()
    is_clean(page, "tractor-phone-zh-play")
    person.act()
    person.leave_to_program(made.host)
    is_clean(page, "tractor-phone-zh-over")


# --- The hand -------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 320])
def test_33_cards_fit_on_a_phone_and_each_can_be_touched(
    server: Served, visits: Visits, width: int
) -> None:
    page = visits.open(viewport={"width": width, "height": 640})
    person = Person(page).sit(server.made(DEAL).host)
    person.until_phase("bury")
    person.until(lambda: len(person.cards()) == 33)
    page.evaluate(STILL)  # cards that have just come glide to their places
    strips = page.evaluate(STRIPS)
    assert all(one["hit"] and one["seen"] >= NARROWEST for one in strips), strips
    assert boxes(page.locator(".board-region"))[0][3] >= TABLE_LEAST
    assert page.evaluate("document.documentElement.scrollHeight") == 640
    is_clean(page, f"tractor-{width}-bury")


def test_a_slide_chooses_a_run_and_a_slide_back_unchooses_it(
    server: Served, visits: Visits
) -> None:
    person = Person(visits.open(phone=False)).sit(server.made(DEAL).host)
    person.until_phase("bury")
    page, row, slides = person.page, max(in_rows(person), key=len), []
    page.evaluate(STILL)
    first, third = (boxes(person.card(key))[0] for key in keys_of(row[:3])[::2])
    for _ in range(2):
        page.mouse.move(first[0] + 8, first[1] + 12)
        page.mouse.down()
        page.mouse.move(third[0] + 8, third[1] + 12, steps=8)
        page.mouse.up()
        slides.append(chosen(person))
    assert slides == [keys_of(row[:3]), []]


def test_a_card_of_a_pair_offers_its_block_to_a_lead(
    paced: Callable[..., Served], visits: Visits
) -> None:
    person = Person(visits.open()).sit(paced("pairs").made(DEAL).host)
    person.until_phase("bury")
    person.act()
    person.wait_for_turn()
    pair = next(card for row in in_rows(person) for card in row if row.count(card) == 2)
    person.card(pair).tap(position={"x": 8, "y": 12})
    person.page.locator(".offer").first.tap()
    assert {pair, f"{pair}#2"} <= set(chosen(person))
    assert "chosen" in str(person.card(pair).get_attribute("aria-label"))
    person.page.keyboard.press("Escape")
    assert chosen(person) == []


def test_cards_that_follow_nothing_are_dimmed_and_say_so(
    paced: Callable[..., Served], visits: Visits
) -> None:
    person = Person(visits.open()).sit(paced("throw").made(DEAL).host)
    while person.wait_for_turn():
        task = person.wire.parts["ask"]
        if task.get("size") == 1 and task["moves"] and {*person.cards()} > {*task["open"]}:
            break
        person.act()
    assert person.wire.has_turn, "no card was to be dimmed in this deal"
    person.card(task["moves"][0]).tap(position={"x": 8, "y": 12})
    person.until(lambda: person.page.locator(".hand .dim").count())
    names = person.page.locator(".hand .dim").evaluate_all(
        "(all) => all.map((one) => one.ariaLabel)"
    )
    assert all("not now" in name for name in names)
    assert violations(person.page) == []


# --- Throws ---------------------------------------------------------------------------------------


def test_the_cards_of_a_throw_that_fell_are_chosen_no_longer(
    paced: Callable[..., Served], visits: Visits
) -> None:
    served = paced("throw", trick=60_000)
    person = Person(visits.open()).sit(served.made(DEAL).host)
    person.until_phase("bury")
    person.act()
    person.wait_for_turn()
    row = max(in_rows(person)[1:], key=len)
    low = list(dict.fromkeys(reversed(row)))[:2]
    person.make("".join(low))
    page = person.page
    person.until(lambda: page.locator(".fallen").count())
    assert any(line["code"].startswith("tractor.told.fails") for line in person.wire.told)
    person.until(lambda: not chosen(person))


NEVER_BY_ITSELF = """
const later = setTimeout;
window.setTimeout = (call, ms) => (ms > 1500 && ms < 2000 ? 0 : later(call, ms));
"""
"""A throw that fell lies on the felt until it is tapped."""


@pytest.mark.parametrize("is_tapped", [False, True])
def test_what_is_not_led_of_a_throw_that_fell_goes_back_to_the_hand(
    paced: Callable[..., Served], visits: Visits, is_tapped: bool
) -> None:
    page = visits.open()
    if is_tapped:
        page.add_init_script(NEVER_BY_ITSELF)
    person = Person(page).sit(paced("throw", bot=60_000).made(DEAL).host)
    person.until_phase("bury")
    person.act()
    person.wait_for_turn()
    row = max(in_rows(person)[1:], key=len)
    low = list(dict.fromkeys(reversed(row)))[:3]
    held = len(person.cards())
    moved = len(shifts(page))
    person.make("".join(low))
    felt, hand = page.locator(".place.bottom .slot .card"), page.locator("#hand [data-key]")
    person.until(lambda: page.locator(".falls .lit").count() == 1)
    assert (felt.count(), hand.count()) == (3, held - 3)
    if is_tapped:
        page.locator(".board").tap(position={"x": 20, "y": 20})
    person.until(lambda: (felt.count(), hand.count()) == (1, held - 1))
    assert felt.and_(page.locator(".lit")).count() == 1
    assert shifts(page)[moved:] == []
