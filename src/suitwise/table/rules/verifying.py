"""Whether a table's record is what its opened keys dealt, and whether its forfeited hands were lost.

Whoever has the record alone checks it: each deal is drawn again by its key, each record of the engine is
replayed, and where a hand was forfeited the claim is ruled on again, scored again, and followed by the
record that starts from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import CHANCE, Record, drawn, load
from suitwise.table.rules.chance import Source, commitment
from suitwise.table.rules.days.calendar import as_day
from suitwise.table.rules.days.deals import daily_of, key_of, variant_of
from suitwise.table.rules.faces import face_of


class _Deal(NamedTuple):
    deal: int
    key: bytes | None
    commit: str
    begins: int


class Forfeit(NamedTuple):
    """What a false claim has cost: the deal from 0, the seat that claimed, what the sides score."""

    deal: int
    seat: int
    score: tuple[int, ...]


def verify(exported: Mapping[str, Any]) -> Phrase | None:
    """Return what is wrong with a table's record and its opened keys, None if nothing is.

    Args:
        exported: ``Table.exported()`` after its way through JSON.
    """
    try:
        deals = [_deal(one) for one in exported["deals"]]
        lost = list(forfeits_in(exported))
        daily = daily_in(exported)
        records = list(records_in(exported))
    except (KeyError, TypeError, ValueError) as error:
        return phrase("table.unreadable", "the record can't be read: {why}", why=str(error)[:200])
    for one in deals:
        if one.key is not None and commitment(one.key) != one.commit:
            return phrase(
                "table.other-key",
                "the key of deal {deal} is not the one of its hash",
                deal=one.deal + 1,
            )
    if daily is not None:
        fault = _verify_daily(daily, records[0].game, deals)
        if fault is not None:
            return fault
    try:
        return _verify_records(records, deals, lost)
    except SuitwiseError as error:
        return phrase("table.no-replay", "the record does not replay: {why}", why=str(error)[:200])


def daily_in(exported: Mapping[str, Any]) -> tuple[str, int] | None:
    """Return the day and the number of the public deal that a table's record says it is, None if none.

    Raises:
        KeyError, TypeError, ValueError: it has another form.
    """
    plain = exported.get("daily")
    if plain is None:
        return None
    day, number = plain["day"], plain["number"]
    if as_day(day) is None or type(number) is not int:
        raise ValueError(f"daily: {str(day)[:24]!r} is no day")
    return day, number


def _verify_daily(daily: tuple[str, int], variant: str, deals: list[_Deal]) -> Phrase | None:
    """Return what is wrong with keys that are said to be those of a day."""
    day, number = daily
    name = variant.partition("(")[0]
    known = variant_of(name)
    if known is None or str(load(known)) != variant:
        return phrase("table.not-daily", "{game} has no deal of the day", game=variant[:80])
    first = daily_of(day, variant).number
    for one in deals:
        if number != first or one.key not in (None, key_of(day, name, first + one.deal)):
            return phrase(
                "table.other-day",
                "the key of deal {deal} is not the public one of {day}",
                deal=one.deal + 1,
                day=day,
            )
    return None


def _deal(plain: Mapping[str, Any]) -> _Deal:
    key = plain["key"]
    opened = None if key is None else bytes.fromhex(key)
    return _Deal(int(plain["deal"]), opened, str(plain["commit"]), int(plain["begins"]))


def forfeits_in(exported: Mapping[str, Any]) -> Iterator[Forfeit]:
    """Yield the hands of a table's record that were forfeited.

    Raises:
        KeyError, TypeError, ValueError: it has another form.
    """
    for one in exported.get("forfeits", ()):
        yield Forfeit(int(one["deal"]), int(one["seat"]), tuple(map(int, one["score"])))


def records_in(exported: Mapping[str, Any]) -> Iterator[Record]:
    """Yield a table's record, and those that go on after a hand that was forfeited.

    Raises:
        KeyError, TypeError, ValueError: it has another form.
    """
    yield Record.from_json(exported["record"])
    following = [one["record"] for one in exported.get("forfeits", ())]
    for at, plain in enumerate(following):
        if plain is not None or at < len(following) - 1:
            yield Record.from_json(plain)


def _verify_records(
    records: list[Record], deals: list[_Deal], lost: list[Forfeit]
) -> Phrase | None:
    begin = 0
    for at, record in enumerate(records):
        fault, last = _replayed(record, begin, deals)
        begin += len(record.moves)
        if fault is None and at < len(lost):
            following = records[at + 1].start if at + 1 < len(records) else None
            fault = verify_forfeit(last, lost[at], following)
        if fault is not None:
            return fault
    return None


def _replayed(record: Record, begin: int, deals: list[_Deal]) -> tuple[Phrase | None, Any]:
    """Draw again what chance dealt by the open keys; return what is wrong, and the last state."""
    begins = {one.begins: one for one in deals}
    source: Source | None = None
    deal = 0
    states = record.states()
    before = next(states)
    for ply, (text, after) in enumerate(zip(record.moves, states, strict=False), begin):
        if ply in begins:
            deal, source = begins[ply].deal, _source(begins[ply])
        if before.turn == CHANCE and source is not None and str(drawn(before, source)) != text:
            fault = phrase(
                "table.other-deal",
                "move {ply} of the record, in deal {deal}, is not what its key draws",
                ply=ply + 1,
                deal=deal + 1,
            )
            return fault, before
        before = after
    for _ in states:  # the returns are held against the last state's
        pass
    return None, before


def _source(deal: _Deal) -> Source | None:
    return None if deal.key is None else Source(deal.key)


def verify_forfeit(state: Any, lost: Forfeit, following: str | None) -> Phrase | None:
    """Rule on a false claim again: return what is wrong with what it has cost."""
    face = face_of(state.game)
    ruled = face.claim(state, lost.seat, {})
    is_false = not ruled.stands and ruled.line is not None
    if is_false:
        cost = face.forfeited(state, lost.seat)
        starts = None if cost.after is None else str(cost.after)
        if cost.score == lost.score and following in (None, starts):
            return None
    return other_forfeit(lost)


def other_forfeit(lost: Forfeit) -> Phrase:
    """Say that a claim has not cost what the record says."""
    return phrase(
        "table.other-forfeit",
        "the claim that ended deal {deal} does not cost what the record says",
        deal=lost.deal + 1,
    )
