"""A deal of a trick-taking game as rules over a flat record: dealing, bidding, passing, following.

Four seats get 13 cards each and play thirteen tricks; the best card takes a trick, and its seat leads to
the next. Everything else is up to the game, which replaces rules of the section "The rules that a game
may replace": the bidding, the opening of the play, the cards that may not be played, and the scores of
tricks and deals. The rules run on the record of a state, on thousands of records in compiled
environments, and as plain Python.

Only one rule forbids cards, ``barring``: a seat may play a card only if it holds none of the cards that
bar it. Both the legal plays and the inferences from a play follow from it: a seat that plays a card
holds none of the cards that bar it. So the knowledge of a seat can never contradict the rules.

A record is a row of integers: the loop's own columns (``stepping.loop``) and these.

=========  =======  ==============================================================================
name       columns  meaning
=========  =======  ==============================================================================
PHASE      1        ``DEALING``, ``PASSING``, ``PLAYING``, ``BIDDING``
TURN       1        the seat on turn, ``CHANCE`` or ``OVER``
DEALER     1        the seat that deals
DEALS      1        the number of finished deals of the game; 0 if its positions don't tell
COUNT      1        the cards dealt so far, and once all are dealt the cards played
LEADER     1        the seat that leads the open trick, or led the last of the deal
TRUMP      1        the suit that is trump, or ``NO_TRUMP``
TURNED     1        the card turned up, or -1
TO_PASS    1        the number of cards that each seat passes in this deal
PASS_LEFT  1        the number of seats to the left that they go
CALLED     1        the number of calls made in this deal
DEALT      4        the cards that each seat was dealt, as bits
HELD       4        the cards that each holds now
PLAYED     4        the cards that each has played
SHOWN      4        cards that everybody knows the seat was given, such as one turned up
BARRED     4        cards that everybody knows the seat does not hold, by what it played
TOOK       4        the tricks that each has taken
POINTS     4        the score of each seat in this deal
BEFORE     4        the score of each seat before this deal
PASSED     4        the cards that each has passed, in order: numbers in base 64, each a card plus 1
PLAYS      52       the cards played in order, each with its seat: 64 times the seat plus the card
CALLS      others   the calls made in order, each with its seat: 64 times the seat plus the call
=========  =======  ==============================================================================

A move is a number: a card, or ``PACK`` plus a call. A call is an announcement before the play, such as a
bid, a trump suit or a pass: an index in the game's ``calls``.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.game import CHANCE, OVER
from suitwise.stepping.loop import HEAD
from suitwise.tricks.cards import ALL, HAND, NO_TRUMP, PACK, SUIT, beats

DEALING, PASSING, PLAYING, BIDDING = range(4)
PHASE, TURN, DEALER, DEALS, COUNT, LEADER, TRUMP, TURNED, TO_PASS, PASS_LEFT, CALLED = range(
    HEAD, HEAD + 11
)
DEALT, HELD, PLAYED, SHOWN, BARRED, TOOK, POINTS, BEFORE, PASSED = range(HEAD + 11, HEAD + 47, 4)
PLAYS = PASSED + 4
CALLS = PLAYS + PACK
COLUMNS = CALLS
"""The columns of a game without bidding."""
SHOWS, WHOLE_SCORE, FIRST_DEALER, N_CALLS, NUMBERS = range(1, 6)
"""The places in ``options``: the bits of what to show, the score that counts as 1 in observations, the
first dealer, the number of calls, and the first of the game's own numbers. Place 0 holds the number of
seats."""

BY_SIDE, TURNS_UP, PASSES, TELLS_DEALS = 1, 2, 4, 8
"""The bits of ``SHOWS``: scores of sides, a card turned up, passed cards, the number of the deal."""

# --- The rules that a game may replace ------------------------------------------------------------
#
# ``options`` holds the game's own numbers from ``NUMBERS`` on.


@rule
def open_deal(record: Any, options: Any, last: int) -> None:
    """Begin the deal after its last card, ``last``; by default the seat left of the dealer leads.

    The rule may set ``TRUMP``, ``TURNED`` and ``SHOWN``. It ends with ``bid_from``, ``pass_cards`` or
    ``lead``.
    """
    lead(record, (record[DEALER] + 1) % 4)


@rule
def may_call(record: Any, options: Any, call: int) -> bool:
    """Tell whether the seat on turn may make a call; by default it may make any.

    The rule may read only public information, so the answer is the same whatever the seat holds.
    """
    return True


@rule
def after_call(record: Any, options: Any, call: int) -> None:
    """Continue after the last call; by default each seat makes one call, and then the play opens.

    The rule may set ``TURN`` for another call, and ``TRUMP``; or it calls ``pass_cards`` or ``lead``, or
    ``deal_next`` if all have passed.
    """
    if record[CALLED] < 4:
        record[TURN] = (record[TURN] + 1) % 4
    else:
        open_play(record, options)


@rule
def open_play(record: Any, options: Any) -> None:
    """Open the play after the bidding or the passing; by default the seat left of the dealer leads."""
    lead(record, (record[DEALER] + 1) % 4)


@rule
def barring(record: Any, options: Any, card: int) -> int:
    """Return the cards that bar a play: the seat on turn may not make it if it holds one of them.

    The rule may read only public information, so the answer is the same whatever the seat holds. By
    default it is ``following``.
    """
    return following(record, card)


@rule
def score_trick(record: Any, options: Any, winner: int) -> None:
    """Score the last trick by adding to ``POINTS``; by default a trick is worth nothing."""


@rule
def score_deal(record: Any, options: Any) -> None:
    """Score the deal after its last trick; by default the points of the tricks are its score.

    If partners score together, ``POINTS`` must be the same for both.
    """


@rule
def is_won(record: Any, options: Any) -> bool:
    """Tell whether the game is over after a deal; by default it is a single deal.

    ``DEALS`` does not include the deal yet, but ``score_of`` does.
    """
    return True


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return the return of a seat for a finished game; by default its score."""
    return float(score_of(record, seat))


