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


# ------------------------------------------------------------- the follow duty, in another way


def random_hand(rng: Random, size: int, suits: str = "H") -> oracle.Cards:
    """Draw cards of few ranks, so that pairs and tractors are common."""
    ranks = rng.sample("3456789TJQKA", min(12, size // 2 + rng.randrange(1, 4)))
    pool = [suit + rank for suit in suits for rank in ranks for _pack in range(2)]
    return tuple(rng.sample(pool, min(size, len(pool))))


def random_lead(rng: Random) -> oracle.Cards:
    return random_hand(rng, rng.randrange(1, 9), "C")


def hearts_for_clubs(cards: oracle.Cards) -> oracle.Cards:
    return tuple(card.translate(str.maketrans("HC", "CH")) for card in cards)


def test_all_subsets_agree_with_the_list_and_the_count() -> None:
    rng = Random(2)
    for _round in range(100):
        lead = hearts_for_clubs(random_lead(rng))
        hand = random_hand(rng, 11, "HC")
        left = Counter(lead)
        hand = tuple(card for card in hand if not left[card])
        if len(hand) < len(lead):
            continue
        plays = list(oracle.legal_plays(lead, hand, S2))
        assert set(plays) == oracle.legal_by_all_subsets(lead, hand, S2)
        assert len(plays) == len(set(plays)) == oracle.n_legal(lead, hand, S2) > 0
        swapped = hearts_for_clubs(lead), hearts_for_clubs(hand)
        assert oracle.n_legal(*swapped, S2) == len(plays)


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


# ---------------------------------------------------------------------------- kitty and levels
