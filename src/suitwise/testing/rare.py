"""Players who stick to a whim, so that games come where random ones don't: to the rare and to extremes.

A whim prefers moves by their first letter and by their last, of cards the suit and the rank: so one
suit is held back to the end, or high cards are played first. All seats may share it, each have its own,
or one seat want the opposite of the others.

A hunt plays one deal again and again: of some tastes, in which one seat wants the opposite of the
others, it keeps to those by which that seat stood highest at some time, or lowest, and changes them a
little. So games end as they hardly ever do at random: all tricks go to one, say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import chain, islice
from math import isclose
from random import Random
from typing import Any, TypeAlias

from suitwise.game import CHANCE, OVER, Record, State, draw, record_of
from suitwise.testing.facts import hold_returns
from suitwise.testing.trial import CUT_OFF, Trial, can_draw, promise, shown

_WAYS = 4
_MOST_WEIGHED = 256
"""Among how many moves a whim chooses, where there are more."""
_FRESH, _CHANGED = 6, 10
"""How many games of a hunt are played by fresh tastes, and how many by changed ones."""
_SHARE = 0.15
"""How much of a taste is changed."""
_FIRST, _LAST, _WHOLE, _PLACE = range(4)
_SCALES = (1.0, 0.3, 0.3, 6.0)
"""How much a move's first letter, its last, its whole text and its place in the list count: that among
those of the same first letter, so of a suit the lowest or the highest, say."""
_OWN = 0.3
"""How much a seat's own likings count beside those that all share."""

Choice: TypeAlias = Callable[[int, Collection[Any]], Any]
"""The move that a seat makes of those that are legal."""
Play: TypeAlias = tuple[list[State[Any]], list[Any]]
"""A game's states from the start on, and its moves."""


class Whims:
    """What the seats prefer in one game.

    Args:
        trial: the game on trial.
        number: the number of the game; every fourth has whims of the same kind.

    >>> from suitwise.testing import Kuhn
    >>> whims = Whims(Trial(Kuhn()), 1)
    >>> whims.choice(0, ("p", "b")) in ("p", "b")
    True
    """

    def __init__(self, trial: Trial, number: int) -> None:
        self._random = Random(f"{trial.seed} {number}")
        self._way, self._odd = number % _WAYS, self._random.randrange(trial.game.facts.seats or 1)
        self._first = self._random.random() < 0.5
        self._weights: dict[tuple[int, int, str], float] = {}

    def choice(self, seat: int, moves: Collection[Any]) -> Any:
        """Return the move that a seat prefers."""
        return max(
            islice(iter(moves), _MOST_WEIGHED), key=lambda move: self._liking(seat, str(move))
        )

    def _liking(self, seat: int, text: str) -> tuple[float, ...]:
        who = seat if self._way == 1 else 0
        likings = [self._weight(who, place, text[place]) for place in (0, -1)]
        if self._way == 2 and seat == self._odd:
            likings = [-liking for liking in likings]
        if self._way == 3:  # the other letter is chosen at random each time
            likings[self._first] = self._random.random()
        return (likings[0], likings[1]) if self._first else (likings[1], likings[0])

    def _weight(self, who: int, place: int, letter: str) -> float:
        key = who, place, letter
        if key not in self._weights:
            self._weights[key] = self._random.random()
        return self._weights[key]


class Tastes:
    """What the seats of a hunt like: all the same, but one the opposite, and each something of its own.

    Args:
        random: where likings come from.
        odd: the seat that wants the opposite.
        likings: those there are, by the seat, -1 for all, and the trait of a move.

    >>> tastes = Tastes(Random(1), odd=0)
    >>> tastes.choice(1, ("p", "b")) in ("p", "b")
    True
    """

    def __init__(
        self, random: Random, odd: int, likings: dict[tuple[int, int, str], float] | None = None
    ) -> None:
        self._random, self._odd, self._likings = random, odd, likings or {}

    def changed(self) -> Tastes:
        """Return tastes that are a little different; what a seat likes for itself changes more often."""
        likings = {
            key: self._random.gauss(0, 1)
            if self._random.random() < (_SHARE if key[0] >= 0 else _SHARE / 2)
            else liking
            for key, liking in self._likings.items()
        }
        return Tastes(self._random, self._odd, likings)

    def choice(self, seat: int, moves: Collection[Any]) -> Any:
        """Return the move that a seat likes best."""
        some = list(islice(iter(moves), _MOST_WEIGHED))
        texts = list(map(str, some))
        alike, before = Counter(text[:1] for text in texts), Counter[str]()
        best, most = some[0], float("-inf")
        for move, text in zip(some, texts, strict=True):
            at = 2 * before[text[:1]] / max(alike[text[:1]] - 1, 1) - 1
            before[text[:1]] += 1
            liking = at * self._liking(seat, _PLACE, "")
            for trait, letters in ((_FIRST, text[:1]), (_LAST, text[-1:]), (_WHOLE, text)):
                liking += self._liking(seat, trait, letters)
            if liking > most:
                best, most = move, liking
        return best

    def _liking(self, seat: int, trait: int, letters: str) -> float:
        shared, own = self._one(-1, trait, letters), self._one(seat, trait, letters)
        return _SCALES[trait] * ((-shared if seat == self._odd else shared) + _OWN * own)

    def _one(self, seat: int, trait: int, letters: str) -> float:
        key = seat, trait, letters
        if key not in self._likings:
            self._likings[key] = self._random.gauss(0, 1)
        return self._likings[key]


