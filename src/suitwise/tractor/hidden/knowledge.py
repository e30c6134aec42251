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
from functools import lru_cache, reduce
from typing import Any, NamedTuple

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, highest_bit, lowest_bit, rule
from suitwise.foundation.seating import SEATS
from suitwise.seeds import below, below_many
from suitwise.tractor.moves import DECK, Hands, four
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY, Pile, Trump, bits, partition_mask, together, without
from suitwise.tractor.rules.levels import KITTY
from suitwise.tractor.rules.owed import led_partition
from suitwise.tractor.rules.profile import BEST, NONE, PAIRS
from suitwise.tractor.rules.throws import forced_order, interchangeable
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
        first = _places(len(interchangeable(block, moment.shown, trump)) > 1 for block in blocks)
    in_turn = state.profile.forced == "first"
    return Thrown(moment.seat, moment.led, parts, first, moment.before, in_turn)


def _places(which: Iterable[bool]) -> int:
    return sum(int(true) << place for place, true in enumerate(which))


@lru_cache(maxsize=1 << 10)
def _above(partition: int, trump: Trump, phi: int) -> int:
    """Return the cards of a partition with a higher Φ."""
    main, cr = trump.main_index, trump.rank_index
    cards = bits(partition_mask(partition, main, cr))
    return sum(1 << card for card in cards if deck.phi_of(card, main, cr) > phi)


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
        kept[moment.seat] |= had
    kept[seat] = played[seat].plus(state.held[seat])
    return four(kept)


def turned_up(state: TractorState) -> Pile:
    """Return the cards turned up from the kitty."""
    return reduce(Pile.plus, (deck.CARD_PILES[card] for card in state.turned), EMPTY)


def _aside(state: TractorState, seat: int) -> Pile:
    """Return the cards that a seat knows to be in nobody's hand."""
    if state.buried is None:
        # Whoever has taken the kitty holds it.
        taken = state.phase == "bury" and seat == state.current_landlord
        return EMPTY if taken else turned_up(state)
    return state.buried if state.sees_kitty(seat) else EMPTY


def shown_by(state: TractorState, seat: int) -> Pile:
    """Return the cards that a seat has shown for bids."""
    return reduce(Pile.__or__, (bid.pile for bid in state.bids if bid.seat == seat), EMPTY)


def _pool(state: TractorState, kept: Pile, aside: Pile) -> Pile:
    """Return the cards that the landlord has or has buried, where it is not known which of the two."""
    shown = turned_up(state).plus(shown_by(state, state.current_landlord))
    known = kept.plus(aside)
    return (known | shown).minus(known)


def _rooms(state: TractorState, held: Hands, free: Pile) -> tuple[int, int, int, int, int]:
    """Return how many free cards the seats hold and how many are aside."""
    hands = state.drawn if state.phase == "bury" else state.held
    rooms = four(max(0, hand.size - known.size) for hand, known in zip(hands, held, strict=True))
    return *rooms, free.size - sum(rooms)


# --- A random deal of the hidden cards ------------------------------------------------------------
#
# Source: rules page §6. Each deal of the 108 cards is as likely as any other, and nothing that others
# chose to bid, bury or play counts. So a world, in which the two copies of a card are alike, comes as
# often as there are deals of labelled copies that are it: twice for each card whose copies lie in
# different places. (What the landlord buries is a choice: its hand and what it has buried are one
# place.)
#
# The free cards are dealt card by card into the places where each may lie (``knowledge``). How many
# deals there are of the cards from one on depends on nothing but the room that is left, so a table
# counts them all, and the table makes a uniform number into a uniform deal. The counts are rounded up
# to 54 bits; what rounding adds are numbers that are no deal, and are drawn again: no deal is more
# likely for it. Such deals agree with all that is known of single cards. Each is then checked against
# every play as the rules of the game take it (``trial``), and dealt anew from the beginning where a
# play does not fit: nothing is approximate. Where that would take long, as somebody must hold a
# certain long tractor, deals are counted and dealt in which a seat holds given cards, an *event*
# (``failed_throws``).

ASIDE = 3
"""The places are the hands of the three seats after the one that looks, and aside."""
PLACES = 4
MOST_OPTIONS = 10
"""The ways to put two copies into four places."""

(FREE, POOL, APART, ABSENT, LONE, KEPT) = (0, 2, 4, 5, 8, 11)
"""Where the masks stand that ``list_options`` takes."""
_COUNT_BITS = 54


# --- The ways to deal the copies of a card --------------------------------------------------------


