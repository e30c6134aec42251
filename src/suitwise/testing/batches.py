"""Check the compiled rules of a game (its ``Batch``) against its states, move by move.

A batch plays games in flat records, arrays of integers. Here its rules run as plain Python, on a record
that counts reads and writes, so that an endless loop in a rule is detected on a machine of any speed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import combinations
from math import isclose
from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.errors import SuitwiseError
from suitwise.fields import places, width
from suitwise.game import CHANCE, OVER, State, draw
from suitwise.seeds import below
from suitwise.stepping.loop import HEAD, NOBODY, NUMBER, PLIES, SEED, STREAM, Batch, note, opened
from suitwise.testing.trial import CUT_OFF, Trial, differences, entry_of, promise, shown
from suitwise.testing.values import Choice, Play, hunted_plays

_MOST_LOOKS = 1_000_000
"""The most reads and writes of the record in one call of a rule."""
_LEFT = 77
"""The number that fills a record before some deals, as if another game had left it."""
_OTHERS = 16
"""The policies of other seats are tested at one of so many moves."""
_HUNTED = 4
"""The number of games of hunts for each random game."""
_MOST_TRIED = 64
"""The most legal actions of a position at which policies are tested."""


class LoopError(Exception):
    """A rule does not end."""


class Record(np.ndarray[Any, Any]):
    """A record that counts reads and writes, and stops a rule that makes too many.

    >>> record = Record.full(3, 0)
    >>> while True:
    ...     record[0] += 1
    Traceback (most recent call last):
    suitwise.testing.batches.LoopError: it has looked at its record 1000000 times
    """

    looks: list[int]

    def __array_finalize__(self, of: Any) -> None:
        """Let slices of a record share its count."""
        self.looks = getattr(of, "looks", [0])

    @staticmethod
    def full(columns: int, number: int) -> Record:
        """Return a record filled with a number."""
        return np.full(columns, number, np.int64).view(Record)

    def again(self) -> Record:
        """Return a copy with its own count."""
        copy = self.copy()
        copy.looks = [0]
        return copy

    def _count(self) -> None:
        self.looks[0] += 1
        if self.looks[0] >= _MOST_LOOKS:
            raise LoopError(f"it has looked at its record {_MOST_LOOKS} times")

    def __getitem__(self, place: Any) -> Any:
        """Read a column."""
        self._count()
        return super().__getitem__(place)

    def __setitem__(self, place: Any, number: Any) -> None:
        """Write a column."""
        self._count()
        super().__setitem__(place, number)


@promise
def check_batch(trial: Trial) -> None:
    """Check that compiled rules agree with the game on turns, legal moves, observations and returns.

    Random games are played in records and with states in parallel, and so are hunts for extreme scores,
    in which only the ends are compared. A deal must set all columns of its record, whatever they
    contained. The outcomes of chance that it drew are reconstructed from the observations. If a batch
    can follow the game's own random streams, its games must be exactly those of the states. Games
    without compiled rules are skipped, and so are games whose compiled actions are not their moves.
    """
    entry = entry_of(trial.game)
    if not entry.batch or entry.vector:
        return
    try:
        batch: Batch = entry.loaded(entry.batch)(trial.game)
    except SuitwiseError:
        return  # this variant has no compiled rules
    facts = trial.game.facts
    if batch.fields != tuple(trial.game.observation_fields()):
        raise trial.broken("the fields of the compiled rules are not the game's observation_fields")
    if batch.options[0] != facts.seats:
        raise trial.broken(f"the compiled rules are of {batch.options[0]} seats, not {facts.seats}")
    if batch.lowest > facts.lowest_return:
        raise trial.broken(f"an illegal action gets {batch.lowest:g}, more than the lowest return")
    for number in range(trial.games):
        _Game(trial, batch, number).play()
        if batch.own is not None:
            _OwnGame(trial, batch, number).play()
    _check_ends(trial, batch)


def _check_ends(trial: Trial, batch: Batch) -> None:
    """Compare the returns at the ends of hunts for extreme scores.

    The outcomes of a deal are reconstructed once; then it is played by many tastes.
    """
    dealt: dict[int, tuple[Record, State[Any]]] = {}

    def played(number: int, choose: Choice) -> Play:
        game = _Game(trial, batch, number)
        if number not in dealt:
            state = game.begun()
            dealt[number] = game.record, state
        record, state = dealt[number]
        game.record = record.again()
        return game.hurried(state, choose)

    for _ in hunted_plays(trial, _HUNTED * trial.games, played):
        trial.moved()


class _Game:
    """A game in a record, played in parallel with the states of the game."""

    def __init__(self, trial: Trial, batch: Batch, number: int) -> None:
        self.trial, self.batch, self.number = trial, batch, number
        self.rules = batch.rules
        self.options = np.array(batch.options, np.int64)
        self.index = 0
        self.record = Record.full(batch.columns, 0)

    def called(self, rule: Callable[..., Any], record: Record, *values: Any) -> Any:
        """Call a rule as plain Python."""
        record.looks[0] = 0
        try:
            return rule(record, self.options, *values)
        except Exception as error:
            what = f"the compiled rule {getattr(rule, '__name__', rule)} at game {self.number}"
            raise self.trial.broken(f"{what} raises {type(error).__name__}: {error}") from error

    def play(self) -> None:
        """Play a random game in the record and with states, comparing them at every move."""
        state = self.begun()
        for ply in range(self.trial.game.facts.longest_game or CUT_OFF):
            actions = self.compared(state)
            if state.turn == OVER:
                return
            if ply % _OTHERS == self.number % _OTHERS:
                self.check_policies(state, actions)
            place, self.index = below(len(actions), self.trial.seed, self.number, self.index)
            action = actions[place]
            state = self.acted(state, action)

    def hurried(self, state: State[Any], choose: Choice) -> Play:
        """Play on from a deal by a choice; compare only the returns at the end."""
        states, made = [state], list[Any]()
        for _ in range(self.trial.game.facts.longest_game or CUT_OFF):
            if state.turn == OVER:
                self._check_returns(state, f"in {shown(state)} compiled rules")
                break
            actions = np.flatnonzero(self.allowed()).tolist()
            moves = [state.parse_move(self.batch.text_of(action)) for action in actions]
            made.append(choose(state.turn, moves))
            state = self.acted(state, actions[moves.index(made[-1])])
            states.append(state)
        return states, made

    def begun(self) -> State[Any]:
        """Deal into two records with different contents; return the state that was dealt."""
        deals = [self._dealt(full) for full in (0, _LEFT)]
        differs = np.flatnonzero(np.asarray(deals[0] != deals[1])[HEAD:])
        if len(differs):
            raise self.trial.broken(
                f"the deal of game {self.number} in arrays leaves column {HEAD + differs[0]} of its "
                "record as another game has left it: it fills all columns of the game's own"
            )
        self.record = deals[0]
        return self._led(self.trial.game.start(), "the deal")

    def _dealt(self, full: int) -> Record:
        seed = self.trial.seed
        record = Record.full(self.batch.columns, full)
        record[:HEAD] = 0
        record[NUMBER], record[SEED] = self.number, seed
        record[STREAM] = opened(seed, 2 * self.number + 1)
        self.called(self.rules.deal, record, seed, self.number)
        return record

    def acted(self, state: State[Any], action: int) -> State[Any]:
        """Play an action; return the state after it and after the following outcomes of chance."""
        move = state.parse_move(self.batch.text_of(action))
        self.called(self.rules.act, self.record, action)
        return self._led(state.after(move), f"{move} in {shown(state)}")

    def seen(self, seat: int) -> NDArray[np.float32]:
        """Return a seat's observation by the compiled rules."""
        seen = np.zeros(width(self.batch.fields), np.float32)
        self.called(self.rules.observe, self.record, seat, seen)
        return seen

    def allowed(self) -> NDArray[np.int8]:
        """Return the mask of legal actions of the seat on turn."""
        allowed = np.zeros(self.batch.actions, np.int8)
        self.called(self.rules.allow, self.record, allowed)
        return allowed

    def _led(self, state: State[Any], cause: str) -> State[Any]:
        """Return the state after the outcomes of chance that give the observations of the record."""
        if state.turn != CHANCE:
            return state
        target = [self.seen(seat) for seat in range(self.trial.game.facts.seats)]
        dealt = led_to(state, target)
        if dealt is None:
            raise self.trial.broken(
                f"after {cause} no outcomes of chance were found by which the seats see what compiled "
                "rules show"
            )
        return dealt

    def compared(self, state: State[Any]) -> list[int]:
        """Compare the record with a state; return the legal actions of the seat on turn."""
        where = f"in {shown(state)} compiled rules"
        turn = int(self.called(self.rules.turn, self.record))
        require, seats = self.trial.require, range(self.trial.game.facts.seats)
        right = NOBODY if state.turn == OVER else state.turn
        require(turn == right, f"{where} have the turn {turn}, not {right}")
        actions = self._legal(state, where) if turn >= 0 else []
        self._check_returns(state, where)
        for seat in seats:
            seen, other = self.seen(seat), state.observe(seat).ravel()
            for place in np.flatnonzero(seen != other)[:1]:
                fields = places(self.batch.fields).items()
                name, first = next((name, at.start) for name, at in fields if place < at.stop)
                raise self.trial.broken(
                    f"{where} show seat {seat} {seen[place]:g} at number {place - first} of {name}, "
                    f"not {other[place]:g}"
                )
        return actions

    def _check_returns(self, state: State[Any], where: str) -> None:
        seats = self.trial.game.facts.seats
        for seat, right in enumerate(state.returns() if state.turn == OVER else [0.0] * seats):
            paid = float(self.called(self.rules.outcome, self.record, seat))
            if not isclose(paid, right, abs_tol=1e-6):
                raise self.trial.broken(f"{where} give seat {seat} {paid:g}, not {right:g}")

    def _legal(self, state: State[Any], where: str) -> list[int]:
        """Compare the legal actions with the legal moves and return them."""
        actions = np.flatnonzero(self.allowed()).tolist()
        texts = {str(state.parse_move(self.batch.text_of(action))) for action in actions}
        legal = set(map(str, state.moves()))
        if texts != legal:
            raise self.trial.broken(f"{where} allow {differences(texts, legal)}")
        for action in (-1, *range(self.batch.actions), self.batch.actions):
            is_legal = bool(self.called(self.rules.is_legal, self.record, action))
            if is_legal != (action in actions):
                raise self.trial.broken(
                    f"{where} say of action {action} that it is legal: {is_legal}"
                )
        return actions

    def check_policies(self, state: State[Any], actions: Sequence[int]) -> None:
        """Check that each policy makes a legal move; skipped if chance moves next."""
        moves = [state.parse_move(self.batch.text_of(action)) for action in actions[:_MOST_TRIED]]
        if len(actions) > _MOST_TRIED or any(state.after(move).turn == CHANCE for move in moves):
            return
        after = [self.record.again() for _ in actions]
        for record, action in zip(after, actions, strict=True):
            self.called(self.rules.act, record, action)
        for policy, name in enumerate(self.batch.policies):
            record = self.record.again()
            self.called(self.rules.play_other, record, policy)
            if not any(np.array_equal(record[HEAD:], one[HEAD:]) for one in after):
                raise self.trial.broken(
                    f"in {shown(state)} the policy {name} of the compiled rules makes no legal move"
                )


