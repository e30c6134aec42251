"""The course of the game: moves, chance, the drawing of cards, pauses, and the ends of deals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from suitwise.catalogue import STRONGEST
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import CardText, phrase
from suitwise.game import CHANCE, OVER, State, drawn
from suitwise.players.face_values import Forfeited
from suitwise.table.rules.chance import Source, daily_key, daily_of
from suitwise.table.rules.messages import EventRow, plain_phrase, read_phrase
from suitwise.table.rules.running.history import DealHistory, after_legal
from suitwise.table.rules.running.state import (
    BETWEEN,
    ENDED,
    NOT_SUBSTITUTED,
    PAUSED,
    PLAYING,
    FinishedDeal,
    Forfeit,
    PlayedMove,
    Substitution,
    TableState,
)
from suitwise.table.rules.running.transaction import Change

# --- Ends of deals and of the game ----------------------------------------------------------------


def forfeit(change: Change[Any], seat: int, lost: Forfeited) -> None:
    """End a hand that a false claim has lost."""
    table = change.table
    returns = tuple(map(float, table.state.returns()))
    said = [plain_phrase(one) for one in lost.said]
    change.add_event("forfeit", seat, score=lost.score, returns=returns, said=said)
    one = Forfeit(table.deal, seat, lost.score, returns, lost.said)
    change.put(forfeits=(*table.forfeits, one))
    for line in lost.said:
        change.tell(line, seat=seat)
    if lost.after is None:
        change.put(why=lost.said[0])
        finish(change)
    else:
        end_deal(change, lost.after)


def end_deal(change: Change[Any], after: State[Any] | None = None) -> None:
    """Finish a deal: reveal its key, and announce the hash of the next key.

    Args:
        change: the change.
        after: the start of the next deal; by default the current state.
    """
    change.tell_refuted()
    table = change.table
    change.save_deal(opened=change.now)
    clear_ready(change)
    _open_left_seats(change)
    change.put(
        stage=BETWEEN,
        until=None if table.pace.ready else change.now,
        tick_at=None,
        deal=table.deal + 1,
        key=_next_key(change),
        place=0,
        past=(*table.past, finished_deal(table)),
        shown=tuple(table.states) if table.house.watch == "delayed" else (),
        last_made=(table.states[-2], table.plays[-1].move) if after is None else None,
        states=(table.state if after is None else after,),
        plays=(),
        claimed=frozenset(),
        fallen=frozenset(),
        before_deal=table.counts[-1],
    )
    change.position_changed()
    change.save_deal()


def _next_key(change: Change[Any]) -> bytes:
    """Return the key of the next deal: a fresh one, or the public one of a deal of the day."""
    table = change.table
    if not table.house.daily:
        return change.keys()
    first = daily_of(table.house.daily, table.variant).number
    return daily_key(table.house.daily, table.game.name, first + table.deal + 1)


def finish(change: Change[Any]) -> None:
    """End the game, whether or not it has been played out."""
    change.tell_refuted()
    change.save_deal(opened=change.now)
    _open_left_seats(change)
    table = change.table
    change.put(
        stage=ENDED,
        until=None,
        tick_at=None,
        past=(*table.past, finished_deal(table)),
        before_deal=table.counts[-1],
    )
    change.position_changed()


def finished_deal(table: TableState) -> FinishedDeal:
    """Return the deal under way as a finished one."""
    moves = tuple(str(played.move) for played in table.plays)
    stood_in = substitutions(table.plays)
    return FinishedDeal(table.deal, table.key, str(table.states[0]), moves, stood_in=stood_in)


def substitutions(plays: Sequence[PlayedMove]) -> tuple[Substitution, ...]:
    """Return the moves of a deal that were not decided by the seat's own person or bot."""
    placed = enumerate(plays)
    return tuple(
        Substitution(at, one.seat, one.by) for at, one in placed if one.by not in NOT_SUBSTITUTED
    )


def _open_left_seats(change: Change[Any]) -> None:
    """Open the seats that were left during the deal, since its hands are public now."""
    for seat, chair in enumerate(change.table.chairs):
        if chair.left:
            change.update_chair(seat, name="", token=b"", away_since=None, left=False)


def clear_ready(change: Change[Any]) -> None:
    """Mark everybody as not ready."""
    for seat, chair in enumerate(change.table.chairs):
        if chair.ready:
            change.update_chair(seat, ready=False)


# --- Forfeits in the file, and delayed views ------------------------------------------------------


def forfeits_of(events: Iterable[EventRow]) -> tuple[Forfeit, ...]:
    """Return the forfeited hands according to a table's events."""
    own_events = sorted((one for one in events if one.kind == "forfeit"), key=attrgetter("n"))
    return tuple(_forfeit(one, json.loads(one.body)) for one in own_events)


