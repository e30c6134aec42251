"""Tables for tests: their rows are kept, keys are numbered, bots answer at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from suitwise.game import load
from suitwise.players.named import levels_of, named
from suitwise.table import Table
from suitwise.table.rules.commands import Command, Move, Ready
from suitwise.table.rules.house import Chair, House, Pace, digest
from suitwise.table.rules.messages import (
    Ack,
    AnswerRow,
    DealRow,
    EventRow,
    MoveRow,
    No,
    Reply,
    Row,
    SeatRow,
    TableRow,
)
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.running.state import Thought
from suitwise.table.rules.table import Step

BOT = Chair("bot", "rules", "rules")
NAMES = ("Ann", "Bob", "Cai", "Dee")
SECRET = "Eves-own-secret-of-32-characters"


def human(seat: int) -> Chair:
    return Chair("human", NAMES[seat], token=digest(f"token {seat}"), away_since=0)


def daily_key(number: int) -> bytes:
    return number.to_bytes(32, "big")


def chairs_of(people: int, seats: int) -> tuple[Chair, ...]:
    return tuple(human(seat) if seat < people else BOT for seat in range(seats))


class Kept:
    """The rows of a table as the file has them."""

    def __init__(self) -> None:
        self.rows: dict[tuple[Any, ...], Row] = {}

    def add(self, rows: tuple[Row, ...]) -> None:
        for row in rows:
            key = _key(row)
            assert isinstance(row, (TableRow, SeatRow, DealRow)) or key not in self.rows, key
            self.rows[key] = row

    def of(self, kind: type[Any]) -> list[Any]:
        return [row for row in self.rows.values() if isinstance(row, kind)]

    def restored(self, now: int, pace: Pace) -> Table:
        seats, deals, moves = self.of(SeatRow), self.of(DealRow), self.of(MoveRow)
        (row,), events, answers = self.of(TableRow), self.of(EventRow), self.of(AnswerRow)
        return Table.restored(row, seats, deals, moves, events, answers, now, pace)


def _key(row: Row) -> tuple[Any, ...]:
    own: dict[type, Callable[[Any], Any]] = {
        TableRow: lambda row: None,
        SeatRow: lambda row: row.seat,
        DealRow: lambda row: row.deal,
        MoveRow: lambda row: row.ply,
        EventRow: lambda row: row.n,
        AnswerRow: lambda row: (row.seat, row.req),
    }
    return type(row).__name__, own[type(row)](row)


class Desk:
    """A table under way, its rows, and the time."""

    def __init__(
        self,
        variant: str = "texas42(match=hand)",
        people: int = 1,
        *,
        pace: Pace | None = None,
        house: House | None = None,
        chairs: tuple[Chair, ...] | None = None,
        key: int = 0,
        here: bool = True,
    ) -> None:
        self.game = load(variant)
        self.pace = Pace.none() if pace is None else pace
        self.kept, self.now, self.ids, self.keys_given = Kept(), 1000, 0, key + 1
        chairs = chairs or chairs_of(people, self.game.facts.seats)
        step = Table.made(
            "7KQ2M", variant, house or House(), self.pace, chairs, daily_key(key), self.now
        )
        self.table = step.table
        self.kept.add(step.rows)
        if here:
            for seat in self.table.humans:
                self.present(seat)

    def keys(self) -> bytes:
        self.keys_given += 1
        return daily_key(self.keys_given)

    def take(self, step: Step) -> Reply | None:
        self.table = step.table
        self.kept.add(step.rows)
        return step.reply

    # --- What happens -----------------------------------------------------------------------------

    def do(self, seat: int | None, command: Command) -> Reply | None:
        return self.take(self.table.do(seat, command, self.now, self.keys))

    def present(self, seat: int, opened: bool = True) -> None:
        self.take(self.table.present(seat, opened, self.now))

    def wait(self, ms: int = 0) -> None:
        """Let time go by, with all that is due on the way."""
        until = self.now + ms
        for _ in range(10_000):
            due = self.table.due
            if due is None or due > until:
                self.now = until
                return
            self.now = max(self.now, due)
            self.take(self.table.tick(self.now, self.keys))
        raise AssertionError("the table never comes to rest")

    def id(self) -> str:
        self.ids += 1
        return f"k{self.ids}"

    def move(self, seat: int, text: str) -> Reply | None:
        return self.do(seat, Move(self.id(), self.table.v, text))

    def answer(self, thought: Thought) -> Reply | None:
        player = named(thought.player, self.game).seated(1, thought.seat)
        text = str(player(self.table.state))
        return self.take(self.table.decided(thought, text, self.now, self.keys))

    def think(self) -> bool:
        """Let a bot answer, if one is asked."""
        thought = self.table.thought
        if thought is not None:
            assert self.answer(thought) is None
        return thought is not None

    def ready(self) -> None:
        for seat in self.table.here:
            assert isinstance(self.do(seat, Ready(self.id())), Ack)

    # --- Playing on -------------------------------------------------------------------------------

    def go(self, stop: Callable[[Table], bool]) -> None:
        """Play on with bots, and with rule-based people, until the table is as wanted."""
        for _ in range(20_000):
            if stop(self.table):
                return
            self.once()
        raise AssertionError("the table never comes there")

    def once(self) -> None:
        """Let the next thing happen."""
        table = self.table
        if table.stage in ("between", "ready"):
            self.ready()
        elif self.think():
            return
        elif table.due is not None:
            self.wait(max(0, table.due - self.now))
        else:
            assert table.turn is not None, table.stage
            player = named(levels_of(self.game).get("medium", "strong"), self.game).seated(1, 0)
            reply = self.move(table.turn, str(player(table.state)))
            assert isinstance(reply, Ack), reply

    def play_out(self) -> None:
        self.go(is_over)

    def restored(self) -> Table:
        return self.kept.restored(self.now, self.pace)

    def texts(self, seat: int | None) -> list[str]:
        kind: Any = "public" if seat is None else "seat"
        return [str(line.text) for line in self.table.lines(Audience(seat, kind), 0)]


def controls(desk: Desk) -> list[str]:
    """Return who decides for each seat."""
    return [chair.control for chair in desk.table.chairs]


def is_over(table: Table) -> bool:
    return table.stage == "over"


def asks(seat: int) -> Callable[[Table], bool]:
    """Whether a seat's decision is waited for."""
    return lambda table: table.turn == seat and not table.is_rhythmic


def code(reply: Reply | None) -> str:
    """Return the code of a refusal, empty where it is none."""
    return reply.reason.code if isinstance(reply, No) else ""
