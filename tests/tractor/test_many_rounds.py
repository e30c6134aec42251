"""Deals at other tables written and read at every phase, with seats turned and with suits renamed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import lru_cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from suitwise.cards import BLACK_JOKER, Card
from suitwise.tractor import Move, Pile, Tractor, TractorState, pile_of
from tests.tractor.many_deals import TABLES, played, some_variant

_SEEDS = 8


@lru_cache(maxsize=_SEEDS * len(TABLES))
def game(table: str, seed: int) -> list[TractorState]:
    """Return the states of a game of two deals in a house that treats suits alike."""
    without = ("overturn", "kitty_cards")
    return played(some_variant(Random(f"{table} {seed}"), table, 2, without), seed)


games = st.tuples(st.sampled_from(list(TABLES)), st.integers(0, _SEEDS - 1))
"""Games by table and seed: their states are too long to be printed."""
KEPT = [part.name for part in fields(TractorState) if not part.init and part.name != "_moves"]


def moves_of(states: list[TractorState]) -> list[Move]:
    """Return the moves between states; a lead whose cut is chosen, and a failed throw, as they were."""
    found = []
    for before, after in pairwise(states):
        found.append(
            next(move for move in candidates(before, after) if before.followed_by(move) == after)
        )
    return found


def candidates(before: TractorState, after: TractorState) -> list[Move]:
    """Return what the move may have been."""
    if before.phase == "draw":
        return [Move(after.drawn[before.drawer].minus(before.drawn[before.drawer]))]
    if before.phase == "bury":
        assert after.buried is not None
        return [Move(after.buried)]
    if before.phase == "play":
        trick = after.tricks[len(before.tricks) - 1]
        laid = trick.uncut or trick.tried if not before.tricks[-1].plays else None
        return [Move(laid or trick.plays[len(before.tricks[-1].plays)])]
    return list(before.moves())


# --- Positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["redeal", "turn", "call", "cut"])
def test_a_position_at_a_rare_phase_is_read_as_it_is_written(phase: str) -> None:
    rare = [state for table in TABLES for seed in range(_SEEDS) for state in game(table, seed)]
    rare = [state for state in rare if state.phase == phase]
    assert rare
    for state in rare:
        assert state.game.parse(str(state)) == state


@given(games, st.integers(0, 99), st.integers(0, 9999))
def test_a_position_at_any_phase_is_read_as_it_is_written(
    which: tuple[str, int], kind: int, place: int
) -> None:
    states = game(*which)
    phases = sorted({state.phase for state in states})
    of_phase = [state for state in states if state.phase == phases[kind % len(phases)]]
    state = of_phase[place % len(of_phase)]
    read = state.game.parse(str(state))
    assert read == state
    assert str(read) == str(state)
    for name in KEPT:
        assert getattr(read, name) == getattr(state, name), name
        assert getattr(replace(state), name) == getattr(state, name), name


def test_all_phases_are_among_them() -> None:
    seen = {
        state.phase for table in TABLES for seed in range(_SEEDS) for state in game(table, seed)
    }
    assert seen == {
        *("draw", "bid", "turn", "redeal", "bury", "steal", "call", "play", "cut", "forced", "end")
    }


# --- Seats turned ---------------------------------------------------------------------------------


@given(games, st.integers(1, 7))
def test_a_table_that_is_turned_plays_the_same_game(which: tuple[str, int], turn: int) -> None:
    states = game(*which)
    variant, seats = states[0].variant, states[0].umpire.seats
    assert isinstance(variant, Tractor)
    turn %= seats

    def turned(seat: int) -> int:
        return (seat + turn) % seats if seat >= 0 else seat

    there = replace(variant, first=turned(variant.first), landlord=turned(variant.landlord))
    state = there.start()
    for before, move in zip(states, moves_of(states), strict=False):
        assert state.phase == before.phase
        assert state.turn == turned(before.turn)
        state = state.after(move)
    last = states[-1]
    assert state.outcome is not None
    assert last.outcome is not None
    assert (state.points, state.outcome.gain) == (last.points, last.outcome.gain)
    assert state.outcome.next_landlord == turned(last.outcome.next_landlord)
    assert [state.outcome.ranks[turned(seat)] for seat in range(seats)] == list(last.outcome.ranks)
    assert [state.won[turned(seat)] for seat in range(seats)] == list(last.won)
    assert sorted(map(turned, last.sides.members)) == state.sides.members


# --- Suits renamed --------------------------------------------------------------------------------


def renamed(move: Move, names: Mapping[int, int]) -> Move:
    """Return a move with other names of suits."""

    def pile(old: Pile) -> Pile:
        return pile_of(Card(names[card]) for card in old.cards)

    if move.parts:
        return Move.cut(map(pile, move.parts))
    return Move(pile(move.pile), move.word, copy=move.copy)


def mixes_rank_cards(lead: Pile, rank: int) -> bool:
    """Tell whether a lead has rank cards of several suits: their names say which of them join."""
    ranked = [card for card in lead.cards if card < BLACK_JOKER and card % 13 == rank]
    return len({card // 13 for card in ranked}) > 1


@given(games, st.permutations(range(4)))
def test_renaming_suits_changes_nothing(which: tuple[str, int], order: list[int]) -> None:
    states = game(*which)
    names = {card: card for card in (BLACK_JOKER, BLACK_JOKER + 1)}
    names |= {13 * suit + rank: 13 * order[suit] + rank for suit in range(4) for rank in range(13)}
    state = states[0]
    calls: list[Move] = []
    for before, move in zip(states, moves_of(states), strict=False):
        if not calls:
            assert (state.phase, state.turn) == (before.phase, before.turn)
        if before.phase == "play" and not before.tricks[-1].plays:
            assume(not mixes_rank_cards(move.pile, before.rank))
        if before.phase == "call":  # they ascend by card
            calls.append(renamed(move, names))
            if len(calls) < before.umpire.calls:
                continue
            for call in sorted(calls, key=lambda call: (call.card, call.copy)):
                state = state.after(call)
            calls = []
            continue
        state = state.after(renamed(move, names))
    last = states[-1]
    assert (state.points, str(state.outcome)) == (last.points, str(last.outcome))
    assert state.sides.members == last.sides.members
