"""Hints of the strongest players, read back: the move is the player's, each figure is that behind it.

A sentence is read as a person reads it, by its words; the figures are reckoned anew from what each move
was worth in each world that was looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from math import sqrt
from typing import Any

import numpy as np
import pytest

from suitwise.game import CHANCE, OVER, Game, load
from suitwise.players.host import advising
from suitwise.players.named import named
from suitwise.rummy.indian.players.dropping import expected_points, price_of_drop
from suitwise.texas42.picture.text import declaration_name
from suitwise.texas42.rules.dominoes import Domino
from suitwise.tractor.players.search.values import LEVEL

INTERVAL = 1.96
GIVE = r"give or take ([0-9.]+)"


def positions(game: Game[Any], seed: int) -> Iterator[Any]:
    """Yield the seats' turns of games between easy players, which come to all sorts of places."""
    while True:
        state, index, seed = game.start(), 0, seed + 1
        seats = [named("easy", game).seated(seed, seat) for seat in range(4)]
        while state.turn != OVER:
            if state.turn == CHANCE:
                state, index = state.rolled(seed, 0, index)
                continue
            if len(state.moves()) > 1 or game.name != "tractor":  # it is asked at each card drawn
                yield state
            state = state.after(seats[state.turn](state))


def near(said: str, figure: float, places: int) -> bool:
    """Tell whether a figure that is said is one rounded to so many places."""
    return bool(abs(float(said) - figure) <= 0.5001 * 10**-places)


# --- What each game's sentences say ---------------------------------------------------------------


def tractor(player: Any, state: Any, move: Any, why: str) -> str:
    """Hold a sentence on levels: those of the move, and how much more they are than the next move's."""
    if len(state.moves()) == 1 or state.phase == "forced":
        return "forced"
    found = re.fullmatch(
        r"([-+][0-9.]+) levels over (\d+) deals"
        rf"(?:(?:, ([0-9.]+) more than |; )(\S+?)(?: is as good)?, {GIVE})?",
        why,
    )
    assert found is not None, why
    judged = player.judged(state)
    race, names = judged.race, [str(one) for one in judged.moves]
    best, deals = names.index(str(move)), len(race.counts)
    if found[4]:
        other = names.index(found[4])
        deals = int(race.used[other])
    counts = race.counts[:deals]
    worth = (counts @ race.found[:deals]) / counts.sum() / LEVEL
    assert near(found[1], worth[best], 2)
    assert int(found[2]) == counts.sum()
    if not found[4]:
        return "alone"
    ahead = race.found[:deals, best] - race.found[:deals, other]
    lead, spread = np.average(ahead, weights=counts), float(np.cov(ahead, fweights=counts, ddof=0))
    error = INTERVAL * sqrt((spread + 150**2) * (counts @ counts)) / counts.sum()
    assert near(found[5], error / LEVEL, 2)
    assert (found[3] is None) == (lead <= error)
    assert found[3] is None or near(found[3], lead / LEVEL, 2)
    return "close" if found[3] is None else "leads"


def gin(player: Any, state: Any, move: Any, why: str) -> str:
    """Hold a sentence on points: what a knock brings, what playing on does."""
    found = re.fullmatch(
        r"(the knock|playing on) brings ([-+.\d]+) points on average in (\d+) likely deals, "
        rf"(?:the knock|playing on) ([-+.\d]+)(?:; both are as good, {GIVE})?",
        why,
    )
    judged = player.judged(state)
    if found is None:
        assert judged.found is None
        return "hand"
    columns = judged.found.T.astype(float)
    on = max(columns[1:], key=lambda column: float(column.sum()))
    figures = [columns[0], on] if found[1] == "the knock" else [on, columns[0]]
    assert (move.kind == "knock") == (found[1] == "the knock")
    assert near(found[2], figures[0].mean(), 1)
    assert near(found[4], figures[1].mean(), 1)
    assert int(found[3]) == len(on)
    ahead = figures[0] - figures[1]
    error = INTERVAL * ahead.std() / sqrt(len(on))
    assert (found[5] is not None) == (abs(ahead.mean()) <= error)
    assert found[5] is None or near(found[5], error, 1)
    return "knock" if found[5] is None else "close"


def indian(player: Any, state: Any, move: Any, why: str) -> str:
    """Hold a sentence on a drop; of other moves it tells what the hand counts (``tests.rummy``)."""
    found = re.search(r"have lost (-?\d+) points on average; to drop costs (\d+)$", why)
    assert (found is not None) == (move.kind == "drop")
    if found is not None:
        assert int(found[1]) == -expected_points(state) > price_of_drop(state) == int(found[2])
    return move.kind if move.kind in ("drop", "card", "declare") else "draw"


