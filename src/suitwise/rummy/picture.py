"""Pictures of rummy hands for the terminal, as SVG and in notebooks.

There are three pictures: an arranged hand; the combos of a hand; and a hand on the grid of suits and
ranks, with its islands, control points and flag map (``rules.hand``). Islands have letters, runs and
sets names, and control points stars, so that nothing depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice
from textwrap import wrap
from typing import Any

from suitwise.cards import SUITS, Card, format_cards
from suitwise.picture import svg
from suitwise.picture.notebook import draw_cards
from suitwise.picture.svg import INK, LINES, SOFT, words
from suitwise.rummy.rules import hand as hands
from suitwise.rummy.rules.hand import JOKER, N_SUITED, Hand, Reading
from suitwise.rummy.rules.melds import Meld, Run, Set
from suitwise.rummy.rules.rules import RANK_TEXT, Ace, card_of, rank_of
from suitwise.rummy.solve.arrangement import Arrangement
from suitwise.rummy.solve.combos import Combo, Numbers, maximal_dumps

# --- Colours and layout ---------------------------------------------------------------------------

EMPTY = "#f0f2f4"
"""The colour of cells of the grid without cards."""
STAR, STAR_TINT = "#b83a1b", "#fdf1e7"
"""The colours of control points, wild cards and the best combos."""
RUN_LOOK, SET_LOOK, LEFT_LOOK = ("#0072b2", "#e4f0f8"), ("#8a6d00", "#f8f2dc"), (LINES, "#f4f5f7")
"""The line and background colours of runs, of sets, and of the cards left over."""
_DARK = "#0072b2 #8a6d00 #a6447f #2b7a78 #5b4a9e #7a4b2a #4f6f1a #44546a"
_TINTS = "#cfe4f3 #f3e7bd #f3d8e7 #cde9e7 #dfd9f1 #eedccd #dfebc6 #d9e0e8"
ISLANDS = tuple(zip(_DARK.split(), _TINTS.split(), strict=True))
"""Colours of islands with their tints; if there are more islands, the colours repeat."""


def panel(title: str, note: str, content: svg.Box, width: float = 0) -> svg.Box:
    """Put a title and a line of explanation above a panel's content.

    Args:
        title: the title.
        note: the explanation; empty for none.
        content: the content.
        width: the least width of all that is inside the frame.

    >>> panel("The hand", "on the grid", svg.Box(500, 100)).width
    528
    """
    head = svg.stacked([words(title, INK, size=14, bold=True), *([words(note)] if note else [])], 1)
    inside = svg.sized(svg.padded(svg.stacked([head, content], 10), 14, 12), width)
    return svg.framed(inside, svg.PANEL, svg.EDGE, radius=6)


# --- Cards and melds ------------------------------------------------------------------------------


def look_of(meld: Meld) -> tuple[str, str]:
    """Return the line and background colours of a meld."""
    return RUN_LOOK if isinstance(meld, Run) else SET_LOOK


def places_of(meld: Meld) -> list[tuple[Card, bool]]:
    """Return the cards of a meld in order, each with whether it is wild; wild cards of a set are spades.

    >>> places_of(Run(1, 3, 5, (4,)))
    [(Card('H3'), False), (Card('H4'), True), (Card('H5'), False)]
    """
    if isinstance(meld, Run):
        return [(Card(card_of(meld.suit, rank)), rank in meld.wilds) for rank in meld.ranks]
    wild = (Card(card_of(0, meld.rank)), True)
    return [(card, False) for card in meld.cards] + [wild] * meld.wilds


def wild_card(card: Card, title: str) -> svg.Box:
    """Draw a wild card: the rank that it stands for, a star, a dashed border.

    >>> wild_card(Card("H4"), "stands for H4").width
    26
    """
    rank = card.rank.replace("T", "10")
    face = svg.text_at(rank, 13, 15, 13, bold=True, fill=STAR, anchor="middle")
    content = svg.Box(26, 36, face + svg.sign("star", 13, STAR).at(6.5, 19))
    frame = svg.framed(content, STAR_TINT, STAR, dashes="3 2")
    return svg.Box(26, 36, svg.titled(title, frame.body, class_="wild"))


def meld_cards(meld: Meld) -> svg.Box:
    """Draw the cards of a meld."""
    drawn = []
    for card, is_wild in places_of(meld):
        what = f"any suit of rank {card.rank}" if isinstance(meld, Set) else card
        title = f"wild, stands for {what}"
        drawn.append(wild_card(card, title) if is_wild else svg.playing_card(card))
    return svg.beside(drawn, 3)


def meld_chip(meld: Meld) -> svg.Box:
    """Draw a meld in one line with its name.

    >>> meld_chip(Run(1, 3, 5)).height
    20
    """
    line, ground = look_of(meld)
    tiles = [_wild_tile(card) if wild else svg.tile(card) for card, wild in places_of(meld)]
    name = svg.text_at(kind_of(meld), 14, 14, 10, bold=True, fill="#fff", anchor="middle")
    mark = svg.framed(svg.Box(28, 20, name), line)
    return svg.framed(svg.beside([mark, svg.padded(svg.beside(tiles), 4, 2)]), ground, line)


def _wild_tile(card: Card) -> svg.Box:
    """Draw a wild card in one line, in the style of ``svg.tile``."""
    rank = card.rank.replace("T", "10")
    face = svg.text_at(rank, 8.8, 12.54, 11, bold=True, fill=STAR, anchor="middle")
    star = svg.sign("star", 9, STAR).at(17, 3.5)
    return svg.Box(29, 16, svg.titled(f"wild as {rank}", face + star))


def left_chip(cards: Iterable[Card]) -> svg.Box:
    """Draw the cards left over in one line.

    >>> left_chip([Card("H3"), Card("S9")]).height
    20
    """
    tiles = [svg.tile(card) for card in cards]
    line, ground = LEFT_LOOK
    content = svg.beside(tiles) if tiles else words("nothing")
    return svg.framed(svg.padded(content, 4, 2), ground, line)


def draw_held(hand: Hand) -> str:
    """Draw the cards of a hand as SVG."""
    return draw_cards(hand.cards, str(hand) or "no cards")


# --- An arranged hand as text ---------------------------------------------------------------------


def text_picture(arrangement: Arrangement) -> str:
    """Return an arranged hand as text: a line for each meld and for the rest, and the total.

    >>> from suitwise.rummy.solve.arrangement import arrange
    >>> from suitwise.rummy.rules.hand import Hand
    >>> print(text_picture(arrange(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))))
    run   H2 H3 H4 H5      14
    run   H4 H5 H6         15
    left  D3 D3 D4 C3 C3   16
    16 points, 5 cards
    """
    rows = list(_text_rows(arrangement))
    width = max((len(text) for _, text, _ in rows), default=0)
    lines = [f"{kind:<6}{text:<{width}}{points:>5}" for kind, text, points in rows]
    return "\n".join([*lines, verdict(arrangement)])


def _text_rows(arrangement: Arrangement) -> Iterator[tuple[str, str, int]]:
    """Yield for each line its kind, its cards and their points."""
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
    """Return what the cards of a meld would cost if they were left over."""
    rules = arrangement.hand.rules
    wilds = len(meld) - len(meld.cards)
    return sum(map(rules.cost, meld.cards)) + wilds * rules.joker_points


def verdict(arrangement: Arrangement) -> str:
    """Return the cost of an arranged hand in words, with the reason if every card counts."""
    cards = arrangement.cards
    text = f"{points_text(arrangement.points)}, {cards} card{'s' * (cards != 1)}"
    if arrangement.counts:
        return text
    rules = arrangement.hand.rules
    pure = f", {rules.counting_pure_runs} of them pure," if rules.counting_pure_runs else ""
    return f"{text}: without {rules.counting_runs} runs{pure} every card counts"


# --- A hand on the grid: islands, control points, flag map ----------------------------------------
#
# On the grid every card stands for itself, so an island's melds are those without wild cards.

LETTERS = "abcdefghijklm"
"""The letters of islands; no two islands share a column, so 13 are enough."""
_PLACEMENTS = ("a run", "a second run", "a set", "a second set")


@dataclass(frozen=True)
class IslandMap:
    """The data of a hand on the grid, for the pictures.

    Args:
        hand: the hand.
        reading: the reading of the seed's flag map (``flag_map``).
        pruned: whether cells that lie in no meld are dropped before islands are found.

    >>> grid = IslandMap(Hand.of("2H 3H 4H 5H 4H 5H 6H 3C 3C 3D 3D 4D 9D"))
    >>> [len(island) for island in grid.islands], grid.letters[Card("D9")]
    ([12, 1], 'b')
    >>> print(*grid.control, grid.bits(Card("H3")), grid.placements(Card("H3")))
    H3 0101 a run, a set
    >>> print(*grid.melds_at(Card("D3")), sep=" | ")
    H3 D3 C3
    """

    hand: Hand
    reading: Reading = "literal"
    pruned: bool = False

    @cached_property
    def islands(self) -> tuple[Hand, ...]:
        """The islands, in the order of their letters."""
        return hands.islands(self.hand, pruned=self.pruned)

    @cached_property
    def letters(self) -> dict[int, str]:
        """The letter of each card that lies on an island."""
        lettered = zip(LETTERS, self.islands, strict=False)
        return {card: letter for letter, island in lettered for card in island.cards}

    @property
    def has_flags(self) -> bool:
        """True if there is a flag map of this hand; there is none with a third copy of a card."""
        return max(self.hand.counts[:N_SUITED]) <= hands.MOST_COPIES

    @cached_property
    def flags(self) -> tuple[int, ...]:
        """The byte of every card, 52 numbers; all 0 if there is no flag map."""
        return hands.flag_map(self.hand, self.reading) if self.has_flags else (0,) * N_SUITED

    @cached_property
    def control(self) -> tuple[Card, ...]:
        """The control points; empty if there is no flag map."""
        return hands.control_points(self.hand, self.reading) if self.has_flags else ()

    @cached_property
    def melds(self) -> tuple[Meld, ...]:
        """Every meld that the hand's cards allow, each card as itself."""
        plain = replace(self.hand.rules, jokers=0, wild="")
        return tuple(hands.candidates(Hand((*self.hand.counts[:N_SUITED], 0), plain)))

    def melds_at(self, card: int) -> tuple[Meld, ...]:
        """Return every meld that a card can join."""
        return tuple(meld for meld in self.melds if card in meld.cards)

    def has_meld(self, island: Hand) -> bool:
        """Return whether an island holds a meld."""
        return any(meld.cards[0] in island for meld in self.melds)

    def control_of(self, island: Hand) -> tuple[Card, ...]:
        """Return the control points of an island."""
        return tuple(card for card in self.control if card in island)

    def bits(self, card: int) -> str:
        """Return the bits of a card as text, bit 0 last; an ace above the king has six bits."""
        return f"{self.flags[card]:0{6 if self.flags[card] >> hands.ABOVE_KING else 4}b}"

    def placements(self, card: int) -> str:
        """Return the meaning of a card's bits in words."""
        high = [f"{name} above the king" for name in _PLACEMENTS[:2]]
        bits = *hands.BITS, *(bit << hands.ABOVE_KING for bit in hands.BITS[:2])
        names = zip(bits, (*_PLACEMENTS, *high), strict=True)
        return ", ".join(name for bit, name in names if self.flags[card] & bit) or "no meld"

    def as_json(self) -> dict[str, object]:
        """Return it as plain values, ready for JSON."""
        return {
            "reading": self.reading,
            "islands": [self._island_as_json(island) for island in self.islands],
            "flags": {str(card): self.bits(card) for card in self.letters if self.has_flags},
        }

    def _island_as_json(self, island: Hand) -> dict[str, object]:
        points = {str(card): _texts(self.melds_at(card)) for card in self.control_of(island)}
        return {
            "cards": _texts(island.cards),
            "points": island.points,
            "melds": _texts(meld for meld in self.melds if meld.cards[0] in island),
            "control_points": points,
        }


