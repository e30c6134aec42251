"""A position of Rummikub: its legal moves, its successors, and the reasons why a move is illegal.

Chance deals tile by tile and draws from the pool, so the pool has no hidden order. A turn that plays
tiles is one move with the whole new table. In a staged game it is one move for each tile, and only tiles
that some legal turn plays together can be chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from operator import add, sub
from threading import RLock
from typing import Literal, TypeAlias, get_args

from suitwise.foundation.text.phrases import TileText, phrase
from suitwise.foundation.values import changing, replaced
from suitwise.game import CHANCE, OVER, Game, Refusal, State, refusal
from suitwise.rummy.rummikub import moves as words
from suitwise.rummy.rummikub.judge import turn_faults
from suitwise.rummy.rummikub.moves import RummikubMove, laying
from suitwise.rummy.rummikub.rules.tiles import (
    COPIES,
    JOKER,
    SIZE,
    Table,
    Tiles,
    counts_of,
    tile_text,
)
from suitwise.rummy.rummikub.rules.turn import scores
from suitwise.rummy.rummikub.solve.openings import best_opening
from suitwise.rummy.rummikub.solve.stages import Ending, stage
from suitwise.rummy.rummikub.solve.turns import Turn, can, moves, plays
from suitwise.rummy.rummikub.variant import RACK, RummikubVariant
from suitwise.seeds import Source

Phase: TypeAlias = Literal["deal", "play", "draw", "as", "end"]
"""What a position waits for: chance deals (``deal``) or draws for the seat (``draw``); the seat plays,
or says what jokers stand for (``as``, in a staged turn alone); or the deal has ended."""

PHASES: tuple[Phase, ...] = get_args(Phase)
BOX = (*(COPIES,) * (SIZE - 1), COPIES)
"""How many tiles of each kind a box has."""
Counts: TypeAlias = tuple[int, ...]
A_WIN = 100_000
"""With ``match=wins`` points count so much less than a deal won."""


@dataclass(frozen=True, slots=True)
class RummikubState(State[RummikubMove]):
    """A position of Rummikub.

    Args:
        variant: the variant.
        phase: the kind of move that comes next.
        seat: the seat on turn, or at the end of a deal the one that would play next.
        racks: the rack of each seat, as the number of tiles of each kind, the jokers last.
        opened: whether each seat has opened.
        table: the table.
        passes: the number of passes in a row.
        left: the number of tiles that chance has yet to draw for the seat.
        chosen: the tiles chosen in a staged turn, ascending.
        meant: what jokers stand for, as chosen in a staged turn, ascending.
        totals: the points of each seat.
        wins: the number of deals that each seat has won.
        deals: the number of finished deals of the match.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> state, _ = Rummikub().start().rolled(seed=1, stream=0)
    >>> state.turn, [str(move) for move in state.moves()]
    (0, ['draw'])
    """

    variant: RummikubVariant
    phase: Phase
    seat: int
    racks: tuple[Counts, ...]
    opened: tuple[bool, ...]
    table: Table = Table()  # noqa: RUF009 - never changed
    passes: int = 0
    left: int = 0
    chosen: tuple[int, ...] = ()
    meant: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()
    deals: int = 0
    _moves: Collection[RummikubMove] | None = field(
        default=None, init=False, repr=False, compare=False
    )

    @property
    def game(self) -> Game[RummikubMove]:
        """The variant."""
        return self.variant  # type: ignore[return-value]

    @property
    def turn(self) -> int:
        """The seat on turn; CHANCE deals, draws, and begins the next deal of a match."""
        if self.phase in ("play", "as"):
            return self.seat
        is_over = self.phase == "end" and self.deals + 1 == self.variant.deals
        return OVER if is_over else CHANCE

    @property
    def pool(self) -> Counts:
        """The number of tiles of each kind that are neither on a rack nor on the table."""
        left = tuple(map(sub, BOX, self.table.counts))
        for rack in self.racks:
            left = tuple(map(sub, left, rack))
        return left

    @property
    def rack(self) -> Tiles:
        """The tiles of the seat."""
        return Tiles(self.racks[self.seat])

    @property
    def out(self) -> int | None:
        """The seat that went out, if the deal has ended so, else None."""
        return next((seat for seat, rack in enumerate(self.racks) if not any(rack)), None)

    def scores(self) -> tuple[int, ...]:
        """Return the score of each seat in a deal that has ended."""
        return scores([Tiles(rack) for rack in self.racks], self.out, self.seat)

    # --- Moves ------------------------------------------------------------------------------------

    def moves(self) -> Collection[RummikubMove]:
        """Return the legal moves of the seat on turn, or the outcomes of chance.

        Of turns that play the same tiles and leave the jokers the same meanings, only one is listed.
        """
        if self.turn == CHANCE:
            if self.phase == "end":
                return (words.NEXT,)
            return tuple(words.TILE_MOVES[kind] for kind, n in enumerate(self.pool) if n)
        if self.turn == OVER:
            return ()
        if self._moves is None:
            found = tuple(self._staged()) if self.variant.staged else Turns(self, self.turns())
            object.__setattr__(self, "_moves", found)
        assert self._moves is not None
        return self._moves

    @property
    def has_choice(self) -> bool:
        """Whether the seat has or had a choice; in a staged turn its earlier moves count, too."""
        return bool(self.chosen) or any(islice(iter(self.moves()), 1, 2))

    @property
    def without_tiles(self) -> RummikubMove:
        """The move that plays no tile: draw while the pool lasts, then pass."""
        return words.DRAW if any(self.pool) else words.PASS

    def turns(self) -> Iterator[Turn]:
        """Yield a turn for each selection of tiles and each of the meanings that jokers can have."""
        return moves(self.table, self.rack, self.variant.house, opened=self.opened[self.seat])

    def weight(self, move: RummikubMove) -> int:
        """Return the number of copies of a chance move's tile in the pool."""
        return self.pool[move.tile] if move.kind == "tile" else 1

    def chance_move(self, source: Source) -> RummikubMove:
        """Draw a tile of the pool uniformly by copies, without listing the others."""
        if self.phase not in ("deal", "draw"):
            return State.chance_move(self, source)
        kinds = Tiles(self.pool).kinds
        return words.TILE_MOVES[kinds[source.below(len(kinds))]]

    move_kinds = (RummikubMove,)

    def parse_move(self, text: str) -> RummikubMove:
        """Read a move, as described in ``rummikub.moves``."""
        return RummikubMove.parse(text)

    # --- What follows -----------------------------------------------------------------------------

    def followed_by(self, move: RummikubMove) -> RummikubState:
        """Return the state after a legal move or a chance move."""
        if self.phase in ("deal", "draw"):
            return self._after_tile(move.tile)
        if move.kind == "next":
            return self._next_deal()
        if move.kind in ("draw", "late"):
            most = self.variant.penalty if move.kind == "late" else 1
            left = min(most, sum(self.pool))
            plain = _change(self, phase="play", chosen=(), meant=(), _moves=None)
            return _change(plain, phase="draw", left=left, passes=0) if left else plain._passed()
        if move.kind == "pass":
            return self._passed()
        if move.kind == "table":
            return self._laid(Table.parse(move.table))
        return self._after_stage(move)

    def _after_tile(self, kind: int) -> RummikubState:
        rack = tuple(n + (k == kind) for k, n in enumerate(self.racks[self.seat]))
        after = _change(self, racks=replaced(self.racks, self.seat, rack))
        if self.phase == "draw":
            after = _change(after, left=self.left - 1)
            return after if after.left else after._next_turn()
        seat = (self.seat + 1) % self.variant.seats
        is_last = all(sum(rack) == RACK for rack in after.racks)
        return _change(after, seat=seat, phase="play" if is_last else "deal")

    def _passed(self) -> RummikubState:
        return _change(self, passes=self.passes + 1, _moves=None)._next_turn()

    def _laid(self, table: Table) -> RummikubState:
        played = map(sub, table.counts, self.table.counts)
        rack = tuple(map(sub, self.racks[self.seat], played))
        return _change(
            self,
            phase="play",
            racks=replaced(self.racks, self.seat, rack),
            opened=replaced(self.opened, self.seat, True),
            table=table,
            passes=0,
            chosen=(),
            meant=(),
            _moves=None,
        )._next_turn()

    def _next_turn(self) -> RummikubState:
        """Return the state in which the next seat plays, or the end of the deal."""
        stops = self.variant.pool == "stop" and self.phase == "draw" and not any(self.pool)
        is_over = stops or self.out is not None or self.passes == self.variant.seats
        seat = (self.seat + 1) % self.variant.seats
        after = _change(self, phase="end" if is_over else "play", seat=seat, _moves=None)
        if not is_over:
            return after
        points = after.scores()
        return _change(
            after,
            totals=tuple(map(add, self.totals, points)),
            wins=replaced(self.wins, after.winner, self.wins[after.winner] + 1),
        )

    @property
    def winner(self) -> int:
        """The seat that has won a deal that has ended."""
        if self.out is not None:
            return self.out
        seats = self.variant.seats
        racks = [Tiles(rack) for rack in self.racks]
        order = ((self.seat + step) % seats for step in range(seats))
        return min(order, key=lambda seat: (racks[seat].points, len(racks[seat])))

    def _next_deal(self) -> RummikubState:
        deals = self.deals + 1
        return before_deal(self.variant, self.totals, self.wins, deals)

    def returns(self) -> tuple[float, ...]:
        """Return the points of each seat; with ``match=wins`` its wins plus a small part for points."""
        if self.variant.match == "points":
            return tuple(map(float, self.totals))
        pairs = zip(self.wins, self.totals, strict=True)
        return tuple(won + total / A_WIN for won, total in pairs)

    # --- Staged turns -----------------------------------------------------------------------------

    def _staged(self) -> Iterator[RummikubMove]:
        """Yield the legal moves of a staged turn."""
        if self.phase == "as":
            kinds = self.ending.following(self.meant)
            yield from (words.MEANING_MOVES[kind] for kind in kinds)
            return
        if not self.chosen:
            yield self.without_tiles
        house, opened = self.variant.house, self.opened[self.seat]
        chosen = Tiles(counts_of(self.chosen))
        following = stage(self.table, chosen, self.rest, house, opened=opened, rack=self.rack)
        if following.is_whole:
            yield words.DONE
        yield from (words.TILE_MOVES[kind] for kind in following.kinds)

    @property
    def rest(self) -> Tiles:
        """The tiles that may still be chosen in a staged turn, none below the last one."""
        least = self.chosen[-1] if self.chosen else 0
        left = map(sub, self.racks[self.seat], counts_of(self.chosen))
        return Tiles(tuple(n if kind >= least else 0 for kind, n in enumerate(left)))

    @property
    def chosen_turn(self) -> Turn | None:
        """A turn that plays exactly the chosen tiles; None if there is none."""
        house, opened = self.variant.house, self.opened[self.seat]
        return can(self.table, Tiles(counts_of(self.chosen)), house, opened=opened)

    @property
    def ending(self) -> Ending:
        """The possible meanings of jokers, once all tiles of a staged turn are chosen."""
        chosen = Tiles(counts_of(self.chosen))
        return Ending.of(self.table, chosen, self.variant.house, opened=self.opened[self.seat])

    def _after_stage(self, move: RummikubMove) -> RummikubState:
        if move.kind == "tile":
            return _change(self, chosen=(*self.chosen, move.tile), _moves=None)
        jokers = self.table.counts[JOKER] + self.chosen.count(JOKER)
        if self.variant.joker != "swap" or not jokers:
            turn = self.chosen_turn
            assert turn is not None  # a staged turn that is done can be played
            return self._laid(turn.table)
        meant, ending = (*self.meant, move.tile) if move.kind == "as" else (), self.ending
        if not ending.is_open(meant):
            return self._laid(ending.settled(meant))
        return _change(self, phase="as", meant=meant, _moves=None)


