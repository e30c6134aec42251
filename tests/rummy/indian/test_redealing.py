"""What a seat of Indian rummy sees, and the worlds that it can't tell from the true one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import fmean

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import CHANCE, roll
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.rules import Cards, IndianMove, cards_text, is_within, without
from suitwise.rummy.indian.state import IndianState
from tests.rummy.indian_positions import MINE, OTHER, after, at, long_game

Played = list[tuple[IndianState, IndianMove]]


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    state, _ = Indian(seats=3).start().rolled(1, 0)
    for ask in (state.view, state.observe, state.seen):
        with pytest.raises(SuitwiseError, match="a seat"):
            ask(seat)
    with pytest.raises(SuitwiseError, match="a seat"):
        state.resample(seat, 1, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_positions_of_long_games_read_back_and_have_worlds_that_look_alike(
    seats: int, exhaustive: bool
) -> None:
    game = Indian(seats=seats, draws=150)
    for seed in range(12 if exhaustive else 1):
        for number, (state, _) in enumerate(long_game(game, seed)):
            if not exhaustive and number % (seats * 7):
                continue
            assert game.parse(str(state)) == state
            for seat in range(seats):
                world = state.resample(seat, seed, number)
                assert world.view(seat) == state.view(seat)
                assert np.array_equal(world.observe(seat), state.observe(seat))
                assert game.parse(str(world)) == world


@pytest.mark.exhaustive
def test_between_two_seats_every_world_is_one_that_all_cards_seen_allow(exhaustive: bool) -> None:
    worlds = 0
    for seed in range(30 if exhaustive else 2):
        played = long_game(Indian(draws=200), seed)
        for place, (state, _) in enumerate(played):
            if not state.turned or (not exhaustive and place % 5):
                continue
            for seat in (0, 1):
                world = state.resample(seat, seed, place)
                assert drawn_by_other(played[: place + 1], world, seat) is not None
                worlds += world != state
    assert worlds > 20


def drawn_by_other(played: Played, world: IndianState, seat: int) -> Counter[int] | None:
    """Return what the other seat has drawn since the pile was turned; None where that can't be.

    The seat then knew the other's hand, for nothing else was left; every card is accounted for.
    """
    turn = next(k for k in range(len(played) - 1, -1, -1) if was_turned(played, k))
    start, mine = played[turn][0], Counter[int]()
    other = 1 - seat
    held = Counter(start.hands[other])
    gone: Counter[int] = Counter()
    for state, move in played[turn:-1]:
        if state.phase == "stock" and state.seat == seat:
            mine[move.card] += 1
        elif state.phase == "draw" and state.seat == other and move.kind == "pile":
            held[state.pile[-1][0]] += 1
        elif state.phase == "discard" and state.seat == other:
            gone[move.card] += 1
    drawn = Counter(world.hands[other])
    drawn.update(gone)
    drawn.subtract(held)
    if min(drawn.values()) < 0:
        return None
    all_drawn = Counter(world.stock) + mine + drawn
    return drawn if all_drawn == Counter(start.turned) else None


def was_turned(played: Played, at: int) -> bool:
    """Tell whether the pile has just been turned."""
    return at > 0 and played[at][0].turned != played[at - 1][0].turned


def test_a_stock_that_was_turned_is_of_the_cards_that_lay_in_the_pile() -> None:
    played = long_game(Indian(seats=4, draws=150), seed=3)
    turned = [state for state, _ in played if state.turned][::20]
    assert len(turned) > 5
    for place, state in enumerate(turned):
        world = state.resample(1, 7, place)
        assert is_within(world.stock, state.turned)
        assert len(world.stock) == len(state.stock)


def test_known_cards_stay_where_they_are_in_every_world() -> None:
    draw = f"draw 0 draws 2 | in in | S7 | {MINE} / {OTHER} | HQ 0.HK 1.C8 | - / - | -"
    state = after(at(draw), "pile H3 stock SQ SQ")
    for stream in range(30):
        world = state.resample(1, 1, stream)
        assert 6 + 13 * 3 in world.hands[0]  # C8
        assert world.hands[1] == state.hands[1]


def test_every_unseen_card_is_as_likely_to_be_held() -> None:
    state, _ = roll(Indian().start(), 4, 0)
    assert isinstance(state, IndianState)
    unseen = Counter(state.stock) + Counter(state.hands[1])
    worlds = [state.resample(0, 9, stream).hands[1] for stream in range(400)]
    for cards in (range(13), range(26, 39), [54]):
        chance = 13 * held(unseen, cards) / unseen.total()
        found = fmean(held(Counter(hand), cards) for hand in worlds)
        assert abs(found - chance) < 5 * (chance / 400) ** 0.5


def held(counts: Counter[int], cards: Iterable[int]) -> int:
    return sum(counts[card] for card in cards)


def test_a_dropped_hand_stays_hidden_and_a_shown_one_does_not() -> None:
    third = "S2 S3 H2 DT DJ DQ DK C2 C3 C4 C5 H8 HT"
    state = at(
        f"draw 0 draws 4 | in in in | S7 | {MINE} / {OTHER} / {third} | "
        "HQ 0.HK 1.C8 2.D6 0.S5 | - / - / - | -",
        Indian(seats=3),
    )
    end = after(state, "stock D9 D9 drop stock H6 H6 stock SQ declare:SQ")
    assert end.phase == "show"
    hands = end.view(2).split(" | ")[3].split(" / ")
    assert [cards_text(end.hands[0]), "?13", cards_text(end.hands[2])] == hands
    assert known_to(end, 2) == [13, 0, 13]


def known_to(state: IndianState, seat: int) -> list[int]:
    seats = range(state.variant.seats)
    return [len(without(state.hands[s], state.hidden(seat, s))) for s in seats]


def test_what_is_observed_tells_the_cards_apart_by_where_they_lie() -> None:
    state = after(
        at(f"draw 0 draws 2 | in in | S7 | {MINE} / {OTHER} | HQ 0.HK 1.C8 | - / - | -"), "pile"
    )
    mine, other = state.observe(0), state.observe(1)
    assert mine.shape == other.shape == ((6 + 4) * 53 + 12 + 14,)
    planes = mine[: 10 * 53].reshape(10, 53)
    assert [int(plane.sum()) for plane in planes] == [14, 2, 1, 1, 1, 0, 1, 1, 0, 0]
    assert planes[0, 52] == 1
    assert planes[6].argmax() == planes[3].argmax() == other[8 * 53 : 9 * 53].argmax()
    assert other[6 * 53 : 7 * 53].sum() == 0


def test_chance_draws_nothing_that_somebody_holds() -> None:
    for state, move in long_game(Indian(seats=5, draws=60), seed=6):
        if state.turn == CHANCE:
            assert_in_stock(state.stock, move)


def assert_in_stock(stock: Cards, move: IndianMove) -> None:
    assert move.card in stock
