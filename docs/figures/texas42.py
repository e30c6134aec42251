"""Write docs/_static/texas42-suits.svg, texas42-trick.svg, texas42-bids.svg and texas42-search.svg.

The counts of the search are kept in texas42-search.json beside this file; ``--measure`` makes them anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import log, log10
from pathlib import Path

from suitwise.picture.svg import (
    Box,
    beside,
    document,
    framed,
    label,
    padded,
    sized,
    stacked,
    text_at,
)
from suitwise.texas42.picture import declaration_name, draw_bidding, draw_trick
from suitwise.texas42.rules.dominoes import (
    FOLLOWS,
    N_DOMINOES,
    NELLO,
    RANK_BITS,
    SUIT_NAMES,
    SUITS,
    TAU,
    Domino,
    parse_dominoes,
)
from suitwise.texas42.solve.bidding import bidding_table

HERE = Path(__file__).resolve().parent
STATIC = HERE.parent / "_static"
COUNTS = HERE / "texas42-search.json"
DEALS = 1000

INK, SOFT, PAPER, BAR = "#222222", "#59636e", "#f4f5f7", "#7fb5d6"
TIERS = ("#ffffff", "#d3e7f5", "#f6d5a6")
"""The grounds of a slough, of what follows, of trump."""
CELL = 27, 20
NAME = 66
LONGEST_BAR = 320
BAR_NAME, BAR_GAP = 250, 6
FIRST_TICK = 10
"""Bars are logarithmic and begin here."""


# --- The tables of the algebra --------------------------------------------------------------------


def suits_picture(declarations: Sequence[int]) -> str:
    """Draw FOLLOWS and TAU of some declarations: a row a suit led, a column a domino."""
    parts = [label("Who follows, and with which rank", 18, bold=True)]
    for declaration in declarations:
        parts += [
            label(f"{declaration_name(declaration)} declared", 13, bold=True),
            _suits_of(declaration),
        ]
    parts.append(_legend())
    return document(padded(stacked(parts, 8), 16, 16), "Suits of Texas 42", PAPER)


def _suits_of(declaration: int) -> Box:
    head = [_cell(str(Domino(domino)), PAPER) for domino in range(N_DOMINOES)]
    rows = [beside([_name("suit led"), *head], 1)]
    for suit in SUITS:
        at = (declaration * len(SUITS) + suit) * N_DOMINOES
        follows = FOLLOWS[declaration * len(SUITS) + suit]
        cells = (
            _rank(TAU[at + domino], bool(follows >> domino & 1)) for domino in range(N_DOMINOES)
        )
        rows.append(beside([_name((*SUIT_NAMES, "called")[suit]), *cells], 1))
    return stacked(rows, 1)


def _rank(rank: int, follows: bool) -> Box:
    """Draw a rank on the ground of its tier, framed where the domino follows."""
    return _cell(str(rank) if rank else "", TIERS[rank >> RANK_BITS], INK if follows else "none")


def _cell(text: str, ground: str, line: str = "none") -> Box:
    width, height = CELL
    words = text_at(text, width / 2, 14, 10, fill=INK, anchor="middle") if text else ""
    return framed(Box(width, height, words), ground, line, radius=2)


def _name(text: str, width: float = NAME) -> Box:
    return sized(label(text, 11, bold=True), width, CELL[1], valign="middle")


def _legend() -> Box:
    named = zip(TIERS[::-1], ("trump", "follows", "slough, rank 0"), strict=True)
    boxes = [beside([_cell("", ground), label(name, 11)], 4, "middle") for ground, name in named]
    framed_cell = beside([_cell("", PAPER, INK), label("must be played if held", 11)], 4, "middle")
    return beside([*boxes, framed_cell], 18, "middle")


# --- The search -----------------------------------------------------------------------------------


def search_picture(counts: dict[str, list[list[str | float]]]) -> str:
    """Draw how many positions are searched: with less and less of the improvements, and later on."""
    parts = [
        label(f"Positions searched for a deal: the mean of {DEALS:,} random ones", 18, bold=True),
        _bars([(str(name), float(count), f"{count:,.0f}") for name, count in counts["without"]]),
        label("The same by tricks played, with the median time on one core", 13, bold=True),
        _bars(
            [
                (f"before trick {trick}", float(count), f"{count:,.0f}, {float(time):.3f} ms")
                for trick, (count, time) in enumerate(counts["tricks"], 1)
            ]
        ),
    ]
    return document(padded(stacked(parts, 12), 16, 16), "Positions searched", PAPER)


def _bars(rows: Sequence[tuple[str, float, str]]) -> Box:
    most = max(count for _, count, _ in rows)
    bars = [
        beside(
            [
                _name(name, BAR_NAME),
                framed(Box(_length(count, most), CELL[1] - 4), BAR, radius=2),
                label(told, 11, fill=SOFT),
            ],
            BAR_GAP,
            "middle",
        )
        for name, count, told in rows
    ]
    return stacked([*bars, _axis(most)], 3)


def _length(count: float, most: float) -> float:
    return LONGEST_BAR * log(count / FIRST_TICK) / log(most / FIRST_TICK)


def _axis(most: float) -> Box:
    """Draw the powers of ten under the bars, and say that they are at equal distances."""
    ticks = [FIRST_TICK * 10**power for power in range(int(log10(most / FIRST_TICK)) + 1)]
    left = BAR_NAME + BAR_GAP
    texts = [
        text_at(f"{tick:,}", left + _length(tick, most), 12, 10, fill=SOFT, anchor="middle")
        for tick in ticks
    ]
    said = text_at("positions, logarithmic", 0, 12, 10, fill=SOFT)
    return Box(left + LONGEST_BAR, 16, said + "".join(texts))


def measure() -> dict[str, list[list[str | float]]]:
    """Count the positions that the solver searches, as ``python -m benchmarks texas42`` does."""
    import numpy as np

    from benchmarks.texas42.solver import (
        BOUNDS,
        PLAYS,
        REMEMBERED,
        THINNED,
        VARIANTS,
        no_key,
        random_rows,
        solve_each,
    )
    from suitwise.texas42.solve.search import key_of

    rows = random_rows(DEALS)
    without = [
        [name, float(solve_each(rows, rules)[:, 1].mean())] for name, rules in VARIANTS.items()
    ]
    few = rows[: DEALS // 10]
    bare = {**BOUNDS, **THINNED, **PLAYS, **REMEMBERED, key_of: no_key}
    share = solve_each(few, bare)[:, 1].mean() / solve_each(few, {})[:, 1].mean()
    without.append(["the same without a table", round(share * float(without[0][1]), -3)])
    tricks = []
    for played in range(5):
        rows = random_rows(DEALS, played)
        runs = np.array([solve_each(rows, {}) for _ in range(5)])
        tricks.append(
            [
                float(runs[0, :, 1].mean()),
                round(float(np.median(runs[:, :, 0].min(axis=0))) * 1e3, 4),
            ]
        )
    return {"without": without, "tricks": tricks}


def main(folder: Path = STATIC) -> None:
    """Draw the four pictures."""
    trick = parse_dominoes("6-1 6-4 5-0 6-6")
    pictures = {
        "suits": suits_picture([5, NELLO]),
        "trick": draw_trick(0, trick, 5, title="Sixes are led, and trumped"),
        "bids": draw_bidding(bidding_table("6-6 6-4 6-1 5-5 5-0 3-3 2-2")),
        "search": search_picture(json.loads(COUNTS.read_text(encoding="ascii"))),
    }
    for name, svg in pictures.items():
        (folder / f"texas42-{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    if "--measure" in sys.argv:
        COUNTS.write_text(json.dumps(measure(), indent=1) + "\n", encoding="ascii")
    main()
