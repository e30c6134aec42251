"""The checks, one a function: each holds one promise of ``suitwise.game`` against random play.

A check takes a ``Trial``, plays its games by seed, and raises ``ContractBroken`` with a sentence that
names the variant, the position and the promise. Nothing here knows any particular game.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, islice
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Game, Record, State, draw, load, record_of
from suitwise.seeds import below

_MOST_LISTED = 64
"""Of very many legal moves, a check looks at so many."""
_CUT_OFF = 2000
"""A game without a bound is broken off after so many moves."""
_MOST_NUMBERS = 10_000
"""Of very many numbered moves, a check looks at so many."""
_STATES_MISREAD = 20
"""The texts of so many states are mistyped."""
_PLACES_MISTYPED = 8
"""A text is mistyped at about so many places."""
_MOST_TRIED = 16
"""About so many moves are tried in each state, one by one."""
_WORLDS_PLAYED = 4
"""Of a game's sampled worlds, about so many moments' are played to the end."""
_MOST_WEIGHT = 1 << 31
"""``suitwise.seeds.below`` is uniform up to here."""

_T = TypeVar("_T")


class ContractBroken(AssertionError):
    """A game does not keep a promise of the contract."""


SlowMoves = Callable[[State[Any]], Collection[Any]]
"""The legal moves by a slow definition of one's own."""


@dataclass(frozen=True)
class Trial:
    """A game on trial.

    Args:
        game: the variant.
        games: how many random games to play.
        seed: the seed of all of them.
        slow_moves: the legal moves by a slow definition, compared where given.
    """

    game: Game[Any]
    games: int = 20
    seed: int = 0
    slow_moves: SlowMoves | None = field(default=None, compare=False)

    def require(self, holds: bool, fault: str) -> None:
        """Raise ``ContractBroken`` unless a promise holds."""
        if not holds:
            raise ContractBroken(f"{self.game}: {fault}")

    def plays(self) -> Iterator[tuple[list[State[Any]], list[Any]]]:
        """Yield random games: their states from the start on, and their moves."""
        for number in range(self.games):
            yield self.play_on(self.game.start(), number)

    def states(self) -> Iterator[State[Any]]:
        """Yield every state of every random game."""
        for states, _ in self.plays():
            yield from states

    def play_on(self, state: State[Any], number: int) -> tuple[list[State[Any]], list[Any]]:
        """Play a random game on from a state to its end.

        A game without an end is broken off, and so is one with no move before its end: the checks
        whose promises these are say so.
        """
        bound = self.game.facts.longest_game
        most = _CUT_OFF if bound is None else bound + 1  # one too many shows a broken bound
        index = 0
        states: list[State[Any]] = [state]
        moves: list[Any] = []
        while state.turn != OVER and len(moves) < most:
            move, index = self._some_move(state, number, index)
            if move is None:
                break
            moves.append(move)
            state = self._after(state, move)
            states.append(state)
        return states, moves

    def _some_move(self, state: State[Any], number: int, index: int) -> tuple[Any, int]:
        legal = state.moves()
        if len(legal) == 0:
            return None, index
        if state.turn == CHANCE and _can_draw([state.weight(move) for move in legal]):
            return draw(state, self.seed, number, index)
        place, index = below(min(len(legal), 1 << 31), self.seed, number, index)
        return next(islice(iter(legal), place, None), next(iter(legal), None)), index

    def _after(self, state: State[Any], move: Any) -> State[Any]:
        try:
            return state.after(move)
        except SuitwiseError as error:
            raise ContractBroken(
                f"{self.game}: {_shown(state)} refuses the legal {move}: {error}"
            ) from error

    def tried(self, what: str, call: Callable[[], _T]) -> _T:
        """Return what a call returns; an error of whatever kind breaks the contract."""
        try:
            return call()
        except ContractBroken:
            raise
        except Exception as error:
            raise ContractBroken(
                f"{self.game}: {what} raises {type(error).__name__}: {error}"
            ) from error


