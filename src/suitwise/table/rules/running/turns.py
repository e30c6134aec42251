"""How the game goes on: moves, chance, the rhythm of the draw, pauses."""

from __future__ import annotations

from typing import Any

from suitwise.catalogue import STRONGEST
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import CardText, phrase
from suitwise.game import CHANCE, OVER, drawn
from suitwise.table.rules.chance import Source
from suitwise.table.rules.running import endings
from suitwise.table.rules.running import standing as stages
from suitwise.table.rules.running.change import Change
from suitwise.table.rules.running.endings import unready
from suitwise.table.rules.running.keeping import Course, after_legal
from suitwise.table.rules.running.standing import Played, Standing

CHANCE_BY, UNASKED = "chance", "unasked"
"""Who decides a move that the deal's key makes again."""


# --- Moves ----------------------------------------------------------------------------------------


def play(change: Change[Any], move: Any, by: str, req: str | None = None) -> None:
    """Play a legal move of the seat on turn."""
    _put_move(change, move, by, change.table.place, req)


def roll(change: Change[Any]) -> None:
    """Have chance make its move."""
    table = change.table
    source = Source(table.key, table.place)
    _put_move(change, drawn(table.state, source), CHANCE_BY, source.place, None)


def _put_move(change: Change[Any], move: Any, by: str, place: int, req: str | None) -> None:
    table = change.table
    before, face = table.state, table.face
    if by != CHANCE_BY:
        weigh(change, move)
    after = after_legal(before, move)
    played = Played(table.ply, before.turn, move, by, table.place)
    if by not in (CHANCE_BY, UNASKED):
        change.keep_move(played, req)
    change.put(
        states=_further(table, move, after),
        plays=(*table.plays, played),
        place=place,
        ply=table.ply + 1,
        since=change.now,
        earliest=max(table.earliest if by == CHANCE_BY else 0, _earliest(change, after)),
        is_late=False,
    )
    change.moved()
    for line in face.told(before, move, after):
        change.tell(*line)


def _earliest(change: Change[Any], after: Any) -> int:
    """Return before when no bot moves: a whole trick lies there for a while."""
    table = change.table
    is_whole = table.face.is_trick_whole(table.state, after)
    return change.now + int(max(table.pace.bot, table.pace.trick if is_whole else 0))


def _further(table: Standing, move: Any, after: Any) -> Course:
    """Return the positions of a deal with one more."""
    return Course.of(table.states, (one.move for one in table.plays)).after(move, after)


def by_of(table: Standing) -> str:
    """Return who decides the move that is held: a bot, one for a person, or who stands in for it."""
    chair = table.chairs[table.state.turn]
    if chair.control == "bot":
        return f"bot {table.held_by}".strip()
    return f"cover {table.held_by or chair.player or STRONGEST}"


def weigh(change: Change[Any], move: Any) -> None:
    """See whether a move of the seat on turn may be ruled on here: by what it is, whoever makes it.

    Raises:
        TakesLong: that may take long, and the change is to be made at once.
    """
    if change.table.face.takes_long(change.table.state, move):
        change.may_take_long()


def read(change: Change[Any], text: str) -> Any:
    """Return the move of a text where it is legal, None where it is not, or is no move."""
    state = change.table.state
    try:
        move = state.parse_move(text)
    except NotationError:
        return None
    weigh(change, move)
    return move if state.why_not(move) is None else None


# --- Going on -------------------------------------------------------------------------------------


def advance(change: Change[Any]) -> None:
    """Go on to where the table waits: for a seat, for the time, or for ever."""
    while (table := change.table).stage == stages.PLAYING and table.proposal is None:
        turn = table.state.turn
        if turn == OVER:
            endings.finish(change)
        elif table.is_rhythmic:
            _begin_rhythm(change)
            return
        elif turn == CHANCE and table.plays and table.face.is_between(table.state):
            endings.end_deal(change)
        elif turn == CHANCE:
            roll(change)
        else:
            change.put_unseen(tick_at=None)
            return


def begin(change: Change[Any]) -> None:
    """Begin to play."""
    change.event("begin", None)
    unready(change)
    change.put(stage=stages.PLAYING, since=change.now, earliest=change.now)
    change.tell(phrase("table.begins", "the game begins"))
    change.moved()
    pause_if_empty(change)
    advance(change)


def begin_deal(change: Change[Any]) -> None:
    """Begin the next deal, whose first move is chance's."""
    change.event("begin", None)
    unready(change)
    change.put(stage=stages.PLAYING, until=None, since=change.now, refuted=())
    change.moved()
    roll(change)
    advance(change)


# --- The rhythm of a draw -------------------------------------------------------------------------


