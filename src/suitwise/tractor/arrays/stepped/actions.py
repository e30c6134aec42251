"""The numbered actions of a seat that plays a round of Tractor (``stepped``), and their text.

=========  ==================================================================================
action     meaning, cards by their true names
=========  ==================================================================================
0..53      the card of this number, led or played to a card
54..107    the pair of the card of this number less 54, led
108..590   a tractor, led: those of a suit's own cards by their lowest card and their length;
           those that reach a rank card or a joker by their highest, their length and the
           suit of the rank card that they take where several are level
591..594   a reply to more than one card: ``duck``, ``feed``, ``cheapest``, ``highest``
595..599   the throw of S, H, D, C or trumps, led: all that nobody can beat (``throws``)
=========  ==================================================================================

Which cards a tractor has depends on the trump, since the current rank is no neighbour in its suit: where
sevens are trumps the tractor of two pairs from S6 is S6S6S8S8. Under one trump every tractor has one
number.
"""

from __future__ import annotations

from suitwise.cards import BLACK_JOKER, N_CARDS, RED_JOKER, SUITS, Card
from suitwise.foundation.arrays.compiled import rule
from suitwise.tractor.arrays.packed import ACE, CLUBS, form_of, swapped_suit
from suitwise.tractor.arrays.playouts import cards_on
from suitwise.tractor.rules.blocks import MOST_PAIRS
from suitwise.tractor.rules.order import NO_SUIT, TRUMPS, rank_card_phi

RANK_CARD, MAIN_RANK_CARD, LITTLE, BIG = range(4)
"""The highest card of a tractor that reaches a rank card: one of those that are level, that of the main
suit, the black joker, the red one."""
_TOPS = ("", "the main rank card", str(Card(BLACK_JOKER)), str(Card(RED_JOKER)))
_LENGTHS = range(2, MOST_PAIRS + 1)
_LADDER = 12
"""The cards of a suit beside the rank card."""


# --- Tractors by their numbers --------------------------------------------------------------------


@rule
def top_levels(top: int, length: int, form: int) -> int:
    """Return the Φ of a tractor that reaches a rank card or a joker; 0 if no tractor is so.

    Args:
        top: its highest card: ``RANK_CARD``, ``MAIN_RANK_CARD``, ``LITTLE`` or ``BIG``.
        length: its pairs.
        form: the form of trump.

    >>> bin(top_levels(BIG, 3, CLUBS) >> 24), bin(top_levels(BIG, 3, NO_SUIT) >> 12)
    ('0b11100', '0b11100')
    """
    shared = rank_card_phi(form)
    lowest = shared + top - length + 1
    if form == NO_SUIT:  # no main rank card, and no cards below the rank cards
        lowest -= 1
        if lowest < shared or top < LITTLE:
            return 0
    return ((1 << length) - 1) << lowest


@rule
def takes_link(top: int, length: int, link: int, form: int) -> bool:
    """Tell whether such a tractor takes a rank card of a suit; of none where the suit is ``NO_SUIT``."""
    levels = top_levels(top, length, form)
    return levels != 0 and (levels >> rank_card_phi(form) & 1 == 1) == (link != NO_SUIT)


_IN_SUIT = tuple(
    (card, length)
    for card in range(BLACK_JOKER)
    for length in _LENGTHS
    # Without the rank card, which stands below, among or above them, a suit has twelve cards.
    if card % 13 + length <= _LADDER + (card % 13 > 0)
)
_AT_TOP = tuple(
    (top, length, link)
    for top in range(BIG + 1)
    for length in _LENGTHS
    for link in range(NO_SUIT + 1)
    if takes_link(top, length, link, CLUBS) or takes_link(top, length, link, NO_SUIT)
)

OWN = len(_IN_SUIT)
"""So many tractors are of a suit's own cards; they come first."""
TRACTORS_THERE_ARE = OWN + len(_AT_TOP)
LENGTH = tuple(length for _, length in _IN_SUIT) + tuple(length for _, length, _ in _AT_TOP)
"""The pairs of each tractor."""
LOWEST = tuple(card for card, _ in _IN_SUIT)
"""The lowest card of each tractor of a suit's own cards."""
TOP, LINK = tuple(top for top, _, _ in _AT_TOP), tuple(link for _, _, link in _AT_TOP)
"""The highest card of each of the others, and the suit whose rank card it takes."""

PAIR, TRACTOR = N_CARDS, 2 * N_CARDS
"""The first action that is a pair, and the first that is a tractor."""
REPLY = TRACTOR + TRACTORS_THERE_ARE
"""The first action that is a named reply."""
REPLIES = ("duck", "feed", "cheapest", "highest")
"""The named replies, in the order of ``policy``'s ways."""
THROW = REPLY + len(REPLIES)
"""The first action that is a throw, of a partition by its true name."""
ACTIONS = THROW + len(SUITS) + 1


@rule
def tractor_of(number: int, main: int, cr: int) -> int:
    """Return the cards of a tractor, renamed as in a record; 0 if this trump has no such tractor.

    Args:
        number: its number among the tractors.
        main: main suit 0..4.
        cr: current rank 0..12.

    >>> from suitwise.tractor.arrays.packed import named_back
    >>> from suitwise.tractor.rules.piles import Pile
    >>> from suitwise.tractor.rules.order import Trump
    >>> trump = Trump("H", "7").main_index, Trump("H", "7").rank_index
    >>> found = [Pile(named_back(tractor_of(at, *trump), *trump)) for at in (33, 446)]
    >>> text_of(108 + 33), str(found[0]), text_of(108 + 446), str(found[1])
    ('tractor of 3 pairs from S5', 'S5S6S8', 'tractor of 3 pairs up to RJ', 'H7BJRJ')
    """
    length = LENGTH[number]
    if number < OWN:
        suit, rank = LOWEST[number] // 13, LOWEST[number] % 13
        place = rank - int(rank > cr)
        if rank == cr or place + length > ACE:
            return 0
        return ((1 << length) - 1) << 13 * swapped_suit(suit, main) + place
    top, link, form = TOP[number - OWN], LINK[number - OWN], form_of(main)
    if not takes_link(top, length, link, form) or (link == main and link != NO_SUIT):
        return 0
    cards = cards_on(top_levels(top, length, form), TRUMPS, form)
    return cards if link == NO_SUIT else cards | 1 << 13 * swapped_suit(link, main) + ACE


# --- Text -----------------------------------------------------------------------------------------


def text_of(action: int) -> str:
    """Return what an action is.

    >>> [text_of(action) for action in (0, 54, 108, 591)]
    ['S2', 'S2S2', 'tractor of 2 pairs from S2', 'duck']
    >>> [text_of(action) for action in (416, 508)]
    ['tractor of 2 pairs up to the rank card of S', 'tractor of 2 pairs up to BJ']
    >>> [text_of(action) for action in (595, 599)]
    ['throw of S', 'throw of trumps']
    """
    if action < TRACTOR:
        return str(Card(action % N_CARDS)) * (1 + action // N_CARDS)
    if action >= THROW:
        return f"throw of {(*SUITS, 'trumps')[action - THROW]}"
    if action >= REPLY:
        return REPLIES[action - REPLY]
    number = action - TRACTOR
    named = f"tractor of {LENGTH[number]} pairs"
    if number < OWN:
        return f"{named} from {Card(LOWEST[number])}"
    top, link = TOP[number - OWN], LINK[number - OWN]
    rank_card = "" if link == NO_SUIT else f"the rank card of {SUITS[link]}"
    return f"{named} up to {' with '.join(filter(None, (_TOPS[top], rank_card)))}"
