"""Pictures of Tractor: a judged trick as SVG, from cards to ruling; hands and positions as text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from string import ascii_uppercase

from suitwise.cards import SUITS, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import Phrase, Say, phrase, phrased
from suitwise.picture import svg
from suitwise.picture.notebook import draw_cards
from suitwise.picture.svg import (
    INK,
    LINES,
    SOFT,
    Box,
    beside,
    framed,
    padded,
    sized,
    stacked,
    words,
)
from suitwise.tractor.judge.judge import TrickRuling
from suitwise.tractor.moves import Trick
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import (
    Block,
    Match,
    NoMatch,
    decompose,
    one_partition,
    pairs_text,
    parts_of,
)
from suitwise.tractor.rules.deck import NO_SUIT, PARTITION_NAMES, TRUMPS, Pile, Trump, phi
from suitwise.tractor.rules.profile import EVERY_LEVEL
from suitwise.tractor.rules.winning import TableTrick
from suitwise.tractor.state import TractorState

# --- Colours --------------------------------------------------------------------------------------
#
# Blocks also have letters, and successes and failures a sign, so that nobody has to distinguish colours.

FAINT = "#e8ebef"
SUCCESS, SUCCESS_TINT = "#00795c", "#e3f3ee"
FAILURE, FAILURE_TINT = "#b83a1b", "#fbeae5"
SINGLE = "#5b6470"
PALETTE = (
    ("#0072b2", "#dcecf7"),
    ("#8a6d00", "#f6eed2"),
    ("#a6447f", "#f7e3ee"),
    ("#2b7a78", "#daeeed"),
    ("#5b4a9e", "#e7e3f4"),
    ("#7a4b2a", "#f2e6dc"),
    ("#4f6f1a", "#e8f0d9"),
    ("#44546a", "#e3e8ee"),
)
"""Colours of pairs and tractors, with their tints; dark enough to carry white letters."""

MARGIN = 14
"""The left and right margin within a panel."""


# --- Words and signs ------------------------------------------------------------------------------


def centred(text: str, x: float, baseline: float, size: float, fill: str) -> str:
    """Write a bold text around a point.

    >>> centred("A", 5, 10, 11, "#fff").endswith('text-anchor="middle">A</text>')
    True
    """
    return svg.text_at(text, x, baseline, size, bold=True, fill=fill, anchor="middle")


def verdict(good: bool, text: str, fill: str, width: float) -> Box:
    """Draw a check mark or a cross, followed by bold words.

    >>> verdict(True, "wins the trick", SUCCESS, 200).height
    17
    """
    says = svg.paragraph(text, width - 18, 12, bold=True, fill=fill)
    return beside([padded(svg.sign("check" if good else "cross", 12, fill), 0, 2), says], 6)


def arrow() -> Box:
    """Draw an arrow to the next step.

    >>> arrow().width
    14
    """
    return svg.sign("arrow", 14, LINES)


def numbered_panel(number: int, title: str, note: str, content: Box) -> Box:
    """Put a number, a title and a line of explanation above a panel's content.

    >>> numbered_panel(1, "From cards to a ruling", "", Box(500, 100)).width - 2 * MARGIN
    500
    """
    badge = framed(Box(20, 20, centred(str(number), 10, 14, 12, "#fff")), INK, radius=10)
    head = stacked([words(title, INK, size=14, bold=True), words(note)], 1)
    return padded(stacked([beside([badge, head], 8), content], gap=10), MARGIN, 12)


def total(sizes: Sequence[int]) -> str:
    """Write sizes as a sum; in a long sum equal sizes are grouped, as 7 × 2 for seven pairs.

    >>> total([4, 1, 1]), total([4, 2, 2, 2, 2, 2, 2, 1, 1])
    ('4 + 1 + 1', '4 + 6 × 2 + 2 × 1')
    """
    if len(sizes) <= 8:
        return " + ".join(map(str, sizes))
    return " + ".join(f"{n} × {size}" if n > 1 else str(size) for size, n in Counter(sizes).items())


# --- Blocks ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look:
    """The letter and colours of a block of the lead, and of the cards that serve it.

    Args:
        letter: the letter, empty for cards that serve no block.
        dark: the colour, dark enough for white letters.
        tint: a light shade of the colour.
    """

    letter: str
    dark: str
    tint: str


PLAIN = Look("", svg.EDGE, svg.PANEL)
"""The look of cards that serve no block of the lead."""


def looks(lead: Sequence[Block]) -> list[Look]:
    """Return a look for each block of the lead: a letter, and a colour if it is no single.

    >>> from suitwise.tractor import decompose
    >>> [look.letter for look in looks(decompose("HAHAHKHQ", "S2"))]
    ['A', 'B', 'C']
    """
    block_looks = []
    for i, block in enumerate(lead):
        dark, tint = PALETTE[i % len(PALETTE)] if block.size > 1 else (SINGLE, FAINT)
        block_looks.append(Look(ascii_uppercase[i], dark, tint))
    return block_looks


def chip(cards: Sequence[Card], look: Look = PLAIN, say: Say = str) -> Box:
    """Draw the cards of a block: up to three pairs in full, otherwise the first and the last pair.

    >>> from suitwise.cards import parse_cards
    >>> chip(parse_cards("H3H3H4H4H5H5H6H6H7H7H8H8")).width < 200
    True
    """
    tiles = [svg.tile(card) for card in cards]
    shown = beside(tiles)
    if len(cards) > 6:
        ends = [beside(tiles[:2]), words("…"), beside(tiles[-2:])]
        shown = beside([*ends, words(say(pairs_text(len(cards) // 2)), size=11)], 3, "middle")
    box = padded(shown, 3, 2)
    if look.letter:
        mark = Box(15, box.height, centred(look.letter, 7.5, 14.5, 11, "#fff"))
        box = beside([framed(mark, look.dark), box])
    return framed(box, look.tint, look.dark)


_KINDS = {
    "single": phrase("tractor.draw.singles", "singles"),
    "pair": phrase("tractor.draw.pairs", "pairs"),
    "tractor": phrase("tractor.draw.tractors", "tractors"),
}


def block_list(blocks: Sequence[Block], own: Sequence[Look], say: Say = str) -> Box:
    """List blocks by kind: tractors, pairs, singles.

    >>> from suitwise.tractor import decompose
    >>> lead = decompose("HAHAHKHQ", "S2")
    >>> block_list(lead, looks(lead)).height
    44
    """
    by_kind: dict[Phrase, list[Box]] = defaultdict(list)
    for block, look in zip(blocks, own, strict=True):
        by_kind[block.kind].append(chip(block.cards, look, say))
    rows = []
    for kind, chips in by_kind.items():
        name = words(say(kind if len(chips) == 1 else _KINDS[kind]), size=11)
        rows.append(beside([sized(name, 48), svg.flow(chips, 240, 4, 3)], 4))
    return stacked(rows, 4)


# --- One trick: cards, Φ, blocks, ruling ----------------------------------------------------------


def draw_trick(
    ruling: TrickRuling,
    *,
    title: str = "",
    names: Sequence[str] = ("seat 1", "seat 2", "seat 3", "seat 4"),
    say: Say = str,
) -> str:
    """Draw a trick as a standalone SVG file.

    Args:
        ruling: the ruling from ``judge_trick``.
        title: a heading; "A trick of Tractor" by default.
        names: the players' names in the order of play, the leader's first.
        say: translates all other words.

    Raises:
        IllegalPosition: not four names.

    >>> from suitwise.tractor import judge_trick
    >>> ruling = judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"])
    >>> picture = draw_trick(ruling, title="A throw is trumped")
    >>> picture.startswith("<svg"), "wins the trick" in picture
    (True, True)
    """
    if len(names) != len(ruling.plays):
        raise IllegalPosition(f"a trick has four players, not {len(names)}")
    heading = svg.clean(title) or "A trick of Tractor"
    names = [svg.clean(name).strip() or f"seat {i}" for i, name in enumerate(names, 1)]
    panel = framed(_pipeline(ruling, names, say), svg.PANEL, svg.EDGE, radius=6)
    page = stacked([_heading(ruling, heading, panel.width, say), panel], gap=14)
    return svg.document(padded(page, 16, 16), heading, svg.PAPER)


def _heading(ruling: TrickRuling, title: str, width: float, say: Say) -> Box:
    main, rank = ruling.trump.main, ruling.trump.rank.replace("T", "10")
    facts = phrase(
        "tractor.draw.facts",
        "current rank {rank} · {led} led · {points} points in the trick",
        rank=rank,
        led=ruling.led,
        points=ruling.points,
    )
    if main == "O":
        line = words(say(phrase("tractor.draw.no-suit", "no main suit, {facts}", facts=facts)), INK)
    else:
        suit = svg.sign(main, 12, svg.suit_colour(main))
        told = say(phrase("tractor.draw.trump", "trump, {facts}", facts=facts))
        line = beside([suit, words(told, INK)], 5, "middle")
    name = svg.label(svg.shorten(title, width, 18, bold=True), 18, bold=True)
    return stacked([name, line], gap=3)


# --- Rows and columns --------------------------------------------------------------------

_COLUMNS = (
    phrase("tractor.draw.player", "player"),
    phrase("tractor.draw.played", "cards as played"),
    phrase("tractor.draw.placed", "placed on Φ"),
    phrase("tractor.draw.cut", "cut into blocks"),
    phrase("tractor.draw.ruling", "ruling"),
)
_ROLES = (
    phrase("tractor.draw.leads", "leads"),
    phrase("tractor.draw.second", "second"),
    phrase("tractor.draw.third", "third"),
    phrase("tractor.draw.fourth", "fourth"),
)
_FROM_CARDS = phrase("tractor.draw.from-cards", "From cards to a ruling")
_EQUAL_LETTERS = phrase(
    "tractor.draw.equal-letters",
    "equal letters and colours: the reply's block that serves the lead's",
)
_SEVERAL = phrase(
    "tractor.draw.several-partitions", "cards of several partitions: no common blocks"
)


def _pipeline(ruling: TrickRuling, names: Sequence[str], say: Say) -> Box:
    """Draw one row per player, one column per step."""
    rows = [_with_arrows([words(say(name), INK, bold=True) for name in _COLUMNS], Box(14, 0))]
    for place, name in enumerate(names):
        steps = [
            _player(name, say(_ROLES[place])),
            _played(ruling.plays[place]),
            _on_ladders(ruling, place, say),
            _blocks_of(ruling, place, say),
            _ruling_of(ruling, place, names, say),
        ]
        rows.append(_with_arrows(steps, arrow()))
    lines = [padded(beside(row, 8), 8, 6) for row in svg.aligned(rows)]
    grounds = [
        _with_background(line, place == ruling.winner) for place, line in enumerate(lines[1:])
    ]
    return numbered_panel(
        1, say(_FROM_CARDS), say(_EQUAL_LETTERS), stacked([lines[0], *grounds], gap=4)
    )


def _with_arrows(cells: Sequence[Box], between: Box) -> list[Box]:
    """Put an arrow before every cell from the third on, each of which follows from the one before."""
    row = list(cells[:2])
    for cell in cells[2:]:
        row += [between, cell]
    return row


def _with_background(line: Box, wins: bool) -> Box:
    """Draw the background of a player's row; the winner's also has a bar at its left."""
    if not wins:
        return framed(line, svg.PANEL, FAINT)
    bar = svg.element("rect", x=0, y=0, width=5, height=line.height, rx=2, fill=SUCCESS)
    ground = framed(line, SUCCESS_TINT, SUCCESS)
    return Box(line.width, line.height, svg.group(ground.body, bar, class_="winner"))


def _player(name: str, role: str) -> Box:
    short = svg.shorten(name, 96, 12, bold=True)
    return stacked([words(short, INK, bold=True), words(role, size=11)])


def _played(play: Sequence[Card]) -> Box:
    """Draw a play as it was written, in about equal lines of at most nine cards."""
    per_line = ceil(len(play) / ceil(len(play) / 9))
    lines = [play[i : i + per_line] for i in range(0, len(play), per_line)]
    box = stacked([beside([svg.playing_card(card) for card in line], 2) for line in lines], 3)
    return Box(box.width, box.height, svg.group(box.body, class_="played"))


# --- Cards on Φ --------------------------------------------------------------------------


def _on_ladders(ruling: TrickRuling, place: int, say: Say) -> Box:
    """Draw a play's cards on the ladder of Φ, one ladder for each partition in the play."""
    play, trump = ruling.plays[place], ruling.trump
    cut, marks = _cut_of(ruling, place), _looks_by_card(ruling, place)
    own = one_partition(play, trump)
    ladders = []
    for number, cards in _by_partition(play, trump).items():
        # Plays of one partition share their slots, so that cards can be compared between plays.
        fellows = [p for p in ruling.plays if one_partition(p, trump) == number]
        slots = _slots(fellows if own is not None else [cards], trump)
        cards.sort(key=lambda card: _rank_card_order(card, cut, trump))
        ladders.append(_ladder(cards, number, slots, marks, trump, say))
    box = svg.flow(ladders, 560, 16, 8)
    return Box(box.width, box.height, svg.group(box.body, class_="order"))


