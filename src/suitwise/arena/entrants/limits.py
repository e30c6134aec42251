"""How long a move may take, what follows a fault, and the numbers of a config that are refused."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from suitwise.errors import NotationError


@dataclass(frozen=True)
class Limit:
    """How long a player may think about a move, and who moves in its place if it takes longer.

    A move that comes too late is not made; what the other player would do there is. So a game always
    comes to an end that its rules know. Whether a move is late hangs on the machine, so with a limit
    results are no longer the same to the byte; each says which moves were late.

    Args:
        seconds: how long at most; the time to take a seat is not counted.
        then: the text of the player that moves in its place.

    Raises:
        NotationError: the number is out of range.

    >>> Limit(0.5)
    Limit(seconds=0.5, then='random')
    """

    seconds: float
    then: str = "random"

    def __post_init__(self) -> None:
        """Refuse a time that nobody has."""
        object.__setattr__(self, "seconds", seconds_of("a limit", self.seconds))


# --- Faults ---------------------------------------------------------------------------------------

FORFEIT, STOP = "forfeit", "stop"
SUBSTITUTE = "substitute:"
MOST_RETRIES = 100
PATIENCE_S = 600.0
"""A player that has not answered after so many seconds is broken off, unless told otherwise."""


def substitute_of(on_fault: object) -> str:
    """Return the text of the player that moves in the place of one that fails, empty for none.

    Args:
        on_fault: ``forfeit``, ``stop``, or ``substitute:`` and a player.

    Raises:
        NotationError: it is none of them.

    >>> substitute_of("substitute:rules"), substitute_of("forfeit")
    ('rules', '')
    """
    if on_fault in (FORFEIT, STOP):
        return ""
    player = on_fault.removeprefix(SUBSTITUTE).strip() if isinstance(on_fault, str) else ""
    if not player or player == on_fault:
        raise NotationError(
            f"on_fault is forfeit, stop or substitute:PLAYER, not {shown(on_fault)}"
        )
    return player


# --- Numbers that are given ----------------------------------------------------------------------


def require_whole(what: str, value: object, low: int, high: int) -> None:
    """Refuse what is no whole number in a range."""
    if type(value) is not int or not low <= value <= high:
        raise NotationError(f"{what} is a whole number from {low} to {high}, not {shown(value)}")


def seconds_of(what: str, seconds: float) -> float:
    """Return seconds as a float, and refuse a time that nobody has.

    Raises:
        NotationError: it is no number above 0.

    >>> seconds_of("patience", 5)
    5.0
    """
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_number or not is_size(seconds):
        raise NotationError(f"the seconds of {what} are above 0, not {shown(seconds)}")
    return float(seconds)


def is_size(value: float) -> bool:
    """Tell whether a number is above 0 and finite."""
    try:
        return isfinite(value) and value > 0
    except OverflowError:  # a whole number of hundreds of digits
        return False


def shown(value: object) -> str:
    """Return a value as refusals print it: in one line, and short."""
    try:
        return repr(value)[:40]
    except ValueError:
        return "a number of thousands of digits"
