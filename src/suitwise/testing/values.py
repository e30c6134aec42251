"""Checks of states as values, of texts and records, and of scores in rare endings.

Rare endings are reached by players with preferences: ``Whims`` for single games, ``Tastes`` for hunts,
in which the preferences evolve over many games of the same deal.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import chain, combinations, islice
from math import isclose
from random import Random
from typing import Any, TypeAlias, TypeVar

from suitwise.errors import NotationError
from suitwise.game import CHANCE, OVER, Record, State, draw, load, record_of
from suitwise.testing.facts import require_returns
from suitwise.testing.trial import (
    CUT_OFF,
    MOST_LISTED,
    STATES_MISREAD,
    STATES_SAMPLED,
    Trial,
    can_draw,
    mistyped,
    promise,
    same_moves,
    shown,
    some,
    spread,
)


@promise
def check_undo(trial: Trial) -> None:
    """Check that states are immutable, and that a move from a state always leads to the same state."""
    for states, moves in trial.plays():
        texts = [str(state) for state in states]
        for state, move, after in zip(states, moves, states[1:], strict=False):
            for other in some(state.moves())[:4]:
                state.after(other)
            trial.require(state.after(move) == after, f"{move} leads elsewhere the second time")
        if texts != [str(state) for state in states]:
            raise trial.broken("a state changed when moves were made from it")


@promise
def check_equality(trial: Trial) -> None:
    """Check that states are equal if and only if their texts are, and that equal states hash alike."""
    seen: dict[str, State[Any]] = {}
    for state in trial.states():
        twin = seen.setdefault(str(state), state)
        trial.require(twin == state, f"two states with the text {shown(state)} differ")
        trial.require(hash(twin) == hash(state), f"{shown(state)} has two hashes")
    for first, second in combinations(spread(list(seen.values()), MOST_LISTED), 2):
        trial.require(first != second, f"{shown(first)} and {shown(second)} are equal")


@promise
def check_seeds(trial: Trial) -> None:
    """Check that the same seed gives the same games and the same sampled worlds."""
    for number, (first, again) in enumerate(zip(trial.plays(), trial.plays(), strict=True)):
        trial.require(first == again, f"seed {trial.seed} plays two different games")
        for place, state in enumerate(spread(first[0], STATES_SAMPLED, number)):
            for seat in range(trial.game.facts.seats):
                world, other = (state.resample(seat, trial.seed, place) for _ in range(2))
                fault = f"two worlds for seat {seat} in {shown(state)}"
                trial.require(world == other, f"seed {trial.seed} samples {fault}")


# --- Text of variants, states and records ---------------------------------------------------------

_STRANGE = ("", " ", "\x00", "\n", "-1", "\u00b2", "\u00e9" * 50, "(" * 99, "9" * 5000, "\ud800")
"""Texts that break careless parsers; ``int`` accepts neither ² nor 5000 digits."""
_NOTHING = ("", " ", "\x00")
"""Texts that are not moves of any game."""

_T = TypeVar("_T")


@promise
def check_variant_text(trial: Trial) -> None:
    """Check that the variant's text loads the variant, and that all states have it as their game."""
    again = trial.tried("its text", partial(load, str(trial.game)))
    trial.require(again == trial.game, f"its text loads {again!r}, not {trial.game!r}")
    for state in trial.states():
        trial.require(state.game == trial.game, f"{shown(state)} is of {state.game!r}")


@promise
def check_state_text(trial: Trial) -> None:
    """Check that the text of a state is one line that parses to an equal state."""
    for state in trial.states():
        text = str(state)
        if text.strip().splitlines() != [text]:
            raise trial.broken(
                f"the state {text[:100]!r} is not one line without blanks at its ends"
            )
        again = trial.tried(f"the text {shown(state)}", partial(trial.game.parse, text))
        trial.require(again == state, f"{shown(state)} parses back as {shown(again)}")
        trial.require(hash(again) == hash(state), f"{shown(state)} hashes differently parsed")
        trial.require(again.turn == state.turn, f"{shown(state)} has another turn parsed")
        if not same_moves(again.moves(), state.moves()):
            raise trial.broken(f"{shown(state)} has other moves parsed")


@promise
def check_hostile_text(trial: Trial) -> None:
    """Check that invalid texts raise ``NotationError`` and nothing else.

    Texts of states and moves are mistyped in many ways. If a mistyped text can be parsed nevertheless,
    it must give a valid state, with a text that can be parsed, moves and returns. ``why_not`` must give
    a reason for a text that is not a move.
    """
    for state in spread(list(trial.states()), STATES_MISREAD):
        for text in (*_STRANGE, *mistyped(str(state))):
            other = _refused_or(trial, "state", trial.game.parse, text)
            if other is not None:
                trial.tried(
                    f"the state {text[:60]!r} is read, but", partial(_check_valid, trial, other)
                )
        if _refused_or(trial, "state", trial.game.parse, f"\x00{state}") is not None:
            raise trial.broken(f"{shown(state)} is read after a null character")
        move = next(iter(state.moves()), "")
        for text in (*_STRANGE, *mistyped(str(move))):
            if _refused_or(trial, "move", state.parse_move, text) is None:
                _check_no_move(trial, state, text)
        for text in _NOTHING:
            if _refused_or(trial, "move", state.parse_move, text) is not None:
                raise trial.broken(f"the text {text!r} is read as a move")


