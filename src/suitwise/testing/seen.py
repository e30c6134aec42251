"""The checks of views as data: plain values under the words of every game, and nothing hidden."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from suitwise.game import CHANCE, OVER, State
from suitwise.sight import MOST_MOVES, PARTS, Seen
from suitwise.testing.samples import spread
from suitwise.testing.trial import CUT_OFF, Trial, promise, shown

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
