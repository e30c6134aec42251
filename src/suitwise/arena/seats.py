"""Seats players at a game and plays it: time limits, faulty players, modules that define players.

``Sitting`` plays one game. A player may be late (``Limit``): then another player makes the move. Or it
may fail, by an illegal move, an exception, or no answer at all (``Faults``): then it is asked again,
replaced for that move, forfeits the game, or stops the run.

A seated player is a function from a state to a move. One that is a ``Witness``, too, is told every move
of the game, says what it has spent on it, and is closed at its end.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import re
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from math import inf, isfinite
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

from suitwise import catalogue
from suitwise.errors import IllegalMove, NotationError, OverBudget, PlayerEnded, SuitwiseError
from suitwise.game import CHANCE, OVER, Chooser, Facts, Record, State, draw, record_of
from suitwise.players.named import Named, register_player
from suitwise.seeds import as_seed

# --- Limits and faults ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Limit:
    """The time limit of a move, and the player that replaces a late move.

    A move that comes too late is discarded, and the other player's move is made instead, so a game
    always ends by its rules. Lateness depends on the machine: with a limit, results are no longer the
    same to the byte. Each result lists its late moves.

    Args:
        seconds: the maximum time of a move; the time to seat a player does not count.
        then: the text of the player that replaces late moves.

    Raises:
        NotationError: the number is out of range.

    >>> Limit(0.5)
    Limit(seconds=0.5, then='random')
    """

    seconds: float
    then: str = "random"

    def __post_init__(self) -> None:
        """Refuse a time that is not above 0."""
        object.__setattr__(self, "seconds", seconds_of("a limit", self.seconds))


# --- Faults ---------------------------------------------------------------------------------------

FORFEIT, STOP = "forfeit", "stop"
SUBSTITUTE = "substitute:"
MOST_RETRIES = 100
PATIENCE_S = 600.0
"""The default time in seconds after which a player's answer is aborted."""


def substitute_of(on_fault: object) -> str:
    """Return the text of the substitute for a player that fails; empty for no substitute.

    Args:
        on_fault: ``forfeit``, ``stop``, or ``substitute:`` and a player.

    Raises:
        NotationError: it is none of these.

    >>> substitute_of("substitute:rules"), substitute_of("forfeit")
    ('rules', '')
    """
    if on_fault in (FORFEIT, STOP):
        return ""
    player = on_fault.removeprefix(SUBSTITUTE).strip() if isinstance(on_fault, str) else ""
    if not player or player == on_fault:
        raise NotationError(
            f"on_fault is forfeit, stop or substitute:PLAYER, not {shown(on_fault)}"
        )
    return player


NO_MOVE, SILENT, ENDED, OVER_BUDGET, RAISED = "no-move", "silent", "ended", "budget", "raised"
KINDS = {
    NO_MOVE: "no legal move",
    SILENT: "no answer in time",
    ENDED: "its program ended",
    OVER_BUDGET: "over its budget",
    RAISED: "raised an error",
}
"""The kinds of faults, each with its words in tables."""


def kind_of_fault(error: Exception) -> str:
    """Return the kind of a player's fault by the error that it led to, one of ``KINDS``.

    >>> [kind_of_fault(error) for error in (IllegalMove("no"), TimeoutError(), KeyError("x"))]
    ['no-move', 'silent', 'raised']
    """
    kinds: dict[str, type[Exception] | tuple[type[Exception], ...]] = {
        NO_MOVE: (IllegalMove, NotationError),
        SILENT: TimeoutError,
        ENDED: PlayerEnded,
        OVER_BUDGET: OverBudget,
    }
    return next((kind for kind, types in kinds.items() if isinstance(error, types)), RAISED)


# --- Checks of a config's values ------------------------------------------------------------------


def require_whole(what: str, value: object, low: int, high: int) -> None:
    """Refuse a value that is no whole number in a range."""
    if type(value) is not int or not low <= value <= high:
        raise NotationError(f"{what} is a whole number from {low} to {high}, not {shown(value)}")


def seconds_of(what: str, seconds: float) -> float:
    """Return seconds as a float.

    Raises:
        NotationError: they are no finite number above 0.

    >>> seconds_of("patience", 5)
    5.0
    """
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_number or not is_size(seconds):
        raise NotationError(f"the seconds of {what} are above 0, not {shown(seconds)}")
    return float(seconds)


