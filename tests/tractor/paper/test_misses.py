"""What the paper's search misses where pairs share a Φ, and that the engine doesn't."""

from __future__ import annotations

import doctest
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from math import comb
from pathlib import Path
from types import ModuleType

import pytest

from suitwise.cards import parse_cards
from suitwise.tractor import Match, check_match, match
from suitwise.tractor.rules.blocks import PACKS
from tests.oracles import tractor_oracle
from tests.oracles.tractor_paper.census import (
    PLAIN,
    TRUMP,
    TRUMP_WITHOUT_SUIT,
    Classes,
    all_templates,
)
from tests.oracles.tractor_paper.orders import distinct_orders
from tests.oracles.tractor_paper.search import permutation_search
from tests.oracles.tractor_paper.template import Template, template
from tests.tractor.example_plays import (
    SHARED,
    as_text,
    example_plays,
    honours_of,
    masks_of,
    pairs_on,
)
from tests.tractor.templates import of_pairs, runs_of, templates_by_cards


@dataclass(frozen=True)
class Shape:
    """Replies of pairs, several of them on Φ 25, that are alike.

    ``joined`` is their template: one pair of Φ 25 joins the runs below and above, the others stand
    alone. ``parted`` are their runs if two pairs of Φ 25 lie apart, one in the run below and one in
    the run above.
    """

    joined: Template
    parted: tuple[int, ...]


def shapes_of(spare: int) -> dict[Shape, list[int]]:
    """The replies with 1 + spare pairs on Φ 25: sets of levels by their shape."""
    shapes: dict[Shape, list[int]] = {}
    for levels in range(1 << 16):
        if levels >> SHARED & 1 and levels.bit_count() + spare <= 12:
            below, above = levels & ((2 << SHARED) - 1), levels >> SHARED
            parted = tuple(sorted(runs_of(below) + runs_of(above), reverse=True))
            joined = of_pairs(runs_of(levels) + (1,) * spare)
            shapes.setdefault(Shape(joined, parted), []).append(levels)
    return shapes


@cache
def lead_with(tractors: tuple[int, ...], cards: int) -> Template | None:
    """The lead in trumps of so many cards with these tractors and fewest pairs, if there is one."""
    fitting = [lead for lead in templates_by_cards(TRUMP)[cards] if lead.tractors == tractors]
    return min(fitting, key=lambda lead: lead.pairs, default=None)


def shared_questions(spare: int, most_pairs: int) -> Iterator[tuple[Template, Shape, list[int]]]:
    """Every list of tractors that can be led against every shape of at most so many pairs."""
    for shape, sets in shapes_of(spare).items():
        if shape.joined.cards <= 2 * most_pairs:
            for pack in PACKS:
                lead = lead_with(of_pairs(pack).tractors, shape.joined.cards)
                if lead:
                    yield lead, shape, sets


def missed(spare: int, most_pairs: int) -> Iterator[tuple[Template, Shape, list[int]]]:
    """Those that match on the cards although the template fails in every order."""
    examples = example_plays()
    for lead, shape, sets in shared_questions(spare, most_pairs):
        reply = masks_of([pairs_on(sets[0], spare)])
        exact = bool(honours_of(examples[lead], reply, as_text)[0])
        searched = permutation_search(lead, shape.joined).matched
        assert exact or not searched
        if exact and not searched:
            yield lead, shape, sets


def listed(spare: int, most_pairs: int) -> list[str]:
    """What is missed as text: the lead's blocks, the reply's template, how many sets of levels."""
    return [f"{lead} {shape.joined} {len(sets)}" for lead, shape, sets in missed(spare, most_pairs)]


def test_with_two_pairs_on_a_level_the_search_misses_these_up_to_six_pairs() -> None:
    assert listed(spare=1, most_pairs=6) == [
        *("{4,4} {6,2} 1", "{4,4,1,1} {6,2,2} 11", "{4,4,4} {6,4,2} 9"),
        *("{4,4,1,1,1,1} {6,2,2,2} 46", "{6,4} {8,2} 2", "{6,4,1,1} {8,2,2} 20"),
        *("{4,4,4} {10,2} 2", "{8,4} {10,2} 2", "{6,6} {10,2} 1"),
    ]


def test_a_third_pair_on_a_level_serves_no_tractor_and_misses_are_those_of_two() -> None:
    assert listed(spare=2, most_pairs=6) == [
        "{4,4,1,1} {6,2,2} 1",
        "{4,4,1,1,1,1} {6,2,2,2} 11",
        "{6,4,1,1} {8,2,2} 2",
    ]


MISSED = {
    4: (1, 1),
    5: (2, 13),
    6: (6, 80),
    7: (13, 316),
    8: (30, 892),
    9: (62, 1_934),
    10: (121, 3_291),
    11: (231, 4_414),
    12: (395, 4_540),
}
"""What is missed with two pairs on Φ 25, by pairs of the reply: led tractors × shapes (861 in all),
and led tractors × sets of levels (15,481). With three pairs the same with one pair more, up to 12
pairs (466 and 10,941)."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("spare", [1, 2])
def test_the_search_misses_so_many_where_pairs_share_a_level(spare: int, exhaustive: bool) -> None:
    # Replies of at most 7 pairs; of all 12 under --exhaustive.
    most_pairs = 12 if exhaustive else 7
    shapes: Counter[int] = Counter()
    sets: Counter[int] = Counter()
    for _, shape, alike in missed(spare, most_pairs):
        pairs = shape.joined.cards // 2
        shapes[pairs] += 1
        sets[pairs] += len(alike)
    useful = {pairs: (shapes[pairs + spare - 1], sets[pairs + spare - 1]) for pairs in MISSED}
    reached = most_pairs - spare + 1
    assert useful == {n: MISSED[n] if n <= reached else (0, 0) for n in MISSED}
    if exhaustive:
        totals = {1: (861, 15_481), 2: (466, 10_941)}
        assert (shapes.total(), sets.total()) == totals[spare]


@pytest.mark.parametrize("spare", [1, 2])
def test_the_engine_is_right_about_all_of_them_up_to_six_pairs(spare: int) -> None:
    # Against the slow oracle, which tries every way of cutting the cards.
    examples = example_plays()
    for lead, _, sets in shared_questions(spare, most_pairs=6):
        led, reply = examples[lead], pairs_on(sets[0], spare)
        honour = tractor_oracle.best_match([*map(str, led)], [*map(str, reply)], "S", "2")
        assert honours_of(led, masks_of([reply]), as_text)[0] == honour
        found = match(led, reply, "S2")
        assert (found.honour if isinstance(found, Match) else 0) == honour
        if isinstance(found, Match):
            check_match(led, reply, "S2", found)


def test_without_a_main_suit_nothing_is_missed_since_no_level_lies_below_the_rank_cards() -> None:
    # Every lead of spades (plain here) against 2 to 4 pairs of twos and any pairs of jokers.
    examples = example_plays()
    jokers = [parse_cards(held) for held in ("", "BJ", "RJ", "BJRJ")]
    for twos, held in product(range(2, 5), jokers):
        reply = (parse_cards("S2H2D2C2")[:twos] + held) * 2
        for lead in templates_by_cards(PLAIN)[len(reply)]:
            searched = permutation_search(lead, template(reply, "O2")).matched
            assert bool(match(examples[lead], reply, "O2")) == searched


# --- The census of templates counts every lead once -----------------------------------------------


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
