"""The check of a game at OpenSpiel: what its entry says there is so, and OpenSpiel plays the same game.

OpenSpiel's algorithms go by information states, as text and as a tensor, and lose their way where one
text stands for two tensors. Where a view forgets something that its seat saw or did, that is so as soon
as two orders of play come to one view; random games seldom show it, as no two of them look alike. So
moves of a game are exchanged, two of one seat or two tricks, and it is played on as before wherever that
is legal.
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
from suitwise.testing.rare import hunted_plays
from suitwise.testing.trial import Trial, entry_of, promise, shown, spread

_ROWS = 1000
"""How many rows of what a seat is told there are room for, where the game declares no bound."""
_COPIED = 3
"""At about how many moments of a game it is copied and played again."""
_EXCHANGED = 96
"""How many times at most moves of a game are exchanged,"""
_APART = 16
"""which are so many moves apart at most,"""
_PLAYED_AGAIN = 4_000
"""and how many moves of each game are made again after that."""
_HELD = 64
"""At about how many moments of a game it is looked at what the seat on turn knows."""
_COMPARED = 8
"""How many of the orders that a seat can't tell apart are looked at in each game."""
_HUNTED = 4
"""How many games that hunt for rare ends there are to each random one."""
_TOLD = 10
"""How many moves of an order of play a sentence tells."""


def left_out(game: Game[Any]) -> str | None:
    """Return why a game can't be held against OpenSpiel, None if it can."""
    if find_spec("pyspiel") is None:
        return "OpenSpiel is not installed"
    return None if _spiel_entry(game) else "no entry for OpenSpiel"


def _spiel_entry(game: Game[Any]) -> Any:
    known = entry_of(game)
    return known.loaded("suitwise.envs.openspiel.game:known_entry")(game.name)


@promise
def check_openspiel(trial: Trial) -> None:
    """OpenSpiel plays the game as it is, and each information state is one as text and as a tensor.

    Who is on turn, the legal moves and the odds of chance, texts and returns are the game's; a copy, and
    the history played again, come to the same. A text of an information state has one tensor and a
    tensor one text, in random games and after exchanges of moves in them. Returns that are declared to
    sum to zero do so in rare ends, too. A game without an entry for
    OpenSpiel is left alone.
    """
    if left_out(trial.game) is not None:
        return
    entry = _spiel_entry(trial.game)
    _check_entry(trial, entry)
    make = entry_of(trial.game).loaded("suitwise.envs.openspiel.game:openspiel_game")
    rows = (trial.game.most_told or _ROWS) if entry.tells else 0
    game = trial.tried("the game at OpenSpiel", partial(make, trial.game, rows=rows))
    trial.require(game.variant == trial.game, f"OpenSpiel makes {game.variant} of its parameters")
    known = _Known(trial, game)
    for number, (states, moves) in enumerate(trial.plays()):
        made = _played(trial, known, states, moves, number)
        _check_orders(known, states[: made + 1], moves[:made], number)
    if entry.is_zero_sum:
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
    facts, told = trial.game.facts, "the entry for OpenSpiel"
    least, most = entry.seats
    if entry.name != trial.game.name:
        raise trial.broken(f"{told} is of {entry.name!r}, not of {trial.game.name!r}")
    if not least <= facts.seats <= most:
        raise trial.broken(f"{told} declares {least} to {most} seats, the game has {facts.seats}")
    if facts.distinct_moves is None and not entry.is_listed:
        raise trial.broken(f"{told} has no is_listed=True, though moves are not numbered")


# --- One game -------------------------------------------------------------------------------------


def _played(
    trial: Trial, known: _Known, states: list[State[Any]], moves: list[Any], number: int
) -> int:
    """Play a game at OpenSpiel, and return how many of its moves could be made there.

    That is all of them, but where a game lists its moves and has made one that is not listed.
    """
    opened, places = known.game.new_initial_state(), list(range(len(states)))
    held, copied = (set(spread(places, count, number)) for count in (_HELD, _COPIED))
    for made, state in enumerate(states):
        _check_state(trial, known, opened, state)
        if state.turn >= 0 and made in held:
            known.hold(opened, state.turn, moves[:made])
        if made in copied:
            _check_again(trial, known, opened, state)
        if made == len(moves):
            break
        action = known.action(state, moves[made])
        if action is None:
            return made
        opened.apply_action(action)
    return len(moves)


