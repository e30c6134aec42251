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
from suitwise.rummy.indian.players.net import networks, worth_of_moves
from suitwise.rummy.indian.players.rule_based import expected_points, price_of_drop
from suitwise.texas42 import Domino
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.players.rule_based import Texas42Player, rule_reason
from suitwise.texas42.rules.auction import call_name
from suitwise.tractor.players.plays import LEVEL
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.players.rule_based import why as rule_of

INTERVAL = 1.96


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
    """Hold a sentence on a move: what it does by the rules, what it gains over theirs, and its lead.

    A bid is that of the rules, for their reason, which is held where their reasons are.
    """
    if len(state.moves()) == 1 or state.phase == "forced":
        return "forced"
    rules = TractorPlayer()
    if state.phase == "bid":
        assert (move, why) == rules.advice(state)
        return "bid"
    told = str(rule_of(state, move))
    assert why.startswith(told), why
    found = re.fullmatch(
        r"(?:; (?P<gain>[^()]+?))?(?: \((?:about (?P<lead>[0-9.]+) levels better than (?P<other>\S+)"
        r"|(?P<close>\S+) is about as good) in (?P<deals>\d+) deals tried\))?",
        why.removeprefix(told),
    )
    assert found is not None, why
    tried = player.evaluated(state)
    names = [str(one) for one in tried.options]
    rule = str(rules(state))
    if rule == str(move) or rule not in names:
        assert found["gain"] is None
    else:
        assert (found["gain"] or "") == gained(tried.race, names.index(rule), rule)
    beside = found["other"] or found["close"]
    if beside is None:
        return "alone"
    lead, error, deals = levels_ahead(tried.race, names.index(beside))
    assert int(found["deals"]) == deals
    assert (found["lead"] is None) == (lead <= error)
    assert found["lead"] is None or near(found["lead"], lead / LEVEL, 2)
    if found["gain"]:
        return "gains"
    return "close" if found["lead"] is None else "leads"


def levels_ahead(race: Any, other: int) -> tuple[float, float, int]:
    """Return the mean lead of the best move over another, half its interval, and the deals tried."""
    deals = int(race.used[other])
    counts, ahead = race.counts[:deals], (race.found[:, race.best] - race.found[:, other])[:deals]
    lead, spread = np.average(ahead, weights=counts), float(np.cov(ahead, fweights=counts, ddof=0))
    error = INTERVAL * sqrt((spread + 150**2) * (counts @ counts)) / counts.sum()
    return float(lead), error, int(counts.sum())


def gained(race: Any, other: int, name: str) -> str:
    """Return what is said of the deals in which the best move did better and worse than another."""
    lead, error, deals = levels_ahead(race, other)
    if lead <= error:
        return ""
    used = int(race.used[other])
    ahead = np.repeat((race.found[:, race.best] - race.found[:, other])[:used], race.counts[:used])
    better, worse = (ahead > 0).sum(), (ahead < 0).sum()
    if better > deals / 2:
        return f"better than {name} in most of the deals tried"
    if better > worse:
        return f"in the deals tried it did better than {name} more often than worse"
    return f"in the deals tried it gains more over {name} than it loses"


def gin(player: Any, state: Any, move: Any, why: str) -> str:
    """Hold a sentence on a knock: how often it wins or loses, and how much better or worse it is."""
    found = re.fullmatch(
        r"(?P<why>.+) \((?:about (?P<lead>[\d.]+) points better than (?P<other>knocking now|playing on)"
        r"|(?P<close>knocking now|playing on) is about as good) in (?P<deals>\d+) likely deals\)",
        why,
    )
    tried = player.evaluated(state)
    if found is None:
        assert tried is None
        return "hand"
    columns = tried.race.found.T.astype(float)
    knock, on = columns[0], max(columns[1:], key=lambda column: float(column.sum()))
    knocks = move.kind == "knock"
    assert (found["other"] or found["close"]) == ("playing on" if knocks else "knocking now")
    wins, loses = (knock > 0).mean(), (knock < 0).mean()
    if knocks:
        more = "playing on promises less than knocking now"
        said = "knocking now wins in most of the deals tried" if wins > 0.5 else more
    else:
        more = "playing on promises more than knocking now"
        said = (
            f"knocking now loses in {round(10 * loses)} of 10 deals tried" if loses >= 0.2 else more
        )
    assert found["why"] == said
    assert int(found["deals"]) == len(on)
    ahead = knock - on if knocks else on - knock
    error = INTERVAL * ahead.std() / sqrt(len(on))
    assert (found["close"] is not None) == (abs(ahead.mean()) <= error)
    assert found["lead"] is None or near(found["lead"], ahead.mean(), 1)
    return "knock" if found["close"] is None else "close"


def indian(player: Any, state: Any, move: Any, why: str) -> str:
    """Hold a sentence on a drop; of other moves it tells what the hand counts (``tests.rummy``)."""
    found = re.search(r"have lost (-?\d+) points on average; to drop costs (\d+)$", why)
    assert (found is not None) == (move.kind == "drop")
    if found is not None:
        assert int(found[1]) == -expected_points(state) > price_of_drop(state) == int(found[2])
    return move.kind if move.kind in ("drop", "card", "declare") else "draw"


