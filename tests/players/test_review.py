"""The review of recorded games: sentences say what the figures say, and costs are not luck's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest

from suitwise import rummy, tractor
from suitwise.catalogue import entries
from suitwise.errors import SuitwiseError
from suitwise.game import Record, load, play
from suitwise.players.named import named
from suitwise.players.review import (
    LEVELS,
    Decision,
    Hindsight,
    Measure,
    PacedJudge,
    Review,
    SeatTotal,
    Verdict,
    choices_of,
    costliest,
    judged,
    review_of,
    totals,
)
from suitwise.players.review_text import draw_review, review_text, said_of, sentence, total_said
from suitwise.rummy.gin.players.judge import GinJudge, PartnersJudge
from suitwise.rummy.indian.players.judge import IndianJudge
from suitwise.tractor.review import TractorJudge

IN_POINTS, IN_LEVELS = Measure("points", 1), Measure("levels", 2)


@cache
def record_of(variant: str, seed: int = 3, player: str = "rules") -> Record:
    game = load(variant)
    return play(game.start(), named(player, game).seated(1, 0), seed=seed)


JUDGES: dict[str, Any] = {
    "gin": GinJudge(20, 3),
    "gin_partners": PartnersJudge.of(record_of("gin_partners"), 20, 3),
    "indian13": IndianJudge(2, 3),
    "tractor(match=deal)": TractorJudge(8, 3),
}
BETTER = re.compile(
    r"; (?P<better>\w.*) is worth (?P<cost>[\d.]+) ± (?P<margin>[\d.]+) (?P<unit>\w+) more over "
    r"(?P<worlds>\d+) deals(?: \((?P<best>\d+) % of them won, not (?P<made>\d+) %\))?(?:; why: .+)?$"
)


@cache
def some_decisions(variant: str) -> tuple[Decision, ...]:
    """Return a few hundred decisions of gin, and some of Tractor and Indian rummy."""
    if variant == "gin":
        records = [record_of("gin", seed, "random" if seed % 2 else "rules") for seed in range(8)]
        return tuple(one for record in records for one in rummy.review(record, 20))
    if variant == "gin_partners":
        return tuple(rummy.review(record_of(variant), 20))
    if variant == "indian13":
        return tuple(islice(rummy.review(record_of(variant), 2, seat=0), 8))
    return tuple(islice(tractor.review(record_of(variant, player="random"), 8), 40))


def cases() -> Iterator[tuple[Decision, Measure]]:
    for variant in JUDGES:
        measure = IN_LEVELS if variant.startswith("tractor") else IN_POINTS
        yield from ((one, measure) for one in some_decisions(variant))


def test_sentences_say_what_the_figures_say() -> None:
    mistakes = 0
    for one, measure in cases():
        assert one.verdict is not None
        verdict, told = one.verdict, sentence(one, measure)
        assert told.startswith(f"{one.place}: seat {one.seat} {verdict.did}; ")
        found = BETTER.search(told)
        assert (found is not None) == one.is_mistake == (verdict.cost > 1.96 * verdict.error)
        if found is None:
            assert told.endswith(
                "; nothing is shown to be better over " + f"{verdict.worlds} deals"
            )
            continue
        mistakes += 1
        assert one.move != verdict.best
        assert found["better"] == verdict.better
        assert float(found["cost"]) == pytest.approx(verdict.cost, abs=0.51 * 10**-measure.digits)
        assert float(found["margin"]) == pytest.approx(
            1.96 * verdict.error, abs=0.51 * 10**-measure.digits
        )
        assert (found["unit"], int(found["worlds"])) == (measure.unit, verdict.worlds)
        if found["best"] is not None:
            assert verdict.chance is not None
            assert verdict.best_chance is not None
            assert abs(int(found["made"]) - 100 * verdict.chance) <= 0.51
            assert abs(int(found["best"]) - 100 * verdict.best_chance) <= 0.51
    assert mistakes > 20


def test_what_was_best_costs_nothing() -> None:
    best = [one for one, _ in cases() if one.verdict and one.verdict.best == one.move]
    assert len(best) > 50
    for one in best:
        assert one.verdict is not None
        assert (one.verdict.cost, one.verdict.error) == (0, 0)
        assert one.verdict.chance == one.verdict.best_chance


@pytest.mark.parametrize("variant", JUDGES)
def test_every_decision_with_a_choice_is_judged_and_no_other(variant: str) -> None:
    record = record_of(variant)
    asked = [
        (ply, state.turn, text)
        for ply, (state, text) in enumerate(
            zip(record.states(), record.moves, strict=False), start=1
        )
        if state.turn >= 0 and len(state.moves()) > 1
    ]

    class Nodding:
        def place(self, state: object, made: Sequence[str]) -> str:
            return ""

        def verdict(self, state: object, move: object) -> Any:
            return "seen"

    found = [(one.ply, one.seat, one.move) for one in judged(record, Nodding())]
    assert found == asked
    alone = [one.ply for one in judged(record, Nodding(), seat=1)]
    assert alone == [ply for ply, seat, _ in asked if seat == 1]


@pytest.mark.parametrize("variant", JUDGES)
def test_nobody_is_judged_by_what_it_did_not_see(variant: str) -> None:
    record, judge = record_of(variant), JUDGES[variant]
    asked = [
        (state, text)
        for state, text in zip(record.states(), record.moves, strict=False)
        if state.turn >= 0 and len(state.moves()) > 1
    ]
    for number, (state, text) in enumerate(asked[:: max(1, len(asked) // 6)]):
        world = state.resample(state.turn, 11, number)
        move = state.parse_move(text)
        assert judge.verdict(state, move) == judge.verdict(world, move)


@pytest.mark.parametrize("variant", JUDGES)
def test_the_same_seed_gives_the_same_figures(variant: str) -> None:
    record = record_of(variant)
    reviewed: Any = tractor.review if variant.startswith("tractor") else rummy.review

    def first(seed: int) -> list[Decision]:
        found = reviewed(record, 3 if variant == "indian13" else 6, seed)
        return list(islice(found, 2 if variant == "indian13" else 4))

    assert first(1) == first(1) != first(2)


def test_the_costliest_are_mistakes_and_the_totals_add_up() -> None:
    decisions = some_decisions("gin")
    costs = [one.verdict.cost for one in decisions if one.is_mistake and one.verdict]
    dearest = [one.verdict.cost for one in costliest(decisions, 5) if one.verdict]
    assert dearest == sorted(costs, reverse=True)[:5]
    for total in totals(decisions):
        own = [one.verdict for one in decisions if one.seat == total.seat and one.verdict]
        assert total.decisions == len(own)
        assert total.cost == pytest.approx(sum(one.cost for one in own))
        assert total.mistakes == sum(one.is_mistake for one in own)


def test_a_record_that_breaks_off_is_reviewed_as_far_as_it_goes() -> None:
    record = record_of("gin")
    cut = Record(record.game, record.start, record.moves[:30], (0.0, 0.0))
    whole = [one for one in rummy.review(record, 5) if one.ply <= 30]
    assert list(rummy.review(cut, 5)) == whole


def test_deals_are_numbered_in_a_match() -> None:
    decisions = list(rummy.review(record_of("gin(to=30)", seed=5), 2))
    assert decisions[-1].deal > 1
    assert f"\ndeal {decisions[-1].deal} " in review_text(decisions, IN_POINTS)
    assert sentence(decisions[-1], IN_POINTS).startswith(f"deal {decisions[-1].deal}, ")


def test_figures_are_printed_without_the_dust_of_adding_them_up() -> None:
    verdict = Verdict("HA", "leads HK", "leading HA", 9, 2, -0.999999999999999, 1e-17, 0.0)
    told = Decision(31, 1, "trick 3", 2, "HK", verdict).as_json()
    assert (told["worth"], told["cost"], told["mistake"]) == (-1.0, 0.0, False)
    assert SeatTotal(0, 3, 0, 0.1 + 0.2, 0.0).as_json()["cost"] == 0.3
    assert IN_LEVELS.signed(-0.001) == "+0.00"


def test_where_no_deal_agrees_with_the_plays_the_review_says_so() -> None:
    class Baffled:
        def place(self, state: object, made: Sequence[str]) -> str:
            return "turn 1"

        def verdict(self, state: object, move: object) -> Any:
            raise SuitwiseError("none of 9 deals agrees")

    (one, *_) = judged(record_of("gin"), Baffled())
    assert (
        sentence(one, IN_POINTS)
        == f"turn 1: seat 0 moves {one.move}; not judged: none of 9 deals agrees"
    )
    assert one.as_json()["note"] == "none of 9 deals agrees"
    assert "not judged" in review_text([one], IN_POINTS)
    assert totals([one])[0].decisions == 0


def test_the_picture_is_the_same_each_time_and_holds_the_review(tmp_path: Any) -> None:
    decisions = some_decisions("tractor(match=deal)")
    drawn = []
    for name in ("one.svg", "other.svg"):
        draw_review(decisions, tmp_path / name, IN_LEVELS, "A deal")
        drawn.append((tmp_path / name).read_text("utf-8"))
    assert drawn[0] == drawn[1]
    ElementTree.fromstring(drawn[0])
    assert "The costliest of" in drawn[0]
    for seat in range(4):
        assert f"seat {seat}" in drawn[0]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"worlds": 1}, "worlds: a whole number from 2 to 10000, not 1"),
        ({"seat": 2}, "a seat: a whole number from 0 to 1, not 2"),
        ({"seed": 2**64}, "a seed has 64 bits"),
    ],
)
def test_numbers_out_of_range_are_refused_at_once(asked: dict[str, int], told: str) -> None:
    with pytest.raises(SuitwiseError, match=re.escape(told)):
        rummy.review(record_of("gin"), **asked)


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(SuitwiseError, match=r"not of gin, Indian rummy, rami or Rummikub"):
        rummy.review(record_of("tractor(match=deal)"))
    with pytest.raises(SuitwiseError, match=r"the record is of gin.*, not of Tractor"):
        tractor.review(record_of("gin"))


# --- A review that has a time ---------------------------------------------------------------------


class Clock:
    """A clock that stands still but for the judge."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def judge_of(clock: Clock, deal_s: float, first_s: float = 0.0) -> Callable[[int], Any]:
    """Return a kind of judge that takes so long for a deal, and longer the first time."""
    waits = iter([first_s])

    class Judge:
        def __init__(self, worlds: int) -> None:
            self.worlds = worlds

        def place(self, state: Any, made: Any) -> str:
            return "here"

        def verdict(self, state: Any, move: Any) -> Verdict:
            clock.now += deal_s * self.worlds + next(waits, 0.0)
            return Verdict("a", "a", "a", self.worlds, 2, 0.0)

    return Judge


