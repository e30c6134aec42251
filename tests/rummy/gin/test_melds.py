"""Melds of one pack by words of bits, against the oracle and against the general lay-off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.late_numpy import np
from suitwise.game import CHANCE, OVER, play
from suitwise.players.review.decisions import Verdict, judged
from suitwise.rummy import Hand, Meld, Run, Set, best_layoff
from suitwise.rummy.gin import rules
from suitwise.rummy.gin import text as gin_history
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.moves import CARD_MOVES, PASS, PILE, STOCK, GinMove
from suitwise.rummy.gin.players import playouts
from suitwise.rummy.gin.players.evaluation import cheapest, knocking_card, wants
from suitwise.rummy.gin.players.likely_hands import known_of, likely_worlds
from suitwise.rummy.gin.players.rule_based import GinPlayer, unseen_by
from suitwise.rummy.gin.rules import BITS, PACK, bit_of, card_at, cards_of
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.gin.text import Standing, standings, standings_above
from suitwise.rummy.rules.rules import GIN
from tests.oracles import rummy_oracle as oracle

SAMPLE = 250
FULL = 20_000


def some_cards(rng: Random, size: int) -> list[int]:
    """Return cards of one pack, half of the time of six ranks only."""
    low = rng.randint(0, 7)
    dense = [card for card in range(52) if low <= (card + 1) % 13 < low + 6]
    return rng.sample(dense if rng.random() < 0.5 else range(52), size)


def oracle_hand(cards: int) -> oracle.Hand:
    return oracle.read_hand(" ".join(map(str, rules.cards_of(cards))))


hands = st.sets(st.integers(0, 51), max_size=11).map(rules.bits_of)


def test_every_card_has_a_bit_of_its_own() -> None:
    assert [rules.card_at(rules.bit_of(card)) for card in range(52)] == list(range(52))
    assert len({rules.bit_of(card) for card in range(52)}) == 52


def test_a_card_that_is_named_again_is_no_other_card() -> None:
    assert [*rules.cards_of(rules.bits_of([14, 13, 14, 14]))] == [13, 14]


@pytest.mark.exhaustive
def test_deadwood_is_what_the_oracle_finds(exhaustive: bool) -> None:
    rng = Random(1)
    for _ in range(FULL if exhaustive else SAMPLE):
        cards = rules.bits_of(some_cards(rng, rng.choice((7, 10, 11))))
        least = oracle.least(oracle_hand(cards), oracle.GIN)
        assert rules.gin_deadwood(cards) == machine(rules.gin_deadwood)(cards) == least
        assert rules.is_melded(cards) == (least == 0)


def test_the_best_spread_leaves_the_least() -> None:
    rng = Random(2)
    for _ in range(SAMPLE):
        cards = rules.bits_of(some_cards(rng, 10))
        sets, runs = rules.best_spread(cards)
        assert (sets & runs, rules.points_of(cards & ~(sets | runs))) == (
            0,
            rules.gin_deadwood(cards),
        )
        assert machine(rules.best_spread)(cards) == (sets, runs)
        assert rules.spread_of(rules.melds_of(sets, runs)) == (sets, runs)
        assert all(meld.fault(GIN) is None for meld in rules.melds_of(sets, runs))


@pytest.mark.exhaustive
def test_the_spreads_are_the_oracles_combos_with_runs_that_meet_joined(exhaustive: bool) -> None:
    rng = Random(3)
    for _ in range(2_000 if exhaustive else 40):
        cards = rules.bits_of(some_cards(rng, 9))
        mine = list(rules.spreads(cards))
        assert len(set(mine)) == len(mine)
        assert set(mine) == set(map(as_spread, oracle.combos(oracle_hand(cards), oracle.GIN)))


def as_spread(combo: oracle.Combo) -> tuple[int, int]:
    melds: list[Meld] = []
    for meld in combo:
        if isinstance(meld, oracle.Run):
            melds.append(Run("SHDC".index(meld.suit), meld.low, meld.high))
        else:
            melds.append(Set(meld.rank, tuple(sorted(map("SHDC".index, meld.suits)))))
    return rules.spread_of(melds)


@pytest.mark.exhaustive
def test_the_best_lay_off_is_that_of_the_general_search(exhaustive: bool) -> None:
    rng = Random(4)
    laid_off = 0
    for _ in range(2_000 if exhaustive else 80):
        low = rng.randint(0, 6)
        dense = [card for card in range(52) if low <= (card + 1) % 13 < low + 7]
        cards = rng.sample(dense, 20)
        mine, other = rules.bits_of(cards[:10]), rules.bits_of(cards[10:])
        sets, runs = rules.best_spread(mine)
        laid = rules.gin_layoff(other, sets, runs)
        best = best_layoff(Hand.of(cards[10:], GIN), tuple(rules.melds_of(sets, runs)))
        assert machine(rules.gin_layoff)(other, sets, runs) == laid
        assert rules.gin_deadwood(other & ~laid) == best.points
        assert laid.bit_count() == len(best.steps)
        laid_off += laid > 0
    assert laid_off > 20


@given(hands, st.permutations(range(4)))
def test_renaming_suits_changes_no_deadwood(cards: int, suits: list[int]) -> None:
    renamed = rules.bits_of(13 * suits[card // 13] + card % 13 for card in rules.cards_of(cards))
    assert rules.gin_deadwood(renamed) == rules.gin_deadwood(cards)


@given(hands, st.integers(0, 51))
def test_a_card_more_costs_no_more_than_its_points(cards: int, card: int) -> None:
    bit = 1 << rules.bit_of(card)
    more, less = cards | bit, cards & ~bit
    assert rules.gin_deadwood(more) <= rules.gin_deadwood(less) + rules.points_of(bit)
    assert rules.gin_deadwood(less) <= rules.points_of(less)


# --- The judge of gin rummy -----------------------------------------------------------------------


WORLDS = 2
FOUND = Verdict("", "", "", worlds=1, tried=2, worth=0.0, cost=0.0, error=0.0)
BIG = "discard 0 dealer 1 | {} | H3 H8 HT D3 D5 D7 C6 C8 CT CQ | HK 0.DK 1.C4 | - / - | 0-0 0-0"


def turns(game: Gin, seed: int) -> Iterator[GinState]:
    for state in play(game.start(), GinPlayer(), seed=seed).states():
        assert isinstance(state, GinState)
        if state.turn >= 0:
            yield state


def drawn_worlds(state: GinState, seed: int, stream: int) -> Any:
    order = np.array([bit_of(card) for card in cards_of(unseen_by(state))], np.int64)
    worlds = np.empty((WORLDS, len(order) + 1), np.int64)
    machine(likely_worlds)(known_of(state), order, worlds, seed, stream)
    return worlds.tolist()


def by_policy(state: GinState, habit: int) -> GinMove:
    """Return the quick policy's move, asked as the rules of the game put it."""
    seat, pile = state.seat, state.pile_bits()
    hand, taken = state.hands[seat], state.known[1 - seat]
    unseen = PACK & ~(hand | pile | taken)
    if state.phase != "discard":
        takes = wants(hand, BITS[state.pile[-1][0]], unseen, taken)
        return PILE if takes else STOCK if state.phase == "draw" else PASS
    height, knock = len(state.pile), state.variant.knock
    card = knocking_card(hand, state.free, height, knock, habit)
    if card:
        return state.parse_move(f"knock:{CARD_MOVES[card_at(card.bit_length() - 1)]}")
    card, _ = cheapest(hand, state.free, unseen, taken)
    return CARD_MOVES[card_at(card.bit_length() - 1)]


