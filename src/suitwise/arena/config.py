"""The config of a run, read from TOML; the order of its games, and its progress.

A config lists matches. A match is a game, the players that meet at it, and a number of deals.

::

    name = "a first table"
    seed = 1

    [[match]]                                    # a match with the required keys
    game = "texas42(match=hand)"
    players = ["random", "rules", "mc(worlds=5)"]
    deals = 100

    [[match]]                                    # a match with all keys
    game = "gin"
    players = ["greedy", "rules"]
    deals = 1000
    stop = {width = 1.0, least = 100, every = 50}
    limit = {seconds = 0.5, then = "rules"}
    on_fault = "substitute:rules"
    retries = 2
    patience = 60.0

    [players]                                    # modules that register further players
    import = ["my_players"]

Every two players of a match meet on the same deals. ``Match`` explains the keys of a match, ``Stop``
those of ``stop``, ``arena.seats.Limit`` those of ``limit``. The table ``[players]`` applies to the whole
config: its modules are imported before any match is read (``arena.seats.import_players``).

A config stores games and players with all their options spelled out. So it keeps its meaning if a
default changes, and equal configs compare equal.
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
"""The maximum size of a config file."""


_STRING = re.compile(
    rb'"""(?:[^\\]|\\.?)*?(?:"{3,5}|\Z)'
    rb"|'''.*?(?:'{3,5}|\Z)"
    rb'|"(?:[^"\\\n]|\\[^\n])*+"?'
    rb"|'[^'\n]*+'?|#[^\n]*+",
    re.S,
)
"""A TOML string or comment, terminated or not. The dots in it separate no keys."""
_LONG_KEY = re.compile(rb"\.(?:[ \t]*+[\w-]*+[ \t]*+\.){8}")
"""Nine dots, so a dotted key of ten parts. ``tomllib`` takes time quadratic in the number of parts."""


