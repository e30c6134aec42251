"""How long a table waits, in milliseconds: the rhythm of the draw, bots, tricks, absence, clocks."""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.table.rules.house import House

DRAWS = {"slow": 400, "normal": 120, "fast": 40}
"""The milliseconds from one drawn card to the next."""


@dataclass(frozen=True)
class Pace:
    """How long a table waits for what, in milliseconds.

    Args:
        draw: from one drawn card to the next, whatever anybody holds; 0: as soon as all have answered.
        bot: the least that a bot takes for a move, and a move that the table makes for a seat.
        trick: how long a whole trick lies before a bot goes on.
        last_bids: how long everybody may think after the last card.
        ready: the longest wait for those who have not said that they are ready for the next deal, from
            when the first has; 0: the next deal begins at once.
        proposal: how long a proposal stands open; 0: until all have answered.
        grace: how long somebody may be away on turn until a bot covers.
        clock: the time for a decision.
        bank: what each seat has beside it for the whole game; without either there is no clock.

    >>> Pace.of(House(speed="fast")).draw, Pace.none().bot
    (40, 0)
    """

    draw: int = 120
    bot: int = 700
    trick: int = 1200
    last_bids: int = 6000
    ready: int = 60_000
    proposal: int = 20_000
    grace: int = 30_000
    clock: int = 0
    bank: int = 0

    @classmethod
    def of(cls, house: House) -> Pace:
        """Return the pace of a house."""
        return cls(
            draw=DRAWS[house.speed],
            grace=1000 * house.grace_s,
            clock=1000 * house.clock_s,
            bank=1000 * house.bank_s,
        )

    @classmethod
    def none(cls) -> Pace:
        """Return the pace of a table that waits for nothing."""
        return cls(0, 0, 0, 0, 0, 0, 0, 0, 0)
