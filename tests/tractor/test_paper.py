"""The paper against the engine: its errors, where they agree, what its search misses, Table 3.

Seed: ``000_39784348951a50e4.txt``; the list of errors is §7 of the rules page.
"""

from __future__ import annotations

import random
import runpy
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from suitwise import tractor
from suitwise.cards import RANKS, Card, format_cards, full_deck, parse_cards
from suitwise.compiled import machine, rule
from suitwise.errors import IllegalPosition
from suitwise.tractor.blocks import card_masks
from suitwise.tractor.matching import (
    PACKS,
    check_match,
    lead_form,
    match,
    parted_view,
    reply_honour,
)
from suitwise.tractor.order import TRUMPS, partition, phi
from suitwise.tractor.paper import (
    PLAIN,
    TRUMP,
    TRUMP_WITHOUT_SUIT,
    Classes,
    Template,
    all_templates,
    count_branches_of_all,
    distinct_orders,
    next_order,
    permutation_search,
    pools_of,
    printed_order_serves,
    printed_phi,
    printed_same_structure,
    printed_structure,
    search_tree,
    template,
)
from tests.oracles import tractor_oracle

DOCS = Path(__file__).parents[2] / "docs"
WIDEST_LEAD = "S3S3S4S4S6S6S8S8STSTH2H2C2C2D2D2S5S7S9SJSQSKS2BJRJ"
"""The lead with most orders of its blocks, under trump S2."""

# --- (a) The paper's errors, each on a small input (rules page §7) ---------------------------------


@pytest.mark.parametrize("rank", RANKS)
def test_algorithm_1_without_a_main_suit_lets_jokers_and_rank_cards_collide(rank: str) -> None:
    trump = "O" + rank
    trumps = [card for card in full_deck() if partition(card, trump) == "T"]
    assert {phi(card, trump) for card in trumps} == {14, 15, 16}  # no plain card has these
    assert all(printed_phi(card, trump) <= 13 for card in trumps)
    assert printed_phi("RJ", trump) == printed_phi("BJ", trump) == printed_phi("HJ", trump)
    if rank != "A":
        above = RANKS[RANKS.index(rank) + 1]
        assert printed_phi("H" + rank, trump) == printed_phi("H" + above, trump)


@pytest.mark.parametrize("main", "SHDC")
@pytest.mark.parametrize("rank", RANKS)
def test_algorithm_1_with_a_main_suit_is_right(main: str, rank: str) -> None:
    for card in full_deck():
        assert printed_phi(card, main + rank) == phi(card, main + rank)


def test_algorithm_3_tries_the_descending_order_only_and_misses_6_4_4_against_runs_8_6() -> None:
    lead, reply = "H3H3H4H4H5H5H7H7H8H8HTHTHJHJ", "S3S3S4S4S5S5S6S6S8S8S9S9STST"
    templates = template(lead, "S2"), template(reply, "S2")
    assert [t.sizes for t in templates] == [(6, 4, 4), (8, 6)]
    assert not printed_same_structure(*templates)
    assert permutation_search(*templates).order == (4, 4, 6)
    assert match(lead, reply, "S2")


def test_singles_never_serve_a_pair_although_the_text_says_they_serve_any_requirement() -> None:
    # §4.2, step 2: "Any requirement can ultimately be satisfied by ... Singles".
    lead, reply = "HAHA", "H3H4"
    templates = template(lead, "S2"), template(reply, "S2")
    assert not printed_same_structure(*templates)
    assert not permutation_search(*templates).matched
    assert not match(lead, reply, "S2")


def test_algorithm_2_finds_no_tractor_in_an_odd_number_of_cards() -> None:
    assert printed_structure("HQHQHKHK", "S2").tractors == (4,)
    assert printed_structure("HQHQHKHKHA", "S2").tractors == ()
    assert template("HQHQHKHKHA", "S2").tractors == (4,)


