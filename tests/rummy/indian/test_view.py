"""What a seat of Indian rummy sees, and the worlds that it can't tell from the true one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import fmean

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.errors import NotationError
from suitwise.fields import bounds, places, width
from suitwise.game import CHANCE, roll
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.rules import IndianMove
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.rules.cards import Cards, cards_text, is_within, without
from suitwise.rummy.rules.hand import JOKER
from tests.rummy.indian_positions import MINE, OTHER, after, at, long_game

Played = list[tuple[IndianState, IndianMove]]


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_positions_of_long_games_read_back_and_have_worlds_that_look_alike(
    seats: int, exhaustive: bool
) -> None:
    game = Indian(seats=seats, draws=150)
    for seed in range(12 if exhaustive else 1):
        for number, (state, _) in enumerate(long_game(game, seed)):
            if not exhaustive and number % (seats * 7):
                continue
            assert game.parse(str(state)) == state
            for seat in range(seats):
                world = state.resample(seat, seed, number)
                assert world.view(seat) == state.view(seat)
                assert np.array_equal(world.observe(seat), state.observe(seat))
                assert game.parse(str(world)) == world


@pytest.mark.exhaustive
def test_between_two_seats_every_world_is_one_that_all_cards_seen_allow(exhaustive: bool) -> None:
    worlds = 0
    for seed in range(30 if exhaustive else 2):
        played = long_game(Indian(draws=200), seed)
        for place, (state, _) in enumerate(played):
            if not state.turned or (not exhaustive and place % 5):
                continue
            for seat in (0, 1):
                world = state.resample(seat, seed, place)
                assert drawn_by_other(played[: place + 1], world, seat) is not None
                worlds += world != state
    assert worlds > 20


def drawn_by_other(played: Played, world: IndianState, seat: int) -> Counter[int] | None:
    """Return what the other seat has drawn since the pile was turned; None where that can't be.

    The seat then knew the other's hand, for nothing else was left; every card is accounted for.
    """
    turn = next(k for k in range(len(played) - 1, -1, -1) if was_turned(played, k))
    start, mine = played[turn][0], Counter[int]()
    other = 1 - seat
    held = Counter(start.hands[other])
    gone: Counter[int] = Counter()
    for state, move in played[turn:-1]:
        if state.phase == "stock" and state.seat == seat:
            mine[move.card] += 1
        elif state.phase == "draw" and state.seat == other and move.kind == "pile":
            held[state.pile[-1][0]] += 1
        elif state.phase == "discard" and state.seat == other:
            gone[move.card] += 1
    drawn = Counter(world.hands[other])
    drawn.update(gone)
    drawn.subtract(held)
    if min(drawn.values()) < 0:
        return None
    all_drawn = Counter(world.stock) + mine + drawn
    return drawn if all_drawn == Counter(start.turned) else None


def was_turned(played: Played, at: int) -> bool:
    """Tell whether the pile has just been turned."""
    return at > 0 and played[at][0].turned != played[at - 1][0].turned


def test_a_stock_that_was_turned_is_of_the_cards_that_lay_in_the_pile() -> None:
    played = long_game(Indian(seats=4, draws=150), seed=3)
    turned = [state for state, _ in played if state.turned][::20]
    assert len(turned) > 5
    for place, state in enumerate(turned):
        world = state.resample(1, 7, place)
        assert is_within(world.stock, state.turned)
        assert len(world.stock) == len(state.stock)


def test_known_cards_stay_where_they_are_in_every_world() -> None:
    draw = f"draw 0 draws 2 | in in | S7 | {MINE} / {OTHER} | HQ 0.HK 1.C8 | - / - | -"
    state = after(at(draw), "pile H3 stock SQ SQ")
    for stream in range(30):
        world = state.resample(1, 1, stream)
        assert 6 + 13 * 3 in world.hands[0]  # C8
        assert world.hands[1] == state.hands[1]


def test_every_unseen_card_is_as_likely_to_be_held() -> None:
    state, _ = roll(Indian().start(), 4, 0)
    assert isinstance(state, IndianState)
    unseen = Counter(state.stock) + Counter(state.hands[1])
    worlds = [state.resample(0, 9, stream).hands[1] for stream in range(400)]
    for cards in (range(13), range(26, 39), [54]):
        chance = 13 * held(unseen, cards) / unseen.total()
        found = fmean(held(Counter(hand), cards) for hand in worlds)
        assert abs(found - chance) < 5 * (chance / 400) ** 0.5


def held(counts: Counter[int], cards: Iterable[int]) -> int:
    return sum(counts[card] for card in cards)


def test_a_dropped_hand_stays_hidden_and_a_shown_one_does_not() -> None:
    third = "S2 S3 H2 DT DJ DQ DK C2 C3 C4 C5 H8 HT"
    state = at(
        f"draw 0 draws 4 | in in in | S7 | {MINE} / {OTHER} / {third} | "
        "HQ 0.HK 1.C8 2.D6 0.S5 | - / - / - | -",
        Indian(seats=3),
    )
    end = after(state, "stock D9 D9 drop stock H6 H6 stock SQ declare:SQ")
    assert end.phase == "show"
    hands = end.view(2).split(" | ")[3].split(" / ")
    assert [cards_text(end.hands[0]), "?13", cards_text(end.hands[2])] == hands
    assert known_to(end, 2) == [13, 0, 13]


def known_to(state: IndianState, seat: int) -> list[int]:
    seats = range(state.variant.seats)
    return [len(without(state.hands[s], state.hidden(seat, s))) for s in seats]


def test_what_is_observed_tells_the_cards_apart_by_where_they_lie() -> None:
    state = after(
        at(f"draw 0 draws 2 | in in | S7 | {MINE} / {OTHER} | HQ 0.HK 1.C8 | - / - | -"), "pile"
    )
    mine, other = state.observe(0), state.observe(1)
    assert mine.shape == other.shape == ((6 + 4) * 53 + 12 + 14,)
    planes = mine[: 10 * 53].reshape(10, 53)
    assert [int(plane.sum()) for plane in planes] == [14, 2, 1, 1, 1, 0, 1, 1, 0, 0]
    assert planes[0, 52] == 1
    assert planes[6].argmax() == planes[3].argmax() == other[8 * 53 : 9 * 53].argmax()
    assert other[6 * 53 : 7 * 53].sum() == 0


def test_chance_draws_nothing_that_somebody_holds() -> None:
    for state, move in long_game(Indian(seats=5, draws=60), seed=6):
        if state.turn == CHANCE:
            assert_in_stock(state.stock, move)


def assert_in_stock(stock: Cards, move: IndianMove) -> None:
    assert move.card in stock


# --- What a seat of Indian rummy sees -------------------------------------------------------------


VARIANTS = (Indian(), Indian(seats=3, jokers=4), Indian(seats=6, jokers=0, draws=90))


def counted(cards: Cards) -> dict[int, int]:
    """Return how many copies of each card there are."""
    return Counter(min(card, JOKER) for card in cards)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_each_field_holds_what_it_names_in_its_range(variant: Indian) -> None:
    fields = variant.observation_fields()
    low, high = bounds(fields)
    met = set()
    for state, _ in long_game(variant, seed=3)[::7]:
        met.add(state.phase)
        for seat in range(variant.seats):
            numbers = state.observe(seat)
            assert numbers.shape == (width(fields),)
            assert (numbers >= low).all()
            assert (numbers <= high + 1e-6).all()
            check_table(state, seat)
            for step in range(variant.seats):
                check_seat(state, seat, step)
    assert {"draw", "discard"} <= met


def check_table(state: IndianState, seat: int) -> None:
    see = seen(state, seat)
    assert told(see["hand"]) == counted(state.hands[seat])
    assert told(see["pile"]) == counted(tuple(card for card, _ in state.pile))
    assert told(see["top"]) == counted(tuple(card for card, _ in state.pile[-1:]))
    assert told(see["just_taken"]) == counted((state.taken,) if state.taken >= 0 else ())
    assert told(see["wild"]) == counted((state.wild,) if state.wild >= 0 else ())
    assert told(see["turned"]) == counted(state.turned)
    assert see["phase"].sum() == 1
    assert float(see["stock"][0]) * 100 == pytest.approx(len(state.stock))
    assert float(see["turned_cards"][0]) * 100 == pytest.approx(len(state.turned))
    assert float(see["drawn"][0]) * state.variant.draws == pytest.approx(state.drawn)


def check_seat(state: IndianState, seat: int, step: int) -> None:
    see, owner = seen(state, seat), (seat + step) % state.variant.seats
    laid = tuple(card for card, who in state.pile if who == owner)
    assert told(see[f"laid_{step}"]) == counted(laid)
    if step == 0 or not state.is_shown(owner):
        assert told(see[f"known_{step}"]) == counted(state.known[owner])
    assert bool(see[f"named_{step}"][0]) == (state.seat == owner)
    assert see[f"standing_{step}"].sum() == 1
    unknown = len(state.hidden(seat, owner))
    assert float(see[f"hidden_{step}"][0]) * 14 == pytest.approx(unknown)


def seen(state: IndianState, seat: int) -> dict[str, NDArray[np.float32]]:
    """Return what a seat sees by the names of the fields."""
    numbers = state.observe(seat)
    at = places(state.game.observation_fields())
    return {name: numbers[place] for name, place in at.items()}


def told(plane: NDArray[np.float32]) -> dict[int, int]:
    """Return how many copies of each card a plane tells of."""
    return {int(card): int(plane[card]) for card in plane.nonzero()[0]}


def test_copies_of_the_joker_are_counted_in_the_last_place() -> None:
    variant = Indian(jokers=4)
    state = variant.start()
    for _ in range(5):
        state = state.after(max(state.moves(), key=lambda move: move.card))
    hand = seen(state, 0)["hand"]
    assert hand[JOKER] == 2
    assert variant.observation_fields()[0].high == 4


# --- The text of positions of Indian rummy --------------------------------------------------------


DRAW = f"draw 0 draws 2 | in in | S7 | {MINE} / {OTHER} | HQ 0.HK 1.C8 | - / - | -"
DEAL = "deal 1 draws 0 | new new | - | SA / - | - | - / - | -"


def test_positions_are_read_whatever_the_order_of_cards() -> None:
    assert str(at(DRAW)).startswith("draw 0 draws 2 | in in | S7 | S8 S9 H3 H4 H5")
    assert Indian().parse(DRAW) == at(DRAW)
    with pytest.raises(NotationError) as error:
        Indian().parse(DRAW.replace("HQ", "QH"))
    assert str(error.value).endswith(f" is written as {str(at(DRAW))!r}")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("draw 0", "draw 2", "write a phase, its seat and the draws so far"),
        ("draw 0", "play 0", "write a phase"),
        ("in in", "in", "write how 2 seats stand: new, in, drop"),
        ("in in", "in gone", "write how 2 seats stand"),
        ("| - / - |", "| - |", "2 seats have as many hands"),
        ("| - / - | -", "| - / -", "has seven parts"),
        ("1.C8", "7.C8", "write a card of the pile as C5, 0.H7 or 1.H7"),
        ("1.C8", "1.CT", "two packs with 2 jokers have no such cards"),
        ("- / -", "C8 / -", "a hand holds the cards known to be in it"),
        ("1.C8", "C8", "only the card that opened the pile was laid by nobody"),
        ("HQ 0.HK 1.C8", "0.HK 1.C8", None),
        ("S7", "-", "a card is turned up before play"),
        ("D9", "D9 D9", "a hand has 13 cards, 14 before the discard"),
        ("draws 2", "draws 2 took C8", "the card taken is known to be in the hand"),
        ("in in", "drop in", "the seat is in play"),
        ("in in", "in middle", "the last seat in play has won"),
        ("in in", "in new", "who has not drawn has laid no card"),
        ("in in", "new in", "who has not drawn has laid no card"),
        ("draws 2", "draws 1", "there can't have been 1 draws"),
        ("draws 2", "draws 301", "there can't have been 301 draws"),
        ("draws 2", "draws 300", "the deal is void"),
        ("draw 0", "void 0", "the deal is void after 300 draws"),
        ("draw 0", "show 1", "the hand is none that can be declared"),
        ("draw 0", "show 0", None),
        ("- / - | -", "- / - | S2", "the stock is of the cards that lay in the pile"),
    ],
)
def test_a_position_that_play_can_t_come_to_is_refused(
    old: str, new: str, reason: str | None
) -> None:
    text = DRAW.replace(old, new, 1)
    if reason is None:
        assert at(text)
        return
    with pytest.raises(NotationError, match=reason):
        at(text)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("deal 1", "deal 0", "cards are dealt by turns"),
        ("SA / -", "SA S2 / -", "cards are dealt by turns"),
        ("deal 1", "wild 1", "13 cards are dealt to each seat"),
        ("new new | -", "new new | S2", "a card is turned up when all are dealt"),
        ("draws 0", "draws 1", "nobody has played before the deal is over"),
        ("new new", "new in", "nobody has played before the deal is over"),
    ],
)
def test_a_deal_that_chance_can_t_come_to_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        Indian().parse(DEAL.replace(old, new, 1))


def test_in_the_first_round_the_seats_play_in_order() -> None:
    text = f"draw 1 draws 0 | new new | S7 | {MINE} / {OTHER} | HQ | - / - | -"
    with pytest.raises(NotationError, match="the seats play in order"):
        at(text)


@pytest.mark.parametrize("text", ["Joker", "*", "🃏", "王", "declare:joker", "declare:🃏"])
def test_a_joker_as_people_write_it_is_told_how_to_write_it(text: str) -> None:
    with pytest.raises(NotationError, match="write a joker as JK"):
        Indian().parse(DRAW).parse_move(text)
