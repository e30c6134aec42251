"""One trick as a picture: cards → Φ → blocks → ruling, one row a player."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import ceil

from suitwise.cards import SUITS, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import Phrase, Say, phrase, phrased
from suitwise.picture import svg
from suitwise.picture.svg import Box, beside, framed, padded, sized, stacked
from suitwise.tractor.judge.judge import TrickRuling
from suitwise.tractor.picture import style
from suitwise.tractor.picture.style import INK, SUCCESS, Look, centred, looks, verdict, words
from suitwise.tractor.rules.blocks import Block, decompose, one_partition
from suitwise.tractor.rules.matching import Match, NoMatch
from suitwise.tractor.rules.order import PARTITION_NAMES, TRUMPS, Trump, partition_of, phi


def draw_trick(
    ruling: TrickRuling,
    *,
    title: str = "",
    names: Sequence[str] = ("seat 1", "seat 2", "seat 3", "seat 4"),
    say: Say = str,
) -> str:
    """Draw a trick as a standalone SVG file.

    Args:
        ruling: what ``judge_trick`` returned.
        title: a heading; by default the picture says that it is a trick.
        names: the players' names in the order of play, the leader's first.
        say: how all other words are said.

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
    panel = framed(_pipeline(ruling, names, say), style.PANEL, style.EDGE, radius=6)
    page = stacked([_heading(ruling, heading, panel.width, say), panel], gap=14)
    return svg.document(padded(page, 16, 16), heading, style.PAPER)


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
    """Draw a row a player, a column a step."""
    rows = [_with_arrows([words(say(name), INK, bold=True) for name in _COLUMNS], Box(14, 0))]
    for place, name in enumerate(names):
        steps = [
            _player(name, say(_ROLES[place])),
            _played(ruling.plays[place]),
            _order_of(ruling, place, say),
            _blocks_of(ruling, place, say),
            _ruling_of(ruling, place, names, say),
        ]
        rows.append(_with_arrows(steps, style.arrow()))
    lines = [padded(beside(row, 8), 8, 6) for row in svg.aligned(rows)]
    grounds = [_ground(line, place == ruling.winner) for place, line in enumerate(lines[1:])]
    return style.panel(
        1, say(_FROM_CARDS), say(_EQUAL_LETTERS), stacked([lines[0], *grounds], gap=4)
    )


def _with_arrows(cells: Sequence[Box], between: Box) -> list[Box]:
    """Put an arrow before every step from the third on: those that follow from another."""
    row = list(cells[:2])
    for cell in cells[2:]:
        row += [between, cell]
    return row


def _ground(line: Box, wins: bool) -> Box:
    """Give a player's row its ground; the winner's has a bar at its left, too."""
    if not wins:
        return framed(line, style.PANEL, style.FAINT)
    bar = svg.element("rect", x=0, y=0, width=5, height=line.height, rx=2, fill=SUCCESS)
    ground = framed(line, style.SUCCESS_TINT, SUCCESS)
    return Box(line.width, line.height, svg.group(ground.body, bar, class_="winner"))


def _player(name: str, role: str) -> Box:
    short = svg.shorten(name, 96, 12, bold=True)
    return stacked([words(short, INK, bold=True), words(role, size=11)])


def _played(play: Sequence[Card]) -> Box:
    """Draw a play as it was written, in lines of at most nine cards and about equally long."""
    per_line = ceil(len(play) / ceil(len(play) / 9))
    lines = [play[i : i + per_line] for i in range(0, len(play), per_line)]
    box = stacked([beside([svg.playing_card(card) for card in line], 2) for line in lines], 3)
    return Box(box.width, box.height, svg.group(box.body, class_="played"))


# --- Cards on Φ --------------------------------------------------------------------------


def _order_of(ruling: TrickRuling, place: int, say: Say) -> Box:
    """Draw a play's cards on their slots, a ladder for each partition it holds."""
    play, trump = ruling.plays[place], ruling.trump
    cut, marks = _cut(ruling, place), _marks(ruling, place)
    own = one_partition(play, trump)
    ladders = []
    for number, cards in _by_partition(play, trump).items():
        # Plays of one partition share their slots, so that their cards can be compared.
        fellows = [p for p in ruling.plays if one_partition(p, trump) == number]
        slots = _slots(fellows if own is not None else [cards], trump)
        cards.sort(key=lambda card: _lean(card, cut, trump))
        ladders.append(_ladder(cards, number, slots, marks, trump, say))
    box = svg.flow(ladders, 560, 16, 8)
    return Box(box.width, box.height, svg.group(box.body, class_="order"))


def _by_partition(play: Sequence[Card], trump: Trump) -> dict[int, list[Card]]:
    parts: dict[int, list[Card]] = defaultdict(list)
    for card in play:
        parts[partition_of(card, trump.main_index, trump.rank_index)].append(card)
    return dict(sorted(parts.items()))


def _cut(ruling: TrickRuling, place: int) -> tuple[Block, ...]:
    """Return a play's blocks, in the order of the lead's that they serve; none if they don't."""
    if place == 0:
        return ruling.lead
    reading = ruling.readings[place - 1]
    return reading.serving if isinstance(reading, Match) else ()


