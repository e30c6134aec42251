"""The view of a seat on Rummikub: observations as arrays and as data, moves as arrays, and redeals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from operator import add, sub
from typing import Any

from suitwise.fields import Field, Happening, Telling, deals_field, in_parts
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Game
from suitwise.hidden_deals import deal_shuffled
from suitwise.rummy.rummikub.moves import RummikubMove
from suitwise.rummy.rummikub.rules import tiles
from suitwise.rummy.rummikub.rules.tiles import JOKER, KINDS, SIZE, Table, Tiles
from suitwise.rummy.rummikub.solve.classes import Meanings, meanings_of
from suitwise.rummy.rummikub.state import PHASES, RummikubState
from suitwise.rummy.rummikub.variant import RACK, RummikubVariant
from suitwise.seeds import world_seed
from suitwise.sight import Sight

TILES = 106
POINTS = 1000
_JOKERS = 2
_ATTEMPTS_AT = 40
"""The bit of a seed from which on the attempts at a world are counted."""
_MOST_SETS = TILES // tiles.LEAST
_MOVES = ("draw", "pass", "table", "done", "tile", "as")
"""The kinds of a seat's moves in ``encode_move``."""


class RummikubView(RummikubVariant, Game[RummikubMove]):
    """The part of the game ``Rummikub`` that shows a position to a seat."""

    # --- Arrays -----------------------------------------------------------------------------------

    def observation_of(self, state: RummikubState, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat."""
        seats = [*range(seat, self.seats), *range(seat)]
        return _array(
            [state.racks[seat]],
            _public_planes(state),
            self._numbers(state, seats),
        )

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of an observation; seats are numbered from the own one, in order of play.

        >>> from suitwise.rummy.rummikub.game import Rummikub
        >>> print(*(field.name for field in Rummikub().observation_fields()[:5]))
        rack table in_groups chosen meant
        """
        rack = Field("rack", SIZE, f"{_COPIES}on one's own rack", high=2.0)
        names = ["one", *(f"seat +{seat}" for seat in range(1, self.seats))]
        return (rack, *_public_fields(), *self._number_fields(names))

    def observation_of_all(self, state: RummikubState) -> NDArray[np.float32]:
        """Return the whole position as an array, with nothing hidden."""
        planes = _public_planes(state)
        return _array(state.racks, planes, self._numbers(state, [*range(self.seats)]))

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of_all``; seats have their own numbers.

        >>> from suitwise.rummy.rummikub.game import Rummikub
        >>> print(*(field.name for field in Rummikub().fields_of_all()[:3]))
        rack_0 rack_1 table
        """
        names = [f"seat {seat}" for seat in range(self.seats)]
        racks = (
            Field(f"rack_{seat}", SIZE, f"{_COPIES}on the rack of {name}", high=2.0)
            for seat, name in enumerate(names)
        )
        return (*racks, *_public_fields(), *self._number_fields(names))

    def _numbers(self, state: RummikubState, seats: list[int]) -> list[float]:
        numbers = [float(state.phase == phase) for phase in PHASES]
        numbers += [sum(state.pool) / TILES, state.passes / 4, state.left / 10]
        numbers.append(state.deals / self.deals)
        for seat in seats:
            numbers += [
                float(state.seat == seat),
                float(state.opened[seat]),
                sum(state.racks[seat]) / TILES,
                state.totals[seat] / POINTS,
                state.wins[seat] / self.deals,
            ]
        return numbers

    def _number_fields(self, names: list[str]) -> tuple[Field, ...]:
        most = float(788 * self.deals) / POINTS
        fields = [
            Field("phase", len(PHASES), ", ".join(PHASES)),
            Field("pool", 1, f"how many tiles the pool has, of {TILES}"),
            Field("passes", 1, "how many seats have passed in a row, of 4"),
            Field("left", 1, "how many tiles are yet to be drawn, of 10"),
            deals_field(self.deals),
        ]
        parts = {"pool": TILES, "passes": 4, "left": 10, "deals": self.deals}
        for at, name in enumerate(names):
            fields += [
                Field(f"named_{at}", 1, f"whether {name} is the seat that the phase is about"),
                Field(f"opened_{at}", 1, f"whether {name} has opened"),
                Field(f"tiles_{at}", 1, f"how many tiles {name} has, of {TILES}"),
                Field(f"total_{at}", 1, f"the points of {name}, of {POINTS}", -most, most),
                Field(f"wins_{at}", 1, f"the deals that {name} has won, of {self.deals}"),
            ]
            parts |= {f"tiles_{at}": TILES, f"total_{at}": POINTS, f"wins_{at}": self.deals}
        return in_parts(fields, **parts)

    def move_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``encode_move``.

        >>> from suitwise.rummy.rummikub.game import Rummikub
        >>> print(*(field.name for field in Rummikub().move_fields()))
        kind tile table in_groups joker_0 joker_1
        """
        meant = "kinds of which a joker of the new table stands for one"
        return (
            Field("kind", len(_MOVES), ", ".join(_MOVES)),
            Field("tile", SIZE, "the tile named, jokers last"),
            Field("table", SIZE, f"{_COPIES}on the new table", high=2.0),
            Field("in_groups", KINDS, "copies of each tile in groups there", high=2.0),
            *(Field(f"joker_{at}", KINDS, meant) for at in range(_JOKERS)),
        )

    def encode_move(self, move: RummikubMove) -> NDArray[np.float32]:
        """Return a move as an array; all legal moves of a position have different arrays."""
        table = Table.parse(move.table) if move.table else Table()
        tile = (float(move.tile == kind) for kind in range(SIZE))
        kinds = (float(move.kind == kind) for kind in _MOVES)
        planes = [table.counts, *_groups_and_jokers(table)]
        return np.array([*kinds, *tile, *(n for plane in planes for n in plane)], np.float32)

    # --- Data -------------------------------------------------------------------------------------

    def sight_of(self, state: RummikubState, seat: int | None) -> Sight:
        """Return the data that a seat sees, or for None the data that everybody sees.

        * ``head``: the ``totals``; the deals won, ``wins``; the number of finished ``deals``.
        * ``table``: the ``sets``; the number of tiles in the ``pool``; the number of ``passes`` in a
          row; the tiles ``chosen`` in a staged turn.
        * ``seats``: whether each has ``opened``.
        """
        table = {
            "sets": [str(one) for one in state.table.sets],
            "pool": sum(state.pool),
            "passes": state.passes,
            "chosen": [tiles.tile_text(kind) for kind in state.chosen],
        }
        head = {"totals": [*state.totals], "wins": [*state.wins], "deals": state.deals}
        racks = tuple(
            str(Tiles(rack)).split() if owner == seat or state.phase == "end" else None
            for owner, rack in enumerate(state.racks)
        )
        sizes = tuple(map(sum, state.racks))
        seats = tuple({"opened": opened} for opened in state.opened)
        return Sight(state.phase, racks, sizes, head, table=table, seats=seats)

    # --- Rows -------------------------------------------------------------------------------------

    @property
    def _telling(self) -> Telling:
        return Telling(self.seats, _EVENTS, SIZE, _JOKERS)

    def told_fields(self) -> tuple[Field, ...]:
        """Return the fields of a row of ``told_of``.

        >>> from suitwise.fields import width
        >>> from suitwise.rummy.rummikub.game import Rummikub
        >>> width(Rummikub().told_fields())
        67
        """
        return self._telling.fields

    @property
    def most_told(self) -> int:
        """An upper bound of the rows of ``told_of`` that a seat gets in a match.

        In a deal there are rows for the own tiles; for each tile drawn and each turn out of time; for
        the passes; for each turn that plays tiles, its tiles, all sets before and after, and two
        jokers; in a staged turn, the tiles chosen and two meanings; for the other racks at the end; and
        for the start of the next deal.
        """
        drawn = TILES - RACK * self.seats
        turns = TILES * (1 + 2 * _MOST_SETS + _JOKERS)
        chosen = TILES * (1 + _JOKERS) if self.staged else 0
        passes = (self.seats - 1) * (TILES + 1) + 1
        return self.deals * (RACK + 2 * drawn + passes + turns + chosen + self.seats + 1)

    def told_of(
        self, state: RummikubState, move: RummikubMove, after: RummikubState, seat: int
    ) -> NDArray[np.float32]:
        """Return the rows that tell a seat about a move."""
        return self._telling.rows(seat, _happenings(state, move, after, seat))

    # --- Redeals ----------------------------------------------------------------------------------

    def redealt(self, state: RummikubState, seat: int, seed: int, stream: int) -> RummikubState:
        """Return a position in which the tiles that a seat can't see are dealt again at random.

        Tiles chosen in a staged turn stay on their rack, and worlds in which no turn plays them are
        rejected.
        """
        if state.phase == "end":
            return state
        tries = (seed ^ attempt << _ATTEMPTS_AT for attempt in count())
        worlds = (_dealt_anew(state, seat, world_seed(each), stream) for each in tries)
        is_open = state.chosen and state.seat != seat
        return next(world for world in worlds if not is_open or world.moves())


def _dealt_anew(state: RummikubState, seat: int, seed: int, stream: int) -> RummikubState:
    """Return a position with the tiles that a seat can't see dealt again, except those chosen."""
    known = [(0,) * SIZE] * len(state.racks)
    known[state.seat] = tiles.counts_of(state.chosen)
    known[seat] = state.racks[seat]
    hidden = [_less(rack, seen) for rack, seen in zip(state.racks, known, strict=True)]
    unseen = [*Tiles(state.pool).kinds, *(kind for rack in hidden for kind in Tiles(rack).kinds)]
    new = deal_shuffled(sorted(unseen), map(sum, hidden), seed, stream)
    pairs = zip(known, map(tiles.counts_of, new), strict=True)
    racks = tuple(tuple(map(add, seen, more)) for seen, more in pairs)
    return replace(state, racks=racks)


def _less(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sub, one, other))


