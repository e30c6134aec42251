"""Check that what a game says it says in every language that it brings words in (``Entry.words``)."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import Any

from suitwise.foundation.text.phrases import Phrase
from suitwise.game import OVER, Game, State
from suitwise.testing.trial import Trial, entry_of, some, spread

_STATES, _MOVES = 200, 8
"""The most states of a game that are looked at, and the illegal moves tried in each."""


def left_out(game: Game[Any]) -> str | None:
    """Return the reason why a game's words can't be checked; None if they can.

    >>> from suitwise.testing.poker import Kuhn
    >>> left_out(Kuhn())
    'no words of its own'
    """
    return None if entry_of(game).words else "no words of its own"


def check_words(trial: Trial) -> None:
    """Check that each phrase of the game's own has its words, with the same values to fill in.

    A phrase is the game's own if its code begins with the game's name. Looked at are refusals and what
    the face says of states and moves in random games.
    """
    if left_out(trial.game):
        return
    entry = entry_of(trial.game)
    words: Any = entry.loaded(entry.words)  # type: ignore[arg-type]
    face = entry.loaded(entry.face or "suitwise.players.face:Face")(trial.game)
    for number, (states, moves) in enumerate(trial.plays()):
        steps = list(zip(states, moves, strict=False))
        illegal = spread(list(dict.fromkeys(moves)), _MOVES)
        for state, move in (*spread(steps, _STATES, number), *steps[-1:]):
            for line in (*_told(face, state, move), *_refused(state, illegal)):
                for own in _phrases(line):
                    if own.code.startswith(f"{entry.name}."):
                        _check_words(trial, own, words)


def _told(face: Any, state: State[Any], move: Any) -> Iterator[Phrase]:
    after = state.after(move)
    yield from (told.phrase for told in face.told(state, move, after))
    yield face.score(after)
    yield from face.tricks(after)
    if after.turn != OVER:
        yield face.headline(after)
    if after.turn >= 0:
        yield face.task(after)


def _refused(state: State[Any], moves: list[Any]) -> Iterator[Phrase]:
    legal = set(some(state.moves()))
    for move in moves:
        if move not in legal and move not in state.moves():
            why = state.refusal(move)
            if isinstance(why, Phrase):
                yield why


def _phrases(value: Any) -> Iterator[Phrase]:
    """Yield a phrase and all those that it holds."""
    if isinstance(value, Phrase):
        yield value
        for part in value.params.values():
            yield from _phrases(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _phrases(part)


def _check_words(trial: Trial, said: Phrase, words: Any) -> None:
    for lang, texts in words.items():
        if lang == "en":  # a phrase brings its English itself
            continue
        own = f"{said.code} ({said.template!r})"
        trial.require(said.code in texts, f"{own} has no words in {lang}")
        missing = _filled(texts[said.code]) ^ _filled(said.template)
        trial.require(not missing, f"{own} and its words in {lang} differ in {sorted(missing)}")


def _filled(template: str) -> set[str]:
    """Return the names of the values that a template is filled with.

    >>> sorted(_filled("{seat} leads {card}"))
    ['card', 'seat']
    """
    return {name for _, name, _, _ in Formatter().parse(template) if name}
