"""Players by name: every one plays every game it is offered for, by what its seat sees and its seed."""

from __future__ import annotations

from dataclasses import dataclass, fields
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from suitwise import testing
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.networks import MOST_ON
from suitwise.game import CHANCE, OVER, Game, State, draw, load, play
from suitwise.players import Mccfr
from suitwise.players import mccfr as mccfr_module
from suitwise.players import named as named_module
from suitwise.players.host import advising
from suitwise.players.named import Named, named, names_for, register_player
from suitwise.rummy.gin.players import net as gin_net
from suitwise.rummy.indian.players import inputs as indian_inputs
from suitwise.rummy.indian.players import net as indian_net
from suitwise.stacks import is_winnable
from suitwise.texas42.players import net as texas42_net
from suitwise.tractor.players import net as tractor_net
from tests.matches import (
    everyone_at,
    faults_at_stacks,
    faults_at_the_arena,
    faults_at_the_terminal,
    players_of_the_package,
)
from tests.variants import MOST_VARIANTS, drawn_variants

ROSTER = {
    "gin": ("greedy", "mc(worlds=5)", "net", "random", "rules"),
    "gin_partners": ("greedy", "mc(worlds=5)", "net", "random", "rules"),
    "indian13": ("expected", "greedy", "net", "random", "rules"),
    "kuhn": ("mccfr(iterations=20)", "random"),
    "leduc": ("mccfr(iterations=20)", "random"),
    "rami(deals=1)": ("greedy", "random", "rules"),
    "rummikub": ("greedy", "mc(worlds=2)", "rules"),
    "rummikub(staged=yes)": ("random",),  # who counts all turns of other Rummikub, at every move
    "stacks": ("random", "solver"),
    "texas42(match=hand)": ("beginner", "mc(worlds=2)", "net", "random", "rules"),
    "texas42_endgame": ("mccfr(iterations=20)", "random"),
    "tractor(match=deal)": ("beginner", "mc(worlds=2)", "net", "random", "rules"),
}
EVERYONE = tuple((game, player) for game, players in ROSTER.items() for player in players)
assert {testing.Kuhn.name, testing.Leduc.name} <= set(ROSTER)
HOUSES = (
    ("gin(declare=yes)", "greedy"),
    ("gin(knock=60,big=31)", "mc(worlds=5)"),
    ("texas42(match=hand,forced=yes,nello=any,plunge=yes,splash=yes,sevens=yes)", "net"),
    ("texas42(match=hand,forced=yes,nello=any,plunge=yes,splash=yes,sevens=yes)", "rules"),
    ("texas42(match=hand,forced=yes,nello=any,plunge=yes,splash=yes,sevens=yes)", "mc(worlds=2)"),
    ("tractor(match=deal,profile=jerryyyu)", "rules"),
    ("tractor(match=deal,profile=duan)", "mc(worlds=2)"),
)
"""Games by other rules, at which players are blind to what is hidden, too."""


def seated_everywhere(player: Named, seed: int) -> dict[int, Any]:
    return {seat: player.seated(seed, seat) for seat in range(player.game.facts.seats)}


def play_out(game: Game[Any], player: Named, seed: int) -> tuple[str, ...]:
    there = seated_everywhere(player, seed)
    return play(game.start(), lambda state: there[state.turn](state), seed).moves


@pytest.mark.parametrize(("variant", "text"), EVERYONE)
def test_every_player_plays_a_game_to_its_end_and_the_same_again(variant: str, text: str) -> None:
    game = load(variant)
    player, again = named(text, game), named(text, game)
    assert play_out(game, player, 3) == play_out(game, again, 3)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("variant", "text"), [*EVERYONE, *HOUSES])
