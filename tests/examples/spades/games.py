"""Games of Spades for the tests, and what they are in the oracle's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spades import ENTRY
from spades.game import Spades, SpadesState
from suitwise import catalogue
from suitwise.cards import Card
from suitwise.seeds import below
from tests.examples.playing import random_states_of, texts

catalogue.register(ENTRY)

DEAL, GAME = Spades(points=0), Spades()


def random_states(seed: int, game: Spades = DEAL) -> list[SpadesState]:
    """Return the states of a random game from the end of the first deal on."""
    return random_states_of(game, seed)


def modest_moves(seed: int, game: Spades, bids: range) -> tuple[list[str], SpadesState]:
    """Return all moves of a game whose seats bid some of the bids and play at random, and its end.

    Bids from all there are come to 26 tricks on average, so that nearly all contracts fail.
    """
    state, moves, index = game.start(), [], 0
    while state.moves():
        legal = tuple(state.moves())
        if state.is_bidding:
            legal = tuple(legal[bid] for bid in bids)
        place, index = below(len(legal), seed, 3, index)
        moves.append(str(legal[place]))
        state = state.after(legal[place])
    return moves, state


def hands_texts(state: SpadesState) -> list[list[str]]:
    return [texts(hand) for hand in state.dealt]


def played_texts(state: SpadesState) -> list[str]:
    return [str(Card(card)) for _, card in state.plays]


def bids_texts(state: SpadesState) -> list[str]:
    """Return the bid of each seat, empty if it has none."""
    return [str(state.last_call(seat) or "") for seat in range(4)]


def first(holds: Callable[[SpadesState], Any], game: Spades = DEAL) -> SpadesState:
    """Return the first position of random games in which a seat is on turn and something holds."""
    states = (state for seed in range(300) for state in random_states(seed, game)[:-1])
    return next(state for state in states if state.turn >= 0 and holds(state))


HANDS = [
    "S2S3S4S5S6S7S8S9STSJSQSKHA",
    "SAH2H3H4H5H6H7H8H9HTHJHQHK",
    "D2D3D4D5D6D7D8D9DTDJDQDKDA",
    "C2C3C4C5C6C7C8C9CTCJCQCKCA",
]
"""Hands of which the ace of hearts takes the first trick and the ace of spades the second.

Seat 1 leads a heart, seat 0 takes it with its ace and has nothing but spades to lead; seat 1 takes the
first of them with its ace; the king takes the heart that it leads then, and so on: 12 tricks for seat 0,
one for seat 1, none for the others.
"""


def whole_deal(bids: str, scores: str = "0-0", game: Spades = GAME) -> SpadesState:
    """Play the deal of ``HANDS`` to its end, dealt by seat 0 after four deals, bid from seat 1 on."""
    dealt = "0" if game is DEAL else "4"
    state: SpadesState = game.parse(f"deal {dealt} | {' '.join(HANDS)} | {bids} | - | {scores}")
    deals = state.deals
    while state.turn >= 0 and state.deals == deals:
        state = state.after(next(iter(state.moves())))
    return state
