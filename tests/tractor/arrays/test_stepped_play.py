"""Rounds stepped in arrays keep the game's own rules, play by play, and score as it does."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.fields import places
from suitwise.game import OVER
from suitwise.stepping.loop import STREAM
from suitwise.stepping.steps import Steps
from suitwise.tractor import Move, Pile, Tractor, TractorState, pile_of, winner_at_table
from suitwise.tractor.arrays.batch import deal_rounds, play_rounds, replay, state_of, step
from suitwise.tractor.arrays.conversion import FIELDS
from suitwise.tractor.arrays.course import batch_of
from suitwise.tractor.arrays.packed import (
    BURIED,
    HANDS,
    LANDLORD,
    PLACED,
    PLAYED,
    POINTS,
    RANK,
    SIZE,
    unseen_by,
)
from suitwise.tractor.arrays.play import (
    ACTIONS,
    REPLY,
    ROUND,
    ROUND_END,
    THROW,
    TRACTOR,
    cards_of,
    is_legal,
    outcome,
    play_other,
    turn,
)
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.moves import DECK
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY, NO_SUIT, TRUMPS, partition_mask
from suitwise.tractor.rules.levels import outcome_of
from suitwise.tractor.rules.throws import (
    beats,
)
from suitwise.tractor.view.observation import layout_of
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.rounds import texts
from tests.tractor.stepped_rounds import (
    EVERY_RANK,
    OPTIONS,
    Record,
    allowed_in,
    dealt_record,
    meant,
    pile_at,
    walked,
)

# --- By the game's own rules ----------------------------------------------------------------------


def state_at(number: int, game: Any, seed: int) -> TractorState:
    """Return the position of the game in which a round that has just been dealt is led to."""
    ranks, landlords = int(game[RANK]), int(game[LANDLORD])
    ruled = ("rules", "rules")
    return state_of(replay(number, seed, ruled, ranks=ranks, landlords=landlords), plays=0)


def blocks_of(state: TractorState) -> set[tuple[str, ...]]:
    """Return every single, pair and tractor of the hand on turn, by the oracle."""
    trump = oracle.Trump(state.trump.main, state.trump.rank)
    hand = texts(state.held[state.turn])
    suits = [oracle.of_partition(hand, kind, trump) for kind in "SHDCT"]
    return {
        tuple(sorted(block))
        for suit in suits
        for size in (1, *range(2, len(suit) + 1, 2))
        for block in oracle.blocks(suit, size, trump)
    }


def check_actions(game: Any, allowed: list[int], state: TractorState) -> str:
    """Hold the legal actions against the game's legal moves; return what kind they were of."""
    piles = {action: meant(game, action) for action in allowed}
    assert all(Move(pile) in state.moves() for pile in piles.values())
    if state.duty is None:
        throws = {action: piles.pop(action) for action in allowed if action >= THROW}
        assert {texts(pile) for pile in piles.values()} == blocks_of(state)
        assert len(set(piles.values())) == len(piles)
        assert throws == sure_throws(state)
        if throws:
            return "throw"
        return "tractor" if allowed[-1] >= TRACTOR else "lead"
    if state.tricks[-1].plays[0].size == 1:
        assert list(piles.values()) == list(state.duty.plays)
        return "card"
    assert allowed[:2] == [REPLY, REPLY + 1]
    if len(state.duty.plays) > 300:
        return "many"
    wins = any(is_taken(state, play) for play in state.duty.plays)
    assert [action - REPLY for action in allowed[2:]] == ([2, 3] if wins else [])
    assert all(is_taken(state, piles[action]) for action in allowed[2:])
    return "won" if wins else "lost"


