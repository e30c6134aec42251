"""Deals side by side in arrays: to the byte the games of states and players, whoever compiles them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from suitwise import catalogue
from suitwise.arena import run as chunks
from suitwise.arena.config import Config, Match, pairings
from suitwise.arena.data import selfplay
from suitwise.arena.run import Chunk, play_chunk
from suitwise.catalogue import Entry
from suitwise.errors import NotationError
from suitwise.foundation.arrays.cost_dispatch import nothing_plain
from suitwise.game import Game, Record, load
from suitwise.players.named import named
from suitwise.stepping.records import Whole, games_of, own_batch_of, policies_of, whole_of
from suitwise.testing import Kuhn

HOUSES = (
    ("texas42(match=hand)", ("random", "rules")),
    ("texas42(match=hand,forced=yes,shaker=2,nello=any,plunge=yes,splash=yes,sevens=yes)", ()),
    ("texas42(match=hand,play_out=yes)", ("rules", "random")),
    ("gin", ("random", "greedy")),
    ("gin(big=31,knock=8)", ("greedy", "random")),
    ("gin(knock=60)", ("greedy", "rules")),
    ("tractor(match=deal)", ("random", "rules")),
)


def chunk_of(game: str, players: tuple[str, ...], seed: int, deals: int = 3) -> Chunk:
    """Return the first deals of a match of many."""
    config = Config("x", seed, (Match(game, players or ("random", "rules"), 5000),))
    match, (pairing,) = config.matches[0], pairings(config)
    named_players = match.named[pairing.players[0]], match.named[pairing.players[1]]
    return Chunk(pairing, match.variant, named_players, seed, 7, deals)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the games that are played side by side."""
    counted: list[int] = []

    def counting(game: Game[Any]) -> Whole | None:
        whole = whole_of(game)

        def games(seed: int, deals: Sequence[int], *others: Any) -> list[Record] | None:
            assert whole is not None
            counted.append(len(deals))
            return whole.games(seed, deals, *others)

        return whole and whole._replace(games=games)

    monkeypatch.setattr(chunks, "whole_of", counting)
    return counted


def one_by_one(chunk: Chunk, monkeypatch: pytest.MonkeyPatch) -> chunks.Played:
    """Play a chunk by states and players."""
    with monkeypatch.context() as patch:
        patch.setattr(chunks, "LEAST_GAMES", 10**9)
        return play_chunk(chunk)


@pytest.mark.parametrize(("game", "players"), HOUSES)
def test_deals_side_by_side_are_those_of_states_and_players_to_the_byte(
    game: str, players: tuple[str, ...], calls: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in (1, 2**64 - 1):
        chunk = chunk_of(game, players, seed)
        assert play_chunk(chunk).deals == one_by_one(chunk, monkeypatch).deals
    assert calls == [6, 6]


@pytest.mark.parametrize(("game", "players"), [HOUSES[0], ("gin", ("greedy", "rules"))])
def test_machine_code_plays_the_same_deals(
    game: str, players: tuple[str, ...], calls: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    chunk = chunk_of(game, players, seed=5, deals=40)
    with nothing_plain():
        together = play_chunk(chunk)
    assert together.deals == one_by_one(chunk, monkeypatch).deals
    assert calls == [80]


def test_a_deal_that_there_is_no_room_for_is_left_to_states_and_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chunk = chunk_of(*HOUSES[3], seed=1)
    wide = own_batch_of(chunk.game)
    assert wide is not None
    assert wide.own is not None
    narrow = replace(wide, own=wide.own._replace(room=30))
    found: list[list[Record] | None] = []

    def games(*given: Any) -> list[Record] | None:
        found.append(games_of(narrow, *given))
        return found[-1]

    whole = Whole(wide.game, wide.policies, games)
    monkeypatch.setattr(chunks, "whole_of", lambda game: whole)
    assert play_chunk(chunk).deals == one_by_one(chunk, monkeypatch).deals
    assert found == [None]


def test_short_matches_timed_ones_and_other_players_wait_for_no_compiler(calls: list[int]) -> None:
    chunk = chunk_of(*HOUSES[0], seed=1, deals=1)
    play_chunk(replace(chunk, pairing=replace(chunk.pairing, deals=100)))
    play_chunk(replace(chunk, timed=True))
    play_chunk(replace(chunk, limit=(60.0, chunk.players[0])))
    play_chunk(chunk_of("gin", ("greedy", "rules(look=1)"), seed=1, deals=1))
    play_chunk(chunk_of("stacks", ("random", "solver"), seed=1, deals=1))
    assert calls == []


def test_a_variant_that_is_not_stepped_has_no_whole_games() -> None:
    for game in ("texas42", "texas42(match=hand,claims=yes)", "gin(to=100)", "stacks", "tractor"):
        assert whole_of(load(game)) is None
    for house in ("match=deal,claims=yes", "match=deal,profile=duan"):
        assert whole_of(load(f"tractor({house})")) is None


@pytest.mark.parametrize(
    "broken",
    [
        Entry("kuhn", Kuhn, package="odds", batch="odds_not_there:games"),
        Entry("kuhn", Kuhn, package="odds", whole="odds_not_there:games"),
    ],
    ids=["batch", "whole"],
)
def test_a_package_whose_games_in_arrays_are_not_to_be_found_is_told_so(
    broken: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(catalogue._known, "kuhn", broken)
    with pytest.raises(NotationError, match="the package odds has no odds_not_there:games: Modu"):
        whole_of(Kuhn())


def test_a_player_of_somebody_else_is_no_policy_of_ours() -> None:
    game = load("gin")
    batch = own_batch_of(game)
    assert batch is not None

    @dataclass(frozen=True)
    class Theirs:
        pass

    theirs = replace(named("random", game), options=Theirs())
    ours = named("random", game)
    assert policies_of(batch, [ours, ours]) == (0, 0)
    assert policies_of(batch, [ours, theirs]) is None


@pytest.mark.parametrize(("game", "players"), [HOUSES[0], HOUSES[3]])
def test_a_shard_of_self_play_is_the_same_game_by_game(
    game: str, players: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = players[1] if game == "gin" else "random rules rules random"
    kind, numbers = selfplay.Selfplay(game, told), range(3, 12)
    one_by_one = list(kind.rows(8, numbers))
    monkeypatch.setattr(selfplay, "LEAST_GAMES", 1)
    monkeypatch.setattr(selfplay, "_TOGETHER", 4)
    monkeypatch.delattr(selfplay.Selfplay, "_played")
    assert list(kind.rows(8, numbers)) == one_by_one
