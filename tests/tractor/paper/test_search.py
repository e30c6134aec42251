"""The paper's search put right: it tries every order once, and prunes as it says."""

from __future__ import annotations

import pytest

from suitwise.errors import IllegalPosition
from tests.oracles.tractor_paper.census import PLAIN
from tests.oracles.tractor_paper.printed import printed_order_serves
from tests.oracles.tractor_paper.search import permutation_search, pools_of, search_tree
from tests.oracles.tractor_paper.template import Template, template
from tests.tractor.templates import WIDEST_LEAD, orders_of, questions


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
