"""What a seat of Whist sees, as an array: a place for each card, suit or seat, and some numbers.

Seats are counted from the one that looks, to the left. The order of the plays of earlier tricks is not
in it; what they show, the suits that a seat is out of, is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from suitwise.fields import Field
from whist.hidden.knowledge import voids
from whist.rules.tricks import HAND, SEATS, SUIT, Trick, bits_of
from whist.state import CARDS, WhistState
from whist.variant import GRAND, WhistVariant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AROUND = ("own", "left", "partner", "right")


def fields(game: WhistVariant) -> tuple[Field, ...]:
    """Return what the numbers mean, in their order."""
    most = (max(game.points, 1) - 1 + GRAND) / (game.points or GRAND)
    cards, seats = "a place for each card from S2 to CA", f"a place for {', '.join(AROUND)}"
    return (
        Field("held", len(CARDS), f"{cards}, 1 where the seat holds it"),
        Field("turned", len(CARDS), f"{cards}, 1 where it was turned up for trump"),
        *(
            Field(f"played_{who}", len(CARDS), f"{cards}, 1 where it has played it")
            for who in AROUND
        ),
        *(
            Field(f"table_{who}", len(CARDS), f"{cards}, 1 where it lies in the trick")
            for who in AROUND
        ),
        *(
            Field(f"void_{who}", len(SUIT), "a place for each suit, 1 if it is out")
            for who in AROUND
        ),
        *(Field(name, 4, f"{seats}: who is the {name}") for name in ("dealer", "leader", "turn")),
        Field("tricks", 2, f"tricks taken by its own side and by the other, of {HAND}"),
        Field("scores", 2, "what both sides have scored, as parts of a game", high=most),
    )


def observation(game: WhistVariant, state: WhistState, seat: int) -> NDArray[np.float32]:
    """Return what a seat sees as an array; ``fields`` is its table."""
    import numpy as np

    turned = 1 << state.turned if state.turned >= 0 else 0
    played, table = _played(state.tricks, seat), _played(state.tricks[-1:], seat)
    cards = np.array([state.hands[seat], turned, *played, *table])
    places = cards[:, None] >> np.arange(len(CARDS)) & 1
    return np.concatenate([places.ravel(), [*_numbers(state, seat)]], dtype=np.float32)


def _played(tricks: tuple[Trick, ...], seat: int) -> list[int]:
    plays = [play for trick in tricks for play in trick.plays]
    return [bits_of(card for who, card in plays if (who - seat) % 4 == at) for at in SEATS]


def _numbers(state: WhistState, seat: int) -> Iterator[float]:
    shown = voids(state.tricks)
    yield from (shown[(seat + at) % 4] & suit > 0 for at in SEATS for suit in SUIT)
    leader = state.tricks[-1].leader if state.tricks else -1
    for who in (state.dealer, leader, state.turn):
        yield from (who >= 0 and (who - seat) % 4 == at for at in SEATS)
    for pair, whole in ((state.took, HAND), (state.scores, state.variant.points or GRAND)):
        yield from (pair[side] / whole for side in (seat % 2, 1 - seat % 2))
