"""A table made again from its rows, and its record as it leaves the table."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import CHANCE, OVER, Record, load
from suitwise.players.face import face_of
from suitwise.table.rules import messages
from suitwise.table.rules.chance import commitment, daily_of
from suitwise.table.rules.house import Chair, House, Pace
from suitwise.table.rules.running import proposals, turns
from suitwise.table.rules.running.state import (
    BETWEEN,
    ENDED,
    PAUSED,
    PLAYING,
    Answers,
    Forfeit,
    Past,
    Standing,
    StoodIn,
    Unread,
)
from suitwise.table.rules.running.timers import banks_of
from suitwise.table.rules.running.transaction import FIXED, LEFT, Change, tell
from suitwise.table.rules.running.turns import forfeits_of, past_of, stood_in_of

AHEAD = 1_000_000
"""By how much versions and lines are numbered on, beside one for each millisecond since the last row:
what was not kept had fewer, also where a table is read twice with nothing kept in between."""

Happened: TypeAlias = messages.MoveRow | messages.EventRow


class Broken(SuitwiseError):
    """A table whose rows do not replay; ``reason`` is the sentence as a phrase."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


# --- The table ------------------------------------------------------------------------------------


def restored(kind: type[Any], kept: messages.Kept, now: int, pace: Pace | None) -> Any:
    """Return the table of its rows, as ``Table.restored`` says."""
    try:
        return _restored(kind, kept, now, pace)
    except Broken:
        raise
    except (SuitwiseError, KeyError, IndexError, TypeError, ValueError) as error:
        raise Broken(
            phrase("table.broken", "the table can't be read: {why}", why=str(error)[:200])
        ) from error


def _restored(kind: type[Any], kept: messages.Kept, now: int, pace: Pace | None) -> Any:
    *before, last = sorted(kept.deals, key=attrgetter("deal"))
    table = _bare(kind, kept, last, now, pace)
    if len(kept.moves) + len(kept.events) > messages.MOST_ROWS:
        raise Broken(
            phrase(
                "table.too-many-rows", "more than {n} things have happened", n=messages.MOST_ROWS
            )
        )
    happened = _by_deal([*before, last], kept.moves, kept.events)
    past = tuple(_unread(one, happened) for one in before)
    current = _unread(last, happened)
    table = replace(
        table,
        past=past,
        events=max((one.n + 1 for one in kept.events), default=0),
        hints=_hints(kept.events),
        forfeits=forfeits_of(kept.events),
        banks=banks_of(table.pace, len(kept.seats), kept.events),
        answers=_answers(len(kept.seats), kept.answers),
    )
    change = Change(table, now, _no_keys)
    assert current.unread is not None
    for _ in replay(change, current.unread):
        pass
    return _revived(change, kept.table, last)


def _bare(
    kind: type[Any], kept: messages.Kept, deal: messages.DealRow, now: int, pace: Pace | None
) -> Any:
    """Return the table at the start of its last deal."""
    row = kept.table
    game, house = load(row.variant), House.of(json.loads(row.house))
    chairs = tuple(_chair(one, now) for one in sorted(kept.seats, key=attrgetter("seat")))
    if len(chairs) != game.facts.seats:
        raise Broken(phrase("table.broken-seats", "the table has not a row for each seat"))
    ahead = AHEAD + max(0, now - row.touched)
    n = row.n + ahead
    return kind(
        code=row.id,
        house=house,
        pace=Pace.of(house) if pace is None else pace,
        chairs=chairs,
        game=game,
        face=face_of(game),
        key=deal.key,
        states=(game.parse(deal.start),),
        made_at=row.made,
        stage=PLAYING,
        deal=deal.deal,
        ply=deal.ply,
        intents=(None,) * len(chairs),
        counts=(n,) * (len(chairs) + 1),
        before_deal=n,
        n=n,
        v=row.v + ahead,
        at=now,
    )


