"""The columns of a record of rami, the numbers of a house, and the conversion of positions.

Of the order of the pile a record holds only its top and the card below it. That is enough, because a
seat that takes the top uncovers the card below, and covers it with a discard in the same turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from suitwise.cards import ANY_JOKER
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rami.arrays.cards import MULTISET, add_kind
from suitwise.rummy.rami.arrays.melds import N_MELDS, code_of
from suitwise.rummy.rami.rules.house import RamiVariant
from suitwise.rummy.rami.rules.moves import RamiMove, meld_of
from suitwise.rummy.rami.rules.numbers import ACTIONS, number_of_meld, numbered_melds
from suitwise.rummy.rami.rules.turn import cards_laid, wilds_of
from suitwise.rummy.rami.state import PHASES, SECS, RamiState
from suitwise.rummy.rules.hand import JOKER, SIZE
from suitwise.rummy.rules.rules import RANKS_IN_ORDER
from suitwise.stepping.loop import HEAD
from suitwise.stepping.noted import words_for

MOST_SEATS = 4
"""The most seats of a record."""

# --- The numbers of a house -----------------------------------------------------------------------

SEATS, CARDS, JOKERS_IN_PACKS, HAS_EXTRA, IS_USED, PILE_FROM, IS_LAST_STOCK = range(7)
"""The seats, the cards dealt, the jokers; whether the first seat begins with a card more; whether the
pile's top must be laid, the turn from which it may be taken, whether a seat with one card may not."""
OPENING, IS_PURE, RAISES, MOST_WILDS, TAKEN, IS_SEC_FREE = range(7, 13)
"""The points of an opening, whether it needs a pure run, and more points than the highest so far; the
most jokers of a meld; where a joker taken goes, see below; whether rami sec needs no minimum."""
UNOPENED, IS_DOUBLE, WIN, SEC, SEC_FIRST, IS_VOID, MOST_DRAWS = range(13, 20)
"""The score of a seat that has not opened; whether rami sec doubles; what a seat wins that is out, by
rami sec, before any meld; whether a spent stock ends the deal; the draws after which it is void."""
COSTS = 20
"""The first of the costs of the 53 kinds in a hand."""
VALUES = COSTS + SIZE
"""The first of the most points of the ranks 0 to 13 in an opening."""
WORTHS = VALUES + RANKS_IN_ORDER.stop
"""The first of the points of the 847 melds with numbers in an opening."""
MELD_COSTS = WORTHS + N_MELDS
"""The first of what the cards of these melds cost in a hand."""
TO_MELD, TO_TABLE, TO_HAND = range(3)
"""The values of TAKEN: a joker taken is laid in a new meld, anywhere, or may be kept."""


def options_of(house: RamiVariant) -> tuple[int, ...]:
    """Return the numbers of a house.

    Raises:
        SuitwiseError: records do not know one of its options.

    >>> options_of(RamiVariant("rami71", seats=3))[: JOKERS_IN_PACKS + 1]
    (3, 14, 4)
    """
    if house.seats > MOST_SEATS or (house.out, house.joker_out) != ("discard", "yes"):
        raise SuitwiseError(
            f"{house}: in arrays are 2 to 4 seats, with out=discard and joker_out=yes"
        )
    if house.set_joker != "either":
        raise SuitwiseError(f"{house}: in arrays either card frees the joker of a set of three")
    if house.most_wilds > 1 and (house.pile == "use" or house.taken == "meld"):
        raise SuitwiseError(
            f"{house}: with pile=use or taken=meld a meld has one joker at most in arrays"
        )
    rules = house.rules
    ace = max(1, rules.high_ace)
    melds = [meld for text in numbered_melds() if (meld := meld_of(text)) is not None]
    return (
        house.seats,
        house.cards,
        house.jokers,
        int(house.starts == "extra"),
        int(house.pile == "use"),
        house.pile_from,
        int(house.last == "stock"),
        house.opening,
        int(house.pure == "yes"),
        int(house.raises == "yes"),
        house.most_wilds,
        ("meld", "lay", "hand").index(house.taken),
        int(house.sec_opening == "free"),
        house.unopened,
        int(house.hand_double == "yes"),
        house.win,
        house.sec,
        house.sec_first,
        int(house.stock == "void"),
        house.draws,
        *map(rules.cost, range(JOKER)),
        rules.joker_points,
        0,
        *(ace if rank == 1 else rules.points[rank - 1] for rank in RANKS_IN_ORDER),
        *(meld.opening_points(rules) for meld in melds),
        *(
            sum(map(rules.cost, map(int, meld.cards))) + wilds_of(meld) * rules.joker_points
            for meld in melds
        ),
    )