def trained_indian(player: Any, state: Any, move: Any, why: str) -> str:
    """Hold a sentence on a drop: to play on is worth less to the networks than a drop costs."""
    found = re.fullmatch(
        r"to play on loses ([0-9.]+) points on average with a hand like this one; to drop costs (\d+)",
        why,
    )
    assert (found is not None) == (move.kind == "drop")
    if found is not None:
        worth = worth_of_moves(state, networks())
        on = max(worth[one] for one in worth if one.kind != "drop")
        assert found[1] == f"{-on:.1f}"
        assert -on >= price_of_drop(state) == int(found[2])
    return move.kind if move.kind in ("drop", "card", "declare") else "draw"


CALLED = re.compile(
    r"(?P<why>.+) \((?P<call>.+?): (?:the match is won about (?P<share>[0-9.]+) % more often than after "
    r"(?P<one>.+?)|about (?P<lead>[0-9.]+) marks better than (?P<another>.+?)"
    r"|(?P<close>.+?) is about as good) in (?P<deals>\d+) likely deals\)"
)
PLAYED = re.compile(
    r"(?P<why>.+) \((?P<aim>made|set) in (?P<share>\d+) % of (?:(?P<deals>\d+) likely deals"
    r"|all possible deals, the likely ones counting more), all hands seen; "
    r"(?P<other>[\w-]+): (?:(?P<second>\d+) %|(?P<close>about as good))\)"
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

    beside = found["one"] or found["another"] or found["close"]
    mine, other = first_of(found["call"]), first_of(beside)
    assert tried.options[mine][0] == tried.move.call != tried.options[other][0]
    assert means[mine] == pytest.approx(means.max())
    assert means[other] == pytest.approx(
        max(one for at, one in enumerate(means) if tried.options[at][0] != tried.move.call)
    )
    assert int(found["deals"]) == counts.sum()
    lead, error = lead_and_error(worth[:, mine] - worth[:, other], counts)
    assert (found["close"] is not None) == (lead <= error)
    assert (found["share"] is not None) == (in_match and found["close"] is None)
    if found["close"] is None:
        said, scale, places = (found["share"], 100, 1) if in_match else (found["lead"], 1, 2)
        assert near(said, scale * lead, places)
    rule = Texas42Player()(state)
    if tried.move == rule:
        assert found["why"] == str(rule_reason(state, rule))
        return "call close" if found["close"] else "call leads"
    usual = [at for at, (call, _) in enumerate(tried.options) if call == rule.call]
    if usual:
        over = max(usual, key=lambda at: means[at])
        lead, error = lead_and_error(worth[:, mine] - worth[:, over], counts)
        told = f"in the deals tried {call_name(tried.move.call)} "
        told += "pays more" if lead > error else "does as well"
        assert found["why"] == f"{rule_reason(state, rule)}; {told}"
    return "call close" if found["close"] else "call leads"


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
    aims_high = declares or state.turn % 2 == state.play.contract.side
    assert found["aim"] == ("made" if aims_high else "set")
    assert near(found["share"], 100 * means[mine], 0)
    assert found["close"] or near(found["second"], 100 * means[other], 0)
    assert means[other] == pytest.approx(max(np.delete(means, mine)))
    assert (found["deals"] is None) == tried.race.is_exact
    hold_reason(state, tried, names, found["why"], found["aim"])
    if tried.race.is_exact:
        assert found["close"] is None
        return "exact"
    assert int(found["deals"]) == figures.counts.sum()
    lead, error = lead_and_error(figures.found[:, mine] - figures.found[:, other], figures.counts)
    assert (found["close"] is not None) == (lead <= error)
    return "leads" if found["close"] is None else "close"


def hold_reason(state: Any, tried: Any, names: list[str], why: str, aim: str) -> None:
    """Hold the words before the figure: the rule for the move, or what it gains over the rules."""
    race = tried.race
    means = np.average(race.found, axis=0, weights=race.counts)
    if why == f"with this one the contract is {aim} most often":
        assert means[race.best] == pytest.approx(means.max())
        return
    rest = why.removeprefix(str(rule_reason(state, tried.move)))
    more = re.fullmatch(rf"(?:; )?the contract is {aim} more often than with ([\w-]+)", rest)
    if more is None:
        assert rest == "", why
        return
    rule = Texas42Player()(state)
    declares = state.phase == "declare"
    assert more[1] == str(declaration_name(rule.declaration) if declares else rule)
    other = names.index(more[1])
    lead, error = lead_and_error(race.found[:, race.best] - race.found[:, other], race.counts)
    assert lead > error


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
    ("indian13", "net"): (trained_indian, 120, {"draw", "card", "drop"}),
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
    assert "in 28 likely deals" in advising(game, "mc(worlds=7)").hint(state)
