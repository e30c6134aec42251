"""Rule sets of rummy: packs, jokers, the place of the ace, legal melds, and the cost of cards.

The rule sets follow the rules page, Required. The documentation, Rules, says how they settle what their
sources leave open. Ranks are numbered from 1, the ace, to 13, the king; an ace above the king is 14.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from operator import index
from typing import Any, Literal, TypeAlias

from suitwise.arguments import of_kind
from suitwise.cards import ANY_JOKER, BLACK_JOKER, Card
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule

Ace: TypeAlias = Literal["low", "high", "both"]

RANK_TEXT = "A23456789TJQK"
"""The character of each rank, at index rank - 1."""
RANKS_IN_ORDER = range(1, 14)
MOST_DECKS = 4
MOST_JOKERS = 12
MOST_POINTS = 100

_POINTS_BY_RANK = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set: the legal melds, and the cost of cards left over.

    Args:
        decks: packs of 52 cards, 1 to 4.
        jokers: the number of printed jokers.
        wild: the rank whose cards are wild too, empty for no rank; such a card may stand for itself.
        ace: whether the ace stands below the 2 (``low``), above the king (``high``), or either way
            (``both``), but never both in one run.
        least_run: the fewest cards of a run.
        least_set: the fewest cards of a set; a set has at most one card of each suit, so at most four
            cards, wild ones included.
        most_wilds: the most wild cards of a meld.
        adjacent_wilds: whether two wild cards may lie side by side in a run.
        points: the cost of a card of each rank that is left over, the ace first.
        joker_points: the cost of a wild card that is left over.
        runs: the number of runs required to declare.
        pure_runs: how many of them must have no wild card that stands for another.
        counting_runs: the number of runs required before any meld counts, at most ``runs``.
        counting_pure_runs: how many of them must have no wild card that stands for another.
        cap: the most points that a hand costs; 0 for no limit.
        opening: the points required of a player's first melds; 0 for no requirement.
        opening_pure_run: whether the first melds must include a run without a wild card.
        high_ace: the points of an ace in an opening, except in A-2-3.

    Raises:
        NotationError: a number is out of bounds.

    >>> str(Rules()), str(Rules(decks=3)), str(Rules(decks=1))
    ('seed', 'seed(decks=3)', 'gin')
    """

    decks: int = 2
    jokers: int = 0
    wild: str = ""
    ace: Ace = "low"
    least_run: int = 3
    least_set: int = 3
    most_wilds: int = MOST_JOKERS
    adjacent_wilds: bool = True
    points: tuple[int, ...] = _POINTS_BY_RANK
    joker_points: int = 0
    runs: int = 0
    pure_runs: int = 0
    counting_runs: int = 0
    counting_pure_runs: int = 0
    cap: int = 0
    opening: int = 0
    opening_pure_run: bool = False
    high_ace: int = 1

    def __post_init__(self) -> None:
        for name, (least, most) in _BOUNDS.items():
            given = getattr(self, name)
            value = _whole(given)
            if value is None or not least <= value <= most:
                raise NotationError(f"{name} is a number from {least} to {most}, not {given!r:.24}")
            object.__setattr__(self, name, value)
        for name in ("adjacent_wilds", "opening_pure_run"):
            if not isinstance(getattr(self, name), bool):
                raise NotationError(f"{name} is yes or no, not {getattr(self, name)!r:.24}")
        if self.ace not in ("low", "high", "both"):
            raise NotationError(f"ace is low, high or both, not {self.ace!r:.24}")
        if self.wild not in ("", *RANK_TEXT):
            ranks = " ".join(RANK_TEXT)
            raise NotationError(f"wild is a rank, one of {ranks}, not {self.wild!r:.24}")
        object.__setattr__(self, "points", _points(self.points))
        self._check_runs()

    def _check_runs(self) -> None:
        to_declare = self.pure_runs, self.runs
        to_count = self.counting_pure_runs, self.counting_runs
        for pure, runs in (to_declare, to_count):
            if pure > runs:
                needed = f"the {runs} runs that are needed"
                raise NotationError(f"{pure} pure runs are more than {needed}")
        if self.counting_runs > self.runs or self.counting_pure_runs > self.pure_runs:
            raise NotationError("more runs are needed for melds to count than to declare")

    @property
    def places(self) -> tuple[int, int]:
        """The lowest place of a run and the highest: 1 is the ace below the 2, 14 above the king.

        >>> Rules().places, Rules(ace="both").places, Rules(ace="high").places
        ((1, 13), (1, 14), (2, 14))
        """
        return 2 if self.ace == "high" else 1, 13 if self.ace == "low" else 14

    @property
    def run_limits(self) -> tuple[int, int, bool]:
        """The fewest cards of a run, the most wild ones, and whether these may lie side by side."""
        return self.least_run, self.most_wilds if self.has_wilds else 0, self.adjacent_wilds

    @property
    def wild_rank(self) -> int:
        """The number of the wild rank, 1 to 13; 0 if there is none."""
        return RANK_TEXT.index(self.wild) + 1 if self.wild else 0

    @property
    def has_wilds(self) -> bool:
        """True if any card is wild."""
        return self.jokers > 0 or self.wild != ""

    def is_wild(self, card: int) -> bool:
        """Return whether a card may stand for another.

        >>> from suitwise.cards import Card
        >>> rules = Rules(jokers=2, wild="7")
        >>> [rules.is_wild(Card(text)) for text in ("JK", "H7", "H8")]
        [True, True, False]
        """
        return _IS_WILD[self.wild][card]

    def cost(self, card: int) -> int:
        """Return the cost of a card that is left over.

        >>> from suitwise.cards import Card
        >>> [Rules().cost(Card(text)) for text in ("HA", "H9", "HQ", "JK")]
        [1, 9, 10, 0]
        """
        return self.joker_points if _IS_WILD[self.wild][card] else self.points[rank_of(card) - 1]

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Parse the name of a rule set, with the options that differ from it in parentheses.

        Raises:
            NotationError: there is no such rule set or option, or a value is out of bounds.

        >>> Rules.parse("indian13(wild=7)").wild_rank
        7
        >>> Rules.parse("whist")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        suitwise.errors.NotationError: 'whist' is no rule set: write gin, indian13, rami51, ...
        """
        of_kind(text, str, "text")
        match = _TEXT.fullmatch(text.strip())
        if match is None or match[1] not in NAMED:
            *names, last = sorted(NAMED)
            raise NotationError(f"{text[:16]!r} is no rule set: write {', '.join(names)} or {last}")
        return replace(NAMED[match[1]], **_options(match[2] or ""))

    def __str__(self) -> str:
        return min((_text_of(self, name) for name in NAMED), key=lambda text: text.count("="))


_BOUNDS = {
    "decks": (1, MOST_DECKS),
    "jokers": (0, MOST_JOKERS),
    "least_run": (3, 4),
    "least_set": (3, 4),
    "most_wilds": (0, MOST_JOKERS),
    "joker_points": (0, MOST_POINTS),
    "runs": (0, 3),
    "pure_runs": (0, 3),
    "counting_runs": (0, 3),
    "counting_pure_runs": (0, 3),
    "cap": (0, 10_000),
    "opening": (0, 1000),
    "high_ace": (0, MOST_POINTS),
}
"""The least and the greatest value of each option that is a number."""
_TYPES = {f.name: f.type for f in fields(Rules)}
"""The options and their types, as text."""
_TEXT = re.compile(r"([a-z][a-z0-9]*)(?:\s*\(([^()]*)\))?")
_WRONG_POINTS = f"points are 13 numbers from 0 to {MOST_POINTS}, the ace's first"
_EXAMPLE = "10/2/3/4/5/6/7/8/9/10/10/10/10"


def _whole(value: object) -> int | None:
    """Return an integer of any type as an ``int``; None for anything else."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _points(given: Iterable[object]) -> tuple[int, ...]:
    """Return the points of the ranks after checking them."""
    points = [_whole(value) for value in given] if isinstance(given, Iterable) else []
    valid = tuple(value for value in points if value is not None and 0 <= value <= MOST_POINTS)
    if len(points) != 13 or len(valid) != 13:
        raise NotationError(_WRONG_POINTS)
    return valid


