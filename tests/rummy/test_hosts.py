"""Hints at gin and Indian rummy: every sentence is read back, and its figures are the oracle's.

What a hand counts and what a draw makes of it is reckoned by the oracle; what the players go by beside
that, the melds that the other may make and what a hand costs by its chances, is summed up anew here or
asked of the player, and the move must be the best by all that the sentence tells.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from suitwise.cards import Card
from suitwise.game import CHANCE, OVER, Game
from suitwise.players import RandomPlayer
from suitwise.players.host import Host
from suitwise.rummy import Hand, discards
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.rule_based import GinPlayer
from suitwise.rummy.gin.rules.deadwood import bit_of, cards_of
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players.rule_based import IndianPlayer
from suitwise.rummy.indian.rules import IndianMove
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.rules.rules import rank_of
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import declaring_rules, oracle_rules

CARD = r"(?:[SHDC][A23456789TJQK]|JK)"


def positions(game: Game[Any], host: Any, seed: int) -> Iterator[Any]:
    """Yield the positions of a game in which a seat is on turn; every other game is half random."""
    state, index, random = game.start(), 0, RandomPlayer(seed)
    for place in range(10_000):
        if state.turn == OVER:
            return
        if state.turn == CHANCE:
            state, index = state.rolled(seed, 0, index)
            continue
        yield state
        moves_at_random = seed % 2 and place % 4 < 2
        state = state.after(_patient(random, state) if moves_at_random else host.choose(state))


def _patient(random: RandomPlayer, state: Any) -> Any:
    """Return a random move, that of a player who does not drop out."""
    move = random(state)
    return next(iter(state.moves())) if move.kind == "drop" else move


def read(cards: list[int] | tuple[int, ...]) -> oracle.Hand:
    return oracle.read_hand(" ".join(str(Card(card)) for card in cards))


# --- Gin ------------------------------------------------------------------------------------------


def gin_deadwood(cards: list[int]) -> int:
    return oracle.least(read(cards), oracle.GIN)


def gin_ahead(state: GinState, cards: list[int]) -> float:
    """Return the mean of what a draw and the best discard leave, over all cards that are not seen."""
    unseen = cards_of(state.stock | state.hidden(state.seat))
    left = [min(oracle.discards(read([*cards, card]), oracle.GIN).values()) for card in unseen]
    return sum(left) / len(left)


def gin_risk(state: GinState, card: int) -> float:
    """Return eight times the melds of three with a card that the other is expected to hold beside it."""
    other, hidden = 1 - state.seat, state.hidden(state.seat)
    known, unseen = state.known[other], state.stock | hidden
    share = hidden.bit_count() / unseen.bit_count()
    chance = {
        one: 1.0 if known >> bit_of(one) & 1 else share if unseen >> bit_of(one) & 1 else 0.0
        for one in range(52)
        if one != card
    }
    pairs = (chance[a] * chance[b] for a, b in combinations(chance, 2) if is_meld(card, a, b))
    return 8 * sum(pairs)


def is_meld(*cards: int) -> bool:
    """Tell whether three cards are a set or a run at gin, the ace low."""
    ranks, suits = sorted(map(rank_of, cards)), {card // 13 for card in cards}
    if len(set(ranks)) == 1:
        return len(suits) == 3
    return len(suits) == 1 and ranks == [*range(ranks[0], ranks[0] + 3)]


FIRST = re.compile(
    rf"({CARD}): (?:no other discard leaves you less deadwood: (?P<kept>\d+)"
    rf"|(?P<other>{CARD}) would leave (?P<least>\d+) and this (?P<more>\d+), but it serves you better "
    r"in the draws to come) \((\S+) to be expected after a draw, risks ([^\s;)]+)"
)
NEXT = re.compile(rf"({CARD}) leaves (\d+), then (\S+), risks ([^\s;)]+)\)?")


def hold_discards(state: GinState, hint: str) -> None:
    """Assert that the figures are so, and the first discard best by them of all that are legal."""
    hand = list(map(int, cards_of(state.hands[state.seat])))
    legal = [move.card for move in state.moves() if move.kind == "card"]
    begins, *others = hint.split("; ")
    first = FIRST.match(begins)
    assert first is not None, hint
    shown = [(first[1], first["kept"] or first["more"], first[6], first[7])]
    for part in others:
        found = NEXT.fullmatch(part)
        assert found is not None, hint
        shown.append((found[1], found[2], found[3], found[4]))
    left = {card: gin_deadwood([one for one in hand if one != card]) for card in legal}
    named = {}
    for text, kept, ahead, risk in shown:
        card = int(Card(text))
        rest = [one for one in hand if one != card]
        figures = left[card], gin_ahead(state, rest), gin_risk(state, card)
        assert int(kept) == figures[0]
        assert float(ahead) == pytest.approx(figures[1], abs=0.051)
        assert float(risk) == pytest.approx(figures[2], abs=0.051)
        named[card] = figures[0] + 2 * figures[1] + figures[2]
    assert (first["kept"] is not None) == (int(shown[0][1]) == min(left.values()))
    if first["other"]:
        assert left[int(Card(first["other"]))] == min(left.values()) == int(first["least"])
    costs = [*named.values()]
    assert costs == pytest.approx(sorted(costs))
    assert len(named) == min(3, len(legal))
    for card in set(legal) - set(named):  # no discard left out is better for what it leaves at once
        rest = [one for one in hand if one != card]
        assert left[card] + gin_risk(state, card) + 2 * gin_ahead(state, rest) >= max(costs) - 1e-6


def hold_gin_draw(state: GinState, hint: str) -> None:
    """Assert that the figures are so, and the pile taken exactly where they say that it is better."""
    found = re.fullmatch(
        rf"(pile|stock|pass): with ({CARD}) you keep (\d+) points, (less than|and) the stock leaves "
        rf"(?:no more )?on average \((?:({CARD}) discarded; )?stock (\S+), now (\d+)\)",
        hint,
    )
    assert found is not None, hint
    hand = list(map(int, cards_of(state.hands[state.seat])))
    top = state.pile[-1][0]
    left = {card: gin_deadwood([top, *(one for one in hand if one != card)]) for card in hand}
    kept, ahead = int(found[3]), gin_ahead(state, hand)
    assert found[2] == str(Card(top))
    assert kept == (left[int(Card(found[5]))] if found[5] else min(left.values()))
    assert float(found[6]) == pytest.approx(ahead, abs=0.051)
    assert int(found[7]) == gin_deadwood(hand)
    assert (found[1] == "pile") == (found[4] == "less than") == (kept < ahead)


def hold_gin(state: GinState, hint: str) -> str:
    """Assert that a hint is so; return what it is about."""
    if state.phase != "discard":
        hold_gin_draw(state, hint)
        return "draw"
    hand = list(map(int, cards_of(state.hands[state.seat])))
    if hint.startswith("big"):
        assert hint == "big: all eleven cards meld"
        assert gin_deadwood(hand) == 0
        return "big"
    if not hint.startswith("knock"):
        hold_discards(state, hint)
        return "discard"
    found = re.fullmatch(
        rf"(knock:({CARD})\S*): you keep only (\d+), and (\d+) or less is enough to knock", hint
    )
    assert found is not None, hint
    assert GinMove.parse(found[1]) in state.moves()
    kept = gin_deadwood([card for card in hand if card != int(Card(found[2]))])
    assert (kept, state.variant.knock) == (int(found[3]), int(found[4]))
    return "knock"


@pytest.mark.parametrize("game", [Gin(), Gin(big=31, knock=5)], ids=str)
def test_what_a_hint_at_gin_says_is_so(game: Gin, exhaustive: bool) -> None:
    host, held = Host(GinPlayer()), Counter[str]()
    for seed in range(30 if exhaustive else 1):
        for place, state in enumerate(positions(game, host, seed)):
            if exhaustive or place % 3 == 0 or any(one.kind == "knock" for one in state.moves()):
                held[hold_gin(state, host.hint(state))] += 1
    assert {"draw", "discard", "knock"} <= set(held)


# --- Indian rummy ---------------------------------------------------------------------------------


def unseen_cards(state: IndianState) -> Counter[int]:
    """Return the cards that the seat has not seen: in the stock, or in other hands not known."""
    left = Counter(state.stock)
    for other, hand in enumerate(state.hands):
        if other != state.seat:
            left += (
                Counter(hand) - Counter(state.known[other])
                if not state.is_shown(other)
                else Counter()
            )
    return left


def counts(state: IndianState, cards: tuple[int, ...]) -> int:
    return oracle.count(read(cards), oracle_rules(state.rules))


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def least_after(state: IndianState, cards: tuple[int, ...], free: set[int]) -> int:
    """Return what fourteen cards count at least after a discard of some."""
    return min(counts(state, without(cards, card)) for card in free)


def hold_discard(state: IndianState, hint: str) -> None:
    found = re.fullmatch(
        rf"({CARD}): (?:no other discard leaves you fewer points: (?P<least>\d+)"
        r"|your hand counts (?P<any>\d+) whatever you discard; this keeps the best chances of melds"
        rf"|(?P<other>{CARD}) would leave (?P<less>\d+) points and this (?P<points>\d+), but it keeps "
        r"better chances of melds) \(cards left in no meld that counts: (?P<cards>\d+)\)",
        hint,
    )
    assert found is not None, hint
    hand, player = tuple(state.hands[state.seat]), IndianPlayer()
    legal = {move.card for move in state.moves() if move.kind == "card"}
    mine, costs = int(IndianMove.parse(found[1]).card), player.discard_costs(state)
    left = {card: counts(state, without(hand, card)) for card in legal}
    assert mine in legal
    assert int(found["least"] or found["any"] or found["points"]) == left[mine]
    assert set(costs) == legal
    assert costs[mine] == min(costs.values())
    assert (found["other"] is not None) == (min(left.values()) < left[mine])
    assert (found["any"] is not None) == (len(set(left.values())) == 1)
    if found["other"]:
        other = IndianMove.parse(found["other"]).card
        assert int(found["less"]) == left[other] == min(left.values())
        assert costs[other] >= costs[mine]


def hold_indian_draw(state: IndianState, hint: str, *, ahead: bool) -> None:
    found = re.fullmatch(
        r"(pile|stock|drop): (?:(?P<drop>your hand has too little chance to win)"
        rf"|(?P<stock>you can't take from the pile: .+?)|(?P<leave>{CARD}) helps your hand too little "
        rf"to be taken|(?P<wild>a wild card is always worth taking)|(?P<take>{CARD}) brings your hand "
        r"nearer to its melds) \(your hand counts (?P<now>\d+), (?P<mean>\S+) on average with a card of "
        rf"the stock(?:, (?P<kept>\d+) with (?P<top>{CARD}))?\)",
        hint,
    )
    assert found is not None, hint
    move, mean = found[1], found["mean"]
    hand, player = tuple(state.hands[state.seat]), IndianPlayer()
    assert int(found["now"]) == counts(state, hand)
    may_take = IndianMove("pile") in state.moves()
    assert (found["top"] is not None) == may_take
    drops = state.standings[state.seat] == "new" and player.cost(state) > 118
    assert (move == "drop") == (found["drop"] is not None) == drops
    if not drops:
        assert (found["stock"] is None) == may_take
    if may_take:
        card = state.pile[-1][0]
        assert found["top"] == (found["leave"] or found["take"] or found["top"]) == str(Card(card))
        assert int(found["kept"]) == least_after(state, (*hand, card), set(hand))
        gains = player.cost_with(state, card) < player.cost(state) - 2
        is_wild = state.rules.is_wild(card)
        assert (found["wild"] is not None) == (is_wild and not drops)
        assert (move == "pile") == (not drops and (is_wild or gains))
        assert (found["take"] is not None) == (not drops and not is_wild and gains)
    if ahead:
        cards = unseen_cards(state)
        total = sum(
            copies * least_after(state, (*hand, card), {*hand, card})
            for card, copies in cards.items()
        )
        assert float(mean) == pytest.approx(total / sum(cards.values()), abs=0.051)


def hold_declaration(state: IndianState, hint: str) -> None:
    """Assert that the cards laid down are thirteen of the hand, which can be declared."""
    found = re.fullmatch(rf"declare:({CARD}): all thirteen cards meld: (\S.*)", hint)
    assert found is not None, hint
    card = IndianMove.parse(found[1]).card
    rest = without(tuple(state.hands[state.seat]), card)
    assert oracle.can_declare(read(rest), declaring_rules(state.rules))


@pytest.mark.parametrize("game", [Indian(), Indian(seats=3)], ids=str)
def test_what_a_hint_at_indian_rummy_says_is_so(game: Indian, exhaustive: bool) -> None:
    host, held = Host(IndianPlayer()), Counter[str]()
    for seed in range(20 if exhaustive else 2):
        for place, state in enumerate(positions(game, host, seed)):
            hint = host.hint(state)
            if hint.startswith("declare"):
                hold_declaration(state, hint)
            elif state.phase == "discard":
                hold_discard(state, hint)
            else:
                hold_indian_draw(state, hint, ahead=exhaustive and place % 20 == 0)
            held[state.phase] += 1
    assert {"draw", "discard"} <= set(held)


def test_a_card_just_taken_is_not_said_to_leave_least(exhaustive: bool) -> None:
    """It can't be discarded, however little it helps."""
    host, forced = Host(IndianPlayer()), 0
    for seed in range(30 if exhaustive else 3):
        for state in positions(Indian(), host, seed):
            if IndianMove("pile") in state.moves():
                taken = state.after(IndianMove("pile"))
                hint = host.hint(taken)
                if hint.startswith("declare"):
                    continue
                hold_discard(taken, hint)
                hand = tuple(taken.hands[taken.seat])
                best = discards(Hand.of(hand, taken.rules))[0]
                forced += best.card not in taken.discards()
    assert forced