def _chair(row: messages.SeatRow, now: int) -> Chair:
    away = now if row.token else None
    is_left = row.controller == LEFT
    control: Any = "cover" if is_left else row.controller
    return Chair(control, row.name, row.player, row.token or b"", away_since=away, left=is_left)


def _hints(events: Iterable[messages.EventRow]) -> tuple[tuple[int, int], ...]:
    given = sorted((one for one in events if one.kind == "hint"), key=attrgetter("n"))
    return tuple((one.seat or 0, json.loads(one.body)["ply"]) for one in given)


def _answers(seats: int, rows: Iterable[messages.AnswerRow]) -> tuple[Any, ...]:
    kept: list[list[Any]] = [[] for _ in range(seats)]
    for row in rows:
        kept[row.seat].append((row.req, messages.recalled(row.answer)))
    for one in kept:
        one.sort(key=lambda answer: answer[1].v)
    return tuple(map(Answers.of, kept))


def _no_keys() -> bytes:
    raise Broken(phrase("table.broken-end", "the rows end before the deal that they begin"))


def _revived(change: Change[Any], row: messages.TableRow, last: messages.DealRow) -> Any:
    """Give the table the stage that it was in; nobody is connected yet."""
    table = change.table
    stage = row.life
    if stage == PAUSED:
        is_new = not table.plays and table.deal > 0
        stage = BETWEEN if is_new else PLAYING
    if stage == BETWEEN:
        change.put(until=None if table.pace.ready else change.now)
    if stage == ENDED:
        if table.why is None:
            _fill_to_end(change)
        change.put(past=(*table.past, past_of(change.table)))
    change.put(stage=stage)
    turns.advance(change)
    if row.life == PAUSED and table.needs_ready:
        turns.pause(change, proposals.PAUSE, needs_ready=True)
    else:
        change.put(needs_ready=False)
        turns.pause_if_empty(change)
    change.put(pv=table.v, v=table.v)
    return change.table


# --- Replaying a deal -----------------------------------------------------------------------------


def _by_deal(
    deals: Sequence[messages.DealRow],
    moves: Iterable[messages.MoveRow],
    events: Iterable[messages.EventRow],
) -> dict[int, tuple[Happened, ...]]:
    """Return for each deal, by its number, what happened in it, in order."""
    begins = [deal.ply for deal in deals]
    found: dict[int, list[tuple[int, int, int, Happened]]] = {}
    for move in moves:
        found.setdefault(move.deal, []).append((move.ply, 1, 0, move))
    for event in events:
        body = json.loads(event.body)
        ply = body["ply"]
        deal = body["deal"] if "deal" in body else deals[bisect_right(begins, ply) - 1].deal
        found.setdefault(deal, []).append((ply, 0, event.n, event))
    return {
        deal: tuple(one for *_, one in sorted(rows, key=lambda row: row[:3]))
        for deal, rows in found.items()
    }


def _unread(deal: messages.DealRow, happened: Mapping[int, tuple[Happened, ...]]) -> Past:
    """Return a deal with the rows from which it can be replayed."""
    return Past(deal.deal, deal.key, deal.start, None, Unread(deal, happened.get(deal.deal, ())))


def replay(change: Change[Any], unread: Unread) -> Iterator[None]:
    """Play what happened in a deal, and what the deal's key makes again."""
    for one in unread.happened:
        if isinstance(one, messages.MoveRow):
            _fill(change, one.ply)
            _play(change, one)
        else:
            _happen(change, one)
        yield


def _fill(change: Change[Any], ply: int) -> None:
    """Make the moves that were not kept: chance's, and the passes of seats that bid nothing."""
    while (table := change.table).ply < ply:
        state = table.state
        if state.turn == CHANCE:
            turns.roll(change)
            continue
        passed = None if state.turn == OVER else table.face.unasked(state, state.turn, None)
        if passed is None:
            raise Broken(phrase("table.broken-gap", "move {ply} is missing", ply=table.ply))
        turns.play(change, passed, turns.UNASKED)


