"""The judge format as rules: bytes in, a ruling per case out (docs/tractor.md, The round).

One pass over the text, a card at a time, by the same rules that judge a single trick; nothing is
kept of a case but four masks and a few counts. The text is never trusted: every fault has a number
and a place, of which ``rounds`` makes the sentence.

The text must end in a line feed, which stands for every bounds check inside a line.

A fault is found within ``MOST_AHEAD_BYTES`` of its place, so a reader who holds that much text from a
place on holds all that matters to it. That makes a fault the same however the text is cut.
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

HAND_CARDS = 25
NO_STOP = 0
"""The judge's rounds know no rank that must be defended."""
MOST_CASE_BYTES = 1 << 20
"""A case longer than this, blank lines within it included, is refused: memory stays bounded."""
MOST_AHEAD_BYTES = 64
"""No word is read further than this; a play of one card more than a hand has 52 bytes."""

_NOTHING = 512


def _byte_table(values: dict[str, int]) -> tuple[int, ...]:
    table = [_NOTHING] * 256
    for character, value in values.items():
        table[ord(character)] = value
    return tuple(table)


_RANK_BYTE = _byte_table({r: i for i, r in enumerate("23456789TJQKA")})
# A joker is a letter R or B before a J (9): 128 + 9 or 192 + 9, which no suited card reaches.
_SUIT_BYTE = _byte_table({"S": 0, "H": 13, "D": 26, "C": 39, "B": 128, "R": 192})
_MAIN_BYTE = _byte_table({"S": 0, "H": 1, "D": 2, "C": 3, "O": 4})
_DEALERS = tuple(b"Alice Bob Charles David ")


@rule
def read_card(first: int, second: int) -> int:
    """Return the card of two bytes, or -1.

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
    """Return the seat 0..3 of Alice, Bob, Charles, David; -1 for any other name."""
    seat = 0
    place = 0
    while place < len(_DEALERS):
        i = 0
        while at + i < end and byte_at(text, at + i) == _DEALERS[place + i]:
            i += 1
        if at + i == end and _DEALERS[place + i] == SPACE:
            return seat
        while _DEALERS[place] != SPACE:
            place += 1
        place += 1
        seat += 1
    return -1


@rule
def read_header(text: Any, at: int) -> tuple[int, int, int, int, int, int]:
    """Read ``<main suit> <dealer> <CR team 1> <CR team 2>`` up to the end of its line.

    Returns:
        fault, place (of the fault or of the line's end), main suit 0..4, dealer 0..3, and the
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
    """Read cards written together, at most one more than a hand has.

    Returns:
        fault, place (of the fault or after the play), card masks once and twice, and the mask of
        cards that appear a third time.
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
    """Judge the case that begins with the word at a place.

    Returns:
        fault, place (of the fault or after the case), the defenders' points, next rank of teams 1
        and 2 (13 or more: past A, the team has won), and the next dealer 0..3.
    """
    ruling = _judge_case(text, start)
    if ruling[1] - start > MOST_CASE_BYTES:
        return TOO_LONG, start, 0, 0, 0, 0
    return ruling


@rule
def _judge_case(text: Any, start: int) -> tuple[int, int, int, int, int, int]:
    """Judge a case of any length."""
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
    """Judge the trick that comes next in a case.

    Args:
        text: see ``judge_cases``.
        at: the place after the header or the trick before.
        cards: how many cards each has played before.
        seen: what was played before, masks once and twice.
        trump: main suit, current rank and the card mask of the trumps.

    Returns:
        fault, place (of the fault or of the line's end), how many cards each plays, what has been
        played now, the winner's place, the points, and the pairs of the lead's longest block.
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
        leader: who won the last trick.
        dealer: who dealt.
        length: pairs of the longest block of its lead.
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
    """Judge the cases that begin in ``text[start:stop]``, at most ``most``.

    Args:
        text: bytes or a uint8 array, ending in a line feed.
        start: where to begin; blank lines before a case are skipped.
        stop: no case begins at or after this place (one begun before may run past it).
        most: how many cases to judge at most.
        rulings: array (cases, 5) of int64 or list of lists, filled with the points, the next ranks
            of teams 1 and 2, the next dealer and the place where the case begins.

    Returns:
        cases judged, fault, place of the fault or where reading stopped, and where the case of the
        fault begins.
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
        rulings[done][0] = total
        rulings[done][1] = next1
        rulings[done][2] = next2
        rulings[done][3] = dealer
        rulings[done][4] = begin
        done += 1
    return done, NO_FAULT, at, at


# --- The answer's text ----------------------------------------------------------------------------

_CASE = tuple(b"Case #")
_WINNER = tuple(b"Winner: Team ")
RANK_BYTES = tuple(b"23456789TJQKA")
MOST_RULING_BYTES = 80
"""No ruling's text is longer."""


@rule
def write_dealer(out: Any, at: int, seat: int) -> int:
    """Write the name of a seat; return the place after it."""
    place = 0
    while seat:
        if _DEALERS[place] == SPACE:
            seat -= 1
        place += 1
    while _DEALERS[place] != SPACE:
        out[at] = _DEALERS[place]
        at += 1
        place += 1
    return at


@rule
def write_rulings(rulings: Any, count: int, first: int, out: Any) -> int:
    """Write the answer's lines for ``count`` cases.

    Args:
        rulings: what ``judge_cases`` filled.
        count: how many of them.
        first: the number of the first case.
        out: bytearray or uint8 array of at least ``count * MOST_RULING_BYTES``.

    Returns:
        The number of bytes written.
    """
    at = 0
    for i in range(count):
        at = write_bytes(out, at, _CASE)
        at = write_number(out, at, first + i)
        out[at] = 58
        out[at + 1] = NEWLINE
        at = write_number(out, at + 2, rulings[i][0])
        out[at] = NEWLINE
        at += 1
        next1 = rulings[i][1]
        next2 = rulings[i][2]
        if max(next1, next2) >= PAST_ACE:
            at = write_bytes(out, at, _WINNER)
            at = write_number(out, at, 1 if next1 >= PAST_ACE else 2)
        else:
            out[at] = RANK_BYTES[next1]
            out[at + 1] = SPACE
            out[at + 2] = RANK_BYTES[next2]
            out[at + 3] = SPACE
            at = write_dealer(out, at + 4, rulings[i][3])
        out[at] = NEWLINE
        at += 1
    return at
