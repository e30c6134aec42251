"""The algebra of suits: which dominoes follow a suit, and which of two is higher.

Rules page, The algebra: the seed's sections, put right. The seed writes σ for the natural suits, κ for
the called set, σ̂ for the effective suits, π for the suit with power, τ for the rank in a trick; each
has its function here, in the seed's order, over dominoes as integers and sets of dominoes as bits.
Where the seed errs the function says so.

A declaration is a number: 0 to 6 a pip that is trump, ``DOUBLES``, ``NOTRUMP``, and nello in its four
treatments of the doubles. All rules end in three tables, one row a declaration (nello's own treatments
too), which every engine, on any processor, shares. The last row is sevens, of which the seed leaves
the rules to others.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled import rule
from suitwise.texas42.rules.dominoes import HIGH, LOW, N_DOMINOES, PIPS

DOUBLES = 7
NOTRUMP = 8
NELLO = 9
"""Nello with the doubles as a suit of their own, 6-6 the highest."""
NELLO_INVERTED = 10
"""The same with 0-0 the highest."""
NELLO_HIGH = 11
"""Nello with each double the highest of its pip's suit."""
NELLO_LOW = 12
"""Nello with each double the lowest of its pip's suit."""

DECLARATIONS = range(13)
"""The declarations of the algebra."""
SEVENS = 13
"""No suits at all: each seat plays its domino nearest to seven pips; the nearest wins."""
CALLED_SUIT = 7
"""The eighth suit: the dominoes that are called."""
SUITS = range(8)

DECLARATION_TEXT = (
    *map(str, PIPS),
    "doubles",
    "notrump",
    "nello",
    "nello-inverted",
    "nello-high",
    "nello-low",
    "sevens",
)

TRUMP_TIER = 2
FOLLOW_TIER = 1
SLOUGH_TIER = 0
DOUBLE_RANK = 14
RANK_BITS = 4


# --- §2 The natural covering ----------------------------------------------------------------------


def natural_suit(pip: int) -> int:
    """Return σ_p: the dominoes with this pip.

    >>> [natural_suit(pip).bit_count() for pip in PIPS]
    [7, 7, 7, 7, 7, 7, 7]
    """
    return sum(1 << d for d in range(N_DOMINOES) if pip in (HIGH[d], LOW[d]))


def doubles() -> int:
    """Return 𝒟°: the seven doubles.

    >>> doubles().bit_count(), [HIGH[d] for d in range(N_DOMINOES) if doubles() >> d & 1]
    (7, [0, 1, 2, 3, 4, 5, 6])
    """
    return sum(1 << d for d in range(N_DOMINOES) if HIGH[d] == LOW[d])


EVERY_DOUBLE = doubles()


# --- §3 Declarations and the called suit ------------------------------------------------------------


def called(declaration: int) -> int:
    """Return κ(δ): the dominoes called into the eighth suit.

    In nello they are the doubles where these are a suit of their own, and none otherwise.

    >>> from suitwise.texas42.rules.dominoes import dominoes_of
    >>> [str(domino) for domino in dominoes_of(called(5))]
    ['5-0', '5-1', '5-2', '5-3', '5-4', '5-5', '6-5']
    """
    if declaration in PIPS:
        return natural_suit(declaration)
    return doubles() if declaration in (DOUBLES, NELLO, NELLO_INVERTED) else 0


# --- §4 The effective suits ---------------------------------------------------------------------------


def effective_suit(suit: int, declaration: int) -> int:
    """Return σ̂_ℓ: the suit without the called dominoes; for the eighth suit κ itself.

    The seed leaves σ̂_7 undefined, and calls a covering a partition: a mixed domino that is not called
    belongs to two suits.

    >>> bin(effective_suit(6, 5) & effective_suit(CALLED_SUIT, 5))
    '0b0'
    """
    if suit == CALLED_SUIT:
        return called(declaration)
    return natural_suit(suit) & ~called(declaration)


# --- §5 Following -------------------------------------------------------------------------------------


def follows(domino: int, suit: int, declaration: int) -> bool:
    """Tell whether a domino can follow a suit: it is in σ̂_ℓ.

    The seed's second form, by ℓ ∈ d, is false for the eighth suit.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> six_four = Domino("6-4")
    >>> [follows(six_four, suit, declaration=4) for suit in (6, 4, 7)]  # fours are trump, suit 7
    [False, False, True]
    """
    return bool(effective_suit(suit, declaration) >> domino & 1)


# --- §6 Power -----------------------------------------------------------------------------------------


def power(declaration: int) -> int:
    """Return π(δ): the suit that beats all others; none in nello and no-trump.

    Without such a suit tier 2 is empty; the seed says tier 1.

    >>> power(4) == called(4), power(DOUBLES) == doubles(), power(NOTRUMP)
    (True, True, 0)
    """
    return called(declaration) if declaration <= DOUBLES else 0


# --- §7, §8 Rank --------------------------------------------------------------------------------------


def rank(domino: int, declaration: int) -> int:
    """Return the rank of a domino among those of its tier.

    By pip where the doubles are a suit, whether they are trump or nello's own; the seed gives every
    double of nello 14, which ties tricks. Else a double is the highest, nello-low's the lowest, and
    a mixed domino has the sum of its ends.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> [rank(Domino(text), declaration=4) for text in ("6-6", "6-5", "6-0")]
    [14, 11, 6]
    """
    high, low = HIGH[domino], LOW[domino]
    if high != low:
        return high + low
    if declaration in (DOUBLES, NELLO):
        return high
    if declaration == NELLO_INVERTED:
        return 6 - high
    return 0 if declaration == NELLO_LOW else DOUBLE_RANK


