"""The 28 dominoes of a double-six set, the algebra of suits, and the winner of a trick.

A domino is a small integer, the same in every table, kernel and file: ``high * (high + 1) // 2 + low``,
so 0-0 is 0, 1-0 is 1, 1-1 is 2 and 6-6 is 27. A set of dominoes is a 28-bit integer. Dominoes are
written higher end first, ``6-4``; the parser takes either order and a colon, and commas or blanks
between them.

Rules page, The algebra and The game. A declaration is a number: 0 to 6 for the pip that is trump,
``DOUBLES``, ``NOTRUMP``, nello in four treatments of the doubles, and ``SEVENS``. The algebra follows
the sections (§) of the seed, with its errors corrected; a function that differs from the seed says so.
In the seed's notation σ is a natural suit, κ the called set, σ̂ an effective suit, π the suit with power
and τ the rank in a trick. All of it ends in three tables, ``FOLLOWS``, ``TAU`` and ``LED``, with a row
for each declaration, which every engine shares. The seed doesn't cover sevens.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

from suitwise.arguments import of_kind, several, whole
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.phrases import Phrase, phrase, quoted
from suitwise.foundation.values import shows

PIPS = range(7)
N_DOMINOES = 28
ALL = (1 << N_DOMINOES) - 1

_ENDS = tuple((high, low) for high in PIPS for low in range(high + 1))
HIGH = tuple(high for high, _ in _ENDS)
"""The higher end of each domino."""
LOW = tuple(low for _, low in _ENDS)
"""The lower end of each domino."""

_COUNTS = {5: 5, 10: 10}
COUNT = tuple(_COUNTS.get(high + low, 0) for high, low in _ENDS)
"""The count of each domino: the ends of 5-5 and 6-4 sum to ten, those of 5-0, 4-1 and 3-2 to five."""
HAND_POINTS = 42
"""The points of a hand: 35 of count, and one a trick."""

_DOMINO = re.compile(r"([0-6])\s*[-:]\s*([0-6])")


@shows(svg="suitwise.texas42.picture:draw_one")
class Domino(int):
    """A domino: an integer from 0 to 27 that prints as text.

    Args:
        domino: the integer, or its text.

    Raises:
        NotationError: it is no domino.

    >>> Domino("4:6"), int(Domino("6-4")), Domino(27), Domino("6-4").count
    (Domino('6-4'), 25, Domino('6-6'), 10)
    """

    def __new__(cls, domino: int | str) -> Domino:
        """Return the domino of an integer or a text."""
        if type(domino) is int and 0 <= domino < N_DOMINOES:
            return DOMINOES[domino]
        if isinstance(domino, str):
            found = _DOMINO.fullmatch(domino.strip())
            if found is None:
                raise NotationError(
                    phrase(
                        "texas42.no-domino",
                        "{text} is no domino: write its ends, as 6-4",
                        text=quoted(domino),
                    )
                )
            return DOMINOES[domino_of(int(found[1]), int(found[2]))]
        domino = whole(domino, "a domino is a text or")
        if not 0 <= domino < N_DOMINOES:
            raise NotationError(f"a domino is an integer from 0 to {N_DOMINOES - 1}")
        return DOMINOES[domino]

    @property
    def high(self) -> int:
        """Its higher end."""
        return HIGH[self]

    @property
    def low(self) -> int:
        """Its lower end."""
        return LOW[self]

    @property
    def is_double(self) -> bool:
        """True if both ends are equal."""
        return HIGH[self] == LOW[self]

    @property
    def count(self) -> int:
        """The count: 10, 5 or 0 points for the side that takes it."""
        return COUNT[self]

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Domino({str(self)!r})"


_TEXTS = tuple(f"{high}-{low}" for high, low in zip(HIGH, LOW, strict=True))
"""The texts of all dominoes, made once."""
DOMINOES = tuple(int.__new__(Domino, number) for number in range(N_DOMINOES))
"""All dominoes by their numbers."""
DominoesLike: TypeAlias = str | Iterable[int]
"""Dominoes as text, or as integers or ``Domino`` objects."""


def domino_of(one: int, other: int) -> int:
    """Return the domino with these ends.

    >>> domino_of(4, 6), domino_of(6, 4)
    (25, 25)
    """
    high, low = max(one, other), min(one, other)
    return high * (high + 1) // 2 + low


def parse_dominoes(text: str) -> tuple[Domino, ...]:
    """Parse dominoes separated by commas or blanks, in the order written.

    Raises:
        NotationError: a word is not a domino.

    >>> parse_dominoes("6-4, 0-5 3-3")
    (Domino('6-4'), Domino('5-0'), Domino('3-3'))
    """
    of_kind(text, str, "text")
    return tuple(Domino(word) for word in text.replace(",", " ").split())


def as_dominoes(dominoes: DominoesLike) -> tuple[Domino, ...]:
    """Return dominoes given as text, integers or ``Domino`` objects.

    >>> as_dominoes([25, 27]) == as_dominoes("6-4 6-6")
    True
    """
    if isinstance(dominoes, str):
        return parse_dominoes(dominoes)
    given = several(dominoes, "dominoes")
    return tuple(d if isinstance(d, Domino) else Domino(d) for d in given)


def format_dominoes(dominoes: Iterable[int], separator: str = ",") -> str:
    """Write dominoes in the order given.

    >>> format_dominoes([25, 27])
    '6-4,6-6'
    """
    of_kind(separator, str, "separator")
    return separator.join(str(Domino(domino)) for domino in several(dominoes, "dominoes"))


def mask_of(dominoes: Iterable[int]) -> int:
    """Return dominoes as a set of bits.

    >>> bin(mask_of([0, 3]))
    '0b1001'
    """
    bits = 0
    for domino in several(dominoes, "dominoes"):
        bits |= 1 << whole(domino, "a domino", 0, N_DOMINOES - 1)
    return bits


def dominoes_of(bits: int) -> tuple[Domino, ...]:
    """Return the dominoes of a set of bits, in ascending order.

    >>> dominoes_of(0b1001)
    (Domino('0-0'), Domino('2-0'))
    """
    try:
        return tuple(domino for domino in DOMINOES if bits >> domino & 1)
    except TypeError:
        whole(bits, "a set of dominoes")
        raise


# --- Declarations ---------------------------------------------------------------------------------

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
"""No suits: each seat must play its domino nearest to seven pips, and the nearest wins."""
CALLED_SUIT = 7
"""The eighth suit: the called dominoes."""
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


# --- §3 Declarations and the called suit ----------------------------------------------------------
#
# The tables below ask for the same few suits thousands of times, so three functions remember them.


@cache
def called(declaration: int) -> int:
    """Return κ(δ): the dominoes called into the eighth suit.

    In nello these are the doubles if they form a suit of their own, else none.

    >>> from suitwise.texas42.rules.dominoes import dominoes_of
    >>> [str(domino) for domino in dominoes_of(called(5))]
    ['5-0', '5-1', '5-2', '5-3', '5-4', '5-5', '6-5']
    """
    if declaration in PIPS:
        return natural_suit(declaration)
    return doubles() if declaration in (DOUBLES, NELLO, NELLO_INVERTED) else 0


# --- §4 The effective suits -----------------------------------------------------------------------


@cache
def effective_suit(suit: int, declaration: int) -> int:
    """Return σ̂_ℓ: the suit without the called dominoes; for the eighth suit, κ itself.

    The seed leaves σ̂_7 undefined. It also calls the suits a partition, but they are only a covering: a
    domino that is neither called nor a double belongs to two suits.

    >>> bin(effective_suit(6, 5) & effective_suit(CALLED_SUIT, 5))
    '0b0'
    """
    if suit == CALLED_SUIT:
        return called(declaration)
    return natural_suit(suit) & ~called(declaration)


# --- §5 Following ---------------------------------------------------------------------------------


def follows(domino: int, suit: int, declaration: int) -> bool:
    """Return whether a domino follows a suit, that is, lies in σ̂_ℓ.

    The seed's second form of the rule, ℓ ∈ d, fails for the eighth suit.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> six_four = Domino("6-4")
    >>> [follows(six_four, suit, declaration=4) for suit in (6, 4, 7)]  # fours are trump, suit 7
    [False, False, True]
    """
    return bool(effective_suit(suit, declaration) >> domino & 1)


# --- §6 Power -------------------------------------------------------------------------------------


@cache
def power(declaration: int) -> int:
    """Return π(δ): the dominoes of the suit that beats all others; empty in nello and no-trump.

    Without such a suit, tier 2 is empty; the seed says tier 1.

    >>> power(4) == called(4), power(DOUBLES) == doubles(), power(NOTRUMP)
    (True, True, 0)
    """
    return called(declaration) if declaration <= DOUBLES else 0


# --- §7, §8 Rank ----------------------------------------------------------------------------------


def rank(domino: int, declaration: int) -> int:
    """Return the rank of a domino within its tier.

    A domino that is no double ranks by the sum of its ends. A double ranks by its pip where the doubles
    are a suit (as trumps or in nello), lowest in nello-low, and highest otherwise. The seed ranks every
    double of nello 14, which would tie tricks.

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
    """Return the tier of a domino: 2 for a trump, 1 if it follows the suit led, 0 for a slough.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> [tier(Domino(text), suit=6, declaration=4) for text in ("4-0", "6-5", "5-5")]
    [2, 1, 0]
    """
    if power(declaration) >> domino & 1:
        return TRUMP_TIER
    return FOLLOW_TIER if follows(domino, suit, declaration) else SLOUGH_TIER


