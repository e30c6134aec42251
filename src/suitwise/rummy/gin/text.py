"""The one-line text of a position of gin rummy, and the view of a seat.

Six parts between bars: the phase, the two hands, the pile, the cards known to be in each hand,
the points and the deals won::

    discard 0 dealer 1 took H7 | SA S2 … | H4 … | C5 0.D2 1.S9 | H7 / - | 0-0 0-0

A seat is about to ``draw``, ``discard`` or decide as ``first`` or ``second`` on the upcard; it is given
a card in the ``deal`` or from the ``stock``; at the end of a deal it has laid down a ``knock``, ``gin``
or ``big`` gin, or the last card before the ``wall``. A card of the pile names the seat that laid it,
the upcard none. After a knock its melds follow in a seventh part. In a view ``?3`` stands for three
cards. ``idle 3`` at the end of the first part says that three turns in a row have taken from the pile,
``deals 2`` behind the deals won that two deals of a match are over; 0 is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from suitwise.cards import Card, check_copies
from suitwise.errors import NotationError
from suitwise.foundation.matches import DEALS, deals_text
from suitwise.foundation.text.position_text import PositionText, matched
from suitwise.rummy.gin.history import is_possible
from suitwise.rummy.gin.moves import parse_card, parse_spread, spread_text
from suitwise.rummy.gin.rules.melds import bits_of, hand_text
from suitwise.rummy.gin.rules.showdown import may_knock
from suitwise.rummy.gin.rules.spreads import is_spread
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


# --- Reading --------------------------------------------------------------------------------------


def parse(variant: GinVariant, text: str) -> GinState:
    """Read a position.

    Raises:
        NotationError: it is no position that the variant can come to.
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
    """Whether the turns without a card from the stock have made a deal void."""
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
