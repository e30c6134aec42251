"""The reasons that the rule-based player gives: every sentence is read back, and what it says is so.

What can be given is held against the list of all legal plays, what others hold against the worlds that
the seat can't tell apart, the bidding against what the house allows. A sentence that nothing here reads
fails, so none is left unheld.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import TypeAlias

import pytest

from suitwise.cards import Card
from suitwise.game import CHANCE, OVER
from suitwise.players import RandomPlayer
from suitwise.tractor import Bid, Duty, Move, Pile, Tractor, TractorState, pile_of, winner_at_table
from suitwise.tractor.arrays.estimates import WEIGHTS
from suitwise.tractor.arrays.policy import lead_worth
from suitwise.tractor.moves import PASS
from suitwise.tractor.players.replies import Replies, SeatView, cheapest_play
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import TRUMPS, partition_mask, partition_of, phi_of
from suitwise.tractor.rules.levels import good_bids
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.rules.profile import NAMED
from suitwise.tractor.rules.throws import (
    beats,
)
from tests.tractor.players.test_replies import thrown

PLAYER = TractorPlayer()
HOUSES = (
    "standard",
    "standard(over=every)",
    "standard(over=top,chain=suits)",
    "standard(chain=suits,duty=suit,forced=lowest,penalty=10)",
    "standard(duty=pairs,overturn=more,reinforce=any)",
    "standard(duty=none,jokers=no,nobody=none)",
    "standard(chain=suits,forced=never)",
    *NAMED,
)
LOOKED_AT = 500
"""So many plays are looked at to tell whether a trick can be taken."""
LISTED = 2_000
"""Of so many legal plays each is looked at."""
WORLDS, MANY = 5, 500
"""So many worlds are looked at for what is so in all, and at most for what is so in one."""
SUITS = ("spades", "hearts", "diamonds", "clubs")
POINTS = {"5": 5, "T": 10, "K": 10}

CARDS = r"(?:[SHDC][2-9TJQKA]|[BR]J)+"
PLAIN = "(?:spades|hearts|diamonds|clubs)"


def advised(game: Tractor, seed: int) -> Iterator[tuple[TractorState, Move, str]]:
    """Yield the positions of a deal with the advice; every other lead is made at random."""
    (state, index), random = game.start().rolled(seed, 0), RandomPlayer(seed)
    while state.turn != OVER:
        if state.turn == CHANCE:
            state, index = state.rolled(seed, 0, index)
            continue
        move, why = PLAYER.advice(state)
        yield state, move, why
        leads = state.phase == "play" and not state.tricks[-1].plays
        odd = seed % 2 and leads and len(state.tricks) % 2
        state = state.after(random(state) if odd else move)


# --- What the cards say ---------------------------------------------------------------------------


def points(pile: Pile) -> int:
    return sum(POINTS.get(str(card)[1], 0) for card in pile.cards)


def in_partition(state: TractorState, pile: Pile, partition: int) -> int:
    """Return how many cards of a pile are of a partition."""
    trump = state.trump
    kinds = [partition_of(card, trump.main_index, trump.rank_index) for card in pile.cards]
    return kinds.count(partition)


def points_possible(state: TractorState) -> tuple[int, int] | None:
    """Return the fewest and the most points that a legal play has; None of too many plays."""
    if len(state.moves()) > LISTED:
        return None
    found = [points(move.pile) for move in state.moves()]
    return min(found), max(found)


def mask_of(state: TractorState, partition: int) -> int:
    return partition_mask(partition, state.trump.main_index, state.trump.rank_index)


def led_by(state: TractorState, play: Pile) -> int:
    return led_partition((*state.tricks[-1].plays, play)[0], state.trump)


def takes(state: TractorState, play: Pile) -> bool:
    """Tell whether a play wins so far."""
    plays = (*state.tricks[-1].plays, play)
    return winner_at_table(state.trump, plays, state.profile).winner == len(plays) - 1


def can_take(state: TractorState) -> bool | None:
    """Tell whether some play takes the trick; None where there are too many plays to know."""
    if any(takes(state, move.pile) for move in islice(iter(state.moves()), LOOKED_AT)):
        return True
    return False if len(state.moves()) <= LOOKED_AT else None


def worlds(state: TractorState, seed: int) -> list[TractorState]:
    return [state.resample(state.turn, seed, stream) for stream in range(WORLDS)]


def others(state: TractorState) -> list[int]:
    return [(state.turn + ahead) % 4 for ahead in (1, 2, 3)]


def partner_may_ruff(state: TractorState, play: Pile) -> bool:
    """Tell whether the partner is out of the suit in every world, and has trumps in one."""
    partner = (state.turn + 2) % 4
    hands = [world.held[partner].once for world in worlds(state, 5)]
    out = not any(hand & mask_of(state, led_by(state, play)) for hand in hands)
    return out and may_hold_trumps(state, [partner])


def may_hold_trumps(state: TractorState, seats: list[int]) -> bool:
    """Tell whether some seat has a trump in some world; one of many is enough."""
    found = (state.resample(state.turn, 7, stream) for stream in range(MANY))
    return any(world.held[seat].once & mask_of(state, TRUMPS) for world in found for seat in seats)


def is_unbeaten(state: TractorState, play: Pile) -> bool:
    """Tell whether nobody beats a part of a lead in any world, nor as the cards lie."""
    led, chain = led_by(state, play), state.profile.chain_mask(state.trump.main_index)
    return not any(
        beats(world.held[seat], part, led, state.trump, chain)
        for world in (state, *worlds(state, 6))
        for part in parts_of(play, state.trump, chain)
        for seat in others(state)
    )


def is_unbeaten_but_ruffed(state: TractorState, play: Pile) -> bool:
    """Tell whether moreover somebody has a trump in some world."""
    return is_unbeaten(state, play) and may_hold_trumps(state, others(state))


def unseen(state: TractorState) -> Counter[int]:
    """Return the cards that the seat on turn does not see."""
    left = Counter(int(card) for hand in state.held for card in hand.cards)
    left.subtract(state.held[state.turn].cards)
    if state.buried is not None and state.turn != state.current_landlord:
        left.update(state.buried.cards)
    return left


# --- The sentences --------------------------------------------------------------------------------

Found: TypeAlias = re.Match[str]
Check: TypeAlias = Callable[[TractorState, Move, Found], bool]
MAIN = rf"(?:no main suit|{PLAIN})"
SENTENCES: dict[str, Check] = {}
RARE = ("the parts are worth the same", "no throw fails in this house")


def says(pattern: str) -> Callable[[Check], Check]:
    """Hold what a sentence says by a function."""

    def held(check: Check) -> Check:
        SENTENCES[pattern] = check
        return check

    return held


@says("there is nothing to bid")
def nothing_to_bid(state: TractorState, move: Move, found: Found) -> bool:
    return list(state.moves()) == [PASS] == [move]


@says(rf"your side's ({CARDS}) stands")
def side_stands(state: TractorState, move: Move, found: Found) -> bool:
    bid = state.standing
    return bid is not None and str(bid) == found[1] and (bid.seat - state.turn) % 2 == 0


@says(rf"it makes your bid of ({CARDS}) harder to overturn")
def is_harder_to_overturn(state: TractorState, move: Move, found: Found) -> bool:
    bid = state.standing
    assert bid is not None
    over = [set(overturning(state, before)) for before in (bid, own_bid(state, move))]
    return bid.seat == state.turn and str(bid) == found[1] and over[1] < over[0]


@says(
    rf"with ({MAIN}(?: or {MAIN})*) you hold (no|\d+) trumps? of (\d+) cards?(, and no other suit's "
    rf"pair overturns it| at best, which is too few to bid)?"
)
def holds_trumps(state: TractorState, move: Move, found: Found) -> bool:
    hand = state.held[state.turn]
    bids = {bid: trumps_named(state, bid) for bid in state.moves() if bid != PASS}
    named = [bid for bid in bids if suit_named(bid) in found[1].split(" or ")]
    number = 0 if found[2] == "no" else int(found[2])
    if int(found[3]) != hand.size or not any(bids[bid] == number for bid in named):
        return False
    if found[4] is None:
        return move in named
    if "best" in found[4]:
        best = {suit_named(bid) for bid in bids if bids[bid] == number}
        return move == PASS and number == max(bids.values()) and {*found[1].split(" or ")} == best
    cards = {str(card)[0] for card, copies in overturning(state, own_bid(state, move))}
    return move in named and not cards & set("SHDC") - {str(move)[0]}


def own_bid(state: TractorState, move: Move) -> Bid:
    return Bid(state.turn, Card(str(move)[:2]), len(move.pile.cards))


def overturning(state: TractorState, bid: Bid) -> list[tuple[Card, int]]:
    """Return what overturns a bid if an opponent holds it."""
    every = pile_of([card for card in range(54) for _ in range(2)])
    seat = (bid.seat + 1) % 4
    found = good_bids(seat, every, state.rank, [bid], state.profile)
    return [(one.card, one.copies) for one in found]


def suit_named(bid: Move) -> str:
    return "no main suit" if str(bid)[1] == "J" and str(bid)[0] in "BR" else suit_of(str(bid))


def suit_of(text: str) -> str:
    return SUITS["SHDC".index(text[0])]


def trumps_named(state: TractorState, bid: Move) -> int:
    """Count jokers, cards of the bid's rank, and its suit if it names one."""
    rank, suit = "23456789TJQKA"[state.rank], str(bid)[0]
    plain = suit_named(bid) != "no main suit"
    texts = [str(card) for card in state.held[state.turn].cards]
    return sum(
        text in ("BJ", "RJ") or text[1] == rank or (plain and text[0] == suit) for text in texts
    )


