"""Hidden hands of Texas 42: the knowledge of a seat, the worlds consistent with it, redealing.

Rules page, Solvers and players. As reneging is illegal, a play proves that its seat held nothing that it
would have had to play instead: after a discard, nothing of the suit led; in sevens, nothing nearer to
seven. A play that follows suit proves nothing. From the auction, only the doubles required for a plunge
or a splash are taken as known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from suitwise.arguments import of_kind, whole, whole_input
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.cost_dispatch import quickest, quickest_rows
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import as_integers, integers, is_gpu, zeros
from suitwise.foundation.seating import NOBODY, SEATS, players, seat_at
from suitwise.hidden_deals import deal_shuffled
from suitwise.seeds import as_seed, below, world_seed
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.auction import caller, doubles_shown
from suitwise.texas42.rules.dominoes import ALL, EVERY_DOUBLE, Domino, dominoes_of, legal_plays
from suitwise.texas42.rules.position import Hands, Position, as_hands

if TYPE_CHECKING:
    from suitwise.texas42.state import Texas42State

MOST_HELD = 7
"""The number of dominoes dealt to a seat."""
NO_DOUBLES = (0, 0, 0, 0)


@rule
def absent_after(domino: int, suit: int, declaration: int) -> int:
    """Return the dominoes that a seat proves not to hold by a play.

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
    """The state after some plays, as all seats know it.

    Args:
        played: the dominoes that each seat has played, sets of bits.
        absent: the dominoes that each seat has proved not to hold.
        leader: the seat that leads the next trick, or led the one on the table.
        trick: the dominoes on the table, in order.
    """

    played: Hands = (0, 0, 0, 0)
    absent: Hands = (0, 0, 0, 0)
    leader: int = 0
    trick: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge of one seat: its own hand as dealt, and all plays since the opening lead.

    Args:
        seat: the seat.
        hand: the dominoes that it was dealt, a set of bits.
        declaration: 0 to 13; None during the auction.
        leader: the seat that led the first trick.
        plays: all plays in order.
        out: the seat that sits out (nello), or ``NOBODY``; its hand is hidden like any other.
        doubles: the least number of doubles that each seat was dealt: 4 for a seat that bid plunge,
            3 for one that bid splash.
        pack: the dominoes that were dealt: all 28, or fewer to study smaller hands.

    Raises:
        IllegalPosition: the facts contradict each other; the message gives the reason. Whether the
            hidden hands can be filled is checked only when worlds are counted.

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
        """Validate the facts and derive what the plays prove."""
        try:
            self._refuse_facts()
            self._refuse_hand()
        except TypeError:
            self._refuse_kinds()
            raise
        object.__setattr__(self, "plays", tuple(whole(play, "a play") for play in self.plays))
        object.__setattr__(self, "_seen", self._after_plays())

    def _refuse_kinds(self) -> None:
        """Raise for an argument of the wrong type; called only after a comparison has failed."""
        for name in ("seat", "hand", "leader", "out", "pack"):
            whole(getattr(self, name), name)
        if self.declaration is not None:
            whole(self.declaration, "declaration")
        for name in ("plays", "doubles"):
            for number in of_kind(getattr(self, name), Sequence, name):
                whole(number, f"one of the {name}")

    def _refuse_facts(self) -> None:
        if self.declaration is not None and not 0 <= self.declaration <= dominoes.SEVENS:
            raise IllegalPosition(
                f"a declaration is 0 to {dominoes.SEVENS}, not {self.declaration}"
            )
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
        """Replay all plays and return the state after them.

        Raises:
            IllegalPosition: a play was illegal.
        """
        seen = Seen(leader=self.leader)
        for domino in self.plays:
            seen = self._after(seen, domino)
        return seen

    def _after(self, seen: Seen, domino: int) -> Seen:
        assert self.declaration is not None
        seat = seat_at(seen.leader, len(seen.trick), self.out)
        suit = dominoes.led_suit(seen.trick[0], self.declaration) if seen.trick else -1
        self._refuse_play(seen, seat, domino)
        absent = absent_after(domino, suit, self.declaration)
        if seat == self.seat and absent & self.hand & ~seen.played[seat]:
            raise IllegalPosition(f"{Domino(domino)}: seat {seat} had to play otherwise")
        trick = (*seen.trick, domino)
        leader = seen.leader
        if len(trick) == players(self.out):
            place = dominoes.winning_place(trick, self.declaration)
            leader, trick = seat_at(leader, place, self.out), ()
        return Seen(
            _joined(seen.played, seat, 1 << domino),
            _joined(seen.absent, seat, absent),
            leader,
            trick,
        )

    def _refuse_play(self, seen: Seen, seat: int, domino: int) -> None:
        if not 0 <= domino < dominoes.N_DOMINOES or not self.pack >> domino & 1:
            raise IllegalPosition(f"{domino} is played, and no domino of the pack")
        if any(played >> domino & 1 for played in seen.played):
            raise IllegalPosition(f"{Domino(domino)} is played twice")
        if (seat == self.seat) != bool(self.hand >> domino & 1):
            raise IllegalPosition(f"{Domino(domino)}: seat {seat} does not hold it")
        if seen.absent[seat] >> domino & 1:
            raise IllegalPosition(
                f"{Domino(domino)}: seat {seat} has shown before that it does not hold it"
            )

    # --- Derived facts ----------------------------------------------------------------------------

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
        """The dominoes that each seat may still hold, judged by its own plays."""
        possible = [self.unseen & ~absent for absent in self._seen.absent]
        return _replaced(possible, self.seat, self.left)

    @property
    def places(self) -> tuple[int, int, int, int]:
        """The number of unseen dominoes that each seat holds; 0 for the seat itself."""
        size = self.hand.bit_count()
        return _replaced([size - one.bit_count() for one in self._seen.played], self.seat, 0)

    @property
    def doubles_left(self) -> tuple[int, int, int, int]:
        """The least number of doubles that each seat still holds; not counted for the seat itself."""
        left = [
            max(0, least - (played & EVERY_DOUBLE).bit_count())
            for least, played in zip(self.doubles, self._seen.played, strict=True)
        ]
        return _replaced(left, self.seat, 0)

    def position(self, world: Sequence[int]) -> Position:
        """Return the position if the seats hold the hands of a world.

        Args:
            world: four sets of bits, a row of ``sample_worlds`` or an item of ``every_world``.

        Raises:
            IllegalPosition: nothing is declared, or the world contradicts the plays.
        """
        if self.declaration is None:
            raise IllegalPosition("nothing is declared yet")
        hands, seen = as_hands(map(int, world)), self._seen
        return Position(self.declaration, hands, seen.leader, seen.trick, self.out)


