"""What gin and Indian rummy look like: melds with names, nothing cut off, one brass deed, motion."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.checks import is_clean
from tests.browser.faked import Faked
from tests.browser.harness import STILL, Visits, boxes, shot
from tests.browser.people import STRIP, Person
from tests.browser.served import Made, Served
from tests.browser.test_rummy import AGAINST, GAMES, Sensible

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

UPRIGHT = {"width": 360, "height": 740}
ACROSS = {"width": 740, "height": 360}
HINTS = {
    "en-US": "points with ♦10 43, without it 47; cards that would make a meld 12 and 14; "
    "♦K would then go near a card that the other took; ♦10 helps your hand too little to be taken",
    "zh-CN": "拿♦10剩43点，不拿剩47点；能组成新组合的牌分别有12张和14张；"
    "这样要弃的♦K靠近对方拿过的牌；♦10对你的手牌帮助太小，不值得拿；"
    "弃♦10后还不能和牌：有9张不成组；误宣和牌要输80分，再选一次就宣布",
}
"""As long as a hint and a warning become."""
UNSEEN = """(ask) => {
  const unseen = [];
  const texts = document.createTreeWalker(ask, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const { index, 0: word } of node.data.matchAll(/[\\p{Script=Han}]|[^\\s\\p{Script=Han}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!at || !ask.contains(at) || left < 0 || right > innerWidth) unseen.push(word);
      }
    }
  }
  return unseen;
}"""
"""The words of a line of text that something hides, or that lie outside the page."""
FLIGHTS = """
window.flights = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  if (this.dataset.fly && how?.id === "glide") {
    const { x, y, width, height } = this.getBoundingClientRect();
    const [dx, dy] = frames[0].transform.match(/-?[\\d.]+(?=px)/g).map(Number);
    window.flights.push({
      fly: this.dataset.fly, from: [x + width / 2 + dx, y + height / 2 + dy],
      to: this.closest("#hand, .up, .backs")?.getAttribute("class") ?? "",
    });
  }
  return animate.call(this, frames, how);
};
"""
"""What glides, where from, and where to."""


def made(server: Served, game: str) -> Made:
    """Make a table for a person and as many bots as the game has other seats."""
    bots = ("rules",) * 5 if "seats=6" in game else AGAINST[1:]
    return server.made(game, ("human", *bots))


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def outside(page: Page) -> list[str]:
    """Return the deeds and the cards of the hand that do not lie within the page, as it is."""
    found: list[str] = page.locator(".deeds button, #hand [data-key]").evaluate_all(
        """(all) => all.filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        }).map((one) => one.outerHTML.slice(0, 99))"""
    )
    return found


def covered(page: Page) -> list[str]:
    """Return the deeds that something lies over, and the cards of the hand, where one taps them."""
    found: list[str] = page.locator(".deeds button, #hand [data-key]").evaluate_all(
        """(all, [x, y]) => all.filter((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          const places = [[left + x, top + y]];
          if (!one.dataset.key) places.push([(left + right) / 2, (top + bottom) / 2]);
          return !places.every((place) => one.contains(document.elementFromPoint(...place)));
        }).map((one) => one.outerHTML.slice(0, 99))""",
        [*STRIP],
    )
    return found


def shapes(cards: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield the sizes of melds that so many cards can be in, others left over or none."""
    yield ()
    for first in range(3, min(cards, most) + 1):
        for others in shapes(cards - first, first):
            yield first, *others


def in_shape(hand: dict[str, Any], melds: tuple[int, ...]) -> dict[str, Any]:
    """Return a hand whose cards lie in melds of some sizes, the other cards in none."""
    cards = iter(hand["held"])
    rows: list[dict[str, Any]] = [
        {"key": f"meld-{place}", "kind": "run", "name": "run", "cards": [*islice(cards, size)]}
        for place, size in enumerate(melds)
    ]
    rest = [*cards]
    if rest:
        left = {"key": "left", "kind": "left", "name": "", "needs": None, "points": 99}
        rows.append(left | {"cards": rest, "values": [5] * len(rest)})
    return hand | {"rows": [row | {"stands": [None] * len(row["cards"])} for row in rows]}


def best(person: Person) -> str:
    """Return the discard that leaves least."""
    discards: dict[str, Any] = person.wire.parts["ask"]["discards"]
    return min(discards, key=lambda one: (not discards[one]["shows"], discards[one]["left"]))


def until_shown(person: Person) -> str:
    """Play until the hand may be laid down; return the card to do it with."""
    while person.wait_for_turn():
        discards = person.wire.parts["ask"].get("discards") or {}
        if any(one["shows"] for one in discards.values()):
            return best(person)
        person.act()
    raise AssertionError("the hand was never to be laid down")


