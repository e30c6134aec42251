"""The record of a deal, and its play for ``stepping.loop``, begun at the first lead.

Source: rules page §6. Cards are dealt, the main suit is bid and the kitty buried as in ``batch``,
rule-based on both sides: a quick beginning, for learners of the play. No throw fails here, so of what
seats know the record keeps only who is out of what, and what has been played.
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
    cards_on,
    form_in,
    form_of,
    honour_of_reply,
    led_mask,
    may_hold_tractor,
    named_back,
    put,
    renamed,
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
from suitwise.tractor.rules.cutting import ABOVE_ALL, ALL, LARGEST, ROOM
from suitwise.tractor.rules.deck import (
    NO_SUIT,
    TRUMPS,
    pair_levels,
    rank_card_phi,
    shared_rank_cards,
    together,
)
from suitwise.tractor.rules.levels import ranks_after
from suitwise.tractor.rules.profile import EVERY_LEVEL
from suitwise.tractor.rules.throws import forced_part, takes_throw

# --- The record of a deal -------------------------------------------------------------------------
#
# Source: rules page §6, Throws; docs/tractor.md, Leading and Who wins. The house is ``standard``.
#
# A record is a round (``packed``) and, beside it, what a round does not keep. A deal that is drawn
# and bid here (``course``) has all the columns, and goes by the true names of its cards until the
# burial; one that begins at the first lead (``play``) has no more than those of the play.
#
# ==========  ==================================================================================
# column      meaning
# ==========  ==================================================================================
# 0..35       the round (``packed``)
# 36..43      the cards that seats 0 to 3 have played, two masks each, by true names
# 44          how many tricks are over
# 45..52      the cards that seats 0 to 3 have shown for bids, two masks each, by true names; the
#             landlord's are forgotten when it buries
# 53..56      the cards of which each seat is known to hold none but what it has shown
# 57..60      the cards of which each seat is known to hold at most one
# 61, 62      the cards that nobody has drawn, two masks
# 63          where in its stream chance goes on
# 64..66      whose bid stands, its card and how many are shown; 0 copies where nobody has bid
# 67          how many moves are noted
# 68 on       the bench on which plays are held against throws (``cutting.bench``)
# ==========  ==================================================================================

GONE, TRICKS = packed.COLUMNS, packed.COLUMNS + 8
SHOWN, ABSENT, LONE, UNDRAWN = TRICKS + 1, TRICKS + 9, TRICKS + 13, TRICKS + 17
INDEX, BIDDER, BID, COPIES, NOTED, BENCH = range(UNDRAWN + 2, UNDRAWN + 8)

ROUND, ROUND_END = HEAD, HEAD + packed.COLUMNS
"""Where the deal stands behind the loop's own columns, and where its round ends."""
PLAY_COLUMNS, ALL_COLUMNS = ROUND + TRICKS + 1, ROUND + BENCH + ROOM
"""The columns of a record with the loop's own: of one that begins at the first lead, and of any."""

GIVEN_LANDLORD, LEVELS, DEFEND, FIRST = 1, 2, 4, 5
"""The numbers of a variant after its seats: the landlord, -1 where it is drawn or bid; the levels of
the sides; the ranks that must be defended, a bit each; who draws first where no landlord is given."""


# --- Cards that are played ------------------------------------------------------------------------


@rule
def note_gone(record: Any, seat: int, once: int, twice: int) -> None:
    """Note cards that a seat plays."""
    main, cr, gone = item_at(record, packed.MAIN), item_at(record, packed.RANK), GONE + 2 * seat
    once = named_back(once, main, cr)
    if twice:  # seldom
        twice = named_back(twice, main, cr)
    record[gone], record[gone + 1] = together(
        item_at(record, gone), item_at(record, gone + 1), once, twice
    )


@rule
def not_below(cards: int, level: int, form: int) -> int:
    """Return the cards whose Φ is at least ``level``."""
    found = 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if packed.PHI[N_CARDS * (form - packed.CLUBS) + card] >= level:
            found |= 1 << card
    return found


@rule
def first_by_name(record: Any, cards: int) -> int:
    """Return the card that comes first by its true name, renamed."""
    main, cr = item_at(record, packed.MAIN), item_at(record, packed.RANK)
    true = named_back(cards, main, cr)
    return renamed(true & -true, main, cr)


