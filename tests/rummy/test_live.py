"""The live hand: after any changes what working the hand afresh would give, for less work."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.rummy import NAMED, Aim, Hand, LiveHand, Rules, arrange
from suitwise.rummy.rules.rules import INDIAN13, card_of
from suitwise.rummy.solve.laying import laying_fault
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import (
    oracle_hand,
    oracle_rules,
    plain_rules,
    some_hand,
    some_rules,
)

RULE_SETS = (*NAMED.values(), Rules(ace="both"), Rules(ace="high", least_run=4, least_set=4))


class Changes(RuleBasedStateMachine):
    """Cards of two suits and seven ranks come and go in any order."""

    @initialize(rules=st.sampled_from(RULE_SETS), aim=st.sampled_from(["points", "cards"]))
    def begin(self, rules: Rules, aim: Aim) -> None:
        self.aim: Aim = aim
        self.live = LiveHand(Hand.of("", rules), aim, compiled=True)
        self.held: list[int] = []

    @precondition(lambda self: len(self.held) < 12)
    @rule(suit=st.integers(0, 2), rank=st.sampled_from([1, 2, 3, 4, 11, 12, 13, 99]))
    def add(self, suit: int, rank: int) -> None:
        card = ANY_JOKER if rank == 99 else card_of(suit, rank)
        try:
            self.live.add(card)
        except IllegalPosition:
            return
        self.held.append(card)

    @precondition(lambda self: self.held)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        card = data.draw(st.sampled_from(sorted(self.held)))
        self.live.remove(card)
        self.held.remove(card)

    @invariant()
    def it_is_what_working_afresh_gives(self) -> None:
        hand = Hand.of(self.held, self.live.hand.rules)
        fresh = arrange(hand, self.aim, compiled=True)
        assert self.live.hand == self.live.best.hand == hand
        assert (self.live.points, self.live.cards) == (fresh.points, fresh.cards)
        assert laying_fault(hand, self.live.best.melds) is None
        assert self.live.islands == LiveHand(hand, compiled=True).islands


Changes.TestCase.settings = settings(max_examples=25, stateful_step_count=20)
TestChanges = Changes.TestCase


@pytest.mark.exhaustive
def test_a_long_run_of_changes_is_what_working_afresh_gives(exhaustive: bool) -> None:
    rng = Random(5)
    changes = 200
    for _ in range(50 if exhaustive else 2):
        rules = some_rules(rng)
        live = LiveHand(some_hand(rng, rules, 8, 14), compiled=True)
        for _ in range(changes):
            change(rng, live)
            fresh = arrange(live.hand, compiled=True)
            assert (live.points, live.cards) == (fresh.points, fresh.cards)


def change(rng: Random, live: LiveHand) -> None:
    """Add a card, or remove one; a hand has about fourteen."""
    held = live.hand.cards
    if held and rng.random() < len(held) / 28:
        live.remove(rng.choice(held))
        return
    card = rng.randrange(52)
    if live.hand.counts[card] < live.hand.rules.decks:
        live.add(card)


def test_only_the_island_that_changed_is_worked_again() -> None:
    live = LiveHand(Hand.of("H3 H4 H5 S9 D9 C9 CK CQ"))
    assert len(live.islands) == 2
    live.add(Card("CJ"))
    assert (live.points, live.worked) == (0, 3)
    live.remove(Card("CQ"))
    assert (live.points, live.worked) == (20, 0)
    live.add(Card("H2"))
    assert (live.points, live.worked) == (20, 4)
    live.add(Card("D2"))
    assert (live.points, live.worked) == (22, 0)


def test_with_a_wild_card_the_hand_is_worked_as_a_whole() -> None:
    live = LiveHand(Hand.of("H3 H4 H5 S9 D9 C9 CK", NAMED["rami71"]))
    assert len(live.islands) == 2
    live.add(Card("JK"))
    assert live.worked == 8
    live.remove(Card("JK"))
    assert live.worked == 6


def test_where_runs_are_needed_the_hand_is_worked_as_a_whole() -> None:
    live = LiveHand(Hand.of("H3 H4 H5 S9 D9 C9 S4 S5", INDIAN13))
    assert live.points == sum(map(INDIAN13.cost, live.hand.cards))
    live.add(Card("S6"))
    assert (live.points, live.worked) == (0, 9)


def test_a_change_that_is_refused_changes_nothing() -> None:
    live = LiveHand(Hand.of("H3 H4 H5 H5"))
    before = live.hand, live.best, live.islands
    with pytest.raises(IllegalPosition, match="H5 appears 3 times, but 2 decks hold 2"):
        live.add(Card("H5"))
    with pytest.raises(IllegalPosition, match="the hand holds no S9"):
        live.remove(Card("S9"))
    assert (live.hand, live.best, live.islands) == before


def test_an_ace_above_the_king_lies_beside_the_two_as_well() -> None:
    live = LiveHand(Hand.of("HQ HK HA H2 S2 D2", Rules(ace="both")))
    assert [str(island) for island in live.islands] == ["S2 HA H2 HQ HK D2"]
    assert live.points == 0


def test_islands_are_those_of_the_definition() -> None:
    rng = Random(6)
    for _ in range(150):
        hand = some_hand(rng, plain_rules(rng), 5, 18)
        given, rules = oracle_hand(hand), oracle_rules(hand.rules)
        islands = sorted(map(oracle_hand, LiveHand(hand, compiled=True).islands))
        assert islands == oracle.islands(given, rules, pruned=True)
