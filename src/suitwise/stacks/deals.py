"""Deals by seed: random ones, ones with a wanted verdict and difficulty, ones made around a path.

Two decks. *Even* is the game's own: as many cards of every suit, or nearly, so ``deal`` with it is
what ``game.roll`` deals from the same seed and stream. *Uneven* cuts the cards into suits at random:
every way to give each suit one card or more is equally likely.

The uneven deck is the one to play with. Whatever wins with as many suits as stacks, the suit whose
ace comes free last has no other card (rules page: a path begins at such a source, and if removals
alone win, the last ace that they uncover is one). So a deck with two cards or more of every suit is lost
before it is dealt, and the even deck is such a deck from height 2 on.

Deal number k of a seed is stream k: it depends on no other deal, and a number names it for good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log2
from typing import Any, Literal, TypeAlias

from suitwise.compiled import highest_bit, rule
from suitwise.errors import IllegalPosition
from suitwise.seeds import as_seed, below
from suitwise.stacks.decision import decide, is_winnable
from suitwise.stacks.layout import Card, Layout, Stack
from suitwise.stacks.removals import REMOVED
from suitwise.stacks.strategy import solve
from suitwise.stacks.table import (
    ACES,
    BOTTOM,
    COMPILED_FROM,
    CRITICAL,
    HEIGHT,
    NOTHING,
    ROW,
    TOP,
    Table,
    face,
    lay_out,
    numbers,
    zeros,
)
from suitwise.stacks.table import deal as lay_case

Deck: TypeAlias = Literal["even", "uneven"]
Verdict: TypeAlias = Literal["winnable", "lost", "any"]

MOST_CARDS = 1_000_000
MOST_WEIGHED = 10_000
"""The most cards of a layout whose difficulty is computed: the time grows with their cube."""
TRIES = 20_000
"""So many deals in a row are tried before a layout is made instead."""
MOST_TRIED = 50_000_000
"""Of large deals fewer are tried: so many cards in all."""
FEW = 100
"""So many small deals are tried by plain Python, at least so many large ones by machine code."""
WEIGHINGS = 500
"""So many deals in a row are weighed before a layout is made instead."""
MAKES = 4_000
"""So many layouts in a row are made before the search is given up."""


# --- Rules ----------------------------------------------------------------------------------------


@rule
def cut_deck(suit: Any, suits: int, uneven: bool, seed: int, stream: int) -> int:
    """Give the cards of a deck their suits; within a suit later cards are higher.

    Args:
        suit: filled with the suit, 0 or more, of each card.
        suits: how many suits there are, at most one a card.
        uneven: cut at random instead of dealing out the suits in turn.
        seed: the seed.
        stream: the stream.

    Returns:
        How many numbers of the stream were used.

    >>> suit = [0] * 6
    >>> cut_deck(suit, 4, False, 1, 0), suit
    (0, [0, 1, 2, 3, 0, 1])
    >>> cut_deck(suit, 4, True, 1, 0), suit
    (5, [0, 0, 0, 1, 2, 3])
    """
    count = len(suit)
    index = 0
    kind = 0
    suit[0] = 0
    for card in range(1, count):
        if not uneven:
            suit[card] = card % suits
            continue
        # Of the gaps left, so many are still to be cut: each set of gaps is equally likely.
        ticket, index = below(count - card, seed, stream, index)
        if ticket < suits - 1 - kind:
            kind += 1
        suit[card] = kind
    return index


@rule
def draw_cards(order: Any, tree: Any, seed: int, stream: int, index: int) -> int:
    """Draw all cards of a deck, one after the other.

    Each draw names one of the cards left, in the deck's order, as ``game.draw`` does. A tree of counts
    (Fenwick, "A new data structure for cumulative frequency tables", 1994) finds it without moving
    the others.

    Args:
        order: filled with the cards in the order they are drawn.
        tree: array with one number more, overwritten.
        seed: the seed.
        stream: the stream.
        index: where in the stream to begin.

    Returns:
        The index after the last number used.

    >>> order = [0] * 5
    >>> draw_cards(order, [0] * 6, 1, 0, 0), order
    (5, [4, 3, 1, 2, 0])
    """
    count = len(order)
    for node in range(1, count + 1):
        tree[node] = node & -node
    widest = 1 << highest_bit(count)
    for k in range(count):
        ticket, index = below(count - k, seed, stream, index)
        before = 0
        width = widest
        while width:
            node = before + width
            if node <= count:
                if tree[node] <= ticket:
                    ticket -= tree[node]
                    before = node
                else:
                    tree[node] -= 1
            width >>= 1
        order[k] = before
    return index


@rule
def deal_cards(
    table: Any, height: int, work: Any, suits: int, uneven: bool, seed: int, stream: int
) -> None:
    """Deal a deck onto a table's places, stack by stack from the bottom up.

    Args:
        table: the table; its cards and their suits are overwritten.
        height: how many cards each stack gets.
        work: three arrays for the deck's suits, the order drawn and the tree.
        suits: how many suits.
        uneven: which deck.
        seed: the seed.
        stream: the stream.
    """
    card, suit, _, _, _, _ = table
    deck, order, tree = work
    index = cut_deck(deck, suits, uneven, seed, stream)
    draw_cards(order, tree, seed, stream, index)
    for k in range(len(order)):
        level = k % height
        place = k - level + height - 1 - level
        card[place] = order[k]
        suit[place] = deck[order[k]]


@rule
def count_winnable(
    table: Any,
    work: Any,
    begin: Any,
    chosen: Any,
    suits: int,
    uneven: bool,
    seed: int,
    first: int,
    count: int,
) -> int:
    """Count the winnable ones of the deals ``first`` to ``first + count - 1`` of a seed.

    Args:
        table: a table of which nothing has been decided.
        work: see ``deal_cards``.
        begin: see ``table.deal``.
        chosen: see ``table.deal``.
        suits: how many suits.
        uneven: which deck.
        seed: the seed.
        first: the first deal.
        count: how many deals.
    """
    stacks = len(chosen)
    winnable = 0
    for k in range(count):
        deal_cards(table, begin[1], work, suits, uneven, seed, first + k)
        lay_case(table, begin, chosen, 0, stacks)
        verdict, _, _ = decide(table, stacks, k + 1)
        winnable += verdict > 0
    return winnable


@rule
def next_deal(
    table: Any,
    work: Any,
    begin: Any,
    chosen: Any,
    suits: int,
    uneven: bool,
    seed: int,
    first: int,
    count: int,
    winnable: bool,
) -> int:
    """Return the first of these deals that has a verdict; NOTHING if none has.

    Args:
        table: a table of which nothing has been decided.
        work: see ``deal_cards``.
        begin: see ``table.deal``.
        chosen: see ``table.deal``.
        suits: how many suits.
        uneven: which deck.
        seed: the seed.
        first: the first deal.
        count: how many deals.
        winnable: the verdict.
    """
    stacks = len(chosen)
    for k in range(count):
        deal_cards(table, begin[1], work, suits, uneven, seed, first + k)
        lay_case(table, begin, chosen, 0, stacks)
        verdict, _, _ = decide(table, stacks, k + 1)
        if (verdict > 0) == winnable:
            return first + k
    return NOTHING


@rule
def shifts_that_win(table: Any, count: int, to: int, mark: int) -> tuple[int, int]:
    """Count the stacks whose top can be shifted, and those of them after which a win is left.

    Args:
        table: the table.
        count: how many stacks there are.
        to: an empty stack.
        mark: a mark; as many more as there are stacks are used.
    """
    stacks = table[2]
    choices = 0
    wins = 0
    for i in range(count):
        if stacks[i * ROW + HEIGHT] < 2:
            continue
        choices += 1
        shift(stacks, i, to)
        for k in range(count):
            stacks[k * ROW + BOTTOM] = NOTHING
            stacks[k * ROW + ACES] = 0
            stacks[k * ROW + CRITICAL] = NOTHING
        verdict, _, _ = decide(table, count, mark + i)
        wins += verdict > 0
        stacks[i * ROW + TOP] -= 1
        stacks[i * ROW + HEIGHT] += 1
        stacks[to * ROW + HEIGHT] = 0
    return choices, wins


@rule
def shift(stacks: Any, stack: int, to: int) -> None:
    """Shift the top of a stack onto an empty one."""
    stacks[to * ROW + TOP] = stacks[stack * ROW + TOP]
    stacks[to * ROW + HEIGHT] = 1
    stacks[stack * ROW + TOP] += 1
    stacks[stack * ROW + HEIGHT] -= 1


@rule
def weigh_line(table: Any, count: int, moves: Any, made: int, mark: int, weights: Any) -> int:
    """Replay a winning line and weigh its decisions: the shifts in whose place another would lose.

    Args:
        table: the table, the layout dealt on it.
        count: how many stacks there are.
        moves: the line, two numbers a move.
        made: how many moves it has.
        mark: the first mark that has not been used.
        weights: filled with two numbers a decision: how many tops could be shifted, and how many of
            these shifts win.

    Returns:
        How many decisions there are.
    """
    stacks = table[2]
    decisions = 0
    for k in range(made):
        stack, to = moves[2 * k], moves[2 * k + 1]
        if to == REMOVED:
            stacks[stack * ROW + TOP] += 1
            stacks[stack * ROW + HEIGHT] -= 1
            continue
        choices, wins = shifts_that_win(table, count, to, mark)
        mark += count
        if wins < choices:
            weights[2 * decisions] = choices
            weights[2 * decisions + 1] = wins
            decisions += 1
        shift(stacks, stack, to)
    return decisions


# --- Random deals ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Size:
    """What is dealt: how many stacks, how high, how many suits, and which deck.

    Args:
        stacks: how many stacks.
        height: how many cards each gets.
        suits: how many suits; None for as many as stacks.
        deck: the even or the uneven deck.

    Raises:
        IllegalPosition: a number is not positive, or there are too many cards or suits.

    >>> Size(4, 3).kinds, Size(4, 3, suits=2).kinds
    (4, 2)
    """

    stacks: int
    height: int
    suits: int | None = None
    deck: Deck = "uneven"

    def __post_init__(self) -> None:
        if min(self.stacks, self.height, self.kinds) < 1:
            raise IllegalPosition("stacks, height and suits are 1 or more")
        if self.cards > MOST_CARDS:
            raise IllegalPosition(f"a deal has at most {MOST_CARDS:,} cards, not {self.cards:,}")
        if self.kinds > self.cards:
            raise IllegalPosition(f"{self.cards} cards can't be of {self.kinds} suits")

    @property
    def kinds(self) -> int:
        """How many suits there are."""
        return self.stacks if self.suits is None else self.suits

    @property
    def cards(self) -> int:
        """How many cards are dealt."""
        return self.stacks * self.height

    def never(self) -> Verdict | None:
        """Return the verdict that no deal of this size has, None if both occur.

        >>> Size(4, 3, suits=3).never(), Size(4, 3, suits=5).never(), Size(4, 3).never()
        ('lost', 'winnable', None)
        >>> Size(4, 3, deck="even").never()
        'winnable'
        """
        if self.kinds < self.stacks or self.height == 1:
            return "lost"
        if self.kinds > self.stacks or self.deck == "even" or self.stacks == 1:
            return "winnable"
        return None


class Dealer:
    """Deals of one size by number; holds the arrays that the rules need.

    Args:
        size: what is dealt.
        seed: 64-bit seed.
        compiled: whether compiled rules deal, or plain Python.

    >>> print(Dealer(Size(3, 2), seed=7).deal(0))
    1a 1c | 2a 2c | 1b 3a
    """

    def __init__(self, size: Size, seed: int = 0, *, compiled: bool = False) -> None:
        self.size = size
        self.seed = as_seed(seed)
        self.compiled = compiled
        stacks, height = size.stacks, size.height
        self._begin = numbers(range(0, size.cards + 1, height), compiled)
        self._chosen = numbers(range(stacks), compiled)
        self._work = tuple(zeros(size.cards + more, compiled) for more in (0, 0, 1))

    def _table(self) -> Table:
        """Return a table on which nothing has been decided."""
        lengths = (
            self.size.cards,
            self.size.cards,
            self.size.stacks * ROW,
            self.size.kinds * ROW,
            self.size.kinds,
            self.size.cards,
        )
        card, suit, stacks, suits, present, seen = (zeros(n, self.compiled) for n in lengths)
        return card, suit, stacks, suits, present, seen

    def deal(self, number: int) -> Layout:
        """Return a deal."""
        table = self._table()
        face(deal_cards, self.compiled)(
            table, self.size.height, self._work, *self._deck, self.seed, number
        )
        below_it = [0] * self.size.kinds
        deck: list[Card] = []
        for suit in map(int, self._work[0]):
            below_it[suit] += 1
            deck.append((below_it[suit], suit + 1))
        cards = [deck[card] for card in map(int, table[0])]
        return Layout.of(
            cards[i : i + self.size.height] for i in range(0, len(cards), self.size.height)
        )

    def count_winnable(self, first: int, count: int) -> int:
        """Count the winnable ones among consecutive deals.

        >>> Dealer(Size(3, 2), seed=7).count_winnable(0, 20)
        8
        """
        return int(
            face(count_winnable, self.compiled)(
                self._table(),
                self._work,
                self._begin,
                self._chosen,
                *self._deck,
                self.seed,
                first,
                count,
            )
        )

    def next_deal(self, first: int, count: int, winnable: bool) -> int | None:
        """Return the number of the first of consecutive deals that has a verdict, if one has it.

        >>> Dealer(Size(3, 2), seed=7).next_deal(0, 20, winnable=True)
        2
        """
        found = face(next_deal, self.compiled)(
            self._table(),
            self._work,
            self._begin,
            self._chosen,
            *self._deck,
            self.seed,
            first,
            count,
            winnable,
        )
        return None if found == NOTHING else int(found)

    @property
    def _deck(self) -> tuple[int, bool]:
        return self.size.kinds, self.size.deck == "uneven"


def deal(
    stacks: int,
    height: int,
    suits: int | None = None,
    *,
    seed: int = 0,
    number: int = 0,
    deck: Deck = "uneven",
) -> Layout:
    """Return a random deal.

    Args:
        stacks: how many stacks.
        height: how many cards each gets.
        suits: how many suits; as many as stacks unless given.
        seed: 64-bit seed.
        number: the number of the deal.
        deck: ``uneven`` cuts the cards into suits at random; ``even`` is the game's own deck.

    Raises:
        IllegalPosition: such a deal can't be.

    >>> print(deal(3, 3, seed=1))
    7a 6a 3a | 1a 5a 1c | 1b 4a 2a
    >>> from suitwise.game import load, roll
    >>> state, _ = roll(load("stacks(stacks=3,height=3,suits=3,singles=0)").start(), seed=1, stream=0)
    >>> str(state) == str(deal(3, 3, seed=1, deck="even"))
    True
    """
    size = Size(stacks, height, suits, deck)
    return Dealer(size, seed, compiled=size.cards >= COMPILED_FROM).deal(number)


# --- Difficulty -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a winnable layout is, measured along the solver's winning line.

    The line removes whatever can be removed, which never harms, and shifts only where nothing can. A
    *decision* is such a shift in whose place the shift of another top would lose the game. If w of c
    tops can be shifted there without losing, it takes log2(c / w) bits of insight, one bit for a fair
    choice between right and wrong.

    Args:
        decisions: for each decision how many tops could be shifted, and how many of these shifts win.

    >>> difficulty = Difficulty(((2, 1), (4, 1)))
    >>> len(difficulty.decisions), difficulty.bits, difficulty.luck
    (2, 3.0, 0.125)
    """

    decisions: tuple[tuple[int, int], ...]

    @property
    def bits(self) -> float:
        """The figure: the bits of all decisions together; 0 where no shift can lose."""
        return round(sum(log2(choices / wins) for choices, wins in self.decisions), 3)

    @property
    def luck(self) -> float:
        """The chance to come through all decisions by shifting at random: 2 ** -bits."""
        chance = 1.0
        for choices, wins in self.decisions:
            chance *= wins / choices
        return chance


