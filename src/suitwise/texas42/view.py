"""The view of a seat of Texas 42, as an array and as data.

Seats are counted to the left from the observing one. ``arrays.stepped.observe`` writes the same array
from a flat record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from suitwise.fields import Field, deals_field, in_parts, places, width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import NOBODY, SEATS, seat_at, side
from suitwise.sight import Own, Sight, with_own
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.auction import CALL_TEXT, MOST_MARKS, N_CALLS, caller
from suitwise.texas42.rules.dominoes import HAND, HAND_POINTS, Domino, trick_points, winning_place
from suitwise.texas42.state import PHASES, Texas42State
from suitwise.texas42.variant import Texas42Variant

if TYPE_CHECKING:
    from suitwise.texas42.rules.contracts import Contract, Play
    from suitwise.texas42.rules.position import Position, Trick


AROUND = {
    "own": "the seat itself",
    "left": "the seat to its left",
    "partner": "its partner",
    "right": "the seat to its right",
}
"""The seats counted to the left from the observing one."""
SEATED = {str(seat): f"seat {seat}" for seat in SEATS}
"""The seats if nobody observes."""


def _fields_of_places(around: Mapping[str, str]) -> Iterator[Field]:
    phases = "being shaken, dealt, called, declared, played; thrown in, ended"
    calls = "pass, 30 to 41, 1 to 7 marks, plunge for 4 to 7, splash for 2 and 3"
    yield Field("phase", len(PHASES), f"a place for each phase of the hand: {phases}")
    yield field_of_seats("turn", "is on turn, none when chance is or nobody", around)
    yield field_of_seats("shaker", "shakes", around)
    yield field_of_seats("leader", "leads the trick, none before the declaration", around)
    yield field_of_seats("out", "sits out, none but in nello", around)
    for name, seat in around.items():
        yield Field(f"call_{name}", N_CALLS, f"a place for each call of {seat}: {calls}")
    yield field_of_declaration()
    highest = "made the highest call so far, none where all have passed"
    yield field_of_seats("bidder", highest, around)


def _fields_of_score(around: Mapping[str, str], variant: Texas42Variant) -> Iterator[Field]:
    sides, of = sides_of(around), whole_score(variant)
    yield Field("points", 2, f"points taken by {sides}, of {HAND_POINTS}")
    yield Field("tricks", 2, f"tricks taken by {sides}, of {HAND}")
    first, other = sides.split(" and by ")
    meaning = f"what {first} and {other} have scored, of {of} {variant.unit}"
    yield Field("scores", 2, meaning, high=variant.most_scored / of)


def sides_of(around: Mapping[str, str]) -> str:
    """Return the sides in words, with that of the first seat first."""
    return "its own side and by the other" if around is AROUND else "seats 0 and 2 and by 1 and 3"


def fields_of_hands(name: str, meaning: str) -> Iterator[Field]:
    """Yield the fields of each seat's dominoes if nothing is hidden."""
    for number, seat in SEATED.items():
        yield field_of_dominoes(f"{name}_{number}", f"{seat} {meaning}")


def fields_of_plays(around: Mapping[str, str]) -> Iterator[Field]:
    """Yield the fields of the dominoes played and on the table, by seat."""
    for name, seat in around.items():
        yield field_of_dominoes(f"played_{name}", f"{seat} has played it")
    for name, seat in around.items():
        yield field_of_dominoes(f"table_{name}", f"{seat} has it on the table")


def field_of_dominoes(name: str, meaning: str) -> Field:
    """Return a field with a place for each domino."""
    return Field(
        name, dominoes.N_DOMINOES, f"a place for each domino from 0-0 to 6-6, 1 if {meaning}"
    )


def field_of_declaration() -> Field:
    """Return the field with a place for each declaration."""
    named = ", ".join(dominoes.DECLARATION_TEXT)
    return Field(
        "declaration", len(dominoes.DECLARATION_TEXT), f"a place for each declaration: {named}"
    )


def field_of_seats(name: str, does: str, around: Mapping[str, str]) -> Field:
    """Return a field with a place for each seat, the observing one first."""
    return Field(name, len(around), f"a place for {', '.join(around.values())}: who {does}")


def whole_score(variant: Texas42Variant) -> int:
    """Return the score that is scaled to 1: the match's target, or 7 marks for a single hand."""
    return variant.target or MOST_MARKS


