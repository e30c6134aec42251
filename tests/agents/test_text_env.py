"""All seats in words: the loop of TextArena, told apart by seat, refused answers counted."""

from __future__ import annotations

import re
from typing import Any

import pytest

from suitwise.agents import TextEnv
from suitwise.errors import SuitwiseError
from suitwise.game import load
from tests.agents.test_talk import SHORT


def first_legal(text: str) -> str:
    """Return the first move of the last line, as somebody answers who reads nothing else."""
    last = text.splitlines()[-1]
    kind, _, moves = last.partition(": ")
    assert kind in ("Legal moves", "Some legal moves")
    return moves.split(", ")[0]


def played(
    env: TextEnv, seed: int
) -> tuple[dict[int, float], dict[int, dict[str, Any]], list[str]]:
    env.reset(env.game.facts.seats, seed)
    done, texts = False, []
    while not done:
        seat, text = env.get_observation()
        texts.append(f"{seat}: {text}")
        done, info = env.step(first_legal(text))
        assert info == {}
    return *env.close(), texts


@pytest.mark.parametrize("name", SHORT)
def test_a_game_of_agents_that_take_the_first_move_comes_to_its_end(name: str) -> None:
    env = TextEnv(name)
    rewards, counts, texts = played(env, 5)
    assert sorted(rewards) == sorted(counts) == list(range(load(name).facts.seats))
    assert sum(one["turn_count"] for one in counts.values()) == len(texts)
    assert played(env, 5)[2] == texts


def test_each_seat_is_told_the_rules_once_and_what_has_happened_since() -> None:
    env = TextEnv("texas42(match=hand)")
    *_, texts = played(env, 3)
    for seat in range(4):
        own = [text for text in texts if text.startswith(f"{seat}: ")]
        assert "Aim:" in own[0]
        assert f"You are seat {seat}." in own[0]
        assert not any("Aim:" in text for text in own[1:])
    assert "seat 1 passes" in texts[1]


def test_nobody_is_told_of_anothers_hand() -> None:
    env = TextEnv("texas42(match=hand)")
    env.reset(seed=3)
    seen: dict[int, set[str]] = {}
    for _ in range(4):
        seat, text = env.get_observation()
        held = re.search(r"your dominoes │ (.*)", text)
        assert held is not None
        seen[seat] = set(held[1].split())
        env.step("pass" if seat else "30")
    assert len(seen) == 4
    assert len(set().union(*seen.values())) == 28


def test_after_some_refused_answers_a_move_is_drawn_and_counted() -> None:
    env = TextEnv("gin", refusals=2)
    env.reset(seed=3)
    seat, _ = env.get_observation()
    for _ in range(2):
        assert env.step("nonsense") == (False, {"refused": "gin.unread"})
        assert env.get_observation()[0] == seat
    env.step("nonsense")
    other, text = env.get_observation()
    assert other != seat
    while True:
        seat, text = env.get_observation()
        if env.step(first_legal(text))[0]:
            break
    _, counts = env.close()
    assert counts[0]["refused"] == 3
    assert counts[0]["drawn_moves"] == 1
    assert counts[1] == {"turn_count": counts[1]["turn_count"], "refused": 0, "drawn_moves": 0}


def test_a_game_of_another_number_and_one_that_is_not_over_are_refused() -> None:
    env = TextEnv("gin")
    with pytest.raises(SuitwiseError, match="gin is played by 2, not by 3"):
        env.reset(3)
    with pytest.raises(SuitwiseError, match="not over yet"):
        env.close()
