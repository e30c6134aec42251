"""Whether play of gin rummy can have come to a pile, and to the numbers of known cards in the hands.

The rules of a turn are those of ``gin``. A turn either draws from the stock and lays a card on the pile,
or takes the top of the pile and lays another card in its place: so the pile never gets lower, and the
seats lay cards on a level of it by turns until one draws from the stock. A seat that takes a card holds
it, known to the other, until it lays it down. The seats of a pile and the numbers of known cards
tell nothing more of the turns before, and which cards they are makes no difference. So there are few
*standings* after a turn, and those that play can come to are found level by level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from suitwise.rummy.gin.rules.melds import HAND
from suitwise.rummy.gin.state import GinState

Standing: TypeAlias = tuple[int, int, int]
"""The seat that laid the top of the pile, and how many known cards seat 0 and seat 1 hold."""

BEFORE_ALL_TURNS: tuple[Standing, ...] = ((0, 0, 0), (1, 0, 0))
"""The upcard lies there; that a seat may take it stands as if the other seat had laid it."""
_REMEMBERED = 256


def is_possible(state: GinState) -> bool:
    """Tell whether play can have come to the pile and to these numbers of known cards.

    Args:
        state: a position after the decisions on the upcard.

    >>> from suitwise.rummy.gin.game import Gin
    >>> hands = "S3 S4 S5 S6 H2 H7 D4 D7 C7 C9 | SK H3 H4 H5 D9 DT DJ C2 C3 CK"
    >>> is_possible(Gin().parse(f"draw 0 dealer 1 | {hands} | 1.D2 | - / C3 | 0-0 0-0"))
    True
    """
    layers = tuple(seat for _, seat in state.pile)
    known = [cards.bit_count() for cards in state.known]
    if state.phase in ("knock", "gin", "wall"):
        return (state.seat, *known) in standings(state.dealer, layers)
    drew = (1 - state.seat, *known) in standings(state.dealer, layers)
    known[state.seat] -= 1
    took = (1 - state.seat, *known) in standings_above(state.dealer, layers)
    if state.phase == "big":
        return drew or took
    return took if state.taken >= 0 else drew


@lru_cache(_REMEMBERED)
def standings(dealer: int, layers: tuple[int, ...]) -> frozenset[Standing]:
    """Return the standings in which a pile can lie, a seat's turn being over.

    Args:
        dealer: the seat that dealt.
        layers: the seats that laid the cards of the pile from the bottom up, -1 for the upcard.

    >>> sorted(standings(1, (-1,)))
    [(1, 0, 0)]
    >>> sorted(standing for standing in standings(1, (-1, 1)) if max(standing) < 2)
    [(1, 0, 1), (1, 1, 1)]
    """
    if layers == (-1,):
        # Both have passed: the dealer's opponent draws.
        return frozenset([(dealer, 0, 0)])
    if not layers:
        return frozenset()
    above = standings_above(dealer, layers[:-1])
    return frozenset(
        standing
        for standing in above
        if standing[0] == layers[-1] and (len(layers) > 1 or standing not in BEFORE_ALL_TURNS)
    )


@lru_cache(_REMEMBERED)
def standings_above(dealer: int, layers: tuple[int, ...]) -> frozenset[Standing]:
    """Return the standings that are possible with a card more on a pile, laid by either seat."""
    if not layers:
        return _repeated(BEFORE_ALL_TURNS, _after_taking)
    drawn = (after for before in standings(dealer, layers) for after in _after_drawing(before))
    return _repeated(drawn, _after_taking)


def _repeated(
    first: Iterable[Standing], turn: Callable[[Standing], Iterator[Standing]]
) -> frozenset[Standing]:
    """Return the standings that any number of turns leads to, no turn included."""
    found = list(dict.fromkeys(first))
    known = set(found)
    for standing in found:
        new = [after for after in turn(standing) if after not in known]
        known.update(new)
        found += new
    return frozenset(known)


def _after_drawing(before: Standing) -> Iterator[Standing]:
    """Yield the standings after a turn with a card of the stock: a known card is laid, or another."""
    seat, held = _on_turn(before)
    yield _with(before, seat, held)
    if held:
        yield _with(before, seat, held - 1)


def _after_taking(before: Standing) -> Iterator[Standing]:
    """Yield the standings after a turn with the top of the pile, which may not be laid again."""
    seat, held = _on_turn(before)
    if held < HAND:
        yield _with(before, seat, held + 1)
    if held:
        yield _with(before, seat, held)


def _on_turn(standing: Standing) -> tuple[int, int]:
    """Return the seat on turn and how many known cards it holds."""
    seat = 1 - standing[0]
    return seat, standing[1 + seat]


def _with(standing: Standing, seat: int, held: int) -> Standing:
    """Return the standing after a turn of a seat that then holds ``held`` known cards."""
    return (seat, held, standing[2]) if seat == 0 else (seat, standing[1], held)
