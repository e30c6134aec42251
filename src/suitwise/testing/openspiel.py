"""Check a game in OpenSpiel: its declarations hold, and OpenSpiel plays the same game.

OpenSpiel's algorithms rely on information states in two forms, text and tensor, which must correspond
one to one. They don't if the text, which is the seat's view, forgets something that the seat saw or did:
then two orders of play may lead to the same view but to different tensors. Random games rarely show
this, as no two look alike. The check therefore exchanges moves within a game, two moves of a seat or two
whole tricks, and plays on with the original moves as long as they are legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import blake2b
from importlib.util import find_spec
from itertools import islice
from math import isclose
from random import Random
from typing import Any

import numpy as np

from suitwise.game import CHANCE, OVER, Game, State
from suitwise.testing.trial import Trial, differences, entry_of, promise, shown, spread
from suitwise.testing.values import hunted_plays

_ROWS = 1000
"""The rows of ``told`` in a tensor if the game declares no bound."""
_COPIED = 3
"""The approximate number of states per game at which copies are tested."""
_EXCHANGED = 96
"""The most exchanges of moves per game."""
_APART = 16
"""The largest distance of exchanged moves."""
_PLAYED_AGAIN = 4_000
"""The most moves per game played after exchanges."""
_CHECKED = 64
"""The approximate number of states per game whose information state is checked."""
_COMPARED = 8
"""The most indistinguishable orders of play examined per game."""
_HUNTED = 4
"""The number of games of hunts for each random game."""
_NAMED = 10
"""The most moves of an order of play in a message."""


def left_out(game: Game[Any]) -> str | None:
    """Return the reason why a game can't be checked in OpenSpiel; None if it can."""
    if find_spec("pyspiel") is None:
        return "OpenSpiel is not installed"
    return None if _spiel_entry(game) else "no entry for OpenSpiel"


def _spiel_entry(game: Game[Any]) -> Any:
    known = entry_of(game)
    return known.loaded("suitwise.envs.openspiel.game:known_entry")(game.name)


@promise
def check_openspiel(trial: Trial) -> None:
    """Check that OpenSpiel plays the same game, and that information states correspond to tensors.

    Turns, legal moves, odds of chance, texts and returns must be those of the game. A copy of a state,
    and a replay of its history, must be equal to it. In random games and after exchanges of moves, each
    text of an information state must have one tensor, and each tensor one text. Returns declared to sum
    to zero must do so even for extreme scores. Games without an entry for OpenSpiel are skipped.
    """
    if left_out(trial.game) is not None:
        return
    entry = _spiel_entry(trial.game)
    _check_entry(trial, entry)
    make = entry_of(trial.game).loaded("suitwise.envs.openspiel.game:openspiel_game")
    rows = (trial.game.most_told or _ROWS) if entry.tells else 0
    game = trial.tried("the game at OpenSpiel", partial(make, trial.game, rows=rows))
    trial.require(game.variant == trial.game, f"OpenSpiel makes {game.variant} of its parameters")
    information = _InformationStates(trial, game)
    for number, (states, moves) in enumerate(trial.plays()):
        made = _played(trial, information, states, moves, number)
        _check_orders(information, states[: made + 1], moves[:made], number)
    if entry.sums_to_zero(trial.game):
        for states, _ in hunted_plays(trial, _HUNTED * trial.games):
            if states[-1].turn == OVER:
                _check_sum(trial, states[-1])


def _check_sum(trial: Trial, end: State[Any]) -> None:
    total = sum(end.returns())
    if not isclose(total, 0, abs_tol=1e-6):
        raise trial.broken(
            f"the returns in {shown(end)} sum to {total:g}, but the entry for OpenSpiel has no "
            "is_zero_sum=False"
        )


def _check_entry(trial: Trial, entry: Any) -> None:
    facts, what = trial.game.facts, "the entry for OpenSpiel"
    least, most = entry.seats
    if entry.name != trial.game.name:
        raise trial.broken(f"{what} is of {entry.name!r}, not of {trial.game.name!r}")
    if not least <= facts.seats <= most:
        raise trial.broken(f"{what} declares {least} to {most} seats, the game has {facts.seats}")
    if facts.distinct_moves is None and not entry.is_listed:
        raise trial.broken(f"{what} has no is_listed=True, though moves are not numbered")


# --- One game -------------------------------------------------------------------------------------
#
# ``spiel`` is OpenSpiel's state.


def _played(
    trial: Trial,
    information: _InformationStates,
    states: list[State[Any]],
    moves: list[Any],
    number: int,
) -> int:
    """Play a game in OpenSpiel with all checks; return the number of moves that could be made.

    All moves can be made unless OpenSpiel lists only some of a state's moves (``is_listed``).
    """
    spiel, places = information.game.new_initial_state(), list(range(len(states)))
    checked, copied = (set(spread(places, count, number)) for count in (_CHECKED, _COPIED))
    for made, state in enumerate(states):
        _check_state(trial, information, spiel, state)
        if state.turn >= 0 and made in checked:
            information.check(spiel, state.turn, moves[:made])
        if made in copied:
            _check_again(trial, information, spiel, state)
        if made == len(moves):
            break
        action = information.action(state, moves[made])
        if action is None:
            return made
        spiel.apply_action(action)
    return len(moves)


