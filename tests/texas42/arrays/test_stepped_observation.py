"""The table of what a seat of Texas 42 observes says what stands in the array."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.fields import bounds, markdown, places, width
from suitwise.game import CHANCE, OVER, Game, State, load, roll
from suitwise.texas42 import Contract, Texas42, as_dominoes, mask_of
from suitwise.texas42.rules.auction import PASS, auctions, call_of, standing_call
from suitwise.texas42.rules.contracts import result_of
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT
from suitwise.texas42.state import PHASES

HOUSE = Texas42(match="hand", nello="any", plunge=True, splash=True, sevens=True)
DEAL = (
    "0-0,1-0,2-0,2-1,2-2,3-3,5-4 1-1,3-0,4-4,5-5,6-0,6-4,6-6 "
    "3-1,3-2,4-0,4-1,5-0,5-1,6-1 4-2,4-3,5-2,5-3,6-2,6-3,6-5"
)
GAMES = (
    "texas42(match=hand)",
    "texas42(match=hand,nello=any,plunge=yes,splash=yes,sevens=yes,cap=7,shaker=-1)",
    "texas42(match=marks,marks=1)",
    "texas42(match=marks,marks=3,plunge=yes,cap=7)",
    "texas42(match=points,points=30,forced=yes,shaker=-1)",
    "texas42_endgame",
    "texas42_endgame(declaration=5,dominoes=5-5 6-4 6-6 3-2 4-1 5-0 1-1 6-5,goal=10,leader=2)",
)


def one_of(seen: NDArray[np.float32]) -> int:
    """Return which of some places is 1, -1 where none is."""
    found = np.flatnonzero(seen).tolist()
    assert len(found) <= 1
    assert all(seen[place] == 1 for place in found)
    return found[0] if found else -1


def dominoes_at(seen: NDArray[np.float32]) -> int:
    return sum(1 << int(domino) for domino in np.flatnonzero(seen))


def test_each_field_stands_where_the_table_says_and_means_what_it_says() -> None:
    state = HOUSE.parse(f"shaker 0 | {DEAL} | - | - | - | 0-0")
    # Seat 2 leads nello without its partner, 0; seat 3 takes the first trick, 1 beats it in the second.
    for word in ("30", "1m", "pass", "pass", "nello", "6-1", "6-2", "6-0", "4-2", "6-4"):
        state = state.after(word)
    seen = state.observe(3)
    part = {name: seen[at] for name, at in places(HOUSE.observation_fields()).items()}
    own, left, partner, right = range(4)
    sets = {
        "dealt": "4-2 4-3 5-2 5-3 6-2 6-3 6-5",
        "held": "4-3 5-2 5-3 6-3 6-5",
        "played_own": "6-2 4-2",
        "played_left": "",
        "played_partner": "6-0 6-4",
        "played_right": "6-1",
        "table_own": "4-2",
        "table_left": "",
        "table_partner": "6-4",
        "table_right": "",
    }
    ones = {
        "phase": PHASES.index("play"),
        "turn": right,
        "shaker": left,
        "leader": own,
        "out": left,
        "call_own": call_of("pass"),
        "call_left": call_of("pass"),
        "call_partner": call_of("30"),
        "call_right": call_of("1m"),
        "declaration": DECLARATION_TEXT.index("nello"),
        "bidder": right,
    }
    assert partner == 2
    for name, dominoes in sets.items():
        assert dominoes_at(part.pop(name)) == mask_of(as_dominoes(dominoes)), name
    for name, place in ones.items():
        assert one_of(part.pop(name)) == place, name
    numbers = {"points": [1 / 42, 0], "tricks": [1 / 7, 0], "scores": [0, 0]}
    assert part.keys() == numbers.keys()
    for name, values in numbers.items():
        assert part[name].tolist() == np.array(values, np.float32).tolist()


@pytest.mark.parametrize("text", GAMES)
def test_every_number_lies_within_its_fields_bounds(text: str) -> None:
    game = load(text)
    low, high = bounds(game.observation_fields())
    least, most = np.full(len(low), np.inf, np.float32), np.full(len(low), -np.inf, np.float32)
    for seed in range(12):
        for state in states_of(game, seed):
            for seat in range(4):
                seen = state.observe(seat)
                least, most = np.minimum(least, seen), np.maximum(most, seen)
    assert low.shape == least.shape == (width(game.observation_fields()),)
    assert (low <= least).all()
    assert (most <= high).all()


def states_of(game: Game[Any], seed: int) -> Iterator[State[Any]]:
    """Yield the states of a random game, or the first ones of a long one."""
    random = Random(seed)
    state = game.start()
    for number in range(400):
        yield state
        if state.turn == OVER:
            return
        if state.turn == CHANCE:
            state, _ = roll(state, seed, number)
        else:
            state = state.after(random.choice(list(state.moves())))


@pytest.mark.parametrize("text", [text for text in GAMES if "endgame" not in text])
def test_the_scores_reach_as_far_as_the_best_last_hand_takes_them(text: str) -> None:
    variant = load(text)
    assert isinstance(variant, Texas42)
    winning = {standing_call(calls) for calls in auctions(variant.cap, variant.house, (4, 0, 0, 0))}
    hands = [
        variant.score_of(Contract(0, call, 5), result, (own, 42 - own))
        for call in winning - {PASS}
        for own in range(43)
        for result in [result_of(call, 5, own, 42 - own, own // 42 * 7, 7 - own // 42 * 7, 0)]
    ]
    most = max(variant.target - 1, 0) + max(map(max, hands))
    whole = variant.target or 7
    (scores,) = (field for field in variant.observation_fields() if field.name == "scores")
    assert scores.high == most / whole
    assert variant.most_scored == most


def test_the_table_is_written_in_the_order_of_the_array() -> None:
    lines = markdown(Texas42().observation_fields()).splitlines()
    assert lines[2].startswith("| 0–27 | dealt | ")
    assert lines[-2].startswith("| 429–430 | scores | ")
    assert lines[-1].startswith("| 431 | deals | ")
    assert lines[-2].endswith(" 7 marks | 0 to 1.5714285714285714 |")


@pytest.mark.parametrize("text", ["texas42", "texas42_endgame"])
def test_the_seats_opposite_play_for_one_side(text: str) -> None:
    assert load(text).facts.sides == load(text).facts.side_of == (0, 1, 0, 1)