def _texts(things: Iterable[Card | Meld]) -> list[str]:
    return [str(thing) for thing in things]


def ranks_shown(hand: Hand) -> tuple[int, ...]:
    """Return the ranks in the order of the grid's columns; the ace is last if it is only high."""
    return tuple(range(2, 15)) if hand.rules.ace == "high" else tuple(range(1, 14))


# --- A hand on the grid as text -------------------------------------------------------------------

_COLUMNS = 79
"""The characters of a line."""


def map_picture(grid: IslandMap) -> str:
    """Return a hand on the grid as text: islands, control points with their melds, the flag map.

    >>> print(map_picture(IslandMap(Hand.of("2H 3H 4H 5H 3C 3D 9D"))))
       A   2   3   4   5   6   7   8   9   T   J   Q   K
    S
    H      1a  1a* 1a  1a
    D          1a                      1b
    C          1a
    <BLANKLINE>
    a  H2 H3 H4 H5 D3 C3   20 points
       * H3, held once, 0101: a run, a set
         H2 H3 H4 | H2 H3 H4 H5 | H3 H4 H5 | H3 D3 C3
    b  D9   9 points, no meld
    <BLANKLINE>
    flag map, literal: bit 0 a run, 1 a second run, 2 a set, 3 a second set
       A    2    3    4    5    6    7    8    9    T    J    Q    K
    S
    H       0001 0101 0001 0001
    D            0100                          0000
    C            0100
    """
    starred = {card: "*" * (card in grid.control) for card in grid.letters}
    counts = _lines(
        grid, lambda card: f"{grid.hand.counts[card]}{grid.letters[card]}{starred[card]}", 4
    )
    parts = ["\n".join(lines) for lines in (counts, _islands(grid), _flag_map(grid))]
    return "\n\n".join(part for part in parts if part)