class _OwnGame(_Game):
    """A game in a record that draws from the game's own random streams, as the states do."""

    def begun(self) -> State[Any]:
        """Deal from the game's own stream."""
        own = self.batch.own
        assert own is not None
        self.noted: NDArray[np.int16] = np.zeros(own.room, np.int16)
        self.made: list[str] = []
        self.chance = 0
        self.record[NUMBER], self.record[SEED] = self.number, self.trial.seed
        self.called(own.deal, self.record, self.trial.seed, self.number, self.noted)
        return self._rolled(self.trial.game.start())

    def acted(self, state: State[Any], action: int) -> State[Any]:
        """Play an action, and the following outcomes of chance from the game's own stream."""
        own, move = self.batch.own, state.parse_move(self.batch.text_of(action))
        assert own is not None
        note(self.record, self.noted, action)
        self.called(own.act, self.record, action, self.number, self.noted)
        self.made.append(str(move))
        return self._rolled(state.after(move))

    def _rolled(self, state: State[Any]) -> State[Any]:
        while state.turn == CHANCE:
            move, self.chance = draw(state, self.trial.seed, self.number, self.chance)
            self.made.append(str(move))
            state = state.after(move)
        self._check_noted(state)
        return state

    def _check_noted(self, state: State[Any]) -> None:
        """Compare the moves noted by the compiled rules with those made."""
        own, count = self.batch.own, int(self.record[PLIES])
        assert own is not None
        if count > own.room or own.room == 0:
            return
        texts = (*map(self.batch.text_of, range(self.batch.actions)), *own.texts)
        noted = [texts[number] for number in self.noted[:count].tolist()]
        if noted != self.made:
            raise self.trial.broken(
                f"compiled rules note {' '.join(noted[-5:])} on the way to {shown(state)}, not "
                f"{' '.join(self.made[-5:])}"
            )


