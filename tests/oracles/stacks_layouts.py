"""Layouts of the solitaire Stack Management for tests: seeded random ones, and all small ones.

* ``random_layout``: cards dealt at random onto equal or unequal stacks;
* ``random_position``: what a random layout has become after some random moves;
* ``chain_layout``: as many suits as stacks, single aces buried under the kings of others, so that
  most of the layouts can be won only by finding the one shift which frees them all in turn;
* ``all_layouts``: every layout of a given number of cards, up to names;
* ``judge_text``: the judge's input for layouts of equal heights.

All random choices come from the ``Random`` handed in, so a seed always gives the same layouts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from random import Random

from .stacks_oracle import Card, Layout, Stack, apply, check, legal_moves, won

# ------------------------------------------------------------------------------------- at random


def _heights(rng: Random, stacks: int, cards: int) -> list[int]:
    """Cut a number of cards into unequal heights, in one of three ways.

    Each card on a stack of its own choice; or cut at random, which gives very unequal heights; or
    one or more stacks left empty and the others nearly equal.
    """
    way = rng.randrange(3)
    heights = [0] * stacks
    if way == 0:
        for _card in range(cards):
            heights[rng.randrange(stacks)] += 1
    elif way == 1:
        cuts = sorted(rng.randint(0, cards) for _cut in range(stacks - 1))
        heights = [b - a for a, b in zip([0, *cuts], [*cuts, cards], strict=True)]
    else:
        used = rng.sample(range(stacks), rng.randint(max(1, stacks - 2), stacks))
        for card in range(cards):
            heights[used[card % len(used)]] += 1
    return heights


def random_layout(
    rng: Random, stacks: int, suits: int, cards: int, *, equal_heights: bool = False
) -> Layout:
    """Deal ``cards`` different cards of exactly ``suits`` suits onto ``stacks`` stacks.

    Suits are numbers chosen at random and the values of a suit have gaps.  Suits are of about
    equal size, or of very unequal ones.  Unequal heights include empty stacks.
    """
    if stacks < 1:
        raise ValueError("at least one stack is needed")
    if suits > cards or (cards and suits < 1):
        raise ValueError(f"{cards} cards cannot be of exactly {suits} suits")
    if equal_heights and cards % stacks:
        raise ValueError(f"{cards} cards do not make {stacks} stacks of equal heights")
    names = rng.sample(range(1, 3 * suits + 2), suits)
    weights = [rng.choice((1, 1, 3, 9)) if rng.random() < 0.5 else 2 for _suit in names]
    rest = rng.choices(names, weights, k=cards - suits) if cards > suits else []
    deck: list[Card] = []
    for name in names:
        size = 1 + rest.count(name)
        deck += [(value, name) for value in rng.sample(range(1, 2 * size + 3), size)]
    rng.shuffle(deck)
    heights = [cards // stacks] * stacks if equal_heights else _heights(rng, stacks, cards)
    layout: list[Stack] = []
    for height in heights:
        layout.append(tuple(deck[:height]))
        del deck[:height]
    return tuple(layout)


def random_position(
    rng: Random,
    stacks: int,
    suits: int,
    cards: int,
    *,
    equal_heights: bool = False,
    moves: int | None = None,
) -> Layout:
    """Deal a random layout, play a random game, and return a position met in it.

    Shifts of lone cards are not played, and removals are favoured in half of the games.  With
    ``moves`` the position is the one after so many moves, or the last if the game ends before;
    otherwise it is any position of the game, in half of the calls one with an empty stack if the
    game had any.  A game ends at a win or when nothing can be moved; a position at the end of the
    game may be returned, too.
    """
    layout = random_layout(rng, stacks, suits, cards, equal_heights=equal_heights)
    eager = rng.random() < 0.5
    game = [layout]
    while not won(layout) and (moves is None or len(game) <= moves):
        legal = legal_moves(layout, lone=False)
        if not legal:
            break
        removals = [move for move in legal if move.startswith("r")]
        layout = apply(layout, rng.choice(removals if eager and removals else legal))
        game.append(layout)
    if moves is not None:
        return layout
    with_empty = [position for position in game if () in position]
    return rng.choice(with_empty if with_empty and rng.random() < 0.5 else game)


def chain_layout(
    rng: Random, stacks: int, length: int, extra: int, *, equal_heights: bool = False
) -> Layout:
    """Deal a layout of ``stacks`` suits with a chain of ``length`` buried single aces and kings.

    It has ``stacks + length + extra`` cards.  Stacks 0 to ``length`` have the highest cards of
    suits 0 to ``length`` at the bottom, and suit 0 has no other card.  Somewhere over the highest
    card of suit i lies the second highest of suit i + 1; over the last of them lies the highest
    card of another suit.  All other highest cards, and ``extra`` low cards of suits other than 0,
    lie anywhere on top of these or on the other stacks.  In the end suits are named and stacks
    are ordered at random, and in some layouts two cards change places, which may break the chain.
    """
    if length < 0 or stacks < length + 2:
        raise ValueError(f"a chain of length {length} needs {length + 2} stacks")
    cards = stacks + length + extra
    if equal_heights and (cards % stacks or cards < 2 * stacks):
        raise ValueError(f"{cards} cards do not make {stacks} stacks of equal heights, 2 or more")
    names = rng.sample(range(1, 3 * stacks), stacks)
    top = extra + 3
    bottoms: list[list[Card]] = [[] for _pile in range(stacks)]
    above: list[list[Card]] = [[] for _pile in range(stacks)]
    for i in range(length + 1):
        bottoms[i].append((top, names[i]))
        above[i].append((top - 1, names[i + 1]) if i < length else (top, names[i + 1]))
    low = [(value, name) for name in names[1:] for value in range(1, top - 1)]
    free = [(top, name) for name in names[length + 2 :]] + rng.sample(low, extra)
    rng.shuffle(free)
    room = [cards // stacks - len(bottoms[i]) - len(above[i]) for i in range(stacks)]
    places = [i for i in range(stacks) for _place in range(room[i])]
    rng.shuffle(places)
    for card in free:
        above[places.pop() if equal_heights else rng.randrange(stacks)].append(card)
    for pile in above:
        rng.shuffle(pile)
    piles = [below + pile for below, pile in zip(bottoms, above, strict=True)]  # from the bottom
    if rng.random() < 0.4:
        spots = [(i, j) for i, pile in enumerate(piles) for j in range(len(pile))]
        (a, b), (c, d) = rng.sample(spots, 2)
        piles[a][b], piles[c][d] = piles[c][d], piles[a][b]
    rng.shuffle(piles)
    return tuple(tuple(reversed(pile)) for pile in piles)


# ------------------------------------------------------------------------------------ all of them


def renamed(layout: Layout) -> Layout:
    """Number the suits as they first occur, and the values of a suit 1, 2, ... from the lowest.

    Two layouts with the same result differ in the names of suits and in values only.
    """
    cards = [card for stack in layout for card in stack]
    names = {suit: number for number, suit in enumerate(dict.fromkeys(s for _v, s in cards), 1)}
    ranks = {
        card: sum(1 for value, suit in cards if suit == card[1] and value <= card[0])
        for card in cards
    }
    return tuple(tuple((ranks[card], names[card[1]]) for card in stack) for stack in layout)


def canonical(layout: Layout) -> Layout:
    """Return the one layout that stands for all which differ in names and order of stacks only.

    The highest stacks come first and the empty ones last; of all orders of the stacks that keep
    to this, the one whose renamed layout is the smallest is taken.  All of them are tried, which
    takes long where many stacks are of one height.
    """
    groups: dict[int, list[Stack]] = {}
    for stack in sorted(layout, key=len, reverse=True):
        groups.setdefault(len(stack), []).append(stack)
    empty = tuple(groups.pop(0, []))
    orders = product(*(permutations(group) for group in groups.values()))
    return min(
        renamed((*(stack for group in order for stack in group), *empty)) for order in orders
    )


def _shapes(cards: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write a number as a sum of falling numbers up to ``most``."""
    if cards == 0:
        yield ()
    for first in range(min(cards, most), 0, -1):
        for rest in _shapes(cards - first, first):
            yield (first, *rest)