def _check_state(trial: Trial, known: _Known, opened: Any, state: State[Any]) -> None:
    where, entry = f"OpenSpiel, in {shown(state)},", known.entry
    trial.require(str(opened) == str(state), f"{where} is in '{opened}'")
    turn = CHANCE if opened.is_chance_node() else opened.current_player()
    turn = OVER if opened.is_terminal() else turn
    trial.require(turn == state.turn, f"{where} has the turn {turn}, not {state.turn}")
    if state.turn == CHANCE:
        _check_chance(trial, opened, state, where, entry.outcomes(trial.game))
    elif state.turn >= 0:
        _check_moves(trial, known, opened, state, where)
    got = state.returns() if state.turn == OVER else (0.0,) * trial.game.facts.seats
    trial.require(tuple(opened.returns()) == got, f"{where} returns {opened.returns()}, not {got}")
    if entry.is_zero_sum and state.turn == OVER:
        _check_sum(trial, state)


def _check_chance(trial: Trial, opened: Any, state: State[Any], where: str, most: int) -> None:
    outcomes = list(state.moves())
    if len(outcomes) > most:
        raise trial.broken(
            f"chance has {len(outcomes)} outcomes in {shown(state)}, the entry for OpenSpiel declares "
            f"{most} at most (outcomes)"
        )
    weights = [state.weight(outcome) for outcome in outcomes]
    right = {str(one): weight / sum(weights) for one, weight in zip(outcomes, weights, strict=True)}
    found = {opened.action_to_string(action): odds for action, odds in opened.chance_outcomes()}
    same = set(found) == set(right) and all(isclose(found[one], right[one]) for one in right)
    trial.require(same, f"{where} draws by the odds {found}, not {right}")


def _check_moves(trial: Trial, known: _Known, opened: Any, state: State[Any], where: str) -> None:
    legal, room = opened.legal_actions(), known.game.num_distinct_actions()
    trial.require(legal == sorted(set(legal)), f"{where} lists the actions {legal[:9]} …")
    texts = [opened.action_to_string(action) for action in legal]
    right = set(map(str, state.moves())) if len(state.moves()) <= room else None
    if right is not None and (set(texts) != right or len(texts) != len(right)):
        more, fewer = (
            " ".join(sorted(one)[:5]) or "nothing" for one in (set(texts) - right, right - {*texts})
        )
        raise trial.broken(f"{where} allows besides: {more}; not: {fewer}")
    for action, text in zip(legal, texts, strict=True):
        move = known.game.actions.move(state, action)
        if move not in state.moves() or str(move) != text:
            raise trial.broken(f"{where} calls the move {move} {text}")


def _check_again(trial: Trial, known: _Known, opened: Any, state: State[Any]) -> None:
    """Hold a copy, and the history played again, against the state they are of."""
    copy, again = opened.clone(), known.game.new_initial_state()
    for action in opened.history():
        again.apply_action(action)
    right = known.all_of(opened)
    for other, what in ((copy, "a copy"), (again, "the history played again")):
        if known.all_of(other) != right:
            raise trial.broken(f"at OpenSpiel {what} of {shown(state)} is another state")
    if state.turn != OVER:
        copy.apply_action(opened.legal_actions()[0])
        if known.all_of(opened) != right:
            raise trial.broken(f"at OpenSpiel a move in a copy of {shown(state)} changes it, too")


# --- Information states ---------------------------------------------------------------------------


class _Known:
    """What seats knew on turn: the text and the tensor of each information state, and how it came.

    Args:
        trial: the game on trial.
        game: the game at OpenSpiel.
    """

    def __init__(self, trial: Trial, game: Any) -> None:
        self.trial, self.game, self.entry = trial, game, game.entry
        self.has_tensor = bool(game.get_type().provides_information_state_tensor)
        self._tensors: dict[str, tuple[bytes, list[Any]]] = {}
        self._texts: dict[bytes, tuple[str, list[Any]]] = {}

    def action(self, state: State[Any], move: Any) -> int | None:
        """Return the action of a legal move, None where it is not among those listed."""
        if state.turn == CHANCE:
            return list(state.moves()).index(move)
        actions = self.game.actions
        if len(state.moves()) > actions.n and move not in actions.listed(state):
            return None
        return int(actions.number(state, move))

    def opened(self, moves: Sequence[Any]) -> Any:
        """Return OpenSpiel's state after some moves, None where one of them is not listed."""
        opened = self.game.new_initial_state()
        for move in moves:
            action = self.action(opened.position, move)
            if action is None:
                return None
            opened.apply_action(action)
        return opened

    def all_of(self, opened: Any) -> tuple[object, ...]:
        """Return all that OpenSpiel's algorithms are told of a state."""
        seats = range(self.trial.game.facts.seats)
        knows = [opened.information_state_string(seat) for seat in seats]
        tensors = [self._tensor(opened, seat) for seat in seats] if self.has_tensor else []
        sees = [(opened.observation_string(s), opened.observation_tensor(s)) for s in seats]
        return str(opened), opened.history(), opened.legal_actions(), knows, tensors, sees

    def _tensor(self, opened: Any, seat: int) -> bytes:
        """Return the digest of an information state's tensor."""
        turns = self.game.turns
        had = len(getattr(opened.node.past[seat], "turns", ()))
        if turns is not None and had > turns:
            raise self.trial.broken(
                f"seat {seat} has had {had} turns in {shown(opened.position)}, the entry for OpenSpiel "
                f"declares {turns} at most (turns)"
            )
        numbers = np.array(opened.information_state_tensor(seat), np.float32)
        return blake2b(numbers.tobytes(), digest_size=16).digest()

    def hold(self, opened: Any, seat: int, moves: Sequence[Any]) -> None:
        """Hold what a seat knows after some moves against all that was known before."""
        if not self.has_tensor:
            return
        text, tensor, way = (
            opened.information_state_string(seat),
            self._tensor(opened, seat),
            [*moves],
        )
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
                f"{_told_apart(before, way)}: {why}"
            )
        known, before = self._texts.setdefault(tensor, (text, way))
        if known != text:
            raise self.trial.broken(
                f"one information-state tensor of seat {seat} has two strings, '{known[:100]}' and "
                f"'{text[:100]}', {_told_apart(before, way)}: what it observes does not tell them apart"
            )


