"""What of a table's record may leave it: the deals that are over, with the keys that dealt them."""

from __future__ import annotations

from typing import Any

from suitwise.table.rules.running.standing import OVER
from suitwise.table.rules.table import Table


def opened(table: Table) -> dict[str, Any]:
    """Return the record of the deals that are over; of the one under way nothing."""
    exported = table.exported()
    if table.stage == OVER:
        return exported
    *over, current = exported["deals"]
    record = exported["record"]
    moves = record["moves"][: current["begins"]]
    returns = list(map(float, table.states[0].returns()))
    return {"record": {**record, "moves": moves, "returns": returns}, "deals": over}
