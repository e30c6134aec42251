"""The oracle of games with melds on the table itself: known answers, examples, second ways.

What sets, melds and covers there are is found a second time out of all choices of tiles or cards;
nothing may depend on the names of colours and suits; a stricter house refuses more.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.oracles import rummy_games_covers as covers
from tests.oracles import rummy_games_gin as gin
from tests.oracles import rummy_games_questions as questions
from tests.oracles import rummy_games_rami as rami
from tests.oracles import rummy_games_turns as turns
from tests.oracles.rummy_games_answers import ANSWERS, RAMI, agrees, agrees_with, answer
from tests.oracles.rummy_games_cards import (
    JOKER,
    RANKS,
    Meld,
    as_meld,
    becomes,
    cards_of,
    is_pure_run,
    melds_with,
    pack,
    read_cards,
    read_meld,
)
from tests.oracles.rummy_games_rummikub import random_table
from tests.oracles.rummy_games_tiles import JOKER as JOKER_TILE
from tests.oracles.rummy_games_tiles import (
    NUMBERS,
    Table,
    TileSet,
    as_set,
    is_joker,
    read_parts,
    read_table,
    read_tiles,
    set_points,
    table_text,
    tile_order,
    tiles_of,
)

DATA = Path(__file__).parents[1] / "data" / "rummy"
CASES = [json.loads(line) for line in (DATA / "game_cases.jsonl").read_text().splitlines()]
GAMES = sorted({case["game"] for case in CASES})

# ----------------------------------------------------------------------------- the known answers


def cases_of(game: str) -> list[Mapping[str, Any]]:
    return [case for case in CASES if case["game"] == game]


@cache
def answers_of(game: str) -> list[Mapping[str, Any]]:
    """Return the oracle's answers to the cases of a game."""
    return [answer(case) for case in cases_of(game)]


def test_all_kinds_of_cases_are_known() -> None:
    assert len(CASES) == 210
    kinds = {(case["game"], case["kind"]) for case in CASES}
    assert {pair for pair in kinds if pair[0] in ("rummikub", "gin")} == set(ANSWERS)
    assert {kind for game, kind in kinds if game in rami.HOUSES} == set(RAMI)


@pytest.mark.parametrize("game", GAMES)
def test_the_oracle_gives_the_known_answer(game: str) -> None:
    for case, found in zip(cases_of(game), answers_of(game), strict=True):
        want = case["want"]
        for name in ("reasons", "becomes"):
            if name in want:
                want = {**want, name: sorted(want[name])}
        assert found == want, case["id"]
        assert agrees_with(found, case, case["want"]), case["id"]


CHANGED: dict[str, Callable[[Any], Any]] = {
    "legal": lambda value: not value,
    "reasons": lambda value: ["no-such-code"],
    "at": lambda value: value + 1,
    "reason": lambda value: "no-such-code",
    "becomes": lambda value: [*value, "H2H3H4"],
}


@pytest.mark.parametrize("game", GAMES)
def test_another_answer_is_seen_to_be_wrong(game: str) -> None:
    for case, own in zip(cases_of(game), answers_of(game), strict=True):
        for name, value in case["want"].items():
            other = CHANGED[name](value) if name in CHANGED else (value, "changed")
            if (name, value) != ("reasons", []):
                assert not agrees_with(own, case, {**case["want"], name: other}), case["id"]


def test_any_code_that_applies_and_an_earlier_refusal_of_what_is_owed_are_right() -> None:
    by_id = {case["id"]: case for case in CASES}
    two_codes = by_id["s166"]
    assert agrees(two_codes, {"legal": False, "reasons": ["not-yours"]})
    assert not agrees(two_codes, {"legal": False, "reasons": []})
    short = by_id["s054"]
    assert agrees(short, {"legal": False, "at": 1, "reason": "opening-short"})
    owed = by_id["s067"]
    assert agrees(owed, {"legal": False, "at": 1, "reason": "owed"})
    assert not agrees(owed, {"legal": False, "at": 0, "reason": "owed"})


# ------------------------------------------------------------------------------ tiles and tables


