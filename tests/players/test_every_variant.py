"""Every named player of every game plays under every option: at the arena and at the terminal.

Proved for 200 random variants of a game, or all where there are fewer; by default for a sample of them.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from suitwise import testing
from suitwise.game import Game, load
from tests.matches import (
    everyone_at,
    faults_at_stacks,
    faults_at_the_arena,
    faults_at_the_terminal,
    players_of_the_package,
)
from tests.variants import MOST_VARIANTS, drawn_variants

SEED = 1
SAMPLES = {
    "gin": 6,
    "indian13": 4,
    "kuhn": 1,
    "leduc": 1,
    "stacks": 30,
    "texas42": 4,
    "texas42_endgame": 6,
    "tractor": 3,
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
    for seed, game in enumerate(variants(name, exhaustive)):
        assert faults_at_the_arena(game, seed) == []


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
