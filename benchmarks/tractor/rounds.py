"""Finished rounds of Tractor for benchmarks and tests, by seed, at compiled speed.

Two kinds of round, both legal for the judge:

* *ordinary*: a uniform deal of the two packs; leads are single cards, pairs, tractors and small
  throws; replies follow suit, pair on pair where they can, and sometimes ruff;
* *worst*: what costs a search over the orders of the lead's blocks most, with an even number of
  cards, so that the paper's own windows find the tractor. A plain-suit throw of a tractor, four pairs
  and six singles (2,310 distinct orders) meets two hands of eighteen trumps, each with six pairs of
  which no two are neighbours, so that every order fails at the tractor, twice; single tricks follow.

Round number i of a seed is the same text whatever rounds are made beside it.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from suitwise.arguments import whole
from suitwise.cards import BLACK_JOKER
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, machine, rule
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.seeds import as_seed, below, shuffle
from suitwise.tractor.judge.reader import RANK_BYTES, write_dealer
from suitwise.tractor.rules.blocks import answer_trick, open_trick, windows
from suitwise.tractor.rules.deck import (
    TRUMPS,
    level_mask,
    partition_mask,
    partition_of,
    phi_of,
    rank_cards,
    together,
    without,
)

Kind: TypeAlias = Literal["ordinary", "worst"]

MOST_ROUND_BYTES = 512
_MOST_ROUNDS = 1 << 31
"""More would be more bytes than a machine has."""
_MAINS = tuple(b"SHDCO")
_DECK = tuple(card for card in range(54) for _ in range(2))


@rule
def _some_bits(mask: int, count: int, turn: int) -> int:
    """Return ``count`` bits of a mask, the next ones from a place on, round the end."""
    taken = 0
    ahead = mask >> turn << turn
    for _ in range(count):
        if ahead == 0:
            ahead = mask & ~taken
        bit = ahead & -ahead
        taken |= bit
        ahead ^= bit
    return taken


@rule
def _top_cards(mask: int, count: int, main: int, cr: int) -> int:
    """Return the mask of the cards of highest Φ."""
    taken = 0
    for _ in range(min(count, count_bits(mask))):
        best = -1
        left = mask & ~taken
        while left:
            card = lowest_bit(left)
            left &= left - 1
            if best < 0 or phi_of(card, main, cr) > phi_of(best, main, cr):
                best = card
        taken |= 1 << best
    return taken


@rule
def _tractor(twice: int, partition: int, main: int, cr: int) -> int:
    """Return the card mask of two neighbouring pairs, 0 if there are none."""
    pairs = level_mask(twice, partition, main, cr)
    starts = windows(pairs, 2)
    if starts == 0:
        return 0
    low = lowest_bit(starts)
    taken = 0
    for level in range(low, low + 2):
        left = twice
        while left:
            card = lowest_bit(left)
            left &= left - 1
            if phi_of(card, main, cr) == level:
                taken |= 1 << card
                left = 0
    return taken


@rule
def _choose_lead(
    once: int, twice: int, main: int, cr: int, seed: int, stream: int, index: int
) -> tuple[int, int, int]:
    """Return the masks once and twice of a lead, and the next index of the stream."""
    turn, index = below(54, seed, stream, index)
    style, index = below(16, seed, stream, index)
    card = _some_bits(once, 1, turn)
    partition = partition_of(lowest_bit(card), main, cr)
    own = once & partition_mask(partition, main, cr)
    pairs = twice & own
    if style < 3:
        tractor = _tractor(pairs, partition, main, cr)
        if tractor:
            return tractor, tractor, index
    if style < 7 and pairs:
        pair = _some_bits(pairs, 1, turn)
        return pair, pair, index
    if style == 15:
        throw = _top_cards(own, 3, main, cr)
        return throw, throw & pairs, index
    return card, 0, index


@rule
def _choose_reply(
    once: int,
    twice: int,
    lead: tuple[int, int, int, int, int],
    size: int,
    trumps: int,
    turn: int,
    ruff: int,
) -> tuple[int, int]:
    """Return the masks once and twice of a reply of `size` cards to a lead (``open_trick``)."""
    own = once & lead[1]
    if own == 0 and ruff and count_bits(once & trumps) + count_bits(twice & trumps) >= size:
        own = once & trumps
    pairs = twice & own
    pairs = _some_bits(pairs, min(lead[2], count_bits(pairs)), turn)
    taken, double = pairs, pairs
    missing = size - 2 * count_bits(pairs)
    for _ in range(4):
        pool = own & ~taken
        added = _some_bits(pool, min(missing, count_bits(pool)), turn)
        taken |= added
        missing -= count_bits(added)
        pool = own & twice & taken & ~double
        if missing:
            added = _some_bits(pool, min(missing, count_bits(pool)), turn)
            double |= added
            missing -= count_bits(added)
        own = once
    return taken, double


@rule
def _write_cards(out: Any, at: int, once: int, twice: int) -> int:
    while once:
        card = lowest_bit(once)
        once &= once - 1
        for _ in range(1 + ((twice >> card) & 1)):
            if card >= BLACK_JOKER:
                out[at] = 66 if card == BLACK_JOKER else 82
                out[at + 1] = 74
            else:
                out[at] = _MAINS[card // 13]
                out[at + 1] = RANK_BYTES[card % 13]
            at += 2
    out[at] = 32
    return at + 1


@rule
def _write_header(out: Any, at: int, main: int, dealer: int, rank1: int, rank2: int) -> int:
    out[at] = _MAINS[main]
    out[at + 1] = 32
    at = write_dealer(out, at + 2, dealer)
    out[at] = 32
    out[at + 1] = RANK_BYTES[rank1]
    out[at + 2] = 32
    out[at + 3] = RANK_BYTES[rank2]
    out[at + 4] = 10
    return at + 5


@rule
def _hard_lead(main: int, cr: int) -> int:
    """Return the suit of the worst round's throw: the first that is not the main suit."""
    return 1 if main == 0 else 0


