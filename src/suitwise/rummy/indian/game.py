"""Indian rummy with thirteen cards as a game: its options, and the text of its positions.

The game uses two packs with printed jokers. Each seat is dealt thirteen cards. A card is turned up,
which makes its rank wild and stays out of play, and another opens the pile. A turn is a draw, from the
stock or the top of the pile, and a discard; or the seat drops before it draws. A seat may declare if it
can lay down thirteen cards in melds, two of them runs, and one of these without a wild card that stands
for another. It discards the fourteenth card face down. Every other seat loses its deadwood, or all its
cards if it lacks the required runs, at most 80. A seat that drops loses 20 before its first draw and 40
later. The seat that declared wins the sum. These are the rules of points rummy by jungleerummy.com,
rummyverse.com, silkrummy.com and other sites.

Where the sites differ or are silent, this package plays as follows:

* A printed joker turned up makes the aces wild (silkrummy.com, rummyculture.com).
* A wild card on top of the pile may not be taken, unless it is the card that opened the pile.
* The card just taken from the pile may not be discarded in the same turn, nor used to declare
  (adda52.com); its other copy may.
* A false declaration costs 80: the hand is shown and out of play with its fourteen cards, and the
  others go on. A declaration names no melds; it is valid if any melds make it so.
* If all other seats have dropped or declared falsely, the last one wins what they lose.
* When the stock has run out, the next draw from it turns over the pile except for its top; with
  ``reshuffle=no`` the deal is void at the end of the turn that took the last card (adda52.com).
* Seats could take from the pile forever, so the deal is void after ``draws`` turns, without points. A
  seat that has not had a turn yet counts in full.

Chance deals card by card and draws from the stock. So a state has no hidden order of the stock, and
nothing needs to be shuffled when the pile is turned over. Seat 0 gets the first card and plays first.

A position's text has seven parts separated by bars: the phase, the standings of the seats, the card
turned up, the hands, the pile, the cards known to be in each hand, and those that lay in the pile when
it was last turned::

    discard 0 draws 12 took H7 | in in | S7 | SA S2 … / H4 … | C5 0.D2 1.S9 | H7 / - | -

The phases are those of ``state.Phase``. After the phase stands its seat: the winner if the deal has been
won, and in a ``void`` deal the seat that would be next. Each card of the pile names the seat that laid
it, except for the first. In the view of a seat ``?3`` stands for three unknown cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from suitwise.cards import Card
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import PositionText
from suitwise.game import Facts, Refusal
from suitwise.rummy.indian import rules
from suitwise.rummy.indian.rules import HAND, IN_PLAY, STANDINGS, IndianMove, Standing
from suitwise.rummy.indian.state import PHASES, IndianState, melds_of, why_not
from suitwise.rummy.indian.view import IndianView
from suitwise.rummy.rules.cards import (
    Cards,
    all_cards,
    cards_text,
    is_within,
    partly_hidden,
    pile_text,
    read_cards,
    read_pile,
)

_HEAD = re.compile(r"([a-z]+) ([0-5]) draws ([0-9]{1,5})(?: took ([A-Z0-9]{2}))?")
_FORM = PositionText(
    "a position of Indian rummy", "seven parts: write what str() prints", (7,), longest=1500
)
_DEALING = ("deal", "wild", "open")


@dataclass(frozen=True)
class Indian(IndianView):
    """Indian rummy with thirteen cards.

    Args:
        seats: the number of seats, 2 to 6.
        jokers: the number of printed jokers in the two packs, 0 to 4.
        drop: the points lost by dropping before the first draw.
        middle: the points lost by dropping later.
        cap: the most that a hand counts, and the points lost by a false declaration.
        draws: the number of turns, of all seats together, after which the deal is void.
        reshuffle: whether the pile is turned over when the stock has run out; else the deal is void.

    Raises:
        NotationError: a number is out of bounds.

    >>> str(Indian())
    'indian13(seats=2,jokers=2,drop=20,middle=40,cap=80,draws=300,reshuffle=yes)'
    """

    name: ClassVar[str] = "indian13"

    @cached_property
    def facts(self) -> Facts:
        """A turn is at most a draw, its card and a discard; every seat but one may drop."""
        lost = max(self.drop, self.middle, self.cap)
        return Facts(
            seats=self.seats,
            distinct_moves=rules.MOVES,
            longest_game=HAND * self.seats + 2 + 3 * self.draws + self.seats - 1,
            lowest_return=-lost,
            highest_return=lost * (self.seats - 1),
            chance=True,
            perfect_information=False,
        )

    def start(self) -> IndianState:
        """Return the state before the deal."""
        nothing: tuple[Cards, ...] = ((),) * self.seats
        new: Standing = "new"
        standings = (new,) * self.seats
        return IndianState(self, "deal", 0, nothing, standings, known=nothing)

    def parse(self, text: str) -> IndianState:
        """Parse a position.

        Raises:
            NotationError: the text is not a position that can occur in the variant.

        >>> text = "deal 1 draws 0 | new new | - | SA / - | - | - / - | -"
        >>> len(Indian().parse(text).moves())
        53
        """
        return _FORM.read_printed(text, lambda parts: _read(self, parts), _faults)

    def refusal_of(self, state: IndianState, move: IndianMove) -> Refusal | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return why_not(state, move)

    def move_number(self, move: IndianMove) -> int:
        """Return the number of a move: first the words, then discards and declarations."""
        return move.number

    def numbered_move(self, number: int) -> IndianMove:
        """Return the move of a number."""
        return IndianMove.numbered(number)

    def _text_hiding(self, state: IndianState, hidden: Sequence[Cards]) -> str:
        took = f" took {Card(state.taken)}" if state.taken >= 0 else ""
        parts = [
            f"{state.phase} {state.seat} draws {state.drawn}{took}",
            " ".join(state.standings),
            str(Card(state.wild)) if state.wild >= 0 else "-",
            " / ".join(map(partly_hidden, state.hands, hidden)),
            pile_text(state.pile),
            " / ".join(map(cards_text, state.known)),
            cards_text(state.turned),
        ]
        return " | ".join(parts)


# --- The text of a position -----------------------------------------------------------------------


def _read(variant: Indian, parts: list[str]) -> IndianState:
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
        tuple(map(read_cards, hands)),
        tuple(_standings(parts[1], variant.seats)),
        -1 if parts[2] == "-" else rules.parse_card(parts[2]),
        read_pile(parts[4], rules.MOST_SEATS, rules.parse_card),
        tuple(map(read_cards, known)),
        rules.parse_card(head[4]) if head[4] else -1,
        int(head[3]),
        read_cards(parts[6]),
    )


def _standings(text: str, seats: int) -> Iterator[Standing]:
    words = text.split()
    known = {str(standing): standing for standing in STANDINGS}
    if len(words) != seats or not set(words) <= set(known):
        raise NotationError(f"{text[:40]!r}: write how {seats} seats stand: {', '.join(known)}")
    yield from (known[word] for word in words)


def _faults(state: IndianState) -> Iterator[str]:
    """Yield the reasons why a position can't occur."""
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
    if any(seat < 0 for _, seat in state.pile[1:]) or (state.turned and _has_opener(state)):
        yield "only the card that opened the pile was laid by nobody"


def _has_opener(state: IndianState) -> bool:
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
    has_begun = state.pile or any(state.known) or state.drawn or state.turned or state.taken >= 0
    if has_begun or any(standing != "new" for standing in state.standings):
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
    """Yield the reasons why the number of turns can't occur."""
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
    if laid > state.drawn or (not state.drawn and not _has_opener(state)):
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
