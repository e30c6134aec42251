"""What a seat knows about the cards that it can't see, and uniform random deals of those cards.

Source: rules page §6. A card is known to be a seat's if the seat has played it, tried to throw it or
shown it in a bid. Plays must be legal and throws are checked against all hands, so plays prove more:

* A seat that plays fewer cards of the led partition than were led has no more of it (a void).
* A seat that plays fewer pairs than were led has no other pair of the partition.
* If nobody beats a part of a throw, the other seats hold no higher single, or no higher pair. In a
  house that asks the seats in turn, a failed throw proves this about the next seat only.

Conditions that involve several cards at once are not expressed here but checked on whole deals
(``redealing``): what tractors prove, and that somebody beats the forced part of a failed throw. Nothing
is inferred from the draw, passes or the burial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any, NamedTuple

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, lowest_bit, rule
from suitwise.foundation.seating import SEATS
from suitwise.seeds import below, below_many
from suitwise.tractor.moves import DECK, Hands
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY, Pile, Trump, bits, partition_mask, together, without
from suitwise.tractor.rules.levels import KITTY
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.rules.profile import BEST, NONE, PAIRS
from suitwise.tractor.rules.throws import forced_order, interchangeable
from suitwise.tractor.state import TractorState

_NO_CARDS = (EMPTY, EMPTY, EMPTY, EMPTY)


class PastPlay(NamedTuple):
    """A play of the deal so far.

    Args:
        seat: the seat that made it.
        play: the cards on the table; none while the leader of a failed throw chooses a part.
        lead: the lead of the trick; None if this is the lead.
        led: the led partition 0..4.
        tried: if this is the lead left of a failed throw, the whole throw.
        void: whether it proves the seat void in that partition afterwards.
        before: the cards that each seat had played before.
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
        """The cards that the seat held for certain."""
        return self.play if self.tried is None else self.tried


