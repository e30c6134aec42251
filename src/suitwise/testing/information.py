"""Checks of what seats observe, and that no hidden information leaks to them."""

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
from suitwise.sight import MOST_MOVES, PARTS, Seen, has_tricks
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
"""The approximate number of states per game whose sampled worlds are played to the end."""
_MOST_WORLDS = 64
"""The worlds sampled to find one that differs from the truth; only a rare one is missed."""
_MOVES_TOLD = 3
"""The approximate number of moves of a state for which ``told`` is checked."""
_STATES_SAMPLED = 8
"""The approximate number of states per game examined by the slower checks."""


@promise
def check_observations(trial: Trial) -> None:
    """Check that arrays have the same shape and finite numbers, and that equal views have equal arrays.

    In a few games of a large game no two states look alike to a seat, so each state is also compared
    with a sampled world that the seat can't tell from it.
    """
    shape = trial.game.start().observe(0).shape
    arrays: dict[tuple[int, str], bytes] = {}
    for state, seat in _looks(trial):
        array = state.observe(seat)
        _check_array(trial, array, shape, f"{shown(state)}, seat {seat}:")
        if arrays.setdefault((seat, state.view(seat)), array.tobytes()) != array.tobytes():
            raise trial.broken(f"seat {seat} sees alike and observes differently in {shown(state)}")


def _looks(trial: Trial) -> Iterator[tuple[State[Any], int]]:
    """Yield every state with every seat, and some sampled worlds with the seat they are sampled for."""
    seats = range(trial.game.facts.seats)
    for number, (states, _) in enumerate(trial.plays()):
        for state in states:
            yield from ((state, seat) for seat in seats)
        for place, state in enumerate(spread(states, STATES_SAMPLED, number)):
            stream = CUT_OFF * number + place
            yield from ((state.resample(seat, trial.seed, stream), seat) for seat in seats)


@promise
def check_all_observed(trial: Trial) -> None:
    """Check ``observe_all``, if the game defines it, for the right form and for completeness.

    Arrays have the same shape and finite numbers, and equal states have equal arrays. A sampled world
    that differs from the true state has a different array.
    """
    game, start = trial.game, trial.game.start()
    if not _defines_observe_all(start):
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


def _defines_observe_all(state: State[Any]) -> bool:
    """Return whether a game overrides the default of ``observe_all``."""
    in_game = type(state.game).observation_of_all is not Game.observation_of_all
    return in_game or type(state).observe_all is not State.observe_all


def _check_array(trial: Trial, seen: NDArray[Any], shape: tuple[int, ...], where: str) -> None:
    trial.require(seen.shape == shape, f"{where} the array's shape is {seen.shape}, not {shape}")
    trial.require(seen.dtype == np.float32, f"{where} the array is of {seen.dtype}, not float32")
    trial.require(bool(np.isfinite(seen).all()), f"{where} the array is not finite")


@promise
def check_information(trial: Trial) -> None:
    """Check that sampled worlds look the same to the seat, are possible, and vary.

    From states all over each game a world is sampled for every seat. In it the seat must have the same
    view and the same moves, and be on turn if and only if it is on turn in the true state. The world
    must be a state of the game that can be played on. If information is hidden, some world must differ
    from the truth.
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
    """Check that ``told`` tells a seat exactly what it learns from moves.

    Take two worlds that look alike to a seat and make a move in each. If the seat is told the same, its
    views must be equal afterwards. Conversely, if the views are equal, it must be told the same, except
    for its own moves, which it knows. All that a seat is told is then equivalent to its view. Games
    without ``told`` are skipped.
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
                for position in (state, world):
                    for made in _tried(position, move):
                        rows, view = _told(trial, position, made, seat, width(fields))
                        where = f"{made} in {shown(position)}, seat {seat}"
                        if learned.setdefault(rows, view) != view:
                            raise trial.broken(f"of {where} is told too little")
                        if state.turn != seat and told.setdefault(view, rows) != rows:
                            raise trial.broken(f"of {where} is told what it can't see")


def _tried(state: State[Any], move: Any) -> list[Any]:
    """Return a few legal moves, including the given one if it is legal."""
    legal = state.moves()
    return ([move] if move in legal else []) + spread(some(legal), _MOVES_TOLD)


def _told(trial: Trial, state: State[Any], move: Any, seat: int, size: int) -> tuple[bytes, str]:
    """Return what a seat is told of a move, as bytes, and its view afterwards."""
    rows, after = state.told(move, seat), state.after(move)
    if rows.dtype != np.float32 or rows.ndim != 2 or rows.shape[1] != size:
        raise trial.broken(f"{move} is told in {rows.dtype} {rows.shape}, not rows of {size}")
    return rows.tobytes(), after.view(seat)


def _some_world_differs(trial: Trial) -> bool:
    """Sample many worlds per state and return whether any differs from the true state."""
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


# --- Arrays and their fields ----------------------------------------------------------------------

_NOT_WHOLE = 0.01
"""The tolerance for multiples of fractions, as float32 is inexact."""


@promise
def check_fields(trial: Trial) -> None:
    """Check arrays against the declared fields, and that the arrays of a state's moves are distinct.

    Moves are skipped if the game neither numbers nor describes them.
    """
    seen, everything = trial.game.observation_fields(), trial.game.fields_of_all()
    _check_names(trial, "an observation", seen)
    _check_names(trial, "an observation of all", everything)
    try:
        of_moves: Sequence[Field] = trial.game.move_fields()
    except NotImplementedError:
        of_moves = ()
    _check_names(trial, "a move", of_moves)
    for state in trial.states():
        for seat in range(trial.game.facts.seats):
            where = f"{shown(state)}, seat {seat}:"
            _check_numbers(trial, state.observe(seat).ravel(), seen, where)
        array = state.observe_all().ravel()
        _check_numbers(trial, array, everything, f"{shown(state)}, with nothing hidden:")
        if of_moves and state.turn >= 0:
            _check_moves(trial, state, of_moves)


