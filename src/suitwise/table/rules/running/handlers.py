"""The handlers of people's commands: each carries out a command or refuses it with a reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase, phrase, phrased
from suitwise.table.rules import commands
from suitwise.table.rules.commands import why_no_name
from suitwise.table.rules.house import Pace, digest, seat_with, why_no_token
from suitwise.table.rules.messages import Ack, No, Reply, Ruling, Seated, WhyText
from suitwise.table.rules.running import proposals, seating, turns
from suitwise.table.rules.running.history import Answers
from suitwise.table.rules.running.state import BETWEEN, PAUSED, PLAYING, READY, TableState
from suitwise.table.rules.running.timers import charge_clock
from suitwise.table.rules.running.transaction import FIXED, Change, report, say
from suitwise.table.rules.running.turns import delayed_state


def do(change: Change[Any], seat: int | None, command: commands.Command) -> Reply | None:
    """Carry out a command of a seat, or of a spectator for None; return the reply.

    A repeated command, which has the same id, is not carried out again; it gets the same reply.
    """
    req = getattr(command, "id", "")
    if seat is None or not req or isinstance(command, commands.Sit):  # ``Sit`` repeats by its token
        return _reply(change, seat, command, req)
    key, token = answer_key(change.table, seat, req), change.table.chairs[seat].token
    before: Reply | None = Answers.of(change.table.answers[seat]).get(key)
    if before is not None:
        return before
    reply = _reply(change, seat, command, req)
    if reply is not None:
        new_seat = seat_with(change.table.chairs, token)  # different after a swap of seats
        change.save_answer(seat if new_seat is None else new_seat, key, reply)
    return reply


def answer_key(table: TableState, seat: int, req: str) -> str:
    """Return the key of an answer: command ids are unique per person, not per seat."""
    return f"{table.chairs[seat].token.hex()[:8]}:{req}"


def _reply(
    change: Change[Any], seat: int | None, command: commands.Command, req: str
) -> Reply | None:
    if isinstance(command, commands.Sit):
        return _sit(change, seat, command)
    if isinstance(command, (commands.Say, commands.SayFixed)):
        return _answer(change, req, say(change, seat, _text(command)))
    if isinstance(command, commands.Why):
        return _why(change.table, seat, command)
    if seat is None:
        return No(req, change.before.v, phrase("table.no-seat", "you have no seat: sit down first"))
    if isinstance(command, commands.Renew):
        return _renew(change, seat, command)
    if isinstance(command, commands.Ask):
        return _ruling(change, seat, command)
    if isinstance(command, commands.Move):
        return _move(change, seat, command)
    act = ACTS.get(type(command))
    if act is None:
        return None
    return _answer(change, req, act(change, seat, command))


def _answer(change: Change[Any], req: str, fault: Phrase | None) -> Reply:
    if fault is not None:
        return No(req, change.before.v, fault)
    return Ack(req, change.v)


# --- Moves ----------------------------------------------------------------------------------------


def _move(change: Change[Any], seat: int, command: commands.Move) -> Reply:
    """Play a move, which must have been chosen in the current position."""
    table = change.table
    fault = why_no_move(table, seat, command.at)
    if fault is not None:
        return No(command.id, table.v, fault)
    try:
        move = table.face.parse(table.state, command.move)
        turns.check_duration(change, move)
        reason = table.state.why_not(move)
    except NotationError as error:
        move, reason = None, phrased(error.reason)
    if reason is not None:
        meets = table.face.ruling(table.state, seat, command.move).meets
        return No(command.id, table.v, phrased(reason), meets)
    charge_clock(change)
    if table.is_rhythmic:
        turns.extend_last_bids(change, move)
    turns.play(change, move, "human", answer_key(table, seat, command.id))
    turns.advance(change)
    return Ack(command.id, change.v)


def why_no_move(table: TableState, seat: int, at: int) -> Phrase | None:
    """Return why a seat can't move now, whatever the move; None if it can."""
    if not table.pv <= at <= table.v:
        return phrase("table.stale", "the table has gone on since: look again")
    if table.proposal is not None:
        return phrase("table.open-proposal", "a proposal is open: answer it first")
    if table.stage != PLAYING:
        return phrase("table.not-playing", "the game is not going on now")
    if table.state.turn != seat:
        return phrase("any.not-your-turn", "it is not your turn")
    if table.is_late:
        return phrase("table.time-is-up", "your time is up: a bot decides")
    return None


def _intend(change: Change[Any], seat: int, command: commands.Intend) -> Phrase | None:
    """Store the bid to make as soon as the seat is asked."""
    table = change.table
    if not table.face.draws or table.stage not in (PLAYING, PAUSED):
        return phrase("table.nothing-to-intend", "no bids are made now")
    text = command.move
    if text is not None:
        try:
            text = str(table.face.parse(table.state, text))
        except NotationError as error:
            return phrased(error.reason)
    turns.set_intent(change, seat, text)
    return None


def _set_pace(change: Change[Any], seat: int, command: commands.Pace) -> Phrase | None:
    """Set the speeds of a table with a single person; the times for people stay as they are."""
    table = change.table
    if any(chair.control != "bot" for at, chair in enumerate(table.chairs) if at != seat):
        return phrase("table.pace-of-others", "the pace is set at tables against bots alone")
    house = replace(table.house, speed=command.speed, bots=command.bots)
    if house == table.house:
        return None
    of_house = Pace.of(house)
    pace = replace(table.pace, draw=of_house.draw, bot=of_house.bot, trick=of_house.trick)
    change.add_event("pace", seat, speed=command.speed, bots=command.bots)
    change.put(house=house, pace=pace)
    return None


