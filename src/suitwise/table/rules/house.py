"""The rules of a table, as against those of the game; how long it waits; who sits where."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Literal, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, TypedName, phrase, reason_of
from suitwise.game import Game
from suitwise.players.named import levels_of, named, names_for
from suitwise.table.rules.chance import as_day

CHOICES: dict[str, tuple[str, ...]] = {
    "hints": ("all", "practice", "none"),
    "watch": ("public", "delayed", "no"),
    "claims": ("refuse", "penalty"),
    "speed": ("normal", "slow", "fast"),
}
"""The choices of each option; the first is the default."""
BOUNDS = {"grace_s": (1, 3600), "clock_s": (0, 3600), "bank_s": (0, 3600)}
"""The least and the most seconds."""


class BadHouse(SuitwiseError):
    """A rule of the table that can't be; ``reason`` is the sentence as a phrase."""

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class House:
    """The rules of a table.

    Args:
        hints: who may ask for hints: ``all``, ``practice`` (where the table is for practice), ``none``.
        watch: whether others look on: at what is ``public``, at everything one deal late
            (``delayed``), or ``no``.
        claims: what a false claim costs: ``refuse``, it is told to all and may be made once a deal;
            ``penalty``, the hand.
        chat: whether people may write to each other; the fixed phrases can always be said.
        practice: whether a move may be taken back although something hidden has been shown since.
        grace_s: the seconds after which a bot covers for somebody who is away.
        clock_s: the seconds for a decision; 0 for none.
        bank_s: the seconds that each player has beside them for the whole game; without either there is
            no clock.
        speed: how fast cards are drawn one by one: ``slow``, ``normal`` or ``fast``.
        daily: the day whose public deal is played (``daily``), as 2026-11-23; empty where a secret key
            deals.

    Raises:
        BadHouse: a rule is none of those.

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
    daily: str = ""

    def __post_init__(self) -> None:
        for one in fields(self):
            reason = _fault(one.name, getattr(self, one.name))
            if reason is not None:
                raise BadHouse(reason)

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> House:
        """Read what ``as_json`` gives; rules left out keep their defaults.

        Raises:
            BadHouse: there is no such rule, or it can't be so.

        >>> House.of({"speed": "warp"})
        Traceback (most recent call last):
        suitwise.table.rules.house.BadHouse: speed is one of normal, slow, fast
        """
        known = {field.name for field in fields(cls)}
        for name in plain:
            if name not in known:
                raise BadHouse(
                    phrase(
                        "table.no-rule", "{name} is no rule of a table", name=repr(str(name)[:24])
                    )
                )
        return cls(**plain)

    def as_json(self) -> dict[str, Any]:
        """Return the rules as plain data.

        >>> House.of(House(chat=False).as_json()) == House(chat=False)
        True
        """
        return asdict(self)


def _fault(name: str, value: object) -> Phrase | None:
    """Return why a rule can't be so, None if it can."""
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
        is_day = value == "" or as_day(value) is not None
        return None if is_day else phrase("table.house-day", "{name} is a day", name=option)
    if isinstance(value, bool):
        return None
    return phrase("table.flag", "{name} is true or false", name=option)


# --- Pace: how long a table waits -----------------------------------------------------------------

DRAWS = {"slow": 400, "normal": 120, "fast": 40}
"""The milliseconds from one drawn card to the next."""


