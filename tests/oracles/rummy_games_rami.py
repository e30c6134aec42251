"""The turn of rami for the oracle of it: houses and A2 to A6, judged a step at a time.

Written from the page of the rules alone and sharing no code with the package.  Whole deals and the
score are in `rummy_games_rami_deals`.  Nothing here looks ahead: a draw or a taken joker that can't
be used is refused at the discard.

How the open places of the page are read here
---------------------------------------------
 1. `set_joker=both` gives nothing for a set of three with two jokers, and `never` concerns sets of
    three only: in a set of four it is known what a joker stands for.
 2. An ace added to a run from 2 to K goes below it.
 3. A card that is owed is laid when a copy of it leaves the hand for the table, be it in exchange
    for a joker.  Of jokers laid in a new meld those that are owed to one come first.
 4. The card just taken is not discarded unless another copy of it was in the hand in this turn.
 5. A draw from an empty pile has no code on the page: `pile-empty` here.
 6. `sec_opening=free` asks nothing of an `open` that leaves one card, with `out=free` none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache

from tests.oracles.rummy_games_cards import (
    JOKER,
    RANKS,
    Meld,
    as_meld,
    becomes,
    card_order,
    cards_of,
    is_pure_run,
    is_run,
    melds_with,
    missing_from_set,
    places_of,
    read_cards,
    read_places,
    wilds_of,
)

# ---------------------------------------------------------------------------------------- houses

Options = Mapping[str, object]

FACES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


@dataclass(frozen=True)
class Rules:
    """The options of rami; each default is that of `rami51`."""

    cards: int = 13
    jokers: int = 4
    start: str = "upcard"
    pile: str = "use"
    pile_from: int = 2
    last: str = "stock"
    opening: int = 51
    pure: str = "yes"
    raises: str = "no"
    most_wilds: int = 1
    ace: str = "both"
    high_ace: int = 11
    points: tuple[int, ...] = (11, *FACES)
    joker_points: int = 20
    taken: str = "meld"
    set_joker: str = "either"
    out: str = "discard"
    joker_out: str = "yes"
    sec_opening: str = "free"
    unopened: int = 100
    hand_double: str = "no"
    win: int = 10
    sec: int = 20
    sec_first: int = 50
    to: int = 1000
    deals: int = 0
    stock: str = "turn"
    draws: int = 300
    score: str = "held"


RAMI71 = {
    "cards": 14,
    "start": "extra",
    "pile": "any",
    "pile_from": 1,
    "last": "any",
    "opening": 71,
    "pure": "no",
    "most_wilds": 12,
    "high_ace": 10,
    "points": (10, *FACES),
    "joker_points": 10,
    "taken": "lay",
    "sec_opening": "held",
    "unopened": 0,
    "win": 0,
    "sec": 0,
    "sec_first": 0,
    "to": 700,
}
ROMME = {
    "cards": 13,
    "jokers": 6,
    "opening": 40,
    "high_ace": 11,
    "points": (11, *FACES),
    "joker_points": 20,
    "taken": "hand",
    "hand_double": "yes",
    "to": 500,
}
HOUSES: dict[str, dict[str, object]] = {
    "rami51": {},
    "rami71": {**RAMI71},
    "rami101": {**RAMI71, "opening": 101},
    "romme": {**RAMI71, **ROMME},
}


def rules_of(house: str, options: Options | None = None) -> Rules:
    """The rules of a house with these options; `raise` and `points` as the page writes them."""
    given = {
        ("raises" if name == "raise" else name): value for name, value in (options or {}).items()
    }
    if "points" in given:
        given["points"] = tuple(int(number) for number in str(given["points"]).split("/"))
    unknown = set(given) - {field.name for field in fields(Rules)}
    if unknown:
        raise ValueError(f"the page knows no {', '.join(sorted(unknown))}")
    return Rules(**{**HOUSES[house], **given})  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------- openings


def meld_points(meld: Meld, rules: Rules) -> int:
    """What a meld counts towards an opening: an ace 1 in A23, a joker as its card."""
    inner = [place.strip("[]")[-1] for place in meld]
    low_ace = is_run(meld) and inner[0] == "A"
    ace = 1 if low_ace else rules.high_ace
    return sum(ace if rank == "A" else min(RANKS.index(rank) + 1, 10) for rank in inner)


def best_opening(hand: Counter[str], rules: Rules) -> int:
    """The most that melds of a hand count, 0 without a pure run where one is asked."""
    cards = tuple(sorted(hand.elements(), key=card_order))
    best = _best_melds(cards, rules)[rules.pure == "yes"]
    return 0 if best is None else best


@lru_cache(maxsize=200_000)
def _best_melds(cards: tuple[str, ...], rules: Rules) -> tuple[int, int | None]:
    """The most that melds count, and the most with a pure run among them."""
    if len(cards) < 3 or cards[0] == JOKER:
        return 0, None
    hand = Counter(cards)
    best, with_pure = _best_melds(cards[1:], rules)
    for meld in melds_with(cards[0], hand, rules.most_wilds, rules.ace):
        left = tuple(sorted((hand - cards_of(meld)).elements(), key=card_order))
        points, (rest, pure_rest) = meld_points(meld, rules), _best_melds(left, rules)
        best = max(best, points + rest)
        pure = rest if is_pure_run(meld) else pure_rest
        if pure is not None:
            with_pure = max(with_pure or 0, points + pure)
    return best, with_pure


# -------------------------------------------------------------------------------------- lay-offs


def layoffs(meld: Meld, card: str, rules: Rules) -> list[Meld]:
    """All melds that a meld may become with a card."""
    if card == JOKER and wilds_of(meld) >= rules.most_wilds:
        return []
    return [found for place in places_of(card, meld) for found in becomes(meld, place, rules.ace)]


def without_joker(meld: Meld, cards: Sequence[str], rules: Rules) -> Meld | None:
    """The meld in which cards have taken the place of one joker, or None if they free none."""
    if is_run(meld):
        wanted = [f"[{card}]" for card in cards]
        if len(cards) != 1 or wanted[0] not in meld:
            return None
        return tuple(cards[0] if place == wanted[0] else place for place in meld)
    missing = missing_from_set(meld)
    if not wilds_of(meld) or not set(cards) <= set(missing):
        return None
    if len(meld) == 3 and rules.set_joker == "never":
        return None
    if len(meld) == 3 and rules.set_joker == "both":
        return as_meld([*meld[:2], *cards]) if sorted(cards) == sorted(missing) else None
    if len(cards) != 1:
        return None
    return as_meld([*meld[:-1], cards[0]])


# -------------------------------------------------------------------------------------- the turn


@dataclass
class Turn:
    """A seat's turn as it stands; `play` makes a move or tells what is wrong with it."""

    rules: Rules
    hand: Counter[str]
    table: list[Meld]
    opened: bool
    pile: list[str]
    number: int = 1
    highest: int = 0  # the most that an opening of this deal counted
    drawn: bool = False
    ended: bool = False
    laid_before: bool = False  # whether this seat had opened when the turn began
    just_taken: str | None = None
    owed: Counter[str] = field(default_factory=Counter)
    owed_to_new_meld: int = 0
    held: Counter[str] = field(default_factory=Counter)  # all that was in hand in this turn
    melded: int = 0  # what was laid counts, for `score=melded`

    def __post_init__(self) -> None:
        self.laid_before = self.opened
        self.held = Counter(self.hand)

    @property
    def out(self) -> bool:
        """Whether the turn has ended with an empty hand."""
        return self.ended and not self.hand

    def play(self, move: str, from_stock: str | None = None) -> list[str]:
        """The codes of all that is wrong with a move; if nothing is, it is made."""
        name, _, told = move.partition(":")
        if self.ended:
            raise ValueError("the turn has ended")
        if name in ("stock", "pile"):
            return self._draw(name, told, from_stock)
        if not self.drawn:
            return ["draw-first"]
        if name == "open":
            return self._open(told)
        if name == "lay":
            return self._lay(told)
        if name == "add":
            return self._add(*_at_meld(told))
        if name == "take":
            return self._take(*_at_meld(told))
        return self._end() if move == "end" else self._discard(move)

    # -- drawing

    def _draw(self, name: str, told: str, from_stock: str | None) -> list[str]:
        if told and (name == "stock" or self.rules.pile != "deep"):
            raise ValueError("only of a deep pile a card is named")
        if self.drawn:
            return ["drawn-already"]
        if name == "stock":
            if from_stock is None:
                raise ValueError("there is no card to draw from the stock")
            self._take_up([from_stock])
            return []
        found = []
        if self.number < self.rules.pile_from:
            found.append("pile-too-early")
        if self.rules.last == "stock" and self.hand.total() == 1:
            found.append("last-card-stock")
        if not self.pile or (told and told not in self.pile):
            found.append("pile-empty")
        if not found:
            self._draw_from_pile(told or self.pile[-1])
        return found

    def _draw_from_pile(self, card: str) -> None:
        deep = self.rules.pile == "deep"
        at = len(self.pile) - 1 - (self.pile[::-1].index(card) if deep else 0)
        self._take_up(self.pile[at:])
        del self.pile[at:]
        if self.rules.pile == "any":
            self.just_taken = card
        else:
            self.owed[card] += 1

    def _take_up(self, cards: Sequence[str]) -> None:
        self.hand += Counter(cards)
        self.held += Counter(cards)
        self.drawn = True

    # -- laying

    def _open(self, told: str) -> list[str]:
        parts = [read_places(part) for part in told.split("/")]
        melds = [as_meld(part or (), self.rules.ace) for part in parts]
        found = ["open-already"] if self.opened else []
        good = [meld for meld in melds if meld is not None]
        found += self._faults_of_melds(good, len(melds))
        if len(good) == len(melds):
            found += self._opening_faults(good)
        if not found:
            self.opened = True
            self.highest = max(self.highest, self._points(good))
            self._lay_down(good)
        return found

    def _opening_faults(self, melds: Sequence[Meld]) -> list[str]:
        left = self.hand.total() - sum(map(len, melds))
        if self.rules.sec_opening == "free" and left <= 1:
            return []
        found = []
        if self.rules.pure == "yes" and not any(map(is_pure_run, melds)):
            found.append("no-pure-run")
        points = self._points(melds)
        if points < self.rules.opening or (self.rules.raises == "yes" and points <= self.highest):
            found.append("opening-short")
        return found

    def _points(self, melds: Sequence[Meld]) -> int:
        return sum(meld_points(meld, self.rules) for meld in melds)

    def _lay(self, told: str) -> list[str]:
        meld = as_meld(read_places(told) or (), self.rules.ace)
        good = [] if meld is None else [meld]
        found = [] if self.opened else ["not-open"]
        found += self._faults_of_melds(good, 1)
        if not found:
            self._lay_down(good)
        return found

    def _faults_of_melds(self, good: Sequence[Meld], wanted: int) -> list[str]:
        found = []
        if len(good) < wanted:
            found.append("no-meld")
        if any(wilds_of(meld) > self.rules.most_wilds for meld in good):
            found.append("too-many-jokers")
        return found + self._faults_of_cards(cards_of(*good))

    def _faults_of_cards(self, cards: Counter[str]) -> list[str]:
        if not cards <= self.hand:
            return ["not-held"]
        left = self.hand.total() - cards.total()
        return ["no-discard-left"] if self.rules.out == "discard" and not left else []

    def _lay_down(self, melds: Sequence[Meld]) -> None:
        self.table += melds
        self.melded += self._points(melds)
        cards = cards_of(*melds)
        to_new_meld = min(cards[JOKER], self.owed_to_new_meld)
        self.owed_to_new_meld -= to_new_meld
        self._leave_hand(cards, paid=cards - Counter({JOKER: to_new_meld}))

    def _leave_hand(self, cards: Counter[str], paid: Counter[str]) -> None:
        self.hand -= cards
        self.owed -= paid

    # -- melds on the table

    def _faults_at_meld(self, number: int) -> list[str]:
        found = [] if self.opened else ["not-open"]
        return found if 1 <= number <= len(self.table) else [*found, "no-such-meld"]

    def _add(self, told: str, number: int) -> list[str]:
        found = self._faults_at_meld(number)
        places = read_places(told) or ()
        cards = cards_of(places)
        if "no-such-meld" not in found:
            meld = self.table[number - 1]
            longer = becomes(meld, told, self.rules.ace) if len(places) == 1 else []
            found += [] if longer else ["does-not-fit"]
            if wilds_of(meld) + cards[JOKER] > self.rules.most_wilds and cards[JOKER]:
                found.append("too-many-jokers")
        found += self._faults_of_cards(cards)
        if cards[JOKER] and self.hand[JOKER] <= self.owed_to_new_meld:
            found.append("joker-for-a-new-meld")
        if not found:
            self.melded += meld_points(longer[0], self.rules) - meld_points(meld, self.rules)
            self.table[number - 1] = longer[0]
            self._leave_hand(cards, paid=cards)
        return found

    def _take(self, told: str, number: int) -> list[str]:
        found = self._faults_at_meld(number)
        cards = read_cards(told)
        if not Counter(cards) <= self.hand:
            found.append("not-held")
        if "no-such-meld" not in found:
            freed = without_joker(self.table[number - 1], cards, self.rules)
            found += [] if freed else ["frees-no-joker"]
        if not found and freed:
            self.table[number - 1] = freed
            self._leave_hand(Counter(cards), paid=Counter(cards))
            self.hand[JOKER] += 1
            self.held[JOKER] += 1
            self.owed_to_new_meld += self.rules.taken == "meld"
            self.owed += Counter({JOKER: int(self.rules.taken == "lay")})
        return found

    # -- ending

    def _owing(self) -> list[str]:
        return ["owed"] if self.owed or self.owed_to_new_meld else []

    def _end(self) -> list[str]:
        found = self._owing()
        if self.hand or self.rules.out != "free":
            found.append("discard-needed")
        self.ended = not found
        return found

    def _discard(self, card: str) -> list[str]:
        if read_cards(card) != [card]:
            raise ValueError(f"{card} is no move")
        found = [] if self.hand[card] else ["not-held"]
        found += self._owing()
        if card == self.just_taken and self.held[card] == 1:
            found.append("just-taken")
        if card == JOKER and self.hand.total() == 1 and self.rules.joker_out == "no":
            found.append("joker-last")
        if not found:
            self.hand -= Counter([card])
            self.pile.append(card)
            self.ended = True
        return found


def _at_meld(told: str) -> tuple[str, int]:
    """What is added or taken, and the number of the meld."""
    what, _, number = told.partition("@")
    return what, int(number)