def _shown(state: State[Any]) -> str:
    text = str(state)
    return f"'{text if len(text) <= 100 else text[:97] + '...'}'"


def _some(moves: Collection[Any]) -> list[Any]:
    return list(islice(iter(moves), _MOST_LISTED))


def _same_moves(mine: Collection[Any], other: Collection[Any]) -> bool:
    """Whether two collections agree, as far as looked at; very many may be listed in any order."""
    if len(mine) <= _MOST_LISTED:
        return len(mine) == len(other) and set(_some(mine)) == set(_some(other))
    some = (*_some(mine), *_some(other))
    return len(mine) == len(other) and all(move in mine and move in other for move in some)


def _is_weight(weight: object) -> bool:
    return isinstance(weight, int) and weight > 0


def _can_draw(weights: list[int]) -> bool:
    return all(map(_is_weight, weights)) and sum(weights) <= _MOST_WEIGHT


# --- The checks -----------------------------------------------------------------------------------


def check_facts(trial: Trial) -> None:
    """Declared facts hold: seats, the longest game, chance, the numbering of moves."""
    facts = trial.game.facts
    trial.require(facts.seats >= 1, "a game has at least one seat")
    trial.require(
        facts.lowest_return <= facts.highest_return, "the lowest return is above the highest"
    )
    if facts.distinct_moves is not None:
        _check_numbers(trial, facts.distinct_moves)
    moved = set()
    for states, moves in trial.plays():
        trial.require(
            facts.longest_game is None or len(moves) <= facts.longest_game,
            f"a game is longer than the {facts.longest_game} moves declared",
        )
        for state in states:
            moved.add(state.turn)
            _check_turn(trial, state)
    trial.require(
        not facts.chance or CHANCE in moved,
        f"chance is declared, but never moved in {trial.games} games",
    )


def _check_turn(trial: Trial, state: State[Any]) -> None:
    facts = trial.game.facts
    trial.require(
        state.turn in (CHANCE, OVER) or 0 <= state.turn < facts.seats,
        f"the turn is {state.turn} in {_shown(state)}, of {facts.seats} seats",
    )
    trial.require(
        facts.chance or state.turn != CHANCE,
        f"chance moves in {_shown(state)}, though it is declared absent",
    )
    if facts.distinct_moves is not None and state.turn >= 0:
        for move in _some(state.moves()):
            number = trial.tried(f"the number of {move}", partial(trial.game.move_number, move))
            trial.require(
                0 <= number < facts.distinct_moves,
                f"the move {move} has number {number} of {facts.distinct_moves}",
            )
            again = trial.game.numbered_move(number)
            trial.require(
                again == move, f"move number {number} is {again}, but {move} has that number"
            )


def _check_numbers(trial: Trial, count: int) -> None:
    for number in range(min(count, _MOST_NUMBERS)):
        what = f"move number {number} of {count}"
        move = trial.tried(what, partial(trial.game.numbered_move, number))
        again = trial.tried(f"{what}, {move},", partial(trial.game.move_number, move))
        trial.require(again == number, f"{what} is {move}, but that has number {again}")


def check_variant_text(trial: Trial) -> None:
    """The variant's text finds the variant again, and its states know it."""
    again = trial.tried("its text", partial(load, str(trial.game)))
    trial.require(again == trial.game, f"its text loads {again!r}, not {trial.game!r}")
    for state in trial.states():
        trial.require(state.game == trial.game, f"{_shown(state)} is of {state.game!r}")


def check_state_text(trial: Trial) -> None:
    """A state is one line of text that parses back to an equal state."""
    for state in trial.states():
        text = str(state)
        trial.require(
            text.strip().splitlines() == [text],
            f"the state {text[:100]!a} is not one line without blanks at its ends",
        )
        again = trial.tried(f"the text {_shown(state)}", partial(trial.game.parse, text))
        trial.require(again == state, f"{_shown(state)} parses back as {_shown(again)}")
        trial.require(hash(again) == hash(state), f"{_shown(state)} hashes differently parsed")
        trial.require(again.turn == state.turn, f"{_shown(state)} has another turn parsed")
        trial.require(
            _same_moves(again.moves(), state.moves()), f"{_shown(state)} has other moves parsed"
        )


