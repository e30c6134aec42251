"""Singles, pairs, tractors, and the set-based decomposition of a lead (docs/tractor.md, Blocks)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import RANKS, Card, format_cards, full_deck, parse_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor import Block, Pile, Profile, Trump, decompose, partition, phi, pile_of
from suitwise.tractor.rules.blocks import (
    as_play,
    highest_block,
    one_partition,
    only_block,
    parts_of,
)
from suitwise.tractor.rules.cutting import FIRST, TOPS, find_cuttings
from suitwise.tractor.rules.order import partition_of
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.rules.winning import Levels, Shape, bench_of, ceiling_of, levels_of, shape_of
from tests.oracles import tractor_oracle
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.follows import texts
from tests.tractor.positions import Play
from tests.tractor.table_tricks import options_of, some_profile, some_table_trick


def blocks(cards: str, trump: str) -> list[str]:
    """Return the blocks of a lead as text."""
    return [str(block) for block in decompose(cards, trump)]


def shapes(cards: str, trump: str) -> list[int]:
    """Return the sizes of a lead's blocks."""
    return [block.size for block in decompose(cards, trump)]


@st.composite
def leads(draw: st.DrawFn) -> tuple[str, tuple[Card, ...]]:
    """Draw a trump configuration and up to 25 cards of one partition, half of them in pairs."""
    trump = draw(st.sampled_from("SHDCO")) + draw(st.sampled_from(RANKS))
    part = draw(st.sampled_from([p for p in "SHDCTTT" if p != trump[0]]))
    own = [card for card in full_deck() if partition(card, trump) == part]
    chosen = draw(st.lists(st.sampled_from(own), unique=True, min_size=1, max_size=18))
    copies = [draw(st.sampled_from((1, 2, 2))) for _ in chosen]
    cards = [card for card, n in zip(chosen, copies, strict=True) for _ in range(n)]
    return trump, tuple(cards[:25])


# --- What a block is ------------------------------------------------------------------------------


def test_two_equal_cards_are_a_pair() -> None:
    assert shapes("H5H5", "S2") == [2]


def test_two_cards_of_one_rank_are_no_pair() -> None:
    assert shapes("H2D2", "S2") == [1, 1]
    assert shapes("RJBJ", "S2") == [1, 1]


@pytest.mark.parametrize("trump", ["S2", "O2"])
def test_a_pair_of_rank_cards_of_two_suits_is_no_pair(trump: str) -> None:
    assert shapes("H2D2", trump) == [1, 1]


@pytest.mark.parametrize("trump", ["S2", "O2"])
def test_two_pairs_of_rank_cards_on_one_level_are_no_tractor(trump: str) -> None:
    assert shapes("H2H2D2D2", trump) == [2, 2]
    assert shapes("H2H2D2D2C2C2", trump) == [2, 2, 2]


def test_the_rank_cards_of_the_main_suit_stand_above_the_others() -> None:
    assert blocks("H2H2S2S2", "S2") == ["S2S2H2H2"]
    assert shapes("H2H2S2S2", "O2") == [2, 2]


def test_only_one_pair_of_rank_cards_links_the_ace_to_the_rank_card_of_the_main_suit() -> None:
    assert shapes("SASAC2C2D2D2S2S2", "S2") == [6, 2]
    assert shapes("SASAC2C2D2D2H2H2S2S2", "S2") == [6, 2, 2]


def test_trump_is_one_ladder_from_the_lowest_card_to_the_red_joker() -> None:
    assert shapes("SKSKSASAC2C2S2S2BJBJRJRJ", "S2") == [12]
    assert shapes("D2D2BJBJRJRJ", "O2") == [6]
    assert shapes("BJBJRJRJ", "S2") == [4]


def test_jokers_do_not_stand_on_the_rank_cards_off_the_main_suit_when_there_is_one() -> None:
    assert shapes("D2D2BJBJ", "S2") == [2, 2]
    assert shapes("D2D2BJBJ", "O2") == [4]


