"""The 28 dominoes of a double-six set, the algebra of suits, and who takes a trick.

A domino is a small integer, the same in every table, kernel and file: ``high * (high + 1) // 2 + low``,
so 0-0 is 0, 1-0 is 1, 1-1 is 2 and 6-6 is 27. A set of dominoes is an integer of 28 bits. Written form:
the higher end first, ``6-4``; read in either order, with a colon, too, between commas or blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from suitwise.arguments import of_kind, several, whole
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.foundation.text.quoting import quoted

PIPS = range(7)
N_DOMINOES = 28
ALL = (1 << N_DOMINOES) - 1

_ENDS = tuple((high, low) for high in PIPS for low in range(high + 1))
HIGH = tuple(high for high, _ in _ENDS)
"""The higher end of each domino."""
LOW = tuple(low for _, low in _ENDS)
"""Its lower end."""

_COUNTS = {5: 5, 10: 10}
COUNT = tuple(_COUNTS.get(high + low, 0) for high, low in _ENDS)
"""The count of each domino: the ends of 5-5 and 6-4 sum to ten, those of 5-0, 4-1 and 3-2 to five."""
HAND_POINTS = 42
"""The points of a hand: 35 of count, and one a trick."""

_DOMINO = re.compile(r"([0-6])\s*[-:]\s*([0-6])")


class Domino(int):
    """One domino: an integer from 0 to 27 that prints as text.

    Args:
        domino: the integer, or its text.

    Raises:
        NotationError: it is no domino.

    >>> Domino("4:6"), int(Domino("6-4")), Domino(27), Domino("6-4").count
    (Domino('6-4'), 25, Domino('6-6'), 10)
    """

    def __new__(cls, domino: int | str) -> Domino:
        """Make a domino from its integer or its text."""
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
            return super().__new__(cls, domino_of(int(found[1]), int(found[2])))
        domino = whole(domino, "a domino is a text or")
        if not 0 <= domino < N_DOMINOES:
            raise NotationError(f"a domino is an integer from 0 to {N_DOMINOES - 1}")
        return super().__new__(cls, domino)

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
        """Whether its ends are equal."""
        return HIGH[self] == LOW[self]

    @property
    def count(self) -> int:
        """The points that it counts for the side that takes it."""
        return COUNT[self]

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Domino({str(self)!r})"


_TEXTS = tuple(f"{high}-{low}" for high, low in zip(HIGH, LOW, strict=True))
"""The texts of all dominoes, which thousands of places share."""
DOMINOES = tuple(map(Domino, range(N_DOMINOES)))
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
    """Read dominoes between commas or blanks, in the order written.

    Raises:
        NotationError: something is no domino.

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
    """Return a set of dominoes as bits.

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


# --- The algebra of suits: which dominoes follow a suit, and which of two is higher ---------------
#
# Rules page, The algebra: the seed's sections, put right. The seed writes σ for the natural suits, κ
# for the called set, σ̂ for the effective suits, π for the suit with power, τ for the rank in a
# trick; each has its function here, in the seed's order, over dominoes as integers and sets of
# dominoes as bits. Where the seed errs the function says so.
#
# A declaration is a number: 0 to 6 a pip that is trump, ``DOUBLES``, ``NOTRUMP``, and nello in its
# four treatments of the doubles. All rules end in three tables, one row a declaration (nello's own
# treatments too), which every engine, on any processor, shares. The last row is sevens, of which the
# seed leaves the rules to others.

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


# --- The words for suits and declarations, each of which can be said in other languages -----------

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
"""The declarations by their numbers."""


def suit_name(suit: int, declaration: int) -> Phrase:
    """Return the name of a suit: the called suit is the trumps, or nello's doubles.

    >>> suit_name(6, 5), suit_name(7, 5), suit_name(7, 9)
    ('sixes', 'trumps', 'doubles')
    """
    if suit < CALLED_SUIT:
        return SUIT_NAMES[suit]
    return TRUMPS if declaration <= DOUBLES else DOUBLES_SUIT


def duty_named(suit: int, declaration: int) -> Phrase:
    """Return what whoever follows has to play if he can, in words.

    >>> duty_named(6, 5), duty_named(7, 5)
    ('the suit led, sixes', 'a trump')
    """
    if declaration == SEVENS:
        return NEAREST
    if suit == CALLED_SUIT and declaration <= DOUBLES:
        return phrase("texas42.a-trump", "a trump")
    return phrase("texas42.suit-led", "the suit led, {suit}", suit=suit_name(suit, declaration))


# --- The rules of one trick: its winner and its points --------------------------------------------
#
# Rules page, The game; over plain integers, the same text in Python, machine code and CUDA. The suits
# and ranks are those of ``suits``. The dominoes of a trick, in the order of play, are one integer, a
# *table*.

HAND = 7
"""The dominoes that each seat is dealt, and the tricks of a hand."""
TRICK_POINT = 1
"""The points of a trick beside its count."""
DOMINO_BITS = 5
"""The bits of each domino of a table; the domino led lies lowest."""
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
    """Return the domino at a place of a table."""
    return table >> DOMINO_BITS * place & _DOMINO_MASK


@rule
def winner_so_far(table: int, placed: int, declaration: int) -> tuple[int, int]:
    """Return the place of the domino that wins a trick so far, and the trick's points so far.

    Of equals the domino played first wins.

    Args:
        table: the dominoes in the order of play.
        placed: how many dominoes lie there, one or more.
        declaration: the declaration.
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


# --- Sequences of dominoes ------------------------------------------------------------------------


def table_with(dominoes: Iterable[int]) -> int:
    """Return dominoes in the order of play as a table."""
    table = at = 0
    for domino in dominoes:
        table |= domino << at
        at += DOMINO_BITS
    return table


def winning_place(dominoes: Sequence[int], declaration: int) -> int:
    """Return which domino of a trick, in the order of play, wins so far.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes
    >>> winning_place(as_dominoes("6-3 6-6 5-0 6-4"), declaration=5)
    2
    """
    return winner_so_far(table_with(dominoes), len(dominoes), declaration)[0]


def trick_points(dominoes: Sequence[int]) -> int:
    """Return the points of a trick, one and its count.

    >>> from suitwise.texas42.rules.dominoes import as_dominoes
    >>> trick_points(as_dominoes("6-3 6-6 5-0 6-4"))
    16
    """
    return TRICK_POINT + sum(COUNT[domino] for domino in dominoes)
