"""Whatever happens to a table, in any order: it is never stuck and never undecided (TABLE §12.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from suitwise.game import CHANCE, OVER
from suitwise.table import Table
from suitwise.table.rules.commands import (
    PROPOSALS,
    Answer,
    Auto,
    Command,
    Cover,
    Free,
    Hint,
    Intend,
    Leave,
    Move,
    Propose,
    Ready,
    Say,
    SayFixed,
    Sit,
)
from suitwise.table.rules.commands import Pace as SetPace
from suitwise.table.rules.house import Chair, House, Pace
from suitwise.table.rules.messages import Ack, No, Seated
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.running.state import Thought
from tests.table.rules.tables import BOT, Desk, human

GAMES = ("texas42(marks=1)", "tractor(match=deal)", "gin", "texas42(match=hand,play_out=yes)")
PACES = (
    Pace.none(),
    Pace(),
    Pace(clock=20_000, grace=5_000),
    replace(Pace.none(), draw=120, last_bids=6_000),
)
SEATS = st.integers(0, 3)


class Tables(RuleBasedStateMachine):
    """A table to which everything happens that can."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Thought] = []

    @initialize(
        variant=st.sampled_from(GAMES),
        pace=st.sampled_from(PACES),
        practice=st.booleans(),
        claims=st.sampled_from(("refuse", "penalty")),
        people=st.integers(1, 4),
        is_open=st.booleans(),
        key=st.integers(0, 999),
    )
    def make(
        self,
        variant: str,
        pace: Pace,
        practice: bool,
        claims: str,
        people: int,
        is_open: bool,
        key: int,
    ) -> None:
        seats = 2 if variant == "gin" else 4
        chairs: list[Chair] = [human(at) if at < people else BOT for at in range(seats)]
        if is_open:
            chairs[-1] = Chair()
        house = House(practice=practice, claims=claims)
        self.desk = Desk(variant, pace=pace, house=house, chairs=tuple(chairs), key=key)

    @property
    def table(self) -> Table:
        return self.desk.table

    def seat(self, seat: int) -> int:
        return seat % len(self.table.chairs)

    # --- What happens -----------------------------------------------------------------------------

    def do(self, seat: int | None, command: Command) -> None:
        before = self.table
        reply = self.desk.do(seat, command)
        assert isinstance(reply, (Ack, No, Seated))
        if isinstance(reply, No):
            assert self.table.v == before.v
            assert self.table.state is before.state

    def person(self, seat: int) -> int | None:
        """Return a seat that belongs to somebody, and has a socket to send by."""
        seat = self.seat(seat)
        return seat if self.table.chairs[seat].is_here else None

    @rule(seat=SEATS, opened=st.booleans())
    def come_or_go(self, seat: int, opened: bool) -> None:
        if self.table.chairs[self.seat(seat)].token:
            self.desk.present(self.seat(seat), opened)

    @rule(ms=st.sampled_from([0, 1, 120, 700, 1200, 5_000, 20_000, 60_000]))
    def wait(self, ms: int) -> None:
        self.desk.wait(ms)

    @rule(steps=st.integers(1, 40))
    def play_on(self, steps: int) -> None:
        """Let bots answer, beats pass and people move."""
        for _ in range(steps):
            if self.table.stage == "playing" and self.table.proposal is None:
                self.desk.once()

    @rule()
    def ask_a_bot(self) -> None:
        if self.table.thought is not None:
            self.asked.append(self.table.thought)

    @precondition(lambda self: self.asked)
    @rule()
    def a_bot_answers_late(self) -> None:
        thought = self.asked.pop()
        before = self.table
        if before.state.turn >= 0 and thought == before.thought:
            self.desk.answer(thought)
        else:
            step = before.decided(thought, "pass", self.desk.now, self.desk.keys)
            assert step.table is before

    @rule(seat=SEATS, at=st.sampled_from([0, 0, 0, -1, 3]), which=st.integers(0, 5))
    def move(self, seat: int, at: int, which: int) -> None:
        person, state = self.person(seat), self.table.state
        if person is not None and state.turn not in (CHANCE, OVER):
            moves = [str(move) for _, move in zip(range(6), state.moves(), strict=False)]
            text = moves[which % len(moves)]
            command = self.desk.id(), max(0, self.table.v + at), text
            self.do(person, Move(*command))

    @rule(seat=SEATS, what=st.sampled_from(PROPOSALS), other=SEATS)
    def propose(self, seat: int, what: str, other: int) -> None:
        person = self.person(seat)
        if person is not None:
            p: dict[str, Any] = {"with": self.seat(other)} if what == "swap" else {}
            self.do(person, Propose(self.desk.id(), what, p))

    @rule(seat=SEATS, yes=st.booleans())
    def answer(self, seat: int, yes: bool) -> None:
        person, proposal = self.person(seat), self.table.proposal
        if person is not None and proposal is not None:
            self.do(person, Answer(self.desk.id(), proposal.k, yes))

    @rule(seat=SEATS, seats=SEATS, which=st.integers(0, 10))
    def something_else(self, seat: int, seats: int, which: int) -> None:
        person, other = self.person(seat), self.seat(seats)
        commands: tuple[Command, ...] = (
            Ready(self.desk.id()),
            Ready(self.desk.id()),
            Auto(True, self.desk.id()),
            Auto(False, self.desk.id()),
            Free(other, self.desk.id()),
            Cover(other, "", self.desk.id()),
            Intend("S2", self.desk.id()),
            Say("hello", self.desk.id()),
            SayFixed(1, self.desk.id()),
            Hint(self.desk.id()),
            SetPace("fast", "slow", self.desk.id()),
        )
        if person is not None:
            self.do(person, commands[which])

    @rule(seat=SEATS)
    def leave(self, seat: int) -> None:
        person = self.person(seat)
        if person is not None:
            self.do(person, Leave(self.desk.id()))

    @rule(seat=st.none() | SEATS)
    def sit(self, seat: int | None) -> None:
        wanted = None if seat is None else self.seat(seat)
        reply = self.desk.do(None, Sit(wanted, "Eve", f"{self.desk.id():s>24}"))
        if isinstance(reply, Seated):
            self.desk.present(reply.seat)

    @rule()
    def kill(self) -> None:
        """Go on from the file alone."""
        before = self.table
        self.desk.now += 10_000
        again = self.desk.restored()
        ours, theirs = before.record().moves, again.record().moves
        if before.stage != "over":
            unkept = before.plays[len(again.plays) :]
            assert {one.by for one in unkept} <= {"chance", "unasked"}
            assert theirs[: len(ours)] == ours[: len(theirs)]
        else:
            assert theirs == ours
        assert again.chairs == tuple(_asleep(chair, self.desk.now) for chair in before.chairs)
        assert again.v > before.v
        self.desk.table = again
        self.asked.clear()
        for seat in before.here:
            self.desk.present(seat)

    # --- What is always so ------------------------------------------------------------------------

    @invariant()
    def nothing_plays_without_people(self) -> None:
        table = self.table
        if not table.here and table.stage not in ("made", "ready", "over"):
            assert table.stage == "paused"
        if table.stage == "paused":
            assert (table.due, table.thought, table.turn, table.proposal) == (None,) * 4

    @invariant()
    def never_stuck(self) -> None:
        """Something can always happen: by a person who is here, by a bot, or by the time."""
        table = self.table
        if table.stage != "playing":
            return
        seat = table.turn
        waits_for_person = table.proposal is not None or (
            seat is not None and table.chairs[seat].is_here and table.wanted is None
        )
        assert waits_for_person or table.thought is not None or table.due is not None

    @invariant()
    def one_decides(self) -> None:
        for chair in self.table.chairs:
            assert chair.control in ("human", "bot", "cover", "open")
            assert not (chair.control == "human" and not chair.token)
            assert not (chair.control == "bot" and chair.token)
            assert chair.sockets == 0 or chair.token
            if chair.left:
                assert (chair.control, chair.is_here) == ("cover", False)
                assert self.table.is_in_deal
            assert (chair.away_since is None) == (not chair.token or chair.is_here)
        thought = self.table.wanted
        if thought is not None:
            chair = self.table.chairs[thought.seat]
            assert chair.is_played or self.table.is_late

    @invariant()
    def shown_to_all(self) -> None:
        for audience in (Audience(0, "seat"), Audience(), Audience(None, "delayed")):
            self.table.parts(audience)
            numbers = [line.n for line in self.table.lines(audience, 0)]
            first = numbers[0] if numbers else 0
            assert numbers == list(range(first, first + len(numbers)))

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            record = self.table.record()
            *_, last = record.states()
            assert last.returns() == record.returns


def _asleep(chair: Chair, now: int) -> Chair:
    away = now if chair.token else None
    return replace(chair, sockets=0, away_since=away, ready=False, auto=False)


def test_whatever_happens_to_a_table_it_goes_on(exhaustive: bool) -> None:
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=1000 if exhaustive else 40,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