def _by_partition(play: Sequence[Card], trump: Trump) -> dict[int, list[Card]]:
    parts: dict[int, list[Card]] = defaultdict(list)
    for card in play:
        parts[deck.partition_of(card, trump.main_index, trump.rank_index)].append(card)
    return dict(sorted(parts.items()))


def _cut_of(ruling: TrickRuling, place: int) -> tuple[Block, ...]:
    """Return a play's blocks in the order of the lead's blocks they serve; empty if it can't win."""
    if place == 0:
        return ruling.lead
    reading = ruling.readings[place - 1]
    return reading.serving if isinstance(reading, Match) else ()


def _looks_by_card(ruling: TrickRuling, place: int) -> Mapping[Card, list[Look]]:
    """Return for each card of a play the looks of its copies' blocks."""
    marks: dict[Card, list[Look]] = defaultdict(list)
    for block, look in zip(_cut_of(ruling, place), looks(ruling.lead), strict=False):
        for card in block.cards:
            marks[card].append(look)
    return marks


def _rank_card_order(card: Card, cut: Sequence[Block], trump: Trump) -> tuple[int, int]:
    """Return a sort key for rank cards on one Φ: cards of a tractor that goes on below stand left."""
    level = phi(card, trump)
    tractor = next((block for block in cut if block.size > 2 and card in block.cards), None)
    if tractor is None:
        return 0, card
    return (tractor.phi > level) - (phi(tractor.cards[-1], trump) < level), card


