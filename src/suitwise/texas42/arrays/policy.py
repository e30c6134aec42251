"""The rule-based policy: which domino a seat plays, from what it sees.

It plays as a club player does. For every legal domino a few terms are summed, and the greatest sum is
played (the least domino of equals): the chance that the trick becomes ours, times its worth with the
domino in it; less what the domino could still win if it were kept; plus a bonus for drawing trumps.
From this follow the maxims: lead trumps while the others have some, then dominoes that nobody beats;
give count to the partner's sure trick and none to the others'; cut as low as will do; keep doubles that
walk for when the trumps are out; take the trick that makes or sets.

Chances are in 64ths, by one rough rule: each of the others holds an unseen domino that he may hold with
a chance of one third. ``nello`` with three seats is a game of its own, at the end. Everything is a rule
on integers, so whole hands are played by it in batches (``batch``).
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.seating import NOBODY, left_of, partner
from suitwise.texas42.rules.dominoes import COUNT, N_DOMINOES
from suitwise.texas42.rules.suits import (
    CALLED_SUIT,
    DOUBLES,
    FOLLOWS,
    SEVENS,
    SUITS,
    TAU,
    beats,
    legal_plays,
)
from suitwise.texas42.rules.tricks import TRICK_POINT, domino_on, led_suit, winner_so_far

SURE = 64
"""A certain chance."""

HIGHER = tuple(
    sum(1 << other for other in range(N_DOMINOES) if TAU[at + other] > TAU[at + domino])
    for at in range(0, (SEVENS + 1) * len(SUITS) * N_DOMINOES, N_DOMINOES)
    for domino in range(N_DOMINOES)
)
"""The dominoes that beat a domino, by ``(declaration * 8 + suit) * 28 + domino``."""

LACKS = tuple(round(SURE * (2 / 3) ** held) for held in range(N_DOMINOES + 1))
"""The chance that a seat holds none of a number of dominoes that it may hold."""

# The weights, in points. They were chosen in duels of the policy with itself.
TO_COME = 2
"""Added to a trick for each domino yet to be played."""
KEPT_WINNER = 9
"""The worth of a domino that is sure to win a trick when led later."""
KEPT_TRUMP = 3
"""The worth of a trump beside that."""
DRAWING = 8
"""The worth of drawing a trump from either opponent."""
DECISIVE = 8
"""Added to a trick that may make or set the contract."""
RESCUE = 4
"""A partner who could beat our domino beats what beat it a quarter as often."""
DECIDED = 1 << 20
"""Added, in 64ths, where it surely does: more than all else."""


# --- Chances --------------------------------------------------------------------------------------


@rule
def higher_than(domino: int, suit: int, declaration: int) -> int:
    """Return the dominoes that beat a domino in a trick of a suit."""
    return HIGHER[(declaration * 8 + suit) * N_DOMINOES + domino]


@rule
def can_beat(domino: int, suit: int, declaration: int, may: int) -> int:
    """Return the chance that a seat can beat a domino: with a higher one of its suit, or a cut.

    Args:
        domino: the domino to beat.
        suit: the suit of the trick.
        declaration: the declaration.
        may: the dominoes that the seat may hold.

    >>> can_beat(27, 6, 5, may=1 << 26), can_beat(27, 6, 5, may=1 << 25)  # 6-6, fives trump; 6-5, 6-4
    (21, 0)
    """
    following = FOLLOWS[declaration * 8 + suit]
    over = higher_than(domino, suit, declaration) & may
    cutting = LACKS[count_bits(may & following)] * (SURE - LACKS[count_bits(over & ~following)])
    return SURE - LACKS[count_bits(over & following)] + (cutting >> 6)


@rule
def walks(domino: int, declaration: int, left: int, right: int) -> int:
    """Return the chance that neither opponent can beat a domino that is led."""
    suit = led_suit(domino, declaration)
    holds = SURE - can_beat(domino, suit, declaration, left)
    return holds * (SURE - can_beat(domino, suit, declaration, right)) >> 6


@rule
def trumps_of(declaration: int) -> int:
    """Return the trumps of a declaration, none in nello, sevens and follow-me.

    >>> [trumps_of(declaration).bit_count() for declaration in range(SEVENS + 1)]
    [7, 7, 7, 7, 7, 7, 7, 7, 0, 0, 0, 0, 0, 0]
    """
    return FOLLOWS[declaration * 8 + CALLED_SUIT] if declaration <= DOUBLES else 0


@rule
def is_trump(domino: int, declaration: int) -> bool:
    """Tell whether a domino is a trump."""
    return bool(trumps_of(declaration) >> domino & 1)


# --- Four seats -----------------------------------------------------------------------------------


@rule
def ours(
    domino: int,
    suit: int,
    declaration: int,
    best: int,
    partners: bool,
    placed: int,
    left: int,
    opposite: int,
    right: int,
) -> int:
    """Return the chance that a trick becomes ours if a domino is played to it.

    Args:
        domino: the domino.
        suit: the suit led; its own if it leads.
        declaration: the declaration.
        best: the domino that wins so far; none if it leads.
        partners: whether that is the partner's.
        placed: how many dominoes lie on the table.
        left: the dominoes that the seat to the left may hold.
        opposite: those that the partner may hold.
        right: those that the seat to the right may hold.
    """
    held = partners
    if placed == 0 or beats(domino, best, suit, declaration):
        best, held = domino, True
    helps = can_beat(best, suit, declaration, opposite) if placed <= 1 else 0
    if not held:
        # Only a partner who plays last can take it yet, unless the left goes higher before.
        return helps * (SURE - can_beat(best, suit, declaration, left)) >> 6
    chance = SURE
    if placed <= 2:
        chance -= can_beat(best, suit, declaration, left)
    if placed == 0:
        chance = chance * (SURE - can_beat(best, suit, declaration, right)) >> 6
    return chance + (SURE - chance) * helps // (SURE * RESCUE)


@rule
def worth_keeping(domino: int, declaration: int, left: int, right: int) -> int:
    """Return the worth of keeping a domino for later, in 64ths of a point."""
    trump = KEPT_TRUMP * SURE if is_trump(domino, declaration) else 0
    return KEPT_WINNER * walks(domino, declaration, left, right) + trump


@rule
def worth_drawing(domino: int, declaration: int, left: int, right: int) -> int:
    """Return the worth of a lead for the trumps that it draws, in 64ths of a point."""
    if not is_trump(domino, declaration):
        return 0
    trumps = trumps_of(declaration)
    lacking = LACKS[count_bits(left & trumps)] + LACKS[count_bits(right & trumps)]
    return DRAWING * (2 * SURE - lacking)


@rule
def stake(points: int, needed: int) -> int:
    """Return the worth of a trick to a side that needs ``needed`` points more."""
    return points + (DECISIVE if 0 < needed <= points else 0)


@rule
def choose_of_four(
    hand: int,
    declaration: int,
    table: int,
    placed: int,
    need: int,
    theirs: int,
    left: int,
    opposite: int,
    right: int,
) -> int:
    """Return the domino that a seat plays when four play; see ``choose_play``."""
    suit, best, partners, points = -1, 0, False, TRICK_POINT
    if placed:
        place, points = winner_so_far(table, placed, declaration)
        suit, best = led_suit(domino_on(table, 0), declaration), domino_on(table, place)
        partners = placed - place == 2
    to_come = TO_COME * (3 - placed)
    legal = legal_plays(hand, suit, declaration)
    chosen, most = 0, -1 << 30
    while legal:
        domino = lowest_bit(legal)
        legal &= legal - 1
        own = suit if placed else led_suit(domino, declaration)
        chance = ours(domino, own, declaration, best, partners, placed, left, opposite, right)
        sure = points + COUNT[domino]
        total = sure + to_come
        worth = chance * stake(total, need) - (SURE - chance) * stake(total, theirs)
        worth -= worth_keeping(domino, declaration, left, right)
        if not placed:
            worth += worth_drawing(domino, declaration, left, right)
        if chance == SURE and 0 < need <= sure:
            worth += DECIDED
        if worth > most:
            chosen, most = domino, worth
    return chosen


# --- Nello: three seats ---------------------------------------------------------------------------


@rule
def hard_to_lose(domino: int, declaration: int, others: int) -> int:
    """Return how hard it is to lose with a domino: many below it, few above, among the others'."""
    suit = led_suit(domino, declaration)
    over = higher_than(domino, suit, declaration) & others
    under = FOLLOWS[declaration * 8 + suit] & others & ~over
    return N_DOMINOES + count_bits(under) - 2 * count_bits(over)