def trick_rank(domino: int, suit: int, declaration: int) -> int:
    """Return τ(d, ℓ, δ): the tier in the high bits, the rank in the low four; 0 for a slough.

    >>> trick_rank(25, 6, 4), trick_rank(25, 6, NOTRUMP), trick_rank(25, 3, NOTRUMP)
    (42, 26, 0)
    """
    own = tier(domino, suit, declaration)
    return own << RANK_BITS | rank(domino, declaration) if own else 0


# --- §10 The complete decision --------------------------------------------------------------------


def lead_suit(domino: int, declaration: int) -> int:
    """Return the suit that a domino leads: the eighth if it is called, else its higher end.

    The seed says that only trumps lead the eighth suit; the doubles of nello do too.

    >>> lead_suit(25, 4), lead_suit(25, NOTRUMP), lead_suit(27, NELLO)
    (7, 6, 7)
    """
    return CALLED_SUIT if called(declaration) >> domino & 1 else HIGH[domino]


# --- Sevens: the nearest wins ---------------------------------------------------------------------


def distance(domino: int) -> int:
    """Return the distance of a domino's pips from seven.

    >>> [distance(domino) for domino in (0, 25, 27)]
    [7, 3, 5]
    """
    return abs(HIGH[domino] + LOW[domino] - 7)


