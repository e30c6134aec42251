"""Players that answer in text, with budgets: an external program, or a Python function.

``Talker`` is a named player that runs a command. Its program reads the messages of ``suitwise agent``,
one a line, and writes a line in answer to each ``decision`` and each ``refused``. ``Talking`` is the
base class of players whose answers are computed by a Python function from text to text.

In a game such a player acts like any other. If an answer is not a legal move, the player is told why and
asked again, a limited number of times. After that it fails at that move, and so it does when its program
ends or a budget is spent. The consequences are up to the arena (``arena.seats.Faults``).

``Talker`` starts programs. So its name is registered only if somebody imports this module explicitly,
for example with ``suitwise arena run --import suitwise.agents.talker``.
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

from suitwise.agents import talk
from suitwise.agents.rules import voice
from suitwise.agents.talk import Message
from suitwise.arena.seats import Spent
from suitwise.errors import NotationError, OverBudget, PlayerEnded
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import OVER, Chooser, Game, State, record_of
from suitwise.players.face import face_of
from suitwise.players.host import Host
from suitwise.seeds import word

# --- Speakers: the sources of answers -------------------------------------------------------------


class Speaker(Protocol):
    """The source of answers for one seat in one game."""

    def ask(self, messages: list[Message], seconds: float | None) -> str:
        """Return the answer to the last of several messages.

        Args:
            messages: all messages that it has not received yet.
            seconds: the time limit, or None.

        Raises:
            PlayerEnded: it ended before it answered.
            OverBudget: it took too long.
        """

    def close(self, last: Message | None) -> None:
        """End it; first send it a last message if there is one."""


class _Function:
    """A speaker that calls a function from text to text; it can't be interrupted."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        self._answer = answer

    def ask(self, messages: list[Message], seconds: float | None) -> str:
        return self._answer("\n".join(map(talk.text_of, messages)))

    def close(self, last: Message | None) -> None:
        pass


_LONGEST_ANSWER = 1 << 20
"""The length in bytes at which a line counts as too long."""
_GRACE_S = 2.0
"""The seconds that a program has to end after its input has ended."""
_SOON_S = 0.2
"""The seconds within which a program that closed its output should end, and the other way round."""


class _Program:
    """A speaker that runs a program, writes messages to it as lines of JSON, and reads lines."""

    def __init__(self, command: str) -> None:
        try:
            # In a process group of its own, so that its child processes can be ended with it.
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
        # Reading and writing pipes have no time limit, but waiting for a thread has.
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
        """Return a sentence about how the program has ended."""
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
            # Closing a pipe that the thread still reads would block. That happens if a process outside
            # the group holds the other end.
            if self._exchange.is_alive():
                return
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


def _exchange(process: Popen[bytes], lines: bytes, answer: list[bytes]) -> None:
    """Write lines to a program and read one into ``answer``; nothing is read if the program ends."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        process.stdin.write(lines)
        process.stdin.flush()
        if line := process.stdout.readline(_LONGEST_ANSWER):
            answer.append(line)


def _kill(process: Popen[bytes]) -> None:
    """Kill a program and all processes of its group, and reap it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _line_of(message: Message) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


