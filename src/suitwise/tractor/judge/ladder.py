"""One trick as text: every play on the ladder of Φ, so that runs and gaps can be seen."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.arguments import of_kind, several
from suitwise.cards import Card, format_cards
from suitwise.errors import IllegalPosition
from suitwise.tractor.judge.trick import TrickRuling
from suitwise.tractor.rules.blocks import one_partition
from suitwise.tractor.rules.order import Trump, phi_of

_EMPTY = "·"


def draw_ladder(ruling: TrickRuling, *, names: Sequence[str] = ("1", "2", "3", "4")) -> str:
    """Draw the plays of a trick as rows over the columns of Φ.

    A play of several partitions, which has no order of its own, is written after a dash. ``*`` marks
    the winner.

    Args:
        ruling: what ``judge_trick`` returned.
        names: the four players, the leader first.

    >>> from suitwise.tractor import judge_trick
    >>> ruling = judge_trick("S7", ["D5D5D6D6D8D8", "DTDTDJDJDQDQ", "C4C5H5HQHKST", "D3D4H6D9S4SA"])
    >>> print(draw_ladder(ruling, names=["Alice", "Bob", "Charles", "David"]))
            Φ  4    5    6    7 8    9    10
    Alice      D5D5 D6D6 D8D8 · ·    ·    ·
    Bob     *  ·    ·    ·    · DTDT DJDJ DQDQ
    Charles    – C4C5H5HQHKST
    David      – D3D4H6D9S4SA
    """
    of_kind(ruling, TrickRuling, "ruling")
    names = [of_kind(name, str, "a name") for name in several(names, "names")]
    if len(names) != len(ruling.plays):
        raise IllegalPosition(f"a trick has four players, not {len(names)}")
    rows = [_levels(play, ruling.trump) for play in ruling.plays]
    used = {level for row in rows if row for level in row}
    columns = [
        level for level in range(min(used), max(used) + 1) if _between(level, used, ruling.trump)
    ]
    width = {
        level: max(len(cell) for cell in (str(level), *(row.get(level, "") for row in rows if row)))
        for level in columns
    }
    margin = max(map(len, names))
    lines = [f"{'':{margin}} Φ  " + " ".join(f"{level:<{width[level]}}" for level in columns)]
    for place, (name, row, play) in enumerate(zip(names, rows, ruling.plays, strict=True)):
        mark = "*" if place == ruling.winner else " "
        cells = (
            " ".join(f"{row.get(level, _EMPTY):<{width[level]}}" for level in columns)
            if row
            else f"– {format_cards(play)}"
        )
        lines.append(f"{name:<{margin}} {mark}  {cells}")
    return "\n".join(line.rstrip() for line in lines)


def _levels(play: tuple[Card, ...], trump: Trump) -> dict[int, str] | None:
    """Return the cards of a play by Φ, or None for a play of several partitions."""
    if one_partition(play, trump) is None:
        return None
    cells: dict[int, str] = {}
    for card in sorted(play):
        level = phi_of(card, trump.main_index, trump.rank_index)
        cells[level] = cells.get(level, "") + str(card)
    return cells


def _between(level: int, used: set[int], trump: Trump) -> bool:
    """Whether a column lies within the used part of the plain ladder, or of the trumps'."""
    plain = {u for u in used if u <= 12}
    trumps = used - plain
    part = plain if level <= 12 else trumps
    return bool(part) and min(part) <= level <= max(part)
