"""People who come and go: a friend with the plain link, one who looks on, a seat on two devices."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.checks import is_clean
from tests.browser.harness import PATIENCE_S, Visits
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

GAME = "texas42(match=hand)"


def begun(page: Page) -> None:
    """Say that one is ready, and see the hand."""
    page.locator(".ready .play").tap()
    page.wait_for_selector("#hand [data-card]")


def test_a_friend_sits_down_by_the_plain_link_and_both_play(server: Served, visits: Visits) -> None:
    made = server.made(GAME, ["human", "rules", "open", "rules"])
    host, friend = visits.open(made.host), visits.open(made.join, locale="zh-CN")
    friend.get_by_role("button", name="坐这里").wait_for()
    is_clean(host, "lobby")
    is_clean(friend, "lobby-of-a-friend")
    host.get_by_role("button", name="Invite somebody to this seat").tap()
    assert host.evaluate("document.activeElement.id") == "link"
    assert host.evaluate("getSelection().toString()") == made.join
    friend.get_by_role("button", name="坐这里").tap()
    friend.locator(".ready .play").wait_for()
    host.locator(".ready .play").tap()
    begun(friend)
    host.wait_for_selector("#hand [data-card]")
    assert friend.evaluate(f"localStorage.getItem('seat:{made.code}')")
    friend.reload()
    friend.wait_for_selector("#hand [data-card]")


@pytest.mark.parametrize(
    ("variant", "bot", "others"),
    [
        (GAME, "rules", ["open seat", "partner, bot", "bot"]),
        ("rummikub(seats=4)", "greedy", ["open seat", "bot", "bot"]),
    ],
)
def test_who_is_my_partner_is_told_before_the_game(
    server: Served, visits: Visits, variant: str, bot: str, others: list[str]
) -> None:
    made = server.made(variant, ["human", "open", bot, bot])
    page = visits.open(made.host)
    page.locator(".lobby").wait_for()
    assert page.locator(".people .quiet").all_inner_texts() == ["You", *others]
    friend = visits.open(made.join)
    friend.locator(".lobby").wait_for()
    seen = friend.locator(".people:first-of-type .quiet")
    assert [one.startswith("with ") for one in seen.all_inner_texts()] == [variant == GAME] * 4
    friend.goto(f"{server.url}/#make={variant.partition('(')[0]}&friends=1")
    label = friend.get_by_text("Seat 3, partner")
    friend.get_by_text("Seat 3").wait_for()
    assert label.count() == (variant == GAME)


def test_a_friend_says_a_name_before_and_after_sitting_down(server: Served, visits: Visits) -> None:
    made = server.made(GAME, ["human", "rules", "open", "rules"])
    host, friend = visits.open(made.host), visits.open(made.join)
    friend.get_by_label("Your name").fill("Bob")
    friend.get_by_role("button", name="Sit").tap()
    host.locator(".people").get_by_text("Bob").wait_for()
    friend.locator(".ready .play").wait_for()  # this page, too, knows that Bob sits
    friend.get_by_label("Your name").fill("Bobby")
    friend.keyboard.press("Enter")
    host.locator(".people").get_by_text("Bobby").wait_for()


def test_a_seat_whose_answer_was_lost_is_there_after_a_reload(
    server: Served, visits: Visits
) -> None:
    made = server.made(GAME, ["human", "rules", "open", "rules"])
    friend = visits.open(made.join)
    lost: list[str | bytes] = []

    def deaf(line: WebSocketRoute) -> None:
        """Lose all that the server says once the seat is asked for."""
        there = line.connect_to_server()
        sent: list[str | bytes] = []

        def say(message: str | bytes) -> None:
            sent.append(message)
            there.send(message)

        def hear(message: str | bytes) -> None:
            if any('"sit"' in str(one) for one in sent):
                lost.append(message)
            else:
                line.send(message)

        line.on_message(say)
        there.on_message(hear)

    friend.route_web_socket("**/ws{,/*}", deaf)
    friend.reload()
    friend.get_by_role("button", name="Sit").tap()
    end = time.monotonic() + PATIENCE_S
    while not any('"seated"' in str(one) for one in lost):
        assert time.monotonic() < end, f"no seat was given: {lost}"
        friend.wait_for_timeout(50)
    assert friend.evaluate(f"localStorage.getItem('seat:{made.code}')") is None
    again = friend.context.new_page()
    friend.close()
    again.goto(made.join)
    again.locator(".ready .play").wait_for()
    assert again.evaluate(f"localStorage.getItem('seat:{made.code}')")
    again.reload()
    again.locator(".ready .play").wait_for()


def bend(page: Page, seats: dict[int, int | None]) -> None:
    """Have a page's wish for some seats arrive as one for another seat, or for None not at all."""

    def deflect(line: WebSocketRoute) -> None:
        there = line.connect_to_server()

        def say(message: str | bytes) -> None:
            said = json.loads(message)
            seat = seats.get(said.get("seat"), said.get("seat"))
            if said["t"] != "sit":
                there.send(message)
            elif seat is not None:
                there.send(json.dumps(said | {"seat": seat}))

        line.on_message(say)

    page.route_web_socket("**/ws{,/*}", deflect)
    page.reload()