def parse_toml(data: bytes) -> dict[str, Any]:
    """Parse the bytes of a TOML file.

    Raises:
        NotationError: the file is no TOML, or would take too long to parse.

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
    except ValueError:  # from ``int``; comes last, for the other errors are subclasses
        raise NotationError("this is no config: a number has thousands of digits") from None


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
        rounds: the earlier values of ``deals``, oldest first, one for each extension of the run.
        strangers: whether to accept unknown players and keep their texts as they are. Results can then
            be read without their players, but the run can't be continued.
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
        # An extension of the run raises ``deals`` or leaves it as it is.
        for earlier_deals, deals in pairwise((1, *self.rounds, self.deals)):
            seats.require_whole("deals of a round", deals, earlier_deals, self.deals)
        object.__setattr__(self, "game", str(load(self.game)))
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise NotationError(f"a match has 2 to {MOST_PLAYERS} players, not {len(self.players)}")
        object.__setattr__(self, "players", tuple(map(self._spelled_out, self.players)))
        if self.limit is not None:
            then = self._spelled_out(self.limit.then)
            object.__setattr__(self, "limit", seats.Limit(self.limit.seconds, then))
        if other := seats.substitute_of(self.on_fault):
            object.__setattr__(self, "on_fault", f"{seats.SUBSTITUTE}{self._spelled_out(other)}")
        seats.require_whole("retries", self.retries, 0, seats.MOST_RETRIES)
        object.__setattr__(self, "patience", seats.seconds_of("patience", self.patience))
        for index, player in enumerate(self.players):
            if player in self.players[:index]:
                raise NotationError(f"the player {player} is named twice")

    def _spelled_out(self, player: str) -> str:
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
        """Return the config with more deals, played in a further round; itself if no match gets more.

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
            strangers: whether to accept unknown players (see ``Match``). Then no modules are imported.

        Raises:
            NotationError: the data is no config; the text names the wrong key.

        >>> plain = {"match": [{"game": "gin", "players": ["random", "rules"], "deals": 5}]}
        >>> config = Config.from_json(plain)
        >>> config.name, config.seed, Config.from_json(config.as_json()) == config
        ('arena', 0, True)
        """
        table = _checked_table(plain, "a config", _CONFIG, ("match",))
        imports = _read_imports(table.get("players", {}))
        if not strangers:
            seats.import_players(imports)
        matches = tuple(_read_match(one, n, strangers) for n, one in enumerate(table["match"], 1))
        return cls(table.get("name", "arena"), table.get("seed", 0), matches, imports)


def read_config(data: bytes) -> Config:
    """Read a config from the bytes of a TOML file.

    Raises:
        NotationError: the file is no TOML, or no config; the text names the wrong key and the right
            form.

    >>> read_config(b'[[match]]\\ngame = "gin"\\nplayers = ["random"]\\ndeals = 5')
    Traceback (most recent call last):
    suitwise.errors.NotationError: match 1: a match has 2 to 100 players, not 1
    """
    return Config.from_json(parse_toml(data))


# --- TOML tables ----------------------------------------------------------------------------------
#
# The keys of each table, with the types of their values. A float may also be written as a whole number.

_CONFIG = {"name": str, "seed": int, "match": list, "players": dict}
_MATCH = {
    "game": str,
    "players": list,
    "deals": int,
    "stop": dict,
    "limit": dict,
    "rounds": list,
    "on_fault": str,
    "retries": int,
    "patience": float,
}
_FAULT_KEYS = ("on_fault", "retries", "patience")
_LIMIT = {"seconds": float, "then": str}
_STOP = {"width": float, "least": int, "every": int}
_TYPES_IN_WORDS = {
    str: "a text in quotes",
    int: "a whole number",
    float: "a number",
    list: "a list in brackets",
    dict: "a table in braces, or under its name in brackets",
}


def _read_match(plain: object, number: int, strangers: bool) -> Match:
    """Read one table ``[[match]]``; errors name its number."""
    try:
        table = _checked_table(plain, "a match", _MATCH, ("game", "players", "deals"))
        if not all(isinstance(player, str) for player in table["players"]):
            raise NotationError("players are texts in quotes")
        stop = limit = None
        if "stop" in table:
            stop = Stop(**_checked_table(table["stop"], "stop", _STOP, ("width",)))
        if "limit" in table:
            limit = seats.Limit(**_checked_table(table["limit"], "limit", _LIMIT, ("seconds",)))
        return Match(
            game=table["game"],
            players=tuple(table["players"]),
            deals=table["deals"],
            stop=stop,
            limit=limit,
            rounds=tuple(table.get("rounds", ())),
            strangers=strangers,
            **{key: table[key] for key in _FAULT_KEYS if key in table},
        )
    except NotationError as error:
        raise NotationError(f"match {number}: {error.reason}") from None


def _read_imports(plain: object) -> tuple[str, ...]:
    modules = _checked_table(plain, "players", {"import": list}, ()).get("import", [])
    if not all(isinstance(module, str) for module in modules):
        raise NotationError("import names modules, texts in quotes")
    return tuple(map(seats.require_module, modules))


def _checked_table(
    plain: object, what: str, known: Mapping[str, type], needed: tuple[str, ...]
) -> dict[str, Any]:
    """Return a table if it has the needed keys, only known ones, and values of the right types.

    Args:
        plain: the table.
        what: its name in messages.
        known: the keys it may have, with the types of their values.
        needed: the keys it must have.

    Raises:
        NotationError: it is no such table.
    """
    if not isinstance(plain, dict):
        raise NotationError(f"{what} is a table with {', '.join(known)}")
    for key, value in plain.items():
        if key not in known:
            raise NotationError(
                f"{what} has no {seats.shown(key)}; what it has: {', '.join(known)}"
            )
        kinds = (int, float) if known[key] is float else (known[key],)
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise NotationError(f"{key} is {_TYPES_IN_WORDS[known[key]]}, not {seats.shown(value)}")
    for key in needed:
        if key not in plain:
            raise NotationError(f"{what} needs {key}")
    return plain


def _match_as_json(match: Match) -> dict[str, Any]:
    plain = {"game": match.game, "players": list(match.players), "deals": match.deals}
    plain |= {"stop": dict(vars(match.stop))} if match.stop else {}
    plain |= {"limit": dict(vars(match.limit))} if match.limit else {}
    plain |= {name: getattr(match, name) for name in _FAULT_KEYS}
    return plain | ({"rounds": list(match.rounds)} if match.rounds else {})


# --- The order of play ----------------------------------------------------------------------------
#
# The plan of a run is a sequence of games: match by match, in each match pair by pair, for each pair
# deal by deal, and for each deal seating by seating. The results file has this order, whichever process
# plays a game and whenever. So it is the same to the byte on any number of machines and after any
# interruption.
#
# A *round* goes through all matches once. A new run has one round; each extension adds another, for the
# further deals.


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players of a match, with the games between them in one round.

    Args:
        number: the index of the pairing in the plan.
        match: the index of the match.
        players: the two, by their index in the match.
        seatings: for each seating, the player of each seat by index in the match.
        first: the index of the first deal; earlier deals belong to earlier rounds.
        deals: the index after the last deal. Each deal is played in all seatings.
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

    In each rotation of the seats, the first player has every other side. Then the same with the players
    swapped, which gives new seatings only if the number of sides is odd. So both players have equally
    many seats in total. A game for one seat is played by each player alone.

    >>> from suitwise.game import load
    >>> seatings(load("gin").facts), seatings(load("stacks").facts)
    (((0, 1), (1, 0)), ((0,), (1,)))
    >>> seatings(load("texas42").facts)
    ((0, 1, 0, 1), (1, 0, 1, 0))
    >>> seatings(load("indian13(seats=3)").facts)
    ((0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0))
    """
    sides = sorted(set(facts.side_of))
    side_indices = [sides.index(side) for side in facts.side_of]
    distinct = dict.fromkeys(
        tuple(((index + rotation) % len(sides) + swapped) % 2 for index in side_indices)
        for swapped in (0, 1)
        for rotation in range(len(sides))
    )
    return tuple(distinct)


