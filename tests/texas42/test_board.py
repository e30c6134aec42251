"""The board of Texas 42 says what the solver says of the same position, in words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from suitwise import texas42
from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import NOBODY, SEATS, side
from suitwise.game import load
from suitwise.players.board import Answer, answered
from suitwise.players.named import named
from suitwise.texas42.board import BOARD, MOST_WORLDS, grown, position_in
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT
from suitwise.texas42.solve.bidding import house_bids
from suitwise.texas42.variant import Texas42Variant
from tests.texas42.positions import random_position

FAR = 1e9
FULL = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"


def form_of(position: texas42.Position, **more: str) -> dict[str, str]:
    """Return a position as the fields of the form."""
    hands = {
        f"hand{seat}": texas42.format_dominoes(texas42.dominoes_of(position.hands[seat]), " ")
        for seat in SEATS
    }
    return {
        "trumps": DECLARATION_TEXT[position.declaration],
        "leader": str(position.leader),
        "trick": texas42.format_dominoes(position.trick, " "),
        "out": "" if position.out == NOBODY else str(position.out),
        **hands,
        **more,
    }


def values_of(answer: Answer) -> dict[str, float | None]:
    return {row.move: row.value for row in answer.rows}


@pytest.mark.parametrize("seed", range(8))
def test_each_play_is_worth_what_the_solver_says_to_the_side_on_turn(seed: int) -> None:
    random = Random(seed)
    position = random_position(random, 3, random.randrange(14))
    found = answered(BOARD, "solve", form_of(position))
    left, sign = position.points_left, side(position.turn)
    expected = {
        str(play): left - worth if sign else worth
        for play, worth in texas42.solve_moves(position).items()
    }
    assert values_of(found) == expected
    best = {row.move for row in found.rows if row.is_best}
    assert best == {play for play, worth in expected.items() if worth == max(expected.values())}
    assert [row.value for row in found.rows] == sorted(expected.values(), reverse=True)


@pytest.mark.parametrize("seed", range(6))
def test_with_a_contract_the_best_plays_are_those_that_reach_or_spoil_it(seed: int) -> None:
    position = random_position(Random(seed), 4, 5)
    for takers in (0, 1):
        reached = texas42.reaching_moves(position, takers, 12)
        found = answered(BOARD, "solve", form_of(position, bidder=str(takers), need="12"))
        wanted = side(position.turn) == takers
        good = {str(play) for play, made in reached.items() if made == wanted}
        if good:
            assert {row.move for row in found.rows if row.is_best} == good
        can = bool(good) == wanted
        assert found.lines[0].code == ("texas42.board.can" if can else "texas42.board.cannot")


@pytest.mark.parametrize("seed", range(4))
def test_in_nello_the_tricks_of_the_bidder_count(seed: int) -> None:
    position = random_position(Random(seed), 3, 9, three=True)
    found = answered(BOARD, "solve", form_of(position))
    assert values_of(found) == {str(play): n for play, n in texas42.solve_moves(position).items()}
    is_own = position.turn == (position.out + 2) % 4
    can = (any if is_own else all)(texas42.losing_moves(position).values())
    assert found.lines[0].code == ("texas42.board.loses" if can else "texas42.board.must-take")


def test_a_hand_has_the_chances_of_the_bidding_table_and_more_deals_with_each_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("suitwise.texas42.board._TIME_S", 0.01)
    first = answered(BOARD, "bid", {"hand": FULL})
    second = answered(BOARD, "bid", {"hand": FULL}, first.more)
    assert second.more > first.more > 0
    assert second.heat is not None
    expected = texas42.bidding_table(FULL, second.more)
    assert second.heat.cells == expected.make.tolist()
    assert second.command.endswith(f"--worlds {second.more}")


def test_a_house_adds_its_contracts_with_the_chances_that_the_command_finds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("suitwise.texas42.board._TIME_S", 0.0)
    hand = "5-5 4-4 3-3 6-5 5-4 1-0 2-0"
    asked = {"hand": hand, "nello": "high", "sevens": "yes", "plunge": "yes", "splash": "yes"}
    first, second = (
        answered(BOARD, "bid", asked | {"splash": ""} | more) for more in ({}, {"splash": "yes"})
    )
    house = Texas42Variant(nello="high", sevens=True, plunge=True, splash=True)
    expected = [
        (bid.name, f"made in {100 * bid.chance:.0f} % of 10 deals")
        for bid in house_bids(hand, house, 10)
    ]
    rows = [(str(row.move), str(row.text)) for row in second.rows]
    assert rows == [*expected, ("plunge", "not with 3 doubles")]
    assert [name for name, _ in expected] == ["nello-high", "sevens", "splash"]
    assert "splash" not in {str(row.move) for row in first.rows}
    assert second.command.endswith('--house "texas42(nello=high,sevens=yes,plunge=yes,splash=yes)"')
    assert answered(BOARD, "bid", {"hand": hand}).rows == [], "a house that plays none adds none"


def test_the_deals_of_a_hand_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("suitwise.texas42.board.MOST_WORLDS", 20)
    assert MOST_WORLDS > 20
    assert (
        grown(texas42.mask_of(texas42.as_dominoes("5-5 5-4 5-3 5-2 5-1 5-0 0-0")), FAR).worlds == 20
    )
    assert answered(BOARD, "bid", {"hand": "5-5 5-4 5-3 5-2 5-1 5-0 0-0"}).more == 0


def test_a_state_of_the_play_is_the_position_that_its_form_says() -> None:
    state: Any = load("texas42(match=hand)").start().rolled(seed=4, stream=0)[0]
    player = named("rules", state.game).seated(4, 0)
    assert BOARD.of is not None
    asked = set()
    while state.turn >= 0:
        found = BOARD.of(state, state.turn)
        assert found is not None
        name, fields = found
        asked.add(name)
        if name == "solve":
            full = {f"hand{seat}": "" for seat in SEATS} | {"trick": "", "out": ""} | dict(fields)
            assert position_in(full) == state.play.position
        state = state.after(player(state))
    assert asked == {"bid", "solve"}
    assert BOARD.of(state, 0) is None, "nothing is left to ask about a hand that is over"


@pytest.mark.parametrize(
    ("ask", "fields", "why"),
    [
        ("solve", {"hand0": "6-6", "hand1": "6-6"}, "6-6 stands there twice"),
        ("solve", {"hand0": "6-6 5-5", "hand1": "4-4"}, "all who play hold as many"),
        ("solve", {"hand0": "6-7"}, "'6-7' is no domino: write its ends, as 6-4"),
        ("solve", {}, "nobody holds a domino"),
        ("solve", {"out": "0"}, "seat 0 sits out, which is done in nello alone"),
        ("solve", {"need": "٣"}, "need is a number from 0 to 42"),
        ("solve", {"need": "43"}, "need is a number from 0 to 42"),
        ("solve", {"leader": "4"}, "'4' is no choice of leader"),
        ("solve", {"trumps": ""}, "trumps is still empty"),
        ("solve", {"nobody": "6-6"}, "'nobody' is no field of this question"),
        ("solve", {"hand0": "6-6 " * 1001}, "hand0 has at most 4000 signs"),
        ("fold", {}, "'fold' is no question of this board: ask solve, bid, trick"),
        ("bid", {"hand": "6-6 6-5"}, "a hand has 7 dominoes, not 2"),
        ("trick", {"trick": "6-6 6-5 6-4 6-3 6-2"}, "a trick has 4 dominoes, not 5"),
        ("trick", {"trick": "6-6", "hand": "6-6"}, "6-6 stands there twice"),
        ("trick", {"trick": "6-6", "out": "1"}, "seat 1 sits out, which is done in nello alone"),
        (
            "trick",
            {"trick": "6-6", "out": "0", "trumps": "nello"},
            "seat 0 sits out and cannot lead",
        ),
    ],
)
def test_what_is_no_position_is_refused_in_one_sentence(
    ask: str, fields: dict[str, str], why: str
) -> None:
    start = {"trumps": "5", "leader": "0"} if ask != "bid" else {}
    with pytest.raises(SuitwiseError) as refused:
        answered(BOARD, ask, {**start, **fields})
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_trick_of_four_is_taken_and_a_hand_is_told_what_it_must_play() -> None:
    whole = answered(BOARD, "trick", {"trumps": "5", "leader": "3", "trick": "6-3 6-6 5-0 6-4"})
    assert str(whole.verdict) == "seat 1 takes it: 16 points"
    assert not whole.rows
    open_one = answered(
        BOARD, "trick", {"trumps": "5", "leader": "3", "trick": "5-0", "hand": "4-4 5-4 1-0"}
    )
    assert "seat 0 must play a trump: 5-4" in open_one.lines
    assert [row.move for row in open_one.rows] == ["5-4", "1-0", "4-4"]
