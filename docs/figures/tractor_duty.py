"""Write docs/_static/tractor-duty.svg: how a best service is found, and how legal plays are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from pathlib import Path

from suitwise.cards import Card
from suitwise.picture.svg import (
    Box,
    beside,
    document,
    element,
    framed,
    label,
    padded,
    sized,
    stacked,
    text_at,
    tile,
)
from suitwise.tractor import Duty, duty_of, phi
from suitwise.tractor.rules.blocks import FITS, WEIGHT
from suitwise.tractor.rules.pairs.legal_plays import LENGTHS
from suitwise.tractor.rules.pairs.owed import led_form, run_codes

STATIC = Path(__file__).resolve().parent.parent / "_static"

ASKED = duty_of("S2", "S3S3S4S4S5S5 S7S7S8S8", "SKSK SASA C2C2 D2D2 S2S2 S9 SJ")
"""Two tractors are led in trump; of the hand's two pairs on the shared Φ both are needed."""
COUNTED = duty_of("S2", "H3H3H4H4 H9 HJ", "H6H6 H7H7 H8H8 HTHT HQ")
"""A tractor and two singles are led; a tractor is owed, the rest is free."""

INK, SOFT, PAPER = "#222222", "#59636e", "#f4f5f7"
GOOD, BAD, EMPTY = "#d5ecd4", "#f6d6d2", "#ffffff"
CELL = 132, 24
NODE = 66, 34
STEP = 122, 62


# --- The greatest list of lengths -----------------------------------------------------------------


def service_picture(duty: Duty) -> Box:
    """Draw the questions that find what is owed, each of which is an entry or two of a table."""
    main, cr = duty.trump.main_index, duty.trump.rank_index
    pairs, led = led_form(duty.lead.twice, duty.led, main, cr, duty.chain)
    _, joined, parted = run_codes(duty.held.twice, duty.led, main, cr, duty.chain)
    rows = [
        _row("does it fit into", _sizes(led), _sizes(joined), _sizes(parted), "so far owed"),
        *(_answers(*question) for question in _questions(pairs, led, joined, parted)),
    ]
    assert duty.profile_owed == (3, 2)  # what the last row says
    return stacked(
        [
            label("What is owed: the greatest list of lengths, length by length", 14, bold=True),
            *_cards(duty),
            label("Spades and 2s are trump. The pairs lie on Φ 23, 24, 25, 25 and 26.", fill=SOFT),
            label(
                "One pair on 25 joins 24 and 26: a run of 4."
                " Or each of the two serves one side: 23–24–25 and 25–26.",
                fill=SOFT,
            ),
            beside([_named(n) for n in ("", "the lead", "joined runs", "parted runs", "")], 2),
            stacked(rows, 2),
        ],
        8,
    )


def _questions(
    pairs: int, led: int, joined: int, parted: int
) -> Iterator[tuple[str, Sequence[bool | None], int]]:
    """Yield what is asked, the answers of the lead and of both views, and what is owed after it."""
    owed, room, length = 0, pairs, max(LENGTHS[joined])
    while length > 1:
        more = owed + WEIGHT[length] & 127
        if length > room:
            length = room
            continue
        in_lead = bool(FITS[128 * more + led])
        views = [bool(FITS[128 * more + view]) for view in (joined, parted)] if in_lead else []
        answers = [in_lead, *views, *[None] * (2 - len(views))]
        asked = _sizes(more)
        if in_lead and any(views):
            owed, room = more, room - length
        else:
            length -= 1
        yield asked, answers, owed


def _sizes(code: int) -> str:
    return " + ".join(map(str, LENGTHS[code])) or "–"


def _answers(asked: str, answers: Sequence[bool | None], owed: int) -> Box:
    words = {True: ("fits", GOOD), False: ("does not fit", BAD), None: ("not asked", EMPTY)}
    cells = [_cell(f"{asked} pairs?", PAPER, True), *(_cell(*words[one]) for one in answers)]
    return beside([*cells, _cell(_sizes(owed), PAPER, True)], 2)


def _row(*texts: str) -> Box:
    return beside([_cell(text, PAPER, True) for text in texts], 2)


def _named(text: str) -> Box:
    return sized(label(text, 11, fill=SOFT), *CELL, align="middle", valign="end")


def _cell(text: str, ground: str, bold: bool = False) -> Box:
    words = text_at(text, CELL[0] / 2, 16, 12, bold=bold, fill=INK, anchor="middle")
    return framed(Box(*CELL, words), ground, "none", radius=3)


def _cards(duty: Duty) -> Iterator[Box]:
    """Yield the lead and the follower's cards of its suit, by Φ."""
    for name, pile in (("led", duty.lead), ("held", duty.held)):
        cards: list[Card] = sorted(pile.cards, key=lambda card: phi(card, duty.trump))
        shown = beside([tile(card) for card in cards], 3)
        yield beside([sized(label(name, 12, bold=True), 40), shown], 6, "middle")


