"""The config of a run, read from TOML; its order of games and its progress.

::

    name = "a first table"
    seed = 1

    [[match]]
    game = "texas42(match=hand)"
    players = ["random", "rules", "mc(worlds=5)"]
    deals = 100

    [[match]]
    game = "gin"
    players = ["greedy", "rules"]
    deals = 1000
    stop = {width = 1.0, least = 100, every = 50}

    limit = {seconds = 0.5, then = "rules"}
    on_fault = "substitute:rules"
    retries = 2
    patience = 60.0

    [players]
    import = ["my_players"]

Every two players of a match meet on the same deals. Modules under ``[players]`` are imported first to
register their players (``arena.seats.import_players``). A config stores games and players with all their
options spelled out, so that it keeps its meaning if a default changes, and equal configs compare equal.
"""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, count, pairwise
from typing import Any

from suitwise.arena import seats
from suitwise.arena.statistics import Margins, needs_more
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import split_call
from suitwise.game import Facts, Game, load
from suitwise.players.named import Named, named, names_for

# --- Reading TOML ---------------------------------------------------------------------------------

MOST_BYTES = 1 << 20
"""The maximum size of a config."""


def parse_toml(data: bytes) -> dict[str, Any]:
    """Parse the bytes of a TOML file.

    Raises:
        NotationError: it is no TOML, or would take too long to parse.

    >>> parse_toml(b"seed = 1")
    {'seed': 1}
    """
    if len(data) > MOST_BYTES:
        raise NotationError(f"a config has at most {MOST_BYTES >> 20} MB")
    if _LONG_KEY.search(_STRING.sub(b"", data)):
        raise NotationError("this is no config: a key has too many parts")
    try:
        return tomllib.loads(data.removeprefix(BOM_UTF8).decode())
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError("this is no UTF-8 text", line=line) from None
    except RecursionError:
        raise NotationError("this is no config: it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(str(error)) from None
    except ValueError:
        raise NotationError("this is no config: a number has thousands of digits") from None


_STRING = re.compile(
    rb'"""(?:[^\\]|\\.?)*?(?:"{3,5}|\Z)'
    rb"|'''.*?(?:'{3,5}|\Z)"
    rb'|"(?:[^"\\\n]|\\[^\n])*+"?'
    rb"|'[^'\n]*+'?|#[^\n]*+",
    re.S,
)
"""A TOML string or comment, terminated or not. Dots inside don't separate keys."""
_LONG_KEY = re.compile(rb"\.(?:[ \t]*+[\w-]*+[ \t]*+\.){8}")
"""Ten parts of a dotted key. The time that ``tomllib`` takes is quadratic in the number of parts."""


def _no_toml(reason: str) -> NotationError:
    """Return the error for a text that is no TOML, with the line from ``tomllib``'s reason."""
    match = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", reason, re.S)
    text, line = (match[1], int(match[2])) if match else (reason, None)
    return NotationError(f"this is no TOML: {' '.join(text.split())}", line=line)


# --- Matches and the config -----------------------------------------------------------------------

MOST_MATCHES = 1000
MOST_PLAYERS = 100
MOST_DEALS = 1_000_000_000
_LONGEST_NAME = 100


@dataclass(frozen=True)
class Stop:
    """The condition under which a pair stops before all planned deals.

    Args:
        width: the target width of the 95 % interval of the mean, from end to end.
        least: the number of deals before the first check, at least 2.
        every: the number of deals between further checks.

    Raises:
        NotationError: a number is out of range.

    >>> Stop(width=1.0)
    Stop(width=1.0, least=100, every=50)
    >>> Match("gin", ("random", "rules"), deals=500, stop=Stop(width=1.0, least=50)).stop.every
    50
    """

    width: float
    least: int = 100
    every: int = 50

    def __post_init__(self) -> None:
        """Check the numbers."""
        width = self.width
        if (
            isinstance(width, bool)
            or not isinstance(width, int | float)
            or not seats.is_size(width)
        ):
            raise NotationError(
                f"the width of an interval is a number above 0, not {seats.shown(width)}"
            )
        object.__setattr__(self, "width", float(width))
        seats.require_whole("least", self.least, 2, MOST_DEALS)
        seats.require_whole("every", self.every, 1, MOST_DEALS)


@dataclass(frozen=True)
class Match:
    """Players that meet at a game, every two of them.

    Args:
        game: the variant's text.
        players: the players' texts, two or more, all different.
        deals: the maximum number of deals of two players, each in all seatings.
        stop: the condition to stop earlier; None plays all deals.
        limit: the time limit of a move; None for none.
        rounds: the former values of ``deals``, one for each time that the run was extended.
        strangers: whether to keep unknown players' texts as they are. Results can then be read without
            their players, but the run can't be continued.
        on_fault: the reaction if a player makes an illegal move or raises an exception: ``forfeit`` ends
            the game as lost for its side, ``substitute:rules`` lets that player make the move, ``stop``
            ends the run.
        retries: how often the player is asked again before that.
        patience: the seconds after which an answer is aborted, which counts as an exception.

    Raises:
        NotationError: there is no such game or player, or a number is out of range.

    >>> Match("gin", ("greedy", "rules(look=1)"), deals=5).players
    ('greedy', 'rules(danger=8,look=1)')
    """

    game: str
    players: tuple[str, ...]
    deals: int
    stop: Stop | None = None
    limit: seats.Limit | None = None
    rounds: tuple[int, ...] = ()
    strangers: bool = field(default=False, compare=False, repr=False)
    on_fault: str = seats.FORFEIT
    retries: int = 1
    patience: float = seats.PATIENCE_S

    def __post_init__(self) -> None:
        """Check the values, and spell out all options of the game and the players."""
        seats.require_whole("deals", self.deals, 1, MOST_DEALS)
        for before, after in pairwise((1, *self.rounds, self.deals)):
            seats.require_whole("deals of a round", after, before, self.deals)
        object.__setattr__(self, "game", str(load(self.game)))
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise NotationError(f"a match has 2 to {MOST_PLAYERS} players, not {len(self.players)}")
        object.__setattr__(self, "players", tuple(map(self._written, self.players)))
        if self.limit is not None:
            then = self._written(self.limit.then)
            object.__setattr__(self, "limit", seats.Limit(self.limit.seconds, then))
        if other := seats.substitute_of(self.on_fault):
            object.__setattr__(self, "on_fault", f"{seats.SUBSTITUTE}{self._written(other)}")
        seats.require_whole("retries", self.retries, 0, seats.MOST_RETRIES)
        object.__setattr__(self, "patience", seats.seconds_of("patience", self.patience))
        for place, player in enumerate(self.players):
            if player in self.players[:place]:
                raise NotationError(f"the player {player} is named twice")

    def _written(self, player: str) -> str:
        """Return a player's text with all its options spelled out."""
        name, _ = split_call(player)
        if self.strangers and name and name not in names_for(self.variant):
            return player
        return str(named(player, self.variant))

    @cached_property
    def variant(self) -> Game[Any]:
        """The game that is played."""
        return load(self.game)

    @cached_property
    def named(self) -> tuple[Named, ...]:
        """The players."""
        return tuple(named(player, self.variant) for player in self.players)

    @cached_property
    def stand_in(self) -> Named | None:
        """The player that replaces late moves."""
        return None if self.limit is None else named(self.limit.then, self.variant)

    @cached_property
    def substitute(self) -> Named | None:
        """The player that moves for those that fail."""
        other = seats.substitute_of(self.on_fault)
        return named(other, self.variant) if other else None

    @property
    def faults(self) -> seats.Faults:
        """The policy for a player that fails."""
        return seats.Faults(self.substitute or self.on_fault, self.retries, self.patience)


@dataclass(frozen=True)
class Config:
    """The matches of a run, in order.

    Args:
        name: a name for people.
        seed: 64-bit seed of the deals and of the players.
        matches: the matches.
        imports: the modules that register players.

    Raises:
        NotationError: a number is out of range, there is no match, or a module's name is invalid.

    >>> config = Config("small", seed=7, matches=(Match("gin", ("random", "rules"), deals=5),))
    >>> config.matches[0].players, Config.from_json(config.as_json()) == config
    (('random', 'rules(danger=8,look=2)'), True)
    """

    name: str
    seed: int
    matches: tuple[Match, ...]
    imports: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the values."""
        object.__setattr__(
            self, "imports", tuple(dict.fromkeys(map(seats.require_module, self.imports)))
        )
        if not (isinstance(self.name, str) and self.name.isprintable()):
            raise NotationError("a name is printable text in one line")
        if not 1 <= len(self.name) <= _LONGEST_NAME:
            raise NotationError(f"a name has 1 to {_LONGEST_NAME} characters")
        seats.require_whole("seed", self.seed, 0, 2**64 - 1)
        if not 1 <= len(self.matches) <= MOST_MATCHES:
            raise NotationError(f"a config has 1 to {MOST_MATCHES} matches, each under [[match]]")
        if len({len(match.rounds) for match in self.matches}) > 1:
            raise NotationError("all matches of a config have as many rounds")

    def extended(self, deals: int) -> Config:
        """Return the config with more deals, in a further round; itself if no match gets more.

        Args:
            deals: the new maximum number of deals, for every match that has fewer.

        >>> match = Match("gin", ("random", "rules"), deals=5)
        >>> longer = Config("small", 7, (match,)).extended(8)
        >>> longer.matches[0].rounds, longer.matches[0].deals, longer.extended(8) == longer
        ((5,), 8, True)
        """
        if all(match.deals >= deals for match in self.matches):
            return self
        longer = (
            replace(one, rounds=(*one.rounds, one.deals), deals=max(one.deals, deals))
            for one in self.matches
        )
        return replace(self, matches=tuple(longer))

    def as_json(self) -> dict[str, Any]:
        """Return the config as plain data, in the form of the TOML file."""
        matches = [_match_as_json(match) for match in self.matches]
        plain: dict[str, Any] = {"name": self.name, "seed": self.seed, "match": matches}
        return plain | ({"players": {"import": list(self.imports)}} if self.imports else {})

    @classmethod
    def from_json(cls, plain: object, *, strangers: bool = False) -> Config:
        """Read a config from plain data, from TOML or JSON.

        Args:
            plain: the data.
            strangers: see ``Match``; if set, no modules are imported.

        Raises:
            NotationError: it is no config; the text names the wrong key.

        >>> plain = {"match": [{"game": "gin", "players": ["random", "rules"], "deals": 5}]}
        >>> config = Config.from_json(plain)
        >>> config.name, config.seed, Config.from_json(config.as_json()) == config
        ('arena', 0, True)
        """
        known = _table(plain, "a config", _CONFIG, ("match",))
        imports = _read_imports(known.get("players", {}))
        if not strangers:
            seats.import_players(imports)
        matches = tuple(_read_match(one, n, strangers) for n, one in enumerate(known["match"], 1))
        return cls(known.get("name", "arena"), known.get("seed", 0), matches, imports)


def read_config(data: bytes) -> Config:
    """Read a config from the bytes of a TOML file.

    Raises:
        NotationError: it is no TOML, or no config; the text names the wrong key and the right form.

    >>> read_config(b'[[match]]\\ngame = "gin"\\nplayers = ["random"]\\ndeals = 5')
    Traceback (most recent call last):
    suitwise.errors.NotationError: match 1: a match has 2 to 100 players, not 1
    """
    return Config.from_json(parse_toml(data))


# --- TOML tables ----------------------------------------------------------------------------------

_CONFIG = {"name": str, "seed": int, "match": list, "players": dict}
_MATCH = {"game": str, "players": list, "deals": int, "stop": dict}
_MATCH |= {"limit": dict, "rounds": list, "on_fault": str, "retries": int}
_MATCH |= {"patience": float}
_ON_FAULT = ("on_fault", "retries", "patience")
_LIMIT = {"seconds": float, "then": str}
_STOP = {"width": float, "least": int, "every": int}
_KINDS = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    list: "a list in brackets",
    dict: "a table in braces, or under its name in brackets",
}


def _read_match(plain: object, number: int, strangers: bool) -> Match:
    try:
        keys = _table(plain, "a match", _MATCH, ("game", "players", "deals"))
        if not all(isinstance(player, str) for player in keys["players"]):
            raise NotationError("players are texts in quotes")
        stop = limit = None
        if "stop" in keys:
            stop = Stop(**_table(keys["stop"], "stop", _STOP, ("width",)))
        players = tuple(keys["players"])
        if "limit" in keys:
            limit = seats.Limit(**_table(keys["limit"], "limit", _LIMIT, ("seconds",)))
        rounds = tuple(keys.get("rounds", ()))
        on_fault = {name: keys[name] for name in _ON_FAULT if name in keys}
        match = keys["game"], players, keys["deals"], stop, limit, rounds, strangers
        return Match(*match, **on_fault)
    except NotationError as error:
        raise NotationError(f"match {number}: {error.reason}") from None


def _read_imports(plain: object) -> tuple[str, ...]:
    modules = _table(plain, "players", {"import": list}, ()).get("import", [])
    if not all(isinstance(module, str) for module in modules):
        raise NotationError("import names modules, texts in quotes")
    return tuple(map(seats.require_module, modules))


def _table(
    plain: object, what: str, known: Mapping[str, type], needed: tuple[str, ...]
) -> dict[str, Any]:
    """Check that a table has the needed keys, only known ones, and values of their types."""
    if not isinstance(plain, dict):
        raise NotationError(f"{what} is a table with {', '.join(known)}")
    for key, value in plain.items():
        if key not in known:
            raise NotationError(
                f"{what} has no {seats.shown(key)}; what it has: {', '.join(known)}"
            )
        kinds = (int, float) if known[key] is float else (known[key],)
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise NotationError(f"{key} is {_KINDS[known[key]]}, not {seats.shown(value)}")
    for key in needed:
        if key not in plain:
            raise NotationError(f"{what} needs {key}")
    return plain


def _match_as_json(match: Match) -> dict[str, Any]:
    plain = {"game": match.game, "players": list(match.players), "deals": match.deals}
    plain |= {"stop": dict(vars(match.stop))} if match.stop else {}
    plain |= {"limit": dict(vars(match.limit))} if match.limit else {}
    plain |= {name: getattr(match, name) for name in _ON_FAULT}
    return plain | ({"rounds": list(match.rounds)} if match.rounds else {})


# --- The order of play ----------------------------------------------------------------------------
#
# The plan of a run is a sequence of games: match by match, in each match pair by pair, for each pair
# deal by deal, and for each deal seating by seating. The results file has this order, whichever process
# plays a game and whenever, so it is the same to the byte on any number of machines and after any
# interruption. A run that was extended goes through all matches again for the further deals, once for
# each extension.


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players of a match, and their games in one round.

    Args:
        number: the index of the pairing in the plan.
        match: the index of the match.
        players: the two, by their index in the match.
        seatings: for each seating, the player of each seat by index in the match.
        first: the first deal; those before it belong to earlier rounds.
        deals: the end of the deals; each is played in all seatings.
        stop: the condition to stop earlier, or None.

    >>> match = {"game": "gin", "players": ["random", "greedy", "rules"], "deals": 5}
    >>> pairing = next(pairings(Config.from_json({"match": [match]})))
    >>> pairing.players, pairing.seatings, pairing.games
    ((0, 1), ((0, 1), (1, 0)), 10)
    """

    number: int
    match: int
    players: tuple[int, int]
    seatings: tuple[tuple[int, ...], ...]
    first: int
    deals: int
    stop: Stop | None

    @property
    def games(self) -> int:
        """The maximum number of games."""
        return (self.deals - self.first) * len(self.seatings)


def seatings(facts: Facts) -> tuple[tuple[int, ...], ...]:
    """Return the ways in which two players, 0 and 1, share the seats of a game.

    With two sides the players swap sides. With more, the first player has every other side, in each
    rotation; if the number of sides is odd, the players are also swapped, so that both have equally many
    seats in total. A game for one seat is played by each player alone.

    >>> from suitwise.game import load
    >>> seatings(load("gin").facts), seatings(load("stacks").facts)
    (((0, 1), (1, 0)), ((0,), (1,)))
    >>> seatings(load("texas42").facts)
    ((0, 1, 0, 1), (1, 0, 1, 0))
    >>> seatings(load("indian13(seats=3)").facts)
    ((0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0))
    """
    sides = sorted(set(facts.side_of))
    places = [sides.index(side) for side in facts.side_of]
    ways = dict.fromkeys(
        tuple(((place + turned) % len(sides) + opposite) % 2 for place in places)
        for opposite in (0, 1)
        for turned in range(len(sides))
    )
    return tuple(ways)


def pairings(config: Config) -> Iterator[Pairing]:
    """Yield the pairings of a config in the order of play.

    >>> match = {"game": "gin", "players": ["random", "greedy", "rules"], "deals": 5}
    >>> [one.players for one in pairings(Config.from_json({"match": [match]}))]
    [(0, 1), (0, 2), (1, 2)]
    """
    numbers = count()
    for turn in range(len(config.matches[0].rounds) + 1):
        for place, match in enumerate(config.matches):
            start, end = (0, *match.rounds, match.deals)[turn : turn + 2]
            ways = seatings(match.variant.facts) if start < end else ()
            for first, second in combinations(range(len(match.players)), 2) if ways else ():
                seated = tuple(tuple((first, second)[one] for one in way) for way in ways)
                told = place, (first, second), seated, start, end, match.stop
                yield Pairing(next(numbers), *told)


def games_in(match: Match) -> int:
    """Return the maximum number of games in a match.

    >>> games_in(Match("gin", ("random", "greedy", "rules"), deals=5))
    30
    """
    players = len(match.players)
    return players * (players - 1) // 2 * len(seatings(match.variant.facts)) * match.deals


class Course:
    """The progress of a run: the next deal to be played.

    It also decides whether a pair may stop, from its deals in order, so the decision does not depend on
    which process plays them or when.

    Args:
        config: the config of the run.

    >>> match = {"game": "gin", "players": ["greedy", "rules"], "deals": 500}
    >>> stop = {"width": 1.0, "least": 2, "every": 1}
    >>> course = Course(Config.from_json({"match": [match | {"stop": stop}]}))
    >>> while course.pairing is not None:
    ...     course.advance(margin=0.25)
    >>> course.done, course.total
    (4, 4)
    """

    def __init__(self, config: Config) -> None:
        self._pairings = pairings(config)
        self.pairing: Pairing | None = next(self._pairings)
        """The current pairing; None if all is done."""
        self.deal = 0
        """The next deal of that pairing."""
        self.done = 0
        """The number of games played."""
        self.total = sum(map(games_in, config.matches))
        """The number of games planned, less those that proved unnecessary."""
        self._margins: dict[tuple[int, tuple[int, int]], Margins] = {}
        self._stopped: set[tuple[int, tuple[int, int]]] = set()

    def advance(self, margin: float | None) -> None:
        """Go on to the deal after the present one, which is done.

        Args:
            margin: the margin of the deal (``statistics.Sample``); needed only if there is a stop.
        """
        now = self.pairing
        assert now is not None
        self.deal += 1
        self.done += len(now.seatings)
        if not self._is_enough(now, margin) and self.deal < now.deals:
            return
        self.total -= (now.deals - self.deal) * len(now.seatings)
        self.pairing = next(self._pairings, None)
        while self.pairing is not None and _who(self.pairing) in self._stopped:
            self.total -= self.pairing.games
            self.pairing = next(self._pairings, None)
        self.deal = 0 if self.pairing is None else self.pairing.first

    def _is_enough(self, now: Pairing, margin: float | None) -> bool:
        if now.stop is None:
            return False
        assert margin is not None
        margins = self._margins.setdefault(_who(now), Margins())
        margins.append(margin)
        if needs_more(margins, now.stop):
            return False
        self._stopped.add(_who(now))
        return True

    def is_past(self, pairing: Pairing) -> bool:
        """Tell whether the run has gone beyond a pairing."""
        return self.pairing is None or self.pairing.number > pairing.number


def _who(pairing: Pairing) -> tuple[int, tuple[int, int]]:
    """Return the match and the players of a pairing, the same in all rounds."""
    return pairing.match, pairing.players