def texas42(player: Any, state: Any, move: Any, why: str) -> str:
    """Hold a sentence on shares: those of the move and the next ones, and which is as good."""
    if len(state.moves()) == 1:
        assert why == "it is the only legal move"
        return "forced"
    judged = player.judged(state)
    if state.phase == "call":
        deals = re.search(r"in (\d+) % of (\d+) sampled deals", why)
        assert deals is not None
        made = {round(100 * share) for share in (judged.found > 0).mean(axis=0)}
        assert int(deals[1]) in made
        assert int(deals[2]) == len(judged.found)
        return "call"
    named_ones = [
        str(declaration_name(one)) if state.phase == "declare" else str(Domino(one))
        for one in judged.options
    ]
    found = re.search(
        r"in (\d+) % of (?:(\d+) sampled deals|the .*?deals?)((?:, [\w-]+ \d+ %)*)"
        rf"(?:; ([\w-]+) is as good, {GIVE} %)?$",
        why,
    )
    assert found is not None, why
    shares = judged.found.mean(axis=0)
    best = named_ones.index(
        str(declaration_name(move.declaration)) if state.phase == "declare" else str(move)
    )
    assert int(found[1]) == round(100 * shares[best]) == round(100 * shares.max())
    for name, share in re.findall(r", ([\w-]+) (\d+) %", found[3]):
        assert int(share) == round(100 * shares[named_ones.index(name)])
    assert (found[2] is None) == judged.is_exact
    if found[2] is None:
        assert found[4] is None
        return "exact"
    count = int(found[2])
    assert count == len(judged.found)
    nearest = max(share for at, share in enumerate(shares) if at != best)
    ahead = judged.found[:, best] - judged.found[:, int(np.flatnonzero(shares == nearest)[0])]
    if found[4] is None:  # whichever is nearest, the lead over it is sure
        assert shares[best] > nearest
        return "leads"
    ahead = judged.found[:, best] - judged.found[:, named_ones.index(found[4])]
    assert shares[named_ones.index(found[4])] == nearest
    error = INTERVAL * sqrt((ahead.var() + 1 / count) / count)
    assert ahead.mean() <= error
    assert int(found[5]) == max(1, round(100 * error))
    return "close"


HELD: dict[str, tuple[str, Callable[..., str], int, set[str]]] = {
    "tractor(match=deal)": ("mc(worlds=12)", tractor, 30, {"leads", "close"}),
    "gin": ("mc(worlds=40)", gin, 120, {"hand", "knock"}),
    "indian13": ("expected", indian, 120, {"draw", "card"}),
    "texas42(match=hand)": ("pimc(worlds=30)", texas42, 24, {"call", "close"}),
}
"""The player whose hints are held, what holds them, how many are held at least, and what is said."""


@pytest.mark.parametrize("variant", HELD)
def test_a_hint_is_the_players_move_and_says_what_its_figures_show(
    variant: str, exhaustive: bool
) -> None:
    text, hold, count, said = HELD[variant]
    game = load(variant)
    host = advising(game, text)
    kinds: Counter[str] = Counter()
    for state in islice(positions(game, 3), 0, None, 1 if exhaustive else 3):
        move, why = host.advised(state)
        assert host.adviser is not None
        assert move == host.adviser(state)
        kinds[hold(host.adviser, state, move, str(why))] += 1
        if kinds.total() >= (max(400, 4 * count) if exhaustive else count):
            break
    assert said <= set(kinds), kinds


@pytest.mark.parametrize("variant", HELD)
def test_a_hint_is_the_same_wherever_the_seat_sees_the_same(variant: str) -> None:
    game = load(variant)
    host = advising(game, HELD[variant][0])
    for state in islice(positions(game, 5), 20, 60, 13):
        other = state.resample(state.turn, 7, 1)
        assert host.advised(other) == host.advised(state)


def test_with_no_time_of_its_own_a_hint_is_that_of_its_number_of_worlds() -> None:
    game = load("texas42(match=hand)")
    state = next(positions(game, 2))
    assert advising(game, "pimc(worlds=7)").hint(state) == advising(game, "pimc(worlds=7)").hint(
        state
    )
    assert "of 7 sampled deals" in advising(game, "pimc(worlds=7)").hint(state)