_change = changing(RummikubState)


def before_deal(
    variant: RummikubVariant, totals: Counts, wins: Counts, deals: int
) -> RummikubState:
    """Return the state before a deal of a match."""
    seats = variant.seats
    racks = ((0,) * SIZE,) * seats
    return RummikubState(
        variant,
        "deal",
        deals % seats,
        racks,
        (False,) * seats,
        totals=totals,
        wins=wins,
        deals=deals,
    )


MOST_COUNTED = 129
"""Up to how many moves of a seat that plays are counted; a rack of 30 tiles may have millions.

It is more than an environment lists, so that there a list that is cut off is known as one.
"""


class Turns(Collection[RummikubMove]):
    """The moves of a seat, computed lazily: first the one without tiles, then the turns that play some.

    Iteration lists them all; the length is capped at ``MOST_COUNTED``. ``in`` accepts every legal turn,
    even if another one with the same tiles is listed in its place.

    Args:
        state: the position.
        turns: the turns that play tiles.
    """

    def __init__(self, state: RummikubState, turns: Iterator[Turn]) -> None:
        self._state = state
        self._found = [state.without_tiles]
        self._more = (laying(turn.table) for turn in turns)
        self._lock = RLock()

    def __iter__(self) -> Iterator[RummikubMove]:
        at = 0
        while self._has(at):
            yield self._found[at]
            at += 1

    def _has(self, at: int) -> bool:
        with self._lock:
            if at == len(self._found):
                self._found += [move for _, move in zip((0,), self._more, strict=False)]
            return at < len(self._found)

    def __bool__(self) -> bool:
        return True  # a seat may always draw or pass; computing the length would list many turns

    def __len__(self) -> int:
        return sum(1 for _ in islice(self, MOST_COUNTED))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, RummikubMove) or move.kind == "late":
            return False
        return why_not(self._state, move) is None