# --- The count ------------------------------------------------------------------------------------

_State = int
"""How many pairs the open run has, or that a tractor is there."""
_SERVED: _State = 2
_NAMES = ("no run open", "a run of 1", "tractor there")


def count_picture(duty: Duty) -> Box:
    """Draw the states in which the pairs are decided, and what the patterns are filled with."""
    pairs, kinds = "678T", duty.held.once.bit_count()
    steps = ["H6", "H7", "H8", "", "HT"]
    ways = _ways(steps)
    parts = [
        label("How many plays: a pattern of pairs, times its fills", 14, bold=True),
        *_cards(duty),
        _graph(steps, ways),
    ]
    total = 0
    for number in range(len(pairs) + 1):
        patterns = ways[0][0][number]
        single = duty.size - 2 * number
        if patterns and single >= 0:
            fills = comb(kinds - number, single)
            total += patterns * fills
            others = kinds - number
            told = f"with {single} of the other {others} kinds, C({others}, {single}) = {fills}"
            parts.append(
                label(
                    f"{number} pairs: {patterns} patterns, {told if single else 'nothing to fill'}:"
                    f" {patterns * fills} plays",
                    12,
                )
            )
    assert total == duty.n_legal
    parts.append(label(f"together {total} legal plays, none of them listed", 12, bold=True))
    return stacked(parts, 8)


def _ways(steps: Sequence[str]) -> list[dict[_State, list[int]]]:
    """Count the patterns that complete each state, by how many pairs they add."""
    most = len(steps) + 1
    ways: list[dict[_State, list[int]]] = [{_SERVED: [1] + [0] * most}]
    for step in reversed(steps):
        after = ways[0]
        nothing = [0] * (most + 1)
        here = {}
        for state in (0, 1, _SERVED):
            skipped = after.get(_next(state, step, False), nothing)
            taken = after.get(_next(state, step, True), nothing) if step else nothing
            found = [a + b for a, b in zip(skipped, [0, *taken], strict=False)]
            if any(found):
                here[state] = found
        ways.insert(0, here)
    ways[0] = {0: ways[0][0]}
    return ways


def _next(state: _State, step: str, chosen: bool) -> _State:
    if state == _SERVED:
        return state
    return state + 1 if chosen and step else 0


def _graph(steps: Sequence[str], ways: Sequence[dict[_State, list[int]]]) -> Box:
    reached = [{0}]
    for step, after in zip(steps, ways[1:], strict=True):
        choices = (False, True) if step else (False,)
        found = {_next(state, step, chosen) for state in reached[-1] for chosen in choices}
        reached.append(found & set(after))
    body = []
    for at, step in enumerate(steps):
        x = STEP[0] * at + NODE[0] + (STEP[0] - NODE[0]) / 2
        body.append(text_at(step or "no H9H9", x, 12, 12, bold=bool(step), anchor="middle"))
        for state in reached[at]:
            for chosen in (False, True)[: 2 if step else 1]:
                to = _next(state, step, chosen)
                if to in reached[at + 1]:
                    body.append(_edge(at, state, to, chosen))
    for at, (states, counts) in enumerate(zip(reached, ways, strict=True)):
        body += [_node(state, sum(counts[state])).at(*_place(at, state)) for state in states]
    width, height = _place(len(steps), 0)
    legend = (
        "solid: the pair is played; dashed: it is not; in a state: how many patterns complete it"
    )
    graph = Box(width + NODE[0] + 24, height + NODE[1], "".join(body))
    return stacked([graph, label(legend, 11, fill=SOFT)], 6)


def _place(at: int, state: _State) -> tuple[float, float]:
    return STEP[0] * at, 24 + STEP[1] * (_SERVED - state)


def _node(state: _State, patterns: int) -> Box:
    words = text_at(_NAMES[state], NODE[0] / 2, 14, 9, anchor="middle", fill=INK)
    words += text_at(str(patterns), NODE[0] / 2, 28, 12, anchor="middle", bold=True)
    return framed(Box(*NODE, words), GOOD if state == _SERVED else PAPER, SOFT, radius=6)


def _edge(at: int, state: _State, after: _State, chosen: bool) -> str:
    (x1, y1), (x2, y2) = _place(at, state), _place(at + 1, after)
    bend = 5 if chosen else -5  # two ways from one state to one other stay apart
    return element(
        "line",
        x1=x1 + NODE[0],
        y1=y1 + NODE[1] / 2 - bend,
        x2=x2,
        y2=y2 + NODE[1] / 2 - bend,
        stroke=SOFT,
        stroke_width=1.4,
        stroke_dasharray="" if chosen else "4 3",
    )


def main(folder: Path = STATIC) -> None:
    """Draw the picture."""
    both = stacked([service_picture(ASKED), count_picture(COUNTED)], 26)
    svg = document(padded(both, 16, 16), "What a lead asks of a hand", PAPER)
    (folder / "tractor-duty.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
