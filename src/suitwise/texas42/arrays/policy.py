"""The rule-based policy: which domino a seat plays, what it calls, and hands played out by it.

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
from suitwise.stepping.streams import moved, under
from suitwise.texas42.arrays.packed import (
    declaration_of,
    declaring_of,
    held_by,
    legal_of,
    out_of,
    placed_of,
    played,
    points_of,
    table_of,
    turn_of,
)
from suitwise.texas42.hidden import absent_after
from suitwise.texas42.rules.auction import FIRST_MARK, LEAST_POINTS, MARKS, PASS
from suitwise.texas42.rules.contracts import STRAIGHT
from suitwise.texas42.rules.dominoes import (
    ALL,
    CALLED_SUIT,
    COUNT,
    DOUBLES,
    FOLLOWS,
    HAND_POINTS,
    N_DOMINOES,
    NOTRUMP,
    SEVENS,
    SUITS,
    TAU,
    TRICK_POINT,
    beats,
    domino_on,
    led_suit,
    legal_plays,
    winner_so_far,
)

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
    """Return whether a domino is a trump."""
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


# --- The rule-based calls and declarations, by the worth of a hand before it is played ------------
#
# The points that the leader's side takes, on average over the other hands, grow by about three for
# each trump and each domino that walks, by one for the second of its suit, and shrink by one for each
# trump that a higher one catches; count that is safe is worth a third of itself more. The weights are
# rounded from a regression over 30,000 random hands played out by ``policy`` at all seats; trumps of
# a pip, doubles as trumps and follow-me came out much the same. The call for a worth stands in a
# table, made from 400,000 such hands: the most points that are made about as often as not.

THIRDS = 3
"""A worth is in thirds of a point."""
_BASE = 15 * THIRDS
_TRUMP = 3 * THIRDS
_CAUGHT = 1 * THIRDS
_WALKS = 3 * THIRDS
_SECOND = 1 * THIRDS
_FEW = 3
"""With fewer trumps the others' are not drawn, and dominoes that would walk are cut."""


@rule
def caught(hand: int, declaration: int) -> int:
    """Return how many trumps of a hand higher ones will catch, where all play theirs from the top.

    >>> from suitwise.texas42.rules.dominoes import mask_of, parse_dominoes
    >>> caught(mask_of(parse_dominoes("6-5 5-4 5-3 6-6")), 5)  # the 5-5 is out
    1
    """
    mine, others = hand & trumps_of(declaration), trumps_of(declaration) & ~hand
    lost = 0
    while mine and others:
        own, other = highest(mine, declaration), highest(others, declaration)
        lost += int(higher_than(own, 7, declaration) >> other & 1)
        mine &= ~(1 << own)
        others &= ~(1 << other)
    return lost


@rule
def highest(trumps: int, declaration: int) -> int:
    """Return the highest of some trumps."""
    best = lowest_bit(trumps)
    while trumps:
        domino = lowest_bit(trumps)
        trumps &= trumps - 1
        if higher_than(best, 7, declaration) >> domino & 1:
            best = domino
    return best


@rule
def worth(hand: int, declaration: int) -> int:
    """Return the worth of a hand to its side if it leads, in thirds of a point.

    Args:
        hand: seven dominoes.
        declaration: one of the nine straight ones.

    >>> from suitwise.texas42.rules.dominoes import mask_of, parse_dominoes
    >>> worth(mask_of(parse_dominoes("5-5 6-5 5-4 5-3 6-6 4-4 1-0")), 5) // THIRDS
    36
    """
    unseen = ALL & ~hand
    firm = declaration == NOTRUMP or count_bits(hand & trumps_of(declaration)) >= _FEW
    points = _BASE - _CAUGHT * caught(hand, declaration)
    while hand:
        domino = lowest_bit(hand)
        hand &= hand - 1
        if is_trump(domino, declaration):
            points += _TRUMP + COUNT[domino]
            continue
        suit = led_suit(domino, declaration)
        above = count_bits(
            higher_than(domino, suit, declaration) & FOLLOWS[declaration * 8 + suit] & unseen
        )
        if above == 0 and firm:
            points += _WALKS + COUNT[domino]
        elif above <= 1:
            points += _SECOND
    return points


