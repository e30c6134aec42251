"""The census of templates counts every lead once, and is what the committed Table 3 shows."""

from __future__ import annotations

import doctest
from collections import Counter
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from math import comb
from pathlib import Path
from types import ModuleType

import pytest

from suitwise.cards import parse_cards
from tests.oracles.tractor_paper.census import (
    PLAIN,
    TRUMP,
    TRUMP_WITHOUT_SUIT,
    Classes,
    all_templates,
)
from tests.oracles.tractor_paper.orders import distinct_orders
from tests.oracles.tractor_paper.template import Template, template
from tests.tractor.example_plays import example_plays

DOCS = Path(__file__).parents[3] / "docs"


def ways(classes: int, cards: int) -> int:
    """How many multisets of so many cards there are, at most two of each class."""
    return sum(
        comb(classes, pairs) * comb(classes - pairs, cards - 2 * pairs)
        for pairs in range(cards // 2 + 1)
    )


@pytest.mark.parametrize("classes", [PLAIN, TRUMP, TRUMP_WITHOUT_SUIT])
def test_the_enumeration_counts_every_lead_once(classes: Classes) -> None:
    by_cards: Counter[int] = Counter()
    for lead, plays in all_templates(classes).items():
        by_cards[lead.cards] += plays
    most = min(25, 2 * classes.total)
    assert by_cards == {cards: ways(classes.total, cards) for cards in range(1, most + 1)}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("classes", "trump", "cards"),
    [(PLAIN, "O2", "S3S4S5S6S7S8S9STSJSQSKSA"), (TRUMP_WITHOUT_SUIT, "O2", "S2H2D2C2BJRJ")],
)
def test_the_enumeration_gives_the_templates_of_all_plays_one_by_one(
    classes: Classes, trump: str, cards: str, exhaustive: bool
) -> None:
    # Every multiset under --exhaustive; without, those of the highest six classes.
    held = parse_cards(cards) if exhaustive else parse_cards(cards)[-6:]
    found: Counter[Template] = Counter()
    for copies in product(range(3), repeat=len(held)):
        play = [card for card, n in zip(held, copies, strict=True) for _ in range(n)]
        if play:
            found[template(play, trump)] += 1
    if len(held) == classes.total:
        assert found == all_templates(classes)
    else:
        assert found == all_templates(Classes(levels=6, shared=0, sharing=1))


def test_every_template_is_that_of_a_play_and_trump_has_those_of_plain_suits() -> None:
    examples = example_plays()
    assert set(examples) == set(all_templates(TRUMP))
    assert set(examples) > set(all_templates(PLAIN)) > set(all_templates(TRUMP_WITHOUT_SUIT))
    counts = [len(all_templates(kind)) for kind in (PLAIN, TRUMP, TRUMP_WITHOUT_SUIT)]
    assert counts == [555, 1690, 50]
    assert len(all_templates(TRUMP, most_shared_pairs=1)) == 1564


def test_a_lead_has_at_most_2772_distinct_orders_in_a_plain_suit_and_80080_in_trump() -> None:
    def widest(classes: Classes) -> list[tuple[str, int]]:
        orders = {lead: distinct_orders(lead) for lead in all_templates(classes)}
        most = max(orders.values())
        return [(str(lead), n) for lead, n in orders.items() if n == most]

    assert widest(PLAIN) == [("{4,2,2,2,2,2,1,1,1,1,1}", 2_772)]
    assert widest(TRUMP) == [("{4,2,2,2,2,2,2,1,1,1,1,1,1,1,1,1}", 80_080)]
    assert widest(TRUMP_WITHOUT_SUIT) == [("{4,2,2,1,1}", 30)]


def test_a_lead_has_at_most_12_blocks_in_a_plain_suit_and_18_in_trump() -> None:
    kinds = (PLAIN, TRUMP, TRUMP_WITHOUT_SUIT)
    assert [max(lead.blocks for lead in all_templates(kind)) for kind in kinds] == [12, 18, 6]


@cache
def table3() -> ModuleType:
    """The script that writes the page and the picture."""
    spec = spec_from_file_location("table3", DOCS / "figures" / "table3.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_committed_table_is_what_the_enumeration_gives() -> None:
    assert (DOCS / "tractor-table3.md").read_text(encoding="utf-8") == table3().page()


def test_in_a_plain_suit_and_up_to_16_blocks_of_trumps_every_order_is_tried() -> None:
    script = table3()
    for classes, most in ((PLAIN, 12), (TRUMP, 16)):
        orders = script.by_blocks(classes, script.distinct_orders)
        begun = script.by_blocks(classes, script.tried(classes).__getitem__)
        assert [begun[n] for n in range(1, most + 1)] == [orders[n] for n in range(1, most + 1)]


def test_the_examples_in_the_script_of_the_table_hold() -> None:
    assert doctest.testmod(table3()).failed == 0