def _lines(grid: IslandMap, cell: Callable[[int], str], width: int) -> Iterator[str]:
    """Yield the lines of a grid: the ranks, then the cells of each suit."""
    ranks = ranks_shown(grid.hand)
    rows = {" ": [RANK_TEXT[rank % 13 - 1] for rank in ranks]}
    for suit in range(4):
        cards = [card_of(suit, rank) for rank in ranks]
        rows[SUITS[suit]] = [cell(card) if card in grid.letters else "" for card in cards]
    for head, cells in rows.items():
        yield (f"{head:<3}" + "".join(f"{text:<{width}}" for text in cells)).rstrip()


def _islands(grid: IslandMap) -> Iterator[str]:
    """Yield a line for each island, followed by its control points."""
    for letter, island in zip(LETTERS, grid.islands, strict=False):
        note = "" if grid.has_meld(island) else ", no meld"
        yield f"{letter}  {format_cards(island.cards, ' ')}   {points_text(island.points)}{note}"
        for card in grid.control_of(island):
            yield f"   * {card}, {_control_words(grid, card)}"
            yield from _folded(grid.melds_at(card))
    if jokers := grid.hand.counts[JOKER]:
        yield f"   {format_cards([Card('JK')] * jokers, ' ')}   on no island"


def _control_words(grid: IslandMap, card: int) -> str:
    """Return a control point in words: how often it is held, its bits, and their meaning."""
    held = "once" if grid.hand.counts[card] == 1 else "twice"
    return f"held {held}, {grid.bits(card)}: {grid.placements(card)}"


