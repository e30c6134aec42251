"""Players that are asked in words, with budgets: a program that reads and writes lines, or a function.

``Talker`` is a named player behind a command. Its program is told what ``suitwise agent`` tells, line by
line, and answers a line to each ``decision`` and each ``refused``. ``Talking`` is the base of players
whose answers come from a function of Python, from text to text.

In a game such a player plays as any other. Where it gives no legal move, it is told why and asked again,
as often as it may be; then it fails at that move, as it does when its program ends or a budget is spent.
What follows is the arena's to say (``arena.seats.Faults``).

``Talker`` starts programs, so its name is known to those alone who import this module by its name, as
``suitwise arena run --import suitwise.agents.talker``.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import time
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import Any, Protocol

from suitwise.agents.rules import voice
from suitwise.agents.talk import (
    Message,
    decision_of,
    judged,
    move_in,
    opening_of,
    over_of,
    refused_of,
    text_of,
)
from suitwise.arena.seats import Spent
from suitwise.errors import NotationError, OverBudget, PlayerEnded
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import OVER, Chooser, Game, State, record_of
from suitwise.players.face import face_of
from suitwise.players.host import Host
from suitwise.seeds import word

# --- Whoever answers ------------------------------------------------------------------------------


class Speaker(Protocol):
    """What answers the messages of one seat in one game."""

    def ask(self, messages: list[Message], seconds: float | None) -> str:
        """Return the answer to the last of some messages.

        Args:
            messages: what it has not been told yet.
            seconds: how long it may take; None for as long as it likes.

        Raises:
            PlayerEnded: it ended before it answered.
            OverBudget: it took longer.
        """

    def close(self, last: Message | None) -> None:
        """End it, after a last message if there is one."""


class _Function:
    """A function from text to text; what it raises, it raises. It can't be broken off."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        self._answer = answer

    def ask(self, messages: list[Message], seconds: float | None) -> str:
        return self._answer("\n".join(map(text_of, messages)))

    def close(self, last: Message | None) -> None:
        pass


_LONGEST_ANSWER = 1 << 20
"""The most bytes of a line that are read; the rest would be taken for the next answer."""
_GRACE_S = 2.0
"""The seconds that a program has to end once its input has ended."""
_SOON_S = 0.2
"""The most seconds between the end of a program and that of its output, either way."""


class _Program:
    """A running program that is told messages as lines of JSON and answers with lines."""

    def __init__(self, command: str) -> None:
        try:
            # In a group of its own, so that what it has started ends with it.
            self._process = Popen(
                shlex.split(command), stdin=PIPE, stdout=PIPE, start_new_session=True
            )
        except OSError as error:
            raise PlayerEnded(f"{command} can't be started: {error.strerror}") from None
        self._exchange: Thread | None = None
        self._ended = weakref.finalize(self, _kill, self._process)

    def ask(self, messages: list[Message], seconds: float | None) -> str:
        lines = b"".join(map(_line_of, messages))
        answer: list[bytes] = []
        # Reading and writing can't be given a time, but waiting for a thread that does them can.
        exchange = Thread(target=_exchange, args=(self._process, lines, answer), daemon=True)
        self._exchange = exchange
        exchange.start()
        exchange.join(seconds)
        if exchange.is_alive():
            raise OverBudget(f"no answer within the {seconds:.3g} s that are left for the game")
        if not answer:
            raise PlayerEnded(self._ending())
        if len(answer[0]) == _LONGEST_ANSWER:
            raise PlayerEnded(f"its program wrote a line of {_LONGEST_ANSWER:,} bytes or more")
        return answer[0].decode("utf-8", "replace")

    def _ending(self) -> str:
        """Return in words how the program has ended."""
        with suppress(TimeoutExpired):
            return f"its program ended with the code {self._process.wait(_SOON_S)}"
        return "its program closed its output"

    def close(self, last: Message | None) -> None:
        if last is not None and self._ended.alive:
            with suppress(TimeoutExpired, OSError, ValueError):
                self._process.communicate(_line_of(last), timeout=_GRACE_S)
        self._ended()
        if self._exchange is not None:
            self._exchange.join(_SOON_S)
            # A pipe that is still read from, as one that a program outside the group has, stays open.
            if self._exchange.is_alive():
                return
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


def _exchange(process: Popen[bytes], lines: bytes, answer: list[bytes]) -> None:
    """Write lines and read one; there is no answer if the program ends meanwhile."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        process.stdin.write(lines)
        process.stdin.flush()
        if line := process.stdout.readline(_LONGEST_ANSWER):
            answer.append(line)


def _kill(process: Popen[bytes]) -> None:
    """End a program and all that it has started, and forget it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _line_of(message: Message) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