def test_algorithm_2_parts_a_tractor_where_rank_cards_share_a_level() -> None:
    play = "SASAC2C2D2S2S2RJ"
    assert printed_structure(play, "S2").sizes == (4, 2, 1, 1)
    assert template(play, "S2").sizes == (6, 1, 1)


def test_algorithm_2_depends_on_the_order_in_which_rank_cards_are_written() -> None:
    together, mixed = "C2C2D2D2S2S2", "C2D2C2D2S2S2"
    assert printed_structure(together, "S2").sizes == (4, 2)
    assert printed_structure(mixed, "S2").sizes == (2, 1, 1, 1, 1)
    assert template(together, "S2").sizes == template(mixed, "S2").sizes == (4, 2)


def test_n_factorial_is_never_needed_since_the_widest_lead_has_80080_orders_not_16_factorial() -> (
    None
):
    widest = template(WIDEST_LEAD, "S2")
    assert widest == Template((4,), pairs=6, singles=9)
    assert (widest.cards, widest.blocks) == (25, 16)
    assert distinct_orders(widest) == 80_080 < factorial(16)


def test_25_singles_cannot_be_led() -> None:
    assert max(lead.singles for lead in all_templates(PLAIN)) == 12
    assert max(lead.singles for lead in all_templates(TRUMP)) == 18
    assert max(lead.singles for lead in all_templates(TRUMP_WITHOUT_SUIT)) == 6


def test_phi_alone_names_no_winner_of_a_tie_or_of_a_throw() -> None:
    tie = ["H5", "C5", "D5", "S2"]
    assert [printed_phi(card, "S5") for card in tie] == [25, 25, 25, 13]
    assert tractor.judge_trick("S5", tie).winner == 0  # ties go to the earlier player
    throw = ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"]
    highest = [max(phi(card, "S2") for card in parse_cards(play)) for play in throw]
    assert highest == [12, 19, 17, 4]
    assert template(throw[2], "S2") == template(throw[0], "S2") != template(throw[1], "S2")
    assert tractor.judge_trick("S2", throw).winner == 1  # the longest block's top decides


def test_a_template_forgets_what_pairs_on_a_shared_level_can_do() -> None:
    lead, reply = "H3H3H4H4H6H6H7H7", "SASAC2C2D2D2S2S2"
    templates = template(lead, "S2"), template(reply, "S2")
    assert [t.sizes for t in templates] == [(4, 4), (6, 2)]
    assert not permutation_search(*templates).matched
    found = match(lead, reply, "S2")
    assert found
    assert sorted(map(str, found.serving)) == ["C2C2SASA", "S2S2D2D2"]


# --- Further errors, not on the rules page ---------------------------------------------------------


def test_algorithm_3_serves_a_pair_from_one_card_left_in_the_pair_pool() -> None:
    lead, one_pair = Template((), pairs=1, singles=1), Template((), pairs=1, singles=0)
    assert printed_order_serves([1, 2], one_pair)  # three cards served from two
    assert not printed_same_structure(lead, one_pair)  # the descending order hides it
    with pytest.raises(IllegalPosition, match="as many cards"):
        permutation_search(lead, one_pair)


@pytest.mark.exhaustive
def test_the_overdrawn_pair_pool_never_turns_an_answer_between_equally_many_cards(
    exhaustive: bool,
) -> None:
    # Plain templates of at most 11 cards here, all of them under --exhaustive.
    most = 24 if exhaustive else 11
    for lead, follow in pairs_of_templates(PLAIN, most_cards=most):
        printed = any(printed_order_serves(order, follow) for order in orders_of(lead))
        assert printed == permutation_search(lead, follow).matched


def test_exact_match_first_in_the_text_and_first_fit_in_algorithm_4_give_different_answers() -> (
    None
):
    lead, follow = Template.of([6, 4, 4]), Template.of([8, 6])
    assert printed_same_structure(lead, follow, exact_first=True)
    assert not printed_same_structure(lead, follow)


