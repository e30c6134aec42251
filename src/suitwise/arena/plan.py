"""The order in which everything is played, and how far one has come.

A plan is a sequence of games: match by match, in each every two players, deal by deal, and each deal in
every seating before the next. The results file has the same order, whoever plays the games and whenever,
so that it is the same to the byte on any number of machines and after any interruption. A run that was
extended goes through all matches again, once for each time, for the further deals alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, count

from suitwise.arena.config import Config, Match, Stop
from suitwise.arena.statistics.margins import Margins, needs_more
from suitwise.game import Facts


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players of a match, and what they play.

    Args:
        number: its place in the plan, from 0.
        match: the number of the match, from 0.
        players: the two, by their places in the match.
        seatings: for each seating the place of each seat's player in the match.
        first: the first deal; those before it are of earlier rounds.
        deals: how many deals at most, those before the first included, each in all seatings.
        stop: when fewer are enough.

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
        """How many games at most."""
        return (self.deals - self.first) * len(self.seatings)


def seatings(facts: Facts) -> tuple[tuple[int, ...], ...]:
    """Return the ways in which two players, 0 and 1, share the seats of a game.

    Two sides change places. Of more sides every other one is the first player's, and that goes round by
    a side; where their number is odd so does the opposite, so that neither player has more seats than
    the other in all. A game for one seat each plays alone.

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
    """Yield every two players of every match, in order.

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
    """Return how many games a match has at most.

    >>> games_in(Match("gin", ("random", "greedy", "rules"), deals=5))
    30
    """
    players = len(match.players)
    return players * (players - 1) // 2 * len(seatings(match.variant.facts)) * match.deals


class Course:
    """How far one has come in a plan: which deal is next, told of every deal that is done.

    Whether two players have met often enough is decided here, from the deals in their order, so it
    does not depend on who plays them or when.

    Args:
        config: the matches to be played.

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
        """Who meets now; None when all is done."""
        self.deal = 0
        """The next deal of theirs."""
        self.done = 0
        """How many games have been played."""
        self.total = sum(map(games_in, config.matches))
        """How many there will be, unless some prove to be enough."""
        self._margins: dict[tuple[int, tuple[int, int]], Margins] = {}
        self._parted: set[tuple[int, tuple[int, int]]] = set()

    def advance(self, margin: float | None) -> None:
        """Go on behind a deal.

        Args:
            margin: its margin (``statistics``), which counts only where there is a stop.
        """
        now = self.pairing
        assert now is not None
        self.deal += 1
        self.done += len(now.seatings)
        if not self._is_enough(now, margin) and self.deal < now.deals:
            return
        self.total -= (now.deals - self.deal) * len(now.seatings)
        self.pairing = next(self._pairings, None)
        while self.pairing is not None and _who(self.pairing) in self._parted:
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
        self._parted.add(_who(now))
        return True

    def is_past(self, pairing: Pairing) -> bool:
        """Tell whether two players have met often enough."""
        return self.pairing is None or self.pairing.number > pairing.number


def _who(pairing: Pairing) -> tuple[int, tuple[int, int]]:
    """Return who meets at which match, in whatever round."""
    return pairing.match, pairing.players
