"""The checks of what is shown: arrays and their tables, views as data, faces."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from suitwise.fields import Field, bounds, parts_of, places, width
from suitwise.game import CHANCE, OVER, State
from suitwise.sight import MOST_MOVES, PARTS, Seen
from suitwise.testing.trial import CUT_OFF, Trial, entry_of, promise, shown, some, spread

_NOT_WHOLE = 0.01
"""How far a number may be from whole parts: it is a float32 of a quotient."""


@promise
def check_fields(trial: Trial) -> None:
    """What is said of the numbers holds: how many there are, their ranges, moves told apart.

    A game that neither numbers its moves nor describes them is left alone, as to its moves.
    """
    seen, everything = trial.game.observation_fields(), trial.game.fields_of_all()
    _check_names(trial, "observation", seen)
    _check_names(trial, "observation of all", everything)
    try:
        moved: Sequence[Field] = trial.game.move_fields()
    except NotImplementedError:
        moved = ()
    _check_names(trial, "move", moved)
    for state in trial.states():
        for seat in range(trial.game.facts.seats):
            where = f"{shown(state)}, seat {seat}:"
            _check_numbers(trial, state.observe(seat).ravel(), seen, where)
        array = state.observe_all().ravel()
        _check_numbers(trial, array, everything, f"{shown(state)}, with nothing hidden:")
        if moved and state.turn >= 0:
            _check_moves(trial, state, moved)


def _check_names(trial: Trial, what: str, fields: Sequence[Field]) -> None:
    names = [field.name for field in fields]
    trial.require(len(set(names)) == len(names), f"two fields of an {what} have one name")


def _check_numbers(trial: Trial, array: NDArray[Any], fields: Sequence[Field], where: str) -> None:
    size = width(fields)
    trial.require(array.size == size, f"{where} {array.size} numbers, but fields of {size}")
    low, high = bounds(fields)
    # What is no number is not inside either. A space of Gymnasium has these bounds, to the last bit.
    outside = np.flatnonzero(~((array >= low) & (array <= high)))
    for place in outside[:1]:
        name = next(name for name, at in places(fields).items() if place < at.stop)
        raise trial.broken(
            f"{where} number {place} of {name} is {array[place]:.9g}, outside "
            f"{low[place]:g} to {high[place]:g}"
        )
    counts = array * parts_of(fields)
    for place in np.flatnonzero(abs(counts - np.rint(counts)) > _NOT_WHOLE)[:1]:
        name = next(name for name, at in places(fields).items() if place < at.stop)
        raise trial.broken(f"{where} number {place} of {name} is {counts[place]:g} of its parts")


def _check_moves(trial: Trial, state: State[Any], fields: Sequence[Field]) -> None:
    """Hold the features of the legal moves against their fields and against each other."""
    told: dict[bytes, Any] = {}
    for move in some(state.moves()):
        features = trial.game.encode_move(move)
        trial.require(features.dtype == np.float32, f"the move {move} is not told in float32")
        _check_numbers(trial, features, fields, f"the move {move}:")
        other = told.setdefault(features.tobytes(), move)
        trial.require(other == move, f"the moves {other} and {move} are told alike")


# --------------------------------------------------------------------------------------------------
# The checks of views as data: plain values under the words of every game, and nothing hidden

_STATES_SAMPLED = 12
"""About how many states of a game are looked at by everybody."""
_WORLDS = 2
"""Against how many worlds that a seat can't tell from the true one its data are held."""
_HEAD = {"game", "phase", "turn", "returns"}
_SEAT = {"seat", "side", "count", "held"}


@promise
def check_seen(trial: Trial) -> None:
    """``seen`` and ``public`` are JSON under the words of every game, and tell nothing hidden.

    What a seat sees is the same in every world that it can't tell from the true one; what is public is
    the same in the worlds of every seat. Moves are told to the seat on turn alone.
    """
    for state, stream in _looked_at(trial):
        public = _checked(trial, state, None)
        for seat in range(trial.game.facts.seats):
            seen = _checked(trial, state, seat)
            for number in range(_WORLDS):
                world = state.resample(seat, trial.seed, _WORLDS * stream + number)
                _same(trial, f"seat {seat} is told", seen, world.seen(seat), state, world)
                _same(trial, "everybody is told", public, world.public(), state, world)


def _looked_at(trial: Trial) -> Iterator[tuple[State[Any], int]]:
    for number, (states, _) in enumerate(trial.plays()):
        for place, state in enumerate(spread(states, _STATES_SAMPLED, number)):
            yield state, CUT_OFF * number + place