FARTHEST = 7
"""The distance of 0-0 from seven."""
NEAR = tuple(
    sum(1 << d for d in range(N_DOMINOES) if distance(d) == far) for far in range(FARTHEST + 1)
)
"""The dominoes at each distance from seven."""


# --- The tables -----------------------------------------------------------------------------------

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

The algebra's 13 declarations take 2,912 entries, its first ten 2,240; the seed's 2,016 can't tell nello
from no-trump. Sevens adds 224. Only sevens has ties, which the domino played first wins.
"""
LED = (
    *(
        lead_suit(domino, declaration)
        for declaration in DECLARATIONS
        for domino in range(N_DOMINOES)
    ),
    *(HIGH[domino] for domino in range(N_DOMINOES)),
)
"""The suit led, by ``declaration * 28 + domino``; meaningless in sevens."""


@rule
def legal_plays(hand: int, suit: int, declaration: int) -> int:
    """Return the dominoes of a hand that may be played to a suit: those that follow, or else all.

    In sevens these are the dominoes nearest to seven pips.

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
    """Return the dominoes of a hand that are nearest to seven pips.

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
    """Return the rank τ of a domino in a trick of this suit.

    The highest rank wins the trick; of equals, the domino played first.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> ranks = [rank_in(Domino(text), suit=6, declaration=4) for text in ("6-4", "6-5", "5-5")]
    >>> ranks  # a trump, a domino of the suit led, a slough
    [42, 27, 0]
    """
    return TAU[(declaration * 8 + suit) * N_DOMINOES + domino]


@rule
def beats(domino: int, other: int, suit: int, declaration: int) -> bool:
    """Return whether one domino beats another in a trick of this suit.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> beats(Domino("4-0"), Domino("6-6"), suit=6, declaration=4)  # fours are trump
    True
    """
    return rank_in(domino, suit, declaration) > rank_in(other, suit, declaration)


# --- §11 Symmetry ---------------------------------------------------------------------------------


def transport(declaration: int) -> tuple[int, ...]:
    """Return the permutation of the pips that makes sixes the trump.

    A permutation preserves the winners of tricks only if it keeps the order of the six pips that are not
    trump; this is the one of those that takes the trump to 6. Other permutations preserve only the
    suits, contrary to the seed's §11. Counts are not preserved.

    Args:
        declaration: a pip.

    >>> transport(3)
    (0, 1, 2, 6, 3, 4, 5)
    """
    return tuple(6 if pip == declaration else pip - (pip > declaration) for pip in PIPS)


def transported(domino: int, pips: tuple[int, ...]) -> int:
    """Return the image of a domino under a permutation of the pips.

    >>> transported(25, transport(4)) == 26  # 6-4 becomes 6-5
    True
    """
    high, low = sorted((pips[HIGH[domino]], pips[LOW[domino]]), reverse=True)
    return high * (high + 1) // 2 + low


# --- Names of suits and declarations --------------------------------------------------------------

SUIT_NAMES = (
    phrase("texas42.blanks", "blanks"),
    phrase("texas42.aces", "aces"),
    phrase("texas42.deuces", "deuces"),
    phrase("texas42.treys", "treys"),
    phrase("texas42.fours", "fours"),
    phrase("texas42.fives", "fives"),
    phrase("texas42.sixes", "sixes"),
)
TRUMPS = phrase("texas42.trumps", "trumps")
DOUBLES_SUIT = phrase("texas42.doubles", "doubles")
NEAREST = phrase("texas42.nearest", "the nearest to seven")
"""The duty in sevens."""

DECLARATION_NAMES = (
    *SUIT_NAMES,
    DOUBLES_SUIT,
    phrase("texas42.notrump", "notrump"),
    phrase("texas42.nello", "nello"),
    phrase("texas42.nello-inverted", "nello-inverted"),
    phrase("texas42.nello-high", "nello-high"),
    phrase("texas42.nello-low", "nello-low"),
    phrase("texas42.sevens", "sevens"),
)
"""The name of each declaration."""


def suit_name(suit: int, declaration: int) -> Phrase:
    """Return the name of a suit; the called suit is named trumps, or doubles in nello.

    >>> suit_name(6, 5), suit_name(7, 5), suit_name(7, 9)
    ('sixes', 'trumps', 'doubles')
    """
    if suit < CALLED_SUIT:
        return SUIT_NAMES[suit]
    return TRUMPS if declaration <= DOUBLES else DOUBLES_SUIT


def duty_named(suit: int, declaration: int) -> Phrase:
    """Return the words for what a follower must play if he can.

    >>> duty_named(6, 5), duty_named(7, 5)
    ('the suit led, sixes', 'a trump')
    """
    if declaration == SEVENS:
        return NEAREST
    if suit == CALLED_SUIT and declaration <= DOUBLES:
        return phrase("texas42.a-trump", "a trump")
    return phrase("texas42.suit-led", "the suit led, {suit}", suit=suit_name(suit, declaration))


# --- Tricks ---------------------------------------------------------------------------------------
#
# A *table* is the dominoes of a trick in the order of play, packed into one integer.

HAND = 7
"""The number of dominoes dealt to each seat, and of tricks in a hand."""
TRICK_POINT = 1
"""The points of a trick in addition to its count."""
DOMINO_BITS = 5
"""The width of a domino in a table; the domino led is in the lowest bits."""
_DOMINO_MASK = (1 << DOMINO_BITS) - 1


@rule
def led_suit(domino: int, declaration: int) -> int:
    """Return the suit that a domino led calls for.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> led_suit(Domino("6-4"), declaration=5), led_suit(Domino("6-4"), declaration=4)  # 7: trump
    (6, 7)
    """
    return LED[declaration * N_DOMINOES + domino]


@rule
def domino_on(table: int, place: int) -> int:
    """Return the domino at a place of a table.

    >>> from suitwise.texas42.rules.dominoes import Domino, as_dominoes
    >>> table = table_with(as_dominoes("6-3 6-6 5-0"))
    >>> Domino(domino_on(table, 1))
    Domino('6-6')
    """
    return table >> DOMINO_BITS * place & _DOMINO_MASK


@rule
def winner_so_far(table: int, placed: int, declaration: int) -> tuple[int, int]:
    """Return the place of the domino that is winning a trick, and the trick's points so far.

    Of equals, the domino played first wins.

    Args:
        table: the dominoes in the order of play.
        placed: the number of dominoes played, at least one.
        declaration: the declaration.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes
    >>> table = table_with(as_dominoes("6-3 6-6 5-0 6-4"))
    >>> winner_so_far(table, 2, declaration=5), winner_so_far(table, 4, declaration=5)
    ((1, 1), (2, 16))
    """
    lead = domino_on(table, 0)
    suit, winner, points = led_suit(lead, declaration), 0, TRICK_POINT + COUNT[lead]
    highest = rank_in(lead, suit, declaration)
    for place in range(1, placed):
        domino = domino_on(table, place)
        points += COUNT[domino]
        rank = rank_in(domino, suit, declaration)
        if rank > highest:
            highest, winner = rank, place
    return winner, points


# --- Tricks as sequences of dominoes --------------------------------------------------------------


def table_with(dominoes: Iterable[int]) -> int:
    """Pack dominoes, in the order of play, into a table.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes
    >>> table_with(as_dominoes("1-1 6-4")) == 2 | 25 << 5
    True
    """
    table = at = 0
    for domino in dominoes:
        table |= domino << at
        at += DOMINO_BITS
    return table


def winning_place(dominoes: Sequence[int], declaration: int) -> int:
    """Return the place of the domino that is winning a trick.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes
    >>> winning_place(as_dominoes("6-3 6-6 5-0 6-4"), declaration=5)
    2
    """
    return winner_so_far(table_with(dominoes), len(dominoes), declaration)[0]


def trick_points(dominoes: Sequence[int]) -> int:
    """Return the points of a trick: one, plus its count.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes
    >>> trick_points(as_dominoes("6-3 6-6 5-0 6-4"))
    16
    """
    return TRICK_POINT + sum(COUNT[domino] for domino in dominoes)
