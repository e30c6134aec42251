"""The table as an immutable value: commands, connections, bots and timers change it step by step.

``Table`` is pure: it reads no clock and draws no random numbers. Each change returns a ``Step``: the
table after it, the rows to save before it takes effect, and the reply to whoever asked.

>>> from suitwise.table.rules.house import Chair, digest
>>> ann = Chair("human", "Ann", token=digest("secret"), away_since=0)
>>> bots = [Chair("bot", "rules", "rules")] * 3
>>> step = Table.made("7KQ2M", "texas42(match=hand)", House(), Pace.none(), (ann, *bots), bytes(32), 0)
>>> step.table.stage, step.table.present(0, True, 5).table.stage
('paused', 'playing')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from suitwise.game import Record, load
from suitwise.players.face import face_of
from suitwise.table.rules import messages
from suitwise.table.rules.commands import Command
from suitwise.table.rules.house import Chair, House, Pace
from suitwise.table.rules.running import audience as audiences
from suitwise.table.rules.running import proposals, seating, turns
from suitwise.table.rules.running.audience import Audience, Common
from suitwise.table.rules.running.handlers import do
from suitwise.table.rules.running.records import (
    exported,
    exported_deal,
    exported_over,
    records,
    restored,
)
from suitwise.table.rules.running.state import READY, TableState, Thought
from suitwise.table.rules.running.timers import accept_decision, act, due
from suitwise.table.rules.running.transaction import Change, Keys, announce, seat_row

_MOST_AT_ONCE = 1000
"""The most actions of one tick; the next tick continues."""


class _NoKeysError(Exception):
    pass


def _no_keys() -> bytes:
    raise _NoKeysError("this needs a fresh key")


@dataclass(frozen=True)
class Step:
    """The result of a change.

    Args:
        table: the table after it.
        rows: the rows to save before it takes effect; empty if nothing needs saving.
        reply: the reply to whoever asked.
    """

    table: Table
    rows: tuple[messages.Row, ...] = ()
    reply: messages.Reply | None = None


@dataclass(frozen=True)
class Table(TableState):
    """A table; its fields are those of ``running.state.TableState``.

    All times are in milliseconds near Unix time, and never decrease. ``keys`` returns fresh random keys
    of 32 bytes. With ``at_once`` a change raises ``TakesLong`` instead of computing something that may
    take long, such as the ruling on a claim.

    >>> bots = [Chair("bot", "Bo", "rules"), Chair("bot", "Cleo", "rules")]
    >>> step = Table.made("7KQ2M", "gin", House(), Pace.none(), bots, bytes(32), now=0)
    >>> len(step.table.chairs), step.table.stage  # nobody is connected yet
    (2, 'paused')
    """

    # --- Creating and restoring -------------------------------------------------------------------

    @staticmethod
    def made(
        code: str,
        variant: str,
        house: House,
        pace: Pace,
        chairs: Sequence[Chair],
        key: bytes,
        now: int,
    ) -> Step:
        """Return a new table. The game of a single person with bots begins at once.

        Args:
            code: its code.
            variant: the game's text.
            house: the rules of the table.
            pace: its waiting times.
            chairs: a chair for each seat of the game.
            key: the key of the first deal.
            now: the time.

        Raises:
            NotationError: there is no such variant.
            ValueError: the number of chairs is wrong.
        """
        game = load(variant)
        seats = game.facts.seats
        if len(chairs) != seats:
            raise ValueError(f"{game.name} has {seats} seats, not {len(chairs)}")
        table = Table(
            code,
            house,
            pace,
            tuple(chairs),
            game,
            face_of(game),
            key,
            (game.start(),),
            now,
            intents=(None,) * seats,
            counts=(0,) * (seats + 1),
            answers=((),) * seats,
            banks=(pace.bank,) * seats,
            at=now,
        )
        change = Change(table, now, _no_keys)
        change.rows += [seat_row(code, seat, chair) for seat, chair in enumerate(chairs)]
        change.save_deal()
        seating.check_seats_taken(change)
        if change.table.stage == READY and len(change.table.humans) <= 1:
            turns.begin(change)
        return _step(change, None)

    @staticmethod
    def restored(
        row: messages.TableRow,
        seats: Iterable[messages.SeatRow],
        deals: Iterable[messages.DealRow],
        moves: Iterable[messages.MoveRow],
        events: Iterable[messages.EventRow],
        answers: Iterable[messages.AnswerRow],
        now: int,
        pace: Pace | None = None,
    ) -> Table:
        """Return the table saved in rows. Nobody is connected, and an open proposal has lapsed.

        Version and line numbers continue far above the saved ones, so that no client mistakes a new one
        for an old one.

        Args:
            row: the table's row.
            seats: the rows of its seats.
            deals: the rows of its deals.
            moves: the rows of its moves, in any order.
            events: the rows of its events, in any order.
            answers: the rows of its answers, in any order.
            now: the time.
            pace: its waiting times; by default those of its house rules.

        Raises:
            Broken: the rows are inconsistent, or a move can't be played.
        """
        history = tuple(moves), tuple(events), tuple(answers)
        saved = messages.Kept(row, tuple(seats), tuple(deals), *history)
        table: Table = restored(Table, saved, now, pace)
        return table

    # --- Changes ----------------------------------------------------------------------------------

    def do(
        self, seat: int | None, command: Command, now: int, keys: Keys, *, at_once: bool = False
    ) -> Step:
        """Carry out a command of a seat, or of a spectator for None."""
        change = Change(self, now, keys, at_once)
        reply = do(change, seat, command)
        return _step(change, reply)

    def present(self, seat: int | None, opened: bool, now: int, keys: Keys = _no_keys) -> Step:
        """Note that a socket of a seat has opened or closed."""
        change = Change(self, now, keys)
        if seat is not None:
            (seating.connected if opened else seating.disconnected)(change, seat)
        return _step(change, None)

    def tick(self, now: int, keys: Keys, *, at_once: bool = False) -> Step:
        """Do everything that is due; if nothing is, the table stays the same."""
        change = Change(self, now, keys, at_once)
        for _ in range(_MOST_AT_ONCE):
            if not act(change):
                break
        return _step(change, None)

    def closed(self, now: int) -> Step:
        """End the game that goes on, as whoever runs the server wants; otherwise nothing changes."""
        change = Change(self, now, _no_keys)
        proposals.close(change)
        return _step(change, None)

    def announced(self, text: str, now: int) -> Step:
        """Tell everybody what whoever runs the server has to say."""
        change = Change(self, now, _no_keys)
        announce(change, text)
        return _step(change, None)

    def decided(
        self,
        thought: Thought,
        move: str,
        now: int,
        keys: Keys,
        player: str = "",
        *,
        at_once: bool = False,
    ) -> Step:
        """Accept a bot's decision; ignore it if the position or the deciding bot has changed meanwhile.

        An early decision is held until the bot may move. An illegal one is replaced by a legal move,
        and everybody is told.

        Args:
            thought: the request that it answers.
            move: the text of the move.
            now: the time.
            keys: returns fresh keys.
            player: the bot that decided, if not the one asked; it goes into the record.
            at_once: whether to raise ``TakesLong`` instead of a long computation.

        Raises:
            TakesLong: the change may take long.
        """
        if thought != self.thought:
            return Step(self)
        change = Change(self, now, keys, at_once)
        accept_decision(change, thought, move, player or thought.player)
        return _step(change, None)

    # --- Timers, views and records ----------------------------------------------------------------

    @property
    def due(self) -> int | None:
        """The time of the next ``tick``; None if the table only waits for others."""
        return due(self)

    def parts(self, audience: Audience, common: Common | None = None) -> dict[str, Any]:
        """Return the view of an audience: JSON-ready data with phrases inside.

        Args:
            audience: the audience.
            common: the shared parts, if computed already.
        """
        return audiences.parts(self, audience, common)

    def common(self, before: Common | None = None) -> Common:
        """Return the parts of the view shared by all audiences; equal parts of ``before`` are reused."""
        return audiences.common_of(self, before)

    def lines(self, audience: Audience, since: int) -> list[messages.Line]:
        """Return the lines told to an audience after the line with number ``since``."""
        return audiences.lines(self, audience, since)

    def record(self) -> Record:
        """Return the record of the game so far, with all hands.

        It ends with the first hand forfeited by a false claim; ``exported`` also has the rest.
        """
        return records(self)[0]

    def exported(self) -> dict[str, Any]:
        """Return the record, the keys and hashes of its deals, and the hints given.

        Only the keys of finished deals are revealed. A hint has its seat and the number of moves made
        at the table before it, including those taken back.
        """
        return exported(self)

    def exported_over(self) -> dict[str, Any]:
        """Return the record of the finished deals, without the deal under way."""
        return exported_over(self)

    def exported_deal(self, deal: int) -> dict[str, Any] | None:
        """Return the record of one finished deal, counted from 0; None if there is none."""
        return exported_deal(self, deal)


def _step(change: Change[Table], reply: messages.Reply | None) -> Step:
    table = change.finish()
    return Step(table, tuple(change.rows), reply)