def _joined(hands: Hands, seat: int, more: int) -> Hands:
    return _replaced(hands, seat, hands[seat] | more)


def _replaced(of_seats: Sequence[int], seat: int, by: int) -> Hands:
    """Return the numbers of the four seats with that of one seat replaced."""
    return as_hands(by if at == seat else number for at, number in enumerate(of_seats))


# --- Counting and ranking worlds ------------------------------------------------------------------
#
# The seats that may hold a domino don't depend on where the other dominoes are, so worlds are counted by
# dynamic programming: deal the unseen dominoes one by one; the number of ways to go on depends only on
# the dominoes and open places left. The same table turns the rank of a world into the world, digit by
# digit, so a uniform number below the count gives a uniform world without rejection, and no world
# contradicts the seat's knowledge.
#
# If a seat is known to hold at least some number of doubles, the doubles are dealt first, and ways that
# leave it with too few count as zero.

MOST_WORLDS = 1 << 24
"""The largest number of worlds sampled by a call."""
_PIECE = 1 << 12
"""The number of worlds listed at a time."""
_ROOM_BITS = 16
"""Each sampled world has 2**16 random words of its own; it rarely needs a second one."""

_COUNTING_S = 0.002
_DEALING_S = 0.00005
"""Seconds that plain Python takes to count the worlds, and to deal one."""


