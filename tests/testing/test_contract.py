"""The contract suite passes good games, and fails bad ones at the check of the promise they break."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest

from suitwise import catalogue
from suitwise.errors import NotationError
from suitwise.game import Game, Record
from suitwise.testing import (
    CHECKS,
    ContractBroken,
    Kuhn,
    Trial,
    check_game,
    fault_of,
    left_out,
    name_of,
)
from suitwise.testing.facts import check_worlds
from suitwise.testing.information import check_all_observed, check_information, check_told
from suitwise.testing.moves import check_legal_moves
from suitwise.testing.openspiel import check_openspiel
from suitwise.testing.values import check_records
from tests.contract import hold
from tests.fresh import fresh_python
from tests.testing.broken import facts, information, moves, parts
from tests.testing.broken.case import Case, Variant
from tests.testing.broken.information import ShowsAll, Tells
from tests.testing.deals import Deals, Dealt
from tests.wheel import Wheel

CASES: list[Case] = [case for module in (facts, moves, information, parts) for case in module.CASES]
"""One broken game after another."""
FAR = {"faces", "given", "inference", "scores"}
"""The checks that look at a game all over: what others find may break them, too."""
AT_HEARTS = {"batch", "inference", "scores"}
"""The checks whose broken games are in ``test_hearts``: they need compiled rules, passing, rare ends."""


def name(case: Case) -> str:
    return case.game.name


def case_of(game: str) -> Case:
    return next(case for case in CASES if name(case) == game)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the games of these tests known, for as long as a test runs."""
    kinds: list[type[Game[Any]]] = [Wheel, Variant, Deals]
    entries = {kind.name: catalogue.Entry(kind.name, kind) for kind in kinds}
    entries["heap"] = catalogue.Entry("heap", parts.Heap, openspiel=f"{parts.__name__}:HEAP")
    entries |= {
        name(case): catalogue.Entry(name(case), type(case.game), **case.entry) for case in CASES
    }
    monkeypatch.setattr(catalogue, "_known", entries | catalogue._known)


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize(
    "game",
    [Kuhn(), Variant(), parts.Heap(), Wheel(), Wheel(sectors=1), Wheel(7, True, "pie")],
    ids=str,
)
def test_a_sound_game_passes_every_check(
    game: Game[Any], check: Callable[[Trial], None], exhaustive: bool
) -> None:
    # Thirty games; by default eight where each takes long: a wheel may turn for hundreds of moves, and
    # worlds are sampled by the hundred.
    takes_long = isinstance(game, Wheel) or name_of(check) == "inference"
    games = 8 if takes_long and not exhaustive else 30
    fault = fault_of(partial(hold, check, exhaustive=exhaustive), Trial(game, games, seed=5))
    turns_for_ever = isinstance(game, Wheel) and name_of(check) == "end"
    assert (fault or "").endswith("some rule has to end every game" if turns_for_ever else "")
    assert (fault is not None) == turns_for_ever


def test_a_game_may_say_itself_what_all_is_and_tell_of_moves() -> None:
    assert fault_of(check_all_observed, Trial(ShowsAll())) is None
    assert fault_of(check_told, Trial(Tells())) is None


def test_kuhn_has_the_moves_of_its_slow_definition() -> None:
    check_legal_moves(Trial(Kuhn(), slow_moves=moves.kuhn_moves))  # the other checks are held above


def trial_of(case: Case, check: Callable[[Trial], None], exhaustive: bool) -> Trial:
    """Return a trial of 20 games for the check of the promise that is broken, of 5 for others."""
    games = 20 if exhaustive or name_of(check) == case.check else 5
    return Trial(case.game, games, slow_moves=case.slow_moves)


@pytest.mark.exhaustive
@pytest.mark.parametrize("case", CASES, ids=name)
def test_a_broken_game_fails_the_check_of_its_promise(case: Case, exhaustive: bool) -> None:
    # Worlds are sampled by the hundred: by default only where they are to be found false.
    wanted = {case.check, *case.also}
    left_out = FAR if exhaustive else FAR | {"worlds"}
    faults = {
        name_of(check): fault_of(check, trial_of(case, check, exhaustive))
        for check in CHECKS
        if name_of(check) in wanted or name_of(check) not in left_out
    }
    told = faults[case.check] or "nothing"
    assert case.fault in told
    assert told.startswith(f"{case.game}: ")
    assert {check for check, fault in faults.items() if fault} == wanted


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_every_check_fails_some_game_that_passes_all_others(check: Callable[[Trial], None]) -> None:
    elsewhere = name_of(check) in {*AT_HEARTS, "words"}  # words: tests/examples/hearts
    assert elsewhere or any(case.check == name_of(check) and not case.also for case in CASES)


