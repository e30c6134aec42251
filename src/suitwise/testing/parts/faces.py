"""The check of what shows a game: its face at a table in a browser, its host at a terminal."""

from __future__ import annotations

import json
from functools import partial
from typing import Any
from xml.etree import ElementTree

from suitwise.game import OVER, State
from suitwise.testing.parts.entries import entry_of
from suitwise.testing.samples import spread
from suitwise.testing.trial import Trial, promise, shown

_FACE, _HOST = "suitwise.players.face:Face", "suitwise.players.host:Host"
"""What shows a game that has none of its own."""
_STATES_SHOWN = 8
"""At about how many moments of a game it is shown."""


@promise
def check_faces(trial: Trial) -> None:
    """A game is shown all over: to each seat and to those without one, as data and drawn, move by move.

    Its face and its host are those of its entry in the catalogue, else those that show any game. What a
    face gives is JSON, once its phrases are texts; what it draws is XML.
    """
    entry = entry_of(trial.game)
    face = entry.loaded(entry.face or _FACE)(trial.game)
    host = entry.loaded(entry.host or _HOST)(game=trial.game)
    for number, (states, moves) in enumerate(trial.plays()):
        steps = list(zip(states, moves, strict=False))
        for state in (*spread(states, _STATES_SHOWN, number), states[-1]):
            trial.tried(f"the face of {shown(state)}", partial(_check_face, trial, face, state))
            trial.tried(f"the host of {shown(state)}", partial(_look_at, trial, host, state))
        for state, move in (*spread(steps, _STATES_SHOWN, number), *steps[-1:]):
            story = f"the story of {move} in {shown(state)}"
            trial.tried(story, partial(_tell, trial, face, host, state, move))
        if states[-1].turn == OVER:
            for seat in range(trial.game.facts.seats):
                trial.tried(f"what seat {seat} got", partial(face.came_to, states, seat))


def _check_face(trial: Trial, face: Any, state: State[Any]) -> None:
    json.dumps(face.common(state))
    for seat in range(trial.game.facts.seats):
        json.dumps(face.parts(state, seat))
    _, explained = face.why_trick(state, None, None)
    for drawing in (face.drawing(state), explained):
        if drawing is not None:
            ElementTree.fromstring(str(drawing))
    if state.turn >= 0:
        chosen = str(next(iter(state.moves())))
        ruling = face.ruling(state, state.turn, chosen)
        told = f"the face rules that the legal {chosen} is illegal in {shown(state)}"
        trial.require(ruling.legal, f"{told}: {ruling.reason}")


def _look_at(trial: Trial, host: Any, state: State[Any]) -> None:
    for seat in range(trial.game.facts.seats):
        host.pictured(state, seat)
        if state.turn == OVER:
            host.result(state, seat)
    host.score(state)
    list(host.tricks(state))


def _tell(trial: Trial, face: Any, host: Any, state: State[Any], move: Any) -> None:
    after = state.after(move)
    list(face.told(state, move, after))
    face.is_between(after)
    face.is_trick_whole(state, after)
    for seat in range(trial.game.facts.seats):
        host.told(state, move, after, seat)
