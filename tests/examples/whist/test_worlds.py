"""The deals that a seat can't tell apart, held against all there are."""

from __future__ import annotations

from collections import Counter

import pytest

from suitwise.cards import Card
from tests.examples.whist.games import DEAL, dealt_texts, played_texts, random_states
from tests.oracles import whist_oracle as oracle
from whist.hidden.knowledge import knowledge_of
from whist.hidden.worlds import count_worlds
from whist.state import WhistState

LAST_TRICKS = 4
"""Positions with so many tricks left have some thousand worlds at most."""
WORLDS = 2000


def all_worlds(state: WhistState, seat: int) -> set[tuple[frozenset[str], ...]]:
    turned = str(Card(state.turned))
    hands, plays = dealt_texts(state), played_texts(state)
    return set(oracle.worlds(seat, hands, state.dealer, turned, plays))


def as_world(state: WhistState) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(hand) for hand in dealt_texts(state))


def late_positions(seed: int) -> list[WhistState]:
    """Return the positions of a random deal with three or two tricks left."""
    return random_states(seed)[4 * (13 - LAST_TRICKS) + 6 : -4 : 3]


@pytest.mark.parametrize("seed", range(8))
def test_as_many_worlds_are_counted_as_the_oracle_deals(seed: int) -> None:
    for state in late_positions(seed):
        for seat in range(4):
            assert count_worlds(knowledge_of(state, seat)) == len(all_worlds(state, seat))


@pytest.mark.parametrize("seed", range(25))
def test_no_world_contradicts_what_was_seen(seed: int) -> None:
    for at, state in enumerate(random_states(seed)[:-1:5]):
        for seat in range(4):
            world = state.resample(seat, seed, at)
            hands, plays = dealt_texts(world), played_texts(state)
            trump = str(Card(state.turned))
            assert oracle.play_out(hands, (state.dealer + 1) % 4, trump[0], plays) is not None
            assert sorted(card for hand in hands for card in hand) == sorted(
                card for hand in dealt_texts(state) for card in hand
            )
            assert hands[seat] == dealt_texts(state)[seat]
            assert trump in hands[state.dealer]


def void_positions() -> list[tuple[WhistState, int]]:
    """Return late positions with a seat that sees voids and between 20 and 100 worlds."""
    found = []
    for seed in range(20):
        for state in late_positions(seed):
            for seat in range(4):
                known = knowledge_of(state, seat)
                shown = any(hand not in (0, known.unseen) for hand in known.may_hold)
                if shown and 20 <= count_worlds(known) <= 100:
                    found.append((state, seat))
    return found[:: len(found) // 4][:4]


@pytest.mark.parametrize("place", range(4))
def test_every_world_comes_as_often_as_any_other(place: int) -> None:
    """Chi-square over all worlds, with a fixed seed; a sound sampler exceeds the bound once in 10**6."""
    state, seat = void_positions()[place]
    worlds = all_worlds(state, seat)
    drawn = Counter(as_world(state.resample(seat, 11, stream)) for stream in range(WORLDS))
    assert set(drawn) <= worlds
    expected = WORLDS / len(worlds)
    chi = sum((drawn[world] - expected) ** 2 / expected for world in worlds)
    free = len(worlds) - 1
    # Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is about normal.
    spread = ((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) / (2 / (9 * free)) ** 0.5
    assert abs(spread) < 4.8


def test_the_card_turned_up_stays_with_the_dealer_until_it_is_played() -> None:
    state = random_states(5)[0]
    known = knowledge_of(state, (state.dealer + 1) % 4)
    assert known.held[state.dealer] == 1 << state.turned
    assert not known.unseen >> state.turned & 1
    assert sum(known.rooms) == 38


def test_while_cards_are_dealt_hands_are_drawn_from_all_that_is_unseen() -> None:
    state = DEAL.start()
    for card in ("SA", "SK", "SQ", "SJ", "ST"):
        state = state.after(card)
    worlds = {state.resample(1, 3, stream).dealt[2] for stream in range(300)}
    assert len(worlds) == 50
    assert all(state.resample(1, 3, stream).dealt[1] == state.dealt[1] for stream in range(20))