def test_the_ladder_does_not_turn_round_at_the_ace() -> None:
    assert shapes("H2H2HAHA", "S5") == [2, 2]
    assert shapes("S2S2SASA", "S5") == [2, 2]
    assert shapes("S2S2RJRJ", "S5") == [2, 2]


def test_the_current_rank_leaves_the_ladder_and_its_neighbours_meet() -> None:
    assert blocks("H4H4H6H6", "S5") == ["H6H6H4H4"]
    assert blocks("S4S4S6S6", "S5") == ["S6S6S4S4"]
    assert shapes("H4H4H6H6", "S7") == [2, 2]
    assert shapes("HKHKHQHQ", "SA") == [4]


def test_a_main_suit_without_its_current_rank_ends_below_the_rank_cards() -> None:
    assert shapes("SKSKHAHA", "SA") == [4]
    assert shapes("SASAH2H2", "S2") == [4]
    assert shapes("SKSKH2H2", "S2") == [2, 2]


# --- Decomposition --------------------------------------------------------------------------------


def test_an_odd_number_of_cards_holds_real_tractors() -> None:
    assert blocks("HQHQHKHKHA", "S2") == ["HKHKHQHQ", "HA"]


def test_the_longest_tractor_is_taken_first_then_pairs_then_singles() -> None:
    cards = "H3H4H4H5H5H6H6H8H8H9H9HJHJHKHA"
    assert blocks(cards, "S2") == ["H6H6H5H5H4H4", "H9H9H8H8", "HJHJ", "HA", "HK", "H3"]


def test_blocks_of_one_size_come_highest_first() -> None:
    assert blocks("H3H3H4H4H9H9HTHT", "S2") == ["HTHTH9H9", "H4H4H3H3"]
    assert blocks("H3H3H5H5H9", "S2") == ["H5H5", "H3H3", "H9"]


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("HA", ["single"]),
        ("HAHA", ["pair"]),
        ("HAHAHKHK", ["tractor"]),
        ("HAHAHKHKHQ", ["tractor", "single"]),
        ("HAHAH5", ["pair", "single"]),
    ],
)
def test_a_block_says_its_kind(cards: str, kinds: list[str]) -> None:
    assert [block.kind for block in decompose(cards, "S2")] == kinds


def test_the_top_of_a_block_is_its_first_card() -> None:
    for block in decompose("SASAC2C2D2D2S2S2RJ", "S2"):
        assert block.phi == phi(block.cards[0], "S2")


@given(leads())
def test_blocks_are_the_lead_s_cards_cut_into_real_blocks(
    lead: tuple[str, tuple[Card, ...]],
) -> None:
    trump, cards = lead
    found = decompose(cards, trump)
    assert sorted(card for block in found for card in block.cards) == sorted(cards)
    for block in found:
        steps = [phi(card, trump) for card in block.cards[::2]]
        assert steps == list(range(block.phi, block.phi - len(steps), -1))
        assert block.size == 1 or block.cards[::2] == block.cards[1::2]
    order = [(-block.size, -block.phi) for block in found]
    assert order == sorted(order)


@given(leads())
def test_blocks_are_those_of_the_slow_definition(lead: tuple[str, tuple[Card, ...]]) -> None:
    trump, cards = lead
    slow = tractor_oracle.decompose([str(card) for card in cards], *trump)
    tops = [(len(block), tractor_oracle.phi(block[-1], *trump)) for block in slow]
    assert [(block.size, block.phi) for block in decompose(cards, trump)] == sorted(
        tops, reverse=True
    )


@given(st.data(), leads())
def test_blocks_don_t_depend_on_the_order_in_which_cards_are_written(
    data: st.DataObject, lead: tuple[str, tuple[Card, ...]]
) -> None:
    trump, cards = lead
    mixed = data.draw(st.permutations(cards))
    assert decompose(mixed, trump) == decompose(cards, trump)


@given(leads(), st.permutations("SHDC"))
def test_shapes_don_t_depend_on_the_names_of_the_suits(
    lead: tuple[str, tuple[Card, ...]], names: list[str]
) -> None:
    trump, cards = lead
    rename = str.maketrans("SHDC", "".join(names))
    renamed = format_cards(cards).translate(rename)
    before = [(block.size, block.phi) for block in decompose(cards, trump)]
    after = decompose(renamed, trump[0].translate(rename) + trump[1])
    assert [(block.size, block.phi) for block in after] == before


