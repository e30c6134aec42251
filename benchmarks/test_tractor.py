"""The small steps of Tractor's judge, timed one by one (``make bench``)."""

from __future__ import annotations

from io import BytesIO

from pytest_benchmark.fixture import BenchmarkFixture

from suitwise import tractor
from suitwise.tractor.arrays.batch import replay, state_of
from tests.oracles.tractor_paper.search import permutation_search
from tests.oracles.tractor_paper.template import template

LEAD = "H3H3H5H5H7H7H9H9HJHJHKHKH4H6H8HTHQHA"
FAILING = "S3S3S5S5S7S7S9S9SJSJS4S6S8STSQSKSAS2"


def test_decompose_eighteen_cards(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(tractor.decompose, LEAD, "S2")) == 12


def test_failing_match_of_six_pairs_and_six_singles(benchmark: BenchmarkFixture) -> None:
    assert not benchmark(tractor.match, LEAD, FAILING, "S2")


def test_the_papers_search_on_the_same_match(benchmark: BenchmarkFixture) -> None:
    lead, reply = template(LEAD, "S2"), template(FAILING, "S2")
    assert not benchmark(permutation_search, lead, reply).matched


def test_judge_a_round_with_every_trick(benchmark: BenchmarkFixture) -> None:
    assert benchmark(tractor.judge_round, tractor.EXAMPLE).points == 105


def test_judge_a_small_input_in_plain_python(benchmark: BenchmarkFixture) -> None:
    text = b"1\n" + tractor.EXAMPLE.encode()
    batches = benchmark(lambda: list(tractor.judge_stream(BytesIO(text))))
    assert batches[0].answer().startswith(b"Case #1:\n105\n")


def test_solve_an_ending_of_four_cards_a_hand(benchmark: BenchmarkFixture) -> None:
    ending = state_of(replay(46, 7, ("rules", "rules")), plays=68)
    assert benchmark(tractor.solve, ending).value == 85
