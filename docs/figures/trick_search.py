"""Write docs/_static/trick-search.svg: the paper's search on one reply, Figures 1 and 3 of the paper.

The first panel asks of one block of the lead, at its turn in the first order tried, what Figure 1
asks: is there an exact match, else a longer block to cut down, else another order? The second draws
the search tree of Figure 3. Both follow ``tests.oracles.tractor_paper.search``; the ruling itself comes
from ``suitwise.tractor.rules.blocks`` and needs no order at all. No more of the tree is searched than
drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from docs.figures.trick import NAMES, PLAYS
from suitwise.cards import Card
from suitwise.picture import svg
from suitwise.picture.svg import INK, Box, beside, framed, padded, sized, stacked, words
from suitwise.tractor import judge_trick
from suitwise.tractor import picture as style
from suitwise.tractor.judge.judge import TrickRuling
from suitwise.tractor.picture import SUCCESS, Look, centred, looks, verdict
from suitwise.tractor.rules.blocks import Block, Match, decompose, one_partition
from suitwise.tractor.rules.deck import PARTITION_NAMES
from tests.oracles.tractor_paper.orders import distinct_orders
from tests.oracles.tractor_paper.search import Branch, consume, pools_of, search_tree
from tests.oracles.tractor_paper.template import Template

STATIC = Path(__file__).parent.parent / "_static"


def draw_search(ruling: TrickRuling, names: Sequence[str]) -> str:
    """Draw the paper's search on a reply of a trick as a standalone SVG file."""
    panels = search_panels(ruling, names)
    width = max(box.width for box in panels)
    frames = [framed(sized(box, width), svg.PANEL, svg.EDGE, radius=6) for box in panels]
    title = "The paper's search on one reply"
    return svg.document(padded(stacked(frames, gap=14), 16, 16), title, svg.PAPER)


def search_panels(ruling: TrickRuling, names: Sequence[str]) -> list[Box]:
    """Draw panels 2 and 3, beside the ruling's own; for single cards, a line that says why not.

    >>> from suitwise.tractor import judge_trick
    >>> names = ("Alice", "Bob", "Charles", "David")
    >>> throw = judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"])
    >>> len(search_panels(throw, names))
    2
    >>> len(search_panels(judge_trick("S5", ["H5", "C5", "D5", "S2"]), names))
    1
    """
    if len(ruling.plays[0]) == 1:
        note = "A single card is one block in one order: nothing to cut down, nothing to search."
        return [padded(words(note), 14, 10)]
    case = case_of(ruling, names)
    return [_degradation(case), _tree_panel(case)]


# --- Panel 2: one required block ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one step of the degradation says.

    Args:
        good: whether it serves the block.
        verdict: yes or no, and why.
        pieces: cards or words that show it.
    """

    good: bool
    verdict: str
    pieces: tuple[Box, ...] = ()


_QUESTIONS = ("Exact match?", "Cut down a longer one?", "Back-track to another order?")
_STEP_WIDTH, _STEP_HEIGHT = 215, 70


def _degradation(case: Case) -> Box:
    """Draw panel 2: a block of the lead, and three questions of which the last asked answers."""
    turn = _key_turn(case)
    answers = _answers(case, turn)
    row = [_required(case, turn)]
    for i, question in enumerate(_QUESTIONS):
        asked = f"{i + 1}  {question}"
        row += [
            _arrow("no" if 0 < i < len(answers) else ""),
            _step(asked, answers[i], i == len(answers) - 1) if i < len(answers) else _idle(asked),
        ]
    whose = f"the reply of {svg.shorten(case.name, 160)}" if case.place else "the lead by itself"
    content = stacked([beside(row, 8, "middle"), *_kept(case)], 10)
    return style.numbered_panel(
        2, "How one required block is served", f"degradation in {whose}", content
    )


def _arrow(text: str) -> Box:
    """Draw an arrow to the next step, perhaps with a word above it."""
    return stacked([words(text, size=11), style.arrow()], align="middle") if text else style.arrow()


def _key_turn(case: Case) -> Turn:
    """Choose the block that stops the first order tried, else the lead's longest."""
    turns = case.first
    if not turns[-1].taken:
        return turns[-1]
    return next(turn for turn in turns if turn.need == case.ruling.lead[0].size)


