"""The tables of strength: the stronger first, bold where the interval excludes zero."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.arena.statistics import Paired, Sample, Times, paired
from suitwise.research.strength import Budget, Duel, Met, Strength, markdown


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
    lines = rows(markdown(Strength(Budget(deals=3), TABLE.duels, ())), "|")
    assert lines[0] == "| `gin`, points | `greedy` | `random` | median ms | 95 % |"
    assert [line.split(" | ")[0] for line in lines[2:]] == [
        "| `rules(all)`",
        "| `greedy(all)`",
        "| `random(all)`",
    ]


def test_a_margin_is_bold_where_its_interval_excludes_zero() -> None:
    (line,) = rows(markdown(Strength(Budget(deals=3), TABLE.duels, ())), "`rules(all)`")
    assert line == "| `rules(all)` | +1.3 ± 5.2 | **+10.0 ± 2.5** | 0.993 | 498 |"


def test_fewer_deals_than_were_asked_for_stand_beside_a_margin() -> None:
    (line,) = rows(markdown(TABLE), "`greedy(all)`")
    assert line == "| `greedy(all)` |  | **+7.7 ± 1.4** (3) | 0.0101 | 0.0101 |"


def test_growth_has_a_row_a_player_and_a_column_a_time() -> None:
    longer = met("mc(worlds=5,seconds=1)", "rules", [1.0, 1.5], seconds=1.0)
    text = markdown(Strength(Budget(deals=3), (), (*TABLE.growth, longer)))
    assert text.splitlines()[-4:] == [
        "| game, player, margin in | 0.1 s | 1 s |",
        "|---|---|---|",
        "| `gin`, `mc`, points | +1.2 ± 3.2 (2) in 0.993, 498 |  |",
        "| `gin`, `mc(worlds=5)`, points |  | +1.2 ± 3.2 (2) in 0.993, 498 |",
    ]


def test_the_machine_is_told_once_and_why_there_are_fewer_deals_only_where_there_are() -> None:
    text = markdown(TABLE)
    assert text.startswith("a machine\n\n")
    assert text.count("a machine") == 1
    assert "that have fewer than 1,000: as many as fitted into their time, 8 to 12 s." in text
    enough = markdown(Strength(Budget(deals=3), TABLE.duels, ()))
    assert "fewer" not in enough


def test_a_duel_without_a_deal_has_no_margin() -> None:
    text = markdown(Strength(Budget(), (met("rules", "greedy", []),), ()))
    assert rows(text, "`rules(all)`")[0].startswith("| `rules(all)` | – |")


def test_programs_get_every_figure_with_the_players_written_out() -> None:
    plain = TABLE.as_json()
    pairs, growth = plain["pairs"], plain["growth"]
    assert isinstance(pairs, list)
    assert isinstance(growth, list)
    assert [pair["mean"] for pair in pairs] == [-10.0, -23 / 3, 4 / 3]
    assert pairs[0]["second"] == "rules(all)"
    assert pairs[0]["first_decisions"]["count"] == 100
    assert growth[0]["seconds"] == 0.1
