"""What a seat of Tractor sees as an array: all of its view that matters, and nothing else."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from suitwise.cards import Card
from suitwise.fields import bounds, places, width
from suitwise.game import CHANCE, OVER
from suitwise.tractor import Move, Pile, Tractor, TractorState
from suitwise.tractor.hidden.knowledge import past_plays
from suitwise.tractor.moves import PASS
from suitwise.tractor.rules.deck import EMPTY
from suitwise.tractor.umpire import umpire_of
from suitwise.tractor.view import observation
from tests.tractor.table_deals import a_deal, some_deal

SEATS = range(4)
FOUR = umpire_of(Tractor())
LAYOUT = observation.layout_of(FOUR)
MOVE_FIELDS = observation.move_fields(FOUR)


def field(state: TractorState, seat: int, name: str) -> list[float]:
    found: list[float] = observation.observation(state, seat)[LAYOUT.slices[name]].tolist()
    return found


def plane(values: list[float]) -> Pile:
    return Pile(
        sum(1 << card for card, value in enumerate(values) if value >= 0.5),
        sum(1 << card for card, value in enumerate(values) if value == 1),
    )


def planes(state: TractorState, seat: int, name: str) -> list[Pile]:
    values = field(state, seat, name)
    return [plane(values[at : at + 54]) for at in range(0, len(values), 54)]


def played_by(state: TractorState) -> list[Pile]:
    played = [EMPTY] * 4
    for moment in past_plays(state):
        played[moment.seat] = played[moment.seat].plus(moment.play)
    return played


def voids_shown(state: TractorState) -> list[int]:
    voids = [0] * 4
    for moment in past_plays(state):
        voids[moment.seat] |= moment.void << moment.led
    return voids


def place(state: TractorState, seat: int, name: str) -> int:
    values = field(state, seat, name)
    assert sorted(values)[:-1] == [0] * (len(values) - 1)
    return values.index(1) if 1 in values else -1


def test_the_game_says_what_every_number_means() -> None:
    fields = Tractor(match="deal").observation_fields()
    assert places(fields) == LAYOUT.slices
    assert width(fields) == LAYOUT.size == 1166
    assert f"{LAYOUT.size} numbers" in (observation.observation.__doc__ or "")


def test_the_parts_say_what_the_table_says() -> None:
    """At one in 11 moments of 4 deals of all houses, for every seat."""
    for seed in range(4):
        for state in some_deal(seed)[seed % 11 :: 11]:
            for seat in SEATS:
                check_cards(state, seat)
                check_places(state, seat)
                check_numbers(state, seat)


def check_cards(state: TractorState, seat: int) -> None:
    around = [(seat + step) % 4 for step in SEATS]
    assert planes(state, seat, "hand") == [state.held[seat]]
    assert planes(state, seat, "played") == [played_by(state)[at] for at in around]
    for at, pile in zip(around, planes(state, seat, "bid"), strict=True):
        assert sorted(map(str, pile.cards)) == sorted(_most_shown(state, at))
    for at, pile in zip(around, planes(state, seat, "thrown"), strict=True):
        tried = [m.tried for m in past_plays(state) if m.seat == at and m.tried is not None]
        assert pile.once == int(np.bitwise_or.reduce([0, *(throw.once for throw in tried)]))
    table = planes(state, seat, "table")
    for step, play in enumerate(state.tricks[-1].plays if state.tricks else ()):
        assert table[(state.tricks[-1].leader + step - seat) % 4] == play
    if not state.tricks or not state.tricks[-1].plays:
        assert not any(pile.once for pile in table)
    assert planes(state, seat, "turned")[0].size == len(state.turned)
    sees = state.buried is not None and (seat == state.current_landlord or state.phase == "end")
    assert planes(state, seat, "buried") == [state.buried if sees else Pile(0)]


def _most_shown(state: TractorState, seat: int) -> list[str]:
    copies: dict[Card, int] = {}
    for bid in state.bids:
        if bid.seat == seat:
            copies[bid.card] = max(copies.get(bid.card, 0), bid.copies)
    return [str(card) for card, shown in copies.items() for _ in range(shown)]


def check_places(state: TractorState, seat: int) -> None:
    assert observation.PHASES[place(state, seat, "phase")] == state.phase
    turn = place(state, seat, "turn")
    assert (turn < 0) == (state.turn < 0)
    assert turn < 0 or (seat + turn) % 4 == state.turn
    assert (seat + place(state, seat, "landlord")) % 4 == state.current_landlord
    assert place(state, seat, "rank") == state.rank
    if state.tricks:
        assert (seat + place(state, seat, "leader")) % 4 == state.tricks[-1].leader
        assert place(state, seat, "main") == state.trump.main_index
    assert (place(state, seat, "main") >= 0) == (
        bool(state.bids) or state.phase not in ("draw", "bid", "turn")
    )
    assert (
        (place(state, seat, "bidder") >= 0)
        == (place(state, seat, "shown") >= 0)
        == bool(state.bids)
    )


def check_numbers(state: TractorState, seat: int) -> None:
    around = [(seat + step) % 4 for step in SEATS]
    sizes = [round(33 * number) for number in field(state, seat, "sizes")]
    assert sizes == [state.held[at].size for at in around]
    assert round(108 * field(state, seat, "left")[0]) == 108 - state.cards_drawn
    assert round(200 * field(state, seat, "points")[0]) == state.points
    voids = field(state, seat, "voids")
    for step, at in enumerate(around):
        bits = sum(int(value) << led for led, value in enumerate(voids[5 * step : 5 * step + 5]))
        assert bits == voids_shown(state)[at]
    levels = [round(12 * number) for number in field(state, seat, "levels")]
    assert levels == [state.levels[seat & 1], state.levels[1 - (seat & 1)]]


@pytest.mark.parametrize(
    ("house", "least", "most"),
    [
        ("standard", 0, 120 + 80 * 48),
        ("standard(penalty=10)", -240, 120 + 80 * 48 + 240),
        ("standard(kitty=power)", 0, 120 + 80 * 2**24),
        ("standard(kitty=fixed,kitty_factor=0)", 0, 200),
    ],
)
def test_the_points_are_bound_by_the_house(house: str, least: int, most: int) -> None:
    assert observation.bounds_of_points(Tractor(house)) == (least, most)
    points = Tractor(house, match="deal").observation_fields()[-1]
    assert (points.low, points.high) == (least / 200, most / 200)


def test_the_house_is_not_in_it() -> None:
    states = [Tractor(house, match="deal").start() for house in ("standard", "judge", "duan")]
    assert len({observation.observation(state, 0).tobytes() for state in states}) == 1


# --- A seat's move as an array: what it says, and that it tells moves apart -----------------------


NUMBERS = places(MOVE_FIELDS)
LOW, HIGH = bounds(MOVE_FIELDS)


def some_moves(state: TractorState, rng: Random) -> set[Move]:
    """Return all moves where there are 300 at most, else 300 of them."""
    moves = state.moves()
    chosen = range(len(moves)) if len(moves) <= 300 else rng.sample(range(len(moves)), 300)
    listed = moves if isinstance(moves, tuple) else [moves[at] for at in chosen]  # type: ignore[index]
    return set(listed)


def test_the_features_say_what_the_move_shows() -> None:
    rng, kinds = Random(2), set()
    for seed in range(9):
        for state in some_deal(seed)[seed % 7 :: 7]:
            if state.turn not in (CHANCE, OVER):
                for move in list(some_moves(state, rng))[:20]:
                    check_features(move)
                    kinds.add((state.phase, min(move.pile.size, 3)))
    assert {("bid", 0), ("bid", 2), ("bury", 3), ("play", 1), ("play", 3)} <= kinds


def check_features(move: Move) -> None:
    features = Tractor().encode_move(move)
    assert features.shape == (width(MOVE_FIELDS),)
    assert features.dtype == np.float32
    assert (features >= LOW).all()
    assert (features <= HIGH).all()
    cards = features[NUMBERS["cards"]]
    assert [2 * value for value in cards.tolist()] == [move.pile.copies(c) for c in range(54)]
    assert features[NUMBERS["pass"]] == (move == PASS)
    assert round(25 * features[NUMBERS["size"]].item()) == len(move.pile.cards)
    assert round(12 * features[NUMBERS["pairs"]].item()) == list(cards).count(1)
    points = {"5": 5, "T": 10, "K": 10}
    worth = sum(points.get(str(card)[1], 0) for card in move.pile.cards)
    assert round(200 * features[NUMBERS["points"]].item()) == worth


def test_the_game_says_what_the_features_mean() -> None:
    assert Tractor().move_fields() == MOVE_FIELDS
    assert width(MOVE_FIELDS) == 58
    assert f"({width(MOVE_FIELDS)},)" in (observation.encoded.__doc__ or "")


def test_a_throw_of_a_whole_hand_is_within_the_bounds() -> None:
    every = Pile((1 << 12) - 1 | 1 << 52, (1 << 12) - 1)  # twelve pairs and a joker
    assert (observation.encoded(FOUR, Move(every)) <= HIGH).all()
    assert every.size == 25


def test_a_chance_move_is_told_from_a_pass() -> None:
    last = a_deal(0)[-1]
    assert last.phase == "end"
    assert not np.array_equal(
        observation.encoded(FOUR, Move.parse("next")), observation.encoded(FOUR, PASS)
    )
