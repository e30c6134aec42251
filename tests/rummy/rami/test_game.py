"""Rami under the contract, against the oracle's turn and referee, and by the clauses of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import fields
from itertools import combinations
from random import Random
from typing import Any

import pytest

from suitwise.cards import parse_cards
from suitwise.errors import IllegalMove, NotationError
from suitwise.game import CHANCE, OVER, load
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.rules.house import RamiVariant
from suitwise.rummy.rami.rules.moves import RamiMove, read_table, table_text
from suitwise.rummy.rami.rules.numbers import (
    ACTIONS,
    LONGEST,
    MELDS,
    number_of,
    numbered_melds,
    numbered_move,
)
from suitwise.rummy.rami.rules.turn import Turn, cards_laid
from suitwise.rummy.rami.solve import can_end, moves_of
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.cards import cards_text, in_order, is_within
from suitwise.testing import CHECKS, Trial, name_of
from tests.contract import hold, leave_out_turns, leave_out_worlds
from tests.oracles import rummy_games_rami as oracle
from tests.oracles.rummy_games_cards import (
    becomes,
    melds_with,
    places_of,
    read_melds,
    wilds_of,
)
from tests.oracles.rummy_games_questions import dense_packs, some_melds
from tests.oracles.rummy_games_rami_deals import referee
from tests.rummy.rami.records import eager, for_referee, played

# --- The contract ---------------------------------------------------------------------------------

VARIANTS = {
    "rami(house=rami51,draws=40,deals=1)": 1,
    "rami(house=romme,seats=3,draws=20,deals=2)": 1,
    "rami(house=rami71,seats=4,draws=30,deals=1,taken=meld,out=free,pile=use,set_joker=both)": 1,
    "rami(house=rami71,draws=30,deals=1,opening=30,staged=yes)": 1,
}
"""The variants that are held against the contract, and how many games of each."""
WORLDS = [variant for variant in VARIANTS if "staged" not in variant and "romme" not in variant]
"""Those whose worlds are compared by default."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_rami_keeps_the_contract(
    variant: str, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    if variant not in WORLDS:
        leave_out_worlds(variant, check, exhaustive)
    leave_out_turns(variant, check, VARIANTS, exhaustive)
    hold(check, Trial(load(variant), games=VARIANTS[variant], seed=5), exhaustive)


def test_actions_have_the_numbers_of_the_page() -> None:
    melds = numbered_melds()
    jokers = ["[" in meld for meld in melds]
    assert len(set(melds)) == len(melds) == 132 + 520 + 65 + 130
    assert (sum(jokers), MELDS, ACTIONS) == (650, 57, 4 + 53 + 847 + 173 + 104)


# --- Against the oracle's turn --------------------------------------------------------------------


def oracle_turn(turn: Turn) -> oracle.Turn:
    """Return a turn that has drawn as the oracle keeps it."""
    house = turn.house
    names = [option.name for option in fields(oracle.Rules) if hasattr(house, option.name)]
    given = {name: getattr(house, name) for name in names if name != "raises"}
    given["raise"] = house.raises
    rules = oracle.rules_of(house.house, given)
    table = read_melds(table_text(turn.table))
    hand = Counter(cards_text(turn.hand).split()) if turn.hand else Counter()
    found = oracle.Turn(rules, hand, table, turn.opened, ["C2"], highest=turn.highest, drawn=True)
    found.owed = Counter(cards_text(turn.owed).split()) if turn.owed else Counter()
    found.owed_to_new_meld = turn.owed_jokers
    found.just_taken = cards_text((turn.barred,)) if turn.barred >= 0 else None
    return found


def candidates(turn: oracle.Turn, most: int = 1) -> Iterator[str]:
    """Yield what a seat that has opened may try: discards, cards added, jokers taken, melds laid."""
    yield from (*sorted(turn.hand), "end")
    for at, meld in enumerate(turn.table, 1):
        for card in sorted(turn.hand):
            places = dict.fromkeys(places_of(card, meld))
            yield from (f"add:{place}@{at}" for place in places if becomes(meld, place))
        for size in (1, 2) if wilds_of(meld) else ():
            for cards in combinations(sorted(turn.hand), size):
                yield f"take:{''.join(cards)}@{at}"
    for meld in melds_in(turn, most):
        yield "lay:" + "".join(meld)


def melds_in(turn: oracle.Turn, most: int) -> list[tuple[str, ...]]:
    """Return the melds of three to five cards that a hand holds, with so many jokers at most."""
    found = {
        meld
        for card in turn.hand
        if card != "JK"
        for meld in melds_with(card, turn.hand, min(turn.rules.most_wilds, most))
        if len(meld) <= LONGEST
    }
    return sorted(found)


