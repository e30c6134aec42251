"""Rummikub as a game: its options, and the text of its positions.

The rules are those of the sheets in today's boxes, of rummikub.com and of J. McLeod's page
(pagat.com/rummy/rummikub.html). Each seat gets 14 of 106 tiles, and the others form the pool. Seat 0
begins the first deal, seat 1 the next. A turn either draws a tile or lays the table anew with at least
one tile of the rack; every part of the new table must be a set, and all tiles that lay there must stay
there (``rules.turn``). The first turn of a seat plays sets from its rack alone that are worth
``opening`` points. With an empty pool a seat may pass.

Where books and tables differ, this package plays as follows:

* A deal ends when a rack is empty, or when all seats have passed in a row; then the lowest rack wins.
  Among equal racks the one with fewer tiles wins, then the first in turn from the seat that would play
  next.
* ``pool=stop`` ends a deal when the last tile is drawn; it is scored as if all had passed.
* ``late`` is a move of the host, not of a seat, when the time of a turn is over: the table stays as it
  is, and the seat draws ``penalty`` tiles or as many as there are; with an empty pool it passes.
* With ``match=wins`` the deals won count first, then the points.
* Two turns that arrange the same tiles differently are the same turn unless jokers can stand for other
  tiles afterwards. Only one such turn is listed, but every one is accepted.
* With ``staged=yes``, for agents, a turn consists of several numbered moves: one tile at a time in
  ascending order, then ``done``; and if there is a choice, ``as:k7`` names the tile that a joker stands
  for, which means that k7 could lie in its place. Everybody sees the tiles chosen, and all of them are
  played in this turn.

A position's text has five parts separated by bars: the phase with its seat, the table, the racks, the
seats that have opened, and the points with the deals won::

    play 0 | r1r2r3/k9r9b9 | k1 k2 … / r5 … j | yes no | 0 0 / 0 0

The phases are those of ``state.Phase``. If needed, ``passes 1``, ``left 2`` and ``chose k1,k2`` follow
the seat, and ``deals 2`` follows the deals won. In the view of a seat, ``?14`` stands for another
seat's tiles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import sub
from typing import ClassVar

from suitwise.errors import NotationError
from suitwise.foundation.text.lines import PositionText
from suitwise.foundation.values import deals_text
from suitwise.game import Facts, Refusal
from suitwise.rummy.rummikub import moves
from suitwise.rummy.rummikub.moves import RummikubMove
from suitwise.rummy.rummikub.rules.tiles import Table, Tiles, check_box, tile_text
from suitwise.rummy.rummikub.state import PHASES, RummikubState, before_deal, why_not
from suitwise.rummy.rummikub.variant import RACK
from suitwise.rummy.rummikub.view import RummikubView

_TILES = 106
_MOST_POINTS = 788
"""The points of all tiles of a box, jokers included."""
_NAMES = r"(?:[krbo][0-9]{1,2}|j)(?:,(?:[krbo][0-9]{1,2}|j))*"
_HEAD = re.compile(
    r"([a-z]+) ([0-3])(?: passes ([1-4]))?(?: left ([1-9]|10))?"
    rf"(?: chose ({_NAMES}))?(?: as ({_NAMES}))?"
)
_NUMBER = r"(?:0|-?[1-9][0-9]{0,4})"
_SCORE = re.compile(
    rf"({_NUMBER}(?: {_NUMBER}){{1,3}}) / ({_NUMBER}(?: {_NUMBER}){{1,3}})(?: deals ([1-9][0-9]?))?"
)
_FORM = PositionText(
    "a position of Rummikub", "five parts: write what str() prints", (5,), longest=1600
)


@dataclass(frozen=True)
class Rummikub(RummikubView):
    """Rummikub for two to four seats.

    Args:
        seats: the number of seats.
        opening: the points that a seat's first sets must be worth.
        same: whether a first turn may also rearrange the table.
        joker: how jokers of the table move: ``swap``, ``free`` or ``locked``.
        group_joker: whether a joker in a group of three is freed by ``either`` missing tile or ``both``.
        penalty: the number of tiles that a seat draws when its time is over.
        pool: whether the deal goes on with an empty pool, ``pass``, or ends, ``stop``.
        match: whether the ``points`` or the ``wins`` of its deals decide a match.
        deals: the number of deals.
        staged: whether a turn has a move for each tile, with numbers.

    Raises:
        NotationError: an option has no such value.

    >>> str(Rummikub())
    'rummikub(seats=2,opening=30,same=yes,joker=swap,group_joker=either,penalty=3,pool=pass,match=points,deals=1)'
    """

    name: ClassVar[str] = "rummikub"

    @cached_property
    def facts(self) -> Facts:
        """Tiles only go from the pool to racks and from there to the table.

        So a deal has at most 106 - 14 n draws, each followed by a move of chance, 106 turns that play,
        and n - 1 passes between two of these. A staged turn has a move for each tile, ``done``, and two
        meanings of jokers.
        """
        n, dealt = self.seats, RACK * self.seats
        plays = _TILES * (5 if self.staged else 1)
        deal = dealt + 2 * (_TILES - dealt) + plays + (n - 1) * (_TILES + 1) + 1
        most = _MOST_POINTS * self.deals
        wins = self.match == "wins"
        return Facts(
            seats=n,
            distinct_moves=moves.NUMBERED if self.staged else None,
            longest_game=self.deals * (deal + 1) - 1,
            lowest_return=-1.0 if wins else -most,
            highest_return=self.deals + 1.0 if wins else most,
            chance=True,
            perfect_information=False,
        )

    def start(self) -> RummikubState:
        """Return the state before the first deal."""
        nothing = (0,) * self.seats
        return before_deal(self, nothing, nothing, 0)

    def parse(self, text: str) -> RummikubState:
        """Parse a position.

        Raises:
            NotationError: the text is not a position that can occur in the variant.

        >>> text = "deal 1 | - | k1 / - | no no | 0 0 / 0 0"
        >>> len(Rummikub().parse(text).moves())
        53
        """
        return _FORM.read_printed(text, lambda parts: _read(self, parts), _faults)

    def text_of(self, state: RummikubState) -> str:
        """Return a position as one line."""
        return _text_of(state, list(map(_rack_text, state.racks)))

    def view_of(self, state: RummikubState, seat: int) -> str:
        """Return the position with the tiles of another rack as a number, ``?14``."""
        return _text_of(
            state,
            [
                _rack_text(rack) if owner == seat or state.phase == "end" else f"?{sum(rack)}"
                for owner, rack in enumerate(state.racks)
            ],
        )

    def refusal_of(self, state: RummikubState, move: RummikubMove) -> Refusal | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return why_not(state, move)

    def move_number(self, move: RummikubMove) -> int:
        """Return the number of a move of a staged turn."""
        return move.number

    def numbered_move(self, number: int) -> RummikubMove:
        """Return the move of a staged turn with a number."""
        return moves.numbered_move(number)


# --- The text of a position -----------------------------------------------------------------------


def _rack_text(rack: tuple[int, ...]) -> str:
    return str(Tiles(rack)) or "-"


def _text_of(state: RummikubState, racks: list[str]) -> str:
    head = f"{state.phase} {state.seat}"
    head += f" passes {state.passes}" if state.passes else ""
    head += f" left {state.left}" if state.left else ""
    head += f" chose {_names(state.chosen)}" if state.chosen else ""
    head += f" as {_names(state.meant)}" if state.meant else ""
    totals, wins = (" ".join(map(str, each)) for each in (state.totals, state.wins))
    parts = [
        head,
        str(state.table),
        " / ".join(racks),
        " ".join("yes" if opened else "no" for opened in state.opened),
        f"{totals} / {wins}{deals_text(state.deals)}",
    ]
    return " | ".join(parts)


def _names(kinds: tuple[int, ...]) -> str:
    return ",".join(map(tile_text, kinds))


def _read(variant: Rummikub, parts: list[str]) -> RummikubState:
    head, phases = _HEAD.fullmatch(parts[0]), {str(phase): phase for phase in PHASES}
    if head is None or head[1] not in phases or int(head[2]) >= variant.seats:
        raise NotationError(f"{parts[0][:40]!r}: write a phase and its seat, as play 0")
    racks, opened = parts[2].split(" / "), parts[3].split(" ")
    score = _SCORE.fullmatch(parts[4])
    if score is None:
        raise NotationError(f"{parts[4][:40]!r}: write points and deals won, as 0 0 / 0 0")
    totals, wins = (tuple(map(int, score[k].split(" "))) for k in (1, 2))
    if not all(len(each) == variant.seats for each in (racks, opened, totals, wins)):
        raise NotationError(f"{variant.seats} seats have as many racks, openings and scores")
    if not set(opened) <= {"yes", "no"}:
        raise NotationError(f"{parts[3][:40]!r}: write yes for a seat that has opened, else no")
    return RummikubState(
        variant,
        phases[head[1]],
        int(head[2]),
        tuple(Tiles.parse("" if rack == "-" else rack).counts for rack in racks),
        tuple(word == "yes" for word in opened),
        Table.parse(parts[1]),
        int(head[3] or 0),
        int(head[4] or 0),
        Tiles.parse((head[5] or "").replace(",", " ")).kinds,
        Tiles.parse((head[6] or "").replace(",", " ")).kinds,
        totals,
        wins,
        int(score[3] or 0),
    )


def _faults(state: RummikubState) -> Iterator[str]:
    """Yield the reasons why a position can't occur."""
    check_box(state.table.counts, *state.racks)
    yield from _score_faults(state)
    yield from _deal_faults(state) if state.phase == "deal" else _play_faults(state)
    yield from _stage_faults(state)