def played_on(state: GinState, option: playouts.Option, world: list[int]) -> float:
    """Play a deal on by the game's own rules, in a world; return what the seat gets."""
    seat, room = state.seat, state.hidden(state.seat).bit_count()
    other = state.known[1 - seat] | sum(1 << bit for bit in world[:room])
    hands = (state.hands[seat], other) if seat == 0 else (other, state.hands[seat])
    order, habits = world[room:-1], {seat: option.habit, 1 - seat: world[-1]}
    after = replace(state, hands=hands).after(option.move)
    while after.turn != OVER:
        if after.turn == CHANCE:
            after = after.after(CARD_MOVES[card_at(order.pop(0))])
        else:
            after = after.after(by_policy(after, habits[after.seat]))
    return after.returns()[seat]


@pytest.mark.parametrize("variant", [Gin(), Gin(knock=5, undercut=10, declare=True)])
def test_deals_in_thought_are_played_on_by_the_rules_of_the_game(variant: Gin) -> None:
    phases = set()
    for number, state in enumerate(turns(variant, 4)):
        options = playouts.options_of(tuple(state.moves()))
        if state.phase == "discard":  # some discards, and the knocks, which stand at the end
            options = options[number % 9 :: 9] + options[-1:]
        found = playouts.weighed(state, options, WORLDS, 7, number).tolist()
        for row, world in zip(found, drawn_worlds(state, 7, number), strict=True):
            assert row == [played_on(state, option, world) for option in options]
        phases |= {(state.phase, option.move.kind) for option in options}
    assert {kind for _, kind in phases} == {"pass", "pile", "stock", "card", "knock"}
    assert {phase for phase, _ in phases} == {"first", "second", "draw", "discard"}