def counts(deal_s: float, seconds: float, decisions: int = 30, first_s: float = 0.0) -> list[int]:
    clock = Clock()
    made = judge_of(clock, deal_s, first_s)
    judge = PacedJudge(made, decisions, seconds, 6, 40, clock)
    found = [judge.verdict(None, None) for _ in range(decisions)]
    return [one.worlds for one in found if one is not None]


@pytest.mark.parametrize("first_s", [0.0, 60.0])
def test_decisions_have_as_many_deals_as_there_is_time_for_whatever_the_first_had_to_compile(
    first_s: float,
) -> None:
    found = counts(0.03, 20.0, first_s=first_s)
    assert found[:2] == [6, 6]
    assert 0.03 * sum(found[1:]) == pytest.approx(20.0, abs=1.5)
    assert min(found[2:]) >= 20


def test_no_decision_has_more_deals_than_the_most_nor_fewer_than_the_least() -> None:
    assert counts(0.001, 20.0)[2:] == [40] * 28
    assert counts(1.0, 20.0) == [6] * 30
    assert counts(0.0, 20.0)[2:] == [40] * 28, "a clock that does not go on in so short a time"


def test_indian_rummy_in_time_is_judged_in_the_deals_that_a_review_of_so_many_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("indian13")
    record = play(game.start(), named("rules", game).seated(1, 0), seed=3)
    reviewing = import_module("suitwise.rummy.review")
    monkeypatch.setattr(reviewing, "INDIAN_WORLDS", 3)
    paced = [*islice(reviewing.INDIAN.decisions(record, 2, 0, seat=0, seconds=60.0), 3)]
    assert [one.verdict and one.verdict.worlds for one in paced] == [2, 2, 3]
    assert paced[:2] == [*islice(rummy.review(record, 2, seat=0), 2)]
    assert paced[2] == next(islice(rummy.review(record, 3, seat=0), 2, 3))
    assert choices_of(record) > choices_of(record, 0) >= 3


