"""The one-line text of a position of gin rummy: write it, parse it, check that it is possible.

Six parts separated by bars: the phase, the two hands, the pile, the cards known to be in each hand,
the points and the deals won::

    discard 0 dealer 1 took H7 | SA S2 … | H4 … | C5 0.D2 1.S9 | H7 / - | 0-0 0-0

A seat is about to ``draw``, ``discard`` or decide as ``first`` or ``second`` on the upcard; it is given
a card in the ``deal`` or from the ``stock``; at the end of a deal it has laid down a ``knock``, ``gin``
or ``big`` gin, or the last card before the ``wall``. A card of the pile names the seat that laid it,
the upcard none. After a knock its melds follow in a seventh part. In the view of a seat ``?3`` stands
for three unknown cards. ``idle 3`` at the end of the first part means that three turns in a row have
taken from the pile, ``deals 2`` after the deals won that two deals of a match are over; 0 is omitted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from suitwise.cards import Card, check_copies
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import PositionText, matched
from suitwise.foundation.values import DEALS, deals_text
from suitwise.rummy.gin.moves import parse_card, parse_spread, spread_text
from suitwise.rummy.gin.rules import HAND, bits_of, hand_text, is_spread, may_knock
from suitwise.rummy.gin.state import PHASES, GinState
from suitwise.rummy.gin.variant import GinVariant
from suitwise.rummy.pile import pile_text, read_pile
from suitwise.rummy.rules.hand import cards_under
from suitwise.rummy.rules.rules import GIN

_HEAD = re.compile(
    r"([a-z]+) ([01]) dealer ([01])(?: took ([A-Z0-9]{2}))?(?: idle ([1-9][0-9]{0,3}))?"
)
_SCORE = re.compile(r"([0-9]{1,5})-([0-9]{1,5}) ([0-9]{1,5})-([0-9]{1,5})" + DEALS)
_FORM = PositionText(
    "a position of gin rummy",
    "six parts, seven after a knock: write what str() of one prints",
    (6, 7),
    longest=400,
)


# --- Writing --------------------------------------------------------------------------------------


def text_of(state: GinState, seat: int | None = None) -> str:
    """Return a position's text, or a seat's view of it."""
    took = f" took {Card(state.taken)}" if state.taken >= 0 else ""
    idle = f" idle {state.idle}" if state.idle else ""
    parts = [
        f"{state.phase} {state.seat} dealer {state.dealer}{took}{idle}",
        *(_hand_seen(state, owner, seat) for owner in (0, 1)),
        pile_text(state.pile),
        " / ".join(map(hand_text, state.known)),
        f"{state.totals[0]}-{state.totals[1]} {state.boxes[0]}-{state.boxes[1]}"
        f"{deals_text(state.deals)}",
    ]
    if state.showdown is not None:
        parts.append(spread_text(state.spread))
    return " | ".join(parts)


def _hand_seen(state: GinState, owner: int, seat: int | None) -> str:
    hidden = 0 if seat in (None, owner) else state.hidden(1 - owner)
    if not hidden:
        return hand_text(state.hands[owner])
    shown = state.hands[owner] & ~hidden
    return (f"{hand_text(shown)} " if shown else "") + f"?{hidden.bit_count()}"


# --- Parsing --------------------------------------------------------------------------------------


def parse(variant: GinVariant, text: str) -> GinState:
    """Parse a position.

    Raises:
        NotationError: the text is not a position that can occur in the variant.
    """
    return _FORM.read_printed(text, lambda parts: _read(variant, parts), _faults)


def _read(variant: GinVariant, parts: list[str]) -> GinState:
    head, phases = _HEAD.fullmatch(parts[0]), {str(phase): phase for phase in PHASES}
    if head is None or head[1] not in phases:
        raise NotationError(f"{parts[0][:40]!r}: write a phase, its seat and the dealer")
    score = matched(_SCORE, parts[5], ": write points and deals won, as 0-0 0-0", 40)
    known = parts[4].split(" / ")
    if len(known) != 2:
        raise NotationError(f"{parts[4][:40]!r}: write the known cards of both seats, as H7 / -")
    points = tuple(map(int, score.groups(default="0")))
    return GinState(
        variant,
        phases[head[1]],
        int(head[2]),
        int(head[3]),
        (_cards(parts[1]), _cards(parts[2])),
        read_pile(parts[3], 2, parse_card),
        (_cards(known[0]), _cards(known[1])),
        parse_card(head[4]) if head[4] else -1,
        parse_spread(parts[6]) if len(parts) == 7 else (0, 0),
        (points[0], points[1]),
        (points[2], points[3]),
        int(head[5] or 0),
        points[4],
    )


def _cards(text: str) -> int:
    cards = cards_under(GIN, "" if text == "-" else text)
    check_copies(cards, packs=1)
    return bits_of(cards)


# --- The faults of a position ---------------------------------------------------------------------


def _faults(state: GinState) -> Iterator[str]:
    """Yield the faults of a position."""
    yield from _card_faults(state)
    yield from _size_faults(state)
    yield from _turn_faults(state)
    yield from _showdown_faults(state)
    yield from _score_faults(state)


def _card_faults(state: GinState) -> Iterator[str]:
    once = {card for card, _ in state.pile}
    everything = state.hands[0] | state.hands[1] | bits_of(once)
    held = sum(hand.bit_count() for hand in state.hands) + len(state.pile)
    if everything.bit_count() != held or len(once) != len(state.pile):
        yield "a card lies in two places"
    if any(known & ~hand for known, hand in zip(state.known, state.hands, strict=True)):
        yield "a hand holds the cards known to be in it"
    if any(seat < 0 for _, seat in state.pile[1:]):
        yield "only the lowest card of the pile is the upcard"
    if state.taken >= 0 and not state.known[state.seat] & bits_of([state.taken]):
        yield "the card taken is known to be in the hand"


def _size_faults(state: GinState) -> Iterator[str]:
    sizes = state.hands[state.seat].bit_count(), state.hands[1 - state.seat].bit_count()
    if state.phase == "deal":
        opponent = state.seat != state.dealer
        if sizes[1] - sizes[0] != (not opponent) or sizes[1] > 10 or state.pile or any(state.known):
            yield "cards are dealt by turns, first to the opponent of the dealer"
        return
    if sizes != ((11 if state.phase in ("discard", "big") else 10), 10):
        yield "a hand has ten cards, eleven before the discard"
    last = {"draw": 29, "stock": 29, "discard": 29, "wall": 30}.get(state.phase, 30)
    took = state.taken >= 0 or state.phase == "big"
    least = 1 if _is_idle(state) else 30 if state.phase == "wall" else 0 if took else 1
    if not least <= len(state.pile) <= last:
        yield f"the pile can't have {len(state.pile)} cards"


def _is_idle(state: GinState) -> bool:
    """Return whether turns without a card from the stock have made a deal void."""
    return state.phase == "wall" and state.idle == state.variant.idle


def _turn_faults(state: GinState) -> Iterator[str]:
    upcard = len(state.pile) == 1 and state.pile[0][1] < 0
    if state.phase in ("first", "second"):
        decides = state.dealer if state.phase == "second" else 1 - state.dealer
        if not upcard or state.seat != decides or any(state.known):
            yield "first the dealer's opponent and then the dealer decide on the upcard alone"
    elif state.phase == "draw" and upcard:
        yield "on the upcard alone a seat decides as first or second"
    elif state.phase != "deal" and not is_possible(state):
        yield "no turns lead to these seats of the pile and so many known cards"
    if state.taken >= 0 and state.phase != "discard":
        yield "a card that was taken matters to the discard only"
    yield from _idle_faults(state)


def _idle_faults(state: GinState) -> Iterator[str]:
    took = state.phase == "draw" or state.taken >= 0 or state.phase == "big" or _is_idle(state)
    most = state.variant.idle - (state.phase == "draw")
    if state.idle and not (took and state.idle <= most):
        yield f"{state.idle} turns without the stock can't have led here"


def _score_faults(state: GinState) -> Iterator[str]:
    before, won = list(state.totals), list(state.boxes)
    if state.showdown is not None:
        seat, points = state.showdown.score
        before[seat] -= points
        won[seat] -= 1
    if state.deals >= state.variant.most_deals:
        yield f"a game has at most {state.variant.most_deals} deals"
    most = state.variant.most_of_deal
    scores = zip(won, before, strict=True)
    if max(before) >= max(state.variant.to, 1) or not all(
        0 <= deals <= points <= deals * most for deals, points in scores
    ):
        yield "the points and the deals won are not of one match"
    elif not won[1 - state.dealer] and (state.dealer == 0 or any(won)):
        yield "seat 1 deals first, and then the seat that has lost a deal"


def _showdown_faults(state: GinState) -> Iterator[str]:
    if state.showdown is None:
        return
    kept = state.showdown.kept
    melded = is_spread(state.hands[state.seat], state.spread)
    if not (melded and may_knock(kept, state.variant.knock)):
        yield "these are no melds to knock with"
    if (kept == 0) != (state.phase != "knock") or (state.phase == "big" and not state.variant.big):
        yield f"{kept} points of deadwood are not what it has"


# --- Reachability of a pile and of the numbers of known cards -------------------------------------
#
# A turn either draws from the stock and lays a card on the pile, or takes the top of the pile and lays
# another card in its place. So the pile never shrinks from turn to turn, and the seats alternate on a
# level of it until one draws from the stock. A seat that takes a card holds it as a known card until it
# lays it down. Reachability depends only on the seats of the pile and the numbers of known cards, not
# on the cards themselves. So there are few *standings* after a turn, and the reachable ones are found
# level by level.

Standing: TypeAlias = tuple[int, int, int]
"""The seat that laid the top of the pile, and the numbers of known cards of seats 0 and 1."""

BEFORE_ALL_TURNS: tuple[Standing, ...] = ((0, 0, 0), (1, 0, 0))
"""The standings of the upcard: either seat may take it, as if the other had laid it."""
_REMEMBERED = 256


def is_possible(state: GinState) -> bool:
    """Return whether the pile and the numbers of known cards are reachable.

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
    """Return the reachable standings of a pile at the end of a turn.

    Args:
        dealer: the seat that dealt.
        layers: the seats that laid the cards of the pile from the bottom up, -1 for the upcard.

    >>> sorted(standings(1, (-1,)))
    [(1, 0, 0)]
    >>> sorted(standing for standing in standings(1, (-1, 1)) if max(standing) < 2)
    [(1, 0, 1), (1, 1, 1)]
    """
    if layers == (-1,):
        # Both have passed, and the dealer's opponent draws.
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
    """Return the reachable standings with one more card on a pile, laid by either seat."""
    if not layers:
        return _repeated(BEFORE_ALL_TURNS, _after_taking)
    drawn = (after for before in standings(dealer, layers) for after in _after_drawing(before))
    return _repeated(drawn, _after_taking)


