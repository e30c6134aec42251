"""Rule-based players of rami, and the reasons for their moves.

``GreedyRamiPlayer`` lays all it can and keeps the hand with the fewest points. ``RamiPlayer`` lays its
melds, too, but keeps cards that can still become melds: it counts the cards that are out, values cards
that help it to open, and does not discard cards that fit a meld of the table. Both use only the view of
their seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from suitwise.cards import ANY_JOKER, Card
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.rummy.rami.rules.moves import CARD_MOVES, END, PILE, STOCK, RamiMove
from suitwise.rummy.rami.rules.turn import cards_laid, wilds_of
from suitwise.rummy.rami.solve import arranged_of, left_points, most_points
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.cards import Cards, all_cards, minus, plus
from suitwise.rummy.rules.melds import Meld, grown
from suitwise.rummy.rules.rules import Rules, card_of, rank_of

_ORDER = ("open", "take", "lay", "add")
"""The kinds of moves that lay cards, in the order of preference."""


@dataclass(frozen=True, slots=True)
class GreedyRamiPlayer:
    """Lays all it can, and keeps the hand with the fewest points.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state, _ = Rami("rami71", deals=1).start().rolled(seed=1, stream=0)
    >>> str(GreedyRamiPlayer()(state)) in map(str, state.moves())
    True
    """

    def __call__(self, state: State[Any]) -> RamiMove:
        """Return a move."""
        here = on_turn(state, RamiState, "rami")
        if here.phase == "draw":
            return PILE if PILE in here.moves() and _is_worth(here) else STOCK
        return here.step_to(_laying(here) or _cheapest(here))

    def advice(self, state: State[Any]) -> Advice:
        """Return a move and the reason for it."""
        return advised(on_turn(state, RamiState, "rami"), self(state))


@dataclass(frozen=True, slots=True)
class RamiPlayer:
    """Lays all it can, and keeps cards that can still become melds.

    >>> from suitwise.rummy.rami.game import Rami
    >>> state, _ = Rami(deals=1).start().rolled(seed=1, stream=0)
    >>> str(RamiPlayer()(state))
    'stock'
    """

    def __call__(self, state: State[Any]) -> RamiMove:
        """Return a move."""
        here = on_turn(state, RamiState, "rami")
        if here.phase == "draw":
            return PILE if PILE in here.moves() and _helps(here) else STOCK
        laying = _laying(here)
        if laying is not None:
            return here.step_to(laying)
        discards = discards_by_worth(here)
        return CARD_MOVES[discards[0]] if discards else END

    def advice(self, state: State[Any]) -> Advice:
        """Return a move and the reason for it."""
        return advised(on_turn(state, RamiState, "rami"), self(state))


def _layings(state: RamiState) -> list[RamiMove]:
    return [move for move in state.whole_moves if move.kind in _ORDER]


def _laying(state: RamiState) -> RamiMove | None:
    """Return the best move that lays cards; None if there is none."""
    return max(_layings(state), key=lambda move: _worth(state, move), default=None)


def _worth(state: RamiState, move: RamiMove) -> tuple[int, int, int]:
    """Return the sort key of a move that lays cards: most points from the hand first, jokers last."""
    rules, cards = state.variant.rules, cards_laid(move)
    jokers = cards.count(ANY_JOKER)
    points = sum(rules.cost(card) for card in cards)
    return -_ORDER.index(move.kind), points - 2 * jokers * rules.joker_points, -jokers


def _discards(state: RamiState) -> list[int]:
    return [move.cards[0] for move in state.moves() if move.kind == "card"]


def _cheapest(state: RamiState) -> RamiMove:
    """Return the discard that leaves the fewest points; among equal ones, the most expensive card."""
    discards = _discards(state)
    if not discards:
        return END
    hand, rules = state.hands[state.seat], state.variant.rules

    def left(card: int) -> tuple[int, int]:
        return left_points(minus(hand, card), rules), -rules.cost(card)

    return CARD_MOVES[min(discards, key=left)]


def _is_worth(state: RamiState) -> bool:
    """Return whether the top of the pile must be laid at once, or reduces the points of the hand."""
    if state.variant.pile == "use":
        return True
    hand, rules = state.hands[state.seat], state.variant.rules
    after = plus(hand, state.pile[-1][0])
    return min(left_points(minus(after, card), rules) for card in hand) < left_points(hand, rules)


def discards_by_worth(state: RamiState) -> list[int]:
    """Return the discards of the seat on turn, first the one that ``RamiPlayer`` would choose."""
    discards = _discards(state)
    return sorted(discards, key=lambda card: (_riddance(state, card), card), reverse=True)


def layings_by_worth(state: RamiState) -> list[RamiMove]:
    """Return the moves to the table, sorted by the points that they leave in the hand."""
    return sorted(_layings(state), key=lambda move: _worth(state, move), reverse=True)


# --- Reasons ---------------------------------------------------------------------------------------


def advised(state: RamiState, move: RamiMove) -> Advice:
    """Return a move with the figures that were decisive."""
    return Advice(move, _reason_to_draw(state, move) or _reason_to_lay(state, move))


def _reason_to_draw(state: RamiState, move: RamiMove) -> Phrase | None:
    if move == PILE:
        top = CardText(Card(state.pile[-1][0]))
        if state.variant.pile == "use":
            return phrase("rami.why.use", "{card} is laid at once", card=top)
        return phrase("rami.why.take", "{card} brings the hand further", card=top)
    if move != STOCK:
        return None
    refused = state.why_not(PILE)
    if refused is not None:
        return phrase("rami.why.stock", "the pile can't be taken: {why}", why=refused)
    top = CardText(Card(state.pile[-1][0]))
    return phrase("rami.why.leave", "{card} does not bring the hand further", card=top)


def _reason_to_lay(state: RamiState, move: RamiMove) -> Phrase:
    hand, rules = state.hands[state.seat], state.variant.rules
    move = state.made_by(move)
    if move.kind == "card":
        return phrase(
            "rami.why.discard",
            "without {card} the cards in no meld count {points}",
            card=CardText(Card(move.card)),
            points=left_points(minus(hand, move.card), rules),
        )
    if move.kind == "take":
        return phrase("rami.why.joker", "the joker serves in another place")
    cards = cards_laid(move)
    if len(cards) == 1:
        return phrase(
            "rami.why.lay-one",
            "{card} leaves the hand, {points} points",
            card=CardText(Card(cards[0])),
            points=rules.cost(cards[0]),
        )
    return phrase(
        "rami.why.lay",
        "{n} of {held} cards leave the hand, {points} points",
        n=len(cards),
        held=len(hand),
        points=sum(map(rules.cost, cards)),
    )


# --- What is out, and what can still become a meld ------------------------------------------------


def _helps(state: RamiState) -> bool:
    """Return whether the top of the pile gives a meld, a better opening, or a joker."""
    house, hand = state.variant, state.hands[state.seat]
    if house.pile == "use":
        return True
    rules, card = house.rules, state.pile[-1][0]
    if card == ANY_JOKER:
        return True
    after = plus(hand, card)
    if not state.opened[state.seat]:
        is_pure = house.pure == "yes"
        gained = most_points(after, rules, is_pure, 1) - most_points(hand, rules, is_pure, 1)
        return gained > 0
    return any(fits(meld, card) for meld in state.table) or left_points(
        after, rules
    ) <= left_points(hand, rules)


def fits(meld: Meld, card: int) -> bool:
    """Return whether a card may be added to a meld, in any house.

    >>> from suitwise.rummy.rami.rules.moves import meld_of
    >>> fits(meld_of("H3H4H5"), Card("H6")), fits(meld_of("H3H4H5"), Card("H7"))
    (True, False)
    """
    return next(grown(meld, card, _NATURAL), None) is not None


_NATURAL = Rules(jokers=12, ace="both")


def _unseen(state: RamiState) -> Counter[int]:
    """Return the cards that the seat on turn has not seen: the stock and hidden cards of hands."""
    seat = state.seat
    left = Counter(all_cards(state.variant.jokers))
    left.subtract(state.hands[seat])
    left.subtract(card for card, _ in state.pile)
    for meld in state.table:
        left.subtract(map(int, meld.cards))
        left[ANY_JOKER] -= wilds_of(meld)
    for owner, known in enumerate(state.known):
        if owner != seat:
            left.subtract(known)
    return left


def _riddance(state: RamiState, card: int) -> float:
    """Return the worth of discarding a card: its cost, minus its use here, minus its use for others."""
    hand, rules = state.hands[state.seat], state.variant.rules
    if card == ANY_JOKER:
        return -100.0
    rest = minus(hand, card)
    unseen = _unseen(state)
    melds, _ = arranged_of(hand, rules)
    is_melded = card in {int(one) for meld in melds for one in meld.cards}
    is_spare = is_melded and left_points(rest, rules) <= left_points(hand, rules)
    opened = state.opened[state.seat]
    riddance = 0.5 * rules.cost(card) if opened else 0.0
    if is_melded and not is_spare:
        riddance -= 40.0
    riddance -= _help(card, rest, unseen) * (1.0 if opened else 0.3 + 0.1 * rules.cost(card))
    if any(state.opened) and any(fits(meld, card) for meld in state.table):
        riddance -= 4.0
    return riddance


def _help(card: int, rest: Cards, unseen: Counter[int]) -> float:
    """Return the number of cards out that would complete a meld of a card and another one held."""
    found = 0.0
    suit, rank = card // 13, rank_of(card)
    held = set(rest)
    for ranks in ((rank - 2, rank - 1), (rank - 1, rank + 1), (rank + 1, rank + 2)):
        found += _outs([card_of(suit, one) for one in _on_table(ranks)], held, unseen, len(ranks))
    if rank == 1:
        found += _outs([card_of(suit, 12), card_of(suit, 13)], held, unseen, 2)
    mates = [card_of(other, rank) for other in range(4) if other != suit]
    have = sum(mate in held for mate in mates)
    found += 0.8 * have * sum(unseen[mate] for mate in mates if mate not in held) / 2
    return found


def _on_table(ranks: Iterable[int]) -> list[int]:
    return [rank for rank in ranks if 1 <= rank <= 14]


def _outs(cards: Sequence[int], held: set[int], unseen: Counter[int], needed: int) -> float:
    """Return the number of copies out of the missing one of two cards, if the hand has the other."""
    missing = [card for card in cards if card not in held]
    if len(cards) < needed or len(missing) != 1:
        return 0.0
    return float(max(0, unseen[missing[0]]))


__all__ = ["GreedyRamiPlayer", "RamiPlayer"]
