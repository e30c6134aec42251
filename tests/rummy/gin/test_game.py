"""Gin rummy under the contract and by the clauses of its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, State, load, play
from suitwise.players import RandomPlayer
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.rule_based import GinPlayer
from suitwise.rummy.gin.rules.deadwood import bits_of, cards_of
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.state import GinState
from suitwise.testing import CHECKS, Trial, name_of
from tests.contract import hold, leave_out_turns, leave_out_worlds
from tests.oracles import rummy_oracle as oracle

QUICK = "gin(knock=60,big=31)"
"""A variant in which random play soon knocks."""
VARIANTS = {
    "gin": (1, 24),
    QUICK: (3, 5),
    "gin(knock=90,to=30)": (1, 0),
    "gin(knock=60,declare=yes)": (2, 5),
    "gin(knock=30,to=25,deals=3,idle=2)": (1, 2),
}
"""The variants that are held against the contract: how many games, and a seed of short ones."""
WORLDS = ("gin", "gin(knock=60,declare=yes)")
"""Those whose worlds are compared by default: hands are sampled alike in all, declared or not."""
OTHERS = [one for one in VARIANTS if one not in WORLDS]
"""Those that by default take turns at the other checks: their rules differ in numbers alone."""


def slow_moves(state: State[Any]) -> Collection[Any]:
    """Return the legal moves by the oracle's deadwood."""
    assert isinstance(state, GinState)
    if state.phase != "discard" or state.variant.declare:
        return state.moves()
    held = list(cards_of(state.hands[state.seat]))
    cards = [card for card in held if card != state.taken]
    moves = [GinMove("card", card) for card in cards]
    for card in cards:
        if slow_deadwood([other for other in held if other != card]) <= state.variant.knock:
            moves.append(GinMove("knock", card))
    if state.variant.big and slow_deadwood(held) == 0:
        moves.append(GinMove("big"))
    return moves


