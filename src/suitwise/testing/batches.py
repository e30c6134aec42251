"""The check of compiled rules: a batch is held against its game, move for move.

The rules are called as the plain Python that they are. The record that they write is one that counts how
often it is read, so that a rule that goes round for ever is found out, however slow the machine is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
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
"""The most reads and writes of its record in one call of a rule."""
_LEFT = 77
"""The filling of a record before some deals, as if another game had left it."""
_OTHERS = 16
"""At about every so many moves the other seats' policies are tried."""
_HUNTED = 4
"""Games that hunt for rare ends for each random one."""
_MOST_TRIED = 64
"""Of more legal actions a policy's move is not looked for."""


class LoopError(Exception):
    """A rule goes round for ever."""


class Record(np.ndarray[Any, Any]):
    """A record that counts how often it is looked at.

    >>> record = Record.full(3, 0)
    >>> while True:
    ...     record[0] += 1
    Traceback (most recent call last):
    suitwise.testing.batches.LoopError: it has looked at its record 1000000 times
    """

    looks: list[int]

    def __array_finalize__(self, of: Any) -> None:
        """Share the count among the pieces of a record."""
        self.looks = getattr(of, "looks", [0])

    @staticmethod
    def full(columns: int, number: int) -> Record:
        """Return a record that is full of a number."""
        return np.full(columns, number, np.int64).view(Record)

    def again(self) -> Record:
        """Return a copy with a count of its own."""
        made = self.copy()
        made.looks = [0]
        return made

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
    """Compiled rules are the game's: who is on turn, what is legal, what is seen and what is got.

    Random games are played in an array and as positions at once, and games that hunt for rare ends, of
    which the ends are compared. A deal fills its record whatever stood
    there before; from what the seats see the outcomes of chance are found that give the same position.
    Where a game says how it goes on by its own streams, its games are those of its positions. A game
    without compiled rules, and one whose actions there are not its moves, is left alone.
    """
    entry = entry_of(trial.game)
    if not entry.batch or entry.vector:
        return
    try:
        batch: Batch = entry.loaded(entry.batch)(trial.game)
    except SuitwiseError:
        return  # this variant has none
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
    """Hold what seats get in rare ends of games in arrays against their positions.

    A deal is found once and then played by many tastes, and only the end is compared.
    """
    dealt: dict[int, tuple[Record, State[Any]]] = {}

    def played(number: int, choose: Choice) -> Play:
        game = _Game(trial, batch, number)
        if number not in dealt:
            state = game.begun()
            dealt[number] = game.record, state
        game.record, state = dealt[number][0].again(), dealt[number][1]
        return game.hurried(state, choose)

    for _ in hunted_plays(trial, _HUNTED * trial.games, played):
        trial.moved()