def _slots(plays: Sequence[Sequence[Card]], trump: Trump) -> dict[int, int]:
    """Return each Φ between the lowest and the highest of these plays, with its number of cards."""
    most: Counter[int] = Counter()
    for play in plays:
        most |= Counter(phi(card, trump) for card in set(play))
    return {level: most[level] for level in range(min(most), max(most) + 1)}


def _ladder(
    cards: Sequence[Card],
    partition: int,
    slots: Mapping[int, int],
    marks: Mapping[Card, list[Look]],
    trump: Trump,
    say: Say,
) -> Box:
    """Draw the cards of one partition, each above its Φ."""
    on: dict[int, list[Box]] = {level: [] for level in slots}
    for card, copies in Counter(cards).items():
        on[phi(card, trump)].append(_pile(card, copies, marks.get(card, [])))
    piles = [sized(beside(on[level], 2, "end"), _slot_width(slots[level])) for level in slots]
    numbers = [
        Box(pile.width, 15, centred(str(level), pile.width / 2, 12, 10, SOFT))
        for level, pile in zip(slots, piles, strict=True)
    ]
    shelf = beside(piles, 2, "end")
    rule = svg.element("rect", x=0, y=1, width=shelf.width, height=1.5, fill=LINES)
    rungs = stacked([shelf, Box(shelf.width, 3, rule), beside(numbers, 2)])
    return beside(
        [sized(_ladder_label(partition, say), 38, rungs.height, "middle", "end"), rungs], 4
    )


