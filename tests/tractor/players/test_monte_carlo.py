"""The Monte Carlo player of Tractor: reproducible, blind to hidden cards, true in its words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import load
from suitwise.players.named import named
from suitwise.testing import Kuhn
from suitwise.tractor import Pile, Tractor, TractorState, pile_of
from suitwise.tractor.players.monte_carlo import Judged, MonteCarlo
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.players.search.values import LEVEL
from suitwise.tractor.rules.levels import points_of
from suitwise.tractor.rules.order import partition_mask
from suitwise.tractor.seats import DECK
from tests.tractor.players.test_rule_based import positions

DEAL = Tractor(match="deal")
FIFTEEN = (
    "22 - | S2S5S6S8STSJSJH3H6H7H8HJHQHAD2D4D5D5D6DTDQDKC8CKCA "
    "S2S4S4S7S7S8S9SAH4H5H7H9HJHKD3D7D8D9DTC3C6C6C9CQBJ "
    "S3S6S9STSKSKSAH2H6HTHQD2D9DJDJDAC2C7C8C9CTCKCABJRJ "
    "S3SQSQH2H4H5H8H9HTHAD3D4D6D7DQDKDAC2C3C4C5C5CTCJCQ | 3:H2 | - | S3S5D3D4D6D7D8DQ | 3 "
    "C4C4C5C5 D4C8CKCA C3C6C6C9 C7C8C9CA / 3 DA D6 DT D9 / 3 SQSQ SJSJ S4S4 SKSK / 2 CK C3 ST CQ "
    "/ 2 DA DK DT D3 / 2 SA H3 S6 S8 / 3 CTCJCJCQ S8H3H6DQ S9D7D8D9 S3S6S9CT / 3 C7 H7 H4 ST / 0 "
    "DK HK DJ HT / 1 S7S7SA H6HQDJ H4H5HK"
)
"""Seat 0 is last to a trick of the others: S5D5D5 gives it 15 points, S5H8HJ gives 5."""


def decisions(seed: int, phase: str) -> list[TractorState]:
    found = positions(DEAL, seed)
    return [one for one in found if one.phase == phase and one.turn >= 0 and len(one.moves()) > 1]


def test_it_bids_as_the_rules_do_and_for_their_reason() -> None:
    player, rules, said = MonteCarlo(worlds=6), TractorPlayer(), set[str]()
    for state in (one for seed in (4, 5) for one in decisions(seed, "bid")):
        advice = player.advice(state)
        assert (advice.move, str(advice.why)) == rules.advice(state)
        assert player(state) == advice.move
        said.add(advice.why.code)
    assert {"tractor.why-strength", "tractor.why-reinforced"} <= said


def test_it_does_not_give_15_points_away_where_5_will_do() -> None:
    given = MonteCarlo(worlds=400)(DEAL.parse(FIFTEEN)).pile
    assert points_of(given.once, given.twice) == 5


def test_with_more_time_it_looks_at_more_worlds() -> None:
    state = decisions(3, "play")[20]
    looked = [len(MonteCarlo(4, seconds).judged(state).race.counts) for seconds in (0.0, 0.2)]
    assert looked[0] <= 4 < looked[1]


SENTENCE = re.compile(
    r"([-+][0-9.]+) levels over (\d+) deals"
    r"(?:(?:, ([0-9.]+) more than (\S+)|; (\S+) is as good), give or take ([0-9.]+))?"
)


def holds(why: str, judged: Judged) -> bool:
    """Tell whether a sentence says what the figures say."""
    found, race = SENTENCE.fullmatch(why), judged.race
    assert found is not None, why
    other = found[4] or found[5]
    if other is None:
        return len(judged.moves) == 1 and near(found[1], race.mean(race.best))
    place = [str(move) for move in judged.moves].index(other)
    lead, error = race.lead(place)
    assert (found[3] is not None) == (lead > 1.96 * error)
    return near(found[6], 1.96 * error) and (found[3] is None or near(found[3], lead))


def near(said: str, worth: float) -> bool:
    return abs(float(said) * LEVEL - worth) <= LEVEL / 100


def test_numbers_out_of_range_and_other_games_are_refused() -> None:
    with pytest.raises(SuitwiseError, match="1 to 10,000 worlds are drawn, not 0"):
        named("mc(worlds=0)", load("tractor"))
    with pytest.raises(SuitwiseError, match="bids"):
        named("mc(bids=no)", load("tractor"))
    with pytest.raises(SuitwiseError, match="0 seconds or more, not -1"):
        MonteCarlo(seconds=-1)
    with pytest.raises(SuitwiseError, match="0 to 8 cards a hand are solved, not of 9"):
        named("mc(ending=9)", load("tractor"))
    with pytest.raises(SuitwiseError):
        MonteCarlo()(Kuhn().parse("KJ"))


# --- Habits that cost the rule-based player much --------------------------------------------------


FILE = Path(__file__).parents[2] / "data" / "tractor" / "habits.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["cases"]


def position(case: dict[str, Any]) -> TractorState:
    return Tractor(match="deal").parse(case["position"])


@pytest.mark.parametrize("case", CASES, ids=[case["habit"] for case in CASES])
def test_it_has_no_habit_that_costs_much(case: dict[str, Any]) -> None:
    state = position(case)
    assert state.parse_move(case["played"]) in state.moves()
    assert case["played"] not in case["instead"]
    assert str(MonteCarlo(worlds=100)(state)) in case["instead"]


# --- What the player follows with: the house says who wins, of throws too -------------------------


PLAYER = TractorPlayer()


def thrown(own: str, *trick: str, profile: str = "standard") -> TractorState:
    """Return a position of the first trick, S2 trump, in which all but the leader are out of hearts.

    Args:
        own: the trumps of the seat on turn.
        trick: what lies on the table: hearts that nobody can beat, then trumps.
        profile: the house.
    """
    shown = [pile_of(cards) for cards in (*trick, own)]
    rest, hearts, trumps = DECK, partition_mask(1, 0, 0), partition_mask(4, 0, 0)
    for pile in shown:
        rest = rest.minus(pile)
    cards = list(rest.cards)
    Random(1).shuffle(cards)
    # Hearts and high trumps first to the kitty and the leader, the seats between get plain cards.
    cards.sort(key=lambda card: -2 * (hearts >> card & 1) - (trumps >> card & 1))
    kitty = [cards.pop(0) for _ in range(8)]
    hands: list[Pile] = []
    for pile in shown:
        more = 25 - pile.size
        taken = cards[:more] if not hands else cards[-more:]
        cards = cards[more:] if not hands else cards[:-more]
        hands.append(pile.plus(pile_of(taken)))
    hands += [pile_of(cards[25 * at : 25 * at + 25]) for at in range(4 - len(hands))]
    bidder = next(seat for seat, hand in enumerate(hands) if hand.once & 1)
    drawn, buried = " ".join(map(str, hands)), pile_of(kitty)
    text = f"22 0 | {drawn} | {bidder}:S2 | - | {buried} | 0 {' '.join(trick)}"
    return Tractor(match="deal", profile=profile, landlord=0).parse(text)


@pytest.mark.parametrize(
    ("own", "reply"),
    [
        ("S3 S4 RJ", None),  # the joker is higher than both, the three than none
        ("S3 SQ SK", None),
        ("S3 S2 RJ", "S2RJ"),
        ("S3 S2 BJ RJ C2", "C2RJ"),
    ],
)
def test_every_single_of_a_throw_must_be_overruffed(own: str, reply: str | None) -> None:
    state = thrown(own, "HTHK", "SABJ")
    played = PLAYER(state).pile
    if reply is None:
        assert not played.once & partition_mask(4, 0, 0)
    else:
        assert played == pile_of(reply)
    took = state.ruling(state.after(str(played)).tricks[0]).winner == 2
    assert took == (reply is not None)
