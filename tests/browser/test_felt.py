"""The felt: seats lie on its edge and are covered by nothing, cards are large, nothing jumps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest

from suitwise.game import load
from suitwise.table.client import Client
from suitwise.table.client import play as play_at
from tests.browser.checks import is_clean
from tests.browser.harness import STILL, Visits, boxes, shifts, shot
from tests.browser.people import Person
from tests.browser.served import HUMAN_AND_BOTS, Served
from tests.browser.test_review import first_but_pass

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

GAMES = {"tractor": "tractor(match=deal,landlord=0)", "texas42": "texas42(match=hand,play_out=yes)"}
PHONE: ViewportSize = {"width": 360, "height": 740}
ACROSS: ViewportSize = {"width": 740, "height": 360}
PHONES_ACROSS: tuple[ViewportSize, ...] = (
    ACROSS,
    {"width": 844, "height": 390},
    {"width": 667, "height": 375},
)
LOW: ViewportSize = {"width": 360, "height": 420}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
LEAST = {"tractor": {360: (56, 78), 1440: (84, 118)}, "texas42": {360: (50, 100), 1440: (62, 124)}}
"""How large a card or domino of a trick is at least, by the width of the page."""
LOW_FELT, LOW_RIM = 360, 132
"""Where a hand of four lines leaves a felt so low, three cards share what its rim leaves of it."""
LYING = "document.getAnimations().forEach((one) => one.cancel())"
"""Lays all things where they lie without motion: a trick as it lay before it was taken."""
WIDEST = """() => {
  const of = (...words) => words.forEach(([where, word]) => {
    document.querySelector(`.tractor-head ${where}`).textContent = word;
  });
  document.querySelector(".sign-and-rank").innerHTML = '<span class="of">NT</span><b>10</b>';
  of([".total b", "150"], [".total .of", "/160"], [".levels b", "10"], [".levels b + b", "10"]);
}"""
"""Lets the head of Tractor show the widest of each fact: tens without a trump suit, many points."""
BROKEN_AFTER = """(node, text) => {
  node.textContent = text;
  const range = new Range(), tops = [...text].map((_, at) => {
    range.setStart(node.firstChild, at);
    range.setEnd(node.firstChild, at + 1);
    return range.getBoundingClientRect().top;
  });
  return [...text].filter((_, at) => tops[at + 1] > tops[at] + 1).join("");
}"""
"""The last sign of each line but the last of a text."""
ROUND = """
const { h, render } = await import(`${base}/js/dom.js`);
const { trick } = await import(`${base}/js/parts/trick.js`);
const { fan } = await import(`${base}/js/parts/card.js`);
document.body.innerText = "";
const root = document.createElement("main");
root.className = "table";
document.body.append(root);
const badge = (seat) => h("div", { class: "badge" }, h("span", { class: "face" }),
  h("span", { class: "who" }, h("span", { class: "name" }, `Player ${seat}`)),
  h("span", { class: "note" }));