def _begin_rhythm(change: Change[Any]) -> None:
    table = change.table
    if table.tick_at is None:
        is_last = table.face.is_last_bids(table.state)
        wait = table.pace.last_bids if is_last else table.pace.draw
        change.put_unseen(tick_at=change.now + wait)


def tick(change: Change[Any]) -> None:
    """Go one beat on: the seat that was asked answers, and the next card is drawn.

    Nobody can tell a seat that has something to bid from one that has not: all are asked alike, and
    answers count at the beat only.
    """
    table = change.table
    face, was_last = table.face, table.face.is_last_bids(table.state)
    has_bid = table.state.turn >= 0 and _answer(change)
    if change.table.state.turn == CHANCE and face.is_tick(change.table.state):
        roll(change)
    is_last = change.table.is_rhythmic and face.is_last_bids(change.table.state)
    is_open = is_last and (has_bid or not was_last)
    change.put_unseen(
        tick_at=_beat(change) + (table.pace.last_bids if is_open else table.pace.draw)
    )
    if is_open:
        change.tell(
            phrase("table.last-bids", "all cards are drawn: whoever wants to bid, bids now")
        )
    advance(change)


def reopen(change: Change[Any], move: Any) -> None:
    """Give all their time for last bids again where somebody bids after the last card."""
    table = change.table
    state = table.state
    is_bid = move != table.face.unasked(state, state.turn, None)
    if is_bid and table.face.is_last_bids(state):
        change.put_unseen(tick_at=None)


def _beat(change: Change[Any]) -> int:
    """Return the time from which the next beat is counted: this beat's own, unless it came very late."""
    table = change.table
    at = change.now if table.tick_at is None else table.tick_at
    return int(at if change.now - at < table.pace.draw else change.now)


def _answer(change: Change[Any]) -> bool:
    """Answer for the seat that was asked: its intended bid or a bot's, else a pass; tell if it bid."""
    table = change.table
    state, seat = table.state, table.state.turn
    chair, intent = table.chairs[seat], table.intents[seat]
    passed = table.face.unasked(state, seat, None)
    if chair.is_played:
        move = passed if table.held is None else read(change, table.held)
        by = by_of(table)
    else:
        move, by = table.face.unasked(state, seat, intent), "intent"
        if intent is not None:
            _settle_intent(change, seat, move == passed)
    if move is None or move == passed:
        play(change, passed, UNASKED)
        return False
    play(change, move, by)
    return True


def _settle_intent(change: Change[Any], seat: int, is_dropped: bool) -> None:
    """Tell a seat what has become of the bid that it wanted to make."""
    bid = CardText(change.table.intents[seat])
    set_intent(change, seat, None)
    if is_dropped:
        text = phrase("table.intent-dropped", "your bid {bid} is not legal now", bid=bid)
    else:
        text = phrase("table.intent-made", "your bid {bid} is made", bid=bid)
    change.tell(text, frozenset({seat}), seat)


def set_intent(change: Change[Any], seat: int, intent: str | None) -> None:
    """Note the bid that a seat wants to make."""
    intents = list(change.table.intents)
    intents[seat] = intent
    change.put(intents=tuple(intents))


# --- Pauses ---------------------------------------------------------------------------------------


def pause_if_empty(change: Change[Any]) -> None:
    """Pause where nobody is here."""
    table = change.table
    if table.stage in (stages.PLAYING, stages.BETWEEN) and not table.here:
        pause(change, phrase("table.nobody", "nobody is here"), needs_ready=False)


def pause(change: Change[Any], why: Any, *, needs_ready: bool) -> None:
    """Stop the table and all its clocks."""
    stage, until = change.table.stage, change.table.until
    if change.table.pace.ready:  # nobody is ready any more, so nobody waits for the next deal
        until = None
    change.put(stage=stages.PAUSED, was=stage, why=why, needs_ready=needs_ready, until=until)
    change.put(since_pause=change.now, held=None)
    unready(change)


def resume(change: Change[Any]) -> None:
    """Go on where the table was paused; whoever is still away has been away from now on."""
    table = change.table
    if table.needs_ready:
        change.event("resume", None)
        unready(change)
    change.put(stage=table.was, why=None, needs_ready=False)
    shift(change, change.now - table.since_pause)
    for seat, chair in enumerate(change.table.chairs):
        if chair.away_since is not None:
            change.chair(seat, away_since=change.now)
    change.put(held=None)
    advance(change)


def shift(change: Change[Any], ms: int) -> None:
    """Move all that is due by a time in which nothing could happen."""
    table = change.table
    change.put(
        since=table.since + ms,
        earliest=table.earliest + ms,
        until=None if table.until is None else table.until + ms,
        tick_at=None if table.tick_at is None else table.tick_at + ms,
    )
