"""The houses of rami, and the options in which they differ (the rules page, A1 to A7).

A house determines the defaults of all options. ``rami101`` is ``rami71`` with another opening.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from suitwise.errors import NotationError
from suitwise.foundation.text.lines import LATER, not_one_of, refuse_out_of_bounds, written_name
from suitwise.foundation.text.phrases import TypedName, phrase
from suitwise.foundation.values import MOST_DEALS, most_deals
from suitwise.rummy.rules.cards import Cards
from suitwise.rummy.rules.rules import MOST_POINTS, Rules

OF_HOUSE = -1
"""Stands for the default of the house, in options that are numbers; in words it is an empty text."""

_FACES = "2/3/4/5/6/7/8/9/10/10/10/10"
_RAMI51: dict[str, int | str] = {
    "cards": 13,
    "jokers": 4,
    "starts": "upcard",
    "pile": "use",
    "pile_from": 2,
    "last": "stock",
    "opening": 51,
    "pure": "yes",
    "raises": "no",
    "most_wilds": 1,
    "high_ace": 11,
    "points": f"11/{_FACES}",
    "joker_points": 20,
    "taken": "meld",
    "set_joker": "either",
    "out": "discard",
    "joker_out": "yes",
    "sec_opening": "free",
    "unopened": 100,
    "hand_double": "no",
    "win": 10,
    "sec": 20,
    "sec_first": 50,
    "stock": "turn",
    "draws": 300,
    "to": 1000,
    "deals": 0,
}
_RAMI71 = _RAMI51 | {
    "cards": 14,
    "starts": "extra",
    "pile": "any",
    "pile_from": 1,
    "last": "any",
    "opening": 71,
    "pure": "no",
    "most_wilds": 12,
    "high_ace": 10,
    "points": f"10/{_FACES}",
    "joker_points": 10,
    "taken": "lay",
    "sec_opening": "held",
    "unopened": 0,
    "win": 0,
    "sec": 0,
    "sec_first": 0,
    "to": 700,
}
HOUSES: dict[str, dict[str, int | str]] = {
    "rami51": _RAMI51,
    "rami71": _RAMI71,
    "rami101": _RAMI71 | {"opening": 101},
    "romme": _RAMI71
    | {
        "cards": 13,
        "jokers": 6,
        "opening": 40,
        "high_ace": 11,
        "points": f"11/{_FACES}",
        "joker_points": 20,
        "taken": "hand",
        "hand_double": "yes",
        "to": 500,
    },
}
"""The defaults of each house: rami51 (jeuxdecartesinedits, jeuxdecartes1), rami71 (tapava, Wizard),
romme (romme24.com, rummy.ch)."""

_YES_NO = "yes", "no"
CHOICES = {
    "starts": ("upcard", "extra"),
    "pile": ("use", "any"),
    "last": ("stock", "any"),
    "pure": _YES_NO,
    "raises": _YES_NO,
    "taken": ("meld", "lay", "hand"),
    "set_joker": ("either", "both", "never"),
    "out": ("discard", "free"),
    "joker_out": _YES_NO,
    "sec_opening": ("free", "held"),
    "hand_double": _YES_NO,
    "stock": ("turn", "void"),
}
"""The options that are words, and their values."""
MOST_SEATS = 5
MOST_HELD = 15
"""The most cards that a seat is dealt."""
BOUNDS = {
    "seats": (2, MOST_SEATS),
    "cards": (5, MOST_HELD),
    "jokers": (0, 8),
    "pile_from": (1, 20),
    "opening": (0, 200),
    "most_wilds": (0, 12),
    "high_ace": (0, MOST_POINTS),
    "joker_points": (0, MOST_POINTS),
    "unopened": (0, 1000),
    "win": (0, 1000),
    "sec": (0, 1000),
    "sec_first": (0, 1000),
    "draws": (1, 10_000),
    "to": (0, 100_000),
    "deals": (0, MOST_DEALS),
}
"""The options that are numbers, and their bounds."""


@dataclass(frozen=True)
class RamiVariant:
    """The options of rami, as ``Rami`` explains them; those left out are the house's.

    Raises:
        NotationError: there is no such house, or an option has no such value.

    >>> house = RamiVariant("romme")
    >>> house.opening, house.taken, RamiVariant("rami51", opening=30).pure
    (40, 'hand', 'yes')
    >>> RamiVariant("rami51", taken="never")
    Traceback (most recent call last):
    suitwise.errors.NotationError: taken is one of meld, lay, hand
    """

    house: str = "rami51"
    seats: int = 2
    cards: int = OF_HOUSE
    jokers: int = OF_HOUSE
    starts: str = field(default="", metadata={"written": "start"})
    pile: str = ""
    pile_from: int = OF_HOUSE
    last: str = ""
    opening: int = OF_HOUSE
    pure: str = ""
    raises: str = field(default="", metadata={"written": "raise"})
    most_wilds: int = OF_HOUSE
    high_ace: int = OF_HOUSE
    points: str = ""
    joker_points: int = OF_HOUSE
    taken: str = ""
    set_joker: str = ""
    out: str = ""
    joker_out: str = ""
    sec_opening: str = ""
    unopened: int = OF_HOUSE
    hand_double: str = ""
    win: int = OF_HOUSE
    sec: int = OF_HOUSE
    sec_first: int = OF_HOUSE
    stock: str = ""
    draws: int = OF_HOUSE
    to: int = OF_HOUSE
    deals: int = OF_HOUSE
    staged: bool = field(default=False, metadata=LATER)

    def __post_init__(self) -> None:
        if self.house not in HOUSES:
            raise NotationError(not_one_of(TypedName("house", "rami"), HOUSES))
        for name, usual in HOUSES[self.house].items():
            if getattr(self, name) in ("", OF_HOUSE):
                object.__setattr__(self, name, usual)
        refuse_out_of_bounds(self, BOUNDS)
        for option in fields(self):
            values = CHOICES.get(option.name)
            if values and getattr(self, option.name) not in values:
                raise NotationError(not_one_of(TypedName(written_name(option), "rami"), values))
        _ = self.rules  # refuses other points

    @classmethod
    def of(cls, house: str, options: dict[str, Any]) -> RamiVariant:
        """Return a house with options, given by the names that are used in text.

        Raises:
            NotationError: there is no such option, or it has no such value.

        >>> RamiVariant.of("rami71", {"raise": "yes"}).raises
        'yes'
        """
        names = {written_name(option): option.name for option in fields(cls)}
        known = [name for name in names if name not in ("house", "staged")]
        for name in options:
            if name not in known:
                raise NotationError(f"{name!r} is no option: write {', '.join(known)}")
        return cls(house, **{names[name]: value for name, value in options.items()})

    @cached_property
    def rules(self) -> Rules:
        """The rule set of the melds, the opening and the points of cards."""
        numbers = str(self.points).split("/")
        if not all(re.fullmatch("[0-9]{1,9}", number) for number in numbers):
            raise NotationError(
                phrase(
                    "rami.option-points",
                    "points are 13 numbers with / between them, the ace's first",
                )
            )
        return Rules(
            jokers=self.jokers,
            ace="both",
            most_wilds=self.most_wilds,
            points=tuple(map(int, numbers)),
            joker_points=self.joker_points,
            opening=self.opening,
            opening_pure_run=self.pure == "yes",
            high_ace=self.high_ace,
        )

    @property
    def most_deals(self) -> int:
        """The most deals of a match; 1 if the match is limited neither by points nor by deals.

        A match to a number of points could go on forever, because a seat can win points back. So if
        ``deals`` is not given, it ends at the latest after that number of deals plus a hundred.
        """
        return most_deals(self.deals, self.to) if self.to or self.deals else 1


# --- The score of a deal (the rules page, A7) -----------------------------------------------------


def hand_points(hand: Cards, house: RamiVariant) -> int:
    """Return the points of the cards of a hand.

    >>> from suitwise.cards import parse_cards
    >>> hand_points(parse_cards("HA D5 JK"), RamiVariant("rami71"))
    25
    """
    return sum(map(house.rules.cost, hand))


def scores(
    hands: Sequence[Cards],
    opened: Sequence[bool],
    out: int,
    sec: bool,
    melds_before: bool,
    house: RamiVariant,
) -> tuple[int, ...]:
    """Return the score of each seat after one has gone out.

    Args:
        hands: the hands; that of the winner is empty.
        opened: whether each seat has opened.
        out: the seat that has gone out.
        sec: whether it laid all its cards in one turn and none before (rami sec).
        melds_before: whether a meld lay on the table before that.
        house: the options. ``hand_double`` doubles what the others pay, including ``unopened``.

    >>> from suitwise.cards import parse_cards
    >>> hands = (), tuple(parse_cards("HQ HT")), tuple(parse_cards("JK JK"))
    >>> scores(hands, (True, False, True), 0, True, False, RamiVariant("rami51", seats=3))
    (-50, 100, 40)
    """
    factor = 2 if sec and house.hand_double == "yes" else 1
    found = [
        factor * (house.unopened if house.unopened and not has_opened else hand_points(hand, house))
        for hand, has_opened in zip(hands, opened, strict=True)
    ]
    found[out] = -house.win
    if sec:
        found[out] = -house.sec if melds_before else -house.sec_first
    return tuple(found)
