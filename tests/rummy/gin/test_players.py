"""The players of gin rummy: they see no more than their seat, and beat who they should."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from suitwise.cards import Card
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.late_numpy import np
from suitwise.game import Chooser, State, load, play
from suitwise.players import RandomPlayer, mirrored
from suitwise.players.named import named
from suitwise.rummy.gin import rules
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.moves import PILE, GinMove
from suitwise.rummy.gin.players import monte_carlo, net
from suitwise.rummy.gin.players.evaluation import CERTAIN, awaiting, careful_discard, cheapest
from suitwise.rummy.gin.players.likely_hands import known_of, likely_worlds
from suitwise.rummy.gin.players.monte_carlo import MonteCarloGin, discarded, drawn
from suitwise.rummy.gin.players.playouts import weighed
from suitwise.rummy.gin.players.rule_based import GinPlayer, GreedyGinPlayer, pairs_awaiting
from suitwise.rummy.gin.state import GinState
from suitwise.testing import Trial
from tests.foundation.times import Times
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
    hand = " ".join(
        map(str, rules.cards_of(rules.bits_of(GinMove.parse(card).card for card in mine)))
    )
    blind, warned = (position(known.format(hand, text)) for text in ("-", "SK CK"))
    king = GinMove.parse("HK").card
    assert pairs_awaiting(warned, king) > 1 > pairs_awaiting(blind, king)
    assert str(GinPlayer()(blind)) in ("HK", "HQ", "CT")
    assert str(GinPlayer()(warned)) != "HK"


def test_the_outlook_is_the_mean_over_the_oracles_draws() -> None:
    hand = rules.bits_of(GinMove.parse(card).card for card in HAND.split())
    unseen = rules.bits_of(range(0, 52, 5)) & ~hand
    slow = 0
    for card in rules.cards_of(unseen):
        cards = oracle.read_hand(" ".join(map(str, rules.cards_of(hand | rules.bits_of([card])))))
        slow += min(oracle.discards(cards, oracle.GIN).values())
    assert rules.outlook(hand, unseen) == machine(rules.outlook)(hand, unseen) == slow


@pytest.mark.exhaustive
def test_the_least_of_eleven_cards_is_that_of_the_best_of_all_discards(exhaustive: bool) -> None:
    rng = random.Random(8)
    sets = [[13 * suit + rank for suit in range(4)] for rank in range(13)]
    runs = [range(13 * suit + low, 13 * suit + low + 4) for suit in range(4) for low in range(10)]
    melded = 0
    for _ in range(50_000 if exhaustive else 2_000):
        near = {card for meld in rng.sample([*sets, *runs], 4) for card in meld}
        cards = rules.bits_of(
            rng.sample(sorted(near), 11) if len(near) > 10 else rng.sample(range(52), 11)
        )
        least = machine(rules.least_of_eleven)(cards)
        assert (
            least
            == rules.least_of_eleven(cards)
            == machine(rules.best_discard_points)(cards, cards)
        )
        melded += rules.is_melded(cards)
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
                    for card in rules.cards_of(state.free)
                }
                for card, cost in costs.items():
                    assert player.cost(state, card) == pytest.approx(cost, abs=1e-9)
                assert costs[Card(player.discard(state))] == pytest.approx(
                    min(costs.values()), abs=1e-9
                )
                weighed += 1
            elif state.turn >= 0:
                taken = state.after(PILE)
                kept = taken.hands[state.seat] & ~rules.bits_of([player.discard(taken)])
                better = rules.gin_deadwood(kept) < slow_expected(state, state.hands[state.seat])
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


# --- The Monte Carlo player of gin rummy ----------------------------------------------------------


PLAYER = MonteCarloGin(worlds=40)


def turns(games: int, seed: int) -> list[GinState]:
    """Return the turns of games of any legal moves."""
    plays = Trial(Gin(), games=games, seed=seed).plays()
    states = [state for played, _ in plays for state in played]
    return [state for state in states if isinstance(state, GinState) and state.turn >= 0]


def test_numbers_of_worlds_and_times_out_of_range_are_refused() -> None:
    with pytest.raises(SuitwiseError, match="1 to 100,000 worlds are drawn, not 0"):
        MonteCarloGin(worlds=0)
    with pytest.raises(SuitwiseError, match="0 seconds or more, not nan"):
        MonteCarloGin(seconds=float("nan"))


def test_it_is_named_with_its_worlds_and_its_time() -> None:
    player = named("mc(worlds=7)", load("gin"))
    assert str(player) == "mc(worlds=7,seconds=0)"
    assert str(player.thinking(0.5)) == "mc(worlds=7,seconds=0.5)"
    assert player.seated(1, 0) == player.seated(1, 0) != player.seated(1, 1)


def test_a_hand_drawn_holds_the_cards_taken_and_no_card_that_is_seen() -> None:
    for state in turns(games=1, seed=4)[::7]:
        known = known_of(state)
        unseen = state.stock | state.hidden(state.seat)
        order = np.array([rules.bit_of(card) for card in rules.cards_of(unseen)])
        worlds = np.empty((9, len(order) + 1), np.int64)
        machine(likely_worlds)(known, order, worlds, 7, 0)
        assert all(sum(1 << bit for bit in row) == unseen for row in worlds[:, :-1].tolist())


THEIRS = "H3 H8 HT D3 D5 D7 C6 C8 CT CQ"
LATE = (
    "S3 S4 S5 SJ SQ SK H5 H9 D9 DT C9",
    "HK 0.DK 1.HQ 0.DQ 1.HJ 0.DJ 1.ST 0.CK 1.S2 0.CA 1.SA 0.H2 1.C4",
)
DISCARDING = "discard 0 dealer 1 | {} | {} | {} | - / - | 0-0 0-0"


def test_a_seat_knocks_early_with_ten_and_waits_late_with_five() -> None:
    early = "S7 S8 S9 SJ SQ SK HA H4 D2 DT C3", "HK 0.DK 1.C4"
    hands = ((hand, THEIRS, pile) for hand, pile in (early, LATE))
    moves = [str(PLAYER(Gin().parse(DISCARDING.format(*parts)))) for parts in hands]
    assert moves == ["knock:DT", "DT"]


def test_with_more_time_a_close_knock_is_weighed_in_more_worlds() -> None:
    state = Gin().parse(DISCARDING.format(LATE[0], THEIRS, LATE[1]))
    looked = []
    for seconds in (0.0, 1e-9, 30.0):
        found = MonteCarloGin(40, seconds).judged(state).found
        assert found is not None
        looked.append(len(found))
    assert looked[0] == 40 > looked[1] == 8
    assert looked[2] > 40


@pytest.mark.parametrize("seconds", [0.01, 0.1, 1.0])
def test_a_time_for_a_move_is_kept(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    times = Times(monkeypatch)
    monkeypatch.setattr(monte_carlo, "weighed", times.costing(weighed, 0.001, at=2))
    MonteCarloGin(seconds=seconds).judged(Gin().parse(DISCARDING.format(LATE[0], THEIRS, LATE[1])))
    assert 0 < times.now <= 1.3 * seconds


def test_a_hand_of_gin_is_never_held_back() -> None:
    text = DISCARDING.format("S3 S4 S5 ST SJ SQ SK H9 D9 DT C9", THEIRS, "HK 0.DK 1.C4")
    judged = PLAYER.judged(Gin().parse(text))
    assert str(judged.move) == "knock:DT"
    assert judged.found is None


def test_compiled_pairs_awaiting_a_card_are_those_of_the_rules() -> None:
    for state in turns(games=1, seed=5)[::9]:
        if state.phase == "discard":
            unseen = state.stock | state.hidden(state.seat)
            room = state.hidden(state.seat).bit_count()
            for card in rules.cards_of(state.hands[state.seat]):
                found = awaiting(rules.BITS[card], state.known[1 - state.seat], unseen, room)
                assert found / CERTAIN == pytest.approx(pairs_awaiting(state, card), abs=0.01)


def test_compiled_judgements_are_those_of_plain_python() -> None:
    for state in turns(games=1, seed=6)[::40]:
        if state.phase == "discard":
            hand, taken = state.hands[state.seat], state.known[1 - state.seat]
            unseen = state.stock | state.hidden(state.seat)
            seen = (hand, state.free, unseen, taken)
            room = state.hidden(state.seat).bit_count()
            assert machine(cheapest)(*seen) == cheapest(*seen)
            assert machine(careful_discard)(*seen, room) == careful_discard(*seen, room)


@pytest.mark.exhaustive
def test_it_beats_the_rules_and_one_that_knocks_only_for_gin(exhaustive: bool) -> None:
    deals, least = (1000, 0) if exhaustive else (12, -9)
    player = MonteCarloGin(100)
    for other in (GinPlayer(), _only_for_gin):
        assert mirrored(Gin(), player, other, deals, seed=5).low > least


def _only_for_gin(state: State[Any]) -> GinMove:
    """Play as the Monte Carlo player, but for the knocks."""
    assert isinstance(state, GinState)
    if state.phase != "discard":
        return drawn(state)
    knocks = (move for move in state.moves() if move.kind == "knock")
    hand = state.hands[state.seat]
    gin = (move for move in knocks if rules.gin_deadwood(hand & ~rules.BITS[move.card]) == 0)
    return next(gin, discarded(state))


# --- The trained player of gin rummy --------------------------------------------------------------


DEAL = Gin()
TRAINED = net.Trained()


def positions(game: Gin, deals: int) -> Iterator[GinState]:
    """Yield the turns of deals that the player plays with a random one in seat 1."""
    random = RandomPlayer(2)
    for number in range(deals):
        record = play(
            game.start(), lambda state: (TRAINED, random)[state.turn](state), seed=5, stream=number
        )
        yield from (state for state, _ in pairwise(record.states()) if state.turn >= 0)  # type: ignore[misc]


def test_it_plays_by_rules_of_thumb_where_it_has_not_learnt_the_points() -> None:
    for state in list(positions(Gin(gin=20, undercut=10), 1))[:8]:
        assert TRAINED(state) == GinPlayer()(state)
        assert "network" not in str(TRAINED.advice(state).why)


@pytest.mark.parametrize(
    ("hand", "move"),
    [("SA S2 S3 HA H2 H3 H4 D9 DT DJ DQ", "big"), ("SA S2 S3 HA H2 H3 H4 D9 DT DJ C4", "knock:C4")],
)
def test_it_shows_eleven_cards_that_meld_and_knocks_with_ten(hand: str, move: str) -> None:
    text = f"discard 0 dealer 1 | {hand} | S8 S9 SK HK DK C2 C5 C7 C9 CK | H9 | - / - | 0-0 0-0"
    state = Gin(big=31).parse(text)
    assert str(net.sure_move(state)) == str(TRAINED(state)) == move
    assert TRAINED.advice(state).why.code.startswith("gin.all-")


def test_it_is_asked_of_every_discard_and_of_the_knock_that_keeps_least() -> None:
    for state in positions(DEAL, 2):
        asked = net.question_in(state)
        assert max(asked.turn) < net.TURN_INPUTS
        assert len(asked.options) == len(set(asked.options)) <= net.MOST_OPTIONS
        assert set(asked.options) <= set(state.moves())
        if state.phase == "discard":
            discards = {move for move in state.moves() if move.kind == "card"}
            assert discards <= set(asked.options)
            assert len(asked.options) - len(discards) == any(
                move.kind == "knock" for move in state.moves()
            )
        for seen in asked.seen:
            assert len(seen) == len(set(seen))
            assert min(seen) >= net.TURN_INPUTS


def test_it_tells_by_how_much_it_prefers_what_it_does() -> None:
    state, _ = DEAL.start().rolled(3, 0)
    move, reason = TRAINED.advice(state)
    assert move == TRAINED(state)
    assert reason.code == "gin.net-leads"
    assert float(str(reason).split()[0]) >= 0


def test_of_two_discards_that_it_finds_as_good_it_names_the_other() -> None:
    text = (
        "discard 1 dealer 1 took S7 | SJ SK H2 HK D4 D5 D8 DJ DK C8"
        " | S2 S3 S6 S7 D6 D7 DT C4 C6 C7 CT | S9 0.H9 0.H3 | H2 HK / S7 | 0-0 0-0"
    )
    move, reason = TRAINED.advice(DEAL.parse(text))
    assert str(move) == "DT"
    assert str(reason).startswith("0.0 points more than discarding CT,")


def test_it_beats_chance_on_the_same_deals() -> None:
    sample = mirrored(DEAL, TRAINED, RandomPlayer(1), 8, seed=5)
    assert sample.low > 10


# --- The networks of gin rummy's trained player ---------------------------------------------------


EXACT = 1 << 53
"""Whole numbers up to this are exact in floating-point numbers of 64 bits."""


def test_networks_read_the_inputs_that_they_are_shown() -> None:
    assert {network.first.shape[0] for network in net.networks().values()} == {net.INPUTS}