def test_who_is_refused_a_seat_hears_and_sees_why_and_can_ask_for_another(
    server: Served, visits: Visits
) -> None:
    made = server.made(GAME, ["human", "open", "open", "rules"])
    friend = visits.open(made.join)
    bend(friend, {1: 3})
    friend.get_by_role("button", name="Sit").first.tap()
    why = "no such seat is open: take another, or look on"
    friend.locator(".lobby").get_by_text(why).wait_for()
    assert why in friend.inner_text("#assertive")
    is_clean(friend, "lobby-refused")
    assert friend.evaluate(f"localStorage.getItem('wanted:{made.code}')") is None
    friend.get_by_role("button", name="Sit").nth(1).tap()
    friend.locator(".people li").nth(2).get_by_text("You").wait_for()
    assert not friend.locator(".refused").count()


@pytest.mark.parametrize(("minutes", "sits"), [(4, {2}), (6, set())])
def test_a_seat_that_was_asked_for_in_vain_is_asked_for_again_for_five_minutes(
    server: Served, visits: Visits, minutes: int, sits: set[int]
) -> None:
    made = server.made(GAME, ["human", "open", "open", "rules"])
    friend = visits.open(made.join)
    bend(friend, {2: None})
    friend.get_by_role("button", name="Sit").nth(1).tap()
    friend.evaluate(
        """([key, ms]) => { const wanted = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...wanted, at: wanted.at - ms })) }""",
        [f"wanted:{made.code}", minutes * 60_000],
    )
    again = friend.context.new_page()
    friend.close()
    asked: set[int] = set()

    def see(frame: str | bytes) -> None:
        said = json.loads(frame)
        asked.update({said["seat"]} if said["t"] == "sit" else ())

    again.on("websocket", lambda line: line.on("framesent", see))
    again.goto(made.join)
    again.locator(".people li").nth(2).get_by_text("You" if sits else "open seat").wait_for()
    assert asked == sits


def test_an_open_seat_can_be_given_to_a_bot_and_the_game_begins(
    server: Served, visits: Visits
) -> None:
    host = visits.open(server.made(GAME, ["human", "rules", "open", "rules"]).host)
    host.get_by_role("button", name="Put a bot here").tap()
    begun(host)


def test_who_leaves_goes_home_and_the_seat_is_open(server: Served, visits: Visits) -> None:
    made = server.made(GAME, ["human", "rules", "human", "rules"])
    host, other = visits.open(made.host), visits.open(made.seats[2] or "")
    other.get_by_role("button", name="Menu").tap()
    other.wait_for_selector("dialog")
    before = other.evaluate("history.length")
    other.get_by_role("button", name="Leave my seat").tap()
    other.get_by_role("dialog", name="Leave your seat?").get_by_role(
        "button", name="Leave my seat"
    ).tap()
    other.wait_for_selector(".home")
    assert other.evaluate("history.length") == before, "no way back leads to the seat that was left"
    assert other.evaluate(f"localStorage.getItem('seat:{made.code}')") is None
    host.get_by_role("button", name="Put a bot here").wait_for()


