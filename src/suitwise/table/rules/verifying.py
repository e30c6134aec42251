"""Whether a table's record is what its opened keys dealt, and whether its forfeited hands were lost.

Whoever has the record alone checks it: each deal is drawn again by its key, each record of the engine is
replayed, and where a hand was forfeited the claim is ruled on again, scored again, and followed by the
record that starts from there. The record may have been written by whoever wants to be believed: a card
counts as verified only where it lies in a deal whose key is open, was promised, and dealt from nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import CHANCE, Record, drawn, load
from suitwise.table.rules.chance import Source, commitment
from suitwise.table.rules.days.calendar import as_day
from suitwise.table.rules.days.deals import daily_of, key_of, variant_of
from suitwise.table.rules.faces import face_of

NOT_ALL = frozenset({"table.nothing-to-verify", "table.partly-verified"})
"""The codes of what is not wrong, and not verified either."""
_HASH = re.compile("[0-9a-f]{64}")


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
    """Return what is wrong with a table's record and its opened keys, None if all of it is verified.

    Where nothing is wrong and not every move of chance lies in a deal whose key is open, how much was
    checked is said by a phrase whose code is one of ``NOT_ALL``.

    Args:
        exported: ``Table.exported()`` after its way through JSON.
    """
    try:
        deals = [_deal(one) for one in exported["deals"]]
        lost = list(forfeits_in(exported))
        daily = daily_in(exported)
        records = list(records_in(exported))
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        return phrase("table.unreadable", "the record can't be read: {why}", why=str(error)[:200])
    fault = why_not_one_game(records) or _why_no_keys(deals)
    if fault is not None:
        return fault
    try:
        if daily is not None:
            fault = _verify_daily(daily, records[0].game, deals)
        return fault or _verify_records(records, deals, lost)
    except SuitwiseError as error:
        return phrase("table.no-replay", "the record does not replay: {why}", why=str(error)[:200])


# --- Reading --------------------------------------------------------------------------------------


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


def _deal(plain: Mapping[str, Any]) -> _Deal:
    key = plain["key"]
    opened = None if key is None else bytes.fromhex(_hash(plain, "key"))
    return _Deal(_count(plain, "deal"), opened, _hash(plain, "commit"), _count(plain, "begins"))


def _count(plain: Mapping[str, Any], name: str) -> int:
    value = plain[name]
    if type(value) is not int or value < 0:
        raise ValueError(f"{name}: {str(value)[:24]!r} is not a whole number from 0")
    return value


def _hash(plain: Mapping[str, Any], name: str) -> str:
    value = plain[name]
    if type(value) is not str or _HASH.fullmatch(value) is None:
        raise ValueError(f"{name}: {str(value)[:24]!r} is not 64 digits of 0-9 and a-f")
    return value


def forfeits_in(exported: Mapping[str, Any]) -> Iterator[Forfeit]:
    """Yield the hands of a table's record that were forfeited.

    Raises:
        KeyError, TypeError, ValueError, OverflowError: it has another form.
    """
    for one in exported.get("forfeits", ()):
        yield Forfeit(_count(one, "deal"), _count(one, "seat"), tuple(map(int, one["score"])))


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


# --- What can be said before anything is replayed -------------------------------------------------


def why_not_one_game(records: Sequence[Record]) -> Phrase | None:
    """Return what is wrong where the parts of a record are not all of the same game."""
    if all(record.game == records[0].game for record in records):
        return None
    return phrase("table.two-games", "all parts of a record are of the same game")


def _why_no_keys(deals: list[_Deal]) -> Phrase | None:
    """Return what is wrong with the keys: each is that of its hash, and deals one deal, in order."""
    known: set[str] = set()
    for at, one in enumerate(deals):
        if one.key is not None and commitment(one.key) != one.commit:
            return phrase(
                "table.other-key",
                "the key of deal {deal} is not the one of its hash",
                deal=one.deal + 1,
            )
        if one.commit in known:
            return phrase(
                "table.key-again",
                "the key of deal {deal} has dealt a deal before",
                deal=one.deal + 1,
            )
        known.add(one.commit)
        before = deals[at - 1] if at else None
        if before and (one.deal != before.deal + 1 or one.begins <= before.begins):
            return phrase(
                "table.deals-mixed",
                "deal {deal} does not come after deal {before}",
                deal=one.deal + 1,
                before=before.deal + 1,
            )
    return None


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


# --- Replaying ------------------------------------------------------------------------------------


def _verify_records(
    records: list[Record], deals: list[_Deal], lost: list[Forfeit]
) -> Phrase | None:
    drawing = _Drawing(deals)
    for at, record in enumerate(records):
        fault = drawing.replay(record)
        if fault is None and at < len(lost):
            following = records[at + 1].start if at + 1 < len(records) else None
            is_its = drawing.deal is None or drawing.deal.deal == lost[at].deal
            ruled = verify_forfeit(drawing.state, lost[at], following)
            fault = ruled if is_its else other_forfeit(lost[at])
        if fault is not None:
            return fault
    return drawing.why_not_all()


class _Drawing:
    """What chance has dealt, drawn again by the keys of its deals.

    Args:
        deals: the deals, one after the other.
    """

    def __init__(self, deals: list[_Deal]) -> None:
        self._waiting = deals[::-1]
        self._ply = self._all = self._checked = 0
        self._began = self._unchecked = 0
        self._source: Source | None = None
        self.deal: _Deal | None = None
        self.state: Any = None

    def replay(self, record: Record) -> Phrase | None:
        """Replay a record from where the last one ended; return what is wrong."""
        states = record.states()
        self.state = next(states)
        if not face_of(self.state.game).is_undealt(self.state):
            return phrase(
                "table.dealt-before",
                "the record starts at move {ply} in the midst of a deal: what dealt the cards before "
                "it is not shown",
                ply=self._ply + 1,
            )
        self._began = self._ply
        for text in record.moves:
            fault = self._begin() or self._drawn(text)
            if fault is not None:
                return fault
            self.state = next(states)
            self._ply += 1
        for _ in states:  # the returns are held against the last state's
            pass
        return None

    def _begin(self) -> Phrase | None:
        """Let the deal begin that is said to begin here; where one does, it is by no other's key."""
        state, is_said = self.state, bool(self._waiting) and self._waiting[-1].begins == self._ply
        is_between = state.turn == CHANCE and face_of(state.game).is_between(state)
        is_here = is_between or self._ply == self._began
        if is_said:
            deal = self._waiting.pop()
            is_first = str(state) == str(state.game.start())
            if not is_here or is_first != (deal.deal == 0):
                return _other_begin(deal)
            self.deal, self._source = deal, None if deal.key is None else Source(deal.key)
        elif is_here:
            self.deal = self._source = None
        return None

    def _drawn(self, text: str) -> Phrase | None:
        """Draw again where chance has moved; return what is wrong with its move."""
        if self.state.turn != CHANCE:
            return None
        self._all += 1
        if self._source is None:
            self._unchecked = self._unchecked or self._ply + 1
            return None
        self._checked += 1
        if str(drawn(self.state, self._source)) == text:
            return None
        assert self.deal is not None, "who has a source has a deal"
        return phrase(
            "table.other-deal",
            "move {ply} of the record, in deal {deal}, is not what its key draws",
            ply=self._ply + 1,
            deal=self.deal.deal + 1,
        )

    def why_not_all(self) -> Phrase | None:
        """Return what is left to say when all is replayed, None where every move was drawn again."""
        fault = self._begin()  # a deal of which nothing has been dealt
        if fault is None and self._waiting:
            fault = _other_begin(self._waiting[-1])
        if fault is not None:
            return fault
        if not self._all:
            return phrase(
                "table.nothing-to-verify", "nothing to verify: the record has no move of chance"
            )
        if self._checked == self._all:
            return None
        return phrase(
            "table.partly-verified",
            "{n} of {all} moves of chance verified: move {ply} lies in no deal with an open key",
            n=self._checked,
            all=self._all,
            ply=self._unchecked,
        )


def _other_begin(deal: _Deal) -> Phrase:
    return phrase(
        "table.other-begin",
        "deal {deal} is said to begin before move {ply} of the record, where it does not",
        deal=deal.deal + 1,
        ply=deal.begins + 1,
    )


# --- Forfeits -------------------------------------------------------------------------------------


def verify_forfeit(state: Any, lost: Forfeit, following: str | None) -> Phrase | None:
    """Rule on a false claim again: return what is wrong with what it has cost."""
    face = face_of(state.game)
    is_there = lost.seat < face.game.facts.seats and face.may_claim(state, lost.seat)
    ruled = face.claim(state, lost.seat, {}) if is_there else None
    if ruled is not None and not ruled.stands and ruled.line is not None:
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
