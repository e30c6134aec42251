"""The trained player of gin rummy: sees its seat alone, plays every house's game, beats chance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from suitwise.game import play
from suitwise.players import RandomPlayer, mirrored
from suitwise.players.turns import parted
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.net import (
    MOST_OPTIONS,
    TURN_INPUTS,
    Trained,
    question_in,
    sure_move,
)
from suitwise.rummy.gin.players.rule_based import GinPlayer
from suitwise.rummy.gin.rules.deadwood import bits_of, cards_of, gin_deadwood
from suitwise.rummy.gin.state import GinState

DEAL = Gin()
PLAYER = Trained()


def positions(game: Gin, deals: int) -> Iterator[GinState]:
    """Yield the turns of deals that the player plays with a random one in seat 1."""
    random = RandomPlayer(2)
    for number in range(deals):
        record = play(
            game.start(), lambda state: (PLAYER, random)[state.turn](state), seed=5, stream=number
        )
        yield from (state for state, _ in pairwise(record.states()) if state.turn >= 0)  # type: ignore[misc]


def test_it_plays_by_rules_of_thumb_where_it_has_not_learnt_the_points() -> None:
    for state in list(positions(Gin(gin=20, undercut=10), 1))[:8]:
        assert PLAYER(state) == GinPlayer()(state)
        assert "network" not in str(PLAYER.advice(state).why)


@pytest.mark.parametrize(
    ("hand", "move"),
    [("SA S2 S3 HA H2 H3 H4 D9 DT DJ DQ", "big"), ("SA S2 S3 HA H2 H3 H4 D9 DT DJ C4", "knock:C4")],
)
def test_it_shows_eleven_cards_that_meld_and_knocks_with_ten(hand: str, move: str) -> None:
    text = f"discard 0 dealer 1 | {hand} | S8 S9 SK HK DK C2 C5 C7 C9 CK | H9 | - / - | 0-0 0-0"
    state = Gin(big=31).parse(text)
    assert str(sure_move(state)) == str(PLAYER(state)) == move
    assert PLAYER.advice(state).why.code.startswith("gin.all-")


def test_it_is_asked_of_every_discard_and_of_the_knock_that_keeps_least() -> None:
    for state in positions(DEAL, 2):
        asked = question_in(state)
        assert max(asked.turn) < TURN_INPUTS
        assert len(asked.options) == len(set(asked.options)) <= MOST_OPTIONS
        assert set(asked.options) <= set(state.moves())
        if state.phase == "discard":
            discards = {move for move in state.moves() if move.kind == "card"}
            assert discards <= set(asked.options)
            assert len(asked.options) - len(discards) == any(
                move.kind == "knock" for move in state.moves()
            )
        for seen in asked.seen:
            assert len(seen) == len(set(seen))
            assert min(seen) >= TURN_INPUTS


def test_it_tells_by_how_much_it_prefers_what_it_does() -> None:
    state, _ = DEAL.start().rolled(3, 0)
    move, reason = PLAYER.advice(state)
    assert move == PLAYER(state)
    why, figure = parted(reason)
    assert why == "HK does not help your hand"
    assert re.fullmatch(r"on average \d+\.\d points better than taking HK", figure or "")


def test_of_two_discards_that_it_finds_as_good_it_names_the_other() -> None:
    text = (
        "discard 1 dealer 1 took S7 | SJ SK H2 HK D4 D5 D8 DJ DK C8"
        " | S2 S3 S6 S7 D6 D7 DT C4 C6 C7 CT | S9 0.H9 0.H3 | H2 HK / S7 | 0-0 0-0"
    )
    move, reason = PLAYER.advice(DEAL.parse(text))
    assert str(move) == "DT"
    why, figure = parted(reason)
    assert figure == "on average 0.0 points better than discarding CT"
    assert why.startswith("no other discard leaves you less deadwood")


def test_what_it_says_of_its_move_is_so_and_names_no_network() -> None:
    kinds = set()
    for state in positions(DEAL, 4):
        move, reason = PLAYER.advice(state)
        said, hand = str(reason), state.hands[state.seat]
        assert "network" not in said
        kinds.add(parted(reason)[0].code)
        if move.kind == "card":
            kept = gin_deadwood(hand & ~bits_of([move.card]))
            least = min(gin_deadwood(hand & ~bits_of([card])) for card in cards_of(state.free))
            assert ("no other discard" in said) == (kept == least)
            assert str(kept) in said
        elif "instead of" in said:
            now = gin_deadwood(hand)
            assert f"instead of {now}" in said
    assert len(kinds) > 2


def test_it_beats_chance_on_the_same_deals() -> None:
    sample = mirrored(DEAL, PLAYER, RandomPlayer(1), 8, seed=5)
    assert sample.low > 10