def slow_deadwood(cards: list[Any]) -> int:
    return oracle.least(oracle.read_hand(" ".join(map(str, cards))), oracle.GIN)


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_gin_rummy_keeps_the_contract(
    variant: str, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    if variant not in WORLDS:
        leave_out_worlds(variant, check, exhaustive)
    leave_out_turns(variant, check, OTHERS, exhaustive)
    games, seed = VARIANTS[variant]
    hold(check, Trial(load(variant), games, seed, slow_moves), exhaustive)


# --- The deal and the upcard ----------------------------------------------------------------------

MINE = "S3 S4 S5 S6 H7 D7 C7 H2 D4 C9"
OTHER = "H3 H4 H5 D9 DT DJ SK CK C2 C3"


def at(text: str, variant: Gin | None = None) -> GinState:
    """Read a position whose hands are in any order."""
    parts = text.split(" | ")
    parts[1:3] = [" ".join(map(str, cards_of(bits_of_text(hand)))) for hand in parts[1:3]]
    return (variant or Gin()).parse(" | ".join(parts))


def bits_of_text(text: str) -> int:
    return bits_of(GinMove.parse(word).card for word in text.split())


def after(state: GinState, moves: str) -> GinState:
    for word in moves.split():
        state = state.after(state.parse_move(word))
    return state


def test_ten_cards_are_dealt_by_turns_and_one_is_turned_up() -> None:
    cards = [str(move) for move in Gin().start().moves()][:21]
    state = after(Gin().start(), " ".join(cards))
    assert [str(card) for card in cards_of(state.hands[0])] == cards[:20:2]
    assert [str(card) for card in cards_of(state.hands[1])] == cards[1:20:2]
    assert (state.phase, state.turn, state.pile[0][1]) == ("first", 0, -1)


UPCARD = f"first 0 dealer 1 | {MINE} | {OTHER} | HQ | - / - | 0-0 0-0"


@pytest.mark.parametrize("seed", range(4))
def test_a_position_is_read_with_the_cards_of_hands_in_any_order(seed: int) -> None:
    rng = Random(seed)
    for state in play(Gin().start(), GinPlayer(), seed=seed).states():
        parts = str(state).split(" | ")
        shuffled = [*parts]
        for place in (1, 2):
            cards = parts[place].split()
            shuffled[place] = " ".join(rng.sample(cards, len(cards)))
        known = (rng.sample(one.split(), len(one.split())) for one in parts[4].split(" / "))
        shuffled[4] = " / ".join(map(" ".join, known))
        assert Gin().parse(" | ".join(shuffled)) == state


def test_a_position_that_is_written_otherwise_is_shown_whole_as_it_is_printed() -> None:
    state = Gin().parse(UPCARD.replace(MINE, "S6 S5 S4 S3 H7 D7 C7 H2 D4 C9"))
    for text in (str(state).replace("D9 DT", "D9 D10"), str(state).replace("S3 S4", "S3S4")):
        with pytest.raises(NotationError) as refused:
            Gin().parse(text)
        assert str(refused.value).endswith(f" is written as {str(state)!r}")


def test_the_dealers_opponent_may_take_the_upcard_and_then_the_dealer() -> None:
    first = at(UPCARD)
    assert [str(move) for move in first.moves()] == ["pile", "pass"]
    second = after(first, "pass")
    assert (second.turn, [str(move) for move in second.moves()]) == (1, ["pile", "pass"])
    assert after(second, "pile").taken == GinMove.parse("HQ").card


def test_if_both_pass_the_opponent_draws_from_the_stock() -> None:
    state = after(at(UPCARD), "pass pass")
    assert (state.turn, state.seat, state.phase) == (CHANCE, 0, "stock")
    assert len(state.moves()) == 31
    assert after(state, "SA").turn == 0


# --- Draw and discard -----------------------------------------------------------------------------

DRAW = f"draw 0 dealer 1 | {MINE} | {OTHER} | HQ 0.HK 1.C8 | - / - | 0-0 0-0"


def test_a_card_taken_from_the_pile_stays_known_until_it_is_discarded() -> None:
    taken = after(at(DRAW), "pile")
    assert [str(card) for card in cards_of(taken.known[0])] == ["C8"]
    assert "C8 ?10" in taken.view(1)
    state = after(taken, "H2 stock SQ SK stock SJ C8")
    assert state.known == (0, 0)


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ("", "C9", "seat 0 is to draw from the stock or the pile"),
        ("pile", "C8", "C8 was taken from the pile in this turn and may not be discarded in it"),
        ("pile", "CK", "no CK is in the hand"),
        ("pile", "pile", "seat 0 is to discard a card, or knock with it"),
        (
            "pile",
            "knock:S3",
            "without S3 the hand keeps 20 points of deadwood; only 10 or less may knock",
        ),
        ("pile", "big", "big gin is not played: discard a card"),
        ("pile", "knock:C9:H7D7C7", "the best melds are laid down"),
        ("stock", "C8", "C8 is not in the stock"),
        ("stock", "pass", "a card is to be drawn"),
        ("pile", "next", "seat 0 is to discard a card, or knock with it"),
    ],
)
def test_a_refused_move_names_the_card_and_the_rule(moves: str, move: str, reason: str) -> None:
    state = after(at(DRAW), moves)
    assert state.why_not(state.parse_move(move)) == reason
    with pytest.raises(IllegalMove):
        state.after(state.parse_move(move))


def test_a_deal_is_void_when_two_cards_are_left_in_the_stock() -> None:
    rest = [card for card in range(52) if not bits_of([card]) & bits_of_text(MINE + " " + OTHER)]
    pile = " ".join(f"{(i + 1) % 2}.{GinMove('card', card)}" for i, card in enumerate(rest[:29]))
    state = at(f"draw 0 dealer 1 | {MINE} | {OTHER} | {pile} | - / - | 0-0 0-0")
    end = after(state, f"stock {GinMove('card', rest[29])} C9")
    assert (end.phase, end.turn, end.returns(), end.showdown) == ("wall", OVER, (0.0, 0.0), None)
    assert "?10" in end.view(1)


