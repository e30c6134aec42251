"""What a seat knows of the cards that it can't see: who must hold which, and who can't.

Source: rules page §6. A card is known to be a seat's if the seat has played it, tried to throw it or
shown it for a bid. Nobody may play otherwise than the duty says, and a throw is held against all hands,
so plays prove more:

* who gives fewer cards of the led partition than were led has no more of it (a void);
* who gives fewer pairs than were led had no other pair of the partition;
* where nobody beats a part of a throw, the others held no higher single, no higher pair than it; in
  the house that asks the seats in order, so much is known of the next seat alone if a throw fails.

What tractors prove, and that somebody beats the part of a throw that fails, depends on several cards at
once: that is found by checking a whole deal against the plays (``trial``). Nothing is concluded from
the draw, the passes or the burial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from suitwise.foundation.seating import SEATS
from suitwise.tractor.moves import DECK, Hands, four
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.order import Trump, partition_mask, phi_of
from suitwise.tractor.rules.owed import BEST, NONE, PAIRS
from suitwise.tractor.rules.piles import EMPTY, Pile, bits
from suitwise.tractor.rules.throws import alike, forced_order, led_partition
from suitwise.tractor.state import TractorState

_NO_CARDS = (EMPTY, EMPTY, EMPTY, EMPTY)


class Moment(NamedTuple):
    """A play, and what came before it.

    Args:
        seat: who made it.
        play: what lies on the table; nothing while the part of a failed throw is to be chosen.
        lead: what was led, None where the play is the lead.
        led: the led partition 0..4.
        tried: the throw that failed, if one did and this is its lead.
        void: whether it shows that the seat has no more of that partition.
        before: what each seat had played before.
    """

    seat: int
    play: Pile
    lead: Pile | None
    led: int
    tried: Pile | None
    void: bool
    before: Hands

    @property
    def shown(self) -> Pile:
        """The cards that the seat proves to hold."""
        return self.play if self.tried is None else self.tried


class Thrown(NamedTuple):
    """A throw, and what it says of the other hands.

    Args:
        leader: who tried it.
        led: its partition 0..4.
        parts: length in pairs and top Φ of its parts, in the order in which they would be forced.
        first: a bit for each place that the first part in that order may have which somebody beats; the
            bit behind the last part for none.
        before: what each seat had played before.
        in_turn: whether the first seat that beats a part decides, and those behind it are not asked.
    """

    leader: int
    led: int
    parts: tuple[tuple[int, int], ...]
    first: int
    before: Hands
    in_turn: bool = False

    @property
    def unbeaten(self) -> tuple[tuple[int, int], ...]:
        """The parts that nobody beats, or not the seat that decides, whichever it is."""
        return self.parts[: (self.first & -self.first).bit_length() - 1]

    def unbeaten_by(self, seat: int) -> tuple[tuple[int, int], ...]:
        """Return the parts that a seat other than the leader is known not to beat."""
        is_asked = not self.in_turn or (seat - self.leader) % 4 == 1
        return self.unbeaten if is_asked or self.first >> len(self.parts) else ()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows of the cards that it can't see.

    "Aside" are the cards that are in nobody's hand: those not yet drawn, the kitty, what is buried.

    Args:
        seat: who knows.
        free: the cards of which it does not know where they are.
        pool: those of them that the landlord holds or has buried.
        held: what each seat is known to hold now; of its own hand, all.
        aside: the cards known to be aside.
        rooms: how many free cards each seat holds, and how many are aside.
        kept: the cards that each seat is known to have had, without those aside now.
        absent: the cards of which a seat holds none that is free, as masks.
        lone: the cards of which a seat holds at most one that is free.
        joined: whether the cards aside come from the landlord's hand, unknown to the seat.
    """

    seat: int
    free: Pile
    pool: Pile
    held: Hands
    aside: Pile
    rooms: tuple[int, int, int, int, int]
    kept: Hands
    absent: tuple[int, int, int, int]
    lone: tuple[int, int, int, int]
    joined: bool

    def may_hold(self, seat: int) -> int:
        """Return the cards that a seat may hold now, as a mask.

        >>> from suitwise.tractor.game import Tractor
        >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
        >>> known = knowledge_of(state, 1)
        >>> known.may_hold(0).bit_count(), known.rooms
        (54, (1, 0, 0, 0, 107))
        """
        free = self.free.once & ~self.absent[seat] if self.rooms[seat] else 0
        return self.held[seat].once | free