# --- Questions ------------------------------------------------------------------------------------


def _ruling(change: Change[Any], seat: int, command: commands.Ask) -> Reply:
    table = change.table
    is_asked = table.state.turn == seat and command.cards.strip()
    if is_asked and table.face.ruled_long(table.state, command.cards):
        change.may_take_long()
    return Ruling(command.q, table.v, table.face.ruling(table.state, seat, command.cards))


def _why(table: TableState, seat: int | None, command: commands.Why) -> Reply:
    is_late = seat is None and table.house.watch == "delayed"
    state = delayed_state(table) if is_late else table.state
    text, svg = table.face.why_trick(state, command.trick, seat)
    return WhyText(tuple(text), svg)


def _hint(change: Change[Any], seat: int, command: commands.Hint) -> Phrase | None:
    """Allow a hint and record it."""
    if not has_hints(change.table):
        return phrase("table.no-hints", "there are no hints at this table")
    if change.table.turn != seat:
        return phrase("any.not-your-turn", "it is not your turn")
    hint = seat, change.table.ply
    if change.table.hints[-1:] != (hint,):  # recorded once per decision
        change.add_event("hint", seat)
        change.put(hints=(*change.table.hints, hint))
    return None


def has_hints(table: TableState) -> bool:
    """Return whether this table gives hints."""
    return table.house.hints == "all" or (table.house.hints == "practice" and table.house.practice)


# --- Seats, chat and readiness --------------------------------------------------------------------


def _sit(change: Change[Any], seat: int | None, command: commands.Sit) -> Reply:
    fault = why_no_name(command.name)
    if fault is not None:
        return No(command.id, change.before.v, fault)
    is_repeated = seat is not None and command.token and _has(change.table, seat, command.token)
    if seat is not None and not is_repeated:
        return _answer(change, command.id, _rename(change, seat, command))
    taken = seating.sit(change, command.seat, command.name, command.token)
    if isinstance(taken, Phrase):
        return No(command.id, change.before.v, taken)
    is_new = change.table is not change.before
    return Seated(command.id, change.v if is_new else change.before.v, taken)


def _renew(change: Change[Any], seat: int, command: commands.Renew) -> Reply:
    token = digest(command.token)
    owner = seat_with(change.table.chairs, token)
    if owner == seat:  # the reply was lost
        return Seated(command.id, change.before.v, seat)
    fault = why_no_token(command.token)
    if owner is not None:
        fault = phrase("table.secret-taken", "this secret is taken: take another")
    if fault is not None:
        return No(command.id, change.before.v, fault)
    change.update_chair(seat, token=token, sockets=1)  # the other sockets have lost the seat
    return Seated(command.id, change.v, seat)


def _set_watch(change: Change[Any], seat: int, command: commands.Watch) -> Phrase | None:
    if seat != change.table.host:
        return seating.HOST_ONLY
    change.put(house=replace(change.table.house, watch=command.watch))
    change.add_event("watch", seat, watch=command.watch)
    return None


def _has(table: TableState, seat: int, token: str) -> bool:
    return seat_with(table.chairs, digest(token)) == seat


def _rename(change: Change[Any], seat: int, command: commands.Sit) -> Phrase | None:
    if command.seat not in (None, seat):
        return phrase("table.sits-already", "you have a seat: leave it first")
    seating.rename(change, seat, command.name)
    return None


def _text(command: commands.Say | commands.SayFixed) -> Phrase | str:
    return command.text if isinstance(command, commands.Say) else FIXED[command.n]


def _ready(change: Change[Any], seat: int, command: commands.Ready) -> Phrase | None:
    if not is_for_ready(change.table):
        return phrase("table.nothing-to-be-ready-for", "nobody waits for you to be ready")
    change.update_chair(seat, ready=True)
    seating.check_ready(change)
    return None


def is_for_ready(table: TableState) -> bool:
    """Return whether the table continues once all say that they are ready."""
    is_stopped = table.stage == PAUSED and table.needs_ready
    return is_stopped or table.stage in (READY, BETWEEN)


ACTS: dict[type, Callable[[Change[Any], int, Any], Phrase | None]] = {
    commands.Hint: _hint,
    commands.Propose: lambda change, seat, it: proposals.propose(change, seat, it.what, dict(it.p)),
    commands.Answer: lambda change, seat, it: proposals.answer(change, seat, it.k, it.yes),
    commands.Ready: _ready,
    commands.Leave: lambda change, seat, _: seating.leave(change, seat),
    commands.Free: lambda change, seat, it: seating.free(change, seat, it.seat),
    commands.Cover: lambda change, seat, it: seating.cover(change, seat, it.seat, it.player),
    commands.Auto: lambda change, seat, it: change.update_chair(seat, auto=it.on),
    commands.Intend: _intend,
    commands.Pace: _set_pace,
    commands.Watch: _set_watch,
    commands.Report: lambda change, seat, _: report(change, seat),
}
"""The handler of each command of a seat; it returns a refusal, or None if done."""