@says(
    rf"it (?:empties ({PLAIN}(?: and {PLAIN})*)|keeps (no|\d+) trumps?) and buries (no|\d+) points"
)
def buries(state: TractorState, move: Move, found: Found) -> bool:
    hand, left = state.held[state.turn], state.held[state.turn].minus(move.pile)
    if points(move.pile) != (0 if found[3] == "no" else int(found[3])):
        return False
    emptied = [
        suit
        for at, suit in enumerate(SUITS)
        if in_partition(state, hand, at) and not in_partition(state, left, at)
    ]
    if found[1]:
        return found[1].split(" and ") == emptied
    return not emptied and in_partition(state, left, TRUMPS) == (
        0 if found[2] == "no" else int(found[2])
    )


@says("the parts are worth the same")
def parts_are_alike(state: TractorState, move: Move, found: Found) -> bool:
    main, rank = state.trump.main_index, state.trump.rank_index
    kinds = {
        (points(one.pile), *(phi_of(card, main, rank) for card in one.pile.cards))
        for one in state.moves()
    }
    return len(kinds) == 1


@says("it is the only legal play")
def is_only(state: TractorState, move: Move, found: Found) -> bool:
    return list(state.moves()) == [move]


@says("nobody can beat any part of it, so the throw stands")
def throw_stands(state: TractorState, move: Move, found: Found) -> bool:
    return is_unbeaten(state, move.pile) and state.throw(move.pile).stands