@rule
def count_ways(holders: Any, places: Any, doubles: int, most: Any, ways: Any) -> int:
    """Fill the table of the numbers of ways to deal the last dominoes; return the number for all.

    Args:
        holders: for each unseen domino, doubles first, a bit for each of the three hidden seats that
            may hold it.
        places: the open places of the three hidden seats; their sum is the number of dominoes.
        doubles: the number of doubles among the dominoes.
        most: the most places that each hidden seat may have open after the doubles are dealt.
        ways: array (dominoes + 1, 8, 8), filled: ``ways[at, one, two]`` for the dominoes from ``at``
            on, when the first seat has ``one`` open place and the second ``two``, the third the rest.

    >>> import numpy as np
    >>> ways = np.zeros((4, 8, 8), np.int64)
    >>> count_ways([7, 7, 4], [1, 1, 1], 0, [1, 1, 1], ways)  # the third domino is the third seat's
    2
    """
    count = len(holders)
    for at in range(count, -1, -1):
        for one in range(places[0] + 1):
            for two in range(places[1] + 1):
                three = count - at - one - two
                fits = 0 <= three <= places[2]
                if at == doubles:
                    fits = fits and one <= most[0] and two <= most[1] and three <= most[2]
                number = 0
                if fits and at == count:
                    number = 1
                elif fits:  # the domino goes to the first, the second or the third seat
                    if one and holders[at] & 1:
                        number += ways[at + 1, one - 1, two]
                    if two and holders[at] & 2:
                        number += ways[at + 1, one, two - 1]
                    if three and holders[at] & 4:
                        number += ways[at + 1, one, two]
                ways[at, one, two] = number
    return int(ways[0, places[0], places[1]])


@rule
def deal_world(number: int, unseen: Any, holders: Any, places: Any, ways: Any) -> tuple[int, int]:
    """Return the hands of the first and second hidden seat in a world; the third has the rest.

    The worlds in which the first seat gets a domino come first, then those in which the second does.

    Args:
        number: the rank of the world, below the count.
        unseen: the unseen dominoes, doubles first.
        holders: as for ``count_ways``.
        places: as for ``count_ways``.
        ways: as for ``count_ways``.
    """
    one, two = places[0], places[1]
    first = second = 0
    for at in range(len(unseen)):
        if one and holders[at] & 1:
            ahead = ways[at + 1, one - 1, two]
            if number < ahead:
                first |= 1 << unseen[at]
                one -= 1
                continue
            number -= ahead
        if two and holders[at] & 2:
            ahead = ways[at + 1, one, two - 1]
            if number < ahead:
                second |= 1 << unseen[at]
                two -= 1
                continue
            number -= ahead
    return first, second


@rule
def write_world(number: int, table: Any, hands: Any, row: int) -> None:
    """Write the four hands of a world into a row."""
    seat, left, unseen, holders, places, ways, rest = table
    first, second = deal_world(number, unseen, holders, places, ways)
    hands[row, seat] = left
    hands[row, (seat + 1) & 3] = first
    hands[row, (seat + 2) & 3] = second
    hands[row, (seat + 3) & 3] = rest & ~(first | second)


@rule
def numbered_row(i: int, given: Any, answer: Any) -> None:
    """Write row ``i`` of a list of worlds; ``given`` holds the rank of row 0 and a table."""
    first, table = given
    write_world(first + i, table, answer, i)


@rule
def sampled_row(i: int, given: Any, answer: Any) -> None:
    """Write a random world; ``given`` holds the count, seed, stream, first world and a table."""
    count, seed, stream, first, table = given
    number, _ = below(count, seed, stream, (first + i) << _ROOM_BITS)
    write_world(number, table, answer, i)


# --- The table of a seat's knowledge --------------------------------------------------------------


class _Table(NamedTuple):
    """A seat's knowledge as the compiled functions take it; see ``count_ways``."""

    seat: int
    left: int
    unseen: memoryview
    holders: memoryview
    places: memoryview
    ways: Any
    rest: int