class PastThrow(NamedTuple):
    """A throw of the deal so far, and what a seat knows about its outcome.

    Args:
        leader: the seat that threw.
        led: its partition 0..4.
        parts: the length in pairs and the top Φ of each part, in the order in which parts are forced.
        outcomes: the possible places, in that order, of the first part that somebody beats, one bit
            each; the bit behind the last part means that the throw stood.
        before: the cards that each seat had played before.
        in_turn: whether the seats are asked in turn, and the first that beats a part decides.
    """

    leader: int
    led: int
    parts: tuple[tuple[int, int], ...]
    outcomes: int
    before: Hands
    in_turn: bool = False

    @property
    def unbeaten(self) -> tuple[tuple[int, int], ...]:
        """The parts that nobody beats, or that the deciding seat does not beat."""
        return self.parts[: (self.outcomes & -self.outcomes).bit_length() - 1]

    def unbeaten_by(self, seat: int) -> tuple[tuple[int, int], ...]:
        """Return the parts that another seat than the leader is known not to beat."""
        is_asked = not self.in_turn or (seat - self.leader) % 4 == 1
        return self.unbeaten if is_asked or self.outcomes >> len(self.parts) else ()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows about the cards that it can't see.

    Cards *aside* are in nobody's hand: not yet drawn, in the kitty, or buried. *Free* cards are those
    whose place the seat does not know.

    Args:
        seat: the seat that knows.
        free: the free cards.
        pool: those of them that the landlord holds or has buried.
        held: the cards that each seat is known to hold now; all of its own hand.
        aside: the cards known to be aside.
        rooms: the number of free cards in the hand of each seat, and aside.
        kept: the cards that each seat is known to have had, without those aside now.
        absent: for each seat the mask of cards of which it holds no free copy.
        lone: for each seat the mask of cards of which it holds at most one free copy.
        joined: whether the cards aside were buried by the landlord, unseen by the seat.
    """

    seat: int
    free: Pile
    pool: Pile
    held: Hands
    aside: Pile
    rooms: tuple[int, ...]
    kept: Hands
    absent: tuple[int, ...]
    lone: tuple[int, ...]
    joined: bool

    def may_hold(self, seat: int) -> int:
        """Return the mask of cards that a seat may hold now.

        >>> from suitwise.tractor.game import Tractor
        >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
        >>> known = knowledge_of(state, 1)
        >>> known.may_hold(0).bit_count(), known.rooms
        (54, (1, 0, 0, 0, 107))
        """
        free = self.free.once & ~self.absent[seat] if self.rooms[seat] else 0
        return self.held[seat].once | free


# --- Plays and throws so far ----------------------------------------------------------------------


@lru_cache(maxsize=8)
def past_plays(state: TractorState) -> tuple[PastPlay, ...]:
    """Return the plays of the deal so far, in order."""
    return tuple(_past_plays(state))


def _past_plays(state: TractorState) -> Iterator[PastPlay]:
    before, trump = list(_NO_CARDS), state.trump
    for trick in state.tricks:
        lead, tried = None, trick.tried
        plays = trick.plays or ((EMPTY,) if tried else ())
        led = led_partition(tried or plays[0], trump) if plays else 0
        asked = 0 if state.profile.duty_code == NONE or not plays else plays[0].size
        mask = _mask(led, trump)
        for place, play in enumerate(plays):
            seat, void = (trick.leader + place) % 4, play.of(mask).size < asked
            yield PastPlay(seat, play, lead, led, tried, void, tuple(before))
            before[seat] = before[seat].plus(play)
            lead, tried = plays[0], None


def _mask(partition: int, trump: Trump) -> int:
    return partition_mask(partition, trump.main_index, trump.rank_index)


def past_throws(state: TractorState, seat: int) -> tuple[PastThrow, ...]:
    """Return the throws of the deal so far, with what a seat knows about their outcomes."""
    if state.profile.forced == "never":
        return ()
    leads = (past for past in past_plays(state) if past.lead is None)
    return tuple(throw for lead in leads if (throw := _throw(state, seat, lead)) is not None)


def _throw(state: TractorState, seat: int, past: PastPlay) -> PastThrow | None:
    """Return a lead as a throw; None if it is a single block."""
    trump = state.trump
    blocks = parts_of(past.shown, trump, state.profile.chain_mask(trump.main_index))
    if len(blocks) == 1:
        return None
    blocks = tuple(forced_order(blocks, state.profile))
    parts = tuple((block.size // 2, block.phi) for block in blocks)
    if past.tried is None:  # it stood
        outcomes = 1 << len(parts)
    elif state.profile.forced == "lowest":  # any part may be the beaten one
        outcomes = (1 << len(parts)) - 1
    elif past.play.once or seat == past.seat:
        play = past.play if past.play.once else next(iter(state.moves())).pile
        forced = parts_of(play, trump)[0]
        outcomes = _mask_of(part == (forced.size // 2, forced.phi) for part in parts)
    else:  # the leader is still to choose, so the part is one with a choice
        outcomes = _mask_of(len(interchangeable(block, past.shown, trump)) > 1 for block in blocks)
    in_turn = state.profile.forced == "first"
    return PastThrow(past.seat, past.led, parts, outcomes, past.before, in_turn)


def _mask_of(flags: Iterable[bool]) -> int:
    return sum(int(flag) << place for place, flag in enumerate(flags))


@lru_cache(maxsize=1 << 10)
def _above(partition: int, trump: Trump, phi: int) -> int:
    """Return the cards of a partition with a higher Φ."""
    main, cr = trump.main_index, trump.rank_index
    cards = bits(partition_mask(partition, main, cr))
    return sum(1 << card for card in cards if deck.phi_of(card, main, cr) > phi)


# --- Knowledge ------------------------------------------------------------------------------------


class _Limits:
    """Collects the limits on the free copies of each card that the seats hold."""

    def __init__(self, kept: Hands) -> None:
        self.kept = kept
        self.absent = [0, 0, 0, 0]
        self.lone = [0, 0, 0, 0]

    def none_of(self, seat: int, mask: int) -> None:
        self.absent[seat] |= mask

    def no_pairs_of(self, seat: int, mask: int, before: Hands) -> None:
        """Record that a seat had no pair of some cards after ``before`` had been played."""
        had = self.kept[seat].minus(before[seat])
        self.absent[seat] |= mask & had.once
        self.lone[seat] |= mask

    def follow(self, past: PastPlay, lead: Pile, state: TractorState) -> None:
        """Record what a reply proves by failing to match the lead."""
        duty, mask = state.profile.duty_code, _mask(past.led, state.trump)
        if past.void:
            self.none_of(past.seat, mask)
        elif duty in (BEST, PAIRS) and past.play.twice.bit_count() < lead.twice.bit_count():
            self.no_pairs_of(past.seat, mask & ~past.play.twice, past.before)

    def throw(self, throw: PastThrow, trump: Trump) -> None:
        """Record what the other seats prove by not beating parts of a throw."""
        for seat in SEATS:
            if seat == throw.leader:
                continue
            for length, phi in throw.unbeaten_by(seat):
                above = _above(throw.led, trump, phi)
                if length == 0:
                    self.none_of(seat, above)
                elif length == 1:
                    self.no_pairs_of(seat, above, throw.before)


def knowledge_of(state: TractorState, seat: int) -> Knowledge:
    """Return what a seat knows about the cards that it can't see.

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
    held = tuple(pile.minus(gone) for pile, gone in zip(kept, played, strict=True))
    limits = _Limits(kept)
    for past in past_plays(state):
        if past.lead is not None:
            limits.follow(past, past.lead, state)
    for throw in past_throws(state, seat):
        limits.throw(throw, state.trump)
    return Knowledge(
        seat,
        free,
        _pool(state, kept[state.current_landlord], aside) if joined else EMPTY,
        held,
        aside,
        _rooms(state, held, free),
        kept,
        tuple(limits.absent),
        tuple(limits.lone),
        joined,
    )


