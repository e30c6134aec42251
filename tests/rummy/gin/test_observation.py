"""What a seat of gin rummy sees, and moves that declare melds: the fields say what stands where."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.cards import Card
from suitwise.errors import SuitwiseError
from suitwise.fields import places
from suitwise.game import load
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.state import GinState

MINE = "S3 S4 S5 S6 H2 H7 D4 D7 C7 C9"
OTHER = "SK H3 H4 H5 D9 DT DJ C2 C3 CK"
MATCH = Gin(to=150)
PLACES = places(MATCH.observation_fields())
DECLARING = Gin(knock=60, declare=True)


def position(text: str) -> GinState:
    return MATCH.parse(text)


def seen(state: GinState, seat: int) -> dict[str, NDArray[np.float32]]:
    """Return what a seat sees by the names of the fields."""
    return {name: state.observe(seat)[place] for name, place in PLACES.items()}


def cards_in(plane: NDArray[np.float32]) -> set[str]:
    return {str(Card(int(card))) for card in plane.nonzero()[0]}


def test_each_field_holds_what_it_names() -> None:
    text = f"draw 0 dealer 0 | {MINE} | {OTHER} | HQ 0.HK 1.C8 0.SQ 1.S2 | H2 / SK C2 | 20-145 1-2"
    see = seen(position(text), 0)
    assert cards_in(see["hand"]) == set(MINE.split())
    assert cards_in(see["taken"]) == {"H2"}
    assert cards_in(see["shown"]) == {"C2", "SK"}
    assert cards_in(see["pile"]) == {"HQ", "HK", "C8", "SQ", "S2"}
    assert cards_in(see["laid"]) == {"C8", "S2"}
    assert cards_in(see["top"]) == {"S2"}
    assert cards_in(see["just_taken"]) == set()
    assert see["phase"].nonzero()[0].tolist() == [3]
    assert [*see["named"], *see["dealer"]] == [1, 1]
    assert see["stock"] == pytest.approx([27 / 31])
    assert see["hidden"] == pytest.approx([0.8])
    assert [*see["points"], *see["others_points"]] == pytest.approx([0.2, 1.45])


def test_the_other_seat_sees_the_same_table_from_its_own_side() -> None:
    text = f"draw 0 dealer 0 | {MINE} | {OTHER} | HQ 0.HK 1.C8 0.SQ 1.S2 | H2 / SK C2 | 20-145 1-2"
    see = seen(position(text).after(GinMove("pile")), 1)
    assert cards_in(see["hand"]) == set(OTHER.split())
    assert cards_in(see["shown"]) == {"H2", "S2"}
    assert cards_in(see["laid"]) == {"HK", "SQ"}
    assert cards_in(see["top"]) == {"SQ"}
    assert cards_in(see["just_taken"]) == {"S2"}
    assert [*see["named"], *see["dealer"]] == [0, 0]
    assert [*see["points"], *see["others_points"]] == pytest.approx([1.45, 0.2])


def test_a_knock_shows_the_other_hand() -> None:
    hand = "SA S3 S4 S5 S6 H2 H7 D4 D7 C7 C9"
    text = f"discard 0 dealer 1 | {hand} | {OTHER} | HQ 0.HK 1.C8 | - / - | 0-0 0-0"
    see = seen(position(text).after(GinMove.parse("knock:C9")), 1)
    assert cards_in(see["shown"]) == set(hand.split()) - {"C9"}
    assert see["hidden"] == 0
    assert see["others_points"] > 0


def test_a_move_is_told_by_its_kind_its_card_and_its_melds() -> None:
    at = places(DECLARING.move_fields())
    features = DECLARING.encode_move(GinMove.parse("knock:H9:H3H4H5H6,S3D3C3"))
    assert features[at["kind"]].tolist() == [0, 0, 0, 0, 1, 0]
    assert cards_in(features[at["card"]]) == {"H9"}
    assert cards_in(features[at["sets"]]) == {"S3", "D3", "C3"}
    assert cards_in(features[at["runs"]]) == {"H3", "H4", "H5", "H6"}
    for place, kind in enumerate(("stock", "pile", "pass", "H9", "knock:H9:-", "big")):
        features = DECLARING.encode_move(GinMove.parse(kind))
        assert features[at["kind"]].argmax() == place
        assert features.sum() == 1 + (":" in kind or kind == "H9")


def test_no_two_moves_of_a_position_are_told_alike() -> None:
    hand = "SA S2 S3 S4 H2 H3 H4 D2 D3 D4 C2"
    text = f"discard 0 dealer 1 | {hand} | SK H5 H6 H7 D9 DT DJ C3 C8 CK | HQ 0.HK 1.S8 | - / - | "
    moves = DECLARING.parse(f"{text}0-0 0-0").moves()
    assert len({DECLARING.encode_move(move).tobytes() for move in moves}) == len(moves) > 60


def test_where_knocks_declare_nothing_a_move_is_told_by_its_number() -> None:
    game = load("gin(big=31)")
    (field,) = game.move_fields()
    move = GinMove.parse("knock:H9")
    assert field.size == game.facts.distinct_moves
    assert game.encode_move(move).nonzero()[0].tolist() == [move.number]


def test_what_chance_says_between_deals_is_no_seats_move() -> None:
    with pytest.raises(SuitwiseError, match="next is chance's"):
        DECLARING.encode_move(GinMove("next"))