def sure_throws(state: TractorState) -> dict[int, Pile]:
    """Return by their actions the throws that have numbers, put together from the game's own parts."""
    seat, trump, found = state.turn, state.trump, {}
    left = DECK.minus(state.held[seat])
    for pile in (*state.played, *([state.buried] if seat == state.current_landlord else [])):
        left = left.minus(pile or EMPTY)
    for at in (TRUMPS, *({*range(NO_SUIT)} - {trump.main_index})):
        mask = partition_mask(at, trump.main_index, trump.rank_index)
        held = state.held[seat].of(mask)
        others = [
            EMPTY if state.voids[other] >> at & 1 else left.of(mask)
            for other in range(4)
            if other != seat
        ]
        parts = parts_of(held, trump) if held.once else ()
        sure = [
            part for part in parts if not any(beats(one, part, at, trump, -1) for one in others)
        ]
        longest = [part.size for part in sure if part.size > 2 and part.size == sure[0].size]
        if len(sure) > 1 and len(longest) < 2:
            found[THROW + at] = pile_of([card for part in sure for card in part.cards])
    return found


def is_taken(state: TractorState, play: Pile) -> bool:
    """Tell whether a reply wins the open trick so far."""
    trick = state.tricks[-1]
    return winner_at_table(state.trump, (*trick.plays, play)).winner == len(trick.plays)


def check_seen(seen: NDArray[np.float32], state: TractorState) -> None:
    """Hold what a seat sees against what it sees at the table, where both say the same."""
    table, at = state.observe(state.turn), layout_of(state.umpire).slices
    for name, place in places(FIELDS).items():
        if name in at:
            assert np.array_equal(seen[place], table[at[name]]), name
    trick, own = state.tricks[-1], places(FIELDS)
    lead = trick.plays[0] if trick.plays else EMPTY
    longest = parts_of(lead, state.trump)[0].size if trick.plays else 0
    assert round(12 * seen[own["longest"]].item()) == longest // 2
    assert round(12 * seen[own["pairs"]].item()) == lead.twice.bit_count()
    winner = seen[own["winner"]].tolist()
    if trick.plays:
        ahead = (trick.leader + state.ruling(trick).winner - state.turn) % 4
        assert winner.index(1) == ahead
    assert sum(winner) == bool(trick.plays)


@pytest.mark.exhaustive
def test_whole_rounds_are_rounds_of_the_game_with_each_action_and_each_number_seen(
    exhaustive: bool,
) -> None:
    """Every play of self-play rounds is made in the game too: 12 rounds, 300 in full."""
    count, seed, rng = (300 if exhaustive else 12), 5, np.random.default_rng(5)
    steps = Steps(EVERY_RANK, count, seed, others="self", autoreset="none")
    states = [state_at(n, record[ROUND:], seed) for n, record in enumerate(steps.records)]
    kinds: Counter[str] = Counter()
    for n, state in enumerate(states):
        game = steps.records[n, ROUND:]
        assert state.held == tuple(pile_at(game, HANDS + 2 * seat) for seat in range(4))
        assert state.buried == pile_at(game, BURIED)
        assert state.current_landlord == turn(steps.records[n], OPTIONS) == steps.seats[n]
    while any(state.turn != OVER for state in states):
        chosen = np.zeros(count, np.int64)
        for n, state in enumerate(states):
            if state.turn != OVER:
                allowed = np.flatnonzero(steps.masks[n]).tolist()
                kinds[check_actions(steps.records[n, ROUND:], allowed, state)] += 1
                check_seen(steps.observations[n], state)
                rare = [a for a in allowed if TRACTOR <= a < REPLY or a >= THROW]
                chosen[n] = rng.choice(rare if rare and rng.random() < 0.5 else allowed)
                states[n] = state.after(Move(meant(steps.records[n, ROUND:], chosen[n])))
        steps.step(chosen)
    for n, state in enumerate(states):
        assert tuple(steps.returns[n]) == state.returns()
        assert steps.records[n, ROUND + POINTS] == state.points
        assert steps.ended[n] == 1 or steps.rewards[n] == 0
    assert {"throw", "tractor", "lead", "card", "won", "lost"} <= set(kinds)