def _kept(state: TractorState, seat: int) -> Hands:
    """Return the cards that each seat is known to have had, without those it may have buried."""
    played = state.played
    kept = [shown_by(state, at) for at in SEATS]
    if state.tricks:
        kept[state.current_landlord] = EMPTY  # it may have buried what it has shown
    for past in past_plays(state):
        had = past.before[past.seat].plus(past.shown)
        kept[past.seat] |= had
    kept[seat] = played[seat].plus(state.held[seat])
    return tuple(kept)


def turned_up(state: TractorState) -> Pile:
    """Return the cards turned up from the kitty."""
    return reduce(Pile.plus, (deck.CARD_PILES[card] for card in state.turned), EMPTY)


def _aside(state: TractorState, seat: int) -> Pile:
    """Return the cards that a seat knows to be in nobody's hand."""
    if state.buried is None:
        # The landlord who has taken up the kitty holds it in hand.
        taken = state.phase == "bury" and seat == state.current_landlord
        return EMPTY if taken else turned_up(state)
    return state.buried if state.sees_kitty(seat) else EMPTY


def shown_by(state: TractorState, seat: int) -> Pile:
    """Return the cards that a seat has shown for bids."""
    return reduce(Pile.__or__, (bid.pile for bid in state.bids if bid.seat == seat), EMPTY)


def _pool(state: TractorState, kept: Pile, aside: Pile) -> Pile:
    """Return the cards that the landlord either holds or has buried, it is not known which."""
    shown = turned_up(state).plus(shown_by(state, state.current_landlord))
    known = kept.plus(aside)
    return (known | shown).minus(known)


def _rooms(state: TractorState, held: Hands, free: Pile) -> tuple[int, ...]:
    """Return the number of free cards in each hand and aside."""
    hands = state.drawn if state.phase == "bury" else state.held
    rooms = tuple(max(0, hand.size - known.size) for hand, known in zip(hands, held, strict=True))
    return *rooms, free.size - sum(rooms)


