"""What a seat of Tractor sees, and a move, as arrays: planes of the 54 cards, and some numbers.

Seats are counted from the one that looks, in the order of play, so "each seat" begins with one's own.
A plane has a number for each card, half a copy: 0, 0.5 or 1. A place is one 1 among zeros, all zeros
where there is nothing to tell. ``fields_of`` is the table, which ``suitwise.fields.markdown`` writes.

The order of the plays of earlier tricks is not in it. What plays prove beyond voids is found by
``knowledge_of(state, seat)``.

Moves are too many to be numbered: a throw is any cards of a suit, a burial any eight of 33. So a move is
described by its cards, and with them by what a player would have to add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from suitwise.cards import BLACK_JOKER, N_CARDS
from suitwise.fields import Field, places, width
from suitwise.tractor.hidden.knowledge import (
    SEATS,
    moments_of,
    most_of,
    played_by,
    shown_by,
    turned_up,
    voids_shown,
)
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.rules.auction import NOBODY
from suitwise.tractor.rules.blocks import MOST_PAIRS
from suitwise.tractor.rules.kitty import KITTY, kitty_bonus
from suitwise.tractor.rules.piles import EMPTY, MOST_CARDS, Pile, bits
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.scoring import ALL_POINTS, points_of
from suitwise.tractor.seats import HAND
from suitwise.tractor.state import TractorState

PHASES = ("draw", "bid", "turn", "bury", "play", "forced", "end")
_MOST_LARGEST = 2 * MOST_PAIRS
"""The cards of the largest block that there can be."""
_MOST_BURIED = 10 * KITTY
"""The points of a kitty of tens and kings."""
_MOST_FAILED = HAND - 1
"""So many throws can fail in a deal: a throw is of two cards at least."""

_POINTS = "points"
_TABLE = (
    Field("hand", N_CARDS, "plane: one's own hand"),
    Field("played", 4 * N_CARDS, "a plane for each seat: what it has played in this deal"),
    Field("table", 4 * N_CARDS, "a plane for each seat: what it has played to the open trick"),
    Field("bid", 4 * N_CARDS, "a plane for each seat: the cards that it has shown for bids"),
    Field("thrown", 4 * N_CARDS, "a plane for each seat: what it has shown in throws that failed"),
    Field("tried", N_CARDS, "plane: the failed throw whose part is to be chosen"),
    Field("turned", N_CARDS, "plane: the cards turned up from the kitty"),
    Field(
        "buried", N_CARDS, "plane: what is buried, to the landlord; to all once the deal is over"
    ),
    Field("phase", len(PHASES), f"place: {', '.join(PHASES)}"),
    Field("turn", 4, "place: the seat on turn; none at chance's turn"),
    Field("landlord", 4, "place: the landlord, or who would be it now"),
    Field("given", 1, "1 if the landlord was given before the deal"),
    Field("leader", 4, "place: who leads the open trick"),
    Field("led", 5, "place: the led partition, S H D C and trump"),
    Field("size", 1, "how many cards were led, of 25"),
    Field("main", 5, "place: the main suit S H D C or none, once it is named"),
    Field("rank", 13, "place: the current rank, 2 to A"),
    Field("levels", 2, "the levels of one's own side and of the other, 2 is 0 and A is 1"),
    Field("bidder", 4, "place: the seat whose bid stands"),
    Field("shown", 6, "place: the standing bid's suit, black joker or red joker"),
    Field("copies", 1, "how many cards it shows, of 2"),
    Field("asked", 1, "how many seats have been asked since the last card was drawn, of 20"),
    Field("silence", 1, "how many of them have passed since the last bid, of 4"),
    Field("sizes", 4, "for each seat how many cards it holds, of 33"),
    Field("left", 1, "how many cards are not drawn, of 108"),
    Field("voids", 20, "for each seat the five partitions, 1 where it has shown to have none"),
    Field("tricks", 1, "how many tricks are over, of 25"),
    Field(_POINTS, 1, "the attackers' points, of 200: with the kitty or penalties outside 0 to 1"),
)
FIELDS: Mapping[str, slice] = places(_TABLE)
"""Where each part of the array stands, by its name."""
SIZE = width(_TABLE)


def fields_of(profile: Profile) -> tuple[Field, ...]:
    """Return what the numbers of ``observation`` mean; the bounds of the points are the house's.

    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> fields_of(STANDARD)[-1].range, fields_of(Profile.parse("judge"))[-1].range
    ('0 to 19.8', '0 to 6710887')
    """
    low, high = bounds_of_points(profile)
    return (*_TABLE[:-1], replace(_TABLE[-1], low=low / ALL_POINTS, high=high / ALL_POINTS))


def bounds_of_points(profile: Profile) -> tuple[int, int]:
    """Return what the attackers' points can't be below, and can't be above, in a house.

    >>> bounds_of_points(Profile.parse("standard(penalty=10)"))
    (-240, 4200)
    """
    most = kitty_bonus(_MOST_BURIED, _MOST_LARGEST, True, profile)
    failed = _MOST_FAILED * profile.penalty
    return -failed, max(ALL_POINTS, ALL_POINTS - _MOST_BURIED + most) + failed


def observation(state: TractorState, seat: int) -> NDArray[np.float32]:
    """Return what a seat sees, 1166 numbers (the table of this module).

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
    >>> seen = observation(state, 0)
    >>> seen.shape, float(seen[FIELDS["hand"]].sum()), seen[FIELDS["phase"]].tolist()
    ((1166,), 0.5, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    """
    seen = np.zeros(SIZE, np.float32)
    copies: tuple[list[int], list[int]] = [], []
    for name, piles in _planes(state, seat).items():
        for begin, pile in enumerate(piles):
            at = FIELDS[name].start + N_CARDS * begin
            for found, mask in zip(copies, pile.masks, strict=False):
                found += [at + card for card in bits(mask)]
    seen[copies[0]] = 0.5
    seen[copies[1]] = 1
    for name, place in _places(state, seat).items():
        if place >= 0:
            seen[FIELDS[name].start + place] = 1
    for name, numbers in _numbers(state, seat).items():
        seen[FIELDS[name]] = list(numbers)
    return seen


# --- The cards ------------------------------------------------------------------------------------


def _planes(state: TractorState, seat: int) -> dict[str, list[Pile]]:
    around = [(seat + place) % 4 for place in SEATS]
    played, table, thrown = played_by(state), _on_table(state), _thrown(state)
    return {
        "hand": [state.held[seat]],
        "played": [played[at] for at in around],
        "table": [table[at] for at in around],
        "bid": [shown_by(state, at) for at in around],
        "thrown": [thrown[at] for at in around],
        "tried": [state.tricks[-1].tried or EMPTY] if state.phase == "forced" else [],
        "turned": [turned_up(state)],
        "buried": [state.buried or EMPTY] if state.sees_kitty(seat) else [],
    }


def _on_table(state: TractorState) -> list[Pile]:
    """Return what each seat has played to the open trick, or to the last of the deal."""
    table = [EMPTY] * 4
    if state.tricks:
        trick = state.tricks[-1]
        for place, play in enumerate(trick.plays):
            table[(trick.leader + place) % 4] = play
    return table


def _thrown(state: TractorState) -> list[Pile]:
    """Return the cards that each seat has shown in throws that failed."""
    thrown = [EMPTY] * 4
    for moment in moments_of(state):
        if moment.tried is not None:
            thrown[moment.seat] = most_of(thrown[moment.seat], moment.tried)
    return thrown


# --- The rest -------------------------------------------------------------------------------------


def _places(state: TractorState, seat: int) -> dict[str, int]:
    """Return the place of the 1 of each part that has one; negative where there is none."""
    trick = state.tricks[-1] if state.tricks else None
    bid = state.standing
    begun = trick is not None and (trick.plays or trick.tried)
    return {
        "phase": PHASES.index(state.phase),
        "turn": _around(state.turn, seat),
        "landlord": _around(state.lord, seat),
        "given": 0 if state.landlord != NOBODY else -1,
        "leader": _around(trick.leader, seat) if trick else -1,
        "led": moments_of(state)[-1].led if begun else -1,
        "main": state.trump.main_index if state.is_named else -1,
        "rank": state.rank,
        "bidder": _around(bid.seat, seat) if bid else -1,
        "shown": (bid.main if bid.card < BLACK_JOKER else bid.card - BLACK_JOKER + 4)
        if bid
        else -1,
    }


def _around(who: int, seat: int) -> int:
    return (who - seat) % 4 if who >= 0 else -1


def _numbers(state: TractorState, seat: int) -> dict[str, Iterable[float]]:
    bid, is_asked = state.standing, state.phase in ("draw", "bid")
    around = [(seat + place) % 4 for place in SEATS]
    voids = voids_shown(state)
    lead = _lead(state)
    return {
        "size": [lead.size / 25],
        "levels": [state.levels[at & 1] / 12 for at in around[:2]],
        "copies": [bid.copies / 2 if bid else 0],
        "asked": [state.asked / 20 if is_asked else 0],
        "silence": [state.silence / 4 if is_asked else 0],
        "sizes": [state.held[at].size / 33 for at in around],
        "left": [1 - state.cards_drawn / 108],
        "voids": [voids[at] >> led & 1 for at in around for led in range(5)],
        "tricks": [sum(len(trick.plays) == 4 for trick in state.tricks) / 25],
        _POINTS: [state.points / ALL_POINTS],
    }


def _lead(state: TractorState) -> Pile:
    """Return the lead of the open trick, while the part of a throw is to be chosen the whole throw."""
    if not state.tricks:
        return EMPTY
    trick = state.tricks[-1]
    return trick.plays[0] if trick.plays else trick.tried or EMPTY


# --- A move ---------------------------------------------------------------------------------------

MOVE_FIELDS = (
    Field("cards", N_CARDS, "plane: the cards that the move shows, half a copy"),
    Field("pass", 1, "1 for a pass"),
    Field("size", 1, "how many cards it shows, of 25"),
    Field("pairs", 1, "how many pairs they hold, of 12"),
    Field("points", 1, "their points, of 200"),
)
"""What the numbers of a move mean."""
_MOVE_SIZE = width(MOVE_FIELDS)
_MOVE_NUMBERS = places(MOVE_FIELDS)["pass"].start


def encoded(move: Move) -> NDArray[np.float32]:
    """Return a move as an array, float32 (58,); different moves of a seat have different ones.

    >>> plane = encoded(Move.parse("S2S2S4"))
    >>> plane[:3].tolist(), encoded(PASS)[54:].tolist()
    ([1.0, 0.0, 0.5], [1.0, 0.0, 0.0, 0.0])
    """
    features = np.zeros(_MOVE_SIZE, np.float32)
    once, twice, _ = move.pile.masks
    features[list(bits(once))] = 0.5
    features[list(bits(twice))] = 1
    features[_MOVE_NUMBERS:] = (
        move == PASS,
        move.pile.size / MOST_CARDS,
        twice.bit_count() / MOST_PAIRS,
        points_of(once, twice) / ALL_POINTS,
    )
    return features
