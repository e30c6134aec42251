"""What Rummikub tells of a draw: to whom which tile it is, and what the head says meanwhile."""

from __future__ import annotations

from suitwise.game import CHANCE, State
from suitwise.players.face import face_of
from suitwise.rummy.rummikub.game import Rummikub
from suitwise.rummy.rummikub.moves import RummikubMove

STATE = Rummikub().parse(
    "play 0 | r3r4r5 | k1 r6 r7 / k1 k2 k3 k5 k6 k8 k9 b1 b2 b5 b6 b9 o1 o2 | yes no | 0 0 / 0 0"
)
FACE = face_of(STATE.game)


def told(state: State[RummikubMove], move: str, seat: int) -> list[str]:
    made = RummikubMove.parse(move)
    lines = FACE.told(state, made, state.after(made))
    return [
        str(line.phrase)
        for line in lines
        if line.but != seat and (line.to is None or seat in line.to)
    ]


def test_who_draws_is_told_which_tile_and_the_others_that_one_is_drawn() -> None:
    drawing = STATE.after(RummikubMove.parse("draw"))
    assert told(STATE, "draw", 0) == []
    assert told(STATE, "draw", 1) == ["seat 0 draws a tile"]
    assert told(drawing, "o9", 0) == ["you draw o9"]
    assert told(drawing, "o9", 1) == []


def test_each_tile_of_a_seat_that_is_late_is_told_to_it() -> None:
    state = STATE.after(RummikubMove.parse("late"))
    for tile in ("o9", "o9", "j"):
        assert told(state, tile, 0) == [f"you draw {tile}"]
        assert told(state, tile, 1) == []
        state = state.after(RummikubMove.parse(tile))
    assert state.turn == 1


def test_the_head_says_who_draws_and_that_tiles_are_dealt_only_before_a_deal() -> None:
    drawing = STATE.after(RummikubMove.parse("draw"))
    assert drawing.turn == CHANCE
    assert str(FACE.headline(drawing)) == f"seat 0 draws; {sum(drawing.pool)} in the pool"
    assert str(FACE.headline(Rummikub().start())) == "tiles are dealt"
