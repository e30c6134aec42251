"""The oracle of Tractor with many packs itself: the known answers, the page's examples, properties.

What is owed is found a second time by all services, legal plays by all choices of cards; nothing
may depend on the order of cards or on the names of suits of one role.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.oracles import tractor_many_deals as deals
from tests.oracles import tractor_many_oracle as oracle
from tests.oracles import tractor_many_referee as table
from tests.oracles.tractor_many_cards import (
    JOKERS,
    RANKS,
    SUITS,
    Cards,
    Switches,
    all_cards,
    in_order,
    is_trump,
    of_partition,
    partition,
    phi,
    points_of,
    read_cards,
    rules_of,
)

DATA = Path(__file__).parents[1] / "data" / "tractor"
CASES = [json.loads(line) for line in (DATA / "many_cases.jsonl").read_text().splitlines()]
DEALS = [case for case in CASES if case["kind"] == "friends_deal"]
SITUATIONS = json.loads((DATA / "situations.json").read_text())["cases"]

# The kitties of these have more copies of a card than there are packs.
TOO_MANY_COPIES = {f"friends_deal-{number}" for number in ("035", "036", "043", "059")}

# ----------------------------------------------------------------------------- the known answers


def comparable(name: str, value: Any) -> Any:
    """An answer with the order of cards in a part, of parts and of equal things taken out of it."""
    if name in ("default", "forced"):
        return sorted(sorted(part.split()) for part in value.split("+"))
    if name == "all":
        return sorted(comparable("default", cutting) for cutting in value)
    return sorted(value) if name == "may_bid" else value


def test_all_kinds_of_cases_are_known() -> None:
    assert len(CASES) == 656
    assert {case["kind"] for case in CASES} == set(table.ANSWERS)


@pytest.mark.parametrize("kind", table.ANSWERS)
def test_the_oracle_gives_the_known_answer(kind: str) -> None:
    for case in CASES:
        if case["kind"] == kind:
            found = table.answer(case)
            for name, value in case["answer"].items():
                assert comparable(name, found[name]) == comparable(name, value), case["id"]


def refereed(case: Mapping[str, Any], **changes: Any) -> table.Outcome:
    """The outcome of a whole deal of the file, with some of it changed."""
    case = {**case, **changes}
    return table.referee(
        case["packs"],
        case["players"],
        case["trump"],
        case["landlord"],
        case["levels_before"],
        [read_cards(hand) for hand in case["hands"]],
        read_cards(case["kitty"]),
        [(card, number) for card, number in case["calls"]],
        [(seat, text) for seat, text in case["plays"]],
        case.get("switches"),
    )


@pytest.mark.parametrize("case", DEALS, ids=lambda case: str(case["id"]))
def test_the_referee_takes_the_deals_that_the_packs_allow(case: Mapping[str, Any]) -> None:
    if case["id"] in TOO_MANY_COPIES:
        with pytest.raises(table.Wrong, match=r"times in \d packs"):
            refereed(case)
    else:
        assert refereed(case).levels == case["answer"]["levels"]


# ----------------------------------------------------------------- two packs, as they always were


def situations(kind: str) -> list[Any]:
    return [case for case in SITUATIONS if case["kind"] == kind]


def spelled(card: str) -> str:
    """A card of the situations, in which LJ is the little joker and BJ the big one."""
    return {"LJ": "BJ", "BJ": "RJ"}.get(card, card.replace("10", "T"))


def trump_of(case: Mapping[str, Any]) -> str:
    suit, rank = case["trump"]["suit"] or "O", case["trump"]["rank"]
    return f"{suit}{rank}".replace("10", "T")


def cards_of(cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(spelled(card) for card in cards)


def expected(case: Mapping[str, Any]) -> Any:
    return {**case["expected"], **case.get("rules_expected", {})}


@pytest.mark.parametrize("case", situations("follow"), ids=lambda case: str(case["id"]))
def test_two_packs_owe_what_they_always_did(case: Mapping[str, Any]) -> None:
    trump = trump_of(case)
    parts = oracle.default_cutting(cards_of(case["lead"]), trump)
    legal = oracle.may_follow(cards_of(case["play"]), cards_of(case["hand"]), parts, trump)
    assert legal == expected(case)["legal"]


@pytest.mark.parametrize("case", situations("trick"), ids=lambda case: str(case["id"]))
def test_two_packs_have_the_winners_they_always_had(case: Mapping[str, Any]) -> None:
    trump, answer = trump_of(case), expected(case)
    plays = [cards_of(play) for play in case["plays"]]
    hands = [cards_of(hand) for hand in case["hands"]]
    parts = oracle.default_cutting(plays[0], trump)
    ruling = oracle.throw_ruling(hands, parts, trump)
    forced = answer.get("forced")
    assert ruling.stands == (not forced)
    if forced:
        assert tuple(sorted(cards_of(forced))) in ruling.forced
    elif len(plays) == 4:
        assert oracle.winner(plays, parts, trump) + 1 == answer["winner"]


@pytest.mark.parametrize("case", situations("score"), ids=lambda case: str(case["id"]))
def test_two_packs_score_as_they_always_did(case: Mapping[str, Any]) -> None:
    result = deals.deal_result(case["attacker_points"], 2, case["smaller_landlord_team"])
    answer = expected(case)
    assert result.held == answer["landlord_won"]
    assert result.landlord_up == answer["landlord_levels"]
    assert result.attackers_up == answer["attacker_levels"]


# ------------------------------------------------------------------------- the page's own examples


@pytest.mark.parametrize(
    ("lead", "hand", "sizes"),
    [
        ("AA", "33334", "2x1"),
        ("AAA", "33335", "3x1"),
        ("AAA", "3345", "2x1"),
        ("AAAA", "33334", "4x1"),
        ("AAAA", "33344", "3x1"),
        ("AAAA", "33445", "2x1 2x1"),
        ("AAAA", "33456", "2x1"),
        ("KKKAAA", "3334445", "3x2"),
        ("KKKAAA", "3335557", "3x1 3x1"),
        ("KKKAAA", "3335578", "3x1 2x1"),
        ("KKKAAA", "3335789", "3x1"),
        ("KKKAAA", "3344578", "2x2"),
        ("KKKAAA", "3355778", "2x1 2x1"),
        ("KKKAAA", "334455778", "2x2"),
        ("KKKAAA", "3345789", "2x1"),
        ("KKAA", "333444", "2x2"),
        ("KKAA", "33555", "2x1 2x1"),
        ("KKAA", "33335", "2x1 2x1"),
        ("KKAA", "33456", "2x1"),
        ("QQAA", "33335", "2x1 2x1"),
        ("QQAA", "33445", "2x1 2x1"),
        ("KKKKAAAA", "333344455", "4x1 3x1"),
        ("KKKKAAAA", "333444557", "3x2"),
        ("KKKKAAAA", "333557799", "3x1 2x1 2x1"),
        ("KKKKAAAA", "334477889", "2x2 2x2"),
        ("KKKKAAAA", "333344449", "4x2"),
        ("KKA", "345678", ""),
    ],
)
def test_what_is_owed(lead: str, hand: str, sizes: str) -> None:
    """Clubs are led; a digit is a card of clubs, spades are trump, twos are out of it."""
    parts = oracle.default_cutting(tuple("C" + rank for rank in lead), "S2")
    owed = oracle.owed(tuple("C" + rank for rank in hand), parts, "S2")
    assert " ".join(f"{width}x{length}" for width, length in owed) == sizes


def cut(text: str, trump: str = "S2", **switches: object) -> set[str]:
    found = oracle.cuttings(read_cards(text), trump, switches)
    return {"+".join("".join(part) for part in parts) for parts in found}


def test_a_lead_that_is_one_block_is_never_cut() -> None:
    assert cut("H3H3H3H4H4H4") == {"H3H3H3H4H4H4"}
    assert cut("H3H3H3H4H4") == {"H3H3H4H4+H3", "H3H3H3+H4H4"}


def test_one_triple_of_rank_cards_is_the_link_and_the_other_is_left() -> None:
    found = cut("HAHAHAC2C2C2D2D2D2", trump="H2")
    assert found >= {"HAHAHAC2C2C2+D2D2D2", "HAHAHAD2D2D2+C2C2C2"}
    parts = oracle.default_cutting(read_cards("HAHAHAC2C2C2D2D2D2"), "H2")
    assert ["".join(part) for part in parts] == ["HAHAHAD2D2D2", "C2C2C2"]


def test_a_lead_is_read_as_its_parts_are_named() -> None:
    named = oracle.read_lead("H3H3H3+H4H4", "S2")
    assert [len(part) for part in named] == [3, 2]
    assert [len(part) for part in oracle.read_lead("H3H3H3H4H4", "S2")] == [4, 1]
    with pytest.raises(ValueError, match="make up one block"):
        oracle.read_lead("H3H3H3+H4H4H4", "S2")
    with pytest.raises(ValueError, match="no other may be named"):
        oracle.read_lead("H3H3H3+H4H4", "S2", {"cutting": "default"})


def test_equal_rank_cards_leave_the_forced_part_to_the_leader() -> None:
    parts = (("RJ",), ("C2",), ("D2",))
    ruling = oracle.throw_ruling([("RJ", "C2", "D2"), ("BJ", "H3", "H4")], parts, "S2")
    assert ruling == oracle.Ruling(False, frozenset({("C2",), ("D2",)}))


def test_of_parts_with_one_top_the_tuple_is_forced_before_the_tractor() -> None:
    parts = oracle.read_lead("C2C2C2C2+SASAD2D2", "S2")
    lead = tuple(card for part in parts for card in part)
    other = read_cards("BJBJBJBJRJRJRJRJ")
    ruling = oracle.throw_ruling([lead, other], parts, "S2")
    assert ruling.forced == {("C2", "C2", "C2", "C2")}


def taken_by(lead: str, *replies: str, trump: str = "S2", **switches: object) -> int:
    plays = [read_cards(lead.replace("+", "")), *map(read_cards, replies)]
    return oracle.winner(plays, oracle.read_lead(lead, trump, switches), trump, switches)


@pytest.mark.parametrize(
    ("lead", "replies", "over", "place"),
    [
        ("HAHA+HK", ("S3S3SA", "S4S4S5"), "largest", 2),
        ("HAHA+HK", ("S3S3SA", "S4S4S5"), "every", 1),
        ("HAHA+HK", ("S3S3SA", "S4S4S5"), "length", 2),
        ("HAHA+HK", ("S3S3S5", "S3S3SA"), "largest", 1),
        ("HAHA+HK", ("S3S3S5", "S3S3SA"), "every", 1),
        ("HAHA+HK", ("S3S3S5", "S3S3SA"), "length", 1),
        ("HAHA+HJHJ", ("S4S4S7S7", "S3S3S8S8"), "largest", 1),
        ("HAHA+HJHJ", ("S4S4S7S7", "S3S3S8S8"), "every", 1),
        ("HAHA+HJHJ", ("S4S4S7S7", "S3S3S8S8"), "length", 2),
        ("HA+HK", ("S4S7", "S3S8"), "length", 2),
        ("HAHA+HJHJ", ("S4S4S7S7", "S3S3S8S8"), "honour", 2),
        ("HAHA+HK", ("S4S4SA", "S3S3RJ"), "honour", 1),
        ("HAHA+HK", ("S4S4SA", "S3S3RJ"), "top", 2),
    ],
)
def test_what_is_over_another_trump(
    lead: str, replies: tuple[str, ...], over: str, place: int
) -> None:
    assert taken_by(lead, *replies, over=over) == place


def test_a_reply_need_not_beat_tops_that_no_cutting_has_together() -> None:
    first, second = "HTHTHTSASASAHQHJ", "DADADADAHJHJHKHQ"
    lead = "HKHKHK+HQHQ+SA+HJ+HT"
    assert taken_by(lead, first, second, trump="HA", over="length") == 2
    assert taken_by(lead, first.replace("HT", "H9"), trump="HA", over="length") == 1
    assert taken_by(lead, second, trump="HA", over="length") == 1


@pytest.mark.parametrize(
    ("bombs", "hand", "bomb", "legal"),
    [
        ("none", "HJHJHQHQH5H5H5H5", "H5H5H5H5", False),
        ("follow", "HJHJHQHQH5H5H5H5", "H5H5H5H5", True),
        ("free", "HJHJHQHQH5H5H5H5", "H5H5H5H5", True),
        ("follow", "HJC5C5C5C5", "C5C5C5C5", False),
        ("free", "HJC5C5C5C5", "C5C5C5C5", True),
        ("none", "D3C5C5C5C5", "C5C5C5C5", True),
    ],
)
def test_bombs_instead_of_what_is_owed(bombs: str, hand: str, bomb: str, legal: bool) -> None:
    lead, house = oracle.default_cutting(read_cards("H7H7H8H8"), "S2"), {"bombs": bombs}
    assert oracle.may_follow(read_cards(bomb), read_cards(hand), lead, "S2", house) == legal
    plays = oracle.legal_plays(read_cards(hand), lead, "S2", house)
    assert (tuple(sorted(read_cards(bomb))) in plays) == legal


# ---------------------------------------------------------------------------------- properties

HOUSES: list[Switches] = [
    {},
    {"fit": "cards"},
    {"fit": "cards", "tractors_for": "tractors"},
    {"protect": "longer"},
    {"fit": "cards", "protect": "longer"},
    {"fit": "cards", "protect": "longer", "tractors_for": "tractors"},
    {"tractor_width": 3},
    {"tractor_length": 3},
    {"duty": "suit"},
    {"bombs": "free"},
    {"bombs": "follow"},
    {"forced": "first"},
]
OVERS = ["largest", "every", "length", "top", "honour"]


def some_hands(rng: Random, packs: int, trump: str, number: int, seats: int) -> list[Cards]:
    """A lead, then hands of more cards: few kinds of close Φ, so that wide blocks are common."""
    led = partition(rng.choice(all_cards()), trump)
    suit = sorted(of_partition(all_cards(), led, trump), key=lambda card: phi(card, trump))
    start = rng.randrange(len(suit))
    other = [card for card in all_cards() if partition(card, trump) != led]
    kinds = [*suit[start : start + 4], *rng.sample(suit, 2), *rng.sample(other, 2)]
    deck = [card for card in dict.fromkeys(kinds) for _ in range(packs)]
    rng.shuffle(deck)
    lead = of_partition(deck, led, trump)[:number]
    left = list((Counter(deck) - Counter(lead)).elements())
    rng.shuffle(left)
    each = min(number + 4, len(left) // seats)
    return [lead, *(tuple(left[at * each : at * each + each]) for at in range(seats))]


def some_trump(rng: Random) -> str:
    main: str = rng.choice([*SUITS, "O"])
    return main + rng.choice(RANKS)


@pytest.mark.parametrize("switches", HOUSES, ids=str)
def test_the_greatest_service_is_the_greatest_of_all(switches: Switches) -> None:
    rng, rules = Random(str(switches)), rules_of(switches)
    for _ in range(60):
        packs, trump = rng.choice([2, 3, 4]), some_trump(rng)
        lead, hand = some_hands(rng, packs, trump, rng.randrange(2, 9), 1)
        own = of_partition(hand, partition(lead[0], trump), trump)[:9]
        parts = oracle.default_cutting(lead, trump, switches)
        sizes = [oracle.as_block(part, trump, rules).size for part in parts]
        every = oracle.all_services(own, sizes, trump, switches)
        assert oracle.best(own, sizes, trump, rules) == max(every)


@pytest.mark.parametrize("switches", HOUSES, ids=str)
def test_legal_plays_are_those_among_all_choices_of_cards(switches: Switches) -> None:
    rng = Random(str(switches))
    for _ in range(30):
        packs, trump = rng.choice([2, 3, 4]), some_trump(rng)
        lead, hand = some_hands(rng, packs, trump, rng.randrange(1, 6), 1)
        parts = rng.choice(sorted(oracle.cuttings(lead, trump, switches)))
        plays = {tuple(sorted(play)) for play in combinations(hand, len(lead))}
        legal = oracle.legal_plays(hand, parts, trump, switches)
        assert legal == {p for p in plays if oracle.may_follow(p, hand, parts, trump, switches)}
        assert legal or len(hand) < len(lead)


def renaming(rng: Random, trump: str) -> dict[str, str]:
    """Another name for each card: the suits but the main one change names among each other."""
    plain = [suit for suit in SUITS if suit != trump[0]]
    other = dict(zip(plain, rng.sample(plain, len(plain)), strict=True))
    return {
        card: card if card in JOKERS else other.get(card[0], card[0]) + card[1]
        for card in all_cards()
    }


def shuffled(rng: Random, cards: Cards) -> tuple[str, ...]:
    return tuple(rng.sample(cards, len(cards)))


@pytest.mark.parametrize("switches", HOUSES, ids=str)
def test_neither_order_nor_names_of_suits_matter(switches: Switches) -> None:
    rng = Random(str(switches))
    for _ in range(40):
        packs, trump = rng.choice([2, 3, 4]), some_trump(rng)
        house = {**switches, "over": rng.choice(OVERS)}
        lead, *hands = some_hands(rng, packs, trump, rng.randrange(2, 6), 3)
        names = renaming(rng, trump)

        def renamed(cards: Cards, names: Mapping[str, str] = names) -> tuple[str, ...]:
            return shuffled(rng, [names[card] for card in cards])

        parts = rng.choice(sorted(oracle.cuttings(lead, trump, house)))
        others = [renamed(part) for part in shuffled(rng, parts)]  # type: ignore[arg-type]
        cuttings = oracle.cuttings(renamed(lead), trump, house)
        assert len(cuttings) == len(oracle.cuttings(lead, trump, house))
        hand = hands[0]
        assert oracle.owed(renamed(hand), others, trump, house) == oracle.owed(
            hand, parts, trump, house
        )
        legal = oracle.legal_plays(hand, parts, trump, house)
        assert oracle.legal_plays(renamed(hand), others, trump, house) == {
            tuple(sorted(names[card] for card in play)) for play in legal
        }
        ruling = oracle.throw_ruling([lead, *hands], parts, trump, house)
        other = oracle.throw_ruling([renamed(lead), *map(renamed, hands)], others, trump, house)
        assert other.stands == ruling.stands
        assert other.forced == {
            tuple(sorted(names[card] for card in part)) for part in ruling.forced
        }
        plays = [lead, *(hand[: len(lead)] for hand in hands if len(hand) >= len(lead))]
        assert oracle.winner(plays, parts, trump, house) == oracle.winner(
            [renamed(play) for play in plays], others, trump, house
        )


@pytest.mark.parametrize("tractors_for", ["any", "tractors"])
def test_with_two_packs_the_board_has_no_need_of_columns(tractors_for: str) -> None:
    rng = Random(tractors_for)
    cards = {"fit": "cards", "tractors_for": tractors_for}
    for _ in range(300):
        trump = some_trump(rng)
        lead, hand = some_hands(rng, 2, trump, rng.randrange(2, 8), 1)
        parts = oracle.default_cutting(lead, trump)
        assert oracle.owed(hand, parts, trump, cards) == oracle.owed(hand, parts, trump)


def test_with_one_pack_there_are_only_singles() -> None:
    rng = Random(1)
    for _ in range(50):
        trump = some_trump(rng)
        lead, hand = some_hands(rng, 1, trump, 3, 1)
        assert oracle.cuttings(lead, trump) == {
            tuple((card,) for card in reversed(in_order(lead, trump)))
        }
        parts = oracle.default_cutting(lead, trump)
        assert oracle.owed(hand, parts, trump) == ()


# -------------------------------------------------------------------------------- the referee


def some_deal(rng: Random, packs: int, players: int, switches: Switches) -> dict[str, Any]:
    """A deal of small hands, played with legal plays taken at random; throws are tried."""
    trump, size = some_trump(rng), rng.randrange(4, 9)
    ranks = rng.sample(RANKS, max(4, players * size // (4 * packs)))
    pool = [card for card in all_cards() if card in JOKERS or card[1] in ranks]
    deck = shuffled(rng, [card for card in pool for _ in range(packs)])
    size = min(size, (len(deck) - 3) // players)
    hands = [deck[at * size : at * size + size] for at in range(players)]
    callable_cards = [card for card in all_cards() if not is_trump(card, trump)]
    calls = [(card, 1) for card in rng.sample(callable_cards, players // 2 - 1)]
    landlord = leader = rng.randrange(players)
    left, plays = [Counter(hand) for hand in hands], []
    while any(left):
        seats = [(leader + turn) % players for turn in range(players)]
        now = [tuple(left[seat].elements()) for seat in seats]
        suit = partition(rng.choice(now[0]), trump)
        own = of_partition(now[0], suit, trump)
        lead = tuple(rng.sample(own, rng.randrange(1, min(4, len(own)) + 1)))
        parts = rng.choice(sorted(oracle.cuttings(lead, trump, switches)))
        text = "+".join("".join(part) for part in parts)
        ruling = oracle.throw_ruling(now, parts, trump, switches)
        if not ruling.stands:
            parts = (rng.choice(sorted(ruling.forced)),)
            text += ">" + "".join(parts[0])
        trick: list[Cards] = [tuple(card for part in parts for card in part)]
        for hand in now[1:]:
            trick.append(rng.choice(sorted(oracle.legal_plays(hand, parts, trump, switches))))
        plays.append((leader, text))
        plays += [(seat, "".join(play)) for seat, play in zip(seats[1:], trick[1:], strict=True)]
        for seat, play in zip(seats, trick, strict=True):
            left[seat] -= Counter(play)
        leader = seats[oracle.winner(trick, parts, trump, switches)]
    levels = "".join(trump[1] if s == landlord else rng.choice(RANKS) for s in range(players))
    return {
        "packs": packs,
        "players": players,
        "trump": trump,
        "landlord": landlord,
        "levels": levels,
        "hands": hands,
        "kitty_buried": deck[players * size :][:5],
        "calls": calls,
        "plays": plays,
        "switches": switches,
    }


@pytest.mark.parametrize("seed", range(40))
def test_the_referee_takes_what_is_played_by_the_rules(seed: int) -> None:
    rng = Random(seed)
    packs, players = rng.choice([2, 3, 4]), rng.randrange(4, 9)
    deal = some_deal(rng, packs, players, rng.choice(HOUSES))
    outcome = table.referee(**deal)
    assert len(outcome.winners) * players == len(deal["plays"])
    in_play = points_of(card for hand in deal["hands"] for card in hand)
    if outcome.winners[-1] in outcome.team:
        assert 0 <= outcome.attackers_points <= in_play
    assert deal["landlord"] in outcome.team
    assert (outcome.next_landlord in outcome.team) == outcome.landlord_holds
    others = {**deal, "calls": [], "switches": {**deal["switches"], "teams": "fixed"}}
    if players % 2 == 0:
        assert table.referee(**others).winners == outcome.winners


def whole_deal(name: str) -> dict[str, Any]:
    return next(case for case in DEALS if case["id"] == name)


def test_the_referee_names_what_is_wrong() -> None:
    case = whole_deal("friends_deal-052")
    plays = case["plays"]
    with pytest.raises(table.Wrong, match="seat 2 is to play, not seat 3"):
        refereed(case, plays=[plays[0], plays[2], plays[1], *plays[3:]])
    with pytest.raises(table.Wrong, match="does not hold"):
        refereed(case, plays=[[1, "RJ"], *plays[1:]])
    with pytest.raises(table.Wrong, match="before the hands are empty"):
        refereed(case, plays=plays[:-1])
    with pytest.raises(table.Wrong, match="after the hands are empty"):
        refereed(case, plays=[*plays, plays[0]])
    with pytest.raises(table.Wrong, match="as many friends"):
        refereed(case, calls=[])
    with pytest.raises(table.Wrong, match="may not be called"):
        refereed(case, calls=[["SA", 3]])
    with pytest.raises(table.Wrong, match="may not answer"):
        refereed(case, plays=[plays[0], plays[1], [3, "BJ"], *plays[3:]])
    with pytest.raises(table.Wrong, match="current rank"):
        refereed(case, trump="H5")


def throwing(lead: str) -> table.Outcome:
    """A deal of one trick in which the landlord throws S4 S4 and SK while seat 2 has SA."""
    hands = ["S4S4SK", "H3H5H7", "SAS6S7", "D3D5D7"]
    rest = [(1, "H3"), (2, "SA"), (3, "D3"), (2, "S6"), (3, "D5"), (0, "S4"), (1, "H5")]
    rest += [(2, "S7"), (3, "D7"), (0, "S4"), (1, "H7")]
    return table.referee(
        *(2, 4, "C2", 0, "2222", [read_cards(hand) for hand in hands], (), [("HA", 1)]),
        [(0, lead), *rest],
        {"penalty": 10},
    )


def test_a_failed_throw_is_written_with_the_part_that_is_forced() -> None:
    outcome = throwing("S4S4+SK>SK")
    assert outcome.winners == (2, 2, 2)
    assert outcome.team == (0,)
    assert outcome.attackers_points == 20 + 10
    for lead in ("S4S4+SK>S4S4", "S4S4+SK", "SK>SK"):
        with pytest.raises(table.Wrong, match=r"the throw|is forced"):
            throwing(lead)


def test_attackers_who_throw_in_vain_lose_the_penalty() -> None:
    hands = [read_cards(hand) for hand in ("S3H4H6", "D3D4D5", "SAS4S6", "S5S8S9")]
    plays = [(0, "S3"), (1, "D3"), (2, "SA"), (3, "S5")]
    plays += [(2, "S6+S4>S4"), (3, "S9"), (0, "H4"), (1, "D4")]
    plays += [(3, "S8"), (0, "H6"), (1, "D5"), (2, "S6")]
    outcome = table.referee(
        *(2, 4, "C2", 0, "2222", hands, (), [("HA", 1)], plays), {"penalty": 10}
    )
    assert outcome.attackers_points == 5 + 5 - 10


# ------------------------------------------------------------------------ bids, sides and levels


def test_the_course_pieces_of_the_page() -> None:
    friends = deals.friends_after(0, [("HA", 1), ("HA", 2)], [(0, ("HA",)), (1, ("HA",))])
    assert friends == deals.Friends((0, 1), (0, 1))
    plays: list[tuple[int, Cards]] = [(0, ("HA",)), (1, ("HA",)), (2, ("HA",))]
    once = deals.friends_after(0, [("HA", 1), ("HA", 2)], plays, {"joins": "once"})
    assert once == deals.Friends((0, 1, 2), (1, 2))
    overturned = [(0, "H7"), (1, "S7S7")]
    assert deals.may_bid(("H7", "H7"), 0, overturned, "7", 2) == set()
    equal = deals.may_bid(("H7", "H7"), 0, overturned, "7", 2, {"reinforce": "equal"})
    assert equal == {"H7H7"}
    jokers = [*overturned, (2, "BJBJ")]
    assert deals.may_bid(("H7", "H7"), 0, jokers, "7", 2, {"reinforce": "equal"}) == set()
    assert deals.may_bid(("C7",), 1, [(0, "D7")], "7", 2, {"overturn": "suits1"}) == {"C7"}
    assert deals.deal_result(175, 3) == deals.Result(False, 0, 0, False)
    assert deals.deal_result(180, 3) == deals.Result(False, 0, 1, False)


def test_the_table_of_hands_and_kitties() -> None:
    rows = """12/6 9/9 8/6 7/5 6/6
              25/8 20/8 17/6 14/10 12/12
              39/6 31/7 26/6 22/8 19/10
              52/8 42/6 35/6 30/6 26/8"""
    for packs, row in enumerate(rows.splitlines(), 1):
        for players, entry in enumerate(row.split(), 4):
            sizes = deals.kitty_of(packs, players)
            assert f"{sizes.hand}/{sizes.kitty}" == entry


def test_what_the_oracle_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="no switch"):
        rules_of({"house": "pagat"})
    with pytest.raises(ValueError, match="no duty=pairs"):
        rules_of({"duty": "pairs"})
