"""Kernels that parse and judge finished rounds in one pass: bytes in, one ruling per case out.

The format: docs/tractor.md, The round. A case is a header line and a line of four plays for each trick.
The judging rules are those for single tricks (``blocks``). The state of a case is a few masks and
counts. Input is untrusted: each fault is reported as a number and a position, which ``rounds`` turns
into a sentence.

Two invariants:

* The text must end in a line feed. It stops every scan within a line, so no further bounds checks are
  needed.
* A fault at a position depends only on the text up to ``MOST_AHEAD_BYTES`` after it. So faults are the
  same however a stream is cut into chunks.

``text`` is bytes or a uint8 array; ``at``, ``start``, ``end`` are positions in it. Functions that parse
return a fault number first (``NO_FAULT`` or one of the numbers below), then the position of the fault,
or without a fault, the position where they stopped.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import byte_at, rule
from suitwise.foundation.arrays.words import (
    NEWLINE,
    SPACE,
    is_blank,
    skip_blank_lines,
    skip_blanks,
    token_end,
    write_bytes,
    write_number,
)
from suitwise.tractor.rules.blocks import answer_trick, open_trick
from suitwise.tractor.rules.deck import TRUMPS, partition_mask, third_copies, together
from suitwise.tractor.rules.levels import (
    PAST_ACE,
    defenders_total,
    next_dealer,
    points_of,
    ranks_after,
)

NO_FAULT = 0
END_OF_FILE = 1
BAD_SUIT = 2
BAD_DEALER = 3
BAD_RANK = 4
HEADER_LENGTH = 5
BAD_CARD = 6
NOT_FOUR_PLAYS = 7
UNEQUAL_PLAYS = 8
THIRD_COPY = 9
MIXED_LEAD = 10
TOO_MANY_CARDS = 11
TOO_FEW_CARDS = 12
TOO_LONG = 13

POINTS, NEXT1, NEXT2, NEXT_DEALER, BEGIN = range(5)
"""The columns of a ruling: the defenders' points; the next ranks of teams 1 and 2, 0 for 2 to 12 for A
and 13 past A; the next dealer's seat; the position in the text where the case begins."""

HAND_CARDS = 25
NO_STOP = 0
"""Bit mask of the ranks that must be defended: none in the judge's rounds."""
MOST_CASE_BYTES = 1 << 20
"""A longer case, including blank lines within it, is refused, so that memory stays bounded."""
MOST_AHEAD_BYTES = 64
"""No word is read further than this; a play of one card more than a hand takes 52 bytes."""

_NOTHING = 512
"""Marks a byte that is not in a table."""


def _byte_table(values: dict[str, int]) -> tuple[int, ...]:
    """Return a look-up table from byte to value."""
    table = [_NOTHING] * 256
    for character, value in values.items():
        table[ord(character)] = value
    return tuple(table)


_RANK_BYTE = _byte_table({r: i for i, r in enumerate("23456789TJQKA")})
# A card is the sum of its two bytes' values. A joker is R or B before J (9): 128 + 9 or 192 + 9, out of
# reach of every suited card.
_SUIT_BYTE = _byte_table({"S": 0, "H": 13, "D": 26, "C": 39, "B": 128, "R": 192})
_MAIN_BYTE = _byte_table({"S": 0, "H": 1, "D": 2, "C": 3, "O": 4})
_DEALERS = tuple(b"Alice Bob Charles David ")


@rule
def read_card(first: int, second: int) -> int:
    """Return the card 0..53 that two bytes spell, or -1.

    >>> read_card(ord("H"), ord("T")), read_card(ord("R"), ord("J")), read_card(ord("h"), ord("5"))
    (21, 53, -1)
    """
    card = _SUIT_BYTE[first] + _RANK_BYTE[second]
    if card < 52:
        return card
    if card == 137:
        return 52
    return 53 if card == 201 else -1


@rule
def read_dealer(text: Any, at: int, end: int) -> int:
    """Return the seat 0..3 of Alice, Bob, Charles or David; -1 for any other name."""
    seat = 0
    name = 0
    while name < len(_DEALERS):
        i = 0
        while at + i < end and byte_at(text, at + i) == _DEALERS[name + i]:
            i += 1
        if at + i == end and _DEALERS[name + i] == SPACE:
            return seat
        while _DEALERS[name] != SPACE:
            name += 1
        name += 1
        seat += 1
    return -1


