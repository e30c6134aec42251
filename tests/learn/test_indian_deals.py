"""What Indian rummy's trained player learns from: hands of whole deals, and what they are to learn."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from learn import indian_deals as deals
from learn.indian_deals import AHEAD, INPUTS_AT, KIND, TRACE, Explorers, Hands, explored, targets
from suitwise.game import play
from suitwise.rummy.indian.players.inputs import HAND, INPUTS, LEFT, MOST_TURNS, TURNS
from suitwise.rummy.indian.players.net import networks
from suitwise.rummy.indian.rules import DROP

PLAYERS: dict[str, Explorers] = {
    "rules": deals.rule_based,
    "net": deals.trained(networks()),
}
COUNT = 12


@cache
def hands(player: str) -> Hands:
    """Return the hands of some deals."""
    return explored(COUNT, 3, 50, PLAYERS[player])


def chains(rows: NDArray[np.uint16]) -> list[list[int]]:
    """Return the hands of each seat of each deal, in order."""
    after = {at + int(row[AHEAD]): at for at, row in enumerate(rows) if row[AHEAD]}
    found = []
    for at, row in enumerate(rows):
        if row[AHEAD]:
            continue
        chain = [at]
        while chain[0] in after:
            chain.insert(0, after[chain[0]])
        found.append(chain)
    return found


@pytest.mark.parametrize("player", PLAYERS)
def test_the_hands_of_a_deal_come_to_what_their_seats_got(player: str) -> None:
    rows, points = hands(player)
    found = chains(rows)
    assert sorted(at for chain in found for at in chain) == list(range(len(rows)))
    assert len(found) <= 2 * COUNT
    for chain in found:
        assert len({int(points[at]) for at in chain}) == 1
        turns = [int(rows[at, INPUTS_AT]) for at in chain]
        assert turns == sorted(turns)
        kinds = [int(rows[at, KIND]) for at in chain]
        assert not any(one and other for one, other in pairwise(kinds))
    assert {*map(int, rows[:, KIND])} == {0, 1}


@pytest.mark.parametrize("player", PLAYERS)
def test_every_hand_turns_on_inputs_of_the_deal_and_of_the_hand(player: str) -> None:
    rows, _ = hands(player)
    for row in rows:
        on = [int(number) for number in row[INPUTS_AT:] if number < INPUTS]
        assert len(on) == len(set(on))
        assert sum(TURNS <= number <= TURNS + MOST_TURNS for number in on) == 1
        assert any(number >= HAND + LEFT for number in on)
        assert (row[INPUTS_AT + len(on) :] == INPUTS).all()


@pytest.mark.parametrize("player", PLAYERS)
def test_the_same_numbers_give_the_same_deals_in_whatever_pieces(player: str) -> None:
    whole = hands(player)
    pieces = [explored(COUNT // 2, 3, first, PLAYERS[player]) for first in (50, 50 + COUNT // 2)]
    for at in range(2):
        assert np.array_equal(whole[at], np.concatenate([piece[at] for piece in pieces]))


def test_a_seat_that_drops_at_once_leaves_no_hands() -> None:
    def dropping(chance: np.random.Generator) -> deals.Explorer:
        return lambda state, noted: DROP

    rows, points = explored(2, 1, 1, dropping)
    assert rows.shape[0] == len(points) == 0
    assert play(deals.GAME.start(), lambda state: DROP, 1, 1).returns == (-20, 20)


def test_a_hand_learns_from_the_next_of_its_seat_and_the_last_from_the_end() -> None:
    rows, points = hands("rules")
    ends = points.astype(np.float32)
    found = np.random.default_rng(1).normal(size=len(rows)).astype(np.float32)
    learns = targets(found, rows, ends)
    for chain in chains(rows):
        for place, at in enumerate(chain):
            later = chain[place + 1 :]
            # A weight of (1 - TRACE) TRACE**k for each later hand, and what is left for the end.
            expected = sum(
                (1 - TRACE) * TRACE**k * float(found[other]) for k, other in enumerate(later)
            )
            expected += TRACE ** len(later) * float(ends[at])
            assert learns[at] == pytest.approx(expected, abs=1e-3)