def test_big_gin_brings_its_bonus_and_the_deadwood_of_the_other() -> None:
    state = Gin(big=31).parse(BIG.format("S3 S4 S5 S6 S9 SJ SQ SK H9 D9 C9"))
    (option,) = playouts.options_of((GinMove("big"),))
    worlds = drawn_worlds(state, 7, 0)
    assert playouts.weighed(state, [option], WORLDS, 7, 0)[:, 0].tolist() == [
        played_on(state, option, world) for world in worlds
    ]


def test_to_throw_gin_away_is_a_mistake_that_is_named() -> None:
    state = Gin().parse(BIG.format("S3 S4 S5 ST SJ SQ SK H9 D9 DT C9"))
    verdict = playouts.GinJudge(100, 0).verdict(state, GinMove.parse("S4"))
    assert (verdict.did, verdict.better) == ("discards S4", "knocking with DT")
    assert verdict.is_mistake
    assert verdict.cost > 25
    assert verdict.best_chance == 1


def test_each_move_has_the_better_of_its_habits() -> None:
    state = next(state for state in turns(Gin(), 4) if state.phase == "discard")
    moves = playouts.options_of(tuple(state.moves()))
    assert {option.habit for option in moves} == set(playouts.HABITS)
    verdict = playouts.GinJudge(30, 0).verdict(state, moves[0].move)
    assert verdict.tried == len(state.moves())


class Placing(playouts.GinJudge):
    def verdict(self, state: GinState, move: GinMove) -> Verdict:
        return FOUND


def test_turns_are_numbered_one_after_the_other_whatever_is_taken_from_the_pile() -> None:
    taken = 0
    for seed in range(4):
        record = play(Gin().start(), GinPlayer(), seed=seed)
        places = {(str(one.place), one.seat): None for one in judged(record, Placing(WORLDS))}
        turned = [(place, seat) for place, seat in places if place != "upcard"]
        assert [place for place, _ in turned] == [f"turn {n + 1}" for n in range(len(turned))]
        assert all(one != other for (_, one), (_, other) in pairwise(turned))
        taken += record.moves.count("pile")
    assert taken > 4


# --- What play can come to ------------------------------------------------------------------------


HIGHEST = 3
MOST_KNOWN = 3
HANDS = "S3 S4 S5 S6 H2 H7 D4 D7 C7 C9 | SK H3 H4 H5 D9 DT DJ C2 C3 CK"
ELEVEN = "S3 S4 S5 S6 H2 H7 D4 D7 C7 C9 CQ | SK H3 H4 H5 D9 DT DJ C2 C3 CK"
DEALER_HAS_ELEVEN = "S3 S4 S5 S6 H2 H7 D4 D7 C7 C9 | SK H3 H4 H5 D9 DT DJ C2 C3 CQ CK"


def layers_of(state: GinState) -> tuple[int, ...]:
    return tuple(who for _, who in state.pile)


def standing_of(state: GinState) -> Standing:
    """Return the standing before the turn of a seat, the card that it has just taken not counted."""
    known = [cards.bit_count() for cards in state.known]
    known[state.seat] -= state.taken >= 0
    return 1 - state.seat, known[0], known[1]


def following(state: GinState) -> Iterator[GinState]:
    """Yield what the moves lead to; of the cards to lay one that is known, and one that is not."""
    if state.phase == "stock":
        yield state.after(GinMove("card", next(cards_of(state.stock))))
    elif state.phase == "discard":
        hand, known = state.hands[state.seat], state.known[state.seat]
        known_free = known & ~(1 << bit_of(state.taken) if state.taken >= 0 else 0)
        for cards in (hand & ~known, known_free):
            yield from (state.after(GinMove("card", card)) for card in [*cards_of(cards)][:1])
    else:
        yield from (state.after(move) for move in state.moves())