def observation_fields(variant: Texas42Variant) -> tuple[Field, ...]:
    """Return the fields of ``observation``, in order.

    >>> from suitwise.fields import places
    >>> from suitwise.texas42.game import N42PA
    >>> fields = observation_fields(N42PA)
    >>> places(fields)["bidder"], fields[-2].high  # 11 marks of 7
    (slice(421, 425, None), 1.5714285714285714)
    """
    match = (deals_field(variant.most_deals),) if variant.target else ()
    fields = (
        field_of_dominoes("dealt", "the seat was dealt it"),
        field_of_dominoes("held", "the seat still holds it"),
        *fields_of_plays(AROUND),
        *_fields_of_places(AROUND),
        *_fields_of_score(AROUND, variant),
        *match,
    )
    parts = {"points": HAND_POINTS, "tricks": HAND, "scores": whole_score(variant)}
    return in_parts(fields, **parts, deals=variant.most_deals)


def fields_of_all(variant: Texas42Variant) -> tuple[Field, ...]:
    """Return the fields of ``observation_of_all``, in order.

    >>> from suitwise.fields import width
    >>> from suitwise.texas42.game import N42PA
    >>> width(fields_of_all(N42PA))
    600
    """
    return (
        *fields_of_hands("dealt", "was dealt it"),
        *fields_of_hands("held", "still holds it"),
        *fields_of_plays(SEATED),
        *_fields_of_places(SEATED),
        *_fields_of_score(SEATED, variant),
        *((deals_field(variant.most_deals),) if variant.target else ()),
    )


_FIELDS = observation_fields(Texas42Variant(match="hand"))
_AT = {name: place.start for name, place in places(_FIELDS).items()}
HELD_AT, PLAYED_AT, TABLE_AT = _AT["held"], _AT["played_own"], _AT["table_own"]
PHASE_AT, TURN_AT, SHAKER_AT = _AT["phase"], _AT["turn"], _AT["shaker"]
LEADER_AT, OUT_AT, CALLS_AT = _AT["leader"], _AT["out"], _AT["call_own"]
DECLARATION_AT, BIDDER_AT = _AT["declaration"], _AT["bidder"]
POINTS_AT, TRICKS_AT, SCORES_AT = _AT["points"], _AT["tricks"], _AT["scores"]
"""The offsets of the parts of the array."""
SIZE = width(_FIELDS)
"""The length of the array for a single hand; a match has one more number."""