def is_size(value: float) -> bool:
    """Tell whether a number is above 0 and finite."""
    try:
        return isfinite(value) and value > 0
    except OverflowError:  # a whole number of hundreds of digits
        return False


def shown(value: object) -> str:
    """Return a value in one short line, for error messages."""
    try:
        return repr(value)[:40]
    except ValueError:
        return "a number of thousands of digits"


# --- Players in their seats -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spent:
    """What a player has spent on a game.

    Args:
        calls: how often its program, or its model, was asked.
        refused: how many of its answers were no legal move.
        seconds: how long its answers took; None where nobody counts it, since it depends on the machine.

    >>> Spent(calls=3, refused=1) + Spent(calls=2, seconds=0.5)
    Spent(calls=5, refused=1, seconds=0.5)
    """

    calls: int = 0
    refused: int = 0
    seconds: float | None = None

    def __add__(self, other: Spent) -> Spent:
        """Return the sum."""
        timed = [one for one in (self.seconds, other.seconds) if one is not None]
        seconds = sum(timed) if timed else None
        return Spent(self.calls + other.calls, self.refused + other.refused, seconds)

    def as_json(self) -> dict[str, int | float]:
        """Return plain data; without seconds if nobody counts them."""
        seconds = {} if self.seconds is None else {"seconds": self.seconds}
        return {"calls": self.calls, "refused": self.refused, **seconds}


@runtime_checkable
class Witness(Protocol):
    """The player of a seat that is told every move of a game, such as one that is asked in words.

    >>> class Counting:
    ...     spent, moves = Spent(), 0
    ...     def __call__(self, state):
    ...         return next(iter(state.moves()))
    ...     def saw(self, seat, before, move, after):
    ...         self.moves += 1
    ...     def close(self):
    ...         print("after", self.moves, "moves")
    >>> from suitwise.game import load
    >>> seat = Counting()
    >>> player = Named("counting", load("stacks"), seat)
    >>> record = Sitting([player], seed=1, streams=(0,)).played(load("stacks").start(), 1, 0)
    after 17 moves
    >>> isinstance(seat, Witness), len(record.moves)
    (True, 17)
    """

    @property
    def spent(self) -> Spent:
        """What it has spent on the game so far."""

    def saw(self, seat: int, before: State[Any], move: Any, after: State[Any]) -> None:
        """Take notice of a move, its own ones and those of chance included.

        Args:
            seat: its own seat; of the states it uses only what that seat sees.
            before: the state before the move.
            move: the move.
            after: the state after it.
        """

    def close(self) -> None:
        """End what it has begun: nothing more is asked of it."""


T = TypeVar("T")

_LONGEST_REASON = 200
_LOG = logging.getLogger(__name__)


def players_seed(seed: int, use: str) -> int:
    """Return the seed of the players' random numbers.

    It differs from the seed of the deals, so that a player's random numbers reveal nothing of the deal,
    and it differs for each use.

    Args:
        seed: the 64-bit seed of the deals.
        use: a name for the use, at most 8 letters.

    >>> players_seed(0, "players") == players_seed(0, "selfplay")
    False
    """
    return as_seed(seed) ^ int.from_bytes(use.encode("ascii"), "big")


@dataclass(frozen=True, slots=True)
class Faults:
    """The policy for a player that gives no legal move or raises an exception.

    Args:
        then: ``stop`` to raise the error; ``forfeit`` to end the game as lost for the player's side; or
            a player that makes the move instead.
        retries: how often the player is asked again before that.
        patience: the seconds after which an answer is aborted, which counts as an error.

    >>> Faults()
    Faults(then='stop', retries=0, patience=inf)
    """

    then: Named | str = "stop"
    retries: int = 0
    patience: float = inf


def forfeit_returns(facts: Facts, seat: int) -> tuple[float, ...]:
    """Return the returns of a game that a seat forfeits.

    The seat's side gets the lowest return of the game. The others share what it loses in equal parts, or
    get the highest return if the lowest is not below 0.

    >>> from suitwise.game import load
    >>> forfeit_returns(load("indian13(seats=3)").facts, 1), forfeit_returns(load("stacks").facts, 0)
    ((40.0, -80.0, 40.0), (0.0,))
    """
    sides, least, most = facts.side_of, facts.lowest_return, facts.highest_return
    lost = sum(side == sides[seat] for side in sides)
    others = len(sides) - lost
    share = min(most, -least * lost / others) if others and least < 0 else most
    return tuple(float(least if side == sides[seat] else share) for side in sides)


