"""Who sits where: people by the digest of their token, bots, bots that cover, open chairs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Literal, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import Phrase, TypedName, phrase, reason_of
from suitwise.game import Game
from suitwise.players.named import levels_of, named, names_for

LEAST_TOKEN, MOST_TOKEN = 22, 64
"""How long a seat's secret is: at least what 128 bits take."""
_TOKEN = re.compile(rf"[\w-]{{{LEAST_TOKEN},{MOST_TOKEN}}}", re.ASCII)

_BOT_NAMES = ("Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivy")

Control: TypeAlias = Literal["human", "bot", "cover", "open"]
"""Who decides for a seat: its person, a bot, a bot for a person who is away, or nobody."""


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
        """Whether the chair has a person or a bot of its own."""
        return bool(self.token) or self.control == "bot"

    @property
    def is_persons(self) -> bool:
        """Whether it belongs to a person who has not left it."""
        return bool(self.token) and not self.left

    @property
    def is_here(self) -> bool:
        """Whether its person is connected."""
        return self.sockets > 0

    @property
    def is_played(self) -> bool:
        """Whether a bot decides."""
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
