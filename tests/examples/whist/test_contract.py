"""Whist keeps the contract of games, and its kept counts and games come out the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import whist
from suitwise import testing
from suitwise.cards import Card
from suitwise.game import load
from suitwise.testing.trial import Check
from tests.examples.whist.games import dealt_texts, played_texts
from tests.imports import grouped, imports_in, rings_of
from tests.oracles import whist_oracle as oracle
from whist.state import WhistState

DATA = Path(__file__).parent / "data"
PERFT = list(testing.read_perft((DATA / "perft.txt").read_text("utf-8").splitlines()))
GAMES = {
    "whist(points=0)": 3,
    "whist(points=0,dealer=3)": 2,
    "whist(points=2,dealer=1)": 2,
    "whist(points=3)": 1,
}
"""The variants held against the contract, and how many games of each; in full three times that."""


def slow_moves(state: WhistState) -> list[Card]:
    """Return what may be played, by the oracle; the outcomes of chance as they are."""
    if state.turn < 0:
        return list(state.moves())
    plays = played_texts(state)
    held = [card for card in dealt_texts(state)[state.turn] if card not in plays]
    table = plays[4 * (len(plays) // 4) :]
    return [Card(card) for card in oracle.legal_plays(held, table)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", testing.CHECKS, ids=testing.name_of)
@pytest.mark.parametrize("variant", GAMES)
def test_whist_keeps_the_contract(variant: str, check: Check, exhaustive: bool) -> None:
    games = GAMES[variant] * (3 if exhaustive else 1)
    check(testing.Trial(load(variant), games=games, seed=5, slow_moves=slow_moves))  # type: ignore[arg-type]


@pytest.mark.parametrize("line", PERFT, ids=lambda line: f"line{line.line}")
def test_kept_counts_come_out_the_same(line: testing.PerftLine) -> None:
    assert testing.check_perft(line) is None


def counted(hands: list[list[str]], table: list[str], leader: int, trump: str, depth: int) -> int:
    """Count the sequences of plays by the oracle."""
    if depth == 0:
        return 1
    seat, total = (leader + len(table)) % 4, 0
    for card in oracle.legal_plays(hands[seat], table):
        after = [[one for one in hand if one != card] for hand in hands]
        if len(table) < 3:
            total += counted(after, [*table, card], leader, trump, depth - 1)
        else:
            winner = (leader + oracle.winning_place([*table, card], trump)) % 4
            total += counted(after, [], winner, trump, depth - 1)
    return total


@pytest.mark.parametrize("line", PERFT, ids=lambda line: f"line{line.line}")
def test_kept_counts_are_the_oracles(line: testing.PerftLine) -> None:
    depth, count, state = line.depth, line.count, line.state
    assert isinstance(state, WhistState)
    if not state.tricks:  # a deal
        assert count == [1, 52, 52 * 51, 52 * 51 * 50][depth]
        return
    plays = played_texts(state)
    hands = [[card for card in hand if card not in plays] for hand in dealt_texts(state)]
    table, left = plays[4 * (len(plays) // 4) :], 52 - len(plays)
    leader, trump = state.tricks[-1].leader, str(Card(state.turned))[0]
    dealt = 52 ** max(depth - left, 0)  # beyond the deal: the first card of the next
    assert count == dealt * counted(hands, table, leader, trump, min(depth, left))


@pytest.mark.parametrize("path", sorted(DATA.glob("playthrough-*.txt")), ids=lambda path: path.stem)
def test_kept_games_come_out_the_same(path: Path) -> None:
    assert testing.check_playthrough(path.read_text("utf-8")) is None


# --- The package of Whist is small, and built as the games of Suitwise are ------------------------


PACKAGE = Path(whist.__file__).parent
MOST_LINES = 900


def test_a_full_citizen_has_at_most_900_lines() -> None:
    files = [path for path in PACKAGE.parent.rglob("*") if path.suffix in (".py", ".md", ".toml")]
    assert len(files) > 15
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= MOST_LINES


def test_no_ring_of_modules_or_folders_and_rules_import_rules_alone() -> None:
    imports = imports_in(PACKAGE)
    assert rings_of(imports) == set()
    assert (
        rings_of(grouped(imports, lambda module: module.split(".")[1] if "." in module else None))
        == set()
    )
    for module, imported in imports.items():
        if module.startswith("whist.rules"):
            assert all(one.startswith("whist.rules") for one in imported)


def test_texts_and_arrays_stay_out_of_positions() -> None:
    assert imports_in(PACKAGE)["whist.state"] == {"whist.rules.tricks", "whist.variant"}