# --- A review in phrases says what the figures say ------------------------------------------------


MEASURE = Measure(LEVELS, 2)


def verdict(cost: float, error: float, **more: object) -> Verdict:
    return Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, cost, error, **more)  # type: ignore[arg-type]


def decision(found: Verdict | None, **more: object) -> Decision:
    return Decision(31, 1, "trick 3", 2, "HK", found, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("cost", "error"), [(0.4, 0.1), (1.257, 0.031), (0.05, 0.02)])
def test_a_cost_stands_within_its_interval(cost: float, error: float) -> None:
    told = said_of(decision(verdict(cost, error)), MEASURE)
    assert told.better == "leading HA"
    assert told.cost == f"−{cost:.2f} levels"
    assert told.short == f"−{cost:.2f} ± {1.96 * error:.2f} levels"
    found = re.fullmatch(r"95 % interval: −(\S+) to −(\S+) levels, over 100 deals", str(told.sure))
    assert found is not None
    assert float(found[1]) == pytest.approx(cost - 1.96 * error, abs=0.006)
    assert float(found[2]) == pytest.approx(cost + 1.96 * error, abs=0.006)


def test_what_may_be_luck_is_not_called_a_cost() -> None:
    told = said_of(decision(verdict(0.4, 0.3, chance=0.25, best_chance=0.5)), MEASURE)
    assert (told.better, told.cost) == (None, "nothing is shown to be better")
    assert told.won == "25 % of the deals are won"