def _block_at(case: Case, turn: Turn) -> tuple[Block, Look]:
    """Return the lead's block whose turn it is; blocks of one size have theirs as the lead cuts."""
    lead = case.ruling.lead
    index = [block.size for block in lead].index(turn.need)
    index += case.branches[0].blocks[: turn.place].count(turn.need)
    return lead[index], looks(lead)[index]


def _required(case: Case, turn: Turn) -> Box:
    """Draw the block at its turn, and what lies in the pool."""
    order = sorted(case.lead.sizes)  # the search begins with the ascending order
    nodes = [_node(size, "turn" if i == turn.place else "") for i, size in enumerate(order)]
    block, look = _block_at(case, turn)
    return stacked(
        [
            words(f"The lead's {block.kind} {look.letter}", INK, size=13, bold=True),
            style.chip(block.cards, look),
            words("has its turn in the first order tried", size=11),
            svg.flow(nodes, 230, 4, 4),
            words("and finds in the pool", size=11),
            svg.flow([style.chip(piece) for piece in turn.pool], 230, 4, 3),
        ],
        5,
    )


def _answers(case: Case, turn: Turn) -> list[_Answer]:
    """Answer the steps in turn, up to the one that decides."""
    block, look = _block_at(case, turn)
    size = f"{block.kind} of {turn.need}" if block.size > 2 else block.kind
    exact = next((piece for piece in turn.pool if len(piece) == turn.need), ())
    if exact:
        return [_Answer(True, "yes", (style.chip(exact, look),))]
    first = _Answer(False, f"no {size} lies there")
    if turn.taken:
        left = (words("and leaves", size=11), style.chip(turn.rest))
        return [first, _Answer(True, "yes: it takes", (style.chip(turn.taken, look), *left))]
    return [first, _Answer(False, "nothing longer lies there"), _back_track(case)]


def _back_track(case: Case) -> _Answer:
    """Say what the other orders bring."""
    if case.found:
        return _noted(True, "another order serves", f"It is {style.total(case.found.blocks)}.")
    orders = distinct_orders(case.lead)
    fails = f"none of the {orders:,} orders serves" if orders > 1 else "there is one order only"
    if not case.match:
        return _noted(False, fails, "The reply can't win.")
    if case.left:
        return _noted(False, "none of the orders drawn serves", "The ruling needs no order.")
    note = "Its cards can serve it: rank cards share a Φ, which sizes don't show."
    return _noted(False, fails, note)


def _noted(good: bool, says: str, note: str) -> _Answer:
    return _Answer(good, says, (svg.paragraph(note, _STEP_WIDTH, 11, fill=INK),))


def _step(question: str, answer: _Answer, decides: bool) -> Box:
    """Draw a step that is asked; the one that decides has a thick frame and a ground."""
    colour = (SUCCESS if answer.good else style.FAILURE) if decides else INK
    lines = [
        words(question, INK, size=13, bold=True),
        verdict(answer.good, answer.verdict, colour, _STEP_WIDTH),
        svg.flow(answer.pieces, _STEP_WIDTH, 4, 3),
    ]
    box = padded(sized(stacked(lines, 6), _STEP_WIDTH, _STEP_HEIGHT), 10, 8)
    if not decides:
        return framed(box, svg.PANEL, svg.LINES, radius=6)
    return framed(
        box, style.SUCCESS_TINT if answer.good else style.FAILURE_TINT, colour, line=2.5, radius=6
    )


def _idle(question: str) -> Box:
    """Draw a step that was not asked."""
    lines = [words(question, size=13, bold=True), words("not needed")]
    box = padded(sized(stacked(lines, 6), _STEP_WIDTH, _STEP_HEIGHT), 10, 8)
    return framed(box, svg.PANEL, svg.EDGE, radius=6, dashes="4 3")


def _kept(case: Case) -> list[Box]:
    """Say which of all cuttings the ruling keeps, since the search stops at the first."""
    if case.match is None:
        return []
    cut = zip(case.match.serving, looks(case.ruling.lead), strict=True)
    longest = case.ruling.lead[0].size
    chips = [style.chip(block.cards, look) for block, look in cut if block.size == longest]
    says = f"honour {case.match.honour} in the ruling, the highest of all cuttings"
    return [beside([svg.flow(chips, 560, 4, 3), words(says)], 6, "middle")]


# --- Panel 3: the search tree ---------------------------------------------------------------------