def test_a_number_that_is_no_action_of_the_mask_is_illegal() -> None:
    """All numbers at 50 moments, and some that are none."""
    kinds = set()
    for number in range(50):
        record = walked(number, number + number % 4)
        allowed = set(allowed_in(record))
        for action in (*range(-3, ACTIONS + 3), -(2**63), 2**63 - 1):
            assert is_legal(record, OPTIONS, action) == (action in allowed), action
        game = record[ROUND:]
        kinds.add("lead" if game[PLACED] == 0 else "card" if game[SIZE] == 1 else "cards")
    assert kinds == {"lead", "card", "cards"}


# --- By the batches -------------------------------------------------------------------------------


@pytest.mark.parametrize(("policy", "name"), [(0, "random"), (1, "rules")])
def test_others_play_as_in_the_batches_play_by_play(policy: int, name: Any) -> None:
    for number in range(6):
        record = dealt_record(number, seed=3)
        lord, rank = int(record[ROUND + LANDLORD]), int(record[ROUND + RANK])
        rows = deal_rounds(
            1, 3, policies=("rules", "rules"), first=number, ranks=rank, landlords=lord
        )
        assert np.array_equal(record[ROUND:ROUND_END], rows[0])
        while turn(record, OPTIONS) != OVER:
            play_other(record, OPTIONS, policy)
            rows = step(rows, policies=(name, name))
            assert np.array_equal(record[ROUND:ROUND_END], rows[0])
            assert record[STREAM] == rows[0, -1]


def test_who_plays_by_the_rules_among_players_by_the_rules_gets_what_the_batches_say() -> None:
    """So each play of the rules is an action: 10 rounds, 250 plays and more of the learner's."""
    steps = Steps(EVERY_RANK, 10, 8, others="rules", autoreset="none", seat="any")
    for _ in range(25):
        actions = [ruled_action(row) if row[ROUND + PLAYED] < 100 else 0 for row in steps.records]
        steps.step(np.array(actions))
    assert (steps.records[:, ROUND + PLAYED] == 100).all()
    for n, record in enumerate(steps.records):
        rank, lord = int(record[ROUND + RANK]), int(record[ROUND + LANDLORD])
        found = play_rounds(1, 8, ("rules", "rules"), first=n, ranks=rank, landlords=lord)
        assert record[ROUND + POINTS] == found.points[0]
        if rank < 6:  # far from the ace, where gains are cut short
            ahead = int(found.gains[0, 0] - found.gains[0, 1])
            assert steps.returns[n].tolist() == [ahead, -ahead] * 2


def ruled_action(record: Record) -> int:
    """Return the action that plays what the rule-based player plays."""
    game = [int(value) for value in record[ROUND:]]
    played = choose_play(game, *unseen_by(game, turn(record, OPTIONS)))
    return next(action for action in allowed_in(record) if cards_of(game, action) == played)


def test_what_a_seat_gets_is_how_many_levels_its_side_rises_more_than_the_other() -> None:
    for number in range(8):
        record = walked(number, 100)
        lord = int(record[ROUND + LANDLORD])
        for level in ("22", "2A", "KA", "AA"):
            variant = Tractor(match="deal", levels=level, landlord=lord)
            for points in (0, 35, 75, 80, 120, 400, 1500):
                record[ROUND + POINTS] = points
                ahead = risen_more(variant, points)
                options = batch_of(variant).options
                found = [outcome(record, options, seat) for seat in range(4)]
                assert found == [ahead, -ahead] * 2


def risen_more(variant: Tractor, points: int) -> int:
    before = variant.side_ranks
    after = outcome_of(before, variant.landlord, points, variant.rules).ranks
    return after[0] - before[0] - (after[1] - before[1])


def test_nobody_has_got_anything_before_the_end() -> None:
    for plays in (0, 40, 99):
        record = walked(1, plays)
        if turn(record, OPTIONS) != OVER:
            assert [outcome(record, OPTIONS, seat) for seat in range(4)] == [0] * 4