def _folded(melds: tuple[Meld, ...]) -> Iterator[str]:
    """Yield melds in lines, without breaking a meld."""
    text = " | ".join(str(meld).replace(" ", "_") for meld in melds)
    for line in wrap(text, _COLUMNS - 5, break_long_words=False, break_on_hyphens=False):
        yield " " * 5 + line.replace("_", " ")


def points_text(points: int) -> str:
    """Return points in words.

    >>> points_text(1), points_text(20)
    ('1 point', '20 points')
    """
    return f"{points} point{'s' * (points != 1)}"


def _flag_map(grid: IslandMap) -> Iterator[str]:
    """Yield the lines of the flag map."""
    if not grid.has_flags:
        yield "no flag map: it has no bits for a third copy of a card"
        return
    width = 1 + max(len(grid.bits(card)) for card in range(N_SUITED))
    above = ", 4 and 5 runs above the king" if width > 5 else ""
    yield f"flag map, {grid.reading}: bit 0 a run, 1 a second run, 2 a set, 3 a second set{above}"
    yield from _lines(grid, grid.bits, width)


# --- An arranged hand as SVG ----------------------------------------------------------------------

MOST_DRAWN = 24
"""The most combos that a picture shows."""
_MOST_DUMPS = 1000
"""If there are more maximal dumps than this, maximal combos are not marked."""
_HAND_WIDE = 640
"""The width in which cards are laid out, row by row."""


