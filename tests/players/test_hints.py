"""Hints of the strongest players, read back: the move is the player's, each figure is that behind it.

A sentence is read as a person reads it, by its words; the figures are reckoned anew from what each move
was worth in each world that was looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from suitwise.game import CHANCE, OVER, Game, load
from suitwise.players.host import advising
from suitwise.players.named import named
from suitwise.rummy.indian.players.rule_based import expected_points, price_of_drop
from suitwise.texas42 import Domino
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.rules.auction import call_name
from suitwise.tractor.players.plays import LEVEL
from suitwise.tractor.players.rule_based import TractorPlayer

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
    """Hold a sentence on levels: those of the move, and how much more they are than the next move's.

    A bid is that of the rules, for their reason, which is held where their reasons are.
    """
    if len(state.moves()) == 1 or state.phase == "forced":
        return "forced"
    if state.phase == "bid":
        rules = TractorPlayer()
        assert (move, why) == rules.advice(state)
        return "bid"
    found = re.fullmatch(
        r"([-+][0-9.]+) levels over (\d+) deals"
        rf"(?:(?:, ([0-9.]+) more than |; )(\S+?)(?: is as good)?, {GIVE})?",
        why,
    )
    assert found is not None, why
    tried = player.evaluated(state)
    race, names = tried.race, [str(one) for one in tried.options]
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
    tried = player.evaluated(state)
    if found is None:
        assert tried is None
        return "hand"
    columns = tried.race.found.T.astype(float)
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


CALLED = re.compile(
    r"(?P<call>.+?) (?:comes to (?P<marks>[-+0-9.]+) marks over|wins the match in (?P<share>\d+) % of) "
    r"(?P<deals>\d+) likely deals(?:, later hands taken as even)?"
    r"(?:, (?P<lead>[0-9.]+)(?: %)? more than |; )(?P<other>.+?)(?P<close> is as good)?, "
    r"give or take (?P<error>[0-9.]+)(?: %)?"
)
PLAYED = re.compile(
    r".* in (?P<share>\d+) % of (?:(?P<deals>\d+) likely deals|all possible deals.*?), "
    r"all hands seen; (?P<other>[\w-]+) (?P<second>\d+) %.*?"
    rf"(?:; (?P<close>[\w-]+) is as good, {GIVE} %)?"
)


def likely(player: Any, state: Any, move: Any, why: str) -> str:
    """Hold a sentence of 42's worlds by their likelihood: what a move comes to, and the lead."""
    if len(state.moves()) == 1:
        assert why == "it is the only legal move"
        return "forced"
    tried = player.evaluated(state)
    assert tried.move == move
    return (_called if state.phase == "call" else _played)(state, tried, why)


def _called(state: Any, tried: Any, why: str) -> str:
    """Hold the sentence of a call: its worth, and the lead over the best other one."""
    found = CALLED.fullmatch(why)
    assert found is not None, why
    in_match = state.variant.match == "marks"
    worth, counts = tried.race.found, tried.race.counts
    values = [winning(state, marks) if in_match else marks for marks in range(-7, 8)]
    assert np.isclose(worth[:, :, None], values).any(axis=2).all()
    means = counts @ worth / counts.sum()
    named_ones = [
        f"{call_name(call)} with {declaration_name(declared)}" if declared >= 0 else call_name(call)
        for call, declared in tried.options
    ]

    def first_of(told: str) -> int:
        """Return the place of what is named, the first where several are that are worth as much."""
        call, _, declared = told.partition(" with ")
        each = re.split(r", (?:or )?| or ", declared)
        places = [named_ones.index(f"{call} with {one}" if declared else call) for one in each]
        assert means[places] == pytest.approx(means[places[0]])
        return places[0]

    mine, other = (first_of(found[name]) for name in ("call", "other"))
    assert tried.options[mine][0] == tried.move.call != tried.options[other][0]
    assert means[mine] == pytest.approx(means.max())
    assert means[other] == pytest.approx(
        max(one for at, one in enumerate(means) if tried.options[at][0] != tried.move.call)
    )
    assert int(found["deals"]) == counts.sum()
    assert near(found["share"], 100 * means[mine], 0) if in_match else True
    assert in_match or near(found["marks"], means[mine], 2)
    ahead = worth[:, mine] - worth[:, other]
    lead, error = lead_and_error(ahead, counts)
    scale, places = (100, 1) if in_match else (1, 2)
    assert near(found["error"], scale * error, places)
    assert (found["lead"] is None) == (found["close"] is not None) == (lead <= error)
    assert found["lead"] is None or near(found["lead"], scale * lead, places)
    return "call close" if found["lead"] is None else "call leads"


