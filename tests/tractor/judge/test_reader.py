"""The judge format as rules over bytes (docs/tractor.md, The round)."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from suitwise.cards import Card, full_deck
from suitwise.foundation.arrays.words import is_blank, write_number
from suitwise.tractor import EXAMPLE
from suitwise.tractor.judge import reader
from suitwise.tractor.judge.rounds import PLAYERS
from tests import fuzz_judge
from tests.fuzz_judge import (
    CORPUS,
    SENTENCES,
    check,
    check_command,
    check_process,
    expected_outcome,
    some_input,
)

CASE = (EXAMPLE + "\n").encode()


# --- Cards and words ------------------------------------------------------------------------------


def test_a_card_is_two_bytes_and_nothing_else_is_a_card() -> None:
    texts = {str(card).encode(): card for card in full_deck()}
    for first in range(256):
        for second in range(256):
            card = texts.get(bytes((first, second)), -1)
            assert reader.read_card(first, second) == card


def test_blanks_are_those_that_split_bytes() -> None:
    for byte in range(256):
        assert is_blank(byte) == (len(bytes((65, byte, 65)).split()) == 2)


def test_only_the_four_players_deal() -> None:
    for seat, name in enumerate(PLAYERS):
        text = f"{name} ".encode()
        assert reader.read_dealer(text, 0, len(name)) == seat
    for name in (
        "Alic",
        "Alicea",
        "alice",
        "ALICE",
        "Eve",
        "B",
        "",
        "Alice,",
        "BobCharles",
        "Davi",
    ):
        text = f"{name}\n".encode()
        assert reader.read_dealer(text, 0, len(name)) == -1


@pytest.mark.parametrize("main", "SHDCO")
@pytest.mark.parametrize("dealer", range(4))
def test_a_header_is_main_suit_dealer_and_two_ranks(main: str, dealer: int) -> None:
    text = f"{main} {PLAYERS[dealer]}\t2  A \r\n".encode()
    found = reader.read_header(text, 0)
    assert found == (reader.NO_FAULT, len(text) - 1, "SHDCO".index(main), dealer, 0, 12)


def test_a_play_is_read_as_its_cards_and_pairs() -> None:
    rng = Random(6)
    for _ in range(200):
        cards = [Card(card) for card in rng.choices(range(54), k=rng.randint(1, 25))]
        text = "".join(map(str, cards)).encode() + b" "
        copies = [
            sum(1 << card for card in range(54) if cards.count(Card(card)) >= n) for n in (1, 2, 3)
        ]
        assert reader.read_play(text, 0) == (reader.NO_FAULT, len(text) - 1, *copies)


# --- Cases ----------------------------------------------------------------------------------------


def judge(text: bytes, start: int, stop: int, most: int) -> tuple[tuple[int, ...], list[list[int]]]:
    """Judge the cases of a stretch of text by the plain rule."""
    rulings = [-1] * (reader.RULING * most)
    found = reader.judge_cases(text, start, stop, most, rulings)
    return found, [rulings[5 * i : 5 * i + 5] for i in range(found[0])]


def test_no_more_cases_are_judged_than_asked_for() -> None:
    found, rulings = judge(CASE * 3, 0, 3 * len(CASE), 2)
    assert found[:2] == (2, reader.NO_FAULT)
    assert [row[4] for row in rulings] == [0, len(CASE)]
    assert rulings[0][:4] == rulings[1][:4] == [105, 5, 6, 1]


@pytest.mark.parametrize(("stop", "count"), [(0, 0), (1, 1), (len(CASE), 1), (len(CASE) + 1, 2)])
def test_a_case_that_begins_before_the_stop_is_judged_to_its_end(stop: int, count: int) -> None:
    found, rulings = judge(CASE * 3, 0, stop, 9)
    assert found[:2] == (count, reader.NO_FAULT)
    assert len(rulings) == count


def test_nothing_is_judged_in_blank_text() -> None:
    assert judge(b"\n \r\n\t\n", 0, 6, 9)[0][:2] == (0, reader.NO_FAULT)


def test_a_case_may_not_be_longer_than_a_megabyte_of_blank_lines() -> None:
    header, tricks = CASE.split(b"\n", 1)
    room = reader.MOST_CASE_BYTES - len(CASE)
    fits = header + b"\n" * room + tricks
    assert judge(fits, 0, len(fits), 1)[0][:2] == (1, reader.NO_FAULT)
    for blanks in (b"\n" * (2 * room), b" " * (2 * room) + b"\n"):
        long = header + blanks + tricks
        assert judge(b"\n" + long, 0, len(long), 1)[0][1:] == (reader.CASE_TOO_LONG, 1, 1)


def test_a_case_cut_short_is_never_judged() -> None:
    for cut in range(1, len(CASE) - 3):
        found, _ = judge(CASE[:cut] + b"\n", 0, cut + 1, 1)
        assert found[0] == 0, cut
        assert found[1] != reader.NO_FAULT, cut


# --- The answer's text ----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 7, 10, 99, 100, 105, 1_000_000, 200 << 24, 2**62])
def test_numbers_are_written_in_decimal(number: int) -> None:
    out = bytearray(30)
    end = write_number(out, 3, number)
    assert out[3:end] == str(number).encode()


def test_dealers_are_written_by_name() -> None:
    for seat, name in enumerate(PLAYERS):
        out = bytearray(10)
        assert out[: reader.write_dealer(out, 0, seat)] == name.encode()


def test_answers_are_written_a_case_after_the_other() -> None:
    rulings = [105, 5, 6, 1, 0, 200 << 24, 3, 13, 2, 0, 0, 13, 12, 3, 0]
    out = bytearray(3 * reader.MOST_RULING_BYTES)
    end = reader.write_rulings(rulings, 3, 9, out)
    assert out[:end].decode() == (
        "Case #9:\n105\n7 8 Bob\n"
        "Case #10:\n3355443200\nWinner: Team 2\n"
        "Case #11:\n0\nWinner: Team 1\n"
    )


def test_no_answer_is_longer_than_its_room() -> None:
    out = bytearray(200)
    for rulings in ([2**62, 12, 12, 2, 0], [2**62, 13, 0, 0, 0]):
        assert reader.write_rulings(rulings, 1, 10**18, out) <= reader.MOST_RULING_BYTES


# --- Hostile inputs that are kept, replayed -------------------------------------------------------


KEPT = sorted(CORPUS.glob("*.in"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_input_is_answered_alike_in_every_reading(path: Path) -> None:
    data = path.read_bytes()
    for seed in range(6):
        check(data, Random(seed), explain=True)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_input_is_answered_as_it_was(path: Path) -> None:
    assert fuzz_judge.pinned(path.read_bytes()) == path.with_suffix(".out").read_bytes()


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_the_command_answers_a_kept_input(path: Path) -> None:
    data = path.read_bytes()
    options: list[list[str]] = [[], ["--explain"], ["--json", "--explain"]]
    check_command(data, expected_outcome(data), options[len(data) % 3])


def test_the_corpus_holds_every_kind_of_fault() -> None:
    outcomes = [expected_outcome(path.read_bytes()) for path in KEPT]
    kinds = {outcome.fault.kind for outcome in outcomes if outcome.fault}
    assert kinds == set(SENTENCES) - {"too long"}
    assert any(outcome.fault is None and outcome.answer for outcome in outcomes)


def test_a_case_that_is_too_long_is_refused() -> None:
    header, tricks = EXAMPLE.encode().split(b"\n", 1)
    data = b"2\n" + EXAMPLE.encode() + header + b"\n" * reader.MOST_CASE_BYTES + tricks
    outcome = check(data, Random(0))
    assert outcome.fault is not None
    assert (outcome.fault.kind, outcome.fault.line, outcome.fault.case) == ("too long", 16, 2)
    check_process(data, outcome, [])  # one process stands for all


def test_every_kept_input_is_small_and_described() -> None:
    rows = re.findall(
        r"^\| `(.+)\.in` \| \S.* \|$", (CORPUS / "README.md").read_text(), re.MULTILINE
    )
    assert sorted(rows) == sorted(path.stem for path in KEPT)
    assert set(rows) == {path.stem for path in CORPUS.glob("*.out")}
    assert max(path.stat().st_size for path in KEPT) < 6000


@pytest.mark.exhaustive
def test_a_short_run_of_the_fuzzer_finds_nothing(exhaustive: bool) -> None:
    """The first 120 inputs of seed 0, in full 600."""
    for number in range(600 if exhaustive else 120):
        data = some_input(0, number)
        if len(data) < 100_000:
            check(data, Random(number), explain=number % 5 == 0)


def test_an_input_of_the_fuzzer_depends_on_seed_and_number_alone() -> None:
    assert [some_input(3, i) for i in range(50)] == [some_input(3, i) for i in range(50)]
    assert some_input(3, 1) != some_input(4, 1)
    assert some_input(3, 1) != some_input(3, 2)


def test_a_failing_input_is_shrunk_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failure(data: bytes) -> str:
        return "Failed: an X" if b"X" in data else ""

    monkeypatch.setattr(fuzz_judge, "failure_of", failure)
    assert fuzz_judge.keep(b"ab\ncXd\n" * 9, tmp_path).read_bytes() == b"X"
