"""What a seat of an endgame sees, as an array: planes of the dominoes and some numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from suitwise.fields import Field, in_parts
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import side
from suitwise.texas42 import view as fields
from suitwise.texas42.endgame.state import EndgameState
from suitwise.texas42.endgame.variant import EndgameVariant
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, N_DOMINOES, dominoes_of

_DECLARED = 9 * N_DOMINOES
_SEEN = _DECLARED + len(DECLARATION_TEXT) + 7


def observation_fields(variant: EndgameVariant) -> tuple[Field, ...]:
    """Return what the numbers of ``observation`` mean, in their order.

    >>> from suitwise.fields import width
    >>> width(observation_fields(EndgameVariant()))
    273
    """
    return in_parts(
        (
            fields.field_of_dominoes("dealt", "the seat was dealt it"),
            *_public_fields(variant, fields.AROUND),
        )
    )


def fields_of_all(variant: EndgameVariant) -> tuple[Field, ...]:
    """Return what the numbers of ``observation_of_all`` mean, in their order."""
    return (
        *fields.fields_of_hands("dealt", "was dealt it"),
        *_public_fields(variant, fields.SEATED),
    )


def _public_fields(variant: EndgameVariant, around: Mapping[str, str]) -> Iterator[Field]:
    yield from fields.fields_of_plays(around)
    yield fields.field_of_declaration()
    yield fields.field_of_seats("leader", "leads the trick", around)
    yield Field("points", 2, f"points taken by {fields.sides_of(around)}", high=variant.points)
    yield Field("given", 1, "how many dominoes are dealt", high=len(variant.pack))


def observation(state: EndgameState, seat: int) -> NDArray[np.float32]:
    """Return what a seat sees, seats counted from it on.

    Its hand as dealt (28), the dominoes played by each seat (112), those on the table by each seat
    (112), the declaration (14), who leads or led the trick (4), the sides' points, its own first
    (2), and how many dominoes are dealt.
    """
    seen = np.zeros(_SEEN, np.float32)
    seen[list(dominoes_of(state.dealt[seat]))] = 1
    table = state.position.trick if state.position else ()
    for number, (player, domino, _) in enumerate(state.played()):
        from_seat = (player - seat) & 3
        seen[N_DOMINOES * (1 + from_seat) + domino] = 1
        if number >= len(state.plays) - len(table):
            seen[N_DOMINOES * (5 + from_seat) + domino] = 1
    leader = state.position.leader if state.position else state.variant.leader
    seen[_DECLARED + state.variant.declared] = 1
    seen[_DECLARED + len(DECLARATION_TEXT) + ((leader - seat) & 3)] = 1
    own = side(seat)
    seen[-3:] = state.taken[own], state.taken[1 - own], sum(state.dealt).bit_count()
    return seen


def observation_of_all(state: EndgameState) -> NDArray[np.float32]:
    """Return the state with nothing hidden: all hands as dealt, then what seat 0 sees beside its own."""
    return np.concatenate([fields.planes_of(state.dealt), observation(state, 0)[N_DOMINOES:]])
