"""The numbers of ``TractorPlay-v0`` for positions of the game are those of its compiled rounds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from suitwise.errors import IllegalMove, IllegalPosition, SuitwiseError
from suitwise.fields import places
from suitwise.game import CHANCE, OVER
from suitwise.players import RandomPlayer
from suitwise.stepping.steps import Steps
from suitwise.tractor import (
    Move,
    Tractor,
    TractorState,
    play_action,
    play_mask,
    play_move,
    play_observation,
    winner_at_table,
)
from suitwise.tractor.arrays.batch import is_throw_led, replay, state_of
from suitwise.tractor.arrays.conversion import FIELDS
from suitwise.tractor.arrays.packed import LANDLORD, RANK
from suitwise.tractor.arrays.play import ACTIONS, PAIR, REPLY, ROUND, THROW, TRACTOR
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.blocks import parts_of
from tests.tractor.stepped_rounds import EVERY_RANK, meant, seen_by

SEED = 5


def led_to(number: int, record: Any) -> TractorState:
    """Return the position of the game in which a compiled round that has just been dealt is led to."""
    game, ruled = record[ROUND:], ("rules", "rules")
    ranks, landlords = int(game[RANK]), int(game[LANDLORD])
    return state_of(replay(number, SEED, ruled, ranks=ranks, landlords=landlords), plays=0)


# --- Bit for bit ----------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_observations_masks_and_moves_are_those_of_the_compiled_rounds_to_the_bit(
    exhaustive: bool,
) -> None:
    """Rounds of self-play at every rank: 4, 300 in full. All seats' sights, not only who is on turn."""
    count, rng = (300 if exhaustive else 4), np.random.default_rng(8)
    steps = Steps(EVERY_RANK, count, SEED, others="self", autoreset="none")
    states = [led_to(n, record) for n, record in enumerate(steps.records)]
    kinds: Counter[str] = Counter()
    while any(state.turn != OVER for state in states):
        chosen = np.zeros(count, np.int64)
        for n, state in enumerate(states):
            record, shown, mask = steps.records[n], steps.observations[n], steps.masks[n]
            if state.turn == OVER:
                continue
            assert play_observation(state, state.turn).tobytes() == shown.tobytes()
            waits = (state.turn + 1 + n % 3) % 4
            assert play_observation(state, waits).tobytes() == seen_by(record, waits).tobytes()
            assert play_mask(state).tobytes() == mask.tobytes()
            legal = np.flatnonzero(mask)
            rare = legal[(legal >= TRACTOR) & (legal < REPLY) | (legal >= THROW)]
            chosen[n] = rng.choice(rare if len(rare) and rng.random() < 0.5 else legal)
            move = play_move(state, chosen[n])
            assert move == Move(meant(record[ROUND:], chosen[n]))
            back = play_action(state, move)
            assert back == chosen[n] or REPLY <= back < chosen[n]
            assert play_move(state, back) == move
            kinds[kind_of(int(chosen[n]), state)] += 1
            states[n] = state.after(move)
        steps.step(chosen)
    for state, record in zip(states, steps.records, strict=True):
        assert not play_mask(state).any()
        for seat in range(4):
            assert play_observation(state, seat).tobytes() == seen_by(record, seat).tobytes()
    assert set(kinds) == {"card led", "card", "pair", "tractor", "reply", "throw"}


def kind_of(action: int, state: TractorState) -> str:
    if action < PAIR:
        return "card led" if state.lead is None else "card"
    if action >= REPLY:
        return "throw" if action >= THROW else "reply"
    return "pair" if action < TRACTOR else "tractor"


def test_hidden_cards_change_nothing_that_is_seen_or_may_be_done() -> None:
    for number in range(6):
        state = state_of(replay(number, SEED), plays=10 * number + number)
        if state.turn == OVER:
            continue
        other = state.resample(state.turn, 1, number)
        assert other.held != state.held
        mine = (play_observation(one, state.turn).tobytes() for one in (state, other))
        assert len(set(mine)) == 1
        assert play_mask(state).tobytes() == play_mask(other).tobytes()
        for action in np.flatnonzero(play_mask(state)):
            assert play_move(state, action) == play_move(other, action)


# --- Whole deals, in which others throw -----------------------------------------------------------


def test_where_others_throw_every_action_is_a_legal_move_and_what_is_said_to_win_does() -> None:
    """Leads are those of the player who throws, or any; replies are numbered ones."""
    rng, seen = np.random.default_rng(3), Counter[str]()
    throwers: tuple[Any, Any] = TractorPlayer(), RandomPlayer(4)
    for seed in range(4):
        state, index = Tractor(match="deal").start().rolled(seed, 0)
        while state.turn != OVER:
            if state.turn == CHANCE:
                state, index = state.rolled(seed, 0, index)
                continue
            if state.phase != "play":
                state = state.after(throwers[0](state))
                continue
            if state.lead is None:
                state = state.after(throwers[seed % 2](state))
                continue
            seen.update(check_replies(state))
            state = state.after(play_move(state, rng.choice(np.flatnonzero(play_mask(state)))))
    assert {"throw", "won", "lost"} <= set(seen)


