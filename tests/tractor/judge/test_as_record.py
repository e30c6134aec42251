"""Deals between the table and the judge: both engines rule the same, and nothing is lost on the way."""

from __future__ import annotations

import pytest

from suitwise import tractor
from suitwise.cards import RANKS
from suitwise.errors import IllegalPosition, NotationError
from suitwise.game import load, play
from suitwise.players import RandomPlayer
from suitwise.tractor.judge.rounds import PLAYERS
from suitwise.tractor.record.replay import trick_result
from suitwise.tractor.rules.levels import PAST_ACE
from tests.tractor.positions import KINDS, rounds

DEALS = 6
"""Random deals, and half as many rounds of each kind; ``--exhaustive`` takes 50 times more."""


def played(profile: str, seed: int, levels: str = "22") -> tractor.TractorState:
    """Play a deal at random; return its end."""
    game = load(f"tractor(profile={profile},match=deal,levels={levels},landlord={seed % 4})")
    *_, state = play(game.start(), RandomPlayer(seed), seed=seed).states()
    assert isinstance(state, tractor.TractorState)
    return state


def round_end(round_: tractor.Round) -> tractor.TractorState:
    """Return the table's state at the end of a round."""
    [state] = tractor.replayed(tractor.match_of_round(round_))
    return state


def assert_same_ruling(state: tractor.TractorState, ruling: tractor.RoundRuling) -> None:
    """Compare every trick, the points, the levels and the next landlord."""
    outcome = state.outcome
    assert outcome is not None
    for trick, winner, judged in zip(state.tricks, ruling.winners, ruling.tricks, strict=True):
        assert trick_result(state, trick) == (PLAYERS.index(winner), judged.points)
    assert outcome.points == ruling.points
    if ruling.ranks is None:
        assert (outcome.winner, ruling.next_dealer) == ((ruling.winner or 0) - 1, None)
        return
    assert PAST_ACE not in outcome.ranks
    assert tuple(RANKS[rank] for rank in outcome.ranks) == ruling.ranks
    assert PLAYERS[outcome.next_landlord] == ruling.next_dealer


def test_deals_in_the_judges_house_are_ruled_the_same_by_the_judge(exhaustive: bool) -> None:
    for seed in range(DEALS * 50 if exhaustive else DEALS):
        state = played("judge", seed, ("22", "7A", "TK")[seed % 3])
        assert_same_ruling(state, tractor.judge_round(tractor.round_of(state)))


@pytest.mark.parametrize("kind", KINDS)
def test_the_judges_rounds_are_ruled_the_same_at_the_table(kind: str, exhaustive: bool) -> None:
    for text in rounds(kind)[: None if exhaustive else DEALS // 2]:
        round_ = tractor.Round.parse(text)
        assert_same_ruling(round_end(round_), tractor.judge_round(round_))


def test_a_round_comes_back_card_for_card() -> None:
    for kind in KINDS:
        for text in rounds(kind)[:1]:
            there = tractor.Round.parse(text)
            back = tractor.round_of(round_end(there))
            assert (back.main, back.dealer, back.ranks) == (there.main, there.dealer, there.ranks)
            for mine, theirs in zip(back.tricks, there.tricks, strict=True):
                assert list(map(sorted, mine)) == list(map(sorted, theirs))


def test_a_round_as_a_record_is_read_and_replayed_like_any_other() -> None:
    for kind in KINDS:
        match = tractor.match_of_round(tractor.Round.parse(rounds(kind)[0]))
        assert tractor.MatchRecord.parse(str(match)) == match
        record = tractor.as_record(match)
        assert tractor.match_of(record).deals[0].tricks == match.deals[0].tricks


@pytest.mark.parametrize("profile", ["standard(penalty=10)", "rbtying", "jerryyyu", "duan"])
def test_deals_of_any_house_can_be_shown_to_the_judge(profile: str) -> None:
    for seed in range(2):
        state = played(profile, seed)
        ruling = tractor.judge_round(tractor.round_of(state))
        assert (
            ruling.hidden == tractor.judge_round(tractor.round_of(round_end(ruling.round))).hidden
        )
        assert ruling.round.trump == state.trump


def test_a_wrong_ruling_in_a_record_would_be_found() -> None:
    match = tractor.match_of_round(tractor.Round.parse(rounds("ordinary")[0]))
    points = next(word for word in match.deals[0].result.split() if word.isdigit())
    wrong = str(match).replace(f"result: {points} points", f"result: {int(points) + 5} points")
    with pytest.raises(
        NotationError, match=f"'{int(points) + 5} points' is not so: {points} points"
    ):
        list(tractor.replayed(tractor.MatchRecord.parse(wrong)))


def test_a_deal_in_play_is_no_round() -> None:
    state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    assert isinstance(state, tractor.TractorState)
    with pytest.raises(IllegalPosition, match="played out"):
        tractor.round_of(state)
