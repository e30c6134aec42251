"""Whist keeps the contract of games, and its kept counts and games come out the same."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env

import whist
from suitwise import catalogue, testing
from suitwise.cards import Card
from suitwise.envs import SeatEnv, register_openspiel
from suitwise.envs import env as table_env
from suitwise.envs.openspiel import Entry
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import load, record_of
from suitwise.players.face import Face
from suitwise.table.serve.processes.reviews import packed_replay, picture_of
from suitwise.testing import CHECKS, Trial, fault_of, name_of
from suitwise.testing.trial import Check
from suitwise.tricks import TrickState
from suitwise.tricks.cards import cards_of
from tests.contract import hold, leave_out_turns, leave_out_worlds
from tests.examples.code_lines import lines_of
from tests.examples.whist.games import DEAL, dealt_texts, played_texts, random_states
from tests.imports import imports_in, rings_of
from tests.installed import environment_with, run_beside, with_example
from tests.oracles import whist_oracle as oracle
from whist.game import Whist, WhistState

DATA = Path(__file__).parent / "data"
PERFT = list(testing.read_perft((DATA / "perft.txt").read_text("utf-8").splitlines()))
GAMES = {
    "whist(points=0,dealer=3)": 2,
    "whist(points=2,dealer=1)": 2,
}
"""The variants held against the contract, and how many games of each; in full three times that."""
WORLDS = "whist(points=0,dealer=3)"
"""Whose worlds are compared by default: a match deals by the same rules.

All take turns at the other checks."""


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
    if variant != WORLDS:
        leave_out_worlds(variant, check, exhaustive)
    leave_out_turns(variant, check, GAMES, exhaustive)
    games = GAMES[variant] * (3 if exhaustive else 1)
    trial = testing.Trial(load(variant), games=games, seed=5, slow_moves=slow_moves)  # type: ignore[arg-type]
    hold(check, trial, exhaustive)


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
MOST_LINES = 250
"""Of code: blank lines, comments and docstrings are none."""


def test_a_full_citizen_is_a_page_of_code() -> None:
    assert 100 < lines_of(PACKAGE) <= MOST_LINES


def test_no_ring_of_modules_and_rules_import_no_module_of_the_game() -> None:
    imports = imports_in(PACKAGE)
    assert rings_of(imports) == set()
    assert imports["whist.rules"] == set()


# --- Whist with one fault each: the contract suite tells what is broken ---------------------------


@dataclass(frozen=True)
class Mutant(Whist):
    """Whist, a single deal; what is wrong is in the class."""

    points: int = 0
    name: ClassVar[str] = "mutant"
    entry: ClassVar[dict[str, Any]] = {}


MUTANTS: list[tuple[type[Mutant], str, str]] = []


def fails(check: str, fault: str) -> Any:
    """Note a mutant with the check that it fails, and what that says."""

    def noted(kind: type[Mutant]) -> type[Mutant]:
        kind.name = kind.__name__.lower()
        MUTANTS.append((kind, check, fault))
        return kind

    return noted


@fails("refusals", "which is illegal")
class RecommendsTheWholeHand(Mutant):
    def refusal_of(self, state: TrickState, move: Card) -> Phrase | None:
        why = super().refusal_of(state, move)
        if why is None or why.code != "tricks.follow":
            return why
        held = " or ".join(map(str, map(Card, cards_of(state.hands[state.turn]))))
        said = "you hold {led}, the led suit: play {play}"
        return phrase("tricks.follow", said, led=why.params["led"], play=held).about(move)


@fails("refusals", "is a plain text: make it with phrase")
class RefusesPlainly(Mutant):
    def refusal_of(self, state: TrickState, move: Card) -> str | None:  # type: ignore[override]
        why = super().refusal_of(state, move)
        return None if why is None else str(why)


class Kindless(WhistState):
    __slots__ = ()
    move_kinds = ()


@fails("given", "is no move in")
class SaysNoKinds(Mutant):
    def start(self) -> WhistState:
        return Kindless(self)


@dataclass(frozen=True)
class ToPoints(Mutant):
    points: int = 2


TELLS_ALL_DEALS = Entry("tellsalldeals", "Whist", lambda _: 52, lambda _: 39, seats=(4, 4))


@fails("openspiel", "its view forgets what it saw or did at its turns, so turns is to give None")
class TellsAllDeals(ToPoints):
    entry: ClassVar[dict[str, Any]] = {"openspiel": f"{__name__}:TELLS_ALL_DEALS"}


def fault(kind: type[Mutant], check: str, games: int = 8) -> str:
    """Return what a check says of a mutant."""
    catalogue.register(catalogue.Entry(kind.name, kind, **kind.entry))
    one = next(one for one in CHECKS if name_of(one) == check)
    return fault_of(one, Trial(kind(), games, seed=1)) or "nothing"


@pytest.mark.parametrize(("kind", "check", "told"), MUTANTS)
def test_a_fault_is_told(kind: type[Mutant], check: str, told: str) -> None:
    assert told in fault(kind, check)


@pytest.mark.parametrize("check", sorted({check for _, check, _ in MUTANTS}))
def test_without_a_fault_none_is_told(check: str) -> None:
    assert fault(Mutant, check) == "nothing"


# --- Whist in every face that games have ----------------------------------------------------------


with warnings.catch_warnings():
    # The checker imports examples of its own in a way that it calls old.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test

MATCH = """
name = "whist"
seed = 1
[[match]]
game = "whist(points=0)"
players = ["rules", "random"]
deals = 10
"""


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds Whist installed."""
    return environment_with(with_example("whist", tmp_path_factory.mktemp("site")))