def test_a_player_is_moved_by_what_its_seat_sees_and_by_nothing_else(
    variant: str, text: str, exhaustive: bool
) -> None:
    """The first 100 decisions of a game, 40 of a player that searches; in full 200 and 60."""
    quick, slow = (200, 60) if exhaustive else (100, 40)
    game = load(variant)
    player = named(text, game)
    here, elsewhere = seated_everywhere(player, 5), seated_everywhere(player, 5)
    state: State[Any] = game.start()
    index = asked = 0
    while state.turn != OVER and asked < (slow if "worlds" in text else quick):
        if state.turn == CHANCE:
            outcome, index = draw(state, 5, 0, index)
            state = state.after(outcome)
            continue
        move = here[state.turn](state)
        world = state.resample(state.turn, 9, asked)
        assert elsewhere[state.turn](world) == move, f"{world} moves another than {state}"
        assert state.why_not(move) is None
        state, asked = state.after(move), asked + 1


ASKED = [
    (variant, text)
    for variant, text in EVERYONE
    if text.partition("(")[0] in ("beginner", "expected", "greedy", "mc", "net", "rules")
]


@pytest.mark.parametrize(("variant", "text"), ASKED)
def test_a_player_is_asked_on_its_turn_at_its_game(variant: str, text: str) -> None:
    game = load(variant)
    player = named(text, game).seated(1, 0)
    with pytest.raises(SuitwiseError, match="was asked for a move of kuhn"):
        player(testing.Kuhn().start())
    with pytest.raises(SuitwiseError, match="no seat is on turn: "):
        player(game.start())


# --- What trained players have learnt -------------------------------------------------------------

EXACT = 1 << 53
"""Whole numbers up to this are exact in floating-point numbers of 64 bits."""
TRAINED: tuple[tuple[Any, str, set[int]], ...] = (
    (gin_net, "d98c3c25633165b7", {gin_net.INPUTS}),
    (indian_net, "7772b40003dff3ef", {indian_inputs.INPUTS}),
    (texas42_net, "f1b1d5dafc58799a", {texas42_net.PLAY_INPUTS, texas42_net.CALL_INPUTS}),
    (tractor_net, "7b8a5bccffb2b7b4", {tractor_net.INPUTS}),
)
"""The modules of networks, the digests of their weights, and how many inputs they are shown."""


@pytest.mark.parametrize(("module", "digest", "inputs"), TRAINED)
def test_the_weights_are_small_whole_numbers_that_were_trained_and_exact_in_any_order(
    module: Any, digest: str, inputs: set[int]
) -> None:
    weights = (Path(module.__file__).parent / module.FILE).read_bytes()
    assert blake2b(weights, digest_size=8).hexdigest() == digest
    networks = (
        (module.play_network(),) if hasattr(module, "play_network") else module.networks().values()
    )
    assert {network.first.shape[0] for network in networks} == inputs
    for network in networks:
        assert all((array == np.rint(array)).all() for array in network)
        most = 2 * MOST_ON * np.abs(network.first).max() + np.abs(network.bias).max()
        narrow = most * np.abs(network.second).sum(axis=0) + np.abs(network.second_bias)
        assert (narrow * np.abs(network.last)).sum() < EXACT


# --- Texts, names and streams ---------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "text"), EVERYONE)
def test_the_text_of_a_player_names_it_again(variant: str, text: str) -> None:
    game = load(variant)
    player = named(text, game)
    assert named(str(player), game) == player


@pytest.mark.parametrize("variant", ROSTER)
def test_the_names_at_a_game_are_those_that_can_play_it(variant: str) -> None:
    game = load(variant)
    assert {player.split("(")[0] for player in ROSTER[variant]} <= set(names_for(game))
    assert all(named(name, game).game == game for name in names_for(game))


@pytest.mark.parametrize("text", ["random", "mccfr(iterations=200)"])
def test_a_player_that_draws_plays_otherwise_in_another_stream(text: str) -> None:
    state = load("kuhn").parse("JQ")
    player = named(text, state.game)
    first_moves = {player.seated(1, stream)(state) for stream in range(50)}
    assert first_moves == {"p", "b"}


def test_sampled_worlds_differ_from_stream_to_stream() -> None:
    player = named("mc", load("texas42"))
    assert player.seated(1, 0) != player.seated(1, 1)
    assert player.seated(1, 0) == player.seated(1, 0)


