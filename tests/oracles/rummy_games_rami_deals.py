"""Whole deals and matches of rami for the oracle of it: A1, A6, A7, the referee, random play.

Written from the page of the rules alone and sharing no code with the package.  A record is a text
of lines, so that nothing but the rules is needed to follow it:

    rami51 seats=3 to=200                   the house, seats and options
    deal 0 | H3 … / S5 … / … | D5           who begins, the hands, the card turned (`-` for none)
    stock:H7                                the card drawn stands with the move
    pile
    open:HTHJHQ/S9D9C9                      and so on, as in A3 to A6
    C2                                      a discard ends the turn

How the open places of the page are read here
---------------------------------------------
 1. Another seat begins each deal, the next one in turn.
 2. The stock is made anew when a card of it is asked for and none is left.  A deal is void when a
    turn ends with no card left to draw from the stock: at once with `stock=void`, otherwise if the
    pile has only its top card.
 3. Draws from the pile count among the `draws`, too; the deal is void after the turn of the last.
 4. `hand_double` doubles what the others pay, `unopened` too, not the winner's score.
 5. Without `deals` a match ends by `to` alone.  Of seats with as few points all win.
 6. `score=melded`: each seat scores what it has laid, as in A3, less what it holds; most points win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random

from tests.oracles.rummy_games_cards import (
    JOKER,
    RANKS,
    Meld,
    cards_of,
    melds_with,
    pack,
    places_of,
    read_cards,
)
from tests.oracles.rummy_games_rami import HOUSES, Rules, Turn, layoffs, rules_of, without_joker

PACKS = 2


class Wrong(ValueError):
    """What is wrong with a record, in a sentence."""


# ----------------------------------------------------------------------------------------- score


def card_points(card: str, rules: Rules) -> int:
    """What a card counts in a hand."""
    return rules.joker_points if card == JOKER else rules.points[RANKS.index(card[1])]


def hand_points(hand: Counter[str], rules: Rules) -> int:
    """What a hand counts."""
    return sum(card_points(card, rules) for card in hand.elements())


def scores(
    hands: Sequence[Counter[str]],
    opened: Sequence[bool],
    out: int,
    sec: bool,
    melds_before: bool,
    rules: Rules,
) -> list[int]:
    """A7: what each seat scores when `out` has gone out; low is good."""
    found = []
    for seat, hand in enumerate(hands):
        flat = rules.unopened if not opened[seat] else 0
        points = flat or hand_points(hand, rules)
        found.append(points * (2 if sec and rules.hand_double == "yes" else 1))
    found[out] = -rules.win
    if sec:
        found[out] = -rules.sec if melds_before else -rules.sec_first
    return found


# ---------------------------------------------------------------------------------------- a deal


@dataclass
class Deal:
    """A deal as it stands, always inside a turn of `seat` unless it is over."""

    rules: Rules
    hands: list[Counter[str]]
    stock: Counter[str]
    pile: list[str]
    seat: int
    table: list[Meld] = field(default_factory=list)
    opened: list[bool] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    melded: list[int] = field(default_factory=list)
    highest: int = 0
    draws: int = 0
    out: int | None = None
    sec: bool = False
    melds_before: bool = False
    is_void: bool = False
    begins: int = 0

    def __post_init__(self) -> None:
        seats, self.begins = len(self.hands), self.seat
        self.opened, self.turns, self.melded = [False] * seats, [0] * seats, [0] * seats
        self.turn = self._begun(drawn=self.rules.start == "extra")

    @classmethod
    def of(
        cls, rules: Rules, hands: Sequence[Sequence[str]], upcard: str | None, seat: int
    ) -> Deal:
        """A deal that begins with these hands and the card turned, the seat to begin."""
        held = [Counter(hand) for hand in hands]
        stock = Counter(pack() * PACKS + [JOKER] * rules.jokers)
        extra = rules.start == "extra"
        if extra == (upcard is not None):
            raise Wrong("a card is turned unless the first seat has one more")
        for place, hand in enumerate(held):
            if hand.total() != rules.cards + (extra and place == seat):
                raise Wrong(f"hand {place} has {hand.total()} cards")
        dealt = sum(held, Counter([upcard] if upcard else []))
        if dealt - stock:
            raise Wrong("there are more copies of a card than in the packs")
        return cls(rules, held, stock - dealt, [upcard] if upcard else [], seat)

    def _begun(self, drawn: bool = False) -> Turn:
        self.turns[self.seat] += 1
        return Turn(
            *(self.rules, self.hands[self.seat], self.table, self.opened[self.seat], self.pile),
            number=self.turns[self.seat],
            highest=self.highest,
            drawn=drawn,
        )

    @property
    def is_over(self) -> bool:
        """Whether a seat has gone out or the deal is void."""
        return self.out is not None or self.is_void

    def play(self, line: str) -> None:
        """One move, told by its line."""
        if self.is_over:
            raise Wrong("the deal is over")
        melds_before = bool(self.table)
        name, _, told = line.partition(":")
        found = self._draw(told) if name == "stock" else self.turn.play(line)
        if found:
            raise Wrong(f"seat {self.seat} may not {line}: {', '.join(found)}")
        self.draws += name in ("stock", "pile")
        if name == "open":
            self.melds_before = melds_before
        if self.turn.ended:
            self._end_turn()

    def _draw(self, card: str) -> list[str]:
        if not self.turn.drawn:
            self._turn_pile()
            if not self.stock[card]:
                raise Wrong(f"{card} is not in the stock")
            self.stock -= Counter([card])
        return self.turn.play("stock", card)

    def _turn_pile(self) -> None:
        """An empty stock is made anew of the pile but its top card."""
        if not self.stock and self.rules.stock == "turn":
            self.stock = Counter(self.pile[:-1])
            del self.pile[:-1]

    def _end_turn(self) -> None:
        turn, seat = self.turn, self.seat
        self.hands[seat], self.highest = turn.hand, turn.highest
        self.melded[seat] += turn.melded
        if turn.out:
            self.out, self.sec = seat, not turn.laid_before
        self.opened[seat] = turn.opened
        spent = not self.stock and (self.rules.stock == "void" or len(self.pile) < 2)
        self.is_void = self.out is None and (spent or self.draws >= self.rules.draws)
        if not self.is_over:
            self.seat = (seat + 1) % len(self.hands)
            self.turn = self._begun()

    def scores(self) -> list[int]:
        """The scores of a deal that is over."""
        if self.out is None:
            return [0] * len(self.hands)
        if self.rules.score == "melded":
            held = [hand_points(hand, self.rules) for hand in self.hands]
            return [laid - own for laid, own in zip(self.melded, held, strict=True)]
        return scores(self.hands, self.opened, self.out, self.sec, self.melds_before, self.rules)


# ------------------------------------------------------------------------------------- the match


@dataclass(frozen=True)
class Outcome:
    """What a match comes to: the scores of its deals, the totals, and who has won it."""

    deals: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...] | None


def read_table_line(line: str) -> tuple[int, Rules]:
    """Seats and rules out of the first line of a record."""
    house, *words = line.split()
    given = dict(word.split("=", 1) for word in words)
    seats = int(given.pop("seats"))
    if house not in HOUSES or not 2 <= seats <= 5:
        raise Wrong("a table of rami has two to five seats")
    numbers = {key: int(value) for key, value in given.items() if value.isdecimal()}
    return seats, rules_of(house, {**given, **numbers})


def referee(text: str) -> Outcome:
    """Follow the record of a match; `Wrong` says what breaks the rules."""
    first, *lines = [line for line in text.splitlines() if line.strip()]
    seats, rules = read_table_line(first)
    deals: list[Deal] = []
    for line in lines:
        if line.startswith("deal "):
            if not (all(deal.is_over for deal in deals) and not is_decided(seats, rules, deals)):
                raise Wrong("no deal begins here")
            deals.append(_read_deal(line, seats, rules, deals))
        elif not deals:
            raise Wrong("nothing is dealt yet")
        else:
            deals[-1].play(line)
    if deals and not deals[-1].is_over:
        raise Wrong("the record ends inside a deal: not-ended")
    return outcome(seats, rules, deals)


def _read_deal(line: str, seats: int, rules: Rules, deals: Sequence[Deal]) -> Deal:
    begins, hands, upcard = (part.strip() for part in line[len("deal ") :].split("|"))
    cards = [read_cards(hand) for hand in hands.split("/")]
    if len(cards) != seats or not 0 <= int(begins) < seats:
        raise Wrong(f"there are {seats} seats")
    deal = Deal.of(rules, cards, None if upcard == "-" else upcard, int(begins))
    if deals and deal.begins != (deals[-1].begins + 1) % seats:
        raise Wrong("the next seat in turn begins")
    return deal


def totals_of(seats: int, deals: Sequence[Deal]) -> list[int]:
    """The sums of the scores of the deals."""
    counted = [deal.scores() for deal in deals]
    return [sum(points[seat] for points in counted) for seat in range(seats)]


def is_decided(seats: int, rules: Rules, deals: Sequence[Deal]) -> bool:
    """Whether the match is at its end."""
    return len(deals) == rules.deals > 0 or max(totals_of(seats, deals)) >= rules.to > 0


def outcome(seats: int, rules: Rules, deals: Sequence[Deal]) -> Outcome:
    """What these deals come to; nobody has won a match that is not at its end."""
    totals = totals_of(seats, deals)
    goal = max(totals) if rules.score == "melded" else min(totals)
    winners = tuple(seat for seat in range(seats) if totals[seat] == goal)
    return Outcome(
        tuple(tuple(deal.scores()) for deal in deals),
        tuple(totals),
        winners if is_decided(seats, rules, deals) else None,
    )


# ------------------------------------------------------------------------------------ random play


def random_melds(hand: Counter[str], rules: Rules, rng: Random) -> list[Meld]:
    """Disjoint melds of a hand, taken at random until none is left."""
    left, found = Counter(hand), []
    for card in rng.sample(sorted(hand), len(hand)):
        if card == JOKER or not left[card]:
            continue
        ways = list(melds_with(card, left, rules.most_wilds, rules.ace))
        if ways:
            found.append(rng.choice(ways))
            left -= cards_of(found[-1])
    return found


def random_table_move(turn: Turn, rng: Random) -> str | None:
    """A meld to lay, a card to add or a joker to take, at random, if there is one."""
    kind = rng.choice(["lay", "add", "add", "take"])
    if kind == "lay":
        melds = random_melds(turn.hand, turn.rules, rng)
        return "lay:" + "".join(melds[0]) if melds else None
    card = rng.choice(sorted(turn.hand))
    at = rng.randrange(len(turn.table))
    meld = turn.table[at]
    if kind == "add":
        places = [place for place in places_of(card, meld) if _fits(turn, meld, card, place)]
        return f"add:{rng.choice(places)}@{at + 1}" if places else None
    cards = [card]
    if turn.rules.set_joker == "both" and rng.random() < 0.5:
        cards.append(rng.choice(sorted(turn.hand)))
    return f"take:{''.join(cards)}@{at + 1}" if without_joker(meld, cards, turn.rules) else None


def _fits(turn: Turn, meld: Meld, card: str, place: str) -> bool:
    return any(place in found for found in layoffs(meld, card, turn.rules) if place not in meld)


def company(card: str, hand: Counter[str]) -> int:
    """How many cards of a hand may come into a meld with a card; jokers are never lonely."""
    if card == JOKER:
        return 99
    near = [other for other in hand if other not in (card, JOKER)]
    steps = [abs(RANKS.index(other[1]) - RANKS.index(card[1])) for other in near]
    return sum(
        step == 0 or (other[0] == card[0] and (step <= 2 or step >= 11))
        for other, step in zip(near, steps, strict=True)
    )


def random_turn(deal: Deal, rng: Random, tries: int = 8) -> list[str]:
    """The lines of a whole legal turn, mostly one that lays what it can."""
    drawable = deal.stock or Counter(deal.pile[:-1])
    from_stock = rng.choice(sorted(drawable.elements()))
    for attempt in range(tries):
        daring = attempt < tries - 1
        lines = _attempt(deepcopy(deal.turn), rng, from_stock, daring)
        if lines:
            return lines
    raise AssertionError("a turn that draws from the stock and discards is always there")


def _attempt(turn: Turn, rng: Random, from_stock: str, daring: bool) -> list[str] | None:
    """One way through a turn, or None if it can't end; who is not daring lays nothing."""
    lines = []
    if not turn.drawn:
        pile = f"pile:{rng.choice(turn.pile)}" if turn.rules.pile == "deep" else "pile"
        from_pile = daring and rng.random() < 0.4 and not turn.play(pile)
        lines.append(pile if from_pile else f"stock:{from_stock}")
        if not from_pile:
            turn.play("stock", from_stock)
    if daring and not turn.opened:
        melds = random_melds(turn.hand, turn.rules, rng)
        opening = "open:" + "/".join("".join(meld) for meld in melds)
        lines += [opening] if melds and not turn.play(opening) else []
    for _ in range(12 if daring and turn.opened else 0):
        move = random_table_move(turn, rng) if turn.hand and turn.table else None
        lines += [move] if move and not turn.play(move) else []
    ending = _ending(turn, rng)
    return [*lines, ending] if ending else None


