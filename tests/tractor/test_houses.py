"""Whole deals of several houses, reckoned again from the plays by the slow oracle.

The functions for following, throws, tricks and points are held against it one by one elsewhere; here it
is seen that a deal asks each of them by its own house's rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from suitwise.cards import RANKS, Card
from suitwise.tractor import Move, Profile, Tractor, TractorState, pile_of
from suitwise.tractor.moves import Trick
from suitwise.tractor.rules.levels import bid_of
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.follows import some_follows, texts
from tests.tractor.table_deals import a_deal
from tests.tractor.table_tricks import (
    options_of,
    slow_throw,
    slow_winner,
    some_table_trick,
    some_throw,
)

HOUSES = (
    "standard(penalty=10)",
    "standard(penalty=200,over=every,kitty=power,defend=2JA)",
    "standard(penalty=15,chain=suits,forced=lowest,over=top,kitty=fixed,kitty_factor=3,defend=)",
    "rbtying(penalty=5,duty=pairs,kitty=power,defend=5TKA)",
    "jerryyyu(penalty=40,duty=suit,kitty=fixed,kitty_factor=0,defend=3468TK)",
    "duan(nobody=first,chain=suits)",
    "rbtying(over=length,forced=largest,kitty=lead)",
)
DEALS = {3: "22", 6: "TT", 9: "55", 12: "AA", 18: "JJ", 21: "KK"}
"""The levels of each deal by its seed; in these deals any cards of a suit are led (``table_deals``)."""


def states_of(house: str) -> list[tuple[TractorState, ...]]:
    return [a_deal(seed, str(Profile.parse(house)), levels) for seed, levels in DEALS.items()]


@cache
def switches(house: str) -> oracle.Options:
    return options_of(Profile.parse(house))


# --- Points ---------------------------------------------------------------------------------------


def slow_points(end: TractorState, options: oracle.Options) -> int:
    """Return the attackers' points by the oracle, from the plays and the failed throws alone."""
    trump, points, leader = oracle.read_trump(str(end.trump)), 0, end.current_landlord
    for trick in end.tricks:
        assert trick.leader == leader
        if trick.tried is not None:
            points += -options.penalty if attacks(leader, end.current_landlord) else options.penalty
        plays = [texts(play) for play in trick.plays]
        leader = (leader + oracle.winner(plays, trump, options) - 1) % 4
        if attacks(leader, end.current_landlord):
            points += oracle.points([card for play in plays for card in play])
    assert end.buried is not None
    lead = texts(end.tricks[-1].plays[0])
    size = oracle.largest_size(lead, trump, options)
    buried = oracle.points(texts(end.buried))
    won = attacks(leader, end.current_landlord)
    return points + oracle.kitty(buried, size, won, options, len(lead))


def attacks(seat: int, landlord: int) -> bool:
    return (seat - landlord) % 2 == 1


@pytest.mark.parametrize("house", HOUSES)
def test_the_points_of_a_deal_are_those_of_the_oracle(house: str) -> None:
    for *_, end in states_of(house):
        assert end.points == slow_points(end, switches(house))


def test_throws_of_both_sides_fail_in_every_house() -> None:
    for house in HOUSES:
        ends = [end for *_, end in states_of(house)]
        sides = Counter(
            attacks(trick.leader, end.current_landlord)
            for end in ends
            for trick in end.tricks
            if trick.tried is not None
        )
        assert min(sides[True], sides[False]) > 2, house


@pytest.mark.parametrize("house", HOUSES)
def test_the_levels_after_a_deal_are_those_of_the_oracle(house: str) -> None:
    for *_, end in states_of(house):
        outcome = end.outcome
        assert outcome is not None
        held, gain = oracle.score(end.points)
        levels = [RANKS[level] for level in end.levels]
        side = end.current_landlord % 2 if held else 1 - end.current_landlord % 2
        levels[side] = oracle.advance(levels[side], gain, held, switches(house))
        assert [(*RANKS, "won")[level] for level in outcome.ranks] == levels
        assert outcome.next_landlord == (end.current_landlord + (2 if held else 1)) % 4


# --- Rulings --------------------------------------------------------------------------------------


def some_state(house: str, trump: str, leader: int, *plays: Sequence[Card]) -> TractorState:
    """Return the state in a deal of a house before a play, or before a lead."""
    state = Tractor(house, "deal", trump[1] * 2).start()
    bid = bid_of(0, Move.parse("BJBJ" if trump[0] == "O" else trump).pile.cards)
    trick = Trick(leader, tuple(map(pile_of, plays)))
    return replace(state, bids=(bid,), tricks=(trick,))


@pytest.mark.parametrize("house", HOUSES)
def test_a_trick_is_won_as_the_oracle_says(house: str) -> None:
    rng = Random(house)
    for _ in range(60):
        trump, plays = some_table_trick(rng)
        state = some_state(house, trump, 2, *plays)
        won = slow_winner(trump, plays, switches(house))
        assert state.winner_of(state.tricks[0]) == (2 + won) % 4


@pytest.mark.parametrize("house", HOUSES)
def test_a_throw_stands_or_fails_as_the_oracle_says(house: str) -> None:
    rng, told = Random(house), Counter[bool]()
    for _ in range(60):
        trump, hands, lead = some_throw(rng)
        one, two, three, four = map(pile_of, hands)
        state = replace(some_state(house, trump, 0), held=(one, two, three, four))
        slow = slow_throw(trump, hands, lead, switches(house))
        after = state.after(Move(pile_of(lead)))
        assert (after.tricks[0].tried is None) == slow.stands
        told[slow.stands] += 1
        if not slow.stands:
            choices = {pile_of("".join(part)) for part in slow.forced}
            led = set(after.tricks[0].plays) or {move.pile for move in after.moves()}
            assert led == choices
    assert min(told.values()) > 5


@pytest.mark.parametrize("house", HOUSES)
def test_the_plays_that_follow_are_those_of_the_oracle(house: str) -> None:
    for follow in some_follows(150, most=9):
        lead, hand, trump, _ = follow.asked
        state = some_state(house, follow.trump, 3, follow.lead)
        state = replace(state, held=(pile_of(follow.hand), *state.held[1:]))
        slow = oracle.legal_plays(lead, hand, trump, switches(house))
        assert {move.pile for move in state.moves()} == {pile_of("".join(play)) for play in slow}