def observation(state: Texas42State, seat: int) -> NDArray[np.float32]:
    """Return a seat's observation, 431 numbers, or 432 in a match; see ``observation_fields``.

    It doesn't hold the order of the plays in earlier tricks, nor the suits that seats are known to
    lack; a player without memory finds these in ``knowledge_of(state, seat).may_hold``.
    """
    ones = _planes(state, seat) | _places(state, seat)
    bits = np.frombuffer(ones.to_bytes(SIZE // 8 + 1, "little"), np.uint8)
    seen = np.unpackbits(bits, count=SIZE, bitorder="little").astype(np.float32)
    seen[POINTS_AT:] = _numbers(state, seat)
    if state.variant.target:
        return np.append(seen, np.float32(state.deals / state.variant.most_deals))
    return seen


def observation_of_all(state: Texas42State) -> NDArray[np.float32]:
    """Return the full position, 599 numbers, or 600 in a match; see ``fields_of_all``."""
    hands = planes_of([*state.dealt, *state.hands])
    return np.concatenate([hands, observation(state, 0)[PLAYED_AT:]])


def planes_of(hands: Sequence[int]) -> NDArray[np.float32]:
    """Return a plane for each set of dominoes, flattened.

    >>> planes_of([0b1, 0b110]).reshape(2, 28)[:, :4].tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 1.0, 0.0]]
    """
    words = np.array(hands, "<u4").view(np.uint8).reshape(len(hands), 4)
    bits = np.unpackbits(words, axis=1, count=dominoes.N_DOMINOES, bitorder="little")
    return bits.astype(np.float32).ravel()


def _planes(state: Texas42State, seat: int) -> int:
    """Return the planes of the dominoes as one integer, with a bit for each number that is 1."""
    dealt, hands = state.dealt, state.hands
    ones: int = dealt[seat] | hands[seat] << HELD_AT
    if state.play is None:
        return ones
    for around in SEATS:
        at = (seat + around) & 3
        ones |= (dealt[at] & ~hands[at]) << PLAYED_AT + dominoes.N_DOMINOES * around
    position = state.play.position
    for place, domino in enumerate(position.trick):
        around = (seat_at(position.leader, place, position.out) - seat) & 3
        ones |= 1 << TABLE_AT + dominoes.N_DOMINOES * around + domino
    return ones


def _places(state: Texas42State, seat: int) -> int:
    """Return the one-hot parts as one integer, with a bit for each number that is 1."""
    ones: int = 1 << PHASE_AT + PHASES.index(state.phase)
    shown = [(state.turn, TURN_AT), (state.shaker, SHAKER_AT), (state.bidder, BIDDER_AT)]
    if state.play is not None:
        position = state.play.position
        shown += [(position.leader, LEADER_AT), (position.out, OUT_AT)]
        ones |= 1 << DECLARATION_AT + position.declaration
    for other, at in shown:
        if other >= 0:
            ones |= 1 << at + ((other - seat) & 3)
    first = caller(state.shaker, 0) - seat
    for made, call in enumerate(state.calls):
        ones |= 1 << CALLS_AT + N_CALLS * ((first + made) & 3) + call
    return ones


def _numbers(state: Texas42State, seat: int) -> tuple[float, ...]:
    points, tricks = (
        ((0, 0), (0, 0)) if state.play is None else (state.play.points, state.play.tricks_taken)
    )
    scores, of, own = state.scores, whole_score(state.variant), side(seat)
    return (
        points[own] / HAND_POINTS, points[1 - own] / HAND_POINTS,
        tricks[own] / HAND, tricks[1 - own] / HAND,
        scores[own] / of, scores[1 - own] / of,
    )  # fmt: skip


# --- The view as data (``suitwise.sight``) --------------------------------------------------------
#
# * ``head``: the ``shaker``, the ``calls`` in order, the ``contract`` after the declaration, the
#   ``unit`` of the score, the ``scores`` of the sides, the ``target`` of the match (0 for a single
#   hand), the number ``deals`` of finished hands; for the current hand the ``points`` and ``tricks``
#   of the sides.
# * ``hand``: the dominoes ``dealt``.
# * ``table``: the current ``trick`` and the ``last`` complete one.
#
# After a claim, all remaining hands are visible.


def sight(state: Texas42State, seat: int | None) -> Sight:
    """Return the view of a seat, or the public view for None."""
    public = everybody(state)
    return public if seat is None else with_own(public, seat, own(state, seat))


def own(state: Texas42State, seat: int) -> Own:
    """Return the private part of a seat's view."""
    return Own(texts(state.hands[seat]), {"dealt": texts(state.dealt[seat])})


def everybody(state: Texas42State) -> Sight:
    """Return the public view of a game."""
    play = state.play
    return Sight(
        state.phase,
        tuple(texts(hand) if state.is_laid_open else None for hand in state.hands),
        tuple(hand.bit_count() for hand in state.hands),
        _head(state),
        table={
            "trick": None if play is None else open_trick(play.position),
            "last": None if play is None or not play.tricks else _whole(play.tricks[-1], play),
        },
    )


def texts(hand: int) -> list[str]:
    """Return the dominoes of a set of bits as texts.

    >>> texts(0b11)
    ['0-0', '1-0']
    """
    return list(_texts(hand))


@lru_cache(maxsize=1 << 11)  # hands of all tables; only one of four changes at a time
def _texts(hand: int) -> tuple[str, ...]:
    return tuple(map(str, dominoes.dominoes_of(hand)))


def _head(state: Texas42State) -> dict[str, Any]:
    game, play = state.variant, state.play
    calls = [
        {"seat": caller(state.shaker, made), "call": CALL_TEXT[call]}
        for made, call in enumerate(state.calls)
    ]
    return {
        "shaker": None if state.shaker == NOBODY else state.shaker,
        "calls": calls,
        "contract": None if play is None else _contract(play.contract),
        "unit": game.unit,
        "scores": list(state.scores),
        "target": game.target,
        "deals": state.deals,
        "points": [0, 0] if play is None else list(play.points),
        "tricks": [0, 0] if play is None else list(play.tricks_taken),
    }


def _contract(contract: Contract) -> dict[str, Any]:
    return {
        "bidder": contract.bidder,
        "call": CALL_TEXT[contract.call],
        "declaration": dominoes.DECLARATION_TEXT[contract.declaration],
        "out": None if contract.out == NOBODY else contract.out,
    }


def open_trick(position: Position) -> dict[str, Any] | None:
    """Return the trick on the table, or None if all dominoes are played."""
    if position.over:
        return None
    return _trick(position.leader, position.trick, position.declaration, position.out)


def _whole(trick: Trick, play: Play) -> dict[str, Any]:
    return _trick(trick.leader, trick.dominoes, play.contract.declaration, play.contract.out)


def _trick(leader: int, dominoes: Sequence[int], declaration: int, out: int) -> dict[str, Any]:
    """Return a trick with the seat that is winning it and its points."""
    seats = [seat_at(leader, place, out) for place in range(len(dominoes))]
    plays = [
        {"seat": seat, "domino": str(Domino(domino))}
        for seat, domino in zip(seats, dominoes, strict=True)
    ]
    return {
        "leader": leader,
        "plays": plays,
        "best": seats[winning_place(dominoes, declaration)] if plays else None,
        "points": trick_points(dominoes),
    }
