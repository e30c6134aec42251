"""The paper's search put right: it tries every order once, and prunes as it says."""

from __future__ import annotations

import random
from collections import Counter
from math import factorial, prod
from typing import Any

import numpy as np
import pytest

from suitwise import tractor
from suitwise.cards import RANKS, Card, full_deck, parse_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor.rules.blocks import PACKS, card_masks, lead_form
from suitwise.tractor.rules.deck import TRUMPS
from tests.oracles.tractor_paper import printed as paper_printed
from tests.oracles.tractor_paper.census import PLAIN, TRUMP, TRUMP_WITHOUT_SUIT, all_templates
from tests.oracles.tractor_paper.orders import distinct_orders
from tests.oracles.tractor_paper.printed import (
    printed_order_serves,
    printed_phi,
    printed_same_structure,
    printed_structure,
)
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


# --- A template is made of blocks only ------------------------------------------------------------


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


@pytest.mark.exhaustive
def test_exact_packing_agrees_with_the_search_where_each_level_holds_at_most_one_pair(
    exhaustive: bool,
) -> None:
    # All 229,134 questions in trumps, whose templates include those of plain suits; by default of each
    # fourth lead.
    leads, replies = templates_by_cards(TRUMP), templates_by_cards(TRUMP, most_shared_pairs=1)
    asked = {n: leads[n] if exhaustive else leads[n][::4] for n in leads}
    matched = [count_matches(lead, replies[n], machine) for n in asked for lead in asked[n]]
    assert sum(len(leads[n]) * len(replies[n]) for n in leads) == 229_134
    if exhaustive:
        assert sum(matched) == 74_408
    else:
        assert sum(matched) > 10_000


def test_the_cutting_that_explains_a_match_is_there_where_the_search_finds_an_order() -> None:
    # A seeded sample of 500 of the questions above, put to the objects that people use.
    examples = example_plays()
    for lead, reply in random.Random(26).sample([*questions(TRUMP)], 500):
        found = tractor.match(examples[lead], examples[reply], "S2")
        assert bool(found) == permutation_search(lead, reply).matched
        if isinstance(found, tractor.Match):
            tractor.check_match(examples[lead], examples[reply], "S2", found)


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


# --- The drawing of the paper's search ------------------------------------------------------------


# --- The paper's errors, each on a small input beside the right answer ----------------------------
# They are listed in docs/tractor-engine.md, Where the paper errs.


@pytest.mark.parametrize("rank", RANKS)
def test_algorithm_1_without_a_main_suit_lets_jokers_and_rank_cards_collide(rank: str) -> None:
    trump = "O" + rank
    trumps = [card for card in full_deck() if tractor.partition(card, trump) == "T"]
    assert {tractor.phi(card, trump) for card in trumps} == {14, 15, 16}  # no plain card has these
    assert all(printed_phi(card, trump) <= 13 for card in trumps)
    assert printed_phi("RJ", trump) == printed_phi("BJ", trump) == printed_phi("HJ", trump)
    if rank != "A":
        above = RANKS[RANKS.index(rank) + 1]
        assert printed_phi("H" + rank, trump) == printed_phi("H" + above, trump)


@pytest.mark.parametrize("main", "SHDC")
@pytest.mark.parametrize("rank", RANKS)
def test_algorithm_1_with_a_main_suit_is_right(main: str, rank: str) -> None:
    for card in full_deck():
        assert printed_phi(card, main + rank) == tractor.phi(card, main + rank)


def test_algorithm_3_tries_the_descending_order_only_and_misses_6_4_4_against_runs_8_6() -> None:
    lead, reply = "H3H3H4H4H5H5H7H7H8H8HTHTHJHJ", "S3S3S4S4S5S5S6S6S8S8S9S9STST"
    templates = template(lead, "S2"), template(reply, "S2")
    assert [t.sizes for t in templates] == [(6, 4, 4), (8, 6)]
    assert not printed_same_structure(*templates)
    assert permutation_search(*templates).order == (4, 4, 6)
    assert tractor.match(lead, reply, "S2")


