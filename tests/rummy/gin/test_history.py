"""What play can come to: the standings level by level against the game itself, played in all ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from suitwise.errors import NotationError
from suitwise.rummy.gin import game as gin_history
from suitwise.rummy.gin.game import Gin, Standing, standings, standings_above
from suitwise.rummy.gin.moves import GinMove
from suitwise.rummy.gin.rules import bit_of, cards_of
from suitwise.rummy.gin.state import GinState

HIGHEST = 3
MOST_KNOWN = 3
HANDS = "S3 S4 S5 S6 H2 H7 D4 D7 C7 C9 | SK H3 H4 H5 D9 DT DJ C2 C3 CK"
ELEVEN = "S3 S4 S5 S6 H2 H7 D4 D7 C7 C9 CQ | SK H3 H4 H5 D9 DT DJ C2 C3 CK"
DEALER_HAS_ELEVEN = "S3 S4 S5 S6 H2 H7 D4 D7 C7 C9 | SK H3 H4 H5 D9 DT DJ C2 C3 CQ CK"


def layers_of(state: GinState) -> tuple[int, ...]:
    return tuple(who for _, who in state.pile)


def standing_of(state: GinState) -> Standing:
    """Return the standing before the turn of a seat, the card that it has just taken not counted."""
    known = [cards.bit_count() for cards in state.known]
    known[state.seat] -= state.taken >= 0
    return 1 - state.seat, known[0], known[1]


def following(state: GinState) -> Iterator[GinState]:
    """Yield what the moves lead to; of the cards to lay one that is known, and one that is not."""
    if state.phase == "stock":
        yield state.after(GinMove("card", next(cards_of(state.stock))))
    elif state.phase == "discard":
        hand, known = state.hands[state.seat], state.known[state.seat]
        known_free = known & ~(1 << bit_of(state.taken) if state.taken >= 0 else 0)
        for cards in (hand & ~known, known_free):
            yield from (state.after(GinMove("card", card)) for card in [*cards_of(cards)][:1])
    else:
        yield from (state.after(move) for move in state.moves())


def reached() -> list[GinState]:
    """Return a position for everything that standings tell apart, of low piles and few known cards."""
    upcard = Gin().parse(f"first 0 dealer 1 | {HANDS} | C5 | - / - | 0-0 0-0")
    found = {"": upcard}
    for state in iter(queue := [upcard]):
        for after in following(state):
            key = f"{after.phase} {after.taken >= 0} {layers_of(after)} {standing_of(after)}"
            known = max(cards.bit_count() for cards in after.known)
            fits = after.phase == "discard" or known <= MOST_KNOWN
            if fits and len(after.pile) <= HIGHEST and key not in found:
                found[key] = after
                queue.append(after)
    return queue


def test_the_standings_are_those_that_play_comes_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of piles of up to three cards and three known cards in a hand: 242 standings and 243."""
    states = reached()
    assert all(state.game.parse(str(state)) == state for state in states)
    for rule in (standings, standings_above):
        rule.cache_clear()
    monkeypatch.setattr(gin_history, "HAND", MOST_KNOWN)
    seats = ((), *product((-1, 0, 1)), *product((-1, 0, 1), (0, 1)))
    piles = [*seats, *product((-1, 0, 1), (0, 1), (0, 1))]
    laid = {(pile, standing) for pile in piles for standing in standings(1, pile)}
    above = {(pile, standing) for pile in seats for standing in standings_above(1, pile)}
    for rule in (standings, standings_above):
        rule.cache_clear()
    drew = {
        (layers_of(s), standing_of(s))
        for s in states
        if s.phase in ("draw", "stock", "discard") and s.taken < 0
    }
    took = {(layers_of(s), standing_of(s)) for s in states if s.taken >= 0}
    assert drew == laid
    assert took == above


@pytest.mark.parametrize(
    "text",
    [
        f"draw 0 dealer 1 | {HANDS} | 1.C5 | - / - | 0-0 0-0",
        f"draw 1 dealer 1 | {HANDS} | C5 1.D2 | - / CK | 0-0 0-0",
        f"draw 1 dealer 1 | {HANDS} | C5 0.D2 | - / CK | 0-0 0-0",
        f"draw 0 dealer 1 | {HANDS} | C5 1.D2 | - / - | 0-0 0-0",
        f"discard 1 dealer 1 | {DEALER_HAS_ELEVEN} | C5 | - / - | 0-0 0-0",
        f"discard 0 dealer 1 | {ELEVEN} | C5 0.D2 | - / - | 0-0 0-0",
        f"discard 1 dealer 1 | {DEALER_HAS_ELEVEN} | C5 0.D2 1.D3 | - / - | 0-0 0-0",
        f"discard 0 dealer 1 took CQ | {ELEVEN} | C5 | CQ / - | 0-0 0-0",
        f"stock 1 dealer 1 | {HANDS} | C5 | - / - | 0-0 0-0",
    ],
)
def test_a_pile_that_no_turns_lead_to_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no turns lead to these seats of the pile"):
        Gin().parse(text)


@pytest.mark.parametrize(
    "text",
    [
        f"draw 0 dealer 1 | {HANDS} | 1.C5 | - / CK | 0-0 0-0",
        f"draw 0 dealer 1 | {HANDS} | C5 1.D2 | - / CK | 0-0 0-0",
        f"draw 1 dealer 1 | {HANDS} | C5 0.D2 | - / - | 0-0 0-0",
        f"discard 0 dealer 1 | {ELEVEN} | C5 | - / - | 0-0 0-0",
        f"discard 0 dealer 1 took CQ | {ELEVEN} | - | CQ / - | 0-0 0-0",
        f"discard 1 dealer 1 took CQ | {DEALER_HAS_ELEVEN} | C5 | - / CQ | 0-0 0-0",
        f"discard 0 dealer 1 | {ELEVEN} | C5 0.D2 1.D3 | - / - | 0-0 0-0",
    ],
)
def test_a_pile_that_turns_lead_to_is_read(text: str) -> None:
    assert str(Gin().parse(text)) == text
