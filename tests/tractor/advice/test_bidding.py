"""What to bid at Tractor: its figures are those of the deals, its words those of the figures."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from suitwise import tractor
from suitwise.errors import SuitwiseError
from suitwise.foundation.clock import Clock
from suitwise.seeds import world_seed
from suitwise.tractor import BiddingTable
from suitwise.tractor.players.search.auctions import judged_calls
from suitwise.tractor.players.search.judging import Thinking
from suitwise.tractor.players.search.values import LEVEL

STRONG = "S2 SA SK SK SQ S9 S8 H5 D3"
WHOLE = "S2 S2 H2 SA SK SK SQ S9 S8 H5 D3 RJ BJ H3 H4 H6 D4 D5 D7 C4 C5 C6 C7 C8 C9"
LEAD = re.compile(r"(?P<lead>[-+]?\d\.\d\d) ± (?P<margin>\d\.\d\d) levels")


def test_with_cards_drawn_so_far_one_may_show_or_wait() -> None:
    table = tractor.bidding_table(STRONG, "2", worlds=30)
    assert [str(move) for move in table.moves] == ["pass", "S2"]
    assert (table.state.turn, table.state.phase, table.state.drawn[0].size) == (0, "bid", 9)
    assert [hand.size for hand in table.state.drawn[1:]] == [8, 8, 8]


@pytest.mark.parametrize("landlord", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("hand", [STRONG, WHOLE, "S2"])
def test_seat_0_is_asked_whoever_draws_first(hand: str, landlord: int | None) -> None:
    table = tractor.bidding_table(hand, "2", landlord=landlord, worlds=2)
    assert (table.state.turn, table.state.phase) == (0, "bid")
    assert table.state.landlord == (-1 if landlord is None else landlord)
    if landlord is not None:
        assert table.mine.all() == (landlord == 0)
        assert table.ours.all() == (landlord % 2 == 0)


def test_figures_are_those_of_the_players_race() -> None:
    table = tractor.bidding_table(STRONG, "2", bids=["1:H2"], worlds=20, seed=5)
    thinking = Thinking(20, Clock(), None, 0, world_seed(5), drops=False)
    race = judged_calls(table.state, table.moves, thinking, 0)
    assert (table.worth * LEVEL).astype(int).tolist() == race.found.tolist()


def test_what_the_others_hold_counts_for_nothing() -> None:
    table = tractor.bidding_table(STRONG, "2", worlds=20)
    thinking = Thinking(20, Clock(), None, 0, world_seed(0), drops=False)
    for stream in range(3):
        world = table.state.resample(0, 9, stream)
        assert judged_calls(world, table.moves, thinking, 0).found.tolist() == (
            (table.worth * LEVEL).astype(int).tolist()
        )


def told(waiting: list[float], showing: list[float], whole: bool = False) -> str:
    """Return the advice where the pass and the one bid are worth so much in some deals."""
    state = tractor.bidding_table(WHOLE if whole else STRONG, "2", worlds=2).state
    moves = tuple(state.moves())[:2]
    worth = np.array([waiting, showing]).T
    won = worth > 0
    return BiddingTable(state, moves, worth, won, won, won).advice


@pytest.mark.parametrize("gain", [0.3, -0.3, 0.01])
@pytest.mark.parametrize("whole", [False, True])
def test_the_advice_says_what_the_figures_say(gain: float, whole: bool) -> None:
    noise = np.random.default_rng(1).normal(0, 0.3, 100)
    said = told([0.0] * 100, (gain + noise).tolist(), whole)
    mean, margin = (gain + noise).mean(), 1.96 * noise.std(ddof=1) / 10
    found = LEAD.search(said)
    assert found is not None
    assert abs(float(found["lead"])) == pytest.approx(abs(mean), abs=0.006)
    assert float(found["margin"]) == pytest.approx(margin, abs=0.006)
    start = "show S2 now:" if mean > margin else "pass:" if whole else "wait:"
    assert said.startswith(start) or (abs(mean) <= margin and "as good as equal" in said)


def test_a_single_bid_is_not_called_the_best_one() -> None:
    assert re.match(r"wait: S2 is worth 0.50 ± 0.\d\d levels less$", told([0, 0.1], [-0.5, -0.4]))


def test_bids_that_are_worth_as_much_are_all_named() -> None:
    state = tractor.bidding_table("S2 H2 D2 SA SK HK", "2", worlds=2).state
    moves = tuple(state.moves())
    assert len(moves) == 4

    def said(*worth: list[float]) -> str:
        won = np.array(worth).T > 0
        return BiddingTable(state, moves, np.array(worth).T, won, won, won).advice

    bids, good, bad = [*map(str, moves[1:])], [0.5, 0.4], [-0.5, -0.4]
    assert said([0, 0.1], good, bad, good).startswith(f"show {bids[0]} or {bids[2]} now: it is")
    assert said([0, 0.1], bad, bad, [-1, -1]).startswith(
        f"wait: {bids[0]} or {bids[1]}, the best bid, is worth"
    )
    assert said([0, 0.1], bad, bad, bad).startswith(f"wait: {' or '.join(bids)} is worth")


def test_with_nothing_to_bid_the_advice_is_to_wait() -> None:
    table = tractor.bidding_table("S3 S4", "2", worlds=2)
    assert (len(table.moves), table.best, table.advice) == (1, 0, "wait: there is nothing to bid")


def test_the_same_seed_gives_the_same_figures() -> None:
    tables = [tractor.bidding_table(STRONG, "2", worlds=9, seed=seed) for seed in (1, 1, 2)]
    first, again, other = (table.worth.tolist() for table in tables)
    assert first == again != other


@pytest.mark.parametrize(
    ("hand", "asked", "reason"),
    [
        ("", {}, "a seat has drawn 1 to 25 cards, not 0"),
        ("S2" * 3, {}, "S2 appears 3 times"),
        (STRONG, {"rank": "1"}, "a rank is one of 2 3 4"),
        (STRONG, {"bids": ["S2"]}, "'S2' is no bid: write the seat and the cards"),
        (STRONG, {"bids": ["1:S3"]}, "S3"),
        (STRONG, {"bids": ["1:S2S2"]}, "S2 appears 3 times"),
        (STRONG, {"bids": ["1:H2", "2:D2"]}, "D2"),
        ("S2", {"bids": ["1:H2H2", "2:D2"]}, "seat 1 has shown 2 cards, and has drawn 0"),
        (STRONG, {"bids": ["1:RJRJ"]}, "nobody may bid any more"),
        (STRONG, {"worlds": 1}, "worlds: a whole number from 2"),
        (STRONG, {"landlord": 4}, "landlord: a whole number from 0 to 3"),
        (STRONG, {"profile": "x"}, "x"),
    ],
)
def test_what_cannot_be_is_refused(hand: str, asked: dict[str, Any], reason: str) -> None:
    with pytest.raises(SuitwiseError, match=re.escape(reason)):
        tractor.bidding_table(hand, **asked)
