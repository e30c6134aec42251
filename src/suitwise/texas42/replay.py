"""Recorded hands held against the rules: reneges, wrong winners, plays out of turn, wrong results.

The engine lets nobody renege; people at a table can. A record is judged as its seats played it: the suit
is that of the domino led, whoever led it, and who leads next is whom the record has as winner. Without a
deal a hand is what its seat plays from then on, so an unfinished record may hide a renege.

A renege costs the hand (rules of the N42PA): the marks bid go to the other side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from suitwise.texas42.algebra import CALLED_SUIT, DOUBLES, SEVENS, legal_plays
from suitwise.texas42.auction import DOUBLES_MASK, PASS, caller, why_not_call
from suitwise.texas42.contracts import (
    OPEN,
    RESULT_TEXT,
    Contract,
    declarer_of,
    legal_declarations,
    result_of,
    score_renege,
    sits_out,
)
from suitwise.texas42.dominoes import Domino, dominoes_of, format_dominoes
from suitwise.texas42.game import Texas42
from suitwise.texas42.moves import CALL, DECLARE, MOVES
from suitwise.texas42.position import SUIT_NAMES
from suitwise.texas42.record import (
    UNKNOWN,
    HandRecord,
    MatchRecord,
    TrickRecord,
    played_text,
    totals_text,
)
from suitwise.texas42.state import HAND
from suitwise.texas42.tricks import (
    NOBODY,
    led_suit,
    left_of,
    players,
    seats_from,
    side,
    trick_points,
    winning_place,
)


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a record breaks a rule.

    Args:
        line: the line of the record, 0 where the record was not read from text.
        rule: ``shaker``, ``auction``, ``declaration``, ``turn``, ``holding``, ``renege``, ``trick``,
            ``winner``, ``points``, ``end`` or ``result``.
        reason: what is wrong, and what would be right.
        trick: the number of the trick, 0 where it is none.
        seat: who is at fault, ``NOBODY`` where nobody is.
        domino: the domino played, -1 where it is none.
        legal: what should have been played instead.
    """

    line: int
    rule: str
    reason: str
    trick: int = 0
    seat: int = NOBODY
    domino: int = -1
    legal: tuple[Domino, ...] = ()

    def __str__(self) -> str:
        return f"line {self.line}: {self.rule}: {self.reason}"


