"""The decisions of a recorded match: numbered by its moves, with what each cost in hindsight."""

from __future__ import annotations

from suitwise.game import load, play
from suitwise.players.named import named
from suitwise.texas42 import match_of
from suitwise.texas42.review.hands import decisions, review

WORLDS, SEED = 4, 5


def test_decisions_are_numbered_by_the_moves_of_the_record_and_cost_what_the_hands_say() -> None:
    game = load("texas42(marks=2)")
    record = play(game.start(), named("rules", game).seated(1, 0), seed=8)
    reviews = list(review(match_of(record), WORLDS, SEED))
    assert len(reviews) > 1
    plays = [play for found in reviews for play in found.plays if play.verdict is not None]
    calls = [call for found in reviews for call in found.calls]
    found = list(decisions(record, WORLDS, SEED))
    assert all(record.moves[one.ply - 1] == one.move for one in found)
    judged = [one for one in found if one.hindsight is None]
    assert [(one.seat, one.verdict) for one in judged] == [(c.seat, c.verdict) for c in calls]
    assert {str(one.place) for one in judged} == {"auction", "declaration"}
    played = [one for one in found if one.hindsight is not None]
    assert [one.verdict for one in played] == [play.verdict for play in plays]
    for one, of_hand in zip(played, plays, strict=True):
        assert one.hindsight is not None
        assert one.hindsight.cost == of_hand.cost
        assert one.hindsight.is_turning_point == of_hand.is_turning_point
        assert (one.move in one.hindsight.best) == (of_hand.cost == 0)
    assert sorted({one.ply for one in found}) == [one.ply for one in found]
    alone = decisions(record, WORLDS, SEED, seat=2)
    assert [one for one in found if one.seat == 2] == list(alone)
