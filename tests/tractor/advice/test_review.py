"""The review of Tractor: its figures are those of the Monte Carlo player's races."""

from __future__ import annotations

from itertools import islice

import pytest

from suitwise import tractor
from suitwise.game import load, play
from suitwise.players.review.decisions import Decision, counted_once, totals
from suitwise.tractor import Tractor, TractorState
from suitwise.tractor.moves import PASS
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.players.search.values import LEVEL, values_for
from suitwise.tractor.review import TractorJudge, doing
from tests.tractor.players.test_monte_carlo import decisions
from tests.tractor.players.test_rule_based import positions

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
        tried = player.judged(state)
        assert verdict.best == str(tried.best)
        race = player.compared(state, (move, tried.best)).race
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
    chosen = player.judged(state)
    places = [chosen.moves.index(move) for move in moves if move in chosen.moves]
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
