"""The checks of information: what a seat observes, and that nothing hidden leaks to it."""

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
from suitwise.game import CHANCE, OVER, Game, State
from suitwise.sight import MOST_MOVES, PARTS, Seen
from suitwise.testing.trial import (
    CUT_OFF,
    STATES_SAMPLED,
    Trial,
    entry_of,
    promise,
    same_moves,
    shown,
    some,
    spread,
)

_WORLDS_PLAYED = 4
"""At about how many moments of a game the sampled worlds are played to the end."""
_MOST_WORLDS = 64
"""Among this many worlds one that differs is found, unless it is rare: a fair coin misses 2**-64."""
_MOVES_TOLD = 3
"""About the number of moves of a state that a seat is told of."""
_STATES_SAMPLED = 8
"""At about how many moments of a game these are sampled."""


@promise
def check_observations(trial: Trial) -> None:
    """Arrays have one shape and finite numbers; equal views have equal arrays.

    In a large game no two states of a few games look alike to a seat, so each state is also held
    against a world that the seat can't tell from it.
    """
    shape = trial.game.start().observe(0).shape
    arrays: dict[tuple[int, str], bytes] = {}
    for state, seat in _looks(trial):
        array = state.observe(seat)
        _check_array(trial, array, shape, f"{shown(state)}, seat {seat}:")
        if arrays.setdefault((seat, state.view(seat)), array.tobytes()) != array.tobytes():
            raise trial.broken(f"seat {seat} sees alike and observes differently in {shown(state)}")


def _looks(trial: Trial) -> Iterator[tuple[State[Any], int]]:
    """Yield every state with every seat that looks at it, and sampled worlds with their seats."""
    seats = range(trial.game.facts.seats)
    for number, (states, _) in enumerate(trial.plays()):
        for state in states:
            yield from ((state, seat) for seat in seats)
        for place, state in enumerate(spread(states, STATES_SAMPLED, number)):
            stream = CUT_OFF * number + place
            yield from ((state.resample(seat, trial.seed, stream), seat) for seat in seats)


@promise
def check_all_observed(trial: Trial) -> None:
    """A game that says itself what is seen where nothing is hidden shows all that is hidden.

    Arrays have one shape and finite numbers, alike for equal states; and a world that a seat can't tell
    from the true one, and that differs from it, is told from it.
    """
    game, start = trial.game, trial.game.start()
    if not _says_all(start):
        return
    shape = start.observe_all().shape
    for number, (states, _) in enumerate(trial.plays()):
        for place, state in enumerate(spread(states, _STATES_SAMPLED, number)):
            seen = state.observe_all()
            _check_array(trial, seen, shape, f"{shown(state)}, with nothing hidden:")
            again = game.parse(str(state)).observe_all()
            trial.require(np.array_equal(seen, again), f"{shown(state)} has two arrays of all")
            for seat in range(game.facts.seats):
                world = state.resample(seat, trial.seed, CUT_OFF * number + place)
                if world != state and np.array_equal(world.observe_all(), seen):
                    raise trial.broken(
                        f"with nothing hidden {shown(world)} is told from {shown(state)} by no number"
                    )


def _says_all(state: State[Any]) -> bool:
    """Return whether a game defines the views of perfect information itself."""
    says = type(state.game).observation_of_all is not Game.observation_of_all
    return says or type(state).observe_all is not State.observe_all


def _check_array(trial: Trial, seen: NDArray[Any], shape: tuple[int, ...], where: str) -> None:
    trial.require(seen.shape == shape, f"{where} the array's shape is {seen.shape}, not {shape}")
    trial.require(seen.dtype == np.float32, f"{where} the array is of {seen.dtype}, not float32")
    trial.require(bool(np.isfinite(seen).all()), f"{where} the array is not finite")


@promise
def check_information(trial: Trial) -> None:
    """No information leaks: worlds that a seat can't tell apart look alike to it.

    From states all over each game a world is sampled for every seat. The seat must see the same
    there, know whose turn it is alike and have the same moves; the world must be a state of the
    game that can be played on; and where something is hidden, some world must differ from the
    truth.
    """
    differs = perfect = trial.game.facts.perfect_information
    seen: dict[str, State[Any]] = {}
    for number, (states, _) in enumerate(trial.plays()):
        sampled = spread(states, STATES_SAMPLED, number)
        played = set(spread(list(range(len(sampled))), _WORLDS_PLAYED))
        for place, state in enumerate(sampled):
            for seat in range(trial.game.facts.seats):
                world = state.resample(seat, trial.seed, CUT_OFF * number + place)
                _check_alike(trial, state, world, seat)
                if world != state:
                    differs = True
                    _check_possible(trial, world, number, play=place in played)
                twin = seen.setdefault(f"{seat} {state.view(seat)}", state)
                if perfect and not world == state == twin:
                    raise trial.broken(
                        f"seat {seat} can't tell {shown(world if world != state else twin)} from "
                        f"{shown(state)}, though information is declared perfect"
                    )
    if not differs and not _some_world_differs(trial):
        raise trial.broken("resampling never changes anything, though information is hidden")