class Sitting:
    """One game with its players, and a log of their late moves and faults.

    Args:
        players: the player of each seat.
        seed: 64-bit seed of the players' random numbers.
        streams: the random stream of each seat's player.
        timed: whether decisions are timed.
        limit: the seconds after which a move is late, and the player that replaces it; None for no
            limit.
        faults: the policy for players that fail.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> gin = load("gin")
    >>> sitting = Sitting([named("greedy", gin), named("random", gin)], seed=1, streams=(0, 1))
    >>> sitting.played(gin.start(), seed=1, stream=0).returns[0] > 0
    True
    """

    def __init__(
        self,
        players: Sequence[Named],
        seed: int,
        streams: Sequence[int],
        *,
        timed: bool = False,
        limit: tuple[float, Named] | None = None,
        faults: Faults = Faults(),
    ) -> None:
        self.players = players
        self._seed, self._streams, self._timed, self._limit = seed, streams, timed, limit
        self._policy = faults
        self.faults: list[list[int]] = [[] for _ in players]
        """The numbers, from 0, of each seat's decisions at which it failed."""
        self.retried: list[list[int]] = [[] for _ in players]
        """The numbers of each seat's decisions that it made only when asked again."""
        self.kinds: list[list[str]] = [[] for _ in players]
        """The kind of each of these faults, one of ``KINDS``."""
        self.reasons: dict[int, Exception] = {}
        """The first error of each seat that had one, even if it answered when asked again."""
        self.forfeited: int | None = None
        """The seat that forfeited the game, if any."""
        self._unseated: set[int] = set()
        self._witnesses: dict[int, Witness] = {}
        self._has_answer = False
        """Whether the player on turn has answered: a fault that follows is in its answer."""
        self.late: list[list[int]] = [[] for _ in players]
        """The numbers, from 0, of each seat's decisions that were late."""
        self.seat: int | None = None
        """The seat whose player moved last or is about to move; None before the first."""
        self.thinks = False
        """Whether that player is choosing a move or being seated just now."""
        self.seconds: list[list[float]] = [[] for _ in players]
        """The times of each seat's decisions with a choice, if decisions are timed."""

    def played(self, start: State[Any], seed: int, stream: int) -> Record:
        """Play the game and return its record; chance is drawn from a stream of a seed.

        If a seat forfeits, the record ends there, with the returns of that state.
        """
        with _caller_for(self._policy.patience) as self._caller:
            try:
                return self._played(start, seed, stream)
            finally:
                for witness in self._witnesses.values():
                    witness.close()

    @property
    def spent(self) -> list[Spent | None]:
        """What each seat's player has spent on the game; None where it does not say."""
        seats = range(len(self.players))
        return [self._witnesses[one].spent if one in self._witnesses else None for one in seats]

    def _played(self, start: State[Any], seed: int, stream: int) -> Record:
        self._choosers = [self._seated_or_none(seat) for seat in range(len(self.players))]
        self._most, self._others = self._stand_ins()
        self._substitutes = self._all_seated(self._policy.then, "faults")
        self._decisions = [0 for _ in self.players]
        self.seat, self.thinks = None, False
        state, moves, index = start, [], 0
        while state.turn != OVER:
            before = state
            if state.turn == CHANCE:
                move, index = draw(state, seed, stream, index)
                state = state.after(move)
            elif (made := self._moved(state)) is not None:
                move, state = made
            else:
                break
            moves.append(move)
            self._tell(before, move, state)
        return record_of(start, moves, state)

    def _tell(self, before: State[Any], move: Any, after: State[Any]) -> None:
        """Tell a move to all who take notice; an error of theirs is their own."""
        mover = self.seat
        for seat, witness in self._witnesses.items():
            self.seat, self.thinks = seat, True
            witness.saw(seat, before, move, after)
            self.thinks = False
        self.seat = mover

    def _moved(self, state: State[Any]) -> tuple[Any, State[Any]] | None:
        """Return the move of the seat on turn and the next state, or None if it forfeits the game."""
        seat, number, kind = state.turn, self._decisions[state.turn], RAISED
        self.seat = seat
        self._decisions[seat] += 1
        for left in range(self._policy.retries, -1, -1):
            try:
                answer = self._answered(state, number)
                if left < self._policy.retries or seat in self._unseated:
                    self.retried[seat].append(number)
                self._unseated.discard(seat)
                return answer
            except Exception as error:
                # Any other error is a fault of the game, not of the player.
                is_its_own = self.thinks or isinstance(error, IllegalMove)
                if not is_its_own or (self._policy.then == "stop" and not left):
                    raise
                self.reasons.setdefault(seat, error)
                kind = NO_MOVE if self._has_answer else kind_of_fault(error)
        self.thinks = False
        self._caller.rest()
        self.faults[seat].append(number)
        self.kinds[seat].append(kind)
        if self._policy.then == "forfeit":
            self.forfeited = seat
            return None
        move = state.read_move(self._substitutes[seat](state))
        return move, state.after(move)

    def _answered(self, state: State[Any], number: int) -> tuple[Any, State[Any]]:
        """Ask the player on turn, or the limit's if it is late; return its move and the next state."""
        seat = state.turn
        self._has_answer = False
        choose = self._choosers[seat] = self._choosers[seat] or self._seated(seat)
        self.thinks = True
        since = time.perf_counter()
        chosen = self._caller.answer(lambda: choose(state))
        took = time.perf_counter() - since
        self._has_answer = True
        if took > self._most:
            self._caller.rest()
            self.late[seat] = sorted({*self.late[seat], number})
            chosen = self._others[seat](state)
        move = state.read_move(chosen)
        # If the game does not check the types of moves, an error in ``after`` may be the player's fault.
        self.thinks = not state.move_kinds and move not in state.moves()
        after = state.after(move)
        self.thinks = False
        if self._timed and _has_choice(state):
            self.seconds[seat].append(took)
        return move, after

    def _stand_ins(self) -> tuple[float, list[Chooser]]:
        """Return the seconds after which a move is late, and each seat's player for late moves."""
        if self._limit is None:
            return inf, []
        most, player = self._limit
        return most, self._all_seated(player, "late")

    def _all_seated(self, player: Named | str, use: str) -> list[Chooser]:
        """Return a player seated in every seat; an empty list for ``forfeit`` and ``stop``."""
        if isinstance(player, str):
            return []
        seed = players_seed(self._seed, use)
        return [player.seated(seed, stream) for stream in self._streams]

    def _seated(self, seat: int) -> Chooser:
        self.seat, self.thinks = seat, True
        player, stream = self.players[seat], self._streams[seat]
        chooser = self._caller.answer(lambda: player.seated(self._seed, stream))
        self.thinks = False
        if isinstance(chooser, Witness):
            self._witnesses[seat] = chooser
        return chooser

    def _seated_or_none(self, seat: int) -> Chooser | None:
        """Return the player of a seat, or None if it can't be seated yet; its moves will try again."""
        try:
            return self._seated(seat)
        except Exception as error:
            if self._policy.then == "stop":
                raise
            self._unseated.add(seat)
            self.reasons.setdefault(seat, error)
            return None


