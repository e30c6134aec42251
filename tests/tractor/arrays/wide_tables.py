"""Wide tables in arrays and the same tables as objects, for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from suitwise.cards import Card
from suitwise.tractor.arrays.packed import named_back, renamed
from suitwise.tractor.arrays.wide import layout
from suitwise.tractor.arrays.wide.layout import HANDS
from suitwise.tractor.arrays.wide.playouts import (
    Tables,
    advance_row,
    lead,
    new_desk,
    position,
    worlds,
)
from suitwise.tractor.rules.deck import EMPTY, Pile, Trump, pile_of
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.tables import Sides, Table
from suitwise.tractor.rules.wide.lead import WideLead


@dataclass
class Deal:
    """A table before the first lead, with what it was made from."""

    table: Table
    trump: Trump
    hands: list[Pile]
    buried: Pile
    landlord: int
    sides: Sides | None
    row: Tables


def some_deal(rng: Random, packs: int, seats: int, profile: Profile, friends: int = 0) -> Deal:
    """Return a random deal; with friends, so many calls of random copies."""
    table = Table(packs, seats, profile)
    trump = Trump(rng.choice("SHDCO"), rng.choice("23456789TJQKA"))
    cards = [Card(card) for card in range(54) for _ in range(packs)]
    for card in table.removed(trump.rank):
        cards.remove(card)
    rng.shuffle(cards)
    n = table.hand
    hands = [pile_of(cards[n * seat : n * seat + n]) for seat in range(seats)]
    buried, landlord = pile_of(cards[n * seats :]), rng.randrange(seats)
    sides = None
    if friends:
        copies = [(Card(card), copy) for card in range(54) for copy in range(1, packs + 1)]
        sides = Sides(landlord, rng.sample(copies[: 6 * packs], friends), profile.joins)
    row = position(table, trump, landlord, hands, buried, sides=sides)
    return Deal(table, trump, hands, buried, landlord, sides, row)


def hand_in(row: Any, seat: int) -> Pile:
    """Return a seat's hand by true names; ``row`` is one table."""
    at = HANDS + 4 * seat
    return true_pile(row, row[at : at + 4])


def true_pile(row: Any, masks: Sequence[int]) -> Pile:
    """Return renamed masks as a pile of true names."""
    main, cr = int(row[layout.MAIN]), int(row[layout.RANK])
    return Pile(*(named_back(int(mask), main, cr) for mask in masks))


def stepped_plainly(row: Tables, by_rule: int) -> Iterator[tuple[int, Pile, Pile]]:
    """Play a table out as plain Python; yield each seat on turn, its hand, and its play."""
    desk, orders = new_desk(), np.array([0, 0, 0, 0, 1, by_rule, 0], np.int64)
    while row[0, layout.LEFT]:
        seat = int(row[0, layout.TURN])
        hand = hand_in(row[0], seat)
        orders[6] = row[0, layout.LEFT]  # another seed for each play
        advance_row(0, (desk, orders), row)
        yield seat, hand, hand.minus(hand_in(row[0], seat))


def after_lead(led: WideLead, hand: Pile, packs: int, seats: int = 4) -> Tables:
    """Return a table at which seat 0 has led and the next seat, with a given hand, is on turn."""
    table = Table(packs, seats, led.profile)
    one = position(table, led.trump, 0, [hand] * seats)
    masks = [led.cards.masks, *[hand.masks] * (seats - 1)]
    tables = worlds(one, np.array([masks], np.int64), np.array([EMPTY.masks], np.int64))
    lead(tables, led.parts)
    return tables


def give(tables: Tables, seat: int, hand: Pile) -> None:
    """Give a seat of all tables another hand."""
    main, cr, at = int(tables[0, layout.MAIN]), int(tables[0, layout.RANK]), HANDS + 4 * seat
    tables[:, at : at + 4] = [renamed(mask, main, cr) for mask in hand.masks]
