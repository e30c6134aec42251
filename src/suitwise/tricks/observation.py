"""What a seat sees as an array: a place for each card, suit or seat, and some numbers.

Seats are counted from the one that looks, to the left. The order of the plays of earlier tricks is not
in it; what they show, the suits that a seat is out of, is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.fields import Field
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.tricks import rules
from suitwise.tricks.cards import HAND, PACK
from suitwise.tricks.rules import (
    call_at,
    caller_at,
    card_at,
    is_all_passed,
    passed_cards,
    score_of,
    seat_at,
    suits_out,
)
from suitwise.tricks.variant import TrickVariant

AROUND = ("own", "left", "across", "right")
PARTNERS = ("own", "left", "partner", "right")


def fields_of(game: TrickVariant) -> tuple[Field, ...]:
    """Return what the numbers mean, in their order."""
    return tuple(_fields(game))


def _fields(game: TrickVariant) -> Iterator[Field]:
    around = PARTNERS if game.by_side else AROUND
    cards, seats = "a place for each card from S2 to CA", f"a place for {', '.join(around)}"
    least, most = game.least_scored / game.whole_score, game.most_scored / game.whole_score
    yield Field("held", PACK, f"{cards}, 1 where the seat holds it")
    if game.turns_up:
        yield Field("turned", PACK, f"{cards}, 1 where it was turned up for trump")
    for who in around if game.calls else ():
        places = f"a place for each call from {game.calls[0]} to {game.calls[-1]}"
        yield Field(f"called_{who}", len(game.calls), f"{places}, 1 where it has made it")
    if game.most_passed:
        order = (
            f"where the seat has passed it: n/{game.most_passed} for the card passed as number n"
        )
        yield Field("passed", PACK, f"{cards}, {order}")
        yield Field("received", PACK, f"{cards}, 1 where it was passed to the seat")
    for who in around:
        yield Field(f"played_{who}", PACK, f"{cards}, 1 where it has played it")
    for who in around:
        yield Field(f"table_{who}", PACK, f"{cards}, 1 where it lies in the trick")
    for who in around:
        yield Field(f"void_{who}", 4, "a place for each suit, 1 if it is out")
    for name in ("dealer", "leader", "turn"):
        yield Field(name, 4, f"{seats}: who is the {name}")
    if game.most_passed:
        yield Field("passes_to", 4, f"{seats}: who is passed its cards, none if all keep theirs")
    yield Field("tricks", 4, f"{seats}: the tricks taken, of {HAND}")
    if game.by_side:
        both = "what both sides have scored, as parts of a game"
        yield Field("scores", 2, both, low=least, high=most)
        return
    parts = f"as parts of {game.whole_score}"
    yield Field("points", 4, f"{seats}: the points of this deal, {parts}", low=least, high=most)
    yield Field("scores", 4, f"{seats}: all points so far, {parts}", low=least, high=most)


@rule
def mark(cards: int, seen: Any, at: int) -> int:
    """Set the places of some cards from a place on; return the place after those of all cards."""
    while cards != 0:
        seen[at + lowest_bit(cards)] = 1
        cards &= cards - 1
    return at + PACK


@rule
def mark_passed(record: Any, seat: int, seen: Any, at: int) -> int:
    """Set the places of the cards that a seat has passed to their order; return the next place."""
    number = count_bits(passed_cards(record, seat))
    left = int(record[rules.PASSED + seat])
    while left != 0:
        seen[at + left % 64 - 1] = number / record[rules.TO_PASS]
        number -= 1
        left //= 64
    return at + PACK


@rule
def mark_seat(who: int, seat: int, seen: Any, at: int) -> int:
    """Set the place of a seat, if it is one, as another sees it; return the place after all seats."""
    if who >= 0:
        seen[at + (who - seat + 4) % 4] = 1
    return at + 4


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write what a seat sees into an array of zeros, in the order of ``fields_of``."""
    at = mark(int(record[rules.HELD + seat]), seen, 0)
    if options[rules.SHOWS] & rules.TURNS_UP:
        if record[rules.TURNED] >= 0:
            seen[at + record[rules.TURNED]] = 1
        at += PACK
    for place in range(record[rules.CALLED]):
        way = (caller_at(record, place) - seat + 4) % 4
        seen[at + way * options[rules.N_CALLS] + call_at(record, place)] = 1
    at += 4 * options[rules.N_CALLS]
    if options[rules.SHOWS] & rules.PASSES:
        at = mark_passed(record, seat, seen, at)
        if is_all_passed(record):
            mark(passed_cards(record, (seat - record[rules.PASS_LEFT] + 4) % 4), seen, at)
        at += PACK
    for way in range(4):
        at = mark(int(record[rules.PLAYED + (seat + way) % 4]), seen, at)
    if record[rules.PHASE] == rules.PLAYING:
        last = record[rules.COUNT]
        lying = 4 if last == PACK else last % 4
        for place in range(last - lying, last):
            seen[at + PACK * ((seat_at(record, place) - seat + 4) % 4) + card_at(record, place)] = 1
    at += 4 * PACK
    for way in range(4):
        suits = suits_out(record, (seat + way) % 4)
        for suit in range(4):
            seen[at + suit] = suits >> suit & 1
        at += 4
    at = mark_seat(record[rules.DEALER], seat, seen, at)
    at = mark_seat(
        record[rules.LEADER] if record[rules.PHASE] == rules.PLAYING else -1, seat, seen, at
    )
    at = mark_seat(record[rules.TURN], seat, seen, at)
    if options[rules.SHOWS] & rules.PASSES:
        passes = record[rules.PASS_LEFT] if record[rules.TO_PASS] > 0 else -1
        at = mark_seat(passes, 0, seen, at)
    for way in range(4):
        seen[at + way] = record[rules.TOOK + (seat + way) % 4] / HAND
    at += 4
    if options[rules.SHOWS] & rules.BY_SIDE:
        for way in range(2):
            seen[at + way] = score_of(record, (seat + way) % 4) / options[rules.WHOLE_SCORE]
        return
    for way in range(4):
        who = (seat + way) % 4
        seen[at + way] = record[rules.POINTS + who] / options[rules.WHOLE_SCORE]
        seen[at + 4 + way] = score_of(record, who) / options[rules.WHOLE_SCORE]