def _score_faults(state: RummikubState) -> Iterator[str]:
    totals, wins, over = state.totals, state.wins, state.deals
    if state.phase == "end":
        totals = tuple(map(sub, totals, state.scores()))
        wins = tuple(n - (seat == state.winner) for seat, n in enumerate(wins))
    if over >= state.variant.deals:
        yield f"a match has {state.variant.deals} deals"
    if sum(totals) or sum(wins) != over or min(wins) < 0:
        yield "what some seats lose another wins, one in each deal that is over"
    if any(abs(total) > _MOST_POINTS * over for total in totals):
        yield "no match has led to these points"
    if over == 1 and max(totals) != totals[wins.index(1)]:
        yield "the seat that has won the deal has its points"


def _deal_faults(state: RummikubState) -> Iterator[str]:
    seats, sizes = state.variant.seats, list(map(sum, state.racks))
    first, dealt = state.deals % seats, sum(sizes)
    right = [(dealt + seats - 1 - (seat - first) % seats) // seats for seat in range(seats)]
    if sizes != right or state.seat != (first + dealt) % seats or dealt >= RACK * seats:
        yield "tiles are dealt by turns, 14 to each seat"
    if state.table.sets or any(state.opened) or state.passes or state.left:
        yield "nobody has played before all tiles are dealt"


def _play_faults(state: RummikubState) -> Iterator[str]:
    seats, pool = state.variant.seats, sum(state.pool)
    if bool(state.table.sets) != any(state.opened):
        yield "a seat that has opened has laid tiles"
    for seat in range(seats):
        if not state.opened[seat] and sum(state.racks[seat]) < RACK:
            yield "a seat that has not opened has all its tiles"
    if (state.out is not None or state.passes == seats or _is_stopped(state)) != (
        state.phase == "end"
    ):
        yield "the deal ends with an empty rack, or when all seats have passed"
    if sum(not any(rack) for rack in state.racks) > 1:
        yield "one seat is out"
    if state.out is not None and (state.seat - 1) % seats != state.out:
        yield "the seat that is out has played last"
    if state.passes and (pool or state.out is not None or state.passes > seats):
        yield "seats pass once the pool is empty"
    most = min(state.variant.penalty, pool)
    if (state.phase == "draw") != bool(state.left) or state.left > most:
        yield f"a seat can't have {state.left} tiles to draw"


def _is_stopped(state: RummikubState) -> bool:
    return state.variant.pool == "stop" and not any(state.pool)


def _stage_faults(state: RummikubState) -> Iterator[str]:
    """Yield the reasons why the choices of a staged turn are impossible."""
    if not state.chosen:
        if state.phase == "as" or state.meant:
            yield "jokers are given their meanings after tiles are chosen"
        return
    if not state.variant.staged or state.phase not in ("play", "as"):
        yield "tiles are chosen in a staged turn alone"
        return
    held = list(state.racks[state.seat])
    for kind in state.chosen:
        held[kind] -= 1
    if min(held) < 0:
        yield "the tiles chosen are on the rack"
    elif (
        not any(move.kind != "draw" for move in state.moves())
        if state.phase == "play"
        else (state.chosen_turn is None or not _may_mean(state))
    ):
        yield "no turn goes on so"


def _may_mean(state: RummikubState) -> bool:
    """Return whether there is still a choice among meanings of jokers."""
    return state.variant.joker == "swap" and state.ending.is_open(state.meant)