@lru_cache(maxsize=8)
def choices_of(state: RummikubState) -> Turns:
    """Return the moves of ``moves``, but only one for each selection of tiles."""
    opened = state.opened[state.seat]
    return Turns(state, plays(state.table, state.rack, state.variant.house, opened=opened))


# --- The reason why a move is illegal -------------------------------------------------------------

_TO_PLAY = phrase("rummikub.to-play", "lay tiles of the rack, rearranging as you like, or draw")
_TO_PLAY_LAST = phrase(
    "rummikub.to-play-last", "lay tiles of the rack, rearranging as you like, or pass"
)
_TO_STAGE = phrase("rummikub.to-stage", "name the tiles to be played one by one, then done")
_TO_MEAN = phrase("rummikub.to-mean", "say what a joker of the new table stands for")


def why_not(state: RummikubState, move: RummikubMove) -> Refusal | None:
    """Return the rule that forbids a move, or None if it is legal."""
    return refusal(state, move, _why_no_chance_move, _why_not_in_phase, _why_not_by_rule)


def _why_no_chance_move(state: RummikubState, move: RummikubMove) -> Refusal | None:
    if state.phase == "end":
        if move.kind == "next":
            return None
        return phrase("rummikub.deal-over", "the deal is over: next deals again")
    if move.kind != "tile":
        return phrase("rummikub.to-be-drawn", "a tile is to be drawn from the pool")
    if not state.pool[move.tile]:
        tile = TileText(tile_text(move.tile))
        return phrase("rummikub.not-in-pool", "no {tile} is left in the pool", tile=tile)
    return None


