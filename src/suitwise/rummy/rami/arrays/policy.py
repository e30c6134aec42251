"""A policy of rami in compiled rules, close to the rule-based player, for playouts and for other seats.

A seat opens as soon as it can, and then takes every joker and lays every card that it can. Among several
such moves it makes the one that takes the most points out of its hand and uses the fewest jokers. It
draws the top of the pile if it must be used, or if it improves the melds of the hand. It discards the
least useful card: one that is in no meld of the best arrangement, costs many points, and could become
part of a meld with only a few of the cards still out.

``next_action`` is the policy by the numbers of staged turns; ``rami.players.playouts`` lays a whole turn
at once.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.rummy.rami.arrays import record as layout
from suitwise.rummy.rami.arrays.cards import (
    BIT_OF,
    HIGH_ACE,
    JOKERS,
    KIND_AT,
    LANE,
    MULTISET,
    TWICE,
    add_kind,
    take_kind,
)
from suitwise.rummy.rami.arrays.course import grows_well, lays_well, takes_well
from suitwise.rummy.rami.arrays.endings import fits_hand, is_owing
from suitwise.rummy.rami.arrays.melds import (
    LENGTH,
    NATURAL,
    TAKE_PLACES,
    WAYS,
    WILD,
    action_of_take,
    action_of_way,
    grown,
    is_joker_way,
    is_set,
    kind_added,
    kind_freeing,
    kind_of,
    suits_with,
)
from suitwise.rummy.rami.arrays.openings import (
    HAS_RUN,
    LAST,
    LEFT,
    PLACE,
    RANK_BITS,
    begin,
    choose,
    covered_by,
    ends_after,
    is_enough,
    list_of_hand,
    most_of_joker,
    needed_points,
)
from suitwise.rummy.rami.arrays.record import hand_of
from suitwise.rummy.rami.rules.numbers import DISCARDS, DONE, MELDS
from suitwise.rummy.rami.rules.numbers import PILE as PILE_ACTION
from suitwise.rummy.rami.rules.numbers import STOCK as STOCK_ACTION
from suitwise.rummy.rules.hand import JOKER
from suitwise.stepping.noted import is_noted

# --- The best melds of a hand ---------------------------------------------------------------------
#
# The aim of a search for melds: TO_OPEN, the opening that takes the most points out of the hand, where
# using a joker counts as a loss; MOST_POINTS, the opening with the most points, whether they are enough
# or not; MOST_COST, the melds whose cards cost the most.

TO_OPEN, MOST_POINTS, MOST_COST = range(3)
_NONE = -(1 << 20)


@rule
def gain_of(options: Any, meld: int, aim: int) -> int:
    """Return the gain of a meld under an aim."""
    if aim == MOST_POINTS:
        return int(options[layout.WORTHS + meld])
    gain = int(options[layout.MELD_COSTS + meld])
    return gain - 2 * WILD[meld] * int(options[layout.COSTS + JOKER]) if aim == TO_OPEN else gain


@rule
def _most_gain(record: Any, options: Any, level: int, covered: int, aim: int) -> int:
    """Return an upper bound of the gain that the cards left at a level of the search can add."""
    once, twice = int(record[level]) & covered, int(record[level + TWICE]) & covered
    total = 0
    if aim == MOST_POINTS:
        total = int(record[level + JOKERS]) * most_of_joker(options)
    elif aim == MOST_COST:
        total = int(record[level + JOKERS]) * int(options[layout.COSTS + JOKER])
    for rank in range(1, HIGH_ACE):
        of_rank = count_bits(once & RANK_BITS[rank]) + count_bits(twice & RANK_BITS[rank])
        if of_rank:
            first = layout.VALUES + rank if aim == MOST_POINTS else layout.COSTS + kind_of(0, rank)
            total += of_rank * options[first]
    return total


@rule
def _is_valid(record: Any, options: Any, hand: int, level: int, aim: int) -> bool:
    """Return whether the melds of a level are a result under an aim."""
    if aim == MOST_COST:
        return True
    if aim == MOST_POINTS:
        return bool(record[level + HAS_RUN] > 0)
    if not is_enough(record, options, level, needed_points(record, options)):
        return False
    return ends_after(record, options, hand, level)


@rule
def _keep_best(record: Any, level: int) -> None:
    """Store the melds of a level as the best so far."""
    record[layout.BEST_GAIN] = record[layout.GAINS + (level - layout.LEVELS) // layout.LEVEL]
    record[layout.N_BEST] = (level - layout.LEVELS) // layout.LEVEL
    for number in range(record[layout.N_BEST]):
        place = record[layout.LEVELS + layout.LEVEL * (number + 1) + LAST]
        record[layout.BEST + number] = record[layout.LISTED + place]


@rule
def first_place(record: Any, count: int) -> int:
    """Return the first place of the list that may be chosen; first melds are chosen ascending."""
    place, chosen = 0, int(record[layout.N_CHOSEN])
    if chosen:
        while place < count and record[layout.LISTED + place] < record[layout.CHOICES + chosen - 1]:
            place += 1
    return place


@rule
def find_best(record: Any, options: Any, hand: int, aim: int) -> bool:
    """Find the best melds of a hand by branch and bound; return whether there are any.

    The melds are left in ``BEST``, their gain in ``BEST_GAIN``.
    """
    begin(record, options, hand)
    count = list_of_hand(record, options, hand)
    covered = covered_by(record, count)
    record[layout.BEST_GAIN], record[layout.N_BEST], record[layout.GAINS] = _NONE, 0, 0
    level, kept = layout.LEVELS, int(aim != MOST_COST)
    record[level + PLACE] = first_place(record, count)
    while level >= layout.LEVELS:
        place = int(record[level + PLACE])
        if place >= count or record[level + LEFT] < 3 + kept:
            level -= layout.LEVEL
            continue
        record[level + PLACE] = place + 1
        meld = int(record[layout.LISTED + place])
        if LENGTH[meld] + kept > record[level + LEFT] or not fits_hand(record, level, meld):
            continue
        choose(record, options, level, place)
        after, depth = level + layout.LEVEL, (level - layout.LEVELS) // layout.LEVEL
        gain = int(record[layout.GAINS + depth]) + gain_of(options, meld, aim)
        record[layout.GAINS + depth + 1] = gain
        if gain > record[layout.BEST_GAIN] and _is_valid(record, options, hand, after, aim):
            _keep_best(record, after)
        if gain + _most_gain(record, options, after, covered, aim) > record[layout.BEST_GAIN]:
            level = after
    return bool(record[layout.N_BEST] > 0)


# --- The draw -------------------------------------------------------------------------------------


@rule
def wants_top(record: Any, options: Any) -> bool:
    """Return whether the seat on turn draws the top of the pile, if it is allowed to."""
    hand, top = hand_of(record), int(record[layout.TOP])
    if options[layout.IS_USED] or top == JOKER:
        return True
    is_open = record[layout.OPENED + record[layout.MOVER]] != 0
    if is_open and fits_table(record, top):
        return True
    aim = MOST_COST if is_open else MOST_POINTS
    add_kind(record, hand, top)
    count = list_of_hand(record, options, hand)
    is_melded = covered_by(record, count) >> BIT_OF[top] & 1
    after = 0
    if is_melded:
        find_best(record, options, hand, aim)
        after = int(record[layout.BEST_GAIN])
    take_kind(record, hand, top)
    if not is_melded:
        return False
    find_best(record, options, hand, aim)
    before = int(record[layout.BEST_GAIN])
    return (
        after > before
        if not is_open
        else after - max(0, before) >= int(options[layout.COSTS + top])
    )


@rule
def fits_table(record: Any, kind: int) -> bool:
    """Return whether a card other than a joker can be added to a meld of the table."""
    for at in range(record[layout.N_TABLE]):
        code = int(record[layout.TABLE + at])
        for way in range(4 if is_set(code) else 2):
            if grown(code, way, 0) and kind_added(code, way) == kind:
                return True
    return False


# --- Laying ---------------------------------------------------------------------------------------

NOTHING = -1


@rule
def joker_to_take(record: Any, options: Any, hand: int) -> int:
    """Return ``TAKE_PLACES`` times the meld of the table plus the place of a joker that is taken."""
    for at in range(record[layout.N_TABLE]):
        for place in range(TAKE_PLACES):
            if takes_well(record, options, hand, at, place):
                return TAKE_PLACES * at + place
    return NOTHING


@rule
def meld_to_lay(record: Any, options: Any, hand: int) -> int:
    """Return the new meld with the highest gain."""
    count, best, most = list_of_hand(record, options, hand), NOTHING, _NONE
    for place in range(count):
        meld = int(record[layout.LISTED + place])
        gain = gain_of(options, meld, TO_OPEN)
        if gain > most and lays_well(record, options, hand, meld):
            best, most = meld, gain
    return best


@rule
def card_to_add(record: Any, options: Any, hand: int) -> int:
    """Return ``WAYS`` times the meld plus the way in which the most expensive card fits, jokers last."""
    best, most = NOTHING, _NONE
    for at in range(record[layout.N_TABLE]):
        code = int(record[layout.TABLE + at])
        for way in range(WAYS):
            if not grows_well(record, options, hand, at, way):
                continue
            cost = -int(options[layout.COSTS + JOKER])
            if not is_joker_way(code, way):
                cost = int(options[layout.COSTS + kind_added(code, way)])
            if cost > most:
                best, most = WAYS * at + way, cost
    return best


# --- The discard ----------------------------------------------------------------------------------

_MELDED = 4000
"""The loss of discarding a card of the best melds, in hundredths of a point."""
_FEEDS = 400
"""The loss of discarding a card that fits the table."""


@rule
def copies(once: int, twice: int, bit: int) -> int:
    """Return the number of copies of a card in a multiset."""
    return (once >> bit & 1) + (twice >> bit & 1)


@rule
def _out_beside(hand: int, once: int, twice: int, suit: int, low: int, high: int) -> int:
    """Return the copies out of the card that completes a run, if the hand has just one of two others.

    Args:
        hand: the cards of the hand.
        once: the cards of which a copy or more is out.
        twice: those of which two are out.
        suit: the suit.
        low: the rank of one of the two cards.
        high: the rank of the other.
    """
    if low < 1 or high > HIGH_ACE:
        return 0
    one = LANE * suit + low
    other = LANE * suit + (high if high < HIGH_ACE else 1)
    has_one, has_other = hand >> one & 1, hand >> other & 1
    if has_one == has_other:
        return 0
    return copies(once, twice, other if has_one else one)


@rule
def help_of(hand: int, once: int, twice: int, kind: int) -> int:
    """Return 5 times the number of cards out that complete a meld with a card and one of the hand.

    Args:
        hand: the cards of the hand without this copy, as a word.
        once: the cards of which a copy or more is out.
        twice: those of which two are out.
        kind: the card.
    """
    suit, rank = kind // 13, BIT_OF[kind] % LANE
    found = _out_beside(hand, once, twice, suit, rank - 2, rank - 1)
    found += _out_beside(hand, once, twice, suit, rank - 1, rank + 1)
    found += _out_beside(hand, once, twice, suit, rank + 1, rank + 2)
    if rank == 1:
        found += _out_beside(hand, once, twice, suit, 12, 13)
    mates = suits_with(hand, rank) & ~(1 << suit)
    out = 0
    for other in range(4):
        if other != suit and mates >> other & 1 == 0:
            out += copies(once, twice, LANE * other + rank)
    return 5 * found + 2 * count_bits(mates) * out


@rule
def worst_card(record: Any, options: Any) -> int:
    """Return the kind of card that the seat on turn discards, the one of least worth."""
    hand, seat = hand_of(record), int(record[layout.MOVER])
    find_best(record, options, hand, MOST_COST)
    in_melds, in_two, loose = 0, 0, 0
    for number in range(record[layout.N_BEST]):
        meld = int(record[layout.BEST + number])
        in_two |= in_melds & NATURAL[meld]
        in_melds |= NATURAL[meld]
        if LENGTH[meld] > 3 and WILD[meld] == 0:
            loose |= _loose_cards(NATURAL[meld])
    once, twice = int(record[layout.STOCK]), int(record[layout.STOCK + TWICE])
    opened = 0
    for other in range(options[layout.SEATS]):
        opened += int(record[layout.OPENED + other])
        if other != seat:
            at = layout.HANDS + MULTISET * other
            twice |= once & int(record[at]) | int(record[at + TWICE])
            once |= int(record[at])
    cards, double = int(record[hand]), int(record[hand + TWICE])
    best, most = -1, 0
    left = cards
    while left:
        bit = lowest_bit(left)
        left &= left - 1
        kind = KIND_AT[bit]
        if kind == record[layout.BARRED]:
            continue
        cost = int(options[layout.COSTS + kind])
        rest = cards if double >> bit & 1 else cards & ~(1 << bit)
        helps = help_of(rest, once, twice, kind)
        spare = loose >> bit & 1 or (double >> bit & 1 and in_two >> bit & 1 == 0)
        worth = helps * (6 + 2 * cost)
        if record[layout.OPENED + seat]:
            worth = 20 * helps - 50 * cost
        if in_melds >> bit & 1 and not spare:
            worth += _MELDED
        if opened and fits_table(record, kind):
            worth += _FEEDS
        if best < 0 or worth <= most:
            best, most = kind, worth
    return best if best >= 0 else JOKER


@rule
def _loose_cards(cards: int) -> int:
    """Return the cards that a pure meld of four or more can spare: a run's ends, any card of a set."""
    low, high = lowest_bit(cards), 0
    above = cards >> LANE * (low // LANE) >> LANE  # a shift by all 64 bits would be undefined
    if above == 0 and count_bits(cards & cards - 1) > 0:
        word = cards
        while word:
            high = lowest_bit(word)
            word &= word - 1
        if high // LANE == low // LANE:
            return 1 << low | 1 << high
    return cards


# --- The next action of a staged turn -------------------------------------------------------------


@rule
def next_action(record: Any, options: Any) -> int:
    """Return the action of the seat on turn; its legal actions are noted in the record."""
    if record[layout.PHASE] == layout.DRAW:
        takes = is_noted(record, layout.LEGAL, PILE_ACTION) and wants_top(record, options)
        return PILE_ACTION if takes else STOCK_ACTION
    hand = hand_of(record)
    if record[layout.OPENED + record[layout.MOVER]] == 0:
        action = _first_meld(record, options, hand)
    else:
        action = _laying(record, options, hand)
    if action != NOTHING:
        return action
    return DONE if is_owing(record) else DISCARDS + worst_card(record, options)


@rule
def _first_meld(record: Any, options: Any, hand: int) -> int:
    """Return the next first meld, or ``done`` where those chosen are an opening and no other gains."""
    found = find_best(record, options, hand, TO_OPEN)
    if is_noted(record, layout.LEGAL, DONE) and not (found and record[layout.BEST_GAIN] > 0):
        return DONE
    return MELDS + int(record[layout.BEST]) if found else NOTHING


@rule
def _laying(record: Any, options: Any, hand: int) -> int:
    """Return the action that lays a card or takes a joker."""
    taken = joker_to_take(record, options, hand)
    if taken != NOTHING:
        code = int(record[layout.TABLE + taken // TAKE_PLACES])
        return action_of_take(code, kind_freeing(code, taken % TAKE_PLACES))
    meld = meld_to_lay(record, options, hand)
    if meld != NOTHING:
        return MELDS + meld
    added = card_to_add(record, options, hand)
    if added != NOTHING:
        return action_of_way(int(record[layout.TABLE + added // WAYS]), added % WAYS)
    return NOTHING