def test_who_leaves_in_a_deal_comes_back_from_the_first_page(
    server: Served, visits: Visits
) -> None:
    made = server.made(GAME, ["human", "rules", "human", "rules"])
    host, other = visits.open(made.host), visits.open(made.seats[2] or "")
    host.locator(".ready .play").tap()
    begun(other)
    other.get_by_role("button", name="Menu").tap()
    other.get_by_role("button", name="Leave my seat").tap()
    sure = other.get_by_role("dialog", name="Leave your seat?")
    assert "Continue, on the first page, brings you back" in sure.inner_text()
    sure.get_by_role("button", name="Leave my seat").tap()
    other.locator(".home .running").get_by_role("link", name="Continue").first.tap()
    other.wait_for_selector("#hand [data-card]")
    host.get_by_text("is back").first.wait_for(state="attached")


def test_who_sits_down_while_others_play_is_asked_for_a_name(
    server: Served, visits: Visits
) -> None:
    made = server.made(GAME)
    watcher = visits.open()
    said: list[dict[str, object]] = []

    def opening(line: WebSocketRoute) -> None:
        """Tell the page that a seat is open, as it is between deals, and note whom it seats."""
        there = line.connect_to_server()

        def say(message: str | bytes) -> None:
            said.append(json.loads(message))
            if said[-1]["t"] != "sit":
                there.send(message)

        def hear(message: str | bytes) -> None:
            told = json.loads(message)
            if "can" in told.get("parts", {}):
                told["parts"]["can"]["sit"] = [2]
            line.send(json.dumps(told))

        line.on_message(say)
        there.on_message(hear)

    watcher.route_web_socket("**/ws{,/*}", opening)
    watcher.goto(made.join)
    watcher.get_by_role("button", name="Sit here").tap()
    name = watcher.get_by_role("dialog", name="How are you called?").get_by_label("Your name")
    name.fill("Bob")
    is_clean(watcher, "sit-name")
    name.press("Enter")
    watcher.locator("dialog").wait_for(state="detached")
    (sent,) = [one for one in said if one["t"] == "sit"]
    assert (sent["seat"], sent["name"]) == (2, "Bob")


def test_who_looks_on_a_deal_late_sees_all_hands(server: Served, visits: Visits) -> None:
    made = server.made("texas42(match=marks,marks=9)", watch="delayed")
    person, watcher = Person(visits.open()).sit(made.host), visits.open(made.join)
    while not watcher.locator(".late-hands").count():
        person.until(lambda: person.wire.has_turn)
        person.act()
    assert watcher.locator(".late-hands dd").count() == 4
    is_clean(watcher, "late-hands")


def test_the_host_frees_the_seat_of_somebody_who_has_gone(server: Served, visits: Visits) -> None:
    made = server.made(GAME, ["human", "rules", "open", "rules"])
    host, friend = visits.open(made.host), visits.open(made.join)
    friend.get_by_role("button", name="Sit").tap()
    friend.locator(".ready .play").wait_for()
    friend.goto("about:blank")
    host.get_by_role("button", name="Free this seat").tap()
    host.get_by_role("button", name="Put a bot here").tap()
    begun(host)
    assert host.get_by_text("Dan").count()


def gone_in_a_deal(server: Served, visits: Visits) -> tuple[Page, list[str]]:
    """Open the menu of the host of a table whose other person has gone in mid-deal.

    Returns:
        The page, and the kinds of what it says to the server from then on.
    """
    made = server.made(GAME, ["human", "rules", "open", "rules"])
    host, friend = visits.open(made.host), visits.open(made.join)
    said: list[str] = []

    def noting(line: WebSocketRoute) -> None:
        there = line.connect_to_server()

        def say(message: str | bytes) -> None:
            said.append(json.loads(message)["t"])
            there.send(message)

        line.on_message(say)

    host.route_web_socket("**/ws{,/*}", noting)
    host.reload()
    friend.get_by_role("button", name="Sit").tap()
    friend.locator(".ready .play").tap()
    begun(host)
    friend.wait_for_selector("#hand [data-card]")
    friend.goto("about:blank")
    host.get_by_role("button", name="Menu").tap()
    return host, said