# --- The seat -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Budget:
    """What a seat may spend; 0 is no limit, but for the tries.

    Args:
        tries: the number of answers to one question, of which only the last may be a legal move.
        refused: the number of answers in a game that may be no legal move.
        calls: the number of questions in a game.
        time: the seconds that all answers in a game may take.

    Raises:
        NotationError: a number is out of range.

    >>> Budget(tries=0)
    Traceback (most recent call last):
    suitwise.errors.NotationError: tries is a number from 1 to 100, not 0
    """

    tries: int = 3
    refused: int = 0
    calls: int = 0
    time: float = 0.0

    def __post_init__(self) -> None:
        """Check the numbers."""
        for name, least, most in (
            ("tries", 1, 100),
            ("refused", 0, _MOST),
            ("calls", 0, _MOST),
            ("time", 0, _MOST),
        ):
            value = getattr(self, name)
            if not least <= value <= most:
                raise NotationError(f"{name} is a number from {least} to {most:,}, not {value}")


_MOST = 1_000_000


class TalkingSeat:
    """A seat whose moves are asked for in words. It is a ``Witness``: what it sees becomes its story.

    Args:
        game: the variant.
        begin: starts whoever answers; called again if it has ended.
        budget: what it may spend.
        lang: the language in which it is told.
        more: further keys of the opening message.

    >>> from suitwise.game import load
    >>> answers = iter(["hm", "pile or pass", "pass"])
    >>> seat = TalkingSeat(load("gin"), lambda: _Function(lambda text: next(answers)))
    >>> str(seat(load("gin").start().rolled(3, 0)[0])), seat.spent
    ('pass', Spent(calls=3, refused=2, seconds=None))
    """

    def __init__(
        self,
        game: Game[Any],
        begin: Callable[[], Speaker],
        budget: Budget = Budget(),
        lang: str = "en",
        more: Mapping[str, object] | None = None,
    ) -> None:
        self._game, self._begin, self._budget, self._lang = game, begin, budget, lang
        self._more, self._say = dict(more or {}), voice(game, lang)
        self._host, self._face = Host(say=self._say), face_of(game)
        self._speaker: Speaker | None = None
        self._calls = self._refused = self._number = 0
        self._seconds = 0.0
        self._asked: State[Any] | None = None
        """The state of the last decision that was its own."""
        self._standing: tuple[State[Any], Message] | None = None
        """The last refusal, and the state in which its question still stands."""
        self._story: list[str] = []
        self._told = 0
        """How much of the story the speaker has been told."""
        self._start: State[Any] | None = None
        self._moves: list[Any] = []
        self._over: Message | None = None

    # --- As a player ------------------------------------------------------------------------------

    def __call__(self, state: State[Any]) -> Any:
        """Return the move that is answered.

        Raises:
            NotationError: none of the answers is a legal move.
            PlayerEnded: whoever answers has ended.
            OverBudget: a budget is spent.
        """
        skipped = self._face.skipped(state, self._asked)
        if skipped is not None:
            return skipped
        move, why = self._tried(state)
        for _ in range(self._budget.tries - 1):
            if why is not None:
                move, why = self._tried(state)
        if why is not None:
            raise NotationError(why)
        self._asked, self._standing = state, None
        self._number += 1
        return move

    def _tried(self, state: State[Any]) -> tuple[Any, Phrase | None]:
        """Return the move of an answer and None, or why it is refused; the next try tells that."""
        answer = self._answer_to(state)
        move, why = judged(state, answer)
        if why is not None:
            self._refused += 1
            refused = refused_of(state, self._number, move_in(answer), why, self._say)
            self._standing = state, refused
        return move, why

    @property
    def spent(self) -> Spent:
        """What it has spent on the game; seconds only where there is a budget of them."""
        return Spent(self._calls, self._refused, self._seconds if self._budget.time else None)

    def saw(self, seat: int, before: State[Any], move: Any, after: State[Any]) -> None:
        """Add a move to the story of a seat."""
        self._start = before if self._start is None else self._start
        self._moves.append(move)
        if story := self._host.told(before, move, after, seat):
            self._story.append(story)
        if after.turn == OVER:
            record = record_of(self._start, self._moves, after)
            self._over = over_of(after, seat, self._untold(), self._host, record)

    def close(self) -> None:
        """Tell how the game has ended, if it has, and end whoever answers."""
        speaker, self._speaker = self._speaker, None
        if speaker is not None:
            speaker.close(self._over)

    # --- Asking -----------------------------------------------------------------------------------

    def _answer_to(self, state: State[Any]) -> str:
        """Ask a question, or ask it again after a refusal; return the answer."""
        self._refuse_over_budget()
        messages = self._messages(state)
        since = time.perf_counter()
        try:
            if self._speaker is None:
                self._speaker = self._begin()
            self._calls += 1
            return self._speaker.ask(messages, self._seconds_left)
        except BaseException:  # no Exception where the arena breaks off what takes too long
            self._break_off()
            raise
        finally:
            self._seconds += time.perf_counter() - since

    def _messages(self, state: State[Any]) -> list[Message]:
        """Return what is to be told, from the beginning to whoever has just begun."""
        is_new = self._speaker is None
        if not is_new and self._standing is not None and self._standing[0] == state:
            return [self._standing[1]]
        if is_new:
            self._told = 0
        decision = decision_of(state, state.turn, self._number, self._untold(), self._say)
        opening = opening_of(self._game, state.turn, self._lang) | self._more
        return [opening, decision] if is_new else [decision]

    def _untold(self) -> str:
        untold, self._told = self._story[self._told :], len(self._story)
        return "\n".join(untold)

    def _break_off(self) -> None:
        """End whoever answers: an answer that came late would be taken for the next one."""
        speaker, self._speaker = self._speaker, None
        if speaker is not None:
            speaker.close(None)

    # --- Budgets ----------------------------------------------------------------------------------

    @property
    def _seconds_left(self) -> float | None:
        most = self._budget.time
        return max(0.0, most - self._seconds) if most else None

    def _refuse_over_budget(self) -> None:
        budget = self._budget
        if budget.calls and self._calls >= budget.calls:
            raise OverBudget(f"it was asked {self._calls:,} times, as often as it may be in a game")
        if budget.refused and self._refused > budget.refused:
            raise OverBudget(
                f"{self._refused:,} of its answers were no legal move, of {budget.refused:,} that may be"
            )
        if self._seconds_left == 0:
            raise OverBudget(f"its answers took the {budget.time:g} s that it has for a game")


