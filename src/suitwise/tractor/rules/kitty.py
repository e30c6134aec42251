"""The kitty: eight cards nobody draws. It names the main suit where nobody bids, and pays at the end.

Source: rules page §6; docs/tractor.md, The bidding and The kitty.

Where nobody has bid, its cards are turned up one by one until one names the main suit; which one does
is the profile's ``nobody``:

* ``kitty``: the first of the current rank; if all are turned up and none is, the highest of them (a
  joker: no main suit; of equal ones the first).
* ``first``: the first of all; a joker means no main suit.
* ``suited``: the first that is no joker.
* ``none``: nothing is turned up, there is no main suit.

At the end of a deal the attackers add the points of the eight cards buried, times a factor, if they win
the last trick. The factor is the profile's ``kitty``: ``twice`` the cards of the largest block of the
last lead, twice those of the whole ``lead``, 2 to the ``power`` of the largest block's, or ``fixed``.
"""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.cards import BLACK_JOKER
from suitwise.foundation.arrays.compiled import rule
from suitwise.tractor.rules.auction import main_of
from suitwise.tractor.rules.order import NO_SUIT
from suitwise.tractor.rules.profile import Profile

KITTY = 8
"""The cards of the kitty."""

TWICE, POWER, FIXED, LEAD = range(4)
KITTY_CODE = {"twice": TWICE, "lead": LEAD, "power": POWER, "fixed": FIXED}
"""The number of each way to multiply the kitty, for ``kitty_factor``."""


@rule
def kitty_factor(largest: int, led: int, code: int, fixed: int) -> int:
    """Return how often the points of the kitty count.

    Args:
        largest: cards of the largest block of the last trick's lead.
        led: cards of the whole lead.
        code: ``TWICE``, ``LEAD``, ``POWER`` or ``FIXED``.
        fixed: the factor where it is fixed.

    >>> [kitty_factor(4, 5, code, 3) for code in (TWICE, LEAD, POWER, FIXED)]
    [8, 10, 16, 3]
    """
    if code == FIXED:
        return fixed
    if code == POWER:
        return 1 << largest
    return 2 * (led if code == LEAD else largest)


def kitty_bonus(points: int, largest: int, led: int, attackers_won: bool, profile: Profile) -> int:
    """Return what the attackers add for the kitty after the last trick.

    Args:
        points: the points of its cards.
        largest: cards of the largest block of the last trick's lead.
        led: cards of the whole lead.
        attackers_won: whether the attackers have won the last trick.
        profile: the house.

    >>> from suitwise.tractor.rules.profile import JERRYYYU, STANDARD
    >>> [kitty_bonus(15, 4, 5, True, house) for house in (STANDARD, JERRYYYU)]
    [120, 150]
    >>> kitty_bonus(15, 4, 5, False, STANDARD)
    0
    """
    if not attackers_won:
        return 0
    return points * kitty_factor(largest, led, KITTY_CODE[profile.kitty], profile.kitty_factor)


def named_by_kitty(turned: Sequence[int], cr: int, profile: Profile) -> int | None:
    """Return the main suit 0..4 that the cards turned up name; None while another is to be turned.

    Args:
        turned: the cards turned up so far, in that order.
        cr: the current rank 0..12.
        profile: the house.

    >>> from suitwise.cards import Card
    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> named_by_kitty([Card("HA"), Card("RJ")], 0, STANDARD) is None
    True
    >>> named_by_kitty([Card("HA"), Card("RJ"), Card("D2")], 0, STANDARD)
    2
    """
    if profile.nobody == "none":
        return NO_SUIT
    for card in turned:
        if _names(card, cr, profile.nobody):
            return main_of(card)
    if len(turned) < KITTY:
        return None
    return main_of(max(turned, key=_rank))


def _names(card: int, cr: int, nobody: str) -> bool:
    """Tell whether a card turned up names the main suit at once."""
    if nobody == "kitty":
        return card < BLACK_JOKER and card % 13 == cr
    return nobody == "first" or card < BLACK_JOKER


def _rank(card: int) -> int:
    """Return what cards of a kitty without rank cards are compared by: jokers, then A to 2."""
    return card if card >= BLACK_JOKER else card % 13
