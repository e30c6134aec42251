"""Checks of moves: legal ones are listed, parsed and played consistently, all others are refused.

The refusals are checked as sentences too: a move that a refusal recommends must be legal. The word lists
below serve to find such recommendations in English text.
"""

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
"""The code of a phrase: the game's word, a dot, and words that name the sentence."""
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
"""Words after which a refusal may recommend a move."""
_NEGATING = frozenset(
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
"""Words by which a clause does not recommend what it names."""
_EXAMPLE = "as", "like"
"""Words before an example."""
_WORD = re.compile(r"[,:]|[^\s,:()\"]+")
_LISTING = {",", ":", "or", "and", "a", "to"}
"""Words between the items of a list."""
_MOVES_GIVEN, _STATES_GIVEN = 4, 8
"""The approximate numbers of moves per state, and states per game, for which move numbers are tested."""
_NO_MOVES = (None, 2.5, (), b"", object())
"""Objects that are not moves of any game."""
_NO_NUMBERS = (-1, 10**9)
"""Integers that are not numbers of moves."""
_MOST_COMPARED = 4096
"""The most moves of a state that are all compared with a slow definition."""
_MOST_TRIED = 16
"""The approximate number of moves tried in each state."""


@promise
def check_moves(trial: Trial) -> None:
    """Check that legal moves agree with their length and ``in``, and that their texts can be parsed."""
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
    """Compare the length of the legal moves, their listing, and ``in``."""
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
    """Check that ``why_not`` and ``after`` treat a move's text like the move."""
    text = str(move)
    why = trial.tried(f"why not the text {text}", partial(state.why_not, text))
    trial.require(why is None, f"{text} is legal in {shown(state)}, but why not its text: {why}")
    after = trial.tried(f"after the text {text}", partial(state.after, text))
    trial.require(after == state.after(move), f"the text {text} leads elsewhere than the move")


@promise
def check_given(trial: Trial) -> None:
    """Check that ``after`` and ``why_not`` accept numbers of moves, and nothing but moves.

    A number without a move must raise ``NotationError``, or give a reason by ``why_not``. Any other
    object must raise ``TypeError``, based on ``move_kinds``. A game that overrides ``after`` may refuse
    it as illegal instead.
    """
    count = trial.game.facts.distinct_moves
    for number, (states, _) in enumerate(trial.plays()):
        for state in spread(states, _STATES_GIVEN, number):
            numbered = count is not None and state.turn >= 0
            for move in spread(some(state.moves()), _MOVES_GIVEN) if numbered else ():
                _check_number(trial, state, move)
            for value in _NO_MOVES + (_NO_NUMBERS if numbered else ()):
                for method in (state.after, state.why_not):
                    _check_no_move(trial, state, method, value)


def _check_number(trial: Trial, state: State[Any], move: Any) -> None:
    number = trial.game.move_number(move)
    what = f"the number {number} of the legal {move} in {shown(state)}"
    why = trial.tried(f"why not {what}", partial(state.why_not, number))
    trial.require(why is None, f"{what} is refused: {why}; move_kinds says what moves are")
    after = trial.tried(f"after {what}", partial(state.after, number))
    trial.require(after == state.after(move), f"{what} leads elsewhere than the move")


def _check_no_move(
    trial: Trial, state: State[Any], method: Callable[[Any], object], value: object
) -> None:
    """Check that a method of a state refuses something that is not a move.

    For a number without a move, ``why_not`` gives a reason; in all other cases an error is raised.
    """
    is_number = type(value) is int
    by_default = type(state).after is State.after and type(state).why_not is State.why_not
    expected = NotationError if is_number else TypeError
    try:
        result = method(value)
    except expected:
        return
    except Exception as error:
        if not by_default and isinstance(error, SuitwiseError):
            return
        result = type(error).__name__
    if is_number and method == state.why_not and isinstance(result, str) and result:
        return
    if by_default or method == state.after or result is None:
        raise trial.broken(
            f"{value!r} is no move in {shown(state)}, but gives {result}, not a "
            f"{expected.__name__}: move_kinds says what moves are"
        )


@promise
def check_legal_moves(trial: Trial) -> None:
    """Compare the legal moves with those of a slow definition, if one is given.

    If there are very many, only their number and some of them are compared.

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
"""Doctest does not find functions wrapped by a decorator of another module."""


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
    """Check that illegal moves are refused with ``IllegalMove`` and a reason, which is a ``Phrase``.

    The reason's text must end with its formatted template; the words before it may name the move. Moves
    that the reason recommends, after words such as *play*, *must* or *one of*, must be legal. The moves
    tried are those of other states of the game, and mistyped moves that can be parsed.
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
        with suppress(Exception):  # another check tests hostile text
            yield state.parse_move(text)


def _check_phrase(trial: Trial, why: object) -> str:
    """Check that a refusal is a phrase of a valid form; return its sentence without the subject."""
    if not isinstance(why, Phrase) or why.code == phrased("").code:
        raise trial.broken(f"the refusal {why!r} is a plain text: make it with phrase")
    if not _CODE.fullmatch(why.code):
        raise trial.broken(f"the refusal {why!r} has the code {why.code!r}, not one as any.not-now")
    filled = why.template.format_map(why.params)
    trial.require(why.endswith(filled), f"the refusal {why!r} does not end with {filled!r}")
    return filled


def _recommended(state: State[Any], sentence: str) -> Iterator[str]:
    """Yield the illegal moves that a sentence recommends, the words after one of ``_ADVISING``.

    Ignored are parts of legal moves of several cards, clauses with a negation, ranges (``30 to 41``) and
    examples (``as 1m``).
    """
    legal = state.moves()
    if len(legal) > MOST_LISTED:
        return
    texts = [str(move) for move in legal]
    for clause in map(_WORD.findall, _CLAUSE.split(sentence)):
        start = next((i for i, word in enumerate(clause) if word in _ADVISING), len(clause))
        if not _NEGATING.isdisjoint(clause):
            continue
        for before, word, after in zip(
            clause[start:], clause[start + 1 :], [*clause[start + 2 :], ""], strict=False
        ):
            if word in _EXAMPLE:
                break
            # A word in small letters is English, not a move, unless it is in a list.
            is_plain = word.isalpha() and word.islower()
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
