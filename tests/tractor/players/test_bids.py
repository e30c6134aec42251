"""Bids that are tried: all hands are drawn whole in a world, and a sure bid is made."""

from __future__ import annotations

import numpy as np

from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor import Pile, Tractor, pile_of
from suitwise.tractor.arrays.packed import BURIED, COLUMNS, HANDS
from suitwise.tractor.hidden.redealing import many_worlds
from suitwise.tractor.moves import DECK, HAND
from suitwise.tractor.players.bids_and_burials import draw_rest, turned_card, whole_hand_bid
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.rules.levels import KITTY, NOTHING, main_of, named_by_kitty
from suitwise.tractor.rules.profile import STANDARD
from tests.tractor.players.test_rule_based import positions


def test_in_a_world_all_cards_are_drawn_and_each_seat_keeps_what_it_has() -> None:
    state = [one for one in positions(Tractor(match="deal"), 4) if one.phase == "bid"][37]
    hands = many_worlds(state, state.turn, 5, 1, 2)
    index = 0
    for before in hands:
        world = np.zeros(COLUMNS, np.int64)
        index = machine(draw_rest)(before.copy(), world, state.turn, 1, 2, index)
        piles = [Pile(*map(int, world[at : at + 2])) for at in range(HANDS, BURIED + 2, 2)]
        assert [pile.size for pile in piles] == [HAND] * 4 + [KITTY]
        assert piles[0].plus(piles[1]).plus(piles[2]).plus(piles[3]).plus(piles[4]) == DECK
        for place in range(4):
            drawn = Pile(*map(int, before[place]))
            assert drawn.within(piles[(state.turn + place) % 4])


def test_who_has_long_trumps_bids_and_who_has_no_card_to_show_does_not() -> None:
    long = pile_of("S2S3S3S4S5S6S7S8S9H3H4H5H6H7D3D4D5D6D7C3C4C5C6C7C8")
    assert whole_hand_bid(*long.masks[:2], 0, NOTHING, 7) >> 2 == 0
    assert whole_hand_bid(*long.minus(pile_of("S2")).masks[:2], 0, NOTHING, 7) == -1


def test_the_kitty_names_what_its_cards_turned_up_do() -> None:
    for text in ("S3H4D5C6S7H8D9C2", "S3H4D5C6S7H8D9CA", "S3H4D5C6S7H8D9BJ"):
        kitty = pile_of(text)
        named = named_by_kitty([*kitty.cards], 0, STANDARD)
        assert main_of(turned_card(kitty.once, 0)) == named


def test_two_red_jokers_are_bid_where_the_opponents_suit_is_short_in_the_hand() -> None:
    states = positions(Tractor(match="deal", levels="55"), 3)
    state = next(one for one in states if "RJRJ" in map(str, one.moves()))
    assert state.held[state.turn].size == 18
    assert str(state.standing) == "D5"
    assert str(MonteCarlo(worlds=30).evaluated(state).move) == "RJRJ"
