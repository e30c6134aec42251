"""How Rummikub is shown and explained: racks, typed moves, turns in words, the end of a deal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from suitwise.foundation.text.phrases import Phrase, Say, Seat, phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.face import Face
from suitwise.players.face_values import Told, ended
from suitwise.rummy.rummikub.moves import RummikubMove
from suitwise.rummy.rummikub.rules.tiles import Table, tile_text
from suitwise.rummy.rummikub.solve.turns import Turn
from suitwise.rummy.rummikub.state import RummikubState

_WORDS = {"摸": "draw", "摸牌": "draw", "take": "draw", "过": "pass", "不出": "pass", "lay": ""}
"""Other words for moves that name no tile."""
_LAID = re.compile(r"(?:lay|table|play|出|摆)[: ]+(.*)")
"""A new table as people type it."""
_MOST_TURNS = 6
"""The most turns that are named at the terminal."""


class RummikubFace(Face):
    """Shows Rummikub.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> state, _ = Rummikub().start().rolled(1, 0)
    >>> face = RummikubFace(Rummikub())
    >>> print(face.headline(state))
    seat 0 is to play; 78 tiles in the pool
    >>> face.parse(state, "lay r3r4r5 / k9r9b9").table
    'r3r4r5/k9r9b9'
    """

    # --- The position -----------------------------------------------------------------------------

    def headline(self, state: RummikubState) -> Phrase:
        """Return whose turn it is and how many tiles the pool has."""
        if state.phase == "end" or state.turn == OVER:
            return phrase("rummikub.head.end", "the deal is over")
        if state.turn == CHANCE:
            return phrase("rummikub.head.deal", "tiles are dealt")
        return phrase(
            "rummikub.head.play",
            "{seat} is to play; {n} tiles in the pool",
            seat=Seat(state.turn),
            n=sum(state.pool),
        )

    def task(self, state: RummikubState) -> Phrase:
        """Return the task of the seat on turn, in words."""
        if state.phase == "as":
            return phrase("rummikub.ask.as", "say what a joker of the new table stands for")
        if not state.opened[state.seat]:
            return phrase(
                "rummikub.ask.open",
                "open with sets from the rack that count {least}, or draw",
                least=state.variant.opening,
            )
        if not any(state.pool):
            return phrase("rummikub.ask.last", "lay a new table with tiles of the rack, or pass")
        return phrase("rummikub.ask.play", "lay a new table with tiles of the rack, or draw")

    def noted(self, state: RummikubState, seat: int) -> Phrase | None:
        """Return how many tiles a seat has, and whether it has opened."""
        n = sum(state.racks[seat])
        if state.opened[seat]:
            return phrase("rummikub.note.opened", "{n} tiles", n=n)
        return phrase("rummikub.note.closed", "{n} tiles, not open yet", n=n)

    # --- Moves ------------------------------------------------------------------------------------

    def parse(self, state: RummikubState, text: str) -> RummikubMove:
        """Parse a move as people type it: ``draw``, ``lay r3r4r5 / k9r9b9``.

        Raises:
            NotationError: the text is not a move of the game.
        """
        typed = " ".join(text.lower().split())
        laid = _LAID.fullmatch(typed)
        if laid is not None:
            return state.parse_move("table:" + laid[1].replace(" ", ""))
        return state.parse_move(_WORDS.get(typed, typed))

    def takes_long(self, state: RummikubState, move: RummikubMove) -> bool:
        """Return whether a move leads to a position whose turns have to be found."""
        return move.kind == "table"

    def named(self, state: RummikubState, move: RummikubMove) -> Phrase | None:
        """Return a move in words."""
        if move.kind == "draw":
            return phrase("rummikub.name.draw", "draw")
        if move.kind == "pass":
            return phrase("rummikub.name.pass", "pass")
        if move.kind == "table":
            played = Turn(state.table, Table.parse(move.table)).played
            return phrase(
                "rummikub.name.lay", "lay {tiles}: {table}", tiles=str(played), table=move.table
            )
        if move.kind == "as":
            return phrase("rummikub.name.as", "a joker as {tile}", tile=tile_text(move.tile))
        return None

    def typed(self, state: RummikubState) -> Iterator[Phrase]:
        """Yield the first moves of the seat on turn as they are typed."""
        moves = islice(iter(state.moves()), _MOST_TURNS)
        yield phrase("rummikub.typed", "to move: {moves}", moves="  ".join(map(str, moves)))

    def prompt(self, state: RummikubState) -> Iterator[Phrase]:
        """Yield the task of the seat on turn and some of its moves."""
        yield self.task(state)
        yield from self.typed(state)

    def pictured(
        self, state: RummikubState, seat: int, say: Say = str, width: int = 0
    ) -> Iterator[str]:
        """Yield the table, a line for each set, and the rack."""
        yield from (f"  {one}" for one in state.table.sets)
        seen = state.seen(seat)
        for one in seen["seats"]:
            held = one["held"]
            note = self.noted(state, one["seat"])
            tiles = " ".join(held) if held is not None else say(note) if note else ""
            yield f"{say(Seat(one['seat']))}: {tiles}"

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move."""
        yield phrase("rummikub.help.draw", "draw         take a tile from the pool")
        yield phrase("rummikub.help.pass", "pass         play nothing, with an empty pool")
        yield phrase(
            "rummikub.help.lay", "lay r3r4r5/k9r9[9]   the whole new table, jokers in brackets"
        )

    # --- The story --------------------------------------------------------------------------------

    def over(self, state: RummikubState) -> dict[str, Any] | None:
        """Return how a deal has ended; None before."""
        if state.phase != "end":
            return None
        return ended(self._result(state), self._lines(state), is_match=state.turn == OVER)

    def _result(self, state: RummikubState) -> Phrase:
        seat, points = Seat(state.winner), state.scores()[state.winner]
        if state.out is not None:
            return phrase(
                "rummikub.over.out", "{seat} is out and wins {n} points", seat=seat, n=points
            )
        return phrase(
            "rummikub.over.low",
            "{seat} has the lowest rack and wins {n} points",
            seat=seat,
            n=points,
        )

    def _lines(self, state: RummikubState) -> list[Phrase]:
        scores = state.scores()
        return [
            phrase("rummikub.over.loses", "{seat} loses {n} points", seat=Seat(seat), n=-score)
            for seat, score in enumerate(scores)
            if seat != state.winner
        ]

    def scored(self, state: RummikubState) -> list[Phrase]:
        """Return the points of each seat, and the deals that it has won."""
        if self.game.match == "points":  # type: ignore[attr-defined]
            return super().scored(state)
        return [
            phrase(
                "rummikub.scored",
                "{seat}: {wins} deals won, {points} points",
                seat=Seat(seat),
                wins=wins,
                points=f"{points:+d}",
            )
            for seat, (wins, points) in enumerate(zip(state.wins, state.totals, strict=True))
        ]

    def told(
        self, before: RummikubState, move: RummikubMove, after: RummikubState
    ) -> Iterator[Told]:
        """Yield the lines of the story about a move."""
        if before.turn >= 0:
            yield from map(Told, [self._did(before, move)])
        if after.phase == "end" and before.phase != "end":
            yield Told(self._result(after))
            yield from map(Told, self._lines(after))

    def _did(self, state: RummikubState, move: RummikubMove) -> Phrase:
        seat = Seat(state.turn)
        if move.kind == "draw":
            return phrase("rummikub.did.draw", "{seat} draws a tile", seat=seat)
        if move.kind == "pass":
            return phrase("rummikub.did.pass", "{seat} passes", seat=seat)
        if move.kind == "late":
            return phrase("rummikub.did.late", "the time of {seat} is over", seat=seat)
        if move.kind == "table":
            tiles = str(Turn(state.table, Table.parse(move.table)).played)
            return phrase("rummikub.did.lay", "{seat} lays {tiles}", seat=seat, tiles=tiles)
        return phrase("rummikub.did.stage", "{seat}: {move}", seat=seat, move=str(move))