def _told_apart(one: list[Any], other: list[Any]) -> str:
    """Tell two orders of play from the first move on in which they differ."""
    pairs = enumerate(zip(one, other, strict=False))
    first = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
    after = [
        " ".join(map(str, way[first : first + _TOLD])) + " …" * (len(way) > first + _TOLD)
        for way in (one, other)
    ]
    same = " ".join(map(str, one[max(0, first - 3) : first]))
    return f"{f'after … {same} ' if same else ''}by {after[0]} and by {after[1]}"


# --- Other orders of play -------------------------------------------------------------------------


def _check_orders(known: _Known, states: list[State[Any]], moves: list[Any], number: int) -> None:
    """Exchange moves of a game, and hold what seats know there against what they knew before."""
    for way, state in islice(_orders(known, states, moves, number), _COMPARED):
        for made in (moves[: len(way)], way):
            opened = known.opened(made)
            if opened is not None:
                known.hold(opened, state.turn, made)


def _orders(
    known: _Known, states: list[State[Any]], moves: list[Any], number: int
) -> Iterator[tuple[list[Any], State[Any]]]:
    """Yield other orders of a game's moves after which the seat on turn may take it for the same."""
    chosen = Random(f"{known.trial.seed} {number}")
    exchanges = list(_exchanges(states, moves, known.trial.game.facts.seats))
    left = _PLAYED_AGAIN
    for first, second, length in chosen.sample(exchanges, min(_EXCHANGED, len(exchanges))):
        middle = moves[first + length : second]
        changed = moves[second : second + length] + middle + moves[first : first + length]
        way, state, looked_at = moves[:first], states[first], set[int]()
        for move in (*changed, *moves[second + length :]):
            if state.turn == OVER or left == 0 or move not in state.moves():
                break
            way, state, left = [*way, move], state.after(move), left - 1
            known.trial.moved()
            if len(way) < second + length or state.turn < 0 or state.turn in looked_at:
                continue
            if _looks_alike(state, states[len(way)]):
                looked_at.add(state.turn)
                yield way, state


def _exchanges(
    states: list[State[Any]], moves: list[Any], seats: int
) -> Iterator[tuple[int, int, int]]:
    """Yield where two stretches of moves by the same seats stand, and how long they are.

    Some seat moves there: the order in which cards are dealt between its turns nobody sees.
    """
    turns = [state.turn for state in states]
    begun = next((at for at, turn in enumerate(turns) if turn >= 0), len(moves))
    for length in range(1, max(seats, 3) + 1):
        for first in range(begun, len(moves) - 2 * length + 1):
            last = min(first + length + _APART, len(moves) - length + 1)
            for second in range(first + length, last):
                one, other = (slice(at, at + length) for at in (first, second))
                differs = turns[one] == turns[other] and moves[one] != moves[other]
                if differs and max(turns[first : second + length]) >= 0:
                    yield first, second, length


def _looks_alike(one: State[Any], other: State[Any]) -> bool:
    """Whether the seat on turn, the same in both, sees the same text or the same array."""
    seat = one.turn
    return seat == other.turn and (
        one.view(seat) == other.view(seat) or np.array_equal(one.observe(seat), other.observe(seat))
    )