def _checked(trial: Trial, state: State[Any], seat: int | None) -> Seen:
    """Return a view as data, its form held against the promises of all games."""
    seen = state.public() if seat is None else state.seen(seat)
    who = f"what {'is public' if seat is None else f'seat {seat} sees'} of {shown(state)}"
    plain = json.loads(json.dumps(seen, allow_nan=False))
    trial.require(plain == seen, f"{who} comes back from JSON as something else")
    trial.require(tuple(seen) == PARTS, f"{who} has the parts {', '.join(seen)}")
    _check_head(trial, state, seen["head"], who)
    _check_seats(trial, seen, seat, who)
    _check_ask(trial, state, seen["ask"], seat, who)
    shows_all = trial.game.facts.perfect_information
    view = state.view(seat or 0) if seat is not None or shows_all else None
    trial.require(seen["view"] == view, f"{who} has another view")
    return seen


def _check_head(trial: Trial, state: State[Any], head: Seen, who: str) -> None:
    trial.require(set(head) >= _HEAD, f"{who} has a head without {_list(_HEAD - set(head))}")
    trial.require(head["game"] == str(state.game), f"{who} names the game {head['game']}")
    turn = {CHANCE: "chance", OVER: "over"}.get(state.turn, state.turn)
    trial.require(head["turn"] == turn, f"{who} has the turn {head['turn']}, not {turn}")
    returns = list(state.returns()) if state.turn == OVER else None
    trial.require(head["returns"] == returns, f"{who} has the returns {head['returns']}")


def _check_seats(trial: Trial, seen: Seen, seat: int | None, who: str) -> None:
    facts, hand = trial.game.facts, seen["hand"]
    trial.require(hand.get("seat", "") == seat, f"{who} has the hand of seat {hand.get('seat')}")
    seats = [one.get("seat") for one in seen["seats"]]
    trial.require(seats == list(range(facts.seats)), f"{who} has the seats {seats}")
    for one, side in zip(seen["seats"], facts.side_of, strict=True):
        trial.require(set(one) >= _SEAT, f"{who} has a seat without {_list(_SEAT - set(one))}")
        trial.require(one["side"] == side, f"{who} has seat {one['seat']} on another side")
        count = one["count"] if one["held"] is None else len(one["held"])
        trial.require(one["count"] == count, f"{who} counts other cards than are held")
    own = [] if seat is None else seen["seats"][seat]["held"] or []
    trial.require(hand.get("held") == own, f"{who} has another hand than its seat")


def _check_ask(trial: Trial, state: State[Any], ask: Any, seat: int | None, who: str) -> None:
    asked = seat is not None and seat == state.turn
    trial.require((ask is not None) == asked, f"{who} {'lacks' if asked else 'has'} what is asked")
    if not asked:
        return
    moves = state.moves()
    trial.require(ask["n_moves"] == len(moves), f"{who} has {ask['n_moves']} moves")
    listed = [str(move) for move in islice(iter(moves), MOST_MOVES)]
    trial.require(ask["moves"] == listed, f"{who} lists other moves than {' '.join(listed[:5])}")


def _same(
    trial: Trial, what: str, seen: Seen, other: Seen, state: State[Any], world: State[Any]
) -> None:
    told = [part for part in PARTS if part != "view"]  # the view has a check of its own
    differing = [part for part in told if seen[part] != other.get(part)]
    if differing:
        raise trial.broken(
            f"{what} what is hidden: {_list(differing)} of {shown(state)} and of the world "
            f"{shown(world)} differ"
        )


def _list(words: Any) -> str:
    return ", ".join(sorted(words))


# --- The check of what shows a game: its face, at a table in a browser and at a terminal ----------

_STATES_SHOWN = 8
"""At about how many moments of a game it is shown."""


@promise
def check_faces(trial: Trial) -> None:
    """A game is shown all over: to each seat and to those without one, as data and drawn, move by move.

    Its face is that of its entry in the catalogue, else the one that shows any game. What it gives is
    JSON, once its phrases are texts; what it draws is XML; what it says at a terminal are lines of text.
    """
    entry = entry_of(trial.game)
    face = entry.loaded(entry.face or "suitwise.players.face:Face")(trial.game)
    for number, (states, moves) in enumerate(trial.plays()):
        steps = list(zip(states, moves, strict=False))
        for state in (*spread(states, _STATES_SHOWN, number), states[-1]):
            trial.tried(f"the face of {shown(state)}", partial(_check_face, trial, face, state))
            trial.tried(f"the text of {shown(state)}", partial(_look_at, trial, face, state))
        for state, move in (*spread(steps, _STATES_SHOWN, number), *steps[-1:]):
            story = f"the story of {move} in {shown(state)}"
            trial.tried(story, partial(_tell, face, state, move))
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


def _look_at(trial: Trial, face: Any, state: State[Any]) -> None:
    for seat in range(trial.game.facts.seats):
        told = [*face.screen(state, seat), *face.ending(state, seat)]
        trial.require(all(type(line) is str for line in told), "a screen is made of lines of text")
    str(face.score(state))
    list(face.tricks(state))


def _tell(face: Any, state: State[Any], move: Any) -> None:
    after = state.after(move)
    list(face.told(state, move, after))
    face.is_between(after)
    face.is_trick_whole(state, after)
