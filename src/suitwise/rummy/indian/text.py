"""The one-line text of a position of Indian rummy: write it, parse it, check that it is possible.

Seven parts separated by bars: the phase, the standings of the seats, the card turned up, the hands, the
pile, the cards known to be in each hand, and those that lay in the pile when it was last turned::

    discard 0 draws 12 took H7 | in in | S7 | SA S2 … / H4 … | C5 0.D2 1.S9 | H7 / - | -

The seat named is given a card in the ``deal`` or from the ``stock``, is about to ``draw`` or to
``discard``, or has won by a ``show`` or because it is the ``last``; in a ``void`` deal it would be
next. A card of the pile names the seat that laid it, the first none. In the view of a seat ``?3`` stands
for three unknown cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from suitwise.cards import ANY_JOKER, Card, parse_cards
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import PositionText
from suitwise.rummy.indian.moves import parse_card
from suitwise.rummy.indian.rules import (
    HAND,
    IN_PLAY,
    STANDINGS,
    Cards,
    Standing,
    all_cards,
    cards_text,
    in_order,
    is_within,
    without,
)
from suitwise.rummy.indian.state import PHASES, IndianState, melds_of
from suitwise.rummy.indian.variant import MOST_SEATS, IndianVariant
from suitwise.rummy.pile import pile_text, read_pile

_HEAD = re.compile(r"([a-z]+) ([0-5]) draws ([0-9]{1,5})(?: took ([A-Z0-9]{2}))?")
_FORM = PositionText(
    "a position of Indian rummy", "seven parts: write what str() prints", (7,), longest=1500
)
_DEALING = ("deal", "wild", "open")


# --- Writing --------------------------------------------------------------------------------------


def text_of(state: IndianState, seat: int | None = None) -> str:
    """Return a position's text, or a seat's view of it."""
    took = f" took {Card(state.taken)}" if state.taken >= 0 else ""
    seats = range(state.variant.seats)
    parts = [
        f"{state.phase} {state.seat} draws {state.drawn}{took}",
        " ".join(state.standings),
        str(Card(state.wild)) if state.wild >= 0 else "-",
        " / ".join(_hand_seen(state, owner, seat) for owner in seats),
        pile_text(state.pile),
        " / ".join(map(cards_text, state.known)),
        cards_text(state.turned),
    ]
    return " | ".join(parts)


def _hand_seen(state: IndianState, owner: int, seat: int | None) -> str:
    hidden = () if seat is None else state.hidden(seat, owner)
    if not hidden:
        return cards_text(state.hands[owner])
    shown = without(state.hands[owner], hidden)
    return (f"{cards_text(shown)} " if shown else "") + f"?{len(hidden)}"


# --- Parsing --------------------------------------------------------------------------------------


def parse(variant: IndianVariant, text: str) -> IndianState:
    """Parse a position.

    Raises:
        NotationError: the text is not a position that can occur in the variant.
    """
    return _FORM.read_printed(text, lambda parts: _read(variant, parts), _faults)


def _read(variant: IndianVariant, parts: list[str]) -> IndianState:
    head, phases = _HEAD.fullmatch(parts[0]), {str(phase): phase for phase in PHASES}
    if head is None or head[1] not in phases or int(head[2]) >= variant.seats:
        raise NotationError(f"{parts[0][:40]!r}: write a phase, its seat and the draws so far")
    hands, known = parts[3].split(" / "), parts[5].split(" / ")
    if not len(hands) == len(known) == variant.seats:
        raise NotationError(f"{variant.seats} seats have as many hands, with / between them")
    return IndianState(
        variant,
        phases[head[1]],
        int(head[2]),
        tuple(map(_cards, hands)),
        tuple(_standings(parts[1], variant.seats)),
        -1 if parts[2] == "-" else parse_card(parts[2]),
        read_pile(parts[4], MOST_SEATS, parse_card),
        tuple(map(_cards, known)),
        parse_card(head[4]) if head[4] else -1,
        int(head[3]),
        _cards(parts[6]),
    )


def _cards(text: str) -> Cards:
    cards = parse_cards("" if text == "-" else text)
    return in_order(ANY_JOKER if card.is_joker else card for card in cards)


def _standings(text: str, seats: int) -> Iterator[Standing]:
    words = text.split()
    known = {str(standing): standing for standing in STANDINGS}
    if len(words) != seats or not set(words) <= set(known):
        raise NotationError(f"{text[:40]!r}: write how {seats} seats stand: {', '.join(known)}")
    yield from (known[word] for word in words)


# --- The faults of a position ---------------------------------------------------------------------


def _faults(state: IndianState) -> Iterator[str]:
    """Yield the faults of a position."""
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
    if any(seat < 0 for _, seat in state.pile[1:]) or (state.turned and _is_opener_there(state)):
        yield "only the card that opened the pile was laid by nobody"


def _is_opener_there(state: IndianState) -> bool:
    return any(seat < 0 for _, seat in state.pile)


def _deal_faults(state: IndianState) -> Iterator[str]:
    seats = state.variant.seats
    dealt = sum(map(len, state.hands))
    sizes = [(dealt + seats - 1 - seat) // seats for seat in range(seats)]
    if [len(hand) for hand in state.hands] != sizes or state.seat != dealt % seats:
        yield "cards are dealt by turns, first to seat 0"
    if (dealt == HAND * seats) != (state.phase != "deal") or dealt > HAND * seats:
        yield "13 cards are dealt to each seat, and then one is turned up"
    if (state.wild >= 0) != (state.phase == "open"):
        yield "a card is turned up when all are dealt, and then one opens the pile"
    played = state.pile or any(state.known) or state.drawn or state.turned or state.taken >= 0
    if played or any(standing != "new" for standing in state.standings):
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
        if len(hand) != HAND + more:
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
    if any(seat >= 0 and state.standings[seat] in ("new", "drop") for _, seat in state.pile):
        yield "who has not drawn has laid no card"
    if any(
        known and standing in ("new", "drop")
        for known, standing in zip(state.known, state.standings, strict=True)
        if not state.turned
    ):
        yield "who has not drawn has taken no card"


def _turn_faults(state: IndianState) -> Iterator[str]:
    """Yield the faults of the number of turns; in the first round the seats play in order."""
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
    laid = sum(seat >= 0 for _, seat in state.pile)
    if laid > state.drawn or (not state.drawn and not _is_opener_there(state)):
        yield "a card is laid after a draw"
    if not state.turned and _stock_at_first(state) - len(state.stock) > state.drawn:
        yield "a card leaves the stock by a draw"


def _stock_at_first(state: IndianState) -> int:
    return len(all_cards(state.variant.jokers)) - HAND * state.variant.seats - 2


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
