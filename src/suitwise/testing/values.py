"""Checks of states as values, of texts and records, and of scores in rare endings.

Random play hardly ever reaches rare endings, such as all tricks for one side. Two kinds of players do:
those with random preferences in a single game (``Whims``), and those whose preferences evolve over many
games of the same deal (``Tastes``).
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
    """Check that states never change, and that a move from a state always leads to the same state.

    So a caller undoes a move by going back to the earlier state.
    """
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
        for index, state in enumerate(spread(first[0], STATES_SAMPLED, number)):
            for seat in range(trial.game.facts.seats):
                world, other = (state.resample(seat, trial.seed, index) for _ in range(2))
                fault = f"two worlds for seat {seat} in {shown(state)}"
                trial.require(world == other, f"seed {trial.seed} samples {fault}")


# --- Text of variants, states and records ---------------------------------------------------------

_HOSTILE = ("", " ", "\x00", "\n", "-1", "\u00b2", "\u00e9" * 50, "(" * 99, "9" * 5000, "\ud800")
"""Texts that break careless parsers: ``int`` refuses ², although ``"²".isdigit()`` is true, and 5000
digits; a lone surrogate can't be encoded."""
_NEVER_MOVES = ("", " ", "\x00")
"""Texts that no game may read as a move."""

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

    The invalid texts are hostile ones, and the texts of states and moves with typing errors. A text with
    an error may still be valid. If it is read as a state, that state must be consistent. If it is not
    read as a move, ``why_not`` must give a reason.
    """
    for state in spread(list(trial.states()), STATES_MISREAD):
        for text in (*_HOSTILE, *mistyped(str(state))):
            other = _parsed_or_none(trial, "state", trial.game.parse, text)
            if other is not None:
                trial.tried(
                    f"the state {text[:60]!r} is read, but", partial(_check_valid, trial, other)
                )
        if _parsed_or_none(trial, "state", trial.game.parse, f"\x00{state}") is not None:
            raise trial.broken(f"{shown(state)} is read after a null character")
        move = next(iter(state.moves()), "")
        for text in (*_HOSTILE, *mistyped(str(move))):
            if _parsed_or_none(trial, "move", state.parse_move, text) is None:
                _check_no_move(trial, state, text)
        for text in _NEVER_MOVES:
            if _parsed_or_none(trial, "move", state.parse_move, text) is not None:
                raise trial.broken(f"the text {text!r} is read as a move")


def _check_no_move(trial: Trial, state: State[Any], text: str) -> None:
    """Check that ``why_not`` gives a reason for a text that is not a move, and raises nothing."""
    why = trial.tried(f"why not the text {text[:60]!r}", partial(state.why_not, text))
    if not (isinstance(why, str) and why):
        raise trial.broken(f"the text {text[:60]!r} is no move and has no why not")


def _parsed_or_none(trial: Trial, kind: str, parse: Callable[[str], _T], text: str) -> _T | None:
    """Parse a text; return None if that raises ``NotationError``. Any other error breaks the promise."""

    def parsed() -> _T | None:
        try:
            return parse(text)
        except NotationError:
            return None

    return trial.tried(f"the {kind} {text[:60]!r}", parsed)


def _check_valid(trial: Trial, state: State[Any]) -> None:
    """Check that a state's text parses back, that it has moves unless over, and that it has returns."""
    if trial.game.parse(str(state)) != state:
        raise trial.broken(f"the state {shown(state)} reads back as another")
    has_moves, is_over = len(state.moves()) > 0, state.turn == OVER
    if has_moves == is_over:
        raise trial.broken(f"the state {shown(state)} has moves or is over, not both")
    state.returns()  # must not raise


@promise
def check_records(trial: Trial) -> None:
    """Check that records replay to the same states and survive text and JSON."""
    for states, moves in trial.plays():
        record = record_of(states[0], moves, states[-1])
        parsed = trial.tried("a record's text", partial(Record.parse, str(record)))
        trial.require(parsed == record, "a record's text reads back as another record")
        decoded = trial.tried("a record as JSON", partial(_through_json, record))
        trial.require(decoded == record, "a record through JSON is another record")
        replayed = trial.tried("replaying a record", partial(_replayed, parsed))
        trial.require(replayed == states, "a record replays to other states")


def _through_json(record: Record) -> Record:
    return Record.from_json(json.loads(json.dumps(record.as_json())))


def _replayed(record: Record) -> list[State[Any]]:
    return list(record.states())