class _Game:
    """A game in an array, with the position that it should be at."""

    def __init__(self, trial: Trial, batch: Batch, number: int) -> None:
        self.trial, self.batch, self.number = trial, batch, number
        self.rules = batch.rules
        self.options = np.array(batch.options, np.int64)
        self.index = 0
        self.record = Record.full(batch.columns, 0)

    def called(self, rule: Callable[..., Any], record: Record, *values: Any) -> Any:
        """Call a rule; the plain text of it runs."""
        record.looks[0] = 0
        what = f"the compiled rule {getattr(rule, '__name__', rule)} at game {self.number}"
        return self.trial.tried(what, partial(rule, record, self.options, *values))

    def play(self) -> None:
        """Play a game at random, in the array and by positions."""
        state = self.begun()
        for ply in range(self.trial.game.facts.longest_game or CUT_OFF):
            actions = self.compared(state)
            if state.turn == OVER:
                return
            if ply % _OTHERS == self.number % _OTHERS:
                self.hold_policies(state, actions)
            place, self.index = below(len(actions), self.trial.seed, self.number, self.index)
            action = actions[place]
            state = self.acted(state, action)

    def hurried(self, state: State[Any], choose: Choice) -> Play:
        """Play on from a deal by a choice; hold what the seats get at the end."""
        states, made = [state], list[Any]()
        for _ in range(self.trial.game.facts.longest_game or CUT_OFF):
            if state.turn == OVER:
                self._hold_paid(state, f"in {shown(state)} compiled rules")
                break
            actions = np.flatnonzero(self.allowed()).tolist()
            moves = [state.parse_move(self.batch.text_of(action)) for action in actions]
            made.append(choose(state.turn, moves))
            state = self.acted(state, actions[moves.index(made[-1])])
            states.append(state)
        return states, made

    def begun(self) -> State[Any]:
        """Deal, whatever stood in the record; return the position that it is."""
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
        """Play an action; return the position after it and chance's moves."""
        move = state.parse_move(self.batch.text_of(action))
        self.called(self.rules.act, self.record, action)
        return self._led(state.after(move), f"{move} in {shown(state)}")

    def seen(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees in the array."""
        seen = np.zeros(width(self.batch.fields), np.float32)
        self.called(self.rules.observe, self.record, seat, seen)
        return seen

    def allowed(self) -> NDArray[np.int8]:
        """Return the mask of the seat on turn."""
        allowed = np.zeros(self.batch.actions, np.int8)
        self.called(self.rules.allow, self.record, allowed)
        return allowed

    def _led(self, state: State[Any], after: str) -> State[Any]:
        """Return the position after outcomes of chance by which all seats see what the array shows."""
        if state.turn != CHANCE:
            return state
        target = [self.seen(seat) for seat in range(self.trial.game.facts.seats)]
        found = led_to(state, target)
        if found is None:
            raise self.trial.broken(
                f"after {after} no outcomes of chance were found by which the seats see what compiled "
                "rules show"
            )
        return found

    def compared(self, state: State[Any]) -> list[int]:
        """Hold the array against a position; return the actions of the seat on turn."""
        where, turn = (
            f"in {shown(state)} compiled rules",
            int(self.called(self.rules.turn, self.record)),
        )
        require, seats = self.trial.require, range(self.trial.game.facts.seats)
        right = NOBODY if state.turn == OVER else state.turn
        require(turn == right, f"{where} have the turn {turn}, not {right}")
        actions = self._legal(state, where) if turn >= 0 else []
        self._hold_paid(state, where)
        for seat in seats:
            seen, other = self.seen(seat), state.observe(seat).ravel()
            for place in np.flatnonzero(seen != other)[:1]:
                name = next(n for n, at in places(self.batch.fields).items() if place < at.stop)
                raise self.trial.broken(
                    f"{where} show seat {seat} {seen[place]:g} at number {place} of {name}, not "
                    f"{other[place]:g}"
                )
        return actions

    def _hold_paid(self, state: State[Any], where: str) -> None:
        seats = self.trial.game.facts.seats
        for seat, got in enumerate(state.returns() if state.turn == OVER else [0.0] * seats):
            paid = float(self.called(self.rules.outcome, self.record, seat))
            if not isclose(paid, got, abs_tol=1e-6):
                raise self.trial.broken(f"{where} give seat {seat} {paid:g}, not {got:g}")

    def _legal(self, state: State[Any], where: str) -> list[int]:
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

    def hold_policies(self, state: State[Any], actions: Sequence[int]) -> None:
        """Hold what other seats do against what could be done, unless chance moves on."""
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
    """A game in an array by the streams that its positions take."""

    def begun(self) -> State[Any]:
        """Deal by the game's own stream."""
        own = self.batch.own
        assert own is not None
        self.noted: NDArray[np.int16] = np.zeros(own.room, np.int16)
        self.made: list[str] = []
        self.chance = 0
        self.record[NUMBER], self.record[SEED] = self.number, self.trial.seed
        self.called(own.deal, self.record, self.trial.seed, self.number, self.noted)
        return self._rolled(self.trial.game.start())

    def acted(self, state: State[Any], action: int) -> State[Any]:
        """Play an action, and chance's moves by the game's own stream."""
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
        self._hold_noted(state)
        return state

    def _hold_noted(self, state: State[Any]) -> None:
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


# --- From what is seen to what chance did ---------------------------------------------------------


def led_to(state: State[Any], target: Sequence[NDArray[np.float32]]) -> State[Any] | None:
    """Return a position after chance's moves in which seats see what is given; None if none is found.

    Outcome by outcome the one is taken that brings all nearest; then outcomes are exchanged, two by two,
    as long as that brings them nearer.

    >>> from suitwise.testing import Kuhn
    >>> dealt = Kuhn().parse("QK")
    >>> str(led_to(Kuhn().start(), [dealt.observe(0), dealt.observe(1)]))
    'QK'
    """

    def distance(at: State[Any]) -> float:
        return sum(
            float(np.abs(at.observe(seat).ravel() - seen).sum()) for seat, seen in enumerate(target)
        )

    outcomes, after = [], state
    while after.turn == CHANCE:
        nearest = min(after.moves(), key=lambda move, at=after: distance(at.after(move)))  # type: ignore[misc]
        outcomes.append(nearest)
        after = after.after(nearest)
    least, is_nearer = distance(after), True
    while least and is_nearer:
        is_nearer = False
        for one, other in combinations(reversed(range(len(outcomes))), 2):
            changed = [*outcomes]
            changed[one], changed[other] = changed[other], changed[one]
            at = _replayed(state, changed)
            if at is not None and (nearer := distance(at)) < least:
                outcomes, after, least, is_nearer = changed, at, nearer, True
    return None if least else after


def _replayed(state: State[Any], outcomes: Sequence[Any]) -> State[Any] | None:
    """Return where outcomes lead, None where they are not all chance's to draw."""
    with suppress(SuitwiseError):
        for outcome in outcomes:
            state = state.after(outcome)
        return None if state.turn == CHANCE else state
    return None
