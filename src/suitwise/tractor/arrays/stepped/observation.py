"""What a seat sees of the play of a deal (``play``).

Seats are counted from the one that looks, in the order of play; cards go by their true names. A plane
has a number for each of the 54 cards, half a copy: 0, 0.5 or 1. A place is one 1 among zeros, all zeros
where there is nothing to tell.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.fields import Field, in_parts, places, width
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    BURIED,
    HANDS,
    LACKS,
    LANDLORD,
    LEADER,
    LED,
    LENGTH,
    MAIN,
    PAIRS,
    PARTITIONS,
    PLACED,
    PLAYED,
    POINTS,
    RANK,
    SIZE,
    TABLE,
    WINNER,
    named_back,
    swapped_suit,
)
from suitwise.tractor.arrays.stepped.record import GONE, ROUND, TRICKS
from suitwise.tractor.observation import bounds_of_points
from suitwise.tractor.rules.blocks import MOST_PAIRS
from suitwise.tractor.rules.order import NO_SUIT, TRUMPS
from suitwise.tractor.rules.piles import MOST_CARDS
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.rules.scoring import ALL_POINTS

_FIELDS = (
    Field("hand", N_CARDS, "plane: one's own hand"),
    Field("played", 4 * N_CARDS, "a plane for each seat: what it has played in this round"),
    Field("table", 4 * N_CARDS, "a plane for each seat: what it has played to the open trick"),
    Field(
        "buried", N_CARDS, "plane: what is buried, to the landlord; to all once the round is over"
    ),
    Field("landlord", 4, "place: the landlord"),
    Field("leader", 4, "place: who leads the open trick"),
    Field("winner", 4, "place: who wins the open trick so far; none before its lead"),
    Field("led", 5, "place: the led partition, S H D C and trump; none before the lead"),
    Field("size", 1, "how many cards were led, of 25"),
    Field("pairs", 1, "how many pairs were led, of 12"),
    Field("longest", 1, "the pairs of the longest block of the lead, of 12"),
    Field("main", 5, "place: the main suit S H D C or none"),
    Field("rank", 13, "place: the current rank, 2 to A"),
    Field("voids", 20, "for each seat S H D C and trump, 1 where it has shown to have none"),
    Field("tricks", 1, "how many tricks are over, of 25"),
    Field(
        "points",
        1,
        "the attackers' points, of 200: with the kitty's at the end",
        high=bounds_of_points(STANDARD)[1] / ALL_POINTS,
    ),
)
_HALVES = dict.fromkeys(("hand", "played", "table", "buried"), 2)
FIELDS = in_parts(
    _FIELDS,
    **_HALVES,
    size=MOST_CARDS,
    pairs=MOST_PAIRS,
    longest=MOST_PAIRS,
    tricks=MOST_CARDS,
    points=ALL_POINTS,
)
"""What the numbers of an observation mean."""
SEEN = width(FIELDS)

_HAND, _PLAYED, _TABLE, _BURIED, _LANDLORD, _LEADER, _WINNER, _LED = (
    field.start for field in list(places(FIELDS).values())[:8]
)
_SIZE, _PAIRS, _LONGEST, _MAIN, _RANK, _VOIDS, _TRICKS, _POINTS = (
    field.start for field in list(places(FIELDS).values())[8:]
)


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write what a seat sees over zeros (``FIELDS``)."""
    game = record[ROUND:]
    main, cr, landlord = item_at(game, MAIN), item_at(game, RANK), item_at(game, LANDLORD)
    lay(game, HANDS + 2 * seat, seen, _HAND)
    if seat == landlord or item_at(game, PLAYED) == ALL_PLAYED:
        lay(game, BURIED, seen, _BURIED)
    for ahead in range(4):
        gone = GONE + 2 * (seat + ahead & 3)
        lay_cards(item_at(game, gone), item_at(game, gone + 1), seen, _PLAYED + N_CARDS * ahead)
        see_voids(item_at(game, LACKS) >> PARTITIONS * (seat + ahead & 3), main, seen, ahead)
    seen[_LANDLORD + (landlord - seat & 3)] = 1
    seen[_LEADER + (item_at(game, LEADER) - seat & 3)] = 1
    seen[_MAIN + main] = 1
    seen[_RANK + cr] = 1
    seen[_TRICKS] = item_at(game, TRICKS) / MOST_CARDS
    seen[_POINTS] = item_at(game, POINTS) / ALL_POINTS
    if item_at(game, PLACED) > 0:
        see_trick(game, seat, seen)


@rule
def see_trick(game: Any, seat: int, seen: Any) -> None:
    """Write what lies on the table, and what was led."""
    led, leader = item_at(game, LED), item_at(game, LEADER)
    for place in range(item_at(game, PLACED)):
        ahead = leader + place - seat & 3
        lay(game, TABLE + 2 * place, seen, _TABLE + N_CARDS * ahead)
    seen[_WINNER + (item_at(game, WINNER) - seat & 3)] = 1
    seen[_LED + swapped_suit(led, item_at(game, MAIN))] = 1
    seen[_SIZE] = item_at(game, SIZE) / MOST_CARDS
    seen[_PAIRS] = item_at(game, PAIRS) / MOST_PAIRS
    seen[_LONGEST] = item_at(game, LENGTH) / MOST_PAIRS


@rule
def see_voids(lacks: int, main: int, seen: Any, ahead: int) -> None:
    """Write the partitions that a seat has shown to be out of, by their true names."""
    at = _VOIDS + PARTITIONS * ahead
    for suit in range(NO_SUIT):
        seen[at + swapped_suit(suit, main)] = lacks >> suit & 1
    seen[at + TRUMPS] = lacks >> TRUMPS & 1


@rule
def lay(game: Any, column: int, seen: Any, first: int) -> None:
    """Write a pile of the round into the plane that begins at a place."""
    main, cr = item_at(game, MAIN), item_at(game, RANK)
    once, twice = item_at(game, column), item_at(game, column + 1)
    lay_cards(named_back(once, main, cr), named_back(twice, main, cr), seen, first)


@rule
def lay_cards(once: int, twice: int, seen: Any, first: int) -> None:
    """Write cards by their true names into the plane that begins at a place."""
    while once:
        card = lowest_bit(once)
        once &= once - 1
        seen[first + card] = 0.5 + 0.5 * (twice >> card & 1)
