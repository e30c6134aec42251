"""Laying off against brute force: every card kept, or on any meld, by the oracle's melds."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest

from suitwise.cards import ANY_JOKER
from suitwise.errors import IllegalPosition
from suitwise.rummy import Hand, Meld, Rules, Run, Set, best_layoff, layoffs, parse_meld
from suitwise.rummy.rules.melds import grown
from suitwise.rummy.rules.rules import GIN, RAMI51, SEED, card_of
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import oracle_card, oracle_hand, oracle_rules, plain_rules, wild_rules

SAMPLE = 25
FULL = 500
SUITS = "SHDC"


def some_meld(rng: Random, rules: Rules) -> Meld:
    """Return a meld of natural cards."""
    while True:
        if rng.random() < 0.6:
            low = rng.randint(1, 12)
            meld: Meld = Run(rng.randrange(4), low, low + rng.choice((2, 2, 3)))
        else:
            suits = rng.sample(range(4), rng.choice((3, 3, 4)))
            meld = Set(rng.randint(1, 13), tuple(sorted(suits)))
        if meld.fault(rules) is None:
            return meld


def near(meld: Meld, rng: Random) -> int:
    """Return a card that may go on a meld, or stand near one that does."""
    if isinstance(meld, Set):
        return card_of(rng.randrange(4), meld.rank)
    rank = rng.choice((meld.low - 2, meld.low - 1, meld.high + 1, meld.high + 2))
    return card_of(meld.suit, min(max(rank, 1), 13))


def some_table(rng: Random, rules: Rules) -> tuple[Hand, list[Meld]]:
    """Return a hand of five cards or fewer, most of them near the melds of a table."""
    table = [some_meld(rng, rules) for _ in range(rng.choice((1, 2, 2)))]
    left = Counter(dict.fromkeys(range(52), rules.decks))
    left.subtract(card for meld in table for card in meld.cards)
    left[ANY_JOKER] = rules.jokers
    if min(left.values()) < 0:
        return some_table(rng, rules)
    cards: list[int] = []
    for _ in range(5):
        near_by = near(rng.choice(table), rng)
        card = rng.choice((near_by, near_by, near_by, rng.randrange(52), ANY_JOKER))
        if left[card] > 0:
            left[card] -= 1
            cards.append(card)
    return Hand.of(cards, rules), table


@cache
def holds(meld: Meld, more: oracle.Hand, rules: oracle.Rules) -> bool:
    """Tell whether a meld with more cards is one in which its own cards keep their places."""
    own = [oracle_card(card) for card in meld.cards]
    at = 0 if isinstance(meld, Set) else 1  # a set's cards share the rank, a run's the suit
    plain = [card for card in more if not oracle.is_wild(card, rules)]
    if any(card[at] != own[0][at] for card in plain):
        return False
    for laid in oracle.ways_to_lay([*own, *more], rules):
        if isinstance(meld, Run) != isinstance(laid.meld, oracle.Run):
            continue
        if isinstance(laid.meld, oracle.Run) and isinstance(meld, Run):
            first = meld.low - laid.meld.low
            kept = [*laid.cards[first : first + len(own)]] if first >= 0 else []
            if laid.meld.suit == SUITS[meld.suit] and kept == own:
                return True
        elif laid.meld[0] == getattr(meld, "rank", 0) and set(own) <= set(laid.cards):
            return True
    return False


def brute_force(hand: Hand, table: list[Meld]) -> int:
    rules = oracle_rules(hand.rules)
    cards = oracle_hand(hand)
    least = 10_000
    for places in product(range(-1, len(table)), repeat=len(cards)):
        laid = [
            tuple(sorted(card for card, at in zip(cards, places, strict=True) if at == meld))
            for meld in range(-1, len(table))
        ]
        if all(not more or holds(table[at], more, rules) for at, more in enumerate(laid[1:])):
            least = min(least, oracle.least(laid[0], rules))
    return least


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", [plain_rules, wild_rules])
def test_no_way_to_lay_off_leaves_less_than_the_best(kind: object, exhaustive: bool) -> None:
    rng = Random(11)
    improved = 0
    for _ in range(FULL if exhaustive else SAMPLE):
        rules = plain_rules(rng) if kind is plain_rules else wild_rules(rng)
        hand, table = some_table(rng, rules)
        best = best_layoff(hand, table)
        told = f"{rules}: {hand} on {', '.join(map(str, table))}"
        assert best.points == brute_force(hand, table), told
        improved += best.points < hand.points
    assert improved > SAMPLE // 3


def test_the_steps_of_the_best_can_be_made_one_after_the_other() -> None:
    rng = Random(12)
    for _ in range(40):
        hand, table = some_table(rng, wild_rules(rng))
        best = best_layoff(hand, table)
        kept = hand
        for step in best.steps:
            assert step.meld in grown(table[step.at], step.card, hand.rules)
            table[step.at] = step.meld
            kept = kept.minus(step.card)
        assert best.kept.hand == kept


def test_a_card_can_be_laid_off_if_some_way_ends_with_it() -> None:
    ways = layoffs(Hand.of("H7 H8 H9 C9 CK S2", GIN), [Run(1, 4, 6)])
    found = {str(card): " ".join(str(step.card) for step in way) for card, way in ways.items()}
    assert found == {"H7": "H7", "H8": "H7 H8", "H9": "H7 H8 H9"}


def test_own_melds_are_broken_up_where_that_leaves_less() -> None:
    best = best_layoff(Hand.of("S7 H7 D7 C7 H8 C2", GIN), [Run(1, 4, 6)])
    assert " ".join(str(step.card) for step in best.steps) == "H7 H8"
    assert str(best.kept) == "S7 D7 C7 + C2 = 2"


def test_own_melds_stay_where_laying_off_would_leave_more() -> None:
    best = best_layoff(Hand.of("H7 S7 D7", GIN), [Run(1, 4, 6)])
    assert (best.steps, best.points) == ((), 0)


def test_a_joker_may_be_laid_off_as_far_as_the_rules_allow() -> None:
    table = [parse_meld("H4 H5 H6", RAMI51)]
    assert best_layoff(Hand.of("JK JK", RAMI51), table).points == 20
    assert best_layoff(Hand.of("JK JK", Rules(jokers=2, joker_points=20)), table).points == 0


def test_an_ace_goes_above_the_king_only_where_it_stands_there() -> None:
    table = [Run(0, 11, 13)]
    assert best_layoff(Hand.of("SA", SEED), table).points == 1
    assert best_layoff(Hand.of("SA", Rules(ace="both")), table).points == 0


def test_both_copies_of_a_card_can_be_laid_off() -> None:
    table: list[Meld] = [Run(1, 4, 6), Set(7, (0, 2, 3))]
    assert len(best_layoff(Hand.of("H7 H7"), table).steps) == 2


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ([Run(1, 4, 5)], "H4 H5: a run has at least 3 cards"),
        ([Run(1, 4, 6)] * 3, "H4 lies 4 times in hand and on the table"),
        ([Run(1, 4, 6)] * 41, "a table has at most 40 melds, not 41"),
        ([Run(1, 4, 6, (5,))], "no card is wild here"),
        ([Set(9, (0, 1), 1)], "no card is wild here"),
    ],
)
def test_a_table_that_can_t_be_is_refused(table: list[Meld], reason: str) -> None:
    for rules in (Rules(most_wilds=0), SEED):
        for question in (layoffs, best_layoff):
            with pytest.raises(IllegalPosition, match=reason):
                question(Hand.of("H4", rules), table)


def test_hand_and_table_have_no_more_wild_cards_than_there_are() -> None:
    table: list[Meld] = [Run(suit, low, low + 2, (low + 1,)) for suit in range(2) for low in (3, 8)]
    assert best_layoff(Hand.of("S6", RAMI51), table).points == 0
    with pytest.raises(IllegalPosition, match=r"H8 \[H9\] HT: there are no more wild cards"):
        best_layoff(Hand.of("S6 JK", RAMI51), table)
    with pytest.raises(IllegalPosition, match="there are no more wild cards"):
        layoffs(Hand.of("S6", RAMI51), [*table, Set(7, (0, 1), 1)])


def test_a_card_of_the_wild_rank_is_no_wild_card_of_the_table_on_its_own_place() -> None:
    rules = Rules(decks=1, wild="7")
    table = [parse_meld("H6 [H7] H8", rules)]
    assert best_layoff(Hand.of("H9 S7 D7", rules), table).points == 0
    with pytest.raises(IllegalPosition, match="there are no more wild cards"):
        best_layoff(Hand.of("H9 S7 D7 C7", rules), table)


def test_a_late_table_of_rami_is_worked_out() -> None:
    table: list[Meld] = [
        *(Run(0, 3, 5), Run(1, 6, 9), Run(2, 2, 4), Run(3, 9, 12), Run(0, 8, 10), Run(1, 10, 12)),
        *(Set(7, (0, 1, 2)), Set(13, (1, 2, 3))),
    ]
    for more, points in (("D8", 8 + 9 + 2), ("JK", 9), ("JK JK", 9)):
        hand = Hand.of(f"S6 S2 H5 HT D5 D6 C8 CK S7 D9 C2 H4 {more}", RAMI51)
        assert best_layoff(hand, table).points == points


def test_more_ways_than_can_be_tried_are_refused() -> None:
    runs = [Run(suit, low, low + 2) for suit in range(4) for low in (2, 7)] * 2
    ends = [card_of(run.suit, run.low - 1) for run in runs]
    hand = Hand.of([*ends, *[ANY_JOKER] * 4], Rules(decks=3, jokers=4))
    with pytest.raises(IllegalPosition, match="too many ways"):
        best_layoff(hand, runs)
