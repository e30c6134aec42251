"""The reasons of reviews: each sentence is read back, and what it says is so.

Reasons are facts, true of a move and not of another whether that is better or not. So they are asked for
pairs of legal moves drawn at random, and held against the position after either move, against a plain
count of the cards, or against worlds that the seat can not tell apart. A code that nothing here reads
fails, so none is left unheld.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any, TypeAlias

import pytest

from suitwise.cards import Card, parse_cards
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import CHANCE, OVER, load, move_at
from suitwise.players.review import Decision, Measure, Verdict
from suitwise.players.review_text import said_of
from suitwise.rummy.gin.players import judge as gin
from suitwise.rummy.gin.players.rule_based import GinPlayer
from suitwise.rummy.gin.rules.deadwood import cards_of
from suitwise.rummy.indian.players import judge as indian
from suitwise.rummy.rami.players import judge as rami
from suitwise.rummy.rami.players.rule_based import RamiPlayer
from suitwise.rummy.rami.rules.turn import wilds_of
from suitwise.rummy.rummikub.players import judge as rummikub
from suitwise.rummy.rummikub.rules.tiles import Table
from suitwise.rummy.rummikub.solve.turns import Turn
from suitwise.stacks.review import reasons as stack_reasons
from suitwise.texas42.hidden import knowledge_of
from suitwise.texas42.review.reasons import call_reasons, play_reasons
from suitwise.texas42.rules.dominoes import Domino, dominoes_of
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.players.reasons import reasons as tractor_reasons
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import pile_of
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.rules.throws import beats
from suitwise.tricks.reasons import OpenTrick, Reply, reply_reasons
from tests.oracles import rummy_oracle, tractor_oracle
from tests.oracles.texas42_oracle import DECLARATIONS, is_trump, lead_suit, read_domino, winning
from tests.oracles.texas42_oracle import beats as beats_domino
from tests.rummy.indian_positions import MINE, OTHER, at

Check: TypeAlias = Callable[[Any, Any, Any, dict[str, Any]], bool]
CHECKS: dict[str, Check] = {}
WORLDS = 8


def says(*codes: str) -> Callable[[Check], Check]:
    """Hold what sentences say by a function of position, move, better move and values."""

    def held(check: Check) -> Check:
        CHECKS.update(dict.fromkeys(codes, check))
        return check

    return held


def pairs(game: Any, deals: int, player: Any = None) -> Iterator[tuple[Any, Any, Any]]:
    """Yield positions of deals with two different legal moves, drawn at random.

    Where a player is given, the second is what it would do; either of them is made.
    """
    for deal in range(deals):
        random = Random(f"7 {deal}")
        state, index = game.start().rolled(7, deal)
        while state.turn != OVER:
            if state.turn == CHANCE:
                state, index = state.rolled(7, deal, index)
                continue
            moves = state.moves()
            first, other = (
                move_at(moves, random.randrange(min(len(moves), 1 << 31))) for _ in "ab"
            )
            best = other if player is None else player(state)
            if first != best:
                yield from ((state, first, best), (state, best, first))
            state = state.after(random.choice((first, best)))


MOST_CHECKED = 60
"""So many sentences of a kind are held in one test."""


def check_all(
    found: Iterable[tuple[Phrase, Any, Any, Any]],
    rare: Iterable[str] = (),
    slow: Iterable[str] = (),
) -> None:
    """Hold each sentence by its check; each code of the games asked has to be met, but rare ones."""
    met: Counter[str] = Counter()
    for said, state, made, best in found:
        met[said.code] += 1
        if met[said.code] > (4 if said.code in slow else MOST_CHECKED):
            continue
        assert said.code in CHECKS, f"nothing holds {said.code}"
        assert CHECKS[said.code](state, made, best, dict(said.params)), (
            f"{state}\n{made} {best}: {said}"
        )
    rooms = {code.split(".")[0] for code in met} - {"review", "rummy"}
    known = {code for code in CHECKS if code.split(".")[0] in rooms}
    assert known - met.keys() - {*rare} == set()


# --- What a review does with reasons --------------------------------------------------------------


def test_reasons_are_asked_for_and_told_where_a_move_is_a_mistake_alone() -> None:
    asked = []

    def reasons() -> Iterator[Phrase]:
        for name in "abc":
            asked.append(name)
            yield phrase("any.refused", "{text}", text=name)

    fine = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.1, 0.1)
    assert fine.explained(reasons()) == fine
    assert not asked
    wrong = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.4, 0.1).explained(reasons())
    assert (wrong.reasons, asked) == (("a", "b"), ["a", "b"])
    decision = Decision(31, 1, "trick 3", 2, "HK", wrong)
    assert str(said_of(decision, Measure("levels", 2)).why) == "why: a; b"
    assert decision.as_json()["reasons"] == ["a", "b"]
    untold = Decision(31, 1, "trick 3", 2, "HK", fine)
    assert said_of(untold, Measure("levels", 2)).why is None
    assert "reasons" not in untold.as_json()


def test_who_was_winning_what_was_given_and_what_takes_it_too() -> None:
    ours, theirs = OpenTrick(2, "HA", True, True), OpenTrick(1, "HA", False, True)
    low, ten, ruff = Reply("H3", False, 0), Reply("HT", False, 10), Reply("S2", True, 0)
    codes = {
        (ours, ruff, low): ["ours"],
        (ours, low, ten): ["ours", "adds"],
        (ours, low, ruff): [],
        (theirs, ten, low): ["gives"],
        (theirs, low, ruff): ["left"],
        (OpenTrick(1, "HA", False, False), low, ruff): ["unbeaten"],
        (OpenTrick(1, "HA", False, False), ten, low): ["risks"],
        (theirs, ruff, Reply("S5", True, 5)): ["takes-more"],
        (theirs, Reply("S5", True, 5), ruff): ["takes-too"],
    }
    for (trick, made, best), expected in codes.items():
        found = [one.code.removeprefix("review.why.") for one in reply_reasons(trick, made, best)]
        assert found == expected


# --- Tricks of Tractor and of Texas 42 ------------------------------------------------------------

POINTS = {"5": 5, "T": 10, "K": 10}


def tractor_points(move: Any) -> int:
    return sum(POINTS.get(str(card)[1], 0) for card in move.pile.cards)


def domino_points(move: Any) -> int:
    pips = sum(map(int, str(move).split("-")))
    return pips if pips in (5, 10) else 0


def trick_of(state: Any) -> Any:
    """Return the trick on the table, or the last one, as (plays, leader, winner so far, seats)."""
    if hasattr(state, "tricks"):
        trick = next(one for one in reversed(state.tricks) if one.plays)
        return [*map(str, trick.plays)], trick.leader, state.winner_of(trick), trick.seats
    position = state.play.position
    if not position.trick:
        last = state.play.tricks[-1]
        return [*map(str, last.dominoes)], last.leader, last.winner, len(last.dominoes)
    ends = [read_domino(str(Domino(one))) for one in position.trick]
    place = winning(ends, declared(state))
    order = [seat for seat in seats_in_turn(position.leader) if seat != position.out]
    return [str(Domino(one)) for one in position.trick], position.leader, order[place], len(order)


def seats_in_turn(leader: int) -> list[int]:
    return [(leader + step) % 4 for step in range(4)]


def declared(state: Any) -> str:
    """Return the declaration as the oracle names it."""
    return DECLARATIONS[state.play.contract.declaration]


def has_same_side(state: Any, seat: int) -> bool:
    if hasattr(state, "attacks"):
        return bool(state.attacks(seat) == state.attacks(state.turn))
    return bool((seat - state.turn) % 2 == 0)


def counted(state: Any, move: Any) -> int:
    return tractor_points(move) if hasattr(state, "tricks") else domino_points(move)


def takes(state: Any, move: Any) -> bool:
    return bool(trick_of(state.after(move))[2] == state.turn)


def is_last_to_play(state: Any) -> bool:
    plays, _, _, seats = trick_of(state)
    return bool(len(plays) == seats - 1)


@says("review.why.ours")
def was_ours(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    plays, _, winner, _ = trick_of(state)
    is_winning = winner == told["seat"] and told["cards"] in plays and has_same_side(state, winner)
    better = takes(state, made) or counted(state, best) > counted(state, made)
    return is_winning and better and not takes(state, best)


@says("review.why.left", "review.why.unbeaten")
def was_left(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    plays, _, winner, _ = trick_of(state)
    is_theirs = (
        winner == told["seat"] and told["cards"] in plays and not has_same_side(state, winner)
    )
    return is_theirs and takes(state, best) and not takes(state, made) and told["best"] == str(best)


@says("review.why.gives", "review.why.risks")
def gave(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    winner = trick_of(state.after(made))[2]
    more = counted(state, made) - counted(state, best)
    if "seat" not in told and not is_last_to_play(state):
        return False
    return not has_same_side(state, winner) and told["n"] == more > 0 and not takes(state, best)


@says("review.why.adds")
def would_add(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    is_ours = has_same_side(state, trick_of(state.after(best))[2])
    return is_ours and told["n"] == counted(state, best) - counted(state, made) > 0


@says("review.why.takes-too", "review.why.takes-more")
def takes_too(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    more = counted(state, best) - counted(state, made)
    is_so = told["n"] == more if "n" in told else more <= 0
    return is_so and takes(state, made) and takes(state, best) and is_last_to_play(state)


# --- Tractor --------------------------------------------------------------------------------------


def plain_partition(state: Any, card: Any) -> str:
    return tractor_oracle.partition(str(card), state.trump.main, state.trump.rank)


def trumps(state: Any, cards: Iterable[Any]) -> int:
    return sum(plain_partition(state, card) == "T" for card in cards)


def worlds_of(state: Any) -> Iterator[Any]:
    return (state.resample(state.turn, 3, stream) for stream in range(WORLDS))


@says("tractor.reason.bid-stands")
def bid_stood(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    bid = state.bids[-1]
    return bid.seat == told["seat"] and has_same_side(state, bid.seat) and best == PASS != made


@says("tractor.reason.trumps-with")
def has_trumps(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    hand = [str(card) for card in state.held[state.turn].cards]
    rank = "23456789TJQKA"[state.rank]
    suit = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}.get(str(told["suit"]))
    number = sum(card in ("BJ", "RJ") or card[1] == rank or card[0] == suit for card in hand)
    return (told["n"], told["cards"]) == (number, len(hand))


@says("tractor.reason.buries-more", "tractor.reason.buries-less")
def buries(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    more = abs(tractor_points(made) - tractor_points(best))
    return bool(state.phase == "bury" and told["n"] == more > 0)


@says("tractor.reason.buries-trumps", "tractor.reason.spends-trumps")
def uses_trumps(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    more = trumps(state, made.pile.cards) - trumps(state, best.pile.cards)
    return bool(told["n"] == more > 0)


@says("tractor.reason.empties")
def empties(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    suits = str(told["suits"]).split(" and ")

    def kept(move: Any) -> set[str]:
        left = state.held[state.turn].minus(move.pile).cards
        return {plain_partition(state, card) for card in left}

    letters = {suit[0].upper() for suit in suits}
    return not letters & kept(best) and letters <= kept(made)


@says("tractor.reason.throw-failed", "tractor.reason.throw-costs")
def throw_failed(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    after = state.after(made)
    if told.get("n", 0) != state.profile.penalty or after.tricks[-1].tried != made.pile:
        return False
    return bool(after.phase == "forced" or str(after.tricks[-1].plays[0]) == told["cards"])


@says("tractor.reason.sure")
def is_sure(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    """No world has a hand that beats a part of the lead in its suit: a throw of it stands in each."""
    chain = state.profile.chain_mask(state.trump.main_index)
    led = led_partition(best.pile, state.trump)
    return told["cards"] == str(best) and not any(
        beats(world.held[seat], part, led, state.trump, chain)
        for world in (state, *worlds_of(state))
        for part in parts_of(best.pile, state.trump, chain)
        for seat in range(4)
        if seat != state.turn
    )


@says("tractor.reason.higher-unseen")
def higher_unseen(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    hidden = [
        card for seat, hand in enumerate(state.held) if seat != state.turn for card in hand.cards
    ]
    if state.turn != state.current_landlord:
        hidden += state.buried.cards
    (lead,) = made.pile.cards
    phi = {
        card: tractor_oracle.phi(str(card), state.trump.main, state.trump.rank)
        for card in (*hidden, lead)
    }
    own = plain_partition(state, lead)
    above = sum(plain_partition(state, card) == own and phi[card] > phi[lead] for card in hidden)
    return bool(told["n"] == above > 0)


@says("tractor.reason.out-of")
def is_out_of(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    letter = str(told["suit"])[0].upper()
    return not any(
        plain_partition(state, card) == letter
        for world in (state, *worlds_of(state))
        for card in world.held[told["seat"]].cards
    )


@says("tractor.reason.breaks")
def breaks(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    """The block is held, a part of it is played, and what is left holds none of its size and height."""
    block, hand = Counter(parse_cards(str(told["cards"]))), Counter(state.held[state.turn].cards)
    left = hand - Counter(made.pile.cards)
    return len(block) > 0 and not block - hand and bool(block - left) and bool(block & left)


def tractor_reasons_at_random(game: str, deals: int) -> Iterator[tuple[Phrase, Any, Any, Any]]:
    for player in (None, TractorPlayer()):
        for state, made, best in pairs(load(game), deals, player):
            for said in tractor_reasons(state, made, best):
                yield said, state, made, best


def burials(deals: int) -> Iterator[tuple[Phrase, Any, Any, Any]]:
    """Yield what tells the rules' burials from those that leave no card of a suit."""
    for state, _, best in pairs(load("tractor(match=deal)"), deals, TractorPlayer()):
        if state.phase != "bury":
            continue
        hand = state.held[state.turn]
        for suit in "SHDC":
            cards = [card for card in hand.cards if plain_partition(state, card) == suit]
            others = [
                card for card in hand.cards if plain_partition(state, card) not in (suit, "T")
            ]
            whole = [*cards, *others][: state.umpire.kitty]
            if 0 < len(cards) <= len(whole) == state.umpire.kitty:
                emptying = Move(pile_of(whole))
                for said in tractor_reasons(state, best, emptying):
                    yield said, state, best, emptying


