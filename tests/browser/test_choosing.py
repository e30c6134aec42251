"""Choosing cards in the browser: what is said of a choice, parts of a throw, plays queued, the order."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.checks import is_clean
from tests.browser.harness import Visits
from tests.browser.people import Person
from tests.browser.served import Served

DEAL = "tractor(match=deal,landlord=0)"
Started = Callable[..., Served]

# --- What is said of a choice ---------------------------------------------------------------------


def test_a_choice_that_leads_nowhere_is_told_what_would_do_and_a_button_chooses_it(
    paced: Started, visits: Visits
) -> None:
    person = Person(visits.open()).sit(paced("choice0").made(DEAL).host)
    astray: list[str] = []
    while not astray and person.wait_for_turn():
        task = person.wire.parts["ask"]
        if person.wire.phase == "play" and task.get("size", 1) > 1:
            astray = [card for card in person.cards() if card not in task["open"]]
        if not astray:
            person.act()
    assert astray, "no choice leads nowhere in this deal"
    person.press(person.card(astray[0]))
    page = person.page
    person.until(lambda: "would do" in page.locator(".ask").inner_text())
    bright = page.locator(".hand [data-key]:not(.dim)").evaluate_all(
        "(all) => all.map((one) => one.dataset.key.split('#')[0])"
    )
    assert set(bright) == {*task["open"], astray[0]}
    is_clean(page, "tractor-phone-astray")
    while not person.wire.rulings[-1]["legal"]:
        ruled = len(person.wire.rulings)
        person.press(page.locator(".offer").last)
        person.until(lambda: len(person.wire.rulings) > ruled)  # noqa: B023
    person.play()
    person.taken()


def at_owed_cards(person: Person) -> int:
    """Play until more than one card is owed; return how many."""
    while person.wait_for_turn():
        size = (person.wire.parts["ask"] or {}).get("size", 1)
        if person.wire.phase == "play" and size > 1:
            return int(size)
        person.act()
    raise AssertionError("more than one card is owed nowhere in this deal")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_play_on_too_few_cards_is_an_outline_that_counts_and_a_tap_says_why(
    paced: Started, visits: Visits, motion: str
) -> None:
    page = visits.open(reduced_motion=motion)
    person = Person(page).sit(paced("choice0").made(DEAL).host)
    size = at_owed_cards(person)
    button = page.locator(".actions .play")
    assert button.inner_text() == f"Play 0 of {size}"
    person.press(person.card(person.wire.parts["ask"]["open"][0]))
    person.until(lambda: button.inner_text() == f"Play 1 of {size}")
    assert button.get_attribute("aria-disabled") == "false"
    seen = button.evaluate("(one) => getComputedStyle(one).backgroundColor")
    assert seen == "rgba(0, 0, 0, 0)"
    sent = len(person.wire.moves_sent)
    page.evaluate(SHAKES)
    button.tap()
    page.locator(".ask.refused").wait_for()
    assert page.evaluate("window.shakes") == (motion == "no-preference")
    assert len(person.wire.moves_sent) == sent
    is_clean(page, f"tractor-phone-short-{motion}")


SHAKES = """() => {
  const animate = Element.prototype.animate;
  window.shakes = 0;
  Element.prototype.animate = function (frames, how) {
    if (how.id === "shake") window.shakes += 1;
    return animate.call(this, frames, how);
  };
}"""


# --- The part of a throw that is led --------------------------------------------------------------


def test_a_leader_chooses_the_part_of_a_throw_that_fell(paced: Started, visits: Visits) -> None:
    person = Person(visits.open()).sit(paced("choice1").made(DEAL).host)
    person.until_phase("bury")
    person.act()
    person.until_phase("play")
    person.make("S2D2")
    person.taken()
    offers = person.page.locator(".offer")
    person.until(lambda: person.wire.phase == "forced" and offers.count() == 2)
    assert "choose the part" in person.page.locator(".ask").inner_text()
    names = offers.evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert names == ["Lead 2 of spades", "Lead 2 of diamonds"]
    is_clean(person.page, "tractor-phone-forced")
    person.press(offers.last)
    person.taken()
    assert any(line["text"].startswith("you lead ♦2, ") for line in person.wire.told)


# --- A play queued ahead --------------------------------------------------------------------------


def trick_key(person: Person) -> list[Any]:
    """Return who leads the trick that lies there, what, and who wins it."""
    trick = person.wire.parts["table"]["trick"]
    plays = trick["plays"] if trick else []
    return [trick["leader"], plays[0], trick["best"]] if plays else []


def can_queue(person: Person) -> bool:
    trick = person.wire.parts["table"]["trick"]
    played = [play["seat"] for play in trick["plays"]] if trick else []
    return bool(played) and person.wire.seat not in played


def queued(ann: Person, bob: Person) -> str:
    """Queue a domino of Ann's while Bob is on turn; return what becomes of it when he has played."""
    button, sent = ann.page.locator(".actions .play"), len(ann.wire.moves_sent)
    lead = ann.wire.parts["table"]["trick"]["plays"][0]["domino"]
    following = [one for one in ann.cards() if max(lead) in one]
    ann.press(ann.card((following or ann.cards())[-1]))
    ann.until(lambda: button.inner_text() == "Play at my turn")
    ann.press(button)
    ann.until(lambda: button.get_attribute("aria-pressed") == "true")
    meant = trick_key(ann)
    bob.act()
    ann.until(lambda: ann.wire.has_turn or len(ann.wire.moves_sent) > sent)
    if len(ann.wire.moves_sent) == sent and trick_key(ann) != meant:
        ann.until(lambda: button.get_attribute("aria-pressed") is None)
        ann.page.wait_for_timeout(200)
        assert len(ann.wire.moves_sent) == sent
        unchoose(ann)
        return "dropped"
    refused = ann.page.locator(".ask.refused")
    ann.until(lambda: len(ann.wire.moves_sent) > sent or refused.count())
    if len(ann.wire.moves_sent) == sent:
        unchoose(ann)
        return "refused"
    ann.taken()
    return "played"