_COLUMN, _LINE = 38, 28
_STATES = {
    "": (svg.EDGE, svg.PANEL, 1.0),
    "turn": (INK, style.FAINT, 2.0),
    "served": (SUCCESS, style.SUCCESS_TINT, 2.0),
    "pruned": (style.FAILURE, style.FAILURE_TINT, 1.0),
}


def _node(size: int, state: str = "") -> Box:
    """Draw a block's size: passed through, at its turn, served in the end, or struck out."""
    colour, tint, line = _STATES[state]
    digits = Box(26, 20, centred(str(size), 13, 14.3, 12, colour if state else INK))
    if state != "pruned":
        return framed(digits, tint, colour, line=line)
    box = framed(digits, tint, colour, dashes="3 2")
    strike = svg.element(
        "path", d="M4 16 22 4", stroke=colour, stroke_width=1.5, stroke_opacity=0.55
    )
    return Box(box.width, box.height, box.body + strike)


def _tree_panel(case: Case) -> Box:
    """Draw panel 3."""
    orders = distinct_orders(case.lead)
    own = style.total([block.size for block in case.reply])
    sizes = f"{counted(case.lead.blocks, 'block')}, {style.total(case.lead.sizes)}"
    note = f"{sizes}, in {counted(orders, 'order')}, served from {own}"
    engine = (
        "The ruling needed none of this: it counts pairs and looks the tractors up in a table of "
        "all 77 × 77 packings."
    )
    title = "The orders of the lead's blocks that the paper's search tries"
    lines = [beside([_tree(case), _verdicts(case)], 6), *_not_drawn(case, orders), words(engine)]
    return style.numbered_panel(3, title, note, stacked(lines, 8))


def _not_drawn(case: Case, orders: int) -> list[Box]:
    """Say what the tree leaves out."""
    if case.left:
        why = "not tried: the search ends at its first success" if case.found else "not drawn"
        return [words(f"… and {counted(case.left, 'more order')} {why}", INK)]
    if case.found:
        return []
    return [words(f"all {orders:,} orders fail" if orders > 1 else "the only order fails", INK)]


def _tree(case: Case) -> Box:
    """Draw the branches, a line each; what one begins like those before is not drawn again."""
    row_of: dict[tuple[int, ...], int] = {(): 0}
    good = prefixes(case.found) if case.found else []
    body = [svg.element("circle", cx=7, cy=10, r=5, fill=INK)]
    for row, branch in enumerate(case.branches):
        pieces = []
        for node in prefixes(branch):
            if node in row_of:
                continue
            row_of[node] = row
            pieces.append(_edge(row_of[node[:-1]], row, len(node), node in good))
            failed = node == branch.blocks and not branch.succeeded
            state = "pruned" if failed else "served" if node in good else ""
            pieces.append(_node(node[-1], state).at(len(node) * _COLUMN - 13, row * _LINE))
        kind = "served" if branch.succeeded else "pruned"
        body.append(svg.titled(str(branch), *pieces, class_=f"branch {kind}"))
    width = _COLUMN * max(len(branch.blocks) for branch in case.branches) + 26
    return Box(width, _LINE * len(case.branches) - 8, "".join(body))


def _edge(above: int, row: int, depth: int, good: bool) -> str:
    """Draw the line to a node from its parent, which lies on this row or above it."""
    x, below, right = ((depth - 1) * _COLUMN, 20, 13) if depth > 1 else (7, 15, 5)
    middle = row * _LINE + 10
    away = f"M{x + right} {middle}" if row == above else f"M{x} {above * _LINE + below}V{middle}"
    path = f"{away}H{depth * _COLUMN - 13}"
    colour = SUCCESS if good else svg.LINES
    return svg.element("path", d=path, fill="none", stroke=colour, stroke_width=2 if good else 1)


def _verdicts(case: Case) -> Box:
    """Say of each branch how it ended, and how many orders that settles if more than one."""
    rows = []
    for branch in case.branches:
        *_, last = turns(case.reply, branch.blocks)
        if branch.succeeded:
            says = verdict(True, "every block is served", SUCCESS, 400)
        else:
            pool = style.total([len(piece) for piece in last.pool])
            says = verdict(False, f"no room for {last.need} in {pool}", style.FAILURE, 400)
        settled = f"settles {branch.orders:,} orders" if branch.orders > 1 else ""
        rows.append((says, words(settled)))
    return stacked([sized(beside(line, 12), height=_LINE) for line in svg.aligned(rows)])


