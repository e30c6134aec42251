"""The oracle of Tractor's table rules itself: the page's examples and the published situations."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.oracles import tractor_table_oracle as oracle
from tests.oracles.tractor_oracle import judge_trick
from tests.oracles.tractor_table_oracle import (
    STANDARD,
    Bid,
    Cards,
    Options,
    Trump,
    read_cards,
    read_trump,
)

Case = dict[str, Any]

FILE = Path(__file__).parents[1] / "data" / "tractor" / "situations.json"
CASES: list[Case] = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
S2 = read_trump("S2")
H2 = read_trump("H2")
PAIRS_ONLY = Options(duty="pairs")


def c(text: str) -> Cards:
    return read_cards(text)


def best(lead: str, hand: str, trump: Trump = S2, options: Options = STANDARD) -> tuple[int, ...]:
    lengths = oracle.lead_lengths(c(lead), trump, options)
    return oracle.best(c(hand), lengths, trump, options)


def broken(lead: str, hand: str, play: str, trump: Trump = S2, options: Options = STANDARD) -> str:
    return oracle.rule(c(lead), c(hand), c(play), trump, options).broken


def throw(lead: str, *others: str, trump: Trump = S2, options: Options = STANDARD) -> oracle.Throw:
    return oracle.throw([c(lead), *map(c, others)], c(lead), trump, options)


def wins(*plays: str, trump: Trump = H2, options: Options = STANDARD) -> int:
    return oracle.winner([c(play) for play in plays], trump, options)


# -------------------------------------------------------------------- the published situations


def card(text: str) -> str:
    """Read a card of the file, in which LJ is the little joker and BJ the big one."""
    jokers = {"LJ": "BJ", "BJ": "RJ"}
    return jokers.get(text, text.replace("10", "T"))


def cards(texts: list[str]) -> Cards:
    return tuple(map(card, texts))


def trump_of(case: Case) -> Trump:
    return Trump(case["trump"]["suit"] or "O", case["trump"]["rank"] or "-")


def answer(case: Case) -> Case:
    """Return the right answer, and of the engine's what it leaves standing."""
    expected: Case = case["expected"] if isinstance(case["expected"], dict) else {}
    corrected: Case = case.get("rules_expected", {})
    return {**expected, **corrected}


def cases(kind: str) -> pytest.MarkDecorator:
    """Hand a test every case of a kind."""
    chosen = [case for case in CASES if case["kind"] == kind]
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def test_every_kind_of_case_is_ruled_below() -> None:
    assert Counter(case["kind"] for case in CASES) == {
        "adjacent_above": 22, "score": 18, "follow": 13, "trick": 9, "units": 9, "kitty": 5,
        "bids": 3, "lead": 1, "order": 1, "advance": 1, "deck": 1, "bid_sequence": 1,
    }  # fmt: skip
    assert {case["profile"] for case in CASES} == {"standard"}


@cases("adjacent_above")
def test_situation_adjacent(case: Case) -> None:
    found = oracle.above(card(case["card"]), trump_of(case))
    if "exact" in answer(case):
        assert found == set(cards(answer(case)["exact"]))
    else:
        assert found >= set(cards(answer(case)["contains"]))


@cases("order")
def test_situation_order(case: Case) -> None:
    trump, right = trump_of(case), cards(answer(case)["ascending"])
    for kind in "SHDCT":
        mine = oracle.in_order(oracle.of_partition(cards(case["cards"]), kind, trump), trump)
        assert mine == oracle.of_partition(right, kind, trump)


@cases("lead")
def test_situation_lead(case: Case) -> None:
    fault = oracle.lead_fault(cards(case["lead"]), trump_of(case))
    assert (fault == "") is answer(case)["legal"]


@cases("units")
def test_situation_units(case: Case) -> None:
    trump = trump_of(case)
    found = oracle.decompositions(cards(case["cards"]), trump)
    mine = {tuple(sorted(oracle.in_order(b, trump) for b in whole)) for whole in found}
    right = {
        tuple(sorted(oracle.in_order(cards(b), trump) for b in whole))
        for whole in answer(case)["decompositions"]
    }
    assert mine >= right
    assert case.get("skip_exact") or mine == right


@cases("follow")
def test_situation_follow(case: Case) -> None:
    lead, hand, play = cards(case["lead"]), cards(case["hand"]), cards(case["play"])
    trump, legal = trump_of(case), answer(case)["legal"]
    assert oracle.rule(lead, hand, play, trump).legal is legal
    assert (tuple(sorted(play)) in set(oracle.legal_plays(lead, hand, trump))) is legal


