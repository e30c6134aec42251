"""The players of Indian rummy: they see no more than their seat, and beat who they should."""

from __future__ import annotations

import pytest

from suitwise.cards import Card, format_cards
from suitwise.game import load, play
from suitwise.players import RandomPlayer, mirrored
from suitwise.players.host import Host
from suitwise.players.named import named
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players import rule_based
from suitwise.rummy.indian.players.rule_based import expected_points, reason_to_drop
from suitwise.rummy.indian.rules import DROP, STOCK, IndianMove
from suitwise.rummy.indian.state import IndianState
from tests.bounded import bounded
from tests.rummy.indian_positions import MINE, OTHER, after, at, long_game

DRAW = f"draw 0 draws 2 | in in | S7 | {MINE} / {OTHER} | HQ 0.HK 1.C8 | - / - | -"


def test_a_hand_that_can_be_declared_is() -> None:
    for player in (rule_based.GreedyIndianPlayer(), rule_based.IndianPlayer()):
        declared = player(after(at(DRAW), "stock C2"))
        assert after(at(DRAW), f"stock C2 {declared}").phase == "show"
    assert rule_based.declaration_of(after(at(DRAW), "stock C2 C2 stock D9"), compiled=True) is None


def test_a_card_just_taken_is_never_discarded_to_declare() -> None:
    taken = after(at(DRAW), "pile")
    declared = rule_based.declaration_of(taken, compiled=False)
    assert declared is None or declared in taken.moves()


def test_a_hopeless_hand_is_dropped_before_the_first_draw_only() -> None:
    poor = "SA S4 S9 H2 H6 HT HQ D3 D8 DK C5 CJ C9"
    first = f"draw 0 draws 0 | new new | S7 | {poor} / {OTHER} | HK | - / - | -"
    assert str(rule_based.IndianPlayer()(at(first))) == "drop"
    later = first.replace("draws 0 | new new", "draws 2 | in in").replace("| HK", "| HK 0.S2 1.DQ")
    assert str(rule_based.IndianPlayer()(at(later))) != "drop"
    assert str(rule_based.IndianPlayer()(at(first.replace(poor, MINE)))) != "drop"


def test_a_wild_card_that_opened_the_pile_is_taken() -> None:
    state = at(f"draw 0 draws 0 | new new | S7 | {MINE} / {OTHER} | H7 | - / - | -")
    assert rule_based.IndianPlayer()(state) == IndianMove("pile")


@pytest.mark.parametrize(
    ("one", "other", "thirds"),
    [
        *(("H3", "H4", "H2H5"), ("H3", "H5", "H4"), ("HA", "H2", "H3"), ("HA", "HK", "HQ")),
        *(("HA", "H3", "H2"), ("HA", "HQ", "HK"), ("HQ", "HK", "HJHA"), ("S3", "H3", "D3C3")),
        *(("H3", "H3", ""), ("S3", "H4", "")),
    ],
)
def test_two_cards_and_a_third_are_a_meld(one: str, other: str, thirds: str) -> None:
    for pair in ((Card(one), Card(other)), (Card(other), Card(one))):
        assert format_cards(rule_based.thirds_for(*pair)) == thirds


def test_what_a_seat_has_not_seen_is_in_the_stock_or_in_hidden_hands() -> None:
    for state, _ in long_game(Indian(seats=3, draws=20), seed=4)[45::5]:
        hidden = [card for owner in (0, 2) for card in state.hidden(1, owner)]
        assert +rule_based.unseen_by(state, 1) == +rule_based.unseen_by(state.resample(1, 5, 6), 1)
        assert rule_based.unseen_by(state, 1).total() == len(state.stock) + len(hidden)


def test_the_next_seat_is_the_next_in_play() -> None:
    third = "S2 S3 H2 DT DJ DQ DK C2 C3 C4 C5 H8 HT"
    state = at(
        f"draw 0 draws 4 | in drop in | S7 | {MINE} / {OTHER} / {third} | HQ 2.HK | - / - / - | -",
        Indian(seats=3),
    )
    assert state.next_in_play == 2


def test_a_move_takes_little_time_in_plain_python() -> None:
    player = rule_based.IndianPlayer(compiled=False)
    states = [state for state, _ in long_game(Indian(), seed=8)[30:60] if state.turn >= 0]
    with bounded():  # 0.03 s a move
        for state in states:
            player(state)


def test_the_sensible_player_beats_the_random_one() -> None:
    assert mirrored(Indian(), rule_based.IndianPlayer(), RandomPlayer(1), 4, seed=1).mean > 20


@pytest.mark.exhaustive
def test_the_sensible_player_beats_the_greedy_one(exhaustive: bool) -> None:
    deals = 150 if exhaustive else 2
    margin = mirrored(
        Indian(), rule_based.IndianPlayer(), rule_based.GreedyIndianPlayer(), deals, seed=22
    )
    assert margin.low > 0 or not exhaustive


# --- The player of Indian rummy that drops what does not pay --------------------------------------


PLAYER = rule_based.DroppingIndianPlayer()


def dealt(variant: Indian, seed: int) -> IndianState:
    """Return a first turn."""
    state, _ = variant.start().rolled(seed, 0)
    assert isinstance(state, IndianState)
    return state


def test_a_hand_without_pure_run_and_wild_card_is_dropped_where_that_costs_less_than_it_loses() -> (
    None
):
    states = [dealt(Indian(), seed) for seed in range(40)]
    dropped = [state for state in states if PLAYER(state) == DROP]
    assert 0 < len(dropped) < 20
    for state in dropped:
        assert not any(map(state.rules.is_wild, state.hands[state.seat]))
        assert expected_points(state) < -20
        assert "to drop costs 20" in reason_to_drop(state)
        assert Host(PLAYER).hint(state) == f"drop: {reason_to_drop(state)}"


def test_no_hand_is_dropped_at_a_price_that_none_has_lost() -> None:
    dear = Indian(drop=40)
    assert all(PLAYER(dealt(dear, seed)) != DROP for seed in range(40))


def test_a_hand_in_play_is_dropped_where_a_later_drop_is_cheap() -> None:
    cheap = Indian(drop=35, middle=30)
    records = [play(cheap.start(), PLAYER, seed=seed) for seed in range(12)]
    assert any("drop" in record.moves for record in records)


def test_it_is_named_expected() -> None:
    assert named("expected", load("indian13")).seated(1, 0) == PLAYER
    assert PLAYER(dealt(Indian(), 8)) in (DROP, STOCK, *dealt(Indian(), 8).moves())


@pytest.mark.exhaustive
def test_it_beats_the_rules(exhaustive: bool) -> None:
    deals = 2000 if exhaustive else 40
    found = mirrored(Indian(), PLAYER, rule_based.IndianPlayer(), deals, seed=11)
    assert found.low > (0 if exhaustive else -6)
