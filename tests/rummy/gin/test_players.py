"""The players of gin rummy: they see no more than their seat, and beat who they should."""

from __future__ import annotations

import random

import pytest

from suitwise.cards import Card
from suitwise.foundation.arrays.compiled import machine
from suitwise.game import Chooser, play
from suitwise.players import RandomPlayer, mirrored
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.rule_based import GinPlayer, GreedyGinPlayer, pairs_awaiting
from suitwise.rummy.gin.rules.deadwood import (
    bits_of,
    cards_of,
    deadwood_after_discard,
    gin_deadwood,
    is_melded,
    least_deadwood_of_eleven,
    outlook,
)
from suitwise.rummy.gin.rules.moves import PILE, GinMove
from suitwise.rummy.gin.state import GinState
from suitwise.testing import Trial
from tests.oracles import rummy_oracle as oracle
from tests.rummy.gin.slow_player import slow_cost, slow_expected

HAND = "SA S4 S5 S6 H2 H7 D4 D7 C7 C9"


def position(text: str) -> GinState:
    return Gin().parse(text)


@pytest.mark.parametrize("player", [GreedyGinPlayer(), GinPlayer()])
def test_a_knock_whose_melds_are_declared_is_legal_whatever_it_can_name(player: Chooser) -> None:
    knocks = 0
    for seed in range(60):
        record = play(Gin(declare=True).start(), player, seed=seed)
        knocks += record.moves[-1].count(":") == 2
    assert knocks > 40


def test_a_card_that_the_other_waits_for_is_kept() -> None:
    # The other took SK and CK from the pile: the third king would be a meld.
    pile = "C4 0.D3 1.HA 0.DA 1.C5"
    known = (
        f"discard 0 dealer 1 | {{}} | SK H3 H4 H5 D9 DT DJ C2 C3 CK | {pile} | - / {{}} | 0-0 0-0"
    )
    mine = ["SA", "S4", "S5", "S6", "HQ", "HK", "D7", "C7", "CT", "H2", "H7"]
    hand = " ".join(map(str, cards_of(bits_of(GinMove.parse(card).card for card in mine))))
    blind, warned = (position(known.format(hand, text)) for text in ("-", "SK CK"))
    king = GinMove.parse("HK").card
    assert pairs_awaiting(warned, king) > 1 > pairs_awaiting(blind, king)
    assert str(GinPlayer()(blind)) in ("HK", "HQ", "CT")
    assert str(GinPlayer()(warned)) != "HK"


def test_the_outlook_is_the_mean_over_the_oracles_draws() -> None:
    hand = bits_of(GinMove.parse(card).card for card in HAND.split())
    unseen = bits_of(range(0, 52, 5)) & ~hand
    slow = 0
    for card in cards_of(unseen):
        cards = oracle.read_hand(" ".join(map(str, cards_of(hand | bits_of([card])))))
        slow += min(oracle.discards(cards, oracle.GIN).values())
    assert outlook(hand, unseen) == machine(outlook)(hand, unseen, 0) == slow


@pytest.mark.exhaustive
def test_the_least_of_eleven_cards_is_that_of_the_best_of_all_discards(exhaustive: bool) -> None:
    rng = random.Random(8)
    sets = [[13 * suit + rank for suit in range(4)] for rank in range(13)]
    runs = [range(13 * suit + low, 13 * suit + low + 4) for suit in range(4) for low in range(10)]
    melded = 0
    for _ in range(50_000 if exhaustive else 2_000):
        near = {card for meld in rng.sample([*sets, *runs], 4) for card in meld}
        cards = bits_of(
            rng.sample(sorted(near), 11) if len(near) > 10 else rng.sample(range(52), 11)
        )
        least = machine(least_deadwood_of_eleven)(cards, 0)
        assert (
            least
            == least_deadwood_of_eleven(cards)
            == machine(deadwood_after_discard)(cards, cards, 0)
        )
        melded += is_melded(cards)
    assert melded > 50


def test_the_player_weighs_every_discard_as_it_is_told() -> None:
    weighed = took = 0
    for states, _ in Trial(Gin(), games=3, seed=9).plays():
        for state in states[21:60:3]:
            assert isinstance(state, GinState)
            player = GinPlayer(3.0, 1.5) if weighed % 2 else GinPlayer()
            if state.phase == "discard":
                costs = {
                    card: slow_cost(state, card, player.danger, player.look)
                    for card in cards_of(state.free)
                }
                for card, cost in costs.items():
                    assert player.cost(state, card) == pytest.approx(cost, abs=1e-9)
                assert costs[Card(player.discard(state))] == pytest.approx(
                    min(costs.values()), abs=1e-9
                )
                weighed += 1
            elif state.turn >= 0:
                taken = state.after(PILE)
                kept = taken.hands[state.seat] & ~bits_of([player.discard(taken)])
                better = gin_deadwood(kept) < slow_expected(state, state.hands[state.seat])
                assert (player(state) == PILE) == better
                took += better
    assert weighed > 6 < took


@pytest.mark.exhaustive
def test_each_player_beats_the_one_below_it(exhaustive: bool) -> None:
    deals = 1000 if exhaustive else 10
    assert mirrored(Gin(), GreedyGinPlayer(), RandomPlayer(1), deals, seed=77).low > 30
    assert mirrored(Gin(), GinPlayer(), RandomPlayer(1), deals, seed=77).low > 30
    deals = 1000 if exhaustive else 60
    assert mirrored(Gin(), GinPlayer(), GreedyGinPlayer(), deals, seed=5).low > 0