@rule
def read_header(text: Any, at: int) -> tuple[int, int, int, int, int, int]:
    """Read the header line: ``<main suit> <dealer> <CR team 1> <CR team 2>``.

    Returns:
        fault, position (of the fault or of the line's end), main suit 0..4, dealer 0..3, and the
        ranks 0..12 of teams 1 and 2.
    """
    end = token_end(text, at)
    main = _MAIN_BYTE[byte_at(text, at)]
    if end != at + 1 or main == _NOTHING:
        return BAD_SUIT, at, 0, 0, 0, 0
    at = skip_blanks(text, end)
    end = token_end(text, at)
    dealer = read_dealer(text, at, end)
    if dealer < 0:
        return (HEADER_LENGTH if end == at else BAD_DEALER), at, 0, 0, 0, 0
    rank1 = 0
    rank2 = 0
    for team in range(2):
        at = skip_blanks(text, end)
        end = token_end(text, at)
        if end == at:
            return HEADER_LENGTH, at, 0, 0, 0, 0
        rank2 = _RANK_BYTE[byte_at(text, at)]
        if end != at + 1 or rank2 == _NOTHING:
            return BAD_RANK, at, 0, 0, 0, 0
        if team == 0:
            rank1 = rank2
    at = skip_blanks(text, end)
    if byte_at(text, at) != NEWLINE:
        return HEADER_LENGTH, at, 0, 0, 0, 0
    return NO_FAULT, at, main, dealer, rank1, rank2


@rule
def read_play(text: Any, at: int) -> tuple[int, int, int, int, int]:
    """Read a play, which is one word of cards; stop after one card more than a hand has.

    Returns:
        fault, position (of the fault or after the play), card masks of the cards that appear at least
        once, at least twice, and three times or more.
    """
    once = 0
    twice = 0
    thrice = 0
    for _ in range(HAND_CARDS + 1):
        first = byte_at(text, at)
        if is_blank(first):
            break
        card = read_card(first, byte_at(text, at + 1))
        if card < 0:
            return BAD_CARD, at, once, twice, thrice
        bit = 1 << card
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        at += 2
    return NO_FAULT, at, once, twice, thrice


@rule
def judge_case(text: Any, start: int) -> tuple[int, int, int, int, int, int]:
    """Judge the case that begins at a position.

    Returns:
        fault, position (of the fault or after the case), the defenders' points, the next ranks of teams
        1 and 2 (13 or more: past A, the team has won), and the next dealer 0..3.
    """
    ruling = _judge_case(text, start)
    if ruling[1] - start > MOST_CASE_BYTES:
        return TOO_LONG, start, 0, 0, 0, 0
    return ruling


@rule
def _judge_case(text: Any, start: int) -> tuple[int, int, int, int, int, int]:
    """Judge a case of any length; returns the same as ``judge_case``."""
    fault, at, main, dealer, rank1, rank2 = read_header(text, start)
    if fault:
        return fault, at, 0, 0, 0, 0
    cr = rank1 if dealer & 1 == 0 else rank2
    trump = main, cr, partition_mask(TRUMPS, main, cr)
    leader, cards, taken, played, length = dealer, 0, 0, 0, 0
    seen = 0, 0
    while cards < HAND_CARDS:
        fault, at, size, seen, winner, points, length = judge_trick_line(
            text, at, cards, seen, trump
        )
        if fault:
            return fault, at, 0, 0, 0, 0
        leader = (leader + winner) & 3
        cards += size
        played += points
        if (leader ^ dealer) & 1:
            taken += points
    total, next1, next2, following = end_round(taken, played, leader, dealer, length, rank1, rank2)
    return NO_FAULT, at, total, next1, next2, following


@rule
def judge_trick_line(
    text: Any, at: int, cards: int, seen: tuple[int, int], trump: tuple[int, int, int]
) -> tuple[int, int, int, tuple[int, int], int, int, int]:
    """Judge the next trick of a case.

    Args:
        text: the text.
        at: the position after the header or the previous trick.
        cards: the number of cards each player has played before.
        seen: card masks of the cards played before: at least once, twice.
        trump: main suit, current rank and the card mask of the trumps.

    Returns:
        fault, position (of the fault or of the line's end), the number of cards each player plays,
        ``seen`` with this trick, the winner's place 0..3 in the order of play, the points, and the
        length in pairs of the lead's longest block.
    """
    at = skip_blank_lines(text, at)
    if at == len(text):
        return END_OF_FILE, at, 0, seen, 0, 0, 0
    if is_blank(byte_at(text, at + 1)) and _MAIN_BYTE[byte_at(text, at)] != _NOTHING:
        return TOO_FEW_CARDS, at, 0, seen, 0, 0, 0
    points, size, best, winner = 0, 0, 0, 0
    lead = 0, 0, 0, 0, 0
    for turn in range(4):
        begin = skip_blanks(text, at)
        if byte_at(text, begin) == NEWLINE:
            return NOT_FOUR_PLAYS, begin, 0, seen, 0, 0, 0
        fault, at, once, twice, thrice = read_play(text, begin)
        if fault:
            return fault, at, 0, seen, 0, 0, 0
        if thrice | third_copies(seen[0], seen[1], once, twice):
            return THIRD_COPY, begin, 0, seen, 0, 0, 0
        seen = together(seen[0], seen[1], once, twice)
        points += points_of(once, twice)
        if turn == 0:
            size = at - begin
            lead, best = open_trick(once, twice, trump)
            if best == 0:
                return MIXED_LEAD, begin, 0, seen, 0, 0, 0
            if cards + (size >> 1) > HAND_CARDS:
                return TOO_MANY_CARDS, begin, 0, seen, 0, 0, 0
        elif at - begin != size:
            return UNEQUAL_PLAYS, begin, 0, seen, 0, 0, 0
        else:
            honour = answer_trick(lead, once, twice, trump)
            if honour > best:
                best, winner = honour, turn
    at = skip_blanks(text, at)
    fault = NO_FAULT if byte_at(text, at) == NEWLINE else NOT_FOUR_PLAYS
    return fault, at, size >> 1, seen, winner, points, lead[3]