@promise
def check_told(trial: Trial) -> None:
    """A seat is told of moves exactly what it learns by them.

    Of two worlds that look alike to a seat, each after some move, it is told the same if they still look
    alike, but for its own moves, which it knows; and if it is told the same they do look alike. So all
    that it is told from the start tells what it has seen, and no more. A game that tells no moves is
    left alone.
    """
    fields = trial.game.start().game.told_fields()
    if not fields:
        return
    for number, (states, moves) in enumerate(trial.plays()):
        steps = list(zip(states, moves, strict=False))
        for place, (state, move) in enumerate(spread(steps, _STATES_SAMPLED, number)):
            for seat in range(trial.game.facts.seats):
                world = state.resample(seat, trial.seed, CUT_OFF * number + place)
                learned: dict[bytes, str] = {}
                told: dict[str, bytes] = {}
                for at in (state, world):
                    for made in _tried(at, move):
                        rows, view = _told(trial, at, made, seat, width(fields))
                        where = f"{made} in {shown(at)}, seat {seat}"
                        if learned.setdefault(rows, view) != view:
                            raise trial.broken(f"of {where} is told too little")
                        if state.turn != seat and told.setdefault(view, rows) != rows:
                            raise trial.broken(f"of {where} is told what it can't see")


def _tried(state: State[Any], move: Any) -> list[Any]:
    """Return the move that was made, where it is legal, and a few others."""
    legal = state.moves()
    return ([move] if move in legal else []) + spread(some(legal), _MOVES_TOLD)


def _told(trial: Trial, state: State[Any], move: Any, seat: int, size: int) -> tuple[bytes, str]:
    """Return what a seat is told of a move, and what it sees after it."""
    rows, after = state.told(move, seat), state.after(move)
    if rows.dtype != np.float32 or rows.ndim != 2 or rows.shape[1] != size:
        raise trial.broken(f"{move} is told in {rows.dtype} {rows.shape}, not rows of {size}")
    return rows.tobytes(), after.view(seat)


def _some_world_differs(trial: Trial) -> bool:
    """Return whether any world is not the truth, where one world a state was it each time."""
    return any(
        state.resample(seat, trial.seed, stream) != state
        for states, _ in trial.plays()
        for state in spread(states, _STATES_SAMPLED)
        for seat in range(trial.game.facts.seats)
        for stream in range(_MOST_WORLDS)
    )


def _check_alike(trial: Trial, state: State[Any], world: State[Any], seat: int) -> None:
    if world.view(seat) != state.view(seat):
        raise trial.broken(
            f"seat {seat} sees {world.view(seat)[:100]!r} in a world sampled from {shown(state)}, "
            f"where it sees {state.view(seat)[:100]!r}"
        )
    if (world.turn == seat) != (state.turn == seat):
        raise trial.broken(
            f"seat {seat} can tell {shown(world)} from {shown(state)} by whose turn it is"
        )
    if state.turn == seat and not same_moves(world.moves(), state.moves()):
        raise trial.broken(
            f"the moves of seat {seat} depend on what it can't see in {shown(state)}"
        )


def _check_possible(trial: Trial, world: State[Any], number: int, *, play: bool) -> None:
    what = f"the sampled world {shown(world)}"
    trial.tried(what, partial(trial.game.parse, str(world)))
    if not play:
        return
    try:
        trial.play_on(world, number)
    except Exception as error:
        why = str(error).removeprefix(f"{trial.game}: ")
        raise trial.broken(f"{what} can't be played on: {why}") from error


# --- Observations: arrays and their tables --------------------------------------------------------

_NOT_WHOLE = 0.01
"""The tolerance of a number from whole parts: it is a float32 quotient."""


@promise
def check_fields(trial: Trial) -> None:
    """The declared numbers hold: count, ranges, distinct moves.

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


# --- Views as data --------------------------------------------------------------------------------

_STATES_SHOWN = 12
"""About the number of states of a game that all seats observe."""
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
        for place, state in enumerate(spread(states, _STATES_SHOWN, number)):
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


# --- Faces ----------------------------------------------------------------------------------------

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
