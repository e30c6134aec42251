"""The checks of moves: the legal ones are collected and read alike, all others are refused."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

from suitwise.errors import IllegalMove
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import OVER, State
from suitwise.testing.samples import MOST_LISTED, STATES_MISREAD, mistyped, some, spread
from suitwise.testing.trial import Trial, promise, shown

_CODE = re.compile(r"[a-z0-9_]+(\.[a-z0-9]+(-[a-z0-9]+)*)+")
"""The game's word, a dot, and words that name the sentence."""
_MOST_COMPARED = 4096
"""Above this number of moves not all are compared with a slow definition's."""
_MOST_TRIED = 16
"""About how many moves are tried in each state, one by one."""


@promise
def check_moves(trial: Trial) -> None:
    """Legal moves count, list and contain alike; each is one word that parses back and is played."""
    for states, moves in trial.plays():
        for state in states:
            legal = state.moves()
            if (state.turn == OVER) != (len(legal) == 0):
                raise trial.broken(
                    f"{shown(state)} has the turn {state.turn} and {len(legal)} moves"
                )
            _check_collection(trial, state, spread(moves, _MOST_TRIED))
            tried = spread(some(legal), _MOST_TRIED)
            for move in tried:
                _check_move(trial, state, move)
            for move in tried[:1]:
                _check_text(trial, state, move)


def _check_collection(trial: Trial, state: State[Any], others: Collection[Any]) -> None:
    """Hold the count and the listing of legal moves against each other and against ``in``."""
    legal = state.moves()
    listed = list(islice(iter(legal), MOST_LISTED + 1))
    if not len(set(listed)) == len(listed) == min(len(legal), MOST_LISTED + 1):
        raise trial.broken(f"{shown(state)} counts {len(legal)} moves and lists {len(set(listed))}")
    for move in listed:
        trial.require(move in legal, f"{move} is listed in {shown(state)} but not contained")
    if len(legal) <= MOST_LISTED:
        for move in others:
            if move not in listed and move in legal:
                raise trial.broken(f"{move} is contained in {shown(state)} but not listed")


def _check_move(trial: Trial, state: State[Any], move: Any) -> None:
    text = str(move)
    trial.require(text.split() == [text], f"the move {text!r} is not one word")
    again = trial.tried(f"the move {text}", partial(state.parse_move, text))
    trial.require(again == move, f"the move {text} parses back as {again}")
    if state.why_not(move) is not None:
        raise trial.broken(f"{text} is legal in {shown(state)}, but why not: {state.why_not(move)}")


def _check_text(trial: Trial, state: State[Any], move: Any) -> None:
    """Hold a move's text against the move: both are asked about and played alike."""
    text = str(move)
    why = trial.tried(f"why not the text {text}", partial(state.why_not, text))
    trial.require(why is None, f"{text} is legal in {shown(state)}, but why not its text: {why}")
    after = trial.tried(f"after the text {text}", partial(state.after, text))
    trial.require(after == state.after(move), f"the text {text} leads elsewhere than the move")


@promise
def check_legal_moves(trial: Trial) -> None:
    """The legal moves are those of a slow definition, where one is given.

    Of very many moves their number is compared, and some of them.

    >>> from suitwise.testing import Kuhn
    >>> check_legal_moves(Trial(Kuhn(), slow_moves=lambda state: state.moves()[:1]))
    Traceback (most recent call last):
    suitwise.testing.trial.ContractBroken: kuhn: in '-' the slow definition has besides: none; not: K Q
    """
    if trial.slow_moves is None:
        return
    for state in trial.states():
        legal, defined = state.moves(), trial.slow_moves(state)
        most = max(len(legal), len(defined))
        if most > _MOST_COMPARED:
            _check_counts(trial, state, defined)
            continue
        mine, slow = set(legal), set(defined)
        if mine != slow:
            raise trial.broken(
                f"in {shown(state)} the slow definition has {_differences(mine, slow)}"
            )


__test__ = {"check_legal_moves": check_legal_moves}
"""Doctest overlooks what a decorator of another module has wrapped."""


def _check_counts(trial: Trial, state: State[Any], defined: Collection[Any]) -> None:
    legal = state.moves()
    if len(legal) != len(defined):
        raise trial.broken(
            f"{shown(state)} counts {len(legal)} moves, the slow definition {len(defined)}"
        )
    for move in some(defined):
        trial.require(move in legal, f"in {shown(state)} the slow definition has besides: {move}")


def _differences(mine: set[Any], slow: set[Any]) -> str:
    more = " ".join(sorted(map(str, slow - mine))[:5])
    fewer = " ".join(sorted(map(str, mine - slow))[:5])
    return f"besides: {more or 'none'}; not: {fewer or 'none'}"


@promise
def check_refusals(trial: Trial) -> None:
    """A move that is not legal is refused with ``IllegalMove`` and a reason, a ``Phrase``.

    Its text ends with its template, the values filled in; what stands before names the move. Tried are
    moves of the game's other states, and what mistyped moves are read as.
    """
    for states, _ in trial.plays():
        seen = dict.fromkeys(move for state in states for move in some(state.moves()))
        others = spread(list(seen), _MOST_TRIED)
        for state in spread(states, STATES_MISREAD):
            legal = state.moves()
            listed = set(some(legal))
            for move in (*others, *_misread(state, others[:2])):
                if move not in listed and move not in legal:
                    _check_refusal(trial, state, move)


def _misread(state: State[Any], moves: list[Any]) -> Iterator[Any]:
    for text in (slip for move in moves for slip in mistyped(str(move))):
        with suppress(Exception):  # hostile text has a check of its own
            yield state.parse_move(text)


def _check_phrase(trial: Trial, why: object) -> None:
    if not isinstance(why, Phrase):
        raise trial.broken(f"the refusal {why!r} is a plain text: make it with phrase")
    if not _CODE.fullmatch(why.code):
        raise trial.broken(f"the refusal {why!r} has the code {why.code!r}, not one as any.not-now")
    filled = why.template.format_map(why.params)
    trial.require(why.endswith(filled), f"the refusal {why!r} does not end with {filled!r}")


def _check_refusal(trial: Trial, state: State[Any], move: Any) -> None:
    why = trial.tried(f"why not {move} in {shown(state)}", partial(state.why_not, move))
    trial.require(bool(why), f"the illegal {move} in {shown(state)} has no why not")
    _check_phrase(trial, why)
    try:
        state.after(move)
    except IllegalMove as error:
        what = f"the illegal {move} in {shown(state)} is refused without a reason"
        return trial.require(bool(str(error)), what)
    except Exception as error:
        raise trial.broken(
            f"the illegal {move} in {shown(state)} raises {type(error).__name__}"
        ) from error
    raise trial.broken(f"{shown(state)} accepts the illegal {move}")