def test_what_is_said_of_tractor_is_so() -> None:
    house = "tractor(match=deal,profile=standard(penalty=10))"
    check_all(
        chain(
            tractor_reasons_at_random("tractor(match=deal)", 3),
            tractor_reasons_at_random(house, 1),
            burials(4),
        ),
        rare={"tractor.reason.bid-stands"},
    )


@pytest.mark.parametrize(
    "game", ["tractor(players=6,match=deal)", "tractor(players=5,teams=friends,match=deal)"]
)
def test_what_is_said_at_other_tables_of_tractor_is_so(game: str) -> None:
    for said, state, made, best in tractor_reasons_at_random(game, 1):
        assert CHECKS[said.code](state, made, best, dict(said.params)), f"{made} {best}: {said}"


# --- Texas 42 -------------------------------------------------------------------------------------


def oracle_trumps(hand: int, declaration: str) -> int:
    return sum(is_trump(one, declaration) for one in map(read_domino, map(str, dominoes_of(hand))))


def of_hand(state: Any) -> int:
    return int(state.dealt[state.turn])


def beating(state: Any, domino: str, dominoes: Iterable[str]) -> int:
    """Count the dominoes that beat one that is led."""
    led, declaration = read_domino(domino), declared(state)
    suit = lead_suit(led, declaration)
    return sum(beats_domino(read_domino(one), led, suit, declaration) for one in dominoes)


