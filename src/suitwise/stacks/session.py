"""Stack Management at the terminal: a game that starts from a layout or continues a record."""

from __future__ import annotations

from dataclasses import replace

from suitwise.arguments import of_kind, whole
from suitwise.errors import NotationError
from suitwise.game import Record, load
from suitwise.players.host import advising
from suitwise.players.session import Session as AnySession
from suitwise.stacks.face import WIDE
from suitwise.stacks.game import Stacks
from suitwise.stacks.rules.layout import Layout
from suitwise.stacks.state import StacksState


class Session(AnySession):
    """A game in progress.

    Args:
        layout: the starting position.
        width: the maximum width of pictures in characters.

    Raises:
        NotationError: the layout has no stacks.

    >>> session = Session(Layout.parse("2b 1a | 5c 3b | 1c 4c"))
    >>> print(session.answer("hint"))
    r2: remove 1c, smaller than 5c; 4 moves win
    >>> print(session.answer("r1"))
    illegal: 1c is the smallest top of its suit, not 5c
    """

    def __init__(self, layout: Layout, *, width: int = WIDE) -> None:
        start = Stacks.around(of_kind(layout, Layout, "layout"))
        host = replace(advising(start.game), width=whole(width, "width"))
        super().__init__(start.game, host, start=start)

    @classmethod
    def of_record(cls, record: Record, *, width: int = WIDE) -> Session:  # type: ignore[override]
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
        to move: r2
        """
        dealt = after_deal(record)
        session = cls(Layout.parse(dealt.start), width=width)
        session._replay(dealt)
        return session


def after_deal(record: Record) -> Record:
    """Return a record that begins when all cards are dealt; all its moves are replayed.

    Raises:
        NotationError: it is not a record of Stack Management, or its deal is not complete.
        IllegalMove: a move is illegal, or the recorded result is wrong.
    """
    game = load(of_kind(record, Record, "record").game)
    if not isinstance(game, Stacks):
        raise NotationError(f"this is a record of {game.name}, not of stacks")
    shorter = None
    for number, state in enumerate(record.states()):
        assert isinstance(state, StacksState)
        if shorter is None and not state.dealing:
            shorter = replace(record, start=str(state), moves=record.moves[number:])
    if shorter is None:
        raise NotationError("the record ends before the deal is done")
    return shorter