@rule
def choose(record: Any, options: Any, free: int) -> int:
    """Return the move of the game's policy, by which others play in vectors; by default it has none.

    The rule may read only what the seat on turn sees, of the others' cards those that ``reach`` tells,
    and it is the choice of the game's player ``rules``.

    Args:
        record: the record.
        options: the variant's numbers.
        free: what the seat may pass, play or call, as ``legal`` returns it.
    """
    return first_move(record) + lowest_bit(free)


@rule
def score_a_point(record: Any, options: Any, winner: int) -> None:
    """Score a point for the winner of the last trick: ``score_trick`` of the plainest game."""
    record[POINTS + winner] += 1


# --- What its rules are made of -------------------------------------------------------------------


@rule
def lead(record: Any, seat: int) -> None:
    """Let a seat lead to the first trick."""
    record[PHASE] = PLAYING
    record[LEADER] = seat
    record[TURN] = seat


@rule
def pass_cards(record: Any, cards: int, left: int) -> None:
    """Begin the passing of cards, each seat in turn from the left of the dealer.

    Args:
        record: the record.
        cards: the number of cards that each seat passes.
        left: the number of seats to the left that they go.
    """
    record[PHASE], record[TO_PASS], record[PASS_LEFT] = PASSING, cards, left
    record[TURN] = (record[DEALER] + 1) % 4


@rule
def bid_from(record: Any, seat: int) -> None:
    """Let a seat call first."""
    record[PHASE], record[TURN] = BIDDING, seat


@rule
def call_at(record: Any, place: int) -> int:
    """Return the call at a place of the bidding, from 0."""
    return int(record[CALLS + place] % 64)


