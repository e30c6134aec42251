"""A game on a compiled record is the one that positions play: faces give the same, bit for bit."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise.envs import SeatEnv, TableEnv
from suitwise.envs.course import STEP_S, Course
from suitwise.errors import IllegalMove
from suitwise.foundation.arrays import cost_dispatch
from suitwise.foundation.arrays.cost_dispatch import nothing_plain
from suitwise.game import load
from suitwise.players import RandomPlayer
from suitwise.stepping.loop import RANDOM, SELF
from suitwise.stepping.records import Single
from suitwise.testing import Kuhn
from tests.envs.leaks import same

SHOWY = "gin(knock=60,big=31)"
HOUSE = "texas42(match=hand,nello=any,sevens=yes,plunge=yes,splash=yes,forced=yes,shaker=-1)"
SEATS: tuple[tuple[str, Any], ...] = (
    ("gin", "random"),
    ("gin", "greedy"),
    (SHOWY, "greedy"),
    ("stacks", "random"),
    ("stacks(stacks=5,height=3,suits=7,singles=3)", "random"),
    ("texas42(match=hand)", "random"),
    ("texas42(match=hand)", ["rules", "random", "rules"]),
    (HOUSE, "rules"),
)
"""Variants, and opponents that their records know."""
TABLES = ("gin", SHOWY, "stacks", "texas42(match=hand)", HOUSE)
NO_MOVES = (-1, -2, -3, 2**63, 2**64 - 1, 10_000)
"""What no game has as an action; on a record some of it means something else."""


def on_record(face: Any) -> Any:
    """Return a face of which the first game is played on a record, and so all that follow."""
    with nothing_plain():
        face.reset(seed=0)
    assert face._course._record is not None
    return face


def by_positions(face: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a face of which all games are played by positions."""
    monkeypatch.setattr(face._course, "_batch", None)
    face.reset(seed=0)
    assert face._course._record is None
    return face


def tried(rng: Random, mask: Any) -> int:
    """Return an action at random, now and then one that is not legal."""
    if rng.random() < 0.03:
        return rng.choice([*NO_MOVES, rng.randrange(len(mask))])
    return int(rng.choice(np.flatnonzero(mask)))


def seats_steps(env: SeatEnv, episodes: int, positions: float = 0.1) -> Iterator[tuple[Any, ...]]:
    """Yield all that a seat is given in some episodes, and now and then the true position."""
    rng = Random(5)
    for number in range(episodes):
        seen, info = env.reset(seed=(None, 2**64 - 5, number)[number % 3])
        yield seen, info
        over = False
        while not over:
            action = tried(rng, info["action_mask"])
            try:
                seen, reward, terminated, truncated, info = env.step(action)
            except IllegalMove as error:
                yield str(error), str(env.position)
                continue
            yield seen, reward, terminated, truncated, info, env.action_masks()
            over = terminated or truncated
            if rng.random() < positions:
                yield (str(env.position),)
        yield (str(env.position),)


@pytest.mark.parametrize(("text", "opponents"), SEATS, ids=str)
@pytest.mark.parametrize("options", [{}, {"seat": "any", "illegal": "raise", "longest": 7}])
def test_a_seat_is_given_the_same_on_a_record_as_by_positions(
    text: str,
    opponents: Any,
    options: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    exhaustive: bool,
) -> None:
    one = on_record(SeatEnv(text, opponents=opponents, **options))
    other = by_positions(SeatEnv(text, opponents=opponents, **options), monkeypatch)
    episodes = 300 if exhaustive else 6
    courses = (seats_steps(env, episodes) for env in (one, other))
    for given, expected in zip(*courses, strict=True):
        assert same(given, expected)
        assert list(map(type, given)) == list(map(type, expected))


def test_a_seat_that_asks_for_bytes_is_given_bytes_on_a_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = on_record(SeatEnv("gin", dtype="uint8"))
    other = by_positions(SeatEnv("gin", dtype="uint8"), monkeypatch)
    for given, expected in zip(seats_steps(one, 2), seats_steps(other, 2), strict=True):
        assert same(given, expected)
    assert one.reset(seed=1)[0].dtype == np.uint8


def tables_steps(table: TableEnv, games: int) -> Iterator[tuple[Any, ...]]:
    """Yield all that a table tells in some games."""
    rng = Random(6)
    for number in range(games):
        table.reset(seed=(None, 2**64 - 5, number)[number % 3])
        while table.agents:
            agents = table.agents
            yield table.agent_selection, table.rewards, table.terminations, table.truncations
            yield table.infos, [table.observe(agent) for agent in agents], table.last()
            over = table.terminations[table.agent_selection]
            over |= table.truncations[table.agent_selection]
            action = None if over else tried(rng, table.last()[0]["action_mask"])
            try:
                table.step(action)
            except IllegalMove as error:
                yield str(error), str(table.position)
        yield (str(table.position),)