def moves_between(states: list[WhistState]) -> Iterator[Card]:
    """Yield the card that was played between one position and the next."""
    for before, after in pairwise(states):
        yield DEAL.numbered_move((after.gone ^ before.gone).bit_length() - 1)


def test_the_entry_point_makes_whist_known_with_its_player(
    beside: dict[str, str], tmp_path: Path
) -> None:
    assert run_beside(beside, tmp_path, "arena", "players", "whist").split() == ["random", "rules"]
    assert "whist " in run_beside(beside, tmp_path, "arena", "players")


def test_a_whole_game_is_played_at_the_terminal(beside: dict[str, str], tmp_path: Path) -> None:
    moves = "\n".join(f"{suit}{rank}" for suit in "SHDC" for rank in "23456789TJQKA")
    words = ("play", "whist(points=0)", "--seed", "3", "--seat", "2")
    told = run_beside(beside, tmp_path, *words, text=f"hint\n{moves}\n" * 13 + "score\nrecord\n")
    assert "turns up" in told
    assert told.count(" takes ") == 13
    assert "the led suit: play " in told
    assert "\nyou win with 3\n" in told
    assert told.splitlines()[-1].strip().startswith("returns ")


def test_the_arena_plays_it_in_several_processes(beside: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "whist.toml").write_text(MATCH)
    told = run_beside(
        beside, tmp_path, "arena", "run", "whist.toml", "--out", "out", "--workers", "2"
    )
    assert "whist(points=0,dealer=0) (points)" in told
    record = run_beside(beside, tmp_path, "arena", "replay", "out", "3")
    assert "game  whist(points=0,dealer=0)" in record


def test_gymnasium_makes_a_single_deal_by_its_id(beside: dict[str, str], tmp_path: Path) -> None:
    code = """
import gymnasium
env = gymnasium.make("suitwise.envs.registered:suitwise/Whist-v0", opponents="rules")
print(env.unwrapped.game, env.reset(seed=1)[0].shape)
"""
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=beside, cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "whist(points=0,dealer=0) (554,)\n", done.stderr


def test_gymnasium_finds_no_fault_with_a_seat() -> None:
    env = SeatEnv("whist(points=0)", opponents="rules", seat="any", render_mode="ansi")
    check_env(env, skip_render_check=True)
    env.reset(seed=1)
    assert "are trump" in str(env.render())


# PettingZoo's checker knows by name which environments observe a dict, and warns of any other.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
def test_pettingzoo_finds_no_fault_with_a_table() -> None:
    api_test(table_env("whist(points=0)"), num_cycles=60)


@pytest.mark.parametrize("variant", ["whist(points=0)", "whist(points=2)"])
def test_openspiel_finds_no_fault_with_the_game(variant: str) -> None:
    register_openspiel()
    game = pyspiel.load_game(f"suitwise_{variant}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert (game.num_distinct_actions(), game.num_players()) == (52, 4)


def test_what_is_seen_is_data_for_a_page() -> None:
    state = random_states(4)[6]
    seen = json.loads(json.dumps(state.seen(state.turn)))
    assert seen["ask"]["moves"] == [str(move) for move in state.moves()]
    trick = state.tricks[1]
    plays = [{"seat": seat, "card": str(DEAL.numbered_move(card))} for seat, card in trick.plays]
    assert seen["table"]["trick"] == {"leader": trick.leader, "plays": plays, "best": trick.winner}


def test_a_record_is_shown_and_drawn_at_the_table_by_the_face_of_any_game() -> None:
    states = random_states(4)
    record = record_of(states[0], [*moves_between(states)], states[-1])
    for ply in (0, 6, 51, 52):
        told = picture_of(str(record), ply, "en")
        assert told.position == str(states[ply])
        assert told.svg is None or told.svg.startswith("<svg")
    lying = [str(DEAL.numbered_move(card)) for card in states[6].tricks[-1].cards]
    drawn = picture_of(str(record), 6, "en").svg
    assert drawn is not None
    assert drawn.count("has played") == len(lying) == 2
    assert len(packed_replay(str(record), "en", ())) > 0


@pytest.mark.parametrize(
    "table",
    [
        {"trick": {"plays": [{"seat": 0, "card": "S2"}]}},
        {"trick": {"plays": [{"who": 0}, 7, None, {"seat": "x", "cards": ["S2"]}]}},
        {"trick": [{"seat": 0, "cards": ["S2"]}]},
        {"trick": ["S2"], "pile": ["S3"]},
        {"trick": "S2", "pile": [{"top": "S3"}]},
        {"trick": {"plays": 4}, "pile": 4},
        {"trick": {"plays": [{"seat": 1, "cards": 9}]}, "pile": {"card": "S2"}},
    ],
)
def test_what_lies_there_is_drawn_whatever_the_words_of_a_game_are(
    table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = WhistState._seen_by

    def in_other_words(state: WhistState, seat: int | None) -> dict[str, Any]:
        return {**seen(state, seat), "table": table}

    monkeypatch.setattr(WhistState, "_seen_by", in_other_words)
    assert str(Face(DEAL).drawing(random_states(4)[6])).startswith("<svg")