def _play(change: Change[Any], row: messages.MoveRow) -> None:
    table = change.table
    fits = table.ply == row.ply and table.state.turn == row.seat
    move = turns.read(change, row.move) if fits else None
    if move is None:
        raise Broken(
            phrase(
                "table.broken-move",
                "move {ply} of the file, {move}, can't be played",
                ply=row.ply,
                move=row.move[:40],
            )
        )
    turns.play(change, move, row.by)


def _happen(change: Change[Any], event: messages.EventRow) -> None:
    """Bring about again what an event did to the deal."""
    body: dict[str, Any] = json.loads(event.body)
    _fill(change, body["ply"])
    if event.kind == "takeback":
        proposals.cut(change, body["keep"])
        proposals.tell_takeback(change, event.seat or 0)
    elif event.kind in ("pause", "resume", "begin"):
        change.put(needs_ready=event.kind == "pause")
    elif event.kind == "end":
        change.put(why=proposals.ENDED)
    elif event.kind == "forfeit":
        change.put(why=messages.read_phrase(body["said"][0]))
    elif event.kind == "claim" and not body["stands"]:
        table, seat = change.table, event.seat or 0
        proposals.refute(change, seat, table.face.claim(table.state, seat, body["p"]).line)
    elif event.kind == "chat":
        text = body["text"]
        tell(change, event.seat, text if isinstance(text, str) else FIXED[text])


def read(table: Standing, past: Past) -> Past:
    """Return a deal that is over with its moves; one from the file is replayed for them."""
    if past.unread is None:
        return past
    deal = past.unread.deal
    bare = replace(
        table,
        stage=PLAYING,
        proposal=None,
        deal=deal.deal,
        key=deal.key,
        place=0,
        ply=deal.ply,
        states=(table.game.parse(deal.start),),
        plays=(),
        past=(),
    )
    change = Change(bare, table.at, _no_keys)
    for _ in replay(change, past.unread):
        pass
    if past.deal not in {one.deal for one in table.forfeits}:
        _fill_to_end(change)
    return past_of(change.table)


def _fill_to_end(change: Change[Any]) -> None:
    """Make the moves of chance and the passes after the last row of a deal that is over."""
    while (table := change.table).state.turn != OVER:
        state = table.state
        if state.turn == CHANCE and table.plays and table.face.is_between(state):
            return
        _fill(change, table.ply + 1)


# --- Records as they are exported -----------------------------------------------------------------
#
# The engine's record knows no hand that a false claim has cost: it ends there. What was scored for it
# stands beside it, in ``forfeits``, with the record that goes on from the deal after it, so that every
# record of the engine replays. ``verifying`` checks all of it again.


class _Deal(NamedTuple):
    """A deal as it leaves the table."""

    deal: int
    key: bytes
    start: str
    moves: Sequence[str]
    stood_in: Sequence[StoodIn]
    is_over: bool = True


def records(table: Standing) -> list[Record]:
    """Return the records of the game so far, with every hand: each ends where a hand was forfeited."""
    return [_record(table, deals) for deals in _stretches(table, _deals(table))]


def exported(table: Standing) -> dict[str, Any]:
    """Return the record, the chance of its deals and the hints that were given.

    The keys of the deals that are over are open. A hint has its seat, and how many moves the table had
    seen, those taken back included.
    """
    hints = [{"seat": seat, "ply": ply} for seat, ply in table.hints]
    return {**_plain(table, _deals(table)), "hints": hints}


def exported_over(table: Standing) -> dict[str, Any]:
    """Return the record of the deals that are over; of the one under way nothing."""
    return exported(table) if table.stage == ENDED else _plain(table, _over(table))


def exported_deal(table: Standing, deal: int) -> dict[str, Any] | None:
    """Return the record of one deal, counted from 0; None where it is not over, or there is none."""
    found = [one for one in table.past if one.deal == deal]
    return _plain(table, [_past(table, found[0])]) if found else None


