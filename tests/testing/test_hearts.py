"""Hearts with a passing phase: the suite passes sound ones, and tells what is wrong with others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, ClassVar
from unittest.mock import patch

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise import catalogue
from suitwise.cards import Card
from suitwise.foundation.arrays.compiled import rule
from suitwise.game import OVER, Record
from suitwise.stepping.loop import Batch, Rules, drawn, opened
from suitwise.testing import CHECKS, Trial, fault_of, name_of
from suitwise.testing.batches import check_batch
from suitwise.testing.openspiel import check_openspiel
from suitwise.testing.values import Play, check_scores, hunted_plays
from tests.contract import hold
from tests.stepped import PlainSteps
from tests.testing import hearts
from tests.testing.hearts import COUNT, HOLDER, PASSED, RULES, Heart, Hearts

MUTANTS: list[tuple[type[Hearts], str, str]] = []


class Sound(Hearts):
    """Hearts; what is wrong with a mutant is in its class."""

    name = "sound_hearts"
    entry: ClassVar[dict[str, str]] = {
        "batch": "tests.testing.hearts:batch_of",
        "openspiel": "tests.testing.hearts:OPENSPIEL",
    }
    games: ClassVar[int] = 5
    """In how many games worlds are looked at."""
    sample: ClassVar[tuple[int, int]] = 2, 0
    """The same where not all of it is asked for, and the seed of these games."""


def fails(
    check: str, fault: str, games: int = Sound.games, sample: tuple[int, int] = Sound.sample
) -> Callable[[type], type]:
    """Note a mutant, a kind of state or of game, with the check that it fails and what that says.

    What is looked for at random in sampled worlds may take many games. All of it begins with seed 0; by
    default a mutant is looked at in the games of a seed with which it is found in one or two of them.
    """

    def noted(broken: type) -> type:
        scope: dict[str, Any] = {"name": broken.__name__.lower(), "games": games, "sample": sample}
        if issubclass(broken, Heart):
            scope |= {"kind": broken, "entry": {}}
        base = broken if issubclass(broken, Hearts) else Sound
        MUTANTS.append((type(broken.__name__, (base,), scope), check, fault))
        return broken

    return noted


def batched(name: str) -> dict[str, str]:
    return {"batch": f"{__name__}:{name}"}


# --- Compiled rules -------------------------------------------------------------------------------


def with_rules(**other: Any) -> Callable[[Hearts], Batch]:
    rules = Rules(**{**RULES._asdict(), **other})
    return lambda game: hearts.batch_of(game, rules)


@rule
def never_broken(record: Any, options: Any, action: int) -> bool:
    is_lead = record[PASSED + 3] > 0 and record[COUNT] % 4 == 0
    if is_lead and action // 13 == 1:
        for card in range(52):
            if card // 13 != 1 and record[HOLDER + card] == hearts.turn(record, options) + 1:
                return False
    return hearts.is_legal(record, options, action)


@rule
def allow_unbroken(record: Any, options: Any, allowed: Any) -> None:
    for action in range(52):
        if never_broken(record, options, action):
            allowed[action] = 1


in_unbroken = with_rules(is_legal=never_broken, allow=allow_unbroken)


@fails("batch", "compiled rules allow besides: nothing; not: H")
class NeverBreaksHearts(Sound):
    entry = batched("in_unbroken")


in_two_minds = with_rules(is_legal=never_broken)


@fails("batch", "that it is legal: False")
class MasksMoreThanIsLegal(Sound):
    entry = batched("in_two_minds")


@rule
def deal_on_top(record: Any, options: Any, seed: int, number: int) -> None:
    stream = opened(seed, 2 * number)
    for left in range(4 * options[1], 0, -1):
        place, stream = drawn(left, stream)
        for card in range(52):
            if card % 13 < options[1] and record[HOLDER + card] == 0:
                if place == 0:
                    record[HOLDER + card] = 1 + left % 4
                place -= 1


on_top = with_rules(deal=deal_on_top)


@fails("batch", "of its record as another game has left it")
class DealsOnTop(Sound):
    entry = batched("on_top")


@rule
def deal_for_ever(record: Any, options: Any, seed: int, number: int) -> None:
    while record[COUNT] != -1:
        record[COUNT] += 1


for_ever = with_rules(deal=deal_for_ever)


@fails("batch", "raises LoopError: it has looked at its record 1000000 times")
class DealsForEver(Sound):
    entry = batched("for_ever")


@rule
def no_moon(record: Any, options: Any, seat: int) -> float:
    if record[COUNT] < 4 * options[1]:
        return 0.0
    return -1.0 * hearts.taken(record, options, seat)


without_moon = with_rules(outcome=no_moon)


@fails("batch", "give seat 0 -")
class ForgetsTheMoonInArrays(Sound):
    entry = batched("without_moon")


@rule
def act_without_passing(record: Any, options: Any, action: int) -> None:
    seat = hearts.turn(record, options)
    if record[PASSED + 3] == 0:
        record[PASSED + seat] = action + 1
    else:
        hearts.act(record, options, action)


without_passing = with_rules(act=act_without_passing)


@fails("batch", "compiled rules allow besides: nothing; not: ")
class KeepsWhatIsPassed(Sound):
    entry = batched("without_passing")


@rule
def observe_no_turn(record: Any, options: Any, seat: int, seen: Any) -> None:
    hearts.observe(record, options, seat, seen)
    if record[COUNT] > 0:
        seen[364] = 0


without_turn = with_rules(observe=observe_no_turn)


@fails("batch", "0 at number 0 of turn, not 1")
class HidesWhoseTurnItIs(Sound):
    entry = batched("without_turn")


@rule
def any_card(record: Any, options: Any, policy: int) -> None:
    for card in range(52):
        if record[HOLDER + card] == hearts.turn(record, options) + 1:
            hearts.act(record, options, card)
            return


at_will = with_rules(play_other=any_card)


@fails("batch", "the policy random of the compiled rules makes no legal move")
class LetsOthersRevoke(Sound):
    entry = batched("at_will")


def test_games_in_arrays_that_hunt_for_rare_ends_are_compared_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = next(kind for kind, *_ in MUTANTS if kind.__name__ == "ForgetsTheMoonInArrays")
    assert fault(kind, "batch") != "nothing"
    monkeypatch.setattr("suitwise.testing.batches._Game.play", lambda game: None)
    told = fault_of(check_batch, Trial(kind(ranks=6), 8))
    assert "compiled rules give seat " in str(told)


# --- Scores ---------------------------------------------------------------------------------------


def scored(record: Record) -> list[float]:
    """Return what the seats get by the rule book, of a record's moves alone."""
    ranks = len(record.moves) // 8  # dealt and played, and four that are passed
    suits, order = "SHDC", "23456789TJQKA"
    plays, leader, points = record.moves[4 * ranks + 4 :], 0, [0] * 4
    for first in range(0, len(plays), 4):
        trick = plays[first : first + 4]
        follows = [at for at in range(4) if trick[at][0] == trick[0][0]]
        leader = (leader + max(follows, key=lambda at: order.index(trick[at][1]))) % 4
        points[leader] += sum(card[0] == suits[1] for card in trick)
        points[leader] += ranks * (f"S{order[ranks - 1]}" in trick)
    if 2 * ranks in points:
        return [0.0 if one else -2.0 * ranks for one in points]
    return [-float(one) for one in points]