def stubborn_plays(trial: Trial, games: int) -> Iterator[Play]:
    """Yield games of stubborn players: their states from the start on, and their moves."""
    for number in range(games):
        yield _played(trial, number, Whims(trial, number).choice)


def hunted_plays(
    trial: Trial, games: int, played: Callable[[int, Choice], Play] | None = None
) -> Iterator[Play]:
    """Yield games that hunt for rare ends: their states from the start on, and their moves.

    Args:
        trial: the game on trial.
        games: how many.
        played: how a deal of a number is played by a choice; by positions where left out.
    """
    play = played or (lambda number, choose: _played(trial, number, choose))
    seats, length = max(trial.game.facts.seats, 1), _FRESH + _CHANGED
    for number in range(-(-games // length)):
        random, most = Random(f"{trial.seed} hunt {number}"), float("-inf")
        odd, wanted = random.randrange(seats), random.choice((-1, 1))
        liked = Tastes(random, odd)
        for step in range(min(length, games - number * length)):
            tastes = Tastes(random, odd) if step < _FRESH else liked.changed()
            states, moves = play(number, tastes.choice)
            yield states, moves
            stood = max(wanted * state.returns()[odd] for state in states[len(states) // 2 :])
            if stood >= most:
                most, liked = stood, tastes


def _played(trial: Trial, number: int, choose: Choice) -> Play:
    index, state = 0, trial.game.start()
    states, moves = [state], []
    for _ in range(trial.game.facts.longest_game or CUT_OFF):
        legal = state.moves() if state.turn != OVER else ()
        if len(legal) == 0:
            break
        if state.turn == CHANCE and can_draw([state.weight(move) for move in legal]):
            move, index = draw(state, trial.seed, number, index)
        else:
            move = choose(max(state.turn, 0), legal)
        state = state.after(move)
        trial.moved()
        states.append(state)
        moves.append(move)
    return states, moves


# --------------------------------------------------------------------------------------------------
# The check of scores in rare ends: a rule of the score that random play hardly ever meets is met
#
# Half of what can be wrong with a score is known without another opinion: it is out of range, partners
# get different things, a record replays to something else. The other half is found by a slow definition
# of the author's own, from the rule book, that rules the record of every game played here.

_HUNTED = 8
"""How many games that hunt for rare ends there are to each random one."""


@promise
def check_scores(trial: Trial) -> None:
    """Where a game ends rarely its returns are in range, equal within a side, and those of its record.

    And they are those of the slow definition, where one is given. Besides random games there are eight
    times as many in which the seats keep to tastes that bring one of them as high, or low, as can be.
    """
    for play in chain(trial.plays(), hunted_plays(trial, _HUNTED * trial.games)):
        if play[0][-1].turn == OVER:
            _check_end(trial, play)


def _check_end(trial: Trial, play: Play) -> None:
    states, moves = play
    end = states[-1]
    hold_returns(trial, end)
    record = record_of(states[0], moves, end)
    told = f"the record of a game that ends in {shown(end)}"
    replayed: list[State[Any]] = trial.tried(
        told, partial(list, Record.parse(str(record)).states())
    )
    if replayed[-1] != end:
        raise trial.broken(f"{told} replays to {shown(replayed[-1])}")
    if trial.slow_returns is None:
        return
    slow = tuple(
        trial.tried(f"the slow definition, of {told},", partial(trial.slow_returns, record))
    )
    got = end.returns()
    if len(slow) != len(got) or not all(map(partial(isclose, abs_tol=1e-6), slow, got)):
        raise trial.broken(
            f"{shown(end)} returns {_numbers(got)}, the slow definition gives {_numbers(slow)}"
        )


def _numbers(returns: tuple[float, ...]) -> str:
    return " ".join(f"{value:g}" for value in returns)