TREE_NODES = 40
"""A search tree is drawn branch by branch while it has no more nodes; one branch always."""


def counted(number: int, what: str) -> str:
    """Write a number of things.

    >>> counted(1, "order"), counted(80080, "order")
    ('1 order', '80,080 orders')
    """
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


# --- The reply looked at --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """A lead, the reply looked at, and the part of the paper's search that is drawn.

    Args:
        ruling: the trick.
        place: the reply's place in the order of play; 0 for the lead against itself.
        name: who played it.
        reply: its own blocks.
        branches: the first branches of the search.
    """

    ruling: TrickRuling
    place: int
    name: str
    reply: tuple[Block, ...]
    branches: tuple[Branch, ...]

    @property
    def lead(self) -> Template:
        """The sizes of the lead's blocks."""
        return Template.of(block.size for block in self.ruling.lead)

    @property
    def left(self) -> int:
        """How many orders of the lead the branches drawn don't settle."""
        return distinct_orders(self.lead) - sum(branch.orders for branch in self.branches)

    @property
    def found(self) -> Branch | None:
        """The branch that serves every block, if it is among those drawn."""
        return self.branches[-1] if self.branches[-1].succeeded else None

    @property
    def match(self) -> Match | None:
        """How the reply serves the lead by the ruling, whatever the search finds."""
        reading = self.ruling.readings[self.place - 1]
        return reading if self.place and isinstance(reading, Match) else None

    @property
    def first(self) -> tuple[Turn, ...]:
        """The turns of the first order tried."""
        return tuple(turns(self.reply, self.branches[0].blocks))


def case_of(ruling: TrickRuling, names: Sequence[str]) -> Case:
    """Return the case of a trick that is drawn.

    Args:
        ruling: the trick.
        names: the players' names in the order of play.

    >>> from suitwise.tractor import judge_trick
    >>> throw = judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"])
    >>> case_of(throw, ["Alice", "Bob", "Charles", "David"]).name
    'Bob'
    """
    place = _interesting(ruling)
    reply = decompose(ruling.plays[place], ruling.trump)
    lead = Template.of(block.size for block in ruling.lead)
    tree = search_tree(lead, Template.of(block.size for block in reply))
    return Case(ruling, place, names[place], reply, tuple(_first_branches(tree)))


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
        new = nodes.union(prefixes(branch))
        if nodes and len(new) > TREE_NODES:
            return
        nodes = new
        yield branch


def prefixes(branch: Branch) -> list[tuple[int, ...]]:
    """Return the nodes of a branch, each named by the sizes on the way to it."""
    return [branch.blocks[: depth + 1] for depth in range(len(branch.blocks))]


# --- A branch on the cards ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """A block of the lead at its turn in some order.

    Args:
        place: its place in that order.
        need: its size.
        pool: what of the reply's cards is left, in pieces.
        taken: the cards that serve it, none if nothing can.
        rest: the rest of the piece they were cut from.
    """

    place: int
    need: int
    pool: tuple[tuple[Card, ...], ...]
    taken: tuple[Card, ...] = ()
    rest: tuple[Card, ...] = ()


def turns(reply: Sequence[Block], order: Sequence[int]) -> Iterator[Turn]:
    """Follow a branch on the cards: the search decides on sizes, this says which cards."""
    pools = pools_of(Template.of(block.size for block in reply))
    pieces = _pieces(reply)
    for place, need in enumerate(order):
        pool = tuple(_lying(pieces))
        left = consume(pools, need)
        if left < 0:
            yield Turn(place, need, pool)
            return
        source = next(i for i in range(len(pieces)) if (pools ^ left) >> 5 * i & 31)
        piece = pieces[source]
        # Singles come off the low end, so that the rest still begins with whole pairs.
        cut = len(piece) - 1 if need == 1 else 0
        taken = tuple(piece[cut : cut + need])
        del piece[cut : cut + need]
        rest = piece if source > 1 else piece[len(piece) // 2 * 2 :]
        yield Turn(place, need, pool, taken, tuple(rest))
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


def main(folder: Path = STATIC) -> None:
    """Draw the search on the trick of ``trick.svg`` and save it."""
    drawn = draw_search(judge_trick("S2", PLAYS), NAMES)
    (folder / "trick-search.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
