"""A game at the terminal: lines of text in, lines of text out.

Reading, writing and colour are the caller's business, so a session can be scripted and tested.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from suitwise.arguments import a_function, of_kind, whole
from suitwise.errors import IllegalMove, NotationError
from suitwise.game import Record, load, record_of
from suitwise.stacks.game import Stacks
from suitwise.stacks.moves import StackMove
from suitwise.stacks.picture.draw import Paint, text_picture
from suitwise.stacks.rules.decision import is_winnable
from suitwise.stacks.rules.layout import Layout, card_text
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.solve.find_reason import why_lost
from suitwise.stacks.solve.winning_line import winning_line
from suitwise.stacks.state import StacksState

HELP = """\
r3        remove the top of stack 3: it must be the smallest of the tops of its suit
m2>0      move the top of stack 2 to the empty stack 0; several moves may stand in one line
hint      the next move of a winning line
undo [N]  take back the last N moves
redo      take back the last undo, before the next move
why       why the last move was refused, or why the game is lost
moves     all legal moves
show      the stacks again
score     how the game stands, or how it has ended
record    the game so far, as text from which `suitwise stacks play --record` goes on
quit      leave, as do q and exit
The game is won when every stack holds at most one card."""

_MOST_LISTED = 60


class Session:
    """A game under way.

    Args:
        layout: the position to begin with.
        width: how many characters wide pictures may be.
        paint: adds colour to the cards' texts.

    Raises:
        NotationError: the layout has no stacks.

    >>> session = Session(Layout.parse("2b 1a | 5c 3b | 1c 4c"))
    >>> print(session.answer("hint"))
    r2: remove 1c, below 5c; 4 moves win
    >>> print(session.answer("r1"))
    illegal: 1c is the smallest top of its suit, not 5c
    """

    def __init__(self, layout: Layout, *, width: int = 79, paint: Paint | None = None) -> None:
        self._begin_at(Stacks.around(of_kind(layout, Layout, "layout")))
        if paint is not None:
            a_function(paint, "paint")
        self._width = whole(width, "width")
        self._paint = paint
        self._closed = False

    @classmethod
    def of_record(cls, record: Record, *, width: int = 79, paint: Paint | None = None) -> Session:
        """Return the game of a record, to go on from its last position.

        Raises:
            NotationError: it is no record of Stack Management, or its deal is not done.
            IllegalMove: a move is not legal, or the result is another.

        >>> game = Session(Layout.parse("2b 1a | 5c 3b | 1c 4c"))
        >>> shown = game.answer("r2")
        >>> print(Session.of_record(Record.parse(game.answer("record"))).answer("undo"))
        [2b]  [5c]  [1c]
         1a    3b    4c
        ----  ----  ----
         0     1     2
        """
        of_kind(record, Record, "record")
        game = load(record.game)
        if not isinstance(game, Stacks):
            raise NotationError(f"this is a record of {game.name}, not of stacks")
        start = state = game.parse(record.start)
        dealt = 0
        for number, after in enumerate(record.states()):
            assert isinstance(after, StacksState)
            if state.dealing:
                start, dealt = after, number
            state = after
        if state.dealing:
            raise NotationError("the record ends before the deal is done")
        session = cls(start.layout, width=width, paint=paint)
        session._begin_at(start)
        session._play_on([Move.parse(text) for text in record.moves[dealt:]])
        return session

    def _begin_at(self, start: StacksState) -> None:
        self._start = self._state = start
        self._moves: list[StackMove] = []
        self._undone: list[list[StackMove]] = []
        self._lost_after = None if is_winnable(start.layout) else 0
        self._ahead: list[Move] = []
        self._refused = ""

    # --- What the caller sees ---------------------------------------------------------------------

    @property
    def is_closed(self) -> bool:
        """Whether the player has left."""
        return self._closed

    def begin(self) -> str:
        """Return what is shown before the first command."""
        return self._shown()

    def answer(self, line: str) -> str:
        """Carry out a line: a command or moves; return what is to be shown."""
        words = line.split()
        if not words or words[0].startswith("#"):
            return ""
        word = words[0].lower()
        command = _COMMANDS.get(word)
        if command is None:
            return self._play(words)
        if len(words) > 1 and word != "undo":
            return f"{word} stands alone; type help for the commands"
        return command(self, words[1:])

    # --- Moves ------------------------------------------------------------------------------------

    def _play(self, words: list[str]) -> str:
        """Play moves up to the first that can't be played."""
        moves, fault = [], ""
        for word in words:
            try:
                moves.append(Move.parse(word))
            except NotationError:
                fault = _no_move(word)
                break
        played, illegal = self._play_on(moves)
        fault = illegal or fault
        if not played:
            return fault
        return self._shown() + (f"\n{fault}" if fault else "")

    def _play_on(self, moves: Sequence[StackMove]) -> tuple[int, str]:
        """Play moves up to the first that is illegal; return how many, and why that one is."""
        before = state = self._state
        played, fault = 0, ""
        for move in moves:
            try:
                state = state.after(move)
            except IllegalMove as error:
                fault = f"illegal: {error}"
                break
            played += 1
        if played:
            self._state, self._refused = state, ""
            self._moves += moves[:played]
            self._undone.clear()
            self._follow(moves[:played])
            self._note_loss(before, moves[:played])
        if fault:
            self._refused = f"{moves[played]} is {fault}"
        return played, fault

    def _follow(self, moves: Sequence[StackMove]) -> None:
        """Keep what is left of the winning line, if these moves are its next."""
        next_ones = self._ahead[: -len(moves) - 1 : -1]
        self._ahead = self._ahead[: -len(moves)] if next_ones == moves else []

    def _note_loss(self, state: StacksState, moves: Sequence[StackMove]) -> None:
        """Note the move that lost the game, if one of these did.

        What is lost stays lost, so the last position is decided, and only if it is lost, the move is
        looked for by halves; every half is played once.
        """
        if self._lost_after is not None or self._ahead or is_winnable(self._state.layout):
            return
        played = len(self._moves) - len(moves)
        while len(moves) > 1:
            half = state
            for move in moves[: len(moves) // 2]:
                half = half.after(move)
            if is_winnable(half.layout):
                state, played = half, played + len(moves) // 2
                moves = moves[len(moves) // 2 :]
            else:
                moves = moves[: len(moves) // 2]
        self._lost_after = played + 1

    # --- Words ------------------------------------------------------------------------------------

    def _shown(self) -> str:
        picture = text_picture(self._state.layout, width=self._width, paint=self._paint)
        standing = self._standing()
        return f"{picture}\n{standing}" if standing else picture

    def _standing(self) -> str:
        """Say what has been decided, if anything has."""
        count, moves = len(self._moves), self._moves_made()
        if self._state.layout.is_won:
            return f"won in {moves}" if count else "won before the first move"
        if self._lost_after is None:
            return ""
        stuck = "" if len(self._state.moves()) else "stuck: nothing can be moved; "
        if self._lost_after == 0:
            return f"{stuck}lost from the start (why)"
        move = self._moves[self._lost_after - 1]
        back = count - self._lost_after + 1
        if stuck or back > 1:
            return f"{stuck}lost since move {self._lost_after}, {move} (why; undo {back} takes it back)"
        return f"lost by this move, {move}, though moves remain (why; undo takes it back)"

    def _moves_made(self) -> str:
        count = len(self._moves)
        return "1 move" if count == 1 else f"{count} moves"

    def _score(self, _: list[str]) -> str:
        layout = self._state.layout
        if layout.is_won:
            return self._standing()
        high = sum(len(stack) > 1 for stack in layout.stacks)
        hold = "1 stack holds" if high == 1 else f"{high} stacks hold"
        standing = [self._standing()] if self._lost_after is not None else []
        return "; ".join([f"{self._moves_made()}, {hold} more than one card", *standing])

    def _why(self, _: list[str]) -> str:
        told = [self._refused] if self._refused else []
        if self._state.layout.is_won:
            told.append("the game is won")
        elif self._lost_after is not None:
            told.append(self._why_lost(self._lost_after))
        elif not told:
            told.append("nothing was refused, and the game is not lost: hint shows the next move")
        return "\n".join(told)

    def _why_lost(self, after: int) -> str:
        reason = why_lost(self._state.layout)
        since = f"since move {after}, {self._moves[after - 1]}" if after else "from the start"
        return f"lost {since}: {reason}"

    def _hint(self, _: list[str]) -> str:
        layout = self._state.layout
        if not self._ahead:
            self._ahead = (winning_line(layout) or [])[::-1]
        if not self._ahead:
            return "the game is won" if layout.is_won else f"no move wins: {self._standing()}"
        move, left = self._ahead[-1], len(self._ahead)
        wins = "1 move wins" if left == 1 else f"{left} moves win"
        return f"{move}: {self._describe(move)}; {wins}"

    def _describe(self, move: Move) -> str:
        stacks = self._state.layout.stacks
        top = stacks[move.stack][0]
        if move.to is not None:
            return f"move {card_text(top)} to the empty stack {move.to}"
        higher = min(s[0] for s in stacks if s and s[0][1] == top[1] and s[0] > top)
        return f"remove {card_text(top)}, below {card_text(higher)}"

    # --- Other commands ---------------------------------------------------------------------------

    def _undo(self, words: list[str]) -> str:
        if len(words) > 1 or not all(word.isascii() and word.isdigit() for word in words):
            return "undo takes a number of moves, or none for the last move"
        count = int(words[0][:9]) if words else 1
        if not self._moves:
            return "there is no move to take back"
        if not 1 <= count <= len(self._moves):
            return f"undo takes back 1 to {len(self._moves)} moves"
        self._undone.append(self._moves[-count:])
        del self._moves[-count:]
        self._state = self._start
        for move in self._moves:  # replayed: all states of a long game would fill the memory
            self._state = self._state.after(move)
        self._refused = ""
        self._ahead = []
        if self._lost_after is not None and self._lost_after > len(self._moves):
            self._lost_after = None
        return self._shown()

    def _redo(self, _: list[str]) -> str:
        if not self._undone:
            return "there is no undo to take back"
        *earlier, moves = self._undone
        self._play_on(moves)
        self._undone = earlier
        return self._shown()

    def _list(self, _: list[str]) -> str:
        moves = self._state.moves()
        if not len(moves):
            return "there is no legal move"
        listed = [str(move) for move, _ in zip(moves, range(_MOST_LISTED), strict=False)]
        more = len(moves) - len(listed)
        return " ".join(listed) + (f" … and {more:,} more" if more else "")

    def _record(self, _: list[str]) -> str:
        return str(record_of(self._start, self._moves, self._state)).rstrip("\n")

    def _show(self, _: list[str]) -> str:
        return self._shown()

    def _help(self, _: list[str]) -> str:
        return HELP

    def _quit(self, _: list[str]) -> str:
        self._closed = True
        return ""


_COMMANDS: dict[str, Callable[[Session, list[str]], str]] = {
    "hint": Session._hint,
    "undo": Session._undo,
    "redo": Session._redo,
    "why": Session._why,
    "moves": Session._list,
    "show": Session._show,
    "score": Session._score,
    "record": Session._record,
    "help": Session._help,
    "?": Session._help,
    "quit": Session._quit,
    "q": Session._quit,
    "exit": Session._quit,
}


def _no_move(word: str) -> str:
    if word.lower() in _COMMANDS:
        return f"{word.lower()} is a command: it begins a line of its own"
    return f"{word[:24]!r} is no move and no command; type help for the commands"