@rule
def _ladder_card(suit: int, step: int, cr: int) -> int:
    """Return the card of a suit at a place from below, CR left out."""
    return 13 * suit + (step if step < cr else step + 1)


@rule
def _hard_throw(main: int, cr: int) -> tuple[int, int]:
    """Return a tractor, four pairs and six singles of a plain suit, as masks once and twice."""
    once, twice = 0, 0
    for step in range(12):
        card = 1 << _ladder_card(_hard_lead(main, cr), step, cr)
        once |= card
        if step in (0, 1, 3, 5, 7, 9):
            twice |= card
    return once, twice


@rule
def _hard_reply(main: int, cr: int, turn: int) -> tuple[int, int]:
    """Return half the trumps: every other pair of the main suit, one of each trump above them."""
    once, twice = rank_cards(cr) | 3 << BLACK_JOKER, 0
    for step in range(12):
        if step % 2 == turn % 2:
            twice |= 1 << _ladder_card(main, step, cr)
    return once | twice, twice


@rule
def _hard_play(main: int, cr: int, turn: int) -> tuple[int, int]:
    """Return what the first three seats of a worst round play to its first trick."""
    return _hard_reply(main, cr, turn) if turn else _hard_throw(main, cr)


@rule
def _deal(
    hands: Any, deck: Any, main: int, cr: int, dealer: int, hard: bool, seed: int, stream: int
) -> None:
    """Deal 25 cards to each seat: ``hands[2 * seat]`` is the mask once, the next one twice."""
    for i in range(8):
        hands[i] = 0
    if hard:
        for turn in range(3):
            seat = (dealer + turn) & 3
            hands[2 * seat], hands[2 * seat + 1] = _hard_play(main, cr, turn)
    for i in range(108):
        deck[i] = _DECK[i]
    shuffle(deck, seed, stream)
    skip = 0, 0
    for seat in range(4):
        skip = together(skip[0], skip[1], hands[2 * seat], hands[2 * seat + 1])
    skip_once, skip_twice = skip
    seat = 0
    for i in range(108):
        bit = 1 << deck[i]
        if skip_once & bit:  # this copy lies in the hard throw or its answer
            skip_once ^= bit
            continue
        if skip_twice & bit:
            skip_twice ^= bit
            continue
        while seat < 4 and count_bits(hands[2 * seat]) + count_bits(hands[2 * seat + 1]) == 25:
            seat += 1
        if seat == 4:
            break
        hands[2 * seat], hands[2 * seat + 1] = together(
            hands[2 * seat], hands[2 * seat + 1], bit, 0
        )


