"""Cards and melds of rami and gin for the oracle of them.

Written from the page of the rules alone and sharing no code with the package.  A card is its text,
`H7` or `JK`.  A place in a meld is a text, too: a card, `[H5]` for a joker in a run, `[9]` for one
in a set.  A meld is the tuple of its places.  The ace is `low`, `both` (A23 and QKA) or `corner`
(KA2, too).

A meld has a card that is no joker.  Of a run of thirteen the ace is where it is written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

SUITS = "SHDC"
RANKS = "A23456789TJQK"
JOKER = "JK"

Meld = tuple[str, ...]

CARD = re.compile(r"[SHDC][A23456789TJQK]|JK")
PLACE = re.compile(r"\[[SHDC]?[A23456789TJQK]\]|[SHDC][A23456789TJQK]")


def pack(jokers: int = 0) -> list[str]:
    """One pack of 52 cards, and jokers."""
    return [suit + rank for suit in SUITS for rank in RANKS] + [JOKER] * jokers


def read_cards(text: str) -> list[str]:
    """The cards of a text, with blanks between them or without."""
    word = "".join(text.split())
    cards = CARD.findall(word)
    if "".join(cards) != word:
        raise ValueError(f"{text} are no cards")
    return cards


def card_order(card: str) -> tuple[int, int]:
    """Cards by suit and rank, jokers last."""
    return (len(SUITS), 0) if card == JOKER else (SUITS.index(card[0]), RANKS.index(card[1]))


def cards_text(cards: Counter[str]) -> str:
    """Cards as the cases write a hand: sorted as texts, with blanks between them."""
    return " ".join(sorted(cards.elements()))


# ---------------------------------------------------------------------------------------- places


def is_joker(place: str) -> bool:
    """Whether a joker lies at this place of a meld."""
    return place.startswith("[")


def card_at(place: str) -> str:
    """The card that lies at a place."""
    return JOKER if is_joker(place) else place


def cards_of(*melds: Sequence[str]) -> Counter[str]:
    """The cards of melds."""
    return Counter(card_at(place) for meld in melds for place in meld)


def wilds_of(meld: Sequence[str]) -> int:
    """How many jokers a meld holds."""
    return sum(map(is_joker, meld))


# ----------------------------------------------------------------------------------------- melds


@cache
def sequences(length: int, ace: str) -> tuple[str, ...]:
    """The ranks of all runs of a length, each in its order."""
    last = {"low": 13, "both": 14, "corner": 13 + length - 1}[ace]
    lows = [low for low in range(1, 14) if low + length - 1 <= last]
    return tuple("".join(RANKS[(low + step - 1) % 13] for step in range(length)) for low in lows)


def as_run(places: Sequence[str], ace: str = "both") -> Meld | None:
    """The places as a run in its order, or None."""
    inner = [place.strip("[]") for place in places]
    if not 3 <= len(places) <= 13 or {len(word) for word in inner} != {2}:
        return None
    ranks = "".join(word[1] for word in inner)
    if len({word[0] for word in inner}) != 1 or all(map(is_joker, places)):
        return None
    own = sorted(ranks)
    fitting = [ranks_ for ranks_ in sequences(len(places), ace) if sorted(ranks_) == own]
    if not fitting:
        return None
    in_order = ranks if ranks in fitting else fitting[0]
    return tuple(sorted(places, key=lambda place: in_order.index(place.strip("[]")[1])))


def as_set(places: Sequence[str]) -> Meld | None:
    """The places as a set, cards in the order S H D C before jokers, or None."""
    plain = sorted((place for place in places if not is_joker(place)), key=card_order)
    if not plain or len(places) not in (3, 4) or len(set(plain)) < len(plain):
        return None
    rank = plain[0][1]
    jokers = [place for place in places if is_joker(place)]
    if any(card[1] != rank for card in plain) or any(place != f"[{rank}]" for place in jokers):
        return None
    return (*plain, *jokers)


def as_meld(places: Sequence[str], ace: str = "both") -> Meld | None:
    """The places as a meld in canonical order, or None."""
    return as_set(places) or as_run(places, ace)


def is_run(meld: Meld) -> bool:
    """Whether a meld is a run."""
    return as_set(meld) is None


def is_pure_run(meld: Meld) -> bool:
    """Whether a meld is a run without a joker."""
    return is_run(meld) and not wilds_of(meld)


def missing_from_set(meld: Meld) -> list[str]:
    """The cards that jokers of a set may stand for, and that may be added to it."""
    rank = meld[0][1]
    return [suit + rank for suit in SUITS if suit + rank not in meld]


def read_places(text: str) -> Meld | None:
    """The places of a meld's text, whether or not they are a meld; None if it is no such text."""
    places = PLACE.findall(text)
    return tuple(places) if places and "".join(places) == text else None