def _table_of(known: Knowledge) -> tuple[int, _Table]:
    """Return the number of worlds and the table for ranking them."""
    others = [(known.seat + step) & 3 for step in (1, 2, 3)]
    may_hold, all_places, doubles_left = known.may_hold, known.places, known.doubles_left
    places = integers(all_places[seat] for seat in others)
    most = integers(all_places[seat] - doubles_left[seat] for seat in others)
    doubles = dominoes_of(known.unseen & EVERY_DOUBLE)
    unseen = [*doubles, *dominoes_of(known.unseen & ~EVERY_DOUBLE)]
    holders = [
        sum((may_hold[seat] >> domino & 1) << at for at, seat in enumerate(others))
        for domino in unseen
    ]
    table = _Table(
        known.seat,
        known.left,
        integers(unseen),
        integers(holders),
        places,
        zeros(len(unseen) + 1, MOST_HELD + 1, MOST_HELD + 1),
        known.unseen,
    )
    count = quickest(count_ways, _COUNTING_S)
    return count(table.holders, places, len(doubles), most, table.ways), table


# --- Counting, listing and sampling ---------------------------------------------------------------


def count_worlds(known: Knowledge) -> int:
    """Return the number of worlds consistent with a seat's knowledge.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> hand = mask_of(as_dominoes("5-5 5-4 6-6 6-1 4-4 3-0 1-0"))
    >>> count_worlds(Knowledge(0, hand))
    399072960
    >>> count_worlds(Knowledge(0, hand, 5, plays=as_dominoes("5-5 5-1 5-0 6-2")))
    4624620
    """
    of_kind(known, Knowledge, "known")
    return _table_of(known)[0]


def every_world(known: Knowledge) -> Iterator[Hands]:
    """Yield every world once, as the hands that the seats still hold.

    Worlds come lazily, in order of rank.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> known = Knowledge(0, mask_of(as_dominoes("6-6")), pack=mask_of([0, 1, 2, 27]))
    >>> len(list(every_world(known))), next(every_world(known))
    (6, (134217728, 1, 4, 2))
    """
    of_kind(known, Knowledge, "known")
    count, table = _table_of(known)
    for first in range(0, count, _PIECE):
        hands = zeros(min(_PIECE, count - first), 4)
        rows = quickest_rows(numbered_row, len(hands) * _DEALING_S)
        rows((first, table), hands, 0, len(hands))
        yield from map(as_hands, hands.tolist())


def sample_worlds(
    known: Knowledge, n: int, seed: int, stream: int = 0, *, first: int = 0, device: str = "cpu"
) -> NDArray[np.int64]:
    """Return independent random worlds, uniform among all.

    Args:
        known: the seat's knowledge.
        n: the number of worlds, at most 16,777,216.
        seed: 64-bit seed.
        stream: the stream of random numbers, for example the number of a decision.
        first: the number of the first world in the stream, below 2**40.
        device: ``cpu``, or ``cuda`` for a GPU (extra ``cuda``); the worlds are the same.

    Returns:
        Array (n, 4): the hands that the seats still hold, sets of bits.

    Raises:
        IllegalPosition: no deal agrees with the seat's knowledge.
        SuitwiseError: a number is negative or too great, or there is no such device.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> known = Knowledge(0, mask_of(as_dominoes("5-5 5-4 6-6 6-1 4-4 3-0 1-0")))
    >>> hands = sample_worlds(known, 1000, seed=7)
    >>> hands.shape, hands[:, 0].tolist() == 1000 * [known.hand]
    ((1000, 4), True)
    """
    of_kind(known, Knowledge, "known")
    n = whole_input(n, "the worlds that are sampled in a call are", most=MOST_WORLDS)
    on_gpu = is_gpu(device)
    *numbers, table = _draws(known, seed, stream, first)
    hands = np.empty((n, 4), np.int64)
    if on_gpu:
        from suitwise.foundation.arrays.cuda import grid, require_cuda

        require_cuda()
        grid(sampled_row)((*numbers, tuple(map(_for_gpu, table))), hands)
    else:
        _fill(hands, (*numbers, table))
    return hands


def fill_worlds(
    hands: Any, known: Knowledge, seed: int, stream: int = 0, *, first: int = 0
) -> None:
    """Write the worlds of ``sample_worlds`` into the rows of a buffer, which need not be NumPy's.

    Args:
        hands: buffer (n, 4) of ``int64``, with one row or more.
        known: the seat's knowledge.
        seed: 64-bit seed.
        stream: see ``sample_worlds``.
        first: see ``sample_worlds``.

    Raises:
        IllegalPosition: no deal agrees with the seat's knowledge.
        SuitwiseError: a number is negative or too great.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> known = Knowledge(0, mask_of(as_dominoes("5-5 5-4 6-6 6-1 4-4 3-0 1-0")))
    >>> hands = zeros(3, 4)
    >>> fill_worlds(hands, known, seed=7)
    >>> hands.tolist() == sample_worlds(known, 3, seed=7).tolist()
    True
    """
    of_kind(known, Knowledge, "known")
    _fill(hands, _draws(known, seed, stream, first))