@pytest.mark.parametrize("text", TABLES)
@pytest.mark.parametrize("longest", [None, 6])
def test_a_table_tells_the_same_on_a_record_as_by_positions(
    text: str, longest: int | None, monkeypatch: pytest.MonkeyPatch, exhaustive: bool
) -> None:
    one = on_record(TableEnv(text, longest=longest))
    other = by_positions(TableEnv(text, longest=longest), monkeypatch)
    courses = (tables_steps(table, 200 if exhaustive else 3) for table in (one, other))
    for given, expected in zip(*courses, strict=True):
        assert same(given, expected)


@pytest.mark.parametrize("copy", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_a_seat_goes_on_from_the_same_place_and_by_itself(copy: Any) -> None:
    env = on_record(SeatEnv("gin"))
    _, info = env.reset(seed=4)
    for _ in range(5):
        _, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    action, other = int(info["action_mask"].argmax()), copy(env)
    given = env.step(action)
    before = str(other.position)
    assert same(other.step(action), given)
    assert str(other.position) == str(env.position) != before


@pytest.mark.parametrize(
    ("text", "opponents"),
    [
        ("gin", "rules(look=1)"),
        ("gin", RandomPlayer(1)),
        ("gin(to=30)", "random"),
        ("gin(declare=yes)", "random"),
        ("texas42(match=hand)", ["rules", "beginner", "rules"]),
        ("texas42(match=hand,claims=yes)", "random"),
        ("texas42", "random"),
        ("tractor(match=deal)", "random"),
        ("indian13", "random"),
        ("stacks(stacks=33,height=2)", "random"),
    ],
    ids=lambda one: type(one).__name__ if callable(one) else str(one),
)
def test_what_no_record_knows_is_played_by_positions(text: str, opponents: Any) -> None:
    env = SeatEnv(text, opponents=opponents)
    with nothing_plain():
        env.reset(seed=1)
    assert env._course._record is None


def test_a_game_of_somebody_else_s_need_not_be_hashable() -> None:
    class Unhashable(Kuhn):
        __hash__ = None  # type: ignore[assignment]

    seen, _ = SeatEnv(Unhashable()).reset(seed=1)
    assert (seen == SeatEnv(Kuhn()).reset(seed=1)[0]).all()


def test_a_level_of_strength_is_the_player_that_it_stands_for() -> None:
    assert on_record(SeatEnv("gin", opponents="easy"))._course._ways == (SELF, 1)


def test_games_are_played_by_positions_until_machine_code_is_worth_its_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[float] = []

    def worth_it(rule: Any, seconds: float) -> bool:
        asked.append(seconds)
        return len(asked) == 3

    monkeypatch.setattr("suitwise.envs.course.repays", worth_it)
    env = SeatEnv("gin")
    for number in range(4):
        _, info = env.reset(seed=number)
        assert (env._course._record is not None) == (number >= 2)
        for _ in range(number + 1):
            _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
            assert not over
    assert asked == [0.0, 2 * STEP_S, 3 * STEP_S]


def test_plain_python_plays_a_record_as_machine_code_does() -> None:
    for text in ("gin", "stacks", "texas42(match=hand)"):
        batch = Course(SeatEnv(text)._encoder)._batch
        assert batch is not None
        ways = [SELF, *[RANDOM] * (batch.options[0] - 1)]
        one, other = Single(batch), Single(batch, compiled=False)
        rng = Random(3)
        for number in range(3):
            for single in (one, other):
                single.begin(11, number, ways)
            while one.turn >= 0:
                assert one.turn == other.turn
                assert same((one.seen, one.allowed), (other.seen, other.allowed))
                action = int(rng.choice(np.flatnonzero(one.allowed)))
                assert one.play(action)
                assert other.play(action)
            assert same((one.seen, one.returns), (other.seen, other.returns))
            assert np.array_equal(one._record, other._record)


def test_a_record_refuses_what_is_no_legal_action_and_stays_as_it_is() -> None:
    batch = Course(SeatEnv("gin")._encoder)._batch
    assert batch is not None
    single = Single(batch, compiled=False)
    single.begin(1, 0, [SELF, SELF])
    record, allowed = single._record.copy(), single.allowed.copy()
    for action in (*NO_MOVES, 0, batch.actions - 1):
        assert not single.play(action)
    assert same((single._record, single.allowed), (record, allowed))


def test_machine_code_repays_soon_where_it_is_kept_and_else_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = False
    monkeypatch.setattr(cost_dispatch, "_spent", {})
    monkeypatch.setattr(cost_dispatch, "is_loaded", lambda rule: False)
    monkeypatch.setattr(cost_dispatch, "is_kept", lambda rule: kept)
    monkeypatch.setattr(cost_dispatch, "opening_s", lambda: 0.04)
    monkeypatch.setattr(cost_dispatch, "seconds_to_compile", lambda rule: 3.0)

    def asked(seconds: float) -> bool:
        return cost_dispatch.repays(load, seconds)

    assert not asked(0.03)
    assert not asked(0.02)
    kept = True
    assert not asked(0.01)
    assert asked(0.03)
    kept = False
    assert not asked(2.5)
    assert asked(0.5)
    with cost_dispatch.small_stay_plain():
        assert not asked(1.0)