@rule
def caller_at(record: Any, place: int) -> int:
    """Return the seat that made a call."""
    return int(record[CALLS + place] // 64)


@rule
def last_call(record: Any, seat: int) -> int:
    """Return the last call of a seat, -1 if it has made none.

    >>> record = [0] * (COLUMNS + 2)
    >>> record[CALLED], record[CALLS], record[CALLS + 1] = 2, 64 * 3 + 7, 64 * 0 + 5
    >>> last_call(record, 3), last_call(record, 1)
    (7, -1)
    """
    for place in range(record[CALLED] - 1, -1, -1):
        if caller_at(record, place) == seat:
            return call_at(record, place)
    return -1


@rule
def turn_up(record: Any, seat: int, card: int) -> None:
    """Turn up a card that a seat holds, for all to see."""
    record[TURNED] = card
    record[SHOWN + seat] |= 1 << card


@rule
def place_in_trick(record: Any) -> int:
    """Return the number of cards in the open trick."""
    return int(record[COUNT] % 4)


@rule
def card_at(record: Any, place: int) -> int:
    """Return the card that was played at a place of the deal, from 0."""
    return int(record[PLAYS + place] % 64)


@rule
def seat_at(record: Any, place: int) -> int:
    """Return the seat that played at a place of the deal."""
    return int(record[PLAYS + place] // 64)


@rule
def played(record: Any) -> int:
    """Return all cards that have been played, as bits."""
    return int(record[PLAYED] | record[PLAYED + 1] | record[PLAYED + 2] | record[PLAYED + 3])


@rule
def following(record: Any, card: int) -> int:
    """Return the cards that bar a play if suits are followed: those of the suit led, for any other.

    >>> record = [0] * COLUMNS
    >>> following(record, 0)  # it leads
    0
    >>> record[COUNT], record[PLAYS] = 1, 14
    >>> following(record, 15), following(record, 0) == SUIT[1]
    (0, True)
    """
    place = place_in_trick(record)
    if place == 0:
        return 0
    led = card_at(record, record[COUNT] - place) // HAND
    return 0 if card // HAND == led else SUIT[led]


@rule
def best_place(record: Any, first: int, last: int) -> int:
    """Return the place of the best of the cards from place ``first`` to ``last`` of the deal."""
    best = first
    for place in range(first + 1, last + 1):
        if beats(card_at(record, place), card_at(record, best), record[TRUMP]):
            best = place
    return best


@rule
def score_of(record: Any, seat: int) -> int:
    """Return the score of a seat in the game."""
    return int(record[BEFORE + seat] + record[POINTS + seat])


# --- A move ---------------------------------------------------------------------------------------


@rule
def start(record: Any, dealer: int) -> None:
    """Begin a game: nothing is dealt and nothing scored."""
    record[DEALER], record[DEALS] = dealer, 0
    for seat in range(4):
        record[BEFORE + seat] = 0
    clear_deal(record)


@rule
def clear_deal(record: Any) -> None:
    """Clear the columns of a deal for the next one."""
    record[PHASE], record[TURN], record[COUNT], record[LEADER] = DEALING, CHANCE, 0, 0
    record[TRUMP], record[TURNED], record[TO_PASS], record[PASS_LEFT] = NO_TRUMP, -1, 0, 0
    record[CALLED] = 0
    for column in range(DEALT, BEFORE):
        record[column] = 0
    for column in range(PASSED, len(record)):
        record[column] = 0


@rule
def legal(record: Any, options: Any) -> int:
    """Return the cards that may be dealt, passed or played, or the calls that may be made, as bits."""
    if record[TURN] == OVER:
        return 0
    if record[PHASE] == DEALING:
        return undealt(record)
    if record[PHASE] == BIDDING:
        return legal_calls(record, options)
    hand = int(record[HELD + record[TURN]])
    if record[PHASE] == PASSING:
        return hand
    free, left = 0, hand
    while left != 0:
        card = lowest_bit(left)
        if hand & barring(record, options, card) == 0:
            free |= 1 << card
        left &= left - 1
    return free


@rule
def legal_calls(record: Any, options: Any) -> int:
    """Return the calls that may be made, as bits; none if the columns for calls are full."""
    free = 0
    if record[CALLED] < len(record) - CALLS:
        for call in range(options[N_CALLS]):
            if may_call(record, options, call):
                free |= 1 << call
    return free


@rule
def first_move(record: Any) -> int:
    """Return the move that bit 0 of the legal ones stands for: the first card, or the first call."""
    return PACK if record[PHASE] == BIDDING else 0


@rule
def undealt(record: Any) -> int:
    """Return the cards that have not been dealt, as bits."""
    return ALL & ~int(record[DEALT] | record[DEALT + 1] | record[DEALT + 2] | record[DEALT + 3])


@rule
def make(record: Any, options: Any, move: int) -> None:
    """Deal, pass or play a card, or make a call."""
    if record[PHASE] == DEALING:
        deal_card(record, options, move)
    elif record[PHASE] == BIDDING:
        make_call(record, options, move - PACK)
    elif record[PHASE] == PASSING:
        pass_card(record, options, move)
    else:
        play_card(record, options, move)


@rule
def deal_card(record: Any, options: Any, card: int) -> None:
    """Deal a card to the next seat, one at a time from the dealer's left."""
    seat = (record[DEALER] + 1 + record[COUNT]) % 4
    record[DEALT + seat] |= 1 << card
    record[HELD + seat] |= 1 << card
    record[COUNT] += 1
    if record[COUNT] == PACK:
        record[COUNT] = 0
        open_deal(record, options, card)


@rule
def make_call(record: Any, options: Any, call: int) -> None:
    """Note a call of the seat on turn, and go on."""
    record[CALLS + record[CALLED]] = 64 * record[TURN] + call
    record[CALLED] += 1
    after_call(record, options, call)


@rule
def pass_card(record: Any, options: Any, card: int) -> None:
    """Lay a card aside to be passed; when all have done so, all take up the cards passed to them."""
    seat = record[TURN]
    record[HELD + seat] &= ~(1 << card)
    record[PASSED + seat] = 64 * record[PASSED + seat] + card + 1
    if record[PASSED + seat] >> 6 * (record[TO_PASS] - 1) == 0:
        return
    if seat != record[DEALER]:
        record[TURN] = (seat + 1) % 4
        return
    for giver in range(4):
        record[HELD + (giver + record[PASS_LEFT]) % 4] |= passed_cards(record, giver)
    open_play(record, options)


@rule
def passed_cards(record: Any, seat: int) -> int:
    """Return the cards that a seat has passed or laid aside, as bits.

    >>> record = [0] * COLUMNS
    >>> record[PASSED] = 64 * (5 + 1) + (3 + 1)
    >>> passed_cards(record, 0) == 1 << 5 | 1 << 3
    True
    """
    cards, left = 0, int(record[PASSED + seat])
    while left != 0:
        cards |= 1 << (left % 64 - 1)
        left //= 64
    return cards


@rule
def play_card(record: Any, options: Any, card: int) -> None:
    """Play a card; after the last card of a trick or of the deal, score that."""
    seat = record[TURN]
    record[BARRED + seat] |= barring(record, options, card)
    record[HELD + seat] &= ~(1 << card)
    record[PLAYED + seat] |= 1 << card
    record[PLAYS + record[COUNT]] = 64 * seat + card
    record[COUNT] += 1
    if place_in_trick(record) != 0:
        record[TURN] = (seat + 1) % 4
        return
    winner = seat_at(record, best_place(record, record[COUNT] - 4, record[COUNT] - 1))
    record[TOOK + winner] += 1
    score_trick(record, options, winner)
    if record[COUNT] < PACK:
        record[LEADER], record[TURN] = winner, winner
        return
    score_deal(record, options)
    if is_won(record, options):
        record[TURN] = OVER
    else:
        deal_next(record, options)


@rule
def deal_next(record: Any, options: Any) -> None:
    """Count the finished deal, and let the next seat deal."""
    for seat in range(4):
        record[BEFORE + seat] += record[POINTS + seat]
    record[DEALER] = (record[DEALER] + 1) % 4
    if options[SHOWS] & TELLS_DEALS:
        record[DEALS] += 1
    clear_deal(record)


@rule
def is_all_passed(record: Any) -> bool:
    """Tell whether all have passed their cards, so that the next seats hold them."""
    return bool(record[PHASE] == PLAYING and record[TO_PASS] > 0)


@rule
def suits_out(record: Any, seat: int) -> int:
    """Return the suits that a seat is known to be out of, as four bits.

    >>> record = [0] * COLUMNS
    >>> record[BARRED + 2] = SUIT[1] | 1
    >>> suits_out(record, 2)
    2
    """
    suits = 0
    for suit in range(4):
        if count_bits(record[BARRED + seat] & SUIT[suit]) == HAND:
            suits |= 1 << suit
    return suits


# --- What a seat knows during the play ------------------------------------------------------------


@rule
def known_of(record: Any, seat: int, other: int) -> int:
    """Return the cards that a seat knows another to hold: those shown, and those that it passed to it.

    >>> record = [0] * COLUMNS
    >>> record[PHASE], record[TO_PASS], record[PASS_LEFT], record[PASSED] = PLAYING, 1, 2, 5 + 1
    >>> record[SHOWN + 2], record[HELD + 2] = 1 << 7, 1 << 5 | 1 << 7 | 1 << 9
    >>> known_of(record, 0, 2) == 1 << 5 | 1 << 7, known_of(record, 1, 2) == 1 << 7
    (True, True)
    """
    known = int(record[SHOWN + other])
    if is_all_passed(record) and (seat + record[PASS_LEFT]) % 4 == other:
        known |= passed_cards(record, seat)
    return known & int(record[HELD + other])


@rule
def others_hold(record: Any, seat: int) -> int:
    """Return the cards that the other seats hold between them.

    >>> record = [0] * COLUMNS
    >>> record[HELD], record[PLAYED + 1] = 1, 2
    >>> others_hold(record, 0) == ALL & ~3
    True
    """
    return ALL & ~(played(record) | int(record[HELD + seat]))


@rule
def reach(record: Any, seat: int, other: int) -> int:
    """Return all cards that another seat may hold, as far as a seat knows.

    >>> record = [0] * COLUMNS
    >>> record[HELD], record[BARRED + 1] = 1, SUIT[1]
    >>> reach(record, 0, 1) == ALL & ~1 & ~SUIT[1]
    True
    """
    hidden = others_hold(record, seat)
    for one in range(4):
        if one != seat:
            hidden &= ~known_of(record, seat, one)
    return known_of(record, seat, other) | hidden & ~int(record[BARRED + other])
