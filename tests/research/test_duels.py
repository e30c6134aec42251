"""Who meets whom: every two players of a game once, and those that can think for a given time."""

from __future__ import annotations

from collections import Counter

import pytest

from suitwise.catalogue import entries
from suitwise.errors import NotationError
from suitwise.game import load
from suitwise.players.named import named, names_for
from suitwise.research.strength import THINKING_S, duels


def test_every_player_of_every_game_meets_every_other_once() -> None:
    met = Counter((one.game, frozenset((one.first, one.second))) for one in duels(growth=False))
    assert set(met.values()) == {1}
    for entry in entries():
        if not entry.package:
            count = len(names_for(load(entry.name)))
            game = entry.episode or entry.name
            assert sum(one == game for one, _ in met) == count * (count - 1) // 2


def test_a_game_without_options_is_played_deal_by_deal_and_one_with_options_as_it_says() -> None:
    games = [one.game for one in duels("tractor, texas42(match=marks)", "rules,random")]
    assert games == ["tractor(match=deal)", "texas42(match=marks)"]


def test_a_player_written_in_two_ways_meets_the_others_once() -> None:
    found = duels("gin", "rules, rules(look=2), greedy")
    assert [(one.first, one.second) for one in found] == [("rules", "greedy")]


def test_a_player_meets_the_others_at_the_games_that_have_it_alone() -> None:
    found = duels("gin,stacks", "random,rules,solver", growth=False)
    assert [str(one) for one in found] == ["gin: random – rules", "stacks: random – solver"]


def test_players_that_think_for_a_time_meet_the_rules_with_each_time() -> None:
    found = [one for one in duels("tractor", "mc(worlds=20, seconds=3),rules") if one.seconds]
    assert tuple(one.seconds for one in found) == THINKING_S
    assert [one.first for one in found] == [
        "mc(worlds=20,seconds=0.01)",
        "mc(worlds=20,seconds=0.1)",
        "mc(worlds=20,seconds=1)",
    ]
    for one in found:
        assert one.second == "rules"
        assert named(one.first, load(one.game)).options.seconds == one.seconds


@pytest.mark.parametrize(
    ("games", "players", "reason"),
    [
        ("mahjong", "", "mahjong"),
        ("gin", "rules,solver", "'solver' is no player of gin"),
        ("gin", "rules(look=x)", "look"),
        ("gin", "rules", "two players or more"),
    ],
)
def test_what_nobody_can_play_is_refused(games: str, players: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        duels(games, players)
