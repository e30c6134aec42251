"""A game at the terminal as a session: lines of text in, lines of text out.

A session plays the moves of chance, parses the user's moves and executes commands. The game's face puts
into words, in any language, what the user's seat sees and what happens. A ``Host`` gives hints and
plays the other seats. The caller reads and prints the lines, so a session can be scripted and tested. A
session never shows anything that the user's seat can't see; so the record of a game, which contains all
hands, is available only after its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any

from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase, Seat, phrase, phrased, reason_of
from suitwise.game import CHANCE, OVER, Game, Record, State, draw, load, record_of
from suitwise.players.face import Face, face_of
from suitwise.players.history import History
from suitwise.players.host import Host, seated

_LISTED = 80
"""The maximum number of legal moves that are listed."""


class Session:
    """A game in progress.

    Args:
        game: the variant.
        host: the host, for the other seats, hints and language.
        seat: the user's seat.
        seed: 64-bit seed of chance.
        start: the initial state; the game's own by default.

    Raises:
        NotationError: the game has no such seat.

    >>> from suitwise.rummy.gin.game import Gin
    >>> session = Session(Gin(), Host(), seed=3)
    >>> print(session.begin().splitlines()[-2])
    take HK, or pass
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
        start: State[Any] | None = None,
    ) -> None:
        if not 0 <= seat < game.facts.seats:
            raise NotationError(f"{game.name} has seats 0 to {game.facts.seats - 1}, not {seat}")
        self._host, self._seat, self._seed = host, seat, seed
        self._begin(start or game.start())
        self._closed, self._level, self._told = False, "", ""

    def _begin(self, start: State[Any]) -> None:
        self._history = History(start)
        self._refused = ""

    @classmethod
    def of_record(cls, record: Record, host: Host, *, seat: int = 0, seed: int = 0) -> Session:
        """Return a session that continues a record from its last state.

        Chance continues its random stream after as many draws as the record has.

        Raises:
            NotationError: the record can't be read, or its game has no such seat.
            IllegalMove: a move of the record is illegal, or the returns are wrong.
        """
        session = cls(load(record.game), host, seat=seat, seed=seed)
        session._replay(record)
        return session

    def _replay(self, record: Record) -> None:
        """Replay a record, and advance the random stream by a draw for each move of chance."""
        states = record.states()
        self._begin(next(states))
        history = self._history
        for text, state in zip(record.moves, states, strict=True):
            if history.state.turn == CHANCE:
                _, history.index = draw(history.state, self._seed, 0, history.index)
            self._note(history.state.parse_move(text), state)

    def _note(self, move: Any, after: State[Any]) -> None:
        """Add a move to the history."""
        decided = self._state.turn == self._seat and self._skipped() is None
        self._history.add(move, after, decided=decided)

    def _skipped(self) -> Any:
        """Return the move that the user's seat makes without being asked; None if the user is asked."""
        return self._face.skipped(self._state, self._history.last_asked)

    @cached_property
    def _face(self) -> Any:
        return face_of(self.game)

    def _say(self, line: Phrase | Seat) -> str:
        return self._host.say(line)

    @property
    def _state(self) -> State[Any]:
        return self._history.state

    @property
    def game(self) -> Game[Any]:
        """The variant."""
        return self._state.game

    @property
    def title(self) -> str:
        """A line to print above the game: variant, seed and seat."""
        return self._say(
            phrase(
                "terminal.title",
                "{game}, seed {seed}, you are seat {seat}; help for the commands",
                game=str(self.game),
                seed=self._seed,
                seat=self._seat,
            )
        )

    @property
    def is_closed(self) -> bool:
        """Whether the user has quit."""
        return self._closed

    @property
    def record(self) -> Record:
        """The record of the game so far, with all hands."""
        return record_of(self._history.start, self._history.moves, self._state)

    @property
    def level(self) -> str:
        """The level of the other seats that the user has changed to; empty before any change."""
        return self._level

    def go_on_with(self, host: Host) -> None:
        """Use another host, and so other players, from now on."""
        self._host = host

    def begin(self) -> str:
        """Play up to the user's first decision, and return the text to print."""
        return self._tell(filter(None, self._others()))

    def answer(self, line: str) -> str:
        """Execute a line, which is a command or a move, and return the text to print."""
        answer = self._execute(line)
        return self._say(answer) if isinstance(answer, Phrase) else answer

    def _execute(self, line: str) -> str:
        """Execute a line; return text that is already translated, or a phrase that is not."""
        if len(line) > self._face.longest_line:
            most = self._face.longest_line
            return phrase("terminal.long", "a line has at most {n} characters", n=most)
        words = line.split()
        if not words or words[0].startswith("#"):
            return ""
        command = COMMANDS.get(words[0].lower())
        if command is None:
            return self._play(words)
        if len(words) > 1 and words[0].lower() not in ("undo", "why", "level"):
            word = words[0].lower()
            return phrase(
                "terminal.alone", "{word} stands alone; type help for the commands", word=word
            )
        return command(self, words[1:])

    # --- Moves ------------------------------------------------------------------------------------

    @property
    def _rests(self) -> bool:
        """Whether the session pauses now, between two hands; only subclasses pause."""
        return False

    def _tell(self, story: Iterable[str]) -> str:
        """Return the story of the last moves and the current view; the command ``last`` repeats it."""
        self._told = "\n".join(story)
        return "\n".join(filter(None, (self._told, self._shown())))

    def _play(self, words: list[str]) -> str:
        """Play the moves of a line until one can't be played; return the text to print."""
        typed = [[word] for word in words] if self._face.several else [words]
        story: list[str] = []
        for place, move_words in enumerate(typed):
            fault = self._play_one(move_words, story)
            if fault:
                return "\n".join([self._tell(story), fault] if place else [fault])
        return self._tell(story)

    def _play_one(self, words: list[str], story: list[str]) -> str:
        """Play a move and the others' replies and extend the story; or return why it can't be played."""
        try:
            move = self._read(words)
        except NotationError as error:
            return self._say(
                phrase(
                    "terminal.unread",
                    "{why}; type help for the commands",
                    why=reason_of(error),
                )
            )
        fault = self._state.why_not(move)
        if fault is not None:
            self._refused = self._say(self._not_legal(move, fault))
            why = _bare(fault)
            if fault == f"{move}: {why}":
                why = phrase("terminal.of-move", "{move}: {why}", move=str(move), why=why)
            return self._say(phrase("terminal.illegal", "illegal: {why}", why=why))
        self._refused = ""
        story += filter(None, (self._step(move), *self._others()))
        return ""

    def _read(self, words: list[str]) -> Any:
        return move_read(self._state, words)

    def _others(self) -> Iterator[str]:
        """Play chance and the others up to the user's next decision; yield the story of each move."""
        while self._state.turn != OVER and not self._rests:
            move = self._move_of_others()
            if move is None:
                return
            yield self._step(move)

    def _move_of_others(self) -> Any:
        """Return the next move that the user does not decide; None if the user is asked.

        It is a move of chance, a move of another seat, or one that the user's seat makes without being
        asked.
        """
        if self._state.turn == CHANCE:
            history = self._history
            move, history.index = draw(history.state, self._seed, 0, history.index)
            return move
        if self._state.turn == self._seat:
            return self._skipped()
        return self._host.choose(self._state)

    def _step(self, move: Any) -> str:
        """Play one move; return its story for the user's seat."""
        before = self._state
        self._note(move, before.after(move))
        is_ended = self._rests or self._state.turn == OVER
        return self._host.told(before, move, self._state, self._seat, is_ended=is_ended)

    def _shown(self) -> str:
        """Return the current view of the user's seat."""
        above = [] if self.game.facts.perfect_information else [""]
        course = map(self._say, self._face.course(self._history))
        return "\n".join([*above, self._host.shown(self._state, self._seat), *course])

    # --- Commands ---------------------------------------------------------------------------------

    def _hint(self, _: list[str]) -> str:
        return self._host.hint(self._state)

    def _why(self, words: list[str]) -> str:
        if not words:
            course = map(self._say, self._face.course(self._history, is_explained=True))
            none = phrase(
                "terminal.not-refused",
                "nothing was refused: why MOVE tells why a move is not legal",
            )
            return "\n".join(filter(None, [self._refused, *course])) or none
        try:
            move = self._read(words)
        except NotationError as error:
            return reason_of(error)
        fault = self._state.why_not(move)
        if fault is None:
            return phrase("terminal.legal", "{move} is legal", move=str(move))
        return self._not_legal(move, fault)

    @staticmethod
    def _not_legal(move: Any, fault: str) -> Phrase:
        """Return a sentence that says that a move is not legal, and why."""
        why = _bare(fault)
        return phrase("terminal.not-legal", "{move} is not legal: {why}", move=str(move), why=why)

    def _undo(self, words: list[str]) -> str:
        decisions = self._history.decisions
        if len(words) > 1 or not all(word.isascii() and word.isdigit() for word in words):
            return phrase(
                "terminal.undo-number",
                "undo takes a number of decisions, or none for the last one",
            )
        count = int(words[0][:9]) if words else 1
        if not decisions:
            return phrase("terminal.undo-none", "there is nothing to take back")
        if not 1 <= count <= decisions:
            return phrase("terminal.undo-most", "undo takes back 1 to {n} decisions", n=decisions)
        self._history.undo(count)
        self._refused = self._told = ""
        return self._shown()

    def _redo(self, _: list[str]) -> str:
        if not self._history.redo():
            return phrase("terminal.redo-none", "there is no undo to take back")
        self._refused = self._told = ""
        return self._shown()

    def _list(self, _: list[str]) -> str:
        moves = self._state.moves()
        listed = " ".join(str(move) for move in islice(iter(moves), _LISTED))
        more = len(moves) - _LISTED
        if more > 0:
            return phrase("terminal.listed", "{moves} and {n} more", moves=listed, n=f"{more:,}")
        return listed or phrase("terminal.no-move", "there is no legal move")

    def _tell_record(self, _: list[str]) -> str:
        if self._state.turn != OVER and not self.game.facts.perfect_information:
            return phrase(
                "terminal.record-later",
                "the record holds every hand: it is told once the game is over",
            )
        return str(self.record).rstrip("\n")

    def _show(self, _: list[str]) -> str:
        return self._shown()

    def _score(self, _: list[str]) -> str:
        if self._state.turn == OVER:
            score = self._host.result(self._state, self._seat)
        else:
            score = self._host.score(self._state)
        return "\n".join([score, *map(self._say, self._face.course(self._history))])

    def _last(self, _: list[str]) -> str:
        tricks = [*self._face.tricks(self._state)]
        if not tricks:
            nothing = phrase("terminal.nothing-done", "nothing has been done yet")
            return self._told.strip("\n") or nothing
        lines, _drawing = self._face.why_trick(self._state, len(tricks), self._seat)
        return "\n".join(map(self._say, lines or tricks[-1:]))

    @property
    def _tells_tricks(self) -> bool:
        """Whether the game's face lists tricks."""
        return type(self._face).tricks is not Face.tricks

    def _tricks(self, _: list[str]) -> str:
        if not self._tells_tricks:
            return phrase("terminal.no-tricks", "no tricks are told of {game}", game=self.game.name)
        none = phrase("terminal.no-trick", "no trick has been taken")
        return "\n".join(map(self._say, self._face.tricks(self._state))) or none

    def _change_level(self, words: list[str]) -> str:
        if self.game.facts.seats == 1:
            return phrase("terminal.alone-here", "nobody plays against you")
        if not words:
            ways = phrase(
                "terminal.levels",
                "level easy, level medium or level strong changes the others",
            )
            if not self._level:
                return ways
            now = phrase("terminal.level", "you play against {level}", level=self._level)
            return phrase("any.then", "{first}; {second}", first=now, second=ways)
        level = "".join(words)
        try:
            player = seated(level, self.game, self._seed)
        except NotationError as error:
            return reason_of(error)
        self._level = level
        self.go_on_with(self._host.against(player))
        return phrase("terminal.new-level", "you play against {level} from here on", level=level)

    def _help(self, _: list[str]) -> str:
        return "\n".join(map(self._say, [*self._face.help(), *self._commands()]))

    def _commands(self) -> Iterator[Phrase]:
        """Yield a help line for each command of this game."""
        for word, line in _HELP.items():
            is_here = {"tricks": self._tells_tricks, "level": self.game.facts.seats > 1}
            if is_here.get(word, True):
                yield line

    def _quit(self, _: list[str]) -> str:
        self._closed = True
        return ""