def _check_no_move(trial: Trial, state: State[Any], text: str) -> None:
    """Check that ``why_not`` gives a reason for a text that is not a move, and raises nothing."""
    why = trial.tried(f"why not the text {text[:60]!r}", partial(state.why_not, text))
    if not (isinstance(why, str) and why):
        raise trial.broken(f"the text {text[:60]!r} is no move and has no why not")


def _refused_or(trial: Trial, what: str, read: Callable[[str], _T], text: str) -> _T | None:
    """Parse a text; return None if it raises ``NotationError``."""
    return trial.tried(f"the {what} {text[:60]!r}", partial(_none_if_refused, read, text))


def _none_if_refused(read: Callable[[str], _T], text: str) -> _T | None:
    try:
        return read(text)
    except NotationError:
        return None


def _check_valid(trial: Trial, state: State[Any]) -> None:
    """Check that a state has a text that can be parsed, moves unless it is over, and returns."""
    if trial.game.parse(str(state)) != state:
        raise trial.broken(f"the state {shown(state)} reads back as another")
    if (len(state.moves()) > 0) != (state.turn != OVER):
        raise trial.broken(f"the state {shown(state)} has moves or is over, not both")
    state.returns()


@promise
def check_records(trial: Trial) -> None:
    """Check that records replay to the same states and survive text and JSON."""
    for states, moves in trial.plays():
        record = record_of(states[0], moves, states[-1])
        again = trial.tried("a record's text", partial(Record.parse, str(record)))
        trial.require(again == record, "a record's text reads back as another record")
        plain = trial.tried("a record as JSON", partial(_through_json, record))
        trial.require(plain == record, "a record through JSON is another record")
        replayed = trial.tried("replaying a record", partial(_replayed, again))
        trial.require(replayed == states, "a record replays to other states")


def _through_json(record: Record) -> Record:
    return Record.from_json(json.loads(json.dumps(record.as_json())))


def _replayed(record: Record) -> list[State[Any]]:
    return list(record.states())


# --- Players with preferences, which reach rare positions -----------------------------------------
#
# A *stubborn* player has whims: it prefers moves by the first and the last letter of their text, which
# for cards are suit and rank. It may, for example, hold back a suit to the end or play high cards first.
# All seats may share the preferences, each may have its own, or one seat may want the opposite of the
# others.
#
# A *hunt* plays one deal many times to reach an extreme score, such as all tricks for one side. It is an
# evolutionary search over tastes, preferences by which one seat wants the opposite of the others: after
# some random tastes it keeps the best so far, those that brought that seat the highest (or the lowest)
# score at some time, and plays on with slightly changed copies of them.

_WAYS = 4
_SHARED, _EACH_ITS_OWN, _REVERSED, _PARTLY_RANDOM = range(_WAYS)
"""The kinds of whims: the same for all seats, different for each, reversed for one seat, or with the
less important letter at random each time."""
_MOST_WEIGHED = 256
"""The most moves among which such a player chooses."""
_FRESH, _CHANGED = 6, 10
"""The games of a hunt with random tastes, and with changed ones."""
_SHARE = 0.15
"""The share of a taste that is changed."""
_FIRST, _LAST, _WHOLE, _PLACE = range(4)
"""The traits of a move: its first letter, its last letter, its whole text, and its place among the moves
with the same first letter (so the lowest or the highest card of a suit, say)."""
_SCALES = (1.0, 0.3, 0.3, 6.0)
"""The weights of these traits."""
_OWN = 0.3
"""The weight of a seat's own preferences, relative to the shared ones."""

Choice: TypeAlias = Callable[[int, Collection[Any]], Any]
"""A function that chooses a move for a seat among the legal ones."""
Play: TypeAlias = tuple[list[State[Any]], list[Any]]
"""A game: its states from the start on, and its moves."""


class Whims:
    """The preferences of stubborn players in one game.

    Args:
        trial: the game to check.
        number: the number of the game; its remainder modulo 4 selects the kind of whims.

    >>> from suitwise.testing import Kuhn
    >>> whims = Whims(Trial(Kuhn()), 1)
    >>> whims.choice(0, ("p", "b")) in ("p", "b")
    True
    """

    def __init__(self, trial: Trial, number: int) -> None:
        self._random = Random(f"{trial.seed} {number}")
        self._way, self._odd = number % _WAYS, self._random.randrange(trial.game.facts.seats or 1)
        self._first = self._random.random() < 0.5  # whether the first letter is the important one
        self._weights: dict[tuple[int, int, str], float] = {}

    def choice(self, seat: int, moves: Collection[Any]) -> Any:
        """Return the move that a seat prefers."""
        return max(
            islice(iter(moves), _MOST_WEIGHED), key=lambda move: self._score(seat, str(move))
        )

    def _score(self, seat: int, text: str) -> tuple[float, ...]:
        """Return the preferences for the first and the last letter, the more important one first."""
        who = seat if self._way == _EACH_ITS_OWN else 0
        scores = [self._weight(who, place, text[place]) for place in (0, -1)]
        if self._way == _REVERSED and seat == self._odd:
            scores = [-score for score in scores]
        if self._way == _PARTLY_RANDOM:
            scores[self._first] = self._random.random()
        return (scores[0], scores[1]) if self._first else (scores[1], scores[0])

    def _weight(self, who: int, place: int, letter: str) -> float:
        key = who, place, letter
        if key not in self._weights:
            self._weights[key] = self._random.random()
        return self._weights[key]


