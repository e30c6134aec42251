"""The judge of whole rounds: the sample, the oracle, and what must not matter."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise.cards import RANKS
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor import EXAMPLE, Match, Round, RoundRuling, judge_file, judge_round, judge_text
from suitwise.tractor.judge import reader
from suitwise.tractor.judge.rounds import PLAYERS
from tests.oracles import tractor_oracle
from tests.tractor.positions import KINDS, rounds, slow_honours, some_rounds

DATA = Path(__file__).parents[2] / "data" / "tractor"
CHUNKS = 34
"""Chunks of 120 rounds of each kind that ``--exhaustive`` judges: 20,400 rounds."""


def input_of(texts: tuple[str, ...] | list[str]) -> str:
    """Return a whole input that holds these rounds."""
    return f"{len(texts)}\n" + "\n".join(texts)


# --- The sample -----------------------------------------------------------------------------------


def test_the_sample_is_answered_to_the_byte() -> None:
    answer = judge_text((DATA / "sample.in").read_text("ascii"))
    assert answer == (DATA / "sample.out").read_text("ascii")


def test_the_sample_is_explained_with_the_same_answers() -> None:
    with (DATA / "sample.in").open("rb") as file:
        rulings = dict(judge_file(file))
    assert list(rulings) == [1, 2, 3]
    answer = "".join(f"Case #{case}:\n{ruling}" for case, ruling in rulings.items())
    assert answer == (DATA / "sample.out").read_text("ascii")


def test_the_oracle_answers_the_sample() -> None:
    answer = tractor_oracle.judge_text((DATA / "sample.in").read_text("ascii"))
    assert answer == (DATA / "sample.out").read_text("ascii")


# --- Agreement ------------------------------------------------------------------------------------


def judged_by_rules(text: str, compiled: bool) -> list[list[int]]:
    """Judge an input without T: points, next ranks, next dealer and place of each round."""
    data = text.encode() + b"\n"
    most = text.count("\n\n") + 2
    if compiled:
        rulings: Any = np.full((most, 5), -1, np.int64)
        judge = machine(reader.judge_cases)
        found = judge(np.frombuffer(data, np.uint8), 0, len(data), most, rulings)
        return [[int(n) for n in row] for row in rulings[: found[0]]]
    rows = [[-1] * 5 for _ in range(most)]
    return rows[: reader.judge_cases(data, 0, len(data), most, rows)[0]]


def assert_all_judges_agree(texts: tuple[str, ...]) -> list[RoundRuling]:
    """Judge rounds by the oracle and by every judge of the package; return the rulings."""
    expected = tractor_oracle.judge_text(input_of(texts))
    rulings = [judge_round(text) for text in texts]
    assert "".join(f"Case #{i}:\n{ruling}" for i, ruling in enumerate(rulings, 1)) == expected
    assert judge_text(input_of(texts)) == expected
    plain = judged_by_rules("\n".join(texts), compiled=False)
    assert len(plain) == len(texts)
    assert judged_by_rules("\n".join(texts), compiled=True) == plain

    tricks = [trick for ruling in rulings for trick in ruling.tricks]
    for trick in tricks:
        winner, honours = slow_honours(str(trick.trump), trick.plays)
        assert (trick.winner, list(trick.honours)) == (winner, honours)
    return rulings


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_every_judge_rules_as_the_slow_definition_does(kind: str, exhaustive: bool) -> None:
    # 34 chunks of 120 rounds of each of five kinds; by default the first chunk, 600 rounds in all.
    for chunk in range(CHUNKS if exhaustive else 1):
        assert_all_judges_agree(rounds(kind, chunk))


def test_the_sample_of_rounds_reaches_everything() -> None:
    texts = [text for kind in KINDS for text in rounds(kind)]
    games = [Round.parse(text) for text in texts]
    rulings = [judge_round(game) for game in games]
    assert {str(game.trump) for game in games} == {m + r for m in "SHDCO" for r in RANKS}
    assert {game.dealer for game in games} == set(PLAYERS)
    assert {ruling.winner for ruling in rulings} == {None, 1, 2}
    assert {ruling.next_dealer for ruling in rulings} == {None, *PLAYERS}
    # Both teams win the match as declarers and as defenders; every line of the table of levels.
    assert {(r.winner, r.declarers) for r in rulings if r.winner} == {
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    }
    assert {min(ruling.points // 40, 6) for ruling in rulings} == set(range(7))
    assert 0 in {ruling.points for ruling in rulings}
    # Long throws with several tractors are answered in shape and out of it.
    tractors = [
        (sum(block.size > 2 for block in trick.lead), isinstance(reading, Match))
        for ruling in rulings
        for trick in ruling.tricks
        for reading in trick.readings
    ]
    assert {(n, good) for n, good in tractors if n <= 3} == {
        (n, good) for n in range(4) for good in (True, False)
    }


# --- What must not matter -------------------------------------------------------------------------


def by_plays(change: Callable[[Random, str], str]) -> Callable[[Random, str], str]:
    """Make a change of a round out of a change of a play."""

    def changed(rng: Random, text: str) -> str:
        header, *lines = text.splitlines()
        tricks = (" ".join(change(rng, play) for play in line.split()) for line in lines)
        return "\n".join([header, *tricks]) + "\n"

    return changed


def shuffled(rng: Random, play: str) -> str:
    """Write a play's cards in another order."""
    cards = [play[i : i + 2] for i in range(0, len(play), 2)]
    return "".join(rng.sample(cards, len(cards)))


