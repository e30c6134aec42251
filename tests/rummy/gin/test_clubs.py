"""Gin as clubs play it: the contract, whole matches under the oracle's referee, and clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from suitwise.errors import IllegalMove, NotationError
from suitwise.game import CHANCE, OVER, State, load
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.monte_carlo import MonteCarloGin
from suitwise.rummy.gin.players.net import Trained
from suitwise.rummy.gin.players.rule_based import GinPlayer, GreedyGinPlayer
from suitwise.rummy.gin.rules.deadwood import bits_of, cards_of
from suitwise.rummy.gin.rules.moves import GinMove, parse_spread
from suitwise.rummy.gin.rules.showdown import layoffs_of
from suitwise.rummy.gin.sheet import finals
from suitwise.rummy.gin.state import GinState
from suitwise.seeds import SeededSource
from suitwise.testing import CHECKS, Trial, name_of
from tests.contract import hold, leave_out_turns, leave_out_worlds
from tests.oracles import rummy_games_gin_deals as oracle
from tests.rummy.gin.clubs import deal_line, table_line, text_of

CLUBS = {
    "gin(knock=60,ace=corner,ace_points=15,gin_layoff=yes,tie=knocker,layoff=ask)": (1, 5),
    "gin(to=25,deals=4,oklahoma=yes,ace_upcard=1,spades=2,spade_boxes=2,columns=3)": (1, 3),
    "gin(knock=60,cards=7,ace=both,spades=2)": (1, 4),
}
"""The variants that are held against the contract: how many games, and a seed of short ones."""
OTHERS = list(CLUBS)[1:]

TABLES = [
    "gin",
    "gin(to=60,big=31,shutout=no)",
    "gin(to=40,columns=3,oklahoma=yes,ace_upcard=1,spades=2,spade_boxes=2,dealer=turns,shutout=all)",
    "gin(to=60,ace=corner,ace_points=15,gin_layoff=yes,tie=knocker,layoff=ask,shutout=points)",
    "gin(to=60,cards=7,dealer=winner,gin_boxes=2,undercut_boxes=1)",
    "gin(to=60,ace=both,layoff=ask,big=31,declare=yes)",
    "gin(to=60,oklahoma=yes,columns=3,knock=0)",
]
"""The variants of whole matches that the referee follows."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("variant", CLUBS)
def test_gin_of_clubs_keeps_the_contract(
    variant: str, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    if variant in OTHERS:
        leave_out_worlds(variant, check, exhaustive)
    leave_out_turns(variant, check, OTHERS, exhaustive)
    games, seed = CLUBS[variant]
    hold(check, Trial(load(variant), games, seed), exhaustive)


# --- Whole matches --------------------------------------------------------------------------------


def played(game: Gin, seed: int) -> tuple[str, GinState]:
    """Return the record of a match as the oracle writes it, and the last position."""
    rng, source = Random(seed), SeededSource(seed=seed, stream=0)
    state, lines = game.start(), [table_line(game)]
    while state.turn != OVER:
        if state.turn == CHANCE:
            move = state.chance_move(source)
        elif rng.random() < 0.1:
            move = rng.choice(list(state.moves()))
        else:
            move = GreedyGinPlayer()(state)
        after = state.followed_by(move)
        line = text_of(state, move, after)
        if after.phase == "first" and state.phase == "deal":
            line = deal_line(after)
        lines += [line] if line else []
        state = after
    return "\n".join(lines), state


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", TABLES)
def test_the_referee_of_the_page_finds_matches_in_order_and_the_same_finals(
    table: str, exhaustive: bool
) -> None:
    game = load(table)
    assert isinstance(game, Gin)
    for seed in range(72 if exhaustive else 1):
        record, end = played(game, seed)
        found = oracle.referee(record)
        if game.to:
            assert found.finals == tuple(finals(game, column) for column in end.sheet)
            leads = sum(one - other for one, other in found.finals)  # type: ignore[misc]
            assert end.returns() == (leads, -leads)
            assert end.deals + 1 == len(found.deals)
        else:
            ((side, points, _),) = found.deals
            assert end.totals == (points * (side == 0), points * (side == 1))


FOLLOWED = [
    "gin seats=2 to=60 shutout=game",
    "gin seats=2 to=40 columns=3 oklahoma=yes ace_upcard=1 spades=2 spade_boxes=2 dealer=turns",
    "gin seats=2 to=60 ace=corner ace_points=15 tie=knocker layoff=ask shutout=points",
    "gin seats=2 to=60 cards=7 dealer=winner gin_boxes=2 undercut_boxes=1 gin_layoff=yes layoff=ask",
]
"""First lines of records that the oracle plays."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", FOLLOWED)
def test_the_game_follows_matches_that_the_oracle_plays(line: str, exhaustive: bool) -> None:
    for seed in range(50 if exhaustive else 1):
        record = oracle.play_out(seed, line)
        end = followed(record)
        found = tuple(finals(end.variant, column) for column in end.sheet)
        assert (end.turn, found) == (OVER, oracle.referee(record).finals)


def followed(record: str) -> GinState:
    """Return the last position of a match of the oracle, each move made by its text.

    Seat 1 deals first here: where it does not there, seats change places.
    """
    table, *lines = record.splitlines()
    options = dict(word.split("=") for word in table.split()[2:]) | {"declare": "yes"}
    options.setdefault("shutout", "no")
    game = load(f"gin({','.join(map('='.join, options.items()))})")
    assert isinstance(game, Gin)
    state = game.start()
    if lines[0].split()[1] == "0":
        state = replace(state, seat=1, dealer=0)
    for line in lines:
        for word in words_of(state, line):
            state = state.after(state.parse_move(word))
    return state


def words_of(state: GinState, line: str) -> Iterator[str]:
    """Yield the moves that a line of the oracle's record stands for."""
    name, _, rest = line.partition(":")
    if line.startswith("deal "):
        _, hands, upcard = line.split(" | ")
        first, second = (hand.split() for hand in hands.split(" / "))
        dealer = int(line.split()[1])
        yield from ["next"] if state.is_dealt_out else []
        for pair in zip(*((first, second) if dealer else (second, first)), strict=True):
            yield from pair
        yield upcard
    elif name == "stock":
        yield from ["stock"] if state.phase == "draw" else []
        yield rest
    elif name == "show":
        yield str(shown(state, *rest.split(":")))
    else:
        yield "big" if name == "big" else line


def shown(state: GinState, melds: str, layoffs: str) -> GinMove:
    """Return what a defender shows, its lay-offs with the numbers that a position gives the melds."""
    aces = state.variant.aces
    laid = bits_of(GinMove.parse(part[:2]).card for part in layoffs.split(",") if part)
    own = parse_spread(melds or "-", aces)
    return GinMove("show", -1, own, layoffs_of(state.spread, laid, aces))


# --- Clause by clause -----------------------------------------------------------------------------

MINE = "S2 S3 S4 H3 H4 H5 S9 D9 C9 SK SQ"
OTHER = "H6 H7 D2 D3 D4 C5 C6 C7 DQ DK"


def at(text: str, variant: Gin) -> GinState:
    """Read a position whose hands are in any order."""
    parts = text.split(" | ")
    parts[1:3] = [
        " ".join(map(str, cards_of(bits_of(GinMove.parse(word).card for word in hand.split()))))
        for hand in parts[1:3]
    ]
    return variant.parse(" | ".join(parts))


def knocking(variant: Gin, mine: str = MINE, other: str = OTHER) -> GinState:
    """Return a position in which seat 0 has drawn and may discard."""
    score = "0-0 0-0" if variant.columns == 1 else " / ".join(["0-0 0-0"] * 3)
    return at(f"discard 0 dealer 1 | {mine} | {other} | HQ 0.HK 1.HA | - / - | {score}", variant)


@pytest.mark.parametrize(
    ("upcard", "ace", "most"),
    [("D7", "gin", 7), ("HK", "gin", 10), ("DA", "gin", 0), ("DA", "1", 1)],
)
def test_the_upcard_limits_the_knock_in_oklahoma_and_stays_known(
    upcard: str, ace: str, most: int
) -> None:
    game = Gin(oklahoma=True, ace_upcard=ace)
    state = game.start()
    cards = [str(move) for move in state.moves() if str(move) != upcard][:20]
    for word in (*cards, upcard, "pile"):
        state = state.after(word)
    assert state.most_to_knock == most
    assert f"upcard {upcard}" in state.view(0)
    assert state.seen(1)["head"]["knock"] == most
    assert game.parse(str(state)) == state


def test_a_knock_above_the_points_of_the_upcard_is_refused_with_its_rule() -> None:
    text = f"discard 0 dealer 1 upcard H9 | {MINE} | {OTHER} | H9 0.HK 1.HA | - / - | 0-0 0-0"
    here = at(text, Gin(oklahoma=True))
    assert here.why_not(here.parse_move("knock:SQ")) == (
        "without SQ the hand keeps 10 points of deadwood; only 9 or less may knock"
    )


@pytest.mark.parametrize(("spades", "boxes"), [(1, 2), (2, 1), (2, 2)])
def test_a_spade_turned_up_doubles_points_and_boxes_where_it_is_said(
    spades: int, boxes: int
) -> None:
    game = Gin(spades=spades, spade_boxes=boxes, to=100)
    text = f"discard 0 dealer 1 upcard SJ | {MINE} | {OTHER} | SJ 0.HK 1.HA | - / - | 0-0 0-0"
    end = at(text, game).after("knock:SQ")
    assert (end.totals, end.boxes) == ((10 * spades, 0), (boxes, 0))


def test_seven_cards_are_dealt_and_two_of_the_stock_left_make_the_deal_void() -> None:
    game = Gin(cards=7)
    state, _ = game.start().rolled(seed=1, stream=0)
    assert [hand.bit_count() for hand in state.hands] == [7, 7]
    assert state.stock.bit_count() == 37
    rng, source = Random(1), SeededSource(seed=1, stream=0)
    while state.turn != OVER:
        moves = [move for move in state.moves() if move.kind != "knock"]
        wished = [move for move in moves if move.kind == "stock"] or moves
        move = state.chance_move(source) if state.turn == CHANCE else rng.choice(wished)
        state = state.followed_by(move)
    assert (state.phase, state.stock.bit_count()) == ("wall", 2)


@pytest.mark.parametrize(
    ("ace", "melds", "is_meld"),
    [
        ("low", "HAH2H3", True), ("low", "HQHKHA", False), ("both", "HQHKHA", True),
        ("both", "HKHAH2", False), ("corner", "HKHAH2", True), ("corner", "HQHKHAH2H3", True),
    ],
)  # fmt: skip
def test_where_the_ace_lies_is_part_of_the_rules(ace: str, melds: str, is_meld: bool) -> None:
    game = Gin(ace=ace, declare=True, knock=100)
    mine = "HQ HK HA H2 H3 S4 S6 C8 D8 CT DT"
    text = f"discard 0 dealer 1 | {mine} | {OTHER} | SQ 0.CK 1.S9 | - / - | 0-0 0-0"
    here = at(text, game)
    if is_meld:
        assert here.after(f"knock:DT:{melds}").phase == "knock"
    else:
        with pytest.raises(NotationError):
            here.after(f"knock:DT:{melds}")


def test_equal_deadwood_is_no_undercut_where_the_knocker_wins_ties() -> None:
    mine, other = "S4 S5 S6 H3 H4 H5 S9 D9 C9 SK SQ", "H6 H7 DA D2 D3 D4 C5 C6 C7 CK"
    undercut = knocking(Gin(), mine, other).after("knock:SK")
    assert undercut.returns() == (-25.0, 25.0)
    end = knocking(Gin(tie="knocker", to=100), mine, other).after("knock:SK")
    assert (end.totals, end.boxes) == ((0, 0), (1, 0))


def test_lay_offs_are_made_on_gin_where_it_is_said_and_nothing_kept_voids_the_deal() -> None:
    mine = "S2 S3 S4 H3 H4 H5 S9 D9 C9 H6 SQ"
    other = "H7 H8 D2 D3 D4 C5 C6 C7 S5 HA"
    plain = knocking(Gin(), mine, other.replace("HA", "DK")).after("knock:SQ")
    off = knocking(Gin(gin_layoff=True), mine, other.replace("HA", "DK")).after("knock:SQ")
    assert (plain.totals, off.totals) == ((25 + 30, 0), (25 + 10, 0))
    void = knocking(Gin(gin_layoff=True, to=100), mine, other.replace("HA", "H9")).after("knock:SQ")
    assert (void.phase, void.totals, void.boxes) == ("gin", (0, 0), (0, 0))
    assert void.after("next").dealer == void.dealer


ASK = Gin(layoff="ask")


def test_a_defender_that_is_asked_sees_the_knockers_hand_and_is_counted_what_it_keeps() -> None:
    state = knocking(ASK).after("knock:SQ")
    assert (state.phase, state.turn) == ("show", 1)
    assert "?" not in state.view(1)
    assert state.view(0).split(" | ")[2] == "?10"
    assert ASK.parse(str(state)) == state
    end = state.after("show:D2D3D4:H6@2")
    assert (end.phase, end.returns()) == ("knock", (7 + 5 + 6 + 7 + 20 - 10, -35.0))
    assert state.after("show").returns() == (10.0, -10.0)
    assert ASK.parse(str(end)) == end


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("show:D2D3D4:H7@2", "H7 does not fit that meld"),
        ("show:D2D3D4:H6@1", "H6 does not fit that meld"),
        ("show:D2D3D4:S5@1", "no S5 is in the hand"),
        ("show:C2D2H2", "H2D2C2 are no melds of what is held and not laid off"),
        ("stock", "seat 1 is to show its melds and lay off cards, as show:D5D6D7:H6@1"),
    ],
)
def test_what_a_defender_may_not_show_is_refused_with_the_rule(move: str, reason: str) -> None:
    state = knocking(ASK).after("knock:SQ")
    assert state.why_not(state.parse_move(move)) == reason
    with pytest.raises(IllegalMove):
        state.after(state.parse_move(move))