def test_the_canonical_text_of_a_table() -> None:
    text = "r5o5b5/k4k5k6k7/[5]k5o5/r1r2r3r4/k4k5k6/k1k2k3k4"
    assert table_text(read_table(text)) == ("k1k2k3k4/k4k5k6/k4k5k6k7/r1r2r3r4/k5o5[5]/r5b5o5")
    assert table_text(()) == "-"
    assert read_table("-") == ()


@pytest.mark.parametrize(
    "text",
    [
        *("k1k2", "k12k13k1", "k1k2k4", "k1r2b3", "k3r3r3", "k3r3b3o3[3]", "k12k13[k14]"),
        *("[k0]k1k2", "k5r5[r5]", "k5k6[7]", "k5[r6]k7", "[5][5][5]", "[k5][k6][k7]"),
    ],
)
def test_what_is_no_set(text: str) -> None:
    assert as_set(read_parts(text)[0]) is None


def every_set(tiles: Sequence[str]) -> Iterator[TileSet]:
    """All sets of exactly these tiles, found by trying every place for every joker."""
    colour, number = tiles[0][0], tiles[0][1:]
    jokers = [f"[{colour}{n}]" for n in NUMBERS] + [f"[{number}]"]
    ways = [jokers if tile == JOKER_TILE else [tile] for tile in tiles]
    yield from {found for places in product(*ways) if (found := as_set(places))}


@lru_cache(maxsize=100_000)
def every_cover(tiles: tuple[str, ...]) -> frozenset[Table]:
    """All covers of these tiles, the part of the first tile taken from all choices of others."""
    if not tiles:
        return frozenset({()})
    found = set()
    for size in range(2, len(tiles)):
        for chosen in combinations(range(1, len(tiles)), size):
            sets = list(every_set([tiles[0], *(tiles[at] for at in chosen)]))
            rest = tuple(tile for at, tile in enumerate(tiles) if at and at not in chosen)
            for others in every_cover(rest) if sets else ():
                found |= {tuple(sorted((places, *others))) for places in sets}
    return frozenset(found)


def few_tiles(rng: Random, number: int, most_jokers: int) -> list[str]:
    """Tiles that lie close together, jokers last."""
    box = [tile for tile in questions.dense_box(rng).elements() if tile != JOKER_TILE]
    near = [tile for tile in box if tile[0] in "krb"]
    jokers = [JOKER_TILE] * rng.randint(0, most_jokers)
    return sorted(rng.sample(near, number - len(jokers)) + jokers, key=tile_order)


@pytest.mark.parametrize("seed", range(16))
def test_sets_covers_and_openings_are_those_among_all_choices(seed: int) -> None:
    rng = Random(seed)
    tiles = few_tiles(rng, rng.randint(5, 7), most_jokers=1 if seed % 4 else 2)
    counts = Counter(tiles)
    parts = [tiles[:1] + list(more) for n in range(2, 8) for more in combinations(tiles[1:], n)]
    first_sets = {places for part in parts for places in every_set(part)}
    assert set(turns.sets_with(tiles[0], counts)) == first_sets
    every = every_cover(tuple(tiles))
    layouts = {tuple(s for s in table if any(map(is_joker, s))) for table in every}
    assert covers.layouts(tuple(tiles)) == layouts
    values = [sum(map(set_points, table)) for table in every]
    assert covers.cover_points(tuple(tiles)) == max(values, default=None)
    best = 0
    for number in range(3, len(tiles) + 1):
        for chosen in {tuple(c) for c in combinations(tiles, number)}:
            best = max(best, covers.cover_points(chosen) or 0)
    assert turns.most_points(counts) == best


JOKER_RULES = [
    {"joker": joker, "group_joker": group}
    for joker, group in product(("swap", "free", "locked"), ("either", "both"))
]