@rule
def choose_of_three(
    hand: int,
    declaration: int,
    table: int,
    placed: int,
    bidding: bool,
    bidder_place: int,
    others: int,
) -> int:
    """Return the domino that a seat plays in nello when three play.

    Where the bidder loses the trick, he plays the domino that is hardest to lose with; where he can't
    be sure to lose it, the easiest. The others keep below him, and get rid of high dominoes once he has
    lost it.

    Args:
        hand: as for ``choose_play``.
        declaration: as for ``choose_play``.
        table: as for ``choose_play``.
        placed: as for ``choose_play``.
        bidding: whether it is the bidder's turn.
        bidder_place: his place in the trick.
        others: the dominoes that the others may hold.
    """
    suit, best, place = -1, 0, 0
    if placed:
        place, _ = winner_so_far(table, placed, declaration)
        suit, best = led_suit(domino_on(table, 0), declaration), domino_on(table, place)
    bidder_lost = bidder_place < placed and place != bidder_place
    legal = legal_plays(hand, suit, declaration)
    chosen, most = 0, -1 << 30
    while legal:
        domino = lowest_bit(legal)
        legal &= legal - 1
        hard = hard_to_lose(domino, declaration, others)
        takes = placed == 0 or beats(domino, best, suit, declaration)
        worth = hard if bidder_lost or (bidding and not takes) else -hard
        if not takes and not bidder_lost:
            worth += 4 * N_DOMINOES
        if worth > most:
            chosen, most = domino, worth
    return chosen


