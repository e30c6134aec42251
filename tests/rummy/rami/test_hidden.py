"""Worlds of rami: as the seat sees them, never the true hand for want of another, each as likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from suitwise.cards import parse_cards
from suitwise.errors import SuitwiseError
from suitwise.game import CHANCE, OVER, load
from suitwise.rummy.rami import hidden
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.solve import can_end
from suitwise.rummy.rami.staged import whole_moves
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.cards import cards_text, in_order, without
from tests.rummy.rami.records import eager

FIRST = "HQ HK HA SQ SK SA DQ DK DA CQ CK CA"
"""First melds of 124 points."""
OTHER = "S2 S3 S5 H2 H5 H6 D7 D9 DQ DK C4 C8 CT"
TABLE = "HTHJHQ/S9H9D9"


def text(head: str, hands: str, opened: str, rest: str, table: str = "-") -> str:
    """Return a position of two seats, its hands in order."""
    held = " / ".join(sorted_hand(hand) for hand in hands.split(" / "))
    return f"{head} | {held} | {opened} | {table} | {rest} | - | 0 0"


def sorted_hand(cards: str) -> str:
    return cards_text(in_order(54 if card.is_joker else int(card) for card in parse_cards(cards)))


RARE = {
    "owes an opening of 101": (
        "rami(opening=101,deals=1)",
        text("play 8 owes HQ", f"{FIRST} C2 D5 / {OTHER}", "no no", "D5 | HQ / -"),
    ),
    "owes an opening above one of 110": (
        "rami(house=rami71,pile=use,raise=yes,deals=1)",
        text(
            "play 9 high 110 owes HQ",
            f"H3 H4 D8 D9 SK / {FIRST} C3 C4 C5",
            "yes no",
            "0.D5 | - / HQ",
            "HTHJHQ/S9H9C9",
        ),
    ),
    "has chosen the first meld of 101": (
        "rami(house=rami101,deals=1,staged=yes)",
        text(
            "play 8 chose HQHKHA",
            f"{FIRST} C3 D4 D8 / {OTHER} C9",
            "no no",
            "1.D5 | HQ HK HA / -",
        ),
    ),
    "has chosen what only rami sec goes on from": (
        "rami(deals=1,staged=yes)",
        text(
            "play 8 chose S2H2D2",
            f"S2 H2 D2 S3 H3 D3 S4 H4 D4 S5 H5 D5 C5 CK / {OTHER}",
            "no no",
            "1.DJ | S2 H2 D2 / -",
        ),
    ),
    "has taken two jokers for new melds": (
        "rami(deals=1)",
        text(
            "play 8 high 60 jokers 2",
            "JK JK H3 H4 D8 D9 SK / S2 H5 D7 C9 CT",
            "yes yes",
            "D5 | JK JK / -",
            TABLE,
        ),
    ),
    "has one card, and it is no joker": (
        "rami(joker_out=no,deals=1)",
        text("play 9 high 60", "S2 JK H5 D7 C9 CT / S2", "yes yes", "D5 | - / -", TABLE),
    ),
}
"""Positions in the middle of a turn that say much of the hand."""


def position(name: str) -> RamiState:
    variant, told = RARE[name]
    return load(variant).parse(told)  # type: ignore[return-value]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", RARE)
def test_hands_that_few_deals_give_are_built_and_not_the_true_one(
    name: str, exhaustive: bool
) -> None:
    """4 worlds of each position, in full 6."""
    state = position(name)
    seat = 1 - state.seat
    count = 6 if exhaustive else 4
    worlds = [state.resample(seat, 3, stream) for stream in range(count)]
    for world in worlds:
        turn = world.as_turn
        assert can_end(turn)
        assert world.view(seat) == state.view(seat)
        assert not state.chosen or whole_moves(turn, state.chosen)
    hands = Counter(world.hands[state.seat] for world in worlds)
    assert len(hands) > count - 2
    assert hands[state.hands[state.seat]] < 2


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", RARE)
def test_a_world_has_the_same_worlds_as_the_true_deal(name: str, exhaustive: bool) -> None:
    """Hold a world of two deals that a seat can't tell apart against each other, in full two."""
    state = position(name)
    seat = 1 - state.seat
    for stream in range(2 if exhaustive else 1):
        world = state.resample(seat, 9, 100 + stream)
        assert world.resample(seat, 9, stream) == state.resample(seat, 9, stream)


