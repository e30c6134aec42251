"""Restoring a table from its rows, and exporting its record."""

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
from suitwise.table.rules.running.history import Answers
from suitwise.table.rules.running.state import (
    BETWEEN,
    ENDED,
    PAUSED,
    PLAYING,
    FinishedDeal,
    Forfeit,
    SavedDeal,
    Substitution,
    TableState,
)
from suitwise.table.rules.running.timers import banks_of
from suitwise.table.rules.running.transaction import FIXED, LEFT, Change, tell, tell_announced
from suitwise.table.rules.running.turns import finished_deal, forfeits_of, substitutions

NUMBERING_GAP = 1_000_000
"""A restored table continues its version and line numbers this far above the saved ones, plus one for
each millisecond since the last row: numbers used but not saved are lower, even if a table is restored
twice without saving anything in between."""

HistoryRow: TypeAlias = messages.MoveRow | messages.EventRow


class Broken(SuitwiseError):
    """Raised if a table's rows are inconsistent; ``reason`` is a phrase."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


# --- The table ------------------------------------------------------------------------------------


def restored(kind: type[Any], saved: messages.Kept, now: int, pace: Pace | None) -> Any:
    """Return the table saved in rows; see ``Table.restored``."""
    try:
        return _restored(kind, saved, now, pace)
    except Broken:
        raise
    except (SuitwiseError, KeyError, IndexError, TypeError, ValueError) as error:
        raise Broken(
            phrase("table.broken", "the table can't be read: {why}", why=str(error)[:200])
        ) from error


def _restored(kind: type[Any], saved: messages.Kept, now: int, pace: Pace | None) -> Any:
    """Build the table at the start of its last deal, replay that deal, and restore the stage.

    Earlier deals are replayed only when they are exported.
    """
    *before, last = sorted(saved.deals, key=attrgetter("deal"))
    table = _start_of_last_deal(kind, saved, last, now, pace)
    if len(saved.moves) + len(saved.events) > messages.MOST_ROWS:
        raise Broken(
            phrase(
                "table.too-many-rows", "more than {n} things have happened", n=messages.MOST_ROWS
            )
        )
    rows_by_deal = _by_deal([*before, last], saved.moves, saved.events)
    past = tuple(_saved_deal(one, rows_by_deal) for one in before)
    current = _saved_deal(last, rows_by_deal)
    table = replace(
        table,
        past=past,
        events=max((one.n + 1 for one in saved.events), default=0),
        hints=_hints(saved.events),
        forfeits=forfeits_of(saved.events),
        banks=banks_of(table.pace, len(saved.seats), saved.events),
        answers=_answers(len(saved.seats), saved.answers),
    )
    change = Change(table, now, _no_keys)
    assert current.unread is not None
    for _ in replay(change, current.unread):
        pass
    return _restore_stage(change, saved.table, last)


def _start_of_last_deal(
    kind: type[Any], saved: messages.Kept, deal: messages.DealRow, now: int, pace: Pace | None
) -> Any:
    """Return the table at the start of its last deal."""
    row = saved.table
    game, house = load(row.variant), House.of(json.loads(row.house), is_kept=True)
    chairs = tuple(_chair(one, now) for one in sorted(saved.seats, key=attrgetter("seat")))
    if len(chairs) != game.facts.seats:
        raise Broken(phrase("table.broken-seats", "the table has not a row for each seat"))
    gap = NUMBERING_GAP + max(0, now - row.touched)
    n = row.n + gap
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
        v=row.v + gap,
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
        kept[row.seat].append((row.req, messages.read_answer(row.answer)))
    for one in kept:
        one.sort(key=lambda answer: answer[1].v)
    return tuple(map(Answers.of, kept))


def _no_keys() -> bytes:
    raise Broken(phrase("table.broken-end", "the rows end before the deal that they begin"))


def _restore_stage(change: Change[Any], row: messages.TableRow, last: messages.DealRow) -> Any:
    """Bring the table to its saved stage; nobody is connected yet."""
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
        change.put(past=(*table.past, finished_deal(change.table)))
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
) -> dict[int, tuple[HistoryRow, ...]]:
    """Return each deal's rows in the order of events, by its number.

    An event comes before the move with the same ply.
    """
    begins = [deal.ply for deal in deals]
    # each row with its sort key: the ply, 0 for an event or 1 for a move, the event's number
    keyed_rows: dict[int, list[tuple[int, int, int, HistoryRow]]] = {}
    for move in moves:
        keyed_rows.setdefault(move.deal, []).append((move.ply, 1, 0, move))
    for event in events:
        body = json.loads(event.body)
        ply = body["ply"]
        # older files have no deal in events; then it follows from the ply
        deal = body["deal"] if "deal" in body else deals[bisect_right(begins, ply) - 1].deal
        keyed_rows.setdefault(deal, []).append((ply, 0, event.n, event))
    return {
        deal: tuple(one for *_, one in sorted(rows, key=lambda row: row[:3]))
        for deal, rows in keyed_rows.items()
    }


def _saved_deal(
    deal: messages.DealRow, happened: Mapping[int, tuple[HistoryRow, ...]]
) -> FinishedDeal:
    """Return a deal together with its rows."""
    return FinishedDeal(
        deal.deal, deal.key, deal.start, None, SavedDeal(deal, happened.get(deal.deal, ()))
    )


def replay(change: Change[Any], unread: SavedDeal) -> Iterator[None]:
    """Replay the rows of a deal, and the moves between them that the deal's key reproduces."""
    for one in unread.happened:
        if isinstance(one, messages.MoveRow):
            _fill_gap(change, one.ply)
            _replay_move(change, one)
        else:
            _replay_event(change, one)
        yield