def read_meld(text: str, ace: str = "both") -> Meld:
    """A meld that is one."""
    meld = as_meld(read_places(text) or (), ace)
    if meld is None:
        raise ValueError(f"{text} is no meld")
    return meld


def read_melds(text: str, ace: str = "both") -> list[Meld]:
    """The melds of a table's text; `-` has none."""
    return [] if text == "-" else [read_meld(part, ace) for part in text.split("/")]


def melds_text(melds: Sequence[Meld]) -> str:
    """The text of a table."""
    return "/".join("".join(meld) for meld in melds) or "-"


# ----------------------------------------------------------------------------- melds out of cards


def melds_with(card: str, hand: Counter[str], wilds: int = 0, ace: str = "both") -> Iterator[Meld]:
    """All melds of a hand that hold this card, no joker, with so many jokers at most."""
    jokers = min(wilds, hand[JOKER])
    yield from _sets_with(card, hand, jokers)
    held = [rank for rank in RANKS if hand[card[0] + rank]]
    for length in range(3, min(13, len(held) + jokers) + 1):
        for ranks in sequences(length, ace):
            if card[1] in ranks and sum(rank not in held for rank in ranks) <= jokers:
                yield from _filled([card[0] + rank for rank in ranks], card, hand, jokers)


def _filled(cards: Sequence[str], own: str, hand: Counter[str], jokers: int) -> Iterator[Meld]:
    """All ways to lay a run: cards that are not held as jokers, others but `own` as either."""
    if not cards:
        yield ()
        return
    if hand[cards[0]]:
        for rest in _filled(cards[1:], own, hand, jokers):
            yield (cards[0], *rest)
    if jokers and cards[0] != own:
        for rest in _filled(cards[1:], own, hand, jokers - 1):
            yield (f"[{cards[0]}]", *rest)


def _sets_with(card: str, hand: Counter[str], jokers: int) -> Iterator[Meld]:
    rank = card[1]
    mates = [suit + rank for suit in SUITS if suit != card[0] and hand[suit + rank]]
    for others in range(4):
        for chosen in combinations(mates, others):
            for wilds in range(jokers + 1):
                if 3 <= 1 + others + wilds <= 4:
                    plain = sorted([card, *chosen], key=card_order)
                    yield (*plain, *[f"[{rank}]"] * wilds)


# -------------------------------------------------------------------------------------- lay-offs


def becomes(meld: Meld, place: str, ace: str = "both") -> list[Meld]:
    """What a meld may become with one more place: at an end of a run, a missing suit of a set."""
    if is_run(meld):
        longer = [(place, *meld), (*meld, place)]
        return [run for run in longer if as_run(run, ace) == run]
    found = as_set((*meld, place))
    return [found] if found else []


def places_of(card: str, meld: Meld) -> list[str]:
    """The places that a card may take in a meld: a joker may stand for any card."""
    if card != JOKER:
        return [card]
    if is_run(meld):
        suit = meld[0].strip("[")[0]
        return [f"[{suit}{rank}]" for rank in RANKS]
    return [f"[{meld[0][1]}]"]