# --- Planes and fields ----------------------------------------------------------------------------

_COPIES = "copies of each tile, jokers last, "


def _array(*parts: Any) -> NDArray[np.float32]:
    *planes, numbers = parts
    flat = [count for group in planes for plane in group for count in plane]
    return np.array([*flat, *numbers], np.float32)


def _public_planes(state: RummikubState) -> list[Iterable[float]]:
    in_groups, *jokers = _groups_and_jokers(state.table)
    meant = tiles.counts_of(state.meant)[:KINDS]
    return [state.table.counts, in_groups, tiles.counts_of(state.chosen), meant, *jokers]


def _groups_and_jokers(table: Table) -> list[Iterable[float]]:
    """Return the tiles in groups, and what each joker may stand for."""
    kinds = (
        kind
        for one in table.sets
        if isinstance(one, tiles.Group)
        for kind in one.kinds
        if kind != JOKER
    )
    meanings: Meanings = meanings_of(table)
    each = [(kinds, count) for count, kinds in meanings for _ in range(count)]
    each += [((), 0)] * (_JOKERS - len(each))
    jokers = ([float(kind in own) for kind in range(KINDS)] for own, _ in each)
    return [tiles.counts_of(kinds)[:KINDS], *jokers]


def _public_fields() -> list[Field]:
    meant = "kinds of which a joker of the table stands for one"
    return [
        Field("table", SIZE, f"{_COPIES}on the table", high=2.0),
        Field("in_groups", KINDS, "copies of each tile in groups there", high=2.0),
        Field("chosen", SIZE, f"{_COPIES}chosen in a staged turn", high=2.0),
        Field("meant", KINDS, "what jokers stand for as chosen in a staged turn", high=2.0),
        *(Field(f"joker_{at}", KINDS, meant) for at in range(_JOKERS)),
    ]