def _check_state(
    trial: Trial, information: _InformationStates, spiel: Any, state: State[Any]
) -> None:
    where, entry = f"OpenSpiel, in {shown(state)},", information.entry
    trial.require(str(spiel) == str(state), f"{where} is in '{spiel}'")
    turn = CHANCE if spiel.is_chance_node() else spiel.current_player()
    turn = OVER if spiel.is_terminal() else turn
    trial.require(turn == state.turn, f"{where} has the turn {turn}, not {state.turn}")
    if state.turn == CHANCE:
        _check_chance(trial, spiel, state, where, entry.outcomes(trial.game))
    elif state.turn >= 0:
        _check_moves(trial, information, spiel, state, where)
    right = state.returns() if state.turn == OVER else (0.0,) * trial.game.facts.seats
    trial.require(
        tuple(spiel.returns()) == right, f"{where} returns {spiel.returns()}, not {right}"
    )
    if entry.sums_to_zero(state.game) and state.turn == OVER:
        _check_sum(trial, state)


def _check_chance(trial: Trial, spiel: Any, state: State[Any], where: str, most: int) -> None:
    outcomes = list(state.moves())
    if len(outcomes) > most:
        raise trial.broken(
            f"chance has {len(outcomes)} outcomes in {shown(state)}, the entry for OpenSpiel declares "
            f"{most} at most (outcomes)"
        )
    weights = [state.weight(outcome) for outcome in outcomes]
    right = {str(one): weight / sum(weights) for one, weight in zip(outcomes, weights, strict=True)}
    found = {spiel.action_to_string(action): odds for action, odds in spiel.chance_outcomes()}
    same = set(found) == set(right) and all(isclose(found[one], right[one]) for one in right)
    trial.require(same, f"{where} draws by the odds {found}, not {right}")


def _check_moves(
    trial: Trial, information: _InformationStates, spiel: Any, state: State[Any], where: str
) -> None:
    legal, most = spiel.legal_actions(), information.game.num_distinct_actions()
    trial.require(legal == sorted(set(legal)), f"{where} lists the actions {legal[:9]} …")
    texts = [spiel.action_to_string(action) for action in legal]
    right = set(map(str, state.moves())) if len(state.moves()) <= most else None
    if right is not None and (set(texts) != right or len(texts) != len(right)):
        raise trial.broken(f"{where} allows {differences(texts, right)}")
    for action, text in zip(legal, texts, strict=True):
        move = information.game.actions.move(state, action)
        if move not in state.moves() or str(move) != text:
            raise trial.broken(f"{where} calls the move {move} {text}")


def _check_again(
    trial: Trial, information: _InformationStates, spiel: Any, state: State[Any]
) -> None:
    """Compare a copy of a state, and a replay of its history, with the state."""
    copy, again = spiel.clone(), information.game.new_initial_state()
    for action in spiel.history():
        again.apply_action(action)
    right = information.all_of(spiel)
    for other, what in ((copy, "a copy"), (again, "the history played again")):
        if information.all_of(other) != right:
            raise trial.broken(f"at OpenSpiel {what} of {shown(state)} is another state")
    if state.turn != OVER:
        copy.apply_action(spiel.legal_actions()[0])
        if information.all_of(spiel) != right:
            raise trial.broken(f"at OpenSpiel a move in a copy of {shown(state)} changes it, too")


# --- Information states ---------------------------------------------------------------------------