def unchoose(person: Person) -> None:
    for one in person.page.locator("#hand [aria-pressed=true]").all():
        person.press(one)


def test_a_play_queued_ahead_is_played_at_ones_turn_unless_another_wins_the_trick(
    paced: Started, visits: Visits
) -> None:
    made = paced("ahead").made("texas42(match=hand)", ("human", "rules", "rules", "human"))
    ann, bob = (Person(visits.open(), seed=at).sit(str(made.seats[at])) for at in (0, 3))
    for person in (ann, bob):
        person.start()
    ends: list[str] = []
    while not {"played", "dropped"} <= set(ends):
        ann.until(lambda: ann.wire.is_deal_over or is_awaited(ann, bob))
        assert not ann.wire.is_deal_over, ends
        if ann.wire.has_turn:
            ann.act()
        elif ann.wire.phase == "play" and can_queue(ann):
            ends.append(queued(ann, bob))
        else:
            bob.act()


def is_awaited(*people: Person) -> bool:
    """Whether the table waits for one of two people, and both know that."""
    turns = {person.wire.parts.get("head", {}).get("turn") for person in people}
    return len(turns) == 1 and any(person.wire.has_turn for person in people)


# --- The order of the hand ------------------------------------------------------------------------


def test_suits_lie_red_and_black_by_turns_where_that_is_set(server: Served, visits: Visits) -> None:
    person = Person(visits.open()).sit(server.made(DEAL).host)
    person.until_phase("bury")
    before = person.cards()
    person.menu("Settings")
    person.page.get_by_label("Suits red and black by turns").check()
    person.page.keyboard.press("Escape")
    trumps = len(person.wire.parts["hand"]["rows"][0]["cards"])
    plain = {row["key"] for row in person.wire.parts["hand"]["rows"]} - {"trump"}
    person.until(lambda: changes_of_colour(person.cards()[trumps:]) == len(plain) - 1)
    assert sorted(person.cards()) == sorted(before)
    assert person.cards()[:trumps] == before[:trumps]


def changes_of_colour(cards: list[str]) -> int:
    colours = ["red" if card[0] in "HD" else "black" for card in cards]
    return sum(one != other for one, other in pairwise(colours))


# --- For ears -------------------------------------------------------------------------------------

LISTEN = """
() => {
  window.heard = [];
  const region = document.getElementById('polite');
  const note = () => window.heard.push(region.textContent.replace('\\u200b', ''));
  new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
}
"""