def draw_arrangement(arrangement: Arrangement, *, title: str = "") -> str:
    """Draw an arranged hand as a standalone SVG file: runs, sets, the cards left over, the cost.

    Args:
        arrangement: the hand laid out.
        title: a heading.

    >>> from suitwise.rummy.solve.arrangement import arrange
    >>> picture = draw_arrangement(arrange(Hand.of("3H 4H 5H 9S KD")))
    >>> picture.startswith("<svg"), "19 points, 2 cards" in picture
    (True, True)
    """
    melds = [_meld(arrangement, meld) for meld in arrangement.melds]
    left = [_left(arrangement)] if arrangement.left else []
    cards = svg.flow([*melds, *left], _HAND_WIDE, 14, 12)
    content = panel(verdict(arrangement), _note(arrangement.melds), cards)
    return svg.page(title or "An arranged hand", [content])


def _note(melds: Iterable[Meld]) -> str:
    """Return the legend of stars if any meld has a wild card, else an empty text."""
    return "" if all(meld.is_pure for meld in melds) else "a star is a wild card"


def _meld(arrangement: Arrangement, meld: Meld) -> svg.Box:
    line, ground = look_of(meld)
    head = words(f"{kind_of(meld)}, {points_of(arrangement, meld)}", line, bold=True)
    content = svg.padded(svg.stacked([head, meld_cards(meld)], 4), 8, 7)
    return svg.framed(content, ground, line, radius=6)


def _left(arrangement: Arrangement) -> svg.Box:
    line, ground = LEFT_LOOK
    points = sum(map(arrangement.hand.rules.cost, arrangement.left))
    cards = svg.flow(map(svg.playing_card, arrangement.left), _HAND_WIDE - 20, 3, 3)
    head = words(f"left over, {points}", SOFT, bold=True)
    content = svg.padded(svg.stacked([head, cards], 4), 8, 7)
    return svg.framed(content, ground, line, radius=6, dashes="4 3")


# --- Combos as SVG --------------------------------------------------------------------------------


