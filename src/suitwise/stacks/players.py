"""The player ``solver``, which plays winning lines, and the sentences of hints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import Chooser, Game, State
from suitwise.players.named import RandomPlayer
from suitwise.players.turns import Advice
from suitwise.stacks.rules.layout import card_text
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.solve.find_reason import plain_reason, why_lost
from suitwise.stacks.solve.winning_line import winning_line, winning_move
from suitwise.stacks.state import StacksState

# --- Sentences of hints ---------------------------------------------------------------------------


def winning(state: StacksState, move: Move, left: int) -> Phrase:
    """Return a sentence on a move of a winning line: its effect, and the number of moves to the win.

    >>> from suitwise.stacks.game import Stacks
    >>> from suitwise.stacks.rules.layout import Layout
    >>> state = Stacks.around(Layout.parse("2b 1a | 5c 3b | 1c 4c"))
    >>> winning(state, Move(2), 4)
    'remove 1c, smaller than 5c; 4 moves win'
    """
    wins = phrase("stacks.moves-win", "{n} moves win", n=left)
    if left == 1:
        wins = phrase("stacks.move-wins", "1 move wins")
    return phrase("any.then", "{first}; {second}", first=_described(state, move), second=wins)


def _described(state: StacksState, move: Move) -> Phrase:
    stacks = state.layout.stacks
    top = stacks[move.stack][0]
    card = card_text(top)
    if move.to is not None:
        return phrase(
            "stacks.why-moved", "move {card} to the empty stack {to}", card=card, to=move.to
        )
    tops = [stack[0] for stack in stacks if stack]
    higher = min(other for other in tops if other[1] == top[1] and other > top)
    return phrase(
        "stacks.why-removed",
        "remove {card}, smaller than {higher}",
        card=card,
        higher=card_text(higher),
    )


def losing(state: StacksState) -> Phrase:
    """Return a sentence that says that no move wins, with the reason.

    >>> from suitwise.stacks.game import Stacks
    >>> from suitwise.stacks.rules.layout import Layout
    >>> print(str(losing(Stacks.around(Layout.parse("2b 3a | 1a 3b")))).partition(":")[0])
    no move wins
    """
    lost = why_lost(state.layout)
    assert lost is not None, "a move wins"
    return phrase("stacks.no-move-wins", "no move wins: {why}", why=plain_reason(lost))


# --- The player -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Solver:
    """Plays the winning line; in a lost position it plays a random legal move."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the function that chooses the moves of a seat in one game."""
        return SeatedSolver(RandomPlayer(seed, stream))


class SeatedSolver:
    """Plays the winning line, and says why; it keeps to a line that it has advised.

    Args:
        at_random: the player of lost positions.

    >>> from suitwise.stacks.game import Stacks
    >>> from suitwise.stacks.rules.layout import Layout
    >>> state = Stacks.around(Layout.parse("2b 1a | 5c 3b | 1c 4c"))
    >>> print(*SeatedSolver(RandomPlayer(1)).advice(state), sep=": ")
    r2: remove 1c, smaller than 5c; 4 moves win
    """

    def __init__(self, at_random: Chooser) -> None:
        self._at_random = at_random
        self._state: StacksState | None = None
        self._line: list[Move] = []

    def __call__(self, state: State[Any]) -> Any:
        """Return a move."""
        return winning_move(state.layout) or self._at_random(state)  # type: ignore[attr-defined]

    def advice(self, state: StacksState) -> Advice:
        """Return the next move of a winning line; in a lost position any move, with the reason."""
        # If the game has followed the line kept, go along it to this position; else find a new one.
        while self._state is not None and self._line and self._state != state:
            self._state = self._state.after(self._line.pop(0))
        if self._state != state or not self._line:
            self._state, self._line = state, winning_line(state.layout) or []
        if not self._line:
            return Advice(next(iter(state.moves())), losing(state))
        return Advice(self._line[0], winning(state, self._line[0], len(self._line)))