@says("no throw fails in this house")
def no_throw_fails(state: TractorState, move: Move, found: Found) -> bool:
    return all(world.throw(move.pile).stands for world in worlds(state, 6))


@says("no (single|pair|tractor) that is still out beats it(, it can only be ruffed)?")
def walks(state: TractorState, move: Move, found: Found) -> bool:
    kind = {1: "single", 2: "pair"}.get(move.pile.size, "tractor")
    unbeaten = is_unbeaten_but_ruffed if found[2] else is_unbeaten
    return kind == found[1] and unbeaten(state, move.pile)


@says(f"your partner is out of ({PLAIN}) and may ruff")
def is_ruffed(state: TractorState, move: Move, found: Found) -> bool:
    led = led_by(state, move.pile)
    return SUITS[led] == found[1] and partner_may_ruff(state, move.pile)


@says(r"it draws trumps: you hold (\d+), (\d+) are unseen")
def draws(state: TractorState, move: Move, found: Found) -> bool:
    out = in_partition(state, pile_of(list(unseen(state).elements())), TRUMPS)
    own = in_partition(state, state.held[state.turn], TRUMPS)
    return led_by(state, move.pile) == TRUMPS and (own, out) == (int(found[1]), int(found[2]))


@says(r"(\d+) higher (single|pair|tractor)s? may be out, but no lead is worth more")
def is_best_lead(state: TractorState, move: Move, found: Found) -> bool:
    lead, kind = move.pile, {1: "single", 2: "pair"}.get(move.pile.size, "tractor")
    return (
        kind == found[2]
        and int(found[1]) == higher(state, lead)
        and worth_leading(state, lead) == max(worth_leading(state, one) for one in leads(state))
    )