# --- The plays ------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def moments_of(state: TractorState) -> tuple[Moment, ...]:
    """Return the plays of a deal so far, in order."""
    return tuple(_moments(state))


def _moments(state: TractorState) -> Iterator[Moment]:
    before, trump = list(_NO_CARDS), state.trump
    for trick in state.tricks:
        lead, tried = None, trick.tried
        plays = trick.plays or ((EMPTY,) if tried else ())
        led = led_partition(tried or plays[0], trump) if plays else 0
        asked = 0 if state.profile.duty_code == NONE or not plays else plays[0].size
        mask = _mask(led, trump)
        for place, play in enumerate(plays):
            seat, void = (trick.leader + place) % 4, play.of(mask).size < asked
            yield Moment(seat, play, lead, led, tried, void, four(before))
            before[seat] = before[seat].plus(play)
            lead, tried = plays[0], None


def _mask(partition: int, trump: Trump) -> int:
    return partition_mask(partition, trump.main_index, trump.rank_index)


# --- Throws ---------------------------------------------------------------------------------------


def throws_of(state: TractorState, seat: int) -> tuple[Thrown, ...]:
    """Return what a seat knows of the throws of a deal: which parts others beat, and which not."""
    if state.profile.forced == "never":
        return ()
    leads = (moment for moment in moments_of(state) if moment.lead is None)
    return tuple(thrown for lead in leads if (thrown := _thrown(state, seat, lead)) is not None)