def _forfeit(event: EventRow, body: dict[str, Any]) -> Forfeit:
    said = tuple(map(read_phrase, body["said"]))
    score, returns = tuple(body["score"]), tuple(body["returns"])
    return Forfeit(body["deal"], event.seat or 0, score, returns, said)


def delayed_state(table: TableState) -> Any:
    """Return the state that delayed spectators see: the previous deal, as far as this one has come."""
    if table.stage == ENDED:
        return table.state
    if not table.shown:
        return table.game.start()
    if table.stage == BETWEEN:
        return table.shown[-1]
    return table.shown[min(len(table.plays), len(table.shown) - 1)]


# --- Moves ----------------------------------------------------------------------------------------

BY_CHANCE, UNASKED = "chance", "unasked"
"""Values of ``by`` for moves that the deal's key reproduces: chance moves and automatic passes."""
BY_HOST = "late"
"""The value of ``by`` for the move that ends a turn whose time is over."""


def play(change: Change[Any], move: Any, by: str, req: str | None = None) -> None:
    """Play a legal move for the seat on turn."""
    _put_move(change, move, by, change.table.place, req)


def play_chance(change: Change[Any]) -> None:
    """Play the chance move that the deal's key gives."""
    table = change.table
    source = Source(table.key, table.place)
    _put_move(change, drawn(table.state, source), BY_CHANCE, source.place, None)


def _put_move(change: Change[Any], move: Any, by: str, place: int, req: str | None) -> None:
    """Play a move, save it unless the deal's key reproduces it, and tell its lines."""
    table = change.table
    before, face = table.state, table.face
    if by != BY_CHANCE:
        check_duration(change, move)
    after = after_legal(before, move)
    played = PlayedMove(table.ply, before.turn, move, by, table.place)
    if by not in (BY_CHANCE, UNASKED):
        change.save_move(played, req)
    # a chance move must not shorten the time for which a finished trick stays visible
    earliest = max(table.earliest if by == BY_CHANCE else 0, _earliest(change, after))
    change.put(
        states=_extended(table, move, after),
        plays=(*table.plays, played),
        place=place,
        ply=table.ply + 1,
        since=change.now,
        earliest=earliest,
        is_late=False,
    )
    change.position_changed()
    for line in face.told(before, move, after):
        change.tell(*line)


def _earliest(change: Change[Any], after: Any) -> int:
    """Return the earliest time for a bot's move; a finished trick stays visible until then."""
    table = change.table
    ends_trick = table.face.is_trick_whole(table.state, after)
    return change.now + int(max(table.pace.bot, table.pace.trick if ends_trick else 0))


def _extended(table: TableState, move: Any, after: Any) -> DealHistory:
    """Return the positions of a deal with one more."""
    return DealHistory.of(table.states, (one.move for one in table.plays)).after(move, after)


def decided_by(table: TableState) -> str:
    """Return ``by`` for the decision that is held: a bot, or a cover, with the bot that stood in."""
    chair = table.chairs[table.state.turn]
    if chair.control == "bot":
        return f"bot {table.held_by}".strip()
    return f"cover {table.held_by or chair.player or STRONGEST}"


def check_duration(change: Change[Any], move: Any) -> None:
    """Declare a long computation if ruling on this move may take long.

    Raises:
        TakesLong: long computations are forbidden.
    """
    if change.table.face.takes_long(change.table.state, move):
        change.may_take_long()


def parse_legal(change: Change[Any], text: str) -> Any:
    """Return the move in a text; None if it can't be parsed or is illegal."""
    state = change.table.state
    try:
        move = state.parse_move(text)
    except NotationError:
        return None
    check_duration(change, move)
    return move if state.why_not(move) is None else None


# --- Advancing ------------------------------------------------------------------------------------


def advance(change: Change[Any]) -> None:
    """Advance to where the table has to wait: for a seat, for a time, or for ever."""
    while (table := change.table).stage == PLAYING and table.proposal is None:
        turn = table.state.turn
        if turn == OVER:
            finish(change)
        elif table.is_rhythmic:
            _begin_rhythm(change)
            return
        elif turn == CHANCE and table.plays and table.face.is_between(table.state):
            end_deal(change)
        elif turn == CHANCE:
            play_chance(change)
        else:
            change.put_unseen(tick_at=None)
            return


def begin(change: Change[Any]) -> None:
    """Start the game."""
    change.add_event("begin", None)
    clear_ready(change)
    change.put(stage=PLAYING, since=change.now, earliest=change.now)
    change.tell(phrase("table.begins", "the game begins"))
    change.position_changed()
    pause_if_empty(change)
    advance(change)


def begin_deal(change: Change[Any]) -> None:
    """Start the next deal, whose first move is a chance move."""
    change.add_event("begin", None)
    clear_ready(change)
    change.put(stage=PLAYING, until=None, since=change.now, refuted=())
    change.position_changed()
    play_chance(change)
    advance(change)


