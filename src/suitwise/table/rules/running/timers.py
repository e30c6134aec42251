"""Timers: the things that a table does by itself, and when."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from operator import attrgetter
from typing import Any, TypeAlias

from suitwise.catalogue import STRONGEST
from suitwise.foundation.text.phrases import Seat, phrase
from suitwise.table.rules.house import Pace
from suitwise.table.rules.messages import EventRow
from suitwise.table.rules.running import proposals, seating, turns
from suitwise.table.rules.running.state import BETWEEN, Standing, Thought
from suitwise.table.rules.running.transaction import Change

ANY = "any"
"""Stands for the player of a move that is made because the one that was asked has erred."""
Moment: TypeAlias = tuple[int, Callable[[Change[Any]], None]]
"""A time and what happens at it."""


def due(table: Standing) -> int | None:
    """Return when the table has something to do, None where it waits for others alone."""
    return min((at for at, _ in moments(table)), default=None)


def act(change: Change[Any]) -> bool:
    """Do the first thing that is due; tell whether there was one."""
    ready = [moment for moment in moments(change.table) if moment[0] <= change.now]
    if not ready:
        return False
    _, do = min(ready, key=lambda moment: moment[0])
    do(change)
    return True


def moments(table: Standing) -> Iterator[Moment]:
    """Yield what is to come, and when."""
    proposal = table.proposal
    if table.stage == BETWEEN and proposal is None and table.until is not None:
        yield table.until, turns.begin_deal
    elif proposal is not None and proposal.until is not None:
        yield proposal.until, _let_fall
    elif table.is_rhythmic and proposal is None:
        yield from _of_rhythm(table)
    elif table.turn is not None:
        yield from _of_turn(table, table.turn)


def _let_fall(change: Change[Any]) -> None:
    proposals.fall(change, None)


def _of_rhythm(table: Standing) -> Iterator[Moment]:
    """Yield the next beat; without a pace it comes as soon as the bot that is asked has answered.

    So it does, too, where everybody is to meet the same answers: no bid is lost by a slow machine.
    """
    is_punctual = table.pace.draw and not table.house.daily
    if table.tick_at is not None and (is_punctual or table.thought is None):
        yield table.tick_at, turns.tick


def _of_turn(table: Standing, seat: int) -> Iterator[Moment]:
    wanted, chair = table.wanted, table.chairs[seat]
    if wanted is not None:
        if table.held is not None:
            yield wanted.not_before, play_held
        return
    covers = covers_at(table, seat)
    if covers is not None:
        yield covers, _cover_turn
    ends = clock_ends(table)
    if ends is not None:
        yield ends, _run_out
    if chair.auto and has_one_move(table.state):
        yield table.earliest, _play_forced


# --- Bots -----------------------------------------------------------------------------------------


def hold(change: Change[Any], thought: Thought, text: str, player: str) -> None:
    """Take the answer of a bot, and make its move if it may be made now.

    Args:
        change: the change.
        thought: what it was asked.
        text: its move.
        player: the player that has decided; empty for the one that was asked.
    """
    table = change.table
    stand_in = "" if player == thought.player else player
    if turns.read(change, text) is None:
        text, stand_in = _instead(change, thought.seat, text), ANY
    change.put_unseen(held=text, held_by=stand_in)
    if change.now >= thought.not_before and not table.is_rhythmic:
        play_held(change)


def _instead(change: Change[Any], seat: int, text: str) -> str:
    """Return a legal move in place of one that is not, so that no bot stops a table."""
    state = change.table.state
    change.event("erred", seat, move=text[:200])
    change.tell(
        phrase("table.bot-erred", "the bot of {who} has erred: any move is made", who=Seat(seat)),
        seat=seat,
    )
    passed = change.table.face.unasked(state, seat, None)
    return str(next(iter(state.moves())) if passed is None else passed)


def play_held(change: Change[Any]) -> None:
    """Make the move of a bot that was kept until now."""
    table = change.table
    move = turns.read(change, table.held or "")
    turns.play(change, move, turns.by_of(table))
    turns.advance(change)


def has_one_move(state: Any) -> bool:
    """Return whether a seat has no choice."""
    return len(list(islice(iter(state.moves()), 2))) == 1


def _play_forced(change: Change[Any]) -> None:
    spend(change)
    turns.play(change, next(iter(change.table.state.moves())), "auto")
    turns.advance(change)


# --- Absence and clocks ---------------------------------------------------------------------------


def covers_at(table: Standing, seat: int) -> int | None:
    """Return when a bot will cover for the seat on turn, None where its person is here."""
    chair = table.chairs[seat]
    if table.turn != seat or chair.control != "human" or chair.away_since is None:
        return None
    return max(chair.away_since, table.since) + table.pace.grace


def _cover_turn(change: Change[Any]) -> None:
    seating.put_cover(change, change.table.state.turn, STRONGEST)


def has_clock(table: Standing) -> bool:
    """Return whether time runs for the seat on turn."""
    is_timed = (table.pace.clock or table.pace.bank) and table.turn is not None
    if not is_timed or table.is_late or table.is_rhythmic:
        return False
    control: str = table.chairs[table.state.turn].control
    return control == "human"


def own_time_ends(table: Standing) -> int:
    """Return when the time for this decision ends, after which the seat's bank is used."""
    return table.since + table.pace.clock


def clock_ends(table: Standing) -> int | None:
    """Return when the clock of the seat on turn runs out, its bank included; None where it has none."""
    return own_time_ends(table) + table.banks[table.state.turn] if has_clock(table) else None


def spend(change: Change[Any]) -> None:
    """Take from the bank of the seat on turn what its decision took beyond its own time.

    What was decided is taken back without the time that it took.
    """
    if has_clock(change.table):
        seat, over = change.table.state.turn, change.now - own_time_ends(change.table)
        _leave_in_bank(change, seat, change.table.banks[seat] - over)


def _leave_in_bank(change: Change[Any], seat: int, left: int) -> None:
    banks = list(change.table.banks)
    if left < banks[seat]:
        banks[seat] = max(0, left)
        change.put(banks=tuple(banks))
        change.event("bank", seat, left=banks[seat])


def banks_of(pace: Pace, seats: int, events: Iterable[EventRow]) -> tuple[int, ...]:
    """Return what the seats have left in their banks, as the rows of a table say."""
    banks = [pace.bank] * seats
    for event in sorted(events, key=attrgetter("n")):
        if event.kind == "bank" and event.seat is not None:
            banks[event.seat] = min(pace.bank, json.loads(event.body)["left"])
    return tuple(banks)


def _run_out(change: Change[Any]) -> None:
    """Have a bot make this one decision."""
    seat = change.table.state.turn
    _leave_in_bank(change, seat, 0)
    change.put(is_late=True)
    change.event("late", seat)
    change.tell(
        phrase("table.late", "time is up for {who}: a bot decides", who=Seat(seat)), seat=seat
    )
    change.moved()