def _options(text: str) -> dict[str, Any]:
    """Parse ``name=value`` pairs."""
    options: dict[str, Any] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in _TYPES:
            known = ", ".join(_TYPES)
            raise NotationError(f"rules have no option {name[:24]!r}; their options: {known}")
        if name in options:
            raise NotationError(f"the option {name} is given twice")
        options[name] = _value(name, value)
    return options


def _value(name: str, text: str) -> object:
    """Parse the value of an option."""
    if name == "points":
        pieces = text.split("/")
        if len(pieces) != 13 or not all(re.fullmatch(r"\s*[0-9]{1,3}\s*", one) for one in pieces):
            raise NotationError(f"{_WRONG_POINTS}, with / between them: points={_EXAMPLE}")
        return tuple(map(int, pieces))
    if _TYPES[name] == "bool":
        if text not in ("yes", "no"):
            raise NotationError(f"{name} is yes or no, not {text[:24]!r}")
        return text == "yes"
    if _TYPES[name] != "int":
        return text[:24]
    if not re.fullmatch("[0-9]{1,6}", text):
        raise NotationError(f"{name} is a number, not {text[:24]!r}")
    return int(text)


def _text_of(rules: Rules, name: str) -> str:
    """Return a rule set as text: the name of another one with the options that differ from it."""
    values = ((key, getattr(rules, key), getattr(NAMED[name], key)) for key in _TYPES)
    different = [f"{key}={_value_text(here)}" for key, here, named in values if here != named]
    return f"{name}({','.join(different)})" if different else name


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def rank_of(card: int) -> int:
    """Return the rank of a suited card, 1 for the ace to 13; 0 for a joker.

    >>> from suitwise.cards import Card
    >>> [rank_of(Card(text)) for text in ("SA", "D2", "CK", "JK")]
    [1, 2, 13, 0]
    """
    return 0 if card >= BLACK_JOKER else (card % 13 + 1) % 13 + 1


