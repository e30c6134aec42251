"""The renderer by itself: elements stay, attributes follow, text is never markup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

PRELUDE = """
const { h, render } = await import(module);
const root = document.createElement("div");
document.body.append(root);
const ids = (keys) => [...keys].map((key) => h("i", { key, id: `i${key}` }, key));
"""


@pytest.fixture
def run(server: Served, desktop: Page) -> Any:
    """Run a script with ``h``, ``render`` and an empty ``root``; return what it returns."""
    desktop.goto(server.url)
    base = desktop.get_attribute('meta[name="base"]', "content")

    def call(script: str) -> Any:
        body = f"async (module) => {{ {PRELUDE} {script} }}"
        return desktop.evaluate(body, f"{base}/js/dom.js")

    return call


def test_elements_of_a_key_stay_the_same_wherever_they_go(run: Any) -> None:
    script = """
    render(root, ids("abcd"));
    const was = Object.fromEntries([...root.children].map((one) => [one.id, one]));
    render(root, ids("dxba"));
    return [root.textContent, [...root.children].map((one) => one === was[one.id])];
    """
    assert run(script) == ["dxba", [True, False, True, True]]


@pytest.mark.parametrize("after", ["", "abcde", "edcba", "bd", "fabg", "cab"])
def test_any_list_becomes_any_other(run: Any, after: str) -> None:
    script = f'render(root, ids("abcde")); render(root, ids("{after}")); return root.textContent;'
    assert run(script) == after


def test_what_is_typed_and_the_focus_stay_while_others_change(run: Any) -> None:
    script = """
    const form = (items) => [items, h("input", { key: "line", id: "typed" })];
    render(root, form(ids("ab")));
    const field = root.querySelector("input");
    field.focus();
    field.value = "6:4";
    render(root, form(ids("abc")));
    return [field.isConnected, field.value, document.activeElement === field];
    """
    assert run(script) == [True, "6:4", True]


def test_attributes_handlers_and_custom_properties_follow(run: Any) -> None:
    script = """
    let taps = 0;
    const before = { id: "b", hidden: true, "aria-pressed": false, style: { "--x": 1 } };
    render(root, h("button", { ...before, onclick: () => taps++ }));
    const button = root.firstChild;
    const pressed = () => button.getAttribute("aria-pressed");
    const first = [button.hidden, pressed(), button.style.getPropertyValue("--x")];
    button.click();
    render(root, h("button", { "aria-pressed": true, style: { "--y": 2 } }));
    button.click();
    const second = [button.id, button.hidden, pressed(), button.style.cssText];
    return [first, second, taps];
    """
    assert run(script) == [[True, "false", "1"], ["", False, "true", "--y: 2;"], 1]


def test_text_is_no_markup_and_nothing_is_made_of_null_and_flags(run: Any) -> None:
    script = """
    render(root, ["<img onerror=alert(1)>", null, undefined, true, false, 0, [[" a"]]]);
    return [root.childElementCount, root.textContent];
    """
    assert run(script) == [0, "<img onerror=alert(1)>0 a"]


def test_drawings_are_made_in_their_own_namespace(run: Any) -> None:
    script = """
    render(root, h("svg", { viewBox: "0 0 2 2" }, h("g", null, h("circle", { r: 1 }))));
    return root.querySelector("circle") instanceof SVGCircleElement;
    """
    assert run(script) is True


def test_an_element_in_the_page_is_told_to_its_ref(run: Any) -> None:
    script = """
    const seen = [];
    const ref = (node) => seen.push(node.isConnected);
    const draw = () => render(root, h("p", null, h("b", { ref })));
    draw();
    draw();
    return seen;
    """
    assert run(script) == [True, True]


def test_a_rendering_tells_whether_something_may_move(run: Any) -> None:
    script = """
    const card = (key, name, more) => h("li", { key, "data-fly": name, ...more }, name);
    const draws = [
      [card(1, "H5"), card(2, "H6")],
      [card(1, "H5", { class: "dim", "data-row": 1 }), card(2, "H6")],  // only looks
      [card(1, "H5"), card(2, "HK")],  // another name
      [card(2, "HK"), card(1, "H5")],  // another order
      [card(2, "HK")],  // one has gone
      [card(2, "HK"), card(3, "S2")],  // one has come
      [card(2, "HK"), card(3, "S2")],
      [card(2, "HK"), card(3, "S2", { "data-gather": "seat-1" })],  // all of it is to go somewhere
    ];
    return draws.map((cards) => render(root, h("ul", null, cards)));
    """
    assert run(script) == [True, False, True, True, True, True, False, True]


def test_what_holds_the_same_is_drawn_once_and_anything_else_anew(run: Any) -> None:
    script = """
    const { same } = await import(module);
    const seat = (name, cards, bots = null) => ({ name, cards, bots: bots ?? { at: [1, 2] } });
    const draw = (one, tap) => h("p", { onclick: tap }, `${one.name} ${one.cards}`);
    const tap = () => {}, first = same("seat", draw, seat("Ann", ["H5"]), tap);
    const again = (...args) => same("seat", draw, ...args) === first;
    const results = [again(seat("Ann", ["H5"]), tap)];
    const others = [
      [seat("Bob", ["H5"]), tap], [seat("Ann", ["H5", "H6"]), tap], [seat("Ann", []), tap],
      [seat("Ann", ["H5"], { at: [1] }), tap], [{ name: "Ann", cards: ["H5"] }, tap],
      [seat("Ann", ["H5"]), () => {}], [seat("Ann", ["H5"]), null],
    ];
    for (const args of others) {
      const now = same("seat", draw, seat("Ann", ["H5"]), tap);
      results.push(same("seat", draw, ...args) === now);
    }
    const before = same("seat", draw, seat("Ann", ["H5"]), tap);
    document.documentElement.lang = "zh-Hans";
    results.push(same("seat", draw, seat("Ann", ["H5"]), tap) === before);
    return results;
    """
    assert run(script) == [True, *[False] * 8]


def test_arrows_reach_the_next_row_of_a_list_whatever_its_number(run: Any) -> None:
    script = """
    const { rove } = await import(module.replace("dom.js", "keys.js"));
    render(root, [0, 0, 2, 2].map((row, at) => h("button", { "data-rove": "", "data-row": row }, at)));
    root.onkeydown = rove;
    const after = (key) => {
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      return document.activeElement.dataset.row;
    };
    root.querySelector("button").focus();
    return ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"].map(after);
    """
    assert run(script) == ["2", "2", "0", "0"]


def test_a_hand_is_described_once_as_long_as_it_is_the_same_and_asks_what_a_tap_does_now(
    run: Any,
) -> None:
    script = """
    const { hand } = await import(module.replace("dom.js", "parts/hand.js"));
    const rows = [{ key: "H", name: "hearts", cards: ["HA", "H5"] }];
    const rest = { rows, open: null, fresh: [], label: "two cards", points: () => 0 };
    const taps = [], act = { store: { set: () => {} } };
    const choosing = (name) => (keys) => taps.push(name, ...keys);
    const of = (chosen, name) =>
      hand({ chosen, pending: null }, act, { ...rest, onChoose: choosing(name) });
    render(root, of([], "old"));
    const isSame = of([], "new") === of([], "new"), isOther = of(["HA"], "new") !== of([], "new");
    root.querySelector("[data-key=H5]").click();
    return [isSame, isOther, taps];
    """
    assert run(script) == [True, True, ["new", "H5"]]