class _InformationStates:
    """The information states seen so far: the tensor of each text, the text of each tensor.

    Args:
        trial: the game to check.
        game: the game in OpenSpiel.
    """

    def __init__(self, trial: Trial, game: Any) -> None:
        self.trial, self.game, self.entry = trial, game, game.entry
        self.has_tensor = bool(game.get_type().provides_information_state_tensor)
        self._tensors: dict[str, tuple[bytes, list[Any]]] = {}
        self._texts: dict[bytes, tuple[str, list[Any]]] = {}

    def action(self, state: State[Any], move: Any) -> int | None:
        """Return OpenSpiel's action for a legal move; None if OpenSpiel does not list the move."""
        if state.turn == CHANCE:
            return list(state.moves()).index(move)
        actions = self.game.actions
        if len(state.moves()) > actions.n and move not in actions.listed(state):
            return None
        return int(actions.number(state, move))

    def state_after(self, moves: Sequence[Any]) -> Any:
        """Return OpenSpiel's state after some moves; None if it does not list one of them."""
        spiel = self.game.new_initial_state()
        for move in moves:
            action = self.action(spiel.position, move)
            if action is None:
                return None
            spiel.apply_action(action)
        return spiel

    def all_of(self, spiel: Any) -> tuple[object, ...]:
        """Return everything that OpenSpiel's algorithms can read from a state."""
        seats = range(self.trial.game.facts.seats)
        texts = [spiel.information_state_string(seat) for seat in seats]
        tensors = [self._tensor(spiel, seat) for seat in seats] if self.has_tensor else []
        observations = [(spiel.observation_string(s), spiel.observation_tensor(s)) for s in seats]
        return str(spiel), spiel.history(), spiel.legal_actions(), texts, tensors, observations

    def _tensor(self, spiel: Any, seat: int) -> list[float]:
        """Return an information state's tensor."""
        turns = self.game.turns
        had = len(getattr(spiel.node.past[seat], "turns", ()))
        if turns is not None and had > turns:
            raise self.trial.broken(
                f"seat {seat} has had {had} turns in {shown(spiel.position)}, the entry for OpenSpiel "
                f"declares {turns} at most (turns)"
            )
        tensor: list[float] = spiel.information_state_tensor(seat)
        return tensor

    def check(self, spiel: Any, seat: int, moves: Sequence[Any]) -> None:
        """Compare a seat's information state after some moves with all seen before."""
        if not self.has_tensor:
            return
        text, numbers = spiel.information_state_string(seat), self._tensor(spiel, seat)
        tensor = blake2b(np.array(numbers, np.float32).tobytes(), digest_size=16).digest()
        way = [*moves]
        other, before = self._tensors.setdefault(text, (tensor, way))
        if other != tensor:
            why = (
                "its view forgets what it saw or did at its turns, so turns is to give None in the "
                "entry for OpenSpiel"
                if self.game.turns is not None
                else "it was told more than its view at its turns tells"
            )
            raise self.trial.broken(
                f"one information-state string '{text[:100]}' of seat {seat} has two tensors, "
                f"{_difference(before, way)}: {why}"
            )
        earlier, before = self._texts.setdefault(tensor, (text, way))
        if earlier != text:
            raise self.trial.broken(
                f"one information-state tensor of seat {seat} has two strings, '{earlier[:100]}' and "
                f"'{text[:100]}', {_difference(before, way)}: what it observes does not tell them apart"
            )


def _difference(one: list[Any], other: list[Any]) -> str:
    """Describe two orders of play from the first move in which they differ."""
    pairs = enumerate(zip(one, other, strict=False))
    first = next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))
    after = [
        " ".join(map(str, way[first : first + _NAMED])) + " …" * (len(way) > first + _NAMED)
        for way in (one, other)
    ]
    same = " ".join(map(str, one[max(0, first - 3) : first]))
    return f"{f'after … {same} ' if same else ''}by {after[0]} and by {after[1]}"


# --- Other orders of play -------------------------------------------------------------------------


def _check_orders(
    information: _InformationStates, states: list[State[Any]], moves: list[Any], number: int
) -> None:
    """Check the information states after exchanges of moves in a game."""
    for way, state in islice(_orders(information, states, moves, number), _COMPARED):
        for made in (moves[: len(way)], way):
            spiel = information.state_after(made)
            if spiel is not None:
                information.check(spiel, state.turn, made)


def _orders(
    information: _InformationStates, states: list[State[Any]], moves: list[Any], number: int
) -> Iterator[tuple[list[Any], State[Any]]]:
    """Yield other orders of a game's moves that look the same to the seat on turn at their end."""
    random = Random(f"{information.trial.seed} {number}")
    exchanges = list(_exchanges(states, moves, information.trial.game.facts.seats))
    left = _PLAYED_AGAIN
    for first, second, length in random.sample(exchanges, min(_EXCHANGED, len(exchanges))):
        middle = moves[first + length : second]
        changed = moves[second : second + length] + middle + moves[first : first + length]
        way, state, seats_done = moves[:first], states[first], set[int]()
        for move in (*changed, *moves[second + length :]):
            if state.turn == OVER or left == 0 or move not in state.moves():
                break
            way, state, left = [*way, move], state.after(move), left - 1
            information.trial.moved()
            if len(way) < second + length or state.turn < 0 or state.turn in seats_done:
                continue
            if _looks_alike(state, states[len(way)]):
                seats_done.add(state.turn)
                yield way, state


def _exchanges(
    states: list[State[Any]], moves: list[Any], seats: int
) -> Iterator[tuple[int, int, int]]:
    """Yield pairs of equally long stretches of moves by the same seats: both starts, and the length.

    Between the two starts some seat must move, as nobody sees in which order chance deals cards.
    """
    turns = [state.turn for state in states]
    begin = next((i for i, turn in enumerate(turns) if turn >= 0), len(moves))
    for length in range(1, max(seats, 3) + 1):
        for first in range(begin, len(moves) - 2 * length + 1):
            last = min(first + length + _APART, len(moves) - length + 1)
            for second in range(first + length, last):
                one, other = (slice(start, start + length) for start in (first, second))
                differs = turns[one] == turns[other] and moves[one] != moves[other]
                if differs and max(turns[first : second + length]) >= 0:
                    yield first, second, length


def _looks_alike(one: State[Any], other: State[Any]) -> bool:
    """Return whether the same seat is on turn in two states and has the same view or observation."""
    seat = one.turn
    return seat == other.turn and (
        one.view(seat) == other.view(seat) or np.array_equal(one.observe(seat), other.observe(seat))
    )
