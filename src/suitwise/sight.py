"""A seat's view of a position as data for JSON, with the same keys in every game.

``State.seen(seat)`` is the view of a seat, ``State.public()`` the view of an onlooker without a seat.
Both are dictionaries with the keys ``PARTS``:

=========  ====================================================================================
key        value
=========  ====================================================================================
``head``   ``game``: the variant's text; ``phase``: a word; ``turn``: a seat, ``"chance"`` or
           ``"over"``; ``returns``: None until the game is over; and the stakes
``hand``   ``seat``: the viewer, None for an onlooker; ``held``: the viewer's cards; and
           everything else that only the viewer knows
``table``  everything that lies open on the table
``ask``    for the seat on turn ``moves``: the first ``MOST_MOVES`` legal moves as texts;
           ``n_moves``: the number of all legal moves; None for all other viewers
``seats``  for each seat ``seat``: its number; ``side``: its side; ``count``: the number of its
           cards; ``held``: its cards; the last two are None if hidden
``view``   the text of ``State.view``; None for an onlooker unless information is perfect
=========  ====================================================================================

Each game may add entries of its own to every part except ``view``. It returns them, and the cards, as a
``Sight``. ``seen_of`` makes the view from it and adds the entries that all games have.

A game with tricks has two entries in ``table``: ``trick``, the open trick, and ``last``, the complete
one before it. Each is None, or has its ``leader``, a seat; its ``plays`` in order, each with a ``seat``
and a ``card``; and ``best``, the seat whose play wins so far, None before the first play. The page in
the browser then draws a card table. If they are present, it also shows from ``head`` the ``dealer``,
the ``trump`` suit, the card ``turned`` up, the ``scores`` of sides or seats before this deal, the
``points`` of this deal, and the ``target``; and from ``seats`` the number of tricks that each seat
``took``, and in the phase ``pass`` the number of cards that it has ``passed`` (``tricks.view``).
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

Part: TypeAlias = dict[str, Any]
"""One part of a view, such as ``head``, as data for JSON."""
Seen: TypeAlias = dict[str, Any]
"""A view: a value for each of ``PARTS``."""
Extras: TypeAlias = Mapping[str, Any]
"""A game's own entries of a part, as data for JSON."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A game's part of a view: the cards, and its own entries; only what the viewer may see.

    Args:
        phase: the phase of the game, a word.
        held: the cards of each seat, None for a hidden hand; empty in games without hands.
        counts: the number of cards of each seat, None if hidden; empty in games without hands.
        head: the stakes of the game.
        hand: the viewer's private knowledge, apart from its cards.
        table: everything that lies open on the table.
        ask: the details of the decision of the seat on turn, apart from its moves.
        seats: for each seat, its further entries; empty if there are none.

    >>> Sight("play", counts=(3, 2), table={"pile": ["H7"]}).table["pile"]
    ['H7']
    """

    phase: str
    held: tuple[list[str] | None, ...] = ()
    counts: tuple[int | None, ...] = ()
    head: Extras = field(default_factory=dict)
    hand: Extras = field(default_factory=dict)
    table: Extras = field(default_factory=dict)
    ask: Extras = field(default_factory=dict)
    seats: tuple[Extras, ...] = ()


def has_tricks(table: Extras) -> bool:
    """Tell whether a game has tricks, by the entries of its ``table``, which all positions have.

    >>> has_tricks({"trick": None, "last": None}), has_tricks({"pile": ["H7"]})
    (True, False)
    """
    return {"trick", "last"} <= table.keys()


class Own(NamedTuple):
    """A seat's private additions to the public view; the names are those of ``Sight``.

    >>> public = Sight("play", (None, None), (1, 1), table={"pile": []})
    >>> seen = with_own(public, 1, Own(["H7"], table={"hidden": ["S2"]}))
    >>> seen.held, seen.table
    ((None, ['H7']), {'pile': [], 'hidden': ['S2']})
    """

    held: list[str]
    hand: Extras = {}  # noqa: RUF012 - never changed
    table: Extras = {}  # noqa: RUF012
    ask: Extras = {}  # noqa: RUF012


def with_own(public: Sight, seat: int, own: Own) -> Sight:
    """Return the public view with a seat's private additions.

    The seat's cards, ``hand`` and ``ask`` replace the public ones; the entries of ``table`` are added.
    """
    held = tuple(own.held if i == seat else cards for i, cards in enumerate(public.held))
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
    most_moves: int = MOST_MOVES,
    with_view: bool = True,
) -> Seen:
    """Return the view of a seat or of an onlooker.

    Args:
        state: the position.
        seat: the viewer; None for an onlooker.
        turn: the seat on turn, or a word.
        is_over: whether the game is over.
        most_moves: the most moves to list.
        with_view: whether to include the text of ``State.view``; otherwise it is None.
    """
    sight, facts = state.sight(seat), state.game.facts
    held = None if seat is None or not sight.held else sight.held[seat]
    # An onlooker gets no text, since ``State.view`` is a seat's, unless all seats see the same.
    if with_view and (seat is not None or facts.perfect_information):
        view = state.view(seat or 0)
    else:
        view = None
    return {
        "head": {
            "game": str(state.game),
            "phase": sight.phase,
            "turn": turn,
            "returns": list(map(float, state.returns())) if is_over else None,
            **sight.head,
        },
        "hand": {"seat": seat, "held": held or [], **sight.hand},
        "table": dict(sight.table),
        "ask": asked(state, sight.ask, most_moves) if seat is not None and seat == turn else None,
        "seats": [_seat(sight, i, side) for i, side in enumerate(facts.side_of)],
        "view": view,
    }


def asked(state: Any, extras: Extras, most_moves: int) -> Part:
    """Return the part ``ask`` of a view: the first moves as texts, and the number of all.

    If no moves are to be listed, none are searched or counted, because that may take long.
    """
    if not most_moves:
        return {"moves": [], "n_moves": None, **extras}
    moves = state.moves()
    texts = [str(move) for move in islice(moves, most_moves)]
    return {"moves": texts, "n_moves": len(moves), **extras}


def _seat(sight: Sight, seat: int, side: int) -> Part:
    """Return the entry of one seat in the part ``seats`` of a view."""
    extras = sight.seats[seat] if sight.seats else {}
    count = sight.counts[seat] if sight.counts else None
    held = sight.held[seat] if sight.held else None
    return {"seat": seat, "side": side, "count": count, "held": held, **extras}