# --- The players ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _InWords(ABC):
    """A player that is asked in words; its fields are its options."""

    lang: str = "en"
    tries: int = 3
    refused: int = 0
    calls: int = 0
    time: float = 0.0

    def __post_init__(self) -> None:
        """Refuse numbers out of range, and a language that there is not."""
        if self.lang not in ("en", "zh"):
            raise NotationError(f"the language is en or zh, not {self.lang!r}")
        self._budget()

    def _budget(self) -> Budget:
        return Budget(self.tries, self.refused, self.calls, self.time)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game; whoever answers begins with the first question."""
        own = word(seed, stream, 0) >> _SEED_SHIFT
        return TalkingSeat(
            game, lambda: self._speaker(own), self._budget(), self.lang, {"seed": own}
        )

    @abstractmethod
    def _speaker(self, seed: int) -> Speaker:
        """Return whoever answers for one seat of one game."""


_SEED_SHIFT = 11
"""Seeds are told in 53 bits, which every reader of JSON keeps."""


@dataclass(frozen=True)
class Talking(_InWords):
    """The base of players whose answers a function gives; a subclass has ``answers``.

    Args:
        lang: the language in which it is told, ``en`` or ``zh``.
        tries: how many answers to a question it may give; if the last is no legal move either, it fails.
        refused: how many of its answers in a game may be no legal move; 0 for any number.
        calls: how many questions it may be asked in a game; 0 for any number.
        time: how many seconds its answers may take in a game; 0 for any number. A function is not broken
            off; it is asked nothing more.

    Raises:
        NotationError: an option is out of range.

    >>> from suitwise.game import load, play
    >>> class Last(Talking):
    ...     def answers(self, seed):
    ...         return lambda text: text.splitlines()[-1].rpartition(" ")[2]
    >>> seat = Last().seated(load("texas42(match=hand)"), seed=1, stream=0)
    >>> len(play(load("texas42(match=hand)").start(), seat, seed=1).moves) > 28
    True
    """

    @abstractmethod
    def answers(self, seed: int) -> Callable[[str], str]:
        """Return the function that answers for one seat of one game, from text to text.

        It is called once a question with all that is new: the rules at first, then what has happened,
        what the seat sees and its legal moves; or why its last answer was refused.

        Args:
            seed: a seed of its own, for its random numbers.
        """

    def _speaker(self, seed: int) -> Speaker:
        return _Function(self.answers(seed))


@dataclass(frozen=True)
class Talker(_InWords):
    """A player behind a command, which is started for each seat of each game; needs a POSIX system.

    The program reads lines of JSON, as those of ``suitwise agent``, and answers a line to each
    ``decision`` and each ``refused``. ``game`` has a ``seed`` of its own besides. It shall end where its
    input does, as after ``over``. It runs in the working directory and without a shell. If it has ended
    and is asked again, it is started again and told everything from the beginning.

    Args:
        lang: the language in which it is told, ``en`` or ``zh``.
        tries: how many answers to a question it may give; if the last is no legal move either, it fails.
        refused: how many of its answers in a game may be no legal move; 0 for any number.
        calls: how many questions it may be asked in a game; 0 for any number.
        time: how many seconds its answers may take in a game; 0 for any number. Results then depend on
            the machine.
        command: the program and its arguments.

    Raises:
        NotationError: an option is out of range, or the command is none.

    >>> Talker(command="python my_model.py", refused=20).tries
    3
    """

    command: str = field(kw_only=True)

    def __post_init__(self) -> None:
        """Check the options."""
        super().__post_init__()
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise NotationError(f"{self.command!r} is no command: {error}") from None
        if not words:
            raise NotationError("the command names a program")

    def files(self) -> list[str]:
        """Return the files among the words of the command, by which a run knows the player again."""
        return [part for part in shlex.split(self.command) if Path(part).is_file()]

    def _speaker(self, seed: int) -> Speaker:
        return _Program(self.command)


PLAYERS = {"talker": Talker}
"""What ``--import`` of this module makes known."""