_STRANGE = ("", " ", "\x00", "\n", "-1", "\u00b2", "\u00e9" * 50, "(" * 99, "9" * 5000, "\ud800")
"""Texts on which careless readers stumble; int takes neither ² nor 5000 digits."""
_NOTHING = ("", " ", "\x00")
"""Texts that are no move of any game."""


def check_hostile_text(trial: Trial) -> None:
    """Text that is no state or no move is refused with ``NotationError``, nothing else.

    Texts of states and moves are mistyped in every way at some places. What is read all the same
    must be sound: a state that prints, reads back, and knows its moves and its returns.
    """
    for state in _spread(list(trial.states()), _STATES_MISREAD):
        for text in (*_STRANGE, *_mistyped(str(state))):
            found = _refused_or(trial, "state", trial.game.parse, text)
            if found is not None:
                trial.tried(
                    f"the state {text[:60]!a} is read, but", partial(_look_at, trial.game, found)
                )
        trial.require(
            _refused_or(trial, "state", trial.game.parse, f"\x00{state}") is None,
            f"{_shown(state)} is read after a null character",
        )
        move = next(iter(state.moves()), "")
        for text in (*_STRANGE, *_mistyped(str(move))):
            _refused_or(trial, "move", state.parse_move, text)
        for text in _NOTHING:
            trial.require(
                _refused_or(trial, "move", state.parse_move, text) is None,
                f"the text {text!a} is read as a move",
            )


def _refused_or(trial: Trial, what: str, read: Callable[[str], _T], text: str) -> _T | None:
    """Read a text: None if it is refused as it should be."""
    return trial.tried(f"the {what} {text[:60]!a}", partial(_none_if_refused, read, text))


def _none_if_refused(read: Callable[[str], _T], text: str) -> _T | None:
    try:
        return read(text)
    except NotationError:
        return None


def _look_at(game: Game[Any], state: State[Any]) -> None:
    """Ask a state all that a player asks of it."""
    assert game.parse(str(state)) == state, "it reads back as another"
    assert (len(state.moves()) > 0) == (state.turn != OVER), "it has moves or is over, not both"
    state.returns()


