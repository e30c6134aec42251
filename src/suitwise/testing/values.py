"""The checks of values and texts: a state stays what it is, equals its text, follows from its seed."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any, TypeVar

from suitwise.errors import NotationError
from suitwise.game import OVER, Record, State, load, record_of
from suitwise.testing.trial import (
    MOST_LISTED,
    STATES_MISREAD,
    STATES_SAMPLED,
    Trial,
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


# --- The checks of text: of variants, states and records, and of text that names none of them -----

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
