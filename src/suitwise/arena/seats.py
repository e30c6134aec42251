"""Players in the seats of a game: modules that make them known, how long a move may take, faults."""

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
from typing import Any, TypeVar

from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Chooser, Facts, Record, State, draw, record_of
from suitwise.players.named import Named
from suitwise.seeds import as_seed

# --- Limits and faults ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Limit:
    """The time limit of a move, and the player that moves where it is exceeded.

    A move that comes too late is not made; what the other player would do there is. So a game always
    comes to an end that its rules know. Whether a move is late hangs on the machine, so with a limit
    results are no longer the same to the byte; each says which moves were late.

    Args:
        seconds: how long at most; the time to take a seat is not counted.
        then: the text of the player that moves in its place.

    Raises:
        NotationError: the number is out of range.

    >>> Limit(0.5)
    Limit(seconds=0.5, then='random')
    """

    seconds: float
    then: str = "random"

    def __post_init__(self) -> None:
        """Refuse a time that nobody has."""
        object.__setattr__(self, "seconds", seconds_of("a limit", self.seconds))


# --- Faults ---------------------------------------------------------------------------------------

FORFEIT, STOP = "forfeit", "stop"
SUBSTITUTE = "substitute:"
MOST_RETRIES = 100
PATIENCE_S = 600.0
"""A player that has not answered after so many seconds is broken off, unless told otherwise."""