def circling(state: State[Any]) -> Any:
    """Take the pile where it can be taken, else make the first move that does not end the deal."""
    moves = {str(move): move for move in state.moves()}
    return moves.get("pile") or next(iter(moves.values()))


def _gin(state: State[Any]) -> GinState:
    assert isinstance(state, GinState)
    return state


@pytest.mark.parametrize("idle", [1, 2, 7, 50])
def test_a_deal_in_which_nobody_takes_from_the_stock_is_void(idle: int) -> None:
    record = play(Gin(idle=idle).start(), circling, seed=1)
    *states, end = (_gin(state) for state in record.states())
    assert oracle.idle_turn(record.moves[21:], idle) == len(record.moves) - 22
    assert (end.phase, end.returns(), record.moves.count("pile")) == ("wall", (0.0, 0.0), idle)
    assert Gin(idle=idle).parse(str(end)) == end
    assert states[-1].idle == idle


@pytest.mark.parametrize("idle", [1, 2, 3])
def test_the_oracle_finds_the_end_of_every_deal_at_random(idle: int) -> None:
    ends = set()
    for seed in range(40):
        record = play(Gin(knock=30, idle=idle).start(), RandomPlayer(seed), seed)
        *_, end = map(_gin, record.states())
        void = oracle.idle_turn(record.moves[21:], idle)
        assert (void == len(record.moves) - 22) == (end.phase == "wall" and len(end.pile) < 30)
        assert void in (None, len(record.moves) - 22)
        ends.add(end.phase)
    assert ends >= {"wall", "knock"}


def test_a_knock_in_the_last_turn_without_the_stock_counts() -> None:
    state = knocked("S3 S4 S5 S6 H7 D7 C7 H2 D4 S2 SQ", OTHER, "knock:SQ", Gin(idle=1))
    assert state.phase == "knock"
    text = f"discard 0 dealer 1 took S2 idle 1 | S2 S3 S4 S5 S6 H7 D7 C7 H2 D4 SQ | {OTHER} | "
    last = at(f"{text}HQ 0.HK | S2 / - | 0-0 0-0", Gin(idle=1))
    assert (after(last, "knock:SQ").phase, after(last, "SQ").phase) == ("knock", "wall")


def test_all_that_a_seat_sees_tells_how_many_turns_took_from_the_pile() -> None:
    plain, later = at(DRAW), at(DRAW.replace("dealer 1", "dealer 1 idle 4"))
    assert plain.view(0) != later.view(0)
    assert plain.seen(0) != later.seen(0)
    assert (plain.observe(1) != later.observe(1)).sum() == 1
    assert (plain.observe_all() != later.observe_all()).sum() == 1
    assert later.resample(0, 1, 0).idle == 4


@pytest.mark.parametrize("head", ["draw 0 dealer 1 idle 50", "draw 0 dealer 1 idle 0"])
def test_no_text_has_more_turns_without_the_stock_than_a_deal_bears(head: str) -> None:
    with pytest.raises(NotationError):
        at(DRAW.replace("draw 0 dealer 1", head))


# --- Knocking -------------------------------------------------------------------------------------


def knocked(mine: str, other: str, move: str, variant: Gin | None = None) -> GinState:
    """Return the end of a deal in which seat 0 knocks with eleven cards."""
    text = f"discard 0 dealer 1 | {mine} | {other} | HQ 0.HK 1.HA | - / - | 0-0 0-0"
    return after(at(text, variant), move)


def test_the_knocker_scores_the_difference() -> None:
    end = knocked("S3 S4 S5 S6 H7 D7 C7 H2 D4 S2 SQ", OTHER, "knock:SQ")
    assert end.showdown is not None
    assert str(end.showdown) == (
        "seat 0 keeps 6; seat 1 melds H3 H4 H5 | D9 DT DJ, keeps 25; seat 0 scores 19"
    )
    assert (end.turn, end.returns()) == (OVER, (19.0, -19.0))