def sorted_by_text(rng: Random, play: str) -> str:
    """Write a play's cards in the order of their texts, equal cards together."""
    return "".join(sorted(play[i : i + 2] for i in range(0, len(play), 2)))


def plain_suits_renamed(rng: Random, text: str) -> str:
    """Exchange the plain suits; the main suit keeps its name."""
    plain = [suit for suit in "SHDC" if suit != text[0]]
    return renamed(text, str.maketrans("".join(plain), "".join(rng.sample(plain, len(plain)))))


def all_suits_renamed(rng: Random, text: str) -> str:
    """Exchange all suits, the main suit's name in the header with them."""
    return renamed(text, str.maketrans("SHDC", "".join(rng.sample("SHDC", 4))))


def renamed(text: str, names: dict[int, int]) -> str:
    """Rename the suits of a round, those of the header and those of the cards."""
    header, _, tricks = text.partition("\n")
    return header[0].translate(names) + header[1:] + "\n" + tricks.translate(names)


def other_blanks(rng: Random, text: str) -> str:
    """Write more blanks than needed, but no line's end where none was."""
    text = "".join(rng.choice(("  ", "\t", " ")) if c == " " else c for c in text)
    return "".join(rng.choice(("\n", " \n", "\r\n", "\n\n \n")) if c == "\n" else c for c in text)