def move_read(state: State[Any], words: list[str]) -> Any:
    """Parse a move in any case, its parts separated by colons or blanks.

    Raises:
        NotationError: the words are not a move of the game.

    >>> str(move_read(load("gin").start().rolled(3, 0)[0], ["PASS"]))
    'pass'
    """
    text = ":".join(words)
    word, colon, rest = text.partition(":")
    mixed = f"{word.lower()}{colon}{rest.upper()}"
    for attempt in (text, text.lower(), text.upper(), mixed):
        with suppress(NotationError):
            return state.parse_move(attempt)
    return face_of(state.game).parse(state, " ".join(words))  # in words, as people say it


def _bare(fault: str) -> Phrase:
    """Return the reason why a move is not legal, without the move in front of it."""
    why = phrased(fault)
    return Phrase(why.template.format_map(why.params), why.code, why.template, why.params)


_HELP = {
    "hint": phrase(
        "terminal.help.hint",
        "hint         what the adviser would play in your place, and why",
    ),
    "why": phrase(
        "terminal.help.why",
        "why [MOVE]   why a move is not legal, or why the last one was refused",
    ),
    "moves": phrase("terminal.help.moves", "moves        your legal moves"),
    "show": phrase("terminal.help.show", "show         what you see, again"),
    "undo": phrase(
        "terminal.help.undo",
        "undo [N]     back to your last decision, or to the N-th before",
    ),
    "redo": phrase(
        "terminal.help.redo", "redo         take back the last undo, before your next move"
    ),
    "last": phrase(
        "terminal.help.last",
        "last         the last trick and why it was whose it was; else what was done last",
    ),
    "tricks": phrase("terminal.help.tricks", "tricks       the tricks of this hand"),
    "score": phrase("terminal.help.score", "score        how the game stands, or how it has ended"),
    "level": phrase(
        "terminal.help.level",
        "level [WHO]  whom you play against, or change it: easy, medium, strong",
    ),
    "record": phrase(
        "terminal.help.record", "record       the whole game as text, once it is over"
    ),
    "quit": phrase("terminal.help.quit", "quit         leave, as do q and exit"),
}
"""A help line for each command."""

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
"""The commands by the first word of a line."""