def difficulty_of(layout: Layout) -> Difficulty | None:
    """Return how hard a layout is; None if it can't be won.

    Raises:
        IllegalPosition: it has more than 10,000 cards.

    >>> difficulty = difficulty_of(Layout.parse("8b 9a | 9c 9b | 1c 2c"))
    >>> difficulty.decisions, difficulty.bits
    (((2, 1),), 1.0)
    """
    if layout.cards > MOST_WEIGHED:
        raise IllegalPosition(
            f"difficulty is computed for at most {MOST_WEIGHED:,} cards, not {layout.cards:,}"
        )
    return _difficulty(layout, layout.cards >= COMPILED_FROM // 30)


def _difficulty(layout: Layout, compiled: bool) -> Difficulty | None:
    """Return how hard a layout is, by compiled rules or plain Python."""
    count = len(layout)
    cards, table = lay_out(layout, compiled)
    waiting, empty, moves, weights = (
        zeros(size, compiled) for size in (cards.kinds, count, 4 * layout.cards, 2 * layout.cards)
    )
    verdict, kinds, _, made = face(solve, compiled)(table, count, 1, waiting, empty, moves)
    if verdict <= 0:
        return None
    if kinds < count:
        return Difficulty(())
    face(lay_case, compiled)(table, cards.begin, numbers(range(count), compiled), 0, count)
    found = face(weigh_line, compiled)(table, count, moves, made, 2, weights)
    pairs = [(int(weights[2 * k]), int(weights[2 * k + 1])) for k in range(found)]
    return Difficulty(tuple(pairs))


# --- Layouts made around a path -------------------------------------------------------------------


class _Draws:
    """Numbers of a stream, one after the other."""

    def __init__(self, seed: int, stream: int, index: int, compiled: bool) -> None:
        self._rule = face(below, compiled)
        self._seed = seed
        self._stream = stream
        self._index = index

    def below(self, n: int) -> int:
        ticket, self._index = self._rule(n, self._seed, self._stream, self._index)
        return ticket

    def shuffle(self, items: list[Any]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def make(
    stacks: int,
    height: int,
    path: int = 0,
    *,
    seed: int = 0,
    number: int = 0,
    winnable: bool = True,
) -> Layout:
    """Make a layout that can be won along a path of a given length, and in no other way.

    One suit has a single card, at the bottom of its stack; over it lies the king of the next suit of
    the path, and so on; over the last ace lies another suit's ace. All other cards are dealt at random,
    but no other suit has a single card, and no other ace lies in a stack of the path before the last.

    Args:
        stacks: how many stacks, and suits: at least two more than the path is long.
        height: how many cards each has, at least 2.
        path: how many edges the path has.
        seed: 64-bit seed.
        number: the number of the layout.
        winnable: False to exchange cards until the layout is lost, mostly by just one exchange.

    Raises:
        IllegalPosition: such a layout can't be.

    >>> layout = make(4, 3, path=2, seed=1)
    >>> print(layout)
    4c 2a 2d | 6c 5c 1b | 3c 2c 1c | 1d 1a 7c
    """
    if height < 2 or not 0 <= path <= stacks - 2:
        raise IllegalPosition(
            f"a path of length {path} needs {path + 2} stacks or more of height 2 or more"
        )
    Size(stacks, height)
    seed = as_seed(seed)
    compiled = stacks * height >= COMPILED_FROM
    spare = zeros(stacks * (height - 1), compiled)
    index = face(cut_deck, compiled)(spare, stacks - 1, True, seed, number)
    draws = _Draws(seed, number, index, compiled)
    sizes = [1] * stacks
    for suit in map(int, spare):
        sizes[suit + 1] += 1
    piles = _piles(sizes, height, path, draws)
    names = list(range(1, stacks + 1))
    draws.shuffle(names)
    draws.shuffle(piles)
    named = [[(value, names[suit]) for value, suit in reversed(pile)] for pile in piles]
    return Layout.of(named) if winnable else _spoiled(named, draws)


def _piles(sizes: list[int], height: int, path: int, draws: _Draws) -> list[list[Card]]:
    """Lay a path of the first suits and all other cards; the piles' bottoms come first."""
    stacks = len(sizes)
    bottoms: list[list[Card]] = [[(sizes[i], i)] if i <= path else [] for i in range(stacks)]
    over: list[list[Card]] = [[(sizes[i + 1] - (i < path), i + 1)] for i in range(path + 1)]
    over += [[] for _ in range(stacks - path - 1)]
    fixed = {card for pile in bottoms + over for card in pile}
    room = [height - len(bottoms[i]) - len(over[i]) for i in range(stacks)]
    aces = [(sizes[i], i) for i in range(path + 2, stacks)]
    places = [i for i in range(path, stacks) for _ in range(room[i])]
    draws.shuffle(places)
    for card, i in zip(aces, places, strict=False):
        over[i].append(card)
        room[i] -= 1
    deck = [(value, i) for i, size in enumerate(sizes) for value in range(1, size)]
    others = [card for card in deck if card not in fixed]
    draws.shuffle(others)
    for i, pile in enumerate(over):
        pile += [others.pop() for _ in range(room[i])]
        draws.shuffle(pile)
    return [below + pile for below, pile in zip(bottoms, over, strict=True)]


def _spoiled(piles: list[list[Card]], draws: _Draws) -> Layout:
    """Exchange two cards, and again, until the layout is lost."""
    layout = Layout.of(piles)
    while is_winnable(layout):
        (i, a), (j, b) = [(draws.below(len(piles)), draws.below(len(piles[0]))) for _ in range(2)]
        piles[i][a], piles[j][b] = piles[j][b], piles[i][a]
        layout = Layout.of(piles)
    return layout


# --- Layouts as wanted ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """A layout with what was wanted of it.

    Args:
        layout: the layout.
        number: its number: ``deal`` or, if it has a path, ``make`` gives it again.
        path: the length of the path around which it was made; None for a random deal.
        winnable: whether it can be won.
        difficulty: how hard it is; None if it can't be won or has not been weighed.
    """

    layout: Layout
    number: int
    path: int | None
    winnable: bool
    difficulty: Difficulty | None

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        weighed = self.difficulty
        return {
            "layout": str(self.layout),
            "number": self.number,
            "path": self.path,
            "winnable": self.winnable,
            "bits": None if weighed is None else weighed.bits,
            "decisions": None if weighed is None else [list(pair) for pair in weighed.decisions],
        }


def find(
    size: Size,
    *,
    seed: int = 0,
    verdict: Verdict = "any",
    difficulty: tuple[float, float] | None = None,
    first: int = 0,
) -> Iterator[Found]:
    """Yield layouts with a verdict and a difficulty, without end.

    Deals are tried in the order of their numbers. After 20,000 in a row without success (fewer of more
    than 2,500 cards, or 500 whose difficulty was computed) layouts are made from then on, around paths
    of all lengths in turn.

    Args:
        size: what is dealt.
        seed: 64-bit seed.
        verdict: ``winnable``, ``lost`` or ``any``.
        difficulty: the least and the most bits; only winnable layouts have a difficulty.
        first: the number of the first deal.

    Raises:
        IllegalPosition: no layout of this size has what is wanted, or none was found.

    >>> found = next(find(Size(4, 3), seed=1, difficulty=(3, 9)))
    >>> found.number, found.path, found.difficulty.bits
    (1379, None, 4.17)
    """
    if difficulty is not None:
        if verdict == "lost":
            raise IllegalPosition("a lost layout has no difficulty: ask for winnable ones")
        verdict = "winnable"
        if size.cards > MOST_WEIGHED:
            raise IllegalPosition(
                f"difficulty is computed for at most {MOST_WEIGHED:,} cards, not {size.cards:,}"
            )
    if verdict == size.never():
        raise IllegalPosition(_why_never(size, verdict))
    return _Search(size, seed, verdict, difficulty).layouts(first)


def _why_never(size: Size, verdict: Verdict) -> str:
    if verdict == "lost":
        what = "with fewer suits than stacks" if size.height > 1 else "of height 1"
        return f"layouts {what} can all be won"
    if size.kinds > size.stacks:
        return f"{size.kinds} suits in {size.stacks} stacks can't be won: take {size.stacks} suits"
    if size.stacks == 1:
        return "a single stack of two cards or more can't be won"
    return (
        "with two cards or more of every suit, as many suits as stacks can't be won: "
        "take the uneven deck"
    )


class _Search:
    """The search for layouts with a verdict and a difficulty."""

    def __init__(
        self, size: Size, seed: int, verdict: Verdict, difficulty: tuple[float, float] | None
    ) -> None:
        self._size = size
        self._seed = seed
        self._verdict = verdict
        self._wanted = difficulty
        self._dealer = Dealer(size, seed, compiled=size.cards >= COMPILED_FROM)
        self._tries = min(TRIES, max(FEW, MOST_TRIED // size.cards))
        self._left = FEW

    def layouts(self, first: int) -> Iterator[Found]:
        number = first
        while (found := self._dealt(number)) is not None:
            yield found
            number = found.number + 1
        number = 0
        while True:
            found = self._made(number)
            yield found
            number = found.number + 1

    def _dealt(self, number: int) -> Found | None:
        """Return the next deal that fits; None after so many that don't."""
        if self._verdict == "any":
            layout = self._dealer.deal(number)
            return Found(layout, number, None, is_winnable(layout), None)
        for _ in range(WEIGHINGS):
            fits = self._next(number)
            if fits is None:
                return None
            found = self._weighed(self._dealer.deal(fits), fits, None)
            if found is not None:
                return found
            number = fits + 1
        return None

    def _next(self, number: int) -> int | None:
        """Return the number of the next deal with the verdict, if one comes soon enough."""
        winnable, until = self._verdict == "winnable", number + self._tries
        while self._left > 0 and not self._dealer.compiled:
            # A small deal or two are found before machine code is loaded.
            self._left -= 1
            if self._dealer.next_deal(number, 1, winnable) is not None:
                return number
            number += 1
        if not self._dealer.compiled:
            self._dealer = Dealer(self._size, self._seed, compiled=True)
        return self._dealer.next_deal(number, until - number, winnable)

    def _made(self, number: int) -> Found:
        """Return the next layout made around a path that fits."""
        size, winnable = self._size, self._verdict == "winnable"
        if size.never() is None:
            for k in range(number, number + MAKES):
                path = k % (size.stacks - 1)
                layout = make(
                    size.stacks, size.height, path, seed=self._seed, number=k, winnable=winnable
                )
                found = self._weighed(layout, k, path)
                if found is not None:
                    return found
        raise IllegalPosition("no such layout was found: take another difficulty or size")

    def _weighed(self, layout: Layout, number: int, path: int | None) -> Found | None:
        """Return a layout with its difficulty if that was wanted; None if it doesn't fit."""
        winnable = self._verdict == "winnable"
        if self._wanted is None:
            return Found(layout, number, path, winnable, None)
        self._left -= layout.cards // 10
        weighed = _difficulty(layout, compiled=self._left <= 0)
        assert weighed is not None
        if self._wanted[0] <= weighed.bits <= self._wanted[1]:
            return Found(layout, number, path, winnable, weighed)
        return None


def judge_input(layouts: Iterable[Layout]) -> str:
    """Return layouts as the judge's input, equal stacks written once.

    Args:
        layouts: layouts whose stacks are all of one height, 1 or more.

    Raises:
        IllegalPosition: a layout has stacks of several heights, empty ones, or none.

    >>> print(judge_input([Layout.parse("7b 7a | 6b 4a")]), end="")
    2
    2 7 2 7 1
    2 6 2 4 1
    1
    2 2
    0 1
    """
    premade: dict[Stack, int] = {}
    cases: list[str] = []
    for number, layout in enumerate(layouts, 1):
        heights = {len(stack) for stack in layout.stacks}
        if len(heights) != 1 or 0 in heights:
            raise IllegalPosition(
                f"layout {number}: the judge reads stacks of one height, 1 or more"
            )
        indexes = [premade.setdefault(stack, len(premade)) for stack in layout.stacks]
        cases += [f"{len(layout)} {heights.pop()}", " ".join(map(str, indexes))]
    stacks = [
        " ".join(map(str, (len(stack), *(n for card in stack for n in card)))) for stack in premade
    ]
    return "\n".join([str(len(premade)), *stacks, str(len(cases) // 2), *cases]) + "\n"
