"""An arranged hand as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.cards import format_cards
from suitwise.rummy.arrangement import Arrangement
from suitwise.rummy.rules.melds import Meld, Run


def text_picture(arrangement: Arrangement) -> str:
    """Return an arranged hand: a meld a line with its points, what is left, what it costs.

    >>> from suitwise.rummy.arrangement import arrange
    >>> from suitwise.rummy.rules.hand import Hand
    >>> print(text_picture(arrange(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))))
    run   H2 H3 H4 H5      14
    run   H4 H5 H6         15
    left  D3 D3 D4 C3 C3   16
    16 points, 5 cards
    """
    rows = list(_rows(arrangement))
    width = max((len(text) for _, text, _ in rows), default=0)
    lines = [f"{what:<6}{text:<{width}}{points:>5}" for what, text, points in rows]
    return "\n".join([*lines, verdict(arrangement)])


def _rows(arrangement: Arrangement) -> Iterator[tuple[str, str, int]]:
    """Yield what each line is, its cards and their points."""
    for meld in arrangement.melds:
        yield kind_of(meld), str(meld), points_of(arrangement, meld)
    cost = arrangement.hand.rules.cost
    if arrangement.left:
        yield "left", format_cards(arrangement.left, " "), sum(map(cost, arrangement.left))


def kind_of(meld: Meld) -> str:
    """Return the name of a meld's kind.

    >>> kind_of(Run(1, 3, 5))
    'run'
    """
    return "run" if isinstance(meld, Run) else "set"


def points_of(arrangement: Arrangement, meld: Meld) -> int:
    """Return what the cards of a meld would cost, were they left over."""
    rules = arrangement.hand.rules
    wilds = len(meld) - len(meld.cards)
    return sum(map(rules.cost, meld.cards)) + wilds * rules.joker_points


def verdict(arrangement: Arrangement) -> str:
    """Say what an arranged hand costs, and why all of it where it does."""
    points, cards = arrangement.points, arrangement.cards
    text = f"{points} point{'s' * (points != 1)}, {cards} card{'s' * (cards != 1)}"
    if arrangement.counts:
        return text
    rules = arrangement.hand.rules
    pure = f", {rules.counting_pure_runs} of them pure," if rules.counting_pure_runs else ""
    return f"{text}: without {rules.counting_runs} runs{pure} every card counts"