def test_whole_deals_have_the_same_worlds_at_every_move() -> None:
    game = Rami("romme", seats=3, deals=1, pile="use", taken="meld")
    state: Any = game.start()
    choose, number, bound = eager(5), 0, 0
    while state.turn != OVER:
        number += 1
        if state.turn == CHANCE:
            state, _ = state.rolled(5, number)
            continue
        if number % 3 == 0 or state.as_turn.is_owing:
            bound += state.as_turn.is_owing
            for seat in range(3):
                world = state.resample(seat, 2, number)
                assert world.view(seat) == state.view(seat)
                assert world.resample(seat, 2, 7) == state.resample(seat, 2, 7)
        state = state.after(choose(state))  # type: ignore[operator]
    assert bound > 3


# --- How likely each world is ---------------------------------------------------------------------

STOCK = ("S9", "D4", "D6", "C3", "C6")
MELDS = "H2H3H4H5H6H7H8H9HTHJHQHK/S3S4S5S6S7S8S9STSJSQSKSA/D9DTDJDQDKDA/CTCJCQCKCA"


def few_left() -> RamiState:
    """Return a position of three seats in which all but eleven cards lie in the open."""
    hands = "S4 D4 C2 C4 / S2 D7 C9 / H4 C5"
    lying = Counter(f"{suit}{rank}" for suit in "SHDC" for rank in "A23456789TJQK" for _ in "12")
    melds = MELDS.replace("/", "")
    lying.subtract(hands.replace(" /", "").split())
    lying.subtract(melds[at : at + 2] for at in range(0, len(melds), 2))
    lying.subtract(STOCK)
    pile = " ".join(f"{n % 3}.{card}" for n, card in enumerate(lying.elements()))
    opened = f"yes yes yes | {MELDS} | {pile} | C4 / S2 / -"
    told = f"play 90 high 60 owes C4 | {hands} | {opened} | - | 0 0 0"
    return load("rami(seats=3,deals=1,jokers=0)").parse(told)  # type: ignore[return-value]


@pytest.mark.parametrize("tried", [400, 0])
def test_every_hand_with_which_the_turn_can_end_is_as_likely(
    tried: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hold samples against all hands, listed: those at random first, and those that are built."""
    monkeypatch.setattr(hidden, "MOST_TRIED", tried)
    state = few_left()
    assert sorted(cards_text(state.stock).split()) == sorted(STOCK)
    observer, mover = 1, 0
    own = state.hidden(observer, mover)
    known = without(state.hands[mover], own)
    unseen = in_order([*state.stock, *own, *state.hidden(observer, 2)])
    likely = Counter(
        hand
        for drawn in combinations(unseen, len(own))
        if can_end(hidden._turn(state, hand := in_order([*known, *drawn])))
    )
    share = likely.total() / sum(1 for _ in combinations(unseen, len(own)))
    assert 0.05 < share < 0.6
    n = 1500
    found = Counter(state.resample(observer, 11, stream).hands[mover] for stream in range(n))
    assert set(found) <= set(likely)
    off = sum(abs(found[hand] / n - times / likely.total()) for hand, times in likely.items()) / 2
    noise = sum((times / likely.total() / n) ** 0.5 for times in likely.values()) / 2
    assert off < 1.3 * noise, (off, noise, len(likely))


def test_a_position_that_no_hand_agrees_with_is_said_to_have_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hidden, "_ends", lambda state, hand: False)
    with pytest.raises(SuitwiseError, match="no deal was found"):
        position("has taken two jokers for new melds").resample(1, 0, 0)