def higher(state: TractorState, lead: Pile) -> int:
    """Count the higher singles, pairs or tractors of a plain suit that another seat may hold."""
    suit, known, tops = str(lead)[0], unseen(state), set()
    ranks = [rank for rank in "23456789TJQKA" if rank != "23456789TJQKA"[state.trump.rank_index]]
    view, length = SeatView(state), lead.size // 2
    top = max(ranks.index(str(card)[1]) for card in lead.cards)
    single = 0
    for at in range(top + 1, len(ranks)):
        card = int(Card(suit + ranks[at]))
        for other in view.others:
            copies = [
                other.copies(int(Card(suit + ranks[at - down]))) for down in range(max(length, 1))
            ]
            if at - length >= -1 and all(held >= (2 if length else 1) for held in copies):
                tops.add(at)
        single += known[card] * (at in tops)
    return len(tops) if length else single


def leads(state: TractorState) -> Iterator[Pile]:
    """Yield the leads of a seat that are no throws and join rank cards, as the policy leads."""
    hand = state.held[state.turn]
    for move in state.moves():
        if len(parts_of(move.pile, state.trump)) == 1 and move.pile.within(hand):
            yield move.pile


def worth_leading(state: TractorState, lead: Pile) -> int:
    view = SeatView(state)
    return lead_worth(view.record, *view.named(lead), *view.unseen_masks, WEIGHTS)


@says(
    rf"your partner's ({CARDS}) wins so far: (?:give it (\d+) points|(keep your points|there is .*))"
)
def adds(state: TractorState, move: Move, found: Found) -> bool:
    table, most = state.tricks[-1], points_possible(state)
    winner = winner_at_table(state.trump, table.plays, state.profile).winner
    if (table.leader + winner - state.turn) % 4 != 2 or str(table.plays[winner]) != found[1]:
        return False
    if found[2]:
        return points(move.pile) == int(found[2]) > 0
    nothing = found[3] == "there is nothing to add"
    return points(move.pile) == 0 and (most is None or (most[1] == 0) == nothing)


@says(
    rf"(?:you can't beat )?({CARDS}) of seat (\d)( isn't worth beating| wins so far)?: "
    r"(give no points|(\d+) points must go|(\d+) points go"
    rf"(?:; ({CARDS}) has (none|\d+), but is worth (\d+) more to keep"
    r"(?:, and your partner is given (\d+) %)?)?)"
)
def gives(state: TractorState, move: Move, found: Found) -> bool:
    table, possible, own = state.tricks[-1], points_possible(state), points(move.pile)
    winner = winner_at_table(state.trump, table.plays, state.profile).winner
    seat = (table.leader + winner) % 4
    if (seat, str(table.plays[winner])) != (int(found[2]), found[1]) or (
        seat - state.turn
    ) % 2 == 0:
        return False
    if can_take(state) in {None: (True,), " isn't worth beating": (False,)}.get(found[3], ()):
        return False
    said = int(found[5] or found[6] or 0)
    if own != said or (possible is not None and (own > possible[0]) != bool(found[6])):
        return False
    return not found[7] or saves(state, move, found)


def saves(state: TractorState, move: Move, found: Found) -> bool:
    """Tell whether the play named has fewest points, and costs more than it saves.

    What is saved counts double the less the more likely the partner wins it: it would be his.
    """
    other, possible = pile_of(found[7]), points_possible(state)
    least, more, replies = points(other), int(found[9]), Replies(SeatView(state))
    saved, chance = points(move.pile) - least, replies.chance(move.pile) / 64
    kept = (
        replies.worth_keeping(other) - replies.worth_keeping(move.pile)
    ) / 4  # it is told in whole points
    return (
        Move(other) in state.moves()
        and least == (0 if found[8] == "none" else int(found[8]))
        and (possible is None or least == possible[0])
        and more == int(kept)
        and kept >= (1 - 2 * chance) * saved
        and (found[10] == str(int(100 * chance)) if kept < saved else found[10] is None)
    )


