"""Records of matches as text that people read and write: the classes, their parser and their text.

A match is a line ``game`` with the variant, a line ``score T0 3 - 2 T1`` if it doesn't begin at 0-0 (if
left out, the first result determines it), and its hands. Blank lines and everything after a ``#`` are
skipped; indentation is ignored. A hand is written as a head, the deal, the auction, its tricks and its
result, one per line::

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

A record need not follow the rules; ``record.judge`` checks whether it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from suitwise.arguments import of_kind, whole
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.seating import NOBODY, SEATS, seats_from
from suitwise.foundation.text import lines as record_lines
from suitwise.foundation.text.phrases import Phrase, Several, Side, phrase
from suitwise.game import load
from suitwise.texas42.game import N42PA, Texas42
from suitwise.texas42.rules import auction, dominoes
from suitwise.texas42.rules.auction import CALL_TEXT, PASS, caller
from suitwise.texas42.rules.contracts import RESULT_TEXT, Contract
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, Domino, dominoes_of
from suitwise.texas42.rules.position import Hands, as_hands, distinct_mask, read_declaration
from suitwise.texas42.state import Texas42State
from suitwise.texas42.variant import Texas42Variant

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
        IllegalPosition: the trick can't be written: it has no plays, a seat that there is not, points of
            three digits, or a winner without points.
        NotationError: what is played is no domino.
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
        if {self.winner, *(seat for seat, _ in self.plays)} - {NOBODY, *SEATS}:
            raise IllegalPosition("a trick is played and won by seats from 0 to 3")
        if not UNKNOWN <= self.points < 100:
            raise IllegalPosition("the points of a trick, right or wrong, have two digits at most")
        for _, domino in self.plays:
            Domino(domino)

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
        if not 0 <= whole(self.amount, "the amount of a claim") <= dominoes.HAND_POINTS:
            raise IllegalPosition(
                f"a claim is of at most {dominoes.HAND_POINTS}; 0 for all that is left"
            )

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
        IllegalPosition: no auction ends this way, the declaration is missing, a hand that was thrown
            in has tricks or a claim, or the result is none that is written.

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
        if not all(PASS <= call < auction.N_CALLS for call in self.calls):
            raise IllegalPosition(f"a call is a number from 0 to {auction.N_CALLS - 1}")
        if self.bidder != NOBODY:
            Contract(self.bidder, self.call, self.declaration)
        elif self.tricks:
            raise IllegalPosition("a hand that is thrown in has no tricks")
        elif self.claim:
            raise IllegalPosition("a hand that is thrown in has no claim")
        if self.result and not re.fullmatch(_KINDS["result"].pattern, f"result: {self.result}"):
            raise IllegalPosition(f"a result is written as {_KINDS['result'].sample!r}")

    @property
    def bidder(self) -> int:
        """The seat that won the auction, or ``NOBODY`` if all passed."""
        return auction.bidder_of(self.calls, self.shaker)

    @property
    def call(self) -> int:
        """The call that won the auction."""
        return auction.standing_call(self.calls)

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
            yield f"  deal S{seat}: {dominoes.format_dominoes(dominoes_of(hand), ' ')}"
        if self.has_auction:
            called = enumerate(self.calls)
            calls = (f"S{caller(self.shaker, made)}:{CALL_TEXT[call]}" for made, call in called)
            yield f"  auction: {' '.join(calls)}"
        yield from (f"  trick {number}: {trick}" for number, trick in enumerate(self.tricks, 1))
        if self.claim:
            yield f"  {self.claim}"
        if self.result:
            yield f"  result: {self.result}"


# --- Records of matches ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A recorded match, or a sequence of its hands.

    Args:
        game: the variant.
        hands: the hands.
        before: the score of the sides before them, or None if not recorded.

    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S0, bidder S1, bid 30, declaration 3
    ...   trick 1: S1:6-0 S2:6-6 S3:6-4 S0:6-1 -> S2 +11
    ... ''')
    >>> match.hands[0].bidder, len(match.hands[0].plays)
    (1, 4)
    """

    game: Texas42
    hands: tuple[HandRecord, ...]
    before: tuple[int, int] | None = None

    def __str__(self) -> str:
        score = f"score {score_text(self.before)}\n" if self.before else ""
        return f"game {self.game}\n{score}" + "".join(map(str, self.hands))

    @classmethod
    def parse(cls, text: str, game: Texas42 = N42PA) -> MatchRecord:
        """Parse a match.

        Args:
            text: its text.
            game: the variant if the text has no line ``game``.

        Raises:
            NotationError: a line can't be read; the message gives its number.
        """
        return cls(*read_match(of_kind(text, str, "text"), game))