def in_rules(move: str) -> str:
    """Return the text of a move as the engine writes it."""
    return str(RamiMove.parse(move))


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", oracle.HOUSES)
def test_moves_of_whole_deals_are_those_of_the_rules(house: str, exhaustive: bool) -> None:
    """Compare every seventh turn of a deal, of ten under --exhaustive each."""
    compared = 0
    for seed in range(10 if exhaustive else 1):
        state, choose, number = Rami(house, seats=3, deals=1).start(), eager(seed), 0
        while state.turn != OVER:
            number += 1
            if state.turn == CHANCE:
                state, _ = state.rolled(seed, number)
                continue
            if state.phase == "play" and (exhaustive or number % 7 == 0):
                compare_moves(state.as_turn)
                compared += 1
            state = state.after(choose(state))  # type: ignore[operator]
    assert compared > 2


def compare_moves(turn: Turn) -> None:
    listed = set(map(str, moves_of(turn)))
    slow = oracle_turn(turn)
    for move in listed:
        assert not deepcopy(slow).play(move), (turn, move)
    assert listed
    for move in candidates(slow) if turn.opened else ():
        tried = deepcopy(slow)
        is_legal = not tried.play(move)
        is_settled = not tried.owed and not tried.owed_to_new_meld
        if is_legal and is_settled and (tried.ended or tried.hand.total() > 1):
            assert in_rules(move) in listed, (turn, move)


def can_end_slowly(turn: oracle.Turn, tried: set[str]) -> bool:
    """Return whether some moves end a turn, trying all."""
    key = f"{sorted(turn.hand.elements())} {sorted(turn.table)} {turn.owed} {turn.owed_to_new_meld}"
    if key in tried:
        return False
    tried.add(key)
    moves = list(candidates(turn, most=12))
    if not turn.opened:
        moves += ["open:" + "/".join(map("".join, melds)) for melds in meld_sets(turn)]
    for move in moves:
        after = deepcopy(turn)
        if not after.play(move) and (after.ended or can_end_slowly(after, tried)):
            return True
    return False


def meld_sets(turn: oracle.Turn) -> Iterator[tuple[tuple[str, ...], ...]]:
    melds = melds_in(turn, 12)
    for size in (1, 2):
        yield from combinations(melds, size)


@pytest.mark.exhaustive
def test_a_turn_can_end_where_trying_all_moves_ends_it(exhaustive: bool) -> None:
    rng, found = Random(3), Counter[bool]()
    for _ in range(1500 if exhaustive else 150):
        turn = small_turn(rng)
        ends = can_end_slowly(oracle_turn(turn), set())
        assert can_end(turn) == ends, (
            str(turn.house),
            cards_text(turn.hand),
            table_text(turn.table),
            turn.opened,
            turn.owed,
            turn.owed_jokers,
            turn.barred,
        )
        found[ends] += 1
    assert min(found[True], found[False]) > 20


def small_turn(rng: Random) -> Turn:
    """Return a turn of few cards in which something is owed, or hard to discard."""
    options: dict[str, Any] = {
        "opening": rng.choice([0, 15, 24]),
        "pure": rng.choice(["yes", "no"]),
        "most_wilds": rng.choice([1, 1, 2, 12]),
        "taken": rng.choice(["meld", "lay"]),
        "set_joker": rng.choice(["either", "both", "never"]),
        "out": rng.choice(["discard", "free"]),
        "joker_out": rng.choice(["yes", "no"]),
        "sec_opening": rng.choice(["free", "held"]),
    }
    house = RamiVariant(rng.choice([*oracle.HOUSES]), **options)
    cards = Counter(dense_packs(rng, 4))
    table = some_melds(rng, cards, rng.randint(0, 3), house.most_wilds, "both")
    rest = rng.sample(sorted(cards.elements()), rng.randint(1, 6))
    hand = in_order(int(card) if card < 52 else 54 for card in parse_cards("".join(rest)))
    opened = bool(table) and rng.random() < 0.7
    owed: tuple[int, ...] = ()
    barred, jokers = -1, 0
    if rng.random() < 0.8:
        owed = (rng.choice(hand),)
    elif hand.count(hand[0]) == 1:
        barred = hand[0]
    if opened and 54 in hand and house.taken == "meld" and rng.random() < 0.4:
        jokers, owed = 1, ()
    melds = read_table("/".join(map("".join, table)) or "-")
    return Turn(house, hand, melds, opened, True, 5, 0, barred, owed, jokers)


