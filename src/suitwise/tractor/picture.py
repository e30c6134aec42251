"""One trick as a picture: the paper's three figures, drawn from the ruling's own cards.

Three panels, which are what the seed's captions name:

1. *Pipeline* (Figure 2): cards → Φ → blocks → ruling, one row a player.
2. *Degradation* (Figure 1): how one required block is served by one reply: an exact match, else a
   longer block cut down, else back-tracking to another order of the lead's blocks.
3. *Search tree* (Figure 3): the orders of the lead's block sizes that the paper's search tries for
   that reply. The rulings need none of them: they come from ``suitwise.tractor.matching``.

Blocks are lettered as well as coloured, orders that succeed or fail carry signs: nothing depends on
telling colours apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from suitwise.cards import Card
from suitwise.errors import IllegalPosition
from suitwise.svg import (
    Box,
    aligned,
    beside,
    document,
    element,
    flow,
    framed,
    group,
    label,
    padded,
    paragraph,
    playing_card,
    shorten,
    sign,
    sized,
    stacked,
    suit_colour,
    text_at,
    tile,
    titled,
)
from suitwise.tractor.blocks import Block, decompose, one_partition
from suitwise.tractor.matching import Match, NoMatch
from suitwise.tractor.order import PARTITION_NAMES, TRUMPS, Trump, partition_of, phi
from suitwise.tractor.paper import (
    Branch,
    Template,
    consume,
    distinct_orders,
    pools_of,
    search_tree,
)
from suitwise.tractor.trick import TrickRuling

PAPER, PANEL, EDGE, FAINT = "#f4f5f7", "#ffffff", "#c3c9d1", "#e8ebef"
INK, SOFT = "#222222", "#59636e"
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

TREE_NODES = 40
"""A search tree is drawn up to about so many nodes."""


def draw_trick(
    ruling: TrickRuling,
    *,
    title: str = "",
    names: Sequence[str] = ("seat 1", "seat 2", "seat 3", "seat 4"),
) -> str:
    """Draw a trick as a standalone SVG file.

    Args:
        ruling: what ``judge_trick`` returned.
        title: a heading; by default the picture says that it is a trick.
        names: the players' names in the order of play, the leader's first.

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
    heading = title or "A trick of Tractor"
    panels = [_pipeline(ruling, names), *_search_panels(ruling, names)]
    width = max(panel.width for panel in panels)
    framed_panels = [framed(sized(panel, width), PANEL, EDGE, radius=6) for panel in panels]
    page = stacked([_heading(ruling, heading, width), *framed_panels], gap=14)
    return document(padded(page, 16, 16), heading, PAPER)


# --- Words and small pieces -----------------------------------------------------------------------


def _heading(ruling: TrickRuling, title: str, width: float) -> Box:
    main = ruling.trump.main
    facts = [
        _words("trump", INK),
        _words("none, no main suit") if main == "O" else sign(main, 12, suit_colour(main)),
        _words("· current rank", INK),
        _words(ruling.trump.rank.replace("T", "10"), INK, bold=True),
        _words(f"· {ruling.led} led · {ruling.points} points in the trick", INK),
    ]
    name = label(shorten(title, width, 18, bold=True), 18, bold=True)
    return stacked([name, beside(facts, 5, "middle")], gap=3)


def _words(text: str, fill: str = SOFT, *, size: float = 12, bold: bool = False) -> Box:
    return label(text, size, bold=bold, fill=fill)


def _panel(number: int, title: str, note: str, content: Box) -> Box:
    badge = framed(Box(20, 20, _centred(str(number), 10, 14, 12, "#ffffff")), INK, radius=10)
    head = beside([badge, _words(title, INK, size=14, bold=True), _words(note)], 8, "middle")
    return padded(stacked([head, content], gap=12), 14, 12)


def _centred(text: str, x: float, baseline: float, size: float, fill: str) -> str:
    return text_at(text, x, baseline, size, bold=True, fill=fill, anchor="middle")


