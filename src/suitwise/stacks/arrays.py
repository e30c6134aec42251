"""Stack Management on flat records for ``stepping.loop``, which steps many deals in parallel.

Actions are the move numbers of the game; observations are those of ``StacksState.observe``, flattened.
A record begins with the ``HEAD`` columns of ``stepping.loop``; the columns of this game follow:

==============  ========================================================================
column          content
==============  ========================================================================
REMOVABLE       the stacks whose top may be removed, a bit mask
SOURCES         the stacks of two or more cards, whose top may be shifted, a bit mask
EMPTY           the empty stacks, a bit mask
HEIGHTS + i     the number of cards in stack i
``first_card``  the cards, HEIGHT columns per stack from the bottom up; a card is
                ``SUIT * suit + rank``, 0 means no card
==============  ========================================================================

Suits and ranks are those of an observation: both count from 1, and the ace of a suit has rank 1. A
removal takes the smallest of several tops of a suit, so the ace always stays. Hence no suit disappears,
and a removal changes only the ranks of the lower cards of its suit.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.seeds import below
from suitwise.stacks.game import Stacks
from suitwise.stacks.rules.layout import Layout, card_numbered
from suitwise.stacks.rules.moves import shift_number, shift_numbered
from suitwise.stacks.state import StacksState
from suitwise.stepping import loop
from suitwise.stepping.loop import drawn, opened

MOST = 32
"""The most stacks, and the most cards in a stack."""

SEATS, STACKS, HEIGHT, SUITS, SINGLES = range(5)
"""The indices of the options of a variant."""

REMOVABLE = loop.HEAD
SOURCES = REMOVABLE + 1
EMPTY = SOURCES + 1
HEIGHTS = EMPTY + 1
SUIT = 1 << 16


# --- The cards ------------------------------------------------------------------------------------


@rule
def first_card(options: Any) -> int:
    """Return the column of the lowest card of the first stack."""
    return HEIGHTS + int(options[STACKS])


@rule
def count_cards(options: Any) -> int:
    """Return the number of cards in a deal."""
    return int(options[STACKS]) * int(options[HEIGHT])


@rule
def deck_card(options: Any, number: int) -> int:
    """Return a card of the deck (``Stacks.deck``).

    >>> options = options_of(Stacks(stacks=3, height=2, suits=3))
    >>> [divmod(deck_card(options, number), SUIT) for number in range(6)]
    [(1, 3), (2, 2), (1, 2), (2, 1), (1, 1), (3, 1)]
    """
    several = int(options[SUITS]) - int(options[SINGLES])
    shared = count_cards(options) - int(options[SINGLES])
    value, suit = card_numbered(several, shared, number)
    # Ranks count from the ace down, values from the smallest card up.
    most = (shared - suit) // several + 1 if suit <= several else 1
    return suit * SUIT + most + 1 - value


@rule
def top_of(record: Any, options: Any, stack: int) -> int:
    """Return the top of a stack; 0 if it is empty."""
    height = int(record[HEIGHTS + stack])
    if height == 0:
        return 0
    return int(record[first_card(options) + stack * int(options[HEIGHT]) + height - 1])


@rule
def weigh(record: Any, options: Any, suit: int) -> None:
    """Update the removable top of a suit: the smallest of several tops, which has the highest rank."""
    # ``smallest_of_several`` in ``rules.moves`` handles all suits in one pass over tuples; here only the
    # suit whose tops have changed is updated. A test replays these games with the rules
    # (``test_every_row_is_a_deal_that_the_game_replays``).
    smallest = place = tops = 0
    removable = int(record[REMOVABLE])
    for stack in range(options[STACKS]):
        card = top_of(record, options, stack)
        if card // SUIT == suit:
            tops += 1
            removable &= ~(1 << stack)
            if card > smallest:
                smallest, place = card, stack
    if tops > 1:
        removable |= 1 << place
    record[REMOVABLE] = removable


@rule
def lift(record: Any, options: Any, stack: int) -> int:
    """Take away the top of a stack and return it; updates the suit of the card below, not its own."""
    card = top_of(record, options, stack)
    left = int(record[HEIGHTS + stack]) - 1
    record[first_card(options) + stack * options[HEIGHT] + left] = 0
    record[HEIGHTS + stack] = left
    bit = 1 << stack
    record[REMOVABLE] &= ~bit
    if left < 2:
        record[SOURCES] &= ~bit
    if left == 0:
        record[EMPTY] |= bit
    else:
        weigh(record, options, top_of(record, options, stack) // SUIT)
    return card


@rule
def close_up(record: Any, options: Any, removed: int) -> None:
    """Move the lower cards of a suit up by one rank after a removal."""
    last = (removed // SUIT + 1) * SUIT
    first = first_card(options)
    for place in range(first, first + count_cards(options)):
        if removed < record[place] < last:
            record[place] -= 1


# --- Chance and moves -----------------------------------------------------------------------------


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal the deck, shuffled."""
    first, count = take_deck(record, options), count_cards(options)
    stream = opened(seed, 2 * number)
    for card in range(count - 1, 0, -1):
        other, stream = drawn(card + 1, stream)
        one, two = first + card, first + other
        record[one], record[two] = record[two], record[one]
    begin_game(record, options)


