"""Tractor at the terminal: what a seat is asked, shown and told, and nothing that is hidden from it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from suitwise.game import CHANCE, OVER, draw
from suitwise.players import RandomPlayer
from suitwise.players.host import Host
from suitwise.players.session import Session
from suitwise.tractor import Move, Tractor, TractorState
from suitwise.tractor.face import TractorFace
from suitwise.tractor.moves import PASS
from suitwise.tractor.players.rule_based import TractorPlayer

DEAL = Tractor(match="deal")
HOST = Host(TractorPlayer())
FACE = TractorFace(DEAL)
CARD = re.compile(r"[SHDC][2-9TJQKA]|[RB]J")


def hosted(game: Tractor = DEAL, seed: int = 3, seat: int = 0) -> tuple[Session, str]:
    """Return a session against the rule-based players, and what it shows first."""
    session = Session(game, HOST, seat=seat, seed=seed)
    return session, session.begin()


def hinted(session: Session) -> Iterator[tuple[str, str]]:
    """Play by hints to the end; yield each hint and what is shown of its move."""
    while (hint := session.answer("hint")) != "the game is over":
        yield hint, session.answer(hint.split(": ")[0])


def random_plays(seed: int) -> Iterator[tuple[TractorState, Move, TractorState]]:
    """Yield the moves of a random deal with the states before and after."""
    state, index, choose = DEAL.start(), 0, RandomPlayer(seed)
    while state.turn != OVER:
        if state.turn == CHANCE:
            move, index = draw(state, seed, 0, index)
        else:
            move = choose(state)
        after = state.after(move)
        yield state, move, after
        state = after


# --- Being asked ----------------------------------------------------------------------------------


def test_a_seat_is_asked_to_bid_where_it_has_something_to_bid(exhaustive: bool) -> None:
    asked: list[frozenset[Move]] = []
    for seed in range(60 if exhaustive else 12):
        seat = seed % 4
        session, _ = hosted(seed=seed, seat=seat)
        state = list(session.record.states())[-1]
        while state.turn >= 0 and state.phase == "bid":  # type: ignore[attr-defined]
            assert state.turn == seat
            assert len(state.moves()) > 1
            asked.append(frozenset(state.moves()))
            session.answer("pass")
            state = list(session.record.states())[-1]
    assert asked


def test_who_has_passed_is_asked_again_where_there_is_more_to_bid_and_after_the_last_card() -> None:
    first = DEAL.parse("22 - | S2 - - - | 0/0 | - | - | -")
    assert FACE.skipped(first, None) is None
    for drawn, bids, answer in (
        ("S2D3 H3 H4 H5", "0/0", PASS),
        ("S2S2 H3 H4 H5", "0/0", None),
        ("S2D2 H3 H4 H5", "0/0", None),
        ("S2D3 H2 H4 H5", "1:H2 0/0", PASS),
        ("S2S2 H2 H4 H5", "1:H2 0/0", None),
    ):
        later = DEAL.parse(f"22 - | {drawn} | {bids} | - | - | -")
        assert FACE.skipped(later, first) == answer
    state, index, last = first, 1, first
    while state.phase in ("draw", "bid"):
        if state.turn == CHANCE:
            state, index = state.rolled(1, 0, index)
            continue
        if state.turn == 0 and state.cards_drawn == 100:
            assert FACE.skipped(state, last) is None
            last = state
            break
        last = state if state.turn == 0 and FACE.skipped(state, last) is None else last
        state = state.after(PASS)
    assert FACE.skipped(state, last) == PASS  # once is enough


# --- What is told ---------------------------------------------------------------------------------


def test_a_deal_is_played_by_hints_and_all_of_it_is_told() -> None:
    for seed in range(2):
        session, told = hosted(seed=seed, seat=seed)
        told += "".join(told for _, told in hinted(session))
        end = list(session.record.states())[-1]
        assert isinstance(end, TractorState)
        assert end.outcome is not None
        points = r"seat \d takes the trick: (?:no|\d+) points"
        assert len(re.findall(points, told)) == len(end.tricks)
        assert re.search(r"^buried were( \S\S){8}: ", told, re.M)
        points = f"the attackers have {end.outcome.points} of 80: "
        assert re.search(rf"^(you win|lost)[^\n]*\n{points}", told, re.M)


def test_a_match_goes_on_to_its_next_deal() -> None:
    session, told = hosted(Tractor(), seed=4)
    for _, shown in hinted(session):
        told += shown
        if "a new deal" in told:
            break
    assert re.search(
        r"\na new deal\nlevels: seat 0 and seat 2 at \w+, seat 1 and seat 3 at \w+\n", told
    )


def test_the_landlord_is_told_the_kitty_and_buries_it_by_typing_eight_cards() -> None:
    session, told = hosted(Tractor(match="deal", landlord=0), seed=1)
    while "choose 8 cards and bury them" not in told:
        told = session.answer("pass")
    assert re.search(r"you take the kitty:( \S\S){8}", told)
    assert session.answer("S3").startswith("illegal: ")
    cards = session.answer("hint").split(": ")[0]
    spaced = " ".join(CARD.findall(cards)).lower()
    assert "\nyou lead: a single, a pair" in session.answer(spaced)


def test_a_throw_that_fails_is_told_with_what_stays() -> None:
    told = [
        HOST.told(before, move, after, seat)
        for before, move, after in random_plays(0)
        if before.phase == "play" and not before.tricks[-1].plays
        if after.tricks[len(before.tricks) - 1].tried
        for seat in range(4)
    ]
    assert told
    pattern = r"seat \d throws \S+, which fails: (\S+ is led|seat \d chooses which)"
    assert all(re.match(pattern, one) for one in told)


def test_a_refusal_names_the_rule_and_the_cards_that_would_do() -> None:
    session, _ = hosted(seed=7)
    assert session.answer("why hj").startswith("HJ is not legal: a bid shows cards of the current")
    while not re.search("^(follow|play|you have no) ", session.answer("show"), re.M):
        session.answer(session.answer("hint").split(": ")[0])
    assert "is not legal: follow spades: 1 spade is owed" in session.answer("why hj")
    assert "illegal: " in session.answer("SA SA")
    assert session.answer("why").startswith("SASA is not legal: ")
    assert session.answer("why s6") == "S6 is legal"
    assert re.fullmatch(r"\S\S( \S\S)*", session.answer("moves"))


# --- What is hidden -------------------------------------------------------------------------------
