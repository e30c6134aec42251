"""Networks that were trained for the suite: their files, their choices, what an entry tells of them."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.envs.sight import Encoder
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import load, play
from suitwise.players import named as players
from suitwise.players.named import named
from suitwise.research import training
from suitwise.research.suite import BENCH_1, TRAINING, Entry, Meeting, Suite, Training, entry_of
from suitwise.research.suite import board as board_of
from suitwise.research.suite import play as played_by
from suitwise.research.trained import PLAYERS, Learnt, Network, register
from suitwise.tractor.arrays import conversion
from suitwise.tractor.arrays import play as of_play
from tests.examples.hearts.games import DEAL as HEARTS

TOLD = Training("gin", "ppo", 1, 32_768, 0.25, ((16_384, -40.5, 1.25), (32_768, -30.0, 1.5)), "ab")


assert HEARTS  # importing it makes hearts known


def network_of(inputs: int, actions: int, seed: int = 1, bend: str = "tanh") -> Network:
    """Return a network with weights at random."""
    draws, sizes = np.random.default_rng(seed), (inputs, 8, actions)
    layers = [
        (
            draws.normal(size=(one, other)).astype(np.float32),
            draws.normal(size=other).astype(np.float32),
        )
        for one, other in pairwise(sizes)
    ]
    return Network(layers, bend)


@pytest.mark.parametrize("bend", ["tanh", "relu"])
def test_it_takes_the_legal_action_of_which_it_thinks_most(bend: str) -> None:
    network, draws = network_of(5, 4, bend=bend), np.random.default_rng(2)
    seen, mask = draws.normal(size=(50, 5)), draws.random((50, 4)) < 0.6
    mask[~mask.any(axis=1), 2] = True
    chosen = network(seen, mask.astype(np.int8))
    (first, first_added), (second, second_added) = network.layers
    for row in range(50):
        inner = [
            sum(x * w for x, w in zip(seen[row], first[:, n], strict=True)) + first_added[n]
            for n in range(8)
        ]
        bent = [np.tanh(x) if bend == "tanh" else max(x, 0.0) for x in inner]
        worth = [
            sum(x * w for x, w in zip(bent, second[:, n], strict=True)) + second_added[n]
            for n in range(4)
        ]
        legal = [n for n in range(4) if mask[row, n]]
        assert chosen[row] == max(legal, key=worth.__getitem__)
        assert network(seen[row], mask[row]) == chosen[row], "a single one, too"


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    network = network_of(5, 4)
    network.write(tmp_path / "model.npz")
    read = Network.read(tmp_path / "model.npz")
    assert read.bend == network.bend
    for one, other in zip(read.layers, network.layers, strict=True):
        assert all(np.array_equal(*pair) for pair in zip(one, other, strict=True))


@pytest.mark.parametrize(
    "arrays",
    [
        {"bend": "tanh"},
        {"bend": "sine", "weights_0": np.zeros((2, 3)), "added_0": np.zeros(3)},
        {"bend": "tanh", "weights_0": np.zeros((2, 3)), "added_0": np.zeros(2)},
        {"bend": "tanh", "weights_0": np.zeros((2, 3))},
        {
            "bend": "tanh",
            "weights_0": np.zeros((2, 3)),
            "added_0": np.zeros(3),
            "weights_1": np.zeros((2, 3)),
            "added_1": np.zeros(3),
        },
        {"bend": "tanh", "weights_0": np.zeros(3), "added_0": np.zeros(3)},
        {"bend": "tanh", "weights_0": np.zeros(3), "added_0": np.array(0.0)},
        {"bend": "tanh", "weights_0": np.zeros((2, 3, 4)), "added_0": np.zeros((3, 4))},
        {"bend": "tanh", "weights_0": np.full((2, 3), "x"), "added_0": np.full(3, "x")},
        {
            "bend": "tanh",
            "weights_0": np.array(0.0),
            "added_0": np.array(0.0),
            "weights_1": np.zeros((2, 3)),
            "added_1": np.zeros(3),
        },
    ],
)
def test_a_file_without_a_network_is_refused(arrays: dict[str, Any], tmp_path: Path) -> None:
    save: Any = np.savez
    save(tmp_path / "model.npz", **arrays)
    with pytest.raises(SuitwiseError, match="holds no network that was trained here"):
        Network.read(tmp_path / "model.npz")


@given(data=st.binary(max_size=200))
def test_any_bytes_are_no_network(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("any") / "model.npz"
    path.write_bytes(data)
    with pytest.raises(SuitwiseError, match="holds no network that was trained here"):
        Network.read(path)


def test_a_file_with_any_wrong_byte_is_a_network_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    network_of(2, 3).write(path)
    good = path.read_bytes()
    for place in range(0, len(good), 3):
        path.write_bytes(good[:place] + bytes([good[place] ^ 0xFF]) + good[place + 1 :])
        with suppress(SuitwiseError):
            Network.read(path)


@pytest.mark.parametrize("task", training.LEARNT_FROM)
def test_a_network_plays_whole_games_of_its_task(
    task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {name: {**by_game} for name, by_game in players._PLAYERS.items()}
    monkeypatch.setattr(players, "_PLAYERS", known)  # so that nobody else meets them
    register()
    game = load(next(one.game for one in BENCH_1.meetings if one.name == task))
    encoder = Encoder(load(training.course_of(BENCH_1, task).game))
    size = conversion.SEEN, of_play.ACTIONS
    if task != "tractor":
        shape = encoder.observation_space().shape
        assert shape is not None
        size = int(np.prod(shape)), int(encoder.actions.n)
    path = tmp_path / "model.npz"
    network_of(*size).write(path)
    for name in PLAYERS.values():
        player = named(f"{name}(model={path})", game)
        record = play(game.start(), player.seated(1, 0), seed=3)
        assert play(game.start(), player.seated(9, 4), seed=3) == record
    network_of(*size, seed=2).write(path)
    other = named(f"masked_ppo(model={path})", game)
    assert play(game.start(), other.seated(1, 0), seed=3) != record, "a newer file is read again"
    network_of(3, 4).write(path)
    with pytest.raises(SuitwiseError, match="sees 3 numbers and has 4 actions"):
        Learnt(str(path)).seated(game, 1, 0)


# --- What an entry tells of a training ------------------------------------------------------------


def test_an_entry_tells_of_the_training_that_its_folder_holds(tmp_path: Path) -> None:
    suite = Suite("small", (1,), (Meeting("gin", "gin", ("greedy",), 2, "points"),))
    plain = played_by(suite, "random", tmp_path)
    assert plain.training is None
    assert "training" not in json.loads(plain.line())
    told = {name: getattr(TOLD, name) for name in TOLD.__dataclass_fields__}
    (tmp_path / TRAINING).write_text(json.dumps(told))
    entry = entry_of(suite, tmp_path)
    assert entry == replace(plain, training=TOLD)
    assert Entry.read(entry.line()) == entry
    assert "`random`, 32,768 moves, 0.25 h" in board_of(suite, [entry])


@pytest.mark.parametrize(
    "wrong",
    [
        {"moves": 0},
        {"seed": -1},
        {"hours": float("inf")},
        {"hours": "long"},
        {"task": 7},
        {"method": "p\npo"},
        {"curve": [[1, 2]]},
        {"curve": 5},
    ],
)
def test_what_tells_of_no_training_is_refused(wrong: dict[str, Any], tmp_path: Path) -> None:
    told = {name: getattr(TOLD, name) for name in TOLD.__dataclass_fields__} | wrong
    with pytest.raises(NotationError, match="tells of no training"):
        Training.of(told)
    (tmp_path / TRAINING).write_text(json.dumps(told))
    with pytest.raises(NotationError, match=r"tells? of no training"):
        Training.read(tmp_path / TRAINING)


@pytest.mark.parametrize(
    ("task", "method", "options", "fault"),
    [
        (
            "rummikub",
            "ppo",
            {},
            "gin, rami51, texas42, tractor, hearts are learnt, not rummikub",
        ),
        ("gin", "sarsa", {}, "gin is learnt by ppo or dqn, not by sarsa"),
        ("gin", "ppo", {"moves": 0}, "moves"),
        ("gin", "ppo", {"seed": -1}, "seed"),
    ],
)
def test_what_can_not_be_learnt_is_refused(
    task: str, method: str, options: dict[str, Any], fault: str, tmp_path: Path
) -> None:
    every = {"seed": 1} | options
    with pytest.raises(SuitwiseError, match=fault):
        training.train(BENCH_1, task, method, folder=tmp_path, **every)


def test_a_folder_with_another_training_is_refused(tmp_path: Path) -> None:
    told = {name: getattr(TOLD, name) for name in TOLD.__dataclass_fields__}
    (tmp_path / TRAINING).write_text(json.dumps(told))
    with pytest.raises(SuitwiseError, match="holds the training of gin by ppo with seed 1"):
        training.train(BENCH_1, "gin", "ppo", 2, tmp_path)
