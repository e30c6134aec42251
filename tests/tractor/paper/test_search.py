"""The paper's search put right: it tries every order once, and prunes as it says."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from suitwise.cards import Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor import Match, check_match, match
from suitwise.tractor.rules.blocks import card_masks
from suitwise.tractor.rules.matching import lead_form
from suitwise.tractor.rules.order import TRUMPS
from tests.oracles.tractor_paper.census import PLAIN, TRUMP
from tests.oracles.tractor_paper.printed import printed_order_serves
from tests.oracles.tractor_paper.search import (
    count_branches_of_all,
    permutation_search,
    pools_of,
    search_tree,
)
from tests.oracles.tractor_paper.template import Template, template
from tests.tractor.example_plays import (
    CR,
    MAIN,
    Face,
    as_text,
    example_plays,
    honours_of,
    masks_of,
    pairs_on,
)
from tests.tractor.templates import (
    WIDEST_LEAD,
    of_pairs,
    orders_of,
    questions,
    runs_of,
    templates_by_cards,
)


def test_pruning_settles_every_order_once_and_finds_the_first_that_serves() -> None:
    for lead, follow in questions(PLAIN, most_cards=9):
        tried = 0
        first = None
        for order in orders_of(lead):
            tried += 1
            if printed_order_serves(order, follow):
                first = tuple(order)
                break
        search = permutation_search(lead, follow)
        assert (search.order, search.orders) == (first, tried)
        assert search.branches <= tried


def test_the_search_tree_is_lazy_and_names_the_block_that_could_not_be_served() -> None:
    widest = template(WIDEST_LEAD, "S2")
    hopeless = Template((14,), pairs=0, singles=11)
    tree = search_tree(widest, hopeless)
    first = next(tree)
    assert (first.succeeded, first.pruned_at, first.orders) == (False, 15, 1)
    assert str(first) == "1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 no 4"


def test_a_play_of_more_than_a_hand_is_not_searched() -> None:
    with pytest.raises(IllegalPosition, match="at most 25"):
        pools_of(Template((), 13, 0))


# --- A template is made of blocks only ------------------------------------------------------------


def test_a_template_refuses_sizes_that_no_block_has() -> None:
    with pytest.raises(IllegalPosition, match=r"4, 6, 8"):
        Template.of([3])
    with pytest.raises(IllegalPosition, match="longest first"):
        Template((4, 6), 0, 0)


# --- The exact packing and the paper's search put right agree where each Φ holds at ---------------


def branches_of(lead: Template, replies: list[Template], face: Face) -> Any:
    """The branches that the search follows, negative where it finds no order."""
    branches = np.zeros(len(replies), np.int64)
    order, room = np.zeros(lead.blocks, np.int64), np.zeros(lead.blocks + 1, np.int64)
    pools = np.array([pools_of(reply) for reply in replies])
    face(count_branches_of_all)(np.array(sorted(lead.sizes)), pools, order, room, branches)
    return branches


def count_matches(lead: Template, replies: list[Template], face: Face) -> int:
    """Check that both answers agree for one lead and many replies; return how many match."""
    examples = example_plays()
    exact = honours_of(examples[lead], masks_of(examples[reply] for reply in replies), face) > 0
    differ = exact != (branches_of(lead, replies, face) > 0)
    assert not differ.any(), f"{lead} {replies[int(differ.argmax())]}"
    return int(exact.sum())


def test_exact_packing_agrees_with_the_search_in_plain_suits() -> None:
    # All 21,961 questions, always.
    leads = templates_by_cards(PLAIN)
    matched = [count_matches(lead, leads[n], as_text) for n in leads for lead in leads[n]]
    assert sum(len(replies) ** 2 for replies in leads.values()) == 21_961
    assert sum(matched) == 7_855


def test_exact_packing_agrees_with_the_search_where_each_level_holds_at_most_one_pair() -> None:
    # All 229,134 questions in trumps, whose templates include those of plain suits.
    leads, replies = templates_by_cards(TRUMP), templates_by_cards(TRUMP, most_shared_pairs=1)
    matched = [count_matches(lead, replies[n], machine) for n in leads for lead in leads[n]]
    assert sum(len(leads[n]) * len(replies[n]) for n in leads) == 229_134
    assert sum(matched) == 74_408


def test_the_cutting_that_explains_a_match_is_there_where_the_search_finds_an_order() -> None:
    # A seeded sample of 500 of the questions above, put to the objects that people use.
    examples = example_plays()
    for lead, reply in random.Random(26).sample([*questions(TRUMP)], 500):
        found = match(examples[lead], examples[reply], "S2")
        assert bool(found) == permutation_search(lead, reply).matched
        if isinstance(found, Match):
            check_match(examples[lead], examples[reply], "S2", found)


@pytest.mark.exhaustive
def test_only_the_template_of_a_play_decides_where_each_level_holds_at_most_one_pair(
    exhaustive: bool,
) -> None:
    # All 64,838 sets of 1 to 12 pairs on levels of their own, each beside the example of its
    # template, as replies to leads of all 266 forms: so the proof above holds for every play, not
    # for the examples alone. A seeded sample of 200 sets and 20 forms without --exhaustive.
    face: Face = machine if exhaustive else as_text
    sets = [levels for levels in range(1, 1 << 16) if levels.bit_count() <= 12]
    examples = example_plays()
    leads = {form_of(play, face): play for play in examples.values()}
    assert (len(sets), len(leads)) == (64_838, 266)
    forms = [*leads]
    if not exhaustive:
        sets, forms = random.Random(27).sample(sets, 200), random.Random(28).sample(forms, 20)
    replies = [pairs_on(levels) for levels in sets]
    alike = [examples[of_pairs(runs_of(levels))] for levels in sets]
    assert [form_of(play, face) for play in replies] == [form_of(play, face) for play in alike]
    masks, masks_alike = masks_of(replies), masks_of(alike)
    for form in forms:
        matched = honours_of(leads[form], masks, face) > 0
        assert (matched == (honours_of(leads[form], masks_alike, face) > 0)).all()


def form_of(lead: tuple[Card, ...], face: Face) -> tuple[int, int, int]:
    """The pairs, longest length and pack code of a lead: all that its replies are asked for."""
    pairs, length, tractors, _ = face(lead_form)(*card_masks(lead), TRUMPS, MAIN, CR)
    return pairs, length, tractors