@pytest.mark.parametrize("options", JOKER_RULES, ids=lambda options: "-".join(options.values()))
def test_what_may_be_played_is_what_some_table_without_fault_plays(
    options: Mapping[str, str],
) -> None:
    rng, rules = Random(str(options)), turns.rules_of(options)
    found = 0
    for _ in range(12):
        table = random_table(rng, 2, questions.dense_box(rng))
        left = Counter(few_tiles(rng, 4, 1))
        rack = Counter({tile: number for tile, number in left.items() if tile != JOKER_TILE})
        if tiles_of(table)[JOKER_TILE] + left[JOKER_TILE] <= 2:
            rack = left
        for played in covers.choices_of(rack):
            tiles = turns.in_order(tiles_of(table) + played)
            if len(tiles) > 7:
                continue
            legal = [
                new for new in every_cover(tiles) if not turns.faults(table, rack, True, new, rules)
            ]
            assert covers.can(table, played, True, rules) == bool(legal)
            classes = {covers.class_of(played, new, rules) for new in legal}
            endings = covers.endings(table, played, True, rules)
            assert classes == {covers.class_of(played, layout, rules) for layout in endings}
            found += bool(legal)
    assert found > 2


@pytest.mark.parametrize("same", ["yes", "no"])
def test_first_turns_are_those_without_fault(same: str) -> None:
    rng, found = Random(same), 0
    for _ in range(15):
        rules = turns.rules_of({"same": same, "opening": rng.choice([0, 12, 20])})
        table = random_table(rng, 1, questions.dense_box(rng))[:1]
        table = () if tiles_of(table)[JOKER_TILE] or tiles_of(table).total() > 4 else table
        rack = Counter(few_tiles(rng, 5, 1))
        for played in covers.choices_of(rack):
            tiles = turns.in_order(tiles_of(table) + played)
            legal = [
                new
                for new in every_cover(tiles)
                if not turns.faults(table, rack, False, new, rules)
            ]
            assert covers.can(table, played, False, rules) == bool(legal)
            found += bool(legal)
    assert found > 2


@pytest.mark.parametrize(
    ("old", "rack", "new", "options", "codes"),
    [
        ("k7r7[7][7]", "b7 k1 k2", "k7r7b7[7]/k1k2[k3]", {}, []),
        (
            "k7r7[7][7]",
            "b7 k1 k2 r1",
            "k7r7b7/k1k2[k3]/r1[r2][r3]",
            {},
            ["joker-moved", "not-yours"],
        ),
        ("r4[r5]r6/r7r8[r9]", "r5 k1 k2", "r4r5r6r7r8[r9]/k1k2[k3]", {}, []),
        ("r4[r5]r6/k4[k5]k6", "k1 k2 r5", "r4r5r6/k4[k5]k6/k1k2[k3]", {}, []),
        ("r4[r5]r6", "r5 b5", "r4r5r6/b5[5][5]", {}, ["not-yours"]),
        ("r4[r5]r6/r7r8r9", "r3", "r3r4[r5]r6r7r8r9", {"joker": "locked"}, []),
        ("r4[r5]r6r7", "b7 k7", "r4[r5]r6/r7b7k7", {"joker": "locked"}, ["joker-locked"]),
        (
            "r4[r5]r6/b4b5b6/r5k5o5b5",
            "k1",
            "r4r5r6/b4b5b6/k5o5b5/k1[k2]k3",
            {"joker": "locked"},
            None,
        ),
        ("r4[r5][r6]r7", "r5 r6 k1 k2", "r4r5r6r7/k1k2[k3][k4]", {"joker": "locked"}, []),
        ("r4[r5][r6]r7", "r5 k1 k2", "r4r5[r6]r7/k1k2[k3]", {"joker": "locked"}, []),
        ("r4[r5][r6]r7", "r5 k1", "r4r5/[r6]r7[r8]/k1", {"joker": "locked"}, None),
        ("k7r7[7]", "b7 o7 k1 k2", "k7r7b7o7/k1k2[k3]", {"group_joker": "both"}, []),
        ("k7r7[7]", "b7 o7", "k7r7b7/o7[7]k7", {"joker": "locked"}, None),
        ("r3[r4]r5/[r6]r7r8", "r9", "r3[r4]r5[r6]r7r8r9", {"joker": "locked"}, []),
        ("r3[r4]r5/r6r7[r8]", "r9 r10", "r3[r4]r5r6r7[r8]/r9r10", {}, ["not-a-set"]),
    ],
)
def test_where_jokers_of_the_table_may_go(
    old: str, rack: str, new: str, options: Mapping[str, str], codes: list[str] | None
) -> None:
    held, rules = Counter(read_tiles(rack)), turns.rules_of(options)
    found = turns.faults(read_table(old), held, True, read_parts(new), rules)
    assert bool(found) if codes is None else sorted(found) == codes