# --- Against the oracle's referee -----------------------------------------------------------------

MATCHES = (
    "rami(house=rami51,seats=3,deals=2)",
    "rami(house=rami71,seats=2,to=60)",
    "rami(house=rami101,seats=5,deals=2,raise=yes)",
    "rami(house=romme,seats=4,deals=2,joker_out=no)",
    "rami(house=rami51,seats=2,deals=2,opening=15,out=free,stock=void,set_joker=both,most_wilds=2)",
    "rami(house=romme,seats=3,deals=2,opening=0,pile=use,taken=meld,start=upcard,draws=60)",
)


@pytest.mark.exhaustive
@pytest.mark.parametrize("variant", MATCHES)
def test_the_referee_follows_whole_matches_from_their_records(
    variant: str, exhaustive: bool
) -> None:
    """Referee a match of each variant by default, 504 matches under --exhaustive."""
    game = load(variant)
    assert isinstance(game, Rami)
    for seed in range(84 if exhaustive else 1):
        record = played(game, seed)
        outcome = referee(for_referee(record))
        assert outcome.winners is not None
        assert record.returns == tuple(-float(total) for total in outcome.totals)
        best = max(record.returns)
        assert outcome.winners == tuple(s for s, won in enumerate(record.returns) if won == best)


# --- By the clauses of the rules ------------------------------------------------------------------

OPEN = (
    "play 8 high 60 | HQ C2 C3 D4 D8 SK / S2 H5 D7 D9 CT | yes yes | HTHJ[HQ]/S9H9C9 | D5 | "
    "- / - | - | 0 0"
)


def at(text: str, **options: Any) -> RamiState:
    """Return a position of two seats."""
    return Rami(**{"deals": 1, **options}).parse(text)


def texts(state: RamiState) -> list[str]:
    return [str(move) for move in state.moves()]


def test_a_joker_is_taken_only_where_it_can_be_laid_as_it_must() -> None:
    assert "take:HQ@1" in texts(at(OPEN))
    closed = at(OPEN.replace("C2 C3 D4 D8 SK", "C2 C7 D4 DT SK"))
    assert "take:HQ@1" not in texts(closed)
    assert closed.why_not("take:HQ@1") == (
        "take:HQ@1: what is owed could not be laid after it, or no card be discarded"
    )
    kept = at(OPEN.replace("C2 C3 D4 D8 SK", "C2 C7 D4 DT SK"), taken="hand")
    assert "take:HQ@1" in texts(kept)


def test_a_joker_taken_is_known_until_it_is_laid() -> None:
    state = at(OPEN).after("take:HQ@1")
    assert (cards_text(state.known[0]), state.owed_jokers) == ("JK", 1)
    assert "JK ?5" in state.view(1)
    laid = state.after("lay:C2C3[C4]")
    assert (cards_text(laid.known[0]), laid.owed_jokers) == ("-", 0)


def test_longer_melds_are_legal_though_they_are_not_listed() -> None:
    hand = "S2 S3 S4 S5 S6 S7 CK"
    state = at(OPEN.replace("HQ C2 C3 D4 D8 SK", hand).replace("S2 H5 D7", "H2 H5 D7"))
    move = RamiMove.parse("lay:S2S3S4S5S6S7")
    assert str(move) not in texts(state)
    assert move in state.moves()
    assert table_text(state.after(move).table).endswith("/S2S3S4S5S6S7")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("stock", "rami.drawn-already"),
        ("open:D7D8D9", "rami.open-already"),
        ("lay:C2C3C4", "rami.not-held"),
        ("lay:C2C3D4", "rami.no-meld"),
        ("add:SK@1", "rami.does-not-fit"),
        ("add:SK@7", "rami.no-such-meld"),
        ("take:SK@1", "rami.frees-no-joker"),
        ("H7", "rami.not-held"),
        ("end", "rami.discard-needed"),
        ("next", "rami.deal-on"),
        ("melds", "rami.no-move"),
    ],
)
def test_a_refusal_has_the_code_of_its_rule(move: str, code: str) -> None:
    why = at(OPEN).why_not(move)
    assert why is not None
    assert why.code == code


def test_the_pile_is_taken_only_where_its_top_can_be_laid() -> None:
    drawing = (
        "draw 8 high 60 | C2 C3 D4 D8 SK / S2 H5 D7 D9 CT | yes yes | HTHJHQ/S9H9C9 | {} | "
        "- / - | - | 0 0"
    )
    assert texts(at(drawing.format("D5 1.C4"))) == ["stock", "pile"]
    refused = at(drawing.format("D5 1.D6"))
    assert texts(refused) == ["stock"]
    with pytest.raises(IllegalMove, match="D6 could not be laid in this turn"):
        refused.after("pile")
    assert texts(at(drawing.format("D5 1.D6"), pile="any")) == ["stock", "pile"]