# --- Who takes a trick ----------------------------------------------------------------------------


@rule
def largest_parts(record: Any) -> int:
    """Return how many parts of the lead on the table are the largest: all of them must be beaten."""
    pairs, length = item_at(record, packed.PAIRS), item_at(record, packed.LENGTH)
    if pairs == 0:
        return item_at(record, packed.SIZE)
    if length == 1:
        return pairs
    levels, _ = pair_levels(
        item_at(record, packed.TABLE + 1), item_at(record, packed.LED), form_in(record), packed.ACE
    )
    return count_bits(windows(levels, length))


@rule
def takes(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply takes the trick on the table so far: all its largest parts are higher."""
    compared = largest_parts(record)
    if compared == 1 or item_at(record, packed.LENGTH) <= 1:
        if honour_of_reply(record, once, twice) <= item_at(record, packed.BEST):
            return False
        return compared == 1 or is_higher_throughout(record, compared, once, twice)
    return beats_tractors(record, once, twice)


@rule
def beats_tractors(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply beats a throw whose longest tractors are several: none with a number is so.

    Where seats may throw what they like, ``cuts_higher`` is fitted into this place. It calls itself,
    which kernels of a GPU had better not.
    """
    return False


@rule
def cuts_higher(record: Any, once: int, twice: int) -> bool:
    """Tell whether a reply can be cut so that it beats the play that stands, whatever was thrown."""
    form, lead = form_in(record), (item_at(record, packed.TABLE), item_at(record, packed.TABLE + 1))
    masks = led_mask(record), packed.SUIT_MASK[packed.PARTITIONS * (form - packed.CLUBS) + TRUMPS]
    return takes_throw(
        record[BENCH : BENCH + ROOM],
        lead,
        standing_play(record),
        (once, twice),
        masks,
        item_at(record, packed.LED),
        (form, packed.ACE, EVERY_LEVEL),
        LARGEST,
        ALL,
    )


@rule
def is_higher_throughout(record: Any, compared: int, once: int, twice: int) -> bool:
    """Tell whether all largest parts of a reply are higher, where they are single cards or pairs.

    Args:
        record: the deal.
        compared: how many parts are the largest.
        once: card mask of the reply, whose highest part is higher than the standing play's.
        twice: its pairs.
    """
    stood, stood_twice = standing_play(record)
    if item_at(record, packed.PAIRS):
        stood, stood_twice, once, twice = stood_twice, 0, twice, 0
    form, cards = form_in(record), stood
    while cards:
        level = packed.PHI[N_CARDS * (form - packed.CLUBS) + lowest_bit(cards)]
        cards &= cards - 1
        wanted = min(compared, copies_from(stood, stood_twice, level, form))
        if copies_from(once, twice, level + 1, form) < wanted:
            return False
    return True


@rule
def copies_from(once: int, twice: int, level: int, form: int) -> int:
    """Return how many of some cards, both copies counted, have a Φ of at least ``level``."""
    return count_bits(not_below(once, level, form)) + count_bits(not_below(twice, level, form))


@rule
def standing_play(record: Any) -> tuple[int, int]:
    """Return the play that wins the trick on the table so far, and its pairs."""
    stands = packed.TABLE + 2 * (
        item_at(record, packed.WINNER) - item_at(record, packed.LEADER) & 3
    )
    return item_at(record, stands), item_at(record, stands + 1)


@rule
def put_in_trick(record: Any, once: int, twice: int) -> None:
    """Let the seat on turn make a legal play, to a throw as well (``packed.put``)."""
    placed = item_at(record, packed.PLACED)
    answers_throw = placed > 0 and largest_parts(record) > 1
    if answers_throw:
        record[packed.BEST] = -1 if takes(record, once, twice) else ABOVE_ALL
    put(record, once, twice)
    if answers_throw:  # the honour of what wins so far
        stood, stood_twice = standing_play(record)
        record[packed.BEST] = honour_of_reply(record, stood, stood_twice)
    record[TRICKS] += int(placed == 3)


# --- What a failed throw leads --------------------------------------------------------------------


@rule
def part_forced(record: Any, once: int, twice: int, forced: int, chain: int) -> tuple[int, int]:
    """Return the part that the seat on turn leads of a throw (``rules.throws.forced_part``).

    Args:
        record: the deal; a round alone will do.
        once: card mask of the lead.
        twice: its pairs.
        forced: which part the house forces.
        chain: the level mask of the Φ that join tractors.
    """
    form = form_in(record)
    led = packed.PARTITION[N_CARDS * (form - packed.CLUBS) + lowest_bit(once)]
    suit = packed.SUIT_MASK[packed.PARTITIONS * (form - packed.CLUBS) + led]
    trump = form, packed.ACE, chain
    return forced_part(
        record, packed.HANDS, turn_of(record), once, twice, (led, suit), trump, forced
    )


@rule
def forced_cards(record: Any, once: int, twice: int, length: int, top: int) -> tuple[int, int]:
    """Return the cards of the part that is forced, and the rank cards of which it takes one.

    Args:
        record: as for ``part_forced``.
        once: card mask of the throw.
        twice: its pairs.
        length: the part's length in pairs.
        top: its top Φ.

    Returns:
        Its cards but for a rank card that others are level with; these, of which there may be none.
    """
    form = form_in(record)
    led = packed.PARTITION[N_CARDS * (form - packed.CLUBS) + lowest_bit(once)]
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
    """Return the parts of a partition of the seat on turn that nobody can beat.

    Args:
        record: the deal; a round alone will do.
        led: the partition.
        unseen: card mask of the cards that the seat does not see.
        unseen_twice: mask of those of which it sees no copy.
        hands: what each other seat may hold, 0 for one that beats nothing.
        chain: the level mask of the Φ that join tractors.

    Returns:
        Their cards and pairs: none, one part, or a throw.
    """
    form, hand = form_in(record), packed.HANDS + 2 * turn_of(record)
    suit = packed.SUIT_MASK[packed.PARTITIONS * (form - packed.CLUBS) + led]
    once, twice = item_at(record, hand) & suit, item_at(record, hand + 1) & suit
    beside, chosen, loose = (unseen & suit, unseen_twice & suit), 0, twice
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
            if low + length - 1 >= highest_of(beside, hands, led, trump, length):
                chosen |= cards
    if loose:
        chosen |= not_below(loose, highest_of(beside, hands, led, trump, 1), form)
    singles = not_below(once & ~twice, highest_of(beside, hands, led, trump, 0), form)
    return chosen | singles, chosen


@rule
def highest_of(
    unseen: tuple[int, int],
    hands: tuple[int, int, int],
    led: int,
    trump: tuple[int, int, int],
    length: int,
) -> int:
    """Return the highest Φ of all blocks of a length that one of the other seats may hold."""
    main, cr, chain = trump
    highest = 0
    for ahead in range(3):
        once, twice = unseen[0] & hands[ahead], unseen[1] & hands[ahead]
        if once:
            top = highest_block(once, twice, led, main, cr, length, chain)
            highest = max(highest, top)
    return highest


# --- What a deal brings ---------------------------------------------------------------------------


@rule
def levels_ahead(record: Any, options: Any, seat: int) -> float:
    """Return how many levels a seat's side rises more than the other by a deal that is over."""
    one, other = item_at(options, LEVELS), item_at(options, LEVELS + 1)
    if one < 0:  # each deal draws the level of both
        one = other = item_at(record, packed.RANK)
    landlord, points = item_at(record, packed.LANDLORD), item_at(record, packed.POINTS)
    after, other_after = ranks_after(one, other, landlord, points, item_at(options, DEFEND))
    ahead = after - one - (other_after - other)
    return float(-ahead if seat & 1 else ahead)


# --- The numbered actions, and their text ---------------------------------------------------------
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
    if takes_link(top, length, link, packed.CLUBS) or takes_link(top, length, link, NO_SUIT)
)

