"""The randomness of a table: keys, deals of the day, and verifying a record against its keys.

Each deal has a secret key. Its random numbers are the blocks SHA-256(key ‖ place), where place is an
8-byte big-endian counter, read as integers; a block that would bias the result is skipped. A hash of
the key is published before the deal and the key after it, so that anybody can draw the deal again.
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
    """The random numbers of a key; ``place`` is the number of blocks used.

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
        """Return a uniform random number in 0..n-1, for 1 <= n <= 2**62."""
        limit = (1 << _BITS) // n * n
        while True:
            block = sha256(self.key + self.place.to_bytes(8, "big")).digest()
            self.place += 1
            number = int.from_bytes(block, "big")
            if number < limit:
                return number % n


def commitment(key: bytes) -> str:
    """Return the SHA-256 hash of a deal's key, which is shown before the deal.

    >>> commitment(bytes(32))[:8]
    '66687aad'
    """
    return sha256(key).hexdigest()


# --- Days (UTC) -----------------------------------------------------------------------------------

FIRST_DAY = date(2026, 11, 1)
"""The first day with deals."""


def parse_day(text: object) -> date | None:
    """Return the date in a text; None if it is not a date, or before the first day.

    >>> parse_day("2026-11-23"), parse_day("20261123"), parse_day("2026-10-31")
    (datetime.date(2026, 11, 23), None, None)
    """
    if not isinstance(text, str) or len(text) != len("2026-11-23"):
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day >= FIRST_DAY and day.isoformat() == text else None


def day_before(day: date) -> date | None:
    """Return the previous day; None before the first day."""
    return day - timedelta(days=1) if day > FIRST_DAY else None


# --- The deal of the day --------------------------------------------------------------------------
#
# A deal of the day has a public key: the SHA-256 of the words ``suitwise daily``, the day, the game and
# a number. So the cards are the same on every server and whenever they are played; and since anybody
# can compute them in advance, there is no ranking. The number is the first one, from 1, whose deal
# suits everybody (``Face.suits_everybody``); for most games it is 1.
#
# The bots' random numbers depend on the key and the position only, so the same moves by a person meet
# the same replies.

LEVEL = "medium"
"""The bots' level, if the game has it. It answers at once and without sampling, so it has no time limit
and decides alike on every machine."""

_MOST_TRIED, _LONGEST_TRIED = 100, 200
"""The number of deals in which a winnable one is sought, in games of at most this many moves."""


class Daily(NamedTuple):
    """A deal of the day.

    Args:
        day: the day, such as 2026-11-23.
        number: its number among the deals of this day.
        key: its key.
    """

    day: str
    number: int
    key: bytes


def daily_key(day: str, game: str, number: int) -> bytes:
    """Return the public key of a deal of the day.

    >>> daily_key("2026-11-23", "gin", 1).hex()[:16]
    'd41a65a36ac0a12b'
    """
    return sha256(f"suitwise daily {day} {game} {number}".encode()).digest()


@lru_cache(maxsize=256)
def daily_of(day: str, variant: str) -> Daily:
    """Return the deal of the day of a game.

    >>> [daily_of("2026-11-23", variant).number for variant in ("gin", "stacks")]
    [1, 4]
    """
    game = load(variant)
    face = face_of(game)
    for number in count(1):
        key = daily_key(day, game.name, number)
        if face.suits_everybody(_dealt(game, key)):
            return Daily(day, number, key)
    raise AssertionError("numbers do not end")


def first_key(variant: str, keys: Callable[[], bytes]) -> bytes:
    """Return the key of a table's first deal; a puzzle gets a winnable deal if one is found.

    Args:
        variant: the game's variant as text.
        keys: returns fresh keys.

    >>> numbered = map(lambda n: n.to_bytes(32, "big"), count(1))
    >>> key = first_key("stacks", numbered.__next__)
    >>> face_of(load("stacks")).suits_everybody(_dealt(load("stacks"), key))
    True
    """
    first, game = keys(), load(variant)
    if game.facts.seats > 1 or (game.facts.longest_game or 0) > _LONGEST_TRIED:
        return first
    face = face_of(game)
    candidates = chain([first], (keys() for _ in range(_MOST_TRIED - 1)))
    return next((key for key in candidates if face.suits_everybody(_dealt(game, key))), first)


