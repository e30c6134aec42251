"""Pictures of hands: the arranged hand, the grid with its islands, the combos; as text and drawn."""

from __future__ import annotations

from collections import Counter
from random import Random
from xml.etree import ElementTree

from suitwise.cards import Card
from suitwise.rummy import NAMED, READINGS, Hand, Rules, arrange, best, combos, maximal, numbers
from suitwise.rummy.picture import (
    MOST_DRAWN,
    IslandMap,
    draw_arrangement,
    draw_combos,
    draw_islands,
    map_picture,
    text_picture,
)
from suitwise.rummy.rules.hand import JOKER
from suitwise.rummy.rules.rules import INDIAN13, RAMI51
from tests.oracles import rummy_oracle as oracle
from tests.rummy.oracle_hands import card, natural_hands, wild_hands
from tests.rummy.oracle_hands import cards as cards_of

SVG = "{http://www.w3.org/2000/svg}"
HAND_A = "3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"
ISLAND = "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"


def titles(picture: str, kind: str) -> list[str]:
    """Return the titles of the elements of a kind."""
    groups = ElementTree.fromstring(picture).iter(f"{SVG}g")
    return [found.findtext(f"{SVG}title") or "" for found in groups if found.get("class") == kind]


def texts(picture: str) -> list[str]:
    return [found.text or "" for found in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def some_maps(count: int) -> list[IslandMap]:
    """Return maps of hands without and with wild cards, pruned or not, in every reading."""
    rng = Random(5)
    hands = [dealt.hand for dealt in (*natural_hands(count, 8), *wild_hands(count, 9))]
    return [IslandMap(hand, rng.choice(READINGS), rng.random() < 0.5) for hand in hands]


# --- The grid as text -----------------------------------------------------------------------------


def test_hand_a_has_the_islands_and_the_control_point_of_the_seed() -> None:
    shown = map_picture(IslandMap(Hand.of(HAND_A)))
    assert "H      1a  1a* 2a  2a  1a" in shown
    assert "   * H3, held once, 0101: a run, a set" in shown
    assert "b  D9   9 points, no meld" in shown
    assert "c  DJ DQ CJ   30 points, no meld" in shown
    assert shown.count("*") == 2  # on the grid and in the list
    melds = "H2 H3 H4 | H2 H3 H4 H5 | H2 H3 H4 H5 H6 | H3 H4 H5 | H3 H4 H5 H6"
    assert melds in shown
    assert "H3 D3 C3" in shown


def test_the_bits_are_those_of_the_reading() -> None:
    byte = {reading: IslandMap(Hand.of(ISLAND), reading).bits(Card("H3")) for reading in READINGS}
    assert byte == {"literal": "0101", "window": "0111", "copies": "0111", "full": "1111"}
    assert "H       0001 0111 0011 0011 0011" in map_picture(IslandMap(Hand.of(ISLAND), "window"))


def test_the_grid_shows_every_card_that_is_held() -> None:
    for grid in some_maps(40):
        rows = map_picture(grid).splitlines()[1:5]
        shown = sum(int(word[0]) for row in rows for word in row.split()[1:])
        assert shown == sum(map(len, grid.islands))
        if not grid.pruned:
            assert shown == len(grid.hand) - grid.hand.counts[JOKER]


def test_islands_and_control_points_are_the_oracles(exhaustive: bool) -> None:
    for dealt in natural_hands(4000 if exhaustive else 100, seed=3):
        grid = IslandMap(dealt.hand)
        known = oracle.islands(dealt.known, dealt.rules)
        assert sorted(tuple(sorted(island.cards)) for island in grid.islands) == sorted(
            map(cards_of, known)
        )
        if grid.has_flags:
            points = oracle.control_points(dealt.known, dealt.rules)
            assert set(grid.control) == set(map(card, points))


def test_a_control_point_is_shown_with_every_meld_that_it_could_join(exhaustive: bool) -> None:
    for dealt in natural_hands(4000 if exhaustive else 100, seed=4):
        grid = IslandMap(dealt.hand)
        melds = oracle.melds(dealt.known, dealt.rules)
        for point in grid.control:
            joined = [meld for meld in melds if point in cards_of(oracle.meld_cards(meld))]
            assert len(grid.melds_at(point)) == len(joined)


def test_aces_stand_where_the_rules_put_them() -> None:
    hand = "QH KH AH 2H"
    both = IslandMap(Hand.of(hand, Rules(ace="both")))
    assert both.bits(Card("HA")) == "010000"
    assert both.placements(Card("HA")) == "a run above the king"
    assert "4 and 5 runs above the king" in map_picture(both)
    high = map_picture(IslandMap(Hand.of(hand, Rules(ace="high"))))
    assert high.splitlines()[0].split() == [*"23456789TJQKA"]


def test_a_third_copy_has_no_bits_and_jokers_have_no_island() -> None:
    shown = map_picture(IslandMap(Hand.of("3H 3H 3H JK", Rules(decks=3, jokers=2))))
    assert "no bits for a third copy" in shown
    assert "JK   on no island" in shown
    assert "3a" in shown


def test_lines_of_melds_are_folded_between_melds() -> None:
    shown = map_picture(IslandMap(Hand.of("AH 2H 3H 4H 5H 6H 7H 8H 6S 6D"), "full"))
    assert max(map(len, shown.splitlines())) <= 79
    for line in shown.splitlines():
        assert not line.startswith("     ") or line.strip(" |0123456789AJKQTSHDC[]") == ""


# --- Drawn ----------------------------------------------------------------------------------------


def test_the_drawn_grid_tells_every_card_its_island_and_whether_it_is_a_control_point() -> None:
    drawn = draw_islands(IslandMap(Hand.of(HAND_A)))
    cells = titles(drawn, "cell")
    assert len(cells) == 12
    assert "H3, 1 held, island a, control point" in cells
    assert sum("control point" in cell for cell in cells) == 1
    assert "D9, 1 held, island b" in cells
    assert titles(drawn, "flags").count("H3: a run, a set") == 1
    assert len(titles(drawn, "vertex")) == 8  # only the island that melds is a graph
    assert "island a: 12 cards, 45 points" in texts(drawn)


def test_every_picture_is_well_formed_and_shows_all_cards() -> None:
    for grid in some_maps(15):
        cells = titles(draw_islands(grid), "cell")
        assert len(cells) == len(grid.letters)
        for aim in ("points", "cards"):
            drawn = draw_arrangement(arrange(grid.hand, "cards" if aim == "cards" else "points"))
            shown = len(titles(drawn, "card")) + len(titles(drawn, "wild"))
            assert shown == len(grid.hand)


def test_an_arranged_hand_says_what_text_says() -> None:
    for dealt in wild_hands(40, seed=2):
        best_of = arrange(dealt.hand)
        verdict = text_picture(best_of).splitlines()[-1]
        assert verdict in " ".join(texts(draw_arrangement(best_of)))


def test_a_wild_card_is_drawn_as_what_it_stands_for() -> None:
    drawn = draw_arrangement(arrange(Hand.of("H7 JK H9 S5 D5 JK", RAMI51)))
    assert sorted(titles(drawn, "wild")) == [
        "wild, stands for H8",
        "wild, stands for any suit of rank 5",
    ]


def test_the_combos_of_the_seeds_island_are_drawn_with_the_best_marked() -> None:
    hand = Hand.of(ISLAND)
    drawn = draw_combos(hand, combos(hand), numbers(hand), title="All <combos>")
    told = Counter(texts(drawn))
    assert told["best"] == 1
    assert told["maximal"] == 3  # two combos, and the word beside their number
    assert told["run"] + told["set"] == sum(len(combo.melds) for combo in combos(hand))
    assert "All <combos>" in told


def test_of_very_many_combos_the_first_are_drawn() -> None:
    hand = Hand.of(" ".join(f"{rank}H {rank}S {rank}D" for rank in range(1, 9)))
    drawn = draw_combos(hand, maximal(hand), numbers(hand))
    assert len(drawn) < 1_000_000
    assert texts(drawn).count(str(MOST_DRAWN)) >= 1


def test_hands_of_any_size_and_rule_set_are_drawn() -> None:
    for rules in NAMED.values():
        for text in ("", "HA", "HA HK HQ S3 D3 C3"):
            hand = Hand.of(text, rules)
            grid = IslandMap(hand)
            assert map_picture(grid)
            ElementTree.fromstring(draw_islands(grid))
            ElementTree.fromstring(draw_arrangement(arrange(hand)))
            ElementTree.fromstring(draw_combos(hand, best(hand), numbers(hand)))


def test_the_largest_hand_is_drawn_within_bounds() -> None:
    cards = [f"{rank}{suit}" for rank in range(1, 11) for suit in "SHDC"]
    hand = Hand.of(" ".join(cards), INDIAN13)
    grid = IslandMap(hand, "full")
    assert len(map_picture(grid)) < 100_000
    assert len(draw_islands(grid)) < 12_000_000
