"""The play of a deal on flat records: who takes a trick, throws, numbered actions, and stepping.

Source: rules page §6, Throws; docs/tractor.md, Leading and Who wins. The house is ``standard``.

The record of a deal consists of a round (``packed``) and of columns that a round lacks. Full deals
(``course``) use all columns. Deals that begin at the first lead, which this module steps for learners,
have only those up to ``TRICKS``. In a record of ``stepping.loop`` all this follows the loop's own
columns, from column ``ROUND`` on.

==========  ============  ========================================================================
column      name          meaning; a pile takes two columns (``packed``)
==========  ============  ========================================================================
0..35                     the round (``packed``)
36..43      ``GONE``      the cards that seats 0 to 3 have played, a pile each, by true names
44          ``TRICKS``    the number of tricks that are over
45..52      ``SHOWN``     the cards that seats 0 to 3 have shown in bids and failed throws, a pile each,
                          by true names; the landlord's are cleared at the burial
53..56      ``ABSENT``    for each seat a mask of cards of which it holds none, except those shown
57..60      ``LONE``      for each seat a mask of cards of which it holds at most one
61, 62      ``UNDRAWN``   the cards that are not drawn yet, a pile
63          ``INDEX``     the next index in the stream of the cards
64          ``BIDDER``    the seat of the standing bid
65          ``BID``       its card
66          ``COPIES``    the number of copies shown, 0 if nobody has bid
67          ``LOGGED``    the number of moves in the log (``course``)
68..        ``BENCH``     workspace for comparing plays with throws (``rules.cutting``)
==========  ============  ========================================================================
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import BLACK_JOKER, N_CARDS, RED_JOKER, SUITS, Card
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.game import OVER
from suitwise.stepping.loop import HEAD, drawn, opened
from suitwise.stepping.loop import STREAM as LOOP_STREAM
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.batch import deal_round, play_by
from suitwise.tractor.arrays.estimates import HAND_WEIGHTS, WEIGHTS
from suitwise.tractor.arrays.packed import (
    card_partition,
    card_phi,
    cards_on,
    form_in,
    form_of,
    hand_in,
    honour_of_reply,
    led_mask,
    may_hold_tractor,
    named_back,
    pile_at,
    put,
    renamed,
    set_pile,
    suit_mask,
    swapped_suit,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import CHEAPEST, HIGHEST, reply
from suitwise.tractor.rules.blocks import (
    MOST_PAIRS,
    highest_block,
    longest_run,
    only_block,
    run_length,
    windows,
)
from suitwise.tractor.rules.deck import (
    NO_SUIT,
    TRUMPS,
    pair_levels,
    rank_card_phi,
    shared_rank_cards,
    together,
)
from suitwise.tractor.rules.levels import ranks_after
from suitwise.tractor.rules.pairs.cutting import ABOVE_ALL, ALL, LARGEST, ROOM
from suitwise.tractor.rules.profile import EVERY_LEVEL
from suitwise.tractor.rules.throws import forced_part
from suitwise.tractor.rules.winning import takes_throw

# --- The layout of the record ---------------------------------------------------------------------

GONE, TRICKS = packed.COLUMNS, packed.COLUMNS + 8
SHOWN, ABSENT, LONE, UNDRAWN = TRICKS + 1, TRICKS + 9, TRICKS + 13, TRICKS + 17
INDEX, BIDDER, BID, COPIES, LOGGED, BENCH = range(UNDRAWN + 2, UNDRAWN + 8)

ROUND, ROUND_END = HEAD, HEAD + packed.COLUMNS
"""The column where the deal begins behind the loop's own columns, and the one where its round ends."""
PLAY_COLUMNS, ALL_COLUMNS = ROUND + TRICKS + 1, ROUND + BENCH + ROOM
"""The number of columns with the loop's own: for a deal from the first lead on, and for a full deal."""

GIVEN_LANDLORD, LEVELS, DEFEND, FIRST = 1, 2, 4, 5
"""The indices of a variant's options: the landlord, -1 if it is drawn or bid; the levels of both sides,
-1 if each deal draws one; the ranks that must be defended, one bit each; the seat that draws first if
no landlord is given."""


# --- Cards ----------------------------------------------------------------------------------------


@rule
def record_gone(record: Any, seat: int, once: int, twice: int) -> None:
    """Add cards to those that a seat has played."""
    main, cr, gone = item_at(record, packed.MAIN), item_at(record, packed.RANK), GONE + 2 * seat
    once = named_back(once, main, cr)
    if twice:  # rare
        twice = named_back(twice, main, cr)
    set_pile(record, gone, *together(*pile_at(record, gone), once, twice))


