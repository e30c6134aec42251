"""The checks of moves: the legal ones are collected and read alike, all others are refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.foundation.text.phrases import Phrase, phrased
from suitwise.game import OVER, State
from suitwise.testing.trial import (
    MOST_LISTED,
    STATES_MISREAD,
    Trial,
    mistyped,
    promise,
    shown,
    some,
    spread,
)

_CODE = re.compile(r"[a-z0-9_]+(\.[a-z0-9]+(-[a-z0-9]+)*)+")
"""The game's word, a dot, and words that name the sentence."""
_CLAUSE = re.compile(r"[;.!?](?:\s|$)")
_ADVISING = frozenset(
    [
        "play",
        "lead",
        "follow",
        "discard",
        "declare",
        "bid",
        "call",
        "choose",
        "take",
        "draw",
        "lay",
        "meld",
        "shift",
        "put",
        "use",
        "try",
        "say",
        "write",
        "must",
        "may",
        "can",
        "legal",
        "allowed",
        "instead",
        "either",
        "only",
    ]
)
"""Words after which a refusal names an alternative."""
_DENYING = frozenset(
    [
        "no",
        "not",
        "none",
        "never",
        "neither",
        "nor",
        "cannot",
        "can't",
        "don't",
        "isn't",
        "except",
        "without",
        "exceed",
        "than",
        "if",
    ]
)
_EXAMPLE = "as", "like"
_WORD = re.compile(r"[,:]|[^\s,:()\"]+")
_LISTING = {",", ":", "or", "and", "a", "to"}
_MOVES_GIVEN, _STATES_GIVEN = 4, 8
"""About the number of moves of a state, and states of a game, given by their numbers."""
_NO_MOVES = (None, 2.5, (), b"", object())
_NO_NUMBERS = (-1, 10**9)
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
def check_given(trial: Trial) -> None:
    """A move is given as itself, as its text, or as its number where moves are numbered.

    Anything else is refused: a number that is none's with ``NotationError`` or, by ``why_not``, a
    reason; what is no move at all with ``TypeError``, for a state says by ``move_kinds`` what its moves
    are. A game that overrides ``after`` may refuse it as illegal.
    """
    count = trial.game.facts.distinct_moves
    for number, (states, _) in enumerate(trial.plays()):
        for state in spread(states, _STATES_GIVEN, number):
            numbered = count is not None and state.turn >= 0
            for move in spread(some(state.moves()), _MOVES_GIVEN) if numbered else ():
                _check_number(trial, state, move)
            for given in _NO_MOVES + (_NO_NUMBERS if numbered else ()):
                for asked in (state.after, state.why_not):
                    _check_no_move(trial, state, asked, given)


def _check_number(trial: Trial, state: State[Any], move: Any) -> None:
    number = trial.game.move_number(move)
    told = f"the number {number} of the legal {move} in {shown(state)}"
    why = trial.tried(f"why not {told}", partial(state.why_not, number))
    trial.require(why is None, f"{told} is refused: {why}; move_kinds says what moves are")
    after = trial.tried(f"after {told}", partial(state.after, number))
    trial.require(after == state.after(move), f"{told} leads elsewhere than the move")


def _check_no_move(
    trial: Trial, state: State[Any], asked: Callable[[Any], object], given: object
) -> None:
    """Hold what a state says to something that is no move against what it should say.

    A number that is none's is not legal, so ``why_not`` gives a reason; all else raises.
    """
    is_number = type(given) is int
    reads = type(state).after is State.after and type(state).why_not is State.why_not
    expected = NotationError if is_number else TypeError
    try:
        found = asked(given)
    except expected:
        return
    except Exception as error:
        if not reads and isinstance(error, SuitwiseError):
            return
        found = type(error).__name__
    if is_number and asked == state.why_not and isinstance(found, str) and found:
        return
    if reads or asked == state.after or found is None:
        raise trial.broken(
            f"{given!r} is no move in {shown(state)}, but gives {found}, not a "
            f"{expected.__name__}: move_kinds says what moves are"
        )


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

    Its text ends with its template, the values filled in; what stands before names the move. Moves that
    it recommends, after words such as *play*, *must* or *one of*, are legal. Tried are moves of the
    game's other states, and what mistyped moves are read as.
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


def _check_phrase(trial: Trial, why: object) -> str:
    """Hold a refusal against what a phrase is; return its sentence without what it is about."""
    if not isinstance(why, Phrase) or why.code == phrased("").code:
        raise trial.broken(f"the refusal {why!r} is a plain text: make it with phrase")
    if not _CODE.fullmatch(why.code):
        raise trial.broken(f"the refusal {why!r} has the code {why.code!r}, not one as any.not-now")
    filled = why.template.format_map(why.params)
    trial.require(why.endswith(filled), f"the refusal {why!r} does not end with {filled!r}")
    return filled


def _recommended(state: State[Any], said: str) -> Iterator[str]:
    """Yield the texts of illegal moves that a sentence recommends: what stands after such a word.

    A part of a legal move of several cards is not held against it, nor a clause that denies something, a
    range (``30 to 41``) or an example (``as 1m``).
    """
    legal = state.moves()
    if len(legal) > MOST_LISTED:
        return
    texts = [str(move) for move in legal]
    for clause in map(_WORD.findall, _CLAUSE.split(said)):
        start = next((at for at, word in enumerate(clause) if word in _ADVISING), len(clause))
        if not _DENYING.isdisjoint(clause):
            continue
        for before, word, after in zip(
            clause[start:], clause[start + 1 :], [*clause[start + 2 :], ""], strict=False
        ):
            if word in _EXAMPLE:
                break
            is_plain = (
                word.isalpha() and word.islower()
            )  # an English word, unless it stands in a list
            if (is_plain and before not in (*_LISTING, clause[start])) or "to" in (before, after):
                continue
            if (
                word not in _LISTING
                and not any(word in text for text in texts)
                and _is_move(state, word)
            ):
                yield word


def _is_move(state: State[Any], text: str) -> bool:
    try:
        state.parse_move(text)
    except NotationError:
        return False
    return True


def _check_refusal(trial: Trial, state: State[Any], move: Any) -> None:
    why = trial.tried(f"why not {move} in {shown(state)}", partial(state.why_not, move))
    trial.require(bool(why), f"the illegal {move} in {shown(state)} has no why not")
    for text in _recommended(state, _check_phrase(trial, why)):
        if text != str(move):
            raise trial.broken(
                f"the refusal {str(why)!r} in {shown(state)} recommends {text}, which is illegal"
            )
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
