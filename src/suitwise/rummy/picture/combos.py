"""An arranged hand, and the decomposition of a hand into combos, as SVG files."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from suitwise.cards import Card
from suitwise.picture import svg
from suitwise.rummy.arrangement import Arrangement
from suitwise.rummy.combos.combo import Combo
from suitwise.rummy.combos.listing import Numbers, maximal_dumps
from suitwise.rummy.picture import style
from suitwise.rummy.picture.text import kind_of, points_of, verdict
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import Meld

MOST_DRAWN = 24
"""The most combos that a picture shows."""
_MOST_DUMPS = 1000
"""With more maximal dumps than this, no dump is marked."""
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
    cards = svg.flow([*melds, *left], _WIDE, 14, 12)
    content = style.panel(verdict(arrangement), _note(arrangement.melds), cards)
    return style.page(title or "An arranged hand", [content])


def _note(melds: Iterable[Meld]) -> str:
    """Say what stars stand for, where there are some."""
    return "" if all(meld.is_pure for meld in melds) else "a star is a wild card"


def _meld(arrangement: Arrangement, meld: Meld) -> svg.Box:
    line, ground = style.look_of(meld)
    head = style.words(f"{kind_of(meld)}, {points_of(arrangement, meld)}", line, bold=True)
    content = svg.padded(svg.stacked([head, style.meld_cards(meld)], 4), 8, 7)
    return svg.framed(content, ground, line, radius=6)


def _left(arrangement: Arrangement) -> svg.Box:
    line, ground = style.LEFT_LOOK
    points = sum(map(arrangement.hand.rules.cost, arrangement.left))
    cards = svg.flow(map(svg.playing_card, arrangement.left), _WIDE - 20, 3, 3)
    head = style.words(f"left over, {points}", style.SOFT, bold=True)
    content = svg.padded(svg.stacked([head, cards], 4), 8, 7)
    return svg.framed(content, ground, line, radius=6, dashes="4 3")


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
    head = svg.flow([_number(*pair) for pair in _told(numbers)], _WIDE, 22, 6)
    rows = [[_bold(name) for name in ("", "melds", "left over", "points", "cards", "")]]
    dumps = _dumps(hand, numbers)
    rows += [_row(place, combo, numbers, dumps) for place, combo in enumerate(drawn, 1)]
    table = svg.stacked([svg.beside(row, 12) for row in svg.aligned(rows)], 7)
    shown = svg.stacked([svg.flow(map(svg.playing_card, hand.cards), _WIDE, 3, 3), head], 10)
    width = max(shown.width, table.width) + 28
    wild = _note(meld for combo in drawn for meld in combo.melds)
    note = f"{len(drawn)} of {numbers.combos:,}, least points first" + (wild and f"; {wild}")
    parts = ("The hand", "", shown), (listed or "Combos", note, table)
    panels = [style.panel(*part, width) for part in parts]
    return style.page(title or "The combos of a hand", panels)


def _told(numbers: Numbers) -> list[tuple[str, int]]:
    return [
        ("least points", numbers.points),
        ("fewest cards left", numbers.cards_left),
        ("combos", numbers.combos),
        ("that leave least points", numbers.optimal_combos),
        ("maximal", numbers.maximal_combos),
        ("maximal dumps", numbers.maximal_dumps),
    ]


def _number(name: str, value: int) -> svg.Box:
    return svg.beside([_bold(f"{value:,}", style.INK, 14), style.words(name)], 5, "middle")


def _bold(text: str, fill: str = style.SOFT, size: float = 12) -> svg.Box:
    return style.words(text, fill, size=size, bold=True)


def _row(place: int, combo: Combo, numbers: Numbers, dumps: set[tuple[Card, ...]]) -> list[svg.Box]:
    """Return a row of the table of combos."""
    is_best = combo.points == numbers.points
    best = [svg.sign("star", 12, style.STAR), _bold("best", style.STAR)] if is_best else []
    maximal = [style.words("maximal", style.INK)] if combo.left in dumps else []
    return [
        style.words(str(place), size=11),
        svg.flow(map(style.meld_chip, combo.melds), 420, 5, 4)
        if combo.melds
        else style.words("none"),
        _rest(combo.left),
        _bold(str(combo.points), style.STAR if is_best else style.INK, 14),
        style.words(str(combo.cards), style.INK, size=14),
        svg.beside([*best, *maximal], 5, "middle"),
    ]


def _dumps(hand: Hand, numbers: Numbers) -> set[tuple[Card, ...]]:
    """Return the dumps of the maximal combos, an empty set where there are very many."""
    return set(maximal_dumps(hand)) if numbers.maximal_dumps <= _MOST_DUMPS else set()


def _rest(cards: tuple[Card, ...]) -> svg.Box:
    """Draw what is left over, nine cards a line."""
    lines = [cards[i : i + 9] for i in range(0, max(len(cards), 1), 9)]
    return svg.stacked([style.left_chip(line) for line in lines], 2)