# --- Uniform random deals of the free cards -------------------------------------------------------
#
# Source: rules page §6. Every deal of the 108 labelled cards is equally likely, and nothing that others
# chose to bid, bury or play counts. The two copies of a card look alike, so a deal of unlabelled cards
# has weight 2 for each card whose copies are in different places. (The burial is a choice, not a deal:
# the landlord's hand and the cards it has buried count as one place.)
#
# The free cards are dealt one after the other into the places where they may be. The number of ways to
# deal the cards from one on depends only on the room left in each place, so dynamic programming counts
# them in a table, and the table turns a uniform number into a uniform deal. Counts are shortened to 54
# bits, rounded up; the numbers added by rounding belong to no deal and are drawn again, so the deals
# remain uniform. They agree with everything that is known of single cards; ``redealing`` checks the
# rest and deals again if a check fails (rejection sampling), so nothing is approximate. If that would
# take long, because somebody must hold a certain long tractor, deals are counted and dealt in which a
# seat holds given cards, an *event* (``redealing``).
#
# The rules below share these arrays; ``table`` is a tuple of six of them:
#
# ===============  ==============  =================================================================
# name             shape           meaning
# ===============  ==============  =================================================================
# ``hands``        (5, 2)          the known cards: the viewer's hand, the next three, the cards aside;
#                                  each is a pile: a mask of the cards, a mask of those in it twice
# ``masks``        (14,)           what is known of single cards; see ``FREE`` to ``KEPT``
# ``table[0]``     (n, 3)          ``cards``: the number of each free card, its free copies, its options
# ``table[1]``     (n, 10, 5)      ``options``: for each the copies in each place, and its weight
# ``table[2]``     (4,)            ``rooms``: the number of free cards in each place
# ``table[3]``     (4,)            ``order``: the places in the order of the axes of ``counts``; the
#                                  last one takes what is left
# ``table[4]``     (n + 1, ...)    ``counts``: the deals of the cards from one on, by the room left in
#                                  the first three places
# ``table[5]``     (n,)            ``shifts``: the bits by which the counts of a card are shortened
# ``event``        (3,) or more    a seat 0..2 after the viewer, the cards of which it must hold a free
#                                  copy, and those of which it must hold two; zeros for no event
# ``front``        (m + 1, ...)    counts of the first m cards and the next one, for an event; empty
#                                  for no event
# ===============  ==============  =================================================================

ASIDE = 3
"""The places are the hands of the three seats after the viewer, 0 to 2, and aside."""
PLACES = 4
MOST_OPTIONS = 10
"""The number of ways to put two copies into four places."""

(FREE, POOL, TURNED, ABSENT, LONE, KEPT) = (0, 2, 4, 5, 8, 11)
"""The indices in ``masks``: the free cards, and those free twice; the pool, and twice; the cards turned
up from the kitty; then for each of the three other seats the cards of which it has no free copy, of
which it has at most one, and which it is known to have had."""
_COUNT_BITS = 54


@rule
def ways_of(a: int, b: int, c: int, aside: int, known: int, joined: int) -> int:
    """Return the weight of a way to place the free copies of a card: 2 if its copies lie apart, else 1.

    Args:
        a: the number of free copies for the first seat.
        b: for the second seat.
        c: for the third seat.
        aside: the number aside.
        known: the seat 0..2 that has had the other copy; 3 if both copies are free; -1 if the weight
            does not depend on the place.
        joined: the seat 0..2 that has buried the cards aside; -1 if none has.
    """
    if known < 0:
        return 1
    if joined >= 0:
        a += aside if joined == 0 else 0
        b += aside if joined == 1 else 0
        c += aside if joined == 2 else 0
        aside = 0
    if known == ASIDE:
        return 1 if max(max(a, b), max(c, aside)) == 2 else 2
    same = a if known == 0 else b if known == 1 else c
    return 1 if same else 2


@rule
def known_place(masks: Any, bit: int) -> int:
    """Return the place of the other copy of a card, as ``ways_of`` takes it."""
    if masks[TURNED] & bit:
        return -1
    if masks[FREE + 1] & bit:
        return ASIDE
    for seat in range(3):
        if masks[KEPT + seat] & bit:
            return seat
    return -1