# --- What is asked --------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", HINTS)
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_the_longest_hint_is_seen_and_nothing_moves_for_it(
    short: Served, visits: Visits, game: str, locale: str
) -> None:
    person = Sensible(visits.open(viewport=UPRIGHT, locale=locale)).sit(made(short, game).host)
    person.until_phase("discard")
    page = person.page
    still = page.locator(".piles, #hand, .deeds button, .ask-region")
    before = boxes(still)
    page.keyboard.press("h")
    ask = page.locator(".ask.hinted")
    ask.wait_for()
    assert ask.evaluate(UNSEEN) == []
    ask.evaluate("(ask, text) => { ask.textContent = text; }", HINTS[locale])
    assert ask.evaluate(UNSEEN) == []
    assert boxes(still) == before
    tall: float = ask.evaluate("(ask) => ask.getBoundingClientRect().height")
    assert tall > 70  # of four lines and more


def test_two_who_race_to_a_goal_have_their_points_on_both_sides_of_it(
    server: Served, visits: Visits
) -> None:
    person = Sensible(visits.open(viewport=UPRIGHT)).sit(made(server, "gin(to=100)").host)
    person.wait_for_turn()
    places = boxes(person.page.locator(".race > *"))
    texts = person.page.locator(".race > *").all_inner_texts()
    in_order = [texts[at].split() for at in sorted(range(3), key=lambda at: places[at][0])]
    assert [words[0] for words in in_order] == ["You", "to", "Cleo"]
    assert all(left > 0 and left + width < UPRIGHT["width"] for left, _, width, _ in places)


# --- The hand -------------------------------------------------------------------------------------


def test_each_meld_has_its_bracket_and_name_and_the_rest_its_sum(
    short: Served, visits: Visits
) -> None:
    person = Sensible(visits.open(viewport=UPRIGHT)).sit(made(short, "gin").host)
    card = until_shown(person)
    page, rows = person.page, person.wire.parts["hand"]["rows"]
    names = page.locator("#hand .group:not(.left) .bracket").all_inner_texts()
    assert names == ["run of three", "run of three"]
    assert len(rows) == 3
    rest = rows[-1]
    assert page.locator("#hand .left .bracket").inner_text() == (
        " + ".join(map(str, rest["values"])) + " left over"
        if len(rest["values"]) < 6
        else f"{len(rest['values'])} cards left over"
    )
    figure = page.locator("#hand .counts b")
    assert figure.inner_text() == str(rest["points"])
    person.press(person.card(card))
    left = person.wire.parts["ask"]["discards"][card]["left"]
    person.until(lambda: figure.inner_text() == str(left))
    chosen = page.locator("#hand li", has=page.locator("[aria-pressed=true]"))
    assert chosen.locator(".to-do").inner_text() == "discard"
    brass = page.locator(".deeds .play[aria-disabled=false]")
    assert [one.get_attribute("data-move") for one in brass.all()] == [f"knock:{card}"]


def test_a_hint_to_discard_has_the_discard_gold_though_the_hand_may_be_laid_down(
    short: Served, visits: Visits
) -> None:
    person = Sensible(visits.open(viewport=UPRIGHT)).sit(made(short, "gin").host)
    card, wire = until_shown(person), person.wire
    page = visits.open(viewport=UPRIGHT)
    faked = Faked(page, wire.welcome, wire.parts).open(f"{short.url}/t/AAAAA")
    for move in (card, f"knock:{card}"):
        faked.say({"t": "hint", "v": faked.v, "move": move, "text": f"{move} it is", "by": "rules"})
        page.locator(".ask.hinted", has_text=f"{move[:5]}").wait_for()
        page.locator(".news .chip, .meets .chip").first.tap()
        page.locator(f'.deeds .play[data-move="{move}"]').wait_for()
        assert page.locator(".deeds .play").count() == 1
        page.locator("#hand [aria-pressed=true]").tap()


def test_what_a_drop_costs_is_seen_though_a_hint_was_asked_for(
    server: Served, visits: Visits
) -> None:
    table = made(server, "indian13")
    person = Sensible(visits.open(viewport=UPRIGHT)).sit(table.host)
    person.wait_for_turn()
    page = person.page
    page.get_by_role("button", name="Hint").tap()
    page.locator(".ask.hinted").wait_for()
    page.locator('.deeds [data-move="drop"]').tap()
    page.locator(".ask.refused", has_text="if you drop, you lose 20 points").wait_for()
    page.locator('.deeds [data-move="drop"]', has_text="again").tap()
    person.taken()
    assert server.record(table).moves[-1] == "drop"


