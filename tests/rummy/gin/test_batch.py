"""Deals of gin rummy played at random in batches: legal, the same again, and evenly random."""

from __future__ import annotations

from statistics import fmean, stdev

import numpy as np
import pytest

from suitwise.cards import parse_cards
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.game import play
from suitwise.players import RandomPlayer
from suitwise.rummy.gin.arrays import batch as gin_batch
from suitwise.rummy.gin.arrays.batch import ENDS, random_deals, random_record
from suitwise.rummy.gin.arrays.stepped import options_of, score_of
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.rules import bits_of

DEALT = 21
QUICK = Gin(knock=60, big=31)
VARIANTS = (Gin(), QUICK, Gin(knock=30, gin=20, undercut=10), Gin(knock=30, idle=2))
SAMPLE = 15
FULL = 2_000


@pytest.mark.exhaustive
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_game_replays_what_the_batch_played(variant: Gin, exhaustive: bool) -> None:
    count = FULL if exhaustive else SAMPLE
    deals = random_deals(count, 5, variant)
    for number in range(count):
        record = random_record(5, number, variant)
        *_, end = record.states()
        assert record.returns == (deals.points[number], -deals.points[number])
        assert len(record.moves) == DEALT + deals.lengths[number]
        assert f"{end} ".startswith(f"{ENDS[deals.ends[number]]} ")


def test_deals_end_at_the_wall_with_a_knock_or_with_gin() -> None:
    ends = random_deals(40_000, 1).ends
    assert {ENDS[end] for end in ends.tolist()} == {"wall", "knock", "gin"}


def test_big_gin_scores_its_bonus_and_the_defenders_deadwood() -> None:
    hand = bits_of(parse_cards("S3S4S5S6 H7D7C7 H9D9C9S9"))
    other = bits_of(parse_cards("H3H4H5 DTDJDQ SKCK C2C3"))
    for score in (score_of, machine(score_of)):
        assert score(hand, other, np.array(options_of(QUICK))) == 25 + 31


def test_the_same_deals_come_out_however_they_are_cut() -> None:
    whole = random_deals(50, 9, QUICK)
    threads = random_deals(50, 9, QUICK, threads=3)
    later = random_deals(20, 9, QUICK, first=30)
    assert np.array_equal(whole.points, threads.points)
    assert np.array_equal(whole.lengths[30:], later.lengths)
    assert not np.array_equal(whole.lengths, random_deals(50, 10, QUICK).lengths)


def test_deals_are_as_long_and_as_even_as_those_of_the_random_player() -> None:
    player = RandomPlayer(3)
    records = [play(QUICK.start(), player, 4, deal) for deal in range(150)]
    deals = random_deals(20_000, 6, QUICK)
    for slow, fast in (
        ([len(record.moves) - DEALT for record in records], deals.lengths),
        ([record.returns[0] for record in records], deals.points),
    ):
        assert abs(fmean(slow) - float(fast.mean())) < 4 * stdev(slow) / 150**0.5


def test_no_more_threads_are_started_than_there_is_room_for() -> None:
    with pytest.raises(SuitwiseError, match="threads are a number from 0 to 1024"):
        random_deals(1, 1, threads=1 << 20)


def test_a_deal_too_long_for_its_log_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = len(random_record(5, 0, QUICK).moves)
    monkeypatch.setattr(gin_batch, "_LONGEST", moves - DEALT)
    assert len(random_record(5, 0, QUICK).moves) == moves
    monkeypatch.setattr(gin_batch, "_LONGEST", moves - DEALT - 1)
    with pytest.raises(SuitwiseError, match="more than a record is kept of"):
        random_record(5, 0, QUICK)


def test_no_deal_at_all_is_an_empty_array() -> None:
    assert random_deals(0, 1).points.shape == (0,)


@pytest.mark.parametrize(
    ("variant", "count", "reason"),
    [
        (Gin(to=100), 1, "single deals are played"),
        (Gin(declare=True), 1, "without declared melds"),
        (Gin(), -1, "not negative"),
        (Gin(), 1 << 39, "at most 134,217,728 deals are played in a call"),
    ],
)
def test_what_a_batch_can_t_play_is_refused(variant: Gin, count: int, reason: str) -> None:
    with pytest.raises(SuitwiseError, match=reason):
        random_deals(count, 1, variant)