def check_replies(state: TractorState) -> list[str]:
    """Hold the numbered replies against the game; return what kinds of them there were."""
    legal, table = np.flatnonzero(play_mask(state)), state.tricks[-1].plays
    piles = [play_move(state, action).pile for action in legal]
    assert all(Move(pile) in state.moves() for pile in piles)
    seen = places(FIELDS)
    looked = play_observation(state, state.turn)
    assert looked[seen["size"]] == np.float32(table[0].size / 25)
    assert looked[seen["pairs"]] == np.float32(table[0].twice.bit_count() / 12)
    longest = parts_of(table[0], state.trump)[0].size // 2
    assert looked[seen["longest"]] == np.float32(longest / 12)
    winner = (state.tricks[-1].leader + state.ruling(state.tricks[-1]).winner - state.turn) % 4
    assert looked[seen["winner"]].tolist().index(1) == winner
    if not is_throw_led(state):
        return []
    assert legal[:2].tolist() == [REPLY, REPLY + 1]
    won = [winner_at_table(state.trump, (*table, pile)).winner == len(table) for pile in piles]
    assert all(won[2:])
    return ["throw", "won" if len(legal) == 4 else "lost"]


# --- What has no number ---------------------------------------------------------------------------


def test_a_throw_that_may_fail_has_no_number() -> None:
    state = state_of(replay(3, SEED), plays=0)
    throw = next(move for move in state.moves() if len(parts_of(move.pile, state.trump)) > 1)
    with pytest.raises(
        IllegalMove, match="is a throw without a number: one with a number is all of a suit"
    ):
        play_action(state, throw)


def test_a_reply_that_is_none_of_the_four_has_no_number() -> None:
    state = next(
        state
        for number in range(20)
        for plays in range(1, 60, 7)
        if (state := state_of(replay(number, SEED), plays)).lead is not None
        and state.lead.size > 1
        and len(state.moves()) > 4
    )
    numbered = {play_move(state, action) for action in np.flatnonzero(play_mask(state))}
    other = next(move for move in state.moves() if move not in numbered)
    with pytest.raises(IllegalMove, match=r"is none of the replies that have numbers, as duck \w"):
        play_action(state, other)


@pytest.mark.parametrize(
    ("plays", "action", "fault"),
    [
        (4, 594, "highest, action 594: it replies to more than one card, and here a lead is asked"),
        (4, 595, "throw of S, action 595: no two blocks of the hand there are certain to stand"),
        (4, 54, "S2S2, action 54: the hand on turn does not hold it"),
        (5, 54, "S2S2, action 54: one card was led, and the replies are 0 to 53"),
        (5, 0, "S2, action 0: follow trumps: 1 trump is owed"),
        (5, ACTIONS, "the actions are 0 to 599, not 600"),
        (5, -1, "the actions are 0 to 599, not -1"),
        (100, 0, "seat 0 is not on turn"),
    ],
)
def test_an_action_that_is_not_legal_is_refused_with_its_reason(
    plays: int, action: int, fault: str
) -> None:
    with pytest.raises(IllegalMove, match=fault):
        play_move(state_of(replay(3, seed=7), plays), action)


def test_to_several_cards_single_cards_are_no_reply() -> None:
    state = next(
        state
        for number in range(20)
        if (state := state_of(replay(number, SEED), 1)).lead is not None and state.lead.size > 1
    )
    with pytest.raises(IllegalMove, match=r"cards were led, and the replies are 591 to 594"):
        play_move(state, 0)


def test_a_move_that_is_not_legal_is_refused_with_the_rule() -> None:
    state = state_of(replay(3, seed=7), plays=5)
    with pytest.raises(IllegalMove, match="the hand has no D3"):
        play_action(state, Move.parse("D3"))


def test_a_claim_has_no_number() -> None:
    deal = replay(3, seed=7)
    plain = state_of(deal).game
    assert isinstance(plain, Tractor)
    house = replace(plain, claims=True)
    states = (house.parse(str(state_of(deal, plays))) for plays in range(99, 0, -1))
    state = next(state for state in states if state.turn >= 0 and state.may_claim)
    with pytest.raises(IllegalMove, match="claim has no number: cards alone have one"):
        play_action(state, Move.parse("claim"))


@pytest.mark.parametrize("action", [2.5, True, "1", None])
def test_what_is_no_whole_number_is_refused(action: Any) -> None:
    with pytest.raises(SuitwiseError, match="an action is a whole number, not"):
        play_move(state_of(replay(3, seed=7), plays=5), action)


def test_only_the_play_of_the_standard_house_has_numbers() -> None:
    dealt, _ = Tractor(match="deal").start().rolled(1, 0)
    with pytest.raises(IllegalPosition, match="not in the phase bid"):
        play_mask(dealt)
    with pytest.raises(IllegalPosition, match=r"not in standard\(penalty=10\)"):
        play_observation(Tractor("standard(penalty=10)").start(), 0)
    with pytest.raises(SuitwiseError, match="a seat is a number from 0 to 3, not 4"):
        play_observation(state_of(replay(3, seed=7)), 4)
