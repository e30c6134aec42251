"""Records of hands: the classes, their text format, and the text of results.

A hand is written as a head, the deal, the auction, its tricks and its result, one per line::

    hand 1: shaker S0, bidder S1, bid 30, declaration 3
      deal S0: 5-0 6-1 …
      auction: S1:30 S2:pass S3:pass S0:pass
      trick 1: S1:6-0 S2:6-6 S3:6-4 S0:6-1 -> S2 +11
      result: declaring T1 15 points -> set (1 mark to T0); marks T0 1 - 0 T1

T0 are seats 0 and 2, T1 seats 1 and 3. Only the head is required. Without an auction line, the auction
is taken to be the bidder's call and three passes; without a deal, the hands are the dominoes played. A
hand that all have passed has the head ``hand 2: shaker S1, thrown in``. A seat that lays down its hand
ends the play by ``claim S0`` after the last play: all that is left, or nello's contract; ``claim S0 12
points`` or ``claim S0 2 tricks`` leaves the rest to the others. A hand lost by a renege or a false
claim has the result ``reneged by S0 (1 mark to T1); …`` or ``false claim by S0 …``.

``record.match`` reads and writes matches of such hands; ``record.judge`` checks whether a record
follows the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from suitwise.arguments import of_kind, whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import NOBODY, SEATS, seats_from
from suitwise.foundation.text.phrases import Phrase, Several, Side, phrase
from suitwise.texas42.rules.auction import (
    CALL_TEXT,
    N_CALLS,
    PASS,
    bidder_of,
    caller,
    standing_call,
)
from suitwise.texas42.rules.contracts import RESULT_TEXT, Contract
from suitwise.texas42.rules.dominoes import (
    DECLARATION_TEXT,
    HAND_POINTS,
    Domino,
    dominoes_of,
    format_dominoes,
)
from suitwise.texas42.rules.position import Hands, as_hands
from suitwise.texas42.state import Texas42State
from suitwise.texas42.variant import Texas42Variant

# --- The text of a result -------------------------------------------------------------------------


def totals_text(game: Texas42Variant, totals: tuple[int, int]) -> Phrase:
    """Return the text of the sides' total score with its unit."""
    first, second = totals
    if game.unit == "marks":
        return phrase(
            "texas42.marks", "marks {one} {first} - {second} {other}", **_scored(first, second)
        )
    return phrase(
        "texas42.points", "points {one} {first} - {second} {other}", **_scored(first, second)
    )


def _scored(first: int, second: int) -> dict[str, int]:
    return {"one": Side(0), "first": first, "second": second, "other": Side(1)}


def thrown_in_text(game: Texas42Variant, totals: tuple[int, int]) -> Phrase:
    """Return the text of the result of a hand that was thrown in."""
    return phrase("texas42.thrown-in", "thrown in; {totals}", totals=totals_text(game, totals))


def score_text(totals: tuple[int, int]) -> str:
    """Return the text of a score.

    >>> score_text((3, 2))
    'T0 3 - 2 T1'
    """
    return f"T0 {totals[0]} - {totals[1]} T1"


def played_text(
    game: Texas42Variant,
    contract: Contract,
    result: int,
    took: tuple[int, int],
    totals: tuple[int, int],
) -> Phrase:
    """Return the text of the result of a hand.

    Args:
        game: the variant.
        contract: the contract.
        result: ``MADE`` or ``SET``.
        took: the points that the sides took.
        totals: the total score of the sides, including this hand.
    """
    return phrase(
        "texas42.result",
        "declaring {side} {took} points -> {result} ({gets}); {totals}",
        side=Side(contract.side),
        took=took[contract.side],
        result=RESULT_TEXT[result],
        gets=_gets_text(game, game.score_of(contract, result, took)),
        totals=totals_text(game, totals),
    )


def false_claim(seat: int) -> str:
    """Return the words of a result for a false claim.

    >>> false_claim(2)
    'false claim by S2'
    """
    return f"false claim by S{seat}"


def lost_text(
    game: Texas42Variant, how: str, scores: tuple[int, int], totals: tuple[int, int]
) -> Phrase:
    """Return the text of the result of a hand lost by a renege or a false claim.

    Args:
        game: the variant.
        how: the fault and the seat at fault, in words.
        scores: the score of the sides in the hand.
        totals: the total score of the sides, including this hand.

    >>> lost_text(Texas42Variant(), "reneged by S0", (0, 1), (3, 2))
    'reneged by S0 (1 mark to T1); marks T0 3 - 2 T1'
    """
    return phrase(
        "texas42.lost",
        "{how} ({gets}); {totals}",
        how=how,
        gets=_gets_text(game, scores),
        totals=totals_text(game, totals),
    )


