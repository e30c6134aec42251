"""What plays, bids and throws prove of the hidden hands; the truth is never excluded."""

from __future__ import annotations

from suitwise.tractor import Pile, Tractor, TractorState, pile_of
from suitwise.tractor.hidden.knowledge import Knowledge, knowledge_of, past_plays
from suitwise.tractor.hidden.redealing import redealt
from suitwise.tractor.moves import DECK
from suitwise.tractor.rules.deck import EMPTY, partition_mask, sum_of
from tests.tractor.table_deals import a_deal, some_deal

SEATS = range(4)
H = 1
_HEARTS = partition_mask(H, 0, 0)


def begun(
    plays: str, hands: dict[int, str], *, main: str = "S2", house: str = "standard"
) -> TractorState:
    """Return a position after some plays; seat 0 is landlord, has shown a card and drawn these cards.

    Seat 0 has the other hearts too. The rest is drawn in the order of the pack, and what is left buried.
    """
    given = {seat: pile_of(hands.get(seat, "")) for seat in SEATS}
    others = DECK.of(_HEARTS).minus(sum_of(given.values(), packs=2).of(_HEARTS))
    given[0] = given[0].plus(others).plus(pile_of(main))
    left = list(DECK.minus(sum_of(given.values(), packs=2)).cards)
    drawn = []
    for seat in SEATS:
        missing = 25 - given[seat].size
        drawn.append(given[seat].plus(sum_of([pile_of(left[:missing])], packs=2)))
        left = left[missing:]
    buried = pile_of(left)
    text = f"22 - | {' '.join(map(str, drawn))} | 0:{main} | - | {buried} | {plays}"
    return Tractor(house, match="deal").parse(text)


def known_to(state: TractorState, seat: int) -> Knowledge:
    return knowledge_of(state, seat)


def cards(mask: int) -> str:
    return str(Pile(mask))


LOW_HEARTS = "H3H4H5H6H7H8"


def test_who_does_not_follow_has_no_more_of_the_suit() -> None:
    hands = {0: "H9", 1: LOW_HEARTS, 2: "C3C4C5C6C7C8C9CTCJCQCKCA" * 2 + "D3", 3: "H3H4"}
    state = begun("0 H9 H3 D3 H3", hands)
    assert state.voids == (0, 0, 1 << H, 0)
    known = known_to(state, 1)
    assert not known.may_hold(2) & _HEARTS
    assert known.may_hold(3) & _HEARTS


def test_who_gives_no_pair_to_a_pair_has_none() -> None:
    hands = {0: "H9H9", 1: "H3H4H5H6", 2: "HJHQ", 3: "HTHTHA"}
    state = begun("0 H9H9 H3H4 HJHQ HTHT", hands)
    known = known_to(state, 2)
    assert cards(known.lone[1] & _HEARTS) == "H3H4H5H6H7H8H9HTHJHQHKHA"
    assert cards(known.absent[1]) == "H3H4", "the other H3 would have made a pair"
    assert not known.lone[3], "seat 3 has given a pair"


def test_a_house_without_pairs_proves_none() -> None:
    hands = {0: "H9H9", 1: "H3H4H5H6", 2: "HJHQ", 3: "HTHTHA"}
    state = begun("0 H9H9 H3H4 HJHQ HTHT", hands, house="standard(duty=suit)")
    assert known_to(state, 2).lone == (0, 0, 0, 0)


def test_a_throw_that_stands_shows_that_nobody_has_more() -> None:
    hands = {0: "HAHAHQHQHK", 1: "H3H4H5", 2: "H6H7HT", 3: "H8H9HJ"}
    state = begun("0 HAHAHK H3H4H5 H6H7HT H8H9HJ", hands)
    known = known_to(state, 1)
    assert cards(known.absent[3] & _HEARTS) == "H8H9HJHA", "no ace, nor a pair"
    assert cards(known.absent[2] & ~known.absent[3]) == "H6H7HT"


def test_a_throw_that_fails_shows_its_cards_and_what_nobody_beat() -> None:
    hands = {0: "HAHQHQ", 1: "HKHKH3H4H5", 2: "H6H7H8", 3: "H9HTHJ"}
    state = begun("0 HAHQHQ>HQHQ HKHK H6H7 H9HT", hands)
    known = known_to(state, 2)
    assert str(known.held[0]) == "HA", "taken back"
    throw = past_plays(state)[0]
    assert (str(throw.shown), str(throw.play)) == ("HQHQHA", "HQHQ")
    assert known.kept[0].size == 3


