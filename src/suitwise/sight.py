"""What is seen of a position as JSON-ready data: the same words in every game.

``State.seen(seat)`` is what a seat sees, ``State.public()`` what is left for those without a seat.
Both have the parts of ``PARTS``, each a value that ``json.dumps`` takes:

* ``head``: the variant's text ``game``, the ``phase`` in a word, the ``turn`` (a seat,
  ``"chance"`` or ``"over"``), the ``returns`` once the game is over, None before; and what the
  game plays for, by its own words.
* ``hand``: the ``seat`` that looks, None for nobody, and the cards that it has ``held``; with what
  else it alone knows.
* ``table``: what lies open, by the game's own words.
* ``ask``: None, or for the seat on turn its ``moves`` as texts, at most ``MOST_MOVES``, and how
  many there are, ``n_moves``.
* ``seats``: for each seat in order its number ``seat``, its ``side``, how many cards it holds,
  ``count``, and those of them that are seen, ``held``; both None where they are not.
* ``view``: the text of ``State.view``; for nobody None, unless all see everything.

A game gives its own part as a ``Sight``; the rest stands here, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from suitwise.cards import ANY_JOKER, Card

PARTS = ("head", "hand", "table", "ask", "seats", "view")
"""The parts of what is seen."""
MOST_MOVES = 100
"""The most moves that are listed."""

Seen: TypeAlias = dict[str, Any]
"""What is seen: a value for each of ``PARTS``."""
Words: TypeAlias = Mapping[str, Any]
"""JSON-ready values under the game's own words."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A game's own part of what is seen: nothing in it is hidden from the seat that looks.

    Args:
        phase: the phase of the game, in a word.
        held: the cards of each seat that are seen, None for a hand that is not; empty where no cards are
            held.
        counts: how many cards each seat holds, None where that is not seen; empty where none are held.
        head: the stakes of the game.
        hand: what the seat that looks knows beside its cards.
        table: what lies open.
        ask: what a seat on turn is asked, beside its moves.
        seats: for each seat what else is seen of it.

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
    """What a seat sees beside what everybody does: its cards, what else it knows, what it is asked.

    >>> public = Sight("play", (None, None), (1, 1), table={"pile": []})
    >>> beside(public, 1, Own(["H7"], table={"hidden": ["S2"]})).table
    {'pile': [], 'hidden': ['S2']}
    """

    held: list[str]
    hand: Words = {}  # noqa: RUF012 - never changed
    table: Words = {}  # noqa: RUF012
    ask: Words = {}  # noqa: RUF012


def beside(public: Sight, seat: int, own: Own) -> Sight:
    """Return what a seat sees, from what everybody does and what it sees beside that."""
    held = tuple(own.held if at == seat else one for at, one in enumerate(public.held))
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
    """Return what a seat sees, or what everybody may see.

    Args:
        state: the position.
        seat: the seat that looks; None for somebody without a seat.
        turn: the seat on turn, or a word.
        is_over: whether the game is over.
        listed: the most moves that are listed.
        has_view: whether the text of the view is wanted, None in its place otherwise.
    """
    sight, facts = state.sight(seat), state.game.facts
    shows_all = facts.perfect_information
    own = None if seat is None or not sight.held else sight.held[seat]
    return {
        "head": {
            "game": str(state.game),
            "phase": sight.phase,
            "turn": turn,
            "returns": list(map(float, state.returns())) if is_over else None,
            **sight.head,
        },
        "hand": {"seat": seat, "held": own or [], **sight.hand},
        "table": dict(sight.table),
        "ask": asked(state, sight.ask, listed) if seat is not None and seat == turn else None,
        "seats": [_seat(sight, at, side) for at, side in enumerate(facts.side_of)],
        "view": state.view(seat or 0) if has_view and (seat is not None or shows_all) else None,
    }


def asked(state: Any, own: Words, listed: int) -> Seen:
    """Return what a seat on turn is asked: its moves as texts, and how many there are."""
    moves = state.moves()
    texts = [str(move) for move in islice(moves, listed)]
    return {"moves": texts, "n_moves": len(moves), **own}


def _seat(sight: Sight, seat: int, side: int) -> Seen:
    own = sight.seats[seat] if sight.seats else {}
    count = sight.counts[seat] if sight.counts else None
    held = sight.held[seat] if sight.held else None
    return {"seat": seat, "side": side, "count": count, "held": held, **own}
