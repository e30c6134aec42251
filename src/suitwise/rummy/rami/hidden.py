"""Sampling worlds of rami that a seat can't tell apart, all equally likely.

All ways to deal the unseen cards are equally likely, with one exception. A seat in the middle of its
turn may have taken a card or a joker that it must lay, or may have chosen first melds in a staged turn.
Then its hand must be one with which the turn can still end.

Such hands are first sought by rejection sampling. If they are too rare for that, one is built, and then
cards are exchanged at random with other unseen cards as long as the turn can still end (Markov chain
Monte Carlo). Many exchanges make all worlds nearly equally frequent, wherever the walk began.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from suitwise.errors import SuitwiseError
from suitwise.rummy.rami.rules.moves import RamiMove, read_table
from suitwise.rummy.rami.rules.numbers import number_of_meld
from suitwise.rummy.rami.rules.turn import Turn, cards_laid, worth_of
from suitwise.rummy.rami.solve import can_end, cards_left, most_points
from suitwise.rummy.rami.staged import whole_moves
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.cards import Cards, in_order, is_within, without
from suitwise.rummy.rules.melds import Run
from suitwise.rummy.view import redealt
from suitwise.seeds import SeededSource, world_seed

MOST_TRIED = 300
"""The most random worlds that are tried before a hand is built."""
_BUILT, _COVERED = 40, 2000
"""The most attempts to build a hand, and the most random covers by melds in one of them."""
_EXCHANGED = 8
"""The exchanges tried for each hidden card in a hand, after one was built."""
_STEP = 6364136223846793005, 1442695040888963407
"""The factor and the addend that turn the seed of a rejected world into the next (Knuth's MMIX)."""
_BUILDING = 1 << 59
"""This bit is set in the number of the random stream that builds a world."""


def redealt_for(state: RamiState, seat: int, seed: int, stream: int) -> RamiState:
    """Return a position in which the cards that a seat can't see are dealt again at random.

    Each seat keeps its known cards. Once the pile was turned over, the stock consists only of cards that
    lay in it.

    Raises:
        SuitwiseError: no hand of the seat on turn was found with which its turn can end.

    >>> from suitwise.rummy.rami.game import Rami
    >>> hands = "C2 C3 C4 D8 SK / S2 H5 D7 D9 CT"
    >>> state = Rami(deals=1).parse(
    ...     f"play 8 high 60 owes C4 | {hands} | yes yes | HTHJHQ/S9H9C9 | D5 | C4 / - | - | 0 0")
    >>> world = redealt_for(state, 1, seed=7, stream=0)
    >>> can_end(world.as_turn), world.view(1) == state.view(1)
    (True, True)
    """
    hidden = tuple(state.hidden(seat, owner) for owner in range(state.variant.seats))
    bound = _is_bound(state) and bool(hidden[state.seat])
    drawn = world_seed(seed)
    for _ in range(MOST_TRIED if bound else 1):
        hands = redealt(state.hands, hidden, state.stock, state.turned, drawn, stream)
        if not bound or _ends(state, hands[state.seat]):
            return replace(state, hands=hands)
        drawn = (drawn * _STEP[0] + _STEP[1]) % (1 << 64)
    return _built(state, hidden, SeededSource(drawn, stream | _BUILDING), drawn, stream)


def _is_bound(state: RamiState) -> bool:
    """Return whether the moves of the seat on turn so far restrict its hidden cards."""
    if state.phase != "play":
        return False
    is_last = len(state.hands[state.seat]) == 1
    return state.as_turn.is_owing or bool(state.chosen) or is_last


def _turn(state: RamiState, hand: Cards) -> Turn:
    """Return the current turn as it would be with another hand."""
    return replace(state.as_turn, hand=hand)


def _ends(state: RamiState, hand: Cards) -> bool:
    """Return whether the turn can end with a hand, by an opening that begins with the melds chosen."""
    turn = _turn(state, hand)
    if not state.chosen:
        return can_end(turn)
    # ``whole_moves`` is exact but slow, so first make a cheap test.
    rest = without(hand, cards_laid(RamiMove("open", state.chosen)))
    is_likely = _may_end(state, hand) or cards_left(rest, state.variant.rules) <= 1
    return is_likely and bool(whole_moves(turn, state.chosen))


def _may_end(state: RamiState, hand: Cards) -> bool:
    """Return whether a hand of any size allows the turn to end; adding cards never makes it False.

    With chosen melds this is only a necessary condition.
    """
    turn = _turn(state, hand)
    if turn.owed and not can_end(turn):
        return False
    if not state.chosen:
        return can_end(turn)
    house, melds = state.variant, read_table("/".join(state.chosen))
    rest = without(hand, cards_laid(RamiMove("open", state.chosen)))
    lacks_run = house.pure == "yes" and not any(isinstance(m, Run) and m.is_pure for m in melds)
    needed = turn.needed - worth_of(melds, house.rules)
    if needed <= 0 and not lacks_run:
        return True
    return most_points(rest, house.rules, lacks_run, int(house.out == "discard")) >= needed


# --- Building a hand ------------------------------------------------------------------------------


def _built(
    state: RamiState, hidden: Sequence[Cards], source: SeededSource, seed: int, stream: int
) -> RamiState:
    """Return a world in which the hand of the seat on turn was built, and then changed at random.

    Raises:
        SuitwiseError: no hand could be built.
    """
    mover = state.seat
    known = without(state.hands[mover], hidden[mover])
    unseen = in_order([*state.stock, *(card for cards in hidden for card in cards)])
    others = sum(map(len, hidden)) - len(hidden[mover])
    must = in_order((Counter(unseen) - Counter(state.turned)).elements()) if state.turned else ()
    for number in range(_BUILT):
        size = len(hidden[mover])
        found = _cut_down(state, known, unseen, size, source)
        if found is None and state.chosen and number % 8 == 3:
            found = _covered(state, known, unseen, size, source)
        if found is not None and len(without(must, found)) <= others:
            own = _exchanged(state, known, _dealt(unseen, found, must, others), others, source)
            return _with_hand(state, hidden, in_order([*known, *own]), unseen, seed, stream)
    raise SuitwiseError("no deal was found in which the seat on turn can end its turn")


def _cut_down(
    state: RamiState, known: Cards, unseen: Cards, size: int, source: SeededSource
) -> Cards | None:
    """Return ``size`` unseen cards with which the turn can end; None if this attempt finds none.

    Unseen cards are added to the hand in random order until the turn can end. Then cards that are not
    needed for that are removed, also in random order.
    """
    order = _shuffled(unseen, source)
    most = size
    while not _may_end(state, in_order([*known, *order[:most]])):
        if most >= len(order):
            return None
        most += 1 + most // 8
    kept = in_order(order[:most])
    for card in _shuffled(kept, source):
        if len(kept) <= size:
            break
        fewer = without(kept, (card,))
        if _may_end(state, in_order([*known, *fewer])):
            kept = fewer
    is_right = len(kept) == size and _ends(state, in_order([*known, *kept]))
    return kept if is_right else None


def _covered(
    state: RamiState, known: Cards, unseen: Cards, size: int, source: SeededSource
) -> Cards | None:
    """Return ``size`` unseen cards with which the seat goes out by laying further melds.

    All its cards except one then lie in melds that come after the chosen ones. The melds are drawn at
    random; None if in no attempt their cards have the right number.
    """
    numbers = number_of_meld()
    first = numbers[state.chosen[-1]]
    later = [cards_laid(RamiMove("lay", (text,))) for text, at in numbers.items() if at >= first]
    free = without(known, cards_laid(RamiMove("open", state.chosen)))
    pool = in_order([*free, *unseen])
    fitting = [cards for cards in later if is_within(cards, pool)]
    for _ in range(_COVERED if fitting else 0):
        left, laid = len(free) + size - 1, Counter[int]()
        while left > 2:
            laid.update(fitting[source.below(len(fitting))])
            left = len(free) + size - 1 - laid.total()
        if left == 0 and laid <= Counter(pool):
            drawn = laid - Counter(free)
            more = size - drawn.total()
            spare = in_order((Counter(unseen) - drawn).elements())
            own = in_order([*drawn.elements(), *_shuffled(spare, source)[: max(0, more)]])
            if more >= 0 and _ends(state, in_order([*known, *own])):
                return own
    return None


# --- Exchanging cards -----------------------------------------------------------------------------


def _dealt(unseen: Cards, own: Cards, must: Cards, others: int) -> list[int]:
    """Return the unseen cards as a list of places: first the own hand, then the others', then the stock.

    Args:
        unseen: the cards.
        own: those in the hand of the seat on turn.
        must: those that can't be in the stock.
        others: the number of hidden cards in the other hands.
    """
    rest = without(unseen, own)
    in_hands = in_order((Counter(rest) & Counter(without(must, own))).elements())
    return [*own, *in_hands, *without(rest, in_hands)]


def _exchanged(
    state: RamiState, known: Cards, places: list[int], others: int, source: SeededSource
) -> list[int]:
    """Return the hidden cards of the hand on turn after many random exchanges of unseen cards.

    Each step draws a pair of places and exchanges their cards, unless the turn could not end then, or
    the stock would have a card that never lay in the pile. Steps are symmetric, so in the long run all
    worlds are equally frequent.
    """
    size = len(state.hands[state.seat]) - len(known)
    in_hands = size + others
    allowed = Counter(state.turned) if state.turned else None
    stock = Counter(places[in_hands:])
    for _ in range(_EXCHANGED * in_hands):
        one, other = source.below(in_hands), source.below(len(places))
        card, new = places[one], places[other]
        if card == new:
            continue
        if other >= in_hands and allowed is not None and stock[card] >= allowed[card]:
            continue
        places[one], places[other] = new, card
        if (one < size) != (other < size) and not _ends(state, in_order([*known, *places[:size]])):
            places[one], places[other] = card, new
        elif other >= in_hands:
            stock[card] += 1
            stock[new] -= 1
    return places[:size]


def _with_hand(
    state: RamiState, hidden: Sequence[Cards], hand: Cards, unseen: Cards, seed: int, stream: int
) -> RamiState:
    """Return a world in which the seat on turn has a given hand; the other cards are dealt at random."""
    mover, hands = state.seat, list(state.hands)
    rest = without(unseen, without(hand, without(state.hands[mover], hidden[mover])))
    hands[mover] = hand
    left = list(hidden)
    left[mover] = ()
    for owner, cards in enumerate(left):
        some, rest = rest[: len(cards)], rest[len(cards) :]
        hands[owner] = in_order([*without(hands[owner], cards), *some])
        left[owner] = some
    new = redealt(tuple(hands), tuple(left), rest, state.turned, seed, stream)
    return replace(state, hands=new)


def _shuffled(cards: Cards, source: SeededSource) -> list[int]:
    order = list(cards)
    for at in range(len(order) - 1):
        other = at + source.below(len(order) - at)
        order[at], order[other] = order[other], order[at]
    return order


__all__ = ["redealt_for"]