def _slot_width(cards: int) -> float:
    """Return the width of a slot that holds ``cards`` different cards; an empty one is narrow."""
    return 33 * cards - 2 if cards else 17


def _ladder_label(partition: int, say: Say) -> Box:
    """Draw the label of a ladder: its suit's sign or ``trump``, and Φ in front of the numbers."""
    if partition == TRUMPS:
        name = words(say(PARTITION_NAMES[TRUMPS]), INK, size=10, bold=True)
    else:
        name = svg.sign(SUITS[partition], 13, svg.suit_colour(SUITS[partition]))
    hint = svg.titled(say(PARTITION_NAMES[partition]), name.body)
    return stacked([Box(name.width, name.height, hint), words("Φ", size=10)], 3, "middle")


def _pile(card: Card, copies: int, own: Sequence[Look]) -> Box:
    """Draw the copies of a card above the letter of their block, or of their two blocks."""
    look = own[0] if own else PLAIN
    face = framed(sized(svg.tile(card), 31, 20, "middle", "middle"), look.tint, look.dark, radius=3)
    if len(set(own)) == 2:
        return stacked([piece for one in own for piece in (face, _strip(one))])
    return stacked([face] * copies + [_strip(one) for one in own[:1]])


def _strip(look: Look) -> Box:
    return framed(Box(31, 12, centred(look.letter, 15.5, 9.6, 10, "#fff")), look.dark, radius=2)