@rule
def best_declaration(hand: int, allowed: int) -> int:
    """Return the straight declaration that a hand is worth most in, the first of equals.

    Args:
        hand: seven dominoes.
        allowed: the declarations to choose among, a set of bits; one of the straight ones at least.
    """
    best, most = 0, -1
    for declaration in range(NOTRUMP + 1):
        if allowed >> declaration & 1:
            points = worth(hand, declaration)
            if points > most:
                best, most = declaration, points
    return best


_LEAST_WORTH = 29
LIMITS = (30, 30, 31, 32, 34, 35, 35, 37, 40, 40, 41, 41, HAND_POINTS)
"""The most points that a hand worth 29, 30, … or 41 and more makes about as often as not."""


@rule
def limit_of(points: int) -> int:
    """Return the highest bid that a worth is good for, in points; 0 for none.

    Args:
        points: a worth in thirds of a point.

    >>> [limit_of(points * THIRDS) for points in (28, 29, 35, 50)]
    [0, 30, 35, 42]
    """
    over = points // THIRDS - _LEAST_WORTH
    return 0 if over < 0 else LIMITS[min(over, len(LIMITS) - 1)]


@rule
def call_on(hand: int, standing: int) -> int:
    """Return the call of a hand: the least that is enough, up to its limit.

    Args:
        hand: seven dominoes.
        standing: the points that stand, 42 for a mark; less than 30 where nothing does.

    Returns:
        Points from 30 to 42, which is one mark; 0 for a pass.

    >>> from suitwise.texas42.rules.dominoes import mask_of, parse_dominoes
    >>> hand = mask_of(parse_dominoes("5-5 6-5 5-4 5-3 6-6 4-4 1-0"))
    >>> [call_on(hand, standing) for standing in (0, 30, 36, 37)]
    [30, 31, 37, 0]
    """
    call = max(standing + 1, LIMITS[0])
    return call if call <= limit_of(worth(hand, best_declaration(hand, STRAIGHT))) else 0


@rule
def rule_based_call(hand: int, standing: int, partners: bool, legal: int) -> int:
    """Return the call of a seat: the least that is enough, the least there is where a call is forced.

    Args:
        hand: its seven dominoes.
        standing: the highest call so far.
        partners: whether it is the partner's; he is never outbid.
        legal: the calls that are legal, a set of bits.

    >>> from suitwise.texas42.rules.dominoes import mask_of, parse_dominoes
    >>> hand = mask_of(parse_dominoes("5-5 6-5 5-4 5-3 6-6 4-4 1-0"))
    >>> [rule_based_call(hand, standing, False, (1 << 26) - 1) for standing in (PASS, 7, 8)]
    [1, 8, 0]
    """
    if partners:
        return PASS
    marks = MARKS[standing]
    points = call_on(hand, HAND_POINTS * marks if marks else LEAST_POINTS - 1 + standing)
    call = PASS
    if points:
        call = FIRST_MARK if points == HAND_POINTS else points - LEAST_POINTS + 1
    return call if legal >> call & 1 else lowest_bit(legal)


# --- Hands played out to the end from a packed position, at random or by the policy ---------------
#
# Everything is a rule on integers: one world a call, in Python, in machine code, or as a thread of a
# GPU that keeps all of its state in registers (seed, Parallelization Strategy).

HAND = 7
"""The dominoes of a hand."""


@rule
def bit_numbered(bits: int, number: int) -> int:
    """Return the place of the set bit of a number, counted from the lowest; one of the first seven.

    Six steps whatever the number, each a choice without a branch: a quarter quicker than a loop that the
    processor can't foresee, and threads side by side never wait for each other.

    >>> [bit_numbered(0b10110, number) for number in range(3)]
    [1, 2, 4]
    """
    for step in range(HAND - 1):
        bits = bits & (bits - 1) if step < number else bits
    return lowest_bit(bits)