@rule
def write_round(
    out: Any, at: int, deck: Any, hands: Any, hard: bool, seed: int, number: int
) -> int:
    """Write one round in the judge's format; return the place after it.

    Args:
        out: bytearray or uint8 array with ``MOST_ROUND_BYTES`` free from ``at`` on.
        at: where to write.
        deck: 108 integers to work with.
        hands: 8 integers to work with.
        hard: a worst round instead of an ordinary one.
        seed: the seed.
        number: the number of the round; its play takes stream 2n, its deal stream 2n + 1.
    """
    stream = 2 * number
    main, index = below(4 if hard else 5, seed, stream, 0)
    dealer, index = below(4, seed, stream, index)
    rank1, index = below(13, seed, stream, index)
    rank2, index = below(13, seed, stream, index)
    cr = rank1 if dealer & 1 == 0 else rank2
    _deal(hands, deck, main, cr, dealer, hard, seed, stream + 1)
    trump = main, cr, partition_mask(TRUMPS, main, cr)
    at = _write_header(out, at, main, dealer, rank1, rank2)
    leader, cards = dealer, 0
    while cards < 25:
        size, best, winner = 0, 0, 0
        lead = 0, 0, 0, 0, 0
        for turn in range(4):
            seat = (leader + turn) & 3
            once, twice = hands[2 * seat], hands[2 * seat + 1]
            if hard and cards == 0 and turn < 3:
                play, double = _hard_play(main, cr, turn)
            elif turn == 0:
                play, double, index = _choose_lead(once, twice, main, cr, seed, stream, index)
            else:
                place, index = below(54, seed, stream, index)
                ruff, index = below(2, seed, stream, index)
                play, double = _choose_reply(once, twice, lead, size, trump[2], place, ruff)
            if turn == 0:
                size = count_bits(play) + count_bits(double)
                lead, best = open_trick(play, double, trump)
            else:
                honour = answer_trick(lead, play, double, trump)
                if honour > best:
                    best, winner = honour, turn
            hands[2 * seat], hands[2 * seat + 1] = without(once, twice, play, double)
            at = _write_cards(out, at, play, double)
        out[at - 1] = 10
        cards += size
        leader = (leader + winner) & 3
    out[at] = 10
    return at + 1


@rule
def write_rounds(
    out: Any, deck: Any, hands: Any, hard: bool, seed: int, first: int, count: int
) -> int:
    """Write consecutive rounds from the start of ``out``; return the bytes written."""
    at = 0
    for number in range(first, first + count):
        at = write_round(out, at, deck, hands, hard, seed, number)
    return at


def rounds_text(count: int, *, seed: int = 0, kind: Kind = "ordinary", first: int = 0) -> bytes:
    """Return ``count`` rounds in the judge's format, without T.

    Args:
        count: how many rounds.
        seed: 64-bit seed.
        kind: ``ordinary`` or ``worst``.
        first: the number of the first round.

    Raises:
        SuitwiseError: an unknown kind, a negative count, or a seed of more than 64 bits.

    >>> from suitwise.tractor.judge.judge import judge_text
    >>> text = rounds_text(2, seed=1).decode()
    >>> len(judge_text(f"2\\n{text}").splitlines())
    6
    """
    seed = as_seed(seed)
    if kind not in ("ordinary", "worst"):
        raise SuitwiseError(f"rounds are 'ordinary' or 'worst', not {kind!r}")
    count = whole(count, "count", 0, _MOST_ROUNDS)
    first = whole(first, "first", 0, 2**62)
    hard = kind == "worst"
    room = count * MOST_ROUND_BYTES
    if count <= 100:
        buffer = bytearray(room)
        size = write_rounds(buffer, [0] * 108, [0] * 8, hard, seed, first, count)
        return bytes(buffer[:size])
    out = np.empty(room, np.uint8)
    work = np.zeros(108, np.int64), np.zeros(8, np.int64)
    size = machine(write_rounds)(out, *work, hard, seed, first, count)
    return out[:size].tobytes()