def tier(domino: int, suit: int, declaration: int) -> int:
    """Return 2 for trump, 1 for what follows the suit led, 0 for a slough.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> [tier(Domino(text), suit=6, declaration=4) for text in ("4-0", "6-5", "5-5")]
    [2, 1, 0]
    """
    if power(declaration) >> domino & 1:
        return TRUMP_TIER
    return FOLLOW_TIER if follows(domino, suit, declaration) else SLOUGH_TIER


def trick_rank(domino: int, suit: int, declaration: int) -> int:
    """Return τ(d, ℓ, δ): the tier above, the rank below; nothing for a slough.

    >>> trick_rank(25, 6, 4), trick_rank(25, 6, NOTRUMP), trick_rank(25, 3, NOTRUMP)
    (42, 26, 0)
    """
    own = tier(domino, suit, declaration)
    return own << RANK_BITS | rank(domino, declaration) if own else 0


# --- §10 The complete decision ------------------------------------------------------------------------


def lead_suit(domino: int, declaration: int) -> int:
    """Return the suit that a domino leads: the eighth if it is called, else its higher end.

    The seed says that only trump leads the eighth suit; the doubles of nello do, too.

    >>> lead_suit(25, 4), lead_suit(25, NOTRUMP), lead_suit(27, NELLO)
    (7, 6, 7)
    """
    return CALLED_SUIT if called(declaration) >> domino & 1 else HIGH[domino]


# --- Sevens: the nearest wins --------------------------------------------------------------------------


def distance(domino: int) -> int:
    """Return how far the pips of a domino are from seven.

    >>> [distance(domino) for domino in (0, 25, 27)]
    [7, 3, 5]
    """
    return abs(HIGH[domino] + LOW[domino] - 7)


FARTHEST = 7
"""How far 0-0 is from seven."""
NEAR = tuple(
    sum(1 << d for d in range(N_DOMINOES) if distance(d) == far) for far in range(FARTHEST + 1)
)
"""The dominoes at each distance from seven."""


# --- The tables ---------------------------------------------------------------------------------------

FOLLOWS = (
    *(effective_suit(suit, declaration) for declaration in DECLARATIONS for suit in SUITS),
    *(0 for _ in SUITS),
)
"""σ̂_ℓ, by ``declaration * 8 + suit``; nothing follows anything in sevens."""
TAU = (
    *(
        trick_rank(domino, suit, declaration)
        for declaration in DECLARATIONS
        for suit in SUITS
        for domino in range(N_DOMINOES)
    ),
    *(FARTHEST - distance(domino) for _ in SUITS for domino in range(N_DOMINOES)),
)
"""τ, by ``(declaration * 8 + suit) * 28 + domino``; six bits each.

2,912 entries, 2,240 for ten declarations: the seed's 2,016 can't tell nello from no-trump. Sevens adds
224; it alone has ties, which the domino played first wins."""
LED = (
    *(
        lead_suit(domino, declaration)
        for declaration in DECLARATIONS
        for domino in range(N_DOMINOES)
    ),
    *(HIGH[domino] for domino in range(N_DOMINOES)),
)
"""The suit led, by ``declaration * 28 + domino``; without meaning in sevens."""


@rule
def legal_plays(hand: int, suit: int, declaration: int) -> int:
    """Return the dominoes of a hand that may be played to a suit: those that follow, else all.

    In sevens, those nearest to seven.

    Args:
        hand: a set of dominoes.
        suit: the suit led; negative for a lead.
        declaration: the declaration.

    >>> bin(legal_plays(0b1011, 1, NOTRUMP))
    '0b10'
    """
    if declaration == SEVENS:
        return nearest(hand)
    if suit < 0:
        return hand
    following = hand & FOLLOWS[declaration * 8 + suit]
    return following if following else hand


@rule
def nearest(hand: int) -> int:
    """Return the dominoes of a hand that lie nearest to seven pips.

    >>> from suitwise.texas42.rules.dominoes import dominoes_of, mask_of
    >>> dominoes_of(nearest(mask_of([0, 25, 27])))  # of 0-0 6-4 6-6
    (Domino('6-4'),)
    """
    for far in range(FARTHEST + 1):
        if hand & NEAR[far]:
            return hand & NEAR[far]
    return 0


@rule
def rank_in(domino: int, suit: int, declaration: int) -> int:
    """Return the rank of a domino in a trick of this suit, τ: the higher wins, of equals the first."""
    return TAU[(declaration * 8 + suit) * N_DOMINOES + domino]


@rule
def beats(domino: int, other: int, suit: int, declaration: int) -> bool:
    """Tell whether a domino beats another one in a trick of this suit.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> beats(Domino("4-0"), Domino("6-6"), suit=6, declaration=4)  # fours are trump
    True
    """
    return rank_in(domino, suit, declaration) > rank_in(other, suit, declaration)


# --- §11 Symmetry -------------------------------------------------------------------------------------


def transport(declaration: int) -> tuple[int, ...]:
    """Return the pip map that takes a pip's declaration to that of the sixes.

    Of all maps of the pips only those which keep the order of the six pips that are not trump keep who
    wins; this is the one of them which takes the trump to 6. Any other map keeps suits alone, whatever
    the seed's §11 says. Count is not kept.

    Args:
        declaration: a pip.

    >>> transport(3)
    (0, 1, 2, 6, 3, 4, 5)
    """
    return tuple(6 if pip == declaration else pip - (pip > declaration) for pip in PIPS)


def transported(domino: int, pips: tuple[int, ...]) -> int:
    """Return the domino that a pip map takes a domino to.

    >>> transported(25, transport(4)) == 26  # 6-4 becomes 6-5
    True
    """
    high, low = sorted((pips[HIGH[domino]], pips[LOW[domino]]), reverse=True)
    return high * (high + 1) // 2 + low
