"""What ``python -m benchmarks tractor-table`` reports."""

from __future__ import annotations

from benchmarks.tractor.playouts import report


def test_the_report_has_rates_and_points() -> None:
    said: list[str] = []
    text = report(50, 1, said.append)
    assert said[0] == "rounds"
    rows = [line for line in text.splitlines() if line.startswith("| rule")]
    assert len(rows) == 3  # the rates, twice the rules as landlord
    assert " M |" in rows[0]
    assert "±" in rows[-1]