def test_the_solver_wins_every_deal_that_can_be_won() -> None:
    game = load("stacks")
    player = named("solver", game)
    won = []
    for deal in range(40):
        record = play(game.start(), player.seated(1, deal), 1, deal)
        dealt, _ = game.start().rolled(1, deal)
        won.append(record.returns[0] > 0)
        assert won[-1] == is_winnable(dealt.layout)  # type: ignore[attr-defined]
    assert {True, False} == set(won)


def test_a_strategy_is_learned_once_for_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []

    class Counted(Mccfr):
        def run(self, iterations: int) -> None:
            runs.append(iterations)
            super().run(iterations)

    monkeypatch.setattr(mccfr_module, "Mccfr", Counted)
    game = load("kuhn")
    for stream in range(4):
        named("mccfr(iterations=11,seed=77)", game).seated(1, stream)
    assert runs == [11]


def test_a_strategy_of_an_endgame_beats_chance_on_the_same_deals() -> None:
    game = load("texas42_endgame")
    players = named("mccfr(iterations=4000)", game), named("random", game)
    got = 0.0
    for deal in range(100):
        for side in (0, 1):
            there = [players[(seat + side) % 2].seated(deal, seat) for seat in range(4)]
            record = play(game.start(), lambda state, at=there: at[state.turn](state), 1, deal)  # type: ignore[misc]
            got += record.returns[side]
    assert got > 0


# --- Refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "text", "reason"),
    [
        (
            "gin",
            "pimc",
            "no player of gin: write one of easy, medium, strong, greedy, mc, net, random, r",
        ),
        ("gin", "", "'' is no player of gin"),
        ("gin", "rules(", r"'rules\(' is no player of gin"),
        ("gin", "rules;\nrandom", r"'rules;\\nrandom' is no player of gin"),
        ("gin", "rules(depth=1)", "rules has no option 'depth'; its options: danger, look"),
        ("gin", "random(seed=1)", "random has no option 'seed'; its options: none"),
        ("gin", "rules(look=much)", "the option look of rules is a number, not 'much'"),
        ("texas42", "mc(worlds=0)", "mc: 1 to 10,000 worlds are drawn, not 0"),
        ("texas42", "pimc(worlds=9)", "pimc has gone: mc beats it at texas42, so write mc"),
        ("kuhn", "mccfr(iterations=0)", "iterations are a number from 1 to 10000000"),
        ("kuhn", "mccfr(seed=-1)", "a seed is a number from 0"),
    ],
)
def test_what_is_no_player_is_refused_with_what_there_is(
    variant: str, text: str, reason: str
) -> None:
    with pytest.raises(NotationError, match=reason):
        named(text, load(variant))


# --- Players of one's own ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Last:
    """The last of the legal moves, or of the first few."""

    among: int = 99

    def __call__(self, state: State[Any]) -> Any:
        return list(state.moves())[: self.among][-1]


class Other(Last):
    """Another class."""


def test_a_player_of_ones_own_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(named_module, "_PLAYERS", dict(named_module._PLAYERS))
    register_player("last", Last)
    game = load("kuhn")
    assert str(named("last(among=1)", game)) == "last(among=1)"
    assert play_out(game, named("last", game), 1)[2:] == ("b", "b")
    assert "last" in names_for(load("gin"))


def test_a_player_of_one_game_comes_before_one_of_every_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(named_module, "_PLAYERS", dict(named_module._PLAYERS))
    register_player("mine", Last, "kuhn")
    register_player("mine", Other)
    assert isinstance(named("mine", load("kuhn")).options, Last)
    assert isinstance(named("mine", load("leduc")).options, Other)