OWN = len(_IN_SUIT)
"""So many tractors are of a suit's own cards; they come first."""
TRACTORS_THERE_ARE = OWN + len(_AT_TOP)
TRACTOR_LENGTHS = tuple(length for _, length in _IN_SUIT) + tuple(
    length for _, length, _ in _AT_TOP
)
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
    named = f"tractor of {TRACTOR_LENGTHS[number]} pairs"
    if number < OWN:
        return f"{named} from {Card(LOWEST[number])}"
    top, link = TOP[number - OWN], LINK[number - OWN]
    rank_card = "" if link == NO_SUIT else f"the rank card of {SUITS[link]}"
    return f"{named} up to {' with '.join(filter(None, (_TOPS[top], rank_card)))}"


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
    return OVER if item_at(game, packed.PLAYED) == packed.ALL_PLAYED else turn_of(game)


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Tell whether the seat on turn may do what a number means."""
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
    """Play what a legal action means."""
    game = record[ROUND:]
    once, twice = cards_of(game, action)
    note_gone(game, turn_of(game), once, twice)
    put_in_trick(game, once, twice)


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn play at random, evenly among its legal plays, or by the policy."""
    game = record[ROUND:]
    game[packed.STREAM] = record[LOOP_STREAM]
    once, twice = play_by(game, BOTH if policy == RULES else 0)
    record[LOOP_STREAM] = game[packed.STREAM]
    note_gone(game, turn_of(game), once, twice)
    put_in_trick(game, once, twice)


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return how many levels a seat's side has risen more than the other."""
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
    """Tell whether the seat on turn holds what an action leads."""
    if action >= THROW:
        once, _ = cards_of(game, action)
        return once != 0
    if action >= REPLY:
        return False
    hand = packed.HANDS + 2 * turn_of(game)
    held = item_at(game, hand) if action < PAIR else item_at(game, hand + 1)
    once, _ = cards_of(game, action)
    return once != 0 and once & ~held == 0