def test_who_knocks_with_as_much_as_the_other_keeps_is_undercut() -> None:
    undercut = {"C3": (5, -26.0), "C4": (6, -25.0), "C5": (7, 1.0)}
    for card, (left, returned) in undercut.items():
        other = f"H3 H4 H5 D9 DT DJ SA S7 D2 {card}"
        end = knocked("S3 S4 S5 S6 H7 D7 C7 H2 D4 S2 SQ", other, "knock:SQ")
        assert end.showdown is not None
        assert (end.showdown.kept, end.showdown.left) == (6, left)
        assert end.returns() == (returned, -returned)
        assert end.boxes == ((1, 0) if returned > 0 else (0, 1))


def test_gin_has_its_bonus_and_nothing_is_laid_off_on_it() -> None:
    end = knocked("S3 S4 S5 S6 H7 D7 C7 H9 D9 C9 SQ", "H3 H4 H5 S2 S7 S9 HT DT CT ST", "knock:SQ")
    assert end.showdown is not None
    assert (end.phase, end.showdown.laid_off, end.showdown.left) == ("gin", 0, 18)
    assert end.returns() == (43.0, -43.0)


def test_cards_are_laid_off_on_a_knock_that_keeps_but_an_ace() -> None:
    end = knocked("S3 S4 S5 H7 D7 C7 S9 D9 C9 DA SQ", "H9 HT H2 DK DJ CT C2 C4 D3 SK", "knock:SQ")
    assert end.showdown is not None
    assert (end.showdown.kept, end.showdown.laid_off) == (1, bits_of_text("H9"))


def test_big_gin_is_shown_without_a_discard_where_it_is_played() -> None:
    mine = "S3 S4 S5 S6 H7 D7 C7 H9 D9 C9 S9"
    variant = Gin(big=31)
    end = knocked(mine, "H3 H4 H5 DT DJ DQ SK CK C2 C3", "big", variant)
    assert (end.phase, end.returns()) == ("big", (56.0, -56.0))
    taken = (
        f"draw 0 dealer 1 | {mine[:-3]} | H3 H4 H5 DT DJ DQ SK CK C2 C3 | HQ 0.HK 1.S9 | - / - | "
    )
    shown = after(at(f"{taken}0-0 0-0", variant), "pile big")
    assert shown.returns() == (56.0, -56.0)
    assert variant.parse(str(shown)) == shown


def test_a_knock_can_name_its_melds() -> None:
    variant = Gin(knock=20, declare=True)
    mine, other = "S7 H7 D7 H8 H9 S2 S3 S4 SA C2 SQ", "H6 HT HJ DK CK CJ CT C9 D2 D3"
    sevens = knocked(mine, other, "knock:SQ:SAS2S3S4,S7H7D7", variant).showdown
    best = knocked(mine, other, "knock:SQ", variant).showdown
    assert sevens is not None
    assert best is not None
    assert (sevens.kept, sevens.laid_off) == (19, 0)
    assert (best.kept, best.laid_off) == (16, bits_of_text("H6 HT HJ"))


def test_melds_that_are_not_held_can_t_be_declared() -> None:
    state = after(at(DRAW, Gin(declare=True)), "pile")
    reasons = {
        "knock:C9:S7D7C7": "S7D7C7 are no melds of what is held without C9",
        "knock:C9:H7D7C7": "without C9 the hand keeps 32 points of deadwood; only 10 or less may knock",
    }
    assert {text: state.why_not(state.parse_move(text)) for text in reasons} == reasons


# --- The match ------------------------------------------------------------------------------------

MATCH = Gin(to=100)


def test_the_loser_deals_next_and_totals_go_on() -> None:
    state = knocked("S3 S4 S5 S6 H7 D7 C7 H2 D4 S2 SQ", OTHER, "knock:SQ", MATCH)
    assert (state.turn, [str(move) for move in state.moves()]) == (CHANCE, ["next"])
    after_it = after(state, "next")
    assert str(after_it) == "deal 0 dealer 1 | - | - | - | - / - | 19-0 1-0 deals 1"