def test_at_indian_rummy_the_hand_says_what_it_lacks_and_wild_cards_what_they_are(
    short: Served, visits: Visits
) -> None:
    person = Sensible(visits.open(viewport=UPRIGHT)).sit(made(short, "indian13").host)
    until_shown(person)
    names = person.page.locator("#hand .bracket").all_inner_texts()
    assert "pure run of three" in names
    assert any(re.fullmatch(r"(?!run)\w+ = \w+", " ".join(name.split())) for name in names)
    many = Sensible(visits.open(viewport=UPRIGHT)).sit(made(short, "indian13(seats=6)").host)
    many.until_phase("discard")
    assert many.wire.parts["hand"]["rows"][-1]["needs"]
    assert (
        many.page.locator("#hand .left .bracket").inner_text()
        == "all count: needs two runs, one pure"
    )


def test_enter_lays_the_hand_down_where_that_is_the_thing_to_do(
    short: Served, visits: Visits
) -> None:
    table = made(short, "gin")
    person = Sensible(visits.open(phone=False), "keys").sit(table.host)
    card = until_shown(person)
    person.press(person.card(card))
    person.page.locator(f'.deeds .play[data-move="knock:{card}"]').wait_for()
    person.page.keyboard.press("Enter")
    person.taken()
    assert short.record(table).moves[-1] == f"knock:{card}"


@pytest.mark.parametrize("game", [*GAMES, "indian13(seats=6)"])
def test_on_a_phone_held_across_no_deed_and_no_card_is_cut_off(
    server: Served, visits: Visits, game: str
) -> None:
    page = visits.open(viewport=ACROSS)
    person = Sensible(page).sit(made(server, game).host)
    for _ in range(4):
        if not person.wait_for_turn():
            break
        page.evaluate(STILL)
        assert outside(page) == []
        hidden = "(all) => all.some((one) => one.scrollHeight > one.clientHeight + 1)"
        assert not page.locator(".table, .board-region").evaluate_all(hidden)
        move = person.wanted()
        card = person.card(move.rpartition(":")[2])
        if card.count():
            person.press(card)
            page.evaluate(STILL)
            assert covered(page) == []
            person.press(card)
        person.make(move)
        person.taken()
    is_clean(page, f"{game[:8]}-across")


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", ["gin", "indian13(seats=6)"])
def test_on_a_phone_held_across_no_hand_of_any_shape_lies_over_a_deed(
    server: Served, visits: Visits, game: str, exhaustive: bool
) -> None:
    """Of the many shapes of 13 cards every third; all that ten can have."""
    table = made(server, game)
    person = Sensible(visits.open(viewport=ACROSS)).sit(table.host)
    person.until_phase("discard")
    page, wire = visits.open(viewport=ACROSS), person.wire
    faked = Faked(page, wire.welcome, wire.parts).open(table.host)
    hand = wire.parts["hand"]
    found = {}
    every = 3 if len(hand["held"]) > 12 and not exhaustive else 1
    for melds in islice(shapes(len(hand["held"]), len(hand["held"])), 0, None, every):
        faked.show(hand=in_shape(hand, melds))
        page.evaluate(STILL)
        found[melds] = [*outside(page), *covered(page)]
        (room,) = boxes(page.locator(".hand-region"))
        low = max(top + high for _, top, _, high in boxes(page.locator("#hand .bracket")))
        assert low <= room[1] + room[3], melds
    assert {melds: what for melds, what in found.items() if what} == {}
    assert {(), (3, 3, 3)} <= found.keys()


@pytest.mark.parametrize("width", [768, 1440])
def test_on_a_large_screen_the_hand_is_one_line_and_deeds_stay_where_they_are(
    server: Served, visits: Visits, width: int
) -> None:
    page = visits.open(viewport={"width": width, "height": 1000}, has_touch=True)
    person = Sensible(page).sit(made(server, "indian13").host)
    places, phases = [], set()
    for _ in range(4):
        if not person.wait_for_turn():
            break
        phases.add(person.wire.phase)
        page.evaluate(STILL)
        tops = {round(top) for _, top, _, _ in boxes(page.locator("#hand [data-key]"))}
        assert len(tops) == 1
        assert outside(page) == []
        places.append(boxes(page.locator(".deeds, .board-region, #hand")))
        person.act()
    assert len(phases) > 1
    assert places[1:] == places[:-1]
    bar, felt, _ = places[0]
    assert abs((bar[0] + bar[2] / 2) - (felt[0] + felt[2] / 2)) < 1