# --- The seat -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a seat; except for ``tries``, 0 means no limit.

    Args:
        tries: the most answers to one question; after that many illegal ones the player fails.
        refused: the most illegal answers in a game.
        calls: the most questions in a game, repeated ones included.
        time: the most seconds that all answers in a game may take together.

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
    """A seat that asks a speaker for its moves. It is a ``Witness``: it tells the speaker what happens.

    Args:
        game: the variant.
        begin: starts a speaker; called again if the speaker has ended.
        budget: the limits of the seat.
        lang: the language of the messages.
        more: further keys for the opening message.

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
        """The state of the seat's last decision."""
        self._standing: tuple[State[Any], Message] | None = None
        """The last refusal, with the state for which it holds."""
        self._story: list[str] = []
        self._told = 0
        """The number of items of the story that the speaker has received."""
        self._start: State[Any] | None = None
        self._moves: list[Any] = []
        self._over: Message | None = None

    # --- As a player ------------------------------------------------------------------------------

    def __call__(self, state: State[Any]) -> Any:
        """Return the speaker's move.

        Raises:
            NotationError: none of the answers is a legal move.
            PlayerEnded: the speaker has ended.
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
        """Ask once; return the move and None, or why the answer is refused. The next try tells that."""
        answer = self._answer_to(state)
        move, why = talk.judged(state, answer)
        if why is not None:
            self._refused += 1
            refused = talk.refused_of(state, self._number, talk.move_in(answer), why, self._say)
            self._standing = state, refused
        return move, why

    @property
    def spent(self) -> Spent:
        """What the seat has spent in the game; seconds only if they are limited."""
        return Spent(self._calls, self._refused, self._seconds if self._budget.time else None)

    def saw(self, seat: int, before: State[Any], move: Any, after: State[Any]) -> None:
        """Add a move to the story, as the seat may see it."""
        self._start = before if self._start is None else self._start
        self._moves.append(move)
        if story := self._host.told(before, move, after, seat):
            self._story.append(story)
        if after.turn == OVER:
            record = record_of(self._start, self._moves, after)
            self._over = talk.over_of(after, seat, self._untold(), self._host, record)

    def close(self) -> None:
        """End the speaker; if the game has ended, first tell it the result."""
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
        except (
            BaseException
        ):  # the arena interrupts late players with an error that is no Exception
            self._break_off()
            raise
        finally:
            self._seconds += time.perf_counter() - since

    def _messages(self, state: State[Any]) -> list[Message]:
        """Return the messages to send. A new speaker receives everything from the beginning."""
        is_new = self._speaker is None
        if not is_new and self._standing is not None and self._standing[0] == state:
            return [self._standing[1]]
        if is_new:
            self._told = 0
        decision = talk.decision_of(state, state.turn, self._number, self._untold(), self._say)
        opening = talk.opening_of(self._game, state.turn, self._lang) | self._more
        return [opening, decision] if is_new else [decision]

    def _untold(self) -> str:
        untold, self._told = self._story[self._told :], len(self._story)
        return "\n".join(untold)

    def _break_off(self) -> None:
        """End the speaker, so that a late answer is not taken for the next one."""
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
    """The base class of players that answer in text; its fields are their options."""

    lang: str = "en"
    tries: int = 3
    refused: int = 0
    calls: int = 0
    time: float = 0.0

    def __post_init__(self) -> None:
        """Refuse numbers out of range and unknown languages."""
        if self.lang not in ("en", "zh"):
            raise NotationError(f"the language is en or zh, not {self.lang!r}")
        self._budget()

    def _budget(self) -> Budget:
        return Budget(self.tries, self.refused, self.calls, self.time)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game; its speaker starts at the first question."""
        own = word(seed, stream, 0) >> _SEED_SHIFT
        return TalkingSeat(
            game, lambda: self._speaker(own), self._budget(), self.lang, {"seed": own}
        )

    @abstractmethod
    def _speaker(self, seed: int) -> Speaker:
        """Start a speaker for one seat of one game."""


_SEED_SHIFT = 11
"""Seeds in messages have 53 bits, which every JSON reader represents exactly."""


@dataclass(frozen=True)
class Talking(_InWords):
    """The base class of players whose answers a function computes; subclasses define ``answers``.

    Args:
        lang: the language of the messages, ``en`` or ``zh``.
        tries: the most answers to one question; if none is a legal move, the player fails.
        refused: the most illegal answers in a game; 0 for no limit.
        calls: the most questions in a game; 0 for no limit.
        time: the most seconds that its answers may take in a game; 0 for no limit. A function is not
            interrupted, but when its time is over it is not called again.

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
        """Return the function, from text to text, that answers for one seat of one game.

        It is called once for each question with everything that is new: first the rules; then the
        events, the view of the seat and its legal moves; or why its last answer was refused.

        Args:
            seed: a seed for the function's random numbers.
        """

    def _speaker(self, seed: int) -> Speaker:
        return _Function(self.answers(seed))


@dataclass(frozen=True)
class Talker(_InWords):
    """A player that runs a command, once for each seat of each game; needs a POSIX system.

    The program reads lines of JSON, the messages of ``suitwise agent``, and writes a line in answer to
    each ``decision`` and each ``refused``. The message ``game`` also has a ``seed`` for the program. The
    program should end when its input does, which happens after ``over``. It runs in the working
    directory, without a shell. If it has ended before, it is started again for the next question, and
    receives everything from the beginning.

    Args:
        lang: the language of the messages, ``en`` or ``zh``.
        tries: the most answers to one question; if none is a legal move, the player fails.
        refused: the most illegal answers in a game; 0 for no limit.
        calls: the most questions in a game; 0 for no limit.
        time: the most seconds that its answers may take in a game; 0 for no limit. With a limit, results
            depend on the machine.
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
        """Return the files among the words of the command; they are part of the player's fingerprint."""
        return [part for part in shlex.split(self.command) if Path(part).is_file()]

    def _speaker(self, seed: int) -> Speaker:
        return _Program(self.command)


PLAYERS = {"talker": Talker}
"""The players that ``--import`` of this module registers."""