def held_by(state: Any, seats: Iterable[int]) -> list[str]:
    return [str(one) for seat in seats for one in dominoes_of(state.play.position.hands[seat])]


@says("texas42.reason.spends-trump")
def spends_trump(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    kinds = [is_trump(read_domino(str(one)), declared(state)) for one in (made, best)]
    return kinds == [True, False]


@says("texas42.reason.nello-takes", "texas42.reason.nello-spares")
def nello(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    bidder = state.play.contract.declarer
    took = [trick_of(state.after(move))[2] == bidder for move in (made, best)]
    return took == ([False, True] if "domino" in told else [True, False])


@says("texas42.reason.sure")
def no_opponent_beats(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    theirs = [(state.turn + 1) % 4, (state.turn + 3) % 4]
    worlds = (state, *worlds_of(state))
    return not any(beating(world, told["domino"], held_by(world, theirs)) for world in worlds)


@says("texas42.reason.higher-unseen")
def unseen_above(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    hidden = held_by(state, {0, 1, 2, 3} - {state.turn})
    found = [beating(state, str(one), hidden) for one in (made, best)]
    return found == [told["n"], told["fewer"]] and told["domino"] == str(best)


@says("texas42.reason.leads-count")
def leads_count(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    """Whether somebody can hold what beats it is known of all the hands that no world rules out."""
    return bool(told["n"] == domino_points(made) - domino_points(best) > 0)


@says("texas42.reason.draws")
def draws_trumps(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    trumps = [is_trump(read_domino(str(one)), declared(state)) for one in (made, best)]
    hidden = map(read_domino, held_by(state, {0, 1, 2, 3} - {state.turn}))
    unseen = sum(is_trump(one, declared(state)) for one in hidden)
    return trumps == [False, True] and told["n"] == unseen > 0


@says("texas42.reason.partner-bid")
def partner_bid(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    is_partners = state.bidder == told["seat"] == (state.turn + 2) % 4
    return is_partners and str(best) == "pass" != str(made)


NAMES = ("blanks", "aces", "deuces", "treys", "fours", "fives", "sixes")


def held_with(state: Any, name: str) -> int:
    of = str(NAMES.index(name)) if name in NAMES else name
    return oracle_trumps(of_hand(state), of)


@says("texas42.reason.most-trumps")
def most_trumps(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    return bool(told["n"] == max(held_with(state, name) for name in NAMES))


@says("texas42.reason.held")
def trumps_and_doubles(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    found = held_with(state, str(told["declaration"])), oracle_trumps(of_hand(state), "doubles")
    return found == (told["n"], told["doubles"])


@says("texas42.reason.more-trumps")
def more_trumps(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    found = [held_with(state, str(told[name])) for name in ("better", "declaration")]
    return found == [told["more"], told["fewer"]] and found[0] > found[1]


@says("texas42.reason.own-double")
def own_double(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    hand = set(map(str, dominoes_of(of_hand(state))))
    pips = (NAMES.index(str(told[name])) for name in ("better", "declaration"))
    return [f"{pip}-{pip}" in hand for pip in pips] == [True, False]


def reasons_of_42(game: str, deals: int) -> Iterator[tuple[Phrase, Any, Any, Any]]:
    for state, made, best in pairs(load(game), deals):
        if state.phase == "play":
            known = knowledge_of(state, state.turn)
            found = play_reasons(state.play, known, made.domino, best.domino)
        else:
            likes = -1 if str(best) == "pass" else Random(str(state)).randrange(9)
            found = call_reasons(state, made, best, likes if state.phase == "call" else -1)
        for said in found:
            yield said, state, made, best


def test_what_is_said_of_texas_42_is_so() -> None:
    house = "texas42(match=hand,nello=any,forced=yes,sevens=yes)"
    check_all(chain(reasons_of_42("texas42(match=hand)", 60), reasons_of_42(house, 60)))


# --- Gin, Indian rummy, rami and Rummikub ---------------------------------------------------------


def texts(cards: Iterable[int]) -> str:
    return " ".join(str(Card(card)) for card in cards)


@cache
def gin_left(cards: tuple[Card, ...]) -> int:
    """Return the least deadwood of cards of one deck, by the oracle."""
    return rummy_oracle.least(rummy_oracle.read_hand(texts(cards)), GIN)


GIN = rummy_oracle.Rules(decks=1)


def gin_hand(state: Any, *less: Any) -> tuple[Card, ...]:
    gone = {move.card for move in less}
    return tuple(sorted(card for card in cards_of(state.hands[state.seat]) if card not in gone))


@says("gin.reason.knocked", "gin.reason.could-knock")
def knocks(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    knock, other = sorted((made, best), key=lambda move: str(move.kind) != "knock")
    return (knock.kind, other.kind, told["n"]) == (
        "knock",
        "card",
        gin_left(gin_hand(state, knock)),
    )


@says("gin.reason.fits-taken")
def fits_taken(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    cards = parse_cards(str(told["cards"]))
    known = set(cards_of(state.known[1 - state.seat]))
    is_known = set(cards) <= known and told["seat"] == 1 - state.seat
    melds = rummy_oracle.melds(rummy_oracle.read_hand(texts((*cards, Card(made.card)))), GIN)
    in_one = rummy_oracle.read_hand(str(Card(made.card)))[0]
    return is_known and any(in_one in rummy_oracle.meld_cards(meld) for meld in melds)


@says("gin.reason.fewer-ways")
def fewer_ways(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    def ways(move: Any) -> int:
        rest = gin_hand(state, move)
        now, unseen = gin_left(rest), cards_of(state.stock | state.hidden(state.seat))
        after = ((*rest, card) for card in unseen)
        return sum(least_after_discard(eleven) < now for eleven in after)

    return [ways(made), ways(best)] == [told["n"], told["more"]]


@cache
def least_after_discard(cards: tuple[Card, ...]) -> int:
    return min(rummy_oracle.discards(rummy_oracle.read_hand(texts(cards)), GIN).values())


@says("gin.reason.dead")
def is_dead(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    theirs = cards_of(state.hands[1 - state.seat])
    hands = [theirs, *(cards_of(world.hands[1 - state.seat]) for world in worlds_of(state))]
    card = rummy_oracle.read_hand(str(told["card"]))[0]
    return not any(
        card in rummy_oracle.meld_cards(meld)
        for hand in hands
        for meld in rummy_oracle.melds(rummy_oracle.read_hand(texts((*hand, Card(best.card)))), GIN)
    )


def left_of(state: Any, cards: Iterable[int]) -> int:
    """Return what cards count, by the oracle."""
    hand = rummy_oracle.read_hand(texts(cards))
    name = state.game.name
    if name == "gin":
        return rummy_oracle.least(hand, GIN)
    if name == "indian13":
        rank = state.rules.wild
        rules = replace(rummy_oracle.INDIAN13, wild_rank=RANK_NUMBERS[rank] if rank else None)
        return rummy_oracle.count(hand, rules)
    return rummy_oracle.least(hand, RAMI[state.game.house])


RAMI = {"rami51": rummy_oracle.RAMI51, "rami71": rummy_oracle.RAMI71}
RANK_NUMBERS = {rank: at for at, rank in enumerate("A23456789TJQK", 1)}


def own_hand(state: Any) -> list[Card]:
    held = state.hands[state.seat]
    return list(cards_of(held) if state.game.name == "gin" else map(Card, held))


def without(state: Any, card: int) -> list[Card]:
    rest = own_hand(state)
    rest.remove(Card(card))
    return rest


@says("rummy.reason.leaves")
def leaves(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    found = [left_of(state, without(state, move.card)) for move in (made, best)]
    return found == [told["n"], told["other"]] and told["card"] == str(Card(best.card))


@says("rummy.reason.breaks-meld")
def breaks_meld(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    """Without the card the rest counts more than if it were one of those that are left over."""
    rules = RAMI.get(getattr(state.game, "house", ""), GIN)
    cost = rummy_oracle.deadwood_points(rummy_oracle.read_hand(str(Card(made.card)))[0], rules)
    return left_of(state, without(state, made.card)) > left_of(state, own_hand(state)) - cost


@says("rummy.reason.top-lowers", "rummy.reason.top-idle")
def top_lowers(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    hand, top = own_hand(state), Card(state.pile[-1][0])
    now = left_of(state, hand)
    kept = min(left_of(state, [*without(state, card), top]) for card in set(hand))
    is_so = told["kept"] == kept < now if "kept" in told else kept >= now
    return is_so and told["now"] == now and (best.kind == "pile") == ("kept" in told)


def rummy_reasons(
    game: str, deals: int, of: Any, player: Any = None, most: int = 400
) -> Iterator[tuple[Phrase, Any, Any, Any]]:
    for state, made, best in islice(pairs(load(game), deals, player), most):
        for said in of.reasons(state, made, best):
            yield said, state, made, best


def test_what_is_said_of_gin_is_so() -> None:
    found = chain(rummy_reasons("gin", 2, gin), rummy_reasons("gin", 5, gin, GinPlayer()))
    check_all(found, slow={"gin.reason.fewer-ways"})


@says("indian13.reason.could-declare")
def could_declare(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    return bool(best.kind == "declare" and made.kind == "card")


@says("indian13.reason.false")
def was_false(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    after = state.after(made)
    return bool(made.kind == "declare" and after.standings[state.seat] == "false")


@says("indian13.reason.drop")
def drop_costs(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    lost = state.after("drop").returns()[state.seat]
    is_lost = (
        lost == -told["price"] if state.after("drop").turn == OVER else told["price"] in (20, 40)
    )
    return is_lost and told["n"] == left_of(state, own_hand(state))


@says("indian13.reason.wild-top")
def top_is_wild(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    return best.kind == "pile" and is_wild_card(state, Card(state.pile[-1][0]))


@says("indian13.reason.wild")
def gave_wild(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    return is_wild_card(state, Card(made.card)) and not is_wild_card(state, Card(best.card))


def is_wild_card(state: Any, card: Card) -> bool:
    return str(card) == "JK" or str(card)[1] == state.rules.wild


@says("indian13.reason.runs")
def broke_runs(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    """Only without one of the two runs do all the cards count."""
    rules = state.rules
    found = []
    for move in (made, best):
        rest = without(state, move.card)
        whole = sum(0 if is_wild_card(state, card) else rules.cost(card) for card in rest)
        found.append(left_of(state, rest) == min(whole, rules.cap))
    return found == [True, False]


@says("rummy.reason.fits")
def fits(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    (card,) = parse_cards(str(told["card"]))
    one, other = Card(made.card), card
    near = "A23456789TJQKA"
    ranks = [[at for at, rank in enumerate(near) if rank == str(each)[1]] for each in (one, other)]
    steps = {abs(a - b) for a in ranks[0] for b in ranks[1]}
    is_run = str(one)[0] == str(other)[0] and bool(steps & {1, 2})
    is_set = str(one)[1] == str(other)[1] and str(one)[0] != str(other)[0]
    return card in map(Card, state.known[told["seat"]]) and (is_run or is_set)


def test_what_is_said_of_indian_rummy_is_so() -> None:
    check_all(rummy_reasons("indian13", 60, indian), rare={"indian13.reason.could-declare"})


def test_a_hand_that_could_be_declared_is_told_so() -> None:
    state = at(f"discard 0 draws 1 | in new | S7 | {MINE} DK / {OTHER} | H7 | - / - | -")
    moves = [state.parse_move(text) for text in ("DK", "declare:DK")]
    assert [str(one) for one in indian.reasons(state, *moves)] == ["the hand could be declared"]


@says("rami.reason.open")
def could_open(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    return not state.opened[state.seat] and state.after(best).opened[state.seat]


@says("rami.reason.lay", "rami.reason.lay-more")
def could_lay(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    """What the hand counts card by card, before a move and after it."""
    rules = state.variant.rules

    def laid(move: Any) -> int:
        before, after = (
            sum(map(rules.cost, one.hands[state.seat])) for one in (state, state.after(move))
        )
        return int(before - after)

    more = laid(best) - (0 if made.kind in ("card", "end") else laid(made))
    return bool(told["n"] == more > 0)


@says("rami.reason.joker")
def gave_joker(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    return (str(made), str(best) != "JK") == ("JK", True)


@says("rami.reason.opening")
def opening_lost(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    rules = RAMI[state.game.house]
    hands = [rummy_oracle.read_hand(texts(without(state, move.card))) for move in (made, best)]
    return [rummy_oracle.opening(hand, rules) for hand in hands] == [told["n"], told["other"]]


@says("rami.reason.room")
def has_room(state: Any, made: Any, best: Any, told: dict[str, Any]) -> bool:
    """The meld and the card are a meld together."""
    meld, rules = state.table[told["n"] - 1], RAMI[state.game.house]
    held = [*map(Card, meld.cards), *[Card("JK")] * wilds_of(meld), Card(made.card)]
    hand = rummy_oracle.read_hand(texts(held))
    return any(len(one.cards) == len(hand) for one in rummy_oracle.placements(hand, rules))


@pytest.mark.parametrize("house", ["rami51", "rami71"])
def test_what_is_said_of_rami_is_so(house: str) -> None:
    check_all(
        rummy_reasons(f"rami(house={house},deals=1)", 6, rami, RamiPlayer()),
        rare={"rami.reason.joker"},
    )


RACK = "k1 k2 k3 k5 k6 k8 k9 b1 b2 b5 b6 b9 o1 o2"
REST = "k4 k7 k10 k13 b3 b7 b8 b11 o5 o7 o9"
OPENS = "the tiles were enough to open; 33 points more could leave the rack"


@pytest.mark.parametrize(
    ("opened", "rack", "made", "best", "told"),
    [
        ("no", f"r10 r11 r12 {REST}", "", "r10r11r12", OPENS),
        ("yes", "r10 r11 j", "r10r11[r12]", "", "it spends a joker"),
        (
            "yes",
            "r10 r11 r12 r13",
            "r10r11r12",
            "r10r11r12r13",
            "13 points more could leave the rack",
        ),
        ("yes", "r10 r11 r12 r13", "r10r11r12r13", "", "46 points fewer would lie on the table"),
        ("yes", "r10 r11 r12 r13", "r10r11r12", "r10r11r12", ""),
    ],
)
def test_what_is_said_of_rummikub_is_what_the_tiles_count(
    opened: str, rack: str, made: str, best: str, told: str
) -> None:
    state = kub(f"{rack} / {RACK} | {opened} {'no' if opened == 'yes' else 'yes'}")
    assert "; ".join(rummikub.reasons(state, laid(state, made), laid(state, best))) == told


def kub(rest: str) -> Any:
    return load("rummikub").parse(f"play 0 | o11o12o13 | {rest} | 0 0 / 0 0")


def laid(state: Any, tiles: str) -> Turn | None:
    table = Table.parse(f"{state.table}/{tiles}") if tiles else None
    return None if table is None else Turn(state.table, table)


def test_a_small_rack_of_another_is_told_where_more_could_be_laid() -> None:
    state = kub("r10 r11 r12 / k1 k5 | yes yes")
    told = rummikub.reasons(state, None, laid(state, "r10r11r12"))
    assert [*told] == ["33 points more could leave the rack", "tiles on the smallest other rack: 2"]


# --- Stack Management -----------------------------------------------------------------------------


def is_lost(state: Any) -> bool:
    """Tell by trying every line whether no line wins."""
    if state.layout.is_won:
        return False
    return all(is_lost(state.after(move)) for move in state.moves())


def test_what_is_said_of_a_lost_stack_is_so() -> None:
    told: Counter[str] = Counter()
    for state, made, best in pairs(load("stacks(stacks=3,height=3,suits=3)"), 200):
        if is_lost(state) or not is_lost(state.after(made)) or is_lost(state.after(best)):
            continue
        found = [*stack_reasons(state, made, best)]
        told.update(one.code for one in found)
        empty = [not stack for stack in state.after(made).layout.stacks]
        fills = any(one.code == "stacks.reason.last-empty" for one in found)
        assert fills == (made.to is not None and best.to is None and not any(empty))
        assert found[-1].code.startswith("stacks.plain.")
    assert told.keys() >= {"stacks.plain.stuck"}
