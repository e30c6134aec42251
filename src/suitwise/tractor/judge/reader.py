"""Kernels that parse and judge finished rounds in one pass: bytes in, one ruling per case out.

The format: docs/tractor.md, The round. A case is one finished round: a header line, and for each trick a
line of four plays. Single tricks are judged by ``blocks``. As the judge does, this module calls the
dealer's opponents the *defenders*; elsewhere they are the attackers. The state of a case is a few masks
and counts. Input is untrusted: each fault is reported as a number and a position, which ``rounds`` turns
into a sentence.

Two invariants:

* The text must end in a line feed. Every scan within a line stops there, so no further bounds checks are
  needed.
* A fault at a position depends only on the text up to ``MOST_AHEAD_BYTES`` after it. So faults are the
  same however a stream is cut into chunks.

``text`` is bytes or a uint8 array; ``at``, ``start``, ``begin`` and ``end`` are positions in it.
Functions that parse return a fault number first (``NO_FAULT`` or one of the numbers below), then the
position of the fault, or without a fault, the position where they stopped. Card masks called ``once``,
``twice`` and ``thrice`` hold the cards of which there are at least one, two and three copies.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import BLACK_JOKER, RED_JOKER
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

# Faults, by number; the case is read in order, and the first fault ends it. The position of each is the
# word in question, or the place where something is missing.
NO_FAULT = 0
END_OF_FILE = 1  # the text ends within a case
BAD_SUIT = 2  # the header's first word is no main suit
BAD_DEALER = 3  # its second word is no player
BAD_RANK = 4  # its third or fourth word is no rank
BAD_HEADER_LENGTH = 5  # it does not have four words
BAD_CARD = 6  # two characters of a play are no card
NOT_FOUR_PLAYS = 7  # a line does not have four plays
UNEQUAL_PLAYS = 8  # a reply has not as many cards as the lead
THIRD_COPY = 9  # a play contains a third copy of a card; there are two packs
MIXED_LEAD = 10  # the cards of a lead are of several partitions
TOO_MANY_CARDS = 11  # the players would play more than ``HAND_CARDS`` cards each
TOO_FEW_CARDS = 12  # the next case begins before they have played that many
CASE_TOO_LONG = 13  # a case has more than ``MOST_CASE_BYTES``

POINTS, NEXT1, NEXT2, NEXT_DEALER, BEGIN = range(5)
"""The columns of a ruling: the defenders' points; the next ranks of teams 1 and 2, 0 for 2 to 12 for A
and 13 past A; the next dealer's seat; the position in the text where the case begins."""
RULING = 5
"""The number of columns."""

HAND_CARDS = 25
NO_RANKS_TO_DEFEND = 0
"""The judge has no ranks that must be defended: an empty bit mask."""
MOST_CASE_BYTES = 1 << 20
"""A longer case, including blank lines within it, is refused, so that memory stays bounded."""
MOST_AHEAD_BYTES = 64
"""No word is read further than this; a play of one card more than a hand takes 52 bytes."""

_NOTHING = 512
"""The value of a byte that is not in a table; larger than every sum of values that makes a card."""


def _byte_table(values: dict[str, int]) -> tuple[int, ...]:
    """Return a look-up table from byte to value."""
    table = [_NOTHING] * 256
    for character, value in values.items():
        table[ord(character)] = value
    return tuple(table)


_RANK_BYTE = _byte_table({rank: value for value, rank in enumerate("23456789TJQKA")})
# The number of a suited card is the sum of the values of its two characters. The jokers are written BJ
# and RJ. B and R have values so large that no sum with them is a suited card.
_SUIT_BYTE = _byte_table({"S": 0, "H": 13, "D": 26, "C": 39, "B": 128, "R": 192})
_BLACK_JOKER_SUM = _SUIT_BYTE[ord("B")] + _RANK_BYTE[ord("J")]
_RED_JOKER_SUM = _SUIT_BYTE[ord("R")] + _RANK_BYTE[ord("J")]
_MAIN_BYTE = _byte_table({"S": 0, "H": 1, "D": 2, "C": 3, "O": 4})
_DEALERS = tuple(b"Alice Bob Charles David ")
"""The names of seats 0 to 3, a space after each."""


