"""What a seat of Tractor sees, as an array: planes of the 54 cards, and some numbers.

Seats are counted from the one that looks, in the order of play, so "each seat" begins with one's own.
A plane has a number for each card, half a copy: 0, 0.5 or 1. A place is one 1 among zeros, all zeros
where there is nothing to tell.

=========  ==============  =========================================================================
index      name            meaning
=========  ==============  =========================================================================
0          hand            plane: one's own hand
54         played          a plane for each seat: what it has played in this deal
270        table           a plane for each seat: what it has played to the open trick
486        bid             a plane for each seat: the cards that it has shown for bids
702        thrown          a plane for each seat: the cards that it has shown in throws that failed
918        tried           plane: the failed throw whose part is to be chosen
972        turned          plane: the cards turned up from the kitty
1026       buried          plane: what is buried, to the landlord; to all once the deal is over
1080       phase           place: draw, bid, turn, bury, play, forced, end
1087       turn            place: the seat on turn; none at chance's turn
1091       landlord        place: the landlord, or who would be it now
1095       given           1 if the landlord was given before the deal
1096       leader          place: who leads the open trick
1100       led             place: the led partition, S H D C and trump
1105       size            how many cards were led, of 25
1106       main            place: the main suit S H D C or none, once it is named
1111       rank            place: the current rank, 2 to A
1124       levels          the levels of one's own side and of the other, 2 is 0 and A is 1
1126       bidder          place: the seat whose bid stands
1130       shown           place: the standing bid's suit, black joker or red joker
1136       copies          how many cards it shows, of 2
1137       asked           how many seats have been asked since the last card was drawn, of 20
1138       silence         how many of them have passed since the last bid, of 4
1139       sizes           for each seat how many cards it holds, of 33
1143       left            how many cards are not drawn, of 108
1144       voids           for each seat the five partitions, 1 where it has shown to have none
1164       tricks          how many tricks are over, of 25
1165       points          the attackers' points, of 200: with the kitty or penalties outside 0 to 1
=========  ==============  =========================================================================

The order of the plays of earlier tricks is not in it. What plays prove beyond voids is found by
``knowledge_of(state, seat)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from suitwise.cards import BLACK_JOKER, N_CARDS
from suitwise.tractor.auction import NOBODY
from suitwise.tractor.knowledge import (
    SEATS,
    moments_of,
    most_of,
    played_by,
    shown_by,
    turned_up,
    voids_shown,
)
from suitwise.tractor.piles import EMPTY, Pile, bits
from suitwise.tractor.position_text import sees_kitty

if TYPE_CHECKING:
    from suitwise.tractor.state import TractorState

PHASES = ("draw", "bid", "turn", "bury", "play", "forced", "end")
_SIZES = (
    ("hand", N_CARDS),
    *((name, 4 * N_CARDS) for name in ("played", "table", "bid", "thrown")),
    *((name, N_CARDS) for name in ("tried", "turned", "buried")),
    *(("phase", len(PHASES)), ("turn", 4), ("landlord", 4), ("given", 1), ("leader", 4)),
    *(("led", 5), ("size", 1), ("main", 5), ("rank", 13), ("levels", 2), ("bidder", 4)),
    *(("shown", 6), ("copies", 1), ("asked", 1), ("silence", 1), ("sizes", 4), ("left", 1)),
    *(("voids", 20), ("tricks", 1), ("points", 1)),
)


def _slices() -> Iterator[tuple[str, slice]]:
    begin = 0
    for name, size in _SIZES:
        yield name, slice(begin, begin + size)
        begin += size


FIELDS: Mapping[str, slice] = dict(_slices())
"""Where each part of the array stands, by its name in the table above."""
SIZE = FIELDS["points"].stop


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
            for found, mask in zip(copies, pile, strict=False):
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
        "buried": [state.buried or EMPTY] if sees_kitty(state, seat) else [],
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
        "points": [state.points / 200],
    }


def _lead(state: TractorState) -> Pile:
    """Return the lead of the open trick, while the part of a throw is to be chosen the whole throw."""
    if not state.tricks:
        return EMPTY
    trick = state.tricks[-1]
    return trick.plays[0] if trick.plays else trick.tried or EMPTY