def _dealt(game: Game[Any], key: bytes) -> Any:
    state, source = game.start(), Source(key)
    while state.turn == CHANCE:
        state = state.after(drawn(state, source))
    return state


def seed_of(key: bytes, position: str) -> int:
    """Return a 64-bit seed for a bot in a position; nobody without the key can know it.

    >>> seed_of(bytes(32), "a position") < 1 << 64
    True
    """
    return int.from_bytes(sha256(key + position.encode()).digest()[:8], "big")


def variant_of(name: str) -> str | None:
    """Return the variant of a game's deals of the day; None if it has none."""
    entry = catalogue.find(name)
    return (entry and entry.daily) or None


def games() -> tuple[str, ...]:
    """Return the names of the games that have a deal of the day.

    >>> games()
    ('gin', 'gin_partners', 'indian13', 'rami', 'rummikub', 'stacks', 'texas42', 'tractor')
    """
    return tuple(entry.name for entry in catalogue.known() if entry.daily)


def level_at(game: Game[Any]) -> str:
    """Return the level of the bots at deals of the day of a game."""
    return LEVEL if LEVEL in levels_of(game) else STRONGEST


def why_no_deal(day: object, name: object, today: date) -> Phrase | None:
    """Return why a game has no deal on a day; None if it has one.

    >>> print(why_no_deal("2026-11-24", "gin", date(2026, 11, 23)))
    the deals of 2026-11-24 are not dealt yet: today is 2026-11-23, by UTC
    """
    if not isinstance(name, str) or variant_of(name[:64]) is None:
        listed = [TypedName(one, "game") for one in games()]
        return phrase(
            "table.no-daily", "these games have a deal of the day: {names}", names=Several(listed)
        )
    asked = parse_day(day)
    if asked is None:
        return phrase(
            "table.no-day",
            "a day is written as {today}; the first with deals is {first}",
            today=today.isoformat(),
            first=FIRST_DAY.isoformat(),
        )
    if asked > today:
        return phrase(
            "table.future-day",
            "the deals of {day} are not dealt yet: today is {today}, by UTC",
            day=asked.isoformat(),
            today=today.isoformat(),
        )
    return None


# --- Verifying an exported record -----------------------------------------------------------------
#
# Anybody can verify a record without the table: each deal is drawn again from its key, each stretch of
# the record is replayed, and each false claim is ruled on and scored again and must lead to the start
# of the next stretch. The record may be forged, so a card counts as verified only if it lies in a deal
# whose key is revealed, matches its hash, and dealt the hand from an undealt position.

NOT_ALL = frozenset({"table.nothing-to-verify", "table.partly-verified"})
"""The codes of results that report no error, but no complete verification either."""
_HASH = re.compile("[0-9a-f]{64}")


class _DealClaim(NamedTuple):
    """A record's statement about a deal: its number, key, hash of the key, and first ply."""

    deal: int
    key: bytes | None
    commit: str
    begins: int


class Forfeit(NamedTuple):
    """A hand lost by a false claim: the number of the deal, the seat, and the points of each side."""

    deal: int
    seat: int
    score: tuple[int, ...]


def verify(exported: Mapping[str, Any]) -> Phrase | None:
    """Return what is wrong with an exported record; None if it is completely verified.

    If nothing is wrong but some chance moves lie in no deal with a revealed key, the phrase says how
    many were verified; its code is then in ``NOT_ALL``.

    Args:
        exported: the output of ``Table.exported()`` after a round trip through JSON.
    """
    try:
        deals = [_deal(one) for one in exported["deals"]]
        forfeits = list(forfeits_in(exported))
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
        return fault or _verify_records(records, deals, forfeits)
    except SuitwiseError as error:
        return phrase("table.no-replay", "the record does not replay: {why}", why=str(error)[:200])


# --- Parsing --------------------------------------------------------------------------------------


def daily_in(exported: Mapping[str, Any]) -> tuple[str, int] | None:
    """Return the day and number of the deal of the day in an exported record; None if it is not one.

    Raises:
        KeyError, TypeError, ValueError: it is malformed.
    """
    plain = exported.get("daily")
    if plain is None:
        return None
    day, number = plain["day"], plain["number"]
    if parse_day(day) is None or type(number) is not int:
        raise ValueError(f"daily: {str(day)[:24]!r} is no day")
    return day, number