def _spread(items: list[_T], count: int) -> list[_T]:
    """Return about so many items, from all over a list."""
    return items[:: max(1, len(items) // count)]


def _mistyped(text: str) -> Iterator[str]:
    """Yield texts one slip away: a character lost, doubled or replaced; something at the end."""
    for i in _spread(list(range(len(text))), _PLACES_MISTYPED):
        yield text[:i] + text[i + 1 :]
        yield text[:i] + text[i] + text[i:]
        for slip in "\x00 -9\u00b2":
            yield text[:i] + slip + text[i + 1 :]
    yield from (text + end for end in ("\n", " x", "\x00", ":", ",", "9" * 30))


def check_moves(trial: Trial) -> None:
    """Legal moves count, list and contain alike; each is one word that parses back."""
    for states, moves in trial.plays():
        for state in states:
            legal = state.moves()
            trial.require(
                (state.turn == OVER) == (len(legal) == 0),
                f"{_shown(state)} has the turn {state.turn} and {len(legal)} moves",
            )
            _check_collection(trial, state, _spread(moves, _MOST_TRIED))
            for move in _spread(_some(legal), _MOST_TRIED):
                _check_move(trial, state, move)


def _check_collection(trial: Trial, state: State[Any], others: Collection[Any]) -> None:
    """Hold the count and the listing of legal moves against each other and against ``in``."""
    legal = state.moves()
    listed = list(islice(iter(legal), _MOST_LISTED + 1))
    trial.require(
        len(set(listed)) == len(listed) == min(len(legal), _MOST_LISTED + 1),
        f"{_shown(state)} counts {len(legal)} moves and lists {len(set(listed))}",
    )
    for move in listed:
        trial.require(move in legal, f"{move} is listed in {_shown(state)} but not contained")
    if len(legal) <= _MOST_LISTED:
        for move in others:
            trial.require(
                move in listed or move not in legal,
                f"{move} is contained in {_shown(state)} but not listed",
            )


def _check_move(trial: Trial, state: State[Any], move: Any) -> None:
    text = str(move)
    trial.require(text.split() == [text], f"the move {text!r} is not one word")
    again = trial.tried(f"the move {text}", partial(state.parse_move, text))
    trial.require(again == move, f"the move {text} parses back as {again}")
    trial.require(
        state.why_not(move) is None,
        f"{text} is legal in {_shown(state)}, but why not: {state.why_not(move)}",
    )


def check_legal_moves(trial: Trial) -> None:
    """The legal moves are those of a slow definition, where one is given."""
    if trial.slow_moves is None:
        return
    for state in trial.states():
        mine, slow = set(state.moves()), set(trial.slow_moves(state))
        trial.require(
            mine == slow,
            f"in {_shown(state)} the slow definition has {_differences(mine, slow)}",
        )


def _differences(mine: set[Any], slow: set[Any]) -> str:
    more = " ".join(sorted(map(str, slow - mine))[:5])
    fewer = " ".join(sorted(map(str, mine - slow))[:5])
    return f"besides: {more or 'none'}; not: {fewer or 'none'}"


def check_refusals(trial: Trial) -> None:
    """A move that is not legal is refused with ``IllegalMove`` and a reason.

    Tried are moves of the game's other states, and what mistyped moves are read as.
    """
    for states, _ in trial.plays():
        seen = dict.fromkeys(move for state in states for move in _some(state.moves()))
        others = _spread(list(seen), _MOST_TRIED)
        for state in _spread(states, _STATES_MISREAD):
            legal = state.moves()
            listed = set(_some(legal))
            for move in (*others, *_misread(state, others[:2])):
                if move not in listed and move not in legal:
                    _check_refusal(trial, state, move)


def _misread(state: State[Any], moves: list[Any]) -> Iterator[Any]:
    for text in (slip for move in moves for slip in _mistyped(str(move))):
        with suppress(Exception):  # hostile text has a check of its own
            yield state.parse_move(text)


def _check_refusal(trial: Trial, state: State[Any], move: Any) -> None:
    why = trial.tried(f"why not {move} in {_shown(state)}", partial(state.why_not, move))
    trial.require(bool(why), f"the illegal {move} in {_shown(state)} has no why not")
    try:
        state.after(move)
    except IllegalMove as error:
        trial.require(
            bool(str(error)), f"the illegal {move} in {_shown(state)} is refused without a reason"
        )
        return
    except Exception as error:
        raise ContractBroken(
            f"{trial.game}: the illegal {move} in {_shown(state)} raises {type(error).__name__}"
        ) from error
    raise ContractBroken(f"{trial.game}: {_shown(state)} accepts the illegal {move}")


def check_undo(trial: Trial) -> None:
    """A state is a value: moves made from it leave it as it was, and lead to the same places."""
    for states, moves in trial.plays():
        texts = [str(state) for state in states]
        for state, move, after in zip(states, moves, states[1:], strict=False):
            for other in _some(state.moves())[:4]:
                state.after(other)
            trial.require(state.after(move) == after, f"{move} leads elsewhere the second time")
        trial.require(
            texts == [str(state) for state in states],
            "a state changed when moves were made from it",
        )


def check_equality(trial: Trial) -> None:
    """States are equal if and only if their texts are; equal states hash alike."""
    seen: dict[str, State[Any]] = {}
    for state in trial.states():
        twin = seen.setdefault(str(state), state)
        trial.require(twin == state, f"two states with the text {_shown(state)} differ")
        trial.require(hash(twin) == hash(state), f"{_shown(state)} has two hashes")
    for first, second in combinations(_spread(list(seen.values()), _MOST_LISTED), 2):
        trial.require(first != second, f"{_shown(first)} and {_shown(second)} are equal")


def check_seeds(trial: Trial) -> None:
    """The same seed plays the same game and samples the same worlds."""
    for first, again in zip(trial.plays(), trial.plays(), strict=True):
        trial.require(first == again, f"seed {trial.seed} plays two different games")
        for place, state in enumerate(first[0]):
            for seat in range(trial.game.facts.seats):
                trial.require(
                    state.resample(seat, trial.seed, place)
                    == state.resample(seat, trial.seed, place),
                    f"seed {trial.seed} samples two worlds for seat {seat} in {_shown(state)}",
                )


def check_chance(trial: Trial) -> None:
    """Outcomes of chance have positive whole weights, whose sum can be drawn from exactly."""
    for state in trial.states():
        if state.turn == CHANCE:
            weights = {move: state.weight(move) for move in state.moves()}
            for move, weight in weights.items():
                trial.require(_is_weight(weight), f"the outcome {move} weighs {weight!r}")
            trial.require(
                sum(weights.values()) <= _MOST_WEIGHT,
                f"the weights in {_shown(state)} sum to {sum(weights.values())}, beyond 2**31",
            )


def check_returns(trial: Trial) -> None:
    """Returns are a tuple of one number a seat, within the declared range at the end."""
    facts = trial.game.facts
    for state in trial.states():
        returns = state.returns()
        trial.require(
            isinstance(returns, tuple), f"{_shown(state)} returns a {type(returns).__name__}"
        )
        trial.require(
            len(returns) == facts.seats,
            f"{_shown(state)} returns {len(returns)} numbers for {facts.seats} seats",
        )
        for value in returns:
            trial.require(math.isfinite(value), f"{_shown(state)} returns {value}")
            trial.require(
                state.turn != OVER or facts.lowest_return <= value <= facts.highest_return,
                f"{_shown(state)} returns {value}, outside "
                f"{facts.lowest_return:g}..{facts.highest_return:g}",
            )


def check_observations(trial: Trial) -> None:
    """Arrays have one shape and finite numbers; equal views have equal arrays.

    In a large game no two states of a few games look alike to a seat, so each state is also held
    against a world that the seat can't tell from it.
    """
    shape = trial.game.start().observe(0).shape
    arrays: dict[tuple[int, str], bytes] = {}
    for place, state in enumerate(trial.states()):
        for seat in range(trial.game.facts.seats):
            for seen in (state, state.resample(seat, trial.seed, place)):
                array = seen.observe(seat)
                _check_array(trial, array, shape, f"{_shown(seen)}, seat {seat}:")
                trial.require(
                    arrays.setdefault((seat, seen.view(seat)), array.tobytes()) == array.tobytes(),
                    f"seat {seat} sees alike and observes differently in {_shown(seen)}",
                )


def _check_array(trial: Trial, seen: NDArray[Any], shape: tuple[int, ...], where: str) -> None:
    trial.require(seen.shape == shape, f"{where} the array's shape is {seen.shape}, not {shape}")
    trial.require(seen.dtype == np.float32, f"{where} the array is of {seen.dtype}, not float32")
    trial.require(bool(np.isfinite(seen).all()), f"{where} the array is not finite")


def check_information(trial: Trial) -> None:
    """No information leaks: worlds that a seat can't tell apart look alike to it.

    From every state a world is sampled for every seat. The seat must see the same there, know
    whose turn it is alike and have the same moves; the world must be a state of the game that can
    be played on; and where something is hidden, some world must differ from the truth.
    """
    differs = perfect = trial.game.facts.perfect_information
    seen: dict[str, State[Any]] = {}
    for number, (states, _) in enumerate(trial.plays()):
        played = set(_spread(list(range(len(states))), _WORLDS_PLAYED))
        for place, state in enumerate(states):
            for seat in range(trial.game.facts.seats):
                world = state.resample(seat, trial.seed, _CUT_OFF * number + place)
                _check_alike(trial, state, world, seat)
                if world != state:
                    differs = True
                    _check_possible(trial, world, number, play=place in played)
                twin = seen.setdefault(f"{seat} {state.view(seat)}", state)
                trial.require(
                    not perfect or world == state == twin,
                    f"seat {seat} can't tell {_shown(world if world != state else twin)} from "
                    f"{_shown(state)}, though information is declared perfect",
                )
    trial.require(differs, "resampling never changes anything, though information is hidden")


def _check_alike(trial: Trial, state: State[Any], world: State[Any], seat: int) -> None:
    trial.require(
        world.view(seat) == state.view(seat),
        f"seat {seat} sees {world.view(seat)[:100]!a} in a world sampled from {_shown(state)}, "
        f"where it sees {state.view(seat)[:100]!a}",
    )
    trial.require(
        (world.turn == seat) == (state.turn == seat),
        f"seat {seat} can tell {_shown(world)} from {_shown(state)} by whose turn it is",
    )
    trial.require(
        state.turn != seat or _same_moves(world.moves(), state.moves()),
        f"the moves of seat {seat} depend on what it can't see in {_shown(state)}",
    )


def _check_possible(trial: Trial, world: State[Any], number: int, *, play: bool) -> None:
    what = f"the sampled world {_shown(world)}"
    trial.tried(what, partial(trial.game.parse, str(world)))
    if not play:
        return
    try:
        trial.play_on(world, number)
    except Exception as error:
        why = str(error).removeprefix(f"{trial.game}: ")
        raise ContractBroken(f"{trial.game}: {what} can't be played on: {why}") from error


def check_records(trial: Trial) -> None:
    """A record replays to the same states, as text and through JSON."""
    for states, moves in trial.plays():
        record = record_of(states[0], moves, states[-1])
        again = trial.tried("a record's text", partial(Record.parse, str(record)))
        trial.require(again == record, "a record's text reads back as another record")
        plain = trial.tried("a record as JSON", partial(_through_json, record))
        trial.require(plain == record, "a record through JSON is another record")
        replayed = trial.tried("replaying a record", partial(_replayed, again))
        trial.require(replayed == states, "a record replays to other states")


def _through_json(record: Record) -> Record:
    plain = json.loads(json.dumps(record.as_json()))
    return Record(plain["game"], plain["start"], tuple(plain["moves"]), tuple(plain["returns"]))


def _replayed(record: Record) -> list[State[Any]]:
    return list(record.states())


CHECKS: tuple[Callable[[Trial], None], ...] = (
    check_facts,
    check_variant_text,
    check_state_text,
    check_hostile_text,
    check_moves,
    check_legal_moves,
    check_refusals,
    check_undo,
    check_equality,
    check_seeds,
    check_chance,
    check_returns,
    check_observations,
    check_information,
    check_records,
)
"""Every check, in the order a new game is best mended."""


def name_of(check: Callable[[Trial], None]) -> str:
    """Return a check's short name.

    >>> name_of(check_seeds)
    'seeds'
    """
    return check.__name__.removeprefix("check_")


def fault_of(check: Callable[[Trial], None], trial: Trial) -> str | None:
    """Return None if a promise is kept, else a sentence that says how it is broken.

    A game that breaks down under a check does not keep its promise either.

    >>> from suitwise.testing.kuhn import Kuhn
    >>> fault_of(check_seeds, Trial(Kuhn()))
    """
    try:
        trial.tried(f"the check {name_of(check)!r}", partial(check, trial))
    except ContractBroken as broken:
        return str(broken)
    return None


def check_game(
    game: Game[Any], *, games: int = 20, seed: int = 0, slow_moves: SlowMoves | None = None
) -> None:
    """Hold a game against the whole contract.

    Args:
        game: the variant.
        games: how many random games each check plays.
        seed: the seed of all of them.
        slow_moves: the legal moves by a slow definition, compared where given.

    Raises:
        ContractBroken: the first promise that does not hold.
    """
    trial = Trial(game, games, seed, slow_moves)
    for check in CHECKS:
        check(trial)