@rule
def ways_of(a: int, b: int, c: int, aside: int, known: int, joined: int) -> int:
    """Return in how many ways labelled copies of a card can lie so, up to a factor of all its ways.

    Args:
        a: the free copies that the first seat gets; so the next two and those aside.
        b: for the second seat.
        c: for the third seat.
        aside: for nobody's hand.
        known: the seat 0..2 that has had the other copy; -1 where it makes no difference; 3 where
            both copies are free.
        joined: the seat 0..2 whose hand the cards aside come from; -1 if they come from none.
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
    """Return where the other copy of a card is, as ``ways_of`` takes it."""
    if masks[APART] & bit:
        return -1
    if masks[FREE + 1] & bit:
        return ASIDE
    for seat in range(3):
        if masks[KEPT + seat] & bit:
            return seat
    return -1


@rule
def most_held(masks: Any, seat: int, bit: int) -> int:
    """Return how many free copies of a card a seat can hold."""
    if masks[ABSENT + seat] & bit:
        return 0
    return 1 if masks[LONE + seat] & bit else 2


@rule
def list_options(masks: Any, joined: int, cards: Any, options: Any) -> int:
    """List for each free card the ways to put its copies into the places; return how many cards.

    Args:
        masks: the cards that are free, and twice; that the landlord holds or has buried, and twice;
            turned up; three masks each that the seats hold none of, at most one of, and have had.
        joined: see ``ways_of``.
        cards: array (54, 3), filled: the card, its free copies, the number of options.
        options: array (54, 10, 5), filled: the copies for each place, and in how many ways.
    """
    found = 0
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
                    options[found, listed, 0] = a
                    options[found, listed, 1] = b
                    options[found, listed, 2] = c
                    options[found, listed, 3] = aside
                    options[found, listed, 4] = ways_of(a, b, c, aside, known, joined)
                    listed += 1
        cards[found, 0] = card
        cards[found, 1] = copies
        cards[found, 2] = listed
        found += 1
    return found


# --- The table of counts --------------------------------------------------------------------------


@rule
def least_of(event: Any, card: int) -> int:
    """Return how many free copies of a card the seat of an event must hold.

    Args:
        event: the seat 0..2, the cards of which it holds a free copy, and two; what follows is not read.
        card: the card.
    """
    return int((event[1] >> card & 1) + (event[2] >> card & 1))


@rule
def count_card(
    table: Any, at: int, left: int, event: Any, shift: int, after: Any, counts: Any
) -> int:
    """Count the deals of the cards from one on in which an event comes true; return the highest count.

    Args:
        table: see ``count_deals``.
        at: the card's place.
        left: the free copies from this card on.
        event: see ``least_of``.
        shift: the bits by which the counts are shortened, rounded up.
        after: the counts of the next card, by the room left in the first three places of the order.
        counts: the same of this card; filled.
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
                found = 0
                for way in range(cards[at, 2]):
                    a = x - options[at, way, first]
                    b = y - options[at, way, second]
                    c = z - options[at, way, third]
                    fits = a >= 0 and b >= 0 and c >= 0 and rest >= options[at, way, last]
                    if fits and options[at, way, seat] >= least:
                        found += options[at, way, 4] * after[a, b, c]
                most = max(most, found)
                counts[x, y, z] = (found + (1 << shift) - 1) >> shift
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
    """Fill the table of the numbers of deals of the cards from one on; return that for all.

    Args:
        table: cards and options, see ``list_options``, cut to the free cards; rooms: how many free cards
            the four places take, together all; order: the places in the order of the table's axes, the
            last place has what is left; counts: array (cards + 1, rooms + 1 of the first three in that
            order), all 0, filled; shifts: array (cards,), filled: the bits that the counts of a card
            are shortened by.
        event: what must come true, see ``least_of``; zeros for nothing.
    """
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
    """Count the deals in which an event comes true, in the units of the table's count of all.

    Args:
        table: see ``count_deals``, filled.
        event: see ``least_of``; of cards of the front alone.
        front: array like the counts of the table's first cards, and of the one after them as there; the
            others are filled. Shortened by the same bits, they are counts for ``deal_cards``.
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
    """Put the free cards into the places; return whether the number was a deal, and the next index.

    Args:
        table: see ``count_deals``.
        event: what comes true, see ``least_of``; zeros for nothing.
        front: the counts of the first cards for this event, see ``count_event``; none where the table's
            counts are those.
        hands: array (5, 2): the piles known in the hand of the seat that looks, of the three others, and
            aside; changed.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
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
                ways = options[at, way, 4] * after[a, b, c]
                if number < ways:
                    chosen = way
                    x, y, z = a, b, c
                    break
                number -= ways
        if chosen < 0:
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
    """Choose the rest of the kitty from the landlord's cards; return the next index.

    Args:
        pool: the landlord's hand and burial, without what was turned up, twice; changed.
        chosen: the pile that was turned up; the kitty afterwards.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
    """
    missing = KITTY - count_bits(chosen[0]) - count_bits(chosen[1])
    left = count_bits(pool[0]) + count_bits(pool[1])
    for _ in range(missing):
        place, index = below(left, seed, stream, index)
        plane = 0 if place < count_bits(pool[0]) else 1
        if plane:
            place -= count_bits(pool[0])
        cards = pool[plane]
        for _ in range(place):
            cards &= cards - 1
        bit = 1 << lowest_bit(cards)
        pool[0], pool[1] = without(pool[0], pool[1], bit, 0)
        chosen[0], chosen[1] = together(chosen[0], chosen[1], bit, 0)
        left -= 1
    return index
