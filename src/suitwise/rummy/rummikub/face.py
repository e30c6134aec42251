"""Everything that Rummikub shows and says: racks, typed moves, turns in words, the end of a deal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, ClassVar

from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase, Say, Seat, Several, TileText, phrase, phrased
from suitwise.game import CHANCE, OVER
from suitwise.players.face import Face
from suitwise.players.face_values import Ruling, Told, Verdict, ended, verdict_by
from suitwise.rummy.rummikub.draft import Draft, arranged, orders_of, why_no_fit
from suitwise.rummy.rummikub.moves import LATE, RummikubMove
from suitwise.rummy.rummikub.rules.tiles import Table, Tiles, tile_text
from suitwise.rummy.rummikub.solve.turns import Turn
from suitwise.rummy.rummikub.state import RummikubState, choices_of
from suitwise.sight import seen_of

_WORDS = {"摸": "draw", "摸牌": "draw", "take": "draw", "过": "pass", "不出": "pass", "lay": ""}
"""Other words for moves that name no tile."""
_LAID = re.compile(r"(?:lay|table|play|出|摆)[: ]+(.*)")
"""A new table as people type it."""
_MOST_TURNS = 6
"""The most turns that are named at the terminal."""
_DRAFTS = ("draft:", "fit:", "arrange:")
"""What a turn that is being laid out begins with where it is asked about."""


class RummikubFace(Face):
    """Shows Rummikub.

    >>> from suitwise.rummy.rummikub.game import Rummikub
    >>> state, _ = Rummikub().start().rolled(1, 0)
    >>> face = RummikubFace(Rummikub())
    >>> print(face.headline(state))
    seat 0 is to play; 78 in the pool
    >>> face.parse(state, "lay r3r4r5 / k9r9b9").table
    'r3r4r5/k9r9b9'
    """

    kind: ClassVar[str] = "rummikub"
    size: ClassVar[tuple[int, int]] = 80, 44  # 106 tiles are at most 35 sets, a line each
    listed: ClassVar[int] = 0
    has_view: ClassVar[bool] = False
    longest_line: ClassVar[int] = 600

    # --- The position -----------------------------------------------------------------------------

    def parts(
        self, state: RummikubState, seat: int | None, common: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the parts of a seat's view, with its rack by colour and by number."""
        parts = super().parts(state, seat, common)
        if seat is not None:
            orders = orders_of(Tiles(state.racks[seat]))
            parts["hand"] = {**parts["hand"], "orders": orders}
        return parts

    def rows(self, state: RummikubState, seat: int) -> list[dict[str, Any]]:
        """Return the rack as one row."""
        tiles = str(Tiles(state.racks[seat])).split()
        return [{"key": "rack", "name": phrase("rummikub.row", "rack"), "cards": tiles}]

    def choices(self, state: RummikubState) -> dict[str, Any]:
        """Return only the move that plays no tile; turns with tiles are drafted on the page."""
        moves = state.moves() if state.variant.staged else (state.without_tiles,)
        return {"moves": [str(move) for move in moves]}

    def headline(self, state: RummikubState) -> Phrase:
        """Return the seat on turn and the size of the pool, in words."""
        if state.phase == "end" or state.turn == OVER:
            return phrase("rummikub.head.end", "the deal is over")
        if state.phase == "deal":
            return phrase("rummikub.head.deal", "tiles are dealt")
        seat, n = Seat(state.seat), sum(state.pool)
        if state.phase == "draw":
            return phrase("rummikub.head.draw", "{seat} draws; {n} in the pool", seat=seat, n=n)
        return phrase("rummikub.head.play", "{seat} is to play; {n} in the pool", seat=seat, n=n)

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
            return phrase(
                "rummikub.ask.last", "lay tiles of the rack, rearranging as you like, or pass"
            )
        return phrase(
            "rummikub.ask.play", "lay tiles of the rack, rearranging as you like, or draw"
        )

    def noted(self, state: RummikubState, seat: int) -> Phrase | None:
        """Return the number of tiles of a seat, and whether it has opened, in words."""
        n = sum(state.racks[seat])
        if state.opened[seat]:
            return phrase("rummikub.note.opened", "{n} tiles", n=n)
        return phrase("rummikub.note.closed", "{n} tiles, not open yet", n=n)

    # --- Moves ------------------------------------------------------------------------------------

    def parse(self, state: RummikubState, text: str) -> RummikubMove:
        """Parse a move as people type it: ``draw``, ``lay r3r4r5 / k9r9b9``.

        Raises:
            NotationError: the text is not a move of the game, or not one of a seat.
        """
        typed = " ".join(text.lower().split())
        laid = _LAID.fullmatch(typed)
        if laid is not None:
            return state.parse_move("table:" + laid[1].replace(" ", ""))
        move = state.parse_move(_WORDS.get(typed, typed))
        if move == LATE:
            raise NotationError(
                phrase("rummikub.not-late", "the host alone ends a turn whose time is over")
            )
        return move

    def takes_long(self, state: RummikubState, move: RummikubMove) -> bool:
        """Return whether finding the turns after a move may take long."""
        return move.kind == "table"

    def ruled_long(self, state: RummikubState, chosen: str) -> bool:
        """Return whether ruling on a selection needs the solver."""
        return chosen.startswith(_DRAFTS) or super().ruled_long(state, chosen)

    def late(self, state: RummikubState) -> RummikubMove:
        """Return the host's move for a seat whose time is over."""
        return LATE

    def ruling(self, state: RummikubState, seat: int, chosen: str) -> Ruling:
        """Rule on a move, or on a draft: ``draft:`` and its heaps.

        With ``fit:`` it is laid out only if the tiles behind its mark fit where they are laid; with
        ``arrange:`` the solver first arranges all its tiles, loose ones included.
        """
        if state.turn != seat or not chosen.startswith(_DRAFTS):
            return super().ruling(state, seat, chosen)
        kind, _, text = chosen.partition(":")
        try:
            misfit = why_no_fit(text) if kind == "fit" else None
            if misfit is not None:
                return Ruling(False, misfit, note=misfit)
            draft = arranged(state, text) if kind == "arrange" else Draft(state, text)
        except NotationError as error:
            return Ruling(False, phrased(error.reason))
        return Ruling(False, draft) if isinstance(draft, Phrase) else _ruled(draft)

    def ruled(
        self, state: RummikubState, chosen: str, move: RummikubMove | None, reason: Phrase | None
    ) -> Ruling:
        """Return the ruling on a move, without counting the legal moves: there may be millions."""
        text = None if move is None else str(move)
        return Ruling(move is not None and reason is None, reason, text)

    def named(self, state: RummikubState, move: RummikubMove) -> Phrase | None:
        """Return a move in words."""
        if move.kind == "draw":
            return phrase("rummikub.name.draw", "draw")
        if move.kind == "pass":
            return phrase("rummikub.name.pass", "pass")
        if move.kind == "table":
            played = Turn(state.table, Table.parse(move.table)).played
            return phrase(
                "rummikub.name.lay",
                "lay {tiles}: {table}",
                tiles=TileText(played),
                table=TileText(move.table),
            )
        if move.kind == "as":
            return phrase(
                "rummikub.name.as", "a joker as {tile}", tile=TileText(tile_text(move.tile))
            )
        return None

    def some_moves(self, state: RummikubState) -> Iterator[RummikubMove]:
        """Yield a move for each selection of tiles; other meanings of jokers are left out.

        Finding all meanings would take ten times as long as finding the turns.
        """
        return iter(state.moves() if state.variant.staged else choices_of(state))

    def leaves_out(self, told: Iterable[RummikubMove]) -> bool:
        """Return whether a new table has jokers, which could stand for other tiles, too."""
        return any("[" in move.table for move in told)

    def typed(self, state: RummikubState) -> Iterator[Phrase]:
        """Yield a line with the first moves of the seat on turn in typed form."""
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
        # The seat's moves are not counted here: finding them is a search.
        for one in seen_of(state, seat, state.turn, False, 0, False)["seats"]:
            held = one["held"]
            note = self.noted(state, one["seat"])
            tiles = " ".join(held) if held is not None else say(note) if note else ""
            yield f"{say(Seat(one['seat']))}: {tiles}"

    def notation(self) -> Iterator[Phrase]:
        """Yield how tiles are written."""
        yield phrase(
            "rummikub.notation",
            "Tiles are written colour first: k black, r red, b blue or o orange, then 1 to 13; j is a "
            "joker of the rack, and [r5] in a run or [5] in a group one that stands for that tile.",
        )

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move."""
        yield phrase("rummikub.help.draw", "draw         take a tile from the pool")
        yield phrase("rummikub.help.pass", "pass         play nothing, with an empty pool")
        yield phrase(
            "rummikub.help.lay", "lay r3r4r5/k9r9[9]   the whole new table, jokers in brackets"
        )

    # --- The story --------------------------------------------------------------------------------

    def over(self, state: RummikubState) -> dict[str, Any] | None:
        """Return the end of a deal; None before."""
        if state.phase != "end":
            return None
        return ended(self._result(state), self._lines(state), is_match=state.turn == OVER)

    def verdict(self, state: RummikubState, seat: int | None) -> Verdict:
        """Return whether a seat has won a deal or the match."""
        if state.turn != OVER or state.variant.deals == 1:
            return verdict_by(state.scores(), seat)
        if state.variant.match == "points":
            return verdict_by(state.totals, seat)
        returns = state.returns()
        best = returns.index(max(returns))
        wins, who = state.wins[best], Seat(best)
        if seat is None:
            return Verdict(
                None, phrase("rummikub.verdict.wins", "{seat} wins {n} deals", seat=who, n=wins)
            )
        if seat == best:
            return Verdict(True, phrase("rummikub.verdict.won", "you win: {n} deals", n=wins))
        return Verdict(
            False, phrase("rummikub.verdict.lost", "you lose: {n} deals", n=state.wins[seat])
        )

    def is_between(self, state: RummikubState) -> bool:
        """Return whether a deal is over and another one follows."""
        return state.phase == "end" and state.turn == CHANCE

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
        """Yield the lines of the story about a move; who draws is told which tile it is."""
        if before.turn >= 0:
            # The chance move that follows tells the seat which tile it draws.
            but = before.turn if move.kind == "draw" else None
            yield Told(self._did(before, move), but=but)
        elif before.phase == "draw":
            tile = TileText(tile_text(move.tile))
            line = phrase("rummikub.told.drawn", "you draw {tile}", tile=tile)
            yield Told(line, to=frozenset({before.seat}), seat=before.seat)
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
            tiles = TileText(Turn(state.table, Table.parse(move.table)).played)
            return phrase("rummikub.did.lay", "{seat} lays {tiles}", seat=seat, tiles=tiles)
        return phrase("rummikub.did.stage", "{seat}: {move}", seat=seat, move=str(move))


def _ruled(draft: Draft) -> Ruling:
    """Return the ruling on a draft."""
    reason, played, opening = draft.why_not(), draft.played, draft.opening()
    if reason is None:
        ready = phrase(
            "rummikub.draft.ready",
            "{tiles}: {points} points, ready to be laid",
            tiles=TileText(played),
            points=played.points if opening is None else opening,
        )
        return Ruling(True, move=str(draft.move), note=ready, draft=draft.plain())
    notes = Several([*draft.notes(), _in_short(reason)])
    stands = phrase("rummikub.draft.stands", "{notes}", notes=notes)
    return Ruling(False, reason, note=stands, draft=draft.plain())


def _in_short(reason: Phrase) -> Phrase:
    """Return a reason as it stands beside the points of an opening, which it need not repeat."""
    if reason.code != "rummikub.opening-short":
        return reason
    lacking = reason.params["least"] - reason.params["points"]
    return phrase("rummikub.draft.lacking", "{n} more to open", n=lacking)
