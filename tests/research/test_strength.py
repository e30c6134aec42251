"""The tables of strength: the stronger first, bold where the interval excludes zero."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.arena.statistics import Paired, Sample, Times, paired
from suitwise.research.duels import Budget, Duel, Met
from suitwise.research.strength import Strength, markdown


def met(first: str, second: str, margins: Sequence[float], seconds: float | None = None) -> Met:
    duel = Duel("gin", first, second, seconds)
    told: Paired | None = paired([Sample(one, 0.0) for one in margins]) if margins else None
    times = Times([0.001] * 90 + [0.5] * 10), Times([1e-5])
    return Met(
        duel,
        (f"{first}(all)", f"{second}(all)"),
        "points",
        told,
        times,
        4.0 * len(margins) if margins else 0.0,
        "a machine",
    )


TABLE = Strength(
    Budget(deals=1000, seconds=60.0),
    (
        met("random", "rules", [-9.0, -10.0, -11.0]),
        met("random", "greedy", [-8.0, -7.0, -8.0]),
        met("rules", "greedy", [3.0, -1.0, 2.0]),
    ),
    (met("mc(seconds=0.1)", "rules", [1.0, 1.5], seconds=0.1),),
)


def rows(text: str, *words: str) -> list[str]:
    return [line for line in text.splitlines() if all(word in line for word in words)]


def test_the_stronger_stands_first_and_the_strongest_on_top() -> None:
    lines = rows(markdown(TABLE), " – ", "points")
    assert [line.split(" | ")[1] for line in lines] == [
        "`rules` – `greedy`",
        "`rules` – `random`",
        "`greedy` – `random`",
    ]


def test_a_margin_is_bold_where_its_interval_excludes_zero() -> None:
    text = markdown(TABLE)
    assert rows(text, "`rules` – `random`")[0].endswith("| 3 | **+10.0 ± 2.5** | points |")
    assert rows(text, "`rules` – `greedy`")[0].endswith("| 3 | +1.3 ± 5.2 | points |")


def test_a_player_s_decisions_are_those_of_all_its_duels() -> None:
    lines = rows(markdown(TABLE), "`gin` | `rules(all)`")
    assert lines == ["| `gin` | `rules(all)` | 101 | 0.993 ms | 498 ms |"]


def test_growth_shows_the_seconds_the_margin_and_what_was_taken() -> None:
    (line,) = rows(markdown(TABLE), "`mc(seconds=0.1)`")
    assert line.startswith("| `gin` | `mc(seconds=0.1)` | 0.1 | 2 | +1.2 ± 3.2 | points |")


def test_the_machine_is_told_once_and_why_there_are_fewer_deals_only_where_there_are() -> None:
    text = markdown(TABLE)
    assert text.startswith("a machine\n\n")
    assert text.count("a machine") == 1
    assert "fewer than 1,000 deals played as many as fitted into their time, 8 to 12 s." in text
    enough = markdown(Strength(Budget(deals=3), TABLE.duels, ()))
    assert "fewer" not in enough


def test_a_duel_without_a_deal_has_no_margin() -> None:
    text = markdown(Strength(Budget(), (met("rules", "greedy", []),), ()))
    assert rows(text, "`rules` – `greedy`")[0].endswith("| 0 | – | points |")


def test_programs_get_every_figure_with_the_players_written_out() -> None:
    plain = TABLE.as_json()
    pairs, growth = plain["pairs"], plain["growth"]
    assert isinstance(pairs, list)
    assert isinstance(growth, list)
    assert [pair["mean"] for pair in pairs] == [-10.0, -23 / 3, 4 / 3]
    assert pairs[0]["second"] == "rules(all)"
    assert pairs[0]["first_decisions"]["count"] == 100
    assert growth[0]["seconds"] == 0.1
