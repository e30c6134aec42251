"""Stack Management at a browser table: the stacks, the names of moves, and the explanation.

All cards are open, so everybody sees the same: the verdict on the position, and its explanation by the
graph of aces (rules page, "The theory").
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import Any, ClassVar

from suitwise.foundation.text.phrases import Drawing, Phrase, Say, phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.face import Face
from suitwise.players.face_values import Best, Outcome, Verdict, ended
from suitwise.players.history import History
from suitwise.stacks.picture import draw_position, text_picture
from suitwise.stacks.rules.layout import Card, Layout, Stack, card_text
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.rules.table import is_winnable
from suitwise.stacks.solve.find_reason import ace_graph, in_plain_words, why_lost
from suitwise.stacks.solve.winning_line import winning_line
from suitwise.stacks.state import StacksState

WIDE = 79
"""The width of pictures in characters, unless another is given."""
_MOST_ROWS = 64
MOST_DRAWN = 12
"""The most stacks, and the most cards in a stack, drawn at a table."""


class StacksFace(Face):
    """Shows Stack Management: the stacks, the verdict and its explanation."""

    kind: ClassVar[str] = "stacks"
    has_view: ClassVar[bool] = False
    several: ClassVar[bool] = True
    longest_line: ClassVar[int] = 1 << 24
    size: ClassVar[tuple[int, int]] = 60, 24

    # --- The position -----------------------------------------------------------------------------

    def headline(self, state: StacksState) -> Phrase:
        """Return the number of cards left and the verdict on the position.

        >>> from suitwise.stacks.game import Stacks
        >>> from suitwise.stacks.rules.layout import Layout
        >>> state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
        >>> print(StacksFace(state.game).headline(state))
        4 cards; this can be won
        """
        if state.dealing:
            return super().headline(state)
        if state.layout.is_won:
            return phrase("stacks.head-won", "won")
        if state.turn == OVER:
            return phrase("stacks.head-stuck", "stuck")
        n = state.layout.cards
        if state.can_be_won:
            return phrase("stacks.head-open", "{n} cards; this can be won", n=n)
        if n == state.variant.cards:  # nothing has been removed yet, so no move has lost the deal
            return phrase("stacks.head-never", "{n} cards; this can't be won", n=n)
        return phrase("stacks.head-lost", "{n} cards; this can no longer be won", n=n)

    def named(self, state: StacksState, move: Move) -> Phrase:
        """Return the name of a move.

        >>> from suitwise.stacks.game import Stacks
        >>> from suitwise.stacks.rules.layout import Layout
        >>> state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
        >>> [str(StacksFace(state.game).named(state, move)) for move in state.moves()]
        ['remove 3b']
        """
        return move_named(state.layout.stacks[move.stack][0], move)

    def choices(self, state: StacksState) -> dict[str, Any]:
        """Return the names of the legal moves."""
        return {"names": self._names(state)}

    def task(self, state: StacksState) -> Phrase:
        """Return the player's task."""
        return phrase(
            "stacks.task",
            "remove the smallest of several tops of one suit, or move a top to an empty stack",
        )

    def lines(self, state: StacksState) -> Iterator[Phrase]:
        """Yield a line for each stack, top card first."""
        yield from map(_line, count(), state.layout.stacks)

    def laid(self, state: StacksState, table: dict[str, Any]) -> dict[str, Any]:
        """Return the table with its lines of text and the cards that are aces."""
        highest: dict[int, int] = {}
        for value, suit in chain.from_iterable(state.layout.stacks):
            highest[suit] = max(value, highest.get(suit, 0))
        aces = [card_text((value, suit)) for suit, value in highest.items()]
        return {**table, "lines": list(self.lines(state)), "aces": aces}

    def over(self, state: StacksState) -> dict[str, Any] | None:
        """Return how the game has ended; None while it goes on."""
        if state.dealing or state.turn != OVER:
            return None
        return ended(_result(state), [], is_match=True)

    def verdict(self, state: StacksState, seat: int | None) -> Verdict:
        """Return whether the player has won or is stuck; who watches reads the same as a fact."""
        if seat is not None:
            return super().verdict(state, seat)
        return Verdict(None, self.headline(state))

    # --- At the terminal --------------------------------------------------------------------------

    def pictured(
        self, state: StacksState, seat: int, say: Say = str, width: int = 0
    ) -> Iterator[str]:
        """Yield the stacks side by side, their tops in brackets."""
        if state.dealing:
            yield from state.view(seat).split("\n")
        else:
            yield from text_picture(state.layout, width=width or WIDE).split("\n")

    def notation(self) -> Iterator[Phrase]:
        """Yield how stacks are written."""
        yield phrase(
            "stacks.notation",
            "Cards are written 4c: the number, then the suit. Stacks are columns, counted from 0, and "
            "the card in brackets is the top.",
        )

    def prompt(self, state: StacksState) -> Iterator[Phrase]:
        """Yield the moves as they are typed."""
        yield from self.typed(state)

    def room(self) -> tuple[int, int]:
        """Return the columns and lines that the pictures of a variant may use."""
        game: Any = self.game
        column = len(f"[{game.cards}a]  ")
        beside = min(game.stacks, (WIDE + 2) // column)
        rows = -(-game.stacks // beside) * (game.height + 3) + 3
        return max(beside * column, self.size[0]), min(max(rows, 10), _MOST_ROWS)

    def score(self, state: StacksState) -> Phrase:
        """Return the number of stacks that are still to be cleared."""
        high = sum(len(stack) > 1 for stack in state.layout.stacks)
        if high == 1:
            return phrase("stacks.high-stack", "1 stack holds more than one card")
        return phrase("stacks.high-stacks", "{n} stacks hold more than one card", n=high)

    def help(self) -> Iterator[Phrase]:
        """Yield a line for each kind of move, and how the game is won."""
        yield phrase(
            "stacks.help.remove",
            "r3           remove the top of stack 3: it must be the smallest of the tops of its suit",
        )
        yield phrase(
            "stacks.help.shift",
            "m2>0         move the top of stack 2 to the empty stack 0; a line may hold several moves",
        )
        yield phrase("stacks.help.won", "The game is won when every stack holds at most one card.")

    def course(self, history: History, *, is_explained: bool = False) -> Iterator[Phrase]:
        """Yield in how many moves the game is won, or the move since which it is lost.

        A lost position stays lost, so a binary search finds the move.

        >>> from suitwise.stacks.game import Stacks
        >>> from suitwise.stacks.rules.layout import Layout
        >>> history = History(Stacks.around(Layout.parse("2b 3a | 1a 3b")))
        >>> print(*StacksFace(history.start.game).course(history))
        lost from the start (why)
        """

        def is_lost(state: Any) -> bool:
            return not state.can_be_won

        state: Any = history.state
        if state.dealing or (state.can_be_won and not state.layout.is_won):
            return
        dealt = len(history.moves) - history.decisions
        if state.layout.is_won:
            yield _won(history.decisions)
            return
        lost = bisect_left(
            range(history.decisions),
            True,
            key=lambda made: is_lost(history.after(dealt + made)),
        )
        move = str(history.moves[dealt + lost - 1]) if lost else ""
        if is_explained:
            why = why_lost(state.layout)
            assert why is not None, "the position is lost"
            since = phrase("stacks.lost-from-start", "lost from the start")
            if lost:
                since = phrase("stacks.lost-by", "lost since move {n}, {move}", n=lost, move=move)
            yield phrase("stacks.lost-why", "{since}: {why}", since=since, why=why.said)
        elif not lost:
            yield phrase("stacks.lost-start", "lost from the start (why)")
        else:
            yield phrase(
                "stacks.lost-since",
                "lost since move {n}, {move} (why; undo {back} takes it back)",
                n=lost,
                move=move,
                back=history.decisions - lost + 1,
            )

    # --- Puzzles ----------------------------------------------------------------------------------

    def came_to(self, states: Sequence[StacksState], seat: int) -> Outcome:
        """Return whether a puzzle was won, and the number of moves.

        >>> from suitwise.stacks.game import Stacks
        >>> from suitwise.stacks.rules.layout import Layout
        >>> state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
        >>> print(StacksFace(state.game).came_to([state, state.after("r1")], 0).said)
        stuck
        """
        if not states[-1].layout.is_won:
            return Outcome(phrase("stacks.came-to.stuck", "stuck"), (0.0,))
        n = sum(state.turn >= 0 for state in states)
        return Outcome(_won(n), (1.0,))

    def best(self, states: Sequence[StacksState], seat: int) -> Best | None:
        """Return whether the deal can be won, and the number of moves the solver needs."""
        dealt = next(state for state in states if state.turn != CHANCE)
        means = phrase(
            "stacks.best.means",
            "decided exactly for the deal as it lay; the solver's line is not always the shortest",
        )
        line = winning_line(dealt.layout)
        if line is None:
            return Best(phrase("stacks.best.lost", "can't be won"), means)
        return Best(
            phrase("stacks.best.won", "can be won: the solver takes {n} moves", n=len(line)), means
        )

    def suits_everybody(self, state: StacksState) -> bool:
        """True if a deal can be won and is not already won."""
        return bool(not state.layout.is_won and is_winnable(state.layout))

    def drawing(self, state: StacksState) -> Drawing | None:
        """Return a picture of the stacks with their graph of aces; None if there are too many."""
        is_drawn = not state.dealing and _is_small(state.layout)
        return Drawing(draw_position, (state.layout,)) if is_drawn else None

    # --- Explanation ------------------------------------------------------------------------------

    def why_trick(
        self, state: StacksState, number: int | None, seat: int | None
    ) -> tuple[list[Phrase], Drawing | None]:
        """Return the verdict on the position with its explanation and the graph of aces.

        >>> from suitwise.stacks.game import Stacks
        >>> from suitwise.stacks.rules.layout import Layout
        >>> state = Stacks.around(Layout.parse("2b 1a | 5c 3b | 1c 4c"))
        >>> lines, picture = StacksFace(state.game).why_trick(state, None, 0)
        >>> print(*lines[:2], sep="; ")
        this can be won, but the order matters; 1a is the only card of its suit and lies at the bottom
        """
        if state.dealing:
            return [], None
        layout = state.layout
        graph, lost = ace_graph(layout), why_lost(layout)
        return in_plain_words(layout, graph, lost), drawn(layout)


def _won(moves: int) -> Phrase:
    if not moves:
        return phrase("stacks.won-before", "won before the first move")
    if moves == 1:
        return phrase("stacks.won-in-one", "won in 1 move")
    return phrase("stacks.won-in", "won in {n} moves", n=moves)


def move_named(top: Card, move: Move) -> Phrase:
    """Return the name of a legal move, given its top card.

    >>> move_named((7, 2), Move(0, 2))
    'move 7b to empty stack 2'
    """
    card = card_text(top)
    if move.to is None:
        return phrase("stacks.move-remove", "remove {card}", card=card)
    return phrase("stacks.move-shift", "move {card} to empty stack {n}", card=card, n=move.to)


def drawn(layout: Layout) -> Drawing | None:
    """Return the drawing of a position and its graph of aces; None if it would be large."""
    return Drawing(draw_position, (layout,)) if _is_small(layout) else None


@lru_cache(1 << 13)
def _line(number: int, stack: Stack) -> Phrase:
    """Return the line of a stack; cached, since most stacks don't change in a move."""
    cards = " ".join(map(card_text, stack)) or "–"
    return phrase("stacks.stack", "stack {n}: {cards}", n=number, cards=cards)


def _is_small(layout: Layout) -> bool:
    """Return whether a layout is quick to draw, so that other tables don't have to wait."""
    return len(layout) <= MOST_DRAWN and max(map(len, layout.stacks), default=0) <= MOST_DRAWN


def _result(state: StacksState) -> Phrase:
    if state.layout.is_won:
        return phrase("stacks.over-won", "won: no stack holds more than one card")
    return phrase(
        "stacks.over-stuck", "stuck: no stack is empty, and the tops are all of other suits"
    )