# --- The history as rows of events, one or more for each move -------------------------------------
#
# The move ``draw`` has no row, because the chance move that follows it has: the seat that draws learns
# the tile, and the others only that one was drawn. The rows of a new table are the tiles played, the
# sets taken apart and the sets made, and for each joker the kinds that it may stand for.

_EVENTS = (
    *("dealt", "draw", "pass", "late", "chosen", "meant"),
    *("played", "apart", "made", "joker", "shown", "next"),
)


def _happenings(
    state: RummikubState, move: RummikubMove, after: RummikubState, seat: int
) -> Iterator[Happening]:
    """Yield the events of a move as one seat learns them: the seat, the kind of event, and its tiles."""
    who, is_own = state.seat, state.seat == seat
    if state.phase == "deal" and is_own:
        yield who, "dealt", (move.tile,)
    elif state.phase == "draw":
        yield who, "draw", (move.tile,) if is_own else ()
    elif move.kind in ("pass", "late"):
        yield who, move.kind, ()
    elif move.kind == "next":
        yield -1, "next", ()
    elif state.phase == "play" and move.kind == "tile":
        yield who, "chosen", (move.tile,)
    elif move.kind == "as":
        yield who, "meant", (move.tile,)
    if after.table != state.table and move.kind != "next":
        yield from _rearranged(who, state.table, after.table)
    if after.phase == "end" and state.phase != "end":
        others = (owner for owner in range(len(after.racks)) if owner != seat)
        yield from ((owner, "shown", Tiles(after.racks[owner]).kinds) for owner in others)


def _rearranged(who: int, old: Table, new: Table) -> Iterator[Happening]:
    """Yield the events of a new table."""
    pairs = zip(new.counts, old.counts, strict=True)
    yield who, "played", Tiles(tuple(now - before for now, before in pairs)).kinds
    before, after = Counter[tiles.Set](old.sets), Counter[tiles.Set](new.sets)
    yield from ((who, "apart", one.kinds) for one in (before - after).elements())
    for one in (after - before).elements():
        yield who, "made", one.kinds
        yield from ((who, "joker", sorted(kinds)) for kinds in one.meanings)