@rule
def deal_own(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Deal by drawing card after card from the deck, like ``game.roll`` with the same stream.

    >>> variant = Stacks(stacks=3, height=2, suits=3)
    >>> record, options = [0] * (HEIGHTS + 9), options_of(variant)
    >>> deal_own(record, options, 1, 0, [])
    >>> str(variant.start().rolled(seed=1, stream=0)[0])
    '3a 1c | 2b 2a | 1a 1b'
    >>> [divmod(card, SUIT) for card in record[first_card(options) :]]
    [(3, 1), (1, 1), (1, 2), (2, 1), (2, 2), (1, 3)]
    """
    first, count, index = take_deck(record, options), count_cards(options), 0
    for place in range(first, first + count):
        skipped, index = below(first + count - place, seed, stream, index)
        card = record[place + skipped]
        for k in range(place + skipped, place, -1):
            record[k] = record[k - 1]
        record[place] = card
    begin_game(record, options)
    record[loop.STREAM] = index


@rule
def take_deck(record: Any, options: Any) -> int:
    """Write the deck in order; return the column of its first card."""
    first = first_card(options)
    for card in range(count_cards(options)):
        record[first + card] = deck_card(options, card)
    return first


@rule
def begin_game(record: Any, options: Any) -> None:
    """Start the game from the dealt cards."""
    stacks, height = int(options[STACKS]), int(options[HEIGHT])
    for stack in range(stacks):
        record[HEIGHTS + stack] = height
    record[REMOVABLE] = record[EMPTY] = 0
    record[SOURCES] = (1 << stacks) - 1 if height > 1 else 0
    for suit in range(1, options[SUITS] + 1):
        weigh(record, options, suit)


@rule
def turn(record: Any, options: Any) -> int:
    """Return the only seat, or ``NOBODY`` if the game is won or stuck."""
    if record[SOURCES] == 0 or (record[REMOVABLE] == 0 and record[EMPTY] == 0):
        return loop.NOBODY
    return 0


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Return whether a move number is legal."""
    stacks = int(options[STACKS])
    if turn(record, options) == loop.NOBODY or not 0 <= action < stacks * stacks:
        return False
    if action < stacks:
        return int(record[REMOVABLE]) >> action & 1 == 1
    source, target = shift_numbered(stacks, action)
    return int(record[SOURCES]) >> source & int(record[EMPTY]) >> target & 1 == 1


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Play a legal move."""
    if action < options[STACKS]:
        card = lift(record, options, action)
        close_up(record, options, card)
    else:
        source, target = shift_numbered(int(options[STACKS]), action)
        card = lift(record, options, source)
        record[first_card(options) + target * options[HEIGHT]] = card
        record[HEIGHTS + target] = 1
        record[EMPTY] &= ~(1 << target)
    weigh(record, options, card // SUIT)


@rule
def act_own(record: Any, options: Any, action: int, stream: int, moves: Any) -> None:
    """Play a legal move; there is no chance after the deal."""
    act(record, options, action)


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Play a legal move chosen uniformly at random."""
    removable, sources, empty = int(record[REMOVABLE]), int(record[SOURCES]), int(record[EMPTY])
    removals, targets = count_bits(removable), count_bits(empty)
    number, record[loop.STREAM] = drawn(
        removals + count_bits(sources) * targets, record[loop.STREAM]
    )
    if number < removals:
        act(record, options, bit_numbered(removable, number))
        return
    source = bit_numbered(sources, (number - removals) // targets)
    target = bit_numbered(empty, (number - removals) % targets)
    act(record, options, shift_number(int(options[STACKS]), source, target))


# --- Returns, observations and legal actions ------------------------------------------------------


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return 1 if the game is won, else 0."""
    return 1.0 if record[SOURCES] == 0 else 0.0


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Fill an array of zeros with the rank and suit of each card."""
    first = first_card(options)
    for card in range(count_cards(options)):
        seen[2 * card] = record[first + card] % SUIT
        seen[2 * card + 1] = record[first + card] // SUIT


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Fill an array of zeros with a 1 for each legal move."""
    if turn(record, options) == loop.NOBODY:
        return
    stacks = int(options[STACKS])
    removable, sources = int(record[REMOVABLE]), int(record[SOURCES])
    while removable:
        allowed[lowest_bit(removable)] = 1
        removable &= removable - 1
    while sources:
        targets = int(record[EMPTY])
        while targets:
            source, target = lowest_bit(sources), lowest_bit(targets)
            allowed[shift_number(stacks, source, target)] = 1
            targets &= targets - 1
        sources &= sources - 1


# --- Records as positions -------------------------------------------------------------------------


def dealt(variant: Stacks, record: Any) -> StacksState:
    """Return the position of a record that has just been dealt.

    >>> variant = Stacks(stacks=3, height=2, suits=3)
    >>> record = [0] * (HEIGHTS + 9)
    >>> deal_own(record, options_of(variant), 1, 0, [])
    >>> dealt(variant, record) == variant.start().rolled(seed=1, stream=0)[0]
    True
    """
    sizes = Counter(suit for _, suit in variant.deck())
    first, height = first_card(options_of(variant)), variant.height
    suits_and_ranks = [divmod(int(card), SUIT) for card in record[first : first + variant.cards]]
    # Ranks count from the ace down, values from the smallest card up.
    cards = [(sizes[suit] + 1 - rank, suit) for suit, rank in suits_and_ranks]
    stacks = (cards[low : low + height][::-1] for low in range(0, variant.cards, height))
    return variant.position(Layout.of(stacks))


# --- The variants ---------------------------------------------------------------------------------


def options_of(variant: Stacks) -> tuple[int, ...]:
    """Return the options of a variant as numbers."""
    return 1, variant.stacks, variant.height, variant.suits, variant.singles


def batch_of(variant: Stacks) -> loop.Batch:
    """Return a variant in the form for ``stepping.loop``.

    Raises:
        SuitwiseError: it is too large, or all its deals are over before the first move.

    >>> from suitwise.stepping.steps import Steps
    >>> steps = Steps(batch_of(Stacks()), 2, seed=7)
    >>> steps.observations.shape, [steps.batch.text_of(i) for i in steps.masks[0].nonzero()[0]]
    ((2, 32), ['r3'])
    """
    _refuse(variant)
    return loop.Batch(
        game=variant,
        columns=HEIGHTS + variant.stacks + variant.cards,
        options=options_of(variant),
        actions=variant.stacks * variant.stacks,
        fields=variant.observation_fields(),
        lowest=variant.facts.lowest_return,
        rules=loop.Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow),
        text_of=partial(loop.numbered_text, variant),
        own=loop.Own(deal_own, act_own),
        reading=loop.Reading(partial(dealt, variant)),
    )


def _refuse(variant: Stacks) -> None:
    if max(variant.stacks, variant.height) > MOST:
        most = f"up to {MOST} stacks of up to {MOST} cards"
        raise SuitwiseError(f"{variant}: {most} are stepped in arrays")
    if min(variant.stacks, variant.height) == 1 or variant.suits == variant.cards:
        least = "two stacks or more of two cards or more, and a suit of several cards"
        raise SuitwiseError(f"{variant}: every deal is over before a move; it takes {least}")