@pytest.mark.parametrize(
    ("cards", "trump", "reason"),
    [
        ("HAD3", "S2", "HAD3 is of several partitions under trump S2"),
        ("HAH2", "S2", "several partitions"),
        ("SAHA", "O2", "several partitions"),
        ("RJHA", "S2", "several partitions"),
        ("HAHAHA", "S2", "HA appears 3 times, but 2 packs hold 2"),
        ("", "S2", "a play has 1 to 25 cards, not 0"),
        ("H3H3H4H4H5H5H6H6H7H7H8H8H9H9HTHTHJHJHQHQHKHKHAHAS3S3", "S2", "not 26"),
    ],
)
def test_what_can_t_be_led_is_refused(cards: str, trump: str, reason: str) -> None:
    with pytest.raises(IllegalPosition, match=reason):
        decompose(cards, trump)


def test_a_play_is_of_tractor_s_cards() -> None:
    assert as_play("HA RJ") == (Card("HA"), Card("RJ"))
    for cards in ("JK", [54], "HA H"):
        with pytest.raises(NotationError):
            as_play(cards)


def test_cards_of_one_partition_say_which() -> None:
    trump = Trump("S", "2")
    for cards, number in (("S3H2RJ", 4), ("H3HA", 1), ("H3D3", None), ("H3H2", None)):
        assert one_partition(parse_cards(cards), trump) == number


# --- Masks of pairs -------------------------------------------------------------------------------


def test_a_block_prints_as_its_cards() -> None:
    block = Block(parse_cards("HKHKHQHQ"), 11)
    assert (str(block), block.size, block.kind) == ("HKHKHQHQ", 4, "tractor")


# --- How plays can be cut into the blocks of a throw ----------------------------------------------


S2 = Trump("S", "2")


def partition_in(play: Pile, trump: Trump) -> int | None:
    """Return the partition of all cards, None where there are several."""
    numbers = {partition_of(card, trump.main_index, trump.rank_index) for card in play.cards}
    return numbers.pop() if len(numbers) == 1 else None


def plays_of(rng: Random) -> tuple[str, list[Play], Profile, oracle.Options]:
    """Return a lead and the replies of one partition, and a house; few singles, which the oracle tries
    in every order.
    """
    packs = rng.choice((2, 3))
    while True:
        trump, plays = some_table_trick(rng, packs)
        if max(len(play) - 2 * pile_of(play).twice.bit_count() for play in plays) <= 4:
            break
    profile = some_profile(rng)
    whole = Trump.parse(trump)
    same = [play for play in plays if partition_in(pile_of(play), whole) is not None]
    return trump, same, profile, options_of(profile, packs)


