"""What to bury at Tractor: figures of fresh deals, and words that say what they show."""

from __future__ import annotations

import re

import numpy as np
import pytest

from suitwise import tractor
from suitwise.errors import SuitwiseError
from suitwise.tractor import BurialTable
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.players.search.values import LEVEL
from suitwise.tractor.rules.levels import points_of

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
    assert TABLE.moves[0] == MonteCarlo(worlds=12).judged(TABLE.state).best


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
def test_the_advice_says_what_the_figures_say(gain: float) -> None:
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
def test_what_cannot_be_is_refused(hand: str, trump: str, kitty: str, reason: str) -> None:
    with pytest.raises(SuitwiseError, match=re.escape(reason)):
        tractor.burial_table(hand, trump, kitty=kitty)