class PaysTheMoonAsPoints(Heart):
    """Who takes all points gets them, and the others nothing."""

    def returns(self) -> tuple[float, ...]:
        return tuple(-float(points) for points in self.taken())


class PaysTheSlamAsPoints(Heart):
    """Who takes all tricks gets its points, and the others nothing."""

    def returns(self) -> tuple[float, ...]:
        if self.turn == OVER and len({*wins(self)}) == 1:
            return tuple(-float(points) for points in self.taken())
        return super().returns()


class PaysTheSlamTwice(Heart):
    def returns(self) -> tuple[float, ...]:
        twice = 2 if self.turn == OVER and len({*wins(self)}) == 1 else 1
        return tuple(twice * points for points in super().returns())


def told_of_scores(
    kind: type[Heart], ranks: int, games: int, slow: bool, seed: int = 0
) -> tuple[str, int]:
    """Return what the check of scores says of hearts with a kind of state, and after how many games."""
    game = type(kind.__name__, (Sound,), {"name": kind.__name__.lower(), "kind": kind})(ranks)
    catalogue.register(catalogue.Entry(game.name, type(game)))
    ruled = 0

    def slow_returns(record: Record) -> list[float]:
        nonlocal ruled
        ruled += 1
        return scored(record)

    trial = Trial(game, games, seed, slow_returns=slow_returns if slow else None)
    return fault_of(check_scores, trial) or "nothing", ruled


