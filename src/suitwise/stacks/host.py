"""Stack Management at the terminal: pictures, hints, and the move that lost the game.

A host follows the game. It keeps the rest of the winning line it has hinted at, and it decides a
position only once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from suitwise.arguments import a_function, of_kind, whole
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, OVER, Record, load
from suitwise.players.host import Host, standing
from suitwise.players.session import COMMANDS
from suitwise.players.session import Session as AnySession
from suitwise.stacks.game import Stacks
from suitwise.stacks.picture import Paint, text_picture
from suitwise.stacks.players import losing, winning
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.rules.table import is_winnable
from suitwise.stacks.solve.find_reason import why_lost
from suitwise.stacks.solve.winning_line import winning_line
from suitwise.stacks.state import StackMove, StacksState

if TYPE_CHECKING:
    from suitwise.players.history import History


_WIDE = 79
_LEAST_SIZE, _MOST_ROWS = (40, 10), 64


class StacksHost(Host):
    """Shows Stack Management to the player.

    Args:
        width: the maximum width of pictures in characters.
        paint: colours the texts of the cards.
        game: the variant.
    """

    help: ClassVar[str] = """\
r3        remove the top of stack 3: it must be the smallest of the tops of its suit
m2>0      move the top of stack 2 to the empty stack 0; several moves may stand in one line"""
    commands: ClassVar[str] = """\
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
    several: ClassVar[bool] = True
    longest_line: ClassVar[int] = 1 << 24
    listing: ClassVar[tuple[int, str]] = 60, " … and"
    counted: ClassVar[tuple[str, str, str]] = "moves", "move", "no move"

    def __init__(
        self, *, width: int = _WIDE, paint: Paint | None = None, game: Any = None, **options: Any
    ) -> None:
        super().__init__(game=game, **options)
        if paint is not None:
            a_function(paint, "paint")
        self._width, self._paint = whole(width, "width"), paint
        self._course: History | None = None
        self._sure: StacksState | None = None
        """The last position known not to be lost, or else the one dealt; None during the deal."""
        self._seen = 0
        """The number of the player's moves at the last update."""
        self._lost_after: int | None = None
        self._ahead: list[Move] = []
        """The rest of a winning line, in reverse order."""

    # --- Following the game -----------------------------------------------------------------------

    def attend(self, history: History) -> None:
        """Start to follow a game through its history, which grows as moves are made."""
        self._course, self._sure, self._ahead = history, None, []
        self._follow()

    @property
    def _moves(self) -> list[Move]:
        """The player's moves, without those of the deal."""
        course = self._course
        return course.moves[len(course.moves) - course.decisions :] if course else []

    def _follow(self) -> None:
        """Process the moves since the last update: do they follow the line, do they lose the game?"""
        if self._course is None or (self._sure is None and not self._begin(self._course)):
            return
        moves: list[Move] = self._moves
        state: Any = self._course.state
        made = moves[self._seen :]
        is_back = len(moves) < self._seen
        next_ones = self._ahead[: -len(made) - 1 : -1]
        if is_back or next_ones != made:
            self._ahead = []
        elif made:
            del self._ahead[-len(made) :]
        if self._lost_after is not None and self._lost_after > len(moves):
            self._lost_after = None
        elif made and self._lost_after is None and not (self._ahead or is_winnable(state.layout)):
            self._lost_after = self._losing(made)
        if self._lost_after is None:
            self._sure = state
        self._seen = len(moves)

    def _begin(self, course: History) -> bool:
        """Decide the dealt position; return whether the deal is complete."""
        state = course.start
        for move in course.moves[: len(course.moves) - course.decisions]:
            state = state.after(move)
        assert isinstance(state, StacksState)
        if state.dealing:
            return False
        self._sure, self._seen = state, 0
        self._lost_after = None if is_winnable(state.layout) else 0
        return True

    def _losing(self, moves: list[Move]) -> int:
        """Return the number of the move that lost the game, one of the given last moves.

        A lost position stays lost, so a binary search finds the move; it plays each half once.
        """
        state: Any = self._sure
        played = self._seen
        while len(moves) > 1:
            half = state
            for move in moves[: len(moves) // 2]:
                half = half.after(move)
            if is_winnable(half.layout):
                state, played = half, played + len(moves) // 2
                moves = moves[len(moves) // 2 :]
            else:
                moves = moves[: len(moves) // 2]
        return played + 1

    # --- Pictures and status ----------------------------------------------------------------------

    def shown(self, state: StacksState, seat: int) -> str:
        """Return the stacks and the verdict, if known."""
        self._follow()
        width = self.look.width or self._width
        picture = text_picture(state.layout, width=width, paint=self._paint)
        told = self._standing(state)
        return f"{picture}\n{told}" if told else picture

    def pictured(self, state: StacksState, seat: int) -> str:
        """Return the position as a picture."""
        if state.turn == CHANCE:
            return state.view(seat)
        told = "won" if state.layout.is_won else "stuck: nothing can be moved"
        last = [told] if state.turn == OVER else standing(state, seat)
        return "\n".join([text_picture(state.layout, width=_WIDE), *last])

    def room(self, game: Stacks) -> tuple[int, int]:
        """Return the columns and lines that the pictures of a variant may use."""
        column = len(f"[{game.cards}a]  ")
        beside = min(game.stacks, (_WIDE + 2) // column)
        rows = -(-game.stacks // beside) * (game.height + 3) + 1
        return max(beside * column, _LEAST_SIZE[0]), min(max(rows, _LEAST_SIZE[1]), _MOST_ROWS)

    def told(self, before: StacksState, move: Any, after: StacksState, seat: int) -> str:
        """Return an empty text, since the picture shows everything."""
        return ""

    def _standing(self, state: StacksState) -> str:
        """Return the verdict in words, if the position has been decided."""
        count = len(self._moves)
        if state.layout.is_won:
            return f"won in {self._moves_made()}" if count else "won before the first move"
        if self._lost_after is None:
            return ""
        stuck = "" if len(state.moves()) else "stuck: nothing can be moved; "
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

    def score(self, state: StacksState) -> str:
        """Return the number of moves made, the stacks still to clear, and the verdict, if known."""
        told = self._standing(state)
        if state.layout.is_won:
            return told
        high = sum(len(stack) > 1 for stack in state.layout.stacks)
        hold = "1 stack holds" if high == 1 else f"{high} stacks hold"
        return "; ".join(filter(None, [f"{self._moves_made()}, {hold} more than one card", told]))

    def result(self, state: StacksState, seat: int) -> str:
        """Return how a finished game has ended."""
        return self.score(state)

    # --- Advice and refusals ----------------------------------------------------------------------

    def advice(self, state: StacksState) -> str:
        """Return the next move of a winning line, if there is one."""
        self._follow()
        if state.turn == OVER:
            return f"the game is over: {self._standing(state)}"
        if not self._ahead:
            self._ahead = (winning_line(state.layout) or [])[::-1]
        if not self._ahead:
            return f"no move wins: {self._standing(state)}"
        move = self._ahead[-1]
        return f"{move}: {winning(state, move, len(self._ahead))}"

    def advised(self, state: StacksState) -> tuple[StackMove, Phrase]:
        """Return the next move of a winning line; in a lost position any move, with the reason."""
        line = winning_line(state.layout)
        if line:
            return line[0], winning(state, line[0], len(line))
        return next(iter(state.moves())), losing(state)

    def refused(self, move: Any, fault: str) -> str:
        """Return the message for an illegal move."""
        return f"{move} is illegal: {fault}"

    def why(self, refused: str) -> str:
        """Return why the last move was refused and why the game is lost, as far as they apply."""
        told = [refused] if refused else []
        state: Any = self._course.state if self._course else None
        if state is None or self._sure is None:
            return refused
        if state.layout.is_won:
            told.append("the game is won")
        elif self._lost_after is not None:
            after = self._lost_after
            since = f"since move {after}, {self._moves[after - 1]}" if after else "from the start"
            told.append(f"lost {since}: {why_lost(state.layout)}")
        nothing = "nothing was refused, and the game is not lost: hint shows the next move"
        return "\n".join(told) or nothing

    def unread(self, text: str, error: Exception) -> str:
        """Return the message for a word that is not a move."""
        if text.lower() in COMMANDS:
            return f"{text.lower()} is a command: it begins a line of its own"
        return f"{text[:24]!r} is no move and no command; type help for the commands"


class Session(AnySession):
    """A game in progress.

    Args:
        layout: the starting position.
        width: the maximum width of pictures in characters.
        paint: colours the texts of the cards.

    Raises:
        NotationError: the layout has no stacks.

    >>> session = Session(Layout.parse("2b 1a | 5c 3b | 1c 4c"))
    >>> print(session.answer("hint"))
    r2: remove 1c, below 5c; 4 moves win
    >>> print(session.answer("r1"))
    illegal: 1c is the smallest top of its suit, not 5c
    """

    def __init__(self, layout: Layout, *, width: int = _WIDE, paint: Paint | None = None) -> None:
        start = Stacks.around(of_kind(layout, Layout, "layout"))
        super().__init__(start.game, StacksHost(width=width, paint=paint), start=start)

    @classmethod
    def of_record(  # type: ignore[override]
        cls, record: Record, *, width: int = _WIDE, paint: Paint | None = None
    ) -> Session:
        """Return the game of a record, to continue from its last position.

        Raises:
            NotationError: it is not a record of Stack Management, or its deal is not complete.
            IllegalMove: a move is illegal, or the recorded result is wrong.

        >>> game = Session(Layout.parse("2b 1a | 5c 3b | 1c 4c"))
        >>> shown = game.answer("r2")
        >>> print(Session.of_record(Record.parse(game.answer("record"))).answer("undo"))
        [2b]  [5c]  [1c]
         1a    3b    4c
        ----  ----  ----
         0     1     2
        """
        game = load(of_kind(record, Record, "record").game)
        if not isinstance(game, Stacks):
            raise NotationError(f"this is a record of {game.name}, not of stacks")
        dealt, state = _after_deal(record)
        session = cls(state.layout, width=width, paint=paint)
        session._replay(replace(record, start=str(state), moves=record.moves[dealt:]))
        return session


def _after_deal(record: Record) -> tuple[int, StacksState]:
    """Return the number of dealing moves of a record and the state after them; replays all moves."""
    found = None
    for number, state in enumerate(record.states()):
        assert isinstance(state, StacksState)
        if found is None and not state.dealing:
            found = number, state
    if found is None:
        raise NotationError("the record ends before the deal is done")
    return found