def draw_combos(
    hand: Hand, combos: Iterable[Combo], numbers: Numbers, *, title: str = "", listed: str = ""
) -> str:
    """Draw a hand's decomposition into combos as a standalone SVG file.

    Args:
        hand: the hand.
        combos: combos of the hand; the first 24 are drawn, sorted by the points they leave.
        numbers: the numbers of the hand.
        title: a heading.
        listed: the heading of the table of combos.

    >>> from suitwise.rummy.solve.combos import maximal, numbers
    >>> hand = Hand.of("3H 3D 3S 4H 5H")
    >>> picture = draw_combos(hand, maximal(hand), numbers(hand))
    >>> picture.count(">best<")
    1
    """
    drawn = sorted(islice(combos, MOST_DRAWN), key=lambda combo: (combo.points, combo.cards))
    figures = {
        "least points": numbers.points,
        "fewest cards left": numbers.cards_left,
        "combos": numbers.combos,
        "that leave least points": numbers.optimal_combos,
        "maximal": numbers.maximal_combos,
        "maximal dumps": numbers.maximal_dumps,
    }
    head = svg.flow([_figure(*pair) for pair in figures.items()], _HAND_WIDE, 22, 6)
    rows = [[_bold(name) for name in ("", "melds", "left over", "points", "cards", "")]]
    # With very many dumps no combo is marked as maximal.
    dumps = set(maximal_dumps(hand)) if numbers.maximal_dumps <= _MOST_DUMPS else set()
    rows += [_combo_row(place, combo, numbers, dumps) for place, combo in enumerate(drawn, 1)]
    table = svg.stacked([svg.beside(row, 12) for row in svg.aligned(rows)], 7)
    shown = svg.stacked([svg.flow(map(svg.playing_card, hand.cards), _HAND_WIDE, 3, 3), head], 10)
    width = max(shown.width, table.width) + 28
    wild = _note(meld for combo in drawn for meld in combo.melds)
    note = f"{len(drawn)} of {numbers.combos:,}, least points first" + (wild and f"; {wild}")
    parts = ("The hand", "", shown), (listed or "Combos", note, table)
    panels = [panel(*part, width) for part in parts]
    return svg.page(title or "The combos of a hand", panels)


def _figure(name: str, value: int) -> svg.Box:
    return svg.beside([_bold(f"{value:,}", INK, 14), words(name)], 5, "middle")


def _bold(text: str, fill: str = SOFT, size: float = 12) -> svg.Box:
    return words(text, fill, size=size, bold=True)


def _combo_row(
    place: int, combo: Combo, numbers: Numbers, dumps: set[tuple[Card, ...]]
) -> list[svg.Box]:
    """Return a row of the table of combos."""
    is_best = combo.points == numbers.points
    best = [svg.sign("star", 12, STAR), _bold("best", STAR)] if is_best else []
    maximal = [words("maximal", INK)] if combo.left in dumps else []
    return [
        words(str(place), size=11),
        svg.flow(map(meld_chip, combo.melds), 420, 5, 4) if combo.melds else words("none"),
        _rest(combo.left),
        _bold(str(combo.points), STAR if is_best else INK, 14),
        words(str(combo.cards), INK, size=14),
        svg.beside([*best, *maximal], 5, "middle"),
    ]


def _rest(cards: tuple[Card, ...]) -> svg.Box:
    """Draw the cards left over, nine cards a line."""
    lines = [cards[i : i + 9] for i in range(0, max(len(cards), 1), 9)]
    return svg.stacked([left_chip(line) for line in lines], 2)


# --- A hand's islands as SVG ----------------------------------------------------------------------
#
# The panels redraw the lost figures of the seed from its text: the hand on the grid, each island as a
# graph with its control points, every meld that a control point could join, and the flag map.

_CELL, _HIGH = 46, 36
"""The width and height of a cell of the grid."""
_SIDE = 24
"""The width of the column with the suits."""
_STEP, _RADIUS = 54, 17
"""The distance and the radius of the vertices of a graph."""
_WIDE = _SIDE + 13 * _CELL
"""The width of the grid."""


def draw_islands(grid: IslandMap, *, title: str = "") -> str:
    """Draw a hand's islands as a standalone SVG file.

    Args:
        grid: the hand on the grid.
        title: a heading.

    >>> picture = draw_islands(IslandMap(Hand.of("2H 3H 4H 5H 3C 3D 9D")), title="An island")
    >>> picture.startswith("<svg"), "control point" in picture
    (True, True)
    """
    contents = list(_panels(grid))
    width = max(box.width for _, _, box in contents) + 28
    parts = [panel(name, note, box, width) for name, note, box in contents]
    return svg.page(title or "The islands of a hand", parts)


