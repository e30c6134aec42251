"""Numbers as sentences say them: how many things, figures with their sign, floats without their dust."""

from __future__ import annotations

from typing import Any, TypeVar, cast

T = TypeVar("T")

_DIGITS = 9
"""What follows these digits of a sum of floats is how it was added up."""


def counted(number: int, what: str) -> str:
    """Return a number of things in words that fit it.

    >>> counted(1, "card"), counted(0, "card"), counted(25, "card")
    ('1 card', '0 cards', '25 cards')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def signed(value: float, digits: int) -> str:
    """Return a figure with its sign, which is a plus where nothing is left of it.

    >>> signed(-0.314, 2), signed(-0.001, 2), signed(12.5, 0)
    ('-0.31', '+0.00', '+12')
    """
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def tidied(value: T) -> T:
    """Return a value as JSON has it, its floats without the dust of adding them up.

    >>> tidied({"worth": [-0.999999999999999, -1e-17], "deals": 3})
    {'worth': [-1.0, 0.0], 'deals': 3}
    """
    return cast(T, _tidied(value))


def _tidied(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, _DIGITS) + 0.0
    if isinstance(value, dict):
        return {name: _tidied(one) for name, one in value.items()}
    return [_tidied(one) for one in value] if isinstance(value, (list, tuple)) else value