def _suitings(cards: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to give cards in a row suits numbered 1, 2, ... as they first occur."""
    if cards == 0:
        yield ()
        return
    for rest in _suitings(cards - 1):
        for suit in range(1, max(rest, default=0) + 2):
            yield (*rest, suit)


def _rows(cards: int) -> Iterator[list[Card]]:
    """Yield all rows of cards with suits numbered as they occur and values 1, 2, ... in a suit."""
    for suits in _suitings(cards):
        sizes = [suits.count(suit) for suit in range(1, max(suits, default=0) + 1)]
        for orders in product(*(permutations(range(1, size + 1)) for size in sizes)):
            left = [iter(order) for order in orders]
            yield [(next(left[suit - 1]), suit) for suit in suits]


def all_layouts(stacks: int, cards: int) -> Iterator[Layout]:
    """Yield every layout of 1 to ``stacks`` stacks, empty ones included, and ``cards`` cards.

    Layouts which differ only in the names of suits, in values whose order within each suit is the
    same, or in the order of stacks count as one, and its ``canonical`` layout is yielded.  The
    same cards with another number of empty stacks are another layout.
    """
    for shape in _shapes(cards, cards):
        if len(shape) > stacks:
            continue
        for row in _rows(cards):
            starts = [sum(shape[:i]) for i in range(len(shape))]
            layout = tuple(
                tuple(row[start : start + height])
                for start, height in zip(starts, shape, strict=True)
            )
            if layout == canonical(layout):
                for empty in range(max(0, 1 - len(shape)), stacks - len(shape) + 1):
                    yield layout + ((),) * empty


# ------------------------------------------------------------------------------------- the judge


def judge_text(cases: Iterable[Layout]) -> str:
    """Write the judge's input for layouts of equal heights, equal stacks written once only.

    Raises ``ValueError`` for a layout which the judge's format cannot hold: no stacks, empty or
    unequal stacks, or a card that occurs twice.
    """
    premade: dict[Stack, int] = {}
    lines: list[str] = []
    count = 0
    for layout in cases:
        heights = {len(stack) for stack in layout}
        if len(heights) != 1 or 0 in heights:
            raise ValueError(f"case {count + 1}: stacks of one height, 1 or more, are needed")
        check(layout)
        count += 1
        numbers = [premade.setdefault(stack, len(premade)) for stack in layout]
        lines.append(f"{len(layout)} {heights.pop()}")
        lines.append(" ".join(map(str, numbers)))
    head = [str(len(premade))]
    for stack in premade:
        head.append(" ".join([str(len(stack)), *(f"{value} {suit}" for value, suit in stack)]))
    return "".join(line + "\n" for line in [*head, str(count), *lines])
