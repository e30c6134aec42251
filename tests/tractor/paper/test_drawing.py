"""The drawing of the paper's search: legible, and the beginning of the search itself."""

from __future__ import annotations

import runpy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.figures import trick_search as drawn_search
from suitwise.cards import format_cards
from suitwise.errors import IllegalPosition
from suitwise.tractor import TrickRuling, judge_trick
from tests.oracles.tractor_paper.orders import distinct_orders
from tests.oracles.tractor_paper.search import Branch, search_tree
from tests.oracles.tractor_paper.template import Template, template
from tests.tractor.templates import WIDEST_LEAD
from tests.tractor.test_picture import (
    SVG,
    TRICKS,
    assert_legible,
    of_class,
    parsed,
    replies_of_chance,
    tricks_of_chance,
    words_of,
)

DOCS = Path(__file__).parents[3] / "docs"


def drawing(ruling: TrickRuling) -> str:
    return drawn_search.draw_search(ruling, ("Alice", "Bob", "Charles", "David"))


def assert_shows_the_search(ruling: TrickRuling, picture: str) -> None:
    """Check that the tree drawn is the beginning of some reply's search, and counts what is left."""
    root = parsed(picture)
    drawn = [(g.get("class", "").split()[1], _title(g)) for g in of_class(root, "branch")]
    lead = template(ruling.plays[0], ruling.trump)
    for play in ruling.plays:
        try:
            branches = list(search_tree(lead, template(play, ruling.trump)))
        except IllegalPosition:
            continue  # of several partitions
        if _names(branches[: len(drawn)]) == drawn:
            break
    else:
        raise AssertionError("the tree is that of no reply of the trick")
    left = distinct_orders(lead) - sum(branch.orders for branch in branches[: len(drawn)])
    more = f"… and {left:,} more order"
    assert (more in words_of(root)) == (left > 0), f"{left} orders are left, which nobody says"
    if len(drawn) < len(branches):
        nodes = {b.blocks[:d] for b in branches[: len(drawn) + 1] for d in range(1, 26)}
        assert len(nodes) > drawn_search.TREE_NODES, "a branch that had room was left out"


def _title(group: ElementTree.Element) -> str:
    title = group.find(SVG + "title")
    assert title is not None
    return title.text or ""


def _names(branches: list[Branch]) -> list[tuple[str, str]]:
    return [("served" if b.succeeded else "pruned", str(b)) for b in branches]


@pytest.mark.parametrize("name", TRICKS)
def test_the_search_drawn_is_legible(name: str) -> None:
    assert_legible(drawing(judge_trick(*TRICKS[name])))


def test_the_widest_throw_of_25_trumps_says_how_much_is_not_drawn() -> None:
    picture = drawing(judge_trick("S2", [WIDEST_LEAD, *replies_of_chance(WIDEST_LEAD, 0)]))
    assert_legible(picture)
    assert "… and 80,079 more orders not tried" in words_of(parsed(picture))


@pytest.mark.exhaustive
def test_the_search_of_two_hundred_tricks_of_chance_is_drawn_right(exhaustive: bool) -> None:
    """Every third of them, in full all."""
    for ruling in tricks_of_chance() if exhaustive else tricks_of_chance()[::3]:
        picture = drawing(ruling)
        assert_legible(picture)
        if len(ruling.plays[0]) > 1:
            assert_shows_the_search(ruling, picture)


def test_the_search_shown_in_the_docs_is_what_its_script_draws(tmp_path: Path) -> None:
    runpy.run_path(str(DOCS / "figures" / "trick_search.py"))["main"](tmp_path)
    committed = (DOCS / "_static" / "trick-search.svg").read_text("utf-8")
    assert (tmp_path / "trick-search.svg").read_text("utf-8") == committed


STEPS = {
    "a throw is trumped": "yes",
    "a longer tractor is cut down": "yes: it takes",
    "an exact match where the printed search fails": "yes",
    "another order serves": "another order serves",
    "no order serves": "none of the 60 orders serves",
    "rank cards share Φ": "there is one order only",
}


@pytest.mark.parametrize("name", STEPS)
def test_the_step_that_answers_is_named(name: str) -> None:
    root = parsed(drawing(judge_trick(*TRICKS[name])))
    shown = words_of(root)
    assert f" {STEPS[name]} " in shown
    idle = {"yes": 2, "yes: it takes": 1}.get(STEPS[name], 0)
    assert shown.count("not needed") == idle, "a step that was not reached is not marked so"


@pytest.mark.parametrize("name", [name for name in TRICKS if not name.startswith("a single")])
def test_the_tree_is_the_search(name: str) -> None:
    ruling = judge_trick(*TRICKS[name])
    assert_shows_the_search(ruling, drawing(ruling))


def test_a_single_card_has_nothing_to_search() -> None:
    root = parsed(drawing(judge_trick(*TRICKS["a single card"])))
    assert not of_class(root, "branch")
    assert "nothing to cut down, nothing to search" in words_of(root)


def test_no_more_of_a_search_is_followed_than_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    followed = 0

    def counted(lead: Template, follow: Template) -> Iterator[Branch]:
        nonlocal followed
        for branch in search_tree(lead, follow):
            followed += 1
            yield branch

    monkeypatch.setattr(drawn_search, "search_tree", counted)
    picture = drawing(judge_trick(*TRICKS["no order serves"]))
    drawn = of_class(parsed(picture), "branch")
    assert 0 < len(drawn) < followed == len(drawn) + 1


def test_the_search_on_cards_uses_every_card_once() -> None:
    for ruling in tricks_of_chance():
        if len(ruling.plays[0]) == 1:
            continue
        case = drawn_search.case_of(ruling, ("A", "B", "C", "D"))
        for branch in case.branches:
            turns = list(drawn_search.turns(case.reply, branch.blocks))
            taken = Counter(card for turn in turns for card in turn.taken)
            assert taken <= Counter(ruling.plays[case.place])
            for turn in turns:
                assert len(turn.taken) in (0, turn.need)
                pairs_whole = turn.need == 1 or turn.taken[::2] == turn.taken[1::2]
                assert pairs_whole, f"{format_cards(turn.taken)} is no block"
            if branch.succeeded:
                assert taken == Counter(ruling.plays[case.place])
