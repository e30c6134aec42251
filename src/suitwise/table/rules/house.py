"""House rules of a table, its pass phrase, its waiting times (``Pace``), and its seats (``Chair``)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from hashlib import scrypt, sha256
from hmac import compare_digest
from typing import Any, Literal, TypeAlias
from unicodedata import normalize

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, TypedName, phrase, reason_of
from suitwise.game import Game
from suitwise.players.named import levels_of, named, names_for
from suitwise.table.rules.chance import parse_day

CHOICES: dict[str, tuple[str, ...]] = {
    "hints": ("all", "practice", "none"),
    "watch": ("public", "delayed", "no"),
    "claims": ("refuse", "penalty"),
    "speed": ("normal", "slow", "fast", "skip"),
    "bots": ("normal", "slow", "fast"),
}
"""The choices of each option; the first is the default."""
BOUNDS = {"grace_s": (1, 3600), "clock_s": (0, 3600), "bank_s": (0, 3600)}
"""The minimum and maximum of each time in seconds."""


class BadHouse(SuitwiseError):
    """Raised for an invalid house rule; ``reason`` is a phrase."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class House:
    """The rules of a table, in addition to those of the game.

    Args:
        hints: who may ask for hints: ``all``, ``practice`` (only at practice tables) or ``none``.
        watch: what spectators see: ``public`` information, everything one deal late (``delayed``), or
            nothing (``no``).
        claims: the cost of a false claim: ``refuse``: all are told, and the seat may not claim again in
            this deal; ``penalty``: the hand is lost.
        chat: whether people may write messages; the fixed phrases are always allowed.
        practice: whether a move may be taken back even if hidden information has been revealed since.
        grace_s: the seconds of absence after which a bot takes over.
        clock_s: the seconds for a decision; 0 for none.
        bank_s: each player's additional seconds for the whole game. If both are 0, there is no clock.
        speed: the speed at which cards are drawn one by one: ``slow``, ``normal`` or ``fast``; with
            ``skip`` at once, and all bids are made after the last card.
        bots: the speed of the bots' moves: ``slow``, ``normal`` or ``fast``.
        daily: the date of the public deal that is played, such as 2026-11-23; empty if deals come from
            secret keys.
        lock: the digest of the pass phrase that is asked of whoever has no seat, as ``locked`` makes it;
            empty if none is asked. It is told to nobody.

    Raises:
        BadHouse: a rule is invalid.

    >>> House().speed, House.of({"speed": "fast"}).speed
    ('normal', 'fast')
    """

    hints: str = "all"
    watch: str = "public"
    claims: str = "refuse"
    chat: bool = True
    practice: bool = False
    grace_s: int = 30
    clock_s: int = 0
    bank_s: int = 0
    speed: str = "normal"
    bots: str = "normal"
    daily: str = ""
    lock: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        for one in fields(self):
            reason = _fault(one.name, getattr(self, one.name))
            if reason is not None:
                raise BadHouse(reason)

    @classmethod
    def of(cls, plain: Mapping[str, Any], *, is_kept: bool = False) -> House:
        """Read the output of ``as_json``; missing rules have their defaults.

        Args:
            plain: the rules by name.
            is_kept: whether they are the output of ``kept_json``, which nobody may send.

        Raises:
            BadHouse: a rule is unknown or invalid.

        >>> House.of({"speed": "warp"})
        Traceback (most recent call last):
        suitwise.table.rules.house.BadHouse: speed is one of normal, slow, fast, skip
        """
        names = {field.name for field in fields(cls) if is_kept or field.name != "lock"}
        for name in plain:
            if name not in names:
                raise BadHouse(
                    phrase(
                        "table.no-rule", "{name} is no rule of a table", name=repr(str(name)[:24])
                    )
                )
        return cls(**plain)

    def as_json(self) -> dict[str, Any]:
        """Return the rules as plain data for everybody: without the digest of the pass phrase.

        >>> House.of(House(chat=False).as_json()) == House(chat=False)
        True
        """
        return {name: value for name, value in asdict(self).items() if name != "lock"}

    def kept_json(self) -> dict[str, Any]:
        """Return the rules as plain data for the file.

        Of a table without a pass phrase it is what an older Suitwise reads, too. One with a phrase is
        refused there, and not opened to everybody.

        >>> House().kept_json() == House().as_json()
        True
        """
        return {**self.as_json(), **({"lock": self.lock} if self.lock else {})}


def _fault(name: str, value: object) -> Phrase | None:
    """Return why a rule is invalid; None if it is valid."""
    option = TypedName(name, "house")
    if name in CHOICES:
        if value in CHOICES[name]:
            return None
        listed = ", ".join(CHOICES[name])
        return phrase("table.one-of", "{name} is one of {listed}", name=option, listed=listed)
    if name in BOUNDS:
        least, most = BOUNDS[name]
        if type(value) is int and least <= value <= most:
            return None
        return phrase(
            "table.bounds",
            "{name} is a whole number from {least} to {most}",
            name=option,
            least=least,
            most=most,
        )
    if name == "daily":
        is_day = value == "" or parse_day(value) is not None
        return None if is_day else phrase("table.house-day", "{name} is a day", name=option)
    if name == "lock":
        is_lock = value == "" or (isinstance(value, str) and _LOCK.fullmatch(value) is not None)
        return None if is_lock else phrase("table.house-lock", "{name} is a digest", name=option)
    if isinstance(value, bool):
        return None
    return phrase("table.flag", "{name} is true or false", name=option)


