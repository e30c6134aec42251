"""Review a recorded game of Stack Management: find the move that turned a won deal into a lost one.

The decision whether a position can be won is exact (``rules.table``), so a move costs either the
whole deal or nothing. Moves in a lost position are not judged, since they can't lose anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from suitwise.arguments import of_kind, whole
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import Record, load
from suitwise.players.review import DEALS, Decision, Measure, Review, Verdict, judged
from suitwise.stacks.game import Stacks
from suitwise.stacks.rules.layout import card_text
from suitwise.stacks.rules.moves import Move
from suitwise.stacks.rules.table import is_winnable
from suitwise.stacks.solve.find_reason import plain_reason, why_lost
from suitwise.stacks.solve.winning_line import winning_move
from suitwise.stacks.state import StackMove, StacksState


@dataclass(frozen=True)
class _Judge:
    """Judges a move by deciding the positions before and after it."""

    def place(self, state: StacksState, made: Sequence[str]) -> Phrase:
        """Return words that locate a position in its game: the number of cards left."""
        return phrase("stacks.place", "{n} cards", n=state.layout.cards)

    def verdict(self, state: StacksState, move: StackMove) -> Verdict | None:
        """Return the verdict on a move; None if the position is already lost."""
        if not (isinstance(move, Move) and is_winnable(state.layout)):
            return None
        best, cost = move, 0.0
        if not is_winnable(state.followed_by(move).layout):
            winning = winning_move(state.layout)
            assert winning is not None, "a position that can be won has a move that wins"
            best, cost = winning, 1.0
        found = Verdict(
            str(best),
            _did(state, move),
            _doing(state, best),
            worlds=1,
            tried=len(state.moves()),
            worth=1.0 - cost,
            cost=cost,
            chance=1.0 - cost,
            best_chance=1.0,
            is_exact=True,
        )
        return found.explained(reasons(state, move, best))


def reasons(state: StacksState, made: Move, best: Move) -> Iterator[Phrase]:
    """Yield why a move has lost the deal: the last empty stack is gone, and what then can't be undone.

    >>> from suitwise.stacks.rules.layout import Layout
    >>> state = Stacks.around(Layout.parse("8b 9a | 9c 9b | "))
    >>> print(*reasons(state, Move(0, 2), Move(1, 2)), sep="; ")
    once all that can go is removed, no stack is empty and the tops 9a 9c 8b are of different suits
    """
    if made.to is not None and best.to is None and _empty(state.followed_by(made)) == 0:
        yield phrase("stacks.reason.last-empty", "it fills the last empty stack")
    lost = why_lost(state.followed_by(made).layout)
    if lost is not None:
        yield plain_reason(lost)


def _empty(state: StacksState) -> int:
    return sum(not stack for stack in state.layout.stacks)


def _did(state: StacksState, move: Move) -> Phrase:
    card = card_text(state.layout.stacks[move.stack][0])
    if move.to is None:
        return phrase("stacks.did.removes", "removes {card}", card=card)
    return phrase("stacks.did.moves", "moves {card} to stack {n}", card=card, n=move.to)


def _doing(state: StacksState, move: Move) -> Phrase:
    card = card_text(state.layout.stacks[move.stack][0])
    if move.to is None:
        return phrase("stacks.doing.removing", "removing {card}", card=card)
    return phrase("stacks.doing.moving", "moving {card} to stack {n}", card=card, n=move.to)


def review(record: Record, *, seat: int | None = None) -> Iterator[Decision]:
    """Yield the decisions of a recorded game with an exact verdict: keeps the win, or loses it.

    Args:
        record: the moves of a game.
        seat: 0, the only seat, or None, which means the same.

    Raises:
        SuitwiseError: the record is of another game, or it contains an illegal move.

    >>> game, layout = "stacks(stacks=3,height=2,suits=3)", "8b 9a | 9c 9b | 1c 2c"
    >>> found = list(review(Record(game, layout, ("r2", "r2", "m0>2"), (0,))))
    >>> [(one.ply, one.verdict.did, one.verdict.better) for one in found if one.is_mistake]
    [(3, 'moves 8b to stack 2', 'moving 9c to stack 2')]
    """
    if seat is not None:
        whole(seat, "seat", 0, 0)
    if not isinstance(load(of_kind(record, Record, "record").game), Stacks):
        raise NotationError(f"the record is of {record.game}, not of Stack Management")
    return judged(record, _Judge(), seat)


REVIEW = Review(review, Measure(DEALS, 0, is_outcome=True), is_opinion=False)
"""The review of Stack Management: exact, in deals lost."""
