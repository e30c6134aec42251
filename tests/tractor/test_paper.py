"""The paper against the engine: its errors, where they agree, what its search misses, Table 3.

The errors are listed in docs/tractor.md, Where the paper errs.
"""

from __future__ import annotations

import doctest
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import product
from math import comb, factorial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from suitwise import tractor
from suitwise.cards import RANKS, Card, full_deck, parse_cards
from suitwise.compiled import machine, rule
from suitwise.errors import IllegalPosition
from suitwise.tractor.blocks import card_masks
from suitwise.tractor.matching import (
    PACKS,
    Match,
    check_match,
    lead_form,
    match,
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

# --- (a) The paper's errors, each on a small input ------------------------------------------------


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
    assert isinstance(found, Match)
    assert sorted(map(str, found.serving)) == ["C2C2SASA", "S2S2D2D2"]


# --- Further errors, found while building --------------------------------------------------------


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
    for lead, follow in questions(PLAIN, most_cards=most):
        printed = any(printed_order_serves(order, follow) for order in orders_of(lead))
        assert printed == permutation_search(lead, follow).matched


def test_exact_match_first_in_the_text_and_first_fit_in_algorithm_4_give_different_answers() -> (
    None
):
    lead, follow = Template.of([6, 4, 4]), Template.of([8, 6])
    assert printed_same_structure(lead, follow, exact_first=True)
    assert not printed_same_structure(lead, follow)


def test_one_descending_order_misses_38_packings_by_first_fit_and_3_by_exact_match_first() -> None:
    packings = [(of_pairs(a), of_pairs(b)) for a in PACKS for b in PACKS if sum(a) <= sum(b)]
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
    assert permutation_search(lead, follow).branches == 14
    assert [str(branch) for branch in search_tree(lead, follow)][-1] == "no 12"


# --- The search itself ----------------------------------------------------------------------------


def orders_of(lead: Template) -> Iterator[list[int]]:
    order = sorted(lead.sizes)
    yield order
    while next_order(order, len(order)) >= 0:
        yield order


def runs_of(levels: int) -> tuple[int, ...]:
    """The lengths of the runs of a mask of levels, longest first."""
    return tuple(sorted(map(len, f"{levels:b}".replace("0", " ").split()), reverse=True))


def of_pairs(lengths: Iterable[int]) -> Template:
    """The template of tractors and pairs, from their lengths in pairs."""
    return Template.of(2 * length for length in lengths)


@cache
def templates_by_cards(classes: Classes, most_shared_pairs: int = 4) -> dict[int, list[Template]]:
    by_cards: dict[int, list[Template]] = {cards: [] for cards in range(1, 26)}
    for found in all_templates(classes, most_shared_pairs):
        by_cards[found.cards].append(found)
    return by_cards


def questions(classes: Classes, most_cards: int = 25) -> Iterator[tuple[Template, Template]]:
    """Every lead against every reply of as many cards whose pairs share no level."""
    leads, replies = templates_by_cards(classes), templates_by_cards(classes, most_shared_pairs=1)
    for cards in range(1, most_cards + 1):
        yield from product(leads[cards], replies[cards])


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


def test_a_template_refuses_sizes_that_no_block_has() -> None:
    with pytest.raises(IllegalPosition, match=r"4, 6, 8"):
        Template.of([3])
    with pytest.raises(IllegalPosition, match="longest first"):
        Template((4, 6), 0, 0)
    with pytest.raises(IllegalPosition, match="at most 25"):
        pools_of(Template((), 13, 0))


# --- (b) Exact packing and the search put right agree ---------------------------------------------

MAIN, CR = 0, 0  # spades, 2: S3..SA on Φ 13..24, then H2 D2 C2, S2, BJ, RJ
ON_LEVEL = parse_cards("S3S4S5S6S7S8S9STSJSQSKSAH2S2BJRJ")
ALSO_ON_25 = parse_cards("D2C2")
SHARED = 12
"""The place of Φ 25 among the 16 levels."""


@rule
def engine_answers(once: int, twice: int, replies: Any, honours: Any) -> None:
    """Fill in the honours of replies, two card masks each, to a lead in trumps."""
    pairs, length, tractors, _ = lead_form(once, twice, TRUMPS, MAIN, CR)
    for i in range(len(replies)):
        honours[i] = reply_honour(
            replies[i][0], replies[i][1], TRUMPS, MAIN, CR, pairs, length, tractors
        )


Face = Callable[[Any], Callable[..., Any]]


def as_text(function: Any) -> Callable[..., Any]:
    """A rule's plain face, where ``machine`` gives the compiled one."""
    face: Callable[..., Any] = function
    return face


def pairs_on(levels: int, spare: int = 0) -> tuple[Card, ...]:
    """A pair on each level of a mask, and so many more pairs on Φ 25."""
    cards = [card for place, card in enumerate(ON_LEVEL) if levels >> place & 1]
    return (*cards, *ALSO_ON_25[:spare]) * 2


def with_singles(pairs: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Add any number of singles, on the lowest classes without a pair."""
    free = [card for card in ON_LEVEL + ALSO_ON_25 if card not in pairs]
    plays = (pairs + tuple(free[:singles]) for singles in range(len(free) + 1))
    return (play for play in plays if 1 <= len(play) <= 25)


@cache
def example_plays() -> dict[Template, tuple[Card, ...]]:
    """A play in trumps, main S, CR 2, for each template there is; on low levels where it can be."""
    examples: dict[Template, tuple[Card, ...]] = {}
    sets = reversed(range(1 << 16))
    lowest = {(runs_of(levels), levels >> SHARED & 1): levels for levels in sets}
    for (runs, on_shared), levels in sorted(lowest.items(), key=lambda item: item[1]):
        for spare in range(3 if on_shared else 1):
            if sum(runs) + spare <= 12:
                for play in with_singles(pairs_on(levels, spare)):
                    examples.setdefault(template(play, "S2"), play)
    return examples


def masks_of(plays: Iterable[tuple[Card, ...]]) -> Any:
    return np.array([card_masks(play) for play in plays])


def honours_of(lead: tuple[Card, ...], replies: Any, face: Face) -> Any:
    """The engine's honours of replies, given by their masks; 0 where one doesn't match."""
    honours = np.zeros(len(replies), np.int64)
    face(engine_answers)(*card_masks(lead), replies, honours)
    return honours


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


def test_every_template_is_that_of_a_play_and_trump_has_those_of_plain_suits() -> None:
    examples = example_plays()
    assert set(examples) == set(all_templates(TRUMP))
    assert set(examples) > set(all_templates(PLAIN)) > set(all_templates(TRUMP_WITHOUT_SUIT))
    counts = [len(all_templates(kind)) for kind in (PLAIN, TRUMP, TRUMP_WITHOUT_SUIT)]
    assert counts == [555, 1690, 50]
    assert len(all_templates(TRUMP, most_shared_pairs=1)) == 1564


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


# --- (c) What the search misses where pairs share a level -----------------------------------------


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
        "{4,4} {6,2} 1",
        "{4,4,1,1} {6,2,2} 11",
        "{4,4,4} {6,4,2} 9",
        "{4,4,1,1,1,1} {6,2,2,2} 46",
        "{6,4} {8,2} 2",
        "{6,4,1,1} {8,2,2} 20",
        "{4,4,4} {10,2} 2",
        "{8,4} {10,2} 2",
        "{6,6} {10,2} 1",
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
    # Replies of at most 8 pairs; of all 12 under --exhaustive.
    most_pairs = 12 if exhaustive else 8
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


# --- (d) Table 3 ----------------------------------------------------------------------------------


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


def test_the_examples_in_the_script_of_the_table_hold() -> None:
    assert doctest.testmod(table3()).failed == 0
