"""The oracle of Tractor's table rules itself: the page's examples, and what is owed in two ways.

The published situations are put to the rules, which are held against the oracle deal by deal.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.oracles import tractor_table_oracle as oracle

S2 = oracle.read_trump("S2")
H2 = oracle.read_trump("H2")


def c(text: str) -> oracle.Cards:
    return oracle.read_cards(text)


def wins(*plays: str, trump: oracle.Trump = H2, options: oracle.Options = oracle.STANDARD) -> int:
    return oracle.winner([c(play) for play in plays], trump, options)


# ----------------------------------------------------------------------------------- the cards


def test_the_table_of_phi() -> None:
    def phis(text: str, trump: str) -> list[int]:
        return [oracle.phi(card, oracle.read_trump(trump)) for card in c(text)]

    assert phis("RJ BJ H5 C5 D5 S5 HA H2 CA C2", "H5") == [28, 27, 26, 25, 25, 25, 24, 13, 12, 1]
    assert phis("RJ BJ H5 C5 HA H2 H6", "O5") == [16, 15, 14, 14, 12, 1, 4]
    assert phis("RJ BJ HA H2", "O-") == [16, 15, 13, 1]


# ------------------------------------------------------------- the follow duty, in another way


def services(pairs: tuple[str, ...], parts: tuple[int, ...], room: int) -> set[tuple[int, ...]]:
    """Return the profiles of all services, filling the lead's parts one after another.

    ``room`` is what is still free in the first part; pairs of hearts, main suit and rank S2.
    """
    if not parts:
        return {()}
    found = services(pairs, parts[1:], parts[1] if len(parts) > 1 else 0)
    for low in range(len(pairs)):
        for high in range(low + 1, min(len(pairs), low + room) + 1):
            block = pairs[low:high]
            heights = [oracle.RANKS.index(pair[1]) for pair in block]
            if heights == list(range(heights[0], heights[0] + len(block))):
                left = services(pairs[:low] + pairs[high:], parts, room - len(block))
                found |= {tuple(sorted((len(block), *rest), reverse=True)) for rest in left}
    return found


def random_hand(rng: Random, size: int, packs: int, suits: str = "H") -> oracle.Cards:
    """Draw cards of few ranks, so that pairs and tractors are common."""
    ranks = rng.sample("3456789TJQKA", min(12, size // packs + rng.randrange(1, 4)))
    pool = [suit + rank for suit in suits for rank in ranks for _pack in range(packs)]
    return tuple(rng.sample(pool, min(size, len(pool))))


def random_lead(rng: Random, packs: int) -> oracle.Cards:
    return random_hand(rng, rng.randrange(1, 9), packs, "C")


def test_two_ways_to_find_what_is_owed_agree() -> None:
    rng = Random(7)
    for _round in range(150):
        parts = tuple(sorted(rng.randrange(1, 5) for _part in range(rng.randrange(1, 4)))[::-1])
        ranks = sorted(rng.sample(oracle.RANKS[1:], rng.randrange(0, 7)), key=oracle.RANKS.index)
        pairs = tuple("H" + rank for rank in ranks)
        mine = oracle.best(pairs + pairs, parts, S2)
        assert mine == max(services(pairs, parts, parts[0]))
        assert sum(mine) == min(sum(parts), len(pairs))


def hearts_for_clubs(cards: oracle.Cards) -> oracle.Cards:
    return tuple(card.translate(str.maketrans("HC", "CH")) for card in cards)


@pytest.mark.parametrize("packs", [2, 3])
def test_all_subsets_agree_with_the_list_and_the_count(packs: int) -> None:
    rng, options = Random(packs), oracle.Options(packs=packs)
    for _round in range(100):
        lead = hearts_for_clubs(random_lead(rng, packs))
        hand = random_hand(rng, 11, packs, "HC")
        left = Counter(lead)
        hand = tuple(card for card in hand if not left[card])
        if len(hand) < len(lead):
            continue
        plays = list(oracle.legal_plays(lead, hand, S2, options))
        assert set(plays) == oracle.legal_by_all_subsets(lead, hand, S2, options)
        assert len(plays) == len(set(plays)) == oracle.n_legal(lead, hand, S2, options) > 0
        swapped = hearts_for_clubs(lead), hearts_for_clubs(hand)
        assert oracle.n_legal(*swapped, S2, options) == len(plays)


# ----------------------------------------------------------------------------------- the trick


def test_the_page_s_anchors() -> None:
    s5 = oracle.read_trump("S5")
    assert wins("H5", "C5", "D5", "S2", trump=s5) == 1
    assert wins("H2", "H5", "C5", "S5", trump=s5) == 4
    assert wins("HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6", trump=S2) == 2


@pytest.mark.parametrize(
    ("over", "pair_and_single", "singles"),
    [("largest", 3, 2), ("honour", 3, 3), ("every", 2, 2), ("top", 3, 3)],
)
def test_over_trumping_by_option(over: Any, pair_and_single: int, singles: int) -> None:
    options = oracle.Options(over=over)
    assert wins("SASKSK", "H9H4H4", "H5HJHJ", "D3D4D5", options=options) == pair_and_single
    assert wins("C4C6", "H3H4", "BJH3", "D3D4", options=options) == singles


def test_the_top_card_need_not_be_in_the_largest_part() -> None:
    plays = "SASKSK", "H9H9H4", "HAH5H5", "D3D4D5"
    assert wins(*plays) == 2
    assert wins(*plays, options=oracle.Options(over="top")) == 3


# ---------------------------------------------------------------------------- kitty and levels


def test_kitty_options() -> None:
    assert [oracle.kitty(10, size, True) for size in (1, 2, 4, 6)] == [20, 40, 80, 120]
    assert oracle.kitty(10, 4, True, oracle.Options(kitty="power")) == 160
    assert oracle.kitty(10, 4, True, oracle.Options(kitty="lead"), led=7) == 140
    assert oracle.kitty(10, 4, True, oracle.Options(kitty="fixed", kitty_factor=2)) == 20