@pytest.mark.parametrize("ranks", [3, 6])
def test_sound_hearts_are_scored_as_the_rule_book_says(ranks: int) -> None:
    assert told_of_scores(Heart, ranks, 5, slow=True) == ("nothing", 45)


@pytest.mark.parametrize(
    ("kind", "slow", "told", "at"),
    [
        (
            PaysTheMoonAsPoints,
            True,
            "returns -0 -0 -16 -0, the slow definition gives -16 -16 0",
            14,
        ),
        (
            PaysTheSlamAsPoints,
            True,
            "returns -0 -0 -16 -0, the slow definition gives -16 -16 0",
            21,
        ),
        (PaysTheSlamTwice, False, "returns -32.0, outside -16..0", 0),
    ],
)
def test_a_score_that_is_wrong_in_a_rare_end_is_found(
    kind: type[Heart], slow: bool, told: str, at: int
) -> None:
    found, ruled = told_of_scores(kind, 8, 20, slow)
    assert told in found
    assert ruled == at


def slams(plays: Iterator[Play]) -> int:
    """Count the games in which one seat takes all tricks."""
    return sum(len({*wins(states[-1])}) == 1 for states, _ in plays)


def wins(end: Any) -> Iterator[int]:
    """Yield the seat that has won each trick."""
    for at in range(0, len(end.plays), 4):
        yield end.players()[end._winner(at)]


def test_a_hunt_comes_to_rare_ends_that_as_many_random_games_do_not() -> None:
    trials = [Trial(Hearts(ranks=8), 48, seed) for seed in (0, 2, 3)]
    assert [slams(trial.plays()) for trial in trials] == [0, 0, 0]
    assert min(slams(hunted_plays(trial, 48)) for trial in trials) > 0


def test_returns_that_sum_to_zero_but_in_a_rare_end_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trial = Trial(Sound(ranks=8), 4, seed=0)

    def returns(state: Heart) -> tuple[float, ...]:
        return (-1.0,) * 4 if state.turn == OVER and slams(iter([([state], [])])) else (0.0,) * 4

    catalogue.register(catalogue.Entry(Sound.name, Sound, **Sound.entry))  # type: ignore[arg-type]
    monkeypatch.setattr(Heart, "returns", returns)
    monkeypatch.setattr(hearts, "OPENSPIEL", replace(hearts.OPENSPIEL, is_zero_sum=True))
    told = fault_of(check_openspiel, trial)
    monkeypatch.undo()
    assert "sum to -4, but the entry for OpenSpiel has no is_zero_sum=False" in str(told)


# --- At OpenSpiel ---------------------------------------------------------------------------------


def at_openspiel(name: str) -> dict[str, str]:
    return {"openspiel": f"{__name__}:{name}"}


forgets_the_pass = hearts.entry_of("forgetsthepass", lambda game: game.ranks)


@fails("openspiel", "has had 5 turns in '")
class ForgetsThePass(Sound):
    entry = at_openspiel("forgets_the_pass")


sums_to_zero = replace(hearts.entry_of("sumstozero", lambda _: None), is_zero_sum=True)


@fails("openspiel", "sum to -24, but the entry for OpenSpiel has no is_zero_sum=False")
class SumsToZero(Sound):
    entry = at_openspiel("sums_to_zero")


for_two = replace(hearts.entry_of("fortwo", lambda _: None), seats=(2, 2))


@fails("openspiel", "the entry for OpenSpiel declares 2 to 2 seats, the game has 4")
class ForTwo(Sound):
    entry = at_openspiel("for_two")


few_outcomes = replace(hearts.entry_of("drawsofathird", lambda _: None), outcomes=lambda _: 15)


@fails("openspiel", "chance has 16 outcomes in '- | - | -', the entry for OpenSpiel declares 15 at")
class DrawsOfAThird(Sound):
    entry = at_openspiel("few_outcomes")


@fails("openspiel", "the entry for OpenSpiel is of 'sound_hearts', not of 'goesbyanother'")
class GoesByAnother(Sound):
    entry = Sound.entry