# --- Reconstruct outcomes of chance from observations ---------------------------------------------


def led_to(state: State[Any], target: Sequence[NDArray[np.float32]]) -> State[Any] | None:
    """Find outcomes of chance after which the seats have given observations; None if that fails.

    A greedy search picks the outcome that brings the observations nearest, one after the other. Then
    local search exchanges pairs of outcomes as long as that brings the observations nearer.

    >>> from suitwise.testing import Kuhn
    >>> dealt = Kuhn().parse("QK")
    >>> str(led_to(Kuhn().start(), [dealt.observe(0), dealt.observe(1)]))
    'QK'
    """

    def distance(other: State[Any]) -> float:
        return sum(
            float(np.abs(other.observe(seat).ravel() - seen).sum())
            for seat, seen in enumerate(target)
        )

    outcomes, after = [], state
    while after.turn == CHANCE:
        nearest = min(after.moves(), key=lambda move, now=after: distance(now.after(move)))  # type: ignore[misc]
        outcomes.append(nearest)
        after = after.after(nearest)
    least, is_nearer = distance(after), True
    while least and is_nearer:
        is_nearer = False
        for one, other in combinations(reversed(range(len(outcomes))), 2):
            changed = [*outcomes]
            changed[one], changed[other] = changed[other], changed[one]
            other_end = _replayed(state, changed)
            if other_end is not None and (nearer := distance(other_end)) < least:
                outcomes, after, least, is_nearer = changed, other_end, nearer, True
    return None if least else after


def _replayed(state: State[Any], outcomes: Sequence[Any]) -> State[Any] | None:
    """Return the state after outcomes of chance; None if they are not possible in this order."""
    with suppress(SuitwiseError):
        for outcome in outcomes:
            state = state.after(outcome)
        return None if state.turn == CHANCE else state
    return None