def test_worlds_hold_a_hand_that_can_lay_what_it_owes() -> None:
    text = (
        "play 8 high 60 owes C4 | C2 C3 C4 D8 SK / S2 H5 D7 D9 CT | yes yes | HTHJHQ/S9H9C9 | 0.D5 | "
        "C4 / - | - | 0 0"
    )
    state = at(text)
    worlds = [state.resample(1, seed=1, stream=stream) for stream in range(40)]
    assert len({world.hands[0] for world in worlds}) > 20
    for world in worlds:
        assert can_end(world.as_turn)
        assert world.view(1) == state.view(1)


@pytest.mark.parametrize(
    ("rising", "high", "after"),
    [("yes", 57, 58), ("yes", 58, None), ("no", 90, 90), ("no", 55, 58)],
)
def test_where_openings_rise_each_is_worth_more_than_the_highest_before(
    rising: str, high: int, after: int | None
) -> None:
    state = at(
        f"play 8 high {high} | H2 HT HJ HQ HK C4 C6 D2 D5 D6 D7 D9 S3 SK / S2 H5 D7 D9 CT | no yes | "
        "S9H9C9/CJCQCK | 1.D3 | - / - | - | 0 0",
        raises=rising,
    )
    if after is None:
        with pytest.raises(IllegalMove, match="58 of 59 points: 1 more to open"):
            state.after("open:D5D6D7/HTHJHQHK")
    else:
        assert state.after("open:D5D6D7/HTHJHQHK").highest == after


def test_who_lays_all_at_once_scores_as_by_rami_sec() -> None:
    text = (
        "play 2 | H2 H3 JK S3 D3 C3 CA C2 JK S2 D2 C2 H2 SK / S4 S5 S9 H5 H9 D7 D9 DT C8 CT C7 H7 SJ | "
        "no no | - | D5 | - / - | - | 0 0"
    )
    state = at(text, sec_opening="free")
    opening = "open:H2H3[H4]/S3D3C3/CAC2[C3]/S2H2D2C2"
    after = state.after(opening).after("SK")
    assert (after.turn, after.returns()) == (OVER, (50.0, -100.0))
    with pytest.raises(IllegalMove, match="a run without a joker is missing"):
        at(text, sec_opening="held").after(opening)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("play 8", "a position of rami has eight parts"),
        (OPEN.replace("play", "lay"), "the phases are"),
        (OPEN.replace("yes yes", "yes"), "2 seats have as many hands"),
        (OPEN.replace("yes yes", "yes 1"), "whether it has opened"),
        (OPEN.replace("CT |", "CT CT CT |"), "two packs with 4 jokers have no such cards"),
        (OPEN.replace("yes yes", "no yes"), "a seat that has not opened has all its cards"),
        (OPEN.replace("S9H9C9", "S9H9C8"), "is no meld"),
        (OPEN.replace("HQ C2 C3 D4 D8 SK", "HQ").replace("60", "60 owes HQ"), "the turn can't end"),
        (OPEN.replace("- / - | -", "HK / - | -"), "a hand holds the cards known to be in it"),
    ],
)
def test_a_position_that_can_t_occur_is_refused(text: str, error: str) -> None:
    with pytest.raises(NotationError, match=error):
        at(text)


# --- Staged turns ---------------------------------------------------------------------------------


def test_a_number_is_a_move_and_back() -> None:
    moves = [numbered_move(number) for number in range(ACTIONS)]
    assert len({str(move) for move in moves}) == ACTIONS
    for number, move in enumerate(moves):
        assert (number_of(move), RamiMove.parse(str(move))) == (number, move)
    for number in (-1, ACTIONS):
        with pytest.raises(NotationError, match="the moves have the numbers 0 to 1180"):
            numbered_move(number)
    with pytest.raises(NotationError, match="has no number"):
        number_of(RamiMove.parse("add:HK@1"))


