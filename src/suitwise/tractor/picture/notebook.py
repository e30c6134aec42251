"""Pictures and texts that notebooks show of Tractor's objects."""

from __future__ import annotations

from suitwise.picture.notebook import draw_cards
from suitwise.tractor.picture.table import trick_picture
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.winning import TableTrick
from suitwise.tractor.seats import Trick


def draw_pile(pile: Pile) -> str:
    """Draw the cards of a pile as SVG."""
    return draw_cards(pile, str(pile) or "no cards")


def trick_text(trick: Trick) -> str:
    """Write a trick under way, a line a seat."""
    return trick_picture(trick.leader, trick.plays, None)


def ruling_text(trick: TableTrick) -> str:
    """Write a trick with its winner and the reasons."""
    return "\n".join([trick_picture(0, trick.plays, trick.winner), *trick.why])
