"""The text of an endgame and its parser, and a seat's view as text, data and numbers.

The text of a state is one line: the four hands as dealt, ``-`` for an empty one, and the plays in
order::

    6-4,5-5 6-6,3-2 4-1,5-0 1-1,6-5 5-5,3-2

A seat sees its own hand as dealt, the number of dominoes dealt, and the plays, ``-`` for none. As data
(``suitwise.sight``) this is:

* ``head``: the ``declaration``, the ``goal``, the ``points`` of the sides, and the number of
  dominoes ``undealt``.
* ``hand``: the dominoes ``dealt``.
* ``table``: the current ``trick`` and all dominoes ``played``, in order.

As numbers it is planes of dominoes and some counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from suitwise.errors import IllegalMove, NotationError
from suitwise.fields import Field, in_parts
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import side
from suitwise.foundation.text.lines import split_parts
from suitwise.sight import Sight
from suitwise.texas42 import view as fields
from suitwise.texas42.endgame.state import LONGEST_TEXT, EndgameState, EndgameVariant
from suitwise.texas42.rules.dominoes import (
    DECLARATION_TEXT,
    N_DOMINOES,
    Domino,
    as_dominoes,
    dominoes_of,
    format_dominoes,
    mask_of,
)
from suitwise.texas42.rules.position import Hands, as_hands, read_hand
from suitwise.texas42.view import open_trick, texts

# --- Text -----------------------------------------------------------------------------------------


def text_of(state: EndgameState) -> str:
    """Return a state's text."""
    hands = " ".join(_hand_text(hand) for hand in state.dealt)
    return f"{hands} {format_dominoes(state.plays)}" if state.plays else hands


def view_of(state: EndgameState, seat: int) -> str:
    """Return a seat's view of a state as text."""
    plays = format_dominoes(state.plays) or "-"
    return f"{_hand_text(state.dealt[seat])} {sum(state.dealt).bit_count()} {plays}"


def _hand_text(hand: int) -> str:
    return format_dominoes(dominoes_of(hand)) or "-"


def parse(variant: EndgameVariant, text: str) -> EndgameState:
    """Parse a state.

    Raises:
        NotationError: the text is not a state of this variant.
    """
    fault = (
        f"{text[:24]!r} is no state of {variant.name}: write four hands as dealt, then the plays"
    )
    words = split_parts(text, LONGEST_TEXT, (4, 5), fault, " ")
    state = _dealt(variant, as_hands(map(read_hand, words[:4])))
    for domino in as_dominoes(words[4]) if len(words) == 5 else ():
        try:
            state = state.after(str(domino))
        except IllegalMove as error:
            raise NotationError(f"no play of {variant.name}: {error}") from None
    return state


def _dealt(variant: EndgameVariant, hands: Hands) -> EndgameState:
    """Return the state of a deal, complete or not."""
    count = sum(hand.bit_count() for hand in hands) - sum(variant.held).bit_count()
    given = mask_of(variant.to_deal[: max(count, 0)])
    if (
        hands[0] | hands[1] | hands[2] | hands[3] != given | sum(variant.held)
        or any(hand.bit_count() > variant.tricks for hand in hands)
        or any(hand & held != held for hand, held in zip(hands, variant.held, strict=True))
    ):
        raise NotationError(
            f"no deal of {variant.name}: it deals {variant.dominoes}, in that order"
        )
    return EndgameState(variant, hands).with_position()


# --- Data -----------------------------------------------------------------------------------------


def sight(state: EndgameState, seat: int | None) -> Sight:
    """Return a seat's view as data; during the deal the sizes of the other hands are hidden."""
    hands = state.dealt if state.position is None else state.position.hands
    dealt = state.position is not None
    game = state.variant
    return Sight(
        "deal" if not dealt else "play" if state.turn >= 0 else "end",
        tuple(texts(hand) if at == seat else None for at, hand in enumerate(hands)),
        tuple(hand.bit_count() if dealt or at == seat else None for at, hand in enumerate(hands)),
        {
            "declaration": game.declaration,
            "goal": game.goal,
            "points": list(state.taken),
            "undealt": len(game.pack) - sum(state.dealt).bit_count(),
        },
        {} if seat is None else {"dealt": texts(state.dealt[seat])},
        {
            "trick": None if state.position is None else open_trick(state.position),
            "played": [str(Domino(domino)) for domino in state.plays],
        },
    )


# --- Numbers --------------------------------------------------------------------------------------


_DECLARED = 9 * N_DOMINOES
_SEEN = _DECLARED + len(DECLARATION_TEXT) + 7


def observation_fields(variant: EndgameVariant) -> tuple[Field, ...]:
    """Return the fields of ``observation``, in order.

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
    """Return the fields of ``observation_of_all``, in order."""
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
    """Return a seat's observation, with seats counted from it.

    It holds its hand as dealt (28), the dominoes played by each seat (112), those on the table by each
    seat (112), the declaration (14), the leader of the trick (4), the sides' points, its own first (2),
    and the number of dominoes dealt.
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
    """Return the full state: all hands as dealt, then the rest of seat 0's observation."""
    return np.concatenate([fields.planes_of(state.dealt), observation(state, 0)[N_DOMINOES:]])