def asked(family: str, kind: str, number: int, seed: int = 1) -> list[questions.Case]:
    """So many random questions of one kind."""
    return list(questions.questions(family, number, seed, only=kind))


def with_options(case: questions.Case, **options: object) -> questions.Case:
    given = {**case["given"], "options": {**case["given"]["options"], **options}}
    return {**case, "given": given}


def test_a_stricter_house_refuses_more() -> None:
    """Legal with locked jokers is legal with swaps, that with free ones; and so on."""
    chains: list[list[dict[str, Any]]] = [
        [{"joker": "locked"}, {"joker": "swap"}, {"joker": "free"}],
        [{"group_joker": "both"}, {"group_joker": "either"}],
        [{"same": "no"}, {"same": "yes"}],
        [{"opening": 50}, {"opening": 30}, {"opening": 0}],
    ]
    strict = Counter[int]()
    for case in asked("rummikub", "turn", 250):
        for at, chain in enumerate(chains):
            case["given"]["opened"] &= at < 2
            legal = [answer(with_options(case, **options))["legal"] for options in chain]
            assert legal == sorted(legal)
            strict[at] += legal[0] < legal[-1]
    assert set(strict) == {0, 1, 2, 3} == {at for at, number in strict.items() if number}


# --------------------------------------------------------------------------- names don't matter


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A question or an answer with the letters of colours or suits changed."""
    if isinstance(value, str):
        return "".join(names.get(letter, letter) for letter in value)
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    return value


GIVEN = ("table", "rack", "new", "racks", "hand", "moves", "pile", "stock", "meld", "card", "hands")
CARDS = (*GIVEN, "knocker", "spread", "defender", "upcard")


@pytest.mark.parametrize("family", ["rummikub", "rami", "gin"])
def test_no_answer_depends_on_the_names_of_colours_and_suits(family: str) -> None:
    rng = Random(family)
    letters = "krbo" if family == "rummikub" else "SHDC"
    for case in questions.questions(family, 150, seed=2):
        others = rng.sample(letters, 4)
        if case["given"].get("upcard"):  # spades are not like others there
            others = ["S", *rng.sample("HDC", 3)]
        names = dict(zip(letters, others, strict=True))
        given = {n: renamed(v, names) if n in CARDS else v for n, v in case["given"].items()}
        if case["kind"] == "turn" and family == "rami":
            given["moves"] = [renamed_move(move, names) for move in case["given"]["moves"]]
        found, other = answer(case), answer({**case, "given": given})
        assert {n: v for n, v in other.items() if n not in ("hand", "table", "becomes")} == {
            n: v for n, v in found.items() if n not in ("hand", "table", "becomes")
        }
        if "becomes" in found:
            assert len(found["becomes"]) == len(other["becomes"])
        if "hand" in found:
            assert sorted(renamed(found["hand"], names).split()) == sorted(other["hand"].split())


def renamed_move(move: str, names: Mapping[str, str]) -> str:
    name, colon, told = move.partition(":")
    return (
        name + colon + renamed(told, names)
        if colon
        else move
        if len(move) > 2
        else renamed(move, names)
    )


# ------------------------------------------------------------------------------ melds of cards


@pytest.mark.parametrize(
    ("text", "ace", "canonical"),
    [
        ("HKHQHA", "both", "HQHKHA"),
        ("H3HAH2", "low", "HAH2H3"),
        ("HKHAH2", "both", None),
        ("HKHAH2", "corner", "HKHAH2"),
        ("HQHKHA", "low", None),
        ("C9S9[9]", "both", "S9C9[9]"),
        ("C9S9C9", "both", None),
        ("[H4]H5[H6]", "both", "[H4]H5[H6]"),
        ("[H4][H5][H6]", "both", None),
        ("H2H3H4H5H6H7H8H9HTHJHQHKHA", "both", "H2H3H4H5H6H7H8H9HTHJHQHKHA"),
        ("HAH2H3H4H5H6H7H8H9HTHJHQHK", "both", "HAH2H3H4H5H6H7H8H9HTHJHQHK"),
    ],
)
def test_melds_are_read(text: str, ace: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(ValueError, match="is no meld"):
            read_meld(text, ace)
    else:
        assert "".join(read_meld(text, ace)) == canonical


def every_meld(cards: Sequence[str], ace: str) -> set[Meld]:
    """All melds of exactly these cards, found by trying every place for every joker."""
    first = next(card for card in cards if card != JOKER)
    jokers = [f"[{first[0]}{rank}]" for rank in RANKS] + [f"[{first[1]}]"]
    ways = [jokers if card == JOKER else [card] for card in cards]
    return {found for places in product(*ways) if (found := as_meld(places, ace))}


def melds_by_choice(card: str, hand: Sequence[str], wilds: int, ace: str) -> set[Meld]:
    rest = list(hand)
    rest.remove(card)
    return {
        meld
        for number in range(2, len(rest) + 1)
        for chosen in set(combinations(rest, number))
        if chosen.count(JOKER) <= wilds
        for meld in every_meld((card, *chosen), ace)
    }


@pytest.mark.parametrize("seed", range(10))
def test_melds_and_openings_are_those_among_all_choices(seed: int) -> None:
    rng = Random(seed)
    ace, jokers = rng.choice(["low", "both", "corner"]), rng.randint(0, 2)
    hand = questions.dense_packs(rng, 0)[: 7 - jokers] + [JOKER] * jokers
    wilds = rng.randint(0, 2)
    rules = rami.rules_of(
        "rami51", {"most_wilds": wilds, "ace": ace, "pure": rng.choice(["yes", "no"])}
    )
    counts = Counter(hand)
    assert set(melds_with(hand[0], counts, wilds, ace)) == melds_by_choice(
        hand[0], hand, wilds, ace
    )
    assert rami.best_opening(counts, rules) == opening_by_choice(hand, rules)


def opening_by_choice(hand: Sequence[str], rules: rami.Rules) -> int:
    """The most points of one meld or two disjoint ones: seven cards have no more."""
    every: set[Meld] = set()
    for card in set(hand) - {JOKER}:
        every |= melds_by_choice(card, hand, rules.most_wilds, rules.ace)
    singles = [(meld,) for meld in every]
    held = Counter(hand)
    pairs = [(one, two) for one in every for two in every if cards_of(one, two) <= held]
    worth = [
        sum(rami.meld_points(meld, rules) for meld in melds)
        for melds in [*singles, *pairs]
        if rules.pure == "no" or any(map(is_pure_run, melds))
    ]
    return max(worth, default=0)


def test_a_meld_becomes_what_one_more_card_makes_of_it() -> None:
    rng = Random(5)
    for case in asked("rami", "layoff", 40):
        meld, card = read_meld(case["given"]["meld"]), case["given"]["card"]
        rules = rami.rules_of(case["game"], {"most_wilds": rng.choice([0, 1, 12])})
        every = every_meld([*cards_of(meld).elements(), card], "both")
        wilds = cards_of(meld)[JOKER] + (card == JOKER)
        fixed = {place for place in meld if place.startswith("[")}
        kept = {
            m for m in every if fixed <= set(m) and (wilds <= rules.most_wilds or card != JOKER)
        }
        assert set(rami.layoffs(meld, card, rules)) == kept


def test_a_legal_turn_loses_and_makes_no_card() -> None:
    for case in asked("rami", "turn", 200):
        given, found = case["given"], answer(case)
        if not found["legal"]:
            continue
        drawn = given["pile"] if given["moves"][0] == "pile" else given["stock"]
        before = [*read_cards(given["hand"]), drawn]
        before += table_cards(given["table"])
        last = given["moves"][-1]
        after = read_cards(found["hand"]) + table_cards(found["table"])
        after += [] if last == "end" else [last]
        assert Counter(before) == Counter(after)
        assert found["out"] == (not found["hand"])
        assert found["opened"] or found["table"] == given["table"]


def table_cards(text: str) -> list[str]:
    return [] if text == "-" else list(cards_of(*map(read_meld, text.split("/"))).elements())


@pytest.mark.parametrize(
    ("meld", "cards", "set_joker", "becomes_text"),
    [
        ("S9H9[9]", "D9", "either", "S9H9D9"),
        ("S9H9[9]", "D9C9", "either", None),
        ("S9H9[9]", "D9C9", "both", "S9H9D9C9"),
        ("S9H9[9]", "D9D9", "both", None),
        ("S9H9D9[9]", "C9", "never", "S9H9D9C9"),
        ("S9H9[9][9]", "C9", "both", "S9H9C9[9]"),
        ("S9[9][9]", "H9", "either", "S9H9[9]"),
        ("[H4]H5[H6]", "H6", "never", "[H4]H5H6"),
        ("H4H5[H6]", "H5", "either", None),
    ],
)
def test_what_frees_a_joker(
    meld: str, cards: str, set_joker: str, becomes_text: str | None
) -> None:
    rules = rami.rules_of("rami71", {"set_joker": set_joker})
    found = rami.without_joker(read_meld(meld), read_cards(cards), rules)
    assert (None if found is None else "".join(found)) == becomes_text


def played(house: str, hand: str, table: str, moves: str, **more: Any) -> tuple[int, list[str]]:
    """Where a turn of a seat that has opened stops, and why; the stock's card is the ace of clubs."""
    options = more.pop("options", {})
    melds = [read_meld(text) for text in table.split("/")] if table else []
    turn = rami.Turn(
        rami.rules_of(house, options),
        Counter(read_cards(hand)),
        melds,
        bool(melds),
        ["H7"],
        5,
        **more,
    )
    for at, move in enumerate(moves.split()):
        found = turn.play(move, "CA")
        if found:
            return at, found
    return len(moves.split()), []