def _ending(turn: Turn, rng: Random) -> str | None:
    """The move that ends a turn: a lonely card, or `end` with an empty hand."""
    cards = sorted(turn.hand, key=lambda card: company(card, turn.hand) + 2 * rng.random())
    return next((move for move in [*cards, "end"] if not turn.play(move)), None)


def play_out(seed: int, table_line: str = "rami51 seats=3 deals=1") -> str:
    """The record of a whole match, its moves legal and taken at random by eager seats."""
    rng = Random(seed)
    return "\n".join([table_line, *_lines_of_match(rng, table_line)]) + "\n"


def _lines_of_match(rng: Random, table_line: str) -> Iterator[str]:
    seats, rules = read_table_line(table_line)
    deals: list[Deal] = []
    while not is_decided(seats, rules, deals):
        deals.append(_random_deal(rng, seats, rules, len(deals) % seats))
        deal = deals[-1]
        hands = " / ".join(" ".join(hand.elements()) for hand in deal.hands)
        yield f"deal {deal.seat} | {hands} | {deal.pile[0] if deal.pile else '-'}"
        while not deal.is_over:
            for line in random_turn(deal, rng):
                deal.play(line)
                yield line


def _random_deal(rng: Random, seats: int, rules: Rules, begins: int) -> Deal:
    cards = pack() * PACKS + [JOKER] * rules.jokers
    rng.shuffle(cards)
    extra = rules.start == "extra"
    sizes = [rules.cards + (extra and seat == begins) for seat in range(seats)]
    hands = [[cards.pop() for _ in range(size)] for size in sizes]
    return Deal.of(rules, hands, None if extra else cards.pop(), begins)
