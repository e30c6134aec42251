"""Gin as clubs play it, for the oracle of it: showdowns, matches, partners; G1 to G4.

Written from the page of the rules alone and sharing no code with the package.  Whole deals are in
`rummy_games_gin_deals`.

How the open places of the page are read here
---------------------------------------------
 1. Big gin counts as gin: `gin_boxes` and `gin_layoff` concern it, too.
 2. `spade_boxes` multiplies all boxes of a deal, those of gin and undercut, too.
 3. `tie=knocker`: with equal deadwood the knocker wins a deal of no points, with its box.
 4. With `oklahoma` the option `knock` says nothing.  An ace turned allows gin or 1 point, whatever
    `ace_points` says.
 5. A meld of cards that the seat doesn't hold, or holds only once for two melds, is no meld.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

from tests.oracles.rummy_games_cards import (
    RANKS,
    Meld,
    as_meld,
    becomes,
    card_order,
    cards_of,
    melds_with,
    read_places,
)

# --------------------------------------------------------------------------------------- options

Options = Mapping[str, object]


@dataclass(frozen=True)
class Rules:
    """The options of gin, each with its default."""

    knock: int = 10
    gin: int = 25
    undercut: int = 25
    big: int = 0
    to: int = 0
    box: int = 20
    game: int = 100
    idle: int = 50
    oklahoma: str = "no"
    ace_upcard: str = "gin"
    spades: int = 1
    spade_boxes: int = 1
    cards: int = 10
    ace: str = "low"
    ace_points: int = 1
    gin_layoff: str = "no"
    tie: str = "undercut"
    layoff: str = "best"
    gin_boxes: int = 0
    undercut_boxes: int = 0
    dealer: str = "loser"
    shutout: str = "no"
    columns: int = 1


CHOICES = {
    "oklahoma": ("no", "yes"),
    "ace_upcard": ("gin", "1"),
    "spades": (1, 2),
    "spade_boxes": (1, 2),
    "cards": (10, 7),
    "ace": ("low", "both", "corner"),
    "ace_points": (1, 15),
    "gin_layoff": ("no", "yes"),
    "tie": ("undercut", "knocker"),
    "layoff": ("best", "ask"),
    "gin_boxes": range(4),
    "undercut_boxes": range(4),
    "dealer": ("loser", "winner", "turns"),
    "shutout": ("no", "game", "points", "all"),
    "columns": (1, 3),
}


def rules_of(options: Options | None = None) -> Rules:
    """The rules with these options; a name or value that the page does not know is refused."""
    given = dict(options or {})
    if "ace_upcard" in given:
        given["ace_upcard"] = str(given["ace_upcard"])
    known = {field.name for field in fields(Rules)}
    for name, value in given.items():
        if name not in known or (name in CHOICES and value not in CHOICES[name]):
            raise ValueError(f"the page knows no {name}={value}")
    return Rules(**given)  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------- deadwood

Cards = tuple[str, ...]  # sorted


def in_order(cards: Counter[str]) -> Cards:
    """Cards as a sorted tuple."""
    return tuple(sorted(cards.elements(), key=card_order))


def card_points(card: str, rules: Rules) -> int:
    """What a card counts: J Q K 10, the ace as agreed."""
    return rules.ace_points if card[1] == "A" else min(RANKS.index(card[1]) + 1, 10)


def points_of(cards: Counter[str], rules: Rules) -> int:
    """What cards count."""
    return sum(card_points(card, rules) for card in cards.elements())


@lru_cache(maxsize=20_000)
def spreads(cards: Cards, ace: str) -> tuple[tuple[Meld, ...], ...]:
    """All choices of disjoint melds out of cards, the empty one among them."""
    if len(cards) < 3:
        return ((),)
    held = Counter(cards)
    found = list(spreads(cards[1:], ace))
    for meld in melds_with(cards[0], held, ace=ace):
        left = in_order(held - cards_of(meld))
        found += [(meld, *rest) for rest in spreads(left, ace)]
    return tuple(found)


def best_spread(hand: Counter[str], rules: Rules) -> tuple[Meld, ...]:
    """Melds that leave least deadwood."""
    every = spreads(in_order(hand), rules.ace)
    return max(every, key=lambda melds: points_of(cards_of(*melds), rules))


def least_rest(hand: Counter[str], on_table: Sequence[Meld], rules: Rules) -> int:
    """The least that a defender is left with, own melds laid and cards laid off on the table."""
    best = points_of(hand, rules)
    for melds in spreads(in_order(hand), rules.ace):
        left = in_order(hand - cards_of(*melds))
        best = min(best, _least_after_layoffs(left, tuple(on_table), rules))
    return best


@lru_cache(maxsize=100_000)
def _least_after_layoffs(cards: Cards, on_table: tuple[Meld, ...], rules: Rules) -> int:
    best = points_of(Counter(cards), rules)
    for card in cards:
        for at, meld in enumerate(on_table):
            for longer in becomes(meld, card, rules.ace):
                left = tuple(other for other in cards if other != card)
                table = (*on_table[:at], longer, *on_table[at + 1 :])
                best = min(best, _least_after_layoffs(left, table, rules))
    return best


# -------------------------------------------------------------------------------------- showdown


@dataclass(frozen=True)
class Result:
    """Who wins a deal (`knocker`, `defender` or nobody), its points and boxes."""

    winner: str | None
    points: int
    boxes: int


def most_to_knock(upcard: str | None, rules: Rules) -> int:
    """The most deadwood to knock with."""
    if rules.oklahoma == "no" or upcard is None:
        return rules.knock
    if upcard[1] == "A":
        return 0 if rules.ace_upcard == "gin" else 1
    return card_points(upcard, rules)


def read_spread(text: str, hand: Counter[str], rules: Rules) -> list[Meld] | None:
    """The melds of a text, or None if they are none, or not of this hand."""
    parts = text.split(",") if text else []
    melds = [as_meld(read_places(part) or (), rules.ace) for part in parts]
    good = [meld for meld in melds if meld is not None]
    return good if len(good) == len(melds) and cards_of(*good) <= hand else None


def knock_fault(
    hand: Counter[str], melds: Sequence[Meld] | None, upcard: str | None, rules: Rules
) -> str | None:
    """What is wrong with a knock that lays these melds; all of eleven cards are laid for big gin."""
    if melds is None:
        return "no-meld"
    rest = points_of(hand - cards_of(*melds), rules)
    is_big = hand.total() == rules.cards + 1
    most = 0 if is_big else most_to_knock(upcard, rules)
    return "too-much-deadwood" if rest > most else None


def showdown(
    knocker: Counter[str],
    melds: Sequence[Meld],
    rest: int | None,
    defender: Counter[str],
    upcard: str | None,
    rules: Rules,
) -> Result:
    """The result of a knock that is right; `rest` is what the defender keeps if it was asked."""
    own = points_of(knocker - cards_of(*melds), rules)
    is_gin = own == 0
    if rest is None:
        takes = () if is_gin and rules.gin_layoff == "no" else tuple(melds)
        rest = least_rest(defender, takes, rules)
    if is_gin and rules.gin_layoff == "yes" and rest == 0:
        return Result(None, 0, 0)
    if is_gin:
        is_big = knocker.total() == rules.cards + 1
        won = Result("knocker", rest + (rules.big if is_big else rules.gin), 1 + rules.gin_boxes)
    elif rest < own or (rest == own and rules.tie == "undercut"):
        won = Result("defender", own - rest + rules.undercut, 1 + rules.undercut_boxes)
    else:
        won = Result("knocker", rest - own, 1)
    return _doubled(won, upcard, rules)


def _doubled(result: Result, upcard: str | None, rules: Rules) -> Result:
    """A deal after a spade was turned up."""
    if upcard is None or upcard[0] != "S":
        return result
    return Result(result.winner, result.points * rules.spades, result.boxes * rules.spade_boxes)


# ----------------------------------------------------------------------------------------- match


@dataclass
class Column:
    """One column of a score sheet: who is in it, points and boxes of each side."""

    points: list[int]
    boxes: list[int]
    entered: list[bool]

    def is_closed(self, to: int) -> bool:
        """Whether a side has reached the goal."""
        return max(self.points) >= to

    def finals(self, rules: Rules) -> list[int]:
        """The final scores of a closed column."""
        winner = 0 if self.points[0] >= rules.to else 1
        shut_out = rules.shutout if self.points[1 - winner] == 0 else "no"
        points = self.points[winner] * (2 if shut_out == "points" else 1)
        game = rules.game * (2 if shut_out == "game" else 1)
        final = points + game + rules.box * self.boxes[winner]
        found = [0, 0]
        found[winner] = final * (2 if shut_out == "all" else 1)
        found[1 - winner] = self.points[1 - winner] + rules.box * self.boxes[1 - winner]
        return found


def new_sheet(columns: int) -> list[Column]:
    """A sheet with nothing on it."""
    return [Column([0, 0], [0, 0], [False, False]) for _ in range(columns)]


def enter(sheet: Sequence[Column], side: int, points: int, boxes: int, rules: Rules) -> None:
    """Enter a win in each open column that the side is in, and in the first other open one."""
    still_open = [column for column in sheet if not column.is_closed(rules.to)]
    others = [column for column in still_open if not column.entered[side]]
    for column in [column for column in still_open if column.entered[side]] + others[:1]:
        column.entered[side] = True
        column.points[side] += points
        column.boxes[side] += boxes


def is_over(sheet: Sequence[Column], rules: Rules) -> bool:
    """Whether all columns are closed."""
    return all(column.is_closed(rules.to) for column in sheet)


def of_partners(deals: Sequence[tuple[int, int]]) -> list[int]:
    """G4: what each side scores for the two deals of a round."""
    (first, points), (second, others) = deals
    sides = [0, 0]
    if first == second:
        sides[first] = points + others
    elif points != others:
        sides[first if points > others else second] = abs(points - others)
    return sides


def spread_text(melds: Sequence[Meld]) -> str:
    """The text of melds that are laid."""
    return ",".join("".join(meld) for meld in melds)


def all_layoffs(
    cards: Counter[str], on_table: Sequence[Meld], ace: str
) -> Iterator[tuple[str, int]]:
    """Cards that may be laid off at once, each with the number of a meld."""
    for card in sorted(cards):
        for at, meld in enumerate(on_table):
            if becomes(meld, card, ace):
                yield card, at + 1