def _panels(grid: IslandMap) -> Iterator[tuple[str, str, svg.Box]]:
    """Yield the title, the explanation and the content of every panel."""
    hand = grid.hand
    jokers = "; jokers lie on no island" if hand.counts[JOKER] else ""
    note = f"how many copies, and the letter of the island; a star is a control point{jokers}"
    yield "The hand on the grid", note, _grid(grid, _count_cell)
    graphs = [_graph(grid, island) for island in grid.islands if grid.has_meld(island)]
    if graphs:
        note = "cells side by side in a row are joined, and all cells of a column"
        yield "Islands that hold a meld", note, svg.flow(graphs, _WIDE, 30, 20)
    if grid.control:
        note = "a card with more bits than copies: here a choice must be made"
        choices = [_control_melds(grid, card) for card in grid.control]
        yield "Every meld that a control point could join", note, svg.stacked(choices, 12)
    if grid.has_flags:
        note = "bits from the right: a run, a second run, a set, a second set"
        above = "; then runs above the king" if any(flags > 15 for flags in grid.flags) else ""
        yield f"Flag map, {grid.reading}", note + above, _grid(grid, _flag_cell)


def _look(grid: IslandMap, card: int) -> tuple[str, str]:
    """Return the colour and the tint of a card's island."""
    return ISLANDS[LETTERS.index(grid.letters[card]) % len(ISLANDS)]


def _grid(grid: IslandMap, cell: Callable[[IslandMap, int], str]) -> svg.Box:
    """Draw the grid; ``cell`` draws the cell of a card."""
    ranks = ranks_shown(grid.hand)
    empty = svg.framed(svg.Box(_CELL, _HIGH), EMPTY, "#fff")
    body = []
    for column, rank in enumerate(ranks):
        middle = _SIDE + (column + 0.5) * _CELL
        name = RANK_TEXT[rank % 13 - 1].replace("T", "10")
        body.append(svg.text_at(name, middle, 13, bold=True, fill=SOFT, anchor="middle"))
    for suit in range(4):
        top = 20 + suit * _HIGH
        body.append(svg.sign(SUITS[suit], 14, svg.suit_colour(SUITS[suit])).at(2, top + 10))
        for column, rank in enumerate(ranks):
            card = card_of(suit, rank)
            drawn = svg.Box(0, 0, cell(grid, card)) if card in grid.letters else empty
            body.append(drawn.at(_SIDE + column * _CELL, top))
    return svg.Box(_WIDE, 20 + 4 * _HIGH, svg.group(*body))


def _count_cell(grid: IslandMap, card: int) -> str:
    copies, letter = grid.hand.counts[card], grid.letters[card]
    count = svg.text_at(str(copies), _CELL / 2, 24, 16, bold=True, fill=INK, anchor="middle")
    name = svg.text_at(letter, 6, 14, 11, bold=True, fill=_look(grid, card)[0])
    mark = svg.sign("star", 12, STAR).at(_CELL - 16, 4) if card in grid.control else ""
    title = f"{Card(card)}, {copies} held, island {letter}{_role(grid, card)}"
    return svg.titled(title, _framed(grid, card, count + name + mark), class_="cell")


def _flag_cell(grid: IslandMap, card: int) -> str:
    bits, starred = grid.bits(card), card in grid.control
    size, fill = 13 if len(bits) == 4 else 10, STAR if starred else INK
    text = svg.text_at(bits, _CELL / 2, 23, size, bold=starred, fill=fill, anchor="middle")
    title = f"{Card(card)}: {grid.placements(card)}"
    return svg.titled(title, _framed(grid, card, text), class_="flags")


def _framed(grid: IslandMap, card: int, content: str) -> str:
    """Frame a cell in its island's colour, or bolder in the star's colour at a control point."""
    dark, tint = _look(grid, card)
    line, stroke = (2.5, STAR) if card in grid.control else (1, dark)
    return svg.framed(svg.Box(_CELL, _HIGH, content), tint, stroke, line=line).body


def _role(grid: IslandMap, card: int) -> str:
    return ", control point" if card in grid.control else ""