@rule
def owners(stream: int) -> tuple[int, int, int]:
    """Return the lower and the upper bits of the seats that the dominoes are dealt to, and the stream.

    Each of the equally likely deals comes from one choice for every domino: a seat, in proportion to
    the places that it has left.
    """
    lower = upper = 0
    # How many places are left to seat 0, to seats 0 and 1, to all but seat 3.
    one, two, three = HAND, 2 * HAND, 3 * HAND
    for domino in range(N_DOMINOES):
        stream = moved(stream)
        place = under(N_DOMINOES - domino, stream)
        seat = int(place >= one) + int(place >= two) + int(place >= three)
        one -= int(seat < 1)
        two -= int(seat < 2)
        three -= int(seat < 3)
        lower |= (seat & 1) << domino
        upper |= (seat >> 1) << domino
    return lower, upper, stream


@rule
def play_randomly(where: int, rest: int, stream: int) -> int:
    """Play a hand out, each domino chosen evenly among the legal ones; return its second integer.

    Args:
        where: the first integer of a packed position.
        rest: the second.
        stream: where the random numbers come from.
    """
    legal = legal_of(where, rest)
    while legal:
        stream = moved(stream)
        domino = bit_numbered(legal, under(count_bits(legal), stream))
        where, rest = played(where, rest, domino)
        legal = legal_of(where, rest)
    return rest


@rule
def may_hold(unseen: int, lacks: int, lacks_upper: int, seat: int) -> int:
    """Return the unseen dominoes that a seat may hold.

    Args:
        unseen: the dominoes that the other seats hold.
        lacks: those that seat 0 is known not to hold, and 28 bits above those of seat 1.
        lacks_upper: the same for seats 2 and 3.
        seat: the seat.
    """
    both = lacks_upper if seat & 2 else lacks
    return unseen & ~(both >> (N_DOMINOES if seat & 1 else 0))


@rule
def lacking(
    lacks: int, lacks_upper: int, seat: int, domino: int, suit: int, declaration: int
) -> tuple[int, int]:
    """Return the dominoes that the seats are known not to hold once one has played a domino.

    Args:
        lacks: as for ``may_hold``.
        lacks_upper: as for ``may_hold``.
        seat: the seat that played.
        domino: the domino played.
        suit: the suit led; negative for a lead.
        declaration: the declaration.

    >>> lacking(0, 0, 1, 0, 6, 5)[0] >> 28 == absent_after(0, 6, 5)
    True
    """
    absent = absent_after(domino, suit, declaration) << (N_DOMINOES if seat & 1 else 0)
    if seat & 2:
        return lacks, lacks_upper | absent
    return lacks | absent, lacks_upper


@rule
def policy_domino(where: int, rest: int, need: int, lacks: int, lacks_upper: int) -> int:
    """Return the domino that the policy plays in a packed position.

    Args:
        where: the first integer of the position.
        rest: the second.
        need: the points that the declaring side must take.
        lacks: as for ``may_hold``.
        lacks_upper: as for ``may_hold``.
    """
    seat, declaring = turn_of(where, rest), declaring_of(where)
    hand = held_by(where, rest, seat)
    unseen = rest & ALL & ~hand
    to_make = need - points_of(rest, declaring)
    to_set = HAND_POINTS + 1 - need - points_of(rest, 1 - declaring)
    ours = declaring == (seat & 1)
    return choose_play(
        seat,
        hand,
        declaration_of(where),
        table_of(rest),
        placed_of(rest),
        out_of(rest),
        to_make if ours else to_set,
        to_set if ours else to_make,
        may_hold(unseen, lacks, lacks_upper, (seat + 1) & 3),
        may_hold(unseen, lacks, lacks_upper, (seat + 2) & 3),
        may_hold(unseen, lacks, lacks_upper, (seat + 3) & 3),
    )