def _draws(known: Knowledge, seed: int, stream: int, first: int) -> tuple[Any, ...]:
    """Return what ``sampled_row`` is given, validated."""
    stream = whole_input(stream, "a stream is", most=(1 << 63) - 1)
    first = whole_input(first, "the number of the first world is", most=(1 << 40) - 1)
    count, table = _table_of(known)
    if not count:
        raise IllegalPosition("no deal of the unseen dominoes agrees with the plays")
    return count, as_seed(seed), stream, first, tuple(table)


def _fill(hands: Any, given: tuple[Any, ...]) -> None:
    quickest_rows(sampled_row, len(hands) * _DEALING_S)(given, hands, 0, len(hands))


def _for_gpu(part: Any) -> Any:
    """Return a part of a table as CUDA takes it: a number, or an array of NumPy's."""
    return part if isinstance(part, int) else as_integers(part)


# --- Knowledge and redealing in a game ------------------------------------------------------------


def knowledge_of(state: Texas42State, seat: int) -> Knowledge:
    """Return the knowledge of a seat in a hand that has been dealt.

    It consists of the seat's own dominoes, the plays, and the doubles that plunges and splashes promise;
    other calls are ignored.

    Raises:
        SuitwiseError: there is no such seat.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42().start().rolled(seed=1, stream=0)
    >>> knowledge_of(state, 0).hand == state.dealt[0]
    True
    """
    from suitwise.texas42.state import Texas42State  # worlds of a hand need no game

    of_kind(state, Texas42State, "state")
    seat = state.game.as_seat(seat)
    doubles = [0, 0, 0, 0]
    for made, call in enumerate(state.calls):
        doubles[caller(state.shaker, made)] = doubles_shown(call)
    shown = doubles[0], doubles[1], doubles[2], doubles[3]
    if state.play is None:
        return Knowledge(seat, state.dealt[seat], doubles=shown)
    contract = state.play.contract
    return Knowledge(
        seat,
        state.dealt[seat],
        contract.declaration,
        contract.leader,
        state.play.dominoes,
        contract.out,
        shown,
    )


def redealt(state: Texas42State, seat: int, seed: int, stream: int) -> Texas42State:
    """Return a position with the dominoes that a seat can't see dealt anew.

    The deal is uniform among those in which the seat holds its own hand, all plays were legal, and
    each seat that called a plunge or a splash held the doubles for it.

    Raises:
        SuitwiseError: the seed has more than 64 bits, or the stream is out of range.
    """
    seed = world_seed(seed)
    if not 0 <= stream < 2**63:
        raise SuitwiseError("a stream is a number from 0 to 2**63 - 1")
    if state.phase == "shake" or state.is_laid_open:
        return state
    if state.phase == "deal":
        return replace(state, dealt=_shuffled(state.dealt, seat, seed, stream))
    known = knowledge_of(state, seat)
    left = as_hands(map(int, sample_worlds(known, 1, seed, stream)[0]))
    if state.play is None:
        return replace(state, dealt=left)
    dealt = as_hands(mine | gone for mine, gone in zip(left, known.played, strict=True))
    position = replace(state.play.position, hands=left)
    return replace(state, dealt=dealt, play=replace(state.play, position=position))


def _shuffled(dealt: Hands, seat: int, seed: int, stream: int) -> Hands:
    """Return an unfinished deal with the dominoes of all seats but one redrawn."""
    rooms = [0 if at == seat else hand.bit_count() for at, hand in enumerate(dealt)]
    hands = [
        *map(dominoes.mask_of, deal_shuffled(dominoes_of(ALL & ~dealt[seat]), rooms, seed, stream))
    ]
    hands[seat] = dealt[seat]
    return as_hands(hands)
