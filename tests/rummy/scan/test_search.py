"""The search for melds: wild cards, aces, the discard, and its bounds."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest

from suitwise.cards import Card
from suitwise.errors import IllegalPosition
from suitwise.rummy import Hand, Rules, arrange
from suitwise.rummy.rules.hand import wild_cards
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import card_of
from suitwise.rummy.solve import search as searching
from suitwise.rummy.solve.arrangement import deadwood_weights
from suitwise.rummy.solve.laying import laying_fault, opening_weights
from suitwise.rummy.solve.scan import PLACES
from suitwise.rummy.solve.search import Melded, by_place, search, weight_of_all
from tests.fresh import fresh_python
from tests.rummy.dealt import ACES, some_hand, some_rules, wild_rules


def found(hand: Hand, *, discard: bool = False) -> Melded:
    best = search(hand, deadwood_weights(hand.rules, "points"), discard=discard, compiled=True)
    assert best is not None
    return best


@pytest.mark.parametrize(
    ("cards", "rules", "high"),
    [
        ("H3 HA HK HQ", "seed", 0),
        ("HQ HK HA HA", "seed(ace=both)", 2),
        ("HQ HA HA", "seed(ace=both)", 0),
        ("HA HA JK", "seed(ace=both,jokers=1)", 2),
        ("HQ HA HA", "seed(ace=high)", 2),
    ],
)
def test_aces_are_counted_above_the_king_where_they_may_be_of_use(
    cards: str, rules: str, high: int
) -> None:
    hand = Hand.of(cards, Rules.parse(rules))
    counts = by_place(hand, wild_cards(hand))
    assert counts[PLACES + 14] == high
    assert counts[PLACES + 1] == (0 if hand.rules.ace == "high" else hand.counts[card_of(1, 1)])


@pytest.mark.parametrize("seed", range(30))
def test_no_melds_weigh_more_than_all_the_cards(seed: int) -> None:
    rng = Random(seed)
    hand = some_hand(rng, some_rules(rng), 4, 12)
    wilds = wild_cards(hand)
    for weights in (deadwood_weights(hand.rules, "points"), opening_weights(hand.rules)):
        best = search(hand, weights, compiled=True)
        assert best is not None
        assert best.value <= weight_of_all(hand, weights, wilds)
    weights = deadwood_weights(hand.rules, "points")
    assert weight_of_all(hand, weights, wilds) == sum(_weight(card, hand) for card in hand.cards)


@pytest.mark.parametrize("seed", range(40))
def test_after_the_discard_the_rest_has_the_melds(seed: int) -> None:
    rng = Random(seed)
    hand = some_hand(rng, some_rules(rng), 4, 12)
    best = found(hand, discard=True)
    assert best.discard is not None
    rest = hand.minus(best.discard)
    assert laying_fault(rest, best.melds) is None
    weights = deadwood_weights(hand.rules, "points")
    kinds = dict.fromkeys(hand.cards)
    assert best.value == max(found(hand.minus(c)).value + _weight(c, hand) for c in kinds)
    assert found(rest).value + _weight(best.discard, hand) == best.value
    assert search(hand, weights) == found(hand)


def _weight(card: int, hand: Hand) -> int:
    return searching.SECOND * hand.rules.cost(card) + 1


def test_where_all_is_melded_a_card_must_go_all_the_same() -> None:
    assert found(Hand.of("H3 H4 H5 H6"), discard=True).discard in {Card("H3"), Card("H6")}
    best = found(Hand.of("H3 H4 H5"), discard=True)
    assert (best.melds, best.discard) == ((), Card("H5"))


def test_the_last_wild_card_can_be_discarded() -> None:
    rules = Rules(wild="7", jokers=1, joker_points=50, most_wilds=0)
    assert found(Hand.of("H7 S7 DK", rules), discard=True).discard in {Card("H7"), Card("S7")}
    assert found(Hand.of("JK DK", rules), discard=True).discard == Card("JK")


def test_sixteen_wild_cards_are_too_many() -> None:
    rules = Rules(jokers=12, wild="7")
    hand = Hand.of("JK" * 12 + "S7 H7 D7 C7", rules)
    with pytest.raises(IllegalPosition, match="at most 15 wild cards can be arranged, not 16"):
        found(hand)
    assert found(hand.minus(Card("JK"))).value > 0


def test_a_search_gives_up_rather_than_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand.of("H3 H4 H5 S9 SA DA CA", Rules(ace="both"))
    monkeypatch.setattr(searching, "MOST_WORK", 1)
    with pytest.raises(IllegalPosition, match="too many possibilities"):
        found(hand)
    monkeypatch.undo()
    monkeypatch.setattr(searching, "ROOM", 2)
    assert found(hand).value > 0
    monkeypatch.setattr(searching, "MOST_ROOM", 2)
    with pytest.raises(IllegalPosition, match="too many possibilities"):
        found(hand)


def test_what_plain_python_would_take_long_for_is_left_to_machine_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand = Hand.of("H3 H4 H5 S9 SA DA CA")
    weights = deadwood_weights(hand.rules, "points")
    monkeypatch.setattr(searching, "LITTLE_WORK", 1)
    assert search(hand, weights) == search(hand, weights, compiled=False)


def test_a_dealt_hand_of_up_to_six_wild_cards_is_arranged_without_a_compiler() -> None:
    code = """