def test_one_descending_order_misses_38_packings_by_first_fit_and_3_by_exact_match_first() -> None:
    packings = [(doubled(a), doubled(b)) for a in PACKS for b in PACKS if sum(a) <= sum(b)]
    missed: dict[bool, list[str]] = {False: [], True: []}
    for lead, follow in packings:
        padded = Template(lead.tractors, (follow.cards - lead.cards) // 2, 0)
        for exact_first, misses in missed.items():
            found = printed_same_structure(padded, follow, exact_first)
            if permutation_search(padded, follow).matched != found:
                misses.append(f"{lead} {follow}")
    assert len(missed[False]) == 38
    assert missed[False][0] == "{6,4,4} {8,6}"
    assert missed[True] == ["{6,4,4,4,4} {12,10}", "{6,6,4,4,4} {14,10}", "{8,6,6} {12,10}"]


def test_breaking_off_an_order_does_not_prune_the_orders_that_begin_like_it() -> None:
    # §4.2.3 says it does. Only its next permutation fails at the same block again.
    lead, follow = Template.of([12, 4, 2, 2, 2]), Template.of([10, 4, 4, 4])
    assert permutation_search(lead, follow).orders == distinct_orders(lead) == 20
    assert permutation_search(lead, follow).branches == 9
    assert [str(branch) for branch in search_tree(lead, follow)][-1] == "no 12"


# --- The search itself -----------------------------------------------------------------------------


def orders_of(lead: Template) -> Iterator[list[int]]:
    order = sorted(lead.sizes)
    yield order
    while next_order(order, len(order)) >= 0:
        yield order


def doubled(pack: tuple[int, ...]) -> Template:
    """A template of tractors alone, from their lengths in pairs."""
    return Template(tuple(2 * length for length in pack), 0, 0)


def pairs_of_templates(classes: Classes, most_cards: int) -> Iterator[tuple[Template, Template]]:
    by_cards = templates_by_cards(classes, most_shared_pairs=1)
    for cards in range(1, most_cards + 1):
        for lead in by_cards[cards]:
            for follow in by_cards[cards]:
                yield lead, follow


@cache
def templates_by_cards(classes: Classes, most_shared_pairs: int = 4) -> dict[int, list[Template]]:
    by_cards: dict[int, list[Template]] = {cards: [] for cards in range(1, 26)}
    for found in all_templates(classes, most_shared_pairs):
        by_cards[found.cards].append(found)
    return by_cards


def test_pruning_settles_every_order_once_and_finds_the_first_that_serves() -> None:
    for lead, follow in pairs_of_templates(PLAIN, most_cards=9):
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


def test_a_template_refuses_sizes_that_no_block_has() -> None:
    with pytest.raises(IllegalPosition, match=r"4, 6, 8"):
        Template.of([3])
    with pytest.raises(IllegalPosition, match="longest first"):
        Template((4, 6), 0, 0)
    with pytest.raises(IllegalPosition, match="at most 25"):
        pools_of(Template((), 13, 0))


# --- (b) Exact packing and the search put right agree ----------------------------------------------

MAIN, CR = 0, 0  # spades, 2: S3..SA on Φ 13..24, then H2 D2 C2, S2, BJ, RJ
ON_LEVEL = (*parse_cards("S3S4S5S6S7S8S9STSJSQSKSA"), *parse_cards("H2S2BJRJ"))
ALSO_ON_25 = parse_cards("D2C2")


@rule
def engine_answers(once: int, twice: int, follows: Any, honours: Any) -> None:
    """Fill in the honours of replies, two card masks each, to a lead in trumps."""
    pairs, length, tractors, _ = lead_form(once, twice, TRUMPS, MAIN, CR)
    for i in range(len(follows)):
        honours[i] = reply_honour(
            follows[i][0], follows[i][1], TRUMPS, MAIN, CR, pairs, length, tractors
        )


def cards_on(levels: int, spare: int = 0) -> list[Card]:
    """The classes on a mask of the 16 trump levels, and so many more on Φ 25."""
    return [card for i, card in enumerate(ON_LEVEL) if levels >> i & 1] + list(ALSO_ON_25[:spare])


@cache
def example_plays() -> dict[Template, tuple[Card, ...]]:
    """A play in trumps, S2, for each template there is: singles on the lowest free classes."""
    examples: dict[Template, tuple[Card, ...]] = {}
    seen = set()
    for levels in range(1 << 16):
        runs = tuple(sorted(map(len, f"{levels:b}".replace("0", " ").split())))
        if (runs, levels >> 12 & 1) in seen or sum(runs) > 12:
            continue
        seen.add((runs, levels >> 12 & 1))
        for spare in range(3 if levels >> 12 & 1 else 1):
            for play in with_singles(cards_on(levels, spare)):
                examples.setdefault(template(play, "S2"), play)
    return examples


def with_singles(paired: list[Card]) -> Iterator[tuple[Card, ...]]:
    free = [card for card in ON_LEVEL + ALSO_ON_25 if card not in paired]
    for singles in range(len(free) + 1):
        play = (*paired, *paired, *free[:singles])
        if 1 <= len(play) <= 25:
            yield play


def run_plain(function: Callable[..., None]) -> Callable[..., None]:
    return function


def check_agreement(
    lead: Template, follows: list[Template], face: Callable[[Any], Callable[..., None]]
) -> int:
    """Compare both answers for one lead and many replies; return how many of them match."""
    examples = example_plays()
    masks = np.array([card_masks(examples[follow]) for follow in follows])
    honours, branches = np.zeros((2, len(follows)), np.int64)
    face(engine_answers)(*card_masks(examples[lead]), masks, honours)
    pools = np.array([pools_of(follow) for follow in follows])
    order, room = np.zeros(lead.blocks, np.int64), np.zeros(lead.blocks + 1, np.int64)
    face(count_branches_of_all)(np.array(sorted(lead.sizes)), pools, order, room, branches)
    differ = (honours > 0) != (branches > 0)
    assert not differ.any(), f"{lead} {follows[int(differ.argmax())]}"
    return int((honours > 0).sum())


def test_every_template_is_a_play_that_can_be_held() -> None:
    examples = example_plays()
    assert set(examples) == set(all_templates(TRUMP))
    assert set(all_templates(PLAIN)) < set(examples)
    assert set(all_templates(TRUMP_WITHOUT_SUIT)) < set(examples)
    counts = [len(all_templates(kind)) for kind in (PLAIN, TRUMP, TRUMP_WITHOUT_SUIT)]
    assert counts == [555, 1690, 50]
    assert len(all_templates(TRUMP, most_shared_pairs=1)) == 1564


@pytest.mark.exhaustive
def test_exact_packing_agrees_with_the_search_where_each_level_holds_at_most_one_pair(
    exhaustive: bool,
) -> None:
    # Every lead against every reply of as many cards, in trumps, whose templates include those of
    # plain suits: 229,134 questions; a seeded sample of 3,000 of them without --exhaustive.
    leads, follows = templates_by_cards(TRUMP), templates_by_cards(TRUMP, most_shared_pairs=1)
    assert sum(len(leads[cards]) * len(follows[cards]) for cards in leads) == 229_134
    if exhaustive:
        matched = sum(
            check_agreement(lead, follows[cards], machine)
            for cards in leads
            for lead in leads[cards]
        )
        assert matched == 74_408
        return
    questions = [(lead, reply) for n in leads for lead in leads[n] for reply in follows[n]]
    for lead, reply in random.Random(25).sample(questions, 3_000):
        check_agreement(lead, [reply], run_plain)


def test_the_cutting_that_explains_a_match_exists_where_the_search_finds_an_order() -> None:
    # A seeded sample of 1,000 of the questions above, on the objects that people use.
    leads, follows = templates_by_cards(TRUMP), templates_by_cards(TRUMP, most_shared_pairs=1)
    questions = [(lead, reply) for n in leads for lead in leads[n] for reply in follows[n]]
    examples = example_plays()
    for lead, reply in random.Random(26).sample(questions, 1_000):
        found = match(examples[lead], examples[reply], "S2")
        assert bool(found) == permutation_search(lead, reply).matched
        if found:
            check_match(examples[lead], examples[reply], "S2", found)


@pytest.mark.exhaustive
def test_the_engine_asks_a_play_for_its_template_only_where_no_two_pairs_share_a_level(
    exhaustive: bool,
) -> None:
    # All 64,838 sets of 1 to 12 paired levels as replies to all 293 forms of a lead, which extends
    # the proof above to every play; a seeded sample of 300 without --exhaustive.
    levels = [mask for mask in range(1, 1 << 16) if mask.bit_count() <= 12]
    face = machine if exhaustive else run_plain
    if not exhaustive:
        levels = random.Random(27).sample(levels, 300)
    replies = [card_masks(tuple(cards_on(mask) * 2)) for mask in levels]
    examples = example_plays()
    likes = [card_masks(examples[doubled_runs(mask)]) for mask in levels]
    forms = {face(lead_form)(*card_masks(play), TRUMPS, MAIN, CR)[:3]: play for play in examples.values()}
    assert [face(lead_form)(*r, TRUMPS, MAIN, CR)[:3] for r in replies] == [
        face(lead_form)(*like, TRUMPS, MAIN, CR)[:3] for like in likes
    ]
    honours, like_honours = np.zeros((2, len(levels)), np.int64)
    print(len(forms), len(levels))
    for lead in forms.values():
        face(engine_answers)(*card_masks(lead), np.array(replies), honours)
        face(engine_answers)(*card_masks(lead), np.array(likes), like_honours)
        assert ((honours > 0) == (like_honours > 0)).all()


def runs(levels: int) -> tuple[int, ...]:
    """The lengths of the runs of a mask of levels, longest first."""
    return tuple(sorted(map(len, f"{levels:b}".replace("0", " ").split()), reverse=True))


def doubled_runs(levels: int) -> Template:
    return Template.of(2 * run for run in runs(levels))


# --- (c) What the search misses where pairs share a level ------------------------------------------


def parted_runs(levels: int) -> tuple[int, ...]:
    """The runs if Φ 25 ends the run below it, and its second pair begins the run above it."""
    return tuple(sorted(runs(levels & 0x1FFF) + runs(levels >> 12), reverse=True))


def shared_structures(spare: int) -> dict[tuple[Template, tuple[int, ...]], list[int]]:
    """Replies of pairs, 1 + spare of them on Φ 25: the masks of each shape.

    A shape is what the template shows (which joins the runs below and above Φ 25 by one pair) and
    the runs parted by two pairs on Φ 25.
    """
    shapes: dict[tuple[Template, tuple[int, ...]], list[int]] = {}
    for levels in range(1 << 16):
        if levels >> 12 & 1 and levels.bit_count() + spare <= 12:
            joined = Template.of([2 * run for run in runs(levels)] + [2] * spare)
            shapes.setdefault((joined, parted_runs(levels)), []).append(levels)
    return shapes


@cache
def lead_with_tractors(tractors: tuple[int, ...], cards: int) -> Template | None:
    """The lead in trumps of so many cards with these tractors and fewest pairs, if there is one."""
    fitting = [lead for lead in templates_by_cards(TRUMP)[cards] if lead.tractors == tractors]
    return min(fitting, key=lambda lead: lead.pairs, default=None)


def questions_on_shared_levels(
    spare: int, most_pairs: int = 12
) -> Iterator[tuple[Template, Template, list[int]]]:
    """Every lead's tractors against every shape: the lead, the reply's template, its masks."""
    for (joined, _), masks in shared_structures(spare).items():
        for pack in PACKS:
            lead = lead_with_tractors(doubled(pack).tractors, joined.cards)
            if joined.cards <= 2 * most_pairs and lead and lead.cards - lead.singles <= joined.cards:
                yield lead, joined, masks
