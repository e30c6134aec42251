"""The referees of Rummikub, rami and gin: whole matches by chance, and records that break a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from tests.oracles import rummy_games_gin_deals as gin
from tests.oracles import rummy_games_rami_deals as rami
from tests.oracles import rummy_games_rummikub as rummikub
from tests.oracles.rummy_games_gin import rules_of as rules_of_gin
from tests.oracles.rummy_games_rami import rules_of as rules_of_rami
from tests.oracles.rummy_games_turns import rules_of as rules_of_rummikub

MOST_MOVES = 478
"""The most moves of a deal of Rummikub without penalties, by the page."""

RUMMIKUB = [
    "rummikub seats=2",
    "rummikub seats=3 joker=free deals=2",
    "rummikub seats=4 joker=locked match=wins",
    "rummikub seats=4 same=no opening=50 pool=stop",
    "rummikub seats=2 group_joker=both penalty=10",
]
RAMI = [
    "rami51 seats=2 deals=2",
    "rami51 seats=3 deals=2 set_joker=both raise=yes",
    "rami71 seats=4 to=60",
    "rami101 seats=5 deals=1 out=free joker_out=no",
    "romme seats=3 to=60",
    "rami51 seats=2 deals=2 opening=0 pure=no pile=deep jokers=0 score=melded",
    "rami51 seats=4 deals=1 stock=void opening=90",
    "rami71 seats=2 deals=1 draws=20",
]
GIN = [
    "gin seats=2",
    "gin seats=2 to=60 big=31 shutout=game",
    "gin seats=2 to=40 columns=3 oklahoma=yes ace_upcard=1 spades=2 spade_boxes=2 dealer=turns",
    "gin seats=4 to=60 layoff=ask",
    "gin seats=2 to=60 ace=corner ace_points=15 gin_layoff=yes tie=knocker layoff=ask",
    "gin seats=2 to=60 cards=7 dealer=winner gin_boxes=2 undercut_boxes=1",
]


# ----------------------------------------------------------------------------- matches by chance


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", RUMMIKUB)
def test_matches_of_rummikub_by_chance_are_in_order(table: str, exhaustive: bool) -> None:
    for seed in range(20 if exhaustive else 1):
        record = rummikub.play_out(seed, table, lateness=0.02 * (seed % 2))
        found = rummikub.referee(record)
        assert found.winners
        assert all(sum(deal) == 0 for deal in found.deals)
        if "late" not in record:
            assert max(found.moves) <= MOST_MOVES


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", RAMI)
def test_matches_of_rami_by_chance_are_in_order(table: str, exhaustive: bool) -> None:
    for seed in range(20 if exhaustive else 2):
        found = rami.referee(rami.play_out(seed, table))
        assert found.winners
        assert found.totals == tuple(map(sum, zip(*found.deals, strict=True)))


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", GIN)
def test_matches_of_gin_by_chance_are_in_order(table: str, exhaustive: bool) -> None:
    for seed in range(10 if exhaustive else 1):
        found = gin.referee(gin.play_out(seed, table))
        assert found.deals
        assert (None in found.finals) == ("to=" not in table)
        goal = int(table.partition("to=")[2].split()[0]) if "to=" in table else 0
        assert all(final is None or max(final) >= goal for final in found.finals)


@pytest.mark.parametrize(
    ("play_out", "table"),
    [(rummikub.play_out, RUMMIKUB[3]), (rami.play_out, RAMI[7]), (gin.play_out, GIN[0])],
)
def test_a_match_by_chance_follows_from_its_seed(
    play_out: Callable[[int, str], str], table: str
) -> None:
    assert play_out(1, table) == play_out(1, table) != play_out(2, table)


@pytest.mark.parametrize("seed", range(12))
def test_a_record_with_a_line_moved_or_lost_is_refused(seed: int) -> None:
    """A lost or doubled draw or discard, or two lines changed about, leave no legal record."""
    rng = Random(seed)
    referee, wrong, record = [
        (rami.referee, rami.Wrong, rami.play_out(seed, "rami71 seats=3 deals=1")),
        (gin.referee, gin.Wrong, gin.play_out(seed, "gin seats=2")),
    ][seed % 2]
    lines = record.splitlines()
    at = rng.randrange(2, len(lines))
    for broken in (
        [*lines[:at], *lines[at + 1 :]],
        [*lines[:at], lines[at], *lines[at:]],
        lines[:-1],
        [*lines, lines[-1]],
    ):
        with pytest.raises((wrong, ValueError)):
            referee("\n".join(broken))


# ------------------------------------------------------------------------------------- Rummikub

RACKS = (
    "k1 k2 k3 k4 k10 k11 k12 r1 r5 b1 b2 o1 o2 j",
    "k5 k6 k7 k8 r10 r11 r12 r13 b5 b6 o5 o6 o7 j",
)


def rummikub_record(*moves: str, options: str = "") -> str:
    return "\n".join([f"rummikub seats=2 {options}", "deal " + " / ".join(RACKS), *moves])


def test_what_a_referee_of_rummikub_takes() -> None:
    found = rummikub.referee(rummikub_record("table:k10k11k12", "draw:k9", "late:r2r3r4"))
    assert found.deals == ()
    assert found.winners is None
    assert found.moves == (3,)


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (["table:k1k2k3"], "opening-short"),
        (["table:k1k2k3k4/k10k11"], "not-a-set"),
        (["table:k10k11k12", "table:k10k11"], "table-tile-gone"),
        (["pass"], "nobody passes"),
        (["draw:j"], "1 tiles of the pool"),
        (["draw:k9k13"], "1 tiles of the pool"),
        (["late:k9"], "3 tiles of the pool"),
        (["late"], "3 tiles of the pool"),
        (["fold"], "is no move"),
        (["deal " + " / ".join(RACKS)], "no deal begins"),
    ],
)
def test_what_breaks_a_rule_of_rummikub(moves: list[str], words: str) -> None:
    with pytest.raises(rummikub.Wrong, match=words):
        rummikub.referee(rummikub_record(*moves))


def test_racks_are_of_the_box() -> None:
    with pytest.raises(rummikub.Wrong, match="14 tiles of the box"):
        rummikub.referee(rummikub_record().replace("k2 k3", "k1 k1"))
    with pytest.raises(rummikub.Wrong, match="there are 2 racks"):
        rummikub.referee(f"rummikub seats=2\ndeal {RACKS[0]}")
    with pytest.raises(rummikub.Wrong, match="nothing is dealt"):
        rummikub.referee("rummikub seats=2\npass")


def end_of_pool(**options: object) -> rummikub.Deal:
    """A deal with one tile left in the pool, seat 0 to move."""
    rules = rules_of_rummikub(options)
    deal = rummikub.Deal.of([rack.split() for rack in RACKS], 0, rules)
    deal.pool = Counter(["k13"])
    return deal


def test_all_pass_in_a_row_and_the_last_tile() -> None:
    deal = end_of_pool()
    for move in ("draw:k13", "table:r10r11r12r13", "pass", "late"):
        assert not deal.is_over
        deal.play(move)
    assert deal.is_over
    assert deal.scores() == [85 - 98, 98 - 85]
    stopped = end_of_pool(pool="stop")
    stopped.play("late:k13")
    assert stopped.is_over
    with pytest.raises(rummikub.Wrong, match="is over"):
        stopped.play("pass")


def test_a_match_by_wins_and_ties() -> None:
    rules = rules_of_rummikub({"deals": 3, "match": "wins"})
    deals = []
    for out, left in ((0, ["k1"]), (0, ["k1"]), (1, ["k13", "r13"])):
        deal = end_of_pool()
        deal.racks = [Counter(left), Counter(left)]
        deal.racks[out] = Counter()
        deals.append(deal)
    assert rummikub.outcome(2, rules, deals).totals == (-24, 24)
    assert rummikub.outcome(2, rules, deals).winners == (0,)
    by_points = rules_of_rummikub({"deals": 3})
    assert rummikub.outcome(2, by_points, deals).winners == (1,)
    assert rummikub.lowest_rack([Counter(["k4"]), Counter(["k1", "r3"])], 1) == 0
    assert rummikub.lowest_rack([Counter(["k4"]), Counter(["r4"])], 1) == 1


# ----------------------------------------------------------------------------------------- rami

HANDS = (
    "HT HJ HQ S9 D9 C9 C2 C5 D7 S4 D3 C8 JK",
    "SA S2 S5 S7 ST SJ D2 D5 DT DJ C3 C6 CK",
)


def rami_record(*moves: str, options: str = "deals=1", begins: int = 0) -> str:
    first = f"rami51 seats=2 {options}"
    return "\n".join([first, f"deal {begins} | {' / '.join(HANDS)} | H2", *moves])


OPENED = ("stock:HK", "open:HTHJHQ/S9D9C9", "C2", "stock:H3", "H3")


def test_a_deal_of_rami_to_its_end() -> None:
    turns = [*OPENED]
    for own, other in (("C5", "SA"), ("D7", "S2"), ("S4", "S5"), ("D3", "S7"), ("C8", "ST")):
        turns += [f"stock:{own}", own, f"stock:{other}", other]
    done = ["stock:H8", "add:HK@1", "add:[9]@2"]
    deal = rami.Deal.of(rules_of_rami("rami51"), [hand.split() for hand in HANDS], "H2", 0)
    for move in [*turns, *done]:
        deal.play(move)
    assert not deal.is_over
    assert "".join(deal.table[0]) == "HTHJHQHK"
    assert "".join(deal.table[1]) == "S9D9C9[9]"


def test_rami_sec_scores_by_the_table_before() -> None:
    rules = rules_of_rami("rami51")
    hand = ["H2", "H3", "JK", "S3", "D3", "C3", "CA", "C2", "JK", "S2", "D2", "C2", "H2"]
    deal = rami.Deal.of(rules, [hand, HANDS[1].split()], "H8", 0)
    for move in ("stock:SK", "open:H2H3[H4]/S3D3C3/CAC2[C3]/S2D2C2H2", "SK"):
        deal.play(move)
    assert deal.sec
    assert deal.scores() == [-50, 100]


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (["C2"], "draw-first"),
        (["pile"], "pile-too-early"),
        (["stock:H2"], None),
        (["stock:JK", "lay:HTHJHQ"], "not-open"),
        ([*OPENED, "pile", "C5"], "owed"),
        ([*OPENED, "stock:HA", "add:HA@1"], "does-not-fit"),
        ([*OPENED, "stock:HA", "add:HA@3"], "no-such-meld"),
        ([*OPENED, "stock:S2", "open:HTHJHQ"], "open-already"),
        (["stock:SA", "C2", "stock:SA"], "not in the stock"),
        ([*OPENED, "stock:HA"], "not-ended"),
        (["deal 0 | H2 / H3 | H4"], "no deal begins"),
    ],
)
def test_what_breaks_a_rule_of_rami(moves: list[str], words: str | None) -> None:
    with pytest.raises(rami.Wrong, match=words or "not-ended"):
        rami.referee(rami_record(*moves))


def test_hands_of_rami_are_of_the_packs() -> None:
    with pytest.raises(rami.Wrong, match="more copies"):
        rami.referee(rami_record().replace("S2 S5 S7", "HT HT HT"))
    with pytest.raises(rami.Wrong, match="hand 0 has 12"):
        rami.referee(rami_record().replace("HT HJ", "HJ"))
    with pytest.raises(rami.Wrong, match="unless the first seat has one more"):
        rami.referee(rami_record(options="start=extra"))
    with pytest.raises(rami.Wrong, match="two to five seats"):
        rami.referee("rami51 seats=6")


def test_the_next_seat_begins_the_next_deal() -> None:
    void = rami_record("stock:HK", "HK", options="draws=1")
    assert rami.referee(void).deals == ((0, 0),)
    again = rami_record("stock:HK", "HK", options="draws=1").splitlines()[1:]
    with pytest.raises(rami.Wrong, match="next seat in turn begins"):
        rami.referee("\n".join([void, *again]))
    second = "\n".join([void, *again]).replace("deal 0", "deal 1", 2).replace("deal 1", "deal 0", 1)
    assert rami.referee(second).deals == ((0, 0), (0, 0))


def test_the_pile_is_turned_when_the_stock_is_spent() -> None:
    rules = rules_of_rami("rami51")
    deal = rami.Deal.of(rules, [hand.split() for hand in HANDS], "H2", 0)
    deal.stock, deal.pile[:] = Counter(["HK"]), ["H5", "H6", "H2"]
    for move in ("stock:HK", "HK", "stock:H5", "H5"):
        deal.play(move)
    assert not deal.is_over
    assert deal.pile == ["HK", "H5"]
    assert sorted(deal.stock) == ["H2", "H6"]
    void = rami.Deal.of(
        rules_of_rami("rami51", {"stock": "void"}), [h.split() for h in HANDS], "H2", 0
    )
    void.stock = Counter(["HK"])
    void.play("stock:HK")
    void.play("HK")
    assert void.is_void
    assert void.scores() == [0, 0]


# ------------------------------------------------------------------------------------------ gin

GIN_HANDS = "H3 H4 H5 S9 D9 C9 S2 S3 S4 DK / H6 H7 C2 DA DJ SQ SK C7 C5 CT"


def gin_record(*moves: str, options: str = "", upcard: str = "D6") -> str:
    return "\n".join([f"gin seats=2 {options}", f"deal 1 | {GIN_HANDS} | {upcard}", *moves])


KNOCK = "knock:DK:H3H4H5,S9D9C9,S2S3S4"


def test_a_deal_of_gin_to_its_end() -> None:
    found = gin.referee(gin_record("pile", KNOCK))
    assert found.deals == ((0, 55 - 6, 1),)
    left = gin.referee(gin_record("pass", "pass", "stock:D3", KNOCK))
    assert left.deals == ((0, 55 - 3, 1),)


def test_the_defender_is_asked_what_it_lays_off() -> None:
    asked = gin_record("pile", KNOCK, options="layoff=ask")
    with pytest.raises(gin.Wrong, match="inside a deal"):
        gin.referee(asked)
    assert gin.referee(asked + "\nshow:").deals == ((0, 68 - 6, 1),)
    assert gin.referee(asked + "\nshow::H6@1").deals == ((0, 62 - 6, 1),)
    assert gin.referee(asked + "\nshow::H6@1,H7@1").deals == ((0, 55 - 6, 1),)
    for line, words in (("show::H7@1", "does not fit"), ("show:H6H7C5:", "no-meld")):
        with pytest.raises(gin.Wrong, match=words):
            gin.referee(f"{asked}\n{line}")


@pytest.mark.parametrize(
    ("moves", "options", "words"),
    [
        (["DK"], "", "begins with a draw"),
        (["stock:D3"], "", "nobody may stock"),
        (["pass", "pass", "pile"], "", "nothing may be taken"),
        (["pass", "pass", "pass"], "", "nobody may pass"),
        (["pile", "D6"], "", "just been taken"),
        (["pile", "pile"], "", "a draw already"),
        (["pile", "H6"], "", "not in the hand"),
        (["pile", "knock:DK:H3H4H5,S9D9C9"], "", "too-much-deadwood"),
        (["pile", "knock:DK:H3H4H5,S9D9C9,S2S3S5"], "", "no-meld"),
        (["pile", KNOCK], "knock=5", "too-much-deadwood"),
        (["pile", "big:H3H4H5"], "", "no big gin"),
        (["pile", KNOCK, "C2"], "", "no deal to move in"),
        (["show:"], "", "is no move"),
    ],
)
def test_what_breaks_a_rule_of_gin(moves: list[str], options: str, words: str) -> None:
    with pytest.raises(gin.Wrong, match=words):
        gin.referee(gin_record(*moves, options=options))


def test_an_upcard_that_comes_back_may_be_taken() -> None:
    deal = gin.Deal.of(rules_of_gin(), [hand.split() for hand in GIN_HANDS.split("/")], "D6", 1)
    for move in ("pile", "DK", "pile", "CT", "pile", "D6", "pile"):
        deal.play(move)
    assert deal.hands[1]["D6"] == 1


def test_turns_from_the_pile_alone_and_the_end_of_the_stock_void_a_deal() -> None:
    idle = gin_record("pile", "DK", "pile", "CT", options="idle=2")
    assert gin.referee(idle).deals == ((None, 0, 0),)
    deal = gin.Deal.of(rules_of_gin(), [hand.split() for hand in GIN_HANDS.split("/")], "D6", 1)
    deal.stock = Counter(["D2", "D3", "D4"])
    for move in ("pass", "pass", "stock:D2", "D2"):
        deal.play(move)
    assert deal.result == gin.VOID


def test_who_deals_next() -> None:
    won = ["pile", KNOCK]
    for options, dealer in (("", 1), ("dealer=winner", 0), ("dealer=turns", 0)):
        record = gin_record(*won, options=f"to=100 {options}")
        again = f"deal {dealer} | {GIN_HANDS} | D6"
        with pytest.raises(gin.Wrong, match="inside a deal"):
            gin.referee(f"{record}\n{again}")
        with pytest.raises(gin.Wrong, match=f"seat {dealer} deals"):
            gin.referee(f"{record}\ndeal {1 - dealer} | {GIN_HANDS} | D6")


def test_partners_move_their_deals_by_turns() -> None:
    deals = [f"deal 1 | {GIN_HANDS} | D6"] * 2
    first = ["gin seats=4", *deals, "0 pile", "1 pass", f"0 {KNOCK}", "1 pile", "1 SQ", "1 pile"]
    assert gin.referee("\n".join([*first, f"1 {KNOCK}"])).deals == ((0, 49 + 41, 1),)
    with pytest.raises(gin.Wrong, match="by turns"):
        gin.referee("\n".join([*first[:4], f"0 {KNOCK}"]))
    with pytest.raises(gin.Wrong, match="two or four seats"):
        gin.referee("gin seats=3")
