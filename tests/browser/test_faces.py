"""What is drawn: cards by their size, dominoes, and who sits at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Page

PRELUDE = """
const { h, render } = await import(`${base}/js/dom.js`);
const { card, fan } = await import(`${base}/js/parts/card.js`);
const { avatar } = await import(`${base}/js/parts/avatar.js`);
const root = document.createElement("div");
document.body.append(root);
"""
SEEN = """
const seen = (text, wide, high) => {
  render(root, card(text));
  root.firstChild.style.setProperty("width", `${wide}px`);
  root.firstChild.style.setProperty("height", `${high}px`);
  const parts = [...root.firstChild.children].filter((one) => getComputedStyle(one).display !== "none");
  return parts.map((one) => one.getAttribute("class")).join(", ");
};
"""


@pytest.fixture
def run(server: Served, desktop: Page) -> Any:
    """Run a script with the parts that draw and an empty ``root``; return what it returns."""
    desktop.goto(server.url)
    base = desktop.get_attribute('meta[name="base"]', "content")

    def call(script: str) -> Any:
        return desktop.evaluate(f"async (base) => {{ {PRELUDE} {script} }}", base)

    return call


def test_a_card_shows_as_much_as_it_has_room_for(run: Any) -> None:
    sizes = [(31, 43), (56, 78), (92, 129)]
    shown = [
        [run(f'{SEEN} return seen("{text}", {wide}, {high});') for wide, high in sizes]
        for text in ("H7", "SA", "CQ", "RJ")
    ]
    assert shown == [
        ["index", "index, large", "index, pips, index foot"],
        ["index", "index, large ace", "index, large ace, index foot"],
        ["index, court"] * 3,
        ["index, court"] * 3,
    ]
    assert (
        run('render(root, fan(["HQ", "HK"])); return root.querySelectorAll(".court").length;') == 1
    ), "a covered card shows its corner alone"


def test_a_name_has_one_picture_and_no_two_bots_of_a_table_the_same(run: Any) -> None:
    script = """
    const drawn = (...who) => JSON.stringify(avatar(...who));
    const bots = "Ada Bert Cleo Dan Eve Fay Gus Hal Ida Jo Kim Lu".split(" ");
    const letter = (name) => avatar(name, false).children.at(-1).children[0].text;
    return [
      drawn("Ann", false) === drawn("Ann", false),
      drawn("Ann", false) !== drawn("Bo", false),
      new Set(bots.map((name) => drawn(name, true, bots))).size,
      letter("小明") + letter(" "),
    ];
    """
    assert run(script) == [True, True, 12, "小?"]


def test_the_drawings_are_asked_for_once_by_what_shows_them(run: Any) -> None:
    script = """
    render(root, card("SK"));
    const entries = () => performance.getEntriesByType("resource");
    const all = () => entries().filter((one) => one.name.includes("/cards.svg"));
    for (let n = 0; n < 200 && !all().length; n += 1) {
      await new Promise((done) => setTimeout(done, 20));
    }
    return all().map((one) => one.initiatorType);
    """
    assert run(script) == ["other"]