const slots = Array.from({ length: count }, (_, seat) => ({
  seat, place: `ring-${seat}-${count}`, badge: badge(seat), label: "",
}));
const props = { slots, drawn: () => fan(["H5", "H5"]), label: "round" };
const state = { parts: { table: {} }, lastTrickUntil: null };
render(root, h("section", { class: "board-region" }, trick(state, {}, props)));
"""

FOUR = """
const { fan } = await import(`${base}/js/parts/card.js`);
const { render } = await import(`${base}/js/dom.js`);
const { trick } = await import(`${base}/js/parts/trick.js`);
const slots = four.map((place, seat) => ({ seat, place, label: "" }));
const felt = document.createElement("section");
Object.assign(felt, { id: "four", className: "board-region" });
document.querySelector(".board-region").replaceWith(felt);
const state = { parts: { table: {} }, lastTrickUntil: null };
render(felt, trick(state, {}, { slots, drawn: () => fan(["H5", "H5", "H6", "H6"]), label: "four" }));
"""


def apart(one: list[float], other: list[float]) -> bool:
    """Tell whether two boxes have no pixel in common."""
    (x, y, wide, high), (x2, y2, wide2, high2) = one, other
    return x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y


def within(inner: list[float], outer: list[float]) -> bool:
    (x, y, wide, high), (x2, y2, wide2, high2) = inner, outer
    return min(x - x2, y - y2, x2 + wide2 - x - wide, y2 + high2 - y - high) > -0.1


@pytest.mark.parametrize("is_mirrored", [False, True])
def test_suits_of_a_hand_in_one_row_lie_apart_and_within_the_page(
    paced: Callable[..., Served], visits: Visits, is_mirrored: bool
) -> None:
    """With the kitty, 33 cards, on a desktop, beside the panel."""
    page = visits.open(phone=False)
    page.add_init_script(
        f"localStorage.setItem('suitwise:prefs', '{json.dumps({'mirrored': is_mirrored})}')"
    )
    table = paced("throw").made("tractor(match=deal,landlord=0)")
    Person(page).sit(table.host).until_phase("bury")
    page.evaluate(STILL)
    assert page.locator("#hand.abreast [data-key]").count() == 33
    rows = [boxes(row.locator(".card")) for row in page.locator(".hand-row").all()]
    ends = [(min(x for x, *_ in row), max(x + wide for x, _, wide, _ in row)) for row in rows]
    (felt,) = boxes(page.locator(".board-region"))
    assert ends[0][0] >= felt[0]
    assert ends[-1][1] <= felt[0] + felt[2]
    assert all(end + 12 <= begin for (_, end), (begin, _) in pairwise(ends)), ends


@pytest.mark.parametrize("game", GAMES)
def test_plays_are_large_and_cover_no_seat_at_any_size(
    server: Served, visits: Visits, game: str
) -> None:
    page = visits.open(viewport=PHONE)
    person = Person(page).sit(server.made(GAMES[game]).host)
    person.until_phase("play")
    person.act()
    assert person.wait_for_turn()
    for size in (PHONE, ACROSS, DESKTOP):
        page.set_viewport_size(size)
        page.wait_for_timeout(300)
        page.evaluate(LYING)  # a trick that is gathered has shrunk on its way
        felt = boxes(page.locator(".board-region"))[0]
        faces = boxes(page.locator(".board .face"))
        plays = boxes(page.locator(".slot .laid"))
        corners = boxes(page.locator(".corner-button, .corner-right > *, .offer"))
        assert len(faces) == 4
        assert all(within(one, felt) for one in faces + corners), size
        covered = [
            (face, over) for face in faces for over in plays + corners if not apart(face, over)
        ]
        assert covered == [], size
        if least := LEAST[game].get(size["width"]):
            (wide_least, high_least), laid = (
                least,
                boxes(page.locator(".slot .card, .slot .domino")),
            )
            share = min(1.0, (felt[3] - LOW_RIM) / (3 * high_least)) if felt[3] <= LOW_FELT else 1.0
            assert all(
                wide >= wide_least * share - 0.1 and high >= high_least * share - 2
                for _, _, wide, high in laid
            ), (size, felt, laid)
        bar = boxes(page.locator(".bar-region"))[0]
        assert bar[1] + bar[3] <= size["height"]


def test_hint_and_why_have_signs_within_their_buttons(server: Served, visits: Visits) -> None:
    page = visits.open(viewport=PHONE)
    person = Person(page).sit(server.made(GAMES["tractor"]).host)
    person.until_phase("play")
    narrow: ViewportSize = {"width": 320, "height": 640}
    for size in (PHONE, narrow, ACROSS, DESKTOP):
        page.set_viewport_size(size)
        page.wait_for_timeout(60)
        buttons, signs = (
            boxes(page.locator(".actions button:has(.icon)")),
            boxes(page.locator(".actions .icon")),
        )
        assert len(signs) == 2
        assert all(map(within, signs, buttons)), size
        assert {high for *_, high in buttons} == {52}, size


@pytest.mark.exhaustive
def test_who_is_no_landlord_reads_nothing_of_the_kitty(
    server: Served, visits: Visits, exhaustive: bool
) -> None:
    """Three tricks and the end of the deal; in full all of it."""
    page = visits.open(viewport=PHONE)
    made = server.made("tractor(match=deal,landlord=1)")
    person = Person(page).sit(made.host)
    while person.made < (100 if exhaustive else 3) and person.wait_for_turn():
        assert page.locator(".own-kitty").count() == 0
        assert not re.search(r"\b(null|undefined|NaN)\b", page.locator("main").inner_text())
        person.act()
    person.leave_to_program(made.host)
    assert not re.search(r"\b(null|undefined|NaN)\b", page.locator("main").inner_text())


def test_five_to_eight_seats_spread_on_an_ellipse_and_cover_one_another_nowhere(
    server: Served, visits: Visits
) -> None:
    page = visits.open(phone=False)
    page.goto(server.url)
    base = page.get_attribute('meta[name="base"]', "content")
    for count in (5, 6, 7, 8):
        page.evaluate(f"async ([base, count]) => {{ {ROUND} }}", [base, count])
        for size in (LOW, DESKTOP):
            page.set_viewport_size(size)
            page.wait_for_timeout(60)
            felt = boxes(page.locator(".board-region"))[0]
            faces, cards = boxes(page.locator(".face")), boxes(page.locator(".slot .laid"))
            assert len(faces) == len(cards) == count
            assert all(within(box, felt) for box in faces + cards)
            assert all(apart(*pair) for pair in combinations(faces, 2))
            assert all(apart(face, card) for face in faces for card in cards)


def test_the_actions_stand_at_one_place_in_all_phases_and_the_last_trick_is_a_sheet(
    paced: Callable[..., Served], visits: Visits
) -> None:
    page = visits.open(phone=False, viewport=DESKTOP)
    person = Person(page, "keys").sit(
        paced("throw", draw=40, last_bids=3000).made(GAMES["tractor"]).host
    )
    person.until(lambda: page.locator(".bids").count())
    bars = [boxes(page.locator(".bids"))[0]]
    person.until_phase("bury")
    bars.append(boxes(page.locator(".actions"))[0])
    person.act()
    assert person.wait_for_turn()
    bars.append(boxes(page.locator(".actions"))[0])
    assert len({(x, wide) for x, _, wide, _ in bars}) == 1
    person.act()
    assert person.wait_for_turn()
    faces = boxes(page.locator(".board .face"))
    page.get_by_role("button", name="Last trick").click()
    sheet = page.locator(".last-sheet")
    assert sheet.locator("li").count() == 4
    assert sheet.locator(".wins").count() == 1
    assert "Last trick" in sheet.inner_text()
    assert page.locator(".offers").count() == 0
    assert all(apart(face, boxes(sheet)[0]) for face in faces)
    sheet.get_by_role("button", name="Close").click()
    sheet.wait_for(state="detached")


# --- Where one's own play will lie, the clock, and plays that do not fit --------------------------


def test_where_ones_play_will_lie_is_outlined_until_it_lies_there(
    server: Served, visits: Visits
) -> None:
    page = visits.open(viewport=PHONE)
    person = Person(page).sit(server.made(GAMES["texas42"]).host)
    person.until_phase("play")
    due = page.locator(".place.bottom .due")
    due.wait_for()
    assert due.inner_text() == "your play"
    place, moved = boxes(due)[0], len(shifts(page))
    is_clean(page, "texas42-phone-due")
    person.act()
    assert person.wait_for_turn()
    due.wait_for()
    assert boxes(due)[0] == place
    assert page.locator(".due").count() == 1
    assert shifts(page)[moved:] == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_ring_of_the_seat_on_turn_empties_with_its_clock(
    paced: Callable[..., Served], visits: Visits, motion: str
) -> None:
    page = visits.open(viewport=PHONE, reduced_motion=motion)
    person = Person(page).sit(paced("throw", clock=60_000).made(GAMES["texas42"]).host)
    assert person.wait_for_turn()
    ring = page.locator(".badge.turn .time-ring .left")
    ring.wait_for()
    running = "(one) => one.getAnimations().map((each) => each.effect.getTiming().duration)"
    gone = "(one) => parseFloat(getComputedStyle(one).strokeDashoffset)"
    lasts, before = ring.evaluate(running), ring.evaluate(gone)
    assert [20_000 < one < 61_000 for one in lasts] == [True] * (motion == "no-preference")
    person.until(lambda: ring.evaluate(gone) > before)
    assert page.locator(".face.timed").count() == 1


def test_the_ring_stays_whole_where_there_is_no_clock(server: Served, visits: Visits) -> None:
    person = Person(visits.open(viewport=PHONE)).sit(server.made(GAMES["texas42"]).host)
    assert person.wait_for_turn()
    person.page.locator(".badge.turn").wait_for()
    assert person.page.locator(".time-ring").count() == 0


FREE_THROWS = "tractor(match=deal,landlord=0,profile=standard(forced=never))"


def test_a_play_that_does_not_fit_is_folded_and_shown_whole_on_a_tap(
    paced: Callable[..., Served], visits: Visits
) -> None:
    page = visits.open(viewport=PHONE)
    person = Person(page).sit(paced("throw", bot=20_000).made(FREE_THROWS).host)
    person.until_phase("bury")
    person.act()
    person.until_phase("play")
    rows = person.wire.parts["hand"]["rows"]
    row = max((one["cards"] for one in rows), key=len)[:7]
    person.make("".join(row))
    person.taken()
    mine = page.locator(".place.bottom .slot")
    more = mine.locator(".more-cards")
    more.wait_for()
    assert mine.locator(".card").count() == 4
    assert more.inner_text() == "+3"
    reach = "(one) => parseFloat(getComputedStyle(one, '::after').height)"
    assert more.evaluate(reach) >= 44
    sheet = page.locator(".last-sheet.whole")
    for close in ("button", "Escape", "back"):
        more.tap()
        sheet.wait_for()
        assert sheet.locator("h2").inner_text() == "you: all 7 cards".capitalize()
        assert sheet.locator(".card").count() == 7
        if close == "button":
            is_clean(page, "tractor-phone-unfolded")
            sheet.locator("button").tap()
        elif close == "Escape":
            page.keyboard.press("Escape")
        else:
            page.go_back()
        sheet.wait_for(state="detached")
        if close != "back":
            person.until(lambda: more.evaluate("(one) => one === document.activeElement"))
    assert page.locator("main.table").count() == 1
    page.set_viewport_size(DESKTOP)
    person.until(lambda: mine.locator(".card").count() == 7)
    assert more.count() == 0


def test_plays_of_four_cards_lie_apart_on_a_phone_across_and_no_offer_covers_the_kitty(
    paced: Callable[..., Served], visits: Visits
) -> None:
    page = visits.open(viewport=ACROSS)
    person = Person(page).sit(paced("pairs").made(GAMES["tractor"]).host)
    person.until_phase("bury")
    person.act()
    assert person.wait_for_turn()
    cards = [key.split("#")[0] for key in person.cards()]
    person.press(person.card(next(card for card in cards if cards.count(card) > 1)))
    kitty = page.locator(".board details")
    page.locator(".offer").first.wait_for()
    for size in (PHONE, *PHONES_ACROSS):
        page.set_viewport_size(size)
        page.wait_for_timeout(300)
        offers, faces = boxes(page.locator(".offer")), boxes(page.locator(".board .badge"))
        assert all(apart(boxes(kitty)[0], other) for other in offers + faces), size
    base = page.get_attribute('meta[name="base"]', "content")
    page.evaluate(
        f"async ([base, four]) => {{ {FOUR} }}", [base, ["bottom", "left", "top", "right"]]
    )
    for size in PHONES_ACROSS:
        page.set_viewport_size(size)
        page.wait_for_timeout(60)
        plays = boxes(page.locator("#four .laid"))
        assert all(apart(*two) for two in combinations(plays, 2)), size


@pytest.mark.parametrize(
    "game",
    ["texas42(match=hand)", "gin", "gin_partners(to=20,deals=1)", "rummikub(seats=4)"],
)
def test_on_a_phone_held_across_what_to_do_next_is_seen_when_a_deal_is_over(
    server: Served, visits: Visits, game: str
) -> None:
    made = server.made(game, HUMAN_AND_BOTS[: load(game).facts.seats])
    play_at(Client(made.host), choose=first_but_pass)
    page = visits.open(made.host, viewport=ACROSS)
    page.locator(".over").wait_for()
    (felt,) = boxes(page.locator(".board-region"))
    assert felt[2] == ACROSS["width"], "no empty half beside it"
    assert all(within(one, felt) for one in boxes(page.locator(".over .play, .over h2")))


@pytest.mark.parametrize("game", ["gin_partners(to=20,deals=1)", "rummikub(seats=4)", "tractor"])
def test_a_result_has_all_of_a_phone_below_the_head_and_its_last_button_is_seen(
    server: Served, visits: Visits, game: str
) -> None:
    made = server.made(f"{game}(match=deal)" if game == "tractor" else game, HUMAN_AND_BOTS)
    play_at(Client(made.host), choose=first_but_pass)
    page = visits.open(made.host, viewport=PHONE, locale="zh-CN")
    page.locator(".over").wait_for()
    if game.startswith("gin"):
        page.locator(".over.lays > .play").tap()
    page.locator(".then .meets .button").last.wait_for()
    (felt,) = boxes(page.locator(".board-region"))
    assert abs(felt[1] + felt[3] - PHONE["height"]) < 1, "no strip of a hand that is over"
    assert all(within(one, felt) for one in boxes(page.locator(".then .play, .then .button")))
    if game == "tractor":
        kitty = boxes(page.locator(".was-kitty .card"))
        assert len(kitty) == 8
        assert all(within(one, felt) for one in kitty)


@pytest.mark.parametrize(
    ("place", "text"),
    [("fact", "闲家得150分（80分上台）：闲家上台，升1级"), ("title", "你赢得全场，领先227分")],
)
def test_chinese_lines_of_a_result_break_behind_stops(
    server: Served, visits: Visits, place: str, text: str
) -> None:
    made = server.made("texas42(match=hand)", HUMAN_AND_BOTS)
    play_at(Client(made.host), choose=first_but_pass)
    page = visits.open(made.host, viewport={"width": 320, "height": 640}, locale="zh-CN")
    line = page.locator(f".over .{place}").first
    line.wait_for()
    ends = line.evaluate(BROKEN_AFTER, text)
    assert ends
    assert set(ends) <= set("，：")


def test_the_end_of_a_deal_of_tractor_shows_how_far_the_attackers_came_and_leads_to_a_link(
    server: Served, visits: Visits
) -> None:
    made = server.made("tractor(match=deal,landlord=0)")
    play_at(Client(made.host), choose=first_but_pass)
    person = Person(visits.open(), "touch").sit(made.host)
    page = person.page
    page.locator(".gauge").wait_for()
    facts = person.wire.parts["head"]
    ((left, _, wide, _),) = boxes(page.locator(".gauge .points-bar"))
    for kind, points in (("made", facts["points"]), ("need", facts["need"])):
        mark = page.locator(f".gauge > .{kind}")
        assert mark.inner_text() == str(points)
        ((x, _, own, _),) = boxes(mark)
        part = points / max(*facts["steps"], facts["points"])
        assert abs(x + own * part - left - wide * part) < 2, kind
    rose = page.locator(".verdict .note")
    if rose.count():
        assert re.fullmatch(r"Level \w+( › \w+)?", rose.inner_text())
    for name in ("Review", "Replay", "Share"):
        assert page.get_by_role("link", name=name).locator(".icon").count() == 1, name
    person.press(page.get_by_role("link", name="Share"))
    assert "#s=" in page.locator("#share-link").input_value()
    assert page.locator("main.replay").get_attribute("data-ply") != "0", "the end of the deal"


def test_the_landlord_is_named_in_the_head_of_a_phone_and_the_worth_of_a_trick_takes_one_line(
    paced: Callable[..., Served], visits: Visits
) -> None:
    slow = paced(draw=1000).made("tractor(match=deal)").host
    person = Person(visits.open(viewport=PHONE)).sit(slow)
    fact = person.page.locator(".fact.lord")
    fact.locator(".word").wait_for()  # nobody is yet
    person.sit(paced().made(GAMES["tractor"]).host)
    person.until_phase("play")
    assert fact.locator("b").is_visible()
    assert fact.locator("b").inner_text() == "You"
    assert not fact.locator(".word").is_visible()
    person.act()
    worth = person.page.locator(".corner-right .chip-like")
    worth.wait_for()
    assert re.search(r"^\d+ points$", worth.inner_text(), re.MULTILINE)  # before it for ears
    ((_, _, _, high),) = boxes(worth)
    assert high < 40


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_the_head_of_tractor_ends_before_the_buttons_beside_it(
    server: Served, visits: Visits, locale: str
) -> None:
    made = server.made(GAMES["tractor"])
    person = Person(visits.open(viewport=PHONE, locale=locale)).sit(made.host)
    person.until_phase("bury")
    person.page.evaluate(WIDEST)
    for width in (320, 360, 390):
        person.page.set_viewport_size({"width": width, "height": 740})
        (head,) = boxes(person.page.locator(".head-score"))
        facts = boxes(person.page.locator(".tractor-head .fact"))
        assert all(within(one, head) for one in facts), (width, head, facts)
        for part in (".total .of", ".total .word"):
            ((left, _, wide, _),) = boxes(person.page.locator(part))
            assert wide > 0, part
            assert left + wide < facts[-1][0], (width, part)
        assert person.page.locator(".total .word").evaluate("(e) => e.scrollWidth <= e.clientWidth")
        shot(person.page, f"tractor-head-{locale}-{width}")
    said = person.page.locator(".total .word").inner_text()
    assert said == {"en-US": "attackers", "zh-CN": "闲家"}[locale]


@pytest.mark.parametrize("size", PHONES_ACROSS, ids=str)
def test_on_a_phone_held_across_an_invitation_and_a_record_leave_no_half_empty(
    server: Served, visits: Visits, size: ViewportSize
) -> None:
    made = server.made("tractor(match=deal)", ["human", "rules", "open", "rules"])
    page = visits.open(made.host, viewport=size)
    page.locator(".lobby .code-to-scan").wait_for()
    (felt,), (people, sheet) = (
        boxes(page.locator(where)) for where in (".board-region", ".lobby > :is(.people, .sheet)")
    )
    assert felt[2] == size["width"]
    assert apart(people, sheet)
    (code,) = boxes(page.locator(".code-to-scan"))
    assert code[1] + code[3] <= size["height"], "the code to scan is seen at once"
    ended = server.made("texas42(match=hand)")
    play_at(Client(ended.host), choose=first_but_pass)
    page.goto(ended.host)
    page.goto(f"{server.url}/#r={ended.code}&deal=1&ply=40")
    page.locator("main.replay").wait_for()
    parts = boxes(page.locator("main.replay > :is(.board-region, .hand-region, .bar-region)"))
    assert len(parts) == 3
    assert all(apart(*two) for two in combinations(parts, 2)), "nothing lies over the table"
    assert all(y + high <= size["height"] + 1 for _, y, _, high in parts)
