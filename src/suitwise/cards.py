"""Playing cards of one or several packs, with jokers, and their text.

A card is a small integer, the same in every game, kernel and file:

=======  =====================================================================================
integer  card
=======  =====================================================================================
0 to 51  ``13 * suit + rank``, the suits in the order S H D C and the ranks from 2 (0) to A (12)
52       the black (little) joker
53       the red (big) joker
54       a joker of unspecified colour
=======  =====================================================================================

Copies of a card from different packs have the same integer, because only the number of copies matters.
``Card`` is the integer with a suit, a rank and a text.

Text is written suit first, in capitals, with ``T`` for ten. The reader accepts more: suit first or rank
first, but one order throughout a text; ranks ``A 2..9 T J Q K`` or ``1``, ``10``, ``11``, ``12``, ``13``
(the longest rank that fits); suits as letters or as ♠ ♥ ♦ ♣; jokers ``RJ``, ``BJ``, ``JK``; small
letters; spaces or none between cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from suitwise.arguments import several, whole
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, quoted

SUITS = "SHDC"
RANKS = "23456789TJQKA"
SIGNS = "♠♥♦♣"

BLACK_JOKER = 52
RED_JOKER = 53
ANY_JOKER = 54
N_CARDS = 54
"""The number of distinct cards in a pack with two jokers; ``ANY_JOKER`` is not counted."""

_TEXT = (*(s + r for s in SUITS for r in RANKS), "BJ", "RJ", "JK")
_JOKERS = {"BJ": BLACK_JOKER, "RJ": RED_JOKER, "JK": ANY_JOKER}
_SUIT_OF = {sign: i for i, pair in enumerate(zip(SUITS, SIGNS, strict=True)) for sign in pair}
_CHINESE = {"黑桃": "♠", "红桃": "♥", "方块": "♦", "梅花": "♣", "大王": "RJ", "小王": "BJ"}
"""The Chinese names of suits and jokers."""
_RANKS = dict(
    zip(
        [
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
        ],
        RANKS,
        strict=True,
    )
)
"""The English names of ranks."""
_SUITS = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"}
_COLOURS = {"big": "RJ", "red": "RJ", "small": "BJ", "little": "BJ", "black": "BJ"}
_RANK = rf"({'|'.join(_RANKS)}|10|[2-9tjqka])"
_SUIT = rf"({'|'.join(_SUITS)})s?"
_IN_WORDS = re.compile(
    rf"(?<![^\W_])(?:{_RANK}\s{{0,3}}(?:of\s{{1,3}})?{_SUIT}|{_SUIT}\s{{0,3}}{_RANK}"
    rf"|({'|'.join(_COLOURS)})\s{{1,3}}joker)(?![^\W_])",
    re.ASCII | re.IGNORECASE,
)
"""A card in English words: its rank and its suit, either first, or the colour of a joker."""
_LIKE_JOKER = re.compile(
    r"(?:(?:big|red|small|little|black)\s*)?joker|\*|[大小]?[王鬼]|[🃏🂿🃟]", re.IGNORECASE
)
"""Common ways to write a joker that are not accepted, to explain the right one."""
_FILLING = re.compile(r"(?<![^\W_])(?:the|and)(?![^\W_])\s?", re.ASCII | re.IGNORECASE)
_RANK_OF = {r: i for i, r in enumerate(RANKS)} | {"1": 12, "10": 8, "11": 9, "12": 10, "13": 11}


class Card(int):
    """A card: an integer from 0 to 54 that prints as text.

    Args:
        card: the integer, or one card's text in any form of this module.

    Raises:
        NotationError: the text is not one card.

    >>> Card("H10"), Card("10H"), Card("♥T"), int(Card("HT"))
    (Card('HT'), Card('HT'), Card('HT'), 21)
    >>> print(Card(53))
    RJ
    """

    def __new__(cls, card: int | str) -> Card:
        """Return the card of an integer or a text."""
        if type(card) is int and 0 <= card <= ANY_JOKER:
            return _CARDS[card]
        if isinstance(card, str):
            cards = parse_cards(card)
            if len(cards) != 1:
                raise NotationError(f"{quoted(card)} is {len(cards)} cards, not one")
            return cards[0]
        card = whole(card, "a card is a text or")
        if not 0 <= card <= ANY_JOKER:
            raise NotationError(f"a card is an integer from 0 to {ANY_JOKER}, not {card}")
        return _CARDS[card]

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker of any colour."""
        return self >= BLACK_JOKER

    @property
    def suit(self) -> str:
        """The suit's letter, empty for a joker."""
        return "" if self.is_joker else SUITS[self // 13]

    @property
    def rank(self) -> str:
        """The rank's character, empty for a joker."""
        return "" if self.is_joker else RANKS[self % 13]

    def __str__(self) -> str:
        return _TEXT[self]

    def __repr__(self) -> str:
        return f"Card({_TEXT[self]!r})"


_CARDS = tuple(int.__new__(Card, number) for number in range(ANY_JOKER + 1))
"""Every card there is."""

CardsLike: TypeAlias = str | Iterable[int]
"""Cards as text, or as integers or ``Card`` objects."""


def _longest_rank(text: str, at: int) -> int:
    """Return the length of the rank at an index of a text: 2, 1, or 0 if there is none."""
    if text[at : at + 2] in _RANK_OF:
        return 2
    return 1 if text[at : at + 1] in _RANK_OF else 0


def _read_card(text: str, at: int, suit_first: bool) -> tuple[int, int]:
    """Read a card at an index; return it and the index after it, or -1 and the same index."""
    joker = _JOKERS.get(text[at : at + 2])
    if joker is not None:
        return joker, at + 2
    if suit_first:
        suit = _SUIT_OF.get(text[at], -1)
        size = _longest_rank(text, at + 1)
        rank_text = text[at + 1 : at + 1 + size]
    else:
        size = _longest_rank(text, at)
        suit = _SUIT_OF.get(text[at + size : at + size + 1], -1)
        rank_text = text[at : at + size]
    if suit < 0 or not size:
        return -1, at
    return 13 * suit + _RANK_OF[rank_text], at + 1 + size


def without_chinese(text: str) -> str:
    """Replace Chinese names of suits by their symbols, and of jokers by ``RJ`` and ``BJ``.

    >>> without_chinese("红桃K 大王"), str(Card(without_chinese("黑桃10")))
    ('♥K RJ', 'ST')
    """
    for name, sign in _CHINESE.items():
        text = text.replace(name, sign)
    return text


def without_words(text: str) -> str:
    """Replace the names of cards in English or Chinese by their letters.

    The words *the* and *and* are removed, and all other text stays; the caller refuses what is not a
    card.

    >>> without_words("take the king of hearts"), without_words("10 of spades and a spade")
    ('take HK', 'S10 SA')
    >>> without_words("Big Joker"), without_words("打黑桃10"), without_words("kings of hearts")
    ('RJ', '打♠10', 'kings of hearts')
    """
    return _IN_WORDS.sub(_in_letters, _FILLING.sub("", without_chinese(text)))


def _in_letters(found: re.Match[str]) -> str:
    """Return the letters, suit first, of a card matched by ``_IN_WORDS``."""
    rank, suit, first, second, colour = (one and one.lower() for one in found.groups())
    if colour:
        return _COLOURS[colour]
    rank, suit = rank or second, suit or first
    return _SUITS[suit] + _RANKS.get(rank, rank.upper())


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards in any text form of this module, in the order written.

    Raises:
        NotationError: something is no card, or the order of suit and rank changes.

    >>> parse_cards("S10 HA RJ")
    (Card('ST'), Card('HA'), Card('RJ'))
    >>> parse_cards("10S1H13D") == parse_cards("ST HA DK")
    True
    >>> parse_cards("SA KH")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    suitwise.errors.NotationError: no card at 'KH': write a suit (S H D C) and a rank (A 2..9 ...
    """
    # ASCII letters only: some other letters have two-letter capitals, which would shift the indices.
    capital = "".join(c.upper() if c.isascii() else c for c in text)
    cards: list[Card] = []
    suit_first: bool | None = None
    at = 0
    while at < len(capital):
        if capital[at].isspace():
            at += 1
            continue
        if suit_first is None and capital[at : at + 2] not in _JOKERS:
            suit_first = capital[at] in _SUIT_OF
        card, after = _read_card(capital, at, suit_first is not False)
        if card < 0:
            suited = any(not card.is_joker for card in cards)
            raise NotationError(_no_card(text[at:], suit_first is not False, suited))
        cards.append(Card(card))
        at = after
    return tuple(cards)


def _no_card(text: str, suit_first: bool, suited: bool) -> Phrase:
    """Return the error message for a text that does not begin with a card."""
    if joker := no_joker(text):
        return joker
    order = phrase("cards.rank-first", "rank first")
    if suit_first:
        order = phrase("cards.suit-first", "suit first")
    if suited:
        order = phrase("cards.as-before", "{order} as in the cards before it", order=order)
    return phrase(
        "cards.no-card",
        "no card at {text}: write a suit (S H D C) and a rank (A 2..9 T J Q K), {order}",
        text=quoted(text),
        order=order,
    )


def no_joker(text: str) -> Phrase | None:
    """Return how to write a joker if a text begins with a common wrong way to write one; else None.

    >>> print(no_joker("Joker"))
    no card at 'Joker': write a joker as JK, the red one RJ, the black one BJ
    """
    joker = _LIKE_JOKER.match(text)
    return joker and phrase(
        "cards.no-joker",
        "no card at {text}: write a joker as JK, the red one RJ, the black one BJ",
        text=quoted(joker[0]),
    )


def as_cards(cards: CardsLike) -> tuple[Card, ...]:
    """Return a tuple of cards from text, integers or ``Card`` objects.

    >>> as_cards([0, 53]) == as_cards("S2RJ")
    True
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    return tuple(c if isinstance(c, Card) else Card(c) for c in several(cards, "cards"))


def format_cards(cards: Iterable[int], separator: str = "") -> str:
    """Write cards suit first, in the order given.

    Raises:
        NotationError: an integer is no card.

    >>> format_cards([0, 8, 53])
    'S2STRJ'
    >>> format_cards([0, 8, 53], " ")
    'S2 ST RJ'
    """
    return separator.join(str(Card(card)) for card in several(cards, "cards"))


def full_deck(packs: int = 1, jokers: bool = True) -> tuple[Card, ...]:
    """Return all cards of ``packs`` packs, in the order of their integers.

    >>> len(full_deck(2)), len(full_deck(1, jokers=False)), format_cards(full_deck(2)[:4])
    (108, 52, 'S2S2S3S3')
    """
    distinct = N_CARDS if jokers else BLACK_JOKER
    return tuple(Card(card) for card in range(distinct) for _ in range(packs))


def _too_many(card: int, copies: int, packs: int) -> Phrase:
    if packs == 1:
        return phrase(
            "cards.one-pack",
            "{card} appears {n} times, but one pack holds 1",
            card=CardText(_TEXT[card]),
            n=copies,
        )
    return phrase(
        "cards.packs",
        "{card} appears {n} times, but {packs} packs hold {packs}",
        card=CardText(_TEXT[card]),
        n=copies,
        packs=packs,
    )


def check_copies(cards: Sequence[int], packs: int) -> None:
    """Check that no card appears more often than ``packs`` packs hold it.

    Raises:
        IllegalPosition: some card appears more often than there are packs.

    >>> check_copies(parse_cards("S2S2S2"), packs=2)
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: S2 appears 3 times, but 2 packs hold 2
    """
    try:
        for card, copies in Counter(cards).items():
            if copies > packs:
                raise IllegalPosition(_too_many(card, copies, packs))
    except TypeError:
        whole(packs, "packs")
        raise
