"""Worlds of rami that a seat can't tell apart, as likely as each other.

All ways to deal the unseen cards are equally likely, but for a seat in the middle of its turn: the turn
can end with its hand, as it has taken a card or a joker that it must lay, or has chosen first melds in a
staged turn. Such hands are looked for among so many at random. Where they are rarer, one is built from
cards that would do, and then exchanged with the other unseen cards, pair by pair, as long as the turn
can end: that comes near to all worlds equally often, wherever it began.
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
"""The worlds at random that are tried until the seat on turn could have made its moves."""
_BUILT, _COVERED = 40, 2000
"""How often a hand is built up and cut down, or covered by melds, until one is right."""
_EXCHANGED = 8
"""The exchanges that are tried for each hidden card of a hand that was built."""
_STEP = 6364136223846793005, 1442695040888963407
"""The step from the seed of a world to that of the next one tried (Knuth's MMIX)."""
_BUILDING = 1 << 59
"""A world that is built uses the random stream of its number with this bit set."""


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
    """Return whether what the seat on turn has done says something about its hidden cards."""
    if state.phase != "play":
        return False
    is_last = len(state.hands[state.seat]) == 1
    return state.as_turn.is_owing or bool(state.chosen) or is_last


def _turn(state: RamiState, hand: Cards) -> Turn:
    return replace(state.as_turn, hand=hand)


def _ends(state: RamiState, hand: Cards) -> bool:
    """Return whether the turn can end with a hand, by an opening that begins as chosen if some is."""
    turn = _turn(state, hand)
    if not state.chosen:
        return can_end(turn)
    rest = without(hand, cards_laid(RamiMove("open", state.chosen)))
    is_likely = _may_end(state, hand) or cards_left(rest, state.variant.rules) <= 1
    return is_likely and bool(whole_moves(turn, state.chosen))


def _may_end(state: RamiState, hand: Cards) -> bool:
    """Return whether the turn could end with a hand of any size; more cards never make it worse."""
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
    """Return a world whose seat on turn has a hand that was built, and then exchanged at random."""
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
    """Return so many unseen cards with which the turn can end, None if this attempt finds none.

    Unseen cards are added to the hand in random order until the turn can end, and those that are not
    needed are taken out again, also in random order.
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
    """Return unseen cards that lie in melds after the chosen ones, but for one: who goes on so is out.

    The melds are drawn at random; None if none of so many draws comes out even.
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
    """Return the unseen cards in their places: the hidden ones of the hand, of others, the stock.

    Args:
        unseen: the cards.
        own: those of the hand.
        must: those that can't be in the stock.
        others: how many hidden cards others have.
    """
    rest = without(unseen, own)
    in_hands = in_order((Counter(rest) & Counter(without(must, own))).elements())
    return [*own, *in_hands, *without(rest, in_hands)]


def _exchanged(
    state: RamiState, known: Cards, places: list[int], others: int, source: SeededSource
) -> list[int]:
    """Return the hidden cards of a hand after exchanges of unseen cards, all of which may be.

    A pair of places is drawn and their cards change places, unless the turn could not end then, or the
    stock would have a card that did not lie in the pile. So every world comes up as often as any other
    in the long run.
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
    """Return a world in which the seat on turn has a hand, the other unseen cards dealt at random."""
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