def _why_not_in_phase(state: RummikubState, move: RummikubMove) -> Refusal | None:
    if move.kind == "late":
        return None
    if not state.variant.staged:
        task = _TO_PLAY if any(state.pool) else _TO_PLAY_LAST
        return None if move.kind in ("draw", "pass", "table") else task
    if state.phase == "as":
        return None if move.kind == "as" else _TO_MEAN
    return None if move.kind in ("draw", "pass", "done", "tile") else _TO_STAGE


def _why_not_by_rule(state: RummikubState, move: RummikubMove) -> Refusal | None:
    if move.kind == "table":
        return _why_not_table(state, move)
    if move.kind == "late" or move in (state.moves() if state.variant.staged else ()):
        return None
    if move.kind in ("draw", "pass") and not state.chosen:
        return None if move == state.without_tiles else _why_not_without(move)
    return phrase(
        "rummikub.not-staged", "no turn goes on so from the tiles chosen: {move}", move=str(move)
    )


def _why_not_without(move: RummikubMove) -> Refusal:
    if move.kind == "draw":
        return phrase("rummikub.empty-pool", "the pool is empty")
    return phrase("rummikub.pool-lasts", "nobody passes while there are tiles in the pool")


def _why_not_table(state: RummikubState, move: RummikubMove) -> Refusal | None:
    house, opened = state.variant.house, state.opened[state.seat]
    found = turn_faults(state.table, state.rack, opened, move.table, house)
    return _FAULTS[found[0]](state, move) if found else None


