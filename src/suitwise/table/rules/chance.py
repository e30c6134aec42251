"""The chance of a table: a key a deal, the deals of the days, and whether keys dealt a record.

The numbers are the blocks SHA-256(key ‖ place), the place as 8 bytes, big end first, read as whole
numbers; a number that would make some outcome likelier is passed over. Whoever has the key draws the
deal again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count
from typing import Any, NamedTuple

from suitwise import catalogue
from suitwise.catalogue import STRONGEST
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, Several, TypedName, phrase
from suitwise.game import CHANCE, Game, Record, drawn, load
from suitwise.players.face import face_of
from suitwise.players.named import levels_of

_BITS = 256


class Source:
    """The numbers of a key one after the other; ``place`` is that of the next block.

    >>> source = Source(bytes(32))
    >>> [source.below(6) for _ in range(8)], source.place
    ([5, 4, 2, 2, 3, 5, 5, 4], 8)
    >>> Source(bytes(32), 5).below(6)
    5
    """

    __slots__ = ("key", "place")

    def __init__(self, key: bytes, place: int = 0) -> None:
        self.key, self.place = key, place

    def below(self, n: int) -> int:
        """Return a uniform number in 0..n-1, for 1 <= n <= 2**62."""
        limit = (1 << _BITS) // n * n
        while True:
            block = sha256(self.key + self.place.to_bytes(8, "big")).digest()
            self.place += 1
            number = int.from_bytes(block, "big")
            if number < limit:
                return number % n


def commitment(key: bytes) -> str:
    """Return what is shown of a deal's key before the deal: its SHA-256.

    >>> commitment(bytes(32))[:8]
    '66687aad'
    """
    return sha256(key).hexdigest()


# --- Days, by their dates in UTC ------------------------------------------------------------------

FIRST = date(2026, 11, 1)
"""The first day that has deals."""


def as_day(text: object) -> date | None:
    """Return the day of a text, None where it is none, or one before the first.

    >>> as_day("2026-11-23"), as_day("20261123"), as_day("2026-10-31")
    (datetime.date(2026, 11, 23), None, None)
    """
    if not isinstance(text, str) or len(text) != len("2026-11-23"):
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day >= FIRST and day.isoformat() == text else None


def day_before(day: date) -> date | None:
    """Return the day before one, None before the first."""
    return day - timedelta(days=1) if day > FIRST else None


# --- The deal of the day --------------------------------------------------------------------------
#
# At other tables a secret key deals (``chance``). Here it is the SHA-256 of the words ``suitwise
# daily``, the day, the game and a number, so the same cards lie on every server, whoever plays them,
# on whatever day; and whoever wants to can know them all beforehand, so there is no ranking. The
# number is the first from 1 on whose deal is one for everybody (``Face.suits_everybody``): of most
# games that is 1.
#
# The bots draw by the same key and the position alone: the same moves of a person meet the same
# answers.

LEVEL = "medium"
"""Who plays against everybody, where a game has such a level: it answers at once and draws no worlds, so
no time bounds it, and its choices are the same on every machine."""

_MOST_TRIED, _LONGEST_TRIED = 100, 200
"""Of so many deals one that can be won is sought, in games of so many moves."""


class Daily(NamedTuple):
    """A deal of a day.

    Args:
        day: the day, as 2026-11-23.
        number: which deal of this day it is.
        key: what deals.
    """

    day: str
    number: int
    key: bytes


def key_of(day: str, game: str, number: int) -> bytes:
    """Return the public key of a deal.

    >>> key_of("2026-11-23", "gin", 1).hex()[:16]
    'd41a65a36ac0a12b'
    """
    return sha256(f"suitwise daily {day} {game} {number}".encode()).digest()


@lru_cache(maxsize=256)
def daily_of(day: str, variant: str) -> Daily:
    """Return the deal of a day of a game.

    >>> [daily_of("2026-11-23", variant).number for variant in ("gin", "stacks")]
    [1, 4]
    """
    game = load(variant)
    face = face_of(game)
    for number in count(1):
        key = key_of(day, game.name, number)
        if face.suits_everybody(_dealt(game, key)):
            return Daily(day, number, key)
    raise AssertionError("numbers do not end")


def first_key(variant: str, keys: Callable[[], bytes]) -> bytes:
    """Return a key for the first deal of a table: of a puzzle for one that can be won, if one is found.

    Args:
        variant: the game's text.
        keys: gives fresh keys.

    >>> numbered = map(lambda n: n.to_bytes(32, "big"), count(1))
    >>> key = first_key("stacks", numbered.__next__)
    >>> face_of(load("stacks")).suits_everybody(_dealt(load("stacks"), key))
    True
    """
    first, game = keys(), load(variant)
    if game.facts.seats > 1 or (game.facts.longest_game or 0) > _LONGEST_TRIED:
        return first
    face = face_of(game)
    tried = chain([first], (keys() for _ in range(_MOST_TRIED - 1)))
    return next((key for key in tried if face.suits_everybody(_dealt(game, key))), first)


def _dealt(game: Game[Any], key: bytes) -> Any:
    state, source = game.start(), Source(key)
    while state.turn == CHANCE:
        state = state.after(drawn(state, source))
    return state


def seed_of(key: bytes, position: str) -> int:
    """Return the 64-bit seed of what a bot draws in a position, of which others know nothing.

    >>> seed_of(bytes(32), "a position") < 1 << 64
    True
    """
    return int.from_bytes(sha256(key + position.encode()).digest()[:8], "big")


def variant_of(name: str) -> str | None:
    """Return the variant that the deals of the day of a game are of, None where it has none."""
    entry = catalogue.find(name)
    return (entry and entry.daily) or None


def games() -> tuple[str, ...]:
    """Return the names of the games that have a deal of the day.

    >>> games()
    ('gin', 'indian13', 'stacks', 'texas42', 'tractor')
    """
    return tuple(entry.name for entry in catalogue.known() if entry.daily)


def level_at(game: Game[Any]) -> str:
    """Return the level of the bots at a game."""
    known = levels_of(game)
    return LEVEL if LEVEL in known else STRONGEST


def why_no_deal(day: object, name: object, today: date) -> Phrase | None:
    """Return why there is no deal of a day of a game, None if there is.

    >>> print(why_no_deal("2026-11-24", "gin", date(2026, 11, 23)))
    the deals of 2026-11-24 are not dealt yet: today is 2026-11-23, by UTC
    """
    if not isinstance(name, str) or variant_of(name[:64]) is None:
        listed = [TypedName(one, "game") for one in games()]
        return phrase(
            "table.no-daily", "these games have a deal of the day: {names}", names=Several(listed)
        )
    asked = as_day(day)
    if asked is None:
        return phrase(
            "table.no-day",
            "a day is written as {today}; the first with deals is {first}",
            today=today.isoformat(),
            first=FIRST.isoformat(),
        )
    if asked > today:
        return phrase(
            "table.future-day",
            "the deals of {day} are not dealt yet: today is {today}, by UTC",
            day=asked.isoformat(),
            today=today.isoformat(),
        )
    return None


# --- Checking a record against its opened keys ----------------------------------------------------
#
# Whoever has the record alone checks it: each deal is drawn again by its key, each record of the
# engine is replayed, and where a hand was forfeited the claim is ruled on again, scored again, and
# followed by the record that starts from there. The record may have been written by whoever wants to
# be believed: a card counts as verified only where it lies in a deal whose key is open, was promised,
# and dealt from nothing.

NOT_ALL = frozenset({"table.nothing-to-verify", "table.partly-verified"})
"""The codes of what is not wrong, and not verified either."""
_HASH = re.compile("[0-9a-f]{64}")


class _Deal(NamedTuple):
    deal: int
    key: bytes | None
    commit: str
    begins: int


class Forfeit(NamedTuple):
    """The cost of a false claim: the deal from 0, the seat that claimed, what the sides score."""

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
    """The moves of chance, drawn again by the keys of their deals.

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