def _repeated(
    first: Iterable[Standing], turn: Callable[[Standing], Iterator[Standing]]
) -> frozenset[Standing]:
    """Return the standings reachable by any number of turns, including none."""
    found = list(dict.fromkeys(first))
    known = set(found)
    for standing in found:
        new = [after for after in turn(standing) if after not in known]
        known.update(new)
        found += new
    return frozenset(known)


def _after_drawing(before: Standing) -> Iterator[Standing]:
    """Yield the standings after drawing from the stock and laying an unknown or a known card."""
    seat, held = _on_turn(before)
    yield _with(before, seat, held)
    if held:
        yield _with(before, seat, held - 1)


def _after_taking(before: Standing) -> Iterator[Standing]:
    """Yield the standings after taking the top of the pile, which may not be laid again at once."""
    seat, held = _on_turn(before)
    if held < HAND:
        yield _with(before, seat, held + 1)
    if held:
        yield _with(before, seat, held)


def _on_turn(standing: Standing) -> tuple[int, int]:
    """Return the seat on turn and its number of known cards."""
    seat = 1 - standing[0]
    return seat, standing[1 + seat]


def _with(standing: Standing, seat: int, held: int) -> Standing:
    """Return the standing after a turn of a seat that then holds ``held`` known cards."""
    return (seat, held, standing[2]) if seat == 0 else (seat, standing[1], held)
