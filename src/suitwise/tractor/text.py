"""The text of a position of Tractor, one line; ``position_reader`` is the way back.

Six parts between bars: the levels of the two sides and the landlord, the cards that each seat has drawn,
the bids by seat and card, the cards turned up from the kitty, what the landlord buried, and the tricks::

    22 - | S3S4… H2… … … | 0:S2 2:HTHT 3/1 | - | S3S4D3D3D4C6C6C8 | 0 S3S3 S4S4 S6S7 S9S9 / 3 HAHK>HK …

What is not there is ``-``. Behind the bids stands, while they go on, how many seats have been asked
since the last card was drawn and how many of them have passed since a bid. A trick begins with its
leader; ``HAHK>HK`` is a throw that failed and the part of it that was led, ``HAHK>`` one whose leader
has still to choose. In a view ``?25`` stands for so many cards that the seat can't see, and
behind what the landlord drew stands, for itself, the kitty that it took, ``+S3H7…``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from suitwise.cards import RANKS
from suitwise.tractor.rules.auction import NOBODY
from suitwise.tractor.rules.piles import Pile

if TYPE_CHECKING:
    from suitwise.tractor.seats import Trick
    from suitwise.tractor.state import TractorState


def text_of(state: TractorState, seat: int | None = None) -> str:
    """Return a position's text, or what a seat sees of it."""
    levels = "".join(RANKS[level] for level in state.levels)
    return " | ".join(
        (
            f"{levels} {_seat(state.landlord)}",
            " ".join(_hand(state, owner, seat) for owner in range(len(state.drawn))),
            _bids(state),
            " ".join(str(Pile(1 << card)) for card in state.turned) or "-",
            "-" if state.buried is None else _pile(state.buried, sees_kitty(state, seat)),
            " / ".join(map(_trick, state.tricks)) or "-",
        )
    )


def _hand(state: TractorState, owner: int, seat: int | None) -> str:
    """Return what a seat drew; to the landlord also the kitty that it took."""
    text = _pile(state.drawn[owner], seat in (None, owner))
    is_taken = owner == seat == state.lord and (state.phase == "bury" or state.buried is not None)
    return f"{text}+{state.kitty}" if is_taken else text


def sees_kitty(state: TractorState, seat: int | None) -> bool:
    """Whether a seat sees what is buried: the landlord; everybody once all cards are played."""
    return seat in (None, state.lord) or state.phase == "end"


def _seat(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat)


def _pile(pile: Pile, is_seen: bool) -> str:
    if not pile.once:
        return "-"
    return str(pile) if is_seen else f"?{pile.size}"


def _bids(state: TractorState) -> str:
    words = [f"{bid.seat}:{bid}" for bid in state.bids]
    if state.phase in ("draw", "bid") and state.cards_drawn:
        words.append(f"{state.asked}/{state.silence}")
    return " ".join(words) or "-"


def _trick(trick: Trick) -> str:
    plays = list(map(str, trick.plays))
    if trick.tried is not None:
        plays = [f"{trick.tried}>{''.join(plays[:1])}", *plays[1:]]
    return " ".join([str(trick.leader), *plays])