# --- The columns of a record ----------------------------------------------------------------------
#
# The first columns belong to ``stepping.loop``. Multisets have three columns (``cards``); of columns for
# each seat the first are those of seat 0.
#
# ===============  =================================================================================
# name             meaning
# ===============  =================================================================================
# HANDS (12)       the cards of each seat
# KNOWN (12)       the cards that each seat is publicly known to hold
# LAID (12)        the cards of the pile that each seat laid there
# PILE (3)         the cards of the pile
# TURNED (3)       the cards that lay in the pile when it was last turned over
# STOCK (3)        the stock, in no order
# CHOSEN (3)       the cards of the first melds chosen
# OPENED (4)       whether each seat has opened
# SCORES (4)       the score of each seat at the end of a deal
# TOP, BELOW       the kinds of the pile's top and of the card below it, -1 for none or in play
# TOP_SEAT         the seat that laid the top, -1 for nobody or in play
# PHASE            the phase, as its index in ``state.PHASES``
# MOVER            the seat that the phase is about
# PLAYED           the number of finished turns
# HIGHEST          the most points of an opening
# BARRED           the kind just taken that may not be discarded, -1 for none
# OWED             the kind, other than a joker, that must be laid, -1 for none
# OWED_JOKERS      the number of jokers that must be laid somewhere
# OWED_TO_MELDS    the number of jokers that must be laid in new melds
# SEC_NOW          whether the mover has opened in this turn, as the index in ``state.SECS``
# N_TABLE          the number of melds on the table
# TABLE (40)       their codes
# N_CHOSEN         the number of first melds chosen
# CHOICES (5)      their numbers
# LEGAL (20)       the legal actions of the seat on turn, 60 bits a word
# the rest         workspace for searches: melds of a hand, frames for undoing steps (``endings``)
# ===============  =================================================================================

HANDS = HEAD
KNOWN = HANDS + MULTISET * MOST_SEATS
LAID = KNOWN + MULTISET * MOST_SEATS
PILE = LAID + MULTISET * MOST_SEATS
TURNED = PILE + MULTISET
STOCK = TURNED + MULTISET
CHOSEN = STOCK + MULTISET
OPENED = CHOSEN + MULTISET
SCORES = OPENED + MOST_SEATS
TOP = SCORES + MOST_SEATS
BELOW, TOP_SEAT, PHASE, MOVER, PLAYED, HIGHEST, BARRED = range(TOP + 1, TOP + 8)
OWED, OWED_JOKERS, OWED_TO_MELDS, SEC_NOW, N_TABLE, TABLE = range(TOP + 8, TOP + 14)
MOST_MELDS = 40
"""The room for melds of the table; the packs have cards for 37."""
N_CHOSEN = TABLE + MOST_MELDS
CHOICES = N_CHOSEN + 1
MOST_CHOSEN = 5
LEGAL = CHOICES + MOST_CHOSEN
WORDS = words_for(ACTIONS)
"""The words of LEGAL."""
LISTED = LEGAL + WORDS
MOST_LISTED = 200
"""The room for the melds with numbers of a hand: of 15 cards and a joker there are fewer."""
LEVELS = LISTED + MOST_LISTED
LEVEL, MOST_LEVELS = 8, 6
"""The columns of a level of a search for first melds, and the most levels: its melds, and one more."""
FRAMES = LEVELS + LEVEL * MOST_LEVELS
FRAME, MOST_FRAMES = 11, 32
"""The columns of a turn to go back to, and the most of them."""
BEST_GAIN = FRAMES + FRAME * MOST_FRAMES
"""The gain of the best melds of a search; then their number, the melds, and the gain of each level."""
N_BEST, BEST = BEST_GAIN + 1, BEST_GAIN + 2
GAINS = BEST + MOST_CHOSEN
COLUMNS = GAINS + MOST_LEVELS