def test_steps_of_a_turn_that_the_cases_leave_out() -> None:
    run = "H8H9HT"
    assert played("rami71", "H7C2", run, "pile H7") == (2, [])
    assert played("rami71", "C2", run, "pile H7") == (1, ["just-taken"])
    assert played("rami71", "C2C3", run, "pile add:H7@1 C2") == (3, [])
    assert played("rami51", "C2", run, "stock stock") == (1, ["drawn-already"])
    assert played("rami51", "C2", run, "C2") == (0, ["draw-first"])
    assert played("rami51", "C2", run, "stock end") == (1, ["discard-needed"])
    assert played("rami51", "C2", run, "stock add:C2@2") == (1, ["no-such-meld"])
    taking = "stock take:HT@1"
    assert played("rami51", "HTC5C6JK", "H8H9[HT]", f"{taking} add:[HJ]@1 C5") == (3, ["owed"])
    assert played("rami51", "HTC5C6", "H8H9[HT]", f"{taking} add:[HJ]@1") == (
        2,
        ["joker-for-a-new-meld"],
    )
    assert played("rami71", "HTC5C6", "H8H9[HT]", f"{taking} JK") == (2, ["owed"])
    assert played("rami71", "HTC5C6", "H8H9[HT]", f"{taking} add:[HJ]@1 C5") == (4, [])
    high = {"options": {"raise": "yes", "opening": 6, "pure": "no"}, "highest": 15}
    assert played("rami51", "C4C5C6D2S3S7", "", "stock open:C4C5C6", **high) == (
        1,
        ["opening-short"],
    )
    assert played("rami51", "C5C6C7D2S3S7", "", "stock open:C5C6C7", **high) == (2, [])
    deep = {"options": {"pile": "deep", "jokers": 0}}
    assert played("rami51", "C2C3", run, "pile:H7 add:H7@1 C2", **deep) == (3, [])
    assert played("rami51", "C2C3", run, "pile:H6", **deep) == (0, ["pile-empty"])


