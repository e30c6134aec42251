"""What a device sets and remembers: sounds, guidance at its first table, the pace of the bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.harness import Visits, shot
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "texas42(match=hand)"
TRACTOR = "tractor(match=deal,landlord=0)"

# --- Sounds ---------------------------------------------------------------------------------------

TONES = {"card": 210, "trick": 523, "turn": 660, "no": 155}
"""The first tone of each sound, in Hz."""
LISTENING = """() => {
  window.contexts = 0;
  window.tones = [];
  window.shaken = [];
  navigator.vibrate = (ms) => window.shaken.push(ms);
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.tones.push(Math.round(this.frequency.value));
    return start.call(this, at);
  };
  const Own = window.AudioContext;
  window.AudioContext = class extends Own {
    constructor() { super(); window.contexts += 1; }
  };
}"""


def listening(page: Page, prefs: str = "") -> Page:
    page.add_init_script(f"({LISTENING})()")
    if prefs:
        page.add_init_script(f"localStorage.setItem('suitwise:prefs', '{prefs}')")
    return page


def refused(person: Person) -> None:
    """Play a card that may not be played, and see it refused."""
    moves = person.wire.moves
    wrong = next(card for card in person.cards() if card not in moves)
    person.press(person.card(wrong))
    person.press(person.page.locator(".actions .play"))
    person.page.locator(".ask.refused").wait_for()
    person.press(person.card(wrong))


def play_with_a_refusal(person: Person) -> None:
    """Play a hand out; one play on the way is refused."""
    is_refused = False
    while person.wait_for_turn():
        can_err = person.wire.phase == "play" and {*person.cards()} - {*person.wire.moves}
        if can_err and not is_refused:
            refused(person)
            is_refused = True
        person.act()
    assert is_refused


def test_a_table_is_heard_from_the_first_tap_on_and_not_before(
    paced: Callable[..., Served], visits: Visits
) -> None:
    page = listening(visits.open())
    served = paced("choice0", bot=100, trick=400)
    person = Person(page).sit(served.made(f"{GAME[:-1]},play_out=yes)").host)
    assert person.wait_for_turn()
    assert page.evaluate("[contexts, tones.length]") == [0, 0]
    play_with_a_refusal(person)
    person.until(lambda: {*TONES.values()} <= {*page.evaluate("tones")})
    assert page.evaluate("contexts") == 1
    assert {40, 25} <= {*page.evaluate("shaken")}


def test_nothing_is_heard_where_sounds_are_off(server: Served, visits: Visits) -> None:
    page = listening(visits.open(), '{"sound": false, "haptic": false}')
    made = server.made(GAME)
    person = Person(page).sit(made.host)
    person.until_phase("play")
    person.act()
    person.hand_over(made.host)
    assert page.evaluate("[contexts, tones.length, shaken.length]") == [0, 0, 0]


def test_one_switch_in_the_settings_turns_all_sounds_off(server: Served, visits: Visits) -> None:
    page = listening(visits.open())
    made = server.made(GAME)
    person = Person(page).sit(made.host)
    assert person.wait_for_turn()
    person.menu("Settings")
    switch = page.get_by_label("Quiet sounds")
    assert switch.is_checked()
    switch.uncheck()
    page.keyboard.press("Escape")
    page.evaluate("tones.length = 0")
    person.until_phase("play")
    person.act()
    person.hand_over(made.host)
    assert page.evaluate("tones") == []


def test_the_title_of_the_settings_lies_over_what_is_scrolled_below_it(
    server: Served, visits: Visits
) -> None:
    page = visits.open()
    person = Person(page).sit(server.made(GAME).host)
    assert person.wait_for_turn()
    person.menu("Settings")
    over = page.evaluate(COVERED)
    assert over["scrolled"] > 0
    assert over["by"] == []


COVERED = """() => {
  const dialog = document.querySelector("dialog"), head = dialog.querySelector(".dialog-head");
  const by = new Set();
  for (let at = 0; at < dialog.scrollHeight - dialog.clientHeight; at += 20) {
    dialog.scrollTop = at;
    const { left, right, top, bottom } = head.getBoundingClientRect();
    for (let x = left + 8; x < right - 8; x += 24) {
      const seen = document.elementFromPoint(x, (top + bottom) / 2);
      if (!head.contains(seen)) by.add(seen.outerHTML.slice(0, 80));
    }
  }
  return { scrolled: dialog.scrollTop, by: [...by] };
}"""
"""What lies over a dialog's title while it is scrolled."""


# --- Guidance -------------------------------------------------------------------------------------

GUIDED = {
    "call": "Tap a bid or Pass, then confirm it below",
    "play": "Tap a domino, then Play",
}


def test_the_first_table_has_a_line_of_guidance_a_phase_that_goes_when_it_was_followed(
    server: Served, visits: Visits
) -> None:
    page = visits.open()
    person = Person(page).sit(server.made(GAME).host)
    ask = page.locator(".ask")
    seen: dict[str, list[str]] = {"call": [], "play": []}
    while person.wait_for_turn():
        if person.wire.phase in seen:
            seen[person.wire.phase].append(ask.inner_text())
            shot(page, f"guide-{person.wire.phase}")
        person.act()
    for phase, text in GUIDED.items():
        assert seen[phase][0].endswith(text)
        assert not [line for line in seen[phase][1:] if line.endswith(text)]
    assert re.match("(You lead|Follow|You have no)", seen["play"][0])  # what is owed, and how
    again = Person(page).sit(server.made(GAME).host)
    assert again.wait_for_turn()
    assert ask.inner_text() not in GUIDED.values()


def test_guidance_gives_way_to_a_refusal(paced: Callable[..., Served], visits: Visits) -> None:
    person = Person(visits.open()).sit(paced("choice0").made(TRACTOR).host)
    person.until_phase("bury")
    ask = person.page.locator(".ask")
    guide = "The kitty has blue edges: tap 8 cards to put back, then Bury"
    assert ask.inner_text() == guide
    person.press(person.card(person.cards()[0]))
    person.until(lambda: "1 of 8 chosen" in ask.inner_text())
    person.press(person.card(person.cards()[0]))
    person.until(lambda: ask.inner_text() == guide)


def test_guidance_is_in_the_language_of_the_page(server: Served, visits: Visits) -> None:
    page = visits.open(locale="zh-CN")
    person = Person(page).sit(server.made("indian13", ("human", "rules")).host)
    ask = page.locator(".ask")
    person.until_phase("draw")
    assert ask.inner_text() == "摸牌：点牌堆或翻开的牌"
    person.act()
    person.until_phase("discard")
    assert ask.inner_text() == "点一张牌，再点弃牌"


# --- The pace of the bots -------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["rules", "human"])
def test_the_pace_of_bots_that_is_set_at_a_table_counts_there_at_once_if_all_others_are_bots(
    server: Served, visits: Visits, other: str
) -> None:
    page = visits.open()
    sent: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    person = Person(page).sit(server.made("gin", ("human", other)).host)
    page.locator("main.table").wait_for()
    person.menu("Settings")
    page.locator(".settings input[name=bots][value=fast]").check()
    person.until(lambda: any('"t":"lang"' in frame for frame in sent))  # sent with each setting
    paces = [frame for frame in sent if '"t":"pace"' in frame]
    assert ['"bots":"fast"' in frame for frame in paces] == [True] * (other == "rules")
    if paces:
        person.until(
            lambda: any(one["t"] == "ack" for one in person.wire.others)
        )  # the table knows
        page.reload()
        person.until(lambda: person.wire.welcome["house"]["bots"] == "fast")
