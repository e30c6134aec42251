"""Advice: discards, draws and what is to be expected, against the slow definition."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suitwise.cards import Card
from suitwise.errors import IllegalPosition
from suitwise.rummy import Hand, Outlook, Rules, arrange, discards, look_ahead
from suitwise.rummy.rules.rules import GIN, INDIAN13, RUMMIKUB, SEED
from suitwise.rummy.solve import arrangement as advice
from suitwise.rummy.solve.arrangement import deadwood_weights, unseen
from suitwise.rummy.solve.search import search
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import (
    hands,
    oracle_card,
    oracle_hand,
    oracle_rules,
    plain_rules,
    some_hand,
    some_rules,
)


def counted(rules: Rules) -> oracle.Value:
    return "count" if rules.counting_runs or rules.cap else "points"


@pytest.mark.exhaustive
def test_discards_leave_what_the_definition_says(exhaustive: bool) -> None:
    rng = Random(7)
    for _ in range(2_000 if exhaustive else 30):
        rules = plain_rules(rng) if rng.random() < 0.3 else some_rules(rng)
        hand = some_hand(rng, rules, 3, 12)
        found = {oracle_card(discard.card): discard.points for discard in discards(hand)}
        assert found == oracle.discards(oracle_hand(hand), oracle_rules(rules), counted(rules))


@pytest.mark.exhaustive
@pytest.mark.parametrize("discard", [True, False])
def test_draws_give_what_the_definition_says(discard: bool, exhaustive: bool) -> None:
    rng = Random(8)
    for _ in range(300 if exhaustive else 4):
        rules = plain_rules(rng) if rng.random() < 0.3 else some_rules(rng)
        hand = some_hand(rng, rules, 3, 8)
        outlook = look_ahead(hand, discard=discard)
        given = oracle_hand(hand), oracle_rules(rules), counted(rules), discard
        points = {oracle_card(draw.card): draw.points for draw in outlook.draws}
        assert points == oracle.draws(*given)
        gains = {oracle_card(draw.card): draw.gain for draw in outlook.improving}
        assert gains == oracle.improving(*given)


def test_each_draw_names_a_discard_that_leaves_so_little() -> None:
    rng = Random(9)
    for _ in range(12):
        hand = some_hand(rng, some_rules(rng), 3, 13)
        for draw in look_ahead(hand).draws[::5]:
            assert draw.discard is not None
            rest = hand.plus(draw.card).minus(draw.discard)
            assert arrange(rest, compiled=True).points == draw.points


def test_the_chances_are_those_of_the_cards_that_have_not_been_seen() -> None:
    hand = Hand.of("H3 H4 SK DK", RUMMIKUB)
    outlook = look_ahead(hand, "CK H5 H5 JK")
    by_card = {str(draw.card): draw for draw in outlook.draws}
    assert "H5" not in by_card
    assert [by_card[card].copies for card in ("CK", "HK", "H3", "JK")] == [1, 2, 1, 1]
    assert by_card["HK"].probability == Fraction(2, 106 - 8)
    assert sum(draw.probability for draw in outlook.draws) == 1
    assert sum(draw.copies for draw in outlook.draws) == 106 - 8
    mean = sum(draw.points * draw.copies for draw in outlook.draws) / Fraction(106 - 8)
    assert outlook.expected == mean
    assert outlook.outs == sum(
        draw.copies for draw in outlook.draws if draw.points < outlook.points
    )


def test_where_every_card_has_been_seen_nothing_comes() -> None:
    hand = Hand.of("H3 H4 H5", GIN)
    others = [card for card in range(52) if card not in hand]
    assert look_ahead(hand, others) == Outlook(0, ())
    assert look_ahead(hand, others).expected == 0
    (only,) = look_ahead(hand, others[1:]).draws
    assert (only.card, only.probability) == (Card(others[0]), Fraction(1))


def test_more_copies_than_there_are_can_not_be_seen() -> None:
    with pytest.raises(IllegalPosition, match="more copies of H3 are in the hand and seen"):
        unseen(Hand.of("H3 H3"), "H3")
    with pytest.raises(IllegalPosition, match="more copies of JK are in the hand and seen"):
        unseen(Hand.of("JK", INDIAN13), "RJ BJ")


def test_of_discards_that_leave_the_same_the_dearest_is_the_best() -> None:
    best = discards(Hand.of("H3 H4 H5 S2 S9 JK", Rules(jokers=2, most_wilds=0)))
    assert [str(discard.card) for discard in best[:3]] == ["S9", "S2", "JK"]
    assert best[0].expected is None


def test_one_draw_further_another_discard_may_be_better() -> None:
    """By the definition: eights go at once, a seven goes if one thinks of the next draw."""
    hand = Hand.of("S4 H7 D6 D8 C3 C6 C8", GIN)
    near, far = discards(hand), discards(hand, ahead=True)
    assert (near[0].card, near[0].points) == (Card("D8"), 34)
    assert (far[0].card, far[0].points) == (Card("H7"), 35)
    expected = {discard.card: discard.expected for discard in far}
    assert expected[Card("D8")] == mean_draw(hand, Card("D8")) == Fraction(1376, 45)
    assert expected[Card("H7")] == mean_draw(hand, Card("H7")) == Fraction(1355, 45)
    assert list(expected.values()) == sorted(filter(None, expected.values()))


def mean_draw(hand: Hand, discard: Card) -> Fraction:
    """Return what the definition expects after a discard and a draw, the discard out of play."""
    rest, rules = oracle_hand(hand.minus(discard)), oracle_rules(hand.rules)
    draws = oracle.draws(rest, rules, "points", True)
    del draws[oracle_card(discard)]
    return Fraction(sum(draws.values()), len(draws))


def test_what_has_been_seen_does_not_come_after_a_discard_either() -> None:
    hand = Hand.of("H3 H4 H5 S7 S8 D8 CT", GIN)
    for discard in discards(hand, "S9 S6", ahead=True)[:3]:
        seen = [Card("S9"), Card("S6"), discard.card]
        assert discard.expected == look_ahead(hand.minus(discard.card), seen).expected


def test_advice_gives_up_rather_than_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand.of("H3 H4 H5 S9 SA JK", RUMMIKUB)
    one = [1 << 40]
    weights = deadwood_weights(RUMMIKUB, "points")
    search(hand, weights, compiled=True, work=one)
    monkeypatch.setattr(advice, "MOST_IN_ALL", 3 * ((1 << 40) - one[0]))
    with pytest.raises(IllegalPosition, match="too many possibilities to be arranged"):
        look_ahead(hand)
    assert len(discards(hand)) == 6
    with pytest.raises(IllegalPosition, match="too many possibilities to be arranged"):
        discards(hand, ahead=True)


@settings(max_examples=8)
@given(hands(SEED, 9), st.permutations(range(4)))
def test_the_names_of_the_suits_do_not_matter(hand: Hand, order: list[int]) -> None:
    counts = [n for suit in order for n in hand.counts[13 * suit : 13 * suit + 13]]
    renamed = look_ahead(Hand((*counts, 0), SEED))
    outlook = look_ahead(hand)
    assert (outlook.expected, outlook.outs) == (renamed.expected, renamed.outs)


def test_plain_and_compiled_advice_are_the_same() -> None:
    rng = Random(10)
    for _ in range(2):
        hand = some_hand(rng, some_rules(rng), 4, 8)
        assert look_ahead(hand, compiled=True) == look_ahead(hand, compiled=False)
        assert discards(hand, compiled=True) == discards(hand, compiled=False) == discards(hand)