@rule
def card_of(suit: int, rank: int) -> int:
    """Return the card of a suit, 0 to 3, and a rank; 1 and 14 are the ace.

    >>> from suitwise.cards import Card
    >>> Card(card_of(1, 14)), Card(card_of(1, 1)), Card(card_of(1, 2))
    (Card('HA'), Card('HA'), Card('H2'))
    """
    return 13 * suit + (rank - 2) % 13


_IS_WILD = {
    wild: tuple(card >= BLACK_JOKER or RANK_TEXT[rank_of(card) - 1] == wild for card in range(55))
    for wild in ("", *RANK_TEXT)
}
"""Whether each card is wild, by the wild rank or an empty text."""

CARDS_IN_ORDER = (
    *(Card(card_of(suit, rank)) for suit in range(4) for rank in RANKS_IN_ORDER),
    Card(ANY_JOKER),
)
"""Every card in the order in which cards are listed: suit by suit with the ace first, jokers last."""

_INDIAN_POINTS = (10, *_POINTS_BY_RANK[1:])

GIN = Rules(decks=1)
"""Gin rummy (pagat.com, "Gin Rummy"): one pack, A-2-3 and no Q-K-A."""
SEED = Rules()
"""The seed and the rules page, Definitions: two packs without jokers, the ace low."""
_TWO_RUNS: dict[str, Any] = {"runs": 2, "pure_runs": 1, "counting_runs": 2, "counting_pure_runs": 1}
INDIAN13 = Rules(jokers=2, ace="both", points=_INDIAN_POINTS, cap=80, high_ace=10, **_TWO_RUNS)
"""Indian rummy with thirteen cards (the rules page, Required; pagat.com, "Rummy - Indian").

In a hand without two runs, one of them pure, every card counts, even those of a pure run. By some
sources a pure run is enough for melds to count: ``indian13(counting_runs=1)``. The wild rank is that of
the card turned up, ``indian13(wild=7)``; if that is a printed joker, aces are wild,
``indian13(wild=A)``.
"""
RAMI51 = Rules(
    jokers=4,
    ace="both",
    most_wilds=1,
    points=(11, *_INDIAN_POINTS[1:]),
    joker_points=20,
    opening=51,
    opening_pure_run=True,
    high_ace=11,
)
"""French rami (hegerm.ch and jeuxdecartes1.e-monsite.com, "Le rami"): 51 with a run without a joker.

A meld may have one joker. An ace counts 1 in A-2-3 and else 11, and a joker left in the hand 20.
"""
RAMI71 = Rules(
    jokers=4, ace="both", points=_INDIAN_POINTS, joker_points=10, opening=71, high_ace=10
)
"""Tunisian rami (the rules page; GAME_RULES.md of the GitHub projects tapava/ramy and tapava/Wizard).

The sources differ. On one page a joker left in the hand counts 10 and an ace 1 or 10, as here; on the
other a joker counts 20 to 25 and an ace 1. How many jokers a meld may have is up to the table:
``rami71(most_wilds=1)``.
"""
RUMMIKUB = Rules(jokers=2, points=tuple(RANKS_IN_ORDER), joker_points=30, opening=30)
"""Rummikub (the rules in the box): 30 to begin with, and 30 for a joker left on the rack."""

NAMED = {
    "seed": SEED,
    "gin": GIN,
    "indian13": INDIAN13,
    "rami51": RAMI51,
    "rami71": RAMI71,
    "rummikub": RUMMIKUB,
}
"""The rule sets by their names."""