# --- Parsing --------------------------------------------------------------------------------------

MatchParts: TypeAlias = tuple[Texas42, tuple[HandRecord, ...], tuple[int, int] | None]
"""The variant, the hands, and the score of the sides before them, if given."""

_SCORE = re.compile(r"score T0 ([0-9]{1,5}) - ([0-9]{1,5}) T1")
_KINDS = {
    # Other programs write a letter before points bid and pips declared: P(30), P3.
    "hand": record_lines.LineKind(
        "hand 1: shaker S0, bidder S1, bid 30, declaration 5",
        r"hand ([0-9]{1,6}): shaker S([0-3]), (?:(thrown in)|bidder S([0-3]), "
        r"bid (P\([0-9]{2}\)|[a-z0-9]+), declaration (P[0-6]|[a-z0-6-]+))",
    ),
    "deal": record_lines.LineKind("deal S0: 6-4 5-5", r"deal S([0-3]): ([-:0-9 ,]+)", often=True),
    "auction": record_lines.LineKind(
        "auction: S1:30 S2:pass S3:pass S0:pass", r"auction:((?: S[0-3]:[a-z0-9]+)+)"
    ),
    "trick": record_lines.LineKind(
        "trick 1: S1:6-0 S2:6-6 S3:6-4 S0:6-1 -> S2 +11",
        r"trick ([1-7]): (S[0-3]:[0-6][-:][0-6](?: S[0-3]:[0-6][-:][0-6])*)"
        r"(?: -> S([0-3]) \+([0-9]{1,2}))?",
        often=True,
    ),
    "claim": record_lines.LineKind(
        "claim S0", r"claim S([0-3])(?: ([1-9][0-9]?) (points?|tricks?))?"
    ),
    "result": record_lines.LineKind(
        "result: declaring T1 15 points -> set (1 mark to T0); marks T0 1 - 0 T1",
        r"result: ((?:thrown in|(?:declaring T[01] [0-9]{1,2} points -> (?:made|set)"
        r"|(?:reneged|false claim) by S[0-3]) \([ 0-9a-zT,]{1,40}\)); "
        r"(?:marks|points) T0 [0-9]{1,5} - [0-9]{1,5} T1)",
    ),
}
_LINES = record_lines.RecordLines("a record", _KINDS)


def read_match(text: str, game: Texas42) -> MatchParts:
    """Parse the parts of a match; ``game`` is the variant if the text has no line ``game``.

    Raises:
        NotationError: a line can't be read; the message gives its number.
    """
    if len(text) > record_lines.MOST_CHARACTERS:
        raise NotationError(f"a record has at most {record_lines.MOST_CHARACTERS} characters")
    lines = record_lines.said_lines(text)
    if lines and lines[0][1].startswith("game "):
        game = _game(*lines.pop(0))
    before = None
    if lines and lines[0][1].startswith("score "):
        before = _score(*lines.pop(0))
    return game, tuple(_LINES.blocks(lines, _head, _with, _whole)), before


def _game(number: int, text: str) -> Texas42:
    with record_lines.at_line(number):
        game = load(text.removeprefix("game "))
        if not isinstance(game, Texas42):
            raise NotationError(f"{game.name} is not Texas 42")
        return game


def _score(number: int, text: str) -> tuple[int, int]:
    found = _SCORE.fullmatch(" ".join(text.split()))
    if found is None:
        raise NotationError(f"{text[:40]!r}: write it as 'score T0 3 - 2 T1'", line=number)
    return int(found[1]), int(found[2])


