"""RLlib trains on the compiled vector: its own environment has it, which ``make test-rllib`` makes."""

from __future__ import annotations

import re
from pathlib import Path

from tests.clients.test_examples import learns, met


def test_a_minute_of_learning_is_a_player_in_the_arena(tmp_path: Path) -> None:
    told = learns("train_rllib", tmp_path)
    assert re.search(r"^ +\d+ s .* [-+][\d.]+ points$", told, re.M)
    for other in ("random", "greedy", "rules"):
        assert re.search(met("rllib", other), told, re.M)