def reached() -> list[GinState]:
    """Return a position for everything that standings tell apart, of low piles and few known cards."""
    upcard = Gin().parse(f"first 0 dealer 1 | {HANDS} | C5 | - / - | 0-0 0-0")
    found = {"": upcard}
    for state in iter(queue := [upcard]):
        for after in following(state):
            key = f"{after.phase} {after.taken >= 0} {layers_of(after)} {standing_of(after)}"
            known = max(cards.bit_count() for cards in after.known)
            fits = after.phase == "discard" or known <= MOST_KNOWN
            if fits and len(after.pile) <= HIGHEST and key not in found:
                found[key] = after
                queue.append(after)
    return queue


def test_the_standings_are_those_that_play_comes_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of piles of up to three cards and three known cards in a hand: 242 standings and 243."""
    states = reached()
    assert all(state.game.parse(str(state)) == state for state in states)
    for rule in (standings, standings_above):
        rule.cache_clear()
    monkeypatch.setattr(gin_history, "HAND", MOST_KNOWN)
    seats = ((), *product((-1, 0, 1)), *product((-1, 0, 1), (0, 1)))
    piles = [*seats, *product((-1, 0, 1), (0, 1), (0, 1))]
    laid = {(pile, standing) for pile in piles for standing in standings(1, pile)}
    above = {(pile, standing) for pile in seats for standing in standings_above(1, pile)}
    for rule in (standings, standings_above):
        rule.cache_clear()
    drew = {
        (layers_of(s), standing_of(s))
        for s in states
        if s.phase in ("draw", "stock", "discard") and s.taken < 0
    }
    took = {(layers_of(s), standing_of(s)) for s in states if s.taken >= 0}
    assert drew == laid
    assert took == above


@pytest.mark.parametrize(
    "text",
    [
        f"draw 0 dealer 1 | {HANDS} | 1.C5 | - / - | 0-0 0-0",
        f"draw 1 dealer 1 | {HANDS} | C5 1.D2 | - / CK | 0-0 0-0",
        f"draw 1 dealer 1 | {HANDS} | C5 0.D2 | - / CK | 0-0 0-0",
        f"draw 0 dealer 1 | {HANDS} | C5 1.D2 | - / - | 0-0 0-0",
        f"discard 1 dealer 1 | {DEALER_HAS_ELEVEN} | C5 | - / - | 0-0 0-0",
        f"discard 0 dealer 1 | {ELEVEN} | C5 0.D2 | - / - | 0-0 0-0",
        f"discard 1 dealer 1 | {DEALER_HAS_ELEVEN} | C5 0.D2 1.D3 | - / - | 0-0 0-0",
        f"discard 0 dealer 1 took CQ | {ELEVEN} | C5 | CQ / - | 0-0 0-0",
        f"stock 1 dealer 1 | {HANDS} | C5 | - / - | 0-0 0-0",
    ],
)
def test_a_pile_that_no_turns_lead_to_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no turns lead to these seats of the pile"):
        Gin().parse(text)


@pytest.mark.parametrize(
    "text",
    [
        f"draw 0 dealer 1 | {HANDS} | 1.C5 | - / CK | 0-0 0-0",
        f"draw 0 dealer 1 | {HANDS} | C5 1.D2 | - / CK | 0-0 0-0",
        f"draw 1 dealer 1 | {HANDS} | C5 0.D2 | - / - | 0-0 0-0",
        f"discard 0 dealer 1 | {ELEVEN} | C5 | - / - | 0-0 0-0",
        f"discard 0 dealer 1 took CQ | {ELEVEN} | - | CQ / - | 0-0 0-0",
        f"discard 1 dealer 1 took CQ | {DEALER_HAS_ELEVEN} | C5 | - / CQ | 0-0 0-0",
        f"discard 0 dealer 1 | {ELEVEN} | C5 0.D2 1.D3 | - / - | 0-0 0-0",
    ],
)
def test_a_pile_that_turns_lead_to_is_read(text: str) -> None:
    assert str(Gin().parse(text)) == text