DEALING, TURNING_UP, DRAW, DRAWING, PLAY, OUT, VOID = range(len(PHASES))
"""The phases, in the order of ``state.PHASES``."""
NO_SEC, LATER, FIRST = range(len(SECS))


@rule
def hand_of(record: Any) -> int:
    """Return the first column of the hand of the seat on turn."""
    return HANDS + MULTISET * int(record[MOVER])


@rule
def add_bits(record: Any, at: int, cards: int) -> None:
    """Add a copy of each of some cards to a multiset."""
    while cards:
        bit = cards & -cards
        record[at + 1] |= record[at] & bit
        record[at] |= bit
        cards &= cards - 1


# --- A position as a record -----------------------------------------------------------------------


def write_state(record: Any, state: RamiState) -> None:
    """Write a position into a record of zeros; ``course.find_moves`` adds its legal actions.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state, _ = Rami("rami51", deals=1).start().rolled(seed=1, stream=0)
    >>> record = [0] * COLUMNS
    >>> write_state(record, state)
    >>> record[PHASE] == DRAW, bin(record[HANDS]).count("1") <= 13
    (True, True)
    """
    for seat, hand in enumerate(state.hands):
        at = MULTISET * seat
        write_cards(record, HANDS + at, hand)
        write_cards(record, KNOWN + at, state.known[seat])
        write_cards(record, LAID + at, (card for card, by in state.pile if by == seat))
        record[OPENED + seat] = int(state.opened[seat])
        record[SCORES + seat] = state.scores()[seat]
    pile = [card for card, _ in state.pile]
    write_cards(record, PILE, pile)
    write_cards(record, TURNED, state.turned)
    write_cards(record, STOCK, state.stock)
    write_cards(record, CHOSEN, cards_laid(RamiMove("open", state.chosen)) if state.chosen else ())
    record[TOP] = record[BELOW] = record[TOP_SEAT] = -1
    if state.pile:
        record[TOP] = kind_number(pile[-1])
    if state.pile and state.phase != "play":
        record[BELOW] = kind_number(pile[-2]) if len(pile) > 1 else -1
        record[TOP_SEAT] = state.pile[-1][1]
    record[PHASE], record[MOVER] = PHASES.index(state.phase), state.seat
    record[PLAYED], record[HIGHEST] = state.played, state.highest
    record[BARRED] = kind_number(state.barred)
    natural = [card for card in state.owed if card != ANY_JOKER]
    record[OWED] = natural[0] if natural else -1
    record[OWED_JOKERS] = len(state.owed) - len(natural)
    record[OWED_TO_MELDS], record[SEC_NOW] = state.owed_jokers, SECS.index(state.sec)
    record[N_TABLE] = len(state.table)
    for place, meld in enumerate(state.table):
        record[TABLE + place] = code_of(meld)
    record[N_CHOSEN] = len(state.chosen)
    for place, text in enumerate(state.chosen):
        record[CHOICES + place] = number_of_meld()[text]


def kind_number(card: int) -> int:
    """Return the kind of a card, 52 for a joker, -1 for none."""
    return JOKER if card == ANY_JOKER else card


def write_cards(record: Any, at: int, cards: Iterable[int]) -> None:
    """Add cards to the multiset whose first column is ``at``."""
    for card in cards:
        add_kind(record, at, kind_number(card))