def _deal(plain: Mapping[str, Any]) -> _DealClaim:
    key = plain["key"]
    opened = None if key is None else bytes.fromhex(_hash(plain, "key"))
    return _DealClaim(
        _count(plain, "deal"), opened, _hash(plain, "commit"), _count(plain, "begins")
    )


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
    """Yield the forfeited hands in an exported record.

    Raises:
        KeyError, TypeError, ValueError, OverflowError: it is malformed.
    """
    for one in exported.get("forfeits", ()):
        yield Forfeit(_count(one, "deal"), _count(one, "seat"), tuple(map(int, one["score"])))


def records_in(exported: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the stretches of an exported record: the first, and one after each forfeited hand.

    Raises:
        KeyError, TypeError, ValueError: it is malformed.
    """
    yield Record.from_json(exported["record"])
    following = [one["record"] for one in exported.get("forfeits", ())]
    for at, plain in enumerate(following):
        if plain is not None or at < len(following) - 1:
            yield Record.from_json(plain)


# --- Checks before replaying ----------------------------------------------------------------------


def why_not_one_game(records: Sequence[Record]) -> Phrase | None:
    """Return what is wrong if the stretches of a record are not all of the same game."""
    if all(record.game == records[0].game for record in records):
        return None
    return phrase("table.two-games", "all parts of a record are of the same game")


def _why_no_keys(deals: list[_DealClaim]) -> Phrase | None:
    """Return what is wrong with the keys.

    Each must match its hash, no key may deal twice, and the deals must be in order.
    """
    seen: set[str] = set()
    for at, one in enumerate(deals):
        if one.key is not None and commitment(one.key) != one.commit:
            return phrase(
                "table.other-key",
                "the key of deal {deal} is not the one of its hash",
                deal=one.deal + 1,
            )
        if one.commit in seen:
            return phrase(
                "table.key-again",
                "the key of deal {deal} has dealt a deal before",
                deal=one.deal + 1,
            )
        seen.add(one.commit)
        before = deals[at - 1] if at else None
        if before and (one.deal != before.deal + 1 or one.begins <= before.begins):
            return phrase(
                "table.deals-mixed",
                "deal {deal} does not come after deal {before}",
                deal=one.deal + 1,
                before=before.deal + 1,
            )
    return None


def _verify_daily(daily: tuple[str, int], variant: str, deals: list[_DealClaim]) -> Phrase | None:
    """Return what is wrong with keys that are said to belong to a deal of the day."""
    day, number = daily
    name = variant.partition("(")[0]
    daily_variant = variant_of(name)
    if daily_variant is None or str(load(daily_variant)) != variant:
        return phrase("table.not-daily", "{game} has no deal of the day", game=variant[:80])
    first = daily_of(day, variant).number
    for one in deals:
        if number != first or one.key not in (None, daily_key(day, name, first + one.deal)):
            return phrase(
                "table.other-day",
                "the key of deal {deal} is not the public one of {day}",
                deal=one.deal + 1,
                day=day,
            )
    return None


# --- Replaying ------------------------------------------------------------------------------------


def _verify_records(
    records: list[Record], deals: list[_DealClaim], forfeits: list[Forfeit]
) -> Phrase | None:
    checker = _ChanceChecker(deals)
    for at, record in enumerate(records):
        fault = checker.replay(record)
        if fault is None and at < len(forfeits):
            following = records[at + 1].start if at + 1 < len(records) else None
            is_same_deal = checker.deal is None or checker.deal.deal == forfeits[at].deal
            fault = verify_forfeit(checker.state, forfeits[at], following)
            fault = fault if is_same_deal else other_forfeit(forfeits[at])
        if fault is not None:
            return fault
    return checker.why_not_all()


class _ChanceChecker:
    """Replays records and draws their chance moves again from the keys of their deals.

    Args:
        deals: the stated deals, in order.
    """

    def __init__(self, deals: list[_DealClaim]) -> None:
        self._pending = deals[::-1]
        self._ply = self._stretch_start = 0
        self._n_chance = self._n_verified = 0
        self._first_unverified = 0
        """The number of the first unverified chance move, from 1; 0 if there is none."""
        self._source: Source | None = None
        """The random numbers of the current deal; None outside of any deal with a revealed key."""
        self.deal: _DealClaim | None = None
        self.state: Any = None

    def replay(self, record: Record) -> Phrase | None:
        """Replay the next stretch; return what is wrong."""
        states = record.states()
        self.state = next(states)
        if not face_of(self.state.game).is_undealt(self.state):
            return phrase(
                "table.dealt-before",
                "the record starts at move {ply} in the midst of a deal: what dealt the cards before "
                "it is not shown",
                ply=self._ply + 1,
            )
        self._stretch_start = self._ply
        for text in record.moves:
            fault = self._begin() or self._check_outcome(text)
            if fault is not None:
                return fault
            self.state = next(states)
            self._ply += 1
        for _ in states:  # exhausting the iterator compares the returns
            pass
        return None

    def _begin(self) -> Phrase | None:
        """Start the deal that is stated to begin at this ply; return what is wrong with that.

        A deal that begins without being stated must not use the previous deal's key.
        """
        state = self.state
        is_stated = bool(self._pending) and self._pending[-1].begins == self._ply
        is_between = state.turn == CHANCE and face_of(state.game).is_between(state)
        begins_here = is_between or self._ply == self._stretch_start
        if is_stated:
            deal = self._pending.pop()
            is_game_start = str(state) == str(state.game.start())
            if not begins_here or is_game_start != (deal.deal == 0):
                return _other_begin(deal)
            self.deal, self._source = deal, None if deal.key is None else Source(deal.key)
        elif begins_here:
            self.deal = self._source = None
        return None

    def _check_outcome(self, text: str) -> Phrase | None:
        """Draw a chance move again; return what is wrong with it. Other moves are not checked."""
        if self.state.turn != CHANCE:
            return None
        self._n_chance += 1
        if self._source is None:
            self._first_unverified = self._first_unverified or self._ply + 1
            return None
        self._n_verified += 1
        if str(drawn(self.state, self._source)) == text:
            return None
        assert self.deal is not None, "a source belongs to a deal"
        return phrase(
            "table.other-deal",
            "move {ply} of the record, in deal {deal}, is not what its key draws",
            ply=self._ply + 1,
            deal=self.deal.deal + 1,
        )

    def why_not_all(self) -> Phrase | None:
        """Return what is left to say after the replay; None if every chance move was verified."""
        fault = self._begin()  # the last deal may have no moves yet
        if fault is None and self._pending:
            fault = _other_begin(self._pending[-1])
        if fault is not None:
            return fault
        if not self._n_chance:
            return phrase(
                "table.nothing-to-verify", "nothing to verify: the record has no move of chance"
            )
        if self._n_verified == self._n_chance:
            return None
        return phrase(
            "table.partly-verified",
            "{n} of {all} moves of chance verified: move {ply} lies in no deal with an open key",
            n=self._n_verified,
            all=self._n_chance,
            ply=self._first_unverified,
        )


def _other_begin(deal: _DealClaim) -> Phrase:
    return phrase(
        "table.other-begin",
        "deal {deal} is said to begin before move {ply} of the record, where it does not",
        deal=deal.deal + 1,
        ply=deal.begins + 1,
    )


# --- Forfeits -------------------------------------------------------------------------------------


def verify_forfeit(state: Any, stated: Forfeit, following: str | None) -> Phrase | None:
    """Rule on a false claim again; return what is wrong with the stated cost."""
    face = face_of(state.game)
    is_possible = stated.seat < face.game.facts.seats and face.may_claim(state, stated.seat)
    ruled = face.claim(state, stated.seat, {}) if is_possible else None
    if ruled is not None and not ruled.stands and ruled.line is not None:
        cost = face.forfeited(state, stated.seat)
        starts = None if cost.after is None else str(cost.after)
        if cost.score == stated.score and following in (None, starts):
            return None
    return other_forfeit(stated)


def other_forfeit(stated: Forfeit) -> Phrase:
    """Return the phrase for a claim whose cost is not the stated one."""
    return phrase(
        "table.other-forfeit",
        "the claim that ended deal {deal} does not cost what the record says",
        deal=stated.deal + 1,
    )