@rule
def read_card(first: int, second: int) -> int:
    """Return the card 0..53 that two bytes spell, or -1.

    >>> read_card(ord("H"), ord("T")), read_card(ord("R"), ord("J")), read_card(ord("h"), ord("5"))
    (21, 53, -1)
    """
    card = _SUIT_BYTE[first] + _RANK_BYTE[second]
    if card < BLACK_JOKER:
        return card
    if card == _BLACK_JOKER_SUM:
        return BLACK_JOKER
    return RED_JOKER if card == _RED_JOKER_SUM else -1


@rule
def read_dealer(text: Any, at: int, end: int) -> int:
    """Return the seat 0..3 of Alice, Bob, Charles or David; -1 for any other name."""
    seat = 0
    begin = 0  # where this seat's name begins in ``_DEALERS``
    while begin < len(_DEALERS):
        i = 0
        while at + i < end and byte_at(text, at + i) == _DEALERS[begin + i]:
            i += 1
        if at + i == end and _DEALERS[begin + i] == SPACE:
            return seat
        while _DEALERS[begin] != SPACE:
            begin += 1
        begin += 1
        seat += 1
    return -1


@rule
def read_header(text: Any, at: int) -> tuple[int, int, int, int, int, int]:
    """Read the header line: the main suit, the dealer, and the current ranks of teams 1 and 2.

    Returns:
        fault, position (of the fault or of the line's end), main suit 0..4, dealer 0..3, and the
        current ranks 0..12 of teams 1 and 2.
    """
    end = token_end(text, at)
    main = _MAIN_BYTE[byte_at(text, at)]
    if end != at + 1 or main == _NOTHING:
        return BAD_SUIT, at, 0, 0, 0, 0
    at = skip_blanks(text, end)
    end = token_end(text, at)
    dealer = read_dealer(text, at, end)
    if dealer < 0:
        return (BAD_HEADER_LENGTH if end == at else BAD_DEALER), at, 0, 0, 0, 0
    rank1 = 0
    rank2 = 0
    for team in range(2):
        at = skip_blanks(text, end)
        end = token_end(text, at)
        if end == at:
            return BAD_HEADER_LENGTH, at, 0, 0, 0, 0
        rank2 = _RANK_BYTE[byte_at(text, at)]
        if end != at + 1 or rank2 == _NOTHING:
            return BAD_RANK, at, 0, 0, 0, 0
        if team == 0:
            rank1 = rank2
    at = skip_blanks(text, end)
    if byte_at(text, at) != NEWLINE:
        return BAD_HEADER_LENGTH, at, 0, 0, 0, 0
    return NO_FAULT, at, main, dealer, rank1, rank2