def test_the_host_is_told_from_when_the_seat_of_somebody_who_has_gone_may_be_freed(
    paced: Callable[..., Served], visits: Visits
) -> None:
    host, said = gone_in_a_deal(paced(grace=3_600_000), visits)
    for deed in ("Free the seat of", "Let a bot play for"):
        button = host.get_by_role("button", name=deed)
        button.filter(has_text=re.compile(r"in 3\d\d\d s")).wait_for()
        assert button.get_attribute("aria-disabled") == "true"
        button.tap(force=True)
    is_clean(host, "menu-of-a-host")
    host.locator(".menu button[aria-pressed]").tap()
    end = time.monotonic() + PATIENCE_S
    while "auto" not in said:
        assert time.monotonic() < end, f"nothing is said: {said}"
        host.wait_for_timeout(50)
    assert not {"free", "cover"} & {*said}


def test_the_host_frees_the_seat_of_somebody_who_has_gone_when_the_time_to_come_back_is_over(
    paced: Callable[..., Served], visits: Visits
) -> None:
    host, said = gone_in_a_deal(paced(grace=1000), visits)
    button = host.locator("button[aria-disabled=false]").filter(has_text="Free the seat of")
    button.tap()
    button.wait_for(state="detached")
    assert "free" in said


def test_who_looks_on_sees_the_table_and_no_hand(server: Served, visits: Visits) -> None:
    made = server.made(GAME)
    person = Person(visits.open(), "touch").sit(made.host)
    person.wait_for_turn()
    page = visits.open(made.join)
    page.wait_for_selector(".board")
    assert not page.locator("#hand").count()
    assert not page.locator(".actions").count()
    assert "You are watching" in page.inner_text(".ask")
    is_clean(page, "watching")


def test_a_seat_on_two_devices_is_one_seat(server: Served, visits: Visits) -> None:
    made = server.made(GAME)
    person = Person(visits.open(), "touch").sit(made.host)
    other = visits.open(made.host, phone=False)
    other.wait_for_selector("#hand [data-card]")
    person.hand_over(made.host)
    other.wait_for_selector("div.over")
    assert other.inner_text("div.over h2") == person.page.inner_text("div.over h2")


def test_a_device_whose_seat_has_a_new_link_says_so_and_looks_on(
    server: Served, visits: Visits
) -> None:
    made = server.made(GAME)
    person = Person(visits.open(), "touch").sit(made.host)
    old = visits.open(made.host, viewport={"width": 360, "height": 740})
    old.wait_for_selector("#hand [data-card]")
    person.menu("Play on another device")
    person.press(person.page.get_by_role("button", name="New link"))
    said = old.locator(".ask").get_by_text("Your seat has moved to its new link")
    said.wait_for()
    assert not old.locator("#hand").count()
    is_clean(old, "seat-lost")
    person.press(person.page.get_by_role("button", name="Close").first)
    person.wait_for_turn()
    person.act()
    said.wait_for()
    old.reload()
    said.wait_for()  # the old secret is forgotten: it would come to nothing here
    code = old.evaluate("location.pathname.slice(3)")
    assert old.evaluate("(code) => localStorage[`seat:${code}`]", code) is None
    stranger = visits.open(f"{made.join}#a-secret-of-nobody-at-this-table-x")
    stranger.locator(".ask").get_by_text("Your seat has moved to its new link").wait_for()


def test_the_token_leaves_the_address_and_the_seat_stays(server: Served, visits: Visits) -> None:
    made = server.made(GAME)
    page = visits.open(made.host)
    page.wait_for_selector("#hand [data-card]")
    assert page.evaluate("location.hash") == ""
    page.goto(made.join)
    assert page.wait_for_selector("#hand [data-card]")


# --- A private table ------------------------------------------------------------------------------