# --- Blocks and ruling -------------------------------------------------------------------


def _blocks_of(ruling: TrickRuling, place: int, say: Say) -> Box:
    """Draw a play's blocks; for a reply that can't win, its own blocks."""
    cut, own, ink = _cut_of(ruling, place), looks(ruling.lead), INK
    serves = bool(cut)
    if not cut:
        play = ruling.plays[place]
        if one_partition(play, ruling.trump) is None:
            return svg.paragraph(say(_SEVERAL), 200, 11, fill=SOFT)
        cut = decompose(play, ruling.trump)
        own, ink = [PLAIN] * len(cut), SOFT
    sizes = total([block.size for block in cut])
    if not serves:
        sizes = say(phrase("tractor.draw.by-itself", "by itself {sizes}", sizes=sizes))
    return stacked([svg.paragraph(sizes, 280, bold=serves, fill=ink), block_list(cut, own, say)], 4)


_CANNOT_WIN = phrase("tractor.draw.cannot-win", "can't win")
_WINS = phrase("tractor.draw.wins", "wins the trick")


def _ruling_of(ruling: TrickRuling, place: int, names: Sequence[str], say: Say) -> Box:
    """Draw a play's honour, and why it wins or does not."""
    reading = ruling.readings[place - 1] if place else None
    if isinstance(reading, NoMatch):
        why = svg.paragraph(say(phrased(reading.reason)), 200, 11, fill=INK)
        return stacked([verdict(False, say(_CANNOT_WIN), FAILURE, 200), why], 3)
    honour = phrase("tractor.draw.honour", "honour {n}", n=ruling.honours[place])
    worth = words(say(honour), INK, bold=True)
    if place != ruling.winner:
        loses = svg.paragraph(say(_loses(ruling, place, names)), 200, 11, fill=INK)
        return stacked([worth, loses], 3)
    letter = _best_letter(ruling, place)
    top = phrase("tractor.draw.top", "Φ of the top card of block {letter}", letter=letter)
    reason = words(say(top), INK, size=11)
    return stacked([worth, reason, verdict(True, say(_WINS), SUCCESS, 200)], 3)


def _loses(ruling: TrickRuling, place: int, names: Sequence[str]) -> Phrase:
    """Say why a play with an honour loses to the winner."""
    best = max(ruling.honours)
    name = svg.shorten(names[ruling.winner], 90, 11)
    if ruling.honours[place] < best:
        return phrase("tractor.draw.below", "below {name}'s {n}", name=name, n=best)
    return phrase("tractor.draw.later", "equal to {name}'s, but later", name=name)


def _best_letter(ruling: TrickRuling, place: int) -> str:
    """Return the letter of the longest block that determines a play's honour."""
    cut, honour = _cut_of(ruling, place), ruling.honours[place]
    best = next(i for i, b in enumerate(cut) if b.size == cut[0].size and b.phi == honour)
    return looks(ruling.lead)[best].letter


# --- A table as text ------------------------------------------------------------------------------
#
# A hand has one line for the trumps and one for each plain suit. A line lists the blocks (rules page
# §2), highest first, each as a word that can be typed: ``HAHAHKHK`` is a tractor, ``HAHA HJHJ`` are two
# pairs.

_NAME = max(map(len, PARTITION_NAMES))
_ORDER = (TRUMPS, *range(TRUMPS))
"""The order of the partitions in a hand: trumps first."""


def hand_picture(hand: Pile, trump: Trump, chain: int = EVERY_LEVEL) -> str:
    """Write a hand, one line per partition, with the trumps set apart.

    Args:
        hand: the cards.
        trump: the trump configuration.
        chain: the level mask of the Φ that join tractors.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> print(hand_picture(pile_of("RJ S2 D2 SKSK SQSQ S9 HAHA HKHK H7 C4 C4"), Trump("S", "2")))
    trump    │ RJ S2 D2 SKSKSQSQ S9
    ─────────┼─────────────────────
    hearts   │ HAHAHKHK H7
    clubs    │ C4C4
    """
    return _hand_cut(hand, trump, lambda held: parts_of(held, trump, chain))


def _hand_cut(hand: Pile, trump: Trump, cut: Callable[[Pile], Sequence[Block]]) -> str:
    """Write a hand, one line per partition; ``cut`` returns the blocks of the cards of one."""
    rows = []
    for partition in _ORDER:
        if partition == trump.main_index != NO_SUIT:
            continue
        held = hand.of(deck.partition_mask(partition, trump.main_index, trump.rank_index))
        if held.once:
            blocks = sorted(cut(held), key=lambda block: -block.phi)
            rows.append((PARTITION_NAMES[partition], " ".join(map(str, blocks))))
    return "\n".join(_lines(rows))


