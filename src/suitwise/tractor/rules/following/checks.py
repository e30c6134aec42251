"""The check of a best service, from its definition alone: no table, no rule of ``owed``.

Source: rules page §6, Follow duty; docs/tractor.md, Following. A service is a family of disjoint pairs
and tractors, each put into one of the lead's tractors and pairs, so that the blocks put into a
part are together no longer than it; ``service`` finds the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from suitwise.arguments import each_of, of_kind
from suitwise.errors import IllegalPosition
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.following.duty import Duty
from suitwise.tractor.rules.following.legal_plays import LENGTHS
from suitwise.tractor.rules.order import phi_of
from suitwise.tractor.rules.piles import bits


def check_service(duty: Duty, service: Sequence[Block]) -> None:
    """Verify a best service from the definition alone, without the table of packings.

    Args:
        duty: what the lead asks of the hand.
        service: the blocks, as ``Duty.owed`` gives them.

    Raises:
        IllegalPosition: the blocks are not the hand's, are no pairs and tractors of the led partition,
            have no room in the lead's, or the hand can serve better.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> duty = duty_of("S2", "H3H3H4H4", "H6H6H8H8H9H9HJ")
    >>> check_service(duty, duty.owed)
    >>> check_service(duty, duty_of("S2", "H3H3", "H6H6H8H8H9H9HJ").owed)
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: no best service: the hand can give 2 where this gives 1
    """
    of_kind(duty, Duty, "duty")
    lengths = tuple(block.size // 2 for block in each_of(service, Block, "a block"))
    used = Counter(card for block in service for card in block.cards)
    _require(used <= Counter(duty.held.cards), "the cards are not the hand's of the led partition")
    for block in service:
        _check_block(duty, block)
    room = _parts(duty)
    _require(_fits(lengths, room), f"{_text(lengths)} can't be put into {_text(room)}")
    possible = _families(tuple(sorted(_rungs(duty, bits(duty.held.twice)))))
    best = max(found for found in possible if _fits(found, room))
    _require(lengths == best, f"the hand can give {_text(best)} where this gives {_text(lengths)}")


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise IllegalPosition(f"no best service: {fault}")


def _text(lengths: Sequence[int]) -> str:
    return " + ".join(map(str, lengths)) or "nothing"


def _parts(duty: Duty) -> tuple[int, ...]:
    """Return the lengths of the lead's tractors and pairs."""
    pairs, tractors = duty.asked
    long = LENGTHS[tractors]
    return (*long, *(1 for _ in range(pairs - sum(long))))


def _check_block(duty: Duty, block: Block) -> None:
    """Verify that a block is a pair or a tractor."""
    kinds = block.cards[::2]
    _require(len(kinds) > 0 and block.cards[1::2] == kinds, f"{block} is not made of pairs")
    rungs = _rungs(duty, kinds)
    steps = all(high - low == 1 for high, low in pairwise(rungs))
    _require(steps, f"{block} is no tractor")


def _rungs(duty: Duty, kinds: Iterator[int] | Sequence[int]) -> list[int]:
    """Return the Φ of some cards, made lonely where their Φ joins no tractor."""
    main, cr = duty.trump.main_index, duty.trump.rank_index
    levels = (phi_of(kind, main, cr) for kind in kinds)
    return [level if duty.chain >> level & 1 else 100 + 2 * level for level in levels]


@lru_cache(maxsize=1 << 14)
def _fits(lengths: tuple[int, ...], room: tuple[int, ...]) -> bool:
    """Tell whether blocks of these lengths can be put into parts with so much room."""
    if not lengths:
        return True
    return any(
        space >= lengths[0]
        and _fits(lengths[1:], tuple(sorted((*room[:at], space - lengths[0], *room[at + 1 :]))))
        for at, space in enumerate(room)
    )


@lru_cache(maxsize=1 << 14)
def _families(rungs: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """Return the lengths, longest first, of every family of disjoint blocks of pairs on these rungs.

    The lowest pair is in no block of the family, or it is the lowest of one.
    """
    if not rungs:
        return frozenset({()})
    found = set(_families(rungs[1:]))
    left, length = list(rungs), 0
    while rungs[0] + length in left:
        left.remove(rungs[0] + length)
        length += 1
        families = _families(tuple(left))
        found |= {tuple(sorted((length, *rest), reverse=True)) for rest in families}
    return frozenset(found)
