"""An arranged hand, and the decomposition of a hand into combos, as SVG files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from suitwise.cards import Card
from suitwise.picture.svg import (
    Box,
    aligned,
    beside,
    flow,
    framed,
    padded,
    playing_card,
    sign,
    stacked,
)
from suitwise.rummy.arrangement import Arrangement
from suitwise.rummy.combos.combo import Combo
from suitwise.rummy.combos.listing import Numbers, maximal_dumps
from suitwise.rummy.picture.style import (
    INK,
    LEFT_LOOK,
    SOFT,
    STAR,
    left_chip,
    look_of,
    meld_cards,
    meld_chip,
    page,
    panel,
    words,
)
from suitwise.rummy.picture.text import kind_of, points_of, verdict
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import Meld

MOST_DRAWN = 24
"""A picture shows so many combos at most."""
_MOST_DUMPS = 1000
"""Of more maximal dumps than this none is marked."""
_WIDE = 640


# --- An arranged hand -----------------------------------------------------------------------------


def draw_arrangement(arrangement: Arrangement, *, title: str = "") -> str:
    """Draw an arranged hand as a standalone SVG file: runs, sets, what is left, what it costs.

    Args:
        arrangement: the hand laid out.
        title: a heading.

    >>> from suitwise.rummy.arrangement import arrange
    >>> picture = draw_arrangement(arrange(Hand.of("3H 4H 5H 9S KD")))
    >>> picture.startswith("<svg"), "19 points, 2 cards" in picture
    (True, True)
    """
    melds = [_meld(arrangement, meld) for meld in arrangement.melds]
    left = [_left(arrangement)] if arrangement.left else []
    cards = flow([*melds, *left], _WIDE, 14, 12)
    return page(
        title or "An arranged hand", [panel(verdict(arrangement), _note(arrangement.melds), cards)]
    )


def _note(melds: Iterable[Meld]) -> str:
    """Say what stars stand for, where there are some."""
    return "" if all(meld.is_pure for meld in melds) else "a star is a wild card"


def _meld(arrangement: Arrangement, meld: Meld) -> Box:
    line, ground = look_of(meld)
    head = words(f"{kind_of(meld)}, {points_of(arrangement, meld)}", line, bold=True)
    return framed(padded(stacked([head, meld_cards(meld)], 4), 8, 7), ground, line, radius=6)


def _left(arrangement: Arrangement) -> Box:
    line, ground = LEFT_LOOK
    points = sum(map(arrangement.hand.rules.cost, arrangement.left))
    cards = flow(map(playing_card, arrangement.left), _WIDE - 20, 3, 3)
    head = words(f"left over, {points}", SOFT, bold=True)
    return framed(padded(stacked([head, cards], 4), 8, 7), ground, line, radius=6, dashes="4 3")


# --- Combos ---------------------------------------------------------------------------------------


def draw_combos(
    hand: Hand, combos: Iterable[Combo], numbers: Numbers, *, title: str = "", listed: str = ""
) -> str:
    """Draw a hand's decomposition into combos as a standalone SVG file.

    Args:
        hand: the hand.
        combos: combos of it; the first 24 are drawn, those that leave least first.
        numbers: its numbers.
        title: a heading.
        listed: which combos these are, for the heading of their table.

    >>> from suitwise.rummy.combos.listing import maximal, numbers
    >>> hand = Hand.of("3H 3D 3S 4H 5H")
    >>> picture = draw_combos(hand, maximal(hand), numbers(hand))
    >>> picture.count(">best<")
    1
    """
    drawn = sorted(islice(combos, MOST_DRAWN), key=lambda combo: (combo.points, combo.cards))
    head = flow([_number(*pair) for pair in _told(numbers)], _WIDE, 22, 6)
    rows = _rows(hand, drawn, numbers)
    table = stacked([beside(row, 12) for row in aligned(rows)], 7)
    shown = stacked([flow(map(playing_card, hand.cards), _WIDE, 3, 3), head], 10)
    width = max(shown.width, table.width) + 28
    wild = _note(meld for combo in drawn for meld in combo.melds)
    note = f"{len(drawn)} of {numbers.combos:,}, least points first" + (wild and f"; {wild}")
    parts = [
        panel("The hand", "", shown, width),
        panel(listed or "Combos", note, table, width),
    ]
    return page(title or "The combos of a hand", parts)


def _told(numbers: Numbers) -> list[tuple[str, int]]:
    return [
        ("least points", numbers.points),
        ("fewest cards left", numbers.cards_left),
        ("combos", numbers.combos),
        ("that leave least points", numbers.optimal_combos),
        ("maximal", numbers.maximal_combos),
        ("maximal dumps", numbers.maximal_dumps),
    ]


def _number(name: str, value: int) -> Box:
    return beside([words(f"{value:,}", INK, size=14, bold=True), words(name)], 5, "middle")


def _rows(hand: Hand, drawn: Sequence[Combo], numbers: Numbers) -> list[list[Box]]:
    """Return the rows of the table, its heading first."""
    dumps = _dumps(hand, numbers)
    rows = [[words(name, bold=True) for name in ("", "melds", "left over", "points", "cards", "")]]
    for place, combo in enumerate(drawn, 1):
        is_best = combo.points == numbers.points
        rows.append(
            [
                words(str(place), size=11),
                _chips(combo.melds),
                _rest(combo.left),
                words(str(combo.points), STAR if is_best else INK, size=14, bold=True),
                words(str(combo.cards), INK, size=14),
                _marks(is_best, combo.left in dumps),
            ]
        )
    return rows


def _dumps(hand: Hand, numbers: Numbers) -> set[tuple[Card, ...]]:
    """Return the dumps of the maximal combos, none where there are very many."""
    return set(maximal_dumps(hand)) if numbers.maximal_dumps <= _MOST_DUMPS else set()


def _chips(melds: Sequence[Meld]) -> Box:
    return flow(map(meld_chip, melds), 420, 5, 4) if melds else words("none")


def _rest(cards: tuple[Card, ...]) -> Box:
    """Draw what is left over, nine cards a line."""
    lines = [cards[i : i + 9] for i in range(0, max(len(cards), 1), 9)]
    return stacked([left_chip(line) for line in lines], 2)


def _marks(is_best: bool, is_maximal: bool) -> Box:
    best = [sign("star", 12, STAR), words("best", STAR, bold=True)] if is_best else []
    return beside([*best, *([words("maximal", INK)] if is_maximal else [])], 5, "middle")
