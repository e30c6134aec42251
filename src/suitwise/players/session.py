"""A game against others at the terminal: lines of text in, lines of text out.

A session knows a game by the contract alone and plays chance and the other seats; what a seat is shown
and told, hints, and the moves of the others come from a ``Host``, one a game. Reading and writing are
the caller's business, so a session can be scripted and tested. It never shows what its seat does not
see: the record of a game holds every hand and is told when the game is over.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Any, Protocol, TypeAlias

from suitwise.errors import NotationError
from suitwise.game import CHANCE, OVER, Game, Record, State, draw, load, record_of
from suitwise.players.history import History

_MOST_LISTED = 80
_LONGEST = 200
"""A line is at most so many characters."""

HELP = """\
hint         what the others would play in your place, and why
why [MOVE]   why a move is not legal, or why the last one was refused
moves        your legal moves
show         what you see, again
undo [N]     back to your last decision, or to the N-th before
redo         take back the last undo, before your next move
score        how the game stands, or how it has ended
record       the whole game as text, once it is over
quit         leave, as do q and exit"""


class Host(Protocol):
    """What a game has to say at the terminal, and the players of its other seats."""

    @property
    def help(self) -> str:
        """The moves in a few lines."""
        ...

    def shown(self, state: Any, seat: int) -> str:
        """Return what a seat sees, and what it is to do."""
        ...

    def told(self, before: Any, move: Any, after: Any, seat: int) -> str:
        """Return what a seat sees of a move of anybody or of chance; empty for nothing."""
        ...

    def hint(self, state: Any) -> str:
        """Return a move for the seat on turn, and the reason."""
        ...

    def score(self, state: Any) -> str:
        """Return how the game stands."""
        ...

    def result(self, state: Any, seat: int) -> str:
        """Return what a seat has won or lost in a game that is over, and its last score."""
        ...

    def choose(self, state: Any) -> Any:
        """Return the move of another seat."""
        ...


Unasked: TypeAlias = Callable[[Any, Any], Any]
"""What is played for the player's own seat without a question: given the state, and the one in which the
seat was last asked or None, it returns a move, or None where the seat is to be asked."""


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
        host: what the game has to say.
        seat: the seat that the lines come from.
        seed: 64-bit seed of chance.
        unasked: what is played for the seat without asking; nothing unless given.

    Raises:
        NotationError: the game has no such seat.

    >>> from suitwise.rummy.gin.players.host import GinHost
    >>> from suitwise.rummy.gin.game import Gin
    >>> session = Session(Gin(), GinHost(), seed=3)
    >>> print(session.begin().splitlines()[-1])
    to move: pile takes HK, or pass
    >>> print(session.answer("stock"))
    illegal: seat 0 is to take the upcard, pile, or pass
    """

    def __init__(
        self,
        game: Game[Any],
        host: Host,
        *,
        seat: int = 0,
        seed: int = 0,
        unasked: Unasked = ask_always,
    ) -> None:
        if not 0 <= seat < game.facts.seats:
            raise NotationError(f"{game.name} has seats 0 to {game.facts.seats - 1}, not {seat}")
        self._host, self._seat, self._seed, self._unasked = host, seat, seed, unasked
        self._history = History(game.start())
        self._refused = ""
        self._closed = False

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
        states = record.states()
        history = session._history = History(next(states))
        for text, state in zip(record.moves, states, strict=True):
            if history.state.turn == CHANCE:
                _, history.index = draw(history.state, seed, 0, history.index)
            session._note(history.state.parse_move(text), state)
        return session

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
    def is_closed(self) -> bool:
        """Whether the player has left."""
        return self._closed

    @property
    def record(self) -> Record:
        """The game so far, with every hand."""
        return record_of(self._history.start, self._history.moves, self._state)

    def begin(self) -> str:
        """Return what is shown before the first command; the game goes on to the first decision."""
        return self._go_on()

    def answer(self, line: str) -> str:
        """Carry out a line, a command or a move; return what is to be shown."""
        if len(line) > _LONGEST:
            return f"a line has at most {_LONGEST} characters"
        words = line.split()
        if not words or words[0].startswith("#"):
            return ""
        command = _COMMANDS.get(words[0].lower())
        if command is None:
            return self._play(words)
        if len(words) > 1 and words[0].lower() not in ("undo", "why"):
            return f"{words[0].lower()} stands alone; type help for the commands"
        return command(self, words[1:])

    # --- Moves ------------------------------------------------------------------------------------

    def _play(self, words: list[str]) -> str:
        """Play a move of our own, and all that follows up to our next decision."""
        try:
            move = self._read(words)
        except NotationError as error:
            return f"{error}; type help for the commands"
        fault = self._fault(move)
        if fault is not None:
            self._refused = _refusal(move, fault)
            return f"illegal: {fault}"
        self._refused = ""
        told = self._step(move)
        return "\n".join([*([told] if told else []), self._go_on()])

    def _read(self, words: list[str]) -> Any:
        """Read a move in small letters or capitals, its parts with a colon or blanks between."""
        text = ":".join(words)
        word, colon, rest = text.partition(":")
        mixed = f"{word.lower()}{colon}{rest.upper()}"
        for attempt in (text, text.lower(), text.upper(), mixed):
            with suppress(NotationError):
                return self._state.parse_move(attempt)
        return self._state.parse_move(" ".join(words))

    def _fault(self, move: Any) -> str | None:
        """Return why the seat can't make a move, None if it can."""
        if self._state.turn == OVER:
            return "the game is over"
        return self._state.why_not(move)

    def _go_on(self) -> str:
        """Play chance and the others; return what is seen of it, and what is seen then."""
        told = []
        while self._state.turn != OVER and (move := self._move_of_others()) is not None:
            told.append(self._step(move))
        return "\n".join([*filter(None, told), self._shown()])

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
        """Play one move; return what is seen of it."""
        before = self._state
        self._note(move, before.after(move))
        return self._host.told(before, move, self._state, self._seat)

    def _shown(self) -> str:
        return self._host.shown(self._state, self._seat)

    # --- Commands ---------------------------------------------------------------------------------

    def _hint(self, _: list[str]) -> str:
        return "the game is over" if self._state.turn == OVER else self._host.hint(self._state)

    def _why(self, words: list[str]) -> str:
        if not words:
            return self._refused or "nothing was refused: why MOVE tells why a move is not legal"
        try:
            move = self._read(words)
        except NotationError as error:
            return str(error)
        fault = self._fault(move)
        return f"{move} is legal" if fault is None else _refusal(move, fault)

    def _undo(self, words: list[str]) -> str:
        if len(words) > 1 or not all(word.isascii() and word.isdigit() for word in words):
            return "undo takes a number of decisions, or none for the last one"
        count = int(words[0][:9]) if words else 1
        decisions = self._history.decisions
        if not decisions:
            return "there is nothing to take back"
        if not 1 <= count <= decisions:
            return f"undo takes back 1 to {decisions} decisions"
        self._history.undo(count)
        self._refused = ""
        return self._shown()

    def _redo(self, _: list[str]) -> str:
        if not self._history.redo():
            return "there is no undo to take back"
        self._refused = ""
        return self._shown()

    def _list(self, _: list[str]) -> str:
        moves = self._state.moves()
        listed = [str(move) for move in islice(iter(moves), _MOST_LISTED)]
        more = len(moves) - len(listed)
        return (" ".join(listed) or "there is no legal move") + (f" and {more:,} more" * (more > 0))

    def _tell_record(self, _: list[str]) -> str:
        if self._state.turn != OVER:
            return "the record holds every hand: it is told once the game is over"
        return str(self.record).rstrip("\n")

    def _show(self, _: list[str]) -> str:
        return self._shown()

    def _score(self, _: list[str]) -> str:
        if self._state.turn == OVER:
            return self._host.result(self._state, self._seat)
        return self._host.score(self._state)

    def _help(self, _: list[str]) -> str:
        return f"{self._host.help}\n{HELP}"

    def _quit(self, _: list[str]) -> str:
        self._closed = True
        return ""


_COMMANDS: dict[str, Callable[[Session, list[str]], str]] = {
    "hint": Session._hint,
    "why": Session._why,
    "moves": Session._list,
    "show": Session._show,
    "undo": Session._undo,
    "redo": Session._redo,
    "score": Session._score,
    "record": Session._tell_record,
    "help": Session._help,
    "?": Session._help,
    "quit": Session._quit,
    "q": Session._quit,
    "exit": Session._quit,
}


def _refusal(move: object, fault: str) -> str:
    """Say that a move is not legal; a fault that begins with the move says it once."""
    return f"{move} is not legal: {fault.removeprefix(f'{move}: ')}"
