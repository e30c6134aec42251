"""A hand on the grid of suits and ranks: islands, control points, the bits of the flag map.

What the pictures of a hand show is gathered here, and shown as text; ``picture.islands`` draws it.
Islands are lettered, control points have a star. An island's melds are those without wild cards: on
the grid every card stands for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import wrap

from suitwise.cards import SUITS, Card, format_cards
from suitwise.rummy.rules.candidate_melds import candidates
from suitwise.rummy.rules.hand import JOKERS, Hand
from suitwise.rummy.rules.islands import islands
from suitwise.rummy.rules.melds import Meld
from suitwise.rummy.rules.rules import RANK_TEXT, card_of
from suitwise.rummy.seed import flag_map as seed_flags

LETTERS = "abcdefghijklm"
"""No two islands share a column, so there are at most as many as ranks."""
_PLACEMENTS = ("a run", "a second run", "a set", "a second set")
_WIDTH = 79


@dataclass(frozen=True)
class IslandMap:
    """A hand on the grid.

    Args:
        hand: the hand.
        reading: how the seed's bits are set (``flag_map``).
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
    reading: seed_flags.Reading = "literal"
    pruned: bool = False

    @cached_property
    def islands(self) -> tuple[Hand, ...]:
        """The islands, in the order of their letters."""
        return islands(self.hand, pruned=self.pruned)

    @cached_property
    def letters(self) -> dict[int, str]:
        """The letter of each card that lies on an island."""
        lettered = zip(LETTERS, self.islands, strict=False)
        return {card: letter for letter, island in lettered for card in island.cards}

    @property
    def has_flags(self) -> bool:
        """Whether the seed's map has bits for this hand: it has none for a third copy."""
        return max(self.hand.counts[:JOKERS]) <= seed_flags.MOST_COPIES

    @cached_property
    def flags(self) -> tuple[int, ...]:
        """The byte of every card, 52 numbers; all 0 where there is no flag map."""
        return seed_flags.flag_map(self.hand, self.reading) if self.has_flags else (0,) * JOKERS

    @cached_property
    def control(self) -> tuple[Card, ...]:
        """The control points; empty where there is no flag map."""
        return seed_flags.control_points(self.hand, self.reading) if self.has_flags else ()

    @cached_property
    def melds(self) -> tuple[Meld, ...]:
        """Every meld that the hand's cards allow, each card as itself."""
        plain = replace(self.hand.rules, jokers=0, wild="")
        return tuple(candidates(Hand((*self.hand.counts[:JOKERS], 0), plain)))

    def melds_at(self, card: int) -> tuple[Meld, ...]:
        """Return every meld that a card could join."""
        return tuple(meld for meld in self.melds if card in meld.cards)

    def has_meld(self, island: Hand) -> bool:
        """Tell whether an island holds a meld."""
        return any(meld.cards[0] in island for meld in self.melds)

    def control_of(self, island: Hand) -> tuple[Card, ...]:
        """Return the control points of an island."""
        return tuple(card for card in self.control if card in island)

    def bits(self, card: int) -> str:
        """Return the byte of a card, the bit of a run last; an ace above the king has six bits."""
        return f"{self.flags[card]:0{6 if self.flags[card] >> seed_flags.ABOVE_KING else 4}b}"

    def placements(self, card: int) -> str:
        """Say in words what the byte of a card stands for."""
        high = [f"{name} above the king" for name in _PLACEMENTS[:2]]
        bits = *seed_flags.BITS, *(bit << seed_flags.ABOVE_KING for bit in seed_flags.BITS[:2])
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
    """Return the ranks in the order of the grid's columns: the ace last where it is only high."""
    return tuple(range(2, 15)) if hand.rules.ace == "high" else tuple(range(1, 14))


# --- Text -----------------------------------------------------------------------------------------


def map_picture(grid: IslandMap) -> str:
    """Return a hand on the grid, its islands, its control points with their melds, its flag map.

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
    parts = ["\n".join(_counts(grid)), "\n".join(_islands(grid)), "\n".join(_flag_map(grid))]
    return "\n\n".join(part for part in parts if part)


def _counts(grid: IslandMap) -> Iterator[str]:
    """Yield the grid: how many copies of each card, the letter of its island, a control point's star."""

    def count(card: int) -> str:
        return f"{grid.hand.counts[card]}{grid.letters[card]}{'*' * (card in grid.control)}"

    yield from _lines(grid, count, 4)


def _lines(grid: IslandMap, cell: Callable[[int], str], width: int) -> Iterator[str]:
    """Yield the lines of a grid: the ranks, then of each suit what the cards held have there."""
    ranks = ranks_shown(grid.hand)
    rows = {" ": [RANK_TEXT[rank % 13 - 1] for rank in ranks]}
    for suit in range(4):
        cards = [card_of(suit, rank) for rank in ranks]
        rows[SUITS[suit]] = [cell(card) if card in grid.letters else "" for card in cards]
    for head, cells in rows.items():
        yield (f"{head:<3}" + "".join(f"{text:<{width}}" for text in cells)).rstrip()


def _islands(grid: IslandMap) -> Iterator[str]:
    """Yield a line an island, and below it its control points."""
    for letter, island in zip(LETTERS, grid.islands, strict=False):
        note = "" if grid.has_meld(island) else ", no meld"
        yield f"{letter}  {format_cards(island.cards, ' ')}   {points_text(island.points)}{note}"
        for card in grid.control_of(island):
            held = "once" if island.counts[card] == 1 else "twice"
            yield f"   * {card}, held {held}, {grid.bits(card)}: {grid.placements(card)}"
            yield from _folded(grid.melds_at(card))
    if jokers := grid.hand.counts[JOKERS]:
        yield f"   {format_cards([Card('JK')] * jokers, ' ')}   on no island"


def _folded(melds: tuple[Meld, ...]) -> Iterator[str]:
    """Yield lines of melds, none of them broken."""
    text = " | ".join(str(meld).replace(" ", "_") for meld in melds)
    for line in wrap(text, _WIDTH - 5, break_long_words=False, break_on_hyphens=False):
        yield " " * 5 + line.replace("_", " ")


def points_text(points: int) -> str:
    """Return points in words.

    >>> points_text(1), points_text(20)
    ('1 point', '20 points')
    """
    return f"{points} point{'s' * (points != 1)}"


def _flag_map(grid: IslandMap) -> Iterator[str]:
    """Yield the bytes of the cards."""
    if not grid.has_flags:
        yield "no flag map: it has no bits for a third copy of a card"
        return
    width = 1 + max(len(grid.bits(card)) for card in range(JOKERS))
    above = ", 4 and 5 runs above the king" if width > 5 else ""
    yield f"flag map, {grid.reading}: bit 0 a run, 1 a second run, 2 a set, 3 a second set{above}"
    yield from _lines(grid, grid.bits, width)
