"""Games from outside as card tables: hearts in Chinese, whist by keys, bids of spades, endings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from suitwise.table.client import Client
from suitwise.table.client import play as play_at
from tests.browser.checks import foreign, is_clean
from tests.browser.conftest import QUICK, serving
from tests.browser.harness import Visits, boxes, shifts, shot
from tests.browser.people import Person
from tests.browser.served import Served
from tests.browser.test_felt import apart

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAMES = (
    "--import",
    "hearts",
    "--import",
    "whist",
    "--import",
    "spades",
    "--import",
    "tests.browser.tiles",
)


@pytest.fixture(scope="module")
def host(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that somebody has started with games of their own."""
    rests = ("--key", "games", "--pace", '{"ready": 60000}')
    with serving(tmp_path_factory, *QUICK, *GAMES, *rests) as served:
        yield served


def last_listed(parts: dict[str, Any]) -> str:
    """Choose the last move that is listed."""
    return str(parts["ask"]["moves"][-1])


def looks(page: Page) -> dict[str, int]:
    """Count what lies there: seats, cards of the hand, those not to be played, cards on the felt."""
    counted = {
        "seats": ".board .place",
        "hand": "#hand [data-key]",
        "dim": "#hand .dim",
        "felt": ".board .slot .card",
        "new": "#hand .fresh",
    }
    return {name: page.locator(place).count() for name, place in counted.items()}


def test_a_deal_of_hearts_by_touch_in_chinese_passes_and_plays_cards(
    host: Served, visits: Visits
) -> None:
    page = visits.open(locale="zh-CN", viewport={"width": 320, "height": 640})
    made = host.made("hearts(points=5,passing=left)", name="安")
    person = Person(page).sit(made.host)
    assert person.wire.welcome["kind"] == "tricks"
    assert person.wait_for_turn()
    assert person.wire.phase == "pass"
    to = person.wire.parts["people"][person.wire.parts["ask"]["to"]]["name"]
    assert to in page.inner_text(".board .centre")
    person.act()
    assert looks(page) == {"seats": 4, "hand": 12, "dim": 0, "felt": 1, "new": 0}
    left, right = (boxes(page.locator(f".place.{side} .note"))[0] for side in ("left", "right"))
    assert left[2:] == right[2:], "what is said at both sides has the same room"
    assert foreign(page, person) == []
    shot(page, "hearts-320-zh-pass")
    person.until_phase("play")
    hand, moves = person.wire.parts["hand"]["held"], person.wire.moves
    seen = looks(page)
    assert (seen["hand"], seen["dim"], seen["new"]) == (13, 13 - len(moves), 3)
    refused = next(card for card in hand if card not in moves)
    person.press(person.card(refused))
    page.locator(".ask.refused").get_by_text("请出").wait_for()
    assert foreign(page, person) == []
    is_clean(page, "hearts-320-zh-play")
    person.press(person.card(refused))
    person.act()
    person.hand_over(made.host)
    page.locator(".over .deal-scores tbody tr").nth(3).wait_for()
    scored = [int(one) for one in page.locator(".deal-scores td b").all_inner_texts()]
    assert sum(scored) % 26 == 0 < sum(scored)  # who shoots the moon gives the others 78
    assert foreign(page, person) == []
    is_clean(page, "hearts-320-zh-over")
    page.get_by_role("button", name="上一墩").or_(page.get_by_role("button", name="上一轮")).tap()
    page.locator(".last-sheet .card").nth(3).wait_for()


def test_bids_of_spades_are_buttons_and_stay_beside_their_seats_with_the_tricks_taken(
    host: Served, visits: Visits
) -> None:
    page = visits.open()
    made = host.made("spades(points=0)")
    person = Person(page).sit(made.host)
    person.until_phase("bid")
    bids = page.locator(".picks .pick")
    assert bids.all_inner_texts() == ["nil", *map(str, range(1, 14))]
    assert page.locator(".board .called").filter(visible=True).count() == 3
    is_clean(page, "spades-phone-bid")
    bids.nth(3).tap()
    page.locator(".actions .play").get_by_text("3").wait_for()
    page.locator(".actions .play").tap()
    person.taken()
    person.until_phase("play")
    assert page.locator(".place.bottom .called").inner_text() == "3"
    assert page.locator(".board .called").count() == 4
    person.act()
    is_clean(page, "spades-phone-play")
    person.leave_to_program(made.host)
    page.locator(".over .deal-scores tbody tr").nth(1).wait_for()
    is_clean(page, "spades-phone-over")


