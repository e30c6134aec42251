"""Throws in a round of Tractor that is stepped in arrays: those that have a number, and who beats them.

Source: rules page §6, Throws; docs/tractor.md, Leading and Who wins.

The throw of a partition is all blocks of the seat's cards there that nobody can beat, by what it has
seen: its own hand, the plays, and as landlord the cards buried; who has shown to be out of a partition
beats nothing in it. So it stands whatever the others hold, and no throw ever fails in a round.

Who beats a throw is the rule of the ``standard`` house: the tops of the largest parts must be higher,
each of them (``rules.winning``). That is the higher honour of ``packed.put`` where one part is the
largest, as in every lead that is no throw. Where several are, they are single cards or pairs here: a
throw whose two longest tractors are equally long has no number.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.tractor.arrays.packed import (
    ACE,
    BEST,
    CLUBS,
    HANDS,
    LACKS,
    LEADER,
    LENGTH,
    PAIRS,
    PARTITIONS,
    PHI,
    PLACED,
    SIZE,
    SUIT_MASK,
    TABLE,
    WINNER,
    form_in,
    put,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.playouts import cards_on
from suitwise.tractor.rules.blocks import highest_block, pair_levels, run_length
from suitwise.tractor.rules.cutting.finding import ABOVE_ALL
from suitwise.tractor.rules.order import TRUMPS, rank_card_phi, shared_rank_cards
from suitwise.tractor.rules.owed import EVERY_LEVEL

_OTHERS = 3


# --- Leading --------------------------------------------------------------------------------------


@rule
def sure_throw(game: Any, partition: int) -> tuple[int, int]:
    """Return the throw of a partition that the seat on turn can lead, and its pairs; none without one.

    Args:
        game: the round, in which the seat leads.
        partition: the partition, renamed as in a record.
    """
    seat, form = turn_of(game), form_in(game)
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]
    once = item_at(game, HANDS + 2 * seat) & suit
    twice = item_at(game, HANDS + 2 * seat + 1) & suit
    if once & once - 1 == 0:  # of one kind of card there is one block
        return 0, 0
    unseen, unseen_twice = unseen_by(game, seat)
    if out_of_it(game, seat, partition) == _OTHERS:
        unseen = unseen_twice = 0
    return sure_blocks(once, twice, partition, form, unseen & suit, unseen_twice & suit)


@rule
def out_of_it(game: Any, seat: int, partition: int) -> int:
    """Return how many other seats have shown to be out of a partition."""
    found = 0
    for ahead in range(1, 4):
        lacks = item_at(game, LACKS) >> PARTITIONS * (seat + ahead & 3)
        found += lacks >> partition & 1
    return found


@rule
def sure_blocks(
    once: int, twice: int, partition: int, form: int, unseen: int, unseen_twice: int
) -> tuple[int, int]:
    """Return all blocks that no unseen cards beat, where they are a throw with a number; else none.

    Args:
        once: card mask of the leader's cards of a partition, renamed.
        twice: mask of its pairs.
        partition: the partition.
        form: the form of trump.
        unseen: card mask of that partition's cards that others may hold.
        unseen_twice: mask of those that one of them may hold twice.

    >>> from suitwise.tractor.rules.piles import Pile, pile_of
    >>> held, unseen = pile_of("HKHKHQHJHJH9"), pile_of("HQHT")
    >>> print(Pile(*sure_blocks(*held.masks[:2], 1, CLUBS, *unseen.masks[:2])))
    HJHJHQHKHK
    """
    pairs, _ = pair_levels(twice, partition, form, ACE)
    shared = rank_card_phi(form)
    chosen, blocks, longest, ties = 0, 0, 1, 0
    left, loose = pairs, twice
    while left:
        low = lowest_bit(left)
        length = run_length(left, low)
        levels = ((1 << length) - 1) << low
        left &= ~levels
        if length > 1:
            cards = cards_on(levels, partition, form)
            if partition == TRUMPS and levels >> shared & 1:
                link = shared_rank_cards(twice, form, ACE)
                cards |= link & -link
            loose &= ~cards
            beaten = highest_block(unseen, unseen_twice, partition, form, ACE, length, EVERY_LEVEL)
            if low + length - 1 >= beaten:
                chosen |= cards
                blocks += 1
                ties = ties + 1 if length == longest else ties if length < longest else 0
                longest = max(longest, length)
    doubles = chosen | not_below(
        loose,
        highest_block(unseen, unseen_twice, partition, form, ACE, 1, EVERY_LEVEL),
        form,
    )
    singles = not_below(
        once & ~twice,
        highest_block(unseen, unseen_twice, partition, form, ACE, 0, EVERY_LEVEL),
        form,
    )
    blocks += count_bits(doubles & ~chosen) + count_bits(singles)
    if blocks < 2 or ties > 0:
        return 0, 0
    return doubles | singles, doubles


@rule
def not_below(cards: int, level: int, form: int) -> int:
    """Return those of some cards whose Φ is not below one."""
    found = 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if PHI[N_CARDS * (form - CLUBS) + card] >= level:
            found |= 1 << card
    return found


# --- Following ------------------------------------------------------------------------------------


@rule
def parts_compared(game: Any) -> int:
    """Return how many parts of the lead on the table are the largest: all of them must be beaten."""
    pairs = item_at(game, PAIRS)
    if pairs == 0:
        return item_at(game, SIZE)
    return pairs if item_at(game, LENGTH) == 1 else 1


@rule
def is_higher_throughout(game: Any, once: int, twice: int) -> bool:
    """Tell whether a reply with a higher honour takes the trick: all its largest parts are higher.

    Args:
        game: the round, in which a trick is open.
        once: card mask of the reply, renamed.
        twice: its pairs.
    """
    compared = parts_compared(game)
    if compared == 1:
        return True
    stands = TABLE + 2 * (item_at(game, WINNER) - item_at(game, LEADER) & 3)
    stood, stood_twice = item_at(game, stands), item_at(game, stands + 1)
    if item_at(game, PAIRS):  # the largest parts are pairs
        stood, stood_twice, once, twice = stood_twice, 0, twice, 0
    form, cards = form_in(game), stood
    while cards:
        level = PHI[N_CARDS * (form - CLUBS) + lowest_bit(cards)]
        cards &= cards - 1
        wanted = min(compared, copies_from(stood, stood_twice, level, form))
        if copies_from(once, twice, level + 1, form) < wanted:
            return False
    return True


@rule
def copies_from(once: int, twice: int, level: int, form: int) -> int:
    """Return how many of some cards, both copies counted, have a Φ that is not below one."""
    return count_bits(not_below(once, level, form)) + count_bits(not_below(twice, level, form))


@rule
def put_by_rule(game: Any, once: int, twice: int) -> None:
    """Let the seat on turn make a legal play (``packed.put``), which takes a throw by the house."""
    best = item_at(game, BEST)
    stays = item_at(game, PLACED) > 0 and not is_higher_throughout(game, once, twice)
    if stays:
        game[BEST] = ABOVE_ALL
    put(game, once, twice)
    if stays:
        game[BEST] = best
