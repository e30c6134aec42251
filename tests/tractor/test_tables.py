"""Tractor for four to eight players with one to four packs: the contract, options, courses of deals."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import fields, replace
from typing import Any

import pytest

from suitwise.cards import N_CARDS, RANKS, Card
from suitwise.errors import IllegalMove, NotationError
from suitwise.game import CHANCE, OVER, State, load, play
from suitwise.players import RandomPlayer
from suitwise.seeds import SeededSource
from suitwise.testing import CHECKS, Trial, name_of
from suitwise.tractor import Move, Pile, Profile, Tractor, TractorState, pile_of
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.rules.wide.lead import WideLead
from suitwise.tractor.rules.wide.parts import cards_of
from suitwise.tractor.umpire import MOST_REDEALS
from tests.contract import hold, leave_out_turns, leave_out_worlds
from tests.oracles import tractor_many_deals as deals
from tests.oracles import tractor_many_oracle as oracle

MATCH = "tractor(players=4,packs=3,levels=KK,deals=2,profile=rbtying(kitty_cards=8))"
STOLEN = (
    "tractor(match=deal,players=8,teams=friends,"
    "profile=standard(bombs=free,steal=yes,nobody=redeal,penalty=10))"
)
COMPARED = "tractor(match=deal,packs=1,profile=standard(landlord=first))"
"""Its worlds are compared always, those of the others under ``make test-all`` only: a minute each."""
VARIANTS = (
    "tractor(match=deal,players=6)",
    "tractor(match=deal,players=5,teams=friends)",
    COMPARED,
    STOLEN,
    MATCH,
)
"""The variants that are held against the contract."""
_MOST_SLOW = 18
"""Of larger hands, and longer leads, the oracle is not asked here."""
_MOST_LED = 6


# --- Legal moves by the oracle --------------------------------------------------------------------


def texts(pile: Pile) -> tuple[str, ...]:
    return tuple(map(str, pile.cards))


def switches_of(profile: Profile) -> dict[str, Any]:
    names = [part.name for part in fields(Profile)]
    return {
        name: getattr(profile, name)
        for name in names
        if getattr(profile, name) != getattr(STANDARD, name)
    }


def slow_moves(state: State[Any]) -> Collection[Any]:
    """Return the legal moves by the oracle where it lists them in reasonable time."""
    assert isinstance(state, TractorState)
    switches, hand = switches_of(state.profile), state.held[state.turn]
    if state.phase in ("bid", "steal"):
        made = [(bid.seat, str(bid)) for bid in state.all_bids]
        level, packs = RANKS[state.rank], state.umpire.packs
        if state.phase == "steal":
            found = deals.may_steal(texts(hand), made, level, packs, switches)
        else:
            found = deals.may_bid(texts(hand), state.turn, made, level, packs, switches)
        again = {str(bid) for bid in state.all_bids if bid.seat == state.turn}
        return [Move.parse("pass"), *(Move.parse(bid, packs) for bid in found - again)]
    if state.phase == "cut":
        uncut = state.tricks[-1].uncut
        assert uncut is not None
        cuttings = oracle.cuttings(texts(uncut), str(state.trump), switches)
        return [Move.cut(pile_of("".join(part)) for part in parts) for parts in cuttings]
    if state.phase != "play" or not state.tricks[-1].plays:
        return state.moves()
    lead = state.lead
    assert isinstance(lead, WideLead)
    if lead.size > _MOST_LED or hand.size > _MOST_SLOW:
        return state.moves()
    parts = [texts(cards_of([part])) for part in lead.parts]
    plays = oracle.legal_plays(texts(hand), parts, str(state.trump), switches)
    return [Move(pile_of("".join(play))) for play in plays]


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_table_keeps_the_contract(
    variant: str, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    if variant != COMPARED:
        leave_out_worlds(variant, check, exhaustive)
    leave_out_turns(variant, check, VARIANTS, exhaustive)
    hold(check, Trial(load(variant), 1, 0, slow_moves), exhaustive)


def begun(variant: str) -> TractorState:
    state = load(variant).start()
    assert isinstance(state, TractorState)
    return state


def first(state: TractorState) -> TractorState:
    """Return the state after its first legal move."""
    return state.followed_by(next(iter(state.moves())))


# --- Options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "packs", "hand", "kitty", "calls"),
    [
        ("tractor(players=6)", 3, 26, 6, 0),
        ("tractor(players=8,packs=4)", 4, 26, 8, 0),
        ("tractor(players=5,teams=friends)", 2, 20, 8, 1),
        ("tractor(players=7,teams=friends,friends=3)", 3, 22, 8, 3),
        ("tractor(packs=1)", 1, 12, 6, 0),
        ("tractor(teams=friends)", 2, 25, 8, 1),
        ("tractor(packs=3,profile=standard(kitty_cards=8))", 3, 38, 8, 0),
    ],
)
def test_the_number_of_players_gives_packs_hands_kitty_and_calls(
    text: str, packs: int, hand: int, kitty: int, calls: int
) -> None:
    umpire = begun(text).umpire
    assert (umpire.packs, umpire.hand, umpire.kitty, umpire.calls) == (packs, hand, kitty, calls)


def test_what_a_table_has_anyway_is_not_written() -> None:
    same = [Tractor(players=6), Tractor(players=6, packs=3), Tractor(players=6, levels="22")]
    assert len(set(same)) == 1
    assert str(same[1]).endswith(",first=0,players=6)")
    friends = Tractor(players=5, teams="friends", levels="22222", friends=1)
    assert friends == Tractor(players=5, teams="friends")
    assert load(str(friends)) == friends


def test_two_packs_for_four_stay_the_game_they_were() -> None:
    assert Tractor(packs=2, players=4) == Tractor()
    assert str(Tractor(packs=2)) == str(Tractor())


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("packs=5", "packs is a number from 0 to 4"),
        ("players=9", "players is a number from 4 to 8"),
        ("players=3", "players is a number from 4 to 8"),
        ("players=5", "5 players have no fixed sides: teams=friends"),
        ("players=6,teams=foes", "teams is one of fixed, friends"),
        ("players=6,friends=2", "friends are called with teams=friends"),
        ("players=5,teams=friends,friends=4", "friends is a number from 1 to 3 for 5 players"),
        ("players=6,profile=judge", "judge is a house for four with two packs"),
        ("players=6,profile=standard(duty=pairs)", "duty=pairs is a house for four"),
        ("players=6,profile=standard(kitty_cards=160)", "a kitty of 160 of 162 cards"),
        ("profile=standard(bombs=free)", "bombs=free is a rule of tables with other numbers"),
        ("profile=standard(steal=yes)", "steal=yes is a rule of tables with other numbers"),
        ("players=6,claims=yes", "claims are for four players with two packs"),
        ("players=6,landlord=6", "landlord is a seat from 0 to 5"),
        ("players=5,teams=friends,levels=2345", "levels are a rank for each of 5 players"),
        ("players=5,teams=friends,levels=23", "levels are a rank for each of 5 players"),
        ("players=5,teams=friends,levels=23456", "all levels are the same"),
    ],
)
def test_a_table_that_there_is_not_is_refused_in_a_sentence(options: str, why: str) -> None:
    with pytest.raises(NotationError, match=why.replace("(", r"\(")):
        load(f"tractor({options})")


# --- Courses of deals -----------------------------------------------------------------------------


def states_of(variant: str, seed: int) -> list[TractorState]:
    record = play(load(variant).start(), RandomPlayer(seed), seed=seed)
    return [state for state in record.states() if isinstance(state, TractorState)]


@pytest.mark.parametrize("variant", VARIANTS[:4])
def test_every_card_is_somewhere_at_every_moment(variant: str) -> None:
    for state in states_of(variant, 2):
        aside = [state.buried] if state.buried is not None else []
        if not (state.is_auction_over and state.phase != "turn"):
            aside.append(state.undrawn)
        piles = [*state.held, *state.played, *aside, state.removed]
        assert sum(pile.size for pile in piles) == N_CARDS * state.umpire.packs, str(state)


def test_a_deal_of_friends_goes_from_the_burial_over_the_calls_to_the_first_lead() -> None:
    states = states_of("tractor(match=deal,players=7,teams=friends)", 1)
    phases = list(dict.fromkeys(state.phase for state in states))
    assert phases[-5:][:3] == ["bury", "call", "play"] or phases[-4:-1] == ["bury", "call", "play"]
    end = states[-1]
    assert (end.phase, end.turn, len(end.calls)) == ("end", OVER, 2)
    assert sum(end.returns()) == pytest.approx(0)


def after_bids(options: str, seed: int = 1) -> TractorState:
    """Return a deal in which all cards are drawn and nobody has bid."""
    state, source = begun(f"tractor({options})"), SeededSource(seed, 0)
    while state.phase in ("draw", "bid"):
        move = state.chance_move(source) if state.turn == CHANCE else Move.parse("pass")
        state = state.followed_by(move)
    return state


def test_nobody_bids_and_the_deal_is_void_five_times_then_the_kitty_names_the_suit() -> None:
    options = "match=deal,packs=1,profile=standard(nobody=redeal)"
    state, source = begun(f"tractor({options})"), SeededSource(4, 0)
    void = 0
    while state.phase in ("draw", "bid", "redeal"):
        if state.phase == "redeal":
            assert state.redeals == void
            void += 1
            assert f"redealt {void}" in str(state.after("next"))
        move = state.chance_move(source) if state.turn == CHANCE else Move.parse("pass")
        state = state.followed_by(move)
    assert (void, state.phase, state.redeals) == (MOST_REDEALS, "turn", MOST_REDEALS)
    assert state.game.parse(str(state)) == state


def test_the_first_bidder_is_landlord_where_the_house_says_so() -> None:
    for house, landlord in (("winner", 1), ("first", 0)):
        state = (
            begun(f"tractor(packs=3,profile=standard(landlord={house}))")
            .after("H2")
            .after("H2")
            .after("S2")
            .after("pass")
        )
        state = state.after("S2").after("pass").after("S3").after("pass")
        state = state.after("H3").after("pass").after("S2").after("S2S2")
        assert (state.current_landlord, str(state.trump)) == (landlord, "S2")


def buried(options: str) -> TractorState:
    """Return a deal in which nobody bid, the first eight cards or so of the landlord buried."""
    state, source = after_bids(options), SeededSource(5, 0)
    while state.phase == "turn":
        state = state.followed_by(state.chance_move(source))
    return first(state)


def test_who_takes_the_buried_cards_names_the_trump_and_buries_but_the_landlord_leads() -> None:
    state = buried("match=deal,packs=4,profile=standard(steal=yes,nobody=none)")
    landlord = state.current_landlord
    assert (state.phase, state.turn) == ("steal", (landlord + 1) % 4)
    passed = 0
    while len(state.moves()) == 1:
        state, passed = state.after("pass"), passed + 1
    assert passed < 3, "somebody holds a rank card"
    seat, bid = state.turn, list(state.moves())[1]
    before, old = state.held[seat], state.buried
    state = state.followed_by(bid)
    assert old is not None
    assert state.held[seat] == before.plus(old)
    assert (state.phase, state.turn, state.current_landlord) == ("bury", seat, landlord)
    assert state.trump.main == str(bid)[0]
    state = first(state)
    assert [state.sees_kitty(who) for who in range(4)] == [who == seat for who in range(4)]
    assert f"{seat}:{bid}" in str(state)
    assert state.game.parse(str(state)) == state
    for _ in range(3):
        state = state.after("pass")
    assert (state.phase, state.turn) == ("play", landlord)


def test_the_buried_cards_go_to_a_higher_bid_whoever_holds_the_standing_one() -> None:
    house = "standard(steal=yes,reinforce=equal,kitty_cards=150)"
    state = load(f"tractor(match=deal,packs=3,landlord=0,profile={house})").start()
    assert isinstance(state, TractorState)
    hands = ("C3C4C5", "H2S2S2", "D2C6C7", "C8C9CT")
    for place in range(3):
        for seat, hand in enumerate(hands):
            state = state.after(hand[2 * place : 2 * place + 2])
            state = state.after("H2" if (place, seat) == (0, 1) else "pass")
    while state.phase == "bid":
        state = state.after("pass")
    state = state.after(Move(state.kitty))
    assert (state.phase, state.turn) == ("steal", 1)
    assert list(map(str, state.moves())) == ["pass", "S2S2"]  # in the bidding he may only add to H2
    state = state.after("pass")
    with pytest.raises(IllegalMove, match="does not overturn H2"):
        state.after("D2")


def playing(options: str) -> TractorState:
    state = buried(f"match=deal,{options}")
    assert state.phase in ("play", "call")
    return state


def with_hands(state: TractorState, *hands: str) -> TractorState:
    """Return a position of play in which the landlord, seat 0, and the others hold given cards only."""
    piles = tuple(map(pile_of, hands))
    return replace(state, held=piles)


SIX = "packs=3,players=6,profile=standard(nobody=none)"


def test_a_lead_that_can_be_cut_in_two_ways_is_cut_by_its_leader() -> None:
    hands = (
        "H7H7H7H8H8C9",
        "HAHAHAD3D4D5",
        "D6D7D8D9DTDJ",
        "C3C4C5C6C7C8",
        "S3S4S5S6S7S8",
        "STSJSQ",
    )
    state = with_hands(playing(SIX), *hands).after("H7H7H7H8H8")
    assert (state.phase, state.turn) == ("cut", 0)
    assert list(map(str, state.moves())) == ["H7H7H8H8+H7", "H7H7H7+H8H8"]
    by_default, named = state.after("H7H7H8H8+H7"), state.after("H7H7H7+H8H8")
    # Seat 1 beats the single, and the triple; the part that it beats is led.
    assert str(by_default.tricks[-1].plays[0]) == "H7"
    assert str(named.tricks[-1].plays[0]) in ("H7H7H7", "H8H8")
    with pytest.raises(IllegalMove, match="H7H7H7H8H8 is cut into H7H7H8H8"):
        state.after("H7H7H7H8H8")


def test_a_bomb_may_be_played_whatever_was_led() -> None:
    options = "packs=4,players=8,profile=standard(nobody=none,bombs=free)"
    hands = ("H7H7H7H7", "H8H9HTHJC9C9C9C9", *("D4D5D6D7",) * 6)
    state = with_hands(playing(options), *hands).after("H7H7H7H7")
    assert list(map(str, state.moves())) == ["H8H9HTHJ", "C9C9C9C9"]
    bombed = state.after("C9C9C9C9")
    assert bombed.winner_of(bombed.tricks[-1]) == 1
    assert bombed.voids[1] == 0, "a bomb says nothing of the hand"


FRIENDS = "players=5,teams=friends,profile=standard(nobody=none)"


def called(*calls: str) -> TractorState:
    state = playing(FRIENDS)
    assert state.phase == "call"
    for call in calls:
        state = state.after(call)
    return state


def test_who_plays_the_called_copy_joins_the_landlord_with_the_points_he_took() -> None:
    hands = ("HAH5HKC3", "H3HTHAC5", "H4HAHQC9", "H6H7H8H9", "H6H7H8H9")
    state = with_hands(called("HA#2"), *hands)
    for card in ("HA", "HT", "H4", "H6", "H6"):
        state = state.after(card)
    assert (state.sides.members, state.taken, state.won[0]) == ([0], 0, 10)
    for card in ("H5", "H3", "HQ", "H7", "H7"):
        state = state.after(card)
    assert (state.sides.members, state.taken, state.turn) == ([0], 5, 2)
    for card in ("HA", "H8", "H8", "HK", "HA"):
        state = state.after(card)
    assert (state.sides.members, state.sides.filled) == ([0, 2], [2])
    assert state.taken == 0, "the five and the king are the landlord's side's now"
    assert state.won == (10, 0, 15, 0, 0)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ("HA", "call a card and its copy, as HA#2"),
        ("HA#3", "there is no copy 3 of HA"),
        ("RJ#1", "RJ is a trump"),
        ("pass", "call a card and its copy, as HA#2"),
    ],
)
def test_a_call_that_may_not_be_made_is_refused(call: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        called().after(call)


def test_calls_ascend_so_that_no_set_of_them_comes_in_two_orders() -> None:
    state = playing("players=7,teams=friends,profile=standard(nobody=none)").after("HA#2")
    assert all((move.card, move.copy) > (Card("HA"), 2) for move in state.moves())
    with pytest.raises(IllegalMove, match="calls ascend by card and copy, and HA#2 is called"):
        state.after("HA#1")
    with pytest.raises(IllegalMove, match="it is called already"):
        state.after("HA#2")
    assert state.after("CQ#1").phase == "play"


def test_a_friend_at_a_does_not_win_the_match_on_another_level() -> None:
    game = Tractor(players=5, teams="friends", levels="KAAKK", landlord=0)
    assert not game.start().is_decided
    outcome = game.start().umpire.outcome(game.ranks, 0, game.start().sides)
    assert outcome.winners == ()