@dataclass(slots=True)
class _Table:
    """What lies before a judge who reads a hand play by play."""

    game: Texas42
    hand: HandRecord
    out: int
    leader: int
    held: list[int]
    seen: dict[int, int] = field(default_factory=dict)
    points: list[int] = field(default_factory=lambda: [0, 0])
    tricks: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def result(self) -> int:
        """Whether the hand is decided by the tricks so far, as they were played."""
        own = side(self.hand.bidder)
        return result_of(
            self.hand.call, self.hand.declaration, self.points[own], self.points[1 - own],
            self.tricks[own], self.tricks[1 - own], HAND - sum(self.tricks),
        )  # fmt: skip

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played."""
        if self.hand.bidder == NOBODY:
            return True
        if self.game.is_played_out(self.hand.call):
            return sum(self.tricks) == HAND
        return self.result != OPEN


def faults_of(match: MatchRecord) -> list[Fault]:
    """Return all that is wrong with the hands of a match, in the order of the record.

    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S0, bidder S1, bid 30, declaration 3
    ...   trick 1: S1:6-0 S2:6-6 S3:6-4 S0:2-2 -> S1 +11
    ...   trick 2: S2:5-4 S3:5-3 S0:6-1
    ... ''')
    >>> for fault in faults_of(match):
    ...     print(fault)
    line 3: renege: S0 plays 2-2 to sixes and must follow suit: 6-1
    line 3: winner: S2 wins the trick with 6-6, not S1
    line 4: turn: S2 plays, but it is the turn of S1
    """
    found: list[Fault] = []
    totals: tuple[int, int] | None = None
    for before, hand in zip((None, *match.hands), match.hands, strict=False):
        table = _table(match.game, hand)
        found += _shaker_faults(before, hand)
        found += [*_auction_faults(match.game, hand), *_play_faults(table)]
        totals, wrong = _judged(table, totals)
        found += wrong
    return found


def reneges(match: MatchRecord) -> list[Fault]:
    """Return the reneges alone."""
    return [fault for fault in faults_of(match) if fault.rule == "renege"]


def renege_scores(game: Texas42, hand: HandRecord) -> tuple[int, int] | None:
    """Return the marks that the sides score for the first renege of a hand, None without one."""
    for fault in _play_faults(_table(game, hand)):
        if fault.rule == "renege":
            return score_renege(_contract(hand), fault.seat)
    return None


def _table(game: Texas42, hand: HandRecord) -> _Table:
    if hand.bidder == NOBODY:
        return _Table(game, hand, NOBODY, NOBODY, [*hand.hands])
    out = sits_out(hand.bidder, hand.declaration)
    return _Table(game, hand, out, declarer_of(hand.bidder, hand.call), [*hand.hands])


def _shaker_faults(before: HandRecord | None, hand: HandRecord) -> Iterator[Fault]:
    """Yield that the shake did not move to the left."""
    if before is not None and hand.shaker != left_of(before.shaker, NOBODY):
        due = left_of(before.shaker, NOBODY)
        reason = f"it is the shake of S{due}, not of S{hand.shaker}"
        yield Fault(hand.lines[0], "shaker", reason, seat=hand.shaker)


# --- The auction ----------------------------------------------------------------------------------


def _auction_faults(game: Texas42, hand: HandRecord) -> Iterator[Fault]:
    """Yield the calls that were not legal, and what could not be declared."""
    standing = PASS
    for made, call in enumerate(hand.calls):
        seat = caller(hand.shaker, made)
        held = HAND if hand.dealt is None else (hand.dealt[seat] & DOUBLES_MASK).bit_count()
        why = why_not_call(call, standing, made, held, game.cap, game.house)
        if why is not None:
            yield Fault(hand.lines[1], "auction", f"S{seat} calls {why}", seat=seat)
        standing = call if call != PASS else standing
    if hand.bidder == NOBODY:
        return
    if not legal_declarations(hand.call, game.specials) >> hand.declaration & 1:
        seat = declarer_of(hand.bidder, hand.call)
        declared = MOVES[DECLARE + hand.declaration]
        reason = f"{declared} may not be declared after {MOVES[CALL + hand.call]} in this house"
        yield Fault(hand.lines[0], "declaration", reason, seat=seat)


# --- The plays ------------------------------------------------------------------------------------


def _play_faults(table: _Table) -> Iterator[Fault]:
    """Judge the tricks one by one, as they were played."""
    ended = False
    for number, trick in enumerate(table.hand.tricks, 1):
        if table.is_over and not ended:
            ended = True
            over = f"the hand was {RESULT_TEXT[table.result]} before this trick"
            yield Fault(trick.line, "end", over, number)
        yield from _turn_faults(table, number, trick)
        suit = -1
        for seat, domino in trick.plays:
            yield from _domino_faults(table, number, trick, seat, domino, suit)
            table.held[seat] &= ~(1 << domino)
            table.seen.setdefault(domino, number)
            suit = led_suit(domino, table.hand.declaration) if suit < 0 else suit
        yield from _winner_faults(table, number, trick)


def _turn_faults(table: _Table, number: int, trick: TrickRecord) -> Iterator[Fault]:
    """Yield who played out of turn first, and a trick that is not whole with others after it."""
    expected = seats_from(table.leader, table.out)
    for due, (seat, domino) in zip(expected, trick.plays, strict=False):
        if due != seat:
            reason = f"S{seat} plays, but it is the turn of S{due}"
            yield Fault(trick.line, "turn", reason, number, seat, domino)
            break
    last = number == len(table.hand.tricks) and trick.winner == NOBODY and not table.hand.result
    if len(trick.plays) > len(expected) or (len(trick.plays) < len(expected) and not last):
        reason = f"{len(trick.plays)} dominoes are played to a trick of {len(expected)}"
        yield Fault(trick.line, "trick", reason, number)


def _domino_faults(
    table: _Table, number: int, trick: TrickRecord, seat: int, domino: int, suit: int
) -> Iterator[Fault]:
    """Yield what is wrong with one play: not held, or a renege."""
    shown = f"S{seat} plays {Domino(domino)}"
    if domino in table.seen:
        reason = f"{shown}, which was played to trick {table.seen[domino]}"
        yield Fault(trick.line, "holding", reason, number, seat, domino)
    elif not table.held[seat] >> domino & 1:
        held = format_dominoes(dominoes_of(table.held[seat])) or "nothing"
        reason = f"{shown}, but holds {held}"
        yield Fault(trick.line, "holding", reason, number, seat, domino)
    else:
        legal = legal_plays(table.held[seat], suit, table.hand.declaration)
        if not legal >> domino & 1:
            should = dominoes_of(legal)
            reason = f"{shown} {_duty(table.hand.declaration, suit)}: {format_dominoes(should)}"
            yield Fault(trick.line, "renege", reason, number, seat, domino, should)


def _duty(declaration: int, suit: int) -> str:
    if declaration == SEVENS:
        return "and must play the nearest to seven"
    called = "trumps" if declaration <= DOUBLES else "doubles"
    name = SUIT_NAMES[suit] if suit < CALLED_SUIT else called
    return f"to {name} and must follow suit"


def _winner_faults(table: _Table, number: int, trick: TrickRecord) -> Iterator[Fault]:
    """Say who won the trick, and go on with whom the record has."""
    if len(trick.plays) < players(table.out):
        table.leader = trick.winner if trick.winner != NOBODY else table.leader
        return
    dominoes = [domino for _, domino in trick.plays]
    seat, domino = trick.plays[winning_place(dominoes, table.hand.declaration)]
    points = trick_points(dominoes)
    if trick.winner not in (seat, NOBODY):
        reason = f"S{seat} wins the trick with {Domino(domino)}, not S{trick.winner}"
        yield Fault(trick.line, "winner", reason, number, seat, domino)
    if trick.points not in (points, UNKNOWN):
        yield Fault(trick.line, "points", f"it is worth {points}, not {trick.points}", number)
    table.points[side(seat)] += points
    table.tricks[side(seat)] += 1
    table.leader = seat if trick.winner == NOBODY else trick.winner


# --- The result -----------------------------------------------------------------------------------


def _judged(
    table: _Table, before: tuple[int, int] | None
) -> tuple[tuple[int, int] | None, list[Fault]]:
    """Return what the sides have scored after a hand, and what is wrong with its result.

    Args:
        table: the hand after all its plays.
        before: what they had scored before it, None where nothing was said so far.
    """
    hand, line = table.hand, table.hand.lines[2]
    if not table.is_over:
        wrong = "the hand is not over"
        return before, [Fault(line, "result", wrong)] if hand.result else []
    scores = _scores(table)
    totals = _added(before or _before(hand, scores), scores)
    text = _result_text(table, totals)
    if hand.result in ("", text):
        return totals, []
    return hand.totals, [Fault(line, "result", f"it is: {text}")]


def totals_before(match: MatchRecord) -> tuple[int, int]:
    """Return what the sides had scored before the first hand of a record, by its result."""
    if not match.hands:
        return 0, 0
    table = _table(match.game, match.hands[0])
    for _ in _play_faults(table):
        pass
    return _before(table.hand, _scores(table)) if table.is_over else (0, 0)


def _scores(table: _Table) -> tuple[int, int]:
    hand = table.hand
    if hand.bidder == NOBODY:
        return 0, 0
    took = table.points[0], table.points[1]
    return table.game.score_of(_contract(hand), table.result, took)


def _contract(hand: HandRecord) -> Contract:
    return Contract(hand.bidder, hand.call, hand.declaration)


def _before(hand: HandRecord, scores: tuple[int, int]) -> tuple[int, int]:
    """Return what the sides had scored before the first hand of a record, by its result."""
    totals = hand.totals or scores
    return max(totals[0] - scores[0], 0), max(totals[1] - scores[1], 0)


def _added(totals: tuple[int, int], scores: tuple[int, int]) -> tuple[int, int]:
    return totals[0] + scores[0], totals[1] + scores[1]


def _result_text(table: _Table, totals: tuple[int, int]) -> str:
    if table.hand.bidder == NOBODY:
        return f"thrown in; {totals_text(table.game, totals)}"
    took = table.points[0], table.points[1]
    return played_text(table.game, _contract(table.hand), table.result, took, totals)