# --- Either ---------------------------------------------------------------------------------------


@rule
def choose_play(
    seat: int,
    hand: int,
    declaration: int,
    table: int,
    placed: int,
    out: int,
    need: int,
    theirs: int,
    left: int,
    opposite: int,
    right: int,
) -> int:
    """Return the domino that a seat plays.

    Args:
        seat: the seat, whose turn it is.
        hand: the dominoes that it holds, a set of bits, not empty.
        declaration: the declaration.
        table: the dominoes on the table as one integer (``tricks``).
        placed: how many dominoes lie there.
        out: the seat that sits out, or ``NOBODY``.
        need: the points that its own side still needs, to make the contract or to set it; 0 or less
            when that is done.
        theirs: the points that the other side still needs.
        left: the dominoes that the seat to the left may hold, as far as this seat has seen.
        opposite: those that the partner may hold.
        right: those that the seat to the right may hold.

    >>> from suitwise.texas42.rules.dominoes import ALL, Domino, mask_of, parse_dominoes
    >>> hand = mask_of(parse_dominoes("5-5 6-5 5-4 6-6 4-4 3-2 1-0"))
    >>> unseen = ALL & ~hand
    >>> Domino(choose_play(0, hand, 5, 0, 0, NOBODY, 30, 13, unseen, unseen, unseen))
    Domino('5-5')
    """
    if out == NOBODY:
        return choose_of_four(hand, declaration, table, placed, need, theirs, left, opposite, right)
    bidder = partner(out)
    bidder_place, at = placed, seat
    while at != bidder:
        at, bidder_place = left_of(at, out), bidder_place + 1
    return choose_of_three(
        hand, declaration, table, placed, seat == bidder, bidder_place % 3, left | opposite | right
    )