# --- Players with preferences, which reach rare endings -------------------------------------------
#
# A *stubborn* player has whims: it prefers moves by the first and the last letter of their text, which
# for cards are suit and rank. It may, for example, hold back a suit to the end or play high cards first.
#
# A *hunt* plays one deal again and again, to bring one seat, the *contrary* one, an extreme score, for
# example all tricks or none. The contrary seat wants the opposite of the others. The first six games use
# random tastes. Each later game uses a changed copy of the best tastes so far: those with the most
# extreme score of that seat in the second half of a game.

_WAYS = 4
_SHARED, _EACH_ITS_OWN, _REVERSED, _PARTLY_RANDOM = range(_WAYS)
"""The kinds of whims: shared by all seats, different for each seat, reversed for one seat, or with the
less important letter scored at random each time."""
_MOST_WEIGHED = 256
"""The most moves that a player with preferences considers."""
_FRESH, _CHANGED = 6, 10
"""The number of games of a hunt with random tastes, and with changed copies of the best."""
_REDRAWN = 0.15
"""The probability that a preference of a single seat is drawn anew in a changed copy. For a shared
preference it is half of that."""
_FIRST, _LAST, _WHOLE, _RANK = range(4)
"""The traits of a move: its first letter, its last letter, its whole text, and its rank among the moves
with the same first letter (so the lowest or the highest card of a suit, say)."""
_TRAIT_WEIGHTS = (1.0, 0.3, 0.3, 6.0)
_OWN_WEIGHT = 0.3
"""The weight of a seat's own preferences, relative to the shared ones."""
_EVERYONE = -1
"""The seat under which shared preferences are stored."""

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
        self._way = number % _WAYS
        self._contrary = self._random.randrange(trial.game.facts.seats or 1)
        # The index of the more important letter: 0 for the first, 1 for the last.
        self._important = 0 if self._random.random() < 0.5 else 1
        self._scores: dict[tuple[int, int, str], float] = {}

    def choice(self, seat: int, moves: Collection[Any]) -> Any:
        """Return the move that a seat prefers."""
        considered = islice(iter(moves), _MOST_WEIGHED)
        return max(considered, key=lambda move: self._preference(seat, str(move)))

    def _preference(self, seat: int, text: str) -> tuple[float, float]:
        """Return the scores of the first and the last letter of a move, the more important one first."""
        owner = seat if self._way == _EACH_ITS_OWN else 0
        scores = [self._score(owner, index, text[index]) for index in (0, -1)]
        if self._way == _REVERSED and seat == self._contrary:
            scores = [-score for score in scores]
        if self._way == _PARTLY_RANDOM:
            scores[1 - self._important] = self._random.random()
        return scores[self._important], scores[1 - self._important]

    def _score(self, owner: int, index: int, letter: str) -> float:
        """Return the score of a letter at the start (0) or the end (-1); it is random, but stays."""
        key = owner, index, letter
        if key not in self._scores:
            self._scores[key] = self._random.random()
        return self._scores[key]


class Tastes:
    """The preferences of the players in a hunt.

    A seat's preference for a move is a weighted sum over the traits of the move. All seats share one set
    of preferences, which the contrary seat reverses. Each seat adds weaker preferences of its own.

    Args:
        random: the source of new preferences.
        contrary: the seat that wants the opposite of the others.
        preferences: by seat (-1 for the shared ones), trait, and the letters of that trait.

    >>> tastes = Tastes(Random(1), contrary=0)
    >>> tastes.choice(1, ("p", "b")) in ("p", "b")
    True
    """

    def __init__(
        self,
        random: Random,
        contrary: int,
        preferences: dict[tuple[int, int, str], float] | None = None,
    ) -> None:
        self._random, self._contrary = random, contrary
        self._preferences = preferences or {}

    def changed(self) -> Tastes:
        """Return a copy in which some preferences are drawn anew, shared ones less often."""
        preferences = {
            (seat, trait, letters): self._random.gauss(0, 1)
            if self._random.random() < (_REDRAWN / 2 if seat == _EVERYONE else _REDRAWN)
            else preference
            for (seat, trait, letters), preference in self._preferences.items()
        }
        return Tastes(self._random, self._contrary, preferences)

    def choice(self, seat: int, moves: Collection[Any]) -> Any:
        """Return the move that a seat likes best."""
        considered = list(islice(iter(moves), _MOST_WEIGHED))
        texts = list(map(str, considered))
        same_letter, before = Counter(text[:1] for text in texts), Counter[str]()
        best, highest = considered[0], float("-inf")
        for move, text in zip(considered, texts, strict=True):
            # The rank among the moves with the same first letter, scaled to -1..1.
            rank = 2 * before[text[:1]] / max(same_letter[text[:1]] - 1, 1) - 1
            before[text[:1]] += 1
            total = rank * self._weighted(seat, _RANK, "")
            for trait, letters in ((_FIRST, text[:1]), (_LAST, text[-1:]), (_WHOLE, text)):
                total += self._weighted(seat, trait, letters)
            if total > highest:
                best, highest = move, total
        return best

    def _weighted(self, seat: int, trait: int, letters: str) -> float:
        """Return a seat's preference, shared plus own, for the letters of a trait, times its weight."""
        shared = self._preference(_EVERYONE, trait, letters)
        own = self._preference(seat, trait, letters)
        if seat == self._contrary:
            shared = -shared
        return _TRAIT_WEIGHTS[trait] * (shared + _OWN_WEIGHT * own)

    def _preference(self, seat: int, trait: int, letters: str) -> float:
        key = seat, trait, letters
        if key not in self._preferences:
            self._preferences[key] = self._random.gauss(0, 1)
        return self._preferences[key]


