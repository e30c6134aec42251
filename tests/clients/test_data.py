"""Data sets of the arena in the hands of those who train: Hugging Face's ``datasets`` and PyTorch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.utils.data import DataLoader, TensorDataset

from suitwise.arena.data import make_data, read_data
from suitwise.arena.data.selfplay import decision_arrays
from suitwise.game import load
from tests.fresh import ROOT

GIN = "selfplay(game=gin,players=greedy random)"
PAGE = (ROOT / "docs" / "data-sets.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ``datasets`` keep what it makes of files here, and ask no server for anything."""
    datasets = pytest.importorskip("datasets")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    make_data(GIN, folder, 7, seed=3, shard_size=3, form="hf", arrays=True)
    return folder


@pytest.mark.parametrize(
    "kind", ["texas42-solved(dominoes=3)", "rummy-hands(rules=gin,cards=10)", GIN]
)
def test_datasets_loads_the_rows_of_every_kind(kind: str, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    make_data(kind, tmp_path / "made", 7, seed=3, shard_size=3, form="hf")
    loaded = datasets.load_dataset(str(tmp_path / "made"), split="train")
    assert loaded.to_list() == list(read_data(tmp_path / "made"))


def test_datasets_streams_the_rows(games: Path) -> None:
    datasets = pytest.importorskip("datasets")
    streamed = datasets.load_dataset(str(games), split="train", streaming=True)
    assert list(streamed) == list(read_data(games))


def test_the_python_on_a_card_loads_rows_and_decisions(games: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (games / "README.md").read_text("utf-8"), re.S)
    names: dict[str, Any] = {}
    exec(code.replace("DIR", str(games)), names)
    rows = list(read_data(games))
    assert names["rows"].fetchall()
    assert names["table"]["number"].tolist() == [row["number"] for row in rows]
    expected = decision_arrays(load("gin"), rows)
    for name, array in expected.items():
        assert np.array_equal(names["decisions"][:][name].numpy(), array), name


def test_a_loader_of_pytorch_shuffles_what_datasets_has_loaded(games: Path) -> None:
    datasets = pytest.importorskip("datasets")
    decisions = datasets.load_dataset(str(games), "decisions", split="train").with_format("torch")
    loader: Any = DataLoader(decisions, batch_size=64, shuffle=True)
    batches = list(loader)
    expected = decision_arrays(load("gin"), read_data(games))
    assert batches[0]["observation"].shape == (64, expected["observation"].shape[1])
    assert batches[0]["observation"].dtype == torch.float32
    assert batches[0]["mask"].dtype == torch.bool
    seen = torch.cat([batch["observation"] for batch in batches])
    assert torch.equal(
        seen.sum(dim=0, dtype=torch.float64),
        torch.from_numpy(expected["observation"]).sum(dim=0, dtype=torch.float64),
    )
    for batch in batches:
        assert batch["mask"].gather(1, batch["action"].long()[:, None]).all()


def test_a_loader_of_pytorch_takes_the_arrays_of_a_shard(tmp_path: Path) -> None:
    make_data(GIN, tmp_path, 5, seed=3, form="npz", arrays=True)
    arrays = np.load(tmp_path / "_shard-00000.npz")
    tensors = [torch.from_numpy(arrays[name]) for name in ("observation", "mask", "action")]
    seen, mask, action = next(iter(DataLoader(TensorDataset(*tensors), batch_size=32)))
    assert torch.equal(seen, tensors[0][:32])
    assert mask[torch.arange(32), action.long()].all()


def test_the_learner_on_the_page_learns_to_imitate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = re.findall(r"```python\n(import datasets.*?)```", PAGE, re.S)
    make_data("selfplay(game=gin,players=greedy)", tmp_path / "games", 40, form="hf", arrays=True)
    monkeypatch.chdir(tmp_path)
    exec(code, {})
    agreed = [float(share) for share in re.findall(r"(\d\.\d\d)", capsys.readouterr().out)]
    assert len(agreed) == 5
    assert agreed[-1] > max(agreed[0], 0.4)