def _head(found: re.Match[str], number: int, _hands: list[HandRecord]) -> HandRecord:
    calls: tuple[int, ...] = (PASS,) * 4
    declaration = UNKNOWN
    if not found[3]:
        bidder, call = int(found[4]), auction.call_of(found[5].removeprefix("P(").removesuffix(")"))
        declaration = read_declaration(found[6].removeprefix("P"))
        seats = (caller(int(found[2]), made) for made in SEATS)
        calls = tuple(call if seat == bidder else PASS for seat in seats)
        # A hand record with a pass as its bid would count as thrown in, so it is rejected here.
        Contract(bidder, call, declaration)
    lines = number, number, number
    return HandRecord(
        int(found[1]), int(found[2]), calls, declaration, has_auction=False, lines=lines
    )


def _with(kind: str, hand: HandRecord, found: re.Match[str], number: int) -> HandRecord:
    return _READERS[kind](hand, found, number)


def _with_deal(hand: HandRecord, found: re.Match[str], _number: int) -> HandRecord:
    seat, dealt = int(found[1]), list(hand.dealt or (0, 0, 0, 0))
    more = distinct_mask(dominoes.parse_dominoes(found[2]))
    if more.bit_count() != dominoes.HAND:
        raise NotationError(f"a seat is dealt {dominoes.HAND} dominoes, not {more.bit_count()}")
    twice = sum(dealt) & more
    if twice:
        raise NotationError(f"{dominoes_of(twice)[0]} is dealt twice")
    if dealt[seat]:
        raise NotationError(f"S{seat} is dealt to twice")
    dealt[seat] = more
    return replace(hand, dealt=as_hands(dealt))


def _with_auction(hand: HandRecord, found: re.Match[str], number: int) -> HandRecord:
    words = [word.split(":") for word in found[1].split()]
    if [int(seat[1]) for seat, _ in words] != [caller(hand.shaker, made) for made in SEATS]:
        raise NotationError("all four call once, the shaker's left first")
    calls = tuple(auction.call_of(text) for _, text in words)
    won = auction.bidder_of(calls, hand.shaker), auction.standing_call(calls)
    if won != (hand.bidder, hand.call):
        raise NotationError("the last call that is no pass is the bid of the head")
    lines = hand.lines[0], number, hand.lines[2]
    return replace(hand, calls=calls, has_auction=True, lines=lines)


def _with_trick(hand: HandRecord, found: re.Match[str], number: int) -> HandRecord:
    if int(found[1]) != len(hand.tricks) + 1:
        raise NotationError(f"trick {len(hand.tricks) + 1} is next, not {found[1]}")
    words = [word.split(":", 1) for word in found[2].split()]
    if len(words) > len(SEATS):
        raise NotationError("a trick has at most four dominoes")
    plays = tuple((int(seat[1]), int(Domino(text))) for seat, text in words)
    winner, points = (int(found[3]), int(found[4])) if found[3] else (NOBODY, UNKNOWN)
    trick = TrickRecord(plays, winner, points, number)
    return replace(hand, tricks=(*hand.tricks, trick))


def _with_claim(hand: HandRecord, found: re.Match[str], number: int) -> HandRecord:
    unit = f"{(found[3] or 'tricks').removesuffix('s')}s"
    return replace(hand, claim=ClaimRecord(int(found[1]), int(found[2] or 0), unit, number))


def _with_result(hand: HandRecord, found: re.Match[str], number: int) -> HandRecord:
    return replace(hand, result=found[1], lines=(*hand.lines[:2], number))


_READERS: dict[str, Callable[[HandRecord, re.Match[str], int], HandRecord]] = {
    "deal": _with_deal,
    "auction": _with_auction,
    "trick": _with_trick,
    "claim": _with_claim,
    "result": _with_result,
}


def _whole(hand: HandRecord) -> HandRecord:
    """Return a parsed hand after checking that its deal is complete."""
    if hand.dealt is not None and not all(hand.dealt):
        raise NotationError("the deal names all four seats", line=hand.lines[0])
    return hand


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