@says(
    r"it (takes|ruffs) (?:a trick of (no|\d+) points|the trick so far, (no|\d+) points lie in it)"
)
def is_taken(state: TractorState, move: Move, found: Found) -> bool:
    plays = (*state.tricks[-1].plays, move.pile)
    trumps = in_partition(state, move.pile, TRUMPS) == move.pile.size
    ruffs = trumps and led_by(state, move.pile) != TRUMPS
    said = found[2] or found[3]
    return (
        takes(state, move.pile)
        and ruffs == (found[1] == "ruffs")
        and sum(map(points, plays)) == (0 if said == "no" else int(said))
        and (found[2] is not None) == (len(plays) == 4)
    )


def is_so(state: TractorState, move: Move, why: str) -> str | None:
    """Return the sentence that a reason is, None if what it says is not so."""
    for pattern, check in SENTENCES.items():
        found = re.fullmatch(pattern, why)
        if found:
            return pattern if check(state, move, found) else None
    return None


# --- The tests ------------------------------------------------------------------------------------


def test_what_every_reason_says_is_so(exhaustive: bool) -> None:
    said: Counter[str | None] = Counter()
    for seed in range(600 if exhaustive else len(HOUSES)):
        game = Tractor(match="deal", profile=HOUSES[seed % len(HOUSES)])
        for state, move, why in advised(game, seed):
            sentence = is_so(state, move, why)
            assert sentence is not None, (str(game), seed, str(state), str(move), why)
            said[sentence] += 1
    assert set(said) >= set(SENTENCES) - set(RARE)


def test_points_are_not_said_to_be_forced_where_a_play_with_fewer_is_legal() -> None:
    for state, move, why in advised(Tractor(match="deal"), 6):
        if state.phase == "play" and len(state.tricks) == 9 and state.turn == 0:
            assert str(state.held[0]) == "S4S5S7S9STSQH2H5D5D8DQRJ"
            assert (str(move), why) == (
                "H2H5",
                "you can't beat H4H4 of seat 1: 5 points go; H2RJ has none, "
                "but is worth 11 more to keep",
            )
            return
    raise AssertionError("seat 0 is not on turn in trick 9")


def test_a_trick_that_a_seat_may_ruff_at_will_is_not_said_to_be_beyond_it() -> None:
    """In a house that asks for nothing a trump may be played though the suit could be followed."""
    game = Tractor(match="deal", profile="standard(duty=none)")
    for state, move, why in advised(game, 5):
        if "you can't beat" in why:
            assert can_take(state) is not True, (str(state), str(move))


def test_where_rank_cards_join_no_tractors_nothing_is_led_that_may_fail() -> None:
    for seed in (8, 57, 135, 188):
        for state, move, _ in advised(Tractor(match="deal", profile="standard(chain=suits)"), seed):
            if state.phase == "play" and not state.tricks[-1].plays:
                assert len(parts_of(move.pile, state.trump, SeatView(state).chain)) == 1 or (
                    is_unbeaten(state, move.pile)
                )


@pytest.mark.parametrize("profile", HOUSES)
def test_the_cheapest_play_is_that_of_the_list_of_all(profile: str, exhaustive: bool) -> None:
    random = Random(1)
    for seed in range(20 if exhaustive else 1):
        for state, _, _ in advised(Tractor(match="deal", profile=profile), seed):
            if not isinstance(state.duty, Duty) or len(state.moves()) > 2000:
                continue
            prices = [random.randrange(-9, 9) for _ in range(54)]
            costs = [sum(prices[card] for card in move.pile.cards) for move in state.moves()]
            cheapest = cheapest_play(state.duty, prices.__getitem__)
            assert Move(cheapest) in state.moves()
            assert sum(prices[card] for card in cheapest.cards) == min(costs)


def test_a_throw_is_said_to_be_beatable_by_those_who_hold_what_it_takes() -> None:
    for own, words in (
        ("S3 SQ SK", "you can't beat"),
        ("S3 S4 RJ", "you can't beat"),
        ("S2 RJ", "it ruffs the trick"),
    ):
        assert words in PLAYER.advice(thrown(own, "HTHK", "SABJ")).why
