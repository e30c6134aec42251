"""Motion by itself: what changes its place glides there, a trick goes to its winner, no tap waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.harness import Visits
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

PRELUDE = """
const { h, render } = await import(`${base}/js/dom.js`);
const { Motion } = await import(`${base}/js/motion.js`);
const root = document.createElement("div");
document.body.replaceChildren(root);
const motion = new Motion(root);
let tapped = "";
const tap = (text) => () => { tapped = text; };
const card = (text, props) => h("button", { "data-fly": text, onclick: tap(text), ...props }, text);
const place = (name) => h("p", { "data-place": name }, name);
const draw = (...content) => { motion.before(); render(root, content); motion.after(); };
const moving = () => document.getAnimations().map(({ effect }) => effect.target.dataset.fly);
"""


@pytest.fixture
def run(server: Served, desktop: Page) -> Any:
    """Run a script with something to draw; return what it returns."""
    desktop.goto(server.url)
    base = desktop.get_attribute('meta[name="base"]', "content")
    return lambda script: desktop.evaluate(f"async (base) => {{ {PRELUDE} {script} }}", base)


def test_a_card_that_is_played_glides_and_what_stays_does_not(run: Any) -> None:
    script = """
    draw(h("div", { key: "felt" }, place("felt")), h("div", { key: "hand" }, card("6-4"), card("5-5")));
    const first = moving();
    draw(h("div", { key: "felt" }, place("felt"), card("5-5")), h("div", { key: "hand" }, card("6-4")));
    return [first, moving().includes("5-5")];
    """
    assert run(script) == [[], True]


def test_of_two_equal_cards_each_comes_from_the_nearest(run: Any) -> None:
    script = """
    const hand = (...cards) => h("div", { key: "hand" }, cards);
    const felt = (...cards) => h("div", { key: "felt" }, h("p", null, "felt"), cards);
    draw(hand(card("H5", { key: 1 }), card("H5", { key: 2 })), felt());
    draw(hand(card("H5", { key: 1 })), felt(card("H5")));
    return moving().length;
    """
    assert run(script) == 1  # the first stays in the hand, the second is played


def test_what_is_new_comes_from_its_place_and_is_simply_there_without_one(run: Any) -> None:
    script = """
    draw(place("stock"), place("hand"));
    draw(place("stock"), place("hand"), card("S2"), card("SA", { "data-origin": "stock" }));
    return moving();
    """
    assert run(script) == ["SA"]


def test_a_tap_on_the_way_counts_and_the_next_motion_starts_where_a_card_is_seen(run: Any) -> None:
    script = """
    const wide = [...Array(30).keys()].map((n) => h("p", { key: n }, "line"));
    draw(h("div", { key: "top" }), h("div", { key: "mid" }, wide), h("div", { key: "low" }, card("SA")));
    draw(h("div", { key: "top" }, card("SA")), h("div", { key: "mid" }, wide), h("div", { key: "low" }));
    const motionOf = document.getAnimations()[0];
    motionOf.pause();
    motionOf.currentTime = 10;
    const seen = root.querySelector("button").getBoundingClientRect();
    document.elementFromPoint(seen.x + 3, seen.y + 3)?.click();
    draw(h("div", { key: "top" }, card("SA")), h("div", { key: "mid" }, wide), card("S2"));
    const again = document.getAnimations()[0];
    again.pause();
    again.currentTime = 0;
    return [tapped, Math.abs(root.querySelector("button").getBoundingClientRect().y - seen.y) < 2];
    """
    assert run(script) == ["SA", True]


def test_where_the_same_things_lie_a_glide_goes_on_and_nothing_is_measured(run: Any) -> None:
    script = """
    const table = (at, more) => [
      h("div", { key: "top" }, at === "top" && card("SA")), h("p", { key: "p" }, `told: ${more}`),
      h("div", { key: "low" }, at === "low" && card("SA")),
    ];
    draw(table("low", ""));
    draw(table("top", ""));
    const [glide] = document.getAnimations();
    const { getBoundingClientRect } = Element.prototype;
    let asked = 0;
    Element.prototype.getBoundingClientRect = function () {
      asked += 1;
      return getBoundingClientRect.call(this);
    };
    draw(table("top", "Ann draws a card"));
    const [again] = document.getAnimations();
    Element.prototype.getBoundingClientRect = getBoundingClientRect;
    return [Boolean(glide) && again === glide, asked];
    """
    assert run(script) == [True, 0]


def test_a_whole_trick_goes_to_its_winner_and_keeps_going_when_the_page_is_drawn_again(
    run: Any,
) -> None:
    script = """
    const trick = (gather) => h("div", { key: "trick", ...gather }, card("HA"), card("H3"));
    draw(place("seat-1"), trick({}));
    draw(place("seat-1"), trick({ "data-gather": "seat-1" }));
    const first = document.getAnimations();
    draw(place("seat-1"), trick({ "data-gather": "seat-1" }), h("p", { key: "chat" }, "well played"));
    return [moving(), document.getAnimations().every((one) => first.includes(one))];
    """
    assert run(script) == [["HA", "H3"], True]


def test_all_is_measured_before_anything_moves(run: Any) -> None:
    """What is measured after something has moved has the page laid out once more."""
    script = """
    const calls = [];
    const noting = (name, what) => {
      const own = Element.prototype[name];
      Element.prototype[name] = function (...given) { calls.push(what); return own.apply(this, given); };
      return () => { Element.prototype[name] = own; };
    };
    const trick = (props, ...cards) => h("ul", { key: "trick", ...props }, cards.map((text, at) =>
      h("li", { key: text, class: at ? "" : "wins" }, h("span", { class: "laid" }, card(text)))));
    const drawn = (text) => card(text, { "data-origin": "stock" });
    const hand = (...cards) => h("div", { key: "hand" }, cards.map(drawn));
    const places = ["score", "seat-1", "stock"].map(place);
    draw(places, trick({}, "HA"), hand("H3", "S2"));
    const ends = [noting("getBoundingClientRect", "look"), noting("animate", "move")];
    const whole = { "data-gather": "seat-1", "data-points": 15 };
    draw(places, trick(whole, "HA", "H3"), hand("S2", "C5", "C6"));
    ends.forEach((end) => end());
    return calls;
    """
    calls = run(script)
    moves = calls.index("move")
    assert calls[:moves] == ["look"] * moves
    assert set(calls[moves:]) == {"move"}
    assert len(calls) - moves >= 6, "cards glide, the trick goes to who has won it, its points fly"


def test_who_asks_for_less_motion_sees_new_things_fade_in(server: Served, visits: Any) -> None:
    page = visits.open(phone=False, reduced_motion="reduce")
    page.goto(server.url)
    base = page.get_attribute('meta[name="base"]', "content")
    script = """
    draw(place("stock"), place("hand"), card("S2"));
    draw(card("S2"), place("stock"), place("hand"), card("SA", { "data-origin": "stock" }));
    const fades = ({ effect }) => "opacity" in effect.getKeyframes()[0];
    return [moving(), document.getAnimations().map(fades)];
    """
    assert page.evaluate(f"async (base) => {{ {PRELUDE} {script} }}", base) == [["SA"], [True]]


TRICK_WITH_POINTS = """
const trick = (gather) => h("ul", { key: "trick", ...gather },
  h("li", { class: "wins" }, h("span", { class: "laid" }, card("HK"))));
