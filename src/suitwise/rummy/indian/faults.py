"""What a position of Indian rummy has to be, so that play can come to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from suitwise.rummy.indian.rules.cards import all_cards, is_within
from suitwise.rummy.indian.rules.showdown import IN_PLAY, melds_of

if TYPE_CHECKING:
    from suitwise.rummy.indian.state import IndianState

_DEALING = ("deal", "wild", "open")
_HAND = 13


def faults(state: IndianState) -> Iterator[str]:
    """Yield what is wrong with a position, the first first."""
    yield from _card_faults(state)
    yield from _deal_faults(state) if state.phase in _DEALING else _play_faults(state)


def _card_faults(state: IndianState) -> Iterator[str]:
    cards = [card for hand in state.hands for card in hand]
    cards += [card for card, _ in state.pile] + ([state.wild] if state.wild >= 0 else [])
    if not is_within(cards, all_cards(state.variant.jokers)):
        yield f"two packs with {state.variant.jokers} jokers have no such cards"
    if not all(map(is_within, state.known, state.hands)):
        yield "a hand holds the cards known to be in it"
    if state.turned and not is_within(state.stock, state.turned):
        yield "the stock is of the cards that lay in the pile"
    if any(who < 0 for _, who in state.pile[1:]) or (state.turned and _is_opener_there(state)):
        yield "only the card that opened the pile was laid by nobody"


def _is_opener_there(state: IndianState) -> bool:
    return any(who < 0 for _, who in state.pile)


def _deal_faults(state: IndianState) -> Iterator[str]:
    seats = state.variant.seats
    dealt = sum(map(len, state.hands))
    sizes = [(dealt + seats - 1 - seat) // seats for seat in range(seats)]
    if [len(hand) for hand in state.hands] != sizes or state.seat != dealt % seats:
        yield "cards are dealt by turns, first to seat 0"
    if (dealt == _HAND * seats) != (state.phase != "deal") or dealt > _HAND * seats:
        yield "13 cards are dealt to each seat, and then one is turned up"
    if (state.wild >= 0) != (state.phase == "open"):
        yield "a card is turned up when all are dealt, and then one opens the pile"
    if state.pile or any(state.known) or state.drawn or state.turned or state.taken >= 0:
        yield "nobody has played before the deal is over"
    if any(standing != "new" for standing in state.standings):
        yield "nobody has played before the deal is over"


def _play_faults(state: IndianState) -> Iterator[str]:
    if state.wild < 0:
        yield "a card is turned up before play"
    yield from _size_faults(state)
    yield from _seat_faults(state)
    yield from _turn_faults(state)
    yield from _end_faults(state)


def _size_faults(state: IndianState) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        more = state.standings[seat] == "false" or (state.phase == "discard" and seat == state.seat)
        if len(hand) != _HAND + more:
            yield "a hand has 13 cards, 14 before the discard and after a false declaration"
    if state.taken >= 0 and (
        state.phase != "discard" or state.taken not in state.known[state.seat]
    ):
        yield "the card taken is known to be in the hand of the seat that is to discard"
    if state.phase == "stock" and not state.stock:
        yield "the pile is turned before a card is drawn"


def _seat_faults(state: IndianState) -> Iterator[str]:
    standing = state.standings[state.seat]
    if standing not in IN_PLAY:
        yield "the seat is in play"
    if (len(state.playing) == 1) != (state.phase == "last"):
        yield "the last seat in play has won"
    if standing == "new" and state.phase in ("discard", "show"):
        yield "the seat has drawn"
    if any(who >= 0 and state.standings[who] in ("new", "drop") for _, who in state.pile):
        yield "who has not drawn has laid no card"
    if any(
        known and standing in ("new", "drop")
        for known, standing in zip(state.known, state.standings, strict=True)
        if not state.turned
    ):
        yield "who has not drawn has taken no card"


def _turn_faults(state: IndianState) -> Iterator[str]:
    """Yield what is wrong with the number of turns; in the first round the seats play in order."""
    drew = sum(standing not in ("new", "drop") for standing in state.standings)
    new = [seat for seat, standing in enumerate(state.standings) if standing == "new"]
    if new and new != list(range(new[0], state.variant.seats)):
        yield "in the first round the seats play in order"
    first_round = bool(new) and state.phase not in ("show", "last", "void")
    before = state.seat + 1 if state.phase == "discard" else state.seat
    if first_round and new[0] != before:
        yield "in the first round the seats play in order"
    if not drew <= state.drawn <= (drew if new else state.variant.draws):
        yield f"there can't have been {state.drawn} draws"
    laid = sum(who >= 0 for _, who in state.pile)
    if laid > state.drawn or (not state.drawn and not _is_opener_there(state)):
        yield "a card is laid after a draw"
    if not state.turned and _stock_at_first(state) - len(state.stock) > state.drawn:
        yield "a card leaves the stock by a draw"


def _stock_at_first(state: IndianState) -> int:
    return len(all_cards(state.variant.jokers)) - _HAND * state.variant.seats - 2


def _end_faults(state: IndianState) -> Iterator[str]:
    game = state.variant
    is_spent = not (game.reshuffle or state.stock)
    if state.turned and not game.reshuffle:
        yield "the pile is not turned"
    if state.phase == "void" and state.drawn < game.draws and not is_spent:
        yield f"the deal is void after {game.draws} draws"
    if state.phase in ("draw", "stock") and (state.drawn >= game.draws or is_spent):
        yield "the deal is void"
    if state.phase == "show" and melds_of(state.hands[state.seat], state.rules) is None:
        yield "the hand is none that can be declared"
