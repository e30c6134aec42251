"""Singles, pairs, tractors, and the set-based decomposition of a lead (docs/tractor.md, Blocks)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import RANKS, Card, format_cards, full_deck, parse_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor import Block, Trump, decompose, partition, phi
from suitwise.tractor.rules.blocks import (
    MOST_PAIRS,
    PACKS,
    WEIGHT,
    as_play,
    card_masks,
    longest_run,
    one_partition,
    pack_code,
    run_length,
    runs_of,
    windows,
)
from suitwise.tractor.rules.deck import pair_levels
from tests.oracles import tractor_oracle


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


def some_pair_masks() -> list[int]:
    """Return masks of at most 12 levels 1..28: all of the lowest eight, then random ones."""
    rng = Random(2)
    random = (
        sum(1 << n for n in rng.sample(range(1, 29), rng.randint(1, 12))) for _ in range(1500)
    )
    return [*(bits << 1 for bits in range(1, 256)), *random]


def runs_in_words(pairs: int) -> list[tuple[int, int]]:
    """Return (length, lowest Φ) of the runs of a mask, read off its binary digits."""
    digits = f"{pairs:b}"[::-1]
    starts = [
        i for i in range(len(digits)) if digits[i] == "1" and (i == 0 or digits[i - 1] == "0")
    ]
    return [(len(digits[i:].split("0")[0]), i) for i in starts]


def test_runs_of_pairs_are_what_the_binary_digits_show() -> None:
    for pairs in some_pair_masks():
        runs = runs_in_words(pairs)
        assert list(runs_of(pairs)) == runs
        assert all(run_length(pairs, low) == length for length, low in runs)
        assert longest_run(pairs) == max(runs)[0]
    assert list(runs_of(0)) == []
    assert longest_run(0) == 0


def test_windows_are_the_places_where_a_tractor_can_lie() -> None:
    for pairs in some_pair_masks():
        for length in range(1, 13):
            places = (low for low in range(1, 29) if f"{pairs >> low:b}".endswith("1" * length))
            assert windows(pairs, length) == sum(1 << low for low in places)


def test_every_pack_of_tractors_has_a_code_of_its_own() -> None:
    codes = {sum(WEIGHT[length] for length in pack) % 128: pack for pack in PACKS}
    assert len(PACKS) == len(set(PACKS)) == len(codes) == 77
    assert all(length >= 2 for pack in PACKS for length in pack)
    assert max(map(sum, PACKS)) == MOST_PAIRS == 12
    assert WEIGHT[:2] == (0, 0)
    assert len(WEIGHT) == 13


def test_the_code_of_a_mask_is_that_of_its_runs_of_two_or_more() -> None:
    for pairs in some_pair_masks():
        lengths = [length for length, _ in runs_in_words(pairs) if length > 1]
        assert pack_code(pairs) == sum(WEIGHT[length] for length in lengths) % 128


@pytest.mark.parametrize(
    ("cards", "levels", "spare"),
    [
        ("SASAC2C2D2D2S2S2", {24, 25, 26}, 1),
        ("C2C2D2D2H2H2", {25}, 2),
        ("C2C2D2", {25}, 0),
        ("S3S3RJRJBJ", {13, 28}, 0),
        ("S3S4", set(), 0),
    ],
)
def test_pairs_beyond_the_first_on_the_shared_level_are_counted_apart(
    cards: str, levels: set[int], spare: int
) -> None:
    _, twice = card_masks(parse_cards(cards))
    assert pair_levels(twice, 4, 0, 0) == (sum(1 << level for level in levels), spare)


def test_without_a_main_suit_four_pairs_share_a_level() -> None:
    _, twice = card_masks(parse_cards("S2S2H2H2D2D2C2C2BJBJ"))
    assert pair_levels(twice, 4, 4, 0) == (1 << 14 | 1 << 15, 3)


def test_a_third_copy_has_no_place_in_the_masks() -> None:
    assert card_masks(parse_cards("S2S3S3RJ")) == (0b11 | 1 << 53, 0b10)
    with pytest.raises(IllegalPosition, match="S3 appears 3 times"):
        card_masks(parse_cards("S3S3S3"))


def test_a_block_prints_as_its_cards() -> None:
    block = Block(parse_cards("HKHKHQHQ"), 11)
    assert (str(block), block.size, block.kind) == ("HKHKHQHQ", 4, "tractor")