def test_where_the_first_seat_decides_a_failed_throw_tells_of_no_seat_behind_it() -> None:
    """H3H3 is led though seat 3 beats the king: the pair of seat 2 has decided. So seat 1 has no ace."""
    hands = {0: "HKH3H3", 1: "H4H5", 2: "H9H9H6", 3: "HAH7H8"}
    state = begun("0 HKH3H3>H3H3 H4H5 H9H9 H7H8", hands, house="standard(forced=first)")
    ace = pile_of("HA").once
    for seat in SEATS:
        check_true(state, known_to(state, seat))
    assert not known_to(state, 2).may_hold(1) & ace
    assert known_to(state, 2).may_hold(3) & ace
    worlds = [redealt(state, 2, 5, stream) for stream in range(30)]
    assert not any(world.drawn[1].once & ace for world in worlds)
    assert any(world.drawn[3].once & ace for world in worlds)


def test_the_largest_part_that_is_beaten_is_all_that_a_failed_throw_tells_of() -> None:
    hands = {0: "HQH3H3H5H5", 1: "HAH4H4", 2: "H6H7H8", 3: "H9HTHJ"}
    state = begun("0 HQH3H3H5H5>H3H3 H4H4 H6H7 H9HT", hands, house="duan")
    assert known_to(state, 2).may_hold(1) & pile_of("HA").once
    for seat in SEATS:
        check_true(state, known_to(state, seat))
        assert redealt(state, seat, 3, 1).view(seat) == state.view(seat)


def test_a_card_shown_for_a_bid_may_be_buried() -> None:
    state = begun("0 H9 H3 H4 H5", {0: "H9", 1: "H3", 2: "H4", 3: "H5"})
    assert str(known_to(state, 1).pool) == "S2"
    assert not known_to(state, 1).held[0].once >> 0 & 1
    assert known_to(state, 0).pool == EMPTY


def test_what_was_turned_up_lies_aside_until_the_landlord_has_it() -> None:
    state = Tractor("standard", match="deal").start()
    while state.phase != "turn":
        state = state.after("pass") if state.phase == "bid" else state.rolled(1, 0)[0]
    first = next(move for move in state.moves() if state.after(move).phase == "turn")
    state = state.after(first)
    assert (state.phase, len(state.turned)) == ("turn", 1)
    assert [known_to(state, seat).aside for seat in SEATS] == [first.pile] * 4
    state, _ = state.rolled(1, 0)
    assert (state.phase, state.turn) == ("bury", state.current_landlord)
    up = sum_of([Pile(1 << card) for card in state.turned], packs=2)
    for seat in SEATS:
        assert known_to(state, seat).aside == (EMPTY if seat == state.turn else up)


def test_what_is_known_is_true_and_no_more_than_the_seat_sees() -> None:
    """At one in 7 moments of 12 deals of all houses, for a seat; and in a world it is the same."""
    for seed in range(20, 32):
        for place, state in enumerate(some_deal(seed)[seed % 7 :: 7]):
            seat = (place + seed) % 4
            known = knowledge_of(state, seat)
            check_true(state, known)
            if place % 5 == 0:
                assert knowledge_of(redealt(state, seat, 1, seed), seat) == known


def check_true(state: TractorState, known: Knowledge) -> None:
    played = state.played
    aside = state.buried if state.buried is not None else state.kitty
    if state.phase == "bury" and known.seat == state.current_landlord:
        aside = EMPTY
    hands = state.drawn if state.phase == "bury" else state.held
    free = DECK
    for at in SEATS:
        hand = state.held[at] if at == known.seat else hands[at]
        assert known.held[at].within(hand)
        rest = hand.minus(known.held[at])
        assert rest.size == known.rooms[at]
        assert rest.once & ~known.may_hold(at) == 0
        assert at == known.seat or not rest.once & known.absent[at] | rest.twice & known.lone[at]
        assert known.kept[at] == known.held[at].plus(played[at])
        free = free.minus(known.held[at]).minus(played[at])
    assert known.aside.within(aside)
    assert known.rooms[4] == aside.size - known.aside.size
    assert known.free == free.minus(known.aside)
    if known.joined:
        lord = state.held[state.current_landlord].minus(known.held[state.current_landlord])
        assert known.pool.within(lord.plus(aside.minus(known.aside)))


def test_the_plays_are_those_of_the_tricks() -> None:
    state = a_deal(3)[-1]
    moments = past_plays(state)
    assert sum(moment.play.size for moment in moments) == 100
    assert state.played == tuple(
        pile.plus(state.kitty).minus(state.buried or EMPTY)
        if seat == state.current_landlord
        else pile
        for seat, pile in enumerate(state.drawn)
    )
    assert [moment.lead is None for moment in moments] == [True, False, False, False] * len(
        state.tricks
    )
