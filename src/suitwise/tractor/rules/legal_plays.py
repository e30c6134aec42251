"""All plays that follow a lead, lazily: counted without listing, listed one at a time, found by place.

Source: rules page §6, Follow duty; docs/tractor.md, Following.

Where the hand has no more cards of the led partition than were led, or where the led suit alone is
asked for, the plays are choices of cards and nothing more (``choosing``). Otherwise they are those that
give the pairs and tractors owed (``patterns``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from suitwise.tractor.choosing import Choices
from suitwise.tractor.lazy import Lazy
from suitwise.tractor.rules.following import NONE, SUIT
from suitwise.tractor.rules.order import phi_of, rank_card_phi
from suitwise.tractor.rules.piles import Pile, bits
from suitwise.tractor.rules.plays import PairPlays

if TYPE_CHECKING:
    from suitwise.tractor.rules.duty import Duty


class LegalPlays(Lazy[Pile]):
    """The plays that follow a lead, lazily: their number, their order, and whether one is among them.

    Args:
        duty: what the lead asks of the hand.

    >>> from suitwise.tractor.rules.duty import duty_of
    >>> plays = duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ").plays
    >>> len(plays), str(plays[0]), [str(play) for play in plays]
    (1, 'H6H6H7H7', ['H6H6H7H7'])
    """

    def __init__(self, duty: Duty) -> None:
        self._duty = duty
        self._plays = _plays_of(duty)

    def __len__(self) -> int:
        return len(self._plays)

    def __contains__(self, play: object) -> bool:
        return isinstance(play, Pile) and self._duty.why_not(play) is None

    def __iter__(self) -> Iterator[Pile]:
        return iter(self._plays)

    def at(self, place: int) -> Pile:
        """Return the play at a place."""
        return self._plays[place]


def _plays_of(duty: Duty) -> Choices | PairPlays:
    """Return the plays in the form that the duty gives them."""
    asked = duty.profile.duty_code
    if asked == NONE:
        return Choices(duty.hand, duty.size)
    held = duty.held
    if held.size <= duty.size:
        return Choices(duty.hand.minus(held), duty.size - held.size, held)
    if asked == SUIT:
        return Choices(held, duty.size)
    main, cr = duty.trump.main_index, duty.trump.rank_index
    phis = {card: phi_of(card, main, cr) for card in bits(held.twice)}
    levels = {card: level if duty.chain >> level & 1 else 0 for card, level in phis.items()}
    return PairPlays(
        held, duty.size, duty.owed_tractors, duty.owed_pairs, levels, rank_card_phi(main)
    )
