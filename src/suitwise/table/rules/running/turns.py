"""The course of the game: moves, chance, the rhythm of the draw, pauses, ends of deals."""

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
from suitwise.table.rules.chance import Source, daily_of, key_of
from suitwise.table.rules.messages import EventRow, plain_phrase, read_phrase
from suitwise.table.rules.running.state import (
    BETWEEN,
    ENDED,
    PAUSED,
    PLAYING,
    USUAL,
    Course,
    Forfeit,
    Past,
    Played,
    Standing,
    StoodIn,
    after_legal,
)
from suitwise.table.rules.running.transaction import Change

# --- Ends of deals and of the game ----------------------------------------------------------------


def forfeit(change: Change[Any], seat: int, lost: Forfeited) -> None:
    """End a hand that a seat's false claim has cost its side."""
    table = change.table
    returns = tuple(map(float, table.state.returns()))
    said = [plain_phrase(one) for one in lost.said]
    change.event("forfeit", seat, score=lost.score, returns=returns, said=said)
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
    """Open the key of a deal that is over, and hold the hash of the next.

    Args:
        change: the change.
        after: where the next deal starts; None where the last one has ended.
    """
    change.tell_refuted()
    table = change.table
    change.keep_deal(opened=change.now)
    unready(change)
    _open_left(change)
    change.put(
        stage=BETWEEN,
        until=None if table.pace.ready else change.now,
        tick_at=None,
        deal=table.deal + 1,
        key=_next_key(change),
        place=0,
        past=(*table.past, past_of(table)),
        shown=tuple(table.states) if table.house.watch == "delayed" else (),
        states=(table.state if after is None else after,),
        plays=(),
        claimed=frozenset(),
        fallen=frozenset(),
        before_deal=table.counts[-1],
    )
    change.moved()
    change.keep_deal()


def _next_key(change: Change[Any]) -> bytes:
    """Return the key of the next deal: a fresh one, or the public one of a day's deals."""
    table = change.table
    if not table.house.daily:
        return change.keys()
    first = daily_of(table.house.daily, table.variant).number
    return key_of(table.house.daily, table.game.name, first + table.deal + 1)


def finish(change: Change[Any]) -> None:
    """End the game, whether or not it has been played out."""
    change.tell_refuted()
    change.keep_deal(opened=change.now)
    _open_left(change)
    table = change.table
    change.put(
        stage=ENDED,
        until=None,
        tick_at=None,
        past=(*table.past, past_of(table)),
        before_deal=table.counts[-1],
    )
    change.moved()


def past_of(table: Standing) -> Past:
    """Return the deal under way as one that is over."""
    moves = tuple(str(played.move) for played in table.plays)
    stood_in = stood_in_of(table.plays)
    return Past(table.deal, table.key, str(table.states[0]), moves, stood_in=stood_in)


def stood_in_of(plays: Sequence[Played]) -> tuple[StoodIn, ...]:
    """Return which of a deal's moves were decided in place of a seat's own person or bot."""
    placed = enumerate(plays)
    return tuple(StoodIn(at, one.seat, one.by) for at, one in placed if one.by not in USUAL)


def _open_left(change: Change[Any]) -> None:
    """Open the seats that were left in a deal, now that its hands are no secret any more."""
    for seat, chair in enumerate(change.table.chairs):
        if chair.left:
            change.chair(seat, name="", token=b"", away_since=None, left=False)


def unready(change: Change[Any]) -> None:
    """Let nobody be ready any more."""
    for seat, chair in enumerate(change.table.chairs):
        if chair.ready:
            change.chair(seat, ready=False)


# --- Forfeits in the file ----------------------------------------------------------------------------


def forfeits_of(events: Iterable[EventRow]) -> tuple[Forfeit, ...]:
    """Return the hands that were forfeited, as the rows of a table say."""
    lost = sorted((one for one in events if one.kind == "forfeit"), key=attrgetter("n"))
    return tuple(_forfeit(one, json.loads(one.body)) for one in lost)


def _forfeit(event: EventRow, body: dict[str, Any]) -> Forfeit:
    said = tuple(map(read_phrase, body["said"]))
    score, returns = tuple(body["score"]), tuple(body["returns"])
    return Forfeit(body["deal"], event.seat or 0, score, returns, said)


def late_state(table: Standing) -> Any:
    """Return what is shown one deal late: the deal before, as far as this one has come."""
    if table.stage == ENDED:
        return table.state
    if not table.shown:
        return table.game.start()
    if table.stage == BETWEEN:
        return table.shown[-1]
    return table.shown[min(len(table.plays), len(table.shown) - 1)]


# --- Moves, chance, pauses ------------------------------------------------------------------------

CHANCE_BY, UNASKED = "chance", "unasked"
"""Values of ``by`` of moves that the deal's key reproduces."""


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
            roll(change)
        else:
            change.put_unseen(tick_at=None)
            return


def begin(change: Change[Any]) -> None:
    """Begin to play."""
    change.event("begin", None)
    unready(change)
    change.put(stage=PLAYING, since=change.now, earliest=change.now)
    change.tell(phrase("table.begins", "the game begins"))
    change.moved()
    pause_if_empty(change)
    advance(change)


def begin_deal(change: Change[Any]) -> None:
    """Begin the next deal, whose first move is chance's."""
    change.event("begin", None)
    unready(change)
    change.put(stage=PLAYING, until=None, since=change.now, refuted=())
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
    if table.stage in (PLAYING, BETWEEN) and not table.here:
        pause(change, phrase("table.nobody", "nobody is here"), needs_ready=False)


def pause(change: Change[Any], why: Any, *, needs_ready: bool) -> None:
    """Stop the table and all its clocks."""
    stage, until = change.table.stage, change.table.until
    if change.table.pace.ready:  # nobody is ready any more, so nobody waits for the next deal
        until = None
    change.put(stage=PAUSED, was=stage, why=why, needs_ready=needs_ready, until=until)
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