# ------------------------------------------------------------------------------------------- gin


@pytest.mark.parametrize("seed", range(10))
def test_the_least_rest_is_the_least_of_all_ways_to_lay(seed: int) -> None:
    rng = Random(seed)
    rules = gin.rules_of({"ace": rng.choice(["low", "both", "corner"]), "cards": 7})
    box = Counter(card for card in pack() if card[1] in "A23QK" or card[0] in "SH")
    table = questions.some_melds(rng, box, 2, 0, rules.ace)
    hand = rng.sample([*box.elements()], 6)
    least = gin.points_of(Counter(hand), rules)
    for number in range(len(hand) + 1):
        for off in combinations(hand, number):
            if any(can_be_laid_off(order, table, rules.ace) for order in permutations(off)):
                left = Counter(hand) - Counter(off)
                own = max(melds_laid(left, rules))
                least = min(least, gin.points_of(left, rules) - own)
    assert gin.least_rest(Counter(hand), table, rules) == least


def can_be_laid_off(cards: Sequence[str], table: Sequence[Meld], ace: str) -> bool:
    if not cards:
        return True
    return any(
        can_be_laid_off(cards[1:], [*table[:at], longer, *table[at + 1 :]], ace)
        for at, meld in enumerate(table)
        for longer in becomes(meld, cards[0], ace)
    )