@cases("trick")
def test_situation_trick(case: Case) -> None:
    hands, plays = [cards(h) for h in case["hands"]], [cards(p) for p in case["plays"]]
    trump, right = trump_of(case), answer(case)
    thrown = oracle.throw(hands, plays[0], trump)
    assert thrown.stands is (right.get("forced") is None)
    if right.get("forced"):
        assert cards(right["forced"]) in thrown.forced
        assert thrown.forced_by == right["forced_by"]
    if len(plays) == 4:
        assert oracle.winner(plays, trump) == right["winner"]
        for hand, play in zip(hands[1:], plays[1:], strict=True):
            assert oracle.rule(plays[0], hand, play, trump).legal
        assert right.get("points") in (None, oracle.points(sum(plays, ())))
        assert right.get("largest_unit") in (None, oracle.largest_size(plays[0], trump))


@cases("score")
def test_situation_score(case: Case) -> None:
    held, gain = oracle.score(case["attacker_points"])
    right = answer(case)
    assert held is right["landlord_won"]
    assert gain == right["landlord_levels" if held else "attacker_levels"]
    assert right["bonus"] is False


@cases("kitty")
def test_situation_kitty(case: Case) -> None:
    won = case["attackers_win_last_trick"]
    mine = oracle.kitty(case["kitty_points"], case["largest_unit"], won)
    assert mine == answer(case)["bonus_points"]


def short(level: str) -> str:
    return level.replace("10", "T")


@cases("advance")
def test_situation_advance(case: Case) -> None:
    levels = [short(level) for level in case["start_levels"]]
    mine = []
    for _round in range(case["repeat"]):
        for seat, level in enumerate(levels):
            landlord = seat in case["landlord_team"]
            gain = case["landlord_levels" if landlord else "attacker_levels"]
            levels[seat] = oracle.advance(level, gain, landlord)
        mine.append(list(levels))
    assert mine == [
        [short(level) for level in row] for row in answer(case)["levels_after_each_round"]
    ]


@cases("deck")
def test_situation_deck(case: Case) -> None:
    pack = oracle.pack()
    assert {"cards": len(pack), "points": oracle.points(pack)} == answer(case)


@cases("bids")
def test_situation_bids(case: Case) -> None:
    before = [Bid(b["player"], card(b["card"]), b["count"]) for b in case["previous_bids"]]
    found = oracle.bids(case["player"], case["level"], cards(case["hand"]), before)
    assert found == {Bid(case["player"], card(b[0]), b[1]) for b in answer(case)["valid"]}


@cases("bid_sequence")
def test_situation_bid_sequence(case: Case) -> None:
    made: list[Bid] = []
    for seat, shown, count, accepted in case["bids"]:
        bid = Bid(seat, card(shown), count)
        assert oracle.may_bid(bid, case["level"], cards(case["hands"][seat]), made) is accepted
        made += [bid] if accepted else []


# ----------------------------------------------------------------------------------- the cards


def test_the_table_of_phi() -> None:
    def phis(text: str, trump: str) -> list[int]:
        return [oracle.phi(card, read_trump(trump)) for card in c(text)]

    assert phis("RJ BJ H5 C5 D5 S5 HA H2 CA C2", "H5") == [28, 27, 26, 25, 25, 25, 24, 13, 12, 1]
    assert phis("RJ BJ H5 C5 HA H2 H6", "O5") == [16, 15, 14, 14, 12, 1, 4]
    assert phis("RJ BJ HA H2", "O-") == [16, 15, 13, 1]


def test_text_of_cards_and_trumps() -> None:
    assert c("S5 STRJ BJ") == ("S5", "ST", "RJ", "BJ")
    for wrong in ("S1", "S", "XJ"):
        with pytest.raises(ValueError, match="no card"):
            read_cards(wrong)
    with pytest.raises(ValueError, match="no trump"):
        read_trump("R2")
    with pytest.raises(ValueError, match="3 times in 2 packs"):
        oracle.lead_parts(c("H5H5H5"), S2)


