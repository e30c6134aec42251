"""The Monte Carlo player of gin rummy: it sees its seat alone, and waits or knocks as it should."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import State, load, play
from suitwise.players import mirrored
from suitwise.players.host import Host
from suitwise.players.named import named
from suitwise.players.turns import parted
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players import monte_carlo
from suitwise.rummy.gin.players.evaluation import (
    CERTAIN,
    NEAR_TAKEN,
    POINT,
    careful_discard,
    cheapest,
    fixed_pairs_awaiting,
)
from suitwise.rummy.gin.players.monte_carlo import MonteCarloGin, choose_discard, choose_draw
from suitwise.rummy.gin.players.rule_based import GinPlayer, pairs_awaiting
from suitwise.rummy.gin.players.search import evidence_of, rollout_points, sample_worlds
from suitwise.rummy.gin.rules.deadwood import BITS, bit_of, cards_of, gin_deadwood, hand_text
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.state import GinState
from suitwise.testing import Trial
from tests.foundation.times import Times
from tests.oracles import rummy_oracle as oracle

PLAYER = MonteCarloGin(worlds=40)


def turns(games: int, seed: int) -> list[GinState]:
    """Return the turns of games of any legal moves."""
    plays = Trial(Gin(), games=games, seed=seed).plays()
    states = [state for played, _ in plays for state in played]
    return [state for state in states if isinstance(state, GinState) and state.turn >= 0]


def test_numbers_out_of_range_are_refused() -> None:
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
        evidence = evidence_of(state)
        unseen = state.stock | state.hidden(state.seat)
        order = np.array([bit_of(card) for card in cards_of(unseen)])
        worlds = np.empty((9, len(order) + 1), np.int64)
        machine(sample_worlds)(evidence, order, worlds, 7, 0)
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
        found = MonteCarloGin(40, seconds).evaluated(state)
        assert found is not None
        looked.append(len(found.race.counts))
    assert looked[0] == 40 > looked[1] == 8
    assert looked[2] > 40


@pytest.mark.parametrize("seconds", [0.01, 0.1, 1.0])
def test_a_time_for_a_move_is_kept(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    times = Times(monkeypatch)
    monkeypatch.setattr(monte_carlo, "rollout_points", times.costing(rollout_points, 0.001, at=2))
    MonteCarloGin(seconds=seconds).evaluated(
        Gin().parse(DISCARDING.format(LATE[0], THEIRS, LATE[1]))
    )
    assert 0 < times.now <= 1.3 * seconds


def test_a_hand_of_gin_is_never_held_back() -> None:
    text = DISCARDING.format("S3 S4 S5 ST SJ SQ SK H9 D9 DT C9", THEIRS, "HK 0.DK 1.C4")
    state = Gin().parse(text)
    assert str(PLAYER(state)) == "knock:DT"
    assert PLAYER.evaluated(state) is None


def test_compiled_pairs_awaiting_a_card_are_those_of_the_rules() -> None:
    for state in turns(games=1, seed=5)[::9]:
        if state.phase == "discard":
            unseen = state.stock | state.hidden(state.seat)
            room = state.hidden(state.seat).bit_count()
            for card in cards_of(state.hands[state.seat]):
                found = fixed_pairs_awaiting(BITS[card], unseen, state.known[1 - state.seat], room)
                assert found / CERTAIN == pytest.approx(pairs_awaiting(state, card), abs=0.01)


def test_a_hint_says_what_the_figures_show() -> None:
    host = Host(MonteCarloGin(worlds=30))
    said = Counter(_told_truly(host, state) for state in _played(4))
    assert set(said) >= {"knock", "leaves-least", "leaves-more", "top-melds"}
    assert set(said) >= {"top-too-little", "top-no-gain"}


def _played(games: int) -> list[GinState]:
    records = [play(Gin().start(), PLAYER, seed=seed) for seed in range(games)]
    states = [state for record in records for state in record.states()]
    return [state for state in states if isinstance(state, GinState) and state.turn >= 0]


def oracle_deadwood(hand: int) -> int:
    return oracle.least(oracle.read_hand(hand_text(hand)), oracle.GIN)


def _told_truly(host: Host, state: GinState) -> str:
    """Hold the figures of a hint to those behind it; return what kind of hint it is."""
    player = host.player
    assert isinstance(player, MonteCarloGin)
    tried = player.evaluated(state)
    move, why = player.advice(state)
    assert host.hint(state) == f"{move}: {why}"
    reason, figure = parted(why)
    if tried is not None:  # held by ``tests.players.test_hints``
        return "knock"
    kind: str = reason.code.removeprefix("gin.")
    left = oracle_deadwood(state.hands[state.seat] & ~BITS[move.card]) if move.kind == "card" else 0
    if kind == "leaves-least":
        assert reason.params["kept"] == left
    elif kind == "leaves-more":
        assert reason.params["kept"] == left > reason.params["least"]
        assert reason.params["card"] == str(move), "the card of the button is named"
    elif kind.startswith("top"):
        _drawn_truly(state, str(move), reason, figure)
    return kind


def _drawn_truly(state: GinState, move: str, why: Phrase, figure: Phrase | None) -> None:
    """Hold what is said of a draw to the draw: the card is taken for a meld, or for seven together."""
    now = oracle_deadwood(state.hands[state.seat])
    if why.code == "gin.top-melds":
        assert move == "pile"
        assert why.params["kept"] < why.params["now"] == now
        return
    assert figure is not None
    said = figure.params.get("first", figure).params
    assert said["now"] == now
    cost = NEAR_TAKEN // POINT if "second" in figure.params else 0
    gain = said["now"] - said["kept"] + said["outs"] - said["now_outs"] - cost
    assert (move == "pile") == (gain >= 7) == (why.code == "gin.top-gains")
    assert (gain <= 0) == (why.code == "gin.top-no-gain")


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
        return choose_draw(state)
    knocks = (move for move in state.moves() if move.kind == "knock")
    hand = state.hands[state.seat]
    gin = (move for move in knocks if gin_deadwood(hand & ~BITS[move.card]) == 0)
    return next(gin, choose_discard(state))