def test_a_cost_is_told_in_plain_words_by_deals_won_where_they_differ() -> None:
    told = said_of(decision(verdict(0.4, 0.1, chance=0.25, best_chance=0.5)), MEASURE)
    assert told.plain == "that wins 50 of 100 deals like this one, the move made 25"
    told = said_of(decision(verdict(0.4, 0.1, chance=0.5, best_chance=0.5)), MEASURE)
    assert told.plain == "that brings about 0.40 levels more in deals like this one"
    assert said_of(decision(verdict(0.4, 0.3)), MEASURE).plain is None
    outcome = Measure("deals", 0, is_outcome=True)
    assert said_of(decision(verdict(1.0, 0.0, is_exact=True)), outcome).plain is None


def test_what_is_exact_has_no_interval() -> None:
    told = said_of(decision(verdict(0.4, 0.0, is_exact=True)), MEASURE)
    assert told.short == told.cost == "−0.40 levels"
    assert str(told.sure).startswith("exact: over all 100 deals")
    outcome = Measure("deals", 0, is_outcome=True)
    told = said_of(decision(verdict(1.0, 0.0, is_exact=True)), outcome)
    assert (told.cost, told.sure, told.won) == (
        "turned a won deal into a lost one",
        "exact: by the solver",
        None,
    )


def test_hindsight_is_told_beside_what_was_known() -> None:
    seen = Hindsight(10, "points", ("6-6", "5-5", "4-4", "3-3"), is_turning_point=True)
    told = said_of(decision(verdict(0.4, 0.1), hindsight=seen), MEASURE)
    assert told.hindsight == (
        "with all hands seen: −10 points (exact), and it gave the contract away; best was 6-6 5-5 4-4"
    )
    fine = Hindsight(0, "points", ("HK",))
    told = said_of(decision(verdict(0.4, 0.1), hindsight=fine), MEASURE)
    assert told.hindsight == "with all hands seen it cost nothing (exact)"


def test_what_could_not_be_judged_says_why() -> None:
    told = said_of(decision(None, note="no such deal"), MEASURE)
    assert (told.did, told.cost) == ("seat 2: HK", "not judged: no such deal")


def test_a_later_deal_is_named() -> None:
    told = said_of(Decision(99, 2, "trick 3", 2, "HK", verdict(0.4, 0.1)), MEASURE)
    assert told.place == "deal 2, trick 3"


def test_a_total_below_nothing_is_a_gain() -> None:
    assert str(total_said(SeatTotal(0, 5, 0, -0.31, 0.5), MEASURE)).endswith("about −0.31 levels")


def test_every_game_of_the_catalogue_that_names_a_review_has_one() -> None:
    named = [entry.name for entry in entries() if entry.review]
    assert {"gin", "gin_partners", "indian13", "stacks", "texas42", "tractor"} <= set(named)
    assert all(isinstance(review_of(name), Review) for name in named)
