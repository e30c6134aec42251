"""A table's record as it leaves the table: of the whole game, of the deals that are over, of one deal.

The engine's record knows no hand that a false claim has cost: it ends there. What was scored for it
stands beside it, in ``forfeits``, with the record that goes on from the deal after it, so that every
record of the engine replays. ``verifying`` checks all of it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from suitwise.game import Record
from suitwise.table.rules.chance import commitment
from suitwise.table.rules.days.deals import daily_of
from suitwise.table.rules.running import endings, restoring
from suitwise.table.rules.running import standing as stages
from suitwise.table.rules.running.standing import Forfeit, Past, Standing, StoodIn


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
    return exported(table) if table.stage == stages.OVER else _plain(table, _over(table))


def exported_deal(table: Standing, deal: int) -> dict[str, Any] | None:
    """Return the record of one deal, counted from 0; None where it is not over, or there is none."""
    found = [one for one in table.past if one.deal == deal]
    return _plain(table, [_past(table, found[0])]) if found else None


def _over(table: Standing) -> list[_Deal]:
    return [_past(table, one) for one in table.past]


def _deals(table: Standing) -> list[_Deal]:
    over = _over(table)
    if table.stage == stages.OVER:
        return over
    moves = [str(played.move) for played in table.plays]
    stood_in = endings.stood_in_of(table.plays)
    return [*over, _Deal(table.deal, table.key, str(table.states[0]), moves, stood_in, False)]


def _past(table: Standing, past: Past) -> _Deal:
    read = restoring.read(table, past)
    return _Deal(read.deal, read.key, read.start, read.moves or (), read.stood_in)


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