def test_without_openspiel_a_game_is_not_held_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("suitwise.testing.openspiel.find_spec", lambda name: None)
    trial = Trial(case_of("ordered_heap").game)
    assert left_out(check_openspiel, trial) == "OpenSpiel is not installed"
    assert fault_of(check_openspiel, trial) is None


def test_what_has_no_entry_for_openspiel_is_not_held_against_it() -> None:
    trials = [Trial(game) for game in (parts.Heap(), Variant())]
    assert [left_out(check_openspiel, trial) for trial in trials] == [
        None,
        "no entry for OpenSpiel",
    ]


def test_check_game_raises_the_first_broken_promise() -> None:
    with pytest.raises(ContractBroken, match=r"^one_seat_declared: the turn is 1 in "):
        check_game(case_of("one_seat_declared").game)


def test_a_game_that_breaks_down_keeps_no_promise() -> None:
    with pytest.raises(
        ContractBroken, match=r"^observes_nothing: the check 'observations' raises V"
    ):
        check_game(case_of("observes_nothing").game)


class Wrecked(Variant):
    """A game that breaks down whatever is asked."""

    name = "wrecked"

    def broken(self) -> Any:
        raise RuntimeError("all is lost")

    facts = property(broken)
    start = broken
    __str__ = broken


@pytest.mark.parametrize(
    "check",
    [check for check in CHECKS if name_of(check) not in {"batch", "openspiel", "words"}],
    ids=name_of,
)  # without compiled rules, an entry for OpenSpiel and words of its own these ask nothing
def test_no_check_raises_anything_else_than_a_broken_contract(
    check: Callable[[Trial], None],
) -> None:
    with pytest.raises(ContractBroken, match=r"^Wrecked: .* raises RuntimeError: all is lost$"):
        check(Trial(Wrecked(), slow_moves=moves.kuhn_moves))


def test_one_game_is_enough_to_see_that_resampling_changes_something() -> None:
    trials = [Trial(Kuhn(), games=1, seed=seed) for seed in range(300)]
    assert {fault_of(check_information, trial) for trial in trials} == {None}


def test_in_a_large_game_a_sampler_of_one_alternative_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("suitwise.testing.facts._MOST_STATES", 10)
    told = fault_of(check_worlds, Trial(case_of("resamples_one_alternative").game))
    assert "resampling gives the same world again and again, and not the true one" in str(told)
    assert {fault_of(check_worlds, Trial(Kuhn(), seed=seed)) for seed in range(8)} == {None}


def test_the_odds_of_worlds_are_sound_whatever_the_seed() -> None:
    assert {fault_of(check_worlds, Trial(Kuhn(), seed=seed)) for seed in range(8)} == {None}


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_a_long_deal_among_four_seats_is_checked_in_seconds(
    check: Callable[[Trial], None], exhaustive: bool
) -> None:
    trial = Trial(Deals(), games=8 if exhaustive else 4)
    with patch.object(Dealt, "resample", autospec=True, side_effect=Dealt.resample) as sampled:
        assert fault_of(check, trial) is None
    a_state = 12 if name_of(check) == "inference" else 4  # that one compares samples of samples
    assert sampled.call_count < trial.games * 101 * a_state


def test_records_go_through_json_as_everyone_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(plain: object) -> Record:
        raise NotationError("not today")

    monkeypatch.setattr(Record, "from_json", refuse)
    told = "kuhn: a record as JSON raises NotationError: not today"
    assert fault_of(check_records, Trial(Kuhn())) == told


def test_the_suite_has_its_teeth_where_python_leaves_assertions_out() -> None:
    code = """
from suitwise.testing import CHECKS, Trial, fault_of
from tests.testing.broken.moves import CASES
game = next(case.game for case in CASES if case.game.name == "moves_after_the_end")
print([fault_of(check, Trial(game)) for check in CHECKS if "hostile" in check.__name__])
"""
    told = fresh_python(code, PYTHONOPTIMIZE="1")
    assert "has moves or is over, not both" in told
    assert told == fresh_python(code, PYTHONOPTIMIZE="")
