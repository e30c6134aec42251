"""Tractor at the terminal: what a seat is asked, shown and told, and nothing that is hidden from it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from suitwise.game import CHANCE, OVER, Record, draw
from suitwise.players import RandomPlayer
from suitwise.players.session import Session
from suitwise.tractor import Move, Tractor, TractorState
from suitwise.tractor.moves import PASS
from suitwise.tractor.players.host import TractorHost

DEAL = Tractor(match="deal")
HOST = TractorHost()
CARD = re.compile(r"[SHDC][2-9TJQKA]|[RB]J")


def hosted(game: Tractor = DEAL, seed: int = 3, seat: int = 0) -> tuple[Session, str]:
    """Return a session against the rule-based players, and what it shows first."""
    session = Session(game, HOST, seat=seat, seed=seed, unasked=HOST.unasked)
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
    assert HOST.unasked(first, None) is None
    for drawn, bids, answer in (
        ("S2D3 H3 H4 H5", "0/0", PASS),
        ("S2S2 H3 H4 H5", "0/0", None),
        ("S2D2 H3 H4 H5", "0/0", None),
        ("S2D3 H2 H4 H5", "1:H2 0/0", PASS),
        ("S2S2 H2 H4 H5", "1:H2 0/0", None),
    ):
        later = DEAL.parse(f"22 - | {drawn} | {bids} | - | - | -")
        assert HOST.unasked(later, first) == answer
    state, index, last = first, 1, first
    while state.phase in ("draw", "bid"):
        if state.turn == CHANCE:
            state, index = state.rolled(1, 0, index)
            continue
        if state.turn == 0 and state.cards_drawn == 100:
            assert HOST.unasked(state, last) is None
            last = state
            break
        last = state if state.turn == 0 and HOST.unasked(state, last) is None else last
        state = state.after(PASS)
    assert HOST.unasked(state, last) == PASS  # once is enough


def test_undo_goes_back_to_where_the_seat_was_asked() -> None:
    session, told = hosted(seed=7)
    shown = [session.answer("show")]
    assert shown[0] in told
    for _, (_, told) in zip(range(5), hinted(session), strict=False):
        shown.append(session.answer("show"))
        assert told.endswith(shown[-1])
    for earlier in reversed(shown[:-1]):
        assert session.answer("undo") == earlier


def test_a_game_goes_on_from_its_record_and_what_was_asked_can_be_taken_back() -> None:
    session, _ = hosted(seed=7)
    for _ in zip(range(4), hinted(session), strict=False):
        pass
    again = Session.of_record(
        Record.parse(str(session.record)), HOST, seat=0, seed=7, unasked=HOST.unasked
    )
    assert again.answer("show") == session.answer("show")
    assert again.answer("undo 3") == session.answer("undo 3")
    assert [told for _, told in hinted(again)] == [told for _, told in hinted(session)]


# --- What is told ---------------------------------------------------------------------------------


def test_a_deal_is_played_by_hints_and_all_of_it_is_told() -> None:
    for seed in range(2):
        session, told = hosted(seed=seed, seat=seed)
        told += "".join(told for _, told in hinted(session))
        end = list(session.record.states())[-1]
        assert isinstance(end, TractorState)
        assert told.count(" points\n") + told.count(" points") >= len(end.tricks)
        assert len(re.findall(r": (?:you take|seat \d takes) ", told)) == len(end.tricks)
        assert f"the deal is over: {end.outcome}" in told
        assert re.search(r"^buried were (\S\S ){8}?", told.replace(",", " "), re.M)
        assert re.search(
            rf"^(you win|you lose|nobody wins): {re.escape(str(end.outcome))}", told, re.M
        )


def test_a_match_goes_on_to_its_next_deal() -> None:
    session, told = hosted(Tractor(), seed=4)
    for _, shown in hinted(session):
        told += shown
        if "a new deal" in told:
            break
    assert re.search(r"\na new deal: seats 0 and 2 at \w+, seats 1 and 3 at \w+, seat \d", told)


def test_the_landlord_is_told_the_kitty_and_buries_it_by_typing_eight_cards() -> None:
    session, told = hosted(Tractor(match="deal", landlord=0), seed=1)
    while "to bury" not in told:
        told = session.answer("pass")
    assert re.search(r"you take the kitty:( \S\S){8}", told)
    assert session.answer("S3").startswith("illegal: ")
    cards = session.answer("hint").split(": ")[0]
    spaced = " ".join(CARD.findall(cards)).lower()
    assert "to lead" in session.answer(spaced)


def test_a_throw_that_fails_is_told_with_what_stays() -> None:
    told = [
        HOST.told(before, move, after, seat)
        for before, move, after in random_plays(0)
        if before.phase == "play" and not before.tricks[-1].plays
        if after.tricks[len(before.tricks) - 1].tried
        for seat in range(4)
    ]
    assert told
    pattern = r"(your|seat \d's) throw \S+ fails: (\S+ is led|its part is to be chosen)"
    assert all(re.match(pattern, one) for one in told)


def test_a_refusal_names_the_rule_and_the_cards_that_would_do() -> None:
    session, _ = hosted(seed=7)
    assert session.answer("why hj").startswith("HJ is not legal: a bid shows cards of the current")
    while "to play" not in session.answer("show"):
        session.answer(session.answer("hint").split(": ")[0])
    assert "is not legal: follow spades: 1 spade is owed" in session.answer("why hj")
    assert "illegal: " in session.answer("SA SA")
    assert session.answer("why").startswith("SASA is not legal: ")
    assert session.answer("why s6") == "S6 is legal"
    assert re.fullmatch(r"\S\S( \S\S)*", session.answer("moves"))


# --- What is hidden -------------------------------------------------------------------------------


def test_what_is_told_of_a_move_names_no_hidden_card(exhaustive: bool) -> None:
    for seed in range(20 if exhaustive else 1):
        for before, move, after in random_plays(seed):
            for seat in range(4):
                told = set(CARD.findall(HOST.told(before, move, after, seat)))
                # The kitty is the landlord's to see when it is picked up.
                kitty = (
                    after.kitty.cards
                    if after.phase == "bury" and after.current_landlord == seat
                    else ()
                )
                seen = CARD.findall(before.view(seat) + " " + after.view(seat))
                assert told <= {*seen, *map(str, kitty)}


def test_what_is_shown_is_the_same_in_every_world_that_a_seat_cannot_tell_apart(
    exhaustive: bool,
) -> None:
    for seed in range(10 if exhaustive else 1):
        for place, (state, _, _) in enumerate(random_plays(seed)):
            for seat in range(4):
                if place % (2 if exhaustive else 19) == 0:
                    other = state.resample(seat, seed, 1)
                    assert HOST.shown(state, seat) == HOST.shown(other, seat)
                    assert HOST.score(state) == HOST.score(other)


def test_help_fits_a_terminal() -> None:
    assert max(map(len, HOST.help.splitlines())) <= 80
