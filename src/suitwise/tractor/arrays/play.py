"""The play of a deal for ``stepping.loop``: the record of a deal, begun at the first lead.

Source: rules page §6. Cards are dealt, the main suit is bid and the kitty buried as in ``batch``,
rule-based on both sides: a quick beginning, for learners of the play. No throw fails here, so of what
seats know the record keeps only who is out of what, and what has been played.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import BLACK_JOKER, N_CARDS, RED_JOKER, SUITS, Card
from suitwise.foundation.arrays.compiled import item_at, lowest_bit, rule
from suitwise.game import OVER
from suitwise.stepping.loop import STREAM as LOOP_STREAM
from suitwise.stepping.streams import drawn, opened
from suitwise.tractor.arrays.batch import deal_round, play_by
from suitwise.tractor.arrays.deal_record import (
    GIVEN_LANDLORD,
    LEVELS,
    ROUND,
    levels_ahead,
    note_gone,
    put_in_trick,
    sure_parts,
    takes,
)
from suitwise.tractor.arrays.estimates import HAND_WEIGHTS, WEIGHTS
from suitwise.tractor.arrays.packed import (
    ACE,
    ALL_PLAYED,
    CLUBS,
    HANDS,
    LACKS,
    MAIN,
    PARTITIONS,
    PLACED,
    PLAYED,
    RANK,
    SIZE,
    STREAM,
    SUIT_MASK,
    cards_on,
    form_in,
    form_of,
    led_mask,
    may_hold_tractor,
    named_back,
    renamed,
    swapped_suit,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import CHEAPEST, HIGHEST, reply
from suitwise.tractor.rules.blocks import MOST_PAIRS, longest_run, only_block, windows
from suitwise.tractor.rules.deck import NO_SUIT, TRUMPS, pair_levels, rank_card_phi
from suitwise.tractor.rules.profile import EVERY_LEVEL

# --------------------------------------------------------------------------------------------------
# The numbered actions of a seat that plays a round of Tractor, and their text
#
# =========  ==================================================================================
# action     meaning, cards by their true names
# =========  ==================================================================================
# 0..53      the card of this number, led or played to a card
# 54..107    the pair of the card of this number less 54, led
# 108..590   a tractor, led: those of a suit's own cards by their lowest card and their length;
#            those that reach a rank card or a joker by their highest, their length and the
#            suit of the rank card that they take where several are level
# 591..594   a reply to more than one card: ``duck``, ``feed``, ``cheapest``, ``highest``
# 595..599   the throw of S, H, D, C or trumps, led: all that nobody can beat (``throws``)
# =========  ==================================================================================
#
# Which cards a tractor has depends on the trump, since the current rank is no neighbour in its suit:
# where sevens are trumps the tractor of two pairs from S6 is S6S6S8S8. Under one trump every tractor
# has one number.

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
    >>> from suitwise.tractor.rules.deck import Pile
    >>> from suitwise.tractor.rules.deck import Trump
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


# --- The play of a deal for ``stepping.loop``: the record of a deal, begun at the first lead ------

RULES = 1
"""The policy after the random one: that of ``policy``."""
BOTH = 3
"""Both sides, two bits."""
_RANKS = 13
_DRAWS = 1 << 62
"""From this stream on landlords and ranks are drawn: no deal has its cards from there."""
_OTHERS = 3


# --- The rules of stepping ------------------------------------------------------------------------


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal the round of a number, up to the first lead; both sides bid and bury by the policy."""
    landlord, stream = item_at(options, GIVEN_LANDLORD), opened(seed, _DRAWS + number)
    if landlord < 0:
        landlord, stream = drawn(4, stream)
    cr = item_at(options, LEVELS + (landlord & 1))
    if cr < 0:
        cr, stream = drawn(_RANKS, stream)
    deal_round(record[ROUND:], seed, number, cr, landlord, BOTH, (HAND_WEIGHTS, HAND_WEIGHTS))


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat to play, -2 when the round is over."""
    game = record[ROUND:]
    return OVER if item_at(game, PLAYED) == ALL_PLAYED else turn_of(game)


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Tell whether the seat on turn may do what a number means."""
    game = record[ROUND:]
    if not 0 <= action < ACTIONS:
        return False
    if item_at(game, PLACED) == 0:
        return may_lead(game, action)
    if item_at(game, SIZE) > 1:
        return REPLY <= action < THROW and (action < REPLY + CHEAPEST or may_win(game))
    return action < PAIR and renamed_card(game, action) & replies(game) != 0


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Play what a legal action means."""
    game = record[ROUND:]
    once, twice = cards_of(game, action)
    note_gone(game, turn_of(game), once, twice)
    put_in_trick(game, once, twice)


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn play at random, evenly among its legal plays, or by the policy."""
    game = record[ROUND:]
    game[STREAM] = record[LOOP_STREAM]
    once, twice = play_by(game, BOTH if policy == RULES else 0)
    record[LOOP_STREAM] = game[STREAM]
    note_gone(game, turn_of(game), once, twice)
    put_in_trick(game, once, twice)


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return how many levels a seat's side has risen more than the other."""
    game = record[ROUND:]
    return levels_ahead(game, options, seat) if item_at(game, PLAYED) == ALL_PLAYED else 0.0


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal action."""
    game = record[ROUND:]
    if item_at(game, PLACED) == 0:
        allow_leads(game, allowed)
    elif item_at(game, SIZE) == 1:
        allow_cards(game, replies(game), 0, allowed)
    else:
        last = HIGHEST if may_win(game) else CHEAPEST - 1
        for way in range(last + 1):
            allowed[REPLY + way] = 1


# --- Leading --------------------------------------------------------------------------------------


@rule
def may_lead(game: Any, action: int) -> bool:
    """Tell whether the seat on turn holds what an action leads."""
    if action >= THROW:
        once, _ = cards_of(game, action)
        return once != 0
    if action >= REPLY:
        return False
    hand = HANDS + 2 * turn_of(game)
    held = item_at(game, hand) if action < PAIR else item_at(game, hand + 1)
    once, _ = cards_of(game, action)
    return once != 0 and once & ~held == 0


@rule
def allow_leads(game: Any, allowed: Any) -> None:
    """Write a 1 for each single, pair and tractor of the hand, and each throw that is certain."""
    hand = HANDS + 2 * turn_of(game)
    twice = item_at(game, hand + 1)
    allow_cards(game, item_at(game, hand), 0, allowed)
    allow_cards(game, twice, PAIR, allowed)
    if may_hold_tractor(twice):
        main, cr = item_at(game, MAIN), item_at(game, RANK)
        for number in range(TRACTORS_THERE_ARE):
            cards = tractor_of(number, main, cr)
            if cards != 0 and cards & ~twice == 0:
                allowed[TRACTOR + number] = 1
    for action in range(THROW, ACTIONS):
        once, _ = cards_of(game, action)
        allowed[action] = int(once != 0)


@rule
def sure_throw(game: Any, partition: int) -> tuple[int, int]:
    """Return the throw of a partition that the seat on turn can lead, and its pairs; none without one.

    It is all blocks of the seat's cards there that nobody can beat, by what it has seen: its own hand,
    the plays, and as landlord the cards buried; who has shown to be out of the partition beats nothing
    in it. So it stands whatever the others hold. A throw whose longest tractor is one of two as long has
    no number.

    Args:
        game: the round, in which the seat leads.
        partition: the partition, renamed as in a record.
    """
    seat, form = turn_of(game), form_in(game)
    suit = SUIT_MASK[PARTITIONS * (form - CLUBS) + partition]
    once = item_at(game, HANDS + 2 * seat) & suit
    if once & once - 1 == 0:  # of one kind of card there is one block
        return 0, 0
    unseen, unseen_twice = unseen_by(game, seat)
    others = 0 if out_of_it(game, seat, partition) == _OTHERS else suit
    once, twice = sure_parts(game, partition, unseen, unseen_twice, (others, 0, 0), EVERY_LEVEL)
    if once & once - 1 == 0 or only_block(once, twice, 0, partition, form, ACE, EVERY_LEVEL) >= 0:
        return 0, 0
    pairs, _ = pair_levels(twice, partition, form, ACE)
    longest = longest_run(pairs)
    tied = windows(pairs, longest)
    return (0, 0) if longest > 1 and tied & tied - 1 else (once, twice)


@rule
def out_of_it(game: Any, seat: int, partition: int) -> int:
    """Return how many other seats have shown to be out of a partition."""
    found = 0
    for ahead in range(1, 4):
        lacks = item_at(game, LACKS) >> PARTITIONS * (seat + ahead & 3)
        found += lacks >> partition & 1
    return found


@rule
def allow_cards(game: Any, cards: int, first: int, allowed: Any) -> None:
    """Write a 1 for each of some renamed cards, from an action on by their true names."""
    left = named_back(cards, item_at(game, MAIN), item_at(game, RANK))
    while left:
        allowed[first + lowest_bit(left)] = 1
        left &= left - 1


# --- Following ------------------------------------------------------------------------------------


@rule
def replies(game: Any) -> int:
    """Return the cards that the seat on turn may play to a card, renamed."""
    once = item_at(game, HANDS + 2 * turn_of(game))
    own = once & led_mask(game)
    return own if own else once


@rule
def may_win(game: Any) -> bool:
    """Tell whether the seat on turn has a reply to several cards that wins so far."""
    once, twice = reply(game, HIGHEST, 0, WEIGHTS)  # unseen cards do not matter to what is highest
    return once != 0 and takes(game, once, twice)


# --- What they are made of ------------------------------------------------------------------------


@rule
def renamed_card(game: Any, card: int) -> int:
    """Return the mask of a card by its name in a round."""
    return renamed(1 << card, item_at(game, MAIN), item_at(game, RANK))


@rule
def cards_of(game: Any, action: int) -> tuple[int, int]:
    """Return the cards that an action plays, renamed, and those played twice; none where it can't."""
    if action >= THROW:
        return sure_throw(game, swapped_suit(action - THROW, item_at(game, MAIN)))
    if action >= REPLY:
        unseen, _ = unseen_by(game, turn_of(game))
        once, twice = reply(game, action - REPLY, unseen, WEIGHTS)
        if action == REPLY + CHEAPEST and not takes(game, once, twice):
            return reply(game, HIGHEST, unseen, WEIGHTS)
        return once, twice
    if action < PAIR:
        return renamed_card(game, action), 0
    if action < TRACTOR:
        cards = renamed_card(game, action - N_CARDS)
    else:
        cards = tractor_of(action - TRACTOR, item_at(game, MAIN), item_at(game, RANK))
    return cards, cards