class SeesNoOrder(Heart):
    """A view that tells the order of play, and an array that tells who played what alone."""

    def observe(self, seat: int) -> NDArray[np.float32]:
        return np.minimum(super().observe(seat), 1)


no_order = hearts.entry_of("observesnoorder", lambda game: game.ranks + 1)


@fails("openspiel", "one information-state tensor of seat 0 has two strings, 'p0 ")
class ObservesNoOrder(Sound):
    kind = SeesNoOrder
    entry = at_openspiel("no_order")


# --- Worlds ---------------------------------------------------------------------------------------


@fails("inference", "samples worlds where number", games=20, sample=(1, 16))
class ForgetsWhoHasOnlyHearts(Heart):
    """A suit is known to be out where it was not followed, but not where hearts were led too early."""

    def is_possible(self) -> bool:
        state = replace(self, plays=())
        for at, card in enumerate(self.plays):
            follows = at % 4 == 0 or card in state.legal()
            if not follows or card not in state.hands()[state.turn]:
                return False
            state = state.followed_by(Card(card))
        return True


@fails("inference", "samples worlds where number")
class ForgetsWhoDidNotFollow(Heart):
    def is_possible(self) -> bool:
        return True


@fails("inference", "samples worlds where number")
class TakesTheLowestForPassed(Heart):
    """Worlds are possible, but in each of them the others passed their lowest cards."""

    def unpassed(self, seat: int, world: list[list[int]], seed: int, stream: int) -> Any:
        with patch.object(hearts, "shuffle", lambda cards, seed, stream: cards.sort()):
            return super().unpassed(seat, world, seed, stream)


@fails("inference", "samples worlds where number", games=20, sample=(2, 44))
class DealsHighCardsToTheRight(Heart):
    def redealt(self, seat: int, seed: int, stream: int) -> Any:
        world = super().redealt(seat, seed, stream)
        other = super().redealt(seat, seed + 7, stream)
        if not self.passed:
            return world
        return max(world, other, key=lambda one: max(one.hands()[seat - 1], default=0))


@fails("inference", "in worlds sampled from fresh deals number")
class DealsHighCardsToTheLeft(Heart):
    def redealt(self, seat: int, seed: int, stream: int) -> Any:
        worlds = [
            super(DealsHighCardsToTheLeft, self).redealt(seat, seed + at, stream) for at in range(8)
        ]
        return max(worlds, key=lambda one: sum(one.hands()[(seat + 1) % 4]))


# --- What is held ---------------------------------------------------------------------------------


def fault(kind: type[Hearts], check: str, exhaustive: bool = False) -> str:
    """Return what a check says of a mutant."""
    entry = catalogue.Entry(kind.name, kind, **kind.entry)  # type: ignore[attr-defined]
    catalogue.register(entry)
    one = next(one for one in CHECKS if name_of(one) == check)
    games, seed = 20, 0
    if check == "inference":
        games, seed = (kind.games, 0) if exhaustive else kind.sample  # type: ignore[attr-defined]
    return fault_of(one, Trial(kind(), games, seed)) or "nothing"


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", [*map(name_of, CHECKS)])
def test_sound_hearts_keep_the_contract(check: str, exhaustive: bool) -> None:
    one = next(one for one in CHECKS if name_of(one) == check)
    catalogue.register(catalogue.Entry(Sound.name, Sound, **Sound.entry))  # type: ignore[arg-type]
    # Eight games are enough to find all mutants but for those of worlds, which are compared in fewer.
    games, seed = (20, 0) if exhaustive else Sound.sample if check == "inference" else (8, 0)
    hold(one, Trial(Sound(), games, seed), exhaustive)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("kind", "check", "told"), MUTANTS)
def test_a_fault_is_told(kind: type[Hearts], check: str, told: str, exhaustive: bool) -> None:
    assert told in fault(kind, check, exhaustive)


def test_a_deal_that_leaves_its_record_as_it_was_is_dealt_over_zeros() -> None:
    steps = PlainSteps(on_top(Sound(ranks=3)), 2, seed=3, others="self", autoreset="same")
    for _ in range(40):
        steps.step(steps.sample())
    assert (steps.numbers > 2).all()
    held = [
        np.count_nonzero(record[HOLDER : HOLDER + 52]) + record[COUNT] for record in steps.records
    ]
    assert held == [12, 12]
