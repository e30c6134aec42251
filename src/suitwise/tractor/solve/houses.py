"""A house's rules as the numbers that the search takes."""

from __future__ import annotations

from suitwise.tractor.rules.cutting import AGAINST, OVER
from suitwise.tractor.rules.levels import KITTY_CODE
from suitwise.tractor.rules.profile import Profile


def house_numbers(profile: Profile, main: int) -> tuple[int, ...]:
    """Return the numbers of a house under a main suit, in the order of the desk's columns.

    Args:
        profile: the house.
        main: the main suit 0..4.

    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> house_numbers(STANDARD, 0)[1:]
    (0, 1, 0, 0, 2, 0)
    """
    return (
        profile.chain_mask(main),
        profile.duty_code,
        int(profile.forced != "never"),
        OVER[profile.over],
        KITTY_CODE[profile.kitty],
        profile.kitty_factor,
        AGAINST[profile.against],
    )