def _marks(ruling: TrickRuling, place: int) -> Mapping[Card, list[Look]]:
    """Return the looks of the blocks that a play's cards belong to, copy by copy."""
    marks: dict[Card, list[Look]] = defaultdict(list)
    for block, look in zip(_cut(ruling, place), looks(ruling.lead), strict=False):
        for card in block.cards:
            marks[card].append(look)
    return marks


def _lean(card: Card, cut: Sequence[Block], trump: Trump) -> tuple[int, int]:
    """Order rank cards of one Φ: left whose tractor goes on below, right whose goes on above."""
    level = phi(card, trump)
    tractor = next((block for block in cut if block.size > 2 and card in block.cards), None)
    if tractor is None:
        return 0, card
    return (tractor.phi > level) - (phi(tractor.cards[-1], trump) < level), card


def _slots(plays: Sequence[Sequence[Card]], trump: Trump) -> dict[int, int]:
    """Return every Φ from the lowest to the highest of these plays, and how many cards share it."""
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
        Box(pile.width, 15, centred(str(level), pile.width / 2, 12, 10, style.SOFT))
        for level, pile in zip(slots, piles, strict=True)
    ]
    shelf = beside(piles, 2, "end")
    rule = svg.element("rect", x=0, y=1, width=shelf.width, height=1.5, fill=style.LINES)
    rungs = stacked([shelf, Box(shelf.width, 3, rule), beside(numbers, 2)])
    return beside([sized(_side(partition, say), 38, rungs.height, "middle", "end"), rungs], 4)


def _slot_width(cards: int) -> float:
    """Return the width of a slot that holds ``cards`` different cards; an empty one is narrow."""
    return 33 * cards - 2 if cards else 17


def _side(partition: int, say: Say) -> Box:
    """Draw what stands beside a ladder: its suit's sign or ``trump``, and Φ before the numbers."""
    if partition == TRUMPS:
        name = words(say(PARTITION_NAMES[TRUMPS]), INK, size=10, bold=True)
    else:
        name = svg.sign(SUITS[partition], 13, svg.suit_colour(SUITS[partition]))
    hint = svg.titled(say(PARTITION_NAMES[partition]), name.body)
    return stacked([Box(name.width, name.height, hint), words("Φ", size=10)], 3, "middle")


def _pile(card: Card, copies: int, own: Sequence[Look]) -> Box:
    """Draw the copies of a card, each above the letter of its block, a pair's above one letter."""
    look = own[0] if own else style.PLAIN
    face = framed(sized(svg.tile(card), 31, 20, "middle", "middle"), look.tint, look.dark, radius=3)
    if len(set(own)) == 2:
        return stacked([piece for one in own for piece in (face, _strip(one))])
    return stacked([face] * copies + [_strip(one) for one in own[:1]])


def _strip(look: Look) -> Box:
    return framed(Box(31, 12, centred(look.letter, 15.5, 9.6, 10, "#fff")), look.dark, radius=2)


# --- Blocks and ruling -------------------------------------------------------------------


def _blocks_of(ruling: TrickRuling, place: int, say: Say) -> Box:
    """Draw a play's blocks; for a reply that serves nothing, the blocks it holds by itself."""
    cut, own, ink = _cut(ruling, place), looks(ruling.lead), INK
    serves = bool(cut)
    if not cut:
        play = ruling.plays[place]
        if one_partition(play, ruling.trump) is None:
            return svg.paragraph(say(_SEVERAL), 200, 11, fill=style.SOFT)
        cut = decompose(play, ruling.trump)
        own, ink = [style.PLAIN] * len(cut), style.SOFT
    sizes = style.total([block.size for block in cut])
    if not serves:
        sizes = say(phrase("tractor.draw.by-itself", "by itself {sizes}", sizes=sizes))
    return stacked(
        [svg.paragraph(sizes, 280, bold=serves, fill=ink), style.block_list(cut, own, say)], 4
    )


_CANNOT_WIN = phrase("tractor.draw.cannot-win", "can't win")
_WINS = phrase("tractor.draw.wins", "wins the trick")


def _ruling_of(ruling: TrickRuling, place: int, names: Sequence[str], say: Say) -> Box:
    """Say what a play is worth, and why it wins or doesn't."""
    reading = ruling.readings[place - 1] if place else None
    if isinstance(reading, NoMatch):
        why = svg.paragraph(say(phrased(reading.reason)), 200, 11, fill=INK)
        return stacked([verdict(False, say(_CANNOT_WIN), style.FAILURE, 200), why], 3)
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
    """Say how a play that could have won is less than the winner's."""
    best = max(ruling.honours)
    name = svg.shorten(names[ruling.winner], 90, 11)
    if ruling.honours[place] < best:
        return phrase("tractor.draw.below", "below {name}'s {n}", name=name, n=best)
    return phrase("tractor.draw.later", "equal to {name}'s, but later", name=name)


def _best_letter(ruling: TrickRuling, place: int) -> str:
    """Return the letter of the longest block that gives a play its honour."""
    cut, honour = _cut(ruling, place), ruling.honours[place]
    best = next(i for i, b in enumerate(cut) if b.size == cut[0].size and b.phi == honour)
    return looks(ruling.lead)[best].letter