@pytest.mark.parametrize(
    ("score", "returns"),
    [("90-0 3-0", 109 + 200 + 4 * 20), ("90-70 3-2", 109 + 100 + 4 * 20 - 70 - 2 * 20)],
)
def test_a_match_ends_at_100_with_its_bonuses(score: str, returns: int) -> None:
    mine = "S3 S4 S5 S6 H7 D7 C7 H2 D4 S2 SQ"
    text = f"discard 0 dealer 1 | {mine} | {OTHER} | HQ 0.HK 1.HA | - / - | {score}"
    end = after(at(text, MATCH), "knock:SQ")
    assert (end.turn, end.returns()) == (OVER, (float(returns), float(-returns)))


@pytest.mark.parametrize(
    ("score", "winner"), [("30-0 1-0", 0), ("0-30 0-1", 1), ("30-30 1-1", None)]
)
def test_whoever_is_ahead_after_the_last_deal_wins_the_match(
    score: str, winner: int | None
) -> None:
    game, dealer = Gin(to=100, deals=3, idle=1), 1 if winner == 0 else 0
    pile = "HK" if dealer == 0 else "-"
    text = f"discard 0 dealer {dealer} took SQ idle 1 | {MINE} SQ | {OTHER} | {pile} | SQ / - | {score}"
    more, last = (at(f"{text} deals {deals}", game) for deals in (1, 2))
    discard = str(next(card for card in more.moves() if card.kind == "card"))
    assert after(more, discard).turn == CHANCE
    end = after(last, discard)
    assert end.turn == OVER
    won = 30 + 200 + 20
    assert end.returns()[0] == {0: won, 1: -won, None: 0}[winner]


def test_a_match_of_two_that_go_round_in_circles_ends() -> None:
    record = play(Gin(to=100, idle=3).start(), circling, seed=1)
    assert record.moves.count("next") == Gin(to=100).most_deals - 1 == 298
    assert record.returns == (0.0, 0.0)


# --- What a seat sees -----------------------------------------------------------------------------


def test_a_sampled_hand_keeps_what_was_taken_from_the_pile() -> None:
    state = after(at(DRAW), "pile H2 stock SQ SK")
    worlds = [state.resample(1, 3, stream) for stream in range(30)]
    assert all(world.hands[0] & bits_of_text("C8") for world in worlds)
    assert all(world.pile == state.pile and world.hands[1] == state.hands[1] for world in worlds)
    assert len({world.hands[0] for world in worlds}) == 30


def test_both_hands_are_seen_after_a_knock() -> None:
    end = knocked("S3 S4 S5 S6 H7 D7 C7 H2 D4 S2 SQ", OTHER, "knock:SQ")
    assert end.view(0) == end.view(1) == str(end)
    assert end.resample(0, 1, 1) == end


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    state = at(DRAW)
    for ask in (state.view, state.observe, state.seen):
        with pytest.raises(SuitwiseError, match="a seat"):
            ask(seat)
    with pytest.raises(SuitwiseError, match="a seat"):
        state.resample(seat, 1, 1)


# --- Text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position of gin rummy has six parts"),
        (DRAW.replace("C9", "H3"), "a card lies in two places"),
        (DRAW.replace(" C9 |", " |"), "a hand has ten cards"),
        (UPCARD.replace("first", "draw"), "on the upcard alone a seat decides as first or second"),
        (DRAW.replace("- / -", "HQ / -"), "a hand holds the cards known to be in it"),
        (DRAW.replace("0.HK", "HK"), "only the lowest card of the pile is the upcard"),
        (DRAW.replace("0-0 0-0", "5-0 1-0"), "the points and the deals won are not of one match"),
        (DRAW.replace("0-0 0-0", "0-0 1-0"), "the points and the deals won are not of one match"),
        (DRAW.replace("0-0 0-0", "0-0"), "write points and deals won"),
        (DRAW.replace("draw", "dream"), "write a phase, its seat and the dealer"),
        (UPCARD.replace("first 0", "first 1"), "first the dealer's opponent and then the dealer"),
    ],
)
def test_a_position_that_can_t_be_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        at(text)