def test_singles_never_serve_a_pair_although_the_text_says_they_serve_any_requirement() -> None:
    # §4.2, step 2: "Any requirement can ultimately be satisfied by ... Singles".
    lead, reply = "HAHA", "H3H4"
    templates = template(lead, "S2"), template(reply, "S2")
    assert not printed_same_structure(*templates)
    assert not permutation_search(*templates).matched
    assert not tractor.match(lead, reply, "S2")


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
    highest = [max(tractor.phi(card, "S2") for card in parse_cards(play)) for play in throw]
    assert highest == [12, 19, 17, 4]
    assert template(throw[2], "S2") == template(throw[0], "S2") != template(throw[1], "S2")
    assert tractor.judge_trick("S2", throw).winner == 1  # the longest block's top decides


def test_a_template_forgets_what_pairs_on_a_shared_level_can_do() -> None:
    lead, reply = "H3H3H4H4H6H6H7H7", "SASAC2C2D2D2S2S2"
    templates = template(lead, "S2"), template(reply, "S2")
    assert [t.sizes for t in templates] == [(4, 4), (6, 2)]
    assert not permutation_search(*templates).matched
    found = tractor.match(lead, reply, "S2")
    assert isinstance(found, tractor.Match)
    assert sorted(map(str, found.serving)) == ["C2C2SASA", "S2S2D2D2"]


# --- Further errors, found while building ---------------------------------------------------------


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


# Main suit S, CR 2: no two of these pairs are neighbours.
WITHOUT_TRACTOR = "S3S3S4S5S5S6S7S7S8S9S9STSJSJSQSKSKSAH2H2C2C2D2D2BJ"


@pytest.mark.parametrize("cards", range(4, 26))
def test_algorithm_2_looks_through_a_square_of_windows_where_table_2_says_o_of_m(
    cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    is_tractor = paper_printed._is_sequence_of_pairs

    def counting(window: list[Any], levels: list[int]) -> bool:
        looked.append(len(window))
        return is_tractor(window, levels)

    monkeypatch.setattr(paper_printed, "_is_sequence_of_pairs", counting)
    play = parse_cards(WITHOUT_TRACTOR)[:cards]
    assert printed_structure(play, "S2").tractors == template(play, "S2").tractors == ()
    assert len(looked) == (cards // 2 - 1) ** 2
    if cards == 24:
        assert (len(looked), sum(looked)) == (121, 1254)


def test_ten_blocks_have_12600_orders_at_most_where_table_3_and_the_lost_table_4_say_10_factorial() -> (
    None
):
    most = {}
    for name, classes in (("plain", PLAIN), ("trump", TRUMP)):
        leads = all_templates(classes)
        most[name] = max(distinct_orders(lead) for lead in leads if len(lead.sizes) == 10)
        assert max(len(set(lead.sizes)) for lead in leads) <= 5
    assert most == {"plain": 2520, "trump": 12_600}
    assert factorial(10) == 3_628_800


def test_packing_run_by_run_has_12_states_at_most_and_all_its_questions_are_in_a_table() -> None:
    # What is still to be placed is so many of each length.
    assert max(prod(n + 1 for n in Counter(pack).values()) for pack in PACKS) == 12
    assert len(PACKS) ** 2 == 5929


def test_algorithm_3_never_sees_the_hand_that_could_have_followed_better() -> None:
    lead, play = "H3H3H4H4", "H6H6H9H9"
    able, unable = (tractor.duty_of("S2", lead, play + rest) for rest in ("H7H7HJ", "H8HJ"))
    assert (able.why_not(play) or "").startswith("follow tractors: a tractor of 2 pairs is owed")
    assert unable.why_not(play) is None
    # All that the paper's engine is told is the same in both: the templates of the two plays.
    assert not printed_same_structure(template(lead, "S2"), template(play, "S2"))
    assert not permutation_search(template(lead, "S2"), template(play, "S2")).matched