def _gets_text(game: Texas42Variant, scores: tuple[int, int]) -> Several:
    return Several(_got(game.unit, score, Side(side)) for side, score in enumerate(scores) if score)


def _got(unit: str, score: int, side: Side) -> Phrase:
    if unit == "marks":
        if score == 1:
            return phrase("texas42.gets-mark", "{score} mark to {side}", score=score, side=side)
        return phrase("texas42.gets-marks", "{score} marks to {side}", score=score, side=side)
    if score == 1:
        return phrase("texas42.gets-point", "{score} point to {side}", score=score, side=side)
    return phrase("texas42.gets-points", "{score} points to {side}", score=score, side=side)


# --- Records of hands -----------------------------------------------------------------------------

UNKNOWN = -1
"""The points of a trick, or the declaration, if not recorded."""
_TOTALS = re.compile(r"T0 ([0-9]{1,5}) - ([0-9]{1,5}) T1$")


@dataclass(frozen=True, slots=True)
class TrickRecord:
    """A recorded trick.

    Args:
        plays: each seat and the domino it played, in the order of play.
        winner: the seat that won it, or ``NOBODY`` if not recorded.
        points: its points, or ``UNKNOWN`` if not recorded.
        line: its line number in the text.

    Raises:
        IllegalPosition: the trick can't be written: it has no plays, or a winner without points.
    """

    plays: tuple[tuple[int, int], ...]
    winner: int = NOBODY
    points: int = UNKNOWN
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        """Validate that the record can be written."""
        if not self.plays:
            raise IllegalPosition("a trick has one play at least")
        if (self.winner == NOBODY) != (self.points == UNKNOWN):
            raise IllegalPosition("a trick has its winner and its points, or neither")

    def __str__(self) -> str:
        plays = " ".join(f"S{seat}:{Domino(domino)}" for seat, domino in self.plays)
        return plays if self.winner == NOBODY else f"{plays} -> S{self.winner} +{self.points}"


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    """A recorded claim, which ends the play.

    Args:
        seat: the seat that claims, for its side.
        amount: the number of points or tricks claimed; 0 for all that is left.
        unit: ``points`` or ``tricks``.
        line: its line number in the text.

    Raises:
        IllegalPosition: the claim can't be written.

    >>> print(ClaimRecord(2), ClaimRecord(2, 30, "points"), sep=" | ")
    claim S2 | claim S2 30 points
    """

    seat: int
    amount: int = 0
    unit: str = "tricks"
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        """Validate that the record can be written."""
        if self.seat not in SEATS or self.unit not in ("points", "tricks"):
            raise IllegalPosition("a seat from 0 to 3 claims points or tricks")
        if not 0 <= whole(self.amount, "the amount of a claim") <= HAND_POINTS:
            raise IllegalPosition(f"a claim is of at most {HAND_POINTS}; 0 for all that is left")

    @property
    def shown(self) -> str:
        """The claim in words."""
        if not self.amount:
            return "all that is left"
        return f"{self.amount} {self.unit if self.amount != 1 else self.unit[:-1]}"

    def __str__(self) -> str:
        return f"claim S{self.seat}" + (f" {self.amount} {self.unit}" if self.amount else "")


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A recorded hand, which need not follow the rules.

    Args:
        number: its number.
        shaker: the seat that shook.
        calls: the four calls from the shaker's left.
        declaration: the declaration, or ``UNKNOWN`` if the hand was thrown in.
        dealt: the hands as dealt, or None if not recorded.
        tricks: the tricks, of which the last may be incomplete.
        result: the text of the result, or an empty string.
        claim: the claim that ended the play, or None.
        has_auction: whether the calls were recorded; otherwise they are the bid and three passes.
        lines: the line numbers of the head, the auction and the result.

    Raises:
        IllegalPosition: no auction ends this way, or the declaration is missing.

    >>> from suitwise.texas42 import MatchRecord
    >>> (hand,) = MatchRecord.parse('''
    ... hand 1: shaker S0, bidder S1, bid 30, declaration 3
    ...   trick 1: S1:6-3 S2:6-6 S3:3-0 S0:3-2 -> S1 +6
    ... ''').hands
    >>> hand.bidder, hand.declaration, len(hand.plays)
    (1, 3, 4)
    """

    number: int
    shaker: int
    calls: tuple[int, ...]
    declaration: int = UNKNOWN
    dealt: Hands | None = None
    tricks: tuple[TrickRecord, ...] = ()
    result: str = ""
    claim: ClaimRecord | None = None
    has_auction: bool = True
    lines: tuple[int, int, int] = field(default=(0, 0, 0), compare=False)

    def __post_init__(self) -> None:
        """Validate that the record can be written."""
        if self.shaker not in SEATS or len(self.calls) != len(SEATS):
            raise IllegalPosition("a hand has a shaker from 0 to 3, and four calls")
        if not all(PASS <= call < N_CALLS for call in self.calls):
            raise IllegalPosition(f"a call is a number from 0 to {N_CALLS - 1}")
        if self.bidder != NOBODY:
            Contract(self.bidder, self.call, self.declaration)

    @property
    def bidder(self) -> int:
        """The seat that won the auction, or ``NOBODY`` if all passed."""
        return bidder_of(self.calls, self.shaker)

    @property
    def call(self) -> int:
        """The call that won the auction."""
        return standing_call(self.calls)

    @property
    def plays(self) -> tuple[tuple[int, int], ...]:
        """All plays, each a seat and a domino."""
        return tuple(play for trick in self.tricks for play in trick.plays)

    @property
    def hands(self) -> Hands:
        """The hands as dealt; without a deal, the dominoes that each seat played."""
        if self.dealt is not None:
            return self.dealt
        held = [0, 0, 0, 0]
        for seat, domino in self.plays:
            held[seat] |= 1 << domino
        return as_hands(held)

    @property
    def totals(self) -> tuple[int, int] | None:
        """The total score of the sides after the hand, or None if not recorded."""
        found = _TOTALS.search(self.result)
        return None if found is None else (int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return "\n".join(self._text()) + "\n"

    def _text(self) -> Iterator[str]:
        head = f"hand {self.number}: shaker S{self.shaker}"
        if self.bidder == NOBODY:
            yield f"{head}, thrown in"
        else:
            declared = DECLARATION_TEXT[self.declaration]
            bid = f"bidder S{self.bidder}, bid {CALL_TEXT[self.call]}"
            yield f"{head}, {bid}, declaration {declared}"
        for seat, hand in enumerate(self.dealt or ()):
            yield f"  deal S{seat}: {format_dominoes(dominoes_of(hand), ' ')}"
        if self.has_auction:
            called = enumerate(self.calls)
            calls = (f"S{caller(self.shaker, made)}:{CALL_TEXT[call]}" for made, call in called)
            yield f"  auction: {' '.join(calls)}"
        yield from (f"  trick {number}: {trick}" for number, trick in enumerate(self.tricks, 1))
        if self.claim:
            yield f"  {self.claim}"
        if self.result:
            yield f"  result: {self.result}"


# --- Records of played hands ----------------------------------------------------------------------


def hand_of(state: Texas42State, number: int = 1) -> HandRecord:
    """Return the record of the current hand, finished or not.

    Args:
        state: a position after the auction.
        number: the number of the hand.

    Raises:
        IllegalPosition: the hand has no declaration yet and was not thrown in.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> *_, end = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1).states()
    >>> hand = hand_of(end)
    >>> hand.bidder, hand.result
    (0, 'declaring T0 13 points -> set (4 marks to T1); marks T0 0 - 4 T1')
    """
    of_kind(state, Texas42State, "state")
    if state.play is None:
        if state.phase != "thrown":
            raise IllegalPosition("the record of a hand begins with what was declared")
        return HandRecord(
            number, state.shaker, state.calls, dealt=state.dealt, result=result_text(state)
        )
    return HandRecord(
        number,
        state.shaker,
        state.calls,
        state.play.contract.declaration,
        state.dealt,
        tuple(_tricks_of(state)),
        result_text(state) if state.phase == "end" else "",
        None if state.play.claim is None else ClaimRecord(state.play.claim.seat),
    )


def _tricks_of(state: Texas42State) -> Iterator[TrickRecord]:
    assert state.play is not None
    position = state.play.position
    for trick in state.play.tricks:
        seats = seats_from(trick.leader, position.out)
        plays = tuple(zip(seats, map(int, trick.dominoes), strict=True))
        yield TrickRecord(plays, trick.winner, trick.points)
    if position.trick:
        seats = seats_from(position.leader, position.out)
        yield TrickRecord(tuple(zip(seats, map(int, position.trick), strict=False)))


def result_text(state: Texas42State) -> Phrase:
    """Return the text of the result of a finished hand.

    >>> from suitwise.game import load
    >>> state, _ = load("texas42").start().rolled(seed=1, stream=0)
    >>> for _ in range(4):
    ...     state = state.after(state.parse_move("pass"))
    >>> result_text(state)
    'thrown in; marks T0 0 - 0 T1'
    """
    if state.play is None:
        return thrown_in_text(state.variant, state.scores)
    play = state.play
    if play.claim is not None and not play.claim.holds:
        how = false_claim(play.claim.seat)
        return lost_text(state.variant, how, state.hand_score, state.scores)
    return played_text(state.variant, play.contract, play.result, play.points, state.scores)