def _lines(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Format rows of a name and some cards, with a rule below the trumps."""
    widest = max((len(cards) for _, cards in rows), default=0)
    for name, cards in rows:
        yield f"{name:<{_NAME}} │ {cards}"
        if name == PARTITION_NAMES[TRUMPS] and len(rows) > 1:
            yield "─" * (_NAME + 1) + "┼" + "─" * (widest + 1)


def trick_picture(
    leader: int,
    plays: Sequence[Pile],
    winner: int | None,
    below: int = -1,
    *,
    seats: int = 4,
    parts: Sequence[Pile] = (),
) -> str:
    """Write the plays of a complete or open trick, one line each, with a star at the winner so far.

    Args:
        leader: the seat that led.
        plays: the plays, the lead first.
        winner: the winner so far, as a place in the order of play, from 0; None for no star.
        below: the observer's seat, which is called ``you``.
        seats: the number of seats.
        parts: the parts of the lead, where its leader has named them.

    >>> from suitwise.tractor.rules.deck import pile_of
    >>> print(trick_picture(3, [pile_of("HKHK"), pile_of("HAHA")], 1, below=0))
    seat 3   │ HKHK led
    you      │ HAHA *
    """
    rows = []
    for place, play in enumerate(plays):
        seat = (leader + place) % seats
        cards = play if place or not parts else "+".join(map(str, parts))
        marks = " led" * (place == 0) + " *" * (place == winner)
        who = "you" if seat == below else f"seat {seat}"
        rows.append(f"{who:<{_NAME}} │ {cards}{marks}")
    return "\n".join(rows)


def position_picture(state: TractorState) -> str:
    """Write a whole position: trump, the cards called, the open trick, all hands.

    >>> from suitwise.tractor import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(1, 0)
    >>> position_picture(state).splitlines()[0]
    'bid: no main suit, 2s are trump; seat 0 is landlord'
    """
    umpire, trump = state.umpire, state.trump
    lines = [f"{state.phase}: {trump_text(trump)}; seat {state.current_landlord} is landlord"]
    if state.calls:
        lines.append(f"called: {', '.join(_calls(state))}")
    if state.tricks and state.tricks[-1].plays:
        lines.append(_trick_lines(state.tricks[-1], state.ruling(state.tricks[-1]).winner))
    if state.phase == "cut":
        lines.append(
            f"seat {state.turn} leads {state.tricks[-1].uncut}, still to be cut into parts"
        )
    for seat, hand in enumerate(state.held):
        if hand.once:
            picture = _hand_cut(hand, trump, lambda held: umpire.parts(trump, held))
            lines += ["", f"seat {seat}", picture]
    return "\n".join(lines)


def _calls(state: TractorState) -> Iterator[str]:
    """Yield the landlord's calls, each with the seat that has filled it, if any."""
    for (card, copy), seat in zip(state.calls, state.sides.filled, strict=False):
        yield f"{card}#{copy}" + ("" if seat is None else f" by seat {seat}")


def _trick_lines(trick: Trick, winner: int | None) -> str:
    return trick_picture(trick.leader, trick.plays, winner, seats=trick.seats, parts=trick.named)


def trump_text(trump: Trump) -> str:
    """Write a trump configuration in words.

    >>> trump_text(Trump("H", "2")), trump_text(Trump("O", "T"))
    ('hearts and 2s are trump', 'no main suit, 10s are trump')
    """
    rank = trump.rank.replace("T", "10")
    if trump.main_index == NO_SUIT:
        return f"no main suit, {rank}s are trump"
    return f"{PARTITION_NAMES[trump.main_index]} and {rank}s are trump"


# --- Notebooks ------------------------------------------------------------------------------------


def draw_pile(pile: Pile) -> str:
    """Draw the cards of a pile as SVG."""
    return draw_cards(pile, str(pile) or "no cards")


def trick_text(trick: Trick) -> str:
    """Write an open trick, one line per play."""
    return _trick_lines(trick, None)


def ruling_text(trick: TableTrick) -> str:
    """Write a trick with its winner and the reasons."""
    plays = trick_picture(0, trick.plays, trick.winner, seats=len(trick.plays))
    return "\n".join([plays, *trick.why])