@pytest.mark.exhaustive
def test_on_a_phone_held_across_bids_lie_on_the_felt_and_the_whole_hand_is_seen(
    host: Served, visits: Visits
) -> None:
    page = visits.open(viewport={"width": 740, "height": 360})
    person = Person(page).sit(host.made("spades").host)
    assert person.wait_for_turn()
    page.keyboard.press("h")
    page.locator(".meets .chip").first.wait_for()
    ((_, above, _, _),) = boxes(page.locator(".hand-region"))
    cards = boxes(page.locator("#hand .card"))
    assert len(cards) == 13
    assert all(card[1] >= above for card in cards)
    bids, (deeds,) = boxes(page.locator(".picks .pick")), boxes(page.locator(".actions"))
    seats = boxes(page.locator(".place > .badge"))
    assert len(bids) == 14
    assert all(bid[0] + bid[2] < deeds[0] for bid in bids)
    assert all(apart(bid, seat) for bid in bids for seat in seats)


def test_on_a_tablet_a_hand_lies_in_one_line(host: Served, visits: Visits) -> None:
    page = visits.open(viewport={"width": 768, "height": 1024})
    person = Person(page).sit(host.made("hearts(points=5,passing=left)").host)
    assert person.wait_for_turn()
    (felt,) = boxes(page.locator("main.table"))
    cards = boxes(page.locator("#hand .card"))
    assert len(cards) == 13
    assert len({round(card[1]) for card in cards}) == 1
    assert all(felt[0] <= card[0] and card[0] + card[2] <= felt[2] for card in cards)


def test_a_deal_of_whist_by_keys_has_hints_reasons_and_a_tally(
    host: Served, visits: Visits, exhaustive: bool
) -> None:
    """Five tricks by keys, in full all of them."""
    page = visits.open(phone=False)
    made = host.made("whist(points=0)")
    person = Person(page, "keys").sit(made.host)
    assert person.wait_for_turn()
    person.act()
    assert person.wait_for_turn()
    still = boxes(page.locator(".board-region, .ask-region, #hand"))
    page.keyboard.press("h")
    page.locator(".meets .chip").first.wait_for()
    assert boxes(page.locator(".board-region, .ask-region, #hand")) == still, "a hint moves nothing"
    chosen = page.locator(".meets .chip").first
    person.press(chosen)
    person.play()
    person.taken()
    assert person.wait_for_turn()
    page.keyboard.press("w")
    page.locator(".why").get_by_text("trick").or_(
        page.locator(".why").get_by_text("winning")
    ).first.wait_for()
    page.keyboard.press("l")
    assert page.locator(".last-sheet .card").count() == 4
    page.keyboard.press("l")
    is_clean(page, "whist-desktop-play")
    while person.made < (13 if exhaustive else 5):
        assert person.wait_for_turn()
        person.act()
    assert sum(one["value"] for one in shifts(page)) < 0.1
    person.hand_over(made.host)
    page.locator(".over h2").get_by_text(re.compile("you (win|lose)", re.IGNORECASE)).wait_for()
    is_clean(page, "whist-desktop-over")
    took = [one["took"] for one in person.wire.parts["seats"]]
    assert sum(took) == 13


def test_a_deal_of_hearts_is_reviewed_in_chinese(host: Served, visits: Visits) -> None:
    made = host.made("hearts(points=0,passing=hold)")
    play_at(Client(made.host), choose=last_listed)
    page = visits.open(made.host, locale="zh-CN", viewport={"width": 320, "height": 640})
    page.get_by_role("link", name="复盘").tap()
    page.locator("#costliest").wait_for()
    page.get_by_label("看谁的选择").select_option("")
    assert page.locator(".decisions li").count() > 20
    assert page.locator(".costliest li").count() > 0, "who plays the last card listed errs"
    is_clean(page, "hearts-320-zh-review")
    names = page.get_by_label("看谁的选择").locator("option").all_inner_texts()
    said = re.sub("|".join(map(re.escape, [made.code, *names])), "", page.inner_text("main"))
    assert re.findall(r"[A-Za-z]{2,}", said) == []


def test_a_game_without_a_face_has_dominoes_and_bids_as_buttons(
    host: Served, visits: Visits
) -> None:
    page = visits.open()
    seats = ("human", "random", "random", "random")
    person = Person(page).sit(host.made("tiles(match=hand,forced=yes,play_out=yes)", seats).host)
    assert person.wait_for_turn()
    assert person.wire.phase == "call"
    bids = page.locator(".picks [data-move]")
    assert bids.count() == len(person.wire.moves)
    is_clean(page, "tiles-phone-call")
    person.act()
    person.until_phase("play")
    assert page.locator("#hand .domino").count() == len(person.wire.parts["hand"]["held"])
    assert bids.count() == 0
    person.act()
    assert person.wait_for_turn()
    page.get_by_role("button", name="Last trick").tap()
    page.locator(".last-sheet .domino").nth(3).wait_for()
    is_clean(page, "tiles-phone-play")
