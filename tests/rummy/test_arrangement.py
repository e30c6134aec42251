"""The best arrangement, against the slow definition and by what must hold of every hand."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import Card
from suitwise.rummy import Aim, Hand, Rules, arrange, batch_deadwood, deadwood
from suitwise.rummy.rules.hand import JOKER
from suitwise.rummy.rules.rules import GIN, INDIAN13, RAMI71, RUMMIKUB, SEED, Ace
from suitwise.rummy.solve.laying import laying_fault
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import (
    hands,
    oracle_hand,
    oracle_rules,
    plain_rules,
    some_hand,
    some_rules,
    wild_rules,
)

CASES = Path(__file__).parents[1] / "data" / "rummy" / "cases.json"


def check(hand: Hand, compiled: bool = True) -> None:
    """Compare a hand's deadwood with the slow definition, and see that its melds are there."""
    given, rules = oracle_hand(hand), oracle_rules(hand.rules)
    counted: oracle.Value = "count" if hand.rules.counting_runs or hand.rules.cap else "points"
    best = arrange(hand, compiled=compiled)
    assert best.points == oracle.least(given, rules, counted), str(best)
    assert laying_fault(hand, best.melds) is None
    assert len(best.left) + sum(map(len, best.melds)) == len(hand)
    if not hand.rules.counting_runs:
        fewest = arrange(hand, "cards", compiled=compiled)
        assert fewest.cards == oracle.least(given, rules, "cards")
        assert laying_fault(hand, fewest.melds) is None


@pytest.mark.exhaustive
def test_hands_of_one_to_three_decks_are_left_with_what_the_definition_says(
    exhaustive: bool,
) -> None:
    rng = Random(1)
    for _ in range(20_000 if exhaustive else 80):
        check(some_hand(rng, plain_rules(rng), 7, 20))


@pytest.mark.exhaustive
def test_hands_with_wild_cards_are_left_with_what_the_definition_says(exhaustive: bool) -> None:
    rng = Random(2)
    for _ in range(2_000 if exhaustive else 30):
        check(some_hand(rng, wild_rules(rng), 5, 12, wilds=4))


def test_hands_of_every_rule_set_are_left_with_what_the_definition_says() -> None:
    rng = Random(3)
    for _ in range(30):
        check(some_hand(rng, some_rules(rng), 5, 12))


def test_hands_of_almost_nothing_but_wild_cards_are_melded_as_far_as_runs_go() -> None:
    rng = Random(4)
    for _ in range(12):
        rules = Rules(jokers=12, joker_points=20, ace=rng.choice(("low", "high", "both")))
        cards = [*rng.sample(range(52), rng.randint(1, 3)), *[54] * rng.randint(4, 8)]
        check(Hand.of(cards, rules))


@pytest.mark.parametrize("seed", range(20))
def test_plain_and_compiled_arrangements_are_the_same(seed: int) -> None:
    rng = Random(seed)
    hand = some_hand(rng, some_rules(rng), 4, 12)
    aim: Aim = rng.choice(("points", "cards"))
    plain = arrange(hand, aim, compiled=False)
    assert plain == arrange(hand, aim, compiled=True) == arrange(hand, aim)


@pytest.mark.skipif(not CASES.exists(), reason="the cases with known answers are not here")
def test_all_hands_with_known_answers() -> None:
    families = json.loads(CASES.read_text(encoding="utf-8"))
    for family in ("seed_hands", "random", "dense"):
        for case in families[family]:
            points, cards = deadwood(Hand.of(case["hand"]), compiled=True)
            assert (points, cards) == (case["points"], case["cards_left"]), case["hand"]


@pytest.mark.parametrize(
    ("cards", "points"), [("3H4H5H5H6H7H", 0), ("9H10H10H11H11H12H", 0), ("3C3C3D3D3H3S", 0)]
)
def test_hands_of_which_the_seeds_algorithm_misses_the_best(cards: str, points: int) -> None:
    assert arrange(Hand.of(cards)).points == points


@pytest.mark.parametrize(("ace", "points"), [("low", 21), ("high", 6), ("both", 0)])
def test_an_ace_stands_where_the_rule_set_says(ace: Ace, points: int) -> None:
    assert arrange(Hand.of("SA S2 S3 HQ HK HA", Rules(ace=ace))).points == points


def test_no_run_goes_on_beyond_the_ace() -> None:
    assert arrange(Hand.of("SK SA S2", Rules(ace="both"))).points == 13


def test_without_the_runs_that_are_needed_every_card_counts_up_to_the_cap() -> None:
    one_run = arrange(Hand.of("H3 H4 H5 S9 D9 C9 CK", INDIAN13))
    assert (one_run.counts, one_run.points, one_run.cards) == (False, 49, 7)
    assert str(one_run) == "H3 H4 H5 | S9 D9 C9 + CK = 49, for every card counts"
    assert one_run.as_json() == {
        "melds": ["H3 H4 H5", "S9 D9 C9"],
        "left": ["CK"],
        "points": 49,
        "cards": 7,
        "counts": False,
    }
    many = Hand.of("H9 HT HJ HQ HK S9 ST SQ SK D9 DT DK CJ", INDIAN13)
    assert many.points > 80
    assert arrange(many.plus(0)).points == 80


@given(hands(RUMMIKUB, 14), st.permutations(range(4)))
def test_the_names_of_the_suits_do_not_matter(hand: Hand, order: list[int]) -> None:
    counts = [n for suit in order for n in hand.counts[13 * suit : 13 * suit + 13]]
    renamed = Hand((*counts, hand.counts[JOKER]), RUMMIKUB)
    assert deadwood(hand, compiled=True) == deadwood(renamed, compiled=True)


@given(hands(SEED, 14), st.integers(0, 51))
def test_a_card_more_costs_at_most_its_points_and_takes_no_meld_away(hand: Hand, card: int) -> None:
    if hand.counts[card] == 2:
        return
    points, cards = deadwood(hand, compiled=True)
    more_points, more_cards = deadwood(hand.plus(card), compiled=True)
    assert more_points <= points + SEED.cost(card)
    assert more_cards <= cards + 1
    assert hand.plus(card).points - more_points >= hand.points - points


@given(hands(RAMI71, 12))
def test_what_is_left_has_no_meld_in_it(hand: Hand) -> None:
    best = arrange(hand, compiled=True)
    rest = arrange(Hand.of(best.left, RAMI71), compiled=True)
    assert rest.points == best.points
    assert str(best).endswith(f"= {best.points}")


# --- With one deck the deadwood is OpenSpiel's ----------------------------------------------------


HANDS = 10_000


def test_one_deck_deadwood_is_open_spiels() -> None:
    rng = np.random.default_rng(7)
    for size in (7, 10, 11, 14):
        # Of one card more than the hand size that it is told, OpenSpiel leaves out a card.
        utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, size)
        number = {int(Card(utils.card_string(card))): card for card in range(52)}
        hands = np.argsort(rng.random((HANDS // 4, 52)), axis=1)[:, :size].astype(np.uint8)
        theirs = [utils.min_deadwood([number[int(card)] for card in hand]) for hand in hands]
        assert batch_deadwood(hands, GIN).tolist() == theirs