def melds_laid(hand: Counter[str], rules: gin.Rules) -> Iterator[int]:
    """What melds out of six cards take off: none, one or two of them."""
    yield 0
    cards = list(hand.elements())
    melds = [
        meld
        for number in range(3, len(cards) + 1)
        for chosen in combinations(cards, number)
        for meld in every_meld(chosen, rules.ace)
    ]
    for one in melds:
        yield gin.points_of(cards_of(one), rules)
        for two in melds:
            if cards_of(one, two) <= hand:
                yield gin.points_of(cards_of(one, two), rules)


def knock(options: Mapping[str, object], **changes: Any) -> dict[str, Any]:
    """The answer to a knock with 3 points, the defender with as many left unless told."""
    given = {
        "knocker": "H3H4H5S9D9C9S2S3S4C3",
        "spread": "H3H4H5,S9D9C9,S2S3S4",
        "defender": "CQCKCJSQSKSJHQHKHJD3",
        "upcard": None,
        "options": options,
    }
    return answer({"game": "gin", "kind": "knock", "given": {**given, **changes}})


def test_knocks_that_the_cases_leave_out() -> None:
    assert knock({}) == {"winner": "defender", "points": 25, "boxes": 1}
    assert knock({"tie": "knocker"}) == {"winner": "knocker", "points": 0, "boxes": 1}
    doubled = knock({"spades": 2, "spade_boxes": 2, "undercut_boxes": 1}, upcard="SA")
    assert doubled == {"winner": "defender", "points": 50, "boxes": 4}
    gin_hand = {"knocker": "H3H4H5S9D9C9S2S3S4S5", "spread": "H3H4H5,S9D9C9,S2S3S4S5"}
    assert knock({"gin_boxes": 2}, **gin_hand) == {"winner": "knocker", "points": 28, "boxes": 3}
    nothing_left = "CQCKCJSQSKSJHQHKHJH6"
    void = knock({"gin_layoff": "yes"}, **gin_hand, defender=nothing_left)
    assert void == {"winner": None, "points": 0, "boxes": 0}
    assert knock({"oklahoma": "yes"}, upcard="D2") == {"fault": "too-much-deadwood"}
    assert knock({}, spread="H3H4H5,H3H4H5") == {"fault": "no-meld"}


def test_what_the_oracle_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="knows no"):
        turns.rules_of({"joker": "wild"})
    with pytest.raises(ValueError, match="knows no"):
        rami.rules_of("rami51", {"shutout": "no"})
    with pytest.raises(ValueError, match="knows no"):
        gin.rules_of({"cards": 9})
    with pytest.raises(ValueError, match="are no tiles"):
        read_tiles("k7 x3")
    with pytest.raises(ValueError, match="are no cards"):
        read_cards("H1")


@pytest.mark.parametrize("family", ["rummikub", "rami", "gin"])
def test_random_questions_follow_from_their_seed(family: str) -> None:
    first = list(questions.questions(family, 40, seed=3))
    assert first == list(questions.questions(family, 40, seed=3))
    assert first != list(questions.questions(family, 40, seed=4))
    assert json.loads(json.dumps(first)) == first


def test_random_turns_meet_every_code() -> None:
    codes = Counter(
        code
        for case in asked("rummikub", "turn", 400)
        for code in answer(case)["reasons"] or ["legal"]
    )
    wanted = "legal not-a-set table-tile-gone not-yours nothing-played opening-short table-touched"
    assert set(codes) == {*wanted.split(), "joker-moved", "joker-locked"}