@pytest.mark.parametrize("house", ["rami51", "romme"])
def test_steps_come_to_the_moves_of_the_turn_and_to_no_others(house: str) -> None:
    """Follow all steps of each position of a deal to the moves that they make."""
    rng, state, number, opened = Random(4), Rami(house, seats=3, deals=1).start(), 0, 0
    staged = Rami(house, seats=3, deals=1, staged=True)
    while state.turn != OVER:
        number += 1
        if state.turn == CHANCE:
            state, _ = state.rolled(4, number)
            continue
        moves = list(state.moves())
        if state.phase == "play":
            ends = set(whole(staged.parse(str(state))))
            numbered = {m for m in moves if m.kind not in ("open", "lay") or is_numbered(m)}
            assert ends <= numbered
            at_a_meld = {m for m in numbered if m.at}
            assert ends - at_a_meld == numbered - at_a_meld
            assert {(m.kind, m.cards) for m in numbered} == {(m.kind, m.cards) for m in ends}
        melds = [move for move in moves if move.kind in ("open", "lay", "add", "take")]
        move = rng.choice(melds or moves)
        opened += move.kind == "open"
        state = state.after(move)
    assert opened > 0


def is_numbered(move: RamiMove) -> bool:
    return all(meld in numbered_melds() for meld in move.melds)


def whole(state: RamiState) -> Iterator[RamiMove]:
    """Yield the moves that steps make, each as the turn that is not staged would have it."""
    for step in state.moves():
        made = state.made_by(step)
        if made.kind == "open" and step.kind == "lay":
            after = state.after(step)
            assert is_within(cards_laid(made), after.known[state.seat])
            assert after.chosen == made.melds
            yield from whole(after)
        else:
            yield made


STAGED = Rami(deals=1, staged=True)
TO_OPEN = (
    "play 2 | HT HJ HQ S9 D9 C9 C2 C3 C4 S4 S6 DA D6 CQ / "
    "S2 H2 H5 H6 D7 D9 DQ DK C4 C5 C8 CT CK | no no | - | D5 | - / - | - | 0 0"
)


def test_an_opening_is_staged_by_its_melds_in_ascending_order() -> None:
    state = STAGED.parse(TO_OPEN)
    laid = [str(move) for move in state.moves() if move.kind == "lay"]
    assert laid == ["lay:HTHJHQ"], "no opening begins with the clubs or ends with the runs alone"
    chosen = state.after("lay:HTHJHQ")
    assert list(map(str, chosen.moves())) == ["lay:C2C3C4", "lay:S9D9C9"]
    assert "chose HTHJHQ |" in str(chosen)
    assert STAGED.parse(str(chosen)) == chosen
    ready = chosen.after("lay:S9D9C9")
    assert list(map(str, ready.moves())) == ["done"]
    assert ready.sight(1).table["chosen"] == ["HTHJHQ", "S9D9C9"]
    after = ready.after("done")
    assert (table_text(after.table), after.chosen, after.known[0]) == ("HTHJHQ/S9D9C9", (), ())
    assert after.opened == (True, False)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("open:HTHJHQ/S9D9C9", "rami.staged"),
        ("add:HK@1", "rami.staged"),
        ("done", "rami.no-step"),
        ("lay:S9D9C9", "rami.no-step"),
        ("add:CQ@run", "rami.no-step"),
        ("H7", "rami.not-held"),
        ("stock", "rami.drawn-already"),
    ],
)
def test_a_move_that_is_no_step_is_refused(move: str, code: str) -> None:
    why = STAGED.parse(TO_OPEN).why_not(move)
    assert why is not None
    assert why.code == code


@pytest.mark.parametrize("move", ["done", "add:CQ@run"])
def test_a_step_is_no_move_of_a_turn_that_is_not_staged(move: str) -> None:
    state = at(TO_OPEN)
    assert RamiMove.parse(move) not in state.moves()
    why = state.why_not(move)
    assert why is not None
    assert why.code == "rami.not-staged"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (TO_OPEN.replace("play 2", "play 2 chose HTHJHQ"), "are known to be in the hand"),
        (
            TO_OPEN.replace("play 2", "play 2 chose C2C3C4").replace("- / -", "C2 C3 C4 / -"),
            "no opening has the melds chosen",
        ),
    ],
)
def test_first_melds_that_can_t_have_been_chosen_are_refused(text: str, error: str) -> None:
    with pytest.raises(NotationError, match=error):
        STAGED.parse(text)


def test_what_more_jokers_alone_can_lay_is_laid_by_done() -> None:
    text = (
        "play 8 high 60 owes C4 | C4 D8 JK JK SK / S2 H5 D7 D9 CT | yes yes | HTHJHQ/S9H9C9 | 0.D5 | "
        "C4 / - | - | 0 0"
    )
    state = Rami("romme", pile="use", deals=1, staged=True).parse(text)
    assert not any(map(is_numbered, at(text, house="romme", pile="use").moves()))
    assert list(map(str, state.moves())) == ["done"]
    assert state.after("done").owed == ()