@rule
def most_held(masks: Any, seat: int, bit: int) -> int:
    """Return the most free copies of a card that a seat can hold."""
    if masks[ABSENT + seat] & bit:
        return 0
    return 1 if masks[LONE + seat] & bit else 2


@rule
def list_options(masks: Any, joined: int, cards: Any, options: Any) -> int:
    """Fill ``cards`` and ``options``, both with room for 54 cards; return the number of free cards."""
    size = 0
    for card in range(N_CARDS):
        bit = 1 << card
        copies = count_bits(masks[FREE] & bit) + count_bits(masks[FREE + 1] & bit)
        if copies == 0:
            continue
        pool = count_bits(masks[POOL] & bit) + count_bits(masks[POOL + 1] & bit)
        known = known_place(masks, bit)
        listed = 0
        for a in range(min(copies, most_held(masks, 0, bit)) + 1):
            for b in range(min(copies - a, most_held(masks, 1, bit)) + 1):
                for c in range(min(copies - a - b, most_held(masks, 2, bit)) + 1):
                    aside = copies - a - b - c
                    of_landlord = aside + (a if joined == 0 else b if joined == 1 else c)
                    if joined >= 0 and of_landlord < pool:
                        continue
                    options[size, listed, 0] = a
                    options[size, listed, 1] = b
                    options[size, listed, 2] = c
                    options[size, listed, 3] = aside
                    options[size, listed, 4] = ways_of(a, b, c, aside, known, joined)
                    listed += 1
        cards[size, 0] = card
        cards[size, 1] = copies
        cards[size, 2] = listed
        size += 1
    return size


# --- The table of counts --------------------------------------------------------------------------


@rule
def least_of(event: Any, card: int) -> int:
    """Return the number of free copies of a card that the seat of an event must hold."""
    return int((event[1] >> card & 1) + (event[2] >> card & 1))


@rule
def count_card(
    table: Any, at: int, left: int, event: Any, shift: int, after: Any, counts: Any
) -> int:
    """Count the deals of the cards from one on in which an event is true; return the highest count.

    Args:
        table: see above.
        at: the index of the card.
        left: the number of free copies from this card on.
        event: see above.
        shift: the number of bits by which to shorten the counts.
        after: the counts of the next card.
        counts: the counts of this card, filled.
    """
    cards, options, rooms, order = table[0], table[1], table[2], table[3]
    first, second, third, last = order[0], order[1], order[2], order[3]
    dealt = rooms[0] + rooms[1] + rooms[2] + rooms[3] - left
    seat, least = event[0], least_of(event, cards[at, 0])
    most = 0
    for x in range(max(0, rooms[first] - dealt), min(rooms[first], left) + 1):
        for y in range(max(0, rooms[second] - dealt), min(rooms[second], left - x) + 1):
            for z in range(max(0, rooms[third] - dealt), min(rooms[third], left - x - y) + 1):
                rest = left - x - y - z
                if rest > rooms[last]:
                    continue
                deals = 0
                for way in range(cards[at, 2]):
                    a = x - options[at, way, first]
                    b = y - options[at, way, second]
                    c = z - options[at, way, third]
                    fits = a >= 0 and b >= 0 and c >= 0 and rest >= options[at, way, last]
                    if fits and options[at, way, seat] >= least:
                        deals += options[at, way, 4] * after[a, b, c]
                most = max(most, deals)
                counts[x, y, z] = (deals + (1 << shift) - 1) >> shift
    return int(most)


@rule
def shorten(counts: Any, shift: int) -> None:
    """Shorten the counts of a card by some bits, rounded up."""
    for x in range(counts.shape[0]):
        for y in range(counts.shape[1]):
            for z in range(counts.shape[2]):
                counts[x, y, z] = (counts[x, y, z] + (1 << shift) - 1) >> shift