@rule
def allow_leads(game: Any, allowed: Any) -> None:
    """Write a 1 for each single, pair and tractor of the hand, and each throw that is certain."""
    hand = packed.HANDS + 2 * turn_of(game)
    twice = item_at(game, hand + 1)
    allow_cards(game, item_at(game, hand), 0, allowed)
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
    suit = packed.SUIT_MASK[packed.PARTITIONS * (form - packed.CLUBS) + partition]
    once = item_at(game, packed.HANDS + 2 * seat) & suit
    if once & once - 1 == 0:  # of one kind of card there is one block
        return 0, 0
    unseen, unseen_twice = unseen_by(game, seat)
    others = 0 if out_of_it(game, seat, partition) == _OTHERS else suit
    once, twice = sure_parts(game, partition, unseen, unseen_twice, (others, 0, 0), EVERY_LEVEL)
    if (
        once & once - 1 == 0
        or only_block(once, twice, 0, partition, form, packed.ACE, EVERY_LEVEL) >= 0
    ):
        return 0, 0
    pairs, _ = pair_levels(twice, partition, form, packed.ACE)
    longest = longest_run(pairs)
    tied = windows(pairs, longest)
    return (0, 0) if longest > 1 and tied & tied - 1 else (once, twice)


@rule
def out_of_it(game: Any, seat: int, partition: int) -> int:
    """Return how many other seats have shown to be out of a partition."""
    found = 0
    for ahead in range(1, 4):
        lacks = item_at(game, packed.LACKS) >> packed.PARTITIONS * (seat + ahead & 3)
        found += lacks >> partition & 1
    return found


@rule
def allow_cards(game: Any, cards: int, first: int, allowed: Any) -> None:
    """Write a 1 for each of some renamed cards, from an action on by their true names."""
    left = named_back(cards, item_at(game, packed.MAIN), item_at(game, packed.RANK))
    while left:
        allowed[first + lowest_bit(left)] = 1
        left &= left - 1


# --- Following ------------------------------------------------------------------------------------


@rule
def replies(game: Any) -> int:
    """Return the cards that the seat on turn may play to a card, renamed."""
    once = item_at(game, packed.HANDS + 2 * turn_of(game))
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
    return renamed(1 << card, item_at(game, packed.MAIN), item_at(game, packed.RANK))


@rule
def cards_of(game: Any, action: int) -> tuple[int, int]:
    """Return the cards that an action plays, renamed, and those played twice; none where it can't."""
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