def _played(state: Any, tried: Any, why: str) -> str:
    """Hold the sentence of a declaration or a play: its shares, and whether the next is as good."""
    found = PLAYED.fullmatch(why)
    assert found is not None, why
    declares = state.phase == "declare"
    names = [str(declaration_name(one) if declares else Domino(one)) for one in tried.options]
    move = declaration_name(tried.move.declaration) if declares else tried.move
    mine, other = names.index(str(move)), names.index(found["other"])
    figures = tried.race
    means = np.average(figures.found, axis=0, weights=figures.counts)
    assert near(found["share"], 100 * means[mine], 0)
    assert near(found["second"], 100 * means[other], 0)
    assert means[other] == pytest.approx(max(np.delete(means, mine)))
    assert (found["deals"] is None) == tried.race.is_exact
    if tried.race.is_exact:
        assert found["close"] is None
        return "exact"
    assert int(found["deals"]) == figures.counts.sum()
    lead, error = lead_and_error(figures.found[:, mine] - figures.found[:, other], figures.counts)
    assert (found["close"] == found["other"]) == (lead <= error)
    if found["close"] is None:
        return "leads"
    assert int(found[found.re.groups]) == max(1, round(100 * error))
    return "close"


def lead_and_error(ahead: Any, counts: Any) -> tuple[float, float]:
    """Return a mean difference and half its interval, one deal being in doubt."""
    lead = float(np.average(ahead, weights=counts))
    spread = float(np.average((ahead - lead) ** 2, weights=counts)) + 1 / counts.sum()
    return lead, INTERVAL * sqrt(spread * (counts @ counts)) / counts.sum()


def winning(state: Any, marks: int) -> float:
    """Return the chance to win a match of marks after some more, all hands being even: heads enough."""
    own = state.turn % 2
    needs = state.variant.target - state.totals[own] - max(marks, 0)
    others = state.variant.target - state.totals[1 - own] - max(-marks, 0)
    if needs <= 0 or others <= 0:
        return float(needs <= 0)
    hands = needs + others - 1
    return float(sum(comb(hands, heads) for heads in range(needs, hands + 1)) / 2**hands)


HELD: dict[tuple[str, str], tuple[Callable[..., str], int, set[str]]] = {
    ("tractor(match=deal)", "mc(worlds=12)"): (tractor, 30, {"bid", "leads", "close"}),
    ("gin", "mc(worlds=40)"): (gin, 120, {"hand", "knock"}),
    ("indian13", "expected"): (indian, 120, {"draw", "card"}),
    ("texas42(match=hand)", "mc(worlds=20)"): (likely, 24, {"call leads", "close"}),
    ("texas42(marks=3)", "mc(worlds=20)"): (likely, 24, {"call leads", "call close"}),
}
"""Whose hints are held at which game: what holds them, how many at least, and what is said."""


@pytest.mark.parametrize(("variant", "text"), HELD)
def test_a_hint_is_the_players_move_and_says_what_its_figures_show(
    variant: str, text: str, exhaustive: bool
) -> None:
    hold, count, said = HELD[variant, text]
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


@pytest.mark.parametrize(("variant", "text"), HELD)
def test_a_hint_is_the_same_wherever_the_seat_sees_the_same(variant: str, text: str) -> None:
    game = load(variant)
    host = advising(game, text)
    for state in islice(positions(game, 5), 20, 60, 13):
        other = state.resample(state.turn, 7, 1)
        assert host.advised(other) == host.advised(state)


def test_with_no_time_of_its_own_a_hint_is_that_of_its_number_of_worlds() -> None:
    game = load("texas42(match=hand)")
    state = next(positions(game, 2))
    assert advising(game, "mc(worlds=7)").hint(state) == advising(game, "mc(worlds=7)").hint(state)
    assert "over 28 likely deals" in advising(game, "mc(worlds=7)").hint(state)