def test_the_parts_of_a_lead_are_those_of_the_slow_definition() -> None:
    rng = Random(14)
    for _ in range(150):
        trump, plays, profile, options = plays_of(rng)
        whole = Trump.parse(trump)
        chain = profile.chain_mask(whole.main_index)
        for play in plays:
            pile = pile_of(play)
            parts = parts_of(pile, whole, chain)
            slow = oracle.lead_parts(texts(play), oracle.read_trump(trump), options)
            sizes = [(part.size, part.phi) for part in parts]
            assert sizes == [
                (len(part), oracle.phi(part[-1], oracle.read_trump(trump))) for part in slow
            ]
            assert sorted(card for part in parts for card in part.cards) == sorted(play)
            led = partition_in(pile, whole)
            assert led is not None
            numbers = (led, whole.main_index, whole.rank_index)
            one = only_block(*pile.masks, *numbers, chain)
            assert one == (slow[0] and len(slow[0]) // 2 if len(slow) == 1 else -1)


def test_the_highest_block_of_each_length_is_that_of_the_slow_definition() -> None:
    rng = Random(15)
    for _ in range(100):
        trump, plays, profile, options = plays_of(rng)
        whole, slow_trump = Trump.parse(trump), oracle.read_trump(trump)
        for play in plays:
            pile = pile_of(play)
            led = partition_in(pile, whole)
            assert led is not None
            for length in range(5):
                blocks = oracle.blocks(texts(play), max(2 * length, 1), slow_trump, options)
                assert highest_block(
                    pile.once,
                    pile.twice,
                    led,
                    whole.main_index,
                    whole.rank_index,
                    length,
                    profile.chain_mask(whole.main_index),
                ) == max((oracle.phi(block[-1], slow_trump) for block in blocks), default=0)


def cut_above(levels: Levels, shape: Shape, floor: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the tops of a cutting of which each is above a floor; None where no cutting is."""
    bench = bench_of(levels, shape, floor)
    return tuple(bench[TOPS : TOPS + len(floor)]) if find_cuttings(bench, FIRST) else None


def some_floor(rng: Random, sizes: tuple[int, ...], tops: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return a bound for each part, often just below a cutting; of one size the highest first."""
    near = rng.choice(tops) if tops and rng.random() < 0.7 else [rng.randint(0, 24) for _ in sizes]
    bounds = [
        (size, max(0, top - rng.choice((0, 1, 1, 1, 3, 25))))
        for size, top in zip(sizes, near, strict=True)
    ]
    return tuple(bound for _, bound in sorted(bounds, reverse=True))


def test_a_ceiling_is_the_highest_top_of_all_cuttings_place_by_place() -> None:
    rng = Random(16)
    several, reached = 0, Counter[tuple[bool, bool]]()
    for _ in range(150):
        trump, plays, profile, options = plays_of(rng)
        whole, slow_trump = Trump.parse(trump), oracle.read_trump(trump)
        chain = profile.chain_mask(whole.main_index)
        parts = parts_of(pile_of(plays[0]), whole, chain)
        sizes = tuple(part.size for part in parts)
        for play in plays:
            pile = pile_of(play)
            led = partition_in(pile, whole)
            assert led is not None
            slow = oracle.shapes(texts(play), sizes, slow_trump, options)
            tops = [tuple(top for _, top in cut) for cut in slow]
            levels, shape = levels_of(pile, led, whole, chain), shape_of(parts)
            found = ceiling_of(levels, shape)
            assert found == (tuple(map(max, zip(*tops, strict=True))) if tops else None)
            several += len(tops) > 1
            floor = some_floor(rng, sizes, tops)
            above = cut_above(levels, shape, floor)
            good = [cut for cut in tops if all(a > b for a, b in zip(cut, floor, strict=True))]
            assert (above is None) == (not good)
            assert above is None or above in tops
            reached[len(parts) > 1, bool(good)] += 1
    assert min(reached.values()) > 20
    assert several > 15


@pytest.mark.parametrize(
    ("cards", "shape"),
    [
        ("SASAC2C2D2D2S2S2", Shape((2, 2), 0, 0)),
        ("SASAC2C2D2D2S2S2", Shape((3,), 1, 0)),
        ("SASAC2C2D2D2S2S2", Shape((2,), 1, 2)),
        ("S3S3S4S4S5S5S6S6", Shape((2, 2), 0, 0)),
    ],
)
def test_two_pairs_of_rank_cards_serve_a_run_below_and_one_above(cards: str, shape: Shape) -> None:
    levels = levels_of(pile_of(cards), 4, S2, STANDARD.chain_mask(0))
    found = ceiling_of(levels, shape)
    assert found is not None
    assert len(found) == len(shape.tractors) + shape.pairs + shape.singles


def test_a_cutting_of_the_wrong_shape_is_none() -> None:
    levels = levels_of(pile_of("S3S3S4S4S6S6"), 4, S2, STANDARD.chain_mask(0))
    assert ceiling_of(levels, Shape((3,), 0, 0)) is None
    assert cut_above(levels, Shape((2,), 1, 0), (14, 15)) is None
    assert cut_above(levels, Shape((2,), 1, 0), (13, 15)) == (14, 16)