@rule
def read_play(text: Any, at: int) -> tuple[int, int, int, int, int]:
    """Read a play, which is one word of cards; stop after one card more than a hand has.

    Returns:
        fault, position (of the fault or after the play), and the card masks ``once``, ``twice`` and
        ``thrice`` of the play.
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
        return CASE_TOO_LONG, start, 0, 0, 0, 0
    return ruling


@rule
def _judge_case(text: Any, start: int) -> tuple[int, int, int, int, int, int]:
    """Judge a case of any length; returns the same as ``judge_case``."""
    fault, at, main, dealer, rank1, rank2 = read_header(text, start)
    if fault:
        return fault, at, 0, 0, 0, 0
    cr = rank1 if dealer & 1 == 0 else rank2
    trump = main, cr, partition_mask(TRUMPS, main, cr)
    leader, cards_each, points_taken, points_played, longest_block = dealer, 0, 0, 0, 0
    seen = 0, 0
    while cards_each < HAND_CARDS:
        fault, at, size, seen, winner, points, longest_block = judge_trick_line(
            text, at, cards_each, seen, trump
        )
        if fault:
            return fault, at, 0, 0, 0, 0
        leader = (leader + winner) & 3
        cards_each += size
        points_played += points
        if (leader ^ dealer) & 1:  # the winner is a defender: teams alternate by seat
            points_taken += points
    total, next1, next2, following_dealer = end_round(
        points_taken, points_played, leader, dealer, longest_block, rank1, rank2
    )
    return NO_FAULT, at, total, next1, next2, following_dealer


@rule
def judge_trick_line(
    text: Any, at: int, cards_each: int, seen: tuple[int, int], trump: tuple[int, int, int]
) -> tuple[int, int, int, tuple[int, int], int, int, int]:
    """Judge the next trick of a case.

    Args:
        text: the text.
        at: the position after the header or the previous trick.
        cards_each: the number of cards that each player has played before.
        seen: card masks ``once`` and ``twice`` of the cards played before.
        trump: main suit, current rank and the card mask of the trumps.

    Returns:
        fault, position (of the fault or of the line's end), the number of cards each player plays,
        ``seen`` with this trick, the winner's place 0..3 in the order of play, the points, and the
        length in pairs of the lead's longest block, 0 if that is a single.
    """
    at = skip_blank_lines(text, at)
    if at == len(text):
        return END_OF_FILE, at, 0, seen, 0, 0, 0
    # A first word of one letter that names a main suit begins the header of the next case.
    if is_blank(byte_at(text, at + 1)) and _MAIN_BYTE[byte_at(text, at)] != _NOTHING:
        return TOO_FEW_CARDS, at, 0, seen, 0, 0, 0
    points, n_bytes, best, winner = 0, 0, 0, 0
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
            n_bytes = at - begin
            lead, best = open_trick(once, twice, trump)
            if best == 0:
                return MIXED_LEAD, begin, 0, seen, 0, 0, 0
            if cards_each + (n_bytes >> 1) > HAND_CARDS:
                return TOO_MANY_CARDS, begin, 0, seen, 0, 0, 0
        elif at - begin != n_bytes:
            return UNEQUAL_PLAYS, begin, 0, seen, 0, 0, 0
        else:
            honour = answer_trick(lead, once, twice, trump)
            if honour > best:
                best, winner = honour, turn
    at = skip_blanks(text, at)
    fault = NO_FAULT if byte_at(text, at) == NEWLINE else NOT_FOUR_PLAYS
    _, _, _, longest_block, _ = lead  # led partition, its mask, pairs, longest block, tractors
    return fault, at, n_bytes >> 1, seen, winner, points, longest_block


@rule
def end_round(
    points_taken: int,
    points_played: int,
    leader: int,
    dealer: int,
    longest_block: int,
    rank1: int,
    rank2: int,
) -> tuple[int, int, int, int]:
    """Return the defenders' points, the next ranks of teams 1 and 2, and the next dealer.

    Args:
        points_taken: points of the tricks that the defenders won.
        points_played: points of all tricks.
        leader: the seat that won the last trick.
        dealer: the seat that dealt.
        longest_block: length in pairs of the longest block in the last trick's lead; 0 for a single.
        rank1: the current rank of team 1.
        rank2: the current rank of team 2.
    """
    won_last = (leader ^ dealer) & 1 == 1
    block_cards = 2 * longest_block if longest_block else 1
    total = defenders_total(points_taken, points_played, won_last, block_cards)
    next1, next2 = ranks_after(rank1, rank2, dealer, total, NO_RANKS_TO_DEFEND)
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
        rulings: output, integers of 64 bits in a list or array: ``RULING`` of them a case, in the
            order above.

    Returns:
        the number of cases judged, the fault, the position of the fault or where reading stopped, and
        the position where the faulty case begins.
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
        rulings[RULING * done + POINTS] = total
        rulings[RULING * done + NEXT1] = next1
        rulings[RULING * done + NEXT2] = next2
        rulings[RULING * done + NEXT_DEALER] = dealer
        rulings[RULING * done + BEGIN] = begin
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
    while seat:  # skip the names of the seats before
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
    """Write the answer for ``count`` cases.

    For each case this is its number, the defenders' points, and the next ranks and dealer, or the team
    that has won the match.

    Args:
        rulings: filled by ``judge_cases``.
        count: the number of cases.
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
        at = write_number(out, at + 2, rulings[RULING * i + POINTS])
        out[at] = NEWLINE
        at += 1
        next1 = rulings[RULING * i + NEXT1]
        next2 = rulings[RULING * i + NEXT2]
        if max(next1, next2) >= PAST_ACE:
            at = write_bytes(out, at, _WINNER)
            at = write_number(out, at, 1 if next1 >= PAST_ACE else 2)
        else:
            out[at] = RANK_BYTES[next1]
            out[at + 1] = SPACE
            out[at + 2] = RANK_BYTES[next2]
            out[at + 3] = SPACE
            at = write_dealer(out, at + 4, rulings[RULING * i + NEXT_DEALER])
        out[at] = NEWLINE
        at += 1
    return at