def _fill_gap(change: Change[Any], ply: int) -> None:
    """Make the moves that are not saved, up to a ply: chance moves and automatic passes."""
    while (table := change.table).ply < ply:
        state = table.state
        if state.turn == CHANCE:
            turns.play_chance(change)
            continue
        passed = None if state.turn == OVER else table.face.unasked(state, state.turn, None)
        if passed is None:
            raise Broken(phrase("table.broken-gap", "move {ply} is missing", ply=table.ply))
        turns.play(change, passed, turns.UNASKED)


def _replay_move(change: Change[Any], row: messages.MoveRow) -> None:
    table = change.table
    fits = table.ply == row.ply and table.state.turn == row.seat
    move = turns.parse_legal(change, row.move) if fits else None
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


def _replay_event(change: Change[Any], event: messages.EventRow) -> None:
    """Repeat the effect of an event on the deal."""
    body: dict[str, Any] = json.loads(event.body)
    _fill_gap(change, body["ply"])
    if event.kind == "takeback":
        proposals.rewind(change, body["keep"])
        proposals.tell_takeback(change, event.seat or 0)
    elif event.kind in ("pause", "resume", "begin"):
        change.put(needs_ready=event.kind == "pause")
    elif event.kind == "end":
        change.put(why=proposals.CLOSED if event.seat is None else proposals.ENDED)
    elif event.kind == "forfeit":
        change.put(why=messages.read_phrase(body["said"][0]))
    elif event.kind == "claim" and not body["stands"]:
        table, seat = change.table, event.seat or 0
        proposals.refute(change, seat, table.face.claim(table.state, seat, body["p"]).line)
    elif event.kind == "announce":
        tell_announced(change, body["text"])
    elif event.kind == "chat":
        text = body["text"]
        tell(change, event.seat, text if isinstance(text, str) else FIXED[text])