def test_leads_are_taken_apart() -> None:
    def sizes(text: str, options: Options = STANDARD) -> list[int]:
        return [len(part) for part in oracle.lead_parts(c(text), S2, options)]

    assert sizes("HQHQHKHKHA") == [4, 1]
    assert sizes("SASAC2C2D2D2S2S2") == [6, 2]
    assert sizes("SASAC2C2D2D2S2S2", Options(chain="suits")) == [2, 2, 2, 2]
    assert sizes("H3H3H3H4H4", Options(packs=3)) == [4, 1]
    assert sizes("S2S2BJBJRJRJ") == [6]
    with pytest.raises(ValueError, match="several suits"):
        sizes("H3S3")


# ------------------------------------------------------------------------------ the follow duty


@pytest.mark.parametrize(
    ("hand", "owed"),
    [
        ("H6H6H7H7H8H8HTHT", (3,)),
        ("H6H6H7H7HTHTHQHQ", (2, 1)),
        ("H6H6H8H8HTHTHQHQ", (1, 1, 1)),
        ("H6H6H7H7HTHJHQHK", (2,)),
        ("H6H6H8H8HTHJHQHK", (1, 1)),
        ("H6H6H8H9HTHJHQHK", (1,)),
        ("H6H7H8H9HTHJHQHK", ()),
    ],
)
def test_what_a_tractor_of_three_pairs_asks(hand: str, owed: tuple[int, ...]) -> None:
    assert best("H3H3H4H4H5H5", hand) == owed


def test_what_throws_ask() -> None:
    assert best("HAHKHQ", "H6H6H7H7") == ()
    assert best("HAHAHQHQ", "H6H6H7H7") == (1, 1)
    assert best("H4H4H5H5H6H6H8H8H9H9", "H3H3H7H7HTHTHJHJHQHQHAHA") == (3, 1, 1)
    assert best("H3H3H4H4H5H5", "H6H6H7H7H8H8HTHT", options=PAIRS_ONLY) == (1, 1, 1)
    assert best("H3H3H4H4H5H5", "H6H6H7H7H8H8HTHT", options=Options(duty="suit")) == ()


def test_longer_blocks_are_cut_to_fit_the_parts() -> None:
    assert best("H3H3H4H4H6H6H7H7", "H8H8H9H9HTHTHJHJ") == (2, 2)
    assert best("H3H3H4H4H6H6", "H8H8H9H9HTHTHJHJ") == (2, 1)


def test_refusals_name_the_part_of_the_duty() -> None:
    lead, hand = "H3H3H4H4", "H6H6H7H7HJHQC5S3"
    assert broken(lead, hand, "H6H6H7H7") == ""
    assert broken(lead, hand, "H6H6H7HJ") == "F2"
    assert broken(lead, hand, "H6H6H7C5") == "F1"
    assert broken(lead, hand, "H6H6H7H7HJ") == "count"
    assert broken(lead, hand, "H6H6H8H8") == "held"
    assert broken(lead, hand, "H6H6H7HJ", options=Options(duty="suit")) == ""
    ruling = oracle.rule(c(lead), c(hand), c("H6H6H7HJ"), S2)
    assert (ruling.owed, ruling.given, ruling.missing) == ((2,), (1,), 2)


def test_a_tractor_of_rank_cards_is_owed_only_where_they_chain() -> None:
    lead, hand = "S3S3S4S4", "SASAD2D2S9S9"
    assert broken(lead, hand, "S9S9D2D2") == "F2"
    assert broken(lead, hand, "S9S9D2D2", options=Options(chain="suits")) == ""


def test_three_equal_cards_are_a_pair_and_a_single() -> None:
    three = Options(packs=3)
    assert best("H3H3H4H4", "H6H6H6H7H7H7HJ", options=three) == (2,)
    assert best("H3H3H3", "H6H6H6H7H7", options=three) == (1,)
    assert broken("H3H3H3", "H6H6H6H7H7", "H6H6H7", options=three) == ""


def test_legal_plays_are_counted_as_choices_of_cards() -> None:
    assert oracle.n_legal(c("H3H3"), c("H5H5H6H6H7"), S2) == 2
    assert oracle.n_legal(c("H3"), c("H5H5H6"), S2) == 2
    assert oracle.n_legal(c("H3H4"), c("H5C6C6D7"), S2) == 2
    assert list(oracle.legal_plays(c("H3"), c("C5S6"), S2)) == [("C5",), ("S6",)]


# ------------------------------------------------------------- the follow duty, in another way


