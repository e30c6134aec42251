"""What to bid at Tractor: its figures are those of the deals, its words those of the figures."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import numpy as np
import pytest

from suitwise import tractor
from suitwise.errors import SuitwiseError
from suitwise.foundation.values import Clock
from suitwise.game import load, play
from suitwise.players.review import Decision, counted_once, totals
from suitwise.seeds import world_seed
from suitwise.tractor import BiddingTable, BurialTable, Tractor, TractorState
from suitwise.tractor.moves import PASS
from suitwise.tractor.players.bids_and_burials import race_calls
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.plays import LEVEL, Thinking, values_for
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.review import TractorJudge, doing
from suitwise.tractor.rules.levels import points_of
from tests.tractor.players.test_monte_carlo import decisions
from tests.tractor.players.test_rule_based import positions

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
    race = race_calls(table.state, table.moves, thinking, 0)
    assert (table.worth * LEVEL).astype(int).tolist() == race.found.tolist()


def test_what_the_others_hold_counts_for_nothing() -> None:
    table = tractor.bidding_table(STRONG, "2", worlds=20)
    thinking = Thinking(20, Clock(), None, 0, world_seed(0), drops=False)
    for stream in range(3):
        world = table.state.resample(0, 9, stream)
        assert race_calls(world, table.moves, thinking, 0).found.tolist() == (
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


# --- What to bury at Tractor ----------------------------------------------------------------------


HAND = "RJ BJ S2 H2 SA SA SK SK SQ SJ ST S9 S8 S6 S5 HA HK H9 H7 H5 DA DQ D8 D4 D3"
KITTY = "C9 C8 C6 C4 C3 CT CK CA"
TABLE = tractor.burial_table(HAND, "S2", kitty=KITTY, worlds=12)


def test_the_advised_burial_and_others_are_of_the_33_cards() -> None:
    hand = tractor.pile_of(f"{HAND} {KITTY}")
    assert 3 <= len(TABLE.moves) <= 4
    assert len(set(TABLE.moves)) == len(TABLE.moves)
    assert all(move.pile.within(hand) and move.pile.size == 8 for move in TABLE.moves)
    assert TractorPlayer()(TABLE.state) in TABLE.moves
    assert TABLE.state.held[0] == hand
    assert str(TABLE.state.trump) == "S2"


def test_figures_are_those_of_the_player_in_other_deals_than_it_chose_in() -> None:
    player = MonteCarlo(worlds=12, seed=1)
    race = player.compared(TABLE.state, TABLE.moves).race
    assert (TABLE.worth * LEVEL).round().astype(int).tolist() == race.found.tolist()
    assert TABLE.moves[0] == MonteCarlo(worlds=12).evaluated(TABLE.state).move


def test_it_matters_not_whether_the_kitty_stands_beside_the_hand() -> None:
    whole = tractor.burial_table(f"{KITTY} {HAND}", "S2", worlds=12)
    assert whole.moves == TABLE.moves
    assert whole.worth.tolist() == TABLE.worth.tolist()


def test_points_and_empty_suits_are_those_of_the_cards() -> None:
    for at, move in enumerate(TABLE.moves):
        assert TABLE.points(at) == points_of(move.pile.once, move.pile.twice)
    clubs = tractor.pile_of(KITTY)
    table = BurialTable(TABLE.state, (tractor.Move(clubs),), TABLE.worth[:, :1], TABLE.won[:, :1])
    assert (table.points(0), table.voids(0)) == (20, ("C",))
    assert table.advice == f"bury {clubs}: it buries 20 points and leaves you without clubs"


@pytest.mark.parametrize("gain", [0.3, 0.01])
def test_the_advice_on_a_burial_says_what_the_figures_say(gain: float) -> None:
    noise = np.random.default_rng(1).normal(0, 0.3, 100)
    worth = np.array([gain + noise, noise * 0, noise * 0 - 5]).T
    table = BurialTable(TABLE.state, TABLE.moves[:3], worth, worth > 0)
    mean, margin = (gain + noise).mean(), 1.96 * noise.std(ddof=1) / 10
    found = re.search(r"([-+]?\d\.\d\d) ± (\d\.\d\d) levels", table.advice)
    assert found is not None
    assert abs(float(found[1])) == pytest.approx(abs(mean), abs=0.006)
    assert float(found[2]) == pytest.approx(margin, abs=0.006)
    assert str(TABLE.moves[1]) in table.advice
    assert ("levels more than" in table.advice) == (mean > margin)
    assert ("as good as equal" in table.advice) == (mean <= margin)


@pytest.mark.parametrize(
    ("trump", "bids"), [("S2", "0:S2"), ("C2", "2:C2"), ("O2", "2:BJBJ"), ("H2", "0:H2")]
)
def test_the_trump_was_shown_by_who_can_have_shown_it(trump: str, bids: str) -> None:
    hand = f"{HAND} {KITTY}".replace("BJ", "S7") if trump == "O2" else f"{HAND} {KITTY}"
    state = tractor.burial_table(hand, trump, worlds=2).state
    assert [f"{bid.seat}:{bid}" for bid in state.bids] == [bids]
    assert (str(state.trump), state.current_landlord, state.phase) == (trump, 0, "bury")


@pytest.mark.parametrize(
    ("hand", "trump", "kitty", "reason"),
    [
        (HAND, "S2", "", "a landlord buries of 33 cards, not of 25"),
        (HAND, "X2", KITTY, "the main suit is one of S H D C"),
        (HAND, "S1x", KITTY, "the current rank"),
        (HAND, "O2", KITTY, "nobody can have named O2"),
        (f"{HAND} SA", "S2", KITTY.replace("CA", ""), "SA appears 3 times"),
        (HAND, "S2", KITTY.replace("CA", "SA"), "SA appears 3 times"),
    ],
)
def test_what_cannot_be_buried_is_refused(hand: str, trump: str, kitty: str, reason: str) -> None:
    with pytest.raises(SuitwiseError, match=re.escape(reason)):
        tractor.burial_table(hand, trump, kitty=kitty)


def test_a_landlord_of_trumps_alone_has_one_burial_to_look_at() -> None:
    trumps = "RJ RJ BJ BJ S2 S2 H2 H2 D2 D2 C2 C2 SA SA SK SK SQ SQ SJ SJ ST ST S9 S9 S8 S8 S7 S7"
    table = tractor.burial_table(f"{trumps} S6 S6 S5 S5 S4", "S2", worlds=2)
    assert all(0 <= table.points(at) <= 40 for at in range(len(table.moves)))
    assert str(table.advice).startswith("bury S4")


# --- The review of Tractor: its figures are those of the Monte Carlo player's races ---------------


RECORD = play(load("tractor(match=deal)").start(), TractorPlayer(), seed=3)
WORLDS = 8


def some_reviewed() -> list[tuple[TractorState, Decision]]:
    """Return decisions of a deal with their positions, the bids and the burial among them."""
    states = list(RECORD.states())
    found = [*tractor.review(RECORD, WORLDS, seed=5)]
    chosen = [one for one in found if not one.place.startswith("trick")] + found[4::7]
    pairs = [(states[one.ply - 1], one) for one in chosen]
    return [(state, one) for state, one in pairs if isinstance(state, TractorState)]


def test_figures_are_those_of_the_races() -> None:
    player = MonteCarlo(worlds=WORLDS, seed=5)
    phases = set()
    for state, one in some_reviewed():
        verdict, move = one.verdict, state.parse_move(one.move)
        assert verdict is not None
        tried = player.evaluated(state)
        assert verdict.best == str(tried.move)
        race = player.compared(state, (move, tried.move)).race
        made, best = (list(column) for column in race.found.T.tolist())
        counts = race.counts.tolist()
        assert verdict.worlds == sum(counts) == WORLDS
        gained = [(b - a) * n for a, b, n in zip(made, best, counts, strict=True)]
        assert verdict.cost == pytest.approx(sum(gained) / WORLDS / LEVEL)
        worth = sum(a * n for a, n in zip(made, counts, strict=True)) / WORLDS / LEVEL
        assert verdict.worth == pytest.approx(worth)
        phases.add(state.phase)
    assert phases == {"bid", "bury", "play"}


def test_moves_compared_are_tried_in_every_world() -> None:
    state = decisions(5, "play")[3]
    moves = tuple(state.moves())[:5]
    race = MonteCarlo(worlds=40).compared(state, moves).race
    assert set(race.used.tolist()) == {len(race.counts)}
    assert race.counts.sum() == 40


def test_worlds_compared_are_other_worlds_than_those_of_the_choice() -> None:
    state = decisions(5, "play")[3]
    player = MonteCarlo(worlds=20, beliefs=None)
    moves = tuple(state.moves())[:2]
    first, again = (player.compared(state, moves).race.found.tolist() for _ in range(2))
    chosen = player.evaluated(state)
    places = [chosen.options.index(move) for move in moves if move in chosen.options]
    assert first == again
    assert [row[: len(places)] for row in first] != chosen.race.found[:, places].tolist()


@pytest.mark.parametrize("match", ["deal", "match"])
def test_the_sign_of_a_worth_says_who_wins_the_deal(match: str) -> None:
    played = (one for one in positions(Tractor(match=match), 5) if one.phase == "play")
    state = next(one for one in played if one.turn == one.current_landlord)
    table = values_for(state, state.turn).tolist()
    least = -300
    assert all(table[points - least] > 0 for points in range(80))
    assert all(table[points - least] <= 0 for points in range(80, 400))
    verdict = TractorJudge(WORLDS, 0).verdict(state, next(iter(state.moves())))
    assert verdict is not None
    assert verdict.chance is not None
    assert 0 <= verdict.chance <= 1


def test_a_burial_that_gives_points_away_is_a_mistake_told_by_the_cards_exchanged() -> None:
    (state,) = decisions(5, "bury")
    hand = state.held[state.turn]
    trumps = sorted(hand.cards, key=lambda card: tractor.phi(card, state.trump))[-8:]
    move = state.parse_move("".join(map(str, trumps)))
    verdict = TractorJudge(60, 0).verdict(state, move)
    assert verdict is not None
    assert verdict.is_mistake
    assert verdict.better.startswith("burying ")
    assert ", not " in verdict.better


def test_what_could_be_done_is_said_in_words() -> None:
    bid, bury = decisions(5, "bid")[0], decisions(5, "bury")[0]
    shown = next(move for move in bid.moves() if move != PASS)
    assert (doing(bid, PASS), doing(bid, shown)) == ("passing", f"bidding {shown}")
    burial = next(iter(bury.moves()))
    assert doing(bury, burial, burial) == doing(bury, burial) == f"burying {burial}"


def test_a_bid_that_is_left_out_card_after_card_costs_once() -> None:
    player = TractorPlayer()
    record = play(
        load("tractor(match=deal)").start(),
        lambda state: PASS if state.phase == "bid" else player(state),  # type: ignore[attr-defined]
        seed=3,
    )
    found = [*islice(tractor.review(record, 4), 12)]
    omissions = {(one.seat, one.verdict.omitted) for one in found if one.verdict}
    assert 0 < len(counted_once(found)) == len(omissions) < len(found)
    for total in totals(found):
        costs: dict[str, list[tuple[bool, float]]] = {}
        for one in found:
            if one.seat == total.seat and one.verdict:
                key = one.verdict.omitted or str(one.ply)
                costs.setdefault(key, []).append((one.is_mistake, one.verdict.cost))
        assert total.cost == pytest.approx(sum(max(each)[1] for each in costs.values()))