def _new_counts(move: RummikubMove) -> Counts:
    return counts_of(kind for part in move.parts for kind in part.kinds)


def _names(counts: Iterable[int]) -> TileText:
    kinds = (kind for kind, count in enumerate(counts) for _ in range(max(0, count)))
    return TileText(" ".join(map(tile_text, kinds)))


def _no_set(_: RummikubState, move: RummikubMove) -> Refusal:
    wrong = next(part for part in move.parts if part.as_set() is None)
    return phrase(
        "rummikub.not-a-set",
        "{part} is no set: a run has 3 to 13 numbers of one colour in a row, a group 3 or 4 tiles of "
        "one number and different colours",
        part=TileText(wrong),
    )


def _gone(state: RummikubState, move: RummikubMove) -> Refusal:
    tiles = _names(map(sub, state.table.counts, _new_counts(move)))
    return phrase(
        "rummikub.table-tile-gone", "{tiles}: what lay on the table stays there", tiles=tiles
    )


def _not_held(state: RummikubState, move: RummikubMove) -> Refusal:
    played = map(sub, _new_counts(move), state.table.counts)
    tiles = _names(map(sub, map(max, played, (0,) * SIZE), state.rack.counts))
    return phrase("rummikub.not-yours", "{tiles}: not on the rack", tiles=tiles)


def _nothing(_: RummikubState, __: RummikubMove) -> Refusal:
    return phrase("rummikub.nothing-played", "no tile of the rack lies on the new table")


def _short(state: RummikubState, move: RummikubMove) -> Refusal:
    least = state.variant.opening
    if state.variant.same:
        played = Turn(state.table, Table.parse(move.table)).played
        points = best_opening(played).points
    else:
        before = sum(one.worth for one in state.table.sets)
        points = sum(one.worth for one in Table.parse(move.table).sets) - before
    return phrase(
        "rummikub.opening-short",
        "a seat opens with sets from its rack that count {least} or more, and these count {points}",
        least=least,
        points=points,
    )


def _touched(_: RummikubState, __: RummikubMove) -> Refusal:
    return phrase(
        "rummikub.table-touched",
        "the first turn of a seat leaves the sets of the table as they lie",
    )


def _moved(_: RummikubState, __: RummikubMove) -> Refusal:
    return phrase(
        "rummikub.joker-moved",
        "a joker of the table keeps a tile that it stood for, unless that tile lies there now",
    )


def _locked(_: RummikubState, __: RummikubMove) -> Refusal:
    return phrase(
        "rummikub.joker-locked",
        "a set with a joker only grows, unless a tile of the rack takes the place of the joker",
    )


_FAULTS = {
    "not-a-set": _no_set,
    "table-tile-gone": _gone,
    "not-yours": _not_held,
    "nothing-played": _nothing,
    "opening-short": _short,
    "table-touched": _touched,
    "joker-moved": _moved,
    "joker-locked": _locked,
}