@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("random", ("kuhn",)),
        ("random", ()),
        ("rules", ("gin",)),
        ("solver", ("stacks",)),
        ("mine", ("kuhn", "leduc")),
    ],
)
def test_a_name_that_another_player_has_is_refused(
    name: str, games: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {one: dict(kinds) for one, kinds in named_module._PLAYERS.items()}
    monkeypatch.setattr(named_module, "_PLAYERS", known)
    register_player("mine", Last, "leduc")
    with pytest.raises(NotationError, match=f"another player of .* has the name {name}"):
        register_player(name, Other, *games)
    register_player("mine", Last, "leduc")
    assert all(Other not in kinds.values() for kinds in known.values())


@pytest.mark.parametrize("name", ["Last", "", "a b", "last(among=1)", " last", "9"])
def test_a_name_is_one_word_of_small_letters(name: str) -> None:
    with pytest.raises(NotationError, match="is no name"):
        register_player(name, Last)


@pytest.mark.parametrize(
    ("variant", "player"),
    [
        ("gin", "net"),
        ("gin(to=100)", "net"),
        ("gin(big=31,declare=yes)", "net"),
        ("gin(knock=5)", "mc(worlds=200,seconds=0)"),
        ("gin(gin=20)", "mc(worlds=200,seconds=0)"),
        ("gin(undercut=10)", "mc(worlds=200,seconds=0)"),
        ("texas42(match=hand)", "mc(worlds=100,seconds=0,beliefs=yes,auction=yes)"),
        ("tractor(match=deal)", "mc(worlds=100,seconds=0,beliefs=yes,burials=yes,ending=4)"),
        ("indian13", "net"),
        ("indian13(seats=3)", "expected"),
        ("stacks", "solver"),
    ],
)
def test_the_strongest_player_shown_for_a_variant_is_strong(variant: str, player: str) -> None:
    game = load(variant)
    assert str(named("strong", game)) == player
    assert advising(game).advises == player.partition("(")[0]


# --- Every named player of every game plays under every option ------------------------------------
# Proved for 200 random variants of a game, or all where there are fewer; by default for a sample
# of them, at the arena of neighbours in the list of players.


SEED = 1
SAMPLES = {
    "gin": 4,
    "gin_partners": 2,
    "indian13": 4,
    "kuhn": 1,
    "leduc": 1,
    "rami": 2,
    "rummikub": 1,
    "stacks": 15,
    "texas42": 4,
    "texas42_endgame": 6,
    "tractor": 1,
}
"""For each game how many variants are tried unless all are."""
AT_A_TERMINAL = ("gin", "indian13", "texas42", "tractor")
ONE_VARIANT = ("kuhn", "leduc")
assert {testing.Kuhn.name, testing.Leduc.name} == set(ONE_VARIANT)


def variants(name: str, exhaustive: bool) -> list[Game[Any]]:
    """Return the variants of a game that are tried."""
    found = drawn_variants(name, MOST_VARIANTS, SEED)
    assert len(found) == (1 if name in ONE_VARIANT else MOST_VARIANTS)
    return found if exhaustive else found[: SAMPLES[name]]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SAMPLES)
def test_every_player_plays_every_variant_at_the_arena(name: str, exhaustive: bool) -> None:
    """Everybody meets the next in the list once, on each side one of them; in full all meet twice."""
    for seed, game in enumerate(variants(name, exhaustive)):
        assert faults_at_the_arena(game, seed, in_full=exhaustive) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", AT_A_TERMINAL)
def test_every_player_plays_every_variant_at_the_terminal(name: str, exhaustive: bool) -> None:
    for seed, game in enumerate(variants(name, exhaustive)):
        for player in everyone_at(game):
            assert [*faults_at_the_terminal(player, seed)] == []


@pytest.mark.exhaustive
def test_every_player_plays_every_size_of_stacks_at_the_terminal(exhaustive: bool) -> None:
    for seed, game in enumerate(variants("stacks", exhaustive)):
        for player in everyone_at(game):
            assert [*faults_at_stacks(player, seed)] == []


@pytest.mark.parametrize("name", SAMPLES)
def test_the_variants_differ_in_every_option(name: str) -> None:
    found = drawn_variants(name, MOST_VARIANTS, SEED)
    for option in fields(load(name)):
        values = {getattr(game, option.name) for game in found}
        assert len(values) > 1, f"{option.name} of {name} is always {values}"


def test_every_game_of_the_package_and_everyone_who_has_a_name_is_tried() -> None:
    assert players_of_the_package().keys() == set(SAMPLES)
    for name, players in players_of_the_package().items():
        assert [player.name for player in everyone_at(load(name))] == players
        assert len(players) >= 2