def substitute_of(on_fault: object) -> str:
    """Return the text of the player that moves in the place of one that fails, empty for none.

    Args:
        on_fault: ``forfeit``, ``stop``, or ``substitute:`` and a player.

    Raises:
        NotationError: it is none of them.

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


# --- Numbers that are given ----------------------------------------------------------------------


def require_whole(what: str, value: object, low: int, high: int) -> None:
    """Refuse what is no whole number in a range."""
    if type(value) is not int or not low <= value <= high:
        raise NotationError(f"{what} is a whole number from {low} to {high}, not {shown(value)}")


def seconds_of(what: str, seconds: float) -> float:
    """Return seconds as a float, and refuse a time that nobody has.

    Raises:
        NotationError: it is no number above 0.

    >>> seconds_of("patience", 5)
    5.0
    """
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_number or not is_size(seconds):
        raise NotationError(f"the seconds of {what} are above 0, not {shown(seconds)}")
    return float(seconds)


def is_size(value: float) -> bool:
    """Return whether a number is above 0 and finite."""
    try:
        return isfinite(value) and value > 0
    except OverflowError:  # a whole number of hundreds of digits
        return False


def shown(value: object) -> str:
    """Return a value as refusals print it: in one line, and short."""
    try:
        return repr(value)[:40]
    except ValueError:
        return "a number of thousands of digits"


# --- Players in their seats -----------------------------------------------------------------------

T = TypeVar("T")

_LONGEST_REASON = 200
_LOG = logging.getLogger(__name__)


def players_seed(seed: int, use: str) -> int:
    """Return the seed of what players draw.

    It is another than that which deals, so that what they draw says nothing of the deal, and another
    for each use of a seed.

    Args:
        seed: the 64-bit seed that deals.
        use: what they play for, 8 letters at most.

    >>> players_seed(0, "players") == players_seed(0, "selfplay")
    False
    """
    return as_seed(seed) ^ int.from_bytes(use.encode("ascii"), "big")


@dataclass(frozen=True, slots=True)
class Faults:
    """The policy for a player that gives no legal move or raises an error.

    Args:
        then: ``stop`` lets its error end the work, ``forfeit`` the game, which its side has lost; a
            player makes that move in its place.
        retries: how often it is asked again first.
        patience: after how many seconds without an answer it is broken off, which is an error of its.

    >>> Faults()
    Faults(then='stop', retries=0, patience=inf)
    """

    then: Named | str = "stop"
    retries: int = 0
    patience: float = inf


def forfeit_returns(facts: Facts, seat: int) -> tuple[float, ...]:
    """Return what each seat gets where one forfeits the game.

    Its side gets the least that a seat can get, the others have what that lost in equal parts; where
    nobody can lose they get the most there is.

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
    """The players of one game in their seats.

    Args:
        players: the player of each seat.
        seed: 64-bit seed of what they draw.
        streams: for each seat the stream of what its player draws.
        timed: whether decisions are timed.
        limit: after how many seconds a move is late, and who moves then; None for never.
        faults: what is done where a player fails.

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
        self._care = faults
        self.faults: list[list[int]] = [[] for _ in players]
        """For each seat the numbers of its decisions at which it failed, from 0."""
        self.retried: list[list[int]] = [[] for _ in players]
        """For each seat the numbers of its decisions that it answered when it was asked again."""
        self.reasons: dict[int, Exception] = {}
        """Why, for each seat that failed, though it answered afterwards, the first time."""
        self.forfeited: int | None = None
        """The seat that failed and so forfeited the game."""
        self._standing: set[int] = set()
        self.late: list[list[int]] = [[] for _ in players]
        """For each seat the numbers of its decisions that were late, from 0."""
        self.seat: int | None = None
        """The seat whose player has moved last, or is about to; None before."""
        self.thinks = False
        """True while that player is choosing a move or taking its seat."""
        self.seconds: list[list[float]] = [[] for _ in players]
        """For each seat how long it thought whenever it had a choice, where decisions are timed."""

    def played(self, start: State[Any], seed: int, stream: int) -> Record:
        """Play the game, chance drawn from a stream of a seed, and return its record.

        Where a seat forfeits the record ends there, with what the seats had got so far.
        """
        with _breaking_off(self._care.patience) as self._patience:
            return self._played(start, seed, stream)

    def _played(self, start: State[Any], seed: int, stream: int) -> Record:
        self._choosers = [self._seated_or_none(seat) for seat in range(len(self.players))]
        self._most, self._others = self._stand_ins()
        self._substitutes = self._all_seated(self._care.then, "faults")
        self._decisions = [0 for _ in self.players]
        self.seat, self.thinks = None, False
        state, moves, index = start, [], 0
        while state.turn != OVER:
            if state.turn == CHANCE:
                move, index = draw(state, seed, stream, index)
                state = state.after(move)
            elif (made := self._moved(state)) is not None:
                move, state = made
            else:
                break
            moves.append(move)
        return record_of(start, moves, state)

    def _moved(self, state: State[Any]) -> tuple[Any, State[Any]] | None:
        """Return the move of the seat on turn and what follows; None where it forfeits the game."""
        seat, number = state.turn, self._decisions[state.turn]
        self.seat = seat
        self._decisions[seat] += 1
        for left in range(self._care.retries, -1, -1):
            try:
                found = self._answered(state, number)
                if left < self._care.retries or seat in self._standing:
                    self.retried[seat].append(number)
                self._standing.discard(seat)
                return found
            except Exception as error:
                is_its_own = self.thinks or isinstance(error, IllegalMove)
                if not is_its_own or (self._care.then == "stop" and not left):
                    raise
                self.reasons.setdefault(seat, error)
        self.thinks = False
        self._patience.rest()
        self.faults[seat].append(number)
        if self._care.then == "forfeit":
            self.forfeited = seat
            return None
        move = state.read_move(self._substitutes[seat](state))
        return move, state.after(move)

    def _answered(self, state: State[Any], number: int) -> tuple[Any, State[Any]]:
        """Ask the player of the seat on turn; return its move and what follows."""
        seat = state.turn
        choose = self._choosers[seat] = self._choosers[seat] or self._seated(seat)
        self.thinks = True
        since = time.perf_counter()
        chosen = self._patience.answer(lambda: choose(state))
        took = time.perf_counter() - since
        if took > self._most:
            self._patience.rest()
            self.late[seat] = sorted({*self.late[seat], number})
            chosen = self._others[seat](state)
        move = state.read_move(chosen)
        self.thinks = not state.move_kinds and move not in state.moves()
        after = state.after(move)
        self.thinks = False
        if self._timed and _has_choice(state):
            self.seconds[seat].append(took)
        return move, after

    def _stand_ins(self) -> tuple[float, list[Chooser]]:
        """Return after how many seconds a move is late, and who moves then in each seat."""
        if self._limit is None:
            return inf, []
        most, player = self._limit
        return most, self._all_seated(player, "late")

    def _all_seated(self, player: Named | str, use: str) -> list[Chooser]:
        """Return a player in every seat, none for a word that is no player."""
        if isinstance(player, str):
            return []
        seed = players_seed(self._seed, use)
        return [player.seated(seed, stream) for stream in self._streams]

    def _seated(self, seat: int) -> Chooser:
        self.seat, self.thinks = seat, True
        player, stream = self.players[seat], self._streams[seat]
        chooser = self._patience.answer(lambda: player.seated(self._seed, stream))
        self.thinks = False
        return chooser

    def _seated_or_none(self, seat: int) -> Chooser | None:
        """Return the player of a seat; one that fails to sit down is let try again at its moves."""
        try:
            return self._seated(seat)
        except Exception as error:
            if self._care.then == "stop":
                raise
            self._standing.add(seat)
            self.reasons.setdefault(seat, error)
            return None


class _BrokenOff(BaseException):
    """The time of an answer is over: no error that a player would catch as one of its own."""


class _Patience:
    """Asks for answers, and breaks off those that do not come in time."""

    def answer(self, call: Callable[[], T]) -> T:
        """Return what a call gives.

        Raises:
            TimeoutError: it has been broken off.
        """
        return call()

    def rest(self) -> None:
        """Let whatever comes before the next answer take its time."""


class _Short(_Patience):
    """Breaks off by the system's alarm, which is heard when compiled code returns.

    In a process that may end in the middle of its work an answer that is stuck there ends it, by a
    thread that needs no Python. To set that takes some time, so it is set now and then.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._is_watched, self._watched_since = _may_end, -inf

    def answer(self, call: Callable[[], T]) -> T:
        try:
            try:
                # Again and again, for a player that catches everything.
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
"""How many seconds an answer that could not be broken off goes on, at least half of them, until its
process ends."""
_may_end = False


