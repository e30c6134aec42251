"""The checks of values and texts: a state stays what it is, equals its text, follows from its seed."""

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
from suitwise.testing.facts import hold_returns
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
    """A state is a value: moves made from it leave it as it was, and lead to the same places."""
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
    """States are equal if and only if their texts are; equal states hash alike."""
    seen: dict[str, State[Any]] = {}
    for state in trial.states():
        twin = seen.setdefault(str(state), state)
        trial.require(twin == state, f"two states with the text {shown(state)} differ")
        trial.require(hash(twin) == hash(state), f"{shown(state)} has two hashes")
    for first, second in combinations(spread(list(seen.values()), MOST_LISTED), 2):
        trial.require(first != second, f"{shown(first)} and {shown(second)} are equal")


@promise
def check_seeds(trial: Trial) -> None:
    """The same seed plays the same game and samples the same worlds."""
    for number, (first, again) in enumerate(zip(trial.plays(), trial.plays(), strict=True)):
        trial.require(first == again, f"seed {trial.seed} plays two different games")
        for place, state in enumerate(spread(first[0], STATES_SAMPLED, number)):
            for seat in range(trial.game.facts.seats):
                world, other = (state.resample(seat, trial.seed, place) for _ in range(2))
                told = f"two worlds for seat {seat} in {shown(state)}"
                trial.require(world == other, f"seed {trial.seed} samples {told}")


# --- Text of variants, states and records ---------------------------------------------------------

_STRANGE = ("", " ", "\x00", "\n", "-1", "\u00b2", "\u00e9" * 50, "(" * 99, "9" * 5000, "\ud800")
"""Texts on which careless readers stumble; int takes neither ² nor 5000 digits."""
_NOTHING = ("", " ", "\x00")
"""Texts that are no move of any game."""

_T = TypeVar("_T")


@promise
def check_variant_text(trial: Trial) -> None:
    """The variant's text finds the variant again, and its states know it."""
    again = trial.tried("its text", partial(load, str(trial.game)))
    trial.require(again == trial.game, f"its text loads {again!r}, not {trial.game!r}")
    for state in trial.states():
        trial.require(state.game == trial.game, f"{shown(state)} is of {state.game!r}")


@promise
def check_state_text(trial: Trial) -> None:
    """A state is one line of text that parses back to an equal state."""
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
    """Text that is no state or no move is refused with ``NotationError``, nothing else.

    ``why_not`` has a reason for a text that is no move.
    Texts of states and moves are mistyped in every way at some places. What is read all the same
    must be sound: a state that prints, reads back, and knows its moves and its returns.
    """
    for state in spread(list(trial.states()), STATES_MISREAD):
        for text in (*_STRANGE, *mistyped(str(state))):
            found = _refused_or(trial, "state", trial.game.parse, text)
            if found is not None:
                trial.tried(
                    f"the state {text[:60]!r} is read, but", partial(_look_at, trial, found)
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
    """A text that is no move is not legal: ``why_not`` has a reason for it, and raises nothing."""
    why = trial.tried(f"why not the text {text[:60]!r}", partial(state.why_not, text))
    if not (isinstance(why, str) and why):
        raise trial.broken(f"the text {text[:60]!r} is no move and has no why not")


def _refused_or(trial: Trial, what: str, read: Callable[[str], _T], text: str) -> _T | None:
    """Read a text: None if it is refused as it should be."""
    return trial.tried(f"the {what} {text[:60]!r}", partial(_none_if_refused, read, text))


def _none_if_refused(read: Callable[[str], _T], text: str) -> _T | None:
    try:
        return read(text)
    except NotationError:
        return None


def _look_at(trial: Trial, state: State[Any]) -> None:
    """Ask a state all that a player asks of it."""
    if trial.game.parse(str(state)) != state:
        raise trial.broken(f"the state {shown(state)} reads back as another")
    if (len(state.moves()) > 0) != (state.turn != OVER):
        raise trial.broken(f"the state {shown(state)} has moves or is over, not both")
    state.returns()


@promise
def check_records(trial: Trial) -> None:
    """A record replays to the same states, as text and through JSON."""
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


# --- Whims: players that reach rare positions -----------------------------------------------------
#
# A whim prefers moves by their first letter and by their last, of cards the suit and the rank: so one
# suit is held back to the end, or high cards are played first. All seats may share it, each have its
# own, or one seat want the opposite of the others.
#
# A hunt plays one deal again and again: of some tastes, in which one seat wants the opposite of the
# others, it keeps to those by which that seat stood highest at some time, or lowest, and changes them a
# little. So games end as they hardly ever do at random: all tricks go to one, say.

_WAYS = 4
_MOST_WEIGHED = 256
"""Among how many moves a whim chooses, where there are more."""
_FRESH, _CHANGED = 6, 10
"""Games of a hunt played by fresh tastes, and by changed ones."""
_SHARE = 0.15
"""The share of a taste that is changed."""
_FIRST, _LAST, _WHOLE, _PLACE = range(4)
_SCALES = (1.0, 0.3, 0.3, 6.0)
"""How much a move's first letter, its last, its whole text and its place in the list count: that among
those of the same first letter, so of a suit the lowest or the highest, say."""
_OWN = 0.3
"""The weight of a seat's own preferences against the shared ones."""

Choice: TypeAlias = Callable[[int, Collection[Any]], Any]
"""The move that a seat makes of those that are legal."""
Play: TypeAlias = tuple[list[State[Any]], list[Any]]
"""A game's states from the start on, and its moves."""


class Whims:
    """The preferences of the seats in one game.

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
    """The preferences in a hunt: shared, reversed for one seat, with a part of each seat's own.

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


# --- Scores in rare ends --------------------------------------------------------------------------
#
# Half of what can be wrong with a score is known without another opinion: it is out of range, partners
# get different things, a record replays to something else. The other half is found by a slow definition
# of the author's own, from the rule book, that rules the record of every game played here.

_HUNTED = 8
"""Games that hunt for rare ends for each random one."""


@promise
def check_scores(trial: Trial) -> None:
    """In rare ends returns are in range, equal within a side, and those of the record.

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