class _BrokenOff(BaseException):
    """Raised when the time of an answer is over; no ``Exception``, which players might catch."""


class _Caller:
    """Calls players without a time limit."""

    def answer(self, call: Callable[[], T]) -> T:
        """Return the result of a call.

        Raises:
            TimeoutError: the call was aborted.
        """
        return call()

    def rest(self) -> None:
        """Stop the watchdog until the next answer."""


class _TimedCaller(_Caller):
    """Calls players and aborts calls that take too long.

    The system's alarm raises an exception in the call. Python delivers it only when compiled code
    returns. In a worker process, a call that is stuck in compiled code therefore ends the whole process,
    by the watchdog thread of ``faulthandler``, which needs no Python. Setting the watchdog is slow, so
    it is renewed only when half of its time has passed.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._is_watched, self._watched_since = _may_end, -inf

    def answer(self, call: Callable[[], T]) -> T:
        try:
            try:
                # The alarm repeats every second, for players that catch everything.
                signal.setitimer(signal.ITIMER_REAL, self._seconds, 1.0)
                self._watch()
                return call()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except _BrokenOff:
            raise TimeoutError(f"no answer within {self._seconds:g} s") from None

    def _watch(self) -> None:
        now = time.monotonic()
        if self._is_watched and now > self._watched_since + STUCK_S / 2:
            after = self._seconds + STUCK_S
            faulthandler.dump_traceback_later(after, exit=True, file=sys.__stderr__ or 2)
            self._watched_since = now

    def rest(self) -> None:
        if self._watched_since > -inf:
            faulthandler.cancel_dump_traceback_later()
            self._watched_since = -inf


STUCK_S = 60.0
"""The seconds, or at least half of them, after which the watchdog ends a process whose answer could not
be aborted."""
_may_end = False


def end_where_stuck() -> None:
    """Let the watchdog end this process if an answer is stuck in compiled code.

    This is for worker processes: another one takes over the piece of work, and if several end on it, the
    run ends with a message.
    """
    global _may_end
    _may_end = True


@contextmanager
def _caller_for(seconds: float) -> Iterator[_Caller]:
    """Yield a caller of players that aborts calls after some seconds.

    It aborts nothing if the alarm is in use already, or outside the main thread, where Python delivers
    no signals.
    """
    is_ours = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if not is_ours or seconds == inf or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield _Caller()
        return
    before = signal.signal(signal.SIGALRM, _break_off)
    caller = _TimedCaller(seconds)
    try:
        yield caller
    finally:
        caller.rest()
        signal.signal(signal.SIGALRM, before)


def _break_off(number: int, frame: object) -> None:
    raise _BrokenOff


def warn_once(failed: Mapping[str, str], warned: set[str]) -> None:
    """Log the faults of players after which the run goes on, once for each player.

    Args:
        failed: the first fault of each player that failed.
        warned: the players that were logged before; the new ones are added.
    """
    for player in failed.keys() - warned:
        warned.add(player)
        _LOG.warning("%s; the work goes on, and its faults are counted", failed[player])


def _has_choice(state: State[Any]) -> bool:
    return next(islice(state.moves(), 1, None), None) is not None


def reason_of(error: Exception, *, placed: bool = False) -> str:
    """Return the reason of an error in one short line.

    Args:
        error: the error.
        placed: whether to add file and line to an error that is not of this package.

    >>> reason_of(KeyError("no idea")), reason_of(SuitwiseError("there is no\\nsuch move"))
    ("KeyError: 'no idea'", 'there is no such move')
    """
    text = " ".join(str(error).split())[:_LONGEST_REASON]
    if isinstance(error, SuitwiseError) and text:
        return text
    frames = traceback.extract_tb(error.__traceback__) if placed else []
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {text}{place}"


# --- Importing players ----------------------------------------------------------------------------
#
# Such a module calls ``players.named.register_player``. Worker processes import it when they unpickle
# its players.

_MODULE = re.compile(r"[A-Za-z_]\w{0,99}(\.[A-Za-z_]\w{0,99}){0,9}", re.ASCII)


def import_players(modules: Iterable[str]) -> None:
    """Import modules, from the working directory or Python's path.

    If a module has a game's catalogue entry as ``ENTRY``, the game becomes known as if installed. If it
    has dataclasses of players by name as ``PLAYERS``, these are registered for every game: such players
    are there for those alone who import the module by its name here, as those that start programs.

    Args:
        modules: their names, as after ``import``.

    Raises:
        NotationError: there is no such module, or its import fails; the text names it.

    >>> import_players(["suitwise.testing"])
    >>> import_players(["my_players.py"])
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'my_players.py' is no module: write my_players
    """
    for module in modules:
        _import(require_module(module))


def require_module(name: str) -> str:
    """Check the name of a module and return it.

    Raises:
        NotationError: the text is no name of a module.

    >>> require_module("my.players")
    'my.players'
    """
    stem = name.removesuffix(".py").replace("/", ".")
    if not _MODULE.fullmatch(name) or stem != name:
        better = stem if _MODULE.fullmatch(stem) else "its name as after import"
        raise NotationError(f"{name[:60]!r} is no module: write {better}")
    return name


def _import(module: str) -> None:
    here = os.getcwd()
    if not {"", here} & set(sys.path):
        sys.path.append(here)
    try:
        imported = import_module(module)
        for name, kind in getattr(imported, "PLAYERS", {}).items():
            register_player(name, kind)
        entry = getattr(imported, "ENTRY", None)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise NotationError(f"the module {module} needs {error.name}: install it") from None
        raise NotationError(
            f"there is no module {module}, neither in {here} nor where Python looks"
        ) from None
    except Exception as error:
        reason = reason_of(error, placed=True)
        raise NotationError(f"the module {module} can't be imported: {reason}") from None
    if isinstance(entry, catalogue.Entry) and entry.name not in catalogue.names():
        catalogue.register(entry)
