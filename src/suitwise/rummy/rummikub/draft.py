"""Drafts: a turn while the player is still moving tiles, and the reasons why it can't be played yet.

A player moves tiles about until the whole table is right (the rules page, R3: In a browser). The tiles
lie in *heaps*, which need not be sets yet. The text of a draft is its heaps with ``/`` between them,
with tiles written as on a table, and ``j`` for a joker that does not stand for a particular tile yet::

    r3r4r5r6/k9r9j/b1b2

Tiles of the table that lie in no heap are *lifted*. Tiles in heaps that were not on the table come from
the rack. ``r3r4r5r6r7+r5`` lays the tiles behind the mark to a heap, which is cut in two where that
makes two sets. A draft never changes the position; only its player sees it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import sub
from typing import Any

from suitwise.arguments import of_kind
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import Phrase, Several, TileText, phrase, quoted
from suitwise.game import Refusal
from suitwise.rummy.rummikub.moves import RummikubMove, laying
from suitwise.rummy.rummikub.rules.tiles import (
    COLOURS,
    JOKER,
    LEAST,
    MOST_IN_GROUP,
    NUMBERS,
    Group,
    Part,
    Run,
    Set,
    Table,
    Tiles,
    counts_of,
    kind_of,
    number_of,
    tile_text,
)
from suitwise.rummy.rummikub.rules.turn import broken_sets, kept_jokers, readings_of, ways_to_unlock
from suitwise.rummy.rummikub.solve.openings import best_opening
from suitwise.rummy.rummikub.solve.turns import can
from suitwise.rummy.rummikub.state import RummikubState, why_not

LONGEST = 800
"""The most characters of a draft."""
_TILE = re.compile(r"j|\[[krbo]?(?:1[0-3]|[1-9])\]|[krbo](?:1[0-3]|[1-9])")
_LAST = NUMBERS + 1
"""Where a joker of which nothing is known lies among tiles of a heap: behind all numbers."""
_CAN_GROW = {"rummikub.draft.gap", "rummikub.draft.short"}
"""The reasons why a heap is no set that further tiles can put right."""


# --- Heaps ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heap:
    """Tiles that lie together.

    Args:
        tiles: the text of each tile; a joker is ``j``, or in brackets the tile that it stands for.

    >>> print(Heap.parse("r5r3r4").as_set(), Heap.parse("r3r4j").as_set())
    r3r4r5 None
    >>> [str(way) for way in Heap.parse("r3r4j").ways()]
    ['r3r4[r5]', '[r2]r3r4']
    """

    tiles: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Heap:
        """Read tiles that lie together.

        Raises:
            NotationError: something is no tile of a box.
        """
        tiles, at = [], 0
        while at < len(text):
            match = _TILE.match(text, at)
            if match is None:
                raise NotationError(
                    phrase(
                        "rummikub.draft.no-tile",
                        "{text} is no tile of a heap: write r5, and for a joker j",
                        text=quoted(text[at : at + 16]),
                    )
                )
            tiles.append(match[0])
            at = match.end()
        return cls(tuple(tiles))

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kind of each tile."""
        return tuple(map(_kind, self.tiles))

    def as_set(self) -> Set | None:
        """Return the set that it forms; None if it forms none, or its joker could mean several tiles."""
        said = None if "j" in self.tiles else Part.parse("".join(self.tiles)).as_set()
        if said is not None:
            return said
        ways = self.ways()
        return ways[0] if len(ways) == 1 else None

    def ways(self) -> list[Set]:
        """Return all sets that its tiles can form, ignoring the given meanings of its jokers."""
        kinds = [kind for kind in self.kinds if kind != JOKER]
        jokers = len(self.tiles) - len(kinds)
        if len(self.tiles) < LEAST or not kinds or len(set(kinds)) < len(kinds):
            return []
        return [*_runs(kinds, jokers), *_groups(kinds, jokers)]

    def why_no_set(self) -> Phrase:
        """Return the first reason why it is no set."""
        kinds = [kind for kind in self.kinds if kind != JOKER]
        jokers = len(self.tiles) - len(kinds)
        colours = {kind // NUMBERS for kind in kinds}
        numbers = sorted({number_of(kind) for kind in kinds})
        twice = [kind for kind, count in Counter(kinds).items() if count > 1]
        if len(self.ways()) > 1:
            return phrase("rummikub.draft.which", "say what the joker stands for")
        if not kinds:
            return phrase("rummikub.draft.jokers", "no set is made of jokers alone")
        if len(colours) > 1 and len(numbers) > 1:
            return phrase("rummikub.draft.mixed", "neither one colour nor one number")
        if twice:
            return phrase("rummikub.draft.twice", "{tile} twice", tile=_text(twice[:1]))
        missing = [n for n in range(numbers[0], numbers[-1]) if n not in numbers]
        if len(missing) > jokers:
            gap = [kind_of(min(colours), number) for number in missing]
            return phrase("rummikub.draft.gap", "{tiles} missing", tiles=_text(gap))
        if len(self.tiles) < LEAST:
            return phrase("rummikub.draft.short", "three tiles at least")
        return phrase("rummikub.draft.full", "no room for a joker")

    def joined(self, others: Heap) -> list[Heap]:
        """Return it with other tiles, cut in two where only that makes sets of it.

        >>> [str(heap) for heap in Heap.parse("r3r4r5r6r7").joined(Heap.parse("r5"))]
        ['r3r4r5', 'r5r6r7']
        """
        whole = Heap(self.tiles + others.tiles)
        if not whole.ways():
            for at in range(1, len(self.tiles)):
                low, high = self.tiles[:at], self.tiles[at:]
                for parts in (
                    [Heap(low + others.tiles), Heap(high)],
                    [Heap(low), Heap(others.tiles + high)],
                ):
                    if all(part.ways() for part in parts):
                        return [part.ordered() for part in parts]
        return [whole]

    def takes(self, others: Heap) -> bool:
        """Return whether other tiles fit there.

        They do where sets come of it, where a joker has to leave for that, and where a heap that is no
        set yet can still become one.

        >>> [Heap.parse("r3r4r5").takes(Heap.parse(tiles)) for tiles in ("r6", "r7", "k3k4k5")]
        [True, False, False]
        """
        parts = self.joined(others)
        if all(part.ways() for part in parts):
            return True
        code = parts[0].why_no_set().code
        frees = code == "rummikub.draft.full" and JOKER in self.kinds
        return frees or (code in _CAN_GROW and not self.ways())

    def ordered(self) -> Heap:
        """Return it with its tiles in the usual order: as in a set, or by number."""
        made = self.as_set()
        if made is not None:
            return Heap.parse(str(made))
        return Heap(tuple(sorted(self.tiles, key=_place)))

    def __str__(self) -> str:
        return "".join(self.tiles)


def _kind(tile: str) -> int:
    return JOKER if tile[0] in "j[" else kind_of(COLOURS.index(tile[0]), int(tile[1:]))


def _place(tile: str) -> tuple[int, int]:
    number = "".join(sign for sign in tile if sign.isdigit())
    return int(number or _LAST), _kind(tile)


def _runs(kinds: Sequence[int], jokers: int) -> list[Set]:
    """Return the runs of tiles of one colour, those with jokers at the upper end first."""
    colour, numbers = kinds[0] // NUMBERS, [number_of(kind) for kind in kinds]
    low, high = min(numbers), max(numbers)
    left = jokers - (high - low + 1 - len(kinds))
    if any(kind // NUMBERS != colour for kind in kinds) or left < 0:
        return []
    found: list[Set] = []
    for below in range(left + 1):
        first, last = low - below, high + left - below
        if first >= 1 and last <= NUMBERS:
            held = tuple(n for n in range(first, last + 1) if n not in numbers)
            found.append(Run(colour, first, last, held))
    return found


def _groups(kinds: Sequence[int], jokers: int) -> list[Set]:
    number = number_of(kinds[0])
    if any(number_of(kind) != number for kind in kinds) or len(kinds) + jokers > MOST_IN_GROUP:
        return []
    return [Group(number, tuple(sorted(kind // NUMBERS for kind in kinds)), jokers)]


def _text(kinds: Iterable[int]) -> TileText:
    return TileText(" ".join(map(tile_text, kinds)))


# --- A draft --------------------------------------------------------------------------------------


class Draft:
    """A turn that is being drafted.

    Args:
        state: the position, in which the seat is on turn.
        text: the heaps.

    Raises:
        NotationError: the text is no draft, or has tiles that neither lie on the table nor on the rack.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> state = Rummikub().parse(
    ...     "play 0 | r3r4r5 | k1 r6 r7 / k1 k2 k3 k5 k6 k8 k9 b1 b2 b5 b6 b9 o1 o2 | yes no | 0 0 / 0 0"
    ... )
    >>> draft = Draft(state, "r3r4r5r6/k1")
    >>> print(draft.played, draft.why_not(), sep="; ")
    k1 r6; k1: three tiles at least
    >>> print(Draft(state, "r6r3r4r5").move)
    table:r3r4r5r6
    """

    def __init__(self, state: RummikubState, text: str) -> None:
        self.state = state
        self.heaps = _read(text)
        self._counts = counts_of(kind for heap in self.heaps for kind in heap.kinds)
        played = map(sub, self._counts, state.table.counts)
        self._played = tuple(max(0, count) for count in played)
        foreign = tuple(map(sub, self._played, state.rack.counts))
        if max(foreign) > 0:
            kinds = (kind for kind, count in enumerate(foreign) if count > 0)
            raise NotationError(
                phrase("rummikub.not-yours", "{tiles}: not on the rack", tiles=_text(kinds))
            )

    @property
    def played(self) -> Tiles:
        """The tiles of the rack that lie in heaps."""
        return Tiles(self._played)

    @property
    def rest(self) -> Tiles:
        """The tiles that are left on the rack."""
        return Tiles(tuple(map(sub, self.state.rack.counts, self._played)))

    @property
    def lifted(self) -> Tiles:
        """The tiles of the table that lie in no heap."""
        missing = map(sub, self.state.table.counts, self._counts)
        return Tiles(tuple(max(0, count) for count in missing))

    @cached_property
    def sets(self) -> tuple[Set | None, ...]:
        """The set that each heap forms, or None."""
        return tuple(heap.as_set() for heap in self.heaps)

    @property
    def move(self) -> RummikubMove | None:
        """The move that lays the heaps; None if one of them is no set."""
        sets = [one for one in self.sets if one is not None]
        return laying(Table(tuple(sets))) if sets and len(sets) == len(self.heaps) else None

    # --- What is wrong with it --------------------------------------------------------------------

    def why_not(self) -> Refusal | None:
        """Return why it can't be played as it is, or None if it can."""
        for heap, one in zip(self.heaps, self.sets, strict=True):
            if one is None:
                return phrase(
                    "rummikub.draft.no-set",
                    "{tiles}: {why}",
                    tiles=TileText(_plain(heap)),
                    why=heap.why_no_set(),
                )
        if len(self.lifted):
            return phrase(
                "rummikub.table-tile-gone",
                "{tiles}: what lay on the table stays there",
                tiles=_text(self.lifted.kinds),
            )
        if self.move is None:
            return phrase("rummikub.nothing-played", "no tile of the rack lies on the new table")
        return why_not(self.state, self.move)

    def opening(self) -> int | None:
        """Return the points so far towards an opening; None for a seat that has opened."""
        state = self.state
        if state.opened[state.seat]:
            return None
        if state.variant.same:
            return best_opening(self.played).points
        before = Counter(map(str, state.table.sets))
        new = Counter(map(str, filter(None, self.sets))) - before
        return sum(one.worth for text, n in new.items() for one in Table.parse(text).sets * n)

    def waiting(self) -> tuple[int, ...]:
        """Return the tiles that jokers of the table have to stand for and no longer do.

        A joker in a group may stand for any of the missing tiles; then all of them are returned.
        """
        state = self.state
        if state.variant.joker != "swap" or not state.table.counts[JOKER]:
            return ()
        house, made = state.variant.house, [one for one in self.sets if one is not None]
        table = Table(tuple(made))
        stood = [Counter(one.kind for one in way) for way in readings_of(table, house)]
        short = [
            min((Counter(kept) - stands for stands in stood), key=Counter.total)
            for kept in kept_jokers(state.table, self._counts, house)
        ]
        least = min(map(Counter.total, short))
        named = [missing for missing in short if missing.total() == least]
        return tuple(sorted({kind for missing in named for kind in missing}))

    def unlocked(self) -> tuple[Set, ...]:
        """Return the locked sets that were taken apart before a tile replaced their joker.

        A set whose tiles all lie in one larger heap does not count, even if that heap is no set.
        """
        state = self.state
        if state.variant.joker != "locked" or not state.table.counts[JOKER]:
            return ()
        sets = [one for one in self.sets if one is not None]
        others = [heap for heap, one in zip(self.heaps, self.sets, strict=True) if one is None]
        return tuple(
            one
            for one in broken_sets(state.table, sets, self._played, state.variant.house)
            if not any(Counter(one.kinds) <= Counter(heap.kinds) for heap in others)
        )

    def notes(self) -> list[Phrase]:
        """Return notes for the player: points towards an opening, and jokers that are out of place."""
        state, found = self.state, []
        points, least = self.opening(), state.variant.opening
        if points is not None and len(self.played):
            found.append(
                phrase(
                    "rummikub.draft.opening",
                    "{points} of {least} points",
                    points=points,
                    least=least,
                )
            )
        if kinds := self.waiting():
            tiles = Several([_text([kind]) for kind in kinds])
            found.append(
                phrase(
                    "rummikub.draft.joker", "a joker still has to stand for {tiles}", tiles=tiles
                )
            )
        for one in self.unlocked():
            keys = {kind for way in ways_to_unlock(one, state.variant.house) for kind in way}
            found.append(
                phrase(
                    "rummikub.draft.locked",
                    "{tiles} only grows until {keys} of the rack takes the joker's place",
                    tiles=TileText(" ".join(Heap.parse(str(one)).tiles)),
                    keys=Several([_text([kind]) for kind in sorted(keys)]),
                )
            )
        return found

    def plain(self) -> dict[str, Any]:
        """Return it as data for the page: heaps, the tiles left on the rack and lifted, and notes."""
        return {
            "heaps": [
                _plain_heap(heap, one) for heap, one in zip(self.heaps, self.sets, strict=True)
            ],
            "rack": orders_of(self.rest),
            "lifted": str(self.lifted).split(),
            "played": str(self.played).split(),
            "notes": self.notes(),
        }


def _read(text: str) -> list[Heap]:
    text = of_kind(text, str, "text").strip()
    if len(text) > LONGEST:
        raise NotationError(
            phrase("rummikub.draft.long", "a draft has at most {n} signs", n=LONGEST)
        )
    heaps = (heap for word in text.split("/") for heap in _heaps(word.strip()))
    return [heap.ordered() for heap in heaps if heap.tiles]


def _heaps(word: str) -> list[Heap]:
    """Return the heap of a word, or the parts of one to which tiles are laid."""
    heap, *others = _laid(word)
    return heap.joined(*others) if others else [heap]


def _laid(word: str) -> list[Heap]:
    """Return the heap of a word, and the tiles that are laid to it, if any are."""
    if word == "-":
        return [Heap(())]
    parts = [Heap.parse(part) for part in word.split("+")]
    if len(parts) > len(("heap", "others")):
        raise NotationError(
            phrase("rummikub.draft.laid", "tiles are laid to a heap, as r3r4r5r6r7+r5")
        )
    return parts


def why_no_fit(text: str) -> Phrase | None:
    """Return why the tiles that a draft lays to a heap don't fit there, or None if they do.

    >>> print(why_no_fit("r3r4r5+k9"), why_no_fit("r3r4r5+r6"), sep="; ")
    no set there with k9: that tile is lifted, too; None

    Raises:
        NotationError: the text is no draft.
    """
    for word in text.split("/"):
        heap, *others = _laid(word.strip())
        if others and not heap.takes(*others):
            return phrase(
                "rummikub.draft.no-fit",
                "no set there with {tiles}: that tile is lifted, too",
                tiles=TileText(_plain(*others)),
            )
    return None


def _plain(heap: Heap) -> str:
    """Return the tiles of a heap that is no set, with all jokers as ``j``."""
    return " ".join("j" if tile[0] == "[" else tile for tile in heap.tiles)


def _plain_heap(heap: Heap, made: Set | None) -> dict[str, Any]:
    if made is not None:
        return {"tiles": list(heap.tiles), "why": None, "ways": []}
    ways = [str(one) for one in heap.ways()]
    return {"tiles": list(heap.tiles), "why": heap.why_no_set(), "ways": ways}


def orders_of(rack: Tiles) -> dict[str, list[str]]:
    """Return the tiles of a rack in the two usual orders, by colour and by number.

    >>> orders_of(Tiles.parse("r5 k1 r1 j"))
    {'colour': ['k1', 'r1', 'r5', 'j'], 'number': ['k1', 'r1', 'r5', 'j']}
    """
    tiles = str(rack).split()
    return {"colour": tiles, "number": sorted(tiles, key=_place)}


# --- Arranging ------------------------------------------------------------------------------------


def arranged(state: RummikubState, text: str) -> Draft | Phrase:
    """Return a draft in which the solver has arranged all tiles, or the reason why it can't.

    Args:
        state: the position, in which the seat is on turn.
        text: the heaps, a bar, and the loose tiles that should be laid, too.

    Raises:
        NotationError: the text is no draft, or has tiles that are not there.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> state = Rummikub().parse(
    ...     "play 0 | r3r4r5 | k5 b5 r6 / k1 k2 k3 k5 k6 k8 k9 b1 b2 b5 b6 b9 o1 o2 | yes no | 0 0 / 0 0"
    ... )
    >>> print(arranged(state, "r3r4r5|r6").move)
    table:r3r4r5r6
    >>> print(arranged(state, "r3r4r5|k5b5"))
    k5 b5 can't be laid together in this turn
    >>> print(arranged(state, "r3r4r5|k5"))
    k5 can't be laid in this turn
    """
    laid, _, hand = text.partition("|")
    whole = Draft(state, f"{laid}/{hand}")
    if not len(whole.played):
        return phrase(
            "rummikub.draft.lift-first", "lift the tiles of your rack that are to be laid"
        )
    try:
        house, opened = state.variant.house, state.opened[state.seat]
        turn = can(state.table, whole.played, house, opened=opened)
    except SuitwiseError:
        return phrase("rummikub.draft.hard", "the solver finds no end here: lay the tiles yourself")
    if turn is None and len(whole.played) == 1:
        return phrase(
            "rummikub.draft.none-of-one",
            "{tile} can't be laid in this turn",
            tile=_text(whole.played.kinds),
        )
    if turn is None:
        return phrase(
            "rummikub.draft.none",
            "{tiles} can't be laid together in this turn",
            tiles=_text(whole.played.kinds),
        )
    heaps = _in_place(turn.table.sets, Draft(state, laid).heaps)
    return Draft(state, "/".join(map(str, heaps)))


def _in_place(sets: Sequence[Set], heaps: Sequence[Heap]) -> list[Set]:
    """Return sets in the order of the heaps, each in the place of the heap that shares most tiles."""
    left, found = [*sets], []
    for heap in heaps:
        shared = [
            (sum((Counter(one.kinds) & Counter(heap.kinds)).values()), -at, one)
            for at, one in enumerate(left)
        ]
        best = max(shared, key=lambda each: each[:2], default=None)
        if best is not None and best[0]:
            found.append(best[2])
            left.remove(best[2])
    return [*found, *left]
