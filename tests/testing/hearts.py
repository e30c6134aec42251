"""Hearts of few cards with a passing phase, for mutants: what a game of another package may look like.

Four seats get ``ranks`` cards each, dealt one at a time from seat 0; in turn each passes a card to the
left, seen by the two alone once all have passed. Seat 0 leads. Hearts are not led before one has been
played, but by who has nothing else. A heart costs a point, the highest spade as many as all hearts; who
takes all points gives them to each of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from suitwise.cards import Card, format_cards, parse_cards
from suitwise.envs.openspiel import Entry
from suitwise.errors import NotationError
from suitwise.fields import Field
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import CHANCE, OVER, Facts, Game, State
from suitwise.seeds import shuffle, world_seed
from suitwise.stepping.loop import HEAD, NOBODY, STREAM, Batch, Rules, drawn, numbered_text, opened

SEATS, HEARTS = range(4), 1


def suit_of(card: int) -> int:
    return card // 13


@cache
def pack_of(ranks: int) -> tuple[Card, ...]:
    return tuple(Card(13 * suit + rank) for suit in SEATS for rank in range(ranks))


@dataclass(frozen=True)
class Hearts(Game[Card]):
    """Hearts of few cards."""

    ranks: int = 4

    name: ClassVar[str] = "small_hearts"
    kind: ClassVar[type[Heart]]

    def __post_init__(self) -> None:
        if not 2 <= self.ranks <= 13:
            raise NotationError("ranks is a number from 2 to 13")

    @property
    def pack(self) -> tuple[Card, ...]:
        return pack_of(self.ranks)

    @property
    def facts(self) -> Facts:
        most = 8 * self.ranks + 4
        return Facts(4, 52, most, -2 * self.ranks, 0, chance=True, perfect_information=False)

    def start(self) -> Heart:
        return self.kind(self)

    def parse(self, text: str) -> Heart:
        parts = text.split(" | ")
        if len(parts) != 3:
            raise NotationError(f"{text[:20]!a} is no position of hearts: three parts")
        state = self.start()
        for card in parse_cards("".join(part.replace("-", "") for part in parts)):
            if card not in state.moves():
                raise NotationError(f"{card} can't be there")
            state = state.after(card)
        if str(state) != text:
            raise NotationError(f"{text[:20]!a} is no position of hearts as it is written")
        return state

    def move_number(self, move: Card) -> int:
        return int(move)

    def numbered_move(self, number: int) -> Card:
        if not 0 <= number < 52:
            raise NotationError(f"{number} is no card's number")
        return Card(number)

    def observation_fields(self) -> tuple[Field, ...]:
        names = ["held", "passed", "received", *(f"played_{at}" for at in SEATS)]
        highest = [1.0] * 3 + [52.0] * 4
        cards = (
            Field(name, 52, f"cards {name}", high=high)
            for name, high in zip(names, highest, strict=True)
        )
        return (*cards, Field("turn", 4, "on turn"))


@dataclass(frozen=True)
class Heart(State[Card]):
    """A position: the cards in the order of the deal, those passed from seat 0 on, those played."""

    variant: Hearts
    dealt: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    plays: tuple[int, ...] = ()
    move_kinds: ClassVar[tuple[type, ...]] = (Card,)

    @property
    def game(self) -> Hearts:
        return self.variant

    @cached_property
    def turn(self) -> int:
        if len(self.dealt) < 4 * self.variant.ranks:
            return CHANCE
        if len(self.passed) < 4:
            return len(self.passed)
        return OVER if len(self.plays) == len(self.dealt) else self.players()[-1]

    def start_hands(self) -> list[set[int]]:
        """Return the hands after passing, or as far as they are dealt."""
        hands = [set(self.dealt[seat::4]) for seat in SEATS]
        if len(self.passed) == 4:
            for seat, card in enumerate(self.passed):
                hands[seat].discard(card)
                hands[(seat + 1) % 4].add(card)
        return hands

    def hands(self) -> list[set[int]]:
        return [hand - {*self.plays} for hand in self.start_hands()]

    def players(self) -> list[int]:
        """Return who made each play, and who makes the next."""
        return self._players

    @cached_property
    def _players(self) -> list[int]:
        found, leader = [], 0
        for at, _ in enumerate(self.plays):
            found.append((leader + at % 4) % 4)
            if at % 4 == 3:
                leader = found[self._winner(at - 3)]
        return [*found, (leader + len(self.plays) % 4) % 4]

    def _winner(self, start: int) -> int:
        """Return the place of the play that wins the trick from a place on."""
        cards = self.plays[start : start + 4]
        led = [card for card in cards if suit_of(card) == suit_of(cards[0])]
        return start + cards.index(max(led))

    def legal(self) -> list[int]:
        if self.turn == CHANCE:
            dealt = {*self.dealt}
            return [int(card) for card in self.variant.pack if card not in dealt]
        if self.turn == OVER:
            return []
        if len(self.passed) < 4:
            return sorted(self.dealt[self.turn :: 4])
        hand, begun = self.hands()[self.turn], self.plays[len(self.plays) // 4 * 4 :]
        if begun:
            return sorted(card for card in hand if suit_of(card) == suit_of(begun[0])) or sorted(
                hand
            )
        broken = any(suit_of(card) == HEARTS for card in self.plays)
        others = sorted(card for card in hand if suit_of(card) != HEARTS)
        return sorted(hand) if broken or not others else others

    def moves(self) -> Collection[Card]:
        return tuple(map(Card, self.legal()))

    def refusal(self, move: Card) -> Phrase | None:
        if move in self.moves():
            return None
        if self.turn < 0 or move not in self.hands()[self.turn]:
            return phrase("hearts.not-held", "that is not there").about(move)
        if len(self.plays) % 4 == 0:
            return phrase("hearts.unbroken", "no heart has been played yet").about(move)
        return phrase("hearts.follow", "the suit led is followed").about(move)

    def parse_move(self, text: str) -> Card:
        return Card(text)

    def followed_by(self, move: Card) -> Any:
        card = int(move)
        if self.turn == CHANCE:
            return replace(self, dealt=(*self.dealt, card))
        if len(self.passed) < 4:
            return replace(self, passed=(*self.passed, card))
        return replace(self, plays=(*self.plays, card))

    def taken(self) -> list[int]:
        """Return the points that each seat has taken."""
        points, players = [0] * 4, self.players()
        for start in range(0, len(self.plays) // 4 * 4, 4):
            cards = self.plays[start : start + 4]
            worth = sum(suit_of(card) == HEARTS for card in cards)
            worth += self.variant.ranks * (self.variant.ranks - 1 in cards)
            points[players[self._winner(start)]] += worth
        return points

    def returns(self) -> tuple[float, ...]:
        taken, most = self.taken(), 2 * self.variant.ranks
        if most in taken:
            return tuple(0.0 if points == most else -float(most) for points in taken)
        return tuple(-float(points) for points in taken)

    def __str__(self) -> str:
        return " | ".join(format_cards(map(Card, part)) or "-" for part in self.parts())

    def parts(self) -> tuple[tuple[int, ...], ...]:
        return self.dealt, self.passed, self.plays

    def view(self, seat: int) -> str:
        received = self.passed[seat - 1] if len(self.passed) == 4 else None
        own = self.passed[seat] if len(self.passed) > seat else None
        hand = format_cards(map(Card, sorted(self.dealt[seat::4])))
        told = (f"{card}" if card is not None else "-" for card in (own, received))
        counts = f"{len(self.dealt)} {len(self.passed)}"
        return f"{hand} {counts} {' '.join(told)} | {format_cards(map(Card, self.plays))}"

    def observe(self, seat: int) -> NDArray[np.float32]:
        seen = np.zeros((7, 52), np.float32)
        seen[0, list(self.hands()[seat])] = 1
        if len(self.passed) > seat:
            seen[1, self.passed[seat]] = 1
        if len(self.passed) == 4:
            seen[2, self.passed[seat - 1]] = 1
        for number, (card, player) in enumerate(zip(self.plays, self.players(), strict=False), 1):
            seen[3 + (player - seat) % 4, card] = number
        turns = [float(self.turn >= 0 and (self.turn - seat) % 4 == at) for at in SEATS]
        return np.concatenate([seen.ravel(), turns]).astype(np.float32)

    # --- Worlds -----------------------------------------------------------------------------------

    def resample(self, seat: int, seed: int, stream: int) -> Any:
        for attempt in range(10_000):
            world = self.redealt(seat, world_seed(seed), 10_000 * stream + attempt)
            if world is not None and world.is_possible():
                return world
        raise AssertionError("no world was found")

    def known(self, seat: int) -> dict[int, int]:
        """Return who held after passing which cards, as far as a seat knows."""
        known = dict(zip(self.plays, self.players(), strict=False))
        known |= dict.fromkeys(self.start_hands()[seat], seat)
        if len(self.passed) == 4:
            known.setdefault(self.passed[seat], (seat + 1) % 4)
        return known

    def redealt(self, seat: int, seed: int, stream: int) -> Any:
        """Return a world by what is known of cards alone, or None."""
        known, hands = self.known(seat), self.start_hands()
        unseen = [int(card) for card in self.variant.pack if card not in known]
        shuffle(unseen, seed, stream)
        world = [[card for card, owner in known.items() if owner == at] for at in SEATS]
        for at, cards in enumerate(world):
            while len(cards) < len(hands[at]):
                cards.append(unseen.pop())
        return self.unpassed(seat, world, seed, stream)

    def unpassed(self, seat: int, world: list[list[int]], seed: int, stream: int) -> Any:
        """Return the world of some hands: what the others passed is drawn, and given back."""
        passed = []
        for at, own in enumerate(self.passed):
            from_hand = list(world[(at + 1) % 4] if len(self.passed) == 4 else world[at])
            shuffle(from_hand, seed + 1, 4 * stream + at)
            known = at == seat or (len(self.passed) == 4 and (at + 1) % 4 == seat)
            passed.append(own if known else from_hand[0])
        dealt = [[*cards] for cards in world]
        if len(passed) == 4:
            for at, card in enumerate(passed):
                dealt[(at + 1) % 4].remove(card)
                dealt[at].append(card)
        mine = list(self.dealt[seat::4])
        dealt[seat] = mine
        order = tuple(dealt[at % 4][at // 4] for at in range(len(self.dealt)))
        return replace(self, dealt=order, passed=tuple(passed))

    def is_possible(self) -> bool:
        """Whether all plays were legal: suits are followed, and hearts not led too early."""
        state = replace(self, plays=())
        for card in self.plays:
            if card not in state.legal():
                return False
            state = state.followed_by(Card(card))
        return True


Hearts.kind = Heart


# --- Stepped in arrays ----------------------------------------------------------------------------

HOLDER, PASSED, COUNT, PLAY = HEAD, HEAD + 52, HEAD + 56, HEAD + 57
"""Who holds each card, 0 for nobody, else the seat plus 1; what each seat passed, plus 1; how many plays
there are; the plays, each a seat times 64 plus a card."""
COLUMNS = PLAY + 52


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    for column in range(HEAD, COLUMNS):
        record[column] = 0
    stream = opened(seed, 2 * number)
    for left in range(4 * options[1], 0, -1):
        place, stream = drawn(left, stream)
        for card in range(52):
            if card % 13 < options[1] and record[HOLDER + card] == 0:
                if place == 0:
                    record[HOLDER + card] = 1 + left % 4
                place -= 1


@rule
def leader(record: Any, options: Any) -> int:
    """Return the seat that led the open trick, or leads."""
    count = record[COUNT] // 4 * 4
    if count == 0:
        return 0
    best = record[PLAY + count - 4]
    for at in range(count - 3, count):
        if record[PLAY + at] % 64 // 13 == best % 64 // 13 and record[PLAY + at] % 64 > best % 64:
            best = record[PLAY + at]
    return int(best // 64)


@rule
def turn(record: Any, options: Any) -> int:
    for seat in range(4):
        if record[PASSED + seat] == 0:
            return seat
    if record[COUNT] == 4 * options[1]:
        return NOBODY
    return int(leader(record, options) + record[COUNT] % 4) % 4


@rule
def is_broken(record: Any) -> bool:
    broken = False
    for at in range(record[COUNT]):
        broken = broken or record[PLAY + at] % 64 // 13 == 1
    return broken


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    if action < 0 or action >= 52:
        return False
    seat = turn(record, options)
    if record[HOLDER + action] != seat + 1:
        return False
    if record[PASSED + 3] == 0:
        return True
    if record[COUNT] % 4 == 0:
        if action // 13 != 1 or is_broken(record):
            return True
        others = 0
        for card in range(52):
            others += int(card // 13 != 1 and record[HOLDER + card] == seat + 1)
        return others == 0
    led = record[PLAY + record[COUNT] // 4 * 4] % 64 // 13
    if action // 13 == led:
        return True
    follows = 0
    for rank in range(13):
        follows += int(record[HOLDER + 13 * led + rank] == seat + 1)
    return follows == 0


@rule
def act(record: Any, options: Any, action: int) -> None:
    seat = turn(record, options)
    if record[PASSED + 3] == 0:
        record[PASSED + seat] = action + 1
        if seat == 3:
            for giver in range(4):
                record[HOLDER + record[PASSED + giver] - 1] = (giver + 1) % 4 + 1
        return
    record[PLAY + record[COUNT]] = 64 * seat + action
    record[COUNT] += 1
    record[HOLDER + action] = 0


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    legal = 0
    for action in range(52):
        legal += int(is_legal(record, options, action))
    place, record[STREAM] = drawn(legal, record[STREAM])
    chosen = -1
    for action in range(52):
        if is_legal(record, options, action):
            if place == 0:
                chosen = action
            place -= 1
    act(record, options, chosen)


@rule
def taken(record: Any, options: Any, seat: int) -> int:
    points = 0
    for start in range(0, record[COUNT], 4):
        best, worth = record[PLAY + start], 0
        for at in range(start, start + 4):
            card = record[PLAY + at] % 64
            if card // 13 == best % 64 // 13 and card > best % 64:
                best = record[PLAY + at]
            worth += int(card // 13 == 1) + options[1] * int(card == options[1] - 1)
        if best // 64 == seat:
            points += worth
    return points


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    if record[COUNT] < 4 * options[1]:
        return 0.0
    for other in range(4):
        if taken(record, options, other) == 2 * options[1]:
            return 0.0 if other == seat else -2.0 * options[1]
    return -1.0 * taken(record, options, seat)


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    for card in range(52):
        if record[HOLDER + card] == seat + 1:
            seen[card] = 1
    if record[PASSED + seat] > 0:
        seen[52 + record[PASSED + seat] - 1] = 1
    if record[PASSED + 3] > 0:
        seen[104 + record[PASSED + (seat + 3) % 4] - 1] = 1
    for at in range(record[COUNT]):
        who = record[PLAY + at] // 64
        seen[156 + 52 * ((who - seat + 4) % 4) + record[PLAY + at] % 64] = at + 1
    now = turn(record, options)
    if now >= 0:
        seen[364 + (now - seat + 4) % 4] = 1


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    for action in range(52):
        if is_legal(record, options, action):
            allowed[action] = 1


RULES = Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow)


def batch_of(game: Hearts, rules: Rules = RULES) -> Batch:
    """Return the compiled rules of a variant."""
    lowest = game.facts.lowest_return
    fields, options = game.observation_fields(), (4, game.ranks)
    text = lambda action: numbered_text(game, action)  # noqa: E731
    return Batch(game, COLUMNS, options, 52, fields, lowest, rules, text)


# --- At OpenSpiel ---------------------------------------------------------------------------------


def entry_of(name: str, turns: Callable[[Hearts], int | None]) -> Entry:
    """Return an entry for OpenSpiel. A view tells all that its seat saw and did: a pass, and plays."""
    return Entry(name, "Small hearts", lambda _: 52, turns, is_zero_sum=False, seats=(4, 4))


OPENSPIEL = entry_of("sound_hearts", lambda game: game.ranks + 1)