def _check_names(trial: Trial, what: str, fields: Sequence[Field]) -> None:
    names = [field.name for field in fields]
    trial.require(len(set(names)) == len(names), f"two fields of {what} have one name")


def _check_numbers(trial: Trial, array: NDArray[Any], fields: Sequence[Field], where: str) -> None:
    size = width(fields)
    trial.require(array.size == size, f"{where} {array.size} numbers, but fields of {size}")
    low, high = bounds(fields)
    # The condition is written so that NaN is outside. Spaces of Gymnasium have the same bounds exactly.
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
    """Check the arrays of legal moves against the fields, and that no two are equal."""
    by_array: dict[bytes, Any] = {}
    for move in some(state.moves()):
        features = trial.game.encode_move(move)
        trial.require(features.dtype == np.float32, f"the move {move} is not told in float32")
        _check_numbers(trial, features, fields, f"the move {move}:")
        other = by_array.setdefault(features.tobytes(), move)
        trial.require(other == move, f"the moves {other} and {move} are told alike")


# --- Views as data --------------------------------------------------------------------------------

_STATES_SHOWN = 12
"""The approximate number of states per game whose views are checked."""
_WORLDS = 2
"""The number of sampled worlds with which a seat's view is compared."""
_HEAD = {"game", "phase", "turn", "returns"}
_SEAT = {"seat", "side", "count", "held"}


@promise
def check_seen(trial: Trial) -> None:
    """Check that ``seen`` and ``public`` have the common form and hide what they should.

    A seat's view must be the same in every world that it can't tell from the true one, and the public
    view must be the same in the worlds of all seats. Only the seat on turn may be shown the moves.
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
    """Return a view as data after checking its form."""
    seen = state.public() if seat is None else state.seen(seat)
    who = f"what {'is public' if seat is None else f'seat {seat} sees'} of {shown(state)}"
    plain = json.loads(json.dumps(seen, allow_nan=False))
    trial.require(plain == seen, f"{who} comes back from JSON as something else")
    trial.require(tuple(seen) == PARTS, f"{who} has the parts {', '.join(seen)}")
    _check_head(trial, state, seen["head"], who)
    _check_seats(trial, seen, seat, who)
    _check_ask(trial, state, seen["ask"], seat, who)
    if has_tricks(seen["table"]):
        for name in ("trick", "last"):
            _check_trick(trial, seen["table"][name], f"the {name} of {who}")
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


def _check_trick(trial: Trial, trick: Any, who: str) -> None:
    """Check a trick for the form by which the page draws it (``suitwise.sight``)."""
    if trick is None:
        return
    seats = [play["seat"] for play in trick["plays"]]
    known = set(range(trial.game.facts.seats))
    trial.require(set(seats) <= known, f"{who} has plays of the seats {seats}")
    trial.require(len(set(seats)) == len(seats), f"{who} has two plays of a seat")
    leader, best = trick["leader"], trick["best"]
    trial.require(leader in known, f"{who} is led by {leader}")
    trial.require(not seats or seats[0] == leader, f"{who} begins with the play of {seats[:1]}")
    trial.require(best in seats if seats else best is None, f"{who} has the best play {best}")


def _same(
    trial: Trial, what: str, seen: Seen, other: Seen, state: State[Any], world: State[Any]
) -> None:
    compared = [part for part in PARTS if part != "view"]  # another check compares the view
    differing = [part for part in compared if seen[part] != other.get(part)]
    if differing:
        raise trial.broken(
            f"{what} what is hidden: {_list(differing)} of {shown(state)} and of the world "
            f"{shown(world)} differ"
        )


def _list(words: Any) -> str:
    return ", ".join(sorted(words))


# --- Faces ----------------------------------------------------------------------------------------

_STATES_PRESENTED = 8
"""The approximate number of states per game that the face presents."""


@promise
def check_faces(trial: Trial) -> None:
    """Check that the face presents states and moves all over each game without errors.

    The face is that of the game's entry in the catalogue, or the general one. Its data must be valid
    JSON, its drawings valid XML, and its screens lines of text.
    """
    entry = entry_of(trial.game)
    face = entry.loaded(entry.face or "suitwise.players.face:Face")(trial.game)
    for number, (states, moves) in enumerate(trial.plays()):
        steps = list(zip(states, moves, strict=False))
        for state in (*spread(states, _STATES_PRESENTED, number), states[-1]):
            trial.tried(f"the face of {shown(state)}", partial(_check_face, trial, face, state))
            trial.tried(f"the text of {shown(state)}", partial(_look_at, trial, face, state))
        for state, move in (*spread(steps, _STATES_PRESENTED, number), *steps[-1:]):
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
        fault = f"the face rules that the legal {chosen} is illegal in {shown(state)}"
        trial.require(ruling.legal, f"{fault}: {ruling.reason}")


def _look_at(trial: Trial, face: Any, state: State[Any]) -> None:
    for seat in range(trial.game.facts.seats):
        lines = [*face.screen(state, seat), *face.ending(state, seat)]
        trial.require(all(type(line) is str for line in lines), "a screen is made of lines of text")
    str(face.score(state))
    list(face.tricks(state))


def _tell(face: Any, state: State[Any], move: Any) -> None:
    after = state.after(move)
    list(face.told(state, move, after))
    face.is_between(after)
    face.is_trick_whole(state, after)