def pairings(config: Config) -> Iterator[Pairing]:
    """Yield the pairings of a config in the order of play.

    >>> match = {"game": "gin", "players": ["random", "greedy", "rules"], "deals": 5}
    >>> [one.players for one in pairings(Config.from_json({"match": [match]}))]
    [(0, 1), (0, 2), (1, 2)]
    """
    numbers = count()
    for round_index in range(len(config.matches[0].rounds) + 1):
        for match_index, match in enumerate(config.matches):
            bounds = (0, *match.rounds, match.deals)
            start, end = bounds[round_index], bounds[round_index + 1]
            if start == end:
                continue  # this match has no further deals in this round
            ways = seatings(match.variant.facts)
            for pair in combinations(range(len(match.players)), 2):
                seated = tuple(tuple(pair[player] for player in way) for way in ways)
                yield Pairing(next(numbers), match_index, pair, seated, start, end, match.stop)


def games_in(match: Match) -> int:
    """Return the maximum number of games in a match.

    >>> games_in(Match("gin", ("random", "greedy", "rules"), deals=5))
    30
    """
    players = len(match.players)
    return players * (players - 1) // 2 * len(seatings(match.variant.facts)) * match.deals


class Course:
    """The progress of a run: the next deal to be played.

    It also decides whether a pair may stop early. The decision depends only on the pair's deals in
    order, not on which process plays them or when.

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
        """The number of games planned, less those that pairs which stopped did not need."""
        self._margins: dict[tuple[int, tuple[int, int]], Margins] = {}
        self._stopped: set[tuple[int, tuple[int, int]]] = set()

    def advance(self, margin: float | None) -> None:
        """Go on to the next deal; the present one is done.

        Args:
            margin: the margin of the present deal (``statistics.Sample``); needed only if the match has
                a ``stop``.
        """
        pairing = self.pairing
        assert pairing is not None
        self.deal += 1
        self.done += len(pairing.seatings)
        if not self._stops_after(pairing, margin) and self.deal < pairing.deals:
            return
        self.total -= (pairing.deals - self.deal) * len(pairing.seatings)
        self.pairing = next(self._pairings, None)
        # A pair that has stopped plays no deals in later rounds.
        while self.pairing is not None and _pair_of(self.pairing) in self._stopped:
            self.total -= self.pairing.games
            self.pairing = next(self._pairings, None)
        self.deal = 0 if self.pairing is None else self.pairing.first

    def _stops_after(self, pairing: Pairing, margin: float | None) -> bool:
        """Record the margin of a deal, and tell whether the pair stops after this deal."""
        if pairing.stop is None:
            return False
        assert margin is not None
        pair = _pair_of(pairing)
        margins = self._margins.setdefault(pair, Margins())
        margins.append(margin)
        if needs_more(margins, pairing.stop):
            return False
        self._stopped.add(pair)
        return True

    def is_past(self, pairing: Pairing) -> bool:
        """Tell whether the run has gone beyond a pairing."""
        return self.pairing is None or self.pairing.number > pairing.number


def _pair_of(pairing: Pairing) -> tuple[int, tuple[int, int]]:
    """Return the match and the players of a pairing, which are the same in all rounds."""
    return pairing.match, pairing.players
