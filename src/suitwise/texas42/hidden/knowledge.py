"""The knowledge of a seat: its own dominoes, the plays, and what they prove of the other hands.

Rules page, Solvers and players. Nobody may renege, so a play proves that its seat held nothing that
would have had to be played instead: nothing of the suit led when it did not follow, in sevens nothing
nearer. A play that followed suit proves nothing. Of the auction only the doubles that a plunge or a
splash must hold are taken as known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from suitwise.arguments import of_kind, whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.seating import NOBODY, SEATS, players, seat_at
from suitwise.texas42.rules.dominoes import ALL, N_DOMINOES, Domino
from suitwise.texas42.rules.position import Hands, Position, as_hands
from suitwise.texas42.rules.suits import EVERY_DOUBLE, SEVENS, legal_plays
from suitwise.texas42.rules.tricks import led_suit, winning_place

MOST_HELD = 7
"""A seat is dealt this many dominoes."""
NO_DOUBLES = (0, 0, 0, 0)


@rule
def absent_after(domino: int, suit: int, declaration: int) -> int:
    """Return the dominoes that a seat proves not to hold by playing one.

    Dominoes that would have to be played before it are taken away until it may be played.

    Args:
        domino: the domino that the seat played.
        suit: the suit led; negative if it led.
        declaration: the declaration.

    >>> from suitwise.texas42.rules.dominoes import dominoes_of
    >>> [str(d) for d in dominoes_of(absent_after(0, 6, 5))]  # 0-0 played to sixes, fives trump
    ['6-0', '6-1', '6-2', '6-3', '6-4', '6-6']
    """
    absent = 0
    legal = legal_plays(ALL, suit, declaration)
    while not legal >> domino & 1:
        absent |= legal
        legal = legal_plays(ALL & ~absent, suit, declaration)
    return absent


@dataclass(frozen=True, slots=True)
class Seen:
    """The state that the plays lead to.

    Args:
        played: the dominoes that each seat has played, sets of bits.
        absent: the dominoes that each seat has proved not to hold any more.
        leader: the seat that leads the next trick, or led the one on the table.
        trick: the dominoes on the table, in order.
    """

    played: Hands = (0, 0, 0, 0)
    absent: Hands = (0, 0, 0, 0)
    leader: int = 0
    trick: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge of one seat: its own hand as it was dealt, and all plays since the first lead.

    Args:
        seat: the seat.
        hand: the dominoes that it was dealt, a set of bits.
        declaration: 0 to 13; None during the auction.
        leader: the seat that led the first trick.
        plays: all plays in order.
        out: the seat that sits out (nello), or ``NOBODY``; its hand is hidden like any other.
        doubles: how many doubles each seat was dealt at least: 4 for a seat that bid plunge,
            3 for one that bid splash.
        pack: the dominoes that were dealt: all 28, or fewer where smaller hands are studied.

    Raises:
        IllegalPosition: no deal leads to it, with the reason; that hidden hands can't be filled is
            found when worlds are counted.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes, dominoes_of, mask_of
    >>> hand = mask_of(as_dominoes("5-5 5-4 6-6 6-1 4-4 3-0 1-0"))
    >>> known = Knowledge(0, hand, 5, leader=0, plays=as_dominoes("5-5 5-1 5-0 6-2"))
    >>> known.turn, known.places
    (0, (0, 6, 6, 6))
    >>> [str(d) for d in dominoes_of(known.unseen & ~known.may_hold[3])]  # seat 3 is out of fives
    ['5-2', '5-3', '6-5']
    """

    seat: int
    hand: int
    declaration: int | None = None
    leader: int = 0
    plays: Sequence[int] = ()
    out: int = NOBODY
    doubles: tuple[int, int, int, int] = NO_DOUBLES
    pack: int = ALL
    _seen: Seen = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse knowledge that no deal leads to, and work out what the plays prove."""
        try:
            self._refuse_facts()
            self._refuse_hand()
        except TypeError:
            self._refuse_kinds()
            raise
        object.__setattr__(self, "plays", tuple(whole(play, "a play") for play in self.plays))
        object.__setattr__(self, "_seen", self._after_plays())

    def _refuse_kinds(self) -> None:
        """Refuse an argument of the wrong kind; called only where a comparison has failed."""
        for name in ("seat", "hand", "leader", "out", "pack"):
            whole(getattr(self, name), name)
        if self.declaration is not None:
            whole(self.declaration, "declaration")
        for name in ("plays", "doubles"):
            for number in of_kind(getattr(self, name), Sequence, name):
                whole(number, f"one of the {name}")

    def _refuse_facts(self) -> None:
        if self.declaration is not None and not 0 <= self.declaration <= SEVENS:
            raise IllegalPosition(f"a declaration is 0 to {SEVENS}, not {self.declaration}")
        if self.seat not in SEATS or self.leader not in SEATS:
            raise IllegalPosition("a seat is 0, 1, 2 or 3")
        if self.out not in (NOBODY, *SEATS) or self.leader == self.out:
            raise IllegalPosition("who sits out is NOBODY or a seat that does not lead")
        if self.declaration is None and self.plays:
            raise IllegalPosition("nothing is played before a declaration")

    def _refuse_hand(self) -> None:
        if not 0 <= self.pack <= ALL or self.hand < 0 or self.hand & ~self.pack:
            raise IllegalPosition("a hand is a set of bits, of dominoes that are in the pack")
        size = self.hand.bit_count()
        if size > MOST_HELD or self.pack.bit_count() != 4 * size:
            raise IllegalPosition(
                f"a hand of {size} dominoes is no quarter of a pack of {self.pack.bit_count()}"
            )
        if len(self.doubles) != 4 or not all(0 <= least <= MOST_HELD for least in self.doubles):
            raise IllegalPosition("the least numbers of doubles are four, each from 0 to 7")
        held = (self.hand & EVERY_DOUBLE).bit_count()
        if held < self.doubles[self.seat]:
            raise IllegalPosition(
                f"seat {self.seat} was dealt {held} doubles, not {self.doubles[self.seat]} or more"
            )
        if len(self.plays) > players(self.out) * size:
            raise IllegalPosition(f"{len(self.plays)} plays are more than there are dominoes")

    # --- The plays --------------------------------------------------------------------------------

    def _after_plays(self) -> Seen:
        """Walk through the plays.

        Raises:
            IllegalPosition: one was not legal.
        """
        seen = Seen(leader=self.leader)
        for domino in self.plays:
            seen = self._after(seen, domino)
        return seen

    def _after(self, seen: Seen, domino: int) -> Seen:
        assert self.declaration is not None
        seat = seat_at(seen.leader, len(seen.trick), self.out)
        suit = led_suit(seen.trick[0], self.declaration) if seen.trick else -1
        self._refuse_play(seen, seat, domino)
        absent = absent_after(domino, suit, self.declaration)
        if seat == self.seat and absent & self.hand & ~seen.played[seat]:
            raise IllegalPosition(f"{Domino(domino)}: seat {seat} had to play otherwise")
        trick = (*seen.trick, domino)
        leader = seen.leader
        if len(trick) == players(self.out):
            place = winning_place(trick, self.declaration)
            leader, trick = seat_at(leader, place, self.out), ()
        return Seen(
            _joined(seen.played, seat, 1 << domino),
            _joined(seen.absent, seat, absent),
            leader,
            trick,
        )

    def _refuse_play(self, seen: Seen, seat: int, domino: int) -> None:
        if not 0 <= domino < N_DOMINOES or not self.pack >> domino & 1:
            raise IllegalPosition(f"{domino} is played, and no domino of the pack")
        if any(played >> domino & 1 for played in seen.played):
            raise IllegalPosition(f"{Domino(domino)} is played twice")
        if (seat == self.seat) != bool(self.hand >> domino & 1):
            raise IllegalPosition(f"{Domino(domino)}: seat {seat} does not hold it")
        if seen.absent[seat] >> domino & 1:
            raise IllegalPosition(
                f"{Domino(domino)}: seat {seat} has shown before that it does not hold it"
            )

    # --- What follows from them -------------------------------------------------------------------

    @property
    def played(self) -> Hands:
        """The dominoes that each seat has played."""
        return self._seen.played

    @property
    def turn(self) -> int:
        """The seat to play next."""
        return seat_at(self._seen.leader, len(self._seen.trick), self.out)

    @property
    def left(self) -> int:
        """The dominoes that the seat still holds."""
        return self.hand & ~self._seen.played[self.seat]

    @property
    def unseen(self) -> int:
        """The dominoes that other seats still hold."""
        seen = self.hand
        for played in self._seen.played:
            seen |= played
        return self.pack & ~seen

    @property
    def may_hold(self) -> Hands:
        """The dominoes that each seat may still hold, as far as its own plays tell."""
        possible = [self.unseen & ~absent for absent in self._seen.absent]
        return _replaced(possible, self.seat, self.left)

    @property
    def places(self) -> tuple[int, int, int, int]:
        """How many unseen dominoes each seat holds: none for the seat itself."""
        size = self.hand.bit_count()
        return _replaced([size - one.bit_count() for one in self._seen.played], self.seat, 0)

    @property
    def doubles_left(self) -> tuple[int, int, int, int]:
        """How many doubles each seat still holds at least; not counted for the seat itself."""
        left = [
            max(0, least - (played & EVERY_DOUBLE).bit_count())
            for least, played in zip(self.doubles, self._seen.played, strict=True)
        ]
        return _replaced(left, self.seat, 0)

    def position(self, world: Sequence[int]) -> Position:
        """Return the position if the seats still hold these hands.

        Args:
            world: four sets of bits, a row of ``sample_worlds`` or an item of ``worlds``.

        Raises:
            IllegalPosition: nothing is declared, or no play leads there.
        """
        if self.declaration is None:
            raise IllegalPosition("nothing is declared yet")
        hands, seen = as_hands(map(int, world)), self._seen
        return Position(self.declaration, hands, seen.leader, seen.trick, self.out)


def _joined(hands: Hands, seat: int, more: int) -> Hands:
    return _replaced(hands, seat, hands[seat] | more)


def _replaced(of_seats: Sequence[int], seat: int, by: int) -> Hands:
    """Return four numbers with that of one seat replaced."""
    return as_hands(by if at == seat else number for at, number in enumerate(of_seats))