def _graph(grid: IslandMap, island: Hand) -> svg.Box:
    """Draw an island as a graph, with its cards placed as on the grid."""
    ranks = ranks_shown(grid.hand)
    cards = [card for card in range(N_SUITED) if island.counts[card]]
    columns = [ranks.index(rank_of(card) if rank_of(card) in ranks else 14) for card in cards]
    rows = [card // 13 for card in cards]
    left, top = min(columns) - 0.5, min(rows) - 0.5
    at = {
        card: ((column - left) * _STEP, (row - top) * _STEP)
        for card, column, row in zip(cards, columns, rows, strict=True)
    }
    vertices = (_vertex(grid, card, *at[card]) for card in cards)
    body = svg.group(*_edges(at, grid.hand.rules.ace), *vertices, class_="graph")
    size = (max(columns) - left + 0.5) * _STEP, (max(rows) - top + 0.5) * _STEP
    name = f"island {grid.letters[cards[0]]}: {len(island)} cards, {points_text(island.points)}"
    head = words(name, _look(grid, cards[0])[0], bold=True)
    return svg.stacked([head, svg.Box(*size, body)], 2)


def _edges(at: dict[int, tuple[float, float]], ace: Ace) -> Iterator[str]:
    """Yield the edges in columns, between neighbours in rows, and between a king and a high ace.

    An edge in a column bows around a card that lies between its ends.
    """
    for (one, (x, y)), (other, (to_x, to_y)) in combinations(at.items(), 2):
        if x == to_x and any(card in at for card in range(one + 13, other, 13)):
            yield _edge(x, y, "C", x - 26, y + 18, x - 26, to_y - 18, x, to_y)
        elif x == to_x:
            yield _edge(x, y, "V", to_y)
        elif y == to_y and abs(x - to_x) == _STEP:
            yield _edge(x, y, "H", to_x)
        elif y == to_y and ace == "both" and (rank_of(one), rank_of(other)) == (13, 1):
            bow = x - 40, y + 38, to_x + 40, y + 38, to_x, y
            yield _edge(x, y, "C", *bow, stroke_dasharray="4 3")


def _edge(x: float, y: float, command: str, *to: float, **look: str) -> str:
    """Draw an edge from a point, by an SVG path command with its coordinates."""
    path = f"M{svg.number(x)} {svg.number(y)}{command}{' '.join(map(svg.number, to))}"
    return svg.element("path", d=path, fill="none", stroke=LINES, stroke_width=2, **look)


def _vertex(grid: IslandMap, card: int, x: float, y: float) -> str:
    """Draw a card as a vertex: two copies as two discs, a control point with a star."""
    dark, tint = _look(grid, card)
    copies, starred = grid.hand.counts[card], card in grid.control
    line, width = (STAR, 2.5) if starred else (dark, 1.5)
    look: dict[str, Any] = {"fill": tint, "stroke": line, "stroke_width": width}
    parts = [
        svg.element("circle", cx=x + 4 * copy, cy=y - 4 * copy, r=_RADIUS, **look)
        for copy in range(copies - 1, -1, -1)
    ]
    rank, name, colour = svg.rank_and_sign(Card(card))
    parts.append(svg.text_at(rank, x - 5, y + 4.5, 13, bold=True, fill=colour, anchor="middle"))
    parts.append(svg.sign(name, 10, colour).at(x + 3, y - 5))
    if starred:
        parts.append(svg.sign("star", 13, STAR).at(x - 22, y - 24))
    title = f"{Card(card)}, {copies} held{_role(grid, card)}"
    return svg.titled(title, *parts, class_="vertex")


def _control_melds(grid: IslandMap, card: Card) -> svg.Box:
    """Draw a control point and every meld that it could join."""
    marks = [svg.sign("star", 12, STAR), svg.tile(card, 13), words(_control_words(grid, card), INK)]
    chips = svg.flow(map(meld_chip, grid.melds_at(card)), _WIDE - 20, 6, 5)
    line = svg.framed(svg.Box(3, chips.height), svg.EDGE, svg.EDGE)
    return svg.stacked([svg.beside(marks, 6, "middle"), svg.beside([line, chips], 10)], 5)