# --- The drawing of cards -------------------------------------------------------------------------
#
# Cards are drawn at a fixed rhythm, and the seats may bid meanwhile. All seats are asked alike, and
# answers count at ticks only, so that the timing does not tell who could bid.


def _begin_rhythm(change: Change[Any]) -> None:
    table = change.table
    if table.tick_at is None:
        is_last = table.face.is_last_bids(table.state)
        wait = table.pace.last_bids if is_last else table.pace.draw
        change.put_unseen(tick_at=change.now + wait)


def tick(change: Change[Any]) -> None:
    """Do one tick: take the answer of the seat that was asked, and draw the next card."""
    table = change.table
    face, was_last_round = table.face, table.face.is_last_bids(table.state)
    has_bid = table.state.turn >= 0 and _answer_bid(change)
    if change.table.state.turn == CHANCE and face.is_tick(change.table.state):
        play_chance(change)
    is_last_round = change.table.is_rhythmic and face.is_last_bids(change.table.state)
    opens_last_bids = is_last_round and (has_bid or not was_last_round)
    wait = table.pace.last_bids if opens_last_bids else table.pace.draw
    change.put_unseen(tick_at=_beat_time(change) + wait)
    if opens_last_bids:
        change.tell(
            phrase("table.last-bids", "all cards are drawn: whoever wants to bid, bids now")
        )
    advance(change)


def extend_last_bids(change: Change[Any], move: Any) -> None:
    """Restart the time for last bids if somebody bids after the last card."""
    table = change.table
    state = table.state
    is_bid = move != table.face.unasked(state, state.turn, None)
    if is_bid and table.face.is_last_bids(state):
        change.put_unseen(tick_at=None)


def _beat_time(change: Change[Any]) -> int:
    """Return the time from which the next tick is counted: this tick's due time, unless very late."""
    table = change.table
    at = change.now if table.tick_at is None else table.tick_at
    return int(at if change.now - at < table.pace.draw else change.now)


def _answer_bid(change: Change[Any]) -> bool:
    """Answer for the seat that was asked, with its intended or its bot's bid, or a pass.

    Return whether it bid.
    """
    table = change.table
    state, seat = table.state, table.state.turn
    chair, intent = table.chairs[seat], table.intents[seat]
    passed = table.face.unasked(state, seat, None)
    if chair.is_played:
        move = passed if table.held is None else parse_legal(change, table.held)
        by = decided_by(table)
    else:
        move, by = table.face.unasked(state, seat, intent), "intent"
        if intent is not None:
            _resolve_intent(change, seat, move == passed)
    if move is None or move == passed:
        play(change, passed, UNASKED)
        return False
    play(change, move, by)
    return True


def _resolve_intent(change: Change[Any], seat: int, is_dropped: bool) -> None:
    """Tell a seat whether its intended bid was made."""
    bid = CardText(change.table.intents[seat])
    set_intent(change, seat, None)
    if is_dropped:
        text = phrase("table.intent-dropped", "your bid {bid} is not legal now", bid=bid)
    else:
        text = phrase("table.intent-made", "your bid {bid} is made", bid=bid)
    change.tell(text, frozenset({seat}), seat)


def set_intent(change: Change[Any], seat: int, intent: str | None) -> None:
    """Store the bid that a seat intends to make."""
    intents = list(change.table.intents)
    intents[seat] = intent
    change.put(intents=tuple(intents))


# --- Pauses ---------------------------------------------------------------------------------------


def pause_if_empty(change: Change[Any]) -> None:
    """Pause if nobody is connected."""
    table = change.table
    if table.stage in (PLAYING, BETWEEN) and not table.here:
        pause(change, phrase("table.nobody", "nobody is here"), needs_ready=False)


def pause(change: Change[Any], why: Any, *, needs_ready: bool) -> None:
    """Stop the table and all its clocks."""
    stage, until = change.table.stage, change.table.until
    if change.table.pace.ready:  # a pause resets everybody's readiness, and with it the limit
        until = None
    change.put(stage=PAUSED, was=stage, why=why, needs_ready=needs_ready, until=until)
    change.put(since_pause=change.now, held=None)
    clear_ready(change)


def resume(change: Change[Any]) -> None:
    """Continue after a pause; the absence of people still away counts from now."""
    table = change.table
    if table.needs_ready:
        change.add_event("resume", None)
        clear_ready(change)
    change.put(stage=table.was, why=None, needs_ready=False)
    postpone(change, change.now - table.since_pause)
    for seat, chair in enumerate(change.table.chairs):
        if chair.away_since is not None:
            change.update_chair(seat, away_since=change.now)
    change.put(held=None)
    advance(change)


def postpone(change: Change[Any], ms: int) -> None:
    """Postpone everything that is due by a time in which nothing could happen."""
    table = change.table
    change.put(
        since=table.since + ms,
        earliest=table.earliest + ms,
        until=None if table.until is None else table.until + ms,
        tick_at=None if table.tick_at is None else table.tick_at + ms,
    )
