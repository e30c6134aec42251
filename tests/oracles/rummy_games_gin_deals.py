"""Whole deals and matches of gin with its options, for the oracle: G2 to G4, the referee, play.

Written from the page of the rules and the course told in `docs/rummy.md`, sharing no code with the
package.  A record is a text of lines, so that nothing but the rules is needed to follow it:

    gin seats=2 to=100 oklahoma=yes         the table
    deal 1 | H3 … / S5 … | D5               the dealer, the hands, the upcard
    pass                                    the upcard is left
    stock:H7                                the card drawn stands with the move
    C2
    knock:C2:H3H4H5,S3D3C3                  discard and melds; `big:MELDS` for big gin
    show:D5D6D7:H6@1                        with `layoff=ask`, own melds and cards laid off

With `seats=4` a round has two lines `deal`, and each move has `0` or `1`, its deal, before it.

How the open places of the page are read here
---------------------------------------------
 1. Who deals next after a void deal is the dealer of it.  With four seats the dealer is any.
 2. With four seats a round that a side wins counts one box for it.
 3. The seat that begins with both having passed draws from the stock.
 4. Whoever lays off with `layoff=ask` on gin without `gin_layoff` is refused.
 5. A match without `to` is a single deal (with four seats a single round).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.oracles.rummy_games_cards import Meld, becomes, cards_of, pack, read_cards
from tests.oracles.rummy_games_gin import (
    Result,
    Rules,
    all_layoffs,
    best_spread,
    enter,
    is_over,
    knock_fault,
    most_to_knock,
    new_sheet,
    of_partners,
    points_of,
    read_spread,
    rules_of,
    showdown,
    spread_text,
)

LEFT_IN_STOCK = 2
VOID = Result(None, 0, 0)


class Wrong(ValueError):
    """What is wrong with a record, in a sentence."""


# ---------------------------------------------------------------------------------------- a deal


@dataclass
class Deal:
    """A deal of two seats as it stands."""

    rules: Rules
    hands: list[Counter[str]]
    upcard: str
    dealer: int
    stock: Counter[str]
    pile: list[str] = field(default_factory=list)
    passes: int = 0
    upcard_left: bool = False  # both have passed, and nothing is drawn yet
    drawn: bool = False
    from_pile: str | None = None
    idle: int = 0
    knocked: tuple[list[Meld], Counter[str]] | None = None
    result: Result | None = None
    knocker: int | None = None

    def __post_init__(self) -> None:
        self.pile, self.seat = [self.upcard], 1 - self.dealer

    @classmethod
    def of(cls, rules: Rules, hands: Sequence[Sequence[str]], upcard: str, dealer: int) -> Deal:
        """A deal that begins with these hands and the card turned."""
        held = [Counter(hand) for hand in hands]
        dealt = held[0] + held[1] + Counter([upcard])
        if [hand.total() for hand in held] != [rules.cards] * 2:
            raise Wrong(f"both hands have {rules.cards} cards")
        if dealt - Counter(pack()):
            raise Wrong("there are more copies of a card than in the pack")
        return cls(rules, held, upcard, dealer, Counter(pack()) - dealt)

    @property
    def winner(self) -> int | None:
        """The seat that has won the deal."""
        if self.result is None or self.result.winner is None or self.knocker is None:
            return None
        return self.knocker if self.result.winner == "knocker" else 1 - self.knocker

    @property
    def is_offered(self) -> bool:
        """Whether the upcard may still be left."""
        return self.passes < 2

    def play(self, line: str) -> None:
        """One move, told by its line."""
        name, *told = line.split(":")
        if self.result is not None:
            raise Wrong("the deal is over")
        if (self.knocked is not None) != (name == "show"):
            raise Wrong(f"{line} is no move here")
        if name == "show":
            self._show(*told)
        elif name in ("pass", "pile", "stock"):
            self._draw(name, told)
        elif not self.drawn:
            raise Wrong("a turn begins with a draw")
        elif name in ("knock", "big"):
            self._knock(name, *told)
        else:
            self._discard(line)

    # -- the turn

    def _draw(self, name: str, told: Sequence[str]) -> None:
        if self.drawn:
            raise Wrong("this turn has a draw already")
        if (name == "pass" and not self.is_offered) or (name == "stock" and self.is_offered):
            raise Wrong(f"nobody may {name} here")
        if name == "pass":
            self.passes += 1
            self.upcard_left = self.passes == 2
            self.seat = 1 - self.seat
            return
        if name == "stock":
            self._take(told[0] if told else "", self.stock)
            self.idle = 0
        else:
            if not self.pile or self.upcard_left:
                raise Wrong("nothing may be taken from the pile")
            self.passes = 2
            self.from_pile = self.pile.pop()
            self.hands[self.seat][self.from_pile] += 1
            self.idle += 1
        self.drawn, self.upcard_left = True, False

    def _take(self, card: str, stock: Counter[str]) -> None:
        if not stock[card]:
            raise Wrong(f"{card or 'nothing'} is not in the stock")
        self.stock = stock - Counter([card])
        self.hands[self.seat][card] += 1

    def _lay_off_hand(self, card: str) -> None:
        """A card leaves the hand for the pile."""
        hand = self.hands[self.seat]
        if not hand[card]:
            raise Wrong(f"{card} is not in the hand")
        if card == self.from_pile:
            raise Wrong(f"{card} has just been taken")
        self.hands[self.seat] = hand - Counter([card])
        self.pile.append(card)

    def _discard(self, card: str) -> None:
        self._lay_off_hand(card)
        self.drawn, self.from_pile, self.seat = False, None, 1 - self.seat
        if self.stock.total() <= LEFT_IN_STOCK or self.idle >= self.rules.idle:
            self.result = VOID

    # -- the end

    def _knock(self, name: str, *told: str) -> None:
        if name == "knock":
            self._lay_off_hand(told[0])
        elif not self.rules.big:
            raise Wrong("this table has no big gin")
        hand, self.knocker = self.hands[self.seat], self.seat
        melds = read_spread(told[-1], hand, self.rules)
        fault = knock_fault(hand, melds, self.upcard, self.rules)
        if fault or melds is None:
            raise Wrong(f"seat {self.seat} may not {name}: {fault}")
        self.seat = 1 - self.seat
        if self.rules.layoff == "ask":
            self.knocked = melds, hand
        else:
            self.result = self._showdown(melds, None)

    def _showdown(self, melds: Sequence[Meld], rest: int | None) -> Result:
        knocker, defender = self.hands[1 - self.seat], self.hands[self.seat]
        return showdown(knocker, melds, rest, defender, self.upcard, self.rules)

    def _show(self, melds: str = "", layoffs: str = "") -> None:
        """The defender's own melds, then cards on the knocker's; the rest counts."""
        assert self.knocked is not None
        table, knocker = list(self.knocked[0]), self.knocked[1]
        hand = self.hands[self.seat]
        own = read_spread(melds, hand, self.rules)
        if own is None:
            raise Wrong("no-meld")
        is_gin = not points_of(knocker - cards_of(*table), self.rules)
        if layoffs and is_gin and self.rules.gin_layoff == "no":
            raise Wrong("nothing is laid off on gin")
        left = hand - cards_of(*own)
        for word in layoffs.split(",") if layoffs else ():
            card, _, number = word.partition("@")
            longer = self._longer(table, card, int(number))
            if not left[card] or longer is None:
                raise Wrong(f"{word} does not fit")
            table[int(number) - 1] = longer
            left -= Counter([card])
        self.result = self._showdown(self.knocked[0], points_of(left, self.rules))

    def _longer(self, table: Sequence[Meld], card: str, number: int) -> Meld | None:
        if not 1 <= number <= len(table):
            return None
        return next(iter(becomes(table[number - 1], card, self.rules.ace)), None)


# ------------------------------------------------------------------------------------- the match


@dataclass(frozen=True)
class Outcome:
    """What a match comes to: winner, points and boxes of each deal (or round), and the finals.

    A column that is still open has None.
    """

    deals: tuple[tuple[int | None, int, int], ...]
    finals: tuple[tuple[int, ...] | None, ...]


def read_table_line(line: str) -> tuple[int, Rules]:
    """Seats and rules out of the first line of a record."""
    name, *words = line.split()
    given = dict(word.split("=", 1) for word in words)
    seats = int(given.pop("seats"))
    if name != "gin" or seats not in (2, 4):
        raise Wrong("a table of gin has two or four seats")
    numbers = {key: int(value) for key, value in given.items() if value.isdecimal()}
    return seats, rules_of({**given, **numbers})


@dataclass
class Match:
    """A match as it stands: the rounds of one deal, or with partners of two."""

    seats: int
    rules: Rules
    rounds: list[list[Deal]] = field(default_factory=list)
    entries: list[tuple[int | None, int, int]] = field(default_factory=list)
    last_moved: int = 1

    def __post_init__(self) -> None:
        self.sheet = new_sheet(self.rules.columns)

    @property
    def size(self) -> int:
        """How many deals are played at a time."""
        return self.seats // 2

    @property
    def is_open(self) -> bool:
        """Whether deals of the last round are still to come or to be played."""
        if not self.rounds:
            return False
        now = self.rounds[-1]
        return len(now) < self.size or any(deal.result is None for deal in now)

    @property
    def is_decided(self) -> bool:
        """Whether the match is at its end."""
        if not self.rules.to:
            return bool(self.entries)
        return is_over(self.sheet, self.rules)

    def deal(self, line: str) -> None:
        """A line that begins a deal."""
        dealer, hands, upcard = (part.strip() for part in line[len("deal ") :].split("|"))
        if not self.is_open and self.is_decided:
            raise Wrong("the match is over")
        first, second = (read_cards(hand) for hand in hands.split("/"))
        deal = Deal.of(self.rules, (first, second), upcard, int(dealer))
        if self.is_open and len(self.rounds[-1]) == self.size:
            raise Wrong("no deal begins here")
        if self.is_open:
            self.rounds[-1].append(deal)
            return
        if self.size == 1 and self.rounds and deal.dealer != self.next_dealer():
            raise Wrong(f"seat {self.next_dealer()} deals")
        self.rounds.append([deal])
        self.last_moved = 1

    def next_dealer(self) -> int:
        """Who deals after the last deal of two seats."""
        last = self.rounds[-1][0]
        if self.rules.dealer == "turns":
            return 1 - last.dealer
        if last.winner is None:
            return last.dealer
        return last.winner if self.rules.dealer == "winner" else 1 - last.winner

    def play(self, line: str) -> None:
        """One move, told by its line."""
        if not self.rounds or len(self.rounds[-1]) < self.size or not self.is_open:
            raise Wrong("there is no deal to move in")
        number, now = 0, self.rounds[-1]
        if self.size == 2:
            told, _, line = line.partition(" ")
            number = int(told)
            other_waits = now[1 - number].result is None
            if number == self.last_moved and other_waits:
                raise Wrong("the deals are moved by turns")
        self.last_moved = number
        now[number].play(line)
        if not self.is_open:
            self._enter()

    def _enter(self) -> None:
        """The deals of a round are over: who has won what goes on the sheet."""
        side, points, boxes = self._result_of_round()
        self.entries.append((side, points, boxes))
        if side is not None and self.rules.to:
            enter(self.sheet, side, points, boxes, self.rules)

    def _result_of_round(self) -> tuple[int | None, int, int]:
        deals = self.rounds[-1]
        results = [deal.result or VOID for deal in deals]
        if self.size == 1:
            return deals[0].winner, results[0].points, results[0].boxes
        won = [
            (deal.winner or 0, result.points) for deal, result in zip(deals, results, strict=True)
        ]
        sides = of_partners(won)
        if not any(sides):
            return None, 0, 0
        return sides.index(max(sides)), max(sides), 1

    def outcome(self) -> Outcome:
        """What the match comes to so far."""
        closed = [bool(self.rules.to) and column.is_closed(self.rules.to) for column in self.sheet]
        finals = [
            tuple(column.finals(self.rules)) if over else None
            for column, over in zip(self.sheet, closed, strict=True)
        ]
        return Outcome(tuple(self.entries), tuple(finals))


def referee(text: str) -> Outcome:
    """Follow the record of a match; `Wrong` says what breaks the rules."""
    first, *lines = [line for line in text.splitlines() if line.strip()]
    match = Match(*read_table_line(first))
    for line in lines:
        if line.startswith("deal "):
            match.deal(line)
        else:
            match.play(line)
    if match.is_open:
        raise Wrong("the record ends inside a deal")
    return match.outcome()


# ------------------------------------------------------------------------------------ random play


def random_move(deal: Deal, rng: Random) -> str:
    """Some legal move of a deal: seats keep little deadwood and mostly knock when they may."""
    if deal.knocked is not None:
        return _random_show(deal, rng)
    if not deal.drawn:
        return _random_draw(deal, rng)
    rules, hand = deal.rules, deal.hands[deal.seat]
    everything = best_spread(hand, rules)
    if rules.big and not points_of(hand - cards_of(*everything), rules) and rng.random() < 0.8:
        return f"big:{spread_text(everything)}"
    cards = [card for card in hand.elements() if card != deal.from_pile]

    def rest(card: str) -> int:
        left = hand - Counter([card])
        return points_of(left - cards_of(*best_spread(left, rules)), rules)

    card = min(cards, key=lambda card: rest(card) + 4 * rng.random())
    if rest(card) <= most_to_knock(deal.upcard, rules) and rng.random() < 0.6:
        left = hand - Counter([card])
        melds = rng.sample(best_spread(left, rules), len(best_spread(left, rules)))
        return f"knock:{card}:{spread_text(melds)}"
    return card


def _random_draw(deal: Deal, rng: Random) -> str:
    if rng.random() < 0.4 and deal.pile and not deal.upcard_left:
        return "pile"
    return "pass" if deal.is_offered else f"stock:{rng.choice(sorted(deal.stock))}"


def _random_show(deal: Deal, rng: Random) -> str:
    """Melds of the defender, then some of the cards that fit, one after the other."""
    assert deal.knocked is not None
    hand, table = deal.hands[deal.seat], list(deal.knocked[0])
    melds = best_spread(hand, deal.rules)
    left, laid = hand - cards_of(*melds), []
    is_gin = not points_of(deal.knocked[1] - cards_of(*table), deal.rules)
    for _ in range(0 if is_gin and deal.rules.gin_layoff == "no" else rng.randint(0, 4)):
        ways = list(all_layoffs(left, table, deal.rules.ace))
        if ways:
            card, number = rng.choice(ways)
            table[number - 1] = becomes(table[number - 1], card, deal.rules.ace)[0]
            left -= Counter([card])
            laid.append(f"{card}@{number}")
    return f"show:{spread_text(melds)}:{','.join(laid)}"


def play_out(seed: int, table_line: str = "gin seats=2 to=100") -> str:
    """The record of a whole match, its moves legal and taken at random."""
    rng = Random(seed)
    return "\n".join([table_line, *_lines_of_match(rng, table_line)]) + "\n"


def _lines_of_match(rng: Random, table_line: str) -> Iterator[str]:
    match = Match(*read_table_line(table_line))
    while not match.is_decided:
        for _ in range(match.size):
            line = _random_deal_line(rng, match)
            match.deal(line)
            yield line
        number = 0
        while match.is_open:
            now = match.rounds[-1]
            if now[number % match.size].result is None:
                move = random_move(now[number % match.size], rng)
                line = move if match.size == 1 else f"{number % match.size} {move}"
                match.play(line)
                yield line
            number += 1


def _random_deal_line(rng: Random, match: Match) -> str:
    cards, number = rng.sample(pack(), 52), match.rules.cards
    dealer = match.next_dealer() if match.rounds and match.size == 1 else rng.randrange(2)
    hands = " / ".join(" ".join(cards[at * number : at * number + number]) for at in range(2))
    return f"deal {dealer} | {hands} | {cards[2 * number]}"