def _thrown(state: TractorState, seat: int, moment: Moment) -> Thrown | None:
    """Return what a lead says of the other hands; None if it is a single block."""
    trump = state.trump
    blocks = parts_of(moment.shown, trump, state.profile.chain_mask(trump.main_index))
    if len(blocks) == 1:
        return None
    blocks = tuple(forced_order(blocks, state.profile))
    parts = tuple((block.size // 2, block.phi) for block in blocks)
    if moment.tried is None:
        first = 1 << len(parts)
    elif state.profile.forced == "lowest":
        first = (1 << len(parts)) - 1
    elif moment.play.once or seat == moment.seat:
        play = moment.play if moment.play.once else next(iter(state.moves())).pile
        forced = parts_of(play, trump)[0]
        first = _places(part == (forced.size // 2, forced.phi) for part in parts)
    else:  # the leader is to choose, so there is a choice
        first = _places(len(alike(block, moment.shown, trump)) > 1 for block in blocks)
    in_turn = state.profile.forced == "first"
    return Thrown(moment.seat, moment.led, parts, first, moment.before, in_turn)


def _places(which: Iterable[bool]) -> int:
    return sum(int(true) << place for place, true in enumerate(which))


@lru_cache(maxsize=1 << 10)
def _above(partition: int, trump: Trump, phi: int) -> int:
    """Return the cards of a partition with a higher Φ."""
    main, cr = trump.main_index, trump.rank_index
    cards = bits(partition_mask(partition, main, cr))
    return sum(1 << card for card in cards if phi_of(card, main, cr) > phi)


# --- Knowledge ------------------------------------------------------------------------------------


class _Limits:
    """The most free cards that the seats can hold, as far as single cards tell."""

    def __init__(self, kept: Hands) -> None:
        self.kept = kept
        self.absent = [0, 0, 0, 0]
        self.lone = [0, 0, 0, 0]

    def none_of(self, seat: int, mask: int) -> None:
        self.absent[seat] |= mask

    def no_pairs_of(self, seat: int, mask: int, before: Hands) -> None:
        """Note that a seat had no pair of some cards once ``before`` had been played."""
        had = self.kept[seat].minus(before[seat])
        self.absent[seat] |= mask & had.once
        self.lone[seat] |= mask

    def follow(self, moment: Moment, lead: Pile, state: TractorState) -> None:
        """Note what a seat shows by what it does not give."""
        duty, mask = state.profile.duty_code, _mask(moment.led, state.trump)
        if moment.void:
            self.none_of(moment.seat, mask)
        elif duty in (BEST, PAIRS) and moment.play.twice.bit_count() < lead.twice.bit_count():
            self.no_pairs_of(moment.seat, mask & ~moment.play.twice, moment.before)

    def throw(self, thrown: Thrown, trump: Trump) -> None:
        """Note what the other seats show by not beating a part."""
        for seat in SEATS:
            if seat == thrown.leader:
                continue
            for length, phi in thrown.unbeaten_by(seat):
                above = _above(thrown.led, trump, phi)
                if length == 0:
                    self.none_of(seat, above)
                elif length == 1:
                    self.no_pairs_of(seat, above, thrown.before)


def knowledge_of(state: TractorState, seat: int) -> Knowledge:
    """Return what a seat knows of the cards that it can't see.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    >>> known = knowledge_of(state, state.turn)
    >>> known.seat, known.free.size
    (0, 107)
    """
    joined = bool(state.tricks) and seat != state.current_landlord
    kept, played = _kept(state, seat), state.played
    aside = _aside(state, seat)
    free = DECK.minus(aside)
    for pile in kept:
        free = free.minus(pile)
    held = four(pile.minus(gone) for pile, gone in zip(kept, played, strict=True))
    limits = _Limits(kept)
    for moment in moments_of(state):
        if moment.lead is not None:
            limits.follow(moment, moment.lead, state)
    for thrown in throws_of(state, seat):
        limits.throw(thrown, state.trump)
    return Knowledge(
        seat,
        free,
        _pool(state, kept[state.current_landlord], aside) if joined else EMPTY,
        held,
        aside,
        _rooms(state, held, free),
        kept,
        four(limits.absent),
        four(limits.lone),
        joined,
    )


def _kept(state: TractorState, seat: int) -> Hands:
    """Return what each seat is known to have had in its hand, without what it has buried."""
    played = state.played
    kept = [shown_by(state, at) for at in SEATS]
    if state.tricks:
        kept[state.current_landlord] = EMPTY  # it may have buried what it has shown
    for moment in moments_of(state):
        had = moment.before[moment.seat].plus(moment.shown)
        kept[moment.seat] = most_of(kept[moment.seat], had)
    kept[seat] = played[seat].plus(state.held[seat])
    return four(kept)


def most_of(one: Pile, other: Pile) -> Pile:
    """Return the least cards that hold both piles."""
    return Pile(one.once | other.once, one.twice | other.twice)


def turned_up(state: TractorState) -> Pile:
    """Return the cards turned up from the kitty."""
    found = EMPTY
    for card in state.turned:
        found = found.plus(Pile(1 << card))
    return found


def _aside(state: TractorState, seat: int) -> Pile:
    """Return the cards that a seat knows to be in nobody's hand."""
    if state.buried is None:
        # Whoever has taken the kitty holds it.
        taken = state.phase == "bury" and seat == state.current_landlord
        return EMPTY if taken else turned_up(state)
    return state.buried if state.sees_kitty(seat) else EMPTY


def shown_by(state: TractorState, seat: int) -> Pile:
    """Return the cards that a seat has shown for bids."""
    shown = EMPTY
    for bid in state.bids:
        if bid.seat == seat:
            shown = most_of(shown, bid.pile)
    return shown


def _pool(state: TractorState, kept: Pile, aside: Pile) -> Pile:
    """Return the cards that the landlord has or has buried, where it is not known which of the two."""
    shown = turned_up(state).plus(shown_by(state, state.current_landlord))
    known = kept.plus(aside)
    return most_of(known, shown).minus(known)


def _rooms(state: TractorState, held: Hands, free: Pile) -> tuple[int, int, int, int, int]:
    """Return how many free cards the seats hold and how many are aside."""
    hands = state.drawn if state.phase == "bury" else state.held
    rooms = four(max(0, hand.size - known.size) for hand, known in zip(hands, held, strict=True))
    return *rooms, free.size - sum(rooms)
