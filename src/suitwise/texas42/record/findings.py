"""The findings of a judge about a recorded hand (``judge``): its faults, and what the sides took."""

from __future__ import annotations

from dataclasses import dataclass, field

from suitwise.foundation.seating import NOBODY, side
from suitwise.texas42.game import Texas42
from suitwise.texas42.record.hand import HandRecord
from suitwise.texas42.rules.contracts import MADE, SET, Contract, is_played, result_of
from suitwise.texas42.rules.dominoes import Domino
from suitwise.texas42.rules.tricks import HAND


@dataclass(frozen=True, slots=True)
class Fault:
    """A place where a record breaks a rule.

    Args:
        line: the line of the record, 0 where the record was not read from text.
        rule: ``shaker``, ``number``, ``score``, ``auction``, ``declaration``, ``turn``, ``holding``,
            ``renege``, ``trick``, ``winner``, ``points``, ``claim``, ``end`` or ``result``.
        reason: the fault, and what would be right.
        trick: the number of the trick, 0 where the fault is outside all tricks.
        seat: the seat at fault, ``NOBODY`` where no seat is.
        domino: the domino played, -1 where the fault is no play.
        legal: the dominoes that were legal instead.

    >>> from suitwise.texas42 import MatchRecord, faults_of
    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S0, bidder S1, bid 30, declaration 3
    ...   trick 1: S1:6-0 S2:6-6 S3:6-4 S0:2-2
    ...   trick 2: S2:6-1 S3:5-3 S0:6-2
    ... ''')
    >>> fault = faults_of(match)[0]
    >>> print(fault)
    line 3: renege: S0 plays 2-2 to sixes and must follow suit: 6-2
    >>> fault.seat, fault.trick, [str(domino) for domino in fault.legal]
    (0, 1, ['6-2'])
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


@dataclass(frozen=True, slots=True)
class Loss:
    """The fault that has cost a hand: the first renege, or a claim that does not stand.

    Args:
        seat: the seat at fault.
        how: the fault, in the words of a result.
        took: the points that the sides had taken by then.
    """

    seat: int
    how: str
    took: tuple[int, int]


@dataclass(slots=True)
class Judged:
    """The findings of a judge that has read a hand play by play.

    Args:
        game: the variant.
        hand: the hand.
        out: the seat that sits out.
        leader: the seat that leads the next trick.
        held: the dominoes that the seats hold.
        faults: the faults, in the order of the record.
        seen: the dominoes played, and to which trick.
        points: the points that the sides took.
        tricks: how many tricks they took.
        loss: the fault that has cost the hand, or None.
    """

    game: Texas42
    hand: HandRecord
    out: int
    leader: int
    held: list[int]
    faults: list[Fault] = field(default_factory=list)
    seen: dict[int, int] = field(default_factory=dict)
    points: list[int] = field(default_factory=lambda: [0, 0])
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    loss: Loss | None = None

    @property
    def contract(self) -> Contract:
        """The contract of the hand."""
        return Contract(self.hand.bidder, self.hand.call, self.hand.declaration)

    @property
    def took(self) -> tuple[int, int]:
        """The points that the sides took."""
        return self.points[0], self.points[1]

    @property
    def tricks_taken(self) -> tuple[int, int]:
        """How many tricks the sides took."""
        return self.tricks[0], self.tricks[1]

    @property
    def left(self) -> int:
        """How many tricks nobody has taken."""
        return HAND - sum(self.tricks)

    @property
    def result(self) -> int:
        """Whether the hand is decided by the tricks so far, as they were played and claimed."""
        own = side(self.hand.bidder)
        return result_of(
            self.hand.call, self.hand.declaration, self.points[own], self.points[1 - own],
            self.tricks[own], self.tricks[1 - own], self.left,
        )  # fmt: skip

    @property
    def is_played(self) -> bool:
        """Whether nothing more is played, a renege aside."""
        return is_played(self.result, self.left, self.game.is_played_out(self.hand.call))

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended: thrown in, lost by a renege, played or claimed to its end."""
        return self.hand.bidder == NOBODY or self.loss is not None or self.is_played

    @property
    def outcome(self) -> int:
        """Whether the contract is ``MADE`` or ``SET`` once the hand has ended, the loss counted."""
        if self.loss is None:
            return self.result
        return SET if side(self.loss.seat) == side(self.hand.bidder) else MADE

    @property
    def scores(self) -> tuple[int, int]:
        """The score of the sides in the hand: nothing before its end."""
        if self.hand.bidder == NOBODY or not self.is_over:
            return 0, 0
        if self.loss is not None:
            return self.game.score_of_renege(self.contract, self.loss.seat, self.loss.took)
        return self.game.score_of(self.contract, self.result, self.took)