CHANGES: dict[str, Callable[[Random, str], str]] = {
    "cards shuffled": by_plays(shuffled),
    "cards sorted": by_plays(sorted_by_text),
    "plain suits renamed": plain_suits_renamed,
    "all suits renamed": all_suits_renamed,
    "CRLF": lambda rng, text: text.replace("\n", "\r\n"),
    "blanks": other_blanks,
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_ruling_does_not_depend_on(change: str) -> None:
    rng = Random(change)
    texts = some_rounds()
    changed = [CHANGES[change](rng, text) for text in texts]
    assert changed != texts
    assert judge_text(input_of(changed)) == judge_text(input_of(texts))


@pytest.mark.parametrize("between", ["", "\n", "\n\n\n", " \t\n", "\r\n"])
def test_blank_lines_between_cases_do_not_matter(between: str) -> None:
    texts = some_rounds(3)
    answer = judge_text(input_of(texts))
    assert judge_text(f"{len(texts)}\n{between}" + between.join(texts)) == answer
    assert judge_text(f"\n {len(texts)} " + between.join(texts) + between) == answer


def test_the_seats_names_do_not_matter() -> None:
    # Everybody moves up a seat: the teams change names, and so do the ranks and the winner.
    for text in some_rounds(8):
        game = Round.parse(text)
        moved = Round(game.main, PLAYERS[(game.dealer_seat + 1) % 4], game.ranks[::-1], game.tricks)
        before, after = judge_round(game), judge_round(moved)
        assert (after.points, after.taken, after.hidden) == (
            before.points,
            before.taken,
            before.hidden,
        )
        assert after.ranks == (before.ranks[::-1] if before.ranks else None)
        assert after.winner == (3 - before.winner if before.winner else None)
        if before.next_dealer and after.next_dealer:
            seats = PLAYERS.index(before.next_dealer), PLAYERS.index(after.next_dealer)
            assert seats[1] == (seats[0] + 1) % 4


def test_the_defenders_rank_changes_neither_the_points_nor_the_next_dealer() -> None:
    for text in some_rounds(4):
        game = Round.parse(text)
        outcomes = set()
        for rank in RANKS:
            ranks = (game.ranks[0], rank) if game.dealer_seat % 2 == 0 else (rank, game.ranks[1])
            ruling = judge_round(Round(game.main, game.dealer, ranks, game.tricks))
            outcomes.add((ruling.points, ruling.next_dealer) if ruling.ranks else (ruling.points,))
        assert len({outcome[0] for outcome in outcomes}) == 1
        assert len({outcome[1] for outcome in outcomes if len(outcome) == 2}) <= 1


# --- The end of a round ---------------------------------------------------------------------------


def defenders_gain(gain: int) -> Round:
    """Return a round in which the defenders gain so many levels."""
    for text in rounds("ordinary"):
        game = Round.parse(text)
        if max(0, (judge_round(game).points - 80) // 40) == gain:
            return game
    raise AssertionError(f"no round with a gain of {gain}")


def with_defenders_at(game: Round, rank: str) -> Round:
    """Return a round with another rank of the defenders."""
    ranks = [rank, rank]
    ranks[game.dealer_seat % 2] = game.trump.rank
    return Round(game.main, game.dealer, (ranks[0], ranks[1]), game.tricks)


@pytest.mark.parametrize("gain", [1, 2, 3])
def test_a_team_that_reaches_the_ace_has_not_won(gain: int) -> None:
    game = with_defenders_at(defenders_gain(gain), RANKS[12 - gain])
    ruling = judge_round(game)
    assert ruling.winner is None
    assert ruling.ranks is not None
    assert ruling.ranks[1 - game.dealer_seat % 2] == "A"
    assert str(ruling).splitlines()[1].split()[1 - game.dealer_seat % 2] == "A"


@pytest.mark.parametrize("gain", [1, 2, 3])
def test_a_team_that_passes_the_ace_has_won(gain: int) -> None:
    game = with_defenders_at(defenders_gain(gain), RANKS[13 - gain])
    ruling = judge_round(game)
    team = 2 - game.dealer_seat % 2
    assert (ruling.winner, ruling.ranks, ruling.next_dealer) == (team, None, None)
    assert str(ruling) == f"{ruling.points}\nWinner: Team {team}\n"


def declarers_at_the_ace() -> Iterator[RoundRuling]:
    """Yield the rulings on the sample's rounds in which the declarers play the ace."""
    for kind in KINDS:
        for text in rounds(kind):
            game = Round.parse(text)
            if game.trump.rank == "A":
                yield judge_round(game)


def test_declarers_who_hold_the_ace_win_and_those_who_lose_it_stay() -> None:
    rulings = list(declarers_at_the_ace())
    held = [ruling for ruling in rulings if ruling.points < 80]
    assert held
    assert len(held) < len(rulings)
    assert all(ruling.winner == ruling.declarers for ruling in held)
    assert all(ruling.winner != ruling.declarers for ruling in rulings if ruling not in held)


def test_a_round_s_tricks_are_led_by_the_winner_before() -> None:
    for text in some_rounds(5):
        ruling = judge_round(text)
        assert ruling.leaders[0] == ruling.round.dealer
        assert ruling.leaders[1:] == ruling.winners[:-1]
        for trick, leader, winner in zip(
            ruling.tricks, ruling.leaders, ruling.winners, strict=True
        ):
            assert PLAYERS.index(winner) == (PLAYERS.index(leader) + trick.winner) % 4


def test_every_point_is_taken_lost_or_hidden() -> None:
    for text in some_rounds(5):
        ruling = judge_round(text)
        by_team = [0, 0]
        for trick, winner in zip(ruling.tricks, ruling.winners, strict=True):
            by_team[PLAYERS.index(winner) % 2] += trick.points
        assert sum(by_team) + ruling.hidden == 200
        defenders = 2 - ruling.declarers
        assert ruling.taken == by_team[defenders]
        if PLAYERS.index(ruling.winners[-1]) % 2 == defenders:
            longest = max(block.size for block in ruling.tricks[-1].lead)
            assert ruling.points == ruling.taken + ruling.hidden * 2**longest
        else:
            assert ruling.points == ruling.taken


# --- The rulings as data --------------------------------------------------------------------------


def test_a_ruling_as_data_holds_what_its_text_says() -> None:
    for text in some_rounds(4):
        ruling = judge_round(text)
        data = json.loads(json.dumps(ruling.as_json()))
        assert set(data) == {"points", "winner", "ranks", "next_dealer"}
        end = (
            f"Winner: Team {data['winner']}"
            if data["winner"]
            else " ".join([*data["ranks"], data["next_dealer"]])
        )
        assert f"{data['points']}\n{end}\n" == str(ruling)


def test_a_ruling_as_data_explains_every_trick() -> None:
    data: Any = json.loads(json.dumps(judge_round(EXAMPLE).as_json(explain=True)))
    first = data["tricks"][0]
    assert len(data["tricks"]) == 13
    assert first["leader"] == "Alice"
    assert first["plays"][0] == "D5D5D6D6D8D8"
    assert first["led"] == "diamonds"
    assert first["blocks"] == ["D8D8D6D6D5D5"]
    assert first["replies"][0] == {"match": ["DQDQDJDJDTDT"]}
    assert set(first["replies"][1]) == {"reason"}
    assert first["honours"] == [6, 10, 0, 0]
    assert (first["winner"], first["points"]) == ("Bob", 60)
    assert [a["winner"] for a, _ in pairwise(data["tricks"])] == [
        b["leader"] for _, b in pairwise(data["tricks"])
    ]


# --- Faults ---------------------------------------------------------------------------------------


def test_the_cases_before_a_fault_are_answered() -> None:
    good, bad = EXAMPLE, EXAMPLE.replace("H5 S2 H7 H6", "H5 S2 H7 h6")
    answered: list[tuple[int, int]] = []
    rulings = judge_file(BytesIO(f"4\n{good}\n{good}\n{bad}\n{good}".encode()))
    with pytest.raises(NotationError, match=r"^line 35: case 3: 'h6' in 'h6' is no card") as error:
        answered.extend((case, ruling.points) for case, ruling in rulings)
    assert answered == [(1, 105), (2, 105)]
    assert (error.value.line, error.value.case) == (35, 3)


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_a_round_of_text_is_the_round_of_a_file(threads: int) -> None:
    texts = some_rounds(3)
    rulings = dict(judge_file(BytesIO(input_of(texts).encode()), threads=threads))
    assert [rulings[i] for i in range(1, len(texts) + 1)] == [judge_round(text) for text in texts]