def services(pairs: tuple[str, ...], parts: tuple[int, ...], room: int) -> set[tuple[int, ...]]:
    """Return the profiles of all services, filling the lead's parts one after another.

    ``room`` is what is still free in the first part; pairs of hearts, main suit and rank S2.
    """
    if not parts:
        return {()}
    found = services(pairs, parts[1:], parts[1] if len(parts) > 1 else 0)
    for low in range(len(pairs)):
        for high in range(low + 1, min(len(pairs), low + room) + 1):
            block = pairs[low:high]
            heights = [oracle.RANKS.index(pair[1]) for pair in block]
            if heights == list(range(heights[0], heights[0] + len(block))):
                left = services(pairs[:low] + pairs[high:], parts, room - len(block))
                found |= {tuple(sorted((len(block), *rest), reverse=True)) for rest in left}
    return found


def random_hand(rng: Random, size: int, packs: int, suits: str = "H") -> Cards:
    """Draw cards of few ranks, so that pairs and tractors are common."""
    ranks = rng.sample("3456789TJQKA", min(12, size // packs + rng.randrange(1, 4)))
    pool = [suit + rank for suit in suits for rank in ranks for _pack in range(packs)]
    return tuple(rng.sample(pool, min(size, len(pool))))


def random_lead(rng: Random, packs: int) -> Cards:
    return random_hand(rng, rng.randrange(1, 9), packs, "C")


def test_two_ways_to_find_what_is_owed_agree() -> None:
    rng = Random(7)
    for _round in range(150):
        parts = tuple(sorted(rng.randrange(1, 5) for _part in range(rng.randrange(1, 4)))[::-1])
        ranks = sorted(rng.sample(oracle.RANKS[1:], rng.randrange(0, 7)), key=oracle.RANKS.index)
        pairs = tuple("H" + rank for rank in ranks)
        mine = oracle.best(pairs + pairs, parts, S2)
        assert mine == max(services(pairs, parts, parts[0]))
        assert sum(mine) == min(sum(parts), len(pairs))


def hearts_for_clubs(cards: Cards) -> Cards:
    return tuple(card.translate(str.maketrans("HC", "CH")) for card in cards)


@pytest.mark.parametrize("packs", [2, 3])
def test_all_subsets_agree_with_the_list_and_the_count(packs: int) -> None:
    rng, options = Random(packs), Options(packs=packs)
    for _round in range(100):
        lead = hearts_for_clubs(random_lead(rng, packs))
        hand = random_hand(rng, 11, packs, "HC")
        left = Counter(lead)
        hand = tuple(card for card in hand if not left[card])
        if len(hand) < len(lead):
            continue
        plays = list(oracle.legal_plays(lead, hand, S2, options))
        assert set(plays) == oracle.legal_by_all_subsets(lead, hand, S2, options)
        assert len(plays) == len(set(plays)) == oracle.n_legal(lead, hand, S2, options) > 0
        swapped = hearts_for_clubs(lead), hearts_for_clubs(hand)
        assert oracle.n_legal(*swapped, S2, options) == len(plays)


def test_a_long_suit_is_counted() -> None:
    lead, hand = c("C3C3C4C4C5C5C7"), c("C6C6C8C8C9C9CTCQCQCACACKCJ")
    assert oracle.n_legal(lead, hand, S2) == len(list(oracle.legal_plays(lead, hand, S2))) > 0


# ---------------------------------------------------------------------------------- the throws


def test_a_lead_of_one_block_stands() -> None:
    assert throw("H3", "HA", "HK", "HQ").stands
    assert throw("H3H3H4H4", "HAHAHKHK", "C3", "C4").stands


def test_the_smallest_beaten_part_is_forced() -> None:
    lead, others = "HKHKHQHQHJH5", ("HAHA", "HTHT", "C3C4")
    assert throw(lead, *others) == (False, (("H5",),), 2, 5, 0)
    assert throw("HAHTHTH3H3", "H5H5", "HJHJ", "C3")[1:4] == ((("H3", "H3"),), 2, 3)
    assert throw("HAHJHJ", "HKHKHQHQ", "H5", "C3")[1:3] == ((("HJ", "HJ"),), 2)


def test_no_seat_borrows_from_another_and_no_trump_beats_a_plain_part() -> None:
    assert throw("HAHJHJ", "HK", "HK", "S3S3SA").stands


def test_the_leader_chooses_between_rank_cards_of_one_height() -> None:
    assert throw("C2D2", "S2", "H3", "H4").forced == (("C2",), ("D2",))
    assert throw("C2C2D2", "S2", "H3", "H4").forced == (("D2",),)
    sets = throw("SASAC2C2D2D2", "S2S2", "H3", "H4").forced
    assert sets == (("C2", "C2"), ("D2", "D2"))


def test_forced_part_and_penalty_are_options() -> None:
    lead, others = "HAHJHJ", ("HKHK", "H5", "C3")
    lowest = Options(forced="lowest", penalty=10)
    assert throw(lead, *others, options=lowest) == (False, (("HA",),), 0, 2, 10)


def test_the_first_seat_or_the_largest_part_decides_by_option() -> None:
    lead, others = "H3H3H5H5HQ", ("H4H4", "HAHKHK", "H9")
    assert throw(lead, *others).forced == (("HQ",),)
    assert throw(lead, *others, options=Options(forced="first")).forced == (("H3", "H3"),)
    assert throw(lead, *others, options=Options(forced="largest")).forced == (("H3", "H3"),)
    one = throw(lead, "HAHKHK", "H4H4", options=Options(forced="first"))
    assert (one.forced, one.forced_by, one.taken_back) == ((("HQ",),), 2, 4)
    tractor = throw("H3H3H4H4HQHJHJ", "HAHKHK", "H8H8H9H9", options=Options(forced="largest"))
    assert (tractor.forced, tractor.forced_by) == ((("H3", "H3", "H4", "H4"),), 3)


def test_seats_are_alike_to_a_throw() -> None:
    rng = Random(3)
    for _round in range(80):
        pool = [suit + rank for suit in "HC" for rank in "56789TJQKA"] * 2
        drawn = rng.sample(pool, 32)
        hands = [tuple(drawn[at : at + 8]) for at in range(0, 32, 8)]
        lead = oracle.of_partition(hands[0], "H", S2)
        if lead:
            one = oracle.throw(hands, lead, S2)
            other = oracle.throw([hands[0], hands[2], hands[3], hands[1]], lead, S2)
            assert (one.stands, one.forced) == (other.stands, other.forced)


# ----------------------------------------------------------------------------------- the trick


def test_the_page_s_anchors() -> None:
    s5 = read_trump("S5")
    assert wins("H5", "C5", "D5", "S2", trump=s5) == 1
    assert wins("H2", "H5", "C5", "S5", trump=s5) == 4
    assert wins("HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6", trump=S2) == 2


def test_the_cutting_that_took_is_the_one_with_the_higher_cards_in_the_smaller_parts() -> None:
    cuttings = [((4, 14), (2, 15)), ((4, 15), (2, 13))]
    assert max(cuttings, key=oracle.by_small_parts) == cuttings[0]
    assert oracle.by_small_parts(((4, 9), (4, 5), (2, 7), (1, 3), (1, 2))) == [[2, 3], [7], [9, 5]]
    c7, plays = read_trump("C7"), ("H9H9HQHK", "S7S7C5C5", "D7D7CJCQ", "CACABJBJ")
    for against, right in (("all", 2), ("taken", 4)):
        options = Options(over="every", against=against)  # type: ignore[arg-type]
        assert oracle.winner([c(play) for play in plays], c7, options) == right


def test_by_length_the_first_part_that_differs_decides() -> None:
    options = Options(over="length")
    assert oracle.higher(((2, 9), (1, 3)), ((2, 8), (1, 20)), options)
    assert not oracle.higher(((2, 9), (1, 30)), ((2, 9), (1, 3)), options)
    assert oracle.higher(((1, 9), (1, 4)), ((1, 9), (1, 3)), options)
    assert oracle.higher(((4, 9), (2, 4)), ((4, 9), (2, 3)), options)


def test_a_reply_must_fit_the_shape() -> None:
    assert wins("C3C3C4C4", "C5C5C7C7", "H3H3H5H5", "CACAC8C8") == 1
    assert wins("C3C3C4C4", "H3H3H4H4", "H5H5H6H6", "C5C5C6C6") == 3
    assert wins("C3C3C6C6", "H3H3H4H4", "DAD2D3D4", "C8C8C9C9") == 2
    assert wins("SASAC2C2D2D2S2S2", "H3H4H5H6H7H8H9HT", "D3" * 8, "D4" * 8, trump=S2) == 1


def test_two_tractors_through_rank_pairs_of_one_height_fit() -> None:
    lead, reply = "H3H3H4H4H6H6H7H7", "SASAC2C2D2D2S2S2"
    none = "D3D4D5D6D7D8D9DT"
    assert wins(lead, reply, none, none, trump=S2) == 2
    assert wins(lead, reply, none, none, trump=S2, options=Options(chain="suits")) == 1


@pytest.mark.parametrize(
    ("over", "pair_and_single", "singles"),
    [("largest", 3, 2), ("honour", 3, 3), ("every", 2, 2), ("top", 3, 3)],
)
def test_over_trumping_by_option(over: Any, pair_and_single: int, singles: int) -> None:
    options = Options(over=over)
    assert wins("SASKSK", "H9H4H4", "H5HJHJ", "D3D4D5", options=options) == pair_and_single
    assert wins("C4C6", "H3H4", "BJH3", "D3D4", options=options) == singles


def test_the_top_card_need_not_be_in_the_largest_part() -> None:
    plays = "SASKSK", "H9H9H4", "HAH5H5", "D3D4D5"
    assert wins(*plays) == 2
    assert wins(*plays, options=Options(over="top")) == 3


def random_trick(rng: Random, trump: Trump) -> list[Cards]:
    """Deal a small trick of hearts and spades, each play of one suit."""
    suits = rng.choices("HS", k=4)
    size = rng.randrange(1, 6)
    plays: list[Cards] = []
    for suit in suits:
        pool = [suit + rank for rank in "26789TJQKA"] * 2
        if oracle.partition(suit + "3", trump) == oracle.TRUMP:
            pool += ["D2", "D2", "C2", "C2", "BJ", "BJ"]
        kept = [card for card in pool if sum(plays, ()).count(card) < 2]
        plays.append(tuple(rng.sample(kept, size)))
    return plays


def test_the_honour_option_is_the_judge_s_rule() -> None:
    rng, judge = Random(5), Options(over="honour")
    seen: Counter[int] = Counter()
    for _round in range(1500):
        plays = random_trick(rng, S2)
        if oracle.lead_fault(plays[0], S2):
            continue
        right, _honours = judge_trick([list(play) for play in plays], *S2)
        assert oracle.winner(plays, S2, judge) == right + 1
        seen[right] += 1
    assert min(seen[seat] for seat in range(4)) > 40


SWAP = str.maketrans("HCDS", "CDSH")


def renamed(cards: Cards) -> Cards:
    return tuple(
        card if card in oracle.JOKERS else card[0].translate(SWAP) + card[1] for card in cards
    )


@pytest.mark.parametrize("over", ["largest", "honour", "every", "length", "top"])
def test_names_of_suits_do_not_matter_to_a_trick(over: Any) -> None:
    rng, options = Random(11), Options(over=over)
    for _round in range(300):
        plays = random_trick(rng, S2)
        if oracle.lead_fault(plays[0], S2):
            continue
        mine = oracle.winner(plays, S2, options)
        assert oracle.winner([renamed(play) for play in plays], H2, options) == mine


# ---------------------------------------------------------------------------- kitty and levels


def test_kitty_options() -> None:
    assert [oracle.kitty(10, size, True) for size in (1, 2, 4, 6)] == [20, 40, 80, 120]
    assert oracle.kitty(10, 4, True, Options(kitty="power")) == 160
    assert oracle.kitty(10, 4, True, Options(kitty="lead"), led=7) == 140
    assert oracle.kitty(10, 4, True, Options(kitty="fixed", kitty_factor=2)) == 20


def test_ranks_to_defend() -> None:
    assert oracle.advance("K", 3, landlord=True) == "A"
    assert oracle.advance("A", 1, landlord=True) == "won"
    assert oracle.advance("A", 3, landlord=False) == "A"
    tens = Options(defend="TA")
    assert oracle.advance("9", 3, landlord=True, options=tens) == "T"
    assert oracle.advance("T", 2, landlord=True, options=tens) == "Q"
    assert oracle.advance("T", 2, landlord=False, options=tens) == "T"


def test_bids_rise_strictly() -> None:
    hand = c("C2C2D2D2BJBJ")
    assert not oracle.may_bid(Bid(0, "D2", 2), "2", hand, [Bid(1, "C2", 2)])
    assert oracle.may_bid(Bid(0, "D2", 2), "2", hand, [Bid(1, "C2", 1)])
    assert not oracle.may_bid(Bid(0, "D2", 1), "2", hand, [Bid(1, "C2", 1)])
    assert not oracle.may_bid(Bid(0, "D2", 2), "2", hand, [Bid(0, "C2", 1)])
