"""Pictures: text that stands on the stacks' numbers, SVG whose graph is the rules page's."""

from __future__ import annotations

import re
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from suitwise.errors import IllegalPosition
from suitwise.stacks import Layout, ace_graph, deal, draw_layout, make, text_picture
from suitwise.stacks.picture import COLOURS, draw_position
from suitwise.stacks.rules.layout import card_text
from tests.oracles import stacks_oracle as oracle

SVG = "{http://www.w3.org/2000/svg}"


def graph_by_definition(layout: Layout) -> tuple[dict[int, int], set[int], set[int], set[object]]:
    """Return homes, sources, targets and edges as the rules page defines them, by looking about."""
    cards = [card for stack in layout.stacks for card in stack]
    ranked = {s: sorted((c for c in cards if c[1] == s), reverse=True) for _, s in cards}
    where = {card: i for i, stack in enumerate(layout.stacks) for card in stack}
    aces = [own[0] for own in ranked.values()]
    homes = {a[1]: where[a] for a in aces if layout.stacks[where[a]][-1] == a}
    sources = {suit for suit in homes if len(ranked[suit]) == 1}
    targets = {s for s, i in homes.items() if sum(where[a] == i for a in aces) > 1}
    edges = {
        (s, t)
        for s in homes
        for t in homes
        if s != t and len(ranked[t]) > 1 and where[ranked[t][1]] == homes[s]
    }
    return homes, sources, targets, set(edges)


def test_the_graph_is_the_one_of_the_definition() -> None:
    for number in range(40):
        for layout in (
            deal(6, 3, seed=1, number=number),
            make(6, 3, number % 5, seed=1, number=number),
        ):
            graph = ace_graph(layout)
            homes, sources, targets, edges = graph_by_definition(layout)
            assert graph.homes == homes
            assert set(graph.sources) == sources
            assert set(graph.targets) == targets
            assert set(graph.edges) == edges


def test_a_path_leads_from_a_source_over_kings_to_another_ace() -> None:
    for number in range(20):
        layout = make(7, 3, number % 6, seed=2, number=number)
        graph = ace_graph(layout)
        assert graph.path[0] in graph.sources
        assert graph.path[-1] in graph.targets
        assert set(zip(graph.path, graph.path[1:], strict=False)) <= set(graph.edges)
        for suit, card in zip(graph.path, graph.steps, strict=True):
            assert card in layout.stacks[graph.homes[suit]]


def test_a_text_picture_shows_every_card_in_its_place_with_tops_in_brackets() -> None:
    for number in range(10):
        layout = deal(5, 4, seed=3, number=number)
        *rows, _, names = text_picture(layout).splitlines()
        assert names.split() == ["0", "1", "2", "3", "4"]
        shown = list(zip(*(row.split() for row in rows), strict=True))
        for stack, column in zip(layout.stacks, shown, strict=True):
            assert column == tuple(
                f"[{card_text(card)}]" if i == 0 else card_text(card)
                for i, card in enumerate(stack)
            )


def test_many_stacks_stand_in_several_rows_no_wider_than_asked() -> None:
    layout = deal(30, 2, seed=1)
    picture = text_picture(layout, width=40)
    assert max(map(len, picture.splitlines())) <= 40
    assert re.findall(r"^ +\d.*$", picture.split("\n\n")[-1], re.M)[-1].split()[-1] == "29"


def test_empty_stacks_and_large_suits_have_room() -> None:
    assert text_picture(Layout.parse("- | -")) == "---  ---\n 0    1"
    assert "[12345.678]" in text_picture(Layout.parse("12345.678 | 1a"))


def test_paint_dresses_texts_and_moves_nothing() -> None:
    layout = deal(4, 3, seed=5)
    painted = text_picture(layout, paint=lambda text, card, top: f"<{text}>")
    bare = re.sub("[<>]", "", painted).splitlines()
    assert [line.rstrip() for line in bare] == text_picture(layout).splitlines()


@pytest.mark.parametrize("number", range(6))
def test_an_svg_is_well_formed_and_draws_every_card_and_edge(number: int) -> None:
    winnable = number % 2 == 0
    layout = make(6, 3, number % 5, seed=7, number=number, winnable=winnable)
    root = ElementTree.fromstring(draw_layout(layout, title="<&>"))
    titles = [element.text or "" for element in root.iter(f"{SVG}title")]
    for stack in layout.stacks:
        for card in stack:
            assert sum(title.startswith(f"{card_text(card)}, ") for title in titles) == 1
    graph = ace_graph(layout)
    assert sum("lies over the ace of" in title for title in titles) == len(graph.edges)
    assert sum(title.startswith("suit ") for title in titles) == len(graph.homes)
    words = " ".join(element.text or "" for element in root.iter(f"{SVG}text"))
    assert ("can't be won" in words) == (not oracle.winnable(layout.stacks)) == (not winnable)


@pytest.mark.parametrize("text", ["-", "- | -", "1a", "2b 7a 1a | 4a 6b | -", "1.30 1a | 99999.77"])
def test_odd_layouts_are_drawn_too(text: str) -> None:
    ElementTree.fromstring(draw_layout(Layout.parse(text)))


def test_a_layout_too_large_to_look_at_is_refused() -> None:
    with pytest.raises(IllegalPosition, match="up to 60"):
        draw_layout(deal(61, 2, seed=1))


def test_beside_a_table_a_phone_shows_seven_stacks_whole_with_text_that_can_be_read() -> None:
    picture = draw_position(str, make(7, 3, 3, seed=2, number=1))
    root = ElementTree.fromstring(picture)
    assert float(root.get("width", "inf")) <= 336
    sizes = {float(text.get("font-size", 0)) for text in root.iter(f"{SVG}text")}
    assert min(sizes) >= 14
    styles = (files("suitwise.table") / "static" / "stacks.css").read_text("utf-8")
    assert tuple(re.findall(r"--tint: (#\w+)", styles)) == COLOURS, "the table has the same colours"


@pytest.mark.parametrize("colour", COLOURS)
def test_each_colour_of_a_suit_is_read_on_white_and_white_on_it(colour: str) -> None:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    light = sum(
        weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    )
    assert 1.05 / (light + 0.05) >= 4.5, "WCAG 2.2, 1.4.3"