def load_moves(table: TableState, past: FinishedDeal) -> FinishedDeal:
    """Return a finished deal with its moves; a deal from the file is replayed for them."""
    if past.unread is None:
        return past
    deal = past.unread.deal
    start = replace(
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
    change = Change(start, table.at, _no_keys)
    for _ in replay(change, past.unread):
        pass
    if past.deal not in {one.deal for one in table.forfeits}:
        _fill_to_end(change)
    return finished_deal(change.table)


def _fill_to_end(change: Change[Any]) -> None:
    """Make the chance moves and automatic passes after the last row of a finished deal."""
    while (table := change.table).state.turn != OVER:
        state = table.state
        if state.turn == CHANCE and table.plays and table.face.is_between(state):
            return
        _fill_gap(change, table.ply + 1)


# --- Exporting records ----------------------------------------------------------------------------
#
# A record of the engine can't express a forfeited hand, so it ends there. The exported data therefore
# consist of several stretches, each a valid record: ``record`` is the first, and each item of
# ``forfeits`` has the score of a forfeited hand and the record that continues after it.
# ``chance.verify`` checks all of it.


class _ExportedDeal(NamedTuple):
    """A deal as it is exported."""

    deal: int
    key: bytes
    start: str
    moves: Sequence[str]
    stood_in: Sequence[Substitution]
    is_over: bool = True


def records(table: TableState) -> list[Record]:
    """Return the records of all stretches of the game; all but the last end with a forfeited hand."""
    return [_record(table, deals) for deals in _stretches(table, _deals(table))]


def exported(table: TableState) -> dict[str, Any]:
    """Return the record, the keys and hashes of its deals, and the hints given.

    Only the keys of finished deals are revealed. A hint has its seat and the number of moves made at
    the table before it, including those taken back.
    """
    hints = [{"seat": seat, "ply": ply} for seat, ply in table.hints]
    return {**_plain(table, _deals(table)), "hints": hints}


def exported_over(table: TableState) -> dict[str, Any]:
    """Return the record of the finished deals, without the deal under way."""
    return exported(table) if table.stage == ENDED else _plain(table, _finished(table))


def exported_deal(table: TableState, deal: int) -> dict[str, Any] | None:
    """Return the record of one finished deal, counted from 0; None if there is none."""
    past = next((one for one in table.past if one.deal == deal), None)
    return None if past is None else _plain(table, [_from_past(table, past)])


def _finished(table: TableState) -> list[_ExportedDeal]:
    return [_from_past(table, past) for past in table.past]


def _deals(table: TableState) -> list[_ExportedDeal]:
    """Return all deals with the one under way."""
    finished = _finished(table)
    if table.stage == ENDED:
        return finished
    moves = [str(played.move) for played in table.plays]
    stood_in = substitutions(table.plays)
    start = str(table.states[0])
    return [*finished, _ExportedDeal(table.deal, table.key, start, moves, stood_in, is_over=False)]


def _from_past(table: TableState, past: FinishedDeal) -> _ExportedDeal:
    loaded = load_moves(table, past)
    moves = loaded.moves or ()
    return _ExportedDeal(loaded.deal, loaded.key, loaded.start, moves, loaded.stood_in)


def _plain(table: TableState, deals: list[_ExportedDeal]) -> dict[str, Any]:
    first, *others = [_record(table, some).as_json() for some in _stretches(table, deals)]
    stood_in = list(_stood_in(deals))
    plain = {"record": first, "deals": _chance(deals), "stood_in": stood_in, **_daily(table)}
    numbers = {one.deal for one in deals}
    lost = [one for one in table.forfeits if one.deal in numbers]
    if not lost:
        return plain
    following = [*others, None][: len(lost)]
    forfeits = [_forfeit(one, record) for one, record in zip(lost, following, strict=True)]
    return {**plain, "forfeits": forfeits}


def _daily(table: TableState) -> dict[str, Any]:
    """Return the day and the number of a public deal of the day; empty for other tables."""
    day = table.house.daily
    return {"daily": {"day": day, "number": daily_of(day, table.variant).number}} if day else {}


def _forfeit(lost: Forfeit, record: dict[str, object] | None) -> dict[str, Any]:
    return {"deal": lost.deal, "seat": lost.seat, "score": list(lost.score), "record": record}


def _chance(deals: Sequence[_ExportedDeal]) -> list[dict[str, Any]]:
    """Return for each deal its first ply, the hash of its key, and its key if the deal is finished."""
    plain, begins = [], 0
    for one in deals:
        key = one.key.hex() if one.is_over else None
        plain.append(
            {"deal": one.deal, "begins": begins, "commit": commitment(one.key), "key": key}
        )
        begins += len(one.moves)
    return plain


def _stood_in(deals: Sequence[_ExportedDeal]) -> Iterator[dict[str, Any]]:
    """Yield the substitutions, with plies counted from the start of the exported record."""
    begins = 0
    for deal in deals:
        for one in deal.stood_in:
            by, _, player = one.by.partition(" ")
            yield {"ply": begins + one.place, "seat": one.seat, "by": by, "player": player or None}
        begins += len(deal.moves)


def _stretches(table: TableState, deals: Sequence[_ExportedDeal]) -> list[list[_ExportedDeal]]:
    """Split deals into stretches that end with a forfeited hand; there is at least one stretch."""
    forfeited = {one.deal for one in table.forfeits}
    stretches: list[list[_ExportedDeal]] = [[]]
    for at, one in enumerate(deals):
        if at and deals[at - 1].deal in forfeited:
            stretches.append([])
        stretches[-1].append(one)
    return stretches


def _record(table: TableState, deals: list[_ExportedDeal]) -> Record:
    start = deals[0].start if deals else str(table.game.start())
    moves = tuple(move for one in deals for move in one.moves)
    return Record(table.variant, start, moves, _returns(table, deals))


def _returns(table: TableState, deals: list[_ExportedDeal]) -> tuple[float, ...]:
    """Return the seats' returns at the end of the last of some deals, or so far."""
    if not deals:
        state = table.game.start()
        return tuple(map(float, state.returns()))
    deal = deals[-1].deal
    lost = next((one for one in table.forfeits if one.deal == deal), None)
    return tuple(map(float, _end_of(table, deal).returns())) if lost is None else lost.returns


def _end_of(table: TableState, deal: int) -> Any:
    """Return the final state of a deal, which is where the next one starts, or its current state."""
    following = next((one.start for one in table.past if one.deal == deal + 1), None)
    if following is not None:
        return table.game.parse(following)
    is_current = table.deal == deal
    return table.state if is_current else table.states[0]