# --- Pass phrases ---------------------------------------------------------------------------------

LEAST_PHRASE, MOST_PHRASE = 4, 64
"""The fewest signs of a pass phrase that count, and the most that are read."""
_SALT_BYTES, _COST, _BLOCK = 16, 14, 8
"""What scrypt is told: its salt; the logarithm of its rounds, and its blocks: 16 MiB and some 50 ms."""
_LOCK = re.compile(r"([0-9]{1,2}):([0-9a-f]{32}):([0-9a-f]{64})")
"""A digest as text: the logarithm of the rounds, the salt and the digest itself."""


def locked(said: str) -> str:
    """Return a new salted digest of a pass phrase, which is kept in its place.

    It is slow on purpose: whoever gets hold of the file has to pay for each guess.

    >>> opens(locked("open  sesame"), " open sesame"), opens(locked("open sesame"), "Open sesame")
    (True, False)
    """
    salt = secrets.token_bytes(_SALT_BYTES)
    return f"{_COST}:{salt.hex()}:{_slow_digest(said, salt, _COST).hex()}"


def opens(lock: str, said: str) -> bool:
    """Return whether a pass phrase is the one that a digest was made of.

    Raises:
        ValueError: ``lock`` is no digest.
    """
    parts = _LOCK.fullmatch(lock)
    if parts is None:
        raise ValueError("this is no digest of a pass phrase")
    cost, salt, kept = int(parts[1]), bytes.fromhex(parts[2]), bytes.fromhex(parts[3])
    return compare_digest(_slow_digest(said, salt, cost), kept)


def _slow_digest(said: str, salt: bytes, cost: int) -> bytes:
    data, rounds = _plain_phrase(said).encode(), 1 << cost
    most = 256 * _BLOCK * rounds  # twice what it takes
    return scrypt(data, salt=salt, n=rounds, r=_BLOCK, p=1, maxmem=most, dklen=32)


def _plain_phrase(said: str) -> str:
    """Return a pass phrase as it counts: devices write the same signs in different ways."""
    return " ".join(normalize("NFKC", said).split())


def why_no_phrase(said: str) -> Phrase | None:
    """Return why a text can't be the pass phrase of a table; None if it can.

    >>> why_no_phrase("open sesame") is None
    True
    >>> print(why_no_phrase(" a  b "))
    a pass phrase has 4 to 64 signs
    """
    if len(_plain_phrase(said)) >= LEAST_PHRASE and len(said) <= MOST_PHRASE:
        return None
    return phrase(
        "table.bad-phrase",
        "a pass phrase has {least} to {most} signs",
        least=LEAST_PHRASE,
        most=MOST_PHRASE,
    )


# --- Waiting times --------------------------------------------------------------------------------

DRAWS = {"slow": 400, "normal": 120, "fast": 40, "skip": 1}
"""The milliseconds between two drawn cards, by speed."""
MOVES = {"slow": (1400, 2600), "normal": (700, 1800), "fast": (250, 600)}
"""The least milliseconds for a bot's move and those that a finished trick stays, by the bots' speed."""


@dataclass(frozen=True)
class Pace:
    """The waiting times of a table, in milliseconds.

    Args:
        draw: between two drawn cards; with 0 the draw goes on as soon as all have answered.
        bot: the least time for a bot's move, or a move made automatically.
        trick: how long a finished trick stays visible before a bot moves.
        last_bids: the time for bids after the last card.
        ready: the longest wait for the others once somebody is ready for the next deal; with 0 it
            begins at once.
        proposal: how long a proposal stays open; with 0 until all have answered.
        grace: how long a person on turn may be away before a bot takes over.
        clock: the time for a decision.
        bank: each seat's additional time for the whole game. If both are 0, there is no clock.

    >>> Pace.of(House(speed="fast")).draw, Pace.none().bot
    (40, 0)
    """

    draw: int = 120
    bot: int = 700
    trick: int = 1800
    last_bids: int = 6000
    ready: int = 60_000
    proposal: int = 20_000
    grace: int = 30_000
    clock: int = 0
    bank: int = 0

    @classmethod
    def of(cls, house: House) -> Pace:
        """Return the waiting times that follow from house rules."""
        bot, trick = MOVES[house.bots]
        return cls(
            draw=DRAWS[house.speed],
            bot=bot,
            trick=trick,
            grace=1000 * house.grace_s,
            clock=1000 * house.clock_s,
            bank=1000 * house.bank_s,
        )

    @classmethod
    def none(cls) -> Pace:
        """Return waiting times of zero."""
        return cls(0, 0, 0, 0, 0, 0, 0, 0, 0)


