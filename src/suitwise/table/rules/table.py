"""The table: a value that people's commands, connections, bots and the time change step by step.

``Table`` is pure: it reads no clock and draws no numbers. Each step gives the table after it, the rows
that have to be in the file before the step takes effect, and the answer to whoever asked.

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
from suitwise.table.rules.running import seating, turns
from suitwise.table.rules.running.audience import Audience, Common
from suitwise.table.rules.running.handlers import do
from suitwise.table.rules.running.records import (
    exported,
    exported_deal,
    exported_over,
    records,
    restored,
)
from suitwise.table.rules.running.state import READY, Standing, Thought
from suitwise.table.rules.running.timers import act, due, hold
from suitwise.table.rules.running.transaction import Change, Keys, seat_row

_MOST_AT_ONCE = 1000
"""The most actions of one tick; the next one continues."""


class _NoKeysError(Exception):
    pass


def _no_keys() -> bytes:
    raise _NoKeysError("this needs a fresh key")


@dataclass(frozen=True)
class Step:
    """The result of a change.

    Args:
        table: the table after it.
        rows: what has to be in the file before it takes effect; empty where nothing has.
        reply: the answer to whoever asked.
    """

    table: Table
    rows: tuple[messages.Row, ...] = ()
    reply: messages.Reply | None = None


@dataclass(frozen=True)
class Table(Standing):
    """A table; its fields are those of ``running.standing.Standing``.

    Every time is in milliseconds, near Unix time, and never earlier than the one before; ``keys`` gives
    fresh random keys of 32 bytes. What is asked to be done ``at_once`` raises ``TakesLong`` where it may
    take long, as the ruling on a claim does, whoever makes it and in whatever words.

    >>> bots = [Chair("bot", "Bo", "rules"), Chair("bot", "Cleo", "rules")]
    >>> step = Table.made("7KQ2M", "gin", House(), Pace.none(), bots, bytes(32), now=0)
    >>> len(step.table.chairs), step.table.stage  # nobody is there yet
    (2, 'paused')
    """

    # --- Beginning --------------------------------------------------------------------------------

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
        """Return a new table; one of a single person and bots begins at once.

        Args:
            code: its code.
            variant: the game's text.
            house: the rules of the table.
            pace: how long it waits.
            chairs: who sits where, a chair for each seat of the game.
            key: the key of the first deal.
            now: the time.

        Raises:
            NotationError: there is no such variant.
            ValueError: there are not as many chairs as the game has seats.
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
        change.keep_deal()
        seating.see_taken(change)
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
        """Return the table of its rows, with nobody connected; an open proposal has fallen.

        Versions and lines are numbered on from well beyond those that were kept, so that no client
        takes an old one for a new one.

        Args:
            row: its row.
            seats: its seats.
            deals: its deals.
            moves: its moves, in any order.
            events: its events, in any order.
            answers: its answers, in any order.
            now: the time.
            pace: how long it waits, by its house where it is not given.

        Raises:
            Broken: the rows are no table, or a move can't be played; with the reason.
        """
        happened = tuple(moves), tuple(events), tuple(answers)
        kept = messages.Kept(row, tuple(seats), tuple(deals), *happened)
        table: Table = restored(Table, kept, now, pace)
        return table

    # --- Changes ----------------------------------------------------------------------------------

    def do(
        self, seat: int | None, command: Command, now: int, keys: Keys, *, at_once: bool = False
    ) -> Step:
        """Carry out a command of a seat, None for somebody who looks on."""
        change = Change(self, now, keys, at_once)
        reply = do(change, seat, command)
        return _step(change, reply)

    def present(self, seat: int | None, opened: bool, now: int, keys: Keys = _no_keys) -> Step:
        """Note that a socket of a seat has opened, or closed."""
        change = Change(self, now, keys)
        if seat is not None:
            (seating.connected if opened else seating.disconnected)(change, seat)
        return _step(change, None)

    def tick(self, now: int, keys: Keys, *, at_once: bool = False) -> Step:
        """Do whatever is due; where nothing is, the table is the same."""
        change = Change(self, now, keys, at_once)
        for _ in range(_MOST_AT_ONCE):
            if not act(change):
                break
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
        """Take a player's answer; it is dropped where the position or who decides is another by now.

        One that comes early is kept until it may be made. For one that is not legal a legal one is
        made, and all are told.

        Args:
            thought: what was asked.
            move: the answer.
            now: the time.
            keys: gives fresh keys.
            player: the player that has answered, where it is another than was asked: the record says so.
            at_once: whether it may not take long.

        Raises:
            TakesLong: it may take long, and is to be done at once.
        """
        if thought != self.thought:
            return Step(self)
        change = Change(self, now, keys, at_once)
        hold(change, thought, move, player or thought.player)
        return _step(change, None)

    # --- What follows from it ---------------------------------------------------------------------

    @property
    def due(self) -> int | None:
        """The time of the next ``tick``; None where the table waits for others alone."""
        return due(self)

    def parts(self, audience: Audience, common: Common | None = None) -> dict[str, Any]:
        """Return all that somebody is shown: JSON-ready data with phrases inside.

        Args:
            audience: who is shown it.
            common: what all are shown, where that is known already.
        """
        return audiences.parts(self, audience, common)

    def common(self, before: Common | None = None) -> Common:
        """Return what all are shown; what is like ``before`` stays the same object."""
        return audiences.common_of(self, before)

    def lines(self, audience: Audience, since: int) -> list[messages.Line]:
        """Return the lines that somebody was told after the one of a number."""
        return audiences.lines(self, audience, since)

    def record(self) -> Record:
        """Return the record of the game so far, with every hand.

        It ends with the first hand that a false claim has cost; ``exported`` has what came after.
        """
        return records(self)[0]

    def exported(self) -> dict[str, Any]:
        """Return the record, the chance of its deals and the hints that were given.

        The keys of the deals that are over are open. A hint has its seat, and how many moves the table
        had seen, those taken back included.
        """
        return exported(self)

    def exported_over(self) -> dict[str, Any]:
        """Return the record of the deals that are over; of the one under way nothing."""
        return exported_over(self)

    def exported_deal(self, deal: int) -> dict[str, Any] | None:
        """Return the record of one deal, counted from 0; None where none of that number is over."""
        return exported_deal(self, deal)


def _step(change: Change[Table], reply: messages.Reply | None) -> Step:
    table = change.finished()
    return Step(table, tuple(change.rows), reply)