def _marked(name: str, text: str, fill: str, width: float) -> Box:
    """Draw a verdict: a check or a cross, and bold words."""
    words = paragraph(text, width - 18, 12, bold=True, fill=fill)
    return beside([padded(sign(name, 12, fill), 0, 2), words], 6)


def _sum(sizes: Sequence[int]) -> str:
    return " + ".join(map(str, sizes))


def _arrow(text: str = "", fill: str = "#8b95a1") -> Box:
    arrow = sign("arrow", 14, fill)
    return stacked([_words(text, size=11), arrow], align="middle") if text else arrow


# --- Blocks ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Look:
    """How the blocks of a lead, and those that serve them, are told apart."""

    letter: str
    dark: str
    tint: str


_PLAIN = _Look("", EDGE, PANEL)


def _looks(lead: Sequence[Block]) -> list[_Look]:
    """Give each block of the lead a letter, and each longer than a card a colour."""
    looks = []
    for i, block in enumerate(lead):
        dark, tint = PALETTE[i % len(PALETTE)] if block.size > 1 else (SINGLE, FAINT)
        looks.append(_Look("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i], dark, tint))
    return looks


def _chip(cards: Sequence[Card], look: _Look = _PLAIN) -> Box:
    """Draw cards that belong together: in full up to three pairs, else their ends."""
    shown = [tile(card) for card in cards]
    if len(cards) > 6:
        shown = [*shown[:2], _words("…"), *shown[-2:], _words(f"{len(cards) // 2} pairs", size=11)]
    box = padded(beside(shown, 0, "middle"), 3, 2)
    if look.letter:
        corner = framed(Box(15, box.height, _centred(look.letter, 7.5, 14.5, 11, "#fff")), look.dark)
        box = beside([corner, box])
    return framed(box, look.tint, look.dark)


def _kind(block_size: int) -> str:
    return ("single", "pair")[block_size - 1] if block_size < 3 else "tractor"


def _block_list(blocks: Sequence[Sequence[Card]], looks: Sequence[_Look]) -> Box:
    """List blocks by kind, one kind a line or more."""
    by_kind: dict[str, list[Box]] = defaultdict(list)
    for cards, look in zip(blocks, looks, strict=True):
        by_kind[_kind(len(cards))].append(_chip(cards, look))
    rows = []
    for kind, chips in by_kind.items():
        name = kind if len(chips) == 1 else f"{kind}s"
        rows.append(beside([sized(_words(name, size=11), 48), flow(chips, 240, 4, 3)], 4))
    return stacked(rows, 4)


# --- Panel 1: the pipeline ------------------------------------------------------------------------

_COLUMNS = ("player", "cards as played", "placed on Φ", "cut into blocks", "ruling")


def _pipeline(ruling: TrickRuling, names: Sequence[str]) -> Box:
    """Draw panel 1: a row a player, a column a step."""
    steps = [beside([_words(name, INK, bold=True)]) for name in _COLUMNS]
    rows = [steps]
    for i in range(len(ruling.plays)):
        rows.append(
            [
                _player(names[i], i),
                _played(ruling.plays[i]),
                _order_of(ruling, i),
                _blocks_of(ruling, i),
                _ruling_of(ruling, i, names),
            ]
        )
    table = aligned([_with_arrows(row, steps is row) for row in rows])
    lines = [padded(beside(row, 8), 8, 6) for row in table]
    content = stacked([_row(line, i - 1, ruling.winner) for i, line in enumerate(lines)], gap=4)
    note = "equal letters and colours: the reply's block that serves the lead's"
    return _panel(1, "From cards to a ruling", note, content)


def _with_arrows(cells: Sequence[Box], heading: bool) -> list[Box]:
    """Put an arrow before every step but the first."""
    arrow = Box(14, 0) if heading else _arrow()
    row = list(cells[:2])
    for cell in cells[2:]:
        row += [arrow, cell]
    return row


def _row(line: Box, place: int, winner: int) -> Box:
    """Give a player's row its ground; the winner's has a bar at its left, too."""
    if place < 0:
        return line
    if place != winner:
        return framed(line, PANEL, FAINT)
    bar = element("rect", x=0, y=0, width=5, height=line.height, rx=2, fill=SUCCESS)
    frame = framed(line, SUCCESS_TINT, SUCCESS)
    return Box(line.width, line.height, group(frame.body, bar, class_="winner"))


def _player(name: str, place: int) -> Box:
    role = "leads" if place == 0 else ("second", "third", "fourth")[place - 1]
    return stacked([_words(shorten(name, 96, 12, bold=True), INK, bold=True), _words(role, size=11)])


def _played(play: Sequence[Card]) -> Box:
    """Draw a play as it was written, in lines of at most nine cards and about equally long."""
    n_lines = -(-len(play) // 9)
    per_line = -(-len(play) // n_lines)
    lines = [play[i : i + per_line] for i in range(0, len(play), per_line)]
    box = stacked([beside([playing_card(card) for card in line], 2) for line in lines], 3)
    return Box(box.width, box.height, group(box.body, class_="played"))


def _order_of(ruling: TrickRuling, place: int) -> Box:
    """Draw a play's cards on their slots, a ladder for each partition it holds."""
    play, trump = ruling.plays[place], ruling.trump
    marks = _marks(ruling, place)
    own = one_partition(play, trump)
    ladders = []
    for number, cards in _by_partition(play, trump).items():
        # Plays of one partition share their slots, so that their cards can be compared.
        fellows = [p for p in ruling.plays if one_partition(p, trump) == number]
        slots = _slots(fellows if own is not None else [cards], trump)
        ladders.append(_ladder(cards, number, slots, marks, trump))
    box = flow(ladders, 560, 16, 8)
    return Box(box.width, box.height, group(box.body, class_="order"))


def _by_partition(play: Sequence[Card], trump: Trump) -> dict[int, list[Card]]:
    parts: dict[int, list[Card]] = defaultdict(list)
    for card in play:
        parts[partition_of(card, trump.main_index, trump.rank_index)].append(card)
    return dict(sorted(parts.items()))


def _marks(ruling: TrickRuling, place: int) -> Mapping[Card, list[_Look]]:
    """Return the blocks that a play's cards belong to, copy by copy."""
    marks: dict[Card, list[_Look]] = defaultdict(list)
    for block, look in zip(_cut(ruling, place), _looks(ruling.lead), strict=False):
        for card in block.cards:
            marks[card].append(look)
    return marks


def _cut(ruling: TrickRuling, place: int) -> tuple[Block, ...]:
    """Return a play's blocks, in the order of the lead's that they serve; none if they don't."""
    if place == 0:
        return ruling.lead
    reading = ruling.readings[place - 1]
    return reading.serving if isinstance(reading, Match) else ()


def _slots(plays: Sequence[Sequence[Card]], trump: Trump) -> dict[int, int]:
    """Return the Φ from the lowest to the highest of these plays, and the different cards on each."""
    most: Counter[int] = Counter()
    for play in plays:
        for level, cards in Counter(phi(card, trump) for card in set(play)).items():
            most[level] = max(most[level], cards)
    return {level: most[level] for level in range(min(most), max(most) + 1)}


def _ladder(
    cards: Sequence[Card],
    number: int,
    slots: Mapping[int, int],
    marks: Mapping[Card, list[_Look]],
    trump: Trump,
) -> Box:
    """Draw the cards of one partition, each above its Φ."""
    on: dict[int, list[Box]] = {level: [] for level in slots}
    for card in sorted(set(cards)):
        on[phi(card, trump)].append(_pile(card, list(cards).count(card), marks.get(card, [])))
    piles = [sized(beside(on[level], 2, "end"), _slot_width(slots[level])) for level in slots]
    numbers = [
        Box(pile.width, 15, _centred(str(level), pile.width / 2, 12, 10, SOFT))
        for level, pile in zip(slots, piles, strict=True)
    ]
    shelf = beside(piles, 2, "end")
    rule = element("rect", x=0, y=1, width=shelf.width, height=1.5, fill="#8b95a1")
    axis = Box(shelf.width, 3, rule)
    rungs = stacked([shelf, axis, beside(numbers, 2)])
    side = sized(_partition_sign(number, trump), 24, rungs.height, "middle", "end")
    return beside([side, rungs], 4)


def _slot_width(cards: int) -> float:
    return 31 * cards + 2 * (cards - 1) if cards else 17


def _partition_sign(number: int, trump: Trump) -> Box:
    """Draw what stands beside a ladder: its suit's sign, or T for trump; and Φ before the numbers."""
    if number == TRUMPS:
        name = label("T", 14, bold=True, fill=INK)
    else:
        suit = "SHDC"[number]
        name = sign(suit, 13, suit_colour(suit))
    hint = titled(PARTITION_NAMES[number], name.body)
    return stacked([Box(name.width, name.height, hint), _words("Φ", size=10)], 3, "middle")


def _pile(card: Card, copies: int, looks: Sequence[_Look]) -> Box:
    """Draw the copies of a card on its slot, each above the letter of its block."""
    look = looks[0] if looks else _PLAIN
    face = framed(sized(tile(card), 31, 20, "middle", "middle"), look.tint, look.dark, radius=3)
    if not looks:
        return stacked([face] * copies)
    letters = [one.letter for one in looks]
    if len(set(letters)) == 1:
        return stacked([*[face] * copies, _strip(look)])
    return stacked([piece for one in looks for piece in (face, _strip(one))])


def _strip(look: _Look) -> Box:
    return framed(Box(31, 12, _centred(look.letter, 15.5, 9.6, 10, "#fff")), look.dark, radius=2)


def _blocks_of(ruling: TrickRuling, place: int) -> Box:
    """Draw a play's blocks; for a reply that serves nothing, the blocks it holds by itself."""
    cut = _cut(ruling, place)
    if cut:
        head = _words(_sum([block.size for block in cut]), INK, bold=True)
        return stacked([head, _block_list([b.cards for b in cut], _looks(ruling.lead))], 4)
    play = ruling.plays[place]
    if one_partition(play, ruling.trump) is None:
        return paragraph("cards of several partitions: no common blocks", 200, 11, fill=SOFT)
    own = decompose(play, ruling.trump)
    sizes = paragraph("by itself " + _sum([b.size for b in own]), 280, 12, fill=SOFT)
    return stacked([sizes, _block_list([b.cards for b in own], [_PLAIN] * len(own))], 4)


def _ruling_of(ruling: TrickRuling, place: int, names: Sequence[str]) -> Box:
    """Say what a play is worth, and why it wins or doesn't."""
    honour, best, winner = ruling.honours[place], max(ruling.honours), ruling.winner
    reading = ruling.readings[place - 1] if place else None
    if isinstance(reading, NoMatch):
        why = paragraph(reading.reason, 200, 11, fill=INK)
        return stacked([_marked("cross", "can't win", FAILURE, 200), why], 3)
    worth = _words(f"honour {honour}", INK, bold=True)
    if place == winner:
        reason = paragraph(f"Φ of the top card of block {_top_letter(ruling, place)}", 200, 11)
        return stacked([worth, reason, _marked("check", "wins the trick", SUCCESS, 200)], 3)
    name = shorten(names[winner], 90, 11)
    loses = f"below {name}'s {best}" if honour < best else f"equal to {name}'s, but later"
    return stacked([worth, paragraph(loses, 200, 11, fill=INK)], 3)


def _top_letter(ruling: TrickRuling, place: int) -> str:
    cut = _cut(ruling, place)
    tops = [block.phi if block.size == cut[0].size else 0 for block in cut]
    return _looks(ruling.lead)[tops.index(max(tops))].letter


# --- The reply that panels 2 and 3 look at --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Case:
    """A lead, the reply looked at, and the part of the paper's search that is drawn.

    Args:
        ruling: the trick.
        place: the reply's place in the order of play; 0 for the lead against itself.
        name: who played it.
        reply: its own blocks.
        branches: the first branches of the search.
        left: how many orders of the lead these leave.
    """

    ruling: TrickRuling
    place: int
    name: str
    reply: tuple[Block, ...]
    branches: tuple[Branch, ...]
    left: int

    @property
    def matches(self) -> bool:
        """Whether the reply serves the lead: what the ruling says, whatever the search finds."""
        return self.place == 0 or isinstance(self.ruling.readings[self.place - 1], Match)

    @property
    def found(self) -> Branch | None:
        """The branch that serves every block, if it is among those drawn."""
        return self.branches[-1] if self.branches[-1].succeeded else None


def _case(ruling: TrickRuling, names: Sequence[str]) -> _Case:
    place = _interesting(ruling)
    reply = decompose(ruling.plays[place], ruling.trump)
    lead = Template.of(block.size for block in ruling.lead)
    follow = Template.of(block.size for block in reply)
    branches = tuple(_first_branches(search_tree(lead, follow)))
    left = distinct_orders(lead) - sum(branch.orders for branch in branches)
    return _Case(ruling, place, names[place], reply, branches, left)


def _interesting(ruling: TrickRuling) -> int:
    """Choose a reply: the winner if it holds pairs, else the first that may win, else the lead."""
    winner = ruling.plays[ruling.winner]
    if ruling.winner and len(set(winner)) < len(winner):
        return ruling.winner
    for place, play in enumerate(ruling.plays[1:], 1):
        own = one_partition(play, ruling.trump)
        if own is not None and PARTITION_NAMES[own] in (ruling.led, "trump"):
            return place
    return 0


def _first_branches(tree: Iterator[Branch]) -> Iterator[Branch]:
    """Yield branches until the tree they make has enough nodes; what follows is never searched."""
    nodes: set[tuple[int, ...]] = set()
    for branch in tree:
        prefixes = {branch.blocks[: depth + 1] for depth in range(len(branch.blocks))}
        if nodes and len(nodes | prefixes) > TREE_NODES:
            return
        nodes |= prefixes
        yield branch


def _search_panels(ruling: TrickRuling, names: Sequence[str]) -> list[Box]:
    if len(ruling.plays[0]) == 1:
        note = "A single card is one block in one order: nothing to cut down and nothing to search."
        return [padded(_words(note), 14, 10)]
    case = _case(ruling, names)
    return [_degradation(case), _tree_panel(case)]


# --- Panel 2: one required block ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Turn:
    """A block of the lead at its turn in some order.

    Args:
        place: its place in that order.
        need: its size.
        pool: what of the reply's cards is left, in pieces.
        taken: the cards that serve it, none if nothing can.
        rest: what is left of the piece they were cut from.
    """

    place: int
    need: int
    pool: tuple[tuple[Card, ...], ...]
    taken: tuple[Card, ...] = ()
    rest: tuple[Card, ...] = ()


def _turns(reply: Sequence[Block], order: Sequence[int]) -> Iterator[_Turn]:
    """Follow a branch on the cards: the search decides on sizes, this says which cards."""
    pools = pools_of(Template.of(block.size for block in reply))
    pieces = _pieces(reply)
    for place, need in enumerate(order):
        pool = tuple(_lying(pieces))
        left = consume(pools, need)
        if left < 0:
            yield _Turn(place, need, pool)
            return
        source = next(i for i in range(len(pieces)) if (pools ^ left) >> 5 * i & 31)
        piece = pieces[source]
        # Singles come off the low end, so that what is left still begins with whole pairs.
        cut = len(piece) - 1 if need == 1 else 0
        taken = tuple(piece[cut : cut + need])
        del piece[cut : cut + need]
        rest = tuple(piece if source > 1 else piece[len(piece) // 2 * 2 :])
        yield _Turn(place, need, pool, taken, rest)
        pools = left


def _pieces(reply: Sequence[Block]) -> list[list[Card]]:
    """Return the cards of each pool in the order of ``pools_of``: singles, pairs, each tractor."""
    singles = [card for block in reply if block.size == 1 for card in block.cards]
    pairs = [card for block in reply if block.size == 2 for card in block.cards]
    return [singles, pairs, *(list(block.cards) for block in reply if block.size > 2)]


def _lying(pieces: Sequence[Sequence[Card]]) -> Iterator[tuple[Card, ...]]:
    """Yield what lies in the pools: tractors, then pair by pair, then single cards."""
    yield from (tuple(piece) for piece in pieces[2:] if piece)
    yield from (tuple(pieces[1][i : i + 2]) for i in range(0, len(pieces[1]), 2))
    yield from ((card,) for card in pieces[0])


def _key_turn(case: _Case) -> _Turn:
    """Choose the block that stops the first order tried, else the lead's longest."""
    turns = list(_turns(case.reply, case.branches[0].blocks))
    if not turns[-1].taken:
        return turns[-1]
    longest = case.ruling.lead[0].size
    return next(turn for turn in turns if turn.need == longest)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one step of the degradation says.

    Args:
        good: whether it serves the block.
        verdict: yes or no, and why.
        pieces: cards that show it.
    """

    good: bool
    verdict: str
    pieces: tuple[Box, ...] = ()


_QUESTIONS = ("Exact match?", "Cut down a longer one?", "Back-track to another order?")
_STEP_WIDTH = 215


def _degradation(case: _Case) -> Box:
    """Draw panel 2: a block of the lead, and three questions of which the last asked answers."""
    turn = _key_turn(case)
    answers = _answers(case, turn)
    row = [_required(case, turn)]
    for i in range(len(_QUESTIONS)):
        row += [_arrow("no" if 0 < i < len(answers) else ""), _step(i, answers)]
    whose = "the lead itself" if case.place == 0 else f"the reply of {shorten(case.name, 160)}"
    content = stacked([beside(row, 8, "middle"), *_kept(case)], 10)
    return _panel(2, "How one required block is served", f"out of {whose}", content)


def _required(case: _Case, turn: _Turn) -> Box:
    """Draw the block at its turn, and what lies in the pool."""
    order = case.branches[0].blocks
    nodes = [_node(size, "turn" if i == turn.place else "") for i, size in enumerate(order)]
    block, look = _block_at(case, turn)
    return stacked(
        [
            _words(f"The lead's {block.kind} {look.letter}", INK, size=13, bold=True),
            _chip(block.cards, look),
            _words("has its turn in the first order tried", size=11),
            flow(nodes, 230, 4, 4),
            _words("and finds in the pool", size=11),
            flow([_chip(piece) for piece in turn.pool], 230, 4, 3),
        ],
        5,
    )


def _block_at(case: _Case, turn: _Turn) -> tuple[Block, _Look]:
    """Return the lead's block whose turn it is; blocks of one size have theirs as the lead cuts."""
    lead = case.ruling.lead
    index = [block.size for block in lead].index(turn.need)
    index += case.branches[0].blocks[: turn.place].count(turn.need)
    return lead[index], _looks(lead)[index]


def _answers(case: _Case, turn: _Turn) -> list[_Answer]:
    """Answer the steps in turn, up to the one that decides."""
    block, look = _block_at(case, turn)
    size = f"{block.kind} of {turn.need}" if block.size > 2 else block.kind
    exact = next((piece for piece in turn.pool if len(piece) == turn.need), ())
    if exact:
        return [_Answer(True, "yes", (_chip(exact, look),))]
    answers = [_Answer(False, f"no: no {size} lies there")]
    if turn.taken:
        rest = (_words("and leaves", size=11), _chip(turn.rest))
        return [*answers, _Answer(True, "yes: it takes", (_chip(turn.taken, look), *rest))]
    return [*answers, _Answer(False, "no: nothing longer either"), _back_track(case)]


def _back_track(case: _Case) -> _Answer:
    """Say what the other orders bring."""
    if case.found:
        note = f"{_sum(case.found.blocks)} serves every block"
        return _Answer(True, "yes: another order", (paragraph(note, _STEP_WIDTH, 11),))
    total = f"{case.left + sum(branch.orders for branch in case.branches):,}"
    if not case.matches:
        return _Answer(False, f"no: none of the {total} orders, so the reply can't win")
    if case.left:
        return _Answer(False, "none of the orders drawn below")
    note = "The cards can: rank cards share a Φ, which a list of sizes doesn't show."
    return _Answer(False, f"no: none of the {total} orders", (paragraph(note, _STEP_WIDTH, 11),))


def _step(number: int, answers: Sequence[_Answer]) -> Box:
    """Draw one step: thick if it decides, dashed if it was not reached."""
    reached, decides = number < len(answers), number == len(answers) - 1
    head = _words(f"{number + 1}  {_QUESTIONS[number]}", INK if reached else SOFT, size=13, bold=True)
    if not reached:
        body = sized(stacked([head, _words("not needed")], 6), _STEP_WIDTH, 70)
        return framed(padded(body, 10, 8), PANEL, EDGE, radius=6, dashes="4 3")
    answer = answers[number]
    colour = (SUCCESS if answer.good else FAILURE) if decides else INK
    verdict = _marked("check" if answer.good else "cross", answer.verdict, colour, _STEP_WIDTH)
    shown = flow(answer.pieces, _STEP_WIDTH, 4, 3)
    body = sized(stacked([head, verdict, shown], 6), _STEP_WIDTH, 70)
    if not decides:
        return framed(padded(body, 10, 8), PANEL, EDGE, radius=6)
    tint = SUCCESS_TINT if answer.good else FAILURE_TINT
    return framed(padded(body, 10, 8), tint, colour, line=2.5, radius=6)


def _kept(case: _Case) -> list[Box]:
    """Say which of all cuttings the ruling keeps, since the search stops at the first."""
    if not case.place or not case.matches:
        return []
    cut, looks = _cut(case.ruling, case.place), _looks(case.ruling.lead)
    chips = [_chip(b.cards, look) for b, look in zip(cut, looks, strict=True) if b.size == cut[0].size]
    says = "The ruling keeps, of all cuttings, one whose longest block reaches highest:"
    honour = _words(f"honour {case.ruling.honours[case.place]}", INK, bold=True)
    return [beside([_words(says), flow(chips, 420, 4, 3), honour], 6, "middle")]


# --- Panel 3: the search tree ---------------------------------------------------------------------

_COLUMN, _LINE = 38, 28


def _node(size: int, state: str = "") -> Box:
    """Draw a block's size: its turn, served in the end, pruned (struck out), or passed through."""
    colour, tint, line = {
        "turn": (INK, FAINT, 2.0),
        "served": (SUCCESS, SUCCESS_TINT, 2.0),
        "pruned": (FAILURE, FAILURE_TINT, 1.0),
    }.get(state, (EDGE, PANEL, 1.0))
    ink = colour if state else INK
    box = framed(
        Box(26, 20, _centred(str(size), 13, 14.3, 12, ink)),
        tint,
        colour,
        line=line,
        dashes="3 2" if state == "pruned" else "",
    )
    if state != "pruned":
        return box
    strike = element("path", d="M3 17 23 3", stroke=FAILURE, stroke_width=1.5)
    return Box(box.width, box.height, box.body + strike)


def _tree_panel(case: _Case) -> Box:
    """Draw panel 3."""
    lead = Template.of(block.size for block in case.ruling.lead)
    follow = Template.of(block.size for block in case.reply)
    orders = distinct_orders(lead)
    plural = "order" if orders == 1 else "different orders"
    note = f"sizes {_sum(lead.sizes)} in {orders:,} {plural}, served from {_sum(follow.sizes)}"
    lines = [paragraph(note, 900), _tree(case)]
    if case.left:
        why = " not tried: the search ends at its first success" if case.found else " not drawn"
        lines.append(_words(f"… and {case.left:,} more {'order' if case.left == 1 else 'orders'}{why}", INK))
    engine = (
        "The ruling needed none of them: it counts pairs and looks the tractors up in a table of all "
        "77 × 77 packings, so that no order is ever tried."
    )
    lines.append(paragraph(engine, 900))
    return _panel(3, "The orders of the lead's blocks that the paper's search tries", "", stacked(lines, 8))


def _tree(case: _Case) -> Box:
    """Draw the branches, a line each; what one begins like the one before is not drawn again."""
    row_of: dict[tuple[int, ...], int] = {(): 0}
    on_path = _prefixes(case.found) if case.found else []
    body: list[str] = [element("circle", cx=7, cy=10, r=5, fill=INK)]
    for row, branch in enumerate(case.branches):
        drawn = [p for p in _prefixes(branch) if p not in row_of]
        pieces = []
        for prefix in drawn:
            row_of[prefix] = row
            pieces.append(_edge(row_of[prefix[:-1]], row, len(prefix), prefix in on_path))
            state = "served" if prefix in on_path else ""
            failed = not branch.succeeded and prefix == branch.blocks
            node = _node(prefix[-1], "pruned" if failed else state)
            pieces.append(node.at(len(prefix) * _COLUMN - 13, row * _LINE))
        kind = "served" if branch.succeeded else "pruned"
        body.append(titled(str(branch), *pieces, class_=f"branch {kind}"))
    width = _COLUMN * max(len(branch.blocks) for branch in case.branches) + 26
    tree = Box(width, _LINE * len(case.branches) - 8, "".join(body))
    verdicts = [sized(_verdict(case, branch), height=_LINE) for branch in case.branches]
    return beside([tree, stacked(verdicts)], 6)


def _prefixes(branch: Branch) -> list[tuple[int, ...]]:
    return [branch.blocks[: depth + 1] for depth in range(len(branch.blocks))]


def _edge(above: int, row: int, depth: int, good: bool) -> str:
    """Draw the line from a node's parent, which lies on this row or above it."""
    x = (depth - 1) * _COLUMN + (0 if depth > 1 else 7)
    start = f"M{x} {above * _LINE + 20}V{row * _LINE + 10}" if row > above else f"M{x + 13} {row * _LINE + 10}"
    return element(
        "path",
        d=f"{start}H{depth * _COLUMN - 13}",
        fill="none",
        stroke=SUCCESS if good else "#8b95a1",
        stroke_width=2 if good else 1,
    )


def _verdict(case: _Case, branch: Branch) -> Box:
    """Say how a branch ended."""
    if branch.succeeded:
        return _marked("check", "every block is served", SUCCESS, 400)
    turn = list(_turns(case.reply, branch.blocks))[-1]
    pool = _sum([len(piece) for piece in turn.pool])
    text = f"no room for {turn.need} in {pool}"
    more = f": settles {branch.orders:,} orders" if branch.orders > 1 else ""
    mark = padded(sign("cross", 12, FAILURE), 0, 2)
    return beside([mark, _words(text, FAILURE, bold=True), _words(more)], 5)