# --- Chairs ---------------------------------------------------------------------------------------

LEAST_TOKEN, MOST_TOKEN = 22, 64
"""The length of a seat's token, in characters of 6 bits: at least 128 bits."""
_TOKEN = re.compile(rf"[\w-]{{{LEAST_TOKEN},{MOST_TOKEN}}}", re.ASCII)

_BOT_NAMES = (
    phrase("table.bot.bo", "Bo"),
    phrase("table.bot.cleo", "Cleo"),
    phrase("table.bot.dan", "Dan"),
    phrase("table.bot.eve", "Eve"),
    phrase("table.bot.finn", "Finn"),
    phrase("table.bot.gus", "Gus"),
    phrase("table.bot.hana", "Hana"),
    phrase("table.bot.ivy", "Ivy"),
)
"""The names of bots, by seat; each reader has them in their language."""

Control: TypeAlias = Literal["human", "bot", "cover", "open"]
"""The controller of a seat: its person, a bot, a bot that covers for an absent person, or nobody."""


@dataclass(frozen=True)
class Chair:
    """A seat of a table.

    Args:
        control: who decides for it.
        name: the name of the person or the bot.
        player: the level or text of the bot that plays or covers.
        token: the digest of the person's token; empty if the seat belongs to nobody.
        sockets: the number of the person's connections.
        away_since: when the last connection closed; None while there is one.
        ready: whether the person is ready to go on.
        auto: whether the person's forced moves are played automatically.
        left: whether the person has left the seat, or lost it to the host, during this deal. A bot
            covers, the token still allows a return, and the seat opens to others after the deal.

    >>> Chair("human", "Ann", token=digest("secret")).is_taken, Chair().is_taken
    (True, False)
    """

    control: Control = "open"
    name: str = ""
    player: str = ""
    token: bytes = field(default=b"", repr=False)
    sockets: int = 0
    away_since: int | None = None
    ready: bool = False
    auto: bool = False
    left: bool = False

    @property
    def shown_name(self) -> str:
        """The name as it is shown: of a bot a phrase.

        >>> type(Chair("bot", "Bo").shown_name).__name__, type(Chair("human", "Bo").shown_name).__name__
        ('Phrase', 'str')
        """
        named = (name for name in _BOT_NAMES if self.control == "bot" and name == self.name)
        return next(named, self.name)

    @property
    def is_taken(self) -> bool:
        """True if the seat belongs to a person or a bot."""
        return bool(self.token) or self.control == "bot"

    @property
    def is_persons(self) -> bool:
        """True if the seat belongs to a person who has not left it."""
        return bool(self.token) and not self.left

    @property
    def is_here(self) -> bool:
        """True if its person is connected."""
        return self.sockets > 0

    @property
    def is_played(self) -> bool:
        """True if a bot decides for it."""
        return self.control in ("bot", "cover")


def digest(token: str) -> bytes:
    """Return the digest of a token, which is stored in its place.

    >>> digest("secret").hex()[:8]
    '2bb80d53'
    """
    return sha256(token.encode()).digest()


def seat_with(chairs: Sequence[Chair], token_digest: bytes) -> int | None:
    """Return the seat with this token digest; None if there is none.

    >>> seat_with([Chair(), Chair("human", token=digest("secret"))], digest("secret"))
    1
    """
    for seat, chair in enumerate(chairs):
        if token_digest and compare_digest(chair.token, token_digest):
            return seat
    return None


def why_no_token(token: str) -> Phrase | None:
    """Return why a token is not acceptable for a new seat; None if it is hard enough to guess.

    >>> print(why_no_token("secret"))
    a seat is taken with a secret of 22 to 64 letters, digits, - and _, drawn for this seat
    """
    if _TOKEN.fullmatch(token):
        return None
    return phrase(
        "table.weak-token",
        "a seat is taken with a secret of {least} to {most} letters, digits, - and _, "
        "drawn for this seat",
        least=LEAST_TOKEN,
        most=MOST_TOKEN,
    )


def bot_name(seat: int) -> Phrase:
    """Return the name of the bot of a seat.

    >>> bot_name(1)
    'Cleo'
    """
    return _BOT_NAMES[seat % len(_BOT_NAMES)]


def why_no_player(game: Game[Any], player: str) -> Phrase | None:
    """Return why a bot can't sit at a table of a game; None if it can.

    Bots with options are refused: with them anybody could start a search of several hours.

    >>> from suitwise.game import load
    >>> why_no_player(load("gin"), "rules") is None
    True
    >>> print(why_no_player(load("gin"), "rules(look=2)"))
    players of gin: easy, medium, strong, greedy, mc, net, random, rules
    """
    names = (*levels_of(game), *names_for(game))
    if player not in names:
        listed = ", ".join(names)
        return phrase(
            "table.no-player",
            "players of {game}: {listed}",
            game=TypedName(game.name, "game"),
            listed=listed,
        )
    try:
        named(player, game)
    except SuitwiseError as error:
        return phrase("table.not-its-game", "{why}", why=reason_of(error))
    return None
