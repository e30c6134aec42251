"""Melds: what is one, why something is none, and their text."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.rummy import Hand, Meld, Rules, Run, Set, deadwood, islands, melding, parse_meld
from suitwise.rummy.rules import melds
from suitwise.rummy.rules.hand import can_place_wilds, candidates, suits_held
from suitwise.rummy.rules.rules import GIN, INDIAN13, RAMI51, RAMI71, RUMMIKUB, SEED
from suitwise.rummy.solve.scan import SHAPES
from tests.bounded import bounded
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import ACES, hands, oracle_hand, oracle_rules, plain_rules, some_hand

WILD = Rules(jokers=12, ace="both")


@st.composite
def runs(draw: st.DrawFn) -> Run:
    length = draw(st.integers(3, 13))
    low = draw(st.integers(1, 15 - length))
    wilds = draw(st.sets(st.integers(low, low + length - 1), max_size=length - 1))
    return Run(draw(st.integers(0, 3)), low, low + length - 1, tuple(sorted(wilds)))


sets = st.builds(
    lambda rank, suits, size: Set(rank, tuple(sorted(suits)), max(0, size - len(suits))),
    st.integers(1, 13),
    st.sets(st.integers(0, 3), min_size=1),
    st.integers(3, 4),
)


@given(st.one_of(runs(), sets))
def test_the_text_of_a_meld_reads_back(meld: Meld) -> None:
    assert meld.fault(WILD) is None
    assert parse_meld(str(meld), WILD) == meld
    assert parse_meld(str(meld).lower(), WILD) == parse_meld(str(meld), WILD)


@given(st.one_of(runs(), sets), st.randoms(use_true_random=False))
def test_the_order_of_a_melds_cards_does_not_matter(meld: Meld, rng: object) -> None:
    words = str(meld).split()
    rng.shuffle(words)  # type: ignore[attr-defined]
    assume(len(words) < 13)
    assert parse_meld(" ".join(words), WILD) == meld


def test_the_ace_of_a_run_of_13_stands_where_it_is_written() -> None:
    cards = [str(card) for card in Run(1, 1, 13).cards]
    low, high = " ".join(cards), " ".join([*cards[1:], cards[0]])
    backwards = " ".join(cards[::-1])
    assert parse_meld(low, WILD) == parse_meld(backwards, WILD) == Run(1, 1, 13)
    assert parse_meld(high, WILD) == Run(1, 2, 14)
    assert parse_meld(high, RAMI51).opening_points(RAMI51) == 95
    assert parse_meld(low, RAMI51).opening_points(RAMI51) == 85
    with pytest.raises(IllegalPosition, match="a run of 13 is written in its order"):
        parse_meld(" ".join([*cards[1:6], cards[0], *cards[6:]]), WILD)


def test_the_order_of_a_run_of_13_does_not_matter_where_its_ace_has_one_place() -> None:
    words = " ".join(str(card) for card in reversed(Run(1, 2, 14).cards[:7] + Run(1, 9, 14).cards))
    assert parse_meld(words, SEED) == Run(1, 1, 13)
    assert parse_meld(words, Rules(ace="high")) == Run(1, 2, 14)


@pytest.mark.parametrize("meld", [Run(1, 3, 5, (4,)), Set(3, (0, 1), 1)])
@pytest.mark.parametrize("rules", [GIN, SEED])
def test_a_rule_set_without_wild_cards_has_no_wild_melds(meld: Meld, rules: Rules) -> None:
    assert meld.fault(rules) == f"{meld}: no card is wild here"
    with pytest.raises(IllegalPosition, match="no card is wild here"):
        parse_meld(str(meld), rules)


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("least", [3, 4])
def test_the_melds_without_wild_cards_are_the_oracles(ace: str, least: int) -> None:
    rules = Rules.parse(f"seed(ace={ace},least_run={least},least_set={least})")
    every: list[Meld] = [
        Run(s, low, high) for s in range(4) for low in range(16) for high in range(16)
    ]
    every += [
        Set(r, tuple(s for s in range(4) if m >> s & 1)) for r in range(1, 14) for m in range(16)
    ]
    found = {_oracles(meld) for meld in every if meld.fault(rules) is None}
    assert found == set(oracle.shapes(oracle_rules(rules)))


def _oracles(meld: Meld) -> oracle.Meld:
    if isinstance(meld, Set):
        return oracle.Set(meld.rank, "".join(sorted("SHDC"[suit] for suit in meld.suits)))
    return oracle.Run("SHDC"[meld.suit], meld.low, meld.high)


@pytest.mark.parametrize(
    ("meld", "rules", "sentence"),
    [
        (Run(1, 3, 4), SEED, "H3 H4: a run has at least 3 cards"),
        (Run(1, 12, 14), SEED, "HQ HK HA: the ace stands below the 2"),
        (Run(1, 1, 3), Rules(ace="high"), "HA H2 H3: the ace stands above the king"),
        (Run(1, 3, 5, (4,)), RAMI51, None),
        (
            Run(1, 3, 6, (4, 5)),
            RAMI51,
            "H3 [H4] [H5] H6: a meld holds at most one wild card, not 2",
        ),
        (Run(1, 3, 5, (4,)), Rules(most_wilds=0), "H3 [H4] H5: no card is wild here"),
        (
            Run(1, 3, 5, (3, 4, 5)),
            WILD,
            "[H3] [H4] [H5]: a meld needs a card that stands for itself",
        ),
        (
            Run(1, 3, 6, (4, 5)),
            Rules(jokers=2, adjacent_wilds=False),
            "H3 [H4] [H5] H6: two wild cards may not lie side by side",
        ),
        (Run(1, 3, 7, (4, 6)), Rules(jokers=2, adjacent_wilds=False), None),
        (
            Run(1, 3, 7, (4, 5, 6)),
            Rules(jokers=3, most_wilds=2),
            "H3 [H4] [H5] [H6] H7: a meld holds at most 2 wild cards, not 3",
        ),
        (Set(3, (0, 1)), SEED, "S3 H3: a set has 3 or 4 cards"),
        (Set(3, (0, 1, 2, 3), 1), WILD, "S3 H3 D3 C3 [3]: a set has 3 or 4 cards"),
        (Set(3, (0, 1, 2)), Rules(least_set=4), "S3 H3 D3: a set has 4 cards"),
        (Set(3, (), 3), WILD, "[3] [3] [3]: a meld needs a card that stands for itself"),
        (Set(3, (0, 1), 2), RAMI51, "S3 H3 [3] [3]: a meld holds at most one wild card, not 2"),
    ],
)
def test_a_fault_names_the_meld_and_the_rule(
    meld: Meld, rules: Rules, sentence: str | None
) -> None:
    assert meld.fault(rules) == sentence


@pytest.mark.parametrize(
    "meld",
    [
        *(Run(4, 3, 5), Run(1, 0, 2), Run(1, 13, 15), Run(1, 5, 3), Run(1, 3, 5, (6,))),
        *(Run(1, 3, 5, (4, 4)), Set(3, (0, 0, 1)), Set(3, (1, 0, 2)), Set(3, (0, 1, 4))),
        *(Set(14, (0, 1, 2)), Set(3, (0, 1, 2, 3), -1)),
    ],
)
def test_what_is_not_even_made_of_cards_is_no_meld(meld: Meld) -> None:
    fault = meld.fault(WILD)
    assert fault is not None
    assert fault.startswith(f"{meld!r} is not made of cards")


def test_a_run_of_all_cards_and_the_ace_again_holds_a_card_twice() -> None:
    fault = Run(1, 1, 14).fault(WILD)
    assert fault is not None
    assert fault.endswith("HQ HK HA: a run holds no card twice")


@pytest.mark.parametrize(
    ("text", "rules", "points"),
    [
        ("HA H2 H3", RAMI51, 6),
        ("HQ HK HA", RAMI51, 31),
        ("SA HA [A]", RAMI51, 33),
        ("SA HA DA", RAMI71, 30),
        ("H3 [H4] H5", RAMI71, 12),
        ("HT HJ HQ", RUMMIKUB, 33),
        ("SA HA DA", RUMMIKUB, 3),
    ],
)
def test_a_wild_card_opens_as_the_card_it_stands_for(text: str, rules: Rules, points: int) -> None:
    assert parse_meld(text, rules).opening_points(rules) == points


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" ", "a meld without cards is neither a run nor a set"),
        ("H3 H4 H6", "H3 H4 H6 is neither a run nor a set"),
        ("H3\nH4\tH6", "H3 H4 H6 is neither a run nor a set"),
        ("S3 S3 H3", "S3 S3 H3 is neither a run nor a set"),
        ("S3 [4] H3", "S3 [4] H3 is neither a run nor a set"),
        ("H3 H4 [5]", "H3 H4 [5] is neither a run nor a set"),
        ("HK HA H2", "HK HA H2 is neither a run nor a set"),
        ("H3 " * 15, "15 cards are too many for a meld"),
    ],
)
def test_cards_that_are_no_meld_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(IllegalPosition) as fault:
        parse_meld(text, WILD)
    assert str(fault.value) == sentence


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("S4 S5 C9 S7", "S4 S5 [S6] S7"),
        ("C9 S7 S4 S5", "S4 S5 [S6] S7"),
        ("S4 C9 JK S7", "S4 [S5] [S6] S7"),
        ("S4 [S5] C9 S7", "S4 [S5] [S6] S7"),
        ("S4 H4 C9", "S4 H4 [4]"),
        ("S4 RJ S6", "S4 [S5] S6"),
        ("S7 S8 S9", "S7 S8 S9"),
        ("S7 S9 C9", "S7 [S8] S9"),
        ("S9 H9 C9", "S9 H9 C9"),
        ("S9 H9 H9", "S9 H9 [9]"),
        ("S9 H9 JK", "S9 H9 [9]"),
        ("SQ SK C9 SA", "[SJ] SQ SK SA"),
        ("SQ SK SA C9", "[SJ] SQ SK SA"),
        ("SA C9 S3", "SA [S2] S3"),
    ],
)
def test_a_wild_card_written_as_what_it_is_stands_for_the_card_that_is_missing(
    text: str, meld: str
) -> None:
    assert str(parse_meld(text, replace(INDIAN13, wild="9"))) == meld


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("S4 S5 C9", "S4 S5 C9 may be [S3] S4 S5 or S4 S5 [S6]: write which"),
        ("S8 S9 C9", "S8 S9 C9 may be [S7] S8 S9 or S8 S9 [ST]: write which"),
        ("C9 S5 JK", "C9 S5 JK may be [S3] [S4] S5 or [S4] S5 [S6] or S5 [S6] [S7] or S5 [5] "),
        ("S4 H6 C9", "S4 H6 C9 is neither a run nor a set"),
        ("JK JK JK", "[SA] [S2] [S3]: a meld needs a card that stands for itself"),
        ("S4 S5 H8 S7", "S4 S5 H8 S7 is neither a run nor a set"),
    ],
)
def test_where_a_wild_card_may_stand_for_several_it_is_said_how_to_write_it(
    text: str, sentence: str
) -> None:
    with pytest.raises(IllegalPosition) as fault:
        parse_meld(text, replace(INDIAN13, wild="9"))
    assert str(fault.value).startswith(sentence)


def test_without_wild_cards_a_joker_is_refused() -> None:
    with pytest.raises(IllegalPosition, match=r"^H3 \[H4\] H5: no card is wild here$"):
        parse_meld("H3 JK H5", SEED)


@given(st.one_of(runs(), sets))
def test_a_meld_of_named_cards_is_among_its_readings(meld: Meld) -> None:
    """Each wild card written as a joker."""
    words = [*map(str, meld.cards), *["JK"] * (len(meld) - len(meld.cards))]
    assert meld in melds.read_group(" ".join(words), WILD).readings


@pytest.mark.parametrize("text", ["H3 [JK] H5", "[JK]", "S3 H3 [RJ]"])
def test_a_joker_in_brackets_is_written_as_the_card_it_stands_for(text: str) -> None:
    with pytest.raises(
        NotationError, match="write for a joker the card it stands for, in brackets"
    ):
        parse_meld(text, INDIAN13)


@pytest.mark.parametrize(
    "text", ["[] H4 H5", "H3 H4 [ ]", "H3 H4 [H5", "H3 H4 H5]", "[[H3]] H4 H5", "three"]
)
def test_what_is_no_text_of_cards_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_meld(text, INDIAN13)


@pytest.mark.parametrize("text", ["[" + " " * 20_000, "[ " * 20_000, "[" * 20_000, "[3]" * 20_000])
def test_a_long_hostile_text_is_refused_at_once(text: str) -> None:
    with bounded(), pytest.raises(SuitwiseError):
        parse_meld(text, GIN)


def test_shapes_agree_with_the_melds_of_that_shape() -> None:
    for length in range(1, 7):
        for wilds in range(1 << length):
            for most, adjacent in ((0, True), (1, True), (3, True), (3, False)):
                rules = Rules(jokers=12, most_wilds=most, adjacent_wilds=adjacent)
                run = Run(0, 2, length + 1, tuple(2 + k for k in range(length) if wilds >> k & 1))
                assert melds.is_run_shape(length, wilds, 3, most, adjacent) == (
                    run.fault(rules) is None
                )
    for suits in range(5):
        for wilds in range(5):
            fault = Set(3, tuple(range(suits)), wilds).fault(Rules(jokers=2, most_wilds=2))
            assert melds.is_set_shape(suits, wilds, 3, 2) == (fault is None)


def test_melds_print_in_one_line() -> None:
    assert melds.melds_text([]) == ""
    assert melds.melds_text([Run(1, 4, 6, (5,)), Set(3, (0, 2), 1)]) == "H4 [H5] H6 | S3 D3 [3]"


def test_all_melds_that_a_text_may_be_are_named() -> None:
    with pytest.raises(IllegalPosition) as refused:
        parse_meld("H6 JK JK JK", INDIAN13)
    named = str(refused.value).removeprefix("H6 JK JK JK may be ").removesuffix(": write which")
    readings = named.split(" or ")
    assert len(readings) == len(melds.read_group("H6 JK JK JK", INDIAN13).readings)
    assert all(str(parse_meld(reading, INDIAN13)) == reading for reading in readings)


# --- The shapes of melds: which of them are tried, and that none is missing -----------------------


@pytest.mark.parametrize("least", [3, 4])
def test_every_run_is_tried_or_can_be_cut_in_two(least: int) -> None:
    for length in range(least, 14):
        tried = set(melds.uncut(length, least))
        for natural in range(1, 1 << length):
            cuts = range(least, length - least + 1)
            can_be_cut = any(natural >> cut and natural & (1 << cut) - 1 for cut in cuts)
            assert (natural in tried) != can_be_cut


@pytest.mark.parametrize("least", [3, 4])
def test_no_list_of_shapes_is_longer_than_a_state_can_tell(least: int) -> None:
    rules = Rules(jokers=12, least_run=least, least_set=least)
    assert len(melds.run_shapes(rules, 15)) * melds.SHAPE < SHAPES
    assert len(melds.set_shapes(rules, 15)) * melds.SHAPE < SHAPES
    assert len(melds.run_shapes(SEED, 0)) == 3


def texts(length: int) -> list[str]:
    """Return all texts of so many cards, N where one stands for itself and W where it is wild."""
    return [
        "".join("W" if wilds >> k & 1 else "N" for k in range(length))
        for wilds in range(1 << length)
    ]


@pytest.mark.parametrize("least", [3, 4])
@pytest.mark.parametrize("most", [0, 1, 3])
@pytest.mark.parametrize("adjacent", [True, False])
def test_a_run_has_enough_cards_one_of_itself_and_wild_ones_as_allowed(
    least: int, most: int, adjacent: bool
) -> None:
    rules = Rules(jokers=4, least_run=least, most_wilds=most, adjacent_wilds=adjacent)
    fields = {(natural, length) for natural, _, length in melds.run_shapes(rules, 4)}
    for length in range(1, 8):
        for text in texts(length):
            wilds = sum(1 << k for k, letter in enumerate(text) if letter == "W")
            right = length >= least and "N" in text and text.count("W") <= most
            right = right and (adjacent or "WW" not in text)
            assert melds.is_run_shape(length, wilds, least, most, adjacent) == right, text
            if length < 2 * least:
                natural = sum(
                    1 << melds.FIELD * k for k, letter in enumerate(text) if letter == "N"
                )
                assert ((natural, length) in fields) == right, text
    assert not melds.is_run_shape(14, 0, 3, 0, True)


def test_a_set_has_three_or_four_cards_one_of_itself_and_wild_ones_as_allowed() -> None:
    right = {(3, 0), (4, 0), (2, 1), (3, 1), (1, 2), (2, 2)}
    asked = [(suits, wilds) for suits in range(6) for wilds in range(6)]
    assert {one for one in asked if melds.is_set_shape(*one, 3, 2)} == right
    assert {one for one in asked if melds.is_set_shape(*one, 4, 1)} == {(4, 0), (3, 1)}


# --- Wild cards on the places of melds: none on its own -------------------------------------------


def can_be_laid(held: int, cards: list[int], places: list[int]) -> bool:
    """Try every order of the wild cards, those without a suit last of all."""
    suits = [suit for suit in range(4) for _ in range(cards[suit])]
    wild = [*suits, *[-1] * (held - len(suits))]
    return any(
        all(suit < 0 or not bar >> suit & 1 for suit, bar in zip(order, places, strict=False))
        for order in permutations(wild, len(places))
    )


def test_wild_cards_can_be_laid_if_some_order_of_them_bars_none(exhaustive: bool) -> None:
    """30,000 times up to five wild cards on up to five places; a sample of 3,000."""
    rng = Random(7)
    answers: Counter[bool] = Counter()
    for _ in range(30_000 if exhaustive else 3000):
        cards = [rng.choice((0, 0, 1, 2)) for _ in range(4)]
        while sum(cards) > 5:
            cards[rng.randrange(4)] = 0
        held = rng.randint(sum(cards), 5)
        places = [rng.choice((0, 1, 2, 12, 14, 13, 6)) for _ in range(rng.randint(0, 5))]
        known = can_be_laid(held, cards, places)
        assert can_place_wilds(held, cards, Counter(places)) == known, (held, cards, places)
        answers[known] += 1
    assert min(answers[True], answers[False]) > 500


# --- Islands: what the seed draws on its grid -----------------------------------------------------


HAND_A = "3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"
ISLAND = "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"


def test_the_seeds_hand_has_three_islands_and_one_that_melds() -> None:
    found = islands(Hand.of(HAND_A))
    assert [len(island) for island in found] == [12, 1, 3]
    assert found[0] == Hand.of(ISLAND)
    assert [str(island) for island in found[1:]] == ["D9", "DJ DQ CJ"]
    # The four of diamonds lies in no meld.
    assert islands(Hand.of(HAND_A), pruned=True) == (Hand.of(ISLAND).minus(28),)


@pytest.mark.parametrize("pruned", [False, True])
def test_islands_are_the_oracles(pruned: bool, exhaustive: bool) -> None:
    """20,000 hands of any ace; a sample of 300."""
    rng = Random(4)
    for _ in range(20_000 if exhaustive else 300):
        hand = some_hand(rng, plain_rules(rng), 7, 20)
        known = oracle.islands(oracle_hand(hand), oracle_rules(hand.rules), pruned=pruned)
        found = [tuple(sorted(oracle_hand(island))) for island in islands(hand, pruned=pruned)]
        assert sorted(found) == known


def test_jokers_lie_on_no_island_and_wild_ranks_on_their_own_cells() -> None:
    found = islands(Hand.of("JK H7 H8", Rules(jokers=1, wild="7")))
    assert [str(island) for island in found] == ["H7 H8"]


def test_a_rank_is_held_in_as_many_suits_as_there_are_however_many_copies() -> None:
    counts = Hand.of("S7 S7 H7 C8 S9 H9 D9 C9").counts
    assert [suits_held(counts, rank) for rank in (6, 7, 8, 9)] == [0, 2, 1, 4]


@given(hands(Rules(decks=2, ace="both")))
def test_melding_cards_are_those_of_the_candidates(hand: Hand) -> None:
    cards = {card for meld in candidates(hand) for card in meld.cards}
    assert set(melding(hand).cards) == cards


@pytest.mark.parametrize("pruned", [False, True])
@settings(max_examples=25)
@given(hand=hands(Rules(), most=16))
def test_the_best_of_a_hand_is_the_best_of_its_islands(pruned: bool, hand: Hand) -> None:
    parts = islands(hand, pruned=pruned)
    dropped = hand.points - sum(part.points for part in parts)
    assert deadwood(hand)[0] == dropped + sum(deadwood(part)[0] for part in parts)