@rule
def end_round(
    taken: int, played: int, leader: int, dealer: int, length: int, rank1: int, rank2: int
) -> tuple[int, int, int, int]:
    """Return the defenders' points, the next ranks of teams 1 and 2, and the next dealer.

    Args:
        taken: points of the tricks that the defenders won.
        played: points of all tricks.
        leader: the seat that won the last trick.
        dealer: the seat that dealt.
        length: length in pairs of the longest block in the last trick's lead; 0 for a single.
        rank1: the rank of team 1.
        rank2: the rank of team 2.
    """
    won_last = (leader ^ dealer) & 1 == 1
    total = defenders_total(taken, played, won_last, 2 * length if length else 1)
    next1, next2 = ranks_after(rank1, rank2, dealer, total, NO_STOP)
    return total, next1, next2, next_dealer(dealer, total)


@rule
def judge_cases(
    text: Any, start: int, stop: int, most: int, rulings: Any
) -> tuple[int, int, int, int]:
    """Judge the cases that begin in ``text[start:stop]``, at most ``most`` of them.

    Args:
        text: bytes or a uint8 array, ending in a line feed.
        start: the position to begin at; blank lines before a case are skipped.
        stop: no case begins at or after this position, but one begun before may run past it.
        most: the greatest number of cases to judge.
        rulings: output, an int64 array or list of lists with one row per case (columns above).

    Returns:
        number of cases judged, fault, position of the fault or where reading stopped, and position
        where the faulty case begins.
    """
    at = start
    done = 0
    while done < most:
        at = skip_blank_lines(text, at)
        if at >= stop:
            break
        begin = at
        fault, at, total, next1, next2, dealer = judge_case(text, begin)
        if fault:
            return done, fault, at, begin
        rulings[done][POINTS] = total
        rulings[done][NEXT1] = next1
        rulings[done][NEXT2] = next2
        rulings[done][NEXT_DEALER] = dealer
        rulings[done][BEGIN] = begin
        done += 1
    return done, NO_FAULT, at, at


# --- Writing the answer ---------------------------------------------------------------------------

_COLON = ord(":")
_CASE = tuple(b"Case #")
_WINNER = tuple(b"Winner: Team ")
RANK_BYTES = tuple(b"23456789TJQKA")
MOST_RULING_BYTES = 80
"""The greatest length of a ruling's text."""


@rule
def write_dealer(out: Any, at: int, seat: int) -> int:
    """Write the name of a seat; return the position after it."""
    letter = 0
    while seat:
        if _DEALERS[letter] == SPACE:
            seat -= 1
        letter += 1
    while _DEALERS[letter] != SPACE:
        out[at] = _DEALERS[letter]
        at += 1
        letter += 1
    return at


@rule
def write_rulings(rulings: Any, count: int, first: int, out: Any) -> int:
    """Write the lines of the answer for ``count`` cases.

    Args:
        rulings: rows filled by ``judge_cases``.
        count: the number of rows.
        first: the number of the first case.
        out: bytearray or uint8 array of at least ``count * MOST_RULING_BYTES``.

    Returns:
        The number of bytes written.
    """
    at = 0
    for i in range(count):
        at = write_bytes(out, at, _CASE)
        at = write_number(out, at, first + i)
        out[at] = _COLON
        out[at + 1] = NEWLINE
        at = write_number(out, at + 2, rulings[i][POINTS])
        out[at] = NEWLINE
        at += 1
        next1 = rulings[i][NEXT1]
        next2 = rulings[i][NEXT2]
        if max(next1, next2) >= PAST_ACE:
            at = write_bytes(out, at, _WINNER)
            at = write_number(out, at, 1 if next1 >= PAST_ACE else 2)
        else:
            out[at] = RANK_BYTES[next1]
            out[at + 1] = SPACE
            out[at + 2] = RANK_BYTES[next2]
            out[at + 3] = SPACE
            at = write_dealer(out, at + 4, rulings[i][NEXT_DEALER])
        out[at] = NEWLINE
        at += 1
    return at
