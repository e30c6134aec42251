"""A game against others at the terminal: lines of text in, lines of text out.

A session knows a game by the contract alone and plays chance and the other seats; what a seat is shown
and told, hints, and the moves of the others come from a ``Host``. Reading and writing are
the caller's business, so a session can be scripted and tested. It never shows what its seat does not
see: the record of a game holds every hand and is told when the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, TypeAlias

from suitwise.errors import NotationError
from suitwise.game import CHANCE, OVER, Game, Record, State, draw, load, record_of
from suitwise.players.history import History
from suitwise.players.host import Host, face_of, seated

Unasked: TypeAlias = Callable[[Any, Any], Any]
"""Chooses the moves made for the player's own seat without a question: given the state, and the one
in which the seat was last asked or None, it returns a move, or None where the seat is to be asked."""


def ask_always(state: Any, last: Any) -> Any:
    """Play nothing for the player.

    >>> ask_always("a state", None) is None
    True
    """
    return None


class Session:
    """A game under way.

    Args:
        game: the variant.
        host: the game's host.
        seat: the seat that the lines come from.
        seed: 64-bit seed of chance.
        unasked: chooses the moves made for the seat without asking; none unless given.
        start: the state to begin in, the game's own unless given.

    Raises:
        NotationError: the game has no such seat.

    >>> from suitwise.rummy.gin.players.host import GinHost
    >>> from suitwise.rummy.gin.game import Gin
    >>> session = Session(Gin(), GinHost(), seed=3)
    >>> print(session.begin().splitlines()[-1])
    to move: pile takes HK, or pass
    >>> print(session.answer("stock"))
    illegal: seat 0 is to take the upcard from the pile, or pass
    """

    def __init__(
        self,
        game: Game[Any],
        host: Host,
        *,
        seat: int = 0,
        seed: int = 0,
        unasked: Unasked = ask_always,
        start: State[Any] | None = None,
    ) -> None:
        if not 0 <= seat < game.facts.seats:
            raise NotationError(f"{game.name} has seats 0 to {game.facts.seats - 1}, not {seat}")
        self._host, self._seat, self._seed, self._unasked = host, seat, seed, unasked
        self._begin(start or game.start())
        self._closed, self._level, self._told = False, "", ""

    def _begin(self, start: State[Any]) -> None:
        self._history = History(start)
        self._refused = ""
        self._host.attend(self._history)

    @classmethod
    def of_record(
        cls,
        record: Record,
        host: Host,
        *,
        seat: int = 0,
        seed: int = 0,
        unasked: Unasked = ask_always,
    ) -> Session:
        """Return the game of a record, to go on from its last position.

        Chance goes on in its stream after as many draws as the record has.

        Raises:
            NotationError: the record can't be read, or its game has no such seat.
            IllegalMove: a move of it is not legal, or its returns are others.
        """
        session = cls(load(record.game), host, seat=seat, seed=seed, unasked=unasked)
        session._replay(record)
        return session

    def _replay(self, record: Record) -> None:
        """Play the moves of a record, and draw as often as chance moved."""
        states = record.states()
        self._begin(next(states))
        history = self._history
        for text, state in zip(record.moves, states, strict=True):
            if history.state.turn == CHANCE:
                _, history.index = draw(history.state, self._seed, 0, history.index)
            self._note(history.state.parse_move(text), state)

    def _note(self, move: Any, after: State[Any]) -> None:
        """Go on to the state after a move."""
        decided = self._state.turn == self._seat and self._answer_unasked() is None
        self._history.add(move, after, decided=decided)

    def _answer_unasked(self) -> Any:
        """Return what our seat plays without a question, None where it is to be asked."""
        return self._unasked(self._state, self._history.last_asked)

    @property
    def _state(self) -> State[Any]:
        return self._history.state

    @property
    def game(self) -> Game[Any]:
        """The variant."""
        return self._state.game

    @property
    def title(self) -> str:
        """What is played, in a line above the game."""
        return f"{self.game}, seed {self._seed}, you are seat {self._seat}; help for the commands"

    @property
    def is_closed(self) -> bool:
        """Whether the player has left."""
        return self._closed

    @property
    def record(self) -> Record:
        """The game so far, with every hand."""
        return record_of(self._history.start, self._history.moves, self._state)

    @property
    def level(self) -> str:
        """The player of the other seats that the player has changed to; empty where that never was."""
        return self._level

    def go_on_with(self, host: Host) -> None:
        """Go on with another host, so with other players, from here on."""
        self._host = host
        host.attend(self._history)

    def begin(self) -> str:
        """Return the text before the first command; the game goes on to the first decision."""
        return self._tell(filter(None, self._others()))

    def answer(self, line: str) -> str:
        """Carry out a line, a command or a move; return the answer to print."""
        if len(line) > self._host.longest_line:
            return f"a line has at most {self._host.longest_line} characters"
        words = line.split()
        if not words or words[0].startswith("#"):
            return ""
        command = COMMANDS.get(words[0].lower())
        if command is None:
            return self._play(words)
        if len(words) > 1 and words[0].lower() not in ("undo", "why", "level"):
            return f"{words[0].lower()} stands alone; type help for the commands"
        return command(self, words[1:])

    # --- Moves ------------------------------------------------------------------------------------

    @property
    def _rests(self) -> bool:
        """Whether a hand is over and the next waits for the player: where a session lets it."""
        return False

    def _tell(self, told: Iterable[str]) -> str:
        """Return what has been seen, then what is seen now; ``last`` tells it again."""
        self._told = "\n".join(told)
        return "\n".join(filter(None, (self._told, self._shown())))

    def _play(self, words: list[str]) -> str:
        """Play the moves of a line up to the first that can't be; return the text to print."""
        typed = [[word] for word in words] if self._host.several else [words]
        told: list[str] = []
        for place, move_words in enumerate(typed):
            fault = self._play_one(move_words, told)
            if fault:
                return "\n".join([self._tell(told), fault] if place else [fault])
        return self._tell(told)

    def _play_one(self, words: list[str], told: list[str]) -> str:
        """Play a move and those that follow, note what is seen; return why it can't be, if it can't."""
        try:
            move = self._read(words)
        except NotationError as error:
            return self._host.unread(" ".join(words), error)
        fault = self._host.fault(self._state, move)
        if fault is not None:
            self._refused = self._host.refused(move, fault)
            return f"illegal: {fault}"
        self._refused = ""
        told += filter(None, (self._step(move), *self._others()))
        return ""

    def _read(self, words: list[str]) -> Any:
        """Read a move in small letters or capitals, its parts with a colon or blanks between."""
        text = ":".join(words)
        word, colon, rest = text.partition(":")
        mixed = f"{word.lower()}{colon}{rest.upper()}"
        for attempt in (text, text.lower(), text.upper(), mixed):
            with suppress(NotationError):
                return self._state.parse_move(attempt)
        face = face_of(self.game)
        if face is not None:  # as people say it at a table, in Chinese, too
            return face.parse(self._state, " ".join(words))
        return self._state.parse_move(" ".join(words))

    def _others(self) -> Iterator[str]:
        """Play chance and the others up to our next decision; yield what our seat sees of each move."""
        while self._state.turn != OVER and not self._rests:
            move = self._move_of_others()
            if move is None:
                return
            yield self._step(move)

    def _move_of_others(self) -> Any:
        """Return what chance, another seat or our own unasked plays; None where we are asked."""
        if self._state.turn == CHANCE:
            history = self._history
            move, history.index = draw(history.state, self._seed, 0, history.index)
            return move
        if self._state.turn == self._seat:
            return self._answer_unasked()
        return self._host.choose(self._state)

    def _step(self, move: Any) -> str:
        """Play one move; return what our seat sees of it."""
        before = self._state
        self._note(move, before.after(move))
        return self._told_of(before, move)

    def _told_of(self, before: State[Any], move: Any) -> str:
        """Return what our seat sees of the move just played."""
        return self._host.told(before, move, self._state, self._seat)

    def _shown(self) -> str:
        return self._host.shown(self._state, self._seat)

    # --- Commands ---------------------------------------------------------------------------------

    def _hint(self, _: list[str]) -> str:
        return self._host.advice(self._state)

    def _why(self, words: list[str]) -> str:
        if not words:
            return self._host.why(self._refused)
        try:
            move = self._read(words)
        except NotationError as error:
            return str(error)
        fault = self._host.fault(self._state, move)
        return f"{move} is legal" if fault is None else self._host.refused(move, fault)

    def _undo(self, words: list[str]) -> str:
        several, one, none = self._host.counted
        if len(words) > 1 or not all(word.isascii() and word.isdigit() for word in words):
            return f"undo takes a number of {several}, or none for the last {one}"
        count = int(words[0][:9]) if words else 1
        decisions = self._history.decisions
        if not decisions:
            return f"there is {none} to take back"
        if not 1 <= count <= decisions:
            return f"undo takes back 1 to {decisions} {several}"
        self._history.undo(count)
        self._refused = self._told = ""
        return self._shown()

    def _redo(self, _: list[str]) -> str:
        if not self._history.redo():
            return "there is no undo to take back"
        self._refused = self._told = ""
        return self._shown()

    def _list(self, _: list[str]) -> str:
        moves, (most, joint) = self._state.moves(), self._host.listing
        listed = [str(move) for move in islice(iter(moves), most)]
        more = len(moves) - len(listed)
        return (" ".join(listed) or "there is no legal move") + f"{joint} {more:,} more" * (
            more > 0
        )

    def _tell_record(self, _: list[str]) -> str:
        if self._state.turn != OVER and not self.game.facts.perfect_information:
            return "the record holds every hand: it is told once the game is over"
        return str(self.record).rstrip("\n")

    def _show(self, _: list[str]) -> str:
        return self._shown()

    def _score(self, _: list[str]) -> str:
        if self._state.turn == OVER:
            return self._host.result(self._state, self._seat)
        return self._host.score(self._state)

    def _last(self, _: list[str]) -> str:
        tricks, face = [*self._host.tricks(self._state)], face_of(self.game)
        if not tricks:
            return self._told.strip("\n") or "nothing has been done yet"
        lines = [] if face is None else face.why_trick(self._state, len(tricks), self._seat)[0]
        return "\n".join(map(str, lines)) or tricks[-1]

    @property
    def _tells_tricks(self) -> bool:
        """Whether the game has tricks to tell of."""
        return type(self._host).tricks is not Host.tricks

    def _tricks(self, _: list[str]) -> str:
        if not self._tells_tricks:
            return f"no tricks are told of {self.game.name}"
        return "\n".join(self._host.tricks(self._state)) or "no trick has been taken"

    def _change_level(self, words: list[str]) -> str:
        if self.game.facts.seats == 1:
            return "nobody plays against you"
        if not words:
            level = f"you play against {self._level}; " if self._level else ""
            return f"{level}level easy, level medium or level strong changes the others"
        level = "".join(words)
        try:
            player = seated(level, self.game, self._seed)
        except NotationError as error:
            return str(error)
        self._level = level
        self.go_on_with(self._host.against(player))
        return f"you play against {level} from here on"

    def _help(self, _: list[str]) -> str:
        lines = f"{self._host.help}\n{self._host.commands}".splitlines()
        if not self._tells_tricks:
            lines = [line for line in lines if not line.startswith("tricks ")]
        return "\n".join(lines)

    def _quit(self, _: list[str]) -> str:
        self._closed = True
        return ""


COMMANDS: dict[str, Callable[[Session, list[str]], str]] = {
    "hint": Session._hint,
    "why": Session._why,
    "moves": Session._list,
    "show": Session._show,
    "undo": Session._undo,
    "redo": Session._redo,
    "last": Session._last,
    "tricks": Session._tricks,
    "score": Session._score,
    "level": Session._change_level,
    "record": Session._tell_record,
    "help": Session._help,
    "?": Session._help,
    "quit": Session._quit,
    "q": Session._quit,
    "exit": Session._quit,
}
"""What a line may begin with, beside moves."""
