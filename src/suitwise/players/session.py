"""A game against others at the terminal: lines of text in, lines of text out.

A session knows a game by the contract and its face, which says what a seat is shown and told, in any
language; it plays chance. Hints and the moves of the other seats come from a ``Host``. Reading and
writing are the caller's business, so a session can be scripted and tested. It never shows what its seat
does not see: the record of a game holds every hand and is told when the game is over.
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
"""The most legal moves that are listed."""


class Session:
    """A game under way.

    Args:
        game: the variant.
        host: who plays the other seats and gives the hints, and how it is said.
        seat: the seat that the lines come from.
        seed: 64-bit seed of chance.
        start: the state to begin in, the game's own unless given.

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
        """Return the game of a record, to go on from its last position.

        Chance goes on in its stream after as many draws as the record has.

        Raises:
            NotationError: the record can't be read, or its game has no such seat.
            IllegalMove: a move of it is not legal, or its returns are others.
        """
        session = cls(load(record.game), host, seat=seat, seed=seed)
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
        decided = self._state.turn == self._seat and self._skipped() is None
        self._history.add(move, after, decided=decided)

    def _skipped(self) -> Any:
        """Return what our seat plays without a question, None where it is to be asked."""
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
        """What is played, in a line above the game."""
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

    def begin(self) -> str:
        """Return the text before the first command; the game goes on to the first decision."""
        return self._tell(filter(None, self._others()))

    def answer(self, line: str) -> str:
        """Carry out a line, a command or a move; return the answer to print."""
        answer = self._carried_out(line)
        return self._say(answer) if isinstance(answer, Phrase) else answer

    def _carried_out(self, line: str) -> str:
        """Carry out a line; return the answer, or a phrase that is still to be said."""
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
        """Whether a hand is over and the next waits for the player: where a session lets it."""
        return False

    def _tell(self, told: Iterable[str]) -> str:
        """Return what has been seen, then what is seen now; ``last`` tells it again."""
        self._told = "\n".join(told)
        return "\n".join(filter(None, (self._told, self._shown())))

    def _play(self, words: list[str]) -> str:
        """Play the moves of a line up to the first that can't be; return the text to print."""
        typed = [[word] for word in words] if self._face.several else [words]
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
        return self._face.parse(self._state, " ".join(words))  # as people say it at a table

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
            return self._skipped()
        return self._host.choose(self._state)

    def _step(self, move: Any) -> str:
        """Play one move; return what our seat sees of it."""
        before = self._state
        self._note(move, before.after(move))
        is_ended = self._rests or self._state.turn == OVER
        return self._host.told(before, move, self._state, self._seat, is_ended=is_ended)

    def _shown(self) -> str:
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
        """Say that a move is not legal, and why, which need not name the move again."""
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
        """Whether the game has tricks to tell of."""
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
        """Yield the commands that there are in this game, a line each."""
        for word, line in _HELP.items():
            is_here = {"tricks": self._tells_tricks, "level": self.game.facts.seats > 1}
            if is_here.get(word, True):
                yield line

    def _quit(self, _: list[str]) -> str:
        self._closed = True
        return ""


def _bare(fault: str) -> Phrase:
    """Return why a move is not legal, without the move that a text may be led by."""
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
"""The commands, a line each."""

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