def stubborn_plays(trial: Trial, games: int) -> Iterator[Play]:
    """Yield games of stubborn players, each of another deal."""
    for number in range(games):
        yield _play_deal(trial, number, Whims(trial, number).choice)


def hunted_plays(
    trial: Trial, games: int, play_deal: Callable[[int, Choice], Play] | None = None
) -> Iterator[Play]:
    """Yield the games of hunts for extreme scores.

    Args:
        trial: the game to check.
        games: the number of games; each hunt has 16, the last one may be cut short.
        play_deal: plays deal number n, with a function that chooses the moves; by default on the game's
            own states (``batches`` passes one that plays on arrays).
    """
    play_deal = play_deal or partial(_play_deal, trial)
    seats, length = max(trial.game.facts.seats, 1), _FRESH + _CHANGED
    for number in range(-(-games // length)):
        random, highest = Random(f"{trial.seed} hunt {number}"), float("-inf")
        contrary = random.randrange(seats)
        direction = random.choice((-1, 1))  # whether this hunt wants that seat's score low or high
        best = Tastes(random, contrary)
        for step in range(min(length, games - number * length)):
            tastes = Tastes(random, contrary) if step < _FRESH else best.changed()
            states, moves = play_deal(number, tastes.choice)
            yield states, moves
            second_half = states[len(states) // 2 :]
            score = max(direction * state.returns()[contrary] for state in second_half)
            if score >= highest:
                highest, best = score, tastes


def _play_deal(trial: Trial, number: int, choose: Choice) -> Play:
    """Play a game. Its number selects the outcomes of chance; a function chooses the moves of the seats.

    The game is cut off after its declared maximum of moves, and where it has no legal moves before its
    end. Other checks report these faults.
    """
    index = 0  # the position in the random stream of the chance outcomes
    state = trial.game.start()
    states, moves = [state], []
    for _ in range(trial.game.facts.longest_game or CUT_OFF):
        legal = state.moves() if state.turn != OVER else ()
        if len(legal) == 0:
            break
        if state.turn == CHANCE and can_draw([state.weight(move) for move in legal]):
            move, index = draw(state, trial.seed, number, index)
        else:
            # Chance with faulty weights, which another check reports, is treated like seat 0.
            move = choose(max(state.turn, 0), legal)
        state = state.after(move)
        trial.moved()
        states.append(state)
        moves.append(move)
    return states, moves


# --- Scores in rare endings -----------------------------------------------------------------------
#
# Some faults of a score are visible without a second implementation: it is out of range, partners get
# different returns, or a record replays to another end. The rest need a *slow definition*: a second,
# simple implementation that the game's author writes from the rule book. It scores the record of a game.

_HUNTED = 8
"""The number of games in hunts for each random game."""


@promise
def check_scores(trial: Trial) -> None:
    """Check the returns of finished games: range, equality within a side, and those of the record.

    They are also compared with the slow definition, if there is one. For each random game, hunts for
    extreme scores play eight more.
    """
    for play in chain(trial.plays(), hunted_plays(trial, _HUNTED * trial.games)):
        if play[0][-1].turn == OVER:
            _check_end(trial, play)


def _check_end(trial: Trial, play: Play) -> None:
    """Check the returns of a finished game, and that its record replays to the same end."""
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