@dataclass(frozen=True)
class Pace:
    """The waiting times of a table, in milliseconds.

    Args:
        draw: from one drawn card to the next, whatever anybody holds; 0: as soon as all have answered.
        bot: the least that a bot takes for a move, and a move that the table makes for a seat.
        trick: how long a whole trick lies before a bot goes on.
        last_bids: how long everybody may think after the last card.
        ready: the longest wait for those who have not said that they are ready for the next deal, from
            when the first has; 0: the next deal begins at once.
        proposal: how long a proposal stands open; 0: until all have answered.
        grace: how long somebody may be away on turn until a bot covers.
        clock: the time for a decision.
        bank: what each seat has beside it for the whole game; without either there is no clock.

    >>> Pace.of(House(speed="fast")).draw, Pace.none().bot
    (40, 0)
    """

    draw: int = 120
    bot: int = 700
    trick: int = 1200
    last_bids: int = 6000
    ready: int = 60_000
    proposal: int = 20_000
    grace: int = 30_000
    clock: int = 0
    bank: int = 0

    @classmethod
    def of(cls, house: House) -> Pace:
        """Return the pace of a house."""
        return cls(
            draw=DRAWS[house.speed],
            grace=1000 * house.grace_s,
            clock=1000 * house.clock_s,
            bank=1000 * house.bank_s,
        )

    @classmethod
    def none(cls) -> Pace:
        """Return the pace of a table that waits for nothing."""
        return cls(0, 0, 0, 0, 0, 0, 0, 0, 0)


# --- Chairs ---------------------------------------------------------------------------------------

LEAST_TOKEN, MOST_TOKEN = 22, 64
"""The length of a seat's secret: at least 128 bits."""
_TOKEN = re.compile(rf"[\w-]{{{LEAST_TOKEN},{MOST_TOKEN}}}", re.ASCII)

_BOT_NAMES = ("Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivy")

Control: TypeAlias = Literal["human", "bot", "cover", "open"]
"""The controller of a seat: its person, a bot, a bot for an absent person, or nobody."""


@dataclass(frozen=True)
class Chair:
    """A seat of a table.

    Args:
        control: who decides.
        name: the name of the person or the bot.
        player: the level of strength or the player's text of the bot, or of the one that covers.
        token: the digest of the person's token; empty where the chair belongs to nobody.
        sockets: how many connections the person has.
        away_since: when the last of them closed; None while there is one.
        ready: whether the person is ready for what comes next.
        auto: whether the table plays forced moves for the person.
        left: whether the person has left it, or was freed from it, in the deal under way: a bot covers,
            whoever has the token may come back, and it opens to others when the deal is over.

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
    def is_taken(self) -> bool:
        """True if the chair has a person or a bot of its own."""
        return bool(self.token) or self.control == "bot"

    @property
    def is_persons(self) -> bool:
        """True if it belongs to a person who has not left it."""
        return bool(self.token) and not self.left

    @property
    def is_here(self) -> bool:
        """True if its person is connected."""
        return self.sockets > 0

    @property
    def is_played(self) -> bool:
        """True if a bot decides."""
        return self.control in ("bot", "cover")


def digest(token: str) -> bytes:
    """Return what is kept of a token.

    >>> digest("secret").hex()[:8]
    '2bb80d53'
    """
    return sha256(token.encode()).digest()


def seat_with(chairs: Sequence[Chair], known: bytes) -> int | None:
    """Return the seat of whoever has the token of a digest; None where none is theirs.

    >>> seat_with([Chair(), Chair("human", token=digest("secret"))], digest("secret"))
    1
    """
    for seat, chair in enumerate(chairs):
        if known and compare_digest(chair.token, known):
            return seat
    return None


def why_no_token(token: str) -> Phrase | None:
    """Return why a seat can't be taken with a secret, None if it can: nobody may guess it.

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


def bot_name(seat: int) -> str:
    """Return the name of the bot of a seat.

    >>> bot_name(1)
    'Cleo'
    """
    return _BOT_NAMES[seat % len(_BOT_NAMES)]


def why_no_player(game: Game[Any], player: str) -> Phrase | None:
    """Return why a player can't sit at a table of a game, None if it can.

    It sits with its options as they are: by them anybody could have a search go on for hours.

    >>> from suitwise.game import load
    >>> why_no_player(load("gin"), "rules") is None
    True
    >>> print(why_no_player(load("gin"), "rules(look=2)"))
    players of gin: easy, medium, strong, greedy, mc, net, random, rules
    """
    known = (*levels_of(game), *names_for(game))
    if player not in known:
        listed = ", ".join(known)
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
