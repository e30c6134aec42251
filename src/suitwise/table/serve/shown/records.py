"""What of a table's record may leave it: the deals that are over, with the keys that dealt them."""

from __future__ import annotations

from typing import Any

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.table.rules.table import Table


def opened(table: Table) -> dict[str, Any]:
    """Return the record of the deals that are over; of the one under way nothing."""
    return table.exported_over()


def opened_deal(table: Table, deal: int) -> dict[str, Any] | Phrase:
    """Return the record of one deal, or why it can't be had.

    Args:
        table: the table.
        deal: its number, from 1, as the page counts deals.
    """
    found = table.exported_deal(deal - 1)
    if found is not None:
        return found
    if deal - 1 == table.deal:
        return phrase("table.deal-not-over", "deal {n} is not over: ask again then", n=deal)
    return phrase(
        "table.no-deal", "there is no deal {n}: {over} are over", n=deal, over=len(table.past)
    )