def _over(table: Standing) -> list[_Deal]:
    return [_past(table, one) for one in table.past]


def _deals(table: Standing) -> list[_Deal]:
    over = _over(table)
    if table.stage == ENDED:
        return over
    moves = [str(played.move) for played in table.plays]
    stood_in = stood_in_of(table.plays)
    return [*over, _Deal(table.deal, table.key, str(table.states[0]), moves, stood_in, False)]


def _past(table: Standing, past: Past) -> _Deal:
    found = read(table, past)
    return _Deal(found.deal, found.key, found.start, found.moves or (), found.stood_in)


def _plain(table: Standing, deals: list[_Deal]) -> dict[str, Any]:
    first, *others = [_record(table, some).as_json() for some in _stretches(table, deals)]
    stood_in = list(_stood_in(deals))
    plain = {"record": first, "deals": _chance(deals), "stood_in": stood_in, **_public(table)}
    shown = {one.deal for one in deals}
    lost = [one for one in table.forfeits if one.deal in shown]
    if not lost:
        return plain
    following = [*others, None][: len(lost)]
    forfeits = [_forfeit(one, then) for one, then in zip(lost, following, strict=True)]
    return {**plain, "forfeits": forfeits}


def _public(table: Standing) -> dict[str, Any]:
    """Return of which day the deals are, where that is what deals them."""
    day = table.house.daily
    return {"daily": {"day": day, "number": daily_of(day, table.variant).number}} if day else {}


def _forfeit(lost: Forfeit, then: dict[str, object] | None) -> dict[str, Any]:
    return {"deal": lost.deal, "seat": lost.seat, "score": list(lost.score), "record": then}


def _chance(deals: Sequence[_Deal]) -> list[dict[str, Any]]:
    """Return where each deal begins, its hash, and its key if it is over."""
    found, begins = [], 0
    for one in deals:
        key = one.key.hex() if one.is_over else None
        found.append(
            {"deal": one.deal, "begins": begins, "commit": commitment(one.key), "key": key}
        )
        begins += len(one.moves)
    return found


def _stood_in(deals: Sequence[_Deal]) -> Iterator[dict[str, Any]]:
    """Yield who decided each move in place of a seat's own person or bot, counted as ``begins`` is."""
    begins = 0
    for deal in deals:
        for one in deal.stood_in:
            by, _, player = one.by.partition(" ")
            yield {"ply": begins + one.place, "seat": one.seat, "by": by, "player": player or None}
        begins += len(deal.moves)


def _stretches(table: Standing, deals: Sequence[_Deal]) -> list[list[_Deal]]:
    """Return deals in stretches, each to a hand that was forfeited; the first is there at least."""
    lost = {one.deal for one in table.forfeits}
    found: list[list[_Deal]] = [[]]
    for at, one in enumerate(deals):
        if at and deals[at - 1].deal in lost:
            found.append([])
        found[-1].append(one)
    return found


def _record(table: Standing, deals: list[_Deal]) -> Record:
    start = deals[0].start if deals else str(table.game.start())
    moves = tuple(move for one in deals for move in one.moves)
    return Record(table.variant, start, moves, _returns(table, deals))


def _returns(table: Standing, deals: list[_Deal]) -> tuple[float, ...]:
    """Return what the seats have got when the last of some deals has ended, or so far."""
    if not deals:
        state = table.game.start()
        return tuple(map(float, state.returns()))
    deal = deals[-1].deal
    lost = next((one for one in table.forfeits if one.deal == deal), None)
    return tuple(map(float, _end_of(table, deal).returns())) if lost is None else lost.returns


def _end_of(table: Standing, deal: int) -> Any:
    """Return the state in which a deal has ended, or stands: where the next one starts."""
    following = next((one.start for one in table.past if one.deal == deal + 1), None)
    if following is not None:
        return table.game.parse(following)
    is_current = table.deal == deal
    return table.state if is_current else table.states[0]
