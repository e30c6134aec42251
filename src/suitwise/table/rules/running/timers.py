"""Timers: what a table does by itself and when, bots' moves, absences, and clocks."""

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
from suitwise.table.rules.running.state import BETWEEN, TableState, Thought
from suitwise.table.rules.running.transaction import Change

ANY = "any"
"""Takes the bot's place in ``by`` of a move that was made because the bot's own move was illegal."""
TimedAction: TypeAlias = tuple[int, Callable[[Change[Any]], None]]
"""A time and the function to call then."""


def due(table: TableState) -> int | None:
    """Return when the table has something to do; None if it only waits for others."""
    return min((at for at, _ in timed_actions(table)), default=None)


def act(change: Change[Any]) -> bool:
    """Do the first action that is due; return whether there was one."""
    due_now = [timed for timed in timed_actions(change.table) if timed[0] <= change.now]
    if not due_now:
        return False
    _, action = min(due_now, key=lambda timed: timed[0])
    action(change)
    return True


def timed_actions(table: TableState) -> Iterator[TimedAction]:
    """Yield the actions to come with their times."""
    proposal = table.proposal
    if table.stage == BETWEEN and proposal is None and table.until is not None:
        yield table.until, turns.begin_deal
    elif proposal is not None and proposal.until is not None:
        yield proposal.until, _expire_proposal
    elif table.is_rhythmic and proposal is None:
        yield from _of_rhythm(table)
    elif table.turn is not None:
        yield from _of_turn(table, table.turn)


def _expire_proposal(change: Change[Any]) -> None:
    proposals.reject(change, None)


def _of_rhythm(table: TableState) -> Iterator[TimedAction]:
    """Yield the next tick of a draw.

    Without waiting times, at a draw that is skipped and for deals of the day it comes only after the bot
    that is asked has answered: a slow machine must not lose a bid.
    """
    is_punctual = table.pace.draw and table.house.speed != "skip" and not table.house.daily
    if table.tick_at is not None and (is_punctual or table.thought is None):
        yield table.tick_at, turns.tick


def _of_turn(table: TableState, seat: int) -> Iterator[TimedAction]:
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
        yield ends, _time_is_up
    if chair.auto and has_one_move(table.state):
        yield table.earliest, _play_forced


# --- Bots -----------------------------------------------------------------------------------------


def accept_decision(change: Change[Any], thought: Thought, text: str, player: str) -> None:
    """Hold a bot's decision, and make the move if it may be made now.

    Args:
        change: the change.
        thought: the request that it answers.
        text: its move.
        player: the bot that decided.
    """
    table = change.table
    substitute = "" if player == thought.player else player
    if turns.parse_legal(change, text) is None:
        text, substitute = _any_move(change, thought.seat, text), ANY
    elif substitute:
        _tell_of(change, thought.seat, substitute)
    change.put_unseen(held=text, held_by=substitute)
    if change.now >= thought.not_before and not table.is_rhythmic:
        play_held(change)


def _tell_of(change: Change[Any], seat: int, substitute: str) -> None:
    """Tell once a deal that another bot decides than the one that was chosen."""
    before = (one.by for one in change.table.plays if one.seat == seat)
    if not any(by.partition(" ")[2] == substitute for by in before):
        text = phrase(
            "table.stands-in",
            "there is too much to think about: a quick bot decides for {who}",
            who=Seat(seat),
        )
        change.tell(text, seat=seat)


def _any_move(change: Change[Any], seat: int, text: str) -> str:
    """Return a legal move in place of a bot's illegal one, so that no bot stops a table."""
    state = change.table.state
    change.add_event("erred", seat, move=text[:200])
    change.tell(
        phrase("table.bot-erred", "the bot of {who} has erred: any move is made", who=Seat(seat)),
        seat=seat,
    )
    passed = change.table.face.unasked(state, seat, None)
    return str(next(iter(state.moves())) if passed is None else passed)


def play_held(change: Change[Any]) -> None:
    """Make the bot's move that was held."""
    table = change.table
    move = turns.parse_legal(change, table.held or "")
    turns.play(change, move, turns.decided_by(table))
    turns.advance(change)


def has_one_move(state: Any) -> bool:
    """Return whether there is only one legal move."""
    return len(list(islice(iter(state.moves()), 2))) == 1


def _play_forced(change: Change[Any]) -> None:
    charge_clock(change)
    turns.play(change, next(iter(change.table.state.moves())), "auto")
    turns.advance(change)


# --- Absence and clocks ---------------------------------------------------------------------------


def covers_at(table: TableState, seat: int) -> int | None:
    """Return when a bot will cover for the seat on turn; None if its person is here."""
    chair = table.chairs[seat]
    if table.turn != seat or chair.control != "human" or chair.away_since is None:
        return None
    return max(chair.away_since, table.since) + table.pace.grace


def _cover_turn(change: Change[Any]) -> None:
    seating.put_cover(change, change.table.state.turn, STRONGEST)


def has_clock(table: TableState) -> bool:
    """Return whether the clock of the seat on turn is running."""
    is_timed = (table.pace.clock or table.pace.bank) and table.turn is not None
    if not is_timed or table.is_late or table.is_rhythmic:
        return False
    control: str = table.chairs[table.state.turn].control
    return control == "human"


def own_time_ends(table: TableState) -> int:
    """Return when the time for this decision ends and the seat's bank begins to run."""
    return table.since + table.pace.clock


def clock_ends(table: TableState) -> int | None:
    """Return when the seat on turn runs out of time, its bank included; None if it has no clock."""
    return own_time_ends(table) + table.banks[table.state.turn] if has_clock(table) else None


def charge_clock(change: Change[Any]) -> None:
    """Take the excess time of a decision from the bank of the seat on turn.

    A later take-back of the decision does not restore the time.
    """
    if has_clock(change.table):
        seat, excess = change.table.state.turn, change.now - own_time_ends(change.table)
        _reduce_bank(change, seat, change.table.banks[seat] - excess)


def _reduce_bank(change: Change[Any], seat: int, left: int) -> None:
    banks = list(change.table.banks)
    if left < banks[seat]:
        banks[seat] = max(0, left)
        change.put(banks=tuple(banks))
        change.add_event("bank", seat, left=banks[seat])


def banks_of(pace: Pace, seats: int, events: Iterable[EventRow]) -> tuple[int, ...]:
    """Return the time left in each seat's bank according to a table's events."""
    banks = [pace.bank] * seats
    for event in sorted(events, key=attrgetter("n")):
        if event.kind == "bank" and event.seat is not None:
            banks[event.seat] = min(pace.bank, json.loads(event.body)["left"])
    return tuple(banks)


def _time_is_up(change: Change[Any]) -> None:
    """Make the move that the game has for this, or have a bot make this one decision."""
    seat, late = change.table.state.turn, change.table.face.late(change.table.state)
    _reduce_bank(change, seat, 0)
    if late is not None:
        change.add_event("late", seat)
        turns.play(change, late, turns.BY_HOST)
        turns.advance(change)
        return
    change.put(is_late=True)
    change.add_event("late", seat)
    change.tell(
        phrase("table.late", "time is up for {who}: a bot decides", who=Seat(seat)), seat=seat
    )
    change.position_changed()