draw(place("seat-1"), place("score"), trick({}));
draw(place("seat-1"), place("score"), trick({ "data-gather": "seat-1", "data-points": 10 }));
const flying = document.querySelector(".flying-points");
"""


def test_what_a_trick_brings_flies_into_the_score_when_the_trick_has_lain(run: Any) -> None:
    script = """
    const said = [flying.textContent, flying.ariaHidden];
    const [flight] = flying.getAnimations();
    const moved = new Set(flight.effect.getKeyframes().flatMap((one) => Object.keys(one)));
    const late = flight.effect.getTiming().delay >= 900;
    flight.finish();
    await flight.finished;
    await new Promise((done) => setTimeout(done));
    return [...said, moved.has("transform") && moved.has("opacity") && !moved.has("top"), late,
      document.querySelectorAll(".flying-points").length];
    """
    assert run(TRICK_WITH_POINTS + script) == ["+10", "true", True, True, 0]


def test_points_of_a_trick_that_is_cleared_early_fly_at_once(run: Any) -> None:
    script = """
    draw(place("seat-1"), place("score"), trick({}));
    return flying.getAnimations()[0].currentTime >= 900;
    """
    assert run(TRICK_WITH_POINTS + script) is True


def test_no_points_fly_for_who_asks_for_less_motion(server: Served, visits: Any) -> None:
    page = visits.open(phone=False, reduced_motion="reduce")
    page.goto(server.url)
    base = page.get_attribute('meta[name="base"]', "content")
    script = f"async (base) => {{ {PRELUDE} {TRICK_WITH_POINTS} return flying === null; }}"
    assert page.evaluate(script, base) is True


FLOWN = """() => {
  window.flown = [];
  const note = (node) => node.className === "flying-points" && window.flown.push(node.textContent);
  new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(note)))
    .observe(document.body, { childList: true });
}"""


def test_the_points_of_all_tricks_of_a_hand_fly_and_are_its_42(
    paced: Callable[..., Served], visits: Visits
) -> None:
    served = paced("throw", bot=20, trick=1000)
    person = Person(visits.open()).sit(served.made("texas42(match=hand,play_out=yes)").host)
    person.page.evaluate(FLOWN)
    person.play_deal()
    person.until(lambda: len(person.page.evaluate("window.flown")) == 7)
    assert sum(int(text) for text in person.page.evaluate("window.flown")) == 42
