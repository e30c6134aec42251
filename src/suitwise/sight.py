"""A seat's view of a position as data for JSON, with the same keys in every game.

``State.seen(seat)`` is the view of a seat, ``State.public()`` the view of an onlooker without a seat.
Both are dictionaries with the keys ``PARTS``:

=========  ====================================================================================
key        value
=========  ====================================================================================
``head``   ``game``, the variant's text; ``phase``, a word; ``turn``, a seat, ``"chance"`` or
           ``"over"``; ``returns``, None until the game is over; and the stakes, under keys of
           the game
``hand``   ``seat``, the viewer, None for an onlooker; ``held``, the viewer's cards; and what
           else only the viewer knows, under keys of the game
``table``  everything that lies open, under keys of the game
``ask``    for the seat on turn, ``moves``, the first ``MOST_MOVES`` legal moves as texts, and
           ``n_moves``, their total number; None for all others
``seats``  for each seat ``seat``, its number; ``side``; ``count``, the number of its cards, and
           ``held``, its cards; both None if hidden
``view``   the text of ``State.view``; None for an onlooker unless information is perfect
=========  ====================================================================================

A game provides its own part as a ``Sight``; ``seen_of`` adds the parts common to all games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from suitwise.cards import ANY_JOKER, Card

PARTS = ("head", "hand", "table", "ask", "seats", "view")
"""The keys of a view."""
MOST_MOVES = 100
"""The most moves listed in a view."""

Seen: TypeAlias = dict[str, Any]
"""A view: a value for each of ``PARTS``."""
Words: TypeAlias = Mapping[str, Any]
"""JSON-ready values under keys of the game."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A game's own part of a view; it holds only what the viewer may see.

    Args:
        phase: the phase of the game, a word.
        held: the cards of each seat, None for a hidden hand; empty in games without hands.
        counts: the number of cards of each seat, None if hidden; empty in games without hands.
        head: the stakes of the game.
        hand: what the viewer knows in addition to its cards.
        table: what lies open.
        ask: what the seat on turn is asked in addition to its moves.
        seats: for each seat, what else can be seen of it.

    >>> Sight("play", counts=(3, 2), table={"pile": ["H7"]}).table["pile"]
    ['H7']
    """

    phase: str
    held: tuple[list[str] | None, ...] = ()
    counts: tuple[int | None, ...] = ()
    head: Words = field(default_factory=dict)
    hand: Words = field(default_factory=dict)
    table: Words = field(default_factory=dict)
    ask: Words = field(default_factory=dict)
    seats: tuple[Words, ...] = ()


class Own(NamedTuple):
    """What a seat sees in addition to the public view: its cards and other private knowledge.

    >>> public = Sight("play", (None, None), (1, 1), table={"pile": []})
    >>> beside(public, 1, Own(["H7"], table={"hidden": ["S2"]})).table
    {'pile': [], 'hidden': ['S2']}
    """

    held: list[str]
    hand: Words = {}  # noqa: RUF012 - never changed
    table: Words = {}  # noqa: RUF012
    ask: Words = {}  # noqa: RUF012


def beside(public: Sight, seat: int, own: Own) -> Sight:
    """Combine the public view with what a seat sees in addition."""
    held = tuple(own.held if i == seat else hand for i, hand in enumerate(public.held))
    table = {**public.table, **own.table}
    return replace(public, held=held, hand=own.hand, table=table, ask=own.ask)


_TEXTS = tuple(str(Card(card)) for card in range(ANY_JOKER + 1))


def card_texts(cards: Iterable[int]) -> list[str]:
    """Return cards as texts.

    >>> card_texts([0, 53])
    ['S2', 'RJ']
    """
    return [_TEXTS[card] for card in cards]


def seen_of(
    state: Any,
    seat: int | None,
    turn: int | str,
    is_over: bool,
    listed: int = MOST_MOVES,
    has_view: bool = True,
) -> Seen:
    """Return the view of a seat or of an onlooker.

    Args:
        state: the position.
        seat: the viewer; None for an onlooker.
        turn: the seat on turn, or a word.
        is_over: whether the game is over.
        listed: the most moves to list.
        has_view: whether to include the text of ``State.view``; otherwise it is None.
    """
    sight, facts = state.sight(seat), state.game.facts
    shows_all = facts.perfect_information
    hand = None if seat is None or not sight.held else sight.held[seat]
    return {
        "head": {
            "game": str(state.game),
            "phase": sight.phase,
            "turn": turn,
            "returns": list(map(float, state.returns())) if is_over else None,
            **sight.head,
        },
        "hand": {"seat": seat, "held": hand or [], **sight.hand},
        "table": dict(sight.table),
        "ask": asked(state, sight.ask, listed) if seat is not None and seat == turn else None,
        "seats": [_seat(sight, i, side) for i, side in enumerate(facts.side_of)],
        "view": state.view(seat or 0) if has_view and (seat is not None or shows_all) else None,
    }


def asked(state: Any, own: Words, listed: int) -> Seen:
    """Return the part ``ask`` of a view: the moves as texts and their number."""
    moves = state.moves()
    texts = [str(move) for move in islice(moves, listed)]
    return {"moves": texts, "n_moves": len(moves), **own}


def _seat(sight: Sight, seat: int, side: int) -> Seen:
    """Return the part ``seats`` of a view for one seat."""
    own = sight.seats[seat] if sight.seats else {}
    count = sight.counts[seat] if sight.counts else None
    held = sight.held[seat] if sight.held else None
    return {"seat": seat, "side": side, "count": count, "held": held, **own}