def test_a_private_table_asks_a_friend_for_its_pass_phrase(server: Served, visits: Visits) -> None:
    host = visits.open(f"{server.url}/#make=texas42&friends=1")
    host.get_by_label("Pass phrase").fill("open sesame")
    is_clean(host, "make-private")
    host.get_by_role("button", name="Open the table").tap()
    host.get_by_text("Tell your friends the pass phrase: open sesame").wait_for()
    link = host.locator("#link").input_value()
    assert "sesame" not in link
    friend = visits.open(link, locale="zh-CN")
    friend.get_by_role("heading", name="这是私人牌桌").wait_for()
    friend.get_by_text("请说出本桌的口令").wait_for()
    is_clean(friend, "private")
    friend.get_by_label("口令").fill("open barley")
    friend.get_by_role("button", name="进入").tap()
    friend.get_by_text("口令不对").wait_for()
    friend.get_by_label("口令").fill("open sesame")
    friend.keyboard.press("Enter")
    friend.get_by_role("button", name="坐这里").first.tap()
    friend.get_by_text("open sesame").wait_for()  # to be told to the next one
    friend.reload()
    friend.locator(".ready, .people").first.wait_for()
    another = visits.open(link)
    another.get_by_role("heading", name="This table is private.").wait_for()


def test_who_looks_on_at_a_private_table_is_asked_once(server: Served, visits: Visits) -> None:
    made = server.made(GAME, ["human", "rules", "rules", "rules"], phrase="open sesame")
    page = visits.open(made.join)
    page.get_by_label("Pass phrase").fill("open sesame")
    page.keyboard.press("Enter")
    page.locator("main.watching").wait_for()
    page.reload()
    page.locator("main.watching").wait_for()


# --- Who looks on ---------------------------------------------------------------------------------


def test_the_host_sends_one_onlooker_away_by_name(server: Served, visits: Visits) -> None:
    made = server.made(GAME, ["human", "rules", "open", "rules"])
    host = visits.open(made.host)
    rude, other = visits.open(made.join), visits.open(made.join, locale="zh-CN")
    rude.get_by_label("Your name").fill("Rude")
    rude.keyboard.press("Enter")
    rude.reload()  # the name is said with the next hello
    people = host.locator(".people")
    people.get_by_text("Rude").wait_for()
    is_clean(host, "lobby-with-onlookers")
    host.get_by_role("button", name=re.compile(r"^Send away onlooker \d+ Rude$")).tap()
    rude.get_by_text("the host has sent you away").wait_for()
    people.get_by_text("Rude").wait_for(state="detached")
    other.get_by_role("button", name="坐这里").wait_for()
    people.get_by_text("looks on").wait_for()  # one alone, or this is refused
    host.get_by_role("button", name="Menu").tap()
    host.get_by_role("button", name=re.compile("^Send away onlooker")).last.tap()
    other.get_by_text("桌主请你离开了").wait_for()
    other.get_by_role("link", name="首页").wait_for()


def test_who_leaves_a_private_table_goes_home_and_is_asked_for_no_phrase(
    server: Served, visits: Visits
) -> None:
    """Also who has come by the link of a seat, and was never told the phrase."""
    made = server.made(GAME, ["human", "human", "rules", "rules"], phrase="open sesame")
    guest = visits.open(made.seats[1] or "")
    guest.get_by_role("button", name="Menu").tap()
    guest.get_by_role("button", name="Leave my seat").tap()
    guest.get_by_role("dialog", name="Leave your seat?").get_by_role(
        "button", name="Leave my seat"
    ).tap()
    guest.wait_for_selector(".home")
    assert guest.evaluate(f"localStorage.getItem('seat:{made.code}')") is None


def test_who_may_not_look_on_is_told_whom_to_ask(server: Served, visits: Visits) -> None:
    page = visits.open(server.made("texas42", watch="no").join)
    page.locator("main.notice h1").wait_for()
    said = page.locator("main.notice .quiet").inner_text()
    assert said == "Nobody may look on at this table: ask its host for the link of a seat"
