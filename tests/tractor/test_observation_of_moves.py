"""A seat's move as an array: what it says, and that it tells moves apart."""

from __future__ import annotations

from random import Random

import numpy as np

from suitwise.fields import bounds, places, width
from suitwise.game import CHANCE, OVER
from suitwise.tractor import Move, Pile, Tractor, TractorState
from suitwise.tractor.moves import PASS
from suitwise.tractor.view import MOVE_FIELDS, encoded
from tests.tractor.table_deals import a_deal, some_deal

NUMBERS = places(MOVE_FIELDS)
LOW, HIGH = bounds(MOVE_FIELDS)


def some_moves(state: TractorState, rng: Random) -> set[Move]:
    """Return all moves where there are 300 at most, else 300 of them."""
    moves = state.moves()
    chosen = range(len(moves)) if len(moves) <= 300 else rng.sample(range(len(moves)), 300)
    listed = moves if isinstance(moves, tuple) else [moves[at] for at in chosen]  # type: ignore[index]
    return set(listed)


def test_different_moves_of_a_position_have_different_features() -> None:
    """In 12 deals of all houses, at one position in three."""
    rng, most = Random(1), 0
    for seed in range(12):
        for state in some_deal(seed)[seed % 3 :: 3]:
            if state.turn not in (CHANCE, OVER):
                moves = some_moves(state, rng)
                assert len({encoded(move).tobytes() for move in moves}) == len(moves)
                most = max(most, len(moves))
    assert most == 300


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
    assert f"({width(MOVE_FIELDS)},)" in (encoded.__doc__ or "")


def test_a_throw_of_a_whole_hand_is_within_the_bounds() -> None:
    every = Pile((1 << 12) - 1 | 1 << 52, (1 << 12) - 1)  # twelve pairs and a joker
    assert (encoded(Move(every)) <= HIGH).all()
    assert every.size == 25


def test_a_chance_move_is_told_from_a_pass() -> None:
    last = a_deal(0)[-1]
    assert last.phase == "end"
    assert not np.array_equal(encoded(Move.parse("next")), encoded(PASS))