class Tastes:
    """The preferences of the players in a hunt: shared, reversed for one seat, plus each seat's own.

    Args:
        random: the source of new preferences.
        odd: the seat that wants the opposite.
        likings: preferences by seat (-1 for the shared ones), trait, and the letters of that trait.

    >>> tastes = Tastes(Random(1), odd=0)
    >>> tastes.choice(1, ("p", "b")) in ("p", "b")
    True
    """

    def __init__(
        self, random: Random, odd: int, likings: dict[tuple[int, int, str], float] | None = None
    ) -> None:
        self._random, self._odd, self._likings = random, odd, likings or {}

    def changed(self) -> Tastes:
        """Return slightly changed tastes; a seat's own preferences change more often."""
        likings = {
            key: self._random.gauss(0, 1)
            if self._random.random() < (_SHARE if key[0] >= 0 else _SHARE / 2)
            else liking
            for key, liking in self._likings.items()
        }
        return Tastes(self._random, self._odd, likings)

    def choice(self, seat: int, moves: Collection[Any]) -> Any:
        """Return the move that a seat likes best."""
        weighed = list(islice(iter(moves), _MOST_WEIGHED))
        texts = list(map(str, weighed))
        same_letter, before = Counter(text[:1] for text in texts), Counter[str]()
        best, most = weighed[0], float("-inf")
        for move, text in zip(weighed, texts, strict=True):
            # The place among the moves with the same first letter, from -1 to 1.
            place = 2 * before[text[:1]] / max(same_letter[text[:1]] - 1, 1) - 1
            before[text[:1]] += 1
            liking = place * self._liking(seat, _PLACE, "")
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
    """Yield games of stubborn players."""
    for number in range(games):
        yield _played(trial, number, Whims(trial, number).choice)


def hunted_plays(
    trial: Trial, games: int, played: Callable[[int, Choice], Play] | None = None
) -> Iterator[Play]:
    """Yield the games of hunts for extreme scores.

    Args:
        trial: the game to check.
        games: the number of games.
        played: plays the deal with a number by a choice; by default with the game's states.
    """
    play = played or (lambda number, choose: _played(trial, number, choose))
    seats, length = max(trial.game.facts.seats, 1), _FRESH + _CHANGED
    for number in range(-(-games // length)):
        random, most = Random(f"{trial.seed} hunt {number}"), float("-inf")
        odd, direction = random.randrange(seats), random.choice((-1, 1))
        best = Tastes(random, odd)
        for step in range(min(length, games - number * length)):
            tastes = Tastes(random, odd) if step < _FRESH else best.changed()
            states, moves = play(number, tastes.choice)
            yield states, moves
            score = max(direction * state.returns()[odd] for state in states[len(states) // 2 :])
            if score >= most:
                most, best = score, tastes


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


# --- Scores in rare endings -----------------------------------------------------------------------
#
# Some faults of a score are visible without a second implementation: it is out of range, partners get
# different returns, or a record replays to something else. The others are found by comparing with a slow
# definition, which the author of a game writes from the rule book and which scores the record of a game.

_HUNTED = 8
"""The number of games of hunts for each random game."""


@promise
def check_scores(trial: Trial) -> None:
    """Check the returns of finished games: range, equality within a side, and those of the record.

    They are also compared with the slow definition, if one is given. Eight times as many games as the
    random ones are hunts for extreme scores.
    """
    for play in chain(trial.plays(), hunted_plays(trial, _HUNTED * trial.games)):
        if play[0][-1].turn == OVER:
            _check_end(trial, play)


def _check_end(trial: Trial, play: Play) -> None:
    states, moves = play
    end = states[-1]
    require_returns(trial, end)
    record = record_of(states[0], moves, end)
    what = f"the record of a game that ends in {shown(end)}"
    replayed: list[State[Any]] = trial.tried(
        what, partial(list, Record.parse(str(record)).states())
    )
    if replayed[-1] != end:
        raise trial.broken(f"{what} replays to {shown(replayed[-1])}")
    if trial.slow_returns is None:
        return
    slow = tuple(
        trial.tried(f"the slow definition, of {what},", partial(trial.slow_returns, record))
    )
    returns = end.returns()
    if len(slow) != len(returns) or not all(map(partial(isclose, abs_tol=1e-6), slow, returns)):
        raise trial.broken(
            f"{shown(end)} returns {_numbers(returns)}, the slow definition gives {_numbers(slow)}"
        )


def _numbers(returns: tuple[float, ...]) -> str:
    return " ".join(f"{value:g}" for value in returns)
