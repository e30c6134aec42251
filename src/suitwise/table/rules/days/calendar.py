"""The days that have deals of their own: from the first one on, each by its date in UTC."""

from __future__ import annotations

from datetime import date, timedelta

FIRST = date(2026, 11, 1)
"""The first day that has deals."""


def as_day(text: object) -> date | None:
    """Return the day of a text, None where it is none, or one before the first.

    >>> as_day("2026-11-23"), as_day("20261123"), as_day("2026-10-31")
    (datetime.date(2026, 11, 23), None, None)
    """
    if not isinstance(text, str) or len(text) != len("2026-11-23"):
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day >= FIRST and day.isoformat() == text else None


def day_before(day: date) -> date | None:
    """Return the day before one, None before the first."""
    return day - timedelta(days=1) if day > FIRST else None