def test_a_trick_is_told_to_ears_in_words_and_not_in_letters(
    paced: Started, visits: Visits
) -> None:
    person = Person(visits.open(), "touch").sit(paced("choice0", bot=500).made(DEAL).host)
    person.until_phase("bury")
    person.act()
    person.until_phase("play")
    page = person.page
    page.evaluate(LISTEN)
    person.make(person.cards()[0])
    person.taken()
    person.until(lambda: any("plays" in text for text in page.evaluate("window.heard")))
    heard = page.evaluate("window.heard")
    assert [text for text in heard if re.search(r"\b([SHDC][2-9TJQKA]|BJ|RJ)+\b", text)] == []
    labels = page.locator(".places .sr").all_inner_texts()
    assert any(" led " in label or "winning" in label for label in labels), labels


# --- Whose turn it is, what each letter does, and what a system asks of a page --------------------


if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "texas42(match=hand)"


def heard(page: Page, region: str) -> str:
    """Return what a live region says."""
    return page.locator(f"#{region}").inner_text().replace("\u200b", "")


SILENCE = """() => new Promise(done => {
    let timer = setTimeout(done, 600);
    const heard = () => { clearTimeout(timer); timer = setTimeout(done, 600); };
    new MutationObserver(heard).observe(document.getElementById("polite"), { childList: true });
})"""


def icon(page: Page) -> str:
    return str(page.locator('link[rel="icon"]').get_attribute("href"))


def test_the_title_the_icon_and_the_ears_are_told_whose_turn_it_is(
    server: Served, visits: Visits
) -> None:
    made = server.made(GAME)
    person = Person(visits.open()).sit(made.host)
    page = person.page
    person.until_phase("play")
    person.until(lambda: page.title().startswith("●"))
    assert icon(page).endswith("/icon-turn.svg")
    assert "turn" in heard(page, "assertive")
    person.hand_over(made.host)
    person.until(lambda: not page.title().startswith("●"))
    assert icon(page).endswith("/icon.svg")


def test_each_letter_does_what_it_is_for_and_nothing_when_it_is_turned_off(
    server: Served, visits: Visits
) -> None:
    # A bid that is lost would else end the deal, perhaps before the next turn.
    played_out = "texas42(match=hand,play_out=yes)"
    person = Person(visits.open(phone=False), "keys").sit(server.made(played_out).host)
    page = person.page
    person.until_phase("play")
    person.act()
    assert person.wait_for_turn()
    press = page.keyboard.press
    kinds: list[str] = []
    while (
        "hint" not in kinds
    ):  # where all processors are busy a first hint may be refused: too late
        asked = len(person.wire.others)
        press("h")
        person.until(lambda at=asked: kinds_of(person, at) & {"hint", "no"})
        kinds += kinds_of(person, asked)
    page.locator(".offered").first.wait_for()
    press("Enter")  # takes what is hinted; another would play it
    page.locator('#hand [aria-pressed="true"]').wait_for()
    press("Escape")
    press("w")
    person.until(lambda: any(one["t"] == "why" for one in person.wire.others))
    page.evaluate(SILENCE)
    said = {}
    for letter in "lstb":
        page.evaluate("document.getElementById('polite').textContent = ''")
        press(letter)
        person.until(lambda: heard(page, "polite"))
        said[letter] = heard(page, "polite")
    assert len(set(said.values())) == len(said), said
    press("/")
    assert page.evaluate("document.activeElement.tagName") == "INPUT"
    press("Escape")
    press("?")
    shown = page.get_by_role("dialog")
    shown.locator("label", has_text="Hint").locator("input").uncheck()
    press("Escape")
    asked = len(person.wire.others)
    press("h")
    press("w")
    person.until(lambda: len(person.wire.others) > asked)
    assert [one["t"] for one in person.wire.others[asked:]] == ["why"]


def kinds_of(person: Person, at: int) -> set[str]:
    """Return what kinds of messages have come since there were so many."""
    return {one["t"] for one in person.wire.others[at:]}


def test_colours_contrast_motion_and_size_that_a_system_asks_for_are_honoured(
    server: Served, visits: Visits
) -> None:
    page = visits.open(
        phone=False,
        viewport={"width": 640, "height": 400},
        forced_colors="active",
        contrast="more",
        reduced_motion="reduce",
    )
    person = Person(page, "keys").sit(server.made(GAME).host)
    person.until_phase("play")
    person.choose(person.wire.moves[0])
    assert page.evaluate("document.getAnimations().length") == 0
    is_clean(page, "texas42-forced-colours")
