"""The search over the readings of a hand: wild cards, aces, the discard, and its bounds."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.cards import Card
from suitwise.errors import IllegalPosition
from suitwise.rummy import search as searching
from suitwise.rummy.arrangement import deadwood_weights
from suitwise.rummy.hand import Hand
from suitwise.rummy.laying import laying_fault
from suitwise.rummy.rules import Rules
from suitwise.rummy.search import Found, search, splits
from tests.rummy.dealt import some_hand, some_rules


def found(hand: Hand, *, discard: bool = False) -> Found:
    best = search(hand, deadwood_weights(hand.rules, "points"), discard=discard, compiled=True)
    assert best is not None
    return best


@pytest.mark.parametrize(
    ("cards", "rules", "readings"),
    [
        ("H3 HA HK", "seed", 1),
        ("HQ HK HA HA", "seed(ace=both)", 3),
        ("HQ HA HA", "seed(ace=both)", 1),
        ("HA HA JK", "seed(ace=both,jokers=1)", 3),
        ("HQ HK HA HA", "seed(ace=high)", 1),
        ("H7 H7 S7", "indian13(wild=7)", 6),
    ],
)
def test_a_hand_has_as_many_readings(cards: str, rules: str, readings: int) -> None:
    assert len(list(splits(Hand.of(cards, Rules.parse(rules))))) == readings


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
    monkeypatch.setattr(searching, "MOST_STATES", 1)
    with pytest.raises(IllegalPosition, match="too many possibilities"):
        found(hand)
    monkeypatch.undo()
    monkeypatch.setattr(searching, "ROOM", 2)
    assert found(hand).value > 0
    monkeypatch.setattr(searching, "MOST_ROOM", 2)
    with pytest.raises(IllegalPosition, match="too many possibilities"):
        found(hand)
