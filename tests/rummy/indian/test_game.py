"""Indian rummy under the contract and by the clauses of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from random import Random
from typing import Any

import pytest

from suitwise.errors import IllegalMove, NotationError
from suitwise.game import CHANCE, OVER, State, load
from suitwise.rummy import Hand, Rules, declaration_fault
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.rules import IndianMove, rules_of
from suitwise.rummy.indian.state import IndianState, Showdown, best_of, melds_of
from suitwise.rummy.rules.cards import Cards, all_cards, cards_text, in_order, minus
from suitwise.rummy.rules.rules import card_of
from suitwise.testing import CHECKS, Trial, name_of
from tests.contract import hold, leave_out_turns
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import oracle_hand, oracle_rules
from tests.rummy.indian_positions import MINE, OTHER, after, at, long_game, texts

VARIANTS = {"indian13": 1, "indian13(seats=3,jokers=0,draws=2,reshuffle=no)": 1}
"""The variants that are held against the contract, and how many games of each."""
WHOLE = "indian13(seats=3,jokers=0,draws=2,reshuffle=no)"
"""The one that by default is held to every check, the other to every second and to that of worlds."""


def slow_moves(state: State[Any]) -> Collection[Any]:
    """Return the legal moves, card by card from the rules."""
    assert isinstance(state, IndianState)
    cards = [*range(52), 54]
    if state.turn == CHANCE:
        return [IndianMove("card", card) for card in cards if in_the_box(state, card) > 0]
    if state.phase == "draw":
        words = ["stock", "drop"] + (["pile"] if may_be_taken(state) else [])
        return list(map(IndianMove.parse, words))
    if state.phase != "discard":
        return []
    hand = state.hands[state.seat]
    free = [card for card in cards if hand.count(card) > (card == state.taken)]
    return [IndianMove(kind, card) for kind in ("card", "declare") for card in free]


def in_the_box(state: IndianState, card: int) -> int:
    """Return how many copies of a card are neither in a hand nor on the table."""
    copies = state.variant.jokers if card == 54 else 2
    seen = Counter(c for hand in state.hands for c in hand)
    seen.update(c for c, _ in state.pile)
    return copies - seen[card] - (state.wild == card)


def may_be_taken(state: IndianState) -> bool:
    if not state.pile:
        return False
    card, who = state.pile[-1]
    return who < 0 or (card != 54 and card % 13 != (12 if state.wild == 54 else state.wild % 13))


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_indian_rummy_keeps_the_contract(
    variant: str, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    leave_out_turns(variant, check, [one for one in VARIANTS if one != WHOLE], exhaustive)
    hold(
        check,
        Trial(load(variant), games=VARIANTS[variant], seed=5, slow_moves=slow_moves),
        exhaustive,
    )


@pytest.mark.exhaustive
def test_the_moves_of_long_games_are_those_of_the_rules(exhaustive: bool) -> None:
    for seed in range(20 if exhaustive else 1):
        for seats in (2, 4):
            for state, _ in long_game(Indian(seats=seats, draws=140), seed)[
                :: 1 if exhaustive else 3
            ]:
                assert set(state.moves()) == set(slow_moves(state))
                assert all(
                    state.weight(move) == in_the_box(state, move.card)
                    for move in state.moves()
                    if state.turn == CHANCE
                )


# --- The deal -------------------------------------------------------------------------------------


def test_thirteen_cards_are_dealt_by_turns_then_two_are_turned_up() -> None:
    game = Indian(seats=3)
    cards = [str(move) for move in game.start().moves()][:41]
    state = after(game.start(), " ".join(cards))
    assert sorted(cards_text(state.hands[1]).split()) == sorted(cards[1:39:3])
    assert (str(IndianMove("card", state.wild)), state.pile[0][1]) == (cards[39], -1)
    assert (state.phase, state.turn, state.standings) == ("draw", 0, ("new",) * 3)
    assert len(state.stock) == 106 - 41


@pytest.mark.parametrize(("card", "rank"), [("S7", "7"), ("HA", "A"), ("JK", "A")])
def test_the_rank_of_the_card_turned_up_is_wild_and_of_a_joker_the_ace(
    card: str, rank: str
) -> None:
    before = "wild 0 draws 0 | new new | - | {} / {} | - | - / - | -"
    state = at(before.format(MINE, OTHER.replace("JK", "D6"))).after(IndianMove.parse(card))
    assert state.rules.wild == rank


# --- Draw and discard -----------------------------------------------------------------------------

DRAW = f"draw 0 draws 2 | in in | S7 | {MINE} / {OTHER} | HQ 0.HK 1.C8 | - / - | -"


def test_a_card_taken_from_the_pile_stays_known_until_it_is_discarded() -> None:
    taken = after(at(DRAW), "pile")
    assert cards_text(taken.known[0]) == "C8"
    assert "C8 ?13" in taken.view(1)
    state = after(taken, "H3 stock SQ SQ stock SJ C8")
    assert state.known == ((), ())


def test_a_card_taken_is_not_discarded_at_once_but_its_other_copy_may_be() -> None:
    twice = at(DRAW.replace("1.C8", "1.C9"))
    state = after(twice, "pile")
    assert "C9" in texts(state)
    assert "C9 ?13" in state.view(1)
    assert after(state, "C9").known == ((), ())
    assert "C8" not in texts(after(at(DRAW), "pile"))


@pytest.mark.parametrize(("wild", "who"), [("S8", "1."), ("JK", "1.")])
def test_a_wild_card_that_was_discarded_is_not_taken(wild: str, who: str) -> None:
    card = "C8" if wild == "S8" else "CA"
    state = at(DRAW.replace("S7", wild).replace("JK D9", "S5 D9").replace("C8", card))
    assert texts(state) == ["stock", "drop"]
    assert state.why_not(IndianMove("pile")) == (
        f"{card} is wild, and a wild card that was discarded is not taken"
    )


def test_a_wild_card_that_opened_the_pile_may_be_taken_until_another_lies_on_it() -> None:
    opened = at(f"draw 0 draws 0 | new new | S7 | {MINE} / {OTHER} | H7 | - / - | -")
    assert texts(opened) == ["stock", "pile", "drop"]
    assert "H7" in cards_text(after(opened, "pile").hands[0])


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ("", "C9", "seat 0 is to draw from the stock or the pile, or drop"),
        ("pile", "C8", "C8 was taken from the pile in this turn and may not be discarded in it"),
        ("pile", "declare:C8", "C8 was taken from the pile in this turn and may not be "),
        ("pile", "C2", "no C2 is in the hand"),
        ("pile", "drop", "seat 0 is to discard a card, or declare with it"),
        ("stock", "C8", None),
        ("stock", "JK", "no JK is left in the stock"),
        ("stock", "drop", "a card is to be drawn"),
        ("drop", "stock", "the game is over"),
    ],
)
def test_a_refused_move_names_the_card_and_the_rule(
    moves: str, move: str, reason: str | None
) -> None:
    state = after(at(DRAW), moves)
    refused = state.why_not(state.parse_move(move))
    assert refused is None if reason is None else (refused or "").startswith(reason)
    if reason is not None:
        with pytest.raises(IllegalMove):
            state.after(state.parse_move(move))


@pytest.mark.parametrize(
    "text", ["", "H", "7", "knock:H7", "declare:", "declare:H77", "h7 ", "X9", "²"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        IndianMove.parse(text)


def test_moves_have_numbers_and_jokers_of_any_colour_are_one() -> None:
    assert [IndianMove.numbered(n).number for n in range(109)] == list(range(109))
    assert IndianMove.parse("RJ") == IndianMove.parse("BJ") == IndianMove.parse("JK")
    for number in (-1, 109):
        with pytest.raises(NotationError, match=f"the numbers 0 to 108, not {number}"):
            IndianMove.numbered(number)


@pytest.mark.parametrize(
    "move", [("card", -1), ("declare", 53), ("card", 52), ("drop", 3), ("x", 3)]
)
def test_a_move_names_a_card_of_the_game_or_none(move: tuple[Any, int]) -> None:
    with pytest.raises(NotationError):
        IndianMove(*move)


# --- Declaring and dropping -----------------------------------------------------------------------


def test_who_can_meld_thirteen_cards_declares_and_wins_what_the_others_lose() -> None:
    state = after(at(DRAW), "stock C2 declare:C2")
    assert (state.phase, state.turn, state.seat) == ("show", OVER, 0)
    assert state.returns() == (43.0, -43.0)
    assert str(state.showdown) == (
        "seat 0 declares S8 S9 [ST] | H3 H4 H5 | CJ CQ CK CA | H9 D9 C9; "
        "seat 1 keeps S9 H6 D8 CT CT, loses 43; seat 0 wins 43"
    )


def test_a_false_declaration_costs_the_cap_and_the_hand_is_shown() -> None:
    state = after(at(DRAW), "stock C2 declare:C9")
    assert (state.phase, state.seat, state.returns()) == ("last", 1, (-80.0, 80.0))
    assert cards_text(state.hands[0]) in state.view(1)


THREE = (
    f"draw 1 draws 4 | in in in | S7 | {MINE} / {OTHER} / "
    "S2 S3 H2 DT DJ DQ DK C2 C3 C4 C5 H8 HT | HQ 0.HK 1.C8 2.D6 0.S5 | - / - / - | -"
)


def test_of_three_seats_the_others_go_on_after_one_is_out() -> None:
    state = after(at(THREE, Indian(seats=3)), "drop")
    assert (state.turn, state.standings) == (2, ("in", "middle", "in"))
    false = after(state, "stock C7 declare:S2")
    assert (false.phase, false.seat) == ("last", 0)
    assert false.returns() == (120.0, -40.0, -80.0)
    shown = after(state, "stock C7 C7 stock C2 declare:C2")
    assert shown.returns() == (61.0, -40.0, -21.0)
    assert "seat 1 dropped, loses 40; seat 2 keeps " in str(shown.showdown)


def test_to_drop_costs_twenty_before_the_first_draw_and_forty_later() -> None:
    first = at(f"draw 0 draws 0 | new new | S7 | {MINE} / {OTHER} | HQ | - / - | -")
    assert after(first, "drop").returns() == (-20.0, 20.0)
    assert after(first, "stock HK HK drop").returns() == (20.0, -20.0)
    assert after(at(DRAW), "drop").returns() == (-40.0, 40.0)
    cheap = at(DRAW, Indian(drop=5, middle=7, cap=30))
    assert after(cheap, "drop").returns() == (-7.0, 7.0)
    assert after(cheap, "stock C2 declare:C9").returns() == (-30.0, 30.0)
    assert after(cheap, "stock C2 declare:C2").returns() == (30.0, -30.0)


def test_who_takes_the_first_card_and_is_out_leaves_no_pile() -> None:
    first = at(
        THREE.replace("draw 1 draws 4 | in in in", "draw 0 draws 0 | new new new").replace(
            " 0.HK 1.C8 2.D6 0.S5", ""
        ),
        Indian(seats=3),
    )
    state = after(first, "pile declare:C9")
    assert state.pile == ()
    assert texts(state) == ["stock", "drop"]
    assert state.why_not(IndianMove("pile")) == "the pile is empty"
    assert Indian(seats=3).parse(str(state)) == state


# --- The end of the stock -------------------------------------------------------------------------


def test_the_pile_is_turned_when_the_stock_has_run_out() -> None:
    played = long_game(Indian(draws=140), seed=1, pile=0.0)
    state = next(s for s, _ in played if s.phase == "draw" and not s.stock)
    assert len(state.pile) == 79
    turned = after(state, "stock")
    assert turned.stock == turned.turned
    assert (len(turned.turned), turned.pile) == (78, state.pile[-1:])
    assert "?" not in turned.view(0) + turned.view(1)


def test_without_reshuffling_the_deal_is_void_when_the_stock_has_run_out() -> None:
    last, move = long_game(Indian(reshuffle=False), seed=1)[-1]
    state = last.after(move)
    assert (state.phase, state.stock, state.returns()) == ("void", (), (0.0, 0.0))


def test_a_deal_is_void_after_so_many_draws() -> None:
    last, move = long_game(Indian(seats=3, draws=5), seed=1)[-1]
    state = last.after(move)
    assert (state.phase, state.drawn, state.returns()) == ("void", 5, (0.0, 0.0, 0.0))


# --- What hands of Indian rummy are worth at the end, against the slow definition -----------------


def nearly_melded(rng: Random) -> Cards:
    """Return thirteen cards, most of them in runs and sets, up to two of them jokers."""
    cards: Cards = ()
    left = all_cards(2)
    while len(cards) < 13:
        suit, low = rng.randrange(4), rng.randint(1, 12)
        run, pair = (card_of(suit, low + k) for k in range(3)), (card_of(s, low) for s in range(3))
        for card in run if rng.random() < 0.7 else pair:
            card = 54 if rng.random() < 0.1 else card
            if card in left and len(cards) < 13:
                cards, left = in_order([*cards, card]), minus(left, card)
    return cards


def some_game(rng: Random) -> tuple[Cards, Rules]:
    cards = nearly_melded(rng)
    wild = rng.choice([card for card in all_cards(2) if card not in cards])
    return cards, rules_of(Indian(), wild)


@pytest.mark.exhaustive
def test_hands_are_declared_and_counted_as_the_definition_says(exhaustive: bool) -> None:
    rng = Random(21)
    declared = 0
    for _ in range(200 if exhaustive else 5):
        cards, rules = some_game(rng)
        hand = Hand.of(cards, rules)
        known, slow = oracle_hand(hand), oracle_rules(rules)
        assert best_of(cards, rules).points == oracle.count(known, slow)
        melds = melds_of(cards, rules)
        assert (melds is not None) == oracle.can_declare(known, slow)
        if melds is not None:
            declared += 1
            assert declaration_fault(hand, melds) is None
    assert declared >= (5 if exhaustive else 1)


def test_what_all_lose_the_winner_wins() -> None:
    rng = Random(22)
    for _ in range(3):
        cards, rules = some_game(rng)
        showdown = Showdown(
            2, ((), cards, (), (), ()), ("middle", "in", "in", "drop", "false"), rules, 20, 40
        )
        assert sum(showdown.returns) == 0
        assert [showdown.loss(seat) for seat in (0, 2, 3, 4)] == [40, 0, 20, 80]
        assert showdown.loss(1) == best_of(cards, rules).points


def test_the_worst_hands_are_counted_in_bounded_time() -> None:
    rules = rules_of(Indian(jokers=4), 12)
    aces = [12, 12, 25, 25, 38, 38, 51]
    cards = in_order([*aces, 54, 54, 54, 54, 0, 20])
    assert best_of(cards, rules).points <= 80