def end_where_stuck() -> None:
    """Have this process end where an answer is stuck in compiled code.

    That is for processes that are given pieces of work: another one takes up the piece, and where it
    ends, too, the work ends with what is said of that.
    """
    global _may_end
    _may_end = True


@contextmanager
def _breaking_off(seconds: float) -> Iterator[_Patience]:
    """Give what asks for answers, and breaks them off after some seconds.

    Where the alarm is another's, or this is not the main thread, which alone hears it, nothing is
    broken off.
    """
    is_ours = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if not is_ours or seconds == inf or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield _Patience()
        return
    before = signal.signal(signal.SIGALRM, _break_off)
    patience = _Short(seconds)
    try:
        yield patience
    finally:
        patience.rest()
        signal.signal(signal.SIGALRM, before)


def _break_off(number: int, frame: object) -> None:
    raise _BrokenOff


def warn_once(failed: Mapping[str, str], warned: set[str]) -> None:
    """Log how players failed where the work goes on, once for each player.

    Args:
        failed: how each did the first time.
        warned: the players that were logged before, which are left out; it is told of the others.
    """
    for player in failed.keys() - warned:
        warned.add(player)
        _LOG.warning("%s; the work goes on, and its faults are counted", failed[player])


def _has_choice(state: State[Any]) -> bool:
    return next(islice(state.moves(), 1, None), None) is not None


def reason_of(error: Exception, *, placed: bool = False) -> str:
    """Return the reason of an error in one short line.

    Args:
        error: what was raised.
        placed: whether file and line are told, where the error is not of this package.

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
# A module calls ``players.named.register_player``. Processes that play import it, too, when they are
# handed its players.

_MODULE = re.compile(r"[A-Za-z_]\w{0,99}(\.[A-Za-z_]\w{0,99}){0,9}", re.ASCII)


def import_players(modules: Iterable[str]) -> None:
    """Import modules, each once, from this folder or wherever Python finds them.

    Args:
        modules: their names, as after ``import``.

    Raises:
        NotationError: there is no such module, or it fails; it is named.

    >>> import_players(["suitwise.testing"])
    >>> import_players(["my_players.py"])
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'my_players.py' is no module: write my_players
    """
    for module in modules:
        _import(require_module(module))


def require_module(name: str) -> str:
    """Return the name of a module, and refuse what is none.

    Raises:
        NotationError: it is none.

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
        import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise NotationError(f"the module {module} needs {error.name}: install it") from None
        raise NotationError(
            f"there is no module {module}, neither in {here} nor where Python looks"
        ) from None
    except Exception as error:
        reason = reason_of(error, placed=True)
        raise NotationError(f"the module {module} can't be imported: {reason}") from None