@rule
def count_deals(table: Any, event: Any) -> int:
    """Fill the counts of a table, which are zeros, and its shifts; return the number of all deals."""
    cards, _, rooms, order, counts, shifts = table
    counts[len(cards), 0, 0, 0] = 1
    left = 0
    for at in range(len(cards) - 1, -1, -1):
        left += cards[at, 1]
        most = count_card(table, at, left, event, 0, counts[at + 1], counts[at])
        if most >> _COUNT_BITS:
            shifts[at] = highest_bit(most) + 1 - _COUNT_BITS
            shorten(counts[at], shifts[at])
    return int(counts[0, rooms[order[0]], rooms[order[1]], rooms[order[2]]])


@rule
def count_event(table: Any, event: Any, front: Any) -> int:
    """Count the deals in which an event is true, in the units of the table's counts.

    Args:
        table: a filled table.
        event: the event; its cards are among those of the front.
        front: the counts of the first cards, filled; the last ones are given.
    """
    cards, _, rooms, order, _, shifts = table
    left = rooms[0] + rooms[1] + rooms[2] + rooms[3]
    for at in range(len(front) - 1):
        left -= cards[at, 1]
    for at in range(len(front) - 2, -1, -1):
        left += cards[at, 1]
        count_card(table, at, left, event, shifts[at], front[at + 1], front[at])
    return int(front[0, rooms[order[0]], rooms[order[1]], rooms[order[2]]])


# --- A deal at random -----------------------------------------------------------------------------


@rule
def deal_cards(
    table: Any, event: Any, front: Any, hands: Any, seed: int, stream: int, index: int
) -> tuple[bool, int]:
    """Deal the free cards; return whether the random numbers meant a deal, and the next index.

    Args:
        table: a filled table.
        event: the event that is to be true.
        front: the counts for this event.
        hands: the known cards; the free ones are added.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: the index in the stream.
    """
    cards, options, rooms, order, counts, shifts = table
    first, second, third, last = order[0], order[1], order[2], order[3]
    x, y, z, rest = rooms[first], rooms[second], rooms[third], rooms[last]
    for at in range(len(cards)):
        least = least_of(event, cards[at, 0])
        here = front[at] if at < len(front) else counts[at]
        after = front[at + 1] if at + 1 < len(front) else counts[at + 1]
        number, index = below_many(here[x, y, z] << shifts[at], seed, stream, index)
        chosen = -1
        for way in range(cards[at, 2]):
            a = x - options[at, way, first]
            b = y - options[at, way, second]
            c = z - options[at, way, third]
            fits = a >= 0 and b >= 0 and c >= 0 and rest >= options[at, way, last]
            if fits and options[at, way, event[0]] >= least:
                deals = options[at, way, 4] * after[a, b, c]
                if number < deals:
                    chosen = way
                    x, y, z = a, b, c
                    break
                number -= deals
        if chosen < 0:  # a number added by rounding
            return False, index
        rest -= options[at, chosen, last]
        for place in range(PLACES):
            bit = 1 << cards[at, 0]
            for _ in range(options[at, chosen, place]):
                hands[place + 1, 1] |= hands[place + 1, 0] & bit
                hands[place + 1, 0] |= bit
    return True, index


@rule
def choose_kitty(pool: Any, chosen: Any, seed: int, stream: int, index: int) -> int:
    """Choose the rest of the kitty at random from the landlord's cards; return the next index.

    Args:
        pool: the pile of the landlord's cards, without those turned up; the kitty is taken from it.
        chosen: the pile of the cards turned up, to which the rest of the kitty is added.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: the index in the stream.
    """
    missing = KITTY - count_bits(chosen[0]) - count_bits(chosen[1])
    left = count_bits(pool[0]) + count_bits(pool[1])
    for _ in range(missing):
        place, index = below(left, seed, stream, index)
        cards = pool[0]
        if place >= count_bits(pool[0]):
            place -= count_bits(pool[0])
            cards = pool[1]
        for _ in range(place):
            cards &= cards - 1
        bit = 1 << lowest_bit(cards)
        pool[0], pool[1] = without(pool[0], pool[1], bit, 0)
        chosen[0], chosen[1] = together(chosen[0], chosen[1], bit, 0)
        left -= 1
    return index
