"""The rules of a table, as against those of the game: hints, watchers, claims, talk, speed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, TypedName, phrase
from suitwise.table.rules.days.calendar import as_day

CHOICES: dict[str, tuple[str, ...]] = {
    "hints": ("all", "practice", "none"),
    "watch": ("public", "delayed", "no"),
    "claims": ("refuse", "penalty"),
    "speed": ("normal", "slow", "fast"),
}
"""What may be chosen; the first is the default."""
BOUNDS = {"grace_s": (1, 3600), "clock_s": (0, 3600), "bank_s": (0, 3600)}
"""The least and the most seconds."""


class BadHouse(SuitwiseError):
    """A rule of the table that can't be; ``reason`` is the sentence as a phrase."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class House:
    """The rules of a table.

    Args:
        hints: who may ask for hints: ``all``, ``practice`` (where the table is for practice), ``none``.
        watch: whether others look on: at what is ``public``, at everything one deal late
            (``delayed``), or ``no``.
        claims: what a false claim costs: ``refuse``, it is told to all and may be made once a deal;
            ``penalty``, the hand.
        chat: whether people may write to each other; the fixed phrases can always be said.
        practice: whether a move may be taken back although something hidden has been shown since.
        grace_s: the seconds after which a bot covers for somebody who is away.
        clock_s: the seconds for a decision; 0 for none.
        bank_s: the seconds that each player has beside them for the whole game; without either there is
            no clock.
        speed: how fast cards are drawn one by one: ``slow``, ``normal`` or ``fast``.
        daily: the day whose public deal is played (``daily``), as 2026-11-23; empty where a secret key
            deals.

    Raises:
        BadHouse: a rule is none of those.

    >>> House().speed, House.of({"speed": "fast"}).speed
    ('normal', 'fast')
    """

    hints: str = "all"
    watch: str = "public"
    claims: str = "refuse"
    chat: bool = True
    practice: bool = False
    grace_s: int = 30
    clock_s: int = 0
    bank_s: int = 0
    speed: str = "normal"
    daily: str = ""

    def __post_init__(self) -> None:
        for field in fields(self):
            reason = _fault(field.name, getattr(self, field.name))
            if reason is not None:
                raise BadHouse(reason)

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> House:
        """Read what ``as_json`` gives; rules left out keep their defaults.

        Raises:
            BadHouse: there is no such rule, or it can't be so.

        >>> House.of({"speed": "warp"})
        Traceback (most recent call last):
        suitwise.table.rules.house.BadHouse: speed is one of normal, slow, fast
        """
        known = {field.name for field in fields(cls)}
        for name in plain:
            if name not in known:
                raise BadHouse(
                    phrase(
                        "table.no-rule", "{name} is no rule of a table", name=repr(str(name)[:24])
                    )
                )
        return cls(**plain)

    def as_json(self) -> dict[str, Any]:
        """Return the rules as plain data.

        >>> House.of(House(chat=False).as_json()) == House(chat=False)
        True
        """
        return asdict(self)


def _fault(name: str, value: object) -> Phrase | None:
    """Return why a rule can't be so, None if it can."""
    option = TypedName(name, "house")
    if name in CHOICES:
        if value in CHOICES[name]:
            return None
        listed = ", ".join(CHOICES[name])
        return phrase("table.one-of", "{name} is one of {listed}", name=option, listed=listed)
    if name in BOUNDS:
        least, most = BOUNDS[name]
        if type(value) is int and least <= value <= most:
            return None
        return phrase(
            "table.bounds",
            "{name} is a whole number from {least} to {most}",
            name=option,
            least=least,
            most=most,
        )
    if name == "daily":
        is_day = value == "" or as_day(value) is not None
        return None if is_day else phrase("table.house-day", "{name} is a day", name=option)
    if isinstance(value, bool):
        return None
    return phrase("table.flag", "{name} is true or false", name=option)
