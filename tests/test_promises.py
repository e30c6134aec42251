"""What an id or a kind of data set no longer gives as the last release did the changelog marks."""

from __future__ import annotations

import pytest

pytest.importorskip("gymnasium")

from tests.fresh import ROOT
from tests.promises import RELEASED, broken, lines, unsaid

CHANGELOG = (ROOT / "CHANGELOG.md").read_text("utf-8")
KEPT = RELEASED.read_text("utf-8").splitlines()


def test_what_an_id_shows_otherwise_and_rows_that_are_others_are_marked_in_the_changelog() -> None:
    now = lines()
    assert unsaid(broken(KEPT, now), CHANGELOG) == [], (
        "say in CHANGELOG.md under [Unreleased], beginning with **[env]** or **[data]** and the name, "
        "what is not as it was"
    )
    assert now == lines(), "the same seed gives the same games"


def test_a_change_that_has_no_mark_is_missed() -> None:
    names = [line.rpartition(" ")[0] for line in KEPT]
    other = [f"{name} 0" for name in names]
    assert broken(KEPT, other) == names
    assert broken(KEPT, KEPT[1:]) == names[:1]
    without = "## [Unreleased]\n\n- `Gin-v0` and `selfplay` are better.\n\n## [0.1.0]\n"
    assert unsaid(names, without) == names
    marked = "## [Unreleased]\n\n- **[env]** `Gin-v0`: more.\n- **[data]** `selfplay`: more.\n"
    left = unsaid(names, marked)
    assert not any(name.startswith(("suitwise/Gin-v0", "selfplay")) for name in left)
    assert "suitwise/Stacks-v0" in left
    swapped = "## [Unreleased]\n\n- **[data]** `Gin-v0`: more.\n- **[env]** `selfplay`: more.\n"
    assert unsaid(names, swapped) == names


def test_every_id_and_every_kind_is_held_to_what_it_promises() -> None:
    from suitwise.arena.data.manifest import KINDS
    from suitwise.envs.registered import BATCHED, ENVS

    said = {line.rpartition(" ")[0] for line in lines()}
    assert {
        name.split("(")[0].split(" ")[0] for name in said
    } == ENVS.keys() | BATCHED.keys() | set(KINDS)
    assert {f"{name} of many" for name in BATCHED} <= said