# --- The end of a deal ----------------------------------------------------------------------------


def test_hands_lie_open_in_melds_at_the_end_laid_card_by_card(
    short: Served, visits: Visits
) -> None:
    page = visits.open(viewport=UPRIGHT)
    person = Sensible(page).sit(made(short, "gin").host)
    person.play_deal()
    page.locator(".over h2").wait_for()
    hands = person.wire.parts["over"]["hands"]
    melds = page.locator(".laid-down .meld")
    assert melds.count() == sum(len([row for row in one["rows"] if row["cards"]]) for one in hands)
    delays: list[float] = melds.locator(".strip").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).animationDelay))"
    )
    assert delays == sorted(delays)
    assert len(set(delays)) == len(delays) == 20
    assert page.locator(".verdict").count() == 0, "they are looked at first, as long as one likes"
    assert page.locator(".over h2").text_content() == person.wire.parts["over"]["text"]
    page.locator(".over .play").tap()
    page.locator(".verdict").wait_for()
    texts = melds.locator(".bracket").all_inner_texts()
    assert "run of three" in texts
    assert sum("deadwood" in text for text in texts) == 2
    page.emulate_media(reduced_motion="reduce")
    named = "(one) => getComputedStyle(one).animationName"
    assert melds.locator(".strip").first.evaluate(named) == "none"
    is_clean(page, "gin-phone-laid-down")


def test_what_comes_after_three_open_hands_is_in_view_on_a_phone(
    short: Served, visits: Visits
) -> None:
    page = visits.open(viewport=UPRIGHT)
    person = Sensible(page).sit(short.made("indian13(seats=3)", ("human", "rules", "rules")).host)
    person.play_deal()
    page.locator(".laid-down.three").wait_for()
    page.evaluate(STILL)
    shot(page, "indian13-three-laid-down")
    for deeds in (".over button.play", ".then button.play"):
        region, deed = boxes(page.locator(f".board-region, {deeds}"))
        assert deed[1] + deed[3] <= region[1] + region[3]
        assert deed[1] + deed[3] <= UPRIGHT["height"]
        page.locator(deeds).tap(trial=deeds.startswith(".then"))


# --- Motion ---------------------------------------------------------------------------------------


def test_a_drawn_card_glides_from_the_stock_and_a_discard_to_the_pile(
    paced: Callable[..., Served], visits: Visits
) -> None:
    page = visits.open(viewport=UPRIGHT)
    page.add_init_script(FLIGHTS)
    # What bots do within one frame is one change of the picture.
    person = Sensible(page).sit(made(paced(bot=150), "gin").host)
    person.wait_for_turn()
    while person.wire.moves != ["stock", "pile"]:
        person.act()
        person.wait_for_turn()
    before = set(person.wire.parts["hand"]["held"])
    stock = middle(page.locator("[data-place=stock]"))
    page.evaluate("window.flights = []")
    person.make("stock")
    person.taken()
    person.until(lambda: person.wire.phase == "discard" and person.shows_all())
    (drawn,) = set(person.wire.parts["hand"]["held"]) - before
    flights: list[dict[str, Any]] = page.evaluate("window.flights")
    (flight,) = [one for one in flights if one["fly"] == drawn]
    assert "rummy-hand" in flight["to"]
    assert flight["from"] == pytest.approx(stock, abs=2)
    assert "fresh" in str(person.card(drawn).get_attribute("class"))
    page.evaluate(STILL)
    card = best(person)
    held = middle(person.card(card))
    page.evaluate("window.flights = []")
    person.make(card)
    person.taken()
    person.until(lambda: person.wait_for_turn() or person.wire.is_deal_over)
    flights = page.evaluate("window.flights")
    thrown = next(one for one in flights if one["fly"] == card)
    assert thrown["to"] == "up"
    assert thrown["from"] == pytest.approx(held, abs=12)
    backs = [one for one in flights if one["to"] == "backs"]
    assert backs, "the other's new card comes from where it was drawn"


def test_cards_glide_together_as_a_meld_forms_and_not_where_less_motion_is_asked_for(
    short: Served, visits: Visits
) -> None:
    for motion in ("no-preference", "reduce"):
        page = visits.open(viewport=UPRIGHT, reduced_motion=motion)
        page.add_init_script(FLIGHTS)
        person = Sensible(page).sit(made(short, "gin").host)
        until_shown(person)
        box = page.locator("#hand").bounding_box()
        assert box
        flights: list[dict[str, Any]] = page.evaluate("window.flights")
        within = [one for one in flights if "rummy-hand" in one["to"] and one["from"][1] > box["y"]]
        assert bool(within) == (motion == "no-preference")