@pytest.mark.parametrize(
    ("dealer", "score", "is_possible"),
    [
        (1, "0-0 0-0", True),
        (0, "0-0 0-0", False),
        (1, "50-60 0-0", False),
        (1, "50-60 1-0", False),
        (1, "50-60 1-1", True),
        (1, "5-60 9-1", False),
        (1, "0-60 0-1", False),
        (0, "0-60 0-1", True),
        (0, "60-0 1-0", False),
        (1, "124-0 1-0", False),
        (1, "99-0 1-0", True),
    ],
)
def test_the_score_of_a_match_is_one_that_deals_can_have(
    dealer: int, score: str, is_possible: bool
) -> None:
    text = f"deal {1 - dealer} dealer {dealer} | - | - | - | - / - | {score}"
    if is_possible:
        assert str(MATCH.parse(text)) == text
    else:
        with pytest.raises(NotationError):
            MATCH.parse(text)


def test_no_deal_is_worth_more_than_the_most_of_a_deal() -> None:
    match = Gin(to=1000)
    text = "deal 0 dealer 1 | - | - | - | - / - | {}-0 2-0"
    assert match.most_of_deal == 98 + 25
    assert match.parse(text.format(246)).totals == (246, 0)
    with pytest.raises(NotationError, match="not of one match"):
        match.parse(text.format(247))


@pytest.mark.parametrize(
    "move",
    [
        *(("card", -1), ("card", 52), ("knock", -1), ("knock", 60), ("pile", 3), ("next", 0)),
        ("meld", -1),
    ],
)
def test_a_move_names_a_card_of_the_pack_or_none(move: tuple[Any, int]) -> None:
    with pytest.raises(NotationError):
        GinMove(*move)


def test_moves_and_their_numbers_are_one_to_one() -> None:
    game = Gin(big=31)
    moves = [game.numbered_move(number) for number in range(108)]
    assert [game.move_number(move) for move in moves] == list(range(108))
    for number in (-1, 108, 500):
        with pytest.raises(NotationError, match=f"the numbers 0 to 107, not {number}"):
            game.numbered_move(number)
    for move in (GinMove("next"), GinMove("knock", 3, (0, 0))):
        with pytest.raises(NotationError, match="has no number"):
            game.move_number(move)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("knock:H7:H3[H4]H5", "is no meld: a run is"),
        ("knock:H7:S3H3[3]", "is no meld: a run is"),
        ("knock:H7:", "after the colon stand the melds of a knock, or - for none"),
        ("knock:H7:H3H4H5,", "no meld: a run is three or more cards"),
        ("knock:", "'' is no move"),
    ],
)
def test_a_knock_names_melds_of_gin_rummy(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        GinMove.parse(text)


@given(st.text("HSDCKA27:,-|/ stockpilenb.01?", max_size=60))
def test_text_of_anything_is_read_or_refused(text: str) -> None:
    for read in (Gin().parse, Gin(declare=True).start().parse_move):
        with suppress(NotationError):
            found = read(text)
            assert read(str(found)) == found


def test_a_world_drawn_by_the_seed_and_stream_of_the_deal_says_nothing_of_the_deal() -> None:
    shared = 0
    for stream in range(600):
        state, _ = load("gin").start().rolled(5, stream)
        assert isinstance(state, GinState)
        world = state.resample(0, 5, stream)
        shared += (state.hands[1] & world.hands[1]).bit_count()
    # Ten of the 41 cards that seat 0 can't see, twice; the error of the mean is 0.05.
    assert abs(shared / 600 - 100 / 41) < 0.1