@rule
def not_below(cards: int, level: int, form: int) -> int:
    """Return those of some cards whose Φ is at least ``level``."""
    high = 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if card_phi(card, form) >= level:
            high |= 1 << card
    return high


@rule
def first_by_name(record: Any, cards: int) -> int:
    """Return the card with the lowest true number among renamed cards."""
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    true = named_back(cards, main, cr)
    return renamed(true & -true, main, cr)


# --- Who takes a trick ----------------------------------------------------------------------------


@rule
def largest_parts(record: Any) -> int:
    """Return the number of largest parts in the lead: a reply must beat them all."""
    pairs, length = item_at(record, packed.PAIRS), item_at(record, packed.LENGTH)
    if pairs == 0:
        return item_at(record, packed.SIZE)
    if length == 1:
        return pairs
    led_twice = item_at(record, packed.TABLE + 1)
    levels, _ = pair_levels(led_twice, item_at(record, packed.LED), form_in(record), packed.ACE)
    return count_bits(windows(levels, length))


@rule
def takes(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply wins the trick so far: all its largest parts are higher."""
    compared = largest_parts(record)
    if compared == 1 or item_at(record, packed.LENGTH) <= 1:
        if honour_of_reply(record, once, twice) <= item_at(record, packed.BEST):
            return False
        return compared == 1 or is_higher_throughout(record, compared, once, twice)
    return beats_tractors(record, once, twice)


@rule
def beats_tractors(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply beats a throw with several longest tractors: no numbered throw has several.

    For other throws ``cuts_higher`` is substituted (``compiled.fitted``). It is not called directly,
    because it is recursive, which GPU kernels should avoid.
    """
    return False


@rule
def cuts_higher(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply can be decomposed so that it beats the winning play, after any throw."""
    form, lead = form_in(record), pile_at(record, packed.TABLE)
    masks = led_mask(record), suit_mask(TRUMPS, form)
    return takes_throw(
        record[BENCH : BENCH + ROOM],
        lead,
        winning_play(record),
        (once, twice),
        masks,
        item_at(record, packed.LED),
        (form, packed.ACE, EVERY_LEVEL),
        LARGEST,
        ALL,
    )


@rule
def is_higher_throughout(record: Any, compared: int, once: int, twice: int) -> bool:
    """Tell whether all largest parts of a reply are higher, if they are single cards or pairs.

    Sorted from the top, each part must be higher than its counterpart. So for every Φ, the reply needs
    as many parts above it as the winning play has from it on, counted up to ``compared``.

    Args:
        record: the deal.
        compared: the number of largest parts.
        once: card mask of the reply, whose highest part is higher than the winning play's.
        twice: its pairs.
    """
    best, best_twice = winning_play(record)
    if item_at(record, packed.PAIRS):  # compare pairs: count each once
        best, best_twice, once, twice = best_twice, 0, twice, 0
    form, cards = form_in(record), best
    while cards:
        level = card_phi(lowest_bit(cards), form)
        cards &= cards - 1
        needed = min(compared, copies_from(best, best_twice, level, form))
        if copies_from(once, twice, level + 1, form) < needed:
            return False
    return True


@rule
def copies_from(once: int, twice: int, level: int, form: int) -> int:
    """Return the number of cards in a pile with a Φ of at least ``level``."""
    return count_bits(not_below(once, level, form)) + count_bits(not_below(twice, level, form))


@rule
def winning_play(record: Any) -> tuple[int, int]:
    """Return the play that wins the trick so far, and its pairs."""
    place = item_at(record, packed.WINNER) - item_at(record, packed.LEADER) & 3
    return pile_at(record, packed.TABLE + 2 * place)


@rule
def put_in_trick(record: Any, once: int, twice: int) -> None:
    """Make a legal play for the seat on turn, as ``packed.put``, and decide tricks led by a throw, too.

    ``put`` compares honours. For a reply to a throw ``BEST`` is set so that this comparison gives the
    true result, and afterwards to the honour of the play that wins.
    """
    placed = item_at(record, packed.PLACED)
    answers_throw = placed > 0 and largest_parts(record) > 1
    if answers_throw:
        record[packed.BEST] = -1 if takes(record, once, twice) else ABOVE_ALL
    put(record, once, twice)
    if answers_throw:
        record[packed.BEST] = honour_of_reply(record, *winning_play(record))
    record[TRICKS] += int(placed == 3)


# --- Failed throws --------------------------------------------------------------------------------


@rule
def part_forced(record: Any, once: int, twice: int, forced: int, chain: int) -> tuple[int, int]:
    """Return the part of a throw that the leader is forced to play (``rules.throws.forced_part``).

    Args:
        record: the deal, or a round.
        once: card mask of the lead.
        twice: its pairs.
        forced: the rule of the house for the forced part.
        chain: the level mask of the Φ that join tractors.

    Returns:
        The part's length in pairs, ``STANDS`` if the lead stands, and its top Φ.
    """
    form = form_in(record)
    led = card_partition(lowest_bit(once), form)
    suit = suit_mask(led, form)
    trump = form, packed.ACE, chain
    return forced_part(
        record, packed.HANDS, turn_of(record), once, twice, (led, suit), trump, forced
    )


@rule
def forced_cards(record: Any, once: int, twice: int, length: int, top: int) -> tuple[int, int]:
    """Return the cards of the forced part of a throw.

    Args:
        record: the deal, or a round.
        once: card mask of the throw.
        twice: its pairs.
        length: the part's length in pairs.
        top: its top Φ.

    Returns:
        Its cards without those on the Φ that rank cards share; and the rank cards of the throw that can
        take that place, 0 if the part does not run through that Φ.
    """
    form = form_in(record)
    led = card_partition(lowest_bit(once), form)
    count = max(length, 1)
    levels = ((1 << count) - 1) << top - count + 1
    if led != TRUMPS or levels >> rank_card_phi(form) & 1 == 0:
        return cards_on(levels, led, form), 0
    copies = twice if length else once & ~twice
    return cards_on(levels, led, form), shared_rank_cards(copies, form, packed.ACE)


# --- Throws that are certain to stand -------------------------------------------------------------


@rule
def sure_parts(
    record: Any, led: int, unseen: int, unseen_twice: int, hands: tuple[int, int, int], chain: int
) -> tuple[int, int]:
    """Return the parts that the seat on turn holds in a partition and nobody can beat.

    Args:
        record: the deal, or a round.
        led: the partition.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees neither copy.
        hands: a mask for each other seat of the cards that it may hold, 0 if it can beat nothing.
        chain: the level mask of the Φ that join tractors.

    Returns:
        Their cards and pairs together: nothing, a single part, or a throw.
    """
    form = form_in(record)
    suit = suit_mask(led, form)
    once, twice = hand_in(record, turn_of(record))
    once, twice = once & suit, twice & suit
    others, chosen = (unseen & suit, unseen_twice & suit), 0
    loose = twice  # pairs outside tractors
    trump = form, packed.ACE, chain
    levels, _ = pair_levels(twice, led, form, packed.ACE)
    left = levels & chain
    while left:
        low = lowest_bit(left)
        length = run_length(left, low)
        run = ((1 << length) - 1) << low
        left &= ~run
        if length > 1:
            cards = cards_on(run, led, form)
            if led == TRUMPS and run >> rank_card_phi(form) & 1:
                cards |= first_by_name(record, shared_rank_cards(twice, form, packed.ACE))
            loose &= ~cards
            if low + length - 1 >= highest_of(others, hands, led, trump, length):
                chosen |= cards
    if loose:
        chosen |= not_below(loose, highest_of(others, hands, led, trump, 1), form)
    singles = not_below(once & ~twice, highest_of(others, hands, led, trump, 0), form)
    return chosen | singles, chosen


@rule
def highest_of(
    unseen: tuple[int, int],
    hands: tuple[int, int, int],
    led: int,
    trump: tuple[int, int, int],
    length: int,
) -> int:
    """Return the highest Φ of all blocks of ``length`` pairs that another seat may hold."""
    main, cr, chain = trump
    highest = 0
    for ahead in range(3):
        once, twice = unseen[0] & hands[ahead], unseen[1] & hands[ahead]
        if once:
            top = highest_block(once, twice, led, main, cr, length, chain)
            highest = max(highest, top)
    return highest


# --- The return of a deal -------------------------------------------------------------------------


@rule
def levels_ahead(record: Any, options: Any, seat: int) -> float:
    """Return the levels that a seat's side gains by a finished deal, less those of the other side."""
    one, other = item_at(options, LEVELS), item_at(options, LEVELS + 1)
    if one < 0:  # each deal draws the level of both
        one = other = item_at(record, packed.RANK)
    landlord, points = item_at(record, packed.LANDLORD), item_at(record, packed.POINTS)
    after, other_after = ranks_after(one, other, landlord, points, item_at(options, DEFEND))
    ahead = after - one - (other_after - other)
    return float(-ahead if seat & 1 else ahead)


# --- The numbered actions -------------------------------------------------------------------------
#
# =========  ==================================================================================
# action     meaning; cards have their true names
# =========  ==================================================================================
# 0..53      lead, or reply with, card ``action``
# 54..107    lead a pair of card ``action - 54``
# 108..590   lead a tractor. Those of a suit's plain cards are listed by lowest card and length;
#            those that reach a rank card or a joker by highest card, length, and the suit of the
#            rank card that they contain, where rank cards have the same Φ
# 591..594   reply to more than one card: ``duck``, ``feed``, ``cheapest``, ``highest``
# 595..599   lead the throw of S, H, D, C or trumps: all blocks that nobody can beat
# =========  ==================================================================================
#
# The cards of a tractor depend on the trump, because the current rank is missing in its suit: when
# sevens are trumps, the tractor of two pairs from S6 is S6S6S8S8. Under any one trump each tractor has
# exactly one number.

RANK_CARD, MAIN_RANK_CARD, LITTLE, BIG = range(4)
"""The highest card of a tractor that reaches a rank card: a rank card of a plain suit, that of the main
suit, the black joker, or the red joker."""
_TOPS = ("", "the main rank card", str(Card(BLACK_JOKER)), str(Card(RED_JOKER)))
_LENGTHS = range(2, MOST_PAIRS + 1)
_LADDER = 12
"""The cards of a suit without the rank card."""


@rule
def top_levels(top: int, length: int, form: int) -> int:
    """Return a mask of the Φ of a tractor that reaches a rank card or a joker; 0 if there is none.

    Args:
        top: its highest card: ``RANK_CARD``, ``MAIN_RANK_CARD``, ``LITTLE`` or ``BIG``.
        length: its number of pairs.
        form: the form of trump.

    >>> bin(top_levels(BIG, 3, packed.CLUBS) >> 24), bin(top_levels(BIG, 3, NO_SUIT) >> 12)
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
    """Tell whether such a tractor contains a rank card of suit ``link``; ``NO_SUIT`` for none."""
    levels = top_levels(top, length, form)
    return levels != 0 and (levels >> rank_card_phi(form) & 1 == 1) == (link != NO_SUIT)


_IN_SUIT = tuple(
    (card, length)
    for card in range(BLACK_JOKER)
    for length in _LENGTHS
    # A suit has twelve cards besides the rank card, which may be below, among or above them.
    if card % 13 + length <= _LADDER + (card % 13 > 0)
)
_AT_TOP = tuple(
    (top, length, link)
    for top in range(BIG + 1)
    for length in _LENGTHS
    for link in range(NO_SUIT + 1)
    if takes_link(top, length, link, packed.CLUBS) or takes_link(top, length, link, NO_SUIT)
)

OWN = len(_IN_SUIT)
"""The number of tractors of a suit's plain cards; they come first."""
TRACTORS_THERE_ARE = OWN + len(_AT_TOP)
TRACTOR_LENGTHS = tuple(length for _, length in _IN_SUIT) + tuple(
    length for _, length, _ in _AT_TOP
)
"""The number of pairs of each tractor."""
LOWEST = tuple(card for card, _ in _IN_SUIT)
"""The lowest card of each tractor of a suit's plain cards."""
TOP, LINK = tuple(top for top, _, _ in _AT_TOP), tuple(link for _, _, link in _AT_TOP)
"""The highest card of each of the others, and the suit of the rank card that it contains."""

PAIR, TRACTOR = N_CARDS, 2 * N_CARDS
"""The first action that is a pair, and the first that is a tractor."""
REPLY = TRACTOR + TRACTORS_THERE_ARE
"""The first action that is a named reply."""
REPLIES = ("duck", "feed", "cheapest", "highest")
"""The named replies, in the order of ``policy.DUCK`` to ``policy.HIGHEST``."""
THROW = REPLY + len(REPLIES)
"""The first action that is a throw; partitions have their true names."""
ACTIONS = THROW + len(SUITS) + 1


@rule
def tractor_of(number: int, main: int, cr: int) -> int:
    """Return the renamed cards of a tractor; 0 if it does not exist under this trump.

    Args:
        number: its number among the tractors.
        main: main suit 0..4.
        cr: current rank 0..12.

    >>> from suitwise.tractor.arrays.packed import named_back
    >>> from suitwise.tractor.rules.deck import Pile, Trump
    >>> trump = Trump("H", "7").main_index, Trump("H", "7").rank_index
    >>> found = [Pile(named_back(tractor_of(at, *trump), *trump)) for at in (33, 446)]
    >>> text_of(108 + 33), str(found[0]), text_of(108 + 446), str(found[1])
    ('tractor of 3 pairs from S5', 'S5S6S8', 'tractor of 3 pairs up to RJ', 'H7BJRJ')
    """
    length = TRACTOR_LENGTHS[number]
    if number < OWN:
        suit, rank = LOWEST[number] // 13, LOWEST[number] % 13
        place = rank - int(rank > cr)
        if rank == cr or place + length > packed.ACE:
            return 0
        return ((1 << length) - 1) << 13 * swapped_suit(suit, main) + place
    top, link, form = TOP[number - OWN], LINK[number - OWN], form_of(main)
    if not takes_link(top, length, link, form) or (link == main and link != NO_SUIT):
        return 0
    cards = cards_on(top_levels(top, length, form), TRUMPS, form)
    return cards if link == NO_SUIT else cards | 1 << 13 * swapped_suit(link, main) + packed.ACE


def text_of(action: int) -> str:
    """Return an action as text.

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
    named = f"tractor of {TRACTOR_LENGTHS[number]} pairs"
    if number < OWN:
        return f"{named} from {Card(LOWEST[number])}"
    top, link = TOP[number - OWN], LINK[number - OWN]
    rank_card = "" if link == NO_SUIT else f"the rank card of {SUITS[link]}"
    return f"{named} up to {' with '.join(filter(None, (_TOPS[top], rank_card)))}"


# --- The rules of ``stepping.loop`` ---------------------------------------------------------------
#
# A deal begins at the first lead: bids and burial are those of ``batch`` with both sides rule-based.
# The ``options`` are those of ``course``.

RULES = 1
"""The index of the rule-based policy; 0 is the random one."""
BOTH = 3
"""Both sides, one bit each."""
_RANKS = 13
_DRAWS = 1 << 62
"""Streams from here on draw landlords and ranks; no deal takes its cards from them."""
_OTHERS = 3


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal a round, up to the first lead."""
    landlord, stream = item_at(options, GIVEN_LANDLORD), opened(seed, _DRAWS + number)
    if landlord < 0:
        landlord, stream = drawn(4, stream)
    cr = item_at(options, LEVELS + (landlord & 1))
    if cr < 0:
        cr, stream = drawn(_RANKS, stream)
    deal_round(record[ROUND:], seed, number, cr, landlord, BOTH, (HAND_WEIGHTS, HAND_WEIGHTS))


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn; ``OVER`` at the end of the round."""
    game = record[ROUND:]
    return OVER if item_at(game, packed.PLAYED) == packed.ALL_PLAYED else turn_of(game)


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Tell whether an action is legal."""
    game = record[ROUND:]
    if not 0 <= action < ACTIONS:
        return False
    if item_at(game, packed.PLACED) == 0:
        return may_lead(game, action)
    if item_at(game, packed.SIZE) > 1:
        return REPLY <= action < THROW and (action < REPLY + CHEAPEST or may_win(game))
    return action < PAIR and renamed_card(game, action) & replies(game) != 0


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Make a legal action."""
    game = record[ROUND:]
    once, twice = cards_of(game, action)
    record_gone(game, turn_of(game), once, twice)
    put_in_trick(game, once, twice)


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn play at random, uniformly among its legal plays, or by the rules."""
    game = record[ROUND:]
    game[packed.STREAM] = record[LOOP_STREAM]
    once, twice = play_by(game, BOTH if policy == RULES else 0)
    record[LOOP_STREAM] = game[packed.STREAM]
    record_gone(game, turn_of(game), once, twice)
    put_in_trick(game, once, twice)


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return the return of a seat (``levels_ahead``); 0 before the end."""
    game = record[ROUND:]
    return (
        levels_ahead(game, options, seat)
        if item_at(game, packed.PLAYED) == packed.ALL_PLAYED
        else 0.0
    )


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal action."""
    game = record[ROUND:]
    if item_at(game, packed.PLACED) == 0:
        allow_leads(game, allowed)
    elif item_at(game, packed.SIZE) == 1:
        allow_cards(game, replies(game), 0, allowed)
    else:
        last = HIGHEST if may_win(game) else CHEAPEST - 1
        for way in range(last + 1):
            allowed[REPLY + way] = 1


# --- Leading --------------------------------------------------------------------------------------


@rule
def may_lead(game: Any, action: int) -> bool:
    """Tell whether the seat on turn can make a lead."""
    if action >= THROW:
        once, _ = cards_of(game, action)
        return once != 0
    if action >= REPLY:
        return False
    held, pairs = hand_in(game, turn_of(game))
    once, _ = cards_of(game, action)
    return once != 0 and once & ~(held if action < PAIR else pairs) == 0


@rule
def allow_leads(game: Any, allowed: Any) -> None:
    """Write a 1 for each single, pair and tractor of the hand, and for each numbered throw."""
    once, twice = hand_in(game, turn_of(game))
    allow_cards(game, once, 0, allowed)
    allow_cards(game, twice, PAIR, allowed)
    if may_hold_tractor(twice):
        main, cr = item_at(game, packed.MAIN), item_at(game, packed.RANK)
        for number in range(TRACTORS_THERE_ARE):
            cards = tractor_of(number, main, cr)
            if cards != 0 and cards & ~twice == 0:
                allowed[TRACTOR + number] = 1
    for action in range(THROW, ACTIONS):
        once, _ = cards_of(game, action)
        allowed[action] = int(once != 0)


@rule
def sure_throw(game: Any, partition: int) -> tuple[int, int]:
    """Return the numbered throw of a partition, and its pairs; (0, 0) if there is none.

    It consists of all blocks that the leader holds there and nobody can beat, as far as the leader can
    tell from its own hand, the plays, the voids shown, and as landlord the burial. So it stands
    whatever the others hold. A throw with two equally long longest tractors has no number.

    Args:
        game: the round; the seat on turn is to lead.
        partition: the partition, renamed.
    """
    seat, form = turn_of(game), form_in(game)
    suit = suit_mask(partition, form)
    once, _ = hand_in(game, seat)
    once &= suit
    if once & once - 1 == 0:  # copies of one card make one block
        return 0, 0
    unseen, unseen_twice = unseen_by(game, seat)
    others = 0 if number_void(game, seat, partition) == _OTHERS else suit
    once, twice = sure_parts(game, partition, unseen, unseen_twice, (others, 0, 0), EVERY_LEVEL)
    if (
        once & once - 1 == 0
        or only_block(once, twice, partition, form, packed.ACE, EVERY_LEVEL) >= 0
    ):
        return 0, 0
    pairs, _ = pair_levels(twice, partition, form, packed.ACE)
    longest = longest_run(pairs)
    tied = windows(pairs, longest)
    return (0, 0) if longest > 1 and tied & tied - 1 else (once, twice)


@rule
def number_void(game: Any, seat: int, partition: int) -> int:
    """Return the number of other seats that have shown to be out of a partition."""
    number = 0
    for ahead in range(1, 4):
        lacks = item_at(game, packed.LACKS) >> packed.PARTITIONS * (seat + ahead & 3)
        number += lacks >> partition & 1
    return number


@rule
def allow_cards(game: Any, cards: int, first: int, allowed: Any) -> None:
    """Write a 1 for each of some renamed cards, at action ``first`` plus its true number."""
    left = named_back(cards, item_at(game, packed.MAIN), item_at(game, packed.RANK))
    while left:
        allowed[first + lowest_bit(left)] = 1
        left &= left - 1


# --- Following ------------------------------------------------------------------------------------


@rule
def replies(game: Any) -> int:
    """Return the legal replies to a single card, as a renamed mask."""
    once, _ = hand_in(game, turn_of(game))
    own = once & led_mask(game)
    return own if own else once


@rule
def may_win(game: Any) -> bool:
    """Tell whether the seat on turn has a reply to several cards that wins the trick so far."""
    once, twice = reply(game, HIGHEST, 0, WEIGHTS)  # the highest does not depend on unseen cards
    return once != 0 and takes(game, once, twice)


@rule
def renamed_card(game: Any, card: int) -> int:
    """Return the renamed mask of a card."""
    return renamed(1 << card, item_at(game, packed.MAIN), item_at(game, packed.RANK))


@rule
def cards_of(game: Any, action: int) -> tuple[int, int]:
    """Return the renamed cards of an action, and those played twice; (0, 0) if it is not possible."""
    if action >= THROW:
        return sure_throw(game, swapped_suit(action - THROW, item_at(game, packed.MAIN)))
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
        cards = tractor_of(action - TRACTOR, item_at(game, packed.MAIN), item_at(game, packed.RANK))
    return cards, cards
