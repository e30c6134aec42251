"""Cards, trump and switches of Tractor with 1 to 4 packs, for the oracle of it.

Written from the page of the rules alone and sharing no code with the package.  A card is its text,
`HA` or `RJ`; trump is `S2`, main suit and rank, `O2` where there is no main suit.  Seats count
from 0.  The switches are those of §9 of the page, a mapping of names to values; what is left out
has its default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

SUITS = "CDHS"
RANKS = "23456789TJQKA"
JOKERS = ("BJ", "RJ")
TRUMP = "trump"
POINTS = {"5": 5, "T": 10, "K": 10}

Cards = Sequence[str]
Switches = Mapping[str, object]

# -------------------------------------------------------------------------------------- switches


@dataclass(frozen=True)
class Rules:
    """The switches of §9 that this oracle knows, each with its default."""

    teams: str = "friends"
    friends: int = 0
    tractor_width: int = 2
    tractor_length: int = 2
    cutting: str = "leader"
    fit: str = "columns"
    tractors_for: str = "any"
    protect: str = "none"
    duty: str = "best"
    forced: str = "beaten"
    penalty: int = 0
    over: str = "largest"
    bombs: str = "none"
    overturn: str = "jokers"
    jokers: str = "yes"
    reinforce: str = "own"
    kitty_cards: int | str = "auto"
    remove: str = "low"
    kitty: str = "twice"
    calls: str = "plain"
    joins: str = "many"
    bonus: str = "yes"
    step: int = 20
    adjust: int = 0
    turnover: int = 2
    dead: int = 1
    truncate: str = "yes"
    defend: str = "A"
    chain: str = "full"
    against: str = "all"
    kitty_factor: int = 2
    nobody: str = "kitty"
    landlord: str = "winner"
    steal: str = "no"


CHOICES = {
    "teams": "friends fixed",
    "cutting": "leader default",
    "fit": "columns cards",
    "tractors_for": "any tractors",
    "protect": "none longer",
    "duty": "best suit",
    "forced": "beaten first largest lowest never",
    "over": "largest every length top honour",
    "bombs": "none free follow",
    "overturn": "jokers suits suits1 more",
    "jokers": "yes packs packs1 no",
    "reinforce": "own any equal",
    "remove": "low jokers",
    "kitty": "twice power lead fixed",
    "calls": "plain any below_top no_points",
    "joins": "many once others",
    "bonus": "yes no",
    "truncate": "yes no",
    "chain": "full suits",
    "against": "all",
    "nobody": "kitty first suited none redeal",
    "landlord": "winner first",
    "steal": "no yes",
}


def rules_of(switches: Switches | None = None) -> Rules:
    """The rules with these switches; a name or a value that the oracle does not know is refused."""
    given = dict(switches or {})
    known = {field.name for field in fields(Rules)}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"the oracle knows no switch {name}")
        if name in CHOICES and value not in CHOICES[name].split():
            raise ValueError(f"the oracle knows no {name}={value}")
    return Rules(**given)  # type: ignore[arg-type]


# ----------------------------------------------------------------------------------------- cards


def read_cards(text: str) -> tuple[str, ...]:
    """The cards of a text, with blanks between them or without."""
    word = "".join(text.split())
    cards = tuple(word[at : at + 2] for at in range(0, len(word), 2))
    for card in cards:
        if card not in JOKERS and not (len(card) == 2 and card[0] in SUITS and card[1] in RANKS):
            raise ValueError(f"{card} is no card")
    return cards


def all_cards() -> tuple[str, ...]:
    """The 54 different cards."""
    return (*(suit + rank for suit in SUITS for rank in RANKS), *JOKERS)


def points_of(cards: Iterable[str]) -> int:
    """The points of cards: a 5 counts 5, a 10 and a king 10."""
    return sum(POINTS.get(card[1], 0) for card in cards if card not in JOKERS)


def is_trump(card: str, trump: str) -> bool:
    """Jokers, all cards of the current rank and all of the main suit are trump."""
    return card in JOKERS or card[1] == trump[1] or card[0] == trump[0]


def partition(card: str, trump: str) -> str:
    """Trump, or the plain suit of the card."""
    return TRUMP if is_trump(card, trump) else card[0]


def phi(card: str, trump: str) -> int:
    """The place Φ of a card in its partition; cards of one Φ may be different cards."""
    main, rank = trump[0], trump[1]
    has_main = main != "O"
    if card in JOKERS:
        return (27 if has_main else 15) + JOKERS.index(card)
    if card[1] == rank:
        return 14 if not has_main else 26 if card[0] == main else 25
    place = RANKS.replace(rank, "").index(card[1]) + 1
    return place + 12 if card[0] == main else place


def in_order(cards: Iterable[str], trump: str) -> tuple[str, ...]:
    """Cards by partition, ascending Φ, and of one Φ in the order of suits."""
    return tuple(sorted(cards, key=lambda card: (partition(card, trump), phi(card, trump), card)))


def of_partition(cards: Iterable[str], name: str, trump: str) -> tuple[str, ...]:
    """Those of the cards that belong to the partition."""
    return tuple(card for card in cards if partition(card, trump) == name)


def holds(cards: Iterable[str], wanted: Iterable[str]) -> bool:
    """Whether all wanted cards, with their copies, are among the cards."""
    return Counter(wanted) <= Counter(cards)