from suitwise.rummy.solve.arrangement import arrange
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.rules import Rules
import sys
for eights in range(7):
    wild = "S8 S8 H8 H8 D8 D8".split()[:eights]
    plain = "S2 S4 S6 SQ HT HJ H2 D5 D7 DQ CA C9 C3 CK".split()[eights:]
    arrange(Hand.of(wild + plain, Rules.parse("indian13(wild=8)")))
print("numba" in sys.modules)
"""
    assert fresh_python(code) == "False\n"


def test_hands_of_very_many_wild_cards_are_arranged_or_refused_in_time() -> None:
    """Eight aces that are wild would take 1,296 scans if each way to read them took one."""
    found(Hand.of("H3"))
    start = time.process_time()
    aces = Hand.of("HA HA SA SA DA DA CA CA JK JK H5 S9 D2", Rules.parse("indian13(wild=A)"))
    assert arrange(aces).points == 16
    rules = Rules(jokers=12, ace="both")
    low = [card_of(suit, rank) for rank in (1, 2, 3) for suit in range(4) for _ in range(2)]
    assert arrange(Hand.of([*low, *[54] * 4], rules)).points == 0
    six = [card_of(suit, rank) for rank in range(3, 10) for suit in range(4)]
    with pytest.raises(IllegalPosition, match="too many possibilities to be arranged"):
        arrange(Hand.of([*six, *[54] * 12], rules))
    assert time.process_time() - start < 30


def test_a_card_of_the_wild_rank_stands_for_itself_where_that_is_as_good() -> None:
    rules = Rules.parse("indian13(wild=7)")
    assert melds_text(arrange(Hand.of("H6 H7 H8 S4 S5 S6", rules)).melds) == "S4 S5 S6 | H6 H7 H8"
    free = replace(rules, counting_runs=0, counting_pure_runs=0)
    assert melds_text(arrange(Hand.of("S7 H7 D7", free)).melds) == "S7 H7 D7"


@pytest.mark.parametrize("seed", range(8))
def test_no_wild_card_lies_on_a_place_that_is_its_own(seed: int) -> None:
    rng = Random(seed)
    for _ in range(60):
        rules = replace(wild_rules(rng), wild=rng.choice("A5K"), ace=rng.choice(ACES))
        hand = some_hand(rng, rules, 5, 12, wilds=5)
        assert laying_fault(hand, found(hand).melds) is None


def test_the_last_card_of_a_run_is_itself_where_it_could_as_well_be_wild() -> None:
    rules = Rules.parse("rami51(wild=5,ace=high,adjacent_wilds=no,joker_points=0)")
    best = arrange(Hand.of("S4 H7 D2 C2 C3 C4 C5", rules))
    assert melds_text(best.melds) == "C2 C3 C4 C5"


def test_a_card_that_stands_for_itself_is_no_wild_card_besides() -> None:
    rules = Rules(wild="7", joker_points=20)
    assert arrange(Hand.of("H6 H7 H8 S2 S3", rules)).points == 5
    assert arrange(Hand.of("H6 H7 H8 S7 S2 S3", rules)).points == 0
    high = Rules(wild="A", ace="both", joker_points=20)
    assert arrange(Hand.of("HQ HK HA S2 S3", high)).points == 5
    assert arrange(Hand.of("HQ HK HA DA S2 S3", high)).points == 0
