"""Matching a reply to a lead: exact, with a witness, with the best honour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import Card, format_cards, full_deck, parse_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor import Block, Match, NoMatch, check_match, decompose, match, partition, phi
from suitwise.tractor.rules.blocks import (
    FITS,
    PACKS,
    WEIGHT,
    answer_trick,
    best_top,
    card_masks,
    highest_window,
    lead_form,
    one_partition,
    open_trick,
    reply_honour,
    runs_of,
)
from suitwise.tractor.rules.deck import TRUMPS, as_trump, partition_mask
from tests.oracles import tractor_oracle
from tests.tractor.positions import (
    Play,
    ladder,
    partitions_of,
    some_lead_and_reply,
    some_play,
    some_trick,
)

KNOT = "SASAC2C2D2D2S2S2"
"""Under trump S2: ace, two pairs of rank cards on one level, the rank card of the main suit."""


def served(lead: str, reply: str, trump: str) -> str:
    """Return the witness as text after verifying it, or ``no: `` and the reason."""
    found = match(lead, reply, trump)
    if isinstance(found, NoMatch):
        return f"no: {found}"
    check_match(lead, reply, trump, found)
    return f"{found}; honour {found.honour}"


# --- Anchors of the rules -------------------------------------------------------------------------


def test_a_throw_of_a_pair_and_two_singles_is_served_by_a_pair_of_trumps() -> None:
    assert served("HAHAHKHQ", "S3S3S9S9", "S2") == "S9S9 S3 S3; honour 19"
    assert served("HAHAHKHQ", "S5S5S6S7", "S2") == "S5S5 S7 S6; honour 15"


def test_four_diamonds_do_not_serve_a_lead_of_hearts() -> None:
    reason = "the reply is all diamonds, not all hearts or all trump"
    assert served("HAHAHKHQ", "D3D4D5D6", "S2") == f"no: {reason}"


def test_a_longer_tractor_serves_as_shorter_tractors_pairs_and_singles() -> None:
    eight = "S3S3S4S4S5S5S6S6"
    assert served("H3H3H4H4H6H6H7H7", eight, "S2") == "S6S6S5S5 S4S4S3S3; honour 16"
    assert served("H3H3H4H4H6H6H8H8", eight, "S2") == "S6S6S5S5 S4S4 S3S3; honour 16"
    assert served("H3H3H4H4H6H8HTHQ", eight, "S2") == "S6S6S5S5 S4 S4 S3 S3; honour 16"
    assert served("H3H3H5H5H7H8HTHQ", eight, "S2") == "S6S6 S5S5 S4 S4 S3 S3; honour 16"


def test_a_pair_serves_as_two_singles() -> None:
    assert served("H3H5", "HAHA", "S2") == "HA HA; honour 12"


@pytest.mark.parametrize(
    ("lead", "reply"),
    [
        ("H3H3", "HAHK"),
        ("H3H3H4H4", "HAHAHQHQ"),
        ("H3H3H4H4", "HAHAHKHQ"),
        ("H3H3H4H4H5H5", "HAHAHKHKHJHJ"),
        ("H3H3H4H4H5H5H6H6", "S3S3S4S4S6S6S7S7"),
        ("H3H3H4H4H5H5H7H7H8H8H9H9", "S3S3S4S4S5S5S6S6S8S8S9S9"),
    ],
)
def test_nothing_serves_as_more_than_it_is(lead: str, reply: str) -> None:
    assert served(lead, reply, "S2").startswith("no: ")


def test_two_tractors_meet_on_the_level_of_the_rank_cards() -> None:
    # §3: sizes {4,4} match on 24–25 and 25–26, though the greedy template {6,2} never fits.
    assert served("H3H3H4H4H6H6H7H7", KNOT, "S2") == "S2S2D2D2 C2C2SASA; honour 26"


def test_lead_sizes_6_4_4_fit_runs_of_8_and_6() -> None:
    # §7.2: the paper's one order misses this.
    lead, reply = "H3H3H4H4H5H5H7H7H8H8HTHTHJHJ", "S3S3S4S4S5S5S6S6S8S8S9S9STST"
    assert served(lead, reply, "S2").endswith("honour 20")


def test_the_honour_is_the_best_over_all_cuttings() -> None:
    # The longest tractor could lie in either run; it takes the higher one if the rest still fits.
    lead = "H3H3H4H4H5H5H8H8H9H9"
    assert served(lead, "S3S3S4S4S6S6S7S7S8S8", "S2").endswith("honour 18")
    assert served(lead, "S3S3S4S4S5S5S7S7S8S8", "S2").endswith("honour 15")


def test_a_tractor_that_would_leave_no_room_for_the_others_is_not_the_best() -> None:
    # Of the run of five the top three would leave two, but the other tractors need three and two.
    lead = "H3H3H4H4H5H5H7H7H8H8H9H9"
    assert served(lead, "S3S3S4S4S5S5S6S6S7S7S8S8", "S2").endswith("honour 18")
    lead = "H3H3H4H4H5H5H7H7H8H8HTHTHJHJ"
    assert served(lead, "S3S3S4S4S5S5S7S7S8S8S9S9STST", "S2").endswith("honour 15")


def test_only_the_shape_and_the_suit_of_the_lead_count() -> None:
    for lead in ("H3H3H4H4H6", "HAHAHKHKH3", "H3H4H4H5H5"):
        assert served(lead, "S7S7S8S8SA", "S2") == "S8S8S7S7 SA; honour 18"


def test_trumps_serve_trumps() -> None:
    assert served("S3S3S4S4", "BJBJRJRJ", "S2") == "RJRJBJBJ; honour 28"
    assert served("H2", "C2", "S2") == "C2; honour 25"
    assert served("D2D2BJBJ", "H2H2BJBJ", "O2") == "BJBJH2H2; honour 15"


# --- Reasons --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "reply", "trump", "reason"),
    [
        ("HA", "D3", "S2", "the reply is all diamonds, not all hearts or all trump"),
        ("SA", "D3", "S2", "the reply is all diamonds, not all trump"),
        ("HAHA", "HKS3", "S2", "the reply is of several partitions, not all hearts or all trump"),
        ("S3S3", "H3D3", "S2", "the reply is of several partitions, not all trump"),
        ("HAHA", "HKH3", "S2", "the lead has 1 pair, the reply 0"),
        ("HAHAHQHQ", "HKHKH3H4", "S2", "the lead has 2 pairs, the reply 1"),
        (
            "H3H3H4H4",
            "S4S4S6S6",
            "S2",
            "the lead's tractor of 2 pairs does not fit into the reply's runs of pairs: 1 + 1",
        ),
        (
            "H3H3H4H4H6H6H7H7",
            "S3S3S5S5S6S6S7S7",
            "S2",
            "the lead's tractors of 2 + 2 pairs don't fit into the reply's runs of pairs: 3 + 1",
        ),
        (
            "H3H3H4H4",
            "C2C2D2D2",
            "S2",
            "the lead's tractor of 2 pairs does not fit into the reply's runs of pairs: 1, "
            "and 1 pair more on the rank cards",
        ),
        (
            "H3H3H4H4H6H6H7H7",
            "C2C2D2D2H2H2BJBJ",
            "O2",
            "the lead's tractors of 2 + 2 pairs don't fit into the reply's runs of pairs: 2, "
            "and 2 pairs more on the rank cards",
        ),
    ],
)
def test_a_reply_that_can_t_win_is_told_why(lead: str, reply: str, trump: str, reason: str) -> None:
    found = match(lead, reply, trump)
    assert isinstance(found, NoMatch)
    assert not found
    assert (str(found), found.reason) == (reason, reason)


def kind_of_failure(lead: Play, reply: Play, trump: str) -> str:
    """Return the beginning of the only true reason why a reply can't serve."""
    led, own = {partition(card, trump) for card in lead}, {partition(card, trump) for card in reply}
    if own not in (led, {"T"}):
        return "the reply is "
    wanted = sum(block.size // 2 for block in decompose(lead, trump))
    held = sum(reply.count(card) // 2 for card in set(reply))
    return f"the lead has {wanted} " if held < wanted else "the lead's tractor"


def test_the_reason_is_true() -> None:
    rng = Random(8)
    kinds = set()
    for _ in range(1_500):
        trump, lead, reply = some_lead_and_reply(rng)
        if rng.random() < 0.1:
            reply = tuple(rng.sample(full_deck(2), len(reply)))
        found = match(lead, reply, trump)
        if isinstance(found, NoMatch):
            kind = kind_of_failure(lead, reply, trump)
            assert found.reason.startswith(kind), (trump, lead, reply)
            kinds.add(kind[:10])
    assert kinds == {"the reply ", "the lead h", "the lead's"}


# --- What can't be matched at all -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "reply", "reason"),
    [
        ("HAHA", "HK", "the reply HK has 1 cards, the lead 2"),
        ("HAD3", "HKHQ", "several partitions"),
        ("HA", "", "1 to 25 cards"),
        ("HAHAHK", "D3D3D3", "D3 appears 3 times"),
    ],
)
def test_unequal_or_impossible_plays_are_refused(lead: str, reply: str, reason: str) -> None:
    with pytest.raises(IllegalPosition, match=reason):
        match(lead, reply, "S2")


def test_text_that_is_no_card_is_refused() -> None:
    for lead, reply, trump in (("JK", "HA", "S2"), ("HA", "H", "S2"), ("HA", "HK", "X2")):
        with pytest.raises(NotationError):
            match(lead, reply, trump)


# --- The packing table ----------------------------------------------------------------------------


@cache
def packs_into(tractors: tuple[int, ...], runs: tuple[int, ...]) -> bool:
    """Tell by trying whether tractors fit into runs, each run taking any that leave no excess."""
    if not tractors:
        return True
    first, rest = tractors[0], tractors[1:]
    return any(
        packs_into(rest, tuple(sorted((*runs[:i], run - first, *runs[i + 1 :]))))
        for i, run in enumerate(runs)
        if run >= first
    )


def test_the_packing_table_answers_every_question_as_trying_does() -> None:
    code = {pack: sum(WEIGHT[length] for length in pack) % 128 for pack in PACKS}
    fitting = 0
    for tractors in PACKS:
        for runs in PACKS:
            fits = packs_into(tractors, tuple(sorted(runs)))
            assert FITS[128 * code[tractors] + code[runs]] == fits, (tractors, runs)
            fitting += fits
    assert len(FITS) == 128 * 128
    assert sum(FITS) == fitting  # the codes of no pack fit nowhere


# --- Against trying every place, by levels --------------------------------------------------------

Levels = tuple[int, ...]
"""Pairs on each level, lowest level first."""


@cache
def can_place(pairs: Levels, tractors: tuple[int, ...]) -> bool:
    """Tell by trying every place whether tractors lie disjoint on these pairs."""
    if not tractors:
        return True
    return any(can_place(rest, tractors[1:]) for _, rest in placings(pairs, tractors[0]))


def placings(pairs: Levels, length: int) -> Iterator[tuple[int, Levels]]:
    """Yield (index of the top level, pairs left) for every place of a tractor, highest first."""
    for low in range(len(pairs) - length, -1, -1):
        window = pairs[low : low + length]
        if all(window):
            taken = tuple(n - 1 for n in window)
            yield low + length - 1, (*pairs[:low], *taken, *pairs[low + length :])


def slow_top(pairs: Levels, tractors: tuple[int, ...], lowest: int) -> int:
    """Return the highest top of the first tractor over all placings of all of them, 0 for none."""
    for top, rest in placings(pairs, tractors[0]):
        if can_place(rest, tractors[1:]):
            return lowest + top
    return 0


def fast_top(pairs: Levels, tractors: tuple[int, ...], lowest: int, shared: int) -> int:
    """Ask the package's rule the same."""
    mask = sum(1 << lowest + i for i, n in enumerate(pairs) if n)
    spare = sum(n - 1 for n in pairs if n)
    code = sum(WEIGHT[length] for length in tractors) & 127
    return best_top(mask, spare, shared, code, tractors[0])


def test_the_highest_place_in_a_plain_suit_is_that_of_trying_all() -> None:
    # All 4,096 sets of pairs of a plain suit with all packs but the empty one.
    for bits in range(4096):
        pairs = tuple(bits >> i & 1 for i in range(12))
        for tractors in PACKS[1:]:
            code = sum(WEIGHT[length] for length in tractors) & 127
            assert highest_window(bits << 1, code, tractors[0]) == slow_top(pairs, tractors, 1)


def test_the_highest_place_about_the_rank_cards_is_that_of_trying_all() -> None:
    # All sets of pairs on Φ 18..28, up to three on 25, at most 12 in all, with all packs that so
    # many pairs could hold.
    for bits in range(4096):
        knot = bits & 3
        above, below = bits >> 2 & 7, bits >> 5
        pairs = (*(below >> i & 1 for i in range(7)), knot, *(above >> i & 1 for i in range(3)))
        for tractors in PACKS[1:]:
            if sum(pairs) <= 12 and sum(tractors) <= sum(pairs):
                slow = slow_top(pairs, tractors, 18)
                assert fast_top(pairs, tractors, 18, 25) == slow, (pairs, tractors)


def test_the_highest_place_without_a_main_suit_is_that_of_trying_all() -> None:
    for knot in range(5):
        for jokers in ((0, 0), (0, 1), (1, 0), (1, 1)):
            for tractors in ((2,), (3,), (2, 2), (4,), (3, 2)):
                pairs = (knot, *jokers)
                assert fast_top(pairs, tractors, 14, 14) == slow_top(pairs, tractors, 14)


# --- Against the oracle ---------------------------------------------------------------------------


def honour_by_rule(lead: Play, reply: Play, trump: str) -> int:
    """Return the reply's honour as the fast rules give it."""
    trump_, (once, twice) = as_trump(trump), card_masks(lead)
    main, cr = trump_.main_index, trump_.rank_index
    led, own = one_partition(lead, trump_), one_partition(reply, trump_)
    assert led is not None
    if own not in (led, TRUMPS):
        return 0
    assert own is not None
    form = lead_form(once, twice, led, main, cr)
    return reply_honour(*card_masks(reply), own, main, cr, *form[:3])


@pytest.mark.exhaustive
def test_matching_agrees_with_trying_every_cutting(exhaustive: bool) -> None:
    # 100,000 random leads with replies; by default the first 1,500. More than a tenth have several
    # pairs of rank cards on one level.
    rng = Random(20)
    several = matched = 0
    count = 100_000 if exhaustive else 1_500
    for _ in range(count):
        trump, lead, reply = some_lead_and_reply(rng)
        texts = [str(card) for card in lead], [str(card) for card in reply]
        honour = tractor_oracle.best_match(*texts, *trump)
        found = match(lead, reply, trump)
        assert honour_by_rule(lead, reply, trump) == honour, (trump, *texts)
        assert (found.honour if isinstance(found, Match) else 0) == honour, (trump, *texts)
        if isinstance(found, Match):
            check_match(lead, reply, trump, found)
            matched += 1
        shared = [c for c in set(reply) if reply.count(c) == 2 and c.rank == trump[1] != c.suit]
        several += sum(card.suit != trump[0] for card in shared) > 1
    assert several > count / 10
    assert count / 5 < matched < count * 4 / 5


def test_the_lead_s_own_honour_is_that_of_the_slow_definition() -> None:
    rng = Random(21)
    for _ in range(1_000):
        trump, lead, _ = some_lead_and_reply(rng)
        slow = tractor_oracle.decompose([str(card) for card in lead], *trump)
        trump_ = as_trump(trump)
        led = one_partition(lead, trump_)
        assert led is not None
        pairs, length, _, honour = lead_form(
            *card_masks(lead), led, trump_.main_index, trump_.rank_index
        )
        assert honour == tractor_oracle.lead_honour(slow, *trump)
        assert pairs == sum(len(block) // 2 for block in slow)
        assert length == len(slow[0]) // 2


# --- What must stay the same, and what can only get better ----------------------------------------


@st.composite
def leads_and_replies(draw: st.DrawFn) -> tuple[str, Play, Play]:
    """Draw a trump configuration, a lead and a reply."""
    return some_lead_and_reply(draw(st.randoms(use_true_random=False)))


def honour(lead: Play, reply: Play, trump: str) -> int:
    """Return the reply's honour, 0 if it can't win."""
    found = match(lead, reply, trump)
    return found.honour if isinstance(found, Match) else 0


@given(leads_and_replies(), st.randoms(use_true_random=False))
def test_replacing_a_single_by_a_higher_card_never_lowers_the_honour(
    position: tuple[str, Play, Play], rng: Random
) -> None:
    trump, lead, reply = position
    part = partition(reply[0], trump)
    singles = [card for card in reply if reply.count(card) == 1]
    if not singles:
        return
    old = rng.choice(singles)
    rest = list(reply)
    rest.remove(old)
    for card in ladder(rng, part, trump):
        if phi(card, trump) > phi(old, trump) and rest.count(card) < 2:
            assert honour(lead, (*rest, card), trump) >= honour(lead, reply, trump)


@given(leads_and_replies())
def test_breaking_a_pair_never_makes_a_reply_fit(position: tuple[str, Play, Play]) -> None:
    trump, lead, reply = position
    if match(lead, reply, trump):
        return
    unused = [c for c in ladder(Random(0), partition(reply[0], trump), trump) if c not in reply]
    for card in {card for card in reply if reply.count(card) == 2}:
        broken = list(reply)
        broken.remove(card)
        assert all(not match(lead, (*broken, other), trump) for other in unused)


@given(leads_and_replies(), st.randoms(use_true_random=False))
def test_a_lead_cut_smaller_is_served_by_all_that_served_it_whole(
    position: tuple[str, Play, Play], rng: Random
) -> None:
    trump, lead, reply = position
    if not match(lead, reply, trump):
        return
    # One pair fewer, two singles more: every block of the new lead lies within one of the old.
    doubled = [card for card in set(lead) if lead.count(card) == 2]
    steps = ladder(rng, partition(lead[0], trump), trump)
    unused = [card for card in steps if card not in lead]
    if doubled and unused:
        smaller = list(lead)
        smaller.remove(rng.choice(doubled))
        assert match((*smaller, rng.choice(unused)), reply, trump)


@given(leads_and_replies(), st.randoms(use_true_random=False))
def test_any_cards_of_the_led_suit_serve_a_lead_of_singles(
    position: tuple[str, Play, Play], rng: Random
) -> None:
    trump, _, reply = position
    part = partition(reply[0], trump)
    steps = ladder(rng, part, trump)
    if len(reply) <= len(steps):
        lead = some_play(rng, steps, len(reply), 0)
        assert honour(lead, reply, trump) == max(phi(card, trump) for card in reply)


@given(leads_and_replies(), st.randoms(use_true_random=False))
def test_two_leads_of_one_shape_are_served_alike(
    position: tuple[str, Play, Play], rng: Random
) -> None:
    trump, lead, reply = position
    steps = ladder(rng, partition(lead[0], trump), trump)
    other = some_play(rng, steps, len(lead), sum(lead.count(c) // 2 for c in set(lead)))
    sizes = [[block.size for block in decompose(play, trump)] for play in (lead, other)]
    if sizes[0] == sizes[1]:
        assert honour(lead, reply, trump) == honour(other, reply, trump)


@given(leads_and_replies())
def test_a_reply_a_step_higher_is_worth_a_step_more(position: tuple[str, Play, Play]) -> None:
    trump, lead, reply = position
    steps = [
        card
        for card in ladder(Random(0), partition(reply[0], trump), trump)
        if card.rank != trump[1] and not card.is_joker
    ]
    if not set(reply) <= set(steps[:-1]):
        return
    raised = tuple(steps[steps.index(card) + 1] for card in reply)
    before = honour(lead, reply, trump)
    assert honour(lead, raised, trump) == (before + 1 if before else 0)


@given(st.randoms(use_true_random=False), st.sampled_from("SHDC"), st.sampled_from("23456789TJQKA"))
def test_trumps_of_the_main_suit_serve_as_the_same_ranks_of_a_plain_suit_do(
    rng: Random, main: str, rank: str
) -> None:
    trump = main + rank
    suit = rng.choice([part for part in partitions_of(trump) if part != "T"])
    steps = ladder(rng, suit, trump)
    pairs = rng.randint(0, 12)
    lead = some_play(rng, steps, max(1, 2 * pairs), pairs)
    reply = some_play(rng, steps, len(lead), pairs)
    ruff = tuple(Card(main + card.rank) for card in reply)
    plain = honour(lead, reply, trump)
    assert honour(lead, ruff, trump) == (plain + 12 if plain else 0)


def test_a_higher_pair_can_break_a_tractor() -> None:
    # So a higher card in a pair need not be better, unlike a single.
    assert match("H3H3H4H4", "H5H5H6H6", "S2")
    assert not match("H3H3H4H4", "H5H5HAHA", "S2")


@given(leads_and_replies(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(
    position: tuple[str, Play, Play], rng: Random
) -> None:
    trump, lead, reply = position
    mixed = rng.sample(lead, len(lead)), rng.sample(reply, len(reply))
    assert match(*mixed, trump) == match(lead, reply, trump)


# --- Witnesses ------------------------------------------------------------------------------------


def test_a_false_witness_is_refused() -> None:
    lead, reply, trump = "H3H3H4H4H6", "H7H7H8H8HA", "S2"
    found = match(lead, reply, trump)
    assert isinstance(found, Match)
    tractor, single = found.serving
    cards = parse_cards("H8H7H8H7")
    false = {
        "the blocks are not the reply's cards": replace(found, serving=(tractor,)),
        "the blocks are not of the lead's sizes": replace(found, serving=(single, tractor)),
        "is not made of pairs": replace(found, serving=(replace(tractor, cards=cards), single)),
        "has another top": replace(found, serving=(replace(tractor, phi=12), single)),
        "the honour is not that of the best longest block": replace(found, honour=12),
    }
    for fault, witness in false.items():
        with pytest.raises(IllegalPosition, match=f"no witness: .*{fault}"):
            check_match(lead, reply, trump, witness)


@pytest.mark.parametrize(
    ("reply", "trump"), [("H7H7H9H9", "S2"), ("C2C2D2D2", "S2"), ("H9H9H7H7", "S8")]
)
def test_pairs_that_are_no_neighbours_are_no_witness(reply: str, trump: str) -> None:
    cards = tuple(sorted(parse_cards(reply), key=lambda card: -phi(card, trump)))
    claimed = Match((Block(cards, phi(cards[0], trump)),), phi(cards[0], trump))
    if trump == "S8":
        check_match("H3H3H4H4", reply, trump, claimed)  # 8 is the current rank: 7 and 9 meet
        return
    with pytest.raises(IllegalPosition, match="is no tractor"):
        check_match("H3H3H4H4", reply, trump, claimed)


@pytest.mark.parametrize("gap", range(5))
def test_each_pair_of_a_long_tractor_stands_one_below_the_pair_before(gap: int) -> None:
    ranks = ["S9", "S8", "S7", "S6", "S5"]
    missing = ranks.pop(gap)
    cards = parse_cards("".join(2 * rank for rank in ranks))
    claimed = Match((Block(cards, phi(cards[0], "S2")),), phi(cards[0], "S2"))
    if missing in ("S5", "S9"):
        check_match("H3H3H4H4H5H5H6H6", cards, "S2", claimed)
        return
    with pytest.raises(IllegalPosition, match="is no tractor"):
        check_match("H3H3H4H4H5H5H6H6", cards, "S2", claimed)


def test_a_witness_of_several_partitions_is_refused() -> None:
    cards = parse_cards("HAS3")
    claimed = Match((Block(cards[:1], 12), Block(cards[1:], 13)), 13)
    with pytest.raises(IllegalPosition, match="several partitions"):
        check_match("H3H4", "HAS3", "S2", claimed)


def test_a_match_prints_the_blocks_that_serve() -> None:
    found = match("HAHAHKHQ", "S3S3S9S9", "S2")
    assert isinstance(found, Match)
    assert str(found) == "S9S9 S3 S3"
    assert format_cards(card for block in found.serving for card in block.cards) == "S9S9S3S3"


def test_runs_of_the_knot_are_read_as_one_ladder() -> None:
    _, twice = card_masks(parse_cards(KNOT))
    assert [length for length, _ in runs_of(0b111 << 24)] == [3]
    assert twice.bit_count() == 4


def test_the_honour_of_a_reply_is_that_of_its_best_match_and_0_of_one_that_can_t_win() -> None:
    rng, seen = Random(32), [0, 0]
    for _ in range(200):
        text, plays = some_trick(rng)
        trump = as_trump(text)
        numbers = trump.main_index, trump.rank_index
        trumps = partition_mask(TRUMPS, *numbers)
        once, twice = card_masks(plays[0])
        lead, honour = open_trick(once, twice, (*numbers, trumps))
        own = match(plays[0], plays[0], trump)
        assert isinstance(own, Match)
        assert honour == own.honour
        for play in plays[1:]:
            once, twice = card_masks(play)
            found = match(plays[0], play, trump)
            right = found.honour if isinstance(found, Match) else 0
            assert answer_trick(lead, once, twice, (*numbers, trumps)) == right, (trump, plays)
            seen[right > 0] += 1
    assert min(seen) > 100


def test_a_lead_of_several_partitions_has_no_honour() -> None:
    trump = as_trump("S2")
    numbers = trump.main_index, trump.rank_index
    once, twice = card_masks(parse_cards("H3H3D4"))
    assert open_trick(once, twice, (*numbers, partition_mask(TRUMPS, *numbers)))[1] == 0