def test_nothing_is_laid_off_on_gin_by_a_defender_that_is_asked() -> None:
    mine = "S2 S3 S4 H3 H4 H5 S9 D9 C9 H9 SQ"
    state = knocking(ASK, mine).after("knock:SQ")
    assert state.why_not(state.parse_move("show:-:H6@2")) == "nothing is laid off on gin"
    open_to_it = knocking(Gin(layoff="ask", gin_layoff=True), mine).after("knock:SQ")
    assert open_to_it.why_not(open_to_it.parse_move("show:-:H6@2")) is None


@pytest.mark.parametrize(("dealer", "deals"), [("loser", 1), ("winner", 0), ("turns", 0)])
def test_who_deals_next_is_agreed(dealer: str, deals: int) -> None:
    end = knocking(Gin(to=100, dealer=dealer)).after("knock:SQ")
    assert end.after("next").dealer == deals


def test_a_win_is_entered_in_more_columns_each_time_in_hollywood() -> None:
    end = knocking(Gin(to=100, columns=3)).after("knock:SQ")
    assert str(end.after("next")).split(" | ")[5] == "10-0 1-0 / 0-0 0-0 / 0-0 0-0 deals 1"
    nothing, score = " / ".join(["0-0 0-0"] * 3), "95-0 4-0 / 40-0 2-0 / 0-0 0-0"
    game = Gin(to=100, columns=3)
    later = at(str(knocking(game)).replace(nothing, score), game).after("knock:SQ")
    assert [column.points for column in later.sheet] == [(105, 0), (50, 0), (10, 0)]
    assert later.turn == CHANCE


PLAYERS = (GreedyGinPlayer(), GinPlayer(), MonteCarloGin(worlds=10), Trained())


@pytest.mark.parametrize("variant", CLUBS)
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: type(player).__name__)
def test_each_player_plays_each_house(variant: str, player: Any) -> None:
    state = load(variant).start()
    source = SeededSource(seed=2, stream=0)
    while state.turn != OVER:
        move: Any = state.chance_move(source) if state.turn == CHANCE else player(state)
        assert state.why_not(move) is None
        state = state.followed_by(move)


def test_the_best_show_keeps_the_least_of_all_shows() -> None:
    state: State[Any] = knocking(ASK).after("knock:SQ")
    assert isinstance(state, GinState)
    ends = {str(move): state.followed_by(move).returns()[1] for move in state.moves()}
    assert ends[str(state.best_show)] == max(ends.values())
    assert len(ends) == len(state.moves()) > 10
