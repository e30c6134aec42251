"""Records of matches: their parser and their text.

A match is a line ``game`` with the variant, a line ``score T0 3 - 2 T1`` if it doesn't begin at 0-0 (if
left out, the first result determines it), and its hands (``record.hand``). Blank lines and everything
after a ``#`` are skipped; indentation is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from suitwise.arguments import of_kind
from suitwise.errors import NotationError
from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.foundation.text.lines import (
    MOST_CHARACTERS,
    LineKind,
    RecordLines,
    at_line,
    said_lines,
)
from suitwise.game import load
from suitwise.texas42.game import N42PA, Texas42
from suitwise.texas42.record.hand import UNKNOWN, ClaimRecord, HandRecord, TrickRecord, score_text
from suitwise.texas42.rules.auction import PASS, bidder_of, call_of, caller, standing_call
from suitwise.texas42.rules.contracts import Contract
from suitwise.texas42.rules.dominoes import HAND, Domino, dominoes_of, parse_dominoes
from suitwise.texas42.rules.position import as_hands, distinct_mask, read_declaration

# --- Parsing --------------------------------------------------------------------------------------

MatchParts: TypeAlias = tuple[Texas42, tuple[HandRecord, ...], tuple[int, int] | None]
"""The variant, the hands, and the score of the sides before them, if given."""

_SCORE = re.compile(r"score T0 ([0-9]{1,5}) - ([0-9]{1,5}) T1")
_KINDS = {
    # Other programs write a letter before points bid and pips declared: P(30), P3.
    "hand": LineKind(
        "hand 1: shaker S0, bidder S1, bid 30, declaration 5",
        r"hand ([0-9]{1,6}): shaker S([0-3]), (?:(thrown in)|bidder S([0-3]), "
        r"bid (P\([0-9]{2}\)|[a-z0-9]+), declaration (P[0-6]|[a-z0-6-]+))",
    ),
    "deal": LineKind("deal S0: 6-4 5-5", r"deal S([0-3]): ([-:0-9 ,]+)", often=True),
    "auction": LineKind(
        "auction: S1:30 S2:pass S3:pass S0:pass", r"auction:((?: S[0-3]:[a-z0-9]+)+)"
    ),
    "trick": LineKind(
        "trick 1: S1:6-0 S2:6-6 S3:6-4 S0:6-1 -> S2 +11",
        r"trick ([1-7]): (S[0-3]:[0-6][-:][0-6](?: S[0-3]:[0-6][-:][0-6])*)"
        r"(?: -> S([0-3]) \+([0-9]{1,2}))?",
        often=True,
    ),
    "claim": LineKind("claim S0", r"claim S([0-3])(?: ([1-9][0-9]?) (points?|tricks?))?"),
    "result": LineKind(
        "result: declaring T1 15 points -> set (1 mark to T0); marks T0 1 - 0 T1",
        r"result: ((?:thrown in|(?:declaring T[01] [0-9]{1,2} points -> (?:made|set)"
        r"|(?:reneged|false claim) by S[0-3]) \([ 0-9a-zT,]{1,40}\)); "
        r"(?:marks|points) T0 [0-9]{1,5} - [0-9]{1,5} T1)",
    ),
}
_LINES = RecordLines("a record", _KINDS)


def read_match(text: str, game: Texas42) -> MatchParts:
    """Parse the parts of a match; ``game`` is the variant if the text has no line ``game``.

    Raises:
        NotationError: a line can't be read; the message gives its number.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"a record has at most {MOST_CHARACTERS} characters")
    lines = said_lines(text)
    if lines and lines[0][1].startswith("game "):
        game = _game(*lines.pop(0))
    before = None
    if lines and lines[0][1].startswith("score "):
        before = _score(*lines.pop(0))
    return game, tuple(_LINES.blocks(lines, _head, _with, _whole)), before


def _game(number: int, text: str) -> Texas42:
    with at_line(number):
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
        bidder, call = int(found[4]), call_of(found[5].removeprefix("P(").removesuffix(")"))
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
    more = distinct_mask(parse_dominoes(found[2]))
    if more.bit_count() != HAND:
        raise NotationError(f"a seat is dealt {HAND} dominoes, not {more.bit_count()}")
    twice = sum(dealt) & more
    if twice:
        raise NotationError(f"{dominoes_of(twice)[0]} is dealt twice")
    if dealt[seat]:
        raise NotationError(f"S{seat} is dealt to twice")
    dealt[seat] = more
    return replace(hand, dealt=as_hands(dealt))


def _with_auction(hand: HandRecord, found: re.Match[str], number: int) -> HandRecord:
    words = [word.split(":") for word in found[1].split()]
    if [int(seat[1]) for seat, _ in words] != [caller(hand.shaker, made) for made in range(4)]:
        raise NotationError("all four call once, the shaker's left first")
    calls = tuple(call_of(text) for _, text in words)
    if (bidder_of(calls, hand.shaker), standing_call(calls)) != (hand.bidder, hand.call):
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
    trick = TrickRecord(
        plays, int(found[3]) if found[3] else NOBODY, int(found[4]) if found[4] else UNKNOWN, number
    )
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
    """Return a parsed hand after checking that its lines belong together."""
    if hand.dealt is not None and not all(hand.dealt):
        raise NotationError("the deal names all four seats", line=hand.lines[0])
    if hand.bidder == NOBODY and hand.tricks:
        raise NotationError("a hand that is thrown in has no tricks", line=hand.tricks[0].line)
    if hand.bidder == NOBODY and hand.claim:
        raise NotationError("a hand that is thrown in has no claim", line=hand.claim.line)
    return hand


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
